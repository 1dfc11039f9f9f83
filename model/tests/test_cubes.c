// SPDX-License-Identifier: MIT OR GPL-2.0
/* Cubes: faces, what lies across their edges and corners, layers. */
#include "test_texture.h"

#define ALL	UINT64_MAX
#define EDGE	4u

static float middle_of(unsigned int texel)
{
	return ((float)texel + 0.5f) / EDGE;
}

/* Texel (x, y) of a face holds its direction, from the middle of the cube: three of four floats. */
static void direction_of(unsigned int face, float s, float t, float d[3])
{
	const float u = 2 * s - 1, v = 2 * t - 1;
	const float all[6][3] = { { 1, -v, -u }, { -1, -v, u }, { u, 1, v }, { u, -1, -v }, { u, -v, 1 }, { -u, -v, -1 } };

	memcpy(d, all[face], sizeof(all[face]));
}

static void start_cube(enum sq_isa isa, unsigned int cubes, unsigned int first, uint32_t filters)
{
	struct fields f = { .dim = 3, .mode = 1, .format = 0x23, .pitch = 64, .width = EDGE, .height = EDGE, .depth = cubes,
			    .first = first, .last = 6 * cubes - 1 };
	float *at = (float *)texture_memory();

	start(isa, &f);
	rig.state.quads = true;
	sampler[1][0] = filters;
	for (unsigned int face = 0; face < 6 * cubes; face++)
		for (unsigned int y = 0; y < EDGE; y++)
			for (unsigned int x = 0; x < EDGE; x++) {
				float *texel = at + 4 * (64 * ((size_t)EDGE * face + y) + x);
				unsigned int cube = face / 6;

				direction_of(face % 6, middle_of(x), middle_of(y), texel);
				texel[3] = (float)cube;
			}
}

static void set_place(unsigned int lane, unsigned int face, float s, float t)
{
	lanes[3][0][lane] = F(s + 1);
	lanes[3][1][lane] = F(t + 1);
	lanes[3][2][lane] = F((float)(face / 6 * 8 + face % 6));
}

static void test_faces(void)
{
	bool good = true;

	for (unsigned int face = 0; face < 12; face++) {
		start_cube(face % 2 ? SQ_CAYMAN : SQ_EVERGREEN, 2, 0, CLAMP(2u));
		for (unsigned int i = 0; i < EDGE * EDGE; i++)
			set_place(i, face, middle_of(i % EDGE), middle_of(i / EDGE));
		good &= run_lanes(rig.isa, "SAMPLE_LZ buffer_id:1 sampler:1" XY TAKES GIVES, 0xffff);
		for (unsigned int i = 0; i < EDGE * EDGE; i++) {
			unsigned int cube = face / 6;
			float d[3];

			direction_of(face % 6, middle_of(i % EDGE), middle_of(i / EDGE), d);
			good &= given(0, i) == d[0] && given(1, i) == d[1] && given(2, i) == d[2] && given(3, i) == (float)cube;
		}
	}
	check(good, "faces of two cubes, texel by texel %s", rig.problem);
	start_cube(SQ_EVERGREEN, 2, 6, CLAMP(2u));
	set_place(0, 3, 0.1f, 0.1f);
	check(run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, 1) && given(3, 0) == 1 && given(1, 0) == -1,
	      "faces count from the first that is seen: %g %s", (double)given(3, 0), rig.problem);
	start_cube(SQ_EVERGREEN, 1, 0, CLAMP(2u));
	rig.resource[1][5] &= ~(0x1fffu << 17);
	set_place(0, 3, 0.1f, 0.1f);
	check(run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, 1) && given(1, 0) == -1,
	      "a cube whose layers end with the first has its faces: %g %s", (double)given(1, 0), rig.problem);
}

/* The other face that has a direction on its rim, and where. */
static unsigned int find_other(unsigned int face, const float d[3], float at[2])
{
	for (unsigned int k = 0; k < 6; k++)
		for (unsigned int i = 0; k != face && i < 33 * 33; i++) {
			unsigned int column = i % 33, row = i / 33;
			float e[3];

			at[0] = (float)column / 32;
			at[1] = (float)row / 32;
			direction_of(k, at[0], at[1], e);
			if (d[0] == e[0] && d[1] == e[1] && d[2] == e[2])
				return k;
		}
	return 0;
}

/*
 * On an edge a linear filter has half of both faces, so it finds the same from both sides; and what
 * a face has 1 of is less there, for the other face has 3/4.
 */
static unsigned int count_wrong(unsigned int face, float s, float t)
{
	unsigned int wrong, other;
	float d[3], at[2];

	direction_of(face, s, t, d);
	other = find_other(face, d, at);
	set_place(0, face, s, t);
	set_place(1, other, at[0], at[1]);
	wrong = !run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, 3);
	for (unsigned int c = 0; c < 3; c++)
		wrong += given(c, 0) != given(c, 1) || (fabsf(d[c]) == 1 && fabsf(given(c, 0)) != 0.875f);
	return wrong;
}

static void test_seams(void)
{
	const float along = 0.375f;
	unsigned int bad = 0;

	start_cube(SQ_EVERGREEN, 1, 0, CLAMP(2u) | BOTH_LINEAR);
	for (unsigned int face = 0; face < 6; face++)
		bad += count_wrong(face, 0, along) + count_wrong(face, 1, along) + count_wrong(face, along, 0) +
		       count_wrong(face, along, 1);
	check(!bad, "24 edges, the same from both sides: %u are not %s", bad, rig.problem);
	sampler[1][2] |= 1u << 29;
	set_place(0, 0, 0, 0.375f);
	check(run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, 1) && given(0, 0) == 1,
	      "DISABLE_CUBE_WRAP: a face alone: %g %s", (double)given(0, 0), rig.problem);
}

/* A corner is the mean of the three texels there, from all of its faces. */
static void test_corners(void)
{
	unsigned int bad = 0;

	start_cube(SQ_EVERGREEN, 1, 0, CLAMP(2u) | BOTH_LINEAR);
	for (unsigned int face = 0; face < 6; face++)
		for (unsigned int corner = 0; corner < 4; corner++) {
			float d[3];

			direction_of(face, (float)(corner & 1), (float)(corner >> 1), d);
			set_place(0, face, (float)(corner & 1), (float)(corner >> 1));
			bad += !run_lanes(SQ_EVERGREEN, SAMPLE_LZ XY TAKES GIVES, 1);
			/* 1, 3/4 and 3/4 are what the three faces have of each component */
			for (unsigned int c = 0; c < 3; c++)
				bad += fabsf(given(c, 0) - d[c] * 2.5f / 3) > 1e-6f;
		}
	check(!bad, "24 corners: %u are not the mean of three %s", bad, rig.problem);
}

/* Neighbours on another face count as where this face sees them. */
static void test_gradients(void)
{
	bool good;

	start_cube(SQ_EVERGREEN, 1, 0, CLAMP(2u) | 2u << 15);
	/* a texel to the left of face +z's left edge lies on face -x */
	set_place(0, 1, 1 - 0.125f / EDGE, 0.5f);
	set_place(1, 4, 0.125f / EDGE, 0.5f);
	set_place(2, 1, 1 - 0.125f / EDGE, 0.5f + 0.125f / EDGE);
	set_place(3, 4, 0.125f / EDGE, 0.5f + 0.125f / EDGE);
	good = run_lanes(SQ_EVERGREEN, "GET_LOD buffer_id:1 sampler:1" XY TAKES GIVES, 0xf);
	for (unsigned int lane = 0; lane < 4; lane++)
		good &= fabsf(given(0, lane) + 2) < 0.2f;
	check(good, "a quarter of a texel across an edge is level -2: %g, %g %s", (double)given(0, 0), (double)given(0, 1),
	      rig.problem);
	set_place(1, 0, 0.5f, 0.5f);
	good = run_lanes(SQ_EVERGREEN, "GET_LOD buffer_id:1 sampler:1" XY TAKES GIVES, 3);
	check(good && given(0, 0) < 0, "what lies behind is not counted: %g %s", (double)given(0, 0), rig.problem);
}

int main(void)
{
	test_faces();
	test_seams();
	test_corners();
	test_gradients();
	return test_end();
}
