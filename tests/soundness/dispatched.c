// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Most streams that have resources have no dispatch that could read them: these get one. Their
 * resources become those of compute, and a short stream with a dispatch comes behind.
 */
#include <string.h>

#include "submission.h"

#define DISPATCH_DIRECT	0x15u
#define SET_RESOURCE	0x6du
#define FOR_COMPUTE	2u		/* bit of the header */
#define RELOC		0xc0001000u
#define COMPUTE_SLOT	816u		/* the first of compute, and how many */
#define COMPUTE_SLOTS	176u
#define SLOT_DWORDS	8u

static u32 next_packet(const u32 *ib, u32 at)
{
	return at + (ib[at] >> 30 == 2 ? 1 : (ib[at] >> 16 & 0x3fff) + 2);
}

static bool is_packet(u32 header, u32 opcode)
{
	return header >> 30 == 3 && (header >> 8 & 0xff) == opcode;
}

static bool has_packet(const struct submission *s, u32 opcode)
{
	u32 at;

	for (at = 0; at < s->ndw; at = next_packet(s->ib, at))
		if (is_packet(s->ib[at], opcode))
			return true;
	return false;
}

/**
 * dispatched_ends() - may others end with this one?
 * @s: a submission that is accepted
 *
 * Return: whether it has a dispatch, no resources and no address space.
 */
bool dispatched_ends(const struct submission *s)
{
	return s->engine == R600_CS_GFX && !s->vm && s->keep_tiling &&
	       has_packet(s, DISPATCH_DIRECT) && !has_packet(s, SET_RESOURCE);
}

static void move_resources(struct submission *s)
{
	u32 at, slot;

	for (at = 0; at < s->ndw; at = next_packet(s->ib, at)) {
		if (!is_packet(s->ib[at], SET_RESOURCE))
			continue;
		slot = s->ib[at + 1] / SLOT_DWORDS;
		s->ib[at] |= FOR_COMPUTE;
		s->ib[at + 1] = (COMPUTE_SLOT + slot % COMPUTE_SLOTS) * SLOT_DWORDS;
	}
}

/* Relocations of what is added count from the first of its buffers. */
static void append(struct submission *s, const struct submission *end)
{
	u32 at;

	memcpy(&s->ib[s->ndw], end->ib, end->ndw * sizeof(*end->ib));
	memcpy(&s->buffers[s->num_buffers], end->buffers, end->num_buffers * sizeof(*end->buffers));
	for (at = s->ndw; at < s->ndw + end->ndw; at = next_packet(s->ib, at))
		if ((s->ib[at] & ~FOR_COMPUTE) == RELOC)
			s->ib[at + 1] += 4 * s->num_buffers;
	s->ndw += end->ndw;
	s->num_buffers += end->num_buffers;
}

/**
 * dispatched_twin() - the same, and a dispatch behind it
 * @twin: out
 * @s: a submission that is accepted
 * @end: of the same kind of chip, see dispatched_ends()
 *
 * Return: false if @s has no resources to read, or the two do not fit.
 */
bool dispatched_twin(struct submission *twin, const struct submission *s,
		     const struct submission *end)
{
	if (s->engine != R600_CS_GFX || s->vm || s->chip.class != end->chip.class ||
	    s->ndw + end->ndw > SUBMISSION_DWORDS ||
	    s->num_buffers + end->num_buffers > SUBMISSION_BUFFERS || !has_packet(s, SET_RESOURCE))
		return false;
	corpus_copy(twin, s);
	move_resources(twin);
	append(twin, end);
	return true;
}
