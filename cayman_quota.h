/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_QUOTA_H
#define CAYMAN_QUOTA_H

#include <linux/types.h>

struct cayman_vm;

int cayman_quota_take(struct cayman_vm *vm, u32 domain, u64 bytes);
int cayman_quota_make_tables(struct cayman_vm *vm, u64 addr, u64 size);

#endif
