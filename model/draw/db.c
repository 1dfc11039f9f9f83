// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the depth block
 *
 * Sample by sample, for the four pixels of a quad: the depth of the primitive, or what the program
 * exports; stencil; the comparison; what is kept. Tests come before the program of pixels if that
 * cannot be seen.
 *
 * Sources: AMD's register guides; Mesa for when tests may come early, and for copies. Guesses:
 * depths are rounded to the nearest code; the upper 8 bits of an element of 24 are written as 0;
 * samples beyond pitch or slice go where they would be if planes went on, but fail if there is an
 * HTILE; those of a clear are counted; a plane is cleared wherever a primitive is, whatever tests
 * of the other plane say; layers behind the view as in CB.
 */
#include <string.h>

#include "db.h"
#include "sx.h"

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
	return Z_ORDER(control) && !(control & NEEDS_PROGRAM) && !sx_makes_masks(card) &&
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
	if (is.tiling.mode < TILED_1D_THIN1)	/* AMD's acceleration guide, 6.1 */
		is.problem = "a linear surface is none of depth and stencil";
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
	is.tiling.stencil = true;
	s->stencil.there = stencil & 1 &&
			   start_surface(s, &s->stencil.from, is, 8, DB_STENCIL_READ_BASE, SQ_STENCIL) &&
			   start_surface(s, &s->stencil.to, is, 8, DB_STENCIL_WRITE_BASE, SQ_STENCIL);
	s->stencil.one = s->stencil.from.is.base == s->stencil.to.is.base;
}

/* What is stored for depths. What is no number is stored as 0. */
static inline sq_u4 codes_of(const struct db_plane *z, const sq_d4 *at)
{
	const sq_d4 one = { 1.0, 1.0, 1.0, 1.0 };
	sq_d4 depth = *at;
	sq_l4 less;

	if (z->bits == 32)
		return (sq_u4)__builtin_convertvector(depth, sq_f4);
	depth = (sq_d4)((sq_l4)depth & (depth > 0.0));
	less = depth < one;
	depth = (sq_d4)(((sq_l4)depth & less) | ((sq_l4)one & ~less));
	return (sq_u4)__builtin_convertvector(depth * (double)((1u << z->bits) - 1) + 0.5, sq_i4);
}

static void take_places(struct db_state *s)
{
	for (unsigned int sample = 0; sample < s->sc->samples; sample++)
		for (unsigned int i = 0; i < DRAW_QUAD; i++) {
			s->place[sample].x[i] = (i & 1) + 0.5 + s->sc->at[i][sample].x / 16.0;
			s->place[sample].y[i] = (i >> 1) + 0.5 + s->sc->at[i][sample].y / 16.0;
		}
}

static unsigned int take_copy_sample(const struct db_state *s, uint32_t control)
{
	unsigned int sample = control >> 8 & 7;

	if (sample < s->sc->samples)
		return sample;
	if (s->copies)
		draw_violation(s->card, "DB: a copy of sample %u, of %u", sample, s->sc->samples);
	return 0;
}

/* It is left alone here, whatever silicon does. */
static void find_planes(const struct db_state *s, uint32_t control)
{
	if ((control & (DEPTH_CLEAR | DEPTH_COPY) && !(draw_reg(s->card, DB_Z_INFO) & 3)) ||
	    (control & (STENCIL_CLEAR | STENCIL_COPY) && !(draw_reg(s->card, DB_STENCIL_INFO) & 1)))
		draw_violation(s->card, "DB: a clear or a copy of a plane without a format");
}

void db_take_state(struct db_state *s, const struct draw_card *card, const struct sc_state *sc)
{
	uint32_t control = draw_reg(card, DB_RENDER_CONTROL), depth = draw_reg(card, DB_DEPTH_CONTROL);
	const sq_d4 clear = { (double)draw_reg_float(card, DB_DEPTH_CLEAR) };
	struct sq_surface is;

	s->card = card;
	s->sc = sc;
	s->passed = 0;
	s->beyond = false;
	draw_cache_start(&s->cache, card);
	take_places(s);
	find_planes(s, control);
	is = take_surface(s);
	take_planes(s, is);
	s->early = is_early(card);
	s->z_function = depth >> 4 & 7;
	s->clears_z = s->z.there && control & DEPTH_CLEAR;
	s->clears_stencil = s->stencil.there && control & STENCIL_CLEAR;
	s->copies_z = s->z.there && control & DEPTH_COPY;
	s->copies_stencil = s->stencil.there && control & STENCIL_COPY;
	s->copies = s->copies_z || s->copies_stencil;
	s->copy_sample = take_copy_sample(s, control);
	s->copies_centroid = control & COPY_CENTROID;
	s->rewrites = control & COMPRESS_DISABLE;
	s->tests_z = s->z.there && depth & Z_ENABLE;
	s->writes_z = s->tests_z && depth & Z_WRITE_ENABLE;
	s->tests_stencil = s->stencil.there && depth & STENCIL_ENABLE;
	s->tests = !s->copies && ((s->tests_z && !s->clears_z) || (s->tests_stencil && !s->clears_stencil));
	s->clears = !s->copies && (s->clears_z || s->clears_stencil);
	s->counts = card->samples && !(draw_reg(card, DB_COUNT_CONTROL) & INCREMENT_DISABLE) && !s->copies;
	s->z_clear = codes_of(&s->z, &clear)[0];
	s->stencil_clear = (uint8_t)draw_reg(card, DB_STENCIL_CLEAR);
	db_take_face(&s->face[0], card, false);
	db_take_face(&s->face[1], card, true);
	db_take_htile(s, &is);
	s->htile.used = s->htile.used && (s->z.there || s->stencil.there);
}

void db_flush(struct db_state *s)
{
	draw_cache_flush(&s->cache);
	if (s->counts)
		*s->card->samples += s->passed;
	s->passed = 0;
}

/* ---- elements ---- */

/* Of the quad at hand, those pixels whose bits are in @lanes. */
static sq_u4 read_plane(struct db_plane *p, unsigned int lanes, unsigned int sample)
{
	sq_four element;

	draw_surface_load(&p->from, lanes, sample, element);
	return p->bits == 24 ? element[0] & 0xffffff : element[0];
}

static void write_plane(struct db_plane *p, unsigned int lanes, unsigned int sample, sq_u4 value)
{
	const sq_four element = { value };

	if (lanes)
		draw_surface_store(p->one ? &p->from : &p->to, lanes, sample, element);
}

/* Pixels are bits where elements are found, and masks where they are computed. */
static inline unsigned int bits_of(sq_u4 mask)
{
	return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8);
}

static inline sq_u4 mask_of(unsigned int bits)
{
	const sq_u4 of = { 1, 2, 4, 8 };

	return (sq_u4)((of & bits) == of);
}

/* ---- tests ---- */

/* Of those pixels that have the sample. */
struct row {
	unsigned int sample, lanes;
	const struct db_face *face;
	sq_u4 depth, reference;		/* as they are stored */
};

static inline void find_depths(const struct db_state *s, const struct draw_quad *quad, const struct draw_depth_export *e,
			       struct row *row)
{
	const struct draw_screen *of = quad->of;
	sq_d4 x = s->place[row->sample].x + quad->x, y = s->place[row->sample].y + quad->y;
	sq_d4 z;

	draw_plane_at_four(of, &of->z, &x, &y, &z);
	for (unsigned int i = 0; e && e->has_depth && i < DRAW_QUAD; i++)
		z[i] = (double)e->depth[i];
	for (unsigned int i = 0; of->z_clamped && i < DRAW_QUAD; i++) {
		z[i] = z[i] > (double)of->z_min ? z[i] : (double)of->z_min;
		z[i] = z[i] < (double)of->z_max ? z[i] : (double)of->z_max;
	}
	row->depth = codes_of(&s->z, &z);
}

/* Nothing needs to be read if the answer is known. */
static inline sq_u4 test_z(struct db_state *s, const struct row *row, sq_u4 seen)
{
	unsigned int lanes = bits_of(seen);
	sq_u4 old, less, equal;

	if (s->clears_z || !s->tests_z || s->z_function == 7)
		return seen;
	if (!s->z_function || !lanes)
		return seen & 0;
	old = read_plane(&s->z, lanes, row->sample);
	if (s->z.bits == 32) {
		less = (sq_u4)((sq_f4)row->depth < (sq_f4)old);
		equal = (sq_u4)((sq_f4)row->depth == (sq_f4)old);
	} else {
		less = (sq_u4)(row->depth < old);
		equal = (sq_u4)(row->depth == old);
	}
	return seen & db_compare(s->z_function, less, equal);
}

/* @seen have passed its test, @left that of depth, too. */
static inline void update_stencil(struct db_state *s, const struct row *row, sq_u4 old, sq_u4 seen, sq_u4 left)
{
	const struct db_face *f = row->face;
	sq_u4 value = db_update_stencil(f, f->zpass, row->reference, old) & left;

	value |= db_update_stencil(f, f->zfail, row->reference, old) & seen & ~left;
	value |= db_update_stencil(f, f->fail, row->reference, old) & ~seen;
	write_plane(&s->stencil, row->lanes & bits_of((sq_u4)(value != old)), row->sample, value);
}

static inline void clear_row(struct db_state *s, unsigned int lanes, unsigned int sample)
{
	if (s->clears_z)
		write_plane(&s->z, lanes, sample, (sq_u4){ 0 } + s->z_clear);
	if (s->clears_stencil)
		write_plane(&s->stencil, lanes, sample, (sq_u4){ 0 } + s->stencil_clear);
}

/* Those that are left. */
static inline unsigned int test_row(struct db_state *s, const struct row *row)
{
	sq_u4 seen = mask_of(row->lanes), old = { 0 }, left;
	bool stencil = s->tests_stencil && !s->clears_stencil;
	unsigned int lanes;

	if (stencil) {
		old = read_plane(&s->stencil, row->lanes, row->sample);
		seen &= db_passes_stencil(row->face, row->reference, old);
	}
	left = test_z(s, row, seen);
	lanes = bits_of(left);
	if (stencil && row->face->updates)
		update_stencil(s, row, old, seen, left);
	clear_row(s, row->lanes, row->sample);
	if (s->writes_z && !s->clears_z)
		write_plane(&s->z, lanes, row->sample, row->depth);
	return lanes;
}

SQ_CLONES
static void test_quad(struct db_state *s, struct draw_quad *quad, const struct draw_depth_export *e)
{
	struct row row = { .face = &s->face[!quad->of->front] };

	row.reference += row.face->reference;
	for (unsigned int i = 0; e && e->has_stencil && i < DRAW_QUAD; i++)
		row.reference[i] = e->stencil[i] & 0xff;
	for (; row.sample < s->sc->samples; row.sample++) {
		unsigned int gone;

		row.lanes = draw_lanes(quad->covered, 1u << row.sample);
		if (!row.lanes)
			continue;
		if (s->tests_z && !s->clears_z)
			find_depths(s, quad, e, &row);
		gone = row.lanes & ~test_row(s, &row);
		for (; gone; gone &= gone - 1)
			quad->covered[__builtin_ctz(gone)] &= (uint16_t)~(1u << row.sample);
	}
}

/* Of what is cleared, nothing is tested. */
static void clear_quad(struct db_state *s, const struct draw_quad *quad)
{
	for (unsigned int sample = 0; sample < s->sc->samples; sample++)
		clear_row(s, draw_lanes(quad->covered, 1u << sample), sample);
}

/* What compression is undone for: memory has it already. */
static void rewrite(const struct db_state *s, struct db_plane *p, const struct draw_quad *quad)
{
	for (unsigned int sample = 0; p->there && sample < s->sc->samples; sample++) {
		unsigned int lanes = draw_lanes(quad->covered, 1u << sample);

		if (lanes)
			write_plane(p, lanes, sample, read_plane(p, lanes, sample));
	}
}

static inline bool is_beyond(const struct db_plane *p, uint32_t x, uint32_t y)
{
	return p->there && (x >= p->from.is.width || y >= p->from.is.tiling.height);
}

static inline bool enter_plane(struct db_plane *p, uint32_t x, uint32_t y, uint32_t layer)
{
	if (!p->there)
		return true;
	if (!p->from.is.slices)
		return false;
	draw_surface_go(&p->from, x, y, layer);
	if (!p->one)
		draw_surface_go(&p->to, x, y, layer);
	return true;
}

/* Complains, once in a draw of this backend; memory beyond is read, too. */
static void go_beyond(struct db_state *s)
{
	if (!s->beyond)
		draw_violation(s->card, "DB: pixels beyond the pitch or slice of depth or stencil");
	s->beyond = true;
	s->z.from.extent.to = UINT64_MAX;
	s->stencil.from.extent.to = UINT64_MAX;
}

/* Pixels beyond pitch or slice go where they would be if the planes went on, unless there is an HTILE. */
static inline bool enter(struct db_state *s, uint32_t x, uint32_t y, uint32_t layer)
{
	if (is_beyond(&s->z, x, y) || is_beyond(&s->stencil, x, y)) {
		go_beyond(s);
		if (s->htile.used)
			return false;
	}
	return enter_plane(&s->z, x, y, layer) && enter_plane(&s->stencil, x, y, layer);
}

static unsigned int count(const struct draw_quad *quad)
{
	uint64_t all;

	_Static_assert(sizeof(all) == sizeof(quad->covered), "all pixels");
	memcpy(&all, quad->covered, sizeof(all));
	return (unsigned int)__builtin_popcountll(all);
}

void db_test(struct db_state *s, struct draw_quad *quad, const struct draw_depth_export *e)
{
	uint32_t x = (uint32_t)quad->x, y = (uint32_t)quad->y;

	if (!enter(s, x, y, quad->of->layer)) {
		memset(quad->covered, 0, sizeof(quad->covered));
		return;
	}
	if (s->htile.used)
		db_touch_htile(s, x, y);
	for (unsigned int i = 0; e && e->has_mask && i < DRAW_QUAD; i++)
		quad->covered[i] &= (uint16_t)e->mask[i];
	if (s->tests)
		test_quad(s, quad, e);
	else if (s->clears)
		clear_quad(s, quad);
	if (s->counts)
		s->passed += count(quad);
	if (s->rewrites) {
		rewrite(s, &s->z, quad);
		rewrite(s, &s->stencil, quad);
	}
}

/* ---- tiles ---- */

static bool fill_plane(struct db_plane *p, uint32_t value)
{
	const uint32_t element[4] = { value };

	return draw_surface_fill_tile(p->one ? &p->from : &p->to, element);
}

bool db_clear_tile(struct db_state *s, uint32_t x, uint32_t y, uint32_t layer)
{
	if (s->tests || !s->clears || s->rewrites || !enter(s, x, y, layer))
		return false;
	if ((s->clears_z && !fill_plane(&s->z, s->z_clear)) ||
	    (s->clears_stencil && !fill_plane(&s->stencil, s->stencil_clear)))
		return false;
	for (unsigned int i = 0; s->htile.used && i < DRAW_TILE; i += 4) {
		db_touch_htile(s, x + i, y);
		db_touch_htile(s, x + i, y + 4);
	}
	if (s->counts)
		s->passed += (uint64_t)DRAW_TILE * DRAW_TILE * s->sc->samples;
	return true;
}

/* ---- copies ---- */

void db_copy(struct db_state *s, const struct draw_quad *quad, struct draw_colors *colors)
{
	colors->exported |= 1;
	colors->copied_bits[0] = s->copies_z ? (uint8_t)s->z.bits : 0;
	colors->copied_bits[1] = s->copies_stencil ? (uint8_t)s->stencil.bits : 0;
	if (!enter(s, (uint32_t)quad->x, (uint32_t)quad->y, quad->of->layer))
		return;
	memset(colors->value[0], 0, sizeof(colors->value[0]));
	for (unsigned int i = 0; i < DRAW_QUAD; i++) {
		unsigned int sample = s->copy_sample;

		if (!quad->covered[i])
			continue;
		if (s->copies_centroid && !(quad->covered[i] >> sample & 1))
			sample = (unsigned int)__builtin_ctz(quad->covered[i]);
		if (s->copies_z)
			colors->value[0][0][i] = read_plane(&s->z, 1u << i, sample)[i];
		if (s->copies_stencil)
			colors->value[0][1][i] = read_plane(&s->stencil, 1u << i, sample)[i];
	}
}
