// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Refusals
 *
 * A stream that the checker refuses costs its author one sentence. It goes to the
 * debug log and to the tracepoint each time, to the kernel's log as long as the
 * client's own budget of lines lasts, and the latest few of each client can be read in
 * debugfs. The stream itself is shown to nobody.
 *
 * Another budget is for all clients together, since a process can be as many of
 * them as it likes, one after another. It is large enough for ten noisy ones.
 */
#include <linux/sched.h>
#include <linux/seq_file.h>

#include <drm/drm_device.h>
#include <drm/drm_file.h>
#include <drm/drm_print.h>

#include "evergreen_refusals.h"
#include "evergreen_trace.h"

/* Lines in the kernel's log, and the time after which they come anew. */
#define EVERGREEN_REFUSAL_BURST		5	/* of a client */
#define EVERGREEN_REFUSAL_BURST_ALL	50
#define EVERGREEN_REFUSAL_INTERVAL	(10 * HZ)

static DEFINE_RATELIMIT_STATE(evergreen_refusal_lines, EVERGREEN_REFUSAL_INTERVAL,
			      EVERGREEN_REFUSAL_BURST_ALL);

/**
 * evergreen_refusals_init() - begin a client's list
 * @refusals: zeroed memory
 */
void evergreen_refusals_init(struct evergreen_refusals *refusals)
{
	mutex_init(&refusals->lock);
	ratelimit_state_init(&refusals->budget, EVERGREEN_REFUSAL_INTERVAL,
			     EVERGREEN_REFUSAL_BURST);
	ratelimit_set_flags(&refusals->budget, RATELIMIT_MSG_ON_RELEASE);
}

/**
 * evergreen_refusals_fini() - end a client's list
 * @refusals: the list
 */
void evergreen_refusals_fini(struct evergreen_refusals *refusals)
{
	mutex_destroy(&refusals->lock);
}

/**
 * evergreen_refusals_add() - tell why a stream was refused
 * @refusals: the client's list
 * @filp: the client
 * @report: the checker's report
 *
 * Context: the ioctl of the client.
 */
void evergreen_refusals_add(struct evergreen_refusals *refusals, struct drm_file *filp,
			    const struct r600_cs_report *report)
{
	struct drm_device *drm = filp->minor->dev;
	char text[R600_CS_REPORT_BYTES];

	mutex_lock(&refusals->lock);
	refusals->last[refusals->count++ % EVERGREEN_REFUSALS_KEPT] = *report;
	mutex_unlock(&refusals->lock);

	trace_evergreen_refuse(filp->client_id, report);
	r600_cs_describe(report, text, sizeof(text));
	drm_dbg(drm, "%s[%d]: refused: %s\n", current->comm, task_pid_nr(current), text);
	if (__ratelimit(&refusals->budget) && __ratelimit(&evergreen_refusal_lines))
		drm_notice(drm, "%s[%d]: refused: %s\n", current->comm, task_pid_nr(current),
			   text);
}

/**
 * evergreen_refusals_show() - print a client's list, the oldest first
 * @refusals: the list
 * @filp: the client
 * @m: where to
 */
void evergreen_refusals_show(struct evergreen_refusals *refusals, struct drm_file *filp,
			     struct seq_file *m)
{
	char text[R600_CS_REPORT_BYTES];
	u64 n;

	guard(mutex)(&refusals->lock);
	seq_printf(m, "client %llu: %llu refused\n", filp->client_id, refusals->count);
	n = refusals->count - min_t(u64, refusals->count, EVERGREEN_REFUSALS_KEPT);
	for (; n < refusals->count; n++) {
		r600_cs_describe(&refusals->last[n % EVERGREEN_REFUSALS_KEPT], text,
				 sizeof(text));
		seq_printf(m, "  %s\n", text);
	}
}
