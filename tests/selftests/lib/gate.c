// SPDX-License-Identifier: MIT OR GPL-2.0
#include <unistd.h>

#include "gate.h"

static void *open_gate(void *arg)
{
	const struct gate_timer *timer = arg;

	usleep(timer->ms * 1000);
	__atomic_store_n(&timer->gate->u32[0], timer->value, __ATOMIC_SEQ_CST);
	return NULL;
}

int gate_open_later(struct gate_timer *timer, const struct bo *gate,
		    uint32_t value, unsigned int ms)
{
	timer->gate = gate;
	timer->value = value;
	timer->ms = ms;
	return pthread_create(&timer->thread, NULL, open_gate, timer);
}

void gate_join(struct gate_timer *timer)
{
	pthread_join(timer->thread, NULL);
}
