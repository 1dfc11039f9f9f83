// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Moves that the card does not do
 *
 * No contents are lost because an engine hangs. Copying again does no harm, as
 * long as the fence has not signalled nobody else uses either end. So a reset puts
 * the innocent moves on the ring again, and of one that itself hung, or that
 * cannot be put there any more, the CPU does the work before its fence signals
 * (evergreen_move_rescue()), without allocating anything; what lies beyond BAR0 it
 * reaches dword by dword (evergreen_vram_read()). That is why a job remembers pages
 * and places in VRAM and not only addresses. What is lost is what was in VRAM when
 * the card itself went away, or on its way when it was declared dead for another reason
 * than a hang; evergreen_bo_lost() says who may read it then. Once the driver is leaving the card,
 * VRAM beyond BAR0 is lost, too: nobody reads it any more, and dword by dword, a queue of
 * moves would keep the driver for minutes.
 */
#include <linux/highmem.h>
#include <linux/io.h>
#include <linux/sched.h>

#include <drm/drm_drv.h>
#include <drm/ttm/ttm_tt.h>

#include "evergreen_device.h"
#include "evergreen_job.h"
#include "evergreen_mmio.h"
#include "evergreen_move.h"
#include "evergreen_move_rescue.h"
#include "evergreen_ring.h"
#include "evergreen_trace.h"

/* Small enough for the stack, and never across a page or the end of the window. */
#define RESCUE_BYTES	256

static void rescue_read(struct evergreen_device *edev, const struct evergreen_move_end *end,
			u64 done, u32 *buf)
{
	u64 at = end->offset + done;

	if (end->tt)
		memcpy_from_page((char *)buf, end->tt->pages[at >> PAGE_SHIFT],
				 offset_in_page(at), RESCUE_BYTES);
	else if (at < edev->mc.visible_size)
		memcpy_fromio(buf, edev->mman.vram + at, RESCUE_BYTES);
	else if (drm_dev_is_unplugged(&edev->drm))
		memset(buf, 0, RESCUE_BYTES);
	else
		evergreen_vram_read(edev, at, buf, RESCUE_BYTES / sizeof(u32));
}

static void rescue_write(struct evergreen_device *edev, const struct evergreen_move_end *end,
			 u64 done, const u32 *buf)
{
	u64 at = end->offset + done;

	if (end->tt)
		memcpy_to_page(end->tt->pages[at >> PAGE_SHIFT], offset_in_page(at),
			       (const char *)buf, RESCUE_BYTES);
	else if (at < edev->mc.visible_size)
		memcpy_toio(edev->mman.vram + at, buf, RESCUE_BYTES);
	else if (!drm_dev_is_unplugged(&edev->drm))
		evergreen_vram_write(edev, at, buf, RESCUE_BYTES / sizeof(u32));
}

/**
 * evergreen_move_rescue() - do by CPU what a job will not do
 * @job: any job; has not signalled, and the card does not work on it any more
 *
 * Nothing happens for a job that moves nothing, nor when the driver has left the card, and
 * with that the buffers their pages. If the card is gone, so are the contents, and system
 * pages are cleared instead: they have been somebody else's.
 *
 * Context: in the path that signals fences: may sleep, allocates nothing.
 */
void evergreen_move_rescue(struct evergreen_job *job)
{
	struct evergreen_device *edev = job->ring->edev;
	const struct evergreen_move *move = &job->move;
	u32 buf[RESCUE_BYTES / sizeof(u32)] = {};
	bool gone;
	u64 done;

	if (!move->size || READ_ONCE(edev->gart.silent))
		return;
	gone = evergreen_gone(edev);
	if (gone && !move->dst.tt)
		return;

	evergreen_hdp_flush(edev);
	for (done = 0; done < move->size; done += RESCUE_BYTES) {
		if (!move->clear && !gone)
			rescue_read(edev, &move->src, done, buf);
		rescue_write(edev, &move->dst, done, buf);
		cond_resched();
	}
	wmb();		/* VRAM is written through write-combining */
	trace_evergreen_move(move->clear ? "clear" : "copy", !move->dst.tt, move->size, "rescue");
}

/**
 * evergreen_move_rescue_all() - do all moves that are on the rings
 * @edev: the card, which will not do them; its schedulers are stopped
 *
 * To be called before their fences are failed. Context: evergreen_move_rescue().
 */
void evergreen_move_rescue_all(struct evergreen_device *edev)
{
	struct evergreen_ring *ring = edev->mman.moves.ring;
	struct drm_sched_job *sched_job;

	if (!ring)
		return;
	drm_sched_for_each_pending_job(sched_job, &ring->sched, NULL) {
		struct evergreen_job *job = to_evergreen_job(sched_job);

		if (evergreen_job_running(job))
			evergreen_move_rescue(job);
	}
}
