/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_CHIPS_H
#define TOOLS_CHIPS_H

#include <linux/types.h>

#include "r600_cs_checker.h"

bool lint_chip(const char *name, struct r600_cs_chip *chip);
const char *lint_chip_name(u32 index);

#endif
