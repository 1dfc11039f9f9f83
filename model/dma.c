// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: asynchronous DMA engines
 *
 * One engine, two on Cayman. Each has a ring whose pointers count bytes, and
 * executes packets without microcode. Copies are done when their packet is; what
 * comes late is the fence, the trap and the semaphore's signal behind it, after the
 * completion delay.
 *
 * A row of the table below says how a packet looks: which bits of which dword mean
 * something, how long it is, on which chips it exists. What it does is a function
 * in dma_packets.c or, with a tiled surface, in dma_tiled.c.
 *
 * Packet sources: AMD's list of DMA packets (dma_packets.txt; AMD_DOC) and the kernel's
 * evergreen_dma.c, ni_dma.c and evergreen_cs.c; where they differ the kernel, as it
 * runs on the hardware: its SRBM read has four dwords, the list gives five, and its
 * T2T copy has 13, where the list numbers two of them 8.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "array.h"
#include "dma.h"

#define BIT(n)			(1u << (n))

#define ENGINES			2
#define ENGINE_STRIDE		0x800u
#define BUDGET			256	/* packets per step */
#define BUDGET_BYTES		(1u << 20)	/* written by them; the last may write more */
#define ROW_BYTES		256u		/* what a row counts for besides */

#define DMA_RB_CNTL		0xd000u
#define DMA_RB_BASE		0xd004u
#define DMA_RB_RPTR		0xd008u
#define DMA_RB_WPTR		0xd00cu
#define DMA_RPTR_ADDR_HI	0xd01cu
#define DMA_RPTR_ADDR_LO	0xd020u
#define DMA_IB_RPTR		0xd028u
#define DMA_CNTL		0xd02cu
#define DMA_STATUS		0xd034u

#define RB_ENABLE		BIT(0)
#define RB_SIZE(x)		((x) >> 1 & 0x1f)	/* log2 dwords */
#define RB_SWAPS		(BIT(9) | BIT(13))
#define RB_WRITEBACK		BIT(12)
#define TRAP_ENABLE		BIT(0)
#define STATUS_IDLE		0x44c83d57u	/* logs of real boards */
#define STATUS_BUSY		(STATUS_IDLE & ~BIT(0))

static const uint32_t trap_ids[ENGINES] = { 224, 244 };
static const enum gpu_unit units[ENGINES] = { UNIT_DMA0, UNIT_DMA1 };
static const enum gpu_unit semaphores[ENGINES] = { UNIT_SEM_DMA0, UNIT_SEM_DMA1 };
static const char *const names[ENGINES] = { "0", "1" };

struct dma {
	struct dma_engine engine[ENGINES];
};

struct form {
	uint8_t command, sub, sub_mask;	/* header bits 31:28 and 27:20 */
	uint8_t fixed;			/* dwords without inline data */
	bool inline_data, cayman;
	uint32_t max_count;
	const char *name;
	enum dma_result (*execute)(struct dma_packet *p);
	enum gpu_source source;
	uint32_t bits[DMA_MAX_FIXED - 1];	/* of the dwords after the header: not reserved */
};

static struct dma_engine *engine_at(struct gpu *gpu, uint32_t offset)
{
	struct dma *dma = gpu_block_state(gpu, BLOCK_DMA);

	return &dma->engine[(offset - DMA_RB_CNTL) / ENGINE_STRIDE];
}

/**
 * dma_reg() - a register of an engine
 * @e: the engine
 * @reg: offset of the register for engine 0
 */
uint32_t dma_reg(struct dma_engine *e, uint32_t reg)
{
	return gpu_reg_get(e->gpu, reg + e->index * ENGINE_STRIDE);
}

/**
 * dma_complain() - report a violation by a packet
 * @p: the packet; engine, place in memory and header are printed along
 * @fmt: what is wrong, as for printf()
 */
void dma_complain(struct dma_packet *p, const char *fmt, ...)
{
	char what[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	gpu_violation(p->gpu, "DMA%u%s 0x%llx: %s (%08x): %s", p->engine->index,
		      p->engine->in_ib ? " IB" : "",
		      (unsigned long long)(p->stream->base + 4ull * p->stream->pos), p->name,
		      p->header, what);
}

/**
 * dma_address() - the 40-bit address in two dwords of a packet
 * @p: the packet
 * @lo: which dword has bits 31:0, counted from the header
 * @hi: which one has bits 39:32, in its lowest byte
 */
uint64_t dma_address(const struct dma_packet *p, unsigned int lo, unsigned int hi)
{
	return (uint64_t)(p->dw[hi] & 0xff) << 32 | p->dw[lo];
}

/**
 * dma_read() - read memory on behalf of a packet
 * @p: the packet, in whose address space @addr is
 * @addr: GPU address
 * @buf: where the data goes
 * @len: bytes
 *
 * A fault has been reported by the memory controller; the packet goes on with what
 * the default page has, or zeros.
 */
void dma_read(struct dma_packet *p, uint64_t addr, void *buf, size_t len)
{
	gpu_mc_read(p->gpu, CLIENT_DMA, p->stream->vmid, addr, buf, len);
}

/**
 * dma_write() - write memory on behalf of a packet
 * @p: the packet, in whose address space @addr is
 * @addr: GPU address
 * @buf: the data
 * @len: bytes
 */
void dma_write(struct dma_packet *p, uint64_t addr, const void *buf, size_t len)
{
	gpu_mc_write(p->gpu, CLIENT_DMA, p->stream->vmid, addr, buf, len);
	p->engine->written += len;
}

/* ---- late completions: fences, traps and signals, in order ---- */

/* The cell is the one of MEM_SEMAPHORE: 64 bits, a signal adds 1, a wait takes 1. */
static void signal_cell(struct gpu *gpu, const struct dma_late *l)
{
	uint64_t count;

	if (!gpu_mc_read(gpu, CLIENT_DMA, l->vmid, l->addr, &count, sizeof(count)))
		return;
	count++;
	gpu_mc_write(gpu, CLIENT_DMA, l->vmid, l->addr, &count, sizeof(count));
}

static void write_fence(struct gpu *gpu, const struct dma_late *l)
{
	if (l->by_driver)
		gpu_mc_report(gpu, CLIENT_DMA, l->addr, &l->value, sizeof(l->value));
	else
		gpu_mc_write(gpu, CLIENT_DMA, l->vmid, l->addr, &l->value, sizeof(l->value));
}

static void late_pop(struct gpu *gpu, uint64_t arg)
{
	struct dma *dma = gpu_block_state(gpu, BLOCK_DMA);
	struct dma_engine *e = &dma->engine[arg & 1];
	struct dma_late l;

	if (arg >> 1 != e->generation || !e->late_count)
		return;
	l = e->late[e->late_first];
	e->late_first = (e->late_first + 1) % DMA_FENCES;
	e->late_count--;
	if (l.kind == LATE_SIGNAL)
		signal_cell(gpu, &l);
	else if (l.kind == LATE_FENCE && !gpu_fault_hit_at(gpu, "dma-drop-fence", names[e->index]))
		write_fence(gpu, &l);
	else if (l.kind == LATE_TRAP && dma_reg(e, DMA_CNTL) & TRAP_ENABLE)
		gpu_ih_raise(gpu, trap_ids[e->index], 0, 0, l.vmid);
}

/**
 * dma_later() - have something happen when all before is done
 * @p: the packet that wants it
 * @late: what; its vmid is the packet's
 */
enum dma_result dma_later(struct dma_packet *p, struct dma_late late)
{
	struct dma_engine *e = p->engine;

	if (e->late_count == DMA_FENCES)
		return DMA_STALL;
	late.vmid = p->stream->vmid;
	late.by_driver = p->stream == &e->ring;
	e->late[(e->late_first + e->late_count++) % DMA_FENCES] = late;
	gpu_after_on_bus(p->gpu, gpu_config(p->gpu)->delay_ns, late_pop, e->generation << 1 | e->index);
	return DMA_DONE;
}

/**
 * dma_next_row() - the next row of a copy that has many
 * @p: the packet
 * @rows: how many it has
 * @row: out: which is next
 *
 * Return: false if all are done, or as many as a step has time for.
 */
bool dma_next_row(struct dma_packet *p, uint64_t rows, uint64_t *row)
{
	struct dma_engine *e = p->engine;

	if (e->rows >= rows || e->written >= BUDGET_BYTES)
		return false;
	*row = e->rows++;
	e->written += ROW_BYTES;
	return true;
}

/**
 * dma_rows_done() - what a copy says of itself behind dma_next_row()
 * @p: the packet
 * @rows: how many rows it has
 *
 * Return: that it is done, or that it goes on.
 */
enum dma_result dma_rows_done(const struct dma_packet *p, uint64_t rows)
{
	return p->engine->rows < rows ? DMA_MORE : DMA_DONE;
}

/* ---- fetching ---- */

/* Dwords of the stream from @at behind its position on, in at most two reads. */
static bool fetch(struct dma_engine *e, const struct dma_stream *s, uint32_t at, uint32_t *to,
		  uint32_t n)
{
	uint32_t pos = s->pos + at, run;

	if (gpu_mc_blacked_out(e->gpu))
		gpu_violation(e->gpu, "DMA%u fetches during a blackout of memory", e->index);
	if (gpu_held_in_reset(e->gpu, units[e->index]))
		gpu_violation(e->gpu, "DMA%u fetches while it is held in reset", e->index);
	for (uint32_t i = 0; i < n; i += run, pos += run) {
		if (pos >= s->size)
			pos -= s->size;
		run = s->size - pos < n - i ? s->size - pos : n - i;
		if (!gpu_mc_read(e->gpu, CLIENT_DMA, s->vmid, s->base + 4ull * pos, to + i,
				 (size_t)4 * run))
			return false;
	}
	return true;
}

/**
 * dma_inline() - dwords of a packet behind its fixed part
 * @p: the packet
 * @at: which, from 0
 * @to: where they go
 * @n: how many; they are known to be there
 *
 * Return: false if the fetch faulted.
 */
bool dma_inline(struct dma_packet *p, uint32_t at, uint32_t *to, uint32_t n)
{
	return fetch(p->engine, p->stream, p->length - p->count + at, to, n);
}

/* ---- what a packet looks like ---- */

#define DWORD		0xfffffffcu	/* address bits 31:2 */
#define BYTE		0xffffffffu
#define HIGH		0x000000ffu	/* address bits 39:32 */
#define SWAP_HIGH	0x000003ffu
#define TOP_SWAP_HIGH	0xc00000ffu
#define PITCH_SWAP_HIGH	0xffffe3ffu
#define ANY		0xffffffffu
/* Tiled surface: attributes, pitch and height, slice, x and z, the rest with y. */
#define LIST(...)	__VA_ARGS__
#define TILED		LIST(0x7f6f0000u, 0x3fff07ffu, 0x003fffffu, 0x1ffc3fffu, 0xdee03fffu)
#define TILED_2		LIST(0x7f6f0000u, 0x3fff07ffu, 0x003fffffu, 0x1ffc3fffu, 0xdef83fffu)
#define TILED_DETILE	LIST(0xff6f0000u, 0x3fff07ffu, 0x003fffffu, 0x1ffc3fffu, 0xdee03fffu)
#define TILES_2		LIST(0x7f6f0000u, 0x3fff07ffu, 0x003fffffu, 0x1ffc3ff8u, 0xdef83ff8u)
#define TILES_DETILE	LIST(0xff6f0000u, 0x3fff07ffu, 0x003fffffu, 0x1ffc3ff8u, 0xdee03ff8u)

static const struct form forms[] = {
	{ 0x2, 0x00, 0xff, 3, true, false, DMA_COUNT, "WRITE", dma_do_write, SRC_AMD_DOC,
	  { DWORD, SWAP_HIGH } },
	{ 0x2, 0x08, 0xff, 7, true, false, DMA_COUNT, "WRITE tiled", dma_do_write_tiled,
	  SRC_AMD_DOC,
	  { ANY, TILED } },
	{ 0x2, 0x42, 0xff, 9, false, true, DMA_COUNT, "WRITE PTE/PDE", dma_do_ptes, SRC_AMD_DOC,
	  { DWORD, HIGH, ANY, ANY, ANY, ANY, ANY, ANY } },
	{ 0x3, 0x00, 0xff, 5, false, false, DMA_COUNT, "COPY", dma_do_copy, SRC_AMD_DOC,
	  { DWORD, DWORD, SWAP_HIGH, SWAP_HIGH } },
	{ 0x3, 0x08, 0xff, 9, false, false, DMA_COUNT, "COPY L2T/T2L", dma_do_copy_tiled,
	  SRC_AMD_DOC,
	  { ANY, TILED_DETILE, DWORD, TOP_SWAP_HIGH } },
	{ 0x3, 0x40, 0xff, 5, false, false, DMA_COUNT, "COPY bytes", dma_do_copy_bytes, SRC_AMD_DOC,
	  { BYTE, BYTE, HIGH, HIGH } },
	{ 0x3, 0x41, 0xff, 9, false, true, 0, "COPY partial", dma_do_partial, SRC_AMD_DOC,
	  { DWORD, PITCH_SWAP_HIGH, DWORD, DWORD, PITCH_SWAP_HIGH, DWORD, 0x3fff3fff,
	    0xe00007ff } },
	{ 0x3, 0x44, 0xff, 7, false, false, DMA_COUNT, "COPY broadcast", dma_do_broadcast,
	  SRC_AMD_DOC,
	  { DWORD, DWORD, DWORD, SWAP_HIGH, SWAP_HIGH, SWAP_HIGH } },
	{ 0x3, 0x48, 0xff, 10, false, false, DMA_COUNT, "COPY L2T fields", dma_do_fields,
	  SRC_AMD_DOC,
	  { ANY, ANY, TILED, DWORD, TOP_SWAP_HIGH } },
	{ 0x3, 0x49, 0xff, 12, false, true, DMA_COUNT, "COPY L2T/T2L partial", dma_do_partial_tiled,
	  SRC_AMD_DOC,
	  { ANY, TILED_DETILE, DWORD, PITCH_SWAP_HIGH, DWORD, 0x3fff3fff, 0x7ff } },
	{ 0x3, 0x4b, 0xff, 10, false, false, DMA_COUNT, "COPY L2T broadcast", dma_do_copy_tiled,
	  SRC_AMD_DOC, { ANY, ANY, TILED_2, DWORD, TOP_SWAP_HIGH } },
	{ 0x3, 0x4c, 0xff, 9, false, false, 0xffff, "COPY L2T/T2L tiles", dma_do_copy_tiles,
	  SRC_AMD_DOC,
	  { ANY, TILES_DETILE, DWORD, TOP_SWAP_HIGH } },
	{ 0x3, 0x4d, 0xff, 13, false, true, 0, "COPY T2T partial", dma_do_tiled_to_tiled,
	  SRC_KERNEL,
	  { ANY, 0x3fff07ff, 0x003fffff, ANY, 0x3fff07ff, 0x003fffff, 0x7f6f37be, 0x3ff83ff8,
	    0x3ff83ff8, 0x07ff07ff, 0x3ff83ff8, 0x7ff } },
	{ 0x3, 0x4f, 0xff, 10, false, false, 0xffff, "COPY L2T tiles broadcast", dma_do_copy_tiles,
	  SRC_AMD_DOC, { ANY, ANY, TILES_2, DWORD, TOP_SWAP_HIGH } },
	{ 0x4, 0x00, 0xff, 3, false, false, 0, "INDIRECT", dma_do_indirect, SRC_AMD_DOC,
	  { 0xffffffe0, 0xfffff0ff } },
	{ 0x4, 0x00, 0xf8, 3, false, true, 0, "INDIRECT", dma_do_indirect, SRC_AMD_DOC,
	  { 0xffffffe0, 0xfffff0ff } },
	{ 0x5, 0x00, 0xf3, 3, false, false, 0, "SEMAPHORE", dma_do_semaphore, SRC_AMD_DOC,
	  { 0xfffffff8, HIGH } },
	{ 0x6, 0x00, 0xff, 4, false, false, 0, "FENCE", dma_do_fence, SRC_KERNEL,
	  { DWORD, HIGH, ANY } },
	{ 0x7, 0x00, 0xff, 1, false, false, 0, "TRAP", dma_do_trap, SRC_AMD_DOC },
	{ 0x9, 0x00, 0xff, 3, false, false, 0, "SRBM WRITE", dma_do_srbm_write, SRC_AMD_DOC,
	  { 0x000fffff, ANY } },
	{ 0x9, 0x80, 0xff, 4, false, false, 0, "SRBM READ", dma_do_srbm_read, SRC_KERNEL,
	  { 0xfff0ffff, ANY, ANY } },
	{ 0x9, 0xc0, 0xff, 4, false, false, 0, "SRBM POLL", dma_do_srbm_read, SRC_KERNEL,
	  { 0xfff0ffff, ANY, ANY } },
	{ 0xd, 0x00, 0xff, 4, false, false, DMA_COUNT, "FILL", dma_do_fill, SRC_AMD_DOC,
	  { DWORD, ANY, 0x00ff0000 } },
	{ 0xf, 0x00, 0xff, 1, false, false, 0, "NOP", dma_do_nop, SRC_AMD_DOC },
};

static const struct form *form_of(struct gpu *gpu, uint32_t header)
{
	bool cayman = gpu_config(gpu)->chip->cayman;
	uint8_t command = header >> 28, sub = header >> 20;

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].command == command && (sub & forms[i].sub_mask) == forms[i].sub &&
		    (cayman || !forms[i].cayman))
			return &forms[i];
	return NULL;
}

/* ---- running ---- */

static uint32_t available(const struct dma_engine *e, const struct dma_stream *s)
{
	return s == &e->ring ? (s->end - s->pos) & (s->size - 1) : s->end - s->pos;
}

static void report_rptr(struct dma_engine *e)
{
	uint64_t addr = (uint64_t)dma_reg(e, DMA_RPTR_ADDR_HI) << 32 | dma_reg(e, DMA_RPTR_ADDR_LO);
	uint32_t rptr = e->ring.pos * 4;

	gpu_reg_set(e->gpu, DMA_RB_RPTR + e->index * ENGINE_STRIDE, rptr);
	if (dma_reg(e, DMA_RB_CNTL) & RB_WRITEBACK)
		gpu_mc_report(e->gpu, CLIENT_DMA, addr, &rptr, sizeof(rptr));
}

static void advance(struct dma_engine *e, struct dma_stream *s, uint32_t dwords)
{
	s->pos += dwords;
	if (s != &e->ring)
		return;
	s->pos &= s->size - 1;
	report_rptr(e);
}

static enum gpu_progress wedge(struct dma_packet *p, const char *why)
{
	dma_complain(p, "%s; the engine hangs", why);
	p->engine->dead = true;
	return GPU_IDLE;
}

/* Bits that the row of the packet does not name must be 0. */
static bool reserved(struct dma_packet *p, const struct form *form)
{
	bool any = false;

	for (unsigned int i = 1; i < form->fixed; i++) {
		uint32_t bad = p->dw[i] & ~form->bits[i - 1];

		if (bad)
			dma_complain(p, "reserved bits 0x%x in dword %u (0x%08x)", bad, i + 1,
				     p->dw[i]);
		any |= bad;
	}
	return any;
}

static void tell_packet(struct dma_packet *p)
{
	const struct gpu_watch *watch = gpu_config(p->gpu)->watch;

	if (watch && watch->packet && p->engine->in_ib)
		watch->packet(watch->opaque, p->stream->base + 4ull * p->stream->pos, p->name);
}

static enum gpu_progress execute(struct dma_packet *p, const struct form *form)
{
	struct dma_engine *e = p->engine;
	uint64_t generation = e->generation;
	enum dma_result result;

	tell_packet(p);
	if (gpu_tracing(p->gpu) && !e->stalled && !e->rows)
		gpu_trace(p->gpu, "dma%u%s %-16s %08x %08x %08x", e->index,
			  e->in_ib ? " ib" : "   ", form->name, p->header, form->fixed > 1 ? p->dw[1] : 0,
			  form->fixed > 2 ? p->dw[2] : 0);
	result = reserved(p, form) ? DMA_DONE : form->execute(p);
	if (e->generation != generation)
		return GPU_IDLE;	/* the packet has reset its engine, and is lost with all else */
	switch (result) {
	case DMA_MORE:
		return GPU_MORE;
	case DMA_STALL:
		e->stalled = true;
		return GPU_STALLED;
	case DMA_DEAD:
		e->dead = true;
		return GPU_IDLE;
	default:
		e->stalled = false;
		e->rows = 0;
		advance(e, p->stream, p->length);
		return GPU_MORE;
	}
}

/* Counts past what a form allows are reserved bits. */
static bool measure(struct dma_packet *p, const struct form *form)
{
	p->name = form->name;
	p->count = p->header & DMA_COUNT;
	p->length = form->fixed + (form->inline_data ? p->count : 0);
	if (p->count > form->max_count) {
		dma_complain(p, "count %u", p->count);
		p->count = 0;
	}
	return p->length <= available(p->engine, p->stream);
}

static enum gpu_progress one_packet(struct dma_engine *e)
{
	struct dma_packet p = {
		.gpu = e->gpu, .engine = e, .stream = e->in_ib ? &e->ib : &e->ring,
		.name = "packet",
	};
	uint32_t left = available(e, p.stream);
	const struct form *form;

	if (!left && e->in_ib) {
		e->in_ib = false;
		return GPU_MORE;
	}
	if (!left)
		return GPU_IDLE;
	if (!fetch(e, p.stream, 0, &p.header, 1))
		return wedge(&p, "fetch faulted");
	form = form_of(e->gpu, p.header);
	if (!form)
		return wedge(&p, "no such packet on this chip");
	if (!measure(&p, form))
		return e->in_ib ? wedge(&p, "goes beyond its buffer") : GPU_IDLE;
	if (!fetch(e, p.stream, 0, p.dw, form->fixed))
		return wedge(&p, "fetch faulted");
	return execute(&p, form);
}

static bool enabled(struct dma_engine *e)
{
	return dma_reg(e, DMA_RB_CNTL) & RB_ENABLE && e->ring.size;
}

static void update_busy(struct dma_engine *e)
{
	/* A packet that has begun is under way, whoever switches its ring off. */
	bool busy = e->dead || e->late_count || e->rows ||
		    (enabled(e) && (e->in_ib || available(e, &e->ring)));

	gpu_busy_set(e->gpu, units[e->index], busy);
	gpu_busy_set(e->gpu, semaphores[e->index], e->waits);
}

static enum gpu_progress run(struct gpu *gpu, void *state)
{
	enum gpu_progress progress = GPU_IDLE;
	struct dma_engine *e = state;

	(void)gpu;
	e->written = 0;
	for (unsigned int i = 0; i < BUDGET && e->written < BUDGET_BYTES && enabled(e) && !e->dead; i++) {
		progress = one_packet(e);
		if (progress != GPU_MORE)
			break;
	}
	update_busy(e);
	return progress;
}

/* ---- registers ---- */

static void cntl_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct dma_engine *e = engine_at(gpu, reg->offset);

	if (value & RB_SWAPS)
		gpu_violation(gpu, "%s: byte swapping is not modelled", reg->name);
	e->ring.size = RB_SIZE(value) ? 1u << RB_SIZE(value) : 0;
	if (!(value & RB_ENABLE))
		gpu_switched_off(gpu, e->index ? SWITCH_DMA1 : SWITCH_DMA0);
	else if (gpu_held_in_reset(gpu, units[e->index]))
		gpu_violation(gpu, "%s: the engine is started while it is held in reset", reg->name);
}

static void base_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	engine_at(gpu, reg->offset)->ring.base = (uint64_t)value << 8;
}

static void rptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct dma_engine *e = engine_at(gpu, reg->offset);

	if (enabled(e))
		gpu_violation(gpu, "%s written while the ring runs", reg->name);
	if (value && value / 4 >= e->ring.size) {
		gpu_violation(gpu, "%s = 0x%x in a ring of 0x%x bytes", reg->name, value,
			      4 * e->ring.size);
		return;
	}
	if (!e->in_ib)
		e->rows = 0;
	e->ring.pos = value / 4;
}

static void wptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct dma_engine *e = engine_at(gpu, reg->offset);

	if (value && value / 4 >= e->ring.size) {
		gpu_violation(gpu, "%s = 0x%x in a ring of 0x%x bytes", reg->name, value,
			      4 * e->ring.size);
		return;
	}
	e->ring.end = value / 4;
}

static uint32_t status_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	struct dma_engine *e = engine_at(gpu, reg->offset);

	return gpu_busy(gpu, units[e->index]) ? STATUS_BUSY : STATUS_IDLE;
}

#define POINTER_BITS	0x003ffffcu

/* Both engines, the second 0x800 further on. */
#define REGS(at, n) { \
	{ .offset = (at) + DMA_RB_CNTL, .name = n "_RB_CNTL", .writable = 0x001f3b3f | BIT(0), \
	  .source = SRC_KERNEL, .write = cntl_write }, \
	{ .offset = (at) + DMA_RB_BASE, .name = n "_RB_BASE", .writable = UINT32_MAX, \
	  .source = SRC_KERNEL, .write = base_write }, \
	{ .offset = (at) + DMA_RB_RPTR, .name = n "_RB_RPTR", .writable = POINTER_BITS, \
	  .source = SRC_KERNEL, .write = rptr_write }, \
	{ .offset = (at) + DMA_RB_WPTR, .name = n "_RB_WPTR", .writable = POINTER_BITS, \
	  .source = SRC_KERNEL, .write = wptr_write }, \
	{ .offset = (at) + DMA_RPTR_ADDR_HI, .name = n "_RB_RPTR_ADDR_HI", .writable = 0xff, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + DMA_RPTR_ADDR_LO, .name = n "_RB_RPTR_ADDR_LO", .writable = ~3u, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + DMA_IB_CNTL, .name = n "_IB_CNTL", .writable = BIT(0) | BIT(4) | BIT(31), \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + DMA_IB_RPTR, .name = n "_IB_RPTR", .source = SRC_KERNEL }, \
	{ .offset = (at) + DMA_CNTL, .name = n "_CNTL", .writable = 0x1842101f, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + DMA_STATUS, .name = n "_STATUS_REG", .source = SRC_HW, \
	  .read = status_read }, \
	{ .offset = (at) + 0xd044, .name = n "_SEM_INCOMPLETE_TIMER_CNTL", .writable = UINT32_MAX, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + 0xd048, .name = n "_SEM_WAIT_FAIL_TIMER_CNTL", .writable = UINT32_MAX, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + 0xd0b8, .name = n "_TILING_CONFIG", .writable = UINT32_MAX, \
	  .source = SRC_KERNEL }, \
	{ .offset = (at) + 0xd0bc, .name = n "_MODE", .writable = BIT(0), .source = SRC_KERNEL }, \
}

static const struct gpu_reg dma0_regs[] = REGS(0, "DMA");
static const struct gpu_reg dma1_regs[] = REGS(ENGINE_STRIDE, "DMA1");

/* ---- the block ---- */

/**
 * gpu_dma_soft_reset() - the bits for DMA in SRBM_SOFT_RESET
 * @gpu: the card
 * @engine: 0 or 1
 *
 * The engine forgets its work, is disabled, and its pointers are 0.
 */
void gpu_dma_soft_reset(struct gpu *gpu, unsigned int engine)
{
	struct dma *dma = gpu_block_state(gpu, BLOCK_DMA);
	struct dma_engine *e = &dma->engine[engine];
	uint32_t at = engine * ENGINE_STRIDE;

	*e = (struct dma_engine){ .gpu = gpu, .index = engine, .generation = e->generation + 1 };
	gpu_reg_set(gpu, at + DMA_RB_CNTL, 0);
	gpu_reg_set(gpu, at + DMA_RB_RPTR, 0);
	gpu_reg_set(gpu, at + DMA_RB_WPTR, 0);
	/* radeon writes it again after each reset; that it is gone is a guess. */
	gpu_reg_set(gpu, at + DMA_TILING_CONFIG, 0);
	update_busy(e);
	gpu_trace(gpu, "dma%u  soft reset", engine);
}

static void dma_init(struct gpu *gpu, void *state)
{
	struct dma *dma = state;

	for (unsigned int i = 0; i < ENGINES; i++)
		dma->engine[i] = (struct dma_engine){ .gpu = gpu, .index = i };
	gpu_regs_add(gpu, dma0_regs, ARRAY_SIZE(dma0_regs));
	gpu_engine_add(gpu, "dma0", run, &dma->engine[0]);
	if (!gpu_config(gpu)->chip->cayman)
		return;
	gpu_regs_add(gpu, dma1_regs, ARRAY_SIZE(dma1_regs));
	gpu_engine_add(gpu, "dma1", run, &dma->engine[1]);
}

static void dma_reset(struct gpu *gpu, void *state)
{
	struct dma *dma = state;

	for (unsigned int i = 0; i < ENGINES; i++) {
		struct dma_engine *e = &dma->engine[i];

		*e = (struct dma_engine){ .gpu = gpu, .index = i, .generation = e->generation + 1 };
	}
}

const struct gpu_block gpu_block_dma = {
	.name = "dma",
	.state_size = sizeof(struct dma),
	.init = dma_init,
	.reset = dma_reset,
};
