/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MOVE_H
#define EVERGREEN_MOVE_H

#include <linux/types.h>

struct evergreen_device;
struct evergreen_job;
struct evergreen_ring;
struct ttm_buffer_object;
struct ttm_resource;
struct ttm_tt;

/**
 * struct evergreen_move - what a job of the driver's own moves or clears
 * @dst: GPU address of the target
 * @src: GPU address of the source, unless @tt is NULL
 * @size: bytes, a multiple of a page; 0 for a job that runs a stream instead
 * @vram: the end that lies in VRAM, bytes from its start
 * @tt: pages of the other end, which live until the job's fence has signalled;
 *	NULL to clear
 * @first_page: index of the first of them
 * @to_vram: VRAM is the target
 */
struct evergreen_move {
	u64 dst, src, size;
	u64 vram;
	struct ttm_tt *tt;
	u32 first_page;
	bool to_vram;
};

int evergreen_move_init(struct evergreen_device *edev);
int evergreen_move_copy(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			bool evict, struct ttm_resource *res);
int evergreen_move_clear(struct evergreen_device *edev, struct ttm_buffer_object *tbo,
			 struct ttm_resource *res);
void evergreen_move_emit(struct evergreen_ring *ring, const struct evergreen_move *move);
void evergreen_move_rescue(struct evergreen_job *job);
void evergreen_move_rescue_all(struct evergreen_device *edev);

#endif
