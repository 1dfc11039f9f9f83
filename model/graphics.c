// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws that run, with --shaders
 *
 * The drawing pipeline (draw/) gets its registers, programs and memory from here. As a dispatch, a
 * draw reads registers once, runs in slices, and keeps its ring until it has ended; one that does
 * not end keeps the shader units busy until they are reset.
 *
 * Who watches is told of what a draw may touch (footprint.c), and sees none run.
 */
#include <stdlib.h>
#include <string.h>

#include "compute.h"
#include "cp.h"
#include "draw/pipe.h"
#include "graphics.h"
#include "program.h"
#include "stage.h"

#define SLICE		(1u << 14)	/* instructions, about a millisecond */
#define APPEND_COUNT	0x2872cu
#define STRMOUT_FILLED	0x8960u
#define STAGES_EN	0x28b54u

struct graphics {
	struct gpu *gpu;
	unsigned int vmid;
	struct stage_regs regs;
	struct stage vs, ps;
	struct draw_card card;
	struct pipe *pipe;		/* NULL: it was given up */
	uint32_t *words;		/* immediate indices */
	uint32_t counter[SQ_COUNTERS];
	uint32_t filled[CP_STREAMS];
};

/* ---- what the pipeline sees of the card ---- */

static uint32_t card_reg(void *opaque, uint32_t offset)
{
	const struct graphics *g = opaque;

	return gpu_reg_get(g->gpu, offset);
}

static void card_violation(void *opaque, const char *text)
{
	const struct graphics *g = opaque;

	gpu_violation(g->gpu, "%s", text);
}

static void card_guess(void *opaque, const char *what)
{
	const struct graphics *g = opaque;

	gpu_guess(g->gpu, what);
}

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	const struct graphics *g = opaque;

	(void)path;
	return gpu_mc_read(g->gpu, CLIENT_GFX, g->vmid, addr, data, size);
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	const struct graphics *g = opaque;

	(void)path;
	return gpu_mc_write(g->gpu, CLIENT_GFX, g->vmid, addr, data, size);
}

static void port_wrong(void *opaque, const struct sq_violation *v)
{
	const struct graphics *g = opaque;

	gpu_violation(g->gpu, "SQ: a program of a draw, word %u, lane %d: %s: %s", v->at, v->lane, v->instruction,
		      v->text);
}

/* ---- start ---- */

static bool take_stage(struct graphics *g, struct stage *stage, enum stage_kind kind)
{
	stage_take_state(stage, kind, &g->regs, g->vmid, &g->card.port);
	stage->state.counter = g->counter;
	return stage_take_program(stage);
}

static bool take_stages(struct graphics *g)
{
	uint32_t stages = gpu_reg_get(g->gpu, STAGES_EN);

	if (stages) {
		gpu_violation(g->gpu, "VGT: stages %#x are not modelled", stages);
		return false;
	}
	if (!take_stage(g, &g->vs, STAGE_VS) || !take_stage(g, &g->ps, STAGE_PS))
		return false;
	for (uint32_t i = 0; i < SQ_RATS; i++)
		compute_take_target(&g->regs, &g->ps.state.rat[i], i);
	return true;
}

static struct vgt_source keep_words(struct graphics *g, const struct vgt_source *source)
{
	struct vgt_source kept = *source;
	size_t bytes = 4 * (size_t)source->max;

	if (source->from != VGT_IMMEDIATE)
		return kept;
	g->words = malloc(bytes + 1);
	if (g->words)
		memcpy(g->words, source->words, bytes);
	else
		kept.instances = 0;
	kept.words = g->words;
	return kept;
}

/**
 * graphics_begin() - start a draw
 * @p: the packet
 * @source: its indices; of immediate ones max is how many dwords there are
 *
 * Return: the draw under way, for graphics_continue() and graphics_end(); NULL if it cannot run,
 * which was told.
 */
struct graphics *graphics_begin(const struct pm4 *p, const struct vgt_source *source)
{
	struct graphics *g = calloc(1, sizeof(*g));
	struct draw_programs programs;
	struct vgt_source kept;

	if (!g)
		return NULL;
	g->gpu = p->gpu;
	g->vmid = p->vmid;
	g->regs.gpu = p->gpu;
	g->card = (struct draw_card){
		.opaque = g, .reg = card_reg, .violation = card_violation, .guess = card_guess,
		.port = { g, port_read, port_write, port_wrong, NULL },
		.memory = stage_memory(&g->regs), .cayman = gpu_config(p->gpu)->chip->cayman,
		.samples = &p->cp->counters.samples, .needed = p->cp->counters.needed,
		.written = p->cp->counters.written, .filled = g->filled,
	};
	kept = keep_words(g, source);
	if (take_stages(g)) {
		programs = (struct draw_programs){ 0 };
		programs.vs = (struct draw_program){ &g->vs.program->shader, &g->vs.state };
		programs.ps = (struct draw_program){ &g->ps.program->shader, &g->ps.state };
		g->pipe = pipe_begin(&g->card, &programs, &kept);
	}
	if (g->pipe)
		return g;
	graphics_end(g);
	return NULL;
}

/* ---- run ---- */

static void take_registers(struct gpu *gpu, uint32_t *to, uint32_t first, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		to[i] = gpu_reg_get(gpu, first + 4 * i);
}

static void give_registers(struct gpu *gpu, const uint32_t *from, uint32_t first, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		gpu_reg_set(gpu, first + 4 * i, from[i]);
}

/**
 * graphics_continue() - run a slice of a draw
 * @g: the draw
 *
 * Return: whether there is more to do.
 */
bool graphics_continue(struct graphics *g)
{
	bool more;

	if (!g->pipe)
		return false;
	take_registers(g->gpu, g->counter, APPEND_COUNT, SQ_COUNTERS);
	take_registers(g->gpu, g->filled, STRMOUT_FILLED, CP_STREAMS);
	more = pipe_continue(g->pipe, SLICE);
	give_registers(g->gpu, g->counter, APPEND_COUNT, SQ_COUNTERS);
	give_registers(g->gpu, g->filled, STRMOUT_FILLED, CP_STREAMS);
	return more;
}

/**
 * graphics_runs() - are there waves?
 * @g: the draw, or NULL
 */
bool graphics_runs(const struct graphics *g)
{
	return g && g->pipe;
}

/**
 * graphics_give_up() - the shader units were reset: no wave is left
 * @g: the draw, or NULL
 */
void graphics_give_up(struct graphics *g)
{
	if (!g)
		return;
	pipe_end(g->pipe);
	g->pipe = NULL;
}

/**
 * graphics_end() - free a draw
 * @g: the draw, or NULL
 */
void graphics_end(struct graphics *g)
{
	if (!g)
		return;
	pipe_end(g->pipe);
	stage_put(&g->vs);
	stage_put(&g->ps);
	free(g->words);
	free(g);
}
