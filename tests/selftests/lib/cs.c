// SPDX-License-Identifier: MIT OR GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cs.h"
#include "pm4.h"

#define FIRST_CAP	1024

void cs_init(struct cs *cs, int fd)
{
	memset(cs, 0, sizeof(*cs));
	cs->fd = fd;
	cs->flags[0] = RADEON_CS_KEEP_TILING_FLAGS;
	cs->flags[1] = RADEON_CS_RING_GFX;
	cs->nflags = 2;
}

void cs_fini(struct cs *cs)
{
	free(cs->ib);
	cs->ib = NULL;
	cs->cap = 0;
	cs->ndw = 0;
}

void cs_clear(struct cs *cs)
{
	cs->ndw = 0;
	cs->nrelocs = 0;
}

static void cs_grow(struct cs *cs)
{
	uint32_t cap = cs->cap ? 2 * cs->cap : FIRST_CAP;
	uint32_t *ib = realloc(cs->ib, cap * sizeof(*ib));

	if (!ib) {
		perror("command stream");
		exit(1);
	}
	cs->cap = cap;
	cs->ib = ib;
}

void cs_emit(struct cs *cs, uint32_t dw)
{
	if (cs->ndw == cs->cap)
		cs_grow(cs);
	cs->ib[cs->ndw++] = dw;
}

/* Where a buffer may be used: where it was made for, or anywhere. */
static uint32_t bo_domains(const struct bo *bo)
{
	return bo->domain == GTT ? GTT : VRAM;
}

uint32_t cs_add_bo(struct cs *cs, const struct bo *bo, bool write)
{
	struct drm_radeon_cs_reloc *r;
	uint32_t i;

	for (i = 0; i < cs->nrelocs; i++)
		if (cs->relocs[i].handle == bo->handle)
			break;
	if (i == CS_MAX_RELOCS) {
		fprintf(stderr, "more than %u buffers in a stream\n", i);
		exit(1);
	}
	r = &cs->relocs[i];
	if (i == cs->nrelocs) {
		memset(r, 0, sizeof(*r));
		r->handle = bo->handle;
		cs->nrelocs++;
	}
	r->read_domains |= bo_domains(bo);
	if (write)
		r->write_domain = bo_domains(bo);
	return i;
}

void cs_reloc(struct cs *cs, const struct bo *bo, bool write)
{
	uint32_t entry = cs_add_bo(cs, bo, write);

	cs_emit(cs, pm4_type3(PM4_NOP, 1));
	cs_emit(cs, entry * 4);
}

void cs_pad(struct cs *cs, uint32_t align)
{
	while (cs->ndw % align)
		cs_emit(cs, PM4_TYPE2);
}

int cs_ioctl(int fd, uint32_t num_chunks, const uint64_t *chunks)
{
	struct drm_radeon_cs args = {
		.num_chunks = num_chunks,
		.chunks = (uintptr_t)chunks,
	};

	return card_ioctl(fd, DRM_IOCTL_RADEON_CS, &args);
}

int cs_submit(struct cs *cs)
{
	struct drm_radeon_cs_chunk chunk[3] = {
		{ RADEON_CHUNK_ID_IB, cs->ndw, (uintptr_t)cs->ib },
		{ RADEON_CHUNK_ID_RELOCS, cs->nrelocs * 4,
		  (uintptr_t)cs->relocs },
		{ RADEON_CHUNK_ID_FLAGS, cs->nflags, (uintptr_t)cs->flags },
	};
	uint64_t pointers[3] = {
		(uintptr_t)&chunk[0], (uintptr_t)&chunk[1],
		(uintptr_t)&chunk[2],
	};

	return cs_ioctl(cs->fd, cs->nflags ? 3 : 2, pointers);
}
