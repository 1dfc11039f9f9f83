// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the card of the soundness test
 *
 * The whole model runs, from the fetch of the indirect buffer on; what is taken from it is
 * the memory controller. There is no memory: an access is compared with the
 * ranges of the job, and a read finds whatever the worst client could have put there,
 * by a hash of its address and the seed. So streams of gigabytes cost nothing.
 *
 * Before each job, registers hold what a stranger has left: anything, but for what
 * a clean start means, and the same goes for what the command processor remembers.
 * A wait is over as soon as it begins, since some other client may end it.
 *
 * Or a job comes behind another one (card_run_behind()). Then it inherits what that has
 * left, and nothing is known to have ended but what the model has seen to end: until then,
 * bases and sizes of rings, of which there is one copy, must stay as they are, or draws of
 * the job before would go on with what another client has chosen.
 *
 * A stream with an address space of its own runs in a VMID, and has no ranges: what it
 * touches goes through the page tables of pages.c, and nothing past them. No footprint
 * is worked out then: what shaders touch goes the same way.
 *
 * All interrupts are enabled. The faults of such a stream are the only one that a
 * stream may raise.
 *
 * Complaints of the model are told at the end, by kind. They are no escapes: it holds
 * clients to what hardware defines, the checker only to what keeps others safe. A
 * packet that it complains about may not be carried out to its end.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allowed.h"
#include "card.h"
#include "compute.h"
#include "cp.h"
#include "footprint.h"
#include "pages.h"
#include "shaders.h"

#define SPACE		0x40000u
#define N_REGS		(SPACE / 4)
#define RESOURCES	0x30000u
#define GB_ADDR_CONFIG	0x98f8u
#define GRBM_GFX_INDEX	0x802cu
#define ALL_ENGINES	0xc0000000u
#define INDEX_TYPE	0x895cu

/* The card's own memory, out of reach of buffers. */
#define RING		0xff00000000ull
#define IB		0xfe00000000ull
#define IH_RING		0xfd00000000ull
#define MAILBOX		0xfc00000000ull		/* of a clean start; no client has it */
#define MAILBOX_END	(MAILBOX + 0x80000)
#define RING_DWORDS	16u
#define MAX_STEPS	1000000
#define MAX_COMPLAINTS	40		/* kinds */
#define BUDGET		4096u		/* instructions of a dispatch */
#define GROUPS		2u		/* of it, that run */

#define DMA_RB_CNTL	0xd000u
#define DMA_RB_BASE	0xd004u
#define DMA_RB_RPTR	0xd008u
#define DMA_RB_WPTR	0xd00cu
#define DMA_IB_CNTL	0xd024u
#define DMA_CNTL	0xd02cu
#define DMA_STATUS	0xd034u
#define DMA_TILING	0xd0b8u
#define DMA_NOP		0xf0000000u
#define IH_RB_CNTL	0x3e00u
#define IH_RB_BASE	0x3e04u

/* More than these are as good as all. */
#define MAX_UNCLEAN		4096

struct card {
	struct gpu *gpu;
	struct gpu_chip chip;
	struct gpu_watch watch;
	struct footprint *footprint;
	const struct card_job *job;
	const struct card_range *last;		/* that an access was in */
	enum allowed allowed[N_REGS];
	bool may_read[N_REGS];
	uint32_t hostile[N_REGS], num_hostile;	/* what strangers may have written */
	uint32_t unclean[MAX_UNCLEAN], num_unclean;	/* what the last stream has */
	uint32_t ring[RING_DWORDS], ib[1 << 20];
	uint8_t starts[1 << 17];		/* bit by dword: a packet begins here */
	uint32_t dma_wptr;
	uint64_t random;
	struct { char text[80]; uint64_t count; } complaints[MAX_COMPLAINTS];
	struct shaders shaders;
	enum card_mode mode;
	char escape[1024];
	bool escaped;
	bool ended;				/* padding of the DMA engine was reached */
	unsigned int before;			/* work of the job before that may still run, STATE_* */
	unsigned int before_vmid;
};

static void escape(struct card *card, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void escape(struct card *card, const char *fmt, ...)
{
	va_list args;

	if (card->escaped)
		return;
	card->escaped = true;
	va_start(args, fmt);
	vsnprintf(card->escape, sizeof(card->escape), fmt, args);
	va_end(args);
}

/* xorshift64* */
static uint64_t next_random(struct card *card)
{
	card->random ^= card->random >> 12;
	card->random ^= card->random << 25;
	card->random ^= card->random >> 27;
	return card->random * 0x2545f4914f6cdd1dull;
}

/* ---- memory ---- */

/* The range that @addr is in, or the one before it; by halves. */
static const struct card_range *find_range(const struct card_job *job, uint64_t addr)
{
	unsigned int from = 0, to = job->num_ranges;

	while (to - from > 1) {
		unsigned int mid = (from + to) / 2;

		if (job->ranges[mid].first <= addr)
			from = mid;
		else
			to = mid;
	}
	return job->num_ranges ? &job->ranges[from] : NULL;
}

static void judge(struct card *card, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	const struct card_range *r = card->last;

	if (!r || addr < r->first || addr >= r->end)
		r = find_range(card->job, addr);
	card->last = r;
	if (!r || addr < r->first || addr >= r->end || bytes > r->end - addr)
		escape(card, "%s: %s 0x%llx + 0x%llx, outside of all buffers; before it 0x%llx to 0x%llx",
		       what, write ? "writes" : "reads", (unsigned long long)addr,
		       (unsigned long long)bytes, r ? (unsigned long long)r->first : 0,
		       r ? (unsigned long long)r->end : 0);
	else if (write ? !r->write : !r->read && !r->write)
		escape(card, "%s: %s 0x%llx + 0x%llx against the domains", what,
		       write ? "writes" : "reads", (unsigned long long)addr,
		       (unsigned long long)bytes);
}

/* A dword of memory: often nothing, a little, or all ones. */
static uint32_t contents(uint64_t seed, uint64_t addr)
{
	uint64_t h = (addr / 4 + seed) * 0x9e3779b97f4a7c15ull;

	h ^= h >> 32;
	switch (h & 3) {
	case 0:
		return 0;
	case 1:
		return h >> 8 & 0xff;
	case 2:
		return h & 4 ? UINT32_MAX : (uint32_t)(h >> 8) & 0xffff;
	default:
		return (uint32_t)(h >> 8);
	}
}

#define LOOKED_AT	64u	/* larger reads are copied, and nobody looks */

static void fill(struct card *card, uint64_t addr, void *buf, size_t len)
{
	uint32_t words[LOOKED_AT / 4 + 1];

	if (len > LOOKED_AT) {
		memset(buf, 0, len);
		return;
	}
	for (size_t i = 0; i <= len / 4; i++)
		words[i] = contents(card->job->seed, addr + 4 * i);
	memcpy(buf, words, len);
}

/* The stream, unless it is shown in an address space. */
static bool own_memory(struct card *card, uint64_t addr, void *buf, size_t len)
{
	if (addr >= RING && addr + len <= RING + sizeof(card->ring))
		memcpy(buf, (char *)card->ring + (addr - RING), len);
	else if (!card->job->vmid && addr >= IB && addr + len <= IB + sizeof(card->ib))
		memcpy(buf, (char *)card->ib + (addr - IB), len);
	else
		return false;
	return true;
}

#define IV_PAGE_FAULT		146u
#define IV_PROTECTION_FAULT	147u

static void judge_interrupt(struct card *card, const uint32_t *vector)
{
	bool fault = vector[0] == IV_PAGE_FAULT || vector[0] == IV_PROTECTION_FAULT;

	if (!fault || !card->job->vmid || vector[2] >> 8 != card->job->vmid)
		escape(card, "interrupt %u", vector[0]);
}

static bool watch_memory(void *opaque, enum gpu_client client, unsigned int vmid, uint64_t addr,
			 void *buf, size_t len, bool write)
{
	static const char *const names[] = {
		[CLIENT_HDP] = "HDP", [CLIENT_CP] = "CP", [CLIENT_DMA] = "DMA", [CLIENT_IH] = "IH",
		[CLIENT_RLC] = "RLC", [CLIENT_GFX] = "GFX",
	};
	struct card *card = opaque;

	if (client == CLIENT_IH && len == 4 * sizeof(uint32_t)) {
		judge_interrupt(card, buf);
		return true;
	}
	if (!vmid && !write && addr >= CARD_SPACE_END && own_memory(card, addr, buf, len))
		return true;
	if (vmid != card->job->vmid)
		escape(card, "%s: %s 0x%llx in address space %u", names[client],
		       write ? "writes" : "reads", (unsigned long long)addr, vmid);
	else if (vmid)
		return false;
	if (client != CLIENT_GFX || addr < MAILBOX || addr >= MAILBOX_END)
		judge(card, names[client], addr, len, write);
	if (!write)
		fill(card, addr, buf, len);
	return true;
}

/* Behind the page tables. */
static bool watch_page(void *opaque, bool system, uint64_t addr, void *buf, size_t len, bool write)
{
	enum pages_of whose = pages_find(system, addr, len);
	struct card *card = opaque;

	if (whose == PAGES_STREAM && !write) {
		memcpy(buf, (char *)card->ib + (addr - PAGES_IB_BUS), len);
		return true;
	}
	if (whose != PAGES_CLIENT)
		escape(card, "the page tables lead to 0x%llx in %s", (unsigned long long)addr,
		       system ? "system memory" : "VRAM");
	if (!write)
		fill(card, addr, buf, len);
	return true;
}

static void watch_touch(void *opaque, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	struct card *card = opaque;

	/* With page tables, what is meant by an address is not known here. */
	if (card->job->vmid)
		return;
	shaders_tell(&card->shaders, what, addr, bytes, write);
	/* Results may go where nobody finds them; nothing else has business there. */
	if (!strcmp(what, "return of random access") && addr == MAILBOX &&
	    bytes <= MAILBOX_END - MAILBOX)
		return;
	if (card->mode != CARD_RUNS_ALONE)
		judge(card, what, addr, bytes, write);
}

/* ---- programs of dispatches ---- */

static struct cp_ring *ring_of(const struct card *card)
{
	/* Only Cayman has a ring for compute. */
	unsigned int which = card->job->engine == CARD_COMPUTE && card->job->cayman;

	return &cp_of(card->gpu)->ring[which];
}

static size_t watch_program(void *opaque, const struct compute *c, uint32_t *words, size_t most)
{
	struct card *card = opaque;

	return shaders_program(&card->shaders, card->gpu, c, card->job->seed, words, most);
}

static void describe(struct card *card, const struct compute *c, unsigned int path)
{
	size_t n = strlen(card->escape);
	FILE *out = fmemopen(card->escape + n, sizeof(card->escape) - n, "w");

	if (!out)
		return;
	fputs("; ", out);
	compute_describe(c, path, out);
	fclose(out);
}

/* In bounds, and in the footprint. With page tables, neither is known here. */
static void watch_shader(void *opaque, const struct compute *c, unsigned int path, uint64_t addr,
			 size_t bytes, bool write)
{
	struct card *card = opaque;

	card->shaders.accesses[path]++;
	if (card->job->vmid || card->escaped)
		return;
	if (!shaders_contains(&card->shaders, path, addr, bytes, write))
		escape(card, "%s: %s 0x%llx + 0x%zx, which no footprint has told", shaders_path(path),
		       write ? "writes" : "reads", (unsigned long long)addr, bytes);
	else if (addr < MAILBOX || addr >= MAILBOX_END)
		judge(card, shaders_path(path), addr, bytes, write);
	if (card->escaped)
		describe(card, c, path);
}

/* ---- packets and registers ---- */

static uint64_t stream_addr(const struct card *card)
{
	return card->job->vmid ? PAGES_IB : IB;
}

/* How long packets of the DMA engine are, no header tells. */
static void watch_packet(void *opaque, uint64_t addr, const char *name)
{
	struct card *card = opaque;
	uint64_t pos = (addr - stream_addr(card)) / 4;
	bool dma = card->job->engine == CARD_DMA;

	card->before &= cp_of(card->gpu)->unsettled;
	if (!ring_of(card)->compute)
		card->shaders.num_told = 0;
	if (addr < stream_addr(card) || pos >= card->job->dwords + (dma ? 7 : 0))
		escape(card, "0x%llx runs, outside of the stream", (unsigned long long)addr);
	else if (!dma && !(card->starts[pos / 8] >> pos % 8 & 1))
		escape(card, "dword %u runs, and was no packet", (unsigned int)pos);
	else if (!allowed_packet(name, dma))
		escape(card, "packet %s", name ? name : "without a name");
	card->ended |= pos == card->job->dwords;
}

static void watch_vmid(void *opaque, unsigned int vmid)
{
	escape(opaque, "names address space %u", vmid);
}

static void watch_reg(void *opaque, uint32_t offset, uint32_t value)
{
	struct card *card = opaque;

	if (card->before && offset < CONTEXT_BASE && card->allowed[offset / 4] == ALLOWED_CLEAN)
		escape(card, "%s changes under work of the stream before",
		       gpu_reg_name(card->gpu, offset));
	if (offset < SPACE && card->allowed[offset / 4] == ALLOWED_CLEAN &&
	    card->num_unclean++ < MAX_UNCLEAN)
		card->unclean[card->num_unclean - 1] = offset;
	if (offset >= SPACE ||
	    !allowed_value(card->allowed[offset / 4], value, card->job->engines))
		escape(card, "register %s (0x%05x) = 0x%08x", gpu_reg_name(card->gpu, offset), offset,
		       value);
}

static void watch_reg_read(void *opaque, uint32_t offset)
{
	struct card *card = opaque;

	if (offset >= SPACE || !card->may_read[offset / 4])
		escape(card, "reads register %s (0x%05x)", gpu_reg_name(card->gpu, offset), offset);
}

/* Of a program, what it did; else from the name of the packet on. */
static const char *kind_of(const char *text)
{
	const char *last = strncmp(text, "SQ: ", 4) ? NULL : text, *next;

	while (last && (next = strstr(last, ": ")))
		last = next + 2;
	if (!last)
		last = strstr(text, ": ") ? strstr(text, ": ") + 2 : text;
	return last;
}

/* Its kind, without numbers. */
static void watch_complaint(void *opaque, const char *text)
{
	struct card *card = opaque;
	char kind[80] = "";
	size_t n = 0;
	unsigned int i;

	for (text = kind_of(text); *text && n < sizeof(kind) - 1; text++)
		if (*text < '0' || *text > '9')
			kind[n++] = *text;
	for (i = 0; i < MAX_COMPLAINTS - 1 && card->complaints[i].count; i++)
		if (strncmp(card->complaints[i].text, kind, 24) == 0)
			break;
	if (!card->complaints[i].count++)
		memcpy(card->complaints[i].text, kind, sizeof(kind));
}

/* The packets that follow each other from the first dword on. */
static void mark_starts(struct card *card)
{
	uint32_t pos = 0, dwords = card->job->dwords;

	memset(card->starts, 0, dwords / 8 + 1);
	while (pos < dwords) {
		card->starts[pos / 8] |= (uint8_t)(1u << pos % 8);
		pos += card->ib[pos] >> 30 == 2 ? 1 : (card->ib[pos] >> 16 & 0x3fff) + 2;
	}
}

/* ---- what was there before ---- */

static void find_hostile(struct card *card)
{
	for (uint32_t i = 0; i < N_REGS; i++) {
		const char *name = gpu_reg_name(card->gpu, 4 * i);

		card->allowed[i] = allowed_name(name);
		card->may_read[i] = allowed_read(name);
		if ((card->allowed[i] == ALLOWED_ANY || card->allowed[i] == ALLOWED_UNFORCED ||
		     card->allowed[i] == ALLOWED_SIMDS) && 4 * i < RESOURCES)
			card->hostile[card->num_hostile++] = 4 * i;
	}
	/* Of the control constants, base vertex and start instance. */
	for (uint32_t reg = 0x3cff8; reg < 0x3ff0c; reg += 4)
		card->allowed[reg / 4] = ALLOWED_NOT;
	card->hostile[card->num_hostile++] = INDEX_TYPE;
}

/* A clean start: no resources, no sizes of rings, nothing off chip, and all engines listen. */
static void clean_start(struct card *card)
{
	uint32_t *values = gpu_reg_values(card->gpu);

	for (uint32_t i = 0; i < card->num_unclean && i < MAX_UNCLEAN; i++)
		values[card->unclean[i] / 4] = 0;
	for (uint32_t i = 0; card->num_unclean > MAX_UNCLEAN && i < N_REGS; i++)
		if (card->allowed[i] == ALLOWED_CLEAN)
			values[i] = 0;
	card->num_unclean = 0;
	gpu_reg_set(card->gpu, GRBM_GFX_INDEX, ALL_ENGINES);
}

/* What compute finds in a state of its own, besides item sizes of 0. */
static const struct footprint_value clean_compute[] = {
	/* constants */
	{ 0x28fc0, 0 }, { 0x28fc4, 0 }, { 0x28fc8, 0 }, { 0x28fcc, 0 },
	{ 0x28fd0, 0 }, { 0x28fd4, 0 }, { 0x28fd8, 0 }, { 0x28fdc, 0 },
	{ 0x28fe0, 0 }, { 0x28fe4, 0 }, { 0x28fe8, 0 }, { 0x28fec, 0 },
	{ 0x28ff0, 0 }, { 0x28ff4, 0 }, { 0x28ff8, 0 }, { 0x28ffc, 0 },
	/* targets */
	{ 0x28c70, 0 }, { 0x28cac, 0 }, { 0x28ce8, 0 }, { 0x28d24, 0 },
	{ 0x28d60, 0 }, { 0x28d9c, 0 }, { 0x28dd8, 0 }, { 0x28e14, 0 },
	{ 0x28e50, 0 }, { 0x28e6c, 0 }, { 0x28e88, 0 }, { 0x28ea4, 0 },
	/* samples, stages */
	{ 0x28c04, 0 }, { 0x28be0, 0 }, { 0x28b54, 0 }, { 0x28a40, 0 },
	{ 0x28808, 0x00cc0010 },		/* CB_COLOR_CONTROL */
	/* what random access returns */
	{ 0x28b9c, MAILBOX >> 8 }, { 0x28ba0, MAILBOX >> 8 }, { 0x28ba4, MAILBOX >> 8 },
	{ 0x28ba8, MAILBOX >> 8 }, { 0x28bac, MAILBOX >> 8 }, { 0x28bb0, MAILBOX >> 8 },
	{ 0x28bb4, MAILBOX >> 8 }, { 0x28bb8, MAILBOX >> 8 }, { 0x28bbc, MAILBOX >> 8 },
	{ 0x28bc0, MAILBOX >> 8 }, { 0x28bc4, MAILBOX >> 8 }, { 0x28bc8, MAILBOX >> 8 },
};

#define N_CLEAN (sizeof(clean_compute) / sizeof(clean_compute[0]))

/* One state or two, and a CLEAR_STATE that clears none, one, or both. */
static void take_states(struct card *card)
{
	unsigned int cleared = next_random(card) >> 62;		/* CLEARS_* */
	struct cp *cp = cp_of(card->gpu);
	bool two = next_random(card) >> 63;

	if (!two && cleared)
		cleared = CLEARS_DRAWS | CLEARS_COMPUTE;
	for (size_t i = 0; i < N_CLEAN; i++) {
		uint32_t offset = clean_compute[i].offset;

		cp->me.clear_state[(offset - CONTEXT_BASE) / 4] = clean_compute[i].value;
		if (!two && card->allowed[offset / 4] == ALLOWED_ANY)
			gpu_reg_set(card->gpu, offset, clean_compute[i].value);
	}
	footprint_all(cp->footprint);
	footprint_states(cp->footprint, two, clean_compute, N_CLEAN, cleared);
	footprint_run_on(cp->footprint, (unsigned int)(next_random(card) >> 60));
	/* With page tables, the card's own states count. */
	for (unsigned int i = 0; card->mode != CARD_RUNS_NOTHING && card->job->cayman && i < CP_RINGS; i++)
		memcpy(cp->compute_state[i], gpu_reg_values(card->gpu) + CONTEXT_BASE / 4,
		       sizeof(cp->compute_state[i]));
}

static uint32_t hostile_bits(const struct card *card, uint32_t reg)
{
	return reg == INDEX_TYPE ? UINT32_MAX : allowed_bits(card->allowed[reg / 4]);
}

/* Each bit is as likely as not, but every other register has few. */
static void dirty_registers(struct card *card)
{
	uint32_t *values = gpu_reg_values(card->gpu);

	for (uint32_t i = 0; i < card->num_hostile; i++) {
		uint64_t value = next_random(card);

		if (value >> 63)
			value &= value >> 32;
		values[card->hostile[i] / 4] =
			((uint32_t)value & hostile_bits(card, card->hostile[i])) |
			allowed_ones(card->allowed[card->hostile[i] / 4]);
	}
	if (card->mode != CARD_RUNS_NOTHING)
		shaders_leave_launch(card->gpu, next_random(card));
}

static void dirty_me(struct card *card)
{
	struct cp *cp = cp_of(card->gpu);
	uint64_t random = next_random(card);

	cp->me = (struct cp_me){
		.initialized = true, .clear_state_done = true, .device_id = 1,
		.index_base = next_random(card) & 0xfffffffffe, .indirect_base = next_random(card) & 0xfffffffff8,
		.predicated = random & 1, .predicate = random & 2,
	};
	for (uint32_t i = 0; i < CONTEXT_REGS; i++)
		if (card->allowed[CONTEXT_BASE / 4 + i] == ALLOWED_ANY)
			cp->me.clear_state[i] = (uint32_t)next_random(card);
	for (unsigned int i = 0; i < 16; i++)
		gpu_reg_set(card->gpu, 0x8960 + i % 4 * 4, (uint32_t)next_random(card));
}

/* ---- running ---- */

static void take_geometry(struct card *card, const struct card_job *job)
{
	uint32_t config = (uint32_t)__builtin_ctz(job->pipes) |
			  (uint32_t)__builtin_ctz(job->group / 256) << 4;

	card->chip.shader_engines = job->engines;
	card->chip.backends = job->backends;
	gpu_reg_set(card->gpu, GB_ADDR_CONFIG, config);
	gpu_reg_set(card->gpu, DMA_TILING, config);
	if (job->cayman)
		gpu_reg_set(card->gpu, DMA_TILING + 0x800, config);
}

static void run_cp(struct card *card)
{
	struct cp_ring *ring = ring_of(card);

	card->ring[0] = 0xc0023200;
	card->ring[1] = (uint32_t)stream_addr(card);
	card->ring[2] = (uint32_t)(stream_addr(card) >> 32);
	card->ring[3] = card->job->dwords | card->job->vmid << 24;
	*ring = (struct cp_ring){
		.cp = ring->cp, .index = ring->index, .compute_state = true,
		.level[0] = { .base = RING, .size = RING_DWORDS, .end = 4 },
	};
	for (unsigned int i = 0; i < MAX_STEPS && gpu_step(card->gpu) >= 0 && !card->escaped; i++)
		if (ring->stalled)
			cp_give_up_waiting(ring);
	if (ring->dead || ring->depth || ring->level[0].pos != 4)
		escape(card, "the ring hangs");
	if (gpu_reg_get(card->gpu, GRBM_GFX_INDEX) != ALL_ENGINES)
		escape(card, "the next stream would not reach all shader engines");
	if (!ring->compute_state)
		escape(card, "the next stream has no state of compute");
	if ((cp_of(card->gpu)->me.load_enable | cp_of(card->gpu)->me.shadow_enable) << 1)
		escape(card, "the next stream's registers have a shadow in memory");
	compute_end(ring->compute);
	ring->compute = NULL;
	cp_of(card->gpu)->copy_count = 0;
	cp_of(card->gpu)->bottom_count = 0;
	ring->level[0].size = 0;
}

static void start_dma(struct card *card)
{
	gpu_dma_soft_reset(card->gpu, 0);
	gpu_reg_write(card->gpu, DMA_RB_CNTL, 4 << 1);
	gpu_reg_write(card->gpu, DMA_RB_RPTR, 0);
	gpu_reg_write(card->gpu, DMA_RB_WPTR, 0);
	gpu_reg_write(card->gpu, DMA_RB_BASE, (uint32_t)(RING >> 8));
	gpu_reg_write(card->gpu, DMA_IB_CNTL, 1);
	gpu_reg_write(card->gpu, DMA_RB_CNTL, 4 << 1 | 1);
	card->dma_wptr = 0;
}

static void run_dma(struct card *card)
{
	uint32_t dwords = card->job->dwords;

	while (dwords % 8)
		card->ib[dwords++] = DMA_NOP;
	if (!dwords)
		return;
	for (unsigned int i = 0; i < RING_DWORDS; i++)
		card->ring[i] = DMA_NOP;
	card->ring[card->dma_wptr + 5] = 0x40000000 | card->job->vmid << 20;
	card->ring[card->dma_wptr + 6] = (uint32_t)stream_addr(card);
	card->ring[card->dma_wptr + 7] = dwords << 12 | (uint32_t)(stream_addr(card) >> 32);
	card->dma_wptr = (card->dma_wptr + 8) % RING_DWORDS;
	gpu_reg_write(card->gpu, DMA_RB_WPTR, card->dma_wptr * 4);
	for (unsigned int i = 0; i < MAX_STEPS && gpu_step(card->gpu) >= 0 && !card->escaped; i++)
		;
	if (!(gpu_reg_read(card->gpu, DMA_STATUS) & 1))
		escape(card, "the DMA engine hangs");
	if (dwords > card->job->dwords && !card->ended)
		escape(card, "a packet goes on behind the stream");
	if (card->escaped)
		start_dma(card);
}

static void take_job(struct card *card, const struct card_job *job)
{
	card->job = job;
	card->last = NULL;
	card->escaped = false;
	card->ended = false;
	card->before = 0;
	card->shaders.ordinal = 0;
	card->shaders.num_told = 0;
	card->random = job->seed | 1;
	memcpy(card->ib, job->ib, 4ul * job->dwords);
	cp_of(card->gpu)->footprint = job->vmid ? NULL : card->footprint;
	take_geometry(card, job);
	if (job->engine != CARD_DMA)
		mark_starts(card);
}

const char *card_run(struct card *card, const struct card_job *job)
{
	take_job(card, job);
	if (job->engine == CARD_DMA) {
		run_dma(card);
	} else {
		cp_of(card->gpu)->unsettled = 0;
		clean_start(card);
		dirty_registers(card);
		dirty_me(card);
		take_states(card);
		run_cp(card);
	}
	card->before_vmid = job->vmid;
	return card->escaped ? card->escape : NULL;
}

/* What the driver puts on ring 0 between streams of two clients; not the business of either. */
static void wait_for_work(struct card *card)
{
	static const uint32_t wait_until[] = { 0xc0016800, (0x8040 - 0x8000) / 4, 1 << 15 };
	static const uint32_t flushes[] = {
		0xc0004600, 0x410, 0xc0004600, 0x40f, 0xc0004600, 0x407,
	};
	struct footprint *footprint = cp_of(card->gpu)->footprint;
	struct cp_ring *ring = &cp_of(card->gpu)->ring[0];
	size_t bytes = card->job->cayman ? sizeof(flushes) : sizeof(wait_until);

	cp_of(card->gpu)->footprint = NULL;
	memcpy(card->ring, card->job->cayman ? flushes : wait_until, bytes);
	*ring = (struct cp_ring){
		.cp = ring->cp, .compute_state = true,
		.level[0] = { .base = RING, .size = RING_DWORDS, .end = (uint32_t)(bytes / 4) },
	};
	while (gpu_step(card->gpu) >= 0 && ring->level[0].pos != ring->level[0].end)
		;
	ring->level[0].size = 0;
	cp_of(card->gpu)->footprint = footprint;
}

const char *card_run_behind(struct card *card, const struct card_job *job, bool wait)
{
	struct cp *cp = cp_of(card->gpu);
	bool beside = job->engine == CARD_COMPUTE && job->cayman;

	take_job(card, job);
	if (wait && !beside && (!job->vmid || job->vmid != card->before_vmid))
		wait_for_work(card);
	if (!job->vmid || job->vmid != card->before_vmid)
		card->before = cp->unsettled & (STATE_PIXELS | STATE_VERTICES | STATE_COMPUTE);
	if (!job->vmid) {
		clean_start(card);
		take_states(card);
	}
	run_cp(card);
	card->before = 0;
	return card->escaped ? card->escape : NULL;
}

bool card_distrust(struct card *card, const char *name)
{
	card->watch.distrusted = 0;
	for (unsigned int i = 0; name && gpu_trust_name(i); i++)
		if (!strcmp(gpu_trust_name(i), name))
			card->watch.distrusted = 1u << i;
	return !name || card->watch.distrusted;
}

const char *card_trust(unsigned int n)
{
	return gpu_trust_name(n);
}

uint64_t card_draws(const struct card *card)
{
	const struct cp *cp = cp_of(card->gpu);

	return cp->draws + cp->dispatches;
}

const char *card_complaint(const struct card *card, unsigned int n, uint64_t *count)
{
	if (n >= MAX_COMPLAINTS || !card->complaints[n].count)
		return NULL;
	*count = card->complaints[n].count;
	return card->complaints[n].text;
}

uint64_t card_programs(const struct card *card)
{
	return card->shaders.programs;
}

const char *card_accesses(const struct card *card, unsigned int n, uint64_t *count)
{
	*count = n < SHADERS_PATHS ? card->shaders.accesses[n] : 0;
	return shaders_path(n);
}

/* ---- making one ---- */

static void upload(struct gpu *gpu, uint32_t addr, uint32_t data, uint32_t dwords)
{
	gpu_reg_write(gpu, addr, 0);
	for (uint32_t i = 0; i < dwords; i++)
		gpu_reg_write(gpu, data, 0);
	gpu_reg_write(gpu, addr, 0);
}

static bool no_dma(void *opaque, uint64_t addr, void *buf, size_t len, bool write)
{
	(void)opaque, (void)addr, (void)buf, (void)len, (void)write;
	return false;
}

static void no_interrupt(void *opaque, bool asserted)
{
	(void)opaque, (void)asserted;
}

/* Vectors go nowhere; what counts is that they are written. */
static void enable_interrupts(struct card *card)
{
	struct cp *cp = cp_of(card->gpu);

	for (unsigned int i = 0; i < CP_RINGS; i++)
		cp->int_cntl[i] = UINT32_MAX;
	gpu_reg_write(card->gpu, DMA_CNTL, 1);
	gpu_reg_set(card->gpu, IH_RB_BASE, (uint32_t)(IH_RING >> 8));
	gpu_reg_set(card->gpu, IH_RB_CNTL, 14 << 1 | 1);
}

/**
 * card_new() - a card that runs and is idle
 * @cayman: a Cayman; else a Cypress
 * @mode: what becomes of dispatches
 */
struct card *card_new(bool cayman, enum card_mode mode)
{
	struct card *card = calloc(1, sizeof(*card));
	struct gpu_config config = {
		.vram_size = PAGES_VRAM, .visible_size = PAGES_VRAM, .posted = true,
		.vram = calloc(1, PAGES_VRAM),
		.bus = { .opaque = card, .dma = no_dma, .interrupt = no_interrupt },
		.shaders = mode != CARD_RUNS_NOTHING, .shader_budget = BUDGET, .shader_groups = GROUPS,
	};

	if (!card || !config.vram)
		abort();
	card->mode = mode;
	card->chip = *gpu_chip_find(cayman ? "cayman" : "cypress");
	card->watch = (struct gpu_watch){
		.opaque = card, .memory = watch_memory, .page = watch_page, .packet = watch_packet,
		.reg = watch_reg, .reg_read = watch_reg_read, .vmid = watch_vmid,
		.touch = watch_touch, .program = watch_program, .shader = watch_shader,
		.complaint = watch_complaint,
	};
	config.chip = &card->chip;
	config.watch = &card->watch;
	card->gpu = gpu_new(&config);
	card->footprint = cp_of(card->gpu)->footprint;
	if (cayman)
		pages_init(card->gpu, config.vram);
	enable_interrupts(card);
	find_hostile(card);
	card->num_unclean = MAX_UNCLEAN + 1;	/* whatever the VBIOS has left */
	gpu_reg_set(card->gpu, GB_ADDR_CONFIG, card->chip.gb_addr_config);
	upload(card->gpu, 0xc150, 0xc154, card->chip.pfp_dw);
	upload(card->gpu, 0xc15c, 0xc160, card->chip.me_dw);
	gpu_reg_write(card->gpu, 0x86d8, 0);
	for (unsigned int i = 0; i < CP_RINGS; i++)
		gpu_reg_set(card->gpu, cp_ring_regs[i].cntl, 1u << 27);	/* no write-back */
	start_dma(card);
	return card;
}

void card_free(struct card *card)
{
	void *vram = gpu_config(card->gpu)->vram;

	cp_of(card->gpu)->footprint = card->footprint;
	gpu_free(card->gpu);
	free(vram);
	free(card);
}
