/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_VBIOS_H
#define EVERGREEN_VBIOS_H

#include <linux/types.h>

struct evergreen_device;

/**
 * struct evergreen_rom - a copy of the VBIOS
 */
struct evergreen_rom {
	/** @image: as an option ROM begins */
	void *image;

	/** @size: bytes of it; 0 if no sound one was found */
	size_t size;

	/** @foreign: NULL if it is for this card, or else in a few words why it is not */
	const char *foreign;
};

int evergreen_vbios_init(struct evergreen_device *edev);
void evergreen_vbios_fini(struct evergreen_device *edev);

#endif
