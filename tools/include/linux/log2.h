/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_LOG2_H
#define TOOLS_LINUX_LOG2_H

/* As the kernel's: of 1 to 2^31. */
#define ilog2(n)		(31u - (unsigned int)__builtin_clz(n))
#define roundup_pow_of_two(n)	((n) > 1 ? 2u << (31 - __builtin_clz((n) - 1)) : 1u)

#endif
