/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Programs of the shader core (SQ) in decoded form. A program is a list of 64-bit control
 * flow words; some of them name clauses of ALU groups or fetches, which lie behind the list.
 * Addresses count 64-bit words from the program's base, as the hardware does.
 *
 * Evergreen's groups have five slots (VLIW5), those of Cayman and Aruba four (VLIW4).
 */
#ifndef SQ_ISA_H
#define SQ_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../gpu.h"

enum sq_isa { SQ_EVERGREEN, SQ_CAYMAN };

/* How an instruction's bits are laid out; tables of fields in decode.c. */
enum sq_form {
	SQ_FORM_CF, SQ_FORM_CF_ALU, SQ_FORM_CF_EXT, SQ_FORM_CF_EXPORT, SQ_FORM_CF_MEM, SQ_FORM_CF_RAT,
	SQ_FORM_OP2, SQ_FORM_OP3, SQ_FORM_LDS,
	SQ_FORM_VTX, SQ_FORM_TEX, SQ_FORM_GDS, SQ_FORM_MEM,
	SQ_FORMS
};

/*
 * Where an ALU operation may be: in any slot; in x, y, z, w; in T, where Cayman, which has
 * none, uses x, y and z (TRANS) or all four (TRANS4) with equal operands; in T, and anywhere
 * on Cayman (CONVERT); in all four at once (FOUR).
 */
enum sq_slots { SQ_ANY, SQ_VEC, SQ_TRANS, SQ_TRANS4, SQ_CONVERT, SQ_FOUR };

/* What the row of an operation says beside that. */
enum {
	SQ_FLOAT = 1,		/* modifiers apply to what it reads and writes */
	SQ_PRED = 2, SQ_KILLS = 4,
	SQ_FETCHES = 8, SQ_JUMPS = 16,
	SQ_EG_ONLY = 32, SQ_CM_ONLY = 64,
};

enum sq_opcode {
#define SQ_OP(form, number, name, operands, slots, flags, source) SQ_##name,
#include "ops.h"
#undef SQ_OP
	SQ_OPCODES
};

struct sq_op {
	const char *name;
	uint8_t form, number, operands, slots, flags, source;
};

extern const struct sq_op sq_ops[SQ_OPCODES];

/* The one with this number, or NULL if this kind of chip has none. */
const struct sq_op *sq_op_by_number(enum sq_isa isa, enum sq_form form, unsigned int number);

/* ---- instructions; a member has the value of the field, or 0 if the form lacks it ---- */

#define SQ_SLOTS	5u
#define SQ_SLOT_T	4u

struct sq_cf {
	const struct sq_op *op;
	uint32_t at;			/* its address */
	uint32_t addr, jumptable, pop_count, cf_const, cond, count, vpm, eop, wqm, barrier;
	uint32_t kbank[4], kmode[4], kaddr[4], kidx[4], alt_const;
	uint32_t array_base, type, rw_gpr, rw_rel, index_gpr, elem_size, sel[4], burst, mark;
	uint32_t array_size, comp_mask, rat_id, rat_inst, rat_index_mode;
	uint32_t clause;		/* index + 1 in the program's list; 0: none */
	bool alone;			/* no neighbour looks at what a pixel fetches by it, see straight.c */
};

struct sq_alu {
	const struct sq_op *op;
	uint32_t slot;
	struct { uint32_t sel, rel, chan, neg, abs; } src[3];
	uint32_t index_mode, pred_sel, last, update_exec, update_pred, write_mask, omod;
	uint32_t bank_swizzle, dst_gpr, dst_rel, dst_chan, clamp, lds_op, lds_offset;
};

struct sq_group {
	uint32_t at;
	unsigned int n, literals;
	struct sq_alu alu[SQ_SLOTS];	/* in the order of the program */
	uint32_t literal[4];
};

struct sq_fetch {
	const struct sq_op *op;
	uint32_t at;
	uint32_t type, whole_quad, buffer_id, src_gpr, src_rel, src_sel[4], mega_count;
	uint32_t dst_gpr, dst_rel, dst_sel[4], use_const, format, num_format, is_signed, srf_mode;
	uint32_t offset, endian, no_stride, mega, alt_const, index_mode;
	uint32_t inst_mod, sampler, sampler_index_mode, lod_bias, coord_type[4], offset_xyz[3];
	uint32_t mem_op, gds_op, src2_gpr, uav_id, alloc_consume, broadcast;
	uint32_t elem_size, uncached, indexed, burst, array_base, array_size;
};

/* Sources of an ALU operation that are no registers. */
enum {
	SQ_SRC_KC0 = 128, SQ_SRC_KC1 = 160, SQ_SRC_KC2 = 256, SQ_SRC_KC3 = 288,
	SQ_SRC_OQA = 0xdb, SQ_SRC_OQB = 0xdc, SQ_SRC_OQA_POP = 0xdd, SQ_SRC_OQB_POP = 0xde,
	SQ_SRC_LDS_A = 0xdf, SQ_SRC_LDS_B = 0xe0, SQ_SRC_TIME_HI = 0xe3, SQ_SRC_TIME_LO = 0xe4,
	SQ_SRC_MASK_HI = 0xe5, SQ_SRC_MASK_LO = 0xe6, SQ_SRC_WAVE_ID = 0xe7, SQ_SRC_SIMD_ID = 0xe8,
	SQ_SRC_SE_ID = 0xe9, SQ_SRC_GROUP_ID = 0xea, SQ_SRC_WAVE_IN_GROUP = 0xeb,
	SQ_SRC_GROUP_WAVES = 0xec, SQ_SRC_ALU_ODD = 0xed, SQ_SRC_LOOP_IDX = 0xee,
	SQ_SRC_PARAM_BASE = 0xf0, SQ_SRC_1_DBL_L = 0xf4, SQ_SRC_1_DBL_M = 0xf5, SQ_SRC_0_5_DBL_L = 0xf6,
	SQ_SRC_0_5_DBL_M = 0xf7, SQ_SRC_0 = 0xf8, SQ_SRC_1 = 0xf9, SQ_SRC_1_INT = 0xfa,
	SQ_SRC_M_1_INT = 0xfb, SQ_SRC_0_5 = 0xfc, SQ_SRC_LITERAL = 0xfd, SQ_SRC_PV = 0xfe,
	SQ_SRC_PS = 0xff, SQ_SRC_PARAM = 0x1c0,
};

/* "T1", "KC0", ... of a source; @index is what stands in brackets behind it, or -1. */
const char *sq_source_name(unsigned int sel, int *index);
/* The first number of the name, and how many follow, or 0: no index. -1: no such name. */
int sq_source_by_name(const char *name, size_t len, unsigned int *count);

/* ---- fields: one list for each form makes and takes bits apart, and names them ---- */

struct sq_field {
	const char *name;
	uint16_t offset;		/* of the member, in its struct */
	uint8_t at, bits, shift;	/* the member's bits from @shift on */
};

struct sq_layout {
	const struct sq_field *field;
	unsigned int fields, words;	/* words: of 32 bits */
	uint8_t number_at, number_bits;
};

extern const struct sq_layout sq_layouts[SQ_FORMS];

uint32_t *sq_field_of(void *inst, const struct sq_field *field);
/* @inst is a struct sq_cf, sq_alu or sq_fetch, with its op. */
void sq_encode(const void *inst, uint32_t words[4]);
/* False: a bit is set that no field has; all fields are filled in. */
bool sq_decode_fields(void *inst, const struct sq_op *op, const uint32_t *words);

/* ---- programs ---- */

struct sq_clause {
	const struct sq_op *op;		/* what calls it */
	uint32_t at, words;		/* words: of 64 bits */
	bool alu;
	unsigned int n;
	struct sq_group *group;		/* n, if alu */
	struct sq_fetch *fetch;		/* n, if not */
};

/* Far more words of control flow than any program has; where they end shows only word by word. */
#define SQ_MOST_FLOW	(1u << 13)

/* Of all clauses that control flow words name: as many as the longest program has. */
#define SQ_MOST_WORDS	(1u << 17)

struct sq_program {
	enum sq_isa isa;
	unsigned int cfs, clauses;
	unsigned int dead;		/* of cfs, the last ones: no way leads there */
	unsigned int room;		/* for so many */
	struct sq_cf *cf;		/* by address */
	struct sq_clause *clause;	/* by address */
};

/* Why a program cannot be: where, and a sentence. */
struct sq_problem {
	uint32_t at;
	uint64_t needs;			/* not 0: there may be more of the program, at least so many words */
	char text[120];
};

void sq_wrong(struct sq_problem *problem, uint32_t at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* False, and @problem says why; else sq_program_free() it. @words has @n 64-bit words. */
bool sq_decode(struct sq_program *program, enum sq_isa isa, const uint32_t *words, size_t n,
	       struct sq_problem *problem);
/* It begins at @entry, as a fetch program may. */
bool sq_decode_from(struct sq_program *program, enum sq_isa isa, const uint32_t *words, size_t n,
		    uint32_t entry, struct sq_problem *problem);
void sq_program_free(struct sq_program *program);

/* Whatever it does with memory is to fetch, and it calls nothing else. */
bool sq_only_reads(const struct sq_program *program);
/* It neither branches nor has anything to do with memory. */
bool sq_only_exports(const struct sq_program *program);
/* Sets members of that name. */
void sq_find_alone(struct sq_program *program);

/* NULL, or why a group cannot read what it wants to, and which of its instructions. */
const char *sq_ports_wrong(const struct sq_group *group, const struct sq_alu **culprit);

bool sq_decode_alu(struct sq_clause *clause, enum sq_isa isa, const uint32_t *words,
		   struct sq_problem *problem);
bool sq_decode_fetches(struct sq_clause *clause, enum sq_isa isa, const uint32_t *words,
		       struct sq_problem *problem);

/* ---- text ---- */

/*
 * Own text has all fields and can be assembled again. LLC's is what llc prints: it leaves
 * fields out, and is there to be compared.
 */
enum sq_style { SQ_STYLE_OWN, SQ_STYLE_LLC };

void sq_print(FILE *out, const struct sq_program *program, enum sq_style style);

/* One instruction in own text, without its literals: a struct sq_cf, sq_alu or sq_fetch. */
void sq_print_instruction(FILE *out, const void *inst);

struct sq_asm_error {
	unsigned int line, column;
	char text[120];
};

/* Words that the caller frees, *n of 64 bits; NULL, and @error says where and what was expected. */
uint32_t *sq_assemble(enum sq_isa isa, const char *text, size_t *n, struct sq_asm_error *error);

#endif
