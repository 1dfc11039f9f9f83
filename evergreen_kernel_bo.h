/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_KERNEL_BO_H
#define EVERGREEN_KERNEL_BO_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/xarray.h>

struct evergreen_bo;
struct evergreen_device;

/**
 * struct evergreen_kernel_bo - memory of the driver that the card works on
 *
 * All is zero where there is none.
 */
struct evergreen_kernel_bo {
	/** @bo: the buffer, pinned */
	struct evergreen_bo *bo;

	/** @gpu_addr: its GPU address; 0 if the GART does not show it */
	u64 gpu_addr;

	union {
		/** @cpu: kernel mapping of GTT */
		void *cpu;

		/** @dwords: the same */
		u32 *dwords;

		/** @qwords: the same */
		u64 *qwords;

		/** @io: kernel mapping of VRAM, write-combined */
		void __iomem *io;

		/** @entries: the same, if it is a page table */
		u64 __iomem *entries;
	};
};

/**
 * struct evergreen_kernel_bos - buffers of the driver in a card's VRAM
 */
struct evergreen_kernel_bos {
	/**
	 * @vram: these buffers, by their first page, counted from the start of VRAM; none is
	 * removed without @lock
	 */
	struct xarray vram;

	/**
	 * @lock: held where all of @vram are copied, and where one is removed; taken under
	 * &evergreen_gart.lock, so no memory is allocated under it
	 */
	struct mutex lock;

	/**
	 * @saved: copy of all buffers in @vram while the card is without power, from
	 * evergreen_kernel_bos_save() to evergreen_kernel_bos_forget(), which do not run side by
	 * side; else NULL
	 */
	void *saved;
};

int evergreen_kernel_bo_create(struct evergreen_device *edev, struct evergreen_kernel_bo *mem,
			       u64 size, u32 align, u32 domain);
int evergreen_kernel_bo_create_unbound(struct evergreen_device *edev,
				       struct evergreen_kernel_bo *mem, u64 size);
int evergreen_kernel_bo_cover(struct evergreen_device *edev, struct evergreen_kernel_bo *mem,
			      u64 start, u64 size);
void evergreen_kernel_bo_free(struct evergreen_kernel_bo *mem);

int evergreen_kernel_bos_init(struct evergreen_device *edev);
void evergreen_kernel_bos_fini(struct evergreen_device *edev);
int evergreen_kernel_bos_save(struct evergreen_device *edev);
int evergreen_kernel_bos_restore(struct evergreen_device *edev);
void evergreen_kernel_bos_forget(struct evergreen_device *edev);

#endif
