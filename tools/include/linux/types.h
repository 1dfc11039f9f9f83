/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What the kernel-free files of the driver need of the kernel's headers, for a
 * host compiler. Only what they use is here.
 */
#ifndef TOOLS_LINUX_TYPES_H
#define TOOLS_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#endif
