// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: fetches from textures
 *
 * LD takes integers and a level in w, counted from the base level; what is outside reads 0 in
 * all components. A layer is in z. GET_TEXTURE_RESINFO has the level in x.
 *
 * Sources: AMD's instruction set and register guides, Mesa for how it fills resources in and
 * where coordinates are. Guesses: of a level that is not there RESINFO says 0; of an array it
 * tells the layers of the view, with one dimension in y too; of fewer dimensions the others
 * are 0.
 */
#include <math.h>
#include <string.h>

#include "texture.h"

#define SEL_KEEP	7u
#define HALF_TEXELS(offset)	((int32_t)((offset) << 27) >> 27)

/* ---- texels ---- */

static float to_linear(float c)
{
	return c <= 0.04045f ? c / 12.92f : (float)pow(((double)c + 0.055) / 1.055, 2.4);
}

bool sq_read_texel(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t, unsigned int level,
		   const uint32_t xyz[3], uint32_t value[4])
{
	const struct sq_port *port = &wave->state->port;
	const struct sq_surface *s = &t->level[level];
	uint8_t bytes[16] = { 0 };
	uint64_t addr;

	if (s->problem)
		return sq_violated(wave, f->at, f, -1, "level %u of the texture: %s", level, s->problem);
	memset(value, 0, 4 * sizeof(*value));
	if (!sq_surface_find(s, xyz[0], xyz[1], xyz[2], &addr))
		return true;
	if (!port->read(port->opaque, SQ_TEXTURE, addr, bytes, sq_format_size(t->format)))
		memset(bytes, 0, sizeof(bytes));
	sq_unpack(t->format, (enum sq_number)t->num_format, t->is_signed, t->srf, bytes, value);
	for (unsigned int c = 0; t->degamma && c < 3; c++)
		value[c] = sq_bits(to_linear(sq_float(value[c])));
	return true;
}

static bool load(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t, const uint32_t in[4],
		 uint32_t value[4])
{
	unsigned int axes = sq_texture_axes(t);
	uint32_t xyz[3] = { 0, 0, sq_texture_has_layers(t) ? in[2] : 0 };

	memset(value, 0, 4 * sizeof(*value));
	for (unsigned int c = 0; c < axes; c++)
		xyz[c] = in[c] + (uint32_t)(HALF_TEXELS(f->offset_xyz[c]) / 2);
	if (in[3] > t->last_level - t->base_level)
		return true;
	return sq_read_texel(wave, f, t, t->base_level + in[3], xyz, value);
}

/* ---- what is known of it ---- */

static void tell_size(const struct sq_texture *t, uint32_t lod, uint32_t value[4])
{
	unsigned int axes = sq_texture_axes(t), level = t->base_level + lod;
	uint32_t layers = t->last_layer < t->first_layer ? 0 : t->last_layer - t->first_layer + 1;

	memset(value, 0, 4 * sizeof(*value));
	value[3] = t->last_level - t->base_level + 1;
	if (lod >= value[3])
		return;
	value[0] = sq_level_edge(t->width, level);
	if (axes > 1)
		value[1] = sq_level_edge(t->height, level);
	if (axes > 2)
		value[2] = sq_level_edge(t->depth, level);
	if (sq_texture_has_layers(t))
		value[2] = layers;
	if (t->dim == SQ_TEX_1D_ARRAY)
		value[1] = layers;
}

/* ---- instructions ---- */

static bool is_sample(const struct sq_fetch *f)
{
	return f->op == &sq_ops[SQ_SAMPLE] || f->op == &sq_ops[SQ_SAMPLE_L] || f->op == &sq_ops[SQ_SAMPLE_LB] ||
	       f->op == &sq_ops[SQ_SAMPLE_LZ];
}

static bool check_load(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t)
{
	if (t->dim == SQ_TEX_CUBE)
		return sq_violated(wave, f->at, f, -1, "cubes are not modelled");
	for (unsigned int c = 0; c < 3; c++)
		if (f->offset_xyz[c] & 1)
			return sq_violated(wave, f->at, f, -1, "half texels are not modelled");
	return true;
}

static bool check(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t)
{
	if (t->problem)
		return sq_violated(wave, f->at, f, -1, "texture %u: %s", f->buffer_id, t->problem);
	for (unsigned int c = 0; c < 4; c++)
		if (f->src_sel[c] == 6)
			return sq_violated(wave, f->at, f, -1, "SRC_SEL 6 is reserved");
	if (f->op == &sq_ops[SQ_GET_TEXTURE_RESINFO])
		return true;
	return f->op == &sq_ops[SQ_LD] ? check_load(wave, f, t) : sq_check_sample(wave, f, t);
}

static bool run_lane(struct sq_wave *wave, const struct sq_fetch *f, const struct sq_texture *t,
		     const uint32_t in[4], uint32_t value[4])
{
	if (f->op == &sq_ops[SQ_LD])
		return load(wave, f, t, in, value);
	if (f->op != &sq_ops[SQ_GET_TEXTURE_RESINFO])
		return sq_sample(wave, f, t, in, value);
	tell_size(t, in[0], value);
	return true;
}

/* The texture chooses among components, but not of its size; then the instruction does. */
static void give(uint32_t (*dst)[SQ_LANES], const struct sq_fetch *f, const struct sq_texture *t, int lane,
		 const uint32_t value[4])
{
	bool size = f->op == &sq_ops[SQ_GET_TEXTURE_RESINFO], integers = size || t->num_format == SQ_INT;
	uint32_t swizzled[4];

	for (unsigned int c = 0; c < 4; c++)
		swizzled[c] = size ? value[c] : sq_choose(value, t->sel[c], integers);
	for (unsigned int c = 0; c < 4; c++)
		if (f->dst_sel[c] != SEL_KEEP)
			dst[c][lane] = sq_choose(swizzled, f->dst_sel[c], integers);
}

bool sq_run_texture(struct sq_wave *wave, const struct sq_fetch *f, const uint32_t *words)
{
	uint32_t (*src)[SQ_LANES] = sq_register(wave, f->at, f, f->src_gpr);
	uint32_t (*dst)[SQ_LANES] = src ? sq_register(wave, f->at, f, f->dst_gpr) : NULL;
	uint64_t mask = wave->active;
	struct sq_texture t;

	if (!dst)
		return false;
	if (f->op != &sq_ops[SQ_LD] && f->op != &sq_ops[SQ_GET_TEXTURE_RESINFO] && !is_sample(f))
		return sq_violated(wave, f->at, f, -1, "%s is not modelled", f->op->name);
	sq_take_texture(&t, wave->shader->program.isa, &wave->state->memory, words);
	if (!check(wave, f, &t))
		return false;
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t all[4] = { src[0][lane], src[1][lane], src[2][lane], src[3][lane] }, in[4], value[4];

		for (unsigned int c = 0; c < 4; c++)
			in[c] = sq_choose(all, f->src_sel[c], !is_sample(f));
		if (!run_lane(wave, f, &t, in, value))
			return false;
		give(dst, f, &t, lane, value);
	}
	return true;
}
