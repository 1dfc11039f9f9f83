// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Order between rings: what one ring writes, a later job on another ring reads,
 * and what one reads, another does not overwrite too early. Memory tells: a value
 * is handed on from dword to dword, and poison is what a job finds that came too soon.
 *
 * Only the order of submissions counts, whoever submits, so the tests hold for
 * drivers that wait on the CPU as well.
 */
#include <fcntl.h>
#include <pthread.h>
#include <xf86drm.h>

#include "gate.h"
#include "on_card.h"
#include "rings.h"

#define POISON		0xdeadbeefu
#define DWORDS		1024u
#define NUM_RINGS	ARRAY_SIZE(all_rings)

static void poison(struct bo *bo)
{
	uint32_t i;

	for (i = 0; i < DWORDS; i++)
		bo->u32[i] = POISON;
}

/*
 * Write @value to dword 0 when the gate opens, and hand it on to the last, each step on
 * the ring that @ring_of says. The steps pile up on their rings before the gate opens.
 */
static int hand_on(struct cs *cs, const struct bo *bo, const struct bo *gate, uint32_t value,
		   uint32_t (*ring_of)(uint32_t step, void *arg), void *arg)
{
	struct gate_timer timer;
	uint32_t i;
	int ret;

	cs_restart(cs, RADEON_CS_RING_GFX);
	pm4_wait_mem(cs, gate, 0, WAIT_EQ, value);
	ring_write(cs, bo, 0, value);
	ret = ring_submit(cs) ?: gate_open_later(&timer, gate, value, 50);
	if (ret)
		return ret;
	for (i = 0; i < DWORDS - 1 && !ret; i++) {
		cs_restart(cs, ring_of(i, arg));
		ring_copy(cs, bo, 4 * (i + 1), bo, 4 * i);
		ret = ring_submit(cs);
	}
	gate_join(&timer);
	return ret ?: bo_wait(bo);
}

static uint32_t one_of_two(uint32_t step, void *arg)
{
	const uint32_t *pair = arg;

	return pair[step & 1];
}

static uint32_t any_ring(uint32_t step, void *arg)
{
	unsigned short *seed = arg;

	(void)step;
	return all_rings[(unsigned long)nrand48(seed) % NUM_RINGS];
}

FIXTURE(pair) {
	struct card card;
	struct cs cs;
};

FIXTURE_VARIANT(pair) {
	uint32_t ring[2];
};

FIXTURE_VARIANT_ADD(pair, gfx_gfx) {
	.ring = { RADEON_CS_RING_GFX, RADEON_CS_RING_GFX },
};

FIXTURE_VARIANT_ADD(pair, gfx_compute) {
	.ring = { RADEON_CS_RING_GFX, RADEON_CS_RING_COMPUTE },
};

FIXTURE_VARIANT_ADD(pair, gfx_dma) {
	.ring = { RADEON_CS_RING_GFX, RADEON_CS_RING_DMA },
};

FIXTURE_VARIANT_ADD(pair, compute_compute) {
	.ring = { RADEON_CS_RING_COMPUTE, RADEON_CS_RING_COMPUTE },
};

FIXTURE_VARIANT_ADD(pair, compute_dma) {
	.ring = { RADEON_CS_RING_COMPUTE, RADEON_CS_RING_DMA },
};

FIXTURE_VARIANT_ADD(pair, dma_dma) {
	.ring = { RADEON_CS_RING_DMA, RADEON_CS_RING_DMA },
};

FIXTURE_SETUP(pair)
{
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
}

FIXTURE_TEARDOWN(pair)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* To and fro, a thousand times. */
TEST_F_TIMEOUT(pair, to_and_fro, SLOW)
{
	uint32_t ring[2] = { variant->ring[0], variant->ring[1] };
	struct bo bo, gate;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4 * DWORDS, GTT, &bo));
	poison(&bo);
	ASSERT_EQ(0, hand_on(&self->cs, &bo, &gate, 0x600d0000, one_of_two, ring));
	for (i = 0; i < DWORDS; i++)
		ASSERT_EQ(0x600d0000, bo.u32[i]) TH_LOG("at step %u", i);
}

/*
 * A writer that is held up, a reader behind it, and another writer behind that one.
 * The gate is the CPU's, so nothing has begun when the last of them is submitted.
 */
TEST_F_TIMEOUT(pair, write_after_read, SLOW)
{
	struct bo gate, src, dst;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &src));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &dst));
	for (i = 1; i <= 20; i++) {
		cs_restart(&self->cs, RADEON_CS_RING_GFX);
		pm4_wait_mem(&self->cs, &gate, 0, WAIT_GE, i);
		ring_write(&self->cs, &src, 0, i);
		ASSERT_EQ(0, ring_submit(&self->cs));
		cs_restart(&self->cs, variant->ring[0]);
		ring_copy(&self->cs, &dst, 0, &src, 0);
		ASSERT_EQ(0, ring_submit(&self->cs));
		cs_restart(&self->cs, variant->ring[1]);
		ring_write(&self->cs, &src, 0, POISON);
		ASSERT_EQ(0, ring_submit(&self->cs));
		EXPECT_NE(i, src.u32[0]);
		EXPECT_EQ(-EBUSY, bo_busy(&src, NULL));
		gate.u32[0] = i;
		ASSERT_EQ(0, bo_wait(&src));
		ASSERT_EQ(0, bo_wait(&dst));
		EXPECT_EQ(POISON, src.u32[0]);
		EXPECT_EQ(i, dst.u32[0]);
	}
}

/* Four thousand steps on rings drawn by lot. */
TEST_F_TIMEOUT(on_card, any_order_of_rings, VERY_SLOW)
{
	unsigned short seed[3] = { 1, 2, 3 };
	struct bo bo, gate;
	uint32_t round, i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4 * DWORDS, GTT, &bo));
	for (round = 1; round <= 4; round++) {
		poison(&bo);
		ASSERT_EQ(0, hand_on(&self->cs, &bo, &gate, round, any_ring, seed));
		for (i = 0; i < DWORDS; i++)
			ASSERT_EQ(round, bo.u32[i]) TH_LOG("at step %u", i);
	}
}

/* Jobs that come together again: one writes, all rings copy, one reads the copies. */
TEST_F_TIMEOUT(on_card, fork_and_join, SLOW)
{
	struct bo src, mid[NUM_RINGS], out;
	uint32_t round, i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &src));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	for (i = 0; i < NUM_RINGS; i++)
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &mid[i]))
			TH_LOG("at %u", i);

	for (round = 0; round < 300; round++) {
		cs_restart(&self->cs, all_rings[round % NUM_RINGS]);
		ring_write(&self->cs, &src, 0, round);
		ASSERT_EQ(0, ring_submit(&self->cs));
		for (i = 0; i < NUM_RINGS; i++) {
			cs_restart(&self->cs, all_rings[i]);
			ring_copy(&self->cs, &mid[i], 0, &src, 0);
			ASSERT_EQ(0, ring_submit(&self->cs));
		}
		cs_restart(&self->cs, all_rings[(round / NUM_RINGS) % NUM_RINGS]);
		for (i = 0; i < NUM_RINGS; i++)
			ring_copy(&self->cs, &out, 4 * (3 * round + i), &mid[i], 0);
		ASSERT_EQ(0, ring_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&out));
	for (i = 0; i < 3 * 300; i++)
		ASSERT_EQ(i / 3, out.u32[i]) TH_LOG("copy %u", i);
}

/* ---- many clients ---- */

#define CLIENTS		4u
#define SHARED		6u
#define JOBS_EACH	400u
#define SLOTS		32u

/* A copy, as submitted: what the CPU repeats afterwards. */
struct copy {
	uint8_t dst, to, src, from;
};

struct exchange {
	pthread_mutex_t lock;
	struct copy done[CLIENTS * JOBS_EACH];
	uint32_t count;
};

struct client {
	pthread_t thread;
	struct exchange *exchange;
	uint32_t number;
	struct bo bo[SHARED];
	int fd, error;
};

static int submit_copy(struct cs *cs, const struct bo *bo, const struct copy *c, uint32_t ring)
{
	cs_restart(cs, ring);
	ring_copy(cs, &bo[c->dst], 4u * c->to, &bo[c->src], 4u * c->from);
	return ring_submit(cs);
}

/* The lock makes the order of submissions known; how they are executed is the card's. */
static void *exchange_values(void *arg)
{
	struct client *client = arg;
	struct exchange *x = client->exchange;
	unsigned short seed[3] = { (unsigned short)client->number, 7, 9 };
	struct cs cs;
	uint32_t i;

	cs_init(&cs, client->fd);
	for (i = 0; i < JOBS_EACH && !client->error; i++) {
		unsigned long r = (unsigned long)nrand48(seed);
		struct copy c = {
			.dst = r % SHARED, .to = r / 8 % SLOTS,
			.src = r / 256 % SHARED, .from = r / 2048 % SLOTS,
		};

		pthread_mutex_lock(&x->lock);
		client->error = submit_copy(&cs, client->bo, &c, any_ring(i, seed));
		x->done[x->count++] = c;
		pthread_mutex_unlock(&x->lock);
	}
	cs_fini(&cs);
	return NULL;
}

/* The first client's buffers, under names of its own. */
static int share(const struct client *owner, struct client *other)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < SHARED && !ret; i++) {
		ret = bo_share(&owner->bo[i], other->fd, &other->bo[i]);
		other->bo[i].map = owner->bo[i].map;
	}
	return ret;
}

/*
 * Clients in circles: each waits for what others do on other rings, in an order
 * that nobody has planned. All of it ends, and memory is as if one had done it all.
 */
TEST_F_TIMEOUT(on_card, circles_of_clients, VERY_SLOW)
{
	static struct exchange x = { .lock = PTHREAD_MUTEX_INITIALIZER };
	static uint32_t shadow[SHARED][SLOTS];
	struct client client[CLIENTS] = { { 0 } };
	uint32_t i, k;

	x.count = 0;
	for (i = 0; i < CLIENTS; i++) {
		client[i].exchange = &x;
		client[i].number = i;
		client[i].fd = i ? card_reopen(&self->card) : self->card.fd;
		ASSERT_LE(0, client[i].fd);
	}
	for (i = 0; i < SHARED; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &client[0].bo[i]));
		for (k = 0; k < SLOTS; k++) {
			shadow[i][k] = i << 16 | k;
			client[0].bo[i].u32[k] = shadow[i][k];
		}
	}
	for (i = 1; i < CLIENTS; i++)
		ASSERT_EQ(0, share(&client[0], &client[i]));
	for (i = 0; i < CLIENTS; i++)
		ASSERT_EQ(0, pthread_create(&client[i].thread, NULL, exchange_values, &client[i]));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, pthread_join(client[i].thread, NULL));
		ASSERT_EQ(0, client[i].error);
	}

	for (i = 0; i < SHARED; i++)
		ASSERT_EQ(0, bo_wait(&client[0].bo[i]));
	for (i = 0; i < x.count; i++)
		shadow[x.done[i].dst][x.done[i].to] = shadow[x.done[i].src][x.done[i].from];
	for (i = 0; i < SHARED; i++)
		for (k = 0; k < SLOTS; k++)
			EXPECT_EQ(shadow[i][k], client[0].bo[i].u32[k]) TH_LOG("%u of %u", k, i);
	for (i = 1; i < CLIENTS; i++)
		close(client[i].fd);
}

static void *churn(void *arg)
{
	struct client *client = arg;
	unsigned short seed[3] = { (unsigned short)client->number, 11, 13 };
	struct cs cs;
	uint32_t i;

	cs_init(&cs, client->fd);
	for (i = 0; i < 2 * JOBS_EACH && !client->error; i++) {
		unsigned long r = (unsigned long)nrand48(seed);
		struct copy c = { .dst = r % SHARED, .src = r / 256 % SHARED };

		client->error = submit_copy(&cs, client->bo, &c, any_ring(i, seed));
	}
	cs_fini(&cs);
	return NULL;
}

/* Likewise without the lock: nothing gets stuck when submissions race. */
TEST_F_TIMEOUT(on_card, racing_clients, VERY_SLOW)
{
	struct client client[CLIENTS] = { { 0 } };
	uint32_t i;

	for (i = 0; i < CLIENTS; i++) {
		client[i].number = i;
		client[i].fd = i ? card_reopen(&self->card) : self->card.fd;
		ASSERT_LE(0, client[i].fd);
	}
	for (i = 0; i < SHARED; i++)
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &client[0].bo[i]));
	for (i = 1; i < CLIENTS; i++)
		ASSERT_EQ(0, share(&client[0], &client[i]));
	for (i = 0; i < CLIENTS; i++)
		ASSERT_EQ(0, pthread_create(&client[i].thread, NULL, churn, &client[i]));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, pthread_join(client[i].thread, NULL));
		EXPECT_EQ(0, client[i].error);
	}
	for (i = 0; i < SHARED; i++)
		EXPECT_EQ(0, bo_wait(&client[0].bo[i]));
	for (i = 1; i < CLIENTS; i++)
		close(client[i].fd);
}

CARD_TEST_MAIN(CARD_ANY)
