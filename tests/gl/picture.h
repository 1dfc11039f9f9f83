/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>

/* What the current framebuffer holds, as a PNG. A screen has no alpha, nor has the picture. */
bool picture_save(const char *file, unsigned int width, unsigned int height);

#endif
