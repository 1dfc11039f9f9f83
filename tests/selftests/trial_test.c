// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Compute work of one client beside work on GFX of another, which waits until the shader units
 * are idle. Needs a card on which that includes the work of CP1 and CP2: the modelled Cayman
 * with shaders, whose fault "idle-of-all" makes it so.
 */
#include <unistd.h>

#include "compute.h"
#include "patience.h"
#include "vm.h"

#define SPI_COMPUTE_NUM_THREAD_X 0x286ecu
#define PGM_RESOURCES		(1u << 8 | 4)	/* a stack, registers */

#define HOME			(64ull << 20)
#define PROGRAM			2048		/* in the client's buffer */

/* LOOP_START_DX10 addr:2, END_LOOP addr:1, CF_END. */
static const uint32_t endless[] = { 2, 0x01800000, 1, 0x01400000, 0, 0x08000000 };

/* A client that computes in an address space of its own. */
struct computer {
	struct cs cs;
	struct bo bo;
};

static int computer_open(struct computer *c, const struct card *card)
{
	int fd = card_reopen(card), ret;

	if (fd < 0)
		return fd;
	vm_cs_init(&c->cs, fd);
	c->cs.flags[1] = RADEON_CS_RING_COMPUTE;
	ret = bo_create_mapped(fd, 4096, GTT, &c->bo) ?: va_map(&c->bo, HOME, VA_RW);
	if (!ret)
		memcpy(&c->bo.u32[PROGRAM / 4], endless, sizeof(endless));
	return ret;
}

static void computer_close(struct computer *c)
{
	int fd = c->cs.fd;

	cs_fini(&c->cs);
	close(fd);
}

/* Says that it has begun, and then runs the program, in a group of 64 threads. */
static int compute(struct computer *c)
{
	struct cs *cs = &c->cs;
	uint32_t i;

	cs_clear(cs);
	cs_add_bo(cs, &c->bo, true);
	vm_write(cs, HOME + BEGUN, 1);
	compute_stage(cs);
	compute_set(cs, SQ_PGM_START_LS, (HOME + PROGRAM) >> 8);
	compute_set(cs, SQ_PGM_START_LS + 4, PGM_RESOURCES);
	for (i = 0; i < 3; i++)
		compute_set(cs, SPI_COMPUTE_NUM_THREAD_X + 4 * i, i ? 1 : 64);
	cs_emit(cs, pm4_type3(PM4_DISPATCH_DIRECT, 4) | COMPUTE);
	for (i = 0; i < 4; i++)
		cs_emit(cs, 1);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/*
 * The job on GFX is there first, and overdue first. It is kept from its end by the one that has
 * no end, whose client alone has to answer for it.
 */
TEST_F_TIMEOUT(on_card, who_hangs, VERY_SLOW)
{
	struct computer computer = { 0 }, *c = &computer;
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, computer_open(c, &self->card));
	pm4_mem_write(&self->cs, &bo, BEGUN, 0, 1);
	pm4_wait_mem(&self->cs, &bo, 0, WAIT_EQ, 1);
	pm4_event_write(&self->cs, EVENT_CS_PARTIAL_FLUSH);
	pm4_eop(&self->cs, &bo, 8, EOP_DATA32, 7);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_TRUE(has_begun(&bo));
	ASSERT_EQ(0, compute(c));
	ASSERT_TRUE(has_begun(&c->bo));
	/* The shader is a packet or two behind that. */
	usleep(100 * 1000);
	bo.u32[0] = 1;

	EXPECT_EQ(0, wait_for_recovery(&self->card, &c->bo));
	EXPECT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(7, bo.u32[2]) TH_LOG("an innocent job was lost");
	EXPECT_EQ(0, card_resets(self->card.fd));
	EXPECT_EQ(1, card_resets(c->cs.fd));
	EXPECT_EQ(0, submit_write(&self->cs, &bo, 8));
	EXPECT_EQ(-ECANCELED, compute(c));
	EXPECT_EQ(0, bo_wait(&bo));
	computer_close(c);
}

/* Both hang, each by itself: the second is found out after the first. */
TEST_F_TIMEOUT(on_card, both_hang, VERY_SLOW)
{
	struct computer computer = { 0 }, *c = &computer;
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, computer_open(c, &self->card));
	ASSERT_EQ(0, submit_endless(&self->cs, &bo));
	ASSERT_TRUE(has_begun(&bo));
	ASSERT_EQ(0, compute(c));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bo));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &c->bo));
	EXPECT_EQ(0, bo.u64[1]) TH_LOG("the endless job went on");
	EXPECT_EQ(1, card_resets(self->card.fd));
	EXPECT_EQ(1, card_resets(c->cs.fd));
	computer_close(c);
}

/*
 * What waits for ever when it runs first, and not again: at BEFORE is what an earlier run has
 * left at RAN.
 */
#define RAN			128
#define BEFORE			192
#define ENDED			256

static int submit_second_time(struct cs *cs, const struct bo *bo)
{
	pm4_cp_dma_copy(cs, bo, BEFORE, bo, RAN, 4);
	pm4_mem_write(cs, bo, RAN, 0, 1);
	pm4_mem_write(cs, bo, BEGUN, 0, 1);
	pm4_wait_mem(cs, bo, BEFORE, WAIT_EQ, 1);
	pm4_eop(cs, bo, ENDED, EOP_DATA32, 7);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

static int compute_second_time(struct computer *c)
{
	struct cs *cs = &c->cs;

	cs_clear(cs);
	cs_add_bo(cs, &c->bo, true);
	vm_copy(cs, HOME + BEFORE, HOME + RAN, 4);
	vm_write(cs, HOME + RAN, 1);
	vm_write(cs, HOME + BEGUN, 1);
	vm_wait(cs, HOME + BEFORE, 1);
	vm_write(cs, HOME + ENDED, 7);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* Both are overdue, and end when they are tried: nobody has to answer for anything. */
TEST_F_TIMEOUT(on_card, nobody_hangs, VERY_SLOW)
{
	struct computer computer = { 0 }, *c = &computer;
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	ASSERT_EQ(0, computer_open(c, &self->card));
	ASSERT_EQ(0, submit_second_time(&self->cs, &bo));
	ASSERT_TRUE(has_begun(&bo));
	ASSERT_EQ(0, compute_second_time(c));

	EXPECT_EQ(0, wait_for_recovery(&self->card, &bo));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &c->bo));
	EXPECT_EQ(7, bo.u32[ENDED / 4]);
	EXPECT_EQ(7, c->bo.u32[ENDED / 4]);
	EXPECT_EQ(0, card_resets(self->card.fd));
	EXPECT_EQ(0, card_resets(c->cs.fd));
	EXPECT_EQ(0, submit_write(&self->cs, &bo, 8));
	EXPECT_EQ(0, bo_wait(&bo));
	computer_close(c);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
