// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: State of compute
 *
 * Compute has a state of its own on Cayman, from a pool. A client frees it after
 * a dispatch and takes another one. Some, like Mesa's r600 before 23.0, leave that to
 * the chip, and nothing says what the next dispatch finds then. So there is always one:
 * where the client takes none, a CLEAR_STATE is put behind its DEALLOC_STATE. Neither
 * may be skipped.
 *
 * What the two packets do to registers is in checker/track.c.
 *
 * Source: guide chapter 9.
 */

#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "track.h"

static int check_state_packet(struct r600_cs_run *run)
{
	if (!r600_cs_is_cayman(run))
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "is not accepted on chips without state of compute");
	if (run->span_end)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must not depend on a condition");
	return 0;
}

/**
 * r600_cs_take_compute_state() - from here on there must be a state of compute
 * @run: the run
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_take_compute_state(struct r600_cs_run *run)
{
	if (!run->no_compute_state)
		return 0;
	run->no_compute_state = false;
	run->took_state = true;
	return r600_cs_insert_clear_state(run, run->freed);
}

int r600_cs_check_clear_state(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_state_packet(run);
	if (ret)
		return ret;
	/* Mesa from 25.0 on sends it behind the dispatch if there is no barrier before that. */
	if (run->took_state) {
		run->took_state = false;
		return r600_cs_skip(run);
	}
	if (!run->no_compute_state)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must come after a DEALLOC_STATE");
	run->no_compute_state = false;
	r600_cs_track_clear(run, false);
	return 0;
}

/* If the CLEAR_STATE is put here, what is written behind it counts. */
int r600_cs_check_dealloc_state(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	ret = check_state_packet(run);
	if (ret)
		return ret;
	if (run->threads)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "must come after CS_PARTIAL_FLUSH, threads may still run");
	ret = r600_cs_take_compute_state(run);
	if (ret)
		return ret;
	run->no_compute_state = true;
	run->took_state = false;
	run->freed = run->next;
	r600_cs_track_clear(run, true);
	return 0;
}
