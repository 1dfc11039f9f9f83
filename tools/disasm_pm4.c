// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: PM4 as text
 *
 * A line for each packet and one for each dword of it: names, fields, and where in
 * which buffer an address is. An address takes the next of the relocations behind
 * the packet, as in the checker; but nothing is judged here, so that what was
 * refused can be read to its end. A packet that leads out of the stream ends it.
 */

#include <inttypes.h>
#include <string.h>

#include <linux/array_size.h>

#include "disasm.h"
#include "names.h"
#include "checker/run.h"

/* Dwords of data that are shown of a packet. */
#define SHOWN_DATA	16
#define LAYOUT_DWORDS	8

enum dword_kind {
	DW_NONE,
	DW_HEX,
	DW_DEC,
	DW_FIELDS,
	DW_ADDRESS,
	DW_HIGH,
	DW_BASE256,
};

/**
 * struct dword_layout - a dword of a payload
 * @name: AMD's
 * @kind: enum dword_kind
 * @fields: what is in it, addresses not counted
 * @swap: low bits of an address that say how bytes are swapped
 * @if_dw: an address is one of memory if this dword of the payload
 * @if_mask: has these bits
 * @if_value: like this
 */
struct dword_layout {
	const char *name;
	u32 kind;
	const struct lint_field *fields;
	u32 swap;
	u32 if_dw;
	u32 if_mask;
	u32 if_value;
};

/* The dwords of a payload; more than those are data. */
struct packet_layout {
	struct dword_layout dw[LAYOUT_DWORDS];
};

#include "fields_packets.h"

/**
 * struct disasm - a stream on its way to text
 * @sub: the stream
 * @out: where to
 * @at: dword of the header in hand
 * @body: payload
 * @len: its dwords
 * @next_reloc: dword of the relocation that the next address takes
 */
struct disasm {
	const struct lint_submission *sub;
	FILE *out;
	u32 at;
	const u32 *body;
	u32 len;
	u32 next_reloc;
};

static bool is_reloc(const struct lint_submission *sub, u32 at)
{
	return at < sub->ib.n && sub->ib.n - at >= R600_CS_RELOC_DWORDS &&
	       (sub->ib.dw[at] & ~PACKET3_COMPUTE) == R600_CS_RELOC_HEADER;
}

/* The relocation of the next address; false if there is none. */
static bool take_reloc(struct disasm *d, u32 *buffer)
{
	if (lint_uses_vm(d->sub) || !is_reloc(d->sub, d->next_reloc))
		return false;
	*buffer = d->sub->ib.dw[d->next_reloc + 1] / R600_CS_RELOC_ENTRY_DWORDS;
	d->next_reloc += R600_CS_RELOC_DWORDS;
	return true;
}

/* In a stream without relocations the numbers in the NOPs are all that is left. */
static void print_address(struct disasm *d, u64 address)
{
	bool taken;
	u32 buffer;

	taken = take_reloc(d, &buffer);
	if (taken && !(d->sub->no_relocs && d->sub->num_buffers))
		lint_print_in_buffer(d->sub, buffer, address, d->out);
	else
		lint_print_address(d->sub, address, d->out);
}

/* ---- packets whose layout is fixed ---- */

static bool is_memory(const struct disasm *d, const struct dword_layout *layout)
{
	return layout->if_dw < d->len &&
	       (d->body[layout->if_dw] & layout->if_mask) == layout->if_value;
}

static void print_low(struct disasm *d, const struct dword_layout *layout, u32 dw)
{
	u32 hi = dw + 1 < d->len ? d->body[dw + 1] : 0;

	if (is_memory(d, layout))
		print_address(d, r600_cs_offset(d->body[dw] & ~layout->swap, hi));
}

static void print_dword(struct disasm *d, const struct dword_layout *layout, u32 dw)
{
	u32 value = d->body[dw];

	fprintf(d->out, LINT_FIELD_COLUMN "%s =", layout->name);
	fprintf(d->out, layout->kind == DW_DEC ? " %u" : " 0x%08x", value);
	switch (layout->kind) {
	case DW_FIELDS:
		lint_print_fields(d->out, layout->fields, value);
		break;
	case DW_HIGH:
		lint_print_fields(d->out, layout->fields, value & ~0xffu);
		break;
	case DW_ADDRESS:
		print_low(d, layout, dw);
		break;
	case DW_BASE256:
		print_address(d, (u64)value << 8);
		break;
	}
	fputc('\n', d->out);
}

static void print_data(struct disasm *d, u32 from)
{
	u32 i, shown = from + SHOWN_DATA;

	if (from >= d->len)
		return;
	fprintf(d->out, LINT_FIELD_COLUMN "data");
	for (i = from; i < d->len && i < shown; i++)
		fprintf(d->out, " %08x", d->body[i]);
	fprintf(d->out, d->len > shown ? " and %u more\n" : "\n", d->len - shown);
}

static void print_layout(struct disasm *d)
{
	u32 opcode = FIELD_GET(PACKET3_OPCODE, d->sub->ib.dw[d->at]);
	const struct dword_layout *layout = packet_layouts[opcode].dw;
	u32 i;

	for (i = 0; i < d->len && i < LAYOUT_DWORDS && layout[i].name; i++)
		print_dword(d, &layout[i], i);
	print_data(d, i);
}

/* ---- registers ---- */

static void print_unknown_register(struct disasm *d, u32 offset, u32 value)
{
	fprintf(d->out, LINT_FIELD_COLUMN "0x%05x ? = 0x%08x\n", offset, value);
}

static bool tells_tiling(const struct disasm *d, enum lint_register_kind kind)
{
	return kind == LINT_REG_RELOC ||
	       (kind == LINT_REG_TILING && !(d->sub->flags & LINT_FLAG_KEEP_TILING));
}

static void print_register(struct disasm *d, u32 offset, u32 value)
{
	enum r600_cs_class class = d->sub->chip.class;
	const struct lint_register *reg = lint_find_register(class, offset);
	char name[LINT_NAME_BYTES];
	u32 buffer;

	if (!reg) {
		print_unknown_register(d, offset, value);
		return;
	}
	lint_register_name(reg, offset, name);
	fprintf(d->out, LINT_FIELD_COLUMN "0x%05x %s = 0x%08x", offset, name, value);
	lint_print_register(d->out, class, offset, value);
	if (lint_register_kind(reg) == LINT_REG_ADDRESS)
		print_address(d, (u64)value << 8);
	else if (tells_tiling(d, lint_register_kind(reg)) && take_reloc(d, &buffer))
		fprintf(d->out, " (tiling of buffer %u)", buffer);
	fputc('\n', d->out);
}

/* The offset has 16 bits, so nothing overflows. */
static void print_registers(struct disasm *d, u32 space)
{
	u32 i;

	for (i = 1; i < d->len; i++)
		print_register(d, space + ((d->body[0] & 0xffff) + i - 1) * 4, d->body[i]);
}

static void print_config_regs(struct disasm *d)
{
	print_registers(d, LINT_CONFIG_START);
}

static void print_context_regs(struct disasm *d)
{
	print_registers(d, LINT_CONTEXT_START);
}

/* ---- constants and resources ---- */

/* Slots of resources and samplers by stage: Mesa's r600. */
static const struct stage {
	const char *name;
	u16 first_resource;
	u16 first_sampler;
} stages[] = {
	{ "PS", 0, 0 },
	{ "VS", 176, 18 },
	{ "GS", 336, 36 },
	{ "HS", 496, 54 },
	{ "LS", 656, 72 },
	{ "CS", 816, 90 },
	{ "FS", 992, 0xffff },
};

static void print_resource_slot(struct disasm *d, u32 slot)
{
	u32 i = ARRAY_SIZE(stages) - 1;

	while (i && slot < stages[i].first_resource)
		i--;
	fprintf(d->out, LINT_FIELD_COLUMN "resource %u: %s %u\n", slot, stages[i].name,
		slot - stages[i].first_resource);
}

static void print_word(struct disasm *d, u32 word, u32 value, const struct lint_field *fields)
{
	fprintf(d->out, LINT_FIELD_COLUMN "  word %u = 0x%08x", word, value);
	lint_print_fields(d->out, fields, value);
}

/* Type 3 in bits 31:30 of the last word is a vertex resource, 2 a texture. */
#define WORD7_TYPE(word)	((word) >> 30)
#define TYPE_VERTEX		3

static void print_vertex(struct disasm *d, const u32 *words)
{
	u32 i;

	for (i = 0; i < LINT_RESOURCE_WORDS; i++) {
		print_word(d, i, words[i], lint_resource_fields(true, i));
		if (i == 0)
			print_address(d, r600_cs_offset(words[0], words[2]));
		if (i == 1)
			fprintf(d->out, " SIZE=%" PRIu64, (u64)words[1] + 1);
		fputc('\n', d->out);
	}
}

static void print_texture(struct disasm *d, const u32 *words)
{
	u32 i;

	for (i = 0; i < LINT_RESOURCE_WORDS; i++) {
		print_word(d, i, words[i], lint_resource_fields(false, i));
		if (i == 2 || i == 3) {
			fprintf(d->out, " %s", i == 2 ? "BASE_ADDRESS" : "MIP_ADDRESS");
			print_address(d, (u64)words[i] << 8);
		}
		fputc('\n', d->out);
	}
}

static void print_resources(struct disasm *d)
{
	u32 i;

	for (i = 1; d->len - i >= LINT_RESOURCE_WORDS && i < d->len; i += LINT_RESOURCE_WORDS) {
		const u32 *words = &d->body[i];

		print_resource_slot(d, ((d->body[0] & 0xffff) + i - 1) / LINT_RESOURCE_WORDS);
		if (WORD7_TYPE(words[7]) == TYPE_VERTEX)
			print_vertex(d, words);
		else
			print_texture(d, words);
	}
	print_data(d, i);
}

static void print_sampler_slot(struct disasm *d, u32 slot)
{
	u32 i = ARRAY_SIZE(stages) - 1;

	while (i && slot < stages[i].first_sampler)
		i--;
	fprintf(d->out, LINT_FIELD_COLUMN "sampler %u: %s %u\n", slot, stages[i].name,
		slot - stages[i].first_sampler);
}

static void print_samplers(struct disasm *d)
{
	u32 i, word;

	for (i = 1; d->len - i >= LINT_SAMPLER_WORDS && i < d->len; i += LINT_SAMPLER_WORDS) {
		print_sampler_slot(d, ((d->body[0] & 0xffff) + i - 1) / LINT_SAMPLER_WORDS);
		for (word = 0; word < LINT_SAMPLER_WORDS; word++) {
			print_word(d, word, d->body[i + word], lint_sampler_fields(word));
			fputc('\n', d->out);
		}
	}
	print_data(d, i);
}

static void print_constants(struct disasm *d)
{
	fprintf(d->out, LINT_FIELD_COLUMN "from constant %u on\n", d->body[0] & 0xffff);
	print_data(d, 1);
}

static const struct {
	u8 opcode;
	void (*print)(struct disasm *d);
} printers[] = {
	{ 0x68, print_config_regs },
	{ 0x69, print_context_regs },
	{ 0x6b, print_constants },
	{ 0x6c, print_constants },
	{ 0x6d, print_resources },
	{ 0x6e, print_samplers },
	{ 0x6f, print_constants },
};

/* ---- packets ---- */

static void print_payload(struct disasm *d)
{
	u32 opcode = FIELD_GET(PACKET3_OPCODE, d->sub->ib.dw[d->at]);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(printers); i++)
		if (printers[i].opcode == opcode) {
			printers[i].print(d);
			return;
		}
	print_layout(d);
}

static void print_header(const struct disasm *d, u32 header)
{
	const char *name = r600_cs_packet_name(FIELD_GET(PACKET3_OPCODE, header));

	fprintf(d->out, LINT_DWORD_COLUMN, d->at);
	if (name)
		fprintf(d->out, "%s", name);
	else
		fprintf(d->out, "packet 0x%02x", (u32)FIELD_GET(PACKET3_OPCODE, header));
	fprintf(d->out, ", %u dwords%s%s\n", d->len,
		header & PACKET3_COMPUTE ? ", compute" : "",
		header & PACKET3_PREDICATE ? ", predicated" : "");
}

static void print_reloc(const struct disasm *d)
{
	u32 index = d->body[0];

	fprintf(d->out, LINT_DWORD_COLUMN "relocation of buffer %u\n", d->at,
		index / R600_CS_RELOC_ENTRY_DWORDS);
}

/* Returns the dwords of the packet, or 0 if it leads out of the stream. */
static u32 print_type3(struct disasm *d, u32 header)
{
	u32 left = d->sub->ib.n - d->at - 1;

	d->len = FIELD_GET(PACKET_COUNT, header) + 1;
	d->body = &d->sub->ib.dw[d->at + 1];
	if (d->len > left) {
		u32 over = d->len - left;

		print_header(d, header);
		fprintf(d->out, LINT_FIELD_COLUMN "leads over the end by %u dwords\n", over);
		return 0;
	}
	if (is_reloc(d->sub, d->at)) {
		print_reloc(d);
		return R600_CS_RELOC_DWORDS;
	}
	print_header(d, header);
	d->next_reloc = d->at + 1 + d->len;
	print_payload(d);
	return d->len + 1;
}

/* Padding comes in rows, and a row is told once. */
static u32 print_filler(const struct disasm *d, u32 header)
{
	u32 n = 1;

	while (d->at + n < d->sub->ib.n && d->sub->ib.dw[d->at + n] == header)
		n++;
	fprintf(d->out, LINT_DWORD_COLUMN "filler, %u times\n", d->at, n);
	return n;
}

/* Type 0 writes registers; type 1 does not exist. Neither is accepted. */
static u32 print_old(struct disasm *d, u32 header)
{
	u32 type = FIELD_GET(PACKET_TYPE, header);
	u32 n = type ? 1 : FIELD_GET(PACKET_COUNT, header) + 2;

	fprintf(d->out, LINT_DWORD_COLUMN "type %u, header 0x%08x\n", d->at, type, header);
	if (n <= d->sub->ib.n - d->at)
		return n;
	fprintf(d->out, LINT_FIELD_COLUMN "leads over the end by %u dwords\n",
		n - (d->sub->ib.n - d->at));
	return 0;
}

/**
 * lint_disasm_pm4() - show a stream of the GFX and compute engines
 * @sub: the submission
 * @out: where to
 */
void lint_disasm_pm4(const struct lint_submission *sub, FILE *out)
{
	struct disasm d = { .sub = sub, .out = out };
	u32 header, n;

	for (; d.at < sub->ib.n; d.at += n) {
		header = sub->ib.dw[d.at];
		if (FIELD_GET(PACKET_TYPE, header) == 3)
			n = print_type3(&d, header);
		else if (FIELD_GET(PACKET_TYPE, header) == 2)
			n = print_filler(&d, header);
		else
			n = print_old(&d, header);
		if (!n)
			return;
	}
}
