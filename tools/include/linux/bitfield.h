/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_BITFIELD_H
#define TOOLS_LINUX_BITFIELD_H

#define FIELD_SHIFT(mask)	__builtin_ctzll(mask)
#define FIELD_GET(mask, reg) \
	((__typeof__(mask))(((reg) & (mask)) >> FIELD_SHIFT(mask)))
#define FIELD_PREP(mask, val) \
	(((__typeof__(mask))(val) << FIELD_SHIFT(mask)) & (mask))

#endif
