// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A submission from the checker to the card: verdict, addresses, execution.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/minmax.h>

#include "card.h"
#include "run.h"
#include "workspace.h"

static struct card *cards[2];
static struct r600_cs_workspace workspace;
static struct r600_cs_patch patches[SUBMISSION_DWORDS / 2];
static u32 num_patches, num_dwords;

void run_init(enum card_mode mode)
{
	cards[0] = card_new(false, mode);
	cards[1] = card_new(true, mode);
}

struct card *run_card(bool cayman)
{
	return cards[cayman];
}

/* ---- the checker's side ---- */

/* The same answer on a workspace where a place in the stream is left. */
static void check_again(const struct r600_cs_input *in, bool accepted)
{
	static struct r600_cs_patch again[SUBMISSION_DWORDS / 2];
	struct r600_cs_result res = {
		.patches = again, .max_patches = r600_cs_max_patches(in->ndw),
		.workspace = &workspace,
	};
	u32 place = in->ndw ? in->ib[in->ndw / 2] % in->ndw : 0;

	workspace_fill(&workspace, place);
	if (!r600_cs_check(in, &res) == accepted &&
	    (!accepted || (res.num_patches == num_patches &&
			   !memcmp(again, patches, num_patches * sizeof(*patches)))))
		return;
	fprintf(stderr, "another answer on a workspace full of %u\n", place);
	abort();
}

bool run_accepts(const struct submission *s)
{
	struct r600_cs_input in = {
		.chip = &s->chip, .engine = s->engine, .ib = s->ib, .ndw = s->ndw,
		.buffers = s->buffers, .num_buffers = s->num_buffers,
		.keep_tiling = s->keep_tiling, .clean_start = true, .vm = s->vm,
	};
	struct r600_cs_result res = {
		.patches = patches, .max_patches = r600_cs_max_patches(s->ndw),
		.workspace = &workspace,
	};
	bool accepted;

	workspace_fill(&workspace, 0);
	accepted = !r600_cs_check(&in, &res);
	if (accepted) {
		num_patches = res.num_patches;
		num_dwords = res.ndw;
	}
	check_again(&in, accepted);
	return accepted;
}

const struct r600_cs_patch *run_patches(u32 *count)
{
	*count = num_patches;
	return patches;
}

/* ---- buffers get places ---- */

struct place {
	struct card_range range;
	u32 buffer;
};

static u64 align_of(const struct r600_cs_buffer *buffer)
{
	return buffer->align ? max(buffer->align, 4096u) : RUN_ANY_SURFACE;
}

/* In any order, strangers between, as little aligned as may be. False if they do not fit. */
static bool place_buffers(const struct submission *s, struct place *places, u64 *random)
{
	u64 at = 4096 + (next_random(random) >> 26), align;
	u32 i, k, order[SUBMISSION_BUFFERS] = { 0 };

	for (i = 0; i < s->num_buffers; i++) {
		k = next_random(random) % (i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	for (i = 0; i < s->num_buffers; i++) {
		const struct r600_cs_buffer *buffer = &s->buffers[order[i]];

		align = align_of(buffer);
		at = (at + (next_random(random) & 0xffff) + align) & ~(align - 1);
		at |= align;
		if (buffer->size > CARD_SPACE_END || at + buffer->size > CARD_SPACE_END)
			return false;
		places[i] = (struct place) {
			.range = {
				.first = at, .end = at + buffer->size,
				.read = buffer->read_domains & ~R600_CS_DOMAIN_CPU,
				.write = buffer->write_domain & ~R600_CS_DOMAIN_CPU,
			},
			.buffer = order[i],
		};
		at += buffer->size;
	}
	return true;
}

/* ---- twins with an address space of their own ---- */

#define TWIN_BUFFERS	(16ull << 20)	/* where the first one is */
#define TWIN_END	(8ull << 30)

/* Addresses take the place of offsets; relocations become padding. */
bool run_make_twin(struct submission *twin, const struct submission *s)
{
	u64 address[SUBMISSION_BUFFERS], at = TWIN_BUFFERS, align;
	u32 i;

	for (i = 0; i < s->num_buffers; i++) {
		align = align_of(&s->buffers[i]);
		address[i] = (at + align - 1) & ~(align - 1);
		if (s->buffers[i].size > TWIN_END - address[i])
			return false;
		at = address[i] + s->buffers[i].size;
	}
	corpus_copy(twin, s);
	r600_cs_apply(twin->ib, patches, num_patches, address);
	twin->num_buffers = 0;
	twin->vm = true;
	return true;
}

/* ---- running ---- */

/* Fills in addresses. Those of an address space are there already. */
static bool patch(const struct submission *s, struct card_job *job, u32 *ib, u64 seed)
{
	static struct place places[SUBMISSION_BUFFERS];
	static struct card_range ranges[SUBMISSION_BUFFERS];
	static u64 address[SUBMISSION_BUFFERS];
	u64 random = seed | 1;
	u32 i;

	if (s->vm)
		return true;
	if (!place_buffers(s, places, &random))
		return false;
	for (i = 0; i < s->num_buffers; i++) {
		ranges[i] = places[i].range;
		address[places[i].buffer] = places[i].range.first;
	}
	r600_cs_apply(ib, patches, num_patches, address);
	job->ranges = ranges;
	job->num_ranges = s->num_buffers;
	return true;
}

/* Into @ib, which the job points to. */
static bool make_job(const struct submission *s, u64 seed, u32 *ib, struct card_job *job)
{
	static u32 patched[SUBMISSION_DWORDS];
	const struct r600_cs_result res = {
		.patches = patches, .num_patches = num_patches,
	};

	*job = (struct card_job) {
		.cayman = s->chip.class == R600_CS_CAYMAN,
		.engine = s->engine == R600_CS_DMA ? CARD_DMA :
			  s->engine == R600_CS_COMPUTE ? CARD_COMPUTE : CARD_GFX,
		.pipes = s->chip.num_pipes, .group = s->chip.group_bytes,
		.engines = s->chip.num_se, .backends = s->chip.num_backends,
		.vmid = s->vm ? 1 + seed % 7 : 0,
		.ib = ib, .dwords = num_dwords, .seed = seed,
	};
	memcpy(patched, s->ib, s->ndw * 4ul);
	if (!patch(s, job, patched, seed))
		return false;
	r600_cs_copy(ib, patched, s->ndw, &res);
	return true;
}

static u32 dwords[2 * SUBMISSION_DWORDS];

const char *run_accepted(const struct submission *s, u64 seed, bool *fits)
{
	struct card_job job;

	*fits = make_job(s, seed, dwords, &job);
	if (!*fits || !s->ndw)
		return NULL;
	return card_run(cards[job.cayman], &job);
}

/* Behind the one that ran last on this chip, not of the DMA engine; see card_run_behind(). */
static const char *run_behind(const struct submission *s, u64 seed, bool wait)
{
	struct card_job job;

	if (!make_job(s, seed, dwords, &job) || !s->ndw)
		return NULL;
	return card_run_behind(cards[job.cayman], &job, wait);
}

const char *run_unchecked(const struct submission *s, u64 seed)
{
	bool fits;

	num_patches = 0;
	num_dwords = s->ndw;
	return run_accepted(s, seed, &fits);
}

const char *run_pair(const struct submission *first, const struct submission *second, u64 seed,
		     bool wait, bool *fits)
{
	*fits = run_accepts(first) && !run_accepted(first, (u32)seed, fits) && *fits &&
		run_accepts(second);
	return *fits ? run_behind(second, seed >> 32, wait) : NULL;
}
