/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FENCE_WATCH_H
#define EVERGREEN_FENCE_WATCH_H

struct evergreen_ring;

void evergreen_fence_watch_init(struct evergreen_ring *ring);
void evergreen_fence_watch_fini(struct evergreen_ring *ring);
void evergreen_fence_watch_start(struct evergreen_ring *ring);

#endif
