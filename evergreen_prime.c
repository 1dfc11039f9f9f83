// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Buffers that devices share
 *
 * A buffer can be exported to other devices. While one is attached to it, the buffer is
 * pinned in GTT. Buffers of other devices can be imported; they are used in GTT only. If the
 * card goes meanwhile, other devices keep the pages. (Behind an IOMMU their mapping for this
 * card stays, too, until then.)
 */
#include <linux/dma-buf.h>

#include <drm/drm_drv.h>
#include <drm/drm_gem_ttm_helper.h>
#include <drm/drm_prime.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_tt.h>

#include "evergreen_account.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_place.h"
#include "evergreen_prime.h"

/* Places the buffer in GTT, and waits until its contents have arrived there. */
static int get_here(struct evergreen_bo *bo)
{
	struct ttm_operation_ctx ctx = { .interruptible = true };
	int ret = 0;

	if (!bo->tbo.pin_count)
		ret = evergreen_bo_validate(bo, RADEON_GEM_DOMAIN_GTT,
					    RADEON_GEM_DOMAIN_GTT, &ctx);
	if (!ret && bo->moving)
		ret = ttm_bo_wait_ctx(&bo->tbo, &ctx);
	return ret;
}

static int pin_here(struct evergreen_bo *bo)
{
	struct evergreen_device *edev = to_evergreen(bo->tbo.base.dev);
	u64 bytes = bo->tbo.pin_count ? 0 : evergreen_bo_size(bo);
	int ret;

	ret = evergreen_account_pin(edev, bo->account, bytes);
	if (ret)
		return ret;
	ret = get_here(bo);
	if (ret) {
		evergreen_account_unpin(edev, bo->account, bytes);
		return ret;
	}
	evergreen_bo_pin(bo);
	evergreen_bo_lend(bo, true);
	return 0;
}

/**
 * evergreen_prime_pin() - another device attaches
 * @obj: the buffer, reserved
 *
 * It reaches system pages, and those must stay. When the card has gone, those that are not lent
 * already have gone, too.
 *
 * Return: 0; the error of evergreen_account_pin() or evergreen_bo_validate(); -ENODEV;
 * -ERESTARTSYS.
 */
int evergreen_prime_pin(struct drm_gem_object *obj)
{
	int idx, ret;

	if (!drm_dev_enter(obj->dev, &idx))
		return -ENODEV;
	ret = pin_here(gem_to_evergreen_bo(obj));
	drm_dev_exit(idx);
	return ret;
}

/**
 * evergreen_prime_unpin() - undo evergreen_prime_pin()
 * @obj: the buffer, reserved
 */
void evergreen_prime_unpin(struct drm_gem_object *obj)
{
	struct evergreen_bo *bo = gem_to_evergreen_bo(obj);

	evergreen_bo_unpin(bo);
	if (bo->tbo.pin_count)
		return;
	evergreen_bo_lend(bo, false);
	evergreen_account_unpin(to_evergreen(obj->dev), bo->account, evergreen_bo_size(bo));
}

/**
 * evergreen_prime_vmap() - the kernel's own mapping, for another driver
 * @obj: the buffer, reserved
 * @map: out: the mapping
 *
 * GTT is always within its reach.
 *
 * Return: 0, or the error of evergreen_prime_pin() or drm_gem_ttm_vmap().
 */
int evergreen_prime_vmap(struct drm_gem_object *obj, struct iosys_map *map)
{
	int ret = evergreen_prime_pin(obj);

	if (ret)
		return ret;
	ret = drm_gem_ttm_vmap(obj, map);
	if (ret)
		evergreen_prime_unpin(obj);
	return ret;
}

/**
 * evergreen_prime_vunmap() - undo evergreen_prime_vmap()
 * @obj: the buffer, reserved
 * @map: the mapping
 */
void evergreen_prime_vunmap(struct drm_gem_object *obj, struct iosys_map *map)
{
	drm_gem_ttm_vunmap(obj, map);
	evergreen_prime_unpin(obj);
}

/**
 * evergreen_prime_get_sg_table() - the pages of a pinned buffer, for another device
 * @obj: the buffer
 *
 * Return: them, or an ERR_PTR: -ENOMEM.
 */
struct sg_table *evergreen_prime_get_sg_table(struct drm_gem_object *obj)
{
	struct ttm_tt *tt = gem_to_evergreen_bo(obj)->tbo.ttm;

	return drm_prime_pages_to_sg(obj->dev, tt->pages, tt->num_pages);
}

/**
 * evergreen_prime_export() - give a buffer to other devices
 * @obj: the buffer
 * @flags: as for drm_gem_prime_export()
 *
 * Other devices may add fences to the buffer from now on. DRM holds
 * &drm_device.object_name_lock here, and whoever makes a handle waits for that. A reservation may
 * be held for long, by a page fault for one, so none is taken.
 *
 * Return: what they know it by, or an ERR_PTR: -EPERM for a process's own memory, or the error of
 * drm_gem_prime_export().
 */
struct dma_buf *evergreen_prime_export(struct drm_gem_object *obj, int flags)
{
	struct evergreen_bo *bo = gem_to_evergreen_bo(obj);

	if (bo->userptr)
		return ERR_PTR(-EPERM);
	WRITE_ONCE(bo->user, EVERGREEN_MANY_USERS);
	return drm_gem_prime_export(obj, flags);
}

/**
 * evergreen_prime_import_sg_table() - wrap another device's buffer
 * @drm: the device
 * @attach: our attachment to it
 * @sg: its pages
 *
 * It is bound in GTT when a submission first names it. Making room may take long, and DRM holds
 * &drm_device.object_name_lock here, for which whoever makes a handle waits.
 *
 * Return: the buffer, usable in GTT, or an ERR_PTR: -EINVAL for a size that is not one of pages,
 * -ENOMEM, -ENODEV.
 */
struct drm_gem_object *evergreen_prime_import_sg_table(struct drm_device *drm,
						       struct dma_buf_attachment *attach,
						       struct sg_table *sg)
{
	struct evergreen_bo_params params = {
		.size = attach->dmabuf->size,
		.domain = RADEON_GEM_DOMAIN_CPU,
		.type = ttm_bo_type_sg,
		.sg = sg,
		.lender = attach->dmabuf,
	};
	struct evergreen_device *edev = to_evergreen(drm);
	struct evergreen_bo *bo;

	if (!params.size || params.size & ~PAGE_MASK)
		return ERR_PTR(-EINVAL);
	/* It would have all others make room, in vain. */
	if (params.size > evergreen_gtt_managed(edev))
		return ERR_PTR(-ENOMEM);

	dma_resv_lock(params.lender->resv, NULL);
	bo = evergreen_bo_create(edev, &params);
	if (!IS_ERR(bo))
		bo->domain = RADEON_GEM_DOMAIN_GTT;
	dma_resv_unlock(params.lender->resv);
	return IS_ERR(bo) ? ERR_CAST(bo) : &bo->tbo.base;
}
