// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: what a job finds
 *
 * Registers hold what a stranger has left, anything but for what a clean start means; so does
 * what the command processor remembers, and the states that there may be.
 */
#include <string.h>

#include "cp.h"
#include "footprint.h"
#include "inside.h"

#define RESOURCES	0x30000u
#define INDEX_TYPE	0x895cu

void before_find(struct card *card)
{
	for (uint32_t i = 0; i < N_REGS; i++) {
		const char *name = gpu_reg_name(card->gpu, 4 * i);

		card->allowed[i] = allowed_name(name);
		card->may_read[i] = allowed_read(name);
		if (card->allowed[i] != ALLOWED_CLEAN && allowed_bits(card->allowed[i]) && 4 * i < RESOURCES)
			card->hostile[card->num_hostile++] = 4 * i;
	}
	/* Of the control constants, base vertex and start instance. */
	for (uint32_t reg = 0x3cff8; reg < 0x3ff0c; reg += 4)
		card->allowed[reg / 4] = ALLOWED_NOT;
	card->hostile[card->num_hostile++] = INDEX_TYPE;
}

/* A clean start: no resources, no sizes of rings, nothing off chip, and all engines listen. */
void before_clean_start(struct card *card)
{
	uint32_t *values = gpu_reg_values(card->gpu);

	for (uint32_t i = 0; i < card->num_unclean && i < MAX_UNCLEAN; i++)
		values[card->unclean[i] / 4] = 0;
	for (uint32_t i = 0; card->num_unclean > MAX_UNCLEAN && i < N_REGS; i++)
		if (card->allowed[i] == ALLOWED_CLEAN)
			values[i] = 0;
	card->num_unclean = 0;
	gpu_reg_set(card->gpu, GRBM_GFX_INDEX, ALL_ENGINES);
}

/* What compute finds in a state of its own, besides item sizes of 0. */
static const struct footprint_value clean_compute[] = {
	/* constants */
	{ 0x28140, 0 }, { 0x28144, 0 }, { 0x28148, 0 }, { 0x2814c, 0 },
	{ 0x28150, 0 }, { 0x28154, 0 }, { 0x28158, 0 }, { 0x2815c, 0 },
	{ 0x28160, 0 }, { 0x28164, 0 }, { 0x28168, 0 }, { 0x2816c, 0 },
	{ 0x28170, 0 }, { 0x28174, 0 }, { 0x28178, 0 }, { 0x2817c, 0 },
	{ 0x28180, 0 }, { 0x28184, 0 }, { 0x28188, 0 }, { 0x2818c, 0 },
	{ 0x28190, 0 }, { 0x28194, 0 }, { 0x28198, 0 }, { 0x2819c, 0 },
	{ 0x281a0, 0 }, { 0x281a4, 0 }, { 0x281a8, 0 }, { 0x281ac, 0 },
	{ 0x281b0, 0 }, { 0x281b4, 0 }, { 0x281b8, 0 }, { 0x281bc, 0 },
	{ 0x281c0, 0 }, { 0x281c4, 0 }, { 0x281c8, 0 }, { 0x281cc, 0 },
	{ 0x281d0, 0 }, { 0x281d4, 0 }, { 0x281d8, 0 }, { 0x281dc, 0 },
	{ 0x281e0, 0 }, { 0x281e4, 0 }, { 0x281e8, 0 }, { 0x281ec, 0 },
	{ 0x281f0, 0 }, { 0x281f4, 0 }, { 0x281f8, 0 }, { 0x281fc, 0 },
	{ 0x28f80, 0 }, { 0x28f84, 0 }, { 0x28f88, 0 }, { 0x28f8c, 0 },
	{ 0x28f90, 0 }, { 0x28f94, 0 }, { 0x28f98, 0 }, { 0x28f9c, 0 },
	{ 0x28fa0, 0 }, { 0x28fa4, 0 }, { 0x28fa8, 0 }, { 0x28fac, 0 },
	{ 0x28fb0, 0 }, { 0x28fb4, 0 }, { 0x28fb8, 0 }, { 0x28fbc, 0 },
	{ 0x28fc0, 0 }, { 0x28fc4, 0 }, { 0x28fc8, 0 }, { 0x28fcc, 0 },
	{ 0x28fd0, 0 }, { 0x28fd4, 0 }, { 0x28fd8, 0 }, { 0x28fdc, 0 },
	{ 0x28fe0, 0 }, { 0x28fe4, 0 }, { 0x28fe8, 0 }, { 0x28fec, 0 },
	{ 0x28ff0, 0 }, { 0x28ff4, 0 }, { 0x28ff8, 0 }, { 0x28ffc, 0 },
	/* targets */
	{ 0x28c70, 0 }, { 0x28cac, 0 }, { 0x28ce8, 0 }, { 0x28d24, 0 },
	{ 0x28d60, 0 }, { 0x28d9c, 0 }, { 0x28dd8, 0 }, { 0x28e14, 0 },
	{ 0x28e50, 0 }, { 0x28e6c, 0 }, { 0x28e88, 0 }, { 0x28ea4, 0 },
	/* samples, stages */
	{ 0x28c04, 0 }, { 0x28be0, 0 }, { 0x28b54, 0 }, { 0x28a40, 0 },
	{ 0x28808, 0x00cc0010 },		/* CB_COLOR_CONTROL */
	/* what random access returns */
	{ 0x28b9c, MAILBOX >> 8 }, { 0x28ba0, MAILBOX >> 8 }, { 0x28ba4, MAILBOX >> 8 },
	{ 0x28ba8, MAILBOX >> 8 }, { 0x28bac, MAILBOX >> 8 }, { 0x28bb0, MAILBOX >> 8 },
	{ 0x28bb4, MAILBOX >> 8 }, { 0x28bb8, MAILBOX >> 8 }, { 0x28bbc, MAILBOX >> 8 },
	{ 0x28bc0, MAILBOX >> 8 }, { 0x28bc4, MAILBOX >> 8 }, { 0x28bc8, MAILBOX >> 8 },
};

#define N_CLEAN (sizeof(clean_compute) / sizeof(clean_compute[0]))

/* One state or two, and a CLEAR_STATE that clears none, one, or both. */
void before_take_states(struct card *card)
{
	unsigned int cleared = next_random(card) >> 62;		/* CLEARS_* */
	struct cp *cp = cp_of(card->gpu);
	bool two = next_random(card) >> 63;

	if (!two && cleared)
		cleared = CLEARS_DRAWS | CLEARS_COMPUTE;
	for (size_t i = 0; i < N_CLEAN; i++) {
		uint32_t offset = clean_compute[i].offset;

		cp->me.clear_state[(offset - CONTEXT_BASE) / 4] = clean_compute[i].value;
		if (!two && card->allowed[offset / 4] == ALLOWED_ANY)
			gpu_reg_set(card->gpu, offset, clean_compute[i].value);
	}
	footprint_all(cp->footprint);
	footprint_states(cp->footprint, two, clean_compute, N_CLEAN, cleared);
	footprint_run_on(cp->footprint, (unsigned int)(next_random(card) >> 60));
	/* With page tables, the card's own states count. */
	if (card->mode == CARD_RUNS_NOTHING || !card->job->cayman)
		return;
	for (unsigned int i = 0; i < CP_RINGS; i++)
		memcpy(cp->compute_state[i], gpu_reg_values(card->gpu) + CONTEXT_BASE / 4,
		       sizeof(cp->compute_state[i]));
}

static uint32_t hostile_bits(const struct card *card, uint32_t reg)
{
	return reg == INDEX_TYPE ? UINT32_MAX : allowed_bits(card->allowed[reg / 4]);
}

/* Each bit is as likely as not, but every other register has few. */
static void dirty_registers(struct card *card)
{
	uint32_t *values = gpu_reg_values(card->gpu);

	for (uint32_t i = 0; i < card->num_hostile; i++) {
		uint64_t value = next_random(card);

		if (value >> 63)
			value &= value >> 32;
		values[card->hostile[i] / 4] =
			((uint32_t)value & hostile_bits(card, card->hostile[i])) |
			allowed_ones(card->allowed[card->hostile[i] / 4]);
	}
	if (card->mode != CARD_RUNS_NOTHING)
		shaders_leave_launch(card->gpu, next_random(card));
}

static void dirty_me(struct card *card)
{
	struct cp *cp = cp_of(card->gpu);
	uint64_t random = next_random(card);

	cp->me = (struct cp_me){
		.initialized = true, .clear_state_done = true, .device_id = 1,
		.index_base = next_random(card) & 0xfffffffffe, .indirect_base = next_random(card) & 0xfffffffff8,
		.predicated = random & 1, .predicate = random & 2,
	};
	for (uint32_t i = 0; i < CONTEXT_REGS; i++)
		if (card->allowed[CONTEXT_BASE / 4 + i] == ALLOWED_ANY)
			cp->me.clear_state[i] = (uint32_t)next_random(card);
	for (unsigned int i = 0; i < 16; i++)
		gpu_reg_set(card->gpu, 0x8960 + i % 4 * 4, (uint32_t)next_random(card));
}

void before_dirty(struct card *card)
{
	dirty_registers(card);
	dirty_me(card);
}
