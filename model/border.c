// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: colours of borders
 *
 * Each stage has a colour for each of its samplers, behind five registers: which one, and its red,
 * green, blue and alpha.
 *
 * Sources: the kernel's list of registers for the names; that there is a colour for each index is
 * how Mesa uses them. Guess: what they read is the colour that the index names.
 */
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "gpu.h"

#define STAGES		6u
#define SAMPLERS	18u
#define FIRST		0xa400u
#define PARTS		5u		/* the index, and four of a colour */

static const char *const stages[STAGES] = { "PS", "VS", "GS", "HS", "LS", "CS" };
static const char *const parts[PARTS] = { "INDEX", "RED", "GREEN", "BLUE", "ALPHA" };

struct border {
	struct gpu_reg regs[STAGES * PARTS];
	char names[STAGES * PARTS][28];
	uint32_t color[STAGES][SAMPLERS][4];
};

/* NULL: no sampler has that index. */
static uint32_t *find_part(struct gpu *gpu, uint32_t offset)
{
	struct border *border = gpu_block_state(gpu, BLOCK_BORDER);
	uint32_t n = (offset - FIRST) / 4, stage = n / PARTS;
	uint32_t index = gpu_reg_get(gpu, FIRST + 4 * PARTS * stage);

	return index < SAMPLERS ? &border->color[stage][index][n % PARTS - 1] : NULL;
}

static uint32_t read_part(struct gpu *gpu, const struct gpu_reg *reg)
{
	const uint32_t *part = find_part(gpu, reg->offset);

	return part ? *part : 0;
}

static void write_part(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t *part = find_part(gpu, reg->offset);

	if (part)
		*part = value;
	else
		gpu_violation(gpu, "%s of a sampler that there is none of", reg->name);
}

/**
 * gpu_border_colors() - the colours of a stage's samplers
 * @gpu: the card
 * @stage: by the order of the registers: PS, VS, GS, HS, LS, CS
 *
 * Return: red, green, blue and alpha of 18 of them.
 */
const uint32_t (*gpu_border_colors(struct gpu *gpu, unsigned int stage))[4]
{
	struct border *border = gpu_block_state(gpu, BLOCK_BORDER);

	return (const uint32_t (*)[4])border->color[stage];
}

static void border_init(struct gpu *gpu, void *state)
{
	struct border *border = state;

	for (uint32_t i = 0; i < STAGES * PARTS; i++) {
		bool index = i % PARTS == 0;

		snprintf(border->names[i], sizeof(border->names[i]), "TD_%s_BORDER_COLOR_%s", stages[i / PARTS],
			 parts[i % PARTS]);
		border->regs[i] = (struct gpu_reg){
			.offset = FIRST + 4 * i, .name = border->names[i], .source = SRC_KERNEL,
			.writable = index ? UINT32_MAX : 0, .ignored = index ? 0 : UINT32_MAX,
			.read = index ? NULL : read_part, .write = index ? NULL : write_part,
		};
	}
	gpu_regs_add(gpu, border->regs, ARRAY_SIZE(border->regs));
}

static void border_reset(struct gpu *gpu, void *state)
{
	struct border *border = state;

	(void)gpu;
	memset(border->color, 0, sizeof(border->color));
}

const struct gpu_block gpu_block_border = {
	.name = "border",
	.state_size = sizeof(struct border),
	.init = border_init,
	.reset = border_reset,
};
