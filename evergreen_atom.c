// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS tables
 *
 * The VBIOS of these chips is an option ROM with tables in it, found by 16-bit
 * offsets from its start: a header, whose offset is at a fixed place; a list of
 * data tables; the tables, each with its length and revision in front. Only two
 * are read, for the clocks. Command tables, the byte code that sets up a card, are
 * left to the card's own firmware.
 *
 * An image may be anything: another device's, cut short, overwritten, made up. All
 * goes through one function that reads 0 past the end of the image, which AtomBIOS
 * itself uses for "not there"; a table counts if it lies in the image as a whole
 * and is as long as what is read of it. So nothing can be reached from outside of the
 * image, there is no loop whose length the image decides, and what is wrong with
 * an image has one place where it is found.
 *
 * No kernel code, so that the unit test, which makes up images, runs this very file.
 *
 * Source of the layout: the headers and parsers of AMD's radeon driver in Linux.
 */
#include <linux/types.h>

#include "evergreen_atom.h"

#define ROM_SIGNATURE		0xaa55
#define ROM_ATOM_HEADER		0x48
#define ATOM_SIGNATURE_AT	0x04
#define   ATOM_SIGNATURE	0x4d4f5441	/* "ATOM" */
#define ATOM_DATA_TABLES	0x20

/* Every table begins with its length (16 bits), and revisions of format and content. */
#define TABLE_FORMAT		0x02
#define TABLE_CONTENT		0x03
#define TABLE_HEADER		0x04

#define DATA_FIRMWARE_INFO	4
#define   DEFAULT_ENGINE_CLOCK	0x08
#define   DEFAULT_MEMORY_CLOCK	0x0c
#define   CORE_REFERENCE_CLOCK	0x52
#define   FIRMWARE_INFO_SIZE	0x54
#define DATA_INTEGRATED_INFO	30
#define   INTEGRATED_CONTENT	6		/* of the first of these APUs */
#define   BOOT_UMA_CLOCK	0x0c
#define   INTEGRATED_INFO_SIZE	0x10

/* The tables count in 10 kHz. No clock of these chips reaches 5 GHz. */
#define CLOCK_UNIT_KHZ		10
#define CLOCK_MAX		500000

/* The ACPI table that UEFI firmware leaves copies of VBIOSes in. */
#define VFCT_FIRST_IMAGE	0x34
#define IMAGE_BUS		0x00
#define IMAGE_DEVICE		0x04
#define IMAGE_FUNCTION		0x08
#define IMAGE_VENDOR_ID		0x0c
#define IMAGE_DEVICE_ID		0x0e
#define IMAGE_LENGTH		0x18
#define IMAGE_CONTENT		0x1c

struct image {
	const u8 *data;
	size_t size;
};

/* Little endian; 0 for what is not there as a whole. */
static u32 get(const struct image *image, size_t at, unsigned int bytes)
{
	u32 value = 0;

	if (at > image->size || bytes > image->size - at)
		return 0;
	while (bytes--)
		value = value << 8 | image->data[at + bytes];
	return value;
}

/* Does a table lie at @at that has @size bytes or more, all of them in the image? */
static bool is_table(const struct image *image, size_t at, size_t size)
{
	size_t length = get(image, at, 2);

	return at && length >= size && length <= image->size - at;
}

/* Where data table @index is; 0 if there is none of @size bytes or more. */
static size_t find_table(const struct image *image, unsigned int index, size_t size)
{
	size_t list = get(image, get(image, ROM_ATOM_HEADER, 2) + ATOM_DATA_TABLES, 2);
	size_t entry = TABLE_HEADER + 2 * index;
	size_t table;

	if (!is_table(image, list, entry + 2))
		return 0;
	table = get(image, list + entry, 2);
	return is_table(image, table, size) ? table : 0;
}

static u32 clock_khz(u32 clock)
{
	return clock <= CLOCK_MAX ? clock * CLOCK_UNIT_KHZ : 0;
}

/* APUs name the clock of the memory that they share in a table of their own. */
static u32 uma_clock(const struct image *image)
{
	size_t table = find_table(image, DATA_INTEGRATED_INFO, INTEGRATED_INFO_SIZE);

	if (!table || get(image, table + TABLE_CONTENT, 1) < INTEGRATED_CONTENT)
		return 0;
	return clock_khz(get(image, table + BOOT_UMA_CLOCK, 4));
}

/**
 * evergreen_atom_read_clocks() - read the clocks out of a VBIOS
 * @rom: the image, as an option ROM begins
 * @size: bytes that may be read
 * @igp: the image is an APU's
 * @clocks: out; zeros after an error
 *
 * Return: NULL, or in a few words what is wrong with the image.
 */
const char *evergreen_atom_read_clocks(const void *rom, size_t size, bool igp,
				       struct evergreen_atom_clocks *clocks)
{
	const struct image image = { rom, size };
	size_t info;
	u32 uma;

	*clocks = (struct evergreen_atom_clocks){};
	if (get(&image, 0, 2) != ROM_SIGNATURE)
		return "it is no option ROM";
	if (get(&image, get(&image, ROM_ATOM_HEADER, 2) + ATOM_SIGNATURE_AT, 4) != ATOM_SIGNATURE)
		return "it has no AtomBIOS header";
	info = find_table(&image, DATA_FIRMWARE_INFO, FIRMWARE_INFO_SIZE);
	if (!info)
		return "it has no FirmwareInfo table";

	uma = igp ? uma_clock(&image) : 0;
	clocks->engine = clock_khz(get(&image, info + DEFAULT_ENGINE_CLOCK, 4));
	clocks->memory = uma ? uma : clock_khz(get(&image, info + DEFAULT_MEMORY_CLOCK, 4));
	clocks->reference = clock_khz(get(&image, info + CORE_REFERENCE_CLOCK, 2));
	return NULL;
}

static bool is_for(const struct image *table, size_t at,
		   const struct evergreen_atom_location *where)
{
	return get(table, at + IMAGE_BUS, 4) == where->bus &&
	       get(table, at + IMAGE_DEVICE, 4) == where->device &&
	       get(table, at + IMAGE_FUNCTION, 4) == where->function &&
	       get(table, at + IMAGE_VENDOR_ID, 2) == where->vendor_id &&
	       get(table, at + IMAGE_DEVICE_ID, 2) == where->device_id;
}

/**
 * evergreen_atom_vfct() - find a card's VBIOS in the ACPI table VFCT
 * @table: the table with its header
 * @size: its bytes
 * @where: the card
 * @image_size: out: bytes of the image
 *
 * Return: the image, which lies in the table, or NULL.
 */
const void *evergreen_atom_vfct(const void *table, size_t size,
				const struct evergreen_atom_location *where, size_t *image_size)
{
	const struct image vfct = { table, size };
	size_t at = get(&vfct, VFCT_FIRST_IMAGE, 4);
	size_t length;

	/* Each turn goes forward by a header at least. */
	while (at && at <= size && size - at >= IMAGE_CONTENT) {
		length = get(&vfct, at + IMAGE_LENGTH, 4);
		if (length > size - at - IMAGE_CONTENT)
			break;
		if (length && is_for(&vfct, at, where)) {
			*image_size = length;
			return vfct.data + at + IMAGE_CONTENT;
		}
		at += IMAGE_CONTENT + length;
	}
	return NULL;
}
