// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: memory
 *
 * A buffer of the kernel's with its mapping, or, without a card, pages of the process: the
 * same sizes and the same zeros.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <radeon_drm.h>
#include <xf86drm.h>

#include "own.h"

#define PAGE	4096u
/* What an address of these chips can reach. */
#define MOST	(1ull << 40)

static uint64_t room(const struct ctm_memory *memory)
{
	return (memory->bytes + PAGE - 1) / PAGE * PAGE;
}

static void close_handle(int fd, uint32_t handle)
{
	struct drm_gem_close args = { .handle = handle };

	drmIoctl(fd, DRM_IOCTL_GEM_CLOSE, &args);
}

uint32_t ctm_domain(const struct ctm_memory *memory)
{
	return memory->place == CTM_VRAM ? RADEON_GEM_DOMAIN_VRAM : RADEON_GEM_DOMAIN_GTT;
}

static bool create(struct ctm_memory *memory, struct ctm_error *error)
{
	struct drm_radeon_gem_create args = {
		.size = room(memory), .alignment = PAGE,
		.initial_domain = ctm_domain(memory),
	};
	int ret = drmCommandWriteRead(memory->device->own->fd, DRM_RADEON_GEM_CREATE, &args,
				      sizeof(args));

	if (ret)
		return ctm_wrong(error, "no buffer of %llu bytes: %s",
				 (unsigned long long)memory->bytes, strerror(-ret));
	memory->handle = args.handle;
	return true;
}

static bool map(struct ctm_memory *memory, struct ctm_error *error)
{
	struct drm_radeon_gem_mmap args = { .handle = memory->handle, .size = room(memory) };
	int fd = memory->device->own->fd, ret;
	void *data = MAP_FAILED;

	ret = drmCommandWriteRead(fd, DRM_RADEON_GEM_MMAP, &args, sizeof(args));
	if (!ret) {
		data = mmap(NULL, room(memory), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			    (off_t)args.addr_ptr);
		ret = data == MAP_FAILED ? -errno : 0;
	}
	if (ret)
		return ctm_wrong(error, "a buffer of %llu bytes cannot be mapped: %s",
				 (unsigned long long)memory->bytes, strerror(-ret));
	memset(data, 0, room(memory));	/* radeon.ko leaves in VRAM what was there */
	memory->data = data;
	return true;
}

static bool map_without_card(struct ctm_memory *memory, struct ctm_error *error)
{
	void *data = mmap(NULL, room(memory), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);

	if (data == MAP_FAILED)
		return ctm_wrong(error, "no memory of %llu bytes: %s",
				 (unsigned long long)memory->bytes, strerror(errno));
	memory->data = data;
	return true;
}

/**
 * ctm_alloc() - memory that card and CPU reach
 * @device: whose
 * @bytes: how many, not 0
 * @place: where
 * @error: out
 *
 * Return: the memory, all zeros, for ctm_free(), or NULL.
 */
struct ctm_memory *ctm_alloc(struct ctm_device *device, uint64_t bytes, enum ctm_place place,
			     struct ctm_error *error)
{
	struct ctm_memory *memory;

	if (!bytes || bytes > MOST) {
		ctm_wrong(error, "memory of %llu bytes: it must be 1 to %llu",
			  (unsigned long long)bytes, MOST);
		return NULL;
	}
	memory = calloc(1, sizeof(*memory));
	if (!memory) {
		ctm_wrong(error, "no memory");
		return NULL;
	}
	memory->device = device;
	memory->bytes = bytes;
	memory->place = place;
	if (device->own->fd < 0 ? map_without_card(memory, error) :
	    create(memory, error) && map(memory, error))
		return memory;
	ctm_free(memory);
	return NULL;
}

/**
 * ctm_free() - give memory back
 * @memory: the memory, or NULL; work that uses it keeps it until it is done
 */
void ctm_free(struct ctm_memory *memory)
{
	if (!memory)
		return;
	if (memory->data)
		munmap(memory->data, room(memory));
	if (memory->handle)
		close_handle(memory->device->own->fd, memory->handle);
	free(memory);
}

/* True when nothing that was submitted uses it any more, however long that takes. */
bool ctm_wait_idle(const struct ctm_memory *memory, struct ctm_error *error)
{
	struct drm_radeon_gem_wait_idle args = { .handle = memory->handle };
	int ret;

	do {
		ret = drmCommandWrite(memory->device->own->fd, DRM_RADEON_GEM_WAIT_IDLE, &args,
				      sizeof(args));
	} while (ret == -EBUSY);
	return !ret || ctm_wrong(error, "the card cannot be waited for: %s", strerror(-ret));
}
