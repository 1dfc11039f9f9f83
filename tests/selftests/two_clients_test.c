// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Two processes that have the card open: neither reaches the other's buffers,
 * and their work does not get mixed up, even when one of them dies.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "on_card.h"

#define ROUNDS	400

/* A handle of one client means nothing to the other. */
TEST_F_TIMEOUT(on_card, handles, SLOW)
{
	struct bo mine, stolen;
	uint64_t offset;
	int fd;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &mine));
	ASSERT_EQ(0, gem_mmap_offset(mine.fd, mine.handle, &offset));
	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	stolen = (struct bo){
		.fd = fd, .handle = mine.handle, .size = 4096, .domain = GTT,
	};
	EXPECT_EQ(-ENOENT, bo_wait(&stolen));
	EXPECT_EQ(-ENOENT, bo_busy(&stolen, NULL));
	EXPECT_EQ(-ENOENT, bo_map(&stolen));
	EXPECT_EQ(-EINVAL, gem_close(fd, stolen.handle));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd,
				   (off_t)offset));
	EXPECT_EQ(EACCES, errno);

	self->cs.fd = fd;
	pm4_mem_write(&self->cs, &stolen, 0, 0, 0xbad);
	cs_pad(&self->cs, 8);
	EXPECT_EQ(-ENOENT, cs_submit(&self->cs));
	EXPECT_EQ(0, mine.u32[0]);
}

/* The same number is another buffer for each. */
TEST_F_TIMEOUT(on_card, same_number, SLOW)
{
	struct bo a, b;
	struct cs cs;
	int fd;

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &a));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &b));
	ASSERT_EQ(a.handle, b.handle);
	cs_init(&cs, fd);
	pm4_mem_write(&self->cs, &a, 0, 0, 0xaa);
	pm4_mem_write(&cs, &b, 0, 0, 0xbb);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, cs_submit(&cs));
	ASSERT_EQ(0, bo_wait(&a));
	ASSERT_EQ(0, bo_wait(&b));
	EXPECT_EQ(0xaa, a.u32[0]);
	EXPECT_EQ(0xbb, b.u32[0]);
	cs_fini(&cs);
}

/*
 * One client's share: copies its own mark through VRAM and back, with an event
 * after it, and looks at every answer. Returns how many rounds went well.
 */
static unsigned int work(const struct card *card, uint32_t mark,
			 unsigned int rounds)
{
	struct bo in, mid, out;
	struct cs cs;
	uint32_t i;
	int fd = card_reopen(card);

	if (fd < 0 || bo_create_mapped(fd, 65536, GTT, &in) ||
	    bo_create(fd, 65536, VRAM, 0, &mid) ||
	    bo_create_mapped(fd, 65536, GTT, &out))
		return 0;
	cs_init(&cs, fd);
	for (i = 0; i < rounds; i++) {
		uint32_t at = i * 64 % 65536, value = mark << 16 | i;

		in.u32[at / 4] = value;
		cs_clear(&cs);
		pm4_cp_dma_copy(&cs, &mid, at, &in, at, 8);
		pm4_cp_dma_copy(&cs, &out, at, &mid, at, 8);
		pm4_eop(&cs, &out, at + 8, EOP_DATA32, value);
		cs_pad(&cs, 8);
		if (cs_submit(&cs) || bo_wait(&out) ||
		    out.u32[at / 4] != value || out.u32[at / 4 + 2] != value)
			break;
	}
	cs_fini(&cs);
	close(fd);
	return i;
}

TEST_F_TIMEOUT(on_card, interleaved, VERY_SLOW)
{
	pid_t pid = fork();
	int status = -1;

	ASSERT_LE(0, pid);
	if (!pid)
		_exit(work(&self->card, 2, ROUNDS) != ROUNDS);
	EXPECT_EQ(ROUNDS, work(&self->card, 1, ROUNDS));
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	EXPECT_EQ(0, status);
}

/* Clients that are killed at any moment leave the other alone. */
TEST_F_TIMEOUT(on_card, killed, VERY_SLOW)
{
	unsigned int i;
	int status;

	for (i = 0; i < 10; i++) {
		pid_t pid = fork();

		ASSERT_LE(0, pid);
		if (!pid)
			_exit(work(&self->card, 3, ~0u) == 0);
		ASSERT_EQ(5 + i, work(&self->card, 4, 5 + i));
		ASSERT_EQ(0, kill(pid, SIGKILL));
		ASSERT_EQ(pid, waitpid(pid, &status, 0));
		EXPECT_TRUE(WIFSIGNALED(status))
			TH_LOG("the client ended before it was killed");
	}
	EXPECT_EQ(20, work(&self->card, 5, 20));
}

CARD_TEST_MAIN(CARD_ANY)
