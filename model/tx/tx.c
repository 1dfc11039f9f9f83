// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: instructions of the texture unit
 *
 * All lanes are looked at before any gets its result: a lane's gradient needs its neighbours.
 *
 * Sources: AMD's instruction set guides. Guess: what is read of a null resource is 0.
 */
#include <string.h>

#include "unit.h"

#define SEL_KEEP	7u
#define SEL_RESERVED	6u

struct kind {
	bool (*run)(struct tx_op *op);
	bool integers;			/* what it takes */
	bool no_resource, no_result, modes;
};

static const struct kind kinds[SQ_OPCODES] = {
	[SQ_LD] = { tx_run_load, true, .modes = true }, [SQ_GET_TEXTURE_RESINFO] = { tx_run_size, true },
	[SQ_GET_NUMBER_OF_SAMPLES] = { tx_run_samples, true }, [SQ_GET_LOD] = { tx_run_lod },
	[SQ_GET_GRADIENTS_H] = { tx_run_get_gradients, .no_resource = true, .modes = true },
	[SQ_GET_GRADIENTS_V] = { tx_run_get_gradients, .no_resource = true, .modes = true },
	[SQ_SET_TEXTURE_OFFSETS] = { tx_run_set_offsets, true, .no_resource = true, .no_result = true },
	[SQ_KEEP_GRADIENTS] = { tx_run_keep_gradients, .no_resource = true, .no_result = true },
	[SQ_SET_GRADIENTS_H] = { tx_run_set_gradients, .no_resource = true, .no_result = true },
	[SQ_SET_GRADIENTS_V] = { tx_run_set_gradients, .no_resource = true, .no_result = true },
	[SQ_SAMPLE] = { tx_run_sample }, [SQ_SAMPLE_L] = { tx_run_sample }, [SQ_SAMPLE_LB] = { tx_run_sample },
	[SQ_SAMPLE_LZ] = { tx_run_sample }, [SQ_SAMPLE_G] = { tx_run_sample }, [SQ_SAMPLE_C] = { tx_run_sample },
	[SQ_SAMPLE_C_L] = { tx_run_sample }, [SQ_SAMPLE_C_LB] = { tx_run_sample },
	[SQ_SAMPLE_C_LZ] = { tx_run_sample }, [SQ_SAMPLE_C_G] = { tx_run_sample },
	[SQ_GATHER4] = { tx_run_gather, .modes = true }, [SQ_GATHER4_O] = { tx_run_gather, .modes = true },
	[SQ_GATHER4_C] = { tx_run_gather, .modes = true }, [SQ_GATHER4_C_O] = { tx_run_gather, .modes = true },
};

static const struct kind *kind_of(const struct sq_fetch *f)
{
	return &kinds[f->op - sq_ops];
}

void tx_give(const struct tx_op *op, int lane, const uint32_t value[4], bool integers)
{
	for (unsigned int c = 0; c < 4; c++)
		if (op->f->dst_sel[c] != SEL_KEEP)
			op->dst[c][lane] = sq_choose(value, op->f->dst_sel[c], integers);
}

void tx_give_color(const struct tx_op *op, int lane, const uint32_t value[4])
{
	bool integers = op->t->num_format == SQ_INT;
	uint32_t chosen[4];

	for (unsigned int c = 0; c < 4; c++)
		chosen[c] = sq_choose(value, op->t->sel[c], integers);
	tx_give(op, lane, chosen, integers);
}

/* Lanes that @runs has ones for. */
SQ_CLONES static void give_row(uint32_t *dst, const float *value, const uint32_t *runs)
{
	SQ_EACH_LANE
		dst[i] = (sq_bits(value[i]) & runs[i]) | (dst[i] & ~runs[i]);
}

SQ_CLONES static void give_component(uint32_t *dst, uint32_t value[SQ_LANES][4], uint32_t from, const uint32_t *runs)
{
	SQ_EACH_LANE
		dst[i] = (value[i][from] & runs[i]) | (dst[i] & ~runs[i]);
}

SQ_CLONES static void give_constant(uint32_t *dst, uint32_t constant, const uint32_t *runs)
{
	SQ_EACH_LANE
		dst[i] = (constant & runs[i]) | (dst[i] & ~runs[i]);
}

/* The instruction chooses among what the texture has chosen. */
void tx_give_colors(const struct tx_op *op, uint32_t value[SQ_LANES][4], uint64_t mask)
{
	const uint32_t *runs = sq_mask_row(op->wave, mask);
	static const uint32_t none[4];
	bool integers = op->t->num_format == SQ_INT;

	for (unsigned int c = 0; c < 4; c++) {
		uint32_t sel = op->f->dst_sel[c], from = sel < 4 ? op->t->sel[sel] : sel;

		if (sel != SEL_KEEP && from < 4)
			give_component(op->dst[c], value, from, runs);
		else if (sel != SEL_KEEP)
			give_constant(op->dst[c], sq_choose(none, from, integers), runs);
	}
}

void tx_give_rows(const struct tx_op *op, float value[4][SQ_LANES])
{
	const uint32_t *runs = sq_mask_row(op->wave, op->wave->active);
	static const uint32_t none[4];

	for (unsigned int c = 0; c < 4; c++) {
		uint32_t sel = op->f->dst_sel[c];

		if (sel < 4)
			give_row(op->dst[c], value[sel], runs);
		else if (sel != SEL_KEEP)
			give_constant(op->dst[c], sq_choose(none, sel, false), runs);
	}
}

static void give_nothing(const struct tx_op *op)
{
	static const uint32_t nothing[4];
	uint64_t mask = op->wave->active;

	while (mask)
		tx_give(op, sq_next_lane(&mask), nothing, false);
}

/* Lanes that do not run too: they may be somebody's neighbours. */
static void take_sources(struct tx_op *op, uint32_t (*src)[SQ_LANES], bool integers)
{
	static const uint32_t none[4];

	for (unsigned int c = 0; c < 4; c++) {
		uint32_t sel = op->f->src_sel[c], constant = sq_choose(none, sel < 4 ? 4 : sel, integers);

		if (sel < 4)
			memcpy(op->in[c], src[sel], sizeof(op->in[c]));
		for (unsigned int lane = 0; sel >= 4 && lane < SQ_LANES; lane++)
			op->in[c][lane] = constant;
	}
}

static bool check(const struct tx_op *op, const struct kind *kind)
{
	if (!kind->run)
		return tx_violated(op, "%s is not modelled", op->f->op->name);
	if (op->f->inst_mod && !kind->modes)
		return tx_violated(op, "INST_MOD %u of %s is reserved", op->f->inst_mod, op->f->op->name);
	for (unsigned int c = 0; c < 4; c++)
		if (op->f->src_sel[c] == SEL_RESERVED)
			return tx_violated(op, "SRC_SEL 6 is reserved");
	return true;
}

void tx_begin_clause(struct sq_wave *wave)
{
	if (!wave->tx)
		return;
	wave->tx->has_gradients[0] = false;
	wave->tx->has_gradients[1] = false;
	wave->tx->has_offsets = false;
}

bool tx_has_resource(const struct sq_fetch *f)
{
	return !kind_of(f)->no_resource;
}

static bool take_resource(struct tx_op *op, const uint32_t *words)
{
	op->t = tx_find_texture(op->unit, op->wave, op->f->buffer_id, words);
	if (op->t->problem)
		return tx_violated(op, "texture %u: %s", op->f->buffer_id, op->t->problem);
	if (!op->wave->state->keeps_texels)
		tx_forget_texels(op->unit);
	return true;
}

bool tx_run(struct sq_wave *wave, const struct sq_fetch *f, const uint32_t *words)
{
	struct tx_op op = { .wave = wave, .f = f, .unit = tx_unit_of(wave) };
	const struct kind *kind = kind_of(f);
	uint32_t (*src)[SQ_LANES] = sq_register(wave, f->at, f, f->src_gpr);

	op.dst = src && !kind->no_result ? sq_register(wave, f->at, f, f->dst_gpr) : src;
	if (!op.dst || !check(&op, kind))
		return false;
	if (!op.unit)
		return tx_violated(&op, "no memory");
	take_sources(&op, src, kind->integers);
	if (!kind->no_resource && !take_resource(&op, words))
		return false;
	if (op.t && op.t->null) {
		give_nothing(&op);
		return true;
	}
	return f->op == &sq_ops[SQ_LD] && f->inst_mod ? tx_run_load_fmask(&op) : kind->run(&op);
}
