/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef DRAW_RUN_H
#define DRAW_RUN_H

#include <stdbool.h>

struct graphics;
struct pm4;
struct vgt_source;

struct graphics *graphics_begin(const struct pm4 *p, const struct vgt_source *source);
bool graphics_continue(struct graphics *g);
bool graphics_runs(const struct graphics *g);
void graphics_give_up(struct graphics *g);
void graphics_end(struct graphics *g);

#endif
