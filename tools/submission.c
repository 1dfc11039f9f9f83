// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Verdicts outside the kernel
 *
 * A submission is checked by the objects that the module is made of, behind the
 * few rules that the CS ioctl has before it asks them (evergreen_chunks.c): flags,
 * rings, lengths, domains. So there is one verdict, and one sentence for it.
 *
 * Where a dump does not tell the buffers, stand-ins take their place, larger than
 * any stream can reach; what is out of bounds is then not seen, everything else is.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "submission.h"

/* Of the CS ioctl, evergreen_chunks.c and what it includes. */
#define IB_MAX_DW		262144
#define IB_VM_MAX_DW		65536
#define MAX_RELOCS		16384
#define NUM_RINGS		3

#define MEMORY_DOMAINS		(R600_CS_DOMAIN_GTT | R600_CS_DOMAIN_VRAM)

/* All that a GPU address can reach. */
#define STAND_IN_BYTES		(1ull << 40)
#define STAND_INS		4096

/**
 * lint_words_add() - append a dword
 * @words: where to
 * @value: the dword
 *
 * Return: false if there is no memory.
 */
bool lint_words_add(struct lint_words *words, u32 value)
{
	u32 max = words->max ? words->max * 2 : 1024;
	u32 *dw;

	if (words->n == words->max) {
		dw = realloc(words->dw, (size_t)max * sizeof(*dw));
		if (!dw)
			return false;
		words->dw = dw;
		words->max = max;
	}
	words->dw[words->n++] = value;
	return true;
}

static bool more_buffers(struct lint_submission *sub)
{
	u32 max = sub->max_buffers ? sub->max_buffers * 2 : 64;
	struct r600_cs_buffer *buffers;
	struct lint_buffer *about;

	buffers = realloc(sub->buffers, (size_t)max * sizeof(*buffers));
	if (!buffers)
		return false;
	sub->buffers = buffers;
	about = realloc(sub->about, (size_t)max * sizeof(*about));
	if (!about)
		return false;
	sub->about = about;
	sub->max_buffers = max;
	return true;
}

/**
 * lint_add_buffer() - append a relocation entry
 * @sub: where to
 * @buffer: what the checker is told
 * @about: what else is known
 *
 * Return: false if there is no memory.
 */
bool lint_add_buffer(struct lint_submission *sub, const struct r600_cs_buffer *buffer,
		     const struct lint_buffer *about)
{
	if (sub->num_buffers == sub->max_buffers && !more_buffers(sub))
		return false;
	sub->buffers[sub->num_buffers] = *buffer;
	sub->about[sub->num_buffers++] = *about;
	return true;
}

/**
 * lint_reset_submission() - forget a submission, but not its memory and number
 * @sub: the submission
 */
void lint_reset_submission(struct lint_submission *sub)
{
	*sub = (struct lint_submission) {
		.number = sub->number,
		.clean_start = true,
		.ib = { .dw = sub->ib.dw, .max = sub->ib.max },
		.buffers = sub->buffers,
		.about = sub->about,
		.max_buffers = sub->max_buffers,
	};
}

/**
 * lint_free_submission() - give its memory back
 * @sub: the submission
 */
void lint_free_submission(struct lint_submission *sub)
{
	free(sub->ib.dw);
	free(sub->buffers);
	free(sub->about);
}

/**
 * lint_uses_vm() - are its addresses those of an address space?
 * @sub: the submission
 *
 * Return: true if they are.
 */
bool lint_uses_vm(const struct lint_submission *sub)
{
	return sub->flags & LINT_FLAG_USE_VM;
}

static bool refuse(struct lint_verdict *verdict, const char *what, u32 value, const char *rule)
{
	snprintf(verdict->text, sizeof(verdict->text), "submission: %s = 0x%x: %s", what, value,
		 rule);
	return false;
}

static bool lengths_ok(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	u32 max = lint_uses_vm(sub) ? IB_VM_MAX_DW : IB_MAX_DW;

	if (!sub->ib.n || sub->ib.n > max)
		return refuse(verdict, "dwords of the IB", sub->ib.n,
			      "must be some, and not more than the kernel's buffer has");
	if (sub->relocs_dwords % LINT_RELOC_DWORDS)
		return refuse(verdict, "dwords of the relocations", sub->relocs_dwords,
			      "must be a multiple of 4");
	if (sub->relocs_dwords / LINT_RELOC_DWORDS > MAX_RELOCS)
		return refuse(verdict, "relocations", sub->relocs_dwords / LINT_RELOC_DWORDS,
			      "must not be more than 16384");
	return true;
}

static bool domains_ok(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	u32 i;

	for (i = 0; sub->relocs_dwords && i < sub->num_buffers; i++) {
		u32 domains = sub->buffers[i].read_domains | sub->buffers[i].write_domain;

		if (!domains || domains & ~MEMORY_DOMAINS)
			return refuse(verdict, "domains of a relocation", domains,
				      "must be GTT, VRAM or both");
	}
	return true;
}

/* What the ioctl looks at before the checker. */
static bool ioctl_ok(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	u32 known = LINT_FLAG_KEEP_TILING | LINT_FLAG_USE_VM | LINT_FLAG_END_OF_FRAME;

	if (!sub->submitted)
		return true;
	if (sub->flags & ~known)
		return refuse(verdict, "flags", sub->flags, "only bits 2:0 are known");
	if (sub->ring >= NUM_RINGS)
		return refuse(verdict, "ring", sub->ring, "there is no such ring");
	if (sub->engine == R600_CS_COMPUTE && sub->chip.class != R600_CS_CAYMAN)
		return refuse(verdict, "ring", sub->ring, "only Cayman and Aruba have it");
	return lengths_ok(sub, verdict) && domains_ok(sub, verdict);
}

static bool room_for_patches(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	u32 max = r600_cs_max_patches(sub->ib.n);
	struct r600_cs_patch *patches;

	if (max <= verdict->max_patches)
		return true;
	patches = realloc(verdict->patches, (size_t)max * sizeof(*patches));
	if (!patches)
		return false;
	verdict->patches = patches;
	verdict->max_patches = max;
	return true;
}

/* In place of relocations that nobody knows: as many as a stream can need. */
static bool room_for_stand_ins(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	u32 i, max = sub->ib.n > STAND_INS ? sub->ib.n : STAND_INS;
	struct r600_cs_buffer *stand_ins;

	if (!sub->no_relocs || max <= verdict->num_stand_ins)
		return true;
	stand_ins = realloc(verdict->stand_ins, (size_t)max * sizeof(*stand_ins));
	if (!stand_ins)
		return false;
	for (i = 0; i < max; i++)
		stand_ins[i] = (struct r600_cs_buffer) {
			.size = STAND_IN_BYTES,
			.read_domains = MEMORY_DOMAINS,
			.write_domain = MEMORY_DOMAINS,
		};
	verdict->stand_ins = stand_ins;
	verdict->num_stand_ins = max;
	return true;
}

static bool stream_ok(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	static struct r600_cs_workspace workspace;
	struct r600_cs_result res = {
		.patches = verdict->patches,
		.max_patches = verdict->max_patches,
		.workspace = &workspace,
	};
	struct r600_cs_input in = {
		.chip = &sub->chip,
		.engine = sub->engine,
		.ib = sub->ib.dw,
		.ndw = sub->ib.n,
		.buffers = sub->no_relocs ? verdict->stand_ins : sub->buffers,
		.num_buffers = sub->no_relocs ? verdict->num_stand_ins : sub->num_buffers,
		.keep_tiling = sub->flags & LINT_FLAG_KEEP_TILING,
		.clean_start = sub->clean_start,
		.no_rats = sub->no_rats,
		.vm = lint_uses_vm(sub),
	};
	bool ok = !r600_cs_check(&in, &res);

	verdict->num_patches = res.num_patches;
	if (!ok)
		r600_cs_describe(&res.report, verdict->text, sizeof(verdict->text));
	return ok;
}

/**
 * lint_check() - what would the kernel say?
 * @sub: the submission
 * @verdict: out; its memory is used again
 */
void lint_check(const struct lint_submission *sub, struct lint_verdict *verdict)
{
	verdict->text[0] = 0;
	verdict->num_patches = 0;
	verdict->accepted = false;
	if (!room_for_patches(sub, verdict) || !room_for_stand_ins(sub, verdict))
		refuse(verdict, "dwords of the IB", sub->ib.n, "no memory to check it");
	else
		verdict->accepted = ioctl_ok(sub, verdict) && stream_ok(sub, verdict);
}

/**
 * lint_free_verdict() - give its memory back
 * @verdict: the verdict
 */
void lint_free_verdict(struct lint_verdict *verdict)
{
	free(verdict->patches);
	free(verdict->stand_ins);
}
