// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory without power
 *
 * Before the card sleeps without power, what clients have in VRAM goes to system memory.
 */
#include <drm/drm_print.h>
#include <drm/ttm/ttm_device.h>
#include <drm/ttm/ttm_placement.h>
#include <drm/ttm/ttm_resource.h>

#include "evergreen_device.h"
#include "evergreen_room.h"
#include "evergreen_ttm_sleep.h"

/* All of VRAM, by a card that may be reset meanwhile. */
#define MOVE_OUT_PATIENCE	(180 * HZ)

/**
 * evergreen_ttm_move_out() - let no client's buffer depend on the card's power
 * @edev: the card, whose clients are frozen and have no jobs left
 *
 * Contents of VRAM go to system memory. No buffer is shown by the GART or an address space
 * afterwards, but those that are lent to other devices and the driver's own; so nothing of
 * their tables changes until a client wakes up.
 *
 * Context: sleeps, for as long as the card needs to copy.
 *
 * Return: 0, or -ENOMEM, -EBUSY if the card does not end its copies, or another error of TTM;
 * some have moved then.
 */
int evergreen_ttm_move_out(struct evergreen_device *edev)
{
	struct ttm_device *ttm = &edev->ttm;
	struct evergreen_room room;
	int ret;

	/* What is busy is so because the card is copying it. */
	evergreen_room_begin(&room, edev, MOVE_OUT_PATIENCE, false);
	WRITE_ONCE(edev->mman.eviction.all_out, true);
	ret = ttm_resource_manager_evict_all(ttm, ttm_manager_type(ttm, TTM_PL_VRAM)) ?:
	      ttm_resource_manager_evict_all(ttm, ttm_manager_type(ttm, TTM_PL_TT));
	WRITE_ONCE(edev->mman.eviction.all_out, false);
	return evergreen_room_end(&room, ret);
}

/**
 * evergreen_ttm_swap_out() - let the kernel write what was moved out to swap space
 * @edev: the card, after evergreen_ttm_move_out()
 *
 * An image of the machine's memory takes half of it at most, and buffers' pages would count.
 * What cannot be given to the kernel stays, and the image tells whether there is room.
 */
void evergreen_ttm_swap_out(struct evergreen_device *edev)
{
	int ret = ttm_device_prepare_hibernation(&edev->ttm);

	if (ret)
		drm_dbg(&edev->drm, "some buffers stay in memory (%d)\n", ret);
}
