/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef DISPATCH_RUN_H
#define DISPATCH_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct compute;
struct pm4;

struct compute *compute_begin(const struct pm4 *p, const uint32_t groups[3]);
bool compute_continue(struct compute *c);
bool compute_spins(const struct compute *c);
bool compute_runs(const struct compute *c);
void compute_give_up(struct compute *c);
void compute_end(struct compute *c);

#endif
