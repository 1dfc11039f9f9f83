// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Rings
 *
 * Rings carry what stages hand to each other (ESGS, GSVS), and what shaders
 * spill (the six TMP rings). Their base and size are no state of a draw, so a
 * draw in flight could see one of them changed: they must fit each other after
 * every single write. Items are state: a ring in use holds at least what one
 * wavefront puts into it; that the sequencer starts no more wavefronts than fit
 * is among the limits that the chip is trusted to keep. One that still runs has its place
 * in the ring as it was when it started. So wherever a ring is moved to, it has room there
 * for the largest that work of the stream may have found.
 *
 * Each shader engine needs a TMP ring of its own. A client selects an engine
 * with GRBM_GFX_INDEX, sets its ring, and selects all of them again. Between
 * that, nothing is accepted but what those rings need: any other register would
 * then differ from engine to engine, and work would run on engines whose
 * registers are half set. At the end all must be selected, since the next
 * client's registers would reach one half of the chip. An item size that is
 * written to one engine counts as the larger one of what there was and what is
 * written, in all of them.
 *
 * Sources: guide 3.2 for rings and shader engines; Mesa's r600 for what is
 * written while one is selected.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "ring.h"
#include "run.h"
#include "track.h"

#define GFX_INDEX_ALL_SE	BIT(31)
#define GFX_INDEX_ALL_INSTANCES	BIT(30)
#define GFX_INDEX_SE		GENMASK(23, 16)
#define GFX_INDEX_BROADCAST	(GFX_INDEX_ALL_SE | GFX_INDEX_ALL_INSTANCES)

/**
 * r600_cs_check_gfx_index() - a stream selects shader engines
 * @run: the run
 * @value: of GRBM_GFX_INDEX
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_gfx_index(struct r600_cs_run *run, u32 value)
{
	if (run->span_end)
		return r600_cs_refuse(run, "GRBM_GFX_INDEX", value, 0,
				      "must not depend on a condition");
	run->one_se = value != GFX_INDEX_BROADCAST;
	run->se = FIELD_GET(GFX_INDEX_SE, value);
	if (!run->one_se || ((value & ~GFX_INDEX_SE) == GFX_INDEX_ALL_INSTANCES &&
			    run->se < run->in->chip->num_se))
		return 0;
	return r600_cs_refuse(run, "GRBM_GFX_INDEX", value,
			      run->in->chip->num_se,
			      "must be 0xc0000000, or 0x40000000 and a shader engine");
}

/* Threads of a wavefront; ring sizes are in 256 bytes, items in dwords. */
#define WAVE_THREADS		64
#define RING_UNIT		256
#define RING_ITEM		GENMASK(14, 0)
/* Of a geometry shader Mesa writes more than the register has bits for, if there is so much. */
#define STAGE_ITEM		GENMASK(17, 0)
/* A base is at a multiple of 8, its size behind it. */
#define RING_PAIR		8

static bool ring_holds(u32 size, u32 item)
{
	return size && item * 4ull * WAVE_THREADS <= (u64)size * RING_UNIT;
}

/* The register of an item size is set; has it bits that no field claims? */
static int check_item(struct r600_cs_run *run, u32 reg, u32 bits)
{
	if (!(r600_cs_value(run, reg) & ~bits))
		return 0;
	return r600_cs_refuse_reg(run, reg, r600_cs_value(run, reg), bits,
				  "only the bits of the limit may be set");
}

/*
 * A ring between stages that is in use holds what one wavefront puts into it, whether the chip
 * takes all of the item's bits or not. Of two shader engines each has half of the ring, which AMD's
 * reference for the next generation wants to be of a multiple of 512 bytes for that.
 */
static int check_ring_item(struct r600_cs_run *run, u32 size, u32 item)
{
	u32 shares = run->in->chip->num_se, value;
	const u32 needed[] = { size, item };
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	ret = check_item(run, item, STAGE_ITEM);
	if (ret)
		return ret;
	value = r600_cs_value(run, size);
	if (!(value % shares) && ring_holds(value / shares, r600_cs_value(run, item)))
		return 0;
	return r600_cs_refuse_reg(run, size, (u64)value * RING_UNIT, shares,
				  "must hold the items of a wavefront, for each shader engine");
}

/* Where the vertices of the further streams begin: within an item. */
static int check_stream_offsets(struct r600_cs_run *run)
{
	static const u32 offsets[] = {
		SQ_GSVS_RING_OFFSET_1, SQ_GSVS_RING_OFFSET_1 + 4, SQ_GSVS_RING_OFFSET_1 + 8,
	};
	u32 i, item = r600_cs_value(run, SQ_GSVS_RING_ITEMSIZE);
	int ret;

	ret = r600_cs_need(run, offsets, ARRAY_SIZE(offsets));
	for (i = 0; i < ARRAY_SIZE(offsets) && !ret; i++)
		if (r600_cs_value(run, offsets[i]) > item)
			ret = r600_cs_refuse_reg(run, offsets[i], r600_cs_value(run, offsets[i]),
						 item, "must lie within an item of the ring");
	return ret;
}

/**
 * r600_cs_check_rings() - bound what a draw with a geometry shader puts into its rings
 * @run: the run; base and size of each ring fit its buffer already
 *
 * Return: 0 or -EINVAL.
 */
int r600_cs_check_rings(struct r600_cs_run *run)
{
	int ret;

	ret = check_ring_item(run, SQ_ESGS_RING_SIZE,
			      SQ_ESGS_RING_ITEMSIZE);
	if (ret)
		return ret;
	ret = check_ring_item(run, SQ_GSVS_RING_SIZE,
			      SQ_GSVS_RING_ITEMSIZE);
	return ret ?: check_stream_offsets(run);
}

static u32 ring_room(const struct r600_cs_ring *ring)
{
	return ring->size > ring->seen ? ring->size : ring->seen;
}

static void set_ring_size(const struct r600_cs_run *run, struct r600_cs_ring *ring, u32 size)
{
	if (run->worked)
		ring->seen = ring_room(ring);
	ring->size = size;
}

/* One register of a ring between stages has been written. */
static int set_stage_ring(struct r600_cs_run *run, u32 base, u32 offset, u32 value)
{
	struct r600_cs_ring *ring = &run->stage_rings[base == SQ_GSVS_RING_BASE];

	if (offset != base)
		set_ring_size(run, ring, value);
	if (!ring_room(ring))
		return 0;
	return r600_cs_bound(run, base, (u64)ring_room(ring) * RING_UNIT, 256, R600_CS_READ_WRITE);
}

/* TMP rings: base, and the register with the size of their items. */
static const struct {
	u32 base;
	u32 item;
} r600_cs_spill_rings[R600_CS_SPILL_RINGS] = {
	{ SQ_ESTMP_RING_BASE, SQ_ESTMP_RING_ITEMSIZE },
	{ SQ_GSTMP_RING_BASE, SQ_GSTMP_RING_ITEMSIZE },
	{ SQ_VSTMP_RING_BASE, SQ_VSTMP_RING_ITEMSIZE },
	{ SQ_PSTMP_RING_BASE, SQ_PSTMP_RING_ITEMSIZE },
	{ SQ_LSTMP_RING_BASE, SQ_LSTMP_RING_ITEMSIZE },
	{ SQ_HSTMP_RING_BASE, SQ_HSTMP_RING_ITEMSIZE },
};

static int fit_ring(struct r600_cs_run *run, u32 base,
		    const struct r600_cs_ring *ring)
{
	if (!ring_room(ring))
		return 0;
	if (!ring->has_base)
		return r600_cs_refuse_reg(run, base, 0, 0,
					  "must be set earlier in the stream");
	return r600_cs_fits(run, &(struct r600_cs_access) {
		.reg = base,
		.offset = (u64)ring->base << 8,
		.size = (u64)ring_room(ring) * RING_UNIT,
		.align = 256,
		.direction = R600_CS_READ_WRITE,
	}, ring->buffer);
}

/* A register of a TMP ring has been written, in one shader engine or in all. */
static int set_spill_ring(struct r600_cs_run *run, u32 which, u32 offset,
			  u32 value, u32 buffer)
{
	u32 base = r600_cs_spill_rings[which].base, se;
	int ret = 0;

	for (se = 0; se < run->in->chip->num_se && !ret; se++) {
		struct r600_cs_ring *ring = &run->rings[which][se];

		if (run->one_se && se != run->se)
			continue;
		if (offset == base) {
			ring->base = value;
			ring->buffer = buffer;
			ring->has_base = true;
		} else {
			set_ring_size(run, ring, value);
		}
		ret = fit_ring(run, base, ring);
	}
	return ret;
}

/**
 * r600_cs_check_ring() - one register of a ring has been written
 * @run: the run
 * @offset: register, in bytes
 * @value: what was written
 * @buffer: the relocation that came with it, if it is a base
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_ring(struct r600_cs_run *run, u32 offset, u32 value,
		       u32 buffer)
{
	u32 base = offset & ~(RING_PAIR - 1), i;

	for (i = 0; i < R600_CS_SPILL_RINGS; i++)
		if (r600_cs_spill_rings[i].base == base)
			return set_spill_ring(run, i, offset, value,
					      buffer);
	return set_stage_ring(run, base, offset, value);
}

static int check_spill_ring(struct r600_cs_run *run, u32 which)
{
	u32 reg = r600_cs_spill_rings[which].item, se, item;
	int ret;

	ret = r600_cs_need(run, &reg, 1);
	if (ret)
		return ret;
	ret = check_item(run, reg, RING_ITEM);
	if (ret)
		return ret;
	item = r600_cs_value(run, reg);
	for (se = 0; item && se < run->in->chip->num_se; se++)
		if (!ring_holds(run->rings[which][se].size, item))
			return r600_cs_refuse_reg(run, reg, item,
						  run->rings[which][se].size,
						  "a ring must hold the items of a wavefront");
	return 0;
}

/**
 * r600_cs_check_spill() - bound what shaders spill into the ring of each shader engine
 * @run: the run
 *
 * Return: 0 or -EINVAL.
 */
int r600_cs_check_spill(struct r600_cs_run *run)
{
	u32 i;
	int ret = 0;

	for (i = 0; i < R600_CS_SPILL_RINGS && !ret; i++)
		ret = check_spill_ring(run, i);
	return ret;
}
