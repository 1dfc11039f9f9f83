/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_GEM_H
#define EVERGREEN_GEM_H

#include <drm/drm_device.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>

/* How long clients wait for a buffer; then they have to ask again. */
#define EVERGREEN_WAIT_TIMEOUT	(30 * HZ)

int evergreen_gem_info_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);
int evergreen_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);
int evergreen_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);
int evergreen_gem_set_domain_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp);
int evergreen_gem_wait_idle_ioctl(struct drm_device *drm, void *data,
				  struct drm_file *filp);
int evergreen_gem_busy_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);
int evergreen_gem_set_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp);
int evergreen_gem_get_tiling_ioctl(struct drm_device *drm, void *data,
				   struct drm_file *filp);
int evergreen_gem_op_ioctl(struct drm_device *drm, void *data, struct drm_file *filp);

extern const struct drm_gem_object_funcs evergreen_gem_object_funcs;

#endif
