// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Random VBIOS images: constants, indirect IO programs, and command tables in which
 * any opcode, operand and part of an operand occurs, that do nothing which is not
 * defined, and that end. Jumps go forward, but for loops that a dword of the workspace
 * counts, which nothing else writes, and polls, which this world answers in the end.
 *
 * The numbers of opcodes are written down here once more, on purpose.
 */
#include <string.h>

#include "generate.h"
#include "world.h"

#define HEADER		0x100u
#define COMMANDS	0x200u
#define DATA		0x300u
#define INDIRECT_IO	0x400u
#define CONSTANTS	0x800u
#define CODE		0x1000u

#define N_COMMANDS	81u
#define N_DATA		34u
#define DATA_INDIRECT	23u
#define PORTS		3u

/* Bytes of code after which a table ends, and jumps whose target is not yet known. */
#define TABLE_CODE	200u
#define MAX_JUMPS	64u

enum { REG, PS, WS, FB, ID, IMM, PLL, MC };

unsigned long generated[256];

static const uint8_t destinations[6] = { REG, PS, WS, FB, PLL, MC };

/* First of six opcodes. */
enum {
	MOVE = 1, AND = 7, OR = 13, SHIFT_LEFT = 19, SHIFT_RIGHT = 25, MUL = 31, DIV = 37, ADD = 43,
	SUB = 49, COMPARE = 60, TEST = 74, CLEAR = 84, MASK = 92, XOR = 103, SHL = 109, SHR = 115
};

/* The others. */
enum {
	PORT_ATI = 55, PORT_PCI, PORT_SYSIO, REG_BLOCK, FB_BASE, SWITCH = 66, JUMP = 67,
	JUMP_EQUAL = 68, JUMP_NOT_EQUAL = 73, DELAY_MS = 80, DELAY_US, CALL, REPEAT, NOP = 90, EOT,
	POST = 98, BEEP, SAVE_REG, RESTORE_REG, DATA_BLOCK, DEBUG = 121
};

struct generator {
	uint8_t *image;
	uint32_t state, at, start;
	uint32_t jumps[MAX_JUMPS];	/* where targets are missing */
	unsigned int n_jumps;
	uint8_t table, workspace;
	bool in_loop;
};

static uint32_t draw(struct generator *g, uint32_t n)
{
	g->state = world_hash(g->state + 0x9e3779b9u);
	return g->state % n;
}

static void put8(struct generator *g, uint32_t value)
{
	g->image[g->at++] = (uint8_t)value;
}

static void put16(struct generator *g, uint32_t value)
{
	put8(g, value);
	put8(g, value >> 8);
}

static void put_opcode(struct generator *g, unsigned int opcode)
{
	generated[opcode]++;
	put8(g, opcode);
}

static void put16_at(struct generator *g, uint32_t at, uint32_t value)
{
	g->image[at] = (uint8_t)value;
	g->image[at + 1] = (uint8_t)(value >> 8);
}

static unsigned int part_bytes(unsigned int attr)
{
	static const uint8_t bytes[8] = { 4, 2, 2, 2, 1, 1, 1, 1 };

	return bytes[attr >> 3 & 7];
}

/* Zeros, ones and small numbers are more likely than chance has it. */
static void put_value(struct generator *g, unsigned int bytes)
{
	uint32_t kind = draw(g, 4);

	for (unsigned int i = 0; i < bytes; i++)
		put8(g, kind == 0 ? 0 : kind == 1 ? 0xff : kind == 2 && i ? 0 : draw(g, 256));
}

/* The last dword of the workspace counts loops; the window of the memory stays in it. */
static uint32_t workspace(struct generator *g, bool written)
{
	uint32_t special;

	if (g->workspace > 1 && draw(g, 3))
		return draw(g, g->workspace - written);
	do
		special = 0x40 + draw(g, 9);
	while (written && special == 0x46);
	return special;
}

static void put_index(struct generator *g, unsigned int space, bool written)
{
	switch (space) {
	case REG:
		put16(g, draw(g, 8) ? draw(g, 0x10000) : 0);
		break;
	case ID:
		put16(g, draw(g, 0x10000));
		break;
	case PS:
		put8(g, draw(g, 4));
		break;
	case WS:
		put8(g, workspace(g, written));
		break;
	default:
		put8(g, draw(g, 256));
	}
}

static void put_source(struct generator *g, unsigned int attr)
{
	if ((attr & 7) == IMM)
		put_value(g, part_bytes(attr));
	else
		put_index(g, attr & 7, false);
}

static void six(struct generator *g, unsigned int first)
{
	unsigned int attr = draw(g, 256), n = draw(g, 6);
	bool written = first != COMPARE && first != TEST && first != MUL && first != DIV;

	put_opcode(g, first + n);
	put8(g, attr);
	put_index(g, destinations[n], written);
	switch (first) {
	case CLEAR:
		return;
	case SHIFT_LEFT:
	case SHIFT_RIGHT:
		put8(g, draw(g, 8) ? draw(g, 32) : draw(g, 256));
		return;
	case MASK:
		put_value(g, part_bytes(attr));
		break;
	}
	put_source(g, attr);
}

static void jump(struct generator *g, unsigned int opcode)
{
	if (g->in_loop || g->n_jumps == MAX_JUMPS)
		return;
	put_opcode(g, opcode);
	g->jumps[g->n_jumps++] = g->at;
	put16(g, 0);
}

static void cases(struct generator *g)
{
	unsigned int attr = (draw(g, 256) & 0xf8) | (draw(g, 2) ? IMM : PS);
	unsigned int n = draw(g, 5), bytes = part_bytes(attr);

	if (g->in_loop || g->n_jumps + n > MAX_JUMPS)
		return;
	put_opcode(g, SWITCH);
	put8(g, attr);
	if ((attr & 7) == IMM) {
		put8(g, draw(g, 4));
		for (unsigned int i = 1; i < bytes; i++)
			put8(g, 0);
	} else {
		put8(g, draw(g, 4));
	}
	for (unsigned int i = 0; i < n; i++) {
		put8(g, 0x63);
		put8(g, i);
		for (unsigned int j = 1; j < bytes; j++)
			put8(g, 0);
		g->jumps[g->n_jumps++] = g->at;
		put16(g, 0);
	}
	put16(g, 0x5a5a);
}

static void other(struct generator *g)
{
	static const uint8_t empty[] = { REPEAT, NOP, BEEP, SAVE_REG, RESTORE_REG, DEBUG };
	unsigned int attr;

	switch (draw(g, 14)) {
	case 0:
		put_opcode(g, PORT_ATI);
		put16(g, draw(g, PORTS + 1));
		break;
	case 1:
		put_opcode(g, PORT_PCI + draw(g, 2));
		put8(g, draw(g, 256));
		break;
	case 2:
		put_opcode(g, REG_BLOCK);
		put16(g, draw(g, 2) ? draw(g, 0x10000) : 0);
		break;
	case 3:
		put_opcode(g, FB_BASE);
		attr = 1 << 3 | IMM;
		put8(g, attr);
		put16(g, draw(g, 0x4000));
		break;
	case 4:
		/* The window, by the workspace. */
		put_opcode(g, MOVE + WS);
		put8(g, 1 << 3 | IMM);
		put8(g, 0x46);
		put16(g, draw(g, 0x4000));
		break;
	case 5:
		put_opcode(g, DELAY_MS + draw(g, 2));
		put8(g, draw(g, 256));
		break;
	case 6:
		put_opcode(g, empty[draw(g, sizeof(empty))]);
		break;
	case 7:
		put_opcode(g, POST);
		put8(g, draw(g, 256));
		break;
	case 8:
		put_opcode(g, DATA_BLOCK);
		put8(g, draw(g, 3) ? draw(g, N_DATA) : draw(g, 2) ? 255 : 0);
		break;
	case 9:
		if (g->in_loop)
			break;
		put_opcode(g, CALL);
		put8(g, draw(g, 4) ? g->table + 1 + draw(g, GENERATED_TABLES) : N_COMMANDS - 1);
		break;
	case 10:
		cases(g);
		break;
	default:
		jump(g, JUMP + draw(g, 7));
	}
}

static void plain(struct generator *g)
{
	static const uint8_t firsts[] = {
		MOVE, AND, OR, SHIFT_LEFT, SHIFT_RIGHT, MUL, DIV, ADD, SUB, COMPARE, TEST, CLEAR, MASK, XOR,
		SHL, SHR
	};

	if (draw(g, 3))
		six(g, firsts[draw(g, sizeof(firsts))]);
	else
		other(g);
}

static void loop(struct generator *g)
{
	unsigned int counter = g->workspace - 1u, n = 1 + draw(g, 6);
	uint32_t top;

	put_opcode(g, MOVE + WS);
	put8(g, IMM);
	put8(g, counter);
	put16(g, 1 + draw(g, 3));
	put16(g, 0);
	top = g->at - g->start;
	g->in_loop = true;
	while (n--)
		plain(g);
	g->in_loop = false;
	put_opcode(g, SUB + WS);
	put8(g, IMM);
	put8(g, counter);
	put16(g, 1);
	put16(g, 0);
	put_opcode(g, COMPARE + WS);
	put8(g, 4 << 3 | IMM);
	put8(g, counter);
	put8(g, 0);
	put_opcode(g, JUMP_NOT_EQUAL);
	put16(g, top);
}

/* Of a register that is read as it is, which a port to nowhere is not. */
static void poll(struct generator *g)
{
	uint32_t top;

	put_opcode(g, PORT_ATI);
	put16(g, 0);
	top = g->at - g->start;
	put_opcode(g, DELAY_US);
	put8(g, draw(g, 20));
	put_opcode(g, TEST);
	put8(g, 4 << 3 | IMM);
	put16(g, draw(g, 0x10000));
	put8(g, 1u << draw(g, 8));
	put_opcode(g, draw(g, 2) ? JUMP_EQUAL : JUMP_NOT_EQUAL);
	put16(g, top);
}

static void command_table(struct generator *g)
{
	uint32_t targets[TABLE_CODE], n_targets = 0, first;

	g->start = g->at;
	g->n_jumps = 0;
	g->workspace = (uint8_t)draw(g, 17);
	g->in_loop = false;
	put16_at(g, COMMANDS + 4 + 2u * g->table, g->start);
	put16(g, 0);
	put16(g, 0x0101);
	put8(g, g->workspace);
	put8(g, 4 * draw(g, 5));
	do {
		targets[n_targets++] = g->at;
		if (g->workspace > 1 && !draw(g, 16))
			loop(g);
		else if (!draw(g, 20))
			poll(g);
		else
			plain(g);
	} while (g->at - g->start < 16 + draw(g, TABLE_CODE));
	targets[n_targets] = g->at;
	put_opcode(g, EOT);
	put16_at(g, g->start, g->at - g->start);

	for (unsigned int i = 0; i < g->n_jumps; i++) {
		for (first = 0; first < n_targets && targets[first] <= g->jumps[i]; first++)
			;
		first += draw(g, n_targets + 1 - first);
		put16_at(g, g->jumps[i], targets[first] - g->start);
	}
}

static void indirect_field(struct generator *g, unsigned int op, bool has_source)
{
	put8(g, op);
	put8(g, 1 + draw(g, 32));
	if (has_source)
		put8(g, draw(g, 32));
	put8(g, draw(g, 32));
}

static void indirect_program(struct generator *g, unsigned int id)
{
	put8(g, 1);
	put8(g, id);
	for (unsigned int n = draw(g, 8); n--;) {
		switch (draw(g, 8)) {
		case 0:
			put8(g, 0);
			break;
		case 1:
		case 2:
			put8(g, 2 + draw(g, 2));
			put16(g, draw(g, 0x10000));
			break;
		case 3:
		case 4:
			indirect_field(g, 4 + draw(g, 2), false);
			break;
		default:
			indirect_field(g, 6 + draw(g, 3), true);
		}
	}
	put8(g, 9);
	put16(g, draw(g, 0x10000));
}

static void lists(struct generator *g)
{
	put16_at(g, 0, 0xaa55);
	memcpy(g->image + 0x30, " 761295520", 11);
	put16_at(g, 0x48, HEADER);
	memset(g->image + HEADER, 0, CODE - HEADER);
	memcpy(g->image + HEADER + 4, "ATOM", 4);
	put16_at(g, HEADER + 0x1e, COMMANDS);
	put16_at(g, HEADER + 0x20, DATA);
	put16_at(g, COMMANDS, 4 + 2 * N_COMMANDS);
	put16_at(g, DATA, 4 + 2 * N_DATA);
	for (unsigned int i = 0; i < N_DATA; i++)
		put16_at(g, DATA + 4 + 2 * i, draw(g, 4) ? CONSTANTS + draw(g, 0x700) : 0);
	put16_at(g, DATA + 4 + 2 * DATA_INDIRECT, INDIRECT_IO);
}

void generate(uint8_t *image, uint32_t seed)
{
	struct generator g = { .image = image, .state = seed };

	/* Constants everywhere; the same ones do. */
	if (image[GENERATED_SIZE - 1] != 0x5c) {
		for (uint32_t i = 0; i < GENERATED_SIZE; i++)
			image[i] = (uint8_t)world_hash(i);
		image[GENERATED_SIZE - 1] = 0x5c;
	}
	lists(&g);
	g.at = CONSTANTS;
	while (g.at < CODE)
		put16(&g, draw(&g, 0x10000));

	g.at = INDIRECT_IO + 4;
	for (unsigned int i = 1; i <= PORTS; i++) {
		indirect_program(&g, i);
		indirect_program(&g, i | 0x80);
	}
	put16_at(&g, INDIRECT_IO, g.at - INDIRECT_IO);
	put8(&g, 0);

	g.at = CODE;
	for (unsigned int i = 0; i < GENERATED_TABLES; i++) {
		g.table = (uint8_t)i;
		command_table(&g);
	}
}
