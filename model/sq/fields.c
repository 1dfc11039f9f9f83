// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: fields of the shader core's instructions
 *
 * One list of fields for each form of word. Decoder, assembler and the printer of the
 * assembler's text use the same lists, so that they cannot disagree.
 *
 * Sources: AMD's Evergreen and Cayman instruction set guides; positions agree with what llc
 * emits (model/tests/sq_llc.py).
 */
#include <string.h>

#include "../array.h"
#include "isa.h"


#define ANY	SQ_ANY
#define VEC	SQ_VEC
#define TRANS	SQ_TRANS
#define TRANS4	SQ_TRANS4
#define CONVERT	SQ_CONVERT
#define FOUR	SQ_FOUR
#define FLOAT	SQ_FLOAT
#define PRED	SQ_PRED
#define KILLS	SQ_KILLS
#define FETCHES	SQ_FETCHES
#define JUMPS	SQ_JUMPS
#define EG_ONLY	SQ_EG_ONLY
#define CM_ONLY	SQ_CM_ONLY

const struct sq_op sq_ops[SQ_OPCODES] = {
#define SQ_OP(form, number, name, operands, slots, flags, source) \
	{ #name, SQ_FORM_##form, number, operands, slots, flags, source },
#include "ops.h"
#undef SQ_OP
};

#define C(member, at, bits)	{ #member, offsetof(struct sq_cf, member), at, bits, 0 }
#define CN(name, member, at, bits)	{ name, offsetof(struct sq_cf, member), at, bits, 0 }
#define A(member, at, bits)	{ #member, offsetof(struct sq_alu, member), at, bits, 0 }
#define OFFSET(bit, at)		{ "lds_offset", offsetof(struct sq_alu, lds_offset), at, 1, bit }
#define F(member, at, bits)	{ #member, offsetof(struct sq_fetch, member), at, bits, 0 }
#define FN(name, member, at, bits)	{ name, offsetof(struct sq_fetch, member), at, bits, 0 }

static const struct sq_field cf[] = {
	C(addr, 0, 24), C(jumptable, 24, 3), C(pop_count, 32, 3), C(cf_const, 35, 5),
	C(cond, 40, 2),
	C(count, 42, 6), C(vpm, 52, 1), C(eop, 53, 1), C(wqm, 62, 1), C(barrier, 63, 1),
};

static const struct sq_field cf_alu[] = {
	C(addr, 0, 22), CN("kbank0", kbank[0], 22, 4), CN("kbank1", kbank[1], 26, 4),
	CN("kmode0", kmode[0], 30, 2), CN("kmode1", kmode[1], 32, 2), CN("kaddr0", kaddr[0], 34, 8),
	CN("kaddr1", kaddr[1], 42, 8), C(count, 50, 7), C(alt_const, 57, 1), C(wqm, 62, 1),
	C(barrier, 63, 1),
};

static const struct sq_field cf_ext[] = {
	CN("kidx0", kidx[0], 4, 2), CN("kidx1", kidx[1], 6, 2), CN("kidx2", kidx[2], 8, 2),
	CN("kidx3", kidx[3], 10, 2), CN("kbank2", kbank[2], 22, 4), CN("kbank3", kbank[3], 26, 4),
	CN("kmode2", kmode[2], 30, 2), CN("kmode3", kmode[3], 32, 2), CN("kaddr2", kaddr[2], 34, 8),
	CN("kaddr3", kaddr[3], 42, 8), C(barrier, 63, 1),
};

static const struct sq_field cf_export[] = {
	C(array_base, 0, 13),
	C(type, 13, 2), C(rw_gpr, 15, 7), C(rw_rel, 22, 1),
	C(index_gpr, 23, 7), C(elem_size, 30, 2), CN("sel_x", sel[0], 32, 3),
	CN("sel_y", sel[1], 35, 3),
	CN("sel_z", sel[2], 38, 3), CN("sel_w", sel[3], 41, 3),
	C(burst, 48, 4), C(vpm, 52, 1), C(eop, 53, 1),
	C(mark, 62, 1), C(barrier, 63, 1),
};

static const struct sq_field cf_mem[] = {
	C(array_base, 0, 13),
	C(type, 13, 2), C(rw_gpr, 15, 7), C(rw_rel, 22, 1),
	C(index_gpr, 23, 7), C(elem_size, 30, 2), C(array_size, 32, 12), C(comp_mask, 44, 4),
	C(burst, 48, 4), C(vpm, 52, 1), C(eop, 53, 1),
	C(mark, 62, 1), C(barrier, 63, 1),
};

static const struct sq_field cf_rat[] = {
	C(rat_id, 0, 4), C(rat_inst, 4, 6), C(rat_index_mode, 11, 2),
	C(type, 13, 2), C(rw_gpr, 15, 7), C(rw_rel, 22, 1),
	C(index_gpr, 23, 7), C(elem_size, 30, 2), C(array_size, 32, 12),
	C(comp_mask, 44, 4),
	C(burst, 48, 4), C(vpm, 52, 1), C(eop, 53, 1),
	C(mark, 62, 1), C(barrier, 63, 1),
};

static const struct sq_field op2[] = {
	A(src[0].sel, 0, 9), A(src[0].rel, 9, 1), A(src[0].chan, 10, 2),
	A(src[1].sel, 13, 9), A(src[1].rel, 22, 1), A(src[1].chan, 23, 2),
	A(index_mode, 26, 3), A(pred_sel, 29, 2), A(last, 31, 1), A(src[0].neg, 12, 1),
	A(src[1].neg, 25, 1), A(src[0].abs, 32, 1), A(src[1].abs, 33, 1),
	A(update_exec, 34, 1), A(update_pred, 35, 1), A(write_mask, 36, 1), A(omod, 37, 2),
	A(bank_swizzle, 50, 3), A(dst_chan, 61, 2),
	A(dst_gpr, 53, 7), A(dst_rel, 60, 1), A(clamp, 63, 1),
};

static const struct sq_field op3[] = {
	A(src[0].sel, 0, 9), A(src[0].rel, 9, 1), A(src[0].chan, 10, 2),
	A(src[1].sel, 13, 9), A(src[1].rel, 22, 1), A(src[1].chan, 23, 2),
	A(index_mode, 26, 3), A(pred_sel, 29, 2), A(last, 31, 1), A(src[0].neg, 12, 1),
	A(src[1].neg, 25, 1), A(src[2].sel, 32, 9), A(src[2].rel, 41, 1), A(src[2].chan, 42, 2),
	A(src[2].neg, 44, 1), A(bank_swizzle, 50, 3), A(dst_chan, 61, 2), A(dst_gpr, 53, 7),
	A(dst_rel, 60, 1), A(clamp, 63, 1),
};

static const struct sq_field lds[] = {
	A(src[0].sel, 0, 9), A(src[0].rel, 9, 1), A(src[0].chan, 10, 2),
	A(src[1].sel, 13, 9), A(src[1].rel, 22, 1), A(src[1].chan, 23, 2),
	A(index_mode, 26, 3), A(pred_sel, 29, 2), A(last, 31, 1), A(src[2].sel, 32, 9),
	A(src[2].rel, 41, 1), A(src[2].chan, 42, 2), A(bank_swizzle, 50, 3), A(dst_chan, 61, 2),
	A(lds_op, 53, 6), OFFSET(0, 59), OFFSET(1, 44), OFFSET(2, 60),
	OFFSET(3, 63), OFFSET(4, 12), OFFSET(5, 25),
};

static const struct sq_field vtx[] = {
	F(type, 5, 2), F(whole_quad, 7, 1), F(buffer_id, 8, 8), F(src_gpr, 16, 7),
	F(src_rel, 23, 1),
	FN("src_sel_x", src_sel[0], 24, 2), F(mega_count, 26, 6), F(dst_gpr, 32, 8),
	FN("dst_sel_x", dst_sel[0], 41, 3), FN("dst_sel_y", dst_sel[1], 44, 3),
	FN("dst_sel_z", dst_sel[2], 47, 3), FN("dst_sel_w", dst_sel[3], 50, 3),
	F(use_const, 53, 1), F(format, 54, 6), F(num_format, 60, 2), F(is_signed, 62, 1),
	F(srf_mode, 63, 1), F(offset, 64, 16), F(endian, 80, 2), F(no_stride, 82, 1),
	F(mega, 83, 1),
	F(alt_const, 84, 1), F(index_mode, 85, 2),
};

static const struct sq_field tex[] = {
	F(inst_mod, 5, 2), F(whole_quad, 7, 1), F(buffer_id, 8, 8), F(src_gpr, 16, 7),
	F(src_rel, 23, 1),
	F(alt_const, 24, 1), F(index_mode, 25, 2), F(sampler_index_mode, 27, 2), F(dst_gpr, 32, 7),
	F(dst_rel, 39, 1),
	FN("dst_sel_x", dst_sel[0], 41, 3), FN("dst_sel_y", dst_sel[1], 44, 3),
	FN("dst_sel_z", dst_sel[2], 47, 3), FN("dst_sel_w", dst_sel[3], 50, 3),
	F(lod_bias, 53, 7), FN("norm_x", coord_type[0], 60, 1),
	FN("norm_y", coord_type[1], 61, 1), FN("norm_z", coord_type[2], 62, 1),
	FN("norm_w", coord_type[3], 63, 1), FN("offset_x", offset_xyz[0], 64, 5),
	FN("offset_y", offset_xyz[1], 69, 5), FN("offset_z", offset_xyz[2], 74, 5),
	F(sampler, 79, 5),
	FN("src_sel_x", src_sel[0], 84, 3), FN("src_sel_y", src_sel[1], 87, 3),
	FN("src_sel_z", src_sel[2], 90, 3), FN("src_sel_w", src_sel[3], 93, 3),
};

static const struct sq_field gds[] = {
	F(mem_op, 8, 3), F(src_gpr, 11, 7), F(src_rel, 18, 2), FN("src_sel_x", src_sel[0], 20, 3),
	FN("src_sel_y", src_sel[1], 23, 3), FN("src_sel_z", src_sel[2], 26, 3), F(dst_gpr, 32, 7),
	F(dst_rel, 39, 2), F(gds_op, 41, 6), F(src2_gpr, 48, 7), F(index_mode, 56, 2),
	F(uav_id, 58, 4),
	F(alloc_consume, 62, 1), F(broadcast, 63, 1), FN("dst_sel_x", dst_sel[0], 64, 3),
	FN("dst_sel_y", dst_sel[1], 67, 3), FN("dst_sel_z", dst_sel[2], 70, 3),
	FN("dst_sel_w", dst_sel[3], 73, 3),
};

static const struct sq_field mem[] = {
	F(elem_size, 5, 2), F(whole_quad, 7, 1), F(mem_op, 8, 3), F(uncached, 11, 1),
	F(indexed, 12, 1),
	FN("src_sel_y", src_sel[1], 13, 2), F(src_gpr, 16, 7), F(src_rel, 23, 1),
	FN("src_sel_x", src_sel[0], 24, 2), F(burst, 26, 4), F(dst_gpr, 32, 7), F(dst_rel, 39, 1),
	FN("dst_sel_x", dst_sel[0], 41, 3), FN("dst_sel_y", dst_sel[1], 44, 3),
	FN("dst_sel_z", dst_sel[2], 47, 3), FN("dst_sel_w", dst_sel[3], 50, 3),
	F(format, 54, 6), F(num_format, 60, 2), F(is_signed, 62, 1), F(srf_mode, 63, 1),
	F(array_base, 64, 13), F(endian, 80, 2), F(array_size, 84, 12),
};

#define LAYOUT(list, words, at, bits)	{ list, ARRAY_SIZE(list), words, at, bits }

const struct sq_layout sq_layouts[SQ_FORMS] = {
	[SQ_FORM_CF] = LAYOUT(cf, 2, 54, 8), [SQ_FORM_CF_ALU] = LAYOUT(cf_alu, 2, 58, 4),
	[SQ_FORM_CF_EXT] = LAYOUT(cf_ext, 2, 58, 4),
	[SQ_FORM_CF_EXPORT] = LAYOUT(cf_export, 2, 54, 8),
	[SQ_FORM_CF_MEM] = LAYOUT(cf_mem, 2, 54, 8), [SQ_FORM_CF_RAT] = LAYOUT(cf_rat, 2, 54, 8),
	[SQ_FORM_OP2] = LAYOUT(op2, 2, 39, 11), [SQ_FORM_OP3] = LAYOUT(op3, 2, 45, 5),
	[SQ_FORM_LDS] = LAYOUT(lds, 2, 45, 5), [SQ_FORM_VTX] = LAYOUT(vtx, 4, 0, 5),
	[SQ_FORM_TEX] = LAYOUT(tex, 4, 0, 5), [SQ_FORM_GDS] = LAYOUT(gds, 4, 0, 5),
	[SQ_FORM_MEM] = LAYOUT(mem, 4, 0, 5),
};

const struct sq_op *sq_op_by_number(enum sq_isa isa, enum sq_form form, unsigned int number)
{
	unsigned int other = isa == SQ_CAYMAN ? SQ_EG_ONLY : SQ_CM_ONLY;

	for (size_t i = 0; i < SQ_OPCODES; i++)
		if (sq_ops[i].form == form && sq_ops[i].number == number && !(sq_ops[i].flags & other))
			return &sq_ops[i];
	return NULL;
}

uint32_t *sq_field_of(void *inst, const struct sq_field *field)
{
	return (uint32_t *)((char *)inst + field->offset);
}

static uint32_t ones(unsigned int bits)
{
	return (uint32_t)((1ull << bits) - 1);
}

/* No field crosses a word of 32 bits. */
void sq_encode(const void *inst, uint32_t words[4])
{
	const struct sq_op *op = *(const struct sq_op *const *)inst;
	const struct sq_layout *layout = &sq_layouts[op->form];

	memset(words, 0, 4 * sizeof(*words));
	words[layout->number_at / 32] = (uint32_t)op->number << layout->number_at % 32;
	for (unsigned int i = 0; i < layout->fields; i++) {
		const struct sq_field *f = &layout->field[i];
		uint32_t value = *sq_field_of((void *)inst, f) >> f->shift & ones(f->bits);

		words[f->at / 32] |= value << f->at % 32;
	}
}

bool sq_decode_fields(void *inst, const struct sq_op *op, const uint32_t *words)
{
	const struct sq_layout *layout = &sq_layouts[op->form];
	uint32_t left[4];

	*(const struct sq_op **)inst = op;
	memcpy(left, words, layout->words * sizeof(*left));
	left[layout->number_at / 32] &= ~(ones(layout->number_bits) << layout->number_at % 32);
	for (unsigned int i = 0; i < layout->fields; i++) {
		const struct sq_field *f = &layout->field[i];
		uint32_t value = words[f->at / 32] >> f->at % 32 & ones(f->bits);

		*sq_field_of(inst, f) |= value << f->shift;
		left[f->at / 32] &= ~(ones(f->bits) << f->at % 32);
	}
	for (unsigned int i = 0; i < layout->words; i++)
		if (left[i])
			return false;
	return true;
}
