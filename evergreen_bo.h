/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_BO_H
#define EVERGREEN_BO_H

#include <drm/ttm/ttm_bo.h>
#include <drm/ttm/ttm_resource.h>

#include "evergreen_device.h"

struct dma_buf;
struct evergreen_bo;
struct evergreen_userptr;

/* Value of &evergreen_bo.user */
#define EVERGREEN_MANY_USERS	U64_MAX

/**
 * struct evergreen_userptr_ops - what a buffer of a process's memory needs
 */
struct evergreen_userptr_ops {
	/** @free: the buffer ends, and no job uses it any more */
	void (*free)(struct evergreen_bo *bo);

	/** @displace: TTM takes entries of the GART back; the buffer is reserved and idle */
	void (*displace)(struct evergreen_bo *bo);
};

/**
 * struct evergreen_bo - a buffer object
 */
struct evergreen_bo {
	/** @tbo: TTM's part, which holds the GEM object */
	struct ttm_buffer_object tbo;

	/** @domain: RADEON_GEM_DOMAIN_* that it was created for */
	u32 domain;

	/**
	 * @place: RADEON_GEM_DOMAIN_* where it is; changes under the reservation lock, may be read
	 * without
	 */
	u32 place;

	/**
	 * @flags: RADEON_GEM_* creation flags; CPU_ACCESS is added when the CPU needs it, under the
	 * reservation lock
	 */
	u32 flags;

	/** @tiling: RADEON_TILING_* flags set by the client, under the reservation lock */
	u32 tiling;

	/** @pitch: pitch in bytes that goes with @tiling, under the reservation lock */
	u32 pitch;

	/**
	 * @user: fence context of the only queue whose jobs have ever used it: 0 if none has,
	 * EVERGREEN_MANY_USERS if there may be other fences, which is final. Under the
	 * reservation lock, but that an export says that there are many without it; the fences
	 * that it allows for come later, under the lock.
	 */
	u64 user;

	/**
	 * @moving: the card may still move or clear it, until its fences with DMA_RESV_USAGE_KERNEL
	 * have signalled; under the reservation lock
	 */
	bool moving;

	/** @touched: jiffies, low bits, when it last became the youngest of TTM's LRU list */
	u32 touched;

	/**
	 * @submit_index: its place in the list of the submission that holds the reservation lock;
	 * meaningless to anybody else
	 */
	u32 submit_index;

	/** @account: the user who made it, or NULL if that is the kernel */
	struct evergreen_account *account;

	/** @userptr: whose memory it is, if that of a process, else NULL; set when it is made */
	struct evergreen_userptr *userptr;

	/** @userptr_ops: what is done with @userptr, if there is one */
	const struct evergreen_userptr_ops *userptr_ops;

	/**
	 * @stand_in: what processes have mapped since nobody reaches the buffer any more, or NULL;
	 * under the reservation lock
	 */
	struct page *stand_in;

	/** @lender: whose buffer it is, if it is imported; its reservation object is that one's */
	struct dma_buf *lender;

	/** @dying: in &evergreen_bo_frees.dying once nobody has a handle of it any more */
	struct list_head dying;

	/** @held: by evergreen_bo_hold_frees(), and in its list until evergreen_bo_let_free() */
	struct list_head held;

	/** @kmap: kernel mapping of a pinned kernel buffer */
	struct ttm_bo_kmap_obj kmap;

	/** @saved: a copy of such a buffer in VRAM, while the card is without power */
	void *saved;
};

static inline struct evergreen_device *bdev_to_evergreen(struct ttm_device *bdev)
{
	return container_of(bdev, struct evergreen_device, ttm);
}

static inline struct evergreen_device *tbo_to_evergreen(const struct ttm_buffer_object *tbo)
{
	return bdev_to_evergreen(tbo->bdev);
}

static inline struct evergreen_bo *to_evergreen_bo(struct ttm_buffer_object *tbo)
{
	return container_of(tbo, struct evergreen_bo, tbo);
}

static inline struct evergreen_bo *gem_to_evergreen_bo(struct drm_gem_object *obj)
{
	return container_of(obj, struct evergreen_bo, tbo.base);
}

static inline u64 evergreen_bo_size(const struct evergreen_bo *bo)
{
	return bo->tbo.base.size;
}

/* The pages of an imported buffer are where its exporter has them, a process's likewise. */
static inline bool evergreen_bo_gtt_only(const struct evergreen_bo *bo)
{
	return bo->tbo.type == ttm_bo_type_sg || bo->userptr;
}

/**
 * evergreen_bo_placement() - where a buffer is now
 * @bo: the buffer; the answer may be out of date unless it is reserved
 *
 * Return: one RADEON_GEM_DOMAIN_* bit.
 */
static inline u32 evergreen_bo_placement(const struct evergreen_bo *bo)
{
	return READ_ONCE(bo->place);
}

/**
 * evergreen_res_gpu_addr() - address at which the card finds a place
 * @edev: the card
 * @res: the place, in VRAM or GTT
 *
 * Return: the GPU address, in bytes.
 */
static inline u64 evergreen_res_gpu_addr(const struct evergreen_device *edev,
					 const struct ttm_resource *res)
{
	u64 base = res->mem_type == TTM_PL_VRAM ? edev->mc.vram_start :
						  edev->mc.gtt_start;

	return base + ((u64)res->start << PAGE_SHIFT);
}

/**
 * evergreen_bo_gpu_addr() - address at which the card finds a buffer
 * @edev: the card
 * @bo: the buffer, reserved or pinned, in VRAM or GTT; there evergreen_bo_bind() sees to
 *	it that its pages are found at this address
 *
 * Return: the GPU address, in bytes.
 */
static inline u64 evergreen_bo_gpu_addr(const struct evergreen_device *edev,
					const struct evergreen_bo *bo)
{
	return evergreen_res_gpu_addr(edev, bo->tbo.resource);
}

/**
 * struct evergreen_bo_params - what a new buffer is to be
 */
struct evergreen_bo_params {
	/** @size: bytes, a multiple of a page, not 0 */
	u64 size;

	/** @align: bytes, a power of two or 0 */
	u32 align;

	/** @domain: RADEON_GEM_DOMAIN_* bits; the first that has room is taken, VRAM first */
	u32 domain;

	/** @flags: RADEON_GEM_* bits */
	u32 flags;

	/** @type: TTM's type; device buffers are cleared before anybody sees them */
	enum ttm_bo_type type;

	/** @sg: pages of an imported buffer, with type ttm_bo_type_sg */
	struct sg_table *sg;

	/** @lender: whose buffer that is, with its reservation object held; else NULL */
	struct dma_buf *lender;
};

int evergreen_bo_cache_create(void);
void evergreen_bo_cache_destroy(void);
bool evergreen_bo_is(const struct ttm_buffer_object *tbo);
struct evergreen_bo *evergreen_bo_create(struct evergreen_device *edev,
					 const struct evergreen_bo_params *params);
struct evergreen_bo *evergreen_bo_new(struct evergreen_device *edev,
				      const struct evergreen_bo_params *params,
				      struct ttm_placement *placement);
void evergreen_bo_frees_init(struct evergreen_device *edev);
void evergreen_bo_free(struct evergreen_bo *bo);
void evergreen_bo_hold_frees(struct evergreen_device *edev);
void evergreen_bo_let_free(struct evergreen_device *edev);
void evergreen_bo_set_userptr(struct evergreen_bo *bo, struct evergreen_userptr *u,
			      const struct evergreen_userptr_ops *ops);
int evergreen_bo_validate(struct evergreen_bo *bo, u32 prefer, u32 allow,
			  struct ttm_operation_ctx *ctx);
int evergreen_bo_reach(struct evergreen_bo *bo, struct ttm_operation_ctx *ctx);
int evergreen_bo_bind(struct evergreen_bo *bo, const struct ttm_resource *res);
void evergreen_bo_pin(struct evergreen_bo *bo);
void evergreen_bo_unpin(struct evergreen_bo *bo);
void evergreen_bo_lend(struct evergreen_bo *bo, bool lent);
bool evergreen_bo_lost(const struct evergreen_bo *bo);

#endif
