// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Command tables as text, by the interpreter's own table of opcodes. Offsets are from
 * the start of the table, as the targets of jumps are and as the driver's messages have
 * them.
 */
#include <stdio.h>

#include <linux/array_size.h>
#include <linux/bits.h>

#include "evergreen_atom_ops.h"
#include "vbios.h"

#define BYTES_IN_LINE	16u

static const char *const verbs[ATOM_VERBS] = {
	[ATOM_MOVE] = "MOVE", [ATOM_AND] = "AND", [ATOM_OR] = "OR", [ATOM_XOR] = "XOR",
	[ATOM_ADD] = "ADD", [ATOM_SUB] = "SUB", [ATOM_MUL] = "MUL", [ATOM_DIV] = "DIV",
	[ATOM_MASK] = "MASK", [ATOM_CLEAR] = "CLEAR", [ATOM_SHIFT_LEFT] = "SHIFT_LEFT",
	[ATOM_SHIFT_RIGHT] = "SHIFT_RIGHT", [ATOM_SHL] = "SHL", [ATOM_SHR] = "SHR",
	[ATOM_COMPARE] = "COMPARE", [ATOM_TEST] = "TEST", [ATOM_PORT_INDIRECT] = "SET_ATI_PORT",
	[ATOM_PORT_PCI] = "SET_PCI_PORT", [ATOM_PORT_SYSIO] = "SET_SYS_IO_PORT",
	[ATOM_REG_BLOCK] = "SET_REG_BLOCK", [ATOM_FB_BASE] = "SET_FB_BASE",
	[ATOM_DATA_BLOCK] = "SET_DATA_BLOCK", [ATOM_SWITCH] = "SWITCH", [ATOM_JUMP] = "JUMP",
	[ATOM_DELAY_MS] = "DELAY_MS", [ATOM_DELAY_US] = "DELAY_US", [ATOM_CALL] = "CALL",
	[ATOM_END] = "EOT", [ATOM_NOP] = "NOP", [ATOM_NOP_BYTE] = "POST_CARD", [ATOM_DATA] = "DATA",
};

/* Those that do nothing here have names of their own. */
static const struct {
	u8 opcode;
	const char *name;
} empty[] = {
	{ 83, "REPEAT" }, { 99, "BEEP" }, { 100, "SAVE_REG" }, { 101, "RESTORE_REG" },
	{ 121, "DEBUG" },
};

static const char *const conditions[] = {
	[ATOM_ALWAYS] = "", [ATOM_EQUAL] = "_EQUAL", [ATOM_BELOW] = "_BELOW", [ATOM_ABOVE] = "_ABOVE",
	[ATOM_BELOW | ATOM_EQUAL] = "_BELOW_OR_EQUAL", [ATOM_ABOVE | ATOM_EQUAL] = "_ABOVE_OR_EQUAL",
	[ATOM_BELOW | ATOM_ABOVE] = "_NOT_EQUAL",
};

static const char *const spaces[] = {
	[ATOM_REG] = "reg", [ATOM_PS] = "param", [ATOM_WS] = "work", [ATOM_FB] = "fb",
	[ATOM_ID] = "data", [ATOM_PLL] = "pll", [ATOM_MC] = "mc",
};

static const char *const specials[] = {
	"quotient", "remainder", "data_pointer", "shift", "or_mask", "and_mask", "fb_window",
	"attributes", "reg_pointer",
};

/* A table on its way; nothing is taken from behind its end. */
struct listing {
	const struct evergreen_atom_image *image;
	size_t table, at, end;
	bool short_of;
};

static u32 take(struct listing *l, unsigned int bytes)
{
	if (bytes > l->end - l->at) {
		l->short_of = true;
		l->at = l->end;
		return 0;
	}
	l->at += bytes;
	return evergreen_atom_get(l->image, l->at - bytes, bytes);
}

static const char *name_of(u8 opcode, struct evergreen_atom_op op)
{
	for (size_t i = 0; i < ARRAY_SIZE(empty); i++)
		if (empty[i].opcode == opcode)
			return empty[i].name;
	return verbs[op.verb];
}

static void show_place(struct listing *l, unsigned int space,
		       const struct evergreen_atom_part *part)
{
	u32 index = take(l, evergreen_atom_index_bytes(space));

	if (space == ATOM_WS && index - 0x40 < ARRAY_SIZE(specials))
		printf("%s", specials[index - 0x40]);
	else
		printf("%s[0x%0*x]", spaces[space], 2 * (int)evergreen_atom_index_bytes(space), index);
	if (part->bytes < 4)
		printf(".[%u:%u]", part->shift + 8u * part->bytes - 1, part->shift);
}

static void show_source(struct listing *l, u8 attr)
{
	const struct evergreen_atom_part *part = evergreen_atom_src_part(attr);

	if ((attr & 7) == ATOM_IMM)
		printf("0x%0*x", 2 * part->bytes, take(l, part->bytes));
	else
		show_place(l, attr & 7, part);
}

static void show_cases(struct listing *l, u8 attr)
{
	unsigned int bytes = evergreen_atom_src_part(attr)->bytes;
	u32 value;

	while (!l->short_of) {
		if (l->end - l->at >= 2 && evergreen_atom_get(l->image, l->at, 2) == ATOM_CASES_END) {
			l->at += 2;
			return;
		}
		if (take(l, 1) != ATOM_CASE) {
			l->short_of = true;
			return;
		}
		value = take(l, bytes);
		printf("\n        0x%0*x: to %04x", 2 * (int)bytes, value, take(l, 2));
	}
}

/* @n is what the table says, and may be more than it has. */
static void show_bytes(struct listing *l, size_t n)
{
	if (n > l->end - l->at)
		l->short_of = true;
	for (size_t i = 0; i < n && l->at < l->end; i++) {
		if (i % BYTES_IN_LINE == 0)
			printf("\n       ");
		printf(" %02x", take(l, 1));
	}
}

static void show_immediate(u8 verb, u32 value, int digits)
{
	const char *name = NULL;

	if (verb == ATOM_CALL)
		name = vbios_command_name(value);
	else if (verb == ATOM_DATA_BLOCK && value)
		name = value == 255 ? "this table" : vbios_data_name(value);
	if (verb == ATOM_JUMP)
		printf("to %04x", value);
	else if (verb == ATOM_DELAY_MS || verb == ATOM_DELAY_US)
		printf("%u", value);
	else if (name)
		printf("%u (%s)", value, name);
	else
		printf("0x%0*x", digits, value);
}

static void show_instruction(struct listing *l, u8 opcode, struct evergreen_atom_op op)
{
	const struct evergreen_atom_form *form = evergreen_atom_form(op.verb);
	char name[32];
	u32 bytes, value;
	u8 attr = 0;

	snprintf(name, sizeof(name), "%s%s", name_of(opcode, op),
		 op.verb == ATOM_JUMP ? conditions[op.arg] : "");
	printf(form->attr || form->imm ? "%-19s " : "%s", name);
	if (form->attr)
		attr = take(l, 1);
	if (form->dst) {
		show_place(l, op.arg, evergreen_atom_dst_part(attr, form->implicit));
		if (form->imm || form->src)
			printf(", ");
	}
	if (form->imm) {
		bytes = form->imm == ATOM_IMM_PART ? evergreen_atom_src_part(attr)->bytes : form->imm;
		value = take(l, bytes);
		show_immediate(op.verb, value, 2 * (int)bytes);
		if (form->src)
			printf(", ");
		if (op.verb == ATOM_DATA)
			show_bytes(l, value);
	}
	if (form->src)
		show_source(l, attr);
	if (op.verb == ATOM_SWITCH)
		show_cases(l, attr);
}

void vbios_disasm(const struct evergreen_atom_image *image, size_t table)
{
	struct listing l = { .image = image, .table = table, .at = table + ATOM_TABLE_CODE };

	l.end = table + evergreen_atom_get(image, table, 2);
	while (l.at < l.end) {
		struct evergreen_atom_op op = evergreen_atom_op(image->data[l.at]);

		printf("  %04zx  ", l.at - table);
		if (op.verb == ATOM_UNKNOWN) {
			printf("no opcode:");
			show_bytes(&l, l.end - l.at);
			l.short_of = true;
		} else {
			show_instruction(&l, (u8)take(&l, 1), op);
		}
		printf("%s\n", l.short_of && op.verb != ATOM_UNKNOWN ? "  <- it is not whole" : "");
		if (l.short_of)
			return;
	}
}
