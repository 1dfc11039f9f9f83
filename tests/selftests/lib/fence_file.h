/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Fences as files. */
#ifndef SELFTEST_FENCE_FILE_H
#define SELFTEST_FENCE_FILE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <xf86drm.h>

#include <linux/dma-buf.h>

#include "bo.h"

/* The fences of what is under way with a shared buffer, as a file, or -errno. */
static inline int fences_of_file(int dmabuf)
{
	struct dma_buf_export_sync_file args = { .flags = DMA_BUF_SYNC_RW, .fd = -1 };

	return ioctl(dmabuf, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &args) ? -errno : args.fd;
}

/* Those of a buffer of ours. */
static inline int fence_of(const struct bo *bo)
{
	int dmabuf, ret;

	ret = drmPrimeHandleToFD(bo->fd, bo->handle, O_CLOEXEC | DRM_RDWR, &dmabuf);
	if (ret)
		return ret;
	ret = fences_of_file(dmabuf);
	close(dmabuf);
	return ret;
}

/* Has it been reached within so many milliseconds, or ever if that is -1? */
static inline bool fence_reached(int fence, int ms)
{
	struct pollfd p = { .fd = fence, .events = POLLIN };

	return poll(&p, 1, ms) == 1;
}

#endif
