/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_HIDING_H
#define CAYMAN_HIDING_H

#include <linux/types.h>

struct cayman_hiding;
struct cayman_mapping;
struct cayman_vm;
struct dma_fence;
struct evergreen_bo;
struct evergreen_job;
struct evergreen_userptr;
struct ttm_operation_ctx;

void cayman_hide(struct cayman_mapping *m);
bool cayman_is_shown(struct evergreen_bo *bo);
void cayman_hide_idle(struct evergreen_bo *bo);
int cayman_hide_bo(struct evergreen_bo *bo, struct ttm_operation_ctx *ctx);
struct cayman_vm *cayman_hide_userptr(struct evergreen_userptr *u);

struct cayman_hiding *cayman_hiding_create(struct evergreen_bo *bo);
void cayman_hiding_cancel(struct cayman_hiding *hiding);
void cayman_hiding_armed(struct cayman_hiding *hiding, struct dma_fence *fence);
struct dma_fence *cayman_hiding_prepare(struct evergreen_job *job);
void cayman_hiding_free(struct cayman_hiding *hiding);

#endif
