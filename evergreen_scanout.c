// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of the display
 *
 * Displays that the firmware has set up go on to show what it has put into VRAM. That
 * memory is covered with pinned buffers before anything else is allocated, for as long as
 * the driver has the card.
 */
#include <linux/sort.h>

#include "evergreen_device.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mc.h"
#include "evergreen_scanout.h"

static int range_cmp(const void *a, const void *b)
{
	const struct evergreen_range *x = a, *y = b;

	if (x->start == y->start)
		return 0;
	return x->start < y->start ? -1 : 1;
}

/* Sort the ranges, merge those that touch, cut what is not managed. */
static int merge_ranges(struct evergreen_range *ranges, int n, u64 limit)
{
	int i, out = 0;

	sort(ranges, n, sizeof(*ranges), range_cmp, NULL);
	for (i = 0; i < n; i++) {
		u64 start = ranges[i].start;
		u64 end = min(start + ranges[i].size, limit);
		struct evergreen_range *prev = out ? &ranges[out - 1] : NULL;

		if (start >= end)
			continue;
		if (prev && start <= prev->start + prev->size) {
			prev->size = max(prev->start + prev->size, end) - prev->start;
			continue;
		}
		ranges[out].start = start;
		ranges[out++].size = end - start;
	}
	return out;
}

/**
 * evergreen_scanout_reserve() - keep everybody else out of memory that is scanned out
 * @edev: the card; nothing has been allocated in VRAM yet
 *
 * Return: 0, or the errors of evergreen_mc_scanout_ranges() and
 * evergreen_kernel_bo_cover(); evergreen_scanout_release() has to follow in any case.
 */
int evergreen_scanout_reserve(struct evergreen_device *edev)
{
	struct evergreen_range ranges[EVERGREEN_MAX_SCANOUT_RANGES];
	struct evergreen_mman *mman = &edev->mman;
	int i, n, ret;

	n = evergreen_mc_scanout_ranges(edev, ranges, ARRAY_SIZE(ranges));
	if (n < 0)
		return n;

	n = merge_ranges(ranges, n, edev->mc.vram_size);
	for (i = 0; i < n; i++) {
		ret = evergreen_kernel_bo_cover(edev, &mman->reserved[mman->num_reserved],
						ranges[i].start, ranges[i].size);
		if (ret)
			return ret;
		mman->num_reserved++;
		drm_dbg(&edev->drm, "VRAM 0x%llx..0x%llx stays with the display\n",
			ranges[i].start, ranges[i].start + ranges[i].size - 1);
	}
	return 0;
}

/**
 * evergreen_scanout_release() - undo evergreen_scanout_reserve()
 * @edev: the card
 */
void evergreen_scanout_release(struct evergreen_device *edev)
{
	while (edev->mman.num_reserved)
		evergreen_kernel_bo_free(&edev->mman.reserved[--edev->mman.num_reserved]);
}
