// SPDX-License-Identifier: MIT OR GPL-2.0
/* Addresses as "buffer N + offset": which of the submission's buffers they are in. */

#include <inttypes.h>

#include "disasm.h"

static const char *domain_names(u32 domains)
{
	switch (domains & (R600_CS_DOMAIN_GTT | R600_CS_DOMAIN_VRAM)) {
	case R600_CS_DOMAIN_GTT:
		return "GTT";
	case R600_CS_DOMAIN_VRAM:
		return "VRAM";
	case R600_CS_DOMAIN_GTT | R600_CS_DOMAIN_VRAM:
		return "VRAM or GTT";
	default:
		return "nowhere";
	}
}

static void print_access(const struct r600_cs_buffer *b, FILE *out)
{
	if (b->read_domains)
		fprintf(out, ", read in %s", domain_names(b->read_domains));
	if (b->write_domain)
		fprintf(out, ", written in %s", domain_names(b->write_domain));
}

/**
 * lint_print_in_buffer() - say which buffer and where in it
 * @sub: the submission
 * @buffer: relocation entry
 * @offset: bytes from its start
 * @out: where to
 */
void lint_print_in_buffer(const struct lint_submission *sub, u32 buffer, u64 offset, FILE *out)
{
	fprintf(out, " -> buffer %u + 0x%" PRIx64, buffer, offset);
	if (buffer >= sub->num_buffers)
		return;
	fputs(" (", out);
	if (sub->about[buffer].handle)
		fprintf(out, "handle %u, ", sub->about[buffer].handle);
	if (sub->sizes_known)
		fprintf(out, "%" PRIu64 " bytes", sub->buffers[buffer].size);
	else
		fputs("size unknown", out);
	print_access(&sub->buffers[buffer], out);
	fputc(')', out);
}

/**
 * lint_print_address() - say which buffer an address is in, if it is in one
 * @sub: the submission, whose buffers have addresses
 * @address: on the card or in the address space
 * @out: where to
 */
void lint_print_address(const struct lint_submission *sub, u64 address, FILE *out)
{
	u32 i;

	for (i = 0; i < sub->num_buffers; i++) {
		u64 from = address - sub->about[i].address;

		if (!sub->about[i].address || from >= sub->buffers[i].size)
			continue;
		lint_print_in_buffer(sub, i, from, out);
		return;
	}
}
