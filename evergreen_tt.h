/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TT_H
#define EVERGREEN_TT_H

#include <drm/ttm/ttm_resource.h>
#include <drm/ttm/ttm_tt.h>

struct evergreen_bo;
struct evergreen_device;

/**
 * struct evergreen_tt - system pages of a buffer
 */
struct evergreen_tt {
	/** @base: TTM's part */
	struct ttm_tt base;

	/** @process: the buffer, if the pages are a process's: evergreen_userptr.c has them */
	struct evergreen_bo *process;

	/** @first_page: GART entry of the first page, while @bound */
	u32 first_page;

	/** @bound: the GART points to the pages; of a process's: it has a place for them */
	bool bound;

	/** @lent: other devices have their addresses */
	bool lent;

	/** @kept: the card went while they had; the pages go with the buffer */
	bool kept;

	/** @ending: &evergreen_mman.end_lock is held until it is gone */
	bool ending;
};

static inline struct evergreen_tt *to_evergreen_tt(struct ttm_tt *tt)
{
	return container_of(tt, struct evergreen_tt, base);
}

int evergreen_tt_bind(struct evergreen_device *edev, struct evergreen_tt *tt,
		      const struct ttm_resource *res);
void evergreen_tt_leave_gart(struct evergreen_device *edev, struct evergreen_tt *tt);

struct ttm_tt *evergreen_tt_create(struct ttm_buffer_object *tbo, u32 page_flags);
int evergreen_tt_populate(struct ttm_device *bdev, struct ttm_tt *tt,
			  struct ttm_operation_ctx *ctx);
void evergreen_tt_unpopulate(struct ttm_device *bdev, struct ttm_tt *tt);
void evergreen_tt_end_begins(struct ttm_buffer_object *tbo);
void evergreen_tt_destroy(struct ttm_device *bdev, struct ttm_tt *tt);

#endif
