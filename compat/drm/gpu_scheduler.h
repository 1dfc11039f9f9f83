/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_GPU_SCHEDULER_H
#define EVERGREEN_COMPAT_GPU_SCHEDULER_H

#include_next <drm/gpu_scheduler.h>

#ifndef EVERGREEN_KERNEL_HAS_SCHED_INIT_ARGS
/* The parameters of drm_sched_init(), before they became a struct. */
struct drm_sched_init_args {
	const struct drm_sched_backend_ops *ops;
	struct workqueue_struct *submit_wq;
	struct workqueue_struct *timeout_wq;
	u32 num_rqs;
	u32 credit_limit;
	unsigned int hang_limit;
	long timeout;
	atomic_t *score;
	const char *name;
	struct device *dev;
};

static inline int
evergreen_compat_drm_sched_init(struct drm_gpu_scheduler *sched,
				const struct drm_sched_init_args *args)
{
	return drm_sched_init(sched, args->ops, args->submit_wq, args->num_rqs,
			      args->credit_limit, args->hang_limit, args->timeout,
			      args->timeout_wq, args->score, args->name, args->dev);
}

#define drm_sched_init evergreen_compat_drm_sched_init
#endif

#ifndef EVERGREEN_KERNEL_HAS_SCHED_START_ERROR
/* Jobs whose hardware fence is gone fail with -ECANCELED whatever @error says. */
static inline void
evergreen_compat_drm_sched_start(struct drm_gpu_scheduler *sched, int error)
{
	drm_sched_start(sched);
}

#define drm_sched_start evergreen_compat_drm_sched_start
#endif

#ifndef EVERGREEN_KERNEL_HAS_SCHED_CLIENT_ID
/* The client of a job is for the scheduler's own tracepoints. */
#define drm_sched_job_init(__job, __entity, __credits, __owner, __client)	\
	drm_sched_job_init(__job, __entity, __credits, __owner)
#endif

#ifndef EVERGREEN_KERNEL_HAS_SCHED_STAT_RESET
#define DRM_GPU_SCHED_STAT_RESET DRM_GPU_SCHED_STAT_NOMINAL
#endif

#ifndef drm_sched_for_each_pending_job
/* The first pending job from @pos on, of one entity or of any. */
static inline struct drm_sched_job *
evergreen_compat_pending_job(struct drm_gpu_scheduler *sched, struct list_head *pos,
			     struct drm_sched_entity *entity)
{
	struct drm_sched_job *job;

	for (; pos != &sched->pending_list; pos = pos->next) {
		job = list_entry(pos, struct drm_sched_job, list);
		if (!entity || job->entity == entity)
			return job;
	}
	return NULL;
}

#define drm_sched_for_each_pending_job(__job, __sched, __entity)	\
	for ((__job) = evergreen_compat_pending_job(__sched,		\
			(__sched)->pending_list.next, __entity); (__job); \
	     (__job) = evergreen_compat_pending_job(__sched, (__job)->list.next, __entity))

#endif

#endif
