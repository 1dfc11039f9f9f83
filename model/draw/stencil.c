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
		.reference = reference & 0xff, .mask = reference >> 8 & 0xff, .write_mask = reference >> 16 & 0xff,
	};
	f->updates = f->write_mask && (f->fail | f->zpass | f->zfail) != KEEP;
}

sq_u4 db_passes_stencil(const struct db_face *f, sq_u4 reference, sq_u4 old)
{
	sq_u4 a = reference & f->mask, b = old & f->mask;

	return db_compare(f->function, (sq_u4)(a < b), (sq_u4)(a == b));
}

static inline sq_u4 after(unsigned int op, sq_u4 reference, sq_u4 old)
{
	switch (op) {
	case ZERO:
		return old & 0;
	case REPLACE:
		return reference;
	case INCREMENT_CLAMP:
		return old - (sq_u4)(old < 0xff);
	case DECREMENT_CLAMP:
		return old + (sq_u4)(old > 0);
	case INVERT:
		return ~old & 0xff;
	case INCREMENT_WRAP:
		return (old + 1) & 0xff;
	case DECREMENT_WRAP:
		return (old - 1) & 0xff;
	default:
		return old;
	}
}

sq_u4 db_update_stencil(const struct db_face *f, unsigned int op, sq_u4 reference, sq_u4 old)
{
	return (after(op, reference, old) & f->write_mask) | (old & ~f->write_mask);
}
