// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws and dispatches that run in the soundness test
 *
 * A stage finds a probe program (probe.c) where the stream says that there is a program, chosen
 * by the seed of the run and by how many have run of the stream. The footprint of its draw or
 * dispatch is told before it begins; what programs and blocks touch has to be in that.
 *
 * Sources of registers: model/dispatch_run.c.
 */
#include <stdio.h>
#include <string.h>

#include "inside.h"
#include "probe.h"
#include "stage.h"

#define NUM_THREAD	0x286ecu
#define PGM_RESOURCES	0x288d4u
#define LDS_ALLOC	0x288e8u
#define GDS_BASE	0x28720u
#define COMPUTE_START	0x899cu

/* By enum sq_path; what footprints call all that is meant. */
static const struct {
	const char *name, *told[3];
} paths[SHADERS_PATHS] = {
	[SQ_CONSTANT] = { "constant", { "constants" } },
	[SQ_VERTEX] = { "buffer fetch", { "vertex buffer" } },
	[SQ_TEXTURE] = { "texture fetch", { "texture", "smaller levels" } },
	[SQ_RAT] = { "random access", { "random access buffer", "random access surface" } },
	[SQ_RAT_RETURN] = { "return", { "return of random access" } },
	[SQ_SCRATCH] = { "scratch memory" },
	[SQ_INDEX] = { "index", { "indices" } },
	[SQ_RING] = { "ring", { "ES to GS ring", "GS to VS ring" } },
	[SQ_STREAM] = { "stream-out", { "stream-out" } },
	[SQ_COLOR] = { "colour", { "target" } },
	[SQ_CMASK] = { "CMASK", { "CMASK" } },
	[SQ_FMASK] = { "FMASK", { "FMASK", "FMASK of a texture" } },
	[SQ_DEPTH] = { "depth", { "depth" } },
	[SQ_STENCIL] = { "stencil", { "stencil" } },
	[SQ_HTILE] = { "HTILE", { "HTILE" } },
};

static const struct {
	const char *name, *spill_ring;
} stages[] = {
	[STAGE_PS] = { "PS", "spill ring of PS" }, [STAGE_VS] = { "VS", "spill ring of VS" },
	[STAGE_ES] = { "ES", "spill ring of ES" }, [STAGE_GS] = { "GS", "spill ring of GS" },
	[STAGE_HS] = { "HS", "spill ring of HS" }, [STAGE_LS] = { "LS", "spill ring of LS" },
	[STAGE_CS] = { "CS", "spill ring of LS" },
};

/**
 * shaders_tell() - a range of the footprint
 * @s: the dispatch
 * @what: what it is
 * @addr: first byte
 * @bytes: how many
 * @write: it may be written
 */
void shaders_tell(struct shaders *s, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	if (s->num_told < SHADERS_TOLD)
		s->told[s->num_told++] = (struct shaders_range){ what, addr, bytes, write };
}

static bool is_of(const char *what, const struct stage *stage, unsigned int path)
{
	if (path == SQ_SCRATCH)
		return stage && !strcmp(what, stages[stage->kind].spill_ring);
	for (unsigned int i = 0; i < sizeof(paths[path].told) / sizeof(paths[path].told[0]); i++)
		if (paths[path].told[i] && !strcmp(what, paths[path].told[i]))
			return true;
	return false;
}

static bool is_in(const struct shaders_range *r, uint64_t addr, size_t bytes, bool write)
{
	return addr >= r->addr && addr - r->addr < r->bytes && bytes <= r->bytes - (addr - r->addr) &&
	       (r->write || !write);
}

/* Was an access told? Often in the same range as the last one of its kind. */
static bool contains(struct shaders *s, const struct stage *stage, unsigned int path, uint64_t addr, size_t bytes,
		     bool write)
{
	const struct shaders_range *last = s->last[path];

	if (last && is_in(last, addr, bytes, write))
		return true;
	for (unsigned int i = 0; i < s->num_told; i++) {
		if (!is_in(&s->told[i], addr, bytes, write) || !is_of(s->told[i].what, stage, path))
			continue;
		s->last[path] = path == SQ_SCRATCH ? NULL : &s->told[i];	/* that is a stage's */
		return true;
	}
	return false;
}

/* Until the next draw or dispatch. */
void shaders_forget(struct shaders *s)
{
	s->num_told = 0;
	memset(s->last, 0, sizeof(s->last));
}

const char *shaders_path(unsigned int path)
{
	return path < SHADERS_PATHS ? paths[path].name : NULL;
}

size_t shaders_program(void *opaque, const struct stage *stage, bool fetch, uint32_t *words, size_t most)
{
	struct card *card = opaque;
	struct probe_for what = {
		.isa = card->chip.cayman ? SQ_CAYMAN : SQ_EVERGREEN, .stage = stage, .fetch = fetch,
		.layer = card->drawn.layer,
		.seed = (card->job->seed + card->shaders.ordinal++) * 0x9e3779b97f4a7c15ull,
	};

	card->shaders.programs++;
	card->shaders.dispatches += stage->kind == STAGE_CS;
	return probe_make(&what, words, most);
}

/* A block has no instruction: what was told of its kind says more. */
static void describe_told(const struct shaders *s, unsigned int path, FILE *out)
{
	for (unsigned int i = 0; i < s->num_told; i++)
		if (is_of(s->told[i].what, NULL, path))
			fprintf(out, "%s 0x%llx + 0x%llx, ", s->told[i].what, (unsigned long long)s->told[i].addr,
				(unsigned long long)s->told[i].bytes);
}

static void describe(struct card *card, const struct stage *stage, unsigned int path)
{
	size_t n = strlen(card->escape);
	FILE *out = fmemopen(card->escape + n, sizeof(card->escape) - n, "w");

	if (!out)
		return;
	fprintf(out, "; %s: ", stage ? stages[stage->kind].name : "told");
	if (stage)
		stage_describe(stage, path, out);
	else
		describe_told(&card->shaders, path, out);
	fclose(out);
}

/* In bounds, and in the footprint. With page tables, neither is known here. */
void shaders_access(void *opaque, const struct stage *stage, unsigned int path, uint64_t addr,
		    size_t bytes, bool write)
{
	struct card *card = opaque;

	card->shaders.accesses[path]++;
	if (card->job->vmid || card->escaped)
		return;
	if (!contains(&card->shaders, stage, path, addr, bytes, write))
		escape(card, "%s: %s 0x%llx + 0x%zx, which no footprint has told", shaders_path(path),
		       write ? "writes" : "reads", (unsigned long long)addr, bytes);
	else if (addr < MAILBOX || addr >= MAILBOX_END)
		judge(card, shaders_path(path), addr, bytes, write);
	if (card->escaped)
		describe(card, stage, path);
}

/**
 * shaders_leave_launch() - registers in which programs run
 * @gpu: the card
 * @random: chooses among those
 *
 * They have no say in what memory is touched; anything else would end most programs before they
 * begin.
 */
void shaders_leave_launch(struct gpu *gpu, uint64_t random)
{
	static const uint32_t threads[16] = { 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 16, 64, 100, 1024 };

	gpu_reg_set(gpu, NUM_THREAD, threads[random >> 8 & 15]);
	gpu_reg_set(gpu, NUM_THREAD + 4, 1);
	gpu_reg_set(gpu, NUM_THREAD + 8, 1);
	gpu_reg_set(gpu, PGM_RESOURCES, 4 << 8 | (2 + (random & 0x7f)));
	gpu_reg_set(gpu, LDS_ALLOC, 0);
	gpu_reg_set(gpu, GDS_BASE, 0);
	for (uint32_t i = 0; i < 3; i++)
		gpu_reg_set(gpu, COMPUTE_START + 4 * i, 0);
}
