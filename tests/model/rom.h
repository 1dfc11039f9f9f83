/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ROM_H
#define ROM_H

#include <stdint.h>

#define ROM_SIZE 8192u

void rom_build(uint8_t rom[ROM_SIZE], uint16_t device_id, const char *chip);

#endif
