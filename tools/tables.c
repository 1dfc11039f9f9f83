// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The tables of the checker as text: packets, and registers with their policies.
 * Once for a chip, to be looked at, and once for all, as a page of Documentation.
 */

#include <string.h>

#include "disasm.h"
#include "names.h"
#include "checker/run.h"
#include "tables.h"

/* ---- packets ---- */

static const char *verdict(const struct r600_cs_packet *packet)
{
	if (packet->check)
		return "accepted";
	return packet->refusal ? packet->refusal : "not accepted";
}

static void print_length(const struct r600_cs_packet *packet, FILE *out)
{
	char text[32];

	if (!packet->check)
		snprintf(text, sizeof(text), "-");
	else if (packet->min_dwords == packet->max_dwords)
		snprintf(text, sizeof(text), "%u", packet->min_dwords);
	else if (packet->max_dwords == 0x4000)
		snprintf(text, sizeof(text), "%u +", packet->min_dwords);
	else
		snprintf(text, sizeof(text), "%u to %u", packet->min_dwords, packet->max_dwords);
	fprintf(out, "%-7s", text);
}

static void print_packet(u32 opcode, const struct r600_cs_packet *packet, FILE *out)
{
	fprintf(out, "%02X      %-26s  ", opcode, packet->name);
	print_length(packet, out);
	fprintf(out, "  %s\n", verdict(packet));
}

static void print_packets(FILE *out)
{
	u32 i;

	for (i = 0; i < 256; i++)
		if (r600_cs_packets[i].name)
			print_packet(i, &r600_cs_packets[i], out);
}

/**
 * lint_list_packets() - what a chip's streams may hold
 * @class: its command language
 * @out: where to
 */
void lint_list_packets(enum r600_cs_class class, FILE *out)
{
	fputs("PM4, payload in dwords\n", out);
	print_packets(out);
	fputs("\nDMA, dwords with the header\n", out);
	lint_list_dma_packets(class, out);
}

/* ---- registers ---- */

static const char *space_of(u32 offset)
{
	return offset < LINT_CONFIG_END ? "config" : "context";
}

/* The policies of checker/regs.c are words in capitals with underlines. */
static void print_policy(const char *policy, FILE *out)
{
	for (; *policy; policy++)
		fputc(*policy == '_' ? ' ' : *policy | 0x20, out);
}

static void print_register(const struct lint_register *reg, u32 offset, const char *chips,
			   FILE *out)
{
	char name[LINT_NAME_BYTES];

	lint_register_name(reg, offset, name);
	fprintf(out, "%05x   %-42s  %-7s  ", offset, name, space_of(offset));
	if (chips)
		fprintf(out, "%-9s  ", chips);
	print_policy(reg->policy, out);
	fputc('\n', out);
}

static bool in_list(const struct lint_register *list, const struct lint_register *reg)
{
	while (list->name && list != reg)
		list++;
	return list->name;
}

static const char *chips_of(const struct lint_register *reg)
{
	if (in_list(lint_registers(R600_CS_EVERGREEN, true), reg))
		return "all";
	return in_list(lint_registers(R600_CS_EVERGREEN, false), reg) ? "evergreen" : "cayman";
}

/**
 * lint_list_registers() - what a chip's streams may write, and what not
 * @class: its command language
 * @out: where to
 */
void lint_list_registers(enum r600_cs_class class, FILE *out)
{
	const struct lint_register *reg;
	u32 offset;

	for (offset = LINT_CONFIG_START; offset < LINT_CONTEXT_END; offset += 4) {
		reg = lint_find_register(class, offset);
		if (reg)
			print_register(reg, offset, NULL, out);
	}
}

static void print_all_registers(FILE *out)
{
	const struct lint_register *evergreen, *cayman;
	u32 offset;

	for (offset = LINT_CONFIG_START; offset < LINT_CONTEXT_END; offset += 4) {
		evergreen = lint_find_register(R600_CS_EVERGREEN, offset);
		cayman = lint_find_register(R600_CS_CAYMAN, offset);
		if (evergreen)
			print_register(evergreen, offset, chips_of(evergreen), out);
		if (cayman && cayman != evergreen)
			print_register(cayman, offset, chips_of(cayman), out);
	}
}

/* ---- the page ---- */

static const char page_head[] =
".. SPDX-License-Identifier: MIT OR GPL-2.0\n"
".. Made by make docs-tables; a test compares it with what the checker has.\n"
"\n"
"=====================\n"
"Packets and registers\n"
"=====================\n"
"\n"
"What :doc:`the checker <command-checker>` knows, row by row. ``cs-lint\n"
"--list-packets`` and ``--list-registers`` print the same for one chip.\n"
"\n";

static const char packets_rule[] =
"======  ==========================  =======  ======================================\n";

static const char dma_rule[] =
"======================  ========  =========  ======================================\n";

static const char registers_rule[] =
"======  ==========================================  =======  =========  ===========\n";

static const char registers_head[] =
"offset  register                                    space    chips      policy\n";

static const char registers_text[] =
"Registers\n"
"=========\n"
"\n"
"Policies, and what they accept: DOC block of checker/regs.c. A register that is\n"
"not here is refused. ``evergreen`` are all chips but Cayman and Aruba, ``cayman``\n"
"those two.\n"
"\n";

static void print_packet_page(FILE *out)
{
	fprintf(out, "PM4\n===\n\n%s", packets_rule);
	fprintf(out, "opcode  packet                      payload  verdict\n%s", packets_rule);
	print_packets(out);
	fprintf(out, "%s\n", packets_rule);
}

/**
 * lint_print_tables() - Documentation/registers.rst
 * @out: where to
 */
void lint_print_tables(FILE *out)
{
	fputs(page_head, out);
	print_packet_page(out);
	fprintf(out, "DMA\n===\n\n%s", dma_rule);
	fprintf(out, "packet                  header    dwords     verdict\n%s", dma_rule);
	lint_list_dma_packets(R600_CS_CAYMAN, out);
	fprintf(out, "%s\n%s%s%s%s", dma_rule, registers_text, registers_rule, registers_head,
		registers_rule);
	print_all_registers(out);
	fputs(registers_rule, out);
}
