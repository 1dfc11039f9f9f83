// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Which jobs of address spaces are on the rings
 *
 * Of each ring, an address space knows the last of its jobs that was put there: those before it
 * end before it does. Who takes something out of page tables waits for these jobs, as they may
 * still find it in a TLB.
 *
 * Locking: &cayman_vm.running_lock, a leaf.
 */
#include <linux/dma-fence.h>

#include "cayman_running.h"
#include "cayman_vm.h"
#include "evergreen_job.h"
#include "evergreen_ring.h"

/**
 * cayman_job_starts() - a job is about to be put on its ring
 * @job: a job with an address space, before it is seen whether the ring has to flush
 */
void cayman_job_starts(struct evergreen_job *job)
{
	struct dma_fence **last = &job->vm->running[job->ring->id];

	spin_lock(&job->vm->running_lock);
	dma_fence_put(*last);
	*last = dma_fence_get(&job->base.s_fence->finished);
	spin_unlock(&job->vm->running_lock);
	/*
	 * Who empties entries from now on finds this job in cayman_running(), or else this job
	 * finds the new generation and flushes.
	 */
	smp_mb();
}

/**
 * cayman_running() - find the last job of an address space on a ring
 * @vm: the address space
 * @ring: the ring's number
 *
 * Return: a reference to its finished fence, or NULL if none is on the ring.
 */
struct dma_fence *cayman_running(struct cayman_vm *vm, int ring)
{
	struct dma_fence *fence;

	spin_lock(&vm->running_lock);
	fence = vm->running[ring];
	fence = fence && !dma_fence_is_signaled(fence) ? dma_fence_get(fence) : NULL;
	spin_unlock(&vm->running_lock);
	return fence;
}
