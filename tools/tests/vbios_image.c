// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Writes a VBIOS to standard output: that of a modelled chip, or a random one.
 *
 *	vbios_image CHIP | SEED
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../model/rom.h"
#include "../../tests/atom/generate.h"

/* As much as the generator's tables need. */
#define RANDOM_SIZE	0x2000

static int write_out(const uint8_t *image, size_t size)
{
	return fwrite(image, size, 1, stdout) != 1;
}

int main(int argc, char **argv)
{
	static uint8_t rom[ROM_SIZE], random_rom[GENERATED_SIZE];
	const struct gpu_chip *chip = argc == 2 ? gpu_chip_find(argv[1]) : NULL;

	if (argc != 2)
		return 2;
	if (chip) {
		rom_build(rom, &(struct rom_card){ chip, chip->device_id, 512, true });
		return write_out(rom, sizeof(rom));
	}
	generate(random_rom, (uint32_t)strtoul(argv[1], NULL, 10));
	return write_out(random_rom, RANDOM_SIZE);
}
