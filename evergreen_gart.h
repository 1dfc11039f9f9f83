/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GART_H
#define EVERGREEN_GART_H

#include <linux/types.h>

struct evergreen_device;

int evergreen_gart_init(struct evergreen_device *edev);
void evergreen_gart_fini(struct evergreen_device *edev);
bool evergreen_gart_lock(struct evergreen_device *edev);
void evergreen_gart_hold(struct evergreen_device *edev);
void evergreen_gart_unlock(struct evergreen_device *edev);
void evergreen_gart_silence(struct evergreen_device *edev);
int evergreen_gart_enable(struct evergreen_device *edev);
void evergreen_gart_forget_fault(struct evergreen_device *edev);
void evergreen_gart_disable(struct evergreen_device *edev);
int evergreen_gart_bind(struct evergreen_device *edev, u32 first_page,
			const dma_addr_t *pages, u32 n, u64 flags);
void evergreen_gart_unbind(struct evergreen_device *edev, u32 first_page, u32 n);
int evergreen_gart_try_flush(struct evergreen_device *edev);
bool evergreen_gart_flush_contexts(struct evergreen_device *edev, u32 contexts);

#endif
