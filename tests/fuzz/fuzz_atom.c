// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Fuzz target for the interpreter of AtomBIOS: command tables of damaged images are
 * executed, in a copy of the image's exact length.
 *
 * An input says which image of the generator it is, which table, where the image is
 * cut, and which bytes are others: so each byte of it counts, and most tables do
 * something before they fail. What must hold is that nothing outside of the image,
 * the parameters and the memory is touched, which the sanitizers see, and that the card
 * is not accessed more often, nor waited for longer, than the budget allows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>
#include <linux/types.h>

#include "../atom/generate.h"
#include "evergreen_atom_exec.h"

#define IMAGES		64
#define IMAGE		0x2000		/* code ends before */
#define CODE		0x1000
#define STEPS		4000
#define DELAY_US	100000

/* Image, table, size, and three bytes for each byte that is another. */
#define HEAD		4
#define PATCH		3

static u8 images[IMAGES][IMAGE];
static u32 accesses, waited;
static u64 mutated;

static void tell_mutated(void)
{
	fprintf(stderr, "%llu bytes of images were others\n", (unsigned long long)mutated);
}

static u32 card_read(void *card, enum evergreen_atom_bus bus, u32 index)
{
	return ++accesses * 0x9e3779b9u ^ index;
}

static void card_write(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	accesses++;
}

static void card_delay(void *card, u32 us)
{
	waited += us;
}

static const struct evergreen_atom_card_ops ops = { card_read, card_write, card_delay };

static void make_images(void)
{
	u8 *whole = calloc(1, GENERATED_SIZE);

	if (!whole)
		abort();
	for (u32 i = 0; i < IMAGES; i++) {
		generate(whole, i);
		memcpy(images[i], whole, IMAGE);
	}
	free(whole);
	atexit(tell_mutated);
}

static void require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct evergreen_atom_machine m;
	u32 parameters[GENERATED_PARAMETERS] = { 0 }, memory[256];
	size_t length = IMAGE;
	u8 *image;

	if (!images[0][0])
		make_images();
	if (size < HEAD)
		return 0;
	if (data[2])
		length -= data[2] << 5 | data[3] >> 3;
	image = malloc(length);
	require(image);
	memcpy(image, images[data[0] % IMAGES], length);
	for (size_t at = HEAD; at + PATCH <= size; at += PATCH) {
		size_t where = data[at] | data[at + 1] << 8;

		/* Half of them in the tables' code, the others anywhere. */
		where = where & 1 ? CODE + where / 2 % (IMAGE - CODE) : where / 2 % IMAGE;
		if (where >= length)
			continue;
		mutated += image[where] != data[at + 2];
		image[where] = data[at + 2];
	}

	memset(memory, 0, sizeof(memory));
	accesses = 0;
	waited = 0;
	if (!evergreen_atom_load(&m, image, length, &ops, NULL)) {
		m.fb = memory;
		m.fb_size = ARRAY_SIZE(memory);
		m.steps = STEPS;
		m.delay_us = DELAY_US;
		evergreen_atom_execute(&m, data[1], parameters, GENERATED_PARAMETERS);
	}
	/* An instruction reads two operands and writes one. */
	require(accesses <= 3 * STEPS && waited <= DELAY_US);
	require(m.wrong || (!m.depth && !m.workspace_used));
	free(image);
	return 0;
}
