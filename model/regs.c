// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: register file
 *
 * A register is a row in the table of the block that owns it. What no table
 * names does not exist: an access to it is a violation and reads 0. So is a
 * write of a reserved bit that was not already there. Rows carry the source of
 * the fact; at the end of a run the trace names the registers that were used
 * and rest on a guess.
 *
 * The file spans 256 KiB: 128 KiB behind BAR2, and the context registers,
 * resources and constants above, which the host reaches by MM_INDEX/MM_DATA
 * (bif.c) and packets directly. All accesses are 32 bits wide.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

#define SPACE	0x40000u
#define N_REGS	(SPACE / 4)

struct regs {
	const struct gpu_reg *desc[N_REGS];
	uint32_t value[N_REGS];
	bool guess_used[N_REGS];
	bool any_stuck;
	bool by_host;		/* the register is being accessed by the host */
	bool gone;
};

static struct regs *regs_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_REGS);
}

static void add_one(struct gpu *gpu, struct regs *regs, const struct gpu_reg *reg, uint32_t offset)
{
	(void)gpu;
	if (offset % 4 || offset >= SPACE || regs->desc[offset / 4]) {
		fprintf(stderr, "model: register table: %s at 0x%x is misplaced or taken by %s\n",
			reg->name, offset,
			offset < SPACE && regs->desc[offset / 4] ? regs->desc[offset / 4]->name : "nobody");
		abort();
	}
	regs->desc[offset / 4] = reg;
	regs->value[offset / 4] = reg->reset;
}

void gpu_regs_add(struct gpu *gpu, const struct gpu_reg *table, size_t n)
{
	struct regs *regs = regs_of(gpu);

	for (size_t i = 0; i < n; i++) {
		uint32_t count = table[i].count ? table[i].count : 1;
		uint32_t stride = table[i].stride ? table[i].stride : 4;

		for (uint32_t k = 0; k < count; k++)
			add_one(gpu, regs, &table[i], table[i].offset + k * stride);
	}
}

/* NULL after a complaint when there is no such register. */
static const struct gpu_reg *lookup(struct gpu *gpu, uint32_t offset, const char *what)
{
	const struct regs *regs = regs_of(gpu);
	const struct gpu_reg *reg = offset % 4 || offset >= SPACE ? NULL : regs->desc[offset / 4];

	if (!reg)
		gpu_violation(gpu, "%s unknown register 0x%05x", what, offset);
	return reg;
}

/*
 * Rows with a count share one descriptor; hooks get a copy that tells which one
 * was meant.
 */
static struct gpu_reg at_offset(const struct gpu_reg *reg, uint32_t offset)
{
	struct gpu_reg one = *reg;

	one.offset = offset;
	return one;
}

uint32_t gpu_reg_read(struct gpu *gpu, uint32_t offset)
{
	const struct gpu_reg *reg = lookup(gpu, offset, "read of");
	struct regs *regs = regs_of(gpu);
	struct gpu_reg one;

	if (!reg)
		return 0;
	if (reg->source == SRC_GUESS)
		regs->guess_used[offset / 4] = true;
	if (!reg->read)
		return regs->value[offset / 4];
	one = at_offset(reg, offset);
	return reg->read(gpu, &one);
}

static bool write_is_stuck(struct gpu *gpu, const struct regs *regs, uint32_t offset)
{
	char name[32];

	if (!regs->any_stuck)
		return false;
	snprintf(name, sizeof(name), "reg-stuck@%x", offset);
	return gpu_fault_hit(gpu, name);
}

void gpu_reg_write(struct gpu *gpu, uint32_t offset, uint32_t value)
{
	const struct gpu_reg *reg = lookup(gpu, offset, "write of");
	struct regs *regs = regs_of(gpu);
	struct gpu_reg one;
	uint32_t *slot, bad;

	if (!reg || write_is_stuck(gpu, regs, offset))
		return;
	slot = &regs->value[offset / 4];
	if (reg->source == SRC_GUESS)
		regs->guess_used[offset / 4] = true;
	bad = value & ~(reg->writable | reg->ignored | *slot);
	if (bad)
		gpu_violation(gpu, "%s (0x%05x) = 0x%08x: bits 0x%08x are reserved or read-only",
			      reg->name, offset, value, bad);
	*slot = (*slot & ~reg->writable) | (value & reg->writable);
	if (!reg->write)
		return;
	one = at_offset(reg, offset);
	reg->write(gpu, &one, value);
}

uint32_t gpu_reg_get(struct gpu *gpu, uint32_t offset)
{
	if (offset % 4 || offset >= SPACE)
		abort();
	return regs_of(gpu)->value[offset / 4];
}

void gpu_reg_set(struct gpu *gpu, uint32_t offset, uint32_t value)
{
	if (offset % 4 || offset >= SPACE)
		abort();
	regs_of(gpu)->value[offset / 4] = value;
}

void gpu_regs_get(struct gpu *gpu, uint32_t first, uint32_t *values, size_t n)
{
	if (first % 4 || first >= SPACE || n > (SPACE - first) / 4)
		abort();
	memcpy(values, &regs_of(gpu)->value[first / 4], n * sizeof(*values));
}

void gpu_regs_set(struct gpu *gpu, uint32_t first, const uint32_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		gpu_reg_set(gpu, first + 4 * (uint32_t)i, values[i]);
}

/**
 * gpu_reg_values() - all stored values, for who goes over many
 * @gpu: the card
 *
 * Return: a dword for each 4 bytes of the space.
 */
uint32_t *gpu_reg_values(struct gpu *gpu)
{
	return regs_of(gpu)->value;
}

const char *gpu_reg_name(struct gpu *gpu, uint32_t offset)
{
	const struct gpu_reg *reg = NULL;

	if (offset % 4 == 0 && offset < SPACE)
		reg = regs_of(gpu)->desc[offset / 4];
	return reg ? reg->name : "?";
}

bool gpu_is_gone(struct gpu *gpu)
{
	return regs_of(gpu)->gone;
}

/* Each access of the host is a chance to find the card off the bus, for good. */
static bool lost(struct gpu *gpu)
{
	struct regs *regs = regs_of(gpu);

	if (!regs->gone && gpu_fault_hit(gpu, "gone"))
		regs->gone = true;
	return regs->gone;
}

uint32_t gpu_mmio_read(struct gpu *gpu, uint32_t offset)
{
	uint32_t value;

	gpu_catch_up(gpu);
	value = lost(gpu) ? UINT32_MAX : gpu_reg_read(gpu, offset);
	gpu_trace(gpu, "host  read  %-28s %05x -> %08x", gpu_reg_name(gpu, offset), offset, value);
	return value;
}

void gpu_mmio_write(struct gpu *gpu, uint32_t offset, uint32_t value)
{
	struct regs *regs = regs_of(gpu);

	gpu_catch_up(gpu);
	gpu_trace(gpu, "host  write %-28s %05x <- %08x", gpu_reg_name(gpu, offset), offset, value);
	if (lost(gpu))
		return;
	regs->by_host = true;
	gpu_reg_write(gpu, offset, value);
	regs->by_host = false;
}

bool gpu_by_host(struct gpu *gpu)
{
	return regs_of(gpu)->by_host;
}

static void regs_init(struct gpu *gpu, void *state)
{
	const char *faults = gpu_config(gpu)->faults;
	struct regs *regs = state;

	regs->any_stuck = faults && strstr(faults, "reg-stuck@");
}

static void regs_reset(struct gpu *gpu, void *state)
{
	struct regs *regs = state;

	(void)gpu;
	for (size_t i = 0; i < N_REGS; i++)
		regs->value[i] = regs->desc[i] ? regs->desc[i]->reset : 0;
}

static void regs_fini(struct gpu *gpu, void *state)
{
	const struct regs *regs = state;

	for (uint32_t i = 0; i < N_REGS; i++)
		if (regs->guess_used[i])
			gpu_trace(gpu, "used on a guess: %s (0x%05x)", regs->desc[i]->name, 4 * i);
}

const struct gpu_block gpu_block_regs = {
	.name = "regs",
	.state_size = sizeof(struct regs),
	.init = regs_init,
	.reset = regs_reset,
	.fini = regs_fini,
};
