// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Tracked registers
 *
 * Registers persist between submissions, so what a draw would do may depend on
 * what a stranger wrote. The checker starts each stream with no register known,
 * follows what the stream writes, and refuses a draw that depends on a register
 * which the stream has not written. No client is hurt by that: the GL driver of
 * these chips writes all of its state at the start of each stream, since it
 * cannot know either what ran before.
 *
 * An address counts as written only with a relocation behind the packet. Its
 * value is remembered together with the relocation, and compared with a size
 * when a draw comes, which is when the size is known.
 *
 * A register may be written many times before a draw, so nothing is computed
 * on a write. A write marks a group of registers, and a draw looks only at
 * groups that are marked.
 *
 * The values lie in memory of the caller, who does not have to clear it: a value or a
 * origin is another stream's until the bank has the register (r600_cs_bank_has()).
 * Rejected: to have the kernel set all of it before each stream, hundreds of dwords
 * for what streams do themselves. What streams do not set is in
 * &r600_cs_input.clean_start.
 */

#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "track.h"

/* The origin of an address that a clean start has put there; no relocation has this number. */
#define ORIGIN_PARKED		0xffffffffu

/**
 * r600_cs_aa_config() - the register with the samples of the rasteriser
 * @run: the run
 *
 * Return: its offset in bytes, which is another on Cayman and Aruba.
 */
u32 r600_cs_aa_config(const struct r600_cs_run *run)
{
	return r600_cs_is_cayman(run) ? PA_SC_AA_CONFIG_CAYMAN : PA_SC_AA_CONFIG_EVERGREEN;
}

/**
 * struct clean_values - registers that a clean start, and a CLEAR_STATE, leave
 */
struct clean_values {
	/** @offset: the first, in bytes */
	u32 offset;

	/** @count: number of registers */
	u32 count;

	/** @stride: from one to the next, in bytes */
	u32 stride;

	/** @value: value of all these registers, unless they are @parked */
	u32 value;

	/** @parked: they hold an address that only the kernel knows */
	bool parked;

	/** @draws: the state of draws has them, too, not only that of compute */
	bool draws;
};

static const struct clean_values clean_values[] = {
	{ .offset = SQ_LSTMP_RING_ITEMSIZE, .count = 2, .stride = 4, .draws = true },
	{ .offset = SQ_ESTMP_RING_ITEMSIZE, .count = 4, .stride = 4, .draws = true },
	{ .offset = CB_COLOR0_BASE + CB_INFO, .count = 8, .stride = CB_COLOR0_STRIDE, .draws = true },
	{ .offset = CB_COLOR8_BASE + CB_INFO, .count = 4, .stride = CB_COLOR8_STRIDE, .draws = true },
	{ .offset = SQ_ALU_CONST_BUFFER_SIZE_PS_0, .count = 48, .stride = 4 },
	{ .offset = SQ_ALU_CONST_BUFFER_SIZE_HS_0, .count = 32, .stride = 4 },
	{ .offset = CB_COLOR_CONTROL, .count = 1, .value = 0x00cc0010 },
	{ .offset = PA_SC_AA_CONFIG_EVERGREEN, .count = 1 },
	{ .offset = PA_SC_AA_CONFIG_CAYMAN, .count = 1 },
	{ .offset = CB_IMMED0_BASE, .count = 12, .stride = 4, .parked = true },
};

static void put_clean(struct r600_cs_bank *bank,
		      const struct clean_values *clean)
{
	u32 i, k = r600_cs_index(clean->offset), origin = clean->parked ? ORIGIN_PARKED : 0;

	for (i = 0; i < clean->count; i++, k += clean->stride / 4)
		r600_cs_bank_put(bank, k, clean->value, origin);
}

/* What a clean start has promised to draws, or to all. */
static void clean_bank(struct r600_cs_bank *bank, bool draw)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bank->set); i++)
		bank->set[i] = 0;
	for (i = 0; i < ARRAY_SIZE(clean_values); i++)
		if (!draw || clean_values[i].draws)
			put_clean(bank, &clean_values[i]);
}

static u32 num_banks(const struct r600_cs_run *run)
{
	return run->split ? R600_CS_BANKS : R600_CS_DRAW + 1;
}

/**
 * r600_cs_track_init() - nothing is known but what a clean start promises
 * @run: the run
 */
void r600_cs_track_init(struct r600_cs_run *run)
{
	clean_bank(&run->ws->bank[R600_CS_DRAW], true);
	r600_cs_mark(run, R600_CS_DIRTY_ALL);
}

/**
 * r600_cs_track_split() - from here on there is state of compute
 * @run: the run
 *
 * So far all writes were for draws, and they count where the two states may be one, too.
 * A dispatch finds no ring in its own state: those that it can use are in
 * &r600_cs_run.rings.
 */
void r600_cs_track_split(struct r600_cs_run *run)
{
	const struct r600_cs_bank *draw = &run->ws->bank[R600_CS_DRAW];
	struct r600_cs_bank *both = &run->ws->bank[R600_CS_BOTH];
	u32 i, k, left;

	if (run->split)
		return;
	run->split = true;
	clean_bank(&run->ws->bank[R600_CS_DISPATCH], false);
	clean_bank(both, false);
	for (i = 0; i < ARRAY_SIZE(draw->set); i++) {
		both->set[i] |= draw->set[i];
		for (left = draw->set[i]; left; left &= left - 1) {
			k = i * 32 + __builtin_ctz(left);
			both->value[k] = draw->value[k];
			both->origin[k] = draw->origin[k];
		}
	}
	r600_cs_mark(run, R600_CS_DIRTY_ALL);
}

static bool is_clean(const struct r600_cs_bank *bank, u32 i,
		     const struct clean_values *clean)
{
	return r600_cs_bank_has(bank, i) && bank->value[i] == clean->value;
}

/* A register that has the clean value keeps it. None of draws has an address that is parked. */
static void keep_clean(const struct r600_cs_bank *bank,
		       const struct clean_values *clean, u32 *kept)
{
	u32 i, k = r600_cs_index(clean->offset);

	for (i = 0; i < clean->count; i++, k += clean->stride / 4)
		if (is_clean(bank, k, clean))
			kept[k / 32] |= 1u << k % 32;
}

static void keep(u32 offset, u32 *kept)
{
	u32 i = r600_cs_index(offset);

	kept[i / 32] |= 1u << i % 32;
}

/* The configuration space is no state. */
static void keep_config(u32 *kept)
{
	u32 i;

	for (i = 0; i < R600_CS_CONFIG_REGS / 32; i++)
		kept[i] = ~0u;
}

/* What no CLEAR_STATE of compute changes, or what makes no difference to a dispatch. */
static void keep_others(u32 *kept)
{
	keep_config(kept);
	keep(VGT_SHADER_STAGES_EN, kept);
	keep(VGT_GS_MODE, kept);
}

/* Draws find what it leaves as well as what it resets: only what comes to the same is known. */
static void clear_draws(struct r600_cs_bank *bank)
{
	u32 kept[R600_CS_TRACKED_REGS / 32] = {};
	u32 i;

	keep_config(kept);
	for (i = 0; i < ARRAY_SIZE(clean_values); i++)
		if (clean_values[i].draws)
			keep_clean(bank, &clean_values[i], kept);
	for (i = 0; i < R600_CS_TRACKED_REGS / 32; i++)
		bank->set[i] &= kept[i];
}

/*
 * The bank goes on as if everything were left; what is set from now on holds if it is reset, too.
 * What is set between the two packets may reach no state at all.
 */
static void clear_compute(struct r600_cs_bank *bank, bool forget_since)
{
	u32 others[R600_CS_TRACKED_REGS / 32] = {};
	u32 i;

	keep_others(others);
	for (i = 0; i < ARRAY_SIZE(bank->set); i++) {
		if (forget_since)
			bank->set[i] &= ~bank->since[i] | others[i];
		bank->since[i] = others[i];
	}
}

/**
 * r600_cs_track_clear() - the state of compute is given back, or another one is taken
 * @run: the run
 * @dealloc: it is a DEALLOC_STATE, else the CLEAR_STATE that follows it
 *
 * Each of them makes registers clean, or leaves them, and nothing says which; but the same
 * packet always does the same. A dispatch behind them is checked in both readings. The two
 * registers that say that threads are those of a compute shader may be clear as well, see
 * checker/dispatch.c. Registers of the configuration space are no state.
 */
void r600_cs_track_clear(struct r600_cs_run *run, bool dealloc)
{
	/* What draws have set is state of dispatches, too, if there is one state only. */
	r600_cs_track_split(run);
	clear_draws(&run->ws->bank[R600_CS_DRAW]);
	clear_compute(&run->ws->bank[R600_CS_DISPATCH], !dealloc);
	clear_compute(&run->ws->bank[R600_CS_BOTH], !dealloc);
	run->cleared = true;
	r600_cs_mark(run, R600_CS_DIRTY_ALL);
}

/**
 * r600_cs_read_cleared() - see a bank as the last CLEAR_STATE leaves it if it resets it
 * @bank: the bank, of compute or of both
 * @left: out: for r600_cs_read_left()
 */
void r600_cs_read_cleared(struct r600_cs_bank *bank, struct r600_cs_reading *left)
{
	const struct clean_values *clean;
	u32 i, k, n = 0;

	__builtin_memcpy(left->set, bank->set, sizeof(left->set));
	for (i = 0; i < ARRAY_SIZE(bank->set); i++)
		bank->set[i] &= bank->since[i];
	for (clean = clean_values; clean < clean_values + ARRAY_SIZE(clean_values); clean++) {
		k = r600_cs_index(clean->offset);
		for (i = 0; i < clean->count; i++, k += clean->stride / 4, n++) {
			left->value[n] = bank->value[k];
			left->origin[n] = bank->origin[k];
			if (!(bank->since[k / 32] >> k % 32 & 1))
				r600_cs_bank_put(bank, k, clean->value,
						 clean->parked ? ORIGIN_PARKED : 0);
		}
	}
}

/**
 * r600_cs_read_left() - see a bank again as if a CLEAR_STATE left it
 * @bank: the bank
 * @left: of r600_cs_read_cleared()
 *
 * What a check has made final of a register that is set since stays so.
 */
void r600_cs_read_left(struct r600_cs_bank *bank, const struct r600_cs_reading *left)
{
	const struct clean_values *clean;
	u32 i, k, n = 0;

	__builtin_memcpy(bank->set, left->set, sizeof(bank->set));
	for (clean = clean_values; clean < clean_values + ARRAY_SIZE(clean_values); clean++) {
		k = r600_cs_index(clean->offset);
		for (i = 0; i < clean->count; i++, k += clean->stride / 4, n++) {
			if (bank->since[k / 32] >> k % 32 & 1)
				continue;
			bank->value[k] = left->value[n];
			bank->origin[k] = left->origin[n];
		}
	}
}

/* Does a write reach a bank? The configuration space is no state, and exists once. */
static bool reaches(const struct r600_cs_run *run, u32 bank, u32 offset)
{
	bool compute = run->header & PACKET3_COMPUTE;

	return bank == R600_CS_BOTH || offset < R600_CS_CONTEXT_START ||
	       bank == (compute ? R600_CS_DISPATCH : R600_CS_DRAW);
}

/**
 * r600_cs_track_banks() - r600_cs_track() where compute has state of its own
 * @run: the run; the header of the packet in hand says whose state it sets
 * @offset: register, in bytes
 * @value: what is written
 * @origin: number of the relocation of an address, or the place in the IB
 */
void r600_cs_track_banks(struct r600_cs_run *run, u32 offset, u32 value, u32 origin)
{
	u32 i, k = r600_cs_index(offset);

	for (i = 0; i < R600_CS_BANKS; i++) {
		if (!reaches(run, i, offset))
			continue;
		r600_cs_bank_put(&run->ws->bank[i], k, value, origin);
		run->ws->bank[i].since[k / 32] |= 1u << k % 32;
	}
}

/**
 * r600_cs_track_item() - the size of what shaders spill is written
 * @run: the run
 * @offset: register, in bytes
 * @value: what is written
 *
 * If it reaches one shader engine only, the other one keeps what it had, and the
 * larger one counts for both.
 */
void r600_cs_track_item(struct r600_cs_run *run, u32 offset, u32 value)
{
	u32 i, k = r600_cs_index(offset);

	for (i = 0; i < num_banks(run); i++) {
		struct r600_cs_bank *bank = &run->ws->bank[i];

		if (!reaches(run, i, offset))
			continue;
		bank->since[k / 32] |= 1u << k % 32;
		if (!run->one_se)
			r600_cs_bank_put(bank, k, value, 0);
		else if (r600_cs_bank_has(bank, k) && bank->value[k] < value)
			bank->value[k] = value;
	}
	r600_cs_mark(run, R600_CS_DIRTY_SPILL);
}

/**
 * r600_cs_track_final() - a dword gets its final value, which a patch will write
 * @run: the run
 * @offset: register that it is written to, in bytes; the bank in hand has it
 * @value: what is written there after all
 */
void r600_cs_track_final(struct r600_cs_run *run, u32 offset, u32 value)
{
	u32 i, k = r600_cs_index(offset), origin = r600_cs_origin(run, offset);

	for (i = 0; i < num_banks(run) && origin; i++) {
		struct r600_cs_bank *bank = &run->ws->bank[i];

		/* A register that the stream has not written there holds another stream's value. */
		if (r600_cs_bank_has(bank, k) && bank->origin[k] == origin)
			r600_cs_bank_put(bank, k, value, 0);
	}
}

/**
 * r600_cs_is_parked() - does a register have the address of a clean start?
 * @run: the run
 * @offset: register, in bytes; one with an address
 *
 * Return: whether it has, which the stream did not set.
 */
bool r600_cs_is_parked(const struct r600_cs_run *run, u32 offset)
{
	return r600_cs_is_set(run, offset) &&
	       r600_cs_origin(run, offset) == ORIGIN_PARKED;
}

/**
 * r600_cs_refuse_unset() - what r600_cs_need() says of a register that the stream has not set
 * @run: the run
 * @offset: the register, in bytes
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_unset(struct r600_cs_run *run, u32 offset)
{
	return r600_cs_refuse_reg(run, offset, 0, 0,
				  "must be set earlier in the stream");
}

/**
 * r600_cs_bound() - a draw may touch memory from a register's address on
 * @run: the run
 * @base: register with the address, in bytes
 * @size: bytes that may be touched
 * @align: power of two that the address must be a multiple of
 * @direction: how it is touched
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_bound(struct r600_cs_run *run, u32 base, u64 size, u32 align,
		  enum r600_cs_direction direction)
{
	int ret;

	ret = r600_cs_need(run, &base, 1);
	if (ret)
		return ret;
	return r600_cs_fits(run, &(struct r600_cs_access) {
		.reg = base,
		.offset = (u64)r600_cs_value(run, base) << 8,
		.size = size,
		.align = align,
		.direction = direction,
	}, r600_cs_origin(run, base));
}
