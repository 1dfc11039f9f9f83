// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The CS ioctl's envelope: chunks, flags, rings, relocations, pointers. Each
 * row of the tables is a submission that is right but for one thing; after
 * each the card must still do its work. What is inside the indirect buffer is
 * the matter of stream_test.c.
 */
#include <sys/mman.h>

#include "selftest.h"

#define NOWHERE		0xdead0000ull
#define KERNEL_SPACE	0xffff888000000000ull
#define MAX_CHUNKS	3

/* What a chunk's data pointer points at. */
enum data {
	IB,		/* a stream that writes the current value to the buffer */
	RELOCS,		/* the entry that IB needs */
	UNKNOWN_HANDLE,
	HANDLE_ZERO,
	CPU_DOMAIN,
	FLAGS,		/* KEEP_TILING, GFX ring */
	RING_5,
	RING_MANY,
	USE_VM,
	NULL_PTR,
	WILD_PTR,
	KERNEL_PTR,
	READ_PAST_END,	/* the last dword of a page before a hole */
	NUM_DATA,
};

struct chunk {
	uint32_t id;
	uint32_t length_dw;	/* 0xffff: as long as the data is */
	enum data data;
};

#define WHOLE	0xffffu

struct row {
	const char *name;
	int expect;
	uint32_t num_chunks;
	struct chunk chunk[MAX_CHUNKS];
	bool not_with_vm;	/* only where the card has no VM support */
};

#define C_IB		{ RADEON_CHUNK_ID_IB, WHOLE, IB }
#define C_RELOCS	{ RADEON_CHUNK_ID_RELOCS, WHOLE, RELOCS }
#define C_FLAGS		{ RADEON_CHUNK_ID_FLAGS, WHOLE, FLAGS }

static const struct row rows[] = {
	{ "no chunks at all", 0, 0 },
	{ "two chunks, as libdrm_radeon sends them", 0, 2, { C_IB, C_RELOCS } },
	{ "three chunks, as Mesa sends them", 0, 3, { C_IB, C_RELOCS, C_FLAGS } },
	{ "chunks in another order", 0, 3, { C_FLAGS, C_RELOCS, C_IB } },
	{ "flags of one dword", 0, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, 1, FLAGS } } },
	{ "flags with a priority", 0, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, 3, FLAGS } } },

	{ "IB of length 0", -EINVAL, 3,
	  { { RADEON_CHUNK_ID_IB, 0, IB }, C_RELOCS, C_FLAGS } },
	{ "flags of length 0", -EINVAL, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, 0, FLAGS } } },
	{ "ring 5", -EINVAL, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, WHOLE, RING_5 } } },
	{ "ring 0xffffffff", -EINVAL, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, WHOLE, RING_MANY } } },
	{ "VM on a card without", -EINVAL, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, WHOLE, USE_VM } }, true },
	{ "no relocations, but the stream needs one", -EINVAL, 1, { C_IB } },
	{ "empty relocations, but the stream needs one", -EINVAL, 2,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, 0, RELOCS } } },
	{ "unknown handle", -ENOENT, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, WHOLE, UNKNOWN_HANDLE }, C_FLAGS } },
	{ "handle 0", -ENOENT, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, WHOLE, HANDLE_ZERO }, C_FLAGS } },
	{ "CPU domain", -EINVAL, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, WHOLE, CPU_DOMAIN }, C_FLAGS } },

	{ "IB at NULL", -EFAULT, 3,
	  { { RADEON_CHUNK_ID_IB, 8, NULL_PTR }, C_RELOCS, C_FLAGS } },
	{ "IB nowhere", -EFAULT, 3,
	  { { RADEON_CHUNK_ID_IB, 8, WILD_PTR }, C_RELOCS, C_FLAGS } },
	{ "IB in kernel space", -EFAULT, 3,
	  { { RADEON_CHUNK_ID_IB, 8, KERNEL_PTR }, C_RELOCS, C_FLAGS } },
	{ "IB that reaches into a hole", -EFAULT, 3,
	  { { RADEON_CHUNK_ID_IB, 8, READ_PAST_END }, C_RELOCS, C_FLAGS } },
	{ "relocations nowhere", -EFAULT, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, 4, WILD_PTR }, C_FLAGS } },
	{ "relocations in kernel space", -EFAULT, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, 4, KERNEL_PTR }, C_FLAGS } },
	{ "relocations that reach into a hole", -EFAULT, 3,
	  { C_IB, { RADEON_CHUNK_ID_RELOCS, 4, READ_PAST_END }, C_FLAGS } },
	{ "flags nowhere", -EFAULT, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, 2, WILD_PTR } } },
	{ "flags in kernel space", -EFAULT, 3,
	  { C_IB, C_RELOCS, { RADEON_CHUNK_ID_FLAGS, 2, KERNEL_PTR } } },
};

FIXTURE(submit) {
	struct card card;
	struct cs cs;
	struct bo bo;
	struct drm_radeon_cs_reloc reloc[4];
	uint32_t flags[4][3];
	char *page;		/* one page, nothing after it */
	uint64_t pointer[NUM_DATA];
	uint32_t length[NUM_DATA];
};

/* Remember where a kind of data is and how many dwords it has. */
#define DATA(kind, ptr, dw) do {					\
	self->pointer[kind] = (uint64_t)(uintptr_t)(ptr);		\
	self->length[kind] = (dw);					\
} while (0)

FIXTURE_SETUP(submit)
{
	static const uint32_t flags[4][3] = {
		{ RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX, 0 },
		{ RADEON_CS_KEEP_TILING_FLAGS, 5, 0 },
		{ RADEON_CS_KEEP_TILING_FLAGS, 0xffffffff, 0 },
		{ RADEON_CS_USE_VM, RADEON_CS_RING_GFX, 0 },
	};
	uint32_t i;

	ASSERT_EQ(0, card_open(&self->card));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &self->bo));
	cs_init(&self->cs, self->card.fd);
	pm4_mem_write(&self->cs, &self->bo, 0, 0, 1);
	cs_pad(&self->cs, 8);
	self->page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->page);
	ASSERT_EQ(0, munmap(self->page + 4096, 4096));

	for (i = 0; i < 4; i++)
		self->reloc[i] = self->cs.relocs[0];
	self->reloc[1].handle = 0x7fffffff;
	self->reloc[2].handle = 0;
	self->reloc[3].read_domains = RADEON_GEM_DOMAIN_CPU;
	self->reloc[3].write_domain = RADEON_GEM_DOMAIN_CPU;
	memcpy(self->flags, flags, sizeof(flags));

	DATA(IB, self->cs.ib, self->cs.ndw);
	DATA(RELOCS, &self->reloc[0], 4);
	DATA(UNKNOWN_HANDLE, &self->reloc[1], 4);
	DATA(HANDLE_ZERO, &self->reloc[2], 4);
	DATA(CPU_DOMAIN, &self->reloc[3], 4);
	for (i = 0; i < 4; i++)
		DATA(FLAGS + i, self->flags[i], 2);
	DATA(NULL_PTR, NULL, 8);
	DATA(WILD_PTR, NOWHERE, 8);
	DATA(KERNEL_PTR, KERNEL_SPACE, 8);
	DATA(READ_PAST_END, self->page + 4092, 8);
}

FIXTURE_TEARDOWN(submit)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* Put @value into the good stream; the reader finds it in the buffer. */
static void set_value(struct cs *cs, uint32_t value)
{
	cs->ib[3] = value;
}

/* A good submission goes through and does its work. */
static void check_alive(struct __test_metadata *_metadata, struct cs *cs,
			struct bo *bo, uint32_t value, const char *after)
{
	set_value(cs, value);
	ASSERT_EQ(0, cs_submit(cs)) TH_LOG("after: %s", after);
	ASSERT_EQ(0, bo_wait(bo));
	ASSERT_EQ(value, bo->u32[0]) TH_LOG("after: %s", after);
}

TEST_F_TIMEOUT(submit, rows, SLOW)
{
	bool vm = card_is_cayman(&self->card);
	struct drm_radeon_cs_chunk chunk[MAX_CHUNKS];
	uint64_t pointer[MAX_CHUNKS];
	const struct row *r;
	uint32_t i, value = 0x1000;

	for (r = rows; r < rows + ARRAY_SIZE(rows); r++) {
		if (r->not_with_vm && vm)
			continue;
		for (i = 0; i < r->num_chunks; i++) {
			const struct chunk *c = &r->chunk[i];

			chunk[i].chunk_id = c->id;
			chunk[i].length_dw = c->length_dw == WHOLE ?
				self->length[c->data] : c->length_dw;
			chunk[i].chunk_data = self->pointer[c->data];
			pointer[i] = (uintptr_t)&chunk[i];
		}
		set_value(&self->cs, ++value);
		self->bo.u32[0] = 0;
		EXPECT_EQ(r->expect, cs_ioctl(self->card.fd, r->num_chunks,
					      pointer))
			TH_LOG("row: %s", r->name);
		ASSERT_EQ(0, bo_wait(&self->bo));
		EXPECT_EQ(r->expect || !r->num_chunks ? 0 : value,
			  self->bo.u32[0]) TH_LOG("row: %s", r->name);
		check_alive(_metadata, &self->cs, &self->bo, ++value, r->name);
	}
}

/* The array of chunk pointers itself is somewhere else. */
TEST_F_TIMEOUT(submit, chunk_array, SLOW)
{
	struct drm_radeon_cs_chunk chunk = {
		RADEON_CHUNK_ID_IB, self->cs.ndw, (uintptr_t)self->cs.ib,
	};
	const uint64_t where[] = { 0, NOWHERE, KERNEL_SPACE };
	uint64_t *tail = (uint64_t *)(self->page + 4096) - 1;
	uint64_t pointer[2];
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(where); i++) {
		EXPECT_EQ(-EFAULT, cs_ioctl(self->card.fd, 3,
					    (uint64_t *)(uintptr_t)where[i]));
		pointer[0] = (uintptr_t)&chunk;
		pointer[1] = where[i];
		EXPECT_EQ(-EFAULT, cs_ioctl(self->card.fd, 2, pointer));
		check_alive(_metadata, &self->cs, &self->bo, 1 + i, "bad chunk");
	}
	*tail = (uintptr_t)&chunk;
	EXPECT_EQ(-EFAULT, cs_ioctl(self->card.fd, 2, tail));
	EXPECT_EQ(-EFAULT, cs_ioctl(self->card.fd, 60000, tail));
	check_alive(_metadata, &self->cs, &self->bo, 0x77, "short array");
}

/* A handle that was valid once. */
TEST_F_TIMEOUT(submit, closed_handle, SLOW)
{
	struct bo gone;

	ASSERT_EQ(0, bo_create(self->card.fd, 4096, GTT, 0, &gone));
	ASSERT_EQ(0, gem_close(self->card.fd, gone.handle));
	cs_clear(&self->cs);
	pm4_mem_write(&self->cs, &gone, 0, 0, 1);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(-ENOENT, cs_submit(&self->cs));
}

/* The same buffer twice in the list, once read and once written. */
TEST_F_TIMEOUT(submit, buffer_listed_twice, SLOW)
{
	struct cs *cs = &self->cs;

	cs_clear(cs);
	pm4_mem_write(cs, &self->bo, 0, 0, 0x42);
	pm4_wait_mem(cs, &self->bo, 0, WAIT_EQ, 0x42);
	cs->relocs[1] = cs->relocs[0];
	cs->relocs[1].write_domain = 0;
	cs->nrelocs = 2;
	cs->ib[cs->ndw - 1] = 4;	/* the wait refers to the second entry */
	cs_pad(cs, 8);
	ASSERT_EQ(0, cs_submit(cs));
	ASSERT_EQ(0, bo_wait(&self->bo));
	EXPECT_EQ(0x42, self->bo.u32[0]);
}

/* As many buffers as Mesa has been seen to use, and more. */
TEST_F_TIMEOUT(submit, many_buffers, SLOW)
{
	struct bo bo[CS_MAX_RELOCS];
	uint32_t i;

	cs_clear(&self->cs);
	for (i = 0; i < CS_MAX_RELOCS; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096,
					      i % 3 ? GTT : VRAM, &bo[i]));
		pm4_mem_write(&self->cs, &bo[i], 8, 0, i + 1);
	}
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	for (i = 0; i < CS_MAX_RELOCS; i++) {
		ASSERT_EQ(0, bo_wait(&bo[i]));
		EXPECT_EQ(i + 1, bo[i].u64[1]);
	}
}

/* Ioctl numbers that were radeon's before there was a kernel memory manager. */
TEST_F(submit, legacy_ioctls)
{
	char arg[256] = { 0 };
	uint32_t nr;

	for (nr = 0; nr < 0x1c; nr++) {
		EXPECT_GT(0, card_ioctl(self->card.fd,
					DRM_IO(DRM_COMMAND_BASE + nr), arg))
			TH_LOG("ioctl 0x%02x", nr);
	}
}

CARD_TEST_MAIN(CARD_ANY)
