/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stdint.h>

/* Offsets of 16 bits, twice, and a dword there: nothing reaches further. */
#define GENERATED_SIZE		0x20004u

/* Command tables 0 to this; a table calls later ones only. */
#define GENERATED_TABLES	8u

/* What tables reach: parameters, with all calls, and dwords of memory. */
#define GENERATED_PARAMETERS	40u
#define GENERATED_MEMORY	5120u

/* A random image, by seed, whose tables are well-formed and end. */
void generate(uint8_t *image, uint32_t seed);

/* How often each opcode was written so far. */
extern unsigned long generated[256];

#endif
