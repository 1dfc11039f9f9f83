// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Memory of the process itself as a buffer: contents both ways, and what becomes of
 * it when the process unmaps, replaces, protects or shares the memory while the card
 * works on it.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <drm/vgem_drm.h>
#include <xf86drm.h>

#include "gate.h"
#include "on_card.h"
#include "own_memory.h"
#include "patience.h"
#include "rings.h"
#include "vgem.h"
#include "vm.h"

#define PAGE		4096ull
#define SIZE		(16 * PAGE)
#define READONLY	RADEON_GEM_USERPTR_READONLY
#define VALIDATE	RADEON_GEM_USERPTR_VALIDATE
#define GATE_MS		500

/* Memory of our own, and the buffer of it. */
static void take(struct __test_metadata *_metadata, int fd, uint64_t size, struct bo *bo)
{
	void *at = map_at(NULL, size);

	ASSERT_NE(MAP_FAILED, at);
	ASSERT_EQ(0, bo_userptr(fd, at, size, OWN, bo));
}

/* Touched, for whoever opens it may find the page faults of the process held up. */
static void make_gate(struct __test_metadata *_metadata, int fd, struct bo *gate)
{
	ASSERT_EQ(0, bo_create_mapped(fd, PAGE, GTT, gate));
	gate->u32[0] = 0;
}

static int write_dword(struct cs *cs, const struct bo *bo, uint64_t at, uint32_t value)
{
	cs_clear(cs);
	pm4_mem_write(cs, bo, at, MEM_WRITE_DATA32, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* The same once the gate is open. */
static int write_later(struct cs *cs, const struct bo *gate, const struct bo *bo, uint32_t value)
{
	cs_clear(cs);
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, 1);
	pm4_mem_write(cs, bo, 0, MEM_WRITE_DATA32, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static bool all_are(const struct bo *bo, uint32_t value)
{
	uint64_t i;

	for (i = 0; i < bo->size / 4; i++)
		if (bo->u32[i] != value) {
			printf("# dword %llu is 0x%x, not 0x%x\n", (unsigned long long)i,
			       bo->u32[i], value);
			return false;
		}
	return true;
}

static void fill(void *at, uint64_t size, uint32_t value)
{
	uint32_t *dword = at;
	uint64_t i;

	for (i = 0; i < size / 4; i++)
		dword[i] = value;
}

/* ---- arguments ---- */

TEST_F(on_card, arguments)
{
	static const struct {
		uint64_t addr, size;
		uint32_t flags;
		int error;
	} rows[] = {
		{ 0, 0, 0, -EACCES },		/* what clients probe with */
		{ 1, 0, OWN, -EINVAL },
		{ 0, 1, OWN, -EINVAL },
		{ PAGE, 0, OWN, -EINVAL },
		{ PAGE, 0, READONLY, -EINVAL },
		{ PAGE, 0, 16, -EINVAL },
		{ PAGE, PAGE, OWN | 1u << 31, -EINVAL },
		{ PAGE, PAGE, 0, -EACCES },
		{ PAGE, PAGE, RADEON_GEM_USERPTR_REGISTER, -EACCES },
		{ PAGE, PAGE, RADEON_GEM_USERPTR_ANONONLY, -EACCES },
		{ PAGE, PAGE, RADEON_GEM_USERPTR_ANONONLY | VALIDATE, -EACCES },
		{ -PAGE, PAGE, OWN, -EINVAL },
		{ PAGE, -PAGE, OWN, -EINVAL },
		{ PAGE, 1ull << 50, OWN, -ENOMEM },
		{ 0xffff800000000000, PAGE, OWN, -EFAULT },
		{ PAGE, PAGE, OWN | VALIDATE, -EFAULT },
		{ PAGE, PAGE, READONLY | VALIDATE, -EFAULT },
	};
	struct bo bo;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		EXPECT_EQ(rows[i].error, bo_userptr(self->card.fd, (void *)rows[i].addr,
						 rows[i].size, rows[i].flags, &bo))
			TH_LOG("row %u", i);
	ASSERT_EQ(0, bo_userptr(self->card.fd, (void *)PAGE, PAGE, OWN, &bo))
		TH_LOG("memory need not be there before it is used");
	EXPECT_EQ(-EFAULT, write_dword(&self->cs, &bo, 0, 1));
}

/* It is no buffer like others. */
TEST_F(on_card, not_allowed)
{
	struct drm_radeon_gem_op op = { .op = RADEON_GEM_OP_GET_INITIAL_DOMAIN };
	uint32_t domain;
	uint64_t offset;
	struct bo bo;
	int file;

	take(_metadata, self->card.fd, SIZE, &bo);
	op.handle = bo.handle;
	EXPECT_EQ(-EPERM, gem_mmap_offset(bo.fd, bo.handle, &offset));
	EXPECT_EQ(-EPERM, card_ioctl(bo.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	op.op = RADEON_GEM_OP_SET_INITIAL_DOMAIN;
	EXPECT_EQ(-EPERM, card_ioctl(bo.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	ASSERT_NE(0, drmPrimeHandleToFD(bo.fd, bo.handle, DRM_CLOEXEC, &file));
	EXPECT_EQ(EPERM, errno);
	EXPECT_EQ(-EINVAL, bo_set_domain(&bo, VRAM, 0));
	EXPECT_EQ(0, bo_set_domain(&bo, RADEON_GEM_DOMAIN_CPU, 0));

	bo.domain = VRAM;
	EXPECT_EQ(-EINVAL, write_dword(&self->cs, &bo, 0, 1));
	bo.domain = GTT;
	EXPECT_EQ(0, write_dword(&self->cs, &bo, 0, 1));
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0, bo_busy(&bo, &domain));
	EXPECT_EQ(GTT, domain);
}

/* A mapping of the device at an offset that nobody was told. */
TEST_F(on_card, no_way_by_mmap)
{
	uint64_t first, offset, found = 0;
	struct bo before, bo;
	void *map;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, PAGE, GTT, &before));
	ASSERT_EQ(0, gem_mmap_offset(before.fd, before.handle, &first));
	take(_metadata, self->card.fd, PAGE, &bo);
	for (offset = first > 64 * PAGE ? first - 64 * PAGE : 0; offset < first + 64 * PAGE;
	     offset += PAGE) {
		map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, bo.fd, (off_t)offset);
		if (map == MAP_FAILED)
			continue;
		found++;
		munmap(map, PAGE);
	}
	EXPECT_EQ(1, found) TH_LOG("the only buffer that may be mapped is the ordinary one");
}

/* ---- contents ---- */

TEST_F_TIMEOUT(on_card, contents, SLOW)
{
	const uint64_t room = 4096 * PAGE;
	struct bo mine, back, vram;
	uint32_t i;

	take(_metadata, self->card.fd, room, &mine);
	take(_metadata, self->card.fd, room, &back);
	ASSERT_EQ(0, bo_create(self->card.fd, room, VRAM, 0, &vram));
	scramble(mine.map, room, 1);
	for (i = 0; i < ARRAY_SIZE(all_rings); i++) {
		uint64_t at = PAGE * (i * 700 + 3) - 4 * i;

		cs_restart(&self->cs, all_rings[i]);
		ring_copy(&self->cs, &vram, 8, &mine, at);
		ASSERT_EQ(0, ring_submit(&self->cs));
		cs_restart(&self->cs, all_rings[i]);
		ring_copy(&self->cs, &back, at, &vram, 8);
		ASSERT_EQ(0, ring_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&back));
		EXPECT_EQ(mine.u32[at / 4], back.u32[at / 4]) TH_LOG("ring %u", all_rings[i]);
		EXPECT_EQ(0, back.u32[at / 4 - 1]);
		EXPECT_EQ(0, back.u32[at / 4 + 1]);
	}

	cs_restart(&self->cs, RADEON_CS_RING_DMA);
	for (i = 0; i < room; i += 2 * 1024 * 1024) {
		dma_copy(&self->cs, DMA_COPY, &vram, i, &mine, i, 2 * 1024 * 1024 / 4);
		dma_copy(&self->cs, DMA_COPY, &back, i, &vram, i, 2 * 1024 * 1024 / 4);
	}
	ASSERT_EQ(0, ring_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&back));
	EXPECT_EQ(0, memcmp(mine.map, back.map, room));
}

TEST_F(on_card, validated_now)
{
	uint32_t domain;
	struct bo bo;
	void *at = map_at(NULL, SIZE);

	ASSERT_NE(MAP_FAILED, at);
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, SIZE, OWN | VALIDATE, &bo));
	ASSERT_EQ(0, bo_busy(&bo, &domain));
	EXPECT_EQ(GTT, domain);
	ASSERT_EQ(0, write_dword(&self->cs, &bo, SIZE - 8, 0x77));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x77, bo.u32[SIZE / 4 - 2]);
}

/* ---- the memory goes ---- */

/* What takes memory away waits for the job, and the job's write is not lost on others. */
TEST_F_TIMEOUT(on_card, unmapped_while_busy, SLOW)
{
	struct gate_timer timer;
	struct bo gate, bo;
	void *at;

	make_gate(_metadata, self->card.fd, &gate);
	take(_metadata, self->card.fd, SIZE, &bo);
	at = bo.map;
	ASSERT_EQ(0, write_later(&self->cs, &gate, &bo, 0x1234));
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
	ASSERT_EQ(0, munmap(at, SIZE));
	EXPECT_EQ(1, gate.u32[0]) TH_LOG("did not wait for the job");
	EXPECT_EQ(0, bo_busy(&bo, NULL));
	gate_join(&timer);

	ASSERT_EQ(at, map_at(at, SIZE));
	fill(at, SIZE, 0x5555);
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_TRUE(all_are(&bo, 0x5555));
}

/* So it is after the last handle is closed: the job is not over then. */
TEST_F_TIMEOUT(on_card, closed_while_busy, SLOW)
{
	struct gate_timer timer;
	struct bo gate, bo;

	make_gate(_metadata, self->card.fd, &gate);
	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, write_later(&self->cs, &gate, &bo, 0x1234));
	ASSERT_EQ(0, gem_close(bo.fd, bo.handle));
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
	ASSERT_EQ(0, munmap(bo.map, SIZE));
	EXPECT_EQ(1, gate.u32[0]) TH_LOG("did not wait for the job");
	gate_join(&timer);
}

/* Seconds, of the driver's 30: less than this was no wait for a job. */
#define NO_WAIT	15.0

/*
 * A process has a job on two buffers that does not end, and takes its memory back: of one
 * buffer, and when all processes have done that (@ready, @go), of the other.
 */
static int wait_in_vain(const struct card *card, int ready, int go)
{
	struct bo gate, bo[2];
	int i, fd = card_reopen(card);
	struct cs cs;
	double start;
	char byte = 0;

	if (fd < 0 || bo_create_mapped(fd, PAGE, GTT, &gate))
		return 1;
	gate.u32[0] = 0;
	cs_init(&cs, fd);
	pm4_wait_mem(&cs, &gate, 0, WAIT_EQ, 1);
	for (i = 0; i < 2; i++) {
		if (bo_userptr(fd, map_at(NULL, SIZE), SIZE, OWN, &bo[i]))
			return 2;
		pm4_mem_write(&cs, &bo[i], 0, MEM_WRITE_DATA32, 0x1234);
	}
	cs_pad(&cs, 8);
	if (cs_submit(&cs) || munmap(bo[0].map, SIZE))
		return 3;
	if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1)
		return 4;
	start = now();
	if (munmap(bo[1].map, SIZE) || now() - start > NO_WAIT)
		return 5;

	if (map_at(bo[0].map, SIZE) != bo[0].map || gate.u32[0])
		return 6;
	fill(bo[0].map, SIZE, 0x5555);
	gate.u32[0] = 1;
	if (bo_wait(&bo[0]) || !all_are(&bo[0], 0x5555))
		return 7;
	cs_fini(&cs);
	return 0;
}

/*
 * A job that does not end may keep a process waiting, but not for ever and not twice, and
 * does no harm to what comes after. There are two such jobs at a time. Where hangs are
 * looked for they end sooner.
 */
TEST_F_TIMEOUT(on_card, unmapped_for_ever, SLOW)
{
	int i, status, ready[2], go[2];
	pid_t pid[2];
	char byte[2];

	ASSERT_EQ(0, pipe(ready));
	ASSERT_EQ(0, pipe(go));
	for (i = 0; i < 2; i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			_exit(wait_in_vain(&self->card, ready[1], go[0]));
	}
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(1, read(ready[0], byte, 1));
	}
	ASSERT_EQ(2, write(go[1], byte, 2));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(pid[i], waitpid(pid[i], &status, 0));
		EXPECT_EQ(0, WEXITSTATUS(status)) TH_LOG("step of wait_in_vain()");
		EXPECT_TRUE(WIFEXITED(status));
	}
	for (i = 0; i < 2; i++) {
		close(ready[i]);
		close(go[i]);
	}
}

/* The process is killed while the card writes into its memory. */
TEST_F_TIMEOUT(on_card, killed_while_busy, SLOW)
{
	const uint64_t size = 64 * 1024 * 1024;
	struct gate_timer timer;
	struct bo gate, canary = { .size = size };
	int status, ready[2];
	char byte;
	pid_t pid;

	make_gate(_metadata, self->card.fd, &gate);
	ASSERT_EQ(0, pipe(ready));
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid) {
		struct bo bo;

		take(_metadata, self->card.fd, SIZE, &bo);
		if (!write_later(&self->cs, &gate, &bo, 0x1234))
			(void)!write(ready[1], "r", 1);
		pause();
	}
	close(ready[1]);
	ASSERT_EQ(1, read(ready[0], &byte, 1));
	kill(pid, SIGKILL);
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(1, gate.u32[0]) TH_LOG("its memory went before the job");

	canary.map = map_at(NULL, size);
	ASSERT_NE(MAP_FAILED, canary.map);
	fill(canary.map, size, 0x5555);
	EXPECT_TRUE(all_are(&canary, 0x5555));
	gate_join(&timer);
}

/* Jobs on memory that is not there fail as a whole, as often as one likes. */
TEST_F_TIMEOUT(on_card, unmapped_before, SLOW)
{
	struct bo bo, other;
	uint32_t i;

	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, PAGE, GTT, &other));
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 0, 1));
	ASSERT_EQ(0, bo_wait(&bo));
	ASSERT_EQ(0, munmap(bo.u8 + 3 * PAGE, PAGE));
	for (i = 0; i < 200; i++) {
		cs_clear(&self->cs);
		pm4_mem_write(&self->cs, &other, 0, MEM_WRITE_DATA32, 7);
		pm4_mem_write(&self->cs, &bo, 0, MEM_WRITE_DATA32, 7);
		ASSERT_EQ(-EFAULT, cs_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&other));
	EXPECT_EQ(0, other.u32[0]);
	EXPECT_EQ(1, bo.u32[0]);

	ASSERT_EQ(bo.u8 + 3 * PAGE, map_at(bo.u8 + 3 * PAGE, PAGE));
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 3 * PAGE, 7));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(7, bo.u32[3 * PAGE / 4]);
}

/* Other memory at the same place is what the card sees from then on. */
TEST_F_TIMEOUT(on_card, replaced, SLOW)
{
	struct bo bo, old = { .size = SIZE };
	void *at;

	take(_metadata, self->card.fd, SIZE, &bo);
	at = bo.map;
	fill(at, SIZE, 0x1111);
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 8, 0x22));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x22, bo.u32[2]);

	old.map = mremap(at, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, map_at(NULL, SIZE));
	ASSERT_NE(MAP_FAILED, old.map);
	EXPECT_EQ(-EFAULT, write_dword(&self->cs, &bo, 8, 0x33));
	ASSERT_EQ(at, map_at(at, SIZE));
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 8, 0x44));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x44, bo.u32[2]);
	EXPECT_EQ(0x22, old.u32[2]);

	ASSERT_EQ(0, madvise(at, SIZE, MADV_DONTNEED));
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 16, 0x55));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0, bo.u32[2]);
	EXPECT_EQ(0x55, bo.u32[4]);

	ASSERT_EQ(0, mprotect(at, PAGE, PROT_READ));
	EXPECT_EQ(-EFAULT, write_dword(&self->cs, &bo, 16, 0x66));
	ASSERT_EQ(0, mprotect(at, PAGE, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 16, 0x77));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x77, bo.u32[4]);
}

/* ---- the memory is shared ---- */

struct family {
	int to_child[2], to_parent[2];
};

static void tell(int pipe[2])
{
	(void)!write(pipe[1], "x", 1);
}

static void hear(int pipe[2])
{
	char byte;

	(void)!read(pipe[0], &byte, 1);
}

/* What the child sees is its own; exit status 0 if all of that is as it was. */
static int child_of_fork(struct family *f, struct cs *cs, const struct bo *bo)
{
	int bad = 0;

	hear(f->to_child);
	bad |= bo->u32[0] != 0x1111;
	bad |= (write_dword(cs, bo, 0, 0x66) != -EPERM) << 1;
	bo->u32[1] = 0x99;
	bad |= (bo->u32[2] != 0x1111) << 2;
	tell(f->to_parent);
	return bad;
}

/* A thread of ours would stumble over its own stack while we fork. */
static pid_t open_by_other_process(const struct bo *gate)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	usleep(GATE_MS * 1000);
	gate->u32[0] = 1;
	_exit(0);
}

TEST_F_TIMEOUT(on_card, fork, SLOW)
{
	static struct family f;	/* closed with the process of this test */
	struct bo gate, bo;
	pid_t pid, opener;
	int status;

	make_gate(_metadata, self->card.fd, &gate);
	take(_metadata, self->card.fd, SIZE, &bo);
	fill(bo.map, SIZE, 0x1111);
	ASSERT_EQ(0, pipe(f.to_child));
	ASSERT_EQ(0, pipe(f.to_parent));
	/* A job that is under way writes before there are two of us. */
	cs_clear(&self->cs);
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_mem_write(&self->cs, &bo, 3 * 4096, MEM_WRITE_DATA32, 0x22);
	cs_pad(&self->cs, 8);
	opener = open_by_other_process(&gate);
	ASSERT_LE(0, opener);
	ASSERT_EQ(0, cs_submit(&self->cs));
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid)
		_exit(child_of_fork(&f, &self->cs, &bo) | (bo.u32[3 * 1024] != 0x22) << 3);
	EXPECT_EQ(1, gate.u32[0]) TH_LOG("forked under a job's hands");
	ASSERT_EQ(opener, waitpid(opener, &status, 0));

	ASSERT_EQ(0, write_dword(&self->cs, &bo, 0, 0x44));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x44, bo.u32[0]);
	tell(f.to_child);
	hear(f.to_parent);
	ASSERT_EQ(0, write_dword(&self->cs, &bo, 8, 0x55));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0x1111, bo.u32[1]);
	EXPECT_EQ(0x55, bo.u32[2]);
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, WEXITSTATUS(status));
}

/* ---- what may not be written ---- */

TEST_F_TIMEOUT(on_card, readonly, SLOW)
{
	struct bo bo, to;
	void *at = map_at(NULL, SIZE);

	ASSERT_NE(MAP_FAILED, at);
	scramble(at, SIZE, 2);
	ASSERT_EQ(0, mprotect(at, SIZE, PROT_READ));
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, SIZE, READONLY, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &to));
	pm4_cp_dma_copy(&self->cs, &to, 0, &bo, 0, SIZE);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0, memcmp(at, to.map, SIZE));

	EXPECT_EQ(-EINVAL, write_dword(&self->cs, &bo, 0, 1));
	self->cs.relocs[0].write_domain = 0;
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs)) TH_LOG("written by a relocation that reads");

	/* The process itself goes on to write: the card sees that. */
	ASSERT_EQ(0, mprotect(at, SIZE, PROT_READ | PROT_WRITE));
	bo.u32[5] = 0xabcd;
	cs_clear(&self->cs);
	pm4_cp_dma_copy(&self->cs, &to, 0, &bo, 0, SIZE);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0xabcd, to.u32[5]);
}

TEST_F_TIMEOUT(on_card, files, SLOW)
{
	int shared = MAP_SHARED, private = MAP_PRIVATE, file = memfd_create("x", 0);
	struct bo bo, to;
	void *at;

	ASSERT_LE(0, file);
	ASSERT_EQ(0, ftruncate(file, SIZE));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &to));
	at = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, shared, file, 0);
	ASSERT_NE(MAP_FAILED, at);
	scramble(at, SIZE, 3);
	EXPECT_EQ(-EPERM, bo_userptr(self->card.fd, at, SIZE, OWN | VALIDATE, &bo));
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, SIZE, OWN, &bo));
	EXPECT_EQ(-EPERM, write_dword(&self->cs, &bo, 0, 1));
	EXPECT_EQ(-EPERM, bo_userptr(self->card.fd, at, SIZE,
				  READONLY | RADEON_GEM_USERPTR_ANONONLY | VALIDATE, &bo));

	/* To be read, a file is as good as anything. */
	ASSERT_EQ(0, bo_userptr(self->card.fd, at, SIZE, READONLY | VALIDATE, &bo));
	cs_clear(&self->cs);
	pm4_cp_dma_copy(&self->cs, &to, 0, &bo, 0, SIZE);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0, memcmp(at, to.map, SIZE));
	/* Its end is the end of the memory. */
	ASSERT_EQ(0, ftruncate(file, PAGE));
	EXPECT_EQ(-EFAULT, cs_submit(&self->cs));

	/* A file in the midst of our memory, and memory of the card. */
	at = map_at(NULL, SIZE);
	ASSERT_NE(MAP_FAILED, mmap((char *)at + PAGE, PAGE, PROT_READ | PROT_WRITE,
				   private | MAP_FIXED, file, 0));
	EXPECT_EQ(-EPERM, bo_userptr(self->card.fd, at, SIZE, OWN | VALIDATE, &bo));
	EXPECT_EQ(-EPERM, bo_userptr(self->card.fd, to.map, SIZE, OWN | VALIDATE, &bo));
	EXPECT_EQ(-EFAULT, bo_userptr(self->card.fd, to.map, SIZE, READONLY | VALIDATE, &bo));
}

/* Memory that even the kernel does not see is not for the card. */
TEST_F(on_card, secret)
{
	int file = (int)syscall(SYS_memfd_secret, 0);
	struct bo bo;
	void *at;

	ASSERT_LE(0, file);
	ASSERT_EQ(0, ftruncate(file, SIZE));
	at = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	ASSERT_NE(MAP_FAILED, at);
	fill(at, SIZE, 1);
	EXPECT_EQ(-EFAULT, bo_userptr(self->card.fd, at, SIZE, READONLY | VALIDATE, &bo));
	munmap(at, SIZE);
	close(file);
}

/* ---- address spaces ---- */

TEST_F_TIMEOUT(on_card, address_space, SLOW)
{
	const uint64_t va = 16 << 20, va_to = 32 << 20, va_ro = 48 << 20;
	struct bo bo, to, ro;
	struct cs cs;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	vm_cs_init(&cs, self->card.fd);
	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, PAGE, GTT, &to));
	ASSERT_EQ(0, va_map(&bo, va, VA_RW));
	ASSERT_EQ(0, va_map(&to, va_to, VA_RW));
	bo.u32[2] = 0x1111;
	vm_copy(&cs, va_to, va + 8, 4);
	vm_write(&cs, va, 0x22);
	cs_add_bo(&cs, &bo, true);
	cs_add_bo(&cs, &to, true);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0x1111, to.u32[0]);
	EXPECT_EQ(0x22, bo.u32[0]);

	/* Gone from the address space, for streams that do not name it, too. */
	ASSERT_EQ(0, munmap(bo.map, SIZE));
	to.u32[0] = 0;
	cs_clear(&cs);
	vm_copy(&cs, va_to, va + 8, 4);
	cs_add_bo(&cs, &to, true);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0, to.u32[0]);
	ASSERT_EQ(bo.map, map_at(bo.map, SIZE));
	bo.u32[2] = 0x3333;
	cs_add_bo(&cs, &bo, false);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&to));
	EXPECT_EQ(0x3333, to.u32[0]);

	/* Mapped to be written, but not given to be. */
	ASSERT_EQ(0, bo_userptr(self->card.fd, map_at(NULL, SIZE), SIZE, READONLY, &ro));
	ASSERT_EQ(0, va_map(&ro, va_ro, VA_RW));
	cs_clear(&cs);
	vm_write(&cs, va_ro, 0x44);
	cs_add_bo(&cs, &ro, false);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&ro));
	EXPECT_EQ(0, ro.u32[0]);
	cs_fini(&cs);
}

enum taking { ENDS, ENDLESS, ENDLESS_UNMAPPED, ENDLESS_TWICE };

/* Several threads may do this at a time; mprotect() locks the others out. */
static void *take_back_page(void *at)
{
	return (void *)(intptr_t)madvise(at, PAGE, MADV_DONTNEED);
}

/*
 * A job uses memory that it has not named, and goes on after the process has taken that back.
 * Either nothing is written any more by then, or the process had to wait for the job, for which
 * it waits in vain if that is to end later. The address space may have lost the memory before, and
 * another thread may be about to take back another page of it.
 */
static void take_back_unnamed(struct __test_metadata *_metadata, FIXTURE_DATA(on_card) *self,
			      enum taking how)
{
	const uint64_t va = 16 << 20, va_gate = 32 << 20;
	struct gate_timer timer;
	struct bo bo, gate;
	pthread_t thread;
	uint32_t left;
	struct cs cs;
	int i;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	vm_cs_init(&cs, self->card.fd);
	take(_metadata, self->card.fd, SIZE, &bo);
	make_gate(_metadata, self->card.fd, &gate);
	ASSERT_EQ(0, va_map(&bo, va, VA_RW));
	ASSERT_EQ(0, va_map(&gate, va_gate, VA_RW));
	vm_write(&cs, va, 1);
	cs_add_bo(&cs, &bo, true);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&bo));
	ASSERT_EQ(1, bo.u32[0]);

	cs_fini(&cs);
	vm_cs_init(&cs, self->card.fd);
	vm_write(&cs, va + 8, 2);
	vm_write(&cs, va_gate + 8, 1);
	vm_wait(&cs, va_gate, 1);
	vm_write(&cs, va + 16, 3);
	cs_add_bo(&cs, &gate, true);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	for (i = 0; i < 10 * GATE_MS && !((volatile uint32_t *)gate.u32)[2]; i++)
		usleep(1000);
	ASSERT_EQ(2, bo.u32[2]);
	if (how == ENDS)
		ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, GATE_MS));
	if (how == ENDLESS_UNMAPPED)
		ASSERT_EQ(0, va_unmap(&bo, va));
	if (how == ENDLESS_TWICE) {
		ASSERT_EQ(0, pthread_create(&thread, NULL, take_back_page, (char *)bo.map + PAGE));
		usleep(GATE_MS * 1000);
		ASSERT_EQ(NULL, take_back_page(bo.map));
	} else {
		ASSERT_EQ(0, mprotect(bo.map, PAGE, PROT_READ));
	}
	left = bo.u32[4];
	if (how == ENDS)
		gate_join(&timer);
	else
		gate.u32[0] = 1;
	ASSERT_EQ(0, bo_wait(&gate));
	EXPECT_EQ(left, bo.u32[4]) TH_LOG("the card has written to what was taken back");
	if (how == ENDLESS_TWICE)
		pthread_join(thread, NULL);
	cs_fini(&cs);
	bo_free(&gate);
}

TEST_F_TIMEOUT(on_card, unnamed_in_address_space, SLOW)
{
	take_back_unnamed(_metadata, self, ENDS);
}

TEST_F_TIMEOUT(on_card, unnamed_for_ever, SLOW)
{
	take_back_unnamed(_metadata, self, ENDLESS);
}

TEST_F_TIMEOUT(on_card, unnamed_and_unmapped, SLOW)
{
	take_back_unnamed(_metadata, self, ENDLESS_UNMAPPED);
}

TEST_F_TIMEOUT(on_card, unnamed_by_two_threads, SLOW)
{
	take_back_unnamed(_metadata, self, ENDLESS_TWICE);
}

/* Memory of a process is for one address space. Only root finds a way to a second. */
TEST_F(on_card, in_one_address_space)
{
	const uint64_t va = 16 << 20;
	struct drm_gem_flink name = { 0 };
	struct drm_gem_open there = { 0 };
	struct bo bo, other;
	char *node;
	int first, second;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	node = drmGetPrimaryDeviceNameFromFd(self->card.fd);
	ASSERT_NE(NULL, node);
	first = open(node, O_RDWR | O_CLOEXEC);
	second = open(node, O_RDWR | O_CLOEXEC);
	free(node);
	ASSERT_LE(0, first);
	ASSERT_LE(0, second);
	ASSERT_EQ(0, bo_userptr(first, map_at(NULL, SIZE), SIZE, OWN, &bo));
	name.handle = bo.handle;
	ASSERT_EQ(0, drmIoctl(first, DRM_IOCTL_GEM_FLINK, &name));
	there.name = name.name;
	ASSERT_EQ(0, drmIoctl(second, DRM_IOCTL_GEM_OPEN, &there));
	other = (struct bo) { .fd = second, .handle = there.handle, .size = SIZE };
	ASSERT_EQ(0, va_map(&bo, va, VA_RW));
	EXPECT_EQ(-EPERM, va_map(&other, va, VA_RW));
	ASSERT_EQ(0, va_unmap(&bo, va));
	EXPECT_EQ(-EPERM, va_map(&other, va, VA_RW));
	EXPECT_EQ(0, va_map(&bo, va, VA_RW));
	close(second);
	close(first);
}

/* A fence of another device, which holds up the jobs that read a buffer. */
struct other_fence {
	int vgem;
	uint32_t fence;
	pthread_t thread;
};

static void *signal_later(void *arg)
{
	struct other_fence *other = arg;
	struct drm_vgem_fence_signal args = { .fence = other->fence };

	usleep(GATE_MS * 1000);
	return (void *)(intptr_t)drmIoctl(other->vgem, DRM_IOCTL_VGEM_FENCE_SIGNAL, &args);
}

/* A process changes its mappings while a job that uses them has not come to its ring. */
TEST_F_TIMEOUT(on_card, protected_while_queued, SLOW)
{
	const uint64_t va = 16 << 20, va_theirs = 32 << 20;
	struct drm_vgem_fence_attach attach = { .flags = VGEM_FENCE_WRITE };
	struct other_fence other;
	struct bo bo, theirs, held;
	struct cs cs;
	int file;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	other.vgem = vgem_open();
	ASSERT_LE(0, other.vgem);
	ASSERT_EQ(0, vgem_create(other.vgem, PAGE, &theirs, &file));
	held = (struct bo) { .fd = self->card.fd, .size = PAGE, .domain = GTT };
	ASSERT_EQ(0, drmPrimeFDToHandle(self->card.fd, file, &held.handle));
	attach.handle = theirs.handle;
	ASSERT_EQ(0, drmIoctl(other.vgem, DRM_IOCTL_VGEM_FENCE_ATTACH, &attach));
	other.fence = attach.out_fence;

	vm_cs_init(&cs, self->card.fd);
	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, va_map(&bo, va, VA_RW));
	ASSERT_EQ(0, va_map(&held, va_theirs, VA_RO));
	vm_write(&cs, va, 0x22);
	cs_add_bo(&cs, &bo, true);
	cs_add_bo(&cs, &held, false);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, pthread_create(&other.thread, NULL, signal_later, &other));
	ASSERT_EQ(0, mprotect(bo.map, SIZE, PROT_READ));
	EXPECT_EQ(0x22, bo.u32[0]);
	EXPECT_EQ(0, bo_busy(&bo, NULL));
	pthread_join(other.thread, NULL);

	cs_fini(&cs);
	close(file);
	close(other.vgem);
}

/* ---- many ---- */

TEST_F_TIMEOUT(on_card, many, VERY_SLOW)
{
	enum { BUFFERS = 3000, USED = 200 };
	struct bo *bo = calloc(BUFFERS, sizeof(*bo));
	char *at = map_at(NULL, (BUFFERS + 4) * PAGE);
	uint32_t i;

	ASSERT_NE(NULL, bo);
	ASSERT_NE(MAP_FAILED, (void *)at);
	/* They overlap: five pages of each are those of others. */
	for (i = 0; i < BUFFERS; i++)
		ASSERT_EQ(0, bo_userptr(self->card.fd, at + i * PAGE, 5 * PAGE, OWN, &bo[i]));
	for (i = 0; i < USED; i++)
		pm4_mem_write(&self->cs, &bo[7 * i], 4 * PAGE, MEM_WRITE_DATA32, i + 1);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	for (i = 0; i < USED; i++) {
		ASSERT_EQ(0, bo_wait(&bo[7 * i]));
		EXPECT_EQ(i + 1, bo[7 * i].u32[4 * PAGE / 4]);
	}
	ASSERT_EQ(0, munmap(at, (BUFFERS + 4) * PAGE));
	EXPECT_EQ(-EFAULT, cs_submit(&self->cs));
	free(bo);
}

/* Together more than the GART has: they take turns. */
TEST_F_TIMEOUT(on_card, more_than_gtt, VERY_SLOW)
{
	enum { BUFFERS = 5 };
	struct drm_radeon_gem_info info;
	struct bo bo[BUFFERS], whole;
	uint64_t size;
	uint32_t i;
	char *at;

	ASSERT_EQ(0, gem_info(self->card.fd, &info));
	EXPECT_EQ(-ENOMEM, bo_userptr(self->card.fd, (void *)PAGE, info.gart_size + PAGE, OWN,
				   &whole));
	/* One stretch of memory for all of them, so that they take no more than that. */
	size = info.gart_size / 3 & -PAGE;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		  -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)at);
	for (i = 0; i < BUFFERS; i++)
		ASSERT_EQ(0, bo_userptr(self->card.fd, at, size, READONLY, &bo[i]));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, PAGE, GTT, &whole));
	for (i = 0; i < 2 * BUFFERS; i++) {
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &whole, 0, &bo[i % BUFFERS], size - PAGE, 64);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&whole));
}

/* ---- races ---- */

struct racer {
	pthread_t thread;
	char *at;
	volatile bool stop;
	volatile uint32_t rounds;
	uint32_t overwritten;
};

/* Memory that was just given back is soon somebody else's: here, this thread's. */
static void look_at_fresh(struct racer *r, struct bo *fresh)
{
	if (fresh->map) {
		r->overwritten += !all_are(fresh, 0x55555555);
		munmap(fresh->map, fresh->size);
	}
	fresh->map = map_at(NULL, fresh->size);
	madvise(fresh->map, fresh->size, MADV_NOHUGEPAGE);
	fill(fresh->map, fresh->size, 0x55555555);
}

/* Take the memory away in every manner, for ever. */
static void *unsettle(void *arg)
{
	struct bo fresh = { .size = 2 * SIZE };
	struct racer *r = arg;

	for (; !r->stop; r->rounds++, look_at_fresh(r, &fresh)) {
		switch (r->rounds % 4) {
		case 0:
			mprotect(r->at, SIZE, PROT_READ);
			mprotect(r->at, SIZE, PROT_READ | PROT_WRITE);
			break;
		case 1:
			madvise(r->at, SIZE, MADV_DONTNEED);
			break;
		case 2:
			munmap(r->at, SIZE);
			look_at_fresh(r, &fresh);
			map_at(r->at, SIZE);
			break;
		default:
			map_at(r->at + PAGE, PAGE);
		}
	}
	return NULL;
}

/*
 * @cs goes out again and again: it gets the value of @from, which the CPU changes, by way of
 * the memory at @bo into @to.
 */
static void race(struct __test_metadata *_metadata, struct cs *cs, const struct bo *bo,
		 struct bo *from, const struct bo *to)
{
	struct racer racer = { .at = bo->map };
	uint32_t i, good = 0, gone = 0;
	int ret;

	ASSERT_EQ(0, pthread_create(&racer.thread, NULL, unsettle, &racer));
	/* A busy machine may give the other thread no turn in a thousand jobs. */
	for (i = 0; i < 1000 || !good || racer.rounds <= 10; i++) {
		fill(from->map, SIZE, i + 1);
		ret = cs_submit(cs);
		ASSERT_TRUE(ret == 0 || ret == -EFAULT) TH_LOG("%d", ret);
		gone += ret != 0;
		if (ret)
			continue;
		/* Whatever happens to the memory, the job had all of it to its end. */
		ASSERT_EQ(0, bo_wait(to));
		ASSERT_TRUE(all_are(to, i + 1));
		good++;
	}
	racer.stop = true;
	pthread_join(racer.thread, NULL);
	TH_LOG("%u jobs, %u too late, %u changes", good, gone, racer.rounds);
	EXPECT_EQ(0, racer.overwritten) TH_LOG("a job wrote to memory that was given back");
}

TEST_F_TIMEOUT(on_card, races, VERY_SLOW)
{
	struct bo bo, from, to;

	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &from));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &to));
	pm4_cp_dma_copy(&self->cs, &bo, 0, &from, 0, SIZE);
	pm4_cp_dma_copy(&self->cs, &to, 0, &bo, 0, SIZE);
	cs_pad(&self->cs, 8);
	race(_metadata, &self->cs, &bo, &from, &to);
}

TEST_F_TIMEOUT(on_card, races_in_address_space, VERY_SLOW)
{
	const uint64_t va = 16 << 20, va_from = 32 << 20, va_to = 48 << 20;
	struct bo bo, from, to;
	struct cs cs;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	vm_cs_init(&cs, self->card.fd);
	take(_metadata, self->card.fd, SIZE, &bo);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &from));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, SIZE, GTT, &to));
	ASSERT_EQ(0, va_map(&bo, va, VA_RW));
	ASSERT_EQ(0, va_map(&from, va_from, VA_RW));
	ASSERT_EQ(0, va_map(&to, va_to, VA_RW));
	vm_copy(&cs, va, va_from, SIZE);
	vm_copy(&cs, va_to, va, SIZE);
	cs_add_bo(&cs, &bo, true);
	cs_add_bo(&cs, &from, false);
	cs_add_bo(&cs, &to, true);
	cs_pad(&cs, 8);
	race(_metadata, &cs, &bo, &from, &to);
	cs_fini(&cs);
}

/* Blocks until the jobs have ended. */
static void *unbind(void *card)
{
	return (void *)(intptr_t)card_bind(card, false);
}

/* Only the first dword of each page, for the driver waits for jobs no longer than 5 s. */
static uint32_t *first_dword(const struct bo *bo, uint64_t page)
{
	return &bo->u32[page * (PAGE / 4)];
}

static void mark_pages(const struct bo *bo)
{
	uint64_t i;

	for (i = 0; i < bo->size / PAGE; i++)
		*first_dword(bo, i) = 0x55555555;
}

static uint64_t pages_changed(const struct bo *bo)
{
	uint64_t i, n = 0;

	for (i = 0; i < bo->size / PAGE; i++)
		n += *first_dword(bo, i) != 0x55555555;
	return n;
}

/*
 * While the driver leaves, and waits for a job that does not name it, memory is given
 * back that the address space shows: what the job writes there hits nobody's memory.
 */
TEST_F_TIMEOUT(on_card, given_back_while_leaving, VERY_SLOW)
{
	const uint64_t va = 1ull << 30, va_gate = 2ull << 30, va_from = 3ull << 30;
	const uint64_t size = 32ull << 20, chunk = 1ull << 20, canary = 64ull << 20;
	struct bo lost, gate, from, fresh = { .size = canary };
	pthread_t thread;
	uint32_t id;
	struct cs cs;
	uint64_t at;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	vm_cs_init(&cs, self->card.fd);
	take(_metadata, self->card.fd, size, &lost);
	fill(lost.map, size, 1);
	/* Mappings of the card's buffers are gone when the driver leaves. */
	take(_metadata, self->card.fd, PAGE, &gate);
	fill(gate.map, PAGE, 0);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, chunk, GTT, &from));
	fill(from.map, chunk, 0xaaaaaaaa);
	ASSERT_EQ(0, va_map(&lost, va, VA_RW));
	ASSERT_EQ(0, va_map(&gate, va_gate, VA_RW));
	ASSERT_EQ(0, va_map(&from, va_from, VA_RW));
	cs_add_bo(&cs, &lost, true);
	vm_write(&cs, va, 2);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&lost));
	EXPECT_EQ(2, lost.u32[0]);

	vm_cs_init(&cs, self->card.fd);
	cs_add_bo(&cs, &gate, true);
	cs_add_bo(&cs, &from, false);
	vm_write(&cs, va_gate + 8, 4);
	vm_wait(&cs, va_gate, 1);
	for (at = 0; at < size; at += chunk)
		vm_copy(&cs, va + at, va_from, chunk);
	vm_write(&cs, va_gate + 16, 3);
	cs_pad(&cs, 8);
	ASSERT_EQ(0, cs_submit(&cs));
	/* A job that has not begun when the driver leaves never will. */
	for (at = 0; at < 20000 && gate.u32[2] != 4; at++)
		usleep(1000);
	ASSERT_EQ(4, gate.u32[2]);
	ASSERT_EQ(0, pthread_create(&thread, NULL, unbind, &self->card));
	while (card_info(self->card.fd, RADEON_INFO_DEVICE_ID, &id) != -ENODEV)
		usleep(1000);
	usleep(GATE_MS * 1000);
	munmap(lost.map, size);
	fresh.map = map_at(NULL, canary);
	ASSERT_NE(MAP_FAILED, fresh.map);
	/* The smallest free pieces of memory are taken first, unless large pages are. */
	madvise(fresh.map, canary, MADV_NOHUGEPAGE);
	mark_pages(&fresh);
	gate.u32[0] = 1;
	for (at = 0; at < 20000 && gate.u32[4] != 3; at++)
		usleep(1000);
	EXPECT_EQ(3, gate.u32[4]) TH_LOG("the driver did not wait for the job");
	pthread_join(thread, NULL);
	EXPECT_EQ(0, pages_changed(&fresh)) TH_LOG("the card wrote where it may not");
	munmap(fresh.map, canary);
	cs_fini(&cs);
	ASSERT_EQ(0, card_bind(&self->card, true));
}

CARD_TEST_MAIN(CARD_EVERGREEN)
