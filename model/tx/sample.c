// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: samples of textures
 *
 * Coordinates are in x, y and z; a layer is in z, or the face of a cube and 8 for each cube before
 * it. A level or a bias is in w, and so is a reference, which makes way to z. GATHER4 has four
 * texels of one component in place of a colour.
 *
 * Sources: AMD's instruction set guides, and Mesa for where coordinates are and for the order of
 * GATHER4. Guesses: the coordinate of a layer is rounded; a given level has the sampler's bias,
 * but for level 0; GET_LOD's level is rounded where levels are not blended, and 0 where only one
 * is used; GATHER4 chooses among the components as the program sees them.
 */
#include <string.h>

#include "unit.h"

#define HALF_TEXELS(offset)	((int32_t)((offset) << 27) >> 27)
#define MOST_CUBES		0x2000
#define BIAS(field)	((float)((int32_t)((field) << 25) >> 25) / 16)

enum lod { COMPUTED, BIASED, GIVEN, ZERO };

static const struct {
	enum sq_opcode op;
	enum lod lod;
	bool compares;
} kinds[] = {
	{ SQ_SAMPLE, COMPUTED, false }, { SQ_SAMPLE_G, COMPUTED, false }, { SQ_SAMPLE_LB, BIASED, false },
	{ SQ_SAMPLE_L, GIVEN, false }, { SQ_SAMPLE_LZ, ZERO, false }, { SQ_SAMPLE_C, COMPUTED, true },
	{ SQ_SAMPLE_C_G, COMPUTED, true }, { SQ_SAMPLE_C_LB, BIASED, true }, { SQ_SAMPLE_C_L, GIVEN, true },
	{ SQ_SAMPLE_C_LZ, ZERO, true }, { SQ_GET_LOD, COMPUTED, false }, { SQ_GATHER4, ZERO, false },
	{ SQ_GATHER4_O, ZERO, false }, { SQ_GATHER4_C, ZERO, true }, { SQ_GATHER4_C_O, ZERO, true },
};

/* What an instruction does the same for all lanes. */
struct sampling {
	const struct tx_op *op;
	struct tx_sampler s;
	enum lod lod;
	bool compares, limited;		/* the reference, to what the texture can have */
	unsigned int reference;		/* which component */
	bool any_level;			/* all of them give the same */
};

static bool is_blended(const struct tx_sampler *s)
{
	return s->mag || s->min || s->mip == TX_MIP_LINEAR || (s->has_z && s->z) || s->mag_aniso || s->min_aniso;
}

static bool check(const struct sampling *sampling)
{
	const struct tx_texture *t = sampling->op->t;
	const struct sq_fetch *f = sampling->op->f;
	bool gathers = f->op == &sq_ops[SQ_GATHER4] || f->op == &sq_ops[SQ_GATHER4_O], given;

	if (t->dim >= TX_2D_MSAA)
		return tx_violated(sampling->op, "a texture with samples has no filter");
	if (t->num_format == SQ_INT && is_blended(&sampling->s) && !gathers)
		return tx_violated(sampling->op, "a filter of integers is not modelled");
	if (sampling->compares && sampling->reference == 2 && (tx_has_layers(t) || tx_axes(t) > 2 || t->dim == TX_CUBE))
		return tx_violated(sampling->op, "a reference and a coordinate are both in z");
	given = sampling->op->unit->has_gradients[0] && sampling->op->unit->has_gradients[1];
	if ((f->op == &sq_ops[SQ_SAMPLE_G] || f->op == &sq_ops[SQ_SAMPLE_C_G]) && !given)
		return tx_violated(sampling->op, "no gradients were set in this clause");
	return true;
}

static bool start(struct sampling *sampling, const struct tx_op *op)
{
	unsigned int kind = 0;

	while (op->f->op != &sq_ops[kinds[kind].op])
		kind++;
	*sampling = (struct sampling){ .op = op, .lod = kinds[kind].lod, .compares = kinds[kind].compares };
	sampling->reference = sampling->lod == BIASED || sampling->lod == GIVEN ? 2 : 3;
	sampling->limited = op->t->num_format == SQ_NORM && !sq_format_is_float(op->t->format, 0);
	if (!tx_take_sampler(op, &sampling->s))
		return false;
	sampling->any_level = (sampling->s.mip == TX_MIP_NONE || op->t->base_level == op->t->last_level) &&
			      sampling->s.mag == sampling->s.min && !sampling->s.mag_aniso && !sampling->s.min_aniso;
	return check(sampling);
}

static float limited(float x, float least, float most)
{
	return x > least ? x < most ? x : most : least;
}

/* Each cube has eight numbers, of which six are faces. */
static unsigned int slice_of_face(uint32_t z, uint32_t slices)
{
	uint32_t cubes = slices / 6, cube = z / 8 < cubes ? z / 8 : cubes - 1;

	return 6 * cube + (z % 8 < 6 ? z % 8 : 5);
}

unsigned int tx_find_slice(const struct tx_op *op, int lane)
{
	uint32_t slices = op->t->level[op->t->base_level].slices;
	float at = sq_float(op->in[2][lane]) + 0.5f;
	bool cube = op->t->dim == TX_CUBE;

	if ((!tx_has_layers(op->t) && !cube) || !(at > 0) || slices < (cube ? 6 : 1))
		return 0;
	if (cube)
		return slice_of_face((uint32_t)limited(at, 0, 8 * MOST_CUBES), slices);
	return (unsigned int)limited(at, 0, (float)slices - 1);
}

/* Before the sampler's limits. */
static void find_lods(const struct sampling *sampling, struct tx_footprints *prints)
{
	const struct tx_op *op = sampling->op;
	float bias = sampling->s.bias + BIAS(op->f->lod_bias);

	if (sampling->lod == COMPUTED || sampling->lod == BIASED) {
		tx_find_footprints(op, &sampling->s, prints);
	} else {
		memset(prints, 0, sizeof(*prints));
		SQ_EACH_LANE
			prints->probes[i] = 1;
	}
	if (sampling->lod == ZERO)
		return;
	SQ_EACH_LANE {
		float w = sq_float(op->in[3][i]);

		prints->lod[i] += bias + (sampling->lod == COMPUTED || w != w ? 0 : w);
	}
}

/* Nobody asks for the level where there is one, and one filter. */
static void find_limited_lods(const struct sampling *sampling, struct tx_footprints *prints)
{
	const struct tx_sampler *s = &sampling->s;

	if (sampling->any_level) {
		memset(prints->lod, 0, sizeof(prints->lod));
		return;
	}
	find_lods(sampling, prints);
	SQ_EACH_LANE
		prints->lod[i] = limited(prints->lod[i], s->min_lod, s->max_lod);
}

static void find_place(const struct sampling *sampling, int lane, struct tx_place *place)
{
	const struct tx_op *op = sampling->op;
	float reference = sq_float(op->in[sampling->reference][lane]);

	memset(place, 0, sizeof(*place));
	place->probes = 1;
	for (unsigned int c = 0; c < 3; c++) {
		place->at[c] = sq_float(op->in[c][lane]);
		place->offset[c] = HALF_TEXELS(op->f->offset_xyz[c]);
	}
	place->slice = tx_find_slice(op, lane);
	place->reference = sampling->limited ? limited(reference, 0, 1) : reference;
}

bool tx_run_sample(struct tx_op *op)
{
	uint64_t mask = op->wave->active;
	struct tx_footprints prints;
	struct sampling sampling;
	struct tx_place place;
	uint32_t value[4];

	if (!start(&sampling, op))
		return false;
	find_limited_lods(&sampling, &prints);
	if (!sampling.compares && tx_is_plain(op, &sampling.s))
		return tx_filter_plain(op, &sampling.s, prints.lod);
	while (mask) {
		int lane = sq_next_lane(&mask);

		find_place(&sampling, lane, &place);
		place.lod = prints.lod[lane];
		if (!sampling.any_level) {
			place.probes = prints.probes[lane];
			for (unsigned int c = 0; c < 3; c++)
				place.step[c] = prints.step[c][lane];
		}
		if (!tx_filter(op, &sampling.s, &place, sampling.compares, value))
			return false;
		tx_give_color(op, lane, value);
	}
	return true;
}

/* The computed one in x, the one that is used in y. */
bool tx_run_lod(struct tx_op *op)
{
	float last = (float)(op->t->last_level - op->t->base_level);
	uint64_t mask = op->wave->active;
	struct tx_footprints prints;
	struct sampling sampling;

	if (!start(&sampling, op))
		return false;
	find_lods(&sampling, &prints);
	while (mask) {
		int lane = sq_next_lane(&mask);
		uint32_t value[4] = { sq_bits(prints.lod[lane]) };
		float used;

		used = limited(limited(prints.lod[lane], sampling.s.min_lod, sampling.s.max_lod), 0, last);
		if (sampling.s.mip != TX_MIP_LINEAR)
			used = sampling.s.mip == TX_MIP_NONE ? 0 : floorf(used + 0.5f);
		value[1] = sq_bits(used);
		tx_give(op, lane, value, false);
	}
	return true;
}

/* ---- four texels ---- */

static bool takes_offsets(const struct tx_op *op)
{
	return op->f->op == &sq_ops[SQ_GATHER4_O] || op->f->op == &sq_ops[SQ_GATHER4_C_O];
}

/* Integers have no filter that would go half a texel back. */
static void move_place(const struct tx_op *op, int lane, struct tx_place *place)
{
	for (unsigned int c = 0; c < 2; c++) {
		if (takes_offsets(op))
			place->offset[c] = (int32_t)(2 * (uint32_t)op->unit->offset[c][lane]);
		place->offset[c] += op->t->num_format == SQ_INT;
	}
}

bool tx_run_gather(struct tx_op *op)
{
	/* Which of (0,0) (1,0) (0,1) (1,1) comes as which component. */
	static const uint8_t orders[2][4] = { [SQ_EVERGREEN] = { 1, 2, 3, 0 }, [SQ_CAYMAN] = { 2, 3, 1, 0 } };
	const uint8_t *order = orders[op->wave->shader->program.isa];
	bool integers = op->t->num_format == SQ_INT;
	uint64_t mask = op->wave->active;
	uint32_t texel[4][4], value[4];
	struct sampling sampling;
	struct tx_place place;

	if (!start(&sampling, op))
		return false;
	if (op->t->dim == TX_3D)
		return tx_violated(op, "four texels of a texture with three dimensions");
	if (takes_offsets(op) && !op->unit->has_offsets)
		return tx_violated(op, "no offsets were set in this clause");
	sampling.s.mag = TX_LINEAR;
	while (mask) {
		int lane = sq_next_lane(&mask);

		find_place(&sampling, lane, &place);
		move_place(op, lane, &place);
		if (!tx_filter_taps(op, &sampling.s, &place, texel))
			return false;
		for (unsigned int i = 0; i < 4; i++) {
			const uint32_t *from = texel[order[i]];
			bool passes = tx_compare(sampling.s.compare, place.reference, sq_float(from[0]));

			value[i] = sampling.compares ? passes ? sq_bits(1.0f) : 0 :
				   sq_choose(from, op->t->sel[op->f->inst_mod], integers);
		}
		tx_give(op, lane, value, integers);
	}
	return true;
}
