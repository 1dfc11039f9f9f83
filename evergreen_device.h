/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEVICE_H
#define EVERGREEN_DEVICE_H

#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_print.h>
#include <drm/drm_suballoc.h>
#include <drm/gpu_scheduler.h>
#include <drm/ttm/ttm_device.h>
#include <drm/ttm/ttm_placement.h>

#include "evergreen_atom.h"
#include "evergreen_chips.h"
#include "evergreen_mc.h"
#include "evergreen_semaphore.h"

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
 * @vram_start: where VRAM begins
 * @vram_end: its last byte
 * @vram_size: bytes of VRAM on the card
 * @fb_end: last byte of the window that VRAM lies in, at least @vram_end
 * @kept: VRAM stays where the VBIOS has put it
 * @visible_size: bytes of it behind BAR0
 * @gtt_start: where the GART's window begins
 * @gtt_end: its last byte
 * @gtt_size: bytes of the window
 * @aper_base: bus address of BAR0
 */
struct evergreen_mc {
	u64 vram_start, vram_end, vram_size, visible_size;
	u64 fb_end;
	bool kept;
	u64 gtt_start, gtt_end, gtt_size;
	resource_size_t aper_base;
};

/**
 * struct evergreen_gart - the flat page table of context 0
 * @bo: pinned VRAM that holds the table
 * @table: CPU mapping of it (write-combined), 8 bytes per 4 KiB page
 * @table_addr: its GPU address
 * @num_pages: entries
 * @num_bound: entries that show a page of a buffer; under @lock
 * @dummy: page that unbound entries point to
 * @dummy_dma: its bus address
 * @lock: held while page tables or TLBs change, see evergreen_gart_lock()
 * @tells: Cayman and Aruba: the card tells when a flush has ended
 * @silent: the card reaches no memory any more; under @lock
 */
struct evergreen_gart {
	struct evergreen_bo *bo;
	u64 __iomem *table;
	u64 table_addr;
	u32 num_pages, num_bound;
	struct page *dummy;
	dma_addr_t dummy_dma;
	struct mutex lock;	/* see above */
	bool tells, silent;
};

/**
 * struct evergreen_wb - the write-back page in GTT that the card reports into
 * @bo: the page
 * @gpu_addr: its GPU address
 * @cpu: its kernel mapping
 */
struct evergreen_wb {
	struct evergreen_bo *bo;
	u64 gpu_addr;
	u32 *cpu;
};

/**
 * struct evergreen_gfx - what the shader core and tiling look like
 * @tile_config: the INFO answer TILING_CONFIG
 * @backend_map: the INFO answer BACKEND_MAP
 * @num_backends: usable render backends of the whole card
 * @active_simds: usable SIMDs of the whole card
 */
struct evergreen_gfx {
	u32 tile_config;
	u32 backend_map;
	u32 num_backends;
	u32 active_simds;
};

/**
 * struct evergreen_mman - what TTM does not keep itself
 * @vram: write-combined mapping of the VRAM behind BAR0
 * @reserved: pinned buffers over memory that a display still reads
 * @num_reserved: how many
 * @move_ring: which ring moves buffers; NULL if none can
 * @mover: the queue of the jobs that do it
 * @move_lock: keeps them in the order in which they are armed
 * @charged: VRAM is charged to cgroups
 * @shut: the CPU must not touch VRAM, and processes have no mappings of it
 * @from_window: where TTM moves what is in the way in the CPU's window
 * @bytes_moved: buffer contents that had to change place since probe
 * @pinned_vram: bytes of VRAM within the CPU's window that cannot be handed out
 * @pinned_gtt: bytes of GTT that cannot be handed out
 */
struct evergreen_mman {
	void __iomem *vram;
	struct evergreen_bo *reserved[EVERGREEN_MAX_SCANOUT_RANGES];
	u32 num_reserved;
	struct evergreen_ring *move_ring;
	struct drm_sched_entity mover;
	struct mutex move_lock;	/* see above */
	struct ttm_place from_window[3];
	bool charged;
	bool shut;
	atomic64_t bytes_moved;
	atomic64_t pinned_vram, pinned_gtt;
};

/**
 * struct evergreen_device - one card
 * @drm: DRM's part; its last reference frees the rest
 * @ttm: TTM's part
 * @chip: what the family is like
 * @limits: of this card; @chip's are those of the family's largest
 * @vbios: the clocks that the VBIOS tells, set at probe
 * @mmio: BAR2
 * @mmio_size: bytes of it
 * @mmio_lock: guards the pairs of index and data registers
 * @mc: address map, set at probe
 * @gart: page table
 * @gfx: what the 3D engine has, set at probe
 * @vram_base: address of VRAM in page table entries of clients' address spaces
 * @vmids: contexts of these; NULL on chips before Cayman
 * @vms: all address spaces
 * @vms_lock: guards that list; taken before &cayman_vm.lock
 * @vm_wq: runs what address spaces have to do later; NULL on chips without them
 * @wb: write-back page
 * @ih: interrupt ring
 * @rlc: lists of the RLC, or NULL if the chip needs none
 * @clock_lock: held while the GPU clock is captured and read
 * @fw: microcode; NULL for what the card does not need
 * @steps_done: how many steps of evergreen_device_init() have been done
 * @rings: by enum evergreen_ring_id; set once, NULL if the card has no such ring
 * @mman: memory that TTM does not know of
 * @userptrs: buffers of processes' memory, under @userptr_lock
 * @userptr_lock: held where such a buffer's pages change, and where a job that uses
 *	them gets its fence; see evergreen_userptr.c
 * @cs_chip: what the checker has to know of the card
 * @reset_wq: runs the timeout handlers of all rings one after the other
 * @reset_counter: GPU resets since probe
 * @report_work: tells user space of a reset, or that the card is dead
 * @put_work: drops the last reference where it may go
 * @coredump: what it is to publish; NULL between that
 * @suspended: the machine sleeps, and the card is not to be touched
 * @sleep_mark: what evergreen_gart_mark() said before that
 * @lockup_timeout_ms: how long a job may run; 0 is without limit
 * @training_displays_off: displays are off while memory is trained
 * @park_bo: GTT that rings point to which are off, and mailboxes that no stream has set
 * @park_addr: its GPU address
 * @ib_pool: suballocator of the GTT buffer that IBs are copied to
 * @ib_bo: that buffer
 * @ib_cpu: its kernel mapping
 * @ib_addr: its GPU address
 * @semaphores: by which rings wait for each other
 * @emitted: jobs put on a ring since probe
 * @jobs: armed and not yet freed
 * @jobs_idle: woken when there are none
 * @hyperz_owner: client that may use HyperZ; changed by cmpxchg()
 * @cmask_owner: client that may use CMASK; changed by cmpxchg()
 * @dead: the card is gone or could not be revived; set once
 */
struct evergreen_device {
	struct drm_device drm;
	struct ttm_device ttm;
	const struct evergreen_chip *chip;
	struct evergreen_limits limits;
	struct evergreen_atom_clocks vbios;

	void __iomem *mmio;
	resource_size_t mmio_size;
	spinlock_t mmio_lock;	/* see above */

	struct evergreen_mc mc;
	struct evergreen_gart gart;
	u64 vram_base;
	struct cayman_vmids *vmids;
	struct list_head vms;
	struct mutex vms_lock;		/* see above */
	struct workqueue_struct *vm_wq;
	struct evergreen_gfx gfx;
	struct evergreen_wb wb;
	struct evergreen_ih *ih;
	struct evergreen_rlc *rlc;
	struct mutex clock_lock;	/* see above */
	const struct firmware *fw[EVERGREEN_FW_COUNT];
	u32 steps_done;

	struct evergreen_ring *rings[EVERGREEN_NUM_RINGS];
	struct evergreen_mman mman;
	struct list_head userptrs;
	struct mutex userptr_lock;	/* see above */
	struct r600_cs_chip cs_chip;
	struct workqueue_struct *reset_wq;
	atomic_t reset_counter;
	struct work_struct report_work, put_work;
	struct evergreen_coredump *coredump;
	bool suspended;
	u64 sleep_mark;
	u32 lockup_timeout_ms;
	bool training_displays_off;
	struct evergreen_bo *park_bo;
	u64 park_addr;
	struct drm_suballoc_manager ib_pool;
	struct evergreen_bo *ib_bo;
	u32 *ib_cpu;
	u64 ib_addr;
	struct evergreen_semaphores semaphores;
	atomic64_t emitted;
	atomic_t jobs;
	wait_queue_head_t jobs_idle;

	struct evergreen_file *hyperz_owner, *cmask_owner;

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
void evergreen_device_fini(struct evergreen_device *edev);

/* evergreen_drv.c */
void evergreen_device_put(struct evergreen_device *edev);

#endif
