// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: chips
 *
 * One constant row for each of the 13 families, and small tables for members of
 * a family that have less of something. The rest of the driver asks a row for
 * limits and features and never compares families, so that what is special about
 * a chip can be read in one place.
 *
 * Hemlock is two Cypress chips on one board; each is a PCI function of its own
 * and is driven like a Cypress with Cypress' microcode.
 *
 * Source of the facts: the radeon driver in Linux 6.12 (PCI ids, sizes of the
 * microcode images, limits of the engines).
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/minmax.h>

#include "evergreen_chips.h"
#include "evergreen_golden.h"

/* A member that has less than the largest of its family. */
struct evergreen_variant {
	u16 device;
	u8 simds_per_se;
	bool half_backends;	/* and half the contexts and the export buffer */
	bool golden_small;	/* register corrections of the smaller Arubas */
};

static const struct evergreen_variant sumo_variants[] = {
	{ 0x9647, 4 }, { 0x9648, 3 }, { 0x964a, 4 },
};

/* Trinity and Richland; an id that is not here has six SIMDs. */
static const struct evergreen_variant aruba_variants[] = {
	{ 0x9903, 4 }, { 0x9904, 4 }, { 0x990a, 4 }, { 0x990d, 4 }, { 0x990e, 4 },
	{ 0x9913, 4 }, { 0x9918, 4 },
	{ 0x9919, 3, true, true }, { 0x9990, 3, true, true }, { 0x9991, 3, true, true },
	{ 0x9992, 2, true, true }, { 0x9993, 2, true, true }, { 0x9994, 3, true, true },
	{ 0x9995, 3, true, true }, { 0x9996, 3, true, true }, { 0x9997, 2, true, true },
	{ 0x9998, 2, true, true }, { 0x9999, 6, false, true }, { 0x999a, 3, true, true },
	{ 0x999b, 2, true, true }, { 0x999c, 6, false, true }, { 0x999d, 4, false, true },
	{ 0x99a0, 3, true, true }, { 0x99a2, 2, true, true }, { 0x99a4, 2, true, true },
};

#define FW(cp, rlc, pfp_dw, me_dw, rlc_dw)					\
	[EVERGREEN_FW_PFP] = { "radeon/" cp "_pfp.bin", 4 * (pfp_dw) },		\
	[EVERGREEN_FW_ME] = { "radeon/" cp "_me.bin", 4 * (me_dw) },		\
	[EVERGREEN_FW_RLC] = { "radeon/" rlc "_rlc.bin", 4 * (rlc_dw) }
#define FW_MC(mc, dw)								\
	[EVERGREEN_FW_MC] = { "radeon/" mc "_mc.bin", 4 * (dw) }
#define FW_EVERGREEN(cp, rlc)	FW(cp, rlc, 1120, 1376, 768)
#define FW_CAYMAN(cp, rlc_dw)	FW(cp, cp, 2176, 2176, rlc_dw)

/* The first generation, Cedar to Hemlock. */
#define FEATURES_FIRST								\
	(EVERGREEN_BACKEND_FUSES | EVERGREEN_ACCEL2_ONLY | EVERGREEN_NO_L0S)
#define FEATURES_FUSION								\
	(EVERGREEN_IGP | EVERGREEN_FUSION_MC | EVERGREEN_MEMSIZE_IN_BYTES |	\
	 EVERGREEN_RLC_LISTS)

/* Of a Cypress, and of each of the two on the board of a Hemlock. */
#define CYPRESS_ROW									\
	.class = R600_CS_EVERGREEN,							\
	.features = FEATURES_FIRST | EVERGREEN_VERTEX_CACHE |				\
		    EVERGREEN_MD_L1_TLB3,						\
	.num_crtcs = 6,									\
	.gb_addr_config = 0x02011003,							\
	.limits = {									\
		.num_se = 2, .num_pipes = 4, .tile_pipes = 8,				\
		.simds_per_se = 10, .backends = 8,					\
		.max_threads = 248, .ps_threads = 128, .stack_entries = 512,		\
		.hw_contexts = 8,							\
		.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,	\
	},										\
	.fw = { FW_EVERGREEN("CYPRESS", "CYPRESS") },					\
	.golden = evergreen_golden_cypress

static const struct evergreen_chip evergreen_chips[EVERGREEN_NUM_FAMILIES] = {
	[EVERGREEN_CEDAR] = {
		.name = "CEDAR",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FIRST,
		.num_crtcs = 4,
		.gb_addr_config = 0x02010001,
		.limits = {
			.num_se = 1, .num_pipes = 2, .tile_pipes = 2,
			.simds_per_se = 2, .backends = 1,
			.max_threads = 192, .ps_threads = 96, .stack_entries = 256,
			.hw_contexts = 4,
			.sx_sets = 4, .sx_export = 128, .cf_insts = 1, .prim_fifo = 0x40,
		},
		.fw = { FW_EVERGREEN("CEDAR", "CEDAR") },
		.golden = evergreen_golden_cedar,
	},
	[EVERGREEN_REDWOOD] = {
		.name = "REDWOOD",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FIRST | EVERGREEN_VERTEX_CACHE,
		.num_crtcs = 6,
		.gb_addr_config = 0x02010002,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 4,
			.simds_per_se = 5, .backends = 2,
			.max_threads = 248, .ps_threads = 128, .stack_entries = 256,
			.hw_contexts = 8,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,
		},
		.fw = { FW_EVERGREEN("REDWOOD", "REDWOOD") },
		.golden = evergreen_golden_redwood,
	},
	[EVERGREEN_JUNIPER] = {
		.name = "JUNIPER",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FIRST | EVERGREEN_VERTEX_CACHE |
			    EVERGREEN_MD_L1_TLB3 | EVERGREEN_EIGHT_PAIRS,
		.num_crtcs = 6,
		.thermal = EVERGREEN_THERMAL_TS0,
		.gb_addr_config = 0x02010002,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 4,
			.simds_per_se = 10, .backends = 4,
			.max_threads = 248, .ps_threads = 128, .stack_entries = 512,
			.hw_contexts = 8,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,
		},
		.fw = { FW_EVERGREEN("JUNIPER", "JUNIPER") },
		.golden = evergreen_golden_juniper,
	},
	[EVERGREEN_CYPRESS] = {
		.name = "CYPRESS",
		CYPRESS_ROW,
	},
	[EVERGREEN_HEMLOCK] = {
		.name = "HEMLOCK",
		CYPRESS_ROW,
	},
	[EVERGREEN_PALM] = {
		.name = "PALM",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FUSION,
		.num_crtcs = 2,
		.thermal = EVERGREEN_THERMAL_GNB,
		.gb_addr_config = 0x02010001,
		.limits = {
			.num_se = 1, .num_pipes = 2, .tile_pipes = 2,
			.simds_per_se = 2, .backends = 1,
			.max_threads = 192, .ps_threads = 96, .stack_entries = 256,
			.hw_contexts = 4,
			.sx_sets = 4, .sx_export = 128, .cf_insts = 1, .prim_fifo = 0x40,
		},
		.fw = { FW_EVERGREEN("PALM", "SUMO") },
		.golden = evergreen_golden_palm,
	},
	[EVERGREEN_SUMO] = {
		.name = "SUMO",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FUSION,
		.num_crtcs = 2,
		.thermal = EVERGREEN_THERMAL_GNB,
		.gb_addr_config = 0x02010002,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 4,
			.simds_per_se = 5, .backends = 2,
			.max_threads = 248, .ps_threads = 96, .stack_entries = 256,
			.hw_contexts = 8,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x40,
		},
		.fw = { FW_EVERGREEN("SUMO", "SUMO") },
		.golden = evergreen_golden_sumo,
		.variants = sumo_variants,
		.num_variants = ARRAY_SIZE(sumo_variants),
	},
	[EVERGREEN_SUMO2] = {
		.name = "SUMO2",
		.class = R600_CS_EVERGREEN,
		.features = FEATURES_FUSION,
		.num_crtcs = 2,
		.thermal = EVERGREEN_THERMAL_GNB,
		.gb_addr_config = 0x02010002,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 4,
			.simds_per_se = 2, .backends = 1,
			.max_threads = 248, .ps_threads = 96, .stack_entries = 512,
			.hw_contexts = 4,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x40,
		},
		.fw = { FW_EVERGREEN("SUMO2", "SUMO") },
		.golden = evergreen_golden_sumo2,
	},
	[EVERGREEN_BARTS] = {
		.name = "BARTS",
		.class = R600_CS_EVERGREEN,
		.features = EVERGREEN_VERTEX_CACHE | EVERGREEN_MD_L1_TLB3 |
			    EVERGREEN_NO_SMX_SAR | EVERGREEN_ONE_DAC,
		.num_crtcs = 6,
		.gb_addr_config = 0x02011003,
		.limits = {
			.num_se = 2, .num_pipes = 4, .tile_pipes = 8,
			.simds_per_se = 7, .backends = 8,
			.max_threads = 248, .ps_threads = 128, .stack_entries = 512,
			.hw_contexts = 8,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,
		},
		.fw = { FW_EVERGREEN("BARTS", "BTC"), FW_MC("BARTS", 6024) },
		.golden = evergreen_golden_barts,
		.mc_io_9f = 0x00946a00,
	},
	[EVERGREEN_TURKS] = {
		.name = "TURKS",
		.class = R600_CS_EVERGREEN,
		.features = EVERGREEN_VERTEX_CACHE | EVERGREEN_NO_SMX_SAR |
			    EVERGREEN_ONE_DAC,
		.num_crtcs = 6,
		.gb_addr_config = 0x02010002,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 4,
			.simds_per_se = 6, .backends = 2,
			.max_threads = 248, .ps_threads = 128, .stack_entries = 256,
			.hw_contexts = 8,
			.sx_sets = 4, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,
		},
		.fw = { FW_EVERGREEN("TURKS", "BTC"), FW_MC("TURKS", 6024) },
		.golden = evergreen_golden_turks,
		.mc_io_9f = 0x00936a00,
	},
	[EVERGREEN_CAICOS] = {
		.name = "CAICOS",
		.class = R600_CS_EVERGREEN,
		.features = EVERGREEN_NO_SMX_SAR | EVERGREEN_ONE_DAC,
		.num_crtcs = 4,
		.gb_addr_config = 0x02010001,
		.limits = {
			.num_se = 1, .num_pipes = 2, .tile_pipes = 2,
			.simds_per_se = 2, .backends = 1,
			.max_threads = 192, .ps_threads = 128, .stack_entries = 256,
			.hw_contexts = 4,
			.sx_sets = 4, .sx_export = 128, .cf_insts = 1, .prim_fifo = 0x40,
		},
		.fw = { FW_EVERGREEN("CAICOS", "BTC"), FW_MC("CAICOS", 6024) },
		.golden = evergreen_golden_caicos,
		.mc_io_9f = 0x00916a00,
	},
	[EVERGREEN_CAYMAN] = {
		.name = "CAYMAN",
		.class = R600_CS_CAYMAN,
		.features = EVERGREEN_VERTEX_CACHE | EVERGREEN_ONE_DAC,
		.num_crtcs = 6,
		.gb_addr_config = 0x02011003,
		.limits = {
			.num_se = 2, .num_pipes = 4, .tile_pipes = 8,
			.simds_per_se = 12, .backends = 8,
			.max_threads = 256, .ps_threads = 0, .stack_entries = 512,
			.hw_contexts = 8,
			.sx_sets = 8, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x100,
			.num_tcc = 8,
		},
		.fw = { FW_CAYMAN("CAYMAN", 1024), FW_MC("CAYMAN", 6037) },
		.golden = evergreen_golden_cayman,
		.mc_io_9f = 0x00976b00,
	},
	[EVERGREEN_ARUBA] = {
		.name = "ARUBA",
		.class = R600_CS_CAYMAN,
		.features = EVERGREEN_IGP | EVERGREEN_VERTEX_CACHE | EVERGREEN_RLC_LISTS |
			    EVERGREEN_RLC_LOAD_BALANCE | EVERGREEN_LOCAL_CLOCK_GATING |
			    EVERGREEN_ONE_DAC | EVERGREEN_DCE6_BLANK,
		.num_crtcs = 4,
		.thermal = EVERGREEN_THERMAL_SMC,
		.gb_addr_config = 0x12010001,
		.limits = {
			.num_se = 1, .num_pipes = 4, .tile_pipes = 2,
			.simds_per_se = 6, .backends = 2,
			.max_threads = 256, .ps_threads = 0, .stack_entries = 512,
			.hw_contexts = 8,
			.sx_sets = 8, .sx_export = 256, .cf_insts = 2, .prim_fifo = 0x40,
			.num_tcc = 2,
		},
		.fw = { FW_CAYMAN("ARUBA", 1536) },
		.golden = evergreen_golden_aruba,
		.variants = aruba_variants,
		.num_variants = ARRAY_SIZE(aruba_variants),
	},
};

/**
 * evergreen_chip_get() - the row of a family
 * @family: the family
 *
 * Return: the row, or NULL if there is no such family.
 */
const struct evergreen_chip *evergreen_chip_get(enum evergreen_family family)
{
	if (family >= EVERGREEN_NUM_FAMILIES || !evergreen_chips[family].name)
		return NULL;
	return &evergreen_chips[family];
}

static const struct evergreen_variant *chip_variant(const struct evergreen_chip *chip, u16 device)
{
	u8 i;

	for (i = 0; i < chip->num_variants; i++)
		if (chip->variants[i].device == device)
			return &chip->variants[i];
	return NULL;
}

/**
 * evergreen_chip_golden() - the list of register corrections for a card
 * @chip: its family
 * @device: its PCI device id
 *
 * Return: runs, the last of which is empty.
 */
const struct evergreen_golden_run *evergreen_chip_golden(const struct evergreen_chip *chip,
							 u16 device)
{
	const struct evergreen_variant *variant = chip_variant(chip, device);

	return variant && variant->golden_small ? evergreen_golden_aruba_small : chip->golden;
}

/**
 * evergreen_chip_limits() - how much of everything a card has
 * @chip: its family
 * @device: its PCI device id
 * @limits: out
 *
 * Units that are switched off by fuses are still counted here, see
 * evergreen_gfx_init().
 */
void evergreen_chip_limits(const struct evergreen_chip *chip, u16 device,
			   struct evergreen_limits *limits)
{
	const struct evergreen_variant *variant = chip_variant(chip, device);

	*limits = chip->limits;
	if (!variant)
		return;

	limits->simds_per_se = variant->simds_per_se;
	if (variant->half_backends) {
		limits->backends /= 2;
		limits->hw_contexts /= 2;
		limits->sx_export /= 2;
	}
}

/**
 * evergreen_chip_query_pairs() - places that a query may have, one for each backend
 * @chip: the chip
 *
 * A backend has its place by its number, and on members of a chip that have only one it may
 * be the second: the first is fused off then. On a Juniper, which has four backends,
 * SET_PREDICATION looks at eight places (Mesa, r600_query_fix_enabled_rb_mask()).
 *
 * Return: the number, at least 2.
 */
u32 evergreen_chip_query_pairs(const struct evergreen_chip *chip)
{
	return chip->features & EVERGREEN_EIGHT_PAIRS ? 8 : max_t(u32, chip->limits.backends, 2);
}
