// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: assembler of AtomBIOS
 *
 * Writes the command tables of the synthetic VBIOS: an opcode, an attribute byte, indices
 * and immediates. Jumps may go to labels that come later. Only what those tables need is
 * here, and a table that does not fit is an error of the model and aborts.
 *
 * Source of the encoding: the interpreter of the kernel's radeon driver, which judges what
 * comes out (tests/atom).
 */
#include <stdio.h>
#include <stdlib.h>

#include "rom.h"
#include "rom_asm.h"

#define OP_PORT		55
#define OP_SWITCH	66
#define   CASE			0x63
#define   CASES_END		0x5a5a
#define OP_DELAY_US	81
#define OP_CALL		82
#define OP_EOT		91
#define OP_DATA_BLOCK	102
#define   OWN_TABLE		255
#define OP_DATA		122

static void die(const struct rom_asm *a, const char *why)
{
	fprintf(stderr, "model: VBIOS table at 0x%04x: %s\n", a->start, why);
	abort();
}

void rom_emit(struct rom_asm *a, uint32_t value, unsigned int bytes)
{
	/* The last byte of the image is its checksum. */
	if (a->at + bytes >= ROM_SIZE)
		die(a, "the image is full");
	for (; bytes--; value >>= 8)
		a->rom[a->at++] = (uint8_t)value;
}

static void put16(struct rom_asm *a, uint32_t at, uint32_t value)
{
	a->rom[at] = (uint8_t)value;
	a->rom[at + 1] = (uint8_t)(value >> 8);
}

/* Format revision 1; the length is filled in at the end. */
void rom_begin(struct rom_asm *a, uint8_t *rom, uint32_t at, const struct rom_shape *shape)
{
	*a = (struct rom_asm){ .rom = rom, .start = at, .at = at };
	rom_emit(a, 0, 2);
	rom_emit(a, 1, 1);
	rom_emit(a, shape->content, 1);
	rom_emit(a, shape->workspace, 1);
	rom_emit(a, 4u * shape->parameters, 1);
}

/* Returns where the next one may begin. */
uint32_t rom_end(struct rom_asm *a)
{
	for (unsigned int i = 0; i < a->n_fixups; i++) {
		uint32_t target = a->labels[a->fixups[i].label];

		if (!target)
			die(a, "a label is missing");
		put16(a, a->fixups[i].at, target);
	}
	put16(a, a->start, a->at - a->start);
	return (a->at + 3) & ~3u;
}

static unsigned int part_bytes(enum rom_part part)
{
	return part == ROM_DWORD ? 4 : part <= ROM_WORD2 ? 2 : 1;
}

/* How attributes number the parts of a size. */
static unsigned int part_number(enum rom_part part)
{
	return part == ROM_DWORD ? 0 : part <= ROM_WORD2 ? part - ROM_WORD0 : part - ROM_BYTE0;
}

static void put_opcode(struct rom_asm *a, enum rom_op op, struct rom_operand to)
{
	/* No table has PLL, MC or memory as destination. */
	if (to.space > ROM_SPACE_WS)
		die(a, "the destination cannot be written");
	rom_emit(a, op + to.space, 1);
}

static void put_index(struct rom_asm *a, struct rom_operand operand)
{
	rom_emit(a, operand.value,
		 operand.space == ROM_SPACE_REG || operand.space == ROM_SPACE_ID ? 2 : 1);
}

static void put_source(struct rom_asm *a, struct rom_operand from)
{
	if (from.space == ROM_SPACE_IMM)
		rom_emit(a, from.value, part_bytes(from.part));
	else
		put_index(a, from);
}

static void put_attributes(struct rom_asm *a, struct rom_operand to, struct rom_operand from)
{
	if (part_bytes(to.part) != part_bytes(from.part))
		die(a, "operands differ in size");
	rom_emit(a, from.space | from.part << 3 | part_number(to.part) << 6, 1);
}

void rom_do(struct rom_asm *a, enum rom_op op, struct rom_operand to, struct rom_operand from)
{
	put_opcode(a, op, to);
	put_attributes(a, to, from);
	put_index(a, to);
	put_source(a, from);
}

/* Shifts by a constant, and CLEAR: the part of the destination is in the source's place. */
void rom_shift(struct rom_asm *a, enum rom_op op, struct rom_operand what, uint8_t by)
{
	put_opcode(a, op, what);
	rom_emit(a, (uint32_t)what.part << 3, 1);
	put_index(a, what);
	rom_emit(a, by, 1);
}

void rom_clear(struct rom_asm *a, struct rom_operand what)
{
	put_opcode(a, ROM_CLEAR, what);
	rom_emit(a, (uint32_t)what.part << 3, 1);
	put_index(a, what);
}

void rom_mask(struct rom_asm *a, struct rom_operand to, uint32_t keep, struct rom_operand from)
{
	put_opcode(a, ROM_MASK, to);
	put_attributes(a, to, from);
	put_index(a, to);
	rom_emit(a, keep, part_bytes(from.part));
	put_source(a, from);
}

void rom_label(struct rom_asm *a, unsigned int label)
{
	a->labels[label] = a->at - a->start;
}

static void put_target(struct rom_asm *a, unsigned int label)
{
	if (a->n_fixups == ROM_FIXUPS)
		die(a, "too many jumps");
	a->fixups[a->n_fixups].at = a->at;
	a->fixups[a->n_fixups++].label = label;
	rom_emit(a, 0, 2);
}

void rom_jump(struct rom_asm *a, enum rom_jump when, unsigned int label)
{
	rom_emit(a, when, 1);
	put_target(a, label);
}

/* Of a byte. */
void rom_switch(struct rom_asm *a, struct rom_operand what)
{
	rom_emit(a, OP_SWITCH, 1);
	rom_emit(a, what.space | what.part << 3, 1);
	put_source(a, what);
}

void rom_case(struct rom_asm *a, uint8_t value, unsigned int label)
{
	rom_emit(a, CASE, 1);
	rom_emit(a, value, 1);
	put_target(a, label);
}

void rom_switch_end(struct rom_asm *a)
{
	rom_emit(a, CASES_END, 2);
}

void rom_call(struct rom_asm *a, enum rom_command table)
{
	rom_emit(a, OP_CALL, 1);
	rom_emit(a, table, 1);
}

void rom_delay_us(struct rom_asm *a, uint8_t us)
{
	rom_emit(a, OP_DELAY_US, 1);
	rom_emit(a, us, 1);
}

/* 0 is the registers themselves, others are programs of the IndirectIOAccess table. */
void rom_port(struct rom_asm *a, uint16_t port)
{
	rom_emit(a, OP_PORT, 1);
	rom_emit(a, port, 2);
}

/* Constants are counted from @label of the table itself. */
void rom_own_data(struct rom_asm *a, unsigned int label)
{
	rom_emit(a, OP_DATA_BLOCK, 1);
	rom_emit(a, OWN_TABLE, 1);
	rom_emit(a, ROM_ADD + ROM_SPACE_WS, 1);
	rom_emit(a, ROM_SPACE_IMM | ROM_WORD0 << 3, 1);
	rom_emit(a, ROM_DATA_POINTER, 1);
	put_target(a, label);
}

/* Behind the code come @size bytes of constants. */
void rom_data(struct rom_asm *a, unsigned int label, uint16_t size)
{
	rom_emit(a, OP_DATA, 1);
	rom_emit(a, size, 2);
	rom_label(a, label);
}

void rom_end_of_code(struct rom_asm *a)
{
	rom_emit(a, OP_EOT, 1);
}
