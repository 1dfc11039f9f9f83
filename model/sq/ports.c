// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: ports that a group reads through
 *
 * A group reads registers in three cycles, in each of them one register for each component.
 * BANK_SWIZZLE tells in which cycle each source of an instruction is read: of x, y, z and w as
 * VEC_, of T as SCL_. A second source that is the first is not read again. There are two ports
 * for constants, each for a pair of components. Constants of T, those in the instruction
 * included, take its first cycles, in which it reads nothing else then. INTERP wants VEC_210.
 *
 * Sources: AMD's instruction set guide (section 4.7), Mesa's r600, LLVM. What silicon reads where
 * two want a port is not known.
 */
#include "isa.h"

#define CYCLES		3
#define CONSTANT_PORTS	2
#define VEC_210		5

static const uint8_t vec_cycles[8][3] = {
	{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 2, 0 }, { 1, 0, 2 }, { 2, 0, 1 }, { 2, 1, 0 },
};

static const uint8_t scl_cycles[8][3] = {
	{ 2, 1, 0 }, { 1, 2, 2 }, { 2, 1, 2 }, { 2, 2, 1 },
};

/* A port is free where its number is 0; the others are one more than what they read. */
struct ports {
	uint32_t reg[CYCLES][4], constant[CONSTANT_PORTS];
};

static bool is_register(uint32_t sel)
{
	return sel < SQ_SRC_KC0;
}

static bool is_line(uint32_t sel)
{
	return (sel >= SQ_SRC_KC0 && sel < SQ_SRC_KC1 + 32) || (sel >= SQ_SRC_KC2 && sel < SQ_SRC_KC3 + 32);
}

static bool is_inline(uint32_t sel)
{
	return sel >= SQ_SRC_0 && sel <= SQ_SRC_LITERAL;
}

static bool takes(uint32_t *port, uint32_t what)
{
	if (*port && *port != what + 1)
		return false;
	*port = what + 1;
	return true;
}

static bool read_register(struct ports *p, const struct sq_alu *alu, unsigned int s, unsigned int cycle)
{
	return takes(&p->reg[cycle][alu->src[s].chan], alu->src[s].sel << 1 | alu->src[s].rel);
}

static bool read_line(struct ports *p, const struct sq_alu *alu, unsigned int s)
{
	uint32_t what = alu->src[s].sel << 1 | alu->src[s].chan / 2;

	for (unsigned int i = 0; i < CONSTANT_PORTS; i++)
		if (takes(&p->constant[i], what))
			return true;
	return false;
}

static bool is_first_again(const struct sq_alu *alu, unsigned int s)
{
	return s == 1 && alu->src[1].sel == alu->src[0].sel && alu->src[1].chan == alu->src[0].chan &&
	       alu->src[1].rel == alu->src[0].rel;
}

static const char *read_vector(struct ports *p, const struct sq_alu *alu)
{
	for (unsigned int s = 0; s < alu->op->operands; s++) {
		uint32_t sel = alu->src[s].sel;

		if (is_register(sel) && !is_first_again(alu, s) &&
		    !read_register(p, alu, s, vec_cycles[alu->bank_swizzle][s]))
			return "another register is read there in this cycle (BANK_SWIZZLE)";
		if (is_line(sel) && !read_line(p, alu, s))
			return "the group reads more than two pairs of constants";
	}
	return NULL;
}

static const char *read_scalar(struct ports *p, const struct sq_alu *alu)
{
	unsigned int constants = 0;

	for (unsigned int s = 0; s < alu->op->operands; s++) {
		uint32_t sel = alu->src[s].sel;

		constants += is_line(sel) || is_inline(sel);
		if (is_line(sel) && !read_line(p, alu, s))
			return "the group reads more than two pairs of constants";
	}
	if (constants > 2)
		return "slot T reads more than two constants";
	for (unsigned int s = 0; s < alu->op->operands; s++) {
		unsigned int cycle = scl_cycles[alu->bank_swizzle][s];
		uint32_t sel = alu->src[s].sel;

		if ((is_register(sel) || sel == SQ_SRC_PV || sel == SQ_SRC_PS) && cycle < constants)
			return "slot T reads a constant in this cycle (BANK_SWIZZLE)";
		if (is_register(sel) && !read_register(p, alu, s, cycle))
			return "another register is read there in this cycle (BANK_SWIZZLE)";
	}
	return NULL;
}

static bool is_interp(const struct sq_op *op)
{
	return op == &sq_ops[SQ_INTERP_XY] || op == &sq_ops[SQ_INTERP_ZW];
}

static const char *read_sources(struct ports *p, const struct sq_alu *alu)
{
	bool scalar = alu->slot == SQ_SLOT_T;

	if (alu->bank_swizzle > (scalar ? 3 : VEC_210))
		return "this BANK_SWIZZLE is reserved";
	if (is_interp(alu->op) && alu->bank_swizzle != VEC_210)
		return "the operation needs VEC_210 (BANK_SWIZZLE)";
	return scalar ? read_scalar(p, alu) : read_vector(p, alu);
}

const char *sq_ports_wrong(const struct sq_group *group, const struct sq_alu **culprit)
{
	struct ports p = { 0 };

	for (unsigned int i = 0; i < group->n; i++) {
		const char *wrong = read_sources(&p, &group->alu[i]);

		*culprit = &group->alu[i];
		if (wrong)
			return wrong;
	}
	return NULL;
}
