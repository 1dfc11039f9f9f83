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
 * The values lie in memory of the caller, who does not have to clear it.
 * Rejected: a known state set by the kernel before each stream, which costs a
 * hundred dwords per submission for what streams do themselves. What streams do
 * not set is in &r600_cs_input.clean_start.
 */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "r600_cs_state.h"
#include "r600_cs_track.h"

/* Tracked ones of the configuration space are in here; the end is exclusive. */
#define CONFIG_START		0x8c00
#define CONFIG_END		0x8e80
#define CONFIG_REGS		((CONFIG_END - CONFIG_START) / 4)
#define CONTEXT_START		0x28000

/* The caller of this only knows offsets of tracked registers. */
static u32 r600_cs_index(u32 offset)
{
	if (offset < CONTEXT_START)
		return (offset - CONFIG_START) / 4;
	return CONFIG_REGS + (offset - CONTEXT_START) / 4;
}

/**
 * r600_cs_track_init() - forget all registers
 * @st: the run
 */
void r600_cs_track_init(struct r600_cs_state *st)
{
	u32 i;

	for (i = 0; i < R600_CS_TRACKED_REGS / 32; i++)
		st->ws->set[i] = 0;
	st->dirty = R600_CS_DIRTY_ALL;
}

/**
 * r600_cs_track() - a register without an address is written
 * @st: the run
 * @offset: register, in bytes
 * @value: what is written
 * @dirty: R600_CS_DIRTY_* of the checks that depend on it
 */
void r600_cs_track(struct r600_cs_state *st, u32 offset, u32 value, u32 dirty)
{
	u32 i = r600_cs_index(offset);

	st->ws->set[i / 32] |= 1u << i % 32;
	st->ws->value[i] = value;
	st->dirty |= dirty;
}

/**
 * r600_cs_track_reloc() - a register with an address is written
 * @st: the run; the relocation is the next one behind the packet
 * @offset: register, in bytes
 * @value: what is written, in units of 256 bytes
 * @dw: payload index of the value
 * @name: of the register
 *
 * r600_cs_track() comes after it.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_track_reloc(struct r600_cs_state *st, u32 offset, u32 value,
			u32 dw, const char *name)
{
	u32 buffer;
	int ret;

	ret = r600_cs_access_of(st, &(struct r600_cs_access) {
		.field = name,
		.offset = (u64)value << 8,
		.align = 1,
		.dw = dw,
		.kind = R600_CS_PATCH_BASE256,
		.direction = R600_CS_SYNC,
	}, &buffer);
	if (ret)
		return ret;
	st->ws->buffer[r600_cs_index(offset)] = buffer;
	return 0;
}

bool r600_cs_is_set(const struct r600_cs_state *st, u32 offset)
{
	u32 i = r600_cs_index(offset);

	return st->ws->set[i / 32] >> i % 32 & 1;
}

/* Only means something for a register that is set. */
u32 r600_cs_value(const struct r600_cs_state *st, u32 offset)
{
	return st->ws->value[r600_cs_index(offset)];
}

static const char *r600_cs_name(const struct r600_cs_state *st, u32 offset)
{
	const char *name = r600_cs_reg_name(st->in->chip->class, offset);

	return name ? name : "register";
}

/**
 * r600_cs_need() - a draw depends on registers: the stream must have set them
 * @st: the run
 * @offsets: registers, in bytes
 * @count: how many
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_need(struct r600_cs_state *st, const u32 *offsets, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++)
		if (!r600_cs_is_set(st, offsets[i]))
			return r600_cs_refuse(st, r600_cs_name(st, offsets[i]),
					      0, 0,
					      "must be set earlier in the stream");
	return 0;
}

/**
 * r600_cs_bound() - a draw may touch memory from a register's address on
 * @st: the run
 * @base: register with the address, in bytes
 * @size: bytes that may be touched
 * @align: power of two that the address must be a multiple of
 * @direction: how it is touched
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_bound(struct r600_cs_state *st, u32 base, u64 size, u32 align,
		  enum r600_cs_direction direction)
{
	int ret;

	ret = r600_cs_need(st, &base, 1);
	if (ret)
		return ret;
	return r600_cs_fits(st, &(struct r600_cs_access) {
		.field = r600_cs_name(st, base),
		.offset = (u64)r600_cs_value(st, base) << 8,
		.size = size,
		.align = align,
		.direction = direction,
	}, st->ws->buffer[r600_cs_index(base)]);
}
