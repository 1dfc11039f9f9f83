// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: what somebody else has left running
 *
 * A card that was given to a guest, which then died, or to a kernel that crashed, is handed over as
 * it was: nothing can reset it. Its CP runs and shaders hang, the DMA engine is in the middle of
 * its ring, the RLC, the interrupt handler and the processor of the video decoder are on, and the
 * page table still leads to what was memory of the guest. It does no harm as long as it may not
 * master the bus. This is that guest: it writes registers as a driver does.
 *
 * Source: what a driver does to start these engines is the kernel's way. That nothing of
 * it goes away by itself is the worst that hardware could do.
 */
#include <string.h>

#include "array.h"
#include "cp.h"

#define MIB		(1u << 20)
#define CP_RING		(12ull * MIB)	/* offsets in VRAM */
#define DMA_RING	(13ull * MIB)
#define TABLE		(14ull * MIB)
#define GART		0x9000000000ull	/* where the table begins: beyond VRAM on all chips */
#define GART_36		0x0c00000000ull
#define STALE		0x03000000u	/* bus address of what belongs to somebody else now */
#define VALID_SYSTEM	0x67u
#define CHANGED		0xdeadbeefu

#define PKT3(op, n)	(3u << 30 | ((n) - 1u) << 16 | (op) << 8)
#define ME_INITIALIZE	0x44u
#define MEM_WRITE	0x3du
#define MEM_WRITE_32	(1u << 18)
#define DMA_FILL	(0xdu << 28)

static uint64_t gart(struct gpu *gpu)
{
	return gpu_config(gpu)->chip->mc_address_bits > 36 ? GART : GART_36;
}

static void put(struct gpu *gpu, uint32_t at, const void *what, size_t len)
{
	memcpy((char *)gpu_config(gpu)->vram + at, what, len);
}

static void leave_page_table(struct gpu *gpu)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;
	uint64_t vram = gpu_mc_vram_start(gpu), pte = STALE | VALID_SYSTEM;

	put(gpu, TABLE, &pte, sizeof(pte));
	gpu_reg_write(gpu, 0x2034, (uint32_t)(vram >> 12));
	gpu_reg_write(gpu, 0x2038, (uint32_t)((vram + gpu_config(gpu)->vram_size - 1) >> 12));
	gpu_reg_write(gpu, chip->cayman ? 0x2064 : chip->igp ? 0x265c : 0x2654, 3 << 3 | 1);
	gpu_reg_write(gpu, 0x153c, (uint32_t)((vram + TABLE) >> 12));
	gpu_reg_write(gpu, 0x155c, (uint32_t)(gart(gpu) >> 12));
	gpu_reg_write(gpu, 0x157c, (uint32_t)(gart(gpu) >> 12));
	gpu_reg_write(gpu, 0x1410, 1);
}

static void upload(struct gpu *gpu, uint32_t addr, uint32_t data, uint32_t dwords)
{
	gpu_reg_write(gpu, addr, 0);
	for (uint32_t i = 0; i < dwords; i++)
		gpu_reg_write(gpu, data, 0);
}

static void leave_cp(struct gpu *gpu)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;
	uint32_t cntl = 8 << 8 | 9, ring[] = {
		PKT3(ME_INITIALIZE, 6), 1, 0, 7, 1 << 16, 0, 0,
		PKT3(MEM_WRITE, 4), (uint32_t)gart(gpu),
		(uint32_t)(gart(gpu) >> 32) | MEM_WRITE_32, CHANGED, 0,
	};

	put(gpu, CP_RING, ring, sizeof(ring));
	gpu_reg_write(gpu, 0x86d8, 1u << 28 | 1u << 26);
	upload(gpu, 0xc150, 0xc154, chip->pfp_dw);
	upload(gpu, 0xc15c, 0xc160, chip->me_dw);
	gpu_reg_write(gpu, 0xc104, cntl);
	gpu_reg_write(gpu, 0xc10c, (uint32_t)gart(gpu));
	gpu_reg_write(gpu, 0xc110, (uint32_t)(gart(gpu) >> 32));
	gpu_reg_write(gpu, 0xc100, (uint32_t)((gpu_mc_vram_start(gpu) + CP_RING) >> 8));
	gpu_reg_write(gpu, 0xc114, ARRAY_SIZE(ring));
	/* The tiling that a driver would have set. */
	gpu_reg_write(gpu, 0x98f8, chip->gb_addr_config);
	gpu_reg_write(gpu, 0x86d8, 0);
	cp_of(gpu)->gfx_hangs = true;
	gpu_busy_set(gpu, UNIT_CP, true);
	gpu_busy_set(gpu, UNIT_SHADERS, true);
}

static void leave_dma(struct gpu *gpu)
{
	uint32_t ring[] = {
		DMA_FILL | 1, (uint32_t)gart(gpu), CHANGED, (uint32_t)(gart(gpu) >> 32) << 16,
	};

	put(gpu, DMA_RING, ring, sizeof(ring));
	gpu_reg_write(gpu, 0xd004, (uint32_t)((gpu_mc_vram_start(gpu) + DMA_RING) >> 8));
	gpu_reg_write(gpu, 0xd000, 10 << 1);
	gpu_reg_write(gpu, 0xd00c, sizeof(ring));
	gpu_reg_write(gpu, 0xd000, 10 << 1 | 1);
	gpu_busy_set(gpu, UNIT_DMA0, true);
}

static void leave_rlc_and_ih(struct gpu *gpu)
{
	for (uint32_t i = 0; i < gpu_config(gpu)->chip->rlc_dw; i++) {
		gpu_reg_write(gpu, 0x3f2c, i);
		gpu_reg_write(gpu, 0x3f30, 0);
	}
	gpu_reg_write(gpu, 0x3f00, 1);
	gpu_reg_write(gpu, 0x3e04, (uint32_t)(gart(gpu) >> 8));
	gpu_reg_write(gpu, 0x3e00, 8 << 1 | 1);
	gpu_reg_write(gpu, 0x3e18, 1);
}

static void leave_uvd(struct gpu *gpu)
{
	gpu_reg_write(gpu, 0xf660, 1u << 9);
	gpu_reg_write(gpu, 0xf680, 0);
}

/**
 * gpu_leave_busy() - hand the card over as a guest that has died would
 * @gpu: the card, as after a reset
 */
void gpu_leave_busy(struct gpu *gpu)
{
	leave_page_table(gpu);
	leave_rlc_and_ih(gpu);
	leave_cp(gpu);
	leave_dma(gpu);
	leave_uvd(gpu);
	gpu_bus_mastered(gpu, false);
}
