// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: memory controller
 *
 * GPU addresses of context 0 mean, in this order: the system aperture (VRAM as
 * MC_VM_FB_LOCATION places it), the flat page table of the GART, and else VRAM
 * again ("pass through"). Contexts 1 to 7 of Cayman and Aruba have a two-level
 * table each and nothing else. Tables and what is kept of them are in vm_tlb.c, what becomes of
 * an access that leads nowhere in vm_fault.c.
 *
 * An entry of the GART says whether the host's caches are looked at. That has no effect here,
 * where there are none; with own_state, what the host polls must not go without.
 *
 * Missing: the order of accesses of different clients, and identity access modes
 * other than the one that radeon sets up.
 * Sources: the kernel's radeon driver, but where a comment says otherwise.
 */
#include <string.h>

#include "array.h"
#include "mc.h"

#define SHARED_CHMAP		0x2004
#define FB_LOCATION		0x2024
#define APERTURE_LOW		0x2034
#define APERTURE_HIGH		0x2038
#define BLACKOUT_CNTL		0x20ac
#define ARB_RAMCFG		0x2760
#define FUS_ARB_RAMCFG		0x2768	/* Palm, Sumo, Sumo2, Aruba */
#define FUS_VM_FB_OFFSET	0x2898	/* Palm, Sumo, Sumo2: bits of FB_LOCATION that it has no room for */
#define CARVE_OUT		0x2068	/* Aruba: where its VRAM is, in units of 4 MiB */

#define L1_TLB_CNTL_MX		0x2064	/* Cayman, Aruba */
#define L1_TLB_CNTL_MD0		0x2654
#define L1_TLB_CNTL_FUS0	0x265c	/* Palm, Sumo, Sumo2 */

#define CONTEXT_ENABLE		0x1u
#define TLB_ENABLE		0x1u
#define TLB_NOT_IN_SYS		(3u << 3)

#define ALL			0xffffffffu

/*
 * Palm, Sumo and Sumo2 keep bits 23:20 of both ends in a register of their own; the
 * kernel writes them there. On the others the ends are multiples of 16 MiB.
 */
static uint32_t fine_ends(struct gpu *gpu)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;

	return chip->igp && !chip->cayman ? gpu_reg_get(gpu, FUS_VM_FB_OFFSET) : 0x0f000000;
}

/**
 * gpu_mc_vram_start() - where VRAM begins in the card's address space
 * @gpu: the card
 */
uint64_t gpu_mc_vram_start(struct gpu *gpu)
{
	return (uint64_t)(gpu_reg_get(gpu, FB_LOCATION) & 0xffff) << 24 |
	       (fine_ends(gpu) >> 20 & 0xf) << 20;
}

/**
 * gpu_mc_blacked_out() - does the memory controller serve nobody?
 * @gpu: the card
 */
bool gpu_mc_blacked_out(struct gpu *gpu)
{
	return (gpu_reg_get(gpu, BLACKOUT_CNTL) & 7) == 1;
}

/* An address that is not translated: VRAM or nothing. */
static bool place_fb(struct gpu *gpu, uint64_t addr, struct place *place)
{
	uint64_t start = gpu_mc_vram_start(gpu);
	uint64_t end = (uint64_t)(gpu_reg_get(gpu, FB_LOCATION) >> 16) << 24 |
		       (fine_ends(gpu) >> 24 & 0xf) << 20 | 0xfffff;
	uint64_t size = gpu_config(gpu)->vram_size;

	if (addr < start || addr > end || addr - start >= size)
		return false;
	place->system = false;
	place->addr = addr - start;
	if (place->len > size - place->addr)
		place->len = size - place->addr;
	return true;
}

static bool is_aruba(const struct gpu_chip *chip)
{
	return chip->cayman && chip->igp;
}

/*
 * What a page table entry says of VRAM is an offset into the memory itself, on
 * Aruba behind its place in the machine's memory. Source: radeon's nid.h and
 * amdgpu, which read the register at 0x2068 (81a as a dword) and shift it by 22; the
 * entries of the latter leave FB_LOCATION out on the next generation of this memory
 * controller. What the register at 0x2898 of Palm, Sumo and Sumo2 does to entries is
 * not known; nobody makes such entries there.
 */
static bool place_vram(struct gpu *gpu, uint64_t addr, struct place *place)
{
	uint64_t base = is_aruba(gpu_config(gpu)->chip) ?
			(uint64_t)gpu_reg_get(gpu, CARVE_OUT) << 22 : 0;
	uint64_t size = gpu_config(gpu)->vram_size;

	if (addr < base || addr - base >= size)
		return false;
	place->addr = addr - base;
	if (place->len > size - place->addr)
		place->len = size - place->addr;
	return true;
}

/**
 * mc_read_entry() - an entry of a page table or directory
 * @gpu: the card
 * @addr: where it is, an address that is not translated
 * @entry: out: the entry
 *
 * Return: false if that is not in VRAM.
 */
bool mc_read_entry(struct gpu *gpu, uint64_t addr, uint64_t *entry)
{
	struct place place = { .len = sizeof(*entry) };

	if (!place_fb(gpu, addr, &place) || place.len != sizeof(*entry))
		return false;
	*entry = gpu_page_tables_read(gpu, place.addr);
	return true;
}

static bool tlb_enabled(struct gpu *gpu)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;
	uint32_t offset = chip->cayman ? L1_TLB_CNTL_MX :
			  chip->igp ? L1_TLB_CNTL_FUS0 : L1_TLB_CNTL_MD0;
	uint32_t cntl = gpu_reg_get(gpu, offset);

	return (cntl & TLB_ENABLE) && (cntl & TLB_NOT_IN_SYS) == TLB_NOT_IN_SYS;
}

/* Does context 0 translate @addr? */
static bool in_gart(struct gpu *gpu, uint64_t addr)
{
	uint64_t page = addr >> 12;

	if (page >= gpu_reg_get(gpu, APERTURE_LOW) && page <= gpu_reg_get(gpu, APERTURE_HIGH))
		return false;
	return (gpu_reg_get(gpu, VM_CONTEXT0_CNTL) & CONTEXT_ENABLE) && tlb_enabled(gpu) &&
	       page >= gpu_reg_get(gpu, PT_START(0)) && page <= gpu_reg_get(gpu, PT_END(0));
}

static bool in_context(struct gpu *gpu, unsigned int vmid, uint64_t addr)
{
	uint64_t page = addr >> 12;

	return gpu_config(gpu)->chip->cayman && vmid < 8 && tlb_enabled(gpu) &&
	       (gpu_reg_get(gpu, VM_CONTEXT1_CNTL) & CONTEXT_ENABLE) &&
	       page >= gpu_reg_get(gpu, PT_START(vmid)) && page <= gpu_reg_get(gpu, PT_END(vmid));
}

static uint32_t place_page(struct gpu *gpu, unsigned int vmid, uint64_t addr, bool write,
			   struct place *place)
{
	uint32_t fault = 0;
	uint64_t pte = vm_lookup(gpu, vmid, addr >> 12, &fault);

	if (fault)
		return fault;
	if (!(pte & PTE_VALID))
		return FAULT_INVALID;
	if (!(pte & (write ? PTE_WRITE : PTE_READ)))
		return write ? FAULT_WRITE : FAULT_READ;
	if (place->len > MC_PAGE - addr % MC_PAGE)
		place->len = MC_PAGE - addr % MC_PAGE;
	place->system = pte & PTE_SYSTEM;
	place->addr = (pte & PTE_ADDR) + addr % MC_PAGE;
	if (place->system || place_vram(gpu, place->addr, place))
		return 0;
	/* On Aruba it is the machine's memory, whosever that is. No client writes entries. */
	if (vmid)
		gpu_violation(gpu, "vmid %u: the entry 0x%llx for VRAM is not of the card's memory",
			      vmid, (unsigned long long)pte);
	return FAULT_RANGE;
}

/* Returns 0 or the kind of fault. */
static uint32_t find_place(struct gpu *gpu, unsigned int vmid, uint64_t addr, bool write,
			   struct place *place)
{
	if (addr >> gpu_config(gpu)->chip->mc_address_bits)
		return FAULT_RANGE;
	if (vmid ? in_context(gpu, vmid, addr) : in_gart(gpu, addr))
		return place_page(gpu, vmid, addr, write, place);
	if (vmid || !place_fb(gpu, addr, place))
		return FAULT_RANGE;
	/* Stay inside the aperture: what follows VRAM may be GART. */
	if (place->len > MC_PAGE - addr % MC_PAGE)
		place->len = MC_PAGE - addr % MC_PAGE;
	return 0;
}

static bool move(struct gpu *gpu, const struct place *place, void *buf, bool write)
{
	const struct gpu_config *config = gpu_config(gpu);
	const struct gpu_watch *watch = config->watch;
	char *vram = config->vram;
	const char *unfit;

	if (watch && watch->page)
		return watch->page(watch->opaque, place->system, place->addr, buf, place->len,
				   write);
	if (place->system)
		return config->bus.dma &&
		       config->bus.dma(config->bus.opaque, place->addr, buf, place->len, write);
	unfit = gpu_memory_unfit(gpu);
	if (unfit) {
		gpu_violation(gpu, "access to VRAM at 0x%llx, which %s",
			      (unsigned long long)place->addr, unfit);
		return false;
	}
	if (write) {
		memcpy(vram + place->addr, buf, place->len);
		gpu_page_tables_written(gpu, place->addr, buf, place->len);
	} else {
		memcpy(buf, vram + place->addr, place->len);
	}
	return true;
}

/* One page or less; @place says how much it was. */
static bool access_page(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
			void *buf, bool write, struct place *place)
{
	size_t most = MC_PAGE - addr % MC_PAGE < place->len ? MC_PAGE - addr % MC_PAGE : place->len;
	uint32_t fault = find_place(gpu, vmid, addr, write, place);

	if (fault) {
		place->len = most;
		vm_report_fault(gpu, client, vmid, addr, write, fault);
		if (vm_redirect(gpu, vmid, addr, fault, place))
			move(gpu, place, buf, write);
		return false;
	}
	if (move(gpu, place, buf, write))
		return true;
	gpu_violation(gpu, "%s: bus address 0x%010llx is no memory of the host",
		      vm_client_name(client), (unsigned long long)place->addr);
	return false;
}

static bool access_memory(struct gpu *gpu, enum gpu_client client, unsigned int vmid,
			  uint64_t addr, void *buf, size_t len, bool write)
{
	const struct gpu_watch *watch = gpu_config(gpu)->watch;
	bool good = true;
	char *p = buf;

	if (watch && watch->memory &&
	    watch->memory(watch->opaque, client, vmid, addr, buf, len, write))
		return true;
	while (len) {
		struct place place = { .len = len };

		good &= access_page(gpu, client, vmid, addr, p, write, &place);
		if (!good && !vmid)
			return false;
		p += place.len;
		addr += place.len;
		len -= place.len;
	}
	return good;
}

uint8_t *gpu_mc_page(struct gpu *gpu, unsigned int vmid, uint64_t addr, bool write)
{
	const struct gpu_config *config = gpu_config(gpu);
	struct place place = { .len = MC_PAGE };

	if (config->watch || gpu_memory_unfit(gpu) ||
	    find_place(gpu, vmid, addr, write, &place) || place.system || place.len < MC_PAGE)
		return NULL;
	return (uint8_t *)config->vram + place.addr;
}

bool gpu_mc_read(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
		 void *buf, size_t len)
{
	if (!gpu_config(gpu)->watch || vmid)
		memset(buf, 0, len);
	return access_memory(gpu, client, vmid, addr, buf, len, false);
}

bool gpu_mc_write(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
		  const void *buf, size_t len)
{
	return access_memory(gpu, client, vmid, addr, (void *)buf, len, true);
}

/* Is it a page of the host whose caches nobody looks at? */
static bool is_unsnooped(struct gpu *gpu, uint64_t addr)
{
	uint32_t fault = 0;
	uint64_t pte;

	if (addr >> gpu_config(gpu)->chip->mc_address_bits || !in_gart(gpu, addr))
		return false;
	pte = vm_lookup(gpu, 0, addr >> 12, &fault);
	return !fault && (pte & (PTE_VALID | PTE_SYSTEM | PTE_SNOOPED)) == (PTE_VALID | PTE_SYSTEM);
}

/*
 * The host reads this again and again, and by its caches: no driver is known that maps it
 * uncached and needs no snooping.
 */
bool gpu_mc_report(struct gpu *gpu, enum gpu_client client, uint64_t addr, const void *buf, size_t len)
{
	if (gpu_config(gpu)->own_state && is_unsnooped(gpu, addr))
		gpu_violation(gpu, "%s: the host is told something at 0x%010llx, in a page that is not snooped",
			      vm_client_name(client), (unsigned long long)addr);
	return gpu_mc_write(gpu, client, 0, addr, buf, len);
}

static const struct gpu_reg mc_regs[] = {
	{ 0x2000, "MC_CONFIG", 0, ALL, SRC_KERNEL },
	{ SHARED_CHMAP, "MC_SHARED_CHMAP", 0, 0, SRC_KERNEL },
	{ 0x2008, "MC_SHARED_CHREMAP", 0, ALL, SRC_KERNEL },
	{ FB_LOCATION, "MC_VM_FB_LOCATION", 0, ALL, SRC_KERNEL },
	{ 0x2028, "MC_VM_AGP_TOP", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x202c, "MC_VM_AGP_BOT", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x2030, "MC_VM_AGP_BASE", 0, ALL, SRC_KERNEL },
	{ APERTURE_LOW, "MC_VM_SYSTEM_APERTURE_LOW_ADDR", ALL, 0x0fffffff, SRC_KERNEL },
	{ APERTURE_HIGH, "MC_VM_SYSTEM_APERTURE_HIGH_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x203c, "MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ BLACKOUT_CNTL, "MC_SHARED_BLACKOUT_CNTL", 0, 0x7, SRC_KERNEL },
	{ ARB_RAMCFG, "MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ 0x2234, "MC_VM_MB_L1_TLB0_CNTL", 0, 0x00ffffff, SRC_KERNEL, .count = 4 },
	{ L1_TLB_CNTL_MD0, "MC_VM_MD_L1_TLB0_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ 0x2658, "MC_VM_MD_L1_TLB1_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ L1_TLB_CNTL_FUS0, "MC_VM_MD_L1_TLB2_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ 0x2698, "MC_VM_MD_L1_TLB3_CNTL", 0, 0x00ffffff, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_fusion[] = {
	{ 0x2660, "FUS_MC_VM_MD_L1_TLB1_CNTL", 0, 0x00ffffff, SRC_KERNEL, .count = 2 },
	{ FUS_ARB_RAMCFG, "FUS_MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ FUS_VM_FB_OFFSET, "MC_FUS_VM_FB_OFFSET", 0, 0x0fffffff, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_aruba[] = {
	{ FUS_ARB_RAMCFG, "FUS_MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ CARVE_OUT, "FUS_MC_VM_FB_OFFSET", 0, 0, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_cayman[] = {
	{ L1_TLB_CNTL_MX, "MC_VM_MX_L1_TLB_CNTL", 0, 0x00000fff, SRC_KERNEL },
};

#define ADD(table) gpu_regs_add(gpu, table, ARRAY_SIZE(table))

static void mc_init(struct gpu *gpu, void *state)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;

	(void)state;
	ADD(mc_regs);
	if (chip->cayman)
		ADD(mc_regs_cayman);
	if (is_aruba(chip))
		ADD(mc_regs_aruba);
	else if (chip->igp)
		ADD(mc_regs_fusion);
}

static void put_at_3_mib(struct gpu *gpu, uint64_t vram_size)
{
	uint64_t start = 0x40300000, end = start + vram_size - 1;

	gpu_reg_set(gpu, FB_LOCATION, (uint32_t)(end >> 24) << 16 | (uint32_t)(start >> 24));
	gpu_reg_set(gpu, FUS_VM_FB_OFFSET, (uint32_t)(end >> 20 & 0xf) << 24 |
					   (uint32_t)(start >> 20 & 0xf) << 20);
}

/*
 * The VBIOS leaves VRAM at 1 GiB: a place that is neither 0 nor where a driver
 * would put it, so that whoever relies on either without asking shows. For the same
 * reason it begins 3 MiB later where the chip has the bits for that.
 */
static void mc_reset(struct gpu *gpu, void *state)
{
	const struct gpu_config *config = gpu_config(gpu);
	uint32_t units = (uint32_t)((config->vram_size + 0xffffff) >> 24);

	(void)state;
	gpu_reg_set(gpu, SHARED_CHMAP, config->chip->chmap);
	gpu_reg_set(gpu, ARB_RAMCFG, config->chip->ramcfg);
	if (config->chip->igp)
		gpu_reg_set(gpu, FUS_ARB_RAMCFG, config->chip->ramcfg);
	/* Below 4 GiB, as far as anybody can tell; what counts is that it is not 0. */
	if (is_aruba(config->chip))
		gpu_reg_set(gpu, CARVE_OUT, 0x2f0);
	if (!config->posted)
		return;
	gpu_reg_set(gpu, FB_LOCATION, (0x40 + units - 1) << 16 | 0x40);
	if (config->chip->igp && !config->chip->cayman)
		put_at_3_mib(gpu, config->vram_size);
}

const struct gpu_block gpu_block_mc = {
	.name = "mc",
	.init = mc_init,
	.reset = mc_reset,
};
