// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: packets that move data
 *
 * CP_DMA copies between memory and GDS and fills. Without CP_SYNC a copy goes on while later
 * packets run: it is queued, and carried out when twice the completion delay has passed, which is
 * later than what comes behind the pipe, when a copy with CP_SYNC or, but on Cayman, a WAIT_UNTIL
 * with WAIT_CP_DMA_IDLE comes, or when the queue is full. A client that puts a fence behind an
 * unsynchronized copy sees the fence first, as on hardware. What a ring's packets copy counts in
 * its step, so that the host is answered in between.
 *
 * CP_DMA with a register at either end is a violation: no public text says in
 * which units it addresses registers.
 *
 * Sources: AMD's acceleration guide; for CP_DMA, COPY_DW and SET_APPEND_CNT the
 * comments and checks of the kernel.
 */
#include "cp.h"

/* ---- single values ---- */

#define WRITE_32		(1u << 18)
#define WRITE_CONFIRM		(1u << 17)
#define WRITE_COUNTER		(1u << 16)
#define WRITE_PERF		(1u << 14)

enum pm4_result pm4_mem_write(struct pm4 *p)
{
	uint32_t swap = p->body[0] & 3, bits = WRITE_32 | WRITE_CONFIRM | WRITE_COUNTER | WRITE_PERF;
	uint32_t data[2] = { p->body[2], p->body[3] };
	uint64_t clock = gpu_clock(p->gpu);

	if (pm4_reserved(p, 0, ~4u) || pm4_reserved(p, 1, 0xff | bits))
		return PM4_DONE;
	if (p->body[1] & WRITE_PERF) {
		pm4_complain(p, "the CP's performance counters are not modelled");
		return PM4_DONE;
	}
	if (p->body[1] & WRITE_COUNTER) {
		data[0] = (uint32_t)clock;
		data[1] = (uint32_t)(clock >> 32);
	}
	data[0] = cp_swap(data[0], swap);
	data[1] = cp_swap(data[1], swap);
	cp_mem_write(p, pm4_address(p, 0, ~7u), data, p->body[1] & WRITE_32 ? 4 : 8);
	return PM4_DONE;
}

/* Register addresses in packets count dwords and have 16 bits. */
static uint32_t read_place(struct pm4 *p, bool memory, unsigned int dw)
{
	uint32_t value;

	if (!memory)
		return cp_reg_read(p, (p->body[dw] & 0xffff) * 4);
	cp_mem_read(p, pm4_address(p, dw, ~3u), &value, 4);
	return cp_swap(value, p->body[dw] & 3);
}

static void write_place(struct pm4 *p, bool memory, unsigned int dw, uint32_t value)
{
	if (!memory) {
		cp_reg_write(p, (p->body[dw] & 0xffff) * 4, value);
		return;
	}
	value = cp_swap(value, p->body[dw] & 3);
	cp_mem_write(p, pm4_address(p, dw, ~3u), &value, 4);
}

enum pm4_result pm4_copy_dw(struct pm4 *p)
{
	bool from_memory = p->body[0] & 1, to_memory = p->body[0] & 2;

	if (pm4_reserved(p, 0, 3) || (from_memory && pm4_reserved(p, 2, 0xff)) ||
	    (to_memory && pm4_reserved(p, 4, 0xff)))
		return PM4_DONE;
	write_place(p, to_memory, 3, read_place(p, from_memory, 1));
	return PM4_DONE;
}

enum pm4_result pm4_cond_write(struct pm4 *p)
{
	bool from_memory = p->body[0] & 1 << 4, to_memory = p->body[0] & 1 << 8;
	uint32_t function = p->body[0] & 7;

	if (pm4_reserved(p, 0, 0x117) || (from_memory && pm4_reserved(p, 2, 0xff)) ||
	    (to_memory && pm4_reserved(p, 6, 0xff)))
		return PM4_DONE;
	if (function == 7) {
		pm4_complain(p, "function 7 is reserved");
		return PM4_DONE;
	}
	if (pm4_compare(function, read_place(p, from_memory, 1) & p->body[4], p->body[3]))
		write_place(p, to_memory, 5, p->body[7]);
	return PM4_DONE;
}

/* ---- CP_DMA ---- */

enum { SEL_ADDRESS, SEL_GDS, SEL_DATA };

#define DMA_SYNC	(1u << 31)
#define DMA_INFO_BITS	(0xff | 3u << 20 | 1u << 27 | 3u << 29 | DMA_SYNC)
#define DMA_SAS		(1u << 26)
#define DMA_DAS		(1u << 27)
#define DMA_SAIC	(1u << 28)
#define DMA_DAIC	(1u << 29)
#define DMA_BYTES	0x1fffff

/*
 * What a copy costs of BUDGET_PAGES, which is on the safe side: two of the largest make a step. The
 * eight that may wait at most are made by one packet, the one that waits for them.
 */
#define COPY_COST	64u
#define BYTES_A_COST	64u

static void swap_dwords(uint32_t *data, size_t bytes, unsigned int swap)
{
	for (size_t i = 0; i < bytes / 4; i++)
		data[i] = cp_swap(data[i], swap);
}

static bool fetch_chunk(struct cp *cp, const struct cp_copy *c, uint64_t at, uint32_t *chunk, size_t n)
{
	if (c->src_sel == SEL_ADDRESS) {
		if (!gpu_mc_read(cp->gpu, CLIENT_CP, c->vmid, c->src + at, chunk, n))
			return false;
		swap_dwords(chunk, n, c->src_swap);
		return true;
	}
	for (size_t i = 0; i < (n + 3) / 4; i++)
		chunk[i] = c->src_sel == SEL_DATA ? c->fill : cp->gds[(c->src + at) / 4 + i];
	return true;
}

static bool store_chunk(struct cp *cp, const struct cp_copy *c, uint64_t at, uint32_t *chunk, size_t n)
{
	swap_dwords(chunk, n, c->dst_swap);
	if (c->dst_sel == SEL_ADDRESS)
		return gpu_mc_write(cp->gpu, CLIENT_CP, c->vmid, c->dst + at, chunk, n);
	for (size_t i = 0; i < n / 4; i++)
		cp->gds[(c->dst + at) / 4 + i] = chunk[i];
	return true;
}

/* Faults have been reported by the memory controller; the rest of the copy is dropped. */
static void do_copy(struct cp *cp, const struct cp_copy *c)
{
	uint32_t chunk[4096] = { 0 };

	cp->spent += COPY_COST + c->bytes / BYTES_A_COST;
	for (uint64_t at = 0; at < c->bytes; at += sizeof(chunk)) {
		size_t n = c->bytes - at < sizeof(chunk) ? c->bytes - at : sizeof(chunk);

		if (!fetch_chunk(cp, c, at, chunk, n) || !store_chunk(cp, c, at, chunk, n))
			return;
	}
}

static void copy_pop(struct cp *cp)
{
	const struct cp_copy *c = &cp->copy[cp->copy_first];

	cp->copy_first = (cp->copy_first + 1) % CP_COPIES;
	cp->copy_count--;
	do_copy(cp, c);
}

/**
 * cp_copy_drain() - finish the copies of CP_DMA that are under way
 * @cp: the command processor
 */
void cp_copy_drain(struct cp *cp)
{
	while (cp->copy_count)
		copy_pop(cp);
}

/* One event at a time, for the first copy. It may find it done when something has drained the queue. */
static void copy_due(struct gpu *gpu, uint64_t unused)
{
	struct cp *cp = cp_of(gpu);
	uint64_t now = gpu_now(gpu);

	(void)unused;
	while (cp->copy_count && cp->copy[cp->copy_first].due <= now)
		copy_pop(cp);
	cp->copy_awaited = cp->copy_count;
	if (cp->copy_awaited)
		gpu_after_on_bus(gpu, cp->copy[cp->copy_first].due - now, copy_due, 0);
	else
		gpu_busy_set(gpu, UNIT_CP_DMA, false);
}

static bool in_gds(uint64_t at, uint32_t bytes)
{
	return at % 4 == 0 && bytes % 4 == 0 && at + bytes <= CP_GDS_SIZE;
}

/* DAS and SAS are set along with GDS ends by clients; alone they mean registers. */
static bool names_register(struct pm4 *p, const struct cp_copy *c, uint32_t command)
{
	bool to = command & DMA_DAS && c->dst_sel == SEL_ADDRESS;

	if (to)
		cp_reg_named(p, (uint32_t)c->dst, 0);
	return to || (command & DMA_SAS && c->src_sel == SEL_ADDRESS);
}

static bool cp_dma_is_well_formed(struct pm4 *p, const struct cp_copy *c, uint32_t command)
{
	const char *bad = NULL;

	if (pm4_reserved(p, 1, DMA_INFO_BITS) || pm4_reserved(p, 3, 0xff) ||
	    pm4_reserved(p, 4, 0x3fffffff))
		return false;
	if (c->src_sel > SEL_DATA || c->dst_sel > SEL_GDS)
		bad = "source or destination select is reserved";
	else if (names_register(p, c, command))
		bad = "copies from and to registers are not described";
	else if (command & (DMA_SAIC | DMA_DAIC))
		bad = "a fixed address is for registers";
	else if ((c->src_sel || c->dst_sel) && c->bytes % 4)
		bad = "not whole dwords";
	else if ((c->src_sel == SEL_GDS && !in_gds(c->src, c->bytes)) ||
		 (c->dst_sel == SEL_GDS && !in_gds(c->dst, c->bytes)))
		bad = "outside of GDS";
	else if (!c->bytes)
		bad = "moves nothing";
	if (bad)
		pm4_complain(p, "%s", bad);
	return !bad;
}

static enum pm4_result queue_copy(struct pm4 *p, const struct cp_copy *c)
{
	uint64_t delay = 2 * gpu_config(p->gpu)->delay_ns;
	struct cp *cp = p->cp;
	struct cp_copy *last;

	if (cp->copy_count == CP_COPIES)
		copy_pop(cp);
	last = &cp->copy[(cp->copy_first + cp->copy_count++) % CP_COPIES];
	*last = *c;
	last->due = gpu_now(p->gpu) + delay;
	/* "cp-dma-stuck": it stays under way until a packet waits for it, or the CP is reset. */
	if (!cp->copy_awaited && !gpu_fault_hit(p->gpu, "cp-dma-stuck"))
		gpu_after_on_bus(p->gpu, delay, copy_due, 0);
	cp->copy_awaited = true;
	return PM4_DONE;
}

enum pm4_result pm4_cp_dma(struct pm4 *p)
{
	uint32_t info = p->body[1], command = p->body[4];
	struct cp_copy c = {
		.src = pm4_address(p, 0, ~0u), .dst = pm4_address(p, 2, ~0u), .fill = p->body[0],
		.bytes = command & DMA_BYTES, .src_sel = info >> 29 & 3, .dst_sel = info >> 20 & 3,
		.src_swap = command >> 22 & 3, .dst_swap = command >> 24 & 3, .vmid = p->vmid,
	};

	if (!cp_dma_is_well_formed(p, &c, command))
		return PM4_DONE;
	if (!(info & DMA_SYNC))
		return queue_copy(p, &c);
	cp_copy_drain(p->cp);
	do_copy(p->cp, &c);
	return PM4_DONE;
}

/* ---- stream-out and append counters ---- */

#define STRMOUT_FILLED_SIZE	0x8960		/* + 4 * buffer */
#define STRMOUT_OFFSET		0x28adc		/* + 16 * buffer */
#define GDS_APPEND_COUNT	0x2872c		/* + 4 * counter, 12 of them */

enum { OFFSET_FROM_PACKET, OFFSET_FROM_FILLED_SIZE, OFFSET_FROM_MEMORY, OFFSET_NONE };

enum pm4_result pm4_strmout_buffer_update(struct pm4 *p)
{
	unsigned int buffer = p->body[0] >> 8 & 3, source = p->body[0] >> 1 & 3;
	uint32_t filled, offset = p->body[3];

	if (pm4_reserved(p, 0, 0x307))
		return PM4_DONE;
	filled = gpu_reg_get(p->gpu, STRMOUT_FILLED_SIZE + 4 * buffer);
	if (p->body[0] & 1)
		write_place(p, true, 1, filled);
	if (source == OFFSET_FROM_MEMORY)
		offset = read_place(p, true, 3);
	if (source == OFFSET_FROM_FILLED_SIZE)
		offset = filled;
	if (source == OFFSET_NONE)
		return PM4_DONE;
	gpu_reg_set(p->gpu, STRMOUT_OFFSET + 16 * buffer, offset);
	gpu_reg_set(p->gpu, STRMOUT_FILLED_SIZE + 4 * buffer, offset);	/* the next draw goes on there */
	return PM4_DONE;
}

enum { COUNT_FROM_DATA, COUNT_FROM_REGISTER, COUNT_FROM_GDS, COUNT_FROM_MEMORY };

enum pm4_result pm4_set_append_cnt(struct pm4 *p)
{
	uint32_t reg = CONTEXT_BASE + (p->body[0] >> 16) * 4, source = p->body[0] & 3, value = p->body[1];

	if (pm4_reserved(p, 0, 0xffff0003) || (source == COUNT_FROM_MEMORY && pm4_reserved(p, 2, 0xff)))
		return PM4_DONE;
	if (reg < GDS_APPEND_COUNT || reg >= GDS_APPEND_COUNT + 12 * 4) {
		pm4_complain(p, "register 0x%05x is no append counter", reg);
		return PM4_DONE;
	}
	if (source == COUNT_FROM_GDS) {
		if (!in_gds(value, 4)) {
			pm4_complain(p, "outside of GDS");
			return PM4_DONE;
		}
		value = p->cp->gds[value / 4];
	} else if (source != COUNT_FROM_DATA) {
		value = read_place(p, source == COUNT_FROM_MEMORY, 1);
	}
	cp_reg_write(p, reg, value);
	return PM4_DONE;
}
