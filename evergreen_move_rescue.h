/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_MOVE_RESCUE_H
#define EVERGREEN_MOVE_RESCUE_H

struct evergreen_device;
struct evergreen_job;

void evergreen_move_rescue(struct evergreen_job *job);
void evergreen_move_rescue_all(struct evergreen_device *edev);

#endif
