// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs of patches
 *
 * Patches are taken in groups, whose waves share LDS: LS runs for each of their vertices, HS for each
 * of the control points that come out, and says what the factors are. What the tessellator makes of
 * these goes on to the program of the domain's points, in VS or ES, which reads LDS as well; so the
 * next group starts when all of that has run.
 *
 * Sources: AMD's register guides; Mesa for what registers hold at the start, the order of factors
 * and that LDS is read by the last of these programs. Guesses: factors stay inside the chip, since
 * Mesa gives them no memory; vertices are counted through the group; where a group's factors begin.
 */
#include <stdlib.h>
#include <string.h>

#include "hull.h"
#include "tess.h"

#define LS_HS_CONFIG	0x28b58u
#define FACTORS_AT	0x100u		/* bytes */
#define NOT_YET		SQ_POISON

struct hull {
	const struct draw_card *card;
	struct vgt *vgt;
	enum { HULL_COLLECT, HULL_LS, HULL_HS, HULL_TESSELLATED } is;
	struct sq_work *ls, *hs;
	unsigned int ls_gprs, hs_gprs, lanes;
	uint8_t *lds;
	uint32_t lds_dwords;
	unsigned int most, inputs, outputs;	/* patches of a group; points of a patch */

	unsigned int patches;
	struct vgt_primitive *patch;
	struct sq_factors factors;
	struct tess tess;
	unsigned int at, index;		/* the next patch; the next index of what was made of that before it */
};

/* ---- what comes out ---- */

static void make(const struct hull *h, struct feed_primitive *p)
{
	const struct vgt_primitive *patch = &h->patch[h->at - 1];
	unsigned int n = h->tess.corners;

	*p = (struct feed_primitive){
		.shape = feed_shape(n), .n = n, .provoking = h->vgt->last ? n - 1 : 0,
		.edge = { true, true, true }, .first = true, .id = patch->id,
	};
	for (unsigned int i = 0; i < n; i++) {
		unsigned int point = h->tess.index[h->index + i];

		p->vertex[i] = (struct feed_vertex){
			{ sq_bits(h->tess.point[point].u), sq_bits(h->tess.point[point].v), h->at - 1, patch->id },
		};
	}
}

static void tessellate(struct hull *h)
{
	unsigned int n = tess_factors(&h->tess);
	float factor[TESS_FACTORS];

	for (unsigned int i = 0; i < n; i++) {
		uint32_t value = h->factors.value[h->at * n + i];

		factor[i] = sq_float(value);
		if (value == NOT_YET)
			draw_violation(h->card, "HS: factor %u of patch %u was not written", i, h->patch[h->at].id);
	}
	tess_make(&h->tess, factor);
	h->at++;
	h->index = 0;
}

static bool next_of_patches(void *opaque, struct feed_primitive *p)
{
	struct hull *h = opaque;

	if (h->is != HULL_TESSELLATED)
		return false;
	while (h->index == h->tess.indices) {
		if (h->at == h->patches)
			return false;
		tessellate(h);
	}
	make(h, p);
	h->index += h->tess.corners;
	return true;
}

/* ---- waves ---- */

/* A row of R0, for a thread of a group. */
static void give(struct sq_work *work, unsigned int lanes, unsigned int thread, const uint32_t r0[4])
{
	struct sq_wave *wave = sq_wave_number(work, thread / lanes);

	for (unsigned int c = 0; c < 4; c++)
		wave->row[c][thread % lanes] = r0[c];
}

static void start_vertices(struct hull *h)
{
	const uint32_t poison = SQ_POISON;

	for (uint32_t i = 0; i < h->lds_dwords; i++)
		memcpy(h->lds + 4 * (size_t)i, &poison, sizeof(poison));
	sq_restart_waves(h->ls, h->patches * h->inputs);
	for (unsigned int i = 0; i < h->patches * h->inputs && h->ls_gprs; i++) {
		const struct vgt_primitive *p = &h->patch[i / h->inputs];
		const uint32_t r0[4] = { p->index[i % h->inputs], i, p->id, p->instance };

		give(h->ls, h->lanes, i, r0);
	}
	draw_count(h->card, DRAW_VS_INVOCATIONS, (uint64_t)h->patches * h->inputs);
	h->is = HULL_LS;
}

static void start_points(struct hull *h)
{
	h->factors.n = h->patches * tess_factors(&h->tess);
	for (uint32_t i = 0; i < h->factors.n; i++)
		h->factors.value[i] = NOT_YET;
	sq_restart_waves(h->hs, h->patches * h->outputs);
	for (unsigned int i = 0; i < h->patches * h->outputs && h->hs_gprs; i++) {
		unsigned int patch = i / h->outputs;
		const uint32_t r0[4] = { h->patch[patch].id, patch, i % h->outputs, FACTORS_AT };

		give(h->hs, h->lanes, i, r0);
	}
	draw_count(h->card, DRAW_HS_INVOCATIONS, h->patches);
	h->is = HULL_HS;
}

static bool collect(struct hull *h)
{
	h->patches = 0;
	while (h->patches < h->most && vgt_next(h->vgt, &h->patch[h->patches]))
		h->patches++;
	return h->patches;
}

static enum stages_is run(void *opaque, uint64_t instructions)
{
	struct hull *h = opaque;
	enum sq_wave_is is;

	if (!h->tess.good)
		return STAGES_WRONG;
	if (h->is == HULL_TESSELLATED)
		h->is = HULL_COLLECT;
	if (h->is == HULL_COLLECT) {
		if (!collect(h))
			return vgt_ended(h->vgt) ? STAGES_DONE : STAGES_RUN;
		start_vertices(h);
	}
	is = sq_continue(h->is == HULL_LS ? h->ls : h->hs, instructions);
	if (is == SQ_RUNS)
		return STAGES_RUN;
	if (is != SQ_ENDED)
		return STAGES_WRONG;
	if (h->is == HULL_LS) {
		start_points(h);
		return STAGES_RUN;
	}
	h->at = 0;
	h->index = 0;
	h->tess.indices = 0;
	h->is = HULL_TESSELLATED;
	return STAGES_READY;
}

/* ---- start ---- */

static void take_config(struct hull *h)
{
	uint32_t config = draw_reg(h->card, LS_HS_CONFIG);

	h->most = config & 0xff;
	h->inputs = config >> 8 & 0x3f;
	h->outputs = config >> 14 & 0x3f;
	if (h->most && h->inputs && h->inputs <= VGT_MOST && h->outputs && h->outputs <= VGT_MOST)
		return;
	draw_violation(h->card, "VGT: groups of %u patches, %u points in, %u out", h->most, h->inputs, h->outputs);
	h->tess.good = false;
	h->most = h->inputs = h->outputs = 1;
}

static bool make_works(struct hull *h, const struct draw_program *ls, const struct draw_program *hs)
{
	h->patch = calloc(h->most, sizeof(*h->patch));
	h->factors.base = FACTORS_AT;
	h->factors.value = calloc((size_t)h->most * TESS_FACTORS, sizeof(*h->factors.value));
	h->lds = calloc(h->lds_dwords + 1, 4);
	if (!h->patch || !h->factors.value || !h->lds)
		return false;
	h->ls = sq_begin_waves(ls->shader, ls->state, h->most * h->inputs, h->lds);
	h->hs = sq_begin_waves(hs->shader, hs->state, h->most * h->outputs, h->lds);
	if (!h->ls || !h->hs)
		return false;
	for (unsigned int i = 0; i < h->most * h->outputs; i += h->lanes)
		sq_wave_number(h->hs, i / h->lanes)->factors = &h->factors;
	return true;
}

struct hull *hull_begin(const struct draw_card *card, const struct draw_program *ls, const struct draw_program *hs,
			struct vgt *vgt)
{
	struct hull *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->card = card;
	h->vgt = vgt;
	h->ls_gprs = ls->shader->gprs;
	h->hs_gprs = hs->shader->gprs;
	h->lanes = hs->state->wave_lanes;
	h->lds_dwords = hs->state->lds;
	tess_take_state(&h->tess, card);
	take_config(h);
	if (make_works(h, ls, hs))
		return h;
	hull_end(h);
	return NULL;
}

void hull_end(struct hull *h)
{
	if (!h)
		return;
	sq_end(h->ls);
	sq_end(h->hs);
	free(h->patch);
	free(h->factors.value);
	free(h->lds);
	free(h);
}

struct feed hull_feed(struct hull *h)
{
	return (struct feed){ h, DRAW_DS_INVOCATIONS, next_of_patches, run };
}

uint8_t *hull_lds(struct hull *h)
{
	return h->lds;
}
