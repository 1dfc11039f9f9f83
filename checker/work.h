/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_WORK_H
#define CHECKER_WORK_H

#include <linux/bits.h>

#include "run.h"

/* VGT_GS_MODE: fields of all chips, of which the first and the two of compute count here. */
#define GS_MODE_MODE		GENMASK(1, 0)
/* Numbers primitives and uses no ring; Mesa has it without a geometry shader, too. */
#define  GS_MODE_SCENARIO_A	1
#define GS_MODE_COMPUTE		BIT(14)
#define GS_MODE_FAST_COMPUTE	BIT(15)
#define GS_MODE_BITS		(GENMASK(4, 0) | BIT(11) | GENMASK(17, 14))

/* One part of the state is bounded: 0 or -EINVAL. */
typedef int (*r600_cs_state_check)(struct r600_cs_run *run);

int r600_cs_check_stages(struct r600_cs_run *run);
int r600_cs_check_stage_rings(struct r600_cs_run *run);
int r600_cs_check_constants(struct r600_cs_run *run);
int r600_cs_check_strmout(struct r600_cs_run *run);
int r600_cs_check_work(struct r600_cs_run *run, u32 bank,
		       const r600_cs_state_check *checks);

#endif
