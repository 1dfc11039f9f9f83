/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ROM_H
#define ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu.h"

#define ROM_SIZE 8192u

/* How the board is wired: SMIO pins tell the regulators how many steps above the lowest. */
#define ROM_LOWEST_MV	600u
#define ROM_STEP_MV	25u
#define ROM_VID_MASK	0x1fu
#define ROM_VDDCI_SHIFT	8u

/* Types of SetVoltage. */
enum { ROM_VDDC = 1, ROM_VDDCI = 4 };

/* The indirect port that leads to registers. */
#define ROM_PORT	1u

/* What an image is made for. */
struct rom_card {
	const struct gpu_chip *chip;
	uint16_t device_id;
	uint32_t vram_mb;
	bool power_states;		/* it has PowerPlayInfo */
};

void rom_build(uint8_t rom[ROM_SIZE], const struct rom_card *card);

/* The words after "rom-broken@", and what each does to an image; NULL past the last. */
const char *rom_damage_name(size_t n);
void rom_damage(uint8_t rom[ROM_SIZE], size_t n);

/* rom_tables.c and rom_powerplay.c to rom.c */
void rom_put_commands(uint8_t *rom, uint32_t list, uint32_t at, const struct rom_card *card);
/* Offset in PowerPlayInfo of the level of the performance state. */
#define ROM_PERFORMANCE_LEVEL	0x50u

void rom_put_powerplay(uint8_t *rom, uint32_t at, const struct gpu_chip *chip);

#endif
