// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Address spaces of clients on Cayman and Aruba: what may be mapped where, whose
 * memory an address means, and what happens to those that mean nothing. Work is
 * done by packets that name addresses, without relocations.
 */
#include <fcntl.h>
#include <sys/mman.h>

#include <xf86drm.h>

#include "gate.h"
#include "selftest.h"
#include "vm.h"

#define MIB	(1024ull * 1024)
#define GIB	(1024 * MIB)
#define HOME	(64 * MIB)	/* an address for whoever needs only one */
#define SECRET	0x5ec2e7a1u
#define BLANK	0xb1a2cb1au

/* A mapped buffer full of a value. */
static int place(int fd, uint64_t size, uint32_t domain, uint64_t va, uint32_t value,
		 struct bo *bo)
{
	uint64_t i;
	int ret = bo_create_mapped(fd, size, domain, bo);

	if (ret)
		return ret;
	for (i = 0; i < size / 4; i++)
		bo->u32[i] = value;
	return va_map(bo, va, VA_RW);
}

/* What a copy of one dword gives; the source need not be mapped. */
static int peek(int fd, const struct bo *to, uint64_t to_va, uint64_t from)
{
	struct cs cs;
	int ret;

	to->u32[0] = BLANK;
	vm_cs_init(&cs, fd);
	vm_copy(&cs, to_va, from, 4);
	cs_add_bo(&cs, to, true);
	ret = vm_run(&cs, to);
	cs_fini(&cs);
	return ret;
}

static int poke(int fd, const struct bo *named, uint64_t va, uint32_t value)
{
	struct cs cs;
	int ret;

	vm_cs_init(&cs, fd);
	vm_write(&cs, va, value);
	cs_add_bo(&cs, named, true);
	ret = vm_run(&cs, named);
	cs_fini(&cs);
	return ret;
}

FIXTURE(vm) {
	struct card card;
	int fd;
	struct cs cs;
};

FIXTURE_SETUP(vm)
{
	ASSERT_EQ(0, card_open(&self->card));
	self->fd = self->card.fd;
	vm_cs_init(&self->cs, self->fd);
	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
}

FIXTURE_TEARDOWN(vm)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* ---- the ioctl ---- */

#define NO_HANDLE	0xdeadu

struct rule {
	const char *name;
	int expect;
	uint32_t operation;
	uint64_t offset;
	uint32_t flags;
	uint32_t vm_id;
	bool no_buffer, strict;
};

static const struct rule rules[] = {
	{ "map", 0, RADEON_VA_MAP, HOME, VA_RW },
	{ "map at the lowest address", 0, RADEON_VA_MAP, 8 * MIB, VA_RW },
	{ "map at the highest address", 0, RADEON_VA_MAP, 8 * GIB - 4096, VA_RW },
	{ "map across two page tables", 0, RADEON_VA_MAP, 32 * MIB - 4096, VA_RW },
	{ "map to read only", 0, RADEON_VA_MAP, HOME, VA_RO },
	{ "map without access", 0, RADEON_VA_MAP, HOME, 0 },
	{ "unmap what is not mapped", 0, RADEON_VA_UNMAP, HOME, 0 },
	{ "below the lowest address", -EINVAL, RADEON_VA_MAP, 8 * MIB - 4096, VA_RW },
	{ "at 0", -EINVAL, RADEON_VA_MAP, 0, VA_RW },
	{ "past the end", -EINVAL, RADEON_VA_MAP, 8 * GIB, VA_RW },
	{ "far past the end", -EINVAL, RADEON_VA_MAP, 1ull << 39, VA_RW },
	{ "at the end of 64 bits", -EINVAL, RADEON_VA_MAP, ~0ull - 4095, VA_RW },
	{ "another address space", -EINVAL, RADEON_VA_MAP, HOME, VA_RW, 1 },
	{ "VALID", -EINVAL, RADEON_VA_MAP, HOME, VA_RW | RADEON_VM_PAGE_VALID },
	{ "SYSTEM", -EINVAL, RADEON_VA_MAP, HOME, VA_RW | RADEON_VM_PAGE_SYSTEM },
	{ "operation 0", -EINVAL, 0, HOME, VA_RW },
	{ "operation 3", -EINVAL, 3, HOME, VA_RW },
	{ "unmap below the lowest address", -EINVAL, RADEON_VA_UNMAP, 4096, 0 },
	{ "no such buffer", -ENOENT, RADEON_VA_MAP, HOME, VA_RW, 0, true },
	{ "no such buffer to unmap", -ENOENT, RADEON_VA_UNMAP, HOME, 0, 0, true },
	/* where stock radeon rounds down and masks off */
	{ "not at a page", -EINVAL, RADEON_VA_MAP, HOME + 512, VA_RW, .strict = true },
	{ "unknown flags", -EINVAL, RADEON_VA_MAP, HOME, VA_RW | 0x100, .strict = true },
	/* A buffer of two pages: stock counts from what is left of the range. */
	{ "two pages with one behind the end", -EINVAL, RADEON_VA_MAP, 8 * GIB - 4096,
	  VA_RW, .strict = true },
};

static void check_rule(struct __test_metadata *_metadata, int fd, const struct rule *rule,
		       uint32_t handle)
{
	struct drm_radeon_gem_va args = {
		.handle = rule->no_buffer ? NO_HANDLE : handle,
		.vm_id = rule->vm_id,
		.operation = rule->operation,
		.flags = rule->flags,
		.offset = rule->offset,
	};

	EXPECT_EQ(rule->expect, va_ioctl(fd, &args)) TH_LOG("rule: %s", rule->name);
	EXPECT_EQ(rule->expect ? RADEON_VA_RESULT_ERROR : RADEON_VA_RESULT_OK, args.operation)
		TH_LOG("rule: %s", rule->name);
	EXPECT_EQ(rule->offset, args.offset) TH_LOG("rule: %s", rule->name);
}

TEST_F(vm, rules)
{
	bool strict = card_is_evergreen(&self->card);
	struct bo one, two;
	uint32_t i;

	ASSERT_EQ(0, bo_create(self->fd, 4096, GTT, 0, &one));
	ASSERT_EQ(0, bo_create(self->fd, 8192, GTT, 0, &two));
	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		bool last = i + 1 == ARRAY_SIZE(rules);

		if (rules[i].strict && !strict)
			continue;
		check_rule(_metadata, self->fd, &rules[i], last ? two.handle : one.handle);
		ASSERT_EQ(0, va_unmap(&one, HOME)) TH_LOG("rule: %s", rules[i].name);
	}
	bo_free(&one);
	bo_free(&two);
}

/* One place for a buffer, one buffer for a place. */
TEST_F(vm, taken)
{
	struct drm_radeon_gem_va again;
	struct bo a, b;

	ASSERT_EQ(0, bo_create(self->fd, 16384, GTT, 0, &a));
	ASSERT_EQ(0, bo_create(self->fd, 16384, GTT, 0, &b));
	ASSERT_EQ(0, va_map(&a, HOME, VA_RW));
	again = (struct drm_radeon_gem_va) {
		.handle = a.handle, .operation = RADEON_VA_MAP, .offset = HOME + MIB,
		.flags = VA_RW,
	};
	EXPECT_EQ(0, va_ioctl(self->fd, &again));
	EXPECT_EQ(RADEON_VA_RESULT_VA_EXIST, again.operation);
	EXPECT_EQ(HOME, again.offset);

	EXPECT_EQ(-EINVAL, va_map(&b, HOME, VA_RW));
	EXPECT_EQ(-EINVAL, va_map(&b, HOME - 12288, VA_RW)) TH_LOG("overlap from below");
	EXPECT_EQ(-EINVAL, va_map(&b, HOME + 12288, VA_RW)) TH_LOG("overlap from above");
	EXPECT_EQ(0, va_map(&b, HOME + 16384, VA_RW)) TH_LOG("side by side");

	/* Free again, by unmapping and by the end of the buffer. */
	EXPECT_EQ(0, va_unmap(&b, HOME + 16384));
	bo_free(&a);
	EXPECT_EQ(0, va_map(&b, HOME, VA_RW));
	bo_free(&b);
}

/* ---- work ---- */

TEST_F_TIMEOUT(vm, work, SLOW)
{
	static const uint32_t domains[] = { GTT, VRAM };
	struct bo src, dst;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(domains); i++) {
		ASSERT_EQ(0, place(self->fd, 65536, domains[i], HOME, SECRET, &src));
		ASSERT_EQ(0, place(self->fd, 65536, GTT, 4 * GIB, 0, &dst));
		vm_copy(&self->cs, 4 * GIB + 4096, HOME + 8192, 4096);
		vm_write(&self->cs, 4 * GIB, 0x1234);
		vm_write(&self->cs, HOME + 65528, 0x5678);
		cs_add_bo(&self->cs, &src, true);
		cs_add_bo(&self->cs, &dst, true);
		ASSERT_EQ(0, vm_run(&self->cs, &dst));
		EXPECT_EQ(0x1234, dst.u32[0]);
		EXPECT_EQ(0, dst.u32[1]);
		EXPECT_EQ(SECRET, dst.u32[1024]);
		EXPECT_EQ(SECRET, dst.u32[2047]);
		EXPECT_EQ(0, dst.u32[2048]);
		EXPECT_EQ(0x5678, src.u32[16382]);
		bo_free(&src);
		bo_free(&dst);
	}
}

/* A stream may name only what is mapped, and be only so long. */
TEST_F(vm, refused)
{
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &bo));
	cs_add_bo(&self->cs, &bo, true);
	cs_pad(&self->cs, 8);
	cs_emit(&self->cs, PM4_TYPE2);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs)) TH_LOG("a buffer that is not mapped");
	ASSERT_EQ(0, va_map(&bo, HOME, VA_RW));
	EXPECT_EQ(0, cs_submit(&self->cs));
	for (i = self->cs.ndw; i < 65536; i++)
		cs_emit(&self->cs, PM4_TYPE2);
	EXPECT_EQ(0, cs_submit(&self->cs)) TH_LOG("the longest");
	cs_emit(&self->cs, PM4_TYPE2);
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs)) TH_LOG("one dword too long");
	EXPECT_EQ(0, bo_wait(&bo));
	bo_free(&bo);
}

/* The same address is another buffer for each client. */
TEST_F_TIMEOUT(vm, two_clients, SLOW)
{
	struct bo mine, theirs;
	int fd = card_reopen(&self->card);
	uint32_t i;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, place(self->fd, 4096, GTT, HOME, 0, &mine));
	ASSERT_EQ(0, place(fd, 4096, GTT, HOME, 0, &theirs));
	for (i = 1; i <= 20; i++) {
		ASSERT_EQ(0, poke(self->fd, &mine, HOME, i));
		ASSERT_EQ(0, poke(fd, &theirs, HOME, 1000 + i));
		ASSERT_EQ(i, mine.u32[0]);
		ASSERT_EQ(1000 + i, theirs.u32[0]);
	}
	bo_free(&mine);
	bo_free(&theirs);
	close(fd);
}

/* More clients than contexts: everybody's work is done where it belongs. */
#define CLIENTS	12
TEST_F_TIMEOUT(vm, many_clients, VERY_SLOW)
{
	uint32_t rounds = 12, i, n;
	struct bo bo[CLIENTS];
	struct cs cs;
	int fd[CLIENTS];

	for (i = 0; i < CLIENTS; i++) {
		fd[i] = card_reopen(&self->card);
		ASSERT_LE(0, fd[i]);
		ASSERT_EQ(0, place(fd[i], 4096, GTT, HOME, 0, &bo[i]));
	}
	/* In another order each time, without a wait in between. */
	for (n = 0; n < rounds * CLIENTS; n++) {
		i = n * 5 % CLIENTS;
		vm_cs_init(&cs, fd[i]);
		vm_write(&cs, HOME + n / CLIENTS * 8, i << 16 | n / CLIENTS);
		cs_add_bo(&cs, &bo[i], true);
		cs_pad(&cs, 8);
		ASSERT_EQ(0, cs_submit(&cs));
		cs_fini(&cs);
	}
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, bo_wait(&bo[i]));
		for (n = 0; n < rounds; n++)
			EXPECT_EQ(i << 16 | n, bo[i].u32[2 * n])
				TH_LOG("client %u, round %u", i, n);
		bo_free(&bo[i]);
		close(fd[i]);
	}
}

/* ---- what is not there ---- */

/* What the copy of a dword from there must not be, and is not here either. */
TEST_F_TIMEOUT(vm, other_memory, SLOW)
{
	/* the GART's table and VRAM wherever they are, rings, the first and last pages */
	static const uint64_t places[] = {
		0, 4096, 0x80000, HOME, HOME + 4096, 0x20000000, 0x40000000, 0x50000000,
		0x80000000, 0xe0000000, 0x100000000, 8 * GIB - 4096, 8 * GIB, 1ull << 38,
	};
	struct bo secret[2], out;
	int fd = card_reopen(&self->card);
	uint32_t i;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, place(fd, MIB, GTT, HOME, SECRET, &secret[0]));
	ASSERT_EQ(0, place(fd, MIB, VRAM, 8 * GIB - MIB, SECRET, &secret[1]));
	ASSERT_EQ(0, poke(fd, &secret[0], HOME, SECRET));
	ASSERT_EQ(0, poke(fd, &secret[1], 8 * GIB - MIB, SECRET));

	ASSERT_EQ(0, place(self->fd, 4096, GTT, GIB, BLANK, &out));
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		ASSERT_EQ(0, peek(self->fd, &out, GIB, places[i]));
		EXPECT_NE(SECRET, out.u32[0]) TH_LOG("at 0x%llx", (unsigned long long)places[i]);
		ASSERT_EQ(0, poke(self->fd, &out, places[i], BLANK));
	}
	EXPECT_EQ(SECRET, secret[0].u32[0]) TH_LOG("the other's memory was written");
	EXPECT_EQ(SECRET, secret[1].u32[0]) TH_LOG("the other's memory was written");
	/* And the card still works. */
	EXPECT_EQ(0, poke(self->fd, &out, GIB, 77));
	EXPECT_EQ(77, out.u32[0]);
	bo_free(&out);
	bo_free(&secret[0]);
	bo_free(&secret[1]);
	close(fd);
}

TEST_F_TIMEOUT(vm, read_only, SLOW)
{
	struct bo bo, out;

	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &bo));
	bo.u32[0] = SECRET;
	ASSERT_EQ(0, va_map(&bo, HOME, VA_RO));
	ASSERT_EQ(0, place(self->fd, 4096, GTT, GIB, 0, &out));

	ASSERT_EQ(0, poke(self->fd, &bo, HOME, 1));
	EXPECT_EQ(SECRET, bo.u32[0]) TH_LOG("a read-only mapping was written");
	vm_copy(&self->cs, GIB, HOME, 4);
	cs_add_bo(&self->cs, &bo, false);
	cs_add_bo(&self->cs, &out, true);
	ASSERT_EQ(0, vm_run(&self->cs, &out));
	EXPECT_EQ(SECRET, out.u32[0]) TH_LOG("a read-only mapping cannot be read");
	bo_free(&bo);
	bo_free(&out);
}

/* ---- while the card works ---- */

struct busy {
	struct bo gate, work;
	struct gate_timer timer;
};

#define GATE_VA	(3 * GIB)

/* A job that writes @value to HOME once its gate is open. */
static int start_busy(int fd, struct busy *busy, uint32_t value, struct cs *cs)
{
	int ret = place(fd, 4096, GTT, GATE_VA, 0, &busy->gate);

	if (!ret)
		ret = place(fd, 4096, GTT, HOME, 0, &busy->work);
	if (ret)
		return ret;
	vm_wait(cs, GATE_VA, 1);
	vm_write(cs, HOME, value);
	cs_add_bo(cs, &busy->gate, false);
	cs_add_bo(cs, &busy->work, true);
	cs_pad(cs, 8);
	ret = cs_submit(cs);
	cs_clear(cs);
	return ret ?: gate_open_later(&busy->timer, &busy->gate, 1, 300);
}

/* A place changes hands under a job: each job writes to what was there for it. */
TEST_F_TIMEOUT(vm, remap_while_busy, SLOW)
{
	struct busy busy;
	struct bo next;

	ASSERT_EQ(0, start_busy(self->fd, &busy, 11, &self->cs));
	ASSERT_EQ(0, va_unmap(&busy.work, HOME));
	ASSERT_EQ(0, place(self->fd, 4096, GTT, HOME, 0, &next));
	ASSERT_EQ(0, poke(self->fd, &next, HOME, 22));
	gate_join(&busy.timer);
	EXPECT_EQ(11, busy.work.u32[0]);
	EXPECT_EQ(22, next.u32[0]);
	bo_free(&busy.gate);
	bo_free(&busy.work);
	bo_free(&next);
}

/* Closing a handle while the job runs takes nothing away from the job. */
TEST_F_TIMEOUT(vm, close_while_busy, SLOW)
{
	struct busy busy;
	struct bo out;
	uint32_t *map;

	ASSERT_EQ(0, start_busy(self->fd, &busy, 33, &self->cs));
	map = busy.work.u32;
	busy.work.map = NULL;
	bo_free(&busy.work);
	ASSERT_EQ(0, place(self->fd, 4096, GTT, GIB, 0, &out));
	ASSERT_EQ(0, poke(self->fd, &out, GIB, 1));
	gate_join(&busy.timer);
	EXPECT_EQ(33, map[0]);
	munmap(map, 4096);
	bo_free(&busy.gate);
	bo_free(&out);
}

/* Neither does closing the file: seen through another client's handle. */
TEST_F_TIMEOUT(vm, leave_while_busy, SLOW)
{
	struct bo gate, work, their_gate, their_work;
	int fd = card_reopen(&self->card), file[2];
	struct gate_timer timer;
	struct cs cs;
	uint32_t i;

	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->fd, 4096, GTT, &work));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->fd, gate.handle, DRM_CLOEXEC, &file[0]));
	ASSERT_EQ(0, drmPrimeHandleToFD(self->fd, work.handle, DRM_CLOEXEC, &file[1]));
	their_gate = (struct bo){ .fd = fd, .size = 4096, .domain = GTT };
	their_work = their_gate;
	ASSERT_EQ(0, drmPrimeFDToHandle(fd, file[0], &their_gate.handle));
	ASSERT_EQ(0, drmPrimeFDToHandle(fd, file[1], &their_work.handle));
	ASSERT_EQ(0, va_map(&their_gate, GATE_VA, VA_RW));
	ASSERT_EQ(0, va_map(&their_work, HOME, VA_RW));

	vm_cs_init(&cs, fd);
	for (i = 0; i < 2; i++) {
		vm_wait(&cs, GATE_VA, 1);
		vm_write(&cs, HOME + 8 * i, 44 + i);
		cs_add_bo(&cs, &their_gate, false);
		cs_add_bo(&cs, &their_work, true);
		cs_pad(&cs, 8);
		ASSERT_EQ(0, cs_submit(&cs));
		cs_clear(&cs);
	}
	cs_fini(&cs);
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, 300));
	close(fd);
	ASSERT_EQ(0, bo_wait(&work));
	gate_join(&timer);
	EXPECT_EQ(44, work.u32[0]);
	EXPECT_EQ(45, work.u32[2]);
	close(file[0]);
	close(file[1]);
	bo_free(&gate);
	bo_free(&work);
}

/* Buffers that together do not fit into VRAM come back with what was in them. */
TEST_F_TIMEOUT(vm, eviction, VERY_SLOW)
{
	struct drm_radeon_gem_info info;
	struct bo bo[12], out;
	uint64_t size;
	uint32_t i, n;

	ASSERT_EQ(0, gem_info(self->fd, &info));
	size = info.vram_size / 8 & ~0xfffffull;
	ASSERT_EQ(0, place(self->fd, 4096, GTT, GIB, 0, &out));
	for (i = 0; i < ARRAY_SIZE(bo); i++) {
		ASSERT_EQ(0, bo_create(self->fd, size, VRAM, 0, &bo[i]));
		ASSERT_EQ(0, va_map(&bo[i], 4 * GIB + i * size, VA_RW));
	}
	for (n = 0; n < 3; n++)
		for (i = 0; i < ARRAY_SIZE(bo); i++)
			ASSERT_EQ(0, poke(self->fd, &bo[i], 4 * GIB + i * size + 8 * n,
					  i << 8 | n));
	for (i = 0; i < ARRAY_SIZE(bo); i++) {
		for (n = 0; n < 3; n++)
			vm_copy(&self->cs, GIB + 4 * n, 4 * GIB + i * size + 8 * n, 4);
		cs_add_bo(&self->cs, &bo[i], false);
		cs_add_bo(&self->cs, &out, true);
		ASSERT_EQ(0, vm_run(&self->cs, &out));
		for (n = 0; n < 3; n++)
			EXPECT_EQ(i << 8 | n, out.u32[n]) TH_LOG("buffer %u", i);
		bo_free(&bo[i]);
	}
	bo_free(&out);
}

CARD_TEST_MAIN(CARD_ANY)
