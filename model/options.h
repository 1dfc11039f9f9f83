/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdio.h>

#include "gpu.h"

/* What the command line asks for; @threads and the chip have no value that is none. */
struct options {
	const char *socket, *rom_file, *write_rom;
	uint64_t vram_mb, visible_mb, delay_ms, threads;
	uint16_t device_id;
	uint32_t class_code;
	bool rom_in_vram, left_busy, power_states, list, help;
	struct gpu_config config;
};

void options_start(struct options *options);
bool options_take(struct options *options, int argc, char **argv);
void options_help(FILE *to);

#endif
