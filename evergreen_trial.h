/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TRIAL_H
#define EVERGREEN_TRIAL_H

struct evergreen_job;

bool evergreen_trial_needed(struct evergreen_job *overdue);
struct evergreen_job *evergreen_trial(struct evergreen_job *overdue);

#endif
