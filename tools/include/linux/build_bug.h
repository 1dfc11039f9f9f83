/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_BUILD_BUG_H
#define TOOLS_LINUX_BUILD_BUG_H

#define static_assert	_Static_assert

#endif
