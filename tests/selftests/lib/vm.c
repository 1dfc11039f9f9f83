// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>

#include "vm.h"

int va_ioctl(int fd, struct drm_radeon_gem_va *args)
{
	return card_ioctl(fd, DRM_IOCTL_RADEON_GEM_VA, args);
}

static int va(const struct bo *bo, uint32_t operation, uint64_t offset, uint32_t flags)
{
	struct drm_radeon_gem_va args = {
		.handle = bo->handle,
		.operation = operation,
		.offset = offset,
		.flags = flags,
	};
	int ret = va_ioctl(bo->fd, &args);

	if (!ret && args.operation == RADEON_VA_RESULT_VA_EXIST)
		return -EEXIST;
	return ret;
}

int va_map(const struct bo *bo, uint64_t offset, uint32_t flags)
{
	return va(bo, RADEON_VA_MAP, offset, flags);
}

int va_unmap(const struct bo *bo, uint64_t offset)
{
	return va(bo, RADEON_VA_UNMAP, offset, 0);
}

void vm_cs_init(struct cs *cs, int fd)
{
	cs_init(cs, fd);
	cs->flags[0] |= RADEON_CS_USE_VM;
}

int vm_run(struct cs *cs, const struct bo *bo)
{
	int ret;

	cs_pad(cs, 8);
	ret = cs_submit(cs);
	cs_clear(cs);
	return ret ?: bo_wait(bo);
}
