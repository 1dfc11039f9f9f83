// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Steps away from a submission that know what a stream is made of: packets with
 * their relocations, registers, sizes, and what another submission has instead. Half of
 * the dwords that change become what stands elsewhere in either of the two, or a
 * value at which rules change.
 */
#include <string.h>

#include <linux/array_size.h>
#include <linux/minmax.h>

#include "fuzz_input.h"
#include "mutator.h"
#include "submission.h"

#define RELOC	0xc0001000u

u64 next_random(u64 *random)
{
	*random ^= *random >> 12;
	*random ^= *random << 25;
	*random ^= *random >> 27;
	return *random * 0x2545f4914f6cdd1dull;
}

static u32 below(u64 *random, u32 n)
{
	return n ? (next_random(random) >> 32) % n : 0;
}

/* ---- packets ---- */

/* With the relocations behind it. */
static u32 packet_end(const struct submission *s, u32 at)
{
	u32 end = at + (s->ib[at] >> 30 == 2 ? 1 : (s->ib[at] >> 16 & 0x3fff) + 2);

	while (end + 2 <= s->ndw && (s->ib[end] & ~2u) == RELOC)
		end += 2;
	return min(end, s->ndw);
}

/* A packet somewhere, and its end. Of a DMA stream, whose packets have no common form, any dwords. */
static u32 pick_packet(const struct submission *s, u64 *random, u32 *end)
{
	u32 want = below(random, s->ndw), at = 0, n;

	*end = 0;
	if (s->engine == R600_CS_DMA) {
		n = below(random, 13);
		*end = min(want + 1 + n, s->ndw);
		return want;
	}
	while (at < s->ndw) {
		*end = packet_end(s, at);
		if (*end > want)
			break;
		at = *end;
	}
	return at;
}

static void cut(struct submission *s, u32 at, u32 end)
{
	memmove(&s->ib[at], &s->ib[end], (s->ndw - end) * 4ul);
	s->ndw -= end - at;
}

static void paste(struct submission *s, u32 at, const u32 *dw, u32 n)
{
	if (s->ndw + n > SUBMISSION_DWORDS)
		return;
	memmove(&s->ib[at + n], &s->ib[at], (s->ndw - at) * 4ul);
	memcpy(&s->ib[at], dw, n * 4ul);
	s->ndw += n;
}

static void drop_packet(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(s, random, &end);

	cut(s, at, end);
}

static void repeat_packet(struct submission *s, const struct submission *other, u64 *random)
{
	u32 dw[64], end, at = pick_packet(s, random, &end), n = min(end - at, 64u);

	memcpy(dw, &s->ib[at], n * 4ul);
	at = pick_packet(s, random, &end);
	if (n == end - at || n < 64)
		paste(s, at, dw, n);
}

/* The packet moves to where another one is. */
static void move_packet(struct submission *s, const struct submission *other, u64 *random)
{
	u32 dw[64], end, at = pick_packet(s, random, &end), n = end - at;

	if (n > 64)
		return;
	memcpy(dw, &s->ib[at], n * 4ul);
	cut(s, at, end);
	at = pick_packet(s, random, &end);
	paste(s, at, dw, n);
}

/* Indices of relocations stay what they were, as far as there are so many buffers. */
static void splice(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(other, random, &end), n, to, unused, i;
	u32 packets = below(random, 8);

	if (other->engine != s->engine || at >= end)
		return;
	while (packets-- && end < other->ndw && s->engine != R600_CS_DMA)
		end = packet_end(other, end);
	n = end - at;
	to = pick_packet(s, random, &unused);
	if (s->ndw + n > SUBMISSION_DWORDS)
		return;
	paste(s, to, &other->ib[at], n);
	for (i = to; i + 1 < to + n && s->num_buffers; i++)
		if ((s->ib[i] & ~2u) == RELOC && s->ib[i + 1] / 4 >= s->num_buffers)
			s->ib[i + 1] = s->ib[i + 1] / 4 % s->num_buffers * 4;
}

static void truncate_stream(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(s, random, &end);

	if (at > s->ndw / 4)
		s->ndw = at;
}

static void change_header(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(s, random, &end);

	if (at >= s->ndw)
		return;
	switch (below(random, 4)) {
	case 0:
		s->ib[at] += below(random, 2) ? 0x10000 : -0x10000;
		break;
	case 1:
		s->ib[at] ^= 1u << below(random, 2);
		break;
	case 2:
		s->ib[at] ^= 1u << (8 + below(random, 8));
		break;
	default:
		s->ib[at] = (s->ib[at] & 0xc000ffff) | below(random, 0x4000) << 16;
	}
}

/* ---- values ---- */

static u32 near_value(u32 value, u64 *random)
{
	static const u32 corners[] = {
		0, 1, 2, 3, 4, 7, 8, 0xf, 0x10, 0x1f, 0x3f, 0x40, 0x7f, 0xff, 0x100, 0x3ff,
		0x7ff, 0xfff, 0x1000, 0x3fff, 0xffff, 0x10000, 0x1fffff, 0x3fffff, 0x7fffffff,
		0x80000000, 0xc0000000, 0xffffff00, 0xffffffff,
	};

	switch (below(random, 6)) {
	case 0:
		return corners[below(random, ARRAY_SIZE(corners))];
	case 1:
		return value + below(random, 17) - 8;
	case 2:
		return value ^ 1u << below(random, 32);
	case 3:
		return value << below(random, 4) >> below(random, 4);
	case 4:
		return value ^ below(random, 16) << below(random, 29);
	default:
		return next_random(random) >> (32 + below(random, 32));
	}
}

/* A field in a packet, but its header; not often a relocation, as few are right. */
static void change_value(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(s, random, &end), dw;

	if (end < at + 2)
		return;
	dw = at + 1 + below(random, end - at - 1);
	if (s->ib[dw - 1] == RELOC && s->num_buffers)
		s->ib[dw] = below(random, s->num_buffers) * 4;
	else
		s->ib[dw] = near_value(s->ib[dw], random);
}

/* What the same register, or the same packet, has in the other stream. */
static void take_value(struct submission *s, const struct submission *other, u64 *random)
{
	u32 end, at = pick_packet(s, random, &end), from, from_end, tries;

	for (tries = 0; tries < 16; tries++) {
		from = pick_packet(other, random, &from_end);
		if (end - at > 2 && from_end - from == end - at &&
		    other->ib[from] == s->ib[at] && other->ib[from + 1] == s->ib[at + 1]) {
			s->ib[at + 2] = other->ib[from + 2];
			return;
		}
	}
	change_value(s, other, random);
}

/* ---- buffers ---- */

static void change_buffer(struct submission *s, const struct submission *other, u64 *random)
{
	struct r600_cs_buffer *buffer;

	if (!s->num_buffers)
		return;
	buffer = &s->buffers[below(random, s->num_buffers)];
	switch (below(random, 6)) {
	case 0:
		buffer->read_domains ^= R600_CS_DOMAIN_VRAM;
		break;
	case 1:
		buffer->write_domain = below(random, 8);
		break;
	case 2:
		buffer->align = 4096u << below(random, 14);
		break;
	case 3:
		buffer->size += (u64)4096 << below(random, 12);
		break;
	case 4:
		buffer->size = below(random, 1u << below(random, 26));
		break;
	default:
		buffer->size <<= below(random, 8);
		buffer->size &= (1ull << 36) - 1;
	}
}

/* RADEON_TILING_*: mode, bank width and height, aspect, split. */
static u32 any_tiling(u64 *random)
{
	return below(random, 4) | 1u << (8 + below(random, 4)) | 1u << (12 + below(random, 4)) |
	       1u << (16 + below(random, 4)) | below(random, 8) << 24;
}

/* Old clients leave it to buffers to say how surfaces are tiled. */
static void change_tiling(struct submission *s, const struct submission *other, u64 *random)
{
	if (s->keep_tiling && !below(random, 16))
		s->keep_tiling = false;
	if (!s->keep_tiling && s->num_buffers)
		s->buffers[below(random, s->num_buffers)].tiling = any_tiling(random);
}

/* Addresses, sizes and tiling do not depend on the chip alone: try another. */
static void change_chip(struct submission *s, const struct submission *other, u64 *random)
{
	static const struct { u8 pipes, backends, se; } chips[] = {
		{ 8, 8, 2 }, { 4, 4, 1 }, { 4, 2, 1 }, { 2, 1, 1 }, { 8, 8, 2 }, { 2, 4, 1 },
	};
	u32 i = below(random, ARRAY_SIZE(chips));

	s->chip.num_pipes = chips[i].pipes;
	s->chip.num_backends = chips[i].backends;
	s->chip.num_se = chips[i].se;
	s->chip.num_banks = 4u << below(random, 3);
	s->chip.group_bytes = s->chip.class == R600_CS_CAYMAN ? 256u << below(random, 2) : 256;
}

/* What the fuzzer does, if the submission is small enough for it. */
static void fuzz(struct submission *s, const struct submission *other, u64 *random)
{
	static u8 data[FUZZ_HEADER + FUZZ_MAX_BUFFERS * FUZZ_BUFFER + FUZZ_MAX_DWORDS * 4ul];
	static struct fuzz_input input;
	struct r600_cs_input in = {
		.chip = &s->chip, .engine = s->engine, .ib = s->ib, .ndw = s->ndw,
		.buffers = s->buffers, .num_buffers = s->num_buffers, .clean_start = true,
		.keep_tiling = s->keep_tiling, .vm = s->vm,
	};
	size_t size = fuzz_input_encode(&in, data, sizeof(data));
	u32 i;

	if (!size)
		return;
	size = mutate(data, size, sizeof(data), next_random(random));
	if (!fuzz_input_decode(&input, data, size))
		return;
	s->ndw = input.in.ndw;
	memcpy(s->ib, input.ib, s->ndw * 4ul);
	for (i = 0; i < min(s->num_buffers, input.in.num_buffers); i++) {
		s->buffers[i].size = input.buffers[i].size;
		s->buffers[i].read_domains = input.buffers[i].read_domains;
		s->buffers[i].write_domain = input.buffers[i].write_domain;
	}
}

/* How often, in all. */
static const struct {
	u32 weight;
	void (*step)(struct submission *s, const struct submission *other, u64 *random);
} steps[] = {
	{ 24, change_value }, { 12, take_value }, { 10, change_buffer }, { 8, drop_packet },
	{ 6, repeat_packet }, { 8, move_packet }, { 10, splice }, { 3, truncate_stream },
	{ 2, change_header }, { 3, change_chip }, { 4, change_tiling }, { 8, fuzz },
};

void mutate_submission(struct submission *s, const struct submission *other, u64 *random)
{
	u32 i, all = 0, pick;

	for (i = 0; i < ARRAY_SIZE(steps); i++)
		all += steps[i].weight;
	pick = below(random, all);
	for (i = 0; pick >= steps[i].weight; i++)
		pick -= steps[i].weight;
	if (s->ndw)
		steps[i].step(s, other, random);
}
