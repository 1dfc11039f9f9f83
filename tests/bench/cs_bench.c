// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * cs_bench - what a CS ioctl costs
 *
 * Meant for a guest under "-accel tcg,thread=single -icount shift=0,sleep=off"
 * with one CPU: there a nanosecond of CLOCK_MONOTONIC is an instruction, and
 * the result is the same in every run. Elsewhere the numbers are times.
 *
 *   cs_bench [-w warm-up] [-n measured] [-H]
 *
 * -w  submissions before the count starts (default 200)
 * -n  submissions counted (default 1000)
 * -H  no header line
 *
 * Prints one row for each kind of submission:
 *
 *   ioctl     median of what the calling thread itself spends in one ioctl,
 *             with the card idle before it
 *   elapsed   median of what passes until the ioctl returns: also what else
 *             gets the CPU in between, a scheduler's thread or an interrupt
 *   95%       of them take no more than this
 *   all in    mean of a submission when many go out without a wait: the ioctl,
 *             and all that the kernel does for it outside (scheduler thread,
 *             interrupt), until the last one is done
 *
 * "after GFX" is a submission that has to wait for one on the GFX ring, which is not
 * counted but in "all in". The last row is no submission: how long after the interrupt
 * that ends a job the thread runs that has slept in GEM_WAIT_IDLE for it.
 */
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "card.h"
#include "rings.h"

#define MAX_BUFFERS	64

/**
 * struct load - a kind of submission
 * @name: as printed
 * @ndw: dwords of the indirect buffer
 * @buffers: entries of the relocation chunk
 * @regs: most registers in a packet, for a stream of registers
 * @ring: where it goes
 * @follows: it waits for a submission on the GFX ring, made just before
 * @build: fills the stream
 */
struct load {
	const char *name;
	uint32_t ndw, buffers, regs, ring;
	bool follows;
	void (*build)(struct cs *cs, const struct bo *bo, const struct load *load);
};

struct options {
	unsigned int warmup, measured;
};

struct sample {
	uint64_t own, elapsed;
};

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

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

/* Fillers only: what is left is what each submission costs at least. */
static void build_empty(struct cs *cs, const struct bo *bo, const struct load *load)
{
	bool dma = load->ring == RADEON_CS_RING_DMA;

	while (cs->ndw < load->ndw)
		cs_emit(cs, dma ? DMA_NOP : PM4_TYPE2);
	cs_add_bo(cs, &bo[0], true);
}

static const struct load loads[] = {
	{ "empty, GFX", 8, 1, 0, RADEON_CS_RING_GFX, false, build_empty },
	{ "empty, compute", 8, 1, 0, RADEON_CS_RING_COMPUTE, false, build_empty },
	{ "empty, DMA", 8, 1, 0, RADEON_CS_RING_DMA, false, build_empty },
	{ "empty, GFX after GFX", 8, 1, 0, RADEON_CS_RING_GFX, true, build_empty },
	{ "empty, compute after GFX", 8, 1, 0, RADEON_CS_RING_COMPUTE, true, build_empty },
	{ "empty, DMA after GFX", 8, 1, 0, RADEON_CS_RING_DMA, true, build_empty },
	{ "8 dw, 1 relocation", 8, 1, 0, 0, false, build_write },
	{ "8 dw, 64 relocations", 8, 64, 0, 0, false, build_write },
	{ "4096 dw, SET_CONTEXT_REG of 1, 1 relocation", 4096, 1, 1, 0, false,
	  build_registers },
	{ "4096 dw, SET_CONTEXT_REG of 96, 1 relocation", 4096, 1,
	  PA_CL_VPORT_REGS, 0, false, build_registers },
};

static int by_own(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	return (x->own > y->own) - (x->own < y->own);
}

static int by_elapsed(const void *a, const void *b)
{
	const struct sample *x = a, *y = b;

	return (x->elapsed > y->elapsed) - (x->elapsed < y->elapsed);
}

/* One ioctl; the card is idle when it starts, but for what it is to follow. */
static int one(struct cs *cs, struct cs *lead, const struct bo *bo, struct sample *sample)
{
	uint64_t own, start;
	int ret = bo_wait(bo);

	if (!ret && lead)
		ret = cs_submit(lead);
	if (ret)
		return ret;
	own = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	start = clock_ns(CLOCK_MONOTONIC);
	ret = cs_submit(cs);
	sample->elapsed = clock_ns(CLOCK_MONOTONIC) - start;
	sample->own = clock_ns(CLOCK_THREAD_CPUTIME_ID) - own;
	return ret;
}

/* What reading the clocks costs, to be taken off again. */
static uint64_t clock_cost(void)
{
	uint64_t own = clock_ns(CLOCK_THREAD_CPUTIME_ID);

	clock_ns(CLOCK_MONOTONIC);
	clock_ns(CLOCK_MONOTONIC);
	return clock_ns(CLOCK_THREAD_CPUTIME_ID) - own;
}

/* Many without a wait in between: the mean of all that they cost. */
static int many(struct cs *cs, struct cs *lead, const struct bo *bo, unsigned int n,
		double *mean)
{
	uint64_t start = clock_ns(CLOCK_MONOTONIC);
	unsigned int i;
	int ret = 0;

	for (i = 0; i < n && !ret; i++)
		ret = (lead ? cs_submit(lead) : 0) ?: cs_submit(cs);
	if (!ret)
		ret = bo_wait(bo);
	*mean = (double)(clock_ns(CLOCK_MONOTONIC) - start) / n;
	return ret;
}

static void print_row(const char *driver, const struct load *load,
		      struct sample *samples, unsigned int n, double mean)
{
	uint64_t own, cost = clock_cost();

	qsort(samples, n, sizeof(*samples), by_own);
	own = samples[n / 2].own;
	own = own > cost ? own - cost : 0;
	qsort(samples, n, sizeof(*samples), by_elapsed);
	printf("%-10s %-46s %10llu %10llu %10llu %12.0f\n", driver, load->name,
	       (unsigned long long)own,
	       (unsigned long long)samples[n / 2].elapsed,
	       (unsigned long long)samples[n * 95ull / 100].elapsed, mean);
}

static int measure(struct cs *cs, struct cs *lead, const struct bo *bo, const struct load *load,
		   const struct options *opt, const char *driver)
{
	struct sample *samples = calloc(opt->measured, sizeof(*samples)), sink;
	unsigned int i;
	double mean = 0;
	int ret = samples ? 0 : -ENOMEM;

	for (i = 0; i < opt->warmup && !ret; i++)
		ret = one(cs, lead, bo, &sink);
	for (i = 0; i < opt->measured && !ret; i++)
		ret = one(cs, lead, bo, &samples[i]);
	if (!ret)
		ret = many(cs, lead, bo, opt->measured, &mean);
	if (!ret)
		print_row(driver, load, samples, opt->measured, mean);
	free(samples);
	return ret;
}

static int bench_load(struct cs *cs, struct cs *lead, const struct bo *bo,
		      const struct load *load, const struct options *opt, const char *driver)
{
	cs_restart(cs, load->ring);
	load->build(cs, bo, load);
	if (cs->ndw != load->ndw || cs->nrelocs != load->buffers)
		return -EINVAL;
	return measure(cs, load->follows ? lead : NULL, bo, load, opt, driver);
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

static int bench_wake(struct cs *cs, const struct options *opt, const char *driver)
{
	struct sample *samples = calloc(opt->measured, sizeof(*samples));
	unsigned int i, n = opt->measured / 5 + 1;
	struct bo gate = { 0 };
	int ret = samples ? bo_create_mapped(cs->fd, 4096, GTT, &gate) : -ENOMEM;

	for (i = 0; i < n && !ret; i++)
		ret = one_wake(cs, &gate, i + 1, &samples[i].elapsed);
	if (!ret) {
		qsort(samples, n, sizeof(*samples), by_elapsed);
		printf("%-10s %-46s %10s %10llu %10llu\n", driver, "interrupt to waiter", "",
		       (unsigned long long)samples[n / 2].elapsed,
		       (unsigned long long)samples[n * 95ull / 100].elapsed);
	}
	bo_free(&gate);
	free(samples);
	return ret;
}

static int bench(const struct card *card, const struct options *opt)
{
	struct bo bo[MAX_BUFFERS] = { { 0 } };
	struct cs cs, lead;
	size_t i;
	int ret = 0;

	for (i = 0; i < MAX_BUFFERS && !ret; i++)
		ret = bo_create(card->fd, 4096, GTT, 0, &bo[i]);
	cs_init(&cs, card->fd);
	cs_init(&lead, card->fd);
	build_empty(&lead, bo, &loads[0]);
	for (i = 0; i < ARRAY_SIZE(loads) && !ret; i++)
		ret = bench_load(&cs, &lead, bo, &loads[i], opt, card->driver);
	if (!ret)
		ret = bench_wake(&cs, opt, card->driver);
	cs_fini(&lead);
	cs_fini(&cs);
	for (i = 0; i < MAX_BUFFERS; i++)
		bo_free(&bo[i]);
	return ret;
}

int main(int argc, char **argv)
{
	struct options opt = { .warmup = 200, .measured = 1000 };
	struct card card;
	int c, ret, header = 1;

	while ((c = getopt(argc, argv, "w:n:H")) != -1) {
		if (c == 'w')
			opt.warmup = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'n')
			opt.measured = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'H')
			header = 0;
		else
			return 2;
	}
	if (!opt.measured)
		return 2;
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	if (header)
		printf("%-10s %-46s %10s %10s %10s %12s\n", "driver",
		       "submission", "ioctl", "elapsed", "95%", "all in");
	ret = bench(&card, &opt);
	if (ret)
		fprintf(stderr, "cs_bench: %s\n", strerror(-ret));
	card_close(&card);
	return ret != 0;
}
