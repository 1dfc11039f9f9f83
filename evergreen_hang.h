/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_HANG_H
#define EVERGREEN_HANG_H

#include <linux/types.h>

struct evergreen_device;
struct evergreen_job;
struct evergreen_ring;

bool evergreen_hang_waits(struct evergreen_job *job);
u64 evergreen_hang_age(struct evergreen_job *job);
bool evergreen_hang_overdue(struct evergreen_job *job);
struct evergreen_job *evergreen_hang_overdue_job(struct evergreen_device *edev);
void evergreen_hang_watch(struct evergreen_ring *ring);

#endif
