/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef VFIO_USER_H
#define VFIO_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vu_region {
	VU_BAR0 = 0, VU_BAR2 = 2, VU_BAR4 = 4, VU_ROM = 6, VU_CONFIG = 7, VU_REGIONS = 9
};

enum vu_irq { VU_INTX = 0, VU_MSI = 1, VU_MSIX = 2, VU_ERR = 3, VU_REQ = 4, VU_IRQS = 5 };

struct vu_region_info {
	uint64_t size;
	bool writable, mmap;
	int fd;				/* for mmap */
};

/* What the device behind the protocol does. Callbacks return false to answer with EINVAL. */
struct vu_ops {
	void (*region_info)(void *opaque, unsigned int region, struct vu_region_info *info);
	bool (*region_read)(void *opaque, unsigned int region, uint64_t offset, void *buf, size_t len);
	bool (*region_write)(void *opaque, unsigned int region, uint64_t offset, const void *buf,
			     size_t len);
	/* @fd is taken over, or -1; what it returns is the answer, 0 or an errno value */
	int (*dma_map)(void *opaque, uint64_t iova, uint64_t size, int fd, uint64_t offset,
		       bool writable);
	void (*dma_unmap)(void *opaque, uint64_t iova, uint64_t size, bool all);
	void (*set_irq)(void *opaque, unsigned int irq, int fd);	/* -1 tears down; fd taken over */
	void (*unmask_irq)(void *opaque, unsigned int irq);
	void (*reset)(void *opaque);
};

enum vu_result { VU_OK, VU_EOF, VU_BROKEN };

/* Read one message from @sock and deal with it. */
enum vu_result vu_serve_one(int sock, const struct vu_ops *ops, void *opaque);

#endif
