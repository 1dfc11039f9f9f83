// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Depth of a draw
 *
 * Depth, stencil and HTILE are bounded as colour targets are (checker/target.c): by their
 * registers alone, whatever tests and masks let the depth block do in this draw. Depth and
 * stencil have pitch, slice, last slice and samples in common, and each of them has an address to
 * read from and one to write to.
 *
 * The sample count is the largest one of the rasteriser's and, on Cayman, those of DB_Z_INFO and
 * DB_EQAA. As for targets, scissors have to end inside of pitch and slice (checker/scissor.c).
 *
 * Sources: guide chapter 7; field layouts from the kernel's evergreend.h and Mesa's evergreend.h.
 */

#include <linux/align.h>
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

#define RENDER_DEPTH_CLEAR	BIT(0)
#define RENDER_STENCIL_CLEAR	BIT(1)
#define RENDER_DEPTH_COPY	BIT(2)
#define RENDER_STENCIL_COPY	BIT(3)
#define RENDER_COPY		(RENDER_DEPTH_COPY | RENDER_STENCIL_COPY)
#define RENDER_COPY_SAMPLE	GENMASK(10, 8)
/* With compression off, and COLOR_DISABLE; not RESUMMARIZE, see check_render_control(). */
#define RENDER_BITS							\
	(BIT(12) | RENDER_COPY_SAMPLE | GENMASK(7, 5) | RENDER_COPY |	\
	 RENDER_DEPTH_CLEAR | RENDER_STENCIL_CLEAR)

/**
 * r600_cs_copies_depth() - a draw copies depth or stencil to target 0
 * @run: the run
 *
 * Return: true if DB_RENDER_CONTROL says so. Without it there is no draw.
 */
bool r600_cs_copies_depth(const struct r600_cs_run *run)
{
	return run->draws && r600_cs_is_set(run, DB_RENDER_CONTROL) &&
	       r600_cs_value(run, DB_RENDER_CONTROL) & RENDER_COPY;
}

#define Z_FORMAT		GENMASK(1, 0)
#define Z_SAMPLES		GENMASK(3, 2)
#define Z_ARRAY_MODE		GENMASK(7, 4)
#define Z_TILE_SPLIT		GENMASK(10, 8)
#define Z_NUM_BANKS		GENMASK(13, 12)
#define Z_BANK_WIDTH		GENMASK(17, 16)
#define Z_BANK_HEIGHT		GENMASK(21, 20)
#define Z_ASPECT		GENMASK(25, 24)
#define Z_HTILE			BIT(29)
/* With ALLOW_EXPCLEAR, READ_SIZE and ZRANGE_PRECISION. */
#define Z_BITS								\
	(Z_FORMAT | Z_ARRAY_MODE | Z_TILE_SPLIT | Z_NUM_BANKS |		\
	 Z_BANK_WIDTH | Z_BANK_HEIGHT | Z_ASPECT |			\
	 GENMASK(28, 27) | Z_HTILE | BIT(31))
/* DB_EQAA; the others say what is exported, and how. */
#define EQAA_ANCHORS		GENMASK(2, 0)
#define EQAA_BITS							\
	(EQAA_ANCHORS | GENMASK(6, 4) | GENMASK(10, 8) |		\
	 GENMASK(14, 12) | GENMASK(21, 16))
#define STENCIL_FORMAT		BIT(0)
#define STENCIL_TILE_SPLIT	GENMASK(10, 8)
#define DEPTH_HEIGHT		GENMASK(21, 11)
/* With Z_READ_ONLY and STENCIL_READ_ONLY. */
#define DEPTH_VIEW_BITS		(VIEW_BITS | GENMASK(25, 24))
#define HTILE_8X8		GENMASK(1, 0)
#define HTILE_LINEAR		BIT(2)
#define HTILE_FULL_CACHE	BIT(3)

/* Bytes of a pixel by Z_FORMAT. */
static const u8 depth_bytes[4] = { 0, 2, 4, 4 };

/*
 * No document says which of the three numbers of samples depth has memory for, so the largest
 * one counts.
 */
static u32 depth_samples(const struct r600_cs_run *run, u32 info)
{
	u32 log = r600_cs_log_samples(run);

	if (r600_cs_is_cayman(run))
		log = max_t(u32, log, max_t(u32, FIELD_GET(Z_SAMPLES, info),
					    FIELD_GET(EQAA_ANCHORS, r600_cs_value(run, DB_EQAA))));
	return log;
}

/*
 * One of the two halves, for reading and writing. Depth has no linear modes. A
 * stencil pitch is aligned as that of depth, which asks for less.
 */
static int check_half(struct r600_cs_run *run,
		      struct r600_cs_surface *surface, u32 info,
		      u32 read, u32 write)
{
	u32 layers = r600_cs_num_layers(r600_cs_value(run, DB_DEPTH_VIEW));
	struct r600_cs_layout layout;
	const char *rule;
	u64 bytes;
	int ret;

	if (surface->mode < R600_CS_1D_THIN1)
		return r600_cs_refuse_target(run, info,
					     "depth must be tiled, 2 or 4");
	if (surface->samples > 1 && surface->mode == R600_CS_1D_THIN1)
		return r600_cs_refuse_target(run, info, "samples need 2D tiling");
	rule = r600_cs_surface_layout(run->in->chip, surface, &layout);
	if (surface->mode == R600_CS_1D_THIN1)
		layout.width_align = R600_CS_TILE_EDGE;
	if (!rule)
		rule = r600_cs_surface_whole(run->in->chip, surface, &layout);
	if (rule)
		return r600_cs_refuse_target(run, info, rule);
	/* In 1D a slice may be less than a group of the memory; the next may begin behind that. */
	bytes = r600_cs_surface_bytes(surface, 1);
	bytes += (layers - 1) * ALIGN(bytes, run->in->chip->group_bytes);
	ret = r600_cs_bound(run, read, bytes, layout.base_align, R600_CS_READ);
	if (ret)
		return ret;
	return r600_cs_bound(run, write, bytes, layout.base_align,
			     R600_CS_WRITE);
}

static int check_htile(struct r600_cs_run *run,
		       const struct r600_cs_surface *surface)
{
	u32 reg = DB_HTILE_SURFACE, value;
	u64 bytes;
	int ret;

	ret = r600_cs_need(run, &reg, 1);
	if (ret)
		return ret;
	value = r600_cs_value(run, reg);
	/* How much of it windows and prefetch load is not known. */
	if (value & ~(u32)(HTILE_8X8 | HTILE_LINEAR | HTILE_FULL_CACHE))
		return r600_cs_refuse_target(run, reg, "preload and prefetch are not accepted");
	if ((value & HTILE_8X8) != HTILE_8X8)
		return r600_cs_refuse_target(run, reg,
					     "only tiles of 8x8 are accepted");
	bytes = r600_cs_htile_bytes(run->in->chip, value & HTILE_LINEAR,
				    surface->width, surface->height,
				    r600_cs_num_layers(r600_cs_value(run, DB_DEPTH_VIEW)));
	return r600_cs_bound(run, DB_HTILE_DATA_BASE, bytes,
			     r600_cs_all_pipes(run->in->chip),
			     R600_CS_READ_WRITE);
}

static int check_halves(struct r600_cs_run *run, u32 z, u32 stencil)
{
	u32 log = depth_samples(run, z);
	struct r600_cs_surface surface = {
		.mode = FIELD_GET(Z_ARRAY_MODE, z),
		.tiling = {
			.split = FIELD_GET(Z_TILE_SPLIT, z),
			.banks = FIELD_GET(Z_NUM_BANKS, z),
			.bank_width = FIELD_GET(Z_BANK_WIDTH, z),
			.bank_height = FIELD_GET(Z_BANK_HEIGHT, z),
			.aspect = FIELD_GET(Z_ASPECT, z),
		},
		.samples = 1u << log,
		.bytes = depth_bytes[FIELD_GET(Z_FORMAT, z)],
	};
	const char *rule;
	int ret;

	if (log > R600_CS_MAX_LOG_SAMPLES)
		return r600_cs_refuse_target(run, DB_Z_INFO,
					     "there are at most 8 samples");
	rule = r600_cs_surface_rows(&surface, r600_cs_value(run, DB_DEPTH_SIZE),
				    r600_cs_value(run, DB_DEPTH_SLICE));
	if (rule)
		return r600_cs_refuse_target(run, DB_DEPTH_SLICE, rule);
	if ((FIELD_GET(DEPTH_HEIGHT, r600_cs_value(run, DB_DEPTH_SIZE)) + 1) *
	    R600_CS_TILE_EDGE > surface.height)
		return r600_cs_refuse_target(run, DB_DEPTH_SIZE,
					     "the height must not exceed the slice");
	ret = r600_cs_check_scissors(run, surface.width, surface.height);
	if (ret)
		return ret;
	if (surface.bytes)
		ret = check_half(run, &surface, DB_Z_INFO, DB_Z_READ_BASE,
				 DB_Z_WRITE_BASE);
	if (!ret && z & Z_HTILE)
		ret = check_htile(run, &surface);
	if (ret || !(stencil & STENCIL_FORMAT))
		return ret;
	surface.bytes = 1;
	surface.tiling.split = FIELD_GET(STENCIL_TILE_SPLIT, stencil);
	return check_half(run, &surface, DB_STENCIL_INFO,
			  DB_STENCIL_READ_BASE,
			  DB_STENCIL_WRITE_BASE);
}

/*
 * Whether a copy or a clear reaches a plane that has no format is not known, nor whether
 * RESUMMARIZE, which makes HTILE anew, does so where there is none.
 */
static int check_render_control(struct r600_cs_run *run, u32 z, u32 stencil)
{
	u32 missing = 0;

	if (!(z & Z_FORMAT))
		missing |= RENDER_DEPTH_CLEAR | RENDER_DEPTH_COPY;
	if (!(stencil & STENCIL_FORMAT))
		missing |= RENDER_STENCIL_CLEAR | RENDER_STENCIL_COPY;
	return r600_cs_reserved_bits(run, DB_RENDER_CONTROL, RENDER_BITS & ~missing);
}

/* The one that is copied must exist, by the least of what may say how many there are. */
static int check_copy_sample(struct r600_cs_run *run, u32 z)
{
	u32 control = r600_cs_value(run, DB_RENDER_CONTROL), log = r600_cs_log_samples(run);

	if (!r600_cs_copies_depth(run))
		return 0;
	if (r600_cs_is_cayman(run))
		log = min_t(u32, log, min_t(u32, FIELD_GET(Z_SAMPLES, z),
					    FIELD_GET(EQAA_ANCHORS, r600_cs_value(run, DB_EQAA))));
	if (FIELD_GET(RENDER_COPY_SAMPLE, control) >> log)
		return r600_cs_refuse_target(run, DB_RENDER_CONTROL,
					     "the sample that is copied must exist");
	return 0;
}

static int check_depth_fields(struct r600_cs_run *run)
{
	const u32 fields[][2] = {
		{ DB_DEPTH_VIEW, DEPTH_VIEW_BITS },
		{ DB_DEPTH_SIZE, R600_CS_PITCH_TILE_MAX | DEPTH_HEIGHT },
		{ DB_DEPTH_SLICE, R600_CS_SLICE_TILE_MAX },
		{ DB_Z_INFO, r600_cs_is_cayman(run) ? Z_BITS | Z_SAMPLES : Z_BITS },
		{ DB_STENCIL_INFO, STENCIL_FORMAT | STENCIL_TILE_SPLIT },
		/* The last, and only Cayman's. */
		{ DB_EQAA, EQAA_BITS },
	};

	return r600_cs_check_fields(run, fields, ARRAY_SIZE(fields) - !r600_cs_is_cayman(run));
}

/**
 * r600_cs_check_depth() - bound depth, stencil and HTILE of a draw
 * @run: the run
 *
 * Return: 0 or -EINVAL.
 */
int r600_cs_check_depth(struct r600_cs_run *run)
{
	const u32 needed[] = {
		DB_Z_INFO, DB_STENCIL_INFO, DB_RENDER_CONTROL, r600_cs_aa_config(run),
	};
	u32 z, stencil;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	z = r600_cs_value(run, DB_Z_INFO);
	stencil = r600_cs_value(run, DB_STENCIL_INFO);
	ret = check_render_control(run, z, stencil);
	if (ret || (!(z & (Z_FORMAT | Z_HTILE)) && !(stencil & STENCIL_FORMAT)))
		return ret;
	ret = check_depth_fields(run);
	if (!ret)
		ret = r600_cs_check_first_slice(run, DB_DEPTH_VIEW);
	if (!ret)
		ret = check_copy_sample(run, z);
	return ret ?: check_halves(run, z, stencil);
}
