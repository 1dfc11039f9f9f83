/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A stage of the shader core: its registers, read once, and its program.
 */
#ifndef STAGE_H
#define STAGE_H

#include "sq/wave.h"

#define STAGE_RESOURCES	176u	/* at most */
#define STAGE_SAMPLERS	18u
#define STAGE_FETCHES	32u	/* resources of the fetch program */

enum stage_kind { STAGE_PS, STAGE_VS, STAGE_ES, STAGE_GS, STAGE_HS, STAGE_LS, STAGE_CS };

struct cp_ring;
struct gpu;
struct program;

/* Whose registers: graphics has one state, compute of a Cayman one for each ring. */
struct stage_regs {
	struct gpu *gpu;
	const struct cp_ring *compute;	/* NULL: graphics */
	const uint32_t *file;		/* all values, if they are what is found: of graphics that nobody watches */
};

struct page_cache;

struct stage {
	enum stage_kind kind;
	struct stage_regs regs;
	unsigned int vmid;
	uint64_t addr;			/* of the program */
	unsigned int gprs;
	struct program *program, *fetch;	/* fetch: what it calls, or NULL */
	const void *inst;		/* that accesses memory */
	struct page_cache *pages;	/* that a draw keeps, or NULL */
	struct sq_state state;
	uint32_t resource[STAGE_RESOURCES][8], fetched[STAGE_FETCHES][8];
	uint32_t sampler[STAGE_SAMPLERS][3], border[STAGE_SAMPLERS][4];
};

uint32_t stage_reg(const struct stage_regs *regs, uint32_t offset);
uint64_t stage_address(const struct stage_regs *regs, uint32_t offset);
struct tiling stage_memory(const struct stage_regs *regs);
void stage_take_state(struct stage *stage, enum stage_kind kind, const struct stage_regs *regs, unsigned int vmid,
		      struct page_cache *pages);
bool stage_take_program(struct stage *stage);
void stage_put(struct stage *stage);
void stage_tell_access(struct gpu *gpu, const struct stage *stage, enum sq_path path, uint64_t addr, size_t size,
		       bool write);
void stage_describe(const struct stage *stage, unsigned int path, FILE *out);

/* stage_targets.c */
void stage_take_target(const struct stage_regs *regs, struct sq_rat *rat, unsigned int n);
void stage_describe_target(const struct stage_regs *regs, unsigned int n, FILE *out);

#endif
