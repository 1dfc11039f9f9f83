// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What rows of streams cannot say about DMA packets: every bit of every dword,
 * cuts, largest fields, and the bounds of tiled copies against a function that
 * places each element of a small surface.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "r600_cs_checker.h"
#include "stream_file.h"
#include "tap.h"
#include "workspace.h"

#define MAX_DWORDS	24
#define WHOLE		(~0ull)

static struct r600_cs_patch patches[MAX_DWORDS];
static struct r600_cs_workspace workspace;
static struct r600_cs_buffer buffers[3];
static struct r600_cs_result res;

/* The stream is copied so that a read behind its end is seen. */
static int check(const struct r600_cs_chip *chip, const u32 *dw, u32 ndw, bool vm)
{
	u32 *ib = malloc((ndw ? ndw : 1) * 4ul);
	struct r600_cs_input in = {
		.chip = chip, .engine = R600_CS_DMA, .ib = ib, .ndw = ndw,
		.buffers = buffers, .num_buffers = 3, .vm = vm,
	};
	int ret;

	if (!ib)
		abort();
	if (ndw)
		memcpy(ib, dw, ndw * 4ul);
	res = (struct r600_cs_result) {
		.patches = patches, .max_patches = r600_cs_max_patches(ndw),
		.workspace = &workspace,
	};
	workspace_fill(&workspace, 0xffffffff);
	ret = r600_cs_check(&in, &res);
	free(ib);
	return ret;
}

static bool accepts(const struct r600_cs_chip *chip, const u32 *dw, u32 ndw,
		    bool vm)
{
	return !check(chip, dw, ndw, vm);
}

static void set_sizes(u64 a, u64 b, u64 c)
{
	const u64 sizes[] = { a, b, c };
	u32 i;

	for (i = 0; i < 3; i++)
		buffers[i] = (struct r600_cs_buffer) {
			.size = sizes[i], .read_domains = 6, .write_domain = 4,
		};
}

/* ---- bits and cuts ---- */

/* The five dwords of a tiled surface, and the bits of theirs. */
static const u32 tiled[] = { 0x12000000, 0x3f0007, 0x3f, 0, 0x4800000 };
static const u32 tiled_bits[] = {
	0x7f6f0000, 0x3fff07ff, 0x3fffff, 0x1ffc3fff, 0x1ee03fff,
};

/* Each packet, and the bits of its dwords that a field covers. */
static const struct sample {
	const char *name;
	u32 ndw;
	u32 tiled;	/* where a tiled surface is, or 0 */
	u32 detile;	/* a bit of it that only some have */
	u32 dw[13];
	u32 bits[13];
} samples[] = {
	{ "no-op", 1, 0, 0,
	  { 0xf0000000 },
	  {} },
	{ "write", 4, 0, 0,
	  { 0x20000001 },
	  { 0, 0xfffffffc, 0xff, ~0u } },
	{ "write tiled", 8, 2, 0,
	  { 0x20800001, 0, 0, 0, 0, 0, 0, 1 },
	  { 0, ~0u, 0, 0, 0, 0, 0, ~0u } },
	{ "copy", 5, 0, 0,
	  { 0x30000001 },
	  { 0, 0xfffffffc, 0xfffffffc, 0xff, 0xff } },
	{ "byte copy", 5, 0, 0,
	  { 0x34000001 },
	  { 0, ~0u, ~0u, 0xff, 0xff } },
	{ "broadcast", 7, 0, 0,
	  { 0x34400001 },
	  { 0, 0xfffffffc, 0xfffffffc, 0xfffffffc, 0xff, 0xff, 0xff } },
	{ "partial copy", 9, 0, 0,
	  { 0x34100000, 0, 0x80000, 0x200, 0, 0x80000, 0x200, 0x20008, 0x40000001 },
	  { 0, 0xfffffffc, 0xffffe0ff, ~0u, 0xfffffffc, 0xffffe0ff, ~0u, 0x3fff3fff,
	    0xe00007ff } },
	{ "tiled copy", 9, 2, 0x80000000,
	  { 0x30800001 },
	  { 0, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xff } },
	{ "frame to field", 10, 3, 0,
	  { 0x34800001 },
	  { 0, ~0u, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xff } },
	{ "tiled broadcast", 10, 3, 0,
	  { 0x34b00001 },
	  { 0, ~0u, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xff } },
	{ "tiles", 9, 2, 0x80000000,
	  { 0x34c00001 },
	  { 0, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xff } },
	{ "tiles broadcast", 10, 3, 0,
	  { 0x34f00001 },
	  { 0, ~0u, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xff } },
	{ "tiled partial", 12, 2, 0x80000000,
	  { 0x34900002, 0, 0, 0, 0, 0, 0, 0, 0x20000, 0x100, 0x20001, 1 },
	  { 0, ~0u, 0, 0, 0, 0, 0, 0xfffffffc, 0xffffe0ff, ~0u, 0x3fff3fff, 0x7ff } },
	{ "tiled to tiled", 13, 0, 0,
	  { 0x34d00000, 0, 0x3f0007, 0x3f, 0, 0x3f0007, 0x3f, 0x12000120, 0, 0, 0,
	    0x80008, 1 },
	  { 0, ~0u, 0x3fff07ff, 0x3fffff, ~0u, 0x3fff07ff, 0x3fffff, 0x7f6f07b8,
	    0x3ff83ff8, 0x3ff83ff8, 0x7ff07ff, 0x3ff83ff8, 0x7ff } },
	{ "fill", 4, 0, 0,
	  { 0xd0000001 },
	  { 0, 0xfffffffc, ~0u, 0xff0000 } },
};

#define NUM_SAMPLES	ARRAY_SIZE(samples)

/* A sample with its surface. */
static struct sample load(u32 i)
{
	struct sample s = samples[i];
	u32 k;

	for (k = 0; s.tiled && k < ARRAY_SIZE(tiled); k++) {
		s.dw[s.tiled + k] = tiled[k];
		s.bits[s.tiled + k] = tiled_bits[k];
	}
	s.bits[s.tiled] |= s.detile;
	return s;
}

/* With a VM nothing but bits and lengths matters, so each bit tells. */
static void test_bits(void)
{
	u32 dw[13], n, i, bit;
	struct sample s;
	bool ok;

	for (n = 0; n < NUM_SAMPLES; n++) {
		s = load(n);
		ok = true;
		for (i = 1; i < s.ndw; i++) {
			for (bit = 0; bit < 32; bit++) {
				memcpy(dw, s.dw, sizeof(dw));
				dw[i] ^= 1u << bit;
				ok = ok && accepts(&stream_file_cayman, dw, s.ndw,
						   true) == (s.bits[i] >> bit & 1);
			}
		}
		tap_ok(ok, "%s: bits that have a field", s.name);
	}
}

/* The same bits are refused without a VM, whatever else is. */
static void test_reserved_bits(void)
{
	u32 dw[13], n, i, bit;
	struct sample s;
	bool ok;

	set_sizes(WHOLE, WHOLE, WHOLE);
	for (n = 0; n < NUM_SAMPLES; n++) {
		s = load(n);
		ok = !check(&stream_file_cayman, s.dw, s.ndw, false);
		for (i = 1; i < s.ndw; i++) {
			for (bit = 0; bit < 32; bit++) {
				memcpy(dw, s.dw, sizeof(dw));
				dw[i] ^= 1u << bit;
				if (!(s.bits[i] >> bit & 1))
					ok = ok && check(&stream_file_cayman, dw,
							 s.ndw, false);
			}
		}
		tap_ok(ok, "%s: reserved bits", s.name);
	}
}

static void test_cuts(void)
{
	u32 dw[16] = { 0xf0000000, 0xf0000000 };
	struct sample s;
	u32 ndw, n;
	bool ok;

	set_sizes(WHOLE, WHOLE, WHOLE);
	for (n = 0; n < NUM_SAMPLES; n++) {
		s = load(n);
		memcpy(dw + 2, s.dw, s.ndw * 4ul);
		ok = !check(&stream_file_cayman, dw, s.ndw + 2, false);
		for (ndw = 3; ndw < s.ndw + 2; ndw++)
			ok = ok && check(&stream_file_cayman, dw, ndw, false) &&
				check(&stream_file_cayman, dw, ndw, true) &&
				res.report.dw == 2;
		tap_ok(ok, "%s cut at every dword", s.name);
	}
}

/* All codes, with enough dwords behind them for anything. */
static void test_codes(const struct r600_cs_chip *chip, const char *name)
{
	u32 dw[MAX_DWORDS], code, i, found = 0, refused = 0, want = 0;
	bool cayman = chip->class == R600_CS_CAYMAN;

	set_sizes(WHOLE, WHOLE, WHOLE);
	for (i = 0; i < NUM_SAMPLES; i++)
		want += cayman || (samples[i].dw[0] >> 20 != 0x341 &&
				   samples[i].dw[0] >> 20 != 0x349 &&
				   samples[i].dw[0] >> 20 != 0x34d);
	for (code = 0; code < 0x1000; code++) {
		memset(dw, 0, sizeof(dw));
		dw[0] = code << 20;
		if (check(chip, dw, MAX_DWORDS, false) &&
		    strstr(res.report.rule, "not accepted") && !res.report.dw)
			refused++;
		else
			found++;
	}
	printf("# %u codes, %u refused\n", found, refused);
	tap_ok(found == want && found + refused == 0x1000, "codes of %s", name);
}

/* Every length that a header can say, with the data missing. */
static void test_counts(void)
{
	u32 dw[9], count;
	bool ok = true;

	for (count = 0; count < 9; count++)
		dw[count] = 0xf0000000;
	dw[1] = 0;
	dw[2] = 0;

	set_sizes(WHOLE, WHOLE, WHOLE);
	for (count = 1; count <= 0xfffff; count++) {
		dw[0] = 0x20000000 | count;
		ok = ok && accepts(&stream_file_cayman, dw, 9, false) == (count <= 6);
		if (count == 64)
			count = 0xfff00;
	}
	tap_ok(ok, "data behind the end of the IB");
}

/* ---- addresses ---- */

static void test_apply(void)
{
	static const struct {
		u32 kind, high;		/* dwords on */
		u32 lo, hi, want_lo, want_hi;
		u64 addr;
	} rows[] = {
		{ R600_CS_PATCH_DMA_COPY, 2, 0xfffff004, 0x11, 4, 0x12, 0x1000 },
		{ R600_CS_PATCH_DMA_COPY, 2, 8, 0xabcdef01, 0x2008, 0xabcdef04,
		  0x300002000 },
		{ R600_CS_PATCH_DMA_BROADCAST, 3, 0xfffff004, 0x11, 4, 0x12,
		  0x1000 },
		{ R600_CS_PATCH_DMA_BROADCAST, 3, 8, 0xabcdef01, 0x2008,
		  0xabcdef04, 0x300002000 },
		{ R600_CS_PATCH_DMA_FILL, 2, 0xfffff004, 0x110000, 4, 0x120000,
		  0x1000 },
		{ R600_CS_PATCH_DMA_FILL, 2, 8, 0xab01cdef, 0x2008, 0xab04cdef,
		  0x300002000 },
	};
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u32 ib[6] = { 0x10, 0x11, 0x12, 0x13, 0x14, 0x15 };
		struct r600_cs_patch patch = { .dw = 1, .kind = rows[i].kind };
		u32 high = 1 + rows[i].high;
		bool ok;

		ib[1] = rows[i].lo;
		ib[high] = rows[i].hi;
		r600_cs_apply(ib, &patch, 1, &rows[i].addr);
		ok = ib[1] == rows[i].want_lo && ib[high] == rows[i].want_hi;
		for (k = 0; k < 6; k++)
			ok = ok && (k == 1 || k == high || ib[k] == 0x10 + k);
		tap_ok(ok, "patch of a DMA packet, row %u", i);
	}
}

/* Three addresses in seven dwords are the most that there can be. */
static void test_densest(void)
{
	u32 dw[21] = { 0x34400001 };
	struct r600_cs_buffer nine[9];
	struct r600_cs_input in = {
		.chip = &stream_file_cypress, .engine = R600_CS_DMA, .ib = dw,
		.ndw = 21, .buffers = nine, .num_buffers = 9,
	};
	u32 i;

	set_sizes(WHOLE, WHOLE, WHOLE);
	for (i = 0; i < 9; i++)
		nine[i] = buffers[0];
	dw[7] = dw[0];
	dw[14] = dw[0];
	res = (struct r600_cs_result) {
		.patches = patches, .max_patches = r600_cs_max_patches(21),
		.workspace = &workspace,
	};
	tap_ok(!r600_cs_check(&in, &res) && res.num_patches == 9,
	       "room for the patches of broadcasts");
	in.num_buffers = 8;
	tap_ok(r600_cs_check(&in, &res) == -EINVAL && res.report.dw == 14,
	       "an entry less than addresses");
}

/* ---- largest fields ---- */

/* The least size of a buffer with which the packet is accepted. */
static u64 least_size(const struct r600_cs_chip *chip, const u32 *dw, u32 ndw,
		      u32 buffer)
{
	u64 low = 0, high = 1ull << 50;

	set_sizes(WHOLE, WHOLE, WHOLE);
	if (check(chip, dw, ndw, false))
		return WHOLE;
	while (low < high) {
		u64 middle = low + (high - low) / 2;

		set_sizes(WHOLE, WHOLE, WHOLE);
		buffers[buffer].size = middle;
		if (check(chip, dw, ndw, false))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void test_largest(void)
{
	static const struct {
		const char *name;
		u32 ndw, buffer;
		u32 dw[13];
		u64 size;
	} rows[] = {
		{ "copy from", 5, 0, { 0x300fffff, 0, ~3u, 0, 0xff },
		  (1ull << 40) - 4 + 0xfffff * 4ull },
		{ "copy to", 5, 1, { 0x300fffff, ~3u, 0, 0xff, 0 },
		  (1ull << 40) - 4 + 0xfffff * 4ull },
		{ "byte copy from", 5, 0, { 0x340fffff, 0, ~0u, 0, 0xff },
		  (1ull << 40) - 1 + 0xfffff },
		{ "fill", 4, 0, { 0xd00fffff, ~3u, 0, 0xff0000 },
		  (1ull << 40) - 4 + 0xfffff * 4ull },
		{ "tiled, 1D, last rows", 9, 1,
		  { 0x30880000, 0xfffffffe, 0x14000000, 0x3fff07ff, 0x3fffff,
		    0x1ffc0000, 0x3ff8, 0, 0 },
		  (1ull << 40) - 512 + (1ull << 43) },
		{ "tiled, 2D, last rows", 9, 1,
		  { 0x30880000, 0xffffff00, 0x24000000, 0x3fff07ff, 0x3fffff,
		    0x1ffc0000, 0x4803ff8, 0, 0 },
		  (1ull << 40) - 0x10000 + (1ull << 43) },
		{ "tiles, linear end", 9, 0,
		  { 0x34c00800, 0, 0x14000000, 0x3fff07ff, 0x3fffff,
		    0x1ffc0000, 0x3ff8, ~3u, 0xff },
		  (1ull << 40) - 4 + (1ull << 43) },
		{ "partial", 9, 0,
		  { 0x34100000, ~3u, 0xffff80ff, ~3u, 0, 0xffff8000, ~3u,
		    0x1f403fff, 0x800007ff },
		  (1ull << 40) - 4 + 2046 * 0xfffffffcull + 7999 * 0x7fffcull +
		  16383 * 16ull },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 size = least_size(&stream_file_cayman, rows[i].dw, rows[i].ndw,
				      rows[i].buffer);

		printf("# %llx\n", (unsigned long long)size);
		tap_ok(size == rows[i].size, "largest fields: %s", rows[i].name);
	}
}

/* Each array mode, with all other fields as large as they can be. */
static void test_modes(void)
{
	u32 dw[9] = { 0x30800001, 0, 0, 0x3fff07ff, 0x3fffff, 0x1ffc0000,
		      0x4800000 };
	u32 mode;
	bool ok = true;

	for (mode = 0; mode < 16; mode++) {
		dw[2] = mode << 27 | 2 << 24;
		set_sizes(WHOLE, WHOLE, WHOLE);
		ok = ok && accepts(&stream_file_cypress, dw, 9, false) ==
			(mode == 2 || mode == 4);
		set_sizes(WHOLE, (1ull << 41) - 1, WHOLE);
		ok = ok && check(&stream_file_cypress, dw, 9, false);
	}
	tap_ok(ok, "array modes with the largest pitch, slice and z");
}

/* ---- element by element ---- */

/* A surface as a packet describes it; logarithms where the packet has them. */
struct surface {
	u32 mode, log_bytes, split, banks, bankw, bankh, aspect;
	u32 pitch, height, rows;	/* rows: of a slice */
};

/* Address of the tile of an element, and where its bytes end at the furthest. */
static u64 tile_end(const struct r600_cs_chip *chip, const struct surface *s,
		    u32 x, u32 y, u32 z)
{
	u64 tile = 64ull << s->log_bytes, part = tile, parts = 1, at, slice;
	u32 tx = x / 8, ty = y / 8, width = s->pitch / 8, height = s->rows / 8;
	u32 mw, mh, bank, pipe;

	if (s->mode == 4 && tile > 64u << s->split) {
		part = 64u << s->split;
		parts = tile / part;
	}
	slice = (u64)width * height * part;
	if (s->mode == 2)
		return z * slice + ((u64)ty * width + tx + 1) * tile;
	mw = chip->num_pipes << s->bankw << s->aspect;
	mh = (2u << s->banks << s->bankh) >> s->aspect;
	at = (u64)((ty / mh) * (width / mw) + tx / mw) * mw * mh * part;
	/* Pipes and banks are rotated by rows and columns; it stays a permutation. */
	pipe = (tx ^ ty) % chip->num_pipes;
	bank = (tx / (chip->num_pipes << s->bankw) % (1u << s->aspect)) * (mh >> s->bankh) +
		ty / (1u << s->bankh) % (mh >> s->bankh);
	bank ^= (tx / mw) % (2u << s->banks);
	at += (((u64)bank * chip->num_pipes + pipe) << s->bankh << s->bankw) * part;
	at += ((ty % (1u << s->bankh) << s->bankw) + tx / chip->num_pipes % (1u << s->bankw)) *
		part;
	return (z * parts + parts - 1) * slice + at + part;
}

/* The last byte that a run of elements from x, y, z on touches. */
static u64 run_end(const struct r600_cs_chip *chip, const struct surface *s,
		   u32 x, u32 y, u32 z, u32 elements)
{
	u64 end = 0, at;

	while (elements--) {
		at = tile_end(chip, s, x, y, z);
		end = at > end ? at : end;
		if (++x == s->pitch) {
			x = 0;
			y++;
		}
	}
	return end;
}

static void write_tiled(const struct surface *s, u32 x, u32 y, u32 z, u32 count,
			u32 *dw)
{
	const u32 packet[9] = {
		0x30800000 | count, 0,
		s->mode << 27 | s->log_bytes << 24 | s->bankh << 21 |
		s->bankw << 18 | s->aspect << 16,
		(s->height - 1) << 16 | (s->pitch / 8 - 1),
		s->pitch * s->rows / 64 - 1, z << 18 | x,
		s->banks << 25 | s->split << 21 | y, 0, 0,
	};

	memcpy(dw, packet, sizeof(packet));
}

/* Is the bound no less than what is touched, and all slices if they are? */
static bool bounded(const struct r600_cs_chip *chip, const struct surface *s,
		    u32 x, u32 y, u32 z, u32 elements)
{
	u64 slices = ((u64)s->pitch * s->rows << s->log_bytes) * (z + 1);
	u32 dw[9];
	u64 size, end;

	write_tiled(s, x, y, z, (elements << s->log_bytes) / 4, dw);
	size = least_size(chip, dw, 9, 1);
	end = run_end(chip, s, x, y, z, elements);
	if (size != WHOLE && size >= end && size == slices)
		return true;
	printf("# mode %u, %u bytes, %u x %u of %u rows: bound %llu, end %llu\n",
	       s->mode, 1 << s->log_bytes, s->pitch, s->height, s->rows,
	       (unsigned long long)size, (unsigned long long)end);
	return false;
}

static bool bounded_at_places(const struct r600_cs_chip *chip,
			      const struct surface *s)
{
	u32 dwords = s->log_bytes > 2 ? 1 << (s->log_bytes - 2) : 1;
	u32 least = (dwords * 4) >> s->log_bytes;
	u32 all = s->pitch * s->height, dw[9];

	set_sizes(WHOLE, WHOLE, WHOLE);
	write_tiled(s, 0, 0, 0, ((all + least) << s->log_bytes) / 4, dw);
	if (!check(chip, dw, 9, false))
		return false;		/* an element behind the last row */
	return bounded(chip, s, 0, 0, 0, all) && bounded(chip, s, 0, 0, 2, all) &&
		bounded(chip, s, 0, 0, 0, least) &&
		bounded(chip, s, s->pitch - least, s->height - 1, 1, least) &&
		bounded(chip, s, s->pitch - least, 0, 0, 2 * least) &&
		bounded(chip, s, 0, s->height / 2, 3, s->pitch);
}

/* Surfaces of one or two macro tiles, with rows that belong to no slice. */
static void test_footprints(void)
{
	struct r600_cs_chip chip = stream_file_cypress;
	u32 i, n = 0;
	bool ok = true;

	for (i = 0; i < 2 * 5 * 4 * 3 * 2 * 2 * 2 * 2 && ok; i++) {
		u32 k = i, wide, high;
		struct surface s = { .mode = k % 2 ? 4 : 2 };

		s.log_bytes = (k /= 2) % 5;
		chip.num_pipes = 1 << (k /= 5) % 4;
		s.banks = 1 + (k /= 4) % 3;
		s.bankw = (k /= 3) % 2;
		s.bankh = (k /= 2) % 2;
		s.aspect = (k /= 2) % 2;
		s.split = k / 2 % 2 ? 4 : 0;
		chip.group_bytes = i % 3 ? 256 : 512;
		if (s.mode == 4 && (64u << (s.log_bytes < s.split ? s.log_bytes :
					    s.split)) << s.bankw << s.bankh <
		    chip.group_bytes)
			continue;	/* refused: a bank smaller than a group */
		wide = 8 * (chip.num_pipes << s.bankw << s.aspect);
		high = 8 * ((2u << s.banks << s.bankh) >> s.aspect);
		if (s.mode == 2) {
			wide = chip.group_bytes / (8 << s.log_bytes);
			wide = wide > 8 ? wide : 8;
			high = 8;
		}
		s.pitch = wide * (1 + i % 2);
		s.rows = high * (1 + i / 2 % 2);
		if (((u64)s.pitch * s.rows << s.log_bytes) / 4 > 0x10000)
			continue;
		s.height = i % 5 ? s.rows : s.rows - 3;
		ok = bounded_at_places(&chip, &s);
		n++;
	}
	printf("# %u surfaces\n", n);
	tap_ok(ok && n > 500, "tiled bounds, element by element");
}

/* Lengths: AMD's list of async DMA packets; FENCE and SRBM_READ as radeon of Linux 6.12 sends them. */
static void test_names(void)
{
	static const struct { u32 header; const char *name; u32 dwords; } packets[] = {
		{ 0x20000005, "DMA_WRITE", 8 }, { 0x20800005, "DMA_WRITE_TILED", 12 },
		{ 0x24200004, "DMA_WRITE_PTE", 9 }, { 0x30000010, "DMA_COPY_LINEAR", 5 },
		{ 0x30800010, "DMA_COPY_TILED", 9 }, { 0x34100000, "DMA_COPY_PARTIAL", 9 },
		{ 0x34d00000, "DMA_COPY_T2T", 13 }, { 0x40000000, "DMA_INDIRECT_BUFFER", 3 },
		{ 0x50000000, "DMA_SEMAPHORE", 3 }, { 0x60000000, "DMA_FENCE", 4 },
		{ 0x70000000, "DMA_TRAP", 1 }, { 0x9000f000, "DMA_SRBM_WRITE", 3 },
		{ 0x98000000, "DMA_SRBM_READ", 4 }, { 0xd0000010, "DMA_CONSTANT_FILL", 4 },
		{ 0xe0000000, "DMA_POLL", 6 }, { 0xf0000000, "DMA_NOP", 1 },
	};
	bool ok = true;
	u32 i, dwords;

	for (i = 0; i < ARRAY_SIZE(packets); i++) {
		const char *name = r600_cs_dma_packet_name(packets[i].header, &dwords);

		if (name && !strcmp(name, packets[i].name) && dwords == packets[i].dwords)
			continue;
		printf("# %08x is %s\n", packets[i].header, name ? name : "nothing");
		ok = false;
	}
	tap_ok(ok && !r600_cs_dma_packet_name(0x80000000, &dwords), "packets have names and lengths");
}

int main(void)
{
	test_names();
	test_bits();
	test_reserved_bits();
	test_cuts();
	test_codes(&stream_file_cypress, "Evergreen");
	test_codes(&stream_file_cayman, "Cayman");
	test_counts();
	test_apply();
	test_densest();
	test_largest();
	test_modes();
	test_footprints();
	return tap_done();
}
