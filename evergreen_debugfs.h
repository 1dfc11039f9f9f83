/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_DEBUGFS_H
#define EVERGREEN_DEBUGFS_H

struct drm_minor;

void evergreen_debugfs_init(struct drm_minor *minor);

#endif
