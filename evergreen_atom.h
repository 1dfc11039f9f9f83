/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_H
#define EVERGREEN_ATOM_H

#include <linux/types.h>

/* As much of an image as offsets of 16 bits and the table behind the last one reach. */
#define EVERGREEN_ATOM_MAX	(128 * 1024)

/**
 * struct evergreen_atom_clocks - the clocks that a VBIOS tells, in kHz
 * @engine: clock of the shaders and most else, as the VBIOS sets it
 * @memory: clock of the memory, as the VBIOS sets it
 * @reference: clock that the PLLs and the card's clock counter run from
 *
 * 0 stands for one that it does not tell.
 */
struct evergreen_atom_clocks {
	u32 engine, memory, reference;
};

/**
 * struct evergreen_atom_location - which card an image in an ACPI table is for
 * @bus: PCI bus
 * @device: number on it
 * @function: of the device
 * @vendor_id: PCI vendor
 * @device_id: PCI device id
 */
struct evergreen_atom_location {
	u32 bus, device, function;
	u16 vendor_id, device_id;
};

const char *evergreen_atom_read_clocks(const void *rom, size_t size, bool igp,
				       struct evergreen_atom_clocks *clocks);
const void *evergreen_atom_vfct(const void *table, size_t size,
				const struct evergreen_atom_location *where, size_t *image_size);

#endif
