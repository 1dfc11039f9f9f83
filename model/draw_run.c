// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws that run, with --shaders
 *
 * The drawing pipeline (draw/) gets its registers, programs and memory from here. Like a dispatch
 * (dispatch_run.c), a draw reads registers once, runs in slices, and keeps its ring until it has
 * ended. One that does not end keeps the shader units busy until they are reset.
 *
 * Who watches is told of each access, of programs (stage.c) and of blocks, before it is made, and
 * may choose what runs: a few vertices of many, and other values of registers.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cp.h"
#include "crew.h"
#include "draw/pipeline.h"
#include "draw_run.h"
#include "page_cache.h"
#include "program.h"
#include "stage.h"

#define SLICE		(1u << 14)	/* instructions, about a millisecond */
#define APPEND_COUNT	0x2872cu
#define STRMOUT_FILLED	0x8960u
#define GS_MODE		0x28a40u
#define STAGES_EN	0x28b54u

_Static_assert(CP_STATISTICS == DRAW_STATISTICS, "a sample has all of them");

struct draw_run {
	struct gpu *gpu;
	unsigned int vmid;
	struct stage_regs regs;
	struct draw_programs programs;
	struct draw_card card;
	struct pipeline *pipe;		/* NULL: it was given up */
	uint32_t *words;		/* immediate indices */
	uint32_t counter[SQ_COUNTERS];
	uint32_t filled[CP_STREAMS];
	struct page_cache *pages;	/* of the card: a slice at a time runs */
	uint32_t on;			/* bits: stages, and only these are filled in */
	struct stage stage[STAGE_CS];
};

/* ---- what the pipeline sees of the card ---- */

static uint32_t card_reg(void *opaque, uint32_t offset)
{
	const struct draw_run *run = opaque;

	return stage_reg(&run->regs, offset);
}

static void card_violation(void *opaque, const char *text)
{
	const struct draw_run *run = opaque;

	crew_enter(run->card.crew);
	gpu_violation(run->gpu, "%s", text);
	crew_leave(run->card.crew);
}

static void card_guess(void *opaque, const char *what)
{
	const struct draw_run *run = opaque;

	crew_enter(run->card.crew);
	gpu_guess(run->gpu, what);
	crew_leave(run->card.crew);
}

static bool port_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	struct draw_run *run = opaque;
	bool read;

	crew_enter(run->card.crew);
	stage_tell_access(run->gpu, NULL, path, addr, size, false);
	read = page_cache_read(run->pages, addr, data, size);
	crew_leave(run->card.crew);
	return read;
}

static bool port_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	struct draw_run *run = opaque;
	bool written;

	crew_enter(run->card.crew);
	stage_tell_access(run->gpu, NULL, path, addr, size, true);
	written = page_cache_write(run->pages, addr, data, size);
	crew_leave(run->card.crew);
	return written;
}

/* ---- start ---- */

static bool take_stage(struct draw_run *run, enum stage_kind kind)
{
	struct draw_programs *p = &run->programs;
	struct draw_program *const programs[] = {
		[STAGE_PS] = &p->ps, [STAGE_VS] = &p->vs, [STAGE_ES] = &p->es, [STAGE_GS] = &p->gs,
		[STAGE_HS] = &p->hs, [STAGE_LS] = &p->ls,
	};
	struct stage *stage = &run->stage[kind];

	stage_take_state(stage, kind, &run->regs, run->vmid, run->pages);
	run->on |= 1u << kind;
	stage->state.counter = run->counter;
	for (uint32_t i = 0; kind == STAGE_PS && i < SQ_RATS; i++)
		stage_take_target(&run->regs, &stage->state.rat[i], i);
	if (!stage_take_program(stage))
		return false;
	*programs[kind] = (struct draw_program){ &stage->program->shader, &stage->state };
	return true;
}

/* What VGT_SHADER_STAGES_EN says, and which programs that needs. */
static const struct {
	uint32_t enabled, on;
	bool gs;
} paths[] = {
	{ 0x00, 1 << STAGE_VS | 1 << STAGE_PS },
	{ 0x45, 1 << STAGE_LS | 1 << STAGE_HS | 1 << STAGE_VS | 1 << STAGE_PS },
	{ 0xb0, 1 << STAGE_ES | 1 << STAGE_GS | 1 << STAGE_VS | 1 << STAGE_PS, true },
	{ 0xad, 1 << STAGE_LS | 1 << STAGE_HS | 1 << STAGE_ES | 1 << STAGE_GS | 1 << STAGE_VS | 1 << STAGE_PS, true },
};

static bool take_stages(struct draw_run *run)
{
	uint32_t enabled = stage_reg(&run->regs, STAGES_EN), mode = stage_reg(&run->regs, GS_MODE) & 3;
	size_t path = 0;

	while (path < ARRAY_SIZE(paths) && paths[path].enabled != enabled)
		path++;
	if (path == ARRAY_SIZE(paths) || (paths[path].gs ? mode != 3 : mode > 1)) {
		gpu_violation(run->gpu, "VGT: stages %#x with VGT_GS_MODE %u are not modelled", enabled, mode);
		return false;
	}
	for (unsigned int kind = 0; kind < STAGE_CS; kind++)
		if (paths[path].on >> kind & 1 && !take_stage(run, (enum stage_kind)kind))
			return false;
	return true;
}

static struct vgt_source keep_words(struct draw_run *run, const struct vgt_source *source)
{
	struct vgt_source kept = *source;
	size_t bytes = 4 * (size_t)source->max;

	if (source->from != VGT_IMMEDIATE)
		return kept;
	run->words = malloc(bytes + sizeof(*run->words));
	if (run->words)
		memcpy(run->words, source->words, bytes);
	else
		kept.instances = 0;
	kept.words = run->words;
	return kept;
}

/**
 * draw_run_begin() - start a draw
 * @p: the packet
 * @source: its indices; of immediate ones max is how many dwords there are
 *
 * Return: the draw under way, for draw_run_continue() and draw_run_end(); NULL if it cannot run,
 * which was told.
 */
struct draw_run *draw_run_begin(const struct pm4 *p, const struct vgt_source *source)
{
	const struct gpu_watch *watch = gpu_config(p->gpu)->watch;
	struct vgt_source kept = *source;
	struct draw_run *run;

	if (watch && watch->draw && !watch->draw(watch->opaque, &kept))
		return NULL;
	run = malloc(sizeof(*run));
	if (!run)
		return NULL;
	memset(run, 0, offsetof(struct draw_run, stage));
	run->gpu = p->gpu;
	run->vmid = p->vmid;
	run->pages = &p->cp->pages;
	run->regs.gpu = p->gpu;
	run->regs.file = watch ? NULL : gpu_reg_values(p->gpu);
	run->card = (struct draw_card){
		.opaque = run, .reg = card_reg, .violation = card_violation, .guess = card_guess,
		.port = { run, port_read, port_write, NULL, NULL },
		.memory = stage_memory(&run->regs), .cayman = gpu_config(p->gpu)->chip->cayman,
		.samples = &p->cp->counters.samples, .needed = p->cp->counters.needed,
		.written = p->cp->counters.written, .filled = run->filled, .pixels = &p->cp->counters.pixels,
		.statistics = p->cp->counters.counting ? p->cp->counters.statistics : NULL,
		.crew = watch ? NULL : gpu_config(p->gpu)->crew,
	};
	kept = keep_words(run, &kept);
	if (take_stages(run))
		run->pipe = pipeline_begin(&run->card, &run->programs, &kept);
	if (run->pipe)
		return run;
	draw_run_end(run);
	return NULL;
}

/* ---- run ---- */

static void trace(const struct draw_run *run)
{
	struct pipeline_counts c = pipeline_counts(run->pipe);

	gpu_trace(run->gpu, "cp0   drawn: primitives %llu, on the screen %llu, quads %llu, waves %llu, stored %llu",
		  (unsigned long long)c.primitives, (unsigned long long)c.screens, (unsigned long long)c.pixels.quads,
		  (unsigned long long)c.pixels.waves, (unsigned long long)c.pixels.stored);
}

/**
 * draw_run_continue() - run a slice of a draw
 * @run: the draw
 *
 * Return: whether there is more to do.
 */
bool draw_run_continue(struct draw_run *run)
{
	bool more;

	if (!run->pipe)
		return false;
	page_cache_start(run->pages, run->gpu, run->vmid);
	gpu_regs_get(run->gpu, APPEND_COUNT, run->counter, SQ_COUNTERS);
	gpu_regs_get(run->gpu, STRMOUT_FILLED, run->filled, CP_STREAMS);
	more = pipeline_continue(run->pipe, SLICE);
	gpu_regs_set(run->gpu, APPEND_COUNT, run->counter, SQ_COUNTERS);
	gpu_regs_set(run->gpu, STRMOUT_FILLED, run->filled, CP_STREAMS);
	if (!more)
		trace(run);
	return more;
}

/**
 * draw_run_has_waves() - are there waves?
 * @run: the draw, or NULL
 */
bool draw_run_has_waves(const struct draw_run *run)
{
	return run && run->pipe;
}

/**
 * draw_run_give_up() - the shader units were reset: no wave is left
 * @run: the draw, or NULL
 */
void draw_run_give_up(struct draw_run *run)
{
	if (!run)
		return;
	pipeline_end(run->pipe);
	run->pipe = NULL;
}

/**
 * draw_run_end() - free a draw
 * @run: the draw, or NULL
 */
void draw_run_end(struct draw_run *run)
{
	if (!run)
		return;
	pipeline_end(run->pipe);
	for (unsigned int kind = 0; kind < STAGE_CS; kind++)
		if (run->on >> kind & 1)
			stage_put(&run->stage[kind]);
	free(run->words);
	free(run);
}
