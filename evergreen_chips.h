/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_CHIPS_H
#define EVERGREEN_CHIPS_H

#include <linux/bits.h>
#include <linux/types.h>

#include "r600_cs_checker.h"

struct evergreen_golden_run;
struct evergreen_variant;

/* The families, in the order of the rows of evergreen_chips.c; 0 is none. */
enum evergreen_family {
	EVERGREEN_CEDAR = 1,
	EVERGREEN_REDWOOD,
	EVERGREEN_JUNIPER,
	EVERGREEN_CYPRESS,
	EVERGREEN_HEMLOCK,
	EVERGREEN_PALM,
	EVERGREEN_SUMO,
	EVERGREEN_SUMO2,
	EVERGREEN_BARTS,
	EVERGREEN_TURKS,
	EVERGREEN_CAICOS,
	EVERGREEN_CAYMAN,
	EVERGREEN_ARUBA,
	EVERGREEN_NUM_FAMILIES,
};

/* Microcode images, in the order in which they are fetched. */
enum evergreen_fw_id {
	EVERGREEN_FW_PFP,
	EVERGREEN_FW_ME,
	EVERGREEN_FW_RLC,
	EVERGREEN_FW_MC,
	EVERGREEN_FW_COUNT,
};

/**
 * struct evergreen_fw_desc - one microcode image
 */
struct evergreen_fw_desc {
	/** @name: file below the firmware directory; NULL if the chip has none */
	const char *name;

	/** @size: its exact length in bytes */
	u32 size;
};

/**
 * struct evergreen_limits - how much of everything a card has
 */
struct evergreen_limits {
	/** @num_se: shader engines */
	u32 num_se;

	/** @num_pipes: shader pipes (INFO answer MAX_PIPES) */
	u32 num_pipes;

	/** @tile_pipes: tile pipes: 1, 2, 4 or 8 */
	u32 tile_pipes;

	/** @simds_per_se: SIMDs of a shader engine */
	u32 simds_per_se;

	/** @backends: render backends of the whole card */
	u32 backends;

	/** @hw_contexts: context register sets that the CP may use */
	u32 hw_contexts;

	/** @num_tcc: texture channel caches (Cayman and Aruba) */
	u32 num_tcc;

	/** @sx_sets: sets of the shader export's cache */
	u32 sx_sets;

	/** @sx_export: positions and colours that the shader export buffers, in elements */
	u32 sx_export;

	/** @cf_insts: control-flow instructions that the sequencer fetches at once */
	u32 cf_insts;

	/** @max_threads: wavefronts of a SIMD to be split between the stages */
	u32 max_threads;

	/** @ps_threads: threads that the pixel stage gets */
	u32 ps_threads;

	/** @stack_entries: branch stack entries to be split between the stages */
	u32 stack_entries;

	/** @prim_fifo: primitives that the scan converter's queue holds */
	u32 prim_fifo;
};

/* Features and needs of a chip; code asks for these, never for a family. */
#define EVERGREEN_IGP			BIT(0)	/* an APU: no memory of its own */
#define EVERGREEN_MEMSIZE_IN_BYTES	BIT(1)	/* CONFIG_MEMSIZE is in bytes, not MiB */
#define EVERGREEN_FUSION_MC		BIT(2)	/* MC registers of Palm, Sumo, Sumo2 */
#define EVERGREEN_VERTEX_CACHE		BIT(3)
#define EVERGREEN_MD_L1_TLB3		BIT(4)	/* a fourth L1 TLB in the memory hub */
#define EVERGREEN_BACKEND_FUSES		BIT(5)	/* disabled backends are known from fuses */
#define EVERGREEN_RLC_LISTS		BIT(6)	/* RLC wants save/restore and clear-state lists */
#define EVERGREEN_RLC_LOAD_BALANCE	BIT(7)
#define EVERGREEN_NO_SMX_SAR		BIT(8)	/* SMX_SAR_CTL0 is left alone */
#define EVERGREEN_LOCAL_CLOCK_GATING	BIT(9)	/* CG_CGTT_LOCAL wants a correction */
#define EVERGREEN_ONE_DAC		BIT(10)	/* the display engine of Barts and later */
#define EVERGREEN_DCE6_BLANK		BIT(11)	/* the display engine of Aruba */
#define EVERGREEN_ACCEL2_ONLY		BIT(12)	/* ACCEL_WORKING is answered with no */
#define EVERGREEN_EIGHT_PAIRS		BIT(13)	/* see evergreen_chip_query_pairs() */
#define EVERGREEN_NO_L0S		BIT(14)	/* its PCIe link stays out of the state L0s */

/* What measures the temperature of the die, see evergreen_sensors.c. */
enum evergreen_thermal {
	EVERGREEN_THERMAL_ASIC,
	EVERGREEN_THERMAL_TS0,
	EVERGREEN_THERMAL_GNB,
	EVERGREEN_THERMAL_SMC,
};

/**
 * struct evergreen_chip - one family
 *
 * Constant. Facts: AMD's radeon driver in Linux.
 */
struct evergreen_chip {
	/** @name: as Mesa and the microcode files spell it */
	const char *name;

	/** @class: command language; also tells Cayman's ring and VM registers */
	enum r600_cs_class class;

	/** @features: EVERGREEN_* bits */
	u32 features;

	/** @num_crtcs: display controllers */
	u8 num_crtcs;

	/** @thermal: which sensor it has */
	enum evergreen_thermal thermal;

	/** @gb_addr_config: GB_ADDR_CONFIG */
	u32 gb_addr_config;

	/** @limits: of the largest member; see evergreen_chip_limits() */
	struct evergreen_limits limits;

	/** @fw: microcode, by enum evergreen_fw_id */
	struct evergreen_fw_desc fw[EVERGREEN_FW_COUNT];

	/** @golden: register corrections, see evergreen_chip_golden() */
	const struct evergreen_golden_run *golden;

	/** @variants: members that have less of something, or NULL */
	const struct evergreen_variant *variants;

	/** @num_variants: entries of @variants */
	u8 num_variants;

	/**
	 * @mc_io_9f: MC_SEQ_IO_DEBUG register 0x9f that goes with the MC image; the others are the
	 * same for all chips
	 */
	u32 mc_io_9f;
};

static inline bool evergreen_is_cayman(const struct evergreen_chip *chip)
{
	return chip->class == R600_CS_CAYMAN;
}

const struct evergreen_chip *evergreen_chip_get(enum evergreen_family family);
const struct evergreen_golden_run *evergreen_chip_golden(const struct evergreen_chip *chip,
							 u16 device);
void evergreen_chip_limits(const struct evergreen_chip *chip, u16 device,
			   struct evergreen_limits *limits);
u32 evergreen_chip_query_pairs(const struct evergreen_chip *chip);

#endif
