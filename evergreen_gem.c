// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Buffer ioctls
 *
 * Handles, mappings, waiting and tiling notes of buffers. Arguments are checked
 * before anything is done: bits that have no meaning are refused, not masked off.
 *
 * Waiting is bounded: after 30 seconds the answer is -EBUSY, and clients ask
 * again. Since every fence signals in the end, if only with an error after a
 * reset, nobody waits for ever.
 *
 * GEM_VA is in cayman_gem_va.c, GEM_USERPTR in evergreen_userptr.c. Not there: GEM_PREAD
 * and GEM_PWRITE, which the radeon interface has never had.
 */
#include <linux/log2.h>
#include <linux/nospec.h>

#include <drm/drm_gem_ttm_helper.h>
#include <drm/radeon_drm.h>

#include "cayman_gem_va.h"
#include "evergreen_bo.h"
#include "evergreen_gem.h"
#include "evergreen_gem_fault.h"
#include "evergreen_mmio.h"
#include "evergreen_place.h"
#include "evergreen_prime.h"

#define EVERGREEN_GEM_FLAGS	(RADEON_GEM_NO_BACKING_STORE | RADEON_GEM_GTT_UC | \
				 RADEON_GEM_GTT_WC | RADEON_GEM_CPU_ACCESS | \
				 RADEON_GEM_NO_CPU_ACCESS)
#define EVERGREEN_GEM_DOMAINS	(RADEON_GEM_DOMAIN_CPU | RADEON_GEM_DOMAIN_GTT | \
				 RADEON_GEM_DOMAIN_VRAM)

/* More than any surface needs. */
#define EVERGREEN_MAX_ALIGN	(1024 * 1024)

static int alive(struct drm_device *drm)
{
	return READ_ONCE(to_evergreen(drm)->dead) ? -EIO : 0;
}

static struct evergreen_bo *lookup(struct drm_file *filp, u32 handle)
{
	struct drm_gem_object *obj = drm_gem_object_lookup(filp, handle);

	return obj ? gem_to_evergreen_bo(obj) : NULL;
}

static void put_object(struct evergreen_bo *bo)
{
	drm_gem_object_put(&bo->tbo.base);
}

/* An ERR_PTR is -ENOENT or -ERESTARTSYS. */
static struct evergreen_bo *lookup_reserved(struct drm_file *filp, u32 handle)
{
	struct evergreen_bo *bo = lookup(filp, handle);
	int ret;

	if (!bo)
		return ERR_PTR(-ENOENT);
	ret = ttm_bo_reserve(&bo->tbo, true, false, NULL);
	if (ret) {
		put_object(bo);
		return ERR_PTR(ret);
	}
	return bo;
}

static void put_reserved(struct evergreen_bo *bo)
{
	ttm_bo_unreserve(&bo->tbo);
	put_object(bo);
}

/**
 * evergreen_gem_info_ioctl() - sizes of the domains
 * @drm: the device
 * @data: struct drm_radeon_gem_info
 * @filp: the client
 *
 * Return: 0.
 */
int evergreen_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct drm_radeon_gem_info *args = data;

	args->vram_size = evergreen_vram_managed(edev);
	args->vram_visible = edev->mc.visible_size - atomic64_read(&edev->mman.pinned_vram);
	args->gart_size = evergreen_gtt_managed(edev);
	return 0;
}

static int check_create(struct evergreen_device *edev,
			const struct drm_radeon_gem_create *args)
{
	if (!PAGE_ALIGN(args->size) || args->flags & ~EVERGREEN_GEM_FLAGS ||
	    args->initial_domain & ~EVERGREEN_GEM_DOMAINS)
		return -EINVAL;
	if (args->alignment &&
	    (args->alignment > EVERGREEN_MAX_ALIGN || !is_power_of_2(args->alignment)))
		return -EINVAL;
	/* Larger than GTT is larger than it can ever be placed when evicted. */
	if (args->size > evergreen_gtt_managed(edev))
		return -ENOMEM;
	return 0;
}

/**
 * evergreen_gem_create_ioctl() - make a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_create
 * @filp: the client
 *
 * No domain at all means CPU. A buffer for VRAM that is larger than that goes to GTT.
 *
 * Return: 0 with the handle; -EINVAL for size 0, flags or domains without meaning, an alignment
 * that is no power of two or above 1 MiB; -ENOMEM, also if it is larger than GTT; -EBUSY if jobs
 * do not let go of the room that it needs; -EIO; -ENODEV; -EINTR and -ERESTARTSYS on a signal.
 */
int evergreen_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct drm_radeon_gem_create *args = data;
	struct evergreen_bo_params params = { .type = ttm_bo_type_device };
	struct evergreen_bo *bo;
	int ret;

	ret = alive(drm) ?: check_create(edev, args);
	if (ret)
		return ret;

	params.size = PAGE_ALIGN(args->size);
	params.align = args->alignment;
	params.domain = args->initial_domain;
	params.flags = args->flags;
	bo = evergreen_bo_create(edev, &params);
	if (IS_ERR(bo))
		return PTR_ERR(bo);

	ret = drm_gem_handle_create(filp, &bo->tbo.base, &args->handle);
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_mmap_ioctl() - where to map a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_mmap; offset and size are ignored
 * @filp: the client
 *
 * Return: 0 with the offset for mmap(2) in addr_ptr; -ENOENT; -EPERM for a process's
 * own memory.
 */
int evergreen_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_mmap *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	bool allowed;

	if (!bo)
		return -ENOENT;

	allowed = !bo->userptr;
	if (allowed)
		args->addr_ptr = drm_vma_node_offset_addr(&bo->tbo.base.vma_node);
	put_object(bo);
	return allowed ? 0 : -EPERM;
}

/* 0, -EBUSY after the timeout, -ERESTARTSYS. */
static int wait_idle(struct evergreen_bo *bo, enum dma_resv_usage usage)
{
	long left = dma_resv_wait_timeout(bo->tbo.base.resv, usage, true,
					  EVERGREEN_WAIT_TIMEOUT);

	if (left < 0)
		return left;
	return left ? 0 : -EBUSY;
}

/**
 * evergreen_gem_set_domain_ioctl() - announce where a buffer will be used
 * @drm: the device
 * @data: struct drm_radeon_gem_set_domain
 * @filp: the client
 *
 * The write domain counts if there is one, else the read domains. For the CPU
 * this waits for the card; others and none do nothing, submissions place buffers.
 *
 * Return: 0; -ENOENT; -EINVAL for domains without meaning or VRAM for a buffer
 * that belongs to another device or a process; -EBUSY after 30 s; -ERESTARTSYS.
 */
int evergreen_gem_set_domain_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	const struct drm_radeon_gem_set_domain *args = data;
	u32 domain = args->write_domain ?: args->read_domains;
	struct evergreen_bo *bo;
	int ret = 0;

	if ((args->read_domains | args->write_domain) & ~EVERGREEN_GEM_DOMAINS)
		return -EINVAL;

	bo = lookup(filp, args->handle);
	if (!bo)
		return -ENOENT;

	if (domain & RADEON_GEM_DOMAIN_CPU)
		ret = wait_idle(bo, DMA_RESV_USAGE_BOOKKEEP);
	else if (domain & RADEON_GEM_DOMAIN_VRAM &&
		 (bo->tbo.base.import_attach || bo->userptr))
		ret = -EINVAL;
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_wait_idle_ioctl() - wait until nothing uses a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_wait_idle
 * @filp: the client
 *
 * Return: 0, and then the CPU sees what the card wrote; -ENOENT; -EBUSY after
 * 30 s; -ERESTARTSYS.
 */
int evergreen_gem_wait_idle_ioctl(struct drm_device *drm, void *data,
				  struct drm_file *filp)
{
	const struct drm_radeon_gem_wait_idle *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	int idx, ret;

	if (!bo)
		return -ENOENT;

	ret = wait_idle(bo, DMA_RESV_USAGE_READ);
	if (!ret && evergreen_bo_placement(bo) == RADEON_GEM_DOMAIN_VRAM &&
	    drm_dev_enter(drm, &idx)) {
		evergreen_hdp_flush(to_evergreen(drm));
		drm_dev_exit(idx);
	}
	put_object(bo);
	return ret;
}

/**
 * evergreen_gem_busy_ioctl() - ask whether something uses a buffer
 * @drm: the device
 * @data: struct drm_radeon_gem_busy
 * @filp: the client
 *
 * Return: 0 if it is idle, -EBUSY if not, both with the domain where it is;
 * -ENOENT.
 */
int evergreen_gem_busy_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_busy *args = data;
	struct evergreen_bo *bo = lookup(filp, args->handle);
	bool idle;

	if (!bo)
		return -ENOENT;

	idle = dma_resv_test_signaled(bo->tbo.base.resv, DMA_RESV_USAGE_READ);
	args->domain = evergreen_bo_placement(bo);
	put_object(bo);
	return idle ? 0 : -EBUSY;
}

static u32 tiling_field(u32 flags, u32 shift)
{
	return flags >> shift & 0xf;
}

static bool bank_field_ok(u32 flags, u32 shift)
{
	u32 value = tiling_field(flags, shift);

	return !value || (is_power_of_2(value) && value <= 8);
}

static bool tiling_ok(u32 flags)
{
	return bank_field_ok(flags, RADEON_TILING_EG_BANKW_SHIFT) &&
	       bank_field_ok(flags, RADEON_TILING_EG_BANKH_SHIFT) &&
	       bank_field_ok(flags, RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT) &&
	       tiling_field(flags, RADEON_TILING_EG_TILE_SPLIT_SHIFT) <= 6 &&
	       tiling_field(flags, RADEON_TILING_EG_STENCIL_TILE_SPLIT_SHIFT) <= 6;
}

/**
 * evergreen_gem_set_tiling_ioctl() - note how a buffer is tiled
 * @drm: the device
 * @data: struct drm_radeon_gem_set_tiling
 * @filp: the client
 *
 * Return: 0; -EINVAL if the bank width, bank height or aspect is not 0, 1, 2, 4
 * or 8 or a tile split is above 6; -ENOENT; -ERESTARTSYS.
 */
int evergreen_gem_set_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	const struct drm_radeon_gem_set_tiling *args = data;
	struct evergreen_bo *bo;

	if (!tiling_ok(args->tiling_flags))
		return -EINVAL;

	bo = lookup_reserved(filp, args->handle);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	bo->tiling = args->tiling_flags;
	bo->pitch = args->pitch;
	put_reserved(bo);
	return 0;
}

/**
 * evergreen_gem_get_tiling_ioctl() - read that note
 * @drm: the device
 * @data: struct drm_radeon_gem_get_tiling
 * @filp: the client
 *
 * Return: 0; -ENOENT; -ERESTARTSYS.
 */
int evergreen_gem_get_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp)
{
	struct drm_radeon_gem_get_tiling *args = data;
	struct evergreen_bo *bo = lookup_reserved(filp, args->handle);

	if (IS_ERR(bo))
		return PTR_ERR(bo);
	args->tiling_flags = bo->tiling;
	args->pitch = bo->pitch;
	put_reserved(bo);
	return 0;
}

static int op_get_domain(struct evergreen_bo *bo, u64 *value)
{
	*value = bo->domain;
	return 0;
}

static int op_set_domain(struct evergreen_bo *bo, u64 *value)
{
	if (*value & ~(u64)EVERGREEN_GEM_DOMAINS)
		return -EINVAL;

	bo->domain = *value;
	return 0;
}

/**
 * evergreen_gem_op_ioctl() - get or set the domain that a buffer is meant for
 * @drm: the device
 * @data: struct drm_radeon_gem_op
 * @filp: the client
 *
 * Return: 0; -EINVAL for another operation or domain; -ENOENT; -EPERM for a process's
 * own memory; -ERESTARTSYS.
 */
int evergreen_gem_op_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	static int (*const ops[])(struct evergreen_bo *bo, u64 *value) = {
		[RADEON_GEM_OP_GET_INITIAL_DOMAIN] = op_get_domain,
		[RADEON_GEM_OP_SET_INITIAL_DOMAIN] = op_set_domain,
	};
	struct drm_radeon_gem_op *args = data;
	struct evergreen_bo *bo;
	u32 op;
	int ret;

	if (args->op >= ARRAY_SIZE(ops))
		return -EINVAL;
	op = array_index_nospec(args->op, ARRAY_SIZE(ops));

	bo = lookup_reserved(filp, args->handle);
	if (IS_ERR(bo))
		return PTR_ERR(bo);
	ret = bo->userptr ? -EPERM : ops[op](bo, &args->value);
	put_reserved(bo);
	return ret;
}

static void gem_free(struct drm_gem_object *obj)
{
	evergreen_bo_free(gem_to_evergreen_bo(obj));
}

/* A process has its own memory mapped already. */
static int gem_mmap(struct drm_gem_object *obj, struct vm_area_struct *vma)
{
	return gem_to_evergreen_bo(obj)->userptr ? -EPERM : drm_gem_ttm_mmap(obj, vma);
}

const struct drm_gem_object_funcs evergreen_gem_object_funcs = {
	.free = gem_free,
	.close = cayman_gem_close,
	.export = evergreen_prime_export,
	.pin = evergreen_prime_pin,
	.unpin = evergreen_prime_unpin,
	.get_sg_table = evergreen_prime_get_sg_table,
	.vmap = evergreen_prime_vmap,
	.vunmap = evergreen_prime_vunmap,
	.mmap = gem_mmap,
	.vm_ops = &evergreen_gem_vm_ops,
	.print_info = drm_gem_ttm_print_info,
};
