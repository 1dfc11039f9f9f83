// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: host data path
 *
 * What the host writes through BAR0 goes through a write cache; the GPU is sure
 * to see it after a write of HDP_MEM_COHERENCY_FLUSH_CNTL. When BAR0 is mapped
 * into the guest, as it is by default because everything else is too slow, its
 * stores cannot be seen and reach VRAM at once; only of page tables it is known who
 * looks when (page_tables.c). With hdp_buffered, BAR0 is not
 * mapped: each access is a message, writes wait in pages of the cache, and a
 * driver that forgets the flush is caught.
 *
 * What the host has read is kept likewise: a page stays as it was at its first access, until
 * a flush while HDP_MISC_CNTL has HDP_FLUSH_INVALIDATE_CACHE. That the cache is one, of whole
 * pages, and that a flush without that bit writes back only, is the worst reading of the
 * names.
 *
 * While BIF_FB_EN shuts the host out, writes are lost and ones are read (a guess at what
 * the kernel calls blocking access); who tries it commits a violation.
 *
 * The window starts at HDP_NONSURFACE_BASE. A driver that moves VRAM without
 * moving the window would scatter its writes: that is reported at the flush.
 */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "gpu.h"

#define MEM_FLUSH		0x5480
#define NONSURFACE_BASE		0x2c04
#define MISC_CNTL		0x2f4c
#define FLUSH_INVALIDATE	1u
#define BIF_FB_EN		0x5490
#define FB_READ_EN		1u
#define FB_WRITE_EN		2u

#define PAGE			4096u
#define LINES			512u

/* A page as it was when the host accessed it first, and what the host has written since. */
struct line {
	uint64_t page;
	bool used;
	uint8_t data[PAGE];
	uint8_t dirty[PAGE / 8];	/* bytes that are not in VRAM yet */
};

struct hdp {
	struct line *lines;		/* NULL unless buffered */
};

static struct hdp *hdp_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_HDP);
}

static bool is_dirty(const struct line *line, size_t i)
{
	return line->dirty[i / 8] >> (i % 8) & 1;
}

static uint8_t *vram_page(struct gpu *gpu, uint64_t page)
{
	return (uint8_t *)gpu_config(gpu)->vram + page * PAGE;
}

static void write_back(struct gpu *gpu, struct line *line)
{
	uint8_t *vram = vram_page(gpu, line->page);

	if (!line->used)
		return;
	for (size_t i = 0; i < PAGE; i++)
		if (is_dirty(line, i))
			vram[i] = line->data[i];
	memset(line->dirty, 0, sizeof(line->dirty));
}

/* The line of @page, which is in VRAM; whoever sat there before is written back, as caches do. */
static struct line *claim_line(struct gpu *gpu, struct hdp *hdp, uint64_t page)
{
	struct line *line = &hdp->lines[page % LINES];

	if (line->used && line->page == page)
		return line;
	write_back(gpu, line);
	line->used = true;
	line->page = page;
	memcpy(line->data, vram_page(gpu, page), PAGE);
	return line;
}

static bool in_vram(struct gpu *gpu, uint64_t offset, size_t len)
{
	uint64_t size = gpu_config(gpu)->vram_size;

	return offset <= size && len <= size - offset;
}

static bool shut_out(struct gpu *gpu, uint32_t enable, const char *what, uint64_t offset)
{
	const char *unfit = gpu_memory_unfit(gpu);

	if (unfit) {
		gpu_violation(gpu, "host %s VRAM at 0x%llx, which %s", what,
			      (unsigned long long)offset, unfit);
		return true;
	}
	if (gpu_reg_get(gpu, BIF_FB_EN) & enable)
		return false;
	gpu_violation(gpu, "host %s VRAM at 0x%llx, from which it is shut out", what,
		      (unsigned long long)offset);
	return true;
}

bool gpu_bar0_write(struct gpu *gpu, uint64_t offset, const void *buf, size_t len)
{
	struct hdp *hdp = hdp_of(gpu);
	const uint8_t *p = buf;

	if (!in_vram(gpu, offset, len)) {
		gpu_violation(gpu, "host writes BAR0 at 0x%llx, past VRAM", (unsigned long long)offset);
		return false;
	}
	if (gpu_is_gone(gpu) || shut_out(gpu, FB_WRITE_EN, "writes", offset) ||
	    gpu_fault_hit(gpu, "vram-forgets"))
		return true;
	if (!hdp->lines) {
		memcpy((char *)gpu_config(gpu)->vram + offset, buf, len);
		return true;
	}
	for (size_t i = 0; i < len; i++, offset++) {
		struct line *line = claim_line(gpu, hdp, offset / PAGE);

		line->data[offset % PAGE] = p[i];
		line->dirty[offset % PAGE / 8] |= (uint8_t)(1u << (offset % 8));
	}
	return true;
}

bool gpu_bar0_read(struct gpu *gpu, uint64_t offset, void *buf, size_t len)
{
	struct hdp *hdp = hdp_of(gpu);
	uint8_t *p = buf;

	memset(buf, 0xff, len);
	if (!in_vram(gpu, offset, len)) {
		gpu_violation(gpu, "host reads BAR0 at 0x%llx, past VRAM", (unsigned long long)offset);
		return false;
	}
	if (gpu_is_gone(gpu) || shut_out(gpu, FB_READ_EN, "reads", offset))
		return true;
	if (!hdp->lines) {
		memcpy(buf, (const char *)gpu_config(gpu)->vram + offset, len);
		return true;
	}
	gpu_guess(gpu, "HDP: what is read is kept until a flush that invalidates");
	for (size_t i = 0; i < len; i++, offset++)
		p[i] = claim_line(gpu, hdp, offset / PAGE)->data[offset % PAGE];
	return true;
}

static void flush_lines(struct gpu *gpu, struct hdp *hdp)
{
	bool invalidate = gpu_reg_get(gpu, MISC_CNTL) & FLUSH_INVALIDATE;

	for (size_t i = 0; hdp->lines && i < LINES; i++) {
		write_back(gpu, &hdp->lines[i]);
		if (invalidate)
			hdp->lines[i].used = false;
	}
}

static void write_mem_flush(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t fb = (uint32_t)(gpu_mc_vram_start(gpu) >> 8);

	(void)reg;
	(void)value;
	flush_lines(gpu, hdp_of(gpu));
	if (gpu_reg_get(gpu, NONSURFACE_BASE) != fb)
		gpu_violation(gpu, "HDP_NONSURFACE_BASE 0x%08x is not the start of VRAM 0x%08x",
			      gpu_reg_get(gpu, NONSURFACE_BASE), fb);
	gpu_page_tables_hdp_flushed(gpu);
	gpu_vm_hdp_flushed(gpu);
}

#define ALL 0xffffffffu

/* Source: the kernel's radeon driver. Five dwords of each surface are written as 0. */
static const struct gpu_reg hdp_regs[] = {
	{ 0x2c00, "HDP_HOST_PATH_CNTL", 0, ALL, SRC_KERNEL },
	{ NONSURFACE_BASE, "HDP_NONSURFACE_BASE", 0, ALL, SRC_KERNEL },
	{ 0x2c08, "HDP_NONSURFACE_INFO", 0, ALL, SRC_KERNEL },
	{ 0x2c0c, "HDP_NONSURFACE_SIZE", 0, 0x3fffffff, SRC_KERNEL },
	{ 0x2c14, "HDP_SURFACEn_LOWER_BOUND", 0, ALL, SRC_GUESS, .count = 32, .stride = 0x18 },
	{ 0x2c18, "HDP_SURFACEn_UPPER_BOUND", 0, ALL, SRC_GUESS, .count = 32, .stride = 0x18 },
	{ 0x2c1c, "HDP_SURFACEn_BASE", 0, ALL, SRC_GUESS, .count = 32, .stride = 0x18 },
	{ 0x2c20, "HDP_SURFACEn_INFO", 0, ALL, SRC_GUESS, .count = 32, .stride = 0x18 },
	{ 0x2c24, "HDP_SURFACEn_SIZE", 0, ALL, SRC_GUESS, .count = 32, .stride = 0x18 },
	{ 0x2f3c, "HDP_TILING_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0x2f48, "HDP_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	{ MISC_CNTL, "HDP_MISC_CNTL", 0, ALL, SRC_KERNEL },
	{ MEM_FLUSH, "HDP_MEM_COHERENCY_FLUSH_CNTL", 0, 0, SRC_KERNEL, .write = write_mem_flush,
	  .ignored = 1 },
	{ 0x54a0, "HDP_REG_COHERENCY_FLUSH_CNTL", 0, 1, SRC_KERNEL },
};

static void hdp_init(struct gpu *gpu, void *state)
{
	struct hdp *hdp = state;

	gpu_regs_add(gpu, hdp_regs, ARRAY_SIZE(hdp_regs));
	if (gpu_config(gpu)->hdp_buffered) {
		hdp->lines = calloc(LINES, sizeof(*hdp->lines));
		if (!hdp->lines)
			abort();
	}
}

static void hdp_reset(struct gpu *gpu, void *state)
{
	struct hdp *hdp = state;

	if (hdp->lines)
		memset(hdp->lines, 0, LINES * sizeof(*hdp->lines));
	if (gpu_config(gpu)->posted)
		gpu_reg_set(gpu, NONSURFACE_BASE, (uint32_t)(gpu_mc_vram_start(gpu) >> 8));
}

static void hdp_fini(struct gpu *gpu, void *state)
{
	struct hdp *hdp = state;

	(void)gpu;
	free(hdp->lines);
}

const struct gpu_block gpu_block_hdp = {
	.name = "hdp",
	.state_size = sizeof(struct hdp),
	.init = hdp_init,
	.reset = hdp_reset,
	.fini = hdp_fini,
};
