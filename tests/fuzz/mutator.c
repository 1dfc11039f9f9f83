// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Mutations that keep a submission close to something acceptable: whole packets
 * with relocations are added, and fields get values at which rules change.
 */

#include <string.h>

#include <linux/array_size.h>

#include "fuzz_input.h"
#include "mutator.h"

/* Packets as they are sent, without the relocations that must follow. */
static const struct {
	u32 relocs, ndw;
	u32 dw[14];
} templates[] = {
	{ 0, 2, { 0xc0001000 } },
	{ 0, 3, { 0xc0012800, 0x80000000, 0x80000000 } },
	{ 1, 7, { 0xc0053c00, 0x13, 0, 0, 0, 0, 4 } },
	{ 1, 7, { 0xc0053c00, 0x115, 0, 0, 0, 0, 4 } },
	{ 0, 7, { 0xc0053c00, 0x3, 0x213f, 0, 0, 0, 4 } },
	{ 1, 5, { 0xc0033d00 } },
	{ 2, 6, { 0xc0044100, 0, 0x80000000, 0, 0, 4 } },
	{ 1, 6, { 0xc0044100, 0, 0xc0000000, 0, 0, 4 } },
	{ 0, 2, { 0xc0004200 } },
	{ 0, 5, { 0xc0034300, 0x1697ffc0, 0xffffffff, 0, 10 } },
	{ 1, 5, { 0xc0034300, 0x1697ffc0, 1, 0, 10 } },
	{ 0, 2, { 0xc0004600, 0x410 } },
	{ 1, 4, { 0xc0024600, 0x115 } },
	{ 1, 4, { 0xc0024600, 0x21e } },
	{ 1, 4, { 0xc0024600, 0x320 } },
	{ 1, 6, { 0xc0044700, 0x528, 0, 0x20000000 } },
	{ 1, 6, { 0xc0044700, 0x514, 0, 0x40000000 } },
	{ 1, 5, { 0xc0034800, 0x630, 0, 0, 0xa1cb } },
	{ 1, 5, { 0xc0034800, 0x62f, 0, 0x20000000, 0x10000 } },
	{ 1, 5, { 0xc0034800, 0x630, 0, 0x40000000 } },
	{ 0, 3, { 0xc0016800, 0x300 } },
	{ 0, 3, { 0xc0016800, 0x10, 0x8000 } },
	{ 0, 4, { 0xc0026900, 0x10f } },
	{ 0, 1, { 0x80000000 } },
	{ 1, 4, { 0xc0021100, 1 } },
	{ 0, 2, { 0xc0001300, 0x100 } },
	{ 1, 3, { 0xc0012000, 0, 0x10000 } },
	{ 0, 3, { 0xc0012400, 0, 2 } },
	{ 0, 3, { 0xc0012500 } },
	{ 1, 3, { 0xc0012600 } },
	{ 0, 2, { 0xc0002a00 } },
	{ 1, 5, { 0xc0032b00, 0, 0, 4 } },
	{ 0, 3, { 0xc0012d00, 3, 2 } },
	{ 0, 4, { 0xc0022e00, 1, 1 } },
	{ 2, 6, { 0xc0043400, 5 } },
	{ 1, 10, { 0xc0086d00, 0, 0, 0xff, 0, 0, 0, 0, 0, 0xc0000000 } },
	{ 2, 10, { 0xc0086d00, 8, 0xfc01c1, 0x20000007, 0, 0, 0, 0,
		   0x80000000, 0x8002001a } },
	{ 1, 4, { 0xc0027500, 0x1cb0003 } },
	{ 1, 3, { 0xc0016900, 0x318 } },
	{ 0, 5, { 0xc0036900, 0x319, 7, 7, 0 } },
	{ 0, 3, { 0xc0016900, 0x31c, 0x168 } },
	{ 1, 3, { 0xc0016900, 0x31d } },
	{ 0, 4, { 0xc0026900, 0x2e5, 1, 1 } },
	{ 0, 3, { 0xc0016900, 0x2b4, 0x10 } },
	{ 1, 3, { 0xc0016900, 0x2b6 } },
	{ 0, 3, { 0xc0016900, 0x50, 1 } },
	{ 1, 3, { 0xc0016900, 0x250 } },
	{ 1, 3, { 0xc0016800, 0x310 } },
	{ 0, 3, { 0xc0016800, 0x311, 1 } },
	/* Random access, spilling, shader engines. */
	{ 1, 3, { 0xc0016902, 0x234 } },
	{ 0, 6, { 0xc0016902, 0x2d5, 2, 0xc0016902, 0x290, 0x4000 } },
	{ 0, 3, { 0xc0016902, 0x31c, 0x4104134 } },
	{ 1, 3, { 0xc0016902, 0x318 } },
	{ 1, 3, { 0xc0016902, 0x31d, 0x10 } },
	{ 0, 3, { 0xc0016902, 0x31e, 0x400 } },
	{ 1, 3, { 0xc0016902, 0x2e7 } },
	{ 0, 3, { 0xc0016900, 0x31e, 0x70007 } },
	{ 0, 3, { 0xc0016902, 0x3f0, 1 } },
	{ 1, 3, { 0xc0016902, 0x3d0 } },
	{ 0, 3, { 0xc0016800, 0xb, 0x40010000 } },
	{ 1, 3, { 0xc0016800, 0x31a } },
	{ 0, 3, { 0xc0016800, 0x31b, 1 } },
	{ 0, 3, { 0xc0016900, 0x245, 1 } },
	{ 0, 6, { 0xc0016900, 0x1e0, 0x40000f00, 0xc0016900, 0x8e, 0xf } },
	/* Conditions, other draws. */
	{ 1, 4, { 0xc0022200, 0, 0, 2 } },
	{ 1, 4, { 0xc0022200, 0, 0, 5 } },
	{ 2, 9, { 0xc0074500, 0x112 } },
	{ 1, 6, { 0xc0043b00, 1, 0, 0, 0xa2cb } },
	{ 2, 6, { 0xc0043b00, 3 } },
	{ 1, 6, { 0xc0042700, 4, 0, 0, 4 } },
	{ 0, 4, { 0xc0022900, 1, 1 } },
	{ 0, 5, { 0xc0033500, 1, 1, 1 } },
	{ 0, 2, { 0xc0001800, 1 } },
	/* Compute, and what needs no relocation with a VM. */
	{ 0, 4, { 0xc0001402, 0, 0xc0001202, 0 } },
	{ 0, 5, { 0xc0031502, 1, 1, 1, 1 } },
	{ 0, 3, { 0xc0011602, 0, 1 } },
	{ 0, 6, { 0xc0022200, 0, 0, 2, 0xc0001000, 0 } },
	{ 0, 9, { 0xc0074500, 0x112, 0, 0, 0, 0, 0, 0, 0 } },
	{ 0, 6, { 0xc0043b00, 1, 0, 0, 0xa2cb, 0 } },
	{ 1, 6, { 0xc0044100, 0, 0x80100000, 0, 0, 0x8000010 } },
	{ 0, 6, { 0xc0016800, 0xb, 0x40000000, 0xc0016800, 0xb, 0xc0000000 } },
	{ 0, 3, { 0xc0016800, 0xb, 0xc0000000 } },
	/* From here on for the DMA engine, without relocations. */
	{ 0, 1, { 0xf0000000 } },
	{ 0, 4, { 0x20000001 } },
	{ 0, 8, { 0x20800001, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 5, { 0x30000001 } },
	{ 0, 5, { 0x34000001 } },
	{ 0, 7, { 0x34400001 } },
	{ 0, 9, { 0x34100000, 0, 0x80000, 0x200, 0, 0x80000, 0x200, 0x20008,
		  0x40000001 } },
	{ 0, 9, { 0x30800010, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 9, { 0x30800010, 0, 0xa2000000, 0x3f0007, 0x3f, 0, 0x4800000 } },
	{ 0, 10, { 0x34800010, 0, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 10, { 0x34b00010, 0, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 9, { 0x34c00001, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 10, { 0x34f00001, 0, 0, 0x12000000, 0x70000, 0, 0, 0x4800000 } },
	{ 0, 12, { 0x34900002, 0, 0x12000000, 0x70000, 0, 0, 0x4800000, 0,
		   0x20000, 0x100, 0x20001, 1 } },
	{ 0, 13, { 0x34d00000, 0, 0x70000, 0, 0, 0x70000, 0, 0x12000120, 0, 0, 0,
		   0x80008, 1 } },
	{ 0, 4, { 0xd0000001 } },
};

#define NUM_TEMPLATES	ARRAY_SIZE(templates)
#define NUM_DMA_TEMPLATES	16
#define NUM_PM4_TEMPLATES	(NUM_TEMPLATES - NUM_DMA_TEMPLATES)

/* Values around which answers change. */
static const u32 corners[] = {
	0, 1, 2, 3, 4, 7, 8, 0xf, 0x10, 0xff, 0x100, 0x3ff, 0x400, 0xaff,
	0xb00, 0xff0, 0xff8, 0xffc, 0xfff, 0x1000, 0x3fff, 0x4000, 0xffff,
	0x10000, 0x1fffff, 0x200000, 0x7fffffff, 0x80000000, 0xc0000000,
	0xfffffff8, 0xfffffffc, 0xffffffff,
};

#define NUM_CORNERS	ARRAY_SIZE(corners)

/* xorshift32 */
static u32 next_random(u32 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* A packet that the engine of the submission understands. */
static u32 pick_template(const u8 *data, u32 *state)
{
	if ((data[0] >> 3 & 3) == R600_CS_DMA)
		return NUM_PM4_TEMPLATES +
			next_random(state) % NUM_DMA_TEMPLATES;
	return next_random(state) % NUM_PM4_TEMPLATES;
}

/* Where the dwords begin, or 0 if there are no buffers that one could use. */
static size_t stream_start(const u8 *data, size_t size)
{
	size_t start;

	if (size < FUZZ_HEADER)
		return 0;
	start = FUZZ_HEADER + (data[1] & 0xf) * FUZZ_BUFFER;
	return start <= size ? start : 0;
}

/* Two buffers of a page, one of them not writable, and nothing else. */
static size_t start_over(u8 *data, size_t max_size)
{
	static const u8 first[] = {
		6, 2,
		0, 0x10, 0, 0, 0, 6, 4, 0,
		0, 0x10, 0, 0, 0, 6, 0, 0,
	};

	if (max_size < sizeof(first))
		return 0;
	memcpy(data, first, sizeof(first));
	return sizeof(first);
}

static size_t add_packet(u8 *data, size_t size, size_t max_size, u32 *state)
{
	u32 i, n = data[1] & 0xf, which = pick_template(data, state);
	u32 reloc[2] = { 0xc0001000, 0 };
	size_t bytes;

	bytes = templates[which].ndw * 4ul;
	if (size + bytes + templates[which].relocs * sizeof(reloc) > max_size)
		return size;
	memcpy(data + size, templates[which].dw, bytes);
	size += bytes;
	for (i = 0; i < templates[which].relocs && !(data[0] & FUZZ_VM); i++, size += sizeof(reloc)) {
		reloc[1] = n ? next_random(state) % n * 4 : 0;
		memcpy(data + size, reloc, sizeof(reloc));
	}
	return size;
}

static size_t change_dword(u8 *data, size_t size, size_t start, u32 *state)
{
	u32 n = (size - start) / 4, value;
	u8 *at;

	if (!n)
		return size;
	at = data + start + next_random(state) % n * 4ul;
	memcpy(&value, at, 4);
	switch (next_random(state) % 4) {
	case 0:
		value = corners[next_random(state) % NUM_CORNERS];
		break;
	case 1:
		value += (next_random(state) % 17) - 8;
		break;
	case 2:
		value ^= 1u << next_random(state) % 32;
		break;
	default:
		value = next_random(state) & 0xffc;
		break;
	}
	memcpy(at, &value, 4);
	return size;
}

static size_t change_buffer(u8 *data, size_t size, u32 *state)
{
	u32 n = data[1] & 0xf;
	u8 *at;

	if (!n)
		return size;
	at = data + FUZZ_HEADER + next_random(state) % n * FUZZ_BUFFER;
	at[next_random(state) % 7] = corners[next_random(state) % 16];
	return size;
}

size_t mutate(u8 *data, size_t size, size_t max_size, u32 seed)
{
	u32 state = seed | 1;
	size_t start = stream_start(data, size);

	if (!start)
		return start_over(data, max_size);
	size -= (size - start) % 4;
	switch (next_random(&state) % 8) {
	case 0:
	case 1:
	case 2:
		return add_packet(data, size, max_size, &state);
	case 3:
		return change_buffer(data, size, &state);
	case 4:
		return size - start >= 4 ? size - 4 : size;
	default:
		return change_dword(data, size, start, &state);
	}
}
