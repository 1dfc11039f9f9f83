// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Patches
 *
 * A check decides before any buffer has an address. What has to change in the stream
 * once the addresses are known is a list of patches: checks add to it, and the caller
 * applies it to the copy that runs.
 */

#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"

/**
 * r600_cs_refuse_patch() - what r600_cs_add_patch() says of one patch too many
 * @run: the run
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_patch(struct r600_cs_run *run)
{
	return r600_cs_refuse(run, "patches", run->res->num_patches, run->res->max_patches,
			      "must fit the caller's list");
}

/* What a CLEAR_STATE of compute is: header and a dummy dword. */
#define R600_CS_CLEAR_STATE		(PACKET3(PACKET3_CLEAR_STATE, 0) | PACKET3_COMPUTE)
#define R600_CS_CLEAR_STATE_DWORDS	2

/**
 * r600_cs_insert_clear_state() - note that a CLEAR_STATE of compute has to be inserted
 * @run: the run
 * @dw: where in the stream, which may be its end
 *
 * Return: 0, or -EINVAL with the report filled in if the caller's list is full.
 */
int r600_cs_insert_clear_state(struct r600_cs_run *run, u32 dw)
{
	run->res->ndw += R600_CS_CLEAR_STATE_DWORDS;
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = dw,
		.kind = R600_CS_PATCH_CLEAR_STATE,
	});
}

/**
 * r600_cs_copy() - copy an accepted stream to where it runs
 * @to: room for r600_cs_result.ndw dwords
 * @ib: the stream, with its patches applied
 * @ndw: its dwords
 * @res: the verdict
 *
 * The packets that the checker inserts change no offset that the stream relies on: they
 * stand in no span of a COND_EXEC.
 */
void r600_cs_copy(u32 *to, const u32 *ib, u32 ndw,
		  const struct r600_cs_result *res)
{
	u32 i, from = 0, inserted = res->ndw - ndw;

	for (i = 0; inserted && i < res->num_patches; i++) {
		const struct r600_cs_patch *patch = &res->patches[i];

		if (patch->kind != R600_CS_PATCH_CLEAR_STATE)
			continue;
		__builtin_memcpy(to, ib + from, (patch->dw - from) * sizeof(*to));
		to += patch->dw - from;
		from = patch->dw;
		*to++ = R600_CS_CLEAR_STATE;
		*to++ = 0;
		inserted -= R600_CS_CLEAR_STATE_DWORDS;
	}
	__builtin_memcpy(to, ib + from, (ndw - from) * sizeof(*to));
}

/**
 * r600_cs_max_patches() - patches that a stream cannot exceed
 * @ndw: its dwords
 *
 * In PM4, a patch needs a dword and the two dwords of its relocation, or it changes
 * one of the seven registers of a target, or four of the twelve dwords that a
 * texture has with its relocations, or four of the eight of a DRAW_INDEX_2 with its
 * relocation, or it puts a packet behind one of two dwords, or makes one of two dwords a NOP.
 * In DMA packets, which have none, the densest is a broadcast: 3 in 7 dwords.
 *
 * Return: an upper bound of r600_cs_result.num_patches.
 */
u32 r600_cs_max_patches(u32 ndw)
{
	return ndw / 2;
}

/* Where bits 39:32 are, of the kinds before R600_CS_PATCH_BASE256: dwords on, and bits. */
static const struct {
	u8 dw;
	u8 shift;
} r600_cs_high[R600_CS_PATCH_BASE256] = {
	[R600_CS_PATCH_LO_HI8] = { 1, 0 },
	[R600_CS_PATCH_VERTEX] = { 2, 0 },
	[R600_CS_PATCH_VERTEX_BYTE] = { 2, 0 },
	[R600_CS_PATCH_DMA_COPY] = { 2, 0 },
	[R600_CS_PATCH_DMA_BROADCAST] = { 3, 0 },
	[R600_CS_PATCH_DMA_FILL] = { 2, 16 },
};

/**
 * r600_cs_patch_offset() - the 40 bits of an address in two dwords
 * @dw: the low one
 * @kind: of the patch, one with a pair of dwords
 *
 * Return: the address.
 */
u64 r600_cs_patch_offset(const u32 *dw, enum r600_cs_patch_kind kind)
{
	u32 high = dw[r600_cs_high[kind].dw] >> r600_cs_high[kind].shift;

	return r600_cs_offset(dw[0], high);
}

/* Bits that no address has stay as they are. */
static void add_address(u32 *dw, enum r600_cs_patch_kind kind, u64 address)
{
	u32 *high = &dw[r600_cs_high[kind].dw];
	u32 shift = r600_cs_high[kind].shift;

	address += r600_cs_patch_offset(dw, kind);
	dw[0] = (u32)address;
	*high = (*high & ~(0xffu << shift)) | (u32)(address >> 32 & 0xff) << shift;
}

static void clear_address(u32 *dw, enum r600_cs_patch_kind kind)
{
	dw[0] = 0;
	dw[r600_cs_high[kind].dw] &= ~(0xffu << r600_cs_high[kind].shift);
}

/**
 * r600_cs_apply() - turn the offsets in a stream into addresses
 * @ib: the stream
 * @patches: what to fill in, in any order, each once
 * @num_patches: how many
 * @addresses: where each buffer starts, a multiple of 4 KiB; the buffer ends
 *             within the card's 40 bits
 *
 * What the checker inserts is left to r600_cs_copy().
 */
void r600_cs_apply(u32 *ib, const struct r600_cs_patch *patches, u32 num_patches,
		   const u64 *addresses)
{
	const struct r600_cs_patch *patch, *end = patches + num_patches;

	for (patch = patches; patch < end; patch++) {
		u32 *dw = &ib[patch->dw];

		if (patch->kind < R600_CS_PATCH_BASE256) {
			if (patch->kind == R600_CS_PATCH_VERTEX_BYTE)
				clear_address(dw, patch->kind);
			if (patch->kind == R600_CS_PATCH_VERTEX ||
			    patch->kind == R600_CS_PATCH_VERTEX_BYTE)
				dw[1] = patch->value;
			add_address(dw, patch->kind, addresses[patch->buffer]);
		} else if (patch->kind == R600_CS_PATCH_BASE256) {
			dw[0] += (u32)(addresses[patch->buffer] >> 8);
		} else if (patch->kind == R600_CS_PATCH_START256) {
			dw[0] = patch->value + (u32)(addresses[patch->buffer] >> 8);
		} else if (patch->kind == R600_CS_PATCH_VALUE) {
			dw[0] = patch->value;
		}
	}
}
