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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cp.h"
#include "dispatch_run.h"
#include "draw_run.h"
#include "footprint.h"
#include "inside.h"
#include "pages.h"

#define GB_ADDR_CONFIG	0x98f8u

/* The card's own memory, out of reach of buffers. */
#define RING		0xff00000000ull
#define IB		0xfe00000000ull
#define IH_RING		0xfd00000000ull
#define MAX_STEPS	1000000
#define BUDGET		4096u		/* instructions of a dispatch, or of a stage */
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

/* ---- memory ---- */

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

/* ---- packets and registers ---- */

static struct cp_ring *ring_of(const struct card *card)
{
	/* Only Cayman has a ring for compute. */
	unsigned int which = card->job->engine == CARD_COMPUTE && card->job->cayman;

	return &cp_of(card->gpu)->ring[which];
}

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
	if (!ring_of(card)->dispatch && !ring_of(card)->draw)
		shaders_forget(&card->shaders);
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
	dispatch_run_end(ring->dispatch);
	draw_run_end(ring->draw);
	ring->dispatch = NULL;
	ring->draw = NULL;
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
	card->drawn.ordinal = 0;
	shaders_forget(&card->shaders);
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
		before_clean_start(card);
		before_dirty(card);
		before_take_states(card);
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
		before_clean_start(card);
		before_take_states(card);
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

uint64_t card_run_draws(const struct card *card)
{
	return card->drawn.draws;
}

uint64_t card_run_dispatches(const struct card *card)
{
	return card->shaders.dispatches;
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
		.touch = watch_touch, .program = shaders_program, .access = shaders_access,
		.draw = drawn_draw, .draw_reg = drawn_reg,
		.complaint = watch_complaint,
	};
	config.chip = &card->chip;
	config.watch = &card->watch;
	card->gpu = gpu_new(&config);
	card->footprint = cp_of(card->gpu)->footprint;
	if (cayman)
		pages_init(card->gpu, config.vram);
	enable_interrupts(card);
	before_find(card);
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
