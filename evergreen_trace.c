// SPDX-License-Identifier: MIT OR GPL-2.0

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#include "evergreen_trace.h"
#endif
