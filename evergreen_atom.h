/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_H
#define EVERGREEN_ATOM_H

#include <linux/types.h>

/* As much of an image as offsets of 16 bits and the table behind the last one reach. */
#define EVERGREEN_ATOM_MAX	(128ul * 1024)

/**
 * struct evergreen_atom_clocks - clocks and voltages that a VBIOS tells, in kHz and mV
 *
 * 0 stands for one that it does not tell.
 */
struct evergreen_atom_clocks {
	/** @engine: clock of the shaders and most else, as the VBIOS sets it */
	u32 engine;

	/** @memory: clock of the memory, as the VBIOS sets it */
	u32 memory;

	/** @reference: clock that the PLLs and the card's clock counter run from */
	u32 reference;

	/** @vddc: voltage of the engine, as the VBIOS sets it */
	u16 vddc;

	/** @vddci: that of the memory's interface */
	u16 vddci;
};

const char *evergreen_atom_read_clocks(const void *rom, size_t size, bool igp,
				       struct evergreen_atom_clocks *clocks);

#endif
