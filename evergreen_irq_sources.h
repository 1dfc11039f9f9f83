/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IRQ_SOURCES_H
#define EVERGREEN_IRQ_SOURCES_H

#include "evergreen_device.h"

void evergreen_irq_sources_silence(struct evergreen_device *edev);
void evergreen_irq_sources_enable_ring(struct evergreen_device *edev, enum evergreen_ring_id id);

#endif
