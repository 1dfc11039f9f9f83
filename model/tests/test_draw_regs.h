/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Registers of the drawing pipeline in a test, and two blocks that take their state from them:
 * a viewport of 64 by 64 pixels, everything open.
 */
#ifndef TEST_DRAW_REGS_H
#define TEST_DRAW_REGS_H

#include "test_card.h"
#include "draw/pa.h"
#include "draw/sc.h"

#define REGS	0x30000u
#define SIDE	64		/* pixels */

struct bench {
	uint32_t reg[REGS / 4];
	struct draw_card card;
	struct pa_state pa;
	struct sc_state sc;
	unsigned int violations, guesses;
};

static inline uint32_t bench_reg(void *opaque, uint32_t offset)
{
	struct bench *b = opaque;

	return b->reg[offset / 4];
}

static inline void bench_violation(void *opaque, const char *text)
{
	struct bench *b = opaque;

	(void)text;
	b->violations++;
}

static inline void bench_guess(void *opaque, const char *what)
{
	struct bench *b = opaque;

	(void)what;
	b->guesses++;
}

static inline void set(struct bench *b, uint32_t offset, uint32_t value)
{
	if (offset < REGS)
		b->reg[offset / 4] = value;
}

static inline void set_float(struct bench *b, uint32_t offset, float value)
{
	set(b, offset, sq_bits(value));
}

static inline void bench_take(struct bench *b)
{
	pa_take_state(&b->pa, &b->card);
	sc_take_state(&b->sc, &b->card);
}

static inline void set_viewport(struct bench *b, unsigned int i, const float v[6])
{
	for (unsigned int c = 0; c < 6; c++)
		set_float(b, 0x2843c + 24 * i + 4 * c, v[c]);
}

static inline void bench_start(struct bench *b, bool cayman)
{
	static const uint32_t scissors[] = { 0x28030, 0x28204, 0x28240, 0x28250 };

	memset(b, 0, sizeof(*b));
	b->card = (struct draw_card){
		.opaque = b, .reg = bench_reg, .violation = bench_violation, .guess = bench_guess, .cayman = cayman,
	};
	for (size_t i = 0; i < 4; i++)
		set(b, scissors[i] + 4, 0x40004000);
	set(b, 0x2820c, 0xffff);
	set(b, 0x28230, 0xaaaaaaaa);
	set(b, 0x28818, 0x43f);
	set(b, 0x28814, 0x240);				/* if modes apply: triangles */
	set(b, cayman ? 0x28be4 : 0x28c08, 0x2d);	/* to even, 256ths */
	set(b, 0x28c38, ~0u);
	set(b, 0x28c3c, ~0u);
	for (unsigned int i = 0; i < 4; i++)
		set_float(b, (cayman ? 0x28be8 : 0x28c0c) + 4 * i, 1);
	set_viewport(b, 0, (const float[]){ SIDE / 2, SIDE / 2, SIDE / 2, SIDE / 2, 0.5f, 0.5f });
	set_float(b, 0x282d4, 1);
	bench_take(b);
}

#endif
