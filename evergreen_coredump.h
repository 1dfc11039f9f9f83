/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COREDUMP_H
#define EVERGREEN_COREDUMP_H

#include <drm/drm_drv.h>

struct evergreen_coredump;
struct evergreen_job;

/* Size of the sentence for evergreen_coredump_outcome(). */
#define EVERGREEN_DUMP_OUTCOME		96

struct evergreen_coredump *evergreen_coredump_capture(struct evergreen_job *job);
void evergreen_coredump_outcome(struct evergreen_coredump *dump, const char *outcome);
void evergreen_coredump_task(const struct evergreen_coredump *dump,
			     struct drm_wedge_task_info *info);
void evergreen_coredump_publish(struct evergreen_coredump *dump);
void evergreen_coredump_free(struct evergreen_coredump *dump);

#endif
