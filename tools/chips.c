// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Chips by name. What they have is the driver's table, evergreen_chips.c; how their
 * memory is laid out depends on the board, so that is what most boards have, and a
 * log of ioctls knows better.
 */

#include <strings.h>

#include <linux/bitfield.h>
#include <linux/bits.h>

#include "chips.h"
#include "evergreen_chips.h"
#include "evergreen_golden.h"

/* GB_ADDR_CONFIG, evergreen_reg.h. */
#define PIPE_INTERLEAVE_SIZE	GENMASK(6, 4)

#define MOST_BANKS		8

/* The tool has no registers to correct. */
#define NO_GOLDEN(chip)	const struct evergreen_golden_run evergreen_golden_##chip[1]

NO_GOLDEN(cedar);
NO_GOLDEN(redwood);
NO_GOLDEN(juniper);
NO_GOLDEN(cypress);
NO_GOLDEN(palm);
NO_GOLDEN(sumo);
NO_GOLDEN(sumo2);
NO_GOLDEN(barts);
NO_GOLDEN(turks);
NO_GOLDEN(caicos);
NO_GOLDEN(cayman);
NO_GOLDEN(aruba);
NO_GOLDEN(aruba_small);

/* As survey_tiling() of evergreen_gfx.c. */
static void describe(const struct evergreen_chip *row, struct r600_cs_chip *chip)
{
	u32 config = row->gb_addr_config;
	u32 group = evergreen_is_cayman(row) ? FIELD_GET(PIPE_INTERLEAVE_SIZE, config) : 0;

	*chip = (struct r600_cs_chip) {
		.class = row->class,
		.num_backends = evergreen_chip_query_pairs(row),
		.num_se = row->limits.num_se,
		.num_pipes = row->limits.tile_pipes,
		.num_banks = MOST_BANKS,
		.group_bytes = 256u << group,
	};
}

/**
 * lint_chip() - what the checker has to know of a chip
 * @name: in any case
 * @chip: out
 *
 * Return: false if there is no such chip.
 */
bool lint_chip(const char *name, struct r600_cs_chip *chip)
{
	u32 i;

	for (i = 1; i < EVERGREEN_NUM_FAMILIES; i++) {
		const struct evergreen_chip *row = evergreen_chip_get(i);

		if (strcasecmp(name, row->name) != 0)
			continue;
		describe(row, chip);
		return true;
	}
	return false;
}

/**
 * lint_chip_name() - names in the order of the driver's table
 * @index: from 0
 *
 * Return: the name, or NULL behind the last.
 */
const char *lint_chip_name(u32 index)
{
	const struct evergreen_chip *row = evergreen_chip_get(index + 1);

	return row ? row->name : NULL;
}
