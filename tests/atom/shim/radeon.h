/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What radeon's atom.c needs of the kernel, for a host compiler. It is included before
 * everything else, and the kernel's headers, which are then empty, are made beside it.
 */
#ifndef SHIM_RADEON_H
#define SHIM_RADEON_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

struct mutex { int unused; };

#define mutex_lock(mutex)		((void)(mutex))
#define mutex_unlock(mutex)		((void)(mutex))
#define GFP_KERNEL			0
#define kcalloc(n, size, flags)		calloc(n, size)
#define kzalloc(size, flags)		calloc(1, size)
#define kfree(pointer)			free(pointer)
#define KERN_DEBUG			""
#define printk(...)			((void)0)
#define pr_info(...)			((void)0)
#define DRM_ERROR(...)			((void)0)
#define DRM_DEBUG(...)			((void)0)
#define str_yes_no(value)		((value) ? "yes" : "no")
#define __counted_by(member)

#define cpu_to_le32(value)		(value)
#define le32_to_cpu(value)		(value)
#define le16_to_cpu(value)		(value)

static inline uint32_t get_unaligned_le32(const void *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* Its clock stands still: what is judged here ends by itself. */
#define jiffies				0ul
#define time_after(a, b)		((a) > (b))
#define jiffies_to_msecs(n)		((unsigned int)(n))

void shim_delay(unsigned int us);

#define drm_can_sleep()			true
#define udelay(us)			shim_delay(us)
#define mdelay(ms)			shim_delay(1000 * (ms))
#define msleep(ms)			shim_delay(1000 * (ms))

enum { CHIP_RV515 = 1, CHIP_R600, CHIP_CYPRESS };

struct radeon_device {
	int family;
};

struct drm_device {
	void *dev_private;
};

#endif
