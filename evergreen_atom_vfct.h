/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_VFCT_H
#define EVERGREEN_ATOM_VFCT_H

#include <linux/types.h>

/**
 * struct evergreen_atom_location - which card an image in an ACPI table is for
 */
struct evergreen_atom_location {
	/** @bus: PCI bus */
	u32 bus;

	/** @device: number on it */
	u32 device;

	/** @function: of the device */
	u32 function;

	/** @vendor_id: PCI vendor */
	u16 vendor_id;

	/** @device_id: PCI device id */
	u16 device_id;

	/**
	 * @taken: tells whether another card with the same ids, device and function is on @bus
	 */
	bool (*taken)(const void *card, u32 bus);

	/** @card: what @taken is given */
	const void *card;
};

u32 evergreen_atom_ids(const void *rom, size_t size);
const void *evergreen_atom_vfct(const void *table, size_t size,
				const struct evergreen_atom_location *where, size_t *image_size);

#endif
