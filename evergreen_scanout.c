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

/* Sort the ranges, and merge those that touch. Returns how many are left. */
static unsigned int merge_ranges(struct evergreen_range *ranges, unsigned int n)
{
	unsigned int i, out = 0;

	sort(ranges, n, sizeof(*ranges), range_cmp, NULL);
	for (i = 0; i < n; i++) {
		u64 end = ranges[i].start + ranges[i].size;
		struct evergreen_range *prev = out ? &ranges[out - 1] : NULL;

		if (prev && ranges[i].start <= prev->start + prev->size)
			prev->size = max(prev->start + prev->size, end) - prev->start;
		else
			ranges[out++] = ranges[i];
	}
	return out;
}

/**
 * evergreen_scanout_reserve() - keep everybody else out of memory that is scanned out
 * @edev: the card; nothing has been allocated in VRAM yet
 *
 * Return: 0, or the errors of evergreen_kernel_bo_cover(); evergreen_scanout_release() has
 * to follow in any case.
 */
int evergreen_scanout_reserve(struct evergreen_device *edev)
{
	struct evergreen_range ranges[EVERGREEN_MAX_SCANOUT_RANGES];
	struct evergreen_mman *mman = &edev->mman;
	unsigned int i, n;
	int ret;

	n = evergreen_mc_scanout_ranges(edev, ranges, ARRAY_SIZE(ranges));
	n = merge_ranges(ranges, n);
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
