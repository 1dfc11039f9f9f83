/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SUBMIT_H
#define EVERGREEN_SUBMIT_H

#include <drm/drm_device.h>
#include <drm/drm_file.h>

int evergreen_cs_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

#endif
