/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEVICE_H
#define EVERGREEN_DEVICE_H

#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_print.h>
#include <drm/gpu_scheduler.h>
#include <drm/ttm/ttm_device.h>
#include <drm/ttm/ttm_placement.h>

#include "evergreen_account.h"
#include "evergreen_atom.h"
#include "evergreen_chips.h"
#include "evergreen_clocks.h"
#include "evergreen_ib.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_scanout.h"
#include "evergreen_semaphore.h"
#include "evergreen_vbios.h"

struct cayman_vmids;
struct evergreen_bo;
struct evergreen_coredump;
struct evergreen_file;
struct evergreen_ih;
struct evergreen_ring;
struct evergreen_rlc;

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

/* What a reset takes from the card: each more than the one before. */
enum evergreen_reset_level {
	EVERGREEN_RESET_ENGINE,
	EVERGREEN_RESET_GFX,
	EVERGREEN_RESET_CHIP,
	EVERGREEN_NUM_RESET_LEVELS,
};

/**
 * struct evergreen_mc - the card's address map, in GPU bytes, ends inclusive
 */
struct evergreen_mc {
	/** @vram_start: where VRAM begins */
	u64 vram_start;

	/** @vram_end: its last byte */
	u64 vram_end;

	/** @vram_size: bytes of VRAM on the card */
	u64 vram_size;

	/** @visible_size: bytes of it behind BAR0 */
	u64 visible_size;

	/** @fb_end: last byte of the window that VRAM lies in, at least @vram_end */
	u64 fb_end;

	/** @kept: VRAM stays where the VBIOS has put it */
	bool kept;

	/** @gtt_start: where the GART's window begins */
	u64 gtt_start;

	/** @gtt_end: its last byte */
	u64 gtt_end;

	/** @gtt_size: bytes of the window */
	u64 gtt_size;

	/** @aper_base: bus address of BAR0 */
	resource_size_t aper_base;
};

/**
 * struct evergreen_gart - the flat page table of context 0
 */
struct evergreen_gart {
	/** @table: the page table, 8 bytes per 4 KiB page, in VRAM */
	struct evergreen_kernel_bo table;

	/** @num_pages: entries */
	u32 num_pages;

	/** @num_bound: entries that show a page of a buffer; under @lock */
	u32 num_bound;

	/** @dummy: page that unbound entries point to */
	struct page *dummy;

	/** @dummy_dma: its bus address */
	dma_addr_t dummy_dma;

	/**
	 * @empty_dir: Cayman and Aruba: a page directory of zeroes, of the contexts that no ring has
	 * loaded one into
	 */
	struct evergreen_kernel_bo empty_dir;

	/** @lock: held while page tables or TLBs change, see evergreen_gart_lock() */
	struct mutex lock;

	/** @tells: Cayman and Aruba: the card tells when a flush has ended */
	bool tells;

	/** @silent: the card reaches no memory any more; under @lock */
	bool silent;
};

/**
 * struct evergreen_gfx - what the shader core and tiling look like
 */
struct evergreen_gfx {
	/** @tile_config: the INFO answer TILING_CONFIG */
	u32 tile_config;

	/** @backend_map: the INFO answer BACKEND_MAP */
	u32 backend_map;

	/** @num_backends: usable render backends of the whole card */
	u32 num_backends;

	/** @active_simds: usable SIMDs of the whole card */
	u32 active_simds;
};

/* Where TTM moves a buffer: from the CPU's window to VRAM behind it, out of VRAM, out of GTT. */
enum evergreen_evict_to {
	EVERGREEN_EVICT_TO_FAR_VRAM,
	EVERGREEN_EVICT_TO_GTT,
	EVERGREEN_EVICT_TO_SYSTEM,
	EVERGREEN_NUM_EVICT_TO,
};

/* Queues of copies that wait; a power of two. */
#define EVERGREEN_MOVE_WAITERS	16

/**
 * struct evergreen_mman - what TTM does not keep itself
 */
struct evergreen_mman {
	/** @vram: write-combined mapping of the VRAM behind BAR0 */
	void __iomem *vram;

	/** @reserved: pinned buffers over memory that a display still reads */
	struct evergreen_kernel_bo reserved[EVERGREEN_MAX_SCANOUT_RANGES];

	/** @num_reserved: entries of @reserved */
	u32 num_reserved;

	/** @move_ring: which ring moves buffers; NULL if none can */
	struct evergreen_ring *move_ring;

	/** @mover: queue of the jobs that evict buffers, or copy them while nobody uses them */
	struct drm_sched_entity mover;

	/** @waiters: queues of the jobs that copy buffers in use, by who uses them */
	struct drm_sched_entity waiters[EVERGREEN_MOVE_WAITERS];

	/** @clearer: queue of the jobs that clear new ones */
	struct drm_sched_entity clearer;

	/** @move_lock: keeps the jobs of each of these in the order in which they are armed */
	struct mutex move_lock;

	/** @evict_to: where TTM moves what is in the way, in the order in which it tries */
	struct ttm_place evict_to[EVERGREEN_NUM_EVICT_TO];

	/** @charged: VRAM is charged to cgroups */
	bool charged;

	/** @shut: the CPU must not touch VRAM, and processes have no mappings of it */
	bool shut;

	/**
	 * @shut_lock: held for writing while @shut is true, and for reading where the driver
	 * itself clears VRAM, copies a buffer or touches a page of it; within it nothing waits for
	 * a reset
	 */
	struct rw_semaphore shut_lock;

	/** @unmap: takes these mappings, and completes @unmapped */
	struct work_struct unmap;

	/** @unmapped: see @unmap */
	struct completion unmapped;

	/** @object_funcs: what DRM calls for each buffer */
	const struct drm_gem_object_funcs *object_funcs;

	/** @free_lock: held for reading where a buffer is freed, see evergreen_bo_hold_frees() */
	struct rw_semaphore free_lock;

	/**
	 * @end_lock: held for reading where the pages of a buffer end with it, so that they do
	 * not end twice when the card goes; taken under the buffer's reservation lock
	 */
	struct rw_semaphore end_lock;

	/** @dying: buffers whose last handle is gone, and whose memory is not */
	struct list_head dying;

	/** @held: those of them that have a reference of evergreen_bo_hold_frees() */
	struct list_head held;

	/** @dying_lock: guards these lists */
	spinlock_t dying_lock;

	/** @makers: struct evergreen_room of tasks that make room */
	struct list_head makers;

	/** @makers_lock: guards this list */
	spinlock_t makers_lock;

	/**
	 * @kernel_vram: buffers of the driver in VRAM, by their first page; none is removed
	 * without @kernel_lock
	 */
	struct xarray kernel_vram;

	/** @kernel_lock: held where all of these are copied; taken under &evergreen_gart.lock */
	struct mutex kernel_lock;

	/** @kernel_saved: their contents while the card is without power, or NULL */
	void *kernel_saved;

	/** @all_out: what is evicted leaves VRAM, and does not only make room */
	bool all_out;

	/** @bytes_moved: buffer contents that had to change place since probe */
	atomic64_t bytes_moved;

	/** @pinned_vram: bytes of VRAM within the CPU's window that cannot be handed out */
	atomic64_t pinned_vram;

	/** @pinned_gtt: bytes of GTT that cannot be handed out */
	atomic64_t pinned_gtt;
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
 * struct evergreen_reset - what resets a card, and tells of it
 */
struct evergreen_reset {
	/** @ops: who does it; set at probe */
	const struct evergreen_reset_ops *ops;

	/** @wq: runs the timeout handlers of all rings one after the other */
	struct workqueue_struct *wq;

	/** @counter: resets since probe */
	atomic_t counter;

	/** @report: tells user space of a reset, or that the card is dead */
	struct work_struct report;

	/** @coredump: dump that @report publishes, or NULL */
	struct evergreen_coredump *coredump;

	/** @resolving: it is being found out which job hangs; no others are looked for */
	bool resolving;
};

/**
 * struct evergreen_jobs - the jobs of all rings
 */
struct evergreen_jobs {
	/** @emitted: how many were put on a ring since probe */
	atomic64_t emitted;

	/** @pending: how many are armed and not yet freed */
	atomic_t pending;

	/** @idle: woken when @pending gets 0 */
	wait_queue_head_t idle;
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
	 * @suspended: no job is put on a ring, and who sees to those that are there is
	 * evergreen_jobs_hold(); when that has returned, the card is only touched by its caller
	 */
	bool suspended;

	/** @powerless: it sleeps without power, and what the driver had in VRAM has been saved */
	bool powerless;

	/** @was_in_d3: the PCI core has put it into D3hot since */
	bool was_in_d3;

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
void evergreen_device_quiesce(struct evergreen_device *edev);
int evergreen_device_restore(struct evergreen_device *edev, enum evergreen_reset_level level);
int evergreen_device_repower(struct evergreen_device *edev);
void evergreen_device_fini(struct evergreen_device *edev);

#endif
