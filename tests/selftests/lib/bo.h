/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Buffers: thin wrappers of the GEM ioctls. All of them return 0 or a negative
 * errno, and leave nothing behind when they fail.
 */
#ifndef SELFTEST_BO_H
#define SELFTEST_BO_H

#include <stdint.h>

#include <drm.h>
#include <radeon_drm.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM

/**
 * struct bo - a buffer of one client
 * @fd: the client's file
 * @handle: 0 if there is no buffer
 * @size: bytes
 * @domain: where it was asked for
 * @map: its CPU mapping, or NULL; bytes, dwords and qwords of it
 */
struct bo {
	int fd;
	uint32_t handle;
	uint64_t size;
	uint32_t domain;
	union {
		void *map;
		uint8_t *u8;
		uint32_t *u32;
		uint64_t *u64;
	};
};

/* An ioctl, repeated while a signal or a reset interrupts it: 0 or -errno. */
int card_ioctl(int fd, unsigned long request, void *arg);

int bo_create(int fd, uint64_t size, uint32_t domain, uint32_t flags,
	      struct bo *bo);
int bo_create_aligned(int fd, uint64_t size, uint64_t alignment, uint32_t domain,
		      struct bo *bo);
int bo_map(struct bo *bo);
/* Both of the above. */
int bo_create_mapped(int fd, uint64_t size, uint32_t domain, struct bo *bo);
/* Memory of the process itself, which is its mapping. */
int bo_userptr(int fd, void *at, uint64_t size, uint32_t flags, struct bo *bo);
void bo_unmap(struct bo *bo);
void bo_free(struct bo *bo);

/* -EBUSY if the GPU still uses it after the kernel's limit of 30 s. */
int bo_wait(const struct bo *bo);
/* 0 if idle, -EBUSY if not; @domain, if given: where it is now. */
int bo_busy(const struct bo *bo, uint32_t *domain);
int bo_set_domain(const struct bo *bo, uint32_t read, uint32_t write);

/* The same buffer for another client, of this card or of another one; without a mapping. */
int bo_share(const struct bo *bo, int fd, struct bo *theirs);

int gem_close(int fd, uint32_t handle);
int gem_mmap_offset(int fd, uint32_t handle, uint64_t *offset);

/* A pattern without a short period; @bytes is a multiple of 4. */
void scramble(void *to, uint64_t bytes, uint32_t seed);

/* One INFO query; @value is also the input of those that take one. */
int card_info(int fd, uint32_t request, void *value);
/* What a client is told of resets; -1 if it is told nothing. */
int card_resets(int fd);
/* What the driver has moved between memories since it is there; 0 if it does not tell. */
uint64_t card_bytes_moved(int fd);
/* Sizes of memory; all zeros if it fails. */
int gem_info(int fd, struct drm_radeon_gem_info *info);

#endif
