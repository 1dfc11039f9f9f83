/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The tessellator: factors of a patch to points of its domain, and primitives of these.
 */
#ifndef TESS_H
#define TESS_H

#include "draw.h"

#define TESS_MOST	64u				/* segments of an edge */
#define TESS_POINTS	(65u * 65u + 4u * 64u)
#define TESS_INDICES	(3u * 2u * 66u * 66u)
#define TESS_FACTORS	6u

enum tess_domain { TESS_ISOLINE, TESS_TRIANGLE, TESS_QUAD, TESS_DOMAINS };
enum tess_spacing { TESS_INTEGER, TESS_POW2, TESS_ODD, TESS_EVEN, TESS_SPACINGS };
/* As coordinates u to the right and v up show it. */
enum tess_output { TESS_OUT_POINTS, TESS_OUT_LINES, TESS_OUT_CCW, TESS_OUT_CW, TESS_OUTPUTS };

struct tess {
	enum tess_domain domain;
	enum tess_spacing spacing;
	enum tess_output output;
	float least, most;		/* of a factor */
	bool good;			/* there is such a thing */

	unsigned int points, indices, corners;	/* corners: of a primitive */
	struct { float u, v; } point[TESS_POINTS];
	uint16_t index[TESS_INDICES];
};

void tess_take_state(struct tess *t, const struct draw_card *card);
/* How many of the domain, those of the edges first. */
unsigned int tess_factors(const struct tess *t);
void tess_make(struct tess *t, const float *factor);

#endif
