// SPDX-License-Identifier: MIT OR GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests.h"

static bool complain(const char *what, int ret)
{
	printf("  %s: %s\n", what, strerror(-ret));
	return false;
}

bool test_surface(struct tests *t, enum surface_format format, uint32_t mode, uint32_t width, uint32_t height,
		  struct surface *s)
{
	int ret = surface_create(t->draw.card.fd, format, mode, width, height, s);

	return !ret || complain("no memory for a surface", ret);
}

bool test_write(struct tests *t, const struct surface *s, const uint32_t *codes)
{
	int ret = surface_write(s, &t->draw.tiling, codes);

	return !ret || complain("a surface cannot be written", ret);
}

bool test_finish(struct tests *t)
{
	int ret = draw_finish(&t->draw);

	return !ret || complain("the batch was refused, or is lost", ret);
}

bool test_judge(struct tests *t, const struct surface *s, const struct canvas *c, const char *what,
		const char *picture)
{
	uint32_t *codes = calloc((size_t)c->width * c->height, sizeof(*codes));
	int ret = codes ? surface_read(s, &t->draw.tiling, codes) : -1;
	bool good = !ret ? canvas_judge(c, codes, what) : complain("a surface cannot be read", ret);

	if (!ret && picture && t->pictures)
		good &= picture_write(t->pictures, picture, c, codes);
	free(codes);
	return good;
}

uint32_t test_random(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)(*seed >> 8) * below >> 24);
}
