/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef DISPATCH_RUN_H
#define DISPATCH_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct dispatch_run;
struct pm4;

struct dispatch_run *dispatch_run_begin(const struct pm4 *p, const uint32_t groups[3]);
bool dispatch_run_continue(struct dispatch_run *run);
bool dispatch_run_spins(const struct dispatch_run *run);
bool dispatch_run_has_waves(const struct dispatch_run *run);
void dispatch_run_give_up(struct dispatch_run *run);
void dispatch_run_end(struct dispatch_run *run);

#endif
