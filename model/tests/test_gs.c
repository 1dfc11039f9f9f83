// SPDX-License-Identifier: MIT OR GPL-2.0
/* Geometry programs: rings, what they find and emit, streams, layers. */
#include "array.h"
#include "test_pipeline.h"

enum { POINTS = 1, LINES = 2, LINE_STRIP = 3, TRIANGLES_ADJ = 12, TRIANGLE_STRIP_ADJ = 13 };
enum { OUT_POINTS, OUT_LINES, OUT_TRIANGLES };

#define STAGES_GS	0xb0u
#define MOST		8u

/* The vertex is its index and what it is for: 1000 more. */
#define ES_PROGRAM \
	"ALU addr:4 count:2\nMEM_RING rw_gpr:1 comp_mask:3 elem_size:3\nNOP eop:1\n" \
	"@4:\nMOV T1.X, T0.X\nADD_INT * T1.Y, T0.X, literal.x\n1000, 0\n"

/* A vertex of the primitive, whose place is in a component, to the first component of a register. */
#define FETCH(gpr, chan, to) \
	"VTX_FETCH type:2 buffer_id:17 src_gpr:" gpr " src_sel_x:" chan " dst_gpr:" to \
	" dst_sel_x:0 dst_sel_y:4 dst_sel_z:4 dst_sel_w:4 format:13 num_format:1 mega_count:3\n"

/* Word 0 clears the count of vertices in T15.X; STORE puts a register at its place, NEXT counts on. */
#define BEGIN			"ALU addr:32\n"
#define STORE(ring, gpr)	ring " type:1 rw_gpr:" gpr " index_gpr:15 elem_size:3 comp_mask:15 array_size:4095\n"
#define NEXT			"ALU addr:33\n"
#define EMIT_AS(gpr)		STORE("MEM_RING", gpr) "EMIT_VERTEX\n" NEXT
#define REST			"@32:\nMOV * T15.X, 0.0\nADD_INT * T15.X, T15.X, 1\n"

/* R2 is the vertex, R3.y its stream. */
#define COPY(streams) \
	"ALU addr:24 count:2\nVTX addr:28\n" streams "EXPORT_DONE type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5 eop:1\n" \
	"@24:\nAND_INT T1.X, T0.X, literal.x\nLSHR * T3.Y, T0.X, literal.y\n1073741823, 30\n" \
	"@28:\nVTX_FETCH type:2 buffer_id:17 src_gpr:1 dst_gpr:2 dst_sel_x:0 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 " \
	"use_const:1 num_format:1 mega_count:15\n"

static void start_gs(const char *chip, uint32_t out, const char *text)
{
	start(chip);
	set(0x28b54, STAGES_GS);
	set(0x28a40, 3);
	set(0x28a6c, out);
	set(0x28b38, MOST);
	set(0x28900, 4);			/* dwords of a vertex, of one that comes out, of all of these */
	set(0x2891c, 4);
	set(0x28904, 4 * MOST);
	set(0x8c40, ES_RING >> 8);
	set(0x8c44, RING_SIZE >> 8);
	set(0x8c48, GS_RING >> 8);
	set(0x8c4c, RING_SIZE >> 8);
	set_resource(336 + 17, ES_RING, RING_SIZE, 0x23);
	set_resource(176 + 17, GS_RING, RING_SIZE, 0x23);
	load(ES, ES_PROGRAM);
	load(GS, text);
	load(VS, COPY("MEM_STREAM0_BUF0 rw_gpr:2 comp_mask:1\n"));
}

static void end(void)
{
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_points(const char *chip)
{
	bool good = true;

	start_gs(chip, OUT_POINTS,
		 BEGIN "VTX addr:36\n" EMIT_AS("2") "NOP eop:1\n" REST
		 "@36:\n" FETCH("0", "0", "2"));
	draw(POINTS, 5);
	check(STREAMED(0, 0, 1, 2, 3, 4), "vertices go through two rings");
	check(peek32(&card, ES_RING + 16) == 1 && peek32(&card, ES_RING + 20) == 1001 &&
	      peek32(&card, GS_RING + 16 * MOST) == 1, "which are in memory");
	rewind_streams();
	draw(POINTS, 300);
	for (uint32_t i = 0; i < 300; i++)
		good &= peek32(&card, STREAM(0) + 4 * i) == i;
	check(good, "those of many waves come out in order");
	end();
}

/* Four vertices for each point; the second draw lets the last vertex provoke. */
static void test_strips(void)
{
	static const char text[] =
		BEGIN "VTX addr:36\n" EMIT_AS("2") "ALU addr:34 count:1\n" EMIT_AS("2") "ALU addr:34 count:1\n" EMIT_AS("2")
		"ALU addr:34 count:1\n" EMIT_AS("2") "NOP eop:1\n" REST "ADD_INT * T2.X, T2.X, literal.x\n10, 0\n"
		"@36:\n" FETCH("0", "0", "2");

	start_gs("turks", OUT_TRIANGLES, text);
	draw(POINTS, 2);
	check(STREAMED(0, 0, 10, 20, 10, 30, 20, 1, 11, 21, 11, 31, 21), "each primitive begins a strip of triangles");
	rewind_streams();
	set(0x28814, 1 << 19);
	draw(POINTS, 1);
	check(STREAMED(0, 0, 10, 20, 20, 10, 30), "odd triangles are turned as the last vertex provokes");
	rewind_streams();
	set(0x28a6c, OUT_LINES);
	draw(POINTS, 1);
	check(STREAMED(0, 0, 10, 10, 20, 20, 30), "the same as a strip of lines");
	rewind_streams();
	set(0x28b38, 3);
	draw(POINTS, 1);
	check(STREAMED(0, 0, 10, 10, 20), "there are at most as many as MAX_VERT_OUT says");
	end();
}

static void test_cuts(void)
{
	start_gs("turks", OUT_LINES,
		 BEGIN "CUT_VERTEX\nVTX addr:36 count:1\n" EMIT_AS("2") "CUT_VERTEX\n" EMIT_AS("2")
		 STORE("MEM_RING", "2") "EMIT_CUT_VERTEX\n" NEXT EMIT_AS("3") EMIT_AS("3") "NOP eop:1\n" REST
		 "@36:\n" FETCH("0", "0", "2") FETCH("0", "1", "3"));
	draw(LINES, 4);
	check(STREAMED(0, 0, 0, 1, 1, 2, 2, 3, 3), "a cut ends a strip, and one vertex is no line");
	end();
}

/* What GS finds: all of its vertices, its primitive and instance. */
static void test_inputs(void)
{
	static const char text[] =
		BEGIN "VTX addr:40 count:5\n" EMIT_AS("2") EMIT_AS("3") EMIT_AS("4") EMIT_AS("5") EMIT_AS("6") EMIT_AS("7")
		"NOP eop:1\n" REST "@40:\n" FETCH("0", "0", "2") FETCH("0", "1", "3") FETCH("0", "3", "4")
		FETCH("1", "0", "5") FETCH("1", "1", "6") FETCH("1", "2", "7");

	start_gs("turks", OUT_POINTS, text);
	draw(TRIANGLES_ADJ, 6);
	check(STREAMED(0, 0, 1, 2, 3, 4, 5), "a triangle with neighbours has six vertices");
	rewind_streams();
	draw(TRIANGLE_STRIP_ADJ, 8);
	check(STREAMED(0, 0, 1, 2, 6, 4, 3, 2, 5, 6, 7, 4, 0), "so have those of a strip, odd ones turned by four");
	end();
	start_gs("turks", OUT_POINTS, BEGIN "ALU addr:34 count:1\n" EMIT_AS("2") "NOP eop:1\n" REST
		 "MULADD_UINT24 * T2.X, T0.Z, literal.x, T1.W\n16, 0\n");
	set(0x28b90, 1 | 3 << 2);
	draw(LINE_STRIP, 3);
	check(STREAMED(0, 0, 1, 2, 16, 17, 18), "each primitive runs as often as there are instances");
	rewind_streams();
	EMIT(&card, PKT3(0x2f, 1), 2);
	draw(LINES, 2);
	check(STREAMED(0, 0, 1, 2, 0, 1, 2), "with those of the draw around them");
	end();
}

static void test_streams(void)
{
	struct pipeline_counts c[2];

	start_gs("turks", OUT_POINTS,
		 BEGIN "VTX addr:36 count:1\n" STORE("MEM_RING", "2") "EMIT_VERTEX\n" STORE("MEM_RING2", "3") "EMIT_VERTEX count:2\n"
		 "EMIT_VERTEX count:2\nNOP eop:1\n" REST "@36:\n" FETCH("0", "0", "2")
		 "VTX_FETCH type:2 buffer_id:17 src_gpr:0 dst_gpr:3 dst_sel_x:0 dst_sel_y:4 dst_sel_z:4 dst_sel_w:4 "
		 "format:13 num_format:1 offset:4 mega_count:3\n");
	load(VS, COPY("MEM_STREAM0_BUF0 rw_gpr:2 comp_mask:1\nMEM_STREAM2_BUF1 rw_gpr:2 comp_mask:1\n"
		      "MEM_STREAM2_BUF1 rw_gpr:3 comp_mask:2 elem_size:1\n"));
	set(0x28ad4 + 16, 2);
	set(0x2891c + 8, 4);
	set(0x28904, 8 * MOST);
	set(0x2892c + 4, 4 * MOST);
	set(0x28b98, 1 | 2 << 8);
	for (uint32_t i = 0; i < 0x1000; i += 4)
		poke32(&card, GS_RING + i, 7);
	draw(POINTS, 2);
	check(STREAMED(0, 0, 1), "the first stream goes to its buffer");
	check(STREAMED(1, 1000, 2, 7, 2, 1001, 2, 7, 2), "another stream to its own, from its own part of the ring");
	c[0] = counts(0);
	c[1] = counts(2);
	check(c[0].needed == 2 && c[0].written == 2 && c[1].needed == 4 && c[1].written == 4 && !counts(1).needed,
	      "each counts its primitives");
	end();
}

/* Points one pixel wide, to layer 2 and viewport 1, say in a buffer what they are. */
static void test_layers(void)
{
	const uint32_t target = STREAM(3);

	start_gs("turks", OUT_POINTS, BEGIN "VTX addr:36\n" EMIT_AS("2") "NOP eop:1\n" REST "@36:\n" FETCH("0", "0", "2"));
	load(VS, "ALU addr:8 count:2\nEXPORT type:1 array_base:60 sel_x:4 sel_y:4 sel_z:4 sel_w:5\n"
	     "EXPORT_DONE type:1 array_base:61 rw_gpr:1 sel_x:7 sel_y:7 sel_z:2 sel_w:3 eop:1\n"
	     "@8:\nMOV T1.W, 1\nMOV * T1.Z, literal.x\n2, 0\n");
	load(PS, "ALU addr:8\nMEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:1 index_gpr:2 comp_mask:1 vpm:1\n" NO_PIXELS
	     "@8:\nMOV * T2.X, T1.Z\n");
	rasterize();
	set(0x2881c, 1 << 18 | 1 << 19 | 1 << 21);
	set(0x28a00, 8 << 16 | 8);
	set(0x28a04, 8 << 16);
	set(0x286d0, 1 << 24 | 1 << 25);
	for (uint32_t i = 0; i < 4; i++)
		set_float(0x28c0c + 4 * i, 1);
	for (uint32_t i = 0; i < 2; i++) {
		set_float(0x2843c + 24 * i, 8);
		set_float(0x28440 + 24 * i, i ? 40.5f : 8.5f);
		set_float(0x28444 + 24 * i, 8);
		set_float(0x28448 + 24 * i, 8.5f);
		set_float(0x282d4 + 8 * i, 1);
	}
	set(0x28c60, target >> 8);
	set(0x28c70, 1 << 26 | 4 << 12 | 0xd << 2);
	set(0x28c78, 1023);
	draw(POINTS, 1);
	check(peek32(&card, target) == NONE && peek32(&card, target + 8) == 40 && peek32(&card, target + 12) == NONE,
	      "the program behind says which layer and viewport: %u", peek32(&card, target + 8));
	end();
}

/* Programs that take more than a slice, in all three stages. */
static void test_slices(void)
{
	start_gs("turks", OUT_POINTS,
		 BEGIN "VTX addr:36\nLOOP_START addr:5\nALU addr:34\nEND_LOOP addr:3\n" EMIT_AS("2") "NOP eop:1\n" REST
		 "ADD_INT * T2.X, T2.X, 1\n@36:\n" FETCH("0", "0", "2"));
	load(ES, "ALU addr:6\nLOOP_START addr:4\nALU addr:7\nEND_LOOP addr:2\n"
	     "MEM_RING rw_gpr:1 comp_mask:3 elem_size:3\nNOP eop:1\n"
	     "@6:\nMOV * T1.X, T0.X\nADD_INT * T1.X, T1.X, 1\n");
	load(VS, "ALU addr:24 count:1\nVTX addr:26\nLOOP_START addr:5\nALU addr:28\nEND_LOOP addr:3\n"
	     "MEM_STREAM0_BUF0 rw_gpr:2 comp_mask:1\nEXPORT_DONE type:1 array_base:60 eop:1\n"
	     "@24:\nAND_INT * T1.X, T0.X, literal.x\n1073741823, 0\n"
	     "@26:\nVTX_FETCH type:2 buffer_id:17 src_gpr:1 dst_gpr:2 dst_sel_x:0 dst_sel_y:1 dst_sel_z:2 dst_sel_w:3 "
	     "use_const:1 num_format:1 mega_count:15\n"
	     "@28:\nADD_INT * T2.X, T2.X, 1\n");
	set(0x3a200 + 4 * 32, 4000);			/* loop constants 0 of VS and ES, and of GS */
	set(0x3a200 + 4 * 64, 3000);
	draw(POINTS, 200);
	check(peek32(&card, STREAM(0)) == 11000 && peek32(&card, STREAM(0) + 4 * 199) == 11199,
	      "programs go on where their slice has ended: %u", peek32(&card, STREAM(0)));
	end();
}

static void test_violations(void)
{
	static const struct {
		uint32_t reg, value;
		const char *what;
	} wrong[] = {
		{ 0x28a40, 0, "VGT_GS_MODE without GS" }, { 0x28b54, 0, "GS in VGT_GS_MODE alone" }, { 0x28b54, 0x20, "GS alone" },
		{ 0x8c44, 0, "a ring without room" }, { 0x28a6c, 3, "a reserved type of primitives" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		start_gs("turks", OUT_POINTS, BEGIN "EMIT_VERTEX\nNOP eop:1\n" REST);
		set(wrong[i].reg, wrong[i].value);
		draw(POINTS, 1);
		check(complaints(&card) == 1 && STREAMED(0, NONE), "%s is complained of", wrong[i].what);
		card_free(&card);
	}
	start_gs("turks", OUT_POINTS, BEGIN "EMIT_VERTEX count:4\nNOP eop:1\n" REST);
	draw(POINTS, 1);
	check(complaints(&card) == 1, "a fifth stream is complained of");
	card_free(&card);
	start("turks");
	load(VS, "EMIT_VERTEX\nNOP eop:1\n");
	draw(POINTS, 1);
	load(VS, "MEM_RING rw_gpr:0 comp_mask:1\nNOP eop:1\n");
	draw(POINTS, 1);
	check(complaints(&card) == 2, "a program without a ring can neither write there nor emit");
	card_free(&card);
}

/* What does not fit its part of the ring is nobody else's. */
static void test_bounds(void)
{
	start_gs("turks", OUT_POINTS, BEGIN "EMIT_VERTEX\nNOP eop:1\n" REST);
	load(ES, "MEM_RING rw_gpr:0 comp_mask:15 elem_size:3 array_base:2\nNOP eop:1\n");
	for (uint32_t i = 0; i < 64; i++)
		poke32(&card, ES_RING + 4 * i, NONE);
	draw(POINTS, 2);
	check(peek32(&card, ES_RING + 8) == 0 && peek32(&card, ES_RING + 16) == NONE &&
	      peek32(&card, ES_RING + 24) == 1 && peek32(&card, ES_RING + 32) == NONE,
	      "a vertex keeps to its part of the ring");
	end();
}

int main(void)
{
	test_points("turks");
	test_points("cedar");
	test_points("cayman");
	test_strips();
	test_cuts();
	test_inputs();
	test_streams();
	test_layers();
	test_slices();
	test_violations();
	test_bounds();
	return test_end();
}
