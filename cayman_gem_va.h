/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_GEM_VA_H
#define CAYMAN_GEM_VA_H

struct drm_device;
struct drm_file;
struct drm_gem_object;

int cayman_gem_va_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);
void cayman_gem_close(struct drm_gem_object *obj, struct drm_file *filp);

#endif
