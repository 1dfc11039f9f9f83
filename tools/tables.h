/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_TABLES_H
#define TOOLS_TABLES_H

#include <stdio.h>

#include "r600_cs_checker.h"

void lint_list_packets(enum r600_cs_class class, FILE *out);
void lint_list_registers(enum r600_cs_class class, FILE *out);
void lint_print_tables(FILE *out);

#endif
