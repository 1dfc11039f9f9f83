/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_LINUX_ERRNO_H
#define TOOLS_LINUX_ERRNO_H

/* The libc's errno.h includes this name, too, and wants the real one. */
#include_next <linux/errno.h>

#endif
