/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_IRQ_SOURCES_H
#define EVERGREEN_IRQ_SOURCES_H

struct evergreen_device;
struct evergreen_ring;

void evergreen_irq_sources_silence(struct evergreen_device *edev);
void evergreen_irq_sources_enable_ring(const struct evergreen_ring *ring);

#endif
