/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_DRAW_H
#define CHECKER_DRAW_H

#include "run.h"

int r600_cs_check_arguments(struct r600_cs_run *run, u32 offset, u32 bytes);

#endif
