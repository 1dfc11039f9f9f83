// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * cs_bench - what a CS ioctl costs
 *
 *   cs_bench [-w warm-up] [-n measured] [-H]
 *
 * -w  submissions before the count starts (default 200)
 * -n  submissions counted (default 1000)
 * -H  no header line
 *
 * Prints one row for each kind of submission; struct cost says what the columns are,
 * and measure.h under which circumstances they are instructions.
 *
 * "after GFX" is a submission that has to wait for one on the GFX ring, which is not
 * counted but in "all in". "interrupt to waiter" is no submission: how long after the
 * interrupt that ends a job the thread runs that has slept in GEM_WAIT_IDLE for it.
 * The last rows are differences of others: what a dword, or a relocation, adds.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "card.h"
#include "measure.h"
#include "rings.h"
#include "vm.h"

#define MAX_BUFFERS	64
#define VA		(1ull << 30)

/**
 * struct load - a kind of submission
 * @name: as printed
 * @ndw: dwords of the indirect buffer
 * @buffers: entries of the relocation chunk
 * @regs: most registers in a packet, for a stream of registers
 * @ring: where it goes
 * @follows: it waits for a submission on the GFX ring, made just before
 * @vm: in the address space of the client, for chips that have them
 * @build: fills the stream
 */
struct load {
	const char *name;
	uint32_t ndw, buffers, regs, ring;
	bool follows, vm;
	void (*build)(struct cs *cs, const struct bo *bo, const struct load *load);
};

/* One MEM_WRITE with its relocation; the other buffers are only listed. */
static void build_write(struct cs *cs, const struct bo *bo,
			const struct load *load)
{
	uint32_t i;

	pm4_mem_write(cs, &bo[0], 0, 0, 1);
	for (i = 1; i < load->buffers; i++)
		cs_add_bo(cs, &bo[i], true);
	cs_pad(cs, load->ndw);
}

/* Nothing but context registers, in packets as long as asked for. */
static void build_registers(struct cs *cs, const struct bo *bo,
			    const struct load *load)
{
	uint32_t values[PA_CL_VPORT_REGS];
	uint32_t i, n;

	for (i = 0; i < PA_CL_VPORT_REGS; i++)
		values[i] = 0x3f800000;
	while (cs->ndw + 2 < load->ndw) {
		n = load->ndw - cs->ndw - 2;
		if (n > load->regs)
			n = load->regs;
		pm4_set_context_regs(cs, PA_CL_VPORT_XSCALE_0, values, n);
	}
	cs_pad(cs, load->ndw);
	cs_add_bo(cs, &bo[0], true);
}

/* Vertex buffers of all of the buffer, each with a NOP that names it. */
static void build_buffers(struct cs *cs, const struct bo *bo, const struct load *load)
{
	const uint32_t word[PM4_RESOURCE_DW] = {
		0, (uint32_t)bo->size - 1, 16 << 8, 0, 0, 0, 0, 3u << 30,
	};

	while (cs->ndw + 2 + PM4_RESOURCE_DW + 2 <= load->ndw) {
		pm4_set_resource(cs, 0, word);
		cs_reloc(cs, bo, false);
	}
	cs_pad(cs, load->ndw);
}

/*
 * Textures of one level, 64 by 16 texels of 4 bytes without tiles, which a page just
 * holds, each with two NOPs that name it: for the image, and for smaller ones.
 */
static void build_textures(struct cs *cs, const struct bo *bo, const struct load *load)
{
	const uint32_t word[PM4_RESOURCE_DW] = {
		1 | (64 / 8 - 1) << 6 | 63u << 18, 15 | 1u << 28, 0, 0, 0, 0, 0, 0x1a | 2u << 30,
	};

	while (cs->ndw + 2 + PM4_RESOURCE_DW + 4 <= load->ndw) {
		pm4_set_resource(cs, 0, word);
		cs_reloc(cs, bo, false);
		cs_reloc(cs, bo, false);
	}
	cs_pad(cs, load->ndw);
}

/* Fillers only: what is left is what each submission costs at least. */
static void build_empty(struct cs *cs, const struct bo *bo, const struct load *load)
{
	bool dma = load->ring == RADEON_CS_RING_DMA;

	while (cs->ndw < load->ndw)
		cs_emit(cs, dma ? DMA_NOP : PM4_TYPE2);
	cs_add_bo(cs, &bo[0], true);
}

enum load_id {
	EMPTY_GFX, EMPTY_VM, EMPTY_COMPUTE, EMPTY_DMA, GFX_AFTER_GFX, COMPUTE_AFTER_GFX,
	DMA_AFTER_GFX, RELOCS_1, RELOCS_64, REGS_BY_1, REGS_BY_96, BUFFERS, TEXTURES, NUM_LOADS
};

static const struct load loads[NUM_LOADS] = {
	[EMPTY_GFX] = { "empty, GFX", 8, 1, .build = build_empty },
	[EMPTY_VM] = { "empty, GFX, in an address space of its own", 8, 1, .vm = true,
		       .build = build_empty },
	[EMPTY_COMPUTE] = { "empty, compute", 8, 1, .ring = RADEON_CS_RING_COMPUTE,
			    .build = build_empty },
	[EMPTY_DMA] = { "empty, DMA", 8, 1, .ring = RADEON_CS_RING_DMA, .build = build_empty },
	[GFX_AFTER_GFX] = { "empty, GFX after GFX", 8, 1, .follows = true, .build = build_empty },
	[COMPUTE_AFTER_GFX] = { "empty, compute after GFX", 8, 1, .ring = RADEON_CS_RING_COMPUTE,
				.follows = true, .build = build_empty },
	[DMA_AFTER_GFX] = { "empty, DMA after GFX", 8, 1, .ring = RADEON_CS_RING_DMA,
			    .follows = true, .build = build_empty },
	[RELOCS_1] = { "8 dw, 1 relocation", 8, 1, .build = build_write },
	[RELOCS_64] = { "8 dw, 64 relocations", 8, 64, .build = build_write },
	[REGS_BY_1] = { "4096 dw, SET_CONTEXT_REG of 1", 4096, 1, 1, .build = build_registers },
	[REGS_BY_96] = { "4096 dw, SET_CONTEXT_REG of 96", 4096, 1, PA_CL_VPORT_REGS,
			 .build = build_registers },
	[BUFFERS] = { "4096 dw, SET_RESOURCE of buffers", 4096, 1, .build = build_buffers },
	[TEXTURES] = { "4096 dw, SET_RESOURCE of textures", 4096, 1, .build = build_textures },
};

/* What tells two loads apart, with the costs that it has. */
static const struct {
	const char *name;
	enum load_id more, less;
} differences[] = {
	{ "each relocation", RELOCS_64, RELOCS_1 },
	{ "each dword, SET_CONTEXT_REG of 1", REGS_BY_1, EMPTY_GFX },
	{ "each dword, SET_CONTEXT_REG of 96", REGS_BY_96, EMPTY_GFX },
	{ "each dword, SET_RESOURCE of buffers", BUFFERS, EMPTY_GFX },
	{ "each dword, SET_RESOURCE of textures", TEXTURES, EMPTY_GFX },
};

static void print_differences(const char *driver, const struct cost *costs)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(differences); i++) {
		const struct load *more = &loads[differences[i].more];
		const struct load *less = &loads[differences[i].less];
		const struct cost *a = &costs[differences[i].more];
		const struct cost *b = &costs[differences[i].less];
		uint32_t n = more->ndw - less->ndw ?: more->buffers - less->buffers;

		printf("%-10s %-46s %10.1f %34.1f\n", driver, differences[i].name,
		       (a->own - b->own) / n, (a->all_in - b->all_in) / n);
	}
}

/* The stream, and the one that it is to wait for. */
struct streams {
	struct cs cs, lead;
	struct bo bo[MAX_BUFFERS];
};

static int bench_load(struct streams *s, const struct load *load, const struct runs *runs,
		      struct cost *cost, const char *driver)
{
	struct cs *cs = &s->cs;
	int ret;

	cs_restart(cs, load->ring);
	cs->flags[0] = RADEON_CS_KEEP_TILING_FLAGS | (load->vm ? RADEON_CS_USE_VM : 0);
	load->build(cs, s->bo, load);
	if (cs->ndw != load->ndw || cs->nrelocs != load->buffers)
		return -EINVAL;
	ret = cost_measure(cs, load->follows ? &s->lead : NULL, s->bo, runs, cost);
	if (!ret)
		cost_row(driver, load->name, cost);
	return ret;
}

static int bench_loads(struct streams *s, const struct card *card, const struct runs *runs)
{
	bool vm = card_is_cayman(card);
	struct cost costs[NUM_LOADS] = { { 0 } };
	int i, ret = vm ? va_map(s->bo, VA, VA_RW) : 0;

	for (i = 0; i < NUM_LOADS && !ret; i++)
		if (vm || !loads[i].vm)
			ret = bench_load(s, &loads[i], runs, &costs[i], card->driver);
	if (!ret)
		print_differences(card->driver, costs);
	return ret;
}

/* ---- waking ---- */

struct waker {
	pthread_t thread;
	const struct bo *gate;
	uint32_t value;
	uint64_t last;
	bool stop;
};

/* Keeps the CPU busy, so that nothing but the interrupt can wake the other thread. */
static void *open_and_spin(void *arg)
{
	const struct sched_param param = { 0 };
	struct waker *w = arg;

	pthread_setschedparam(pthread_self(), SCHED_IDLE, &param);
	__atomic_store_n(&w->gate->u32[0], w->value, __ATOMIC_SEQ_CST);
	while (!__atomic_load_n(&w->stop, __ATOMIC_SEQ_CST))
		__atomic_store_n(&w->last, clock_ns(CLOCK_MONOTONIC), __ATOMIC_SEQ_CST);
	return NULL;
}

static int one_wake(struct cs *cs, const struct bo *gate, uint32_t value, uint64_t *took)
{
	struct waker w = { .gate = gate, .value = value };
	int ret;

	cs_restart(cs, RADEON_CS_RING_GFX);
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, value);
	ret = ring_submit(cs);
	if (ret)
		return ret;
	if (pthread_create(&w.thread, NULL, open_and_spin, &w))
		return -EAGAIN;
	ret = bo_wait(gate);
	*took = clock_ns(CLOCK_MONOTONIC) - __atomic_load_n(&w.last, __ATOMIC_SEQ_CST);
	__atomic_store_n(&w.stop, true, __ATOMIC_SEQ_CST);
	pthread_join(w.thread, NULL);
	return ret;
}

static int bench_wake(struct cs *cs, const struct runs *runs, const char *driver)
{
	unsigned int i, n = runs->measured / 5 + 1;
	uint64_t *took = calloc(n, sizeof(*took));
	struct bo gate = { 0 };
	int ret = took ? bo_create_mapped(cs->fd, 4096, GTT, &gate) : -ENOMEM;

	for (i = 0; i < n && !ret; i++)
		ret = one_wake(cs, &gate, i + 1, &took[i]);
	if (!ret) {
		qsort(took, n, sizeof(*took), by_value);
		printf("%-10s %-46s %10s %10llu %10llu\n", driver, "interrupt to waiter", "",
		       (unsigned long long)took[n / 2], (unsigned long long)took[n * 95ull / 100]);
	}
	bo_free(&gate);
	free(took);
	return ret;
}

static int bench(const struct card *card, char **operands, const struct runs *runs)
{
	struct streams s = { 0 };
	size_t i;
	int ret = 0;

	(void)operands;
	cost_header(runs);
	for (i = 0; i < MAX_BUFFERS && !ret; i++)
		ret = bo_create(card->fd, 4096, GTT, 0, &s.bo[i]);
	cs_init(&s.cs, card->fd);
	cs_init(&s.lead, card->fd);
	build_empty(&s.lead, s.bo, &loads[EMPTY_GFX]);
	if (!ret)
		ret = bench_loads(&s, card, runs);
	if (!ret)
		ret = bench_wake(&s.cs, runs, card->driver);
	cs_fini(&s.lead);
	cs_fini(&s.cs);
	for (i = 0; i < MAX_BUFFERS; i++)
		bo_free(&s.bo[i]);
	return ret;
}

int main(int argc, char **argv)
{
	const struct runs runs = { .warmup = 200, .measured = 1000 };

	return bench_main(argc, argv, runs, 0, bench);
}
