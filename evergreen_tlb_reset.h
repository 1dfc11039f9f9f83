/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_TLB_RESET_H
#define EVERGREEN_TLB_RESET_H

struct evergreen_device;

int evergreen_tlb_reset(struct evergreen_device *edev);
void evergreen_tlb_reset_outlived(struct evergreen_device *edev);

#endif
