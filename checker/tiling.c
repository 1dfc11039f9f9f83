// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Tiling that comes from buffers
 *
 * Clients from before RADEON_CS_KEEP_TILING_FLAGS leave it to the kernel to say how
 * surfaces are tiled: what GEM_SET_TILING said goes into their registers
 * and texture resources. A relocation says which buffer that is: the one behind
 * DB_Z_INFO and CB_COLORn_INFO, which streams with the flag do not have, the one
 * behind CB_COLORn_ATTRIB, and the first one of a texture.
 *
 * The fields are filled in before anything is checked, so that all else looks at
 * what the chip will see; each dword that changes is a patch. A buffer without tiling
 * leaves the dword as the client wrote it. The kernel's radeon driver combines what
 * the client wrote with what it fills in; here the latter takes its place. No client
 * is known that writes both.
 *
 * Sources: include/uapi/drm/radeon_drm.h for the flags of a buffer; the kernel's
 * radeon driver for what goes where, and for the places of the fields.
 */

#include <linux/bits.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "surface.h"
#include "tiling.h"

/* &r600_cs_buffer.tiling */
#define BUFFER_MACRO		BIT(0)
#define BUFFER_MICRO		BIT(1)
#define BUFFER_BANK_WIDTH	8
#define BUFFER_BANK_HEIGHT	12
#define BUFFER_ASPECT		16
#define BUFFER_SPLIT		24

/* Where a dword has its fields; 0 if it does not have one. */
static const struct {
	u32 mode;
	u32 split;
	u32 banks;
	u32 bank_width;
	u32 bank_height;
	u32 aspect;
} r600_cs_tiled_dwords[] = {
	[R600_CS_TILED_DB_Z_INFO] = {
		.mode = GENMASK(7, 4),
		.split = GENMASK(10, 8),
		.banks = GENMASK(13, 12),
		.bank_width = GENMASK(17, 16),
		.bank_height = GENMASK(21, 20),
		.aspect = GENMASK(25, 24),
	},
	[R600_CS_TILED_CB_INFO] = { .mode = GENMASK(11, 8) },
	[R600_CS_TILED_CB_ATTRIB] = {
		.split = GENMASK(8, 5),
		.banks = GENMASK(11, 10),
		.bank_width = GENMASK(14, 13),
		.bank_height = GENMASK(17, 16),
		.aspect = GENMASK(20, 19),
	},
	[R600_CS_TILED_TEX_WORD1] = { .mode = GENMASK(31, 28) },
	[R600_CS_TILED_TEX_WORD6] = { .split = GENMASK(31, 29) },
	[R600_CS_TILED_TEX_WORD7] = {
		.banks = GENMASK(17, 16),
		.bank_width = GENMASK(9, 8),
		.bank_height = GENMASK(11, 10),
		.aspect = GENMASK(7, 6),
	},
};

/* @log of 1, 2, 4 or 8; anything else is taken for 1. */
static u32 log_of(u32 tiling, u32 shift)
{
	u32 field = tiling >> shift & 0xf, log;

	for (log = 3; log && field != 1u << log; log--)
		;
	return log;
}

/* The chip's banks as NUM_BANKS, 2 << that. */
static u32 log_banks(const struct r600_cs_chip *chip)
{
	u32 log = 0;

	while (log < 3 && 2u << log < chip->num_banks)
		log++;
	return log;
}

/* A mask of 0 changes nothing; the product moves a field to where its mask begins. */
static u32 put(u32 value, u32 mask, u32 field)
{
	return (value & ~mask) | (field * (mask & -mask) & mask);
}

/**
 * r600_cs_tiled() - what a dword becomes that says how a surface is tiled
 * @chip: the card
 * @which: dword it is
 * @tiling: of the buffer
 * @value: the dword
 *
 * Return: the dword, with what the buffer says.
 */
u32 r600_cs_tiled(const struct r600_cs_chip *chip, enum r600_cs_tiled_dword which,
		  u32 tiling, u32 value)
{
	if (!(tiling & BUFFER_MACRO))
		return tiling & BUFFER_MICRO ?
			put(value, r600_cs_tiled_dwords[which].mode,
			    R600_CS_1D_THIN1) : value;
	value = put(value, r600_cs_tiled_dwords[which].mode,
		    R600_CS_2D_THIN1);
	value = put(value, r600_cs_tiled_dwords[which].split,
		    tiling >> BUFFER_SPLIT & 0xf);
	value = put(value, r600_cs_tiled_dwords[which].banks,
		    log_banks(chip));
	value = put(value, r600_cs_tiled_dwords[which].bank_width,
		    log_of(tiling, BUFFER_BANK_WIDTH));
	value = put(value, r600_cs_tiled_dwords[which].bank_height,
		    log_of(tiling, BUFFER_BANK_HEIGHT));
	return put(value, r600_cs_tiled_dwords[which].aspect,
		   log_of(tiling, BUFFER_ASPECT));
}

/**
 * r600_cs_tile() - a dword says how a surface is tiled, and the buffer knows better
 * @run: the run, of a stream that leaves it to buffers
 * @which: dword it is
 * @dw: payload index of it
 * @buffer: index of the relocation entry
 * @value: the dword; out: what it becomes, for which a patch is noted
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_tile(struct r600_cs_run *run, enum r600_cs_tiled_dword which, u32 dw,
		 u32 buffer, u32 *value)
{
	u32 before = *value;

	*value = r600_cs_tiled(run->in->chip, which,
			       run->in->buffers[buffer].tiling, before);
	if (*value == before)
		return 0;
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw,
		.kind = R600_CS_PATCH_VALUE,
		.buffer = buffer,
		.value = *value,
	});
}
