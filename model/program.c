// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs of the shader core in memory
 *
 * No register says how long a program is: it is read page by page, as far as its words lead. The
 * decoded form is kept, and used again as long as memory holds the same words. Memory is looked at
 * each time, so a driver that forgets to invalidate the cache of instructions is not found out.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"
#include "program.h"

#define PAGE		4096u
#define MOST_WORDS	0x20000u	/* of 64 bits; what Mesa makes of division of doubles has more than 0x8000 */
#define KEPT		512u
#define KEPT_BYTES	(256ull << 20)	/* of the host's memory */

struct programs {
	struct gpu *gpu;
	struct program *kept[KEPT];
	uint64_t bytes;			/* that these have */
	unsigned int hand;		/* which of them goes next if they have too many */
	uint32_t words[2 * MOST_WORDS + PAGE / 4];
};

struct programs *programs_new(struct gpu *gpu)
{
	struct programs *programs = calloc(1, sizeof(*programs));

	if (programs)
		programs->gpu = gpu;
	return programs;
}

static void drop(struct program *p)
{
	if (--p->users)
		return;
	sq_shader_free(&p->shader);
	free(p->words);
	free(p);
}

void programs_free(struct programs *programs)
{
	for (unsigned int i = 0; programs && i < KEPT; i++)
		if (programs->kept[i])
			drop(programs->kept[i]);
	free(programs);
}

/* ---- made from words ---- */

static struct program *make(struct programs *programs, const struct program *as, const uint32_t *words, size_t bytes,
			    struct sq_problem *problem)
{
	enum sq_isa isa = gpu_config(programs->gpu)->chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;
	struct program *p = malloc(sizeof(*p));

	if (!p)
		return NULL;
	*p = *as;
	p->users = 1;
	if (sq_shader_make_from(&p->shader, isa, words, bytes / 8, p->entry, p->gprs, problem))
		return p;
	free(p);
	return NULL;
}

static void tell(struct gpu *gpu, uint64_t addr, const struct sq_problem *problem)
{
	gpu_violation(gpu, "SQ: program 0x%llx, word %u: %s", (unsigned long long)addr, problem->at,
		      problem->text);
}

struct program *program_given(struct programs *programs, uint64_t addr, const uint32_t *words, size_t bytes,
			      unsigned int gprs)
{
	struct sq_problem problem = { .text = "no memory" };
	const struct program as = { .addr = addr, .gprs = gprs };
	struct program *p = make(programs, &as, words, bytes, &problem);

	if (!p)
		tell(programs->gpu, addr, &problem);
	return p;
}

/* All pages that have a byte of the first @want. False: one is not there. */
static bool read_pages(struct programs *programs, const struct program *as, size_t *bytes, uint64_t want)
{
	while (*bytes < want) {
		size_t more = PAGE - (as->addr + *bytes) % PAGE;

		if (!gpu_mc_read(programs->gpu, CLIENT_GFX, as->vmid, as->addr + *bytes,
				 (uint8_t *)programs->words + *bytes, more))
			return false;
		*bytes += more;
	}
	return true;
}

/* NULL: it is none, or a page is not there, and that was told. */
static struct program *read_program(struct programs *programs, const struct program *as)
{
	struct sq_problem problem = { .needs = 1 };
	struct program *p;
	size_t bytes = 0;

	while (problem.needs && problem.needs <= MOST_WORDS) {
		if (!read_pages(programs, as, &bytes, 8 * problem.needs))
			return NULL;
		problem = (struct sq_problem){ .text = "no memory" };
		p = make(programs, as, programs->words, bytes, &problem);
		if (p) {
			p->bytes = bytes;
			return p;
		}
	}
	tell(programs->gpu, as->addr, &problem);
	return NULL;
}

/* ---- kept ---- */

static bool is_same(struct programs *programs, const struct program *p, const struct program *as)
{
	return p->addr == as->addr && p->entry == as->entry && p->vmid == as->vmid && p->gprs == as->gprs &&
	       gpu_mc_read(programs->gpu, CLIENT_GFX, p->vmid, p->addr, programs->words, p->bytes) &&
	       !memcmp(programs->words, p->words, p->bytes);
}

static void forget(struct programs *programs, struct program **place)
{
	if (!*place)
		return;
	programs->bytes -= (*place)->cost;
	drop(*place);
	*place = NULL;
}

static void keep(struct programs *programs, struct program **place, struct program *p)
{
	p->cost = sq_shader_bytes(&p->shader) + p->bytes;
	forget(programs, place);
	for (unsigned int i = 0; i < KEPT && programs->bytes + p->cost > KEPT_BYTES; i++)
		forget(programs, &programs->kept[programs->hand++ % KEPT]);
	programs->bytes += p->cost;
	*place = p;
}

static struct program **place_of(struct programs *programs, const struct program *as)
{
	return &programs->kept[(as->addr >> 8 ^ as->entry ^ as->vmid << 5) % KEPT];
}

struct program *program_get(struct programs *programs, unsigned int vmid, uint64_t addr, uint32_t entry,
			    unsigned int gprs)
{
	const struct program as = { .addr = addr, .entry = entry, .vmid = vmid, .gprs = gprs };
	struct program **place = place_of(programs, &as), *p = *place;

	if (!p || !is_same(programs, p, &as)) {
		p = read_program(programs, &as);
		if (!p)
			return NULL;
		p->words = malloc(p->bytes);
		if (!p->words)
			return p;		/* it is its user's alone */
		memcpy(p->words, programs->words, p->bytes);
		keep(programs, place, p);
	}
	p->users++;
	return p;
}

void program_put(struct program *program)
{
	if (program)
		drop(program);
}
