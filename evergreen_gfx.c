// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: 3D engine
 *
 * What the VBIOS leaves undone in the shader core, the render backends and the
 * address swizzle that they share with the display and the DMA engines. The
 * resources of a SIMD (registers, wavefronts, branch stack) are split statically
 * between the shader stages before Cayman; Cayman splits registers by itself.
 *
 * How many units there are follows from the chip's row; which of them work is
 * told by fuses. The backend map says which backend draws the pixels of each
 * tile pipe. Clients need it, and the tiling parameters, to lay out surfaces.
 *
 * Values that no document explains are those of the radeon driver in Linux 6.12,
 * which is the source of all facts here. The tiling registers of the video
 * decoder are left alone, as nothing uses it.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/delay.h>
#include <linux/log2.h>

#include "evergreen_device.h"
#include "evergreen_gfx.h"
#include "evergreen_golden.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

/* As long as radeon waits when it has programmed the 3D engine. */
#define PROGRAMMED_SETTLE_US	50

/* ---- which units work ---- */

/* Direct reads and writes of the graphics registers at one shader engine, or all. */
static void select_se(struct evergreen_device *edev, u32 index)
{
	evergreen_write(edev, GRBM_GFX_INDEX, GFX_INSTANCE_BROADCAST | index);
	evergreen_write(edev, RLC_GFX_INDEX, GFX_INSTANCE_BROADCAST | index);
}

static u32 backends_from_fuses(struct evergreen_device *edev)
{
	u32 lo = evergreen_read_indirect(edev, RCU_IND_INDEX, RCU_IND_DATA, RCU_EFUSE_STRAPS_3);
	u32 hi = evergreen_read_indirect(edev, RCU_IND_INDEX, RCU_IND_DATA, RCU_EFUSE_STRAPS_4);

	return FIELD_GET(EFUSE_BACKEND_DISABLE_HI, hi) << 4 |
	       FIELD_GET(EFUSE_BACKEND_DISABLE_LO, lo);
}

/* A bit for each backend that is switched off, four for each shader engine. */
static u32 disabled_backends(struct evergreen_device *edev)
{
	u32 mask = 0;
	u32 se;

	if (edev->chip->features & EVERGREEN_BACKEND_FUSES)
		return backends_from_fuses(edev);

	for (se = 0; se < edev->limits.num_se; se++) {
		select_se(edev, FIELD_PREP(GFX_SE_INDEX, se));
		mask |= FIELD_GET(BACKEND_DISABLE, evergreen_read(edev, CC_RB_BACKEND_DISABLE)) <<
			(4 * se);
	}
	return mask;
}

static u32 count_simds(struct evergreen_device *edev)
{
	u32 all = GENMASK(edev->limits.simds_per_se - 1, 0);
	u32 simds = 0;
	u32 se, off;

	for (se = 0; se < edev->limits.num_se; se++) {
		select_se(edev, FIELD_PREP(GFX_SE_INDEX, se));
		off = FIELD_GET(INACTIVE_SIMDS, evergreen_read(edev, CC_GC_SHADER_PIPE_CONFIG));
		simds += hweight32(all & ~off);
	}
	return simds;
}

/*
 * Spread the tile pipes over the backends that work: each gets its share of
 * pipes, the highest backend the highest pipes, and where that does not come out
 * even the higher backends get one more.
 */
static u32 spread_pipes(u32 pipes, u32 working)
{
	u32 share = pipes / hweight32(working);
	u32 extra = pipes % hweight32(working);
	u32 map = 0;
	u32 n;
	int backend;

	for (backend = fls(working) - 1; backend >= 0; backend--) {
		if (!(working & BIT(backend)))
			continue;
		n = share;
		if (extra) {
			n++;
			extra--;
		}
		while (n--)
			map = map << BACKEND_MAP_WIDTH | backend;
	}
	return map;
}

/*
 * Of the two backends that an APU's chip has, one may be fused off on
 * members that count as having one. All pipes then draw with the other. If the fuses
 * do not tell which, it is the first, and the second on an Aruba.
 */
static u32 map_of_one(const struct evergreen_chip *chip, u32 disabled)
{
	bool second = evergreen_is_cayman(chip) ? !(disabled & BIT(1)) : (disabled & 3) == BIT(0);

	return second ? BACKEND_MAP_ALL_ONE : 0;
}

static void survey_backends(struct evergreen_device *edev)
{
	u32 pipes = BIT(FIELD_GET(NUM_PIPES, edev->chip->gb_addr_config));
	u32 all = GENMASK(edev->limits.backends - 1, 0);
	u32 disabled = disabled_backends(edev);
	u32 working = all & ~disabled;

	/* Some boards have fuses that say so of every backend. */
	if (!working)
		working = all;
	edev->gfx.num_backends = hweight32(working);

	if (edev->limits.backends == 1 && edev->chip->features & EVERGREEN_IGP)
		edev->gfx.backend_map = map_of_one(edev->chip, disabled);
	else
		edev->gfx.backend_map = spread_pipes(pipes, working);
}

/* ---- tiling ---- */

static u32 bank_code(struct evergreen_device *edev)
{
	u32 banks;

	/* APUs have eight banks, whatever the register says. */
	if (edev->chip->features & EVERGREEN_IGP)
		return 1;
	banks = FIELD_GET(NOOFBANK, evergreen_read(edev, MC_ARB_RAMCFG));
	return min(banks, 2U);
}

static void survey_tiling(struct evergreen_device *edev)
{
	u32 config = edev->chip->gb_addr_config;
	u32 banks = bank_code(edev);
	u32 group = evergreen_is_cayman(edev->chip) ? FIELD_GET(PIPE_INTERLEAVE_SIZE, config) : 0;
	u32 row = FIELD_GET(ROW_SIZE, config);

	edev->gfx.tile_config = FIELD_PREP(TILE_CONFIG_PIPES, ilog2(edev->limits.tile_pipes)) |
				FIELD_PREP(TILE_CONFIG_BANKS, banks) |
				FIELD_PREP(TILE_CONFIG_GROUP, group) |
				FIELD_PREP(TILE_CONFIG_ROW, row);
	edev->cs_chip = (struct r600_cs_chip) {
		.class = edev->chip->class,
		.num_backends = evergreen_chip_query_pairs(edev->chip),
		.num_se = edev->limits.num_se,
		.num_pipes = edev->limits.tile_pipes,
		.num_banks = 4 << banks,
		.group_bytes = 256 << group,
	};
}

/* ---- registers ---- */

struct reg_value {
	u32 reg;
	u32 value;
};

static void write_table(struct evergreen_device *edev, const struct reg_value *table, u32 n)
{
	for (; n--; table++)
		evergreen_write(edev, table->reg, table->value);
}

static const struct reg_value common_regs[] = {
	{ GRBM_CNTL, FIELD_PREP_CONST(GRBM_READ_TIMEOUT, 0xff) },
	{ VGT_NUM_INSTANCES, 1 },
	{ CP_PERFMON_CNTL, 0 },
	{
		PA_SC_FORCE_EOV_MAX_CNTS,
		FIELD_PREP_CONST(FORCE_EOV_MAX_CLK_CNT, 4095) |
		FIELD_PREP_CONST(FORCE_EOV_MAX_REZ_CNT, 255)
	},
	{ VGT_GS_VERTEX_REUSE, 16 },
	{ PA_SC_LINE_STIPPLE_STATE, 0 },
	{ PA_CL_ENHANCE, CLIP_VTX_REORDER_ENA | FIELD_PREP_CONST(NUM_CLIP_SEQ, 3) },
};

static const struct reg_value evergreen_regs[] = {
	{ CGTS_SYS_TCC_DISABLE, 0 },
	{ CGTS_TCC_DISABLE, 0 },
	{ CGTS_USER_SYS_TCC_DISABLE, 0 },
	{ CGTS_USER_TCC_DISABLE, 0 },
	{
		CP_QUEUE_THRESHOLDS,
		FIELD_PREP_CONST(ROQ_IB1_START, 0x16) | FIELD_PREP_CONST(ROQ_IB2_START, 0x2b)
	},
	{ CP_MEQ_THRESHOLDS, FIELD_PREP_CONST(STQ_SPLIT, 0x30) },
	{ TA_CNTL_AUX, DISABLE_CUBE_ANISO | SYNC_GRADIENT | SYNC_WALKER | SYNC_ALIGNER },
	{ SPI_CONFIG_CNTL, 0 },
	{ SPI_CONFIG_CNTL_1, FIELD_PREP_CONST(VTX_DONE_DELAY, 4) },
	{ SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, 0 },
	{ PA_SU_LINE_STIPPLE_VALUE, 0 },
	{ VGT_VERTEX_REUSE_BLOCK_CNTL, VERTEX_REUSE_DEPTH },
	{ VGT_OUT_DEALLOC_CNTL, OUT_DEALLOC_DISTANCE },
};

static const struct reg_value cayman_regs[] = {
	{
		CP_MEQ_THRESHOLDS,
		FIELD_PREP_CONST(MEQ1_START, 0x30) | FIELD_PREP_CONST(MEQ2_START, 0x60)
	},
	{
		SPI_CONFIG_CNTL_1,
		FIELD_PREP_CONST(VTX_DONE_DELAY, 4) | CRC_SIMD_ID_WADDR_DISABLE
	},
	{ VGT_OFFCHIP_LDS_BASE, 0 },
	{ SQ_LSTMP_RING_BASE, 0 },
	{ SQ_HSTMP_RING_BASE, 0 },
	{ SQ_ESTMP_RING_BASE, 0 },
	{ SQ_GSTMP_RING_BASE, 0 },
	{ SQ_VSTMP_RING_BASE, 0 },
	{ SQ_PSTMP_RING_BASE, 0 },
	{ TA_CNTL_AUX, DISABLE_CUBE_ANISO },
	{ SQ_GPR_RESOURCE_MGMT_1, FIELD_PREP_CONST(NUM_CLAUSE_TEMP_GPRS, 4) },
	{
		SQ_CONFIG,
		VC_ENABLE | EXPORT_SRC_C | FIELD_PREP_CONST(SQ_GFX_PRIO, 0) |
		FIELD_PREP_CONST(SQ_CS1_PRIO, 0) | FIELD_PREP_CONST(SQ_CS2_PRIO, 1)
	},
	{ SQ_DYN_GPR_CNTL_PS_FLUSH_REQ, DYN_GPR_ENABLE },
};

/* Everybody who computes addresses in tiled surfaces has to do it alike; see dma_start(), too. */
static void program_tiling(struct evergreen_device *edev)
{
	u32 config = edev->chip->gb_addr_config;

	evergreen_write(edev, GB_ADDR_CONFIG, config);
	evergreen_write(edev, DMIF_ADDR_CONFIG, config);
	if (edev->chip->features & EVERGREEN_DCE6_BLANK)
		evergreen_write(edev, DMIF_ADDR_CALC, config);
	evergreen_write(edev, HDP_ADDR_CONFIG, config);
	evergreen_write(edev, GB_BACKEND_MAP, edev->gfx.backend_map);
}

/* Queues between the blocks; sizes in elements, registers count in fours less one. */
static void program_queues(struct evergreen_device *edev)
{
	const struct evergreen_limits *limits = &edev->limits;
	u32 colors = limits->sx_export / 4;

	evergreen_rmw(edev, SX_DEBUG_1, 0, ENABLE_NEW_SMX_ADDRESS);
	evergreen_rmw(edev, SMX_DC_CTL0, NUMBER_OF_SETS,
		      FIELD_PREP(NUMBER_OF_SETS, limits->sx_sets));
	evergreen_write(edev, SX_EXPORT_BUFFER_SIZES,
			FIELD_PREP(COLOR_BUFFER_SIZE, colors - 1) |
			FIELD_PREP(POSITION_BUFFER_SIZE, colors / 4 - 1) |
			FIELD_PREP(SMX_BUFFER_SIZE, colors * 3 / 4 - 1));
	evergreen_write(edev, PA_SC_FIFO_SIZE,
			FIELD_PREP(SC_PRIM_FIFO_SIZE, limits->prim_fifo) |
			FIELD_PREP(SC_HIZ_TILE_FIFO_SIZE, 0x30) |
			FIELD_PREP(SC_EARLYZ_TILE_FIFO_SIZE, 0x130));
	evergreen_write(edev, SQ_MS_FIFO_SIZES,
			FIELD_PREP(CACHE_FIFO_SIZE, 16 * limits->cf_insts) |
			FIELD_PREP(FETCH_FIFO_HIWATER, 0x4) |
			FIELD_PREP(DONE_FIFO_HIWATER, 0xe0) |
			FIELD_PREP(ALU_UPDATE_FIFO_HIWATER, 0x8));
}

/* Registers of a SIMD, 256 but for those that clauses use as temporaries. */
static void split_gprs(struct evergreen_device *edev)
{
	const u32 temps = 4, gprs = 256 - 2 * temps;

	evergreen_write(edev, SQ_GPR_RESOURCE_MGMT_1,
			FIELD_PREP(NUM_PS_GPRS, gprs * 12 / 32) |
			FIELD_PREP(NUM_VS_GPRS, gprs * 6 / 32) |
			FIELD_PREP(NUM_CLAUSE_TEMP_GPRS, temps));
	evergreen_write(edev, SQ_GPR_RESOURCE_MGMT_2,
			FIELD_PREP(NUM_GS_GPRS, gprs * 4 / 32) |
			FIELD_PREP(NUM_ES_GPRS, gprs * 4 / 32));
	evergreen_write(edev, SQ_GPR_RESOURCE_MGMT_3,
			FIELD_PREP(NUM_HS_GPRS, gprs * 3 / 32) |
			FIELD_PREP(NUM_LS_GPRS, gprs * 3 / 32));
}

/* Wavefronts and branch stack of a SIMD; pixels first, the rest in equal parts. */
static void split_threads(struct evergreen_device *edev)
{
	const struct evergreen_limits *limits = &edev->limits;
	u32 others = round_down((limits->max_threads - limits->ps_threads) / 6, 8);
	u32 stack = limits->stack_entries / 6;
	u32 i;

	evergreen_write(edev, SQ_THREAD_RESOURCE_MGMT,
			FIELD_PREP(NUM_PS_THREADS, limits->ps_threads) |
			FIELD_PREP(NUM_VS_THREADS, others) |
			FIELD_PREP(NUM_GS_THREADS, others) |
			FIELD_PREP(NUM_ES_THREADS, others));
	evergreen_write(edev, SQ_THREAD_RESOURCE_MGMT_2,
			FIELD_PREP(NUM_HS_THREADS, others) |
			FIELD_PREP(NUM_LS_THREADS, others));
	for (i = 0; i < NUM_SQ_STACK_RESOURCE_MGMT; i++)
		evergreen_write(edev, SQ_STACK_RESOURCE_MGMT(i),
				FIELD_PREP(STACK_ENTRIES_LO, stack) |
				FIELD_PREP(STACK_ENTRIES_HI, stack));
}

static void program_caches(struct evergreen_device *edev)
{
	bool vc = edev->chip->features & EVERGREEN_VERTEX_CACHE;

	evergreen_write(edev, VGT_CACHE_INVALIDATION,
			FIELD_PREP(CACHE_INVALIDATION,
				   vc ? INVALIDATE_VC_AND_TC : INVALIDATE_TC) |
			FIELD_PREP(AUTO_INVLD_EN, AUTO_INVLD_ES_AND_GS));
}

/* Context registers that point at memory must not do so before a client says so. */
static void clear_pointers(struct evergreen_device *edev)
{
	u32 i;

	for (i = 0; i < NUM_CB_COLORS; i++)
		evergreen_write(edev, CB_COLOR_BASE(i), 0);
	for (i = 0; i < NUM_CB_SMALL_COLORS; i++)
		evergreen_write(edev, CB_SMALL_COLOR_BASE(i), 0);
	for (i = 0; i < NUM_ALU_CONST_BUFFERS_PS_TO_GS; i++)
		evergreen_write(edev, SQ_ALU_CONST_BUFFER_SIZE_PS(i), 0);
	for (i = 0; i < NUM_ALU_CONST_BUFFERS_HS_TO_LS; i++)
		evergreen_write(edev, SQ_ALU_CONST_BUFFER_SIZE_HS(i), 0);
}

static void program_evergreen(struct evergreen_device *edev)
{
	u32 features = edev->chip->features;

	write_table(edev, evergreen_regs, ARRAY_SIZE(evergreen_regs));
	if (!(features & EVERGREEN_NO_SMX_SAR))
		evergreen_write(edev, SMX_SAR_CTL0, SMX_SAR_CTL0_DEFAULT);
	evergreen_rmw(edev, SQ_CONFIG,
		      VC_ENABLE | SQ_PS_PRIO | SQ_VS_PRIO | SQ_GS_PRIO | SQ_ES_PRIO,
		      (features & EVERGREEN_VERTEX_CACHE ? VC_ENABLE : 0) | EXPORT_SRC_C |
		      FIELD_PREP(SQ_PS_PRIO, 0) | FIELD_PREP(SQ_VS_PRIO, 1) |
		      FIELD_PREP(SQ_GS_PRIO, 2) | FIELD_PREP(SQ_ES_PRIO, 3));
	split_gprs(edev);
	split_threads(edev);
	clear_pointers(edev);
}

static void program_cayman(struct evergreen_device *edev)
{
	u32 tcc_off = FIELD_PREP(TCC_DISABLE, ~(BIT(edev->limits.num_tcc) - 1) & 0xffff);
	u32 sm_ctrl, i;

	evergreen_write(edev, CGTS_TCC_DISABLE, tcc_off);
	evergreen_write(edev, CGTS_SYS_TCC_DISABLE, tcc_off);
	evergreen_write(edev, CGTS_USER_SYS_TCC_DISABLE, tcc_off);
	evergreen_write(edev, CGTS_USER_TCC_DISABLE, tcc_off);

	/* The shader complex takes over the above when its clocks have been forced on. */
	sm_ctrl = evergreen_read(edev, CGTS_SM_CTRL_REG);
	for (i = 0; i < 16; i++)
		evergreen_write(edev, CGTS_SM_CTRL_REG, CGTS_OVERRIDE);
	evergreen_write(edev, CGTS_SM_CTRL_REG, sm_ctrl);

	write_table(edev, cayman_regs, ARRAY_SIZE(cayman_regs));
}

static void correct_clock_gating(struct evergreen_device *edev)
{
	evergreen_rmw_indirect(edev, CG_IND_INDEX, CG_IND_DATA, CG_CGTT_LOCAL_0,
			       CG_CGTT_LOCAL_0_ARUBA, 0);
	evergreen_rmw_indirect(edev, CG_IND_INDEX, CG_IND_DATA, CG_CGTT_LOCAL_1,
			       CG_CGTT_LOCAL_1_ARUBA, 0);
}

static void program(struct evergreen_device *edev)
{
	u32 i;

	select_se(edev, GFX_SE_BROADCAST);
	write_table(edev, common_regs, ARRAY_SIZE(common_regs));
	program_tiling(edev);
	program_queues(edev);
	program_caches(edev);
	if (evergreen_is_cayman(edev->chip))
		program_cayman(edev);
	else
		program_evergreen(edev);

	for (i = 0; i < NUM_CB_PERF_CTR_SELS; i++)
		evergreen_write(edev, CB_PERF_CTR_SEL(i), 0);
	evergreen_rmw(edev, HDP_MISC_CNTL, 0, HDP_FLUSH_INVALIDATE_CACHE);
	/* Written back as it is: that is what makes it take effect. */
	evergreen_rmw(edev, HDP_HOST_PATH_CNTL, 0, 0);
	udelay(PROGRAMMED_SETTLE_US);

	if (edev->chip->features & EVERGREEN_LOCAL_CLOCK_GATING)
		correct_clock_gating(edev);
}

/**
 * evergreen_gfx_init() - learn what the 3D engine has, and program it
 * @edev: the card, its golden registers applied
 *
 * Fills in evergreen_device.gfx and .cs_chip.
 *
 * Return: 0, or -ENODEV if the card is gone.
 */
int evergreen_gfx_init(struct evergreen_device *edev)
{
	survey_backends(edev);
	edev->gfx.active_simds = count_simds(edev);
	survey_tiling(edev);
	program(edev);
	return evergreen_gone(edev) ? -ENODEV : 0;
}

/**
 * evergreen_gfx_restore() - program the 3D engine again after a reset
 * @edev: the card
 *
 * Return: 0, or -ENODEV if the card is gone.
 */
int evergreen_gfx_restore(struct evergreen_device *edev)
{
	evergreen_golden_apply(edev);
	program(edev);
	return evergreen_gone(edev) ? -ENODEV : 0;
}
