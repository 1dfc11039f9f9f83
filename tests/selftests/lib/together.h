/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Clients that are processes of their own and work at the same time. */
#ifndef SELFTEST_TOGETHER_H
#define SELFTEST_TOGETHER_H

#include <sys/wait.h>
#include <unistd.h>

#include "card.h"

/* What client number @who, from 1 on, does with so many buffers: 0, or what went wrong. */
typedef int client_body(const struct card *card, uint32_t who, uint32_t buffers);

/* All clients end: 0, or a wait status of one that did not end well, or -1. */
static inline int clients_together(const struct card *card, uint32_t clients, client_body *body,
				   uint32_t buffers)
{
	int status, bad = 0;
	uint32_t who;

	for (who = 1; who <= clients; who++)
		if (!fork())
			_exit(body(card, who, buffers));
	for (who = 1; who <= clients; who++) {
		if (wait(&status) <= 0)
			return -1;
		bad = status ? status : bad;
	}
	return bad;
}

#endif
