// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What DB and CB take for a pixel: 512 x 512 of them, all covered, quad by quad in rows.
 *
 *	draw-bench store|blend|depth|clear [FRAMES]
 *
 * clear is depth, too, without a test. Under valgrind --tool=callgrind, divide by pixels and frames.
 */
#include <time.h>

#include "test_target.h"

#define EDGE	512u

static const struct {
	const char *name;
	bool draws, blends, tests, writes;
} modes[] = {
	{ "store", true, false, false, false }, { "blend", true, true, false, false },
	{ "depth", false, false, true, true }, { "clear", false, false, false, true },
};

static bool bench_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	(void)path;
	memcpy(data, ((struct target_rig *)opaque)->memory + (addr - SURFACE_AT), size);
	return true;
}

static bool bench_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	(void)path;
	memcpy(((struct target_rig *)opaque)->memory + (addr - SURFACE_AT), data, size);
	return true;
}

static void run_frame(struct target_rig *rig, size_t mode)
{
	cb_take_state(&rig->cb, &rig->card, 1);
	db_take_state(&rig->db, &rig->card, &rig->sc);
	for (uint32_t y = 0; y < EDGE; y += 2)
		for (uint32_t x = 0; x < EDGE; x += 2) {
			struct draw_quad quad = {
				.of = &rig->screen, .x = (int32_t)x, .y = (int32_t)y, .covered = { 1, 1, 1, 1 },
			};

			if (modes[mode].writes)
				db_test(&rig->db, &quad, NULL);
			if (modes[mode].draws)
				cb_quad(&rig->cb, &quad, &rig->colors);
		}
	cb_flush(&rig->cb);
	db_flush(&rig->db);
}

static void prepare(struct target_rig *rig, size_t mode)
{
	rig_start(rig);
	rig->card.port.read = bench_read;
	rig->card.port.write = bench_write;
	rig_target(rig, 0, TILED_2D_THIN1, 0x1a, CB_UNORM);
	rig_depth(rig, 2, true);
	add(rig, INFO(0), 1u << 24);
	set(rig, 0x28c64, EDGE / 8 - 1);
	set(rig, 0x28c68, EDGE * EDGE / 64 - 1);
	set(rig, 0x28058, (EDGE / 8 - 1) | (EDGE / 8 - 1) << 11);
	set(rig, 0x2805c, EDGE * EDGE / 64 - 1);
	if (modes[mode].blends)
		set(rig, 0x28780, 1u << 30 | 4 | 5 << 8);
	set(rig, 0x28430, 0x01 | 0xff << 8 | 0xff << 16);
	set(rig, 0x28800, 1 | 2 | 4 | (modes[mode].tests ? 3 : 7) << 4 | 7 << 8 | 2 << 14);
	rig->screen.z = (struct draw_plane){ 0.0, 0.0001, 0.0002 };
	export_floats(rig, 0, 0.5f, 0.25f, 1.0f, 0.75f);
}

int main(int argc, char **argv)
{
	int frames = argc > 2 ? atoi(argv[2]) : 1;
	static struct target_rig rig;
	struct timespec from, to;
	size_t mode = 0;

	while (mode < 4 && (argc < 2 || strcmp(argv[1], modes[mode].name) != 0))
		mode++;
	if (mode == 4)
		return 2;
	prepare(&rig, mode);
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (int i = 0; i < frames; i++)
		run_frame(&rig, mode);
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%s: %.1f ns a pixel, %u violations\n", modes[mode].name,
	       ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) /
	       ((double)EDGE * EDGE * frames), rig.violations);
	rig_end(&rig);
	return rig.violations != 0;
}
