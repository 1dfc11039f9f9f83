/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ROM_H
#define ROM_H

#include <stddef.h>
#include <stdint.h>

#include "gpu.h"

#define ROM_SIZE 8192u

void rom_build(uint8_t rom[ROM_SIZE], uint16_t device_id, const struct gpu_chip *chip);

/* The words after "rom-broken@", and what each does to an image; NULL past the last. */
const char *rom_damage_name(size_t n);
void rom_damage(uint8_t rom[ROM_SIZE], size_t n);

#endif
