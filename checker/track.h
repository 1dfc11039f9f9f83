/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_TRACK_H
#define CHECKER_TRACK_H

#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "run.h"

/*
 * Registers whose values the checks of draws depend on. Byte offsets; each
 * array of registers is named by its first.
 */

/* Ring registers, in pairs: base, size. */
#define SQ_ESGS_RING_BASE		0x8c40
#define SQ_ESGS_RING_SIZE		0x8c44
#define SQ_GSVS_RING_BASE		0x8c48
#define SQ_GSVS_RING_SIZE		0x8c4c
#define SQ_ESTMP_RING_BASE		0x8c50
#define SQ_GSTMP_RING_BASE		0x8c58
#define SQ_VSTMP_RING_BASE		0x8c60
#define SQ_PSTMP_RING_BASE		0x8c68
#define SQ_LSTMP_RING_BASE		0x8e10
#define SQ_HSTMP_RING_BASE		0x8e18

/*
 * Banks of registers: the state of draws, that of compute, and the one that they
 * would be together. Until a stream has state of compute, only the first is kept.
 */
#define R600_CS_DRAW			0
#define R600_CS_DISPATCH		1
#define R600_CS_BOTH			2
#define R600_CS_BANKS			3

#define DB_RENDER_CONTROL		0x28000
#define DB_DEPTH_VIEW			0x28008
#define DB_HTILE_DATA_BASE		0x28014
#define PA_SC_SCREEN_SCISSOR_TL		0x28030
#define DB_Z_INFO			0x28040
#define DB_STENCIL_INFO			0x28044
#define DB_Z_READ_BASE			0x28048
#define DB_STENCIL_READ_BASE		0x2804c
#define DB_Z_WRITE_BASE			0x28050
#define DB_STENCIL_WRITE_BASE		0x28054
#define DB_DEPTH_SIZE			0x28058
#define DB_DEPTH_SLICE			0x2805c
#define SQ_ALU_CONST_BUFFER_SIZE_PS_0	0x28140
#define SQ_ALU_CONST_BUFFER_SIZE_VS_0	0x28180
#define SQ_ALU_CONST_BUFFER_SIZE_GS_0	0x281c0
#define PA_SC_WINDOW_SCISSOR_TL		0x28204
#define CB_TARGET_MASK			0x28238
#define CB_SHADER_MASK			0x2823c
#define PA_CL_VS_OUT_CNTL		0x2881c
#define PA_SC_GENERIC_SCISSOR_TL	0x28240
#define CB_BLEND0_CONTROL		0x28780
#define DB_EQAA				0x28804
#define CB_COLOR_CONTROL		0x28808
#define SQ_LSTMP_RING_ITEMSIZE		0x28830
#define SQ_HSTMP_RING_ITEMSIZE		0x28834
#define SQ_PGM_START_PS			0x28840
#define SQ_PGM_START_VS			0x2885c
#define SQ_PGM_START_GS			0x28874
#define SQ_PGM_START_ES			0x2888c
#define SQ_PGM_START_FS			0x288a4
#define SQ_PGM_START_HS			0x288b8
#define SQ_PGM_START_LS			0x288d0
#define SQ_ESGS_RING_ITEMSIZE		0x28900
#define SQ_GSVS_RING_ITEMSIZE		0x28904
#define SQ_GSVS_RING_OFFSET_1		0x2892c	/* to 3 */
#define SQ_ESTMP_RING_ITEMSIZE		0x28908
#define SQ_GSTMP_RING_ITEMSIZE		0x2890c
#define SQ_VSTMP_RING_ITEMSIZE		0x28910
#define SQ_PSTMP_RING_ITEMSIZE		0x28914
#define SQ_ALU_CONST_CACHE_PS_0		0x28940
#define SQ_ALU_CONST_CACHE_VS_0		0x28980
#define SQ_ALU_CONST_CACHE_GS_0		0x289c0
#define VGT_GS_MODE			0x28a40
#define DB_HTILE_SURFACE		0x28abc
#define VGT_STRMOUT_BUFFER_SIZE_0	0x28ad0
#define VGT_STRMOUT_BUFFER_BASE_0	0x28ad8
#define  VGT_STRMOUT_BUFFER_STRIDE	0x10
#define VGT_SHADER_STAGES_EN		0x28b54
#define VGT_STRMOUT_CONFIG		0x28b94
#define VGT_STRMOUT_BUFFER_CONFIG	0x28b98
#define CB_IMMED0_BASE			0x28b9c
#define PA_SC_AA_CONFIG_CAYMAN		0x28be0
#define PA_SC_AA_CONFIG_EVERGREEN	0x28c04
#define CB_COLOR0_BASE			0x28c60
#define  CB_COLOR0_STRIDE		0x3c
#define CB_COLOR8_BASE			0x28e40
#define  CB_COLOR8_STRIDE		0x1c
/* From the base of a target. */
#define  CB_PITCH			0x04
#define  CB_SLICE			0x08
#define  CB_VIEW			0x0c
#define  CB_INFO			0x10
#define  CB_ATTRIB			0x14
#define  CB_DIM				0x18
#define  CB_CMASK			0x1c
#define  CB_CMASK_SLICE			0x20
#define  CB_FMASK			0x24
#define  CB_FMASK_SLICE			0x28
#define SQ_ALU_CONST_CACHE_HS_0		0x28f00
#define SQ_ALU_CONST_CACHE_LS_0		0x28f40
#define SQ_ALU_CONST_BUFFER_SIZE_HS_0	0x28f80
#define SQ_ALU_CONST_BUFFER_SIZE_LS_0	0x28fc0

/* Groups of registers that one check of a draw depends on. */
#define R600_CS_DIRTY_STAGES		BIT(0)
#define R600_CS_DIRTY_RINGS		BIT(1)
#define R600_CS_DIRTY_CONSTANTS		BIT(2)
#define R600_CS_DIRTY_STRMOUT		BIT(3)
#define R600_CS_DIRTY_COLOR		BIT(4)
#define R600_CS_DIRTY_DEPTH		BIT(5)
#define R600_CS_DIRTY_SPILL		BIT(6)
#define R600_CS_DIRTY_ALL		GENMASK(6, 0)

/*
 * Registers that a clean start, and a CLEAR_STATE, leave with a value that is known: the item size
 * of each ring, INFO and IMMED_BASE of each target, the size of each constant buffer, and three
 * more. checker/track.c has the counts. If it were less, ASan would see it in tests/unit.
 */
#define R600_CS_CLEAN_REGS		(R600_CS_SPILL_RINGS + 2 * 12 + 5 * 16 + 3)

/**
 * struct r600_cs_reading - what r600_cs_read_cleared() has changed in a bank
 */
struct r600_cs_reading {
	/** @set: &r600_cs_bank.set */
	u32 set[R600_CS_TRACKED_REGS / 32];

	/** @value: of the clean registers */
	u32 value[R600_CS_CLEAN_REGS];

	/** @origin: of the clean registers */
	u32 origin[R600_CS_CLEAN_REGS];
};

/* checker/track.c */
void r600_cs_track_init(struct r600_cs_run *run);
void r600_cs_track_clear(struct r600_cs_run *run, bool dealloc);
void r600_cs_read_cleared(struct r600_cs_bank *bank, struct r600_cs_reading *left);
void r600_cs_read_left(struct r600_cs_bank *bank, const struct r600_cs_reading *left);
void r600_cs_track_split(struct r600_cs_run *run);
void r600_cs_track_banks(struct r600_cs_run *run, u32 offset, u32 value, u32 origin);
void r600_cs_track_item(struct r600_cs_run *run, u32 offset, u32 value);
void r600_cs_track_final(struct r600_cs_run *run, u32 offset, u32 value);
u32 r600_cs_aa_config(const struct r600_cs_run *run);
bool r600_cs_is_parked(const struct r600_cs_run *run, u32 offset);
int r600_cs_refuse_unset(struct r600_cs_run *run, u32 offset);
int r600_cs_bound(struct r600_cs_run *run, u32 base, u64 size, u32 align,
		  enum r600_cs_direction direction);

/* A draw is checked with the state that it has if compute has none of its own. */
static inline bool r600_cs_draws_in_both(const struct r600_cs_run *run)
{
	return run->draws && run->bank == R600_CS_BOTH;
}

/* Tracked ones of the configuration space are in here; the end is exclusive. */
#define R600_CS_CONFIG_START		0x8c00
#define R600_CS_CONFIG_END		0x8e80
#define R600_CS_CONFIG_REGS		((R600_CS_CONFIG_END - R600_CS_CONFIG_START) / 4)
#define R600_CS_CONTEXT_START		0x28000

/* The caller of this only knows offsets of tracked registers. */
static inline u32 r600_cs_index(u32 offset)
{
	if (offset < R600_CS_CONTEXT_START)
		return (offset - R600_CS_CONFIG_START) / 4;
	return R600_CS_CONFIG_REGS + (offset - R600_CS_CONTEXT_START) / 4;
}

static inline bool r600_cs_bank_has(const struct r600_cs_bank *bank, u32 i)
{
	return bank->set[i / 32] >> i % 32 & 1;
}

/* The same for 16 registers, the first of which is a multiple of that. */
static inline bool r600_cs_bank_has_16(const struct r600_cs_bank *bank, u32 i)
{
	return (bank->set[i / 32] >> i % 32 & 0xffff) == 0xffff;
}

static inline void r600_cs_bank_put(struct r600_cs_bank *bank, u32 i, u32 value, u32 origin)
{
	bank->set[i / 32] |= 1u << i % 32;
	bank->value[i] = value;
	bank->origin[i] = origin;
}

/**
 * r600_cs_mark() - registers that checks depend on have changed
 * @run: the run
 * @dirty: R600_CS_DIRTY_* of these checks
 *
 * Dispatches have nothing to remember before the split, which marks all.
 */
static inline void r600_cs_mark(struct r600_cs_run *run, u32 dirty)
{
	run->dirty[R600_CS_DRAW].own |= dirty;
	if (!run->split)
		return;
	run->dirty[R600_CS_DRAW].both |= dirty;
	run->dirty[R600_CS_DISPATCH].own |= dirty;
	run->dirty[R600_CS_DISPATCH].both |= dirty;
	run->dirty[R600_CS_DRAW].both_cleared |= dirty;
	run->dirty[R600_CS_DISPATCH].own_cleared |= dirty;
	run->dirty[R600_CS_DISPATCH].both_cleared |= dirty;
}

/**
 * r600_cs_track() - a register is written
 * @run: the run
 * @offset: register, in bytes
 * @value: what is written
 * @origin: the relocation that came with it, or where it is in the IB, or 0
 * @dirty: R600_CS_DIRTY_* of the checks that depend on it
 */
static inline void r600_cs_track(struct r600_cs_run *run, u32 offset, u32 value, u32 origin,
				 u32 dirty)
{
	if (run->split)
		r600_cs_track_banks(run, offset, value, origin);
	else
		r600_cs_bank_put(&run->ws->bank[R600_CS_DRAW], r600_cs_index(offset), value, origin);
	r600_cs_mark(run, dirty);
}

/* The bits of registers that follow each other. */
static inline void r600_cs_set_bits(u32 *set, u32 first, u32 count)
{
	u32 some;
	u64 bits;

	for (; count; first += some, count -= some) {
		some = min(count, 32u);
		bits = (u64)(~0u >> (32 - some)) << first % 32;
		set[first / 32] |= (u32)bits;
		if (bits >> 32)
			set[first / 32 + 1] |= bits >> 32;
	}
}

/* A register whose origin nobody asks for is written. */
static inline void r600_cs_put_value(struct r600_cs_bank *bank, u32 i, u32 value)
{
	bank->set[i / 32] |= 1u << i % 32;
	bank->value[i] = value;
}

/* The same for registers that follow each other. */
static inline void r600_cs_put_values(struct r600_cs_bank *bank, u32 first, const u32 *values,
				      u32 count)
{
	u32 *to = &bank->value[first];

	r600_cs_set_bits(bank->set, first, count);
	for (; count >= 2; count -= 2, to += 2, values += 2)
		__builtin_memcpy(to, values, 2 * sizeof(*to));
	if (count)
		*to = *values;
}

/* Each draw asks for a hundred registers, so these have to be short. */
static inline bool r600_cs_is_set(const struct r600_cs_run *run, u32 offset)
{
	return r600_cs_bank_has(&run->ws->bank[run->bank], r600_cs_index(offset));
}

/* Only means something for a register that is set. */
static inline u32 r600_cs_value(const struct r600_cs_run *run, u32 offset)
{
	return run->ws->bank[run->bank].value[r600_cs_index(offset)];
}

/* Where the value came from, for a register that has an origin. */
static inline u32 r600_cs_origin(const struct r600_cs_run *run, u32 offset)
{
	return run->ws->bank[run->bank].origin[r600_cs_index(offset)];
}

/**
 * r600_cs_need() - a draw depends on registers: the stream must have set them
 * @run: the run
 * @offsets: registers, in bytes
 * @count: how many
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
static inline int r600_cs_need(struct r600_cs_run *run, const u32 *offsets, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++)
		if (!r600_cs_is_set(run, offsets[i]))
			return r600_cs_refuse_unset(run, offsets[i]);
	return 0;
}

#endif
