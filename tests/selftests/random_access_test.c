// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Random access targets without a VM can be switched off (random_access), for
 * their mailboxes have no bound. The switch counts from the next submission on.
 * Clover's dispatches name no mailbox and get one from the driver, whatever the one
 * before has named.
 */
#include <fcntl.h>

#include "compute.h"
#include "on_card.h"

#define SWITCH			"/sys/module/evergreen/parameters/random_access"

#define CB_IMMED0_BASE		0x28b9cu
#define CB_COLOR0_BASE		0x28c60u
/* Control flow instructions: AMD's instruction set of each of the two. */
#define CF_BARRIER		(1u << 31)
#define CF_END_OF_PROGRAM	(1u << 21)
#define CAYMAN_CF_END		(32u << 22)

/* R32 as an unsigned integer, in a buffer that is a random access target. */
#define COLOR_INFO		0x04104134u
#define NON_DISP_ORDER		(1u << 4)
#define MAILBOX			131072

static void set_target(struct cs *cs, const struct bo *target)
{
	/* Base, pitch, slice, view, INFO, ATTRIB, the last element. */
	const uint32_t values[] = { 0, 0, 0, 0, COLOR_INFO, NON_DISP_ORDER, 1023 };
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		compute_set(cs, CB_COLOR0_BASE + i * 4, values[i]);
		if (i == 0 || i == 5)
			cs_reloc(cs, target, true);
	}
}

/* A program that ends at once: the first dword of it is 0. */
static uint32_t end_of_program(bool cayman)
{
	return CF_BARRIER | (cayman ? CAYMAN_CF_END : CF_END_OF_PROGRAM);
}

/* A dispatch of one thread; @mailbox may be NULL. */
static void dispatch(struct cs *cs, const struct bo *shader, const struct bo *target,
		     const struct bo *mailbox)
{
	uint32_t i;

	compute_stage(cs);
	compute_set(cs, SQ_PGM_START_LS, 0);
	cs_reloc(cs, shader, false);
	set_target(cs, target);
	if (mailbox) {
		compute_set(cs, CB_IMMED0_BASE, 0);
		cs_reloc(cs, mailbox, true);
	}
	cs_emit(cs, pm4_type3(PM4_DISPATCH_DIRECT, 4) | COMPUTE);
	for (i = 0; i < 4; i++)
		cs_emit(cs, 1);
	cs_pad(cs, 8);
}

static bool random_access(char value)
{
	int fd = open(SWITCH, O_WRONLY);
	bool ok = fd >= 0 && write(fd, &value, 1) == 1;

	if (fd >= 0)
		close(fd);
	return ok;
}

TEST_F_TIMEOUT(on_card, switched_off, SLOW)
{
	struct bo shader, target, mailbox;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &shader));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &target));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MAILBOX, VRAM, &mailbox));
	shader.u32[1] = end_of_program(card_is_cayman(&self->card));
	dispatch(&self->cs, &shader, &target, &mailbox);
	ASSERT_EQ(0, cs_submit(&self->cs));
	if (!random_access('N'))
		SKIP(return, "only root may switch random access off");
	EXPECT_EQ(-EINVAL, cs_submit(&self->cs));
	ASSERT_TRUE(random_access('Y'));
	EXPECT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, bo_wait(&target));
}

TEST_F_TIMEOUT(on_card, without_mailbox, SLOW)
{
	struct bo shader, target, mailbox;
	const struct bo *const mailboxes[] = { NULL, &mailbox, NULL };
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &shader));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, VRAM, &target));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, MAILBOX, VRAM, &mailbox));
	shader.u32[1] = end_of_program(card_is_cayman(&self->card));
	for (i = 0; i < ARRAY_SIZE(mailboxes); i++) {
		cs_clear(&self->cs);
		dispatch(&self->cs, &shader, &target, mailboxes[i]);
		EXPECT_EQ(0, cs_submit(&self->cs));
		EXPECT_EQ(0, bo_wait(&target));
	}
}

CARD_TEST_MAIN(CARD_EVERGREEN)
