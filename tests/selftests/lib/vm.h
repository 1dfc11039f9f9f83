/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Address spaces of Cayman and Aruba: mapping buffers, and packets that name
 * addresses in them. Such packets need no relocation; the buffers that they use
 * are listed all the same.
 */
#ifndef SELFTEST_VM_H
#define SELFTEST_VM_H

#include "dma.h"
#include "pm4.h"

#define VA_RW	(RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE | RADEON_VM_PAGE_SNOOPED)
#define VA_RO	(RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_SNOOPED)

/* The bare ioctl; @args tells what the kernel made of it. */
int va_ioctl(int fd, struct drm_radeon_gem_va *args);

/* 0, a negative errno, or -EEXIST if the buffer is mapped already. */
int va_map(const struct bo *bo, uint64_t va, uint32_t flags);
int va_unmap(const struct bo *bo, uint64_t va);

/* A stream in the client's address space. */
void vm_cs_init(struct cs *cs, int fd);

/* Submit, empty the stream, and wait for one of the buffers that it names. */
int vm_run(struct cs *cs, const struct bo *bo);

static inline void vm_address(struct cs *cs, uint64_t va, uint32_t flags)
{
	cs_emit(cs, (uint32_t)va);
	cs_emit(cs, ((uint32_t)(va >> 32) & 0xff) | flags);
}

/* Store a dword at a multiple of 8. */
static inline void vm_write(struct cs *cs, uint64_t va, uint32_t value)
{
	cs_emit(cs, pm4_type3(PM4_MEM_WRITE, 4));
	vm_address(cs, va, MEM_WRITE_CONFIRM | MEM_WRITE_DATA32);
	cs_emit(cs, value);
	cs_emit(cs, 0);
}

static inline void vm_copy(struct cs *cs, uint64_t dst, uint64_t src, uint32_t bytes)
{
	cs_emit(cs, pm4_type3(PM4_CP_DMA, 5));
	vm_address(cs, src, CP_DMA_SYNC);
	vm_address(cs, dst, 0);
	cs_emit(cs, bytes & CP_DMA_MAX_BYTES);
}

/* Wait until a dword has a value. */
static inline void vm_wait(struct cs *cs, uint64_t va, uint32_t value)
{
	cs_emit(cs, pm4_type3(PM4_WAIT_REG_MEM, 6));
	cs_emit(cs, WAIT_EQ | WAIT_MEMORY);
	vm_address(cs, va, 0);
	cs_emit(cs, value);
	cs_emit(cs, 0xffffffff);
	cs_emit(cs, 4);
}

/* A packet of lib/dma.h, without an entry for each address. */
static inline void dma_va_copy(struct cs *cs, uint64_t dst, uint64_t src, uint32_t count)
{
	cs_emit(cs, dma_header(DMA_COPY, count));
	cs_emit(cs, (uint32_t)dst);
	cs_emit(cs, (uint32_t)src);
	cs_emit(cs, (uint32_t)(dst >> 32));
	cs_emit(cs, (uint32_t)(src >> 32));
}

#endif
