/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_CP_H
#define EVERGREEN_CP_H

#include <linux/types.h>

struct evergreen_device;
struct evergreen_ring;
struct evergreen_state;

void evergreen_cp_halt(struct evergreen_device *edev);

/* What evergreen_cp.c and cayman_rings.c have in common. */
void evergreen_cp_reset(struct evergreen_device *edev);
void evergreen_cp_load_ucode(struct evergreen_device *edev);
u32 evergreen_cp_rb_cntl(const struct evergreen_ring *ring);
void evergreen_cp_init_common(struct evergreen_device *edev);
int evergreen_cp_run(struct evergreen_ring *ring, u32 me_cntl,
		     const struct evergreen_state *preamble);
void evergreen_cp_stop(struct evergreen_ring *ring);

#endif
