// SPDX-License-Identifier: MIT OR GPL-2.0
/* Stream out: what is written where, what does not fit, what is counted; draws of what was written. */
#include "test_pipeline.h"

enum { POINTS = 1, LINES = 2, LINE_STRIP = 3, TRIANGLES = 4, TRIANGLE_STRIP = 6 };

static void test_order(const char *chip)
{
	struct pipeline_counts c;

	start(chip);
	draw(POINTS, 3);
	check(STREAMED(0, 0, 1, 2), "points go out in their order");
	rewind_streams();
	draw(TRIANGLE_STRIP, 5);
	check(STREAMED(0, 0, 1, 2, 1, 3, 2, 2, 3, 4), "triangles of a strip go out as triangles, the first vertex first");
	rewind_streams();
	set(0x28814, 1 << 19);
	draw(TRIANGLE_STRIP, 5);
	check(STREAMED(0, 0, 1, 2, 2, 1, 3, 2, 3, 4), "and with the last one last, if that provokes");
	c = counts(0);
	check(c.needed == 9 && c.written == 9, "nine primitives are needed and written: %llu, %llu",
	      (unsigned long long)c.needed, (unsigned long long)c.written);
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

/* Many waves: the order is that of the draw. */
static void test_waves(void)
{
	bool good = true;

	start("cedar");
	load(VS, VS_INDEX);
	draw(LINE_STRIP, 401);
	for (uint32_t i = 0; i < 400; i++)
		good &= peek32(&card, STREAM(0) + 8 * i) == i && peek32(&card, STREAM(0) + 8 * i + 4) == i + 1;
	check(good, "four hundred lines go out in order");
	check(gpu_reg_get(card.gpu, 0x8960) == 800, "the card knows how much has been written");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_places(void)
{
	start("turks");
	load(VS, "ALU addr:8 count:5\n"
	     "MEM_STREAM0_BUF0 rw_gpr:1 comp_mask:6 array_base:0 elem_size:3\n"
	     "MEM_STREAM0_BUF0 rw_gpr:1 comp_mask:1 array_base:3\n"
	     "MEM_STREAM0_BUF2 rw_gpr:1 comp_mask:8 array_base:8189 elem_size:3\n"
	     "MEM_STREAM0_BUF1 rw_gpr:1 comp_mask:15 elem_size:3\n"
	     "EXPORT_DONE type:1 array_base:60 eop:1\n"
	     "@8:\nADD_INT T1.X, T0.X, literal.x\nADD_INT T1.Y, T0.X, literal.y\nADD_INT T1.Z, T0.X, literal.z\n"
	     "ADD_INT * T1.W, T0.X, literal.w\n100, 200\n300, 400\n");
	set(0x28ad4, 5);
	set(0x28ad4 + 32, 2);
	set(0x28b98, 1 | 4);
	draw(POINTS, 2);
	check(STREAMED(0, NONE, 200, 300, 100, NONE, NONE, 201, 301, 101),
	      "a component goes to its dword behind ARRAY_BASE, a vertex a stride further");
	check(STREAMED(1, NONE), "a buffer that the stream does not have gets nothing");
	check(STREAMED(2, NONE), "what is past the buffer is not written");
	check(gpu_reg_get(card.gpu, 0x8960) == 10 && !gpu_reg_get(card.gpu, 0x8964) &&
	      gpu_reg_get(card.gpu, 0x8968) == 4, "each buffer is filled by strides");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_full(void)
{
	struct pipeline_counts c;

	start("turks");
	set(0x28ad0, 8);
	draw(TRIANGLES, 12);
	c = counts(0);
	check(STREAMED(0, 0, 1, 2, 3, 4, 5), "a primitive that does not fit is not written in part");
	check(c.needed == 4 && c.written == 2, "four are needed and two written: %llu, %llu",
	      (unsigned long long)c.needed, (unsigned long long)c.written);
	check(gpu_reg_get(card.gpu, 0x8960) == 6, "what does not fit moves nothing");
	draw(LINES, 2);
	check(STREAMED(0, 0, 1, 2, 3, 4, 5, 0, 1), "a smaller one behind it may fit");
	rewind_streams();
	set(0x28b98, 3);
	set(0x28ad0, STREAM_DWORDS);
	set(0x28ad0 + 16, 3);
	set(0x28ad4 + 16, 1);
	draw(LINES, 4);
	check(STREAMED(0, 0, 1) && gpu_reg_get(card.gpu, 0x8960) == 2 && gpu_reg_get(card.gpu, 0x8964) == 2,
	      "if one of its buffers is full a primitive goes to none");
	card_free(&card);
}

static void test_off(void)
{
	struct pipeline_counts c;

	start("turks");
	set(0x28b94, 0);
	draw(POINTS, 3);
	c = counts(0);
	check(STREAMED(0, NONE) && !c.needed && !c.written, "a stream that is off neither writes nor counts");
	set(0x28b94, 1);
	set(0x28b98, 0);
	draw(POINTS, 3);
	c = counts(0);
	check(STREAMED(0, NONE) && c.needed == 3 && !c.written, "one without buffers counts what is needed");
	card_free(&card);
}

#define UPDATE(control, a, b)	DWORDS(PKT3(0x34, 5), (control), (a), 0, (b), 0)

/* What a client does around its draws. */
static void test_packets(void)
{
	start("turks");
	EMIT(&card, UPDATE(0, 0, 5));			/* offset from the packet */
	draw(POINTS, 2);
	check(peek32(&card, STREAM(0) + 16) == NONE && peek32(&card, STREAM(0) + 20) == 0 &&
	      peek32(&card, STREAM(0) + 24) == 1, "a draw begins at the offset of the packet");
	RUN(&card, UPDATE(7, SAMPLES, 0));		/* none; the size to memory */
	check(peek32(&card, SAMPLES) == 7, "what is filled goes to memory: %u dwords", peek32(&card, SAMPLES));
	poke32(&card, SAMPLES, 9);
	EMIT(&card, UPDATE(4, 0, SAMPLES));
	draw(POINTS, 1);
	check(peek32(&card, STREAM(0) + 28) == NONE && peek32(&card, STREAM(0) + 36) == 0,
	      "and from there the next draw goes on");
	RUN(&card, UPDATE(7, SAMPLES, 0));
	check(peek32(&card, SAMPLES) == 10, "it is moved by what that has written");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_opaque(void)
{
	start("turks");
	set(0x28b28, 4);
	set(0x28b30, 3);
	poke32(&card, SAMPLES, 12);
	EMIT(&card, PKT3(0x3b, 5), 1, SAMPLES, 0, 0x28b2c >> 2, 0);
	set(0x8958, POINTS);
	EMIT(&card, PKT3(0x2d, 2), 77, 2 | 1 << 6);
	finish();
	check(STREAMED(0, 0, 1), "as many vertices are drawn as whole ones have been written");
	check(!complaints(&card), "nothing is complained of");
	set(0x28b30, 0);
	RUN(&card, PKT3(0x2d, 2), 77, 2 | 1 << 6);
	check(complaints(&card) == 1, "vertices of no dword are complained of");
	card_free(&card);
}

static void test_instances(void)
{
	start("barts");
	load(VS, "MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:9 array_base:0 elem_size:3\n"
	     "EXPORT_DONE type:1 array_base:60 eop:1\n");
	set(0x28ad4, 4);
	EMIT(&card, PKT3(0x2f, 1), 2);
	draw(POINTS, 2);
	check(STREAMED(0, 0, NONE, NONE, 0, 1, NONE, NONE, 0, 0, NONE, NONE, 1, 1, NONE, NONE, 1),
	      "instances follow one another");
	rewind_streams();
	poke32(&card, SAMPLES, 1);
	poke32(&card, SAMPLES + 4, 3);
	poke32(&card, SAMPLES + 8, 50);
	poke32(&card, SAMPLES + 12, 60);
	EMIT(&card, PKT3(0x11, 3), 1, SAMPLES, 0);
	EMIT(&card, PKT3(0x24, 2), 0, 2);
	finish();
	check(STREAMED(0, 0, NONE, NONE, 0, 0, NONE, NONE, 1, 0, NONE, NONE, 2),
	      "those of an indirect draw as well");
	check(gpu_reg_get(card.gpu, 0x3cff0) == 50 && gpu_reg_get(card.gpu, 0x3cff4) == 60,
	      "which says what fetches begin at");
	poke32(&card, SAMPLES + 16, 51);
	EMIT(&card, PKT3(0x26, 2), SAMPLES + 0x100, 0, PKT3(0x13, 1), 16);
	EMIT(&card, PKT3(0x25, 2), 0, 0);
	finish();
	check(gpu_reg_get(card.gpu, 0x3cff0) == 60 && gpu_reg_get(card.gpu, 0x3cff4) == 51,
	      "with indices, one dword further on");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

/* VGT_GS_MODE 1: vertices know their primitive, and are shared no more. */
static void test_primitive_ids(void)
{
	start("turks");
	load(VS, "MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:5 array_base:0 elem_size:3\n"
	     "EXPORT_DONE type:1 array_base:60 eop:1\n");
	set(0x28ad4, 3);
	set(0x28a40, 1);
	set(0x28a84, 1);
	draw(LINE_STRIP, 3);
	check(STREAMED(0, 0, NONE, 0, 1, NONE, 0, 1, NONE, 1, 2, NONE, 1), "vertices know their primitive");
	check(!complaints(&card), "nothing is complained of");
	card_free(&card);
}

static void test_violations(void)
{
	start("turks");
	load(VS, "MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:1 type:1\nEXPORT_DONE type:1 array_base:60 eop:1\n");
	draw(POINTS, 1);
	check(complaints(&card) == 1, "stream out with an index is not modelled");
	load(PS, "MEM_STREAM0_BUF0 rw_gpr:0 comp_mask:1\n" NO_PIXELS);
	load(VS, VS_INDEX);
	draw(POINTS, 1);
	check(!complaints(&card), "pixels that nobody draws do not run");
	card_free(&card);
}

int main(void)
{
	test_order("turks");
	test_order("cayman");
	test_waves();
	test_places();
	test_full();
	test_off();
	test_packets();
	test_opaque();
	test_instances();
	test_primitive_ids();
	test_violations();
	return test_end();
}
