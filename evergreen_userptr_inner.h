/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the files of processes' memory share. */
#ifndef EVERGREEN_USERPTR_INNER_H
#define EVERGREEN_USERPTR_INNER_H

#include <linux/dma-direction.h>

#include "evergreen_userptr.h"

static inline enum dma_data_direction evergreen_userptr_direction(const struct evergreen_userptr *u)
{
	return evergreen_userptr_readonly(u->bo) ? DMA_TO_DEVICE : DMA_BIDIRECTIONAL;
}

extern const struct mmu_interval_notifier_ops evergreen_userptr_notifier;

void evergreen_userptr_unmap(const struct evergreen_userptr *u, const dma_addr_t *pages, u32 n);
void evergreen_userptr_unbind(struct evergreen_userptr *u);
void evergreen_userptr_set_pages(struct evergreen_userptr *u, dma_addr_t *pages);
void evergreen_userptr_forget(struct evergreen_userptr *u);

#endif
