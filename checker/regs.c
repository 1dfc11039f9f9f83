// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Register table of the checker
 *
 * SET_CONFIG_REG and SET_CONTEXT_REG write runs of registers, and they are nine
 * of ten packets of a real stream. So a register is one byte of policy in a
 * table by dword offset, one table per class of chips and way to say how surfaces are
 * tiled, and registers that may have any value are taken packet by packet without a look
 * at the values. Names and everything
 * else that a report needs are in checker/reg_names.c.
 *
 * The tables are made from three lists, checker/regs_common.h, _evergreen.h and
 * _cayman.h. A register that has no row has the policy 0 and is refused.
 *
 * Tracked registers are STAGES, RINGS, CONSTANTS, STRMOUT, COLOR, DEPTH, HTILE, TARGETS,
 * DIM and SPILL, by the check of a draw or dispatch that depends on them; with
 * _ADDRESS they take a relocation, with _RELOC one that says whose tiling it is,
 * and with _TILING the same in streams that leave tiling to buffers
 * (checker/tiling.c).
 *
 * Registers whose value alone counts have one of these policies. The table of registers in
 * Documentation/command-checker.rst has the reasons.
 *
 * - PLAIN: any value.
 * - IDLE_WAIT: only bits that wait for an idle engine.
 * - UNFORCED: HiZ and HiS, their summaries, and reads and writes of depth and stencil are not
 *   forced on. HiZ and HiS may be forced off.
 * - SCAN: only the bits that clients set.
 * - SQ_CONFIG: only the bits that have a name.
 * - UNMOVED: 0. The register is an offset of the window or of the screen.
 * - PRIMITIVE: no primitive in two dimensions.
 * - GS_OUTPUT: points, lines or triangles.
 * - NAMED_6, NAMED_9: only the lowest 6 or 9 bits, which have a name.
 * - ZERO: 0.
 * - LDS: 0, or all local memory for the stage that dispatches have.
 * - SIMDS: only SIMD 0 may be left out.
 *
 * BROADCAST selects shader engines (checker/ring.c).
 *
 * Why registers are refused that the kernel's radeon driver lets pass:
 *
 * - STATE: what a dispatch may touch depends on it.
 * - ADDRESS: it holds an address in memory or the size of what is there. This
 *   includes the sizes of constant buffers.
 * - STARTS: writing it starts work, or hands over state, past the packets that
 *   are checked for that: VGT_DISPATCH_INITIATOR, VGT_COMPUTE_DIM, the event
 *   initiator, cache maintenance, GFX_COPY_STATE and CS_COPY_STATE, which copy
 *   the registers of another context.
 * - TUNING: hardware workarounds and limits that the driver sets once for all
 *   clients and that no client sends.
 */

#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "ring.h"
#include "run.h"
#include "tiling.h"
#include "track.h"

/* The two register spaces, guide 9.4.14 and 9.4.15; bytes, end exclusive. */
#define CONFIG_START		0x8000
#define CONFIG_END		0xac00
#define CONTEXT_END		0x29000

/* They follow each other in the policy tables. */
#define CONFIG_REGS		((CONFIG_END - CONFIG_START) / 4)
#define CONTEXT_REGS		((CONTEXT_END - R600_CS_CONTEXT_START) / 4)
#define CONFIG_INDEX(offset)	(((offset) - CONFIG_START) / 4)
#define CONTEXT_INDEX(offset)	(CONFIG_REGS + ((offset) - R600_CS_CONTEXT_START) / 4)

/*
 * Registers that may have any value have their policies above all others: the top bit, and
 * R600_CS_DIRTY_* of what depends on them, inverted. So the policies of a whole packet can be
 * combined by AND, and a register without a row, 0, spoils it.
 */
#define SIMPLE			BIT(7)
#define SIMPLE_POLICY(DIRTY)	(0xff & ~(DIRTY))
#define SIMPLE_DIRTY(POLICY)	(~(POLICY) & R600_CS_DIRTY_ALL)

enum r600_cs_reg_policy {
	REG_UNLISTED,
	/* only the value counts */
	REG_IDLE_WAIT,
	REG_UNFORCED,
	REG_SCAN,
	REG_SQ_CONFIG,
	REG_UNMOVED,
	REG_PRIMITIVE,
	REG_GS_OUTPUT,
	REG_NAMED_6,
	REG_NAMED_9,
	REG_ZERO,
	REG_LDS,
	REG_SIMDS,
	/* no value is accepted, or more than the value counts */
	REG_BROADCAST,
	REG_STATE,
	REG_ADDRESS,
	REG_STARTS,
	REG_TUNING,
	/* tracked from here on */
	REG_STAGES_ADDRESS,
	REG_RINGS_ADDRESS,
	REG_CONSTANTS_ADDRESS,
	REG_STRMOUT_ADDRESS,
	REG_COLOR_ADDRESS,
	REG_COLOR_RELOC,
	REG_COLOR_TILING,
	REG_DEPTH_ADDRESS,
	REG_HTILE_ADDRESS,
	REG_DEPTH_TILING,
	REG_DIM,
	REG_SPILL_RING,
	REG_SPILL_RING_ADDRESS,
	/* simple ones */
	REG_PLAIN = SIMPLE_POLICY(0),
	/* Which rings are in use depends on the stages. */
	REG_STAGES = SIMPLE_POLICY(R600_CS_DIRTY_STAGES | R600_CS_DIRTY_RINGS),
	REG_RINGS = SIMPLE_POLICY(R600_CS_DIRTY_RINGS),
	REG_CONSTANTS = SIMPLE_POLICY(R600_CS_DIRTY_CONSTANTS),
	REG_STRMOUT = SIMPLE_POLICY(R600_CS_DIRTY_STRMOUT),
	REG_COLOR = SIMPLE_POLICY(R600_CS_DIRTY_COLOR),
	REG_DEPTH = SIMPLE_POLICY(R600_CS_DIRTY_DEPTH),
	/* What counts for both: scissors, and samples of the rasteriser. */
	REG_TARGETS = SIMPLE_POLICY(R600_CS_DIRTY_COLOR | R600_CS_DIRTY_DEPTH),
	/* What shaders spill; while one shader engine is selected it is not so simple. */
	REG_SPILL = SIMPLE_POLICY(R600_CS_DIRTY_SPILL),
};

static_assert(!(R600_CS_DIRTY_ALL & SIMPLE), "both are in a policy");

/* The purpose of a relocation behind the packet. */
enum r600_cs_reg_reloc {
	RELOC_NONE,
	RELOC_ADDRESS,
	RELOC_TILING,
};

/*
 * DB_RENDER_OVERRIDE: the low bits of FORCE_HIZ_ENABLE and FORCE_HIS_ENABLE0 and 1; FORCE_Z_READ
 * and FORCE_STENCIL_READ; FORCE_Z_LIMIT_SUMM; and those that make depth and stencil dirty or
 * valid, with PRESERVE_COMPRESSION.
 */
#define FORCE_ENABLE		(BIT(0) | BIT(2) | BIT(4))
#define FORCE_READ		GENMASK(12, 11)
#define FORCE_SUMMARY		GENMASK(20, 19)
#define FORCE_WRITE		GENMASK(31, 27)

/*
 * PA_SC_MODE_CNTL_1: PS_ITER_SAMPLE, FORCE_EOV_CNTDWN_ENABLE and FORCE_EOV_REZ_ENABLE, all that
 * clients set. The next generation has TILE_COVER_NO_SCISSOR in the same register.
 */
#define SCAN_FREE		(BIT(16) | GENMASK(26, 25))

/* SQ_CONFIG: VC_ENABLE, EXPORT_SRC_C and the priorities of stages. */
#define SQ_CONFIG_FREE		(GENMASK(31, 18) | GENMASK(1, 0))

/* VGT_PRIMITIVE_TYPE; behind polygons come those in two dimensions. */
#define PRIMITIVE_TYPE		GENMASK(5, 0)
#define  PRIMITIVE_POLYGON	0x15
/* VGT_GS_OUT_PRIM_TYPE, in the same bits. */
#define  GS_OUTPUT_TRIANGLE_STRIP	2

/* SPI_LDS_MGMT: NUM_LS_LDS, the share of the stage that dispatches have. */
#define LDS_ALL_TO_LS		GENMASK(15, 8)

/* WAIT_UNTIL: 2D and 3D idle and clean, CP DMA idle. */
#define WAIT_UNTIL_IDLE		(GENMASK(17, 14) | BIT(8))

/**
 * struct r600_cs_reg_rule - what a policy asks for
 */
struct r600_cs_reg_rule {
	/** @free: bits that may have any value */
	u32 free;

	/** @value: what the other bits must be */
	u32 value;

	/** @other: a value that is accepted as well; 0 for no such value */
	u32 other;

	/** @last: the largest value, if @free allows more; 0 for no such limit */
	u32 last;

	/** @refused: no value is accepted */
	bool refused;

	/** @one_se: may be written while one shader engine is selected */
	bool one_se;

	/** @broadcast: it selects shader engines */
	bool broadcast;

	/** @item: it is the size of what shaders spill */
	bool item;

	/** @place: its origin is its place in the IB */
	bool place;

	/** @outside: its address need not lie in the buffer until a draw uses it */
	bool outside;

	/**
	 * @dirty: what depends on the register; 0 if it is not tracked, else any value is accepted
	 * with a VM
	 */
	u8 dirty;

	/** @reloc: enum r600_cs_reg_reloc */
	u8 reloc;

	/** @tiled: enum r600_cs_tiled_dword, if the relocation is for tiling */
	u8 tiled;

	/** @rule: for the report */
	const char *rule;
};

#define TRACKED_ADDRESS(DIRTY)						\
	{ .free = ~0u, .dirty = R600_CS_DIRTY_##DIRTY, .reloc = RELOC_ADDRESS }
#define OUTSIDE_ADDRESS(DIRTY)						\
	{ .free = ~0u, .outside = true, .dirty = R600_CS_DIRTY_##DIRTY, .reloc = RELOC_ADDRESS }

static const struct r600_cs_reg_rule reg_rules[] = {
	[REG_UNLISTED] = {
		.refused = true,
		.rule = "is not on the list of registers",
	},
	[REG_IDLE_WAIT] = {
		.free = WAIT_UNTIL_IDLE,
		.rule = "only waits for an idle engine are accepted",
	},
	[REG_UNFORCED] = {
		.free = ~(u32)(FORCE_ENABLE | FORCE_READ | FORCE_SUMMARY | FORCE_WRITE),
		.rule = "only to force HiZ and HiS off is accepted",
	},
	[REG_SCAN] = {
		.free = SCAN_FREE,
		.rule = "only bits 16, 25 and 26 are accepted",
	},
	[REG_SQ_CONFIG] = {
		.free = SQ_CONFIG_FREE,
		.rule = "only bits 31 to 18, 1 and 0 have a name",
	},
	[REG_UNMOVED] = { .rule = "must be 0, scissors are counted from there" },
	[REG_PRIMITIVE] = {
		.free = PRIMITIVE_TYPE,
		.last = PRIMITIVE_POLYGON,
		.rule = "only primitives up to polygons are accepted",
	},
	[REG_GS_OUTPUT] = {
		.free = PRIMITIVE_TYPE,
		.last = GS_OUTPUT_TRIANGLE_STRIP,
		.rule = "only points, lines and triangles are accepted",
	},
	[REG_NAMED_6] = {
		.free = GENMASK(5, 0),
		.rule = "only bits 5 to 0 have a name",
	},
	[REG_NAMED_9] = {
		.free = GENMASK(8, 0),
		.rule = "only bits 8 to 0 have a name",
	},
	[REG_BROADCAST] = { .broadcast = true, .one_se = true },
	/* Nobody restores it: each stage keeps SIMDs, and all chips have two. */
	[REG_SIMDS] = {
		.free = BIT(16) | BIT(0),
		.value = ~(u32)(BIT(16) | BIT(0)),
		.rule = "only SIMD 0 may be left out, the next client finds it so",
	},
	/* Nobody restores it. Of Cayman's limits 0 is none. */
	[REG_ZERO] = { .rule = "must be 0, the next client finds it so" },
	[REG_LDS] = {
		.other = LDS_ALL_TO_LS,
		.rule = "must be 0 or 0xff00, the next client finds it so",
	},
	[REG_STATE] = {
		.refused = true,
		.rule = "is not accepted, it belongs to state that is not tracked",
	},
	[REG_ADDRESS] = {
		.refused = true,
		.rule = "is not accepted, it holds an address or the size of memory",
	},
	[REG_STARTS] = {
		.refused = true,
		.rule = "is not accepted, only packets may start or copy state",
	},
	[REG_TUNING] = {
		.refused = true,
		.rule = "is not accepted, the kernel sets it for all clients",
	},
	[REG_STAGES_ADDRESS] = TRACKED_ADDRESS(STAGES),
	[REG_RINGS_ADDRESS] = TRACKED_ADDRESS(RINGS),
	/* Of a range that begins behind its buffer, Mesa says what the application does. */
	[REG_CONSTANTS_ADDRESS] = OUTSIDE_ADDRESS(CONSTANTS),
	[REG_STRMOUT_ADDRESS] = TRACKED_ADDRESS(STRMOUT),
	[REG_COLOR_ADDRESS] = TRACKED_ADDRESS(COLOR),
	[REG_COLOR_RELOC] = {
		.free = ~0u,
		.dirty = R600_CS_DIRTY_COLOR,
		.reloc = RELOC_TILING,
		.tiled = R600_CS_TILED_CB_ATTRIB,
	},
	[REG_COLOR_TILING] = {
		.free = ~0u,
		.dirty = R600_CS_DIRTY_COLOR,
		.reloc = RELOC_TILING,
		.tiled = R600_CS_TILED_CB_INFO,
	},
	[REG_DEPTH_ADDRESS] = TRACKED_ADDRESS(DEPTH),
	/* Mesa 26 leaves it as it was, behind the end of a buffer without an HTILE. */
	[REG_HTILE_ADDRESS] = OUTSIDE_ADDRESS(DEPTH),
	[REG_DEPTH_TILING] = {
		.free = ~0u,
		.dirty = R600_CS_DIRTY_DEPTH,
		.reloc = RELOC_TILING,
		.tiled = R600_CS_TILED_DB_Z_INFO,
	},
	/* A check of a draw may move the end that it holds. */
	[REG_DIM] = {
		.free = ~0u,
		.place = true,
		.dirty = R600_CS_DIRTY_COLOR,
	},
	[REG_SPILL_RING] = {
		.free = ~0u,
		.one_se = true,
		.dirty = R600_CS_DIRTY_SPILL,
	},
	[REG_SPILL_RING_ADDRESS] = {
		.free = ~0u,
		.one_se = true,
		.dirty = R600_CS_DIRTY_SPILL,
		.reloc = RELOC_ADDRESS,
	},
};

/* Policies by class, and by whether the stream says how its surfaces are tiled. */

#define KEPT(POLICY)							\
	((POLICY) == REG_COLOR_TILING ? REG_COLOR :			\
	 (POLICY) == REG_DEPTH_TILING ? REG_DEPTH : (POLICY))

#define CONFIG_REG(OFFSET, COUNT, NAME, POLICY)				\
	[CONFIG_INDEX(OFFSET) ... CONFIG_INDEX(OFFSET) + (COUNT) - 1] =	\
		TILING(REG_##POLICY),
#define CONTEXT_REG(OFFSET, COUNT, NAME, POLICY)			\
	[CONTEXT_INDEX(OFFSET) ... CONTEXT_INDEX(OFFSET) + (COUNT) - 1] = \
		TILING(REG_##POLICY),

static const u8 r600_cs_policy[][2][CONFIG_REGS + CONTEXT_REGS] = {
#define TILING(POLICY)	(POLICY)
	[R600_CS_EVERGREEN][false] = {
#include "regs_common.h"
#include "regs_evergreen.h"
	},
	[R600_CS_CAYMAN][false] = {
#include "regs_common.h"
#include "regs_cayman.h"
	},
#undef TILING
#define TILING(POLICY)	KEPT(POLICY)
	[R600_CS_EVERGREEN][true] = {
#include "regs_common.h"
#include "regs_evergreen.h"
	},
	[R600_CS_CAYMAN][true] = {
#include "regs_common.h"
#include "regs_cayman.h"
	},
};

#undef TILING
#undef CONFIG_REG
#undef CONTEXT_REG

/**
 * struct r600_cs_reg_space - what one SET packet can reach
 */
struct r600_cs_reg_space {
	/** @start: first register, in bytes */
	u32 start;

	/** @count: registers */
	u32 count;

	/** @index: where the space begins in a policy table */
	u32 index;

	/** @least: the lowest policy of a register that is tracked, if a draw depends on it, and done */
	u32 least;
};

/*
 * In the configuration space only plain registers are done when they are tracked: what else may
 * have any value there is the size of a ring, which belongs to an address.
 */
static const struct r600_cs_reg_space config_space = {
	CONFIG_START, CONFIG_REGS, 0, REG_PLAIN
};

static const struct r600_cs_reg_space context_space = {
	R600_CS_CONTEXT_START, CONTEXT_REGS, CONFIG_REGS, SIMPLE
};

/**
 * r600_cs_policies() - the policies of a stream
 * @in: the stream
 *
 * Return: those of the configuration space, behind them those of the context space.
 */
const u8 *r600_cs_policies(const struct r600_cs_input *in)
{
	return r600_cs_policy[in->chip->class][in->keep_tiling];
}

/* The relocation of a register with an address, in units of 256 bytes. */
static int address_reg(struct r600_cs_run *run, const struct r600_cs_reg_rule *rule, u32 offset,
		       u32 value, u32 dw, u32 *buffer)
{
	int ret = r600_cs_reloc(run, buffer);
	bool outside;

	if (ret)
		return ret;
	/* What it is the address of, and how much of that, is known when a draw comes. */
	outside = (u64)value << 8 >= run->in->buffers[*buffer].size;
	if (outside && !rule->outside)
		return r600_cs_refuse_access(run, &(struct r600_cs_access) {
			.reg = offset,
			.offset = (u64)value << 8,
			.align = 1,
			.direction = R600_CS_SYNC,
		}, &run->in->buffers[*buffer]);
	/* No draw may use it then, and it leads nowhere else if the card does. */
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw,
		.kind = outside ? R600_CS_PATCH_START256 : R600_CS_PATCH_BASE256,
		.buffer = *buffer,
	});
}

/* The relocation of a register that says how a surface is tiled. */
static int tile_reg(struct r600_cs_run *run,
		    const struct r600_cs_reg_rule *rule, u32 dw, u32 *value)
{
	u32 buffer;
	int ret;

	ret = r600_cs_reloc(run, &buffer);
	if (ret || run->in->keep_tiling)
		return ret;
	return r600_cs_tile(run, rule->tiled, dw, buffer, value);
}

static int track_reg(struct r600_cs_run *run, const struct r600_cs_reg_rule *rule, u32 offset,
		     u32 value, u32 dw)
{
	u32 origin = rule->place ? run->dw + 1 + dw : 0;
	int ret = 0;

	if (rule->reloc == RELOC_ADDRESS)
		ret = address_reg(run, rule, offset, value, dw, &origin);
	else if (rule->reloc)
		ret = tile_reg(run, rule, dw, &value);
	if (ret)
		return ret;
	if (rule->item) {
		r600_cs_track_item(run, offset, value);
		return 0;
	}
	r600_cs_track(run, offset, value, origin, rule->dirty);
	return offset < CONFIG_END ?
		r600_cs_check_ring(run, offset, value, origin) : 0;
}

static inline bool fits_rule(const struct r600_cs_reg_rule *rule, u32 value)
{
	if ((value & ~rule->free) != rule->value)
		return rule->other && value == rule->other;
	return !rule->last || value <= rule->last;
}

/* A register with a rule; its value is payload dword @dw. */
static int check_reg(struct r600_cs_run *run, const struct r600_cs_reg_rule *rule, u32 offset,
		     u32 value, u32 dw)
{
	if (rule->broadcast)
		return r600_cs_check_gfx_index(run, value);
	if (run->one_se && !rule->one_se)
		return r600_cs_refuse_reg(run, offset, value, 0,
					  "not while one shader engine is selected");
	if (!rule->dirty && (rule->refused || !fits_rule(rule, value)))
		return r600_cs_refuse_reg(run, offset, value,
					  rule->free | rule->value | rule->other, rule->rule);
	if (!rule->dirty || run->in->vm)
		return 0;
	if (run->span_end)
		return r600_cs_refuse_reg(run, offset, value, 0,
					  "must not depend on a condition");
	return track_reg(run, rule, offset, value, dw);
}

/*
 * What all of some registers allow: their policies combined by AND, four at a time. Some are
 * looked at twice.
 */
static inline u8 all_policies(const u8 *policies, u32 count)
{
	u32 fours, four;

	if (count < 4)
		return count ? policies[0] & policies[count / 2] & policies[count - 1] : REG_PLAIN;
	__builtin_memcpy(&fours, &policies[count - 4], 4);
	for (; count > 4; count -= 4, policies += 4) {
		__builtin_memcpy(&four, policies, 4);
		fours &= four;
	}
	fours &= fours >> 16;
	return fours & fours >> 8;
}

/* As in the space, but a register of a draw must not be skipped, nor reach one shader engine. */
static inline u32 least_simple(const struct r600_cs_run *run,
			       const struct r600_cs_reg_space *space)
{
	if (run->one_se)
		return REG_PLAIN + 1;
	return run->span_end ? REG_PLAIN : space->least;
}

/* Of a register that any value would do for, were it not for what is selected or skipped. */
static struct r600_cs_reg_rule simple_rule(u8 policy)
{
	return (struct r600_cs_reg_rule) {
		.free = ~0u,
		.dirty = SIMPLE_DIRTY(policy),
		.item = policy == REG_SPILL,
		.one_se = policy == REG_SPILL,
	};
}

/* Of the packet in hand, one by one: the offset dword, then a value for each; there may be none. */
static int check_values(struct r600_cs_run *run, const struct r600_cs_reg_space *space)
{
	const u8 *policies = run->policies + space->index;
	const u32 *body = &run->ib[run->dw + 1];
	u32 i, count = run->len - 1, first = body[0], least = least_simple(run, space);
	struct r600_cs_reg_rule simple;
	int ret;

	if ((u64)first + count > space->count)
		return r600_cs_refuse(run, "REG_OFFSET", first, space->count,
				      "the run must lie inside the register space");
	for (i = 0; i < count; i++) {
		u32 offset = space->start + (first + i) * 4;
		u8 policy = policies[first + i];

		if (policy >= least) {
			if (policy != REG_PLAIN)
				r600_cs_track(run, offset, body[1 + i], 0, SIMPLE_DIRTY(policy));
			continue;
		}
		if (policy & SIMPLE)
			simple = simple_rule(policy);
		ret = check_reg(run, policy & SIMPLE ? &simple : &reg_rules[policy], offset,
				body[1 + i], 1 + i);
		if (ret)
			return ret;
		if (policy == REG_BROADCAST)
			least = least_simple(run, space);
	}
	return 0;
}

/* A count of 1: the offset and one value. */
#define COUNT_1			BIT(16)

/* The packet at @dw, which is complete, is the one in hand now. */
static inline void take_packet(struct r600_cs_run *run, u32 dw, u32 header, u32 count)
{
	run->dw = dw;
	run->header = header;
	run->len = 1 + count;
	run->next = dw + 2 + count;
}

/*
 * The packet at &r600_cs_run.dw, and those that follow with the same header. Most write one
 * register that is simple, or whose value alone counts, which takes a few comparisons.
 */
static int check_alike(struct r600_cs_run *run, const struct r600_cs_reg_space *space, u32 header)
{
	struct r600_cs_bank *bank = &run->ws->bank[R600_CS_DRAW];
	const u8 *policies = run->policies + space->index;
	/* With three banks, it takes more than to put values into one of them. */
	u32 least = run->split ? REG_PLAIN : space->least;
	u32 single = header | COUNT_1, count;
	const u32 *at = run->ib + run->dw;
	u32 left = run->ndw - run->dw;
	u8 policy, all = REG_PLAIN;
	int ret;

	for (;;) {
		for (; left >= 3 && at[0] == single && at[1] < space->count; left -= 3, at += 3) {
			policy = policies[at[1]];
			if (policy == REG_PLAIN)
				continue;
			if (policy >= least) {
				r600_cs_put_value(bank, R600_CS_CONFIG_REGS + at[1], at[2]);
				all &= policy;
			} else if (policy < REG_IDLE_WAIT || policy > REG_SIMDS ||
				   !fits_rule(&reg_rules[policy], at[2])) {
				break;
			}
		}
		if (left < 2 || (at[0] & ~PACKET_COUNT) != header)
			break;
		count = FIELD_GET(PACKET_COUNT, at[0]);
		if (count > left - 2)
			break;
		policy = REG_UNLISTED;
		if ((u64)at[1] + count <= space->count)
			policy = all_policies(&policies[at[1]], count);
		if (policy >= least) {
			if (policy != REG_PLAIN)
				r600_cs_put_values(bank, R600_CS_CONFIG_REGS + at[1], &at[2], count);
			all &= policy;
			left -= 2 + count;
			at += 2 + count;
			continue;
		}
		take_packet(run, run->ndw - left, at[0], count);
		ret = check_values(run, space);
		if (ret)
			return ret;
		left = run->ndw - run->next;
		at = run->ib + run->next;
		if (run->one_se)
			break;
	}
	if (all != REG_PLAIN)
		r600_cs_mark(run, SIMPLE_DIRTY(all));
	run->next = run->ndw - left;
	return 0;
}

/* SET_CONFIG_REG and SET_CONTEXT_REG differ in one bit of the opcode. */
#define OTHER_SPACE		BIT(8)

static_assert((PACKET3_SET_CONFIG_REG ^ PACKET3_SET_CONTEXT_REG) << 8 == OTHER_SPACE,
	      "a header becomes that of the other space");

/*
 * The packet in hand, and those that follow: real streams set registers with many packets in
 * a row. What the walker would look at is the same for all of them, but where a span may end
 * at any of them, or not all shader engines have them, or the compute bit makes a difference.
 */
static int check_regs(struct r600_cs_run *run, const struct r600_cs_reg_space *space)
{
	u32 header = run->header & ~PACKET_COUNT;
	bool compute = header & PACKET3_COMPUTE;
	int ret;

	if (compute)
		r600_cs_track_split(run);
	if (run->one_se || run->span_end)
		return check_values(run, space);
	for (;;) {
		ret = check_alike(run, space, header);
		if (ret || run->one_se || compute || run->next == run->ndw)
			return ret;
		header ^= OTHER_SPACE;
		if ((run->ib[run->next] & ~PACKET_COUNT) != header)
			return 0;
		space = space == &config_space ? &context_space : &config_space;
		run->dw = run->next;
	}
}

/* What a dispatch has of the configuration. */
static const struct {
	u32 first, last;
} config_of_compute[] = {
	{ 0x8040, 0x8040 },	/* WAIT_UNTIL */
	{ 0x8958, 0x8958 },	/* VGT_PRIMITIVE_TYPE */
	{ 0x8970, 0x8970 },	/* VGT_NUM_INDICES */
	{ 0x899c, 0x89a4 },	/* VGT_COMPUTE_START_X to Z */
	{ 0x89ac, 0x89ac },	/* VGT_COMPUTE_THREAD_GROUP_SIZE */
	{ 0xa464, 0xa474 },	/* TD_CS_BORDER_COLOR */
};

static bool is_config_of_compute(u32 offset)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(config_of_compute); i++)
		if (offset >= config_of_compute[i].first && offset <= config_of_compute[i].last)
			return true;
	return false;
}

/* There is one copy of each, and CP1 and CP2 run beside GFX: a draw there would not end any more. */
static int check_config_of_compute(struct r600_cs_run *run, const u32 *body)
{
	u32 i, offset, count = run->len - 1;

	for (i = 0; i < count && (u64)body[0] + count <= config_space.count; i++) {
		offset = config_space.start + (body[0] + i) * 4;
		if (!is_config_of_compute(offset))
			return r600_cs_refuse_reg(run, offset, body[1 + i], 0,
						  "is not accepted on the compute engine, draws count on it");
	}
	return check_values(run, &config_space);
}

int r600_cs_check_set_config_reg(struct r600_cs_run *run, const u32 *body)
{
	return run->compute_engine ? check_config_of_compute(run, body) :
				     check_regs(run, &config_space);
}

int r600_cs_check_set_context_reg(struct r600_cs_run *run, const u32 *body)
{
	return check_regs(run, &context_space);
}
