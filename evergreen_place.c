// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Placement
 *
 * VRAM is managed as one range, of which BAR0 may show the CPU only the first part,
 * its window. Buffers with CPU_ACCESS and those of the kernel lie in the window, those
 * with NO_CPU_ACCESS as far from it as there is room, others in it or, if it is full,
 * anywhere. A buffer that is evicted from the window goes beyond it if there is room,
 * else to GTT. (Where VRAM is charged to cgroups, it always goes to GTT: TTM would charge
 * the new place to the client that needs room.)
 *
 * When the CPU touches a mapping of a buffer that it does not reach, the page fault
 * moves the buffer into the window if there is room, else to GTT: it pushes nobody
 * out of VRAM, or two mappings could do that to each other with each access. From then on the
 * buffer counts as one with CPU_ACCESS, so that submissions do not send it back.
 *
 * Beyond the window only the card can copy and clear. So it is used only after an
 * engine that does both has passed its tests (evergreen_move_init()); until then, and
 * without one, the window is all there is.
 *
 * Rejected: two managers, one for each part of VRAM (a buffer may lie across the end of
 * the window, and most do not care); moving the window over VRAM by registers of the
 * host data path (the mappings of all clients look through it).
 */
#include <drm/radeon_drm.h>

#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_place.h"

/* By the number of the bit in RADEON_GEM_DOMAIN_*. */
static const u8 mem_types[] = { TTM_PL_SYSTEM, TTM_PL_TT, TTM_PL_VRAM };

/**
 * evergreen_mem_type_domain() - what radeon's interface calls a memory type
 * @mem_type: TTM_PL_VRAM, TTM_PL_TT or TTM_PL_SYSTEM
 *
 * Return: a RADEON_GEM_DOMAIN_* bit.
 */
u32 evergreen_mem_type_domain(u32 mem_type)
{
	int bit;

	for (bit = 0; bit < ARRAY_SIZE(mem_types); bit++)
		if (mem_types[bit] == mem_type)
			return BIT(bit);
	return 0;
}

static u32 window_pages(struct evergreen_device *edev)
{
	return edev->mc.visible_size >> PAGE_SHIFT;
}

/**
 * evergreen_place_init() - find out where goes what is in the way
 * @edev: the card, with its address map known
 */
void evergreen_place_init(struct evergreen_device *edev)
{
	struct evergreen_eviction *eviction = &edev->mman.eviction;

	eviction->places[EVERGREEN_EVICT_TO_FAR_VRAM] = (struct ttm_place) {
		.fpfn = window_pages(edev),
		.lpfn = edev->mc.vram_size >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
		.flags = TTM_PL_FLAG_DESIRED,
	};
	eviction->places[EVERGREEN_EVICT_TO_GTT] = (struct ttm_place) {
		.mem_type = TTM_PL_TT,
		.flags = TTM_PL_FLAG_DESIRED,
	};
	eviction->places[EVERGREEN_EVICT_TO_SYSTEM] = (struct ttm_place) {
		.mem_type = TTM_PL_SYSTEM,
	};
}

/**
 * evergreen_vram_managed() - VRAM that buffers can be placed in
 * @edev: the card
 *
 * Return: bytes from the start of VRAM, with what is in use: all of it if the card
 * moves buffers, else the window.
 */
u64 evergreen_vram_managed(struct evergreen_device *edev)
{
	return READ_ONCE(edev->mman.moves.ring) ? edev->mc.vram_size : edev->mc.visible_size;
}

/**
 * evergreen_gtt_managed() - GTT that buffers can be placed in
 * @edev: the card
 *
 * Return: bytes, with what is in use: all of it but what is pinned.
 */
u64 evergreen_gtt_managed(struct evergreen_device *edev)
{
	return edev->mc.gtt_size - atomic64_read(&edev->mman.pinned_gtt);
}

/**
 * evergreen_in_reach() - tell whether the CPU can map a place
 * @edev: the card
 * @res: the place
 *
 * Return: false for VRAM that does not lie in the window from end to end.
 */
bool evergreen_in_reach(struct evergreen_device *edev, const struct ttm_resource *res)
{
	return res->mem_type != TTM_PL_VRAM ||
	       res->start + PFN_UP(res->size) <= window_pages(edev);
}

/* The far end first for what the CPU does not want to see. */
static struct ttm_place vram_place(struct evergreen_device *edev, u32 flags)
{
	struct ttm_place place = {
		.lpfn = evergreen_vram_managed(edev) >> PAGE_SHIFT,
		.mem_type = TTM_PL_VRAM,
	};

	if (flags & RADEON_GEM_CPU_ACCESS)
		place.lpfn = window_pages(edev);
	else if (flags & RADEON_GEM_NO_CPU_ACCESS)
		place.flags = TTM_PL_FLAG_TOPDOWN;
	return place;
}

static struct ttm_place any_place(struct evergreen_device *edev, u32 flags, u32 mem_type)
{
	if (mem_type == TTM_PL_VRAM)
		return vram_place(edev, flags);
	return (struct ttm_place) { .mem_type = mem_type };
}

/* To try them would push out others for nothing. None is smaller than the window. */
static u32 drop_those_too_small(struct evergreen_device *edev, struct ttm_place *places, u32 n,
				u64 size)
{
	u32 i, fit = 0;

	if (PFN_UP(size) <= window_pages(edev))
		return n;
	for (i = 0; i < n; i++)
		if (places[i].mem_type != TTM_PL_VRAM ||
		    PFN_UP(size) <= places[i].lpfn - places[i].fpfn)
			places[fit++] = places[i];
	return fit;
}

/**
 * evergreen_places() - places for domains
 * @edev: the card
 * @size: bytes that have to fit
 * @flags: RADEON_GEM_* creation flags of the buffer
 * @domains: RADEON_GEM_DOMAIN_*; TTM may evict others from them
 * @places: out
 *
 * Return: how many there are; 0 if there are none that are large enough.
 */
u32 evergreen_places(struct evergreen_device *edev, u64 size, u32 flags, u32 domains,
		     struct ttm_place places[EVERGREEN_MAX_PLACES])
{
	u32 n = 0;
	int bit;

	if (domains & RADEON_GEM_DOMAIN_VRAM &&
	    !(flags & (RADEON_GEM_CPU_ACCESS | RADEON_GEM_NO_CPU_ACCESS))) {
		places[n] = vram_place(edev, RADEON_GEM_CPU_ACCESS);
		places[n++].flags |= TTM_PL_FLAG_DESIRED;
	}
	for (bit = 2; bit >= 0; bit--)
		if (domains & BIT(bit))
			places[n++] = any_place(edev, flags, mem_types[bit]);
	return drop_those_too_small(edev, places, n, size);
}

/* Beyond BAR0, where a buffer stays on the card, but out of the CPU's reach. */
static bool may_go_far(struct evergreen_device *edev, struct ttm_buffer_object *tbo)
{
	const struct evergreen_eviction *eviction = &edev->mman.eviction;

	return evergreen_in_reach(edev, tbo->resource) && !READ_ONCE(eviction->all_out) &&
	       !(to_evergreen_bo(tbo)->flags & RADEON_GEM_CPU_ACCESS) && !eviction->charged &&
	       evergreen_vram_managed(edev) != edev->mc.visible_size;
}

/**
 * evergreen_place_evicted() - say where a buffer goes that is in the way
 * @tbo: the buffer, reserved
 * @placement: out
 *
 * No other buffer is evicted for it, unless it has to pass through GTT, and GTT is full.
 */
void evergreen_place_evicted(struct ttm_buffer_object *tbo, struct ttm_placement *placement)
{
	struct evergreen_device *edev = to_evergreen(tbo->base.dev);
	enum evergreen_evict_to first;

	if (tbo->resource->mem_type != TTM_PL_VRAM)
		first = EVERGREEN_EVICT_TO_SYSTEM;
	else if (may_go_far(edev, tbo))
		first = EVERGREEN_EVICT_TO_FAR_VRAM;
	else
		first = EVERGREEN_EVICT_TO_GTT;
	placement->placement = &edev->mman.eviction.places[first];
	placement->num_placement = ARRAY_SIZE(edev->mman.eviction.places) - first;
}

/**
 * evergreen_places_in_reach() - say where a buffer goes that the CPU touches
 * @edev: the card
 * @size: bytes
 * @flags: RADEON_GEM_* of the buffer, with CPU_ACCESS
 * @places: out: in the order in which they are tried
 *
 * Return: how many there are.
 */
u32 evergreen_places_in_reach(struct evergreen_device *edev, u64 size, u32 flags,
			      struct ttm_place places[2])
{
	places[0] = vram_place(edev, flags);
	places[0].flags |= TTM_PL_FLAG_DESIRED;
	places[1] = any_place(edev, flags, TTM_PL_TT);
	return drop_those_too_small(edev, places, 2, size);
}
