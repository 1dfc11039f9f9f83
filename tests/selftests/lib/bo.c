// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <xf86drm.h>

#include "bo.h"

int card_ioctl(int fd, unsigned long request, void *arg)
{
	return drmIoctl(fd, request, arg) ? -errno : 0;
}

static int create(int fd, const struct drm_radeon_gem_create *what, struct bo *bo)
{
	struct drm_radeon_gem_create args = *what;
	int ret;

	memset(bo, 0, sizeof(*bo));
	ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &args);
	if (ret)
		return ret;
	bo->fd = fd;
	bo->handle = args.handle;
	bo->size = what->size;
	bo->domain = what->initial_domain;
	return 0;
}

int bo_create(int fd, uint64_t size, uint32_t domain, uint32_t flags,
	      struct bo *bo)
{
	return create(fd, &(struct drm_radeon_gem_create) {
		.size = size,
		.alignment = 4096,
		.initial_domain = domain,
		.flags = flags,
	}, bo);
}

int bo_create_aligned(int fd, uint64_t size, uint64_t alignment, uint32_t domain,
		      struct bo *bo)
{
	return create(fd, &(struct drm_radeon_gem_create) {
		.size = size,
		.alignment = alignment,
		.initial_domain = domain,
	}, bo);
}

int gem_mmap_offset(int fd, uint32_t handle, uint64_t *offset)
{
	struct drm_radeon_gem_mmap args = { .handle = handle };
	int ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &args);

	*offset = args.addr_ptr;
	return ret;
}

int bo_map(struct bo *bo)
{
	uint64_t offset;
	void *map;
	int ret;

	if (bo->map)
		return 0;
	ret = gem_mmap_offset(bo->fd, bo->handle, &offset);
	if (ret)
		return ret;
	map = mmap(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED, bo->fd,
		   (off_t)offset);
	if (map == MAP_FAILED)
		return -errno;
	bo->map = map;
	return 0;
}

int bo_create_mapped(int fd, uint64_t size, uint32_t domain, struct bo *bo)
{
	int ret = bo_create(fd, size, domain, 0, bo);

	if (ret)
		return ret;
	ret = bo_map(bo);
	if (ret)
		bo_free(bo);
	return ret;
}

int bo_userptr(int fd, void *at, uint64_t size, uint32_t flags, struct bo *bo)
{
	struct drm_radeon_gem_userptr args = {
		.addr = (uintptr_t)at, .size = size, .flags = flags,
	};
	int ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_USERPTR, &args);

	*bo = (struct bo) { .fd = fd, .handle = args.handle, .size = size, .domain = GTT };
	if (!ret)
		bo->map = at;
	return ret;
}

void bo_unmap(struct bo *bo)
{
	if (bo->map)
		munmap(bo->map, bo->size);
	bo->map = NULL;
}

int bo_share(const struct bo *bo, int fd, struct bo *theirs)
{
	int file, ret;

	if (drmPrimeHandleToFD(bo->fd, bo->handle, DRM_CLOEXEC | DRM_RDWR, &file))
		return -errno;
	*theirs = (struct bo) { .fd = fd, .size = bo->size, .domain = bo->domain };
	ret = drmPrimeFDToHandle(fd, file, &theirs->handle) ? -errno : 0;
	close(file);
	return ret;
}

int gem_close(int fd, uint32_t handle)
{
	struct drm_gem_close args = { .handle = handle };

	return card_ioctl(fd, DRM_IOCTL_GEM_CLOSE, &args);
}

void bo_free(struct bo *bo)
{
	bo_unmap(bo);
	if (bo->handle)
		gem_close(bo->fd, bo->handle);
	bo->handle = 0;
}

int bo_wait(const struct bo *bo)
{
	struct drm_radeon_gem_wait_idle args = { .handle = bo->handle };

	return card_ioctl(bo->fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &args);
}

int bo_busy(const struct bo *bo, uint32_t *domain)
{
	struct drm_radeon_gem_busy args = { .handle = bo->handle };
	int ret = card_ioctl(bo->fd, DRM_IOCTL_RADEON_GEM_BUSY, &args);

	if (domain)
		*domain = args.domain;
	return ret;
}

int bo_set_domain(const struct bo *bo, uint32_t read, uint32_t write)
{
	struct drm_radeon_gem_set_domain args = {
		.handle = bo->handle,
		.read_domains = read,
		.write_domain = write,
	};

	return card_ioctl(bo->fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &args);
}

int card_info(int fd, uint32_t request, void *value)
{
	struct drm_radeon_info args = {
		.request = request,
		.value = (uintptr_t)value,
	};

	return card_ioctl(fd, DRM_IOCTL_RADEON_INFO, &args);
}

int card_resets(int fd)
{
	uint32_t value = 0;

	return card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &value) ? -1 : (int)value;
}

uint64_t card_bytes_moved(int fd)
{
	uint64_t bytes = 0;

	card_info(fd, RADEON_INFO_NUM_BYTES_MOVED, &bytes);
	return bytes;
}

int gem_info(int fd, struct drm_radeon_gem_info *info)
{
	memset(info, 0, sizeof(*info));
	return card_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, info);
}

void scramble(void *to, uint64_t bytes, uint32_t seed)
{
	uint32_t *p = to;
	uint64_t i;

	for (i = 0; i < bytes / 4; i++) {
		seed = seed * 1664525 + 1013904223;
		p[i] = seed ^ seed >> 15;
	}
}
