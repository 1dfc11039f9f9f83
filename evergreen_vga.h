/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_VGA_H
#define EVERGREEN_VGA_H

struct evergreen_device;

int evergreen_vga_init(struct evergreen_device *edev);
void evergreen_vga_fini(struct evergreen_device *edev);

#endif
