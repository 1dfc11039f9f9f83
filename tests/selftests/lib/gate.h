/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A gate is a dword in a GTT buffer that a stream waits for. Opened some time
 * after the waiter has gone to sleep, it makes sure that the fence is not
 * signalled before the kernel has turned to the card's interrupt for it.
 */
#ifndef SELFTEST_GATE_H
#define SELFTEST_GATE_H

#include <pthread.h>

#include "bo.h"

/**
 * struct gate_timer - opens a gate from a thread
 * @thread: the thread
 * @gate: the buffer whose dword 0 is the gate
 * @value: what to write
 * @ms: how long to wait before
 */
struct gate_timer {
	pthread_t thread;
	const struct bo *gate;
	uint32_t value;
	unsigned int ms;
};

/* 0 or an errno of pthread_create(). */
int gate_open_later(struct gate_timer *timer, const struct bo *gate,
		    uint32_t value, unsigned int ms);
void gate_join(struct gate_timer *timer);

#endif
