// SPDX-License-Identifier: MIT OR GPL-2.0
/* Tessellation: programs of patches, their LDS and factors; points and primitives of domains. */
#include <math.h>

#include "array.h"
#include "draw/tess.h"
#include "test_pipeline.h"

enum { POINTS = 1, PATCHES = 9 };

#define STAGES_TESS	0x45u
#define STAGES_TESS_GS	0xadu
#define PARAM(domain, spacing, output)	((domain) | (spacing) << 2 | (output) << 5)

/* ---- the tessellator ---- */

static struct tess tess;
static uint32_t regs[0x30000 / 4];
static unsigned int told;

static uint32_t tess_reg(void *opaque, uint32_t offset)
{
	(void)opaque;
	return regs[offset / 4];
}

static void tess_violation(void *opaque, const char *text)
{
	(void)opaque;
	(void)text;
	told++;
}

static const struct draw_card bench = { .reg = tess_reg, .violation = tess_violation };

static void make(uint32_t param, const float *factor)
{
	regs[0x28b6c / 4] = param;
	regs[0x28a18 / 4] = sq_bits(64);
	tess_take_state(&tess, &bench);
	tess_make(&tess, factor);
}

#define MAKE(param, ...)	make(param, (const float[]){ __VA_ARGS__ })

/* Twice the area of a triangle, against the clock. */
static double area(unsigned int i)
{
	const uint16_t *n = tess.index + i;
	double u[3], v[3];

	for (unsigned int c = 0; c < 3; c++) {
		u[c] = (double)tess.point[n[c]].u;
		v[c] = (double)tess.point[n[c]].v;
	}
	return (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
}

/* Triangles all turn one way, and cover so much: the whole domain, once. */
static bool covers(double whole, int turn)
{
	double sum = 0;

	for (unsigned int i = 0; i < tess.indices; i += 3) {
		if (area(i) * turn < -1e-6)
			return false;
		sum += area(i) * turn;
	}
	return fabs(sum - whole) < 1e-4;
}

static unsigned int count_on(bool u, float value)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < tess.points; i++)
		n += (u ? tess.point[i].u : tess.point[i].v) == value;
	return n;
}

static bool has_point(float u, float v)
{
	for (unsigned int i = 0; i < tess.points; i++)
		if (fabsf(tess.point[i].u - u) < 2e-5f && fabsf(tess.point[i].v - v) < 2e-5f)
			return true;
	return false;
}

static void test_triangle_domain(void)
{
	const uint32_t param = PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CCW);

	MAKE(param, 1, 1, 1, 1);
	check(tess.points == 3 && tess.indices == 3 && covers(1, 1), "a triangle of factors 1 is itself");
	MAKE(param, 1, 1, 2, 1);
	check(tess.points == 5 && has_point(1 / 3.f, 1 / 3.f) && has_point(0.5f, 0.5f) && covers(1, 1),
	      "an edge that is divided gives the inside a point, and is that of its factor");
	MAKE(param, 3, 1, 1, 1);
	check(has_point(0, 1 / 3.f) && has_point(0, 2 / 3.f) && covers(1, 1), "the first factor is of the edge u = 0");
	MAKE(param, 1, 3, 1, 1);
	check(has_point(1 / 3.f, 0) && has_point(2 / 3.f, 0), "the second of v = 0");
	MAKE(param, 1, 1, 1, 3);
	check(tess.points == 6 && has_point(2 / 9.f, 2 / 9.f) && has_point(5 / 9.f, 2 / 9.f) && covers(1, 1),
	      "three segments inside leave a triangle, two thirds of the first away from each edge");
	MAKE(param, 4, 5, 6, 7);
	check(tess.points == 15 + 15 + 9 + 3 && covers(1, 1), "the rings of seven segments have five, three and one: %u points",
	      tess.points);
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CW), 4, 5, 6, 7);
	check(covers(1, -1), "the other output turns the other way");
	for (float f = 1; f < 64; f += 3.7f) {
		MAKE(PARAM(TESS_TRIANGLE, TESS_ODD, TESS_OUT_CCW), f, 65 - f, 2 * f, f / 2);
		check(covers(1, 1), "odd, %g: the domain is covered once", (double)f);
		MAKE(PARAM(TESS_TRIANGLE, TESS_EVEN, TESS_OUT_CCW), f, 65 - f, 2 * f, f / 2);
		check(covers(1, 1), "even, %g: so it is", (double)f);
	}
}

static void test_quad_domain(void)
{
	const uint32_t param = PARAM(TESS_QUAD, TESS_INTEGER, TESS_OUT_CCW);

	MAKE(param, 1, 1, 1, 1, 1, 1);
	check(tess.points == 4 && tess.indices == 6 && covers(2, 1), "a quad of factors 1 is two triangles");
	MAKE(param, 2, 3, 4, 5, 6, 7);
	check(count_on(true, 0) == 3 && count_on(false, 0) == 4 && count_on(true, 1) == 5 && count_on(false, 1) == 6,
	      "outer factors are of u = 0, v = 0, u = 1, v = 1");
	check(tess.points == 14 + 5 * 6 && has_point(1 / 6.f, 1 / 7.f) && covers(2, 1),
	      "the inner ones of u and of v");
	MAKE(param, 1, 1, 1, 1, 1, 4);
	check(tess.points == 4 + 3 && has_point(0.5f, 0.75f) && covers(2, 1),
	      "an inside that is not divided one way has a row of points");
	for (float f = 1; f < 64; f += 4.3f) {
		MAKE(PARAM(TESS_QUAD, TESS_ODD, TESS_OUT_CCW), f, 65 - f, 2 * f, f / 2, f, 64 - f);
		check(covers(2, 1), "odd, %g: the domain is covered once", (double)f);
		MAKE(PARAM(TESS_QUAD, TESS_EVEN, TESS_OUT_CCW), f, 65 - f, 2 * f, f / 2, f, 64 - f);
		check(covers(2, 1), "even, %g: so it is", (double)f);
	}
}

/* Of an edge alone: lines have one. */
static void test_spacing(void)
{
	bool symmetric = true;

	MAKE(PARAM(TESS_ISOLINE, TESS_INTEGER, TESS_OUT_LINES), 2.5f, 2);
	check(tess.points == 8 && tess.indices == 12 && has_point(1 / 3.f, 0) && has_point(2 / 3.f, 0.5f) && !has_point(0, 1),
	      "two lines of three segments; the last is not at v = 1");
	MAKE(PARAM(TESS_ISOLINE, TESS_POW2, TESS_OUT_LINES), 3.5f, 1);
	check(tess.points == 5, "powers of two are rounded up as integers");
	MAKE(PARAM(TESS_ISOLINE, TESS_ODD, TESS_OUT_LINES), 1.5f, 1.25f);
	check(tess.points == 8 && has_point(0.25f * 1 / 3, 0), "odd, 1.5: the new segment is a quarter of the way");
	MAKE(PARAM(TESS_ISOLINE, TESS_EVEN, TESS_OUT_LINES), 2.5f, 1);
	check(tess.points == 5 && has_point(0.4375f, 0) && has_point(0.5f, 0) && has_point(0.5625f, 0),
	      "even, 2.5: it appears in the middle");
	MAKE(PARAM(TESS_ISOLINE, TESS_EVEN, TESS_OUT_LINES), 1, 1);
	check(tess.points == 3, "even: there are two segments at least");
	MAKE(PARAM(TESS_ISOLINE, TESS_ODD, TESS_OUT_LINES), 64, 1);
	check(tess.points == 64, "odd: there are 63 at most");
	MAKE(PARAM(TESS_ISOLINE, TESS_ODD, TESS_OUT_LINES), 9.3f, 1);
	for (unsigned int i = 0; i < tess.points; i++)
		symmetric &= tess.point[i].u == 1 - tess.point[tess.points - 1 - i].u &&
			     (!i || tess.point[i].u > tess.point[i - 1].u);
	check(symmetric && tess.points == 12, "points are the same from both ends");
	regs[0x28a1c / 4] = sq_bits(5);
	MAKE(PARAM(TESS_ISOLINE, TESS_INTEGER, TESS_OUT_LINES), 2, 2);
	check(tess.points == 30, "factors are at least what the registers say");
	regs[0x28a1c / 4] = 0;
	regs[0x28b6c / 4] = PARAM(TESS_ISOLINE, TESS_INTEGER, TESS_OUT_LINES);
	regs[0x28a18 / 4] = sq_bits(3);
	tess_take_state(&tess, &bench);
	tess_make(&tess, (const float[]){ 7, 8 });
	check(tess.points == 12, "and at most");
}

static void test_dropped(void)
{
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CCW), 1, 0, 1, 1);
	check(!tess.indices, "a factor of 0 leaves nothing");
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CCW), 1, NAN, 1, 1);
	check(!tess.indices, "neither does one that is none");
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CCW), 1, 1, 1, -1);
	check(tess.indices == 3, "the inner ones may be what they want");
	MAKE(PARAM(TESS_QUAD, TESS_INTEGER, TESS_OUT_POINTS), 2, 2, 2, 2, 2, 2);
	check(tess.indices == 9 && tess.corners == 1, "as points, each is there once");
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_POINTS), 1, 1, 1, 1);
	check(tess.indices == 3 && tess.point[tess.index[0]].v == 1 && tess.point[tess.index[2]].u == 1,
	      "from the corner of v to that of u");
	check(!told, "nothing is complained of");
	MAKE(PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_LINES), 1, 1, 1, 1);
	check(told == 1 && !tess.good, "lines of a triangle are complained of");
}

/* ---- on the card ---- */

/* To 16 * its number in the group goes a vertex' index. */
#define LS_PROGRAM \
	"ALU addr:2 count:2\nNOP eop:1\n" \
	"@2:\nLSHL * T1.X, T0.Y, literal.x\n4, 0\nLDS_IDX_OP * T0.X, T1.X, T0.X, 0.0 lds_op:13\n"

struct patch_test {
	const char *ls, *hs, *ds;
	uint32_t param, patches, inputs, outputs, lds;
};

static void start_patches_on(const char *chip, const struct patch_test *t)
{
	start(chip);
	set(0x28b54, STAGES_TESS);
	set(0x28b58, t->patches | t->inputs << 8 | t->outputs << 14);
	set(0x28b6c, t->param);
	set(0x288e8, t->lds);
	set(0x28ad4, 4);
	set(0x28b98, 3);
	set_float(0x28a18, 64);
	load(LS, t->ls);
	load(HS, t->hs);
	load(VS, t->ds);
}

static void start_patches(const struct patch_test *t)
{
	start_patches_on("turks", t);
}

static void end(void)
{
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

#define TF_WRITE(gpr)	"GDS_OP mem_op:5 src_gpr:" gpr " src_sel_x:0 src_sel_y:1 src_sel_z:4 " \
			"dst_sel_x:7 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7\n"

#define TF_WRITES	"" TF_WRITE("2") TF_WRITE("3") TF_WRITE("4") TF_WRITE("5")

/* Of a triangle, all 1: four pairs of an address and a factor, in R2 to R5; 13 words. */
#define ONES \
	"LSHL * T1.X, T0.Y, literal.x\n4, 0\n" \
	"ADD_INT T2.X, T1.X, T0.W\nMOV * T2.Y, 1.0\n" \
	"ADD_INT T3.X, T2.X, literal.x\nMOV * T3.Y, 1.0\n4, 0\n" \
	"ADD_INT T4.X, T2.X, literal.x\nMOV * T4.Y, 1.0\n8, 0\n" \
	"ADD_INT T5.X, T2.X, literal.x\nMOV * T5.Y, 1.0\n12, 0\n"

#define HS_ONES		"ALU addr:8 count:12\nGDS addr:24 count:3\nNOP eop:1\n@8:\n" ONES "@24:\n" TF_WRITES

/* What the program of the domain's points finds, and what is in LDS at so much a patch and more. */
#define DS_PROGRAM(patch, more) \
	"ALU addr:8 count:3\n" \
	"MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:15 elem_size:3\nMEM_STREAM0_BUF1 rw_gpr:2 comp_mask:1\n" \
	"EXPORT_DONE type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5 eop:1\n" \
	"@8:\nMULADD_UINT24 * T1.X, T0.Z, literal.x, literal.y\n" patch ", " more "\n" \
	"LDS_IDX_OP * T0.X, T1.X, 0.0, 0.0 lds_op:50\nMOV * T2.X, OQAP\n"

#define TRIANGLES	PARAM(TESS_TRIANGLE, TESS_INTEGER, TESS_OUT_CCW)

static void test_programs(const char *chip)
{
	const struct patch_test t = {
		LS_PROGRAM, HS_ONES, DS_PROGRAM("48", "0"), TRIANGLES, 2, 3, 1, 256,
	};
	const uint32_t one = 0x3f800000;

	start_patches_on(chip, &t);
	draw(PATCHES, 9);
	check(STREAMED(0, 0, one, 0, 0, 0, 0, 0, 0, one, 0, 0, 0, 0, one, 1, 1, 0, 0, 1, 1, one, 0, 1, 1,
		       0, one, 0, 2, 0, 0, 0, 2, one, 0, 0, 2),
	      "points have their coordinates, their patch in its group and in the draw");
	check(STREAMED(1, 0, 0, 0, 3, 3, 3, 6, 6, 6), "and see what was written for their patch");
	rewind_streams();
	EMIT(&card, PKT3(0x2f, 1), 2);
	draw(PATCHES, 3);
	check(STREAMED(1, 0, 0, 0, 0, 0, 0) && peek32(&card, STREAM(0) + 56) == 1 && !peek32(&card, STREAM(0) + 60),
	      "patches of the next instance count from 0, but for their group");
	end();
}

/*
 * Two waves of control points: each leaves its number in LDS, and behind the barrier takes that of
 * the one 64 further round. The domain's points see what point 0 of their patch has found.
 */
static void test_barrier(void)
{
	const struct patch_test t = {
		"NOP eop:1\n",
		"ALU addr:8 count:13\nALU addr:40 count:12\nGDS addr:60 count:3\nNOP eop:1\n"
		"@8:\nLSHL * T6.X, T0.Y, literal.x\n5, 0\nADD_INT * T6.X, T6.X, T0.Z\nLSHL * T6.Y, T6.X, literal.x\n2, 0\n"
		"LDS_IDX_OP * T0.X, T6.Y, T6.X, 0.0 lds_op:13\nGROUP_BARRIER * T0.X\n"
		"XOR_INT * T6.Z, T6.Y, literal.x\n256, 0\nLDS_IDX_OP * T0.X, T6.Z, 0.0, 0.0 lds_op:50\n"
		"MOV * T6.W, OQAP\nADD_INT * T6.Y, T6.Y, literal.x\n512, 0\nLDS_IDX_OP * T0.X, T6.Y, T6.W, 0.0 lds_op:13\n"
		"@40:\n" ONES "@60:\n" TF_WRITES,
		DS_PROGRAM("128", "512"), TRIANGLES, 4, 1, 32, 256,
	};

	start_patches(&t);
	draw(PATCHES, 4);
	check(STREAMED(1, 64, 64, 64, 96, 96, 96, 0, 0, 0, 32, 32, 32), "waves of a group share LDS and meet at barriers");
	rewind_streams();
	set(0x28b98, 2);
	draw(PATCHES, 300);
	check(peek32(&card, STREAM(1) + 4 * 3 * 298) == 0 && peek32(&card, STREAM(1) + 4 * 3 * 299) == 32 &&
	      peek32(&card, STREAM(1) + 4 * 3 * 300) == NONE, "so do those of many groups");
	end();
}

/* Programs of patches that take more than a slice, for patches of many groups. */
static void test_slices(void)
{
	const struct patch_test t = {
		"ALU addr:8 count:2\nLOOP_START addr:4\nALU addr:11 count:3\nEND_LOOP addr:2\nNOP eop:1\n"
		"@8:\nLSHL * T1.X, T0.Y, literal.x\n4, 0\nLDS_IDX_OP * T0.X, T1.X, T0.X, 0.0 lds_op:13\n"
		"@11:\nLDS_IDX_OP * T0.X, T1.X, 0.0, 0.0 lds_op:50\nMOV * T2.X, OQAP\nADD_INT * T2.X, T2.X, 1\n"
		"LDS_IDX_OP * T0.X, T1.X, T2.X, 0.0 lds_op:13\n",
		"ALU addr:8 count:12\nLOOP_START addr:4\nALU addr:24\nEND_LOOP addr:2\nGDS addr:26 count:3\nNOP eop:1\n"
		"@8:\n" ONES "@24:\nADD_INT * T6.X, T0.X, 1\n@26:\n" TF_WRITES,
		DS_PROGRAM("48", "0"), TRIANGLES, 3, 3, 1, 256,
	};

	start_patches(&t);
	set(0x28b98, 2);
	set(0x3a200 + 4 * 96, 4000);			/* loop constants 0 of HS and LS */
	set(0x3a200 + 4 * 128, 2000);
	draw(PATCHES, 30);
	check(peek32(&card, STREAM(1)) == 2000 && peek32(&card, STREAM(1) + 4 * 29) == 2027,
	      "programs go on where their slice has ended: %u", peek32(&card, STREAM(1)));
	end();
}

/* The last dword there is; past it nothing is written, and what is read is 0. */
static void test_lds(void)
{
	static const char ls[] =
		"ALU addr:2 count:3\nNOP eop:1\n"
		"@2:\nLDS_IDX_OP * T0.X, literal.x, literal.y, 0.0 lds_op:13\n32764, 77\n"
		"LDS_IDX_OP * T0.X, literal.x, literal.y, 0.0 lds_op:13\n32768, 78\n";
	struct patch_test t = { ls, HS_ONES, DS_PROGRAM("0", "32764"), TRIANGLES, 1, 1, 1, 8192 };

	start_patches(&t);
	draw(PATCHES, 1);
	check(STREAMED(1, 77, 77, 77), "a group has up to 8192 dwords of LDS");
	rewind_streams();
	set(0x288e8, 10000);
	load(VS, DS_PROGRAM("0", "32768"));
	draw(PATCHES, 1);
	check(STREAMED(1, 0, 0, 0), "and no more");
	end();
}

/* Lines: the first factor are segments, of which there are two; the second one line. */
static void test_lines(void)
{
	const struct patch_test t = {
		"NOP eop:1\n",
		"ALU addr:8 count:5\nGDS addr:24 count:1\nNOP eop:1\n"
		"@8:\nMOV T2.X, T0.W\nMOV * T2.Y, literal.x\n1073741824, 0\nADD_INT T3.X, T0.W, literal.x\n"
		"MOV * T3.Y, 1.0\n4, 0\n"
		"@24:\n" TF_WRITE("2") TF_WRITE("3"),
		DS_PROGRAM("0", "0"), PARAM(TESS_ISOLINE, TESS_INTEGER, TESS_OUT_LINES), 1, 1, 1, 16,
	};

	start_patches(&t);
	draw(PATCHES, 1);
	check(STREAMED(0, 0, 0, 0, 0, 0x3f000000, 0, 0, 0, 0x3f000000, 0, 0, 0, 0x3f800000, 0, 0, 0),
	      "a patch becomes a line of two segments");
	end();
}

/* Of the points of a patch a geometry program makes a primitive each. */
static void test_with_gs(void)
{
	const struct patch_test t = {
		LS_PROGRAM, HS_ONES,
		"ALU addr:4\nVTX addr:6\nMEM_STREAM0_BUF1 rw_gpr:2 comp_mask:1\n"
		"EXPORT_DONE type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5 eop:1\n"
		"@4:\nMOV * T1.X, T0.X\n@6:\nVTX_FETCH type:2 buffer_id:17 src_gpr:1 dst_gpr:2 dst_sel_x:0 dst_sel_y:1 "
		"dst_sel_z:2 dst_sel_w:3 use_const:1 num_format:1 mega_count:15\n",
		TRIANGLES, 1, 3, 1, 256,
	};

	start_patches(&t);
	set(0x28b54, STAGES_TESS_GS);
	set(0x28a40, 3);
	set(0x28a6c, 0);
	set(0x28b38, 1);
	set(0x28900, 4);
	set(0x2891c, 4);
	set(0x28904, 4);
	set(0x8c40, ES_RING >> 8);
	set(0x8c44, RING_SIZE >> 8);
	set(0x8c48, GS_RING >> 8);
	set(0x8c4c, RING_SIZE >> 8);
	set_resource(336 + 17, ES_RING, RING_SIZE, 0x23);
	set_resource(176 + 17, GS_RING, RING_SIZE, 0x23);
	load(ES, "ALU addr:4 count:3\nMEM_RING rw_gpr:2 comp_mask:1 elem_size:3\nNOP eop:1\n"
	     "@4:\nLDS_IDX_OP * T0.X, 0.0, 0.0, 0.0 lds_op:50\nMOV * T2.X, OQAP\n"
	     "MULADD_UINT24 * T2.X, T0.W, literal.x, PV.X\n100, 0\n");
	load(GS, "ALU addr:6\nVTX addr:8\nMEM_RING type:1 rw_gpr:2 index_gpr:3 elem_size:3 comp_mask:15 array_size:4095\n"
	     "EMIT_VERTEX\nNOP eop:1\n@6:\nMOV * T3.X, 0.0\n"
	     "@8:\nVTX_FETCH type:2 buffer_id:17 src_gpr:0 src_sel_x:1 dst_gpr:2 dst_sel_x:0 dst_sel_y:4 dst_sel_z:4 "
	     "dst_sel_w:4 format:13 num_format:1 mega_count:3\n");
	draw(PATCHES, 9);
	check(STREAMED(1, 0, 103, 206), "points of the domain run in ES, and GS has the primitives");
	end();
}

static void test_violations(void)
{
	static const struct {
		uint32_t type, reg, value;
		const char *what;
	} wrong[] = {
		{ POINTS, 0x28b54, STAGES_TESS, "tessellation of what is no patch" },
		{ PATCHES, 0x28b54, 0, "patches without tessellation" },
		{ PATCHES, 0x28b58, 0x4100, "groups of no patch" },
		{ PATCHES, 0x28b6c, 3, "a domain that does not exist" },
	};
	const struct patch_test good = { LS_PROGRAM, HS_ONES, DS_PROGRAM("0", "0"), TRIANGLES, 1, 1, 1, 256 };
	struct patch_test bad = good;

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		start_patches(&good);
		set(wrong[i].reg, wrong[i].value);
		draw(wrong[i].type, 1);
		check(complaints(&card) == 1 && STREAMED(1, NONE), "%s: that is complained of", wrong[i].what);
		card_free(&card);
	}
	bad.hs = "NOP eop:1\n";
	start_patches(&bad);
	draw(PATCHES, 1);
	check(complaints(&card) == 4, "so are factors that nobody has written");
	card_free(&card);
	bad.hs = "ALU addr:8\nGDS addr:24\nNOP eop:1\n@8:\nMOV * T2.X, 0.0\n@24:\n" TF_WRITE("2");
	start_patches(&bad);
	draw(PATCHES, 1);
	check(complaints(&card) == 1, "and an address that is not that of a factor");
	card_free(&card);
	start("turks");
	load(VS, "GDS addr:2\nNOP eop:1\n@2:\n" TF_WRITE("2"));
	draw(POINTS, 1);
	check(complaints(&card) == 1, "and factors of a stage that has none");
	card_free(&card);
}

int main(void)
{
	test_triangle_domain();
	test_quad_domain();
	test_spacing();
	test_dropped();
	test_programs("turks");
	test_programs("caicos");
	test_programs("aruba");
	test_barrier();
	test_slices();
	test_lds();
	test_lines();
	test_with_gs();
	test_violations();
	return test_end();
}
