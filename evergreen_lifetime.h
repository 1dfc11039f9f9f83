/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_LIFETIME_H
#define EVERGREEN_LIFETIME_H

struct evergreen_device;
struct evergreen_job;

int evergreen_lifetime_init(void);
void evergreen_lifetime_exit(void);
int evergreen_lifetime_begin(struct evergreen_device *edev);
void evergreen_device_put(struct evergreen_device *edev);
struct evergreen_job *evergreen_job_alloc(void);
void evergreen_job_put(struct evergreen_job *job);

#endif
