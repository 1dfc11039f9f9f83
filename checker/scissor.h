/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_SCISSOR_H
#define CHECKER_SCISSOR_H

#include <linux/types.h>

#include "run.h"

/* checker/scissor.c */
int r600_cs_check_scissors(struct r600_cs_run *run, u32 width, u32 height);

#endif
