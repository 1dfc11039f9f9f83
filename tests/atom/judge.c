// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The interpreter of the driver beside the radeon driver's own: each command table of
 * random images and of the model's images, in the same world. What they read and
 * write, in which order, how long they wait, and what they leave must be the same.
 *
 *	judge [TABLES [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../model/rom.h"
#include "generate.h"
#include "judge.h"

#define SHOWN	5

struct side {
	const char *wrong;
	uint32_t parameters[GENERATED_PARAMETERS];
	uint32_t memory[GENERATED_MEMORY];
	struct judge_state state;
	struct world world;
};

static struct side stock, ours;
static uint8_t image[GENERATED_SIZE];
static unsigned long tables, accesses, longest, differences;

static void set_up(struct side *side, uint32_t seed)
{
	for (uint32_t i = 0; i < GENERATED_PARAMETERS; i++)
		side->parameters[i] = world_hash(seed + i) >> (seed + i) % 32;
	for (uint32_t i = 0; i < GENERATED_MEMORY; i++)
		side->memory[i] = world_hash(seed ^ i);
	world_begin(&side->world, seed);
}

static const char *difference(size_t *where)
{
	if (ours.wrong)
		return ours.wrong;
	if (stock.wrong)
		return stock.wrong;
	if (!world_same(&stock.world, &ours.world, where))
		return "access";
	if (memcmp(stock.parameters, ours.parameters, sizeof(ours.parameters)) != 0)
		return "parameters";
	if (memcmp(stock.memory, ours.memory, sizeof(ours.memory)) != 0)
		return "memory";
	if (memcmp(&stock.state, &ours.state, sizeof(ours.state)) != 0)
		return "state";
	return NULL;
}

static void judge(const char *name, uint32_t seed, unsigned int table)
{
	const char *what;
	size_t where = 0;

	set_up(&stock, seed + table);
	set_up(&ours, seed + table);
	stock.wrong = stock_run(image, table, &stock.world, stock.parameters, GENERATED_PARAMETERS,
				stock.memory, GENERATED_MEMORY, &stock.state);
	ours.wrong = ours_run(image, sizeof(image), table, &ours.world, ours.parameters,
			      GENERATED_PARAMETERS, ours.memory, GENERATED_MEMORY, &ours.state);
	tables++;
	accesses += ours.world.n;
	if (ours.world.n > longest)
		longest = ours.world.n;
	what = difference(&where);
	if (!what)
		return;
	if (differences++ < SHOWN) {
		printf("# %s %u, table %u: %s (access %zu)\n", name, seed, table, what, where);
		world_show(&stock.world, where);
		world_show(&ours.world, where);
	}
}

static void model_images(void)
{
	const struct gpu_chip *chip;

	for (size_t n = 0; (chip = gpu_chip_nth(n)); n++) {
		const struct rom_card card = {
			.chip = chip, .device_id = chip->device_id, .vram_mb = 512,
			.power_states = true,
		};

		memset(image, 0, sizeof(image));
		rom_build(image, &card);
		for (unsigned int table = 0; table < 81; table++) {
			unsigned int commands = image[0x48] | image[0x49] << 8;

			commands = image[commands + 0x1e] | image[commands + 0x1f] << 8;
			if (image[commands + 4 + 2 * table] || image[commands + 5 + 2 * table])
				judge(chip->name, (uint32_t)n, table);
		}
	}
}

static bool all_opcodes(void)
{
	unsigned int missing = 0;

	for (unsigned int op = 1; op < 122; op++)
		if (!generated[op]) {
			printf("# opcode %u was not tried\n", op);
			missing++;
		}
	return !missing;
}

int main(int argc, char **argv)
{
	unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
	uint32_t seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
	unsigned long of_model;
	bool all;

	model_images();
	of_model = tables;
	for (; tables - of_model < wanted; seed++) {
		generate(image, seed);
		for (unsigned int table = 0; table < GENERATED_TABLES; table++)
			judge("seed", seed, table);
	}
	all = all_opcodes();
	printf("%lu tables of the model's images, %lu random ones, %lu accesses, at most %lu by one\n",
	       of_model, tables - of_model, accesses, longest);
	printf("%lu passed, %lu failed\n", tables - differences, differences + !all);
	return differences || !all || longest > WORLD_EVENTS;
}
