// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Jobs that never end: they are thrown out after lockup_timeout, the jobs of
 * others are not.
 */
#include "coredump.h"
#include "patience.h"

/* What a client is told of resets; -1 if it is told nothing. */
static int resets(int fd)
{
	uint32_t value = 0;

	return card_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &value) ? -1 : (int)value;
}

/*
 * The endless job is thrown out, the jobs of another client behind it run and the
 * card works afterwards. The client that hung it is told of the reset and banned;
 * the other is not; who comes anew starts clean.
 */
TEST_F_TIMEOUT(on_card, endless_job, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	int fd;

	ASSERT_LT(0, lockup_timeout(&self->card));
	EXPECT_EQ(0, resets(self->card.fd));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	cs_init(&other, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &good));

	ASSERT_EQ(0, submit_endless(&self->cs, &bad));
	ASSERT_EQ(0, submit_write(&other, &good, 1));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
	EXPECT_EQ(1, good.u32[0]) TH_LOG("an innocent job was lost");
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));
	EXPECT_EQ(0, bad.u64[1]) TH_LOG("the endless job went on");

	ASSERT_EQ(0, submit_write(&other, &good, 2));
	EXPECT_EQ(0, bo_wait(&good));
	EXPECT_EQ(2, good.u32[0]);
	EXPECT_EQ(0, resets(fd));
	EXPECT_EQ(1, resets(self->card.fd));
	EXPECT_EQ(-ECANCELED, submit_write(&self->cs, &bad, 1));
	EXPECT_EQ(0, bo_wait(&bad));
	cs_fini(&other);
	close(fd);

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	EXPECT_EQ(0, resets(fd));
	close(fd);
}

/* Three in a row: recovery leaves nothing behind that the next one trips over. */
TEST_F_TIMEOUT(on_card, endless_again, VERY_SLOW)
{
	struct bo bad, good;
	struct cs other;
	unsigned int i;
	int fd;

	ASSERT_LT(0, lockup_timeout(&self->card));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &good));
	for (i = 0; i < 3; i++) {
		fd = card_reopen(&self->card);
		ASSERT_LE(0, fd);
		cs_init(&other, fd);
		ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &bad));
		ASSERT_EQ(0, submit_endless(&other, &bad));
		ASSERT_EQ(0, submit_write(&self->cs, &good, i + 1));
		EXPECT_EQ(0, wait_for_recovery(&self->card, &good));
		EXPECT_EQ(i + 1, good.u32[0]);
		cs_fini(&other);
		bo_free(&bad);
		close(fd);
	}
}

/* Is there a line in the dump that is made by this format? */
__attribute__((format(printf, 2, 3)))
static bool has_line(const char *dump, const char *format, ...)
{
	char line[160];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	return strstr(dump, line);
}

/* Root finds all about the hang: who, where, with what. */
TEST_F_TIMEOUT(on_card, core_dump, VERY_SLOW)
{
	struct bo bad, other;
	char *dump;

	ASSERT_LT(0, lockup_timeout(&self->card));
	coredump_drop();
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bad));
	ASSERT_EQ(0, bo_create(self->card.fd, 65536, VRAM, 0, &other));
	cs_clear(&self->cs);
	pm4_wait_mem(&self->cs, &bad, 0, WAIT_EQ, 0xdead);
	pm4_mem_write(&self->cs, &other, 8, 0, 0x12345678);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	EXPECT_EQ(0, wait_for_recovery(&self->card, &bad));

	dump = coredump_take(10);
	ASSERT_NE(NULL, dump);
	EXPECT_TRUE(has_line(dump, "\nprocess: hang_test[%d], client ", getpid()));
	EXPECT_TRUE(has_line(dump, "\nhang: ring gfx, job "));
	EXPECT_TRUE(has_line(dump, "\noutcome: reset of the engine, its client is banned, 0 others"));
	EXPECT_TRUE(has_line(dump, "\n  GRBM_STATUS = 0x"));
	EXPECT_TRUE(has_line(dump, "\nring gfx: "));
	EXPECT_TRUE(has_line(dump, "INDIRECT_BUFFER"));
	EXPECT_TRUE(has_line(dump, "\nbuffers: 2\n"));
	EXPECT_TRUE(has_line(dump, "\n  handle %u: 4096 bytes at 0x", bad.handle));
	EXPECT_TRUE(has_line(dump, "\n  handle %u: 65536 bytes at 0x", other.handle));
	EXPECT_TRUE(has_line(dump, " in VRAM, written\n"));
	EXPECT_TRUE(has_line(dump, "\nstream: %u dwords at 0x", self->cs.ndw));
	EXPECT_TRUE(has_line(dump, "WAIT_REG_MEM"));
	EXPECT_TRUE(has_line(dump, " 12345678"));
	free(dump);
}

int main(int argc, char **argv)
{
	card_require(argc, argv, CARD_EVERGREEN);
	return test_harness_run(argc, argv);
}
