// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What can be seen in debugfs
 *
 * evergreen_rings: how far each ring has been written and read, and whether it
 * works. evergreen_ring_NAME: the packets that were last written to a ring, by name.
 * evergreen_fences: the last fence emitted and reported, and how many were
 * found without an interrupt. evergreen_ibs: the pieces of the IB pool.
 * evergreen_vms: how much the GART shows, who has which VMID, and what is where in each
 * client's address space. evergreen_refusals: for each client the number of refused
 * streams, and why the latest ones were. vram_mm, gtt_mm: TTM's own files.
 *
 * Nothing here shows the contents of a client's stream or buffer. Reading waits for no
 * submission and for nobody who maps buffers, so it works while the card hangs.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>

#include <drm/drm_debugfs.h>
#include <drm/drm_file.h>
#include <drm/ttm/ttm_device.h>

#include "cayman_vm.h"
#include "cayman_vmid.h"
#include "evergreen_debugfs.h"
#include "evergreen_decode.h"
#include "evergreen_file.h"
#include "evergreen_ib.h"
#include "evergreen_ring.h"

static struct evergreen_device *shown_device(struct seq_file *m)
{
	struct drm_debugfs_entry *entry = m->private;

	return to_evergreen(entry->dev);
}

static void show_ring(struct seq_file *m, struct evergreen_ring *ring)
{
	seq_printf(m, "%s: %s, %u dwords at 0x%llx, written to %u, read to %u\n",
		   ring->name, ring->ready ? "working" : "stopped", ring->size_dw,
		   ring->mem.gpu_addr, READ_ONCE(ring->wptr),
		   ring->edev->wb.dwords ? evergreen_ring_rptr(ring) : 0);
}

static int rings_show(struct seq_file *m, void *data)
{
	struct evergreen_device *edev = shown_device(m);
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		show_ring(m, ring);
	seq_printf(m, "jobs: %d, resets: %d%s\n", atomic_read(&edev->jobs.pending),
		   atomic_read(&edev->reset.counter), edev->dead ? ", dead" : "");
	return 0;
}

static void show_fences(struct seq_file *m, struct evergreen_ring *ring)
{
	struct evergreen_fence_context *ctx = &ring->fences;
	u64 emitted, signalled, recovered;

	spin_lock_irq(&ctx->lock);
	emitted = ctx->emitted;
	signalled = ctx->signalled;
	recovered = ctx->recovered;
	spin_unlock_irq(&ctx->lock);

	seq_printf(m, "%s: emitted %llu, reported %llu, without an interrupt %llu\n",
		   ring->name, emitted, signalled, recovered);
}

static int fences_show(struct seq_file *m, void *data)
{
	struct evergreen_device *edev = shown_device(m);
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev)
		show_fences(m, ring);
	return 0;
}

static int ring_show(struct seq_file *m, void *data)
{
	struct drm_debugfs_entry *entry = m->private;
	enum evergreen_ring_id id = (uintptr_t)entry->file.data;
	struct evergreen_ring *ring = shown_device(m)->rings[id];
	struct drm_printer p = drm_seq_file_printer(m);

	if (!ring) {
		seq_puts(m, "this card does not have this ring\n");
		return 0;
	}
	show_ring(m, ring);
	evergreen_decode_ring(&p, ring);
	return 0;
}

static int ibs_show(struct seq_file *m, void *data)
{
	struct evergreen_device *edev = shown_device(m);
	struct drm_printer p = drm_seq_file_printer(m);

	evergreen_ib_print(&edev->ib_pool, &p);
	return 0;
}

static int refused_show(struct seq_file *m, void *data)
{
	struct drm_device *drm = &shown_device(m)->drm;
	struct evergreen_file *file;
	struct drm_file *filp;

	guard(mutex)(&drm->filelist_mutex);
	list_for_each_entry(filp, &drm->filelist, lhead) {
		file = filp->driver_priv;
		if (file)
			evergreen_refusals_show(&file->refusals, filp, m);
	}
	return 0;
}

static int vms_show(struct seq_file *m, void *data)
{
	struct evergreen_device *edev = shown_device(m);

	seq_printf(m, "gart: %u of %u pages bound\n", READ_ONCE(edev->gart.num_bound),
		   edev->gart.num_pages);
	if (edev->vms.vmids)
		cayman_vmid_show(m, edev);
	cayman_vm_show(m, edev);
	return 0;
}

#define RING_FILE(name, id)	{ "evergreen_ring_" name, ring_show, 0, (void *)(id) }

static const struct drm_debugfs_info evergreen_debugfs_files[] = {
	{ "evergreen_rings", rings_show },
	RING_FILE("gfx", EVERGREEN_RING_GFX),
	RING_FILE("cp1", EVERGREEN_RING_CP1),
	RING_FILE("cp2", EVERGREEN_RING_CP2),
	RING_FILE("dma0", EVERGREEN_RING_DMA0),
	RING_FILE("dma1", EVERGREEN_RING_DMA1),
	{ "evergreen_fences", fences_show },
	{ "evergreen_ibs", ibs_show },
	{ "evergreen_vms", vms_show },
	{ "evergreen_refusals", refused_show },
};

/**
 * evergreen_debugfs_init() - make the files
 * @minor: where DRM lists them
 */
void evergreen_debugfs_init(struct drm_minor *minor)
{
	struct evergreen_device *edev = to_evergreen(minor->dev);

	drm_debugfs_add_files(minor->dev, evergreen_debugfs_files,
			      ARRAY_SIZE(evergreen_debugfs_files));
	ttm_resource_manager_create_debugfs(ttm_manager_type(&edev->ttm, TTM_PL_VRAM),
					    minor->debugfs_root, "vram_mm");
	ttm_resource_manager_create_debugfs(ttm_manager_type(&edev->ttm, TTM_PL_TT),
					    minor->debugfs_root, "gtt_mm");
}
