// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Jobs wait for another device, which takes longer than the driver waits when it leaves.
 * They end when the card, the file and even the wish to have the module are gone. One
 * test unloads the module; whoever runs this has loaded slow_fence, the other device.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <linux/sync_file.h>
#include <linux/udmabuf.h>
#include <xf86drm.h>

#include "asleep.h"
#include "fence_file.h"
#include "kernel_log.h"
#include "rings.h"
#include "selftest.h"
#include "slow_fence.h"
#include "vm.h"

#define SIZE	65536u
#define VA	(16ull << 20)

/* A buffer of the system's, which no driver takes away: its file, and our name for it. */
static int foreign_buffer(int fd, struct bo *bo)
{
	struct udmabuf_create create = { .flags = UDMABUF_FLAGS_CLOEXEC, .size = SIZE };
	int udmabuf = open("/dev/udmabuf", O_RDWR | O_CLOEXEC), file = -1;
	int memory = memfd_create("outlive", MFD_ALLOW_SEALING | MFD_CLOEXEC);

	*bo = (struct bo) { .fd = fd, .size = SIZE, .domain = GTT };
	if (udmabuf >= 0 && memory >= 0 && !ftruncate(memory, SIZE) &&
	    !fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK)) {
		create.memfd = (uint32_t)memory;
		file = ioctl(udmabuf, UDMABUF_CREATE, &create);
	}
	if (file >= 0 && drmPrimeFDToHandle(fd, file, &bo->handle)) {
		close(file);
		file = -1;
	}
	close(udmabuf);
	close(memory);
	return file;
}

/* A process that has the card's file alone, so that nobody waits when it is closed. */
static pid_t hand_over(const struct card *card, const int *slow, unsigned int num)
{
	pid_t client = fork();

	if (!client) {
		while (num--)
			close(slow[num]);
		pause();
		_exit(0);
	}
	close(card->fd);
	return client;
}

/* The file goes, the jobs stay. */
static void kill_client(pid_t client)
{
	kill(client, SIGKILL);
	waitpid(client, NULL, 0);
}

/*
 * The files that keep jobs waiting, the file that keeps a buffer waiting that no job names,
 * and that of the buffer that is not ours. The jobs are those of a process that has to be
 * killed, because closing the card's file waits for them.
 */
FIXTURE(waiting) {
	struct card card;
	int slow[2], unnamed, buffer, fences;
	pid_t client;
};

/* A buffer in VRAM that another device writes to. */
static int slow_vram(int fd, struct bo *bo, int *slow)
{
	int file, ret;

	ret = bo_create_mapped(fd, SIZE, VRAM, bo);
	if (ret)
		return ret;
	if (drmPrimeHandleToFD(fd, bo->handle, DRM_CLOEXEC | DRM_RDWR, &file))
		return -errno;
	*slow = slow_write(file);
	close(file);
	bo_unmap(bo);
	return *slow < 0 ? -ENODEV : 0;
}

/* Jobs on each ring, a move, and where there are any, in an address space. */
static int make_them_wait(FIXTURE_DATA(waiting) *w)
{
	struct bo shared, vram, unnamed;
	struct cs cs;
	uint32_t i;
	int ret;

	ret = card_open(&w->card);
	if (ret)
		return ret;
	w->buffer = foreign_buffer(w->card.fd, &shared);
	w->slow[0] = slow_write(w->buffer);
	cs_init(&cs, w->card.fd);
	for (i = 0; i < ARRAY_SIZE(all_rings) && !ret; i++) {
		cs_restart(&cs, all_rings[i]);
		ring_write(&cs, &shared, 8 * i, 1);
		ret = ring_submit(&cs);
	}
	cs_fini(&cs);
	w->fences = fences_of_file(w->buffer);
	if (w->fences < 0)
		ret = w->fences;
	if (!ret && card_is_cayman(&w->card)) {
		ret = va_map(&shared, VA, VA_RW);
		vm_cs_init(&cs, w->card.fd);
		vm_write(&cs, VA, 1);
		cs_add_bo(&cs, &shared, true);
		cs_pad(&cs, 8);
		ret = ret ?: cs_submit(&cs);
		cs_fini(&cs);
	}
	if (ret || w->slow[0] < 0)
		return ret ?: -ENODEV;

	ret = slow_vram(w->card.fd, &unnamed, &w->unnamed) ?:
	      slow_vram(w->card.fd, &vram, &w->slow[1]);
	if (ret)
		return ret;
	vram.domain = GTT;
	cs_init(&cs, w->card.fd);
	ring_write(&cs, &vram, 0, 1);
	ret = ring_submit(&cs);
	cs_fini(&cs);
	return ret;
}

FIXTURE_SETUP(waiting)
{
	ASSERT_EQ(0, make_them_wait(self));
	self->client = hand_over(&self->card, (const int[]){
		self->slow[0], self->slow[1], self->unnamed }, 3);
	ASSERT_LE(0, self->client);
}

FIXTURE_TEARDOWN(waiting)
{
	close(self->fences);
	close(self->buffer);
}

/* How many fences of jobs a file has whose names can be read, and are what they should be. */
static uint32_t names_of_jobs(int fences)
{
	struct sync_fence_info info[8];
	struct sync_file_info file = {
		.num_fences = ARRAY_SIZE(info),
		.sync_fence_info = (uintptr_t)info,
	};
	uint32_t i, named = 0;

	if (ioctl(fences, SYNC_IOC_FILE_INFO, &file))
		return 0;
	for (i = 0; i < file.num_fences; i++)
		named += !strcmp(info[i].driver_name, "drm_sched") ?
			 !strcmp(info[i].obj_name, "evergreen") :
			 !strcmp(info[i].driver_name, "detached-driver");
	return named;
}

static void let_them_go(FIXTURE_DATA(waiting) *w)
{
	close(w->slow[0]);
	close(w->slow[1]);
}

/*
 * The card goes, then the file, and it comes back; the jobs end after all that. The buffer
 * that none of them names is freed last: nothing but TTM's worker knows of it by then.
 */
TEST_F_TIMEOUT(waiting, card_goes, VERY_SLOW)
{
	struct card card;
	struct cs cs;
	struct bo bo;

	ASSERT_EQ(0, card_bind(&self->card, false));
	kill_client(self->client);
	ASSERT_EQ(0, card_bind(&self->card, true));
	let_them_go(self);
	sleep(1);
	close(self->unnamed);

	ASSERT_EQ(0, card_open(&card));
	ASSERT_EQ(0, bo_create_mapped(card.fd, 4096, GTT, &bo));
	cs_init(&cs, card.fd);
	ring_write(&cs, &bo, 0, 0x1234);
	ASSERT_EQ(0, ring_submit(&cs));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x1234, bo.u32[0]);
	cs_fini(&cs);
	bo_free(&bo);
	card_close(&card);
}

/* ---- address spaces ---- */

/* A buffer with contents, and one that keeps jobs waiting, both in an address space. */
FIXTURE(unmapped) {
	struct card card;
	struct bo bo, gate;
	struct cs cs;
	int keeps_job, keeps_move;
};

static void let_go(int *slow)
{
	if (*slow >= 0)
		close(*slow);
	*slow = -1;
}

FIXTURE_SETUP(unmapped)
{
	self->keeps_job = -1;
	self->keeps_move = -1;
	ASSERT_EQ(0, card_open(&self->card));
	if (!card_is_cayman(&self->card))
		SKIP(return, "no address spaces");
	ASSERT_EQ(0, slow_vram(self->card.fd, &self->gate, &self->keeps_job));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, VRAM, &self->bo));
	self->bo.u32[5] = 0x1234;
	ASSERT_EQ(0, va_map(&self->bo, VA, VA_RW));
	ASSERT_EQ(0, va_map(&self->gate, 2 * VA, VA_RW));
}

FIXTURE_TEARDOWN(unmapped)
{
	let_go(&self->keeps_job);
	let_go(&self->keeps_move);
	bo_free(&self->bo);
	bo_free(&self->gate);
	card_close(&self->card);
}

/* A job in the address space names both buffers, and waits. */
static int submit_waiting(FIXTURE_DATA(unmapped) *u)
{
	int ret;

	vm_cs_init(&u->cs, u->card.fd);
	vm_write(&u->cs, VA, 1);
	cs_add_bo(&u->cs, &u->bo, true);
	cs_add_bo(&u->cs, &u->gate, true);
	cs_pad(&u->cs, 8);
	ret = cs_submit(&u->cs);
	cs_fini(&u->cs);
	return ret;
}

/* The buffer is to move to GTT, but another device writes to it. */
static int move_waiting(FIXTURE_DATA(unmapped) *u)
{
	int file, ret;

	if (drmPrimeHandleToFD(u->card.fd, u->bo.handle, DRM_CLOEXEC | DRM_RDWR, &file))
		return -errno;
	u->keeps_move = slow_write(file);
	close(file);
	if (u->keeps_move < 0)
		return -ENODEV;
	u->bo.domain = GTT;
	cs_init(&u->cs, u->card.fd);
	ring_write(&u->cs, &u->bo, 8, 2);
	ret = ring_submit(&u->cs);
	cs_fini(&u->cs);
	return ret;
}

/*
 * A mapping is removed while a job uses it, and a move is asked for after that: what the job
 * that moves the buffer hides has to be there when it is ready to run, however long after the
 * end of the first. The kernel fills what it frees with a pattern that is no address.
 */
TEST_F_TIMEOUT(unmapped, moves_later, VERY_SLOW)
{
	ASSERT_EQ(0, submit_waiting(self));
	ASSERT_EQ(0, va_unmap(&self->bo, VA));
	ASSERT_EQ(0, move_waiting(self));
	let_go(&self->keeps_job);
	ASSERT_EQ(0, bo_wait(&self->gate));
	usleep(300000);
	let_go(&self->keeps_move);
	ASSERT_EQ(0, bo_wait(&self->bo));
	EXPECT_EQ(1, self->bo.u32[0]);
	EXPECT_EQ(2, self->bo.u32[2]);
	EXPECT_EQ(0x1234, self->bo.u32[5]);
	EXPECT_EQ(0, va_map(&self->bo, VA, VA_RW)) TH_LOG("its place is not free");
}

/* ---- buffers that end while the card goes ---- */

/* A buffer that another device is writing to until the driver takes the pages of all. */
FIXTURE(busy) {
	struct card card;
	struct bo bo;
	int slow;
};

FIXTURE_SETUP(busy)
{
	int file;

	ASSERT_EQ(0, card_open(&self->card));
	file = foreign_buffer(self->card.fd, &self->bo);
	self->slow = slow_write(file);
	ASSERT_LE(0, self->slow);
	close(file);
}

FIXTURE_TEARDOWN(busy)
{
	close(self->slow);
}

/* A job waits for the buffer that is written to. It has enough others to take a while. */
static int submit_with_many(const FIXTURE_DATA(busy) *busy)
{
	enum { BUFFERS = 250 };
	struct bo bo;
	struct cs cs;
	int i, ret = 0;

	cs_init(&cs, busy->card.fd);
	ring_write(&cs, &busy->bo, 0, 1);
	for (i = 0; i < BUFFERS && !ret; i++) {
		ret = bo_create(busy->card.fd, 16 * SIZE, GTT, 0, &bo);
		cs_add_bo(&cs, &bo, true);
	}
	ret = ret ?: ring_submit(&cs);
	cs_fini(&cs);
	return ret;
}

/*
 * The driver leaves, and takes the pages from all buffers, while TTM's workers free those
 * whose jobs end just then. The kernel notices if any are freed twice, if its checks of freed
 * memory are made (as the scenario does).
 */
TEST_F_TIMEOUT(busy, buffers_end_as_it_goes, VERY_SLOW)
{
	pid_t client;

	ASSERT_EQ(0, submit_with_many(self));
	client = hand_over(&self->card, &self->slow, 1);
	ASSERT_LE(0, client);
	kill_client(client);
	ASSERT_EQ(0, card_bind(&self->card, false));
	ASSERT_EQ(0, card_bind(&self->card, true));
}

/*
 * The device goes while one job of a queue is on the ring, and the next one, for the same buffer,
 * waits for another device. That one fails when it has waited, but not before the first has ended:
 * who looks at the buffer then sees no more than its fence.
 */
TEST_F_TIMEOUT(busy, queue_in_order, VERY_SLOW)
{
	int first, second, status;
	uint32_t id;
	struct bo bo;
	struct cs cs;
	pid_t leaver;

	cs_init(&cs, self->card.fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	pm4_wait_mem(&cs, &bo, 0, WAIT_EQ, 0xdead);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	first = fence_of(&bo);
	ASSERT_LE(0, first);
	cs_clear(&cs);
	pm4_mem_write(&cs, &bo, 0, 0, 1);
	cs_add_bo(&cs, &self->bo, true);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	second = fence_of(&bo);
	ASSERT_LE(0, second);
	cs_fini(&cs);
	ASSERT_FALSE(fence_reached(first, 0));

	leaver = fork();
	ASSERT_LE(0, leaver);
	if (!leaver) {
		let_go(&self->slow);
		_exit(card_bind(&self->card, false) != 0);
	}
	while (card_info(self->card.fd, RADEON_INFO_DEVICE_ID, &id) != -ENODEV)
		usleep(1000);
	let_go(&self->slow);
	EXPECT_TRUE(fence_reached(second, -1));
	EXPECT_TRUE(fence_reached(first, 0));
	ASSERT_EQ(leaver, waitpid(leaver, &status, 0));
	EXPECT_EQ(0, status);
	close(first);
	close(second);
	ASSERT_EQ(0, card_bind(&self->card, true));
}

/* A job in the address space that waits for the buffer which is written to. */
static int submit_filled(const FIXTURE_DATA(busy) *busy, uint32_t ring, uint32_t filler, uint32_t dwords)
{
	struct cs cs;
	int ret;

	vm_cs_init(&cs, busy->card.fd);
	cs.flags[1] = ring;
	cs_add_bo(&cs, &busy->bo, true);
	while (dwords--)
		cs_emit(&cs, filler);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret;
}

/*
 * Two jobs have all of the address space's pool of streams, and wait. A third stream waits for
 * room in it; that is no reason for the device to stay.
 */
TEST_F_TIMEOUT(busy, no_room, VERY_SLOW)
{
	enum { HALF_POOL = 65536 };	/* dwords */
	atomic_int sleeper;
	int i, status;
	pid_t client;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	ASSERT_EQ(0, va_map(&self->bo, VA, VA_RW));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, submit_filled(self, RADEON_CS_RING_GFX, PM4_TYPE2, HALF_POOL));
	client = fork();
	ASSERT_LE(0, client);
	if (!client)
		_exit(submit_filled(self, RADEON_CS_RING_DMA, DMA_NOP, 8) != -ENODEV);
	sleeper = client;
	EXPECT_TRUE(falls_asleep(&sleeper, 20)) TH_LOG("it did not wait");
	EXPECT_EQ(0, waitpid(client, &status, WNOHANG));
	ASSERT_EQ(0, card_bind(&self->card, false));
	ASSERT_EQ(client, waitpid(client, &status, 0));
	EXPECT_EQ(0, status);
	ASSERT_EQ(0, card_bind(&self->card, true));
}

/*
 * The module goes: not before its jobs have ended; and what others still have of those,
 * the fence in a buffer that is not ours or in a file, does not miss it.
 */
TEST_F_TIMEOUT(waiting, module_goes, VERY_SLOW)
{
	static char line[LOG_RECORD];
	int i, log, other, status;
	struct card card;
	struct bo done;
	struct cs cs;
	pid_t pid;

	ASSERT_EQ(0, card_open(&card));
	other = foreign_buffer(card.fd, &done);
	ASSERT_LE(0, other);
	cs_init(&cs, card.fd);
	ring_write(&cs, &done, 0, 1);
	ASSERT_EQ(0, ring_submit(&cs));
	ASSERT_EQ(0, bo_wait(&done));
	cs_fini(&cs);
	card_close(&card);
	kill_client(self->client);

	log = log_open();
	ASSERT_LE(0, log);
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		let_them_go(self);
		close(self->unnamed);
		execl("/usr/sbin/rmmod", "rmmod", "evergreen", NULL);
		_exit(1);
	}
	for (i = 0; i < SLOW && !log_count(log, "jobs still wait for other devices", line); i++)
		sleep(1);
	EXPECT_GT(SLOW, i) TH_LOG("the driver did not say that it waits");
	EXPECT_EQ(0, waitpid(pid, &status, WNOHANG)) TH_LOG("did not wait for the jobs");
	let_them_go(self);
	sleep(1);
	EXPECT_EQ(0, waitpid(pid, &status, WNOHANG)) TH_LOG("did not wait for the buffer");
	close(self->unnamed);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_LE(ARRAY_SIZE(all_rings), names_of_jobs(self->fences));
	close(other);
	close(log);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
