/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_CLEAN_START_H
#define EVERGREEN_CLEAN_START_H

struct cayman_vm;
struct evergreen_device;
struct evergreen_ring;

/* Dwords of each; evergreen_clean_start.c asserts that they are enough. */
#define EVERGREEN_CLEAN_START_DW	277
#define CAYMAN_CLEAN_START_DW		139
#define EVERGREEN_CLEAN_DEFAULT_DW	146
#define CAYMAN_TAKE_OVER_DW		45

/* Where evergreen_device.park takes what goes nowhere. */
#define EVERGREEN_PARK_MAILBOX		SZ_4K

int evergreen_clean_start_init(struct evergreen_device *edev);
void evergreen_clean_start_fini(struct evergreen_device *edev);
void evergreen_clean_start_emit_default(struct evergreen_ring *ring);
void evergreen_clean_start_emit(struct evergreen_ring *ring);
void evergreen_clean_start_take_over(struct evergreen_ring *ring, const struct cayman_vm *vm);

#endif
