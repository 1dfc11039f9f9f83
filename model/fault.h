/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>

bool gpu_fault_plan_ok(const char *plan);

#endif
