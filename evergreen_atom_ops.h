/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_OPS_H
#define EVERGREEN_ATOM_OPS_H

#include <linux/types.h>

/* Where an operand is, as attribute bytes number it. */
enum evergreen_atom_space {
	ATOM_REG, ATOM_PS, ATOM_WS, ATOM_FB, ATOM_ID, ATOM_IMM, ATOM_PLL, ATOM_MC
};

/* What an instruction does. */
enum evergreen_atom_verb {
	ATOM_UNKNOWN,
	ATOM_MOVE, ATOM_AND, ATOM_OR, ATOM_XOR, ATOM_ADD, ATOM_SUB, ATOM_MUL, ATOM_DIV, ATOM_MASK,
	ATOM_CLEAR, ATOM_SHIFT_LEFT, ATOM_SHIFT_RIGHT, ATOM_SHL, ATOM_SHR, ATOM_COMPARE, ATOM_TEST,
	ATOM_PORT_INDIRECT, ATOM_PORT_PCI, ATOM_PORT_SYSIO, ATOM_REG_BLOCK, ATOM_FB_BASE,
	ATOM_DATA_BLOCK, ATOM_SWITCH, ATOM_JUMP, ATOM_DELAY_MS, ATOM_DELAY_US, ATOM_CALL, ATOM_END,
	ATOM_NOP, ATOM_NOP_BYTE, ATOM_DATA, ATOM_VERBS
};

/* Results of a comparison; for ATOM_JUMP, those with which it is taken. */
#define ATOM_BELOW	BIT(0)
#define ATOM_EQUAL	BIT(1)
#define ATOM_ABOVE	BIT(2)
#define ATOM_ALWAYS	(ATOM_BELOW | ATOM_EQUAL | ATOM_ABOVE)

/* How many bytes an immediate has, besides 0, 1 and 2: as many as the part. */
#define ATOM_IMM_PART	3

#define ATOM_CASE	0x63
#define ATOM_CASES_END	0x5a5a

/**
 * struct evergreen_atom_form - what follows an opcode, in this order, and what is done
 *
 * An attribute byte, the destination's index, an immediate, the source.
 */
struct evergreen_atom_form {
	/** @attr: an attribute byte */
	bool attr : 1;

	/** @dst: a destination */
	bool dst : 1;

	/** @implicit: its part is the one in the place of the source's */
	bool implicit : 1;

	/** @reads: the destination is read, even if all of it is written */
	bool reads : 1;

	/** @writes: the destination is written */
	bool writes : 1;

	/** @src: a source */
	bool src : 1;

	/** @imm: bytes of an immediate, or %ATOM_IMM_PART */
	u8 imm : 2;
};

/**
 * struct evergreen_atom_op - an opcode
 */
struct evergreen_atom_op {
	/** @verb: what it does; %ATOM_UNKNOWN for what is no opcode */
	u8 verb;

	/** @arg: the destination's space, or when a jump is taken */
	u8 arg;
};

/**
 * struct evergreen_atom_part - a part of a dword
 */
struct evergreen_atom_part {
	/** @shift: its lowest bit */
	u8 shift;

	/** @bytes: that it has */
	u8 bytes;

	/** @mask: of its bits, moved to the right */
	u32 mask;
};

struct evergreen_atom_op evergreen_atom_op(u8 opcode);
const struct evergreen_atom_form *evergreen_atom_form(unsigned int verb);
const struct evergreen_atom_part *evergreen_atom_src_part(u8 attr);
const struct evergreen_atom_part *evergreen_atom_dst_part(u8 attr, bool implicit);
unsigned int evergreen_atom_index_bytes(unsigned int space);

#endif
