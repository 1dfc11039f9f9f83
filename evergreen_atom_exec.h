/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_EXEC_H
#define EVERGREEN_ATOM_EXEC_H

#include <linux/types.h>

#include "evergreen_atom_image.h"

/* Real tables are a few calls deep, and have a few dwords of workspace. */
#define EVERGREEN_ATOM_DEPTH		16
#define EVERGREEN_ATOM_WORKSPACE	1024

/* Steps and microseconds of delays that are enough for any table of a sound image. */
#define EVERGREEN_ATOM_STEPS		(1u << 22)
#define EVERGREEN_ATOM_DELAY_US		5000000u

/* What a card is asked through. Indices of registers count dwords. */
enum evergreen_atom_bus {
	ATOM_BUS_MMIO,		/* registers */
	ATOM_BUS_IO,		/* registers, through the I/O ports */
	ATOM_BUS_PLL,
	ATOM_BUS_MC,
	ATOM_BUSES
};

/**
 * struct evergreen_atom_card_ops - how an interpreter reaches a card
 */
struct evergreen_atom_card_ops {
	/** @read: read a register */
	u32 (*read)(void *card, enum evergreen_atom_bus bus, u32 index);

	/** @write: write a register */
	void (*write)(void *card, enum evergreen_atom_bus bus, u32 index, u32 value);

	/** @delay: let time pass */
	void (*delay)(void *card, u32 us);
};

/* Registers of the machine, from workspace index 0x40 on. */
enum evergreen_atom_special {
	ATOM_QUOTIENT, ATOM_REMAINDER, ATOM_DATA_POINTER, ATOM_SHIFT, ATOM_OR_MASK, ATOM_AND_MASK,
	ATOM_FB_WINDOW, ATOM_ATTRIBUTES, ATOM_REG_POINTER, ATOM_SPECIALS
};

/**
 * struct evergreen_atom_frame - a command table that is being executed
 */
struct evergreen_atom_frame {
	/** @start: offset of the table */
	u32 start;

	/** @pc: offset of the next byte of code; not kept up while it is at work */
	u32 pc;

	/** @parameters: index of its first parameter */
	u32 parameters;

	/** @workspace: index of its first dword of workspace */
	u16 workspace;

	/** @workspace_size: its dwords of workspace */
	u16 workspace_size;

	/** @shift: parameters that belong to it and not to whom it calls */
	u8 shift;

	/** @table: number of the command table */
	u8 table;
};

/**
 * struct evergreen_atom_machine - an interpreter of one image
 *
 * Of some 6 KiB. The members up to @fb_size are the user's to read.
 */
struct evergreen_atom_machine {
	/** @wrong: what ended the execution, in a few words; NULL for nothing */
	const char *wrong;

	/** @table: after an error, the command table in which it happened */
	u8 table;

	/** @opcode: after an error, of the instruction */
	u8 opcode;

	/** @offset: after an error, of the instruction, from the start of its table */
	u32 offset;

	/** @steps: how many are left; set by the user */
	u32 steps;

	/** @delay_us: how long delays may still be; set by the user */
	u32 delay_us;

	/** @fb: memory that tables think to be in VRAM, or NULL; set by the user */
	u32 *fb;

	/** @fb_size: its dwords */
	u32 fb_size;

	/** @image: what is executed */
	struct evergreen_atom_image image;

	/** @lists: of its tables */
	struct evergreen_atom_lists lists;

	/** @ops: the way to the card */
	const struct evergreen_atom_card_ops *ops;

	/** @card: for @ops */
	void *card;

	/** @programs: offsets of the indirect IO programs, 0 for none */
	u16 programs[256];

	/** @special: registers of the machine */
	u32 special[ATOM_SPECIALS];

	/** @port: what register operands are reached through */
	u32 port;

	/** @flags: of the last comparison */
	u8 flags;

	/** @pc: offset of the next byte of code */
	u32 pc;

	/** @parameters: those of the first table, and what it may pass on */
	u32 *parameters;

	/** @parameter_count: how many that are */
	u32 parameter_count;

	/** @depth: tables in @frames */
	unsigned int depth;

	/** @workspace_used: dwords of @workspace that tables have */
	unsigned int workspace_used;

	/** @frames: the tables, each called by the one before it */
	struct evergreen_atom_frame frames[EVERGREEN_ATOM_DEPTH];

	/** @workspace: of all tables */
	u32 workspace[EVERGREEN_ATOM_WORKSPACE];
};

const char *evergreen_atom_load(struct evergreen_atom_machine *m, const void *rom, size_t size,
				const struct evergreen_atom_card_ops *ops, void *card);
u8 evergreen_atom_revision(const struct evergreen_atom_machine *m, unsigned int table);
const char *evergreen_atom_execute(struct evergreen_atom_machine *m, u8 table, u32 *parameters,
				   u32 count);

/* Between the interpreter's two files. The first thing that went wrong counts. */
static inline void evergreen_atom_fail(struct evergreen_atom_machine *m, const char *wrong)
{
	if (!m->wrong)
		m->wrong = wrong;
}

static inline bool evergreen_atom_step(struct evergreen_atom_machine *m)
{
	if (!m->steps)
		evergreen_atom_fail(m, "it does not come to an end");
	else
		m->steps--;
	return !m->wrong;
}

void evergreen_atom_find_programs(struct evergreen_atom_machine *m);
u32 evergreen_atom_run_program(struct evergreen_atom_machine *m, unsigned int id, u32 index,
			       u32 data);

#endif
