// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: loads from textures, and their sizes
 *
 * LD takes integers and a level in w, counted from the base level; what is outside reads 0 in all
 * components. A layer is in z. Of a texture with samples w is the sample, or with an FMASK the
 * fragment that this tells for it: four bits for each sample. GET_TEXTURE_RESINFO has the level
 * in x, GET_NUMBER_OF_SAMPLES its result in w.
 *
 * Fragments are where their samples are, so each FMASK that is read says so, whatever is in
 * memory: nothing but a program can see that. One that is not there, at address 0, says the same:
 * with that Mesa turns it off for depth, which its programs load like all else.
 *
 * Sources: AMD's instruction set and register guides, Mesa for where coordinates are. Guesses: of
 * a level that is not there RESINFO says 0; of an array it tells the layers of the view, with one
 * dimension in y too; of fewer dimensions the others are 0.
 */
#include <string.h>

#include "unit.h"

#define HALF_TEXELS(offset)	((int32_t)((offset) << 27) >> 27)

static void find_texel(const struct tx_op *op, int lane, uint32_t xyz[3])
{
	unsigned int axes = tx_axes(op->t);

	xyz[0] = 0;
	xyz[1] = 0;
	xyz[2] = tx_has_layers(op->t) ? op->in[2][lane] : 0;
	for (unsigned int c = 0; c < 3 && c < axes; c++)
		xyz[c] = op->in[c][lane] + (uint32_t)(HALF_TEXELS(op->f->offset_xyz[c]) / 2);
}

static bool is_inside(const struct tx_level *level, const uint32_t xyz[3])
{
	return xyz[0] < level->width && xyz[1] < level->height && xyz[2] < level->slices;
}

static bool check_load(const struct tx_op *op)
{
	if (op->t->dim == TX_CUBE)
		return tx_violated(op, "loads from cubes are not modelled");
	for (unsigned int c = 0; c < 3; c++)
		if (op->f->offset_xyz[c] & 1)
			return tx_violated(op, "half texels are not modelled");
	return true;
}

bool tx_run_load(struct tx_op *op)
{
	static const uint32_t nothing[4];
	const struct tx_texture *t = op->t;
	bool samples = t->dim >= TX_2D_MSAA;
	uint64_t mask = op->wave->active;

	if (!check_load(op))
		return false;
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t xyz[3], w = op->in[3][lane], most = samples ? (1u << t->samples_log2) - 1 : t->last_level - t->base_level;
		unsigned int level = t->base_level + (samples || w > most ? 0 : w);

		if (!tx_check_level(op, level))
			return false;
		find_texel(op, lane, xyz);
		if (w <= most && is_inside(&t->level[level], xyz))
			tx_give_color(op, lane, tx_read(op, tx_key(op, level, 0, 0, xyz[2], samples ? w : 0), xyz[0], xyz[1]));
		else
			tx_give_color(op, lane, nothing);
	}
	return true;
}

/* Four bits for each sample: its own number. */
static void read_fmask(const struct tx_op *op, const uint32_t xyz[3], uint32_t value[4])
{
	const struct sq_port *port = &op->wave->state->port;
	const struct sq_surface *s = &op->t->fmask;
	uint64_t kept = 0, addr;

	memset(value, 0, 4 * sizeof(*value));
	if (s->base && (!sq_surface_find(s, xyz[0], xyz[1], xyz[2], &addr) ||
			!port->read(port->opaque, SQ_FMASK, addr, &kept, 1u << s->tiling.element_log2)))
		return;
	value[0] = 0x76543210;
	value[1] = op->t->samples_log2 > 3 ? 0xfedcba98 : 0;
	if (op->t->samples_log2 < 3)
		value[0] &= (1u << (4u << op->t->samples_log2)) - 1;
}

bool tx_run_load_fmask(struct tx_op *op)
{
	uint64_t mask = op->wave->active;

	if (op->t->dim < TX_2D_MSAA)
		return tx_violated(op, "the texture has no samples, so no FMASK");
	if (op->t->fmask.problem)
		return tx_violated(op, "FMASK of the texture: %s", op->t->fmask.problem);
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t xyz[3], value[4];

		find_texel(op, lane, xyz);
		read_fmask(op, xyz, value);
		tx_give(op, lane, value, true);
	}
	return true;
}

bool tx_run_samples(struct tx_op *op)
{
	const uint32_t value[4] = { [3] = 1u << op->t->samples_log2 };
	uint64_t mask = op->wave->active;

	while (mask)
		tx_give(op, sq_next_lane(&mask), value, true);
	return true;
}

static void tell_size(const struct tx_texture *t, uint32_t lod, uint32_t value[4])
{
	unsigned int axes = tx_axes(t), level = t->base_level + lod;
	uint32_t layers = t->last_layer < t->first_layer ? 0 : t->last_layer - t->first_layer + 1;

	memset(value, 0, 4 * sizeof(*value));
	value[3] = t->last_level - t->base_level + 1;
	if (lod >= value[3])
		return;
	value[0] = tx_level_edge(t->width, level);
	if (axes > 1)
		value[1] = tx_level_edge(t->height, level);
	if (axes > 2)
		value[2] = tx_level_edge(t->depth, level);
	if (tx_has_layers(t))
		value[2] = layers;
	if (t->dim == TX_1D_ARRAY)
		value[1] = layers;
}

bool tx_run_size(struct tx_op *op)
{
	uint64_t mask = op->wave->active;

	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t value[4];

		tell_size(op->t, op->in[0][lane], value);
		tx_give(op, lane, value, true);
	}
	return true;
}
