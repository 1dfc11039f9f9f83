/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_FDINFO_H
#define EVERGREEN_FDINFO_H

#include <drm/drm_file.h>
#include <drm/drm_print.h>

void evergreen_show_fdinfo(struct drm_printer *p, struct drm_file *filp);

#endif
