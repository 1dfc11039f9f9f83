/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* The kernel's core dumps of devices, which only root may read. */
#ifndef SELFTEST_COREDUMP_H
#define SELFTEST_COREDUMP_H

/* Drop the dumps that are there. */
void coredump_drop(void);

/*
 * The text of the first dump that appears within @seconds, to be freed; NULL if
 * none does. The dump is dropped.
 */
char *coredump_take(unsigned int seconds);

#endif
