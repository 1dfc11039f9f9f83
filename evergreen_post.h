/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_POST_H
#define EVERGREEN_POST_H

struct evergreen_device;

int evergreen_post(struct evergreen_device *edev);
void evergreen_post_keep(struct evergreen_device *edev);
void evergreen_post_tell(struct evergreen_device *edev);

#endif
