/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The depth block: which samples are seen, and what of that is kept.
 */
#ifndef DB_H
#define DB_H

#include "sc.h"

struct db_state {
	const struct draw_card *card;
	const struct sc_state *sc;	/* where samples are */
	bool early;			/* tests come before the program of pixels */
	bool copies;			/* depth or stencil goes to target 0, see db_copy() */
};

void db_take_state(struct db_state *s, const struct draw_card *card, const struct sc_state *sc);
/* Takes those samples out of the quad that fail; @e is NULL, or what the program has exported. */
void db_test(const struct db_state *s, struct draw_quad *quad, const struct draw_depth_export *e);
/* What DEPTH_COPY and STENCIL_COPY put in place of the program's colours. */
void db_copy(const struct db_state *s, const struct draw_quad *quad, struct draw_colors *colors);

#endif
