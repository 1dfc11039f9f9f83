// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The ring: going round it, filling it while the card stands
 * still, indirect buffers from the smallest to the largest.
 *
 * radeon.ko fills at least 16 dwords of its 1 MiB ring for each indirect buffer
 * (call, fence, padding to the fetch size), so 16,384 submissions go round at
 * least once. evergreen.ko begins each with a clean start: 145 dwords on a Cayman and
 * 224 on a Cypress, as its evergreen_rings shows; where a ring for compute has 64 KiB, a job
 * fills no less than 16 there, too.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "selftest.h"

#define RING_DW		262144u
#define LAP(dw_per_ib)	(RING_DW / (dw_per_ib))
#define IN_FLIGHT	32u

FIXTURE(ring) {
	struct card card;
	struct cs cs;
	uint32_t lap;
};

FIXTURE_VARIANT(ring) {
	uint32_t number;
	uint32_t lap, our_lap;	/* submissions that go round, with radeon.ko and with evergreen.ko */
};

FIXTURE_VARIANT_ADD(ring, gfx) {
	.number = RADEON_CS_RING_GFX, .lap = LAP(16), .our_lap = LAP(128),
};

/* Two rings of 64 KiB where there are such. */
FIXTURE_VARIANT_ADD(ring, compute) {
	.number = RADEON_CS_RING_COMPUTE, .lap = LAP(16) / 8, .our_lap = LAP(16) / 8,
};

FIXTURE_SETUP(ring)
{
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
	self->cs.flags[1] = variant->number;
	self->lap = card_is_evergreen(&self->card) ? variant->our_lap : variant->lap;
}

FIXTURE_TEARDOWN(ring)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/* A stream of one packet: write @value to @bo. */
static void build_write(struct cs *cs, const struct bo *bo, uint64_t value)
{
	cs_clear(cs);
	pm4_mem_write(cs, bo, 0, 0, value);
	cs_pad(cs, 8);
}

/*
 * Many small submissions, a few in flight. Each buffer's old value is checked
 * before the buffer is used again, so a lost or misplaced one is noticed.
 */
TEST_F_TIMEOUT(ring, wrap_around, VERY_SLOW)
{
	struct bo bo[IN_FLIGHT], *b;
	uint32_t i;

	for (i = 0; i < IN_FLIGHT; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo[i]))
			TH_LOG("at %u", i);
	}

	for (i = 0; i < self->lap + IN_FLIGHT; i++) {
		b = &bo[i % IN_FLIGHT];
		if (i >= IN_FLIGHT) {
			ASSERT_EQ(0, bo_wait(b));
			ASSERT_EQ(i - IN_FLIGHT + 1, b->u64[0]);
		}
		build_write(&self->cs, b, i + 1);
		ASSERT_EQ(0, cs_submit(&self->cs));
	}
	for (i = 0; i < IN_FLIGHT; i++) {
		ASSERT_EQ(0, bo_wait(&bo[i]));
		EXPECT_EQ(self->lap + i + 1, bo[i].u64[0]);
		bo_free(&bo[i]);
	}
}

/* The state that the two threads of full_ring share. */
struct filler {
	struct cs *cs;
	struct bo *gate, *out;
	uint32_t count;
	atomic_uint done;
	int error;
};

/*
 * The gate opens for this many at a time: a card that runs through a full ring
 * at once sends more interrupts than a driver's interrupt ring need hold.
 */
#define STEP	256u

static void *fill(void *arg)
{
	struct filler *f = arg;
	uint32_t i;

	for (i = 0; i < f->count && !f->error; i++) {
		cs_clear(f->cs);
		pm4_wait_mem(f->cs, f->gate, 0, WAIT_GE, i / STEP + 1);
		pm4_mem_write(f->cs, f->out, 0, 0, i + 1);
		cs_pad(f->cs, 8);
		f->error = cs_submit(f->cs);
		atomic_store(&f->done, i + 1);
	}
	return NULL;
}

static void nap_ms(unsigned int ms)
{
	const struct timespec nap = { .tv_nsec = ms * 1000 * 1000 };

	nanosleep(&nap, NULL);
}

/* Wait until the filler is through or has not moved for a while. */
static void wait_until_stuck(struct filler *f)
{
	uint32_t seen, still = 0;

	for (seen = 0; still < 4; still++) {
		nap_ms(250);
		if (atomic_load(&f->done) == seen)
			continue;
		seen = atomic_load(&f->done);
		still = 0;
	}
}

/* Open the gate step by step, each when the one before is through. */
static void let_through(const struct filler *f)
{
	uint32_t step;

	for (step = 1; step * STEP <= f->count && !f->error; step++) {
		__atomic_store_n(&f->gate->u32[0], step, __ATOMIC_SEQ_CST);
		while (__atomic_load_n(&f->out->u32[0], __ATOMIC_SEQ_CST) <
		       step * STEP && !f->error)
			nap_ms(1);
	}
}

/*
 * The card waits for a value in memory while more work arrives than a ring can
 * hold. The submitter may have to wait, but must go on when the card does,
 * and nothing may be lost.
 */
TEST_F_TIMEOUT(ring, full, VERY_SLOW)
{
	struct filler f = { .cs = &self->cs, .count = self->lap };
	struct bo gate, out;
	pthread_t thread;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	f.gate = &gate;
	f.out = &out;
	ASSERT_EQ(0, pthread_create(&thread, NULL, fill, &f));
	wait_until_stuck(&f);
	EXPECT_EQ(0, out.u64[0]);
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL));
	TH_LOG("%u submissions while the card stood still", atomic_load(&f.done));

	let_through(&f);
	ASSERT_EQ(0, pthread_join(thread, NULL));
	ASSERT_EQ(0, f.error);
	ASSERT_EQ(0, bo_wait(&out));
	EXPECT_EQ(f.count, out.u64[0]);
}

FIXTURE(ib_size) {
	struct card card;
	struct cs cs;
};

FIXTURE_VARIANT(ib_size) {
	uint32_t ndw;
};

FIXTURE_VARIANT_ADD(ib_size, dw_1) { .ndw = 1 };
FIXTURE_VARIANT_ADD(ib_size, dw_2) { .ndw = 2 };
FIXTURE_VARIANT_ADD(ib_size, dw_7) { .ndw = 7 };
FIXTURE_VARIANT_ADD(ib_size, dw_8) { .ndw = 8 };
FIXTURE_VARIANT_ADD(ib_size, dw_9) { .ndw = 9 };
FIXTURE_VARIANT_ADD(ib_size, dw_15) { .ndw = 15 };
FIXTURE_VARIANT_ADD(ib_size, dw_16) { .ndw = 16 };
FIXTURE_VARIANT_ADD(ib_size, dw_17) { .ndw = 17 };
FIXTURE_VARIANT_ADD(ib_size, dw_1023) { .ndw = 1023 };
FIXTURE_VARIANT_ADD(ib_size, dw_1024) { .ndw = 1024 };
FIXTURE_VARIANT_ADD(ib_size, dw_16384) { .ndw = 16384 };		/* the most that Mesa sends */
FIXTURE_VARIANT_ADD(ib_size, dw_65536) { .ndw = 65536 };
FIXTURE_VARIANT_ADD(ib_size, dw_262144) { .ndw = 262144 };	/* the largest that there may be */

FIXTURE_SETUP(ib_size)
{
	ASSERT_EQ(0, card_open(&self->card));
	cs_init(&self->cs, self->card.fd);
}

FIXTURE_TEARDOWN(ib_size)
{
	cs_fini(&self->cs);
	card_close(&self->card);
}

/*
 * As many type-2 packets as needed, and the write as the last packet where it
 * fits: a card that stops fetching early does not get there.
 */
static void build_sized(struct cs *cs, const struct bo *bo, uint32_t ndw, uint64_t value)
{
	const uint32_t tail = 7;

	cs_clear(cs);
	while (cs->ndw + tail < ndw)
		cs_emit(cs, PM4_TYPE2);
	if (ndw >= tail)
		pm4_mem_write(cs, bo, 0, 0, value);
	else
		cs_add_bo(cs, bo, true);
	while (cs->ndw < ndw)
		cs_emit(cs, PM4_TYPE2);
}

TEST_F_TIMEOUT(ib_size, runs, SLOW)
{
	static const uint32_t rings[] = { RADEON_CS_RING_GFX, RADEON_CS_RING_COMPUTE };
	uint64_t value;
	struct bo bo;
	uint32_t i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(rings); i++) {
		value = 0x600dull << 32 | rings[i];
		self->cs.flags[1] = rings[i];
		build_sized(&self->cs, &bo, variant->ndw, value);
		ASSERT_EQ(variant->ndw, self->cs.ndw);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&bo));
		EXPECT_EQ(variant->ndw >= 7 ? value : 0, bo.u64[0]);
	}
}

/* Large and small ones mixed, so that the pool of indirect buffers fragments. */
TEST_F_TIMEOUT(ring, mixed_sizes, SLOW)
{
	static const uint32_t size[] = { 8, 16384, 64, 40000, 1000, 131072, 16 };
	const uint32_t rounds = 8;
	struct bo bo;
	uint32_t i, n = 0;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < rounds * ARRAY_SIZE(size); i++) {
		build_write(&self->cs, &bo, ++n);
		while (self->cs.ndw < size[i % ARRAY_SIZE(size)])
			cs_emit(&self->cs, PM4_TYPE2);
		ASSERT_EQ(0, cs_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(n, bo.u64[0]);
}

CARD_TEST_MAIN(CARD_ANY)
