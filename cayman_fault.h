/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_FAULT_H
#define CAYMAN_FAULT_H

struct evergreen_device;
struct work_struct;

void cayman_fault_init(struct evergreen_device *edev);
void cayman_fault_stop(struct evergreen_device *edev);
void cayman_fault_interrupt(struct evergreen_device *edev);
void cayman_fault_report(struct work_struct *work);

#endif
