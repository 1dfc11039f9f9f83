/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>

/* What the current framebuffer holds, @side pixels wide and high, as a PNG. */
bool picture_save(const char *file, unsigned int side);

#endif
