/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef DRAWN_H
#define DRAWN_H

#include <stdbool.h>
#include <stdint.h>

#define DRAWN_REGS	(0x40000u / 4)

struct card;
struct vgt_source;

/**
 * struct drawn - what a draw that runs finds in registers
 * @ordinal: how many have begun in this stream
 * @draws: how many have run in all
 * @random: of this draw
 * @layer: where its vertices go
 * @number: of this draw: what is in @value of those whose @of is the same counts
 */
struct drawn {
	unsigned int ordinal;
	uint64_t draws, random;
	uint32_t layer, number;
	uint32_t of[DRAWN_REGS], value[DRAWN_REGS];
};

/* See &gpu_watch.draw and &gpu_watch.draw_reg. */
bool drawn_draw(void *opaque, struct vgt_source *source);
uint32_t drawn_reg(void *opaque, uint32_t offset, uint32_t value);

#endif
