/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ROM_ASM_H
#define ROM_ASM_H

#include <stdint.h>

/* Places in a VBIOS's list of command tables, of those that this one has. */
enum rom_command {
	CMD_ASIC_INIT = 0, CMD_REGISTERS_INIT = 2, CMD_MEMORY_CONTROLLER_INIT = 5,
	CMD_SET_ENGINE_CLOCK = 10, CMD_SET_MEMORY_CLOCK = 11, CMD_MEMORY_PLL_INIT = 16,
	CMD_GET_MEMORY_CLOCK = 47, CMD_GET_ENGINE_CLOCK = 48, CMD_COMPUTE_PLL = 60,
	CMD_DYNAMIC_MEMORY_SETTINGS = 63, CMD_SET_VOLTAGE = 67, N_COMMANDS = 81
};

/* First of six opcodes, by the destination's space. */
enum rom_op {
	ROM_MOVE = 1, ROM_AND = 7, ROM_OR = 13, ROM_SHIFT_LEFT = 19, ROM_SHIFT_RIGHT = 25,
	ROM_MUL = 31, ROM_DIV = 37, ROM_ADD = 43, ROM_SUB = 49, ROM_COMPARE = 60, ROM_TEST = 74,
	ROM_CLEAR = 84, ROM_MASK = 92
};

enum rom_jump {
	ROM_ALWAYS = 67, ROM_EQUAL, ROM_BELOW, ROM_ABOVE, ROM_NOT_ABOVE, ROM_NOT_BELOW,
	ROM_NOT_EQUAL
};

/* Parts of a dword, as attribute bytes number them. */
enum rom_part {
	ROM_DWORD, ROM_WORD0, ROM_WORD1, ROM_WORD2, ROM_BYTE0, ROM_BYTE1, ROM_BYTE2, ROM_BYTE3
};

struct rom_operand {
	uint8_t space;
	enum rom_part part;
	uint32_t value;		/* index, or the immediate */
};

enum { ROM_SPACE_REG, ROM_SPACE_PS, ROM_SPACE_WS, ROM_SPACE_ID = 4, ROM_SPACE_IMM };

/* Registers of the machine itself, in the workspace. */
enum { ROM_QUOTIENT = 0x40, ROM_REMAINDER, ROM_DATA_POINTER, ROM_REG_POINTER = 0x48 };

static inline struct rom_operand rom_reg(uint32_t offset)
{
	return (struct rom_operand){ ROM_SPACE_REG, ROM_DWORD, offset / 4 };
}

static inline struct rom_operand rom_ps(uint32_t n)
{
	return (struct rom_operand){ ROM_SPACE_PS, ROM_DWORD, n };
}

static inline struct rom_operand rom_ws(uint32_t n)
{
	return (struct rom_operand){ ROM_SPACE_WS, ROM_DWORD, n };
}

/* A constant in the image, from the data pointer on. */
static inline struct rom_operand rom_id(uint32_t at)
{
	return (struct rom_operand){ ROM_SPACE_ID, ROM_DWORD, at };
}

static inline struct rom_operand rom_imm(uint32_t value)
{
	return (struct rom_operand){ ROM_SPACE_IMM, ROM_DWORD, value };
}

static inline struct rom_operand rom_part(struct rom_operand operand, enum rom_part part)
{
	operand.part = part;
	return operand;
}

#define ROM_LABELS	8
#define ROM_FIXUPS	16

/* A command table that is being written. */
struct rom_asm {
	uint8_t *rom;
	uint32_t start, at;
	uint32_t labels[ROM_LABELS];		/* from the table's start; 0: not yet there */
	struct {
		uint32_t at, label;
	} fixups[ROM_FIXUPS];
	unsigned int n_fixups;
};

struct rom_shape {
	uint8_t content;			/* revision */
	uint8_t workspace, parameters;		/* dwords */
};

void rom_begin(struct rom_asm *a, uint8_t *rom, uint32_t at, const struct rom_shape *shape);
uint32_t rom_end(struct rom_asm *a);
void rom_emit(struct rom_asm *a, uint32_t value, unsigned int bytes);

void rom_do(struct rom_asm *a, enum rom_op op, struct rom_operand to, struct rom_operand from);
void rom_shift(struct rom_asm *a, enum rom_op op, struct rom_operand what, uint8_t by);
void rom_clear(struct rom_asm *a, struct rom_operand what);
void rom_mask(struct rom_asm *a, struct rom_operand to, uint32_t keep, struct rom_operand from);

void rom_label(struct rom_asm *a, unsigned int label);
void rom_jump(struct rom_asm *a, enum rom_jump when, unsigned int label);
void rom_switch(struct rom_asm *a, struct rom_operand what);
void rom_case(struct rom_asm *a, uint8_t value, unsigned int label);
void rom_switch_end(struct rom_asm *a);
void rom_call(struct rom_asm *a, enum rom_command table);
void rom_delay_us(struct rom_asm *a, uint8_t us);
void rom_port(struct rom_asm *a, uint16_t port);
void rom_own_data(struct rom_asm *a, unsigned int label);
void rom_data(struct rom_asm *a, unsigned int label, uint16_t size);
void rom_end_of_code(struct rom_asm *a);

#endif
