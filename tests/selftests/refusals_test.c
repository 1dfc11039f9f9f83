// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What refused streams cost the kernel's log: a line each for a few, none for
 * the many that follow, be it one client that sends them or one after another.
 */
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "kernel_log.h"
#include "selftest.h"

/* Lines of a client and of all, and the seconds after which they come anew. */
#define CLIENT_LINES	5
#define ALL_LINES	50
#define INTERVAL	10

#define CLIENTS		200

/* A record of this process's that tells of a refusal. */
static int count_refusals(int log)
{
	char line[LOG_RECORD], who[64];

	snprintf(who, sizeof(who), "[%d]: refused:", getpid());
	return log_count(log, who, line);
}

/* Lines that @budget allows in the time since @begin. */
static int bound(time_t begin, int budget)
{
	return budget * (1 + (int)(time(NULL) - begin + 1) / INTERVAL);
}

/* A packet that no client may send. */
static int send_refused(int fd)
{
	struct cs cs;
	int ret;

	cs_init(&cs, fd);
	cs_emit(&cs, pm4_type3(PM4_ME_INITIALIZE, 1));
	cs_emit(&cs, 0);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret;
}

/* What others have said before is forgotten when the test begins. */
FIXTURE(refusals) {
	struct card card;
	int log;
	time_t begin;
};

FIXTURE_SETUP(refusals)
{
	ASSERT_EQ(0, card_open(&self->card));
	self->log = log_open();
	if (self->log < 0)
		SKIP(return, "the kernel's log cannot be read");
	sleep(INTERVAL + 1);
	self->begin = time(NULL);
}

FIXTURE_TEARDOWN(refusals)
{
	close(self->log);
	card_close(&self->card);
}

TEST_F_TIMEOUT(refusals, of_one, VERY_SLOW)
{
	int i, lines;

	for (i = 0; i < CLIENTS; i++)
		ASSERT_EQ(-EINVAL, send_refused(self->card.fd));
	lines = count_refusals(self->log);
	EXPECT_LE(CLIENT_LINES, lines);
	EXPECT_GE(bound(self->begin, CLIENT_LINES), lines);
}

TEST_F_TIMEOUT(refusals, of_many, VERY_SLOW)
{
	int i, fd, lines;

	for (i = 0; i < CLIENTS; i++) {
		fd = card_reopen(&self->card);
		ASSERT_LE(0, fd);
		ASSERT_EQ(-EINVAL, send_refused(fd));
		close(fd);
	}
	lines = count_refusals(self->log);
	EXPECT_LE(ALL_LINES, lines);
	EXPECT_GE(bound(self->begin, ALL_LINES), lines);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
