// SPDX-License-Identifier: MIT OR GPL-2.0
/* Statistics of the pipeline: what each stage counts, and when. */
#include "test_pipeline.h"

enum { POINTS = 1, TRIANGLE_STRIP = 6, PATCHES = 9 };

#define START	DWORDS(PKT3(0x46, 1), 0x19)
#define STOP	DWORDS(PKT3(0x46, 1), 0x1a)
/* Components of the position: 4 is 0, 5 is 1. */
#define POSITION(xyz, w) \
	"EXPORT_DONE type:1 array_base:60 sel_x:" xyz " sel_y:" xyz " sel_z:" xyz " sel_w:" w " eop:1\n"

struct sample {
	uint64_t of[DRAW_STATISTICS];
};

static bool sample_is(const struct sample *want)
{
	EMIT(&card, PKT3(0x46, 3), 0x1e | 2 << 8, SAMPLES, 0);
	finish();
	for (uint32_t i = 0; i < DRAW_STATISTICS; i++)
		if (peek64(&card, SAMPLES + 8 * i) != want->of[i]) {
			fprintf(stderr, "# counter %u is %llu, not %llu\n", i,
				(unsigned long long)peek64(&card, SAMPLES + 8 * i), (unsigned long long)want->of[i]);
			return false;
		}
	return true;
}

#define COUNTED(...)	sample_is(&(const struct sample){ { __VA_ARGS__ } })

static void test_vertices(void)
{
	start("turks");
	draw(POINTS, 5);
	check(COUNTED(0), "nothing is counted before START");
	EMIT(&card, START);
	draw(TRIANGLE_STRIP, 5);
	check(COUNTED([DRAW_IA_VERTICES] = 5, [DRAW_IA_PRIMITIVES] = 3, [DRAW_VS_INVOCATIONS] = 5),
	      "vertices that triangles share run once; without rasterization nothing is clipped");
	EMIT(&card, STOP);
	draw(POINTS, 5);
	check(COUNTED([DRAW_IA_VERTICES] = 5, [DRAW_IA_PRIMITIVES] = 3, [DRAW_VS_INVOCATIONS] = 5),
	      "nothing is counted after STOP");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

/* Points of two by two pixels. */
static void test_pixels(void)
{
	start("turks");
	load(VS, POSITION("4", "5"));
	rasterize();
	set(0x28a00, 16 << 16 | 16);
	for (uint32_t i = 0; i < 4; i++)
		set_float(0x28c0c + 4 * i, 1);
	for (uint32_t i = 0; i < 4; i++)
		set_float(0x2843c + 4 * i, 8);
	set_float(0x282d4, 1);
	EMIT(&card, START);
	draw(POINTS, 3);
	check(COUNTED([DRAW_IA_VERTICES] = 3, [DRAW_IA_PRIMITIVES] = 3, [DRAW_VS_INVOCATIONS] = 3,
		      [DRAW_C_INVOCATIONS] = 3, [DRAW_C_PRIMITIVES] = 3, [DRAW_PS_INVOCATIONS] = 12),
	      "covered pixels run, and primitives are clipped");
	load(VS, POSITION("5", "4"));
	draw(POINTS, 3);
	check(COUNTED([DRAW_IA_VERTICES] = 6, [DRAW_IA_PRIMITIVES] = 6, [DRAW_VS_INVOCATIONS] = 6,
		      [DRAW_C_INVOCATIONS] = 6, [DRAW_C_PRIMITIVES] = 3, [DRAW_PS_INVOCATIONS] = 12),
	      "what is outside enters the clipper, and does not leave it");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_geometry(void)
{
	start("turks");
	set(0x28b54, 0xb0);
	set(0x28a40, 3);
	set(0x28a6c, 1);
	set(0x28b38, 8);
	set(0x28b90, 1 | 2 << 2);
	set(0x8c44, 1);
	set(0x8c4c, 1);
	load(ES, "NOP eop:1\n");
	load(GS, "EMIT_VERTEX\nEMIT_VERTEX\nEMIT_VERTEX\nNOP eop:1\n");
	EMIT(&card, START);
	draw(TRIANGLE_STRIP, 4);
	check(COUNTED([DRAW_IA_VERTICES] = 4, [DRAW_IA_PRIMITIVES] = 2, [DRAW_VS_INVOCATIONS] = 4,
		      [DRAW_GS_INVOCATIONS] = 4, [DRAW_GS_PRIMITIVES] = 8),
	      "primitives run for each instance; vertices of GS are none of VS");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

/* Isolines of a segment; a point of the line runs once. */
static void test_patches(void)
{
	start("turks");
	set(0x28b54, 0x45);
	set(0x28b58, 1 | 3 << 8 | 2 << 14);
	set(0x28b6c, 1 << 5);
	set_float(0x28a18, 64);
	load(LS, "NOP eop:1\n");
	load(HS, "ALU addr:4 count:3\nGDS addr:8 count:1\nNOP eop:1\n"
	     "@4:\nMOV T1.X, T0.W\nMOV * T1.Y, 1.0\nADD_INT * T1.Z, T0.W, literal.x\n4, 0\n"
	     "@8:\nGDS_OP mem_op:5 src_gpr:1 src_sel_x:0 src_sel_y:1 src_sel_z:4 dst_sel_x:7 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7\n"
	     "GDS_OP mem_op:5 src_gpr:1 src_sel_x:2 src_sel_y:1 src_sel_z:4 dst_sel_x:7 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7\n");
	EMIT(&card, START);
	draw(PATCHES, 6);
	check(COUNTED([DRAW_IA_VERTICES] = 6, [DRAW_IA_PRIMITIVES] = 2, [DRAW_VS_INVOCATIONS] = 6,
		      [DRAW_HS_INVOCATIONS] = 2, [DRAW_DS_INVOCATIONS] = 4),
	      "patches, and the points of their domains");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_compute(void)
{
	start("turks");
	load(LS, "NOP eop:1\n");
	set(0x286ec, 16);
	set(0x286f0, 2);
	set(0x286f4, 1);
	EMIT(&card, START);
	EMIT(&card, PKT3(0x15, 4) | 2, 3, 1, 2, 1);
	finish();
	check(COUNTED([DRAW_CS_INVOCATIONS] = 16 * 2 * 6), "threads of dispatches");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

int main(void)
{
	test_vertices();
	test_pixels();
	test_geometry();
	test_patches();
	test_compute();
	return test_end();
}
