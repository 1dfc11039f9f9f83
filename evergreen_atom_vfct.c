// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Whose VBIOS
 *
 * UEFI firmware leaves copies of the VBIOSes of several cards in one ACPI table, VFCT, with
 * where each card is on the bus. An image says itself for which device ids it is. The table may
 * be anything, as an image may be (evergreen_atom.c), and is read by the same function.
 *
 * No kernel code, so that the unit test runs this very file.
 *
 * Source of the layout: the headers and parsers of AMD's radeon driver in Linux.
 */
#include <linux/types.h>

#include "evergreen_atom_image.h"
#include "evergreen_atom_vfct.h"

#define ROM_PCI_DATA		0x18
#define   PCI_DATA_IDS		0x04

/* The ACPI table that UEFI firmware leaves copies of VBIOSes in. */
#define VFCT_FIRST_IMAGE	0x34
#define IMAGE_BUS		0x00
#define IMAGE_DEVICE		0x04
#define IMAGE_FUNCTION		0x08
#define IMAGE_VENDOR_ID		0x0c
#define IMAGE_DEVICE_ID		0x0e
#define IMAGE_LENGTH		0x18
#define IMAGE_CONTENT		0x1c

/* But for the bus. */
static bool may_be_for(const struct evergreen_atom_image *table, size_t at,
		       const struct evergreen_atom_location *where)
{
	return evergreen_atom_get(table, at + IMAGE_DEVICE, 4) == where->device &&
	       evergreen_atom_get(table, at + IMAGE_FUNCTION, 4) == where->function &&
	       evergreen_atom_get(table, at + IMAGE_VENDOR_ID, 2) == where->vendor_id &&
	       evergreen_atom_get(table, at + IMAGE_DEVICE_ID, 2) == where->device_id;
}

/**
 * evergreen_atom_vfct() - find a card's VBIOS in the ACPI table VFCT
 * @table: the table with its header
 * @size: its bytes
 * @where: the card
 * @image_size: out: bytes of the image; 0 if there is none
 *
 * Linux may have given another number to the bus than the firmware that has made the table. So
 * a single image that is the card's but for that is taken, as radeon in Linux 7.3 does. It is
 * not if there is another such card on the image's bus: with two equal cards, firmware may list
 * only the one that it has booted with. If it lists both and neither is on the card's bus, nothing
 * tells which is which.
 *
 * Return: the image, which lies in the table, or NULL.
 */
const void *evergreen_atom_vfct(const void *table, size_t size,
				const struct evergreen_atom_location *where, size_t *image_size)
{
	const struct evergreen_atom_image vfct = { table, size };
	size_t at = evergreen_atom_get(&vfct, VFCT_FIRST_IMAGE, 4);
	const void *image = NULL;
	unsigned int found = 0;
	bool taken = false;
	size_t length;
	u32 bus;

	/* Each turn goes forward by a header at least. */
	while (at && at <= size && size - at >= IMAGE_CONTENT) {
		length = evergreen_atom_get(&vfct, at + IMAGE_LENGTH, 4);
		if (length > size - at - IMAGE_CONTENT)
			break;
		bus = evergreen_atom_get(&vfct, at + IMAGE_BUS, 4);
		if (length && may_be_for(&vfct, at, where)) {
			image = vfct.data + at + IMAGE_CONTENT;
			*image_size = length;
			if (bus == where->bus)
				return image;
			taken = where->taken(where->card, bus);
			found++;
		}
		at += IMAGE_CONTENT + length;
	}
	if (found == 1 && !taken)
		return image;
	*image_size = 0;
	return NULL;
}

/**
 * evergreen_atom_ids() - whose VBIOS is an image?
 * @rom: the image, as an option ROM begins
 * @size: bytes of it
 *
 * Return: PCI vendor (low half) and device id that it is for; 0 if it does not tell.
 */
u32 evergreen_atom_ids(const void *rom, size_t size)
{
	const struct evergreen_atom_image image = { .data = rom, .size = size };
	u32 at = evergreen_atom_get(&image, ROM_PCI_DATA, 2);

	return evergreen_atom_get(&image, at + PCI_DATA_IDS, 4);
}
