// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: memory controller
 *
 * GPU addresses of context 0 mean, in this order: the system aperture (VRAM as
 * MC_VM_FB_LOCATION places it), the flat page table of the GART, and else VRAM
 * again ("pass through"). Contexts 1 to 7 of Cayman and Aruba have a two-level
 * table each and nothing else.
 *
 * Translations of all contexts, also those of invalid entries, and entries of
 * directories, likewise, are kept until the TLB is flushed
 * (VM_CONTEXT0_REQUEST_RESPONSE, VM_INVALIDATE_REQUEST), so a driver that forgets
 * a flush sees old pages. The host writes page tables through HDP, see tables.c: a flush
 * of a context that no HDP flush has gone before leaves the TLB as it is, because
 * on hardware the new entries may not have reached VRAM then.
 *
 * Flushes of contexts 1 to 7 take their time. They are done when VM_INVALIDATE_REQUEST
 * or VM_INVALIDATE_RESPONSE has been read, which is how radeon waits for them on its
 * rings, and how amdkfd's support of the next generation does on the CPU; else later. For
 * context 0 radeon.ko waits for nothing, so its flushes are done at once.
 *
 * Missing: the order of accesses of different clients, identity access modes
 * other than the one that radeon sets up, and fragments, which only save work.
 * Sources: the kernel's radeon driver, but where a comment says otherwise.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define FB_LOCATION		0x2024
#define APERTURE_LOW		0x2034
#define APERTURE_HIGH		0x2038
#define BLACKOUT_CNTL		0x20ac
#define FUS_VM_FB_OFFSET	0x2898	/* Palm, Sumo, Sumo2: bits of FB_LOCATION that it has no room for */
#define CARVE_OUT		0x2068	/* Aruba: where its VRAM is, in units of 4 MiB */

#define VM_CONTEXT0_CNTL	0x1410
#define VM_CONTEXT1_CNTL	0x1414
#define VM_CONTEXT1_CNTL2	0x1434
#define VM_REQUEST_RESPONSE	0x1470
#define VM_INVALIDATE_REQUEST	0x1478
#define VM_INVALIDATE_RESPONSE	0x147c
#define FAULT_STATUS(c)		((c) ? 0x14dcu : 0x14d8u)
#define FAULT_ADDR(c)		((c) ? 0x14fcu : 0x14f8u)
#define PT_BASE(vmid)		(0x153cu + 4 * (vmid))
#define PT_START(vmid)		(0x155cu + 4 * (vmid))
#define PT_END(vmid)		(0x157cu + 4 * (vmid))

#define L1_TLB_CNTL_MX		0x2064	/* Cayman, Aruba */
#define L1_TLB_CNTL_MD0		0x2654
#define L1_TLB_CNTL_FUS0	0x265c	/* Palm, Sumo, Sumo2 */

#define CONTEXT_ENABLE		0x1u
#define TLB_ENABLE		0x1u
#define TLB_NOT_IN_SYS		(3u << 3)
#define FAULT_CLEAR		0x1u
#define FAULT_DEFAULT_PAGE(c)	((c) ? 0x151cu : 0x1518u)
#define VM_L2_STATUS		0x140c

#define PTE_VALID		0x01u
#define PTE_SYSTEM		0x02u
#define PTE_READ		0x20u
#define PTE_WRITE		0x40u
#define PTE_ADDR		0x000000fffffff000ull

#define ALL			0xffffffffu
#define PAGE			4096u
#define TLB_SIZE		65536u
#define PDES			4096u
#define ALL_CONTEXTS		0xffu
#define FLUSH_NS		100000	/* unless somebody looks; a guess */
#define LATE_FLUSH_NS		5000000000ull

/* FAULT_STATUS bits 3:0, which radeon calls protections. Meaning of each: guess. */
#define FAULT_RANGE		0x1u
#define FAULT_DIRECTORY		0x2u
#define FAULT_INVALID		0x4u
#define FAULT_ACCESS		0x8u
#define FAULT_READ		0x9u	/* FAULT_ACCESS in the register */
#define FAULT_WRITE		0xau

struct tlb_entry {
	uint64_t tag;		/* page << 3 | vmid, plus one; 0 is empty */
	uint64_t pte;
	uint32_t fault;		/* FAULT_DIRECTORY if there was no table */
};

struct mc {
	struct tlb_entry tlb[TLB_SIZE];
	struct tlb_entry pdes[PDES];	/* tags count tables instead of pages */
	uint32_t hdp_flushed;	/* contexts that have not been flushed since */
	uint32_t flushing;	/* contexts whose flush is not done yet */
	uint32_t late;		/* fault: those whose flush is not done by looking */
	bool hangs;		/* fault: no flush ends */
};

/* Where an access ends up, and how far that holds. */
struct place {
	bool system;
	uint64_t addr;		/* bus address, or offset in VRAM */
	size_t len;
};

/* Client ids in FAULT_STATUS; source: the decoder of Cayman's faults in radeon. */
static const struct {
	const char *name;
	uint32_t id;
} clients[] = {
	[CLIENT_HDP] = { "HDP", 56 }, [CLIENT_CP] = { "CP", 112 }, [CLIENT_DMA] = { "DMA", 55 },
	[CLIENT_IH] = { "IH", 178 }, [CLIENT_RLC] = { "RLC", 51 }, [CLIENT_GFX] = { "GFX", 32 },
};

static struct mc *mc_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_MC);
}

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

static bool read_fb_entry(struct gpu *gpu, uint64_t addr, uint64_t *entry)
{
	struct place place = { .len = sizeof(*entry) };

	if (!place_fb(gpu, addr, &place) || place.len != sizeof(*entry))
		return false;
	*entry = gpu_tables_read(gpu, place.addr);
	return true;
}

/* The flat table of context 0; a table outside VRAM is no table. */
static uint64_t walk_flat(struct gpu *gpu, uint64_t page)
{
	uint64_t base = (uint64_t)gpu_reg_get(gpu, PT_BASE(0)) << 12;
	uint64_t index = page - gpu_reg_get(gpu, PT_START(0));
	uint64_t pte;

	return read_fb_entry(gpu, base + 8 * index, &pte) ? pte : 0;
}

static struct tlb_entry *slot(struct tlb_entry *entries, size_t n, unsigned int vmid, uint64_t page)
{
	return &entries[(page + vmid * 8191ull) % n];
}

static uint64_t tag_of(unsigned int vmid, uint64_t page)
{
	return (page << 3 | vmid) + 1;
}

/* The directory's entry for a table, or 0. */
static uint64_t lookup_pde(struct gpu *gpu, unsigned int vmid, uint64_t table)
{
	struct tlb_entry *e = slot(mc_of(gpu)->pdes, PDES, vmid, table);
	uint64_t base = (uint64_t)gpu_reg_get(gpu, PT_BASE(vmid)) << 12;
	uint64_t tag = tag_of(vmid, table), pde;

	if (e->tag == tag)
		return e->pte;
	if (!read_fb_entry(gpu, base + 8 * table, &pde))
		pde = 0;
	*e = (struct tlb_entry){ .tag = tag, .pte = pde };
	return pde;
}

static uint64_t walk_two_level(struct gpu *gpu, unsigned int vmid, uint64_t page, uint32_t *fault)
{
	unsigned int bits = (gpu_reg_get(gpu, VM_CONTEXT1_CNTL) >> 24 & 0xf) + 9;
	uint64_t pde = lookup_pde(gpu, vmid, page >> bits), pte;

	if (!(pde & PTE_VALID)) {
		*fault = FAULT_DIRECTORY;
		return 0;
	}
	page &= (1ull << bits) - 1;
	return read_fb_entry(gpu, (pde & PTE_ADDR) + 8 * page, &pte) ? pte : 0;
}

static uint64_t lookup_pte(struct gpu *gpu, unsigned int vmid, uint64_t page, uint32_t *fault)
{
	struct tlb_entry *e = slot(mc_of(gpu)->tlb, TLB_SIZE, vmid, page);
	uint64_t tag = tag_of(vmid, page), pte;

	if (e->tag != tag) {
		pte = vmid ? walk_two_level(gpu, vmid, page, fault) : walk_flat(gpu, page);
		*e = (struct tlb_entry){ tag, pte, *fault };
	}
	*fault = e->fault;
	return e->pte;
}

/*
 * A fault of a kind, FAULT_*: which bits of VM_CONTEXTn_CNTL have it redirected to the
 * default page and reported, and the vector. That invalid pages raise 146 and
 * protections 147 is how the kernel names the two on the chips that came next.
 */
static const struct fault_kind {
	uint32_t redirect, interrupt, vector;
} fault_kinds[] = {
	[FAULT_RANGE] = { 1u << 4, 1u << 3, 146 },
	[FAULT_DIRECTORY] = { 1u << 10, 1u << 9, 146 },
	[FAULT_INVALID] = { 1u << 13, 1u << 12, 146 },
	[FAULT_READ] = { 1u << 16, 1u << 15, 147 },
	[FAULT_WRITE] = { 1u << 19, 1u << 18, 147 },
};

static uint32_t status_of(enum gpu_client client, unsigned int vmid, bool write, uint32_t fault)
{
	uint32_t protection = fault == FAULT_READ || fault == FAULT_WRITE ? FAULT_ACCESS : fault;

	return protection | clients[client].id << 12 | (uint32_t)write << 24 | vmid << 25;
}

/* The registers tell the first fault, and only it interrupts, until they are cleared. */
static void report_fault(struct gpu *gpu, enum gpu_client client, unsigned int vmid,
			 uint64_t addr, bool write, uint32_t fault)
{
	const struct fault_kind *kind = &fault_kinds[fault];
	unsigned int c = vmid != 0;

	if (!vmid)
		gpu_violation(gpu, "%s %s at 0x%010llx: no such memory (fault %u)",
			      clients[client].name, write ? "writes" : "reads",
			      (unsigned long long)addr, fault);
	else
		gpu_trace(gpu, "mc    vm fault %u: %s vmid %u %s %010llx", fault,
			  clients[client].name, vmid, write ? "write" : "read",
			  (unsigned long long)addr);
	if (!gpu_config(gpu)->chip->cayman || gpu_reg_get(gpu, FAULT_STATUS(c)))
		return;
	gpu_reg_set(gpu, FAULT_ADDR(c), (uint32_t)(addr >> 12));
	gpu_reg_set(gpu, FAULT_STATUS(c), status_of(client, vmid, write, fault));
	if (c && gpu_reg_get(gpu, VM_CONTEXT1_CNTL) & kind->interrupt) {
		gpu_guess(gpu, "MC: protection bits; vector 146 for pages, 147 for protections");
		gpu_ih_raise(gpu, kind->vector, 0, 0, vmid);
	}
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
	uint64_t pte = lookup_pte(gpu, vmid, addr >> 12, &fault);

	if (fault)
		return fault;
	if (!(pte & PTE_VALID))
		return FAULT_INVALID;
	if (!(pte & (write ? PTE_WRITE : PTE_READ)))
		return write ? FAULT_WRITE : FAULT_READ;
	if (place->len > PAGE - addr % PAGE)
		place->len = PAGE - addr % PAGE;
	place->system = pte & PTE_SYSTEM;
	place->addr = (pte & PTE_ADDR) + addr % PAGE;
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
	if (place->len > PAGE - addr % PAGE)
		place->len = PAGE - addr % PAGE;
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
		gpu_tables_written(gpu, place->addr, buf, place->len);
	} else {
		memcpy(buf, vram + place->addr, place->len);
	}
	return true;
}

/* To the default page of the context, one of the host's, if faults of the kind go there. */
static bool redirect(struct gpu *gpu, unsigned int vmid, uint64_t addr, uint32_t fault,
		     struct place *place)
{
	uint32_t cntl = gpu_reg_get(gpu, vmid ? VM_CONTEXT1_CNTL : VM_CONTEXT0_CNTL);
	uint64_t page = gpu_reg_get(gpu, FAULT_DEFAULT_PAGE(vmid));

	if (!(cntl & fault_kinds[fault].redirect))
		return false;
	place->system = true;
	place->addr = page << 12 | addr % PAGE;
	return true;
}

/* One page or less; @place says how much it was. */
static bool access_page(struct gpu *gpu, enum gpu_client client, unsigned int vmid, uint64_t addr,
			void *buf, bool write, struct place *place)
{
	size_t most = PAGE - addr % PAGE < place->len ? PAGE - addr % PAGE : place->len;
	uint32_t fault = find_place(gpu, vmid, addr, write, place);

	if (fault) {
		place->len = most;
		report_fault(gpu, client, vmid, addr, write, fault);
		if (redirect(gpu, vmid, addr, fault, place))
			move(gpu, place, buf, write);
		return false;
	}
	if (move(gpu, place, buf, write))
		return true;
	gpu_violation(gpu, "%s: bus address 0x%010llx is no memory of the host",
		      clients[client].name, (unsigned long long)place->addr);
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
	struct place place = { .len = PAGE };

	if (config->watch || gpu_memory_unfit(gpu) || find_place(gpu, vmid, addr, write, &place) || place.system ||
	    place.len < PAGE)
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

void gpu_mc_hdp_flushed(struct gpu *gpu)
{
	mc_of(gpu)->hdp_flushed = ALL_CONTEXTS;
}

static void drop(struct tlb_entry *entries, size_t n, uint32_t vmids)
{
	for (size_t i = 0; i < n; i++)
		if (entries[i].tag && (vmids >> ((entries[i].tag - 1) & 7) & 1))
			entries[i].tag = 0;
}

static void flush_done(struct gpu *gpu, uint64_t vmids)
{
	struct mc *mc = mc_of(gpu);

	vmids &= mc->flushing & ~mc->late;
	if (!vmids || mc->hangs)
		return;
	mc->flushing &= (uint32_t)~vmids;
	drop(mc->tlb, TLB_SIZE, (uint32_t)vmids);
	drop(mc->pdes, PDES, (uint32_t)vmids);
}

static void late_flush_done(struct gpu *gpu, uint64_t vmids)
{
	mc_of(gpu)->late &= (uint32_t)~vmids;
	flush_done(gpu, vmids);
}

/*
 * "vm-flush-late": one that the host asks for takes so long that jobs end before it.
 * "vm-flush-never": it does not end before a ring asks for one, or the VM cache is reset.
 */
static bool flush_is_late(struct gpu *gpu, uint32_t vmids)
{
	struct mc *mc = mc_of(gpu);
	bool late;

	if (!gpu_by_host(gpu) || !(vmids & ~1u))
		return false;
	late = gpu_fault_hit(gpu, "vm-flush-late");
	if (!late && !gpu_fault_hit(gpu, "vm-flush-never"))
		return false;
	mc->late |= vmids & ~1u;
	if (late)
		gpu_after(gpu, LATE_FLUSH_NS, late_flush_done, vmids & ~1u);
	return true;
}

static void flush_tlb(struct gpu *gpu, uint32_t vmids)
{
	struct mc *mc = mc_of(gpu);
	uint32_t early = vmids & ~mc->hdp_flushed;

	if (early)
		gpu_trace(gpu, "mc    TLB flush of contexts %02x without an HDP flush before it: no effect",
			  early);
	mc->hdp_flushed &= ~vmids;
	mc->flushing |= vmids & ~early;
	/* Who asks again on a ring gets it now. */
	if (!flush_is_late(gpu, vmids & ~early))
		mc->late &= ~(vmids & ~early);
	flush_done(gpu, 1);
	if (mc->flushing & ~mc->late)
		gpu_after(gpu, FLUSH_NS, flush_done, mc->flushing);
}

/* "vm-hang": from one flush on, none ends before the VM cache is reset. */
static bool flush_hangs(struct gpu *gpu)
{
	struct mc *mc = mc_of(gpu);

	if (!mc->hangs && gpu_fault_hit(gpu, "vm-hang")) {
		mc->hangs = true;
		gpu_busy_set(gpu, UNIT_VM, true);
	}
	return mc->hangs;
}

/**
 * gpu_vm_soft_reset() - the bit for VMC in SRBM_SOFT_RESET
 * @gpu: the card
 *
 * Flushes end again, and nothing is kept of translations (a guess). The registers
 * of the contexts stay.
 */
void gpu_vm_soft_reset(struct gpu *gpu)
{
	struct mc *mc = mc_of(gpu);

	memset(mc->tlb, 0, sizeof(mc->tlb));
	memset(mc->pdes, 0, sizeof(mc->pdes));
	mc->flushing = 0;
	mc->late = 0;
	mc->hangs = false;
	gpu_busy_set(gpu, UNIT_VM, false);
	gpu_trace(gpu, "mc    VM soft reset");
}

static uint32_t read_l2_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	return gpu_busy(gpu, UNIT_VM);	/* L2_BUSY */
}

/* "vm-mute": neither register says anything. No driver of these chips has relied on them. */
static bool is_mute(struct gpu *gpu)
{
	return gpu_fault_hit(gpu, "vm-mute");
}

/* Reads back what was asked for until it is done, which is now but by a fault. */
static uint32_t read_invalidate_request(struct gpu *gpu, const struct gpu_reg *reg)
{
	flush_done(gpu, ALL_CONTEXTS);
	if (is_mute(gpu))
		return 0;
	return mc_of(gpu)->hangs ? gpu_reg_get(gpu, reg->offset) : mc_of(gpu)->flushing;
}

/* The contexts of which no flush is under way. */
static uint32_t read_invalidate_response(struct gpu *gpu, const struct gpu_reg *reg)
{
	(void)reg;
	flush_done(gpu, ALL_CONTEXTS);
	if (is_mute(gpu))
		return 0;
	return ALL_CONTEXTS & ~(mc_of(gpu)->hangs ? gpu_reg_get(gpu, VM_INVALIDATE_REQUEST) :
				mc_of(gpu)->flushing);
}

static void write_request_response(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	bool fails;

	if (flush_hangs(gpu)) {
		gpu_reg_set(gpu, reg->offset, value & 0xf);
		return;
	}
	fails = gpu_fault_hit(gpu, "tlb-flush-fails");
	if ((value & 0xf) == 1 && !fails)
		flush_tlb(gpu, 1);
	gpu_reg_set(gpu, reg->offset, (value & 0xf) | (fails ? 2u : 1u) << 4);
}

static void write_page_table_base(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)value;
	gpu_cp_pages_change(gpu, (reg->offset - PT_BASE(0)) / 4);
}

static void write_invalidate_request(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (flush_hangs(gpu))
		gpu_reg_set(gpu, reg->offset, value & 0xff);
	else if (!gpu_fault_hit(gpu, "tlb-flush-fails"))
		flush_tlb(gpu, value & ALL_CONTEXTS);
}

static void write_l2_cntl2(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & 3)
		flush_tlb(gpu, ALL_CONTEXTS);
}

static void write_context1_cntl2(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	(void)reg;
	if (value & FAULT_CLEAR) {
		gpu_reg_set(gpu, FAULT_STATUS(1), 0);
		gpu_reg_set(gpu, FAULT_ADDR(1), 0);
	}
}

static const struct gpu_reg mc_regs[] = {
	{ 0x2000, "MC_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0x2004, "MC_SHARED_CHMAP", 0, 0, SRC_KERNEL },
	{ 0x2008, "MC_SHARED_CHREMAP", 0, ALL, SRC_KERNEL },
	{ FB_LOCATION, "MC_VM_FB_LOCATION", 0, ALL, SRC_KERNEL },
	{ 0x2028, "MC_VM_AGP_TOP", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x202c, "MC_VM_AGP_BOT", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x2030, "MC_VM_AGP_BASE", 0, ALL, SRC_KERNEL },
	{ APERTURE_LOW, "MC_VM_SYSTEM_APERTURE_LOW_ADDR", ALL, 0x0fffffff, SRC_KERNEL },
	{ APERTURE_HIGH, "MC_VM_SYSTEM_APERTURE_HIGH_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x203c, "MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ BLACKOUT_CNTL, "MC_SHARED_BLACKOUT_CNTL", 0, 0x7, SRC_KERNEL },
	{ 0x2760, "MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ 0x1400, "VM_L2_CNTL", 0, 0x001fffff, SRC_KERNEL },
	{ 0x1404, "VM_L2_CNTL2", 0, 0, SRC_KERNEL, .write = write_l2_cntl2, .ignored = 3 },
	{ 0x1408, "VM_L2_CNTL3", 0, 0x01ffffff, SRC_KERNEL },
	{ VM_L2_STATUS, "VM_L2_STATUS", 0, 0, SRC_KERNEL, .read = read_l2_status },
	{ VM_CONTEXT0_CNTL, "VM_CONTEXT0_CNTL", 0, 0x0fffffff, SRC_KERNEL },
	{ VM_CONTEXT1_CNTL, "VM_CONTEXT1_CNTL", 0, 0x0fffffff, SRC_KERNEL },
	{ VM_REQUEST_RESPONSE, "VM_CONTEXT0_REQUEST_RESPONSE", 0, 0xf, SRC_KERNEL,
	  .write = write_request_response },
	{ 0x1518, "VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x151c, "VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ 0x2234, "MC_VM_MB_L1_TLB0_CNTL", 0, 0x00ffffff, SRC_KERNEL, .count = 4 },
	{ 0x2654, "MC_VM_MD_L1_TLB0_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ 0x2658, "MC_VM_MD_L1_TLB1_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ 0x265c, "MC_VM_MD_L1_TLB2_CNTL", 0, 0x00ffffff, SRC_KERNEL },
	{ 0x2698, "MC_VM_MD_L1_TLB3_CNTL", 0, 0x00ffffff, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_evergreen[] = {
	{ PT_BASE(0), "VM_CONTEXT0_PAGE_TABLE_BASE_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ PT_START(0), "VM_CONTEXT0_PAGE_TABLE_START_ADDR", 0, 0x0fffffff, SRC_KERNEL },
	{ PT_END(0), "VM_CONTEXT0_PAGE_TABLE_END_ADDR", 0, 0x0fffffff, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_fusion[] = {
	{ 0x2660, "FUS_MC_VM_MD_L1_TLB1_CNTL", 0, 0x00ffffff, SRC_KERNEL, .count = 2 },
	{ 0x2768, "FUS_MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ FUS_VM_FB_OFFSET, "MC_FUS_VM_FB_OFFSET", 0, 0x0fffffff, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_aruba[] = {
	{ 0x2768, "FUS_MC_ARB_RAMCFG", 0, 0, SRC_KERNEL },
	{ CARVE_OUT, "FUS_MC_VM_FB_OFFSET", 0, 0, SRC_KERNEL },
};

static const struct gpu_reg mc_regs_cayman[] = {
	{ L1_TLB_CNTL_MX, "MC_VM_MX_L1_TLB_CNTL", 0, 0x00000fff, SRC_KERNEL },
	{ 0x1430, "VM_CONTEXT0_CNTL2", 0, 0x7, SRC_KERNEL },
	{ VM_CONTEXT1_CNTL2, "VM_CONTEXT1_CNTL2", 0, 0x6, SRC_KERNEL,
	  .write = write_context1_cntl2, .ignored = FAULT_CLEAR },
	{ VM_INVALIDATE_REQUEST, "VM_INVALIDATE_REQUEST", 0, 0, SRC_KERNEL,
	  .read = read_invalidate_request, .write = write_invalidate_request, .ignored = 0xff },
	{ VM_INVALIDATE_RESPONSE, "VM_INVALIDATE_RESPONSE", 0, 0, SRC_KERNEL,
	  .read = read_invalidate_response },
	{ FAULT_STATUS(0), "VM_CONTEXT0_PROTECTION_FAULT_STATUS", 0, 0, SRC_KERNEL, .count = 2 },
	{ FAULT_ADDR(0), "VM_CONTEXT0_PROTECTION_FAULT_ADDR", 0, 0, SRC_KERNEL, .count = 2 },
	{ 0x15d4, "0x15d4", 0, ALL, SRC_KERNEL, .count = 3 },	/* radeon writes 0, no name is known */
	{ PT_BASE(0), "VM_CONTEXTn_PAGE_TABLE_BASE_ADDR", 0, 0x0fffffff, SRC_KERNEL,
	  .write = write_page_table_base, .count = 8 },
	{ PT_START(0), "VM_CONTEXTn_PAGE_TABLE_START_ADDR", 0, 0x0fffffff, SRC_KERNEL, .count = 8 },
	{ PT_END(0), "VM_CONTEXTn_PAGE_TABLE_END_ADDR", 0, 0x0fffffff, SRC_KERNEL, .count = 8 },
};

#define ADD(table) gpu_regs_add(gpu, table, ARRAY_SIZE(table))

static void mc_init(struct gpu *gpu, void *state)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;

	(void)state;
	ADD(mc_regs);
	if (chip->cayman)
		ADD(mc_regs_cayman);
	else
		ADD(mc_regs_evergreen);
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

	memset(state, 0, sizeof(struct mc));
	gpu_reg_set(gpu, 0x2004, config->chip->chmap);
	gpu_reg_set(gpu, 0x2760, config->chip->ramcfg);
	if (config->chip->igp)
		gpu_reg_set(gpu, 0x2768, config->chip->ramcfg);
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
	.state_size = sizeof(struct mc),
	.init = mc_init,
	.reset = mc_reset,
};
