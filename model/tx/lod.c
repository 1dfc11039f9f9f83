// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: gradients, levels of detail, and anisotropy
 *
 * Four lanes in a row are neighbours, so that a coordinate has a gradient to the right and one
 * down; an instruction may give them instead. The level of detail is the logarithm of the longer
 * one, in texels. With an anisotropic filter several probes along the longer one share it.
 *
 * All lanes of a quad have the gradients of its first lane, which are also what GET_GRADIENTS
 * gives. Piglit's texgrad compares both, and by Mesa's list of what fails on a Turks it passes
 * there, except for cubes.
 *
 * Sources: AMD's instruction set guides for what there is, shaders of Mesa for how it is used.
 * Guesses: lengths are Euclid's; in a cube each lane has the gradients of its own row and column;
 * where nothing has a neighbour, they are 0 and so is the level; neighbours on other faces of a
 * cube count as where they are seen on this one; probes are as many as the ratio of the gradients,
 * rounded up, but not more than texture and sampler allow, all alike.
 */
#include <string.h>

#include "unit.h"

#define MOST_PROBES_LOG2	4u

enum { RIGHT, DOWN };

/* Of each lane and its neighbour, quad by quad; or what the first two have, for all four lanes. */
static void find_differences(const uint32_t row[SQ_LANES], unsigned int direction, bool own, float difference[SQ_LANES])
{
	unsigned int other = direction == DOWN ? 2 : 1, beside = 3 - other;

	for (const uint32_t *quad = row; quad < row + SQ_LANES; quad += 4, difference += 4) {
		float first = sq_float(quad[other]) - sq_float(quad[0]);
		float second = own ? sq_float(quad[3]) - sq_float(quad[beside]) : first;

		difference[0] = first;
		difference[other] = first;
		difference[beside] = second;
		difference[3] = second;
	}
}

/* ---- cubes ---- */

/* A whole number, which may have a layer in it. */
static unsigned int face_of(const struct tx_op *op, unsigned int lane)
{
	float at = sq_float(op->in[2][lane]);

	return at >= 0 && at < 65536 ? (unsigned int)(at + 0.5f) % 6 : 0;
}

/* From a lane to another one, as it is seen on its own face; coordinates of faces begin at 1. */
static void see_across(const struct tx_op *op, unsigned int lane, unsigned int direction,
		       float gradient[2][3][SQ_LANES])
{
	unsigned int other = lane ^ (direction == DOWN ? 2 : 1);
	float at[2] = { sq_float(op->in[0][other]) - 1, sq_float(op->in[1][other]) - 1 };
	bool seen = tx_cube_project(face_of(op, lane), face_of(op, other), at);

	for (unsigned int c = 0; c < 2; c++) {
		float difference = seen ? at[c] + 1 - sq_float(op->in[c][lane]) : 0;

		gradient[direction][c][lane] = other > lane ? difference : -difference;
	}
}

static void correct_faces(const struct tx_op *op, float gradient[2][3][SQ_LANES])
{
	for (unsigned int lane = 0; lane < SQ_LANES; lane++)
		for (unsigned int direction = RIGHT; direction <= DOWN; direction++)
			if (face_of(op, lane) != face_of(op, lane ^ (direction == DOWN ? 2 : 1)))
				see_across(op, lane, direction, gradient);
}

/* ---- footprints ---- */

static bool is_given(const struct sq_fetch *f)
{
	return f->op == &sq_ops[SQ_SAMPLE_G] || f->op == &sq_ops[SQ_SAMPLE_C_G];
}

static void find_gradients(const struct tx_op *op, float gradient[2][3][SQ_LANES])
{
	unsigned int axes = tx_axes(op->t);
	bool cube = op->t->dim == TX_CUBE;

	if (is_given(op->f)) {
		memcpy(gradient, op->unit->gradient, sizeof(op->unit->gradient));
		return;
	}
	for (unsigned int direction = RIGHT; direction <= DOWN; direction++)
		for (unsigned int c = 0; c < axes; c++)
			find_differences(op->in[c], direction, cube, gradient[direction][c]);
	if (cube)
		correct_faces(op, gradient);
}

/* Squares of their lengths, in texels. */
static void find_squares(const struct tx_op *op, float gradient[3][SQ_LANES], float square[SQ_LANES])
{
	const struct tx_level *base = &op->t->level[op->t->base_level];
	const uint32_t size[3] = { base->width, base->height, base->slices };

	memset(square, 0, SQ_LANES * sizeof(*square));
	for (unsigned int c = 0; c < tx_axes(op->t); c++) {
		float texels = op->f->coord_type[c] ? (float)size[c] : 1;

		SQ_EACH_LANE
			square[i] += gradient[c][i] * texels * (gradient[c][i] * texels);
	}
}

/* Of squares. */
static unsigned int count_probes(const struct tx_op *op, const struct tx_sampler *s, float more, float less)
{
	unsigned int log2 = s->aniso_log2 < op->t->aniso_log2 ? s->aniso_log2 : op->t->aniso_log2;
	float most = (float)(1u << (log2 < MOST_PROBES_LOG2 ? log2 : MOST_PROBES_LOG2));

	if (!(more > less) || !(more < INFINITY))
		return 1;
	return more >= most * most * less ? (unsigned int)most : (unsigned int)ceilf(sqrtf(more / less));
}

static void find_probes(const struct tx_op *op, const struct tx_sampler *s, float gradient[2][3][SQ_LANES],
			float square[2][SQ_LANES], struct tx_footprints *prints)
{
	SQ_EACH_LANE {
		unsigned int longer = square[DOWN][i] > square[RIGHT][i] ? DOWN : RIGHT;

		prints->probes[i] = count_probes(op, s, square[longer][i], square[!longer][i]);
		prints->lod[i] -= log2f((float)prints->probes[i]);
		for (unsigned int c = 0; c < 3; c++)
			prints->step[c][i] = gradient[longer][c][i];
	}
}

/* Of squares of lengths: half the logarithm. Lanes beside one another mostly have the same. */
static void find_levels(uint64_t mask, float square[2][SQ_LANES], float lod[SQ_LANES])
{
	float last = 1, level = 0;

	while (mask) {
		int lane = sq_next_lane(&mask);
		float longer = square[RIGHT][lane] > square[DOWN][lane] ? square[RIGHT][lane] : square[DOWN][lane];

		if (longer != last) {
			last = longer;
			level = log2f(longer) / 2;
		}
		lod[lane] = level;
	}
}

void tx_find_footprints(const struct tx_op *op, const struct tx_sampler *s, struct tx_footprints *prints)
{
	float gradient[2][3][SQ_LANES] = { { { 0 } } }, square[2][SQ_LANES];

	SQ_EACH_LANE
		prints->probes[i] = 1;
	memset(prints->lod, 0, sizeof(prints->lod));
	memset(prints->step, 0, sizeof(prints->step));
	if (!op->wave->state->quads && !is_given(op->f))
		return;
	find_gradients(op, gradient);
	for (unsigned int direction = RIGHT; direction <= DOWN; direction++)
		find_squares(op, gradient[direction], square[direction]);
	find_levels(op->wave->active, square, prints->lod);
	if (s->mag_aniso || s->min_aniso)
		find_probes(op, s, gradient, square, prints);
}

/* ---- instructions ---- */

/* Of a source; 0 where nothing has a neighbour. */
static void find_of_source(const struct tx_op *op, unsigned int c, unsigned int direction, bool own,
			   float difference[SQ_LANES])
{
	if (op->wave->state->quads)
		find_differences(op->in[c], direction, own, difference);
	else
		memset(difference, 0, SQ_LANES * sizeof(*difference));
}

/* Without a mode all lanes of a quad have the gradient of the first. */
bool tx_run_get_gradients(struct tx_op *op)
{
	unsigned int direction = op->f->op == &sq_ops[SQ_GET_GRADIENTS_V] ? DOWN : RIGHT;
	float difference[4][SQ_LANES];

	for (unsigned int c = 0; c < 4; c++)
		find_of_source(op, c, direction, op->f->inst_mod, difference[c]);
	tx_give_rows(op, difference);
	return true;
}

static void set_row(const struct tx_op *op, void *row, const void *from)
{
	uint64_t mask = op->wave->active;

	while (mask) {
		int lane = sq_next_lane(&mask);

		((uint32_t *)row)[lane] = ((const uint32_t *)from)[lane];
	}
}

bool tx_run_set_gradients(struct tx_op *op)
{
	unsigned int direction = op->f->op == &sq_ops[SQ_SET_GRADIENTS_V] ? DOWN : RIGHT;

	op->unit->has_gradients[direction] = true;
	for (unsigned int c = 0; c < 3; c++)
		set_row(op, op->unit->gradient[direction][c], op->in[c]);
	return true;
}

bool tx_run_keep_gradients(struct tx_op *op)
{
	float difference[SQ_LANES];

	for (unsigned int direction = RIGHT; direction <= DOWN; direction++) {
		op->unit->has_gradients[direction] = true;
		for (unsigned int c = 0; c < 3; c++) {
			find_of_source(op, c, direction, true, difference);
			set_row(op, op->unit->gradient[direction][c], difference);
		}
	}
	return true;
}

bool tx_run_set_offsets(struct tx_op *op)
{
	op->unit->has_offsets = true;
	for (unsigned int c = 0; c < 3; c++)
		set_row(op, op->unit->offset[c], op->in[c]);
	return true;
}
