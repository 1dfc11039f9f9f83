// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Pages in the GART
 *
 * A page of GTT has one place in the GART for as long as the buffer is placed
 * there. It is bound when somebody needs its address first, a job that brings its contents
 * included, and unbound when nothing, the job that takes them away included, uses it
 * any more. The pages of processes go their own way (evergreen_userptr.c).
 */
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_reg.h"
#include "evergreen_tt.h"

/**
 * evergreen_tt_bind() - have the GART show pages
 * @edev: the card
 * @tt: the pages, not bound yet; not a process's
 * @res: their place in GTT
 *
 * Return: 0, or the errors of evergreen_gart_bind() and evergreen_gart_flush().
 */
int evergreen_tt_bind(struct evergreen_device *edev, struct evergreen_tt *tt,
		      const struct ttm_resource *res)
{
	u64 flags = GPU_PTE_WRITEABLE | (tt->base.caching == ttm_cached ? GPU_PTE_SNOOPED : 0);
	int ret;

	ret = evergreen_gart_bind(edev, res->start, tt->base.dma_address, tt->base.num_pages,
				  flags);
	if (ret)
		return ret;

	tt->first_page = res->start;
	tt->bound = true;
	ret = evergreen_gart_flush(edev);
	if (ret)
		evergreen_tt_unbind(edev, tt);
	return ret;
}

/**
 * evergreen_tt_unbind() - undo evergreen_tt_bind()
 * @edev: the card
 * @tt: the pages, bound or not; they may get another use as soon as this returns
 */
void evergreen_tt_unbind(struct evergreen_device *edev, struct evergreen_tt *tt)
{
	if (!tt->bound)
		return;

	tt->bound = false;
	evergreen_gart_unbind(edev, tt->first_page, tt->base.num_pages);
	evergreen_gart_flush(edev);
}
