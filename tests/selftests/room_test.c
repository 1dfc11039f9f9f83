// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A client's buffers are all busy, and take all of GTT but a little. Others get what is idle of
 * the rest without waiting, and an answer in time if that is not enough. Idle buffers are as
 * good as busy ones while jobs of an address space may reach them. The driver needs a small GTT,
 * and more patience than the answer takes.
 */
#include "on_card.h"
#include "vm.h"

#define MIB		(1024ull * 1024)
#define LEFT		(6 * MIB)
#define MAX_BUSY	64u

struct busy {
	struct cs cs;
	struct bo gate, bos[MAX_BUSY];
	unsigned int num;
};

/* A job that writes to each of them, and has no end until its gate opens. */
static int submit(struct busy *busy)
{
	unsigned int i;

	cs_clear(&busy->cs);
	pm4_wait_mem(&busy->cs, &busy->gate, 0, WAIT_EQ, 1);
	for (i = 0; i < busy->num; i++)
		pm4_mem_write(&busy->cs, &busy->bos[i], 8, 0, 1);
	cs_pad(&busy->cs, 8);
	return cs_submit(&busy->cs);
}

/* What the driver has in GTT for itself is not known, so jobs with an open gate are tried first. */
static int fill(struct busy *busy, int fd, uint64_t size)
{
	struct bo more;
	unsigned int i;
	int ret;

	cs_init(&busy->cs, fd);
	ret = bo_create_mapped(fd, 4096, GTT, &busy->gate);
	for (busy->num = 0; !ret && busy->num < size / MIB; busy->num++)
		ret = bo_create(fd, MIB, GTT, 0, &busy->bos[busy->num]);
	if (ret)
		return ret;
	busy->gate.u32[0] = 1;
	while ((ret = submit(busy)) == -ENOMEM && busy->num)
		bo_free(&busy->bos[--busy->num]);
	ret = ret ?: bo_wait(&busy->gate);
	if (ret)
		return ret;

	for (i = 0; i < LEFT / MIB && busy->num; i++)
		bo_free(&busy->bos[--busy->num]);
	busy->gate.u32[0] = 0;
	ret = submit(busy);
	/* These take what is left, and push out one another. */
	for (i = 0; !ret && i < 2 * LEFT / MIB; i++)
		ret = bo_create(fd, MIB, GTT, 0, &more);
	return ret;
}

TEST_F_TIMEOUT(on_card, room_among_busy_buffers, VERY_SLOW)
{
	struct drm_radeon_gem_info info;
	int other = card_reopen(&self->card);
	struct busy busy;
	struct bo bo;

	ASSERT_LE(0, other);
	ASSERT_EQ(0, gem_info(other, &info));
	ASSERT_GE(MAX_BUSY * MIB, info.gart_size) TH_LOG("load with a small gtt_size");
	ASSERT_EQ(0, fill(&busy, other, info.gart_size));
	EXPECT_EQ(-EBUSY, bo_busy(&busy.gate, NULL)) TH_LOG("buffers that are idle were not taken first");

	EXPECT_EQ(-EBUSY, bo_create(self->card.fd, info.gart_size / 2, GTT, 0, &bo));
	EXPECT_EQ(-EBUSY, bo_busy(&busy.gate, NULL)) TH_LOG("each busy buffer was waited for");
	/* On its way to VRAM it would need as much. */
	ASSERT_EQ(0, bo_create(self->card.fd, info.gart_size / 2, RADEON_GEM_DOMAIN_CPU, 0, &bo));
	bo.domain = VRAM;
	pm4_mem_write(&self->cs, &bo, 8, 0, 1);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(-EBUSY, cs_submit(&self->cs));
	EXPECT_EQ(-EBUSY, bo_busy(&busy.gate, NULL)) TH_LOG("each busy buffer was waited for");

	busy.gate.u32[0] = 1;
	EXPECT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, bo_create(self->card.fd, info.gart_size / 2, GTT, 0, &bo));
	EXPECT_EQ(0, bo_wait(&busy.gate));
	cs_fini(&busy.cs);
	close(other);
}

#define GATE_VA		(16 * MIB)
#define FIRST_VA	(32 * MIB)

#define BEGUN		2	/* dword of the gate */

/*
 * A job that names the gate and @num of the buffers, tells when it has begun, and has no end until
 * the gate opens.
 */
static int submit_in_space(struct busy *busy, unsigned int num)
{
	unsigned int i;

	cs_clear(&busy->cs);
	cs_add_bo(&busy->cs, &busy->gate, true);
	vm_write(&busy->cs, GATE_VA + 4 * BEGUN, num + 1);
	vm_wait(&busy->cs, GATE_VA, 1);
	for (i = 0; i < num; i++) {
		cs_add_bo(&busy->cs, &busy->bos[i], true);
		vm_write(&busy->cs, FIRST_VA + i * MIB, 1);
	}
	cs_pad(&busy->cs, 8);
	return cs_submit(&busy->cs);
}

/*
 * Most of GTT is one client's, idle, and may be reached by a job of that which has not named it, and
 * which runs: one that has not begun is in nobody's way.
 */
static int fill_space(struct busy *busy, int fd, uint64_t size)
{
	unsigned int i;
	int ret;

	vm_cs_init(&busy->cs, fd);
	ret = bo_create_mapped(fd, 4096, GTT, &busy->gate) ?: va_map(&busy->gate, GATE_VA, VA_RW);
	for (busy->num = 0; !ret && busy->num < size / MIB * 3 / 4; busy->num++)
		ret = bo_create(fd, MIB, GTT, 0, &busy->bos[busy->num]) ?:
		      va_map(&busy->bos[busy->num], FIRST_VA + busy->num * MIB, VA_RW);
	if (ret)
		return ret;
	busy->gate.u32[0] = 1;
	ret = submit_in_space(busy, busy->num) ?: bo_wait(&busy->gate);
	busy->gate.u32[0] = 0;
	ret = ret ?: submit_in_space(busy, 0);
	for (i = 0; !ret && i < 20000 && busy->gate.u32[BEGUN] != 1; i++)
		usleep(1000);
	return ret ?: (busy->gate.u32[BEGUN] == 1 ? 0 : -ETIME);
}

TEST_F_TIMEOUT(on_card, room_in_a_busy_space, VERY_SLOW)
{
	struct drm_radeon_gem_info info;
	int other = card_reopen(&self->card);
	struct busy busy;
	struct bo bo;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	ASSERT_LE(0, other);
	ASSERT_EQ(0, gem_info(other, &info));
	ASSERT_GE(MAX_BUSY * MIB, info.gart_size) TH_LOG("load with a small gtt_size");
	ASSERT_EQ(0, fill_space(&busy, other, info.gart_size));
	EXPECT_EQ(-EBUSY, bo_create(self->card.fd, info.gart_size / 2, GTT, 0, &bo));
	EXPECT_EQ(-EBUSY, bo_busy(&busy.gate, NULL)) TH_LOG("the space's job was waited for, for each");

	busy.gate.u32[0] = 1;
	EXPECT_EQ(0, bo_create(self->card.fd, info.gart_size / 2, GTT, 0, &bo));
	/* What was pushed out is shown again, where it is by then. */
	bo_free(&bo);
	EXPECT_EQ(0, submit_in_space(&busy, busy.num));
	EXPECT_EQ(0, bo_wait(&busy.gate));
	cs_fini(&busy.cs);
	close(other);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
