// SPDX-License-Identifier: MIT OR GPL-2.0
/* Operations of the ALU, one by one; formats of memory. */
#include <math.h>

#include "array.h"
#include "test_wave.h"

#define F(x)	sq_bits(x)
#define ONE	0x3f800000u
#define MINUS	UINT32_MAX
#define INF	0x7f800000u
#define NAN32	0x7fc00000u

enum { BOTH, EG, CM };

static void run_op(struct rig *rig, const char *op, const uint32_t *in, const char *fields)
{
	const struct sq_op *found = NULL;
	char text[1024], sources[64] = "", others[512] = "";
	unsigned int slots = 1;

	for (unsigned int i = 0; i < SQ_OPCODES; i++)
		if (!strcmp(sq_ops[i].name, op))
			found = &sq_ops[i];
	for (unsigned int s = 0; found && s < found->operands; s++)
		snprintf(sources + strlen(sources), sizeof(sources) - strlen(sources), ", literal.%c", "xyz"[s]);
	if (found && rig->isa == SQ_CAYMAN)
		slots = found->slots == SQ_TRANS ? 3 : found->slots == SQ_TRANS4 ? 4 : 1;
	for (unsigned int i = 1; i < slots; i++)
		snprintf(others + strlen(others), sizeof(others) - strlen(others), "%s %sT2.%c%s%s\n", op,
			 i + 1 == slots ? "* " : "", "XYZW"[i], sources, fields);
	snprintf(text, sizeof(text), "ALU addr:4 count:%u\n%s@4:\n%s %sT2.X%s%s\n%s%u, %u\n%u, 0\n",
		 (found ? (found->operands + 1u) / 2 : 0) + slots - 1, rig_end(rig), op, slots == 1 ? "* " : "",
		 sources, fields, others, in[0], in[1], in[2]);
	rig_run(rig, text);
}

static void test_ops(void)
{
	const struct { const char *op; uint32_t a, b, c, expected; int chips; } ops[] = {
		{ "ADD", F(1.5f), F(-0.25f), 0, F(1.25f) }, { "ADD_INT", 7, MINUS, 0, 6 },
		{ "MUL", 0, INF, 0, 0 }, { "MUL", 0, NAN32, 0, 0 }, { "MUL", F(3), F(-2), 0, F(-6) },
		{ "MUL_IEEE", F(3), F(-2), 0, F(-6) }, { "MULADD", 0, INF, F(4), F(4) },
		{ "MULADD", F(2), F(3), F(4), F(10) }, { "MULADD_M2", F(2), F(3), F(4), F(20) },
		{ "MULADD_M4", F(2), F(3), F(4), F(40) }, { "MULADD_D2", F(2), F(3), F(4), F(5) },
		/* (1 + 2^-12)^2 - 1: the product is rounded first, but not for FMA. */
		{ "MULADD_IEEE", 0x3f800800, 0x3f800800, F(-1), 0x3a000000 },
		{ "FMA", 0x3f800800, 0x3f800800, F(-1), 0x3a000400 },
		/* denormals count as 0 */
		{ "ADD", 1, 1, 0, 0 }, { "MUL_IEEE", 0x00800000, F(0.5f), 0, 0 }, { "SETE", 1, 0, 0, ONE },
		{ "MOV", 1, 0, 0, 1 },
		{ "MAX", F(1), F(2), 0, F(2) }, { "MIN", F(1), F(2), 0, F(1) },
		{ "MAX_DX10", NAN32, F(2), 0, F(2) }, { "MAX_DX10", F(2), NAN32, 0, F(2) },
		{ "MIN_DX10", NAN32, F(2), 0, F(2) }, { "MIN_DX10", F(2), NAN32, 0, F(2) },
		{ "SETE", F(1), F(1), 0, ONE }, { "SETGT", F(1), F(1), 0, 0 }, { "SETGE", F(1), F(1), 0, ONE },
		{ "SETNE", NAN32, NAN32, 0, ONE }, { "SETE_DX10", F(1), F(1), 0, MINUS },
		{ "SETGT_DX10", F(2), F(1), 0, MINUS }, { "SETGE_DX10", NAN32, F(1), 0, 0 },
		{ "SETNE_DX10", F(1), F(1), 0, 0 },
		{ "FRACT", F(-0.25f), 0, 0, F(0.75f) }, { "TRUNC", F(-1.5f), 0, 0, F(-1) },
		{ "CEIL", F(1.25f), 0, 0, F(2) }, { "RNDNE", F(2.5f), 0, 0, F(2) }, { "FLOOR", F(-1.5f), 0, 0, F(-2) },
		{ "ASHR", 0x80000000, 36, 0, 0xf8000000 }, { "LSHR", 0x80000000, 36, 0, 0x08000000 },
		{ "LSHL", 3, 33, 0, 6 }, { "AND_INT", 12, 10, 0, 8 }, { "OR_INT", 12, 10, 0, 14 },
		{ "XOR_INT", 12, 10, 0, 6 }, { "NOT_INT", 5, 0, 0, ~5u }, { "SUB_INT", 3, 5, 0, -2u },
		{ "MAX_INT", MINUS, 1, 0, 1 }, { "MIN_INT", MINUS, 1, 0, MINUS }, { "MAX_UINT", MINUS, 1, 0, MINUS },
		{ "MIN_UINT", MINUS, 1, 0, 1 }, { "SETE_INT", 4, 4, 0, MINUS }, { "SETGT_INT", MINUS, 1, 0, 0 },
		{ "SETGE_INT", 1, MINUS, 0, MINUS }, { "SETNE_INT", 4, 4, 0, 0 }, { "SETGT_UINT", MINUS, 1, 0, MINUS },
		{ "SETGE_UINT", 1, MINUS, 0, 0 }, { "PRED_SETE", F(1), F(1), 0, 0 }, { "PRED_SETGT", F(1), F(1), 0, ONE },
		{ "PRED_SETGE_INT", 1, 2, 0, ONE }, { "PRED_SETNE_INT", 1, 2, 0, 0 },
		{ "FLT_TO_INT", F(-2.9f), 0, 0, -2u }, { "FLT_TO_INT", F(3e9f), 0, 0, 0x7fffffff },
		{ "FLT_TO_INT", F(-3e9f), 0, 0, 0x80000000 }, { "FLT_TO_INT", NAN32, 0, 0, 0 },
		{ "FLT_TO_INT_RPI", F(2.5f), 0, 0, 3 }, { "FLT_TO_INT_FLOOR", F(-2.1f), 0, 0, -3u },
		{ "FLT_TO_UINT", F(3e9f), 0, 0, 3000000000u }, { "FLT_TO_UINT", F(-1), 0, 0, 0 },
		{ "FLT_TO_UINT", F(5e9f), 0, 0, MINUS }, { "INT_TO_FLT", -3u, 0, 0, F(-3) },
		{ "UINT_TO_FLT", MINUS, 0, 0, F(4294967296.0f) }, { "UBYTE2_FLT", 0x00aa0000, 0, 0, F(170) },
		{ "FLT32_TO_FLT16", F(1.5f), 0, 0, 0x3e00 }, { "FLT16_TO_FLT32", 0xc000, 0, 0, F(-2) },
		{ "BFREV_INT", 1, 0, 0, 0x80000000 }, { "ADDC_UINT", MINUS, 1, 0, 1 }, { "ADDC_UINT", 1, 1, 0, 0 },
		{ "SUBB_UINT", 1, 2, 0, 1 }, { "SUBB_UINT", 2, 1, 0, 0 }, { "MULLO_INT", -3u, 5, 0, -15u },
		{ "MULHI_INT", 0x80000000, 2, 0, MINUS }, { "MULHI_UINT", 0x80000000, 2, 0, 1 },
		{ "MULLO_UINT", 0x10001, 0x10001, 0, 0x20001 }, { "MUL_UINT24", 0xff000003, 5, 0, 15 },
		{ "MULHI_UINT24", 0xffffff, 0xffffff, 0, 0xffff }, { "MUL_INT24", 0x00ffffff, 5, 0, -5u, CM },
		{ "MULADD_UINT24", 3, 5, 7, 22 }, { "MULADD_INT24", 0x00ffffff, 5, 7, 2, CM },
		{ "RECIP_UINT", 3, 0, 0, 0x55555555, EG }, { "RECIP_UINT", 0, 0, 0, MINUS, EG },
		{ "BFM_INT", 4, 8, 0, 0xf00 }, { "BCNT_INT", 0xf0f0, 0, 0, 8 }, { "FFBH_UINT", 0x00010000, 0, 0, 15 },
		{ "FFBH_UINT", 0, 0, 0, MINUS }, { "FFBH_INT", 0xffff0000, 0, 0, 16 }, { "FFBH_INT", MINUS, 0, 0, MINUS },
		{ "FFBL_INT", 0x00010000, 0, 0, 16 }, { "FFBL_INT", 0, 0, 0, MINUS },
		{ "BFE_UINT", 0xabcd1234, 8, 8, 0x12 }, { "BFE_UINT", MINUS, 8, 0, 0 },
		{ "BFE_INT", 0xabcd1234, 28, 4, 0xfffffffa }, { "BFE_INT", 0x00008000, 12, 4, 0xfffffff8 },
		{ "BFE_INT", 0x80000000, 20, 31, 0xfffff800 }, { "BFE_INT", MINUS, 3, 0, 0 },
		{ "BFI_INT", 0xff00, 0x1234, 0xabcd, 0x12cd }, { "BIT_ALIGN_INT", 1, 0x80000000, 31, 3 },
		{ "BYTE_ALIGN_INT", 0x11223344, 0x55667788, 1, 0x44556677 },
		{ "SAD_UINT", 0x01020304, 0x04030201, 5, 13 },
		{ "CNDE", 0x80000000, 7, 8, 7 }, { "CNDGT", F(-1), 7, 8, 8 }, { "CNDGE", NAN32, 7, 8, 8 },
		{ "CNDE_INT", 0, 7, 8, 7 }, { "CNDGT_INT", MINUS, 7, 8, 8 }, { "CNDGE_INT", 0, 7, 8, 7 },
		{ "RECIP_IEEE", F(4), 0, 0, F(0.25f) }, { "RECIP_IEEE", 0, 0, 0, INF },
		{ "RECIP_CLAMPED", 0, 0, 0, 0x7f7fffff }, { "RECIP_FF", 0, 0, 0, 0 }, { "SQRT_IEEE", F(9), 0, 0, F(3) },
		{ "RECIPSQRT_IEEE", F(4), 0, 0, F(0.5f) }, { "EXP_IEEE", F(3), 0, 0, F(8) },
		{ "LOG_IEEE", F(8), 0, 0, F(3) }, { "LOG_IEEE", 0, 0, 0, 0xff800000 },
		{ "LOG_CLAMPED", 0, 0, 0, 0xff7fffff }, { "SIN", F(0.25f), 0, 0, ONE }, { "COS", F(1), 0, 0, ONE },
	};
	static struct rig rig;

	for (size_t i = 0; i < ARRAY_SIZE(ops); i++)
		for (int chip = EG; chip <= CM; chip++) {
			if (ops[i].chips && ops[i].chips != chip)
				continue;
			rig_start(&rig, chip == CM ? SQ_CAYMAN : SQ_EVERGREEN);
			run_op(&rig, ops[i].op, &ops[i].a, "");
			check(rig.is == SQ_ENDED && rig.memory[0] == ops[i].expected && rig.memory[63] == ops[i].expected,
			      "%s %s %#x, %#x, %#x is %#x, %#x expected %s", chip == CM ? "cayman" : "evergreen",
			      ops[i].op, ops[i].a, ops[i].b, ops[i].c, rig.memory[63], ops[i].expected, rig.problem);
		}
}

static void test_modifiers(void)
{
	const struct { const char *line; uint32_t expected; } lines[] = {
		{ "ADD * T2.X, -1.0, -|0.5|", F(-1.5f) }, { "MOV * T2.X, -1", 0x80000001 },
		{ "ADD * T2.X, 1.0, 0.5 omod:1", F(3) }, { "ADD * T2.X, 1.0, 0.5 omod:2", F(6) },
		{ "ADD * T2.X, 1.0, 0.5 omod:3", F(0.75f) }, { "ADD * T2.X, 1.0, 0.5 clamp:1", ONE },
		{ "ADD * T2.X, -1.0, 0.5 clamp:1", 0 }, { "ADD * T2.X, 1.0, -0.5 omod:1 clamp:1", ONE },
		{ "CNDE_INT * T2.X, 0.0, -1.0, 0.5", F(-1) },
		{ "BFI_INT * T2.X, 0.5, 1.0, -1.0", F(-1) },
	};
	static struct rig rig;
	char text[256];

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		rig_start(&rig, SQ_EVERGREEN);
		snprintf(text, sizeof(text), "ALU addr:4\n%s@4:\n%s\n", rig_end(&rig), lines[i].line);
		check(rig_run(&rig, text) && rig.memory[5] == lines[i].expected, "%s is %#x %s", lines[i].line,
		      rig.memory[5], rig.problem);
	}
}

/* Several slots: what is asked for is in T2.X. */
static void test_wide(void)
{
	const struct { const char *what, *group; uint32_t expected; } groups[] = {
		{ "DOT", "DOT T2.X, 0.5, literal.x\nMUL * T2.Y, 1.0, literal.y write_mask:0\n0x40800000, 0x41200000\n",
		  F(12) },
		{ "DOT, 0 times infinity", "DOT T2.X, 0.0, literal.x\nMUL * T2.Y, 1.0, literal.y write_mask:0\n"
		  "0x7f800000, 0x41200000\n", F(10) },
		{ "DOT of three", "DOT T2.X, 0.5, literal.x\nDOT T2.Y, 1.0, literal.x write_mask:0\n"
		  "MUL * T2.Z, 1.0, literal.y write_mask:0\n0x40800000, 0x41200000\n", F(16) },
		{ "DOT_IEEE in Z, clamped", "DOT_IEEE T3.Z, 0.5, literal.x clamp:1\n"
		  "MUL_IEEE * T3.W, -1.0, literal.x write_mask:0\n0x40800000, 0\nMOV * T2.X, T3.Z\n", F(0) },
		{ "DOT_IEEE, clamped behind the sum", "DOT_IEEE T2.X, 0.5, literal.x clamp:1\n"
		  "MUL_IEEE * T2.Y, -1.0, 0.5 clamp:1 write_mask:0\n0x3fc00000, 0\n", F(0.25f) },
		{ "DOT4", "DOT4 T2.X, 1.0, literal.x\nDOT4 T2.Y, 0.5, literal.x write_mask:0\n"
		  "DOT4 T2.Z, -0.5, literal.x write_mask:0\nDOT4 * T2.W, 1.0, 1.0 write_mask:0\n0x40800000, 0\n", F(5) },
		{ "MAX4", "MAX4 T2.X, 1.0\nMAX4 T2.Y, literal.x\nMAX4 T2.Z, 0.5\nMAX4 * T2.W, 0.0\n0x40800000, 0\n", F(4) },
		/* (x, y, z) = (0.5, -4, 1): face 3, twice y */
		{ "CUBE, face", "CUBE T3.X, 1.0, literal.x\nCUBE T3.Y, 1.0, 0.5\nCUBE T3.Z, 0.5, 1.0\n"
		  "CUBE * T3.W, literal.x, 1.0\n0xc0800000, 0\nMOV * T2.X, T3.W\n", F(3) },
		{ "CUBE, axis", "CUBE T3.X, 1.0, literal.x\nCUBE T3.Y, 1.0, 0.5\nCUBE T3.Z, 0.5, 1.0\n"
		  "CUBE * T3.W, literal.x, 1.0\n0xc0800000, 0\nMOV * T2.X, T3.Z\n", F(-8) },
		{ "ADD_64, high dword of 1 + 0.5", "ADD_64 T3.X, 1_DBL_M, 0_5_DBL_M\nADD_64 * T3.Y, 0.0, 0.0\n"
		  "MOV * T2.X, T3.Y\n", 0x3ff80000 },
		{ "MUL_64", "MUL_64 T3.X, 0_5_DBL_M, 0_5_DBL_M\nMUL_64 T3.Y, 0_5_DBL_M, 0_5_DBL_M\n"
		  "MUL_64 T3.Z, 0_5_DBL_M, 0_5_DBL_M write_mask:0\nMUL_64 * T3.W, 0.0, 0.0 write_mask:0\n"
		  "MOV * T2.X, T3.Y\n", 0x3fd00000 },
		{ "SETGT_64", "SETGT_64 T2.X, 1_DBL_M, 0_5_DBL_M\nSETGT_64 * T2.Y, 0.0, 0.0 write_mask:0\n", MINUS },
		{ "FLT32_TO_FLT64 and back", "FLT32_TO_FLT64 T3.X, 0.5\nFLT32_TO_FLT64 * T3.Y, 0.0\n"
		  "FLT64_TO_FLT32 T2.X, T3.Y\nFLT64_TO_FLT32 * T2.Y, T3.X\n", F(0.5f) },
	};
	static struct rig rig;
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		unsigned int lines = 0;

		for (const char *c = groups[i].group; *c; c++)
			lines += *c == '\n';
		rig_start(&rig, SQ_EVERGREEN);
		snprintf(text, sizeof(text), "ALU addr:4 count:%u\n%s@4:\n%s", lines - 1, rig_end(&rig), groups[i].group);
		rig_run(&rig, text);
		check(rig.is == SQ_ENDED && rig.memory[9] == groups[i].expected, "%s: %#x, %#x expected %s",
		      groups[i].what, rig.memory[9], groups[i].expected, rig.problem);
	}
}

/* What is done to a double: the result, or the float that it becomes, is in T2. */
static void test_doubles(void)
{
	static const char add[] = "ADD_64 T2.X, T4.Y, 0.0%s\nADD_64 * T2.Y, T4.X, 0.0\n",
			  half[] = "MUL_64 T2.X, T4.Y, 0_5_DBL_M%s\nMUL_64 T2.Y, T4.Y, 0_5_DBL_M\n"
				   "MUL_64 T2.Z, T4.Y, 0_5_DBL_M write_mask:0\n"
				   "MUL_64 * T2.W, T4.X, 0.0 write_mask:0\n",
			  narrow[] = "FLT64_TO_FLT32 T2.X, T4.Y%s\n"
				     "FLT64_TO_FLT32 * T2.Y, T4.X write_mask:0\n";
	static const struct { const char *group, *fields; double in, out; } rows[] = {
		{ add, "", 2.0, 2.0 }, { add, " clamp:1", 2.0, 1 }, { add, " clamp:1", 1.7, 1 },
		{ add, " clamp:1", 0.7, 0.7 }, { add, " clamp:1", -0.4, 0 }, { add, " clamp:1", NAN, 0 },
		{ add, " omod:1", 0.7, 1.4 }, { add, " omod:2", 0.7, 2.8 }, { add, " omod:3", 0.7, 0.35 },
		{ add, " omod:1 clamp:1", 0.7, 1 }, { half, " clamp:1", 3.4, 1 },
		{ half, " clamp:1", 1.4, 0.7 }, { half, " omod:2", 0.7, 1.4 }, { narrow, " clamp:1", 1.7, 1 },
		{ narrow, " clamp:1", 0.75, 0.75 }, { narrow, " clamp:1", -0.4, 0 },
	};
	static struct rig rig;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (int chip = EG; chip <= CM; chip++) {
			char group[512], text[1024];
			uint32_t in[2];
			double out;
			bool good;

			memcpy(in, &rows[i].in, sizeof(in));
			rig_start(&rig, chip == CM ? SQ_CAYMAN : SQ_EVERGREEN);
			rig.state.dx10_clamp = true;
			snprintf(group, sizeof(group), rows[i].group, rows[i].fields);
			snprintf(text, sizeof(text), "ALU addr:4 count:%u\n%s@4:\n"
				 "MOV T4.X, literal.x\nMOV * T4.Y, literal.y\n%u, %u\n%sMOV * T0.X, 0.0\n",
				 rows[i].group == half ? 7 : 5, chip == CM ? END_CM("3") : END_EG("3"), in[0],
				 in[1], group);
			good = rig_run(&rig, text);
			memcpy(&out, rig.memory, sizeof(out));
			if (rows[i].group == narrow)
				out = (double)sq_float(rig.memory[0]);
			check(good && out == rows[i].out, "%s: %.*s of %g%s is %g %s",
			      chip == CM ? "cayman" : "evergreen", (int)strcspn(rows[i].group, " "),
			      rows[i].group, rows[i].in, rows[i].fields, out, rig.problem);
		}
}

static double ulps(float got, double exact)
{
	float next = nextafterf(fabsf((float)exact), INFINITY);

	return fabs((double)got - exact) / ((double)next - fabs((double)(float)exact));
}

/* The exact value is that of a long double. */
static void test_precision(void)
{
	static const char *const names[] = { "EXP_IEEE", "LOG_IEEE", "RECIP_IEEE", "RECIPSQRT_IEEE", "SQRT_IEEE", "SIN" };
	static struct rig rig;
	double worst[6] = { 0 };

	rig_start(&rig, SQ_EVERGREEN);
	for (unsigned int i = 0; i < 1200; i++) {
		float x = ldexpf(1.0f + (float)(i * 2654435761u >> 9) / 8388608.0f, (int)(i % 9) - 4);
		uint32_t in[3] = { sq_bits(x) };
		double exact[] = {
			(double)exp2l(x), (double)log2l(x), (double)(1 / (long double)x),
			(double)(1 / sqrtl(x)), (double)sqrtl(x), (double)sinl(fmodl(x, 1) * 2 * acosl(-1)),
		};
		double is;

		run_op(&rig, names[i % 6], in, "");
		is = ulps(sq_float(rig.memory[0]), exact[i % 6]);
		worst[i % 6] = is > worst[i % 6] && fabs(exact[i % 6]) > 0.01 ? is : worst[i % 6];
	}
	for (unsigned int i = 0; i < 6; i++)
		check(worst[i] > 0 && worst[i] <= 1, "%s: off by %.3f units in the last place at most", names[i], worst[i]);
}

static void test_halves(void)
{
	unsigned int bad = 0;

	for (uint32_t half = 0; half < 0x10000; half++) {
		uint32_t bits = sq_bits(sq_half_to_float(half));
		bool nan = (half & 0x7fff) > 0x7c00;

		bad += nan ? (sq_float_to_half(bits) & 0x7fff) <= 0x7c00 : sq_float_to_half(bits) != half;
	}
	check(!bad, "each half to a float and back, %u are others", bad);
	check(sq_float_to_half(0x3f801000) == 0x3c00 && sq_float_to_half(0x3f803000) == 0x3c02 &&
	      sq_float_to_half(0x477fefff) == 0x7bff && sq_float_to_half(0x477ff000) == 0x7c00 &&
	      sq_float_to_half(0x33000000) == 0 && sq_float_to_half(0x33000001) == 1,
	      "halves are rounded to the nearest, ties to even");
}

static void test_formats(void)
{
	const struct {
		unsigned int format; enum sq_number number; bool is_signed, srf; uint8_t bytes[16]; uint32_t out[4];
	} reads[] = {
		{ 0x01, SQ_NORM, 0, 0, { 255 }, { ONE, 0, 0, ONE } },
		{ 0x01, SQ_NORM, 1, 0, { 0x80 }, { F(-1), 0, 0, ONE } },
		{ 0x01, SQ_NORM, 1, 1, { 0x80 }, { F(-1), 0, 0, ONE } },
		{ 0x01, SQ_INT, 1, 0, { 0x80 }, { 0xffffff80, 0, 0, 1 } },
		{ 0x01, SQ_SCALED, 0, 0, { 200 }, { F(200), 0, 0, ONE } },
		{ 0x1d, SQ_SCALED, 1, 1, { 96, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff }, { 96, (uint32_t)-2, 0, ONE } },
		{ 0x05, SQ_INT, 0, 0, { 0x34, 0x12 }, { 0x1234, 0, 0, 1 } },
		{ 0x08, SQ_INT, 0, 0, { 0x1f, 0xf8 }, { 31, 0, 31, 1 } },
		{ 0x0a, SQ_INT, 0, 0, { 0x00, 0x80 }, { 0, 0, 0, 1 } },
		{ 0x19, SQ_INT, 0, 0, { 1, 0, 0, 0xc0 }, { 1, 0, 0, 3 } },
		{ 0x10, SQ_NORM, 0, 0, { 0, 0x3c, 0, 0xc0 }, { ONE, F(-2), 0, ONE } },
		{ 0x16, SQ_NORM, 0, 0, { 0xc0, 3, 0, 0 }, { ONE, 0, 0, ONE } },
		{ 0x22, SQ_INT, 0, 0, { 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4 }, { 1, 2, 3, 4 } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(reads); i++) {
		uint32_t out[4];

		sq_unpack(reads[i].format, reads[i].number, reads[i].is_signed, reads[i].srf, reads[i].bytes, out);
		check(!memcmp(out, reads[i].out, sizeof(out)), "format %#x, number %d: %#x %#x %#x %#x",
		      reads[i].format, (int)reads[i].number, out[0], out[1], out[2], out[3]);
	}
}

/* What a norm of so many bits and a float of 24 do not both have. */
static bool is_rounded(unsigned int format, enum sq_number number)
{
	return number == SQ_NORM && strchr("\x0d\x1d\x22\x2f", (int)format);
}

/* All elements of two bytes, some of more; those with unused bits are not for stores. */
static unsigned int count_changed(unsigned int format, unsigned int type, enum sq_number number, bool is_signed)
{
	unsigned int size = sq_format_size(format), n = size > 2 ? 4096 : 1u << 8 * size, changed = 0;
	uint8_t bytes[16], again[16];
	uint32_t value[4];

	for (unsigned int i = 0; i < n; i++) {
		for (unsigned int b = 0; b < size; b++)
			bytes[b] = (uint8_t)(size > 2 ? (i * 2654435761u + b * 40503u) >> 7 : i >> 8 * b);
		sq_unpack(format, number, is_signed, false, bytes, value);
		if (!sq_pack(format, type, value, again))
			return 0;
		changed += memcmp(bytes, again, size) && !is_rounded(format, number);
	}
	return changed;
}

/* Integers of any format survive; so do norms, that are packed as the CB does, and floats that are numbers. */
static void test_pack(void)
{
	static const struct { unsigned int type; enum sq_number number; bool is_signed; } kinds[] = {
		{ 4, SQ_INT, false }, { 5, SQ_INT, true }, { 0, SQ_NORM, false },
	};

	bool same = true;

	for (unsigned int format = 0; format < 64; format++)
		for (size_t k = 0; k < ARRAY_SIZE(kinds) && sq_format_size(format); k++) {
			unsigned int bad;

			if (strchr("\x29\x2a", (int)format))
				continue;
			bad = count_changed(format, kinds[k].type, kinds[k].number, kinds[k].is_signed);
			if (bad)
				printf("# format %#x, number type %u: %u are others\n", format, kinds[k].type, bad);
			same = same && !bad;
		}
	check(same, "elements of each format, unpacked and packed");
	check(count_changed(0x06, 7, SQ_NORM, false) == 2 * 1022, "all halves but NaNs, which become one of each sign: %u",
	      count_changed(0x06, 7, SQ_NORM, false));
}

int main(void)
{
	test_ops();
	test_modifiers();
	test_wide();
	test_doubles();
	test_precision();
	test_halves();
	test_formats();
	test_pack();
	return test_end();
}
