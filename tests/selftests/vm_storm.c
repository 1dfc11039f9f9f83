// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * vm_storm - more clients with address spaces than the card has contexts
 *
 *   vm_storm [-c clients] [-s seconds] [-p milliseconds from hang to hang] [-u unplugs]
 *
 * Each client is a process with an address space of its own. Round by round it has
 * three rings, in another order each time, copy numbers from a buffer through VRAM to a
 * third buffer, takes the one in VRAM to another address while that is under way, and
 * looks at what has come out. With -p another client comes again and again, hangs the
 * GFX or the compute ring from an address space of its own, must be banned for it, and
 * goes. With -u the driver is unbound in the midst of all that, while every second
 * client is killed, and bound again.
 *
 * No number may be wrong, no client of the first kind may lose a job or be told of a
 * reset, and each must get somewhere. Says how far they got, and how much of a CPU the
 * busiest of the kernel's workers took. Exit status: 0, 1 if something went wrong, 2 for
 * a wrong command line, 4 without a card.
 */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "card.h"
#include "clock.h"
#include "number.h"
#include "rings.h"
#include "vm.h"

#define MIB		(1024ull * 1024)
#define WORDS		1024u
#define BYTES		(4 * WORDS)
#define IN_VA		(64 * MIB)
#define OUT_VA		(65 * MIB)
#define MID_VA		(66 * MIB)
#define MID_PLACES	4u
#define MAX_CLIENTS	256u
#define MAX_PIDS	32768u
#define PATIENCE	120		/* seconds for the slowest client */

struct options {
	unsigned int clients, seconds, period_ms, unplugs;
};

struct shared {
	volatile int stop;
	volatile uint32_t rounds[MAX_CLIENTS], hangs;
};

struct client {
	uint32_t number;
	uint64_t mid_va;
	struct bo in, mid, out;
	struct cs cs;
};

/* Why a client ends; its exit status. */
enum end {
	FINE, GONE, NO_CARD, NO_BUFFER, NO_MAPPING, NO_SUBMISSION, NO_END, WRONG_WORD, TOLD,
	NOT_BANNED, NUM_ENDS
};

static const char *const ends[NUM_ENDS] = {
	[GONE] = "its card has gone",
	[NO_CARD] = "the card could not be opened",
	[NO_BUFFER] = "a buffer could not be made",
	[NO_MAPPING] = "a buffer could not be mapped or unmapped",
	[NO_SUBMISSION] = "a submission was refused",
	[NO_END] = "a buffer stayed busy",
	[WRONG_WORD] = "a word is wrong",
	[TOLD] = "it was told of a reset that is not its own",
	[NOT_BANNED] = "it hung the card and was not banned",
};

/* What an error of the driver means for a client. */
static enum end end_of(int ret, enum end otherwise)
{
	if (!ret)
		return FINE;
	return ret == -ENODEV ? GONE : otherwise;
}

/* The node goes first when the driver is unbound. */
static enum end end_of_open(int ret)
{
	return ret == -ENOENT || ret == -ENODEV ? GONE : NO_CARD;
}

static uint32_t word(const struct client *c, uint32_t round, uint32_t i)
{
	return (c->number << 20 ^ round) * 2654435761u + i;
}

static enum end make_buffers(struct client *c, int fd)
{
	int ret = bo_create_mapped(fd, BYTES, GTT, &c->in) ?:
		  bo_create(fd, 2 * BYTES, VRAM, 0, &c->mid) ?:
		  bo_create_mapped(fd, BYTES, GTT, &c->out);

	if (ret)
		return end_of(ret, NO_BUFFER);
	c->mid_va = MID_VA;
	ret = va_map(&c->in, IN_VA, VA_RW) ?: va_map(&c->mid, MID_VA, VA_RW) ?:
	      va_map(&c->out, OUT_VA, VA_RW);
	return end_of(ret, NO_MAPPING);
}

static int copy(struct client *c, uint32_t ring, const struct bo *dst, uint64_t to,
		const struct bo *src, uint64_t from)
{
	cs_restart(&c->cs, ring);
	if (ring == RADEON_CS_RING_DMA)
		dma_va_copy(&c->cs, to, from, WORDS);
	else
		vm_copy(&c->cs, to, from, BYTES);
	cs_add_bo(&c->cs, src, src == dst);
	cs_add_bo(&c->cs, dst, true);
	return ring_submit(&c->cs);
}

/* Three rings, one after the other. */
static int submit_round(struct client *c, uint32_t round)
{
	const uint32_t *ring = all_rings;
	uint32_t first = (c->number + round) % 3;

	return copy(c, ring[first], &c->mid, c->mid_va, &c->in, IN_VA) ?:
	       copy(c, ring[(first + 1) % 3], &c->mid, c->mid_va + BYTES, &c->mid, c->mid_va) ?:
	       copy(c, ring[(first + 2) % 3], &c->out, OUT_VA, &c->mid, c->mid_va + BYTES);
}

/* Its jobs still use the buffer at its old address. */
static int go_elsewhere(struct client *c, uint32_t round)
{
	uint64_t old = c->mid_va;

	c->mid_va = MID_VA + round % MID_PLACES * MIB;
	return va_unmap(&c->mid, old) ?: va_map(&c->mid, c->mid_va, VA_RW);
}

static enum end do_round(struct client *c, uint32_t round)
{
	enum end end;
	uint32_t i;

	for (i = 0; i < WORDS; i++) {
		c->in.u32[i] = word(c, round, i);
		c->out.u32[i] = 0;
	}
	end = end_of(submit_round(c, round), NO_SUBMISSION);
	if (!end)
		end = end_of(go_elsewhere(c, round), NO_MAPPING);
	if (!end)
		end = end_of(bo_wait(&c->out), NO_END);
	for (i = 0; i < WORDS && !end; i++)
		if (c->out.u32[i] != word(c, round, i))
			end = WRONG_WORD;
	return end;
}

/* A job that ended because the card went ends without an error for those who wait. */
static enum end really(const struct client *c, enum end end)
{
	int resets = card_resets(c->cs.fd);

	if (resets == -1)
		return GONE;
	return resets && end == FINE ? TOLD : end;
}

static enum end live(const struct card *card, struct shared *shared, uint32_t number)
{
	static struct client c;
	int fd = card_reopen(card);
	enum end end;

	if (fd < 0)
		return end_of_open(fd);
	c.number = number;
	vm_cs_init(&c.cs, fd);
	end = make_buffers(&c, fd);
	while (!end && !shared->stop) {
		end = do_round(&c, shared->rounds[number]);
		if (!end)
			shared->rounds[number]++;
	}
	return really(&c, end);
}

/* A client that hangs a ring and is banned. */
static enum end hang(const struct card *card, uint32_t ring)
{
	int fd = card_reopen(card);
	enum end end;
	struct bo bo;
	struct cs cs;

	if (fd < 0)
		return end_of_open(fd);
	vm_cs_init(&cs, fd);
	cs.flags[1] = ring;
	end = end_of(bo_create_mapped(fd, BYTES, GTT, &bo), NO_BUFFER);
	if (!end)
		end = end_of(va_map(&bo, IN_VA, VA_RW), NO_MAPPING);
	vm_wait(&cs, IN_VA, 0xdead);
	cs_add_bo(&cs, &bo, true);
	if (!end)
		end = end_of(ring_submit(&cs), NO_SUBMISSION);
	if (!end)
		end = end_of(bo_wait(&bo), NO_END);
	if (!end && card_resets(fd) != 1)
		end = card_resets(fd) == -1 ? GONE : NOT_BANNED;
	cs_fini(&cs);
	close(fd);
	return end;
}

static enum end hang_and_hang(const struct card *card, struct shared *shared, uint32_t period_ms)
{
	enum end end = FINE;

	while (!end && !shared->stop) {
		usleep(1000 * period_ms);
		end = hang(card, shared->hangs % 2 ? RADEON_CS_RING_COMPUTE : RADEON_CS_RING_GFX);
		if (!end)
			shared->hangs++;
	}
	return end;
}

/* ---- the kernel's workers ---- */

static unsigned long worker_ticks[MAX_PIDS];

/* What a kworker has used, or 0 for any other task. */
static unsigned long ticks_of(const char *pid)
{
	unsigned long user = 0, system = 0;
	char path[64], line[512], *rest;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%.16s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	rest = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
	fclose(f);
	if (!rest || !strstr(line, "(kworker/") ||
	    sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
		   &system) != 2)
		return 0;
	return user + system;
}

/* The most that one of them has used since the last call, in ticks. */
static unsigned long busiest_worker(void)
{
	unsigned long ticks, most = 0;
	struct dirent *entry;
	unsigned int pid;
	DIR *proc = opendir("/proc");

	while (proc && (entry = readdir(proc))) {
		pid = (unsigned int)strtoul(entry->d_name, NULL, 10) % MAX_PIDS;
		ticks = pid ? ticks_of(entry->d_name) : 0;
		if (ticks > worker_ticks[pid] && ticks - worker_ticks[pid] > most)
			most = ticks - worker_ticks[pid];
		worker_ticks[pid] = ticks;
	}
	if (proc)
		closedir(proc);
	return most;
}

/* ---- all together ---- */

/* Until each client has done something, and one has hung, on a machine that is slow as well. */
static void wait_for_some(const struct options *o, const struct shared *shared)
{
	double end = now() + PATIENCE;
	unsigned int i;

	for (i = 0; i < o->clients; i++)
		while (!shared->rounds[i] && now() < end)
			usleep(10000);
	while (o->period_ms && !shared->hangs && now() < end)
		usleep(10000);
}

static unsigned int start_all(const struct card *card, const struct options *o,
			      struct shared *shared, pid_t *pids)
{
	unsigned int n;

	fflush(stdout);
	for (n = 0; n < o->clients; n++) {
		pids[n] = fork();
		if (!pids[n])
			_exit(live(card, shared, n));
	}
	if (o->period_ms) {
		pids[n] = fork();
		if (!pids[n])
			_exit(hang_and_hang(card, shared, o->period_ms));
		n++;
	}
	return n;
}

/* How many did not end as they may. */
static unsigned int reap_all(const pid_t *pids, unsigned int n, bool may_be_gone)
{
	unsigned int i, end, bad = 0;
	int status;

	for (i = 0; i < n; i++) {
		if (pids[i] < 0 || waitpid(pids[i], &status, 0) != pids[i]) {
			bad++;
			continue;
		}
		if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && may_be_gone)
			continue;
		end = WIFEXITED(status) ? (unsigned int)WEXITSTATUS(status) : NUM_ENDS;
		if (end == FINE || (end == GONE && may_be_gone))
			continue;
		printf("client %u: %s\n", i, end < NUM_ENDS ? ends[end] : "it was killed");
		bad++;
	}
	return bad;
}

/* Every second client is killed at the same time. */
static int unplug(const struct card *card, const pid_t *pids, unsigned int n)
{
	pid_t killer = fork();
	unsigned int i;
	int ret;

	if (!killer) {
		for (i = 0; i < n; i += 2) {
			usleep(20000);
			kill(pids[i], SIGKILL);
		}
		_exit(0);
	}
	ret = card_bind(card, false);
	waitpid(killer, NULL, 0);
	return ret;
}

/* The node of a card that has come back may have another number. */
static int bind_again(struct card *card)
{
	int ret = card_bind(card, true);

	card_close(card);
	return ret ?: card_open(card);
}

/* One life of the driver; the last one ends without being unbound. */
static unsigned int life(struct card *card, const struct options *o, struct shared *shared,
			 bool last)
{
	static pid_t pids[MAX_CLIENTS + 1];
	unsigned int n, bad = 0;
	double began;
	unsigned long ticks;

	shared->stop = 0;
	busiest_worker();
	began = now();
	n = start_all(card, o, shared, pids);
	usleep(1000000u / (o->unplugs + 1) * o->seconds);
	wait_for_some(o, shared);
	ticks = busiest_worker();
	printf("busiest worker: %.1f %% of a CPU\n",
	       100.0 * (double)ticks / (double)sysconf(_SC_CLK_TCK) / (now() - began));
	if (!last && unplug(card, pids, n)) {
		printf("the driver could not be unbound\n");
		bad++;
	}
	shared->stop = 1;
	bad += reap_all(pids, n, !last);
	if (!last && bind_again(card)) {
		printf("the driver could not be bound\n");
		bad++;
	}
	return bad;
}

static unsigned int run(struct card *card, const struct options *o, struct shared *shared)
{
	uint32_t fewest = UINT32_MAX, total = 0;
	unsigned int i, bad = 0;

	for (i = 0; i <= o->unplugs && !bad; i++)
		bad = life(card, o, shared, i == o->unplugs);
	for (i = 0; i < o->clients; i++) {
		total += shared->rounds[i];
		if (shared->rounds[i] < fewest)
			fewest = shared->rounds[i];
	}
	if (!fewest || (o->period_ms && !shared->hangs)) {
		printf("somebody got nowhere\n");
		bad++;
	}
	printf("%u clients, %u s: %u rounds, %u of one at least, %u hangs, %u wrong\n", o->clients,
	       o->seconds, total, fewest, shared->hangs, bad);
	return bad;
}

static bool take_options(int argc, char **argv, struct options *o)
{
	unsigned int *values[] = {
		['c'] = &o->clients, ['s'] = &o->seconds, ['p'] = &o->period_ms,
		['u'] = &o->unplugs,
	};
	int c;

	while ((c = getopt(argc, argv, "c:s:p:u:")) != -1) {
		if (c == '?' || !take_number(optarg, values[c]))
			return false;
	}
	return optind == argc && o->clients && o->clients <= MAX_CLIENTS && o->seconds;
}

int main(int argc, char **argv)
{
	struct options o = { .clients = 16, .seconds = 4 };
	struct shared *shared;
	struct card card;
	unsigned int bad;
	int ret;

	if (!take_options(argc, argv, &o)) {
		fprintf(stderr, "usage: vm_storm [-c clients, at most %u] [-s seconds] [-p ms between hangs] [-u unplugs]\n",
			MAX_CLIENTS);
		return 2;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return 1;
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	bad = run(&card, &o, shared);
	card_close(&card);
	return bad != 0;
}
