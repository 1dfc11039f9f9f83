// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Address spaces where evergreen promises more than stock radeon: what the kernel
 * keeps in them is nobody else's, faults are told, and many small mappings cost
 * little.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "asleep.h"
#include "clock.h"
#include "dma.h"
#include "kernel_log.h"
#include "selftest.h"
#include "vm.h"

#define MIB		(1024ull * 1024)
#define GIB		(1024 * MIB)
#define OUT_VA		GIB
/* The kernel's part of each address space. */
#define KERNEL_END	(8 * MIB)

FIXTURE(vm) {
	struct card card;
	int fd, log;
	struct cs cs;
	struct bo out;
};

FIXTURE_SETUP(vm)
{
	ASSERT_EQ(0, card_open(&self->card));
	self->fd = self->card.fd;
	self->log = -1;
	vm_cs_init(&self->cs, self->fd);
	self->out.handle = 0;
	self->out.map = NULL;
	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	ASSERT_EQ(0, bo_create_mapped(self->fd, 65536, GTT, &self->out));
	ASSERT_EQ(0, va_map(&self->out, OUT_VA, VA_RW));
}

FIXTURE_TEARDOWN(vm)
{
	if (self->log >= 0)
		close(self->log);
	bo_free(&self->out);
	cs_fini(&self->cs);
	card_close(&self->card);
}

static int run(struct cs *cs, const struct bo *bo)
{
	cs_add_bo(cs, bo, true);
	return vm_run(cs, bo);
}

/* Does the address space show these four bytes anywhere below what is the client's? */
static int finds(struct cs *cs, const struct bo *out, uint32_t value)
{
	uint64_t from;
	uint32_t i;
	int ret;

	for (from = 0; from < KERNEL_END; from += out->size) {
		memset(out->map, 0, out->size);
		vm_copy(cs, OUT_VA, from, (uint32_t)out->size);
		ret = run(cs, out);
		if (ret)
			return ret;
		for (i = 0; i < out->size / 4; i++)
			if (out->u32[i] == value)
				return 1;
	}
	return 0;
}

/* The streams of finds() come to one end of the same place, and write over neither half. */
static int leave_behind(struct cs *cs, const struct bo *bo, uint32_t value)
{
	while (cs->ndw < 256)
		cs_emit(cs, PM4_TYPE2);
	vm_write(cs, OUT_VA, value);
	while (cs->ndw < 512)
		cs_emit(cs, PM4_TYPE2);
	return run(cs, bo);
}

/* A client can read its own streams, which harms nobody, and only those. */
TEST_F_TIMEOUT(vm, streams, VERY_SLOW)
{
	const uint32_t mine = 0x11aa22bb, theirs = 0x33cc44dd;
	int fd = card_reopen(&self->card);
	struct bo other;
	struct cs cs;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &other));
	ASSERT_EQ(0, va_map(&other, OUT_VA, VA_RW));
	vm_cs_init(&cs, fd);
	ASSERT_EQ(0, leave_behind(&cs, &other, theirs));
	ASSERT_EQ(theirs, other.u32[0]);
	ASSERT_EQ(0, leave_behind(&self->cs, &self->out, mine));
	ASSERT_EQ(mine, self->out.u32[0]);

	EXPECT_EQ(1, finds(&self->cs, &self->out, mine)) TH_LOG("the search finds nothing at all");
	EXPECT_EQ(0, finds(&self->cs, &self->out, theirs));
	EXPECT_EQ(1, finds(&cs, &other, theirs));
	EXPECT_EQ(0, finds(&cs, &other, mine));
	cs_fini(&cs);
	bo_free(&other);
	close(fd);
}

/*
 * A stream cannot write to itself, nor to one that comes after it. What it would write is looked
 * for afterwards, and so is no part of any stream: it is copied from a buffer.
 */
TEST_F_TIMEOUT(vm, streams_are_read_only, SLOW)
{
	const uint32_t mark = 0x55ee66ff;
	uint64_t at;

	self->out.u32[2] = mark;
	for (at = MIB; at < MIB + 512 * 1024; at += 4096)
		vm_copy(&self->cs, at, OUT_VA + 8, 4);
	vm_write(&self->cs, OUT_VA, 1);
	ASSERT_EQ(0, run(&self->cs, &self->out));
	EXPECT_EQ(1, self->out.u32[0]);
	vm_write(&self->cs, OUT_VA, 2);
	ASSERT_EQ(0, run(&self->cs, &self->out));
	EXPECT_EQ(2, self->out.u32[0]);
	EXPECT_EQ(0, finds(&self->cs, &self->out, mark));
}

/* ---- what has been unmapped ---- */

/* Store a dword, then copy what is there to the first dword of the result. */
static int store(struct cs *cs, const struct bo *out, const struct bo *named, uint64_t va,
		 uint32_t value)
{
	out->u32[0] = 0;
	if (named)
		cs_add_bo(cs, named, true);
	vm_write(cs, va, value);
	vm_copy(cs, OUT_VA, va, 4);
	return run(cs, out);
}

/* Radeon forgets to flush the TLBs here. */
TEST_F_TIMEOUT(vm, unmapped, SLOW)
{
	const uint64_t va = 64 * MIB, other = 2 * GIB;
	struct bo gone;

	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &gone));
	gone.u32[0] = 0;
	ASSERT_EQ(0, va_map(&gone, va, VA_RW));
	ASSERT_EQ(0, store(&self->cs, &self->out, &gone, va, 1));
	ASSERT_EQ(1, gone.u32[0]);
	ASSERT_EQ(1, self->out.u32[0]);

	ASSERT_EQ(0, va_unmap(&gone, va));
	ASSERT_EQ(0, store(&self->cs, &self->out, NULL, va, 2));
	EXPECT_EQ(1, gone.u32[0]) TH_LOG("written by an address that it has no more");
	EXPECT_NE(1, self->out.u32[0]) TH_LOG("read by an address that it has no more");

	/* Mapped elsewhere, it is there and only there. */
	ASSERT_EQ(0, va_map(&gone, other, VA_RW));
	ASSERT_EQ(0, store(&self->cs, &self->out, &gone, va, 3));
	EXPECT_EQ(1, gone.u32[0]);
	ASSERT_EQ(0, store(&self->cs, &self->out, &gone, other, 4));
	EXPECT_EQ(4, gone.u32[0]);
	bo_free(&gone);
}

/* ---- faults ---- */

/* Seconds after which a client's faults are told of again. */
#define FAULT_INTERVAL	5

/* A burst of faults is one line that says who, how and where. */
TEST_F_TIMEOUT(vm, fault_is_told_once, SLOW)
{
	char line[LOG_RECORD] = "", who[64];
	time_t begin = time(NULL);
	int lines;
	uint32_t i;

	self->log = log_open();
	if (self->log < 0)
		SKIP(return, "the kernel's log cannot be read");
	for (i = 0; i < 20; i++) {
		vm_write(&self->cs, 0x123456000 + i * 4096, 1);
		vm_write(&self->cs, OUT_VA, i);
		ASSERT_EQ(0, run(&self->cs, &self->out));
	}
	/* A worker writes them. */
	while (!(lines = log_count(self->log, "VM fault", line)))
		usleep(10 * 1000);
	usleep(300000);
	lines += log_count(self->log, "VM fault", line);
	EXPECT_LE(1, lines);
	EXPECT_GE(1 + (time(NULL) - begin + 1) / FAULT_INTERVAL, lines);
	snprintf(who, sizeof(who), "[%d]: VM fault: write of 0x1234", getpid());
	EXPECT_NE(NULL, strstr(line, who)) TH_LOG("%s", line);
	EXPECT_NE(NULL, strstr(line, " by CP")) TH_LOG("%s", line);
}

/* Interrupts about faults of this process's clients; -1 without debugfs. */
static long long faults_so_far(const struct card *card)
{
	FILE *f = card_debugfs(card, "evergreen_vms");
	char line[512], who[32], *at;
	long long faults = -1;

	snprintf(who, sizeof(who), "pid %d)", getpid());
	while (f && fgets(line, sizeof(line), f)) {
		at = strstr(line, ", faults ");
		if (at && strstr(line, who))
			faults = strtoll(at + 9, NULL, 10);
	}
	if (f)
		fclose(f);
	return faults;
}

#define FAULTING_JOBS	400u
#define FAULTS_AT_ONCE	10
#define FAULTS_PER	0.1	/* s */

/* Who faults all the time does not keep a processor busy with that; later its faults are seen. */
TEST_F_TIMEOUT(vm, faults_have_a_rate, SLOW)
{
	double begin = now();
	long long before, most;
	uint32_t i;

	before = faults_so_far(&self->card);
	if (before < 0)
		SKIP(return, "debugfs cannot be read");
	for (i = 0; i < FAULTING_JOBS; i++) {
		vm_write(&self->cs, 0x123456000, 1);
		ASSERT_EQ(0, run(&self->cs, &self->out));
	}
	most = ((long long)((now() - begin) / FAULTS_PER) + 2) * FAULTS_AT_ONCE;
	EXPECT_GE(most, faults_so_far(&self->card) - before);
	EXPECT_LT(before, faults_so_far(&self->card));
	TH_LOG("%lld faults in %u jobs, %lld may be%s", faults_so_far(&self->card) - before,
	       FAULTING_JOBS, most,
	       most < FAULTING_JOBS ? "" : ": the machine is too slow for this to say anything");

	/* Until the next one is seen; it may have to wait for the rest of a tenth of a second. */
	before = faults_so_far(&self->card);
	do {
		vm_write(&self->cs, 0x123456000, 1);
		ASSERT_EQ(0, run(&self->cs, &self->out));
		usleep((useconds_t)(FAULTS_PER * 1000000));
	} while (faults_so_far(&self->card) == before);
}

/* The job goes on after a fault: what comes behind it is done. */
TEST_F_TIMEOUT(vm, fault_is_harmless, SLOW)
{
	self->out.u32[1] = 0x77777777;
	vm_copy(&self->cs, OUT_VA + 4, 7 * GIB, 4);
	vm_write(&self->cs, 7 * GIB, 5);
	vm_write(&self->cs, OUT_VA, 6);
	ASSERT_EQ(0, run(&self->cs, &self->out));
	EXPECT_EQ(6, self->out.u32[0]);
}

/* ---- the DMA ring ---- */

#define SRC_VA		(5 * GIB)
#define NOWHERE		(7 * GIB)

/* Packets of lib/dma.h, with virtual addresses and without an entry for each. */
static void dma_va_fill(struct cs *cs, uint64_t dst, uint32_t value, uint32_t count)
{
	cs_emit(cs, dma_header(DMA_FILL, count));
	cs_emit(cs, (uint32_t)dst);
	cs_emit(cs, value);
	cs_emit(cs, (uint32_t)(dst >> 32) << 16);
}

static void dma_va_write(struct cs *cs, uint64_t dst, uint32_t value)
{
	cs_emit(cs, dma_header(DMA_WRITE, 1));
	cs_emit(cs, (uint32_t)dst);
	cs_emit(cs, (uint32_t)(dst >> 32));
	cs_emit(cs, value);
}

/* The driver fills up with what the ring takes for NOPs. */
static int dma_run(struct cs *cs, const struct bo *bo, const struct bo *src)
{
	int ret;

	cs_add_bo(cs, bo, true);
	cs_add_bo(cs, src, true);
	ret = cs_submit(cs);
	cs_clear(cs);
	return ret ?: bo_wait(bo);
}

/* A client's source buffer, full of numbers, and a stream for the DMA ring. */
static int dma_begin(FIXTURE_DATA(vm) *self, uint32_t domain, struct bo *src)
{
	uint32_t i;
	int ret = bo_create_mapped(self->fd, 65536, domain, src);

	if (ret)
		return ret;
	for (i = 0; i < src->size / 4; i++) {
		src->u32[i] = 0x10000000 + i;
		self->out.u32[i] = i;
	}
	self->cs.flags[1] = RADEON_CS_RING_DMA;
	return va_map(src, SRC_VA, VA_RW);
}

TEST_F_TIMEOUT(vm, dma, SLOW)
{
	static const uint32_t domains[] = { GTT, VRAM };
	uint32_t expect[65536 / 4], i, d;
	struct bo src;

	for (d = 0; d < ARRAY_SIZE(domains); d++) {
		ASSERT_EQ(0, dma_begin(self, domains[d], &src));
		for (i = 0; i < ARRAY_SIZE(expect); i++)
			expect[i] = i;
		/* Across pages, to places that are no page. */
		dma_va_copy(&self->cs, OUT_VA + 4000, SRC_VA + 8012, 3000);
		memcpy(&expect[1000], &src.u32[2003], 3000 * 4);
		dma_va_fill(&self->cs, OUT_VA + 40960 - 8, 0xf111f111, 1030);
		for (i = 0; i < 1030; i++)
			expect[10238 + i] = 0xf111f111;
		dma_va_write(&self->cs, OUT_VA + 65532, 0x5678);
		expect[16383] = 0x5678;
		/* And what the source gets comes back. */
		dma_va_write(&self->cs, SRC_VA + 65532, 0x1234);
		dma_va_copy(&self->cs, OUT_VA, SRC_VA + 65532, 1);
		expect[0] = 0x1234;
		ASSERT_EQ(0, dma_run(&self->cs, &self->out, &src));
		for (i = 0; i < ARRAY_SIZE(expect); i++)
			ASSERT_EQ(expect[i], self->out.u32[i]) TH_LOG("dword %u", i);
		bo_free(&src);
	}
}

/* Reads of nothing are of one page for all, and what is mapped stays as it is. */
TEST_F_TIMEOUT(vm, dma_of_nothing, SLOW)
{
	struct bo src;
	uint32_t i;

	ASSERT_EQ(0, dma_begin(self, GTT, &src));
	dma_va_copy(&self->cs, OUT_VA, NOWHERE, 1024);
	dma_va_copy(&self->cs, OUT_VA + 4096, NOWHERE + 16 * MIB, 1024);
	dma_va_copy(&self->cs, NOWHERE + 8192, SRC_VA, 2048);
	dma_va_fill(&self->cs, NOWHERE, 0, 4096);
	dma_va_write(&self->cs, NOWHERE - 4, 0);
	dma_va_copy(&self->cs, OUT_VA + 8192, SRC_VA, 1);
	ASSERT_EQ(0, dma_run(&self->cs, &self->out, &src));
	EXPECT_EQ(0, memcmp(self->out.u8, self->out.u8 + 4096, 4096));
	EXPECT_NE(1023, self->out.u32[1023]) TH_LOG("nothing was read at all");
	EXPECT_EQ(0x10000000, self->out.u32[2048]);
	for (i = 2049; i < self->out.size / 4; i++)
		ASSERT_EQ(i, self->out.u32[i]) TH_LOG("dword %u", i);
	for (i = 0; i < src.size / 4; i++)
		ASSERT_EQ(0x10000000 + i, src.u32[i]) TH_LOG("dword %u", i);

	/* Whoever comes next finds the ring working. */
	dma_va_write(&self->cs, OUT_VA, 99);
	ASSERT_EQ(0, dma_run(&self->cs, &self->out, &src));
	EXPECT_EQ(99, self->out.u32[0]);
	bo_free(&src);
}

/* What only the kernel may say stays refused: each is whole, so nothing else is wrong with it. */
TEST_F(vm, dma_refused)
{
	static const struct {
		const char *what;
		uint32_t header, ndw;
	} packets[] = {
		{ "page table entries", 0x24200002, 9 },
		{ "an indirect buffer", 0x40000000, 3 },
		{ "a semaphore", 0x50000000, 3 },
		{ "a fence", 0x60000000, 4 },
		{ "a trap", 0x70000000, 1 },
		{ "a register write", 0x90000000, 3 },
	};
	struct bo src;
	uint32_t i, k;

	ASSERT_EQ(0, dma_begin(self, GTT, &src));
	for (i = 0; i < ARRAY_SIZE(packets); i++) {
		cs_emit(&self->cs, packets[i].header);
		for (k = 1; k < packets[i].ndw; k++)
			cs_emit(&self->cs, 0);
		EXPECT_EQ(-EINVAL, dma_run(&self->cs, &self->out, &src))
			TH_LOG("%s", packets[i].what);
	}
	bo_free(&src);
}

/* ---- in debugfs ---- */

/* Does debugfs show this of address spaces? -1 if it cannot be read. */
static int debugfs_shows(const struct card *card, const char *text)
{
	FILE *f = card_debugfs(card, "evergreen_vms");
	char line[512];
	int shows = 0;

	if (!f)
		return -1;
	while (!shows && fgets(line, sizeof(line), f))
		shows = strstr(line, text) != NULL;
	fclose(f);
	return shows;
}

/* A client waits for a place, which a job has that hangs: everybody else can look. */
TEST_F_TIMEOUT(vm, shown_while_it_hangs, VERY_SLOW)
{
	atomic_int child;
	struct bo bo;
	int status;
	pid_t pid;

	if (debugfs_shows(&self->card, "vmid 1") <= 0)
		SKIP(return, "debugfs cannot be read");
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &bo));
	vm_wait(&self->cs, OUT_VA, 0xdead);
	cs_add_bo(&self->cs, &self->out, true);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, va_unmap(&self->out, OUT_VA));
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid)
		_exit(va_map(&bo, OUT_VA, VA_RW) != 0);
	atomic_init(&child, pid);
	EXPECT_TRUE(falls_asleep(&child, 8));
	EXPECT_EQ(1, debugfs_shows(&self->card, "unmapped while busy"));
	EXPECT_EQ(0, waitpid(pid, &status, WNOHANG)) TH_LOG("the file was not to be read before");
	EXPECT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
	bo_free(&bo);
}

/*
 * A job has used a buffer that it has not named, and knows where it was. The buffer
 * moves away while the job runs; who gets its old place is safe from what the job
 * writes to it next.
 */
#define MOVED_VA	(2 * GIB)
#define MOVED_SIZE	(4 * MIB)
#define LATECOMERS	4
/* A page that shares no place in the TLB with the gate's. */
#define TOUCHED		(3 * 4096)
/* Time enough for what need not wait for the job. */
#define PAUSE_US	300000

/* What has been emitted, with the gate named, and another buffer or NULL. */
static int submit_with(FIXTURE_DATA(vm) *self, const struct bo *bo)
{
	int ret;

	cs_add_bo(&self->cs, &self->out, true);
	if (bo)
		cs_add_bo(&self->cs, bo, true);
	if (self->cs.flags[1] == RADEON_CS_RING_GFX)
		cs_pad(&self->cs, 8);
	ret = cs_submit(&self->cs);
	cs_clear(&self->cs);
	return ret;
}

/* Where a job says that it has touched what it does not name. */
#define TOUCHED_MARK	64

static int touch_unnamed(FIXTURE_DATA(vm) *self)
{
	self->out.u32[TOUCHED_MARK / 4] = 0;
	vm_write(&self->cs, MOVED_VA + TOUCHED + 8, 1);
	vm_write(&self->cs, OUT_VA + TOUCHED_MARK, 1);
	vm_wait(&self->cs, OUT_VA, 1);
	vm_write(&self->cs, MOVED_VA + TOUCHED + 16, 0xbad);
	return submit_with(self, NULL);
}

static void open_gate(FIXTURE_DATA(vm) *self)
{
	*(volatile uint32_t *)self->out.u32 = 1;
}

/* By a job of another ring without an address space: no flush comes with it. */
static int pull_to_gtt(FIXTURE_DATA(vm) *self, const struct bo *bo)
{
	const uint32_t two = 2;
	struct bo there = *bo;
	struct cs cs;
	int ret;

	dma_init(&cs, self->fd);
	there.domain = GTT;
	dma_write(&cs, &there, 24, &two, 1);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret;
}

TEST_F_TIMEOUT(vm, moved_under_others, SLOW)
{
	struct bo bo, late[LATECOMERS];
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &bo));
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	vm_write(&self->cs, MOVED_VA, 0);
	ASSERT_EQ(0, run(&self->cs, &bo));
	ASSERT_EQ(0, touch_unnamed(self));
	while (!*(volatile uint32_t *)&self->out.u32[TOUCHED_MARK / 4])
		usleep(1000);
	ASSERT_EQ(0, pull_to_gtt(self, &bo));
	usleep(PAUSE_US);
	for (i = 0; i < ARRAY_SIZE(late); i++)
		ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &late[i]));
	usleep(PAUSE_US);
	open_gate(self);
	ASSERT_EQ(0, bo_wait(&bo));
	ASSERT_EQ(0, bo_wait(&self->out));
	EXPECT_EQ(1, bo.u32[TOUCHED / 4 + 2]);
	EXPECT_EQ(2, bo.u32[6]);
	for (i = 0; i < ARRAY_SIZE(late); i++) {
		EXPECT_EQ(0, late[i].u32[TOUCHED / 4 + 4]) TH_LOG("buffer %u", i);
		bo_free(&late[i]);
	}
	bo_free(&bo);
}

/*
 * A job behind the gate on a DMA ring. The kernel gives two queues to the two rings; the
 * first leaves the ring on which buffers are moved to the second, which names the buffer.
 */
static int write_by_dma(FIXTURE_DATA(vm) *self, const struct bo *bo)
{
	int ret;

	self->cs.flags[1] = RADEON_CS_RING_DMA;
	self->cs.nflags = 3;
	self->cs.flags[2] = (uint32_t)-1;
	dma_va_write(&self->cs, OUT_VA + 256, 7);
	ret = submit_with(self, NULL);
	self->cs.flags[2] = 0;
	dma_va_write(&self->cs, MOVED_VA + TOUCHED + 48, 8);
	ret = ret ?: submit_with(self, bo);
	self->cs.flags[1] = RADEON_CS_RING_GFX;
	return ret;
}

/* A job that writes to the buffer before and after the gate opens, and one behind it. */
static int write_through_gate(FIXTURE_DATA(vm) *self, const struct bo *bo)
{
	vm_write(&self->cs, MOVED_VA + TOUCHED + 8, 3);
	vm_wait(&self->cs, OUT_VA, 1);
	vm_write(&self->cs, MOVED_VA + TOUCHED + 16, 4);
	return submit_with(self, bo) ?: write_by_dma(self, bo);
}

/*
 * A buffer is asked to move while a job that has named it runs, and named again before it
 * has: no submission waits, and each job finds the buffer where it is at that time. Twice,
 * there and back.
 */
TEST_F_TIMEOUT(vm, moved_while_named, SLOW)
{
	struct bo bo, back;

	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &bo));
	back = bo;
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	ASSERT_EQ(0, write_through_gate(self, &bo));
	ASSERT_EQ(0, pull_to_gtt(self, &bo));
	bo.domain = GTT;
	vm_copy(&self->cs, OUT_VA + 64, MOVED_VA + TOUCHED + 8, 16);
	vm_write(&self->cs, MOVED_VA + TOUCHED + 32, 5);
	ASSERT_EQ(0, submit_with(self, &bo));
	/* To VRAM, before any of this has happened. */
	vm_write(&self->cs, MOVED_VA + TOUCHED + 40, 6);
	vm_copy(&self->cs, OUT_VA + 128, MOVED_VA + TOUCHED + 32, 16);
	ASSERT_EQ(0, submit_with(self, &back));
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL)) TH_LOG("some submission has waited for the gate");
	open_gate(self);
	ASSERT_EQ(0, bo_wait(&bo));
	ASSERT_EQ(0, bo_wait(&self->out));
	EXPECT_EQ(2, bo.u32[6]);
	EXPECT_EQ(3, bo.u32[TOUCHED / 4 + 2]);
	EXPECT_EQ(4, bo.u32[TOUCHED / 4 + 4]);
	EXPECT_EQ(5, bo.u32[TOUCHED / 4 + 8]);
	EXPECT_EQ(6, bo.u32[TOUCHED / 4 + 10]);
	EXPECT_EQ(8, bo.u32[TOUCHED / 4 + 12]);
	EXPECT_EQ(3, self->out.u32[16]);
	EXPECT_EQ(4, self->out.u32[18]);
	EXPECT_EQ(5, self->out.u32[32]);
	EXPECT_EQ(6, self->out.u32[34]);
	bo_free(&bo);
}

/* The job that has named the buffer is on the DMA ring that moves it. */
TEST_F_TIMEOUT(vm, moved_behind_dma, SLOW)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &bo));
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	vm_wait(&self->cs, OUT_VA, 1);
	ASSERT_EQ(0, submit_with(self, NULL));
	ASSERT_EQ(0, write_by_dma(self, &bo));
	ASSERT_EQ(0, pull_to_gtt(self, &bo));
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL)) TH_LOG("some submission has waited for the gate");
	usleep(PAUSE_US);
	open_gate(self);
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(2, bo.u32[6]);
	EXPECT_EQ(8, bo.u32[TOUCHED / 4 + 12]);
	bo_free(&bo);
}

/* A buffer is unmapped, and its address given away, before it has moved. */
TEST_F_TIMEOUT(vm, unmapped_while_moving, SLOW)
{
	struct bo bo, next;

	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, VRAM, &next));
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	ASSERT_EQ(0, write_through_gate(self, &bo));
	ASSERT_EQ(0, pull_to_gtt(self, &bo));
	ASSERT_EQ(0, va_unmap(&bo, MOVED_VA));
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL)) TH_LOG("some submission has waited for the gate");
	open_gate(self);
	/* This waits for the job and the move. */
	ASSERT_EQ(0, va_map(&next, MOVED_VA, VA_RW));
	vm_write(&self->cs, MOVED_VA + TOUCHED + 8, 7);
	ASSERT_EQ(0, run(&self->cs, &next));
	EXPECT_EQ(7, next.u32[TOUCHED / 4 + 2]);
	EXPECT_EQ(0, next.u32[TOUCHED / 4 + 4]);
	/* Nothing has waited for the job that had it moved. */
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(3, bo.u32[TOUCHED / 4 + 2]);
	EXPECT_EQ(4, bo.u32[TOUCHED / 4 + 4]);
	EXPECT_EQ(8, bo.u32[TOUCHED / 4 + 12]);
	EXPECT_EQ(2, bo.u32[6]);
	bo_free(&next);
	bo_free(&bo);
}

/* ---- what is pinned ---- */

#define TABLE_SPAN	(16 * MIB)	/* of addresses, in one page table */
#define TABLE_BYTES	32768
#define SPREAD		500
#define MANY_FILES	40

/* A page in each table that an address space can have: how many it got. */
static unsigned int spread(int fd)
{
	struct bo bo;
	unsigned int i;

	for (i = 0; i < SPREAD; i++)
		if (bo_create(fd, 4096, GTT, 0, &bo) ||
		    va_map(&bo, (i + 1) * TABLE_SPAN, VA_RW))
			break;
	return i;
}

static int map_as_another(const struct card *card)
{
	int fd = card_reopen(card), status;
	pid_t pid = fork();
	struct bo bo;

	if (!pid)
		_exit(setuid(12345) || bo_create(fd, 4096, GTT, 0, &bo) ||
		      va_map(&bo, GIB, VA_RW));
	close(fd);
	return waitpid(pid, &status, 0) == pid ? status : -1;
}

/* Page tables cannot be pushed out of VRAM: a user has a share of it, others have theirs. */
TEST_F_TIMEOUT(vm, tables_of_a_user, VERY_SLOW)
{
	struct drm_radeon_gem_info info;
	unsigned int n = SPREAD, i, files = 0;
	uint64_t pinned = 0;
	int fd[MANY_FILES];

	if (geteuid())
		SKIP(return, "only root can be another user");
	ASSERT_EQ(0, gem_info(self->fd, &info));
	while (files < MANY_FILES && n == SPREAD) {
		fd[files] = card_reopen(&self->card);
		ASSERT_LE(0, fd[files]);
		n = spread(fd[files++]);
		pinned += (uint64_t)n * TABLE_BYTES;
	}
	EXPECT_GT(SPREAD, n) TH_LOG("%llu KiB, and no end", (unsigned long long)pinned / 1024);
	EXPECT_GE(info.vram_visible / 3, pinned);
	EXPECT_LT(info.vram_visible / 8, pinned);
	EXPECT_EQ(0, map_as_another(&self->card));
	for (i = 0; i < files; i++)
		close(fd[i]);
	fd[0] = card_reopen(&self->card);
	ASSERT_LE(0, fd[0]);
	EXPECT_EQ(SPREAD, spread(fd[0])) TH_LOG("closed files still count");
	close(fd[0]);
}

/* ---- the GART ---- */

/* Pages that it shows, or -1. */
static long bound_pages(const struct card *card)
{
	FILE *f = card_debugfs(card, "evergreen_vms");
	long bound = -1;

	if (f && fscanf(f, "gart: %ld", &bound) != 1)
		bound = -1;
	if (f)
		fclose(f);
	return bound;
}

static int name_in_gart(int fd, const struct bo *bo)
{
	const uint32_t two = 2;
	struct cs cs;
	int ret;

	dma_init(&cs, fd);
	dma_write(&cs, bo, 24, &two, 1);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret ?: bo_wait(bo);
}

/* What is used in address spaces only needs no entry of the GART; what is not, does. */
TEST_F_TIMEOUT(vm, bound_on_demand, SLOW)
{
	struct bo bo, other;
	long before = bound_pages(&self->card);

	if (before < 0)
		SKIP(return, "debugfs cannot be read");
	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, GTT, &bo));
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	vm_write(&self->cs, MOVED_VA + 8, 1);
	ASSERT_EQ(0, run(&self->cs, &bo));
	EXPECT_EQ(before, bound_pages(&self->card));
	ASSERT_EQ(0, name_in_gart(self->fd, &bo));
	EXPECT_EQ(before + (long)(MOVED_SIZE / 4096), bound_pages(&self->card));
	EXPECT_EQ(1, bo.u32[2]);
	EXPECT_EQ(2, bo.u32[6]);
	bo_free(&bo);
	EXPECT_EQ(before, bound_pages(&self->card));

	/* To VRAM, by the card: pages that nobody has named are bound for that. */
	ASSERT_EQ(0, bo_create_mapped(self->fd, MOVED_SIZE, GTT, &other));
	other.u32[MOVED_SIZE / 4 - 1] = 3;
	ASSERT_EQ(0, va_map(&other, MOVED_VA, VA_RW));
	vm_write(&self->cs, MOVED_VA + 8, 1);
	ASSERT_EQ(0, run(&self->cs, &other));
	other.domain = VRAM;
	ASSERT_EQ(0, name_in_gart(self->fd, &other));
	EXPECT_EQ(1, other.u32[2]);
	EXPECT_EQ(2, other.u32[6]);
	EXPECT_EQ(3, other.u32[MOVED_SIZE / 4 - 1]);
	bo_free(&other);
}

/* ---- many ---- */

/*
 * Two GiB of addresses in pieces of 4 to 64 KiB. The buffers have no pages until a
 * submission names them; those that are named work, neighbours or not.
 */
#define PIECES		65536u
#define PIECE_STEP	32768u
#define NAMED_STEP	601u
/* A kernel that looks for leaks takes so much longer that an eighth has to do. */
static uint32_t pieces(void)
{
	return access("/sys/kernel/debug/kmemleak", F_OK) ? PIECES : PIECES / 8;
}

TEST_F_TIMEOUT(vm, many_mappings, VERY_SLOW)
{
	const uint32_t all = pieces();
	struct bo *bo = calloc(all, sizeof(*bo));
	double begin = now(), mapped;
	uint32_t i, n, last = 0;

	ASSERT_NE(NULL, bo);
	for (i = 0; i < all; i++) {
		/* 4, 8, 16 or 32 KiB, and each 16th one 64 KiB that takes two places. */
		uint64_t size = 4096u << (i % 16 ? i % 4 : 4);

		if (i % 16 == 1)
			continue;
		ASSERT_EQ(0, bo_create(self->fd, size, RADEON_GEM_DOMAIN_CPU, 0, &bo[i]));
		bo[i].domain = GTT;
		ASSERT_EQ(0, va_map(&bo[i], 2 * GIB + (uint64_t)i * PIECE_STEP, VA_RW));
	}
	mapped = now();
	for (i = 0; i < all; i += NAMED_STEP) {
		n = bo[i].handle ? i : i + 1;
		vm_write(&self->cs, 2 * GIB + (uint64_t)n * PIECE_STEP, n);
		vm_copy(&self->cs, OUT_VA + 4 * (n % 1024),
			2 * GIB + (uint64_t)n * PIECE_STEP, 4);
		cs_add_bo(&self->cs, &bo[n], true);
		ASSERT_EQ(0, run(&self->cs, &self->out));
		ASSERT_EQ(n, self->out.u32[n % 1024]);
		last = n;
	}
	EXPECT_NE(0, last);
	for (i = 0; i < all; i++)
		bo_free(&bo[i]);
	TH_LOG("%u mappings: made in %.1f s, used and freed in %.1f s", all / 16 * 15,
	       mapped - begin, now() - mapped);
	free(bo);
}

/* One that maps a buffer where a job still uses another one. */
struct mapper {
	pthread_t thread;
	struct bo bo;
	atomic_int tid;
	int ret;
};

static void *map_there(void *arg)
{
	struct mapper *m = arg;

	atomic_store(&m->tid, (int)gettid());
	m->ret = va_map(&m->bo, MOVED_VA, VA_RW);
	return NULL;
}

/* Who waits for a place that a job still uses keeps nobody from the address space. */
TEST_F_TIMEOUT(vm, waits_alone, SLOW)
{
	struct mapper mapper = { .ret = -1 };
	struct bo bo, other;

	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &bo));
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &mapper.bo));
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &other));
	ASSERT_EQ(0, va_map(&bo, MOVED_VA, VA_RW));
	vm_wait(&self->cs, OUT_VA, 1);
	vm_write(&self->cs, MOVED_VA, 7);
	ASSERT_EQ(0, submit_with(self, &bo));
	ASSERT_EQ(0, va_unmap(&bo, MOVED_VA));
	ASSERT_EQ(0, pthread_create(&mapper.thread, NULL, map_there, &mapper));
	ASSERT_TRUE(falls_asleep(&mapper.tid, 20));
	EXPECT_EQ(0, va_map(&other, MOVED_VA + MIB, VA_RW));
	EXPECT_EQ(-EBUSY, bo_busy(&bo, NULL)) TH_LOG("the job has not waited");
	open_gate(self);
	ASSERT_EQ(0, pthread_join(mapper.thread, NULL));
	EXPECT_EQ(0, mapper.ret);
	EXPECT_EQ(7, bo.u32[0]);
	vm_write(&self->cs, MOVED_VA, 8);
	vm_write(&self->cs, MOVED_VA + MIB, 9);
	cs_add_bo(&self->cs, &other, true);
	ASSERT_EQ(0, run(&self->cs, &mapper.bo));
	EXPECT_EQ(8, mapper.bo.u32[0]);
	EXPECT_EQ(9, other.u32[0]);
	EXPECT_EQ(7, bo.u32[0]);
	bo_free(&bo);
	bo_free(&other);
	bo_free(&mapper.bo);
}

#define CLOSED_AT	(2 * GIB)
#define CLOSED_ROUNDS	3000u

/* Handles that one thread maps and another closes. */
struct closer {
	pthread_t thread;
	atomic_uint handle;	/* 0: none; ~0: no more */
	int fd, error;
};

static void *close_handles(void *arg)
{
	struct closer *c = arg;
	uint32_t handle;

	while ((handle = atomic_load(&c->handle)) != ~0u) {
		if (!handle)
			continue;
		if (gem_close(c->fd, handle))
			c->error = -1;
		atomic_store(&c->handle, 0);
	}
	return NULL;
}

/* A mapping does not outlive the handle: what is left at an address keeps others from it. */
TEST_F_TIMEOUT(vm, mapped_and_closed, VERY_SLOW)
{
	struct closer closer = { .fd = self->fd };
	uint32_t i, mapped = 0;
	struct bo bo;
	int ret = 0;

	ASSERT_EQ(0, pthread_create(&closer.thread, NULL, close_handles, &closer));
	for (i = 0; i < CLOSED_ROUNDS && (!ret || ret == -ENOENT); i++) {
		ASSERT_EQ(0, bo_create(self->fd, 4096, RADEON_GEM_DOMAIN_CPU, 0, &bo));
		atomic_store(&closer.handle, bo.handle);
		ret = va_map(&bo, CLOSED_AT, VA_RW);
		mapped += !ret;
		while (atomic_load(&closer.handle))
			;
	}
	atomic_store(&closer.handle, ~0u);
	ASSERT_EQ(0, pthread_join(closer.thread, NULL));
	EXPECT_EQ(CLOSED_ROUNDS, i) TH_LOG("%d from round %u", ret, i);
	EXPECT_EQ(0, closer.error);
	TH_LOG("%u of %u were mapped", mapped, i);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
