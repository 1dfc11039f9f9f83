// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <xf86drm.h>
#include <xf86drmMode.h>

#include "vgem.h"

int vgem_open(void)
{
	char path[32];
	int i, fd;

	for (i = 0; i < 8; i++) {
		drmVersionPtr v;
		bool found;

		snprintf(path, sizeof(path), "/dev/dri/card%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		v = drmGetVersion(fd);
		found = v && !strcmp(v->name, "vgem");
		drmFreeVersion(v);
		if (found)
			return fd;
		close(fd);
	}
	return -1;
}

int vgem_create(int vgem, uint32_t size, struct bo *bo, int *file)
{
	uint64_t offset;

	memset(bo, 0, sizeof(*bo));
	bo->fd = vgem;
	bo->size = size;
	if (drmModeCreateDumbBuffer(vgem, size / 4, 1, 32, 0, &bo->handle,
				    &(uint32_t){ 0 }, &(uint64_t){ 0 }))
		return -errno;
	if (drmModeMapDumbBuffer(vgem, bo->handle, &offset))
		return -errno;
	bo->map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, vgem,
		       (off_t)offset);
	if (bo->map == MAP_FAILED)
		return -errno;
	return drmPrimeHandleToFD(vgem, bo->handle, DRM_CLOEXEC | DRM_RDWR, file);
}
