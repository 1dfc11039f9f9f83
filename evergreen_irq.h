/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IRQ_H
#define EVERGREEN_IRQ_H

#include "evergreen_device.h"

int evergreen_irq_init(struct evergreen_device *edev);
void evergreen_irq_halt(struct evergreen_device *edev);
int evergreen_irq_restore(struct evergreen_device *edev);
void evergreen_irq_suspend(struct evergreen_device *edev);
void evergreen_irq_poll(struct evergreen_device *edev);
void evergreen_irq_fini(struct evergreen_device *edev);
bool evergreen_irq_is_msi(struct evergreen_device *edev);

#endif
