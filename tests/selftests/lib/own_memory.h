/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Memory of a process, of which it makes buffers. */
#ifndef SELFTEST_OWN_MEMORY_H
#define SELFTEST_OWN_MEMORY_H

#include <sys/mman.h>

#include "bo.h"

/* Flags of such a buffer that the driver keeps up to date. */
#define OWN	(RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER)

/* New pages; in the place of what is there, unless @at is NULL. */
static inline void *map_at(void *at, uint64_t size)
{
	return mmap(at, size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
}

#endif
