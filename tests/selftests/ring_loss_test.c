// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A compute ring stops for good after it has worked for a while. Whoever runs this has
 * planted the fault: at some job before the last of JOBS, and after those of the probe.
 */
#include "on_card.h"
#include "patience.h"
#include "rings.h"

#define JOBS		2000u

static int compute(struct cs *cs, const struct bo *bo, uint32_t value)
{
	int ret;

	bo->u32[0] = ~value;
	cs_restart(cs, RADEON_CS_RING_COMPUTE);
	ring_write(cs, bo, 0, value);
	ret = ring_submit(cs) ?: bo_wait(bo);
	if (ret)
		return ret;
	return bo->u32[0] == value ? 0 : -EILSEQ;
}

/*
 * The client whose job hangs loses it. Another, whose queue has been on such a ring as
 * well, goes on as if nothing had happened.
 */
TEST_F_TIMEOUT(on_card, bystander, VERY_SLOW)
{
	struct card other = self->card;
	struct cs cs;
	struct bo mine, its;
	uint32_t i;
	int ret;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &mine));
	ASSERT_EQ(0, compute(&self->cs, &mine, 1));

	other.fd = card_reopen(&self->card);
	ASSERT_LE(0, other.fd);
	cs_init(&cs, other.fd);
	ASSERT_EQ(0, bo_create_mapped(other.fd, 4096, GTT, &its));
	for (i = 1, ret = 0; i < JOBS && !ret; i++)
		ret = compute(&cs, &its, i);
	EXPECT_EQ(-EILSEQ, ret) TH_LOG("%d at job %u", ret, i - 1);
	EXPECT_EQ(-ECANCELED, compute(&cs, &its, 0));
	bo_free(&its);
	cs_fini(&cs);
	close(other.fd);

	for (i = 0; i < 100; i++)
		ASSERT_EQ(0, compute(&self->cs, &mine, i)) TH_LOG("job %u", i);
	bo_free(&mine);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
