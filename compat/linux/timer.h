/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_COMPAT_TIMER_H
#define EVERGREEN_COMPAT_TIMER_H

#include_next <linux/timer.h>

#ifndef timer_container_of
#define timer_container_of from_timer
#endif

#endif
