/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The kernel's core dumps of a card, which only root may read. Those of other devices stay. */
#ifndef SELFTEST_COREDUMP_H
#define SELFTEST_COREDUMP_H

#include "card.h"

/* Drop the dumps that are there. */
void coredump_drop(const struct card *card);

/*
 * The text of the first dump that appears within @seconds, to be freed; NULL if
 * none does. The dump is dropped.
 */
char *coredump_take(const struct card *card, unsigned int seconds);

#endif
