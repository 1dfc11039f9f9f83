// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * scale_bench - submissions a second, of more and more clients at the same time
 *
 *   scale_bench [-s seconds] RECORDINGS CLIENTS...
 *
 * Each client is a process of its own and submits the first recorded stream of Mesa for
 * the GFX ring again and again. A row for each number of CLIENTS says how many were
 * submitted in a second in all, and by the slowest and the fastest client.
 *
 * These are times, of the host, too: compare two drivers in one go on an idle machine.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "recording.h"

#define MAX_CLIENTS	256
#define NS		1000000000ull

/**
 * struct race - what all clients share
 * @ready: clients that have made their buffers
 * @go: they may start
 * @stop: they shall end
 * @submitted: by each of them
 */
struct race {
	unsigned int ready, go, stop;
	uint64_t submitted[MAX_CLIENTS];
};

static struct race *race;

static int run(struct recording *rec, uint64_t *submitted)
{
	int ret;

	do
		ret = recording_next(rec);
	while (ret > 0 && !cs_is_gfx(&rec->cs));
	if (ret <= 0)
		return ret ?: -ENOENT;

	__atomic_add_fetch(&race->ready, 1, __ATOMIC_SEQ_CST);
	while (!__atomic_load_n(&race->go, __ATOMIC_SEQ_CST))
		usleep(1000);
	do {
		ret = cs_submit(&rec->cs);
		if (!ret)
			++*submitted;
	} while (!ret && !__atomic_load_n(&race->stop, __ATOMIC_RELAXED));
	return ret ?: bo_wait(&rec->bos[0]);
}

static int client(const struct card *shared, const char *recordings, uint64_t *submitted)
{
	struct card card = *shared;
	struct recording rec;
	int ret;

	card.fd = card_reopen(shared);
	if (card.fd < 0)
		return card.fd;
	ret = recording_open(&rec, recordings, &card);
	if (ret)
		return ret;
	ret = run(&rec, submitted);
	recording_close(&rec);
	if (ret)
		fprintf(stderr, "a client: %s\n", strerror(-ret));
	return ret;
}

/* Somebody who could not start does not keep the others waiting. */
static void wait_ready(unsigned int clients)
{
	unsigned int ms;

	for (ms = 0; ms < 60000 && __atomic_load_n(&race->ready, __ATOMIC_SEQ_CST) < clients; ms++)
		usleep(1000);
}

static int wait_all(unsigned int clients)
{
	int status, bad = 0;

	while (clients--) {
		if (wait(&status) < 0)
			return -errno;
		if (status)
			bad = -EIO;
	}
	return bad;
}

static void print_row(const char *driver, unsigned int clients, double seconds)
{
	uint64_t sum = 0, least = UINT64_MAX, most = 0;
	unsigned int i;

	for (i = 0; i < clients; i++) {
		sum += race->submitted[i];
		least = race->submitted[i] < least ? race->submitted[i] : least;
		most = race->submitted[i] > most ? race->submitted[i] : most;
	}
	printf("%-10s %8u %10.0f %10.1f %10.1f\n", driver, clients, sum / seconds,
	       least / seconds, most / seconds);
	fflush(stdout);
}

static int bench(const struct card *card, const char *recordings, unsigned int clients,
		 unsigned int seconds)
{
	uint64_t start;
	unsigned int i;
	int ret;

	memset(race, 0, sizeof(*race));
	for (i = 0; i < clients; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(client(card, recordings, &race->submitted[i]) != 0);
		if (pid < 0)
			break;
	}
	wait_ready(i);
	start = clock_ns(CLOCK_MONOTONIC);
	__atomic_store_n(&race->go, 1, __ATOMIC_SEQ_CST);
	sleep(seconds);
	__atomic_store_n(&race->stop, 1, __ATOMIC_SEQ_CST);
	ret = wait_all(i);
	if (i < clients)
		return -EAGAIN;
	if (!ret)
		print_row(card->driver, clients, (double)(clock_ns(CLOCK_MONOTONIC) - start) / NS);
	return ret;
}

static int bench_each(const struct card *card, char **operands, unsigned int seconds)
{
	char **clients;
	int ret = 0;

	printf("%-10s %8s %10s %10s %10s\n", "driver", "clients", "a second", "slowest", "fastest");
	for (clients = operands + 1; *clients && !ret; clients++)
		ret = bench(card, operands[0], (unsigned int)strtoul(*clients, NULL, 0), seconds);
	return ret;
}

/* RECORDINGS, and at least one number of clients that can be. */
static bool operands_fit(char **operands)
{
	unsigned long clients;

	if (!operands[0] || !operands[1])
		return false;
	while (*++operands) {
		clients = strtoul(*operands, NULL, 0);
		if (!clients || clients > MAX_CLIENTS)
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	unsigned int seconds = 5;
	struct card card;
	int c, ret;

	while ((c = getopt(argc, argv, "s:")) != -1) {
		if (c != 's')
			return 2;
		seconds = (unsigned int)strtoul(optarg, NULL, 0);
	}
	if (!seconds || !operands_fit(argv + optind)) {
		fprintf(stderr, "usage: scale_bench [-s seconds] RECORDINGS CLIENTS...\n");
		return 2;
	}
	race = mmap(NULL, sizeof(*race), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (race == MAP_FAILED)
		return 1;
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	ret = bench_each(&card, argv + optind, seconds);
	if (ret)
		fprintf(stderr, "scale_bench: %s\n", strerror(-ret));
	card_close(&card);
	return ret != 0;
}
