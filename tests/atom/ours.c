// SPDX-License-Identifier: MIT OR GPL-2.0
/* The driver's interpreter, in the random world. */
#include <linux/types.h>

#include "evergreen_atom_exec.h"
#include "judge.h"

static u32 ours_read(void *world, enum evergreen_atom_bus bus, u32 index)
{
	return world_read(world, (enum world_bus)bus, index);
}

static void ours_write(void *world, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	world_write(world, (enum world_bus)bus, index, value);
}

static void ours_delay(void *world, u32 us)
{
	world_delay(world, us);
}

static const struct evergreen_atom_card_ops ops = {
	.read = ours_read,
	.write = ours_write,
	.delay = ours_delay,
};

const char *ours_run(const uint8_t *image, size_t size, unsigned int table, struct world *world,
		     uint32_t *parameters, uint32_t count, uint32_t *memory, uint32_t memory_count,
		     struct judge_state *state)
{
	static struct evergreen_atom_machine m;
	const char *wrong = evergreen_atom_load(&m, image, size, &ops, world);

	m.fb = memory;
	m.fb_size = memory_count;
	m.delay_us = 0xffffffff;
	if (!wrong)
		wrong = evergreen_atom_execute(&m, (u8)table, parameters, count);
	*state = (struct judge_state){
		.quotient = m.special[ATOM_QUOTIENT],
		.remainder = m.special[ATOM_REMAINDER],
		.data_block = m.special[ATOM_DATA_POINTER],
		.fb_base = m.special[ATOM_FB_WINDOW],
		.attributes = m.special[ATOM_ATTRIBUTES],
		.reg_block = m.special[ATOM_REG_POINTER],
		.shift = m.special[ATOM_SHIFT],
	};
	return wrong;
}
