// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Fences as user space sees them: GEM_BUSY and GEM_WAIT_IDLE of the buffers
 * that a submission names. The card is held with WAIT_REG_MEM on a value that
 * the test writes later, so nothing here depends on how fast anything is.
 */
#include <pthread.h>
#include <sys/wait.h>

#include "asleep.h"
#include "dma.h"
#include "gate.h"
#include "on_card.h"

#define WAITERS		16

/* Submit "wait until dword 0 of @gate is @value, then write @value to @out". */
static int submit_gated(struct cs *cs, const struct bo *gate,
			const struct bo *out, uint32_t value)
{
	cs_clear(cs);
	pm4_wait_mem(cs, gate, 0, WAIT_GE, value);
	pm4_eop(cs, out, 0, EOP_DATA32, value);
	cs_pad(cs, 8);
	return cs_submit(cs);
}

TEST_F_TIMEOUT(on_card, busy_until_done, SLOW)
{
	struct bo gate, out, other;
	uint32_t domain = 0;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &other));
	EXPECT_EQ(0, bo_busy(&out, NULL));

	ASSERT_EQ(0, submit_gated(&self->cs, &gate, &out, 1));
	EXPECT_EQ(-EBUSY, bo_busy(&out, &domain));
	EXPECT_EQ(GTT, domain);
	EXPECT_EQ(-EBUSY, bo_busy(&gate, NULL));
	EXPECT_EQ(0, bo_busy(&other, NULL))
		TH_LOG("a buffer that was not named is busy");
	EXPECT_EQ(0, bo_wait(&other));
	EXPECT_EQ(0, out.u32[0]);

	gate.u32[0] = 1;
	ASSERT_EQ(0, bo_wait(&out));
	EXPECT_EQ(1, out.u32[0]);
	EXPECT_EQ(0, bo_busy(&out, NULL));
	EXPECT_EQ(0, bo_busy(&gate, NULL));
}

struct sleeper {
	const struct bo *gate;
	uint32_t value;
	atomic_int tid;
};

static void *open_when_asleep(void *arg)
{
	struct sleeper *sleeper = arg;

	falls_asleep(&sleeper->tid, 2);
	__atomic_store_n(&sleeper->gate->u32[0], sleeper->value, __ATOMIC_SEQ_CST);
	return NULL;
}

/* A waiter that has gone to sleep is woken by an interrupt; two may share one. */
TEST_F_TIMEOUT(on_card, woken_by_interrupt, SLOW)
{
	enum { ROUNDS = 20 };
	long long irqs = card_interrupts(&self->card);
	pthread_t opener;
	struct bo gate, out;
	unsigned int i;

	ASSERT_LE(0, irqs) TH_LOG("no line in /proc/interrupts");
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	for (i = 1; i <= ROUNDS; i++) {
		struct sleeper sleeper = { &gate, i, gettid() };

		ASSERT_EQ(0, submit_gated(&self->cs, &gate, &out, i));
		ASSERT_EQ(0, pthread_create(&opener, NULL, open_when_asleep, &sleeper));
		ASSERT_EQ(0, bo_wait(&out));
		EXPECT_EQ(i, out.u32[0]);
		pthread_join(opener, NULL);
	}
	EXPECT_LE(irqs + ROUNDS / 2, card_interrupts(&self->card));
}

/* A hundred submissions, each released by hand: fences signal in this order only. */
TEST_F_TIMEOUT(on_card, in_order, SLOW)
{
	enum { STEPS = 100 };
	struct bo gate, out[STEPS];
	unsigned int i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	for (i = 0; i < STEPS; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096,
					      i % 2 ? GTT : VRAM, &out[i]));
		out[i].u32[0] = 0;
		ASSERT_EQ(0, submit_gated(&self->cs, &gate, &out[i], i + 1));
	}
	for (i = 0; i < STEPS; i++) {
		ASSERT_EQ(-EBUSY, bo_busy(&out[i], NULL));
		gate.u32[0] = i + 1;
		ASSERT_EQ(0, bo_wait(&out[i]));
		EXPECT_EQ(i + 1, out[i].u32[0]);
		if (i + 1 < STEPS) {
			EXPECT_EQ(-EBUSY, bo_busy(&out[i + 1], NULL))
				TH_LOG("at %u", i);
		}
	}
}

/*
 * Within a stream: MEM_WRITE happens at the top of the pipe and
 * EVENT_WRITE_EOP at its end; WAIT_REG_MEM in between makes an order of it.
 */
TEST_F_TIMEOUT(on_card, order_in_stream, SLOW)
{
	enum { STEPS = 64 };
	struct bo bo;
	unsigned int i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < STEPS; i++) {
		pm4_mem_write(&self->cs, &bo, 8 + 8 * i, 0,
			      (uint64_t)~i << 32 | i);
		pm4_eop(&self->cs, &bo, 0, EOP_DATA32, i + 1);
		pm4_wait_mem(&self->cs, &bo, 0, WAIT_EQ, i + 1);
	}
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(STEPS, bo.u32[0]);
	for (i = 0; i < STEPS; i++) {
		EXPECT_EQ((uint64_t)~i << 32 | i, bo.u64[1 + i])
			TH_LOG("at %u", i);
	}
}

struct step {
	uint32_t function, reference, memory;
};

/* Each comparison of WAIT_REG_MEM lets a value through that fits. */
TEST_F_TIMEOUT(on_card, wait_functions, SLOW)
{
	static const struct step steps[] = {
		{ WAIT_ALWAYS, 0, 7 },
		{ WAIT_LT, 8, 7 },
		{ WAIT_LE, 7, 7 },
		{ WAIT_EQ, 7, 7 },
		{ WAIT_NE, 8, 7 },
		{ WAIT_GE, 7, 7 },
		{ WAIT_GT, 6, 7 },
		{ WAIT_GE | WAIT_ON_PFP, 7, 7 },
		{ WAIT_LT, 0x80000000, 0x7fffffff },
		{ WAIT_GT, 0x7fffffff, 0x80000000 },
	};
	struct bo bo;
	unsigned int i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		bo.u32[0] = steps[i].memory;
		cs_clear(&self->cs);
		pm4_wait_mem(&self->cs, &bo, 0, steps[i].function,
			     steps[i].reference);
		pm4_mem_write(&self->cs, &bo, 8, 0, i + 1);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
		ASSERT_EQ(0, bo_wait(&bo));
		EXPECT_EQ(i + 1, bo.u64[1]);
	}
}

/* The values that EVENT_WRITE_EOP can send. */
TEST_F_TIMEOUT(on_card, eop_data, SLOW)
{
	struct bo bo;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &bo));
	memset(bo.map, 0xa5, 64);
	pm4_eop(&self->cs, &bo, 0, EOP_DATA32, 0x1122334455667788ull);
	pm4_eop(&self->cs, &bo, 8, EOP_DATA64, 0x1122334455667788ull);
	pm4_eop(&self->cs, &bo, 16, EOP_CLOCK, 0);
	pm4_eop(&self->cs, &bo, 24, EOP_CLOCK, 0);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&bo));
	EXPECT_EQ(0xa5a5a5a555667788ull, bo.u64[0]);
	EXPECT_EQ(0x1122334455667788ull, bo.u64[1]);
	EXPECT_NE(0xa5a5a5a5a5a5a5a5ull, bo.u64[2]);
	EXPECT_LE(bo.u64[2], bo.u64[3]) TH_LOG("the clock runs backwards");
	EXPECT_EQ(0xa5a5a5a5a5a5a5a5ull, bo.u64[4]);
}

struct waiter {
	pthread_t thread;
	const struct bo *bo;
	int ret;
	uint32_t seen;
};

static void *wait_and_look(void *arg)
{
	struct waiter *w = arg;

	w->ret = bo_wait(w->bo);
	w->seen = w->bo->u32[0];
	return NULL;
}

/* Many threads wait for one buffer: all are woken, none too early. */
TEST_F_TIMEOUT(on_card, many_threads, SLOW)
{
	struct waiter waiter[WAITERS];
	struct bo gate, out;
	unsigned int i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	ASSERT_EQ(0, submit_gated(&self->cs, &gate, &out, 1));
	for (i = 0; i < WAITERS; i++) {
		waiter[i].bo = &out;
		ASSERT_EQ(0, pthread_create(&waiter[i].thread, NULL,
					    wait_and_look, &waiter[i]));
	}
	EXPECT_EQ(-EBUSY, bo_busy(&out, NULL));
	gate.u32[0] = 1;
	for (i = 0; i < WAITERS; i++) {
		ASSERT_EQ(0, pthread_join(waiter[i].thread, NULL));
		EXPECT_EQ(0, waiter[i].ret);
		EXPECT_EQ(1, waiter[i].seen);
	}
}

/* Likewise with processes that share the file. */
TEST_F_TIMEOUT(on_card, many_processes, SLOW)
{
	struct bo gate, out;
	pid_t pid[WAITERS];
	unsigned int i;
	int status;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &out));
	ASSERT_EQ(0, submit_gated(&self->cs, &gate, &out, 1));
	for (i = 0; i < WAITERS; i++) {
		pid[i] = fork();
		ASSERT_LE(0, pid[i]);
		if (!pid[i])
			_exit(bo_wait(&out) || out.u32[0] != 1);
	}
	EXPECT_EQ(-EBUSY, bo_busy(&out, NULL));
	gate.u32[0] = 1;
	for (i = 0; i < WAITERS; i++) {
		ASSERT_EQ(pid[i], waitpid(pid[i], &status, 0));
		EXPECT_EQ(0, status);
	}
}

/* Who reads what another ring reads does not wait for that. */
TEST_F_TIMEOUT(on_card, read_beside_read, SLOW)
{
	struct bo gate, src, dst[2];
	struct cs dma;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &src));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &dst[0]));
	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &dst[1]));
	src.u32[0] = 0x11;
	cs_clear(&self->cs);
	pm4_wait_mem(&self->cs, &gate, 0, WAIT_EQ, 1);
	pm4_cp_dma_copy(&self->cs, &dst[0], 0, &src, 0, 4);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));

	dma_init(&dma, self->card.fd);
	dma_copy(&dma, DMA_COPY, &dst[1], 0, &src, 0, 1);
	ASSERT_EQ(0, cs_submit(&dma));
	EXPECT_EQ(0, bo_wait(&dst[1]));
	EXPECT_EQ(0x11, dst[1].u32[0]);
	EXPECT_EQ(-EBUSY, bo_busy(&dst[0], NULL));
	gate.u32[0] = 1;
	EXPECT_EQ(0, bo_wait(&dst[0]));
	EXPECT_EQ(0x11, dst[0].u32[0]);
	cs_fini(&dma);
}

/* Two that read and write the same buffer, one behind the other. */
TEST_F_TIMEOUT(on_card, write_after_read, SLOW)
{
	struct bo src, dst[2];
	unsigned int i;

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &src));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &dst[i]))
			TH_LOG("at %u", i);
	}
	src.u32[0] = 0x11;
	for (i = 0; i < 2; i++) {
		cs_clear(&self->cs);
		pm4_cp_dma_copy(&self->cs, &dst[i], 0, &src, 0, 4);
		pm4_mem_write(&self->cs, &src, 0, 0, 0x22);
		cs_pad(&self->cs, 8);
		ASSERT_EQ(0, cs_submit(&self->cs));
	}
	ASSERT_EQ(0, bo_wait(&dst[0]));
	EXPECT_EQ(0x11, dst[0].u32[0]);
	ASSERT_EQ(0, bo_wait(&dst[1]));
	EXPECT_EQ(0x22, dst[1].u32[0]);
	ASSERT_EQ(0, bo_wait(&src));
	EXPECT_EQ(0x22, src.u32[0]);
}

/* A closed file with work in flight: the next client is not disturbed. */
TEST_F_TIMEOUT(on_card, close_with_work_in_flight, SLOW)
{
	struct gate_timer timer;
	struct bo gate, out, mine;
	struct cs cs;
	int fd;

	fd = card_reopen(&self->card);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &gate));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &out));
	cs_init(&cs, fd);
	ASSERT_EQ(0, submit_gated(&cs, &gate, &out, 1));
	cs_fini(&cs);
	/* The mapping keeps the memory, the file and its handles go. */
	ASSERT_EQ(0, gem_close(fd, out.handle));
	ASSERT_EQ(0, gem_close(fd, gate.handle));
	ASSERT_EQ(0, gate_open_later(&timer, &gate, 1, 50));
	ASSERT_EQ(0, close(fd));
	gate_join(&timer);

	ASSERT_EQ(0, bo_create_mapped(self->card.fd, 4096, GTT, &mine));
	pm4_eop(&self->cs, &mine, 0, EOP_DATA32, 2);
	cs_pad(&self->cs, 8);
	ASSERT_EQ(0, cs_submit(&self->cs));
	ASSERT_EQ(0, bo_wait(&mine));
	EXPECT_EQ(2, mine.u32[0]);
	EXPECT_EQ(1, out.u32[0]);
}

CARD_TEST_MAIN(CARD_ANY)
