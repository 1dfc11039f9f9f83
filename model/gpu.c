// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the card as a whole
 *
 * A card is a list of blocks. Each block owns its state and its registers, and
 * knows the others only by the functions of gpu.h. What runs by itself (CP, DMA,
 * interrupts that arrive late) does so from gpu_step(), on one thread: the model
 * is deterministic for a given sequence of bus accesses and a given seed. Within a
 * large draw others help (crew.c), and what is in memory afterwards is the same.
 *
 * Time is in nanoseconds of the surroundings' clock. Without a clock the model
 * has a virtual one, which jumps to the next event when no engine can go on;
 * unit tests use that.
 *
 * Threads per engine were considered: they make races of the driver more likely
 * to show, but no run could be repeated. The completion delay does the same job.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

#define MAX_ENGINES	8
#define MAX_REPORTS	500	/* complaints printed; all are counted */
#define MAX_GUESSES	64
#define MOST_EVENTS	8192u
#define STALL_NS	50000	/* when a stalled engine looks again */
#define STALL_MAX_NS	1000000	/* at most, after it has looked in vain for long */

static const struct gpu_block *const blocks[N_BLOCKS] = {
	[BLOCK_REGS] = &gpu_block_regs,
	[BLOCK_FAULT] = &gpu_block_fault,
	[BLOCK_BUSY] = &gpu_block_busy,
	[BLOCK_BIF] = &gpu_block_bif,
	[BLOCK_MC] = &gpu_block_mc,
	[BLOCK_VM] = &gpu_block_vm,
	[BLOCK_VM_FAULT] = &gpu_block_vm_fault,
	[BLOCK_PAGE_TABLES] = &gpu_block_page_tables,
	[BLOCK_HDP] = &gpu_block_hdp,
	[BLOCK_IH] = &gpu_block_ih,
	[BLOCK_RLC] = &gpu_block_rlc,
	[BLOCK_CONFIG_REGS] = &gpu_block_config_regs,
	[BLOCK_CP] = &gpu_block_cp,
	[BLOCK_DMA] = &gpu_block_dma,
	[BLOCK_DISPLAY] = &gpu_block_display,
	[BLOCK_POWER] = &gpu_block_power,
	[BLOCK_CLOCKS] = &gpu_block_clocks,
	[BLOCK_UVD] = &gpu_block_uvd,
	[BLOCK_INDIRECT] = &gpu_block_indirect,
	[BLOCK_BORDER] = &gpu_block_border,
};

struct engine {
	const char *name;
	gpu_engine_fn run;
	void *state;
};

struct event {
	uint64_t when, order;
	void (*fn)(struct gpu *gpu, uint64_t arg);
	uint64_t arg;
	bool on_bus;
};

struct gpu {
	struct gpu_config config;
	void *state[N_BLOCKS];
	struct engine engines[MAX_ENGINES];
	unsigned int n_engines;
	struct event *events;		/* unsorted: there are few */
	size_t n_events, max_events;
	uint64_t order, clock, violations, printed;
	const char *culprit;		/* "draw" or "dispatch", or NULL */
	unsigned int culprit_ring;
	uint64_t culprit_number;
	int64_t stall_ns;
	const char *guesses[MAX_GUESSES];
	unsigned int n_guesses;
};

static void *must_alloc(size_t size)
{
	void *p = calloc(1, size ? size : 1);

	if (!p) {
		fprintf(stderr, "model: out of memory\n");
		abort();
	}
	return p;
}

void *gpu_block_state(struct gpu *gpu, enum gpu_block_id block)
{
	return gpu->state[block];
}

struct gpu *gpu_new(const struct gpu_config *config)
{
	struct gpu *gpu = must_alloc(sizeof(*gpu));

	gpu->config = *config;
	for (size_t i = 0; i < N_BLOCKS; i++)
		gpu->state[i] = must_alloc(blocks[i]->state_size);
	for (size_t i = 0; i < N_BLOCKS; i++)
		if (blocks[i]->init)
			blocks[i]->init(gpu, gpu->state[i]);
	gpu_reset(gpu);
	return gpu;
}

void gpu_free(struct gpu *gpu)
{
	for (unsigned int i = 0; i < gpu->n_guesses; i++)
		gpu_trace(gpu, "used on a guess: %s", gpu->guesses[i]);
	for (size_t i = N_BLOCKS; i-- > 0;) {
		if (blocks[i]->fini)
			blocks[i]->fini(gpu, gpu->state[i]);
		free(gpu->state[i]);
	}
	free(gpu->events);
	free(gpu);
}

void gpu_reset(struct gpu *gpu)
{
	gpu->n_events = 0;
	for (size_t i = 0; i < N_BLOCKS; i++)
		if (blocks[i]->reset)
			blocks[i]->reset(gpu, gpu->state[i]);
}

const struct gpu_config *gpu_config(const struct gpu *gpu)
{
	return &gpu->config;
}

void gpu_engine_add(struct gpu *gpu, const char *name, gpu_engine_fn run, void *state)
{
	if (gpu->n_engines == MAX_ENGINES)
		abort();
	gpu->engines[gpu->n_engines++] = (struct engine){ name, run, state };
}

uint64_t gpu_now(struct gpu *gpu)
{
	const struct gpu_bus *bus = &gpu->config.bus;

	return bus->now ? bus->now(bus->opaque) : gpu->clock;
}

static void add_event(struct gpu *gpu, uint64_t delay_ns, struct event event)
{
	/* A guest may ask for more and more while the bus takes none of them. */
	if (gpu->n_events == MOST_EVENTS) {
		gpu_violation(gpu, "more than %u things are under way: this one never ends", MOST_EVENTS);
		return;
	}
	if (gpu->n_events == gpu->max_events) {
		size_t max = gpu->max_events ? 2 * gpu->max_events : 16;
		struct event *bigger = realloc(gpu->events, max * sizeof(*bigger));

		if (!bigger)
			abort();
		gpu->events = bigger;
		gpu->max_events = max;
	}
	event.when = gpu_now(gpu) + delay_ns;
	event.order = gpu->order++;
	gpu->events[gpu->n_events++] = event;
}

void gpu_after(struct gpu *gpu, uint64_t delay_ns, void (*fn)(struct gpu *, uint64_t arg),
	       uint64_t arg)
{
	add_event(gpu, delay_ns, (struct event){ .fn = fn, .arg = arg });
}

void gpu_after_on_bus(struct gpu *gpu, uint64_t delay_ns, void (*fn)(struct gpu *, uint64_t arg),
		      uint64_t arg)
{
	add_event(gpu, delay_ns, (struct event){ .fn = fn, .arg = arg, .on_bus = true });
}

/* The event that is next: by time, and among equals the one asked for first. Those @on_bus, too? */
static struct event *next_event(struct gpu *gpu, bool on_bus)
{
	struct event *best = NULL;

	for (size_t i = 0; i < gpu->n_events; i++) {
		struct event *e = &gpu->events[i];

		if (e->on_bus && !on_bus)
			continue;
		if (!best || e->when < best->when ||
		    (e->when == best->when && e->order < best->order))
			best = e;
	}
	return best;
}

static void run_due_events(struct gpu *gpu, bool on_bus)
{
	uint64_t now = gpu_now(gpu);
	struct event *e;

	for (e = next_event(gpu, on_bus); e && e->when <= now; e = next_event(gpu, on_bus)) {
		struct event due = *e;

		*e = gpu->events[--gpu->n_events];
		due.fn(gpu, due.arg);
	}
}

static enum gpu_progress run_engines(struct gpu *gpu)
{
	enum gpu_progress most = GPU_IDLE;

	for (unsigned int i = 0; i < gpu->n_engines; i++) {
		struct engine *e = &gpu->engines[i];
		enum gpu_progress now = e->run(gpu, e->state);

		if (now > most)
			most = now;
	}
	return most;
}

/* Those who wait for long look less often: a wait that never ends costs nothing. */
static int64_t next_look(struct gpu *gpu)
{
	gpu->stall_ns = gpu->stall_ns ? gpu->stall_ns + gpu->stall_ns / 8 : STALL_NS;
	if (gpu->stall_ns > STALL_MAX_NS)
		gpu->stall_ns = STALL_MAX_NS;
	return gpu->stall_ns;
}

/* ns until @event is due. A virtual clock jumps there. */
static int64_t time_until(struct gpu *gpu, const struct event *event)
{
	uint64_t now;

	if (!gpu->config.bus.now && event->when > gpu->clock)
		gpu->clock = event->when;
	now = gpu_now(gpu);
	return event->when <= now ? 0 : (int64_t)(event->when - now);
}

int64_t gpu_step(struct gpu *gpu)
{
	enum gpu_progress progress;
	int64_t stall, ns;
	struct event *e;

	run_due_events(gpu, true);
	progress = run_engines(gpu);
	if (progress == GPU_MORE) {
		gpu->stall_ns = 0;
		return 0;
	}
	stall = next_look(gpu);
	e = next_event(gpu, true);
	if (!e)
		return progress == GPU_STALLED ? stall : -1;
	ns = time_until(gpu, e);
	return progress == GPU_STALLED && ns > stall ? stall : ns;
}

int64_t gpu_step_off_bus(struct gpu *gpu)
{
	struct event *e;

	run_due_events(gpu, false);
	e = next_event(gpu, false);
	return e ? time_until(gpu, e) : -1;
}

void gpu_catch_up(struct gpu *gpu)
{
	run_due_events(gpu, false);
}

/* The end of the line. Blocks that draw do not know for which draw they do it. */
static void print_culprit(struct gpu *gpu)
{
	fputs(" (", stderr);
	if (gpu->culprit)
		fprintf(stderr, "cp%u %s %llu, ", gpu->culprit_ring, gpu->culprit,
			(unsigned long long)gpu->culprit_number);
	fprintf(stderr, "%.6f s)\n", (double)gpu_now(gpu) / 1e9);
}

void gpu_violation(struct gpu *gpu, const char *fmt, ...)
{
	const struct gpu_watch *watch = gpu->config.watch;
	char text[200];
	va_list args;

	if (watch && watch->complaint) {
		gpu->violations++;
		va_start(args, fmt);
		vsnprintf(text, sizeof(text), fmt, args);
		va_end(args);
		watch->complaint(watch->opaque, text);
		return;
	}
	gpu->violations++;
	if (gpu->printed == MAX_REPORTS)
		return;
	fprintf(stderr, "model: violation: ");
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	print_culprit(gpu);
	if (++gpu->printed == MAX_REPORTS)
		fprintf(stderr, "model: more violations are counted and not printed\n");
}

void gpu_violations_of(struct gpu *gpu, const char *what, unsigned int ring, uint64_t number)
{
	gpu->culprit = what;
	gpu->culprit_ring = ring;
	gpu->culprit_number = number;
}

void gpu_guess(struct gpu *gpu, const char *what)
{
	for (unsigned int i = 0; i < gpu->n_guesses; i++)
		if (gpu->guesses[i] == what)
			return;
	if (gpu->n_guesses < MAX_GUESSES)
		gpu->guesses[gpu->n_guesses++] = what;
}

uint64_t gpu_violations(const struct gpu *gpu)
{
	return gpu->violations;
}

uint64_t gpu_violations_hidden(const struct gpu *gpu)
{
	return gpu->violations - gpu->printed;
}

bool gpu_tracing(const struct gpu *gpu)
{
	return gpu->config.trace;
}

void gpu_trace(struct gpu *gpu, const char *fmt, ...)
{
	va_list args;

	if (!gpu->config.trace)
		return;
	fprintf(stderr, "%10.6f ", (double)gpu_now(gpu) / 1e9);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
}
