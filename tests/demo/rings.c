// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * rings - what the rings of a card do side by side, in a short report
 *
 * First the GFX and the DMA ring pass a buffer back and forth: each stream needs
 * what the one before it, on the other ring, has left, and no CPU waits between
 * them. Then, on Cayman and Aruba, three clients run on the compute rings, each in
 * an address space of its own and all at the same addresses; one of them hangs, is
 * thrown out, and the others finish.
 *
 * Exit status: 0 if everything came out right, 1 if not, 4 if there is no card.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "card.h"
#include "clock.h"
#include "dma.h"
#include "pm4.h"
#include "vm.h"

#define EXIT_SKIP	4
#define PAGE		4096u
#define PASSES		200u
#define CLIENTS		3u
#define HANGING		1u		/* which of them */
#define STREAMS		100u		/* of each client */
#define HOME		(64ull << 20)	/* where all of them have their buffer */
#define NEVER		0xdeadu
#define PATIENCE	60		/* seconds for a reset */

static int complain(const char *what, int ret)
{
	printf("\n      %s: %s\n      FAILED\n", what, strerror(-ret));
	return -1;
}

static int send(struct cs *cs)
{
	int ret = cs_submit(cs);

	cs_clear(cs);
	return ret;
}

/* ---- GFX and DMA ---- */

/*
 * One pass: the DMA engine brings the page from @at to @there, and the GFX ring
 * marks it there.
 */
static int pass(struct cs *gfx, struct cs *dma, const struct bo *at, const struct bo *there,
		uint32_t i)
{
	int ret;

	dma_copy(dma, DMA_COPY, there, 0, at, 0, PAGE / 4);
	ret = send(dma);
	if (ret)
		return ret;
	pm4_mem_write(gfx, there, 8 * i, 0, 0xabcd0000u | i);
	cs_pad(gfx, 8);
	return send(gfx);
}

static int back_and_forth(struct card *card, const struct bo bo[2])
{
	double start = now();
	struct cs gfx, dma;
	uint32_t i;
	int ret = 0;

	cs_init(&gfx, card->fd);
	dma_init(&dma, card->fd);
	for (i = 0; i < PASSES && !ret; i++)
		ret = pass(&gfx, &dma, &bo[i % 2], &bo[!(i % 2)], i);
	cs_fini(&gfx);
	cs_fini(&dma);
	ret = ret ?: bo_wait(&bo[PASSES % 2]);
	if (ret)
		return complain("the buffer was not passed on", ret);
	for (i = 0; i < PASSES; i++)
		if (bo[PASSES % 2].u64[i] != (0xabcd0000u | i)) {
			printf("\n      mark %u is 0x%llx\n      FAILED\n", i,
			       (unsigned long long)bo[PASSES % 2].u64[i]);
			return -1;
		}
	printf("  GFX and DMA ring pass a buffer %u times: every mark is there, %.2f ms  ok\n",
	       PASSES, (now() - start) * 1e3);
	return 0;
}

static int show_order(struct card *card)
{
	struct bo bo[2] = { { 0 } };
	int ret = bo_create_mapped(card->fd, PAGE, GTT, &bo[0]);

	if (!ret)
		ret = bo_create_mapped(card->fd, PAGE, VRAM, &bo[1]);
	ret = ret ? complain("buffers", ret) : back_and_forth(card, bo);
	bo_free(&bo[0]);
	bo_free(&bo[1]);
	return ret;
}

/* ---- address spaces ---- */

struct client {
	int fd;
	struct bo bo;
	struct cs cs;
	int status;
};

static int client_open(const struct card *card, struct client *client)
{
	int ret;

	client->fd = card_reopen(card);
	if (client->fd < 0)
		return client->fd;
	vm_cs_init(&client->cs, client->fd);
	client->cs.flags[1] = RADEON_CS_RING_COMPUTE;
	ret = bo_create_mapped(client->fd, PAGE, GTT, &client->bo);
	return ret ?: va_map(&client->bo, HOME, VA_RW);
}

static void client_close(struct client *client)
{
	if (client->fd < 0)
		return;
	cs_fini(&client->cs);
	bo_free(&client->bo);
	close(client->fd);
}

/* Stream number @i of client @who: at the same address as everybody's. */
static int client_send(struct client *client, uint32_t who, uint32_t i)
{
	if (who == HANGING && i == 0)
		vm_wait(&client->cs, HOME + PAGE - 8, NEVER);
	vm_write(&client->cs, HOME + 8 * i, who << 16 | i);
	cs_add_bo(&client->cs, &client->bo, true);
	cs_pad(&client->cs, 8);
	return send(&client->cs);
}

static int wait_long(const struct bo *bo)
{
	double end = now() + PATIENCE;
	int ret;

	do {
		ret = bo_wait(bo);
	} while (ret == -EBUSY && now() < end);
	return ret;
}

/* What client @who has to show for itself, and that it is its own. */
static int client_judge(struct client *client, uint32_t who)
{
	uint32_t i, done = 0;

	if (wait_long(&client->bo))
		return complain("a client waits for ever", -EBUSY);
	for (i = 0; i < STREAMS; i++)
		done += client->bo.u32[2 * i] == (who << 16 | i);
	if (who == HANGING)
		client->status = client_send(client, who, STREAMS);
	printf("      client %u: %3u of %u streams done%s\n", who, done, STREAMS,
	       who == HANGING ? ", hung, and is thrown out" : "");
	if (who != HANGING)
		return done == STREAMS ? 0 : complain("an innocent client lost work", -EIO);
	if (client->bo.u32[0] || client->status != -ECANCELED)
		return complain("the hanging client goes on", client->status);
	return 0;
}

static int run_clients(struct client *clients)
{
	uint32_t i, who;
	int ret;

	for (i = 0; i < STREAMS; i++)
		for (who = 0; who < CLIENTS; who++) {
			ret = client_send(&clients[who], who, i);
			if (ret && (who != HANGING || ret != -ECANCELED))
				return complain("a stream was refused", ret);
		}
	for (who = 0; who < CLIENTS; who++)
		if (client_judge(&clients[who], who))
			return -1;
	return 0;
}

static int show_spaces(struct card *card)
{
	struct client clients[CLIENTS] = { { .fd = -1 }, { .fd = -1 }, { .fd = -1 } };
	double start = now();
	uint32_t i;
	int ret = 0;

	if (!card_is_cayman(card)) {
		printf("  address spaces of clients: not on this chip\n");
		return 0;
	}
	printf("  %u clients on the compute rings, each at 0x%llx of its own space:\n", CLIENTS,
	       HOME);
	for (i = 0; i < CLIENTS && !ret; i++)
		ret = client_open(card, &clients[i]);
	ret = ret ? complain("a client", ret) : run_clients(clients);
	for (i = 0; i < CLIENTS; i++)
		client_close(&clients[i]);
	if (!ret)
		printf("      %.2f ms, the reset included  ok\n", (now() - start) * 1e3);
	return ret;
}

int main(void)
{
	struct card card;

	if (card_open(&card)) {
		fprintf(stderr, "rings: no card\n");
		return EXIT_SKIP;
	}
	if (!card_is_evergreen(&card)) {
		fprintf(stderr, "rings: this card is driven by %s\n", card.driver);
		return EXIT_SKIP;
	}
	if (show_order(&card) || show_spaces(&card))
		return 1;
	card_close(&card);
	return 0;
}
