// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS opcodes
 *
 * Command tables consist of instructions: an opcode; for most of them an attribute
 * byte, which says where the source is and which parts of the two operands are meant;
 * indices and immediates. What is told of them here serves the interpreter and, in
 * tools/, the disassembler.
 *
 * Most verbs have six opcodes in a row, one for each space that the destination can
 * be in. Of the 122, the radeon driver takes REPEAT, the two that save and restore
 * registers, and DEBUG for empty instructions without operands, as is done here: a
 * card that it starts must start. Opcode 122 marks data behind the code and is not
 * executed.
 *
 * No kernel code.
 *
 * Source of the numbers: AMD's radeon driver in Linux.
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#include "evergreen_atom_ops.h"

#define SIX(first, verb)					\
	[(first)]     = { verb, ATOM_REG },			\
	[(first) + 1] = { verb, ATOM_PS },			\
	[(first) + 2] = { verb, ATOM_WS },			\
	[(first) + 3] = { verb, ATOM_FB },			\
	[(first) + 4] = { verb, ATOM_PLL },			\
	[(first) + 5] = { verb, ATOM_MC }

static const struct evergreen_atom_op ops[] = {
	SIX(1, ATOM_MOVE),
	SIX(7, ATOM_AND),
	SIX(13, ATOM_OR),
	SIX(19, ATOM_SHIFT_LEFT),
	SIX(25, ATOM_SHIFT_RIGHT),
	SIX(31, ATOM_MUL),
	SIX(37, ATOM_DIV),
	SIX(43, ATOM_ADD),
	SIX(49, ATOM_SUB),
	[55] = { ATOM_PORT_INDIRECT, 0 },
	[56] = { ATOM_PORT_PCI, 0 },
	[57] = { ATOM_PORT_SYSIO, 0 },
	[58] = { ATOM_REG_BLOCK, 0 },
	[59] = { ATOM_FB_BASE, 0 },
	SIX(60, ATOM_COMPARE),
	[66] = { ATOM_SWITCH, 0 },
	[67] = { ATOM_JUMP, ATOM_ALWAYS },
	[68] = { ATOM_JUMP, ATOM_EQUAL },
	[69] = { ATOM_JUMP, ATOM_BELOW },
	[70] = { ATOM_JUMP, ATOM_ABOVE },
	[71] = { ATOM_JUMP, ATOM_BELOW | ATOM_EQUAL },
	[72] = { ATOM_JUMP, ATOM_ABOVE | ATOM_EQUAL },
	[73] = { ATOM_JUMP, ATOM_BELOW | ATOM_ABOVE },
	SIX(74, ATOM_TEST),
	[80] = { ATOM_DELAY_MS, 0 },
	[81] = { ATOM_DELAY_US, 0 },
	[82] = { ATOM_CALL, 0 },
	[83] = { ATOM_NOP, 0 },			/* REPEAT */
	SIX(84, ATOM_CLEAR),
	[90] = { ATOM_NOP, 0 },
	[91] = { ATOM_END, 0 },
	SIX(92, ATOM_MASK),
	[98] = { ATOM_NOP_BYTE, 0 },		/* a code for a POST card */
	[99] = { ATOM_NOP, 0 },			/* BEEP */
	[100] = { ATOM_NOP, 0 },			/* SAVE_REG */
	[101] = { ATOM_NOP, 0 },			/* RESTORE_REG */
	[102] = { ATOM_DATA_BLOCK, 0 },
	SIX(103, ATOM_XOR),
	SIX(109, ATOM_SHL),
	SIX(115, ATOM_SHR),
	[121] = { ATOM_NOP, 0 },			/* DEBUG */
	[122] = { ATOM_DATA, 0 },
};

#define CHANGES	{ .attr = true, .dst = true, .reads = true, .src = true, .writes = true }
#define LOOKS	{ .attr = true, .dst = true, .reads = true, .src = true }
#define SHIFTS	{ .attr = true, .dst = true, .implicit = true, .reads = true, .imm = 1, \
		  .writes = true }

static const struct evergreen_atom_form forms[ATOM_VERBS] = {
	[ATOM_MOVE] = { .attr = true, .dst = true, .src = true, .writes = true },
	[ATOM_AND] = CHANGES,
	[ATOM_OR] = CHANGES,
	[ATOM_XOR] = CHANGES,
	[ATOM_ADD] = CHANGES,
	[ATOM_SUB] = CHANGES,
	[ATOM_MUL] = LOOKS,
	[ATOM_DIV] = LOOKS,
	[ATOM_MASK] = { .attr = true, .dst = true, .reads = true, .imm = ATOM_IMM_PART, .src = true,
			.writes = true },
	[ATOM_CLEAR] = { .attr = true, .dst = true, .implicit = true, .reads = true,
			 .writes = true },
	[ATOM_SHIFT_LEFT] = SHIFTS,
	[ATOM_SHIFT_RIGHT] = SHIFTS,
	[ATOM_SHL] = CHANGES,
	[ATOM_SHR] = CHANGES,
	[ATOM_COMPARE] = LOOKS,
	[ATOM_TEST] = LOOKS,
	[ATOM_PORT_INDIRECT] = { .imm = 2 },
	[ATOM_PORT_PCI] = { .imm = 1 },
	[ATOM_PORT_SYSIO] = { .imm = 1 },
	[ATOM_REG_BLOCK] = { .imm = 2 },
	[ATOM_FB_BASE] = { .attr = true, .src = true },
	[ATOM_DATA_BLOCK] = { .imm = 1 },
	[ATOM_SWITCH] = { .attr = true, .src = true },
	[ATOM_JUMP] = { .imm = 2 },
	[ATOM_DELAY_MS] = { .imm = 1 },
	[ATOM_DELAY_US] = { .imm = 1 },
	[ATOM_CALL] = { .imm = 1 },
	[ATOM_NOP_BYTE] = { .imm = 1 },
	[ATOM_DATA] = { .imm = 2 },
};

enum { DWORD, WORD0, WORD8, WORD16, BYTE0, BYTE8, BYTE16, BYTE24 };

static const struct evergreen_atom_part parts[] = {
	[DWORD] = { 0, 4, 0xffffffff },
	[WORD0] = { 0, 2, 0xffff },
	[WORD8] = { 8, 2, 0xffff },
	[WORD16] = { 16, 2, 0xffff },
	[BYTE0] = { 0, 1, 0xff },
	[BYTE8] = { 8, 1, 0xff },
	[BYTE16] = { 16, 1, 0xff },
	[BYTE24] = { 24, 1, 0xff },
};

/* A destination has as many bytes as the source, and two bits to say which. */
static const u8 dst_parts[5][4] = {
	[1] = { BYTE0, BYTE8, BYTE16, BYTE24 },
	[2] = { WORD0, WORD8, WORD16, DWORD },
	[4] = { DWORD, DWORD, DWORD, DWORD },
};

/**
 * evergreen_atom_op() - look an opcode up
 * @opcode: any byte
 *
 * Return: the row, or one of %ATOM_UNKNOWN.
 */
struct evergreen_atom_op evergreen_atom_op(u8 opcode)
{
	return opcode < ARRAY_SIZE(ops) ? ops[opcode] : ops[0];
}

/**
 * evergreen_atom_form() - what follows an opcode
 * @verb: of the opcode
 *
 * Return: the form.
 */
const struct evergreen_atom_form *evergreen_atom_form(unsigned int verb)
{
	return &forms[verb];
}

/**
 * evergreen_atom_src_part() - which part of the source an instruction reads
 * @attr: its attribute byte
 *
 * Return: the part.
 */
const struct evergreen_atom_part *evergreen_atom_src_part(u8 attr)
{
	return &parts[attr >> 3 & 7];
}

/**
 * evergreen_atom_dst_part() - which part of the destination an instruction means
 * @attr: its attribute byte
 * @implicit: the instruction has no source
 *
 * Return: the part.
 */
const struct evergreen_atom_part *evergreen_atom_dst_part(u8 attr, bool implicit)
{
	const struct evergreen_atom_part *src = evergreen_atom_src_part(attr);

	return implicit ? src : &parts[dst_parts[src->bytes][attr >> 6]];
}

/**
 * evergreen_atom_index_bytes() - how long the index of an operand is
 * @space: where the operand is
 *
 * Return: bytes; 0 for an immediate, which has none.
 */
unsigned int evergreen_atom_index_bytes(unsigned int space)
{
	switch (space) {
	case ATOM_IMM:
		return 0;
	case ATOM_REG:
	case ATOM_ID:
		return 2;
	}
	return 1;
}
