// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the address space of the soundness test
 *
 * One client has mapped something nearly everywhere in the 8 GiB that the driver gives
 * it: a page in VRAM or in system memory, for reading, writing, or both; here and there
 * nothing, and no table. Its tables never change, and all VMIDs have them: whose turn it
 * is decides which one a stream has. The stream itself is shown read-only.
 *
 * The model walks the tables. What it finds is compared with the pages that are the
 * client's: everything else, the tables themselves to begin with, is out of reach.
 *
 * Sources of layouts: model/mc.c and model/vm_tlb.c.
 */
#include <string.h>

#include "gpu.h"
#include "pages.h"

#define SPACE_PAGES	(1u << 21)
#define TABLE_ENTRIES	512u
#define PAGE		4096u

#define FB_START	0x40000000ull	/* as the modelled VBIOS leaves it */
#define DIRECTORY	0x00000u	/* in VRAM */
#define TABLES		0x10000u
#define N_TABLES	16u		/* the first one has the stream */
#define CLIENT_VRAM	0x80000u	/* to its end */
#define CLIENT_BUS	0x5000000000ull
#define CLIENT_BYTES	(PAGES_VRAM - CLIENT_VRAM)
#define DEFAULT_PAGE	0x6000000000ull	/* of accesses that fault; nobody needs it */

#define VALID		0x01u
#define SYSTEM		0x02u
#define SNOOPED		0x04u
#define READ		0x20u
#define WRITE		0x40u

#define L1_TLB_CNTL	0x2064u
#define CONTEXT1_CNTL	0x1414u
#define CONTEXT1_CNTL2	0x1434u
#define FAULT_DEFAULT	0x151cu
#define PT_BASE(vmid)	(0x153cu + 4 * (vmid))
#define PT_START(vmid)	(0x155cu + 4 * (vmid))
#define PT_END(vmid)	(0x157cu + 4 * (vmid))
#define ALL_FAULTS	0x000db6d8u	/* interrupt and default page, of every kind */
#define TWO_LEVELS	(1u << 1)

static uint64_t hash(uint64_t n)
{
	n *= 0x9e3779b97f4a7c15ull;
	return n ^ n >> 29;
}

static uint64_t stream_entry(uint32_t page)
{
	if (page < PAGES_IB / PAGE)
		return 0;
	return (PAGES_IB_BUS + (uint64_t)PAGE * page - PAGES_IB) | VALID | SYSTEM | SNOOPED | READ;
}

/* One in eight each is missing, not for reading, not for writing. */
static uint64_t client_entry(uint32_t n)
{
	uint64_t random = hash(n), at = (uint64_t)PAGE * (random >> 8 & 0xff) % CLIENT_BYTES;
	uint64_t rights = (random & 7) == 1 ? READ : (random & 7) == 2 ? WRITE : READ | WRITE;

	if (!(random & 7))
		return 0;
	if (random & 8)
		return (CLIENT_BUS + at) | VALID | SYSTEM | SNOOPED | rights;
	return (CLIENT_VRAM + at) | VALID | rights;
}

static void put(void *vram, uint64_t at, uint64_t entry)
{
	memcpy((char *)vram + at, &entry, sizeof(entry));
}

static void fill_tables(void *vram)
{
	for (uint32_t i = 0; i < N_TABLES * TABLE_ENTRIES; i++)
		put(vram, TABLES + 8ull * i, i < TABLE_ENTRIES ? stream_entry(i) : client_entry(i));
	for (uint32_t i = 0; i < SPACE_PAGES / TABLE_ENTRIES; i++) {
		uint32_t table = i ? 1 + hash(i) % N_TABLES : 0;	/* the last one is not there */

		put(vram, DIRECTORY + 8ull * i, table == N_TABLES ? 0 :
		    (FB_START + TABLES + 8ull * TABLE_ENTRIES * table) | VALID);
	}
}

/**
 * pages_init() - give all VMIDs the address space
 * @gpu: a Cayman
 * @vram: its VRAM, PAGES_VRAM bytes
 */
void pages_init(struct gpu *gpu, void *vram)
{
	fill_tables(vram);
	gpu_reg_write(gpu, L1_TLB_CNTL, 3u << 3 | 1);
	for (unsigned int vmid = 1; vmid < 8; vmid++) {
		gpu_reg_write(gpu, PT_BASE(vmid), (uint32_t)((FB_START + DIRECTORY) / PAGE));
		gpu_reg_write(gpu, PT_START(vmid), 0);
		gpu_reg_write(gpu, PT_END(vmid), SPACE_PAGES - 1);
	}
	gpu_reg_write(gpu, FAULT_DEFAULT, (uint32_t)(DEFAULT_PAGE / PAGE));
	gpu_reg_write(gpu, CONTEXT1_CNTL2, 4);
	gpu_reg_write(gpu, CONTEXT1_CNTL, 1 | TWO_LEVELS | ALL_FAULTS);
}

static bool inside(uint64_t addr, size_t len, uint64_t first, uint64_t bytes)
{
	return addr >= first && addr - first < bytes && len <= bytes - (addr - first);
}

/**
 * pages_find() - whose memory is this?
 * @system: @addr is a bus address; else an offset in VRAM
 * @addr: first byte
 * @len: bytes
 */
enum pages_of pages_find(bool system, uint64_t addr, size_t len)
{
	if (system && inside(addr, len, PAGES_IB_BUS, PAGES_IB_BYTES))
		return PAGES_STREAM;
	if (system ? inside(addr, len, CLIENT_BUS, CLIENT_BYTES) ||
		     inside(addr, len, DEFAULT_PAGE, PAGE) :
		     inside(addr, len, CLIENT_VRAM, CLIENT_BYTES))
		return PAGES_CLIENT;
	return PAGES_STRANGER;
}
