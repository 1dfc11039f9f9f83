// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Names
 *
 * Names of registers are those of the checker's lists (checker/regs_*.h), so what
 * the checker knows can be read. Names of fields are in tables of this tool: the
 * kernel needs few of them, a reader of dumps all.
 */

#include <string.h>

#include <linux/array_size.h>
#include <linux/bits.h>

#include "names.h"

/**
 * struct lint_register_fields - registers that have the same fields
 * @offset: the first, in bytes
 * @count: how many
 * @stride: bytes from one to the next
 * @fields: what is in them
 * @only: chips that have them, or 0 for all
 */
struct lint_register_fields {
	u32 offset;
	u32 count;
	u32 stride;
	const struct lint_field *fields;
	u32 only;
};

#define ONLY_EVERGREEN	BIT(R600_CS_EVERGREEN)
#define ONLY_CAYMAN	BIT(R600_CS_CAYMAN)

#include "fields_regs.h"
#include "fields_resources.h"

#define CONFIG_REG(OFFSET, COUNT, NAME, POLICY)		{ OFFSET, COUNT, #NAME, #POLICY },
#define CONTEXT_REG(OFFSET, COUNT, NAME, POLICY)	{ OFFSET, COUNT, #NAME, #POLICY },

static const struct lint_register common_registers[] = {
#include "checker/regs_common.h"
	{}
};

static const struct lint_register evergreen_registers[] = {
#include "checker/regs_evergreen.h"
	{}
};

static const struct lint_register cayman_registers[] = {
#include "checker/regs_cayman.h"
	{}
};

static const struct lint_register *const class_registers[] = {
	[R600_CS_EVERGREEN] = evergreen_registers,
	[R600_CS_CAYMAN] = cayman_registers,
};

/* Registers that hold numbers with a fraction, by a part of the name. */
static const char *const float_names[] = {
	"VPORT_XSCALE", "VPORT_XOFFSET", "VPORT_YSCALE", "VPORT_YOFFSET", "VPORT_ZSCALE",
	"VPORT_ZOFFSET", "VPORT_ZMIN", "VPORT_ZMAX", "PA_CL_UCP", "PA_CL_GB_", "PA_CL_POINT_",
	"CB_BLEND_", "BORDER_COLOR_RED", "BORDER_COLOR_GREEN", "BORDER_COLOR_BLUE",
	"BORDER_COLOR_ALPHA", "DB_DEPTH_CLEAR", "POLY_OFFSET_CLAMP", "POLY_OFFSET_FRONT",
	"POLY_OFFSET_BACK", "TESS_LEVEL", "SX_ALPHA_REF",
};

/**
 * lint_registers() - a list of the checker
 * @class: command language
 * @common: those that both languages have, or those that only this one has
 *
 * Return: rows, the last of which has no name.
 */
const struct lint_register *lint_registers(enum r600_cs_class class, bool common)
{
	return common ? common_registers : class_registers[class];
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && !strcmp(text + len - n, end);
}

/**
 * lint_register_kind() - what goes into a register
 * @reg: its row
 *
 * The names of policies tell (checker/regs.c); CB_IMMED*_BASE has its own.
 *
 * Return: the kind.
 */
enum lint_register_kind lint_register_kind(const struct lint_register *reg)
{
	if (ends_with(reg->policy, "_RELOC"))
		return LINT_REG_RELOC;
	if (ends_with(reg->policy, "_TILING"))
		return LINT_REG_TILING;
	if (ends_with(reg->policy, "_ADDRESS") || !strcmp(reg->policy, "IMMEDIATE"))
		return LINT_REG_ADDRESS;
	return LINT_REG_PLAIN;
}

static const struct lint_register *find(const struct lint_register *row, u32 offset)
{
	for (; row->name; row++)
		if (offset >= row->offset && offset < row->offset + row->count * 4)
			return row;
	return NULL;
}

/**
 * lint_find_register() - the row of a register
 * @class: command language
 * @offset: in bytes
 *
 * Return: the row, or NULL if the checker's lists have it not.
 */
const struct lint_register *lint_find_register(enum r600_cs_class class, u32 offset)
{
	static const struct lint_register *found[2][(LINT_CONTEXT_END - LINT_CONTEXT_START) / 4];
	const struct lint_register **slot, *row;

	if (offset < LINT_CONTEXT_START || offset >= LINT_CONTEXT_END) {
		row = find(common_registers, offset);
		return row ? row : find(class_registers[class], offset);
	}
	/* Nine of ten are context registers, and lists are long. */
	slot = &found[class][(offset - LINT_CONTEXT_START) / 4];
	if (!*slot)
		*slot = find(common_registers, offset);
	if (!*slot)
		*slot = find(class_registers[class], offset);
	return *slot;
}

/**
 * lint_register_name() - what AMD calls a register
 * @reg: its row
 * @offset: in bytes
 * @name: out: LINT_NAME_BYTES bytes
 *
 * The last number in the name of an array's first register counts up.
 */
void lint_register_name(const struct lint_register *reg, u32 offset, char *name)
{
	u32 index = (offset - reg->offset) / 4;
	const char *digits = reg->name + strlen(reg->name);
	unsigned int first;
	int len = 0;

	while (digits > reg->name && !strchr("0123456789", digits[-1]))
		digits--;
	while (digits > reg->name && strchr("0123456789", digits[-1]))
		digits--;
	if (!index || sscanf(digits, "%u%n", &first, &len) != 1)
		snprintf(name, LINT_NAME_BYTES, "%s", reg->name);
	else
		snprintf(name, LINT_NAME_BYTES, "%.*s%u%s", (int)(digits - reg->name), reg->name,
			 first + index, digits + len);
}

/* What a field of a dword holds, shifted down. */
static u32 value_of(const struct lint_field *field, u32 value)
{
	u32 bits = field->high - field->low + 1;

	return value >> field->low & (bits == 32 ? ~0u : (1u << bits) - 1);
}

static const char *value_name(const struct lint_field *field, u32 value)
{
	const struct lint_value *row;

	for (row = field->values; row && row->name; row++)
		if (row->value == value)
			return row->name;
	return NULL;
}

static void print_field(FILE *out, const struct lint_field *field, u32 value)
{
	const char *name = value_name(field, value);

	if (name)
		fprintf(out, " %s=%s", field->name, name);
	else if (field->high == field->low)
		fprintf(out, " %s", field->name);
	else
		fprintf(out, field->high - field->low < 16 ? " %s=%u" : " %s=0x%x", field->name,
			value);
}

/**
 * lint_print_fields() - a dword by its fields
 * @out: where to
 * @fields: the last of which has no name; NULL prints nothing
 * @value: the dword
 *
 * A single bit is named when it is set; bits that no field has come last.
 */
void lint_print_fields(FILE *out, const struct lint_field *fields, u32 value)
{
	u32 left = value, field_value;
	const struct lint_field *f;

	if (!fields)
		return;
	for (f = fields; f->name; f++) {
		field_value = value_of(f, value);
		left &= ~(field_value << f->low);
		if (field_value || f->high != f->low || value_name(f, 0))
			print_field(out, f, field_value);
	}
	if (left)
		fprintf(out, " and 0x%x", left);
}

static const struct lint_field *register_fields(enum r600_cs_class class, u32 offset)
{
	const struct lint_register_fields *row = lint_register_fields;
	const struct lint_register_fields *end = row + ARRAY_SIZE(lint_register_fields);

	for (; row < end; row++) {
		u32 from = offset - row->offset;

		if (row->only && !(row->only & BIT(class)))
			continue;
		if (offset < row->offset || from > row->stride * (row->count - 1))
			continue;
		if (!from || from % row->stride == 0)
			return row->fields;
	}
	return NULL;
}

static bool is_float(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(float_names); i++)
		if (strstr(name, float_names[i]))
			return !strstr(name, "BORDER_COLOR_INDEX") && !ends_with(name, "_CONTROL");
	return false;
}

/**
 * lint_print_register() - what a register's value means
 * @out: where to
 * @class: command language
 * @offset: the register, in bytes
 * @value: its value
 */
void lint_print_register(FILE *out, enum r600_cs_class class, u32 offset, u32 value)
{
	const struct lint_register *reg = lint_find_register(class, offset);
	float number;

	if (!reg || !is_float(reg->name)) {
		lint_print_fields(out, register_fields(class, offset), value);
		return;
	}
	memcpy(&number, &value, sizeof(number));
	fprintf(out, " %g", (double)number);
}

/* Words that are not here are addresses and plain numbers. */
static const struct lint_field *const texture_words[LINT_RESOURCE_WORDS] = {
	tex_word0, tex_word1, NULL, NULL, tex_word4, tex_word5, tex_word6, tex_word7,
};

static const struct lint_field *const vertex_words[LINT_RESOURCE_WORDS] = {
	NULL, NULL, vtx_word2, vtx_word3, NULL, NULL, NULL, vtx_word7,
};

static const struct lint_field *const sampler_words[LINT_SAMPLER_WORDS] = {
	sampler_word0, sampler_word1, sampler_word2,
};

/**
 * lint_resource_fields() - fields of a word of a resource
 * @vertex: it is a vertex resource, else a texture
 * @word: below LINT_RESOURCE_WORDS
 *
 * Return: fields, or NULL for a word that has none.
 */
const struct lint_field *lint_resource_fields(bool vertex, u32 word)
{
	return vertex ? vertex_words[word] : texture_words[word];
}

/**
 * lint_sampler_fields() - fields of a word of a sampler
 * @word: below LINT_SAMPLER_WORDS
 *
 * Return: fields.
 */
const struct lint_field *lint_sampler_fields(u32 word)
{
	return sampler_words[word];
}
