/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_PRIME_H
#define EVERGREEN_PRIME_H

struct dma_buf;
struct dma_buf_attachment;
struct drm_device;
struct drm_gem_object;
struct iosys_map;
struct sg_table;

int evergreen_prime_pin(struct drm_gem_object *obj);
void evergreen_prime_unpin(struct drm_gem_object *obj);
int evergreen_prime_vmap(struct drm_gem_object *obj, struct iosys_map *map);
void evergreen_prime_vunmap(struct drm_gem_object *obj, struct iosys_map *map);
struct sg_table *evergreen_prime_get_sg_table(struct drm_gem_object *obj);
struct dma_buf *evergreen_prime_export(struct drm_gem_object *obj, int flags);
struct drm_gem_object *evergreen_prime_import_sg_table(struct drm_device *drm,
						       struct dma_buf_attachment *attach,
						       struct sg_table *sg);

#endif
