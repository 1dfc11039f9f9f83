// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: First jobs
 *
 * Before a card is registered, each ring gets a job that goes through everything that jobs go
 * through: the IB pool, the scheduler, the ring, a fence and its interrupt.
 */
#include <linux/dma-fence.h>
#include <linux/iopoll.h>
#include <linux/time64.h>

#include "evergreen_device.h"
#include "evergreen_emit.h"
#include "evergreen_ib_test.h"
#include "evergreen_job.h"
#include "evergreen_ring.h"

#define EVERGREEN_IB_TEST_TIMEOUT	(2 * HZ)
/* As long as radeon waits for the value behind the fence. */
#define EVERGREEN_IB_TEST_LATE_US	(100 * USEC_PER_MSEC)
#define EVERGREEN_IB_TEST_VALUE		0x600dcafe

/* One write of 32 bits into the test words of the write-back page. */
static void ib_test_fill(const struct evergreen_ring *ring, u32 *ib)
{
	u64 addr = ring->edev->wb.gpu_addr + EVERGREEN_WB_TEST;

	if (evergreen_ring_is_dma(ring)) {
		*put_dma_write(ib, addr, 1) = EVERGREEN_IB_TEST_VALUE;
		return;
	}
	ib[0] = PACKET3(PACKET3_MEM_WRITE, 3);
	ib[1] = lower_32_bits(addr);
	ib[2] = upper_32_bits(addr) | PACKET3_MEM_WRITE_32_BITS;
	ib[3] = EVERGREEN_IB_TEST_VALUE;
	ib[4] = 0;
}

static u32 ib_test_dw(const struct evergreen_ring *ring)
{
	return evergreen_ring_is_dma(ring) ? DMA_WRITE_DW(1) : MEM_WRITE_DW;
}

static u32 ib_test_read(struct evergreen_ring *ring)
{
	return READ_ONCE(ring->edev->wb.dwords[EVERGREEN_WB_TEST / 4]);
}

/* No document says that the fence comes behind the value. */
static int ib_test_wait(struct evergreen_ring *ring, struct dma_fence *fence)
{
	long left = dma_fence_wait_timeout(fence, false, EVERGREEN_IB_TEST_TIMEOUT);
	u32 value;

	if (left < 0)
		return left;
	if (!left)
		return -ETIMEDOUT;
	if (fence->error)
		return fence->error;
	return read_poll_timeout(ib_test_read, value, value == EVERGREEN_IB_TEST_VALUE,
				 USEC_PER_MSEC, EVERGREEN_IB_TEST_LATE_US, false, ring) ? -EIO : 0;
}

static int ib_test_run(struct evergreen_ring *ring,
		       struct drm_sched_entity *entity)
{
	struct evergreen_device *edev = ring->edev;
	struct evergreen_job *job;
	struct dma_fence *fence;
	int ret;

	job = evergreen_job_create(ring, entity, NULL, NULL, ib_test_dw(ring));
	if (IS_ERR(job))
		return PTR_ERR(job);

	WRITE_ONCE(edev->wb.dwords[EVERGREEN_WB_TEST / 4], 0);
	ib_test_fill(ring, evergreen_job_ib(job));
	fence = dma_fence_get(evergreen_job_arm(job));
	evergreen_job_push(job);

	ret = ib_test_wait(ring, fence);
	dma_fence_put(fence);
	return ret;
}

/**
 * evergreen_ib_test() - run a job through everything that jobs go through
 * @ring: the ring, with its scheduler
 *
 * Says so if the fence came without an interrupt: the driver works then, but
 * slowly.
 *
 * Return: 0; -ETIMEDOUT if the fence did not come; -EIO if the job did not do its work;
 * -ENODEV if the card is gone, and then no reset helps; or another error of
 * evergreen_job_create() or of the job's fence (evergreen_fence.c).
 */
int evergreen_ib_test(struct evergreen_ring *ring)
{
	struct evergreen_device *edev = ring->edev;
	struct drm_gpu_scheduler *sched = &ring->sched;
	u64 recovered = ring->fences.recovered;
	struct drm_sched_entity entity;
	int ret;

	ret = drm_sched_entity_init(&entity, DRM_SCHED_PRIORITY_NORMAL, &sched, 1, NULL);
	if (ret)
		return ret;

	ret = ib_test_run(ring, &entity);
	drm_sched_entity_destroy(&entity);

	if (ret)
		drm_err(&edev->drm, "ring %s: IB test failed: %d\n", ring->name, ret);
	else if (ring->fences.recovered != recovered)
		drm_warn(&edev->drm, "ring %s: no interrupt from the card, polling instead\n",
			 ring->name);
	return ret;
}
