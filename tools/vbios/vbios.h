/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_VBIOS_H
#define TOOLS_VBIOS_H

#include <linux/types.h>

#include "evergreen_atom_image.h"

#define VBIOS_COMMANDS	81u
#define VBIOS_DATA	34u

/* What the lists of tables call theirs; NULL past the last. */
const char *vbios_command_name(unsigned int index);
const char *vbios_data_name(unsigned int index);

/* A command table as text, up to its end or the first thing that is no instruction. */
void vbios_disasm(const struct evergreen_atom_image *image, size_t table);

#endif
