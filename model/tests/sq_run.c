// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Runs the kernels of an object of llc in the model, and the same kernels compiled for the
 * host, over the same memory, and compares what they leave there.
 *
 *	sq_run CHIP OBJECT HOST.so SEED
 *	sq_run -s
 *
 * The kernels are those of sq_kernels.py; a lane on the host is a coroutine, so that barriers
 * have something to wait for. In the model each kernel runs in waves of 64 lanes and in waves
 * of 32. With -s: how fast a program without memory runs.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "sq/kernels.h"
#include "sq/wave.h"

#define LANES		64u
#define GROUPS		2u
#define ARENA		0x10000u
#define ADDRESS		0x100000u	/* of the arena, for the model */
#define STACK		65536u

/* Places in the arena; parameters are at its start, from byte 36 on. */
enum { ARGUMENTS = 36, IN = 0x1000, OUT = 0x2000, BYTES = 0x8000, SHORTS = 0x9000 };

/* ---- the host ---- */

typedef void kernel_fn(uint8_t *out, const uint8_t *in, uint32_t n, uint8_t *bytes, uint8_t *shorts);

extern int shared_words[LANES];
void host_barrier(void);
int host_tid(void);
int host_gid(void);

int shared_words[LANES];

static struct {
	kernel_fn *kernel;
	uint8_t *arena;
	uint32_t n;
	unsigned int lane, group;
	ucontext_t main, lanes[LANES];
	unsigned int left;
	bool ended[LANES];
	char stacks[LANES][STACK];
} host;

int host_tid(void)
{
	return (int)host.lane;
}

int host_gid(void)
{
	return (int)host.group;
}

void host_barrier(void)
{
	swapcontext(&host.lanes[host.lane], &host.main);
}

static void run_lane(void)
{
	host.kernel(host.arena + OUT, host.arena + IN, host.n, host.arena + BYTES, host.arena + SHORTS);
	host.ended[host.lane] = true;
}

static void run_on_host(void)
{
	for (host.group = 0; host.group < GROUPS; host.group++) {
		host.left = LANES;
		for (unsigned int l = 0; l < LANES; l++) {
			getcontext(&host.lanes[l]);
			host.lanes[l].uc_stack.ss_sp = host.stacks[l];
			host.lanes[l].uc_stack.ss_size = STACK;
			host.lanes[l].uc_link = &host.main;
			host.ended[l] = false;
			makecontext(&host.lanes[l], run_lane, 0);
		}
		while (host.left)
			for (host.lane = 0; host.lane < LANES; host.lane++) {
				if (host.ended[host.lane])
					continue;
				swapcontext(&host.main, &host.lanes[host.lane]);
				host.left -= host.ended[host.lane];
			}
	}
}

/* ---- the model ---- */

struct memory {
	uint8_t *bytes;
	const char *what;		/* is running */
	unsigned int escapes;
};

static bool inside(struct memory *m, uint64_t addr, size_t size)
{
	bool good = addr >= ADDRESS && addr - ADDRESS <= ARENA && size <= ARENA - (addr - ADDRESS);

	m->escapes += !good;
	return good;
}

static bool memory_read(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	struct memory *m = opaque;

	(void)path;
	if (!inside(m, addr, size))
		return false;
	memcpy(data, m->bytes + (addr - ADDRESS), size);
	return true;
}

static bool memory_write(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size)
{
	struct memory *m = opaque;

	(void)path;
	if (!inside(m, addr, size))
		return false;
	memcpy(m->bytes + (addr - ADDRESS), data, size);
	return true;
}

static void complain(void *opaque, const struct sq_violation *v)
{
	struct memory *m = opaque;

	printf("%s: %u: %s: %s (lane %d)\n", m->what, v->at, v->instruction, v->text, v->lane);
}

static void fill_arena(uint8_t *arena, uint32_t *random)
{
	const uint32_t head[] = {
		GROUPS, 1, 1, GROUPS * LANES, 1, 1, LANES, 1, 1, OUT, IN, 0, BYTES, SHORTS,
	};

	for (unsigned int i = 0; i < ARENA; i++) {
		*random = *random * 1664525 + 1013904223;
		arena[i] = i >= IN && i < IN + 256 ? (uint8_t)(*random >> 24) : 0x5a;
	}
	memcpy(arena, head, sizeof(head));
	host.n = *random >> 8;
	memcpy(arena + ARGUMENTS + 8, &host.n, sizeof(host.n));
}

static bool run_on_model(const struct elf_kernel *k, enum sq_isa isa, unsigned int lanes, struct memory *memory)
{
	const uint32_t words[8] = { ADDRESS, ARENA - 1, 1u << 8, 0, ARENA, 0, 0, 3u << 30 };
	uint32_t resource[4][8];
	struct sq_state state = {
		.port = { memory, memory_read, memory_write, complain },
		.bank[0] = { ADDRESS, 0x1000 }, .resource = (const uint32_t (*)[8])resource, .resources = 4,
		.rat[0] = { .bound = true, .base = ADDRESS, .size = ARENA, .format = 0xd, .number_type = 4 },
		.wave_lanes = lanes, .stack = k->resources >> 8 & 0xff, .columns = 4, .lds = k->lds & 0x3fff,
		.dx10_clamp = true, .budget = 1000000,
	};
	const struct sq_grid grid = { { GROUPS, 1, 1 }, { LANES, 1, 1 } };
	struct sq_problem problem;
	struct sq_shader shader;
	enum sq_wave_is is;

	for (unsigned int i = 0; i < 4; i++)
		memcpy(resource[i], words, sizeof(words));
	memory->what = k->name;
	if (!sq_shader_make(&shader, isa, k->words, k->n, k->resources & 0xff, &problem)) {
		printf("%s: %u: %s\n", k->name, problem.at, problem.text);
		return false;
	}
	is = sq_dispatch(&shader, &state, &grid);
	sq_shader_free(&shader);
	if (memory->escapes)
		printf("%s: %u accesses outside of the arena\n", k->name, memory->escapes);
	return is == SQ_ENDED && !memory->escapes;
}

static bool same(const char *name, unsigned int lanes, const uint8_t *model, const uint8_t *expected)
{
	for (unsigned int i = 0; i < ARENA; i++)
		if (model[i] != expected[i]) {
			printf("%s: waves of %u: byte %#x is %#x, on the host %#x\n", name, lanes, i, model[i],
			       expected[i]);
			return false;
		}
	return true;
}

static bool judge(const struct elf_kernel *k, enum sq_isa isa, void *library, uint32_t *random)
{
	static uint8_t start[ARENA], on_host[ARENA], on_model[ARENA];
	bool good = true;

	*(void **)&host.kernel = dlsym(library, k->name);
	if (!host.kernel) {
		printf("%s: not on the host\n", k->name);
		return false;
	}
	fill_arena(start, random);
	memcpy(on_host, start, ARENA);
	host.arena = on_host;
	run_on_host();
	for (unsigned int lanes = 32; lanes <= 64 && good; lanes += 32) {
		struct memory memory = { .bytes = on_model };

		memcpy(on_model, start, ARENA);
		good = run_on_model(k, isa, lanes, &memory) && same(k->name, lanes, on_model, on_host);
	}
	return good;
}

static char *read_file(const char *name, size_t *size)
{
	FILE *in = fopen(name, "rb");
	char *data = malloc(1u << 24);

	*size = 0;
	if (in && data)
		*size = fread(data, 1, 1u << 24, in);
	if (in)
		fclose(in);
	return data;
}

static int judge_object(const char *chip, const char *object, const char *library, uint32_t seed)
{
	unsigned int differ = 0;
	struct elf elf;
	size_t size;
	char *data = read_file(object, &size);
	void *handle = dlopen(library, RTLD_NOW);

	if (!data || !handle || !elf_open(&elf, data, size)) {
		fprintf(stderr, "sq_run: %s or %s cannot be opened\n", object, library);
		return 2;
	}
	for (unsigned int i = 0; i < elf.kernels; i++)
		differ += !judge(&elf.kernel[i], strcmp(chip, "cayman") ? SQ_EVERGREEN : SQ_CAYMAN, handle, &seed);
	printf("%u kernels, %u differ\n", elf.kernels, differ);
	elf_close(&elf);
	free(data);
	dlclose(handle);
	return differ != 0;
}

/* ---- speed ---- */

/* A loop of 2000 rounds over a mix of what pixel programs do, with modifiers. */
static const char mix[] =
	"LOOP_START addr:3\n"
	"ALU addr:4 count:41\n"
	"END_LOOP addr:1\n"
	"NOP eop:1\n";

static const char groups[] =
	"MULADD_IEEE T2.X, T0.X, T1.X, T2.X\nMULADD_IEEE T2.Y, T0.Y, T1.Y, T2.Y\n"
	"MULADD T2.Z, T0.Z, -T1.Z, T2.Z\nADD T2.W, T0.W, -T1.W\nMUL * T3.X, T0.X, T1.Y\n"
	"SETGT T4.X, T2.X, T1.X\nADD T4.Y, PV.Y, PS\nMAX T4.Z, PV.Z, T0.X\n"
	"MIN T4.W, PV.W, T0.Y\nADD_INT * T5.X, T5.X, 1\n"
	"CNDE T3.X, PV.X, T2.X, T2.Y\nMUL_IEEE T3.Y, T2.Y, 0.5 clamp:1\nAND_INT T3.Z, T5.X, T4.X\n"
	"LSHR * T3.W, T5.X, 1\n";

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int show_speed(void)
{
	struct memory memory = { .what = "speed" };
	struct sq_state state = {
		.port = { &memory, memory_read, memory_write, complain }, .wave_lanes = 64, .stack = 2, .columns = 4,
		.loop[0] = 2000,
	};
	const struct sq_grid grid = { { 20, 1, 1 }, { 64, 1, 1 } };
	struct sq_asm_error error;
	struct sq_problem problem;
	struct sq_shader shader;
	char text[8192] = "";
	uint32_t *words;
	double began;
	size_t n;

	strcat(text, mix);
	for (unsigned int i = 0; i < 3; i++)
		strcat(text, groups);
	words = sq_assemble(SQ_EVERGREEN, text, &n, &error);
	if (!words || !sq_shader_make(&shader, SQ_EVERGREEN, words, n, 8, &problem))
		return 2;
	began = seconds();
	if (sq_dispatch(&shader, &state, &grid) != SQ_ENDED)
		return 1;
	printf("%.2f G lane operations a second\n",
	       20.0 * 2000 * 42 * 64 / (seconds() - began) * 1e-9);
	sq_shader_free(&shader);
	free(words);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "-s"))
		return show_speed();
	if (argc != 5) {
		fprintf(stderr, "usage: sq_run CHIP OBJECT HOST.so SEED\n       sq_run -s\n");
		return 2;
	}
	return judge_object(argv[1], argv[2], argv[3], (uint32_t)strtoul(argv[4], NULL, 0));
}
