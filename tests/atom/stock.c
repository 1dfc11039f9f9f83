// SPDX-License-Identifier: MIT OR GPL-2.0
/* The radeon driver's interpreter, which is linked with this, in the random world. */
#include "radeon.h"

#include "atom.h"
#include "judge.h"

static struct world *world;

void shim_delay(unsigned int us)
{
	world_delay(world, us);
}

#define BUS(name, bus)								\
static uint32_t name##_read(struct card_info *card, uint32_t index)		\
{										\
	return world_read(world, bus, index);					\
}										\
										\
static void name##_write(struct card_info *card, uint32_t index, uint32_t value)	\
{										\
	world_write(world, bus, index, value);					\
}

BUS(mmio, WORLD_MMIO)
BUS(io, WORLD_IO)
BUS(pll, WORLD_PLL)
BUS(mc, WORLD_MC)

static struct radeon_device radeon = { .family = CHIP_CYPRESS };
static struct drm_device device = { .dev_private = &radeon };
static struct card_info card = {
	.dev = &device,
	.reg_read = mmio_read,
	.reg_write = mmio_write,
	.ioreg_read = io_read,
	.ioreg_write = io_write,
	.pll_read = pll_read,
	.pll_write = pll_write,
	.mc_read = mc_read,
	.mc_write = mc_write,
};

const char *stock_run(uint8_t *image, unsigned int table, struct world *in, uint32_t *parameters,
		      uint32_t count, uint32_t *memory, uint32_t memory_count,
		      struct judge_state *state)
{
	struct atom_context *ctx;
	int error;

	world = in;
	ctx = atom_parse(&card, image);
	if (!ctx)
		return "stock does not take the image";
	ctx->scratch = memory;
	ctx->scratch_size_bytes = (int)memory_count * 4;
	error = atom_execute_table(ctx, (int)table, parameters, (int)count);
	*state = (struct judge_state){
		.quotient = ctx->divmul[0],
		.remainder = ctx->divmul[1],
		.data_block = ctx->data_block,
		.fb_base = ctx->fb_base,
		.attributes = ctx->io_attr,
		.reg_block = ctx->reg_block,
		.shift = ctx->shift,
	};
	atom_destroy(ctx);
	return error ? "stock returns an error" : NULL;
}
