// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Indices to primitives: each type as GL's tables have it, with both vertices that may provoke, restarts,
 * instances, and where indices come from. A primitive is shown as its vertices in brackets, with a star
 * behind the one that provokes.
 */
#include "array.h"
#include "test_card.h"
#include "draw/vgt.h"

#define PRIMITIVE_TYPE	0x8958u
#define INDEX_TYPE	0x895cu
#define MEMORY_AT	0x1000u

struct bench {
	uint32_t reg[0x30000 / 4];
	uint8_t memory[256];
	struct draw_card card;
	uint64_t statistics[DRAW_STATISTICS];
	unsigned int violations;
	struct vgt vgt;
	char text[4096];
};

static struct bench b;

static uint32_t bench_reg(void *opaque, uint32_t offset)
{
	(void)opaque;
	return b.reg[offset / 4];
}

static void bench_violation(void *opaque, const char *text)
{
	(void)opaque;
	(void)text;
	b.violations++;
}

/* What is not there reads as ones. */
static bool bench_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	(void)opaque;
	for (size_t i = 0; i < size; i++)
		((uint8_t *)data)[i] = addr + i - MEMORY_AT < sizeof(b.memory) ? b.memory[addr + i - MEMORY_AT] : 0xff;
	return path == SQ_INDEX;
}

static void start(uint32_t type)
{
	memset(&b, 0, sizeof(b));
	b.card = (struct draw_card){
		.reg = bench_reg, .violation = bench_violation, .port = { .read = bench_read },
		.statistics = b.statistics,
	};
	b.reg[PRIMITIVE_TYPE / 4] = type;
	b.reg[INDEX_TYPE / 4] = 1;
	b.reg[0x28400 / 4] = ~0u;
}

static void show(const struct vgt_primitive *p, bool id)
{
	char *at = b.text + strlen(b.text), *end = b.text + sizeof(b.text);

	if (id)
		at += snprintf(at, (size_t)(end - at), "%u:", p->id);
	for (unsigned int i = 0; i < p->n; i++)
		at += snprintf(at, (size_t)(end - at), "%s%u%s", i ? " " : "[", p->index[i],
			       i == vgt_drawn(p, p->provoking) ? "*" : "");
	snprintf(at, (size_t)(end - at), "]");
}

static const char *draw(const struct vgt_source *source, bool ids)
{
	struct vgt_primitive p;

	b.text[0] = '\0';
	vgt_take_state(&b.vgt, &b.card, source);
	while (vgt_next(&b.vgt, &p))
		show(&p, ids);
	return b.text;
}

static bool is(const char *got, const char *want)
{
	if (strcmp(got, want))
		printf("# %s, not %s\n", got, want);
	return !strcmp(got, want);
}

/* ---- types ---- */

struct row {
	const char *name;
	uint32_t type, vertices;
	const char *first, *last;	/* by which one provokes */
};

static const struct row rows[] = {
	{ "points", 0x01, 3, "[0*][1*][2*]", "[0*][1*][2*]" },
	{ "lines", 0x02, 5, "[0* 1][2* 3]", "[0 1*][2 3*]" },
	{ "line strip", 0x03, 4, "[0* 1][1* 2][2* 3]", "[0 1*][1 2*][2 3*]" },
	{ "line loop", 0x12, 3, "[0* 1][1* 2][2* 0]", "[0 1*][1 2*][2 0*]" },
	{ "line loop of one vertex", 0x12, 1, "", "" },
	{ "triangles", 0x04, 8, "[0* 1 2][3* 4 5]", "[0 1 2*][3 4 5*]" },
	{ "triangle strip", 0x06, 5, "[0* 1 2][1* 3 2][2* 3 4]", "[0 1 2*][2 1 3*][2 3 4*]" },
	{ "triangle fan", 0x05, 5, "[1* 2 0][2* 3 0][3* 4 0]", "[0 1 2*][0 2 3*][0 3 4*]" },
	{ "polygon", 0x15, 5, "[0* 1 2][0* 2 3][0* 3 4]", "[0* 1 2][0* 2 3][0* 3 4]" },
	{ "polygon of three vertices", 0x15, 3, "[0* 1 2]", "[0* 1 2]" },
	{ "polygon of two", 0x15, 2, "", "" },
	{ "quads", 0x13, 9, "[0* 1 2][0* 2 3][4* 5 6][4* 6 7]", "[0 1 3*][1 2 3*][4 5 7*][5 6 7*]" },
	{ "quad strip", 0x14, 6, "[0* 1 3][0* 3 2][2* 3 5][2* 5 4]", "[0 1 3*][2 0 3*][2 3 5*][4 2 5*]" },
	{ "rectangles", 0x11, 6, "[0* 1 2][3* 4 5]", "[0 1 2*][3 4 5*]" },
	{ "lines with neighbours", 0x0a, 8, "[0 1* 2 3][4 5* 6 7]", "[0 1 2* 3][4 5 6* 7]" },
	{ "line strip with neighbours", 0x0b, 6, "[0 1* 2 3][1 2* 3 4][2 3* 4 5]", "[0 1 2* 3][1 2 3* 4][2 3 4* 5]" },
	{ "triangles with neighbours", 0x0c, 12, "[0* 1 2 3 4 5][6* 7 8 9 10 11]", "[0 1 2 3 4* 5][6 7 8 9 10* 11]" },
};

static void test_types(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (uint32_t last = 0; last < 2; last++) {
			const struct vgt_source source = { .from = VGT_AUTO, .count = rows[i].vertices, .instances = 1 };

			start(rows[i].type);
			b.reg[0x28814 / 4] = last << 19;
			check(is(draw(&source, false), last ? rows[i].last : rows[i].first), "%s, the %s vertex provokes",
			      rows[i].name, last ? "last" : "first");
		}
	start(0x07);
	check(is(draw(&(struct vgt_source){ .from = VGT_AUTO, .count = 9, .instances = 1 }, false), "") &&
	      b.violations == 1, "a type that is not known is complained of");
}

/*
 * GL's table, in which vertices count from 1: vertices of triangle i of n, and what is behind the edges
 * after each of them. The hardware turns even ones: their first vertex is GL's third one (see Mesa).
 */
static void adjacent(char *text, unsigned int i, unsigned int n, bool last)
{
	unsigned int before = i == 1 ? 2 : 2 * i - 3, after = i == n ? 2 * i + 4 : 2 * i + 5, v[6];
	unsigned int provoking = last ? 2 * i + 3 : 2 * i - 1;
	const unsigned int odd[6] = { 2 * i - 1, before, 2 * i + 1, after, 2 * i + 3, 2 * i + 2 };
	const unsigned int even[6] = { 2 * i + 1, before, 2 * i - 1, 2 * i + 2, 2 * i + 3, after };

	for (unsigned int k = 0; k < 6; k++)
		v[k] = i & 1 ? odd[k] : even[(k + 2) % 6];
	text += strlen(text);
	for (unsigned int k = 0; k < 6; k++)
		text += sprintf(text, "%s%u%s", k ? " " : "[", v[k] - 1, v[k] == provoking ? "*" : "");
	strcpy(text, "]");
}

static void test_adjacent_strip(void)
{
	for (unsigned int count = 6; count < 16; count++)
		for (unsigned int last = 0; last < 2; last++) {
			const struct vgt_source source = { .from = VGT_AUTO, .count = count, .instances = 1 };
			unsigned int n = count / 2 - 2;		/* a vertex without its neighbour makes none */
			char want[256] = "";

			for (unsigned int i = 1; i <= n; i++)
				adjacent(want, i, n, last);
			start(0x0d);
			b.reg[0x28814 / 4] = last << 19;
			check(is(draw(&source, false), want), "a strip of %u vertices with neighbours, %u", count, last);
		}
}

static void test_patches(void)
{
	const struct vgt_source source = { .from = VGT_AUTO, .count = 9, .instances = 1 };

	start(0x09);
	b.reg[0x28b58 / 4] = 4 << 8;
	check(is(draw(&source, true), "0:[0* 1 2 3]1:[4* 5 6 7]"), "patches have as many points as LS_HS_CONFIG says");
}

/* Which edges are drawn: vertex n to n + 1. */
static unsigned int edges(const struct vgt_primitive *p)
{
	return p->edge[0] | (unsigned int)p->edge[1] << 1 | (unsigned int)p->edge[2] << 2;
}

static void test_edges(void)
{
	static const struct { uint32_t type, last, first, second; const char *what; } want[] = {
		{ 0x04, 0, 7, 7, "triangles" }, { 0x13, 0, 3, 6, "quads" }, { 0x13, 1, 5, 3, "quads, the last provokes" },
		{ 0x14, 0, 3, 6, "quad strips" }, { 0x14, 1, 3, 5, "quad strips, the last provokes" },
	};
	const struct vgt_source source = { .from = VGT_AUTO, .count = 8, .instances = 1 };
	const struct vgt_source five = { .from = VGT_AUTO, .count = 5, .instances = 2 };
	struct vgt_primitive p[2];
	char polygon[32] = "";

	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		start(want[i].type);
		b.reg[0x28814 / 4] = want[i].last << 19;
		vgt_take_state(&b.vgt, &b.card, &source);
		vgt_next(&b.vgt, &p[0]);
		vgt_next(&b.vgt, &p[1]);
		check(edges(&p[0]) == want[i].first && edges(&p[1]) == want[i].second,
		      "edges of %s: %u, %u", want[i].what, edges(&p[0]), edges(&p[1]));
	}
	start(0x15);
	vgt_take_state(&b.vgt, &b.card, &five);
	while (vgt_next(&b.vgt, &p[0]))
		sprintf(polygon + strlen(polygon), "%u", edges(&p[0]));
	check(is(polygon, "326326"), "those of a polygon are all around it");
}

static void test_beginnings(void)
{
	const struct vgt_source source = { .from = VGT_AUTO, .count = 6, .instances = 2 };
	struct vgt_primitive p;
	char text[32] = "", strip[32] = "";

	start(0x02);
	vgt_take_state(&b.vgt, &b.card, &source);
	while (vgt_next(&b.vgt, &p))
		strcat(text, p.first ? "1" : "0");
	start(0x03);
	vgt_take_state(&b.vgt, &b.card, &source);
	while (vgt_next(&b.vgt, &p))
		strcat(strip, p.first ? "1" : "0");
	check(is(text, "111111") && is(strip, "1000010000"), "each line of a list is a first one, of a strip only that");
}

/* ---- indices ---- */

static const uint32_t some[] = { 5, 6, 7, 8, 9, 5, 4, 3, 9, 2, 1, 0 };

static const char *draw_words(const uint32_t *words, uint32_t n, bool ids)
{
	const struct vgt_source source = {
		.from = VGT_IMMEDIATE, .count = n, .words = words, .instances = 1,
		.max = b.reg[INDEX_TYPE / 4] & 1 ? n : (n + 1) / 2,
	};

	return draw(&source, ids);
}

static void test_restart(void)
{
	static const struct { uint32_t type; const char *want; } wants[] = {
		{ 0x03, "[5* 6][6* 7][7* 8][5* 4][4* 3][2* 1][1* 0]" },
		{ 0x12, "[5* 6][6* 7][7* 8][8* 5][5* 4][4* 3][3* 5][2* 1][1* 0][0* 2]" },
		{ 0x06, "[5* 6 7][6* 8 7][5* 4 3][2* 1 0]" }, { 0x05, "[6* 7 5][7* 8 5][4* 3 5][1* 0 2]" },
		{ 0x04, "[5* 6 7][5* 4 3][2* 1 0]" }, { 0x02, "[5* 6][7* 8][5* 4][2* 1]" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(wants); i++) {
		start(wants[i].type);
		b.reg[0x28a94 / 4] = 1;
		b.reg[0x2840c / 4] = 9;
		check(is(draw_words(some, 12, false), wants[i].want), "type %#x begins again", wants[i].type);
	}
	b.reg[0x28a94 / 4] = 0;
	check(is(draw_words(some, 12, false), "[5* 6][7* 8][9* 5][4* 3][9* 2][1* 0]"), "but only if that is enabled");
	start(0x0d);
	b.reg[0x28a94 / 4] = 1;
	b.reg[0x2840c / 4] = 99;
	check(is(draw_words((const uint32_t[]){ 0, 1, 2, 3, 4, 5, 99, 6, 7, 8, 9, 10, 11 }, 13, false),
		 "[0* 1 2 5 4 3][6* 7 8 11 10 9]"), "a strip with neighbours ends there");
}

static void test_sources(void)
{
	static const uint32_t halves[] = { 1 | 2 << 16, 3 | 0xffffu << 16, 5 };
	struct vgt_source buffer = { .from = VGT_BUFFER, .base = MEMORY_AT + 4, .count = 5, .max = 3, .instances = 1 };

	start(0x01);
	b.reg[INDEX_TYPE / 4] = 0;
	b.reg[0x28a94 / 4] = 1;
	b.reg[0x2840c / 4] = 0xffffffff;
	check(is(draw_words(halves, 5, false), "[1*][2*][3*][5*]"),
	      "indices of two bytes, of which the low two of the reset index count");
	b.reg[0x28a94 / 4] = 0;
	memcpy(b.memory + 4, (const uint16_t[]){ 0x102, 0x304, 0x506, 0x708 }, 8);
	check(is(draw(&buffer, false), "[258*][772*][1286*][0*][0*]"), "what the buffer does not have is 0");
	b.reg[INDEX_TYPE / 4] = 1 << 2;
	check(is(draw(&buffer, false), "[513*][1027*][1541*][0*][0*]"), "bytes of 16 bits are swapped");
	b.reg[INDEX_TYPE / 4] = 1 | 2 << 2;
	buffer.count = 1;
	check(is(draw(&buffer, false), "[33620995*]"), "and those of 32 bits: %#x", 0x2010403);
	b.reg[INDEX_TYPE / 4] = 1;
	b.reg[0x28408 / 4] = (uint32_t)-5;
	b.reg[0x28404 / 4] = 1;
	b.reg[0x28400 / 4] = 3;
	check(is(draw_words((const uint32_t[]){ 5, 6, 7, 8, 9 }, 5, false), "[1*][1*][2*][3*][3*]"),
	      "INDX_OFFSET is added, then comes the range");
	b.reg[0x28a94 / 4] = 1;
	b.reg[0x2840c / 4] = 7;
	check(is(draw_words((const uint32_t[]){ 5, 6, 7, 8, 9 }, 5, false), "[1*][1*][3*][3*]"),
	      "an index is the reset index before that");
}

static void test_too_few_words(void)
{
	static const uint32_t words[] = { 1 | 2 << 16, 3 | 4 << 16, 5 };
	const struct vgt_source source = {
		.from = VGT_IMMEDIATE, .count = 6, .max = 2, .words = words, .instances = 1,
	};

	start(0x01);
	check(is(draw(&source, false), "[131073*][262147*][0*][0*][0*][0*]"), "nothing is read behind a packet's words");
	b.reg[INDEX_TYPE / 4] = 0;
	check(is(draw(&source, false), "[1*][2*][3*][4*][0*][0*]"), "nor behind their halves");
}

static void test_firsts(void)
{
	static const uint32_t words[] = { 7, 100 };
	const struct vgt_source source = {
		.from = VGT_IMMEDIATE, .count = 6, .max = 2, .words = words, .firsts = true, .instances = 1,
	};

	start(0x11);
	check(is(draw(&source, false), "[7* 8 9][100* 101 102]"), "of MPEG_INDEX a word is the first of three");
}

/* Work that makes no primitive comes in slices. */
static void test_nothing_to_draw(void)
{
	const struct vgt_source restarts = { .from = VGT_BUFFER, .count = ~0u, .instances = ~0u };
	const struct vgt_source instances = { .from = VGT_AUTO, .count = 2, .instances = ~0u };
	const struct vgt_source few = { .from = VGT_BUFFER, .count = 3 * VGT_SLICE - 2, .instances = 1 };
	struct vgt_primitive p;
	unsigned int slices = 0;

	start(0x04);
	b.reg[0x28a94 / 4] = 1;
	vgt_take_state(&b.vgt, &b.card, &restarts);
	check(!vgt_next(&b.vgt, &p) && !vgt_ended(&b.vgt), "a buffer of restarts does not hold up others");
	b.reg[0x28a94 / 4] = 0;
	vgt_take_state(&b.vgt, &b.card, &instances);
	check(!vgt_next(&b.vgt, &p) && !vgt_ended(&b.vgt), "nor do instances of less than a primitive");
	b.reg[0x28a94 / 4] = 1;
	vgt_take_state(&b.vgt, &b.card, &few);
	for (; !vgt_ended(&b.vgt); slices++)
		check(!vgt_next(&b.vgt, &p), "slice %u has no primitive", slices);
	check(slices == 3, "and that was all: %u slices", slices);
}

static void test_long_buffer(void)
{
	struct vgt_source buffer = { .from = VGT_BUFFER, .base = MEMORY_AT, .count = 128, .max = 128, .instances = 2 };
	struct vgt_primitive p;
	unsigned int bad = 0, n = 0;

	start(0x01);
	b.reg[INDEX_TYPE / 4] = 0;
	for (unsigned int i = 0; i < 128; i++)
		b.memory[2 * i] = (uint8_t)(2 * i);
	vgt_take_state(&b.vgt, &b.card, &buffer);
	for (; vgt_next(&b.vgt, &p); n++)
		bad += p.index[0] != 2 * (n % 128) || p.instance != n / 128 || p.id != n % 128;
	check(n == 256 && !bad, "indices are read ahead, again for each instance: %u, %u wrong", n, bad);
}

static void test_numbers(void)
{
	const struct vgt_source twice = { .from = VGT_AUTO, .count = 4, .instances = 2 };

	start(0x03);
	check(is(draw(&twice, true), "0:[0* 1]1:[1* 2]2:[2* 3]0:[0* 1]1:[1* 2]2:[2* 3]"),
	      "primitives are counted in each instance");
	check(b.statistics[DRAW_IA_VERTICES] == 8 && b.statistics[DRAW_IA_PRIMITIVES] == 6,
	      "statistics count all of them");
	start(0x13);
	check(is(draw(&twice, true), "0:[0* 1 2]0:[0* 2 3]0:[0* 1 2]0:[0* 2 3]"), "both halves of a quad have its number");
	check(b.statistics[DRAW_IA_PRIMITIVES] == 2, "and are one primitive");
}

int main(void)
{
	test_types();
	test_adjacent_strip();
	test_patches();
	test_edges();
	test_beginnings();
	test_restart();
	test_sources();
	test_too_few_words();
	test_firsts();
	test_nothing_to_draw();
	test_long_buffer();
	test_numbers();
	return test_end();
}
