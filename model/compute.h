/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef COMPUTE_H
#define COMPUTE_H

#include <stdint.h>

struct pm4;

void compute_dispatch(struct pm4 *p, const uint32_t groups[3]);

#endif
