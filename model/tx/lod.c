// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: gradients, levels of detail, and anisotropy
 *
 * Four lanes in a row are neighbours, so that a coordinate has a gradient to the right and one
 * down; an instruction may give them instead. The level of detail is the logarithm of the longer
 * one, in texels. With an anisotropic filter several probes along the longer one share it.
 *
 * Sources: AMD's instruction set guides for what there is, shaders of Mesa for how it is used.
 * Guesses: lengths are Euclid's; each lane has the gradients of its own row and column; where
 * nothing has a neighbour, they are 0 and so is the level; neighbours on other faces of a cube
 * count as where they are seen on this one; probes are as many as the ratio of the gradients,
 * rounded up, but not more than texture and sampler allow, all alike.
 */
#include "unit.h"

float tx_difference(const uint32_t row[SQ_LANES], int lane, unsigned int down)
{
	int other = down ? 2 : 1;

	return sq_float(row[lane | other]) - sq_float(row[lane & ~other]);
}

/* Which face of a cube: a whole number, which may have a layer in it. */
static unsigned int face_of(const struct tx_op *op, int lane)
{
	float at = sq_float(op->in[2][lane]);

	return at >= 0 && at < 65536 ? (unsigned int)(at + 0.5f) % 6 : 0;
}

/* From this lane to the other, as it is seen on this lane's face. */
static bool across_faces(const struct tx_op *op, int lane, int other, float difference[2])
{
	float at[2] = { sq_float(op->in[0][other]) - 1, sq_float(op->in[1][other]) - 1 };

	if (!tx_cube_project(face_of(op, lane), face_of(op, other), at))
		return false;
	for (unsigned int c = 0; c < 2; c++) {
		difference[c] = at[c] + 1 - sq_float(op->in[c][lane]);
		difference[c] = other > lane ? difference[c] : -difference[c];
	}
	return true;
}

static void find_gradient(const struct tx_op *op, int lane, unsigned int down, float gradient[3])
{
	int other = lane ^ (down ? 2 : 1);

	for (unsigned int c = 0; c < tx_axes(op->t); c++)
		gradient[c] = tx_difference(op->in[c], lane, down);
	if (op->t->dim == TX_CUBE && face_of(op, lane) != face_of(op, other) &&
	    !across_faces(op, lane, other, gradient)) {
		gradient[0] = 0;
		gradient[1] = 0;
	}
}

static bool is_given(const struct sq_fetch *f)
{
	return f->op == &sq_ops[SQ_SAMPLE_G] || f->op == &sq_ops[SQ_SAMPLE_C_G];
}

static void take_gradients(const struct tx_op *op, int lane, float gradient[2][3])
{
	for (unsigned int down = 0; down < 2; down++) {
		if (!is_given(op->f))
			find_gradient(op, lane, down, gradient[down]);
		for (unsigned int c = 0; is_given(op->f) && c < tx_axes(op->t); c++)
			gradient[down][c] = op->unit->gradient[down][c][lane];
	}
}

static float square_of(const struct tx_op *op, const float gradient[3])
{
	const struct tx_level *base = &op->t->level[op->t->base_level];
	const uint32_t size[3] = { base->width, base->height, base->slices };
	float sum = 0;

	for (unsigned int c = 0; c < tx_axes(op->t); c++) {
		float texels = gradient[c] * (op->f->coord_type[c] ? (float)size[c] : 1);

		sum += texels * texels;
	}
	return sum;
}

/* Of squares. */
static unsigned int count_probes(const struct tx_op *op, const struct tx_sampler *s, float more, float less)
{
	unsigned int log2 = s->aniso_log2 < op->t->aniso_log2 ? s->aniso_log2 : op->t->aniso_log2;
	float most = (float)(1u << (log2 < 4 ? log2 : 4));

	if (!(more > less) || !(more < INFINITY))
		return 1;
	return more >= most * most * less ? (unsigned int)most : (unsigned int)ceilf(sqrtf(more / less));
}

void tx_find_footprint(const struct tx_op *op, const struct tx_sampler *s, int lane, struct tx_place *place)
{
	float gradient[2][3] = { { 0 } }, square[2], more;
	unsigned int longer;

	place->probes = 1;
	place->lod = 0;
	if (!op->wave->state->quads && !is_given(op->f))
		return;
	take_gradients(op, lane, gradient);
	for (unsigned int down = 0; down < 2; down++)
		square[down] = square_of(op, gradient[down]);
	longer = square[1] > square[0];
	more = square[longer];
	if (s->mag_aniso || s->min_aniso)
		place->probes = count_probes(op, s, more, square[!longer]);
	for (unsigned int c = 0; c < 3; c++)
		place->step[c] = gradient[longer][c];
	place->lod = log2f(more) / 2 - (place->probes > 1 ? log2f((float)place->probes) : 0);
}

/* ---- instructions ---- */

bool tx_run_get_gradients(struct tx_op *op)
{
	unsigned int down = op->f->op == &sq_ops[SQ_GET_GRADIENTS_V];
	uint64_t mask = op->wave->active;

	while (mask) {
		int lane = sq_next_lane(&mask), of = op->f->inst_mod ? lane : lane & ~3;
		uint32_t value[4] = { 0 };

		for (unsigned int c = 0; op->wave->state->quads && c < 4; c++)
			value[c] = sq_bits(tx_difference(op->in[c], of, down));
		tx_give(op, lane, value, false);
	}
	return true;
}

bool tx_run_set_gradients(struct tx_op *op)
{
	unsigned int down = op->f->op == &sq_ops[SQ_SET_GRADIENTS_V];
	uint64_t mask = op->wave->active;

	op->unit->has_gradients[down] = true;
	while (mask) {
		int lane = sq_next_lane(&mask);

		for (unsigned int c = 0; c < 3; c++)
			op->unit->gradient[down][c][lane] = sq_float(op->in[c][lane]);
	}
	return true;
}

bool tx_run_keep_gradients(struct tx_op *op)
{
	uint64_t mask = op->wave->active;

	op->unit->has_gradients[0] = true;
	op->unit->has_gradients[1] = true;
	while (mask) {
		int lane = sq_next_lane(&mask);

		for (unsigned int c = 0; c < 3; c++)
			for (unsigned int down = 0; down < 2; down++)
				op->unit->gradient[down][c][lane] =
					op->wave->state->quads ? tx_difference(op->in[c], lane, down) : 0;
	}
	return true;
}

bool tx_run_set_offsets(struct tx_op *op)
{
	uint64_t mask = op->wave->active;

	op->unit->has_offsets = true;
	while (mask) {
		int lane = sq_next_lane(&mask);

		for (unsigned int c = 0; c < 3; c++)
			op->unit->offset[c][lane] = (int32_t)op->in[c][lane];
	}
	return true;
}
