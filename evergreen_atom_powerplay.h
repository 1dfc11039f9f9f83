/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_POWERPLAY_H
#define EVERGREEN_ATOM_POWERPLAY_H

#include <linux/types.h>

/* More than any known VBIOS has. */
#define EVERGREEN_ATOM_STATES	16
#define EVERGREEN_ATOM_LEVELS	8

/* Classes of a state: three bits say what users may choose, the others are flags. */
#define ATOM_STATE_UI		0x0007
#define   ATOM_STATE_BATTERY		1
#define   ATOM_STATE_BALANCED		3
#define   ATOM_STATE_PERFORMANCE	5
#define ATOM_STATE_BOOT		0x0008
#define ATOM_STATE_THERMAL	0x0010
#define ATOM_STATE_3D		0x0100
#define ATOM_STATE_UVD		0x0400
#define ATOM_STATE_ACPI		0x1000

/**
 * struct evergreen_atom_level - clocks and voltages that go together
 */
struct evergreen_atom_level {
	/** @engine: in kHz */
	u32 engine;

	/** @memory: in kHz; 0 on APUs */
	u32 memory;

	/** @vddc: voltage of the engine in mV, or a special number from 0xff01 on */
	u16 vddc;

	/** @vddci: voltage of the memory's interface, in the same way */
	u16 vddci;
};

/**
 * struct evergreen_atom_state - a power state
 */
struct evergreen_atom_state {
	/** @classes: %ATOM_STATE_BOOT and the like */
	u16 classes;

	/** @min_temperature: the lowest that the state is for, degrees Celsius */
	u8 min_temperature;

	/** @max_temperature: the highest that the state is for, degrees Celsius */
	u8 max_temperature;

	/** @count: of @levels */
	u8 count;

	/** @levels: from low to high */
	struct evergreen_atom_level levels[EVERGREEN_ATOM_LEVELS];
};

/**
 * struct evergreen_atom_powerplay - the power states that a VBIOS tells
 */
struct evergreen_atom_powerplay {
	/** @revision: of the table's format */
	u8 revision;

	/** @count: of @states */
	u8 count;

	/** @states: in the table's order */
	struct evergreen_atom_state states[EVERGREEN_ATOM_STATES];
};

const char *evergreen_atom_read_powerplay(const void *rom, size_t size, bool igp,
					  struct evergreen_atom_powerplay *powerplay);

#endif
