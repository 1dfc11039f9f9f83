// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * hang_storm - hangs in a row, and a client that must not notice
 *
 *   hang_storm [-n hangs]
 *
 * One process after the other opens the card, hangs one of its rings, and must find
 * itself banned: on the GFX and the compute ring by a wait that never ends, on the
 * DMA ring if the fault dma-stuck has been announced (GPU_FAULT). Another process
 * copies numbers through VRAM all the time and looks at each; none may be wrong, and
 * it may be told of no reset.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "card.h"
#include "dma.h"
#include "number.h"
#include "pm4.h"

#define WORDS		1024u
#define DMA_TRIES	100

struct shared {
	volatile int stop;
	volatile uint32_t rounds;
};

static const struct storm_ring {
	const char *name;
	uint32_t id;
} rings[] = {
	{ "gfx", RADEON_CS_RING_GFX },
	{ "compute", RADEON_CS_RING_COMPUTE },
	{ "dma", RADEON_CS_RING_DMA },
};

static int round_trip(struct cs *cs, struct bo bo[3], uint32_t seed)
{
	uint32_t i;

	for (i = 0; i < WORDS; i++) {
		bo[0].u32[i] = seed * 2654435761u + i;
		bo[2].u32[i] = 0;
	}
	cs_clear(cs);
	pm4_cp_dma_copy(cs, &bo[1], 0, &bo[0], 0, 4 * WORDS);
	pm4_cp_dma_copy(cs, &bo[2], 0, &bo[1], 0, 4 * WORDS);
	cs_pad(cs, 8);
	if (cs_submit(cs) || bo_wait(&bo[2]))
		return -1;
	return memcmp(bo[0].map, bo[2].map, 4 * WORDS) ? -1 : 0;
}

static int innocent(const struct card *card, struct shared *shared)
{
	int fd = card_reopen(card);
	struct bo bo[3];
	struct cs cs;

	if (fd < 0 || bo_create_mapped(fd, 4 * WORDS, GTT, &bo[0]) ||
	    bo_create(fd, 4 * WORDS, VRAM, 0, &bo[1]) ||
	    bo_create_mapped(fd, 4 * WORDS, GTT, &bo[2]))
		return 1;
	cs_init(&cs, fd);
	while (!shared->stop) {
		if (round_trip(&cs, bo, shared->rounds)) {
			fprintf(stderr, "innocent: round %u went wrong\n", shared->rounds);
			return 1;
		}
		shared->rounds++;
	}
	if (card_resets(fd)) {
		fprintf(stderr, "innocent: was told of %d resets\n", card_resets(fd));
		return 1;
	}
	return 0;
}

/* The fault strikes now and then: the engine is asked until it does. */
static int submit_dma(struct cs *cs, struct bo *bo)
{
	unsigned int i;
	int ret = 0;

	dma_fill(cs, bo, 0, 1, 4);
	for (i = 0; i < DMA_TRIES && !ret && !card_resets(cs->fd); i++)
		ret = cs_submit(cs) ?: bo_wait(bo);
	return ret;
}

static int submit_hang(struct cs *cs, struct bo *bo, uint32_t ring)
{
	cs->flags[1] = ring;
	if (ring == RADEON_CS_RING_DMA)
		return submit_dma(cs, bo);
	pm4_wait_mem(cs, bo, 0, WAIT_EQ, 0xdead);
	pm4_mem_write(cs, bo, 8, 0, 1);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

/* One client comes, hangs the ring, is banned and goes. */
static int hang(const struct card *card, const struct storm_ring *ring)
{
	int fd = card_reopen(card), ret = 1;
	struct bo bo;
	struct cs cs;

	if (fd < 0)
		return 1;
	cs_init(&cs, fd);
	if (bo_create_mapped(fd, 4096, GTT, &bo))
		fprintf(stderr, "%s: no buffer\n", ring->name);
	else if (submit_hang(&cs, &bo, ring->id))
		fprintf(stderr, "%s: not submitted\n", ring->name);
	else if (bo_wait(&bo))
		fprintf(stderr, "%s: does not end\n", ring->name);
	else if (card_resets(fd) != 1)
		fprintf(stderr, "%s: was told of %d resets\n", ring->name, card_resets(fd));
	else if (cs_submit(&cs) != -ECANCELED)
		fprintf(stderr, "%s: is not banned\n", ring->name);
	else
		ret = 0;
	cs_fini(&cs);
	close(fd);
	return ret;
}

static int storm(const struct card *card, uint32_t n)
{
	uint32_t kinds = card_fault("dma-stuck") ? 3 : 2;
	uint32_t i;

	for (i = 0; i < n; i++)
		if (hang(card, &rings[i % kinds])) {
			fprintf(stderr, "hang %u of %u\n", i + 1, n);
			return 1;
		}
	return 0;
}

static int test(const struct card *card, uint32_t n)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	time_t start = time(NULL);
	int ret, status = 1;
	pid_t pid;

	if (shared == MAP_FAILED)
		return 1;
	pid = fork();
	if (!pid)
		_exit(innocent(card, shared));
	ret = storm(card, n);
	shared->stop = 1;
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		ret = 1;
	printf("%u hangs in %ld s, %u round trips of the innocent\n", n,
	       (long)(time(NULL) - start), shared->rounds);
	return ret || !shared->rounds;
}

int main(int argc, char **argv)
{
	struct card card;
	unsigned int n = 60;
	bool good = true;
	int c, ret;

	while ((c = getopt(argc, argv, "n:")) != -1)
		good = good && c == 'n' && take_number(optarg, &n);
	if (!good || optind != argc || !n) {
		fprintf(stderr, "usage: hang_storm [-n hangs]\n");
		return 2;
	}
	ret = card_open(&card);
	if (ret) {
		fprintf(stderr, "no card: %s\n", strerror(-ret));
		return 4;
	}
	ret = test(&card, n);
	card_close(&card);
	return ret;
}
