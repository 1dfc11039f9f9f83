// SPDX-License-Identifier: MIT OR GPL-2.0
/* Draws from a packet to a target: what pixels begin with, which are stored, and what stops them. */
#include <math.h>

#include "array.h"
#include "test_pipeline.h"

#define SIDE		16u
#define TARGET		0x700000u
#define PIXEL		16u		/* bytes: four floats */
#define PITCH		64u		/* pixels; a row of a linear target */
#define GRBM_STATUS	0x8010u
#define GRBM_RESET	0x8020u
#define RESET_CP	1u
#define RESET_SHADERS	(1u << 8 | 1u << 9)
#define SH_BUSY		(1u << 21)
#define LOOP_CONST_VS	(0x3a200u + 4 * 32)
#define POINTS		1u
#define LINES		2u
#define TRIANGLES	4u
#define RECTANGLES	0x11u

/* Corners -1 -1, 1 -1 and -1 1, in T1.X and T1.Y. */
#define CORNERS \
	"SUB_INT * T1.Z, T0.X, literal.x\n1, 0\n" \
	"CNDE_INT * T1.X, PV.Z, 1.0, literal.x\n0xbf800000, 0\n" \
	"SUB_INT * T1.Z, T0.X, literal.x\n2, 0\n" \
	"CNDE_INT * T1.Y, PV.Z, 1.0, literal.x\n0xbf800000, 0\n"

/* They, and parameter 0 is 1, 2 or 3, and three times one half. */
#define VERTICES \
	"ALU addr:4 count:10\n" \
	"EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:0 sel_y:1 sel_z:4 sel_w:5\n" \
	"EXPORT_DONE type:2 rw_gpr:2 sel_x:0 sel_y:1 sel_z:1 sel_w:1 eop:1\n" \
	"@4:\n" \
	CORNERS \
	"INT_TO_FLT * T2.X, T0.X\n" \
	"ADD * T2.X, T2.X, 1.0\n" \
	"MOV * T2.Y, 0.5\n"

/* The same corners on the screen, with a w of 1, 2 and 1. */
#define DEEP_VERTICES \
	"ALU addr:3 count:13\n" \
	"EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:0 sel_y:1 sel_z:4 sel_w:3 eop:1\n" \
	"@3:\n" \
	CORNERS \
	"AND_INT * T1.W, T0.X, literal.x\n1, 0\n" \
	"INT_TO_FLT * T1.W, T1.W\n" \
	"ADD * T1.W, T1.W, 1.0\n" \
	"MUL T1.X, T1.X, T1.W\n" \
	"MUL * T1.Y, T1.Y, T1.W\n"

/* The first corners, with 0, 3/4 and 1/2 as parameter 0.x, and what is left of 1 as 0.y. */
#define CYLINDER_VERTICES \
	"ALU addr:4 count:12\n" \
	"EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:0 sel_y:1 sel_z:4 sel_w:5\n" \
	"EXPORT_DONE type:2 rw_gpr:2 sel_x:0 sel_y:1 sel_z:1 sel_w:1 eop:1\n" \
	"@4:\n" \
	CORNERS \
	"INT_TO_FLT * T2.X, T0.X\n" \
	"MUL * T2.X, T2.X, literal.x\n0x3f400000, 0\n" \
	"FRACT * T2.X, T2.X\n" \
	"ADD * T2.Y, -T2.X, 1.0\n"

/* A register, as a pixel finds it. */
#define REGISTER(n)	"EXPORT_DONE rw_gpr:" n " sel_x:0 sel_y:1 sel_z:2 sel_w:3 eop:1\n"
#define REGISTERS	REGISTER("0")
#define INTERPOLATE(n) \
	"INTERP_XY T1.X, T0.Y, PARAM[" n "].X bank_swizzle:5\n" \
	"INTERP_XY T1.Y, T0.X, PARAM[" n "].X bank_swizzle:5\n" \
	"INTERP_XY T1.Z, T0.Y, PARAM[" n "].X write_mask:0 bank_swizzle:5\n" \
	"INTERP_XY * T1.W, T0.X, PARAM[" n "].X write_mask:0 bank_swizzle:5\n"
#define INPUT \
	"ALU addr:3 count:3\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:1 sel_z:0 sel_w:0 eop:1\n" \
	"@3:\n" INTERPOLATE("0")
#define LOADED_INPUT \
	"ALU addr:3\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:0 sel_z:0 sel_w:0 eop:1\n" \
	"@3:\n" \
	"INTERP_LOAD_P0 * T1.X, PARAM[0].X\n"
#define SECOND_INPUT \
	"ALU addr:3 count:7\n" \
	"EXPORT_DONE rw_gpr:1 sel_x:0 sel_y:1 sel_z:2 sel_w:3 eop:1\n" \
	"@3:\n" INTERPOLATE("1") \
	"INTERP_ZW T1.X, T0.Y, PARAM[1].Z write_mask:0 bank_swizzle:5\n" \
	"INTERP_ZW T1.Y, T0.X, PARAM[1].Z write_mask:0 bank_swizzle:5\n" \
	"INTERP_ZW T1.Z, T0.Y, PARAM[1].Z bank_swizzle:5\n" \
	"INTERP_ZW * T1.W, T0.X, PARAM[1].Z bank_swizzle:5\n"

static void start_target(const char *chip)
{
	start(chip);
	load(VS, VERTICES);
	rasterize();
	for (uint32_t i = 0; i < 4; i++)
		set_float(0x2843c + 4 * i, SIDE / 2);
	set_float(0x282d4, 1);
	set(0x28c60, TARGET >> 8);
	set(0x28c64, PITCH / 8 - 1);
	set(0x28c68, PITCH * SIDE / 64 - 1);
	set(0x28c6c, 0);
	set(0x28c70, 0x23 << 2 | 1 << 8 | 7 << 12);	/* floats of 32 bits, linear */
	set(0x28238, 0xf);
	set(0x2823c, 0xf);
	set(0x28808, 0xcc0010);
	set(0x28b94, 0);
	set(0x28b98, 0);
	memset(card.vram + TARGET, 0, (size_t)PITCH * SIDE * PIXEL);
	complaints(&card);
}

/* Input 0 has what vertices export; how many are enabled is left to say. */
static void start_inputs(const char *chip, const char *pixels)
{
	start_target(chip);
	load(PS, pixels);
	set(0x286e0, 1);
	set(0x2861c, 7);
	set(0x28644, 7);
}

static float pixel(uint32_t x, uint32_t y, unsigned int c)
{
	return sq_float(peek32(&card, TARGET + (y * PITCH + x) * PIXEL + 4 * c));
}

static bool all_are_near(unsigned int c, float (*want)(uint32_t x, uint32_t y), float slack)
{
	for (uint32_t y = 0; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++)
			if (fabsf(pixel(x, y, c) - want(x, y)) > slack) {
				fprintf(stderr, "# pixel %u, %u: %g, not %g\n", x, y, (double)pixel(x, y, c),
					(double)want(x, y));
				return false;
			}
	return true;
}

static bool all_are(unsigned int c, float (*want)(uint32_t x, uint32_t y))
{
	return all_are_near(c, want, 0);
}

static float center_x(uint32_t x, uint32_t y)
{
	return (float)x + 0.5f + 0 * (float)y;
}

static float center_y(uint32_t x, uint32_t y)
{
	return (float)y + 0.5f + 0 * (float)x;
}

static float one(uint32_t x, uint32_t y)
{
	return 1.0f + 0 * (float)(x + y);
}

static float half(uint32_t x, uint32_t y)
{
	return 0.5f + 0 * (float)(x + y);
}

/* 1 at the first corner, one more at the second, two more at the third. */
static float slope(uint32_t x, uint32_t y)
{
	return 1 + center_x(x, y) / SIDE + 2 * center_y(x, y) / SIDE;
}

/* How far a pixel's center is on the way to the second corner and to the third, and what 1 / w is there. */
static float over_w(uint32_t x, uint32_t y)
{
	return 1 - center_x(x, y) / SIDE / 2 + 0 * (float)y;
}

static float i_over_w(uint32_t x, uint32_t y)
{
	return center_x(x, y) / SIDE / 2;
}

static float j_over_w(uint32_t x, uint32_t y)
{
	return center_y(x, y) / SIDE;
}

static float across(uint32_t x, uint32_t y)
{
	return center_x(x, y) / SIDE;
}

static float down(uint32_t x, uint32_t y)
{
	return center_y(x, y) / SIDE;
}

static float zero(uint32_t x, uint32_t y)
{
	return 0 * (float)(x + y);
}

static float i_of(uint32_t x, uint32_t y)
{
	return i_over_w(x, y) / over_w(x, y);
}

/* From 0 over 1/4 below it, or over 3/4, at the second corner to 1/2 at the third; and the rest of 1. */
static float short_way(uint32_t x, uint32_t y)
{
	return center_y(x, y) / SIDE / 2 - center_x(x, y) / SIDE / 4;
}

static float long_way(uint32_t x, uint32_t y)
{
	return center_y(x, y) / SIDE / 2 + center_x(x, y) / SIDE * 3 / 4;
}

static float short_rest(uint32_t x, uint32_t y)
{
	return 1 - short_way(x, y);
}

static float slope_or_0(uint32_t x, uint32_t y)
{
	return x < SIDE / 2 ? center_x(x, y) : 0;
}

static float last(uint32_t x, uint32_t y)
{
	return 3.0f + 0 * (float)(x + y);
}

static void test_registers(const char *chip)
{
	start_target(chip);
	load(PS, REGISTERS);
	set(0x286cc, 1 << 8);				/* position to R0 */
	draw(RECTANGLES, 3);
	check(all_are(0, center_x) && all_are(1, center_y) && all_are(3, one), "%s: a pixel knows its place, and w", chip);
	set(0x286cc, 0);
	set(0x286d0, 1 << 8);				/* face to R0.x */
	draw(RECTANGLES, 3);
	check(all_are(0, one), "%s: and which side it sees", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	set(0x286d0, 1 << 8 | 16 << 12);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: a register that the program has not is told", chip);
	card_free(&card);
}

static void test_inputs(const char *chip)
{
	start_inputs(chip, INPUT);
	set(0x286cc, 1);
	draw(RECTANGLES, 3);
	check(all_are(0, slope) && all_are(1, half), "%s: a parameter is a plane", chip);
	set(0x286d4, 1);
	set(0x28644, 7 | 1 << 10);
	set(0x28814, 1 << 19);
	draw(RECTANGLES, 3);
	check(all_are(0, last), "%s: a flat one is that of the vertex that provokes", chip);
	set(0x28644, 8 | 3 << 8);
	draw(RECTANGLES, 3);
	check(all_are(0, one) && all_are(1, one), "%s: one that nobody exports has a default", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	set(0x286cc, 0);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: one that is not enabled is told", chip);
	card_free(&card);
}

static void test_cylinders(const char *chip)
{
	start_inputs(chip, INPUT);
	load(VS, CYLINDER_VERTICES);
	set(0x286cc, 1);
	set(0x28644, 7 | 3 << 13);
	draw(RECTANGLES, 3);
	check(all_are(0, short_way) && all_are(1, short_rest), "%s: inputs that wrap go the shorter way", chip);
	set(0x28644, 7 | 2 << 13);
	draw(RECTANGLES, 3);
	check(all_are(0, long_way) && all_are(1, short_rest), "%s: each component by itself", chip);
	set(0x286d4, 1);
	set(0x28644, 7 | 1 << 10 | 2 << 13);
	draw(RECTANGLES, 3);
	check(all_are(1, one), "%s: a flat one does not", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	set(0x286cc, 21);
	set(0x28644 + 4 * 20, 7 | 1 << 13);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: only the first 20 can", chip);
	card_free(&card);
}

static void test_generated(const char *chip)
{
	start_inputs(chip, SECOND_INPUT);
	set(0x286cc, 1 | 1 << 15 | 1 << 19);
	draw(RECTANGLES, 3);
	check(all_are(0, across) && all_are(1, down) && all_are(2, zero) && all_are(3, one),
	      "%s: a generated parameter is I, J, 0, 1", chip);
	load(PS, INPUT);
	draw(RECTANGLES, 3);
	check(all_are(0, slope), "%s: and no other", chip);
	set(0x286cc, 1 | 1 << 15);
	draw(RECTANGLES, 3);
	check(all_are(0, across) && all_are(1, down), "%s: it may be in place of one", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	set(0x286cc, 1 | 1 << 15 | 2 << 19);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: one that is not behind the others is told", chip);
	card_free(&card);
}

static float rest(uint32_t x, uint32_t y)
{
	return 1 - across(x, y) - down(x, y);
}

/* Whichever provokes, the plane is the same. */
static void test_order(const char *chip)
{
	start_inputs(chip, INPUT);
	set(0x286cc, 1);
	set(0x28814, 1 << 19);
	draw(RECTANGLES, 3);
	check(all_are(0, slope), "%s: a parameter is the same plane if the last vertex provokes", chip);
	load(PS, LOADED_INPUT);
	draw(RECTANGLES, 3);
	check(all_are(0, last), "%s: but P0 is what that vertex has", chip);
	load(PS, REGISTERS);
	draw(RECTANGLES, 3);
	check(all_are(0, across) && all_are(1, rest), "%s: and J is that of the first vertex", chip);
	load(PS, LOADED_INPUT);
	set(0x28814, 0);
	draw(RECTANGLES, 3);
	check(all_are(0, one), "%s: else P0 is what the first one has", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	card_free(&card);
}

static float integer_1(uint32_t x, uint32_t y)
{
	return sq_float(1) + zero(x, y);
}

static float integer_2(uint32_t x, uint32_t y)
{
	return sq_float(2) + zero(x, y);
}

/* All from @first on are there, four of them in each quad. */
static bool are_numbered(uint32_t first)
{
	bool seen[SIDE * SIDE] = { false };

	for (uint32_t y = 0; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++) {
			uint32_t n = sq_bits(pixel(x, y, 3)) - first, quad = sq_bits(pixel(x & ~1u, y & ~1u, 3)) - first;

			if (n >= SIDE * SIDE || seen[n] || n != quad + (x & 1) + 2 * (y & 1))
				return false;
			seen[n] = true;
		}
	return true;
}

static void test_face(const char *chip)
{
	start_inputs(chip, REGISTERS);
	for (uint32_t i = 0; i < 4; i++)
		set_float((gpu_config(card.gpu)->chip->cayman ? 0x28be8 : 0x28c0c) + 4 * i, 1);
	set(0x286e0, 0);
	set(0x286d0, 1 << 8);
	draw(RECTANGLES, 3);
	check(all_are(0, one) && all_are(1, integer_2) && all_are(2, integer_1),
	      "%s: with the face come the type of the primitive, and samples", chip);
	set(0x28814, 1 << 2);
	draw(TRIANGLES, 3);
	check(pixel(0, 0, 0) == 1, "%s: the front", chip);
	set(0x28814, 0);
	draw(TRIANGLES, 3);
	check(pixel(0, 0, 0) == -1, "%s: the back", chip);
	set(0x286d0, 1 << 8 | 1 << 11);
	draw(TRIANGLES, 3);
	check(sq_bits(pixel(0, 0, 0)) == 0, "%s: as an integer", chip);
	set(0x28814, 1 << 2);
	draw(TRIANGLES, 3);
	check(sq_bits(pixel(0, 0, 0)) == 1, "%s: and the front", chip);
	set(0x28a00, 0x40 | 0x40 << 16);
	set(0x28a04, 0xffffu << 16);
	set(0x28a08, 0x20);
	draw(LINES, 2);
	check(sq_bits(pixel(0, 0, 1)) == 1, "%s: a line", chip);
	draw(POINTS, 1);
	check(sq_bits(pixel(0, 0, 1)) == 0, "%s: a point", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	card_free(&card);
}

static void test_numbered(const char *chip)
{
	start_inputs(chip, REGISTERS);
	set(0x286e0, 0);
	set(0x286d0, 1 << 8 | 1);
	draw(RECTANGLES, 3);
	check(are_numbered(0), "%s: pixels have numbers", chip);
	draw(RECTANGLES, 3);
	check(are_numbered(SIDE * SIDE), "%s: the next draw goes on", chip);
	set(0x28238, 0);
	set(0x2880c, 1 << 4);
	draw(RECTANGLES, 3);
	set(0x28238, 0xf);
	draw(RECTANGLES, 3);
	check(are_numbered(3 * SIDE * SIDE), "%s: also behind one without a target", chip);
	EMIT(&card, PKT3(0x46, 1), 0xd);
	draw(RECTANGLES, 3);
	check(are_numbered(0), "%s: RST_PIX_CNT begins again", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	card_free(&card);
}

/* What is not modelled, and was asked for. */
static void test_refused(const char *chip)
{
	static const struct { uint32_t reg, value, complaints; } rows[] = {
		{ 0x286e4, 0x100, 1 }, { 0x286dc, 2, 0 }, { 0x286dc, 1, 1 }, { 0x286d0, 1u << 30, 1 },
		{ 0x286d0, 1, 1 }, { 0x286d0, 1 << 8 | 3 << 9 | 1, 1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		start_inputs(chip, REGISTERS);
		set(rows[i].reg, rows[i].value);
		draw(RECTANGLES, 3);
		check(complaints(&card) == rows[i].complaints, "%s: register %#x with %#x", chip, rows[i].reg,
		      rows[i].value);
		card_free(&card);
	}
}

static bool pulls(void)
{
	return all_are(0, i_over_w) && all_are(1, j_over_w) && all_are(2, over_w);
}

static void test_pull_model(const char *chip)
{
	start_target(chip);
	load(VS, DEEP_VERTICES);
	load(PS, REGISTERS);
	set(0x286e0, 1 << 12);
	draw(RECTANGLES, 3);
	check(pulls(), "%s: the pull model is I / W, J / W, 1 / W", chip);
	set(0x286e0, 1 << 12 | 1);
	draw(RECTANGLES, 3);
	check(all_are_near(0, i_of, 1e-6f), "%s: a pair is before it", chip);
	load(PS, REGISTER("1"));
	draw(RECTANGLES, 3);
	check(pulls(), "%s: and it is in the register behind", chip);
	set(0x286e0, 1 << 12 | 1 | 1 << 16);
	draw(RECTANGLES, 3);
	check(pulls(), "%s: also of two pairs", chip);
	load(PS, REGISTER("2"));
	set(0x286e0, 1 << 12 | 1 | 1 << 16 | 1 << 20);
	draw(RECTANGLES, 3);
	check(pulls(), "%s: three have two registers", chip);
	check(!complaints(&card), "%s: nothing is complained of", chip);
	load(PS, REGISTERS);
	set(0x28844, 2 | 4 << 8);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: that the program has no register for it is told", chip);
	set(0x28844, 16 | 4 << 8);
	set(0x286e0, 2 << 12);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: another value than 1 is told", chip);
	card_free(&card);
}

/* The square of a point: 8 pixels wide and high, around pixel 8, 8; w is 2. */
static bool is_square(uint32_t x, uint32_t y)
{
	return x >= 4 && x < 12 && y >= 4 && y < 12;
}

static float square_x(uint32_t x, uint32_t y)
{
	return is_square(x, y) ? (center_x(x, y) - 4) / 8 : 0;
}

static float square_y(uint32_t x, uint32_t y)
{
	return is_square(x, y) ? 1 - (center_y(x, y) - 4) / 8 : 0;
}

static float square_x_over_w(uint32_t x, uint32_t y)
{
	return square_x(x, y) / 2;
}

static float square_y_over_w(uint32_t x, uint32_t y)
{
	return square_y(x, y) / 2;
}

static void test_squares(void)
{
	start_inputs("turks", REGISTERS);
	load(VS, "ALU addr:3 count:1\n"
		 "EXPORT_DONE type:1 array_base:60 rw_gpr:1 sel_x:4 sel_y:4 sel_z:4 sel_w:0 eop:1\n"
		 "@3:\nMOV * T1.X, literal.x\n0x40000000, 0\n");
	load(PS, REGISTERS);
	set(0x286e0, 1 << 12);
	set(0x286d4, 1 << 1 | 1 << 14);
	set(0x28a00, 0x40 | 0x40 << 16);
	set(0x28a04, 0xffffu << 16);
	draw(POINTS, 1);
	check(all_are(0, square_x_over_w) && all_are(1, square_y_over_w) && !complaints(&card),
	      "the pull model of a point runs over its square");
	load(PS, INPUT);
	set(0x286cc, 1 << 15);
	set(0x286d4, 1 << 14);
	set(0x286e0, 1);
	draw(POINTS, 1);
	check(all_are(0, square_x) && all_are(1, square_y) && !complaints(&card),
	      "and so does a generated parameter, without PNT_SPRITE_ENA");
	card_free(&card);
}

/* Of a triangle with corners at pixels 4, 4 and 12, 4 and 4, 12: which pixels are seen. */
static bool is_corner(uint32_t x, uint32_t y)
{
	return (x == 4 && y == 4) || (x == 12 && y == 4) || (x == 4 && y == 12);
}

static bool is_outline(uint32_t x, uint32_t y)
{
	return x >= 4 && y >= 4 && x + y <= 16 && (x == 4 || y == 4 || x + y == 16);
}

/* The plane of the whole triangle, whose parameter is 1, 2 and 3 at its corners. */
static float plane(uint32_t x, uint32_t y)
{
	return 1 + ((float)x - 4) / 8 + 2 * ((float)y - 4) / 8;
}

static float corners(uint32_t x, uint32_t y)
{
	return is_corner(x, y) ? plane(x, y) : 0;
}

static float outline(uint32_t x, uint32_t y)
{
	return is_outline(x, y) ? plane(x, y) : 0;
}

/* Edges and points have the values that the triangle has there, whatever I and J are over a point. */
static void test_polygon_modes(const char *chip)
{
	static const struct {
		uint32_t mode, interp;
		float (*want)(uint32_t x, uint32_t y);
		const char *what;
	} rows[] = {
		{ 1, 0, outline, "lines" }, { 1, 1 << 1, outline, "lines, with PNT_SPRITE_ENA" },
		{ 0, 0, corners, "points" }, { 0, 1 << 1, corners, "points, with PNT_SPRITE_ENA" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		start_inputs(chip, INPUT);
		set(0x286cc, 1);
		set(0x286d4, rows[i].interp);
		set(0x28814, 1 << 3 | rows[i].mode << 5 | rows[i].mode << 8);
		set(0x28a00, 8 | 8 << 16);			/* a point is a pixel */
		set(0x28a04, 0xffffu << 16);
		for (uint32_t k = 0; k < 4; k++) {
			set_float(0x2843c + 4 * k, k % 2 ? 8.5f : 4);
			set_float((gpu_config(card.gpu)->chip->cayman ? 0x28be8 : 0x28c0c) + 4 * k, 1);
		}
		draw(TRIANGLES, 3);
		check(all_are(0, rows[i].want) && !complaints(&card), "%s: a triangle as %s", chip,
		      rows[i].what);
		card_free(&card);
	}
}

static void test_mpeg(const char *chip)
{
	start_inputs(chip, INPUT);
	set(0x286cc, 1);
	set(0x28814, 1 << 19);
	set(0x286d4, 1);
	set(0x28644, 7 | 1 << 10);
	set(0x8958, RECTANGLES);
	set(0x895c, 1);
	EMIT(&card, PKT3(0x3a, 3), 3, 1, 0);
	finish();
	check(all_are(0, last) && !complaints(&card), "%s: MPEG_INDEX draws vertices 0 to 2 as a rectangle", chip);
	card_free(&card);
}

static void test_kills(void)
{
	start_target("turks");
	load(PS, "ALU addr:3 count:1\n"
		 "EXPORT_DONE sel_x:0 sel_y:1 sel_z:2 sel_w:3 eop:1\n"
		 "@3:\n"
		 "KILLGT * T1.X, T0.X, literal.x\n0x41000000, 0\n");
	set(0x286cc, 1 << 8);
	set(0x2880c, 1 << 6);
	draw(RECTANGLES, 3);
	check(all_are(0, slope_or_0) && !complaints(&card), "pixels that are killed are not stored");
	card_free(&card);
}

/* Its number at the pixel's place in the target, which is bound as a buffer of dwords. */
#define STORES \
	"ALU addr:4 count:3\n" \
	"MEM_RAT rat_inst:1 type:1 rw_gpr:1 index_gpr:1 comp_mask:15\n" \
	"EXPORT_DONE sel_x:7 sel_y:7 sel_z:7 sel_w:7 eop:1\n" \
	"@4:\n" \
	"FLT_TO_INT * T1.X, T0.X\n" \
	"FLT_TO_INT * T1.Y, T0.Y\n" \
	"MULADD_UINT24 * T1.X, T1.Y, literal.x, T1.X\n16, 0\n"

/* Where nothing takes what pixels make, and depth comes first, one wave is enough; but not if it stores. */
static void test_without_effect(const char *chip)
{
	bool good = true;

	start_target(chip);
	load(PS, REGISTERS);
	set(0x286cc, 1 << 8);
	set(0x28238, 0);
	set(0x2880c, 1 << 4);
	draw(RECTANGLES, 3);
	check(!pixel(3, 3, 0) && !complaints(&card), "%s: pixels without a target leave nothing", chip);
	load(PS, "ALU addr:3\nEXPORT_DONE eop:1\n@3:\nMOV * T9.X, 0.0\n");
	set(0x28844, 4);
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "%s: and are told what they do wrong", chip);
	set(0x28844, 16);
	load(PS, STORES);
	set(0x28c70, 0xd << 2 | 4 << 12 | 1 << 26);
	set(0x28c78, SIDE * SIDE - 1);
	draw(RECTANGLES, 3);
	for (uint32_t i = 0; i < SIDE * SIDE; i++)
		good &= peek32(&card, TARGET + 4 * i) == i;
	check(good && !complaints(&card), "%s: what stores runs for each of them", chip);
	card_free(&card);
}

static void test_changed_program(void)
{
	start_target("turks");
	load(PS, "EXPORT_DONE sel_x:4 sel_y:4 sel_z:4 sel_w:4 eop:1\n");
	draw(RECTANGLES, 3);
	load(PS, "EXPORT_DONE sel_x:5 sel_y:4 sel_z:4 sel_w:4 eop:1\n");
	draw(RECTANGLES, 3);
	check(all_are(0, one), "another program at the same place is what runs");
	load(PS, "NOP");
	draw(RECTANGLES, 3);
	check(complaints(&card) == 1, "one without an end is told, and nothing is drawn");
	card_free(&card);
}

static bool shaders_busy(void)
{
	return gpu_mmio_read(card.gpu, GRBM_STATUS) & SH_BUSY;
}

static void reset(uint32_t what)
{
	reg(&card, 0x2b20, 3);				/* nobody may access memory meanwhile */
	reg(&card, GRBM_RESET, what);
	reg(&card, GRBM_RESET, 0);
	reg(&card, 0x2b20, 0);
}

/* Programs of vertices and of pixels. */
static void test_endless(const char *chip, enum pipeline_stage stage)
{
	start_target(chip);
	load(PS, REGISTERS);
	load(stage, "LOOP_START_DX10 addr:2\nEND_LOOP addr:1\nNOP eop:1\n");
	set(0x8958, RECTANGLES);
	EMIT(&card, PKT3(0x2d, 2), 3, 2);
	kick(&card);
	for (int i = 0; i < 20; i++)
		step(&card);
	check(shaders_busy(), "%s: a draw without an end keeps the shader units busy", chip);
	reset(RESET_CP);
	check(shaders_busy(), "%s: a reset of the CP is no help", chip);
	reset(RESET_SHADERS);
	check(!shaders_busy(), "%s: one of the units is", chip);
	card_free(&card);
}

enum meanwhile { NOTHING, MOVED, REFUSED };

/*
 * 4,095 empty rounds. Who moves the ring meanwhile finds it there when the draw has ended; who may
 * not, changes nothing.
 */
static void test_taken_once(const char *chip, enum meanwhile meanwhile)
{
	char *words;

	card_trace = true;
	start(chip);
	load(VS, "LOOP_START addr:2\nEND_LOOP addr:1\n" VS_INDEX);
	set(LOOP_CONST_VS, 4095);
	set(0x8958, POINTS);
	cp_of(card.gpu)->me.predicated = true;
	cp_of(card.gpu)->me.predicate = true;
	EMIT(&card, PKT3(0x2d, 2) | 1, 640, 2);
	card_listen();
	kick(&card);
	step(&card);
	check(shaders_busy(), "%s: a draw of many steps", chip);
	cp_of(card.gpu)->me.predicate = false;
	if (meanwhile == MOVED)
		ring_setup(&card);
	else if (meanwhile == REFUSED)
		reg(&card, 0xc108, 4);
	settle(&card);
	words = card_heard();
	check(!shaders_busy() && !cp_of(card.gpu)->ring[0].draw &&
	      complaints(&card) == (meanwhile == REFUSED),
	      "%s: it ends though the predicate is another now", chip);
	check(count_of(words, " DRAW_INDEX_AUTO ") == 1 && count_of(words, " drawn: ") == 1,
	      "%s: the trace names it once", chip);
	RUN(&card, PKT3(0x3d, 4), DATA, 1u << 18, 9, 0);
	check(peek32(&card, DATA) == 9 && !complaints(&card), "%s: what follows runs", chip);
	free(words);
	card_free(&card);
	card_trace = false;
}

/* A register, an index and a program that are wrong; and one register that no draw wants. */
static void test_culprits(const char *chip)
{
	char *words;

	start_target(chip);
	draw(RECTANGLES, 3);
	set(0x28b54, 0x99);				/* VGT_SHADER_STAGES_EN */
	card_listen();
	draw(RECTANGLES, 3);
	set(0x28b54, 0);
	set(0x287e8, 0);
	EMIT(&card, PKT3(0x27, 5), 3, 0x3fffff00, 0, 3, 0);
	run(&card);
	load(VS, "NOP\nMEM_STREAM0_BUF0 rw_gpr:0 comp_mask:1\nEND_LOOP addr:1\n");
	draw(RECTANGLES, 3);
	reg(&card, 0x1fff0, 0);
	words = card_heard();
	check(count_of(words, "(cp0 draw 2, ") == 1, "%s: what cannot begin is told with its draw", chip);
	check(count_of(words, "(cp0 draw 3, "), "%s: so are accesses", chip);
	check(count_of(words, "(cp0 draw 4, "), "%s: and programs", chip);
	check(complaints(&card) == count_of(words, "(cp0 draw ") + 1, "%s: what no draw has done is of none", chip);
	free(words);
	card_free(&card);
}

int main(void)
{
	static const char *const chips[] = { "cedar", "turks", "cayman" };

	for (size_t i = 0; i < 3; i++) {
		test_registers(chips[i]);
		test_inputs(chips[i]);
		test_order(chips[i]);
		test_cylinders(chips[i]);
		test_generated(chips[i]);
		test_face(chips[i]);
		test_numbered(chips[i]);
		test_refused(chips[i]);
		test_pull_model(chips[i]);
		test_polygon_modes(chips[i]);
		test_mpeg(chips[i]);
		test_without_effect(chips[i]);
		test_endless(chips[i], VS);
		test_endless(chips[i], PS);
		test_taken_once(chips[i], NOTHING);
		test_taken_once(chips[i], MOVED);
		test_taken_once(chips[i], REFUSED);
		test_culprits(chips[i]);
	}
	test_squares();
	test_kills();
	test_changed_program();
	return test_end();
}
