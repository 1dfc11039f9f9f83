// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory out of reach
 *
 * The CPU is kept away from VRAM while the card is reset from the level "3D engine" on, while
 * its clocks change, and while a card that has kept its memory is programmed again, as after
 * a sleep (evergreen_soft_reset_restore()). A reset of the level "engine" locks page tables
 * alone.
 */
#include <linux/mm.h>
#include <linux/rwsem.h>
#include <linux/wait_bit.h>
#include <linux/workqueue.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_memory_hold.h"

/* Calls the MMU notifiers of other drivers, too. */
static void unmap_all(struct work_struct *work)
{
	struct evergreen_cpu_access *access =
		container_of(work, struct evergreen_cpu_access, unmap);
	struct evergreen_device *edev =
		container_of(access, struct evergreen_device, mman.cpu_access);

	/* One that comes late does not speak for the next. */
	unsigned int asked = smp_load_acquire(&access->asked);

	unmap_mapping_range(edev->drm.anon_inode->i_mapping, 0, 0, 1);
	store_release_wake_up(&access->unmapped, asked);
}

/**
 * evergreen_memory_hold_init() - get ready for evergreen_memory_hold()
 * @edev: the card
 */
void evergreen_memory_hold_init(struct evergreen_device *edev)
{
	struct evergreen_cpu_access *access = &edev->mman.cpu_access;

	init_rwsem(&access->lock);
	INIT_WORK(&access->unmap, unmap_all);
}

#define UNMAP_TIME	(HZ / 2)

/*
 * A process may have laid a mapping of a buffer over memory that another driver watches, whose
 * notifier may wait for fences (amdgpu's does, and xe's), even for those that this reset has to
 * signal. So the pages are taken by a worker, which is waited for as long as one that nobody
 * holds up needs. After that, what processes write into VRAM meanwhile may be lost.
 */
static void shut_out_cpu(struct evergreen_device *edev)
{
	struct evergreen_cpu_access *access = &edev->mman.cpu_access;
	unsigned int asked = access->asked + 1;

	WRITE_ONCE(access->shut, true);
	smp_store_release(&access->asked, asked);
	schedule_work(&access->unmap);
	if (!wait_var_event_timeout(&access->unmapped,
				    smp_load_acquire(&access->unmapped) == asked, UNMAP_TIME))
		drm_warn(&edev->drm, "processes keep their mappings of VRAM while it is away\n");
	down_write(&access->lock);
}

static void let_in_cpu(struct evergreen_device *edev)
{
	up_write(&edev->mman.cpu_access.lock);
	WRITE_ONCE(edev->mman.cpu_access.shut, false);
}

/**
 * evergreen_memory_hold() - keep the CPU from VRAM, and everybody from page tables
 * @edev: the card
 *
 * Buffers are taken out of processes' address spaces. Who touches one waits until
 * evergreen_memory_release(), as does the driver where it clears VRAM or copies buffers by the
 * CPU: a clear that is lost would show what another client has left. A fault that is under way
 * may map some pages again, for as long as it takes to look whether this has been called. A copy
 * under way is waited for, however large the buffer. Then page tables are locked, see
 * evergreen_gart_hold().
 *
 * Context: may sleep; no lock is held under which a process's memory is given back.
 */
void evergreen_memory_hold(struct evergreen_device *edev)
{
	shut_out_cpu(edev);
	evergreen_gart_hold(edev);
}

/**
 * evergreen_memory_release() - the opposite of evergreen_memory_hold()
 * @edev: the card
 */
void evergreen_memory_release(struct evergreen_device *edev)
{
	evergreen_gart_unlock(edev);
	let_in_cpu(edev);
}
