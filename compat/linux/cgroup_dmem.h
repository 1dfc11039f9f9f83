/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_CGROUP_DMEM_H
#define EVERGREEN_COMPAT_CGROUP_DMEM_H

#include <linux/types.h>

#ifdef EVERGREEN_KERNEL_HAS_CGROUP_DMEM
#include_next <linux/cgroup_dmem.h>
#else
struct dmem_cgroup_region;
#endif

/* Older kernels do not ask a region's driver to give something back. */
#ifndef EVERGREEN_KERNEL_HAS_CGROUP_DMEM_INIT
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
