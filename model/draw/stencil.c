// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: stencil
 *
 * Sources: AMD's register guides, and Mesa for what functions and operations it sets. The
 * reference is on the left of the comparison.
 */
#include "db.h"

#define DB_STENCILREFMASK	0x28430u
#define DB_STENCILREFMASK_BF	0x28434u
#define DB_DEPTH_CONTROL	0x28800u
#define BACKFACE_ENABLE		(1u << 7)

enum { KEEP, ZERO, REPLACE, INCREMENT_CLAMP, DECREMENT_CLAMP, INVERT, INCREMENT_WRAP, DECREMENT_WRAP };

/* Without BACKFACE_ENABLE the front's state is that of both. */
void db_take_face(struct db_face *f, const struct draw_card *card, bool back)
{
	uint32_t control = draw_reg(card, DB_DEPTH_CONTROL), reference;

	back = back && control & BACKFACE_ENABLE;
	reference = draw_reg(card, back ? DB_STENCILREFMASK_BF : DB_STENCILREFMASK);
	control >>= back ? 20 : 8;
	*f = (struct db_face){
		.function = control & 7, .fail = control >> 3 & 7, .zpass = control >> 6 & 7, .zfail = control >> 9 & 7,
		.reference = (uint8_t)reference, .mask = (uint8_t)(reference >> 8),
		.write_mask = (uint8_t)(reference >> 16),
	};
}

bool db_passes_stencil(const struct db_face *f, uint8_t reference, uint8_t old)
{
	uint8_t a = reference & f->mask, b = old & f->mask;

	return f->function >> (a < b ? 0 : a == b ? 1 : 2) & 1;
}

static uint8_t after(unsigned int op, uint8_t reference, uint8_t old)
{
	switch (op) {
	case ZERO:
		return 0;
	case REPLACE:
		return reference;
	case INCREMENT_CLAMP:
		return old < 0xff ? old + 1 : 0xff;
	case DECREMENT_CLAMP:
		return old ? old - 1 : 0;
	case INVERT:
		return (uint8_t)~old;
	case INCREMENT_WRAP:
		return (uint8_t)(old + 1);
	case DECREMENT_WRAP:
		return (uint8_t)(old - 1);
	default:
		return old;
	}
}

uint8_t db_update_stencil(const struct db_face *f, unsigned int op, uint8_t reference, uint8_t old)
{
	return (uint8_t)((after(op, reference, old) & f->write_mask) | (old & ~f->write_mask));
}
