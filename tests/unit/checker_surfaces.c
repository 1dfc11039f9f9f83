// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Compares the surface arithmetic with cases that surfaces.py has computed by
 * placing every tile.
 *
 * usage: checker_surfaces surfaces.txt
 */

#include <linux/array_size.h>

#include "checker/surface.h"
#include "tap.h"

struct row {
	struct r600_cs_chip chip;
	struct r600_cs_surface surface;
	u32 layers;
	struct r600_cs_layout layout;
	unsigned long long bytes;
};

static bool read_row(FILE *file, struct row *row)
{
	struct r600_cs_surface *s = &row->surface;
	struct r600_cs_tiling *t = &s->tiling;

	return fscanf(file, "%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u%u%llu", &s->mode,
		      &row->chip.num_pipes, &row->chip.group_bytes, &s->bytes,
		      &s->samples, &t->split, &t->banks, &t->bank_width,
		      &t->bank_height, &t->aspect, &s->width, &s->height,
		      &row->layers, &row->layout.width_align,
		      &row->layout.height_align, &row->layout.base_align,
		      &row->bytes) == 17;
}

static bool as_computed(struct row *row)
{
	struct r600_cs_surface *s = &row->surface;
	struct r600_cs_layout layout;

	if (r600_cs_surface_layout(&row->chip, s, &layout) ||
	    r600_cs_surface_aligned(s, &layout))
		return false;
	printf("# aligned to %u x %u, base %u; %llu bytes\n", layout.width_align,
	       layout.height_align, layout.base_align,
	       (unsigned long long)r600_cs_surface_bytes(s, row->layers));
	if (layout.width_align != row->layout.width_align ||
	    layout.height_align != row->layout.height_align ||
	    layout.base_align != row->layout.base_align ||
	    r600_cs_surface_bytes(s, row->layers) != row->bytes)
		return false;
	s->width++;
	if (layout.width_align > 1 && !r600_cs_surface_aligned(s, &layout))
		return false;
	s->width--;
	s->height++;
	return layout.height_align == 1 || r600_cs_surface_aligned(s, &layout);
}

/* HTILE: pipes, linear, width, height, layers, and dwords worked out by hand. */
static void test_htile(void)
{
	static const u32 rows[][6] = {
		{ 1, 0, 8, 8, 1, 32 * 16 }, { 1, 0, 256, 128, 1, 32 * 16 },
		{ 1, 0, 264, 128, 1, 64 * 16 }, { 2, 0, 8, 8, 1, 32 * 32 },
		{ 4, 0, 8, 8, 1, 64 * 32 }, { 8, 0, 8, 8, 3, 64 * 64 * 3 },
		{ 8, 0, 512, 520, 1, 64 * 128 }, { 1, 1, 8, 8, 1, 512 },
		{ 8, 1, 8192, 64, 2, 1024 * 8 * 2 },
	};
	struct r600_cs_chip chip = {};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		chip.num_pipes = rows[i][0];
		tap_ok(r600_cs_htile_bytes(&chip, rows[i][1], rows[i][2],
					   rows[i][3], rows[i][4]) ==
		       rows[i][5] * 4ull, "HTILE row %u", i);
	}
}

/* Nothing overflows at the largest values that the fields can say. */
static void test_largest(void)
{
	struct r600_cs_surface surface = {
		.bytes = 16, .samples = 8, .width = 16384, .height = 16384,
	};
	struct r600_cs_chip chip = { .num_pipes = 8, .group_bytes = 512 };

	tap_ok(r600_cs_surface_bytes(&surface, 8192) == 1ull << 48,
	       "the largest surface");
	tap_ok(r600_cs_cmask_bytes(&chip, 16384) == 1ull << 21 &&
	       r600_cs_cmask_blocks(&chip, 16384, 16384) == 16384,
	       "the largest CMASK");
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	struct row row = {};
	u32 i;

	for (i = 0; file && read_row(file, &row); i++)
		tap_ok(as_computed(&row), "surface of line %u", i + 1);
	tap_ok(file && feof(file) && i > 100, "the table was read");
	if (file)
		fclose(file);
	test_htile();
	test_largest();
	return tap_done();
}
