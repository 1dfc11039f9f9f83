// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: footprints of targets
 *
 * The colour block reaches what pitch, slice and the last slice of the view span,
 * times samples, if the scissors end inside: that pixels beyond are left out, nobody says.
 * CMASK has four bits for each tile of 8x8, in rows of cache lines: 256
 * tiles for each pipe, as square as powers of two can be. FMASK has one byte or four for
 * each pixel, and is a surface tiled like the target, with banks of its own height. Slices
 * of both are as far apart as their registers say, and a pixel's bits lie where the pixel
 * is, so that the last slice has all of the target. They are in use if the target is
 * compressed or cleared fast, and by the modes that undo either.
 *
 * A random access target of the type buffer has as many elements as DIM says; of
 * another type it is a surface. What an operation returns goes to CB_IMMEDn_BASE, to
 * a place that the shader names: 256 wavefronts of 64 threads in each shader engine is what
 * Mesa makes room for.
 *
 * Depth and stencil are two surfaces of one size. HTILE has a dword for each tile,
 * in rows of cache lines: 512 tiles for each pipe, as square as powers of two can be. It is
 * in use if it is enabled, or if HiZ or HiS are forced on without.
 *
 * Sources: AMD's register reference for the fields; what Mesa allocates for masks,
 * HTILE and returns; bugs of scissors, from what Mesa and xf86-video-ati do instead. Guess:
 * that the last slice of a mask has all of the target.
 */
#include "array.h"
#include "footprint.h"
#include "tiling.h"

#define DB_RENDER_CONTROL	0x28000u
#define CB_COLOR_CONTROL	0x28808u
#define CB_TARGET_MASK		0x28238u
#define CB_SHADER_MASK		0x2823cu
#define CB_BLEND0_CONTROL	0x28780u
#define BLEND_ALPHA_APART	(1u << 29)
#define BLEND_ENABLE		(1u << 30)
#define WINDOW_OFFSET		0x28200u
#define SCREEN_OFFSET		0x28234u	/* PA_SU_HARDWARE_ */
#define CB_IMMED0_BASE		0x28b9cu
#define CB_COLOR0_INFO		0x28c70u
#define VS_OUT_CNTL		0x2881cu	/* PA_CL_ */
#define VS_OUT_RENDER_TARGET_INDX	(1u << 18)
#define AA_CONFIG_EVERGREEN	0x28c04u
#define AA_CONFIG_CAYMAN	0x28be0u
#define TARGETS			12u
#define COLORS			8u	/* the others have no masks */

/* CB_COLOR_CONTROL.MODE */
enum {
	MODE_NORMAL = 1, MODE_ELIMINATE_FAST_CLEAR = 2, MODE_RESOLVE = 3,
	MODE_DECOMPRESS = 4, MODE_FMASK_DECOMPRESS = 5
};

#define INFO_MASKS	(3u << 17)	/* FAST_CLEAR, COMPRESSION */
#define INFO_RAT	(1u << 26)
#define INFO_TYPE(info)	((info) >> 27 & 7)	/* 0: buffer */
#define WAVES		256u
#define THREADS		64u

struct target {
	unsigned int number;
	uint32_t base, pitch, slice, view, info, attrib, dim;
	struct footprint_surface surface;
};

static uint32_t color_mode(struct footprint *f)
{
	return footprint_get(f, CB_COLOR_CONTROL) >> 4 & 7;
}

static bool is_cayman(struct footprint *f)
{
	return gpu_config(footprint_gpu(f))->chip->cayman;
}

/* What the rasterizer does; Cayman's surfaces can have more on their own. */
static unsigned int raster_samples(struct footprint *f)
{
	return is_cayman(f) ? footprint_get(f, AA_CONFIG_CAYMAN) & 7 :
			      footprint_get(f, AA_CONFIG_EVERGREEN) & 3;
}

static uint64_t at(uint32_t value)
{
	return (uint64_t)value << 8;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Where the last is before the first, the difference is taken to wrap in its 11 bits. */
static uint32_t last_slice(uint32_t view)
{
	uint32_t first = view & 0x7ff, last = view >> 13 & 0x7ff;

	return first > last ? first + 0x7ff : last;
}

static struct target take_target(struct footprint *f, unsigned int n)
{
	uint32_t at0 = n < COLORS ? 0x28c60 + n * 0x3c : 0x28e40 + (n - COLORS) * 0x1c;

	return (struct target){
		.number = n, .base = footprint_get(f, at0), .pitch = footprint_get(f, at0 + 4),
		.slice = footprint_get(f, at0 + 8), .view = footprint_get(f, at0 + 12),
		.info = footprint_get(f, at0 + 16), .attrib = footprint_get(f, at0 + 20),
		.dim = footprint_get(f, at0 + 24),
	};
}

static bool is_resolved(struct footprint *f, unsigned int n)
{
	return n == 1 && color_mode(f) == MODE_RESOLVE;
}

/* What a resolve writes to has one sample, and so have images: Mesa does not know any others. */
static unsigned int samples_of(struct footprint *f, const struct target *t)
{
	bool one = t->info & INFO_RAT ? footprint_trusts(f, TRUST_RATS) :
					is_resolved(f, t->number) && footprint_trusts(f, TRUST_RESOLVE);
	unsigned int log2 = one ? 0 : raster_samples(f);

	if (is_cayman(f))
		log2 = larger(log2, larger(t->attrib >> 24 & 7, t->attrib >> 27 & 3));
	return 1u << log2;
}

/* The guide (8.5) wants one format for both ends of a resolve, and does not say which of them counts. */
static unsigned int element_of(struct footprint *f, const struct target *t)
{
	unsigned int own = footprint_format(t->info >> 2 & 0x3f).bytes;
	uint32_t from = footprint_get(f, CB_COLOR0_INFO) >> 2 & 0x3f;

	return is_resolved(f, t->number) ? larger(own, footprint_format(from).bytes) : own;
}

static void take_surface(struct footprint *f, struct target *t)
{
	uint32_t pitch = ((t->pitch & 0x7ff) + 1) * 8, slice = ((t->slice & 0x3fffff) + 1) * 64;

	t->surface = (struct footprint_surface){
		.mode = t->info >> 8 & 0xf,
		.element = element_of(f, t),
		.samples = samples_of(f, t),
		.pitch = pitch, .height = (slice + pitch - 1) / pitch,
		.slices = last_slice(t->view) + 1,
		.split = 64u << (t->attrib >> 5 & 0xf), .banks = 2u << (t->attrib >> 10 & 3),
		.bank_width = 1u << (t->attrib >> 13 & 3), .bank_height = 1u << (t->attrib >> 16 & 3),
		.aspect = 1u << (t->attrib >> 19 & 3),
	};
}

/* Slices @apart bytes from each other, and @last in the last one. */
static uint64_t mask_bytes(uint64_t apart, uint64_t last, uint32_t slices)
{
	return apart * (slices - 1) + (apart > last ? apart : last);
}

/*
 * Four bits for each tile of 8x8 pixels, and a cache line of 256 tiles in each pipe, as
 * Mesa's r600_texture.c allocates them.
 */
static void tell_cmask(struct footprint *f, const struct target *t, uint32_t address, uint32_t slice)
{
	unsigned int pipes = footprint_pipes(f), group = footprint_group(f) * pipes;
	uint64_t line = 256 * 64ull * pipes, width = 8, apart, last, base = at(address);

	while (width * width < line)
		width *= 2;
	last = footprint_round_up(t->surface.pitch, width) *
	       footprint_round_up(t->surface.height, line / width) / 64 / 2;
	apart = footprint_round_up(((slice & 0x3fff) + 1) * 128ull, group);
	footprint_kept(f, TRUST_MASKS, "CMASK", base / group * group,
		       base % group + mask_bytes(apart, last, t->surface.slices), READS | WRITES);
}

static void tell_fmask(struct footprint *f, const struct target *t, uint32_t address, uint32_t slice)
{
	struct footprint_surface s = t->surface;
	uint64_t first = at(address), base = first, bytes;

	s.element = s.samples > 4 ? 4 : 1;
	s.samples = 1;
	s.slices = 1;
	s.bank_height = 1u << (t->attrib >> 22 & 3);
	if (!footprint_align_surface(f, &s, &base)) {
		footprint_unbounded(f, "FMASK", first, READS | WRITES);
		return;
	}
	bytes = mask_bytes(((slice & 0x3fffff) + 1) * 64ull * s.element, footprint_bytes(f, &s),
			   t->surface.slices);
	footprint_kept(f, TRUST_MASKS, "FMASK", base, first - base + footprint_reach(f, &s, bytes),
		       READS | WRITES);
}

static void tell_masks(struct footprint *f, const struct target *t)
{
	uint32_t at0 = 0x28c60 + t->number * 0x3c;

	tell_cmask(f, t, footprint_get(f, at0 + 0x1c), footprint_get(f, at0 + 0x20));
	tell_fmask(f, t, footprint_get(f, at0 + 0x24), footprint_get(f, at0 + 0x28));
}

/* Of LINEAR_GENERAL it is the low bits of the address, see sq/target.c. */
static void tell_first_slice(struct footprint *f, const struct target *t)
{
	if (!t->surface.mode && t->view & 0x7ff)
		footprint_unbounded(f, "linear target that begins at no slice", at(t->base), READS | WRITES);
}

static void tell_rat(struct footprint *f, const struct target *t)
{
	unsigned int engines = gpu_config(footprint_gpu(f))->chip->shader_engines;
	const struct footprint_surface *s = &t->surface;

	if (INFO_TYPE(t->info) == 0) {
		footprint_kept(f, TRUST_RATS, "random access buffer", at(t->base),
			       (t->dim + 1ull) * s->element, READS | WRITES);
	} else {
		tell_first_slice(f, t);
		footprint_add(f, TRUST_RATS, "random access surface", at(t->base), s, READS | WRITES);
	}
	footprint_kept(f, TRUST_MAILBOX, "return of random access",
		       at(footprint_get(f, CB_IMMED0_BASE + 4 * t->number)),
		       (uint64_t)engines * WAVES * THREADS * s->element, READS | WRITES);
}

/* SRC1_COLOR to INV_SRC1_ALPHA, among the factors in these two bytes. */
static bool has_second_source(uint32_t factors)
{
	uint32_t src = factors & 0x1f, dst = factors >> 8 & 0x1f;

	return (src >= 15 && src <= 18) || (dst >= 15 && dst <= 18);
}

/* Blending target 0 with two sources disables target 1 (guide 8.2), which is masked, too. */
static bool is_dual_source(struct footprint *f)
{
	uint32_t blend = footprint_get(f, CB_BLEND0_CONTROL);

	return blend & BLEND_ENABLE && !(footprint_get(f, CB_TARGET_MASK) & 0xf0) &&
	       (has_second_source(blend) ||
		(blend & BLEND_ALPHA_APART && has_second_source(blend >> 16)));
}

/*
 * CB_SHADER_MASK disables a target: in the normal mode any (guide 8.1.1), in the others those that they
 * are not for (8.4.4).
 */
static bool is_disabled(struct footprint *f, unsigned int n)
{
	uint32_t mode = color_mode(f);

	if (!footprint_trusts(f, TRUST_MASKED) || mode < MODE_NORMAL)
		return false;
	if (mode == MODE_NORMAL && n == 1 && is_dual_source(f))
		return true;
	return (mode == MODE_NORMAL || n > (mode == MODE_RESOLVE)) &&
	       !(footprint_get(f, CB_SHADER_MASK) >> 4 * n & 0xf);
}

/* The modes that undo compression, and a resolve, do not clamp the slice of a shader (guide 8.4.4, 8.5). */
static bool takes_any_slice(struct footprint *f)
{
	return !footprint_is_dispatch(f) && color_mode(f) > MODE_NORMAL &&
	       footprint_get(f, VS_OUT_CNTL) & VS_OUT_RENDER_TARGET_INDX;
}

/* Of the bits of a corner; the screen's has a bit more in each, which no target is as large as. */
static bool has_bug(struct footprint *f, uint32_t tl, uint32_t br)
{
	return !((tl | br) & 0x7fff) || !((tl | br) & 0x7fff0000) ||
	       (is_cayman(f) && (br & 0x7fff7fff) == 0x10001);
}

/*
 * May pixels lie beyond these columns and rows? One of the scissors has to end there, and none to have a
 * bug: nobody says whether others still cut then. What is moved is not cut where it seems to be.
 */
static bool draws_beyond(struct footprint *f, uint32_t pitch, uint32_t slice)
{
	static const uint32_t scissors[] = { 0x28030, 0x28204, 0x28240 };
	uint32_t x = UINT32_MAX, y = UINT32_MAX;

	if (footprint_is_dispatch(f))
		return false;
	if (footprint_get(f, WINDOW_OFFSET) || footprint_get(f, SCREEN_OFFSET))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(scissors); i++) {
		uint32_t tl = footprint_get(f, scissors[i]), br = footprint_get(f, scissors[i] + 4);

		if (has_bug(f, tl, br))
			return true;
		x = smaller(x, br & 0x7fff);
		y = smaller(y, br >> 16 & 0x7fff);
	}
	return x > pitch || y > slice / pitch;
}

/* Of depth or stencil, to the first target. */
static bool copies(struct footprint *f)
{
	return footprint_get(f, DB_RENDER_CONTROL) & 0xc;
}

/*
 * Of its components; the modes that undo compression, and a resolve, write whatever the mask says.
 * Copies may do so, too.
 */
static bool writes_nothing(struct footprint *f, unsigned int n)
{
	return color_mode(f) <= MODE_NORMAL && (n || !copies(f)) &&
	       !(footprint_get(f, CB_TARGET_MASK) >> 4 * n & 0xf);
}

static void tell_target(struct footprint *f, unsigned int n)
{
	uint32_t mode = color_mode(f);
	struct target t = take_target(f, n);
	uint64_t base = at(t.base);

	take_surface(f, &t);
	if (!(t.info & INFO_RAT) && !footprint_trusts(f, TRUST_NO_RAT))
		footprint_unbounded(f, "random access to what does not have it", base,
				    READS | WRITES);
	if (!(t.info >> 2 & 0x3f)) {
		if (!footprint_trusts(f, TRUST_TARGET_OFF))
			footprint_unbounded(f, "target that is off", base, READS | WRITES);
		return;
	}
	if (!t.surface.element) {
		footprint_unbounded(f, "target of no known format", base, READS | WRITES);
		return;
	}
	if (mode > MODE_FMASK_DECOMPRESS)
		footprint_unbounded(f, "target in a mode without a name", base, READS | WRITES);
	if (t.info & INFO_RAT) {
		tell_rat(f, &t);
		return;
	}
	if (n >= COLORS || is_disabled(f, n))
		return;
	if (!writes_nothing(f, n) && draws_beyond(f, t.surface.pitch, ((t.slice & 0x3fffff) + 1) * 64))
		footprint_unbounded(f, "beyond a target", base, READS | WRITES);
	tell_first_slice(f, &t);
	if (takes_any_slice(f))
		footprint_unbounded(f, "slices behind a target", base, READS | WRITES);
	footprint_add(f, TRUST_TARGETS, "target", base, &t.surface, READS | WRITES);
	if (t.info & INFO_MASKS || mode == MODE_ELIMINATE_FAST_CLEAR || mode == MODE_DECOMPRESS ||
	    mode == MODE_FMASK_DECOMPRESS)
		tell_masks(f, &t);
	else if (!footprint_trusts(f, TRUST_MASKS_OFF))
		footprint_unbounded(f, "masks that are off", at(footprint_get(f, 0x28c60 + n * 0x3c + 0x1c)),
				    READS | WRITES);
}

void footprint_color(struct footprint *f)
{
	for (unsigned int n = 0; n < TARGETS; n++)
		tell_target(f, n);
}

/* ---- depth and stencil ---- */

#define DB_DEPTH_VIEW		0x28008u
#define DB_RENDER_OVERRIDE	0x2800cu
#define FORCE_ENABLE		0x15u		/* 1 or 3 in any of the three fields */
#define DB_HTILE_DATA_BASE	0x28014u
#define DB_Z_INFO		0x28040u
#define DB_STENCIL_INFO		0x28044u
#define DB_Z_READ_BASE		0x28048u
#define DB_STENCIL_READ_BASE	0x2804cu
#define DB_Z_WRITE_BASE		0x28050u
#define DB_STENCIL_WRITE_BASE	0x28054u
#define DB_DEPTH_SIZE		0x28058u
#define DB_DEPTH_SLICE		0x2805cu
#define DB_HTILE_SURFACE	0x28abcu
#define DB_EQAA			0x28804u
#define TILE_SURFACE_ENABLE	(1u << 29)

static const uint8_t depth_bytes[4] = { 0, 2, 4, 4 };	/* none, 16, 24, 32 bits */

static struct footprint_surface take_depth(struct footprint *f)
{
	uint32_t info = footprint_get(f, DB_Z_INFO), size = footprint_get(f, DB_DEPTH_SIZE);
	uint32_t pitch = ((size & 0x7ff) + 1) * 8, rows = ((size >> 11 & 0x7ff) + 1) * 8;
	uint32_t slice = ((footprint_get(f, DB_DEPTH_SLICE) & 0x3fffff) + 1) * 64;
	unsigned int log2 = raster_samples(f);

	if (is_cayman(f))
		log2 = larger(log2, larger(info >> 2 & 3, footprint_get(f, DB_EQAA) & 7));
	return (struct footprint_surface){
		.mode = info >> 4 & 0xf, .element = depth_bytes[info & 3], .samples = 1u << log2,
		.pitch = pitch, .height = larger(rows, (slice + pitch - 1) / pitch),
		.slices = last_slice(footprint_get(f, DB_DEPTH_VIEW)) + 1,
		.split = 64u << (info >> 8 & 7), .banks = 2u << (info >> 12 & 3),
		.bank_width = 1u << (info >> 16 & 3), .bank_height = 1u << (info >> 20 & 3),
		.aspect = 1u << (info >> 24 & 3),
	};
}

/* A copy of depth takes one sample of each pixel, which may be more than there are. */
static bool copies_beyond(struct footprint *f)
{
	uint32_t control = footprint_get(f, DB_RENDER_CONTROL);
	unsigned int log2 = raster_samples(f);

	if (is_cayman(f))
		log2 = smaller(log2, smaller(footprint_get(f, DB_Z_INFO) >> 2 & 3,
					     footprint_get(f, DB_EQAA) & 7));
	return copies(f) && (control >> 8 & 7) >> log2;
}

static void tell_half(struct footprint *f, const char *what, const struct footprint_surface *s,
		      uint32_t read, uint32_t write)
{
	uint64_t from = at(footprint_get(f, read)), to = at(footprint_get(f, write));
	uint32_t slice = ((footprint_get(f, DB_DEPTH_SLICE) & 0x3fffff) + 1) * 64;

	if (draws_beyond(f, s->pitch, slice)) {
		footprint_unbounded(f, "beyond depth", from, READS);
		footprint_unbounded(f, "beyond depth", to, WRITES);
	}
	if (copies_beyond(f))
		footprint_unbounded(f, "beyond the samples of depth", from, READS);
	if (s->mode < TILED_1D_THIN1) {
		footprint_unbounded(f, what, from, READS);
		footprint_unbounded(f, what, to, WRITES);
		return;
	}
	footprint_add(f, TRUST_DEPTH, what, from, s, READS);
	footprint_add(f, TRUST_DEPTH, what, to, s, WRITES);
}

static void tell_htile(struct footprint *f, const struct footprint_surface *s)
{
	uint32_t config = footprint_get(f, DB_HTILE_SURFACE), pipes = footprint_pipes(f);
	uint32_t columns = footprint_round_up(s->pitch, 8) / (config & 1 ? 8 : 4);
	uint32_t rows = footprint_round_up(s->height, 8) / (config & 2 ? 8 : 4);
	uint32_t line = 512 * pipes, width = 1;
	uint64_t group = (uint64_t)footprint_group(f) * pipes, base, bytes;

	while (width * width < line)
		width *= 2;
	if (config & 4) {		/* LINEAR */
		columns = footprint_round_up(columns, 16);
		rows = footprint_round_up(rows, pipes);
	} else {
		columns = footprint_round_up(columns, width);
		rows = footprint_round_up(rows, line / width);
	}
	base = at(footprint_get(f, DB_HTILE_DATA_BASE));
	bytes = footprint_round_up(4ull * columns * rows, group) * s->slices;
	footprint_kept(f, TRUST_MASKS, "HTILE", base / group * group, base % group + bytes,
		       READS | WRITES);
}

/* FORCE_HIZ_ENABLE, FORCE_HIS_ENABLE0 and 1: 1 is on, 2 off, and nobody says what 3 is. */
static bool is_forced(struct footprint *f)
{
	return footprint_get(f, DB_RENDER_OVERRIDE) & FORCE_ENABLE;
}

/* Clears, copies, and RESUMMARIZE, may reach what is off. */
static void tell_what_is_off(struct footprint *f)
{
	static const struct { uint32_t info, bits, base, control; } parts[] = {
		{ DB_Z_INFO, 3, DB_Z_WRITE_BASE, 1 | 4 },
		{ DB_STENCIL_INFO, 1, DB_STENCIL_WRITE_BASE, 2 | 8 },
		{ DB_Z_INFO, TILE_SURFACE_ENABLE, DB_HTILE_DATA_BASE, 16 },
	};
	uint32_t control = footprint_get(f, DB_RENDER_CONTROL);
	bool trusted = footprint_trusts(f, TRUST_DEPTH_OFF);

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (!(footprint_get(f, parts[i].info) & parts[i].bits) &&
		    (!trusted || control & parts[i].control))
			footprint_unbounded(f, "depth that is off", at(footprint_get(f, parts[i].base)),
					    READS | WRITES);
}

void footprint_depth(struct footprint *f)
{
	uint32_t stencil = footprint_get(f, DB_STENCIL_INFO);
	struct footprint_surface s = take_depth(f);

	if (footprint_is_dispatch(f))
		return;
	tell_what_is_off(f);
	if (s.element)
		tell_half(f, "depth", &s, DB_Z_READ_BASE, DB_Z_WRITE_BASE);
	if (footprint_get(f, DB_Z_INFO) & TILE_SURFACE_ENABLE || is_forced(f))
		tell_htile(f, &s);
	if (!(stencil & 1))
		return;
	s.element = 1;
	s.split = 64u << (stencil >> 8 & 7);
	tell_half(f, "stencil", &s, DB_STENCIL_READ_BASE, DB_STENCIL_WRITE_BASE);
}
