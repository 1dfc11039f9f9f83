/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the tests share, and their list. */
#ifndef DRAW_TESTS_H
#define DRAW_TESTS_H

#include "canvas.h"
#include "draw.h"

/**
 * struct tests - what they run on
 * @draw: the card
 * @pictures: directory for files, or NULL
 */
struct tests {
	struct draw draw;
	const char *pictures;
};

/* These say what went wrong, and return false. */
bool test_surface(struct tests *t, enum surface_format format, uint32_t mode, uint32_t width, uint32_t height,
		  struct surface *s);
bool test_write(struct tests *t, const struct surface *s, const uint32_t *codes);
bool test_finish(struct tests *t);
/* Is it as the canvas? If @picture is not NULL, a file gets that name. */
bool test_judge(struct tests *t, const struct surface *s, const struct canvas *c, const char *what,
		const char *picture);

/* Numbers without a pattern. */
uint32_t test_random(uint32_t *seed, uint32_t below);

bool test_clear(struct tests *t);
bool test_triangle(struct tests *t);
bool test_quad(struct tests *t);
bool test_fill(struct tests *t);
bool test_copy(struct tests *t);
bool test_depth(struct tests *t);
bool test_clip(struct tests *t);
bool test_gears(struct tests *t);

/* How much of each a second, for people. */
bool measure(struct tests *t);

#endif
