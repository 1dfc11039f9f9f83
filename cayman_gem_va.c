// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: GEM_VA
 *
 * The ioctl by which a client maps a buffer into its address space and unmaps it, and what
 * becomes of a mapping when the client closes the buffer's handles. Both may happen at the
 * same time, in two threads: a buffer that the client has no handle of is not mapped.
 */
#include <linux/dma-fence.h>
#include <linux/fs.h>

#include <drm/radeon_drm.h>

#include "cayman_gem_va.h"
#include "cayman_mapping.h"
#include "cayman_vm.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_file.h"
#include "evergreen_reg.h"

/* Does the client know the buffer by another handle? The one being closed is gone. */
static bool has_handle(struct drm_file *filp, struct drm_gem_object *obj)
{
	struct drm_gem_object *other;
	int id;

	spin_lock(&filp->table_lock);
	idr_for_each_entry(&filp->object_idr, other, id)
		if (other == obj)
			break;
	spin_unlock(&filp->table_lock);
	return other;
}

/**
 * cayman_gem_close() - a client closes a handle
 * @obj: the buffer
 * @filp: the client
 *
 * With its last handle, the buffer loses its place in the client's address space. When the file
 * itself is closed, cayman_vm_close() takes care of all of them; to look for another handle of each
 * among all the others would take hours with very many.
 */
void cayman_gem_close(struct drm_gem_object *obj, struct drm_file *filp)
{
	struct evergreen_file *file = filp->driver_priv;
	struct cayman_vm *vm = READ_ONCE(file->vm);

	if (!vm || !file_count(filp->filp))
		return;
	if (READ_ONCE(obj->handle_count) > 1 && has_handle(filp, obj))
		return;
	cayman_unmap(vm, gem_to_evergreen_bo(obj));
}

#define VA_FLAGS	(RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE | \
			 RADEON_VM_PAGE_SNOOPED)

static int check_va(struct evergreen_device *edev, const struct drm_radeon_gem_va *args)
{
	if (!evergreen_is_cayman(edev->chip))
		return -ENOTTY;
	if (args->vm_id || args->offset < CAYMAN_VA_START || args->offset & ~PAGE_MASK)
		return -EINVAL;
	/* VALID and SYSTEM are the kernel's to set; others have no meaning. */
	if (args->flags & ~VA_FLAGS)
		return -EINVAL;
	if (args->operation != RADEON_VA_MAP && args->operation != RADEON_VA_UNMAP)
		return -EINVAL;
	return 0;
}

static u64 access_of(u32 flags)
{
	return (flags & RADEON_VM_PAGE_READABLE ? GPU_PTE_READABLE : 0) |
	       (flags & RADEON_VM_PAGE_WRITEABLE ? GPU_PTE_WRITEABLE : 0);
}

static int try_map(struct evergreen_device *edev, struct evergreen_file *file,
		   struct evergreen_bo *bo, struct drm_radeon_gem_va *args,
		   struct dma_fence **busy)
{
	struct cayman_vm *vm;
	int idx, ret;

	if (READ_ONCE(edev->dead))
		return -EIO;
	if (!drm_dev_enter(&edev->drm, &idx))
		return -ENODEV;
	vm = cayman_vm_of(file);
	ret = IS_ERR(vm) ? PTR_ERR(vm) :
	      cayman_map(vm, bo, args->offset, access_of(args->flags), &args->offset, busy);
	drm_dev_exit(idx);
	return ret;
}

/*
 * A client's jobs may take as long as it likes. Meanwhile neither the address space is locked, for
 * which workers of all of them would wait, nor is a card kept, this or any other one, from going.
 */
static int map_va(struct evergreen_device *edev, struct evergreen_file *file,
		  struct evergreen_bo *bo, struct drm_radeon_gem_va *args)
{
	struct dma_fence *busy;
	int ret;

	for (;;) {
		busy = NULL;
		ret = try_map(edev, file, bo, args, &busy);
		if (!busy)
			return ret;
		ret = dma_fence_wait(busy, true);
		dma_fence_put(busy);
		if (ret)
			return ret;
	}
}

static int unmap_va(struct evergreen_file *file, struct evergreen_bo *bo)
{
	struct cayman_vm *vm = READ_ONCE(file->vm);

	return vm ? cayman_unmap_interruptible(vm, bo) : 0;
}

/*
 * Another thread may have closed the handle since it was looked up, and would not have found the
 * mapping then. Handles are gone before cayman_gem_close() is called.
 */
static void undo_if_closed(struct drm_file *filp, struct drm_gem_object *obj, u32 handle)
{
	struct evergreen_file *file = filp->driver_priv;
	struct drm_gem_object *now = drm_gem_object_lookup(filp, handle);
	struct cayman_vm *vm = file->vm;

	if (now)
		drm_gem_object_put(now);
	if (now == obj || has_handle(filp, obj))
		return;
	cayman_unmap(vm, gem_to_evergreen_bo(obj));
}

static int do_va(struct drm_device *drm, struct drm_file *filp, struct drm_radeon_gem_va *args)
{
	struct drm_gem_object *obj;
	struct evergreen_bo *bo;
	int ret;

	obj = drm_gem_object_lookup(filp, args->handle);
	if (!obj)
		return -ENOENT;
	bo = gem_to_evergreen_bo(obj);
	if (args->operation == RADEON_VA_MAP) {
		ret = map_va(to_evergreen(drm), filp->driver_priv, bo, args);
		if (!ret)
			undo_if_closed(filp, obj, args->handle);
	} else {
		ret = unmap_va(filp->driver_priv, bo);
	}
	drm_gem_object_put(obj);
	return ret;
}

/**
 * cayman_gem_va_ioctl() - map a buffer into the client's address space, or unmap it
 * @drm: the device
 * @data: struct drm_radeon_gem_va; operation says how it went, too
 * @filp: the client
 *
 * SNOOPED changes nothing: whether the CPU's caches are looked at follows from how
 * the buffer's pages are cached. Unmapping needs no offset but a valid one.
 *
 * Return: 0, also if the buffer is mapped already, whose offset is returned then;
 * -EINVAL for arguments without meaning or a range that is not free; -ENOENT;
 * -ENOMEM; -EBUSY if room for page tables is not there within 15 s; -ENOTTY on chips without
 * address spaces; -EIO; -ENODEV; -ERESTARTSYS, and then the arguments are untouched.
 */
int cayman_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	struct drm_radeon_gem_va *args = data;
	int ret;

	ret = check_va(to_evergreen(drm), args) ?: do_va(drm, filp, args);
	if (ret == -ERESTARTSYS)
		return ret;
	if (ret == -EEXIST) {
		args->operation = RADEON_VA_RESULT_VA_EXIST;
		return 0;
	}
	args->operation = ret ? RADEON_VA_RESULT_ERROR : RADEON_VA_RESULT_OK;
	return ret;
}
