// SPDX-License-Identifier: MIT OR GPL-2.0
/* The tiling function: against a reference, one to one, and what it refuses. */
#include "array.h"
#include "test_tiled.h"

#define LARGEST	(512u << 10)	/* bytes of a surface tried */

static const unsigned int modes[] = {
	LINEAR_GENERAL, LINEAR_ALIGNED, TILED_1D_THIN1, TILED_1D_THICK, TILED_2D_THIN1, TILED_2D_THICK,
};

static uint32_t slices_of(const struct tiling *t)
{
	return t->mode == TILED_1D_THICK || t->mode == TILED_2D_THICK ? 8 : 3;
}

static uint64_t bytes_of(const struct tiling *t)
{
	return ((uint64_t)t->pitch * t->height * slices_of(t)) << t->element_log2 << t->samples_log2;
}

/* Where the reference has it, and nothing else there. */
static bool sample_is_right(const struct ref *ref, uint32_t x, uint32_t y, uint32_t z, uint32_t sample, uint8_t *seen)
{
	const struct tiling *t = ref->t;
	uint64_t offset = tiling_sample_offset(t, x, y, z, sample);

	if (offset != ref_sample(ref, x, y, z, sample) || offset >= bytes_of(t) ||
	    offset % (1u << t->element_log2) || seen[offset])
		return false;
	seen[offset] = 1;
	return sample || offset == tiling_offset(t, x, y, z);
}

/* Each element where the reference has it, each byte of the surface used once. */
static bool is_right(const struct tiling *t)
{
	uint8_t *seen = calloc(1, bytes_of(t));
	bool good = true;
	struct ref ref;

	ref_new(&ref, t, slices_of(t));
	for (uint32_t z = 0; z < slices_of(t) && good; z++)
		for (uint32_t y = 0; y < t->height && good; y++)
			for (uint32_t x = 0; x < t->pitch && good; x++)
				for (uint32_t n = 0; n >> t->samples_log2 == 0 && good; n++)
					good = sample_is_right(&ref, x, y, z, n, seen);
	ref_free(&ref);
	free(seen);
	return good;
}

static void test_micro(void)
{
	for (size_t m = 0; m < 4; m++)
		for (unsigned int size = 0; size < 5; size++)
			for (int order = 0; order < 2; order++) {
				struct tiling t = {
					.mode = modes[m], .element_log2 = size, .non_displayable = order,
					.pitch = 256, .height = 24, .pipes = 4, .banks = 8, .bank_width = 1,
					.bank_height = 1, .aspect = 1, .split = 1024, .group = 256,
					.bank_interleave = 1,
				};

				check(!tiling_problem(&t) && is_right(&t), "mode %u, %u bytes, order %d",
				      t.mode, 1u << size, order);
			}
}

static unsigned int one_of(unsigned int first, unsigned int n)
{
	return first << ref_random() % n;
}

static struct tiling random_macro(void)
{
	struct tiling t = {
		.mode = ref_random() % 4 ? TILED_2D_THIN1 : TILED_2D_THICK,
		.element_log2 = ref_random() % 5, .non_displayable = ref_random() % 2,
		.pipes = one_of(1, 4), .banks = one_of(2, 4), .bank_width = one_of(1, 4),
		.bank_height = one_of(1, 4), .aspect = one_of(1, 4), .split = one_of(64, 7),
		.group = one_of(256, 2), .bank_interleave = one_of(1, 2),
	};

	if (t.mode == TILED_2D_THIN1) {
		t.samples_log2 = ref_random() % 5;
		t.depth_order = ref_random() % 2;
	}
	t.pitch = 8 * t.bank_width * t.pipes * t.aspect * (1 + ref_random() % 3);
	t.height = 8 * t.bank_height * t.banks / t.aspect * (1 + ref_random() % 3);
	return t;
}

/* What Mesa's radeon_surface.c allows. */
static bool mesa_allows(const struct tiling *t)
{
	unsigned int tile = (t->mode == TILED_2D_THICK ? 256u : 64u) << t->element_log2 << t->samples_log2;
	unsigned int stored = t->mode == TILED_2D_THIN1 && tile > t->split ? t->split : tile;

	return t->aspect <= t->banks &&
	       stored * t->bank_width * t->bank_height >= t->group * t->bank_interleave;
}

static void test_macro(void)
{
	unsigned int tried = 0, wrong = 0, refused = 0, disagree = 0;

	while (tried < 300 && refused < 100000) {
		struct tiling t = random_macro();

		disagree += (t.height && !tiling_problem(&t)) != (t.height && mesa_allows(&t));
		if (!t.height || tiling_problem(&t) || bytes_of(&t) > LARGEST) {
			refused++;
			continue;
		}
		tried++;
		if (is_right(&t))
			continue;
		printf("# wrong: mode %u size %u %ux%u pipes %u banks %u %ux%u aspect %u split %u samples %u\n", t.mode,
		       t.element_log2, t.pitch, t.height, t.pipes, t.banks, t.bank_width, t.bank_height,
		       t.aspect, t.split, 1u << t.samples_log2);
		wrong++;
	}
	check(tried == 300 && !wrong, "2D tiled: %u geometries", tried);
	check(!disagree, "2D tiled: what Mesa allows and nothing else");
}

/* A pixel's samples in the colour block's order and the depth block's, and behind a split. */
/* Ways from the first element of a tile: those of six elements tell all others. */
static void test_complete(void)
{
	unsigned int tried = 0, wrong = 0;

	while (tried < 100) {
		struct tiling t = random_macro();
		uint32_t place[64] = { 0 }, way[64] = { 0 };

		if (tiling_problem(&t) || !tiling_has_whole_tiles(&t))
			continue;
		for (uint32_t i = 1; i < 64; i *= 2) {
			place[i] = tiling_place(&t, i % 8, i / 8, 0, 0);
			way[i] = (uint32_t)(tiling_offset(&t, i % 8, i / 8, 0) - tiling_offset(&t, 0, 0, 0));
		}
		tiling_complete(place);
		tiling_complete(way);
		for (uint32_t i = 0; i < 64; i++)
			wrong += place[i] != tiling_place(&t, i % 8, i / 8, 0, 0) ||
				 way[i] != tiling_offset(&t, i % 8, i / 8, 0) - tiling_offset(&t, 0, 0, 0);
		tried++;
	}
	check(!wrong, "%u surfaces: the ways to six elements of a tile tell all, %u are wrong", tried, wrong);
}

/* Stencil may have banks that are smaller than a group. */
static void test_reach(void)
{
	unsigned int tried = 0, wrong = 0, longer = 0;

	while (tried < 100) {
		struct tiling t = random_macro();
		uint64_t last = 0;

		t.stencil = true;
		t.element_log2 = 0;
		t.samples_log2 = 0;
		if (tiling_problem(&t) || tiling_thickness(&t) > 1)
			continue;
		for (uint32_t y = 0; y < t.height; y += 4)
			for (uint32_t x = 0; x < t.pitch; x += 4) {
				uint64_t at = tiling_offset(&t, x, y, 1);

				last = at > last ? at : last;
			}
		wrong += last >= tiling_reach(&t, 2);
		longer += tiling_reach(&t, 2) > 2 * tiling_slice_bytes(&t);
		tried++;
	}
	check(!wrong && longer, "%u stencils: none goes further than it reaches, %u reach behind their slices", tried, longer);
}

static void test_samples(void)
{
	struct tiling t = {
		.mode = TILED_1D_THIN1, .element_log2 = 2, .pitch = 8, .height = 8, .samples_log2 = 2,
		.non_displayable = true, .group = 256,
	};
	struct tiling split = {
		.mode = TILED_2D_THIN1, .element_log2 = 2, .pitch = 8, .height = 32, .samples_log2 = 2,
		.pipes = 1, .banks = 4, .bank_width = 1, .bank_height = 1, .aspect = 1, .split = 512, .group = 256,
		.bank_interleave = 1,
	};

	check(!tiling_problem(&t) && tiling_sample_offset(&t, 1, 0, 0, 3) == 3 * 256 + 4,
	      "colour: all first samples, then all second ones");
	check(tiling_slice_bytes(&t) == 1024, "a slice has the samples of its elements");
	t.depth_order = true;
	check(tiling_sample_offset(&t, 1, 0, 0, 3) == 4 * 4 + 3 * 4, "depth: the samples of a pixel are neighbours");
	check(!tiling_problem(&split) && tiling_sample_offset(&split, 0, 0, 0, 1) == 1024 &&
	      tiling_sample_offset(&split, 0, 0, 0, 2) == 2048 + 3 * 256,
	      "samples behind the split are in a slice of their own, and other banks");
	t.samples_log2 = 5;
	check(tiling_problem(&t), "no 32 samples");
	t.samples_log2 = 1;
	t.mode = LINEAR_ALIGNED;
	t.pitch = 64;
	check(tiling_problem(&t), "no samples without tiles");
	t.mode = TILED_1D_THICK;
	check(tiling_problem(&t), "no samples in thick tiles");
}

/* Figures of Mesa's radeon_surface.c for its choice of banks on these boards. */
static void test_alignments(void)
{
	static const struct {
		struct tiling t;
		uint32_t pitch, height;
		uint64_t base;
	} rows[] = {
		{ { TILED_2D_THIN1, 2, false, 0, 0, 8, 8, 1, 2, 2, 1024, 256, 1 }, 128, 64, 32768 },
		{ { TILED_2D_THIN1, 2, false, 0, 0, 8, 8, 1, 1, 1, 1024, 256, 1 }, 64, 64, 16384 },
		{ { TILED_2D_THIN1, 0, true, 0, 0, 2, 8, 1, 4, 4, 1024, 256, 1 }, 64, 64, 4096 },
		{ { TILED_2D_THIN1, 4, true, 0, 0, 4, 8, 1, 1, 1, 512, 256, 1 }, 32, 64, 16384 },
		{ { TILED_1D_THIN1, 0, false, 0, 0, 4, 8, 1, 1, 1, 1024, 256, 1 }, 32, 8, 256 },
		{ { TILED_1D_THIN1, 2, false, 0, 0, 4, 8, 1, 1, 1, 1024, 256, 1 }, 8, 8, 256 },
		{ { TILED_1D_THIN1, 2, false, 0, 0, 4, 8, 1, 1, 1, 1024, 512, 1 }, 16, 8, 512 },
		{ { LINEAR_ALIGNED, 0, false, 0, 0, 4, 8, 1, 1, 1, 1024, 256, 1 }, 256, 1, 256 },
		{ { LINEAR_ALIGNED, 3, false, 0, 0, 4, 8, 1, 1, 1, 1024, 256, 1 }, 64, 1, 256 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct tiling t = rows[i].t;
		bool good = true;

		for (t.pitch = 8; t.pitch <= 512; t.pitch += 8) {
			t.height = rows[i].height;
			good &= !tiling_problem(&t) == !(t.pitch % rows[i].pitch);
		}
		t.pitch = rows[i].pitch;
		for (t.height = 1; t.height <= 256; t.height++)
			good &= !tiling_problem(&t) == !(t.height % rows[i].height);
		t.height = rows[i].height;
		check(good && tiling_base_alignment(&t) == rows[i].base,
		      "mode %u, %u bytes: aligned to %u, %u, %llu", t.mode, 1u << t.element_log2,
		      rows[i].pitch, rows[i].height, (unsigned long long)rows[i].base);
		check(tiling_slice_bytes(&t) == (uint64_t)t.pitch * t.height << t.element_log2,
		      "a slice is what its elements take");
	}
}

static void test_refused(void)
{
	static const struct tiling good = { TILED_2D_THIN1, 2, false, 64, 64, 8, 8, 1, 1, 1, 1024, 256, 1 };
	struct tiling t = good;

	check(!tiling_problem(&t), "a good surface");
	for (t.mode = 0; t.mode < 20; t.mode++) {
		bool known = t.mode < 5 || t.mode == 7;

		check(!tiling_problem(&t) == known, "mode %u is %s", t.mode, known ? "known" : "refused");
	}
	t = good;
	t.element_log2 = 5;
	check(tiling_problem(&t), "32 bytes are no element");
	t = good;
	t.split = 8192;
	check(tiling_problem(&t), "a split of 8192 bytes is none");
	t = good;
	t.banks = 2;
	t.aspect = 4;
	check(tiling_problem(&t), "an aspect of more than the banks");
	t = good;
	t.split = 64;
	check(tiling_problem(&t), "a bank of less than a group");
	t.stencil = true;
	check(!tiling_problem(&t) && tiling_is_guessed(&t), "but for stencil");
	t = good;
	t.height = 0;
	check(tiling_problem(&t), "no rows");
}

int main(void)
{
	test_micro();
	test_macro();
	test_complete();
	test_reach();
	test_samples();
	test_alignments();
	test_refused();
	return test_end();
}
