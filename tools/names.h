/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_NAMES_H
#define TOOLS_NAMES_H

#include <stdio.h>

#include <linux/types.h>

#include "r600_cs_checker.h"

/* Bytes that hold the name of any register. */
#define LINT_NAME_BYTES		64

/* Words of a resource and of a sampler. */
#define LINT_RESOURCE_WORDS	8
#define LINT_SAMPLER_WORDS	3

/* The two register spaces, guide 9.4.14 and 9.4.15; bytes, end exclusive. */
#define LINT_CONFIG_START	0x8000
#define LINT_CONFIG_END		0xac00
#define LINT_CONTEXT_START	0x28000
#define LINT_CONTEXT_END	0x29000

/**
 * struct lint_value - a value of a field that has a name
 * @value: the value
 * @name: its name; NULL ends a list
 */
struct lint_value {
	u32 value;
	const char *name;
};

/**
 * struct lint_field - bits of a dword
 * @name: what they are called; NULL ends a list
 * @high: highest bit
 * @low: lowest bit
 * @values: names of values, or NULL
 */
struct lint_field {
	const char *name;
	u8 high;
	u8 low;
	const struct lint_value *values;
};

/* What a register holds, as far as the relocations behind it go. */
enum lint_register_kind {
	LINT_REG_PLAIN,
	LINT_REG_ADDRESS,	/* of memory, in units of 256 bytes */
	LINT_REG_RELOC,		/* none, but it takes a relocation */
	LINT_REG_TILING,	/* none, and takes one if buffers know the tiling */
};

/**
 * struct lint_register - a register of the checker's lists
 * @offset: in bytes
 * @count: registers that follow each other from there
 * @name: of the first
 * @policy: what the checker thinks of it, checker/regs.c
 */
struct lint_register {
	u32 offset;
	u32 count;
	const char *name;
	const char *policy;
};

const struct lint_register *lint_registers(enum r600_cs_class class, bool common);
const struct lint_register *lint_find_register(enum r600_cs_class class, u32 offset);
enum lint_register_kind lint_register_kind(const struct lint_register *reg);
void lint_register_name(const struct lint_register *reg, u32 offset, char *name);
void lint_print_register(FILE *out, enum r600_cs_class class, u32 offset, u32 value);
void lint_print_fields(FILE *out, const struct lint_field *fields, u32 value);
const struct lint_field *lint_resource_fields(bool vertex, u32 word);
const struct lint_field *lint_sampler_fields(u32 word);

#endif
