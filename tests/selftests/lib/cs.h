/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Command streams: a growing indirect buffer with its relocations, submitted
 * the way Mesa does it (three chunks) or the way libdrm_radeon does (two).
 */
#ifndef SELFTEST_CS_H
#define SELFTEST_CS_H

#include <stdbool.h>
#include <stdint.h>

#include "bo.h"

#define CS_MAX_RELOCS	256

#ifndef ARRAY_SIZE	/* the harness has one, too */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#endif

/**
 * struct cs - a stream under construction
 * @fd: the client that will submit it
 * @ib: its dwords
 * @ndw: how many there are
 * @cap: how many fit without growing
 * @relocs: the relocation entries
 * @nrelocs: how many there are
 * @flags: content of the FLAGS chunk: flags, ring, priority
 * @nflags: dwords of it that are sent; 0 leaves the chunk out
 */
struct cs {
	int fd;
	uint32_t *ib;
	uint32_t ndw, cap;
	struct drm_radeon_cs_reloc relocs[CS_MAX_RELOCS];
	uint32_t nrelocs;
	uint32_t flags[3];
	uint32_t nflags;
};

void cs_init(struct cs *cs, int fd);
void cs_fini(struct cs *cs);
/* Empty it, keep the memory. */
void cs_clear(struct cs *cs);

void cs_emit(struct cs *cs, uint32_t dw);

/* The entry of a buffer, added if it is new, with its domains widened: its index. */
uint32_t cs_add_bo(struct cs *cs, const struct bo *bo, bool write);

/* Likewise, and the NOP packet that refers to it. */
void cs_reloc(struct cs *cs, const struct bo *bo, bool write);

/* Fill up with type-2 packets to a multiple of @align dwords. */
void cs_pad(struct cs *cs, uint32_t align);

/* Send it: 0 or -errno. The stream can be sent again. */
int cs_submit(struct cs *cs);

/* The bare ioctl, for those who want to get it wrong. */
int cs_ioctl(int fd, uint32_t num_chunks, const uint64_t *chunks);

#endif
