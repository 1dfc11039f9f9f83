// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Targets of a draw
 *
 * The memory that the colour blocks may touch follows from the registers of each target alone,
 * never from what happens to be enabled: a target with a format is bounded whether or not masks,
 * tests or modes let the block use it in this draw. That is less to reason about, and costs clients
 * nothing, since they bind what is valid or bind no format. Depth is bounded in the same way, see
 * checker/depth.c.
 *
 * A target is bounded by its pitch, its slice and its last slice, times samples. So that it
 * does not depend on the chip whether a draw goes beyond pitch and slice, scissors have to
 * end inside (checker/scissor.c).
 *
 * The sample count is the larger one of the rasteriser's and the target's, since
 * Evergreen has only the first; a resolve writes one sample to target 1.
 *
 * There is one target that a client gives a format and nothing else: with two
 * sources to blend, number 1 has to have the format of number 0, and is disabled
 * (guide 8.2). It may then be without an address, or have that of an earlier draw, if the
 * stream says that nothing of it is written. Clears between such draws find it like that,
 * too, and no target is touched that CB_SHADER_MASK disables in the normal mode (guide
 * 8.1.1).
 *
 * Mesa also leaves targets of an earlier draw bound where it has images, and masks all of
 * their components. Scissors need not end inside of such a target.
 *
 * Sources: guide chapter 8; field layouts from the kernel's evergreend.h
 * and Mesa's evergreend.h.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "scissor.h"
#include "surface.h"
#include "target.h"
#include "track.h"

#define NUM_TARGETS		12
/* The others are for random access only. */
#define NUM_COLOR_TARGETS	8

#define ATTRIB_TILE_SPLIT	GENMASK(8, 5)
#define ATTRIB_NUM_BANKS	GENMASK(11, 10)
#define ATTRIB_BANK_WIDTH	GENMASK(14, 13)
#define ATTRIB_BANK_HEIGHT	GENMASK(17, 16)
#define ATTRIB_ASPECT		GENMASK(20, 19)
#define ATTRIB_FMASK_HEIGHT	GENMASK(23, 22)
#define ATTRIB_SAMPLES		GENMASK(26, 24)
#define ATTRIB_FRAGMENTS	GENMASK(28, 27)
#define ATTRIB_NON_DISP		BIT(4)
#define ATTRIB_ALPHA_1		BIT(31)
#define CMASK_TILE_MAX		GENMASK(13, 0)

#define ATTRIB_BITS							\
	(ATTRIB_NON_DISP | ATTRIB_TILE_SPLIT | ATTRIB_NUM_BANKS |	\
	 ATTRIB_BANK_WIDTH | ATTRIB_BANK_HEIGHT | ATTRIB_ASPECT |	\
	 ATTRIB_FMASK_HEIGHT)
/* These only Cayman has. */
#define ATTRIB_BITS_CAYMAN						\
	(ATTRIB_BITS | ATTRIB_SAMPLES | ATTRIB_FRAGMENTS | ATTRIB_ALPHA_1)
/* TILE_COMPACT, BIT(23), is not known to leave the size as it is. */
#define INFO_BITS		(GENMASK(29, 24) | GENMASK(22, 0))

static u32 target_base(u32 target)
{
	if (target < NUM_COLOR_TARGETS)
		return CB_COLOR0_BASE + target * CB_COLOR0_STRIDE;
	return CB_COLOR8_BASE + (target - NUM_COLOR_TARGETS) * CB_COLOR8_STRIDE;
}

/* PA_SC_AA_CONFIG: samples, centroid, distance; Cayman has exposed samples and detail, too. */
#define AA_SAMPLES		GENMASK(1, 0)
#define AA_BITS			(GENMASK(16, 13) | BIT(4) | AA_SAMPLES)
#define AA_SAMPLES_CAYMAN	GENMASK(2, 0)
#define AA_BITS_CAYMAN							\
	(GENMASK(25, 24) | GENMASK(22, 20) | AA_BITS | AA_SAMPLES_CAYMAN)

/**
 * r600_cs_log_samples() - how many samples the rasteriser has
 * @run: the run, which knows the register with them (r600_cs_aa_config())
 *
 * Return: the logarithm of their number.
 */
u32 r600_cs_log_samples(const struct r600_cs_run *run)
{
	u32 value = r600_cs_value(run, r600_cs_aa_config(run));

	return value & (r600_cs_is_cayman(run) ? AA_SAMPLES_CAYMAN : AA_SAMPLES);
}

/**
 * r600_cs_color_mode() - what the colour blocks do
 * @run: the run, which knows CB_COLOR_CONTROL
 *
 * Return: CONTROL_MODE_*, or another value of the field.
 */
u32 r600_cs_color_mode(const struct r600_cs_run *run)
{
	return FIELD_GET(CONTROL_MODE, r600_cs_value(run, CB_COLOR_CONTROL));
}

/**
 * r600_cs_refuse_target() - say that a register of a target or of depth has a bad value
 * @run: the run
 * @reg: the register, in bytes, with the value that counts
 * @rule: what it should be
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_target(struct r600_cs_run *run, u32 reg, const char *rule)
{
	return r600_cs_refuse_reg(run, reg, r600_cs_value(run, reg), 0, rule);
}

/**
 * r600_cs_reserved_bits() - refuse a register with bits that no field has
 * @run: the run
 * @reg: the register, in bytes, with the value that counts
 * @allowed: bits that fields cover
 *
 * The others may mean something all the same.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_reserved_bits(struct r600_cs_run *run, u32 reg, u32 allowed)
{
	u32 value = r600_cs_value(run, reg);

	if (!(value & ~allowed))
		return 0;
	return r600_cs_refuse_reg(run, reg, value, allowed,
				  "bits outside of the limit must be zero");
}

/**
 * r600_cs_check_fields() - check registers that say how large a target or depth is
 * @run: the run
 * @fields: registers, in bytes, that the stream must have set, and the bits that each may have
 * @count: how many
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_fields(struct r600_cs_run *run, const u32 (*fields)[2], u32 count)
{
	u32 i, wrong = 0;
	int ret = 0;

	for (i = 0; i < count; i++) {
		ret = r600_cs_need(run, fields[i], 1);
		if (ret)
			return ret;
		wrong |= r600_cs_value(run, fields[i][0]) & ~fields[i][1];
	}
	for (i = 0; wrong && i < count && !ret; i++)
		ret = r600_cs_reserved_bits(run, fields[i][0], fields[i][1]);
	return ret;
}

static int check_target_fields(struct r600_cs_run *run, u32 base)
{
	const u32 fields[][2] = {
		{ base + CB_PITCH, R600_CS_PITCH_TILE_MAX },
		{ base + CB_SLICE, R600_CS_SLICE_TILE_MAX },
		{ base + CB_VIEW, VIEW_BITS },
		{ base + CB_ATTRIB, r600_cs_is_cayman(run) ? ATTRIB_BITS_CAYMAN : ATTRIB_BITS },
	};

	return r600_cs_check_fields(run, fields, ARRAY_SIZE(fields));
}

/**
 * r600_cs_check_first_slice() - the first slice must not be behind the last one
 * @run: the run
 * @reg: the register with both, in bytes, with the value that counts
 *
 * How a slice is clamped to a range that has none, nobody says.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_first_slice(struct r600_cs_run *run, u32 reg)
{
	u32 view = r600_cs_value(run, reg);

	if (FIELD_GET(VIEW_SLICE_START, view) > FIELD_GET(VIEW_SLICE_MAX, view))
		return r600_cs_refuse_target(run, reg,
					     "the first slice must not be behind the last");
	return 0;
}

/* Of LINEAR_GENERAL the first slice is no slice, but the lowest bits of the address. */
static int check_view(struct r600_cs_run *run, u32 reg, u32 mode)
{
	if (mode == R600_CS_LINEAR_GENERAL &&
	    FIELD_GET(VIEW_SLICE_START, r600_cs_value(run, reg)))
		return r600_cs_refuse_target(run, reg,
					     "the first slice of a linear target must be 0");
	return r600_cs_check_first_slice(run, reg);
}

/* Images have no samples, whatever the rasteriser has. */
static u32 color_samples(const struct r600_cs_run *run,
			 const struct r600_cs_target *target, u32 attrib)
{
	u32 log = r600_cs_log_samples(run);

	if (target->info & INFO_RAT ||
	    (target->index == 1 && r600_cs_color_mode(run) == CONTROL_MODE_RESOLVE))
		log = 0;
	if (r600_cs_is_cayman(run))
		log = max_t(u32, log, max_t(u32, FIELD_GET(ATTRIB_SAMPLES, attrib),
					    FIELD_GET(ATTRIB_FRAGMENTS, attrib)));
	return log;
}

static struct r600_cs_tiling color_tiling(u32 attrib)
{
	return (struct r600_cs_tiling) {
		.split = FIELD_GET(ATTRIB_TILE_SPLIT, attrib),
		.banks = FIELD_GET(ATTRIB_NUM_BANKS, attrib),
		.bank_width = FIELD_GET(ATTRIB_BANK_WIDTH, attrib),
		.bank_height = FIELD_GET(ATTRIB_BANK_HEIGHT, attrib),
		.aspect = FIELD_GET(ATTRIB_ASPECT, attrib),
	};
}

/* The modes that undo compression look at the masks whatever the target says. */
static bool uses_masks(const struct r600_cs_run *run, u32 info)
{
	u32 mode = r600_cs_color_mode(run);

	return info & (INFO_FAST_CLEAR | INFO_COMPRESSION) ||
	       (mode > CONTROL_MODE_NORMAL && mode != CONTROL_MODE_RESOLVE);
}

/*
 * Bytes of a mask: a slice is as large as its register says, but what belongs to
 * a pixel lies where the pixel is, so that the last slice has all of the target.
 */
static u64 mask_bytes(u64 slice, u64 target, u32 layers)
{
	return slice * (layers - 1) + max(slice, target);
}

static int check_cmask(struct r600_cs_run *run, u32 base, u32 layers,
		       const struct r600_cs_surface *surface)
{
	const struct r600_cs_chip *chip = run->in->chip;
	u32 blocks = FIELD_GET(CMASK_TILE_MAX,
			       r600_cs_value(run, base + CB_CMASK_SLICE)) + 1;
	u32 all = r600_cs_cmask_blocks(chip, surface->width, surface->height);

	return r600_cs_bound(run, base + CB_CMASK,
			     mask_bytes(r600_cs_cmask_bytes(chip, blocks),
					r600_cs_cmask_bytes(chip, all), layers),
			     r600_cs_all_pipes(chip), R600_CS_READ_WRITE);
}

/* Mesa names an FMASK with banks of any height where there is one sample. */
static int check_fmask(struct r600_cs_run *run, u32 base, u32 layers,
		       struct r600_cs_surface fmask)
{
	u32 tiles = FIELD_GET(R600_CS_SLICE_TILE_MAX,
			      r600_cs_value(run, base + CB_FMASK_SLICE)) + 1;
	u32 height = FIELD_GET(ATTRIB_FMASK_HEIGHT,
			       r600_cs_value(run, base + CB_ATTRIB));
	struct r600_cs_layout layout;
	const char *rule;
	u64 bytes;

	rule = r600_cs_surface_fmask(run->in->chip, height, &fmask, &layout);
	if (rule)
		return r600_cs_refuse_target(run, base + CB_ATTRIB, rule);
	bytes = mask_bytes((u64)tiles * R600_CS_TILE_ELEMENTS * fmask.bytes,
			   r600_cs_surface_bytes(&fmask, 1), layers);
	return r600_cs_bound(run, base + CB_FMASK,
			     r600_cs_surface_reach(run->in->chip, &fmask, bytes),
			     layout.base_align, R600_CS_READ_WRITE);
}

/* CMASK and FMASK of a target that is compressed or cleared fast. */
static int check_masks(struct r600_cs_run *run, u32 base, u32 layers,
		       const struct r600_cs_surface *surface)
{
	const u32 fields[][2] = {
		{ base + CB_CMASK_SLICE, CMASK_TILE_MAX },
		{ base + CB_FMASK_SLICE, R600_CS_SLICE_TILE_MAX },
	};
	int ret;

	ret = r600_cs_check_fields(run, fields, ARRAY_SIZE(fields));
	if (ret)
		return ret;
	ret = check_cmask(run, base, layers, surface);
	if (ret)
		return ret;
	return check_fmask(run, base, layers, *surface);
}

/**
 * r600_cs_decode_target() - what a target covers, for one that is no buffer
 * @run: the run
 * @target: with its number, registers and INFO; the rest is filled in
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_decode_target(struct r600_cs_run *run,
			  struct r600_cs_target *target)
{
	struct r600_cs_surface *surface = &target->surface;
	u32 mode = FIELD_GET(INFO_ARRAY_MODE, target->info);
	u32 base = target->base, attrib, log;
	const char *rule;
	int ret;

	ret = check_target_fields(run, base);
	if (!ret)
		ret = check_view(run, base + CB_VIEW, mode);
	if (ret)
		return ret;
	attrib = r600_cs_value(run, base + CB_ATTRIB);
	log = color_samples(run, target, attrib);
	target->layers = r600_cs_num_layers(r600_cs_value(run, base + CB_VIEW));
	surface->mode = mode;
	surface->tiling = color_tiling(attrib);
	surface->samples = 1u << log;
	if (log > R600_CS_MAX_LOG_SAMPLES)
		return r600_cs_refuse_target(run, base + CB_ATTRIB,
					     "there are at most 8 samples");
	rule = r600_cs_surface_layout(run->in->chip, surface, &target->layout);
	if (!rule)
		rule = r600_cs_surface_rows(surface, r600_cs_value(run, base + CB_PITCH),
					    r600_cs_value(run, base + CB_SLICE));
	if (!rule)
		rule = r600_cs_surface_whole(run->in->chip, surface, &target->layout);
	if (rule)
		return r600_cs_refuse_target(run, base + CB_INFO, rule);
	return 0;
}

/*
 * The modes that undo compression, and a resolve, write whatever the mask says. Whether a copy of
 * depth does is not written down.
 */
static bool may_write(const struct r600_cs_run *run, u32 index)
{
	u64 mask = r600_cs_value(run, CB_TARGET_MASK);

	return r600_cs_color_mode(run) > CONTROL_MODE_NORMAL ||
	       (!index && r600_cs_copies_depth(run)) ||
	       !r600_cs_is_set(run, CB_TARGET_MASK) ||
	       mask >> index * 4 & 0xf;
}

static int check_written_target(struct r600_cs_run *run, const struct r600_cs_target *target)
{
	const struct r600_cs_surface *surface = &target->surface;

	/* Guide 8.1.2. What lies where in the other modes is not documented. */
	if (surface->samples > 1 && surface->mode != R600_CS_2D_THIN1)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "samples need 2D tiling");
	return r600_cs_check_scissors(run, surface->width, surface->height);
}

static int check_bound_target(struct r600_cs_run *run,
			      struct r600_cs_target *target)
{
	int ret;

	if (target->index >= NUM_COLOR_TARGETS)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "targets 8 to 11 have no colour");
	ret = r600_cs_decode_target(run, target);
	if (!ret && run->draws && may_write(run, target->index))
		ret = check_written_target(run, target);
	if (ret)
		return ret;
	ret = r600_cs_bound(run, target->base,
			    r600_cs_surface_bytes(&target->surface,
						  target->layers),
			    target->layout.base_align, R600_CS_WRITE);
	if (ret || !uses_masks(run, target->info))
		return ret;
	/* Guide 8.3 has them for tiled targets only. Their layout for linear ones is not documented. */
	if (target->surface.mode < R600_CS_1D_THIN1)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "a linear target has no CMASK or FMASK");
	return check_masks(run, target->base, target->layers,
			   &target->surface);
}

#define BLEND_COLOR_SRC		GENMASK(4, 0)
#define BLEND_COLOR_DST		GENMASK(12, 8)
#define BLEND_ALPHA_SRC		GENMASK(20, 16)
#define BLEND_ALPHA_DST		GENMASK(28, 24)
#define BLEND_ALPHA_APART	BIT(29)
#define BLEND_ENABLE		BIT(30)
/* SRC1_COLOR, its inverse, SRC1_ALPHA, its inverse. */
#define BLEND_SRC1_FIRST	15
#define BLEND_SRC1_LAST		18
#define TARGET_MASK_1		GENMASK(7, 4)

static bool is_src1(u32 factor)
{
	return factor >= BLEND_SRC1_FIRST && factor <= BLEND_SRC1_LAST;
}

static bool blends_src1(u32 blend)
{
	return is_src1(FIELD_GET(BLEND_COLOR_SRC, blend)) ||
	       is_src1(FIELD_GET(BLEND_COLOR_DST, blend)) ||
	       (blend & BLEND_ALPHA_APART &&
		(is_src1(FIELD_GET(BLEND_ALPHA_SRC, blend)) ||
		 is_src1(FIELD_GET(BLEND_ALPHA_DST, blend))));
}

/* Blending with two sources takes the place of target 1. */
static bool dual_source(const struct r600_cs_run *run)
{
	u32 blend = r600_cs_value(run, CB_BLEND0_CONTROL);

	return r600_cs_is_set(run, CB_BLEND0_CONTROL) &&
	       r600_cs_is_set(run, CB_TARGET_MASK) && blend & BLEND_ENABLE &&
	       blends_src1(blend) &&
	       !(r600_cs_value(run, CB_TARGET_MASK) & TARGET_MASK_1);
}

/**
 * r600_cs_is_masked() - the shader exports nothing for a target, and the stream says so
 * @run: the run
 * @index: of the target; for those with random access only it is always true
 *
 * Return: true if CB_SHADER_MASK is set and leaves the target out.
 */
bool r600_cs_is_masked(const struct r600_cs_run *run, u32 index)
{
	u64 mask = r600_cs_value(run, CB_SHADER_MASK);

	return r600_cs_is_set(run, CB_SHADER_MASK) && !(mask >> index * 4 & 0xf);
}

/*
 * The card looks at nothing of it but its format. Of target 0 that is not so: copies of depth go
 * there. Nor is it of the target of a resolve, nor known with DEGAMMA, nor in the mode without
 * targets.
 */
static bool is_unused(const struct r600_cs_run *run,
		      const struct r600_cs_target *target)
{
	u32 mode = r600_cs_color_mode(run);

	if (target->index <= (mode == CONTROL_MODE_RESOLVE) || target->index >= NUM_COLOR_TARGETS ||
	    r600_cs_value(run, CB_COLOR_CONTROL) & CONTROL_DEGAMMA || mode < CONTROL_MODE_NORMAL)
		return false;
	return r600_cs_is_masked(run, target->index) ||
	       (mode == CONTROL_MODE_NORMAL && target->index == 1 && dual_source(run));
}

static int check_used_target(struct r600_cs_run *run, u32 index, u32 base, u32 info)
{
	const struct r600_cs_format *format = r600_cs_format(FIELD_GET(INFO_FORMAT, info));
	struct r600_cs_target target = {
		.index = index, .base = base, .info = info, .surface.bytes = format->bytes,
	};
	int ret;

	ret = r600_cs_reserved_bits(run, base + CB_INFO, INFO_BITS);
	if (ret)
		return ret;
	if (!format->color)
		return r600_cs_refuse_target(run, base + CB_INFO,
					     "a target cannot have this format");
	if (info & INFO_RAT)
		return r600_cs_check_rat(run, &target);
	if (is_unused(run, &target))
		return 0;
	return check_bound_target(run, &target);
}

static int check_target(struct r600_cs_run *run, u32 index)
{
	u32 base = target_base(index), reg = base + CB_INFO, info;
	int ret;

	ret = r600_cs_need(run, &reg, 1);
	if (ret)
		return ret;
	info = r600_cs_value(run, reg);
	if (!(info & (INFO_FORMAT | INFO_RAT)))
		return 0;
	return check_used_target(run, index, base, info);
}

/*
 * A resolve writes to target 1, so that must be one, of the format of target 0 (guide 8.5). One that
 * is a RAT here is in the place of the draw's own, see checker/rat.c.
 */
static int check_resolve(struct r600_cs_run *run)
{
	u32 from = target_base(0) + CB_INFO, to = target_base(1) + CB_INFO, format;

	if (r600_cs_color_mode(run) != CONTROL_MODE_RESOLVE)
		return 0;
	if (r600_cs_value(run, to) & INFO_RAT)
		return 0;
	format = FIELD_GET(INFO_FORMAT, r600_cs_value(run, to));
	if (!format)
		return r600_cs_refuse_target(run, to, "a resolve needs target 1");
	if (!(r600_cs_value(run, from) & INFO_RAT) &&
	    format != FIELD_GET(INFO_FORMAT, r600_cs_value(run, from)))
		return r600_cs_refuse_target(run, to, "a resolve keeps the format of target 0");
	if (FIELD_GET(INFO_ARRAY_MODE, r600_cs_value(run, to)) < R600_CS_1D_THIN1)
		return r600_cs_refuse_target(run, to, "a resolve needs a tiled target 1");
	return 0;
}

#define VS_OUT_RENDER_TARGET_INDX	BIT(18)

/*
 * The modes that undo compression, and a resolve, do not clamp the slice that a shader names
 * (guide 8.4.4 and 8.5), so it must not name one.
 */
static int check_slices(struct r600_cs_run *run)
{
	const u32 reg = PA_CL_VS_OUT_CNTL;
	int ret;

	if (!run->draws || r600_cs_color_mode(run) <= CONTROL_MODE_NORMAL)
		return 0;
	ret = r600_cs_need(run, &reg, 1);
	if (ret)
		return ret;
	return r600_cs_reserved_bits(run, reg, ~(u32)VS_OUT_RENDER_TARGET_INDX);
}

/**
 * r600_cs_check_color() - bound the colour targets of a draw, or what a dispatch writes anywhere
 * @run: the run, with the bank that counts
 *
 * Return: 0 or -EINVAL.
 */
int r600_cs_check_color(struct r600_cs_run *run)
{
	const u32 needed[] = { CB_COLOR_CONTROL, r600_cs_aa_config(run) };
	u32 i;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (!ret)
		ret = r600_cs_reserved_bits(run, CB_COLOR_CONTROL, CONTROL_BITS);
	if (!ret && r600_cs_color_mode(run) > CONTROL_MODE_LAST)
		ret = r600_cs_refuse_target(run, CB_COLOR_CONTROL, "the mode must be 0 to 5");
	if (!ret)
		ret = r600_cs_reserved_bits(run, needed[1],
				    r600_cs_is_cayman(run) ? AA_BITS_CAYMAN : AA_BITS);
	for (i = 0; i < NUM_TARGETS && !ret; i++)
		ret = check_target(run, i);
	if (!ret)
		ret = check_resolve(run);
	return ret ?: check_slices(run);
}
