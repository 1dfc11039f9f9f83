// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * SC: what is in a polygon, lines, what scissors and masks take off. Meshes of random triangles
 * have each sample once, and none that is not theirs; RASTER_MESHES is how many.
 */
#include "array.h"
#include "test_draw_regs.h"
#include "test_tiled.h"

#define PIXEL	DRAW_UNITS

static struct bench bench;
static uint8_t count[SIDE][SIDE][DRAW_SAMPLES];
static unsigned int quads, strange;

static void count_quad(void *opaque, const struct draw_quad *quad)
{
	(void)opaque;
	quads++;
	if (quad->x & 1 || quad->y & 1 || quad->x < 0 || quad->y < 0 || quad->x >= SIDE || quad->y >= SIDE) {
		strange++;
		return;
	}
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		strange += quad->covered[i] & ~quad->shaded[i];
		for (unsigned int n = 0; n < DRAW_SAMPLES; n++)
			count[quad->y + (i >> 1)][quad->x + (i & 1)][n] += quad->covered[i] >> n & 1;
	}
}

static void clear(void)
{
	memset(count, 0, sizeof(count));
	quads = strange = 0;
}

static void convert(const struct draw_screen *s)
{
	int32_t row = SC_FIRST_ROW;

	while (sc_convert(&bench.sc, s, &row, &(const struct sc_out){ .quad = count_quad }))
		;
}

static unsigned int bits_at(unsigned int x, unsigned int y)
{
	unsigned int bits = 0;

	for (unsigned int n = 0; n < DRAW_SAMPLES; n++)
		bits |= (unsigned int)count[y][x][n] << n;
	return bits;
}

/* Rows of pixels, '.' for those with nothing, '#' for one sample, '2' if it came twice. */
static bool looks(const char *const *rows, unsigned int n, unsigned int width)
{
	static const char signs[] = ".#2";
	bool good = !strange;

	for (unsigned int y = 0; y < n && good; y++)
		for (unsigned int x = 0; x < width && good; x++)
			good = count[y][x][0] < 3 && signs[count[y][x][0]] == rows[y][x];
	for (unsigned int y = 0; y < SIDE && good; y++)
		for (unsigned int x = 0; x < SIDE && good; x++)
			good = (y < n && x < width) || !count[y][x][0];
	for (unsigned int y = 0; y < n && !good; y++) {
		for (unsigned int x = 0; x < width; x++)
			fputc("0123456789abcdef"[count[y][x][0] & 15], stderr);
		fputs(y + 1 < n ? "\n" : "\n\n", stderr);
	}
	return good;
}

/* Of the rows, the first is as wide as all. */
#define ROWS(...)		((const char *const []) { __VA_ARGS__ })
#define looks_like(...)		looks(ROWS(__VA_ARGS__), sizeof(ROWS(__VA_ARGS__)) / sizeof(char *), \
				      (unsigned int)strlen(ROWS(__VA_ARGS__)[0]))

static int32_t units(double pixels)
{
	return (int32_t)(pixels * PIXEL);
}

static struct draw_screen triangle(double x0, double y0, double x1, double y1, double x2, double y2)
{
	return (struct draw_screen){ .shape = DRAW_TRIANGLE, .vertices = 3, .x = { units(x0), units(x1), units(x2) },
				     .y = { units(y0), units(y1), units(y2) } };
}

static struct draw_screen rectangle(double x0, double y0, double x1, double y1)
{
	struct draw_screen s = triangle(x0, y0, x0, y1, x1, y0);

	s.shape = DRAW_RECTANGLE;
	return s;
}

static struct draw_screen line(double x0, double y0, double x1, double y1)
{
	struct draw_screen s = triangle(x0, y0, x1, y1, x0, y0);

	s.shape = DRAW_LINE;
	s.vertices = 2;
	s.half_width = s.half_height = PIXEL / 2;
	s.first = true;
	return s;
}

static void draw(struct draw_screen s)
{
	clear();
	convert(&s);
}

static void fresh(bool cayman)
{
	bench_start(&bench, cayman);
	bench_take(&bench);
}

/* ---- samples ---- */

static const int8_t places[5][16][2] = {
	{ { 0 } },
	{ { 4, 4 }, { -4, -4 } },
	{ { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
	{ { -1, 1 }, { 1, 5 }, { 3, -5 }, { 5, 3 }, { -7, -1 }, { -3, -7 }, { 7, -3 }, { -5, 7 } },
	{ { 1, 1 }, { -1, -3 }, { -3, 2 }, { 4, -1 }, { -5, -2 }, { 2, 5 }, { 5, 3 }, { 3, -5 }, { -2, 6 }, { 0, -7 },
	  { -4, -6 }, { -6, 4 }, { -8, 0 }, { 7, -4 }, { 6, 7 }, { -7, -8 } },
};

static void set_place(unsigned int log2, unsigned int pixel, unsigned int sample, int x, int y)
{
	static const uint8_t dwords[] = { 1, 1, 1, 2 };
	uint32_t at = bench.card.cayman ? 0x28bf8 + 16 * pixel : 0x28c1c + 4 * pixel * dwords[log2];
	uint32_t *reg = &bench.reg[at / 4 + sample / 4], shift = 8 * (sample % 4);

	*reg = (*reg & ~(0xffu << shift)) | (uint32_t)((x & 15) | (y & 15) << 4) << shift;
}

static void set_samples(unsigned int log2)
{
	set(&bench, bench.card.cayman ? 0x28be0 : 0x28c04, log2);
	set(&bench, 0x28a48, log2 != 0);
	for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++)
		for (unsigned int i = 0; i < 1u << log2; i++)
			set_place(log2, pixel, i, places[log2][i][0], places[log2][i][1]);
	bench_take(&bench);
}

static void test_registers(void)
{
	for (int cayman = 0; cayman < 2; cayman++)
		for (unsigned int log2 = 0; log2 < (cayman ? 5 : 4); log2++) {
			bool good;

			fresh(cayman);
			set_samples(log2);
			good = bench.sc.samples == 1u << log2;
			for (unsigned int pixel = 0; pixel < DRAW_QUAD; pixel++)
				for (unsigned int i = 0; i < 1u << log2; i++)
					good &= bench.sc.at[pixel][i].x == places[log2][i][0] &&
						bench.sc.at[pixel][i].y == places[log2][i][1];
			check(good, "%s: places of %u samples", cayman ? "Cayman" : "Evergreen", 1u << log2);
		}
	fresh(true);
	set_samples(2);
	set_place(2, 3, 1, -8, 7);
	bench_take(&bench);
	check(bench.sc.at[3][1].x == -8 && bench.sc.at[3][1].y == 7 && bench.sc.at[2][1].x == 6 && bench.sc.at[1][1].x == 6,
	      "each pixel of a quad has its own");
	set(&bench, 0x28be0, 5);
	bench_take(&bench);
	check(bench.violations == 1, "there are no 32 samples");
}

static void test_masks(void)
{
	fresh(false);
	set_samples(3);
	set(&bench, 0x28c3c, 0x80402010);
	bench_take(&bench);
	draw(rectangle(0, 0, 2, 2));
	check(bits_at(0, 0) == 0x10 && bits_at(1, 0) == 0x20 && bits_at(0, 1) == 0x40 && bits_at(1, 1) == 0x80,
	      "Evergreen: a mask for each pixel of a quad");
	fresh(true);
	set_samples(4);
	set(&bench, 0x28c38, 0x20001000);
	set(&bench, 0x28c3c, 0x80004000);
	bench_take(&bench);
	draw(rectangle(0, 0, 2, 2));
	check(bits_at(0, 0) == 0x1000 && bits_at(1, 0) == 0x2000 && bits_at(0, 1) == 0x4000 && bits_at(1, 1) == 0x8000,
	      "Cayman: likewise, in two registers");
	set(&bench, 0x28c38, 0);
	set(&bench, 0x28c3c, 0);
	bench_take(&bench);
	draw(rectangle(0, 0, 2, 2));
	check(!quads, "a quad without samples is none");
}

static uint16_t shaded;

static void take_shaded(void *opaque, const struct draw_quad *quad)
{
	(void)opaque;
	shaded = quad->shaded[0];
}

static void test_centroids(void)
{
	struct draw_screen s = rectangle(0, 0, 1, 0.5);
	int32_t row = SC_FIRST_ROW;

	fresh(false);
	set_samples(2);
	set(&bench, 0x28c3c, 1);
	bench_take(&bench);
	sc_convert(&bench.sc, &s, &row, &(const struct sc_out){ .quad = take_shaded });
	check(shaded == 3, "the mask leaves alone what centroids see");
	set(&bench, 0x28c04, 0x12);
	bench_take(&bench);
	row = SC_FIRST_ROW;
	sc_convert(&bench.sc, &s, &row, &(const struct sc_out){ .quad = take_shaded });
	check(shaded == 1, "but not with AA_MASK_CENTROID_DTMN");
}

static void test_no_multisampling(void)
{
	fresh(false);
	set_samples(2);
	set(&bench, 0x28a48, 0);
	bench_take(&bench);
	draw(rectangle(0, 0, 0.6, 0.6));
	check(bits_at(0, 0) == 15, "without MSAA_ENABLE a pixel's centre stands for all samples");
	draw(rectangle(0, 0, 0.4, 1));
	check(!quads, "or for none");
	set_samples(2);
	draw(rectangle(0, 0, 0.4, 1));
	check(bits_at(0, 0) == 5, "with it, each is where the registers say");
}

/* ---- polygons ---- */

static void test_edges(void)
{
	fresh(false);
	draw(rectangle(0.5, 0.5, 3.5, 2.5));
	check(looks_like("###.", "###.", "...."), "top and left edges have what is on them, bottom and right ones do not");
	draw(triangle(0.5, 0.5, 3.5, 0.5, 0.5, 3.5));
	check(looks_like("###.", "##..", "#...", "...."), "a triangle");
	draw(triangle(0.5, 0.5, 0.5, 3.5, 3.5, 0.5));
	check(looks_like("###.", "##..", "#...", "...."), "the other way round");
	draw(triangle(3.5, 0.5, 3.5, 3.5, 0.5, 3.5));
	check(looks_like("....", "..#.", ".##.", "...."), "its counterpart has the rest");
	draw(rectangle(3.5, 2.5, 0.5, 0.5));
	check(looks_like("###.", "###.", "...."), "a rectangle from its last corner");
	draw(triangle(0, 0, 8, 8, 4, 4));
	check(!quads, "a triangle without an area");
	set(&bench, 0x28034, SIDE << 16 | SIDE);
	bench_take(&bench);
	draw(triangle(-30000, -30000, 32000, -30000, -30000, 32000));
	check(quads == SIDE / 2 * (SIDE / 2) && count[SIDE - 1][SIDE - 1][0] == 1, "one that is larger than everything");
}

static void test_points(void)
{
	struct draw_screen s = { .shape = DRAW_POINT, .vertices = 1, .half_width = PIXEL / 2, .half_height = PIXEL };

	fresh(false);
	s.x[0] = units(2.3);
	s.y[0] = units(2);
	draw(s);
	check(looks_like("....", "..#.", "..#.", "...."), "a point of 1 by 2");
}

/* ---- meshes ---- */

struct mesh {
	unsigned int n;
	struct { int32_t x[3], y[3]; } triangle[24];
	int32_t x0, y0, x1, y1;
};

static int64_t area(const int32_t x[3], const int32_t y[3])
{
	return (int64_t)(x[1] - x[0]) * (y[2] - y[0]) - (int64_t)(x[2] - x[0]) * (y[1] - y[0]);
}

static int32_t random_units(int32_t from, int32_t to, unsigned int grain)
{
	return (from + (int32_t)(ref_random() % (uint32_t)(to - from))) & -(int32_t)grain;
}

/* Puts a new vertex into a triangle, unless that leaves nothing of a part. */
static void split(struct mesh *m, unsigned int i, unsigned int grain)
{
	int32_t *x = m->triangle[i].x, *y = m->triangle[i].y;
	int32_t px = random_units(m->x0, m->x1, grain), py = random_units(m->y0, m->y1, grain);

	for (unsigned int n = 0; n < 3; n++)
		if (area((int32_t[]){ x[n], x[(n + 1) % 3], px }, (int32_t[]){ y[n], y[(n + 1) % 3], py }) <= 0)
			return;
	for (unsigned int n = 1; n < 3; n++) {
		memcpy(&m->triangle[m->n], &m->triangle[i], sizeof(m->triangle[i]));
		m->triangle[m->n].x[n] = px;
		m->triangle[m->n].y[n] = py;
		m->n++;
	}
	x[0] = px;
	y[0] = py;
}

static void random_mesh(struct mesh *m)
{
	static const uint16_t grains[] = { 1, 16, 256, 2048 };
	unsigned int grain = grains[ref_random() % 4];

	m->x0 = random_units(0, 4 * PIXEL, grain);
	m->y0 = random_units(0, 4 * PIXEL, grain);
	m->x1 = m->x0 + PIXEL + random_units(0, 12 * PIXEL, grain);
	m->y1 = m->y0 + PIXEL + random_units(0, 12 * PIXEL, grain);
	m->n = 2;
	m->triangle[0] = (typeof(m->triangle[0])){ { m->x0, m->x1, m->x0 }, { m->y0, m->y0, m->y1 } };
	m->triangle[1] = (typeof(m->triangle[0])){ { m->x1, m->x1, m->x0 }, { m->y0, m->y1, m->y1 } };
	for (unsigned int i = 0; i < 40 && m->n < 22; i++)
		split(m, ref_random() % m->n, grain);
}

static bool mesh_is_right(const struct mesh *m)
{
	clear();
	for (unsigned int i = 0; i < m->n; i++) {
		unsigned int turn = ref_random() % 3, other = ref_random() % 2;
		struct draw_screen s = { .shape = DRAW_TRIANGLE, .vertices = 3 };

		for (unsigned int n = 0; n < 3; n++) {
			unsigned int from = (turn + (other ? 3 - n : n)) % 3;

			s.x[n] = m->triangle[i].x[from];
			s.y[n] = m->triangle[i].y[from];
		}
		convert(&s);
	}
	for (int32_t y = 0; y < 24; y++)
		for (int32_t x = 0; x < 24; x++)
			for (unsigned int n = 0; n < bench.sc.samples; n++) {
				unsigned int pixel = (unsigned int)((x & 1) | (y & 1) << 1);
				int32_t sx = x * PIXEL + PIXEL / 2 + bench.sc.at[pixel][n].x * (PIXEL / 16);
				int32_t sy = y * PIXEL + PIXEL / 2 + bench.sc.at[pixel][n].y * (PIXEL / 16);
				bool in = sx >= m->x0 && sx < m->x1 && sy >= m->y0 && sy < m->y1;

				if (count[y][x][n] != in)
					return false;
			}
	return !strange;
}

static void test_meshes(void)
{
	const char *given = getenv("RASTER_MESHES");
	unsigned int meshes = given ? (unsigned int)strtoul(given, NULL, 0) : 20000, wrong = 0, triangles = 0;
	struct mesh m;

	for (unsigned int i = 0; i < meshes; i++) {
		if (i % 64 == 0) {
			fresh(true);
			set_samples(i / 64 % 5);
		}
		random_mesh(&m);
		triangles += m.n;
		wrong += !mesh_is_right(&m);
	}
	check(!wrong, "of %u meshes with %u triangles %u are wrong", meshes, triangles, wrong);
}

/* ---- scissors ---- */

static void test_scissors(void)
{
	static const uint32_t scissors[] = { 0x28030, 0x28204, 0x28240, 0x28250 };

	for (size_t i = 0; i < 4; i++) {
		fresh(false);
		set(&bench, scissors[i], 1 << 16 | 1);
		set(&bench, scissors[i] + 4, 2 << 16 | 3);
		set(&bench, 0x28a48, 2);
		bench_take(&bench);
		draw(rectangle(0, 0, 8, 8));
		check(looks_like("....", ".##.", "...."), "scissor %x", scissors[i]);
		set(&bench, 0x28200, 1 << 16 | 0xffff);
		bench_take(&bench);
		draw(rectangle(0, 0, 8, 8));
		if (i)
			check(looks_like("....", "....", "##..", "...."), "the window moves scissor %x", scissors[i]);
		else
			check(looks_like("....", ".##.", "...."), "the window leaves the screen's alone");
		set(&bench, scissors[i], 1u << 31 | 1 << 16 | 1);
		bench_take(&bench);
		draw(rectangle(0, 0, 8, 8));
		check(looks_like("....", ".##.", "...."), "but with bit 31 of its corner");
	}
}

static void test_scissors_with_bugs(void)
{
	static const uint32_t scissors[] = { 0x28030, 0x28204, 0x28240 };

	for (size_t i = 0; i < 3; i++) {
		fresh(false);
		set(&bench, scissors[i] + 4, 1 << 16);
		bench_take(&bench);
		draw(rectangle(0, 0, 2, 2));
		check(looks_like("##.", "..."), "scissor %x from 0 to 0 cuts no columns", scissors[i]);
		set(&bench, scissors[i] + 4, 1);
		bench_take(&bench);
		draw(rectangle(0, 0, 2, 2));
		check(looks_like("#.", "#.", ".."), "nor rows");
		set(&bench, scissors[i], 1 << 16 | 1);
		set(&bench, scissors[i] + 4, 0);
		bench_take(&bench);
		draw(rectangle(0, 0, 2, 2));
		check(!quads, "from 1 to 0 it cuts all");
		for (unsigned int cayman = 0; cayman < 2; cayman++) {
			fresh(cayman);
			set(&bench, scissors[i] + 4, 1 << 16 | 1);
			bench_take(&bench);
			draw(rectangle(0, 0, 2, 2));
			check(cayman ? looks_like("##", "##") : looks_like("#.", ".."), "of one pixel, on Cayman %u", cayman);
		}
	}
}

static void test_viewport_scissors(void)
{
	struct draw_screen s = rectangle(0, 0, 8, 8);

	fresh(false);
	set(&bench, 0x28254, 0);
	bench_take(&bench);
	draw(rectangle(0, 0, 2, 2));
	check(looks_like("##", "##"), "a viewport's scissor has to be enabled");
	set(&bench, 0x28a48, 2);
	set(&bench, 0x28250 + 8 * 5, 1);
	set(&bench, 0x28254 + 8 * 5, 1 << 16 | 2);
	bench_take(&bench);
	s.viewport = 5;
	draw(s);
	check(looks_like(".#.", "..."), "and each has its own");
	set(&bench, 0x28254 + 8 * 5, 8 << 16 | 8);
	bench_take(&bench);
	s = rectangle(0, 0, 2, 2);
	s.viewport = 5;
	draw(s);
	check(looks_like(".#", ".#"), "it cuts quads at the left");
	set(&bench, 0x28250 + 8 * 5, 1 << 16);
	bench_take(&bench);
	draw(s);
	check(looks_like("..", "##"), "and at the top");
}

static void test_cliprects(void)
{
	fresh(false);
	for (uint32_t i = 0; i < 4; i++) {	/* each two more columns than the one before */
		set(&bench, 0x28210 + 8 * i, 0);
		set(&bench, 0x28214 + 8 * i, 1 << 16 | (2 * i + 2));
	}
	for (uint32_t rule = 0; rule < 16; rule++) {
		char row[9] = "........";

		set(&bench, 0x2820c, 1u << rule);
		bench_take(&bench);
		draw(rectangle(0, 0, 8, 1));
		for (unsigned int x = 0; x < 8; x++)
			row[x] = (15u << x / 2 & 15) == rule ? '#' : '.';
		check(looks_like(row, "........"), "clip rectangles: pixels in just those of %x", rule);
	}
	set(&bench, 0x2820c, 1);
	set(&bench, 0x28200, 2);
	set(&bench, 0x28204, 1u << 31);
	set(&bench, 0x28240, 1u << 31);
	bench_take(&bench);
	draw(rectangle(0, 0, 8, 1));
	check(looks_like("##......"), "the window moves them");
}

/* ---- lines ---- */

static void test_diamonds(void)
{
	fresh(false);
	set(&bench, 0x28c00, 1 << 10);
	bench_take(&bench);
	draw(line(0.5, 1.5, 3.5, 1.5));
	check(looks_like(".....", "###..", "....."), "from centre to centre: the last pixel is not left");
	draw(line(3.5, 1.5, 0.5, 1.5));
	check(looks_like(".....", ".###.", "....."), "the other way");
	draw(line(1.5, 3.5, 1.5, 0.5));
	check(looks_like("...", ".#.", ".#.", ".#.", "..."), "upwards");
	draw(line(0.25, 0.9, 3.75, 1.1));
	check(looks_like("##..", "..##", "...."), "a column has that pixel through whose centre's column it goes");
	draw(line(0.9, 0.75, 2.5, 0.6));
	check(looks_like(".#..", "...."), "it begins outside of a diamond behind the centre");
	draw(line(0.6, 0.6, 2.5, 0.6));
	check(looks_like("##..", "...."), "it begins inside of one, and ends inside");
	draw(line(0.6, 0.6, 2.95, 0.6));
	check(looks_like("###.", "...."), "it leaves the last one");
	draw(line(0.4, 0.5, 0.6, 0.5));
	check(!quads, "it stays inside");
	draw(line(0.5, 1, 3.5, 1));
	check(looks_like("###.", "...."), "between two rows it is the upper one");
	draw(line(1, 0.5, 1, 3.5));
	check(looks_like("#..", "#..", "#..", "..."), "between two columns the left one");
	draw(line(0.5, 0.5, 3.5, 3.5));
	check(looks_like("#...", ".#..", "..#.", "...."), "a diagonal");
	draw(line(2, 2, 2, 2));
	check(!quads, "no length, no pixels");
	set(&bench, 0x28c00, 0);
	bench_take(&bench);
	draw(line(0.6, 0.6, 2.95, 0.6));
	check(looks_like("##..", "...."), "without LAST_PIXEL not that in which it ends");
}

/* The first line leaves the diamond of the corner, in which the second does not begin. */
static void test_corner_of_lines(void)
{
	const struct draw_screen second = line(10.9, 2.8, 10.9, 12.8);
	bool good;

	fresh(true);
	set(&bench, 0x28bdc, 1 << 12);
	bench_take(&bench);
	draw(line(2.5, 2.8, 10.9, 2.8));
	convert(&second);
	good = looks_like("............", "............", "..#########.", "..........#.", "..........#.",
			  "..........#.", "..........#.", "..........#.", "..........#.", "..........#.",
			  "..........#.", "..........#.", "..........#.", "............");
	check(good, "Cayman: with DX10_DIAMOND_TEST_ENA a strip of lines has no hole at its corner");
	set(&bench, 0x28bdc, 0);
	bench_take(&bench);
	draw(line(0.6, 0.6, 2.95, 0.6));
	check(looks_like("##..", "...."), "without it and LAST_PIXEL not the pixel in which a line ends");
}

static void test_strip_of_lines(void)
{
	unsigned int twice = 0, gaps = 0;

	fresh(false);
	set(&bench, 0x28c00, 1 << 10);
	bench_take(&bench);
	for (unsigned int i = 0; i < 2000; i++) {
		double x[4] = { 1 + ref_random() % 256 / 64.0 }, y[3];

		/* Flat lines to the right, one behind the other. */
		for (unsigned int n = 0; n < 3; n++) {
			x[n + 1] = x[n] + ref_random() % 256 / 32.0;
			y[n] = 10 + (double)(ref_random() % 64) / 64 * (x[n + 1] - x[n]);
		}
		clear();
		convert(&(struct draw_screen){ .shape = DRAW_LINE, .vertices = 2, .half_width = PIXEL / 2,
					       .x = { units(x[0]), units(x[1]) }, .y = { units(10), units(y[0]) } });
		convert(&(struct draw_screen){ .shape = DRAW_LINE, .vertices = 2, .half_width = PIXEL / 2,
					       .x = { units(x[1]), units(x[2]) }, .y = { units(y[0]), units(y[0]) } });
		for (unsigned int column = 0; column < SIDE; column++) {
			unsigned int n = 0;

			for (unsigned int row = 0; row < SIDE; row++) {
				n += count[row][column][0];
				twice += count[row][column][0] > 1;
			}
			gaps += column + 0.5 > x[0] && column + 0.5 < x[2] - 1 && !n;
		}
	}
	check(!twice && !gaps, "strips of lines: %u pixels came twice, %u columns have none", twice, gaps);
}

static void test_wide_lines(void)
{
	struct draw_screen s = line(0.5, 2.5, 3.5, 2.5);

	fresh(false);
	s.half_width = PIXEL * 3 / 2;
	draw(s);
	check(looks_like("....", "###.", "###.", "###.", "...."), "three pixels in each column");
	s = line(2.25, 0.5, 2.25, 2.5);
	s.half_width = PIXEL;
	draw(s);
	check(looks_like(".##.", ".##.", "...."), "two pixels in each row of a steep one");
	s.half_width = PIXEL / 8;
	draw(s);
	check(looks_like("..#.", "..#.", "...."), "never less than one");
}

/* What a rectangle along a line has of each pixel's 16 samples is about its area. */
static void test_rectangles(void)
{
	static const double half = 0.76;	/* no sample is on a border */
	struct draw_screen s = line(10.26, 10.5, 22.26, 19.5);	/* 15 long */
	unsigned int total = 0, narrow = 0;
	bool good = true;

	fresh(true);
	set_samples(4);
	set(&bench, 0x28bdc, 1 << 9);
	bench_take(&bench);
	s.half_width = units(half);
	draw(s);
	for (unsigned int y = 0; y < SIDE; y++)
		for (unsigned int x = 0; x < SIDE; x++)
			for (unsigned int n = 0; n < 16; n++) {
				double sx = x + 0.5 + places[4][n][0] / 16.0 - 10.26, sy = y + 0.5 + places[4][n][1] / 16.0 - 10.5;
				double along = (sx * 12 + sy * 9) / 15, across = (sx * 9 - sy * 12) / 15;
				bool in = along > 0 && along < 15 && across > -half && across < half;

				total += count[y][x][n];
				good &= count[y][x][n] == in;
			}
	check(good && total, "with several samples a line is a rectangle, %u samples", total);
	set(&bench, 0x28bdc, 0);
	bench_take(&bench);
	draw(s);
	for (unsigned int y = 0; y < SIDE; y++)
		for (unsigned int x = 0; x < SIDE; x++)
			narrow += (unsigned int)__builtin_popcount(bits_at(x, y));
	check(narrow * 15 > total * 11 && narrow * 15 < total * 13, "twelve 15ths as wide without EXPAND_LINE_WIDTH");
}

static void test_stipple(void)
{
	fresh(false);
	set(&bench, 0x28c00, 1 << 10);
	set(&bench, 0x28a48, 4);
	set(&bench, 0x28a0c, 1u << 29 | 1 << 16 | 0x5);
	bench_take(&bench);
	draw(line(0.5, 0.5, 8.5, 0.5));
	check(looks_like("##..##...", "........."), "each bit goes for two pixels");
	set(&bench, 0x28a0c, 1u << 29 | 1 << 28 | 0xa000);
	bench_take(&bench);
	draw(line(0.5, 0.5, 8.5, 0.5));
	check(looks_like("#.#......", "........."), "in the other order");
}

/* How many steps the stipple has gone after two lines of three pixels, the second not the first of its strip. */
static unsigned int steps_after(uint32_t reset)
{
	struct draw_screen first = line(0.5, 0.5, 3.5, 0.5), second = line(3.5, 0.5, 6.5, 0.5);

	set(&bench, 0x28a0c, reset << 29 | 0xffff);
	bench_take(&bench);
	second.first = false;
	draw(first);
	convert(&second);
	return bench.sc.stipple.step;
}

static void test_stipple_resets(void)
{
	struct draw_screen s = line(0.5, 0.5, 3.5, 0.5);

	fresh(false);
	set(&bench, 0x28c00, 1 << 10);
	set(&bench, 0x28a48, 4);
	check(steps_after(1) == 3, "the stipple begins again with each line");
	check(steps_after(2) == 6, "or goes on in a strip");
	draw(s);
	check(bench.sc.stipple.step == 3, "up to the next one");
	check(steps_after(0) == 6, "or always");
	draw(s);
	check(bench.sc.stipple.step == 9, "likewise");
}

static void test_stippled_rectangles(void)
{
	struct draw_screen s = line(0, 1, 8, 1);

	fresh(false);
	set_samples(1);
	set(&bench, 0x28a48, 5);
	set(&bench, 0x28a0c, 1u << 29 | 0xd);
	bench_take(&bench);
	draw(s);
	check(looks_like("#.##....", "........"), "a rectangle for each run of bits");
	check(bits_at(0, 1) == 2 && bits_at(1, 1) == 0, "with half of the next row's samples");
	check(bench.sc.stipple.step == 8, "a step is as long as a pixel");
}

/* ---- large shapes ---- */

static unsigned int pixels, twice;
static uint8_t rows_seen[1024][1024];

static void count_pixels(void *opaque, const struct draw_quad *quad)
{
	(void)opaque;
	for (unsigned int i = 0; i < DRAW_QUAD; i++)
		if (quad->covered[i]) {
			pixels++;
			twice += rows_seen[quad->y + (i >> 1)][quad->x + (i & 1)]++ != 0;
		}
}

/* A pixel of each side is cut off, so that no band begins or ends with a tile. */
static void test_large(void)
{
	struct draw_screen s = rectangle(1, 1, 1023, 1023);
	unsigned int before = 0, most = 0, bands = 0;
	int32_t row = SC_FIRST_ROW;
	bool more = true;

	fresh(false);
	set(&bench, 0x28034, 1024 << 16 | 1024);
	set(&bench, 0x28208, 1024 << 16 | 1024);
	set(&bench, 0x28244, 1024 << 16 | 1024);
	bench_take(&bench);
	while (more) {
		more = sc_convert(&bench.sc, &s, &row, &(const struct sc_out){ .quad = count_pixels });
		most = pixels - before > most ? pixels - before : most;
		before = pixels;
		bands++;
	}
	check(pixels == 1022 * 1022 && !twice, "a large shape has each pixel once");
	check(most <= 0x4000 && bands == 64, "and comes in bands");
}

/* ---- lines that are large ---- */

static unsigned int large_bands, large_most;

/* Quads, band by band, counted in rows_seen; how many in the largest band. */
static void convert_large(const struct draw_screen *s)
{
	const struct sc_out out = { .quad = count_pixels };
	int32_t row = SC_FIRST_ROW;
	bool more = true;

	memset(rows_seen, 0, sizeof(rows_seen));
	pixels = twice = large_bands = large_most = 0;
	while (more && large_bands < 100000) {
		unsigned int before = pixels;

		more = sc_convert(&bench.sc, s, &row, &out);
		large_most = pixels - before > large_most ? pixels - before : large_most;
		large_bands++;
	}
}

static void start_large(bool rectangles, uint32_t stipple)
{
	fresh(false);
	set(&bench, 0x28034, 1024 << 16 | 1024);
	set(&bench, 0x28208, 1024 << 16 | 1024);
	set(&bench, 0x28244, 1024 << 16 | 1024);
	set(&bench, 0x28a48, rectangles | (stipple ? 4 : 0));
	set(&bench, 0x28c04, rectangles);
	set(&bench, 0x28a0c, stipple);
	bench_take(&bench);
}

/* As wide as hardware allows, and from one end of its coordinates to the other. */
static void test_large_lines(void)
{
	struct draw_screen s = {
		.shape = DRAW_LINE, .vertices = 2, .x = { units(-16000), units(16000) }, .y = { units(500), units(500) },
		.half_width = 4096 * PIXEL, .half_height = 4096 * PIXEL,
	};

	for (unsigned int rectangles = 0; rectangles < 2; rectangles++) {
		start_large(rectangles, 0);
		convert_large(&s);
		check(pixels == 1024 * 1024 && !twice, "%s of 8192 pixels: each pixel of the screen once",
		      rectangles ? "a rectangle" : "a line");
		check(large_most <= 0x8000 && large_bands < 200, "in bands: %u, of %u at most", large_bands, large_most);
		s.y[0] = s.y[1] = units(-9000);
		convert_large(&s);
		check(!pixels && large_bands < 4, "and beside the screen none, at once");
		s.y[0] = s.y[1] = units(500);
	}
}

/* What is beside the screen counts for the stipple. */
static void test_large_stipple(void)
{
	struct draw_screen s = { .shape = DRAW_LINE, .vertices = 2, .half_width = PIXEL / 2, .half_height = PIXEL / 2 };
	unsigned int wrong = 0;

	for (unsigned int turned = 0; turned < 2; turned++) {
		start_large(false, 0x00ff | 2 << 16);	/* eight bits of three pixels, then as many without */
		s.x[turned] = units(-1000.5);
		s.x[!turned] = units(900.5);
		s.y[0] = s.y[1] = units(7.5);
		convert_large(&s);
		wrong += twice;
		for (int x = 0; x < 1024; x++) {
			int step = turned ? 900 - x : x + 1001;

			wrong += rows_seen[7][x] != (x < 900 + (int)turned && step / 3 % 16 < 8);
		}
		check(!wrong, "a stipple that begins beside the screen, %s: %u wrong", turned ? "from the right" : "from the left",
		      wrong);
	}
	start_large(true, 0x00ff | 2 << 16);
	s.x[0] = units(-1000);
	s.x[1] = units(900);
	convert_large(&s);
	for (int x = 0; x < 1024; x++)
		wrong += rows_seen[7][x] != (x < 900 && (x + 1000) / 3 % 16 < 8);
	check(!wrong && !twice && bench.sc.stipple.step == 1900, "likewise of rectangles: %u wrong", wrong);
}

/* ---- tiles ---- */

static unsigned int tiles;
static bool wants_tiles;

static bool count_tile(void *opaque, const struct draw_screen *screen, int32_t x, int32_t y)
{
	(void)opaque;
	strange += screen->shape != DRAW_RECTANGLE || x % 8 || y % 8 || x < 0 || y < 0;
	tiles += wants_tiles;
	return wants_tiles;
}

static void convert_tiles(const struct draw_screen *s)
{
	const struct sc_out out = { .quad = count_quad, .tile = count_tile };
	int32_t row = SC_FIRST_ROW;

	clear();
	tiles = 0;
	while (sc_convert(&bench.sc, s, &row, &out))
		;
}

static void test_tiles(void)
{
	struct draw_screen s = rectangle(4, 6, 44, 42);

	fresh(false);
	wants_tiles = true;
	convert_tiles(&s);
	check(tiles == 4 * 4 && quads == 104 && !strange, "whole tiles, and quads at both sides: %u, %u", tiles, quads);
	wants_tiles = false;
	convert_tiles(&s);
	check(quads == 20 * 18, "quads of tiles that nobody takes");
	wants_tiles = true;
	set(&bench, 0x28208, 40 << 16 | 36);
	bench_take(&bench);
	convert_tiles(&s);
	check(tiles == 3 * 4, "a tile that a scissor cuts is none");
	fresh(false);
	set(&bench, 0x2820c, 0x7fff);
	bench_take(&bench);
	convert_tiles(&s);
	check(!tiles && quads, "nor is one that a clip rectangle may cut");
	fresh(false);
	set(&bench, 0x28c3c, 0xfffffffe);
	bench_take(&bench);
	convert_tiles(&s);
	check(!tiles && quads, "or a mask");
}

/* Backends of the same draw have each quad once among them. */
static void test_parts(const struct draw_screen *s, const char *what)
{
	for (unsigned int n = 2; n <= 8; n++) {
		static uint8_t whole[SIDE][SIDE][DRAW_SAMPLES];
		unsigned int all, most = 0;

		fresh(false);
		clear();
		convert(s);
		all = quads;
		memcpy(whole, count, sizeof(whole));
		clear();
		for (unsigned int i = 0; i < n; i++) {
			unsigned int before = quads;

			fresh(false);
			bench.sc.index = i;
			bench.sc.of = n;
			convert(s);
			most = quads - before > most ? quads - before : most;
		}
		check(quads == all && !memcmp(whole, count, sizeof(whole)) && !strange,
		      "%s in %u parts: the same quads", what, n);
		check(most < all, "and no part has all of them");
	}
}

static void test_all_parts(void)
{
	const struct draw_screen shapes[] = {
		rectangle(3, 5, 60, 61), triangle(1, 1, 62.5, 9, 20, 63), triangle(0, 60, 63, 1, 63, 3),
		{ .shape = DRAW_LINE, .vertices = 2, .x = { units(1), units(62) }, .y = { units(2), units(50) },
		  .half_width = PIXEL / 2, .half_height = PIXEL / 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++)
		test_parts(&shapes[i], i ? i < 3 ? "a triangle" : "a line" : "a rectangle");
}

int main(void)
{
	test_registers();
	test_masks();
	test_centroids();
	test_no_multisampling();
	test_edges();
	test_points();
	test_meshes();
	test_scissors();
	test_scissors_with_bugs();
	test_viewport_scissors();
	test_cliprects();
	test_diamonds();
	test_corner_of_lines();
	test_strip_of_lines();
	test_wide_lines();
	test_rectangles();
	test_stipple();
	test_stipple_resets();
	test_stippled_rectangles();
	test_large();
	test_large_lines();
	test_large_stipple();
	test_tiles();
	test_all_parts();
	return test_end();
}
