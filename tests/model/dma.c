// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: asynchronous DMA engines
 *
 * One engine, two on Cayman. Each has a ring whose pointers count bytes, and
 * executes packets without microcode: writes, copies and fills in dwords or
 * bytes, page-table entries, fences, traps, semaphores, register writes and
 * reads, indirect buffers. Copies are done when their packet is; what comes late
 * is the fence and the trap behind it, after the completion delay.
 *
 * The tiled copies are violations: they need the tiling equations, which come
 * with the surfaces. The partial linear copy (NI) is one too.
 *
 * Packet sources: the user's list of packets (AMD_DOC) and the kernel's
 * evergreen_dma.c and ni_dma.c, where the two differ the kernel, as it runs on
 * the hardware: its SRBM read has four dwords, the list gives five.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"

#define BIT(n)			(1u << (n))

#define ENGINES			2
#define ENGINE_STRIDE		0x800u
#define BUDGET			256	/* packets per step */
#define MAX_FIXED		9	/* dwords of a packet without its inline data */
#define FENCES			64	/* fences and traps under way */

#define DMA_RB_CNTL		0xd000u
#define DMA_RB_BASE		0xd004u
#define DMA_RB_RPTR		0xd008u
#define DMA_RB_WPTR		0xd00cu
#define DMA_RPTR_ADDR_HI	0xd01cu
#define DMA_RPTR_ADDR_LO	0xd020u
#define DMA_IB_CNTL		0xd024u
#define DMA_IB_RPTR		0xd028u
#define DMA_CNTL		0xd02cu
#define DMA_STATUS		0xd034u

#define RB_ENABLE		BIT(0)
#define RB_SIZE(x)		((x) >> 1 & 0x1f)	/* log2 dwords */
#define RB_SWAPS		(BIT(9) | BIT(13))
#define RB_WRITEBACK		BIT(12)
#define IB_ENABLE		BIT(0)
#define TRAP_ENABLE		BIT(0)
#define STATUS_IDLE		0x44c83d57u	/* logs of real boards */
#define STATUS_BUSY		(STATUS_IDLE & ~BIT(0))

static const uint32_t trap_ids[ENGINES] = { 224, 244 };
static const enum gpu_unit units[ENGINES] = { UNIT_DMA0, UNIT_DMA1 };

struct late {
	uint64_t addr;
	uint32_t value;
	unsigned int vmid;
	bool trap;
};

struct stream {
	uint64_t base;
	uint32_t size, pos, end;	/* dwords; a ring wraps at @size */
	unsigned int vmid;
};

struct engine {
	struct gpu *gpu;
	unsigned int index;
	struct stream ring, ib;
	bool in_ib, dead, stalled;
	struct late late[FENCES];
	unsigned int late_first, late_count;
	uint64_t generation;
};

struct dma {
	struct engine engine[ENGINES];
};

enum result { DONE, STALL, DEAD };

struct packet {
	struct gpu *gpu;
	struct engine *engine;
	struct stream *stream;
	uint32_t header, dw[MAX_FIXED];
	uint32_t count, length;		/* of the header; dwords altogether */
	const char *name;
};

struct form {
	uint8_t command, sub, sub_mask;	/* header bits 31:28 and 27:20 */
	uint8_t fixed;			/* dwords without inline data */
	bool inline_data, cayman;
	uint32_t max_count;
	const char *name;
	enum result (*execute)(struct packet *p);
	enum gpu_source source;
};

static struct engine *engine_at(struct gpu *gpu, uint32_t offset)
{
	struct dma *dma = gpu_block_state(gpu, &gpu_block_dma);

	return &dma->engine[(offset - DMA_RB_CNTL) / ENGINE_STRIDE];
}

static uint32_t get(struct engine *e, uint32_t reg)
{
	return gpu_reg_get(e->gpu, reg + e->index * ENGINE_STRIDE);
}

static void __attribute__((format(printf, 2, 3)))
complain(struct packet *p, const char *fmt, ...)
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

/* Bits outside @allowed of dword @i must be 0. */
static bool reserved(struct packet *p, unsigned int i, uint32_t allowed)
{
	uint32_t bad = p->dw[i] & ~allowed;

	if (bad)
		complain(p, "reserved bits 0x%x in dword %u (0x%08x)", bad, i + 1, p->dw[i]);
	return bad;
}

static uint64_t address(const struct packet *p, unsigned int lo, unsigned int hi)
{
	return (uint64_t)(p->dw[hi] & 0xff) << 32 | p->dw[lo];
}

/* The memory controller reports faults and redirects them to a page of zeros. */
static void mem_read(struct packet *p, uint64_t addr, void *buf, size_t len)
{
	if (!gpu_mc_read(p->gpu, CLIENT_DMA, p->stream->vmid, addr, buf, len))
		memset(buf, 0, len);
}

static void mem_write(struct packet *p, uint64_t addr, const void *buf, size_t len)
{
	gpu_mc_write(p->gpu, CLIENT_DMA, p->stream->vmid, addr, buf, len);
}

/* ---- late completions: fences and traps, in order ---- */

static void late_pop(struct gpu *gpu, uint64_t arg)
{
	struct dma *dma = gpu_block_state(gpu, &gpu_block_dma);
	struct engine *e = &dma->engine[arg & 1];
	struct late l;

	if (arg >> 1 != e->generation || !e->late_count)
		return;
	l = e->late[e->late_first];
	e->late_first = (e->late_first + 1) % FENCES;
	e->late_count--;
	if (!l.trap && !gpu_fault_hit(gpu, "dma-drop-fence"))
		gpu_mc_write(gpu, CLIENT_DMA, l.vmid, l.addr, &l.value, sizeof(l.value));
	if (l.trap && get(e, DMA_CNTL) & TRAP_ENABLE)
		gpu_ih_raise(gpu, trap_ids[e->index], 0, 0, l.vmid);
}

static enum result late_push(struct packet *p, struct late l)
{
	struct engine *e = p->engine;

	if (e->late_count == FENCES)
		return STALL;
	l.vmid = p->stream->vmid;
	e->late[(e->late_first + e->late_count++) % FENCES] = l;
	gpu_after(p->gpu, gpu_config(p->gpu)->delay_ns, late_pop, e->generation << 1 | e->index);
	return DONE;
}

/* ---- packets ---- */

/* Dwords of the stream from @at behind its position on, in at most two reads. */
static bool fetch(struct engine *e, const struct stream *s, uint32_t at, uint32_t *to, uint32_t n)
{
	uint32_t pos = s->pos + at, run;

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

static enum result do_write(struct packet *p)
{
	uint64_t dst = address(p, 1, 2);
	uint32_t chunk[256];

	if (reserved(p, 1, ~3u) || reserved(p, 2, 0xff))
		return DONE;
	for (uint32_t at = 0; at < p->count; at += 256) {
		uint32_t n = p->count - at < 256 ? p->count - at : 256;

		if (!fetch(p->engine, p->stream, p->length - p->count + at, chunk, n))
			return DEAD;
		mem_write(p, dst + 4ull * at, chunk, (size_t)4 * n);
	}
	return DONE;
}

/* Entries of 8 bytes: (value of the entry) | mask, the value growing by the increment. */
static enum result do_ptes(struct packet *p)
{
	uint64_t dst = address(p, 1, 2), entry;
	uint64_t mask = (uint64_t)p->dw[4] << 32 | p->dw[3];
	uint64_t value = (uint64_t)p->dw[6] << 32 | p->dw[5];
	uint64_t step = (uint64_t)p->dw[8] << 32 | p->dw[7];

	if (reserved(p, 1, ~3u) || reserved(p, 2, 0xff))
		return DONE;
	if (p->count % 2)
		complain(p, "half an entry");
	for (uint32_t i = 0; i < p->count / 2; i++, value += step) {
		entry = value | mask;
		mem_write(p, dst + 8ull * i, &entry, sizeof(entry));
	}
	return DONE;
}

static enum result copy(struct packet *p, uint64_t dst, uint64_t src, uint64_t bytes)
{
	uint8_t chunk[16384];

	for (uint64_t at = 0; at < bytes; at += sizeof(chunk)) {
		size_t n = bytes - at < sizeof(chunk) ? bytes - at : sizeof(chunk);

		mem_read(p, src + at, chunk, n);
		mem_write(p, dst + at, chunk, n);
	}
	return DONE;
}

static enum result do_copy(struct packet *p)
{
	if (reserved(p, 1, ~3u) || reserved(p, 2, ~3u) || reserved(p, 3, 0xff) || reserved(p, 4, 0xff))
		return DONE;
	return copy(p, address(p, 1, 3), address(p, 2, 4), 4ull * p->count);
}

static enum result do_copy_bytes(struct packet *p)
{
	if (reserved(p, 3, 0xff) || reserved(p, 4, 0xff))
		return DONE;
	return copy(p, address(p, 1, 3), address(p, 2, 4), p->count);
}

static enum result do_broadcast(struct packet *p)
{
	uint64_t src = address(p, 3, 6), bytes = 4ull * p->count;

	if (reserved(p, 1, ~3u) || reserved(p, 2, ~3u) || reserved(p, 3, ~3u) ||
	    reserved(p, 4, 0xff) || reserved(p, 5, 0xff) || reserved(p, 6, 0xff))
		return DONE;
	copy(p, address(p, 1, 4), src, bytes);
	return copy(p, address(p, 2, 5), src, bytes);
}

/* The high part of the address is in bits 23:16 here. */
static enum result do_fill(struct packet *p)
{
	uint64_t dst = (uint64_t)(p->dw[3] >> 16 & 0xff) << 32 | p->dw[1];
	uint32_t chunk[1024];

	if (reserved(p, 1, ~3u) || reserved(p, 3, 0x00ff0000))
		return DONE;
	for (uint32_t i = 0; i < 1024; i++)
		chunk[i] = p->dw[2];
	for (uint32_t at = 0; at < p->count; at += 1024) {
		uint32_t n = p->count - at < 1024 ? p->count - at : 1024;

		mem_write(p, dst + 4ull * at, chunk, (size_t)4 * n);
	}
	return DONE;
}

static enum result do_indirect(struct packet *p)
{
	struct engine *e = p->engine;
	unsigned int vmid = p->header >> 20 & 7;
	uint32_t dwords = p->dw[2] >> 12;

	if (reserved(p, 1, ~31u) || reserved(p, 2, 0xfffff0ff))
		return DONE;
	if (e->in_ib || !(get(e, DMA_IB_CNTL) & IB_ENABLE)) {
		complain(p, e->in_ib ? "inside an IB" : "IBs are not enabled");
		return DONE;
	}
	if ((p->stream->pos + 3) % 8 || !dwords) {
		complain(p, "%u dwords, packet ends at dword %u of its eight", dwords,
			 (p->stream->pos + 3) % 8);
		return DONE;
	}
	if (gpu_fault_hit(p->gpu, "dma-stuck"))
		return DEAD;
	e->ib = (struct stream){
		.base = address(p, 1, 2), .size = dwords, .end = dwords, .vmid = vmid,
	};
	e->in_ib = true;
	return DONE;
}

/* The cell is the one of MEM_SEMAPHORE: 64 bits, a signal adds 1, a wait takes 1. */
static enum result do_semaphore(struct packet *p)
{
	bool signal = p->header & BIT(22);
	uint64_t addr = address(p, 1, 2), count;

	if (reserved(p, 1, ~7u) || reserved(p, 2, 0xff))
		return DONE;
	mem_read(p, addr, &count, sizeof(count));
	if (!signal && !count)
		return STALL;
	if (signal && p->engine->late_count)
		return STALL;	/* after the work before it has completed */
	count += signal ? 1 : -1;
	mem_write(p, addr, &count, sizeof(count));
	return DONE;
}

static enum result do_fence(struct packet *p)
{
	if (reserved(p, 1, ~3u) || reserved(p, 2, 0xff))
		return DONE;
	return late_push(p, (struct late){ .addr = address(p, 1, 2), .value = p->dw[3] });
}

static enum result do_trap(struct packet *p)
{
	return late_push(p, (struct late){ .trap = true });
}

static enum result do_srbm_write(struct packet *p)
{
	uint32_t reg = (p->dw[1] & 0xffff) * 4;

	if (reserved(p, 1, 0x000fffff))
		return DONE;
	if ((p->dw[1] >> 16) != 0xf)
		complain(p, "partial register writes are not modelled");
	else
		gpu_reg_write(p->gpu, reg, p->dw[2]);
	return DONE;
}

/* Reads; with bit 26 until the masked value is as asked. It never runs out of retries here. */
static enum result do_srbm_read(struct packet *p)
{
	uint32_t value = gpu_reg_read(p->gpu, (p->dw[1] & 0xffff) * 4);

	if (reserved(p, 1, 0xfff0ffff))
		return DONE;
	if (p->header & BIT(26) && (value & p->dw[2]) != p->dw[3])
		return STALL;
	return DONE;
}

static enum result do_nop(struct packet *p)
{
	(void)p;
	return DONE;
}

static enum result do_tiled(struct packet *p)
{
	complain(p, "tiled and partial copies are not modelled");
	return DONE;
}

#define COUNT_MAX 0xfffff

static const struct form forms[] = {
	{ 0x2, 0x00, 0xff, 3, true, false, COUNT_MAX, "WRITE", do_write, SRC_AMD_DOC },
	{ 0x2, 0x42, 0xff, 9, false, true, COUNT_MAX, "WRITE PTE/PDE", do_ptes, SRC_AMD_DOC },
	{ 0x2, 0x08, 0xff, 7, true, false, COUNT_MAX, "WRITE tiled", do_tiled, SRC_AMD_DOC },
	{ 0x3, 0x00, 0xff, 5, false, false, COUNT_MAX, "COPY", do_copy, SRC_AMD_DOC },
	{ 0x3, 0x40, 0xff, 5, false, false, COUNT_MAX, "COPY bytes", do_copy_bytes, SRC_AMD_DOC },
	{ 0x3, 0x44, 0xff, 7, false, false, COUNT_MAX, "COPY broadcast", do_broadcast, SRC_AMD_DOC },
	{ 0x3, 0x41, 0xff, 9, false, true, 0, "COPY partial", do_tiled, SRC_AMD_DOC },
	{ 0x3, 0x08, 0xff, 9, false, false, COUNT_MAX, "COPY L2T/T2L", do_tiled, SRC_AMD_DOC },
	{ 0x4, 0x00, 0xff, 3, false, false, 0, "INDIRECT", do_indirect, SRC_AMD_DOC },
	{ 0x4, 0x00, 0xf8, 3, false, true, 0, "INDIRECT", do_indirect, SRC_AMD_DOC },
	{ 0x5, 0x00, 0xff, 3, false, false, 0, "SEMAPHORE wait", do_semaphore, SRC_AMD_DOC },
	{ 0x5, 0x04, 0xff, 3, false, false, 0, "SEMAPHORE signal", do_semaphore, SRC_AMD_DOC },
	{ 0x6, 0x00, 0xff, 4, false, false, 0, "FENCE", do_fence, SRC_KERNEL },
	{ 0x7, 0x00, 0xff, 1, false, false, 0, "TRAP", do_trap, SRC_AMD_DOC },
	{ 0x9, 0x00, 0xff, 3, false, false, 0, "SRBM WRITE", do_srbm_write, SRC_AMD_DOC },
	{ 0x9, 0x80, 0xff, 4, false, false, 0, "SRBM READ", do_srbm_read, SRC_KERNEL },
	{ 0x9, 0xc0, 0xff, 4, false, false, 0, "SRBM POLL", do_srbm_read, SRC_KERNEL },
	{ 0xd, 0x00, 0xff, 4, false, false, COUNT_MAX, "FILL", do_fill, SRC_AMD_DOC },
	{ 0xf, 0x00, 0xff, 1, false, false, 0, "NOP", do_nop, SRC_AMD_DOC },
};

static const struct form *form_of(struct gpu *gpu, uint32_t header)
{
	bool cayman = gpu_config(gpu)->chip->cayman;
	uint8_t command = header >> 28, sub = header >> 20;

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (forms[i].command == command && (sub & forms[i].sub_mask) == forms[i].sub &&
		    (cayman || !forms[i].cayman))
			return &forms[i];
	return NULL;
}

/* ---- fetching ---- */

static uint32_t available(const struct engine *e, const struct stream *s)
{
	return s == &e->ring ? (s->end - s->pos) & (s->size - 1) : s->end - s->pos;
}

static void report_rptr(struct engine *e)
{
	uint64_t addr = (uint64_t)get(e, DMA_RPTR_ADDR_HI) << 32 | get(e, DMA_RPTR_ADDR_LO);
	uint32_t rptr = e->ring.pos * 4;

	gpu_reg_set(e->gpu, DMA_RB_RPTR + e->index * ENGINE_STRIDE, rptr);
	if (get(e, DMA_RB_CNTL) & RB_WRITEBACK)
		gpu_mc_write(e->gpu, CLIENT_DMA, 0, addr, &rptr, sizeof(rptr));
}

static void advance(struct engine *e, struct stream *s, uint32_t dwords)
{
	s->pos += dwords;
	if (s != &e->ring)
		return;
	s->pos &= s->size - 1;
	report_rptr(e);
}

static enum gpu_progress wedge(struct packet *p, const char *why)
{
	complain(p, "%s; the engine hangs", why);
	p->engine->dead = true;
	return GPU_IDLE;
}

static enum gpu_progress execute(struct packet *p, const struct form *form)
{
	struct engine *e = p->engine;

	if (gpu_tracing(p->gpu) && !e->stalled)
		gpu_trace(p->gpu, "dma%u%s %-16s %08x %08x %08x", e->index, e->in_ib ? " ib" : "   ",
			  form->name, p->header, form->fixed > 1 ? p->dw[1] : 0,
			  form->fixed > 2 ? p->dw[2] : 0);
	switch (form->execute(p)) {
	case STALL:
		e->stalled = true;
		return GPU_STALLED;
	case DEAD:
		e->dead = true;
		return GPU_IDLE;
	default:
		e->stalled = false;
		advance(e, p->stream, p->length);
		return GPU_MORE;
	}
}

/* Counts past what a form allows are reserved bits. */
static bool measure(struct packet *p, const struct form *form)
{
	p->name = form->name;
	p->count = p->header & COUNT_MAX;
	p->length = form->fixed + (form->inline_data ? p->count : 0);
	if (p->count > form->max_count) {
		complain(p, "count %u", p->count);
		p->count = 0;
	}
	return p->length <= available(p->engine, p->stream);
}

static enum gpu_progress one_packet(struct engine *e)
{
	struct packet p = {
		.gpu = e->gpu, .engine = e, .stream = e->in_ib ? &e->ib : &e->ring, .name = "packet",
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

static bool enabled(struct engine *e)
{
	return get(e, DMA_RB_CNTL) & RB_ENABLE && e->ring.size;
}

static void update_busy(struct engine *e)
{
	bool busy = e->dead || e->late_count ||
		    (enabled(e) && (e->in_ib || available(e, &e->ring)));

	gpu_busy_set(e->gpu, units[e->index], busy);
}

static enum gpu_progress run(struct gpu *gpu, void *state)
{
	enum gpu_progress progress = GPU_IDLE;
	struct engine *e = state;

	(void)gpu;
	for (unsigned int i = 0; i < BUDGET && enabled(e) && !e->dead; i++) {
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
	struct engine *e = engine_at(gpu, reg->offset);

	if (value & RB_SWAPS)
		gpu_violation(gpu, "%s: byte swapping is not modelled", reg->name);
	e->ring.size = RB_SIZE(value) ? 1u << RB_SIZE(value) : 0;
}

static void base_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	engine_at(gpu, reg->offset)->ring.base = (uint64_t)value << 8;
}

static void rptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct engine *e = engine_at(gpu, reg->offset);

	if (enabled(e))
		gpu_violation(gpu, "%s written while the ring runs", reg->name);
	e->ring.pos = value / 4;
}

static void wptr_write(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	struct engine *e = engine_at(gpu, reg->offset);

	if (value && value / 4 >= e->ring.size) {
		gpu_violation(gpu, "%s = 0x%x in a ring of 0x%x bytes", reg->name, value,
			      4 * e->ring.size);
		return;
	}
	e->ring.end = value / 4;
}

static uint32_t status_read(struct gpu *gpu, const struct gpu_reg *reg)
{
	struct engine *e = engine_at(gpu, reg->offset);

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
	struct dma *dma = gpu_block_state(gpu, &gpu_block_dma);
	struct engine *e = &dma->engine[engine];
	uint32_t at = engine * ENGINE_STRIDE;

	*e = (struct engine){ .gpu = gpu, .index = engine, .generation = e->generation + 1 };
	gpu_reg_set(gpu, at + DMA_RB_CNTL, 0);
	gpu_reg_set(gpu, at + DMA_RB_RPTR, 0);
	gpu_reg_set(gpu, at + DMA_RB_WPTR, 0);
	update_busy(e);
	gpu_trace(gpu, "dma%u  soft reset", engine);
}

static void dma_init(struct gpu *gpu, void *state)
{
	struct dma *dma = state;

	for (unsigned int i = 0; i < ENGINES; i++)
		dma->engine[i] = (struct engine){ .gpu = gpu, .index = i };
	gpu_regs_add(gpu, dma0_regs, sizeof(dma0_regs) / sizeof(dma0_regs[0]));
	gpu_engine_add(gpu, "dma0", run, &dma->engine[0]);
	if (!gpu_config(gpu)->chip->cayman)
		return;
	gpu_regs_add(gpu, dma1_regs, sizeof(dma1_regs) / sizeof(dma1_regs[0]));
	gpu_engine_add(gpu, "dma1", run, &dma->engine[1]);
}

static void dma_reset(struct gpu *gpu, void *state)
{
	struct dma *dma = state;

	for (unsigned int i = 0; i < ENGINES; i++) {
		struct engine *e = &dma->engine[i];

		*e = (struct engine){ .gpu = gpu, .index = i, .generation = e->generation + 1 };
	}
}

const struct gpu_block gpu_block_dma = {
	.name = "dma",
	.state_size = sizeof(struct dma),
	.init = dma_init,
	.reset = dma_reset,
};
