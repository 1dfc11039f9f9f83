/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_LIFETIME_H
#define EVERGREEN_LIFETIME_H

struct evergreen_device;

int evergreen_lifetime_init(void);
void evergreen_lifetime_exit(void);
int evergreen_lifetime_begin(struct evergreen_device *edev);
void evergreen_device_put(struct evergreen_device *edev);

#endif
