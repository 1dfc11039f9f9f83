// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS tables
 *
 * The VBIOS of these chips is an option ROM with tables in it, found by 16-bit
 * offsets from its start: a header, whose offset is at a fixed place; lists of
 * command tables and of data tables; the tables, each with its length and revision
 * in front. Of the data tables, those with the clocks are read here, and others by
 * evergreen_atom_powerplay.c and evergreen_atom_iio.c. Command tables are byte code;
 * evergreen_atom_exec.c executes it.
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
#include "evergreen_atom_image.h"

#define ROM_SIGNATURE		0xaa55
#define ROM_ATOM_HEADER		0x48
#define ATOM_SIGNATURE_AT	0x04
#define   ATOM_SIGNATURE	0x4d4f5441	/* "ATOM" */
#define ATOM_COMMAND_TABLES	0x1e
#define ATOM_DATA_TABLES	0x20

#define DATA_FIRMWARE_INFO	4
#define   DEFAULT_ENGINE_CLOCK	0x08
#define   DEFAULT_MEMORY_CLOCK	0x0c
#define   BOOT_VDDC		0x2e
#define   BOOT_VDDCI		0x4e		/* from revision 2.2 on */
#define   CORE_REFERENCE_CLOCK	0x52
#define   FIRMWARE_INFO_SIZE	0x54
#define DATA_INTEGRATED_INFO	30
#define   INTEGRATED_CONTENT	6		/* of the first of these APUs */
#define   BOOT_UMA_CLOCK	0x0c
#define   INTEGRATED_INFO_SIZE	0x10

/* In units of the tables. No clock of these chips reaches 5 GHz. */
#define CLOCK_MAX		500000

/* Does a table lie at @at that has @size bytes or more, all of them in the image? */
static bool is_table(const struct evergreen_atom_image *image, size_t at, size_t size)
{
	size_t length = evergreen_atom_get(image, at, 2);

	return at && length >= size && length <= image->size - at;
}

/**
 * evergreen_atom_open() - find the lists of tables in an image
 * @image: the image
 * @lists: out; each may be anywhere, see evergreen_atom_table()
 *
 * Return: NULL, or in a few words what is wrong with the image.
 */
const char *evergreen_atom_open(const struct evergreen_atom_image *image,
				struct evergreen_atom_lists *lists)
{
	size_t header = evergreen_atom_get(image, ROM_ATOM_HEADER, 2);

	if (evergreen_atom_get(image, 0, 2) != ROM_SIGNATURE)
		return "it is no option ROM";
	if (evergreen_atom_get(image, header + ATOM_SIGNATURE_AT, 4) != ATOM_SIGNATURE)
		return "it has no AtomBIOS header";
	lists->commands = evergreen_atom_get(image, header + ATOM_COMMAND_TABLES, 2);
	lists->data = evergreen_atom_get(image, header + ATOM_DATA_TABLES, 2);
	return NULL;
}

/**
 * evergreen_atom_table() - find a table
 * @image: the image
 * @list: one of &struct evergreen_atom_lists
 * @index: in the list
 * @size: bytes that it must have, the header's included
 *
 * Return: the offset of a table that lies in the image as a whole, as the list does; 0
 * if there is none of @size bytes or more.
 */
size_t evergreen_atom_table(const struct evergreen_atom_image *image, size_t list,
			    unsigned int index, size_t size)
{
	size_t entry = ATOM_TABLE_HEADER + 2 * index;
	size_t table;

	if (!is_table(image, list, entry + 2))
		return 0;
	table = evergreen_atom_get(image, list + entry, 2);
	return is_table(image, table, size) ? table : 0;
}

static u32 clock_khz(u32 clock)
{
	return clock <= CLOCK_MAX ? clock * ATOM_CLOCK_KHZ : 0;
}

/* APUs name the clock of the memory that they share in a table of their own. */
static u32 uma_clock(const struct evergreen_atom_image *image, size_t list)
{
	size_t table = evergreen_atom_table(image, list, DATA_INTEGRATED_INFO,
					    INTEGRATED_INFO_SIZE);

	if (!table || evergreen_atom_get(image, table + ATOM_TABLE_CONTENT, 1) < INTEGRATED_CONTENT)
		return 0;
	return clock_khz(evergreen_atom_get(image, table + BOOT_UMA_CLOCK, 4));
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
	const struct evergreen_atom_image image = { rom, size };
	struct evergreen_atom_lists lists;
	const char *wrong;
	size_t info;
	u32 uma;

	*clocks = (struct evergreen_atom_clocks){};
	wrong = evergreen_atom_open(&image, &lists);
	if (wrong)
		return wrong;
	info = evergreen_atom_table(&image, lists.data, DATA_FIRMWARE_INFO, FIRMWARE_INFO_SIZE);
	if (!info)
		return "it has no FirmwareInfo table";

	uma = igp ? uma_clock(&image, lists.data) : 0;
	clocks->engine = clock_khz(evergreen_atom_get(&image, info + DEFAULT_ENGINE_CLOCK, 4));
	clocks->memory = uma ? uma :
		clock_khz(evergreen_atom_get(&image, info + DEFAULT_MEMORY_CLOCK, 4));
	clocks->reference = clock_khz(evergreen_atom_get(&image, info + CORE_REFERENCE_CLOCK, 2));
	clocks->vddc = evergreen_atom_get(&image, info + BOOT_VDDC, 2);
	if (evergreen_atom_get(&image, info + ATOM_TABLE_FORMAT, 1) == 2 &&
	    evergreen_atom_get(&image, info + ATOM_TABLE_CONTENT, 1) >= 2)
		clocks->vddci = evergreen_atom_get(&image, info + BOOT_VDDCI, 2);
	return NULL;
}
