// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * many_clients - clients that together need far more memory than the card has
 *
 *   many_clients [-n clients] [-a at a time] [-m MiB each] [-b MiB of a buffer]
 *                [-r rounds]
 *
 * Each client is a process. It makes buffers in VRAM, every second one not for the
 * CPU, has the card fill them with a pattern of its own, keeps the card busy with all
 * of them, copying through each a value that it knows, and in the end looks with the
 * CPU at every word. A new client starts when another has ended.
 *
 * Says what failed, and how much was moved and how long it took. Exit status: 0, 1 if
 * a client found something wrong, 2 for a wrong command line, 4 without a card.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "card.h"
#include "cs.h"
#include "number.h"
#include "pm4.h"

#define MIB		(1024ull * 1024)
#define CHUNK		(64 * 1024)	/* bytes with the same word */
#define MAX_BUFFERS	256

struct options {
	unsigned int clients, at_once, mib, buffer_mib, rounds;
};

struct client {
	uint32_t number, buffers;
	uint64_t size;		/* of a buffer */
	struct cs cs;
	struct bo bo[MAX_BUFFERS], token;
};

/* Why a client gives up; its exit status. */
enum failure {
	FINE, NO_CARD, NO_BUFFER, NO_SUBMISSION, NO_END, WRONG_TOKEN, WRONG_WORD, NUM_FAILURES
};

static const char *const failures[NUM_FAILURES] = {
	[NO_CARD] = "the card could not be opened",
	[NO_BUFFER] = "a buffer could not be made",
	[NO_SUBMISSION] = "a submission was refused",
	[NO_END] = "a buffer stayed busy",
	[WRONG_TOKEN] = "the card read something else than was written",
	[WRONG_WORD] = "the CPU read something else than was written",
};

static uint32_t word(const struct client *c, uint32_t buffer, uint64_t chunk)
{
	return (c->number + 1) * 2654435761u ^ buffer << 20 ^ (uint32_t)chunk;
}

static int make_buffers(struct client *c, int fd)
{
	uint32_t i;
	int ret = bo_create_mapped(fd, 4096, GTT, &c->token);

	for (i = 0; i < c->buffers && !ret; i++)
		ret = bo_create(fd, c->size, VRAM, i % 2 ? RADEON_GEM_NO_CPU_ACCESS : 0,
				&c->bo[i]);
	return ret;
}

static int fill(struct client *c, uint32_t buffer)
{
	uint64_t at;

	cs_clear(&c->cs);
	for (at = 0; at < c->size; at += CHUNK)
		pm4_cp_dma_fill(&c->cs, &c->bo[buffer], at, word(c, buffer, at / CHUNK), CHUNK);
	cs_pad(&c->cs, 8);
	return cs_submit(&c->cs);
}

/* The last word of each buffer goes to the token's page, in a submission for each. */
static int fetch_all(struct client *c)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < c->buffers && !ret; i++) {
		cs_clear(&c->cs);
		pm4_cp_dma_copy(&c->cs, &c->token, 4ull * i, &c->bo[i], c->size - 4, 4);
		cs_pad(&c->cs, 8);
		ret = cs_submit(&c->cs);
	}
	return ret;
}

static enum failure check_tokens(struct client *c)
{
	uint32_t i;

	if (bo_wait(&c->token))
		return NO_END;
	for (i = 0; i < c->buffers; i++)
		if (c->token.u32[i] != word(c, i, c->size / CHUNK - 1))
			return WRONG_TOKEN;
	return FINE;
}

static enum failure check_words(struct client *c, uint32_t buffer)
{
	struct bo *bo = &c->bo[buffer];
	enum failure failure = FINE;
	uint64_t i;

	if (bo_wait(bo))
		return NO_END;
	if (bo_map(bo))
		return NO_BUFFER;
	for (i = 0; i < c->size / 4; i++)
		if (bo->u32[i] != word(c, buffer, 4 * i / CHUNK))
			failure = WRONG_WORD;
	bo_free(bo);
	return failure;
}

static enum failure live(const struct card *card, const struct options *o, uint32_t number)
{
	static struct client c;
	enum failure failure = FINE;
	int fd = card_reopen(card);
	uint32_t i;

	if (fd < 0)
		return NO_CARD;
	c.number = number;
	c.size = o->buffer_mib * MIB;
	c.buffers = o->mib / o->buffer_mib;
	cs_init(&c.cs, fd);
	if (make_buffers(&c, fd))
		return NO_BUFFER;
	for (i = 0; i < c.buffers; i++)
		if (fill(&c, i))
			return NO_SUBMISSION;
	for (i = 0; i < o->rounds && !failure; i++)
		failure = fetch_all(&c) ? NO_SUBMISSION : check_tokens(&c);
	for (i = 0; i < c.buffers && !failure; i++)
		failure = check_words(&c, i);
	return failure;
}

/* Waits for one client to end: 0, or 1 if it found something wrong. */
static int reap(void)
{
	int status, failure;
	pid_t pid = wait(&status);

	if (pid < 0)
		return 1;
	failure = WIFEXITED(status) ? WEXITSTATUS(status) : NUM_FAILURES;
	if (failure)
		printf("client %d: %s\n", (int)pid,
		       failure < NUM_FAILURES ? failures[failure] : "it was killed");
	return failure != FINE;
}

static unsigned int run(const struct card *card, const struct options *o)
{
	unsigned int started, running = 0, bad = 0;
	pid_t pid;

	for (started = 0; started < o->clients; started++, running++) {
		for (; running >= o->at_once; running--)
			bad += (unsigned int)reap();
		fflush(stdout);
		pid = fork();
		if (!pid)
			_exit(live(card, o, started));
		if (pid < 0) {
			perror("fork");
			bad++;
			break;
		}
	}
	for (; running; running--)
		bad += (unsigned int)reap();
	return bad;
}

static bool take_options(int argc, char **argv, struct options *o)
{
	unsigned int *values[] = {
		['n'] = &o->clients, ['a'] = &o->at_once, ['m'] = &o->mib, ['b'] = &o->buffer_mib,
		['r'] = &o->rounds,
	};
	int c;

	while ((c = getopt(argc, argv, "n:a:m:b:r:")) != -1) {
		if (c == '?' || !take_number(optarg, values[c]))
			return false;
	}
	return optind == argc && o->clients && o->at_once && o->buffer_mib &&
	       o->mib >= o->buffer_mib && o->buffer_mib <= 16 && o->mib / o->buffer_mib <= MAX_BUFFERS;
}

int main(int argc, char **argv)
{
	struct options o = {
		.clients = 40, .at_once = 10, .mib = 32, .buffer_mib = 8, .rounds = 4,
	};
	time_t start = time(NULL);
	struct card card;
	unsigned int bad;
	uint64_t before;
	int ret;

	if (!take_options(argc, argv, &o)) {
		fprintf(stderr, "usage: many_clients [-n clients] [-a at once] [-m MiB] [-b MiB of a buffer, at most 16] [-r rounds]\n");
		return 2;
	}
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	before = card_bytes_moved(card.fd);
	bad = run(&card, &o);
	printf("%u clients of %u MiB, %u at a time: %u wrong, %llu MiB moved, %lld s\n", o.clients,
	       o.mib, o.at_once, bad,
	       (unsigned long long)((card_bytes_moved(card.fd) - before) / MIB),
	       (long long)(time(NULL) - start));
	card_close(&card);
	return bad != 0;
}
