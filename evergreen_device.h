/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEVICE_H
#define EVERGREEN_DEVICE_H

#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/ratelimit.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_print.h>
#include <drm/ttm/ttm_device.h>

#include "evergreen_account.h"
#include "evergreen_atom.h"
#include "evergreen_chips.h"
#include "evergreen_clocks.h"
#include "evergreen_gart.h"
#include "evergreen_gfx.h"
#include "evergreen_ib.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mc.h"
#include "evergreen_reset.h"
#include "evergreen_semaphore.h"
#include "evergreen_ttm.h"
#include "evergreen_vbios.h"

struct cayman_vmids;
struct evergreen_file;
struct evergreen_ih;
struct evergreen_ring;
struct evergreen_rlc;

/* Addresses that the card can put on the bus. */
#define EVERGREEN_BUS_ADDRESS_BITS	40

/*
 * Rings by their place in evergreen_device.rings. CP1, CP2 and DMA1 are Cayman's
 * and Aruba's; a ring that a card does not have is NULL there.
 */
enum evergreen_ring_id {
	EVERGREEN_RING_GFX,
	EVERGREEN_RING_CP1,
	EVERGREEN_RING_CP2,
	EVERGREEN_RING_DMA0,
	EVERGREEN_RING_DMA1,
	EVERGREEN_NUM_RINGS,
};

/**
 * struct cayman_vms - address spaces of all clients
 */
struct cayman_vms {
	/** @list: all of them */
	struct list_head list;

	/**
	 * @lock: guards @list, and what each of them has pinned; taken under &cayman_vm.lock,
	 * which may only be tried under this one
	 */
	struct mutex lock;

	/** @vmids: their contexts; NULL on chips before Cayman */
	struct cayman_vmids *vmids;

	/** @vram_base: address of VRAM in their page table entries */
	u64 vram_base;

	/** @wq: runs what they have to do later; NULL on chips without them */
	struct workqueue_struct *wq;

	/** @faults: how many may interrupt in a row */
	struct ratelimit_state faults;

	/** @forget_fault: lets the next one interrupt, after too many */
	struct delayed_work forget_fault;
};

/**
 * struct evergreen_userptrs - all buffers of processes' memory
 */
struct evergreen_userptrs {
	/** @list: of &struct evergreen_userptr, under @lock */
	struct list_head list;

	/** @in_vain: those of them that have had a hopeless job, likewise */
	struct list_head in_vain;

	/**
	 * @lock: held where such a buffer's pages change, and where a job that uses them gets its
	 * fence; see evergreen_userptr.c
	 */
	struct mutex lock;

	/** @known_lock: a leaf, held where a buffer gets pages or has none any more */
	spinlock_t known_lock;
};

/**
 * struct evergreen_jobs - the jobs of all rings
 */
struct evergreen_jobs {
	/** @emitted: how many were put on a ring since probe */
	atomic64_t emitted;

	/** @pending: how many are armed and not yet freed; waited for by wait_var_event() */
	atomic_t pending;
};

/**
 * struct evergreen_owners - clients that have what only one may use at a time
 *
 * Changed by cmpxchg(); NULL if nobody has it.
 */
struct evergreen_owners {
	/** @hyperz: who may use HyperZ */
	struct evergreen_file *hyperz;

	/** @cmask: who may use CMASK */
	struct evergreen_file *cmask;
};

/**
 * struct evergreen_device - one card
 */
struct evergreen_device {
	/** @drm: DRM's part; its last reference frees the rest */
	struct drm_device drm;

	/** @ttm: TTM's part */
	struct ttm_device ttm;

	/** @chip: what the family is like */
	const struct evergreen_chip *chip;

	/** @limits: of this card; @chip's are those of the family's largest */
	struct evergreen_limits limits;

	/** @vbios: the clocks that the VBIOS tells, set at probe */
	struct evergreen_atom_clocks vbios;

	/** @rom: the VBIOS itself */
	struct evergreen_rom rom;

	/** @clocks: those that are set */
	struct evergreen_clocks clocks;

	/** @mmio: BAR2 */
	void __iomem *mmio;

	/** @mmio_size: bytes of it */
	resource_size_t mmio_size;

	/** @mmio_lock: guards the pairs of index and data registers */
	spinlock_t mmio_lock;

	/** @mc: address map, set at probe */
	struct evergreen_mc mc;

	/** @gart: page table */
	struct evergreen_gart gart;

	/** @vms: address spaces of clients */
	struct cayman_vms vms;

	/** @gfx: what the 3D engine has, set at probe */
	struct evergreen_gfx gfx;

	/** @wb: the write-back page in GTT that the card reports into: EVERGREEN_WB_* */
	struct evergreen_kernel_bo wb;

	/** @ih: interrupt ring */
	struct evergreen_ih *ih;

	/** @rlc: lists of the RLC, or NULL if the chip needs none */
	struct evergreen_rlc *rlc;

	/** @clock_lock: held while the GPU clock is captured and read */
	struct mutex clock_lock;

	/** @fw: microcode; NULL for what the card does not need */
	const struct firmware *fw[EVERGREEN_FW_COUNT];

	/** @steps_done: how many steps of evergreen_device_init() have been done */
	u32 steps_done;

	/** @rings: by enum evergreen_ring_id; set once, NULL if the card has no such ring */
	struct evergreen_ring *rings[EVERGREEN_NUM_RINGS];

	/** @mman: what TTM does not keep itself */
	struct evergreen_mman mman;

	/** @accounts: what users have */
	struct evergreen_accounts accounts;

	/** @userptrs: buffers of processes' memory */
	struct evergreen_userptrs userptrs;

	/** @cs_chip: what the checker has to know of the card */
	struct r600_cs_chip cs_chip;

	/** @reset: what resets the card */
	struct evergreen_reset reset;

	/** @put_work: drops the last reference in a worker */
	struct work_struct put_work;

	/**
	 * @suspended: jobs are held: none is put on a ring, and evergreen_jobs_hold() looks for
	 * hangs of those that are there. When it has returned, only its caller touches the card.
	 */
	bool suspended;

	/** @powerless: it sleeps without power, and what the driver had in VRAM has been saved */
	bool powerless;

	/** @was_in_d3: the PCI core has put it into D3hot since */
	bool was_in_d3;

	/** @bios_scratch: what the VBIOS and firmware tell each other, before the machine slept */
	u32 bios_scratch[8];

	/** @sleep_mark: what vram_mark() in evergreen_pm.c said before the machine slept */
	u64 sleep_mark;

	/** @lockup_timeout_ms: how long a job may run; 0 is without limit */
	u32 lockup_timeout_ms;

	/** @training_displays_off: displays are off while memory is trained */
	bool training_displays_off;

	/** @park: GTT that rings point to which are off, and mailboxes that no stream has set */
	struct evergreen_kernel_bo park;

	/** @clean_start: packets that come before a stream; @clean_start_dw dwords of them */
	u32 *clean_start;

	/** @clean_start_dw: how many there are */
	u32 clean_start_dw;

	/** @ib_pool: where streams without an address space of their own are copied to */
	struct evergreen_ib_pool ib_pool;

	/** @semaphores: by which rings wait for each other */
	struct evergreen_semaphores semaphores;

	/** @jobs: all that are there */
	struct evergreen_jobs jobs;

	/** @owners: of what only one client may use at a time */
	struct evergreen_owners owners;

	/** @dead: the card is gone or could not be revived; set once */
	bool dead;
};

static inline struct evergreen_device *to_evergreen(struct drm_device *drm)
{
	return container_of(drm, struct evergreen_device, drm);
}

int evergreen_device_init(struct evergreen_device *edev);
bool evergreen_device_is_up(const struct evergreen_device *edev);
bool evergreen_device_hold(struct evergreen_device *edev);
int evergreen_device_restore(struct evergreen_device *edev, enum evergreen_reset_level level);
int evergreen_device_repower(struct evergreen_device *edev);
void evergreen_device_fini(struct evergreen_device *edev);

#endif
