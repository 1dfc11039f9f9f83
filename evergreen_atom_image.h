/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ATOM_IMAGE_H
#define EVERGREEN_ATOM_IMAGE_H

#include <linux/types.h>

/* Every table begins with its length (16 bits), and revisions of format and content. */
#define ATOM_TABLE_FORMAT	0x02
#define ATOM_TABLE_CONTENT	0x03
#define ATOM_TABLE_HEADER	0x04

/* Command tables go on with these, and then with code. */
#define ATOM_TABLE_WORKSPACE	0x04		/* dwords */
#define ATOM_TABLE_PARAMETERS	0x05		/* bytes, in the low seven bits */
#define ATOM_TABLE_CODE		0x06

/* What clocks in data tables, and in parameters of command tables, count in. */
#define ATOM_CLOCK_KHZ		10

/**
 * struct evergreen_atom_image - a VBIOS, of which nothing is known but its size
 */
struct evergreen_atom_image {
	/** @data: as an option ROM begins */
	const u8 *data;

	/** @size: bytes that may be read */
	size_t size;
};

/**
 * struct evergreen_atom_lists - where an image says that its tables are
 */
struct evergreen_atom_lists {
	/** @commands: offset of the list of command tables */
	size_t commands;

	/** @data: offset of the list of data tables */
	size_t data;
};

/* Little endian; 0 for what is not there as a whole. */
static inline u32 evergreen_atom_get(const struct evergreen_atom_image *image, size_t at,
				     unsigned int bytes)
{
	u32 value = 0;

	if (at > image->size || bytes > image->size - at)
		return 0;
	while (bytes--)
		value = value << 8 | image->data[at + bytes];
	return value;
}

const char *evergreen_atom_open(const struct evergreen_atom_image *image,
				struct evergreen_atom_lists *lists);
size_t evergreen_atom_table(const struct evergreen_atom_image *image, size_t list,
			    unsigned int index, size_t size);

#endif
