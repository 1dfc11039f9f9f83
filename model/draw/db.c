// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the depth block
 *
 * Sample by sample: the depth of the primitive, or what the program exports; stencil; the
 * comparison; what is kept. Tests come before the program of pixels if that cannot be seen.
 *
 * Sources: AMD's register guides; Mesa for when tests may come early, and for copies. Guesses:
 * depths are rounded to the nearest code; the upper 8 bits of an element of 24 are written as 0;
 * samples outside of the surface fail; those of a clear are counted; layers behind the view as in CB.
 */
#include <string.h>

#include "db.h"

#define DB_RENDER_CONTROL	0x28000u
#define DB_COUNT_CONTROL	0x28004u
#define DB_DEPTH_VIEW		0x28008u
#define DB_STENCIL_CLEAR	0x28028u
#define DB_DEPTH_CLEAR		0x2802cu
#define DB_Z_INFO		0x28040u
#define DB_STENCIL_INFO		0x28044u
#define DB_Z_READ_BASE		0x28048u
#define DB_STENCIL_READ_BASE	0x2804cu
#define DB_Z_WRITE_BASE		0x28050u
#define DB_STENCIL_WRITE_BASE	0x28054u
#define DB_DEPTH_SIZE		0x28058u
#define DB_DEPTH_SLICE		0x2805cu
#define SX_ALPHA_TEST_CONTROL	0x28410u
#define DB_DEPTH_CONTROL	0x28800u
#define DB_SHADER_CONTROL	0x2880cu
#define DB_ALPHA_TO_MASK	0x28b70u

/* DB_RENDER_CONTROL */
#define DEPTH_CLEAR		(1u << 0)
#define STENCIL_CLEAR		(1u << 1)
#define DEPTH_COPY		(1u << 2)
#define STENCIL_COPY		(1u << 3)
#define COMPRESS_DISABLE	(3u << 5)	/* of stencil and depth */
#define COPY_CENTROID		(1u << 7)

/* DB_SHADER_CONTROL */
#define NEEDS_PROGRAM		(1u << 0 | 1u << 1 | 1u << 6 | 1u << 8 | 1u << 10)
#define Z_ORDER(c)		((c) >> 4 & 3)
#define DEPTH_BEFORE_SHADER	(1u << 15)
#define ALPHA_TEST		(1u << 3)
#define ALPHA_TEST_BYPASS	(1u << 8)

#define INCREMENT_DISABLE	(1u << 0)

enum { STENCIL_ENABLE = 1, Z_ENABLE = 2, Z_WRITE_ENABLE = 4 };

/* ---- registers ---- */

/* Z_EXPORT, STENCIL_EXPORT, KILL, MASK_EXPORT, EXEC_ON_HIER_FAIL: all want the program first. */
static bool is_early(const struct draw_card *card)
{
	uint32_t control = draw_reg(card, DB_SHADER_CONTROL), alpha = draw_reg(card, SX_ALPHA_TEST_CONTROL);

	if (control & DEPTH_BEFORE_SHADER)
		return true;
	return Z_ORDER(control) && !(control & NEEDS_PROGRAM) && !(draw_reg(card, DB_ALPHA_TO_MASK) & 1) &&
	       (!(alpha & ALPHA_TEST) || alpha & ALPHA_TEST_BYPASS);
}

static struct sq_surface take_surface(const struct db_state *s)
{
	uint32_t info = draw_reg(s->card, DB_Z_INFO), size = draw_reg(s->card, DB_DEPTH_SIZE);
	uint32_t view = draw_reg(s->card, DB_DEPTH_VIEW), first = view & 0x7ff, last = view >> 13 & 0x7ff;
	uint32_t pitch = ((size & 0x7ff) + 1) * 8, slice = ((draw_reg(s->card, DB_DEPTH_SLICE) & 0x3fffff) + 1) * 64;
	struct sq_surface is = {
		.width = pitch, .height = ((size >> 11 & 0x7ff) + 1) * 8, .first = first,
		.slices = last < first ? 0 : last - first + 1, .tiling = s->card->memory,
	};

	is.tiling.mode = info >> 4 & 0xf;
	is.tiling.non_displayable = true;
	is.tiling.depth_order = true;
	is.tiling.samples_log2 = (unsigned int)__builtin_ctz(s->sc->samples);
	is.tiling.pitch = pitch;
	is.tiling.height = slice / pitch;
	is.tiling.banks = 2u << (info >> 12 & 3);
	is.tiling.bank_width = 1u << (info >> 16 & 3);
	is.tiling.bank_height = 1u << (info >> 20 & 3);
	is.tiling.aspect = 1u << (info >> 24 & 3);
	if (is.tiling.mode < TILED_1D_THIN1)
		is.problem = "linear depth is not modelled";
	else if (slice % pitch)
		is.problem = "slice is no multiple of the pitch";
	else if (s->card->cayman && (info >> 2 & 3) != is.tiling.samples_log2)
		is.problem = "its samples are not those of the rasterizer, which is not modelled";
	return is;
}

static bool start_surface(struct db_state *s, struct draw_surface *surface, struct sq_surface is, unsigned int bits,
			  uint32_t base, enum sq_path path)
{
	is.base = (uint64_t)draw_reg(s->card, base) << 8;
	sq_surface_check(&is, bits == 24 ? 4 : bits / 8);
	if (is.problem) {
		draw_violation(s->card, "DB: %s: %s", path == SQ_DEPTH ? "depth" : "stencil", is.problem);
		return false;
	}
	draw_surface_start(surface, &s->cache, &is, path);
	return true;
}

static void take_planes(struct db_state *s, struct sq_surface is)
{
	static const uint8_t bits[4] = { 0, 16, 24, 32 };
	uint32_t z = draw_reg(s->card, DB_Z_INFO), stencil = draw_reg(s->card, DB_STENCIL_INFO);

	s->z.bits = bits[z & 3];
	s->stencil.bits = 8;
	is.tiling.split = 64u << (z >> 8 & 7);
	s->z.there = z & 3 && start_surface(s, &s->z.from, is, s->z.bits, DB_Z_READ_BASE, SQ_DEPTH) &&
		     start_surface(s, &s->z.to, is, s->z.bits, DB_Z_WRITE_BASE, SQ_DEPTH);
	s->z.one = s->z.from.is.base == s->z.to.is.base;
	is.tiling.split = 64u << (stencil >> 8 & 7);
	s->stencil.there = stencil & 1 &&
			   start_surface(s, &s->stencil.from, is, 8, DB_STENCIL_READ_BASE, SQ_STENCIL) &&
			   start_surface(s, &s->stencil.to, is, 8, DB_STENCIL_WRITE_BASE, SQ_STENCIL);
	s->stencil.one = s->stencil.from.is.base == s->stencil.to.is.base;
}

/* What is stored for a depth. */
static uint32_t code_of(const struct db_plane *z, double depth)
{
	if (z->bits == 32)
		return sq_bits((float)depth);
	depth = depth > 0.0 ? depth : 0.0;
	return (uint32_t)((depth < 1.0 ? depth : 1.0) * (double)((1u << z->bits) - 1) + 0.5);
}

void db_take_state(struct db_state *s, const struct draw_card *card, const struct sc_state *sc)
{
	uint32_t control = draw_reg(card, DB_RENDER_CONTROL), depth = draw_reg(card, DB_DEPTH_CONTROL);
	struct sq_surface is;

	s->card = card;
	s->sc = sc;
	draw_cache_start(&s->cache, card);
	is = take_surface(s);
	take_planes(s, is);
	s->early = is_early(card);
	s->z_function = depth >> 4 & 7;
	s->clears_z = s->z.there && control & DEPTH_CLEAR;
	s->clears_stencil = s->stencil.there && control & STENCIL_CLEAR;
	s->copies_z = s->z.there && control & DEPTH_COPY;
	s->copies_stencil = s->stencil.there && control & STENCIL_COPY;
	s->copies = s->copies_z || s->copies_stencil;
	s->copy_sample = control >> 8 & 7;
	s->copies_centroid = control & COPY_CENTROID;
	s->rewrites = control & COMPRESS_DISABLE;
	s->tests_z = s->z.there && depth & Z_ENABLE;
	s->writes_z = s->tests_z && depth & Z_WRITE_ENABLE;
	s->tests_stencil = s->stencil.there && depth & STENCIL_ENABLE;
	s->counts = card->samples && !(draw_reg(card, DB_COUNT_CONTROL) & INCREMENT_DISABLE) && !s->copies;
	s->z_clear = code_of(&s->z, (double)draw_reg_float(card, DB_DEPTH_CLEAR));
	s->stencil_clear = (uint8_t)draw_reg(card, DB_STENCIL_CLEAR);
	db_take_face(&s->face[0], card, false);
	db_take_face(&s->face[1], card, true);
	db_take_htile(s, &is);
	s->htile.used = s->htile.used && (s->z.there || s->stencil.there);
}

void db_flush(struct db_state *s)
{
	draw_cache_flush(&s->cache);
}

/* ---- elements ---- */

/* Elements of the quad at hand. */
static uint32_t read_plane(struct db_plane *p, unsigned int pixel, unsigned int sample)
{
	const uint8_t *at = draw_surface_read(&p->from, pixel, sample);
	uint32_t value;

	if (p->bits == 8)
		return *at;
	if (p->bits == 16)
		return at[0] | (uint32_t)at[1] << 8;
	memcpy(&value, at, sizeof(value));
	return p->bits == 24 ? value & 0xffffff : value;
}

static void write_plane(struct db_plane *p, unsigned int pixel, unsigned int sample, uint32_t value)
{
	uint8_t *at = draw_surface_write(p->one ? &p->from : &p->to, pixel, sample);

	if (p->bits == 8) {
		*at = (uint8_t)value;
	} else if (p->bits == 16) {
		at[0] = (uint8_t)value;
		at[1] = (uint8_t)(value >> 8);
	} else {
		memcpy(at, &value, sizeof(value));
	}
}

/* ---- tests ---- */

struct sample {
	unsigned int pixel, number;	/* of the quad, and of samples */
	const struct db_face *face;
	uint8_t reference;
	uint32_t depth;			/* as it is stored */
};

static bool passes_z(const struct db_state *s, uint32_t depth, uint32_t old)
{
	bool floats = s->z.bits == 32;
	bool less = floats ? sq_float(depth) < sq_float(old) : depth < old;
	bool equal = floats ? sq_float(depth) == sq_float(old) : depth == old;

	return s->z_function >> (less ? 0 : equal ? 1 : 2) & 1;
}

/* Nothing needs to be read if the answer is known and nothing kept. */
static bool test_z(struct db_state *s, const struct sample *at)
{
	if (s->clears_z)
		return true;
	return !s->tests_z || s->z_function == 7 ||
	       (s->z_function && passes_z(s, at->depth, read_plane(&s->z, at->pixel, at->number)));
}

static bool test_sample(struct db_state *s, const struct sample *at)
{
	bool seen = true, z = true;
	uint8_t old = 0, value;

	if (s->tests_stencil && !s->clears_stencil) {
		old = (uint8_t)read_plane(&s->stencil, at->pixel, at->number);
		seen = db_passes_stencil(at->face, at->reference, old);
	}
	z = seen && test_z(s, at);
	if (s->clears_stencil) {
		write_plane(&s->stencil, at->pixel, at->number, s->stencil_clear);
	} else if (s->tests_stencil) {
		value = db_update_stencil(at->face, !seen ? at->face->fail : z ? at->face->zpass : at->face->zfail,
					  at->reference, old);
		if (value != old)
			write_plane(&s->stencil, at->pixel, at->number, value);
	}
	if (s->clears_z || (z && s->writes_z))
		write_plane(&s->z, at->pixel, at->number, s->clears_z ? s->z_clear : at->depth);
	return z;
}

static double depth_at(const struct db_state *s, const struct draw_quad *quad, unsigned int i, unsigned int sample,
		       const struct draw_depth_export *e)
{
	const struct draw_screen *of = quad->of;
	double x = quad->x + (int)(i & 1) + 0.5 + s->sc->at[i][sample].x / 16.0;
	double y = quad->y + (int)(i >> 1) + 0.5 + s->sc->at[i][sample].y / 16.0;
	double z = e && e->has_depth ? (double)e->depth[i] : draw_plane_at(of, &of->z, x, y);

	if (!of->z_clamped)
		return z;
	z = z > (double)of->z_min ? z : (double)of->z_min;
	return z < (double)of->z_max ? z : (double)of->z_max;
}

/* Those that are left of the pixel. */
static uint16_t test_pixel(struct db_state *s, const struct draw_quad *quad, unsigned int i,
			   const struct draw_depth_export *e)
{
	struct sample at = { .pixel = i, .face = &s->face[!quad->of->front] };
	uint16_t seen = 0;

	at.reference = e && e->has_stencil ? (uint8_t)e->stencil[i] : at.face->reference;
	for (uint32_t left = quad->covered[i]; left; left &= left - 1) {
		at.number = (unsigned int)__builtin_ctz(left);
		if (s->tests_z)
			at.depth = code_of(&s->z, depth_at(s, quad, i, at.number, e));
		seen |= (uint16_t)(test_sample(s, &at) << at.number);
	}
	return seen;
}

/* What compression is undone for: memory has it already. */
static void rewrite(struct db_plane *p, const struct draw_quad *quad)
{
	for (unsigned int i = 0; i < DRAW_QUAD && p->there; i++)
		for (uint32_t left = quad->covered[i]; left; left &= left - 1) {
			unsigned int sample = (unsigned int)__builtin_ctz(left);

			write_plane(p, i, sample, read_plane(p, i, sample));
		}
}

static bool enter_plane(struct db_plane *p, const struct draw_quad *quad)
{
	uint32_t x = (uint32_t)quad->x, y = (uint32_t)quad->y, layer = quad->of->layer;

	if (!p->there)
		return true;
	if (x >= p->from.is.width || y >= p->from.is.height || !p->from.is.slices)
		return false;
	draw_surface_go(&p->from, x, y, layer);
	if (!p->one)
		draw_surface_go(&p->to, x, y, layer);
	return true;
}

void db_test(struct db_state *s, struct draw_quad *quad, const struct draw_depth_export *e)
{
	bool looks = s->tests_z || s->tests_stencil || s->clears_z || s->clears_stencil;

	if (!enter_plane(&s->z, quad) || !enter_plane(&s->stencil, quad)) {
		memset(quad->covered, 0, sizeof(quad->covered));
		return;
	}
	if (s->htile.used)
		db_touch_htile(s, quad);
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		if (e && e->has_mask)
			quad->covered[i] &= (uint16_t)e->mask[i];
		if (looks && !s->copies)
			quad->covered[i] = test_pixel(s, quad, i, e);
		if (s->counts)
			*s->card->samples += quad->covered[i] < 2 ? quad->covered[i] :
					     (unsigned int)__builtin_popcount(quad->covered[i]);
	}
	if (s->rewrites) {
		rewrite(&s->z, quad);
		rewrite(&s->stencil, quad);
	}
}

/* ---- copies ---- */

void db_copy(struct db_state *s, const struct draw_quad *quad, struct draw_colors *colors)
{
	colors->exported |= 1;
	colors->copied_bits[0] = s->copies_z ? (uint8_t)s->z.bits : 0;
	colors->copied_bits[1] = s->copies_stencil ? (uint8_t)s->stencil.bits : 0;
	if (!enter_plane(&s->z, quad) || !enter_plane(&s->stencil, quad))
		return;
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		unsigned int sample = s->copy_sample;

		memset(colors->value[0][i], 0, sizeof(colors->value[0][i]));
		if (!quad->covered[i])
			continue;
		if (s->copies_centroid && !(quad->covered[i] >> sample & 1))
			sample = (unsigned int)__builtin_ctz(quad->covered[i]);
		if (s->copies_z)
			colors->value[0][i][0] = read_plane(&s->z, i, sample);
		if (s->copies_stencil)
			colors->value[0][i][1] = read_plane(&s->stencil, i, sample);
	}
}
