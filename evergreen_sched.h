/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SCHED_H
#define EVERGREEN_SCHED_H

struct evergreen_device;
struct evergreen_ring;

int evergreen_sched_init(struct evergreen_ring *ring);
void evergreen_sched_drain(struct evergreen_device *edev);

#endif
