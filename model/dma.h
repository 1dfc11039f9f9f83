/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What the files of the DMA engines share: dma.c has rings and registers,
 * dma_packets.c and dma_tiled.c execute packets.
 */
#ifndef DMA_H
#define DMA_H

#include "gpu.h"

#define DMA_MAX_FIXED	13	/* dwords of a packet without its inline data */
#define DMA_FENCES	64	/* fences, traps and signals under way */

#define DMA_COUNT	0xfffffu	/* bits of a header */
#define DMA_SIGNAL	(1u << 22)
#define DMA_MAILBOX	(1u << 23)

/* Offsets for engine 0. */
#define DMA_IB_CNTL		0xd024u
#define DMA_TILING_CONFIG	0xd0b8u

enum dma_late_kind { LATE_FENCE, LATE_TRAP, LATE_SIGNAL };

/* What happens once all before it is done. */
struct dma_late {
	enum dma_late_kind kind;
	uint64_t addr;
	uint32_t value;
	unsigned int vmid;
	bool by_driver;			/* it was on the ring itself */
};

struct dma_stream {
	uint64_t base;
	uint32_t size, pos, end;	/* dwords; a ring wraps at @size */
	unsigned int vmid;
};

struct dma_engine {
	struct gpu *gpu;
	unsigned int index;
	struct dma_stream ring, ib;
	bool in_ib, dead, stalled;
	bool waits;			/* for a semaphore */
	bool mailbox;			/* until its signal is sent */
	uint64_t written;		/* bytes in this step */
	uint64_t rows;			/* done of the packet */
	struct dma_late late[DMA_FENCES];
	unsigned int late_first, late_count;
	uint64_t generation;
};

/* A packet is done, goes on in the next step, wants to be asked again, or has hung the engine. */
enum dma_result { DMA_DONE, DMA_MORE, DMA_STALL, DMA_DEAD };

struct dma_packet {
	struct gpu *gpu;
	struct dma_engine *engine;
	struct dma_stream *stream;
	uint32_t header, dw[DMA_MAX_FIXED];
	uint32_t count, length;		/* of the header; dwords altogether */
	const char *name;
};

/* ---- dma.c ---- */

void dma_complain(struct dma_packet *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
uint32_t dma_reg(struct dma_engine *e, uint32_t reg);
uint64_t dma_address(const struct dma_packet *p, unsigned int lo, unsigned int hi);
void dma_read(struct dma_packet *p, uint64_t addr, void *buf, size_t len);
void dma_write(struct dma_packet *p, uint64_t addr, const void *buf, size_t len);
bool dma_inline(struct dma_packet *p, uint32_t at, uint32_t *to, uint32_t n);
enum dma_result dma_later(struct dma_packet *p, struct dma_late late);
bool dma_next_row(struct dma_packet *p, uint64_t rows, uint64_t *row);
enum dma_result dma_rows_done(const struct dma_packet *p, uint64_t rows);

/* ---- dma_packets.c: named after the packets ---- */

bool dma_swap(struct dma_packet *p, uint32_t *data, size_t dwords, unsigned int mode);

enum dma_result dma_do_write(struct dma_packet *p);
enum dma_result dma_do_ptes(struct dma_packet *p);
enum dma_result dma_do_copy(struct dma_packet *p);
enum dma_result dma_do_copy_bytes(struct dma_packet *p);
enum dma_result dma_do_broadcast(struct dma_packet *p);
enum dma_result dma_do_partial(struct dma_packet *p);
enum dma_result dma_do_fill(struct dma_packet *p);
enum dma_result dma_do_indirect(struct dma_packet *p);
enum dma_result dma_do_semaphore(struct dma_packet *p);
enum dma_result dma_do_fence(struct dma_packet *p);
enum dma_result dma_do_trap(struct dma_packet *p);
enum dma_result dma_do_srbm_write(struct dma_packet *p);
enum dma_result dma_do_srbm_read(struct dma_packet *p);
enum dma_result dma_do_nop(struct dma_packet *p);

/* ---- dma_tiled.c ---- */

enum dma_result dma_do_write_tiled(struct dma_packet *p);
enum dma_result dma_do_copy_tiled(struct dma_packet *p);
enum dma_result dma_do_copy_tiles(struct dma_packet *p);
enum dma_result dma_do_fields(struct dma_packet *p);
enum dma_result dma_do_partial_tiled(struct dma_packet *p);
enum dma_result dma_do_tiled_to_tiled(struct dma_packet *p);

#endif
