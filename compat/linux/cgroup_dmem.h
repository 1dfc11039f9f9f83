/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_CGROUP_DMEM_H
#define EVERGREEN_COMPAT_CGROUP_DMEM_H

#include <linux/types.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 14, 0)
#include_next <linux/cgroup_dmem.h>
#else
struct dmem_cgroup_region;
#endif

/* Older kernels do not ask a region's driver to give something back. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(7, 3, 0)
struct dmem_cgroup_pool_state;

struct dmem_cgroup_ops {
	int (*reclaim)(struct dmem_cgroup_pool_state *pool, u64 target_bytes, void *priv);
};

struct dmem_cgroup_init {
	u64 size;
	const struct dmem_cgroup_ops *ops;
	void *reclaim_priv;
};
#endif

#endif
