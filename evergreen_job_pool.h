/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_JOB_POOL_H
#define EVERGREEN_JOB_POOL_H

#include <linux/refcount.h>

#include "evergreen_job.h"

struct evergreen_job *evergreen_job_alloc(void);
void evergreen_job_put(struct evergreen_job *job);
void evergreen_job_pool_free(void);

static inline void evergreen_job_get(struct evergreen_job *job)
{
	refcount_inc(&job->refs);
}

#endif
