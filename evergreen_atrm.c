// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: ATRM
 *
 * In a laptop with two GPUs the VBIOS of the second one is often a part of the machine's firmware,
 * and the card has no ROM. Then ACPI has a method by which the firmware hands the image out, a
 * piece at a time: ATRM is given an offset and a length, and returns a buffer. The method
 * may be that of either display, and does not tell for which card its image is. Its caller
 * has to find that out.
 *
 * A firmware may return anything. The image ends with the first piece that is shorter than
 * what was asked for. An answer that is longer ends it, too, and so does one that is no buffer:
 * a method that pays no heed to what it is asked for would give the same bytes at each offset.
 *
 * Source of the facts: the radeon driver in Linux 6.12. It asks for 256 KiB, of which AtomBIOS
 * cannot reach the second half.
 */
#include <linux/acpi.h>
#include <linux/array_size.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "evergreen_atrm.h"

#define METHOD		"ATRM"

/* Bytes that it is asked for at once. No firmware has been asked for more by a driver of Linux. */
#define PIECE_SIZE	4096ul

/* Bytes that have come; if none, @wrong may say why. */
static size_t read_piece(acpi_handle device, size_t at, void *piece, size_t size,
			 const char **wrong)
{
	union acpi_object arguments[] = {
		{ .integer = { .type = ACPI_TYPE_INTEGER, .value = at } },
		{ .integer = { .type = ACPI_TYPE_INTEGER, .value = size } },
	};
	struct acpi_object_list list = { .count = ARRAY_SIZE(arguments), .pointer = arguments };
	struct acpi_buffer answer = { .length = ACPI_ALLOCATE_BUFFER };
	const union acpi_object *object;
	size_t length = 0;

	if (ACPI_FAILURE(acpi_evaluate_object(device, METHOD, &list, &answer))) {
		*wrong = "the method fails";
		return 0;
	}
	object = answer.pointer;
	if (!object || object->type != ACPI_TYPE_BUFFER)
		*wrong = "the method returns no buffer";
	else if (object->buffer.length > size)
		*wrong = "the method returns more than it is asked for";
	else
		length = object->buffer.length;
	if (length)
		memcpy(piece, object->buffer.pointer, length);
	kfree(answer.pointer);
	return length;
}

/**
 * evergreen_atrm_read() - read the VBIOS that a display's ATRM gives
 * @display: a PCI device, of any driver or none
 * @image: out: the image
 * @size: bytes that are there for it
 * @wrong: out: in a few words what is wrong with the method; untouched if there is none, or
 *	if it gives an image
 *
 * Sleeps, for as long as the firmware's code takes.
 *
 * Return: bytes of the image, which may be any card's; 0 if there is none.
 */
size_t evergreen_atrm_read(struct pci_dev *display, void *image, size_t size, const char **wrong)
{
	acpi_handle device = ACPI_HANDLE(&display->dev);
	const char *ended = "the method returns nothing";
	size_t at = 0, asked, got;

	if (!acpi_has_method(device, METHOD))
		return 0;
	do {
		asked = min(size - at, PIECE_SIZE);
		got = read_piece(device, at, image + at, asked, &ended);
		at += got;
	} while (got == asked && at < size);
	if (!at)
		*wrong = ended;
	return at;
}
