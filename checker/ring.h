/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_RING_H
#define CHECKER_RING_H

#include "run.h"

int r600_cs_check_gfx_index(struct r600_cs_run *run, u32 value);
int r600_cs_check_ring(struct r600_cs_run *run, u32 offset, u32 value,
		       u32 buffer);
int r600_cs_check_rings(struct r600_cs_run *run);
int r600_cs_check_spill(struct r600_cs_run *run);

#endif
