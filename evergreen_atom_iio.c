// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS indirect IO
 *
 * A command table chooses a port, through which registers are reached that are behind
 * an index and a data register. How that is done tells a program in the data table
 * IndirectIOAccess: port n is read by program n, and written by program n with bit 7
 * set. A program moves bits of the index, of the value and of an attribute into a
 * dword, and reads and writes registers of the card.
 *
 * A program is executed as long as the image and the machine's steps last. Any byte
 * that is no instruction ends it with an error, and so does a field that is not in a
 * dword: the radeon driver goes on with what the processor makes of such a shift.
 *
 * No kernel code.
 *
 * Source of the encoding: AMD's radeon driver in Linux.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#include "evergreen_atom_exec.h"

#define DATA_INDIRECT_IO	23

#define WRITES			0x80		/* in the number of a program */

enum {
	IIO_NOP, IIO_START, IIO_READ, IIO_WRITE, IIO_CLEAR, IIO_SET, IIO_MOVE_INDEX, IIO_MOVE_ATTR,
	IIO_MOVE_DATA, IIO_END
};

/* An instruction, with what follows the opcode. */
static const u8 lengths[] = {
	[IIO_NOP] = 1,
	[IIO_START] = 2,
	[IIO_READ] = 3,
	[IIO_WRITE] = 3,
	[IIO_CLEAR] = 3,
	[IIO_SET] = 3,
	[IIO_MOVE_INDEX] = 4,
	[IIO_MOVE_ATTR] = 4,
	[IIO_MOVE_DATA] = 4,
	[IIO_END] = 3,
};

/**
 * evergreen_atom_find_programs() - find an image's indirect IO programs
 * @m: the machine, with the image
 *
 * Ends at what is no instruction. A port whose program was not found cannot be used.
 */
void evergreen_atom_find_programs(struct evergreen_atom_machine *m)
{
	size_t table = evergreen_atom_table(&m->image, m->lists.data, DATA_INDIRECT_IO,
					    ATOM_TABLE_HEADER);
	size_t at = table + ATOM_TABLE_HEADER;
	u8 op;

	if (!table)
		return;
	while (evergreen_atom_get(&m->image, at, 1) == IIO_START) {
		/* Programs that 16 bits do not reach are not AtomBIOS's. */
		if (at + 2 > 0xffff)
			return;
		m->programs[evergreen_atom_get(&m->image, at + 1, 1)] = at + 2;
		do {
			op = evergreen_atom_get(&m->image, at, 1);
			if (op >= ARRAY_SIZE(lengths) || at >= m->image.size)
				return;
			at += lengths[op];
		} while (op != IIO_END);
	}
}

/* @width bits of @from at @low, moved to @high of @to. */
static u32 move_field(struct evergreen_atom_machine *m, u32 to, u32 from, u32 width, u32 low,
		      u32 high)
{
	u32 mask;

	if (width < 1 || width > 32 || low > 31 || high > 31) {
		evergreen_atom_fail(m, "an indirect IO program means bits that are none");
		return 0;
	}
	mask = 0xffffffff >> (32 - width);
	return (to & ~(mask << high)) | (from >> low & mask) << high;
}

/**
 * evergreen_atom_run_program() - access a register through a port
 * @m: the machine; gets the error
 * @id: the program's number
 * @index: of the register
 * @data: what is written
 *
 * Return: what was read.
 */
u32 evergreen_atom_run_program(struct evergreen_atom_machine *m, unsigned int id, u32 index,
			       u32 data)
{
	size_t at = m->programs[id];
	u32 value = 0xcdcdcdcd;
	u8 a, b, c;

	if (!at)
		evergreen_atom_fail(m, id & WRITES ? "the port cannot be written" :
						     "the port cannot be read");
	while (evergreen_atom_step(m)) {
		u8 op = evergreen_atom_get(&m->image, at, 1);

		if (at >= m->image.size || op >= ARRAY_SIZE(lengths) ||
		    lengths[op] > m->image.size - at) {
			evergreen_atom_fail(m, "an indirect IO program goes astray");
			break;
		}
		a = evergreen_atom_get(&m->image, at + 1, 1);
		b = evergreen_atom_get(&m->image, at + 2, 1);
		c = evergreen_atom_get(&m->image, at + 3, 1);
		at += lengths[op];
		switch (op) {
		case IIO_NOP:
			break;
		case IIO_READ:
			value = m->ops->read(m->card, ATOM_BUS_IO, a | b << 8);
			break;
		case IIO_WRITE:
			m->ops->write(m->card, ATOM_BUS_IO, a | b << 8, value);
			break;
		case IIO_CLEAR:
			value = move_field(m, value, 0, a, 0, b);
			break;
		case IIO_SET:
			value = move_field(m, value, 0xffffffff, a, 0, b);
			break;
		case IIO_MOVE_INDEX:
			value = move_field(m, value, index, a, b, c);
			break;
		case IIO_MOVE_ATTR:
			value = move_field(m, value, m->special[ATOM_ATTRIBUTES], a, b, c);
			break;
		case IIO_MOVE_DATA:
			value = move_field(m, value, data, a, b, c);
			break;
		case IIO_END:
			return value;
		default:
			evergreen_atom_fail(m, "an indirect IO program goes astray");
		}
	}
	return 0;
}
