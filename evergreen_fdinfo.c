// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What a client uses
 *
 * /proc/PID/fdinfo of a client, in the keys that Documentation/gpu/drm-usage-stats.rst
 * of the kernel lays down, for gputop and its like. Regions are radeon's domains: vram,
 * gtt, and cpu for pages that the card does not see.
 *
 * drm-total and drm-shared count a buffer where its client wants it (VRAM if that is
 * among the domains that it was made for), drm-resident and drm-active where it is.
 * What is swapped out, or has never been used, is resident nowhere. A buffer is active
 * while a job or a move uses it. There is no drm-purgeable: this interface has no way
 * to say that contents are dispensable.
 *
 * Times are those of the client's jobs on all rings of a kind. Compute streams of chips
 * without compute rings count as gfx. evergreen-refused counts streams that the checker
 * has refused. evergreen-page-tables is VRAM that is pinned for the client's address space.
 */
#include <linux/log2.h>

#include <drm/drm_gem.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_tt.h>

#include "cayman_vm.h"
#include "evergreen_bo.h"
#include "evergreen_fdinfo.h"
#include "evergreen_file.h"
#include "evergreen_ring.h"

static const char *const regions[] = { "cpu", "gtt", "vram" };

/* Where it is wanted; an imported buffer and a process's memory have no other place. */
static u32 home(const struct evergreen_bo *bo)
{
	if (evergreen_bo_gtt_only(bo))
		return ilog2(RADEON_GEM_DOMAIN_GTT);
	return ilog2(READ_ONCE(bo->domain) ?: RADEON_GEM_DOMAIN_CPU);
}

/* Someone who holds the lock is about to use it. */
static bool has_pages(struct evergreen_bo *bo)
{
	bool has;

	if (!dma_resv_trylock(bo->tbo.base.resv))
		return true;
	has = bo->tbo.ttm && ttm_tt_is_populated(bo->tbo.ttm);
	dma_resv_unlock(bo->tbo.base.resv);
	return has;
}

static void account(struct drm_gem_object *obj, struct drm_memory_stats *stats)
{
	struct evergreen_bo *bo = gem_to_evergreen_bo(obj);
	u32 place = evergreen_bo_placement(bo);

	if (drm_gem_object_is_shared_for_memory_stats(obj))
		stats[home(bo)].shared += obj->size;
	else
		stats[home(bo)].private += obj->size;
	if (place != RADEON_GEM_DOMAIN_CPU || has_pages(bo))
		stats[ilog2(place)].resident += obj->size;
	if (!dma_resv_test_signaled(obj->resv, DMA_RESV_USAGE_READ))
		stats[ilog2(place)].active += obj->size;
}

static void show_memory(struct drm_printer *p, struct drm_file *filp)
{
	struct drm_memory_stats stats[ARRAY_SIZE(regions)] = {};
	struct drm_gem_object *obj;
	int id, i;

	spin_lock(&filp->table_lock);
	idr_for_each_entry(&filp->object_idr, obj, id)
		account(obj, stats);
	spin_unlock(&filp->table_lock);

	for (i = 0; i < ARRAY_SIZE(regions); i++)
		drm_print_memory_stats(p, &stats[i],
				       DRM_GEM_OBJECT_RESIDENT | DRM_GEM_OBJECT_ACTIVE,
				       regions[i]);
}

static void show_engines(struct drm_printer *p, struct evergreen_device *edev,
			 struct evergreen_client *client)
{
	static const char *const names[EVERGREEN_NUM_ENGINES] = { "gfx", "compute", "dma" };
	u32 capacity[EVERGREEN_NUM_ENGINES] = {};
	struct evergreen_ring *ring;
	int i;

	evergreen_for_each_ring(ring, edev)
		capacity[ring->engine] += ring->ready;

	for (i = 0; i < EVERGREEN_NUM_ENGINES; i++) {
		if (!capacity[i])
			continue;
		drm_printf(p, "drm-engine-%s:\t%lld ns\n", names[i],
			   atomic64_read(&client->busy_ns[i]));
		if (capacity[i] > 1)
			drm_printf(p, "drm-engine-capacity-%s:\t%u\n", names[i], capacity[i]);
	}
}

/**
 * evergreen_show_fdinfo() - tell what a client uses
 * @p: where to print
 * @filp: the client
 */
void evergreen_show_fdinfo(struct drm_printer *p, struct drm_file *filp)
{
	struct evergreen_file *file = filp->driver_priv;
	struct cayman_vm *vm = READ_ONCE(file->vm);

	show_memory(p, filp);
	show_engines(p, to_evergreen(filp->minor->dev), file->client);
	drm_printf(p, "evergreen-refused:\t%llu\n", READ_ONCE(file->refusals.count));
	if (vm)
		drm_printf(p, "evergreen-page-tables:\t%llu KiB\n",
			   READ_ONCE(vm->pinned_vram) / SZ_1K);
}
