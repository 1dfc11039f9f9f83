// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: programs as text
 *
 * Own text: an instruction, its operands if it is of the ALU, and each field that is not 0 as
 * "name:value"; "@n:" starts the words at address n. asm.c reads it. LLC's text is the same
 * for the ALU but for a few words; it has a form of its own for each kind of the rest, which
 * says less than the word holds.
 */
#include <inttypes.h>
#include <string.h>

#include "../array.h"
#include "isa.h"


/* Names of sources by number; count: they go on in brackets, from index first. */
static const struct {
	const char *name;
	uint16_t sel, count;
} sources[] = {
	{ "T", 0, 128 }, { "KC0", SQ_SRC_KC0, 32 }, { "KC1", SQ_SRC_KC1, 32 }, { "OQA", SQ_SRC_OQA, 0 },
	{ "OQB", SQ_SRC_OQB, 0 }, { "OQAP", SQ_SRC_OQA_POP, 0 }, { "OQBP", SQ_SRC_OQB_POP, 0 },
	{ "LDS_A", SQ_SRC_LDS_A, 0 }, { "LDS_B", SQ_SRC_LDS_B, 0 }, { "TIME_HI", SQ_SRC_TIME_HI, 0 },
	{ "TIME_LO", SQ_SRC_TIME_LO, 0 }, { "MASK_HI", SQ_SRC_MASK_HI, 0 },
	{ "MASK_LO", SQ_SRC_MASK_LO, 0 }, { "HW_WAVE_ID", SQ_SRC_WAVE_ID, 0 },
	{ "SIMD_ID", SQ_SRC_SIMD_ID, 0 }, { "SE_ID", SQ_SRC_SE_ID, 0 },
	{ "HW_THREADGRP_ID", SQ_SRC_GROUP_ID, 0 }, { "WAVE_ID_IN_GRP", SQ_SRC_WAVE_IN_GROUP, 0 },
	{ "NUM_THREADGRP_WAVES", SQ_SRC_GROUP_WAVES, 0 }, { "HW_ALU_ODD", SQ_SRC_ALU_ODD, 0 },
	{ "LOOP_IDX", SQ_SRC_LOOP_IDX, 0 }, { "PARAM_BASE", SQ_SRC_PARAM_BASE, 0 },
	{ "NEW_PRIM_MASK", 0xf1, 0 }, { "PRIM_MASK_HI", 0xf2, 0 }, { "PRIM_MASK_LO", 0xf3, 0 },
	{ "1_DBL_L", SQ_SRC_1_DBL_L, 0 }, { "1_DBL_M", SQ_SRC_1_DBL_M, 0 },
	{ "0_5_DBL_L", SQ_SRC_0_5_DBL_L, 0 }, { "0_5_DBL_M", SQ_SRC_0_5_DBL_M, 0 },
	{ "0.0", SQ_SRC_0, 0 }, { "1.0", SQ_SRC_1, 0 }, { "1", SQ_SRC_1_INT, 0 },
	{ "M_1", SQ_SRC_M_1_INT, 0 }, { "0.5", SQ_SRC_0_5, 0 }, { "literal", SQ_SRC_LITERAL, 0 },
	{ "PV", SQ_SRC_PV, 0 }, { "PS", SQ_SRC_PS, 0 }, { "KC2", SQ_SRC_KC2, 32 },
	{ "KC3", SQ_SRC_KC3, 32 }, { "PARAM", SQ_SRC_PARAM, 32 },
};

const char *sq_source_name(unsigned int sel, int *index)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (sel >= sources[i].sel && sel < sources[i].sel + (sources[i].count ? sources[i].count : 1u)) {
			*index = sources[i].count ? (int)(sel - sources[i].sel) : -1;
			return sources[i].name;
		}
	return NULL;
}

int sq_source_by_name(const char *name, size_t len, unsigned int *count)
{
	for (size_t i = 0; i < ARRAY_SIZE(sources); i++)
		if (strlen(sources[i].name) == len && !memcmp(sources[i].name, name, len)) {
			*count = sources[i].count;
			return sources[i].sel;
		}
	return -1;
}

/* ---- ALU ---- */

static char channel(unsigned int chan)
{
	return "XYZW"[chan & 3];
}

/* Constants have no channel in the text, unless the word names one for nothing. */
static bool has_channel(unsigned int sel)
{
	int index = -1;

	sq_source_name(sel, &index);
	return index >= 0 || sel == SQ_SRC_LITERAL || sel == SQ_SRC_PV;
}

static void print_source(FILE *out, const struct sq_alu *alu, unsigned int s, enum sq_style style)
{
	unsigned int sel = alu->src[s].sel, chan = alu->src[s].chan;
	const char *bar = alu->src[s].abs ? "|" : "";
	int index = -1;
	const char *name = sq_source_name(sel, &index);

	fprintf(out, "%s%s%s", alu->src[s].neg ? "-" : "", bar, name);
	if (index >= 0)
		fprintf(out, sel < 128 ? "%d" : "[%d]", index);
	if (sel == SQ_SRC_LITERAL)
		fprintf(out, ".%c", channel(chan) | 0x20);
	else if (has_channel(sel) || (style == SQ_STYLE_OWN && chan))
		fprintf(out, ".%c", channel(chan));
	fprintf(out, "%s%s", bar, alu->src[s].rel ? "+" : "");
}

/* What LLC calls an operation of LDS, by number. */
static const char *const lds_names[64] = {
	[0x00] = "LDS_ADD", [0x01] = "LDS_SUB", [0x09] = "LDS_AND", [0x0a] = "LDS_OR", [0x0b] = "LDS_XOR",
	[0x05] = "LDS_MIN_INT", [0x06] = "LDS_MAX_INT", [0x07] = "LDS_MIN_UINT", [0x08] = "LDS_MAX_UINT",
	[0x0d] = "LDS_WRITE", [0x12] = "LDS_BYTE_WRITE", [0x13] = "LDS_SHORT_WRITE",
	[0x20] = "LDS_ADD_RET", [0x21] = "LDS_SUB_RET", [0x29] = "LDS_AND_RET", [0x2a] = "LDS_OR_RET",
	[0x2b] = "LDS_XOR_RET", [0x25] = "LDS_MIN_INT_RET", [0x26] = "LDS_MAX_INT_RET",
	[0x27] = "LDS_MIN_UINT_RET", [0x28] = "LDS_MAX_UINT_RET", [0x2d] = "LDS_WRXCHG_RET",
	[0x30] = "LDS_CMPST_RET", [0x32] = "LDS_READ_RET", [0x36] = "LDS_BYTE_READ_RET",
	[0x37] = "LDS_UBYTE_READ_RET", [0x38] = "LDS_SHORT_READ_RET", [0x39] = "LDS_USHORT_READ_RET",
};

/* Sources of an operation of LDS are address, data and second data, as far as it has them. */
static unsigned int lds_sources(unsigned int op)
{
	unsigned int kind = op & 0x1f;

	if (op >= 0x32)
		return 1;
	return kind == 0x10 || kind == 0x11 || kind == 0x0c || kind == 0x0f || kind == 0x0e ? 3 : 2;
}

static void llc_lds(FILE *out, const struct sq_alu *alu)
{
	const char *name = lds_names[alu->lds_op];

	fprintf(out, "  %s %s %s", name ? name : "LDS_?", alu->last ? "*" : " ",
		alu->lds_op >= 0x20 ? "OQAP, " : "");
	for (unsigned int s = 0; s < lds_sources(alu->lds_op); s++) {
		if (s)
			fprintf(out, ", ");
		print_source(out, alu, s, SQ_STYLE_LLC);
	}
	fprintf(out, "%s %s\n", lds_sources(alu->lds_op) > 1 ? "," : "", alu->pred_sel == 2 ? "Pred_sel_zero" : alu->pred_sel == 3 ? "Pred_sel_one" : "");
}

static const char *llc_name(const struct sq_op *op)
{
	return op == &sq_ops[SQ_MULHI_UINT] ? "MULHI" : op->name;
}

static void llc_alu(FILE *out, const struct sq_alu *alu)
{
	static const char *const omods[] = { "", " * 2.0", " * 4.0", " / 2.0" };
	static const char *const selected[] = { "", "Pred_sel_1?", "Pred_sel_zero", "Pred_sel_one" };
	static const char *const swizzles[] = {
		"", "BS:VEC_021/SCL_122", "BS:VEC_120/SCL_212", "BS:VEC_102/SCL_221", "BS:VEC_201",
		"BS:VEC_210", "BS:?", "BS:?",
	};

	if (alu->op->form == SQ_FORM_LDS) {
		llc_lds(out, alu);
		return;
	}
	if (!alu->op->operands) {
		fprintf(out, "  %s\n", alu->op->name);
		return;
	}
	fprintf(out, "  %s%s %s ", llc_name(alu->op), alu->clamp ? "_SAT" : "", alu->last ? "*" : " ");
	fprintf(out, "%s%s", alu->update_exec ? "ExecMask," : "", alu->update_pred ? "Pred," : "");
	if (alu->op->flags & SQ_PRED)
		fprintf(out, "PredicateBit");
	else if (alu->op == &sq_ops[SQ_MOVA_INT])
		fprintf(out, "AR.x");
	else
		fprintf(out, "T%u.%c", alu->dst_gpr, channel(alu->dst_chan));
	if (!alu->write_mask)
		fprintf(out, " (MASKED)");
	fprintf(out, "%s%s", alu->dst_rel ? "+" : "", omods[alu->omod]);
	for (unsigned int s = 0; s < alu->op->operands; s++) {
		fprintf(out, ", ");
		print_source(out, alu, s, SQ_STYLE_LLC);
	}
	fprintf(out, ", %s%s%s\n", selected[alu->pred_sel],
		alu->op->form == SQ_FORM_OP2 ? " " : "", swizzles[alu->bank_swizzle]);
}

/* Fields that print_source() and the head of the line have shown. */
static bool is_shown(const struct sq_alu *alu, const char *name)
{
	if (!strncmp(name, "src[", 4) && (unsigned int)(name[4] - '0') < alu->op->operands)
		return true;
	return !strcmp(name, "last") || !strcmp(name, "dst_gpr") || !strcmp(name, "dst_chan") ||
	       !strcmp(name, "dst_rel") || !strcmp(name, "lds_offset");
}

static void print_fields(FILE *out, const void *inst, const struct sq_alu *alu)
{
	const struct sq_op *op = *(const struct sq_op *const *)inst;
	const struct sq_layout *layout = &sq_layouts[op->form];

	for (unsigned int i = 0; i < layout->fields; i++) {
		const struct sq_field *f = &layout->field[i];
		uint32_t value = *sq_field_of((void *)inst, f);

		if (f->shift || (alu && is_shown(alu, f->name) && strcmp(f->name, "lds_offset") != 0))
			continue;
		if (value != (uint32_t)!strcmp(f->name, "write_mask"))
			fprintf(out, " %s:%" PRIu32, f->name, value);
	}
}

static void own_alu(FILE *out, const struct sq_alu *alu)
{
	fprintf(out, "%s%s T%u.%c%s", alu->op->name, alu->last ? " *" : "", alu->dst_gpr,
		channel(alu->dst_chan), alu->dst_rel ? "+" : "");
	for (unsigned int s = 0; s < alu->op->operands; s++) {
		fprintf(out, ", ");
		print_source(out, alu, s, SQ_STYLE_OWN);
	}
	print_fields(out, alu, alu);
}

void sq_print_instruction(FILE *out, const void *inst)
{
	const struct sq_op *op = *(const struct sq_op *const *)inst;

	if (op->form == SQ_FORM_OP2 || op->form == SQ_FORM_OP3 || op->form == SQ_FORM_LDS) {
		own_alu(out, inst);
		return;
	}
	fprintf(out, "%s", op->name);
	print_fields(out, inst, NULL);
}

static void own_line(FILE *out, const void *inst)
{
	fputc('\t', out);
	sq_print_instruction(out, inst);
	fputc('\n', out);
}

static float as_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

/* LLC shows no sign of what is no number. */
static double llc_float(uint32_t bits)
{
	return (bits & 0x7fffffff) > 0x7f800000 ? (double)as_float(bits & 0x7fffffff) : (double)as_float(bits);
}

static void print_literals(FILE *out, const struct sq_group *group, enum sq_style style)
{
	for (unsigned int i = 0; i < group->literals; i += 2) {
		if (style == SQ_STYLE_OWN)
			fprintf(out, "\t0x%08" PRIx32 ", 0x%08" PRIx32 "\t# %g, %g\n", group->literal[i],
				group->literal[i + 1], (double)as_float(group->literal[i]),
				(double)as_float(group->literal[i + 1]));
		else
			fprintf(out, "\t%" PRId32 "(%e), %" PRId32 "(%e)\n", (int32_t)group->literal[i],
				llc_float(group->literal[i]), (int32_t)group->literal[i + 1],
				llc_float(group->literal[i + 1]));
	}
}

/* ---- fetches and control flow in LLC's form ---- */

static void llc_fetch(FILE *out, const struct sq_fetch *f)
{
	static const struct { uint8_t format; const char *name, *channels; } reads[] = {
		{ 0x01, "8", "X" }, { 0x05, "16", "X" }, { 0x0d, "32", "X" }, { 0x1d, "64", "XY" },
		{ 0x22, "128", "XYZW" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		if (f->op == &sq_ops[SQ_VTX_FETCH] && reads[i].format == f->format) {
			fprintf(out, "  VTX_READ_%s T%u.%s, T%u.%c, %u, #%u\n", reads[i].name, f->dst_gpr,
				reads[i].channels, f->src_gpr, channel(f->src_sel[0]), f->offset, f->buffer_id);
			return;
		}
	fprintf(out, "  %s\n", f->op->name);
}

static void llc_window(FILE *out, const struct sq_cf *cf, unsigned int k)
{
	fprintf(out, ", KC%u[", k);
	if (cf->kmode[k])
		fprintf(out, "CB%u:%u-%u", cf->kbank[k], cf->kaddr[k] * 16,
			cf->kaddr[k] * 16 + (cf->kmode[k] == 1 ? 16 : 32));
	fprintf(out, "]");
}

static void llc_rat(FILE *out, const struct sq_cf *cf, enum sq_isa isa)
{
	static const struct { uint8_t inst; const char *name, *channels; } stores[] = {
		{ 0x01, "STORE_TYPED", NULL }, { 0x02, "STORE_RAW", NULL }, { 0x11, "MSKOR", "XW" },
		{ 0x14, "STORE_DWORD", NULL },
	};
	char channels[5] = "";
	const char *name = "?";

	for (unsigned int c = 0, n = 0; c < 4; c++)
		if (cf->comp_mask & 1u << c)
			channels[n++] = "XYZW"[c];
	for (size_t i = 0; i < ARRAY_SIZE(stores); i++)
		if (stores[i].inst == cf->rat_inst) {
			name = stores[i].name;
			if (stores[i].channels)
				snprintf(channels, sizeof(channels), "%s", stores[i].channels);
		}
	fprintf(out, "\t%s %s ", cf->op->name, name);
	if (cf->rat_inst == 1)
		fprintf(out, "RAT(%u), ", cf->rat_id);
	if (cf->rat_inst == 0x14 && strcmp(channels, "X") != 0)
		channels[0] = '\0';
	fprintf(out, "T%u%s%s, T%u.%s", cf->rw_gpr, channels[0] ? "." : "", channels, cf->index_gpr, cf->rat_inst == 1 ? "XYZW" : "X");
	if (isa == SQ_EVERGREEN && cf->rat_inst != 0x11)
		fprintf(out, ", %u", cf->eop);
	fputc('\n', out);
}

static void llc_cf(FILE *out, const struct sq_cf *cf, enum sq_isa isa, bool dead)
{
	if (cf->op->form == SQ_FORM_CF_ALU) {
		fprintf(out, "\t%s %u, @%u", cf->op->name, cf->count, cf->addr);
		llc_window(out, cf, 0);
		llc_window(out, cf, 1);
		fputc('\n', out);
	} else if (cf->op->flags & SQ_FETCHES) {
		fprintf(out, "\t%s %u @%u\n", cf->op->name, cf->count, cf->addr);
	} else if (cf->op->flags & SQ_JUMPS) {
		fprintf(out, "\t%s @%u", cf->op->name, cf->addr);
		if (cf->op == &sq_ops[SQ_JUMP] || cf->op == &sq_ops[SQ_POP] || cf->op == &sq_ops[SQ_ELSE] ||
		    cf->op == &sq_ops[SQ_PUSH])
			fprintf(out, " POP:%u", cf->pop_count);
		fputc('\n', out);
	} else if (cf->op->form == SQ_FORM_CF_RAT) {
		llc_rat(out, cf, isa);
	} else {
		bool end = cf->op == &sq_ops[SQ_NOP] && cf->eop;

		fprintf(out, "\t%s\n", end ? "CF_END" : dead && cf->op == &sq_ops[SQ_NOP] ? "PAD" : cf->op->name);
	}
}

/* ---- programs ---- */

static void print_clause(FILE *out, const struct sq_clause *clause, enum sq_style style)
{
	if (style == SQ_STYLE_OWN)
		fprintf(out, "@%u:\n", clause->at);
	else
		fprintf(out, "\t%s clause starting at %u:\n", clause->alu ? "ALU" : "Fetch", clause->at);
	for (unsigned int i = 0; i < clause->n && !clause->alu; i++) {
		if (style == SQ_STYLE_LLC)
			llc_fetch(out, &clause->fetch[i]);
		else
			own_line(out, &clause->fetch[i]);
	}
	for (unsigned int i = 0; i < clause->n && clause->alu; i++) {
		for (unsigned int k = 0; k < clause->group[i].n; k++)
			if (style == SQ_STYLE_LLC)
				llc_alu(out, &clause->group[i].alu[k]);
			else
				own_line(out, &clause->group[i].alu[k]);
		print_literals(out, &clause->group[i], style);
	}
}

void sq_print(FILE *out, const struct sq_program *program, enum sq_style style)
{
	if (style == SQ_STYLE_OWN)
		fprintf(out, "@0:\n");
	for (unsigned int i = 0; i < program->cfs; i++) {
		if (style == SQ_STYLE_LLC) {
			llc_cf(out, &program->cf[i], program->isa, i >= program->cfs - program->dead);
			continue;
		}
		own_line(out, &program->cf[i]);
	}
	for (unsigned int i = 0; i < program->clauses; i++)
		print_clause(out, &program->clause[i], style);
}
