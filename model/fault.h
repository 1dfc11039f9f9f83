/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>

/* False, after one line on standard error that names what is wrong. NULL is a plan. */
bool gpu_fault_plan_ok(const char *plan);

#endif
