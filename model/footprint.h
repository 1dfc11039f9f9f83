/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What a draw or a dispatch may touch, worked out from the registers. footprint.c
 * has the frame, the other files have a part each.
 */
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include "gpu.h"

#define FOOTPRINT_SLOTS	1024	/* resources of eight dwords */
#define FOOTPRINT_ENGINES	4	/* shader engines, more than any chip has */
#define FOOTPRINT_END	0x38000u	/* of the registers and resources that it looks at */

/* ---- for the command processor; @f may be NULL, when nobody watches ---- */

struct footprint;

/* A register and what it holds. */
struct footprint_value {
	uint32_t offset, value;
};

/* What a CLEAR_STATE of compute clears; bits. */
enum { CLEARS_DRAWS = 1, CLEARS_COMPUTE = 2 };

struct footprint *footprint_new(struct gpu *gpu);
void footprint_free(struct footprint *f);
void footprint_all(struct footprint *f);
void footprint_states(struct footprint *f, bool two, const struct footprint_value *clean, size_t n,
		      unsigned int cleared);
bool footprint_clear(struct footprint *f, const uint32_t *values);
void footprint_reg(struct footprint *f, bool compute, uint32_t offset, uint32_t value);
void footprint_written(struct footprint *f);
void footprint_draw(struct footprint *f);
void footprint_dispatch(struct footprint *f);
void footprint_run_on(struct footprint *f, unsigned int engine);
uint32_t footprint_run_reg(struct footprint *f, bool compute, uint32_t offset);
bool footprint_trusts(const struct footprint *f, enum gpu_trust trust);
bool footprint_touch(struct footprint *f, const char *what, uint64_t addr, uint64_t bytes,
		     bool write);

/* ---- for the parts ---- */

enum { READS = 1, WRITES = 2 };

/* A surface, or a level of one. Elements are pixels, or blocks of a compressed format. */
struct footprint_surface {
	unsigned int mode, element, samples;	/* ARRAY_MODE; bytes */
	uint32_t pitch, height, slices;		/* elements */
	unsigned int bank_width, bank_height, aspect, banks, split;
};

/* What a format number stands for; bytes 0: no memory layout is known. */
struct footprint_format {
	uint8_t bytes, width, height;	/* of an element; its edges in pixels */
};

static inline uint64_t footprint_round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

uint32_t footprint_get(struct footprint *f, uint32_t offset);
bool footprint_is_dispatch(const struct footprint *f);
struct gpu *footprint_gpu(struct footprint *f);
void footprint_range(struct footprint *f, const char *what, uint64_t addr, uint64_t bytes,
		     unsigned int access);
void footprint_unbounded(struct footprint *f, const char *what, uint64_t addr, unsigned int access);
void footprint_kept(struct footprint *f, enum gpu_trust trust, const char *what, uint64_t addr,
		    uint64_t bytes, unsigned int access);

/* footprint_surface.c */
struct footprint_format footprint_format(unsigned int number);
unsigned int footprint_pipes(struct footprint *f);
unsigned int footprint_group(struct footprint *f);
bool footprint_align_surface(struct footprint *f, struct footprint_surface *s, uint64_t *base);
uint64_t footprint_reach(struct footprint *f, const struct footprint_surface *s, uint64_t bytes);
uint64_t footprint_bytes(struct footprint *f, const struct footprint_surface *s);
void footprint_add(struct footprint *f, enum gpu_trust trust, const char *what, uint64_t addr,
		   const struct footprint_surface *s, unsigned int access);

/* One for each part; they look at registers and tell ranges. */
void footprint_programs(struct footprint *f);
void footprint_constants(struct footprint *f);
void footprint_rings(struct footprint *f);
void footprint_items(struct footprint *f);
void footprint_exports(struct footprint *f);
void footprint_strmout(struct footprint *f);
void footprint_color(struct footprint *f);
void footprint_depth(struct footprint *f);
void footprint_resource(struct footprint *f, unsigned int slot);

#endif
