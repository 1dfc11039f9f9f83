/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef COMPUTE_H
#define COMPUTE_H

#include <stdint.h>

#include "tiling.h"

struct gpu;
struct pm4;
struct sq_rat;

void compute_dispatch(struct pm4 *p, const uint32_t groups[3]);

/* compute_targets.c */
struct tiling compute_memory(struct gpu *gpu);
void compute_take_target(struct gpu *gpu, struct sq_rat *rat, unsigned int n);

#endif
