/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TTM_SLEEP_H
#define EVERGREEN_TTM_SLEEP_H

struct evergreen_device;

int evergreen_ttm_move_out(struct evergreen_device *edev);
void evergreen_ttm_swap_out(struct evergreen_device *edev);

#endif
