// SPDX-License-Identifier: MIT OR GPL-2.0
/* Textures with samples: loads of each, FMASK, how many there are. */
#include "array.h"
#include "test_texture.h"
#include "test_tiled.h"

#define WIDTH	40u
#define HEIGHT	20u
#define PITCH	64u
#define ROWS	32u

/* 2D tiled for 4 pipes and 4 banks; a layer after the other. */
static void start_samples(enum sq_isa isa, unsigned int log2, bool depth_order, bool array)
{
	unsigned int layers = array ? 2 : 1;
	struct fields f = { .dim = layers > 1 ? 7 : 6, .mode = 4, .format = 0xd, .num_format = 1, .pitch = PITCH, .width = WIDTH,
			    .height = HEIGHT, .depth = layers, .last = layers - 1, .last_level = log2, .depth_order = depth_order,
			    .fragments = isa == SQ_CAYMAN ? log2 : 0 };

	start(isa, &f);
}

static uint32_t number_of(uint32_t x, uint32_t y, uint32_t z, uint32_t sample)
{
	return x | y << 8 | z << 16 | sample << 24;
}

/* Sample-major planes in a tile, or the samples of an element side by side: see test_tiled.h. */
static void fill(const struct tiling *t, bool array)
{
	unsigned int layers = array ? 2 : 1;
	struct ref ref;

	ref_new(&ref, t, layers);
	for (uint32_t z = 0; z < layers; z++)
		for (uint32_t y = 0; y < HEIGHT; y++)
			for (uint32_t x = 0; x < WIDTH; x++)
				for (uint32_t s = 0; s < 1u << t->samples_log2; s++)
					rig.memory[(TEXTURE_AT - MEMORY_AT + ref_sample(&ref, x, y, z, s)) / 4] = number_of(x, y, z, s);
	ref_free(&ref);
}

static void test_loads(enum sq_isa isa, unsigned int log2, bool depth_order, bool array)
{
	struct tiling t = { .mode = 4, .element_log2 = 2, .pitch = PITCH, .height = ROWS, .pipes = 4, .banks = 4, .bank_width = 1,
			    .bank_height = 1, .aspect = 1, .split = 1024, .group = 256, .bank_interleave = 1,
			    .samples_log2 = log2, .depth_order = depth_order };
	unsigned int bad = 0, n = 1u << log2, layers = array ? 2 : 1;

	start_samples(isa, log2, depth_order, array);
	fill(&t, array);
	for (uint32_t y = 0; y < HEIGHT + 1; y++)
		for (uint32_t s = 0; s < n + 1; s++) {
			SQ_EACH_LANE {
				lanes[3][0][i] = i;
				lanes[3][1][i] = y;
				lanes[3][2][i] = layers - 1;
				lanes[3][3][i] = s;
			}
			bad += !run_lanes(isa, LD TAKES GIVES, UINT64_MAX);
			SQ_EACH_LANE
				bad += lanes[2][0][i] != (i < WIDTH && y < HEIGHT && s < n ? number_of(i, y, layers - 1, s) : 0);
		}
	check(!bad && !rig.refused, "chip %d, %u samples, %u layers%s: %u are wrong %s", (int)isa, n, layers,
	      depth_order ? ", as depth has them" : "", bad, rig.problem);
}

static void test_numbers(void)
{
	for (unsigned int log2 = 0; log2 < 5; log2++) {
		start_samples(SQ_EVERGREEN, log2, false, false);
		check(run_lanes(SQ_EVERGREEN, "GET_NUMBER_OF_SAMPLES buffer_id:1" TAKES GIVES, 1) && lanes[2][3][0] == 1u << log2,
		      "%u samples: %u %s", 1u << log2, lanes[2][3][0], rig.problem);
	}
}

static uint64_t fmask_at;
static unsigned int fmask_bytes;

static bool watch_fmask(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	if (path == SQ_FMASK) {
		fmask_at = addr;
		fmask_bytes = (unsigned int)size;
	}
	return rig_read(opaque, path, addr, data, size);
}

/* Read where the colour block has it, with a bank height of its own; each sample is its own fragment. */
static void test_fmask(void)
{
	static const struct { unsigned int log2, bytes; uint32_t first, second; } masks[] = {
		{ 1, 1, 0x10, 0 }, { 2, 1, 0x3210, 0 }, { 3, 4, 0x76543210, 0 }, { 4, 8, 0x76543210, 0xfedcba98 },
	};

	for (unsigned int i = 0; i < 4; i++) {
		struct tiling t = { .mode = 4, .pitch = PITCH, .height = 128, .pipes = 4, .banks = 4, .bank_width = 1, .bank_height = 4,
				    .aspect = 1, .split = 1024, .group = 256, .bank_interleave = 1 };
		struct ref ref;
		bool good;

		start_samples(i % 2 ? SQ_EVERGREEN : SQ_CAYMAN, masks[i].log2, false, false);
		rig.resource[1][6] |= 2;		/* 4 tiles */
		rig.state.port.read = watch_fmask;
		t.element_log2 = (unsigned int)__builtin_ctz(masks[i].bytes);
		ref_new(&ref, &t, 1);
		lanes[3][0][0] = 33;
		lanes[3][1][0] = 17;
		good = run_lanes(rig.isa, LD " inst_mod:1" TAKES GIVES, 1);
		check(good && lanes[2][0][0] == masks[i].first && lanes[2][1][0] == masks[i].second &&
		      fmask_at == MIPS_AT + ref_offset(&ref, 33, 17, 0) && fmask_bytes == masks[i].bytes,
		      "FMASK of %u samples: %#x %#x, %u bytes at %#llx %s", 1u << masks[i].log2, lanes[2][0][0], lanes[2][1][0],
		      fmask_bytes, (unsigned long long)(fmask_at - MIPS_AT), rig.problem);
		ref_free(&ref);
	}
	start_samples(SQ_EVERGREEN, 2, false, false);
	rig.resource[1][3] = 0;
	fmask_bytes = 0;
	check(run_lanes(SQ_EVERGREEN, LD " inst_mod:1" TAKES GIVES, 1) && lanes[2][0][0] == 0x3210 && !fmask_bytes,
	      "an address of 0 is none: each sample is its own fragment %s", rig.problem);
}

/* Which fragment the other samples have is in the FMASK, which is not looked at. */
static void test_fragments(void)
{
	static const struct { enum sq_isa isa; unsigned int log2, fragments; bool good; } rows[] = {
		{ SQ_CAYMAN, 2, 2, true }, { SQ_CAYMAN, 2, 1, false }, { SQ_CAYMAN, 3, 0, false }, { SQ_CAYMAN, 4, 3, false },
		{ SQ_EVERGREEN, 2, 0, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		start_samples(rows[i].isa, rows[i].log2, false, false);
		rig.resource[1][4] = (rig.resource[1][4] & ~(3u << 14)) | rows[i].fragments << 14;
		check(run_lanes(rows[i].isa, LD TAKES GIVES, 1) == rows[i].good, "chip %d, %u samples, %u fragments: %s",
		      (int)rows[i].isa, 1u << rows[i].log2, 1u << rows[i].fragments, rig.problem);
	}
}

int main(void)
{
	for (unsigned int log2 = 1; log2 < 4; log2++) {
		test_loads(SQ_EVERGREEN, log2, false, false);
		test_loads(SQ_CAYMAN, log2, true, false);
		test_loads(SQ_CAYMAN, log2, false, true);
	}
	test_numbers();
	test_fmask();
	test_fragments();
	return test_end();
}
