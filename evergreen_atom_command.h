/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_COMMAND_H
#define EVERGREEN_ATOM_COMMAND_H

#include <linux/sizes.h>

#include "evergreen_atom_exec.h"

struct evergreen_device;

/* The command tables that this driver executes. */
enum evergreen_command_table {
	COMMAND_ASIC_INIT		= 0,
	COMMAND_SET_ENGINE_CLOCK	= 10,
	COMMAND_SET_MEMORY_CLOCK	= 11,
	COMMAND_GET_MEMORY_CLOCK	= 47,
	COMMAND_GET_ENGINE_CLOCK	= 48,
	COMMAND_SET_VOLTAGE		= 67,
};

/* Dwords of parameters, with those of tables that are called in turn. */
#define EVERGREEN_COMMAND_PARAMETERS	16

/* Of memory that command tables think to be in VRAM. */
#define EVERGREEN_COMMAND_DWORDS	(20 * SZ_1K / sizeof(u32))

/**
 * struct evergreen_commands - a card's VBIOS, about to be executed
 *
 * Of some 30 KiB.
 */
struct evergreen_commands {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @accesses: how many the last table has made */
	u32 accesses;

	/** @until: when its time is over, in jiffies */
	unsigned long until;

	/** @mm_index: what it has written to MM_INDEX */
	u32 mm_index;

	/** @unusable: why nothing can be executed, in a few words; NULL if it can */
	const char *unusable;

	/** @parameters: of the next table, and what it has answered */
	u32 parameters[EVERGREEN_COMMAND_PARAMETERS];

	/** @machine: the interpreter */
	struct evergreen_atom_machine machine;

	/** @memory: see %EVERGREEN_COMMAND_DWORDS */
	u32 memory[EVERGREEN_COMMAND_DWORDS];
};

struct evergreen_commands *evergreen_commands_get(struct evergreen_device *edev);
void evergreen_commands_put(struct evergreen_commands *commands);
const char *evergreen_command(struct evergreen_commands *commands,
			      enum evergreen_command_table table);

#endif
