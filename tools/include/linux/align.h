/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_ALIGN_H
#define TOOLS_LINUX_ALIGN_H

#define ALIGN(x, a)	(((x) + (__typeof__(x))(a) - 1) & ~((__typeof__(x))(a) - 1))

#endif
