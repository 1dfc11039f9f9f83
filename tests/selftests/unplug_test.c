// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The device is unbound from its driver while clients use it: their ioctls
 * fail at once, their mappings stay readable, their files can be closed, and
 * the driver takes the card again.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <xf86drm.h>

#include <linux/userfaultfd.h>

#include "dma.h"
#include "on_card.h"
#include "patience.h"
#include "vm.h"

#define CLIENTS		4

/* What a client may expect of a card that has gone. */
static void check_gone(struct __test_metadata *_metadata, int fd, struct cs *cs,
		       const struct bo *bo)
{
	uint32_t value = 0;
	struct bo more;

	EXPECT_EQ(-ENODEV, card_info(fd, RADEON_INFO_DEVICE_ID, &value));
	EXPECT_EQ(-ENODEV, bo_create(fd, 4096, GTT, 0, &more));
	EXPECT_EQ(-ENODEV, cs_submit(cs));
	EXPECT_EQ(-ENODEV, bo_wait(bo));
	EXPECT_EQ(-ENODEV, bo_busy(bo, NULL));
}

/* The card comes back and works, for a client that opens it anew. */
static void check_back(struct __test_metadata *_metadata, const struct card *old)
{
	struct card card;
	struct cs cs;
	struct bo bo;

	ASSERT_EQ(0, card_bind(old, true));
	ASSERT_EQ(0, card_open(&card));
	ASSERT_EQ(0, bo_create_mapped(card.fd, 4096, GTT, &bo));
	cs_init(&cs, card.fd);
	ASSERT_EQ(0, submit_write(&cs, &bo, 0x1234));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x1234, bo.u32[0]);
	cs_fini(&cs);
	bo_free(&bo);
	card_close(&card);
}

/* A client with buffers in both places, mapped, one job done and one never. */
TEST_F_TIMEOUT(on_card, idle_client, VERY_SLOW)
{
	struct bo gtt, vram;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, GTT, &gtt));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, VRAM, &vram));
	ASSERT_EQ(0, submit_write(&self->cs, &vram, 1));
	ASSERT_EQ(0, bo_wait(&vram));
	gtt.u32[0] = 2;

	ASSERT_EQ(0, card_bind(&self->card, false));
	check_gone(_metadata, self->card.fd, &self->cs, &gtt);
	/* Reading and writing what was mapped harms nobody. */
	gtt.u32[0] = vram.u32[0];
	vram.u32[0] = gtt.u32[1];
	check_back(_metadata, &self->card);
	/* The old file still knows only the old device. */
	check_gone(_metadata, self->card.fd, &self->cs, &gtt);
}

/* Nobody has handles any more, but both buffers are mapped. */
TEST_F_TIMEOUT(on_card, mapped_without_handles, VERY_SLOW)
{
	struct bo gtt, vram;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, GTT, &gtt));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 65536, VRAM, &vram));
	gtt.u32[0] = 1;
	vram.u32[0] = 2;
	EXPECT_EQ(0, drmCloseBufferHandle(self->card.fd, gtt.handle));
	EXPECT_EQ(0, drmCloseBufferHandle(self->card.fd, vram.handle));
	ASSERT_EQ(0, card_bind(&self->card, false));
	gtt.u32[0] = vram.u32[0];
	vram.u32[0] = gtt.u32[1];
	check_back(_metadata, &self->card);
	EXPECT_EQ(0, munmap(gtt.map, 65536));
	EXPECT_EQ(0, munmap(vram.map, 65536));
}

/* Jobs hang on the rings, or wait for those that do, while the device goes. */
TEST_F_TIMEOUT(on_card, jobs_in_flight, VERY_SLOW)
{
	double start = slept();
	struct bo bo, other;
	struct cs dma;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &other));
	ASSERT_EQ(0, submit_endless(&self->cs, &bo));
	self->cs.flags[1] = RADEON_CS_RING_COMPUTE;
	ASSERT_EQ(0, submit_endless(&self->cs, &other));
	dma_init(&dma, self->card.fd);
	dma_copy(&dma, DMA_COPY, &other, 0, &bo, 0, 16);
	ASSERT_EQ(0, cs_submit(&dma));
	cs_fini(&dma);
	ASSERT_TRUE(has_begun(&bo));
	ASSERT_EQ(0, card_bind(&self->card, false));
	EXPECT_GT(GRACE, slept() - start);
	check_gone(_metadata, self->card.fd, &self->cs, &bo);
	check_back(_metadata, &self->card);
}

#define HOME	(64ull * 1024 * 1024)

/* A job on @ring that never ends, in the client's address space. */
static int submit_vm_endless(int fd, uint32_t ring, const struct bo *bo)
{
	struct cs cs;
	int ret;

	vm_cs_init(&cs, fd);
	cs.flags[1] = ring;
	vm_wait(&cs, HOME, 0xdead);
	cs_add_bo(&cs, bo, true);
	cs_pad(&cs, 8);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret;
}

/* The driver leaves in another process. */
static pid_t unbind_elsewhere(const struct card *card, int not_its_own)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	close(not_its_own);
	_exit(card_bind(card, false) != 0);
}

/* The device has gone, its jobs have not ended yet: an address space that they use goes. */
TEST_F_TIMEOUT(on_card, address_space_in_flight, VERY_SLOW)
{
	int status, fd;
	uint32_t value;
	struct bo bo;
	pid_t pid;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	/* Not mapped by the CPU: that would keep the file. */
	ASSERT_EQ(0, bo_create(fd, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, va_map(&bo, HOME, VA_RW));
	ASSERT_EQ(0, submit_vm_endless(fd, RADEON_CS_RING_GFX, &bo));
	ASSERT_EQ(0, submit_vm_endless(fd, RADEON_CS_RING_COMPUTE, &bo));
	pid = unbind_elsewhere(&self->card, fd);
	while (card_info(self->card.fd, RADEON_INFO_DEVICE_ID, &value) != -ENODEV)
		usleep(1000);
	close(fd);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	check_back(_metadata, &self->card);
}

/* Submits until that fails, and says when it has begun; tells whether it failed as it should. */
static int submit_until_gone(const struct card *card, int begun)
{
	struct bo gtt, vram;
	struct cs cs;
	uint32_t i;
	int ret = 0, fd = card_reopen(card);

	if (fd < 0 || bo_create_mapped(fd, 65536, GTT, &gtt) ||
	    bo_create_mapped(fd, 65536, VRAM, &vram))
		return 1;
	cs_init(&cs, fd);
	for (i = 0; !ret; i++) {
		ret = submit_write(&cs, i % 2 ? &gtt : &vram, i);
		if (!ret && i % 16 == 0)
			ret = bo_wait(&gtt);
		if (i == 0 && write(begun, "", 1) != 1)
			return 1;
	}
	gtt.u32[0] = vram.u32[0];
	cs_fini(&cs);
	return ret != -ENODEV && ret != -EIO;
}

/* Several clients are in the middle of it. */
TEST_F_TIMEOUT(on_card, busy_clients, VERY_SLOW)
{
	int i, status, begun[2];
	pid_t pid[CLIENTS];
	char one;

	ASSERT_EQ(0, pipe(begun));
	for (i = 0; i < CLIENTS; i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			_exit(submit_until_gone(&self->card, begun[1]));
	}
	for (i = 0; i < CLIENTS; i++)
		ASSERT_EQ(1, read(begun[0], &one, 1));
	close(begun[0]);
	close(begun[1]);
	ASSERT_EQ(0, card_bind(&self->card, false));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(pid[i], waitpid(pid[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	check_back(_metadata, &self->card);
}

/* What is in a queue when the driver leaves is dropped; what is on a ring is not. */
static bool clears_on_a_ring(const struct card *card)
{
	FILE *f = card_debugfs(card, "evergreen_fences");
	unsigned long long emitted, reported;
	bool found = false;
	char line[160];

	while (f && !found && fgets(line, sizeof(line), f))
		found = sscanf(line, "dma%*d: emitted %llu, reported %llu", &emitted, &reported) == 2 &&
			emitted > reported;
	if (f)
		fclose(f);
	return found;
}

/* VRAM that the CPU does not reach is still being cleared. */
TEST_F_TIMEOUT(on_card, clears_in_flight, VERY_SLOW)
{
	double start = slept();
	struct bo bo[28];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bo); i++)
		ASSERT_EQ(0, bo_create(self->card.fd, 8 * 1024 * 1024, VRAM,
				       RADEON_GEM_NO_CPU_ACCESS, &bo[i]));
	while (!clears_on_a_ring(&self->card) && bo_busy(&bo[ARRAY_SIZE(bo) - 1], NULL))
		usleep(10000);
	ASSERT_EQ(0, card_bind(&self->card, false));
	EXPECT_GT(GRACE, slept() - start);
	check_back(_metadata, &self->card);
}

#define FREE_BUFFERS	48
#define FREE_SIZE	(4 * 1024 * 1024)

/*
 * Has buffers with pages in them, says so, and when the device has gone gives them back one
 * after the other, the oldest first, in which order the driver takes their pages. Only the
 * end of a file frees a buffer then, so each has its own. TTM takes its time to free pages
 * that are write-combined.
 */
static int free_when_gone(const struct card *card, int ready)
{
	struct bo bo[FREE_BUFFERS];
	uint32_t value;
	int i;

	for (i = 0; i < FREE_BUFFERS; i++) {
		if (bo_create(card_reopen(card), FREE_SIZE, GTT, RADEON_GEM_GTT_WC, &bo[i]) ||
		    bo_map(&bo[i]))
			return 1;
		memset(bo[i].map, 1, FREE_SIZE);
	}
	if (write(ready, "", 1) != 1)
		return 2;
	while (card_info(bo[0].fd, RADEON_INFO_DEVICE_ID, &value) != -ENODEV)
		usleep(100);
	for (i = 0; i < FREE_BUFFERS; i++) {
		bo_unmap(&bo[i]);
		close(bo[i].fd);
		usleep(300);
	}
	return 0;
}

/* A client ends while the driver takes the pages from all buffers that there are. */
static void free_meanwhile(struct __test_metadata *_metadata)
{
	struct card card;
	int status, ready[2];
	char byte;
	pid_t pid;

	ASSERT_EQ(0, card_open(&card));
	ASSERT_EQ(0, pipe(ready));
	pid = fork();
	if (!pid)
		_exit(free_when_gone(&card, ready[1]));
	close(ready[1]);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	ASSERT_EQ(0, card_bind(&card, false));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	close(ready[0]);
	check_back(_metadata, &card);
	card_close(&card);
}

TEST_F_TIMEOUT(on_card, buffers_freed_meanwhile, VERY_SLOW)
{
	int round;

	for (round = 0; round < 3; round++)
		free_meanwhile(_metadata);
}

/* Memory whose page comes when fillers() is called, and not before. */
static void *guarded_page(int *uffd)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	*uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	range.range.start = (uintptr_t)page;
	range.range.len = 4096;
	if (page == MAP_FAILED || *uffd < 0 || ioctl(*uffd, UFFDIO_API, &api) ||
	    ioctl(*uffd, UFFDIO_REGISTER, &range))
		return NULL;
	return page;
}

/* A stream that does nothing. */
static int fillers(int uffd, void *page)
{
	uint32_t dwords[1024], i;
	struct uffdio_copy copy = {
		.dst = (uintptr_t)page, .src = (uintptr_t)dwords, .len = sizeof(dwords),
	};

	for (i = 0; i < ARRAY_SIZE(dwords); i++)
		dwords[i] = PM4_TYPE2;
	return ioctl(uffd, UFFDIO_COPY, &copy);
}

/* A submission whose stream lies there. */
struct late_stream {
	int fd, ret;
	void *ib;
};

static void *submit_late(void *data)
{
	struct late_stream *late = data;
	struct drm_radeon_cs_chunk chunk = {
		.chunk_id = RADEON_CHUNK_ID_IB, .length_dw = 8,
		.chunk_data = (uintptr_t)late->ib,
	};
	uint64_t pointer = (uintptr_t)&chunk;

	late->ret = cs_ioctl(late->fd, 1, &pointer);
	return NULL;
}

/* A client's memory does not answer: that is no reason for the device to stay. */
TEST_F_TIMEOUT(on_card, memory_that_does_not_answer, SLOW)
{
	struct late_stream late = { .fd = self->card.fd };
	struct pollfd fault = { .events = POLLIN };
	pthread_t thread;

	late.ib = guarded_page(&fault.fd);
	if (!late.ib)
		SKIP(return, "the kernel has no userfaultfd");
	ASSERT_EQ(0, pthread_create(&thread, NULL, submit_late, &late));
	ASSERT_EQ(1, poll(&fault, 1, GRACE * 1000));
	ASSERT_EQ(0, card_bind(&self->card, false));
	ASSERT_EQ(0, fillers(fault.fd, late.ib));
	ASSERT_EQ(0, pthread_join(thread, NULL));
	close(fault.fd);
	EXPECT_EQ(-ENODEV, late.ret);
	munmap(late.ib, 4096);
	check_back(_metadata, &self->card);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
