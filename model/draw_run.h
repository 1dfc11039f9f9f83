/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef DRAW_RUN_H
#define DRAW_RUN_H

#include <stdbool.h>

struct draw_run;
struct pm4;
struct vgt_source;

struct draw_run *draw_run_begin(const struct pm4 *p, const struct vgt_source *source);
bool draw_run_continue(struct draw_run *run);
bool draw_run_has_waves(const struct draw_run *run);
void draw_run_give_up(struct draw_run *run);
void draw_run_end(struct draw_run *run);

#endif
