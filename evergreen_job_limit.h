/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_JOB_LIMIT_H
#define EVERGREEN_JOB_LIMIT_H

#include <linux/types.h>

#include "evergreen_queue.h"

struct evergreen_client;

/**
 * struct evergreen_client_jobs - how many jobs a client has for a kind of engine
 */
struct evergreen_client_jobs {
	/** @unfinished: from before they are made until they are freed */
	u32 unfinished;

	/** @ndw: dwords of their streams, as they came from the client */
	u32 ndw;

	/** @full: there was too much, and most of it is still there: nobody gets another */
	bool full;
};

int evergreen_client_enter_job(struct evergreen_client *client, enum evergreen_engine engine,
			       enum evergreen_priority priority, u32 ndw);
void evergreen_client_leave_job(struct evergreen_client *client, enum evergreen_engine engine,
				u32 ndw);

#endif
