/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_BITS_H
#define TOOLS_LINUX_BITS_H

#define BIT(nr)			(1ul << (nr))
#define BIT_ULL(nr)		(1ull << (nr))
#define GENMASK(high, low)	(~0ul >> (63 - (high)) & ~0ul << (low))
#define GENMASK_ULL(high, low)	(~0ull >> (63 - (high)) & ~0ull << (low))

#endif
