/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Threads that share the work of a draw.
 */
#ifndef CREW_H
#define CREW_H

#define CREW_MOST	8u

struct crew;

/* So many, the caller's among them. NULL: one only, or there are none to be had. */
struct crew *crew_start(unsigned int threads);
/* Nobody works. */
void crew_end(struct crew *crew);
unsigned int crew_size(const struct crew *crew);
/* Calls @work for each of the @n items, several at a time, and returns when all have been worked on. */
void crew_run(struct crew *crew, void (*work)(void *item), void *const *items, unsigned int n);

/*
 * Between both one thread is alone, for what all items share: the card and its memory. Without a
 * crew, NULL, everybody is alone.
 */
void crew_enter(struct crew *crew);
void crew_leave(struct crew *crew);

#endif
