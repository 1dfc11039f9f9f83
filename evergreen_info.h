/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_INFO_H
#define EVERGREEN_INFO_H

#include <drm/drm_device.h>
#include <drm/drm_file.h>

int evergreen_info_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

#endif
