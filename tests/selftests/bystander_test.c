// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A client whose jobs take long holds up no other one, whatever it does meanwhile: it closes
 * its file, exports a buffer, touches one that is to move. The driver needs more patience than
 * the tests take, and an engine that moves buffers.
 */
#include <fcntl.h>
#include <pthread.h>

#include <xf86drm.h>

#include "asleep.h"
#include "on_card.h"

#define MIB	(1024ull * 1024)

/*
 * A client that goes on closes its file with more in its queue than the ring takes, behind a job
 * that has no end yet. What is queued is dropped; nobody waits for that job.
 */
TEST_F_TIMEOUT(on_card, closed_with_a_queue, SLOW)
{
	int i, file, fd = card_reopen(&self->card);
	struct bo gate, theirs = { .size = 4096, .domain = GTT };
	struct cs cs;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, gate.handle, DRM_CLOEXEC, &file));
	theirs.fd = fd;
	ASSERT_EQ(0, drmPrimeFDToHandle(fd, file, &theirs.handle));
	close(file);
	cs_init(&cs, fd);
	for (i = 0; i < 60; i++) {
		cs_clear(&cs);
		pm4_wait_mem(&cs, &theirs, 0, WAIT_EQ, 1);
		cs_pad(&cs, 8);
		ASSERT_EQ(0, cs_submit(&cs));
	}
	cs_fini(&cs);
	ASSERT_EQ(0, close(fd));
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL)) TH_LOG("close() has waited until the job was a hang");
	gate.u32[0] = 1;
	EXPECT_EQ(0, bo_wait(&gate));
}

struct toucher {
	pthread_t thread;
	const struct bo *bo;
	atomic_int tid;	/* 0: it has not begun */
};

static void *touch(void *arg)
{
	struct toucher *t = arg;

	atomic_store(&t->tid, (int)gettid());
	((volatile uint32_t *)t->bo->u32)[0];
	return NULL;
}

/*
 * A thread touches a buffer that is to move behind a job without an end yet. Meanwhile the
 * buffer is exported. DRM holds a lock for that which all clients need for new handles.
 */
TEST_F_TIMEOUT(on_card, exported_while_a_fault_waits, SLOW)
{
	struct drm_radeon_gem_op op = { .op = RADEON_GEM_OP_GET_INITIAL_DOMAIN };
	struct toucher toucher = { 0 };
	struct bo gate, bo, other;
	int file;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &bo));
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_mem_write(&self->cs, &bo, 8, 0, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	bo.domain = GTT;
	cs_clear(&self->cs);
	pm4_mem_write(&self->cs, &bo, 16, 0, 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	toucher.bo = &bo;
	ASSERT_EQ(0, pthread_create(&toucher.thread, NULL, touch, &toucher));
	ASSERT_TRUE(falls_asleep(&toucher.tid, 20));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->card.fd, bo.handle, DRM_CLOEXEC, &file));
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL)) TH_LOG("the export has waited for the job");
	/* Nor does the fault keep the buffer from those who share it. */
	op.handle = bo.handle;
	EXPECT_EQ(0, card_ioctl(self->card.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL)) TH_LOG("GEM_OP has waited for the job");
	/* Nor is anybody's new buffer cleared behind that move. */
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MIB, VRAM, &other));
	EXPECT_EQ(0, other.u32[0]);
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL)) TH_LOG("the clear has waited for the job");
	gate.u32[0] = 1;
	EXPECT_EQ(0, pthread_join(toucher.thread, NULL));
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(1, bo.u32[2]);
	EXPECT_EQ(1, bo.u32[4]);
	close(file);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
