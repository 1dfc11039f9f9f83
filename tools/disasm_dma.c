// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: DMA packets as text
 *
 * The DMA engine's language changed three times, so there are four tables of
 * packets and one printer. These chips speak the dialect that is called evergreen
 * here; the others are for dumps of their neighbours, and are not checked.
 *
 * A DMA stream has no relocations in it: addresses take the entries of the list in
 * an order that the checker knows, so its patches tell which buffer is meant.
 */

#include <string.h>

#include <linux/array_size.h>

#include "chips.h"
#include "disasm.h"
#include "checker/run.h"

/* Dwords of data that are shown of a packet. */
#define SHOWN_DATA	16

/* Bits of a dword that have a name. */
struct dma_field {
	u8 dw;
	u8 high;
	u8 low;
	const char *name;
};

/**
 * struct dma_packet - a packet of one dialect
 * @name: NULL ends a table
 * @code: the header, as far as
 * @mask: these bits go
 * @dwords: its length, data not counted
 * @fields: what is in it; the last has no name
 * @count_dw: dword that has the count of data
 * @count_bits: its low bits that are the count; 0 for a packet without data
 */
struct dma_packet {
	const char *name;
	u32 code;
	u32 mask;
	u32 dwords;
	const struct dma_field *fields;
	u32 count_dw;
	u32 count_bits;
};

#include "fields_dma.h"

static const struct {
	const char *name;
	const struct dma_packet *packets;
} dialects[] = {
	[LINT_DMA_R600] = { "r600", r600_packets },
	[LINT_DMA_R700] = { "r700", r700_packets },
	[LINT_DMA_EVERGREEN] = { "evergreen", evergreen_packets },
	[LINT_DMA_CIK] = { "cik", cik_packets },
};

/**
 * lint_dialect() - a dialect by name
 * @name: the name
 * @dialect: out
 *
 * Return: false if there is none.
 */
bool lint_dialect(const char *name, enum lint_dialect *dialect)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(dialects); i++)
		if (!strcmp(name, dialects[i].name)) {
			*dialect = i;
			return true;
		}
	return false;
}

/**
 * struct dma_disasm - a stream on its way to text
 * @sub: the stream
 * @verdict: whose patches are in the order of their dwords within a packet
 * @out: where to
 * @at: dword of the header in hand
 * @next_patch: first patch that is not of a packet before
 */
struct dma_disasm {
	const struct lint_submission *sub;
	const struct lint_verdict *verdict;
	FILE *out;
	u32 at;
	u32 next_patch;
};

static u32 get(u32 value, u32 high, u32 low)
{
	return value >> low & (high - low == 31 ? ~0u : (1u << (high - low + 1)) - 1);
}

/*
 * A packet has three addresses at most, and each is one patch. Patches of a core dump name
 * stand-ins, and its dwords are addresses already.
 */
static const struct r600_cs_patch *patch_at(struct dma_disasm *d, u32 dw)
{
	const struct lint_verdict *v = d->verdict;
	u32 i;

	if (d->sub->no_relocs && d->sub->num_buffers)
		return NULL;
	while (d->next_patch < v->num_patches && v->patches[d->next_patch].dw < d->at)
		d->next_patch++;
	for (i = d->next_patch; i < v->num_patches && i < d->next_patch + 3; i++)
		if (v->patches[i].dw == dw)
			return &v->patches[i];
	return NULL;
}

static void print_patch(struct dma_disasm *d, const struct r600_cs_patch *patch)
{
	const u32 *dw = &d->sub->ib.dw[patch->dw];
	u64 offset = (u64)dw[0] << 8;

	if (patch->kind != R600_CS_PATCH_BASE256)
		offset = r600_cs_patch_offset(dw, patch->kind);
	lint_print_in_buffer(d->sub, patch->buffer, offset, d->out);
}

/* The field that is called like @low, but for _HI at the end. */
static const struct dma_field *high_part(const struct dma_packet *packet,
					 const struct dma_field *low)
{
	size_t stem = strlen(low->name) - strlen("LO");
	const struct dma_field *f;

	for (f = packet->fields; f->name; f++)
		if (strlen(f->name) == stem + 2 && !strncmp(f->name, low->name, stem) &&
		    !strcmp(f->name + stem, "HI"))
			return f;
	return NULL;
}

/* Without patches, but with buffers whose addresses are known. */
static void print_known_address(struct dma_disasm *d, const struct dma_packet *packet,
				const struct dma_field *f, const u32 *dw)
{
	const struct dma_field *high;

	if (strstr(f->name, "BASE_256")) {
		lint_print_address(d->sub, (u64)dw[f->dw] << 8, d->out);
		return;
	}
	high = strstr(f->name, "_LO") ? high_part(packet, f) : NULL;
	if (high)
		lint_print_address(d->sub,
				   (u64)get(dw[high->dw], high->high, high->low) << 32 |
				   (dw[f->dw] >> f->low << f->low), d->out);
}

static void print_field(struct dma_disasm *d, const struct dma_field *f, u32 value)
{
	u32 bits = f->high - f->low + 1;

	if (bits > 22)
		fprintf(d->out, " %s=0x%x", f->name, value >> f->low << f->low);
	else
		fprintf(d->out, " %s=%u", f->name, get(value, f->high, f->low));
}

static void print_dword(struct dma_disasm *d, const struct dma_packet *packet, u32 i)
{
	const u32 *dw = &d->sub->ib.dw[d->at];
	const struct r600_cs_patch *patch = patch_at(d, d->at + i);
	const struct dma_field *f;

	fprintf(d->out, LINT_FIELD_COLUMN "0x%08x", dw[i]);
	for (f = packet->fields; f->name; f++) {
		if (f->dw != i)
			continue;
		print_field(d, f, dw[i]);
		if (!patch)
			print_known_address(d, packet, f, dw);
	}
	if (patch)
		print_patch(d, patch);
	fputc('\n', d->out);
}

static void print_data(struct dma_disasm *d, u32 from, u32 len)
{
	u32 i;

	fprintf(d->out, LINT_FIELD_COLUMN "data");
	for (i = from; i < len && i < from + SHOWN_DATA; i++)
		fprintf(d->out, " %08x", d->sub->ib.dw[d->at + i]);
	fprintf(d->out, i < len ? " and %u more\n" : "\n", len - i);
}

static const struct dma_packet *find_packet(enum lint_dialect dialect, u32 header)
{
	const struct dma_packet *packet;

	for (packet = dialects[dialect].packets; packet->name; packet++)
		if ((header & packet->mask) == packet->code)
			return packet;
	return NULL;
}

static u64 packet_dwords(const struct dma_packet *packet, const u32 *dw, u32 left)
{
	if (!packet->count_bits || packet->count_dw >= left)
		return packet->dwords;
	return (u64)packet->dwords + get(dw[packet->count_dw], packet->count_bits - 1, 0);
}

static u32 print_unknown(const struct dma_disasm *d)
{
	fprintf(d->out, LINT_DWORD_COLUMN "unknown packet, header 0x%08x\n", d->at,
		d->sub->ib.dw[d->at]);
	return 1;
}

/* Of single dwords, a row of equal ones is told once. */
static u32 print_row(const struct dma_disasm *d, const struct dma_packet *packet)
{
	const u32 *dw = &d->sub->ib.dw[d->at];
	u32 n = 1;

	while (d->at + n < d->sub->ib.n && dw[n] == dw[0])
		n++;
	fprintf(d->out, LINT_DWORD_COLUMN "%s, %u times\n", d->at, packet->name, n);
	return n;
}

/* Returns the dwords of the packet, or 0 if it leads out of the stream. */
static u32 print_packet(struct dma_disasm *d, const struct dma_packet *packet)
{
	u32 left = d->sub->ib.n - d->at;
	u64 len = packet_dwords(packet, &d->sub->ib.dw[d->at], left);
	u32 i;

	if (len == 1)
		return print_row(d, packet);
	fprintf(d->out, LINT_DWORD_COLUMN "%s, %u dwords\n", d->at, packet->name, (u32)len);
	if (len > left) {
		fprintf(d->out, LINT_FIELD_COLUMN "leads over the end by %u dwords\n",
			(u32)(len - left));
		return 0;
	}
	for (i = 0; i < packet->dwords; i++)
		print_dword(d, packet, i);
	if (len > packet->dwords)
		print_data(d, packet->dwords, len);
	return len;
}

/**
 * lint_disasm_dma() - show a stream of a DMA engine
 * @sub: the submission
 * @verdict: on it; its patches tell where addresses are
 * @dialect: language
 * @out: where to
 */
void lint_disasm_dma(const struct lint_submission *sub, const struct lint_verdict *verdict,
		     enum lint_dialect dialect, FILE *out)
{
	struct dma_disasm d = { .sub = sub, .verdict = verdict, .out = out };
	const struct dma_packet *packet;
	u32 n;

	for (; d.at < sub->ib.n; d.at += n) {
		packet = find_packet(dialect, sub->ib.dw[d.at]);
		n = packet ? print_packet(&d, packet) : print_unknown(&d);
		if (!n)
			return;
	}
}

/* ---- the list ---- */

/* Refusals of the kind, not of what is in the packet. */
static const char *dma_verdict(enum r600_cs_class class, u32 header)
{
	static struct r600_cs_workspace workspace;
	struct r600_cs_result res = { .workspace = &workspace };
	struct r600_cs_chip chip;
	struct r600_cs_input in = {
		.chip = &chip, .engine = R600_CS_DMA, .ib = &header, .ndw = 1,
	};

	if (!lint_chip(class == R600_CS_CAYMAN ? "cayman" : "cypress", &chip))
		return "not known";
	if (!r600_cs_check(&in, &res))
		return "accepted";
	if (res.report.header != header)
		return "not known";
	return strncmp(res.report.rule, "not accepted", 12) ? "accepted" : res.report.rule;
}

static const char *dma_verdicts(enum r600_cs_class class, u32 header)
{
	const char *verdict = dma_verdict(class, header);

	if (class != R600_CS_CAYMAN || verdict == dma_verdict(R600_CS_EVERGREEN, header))
		return verdict;
	return "accepted, Cayman and Aruba only";
}

/**
 * lint_list_dma_packets() - packets of the dialect that is checked
 * @class: of the chip
 * @out: where to
 */
void lint_list_dma_packets(enum r600_cs_class class, FILE *out)
{
	const struct dma_packet *packet;
	char length[16];

	for (packet = evergreen_packets; packet->name; packet++) {
		snprintf(length, sizeof(length), "%u%s", packet->dwords,
			 packet->count_bits ? " + data" : "");
		fprintf(out, "%-22s  %08x  %-9s  %s\n", packet->name, packet->code, length,
			dma_verdicts(class, packet->code));
	}
}
