// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: DMA packets without a tiled surface
 *
 * Writes, copies and fills in dwords or bytes, page-table entries, fences, traps,
 * semaphores, register writes and reads, indirect buffers. The table in dma.c has
 * checked their lengths and reserved bits.
 *
 * Guesses, told at the end of a run that relied on them: a mailbox bit makes the
 * engine wait until its signal was sent; partial copies move whole dwords.
 */
#include <string.h>

#include "dma.h"

#define IB_ENABLE	1u
#define POLL		(1u << 26)

/**
 * dma_swap() - reorder bytes as a packet asks for
 * @p: the packet
 * @data: dwords, changed in place
 * @dwords: how many
 * @mode: 0 none, 1 8-in-16, 2 8-in-32; 3 (8-in-64) is a violation
 *
 * Return: false after a complaint. The modes are those of the CP, by guess.
 */
bool dma_swap(struct dma_packet *p, uint32_t *data, size_t dwords, unsigned int mode)
{
	if (mode == 3) {
		dma_complain(p, "8-in-64 swaps are not modelled");
		return false;
	}
	if (mode)
		gpu_guess(p->gpu, "DMA: swap modes are those of the CP");
	for (size_t i = 0; i < dwords && mode == 1; i++)
		data[i] = (data[i] & 0x00ff00ff) << 8 | (data[i] >> 8 & 0x00ff00ff);
	for (size_t i = 0; i < dwords && mode == 2; i++)
		data[i] = __builtin_bswap32(data[i]);
	return true;
}

static unsigned int swap_of(const struct dma_packet *p, unsigned int dw)
{
	return p->dw[dw] >> 8 & 3;
}

enum dma_result dma_do_write(struct dma_packet *p)
{
	uint64_t dst = dma_address(p, 1, 2);
	uint32_t chunk[256];

	for (uint32_t at = 0; at < p->count; at += 256) {
		uint32_t n = p->count - at < 256 ? p->count - at : 256;

		if (!dma_inline(p, at, chunk, n))
			return DMA_DEAD;
		if (!dma_swap(p, chunk, n, swap_of(p, 2)))
			break;
		dma_write(p, dst + 4ull * at, chunk, (size_t)4 * n);
	}
	return DMA_DONE;
}

/* Entries of 8 bytes: (value of the entry) | mask, the value growing by the increment. */
enum dma_result dma_do_ptes(struct dma_packet *p)
{
	uint64_t dst = dma_address(p, 1, 2), entry;
	uint64_t mask = (uint64_t)p->dw[4] << 32 | p->dw[3];
	uint64_t value = (uint64_t)p->dw[6] << 32 | p->dw[5];
	uint64_t step = (uint64_t)p->dw[8] << 32 | p->dw[7];

	if (p->count % 2)
		dma_complain(p, "half an entry");
	for (uint32_t i = 0; i < p->count / 2; i++, value += step) {
		entry = value | mask;
		dma_write(p, dst + 8ull * i, &entry, sizeof(entry));
	}
	return DMA_DONE;
}

/* Chunks are whole dwords, but for the last of a copy of bytes, which swaps nothing. */
static void copy(struct dma_packet *p, uint64_t dst, unsigned int dst_swap, uint64_t src,
		 unsigned int src_swap, uint64_t bytes)
{
	uint32_t chunk[4096];

	for (uint64_t at = 0; at < bytes; at += sizeof(chunk)) {
		size_t n = bytes - at < sizeof(chunk) ? bytes - at : sizeof(chunk);

		dma_read(p, src + at, chunk, n);
		if (!dma_swap(p, chunk, n / 4, src_swap) || !dma_swap(p, chunk, n / 4, dst_swap))
			return;
		dma_write(p, dst + at, chunk, n);
	}
}

/* What a driver puts on the ring itself, without an indirect buffer, is its own. */
static bool stuck(struct dma_packet *p)
{
	static const char *const names[] = { "0", "1" };

	return !p->engine->in_ib &&
	       gpu_fault_hit_at(p->gpu, "dma-copy-stuck", names[p->engine->index]);
}

enum dma_result dma_do_copy(struct dma_packet *p)
{
	if (stuck(p))
		return DMA_DEAD;
	copy(p, dma_address(p, 1, 3), swap_of(p, 3), dma_address(p, 2, 4), swap_of(p, 4),
	     4ull * p->count);
	return DMA_DONE;
}

enum dma_result dma_do_copy_bytes(struct dma_packet *p)
{
	copy(p, dma_address(p, 1, 3), 0, dma_address(p, 2, 4), 0, p->count);
	return DMA_DONE;
}

enum dma_result dma_do_broadcast(struct dma_packet *p)
{
	uint64_t src = dma_address(p, 3, 6), bytes = 4ull * p->count;

	copy(p, dma_address(p, 1, 4), swap_of(p, 4), src, swap_of(p, 6), bytes);
	copy(p, dma_address(p, 2, 5), swap_of(p, 5), src, swap_of(p, 6), bytes);
	return DMA_DONE;
}

static bool holds(uint32_t pitch, uint32_t row)
{
	return pitch % 4 == 0 && pitch >= row;
}

/* A box of pixels between two linear surfaces; pitches in bytes. */
enum dma_result dma_do_partial(struct dma_packet *p)
{
	uint64_t src = dma_address(p, 1, 2), dst = dma_address(p, 4, 5);
	uint32_t src_pitch = p->dw[2] >> 13, dst_pitch = p->dw[5] >> 13, size = p->dw[8] >> 29;
	uint32_t row = (p->dw[7] & 0x3fff) << size, dy = p->dw[7] >> 16, dz = p->dw[8] & 0x7ff;
	uint64_t rows = (uint64_t)dy * dz, at;

	if (size > 4 || !row || !dy || !dz) {
		dma_complain(p, "%u bytes x %u x %u", row, dy, dz);
		return DMA_DONE;
	}
	if (row % 4 || (dy > 1 && !(holds(src_pitch, row) && holds(dst_pitch, row)))) {
		dma_complain(p, "rows of %u bytes, pitches of %u and %u", row, src_pitch,
			     dst_pitch);
		return DMA_DONE;
	}
	gpu_guess(p->gpu, "DMA: a partial linear copy moves whole dwords");
	while (dma_next_row(p, rows, &at))
		copy(p, dst + at / dy * p->dw[6] + at % dy * dst_pitch, swap_of(p, 5),
		     src + at / dy * p->dw[3] + at % dy * src_pitch, swap_of(p, 2), row);
	return dma_rows_done(p, rows);
}

/* The high part of the address is in bits 23:16 here. */
enum dma_result dma_do_fill(struct dma_packet *p)
{
	uint64_t dst = (uint64_t)(p->dw[3] >> 16 & 0xff) << 32 | p->dw[1];
	uint32_t chunk[1024];

	if (stuck(p))
		return DMA_DEAD;
	for (uint32_t i = 0; i < 1024; i++)
		chunk[i] = p->dw[2];
	for (uint32_t at = 0; at < p->count; at += 1024) {
		uint32_t n = p->count - at < 1024 ? p->count - at : 1024;

		dma_write(p, dst + 4ull * at, chunk, (size_t)4 * n);
	}
	return DMA_DONE;
}

enum dma_result dma_do_indirect(struct dma_packet *p)
{
	static const char *const names[] = { "0", "1" };
	struct dma_engine *e = p->engine;
	unsigned int vmid = p->header >> 20 & 7;
	uint32_t dwords = p->dw[2] >> 12;

	if (e->in_ib || !(dma_reg(e, DMA_IB_CNTL) & IB_ENABLE)) {
		dma_complain(p, e->in_ib ? "inside an IB" : "IBs are not enabled");
		return DMA_DONE;
	}
	if ((p->stream->pos + 3) % 8 || !dwords) {
		dma_complain(p, "%u dwords, packet ends at dword %u of its eight", dwords,
			     (p->stream->pos + 3) % 8);
		return DMA_DONE;
	}
	if (gpu_fault_hit_at(p->gpu, "dma-stuck", names[e->index]))
		return DMA_DEAD;
	e->ib = (struct dma_stream){
		.base = dma_address(p, 1, 2), .size = dwords, .end = dwords, .vmid = vmid,
	};
	e->in_ib = true;
	return DMA_DONE;
}

static enum dma_result wait(struct dma_packet *p, uint64_t addr)
{
	uint64_t count;

	dma_read(p, addr, &count, sizeof(count));
	p->engine->waits = !count;
	if (!count)
		return DMA_STALL;
	count--;
	dma_write(p, addr, &count, sizeof(count));
	return DMA_DONE;
}

/* Asked again until the queue is empty, of which the signal is the last. */
static enum dma_result signal_and_wait(struct dma_packet *p, struct dma_late signal)
{
	struct dma_engine *e = p->engine;

	if (!e->mailbox) {
		e->mailbox = dma_later(p, signal) == DMA_DONE;
		return DMA_STALL;
	}
	e->mailbox = e->late_count;
	return e->mailbox ? DMA_STALL : DMA_DONE;
}

/* A wait happens at once, a signal when all before it is done. */
enum dma_result dma_do_semaphore(struct dma_packet *p)
{
	struct dma_late signal = { .kind = LATE_SIGNAL, .addr = dma_address(p, 1, 2) };

	if (p->header & DMA_MAILBOX)
		gpu_guess(p->gpu, "DMA: with a mailbox, nothing goes on before its signal");
	if (!(p->header & DMA_SIGNAL))
		return wait(p, signal.addr);
	if (!(p->header & DMA_MAILBOX))
		return dma_later(p, signal);
	return signal_and_wait(p, signal);
}

enum dma_result dma_do_fence(struct dma_packet *p)
{
	return dma_later(p, (struct dma_late){
		.kind = LATE_FENCE, .addr = dma_address(p, 1, 2), .value = p->dw[3],
	});
}

enum dma_result dma_do_trap(struct dma_packet *p)
{
	return dma_later(p, (struct dma_late){ .kind = LATE_TRAP });
}

/* Bytes that are not enabled keep what the register holds. */
enum dma_result dma_do_srbm_write(struct dma_packet *p)
{
	uint32_t reg = (p->dw[1] & 0xffff) * 4, enable = p->dw[1] >> 16, mask = 0;

	for (unsigned int i = 0; i < 4; i++)
		mask |= enable >> i & 1 ? 0xffu << 8 * i : 0;
	if (!mask)
		dma_complain(p, "writes no byte");
	else
		gpu_reg_write(p->gpu, reg, (p->dw[2] & mask) | (gpu_reg_get(p->gpu, reg) & ~mask));
	return DMA_DONE;
}

/* Reads; with bit 26 until the masked value is as asked. It never runs out of retries here. */
enum dma_result dma_do_srbm_read(struct dma_packet *p)
{
	uint32_t value = gpu_reg_read(p->gpu, (p->dw[1] & 0xffff) * 4);

	return p->header & POLL && (value & p->dw[2]) != p->dw[3] ? DMA_STALL : DMA_DONE;
}

enum dma_result dma_do_nop(struct dma_packet *p)
{
	(void)p;
	return DMA_DONE;
}
