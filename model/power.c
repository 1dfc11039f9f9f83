// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: power, memory timing
 *
 * Storage, mostly; PLLs and voltages are in clocks.c. The exception is the handshake of
 * the video PLL, which stock drivers wait for: both acknowledge bits follow the request
 * bit.
 *
 * The sensor shows a constant temperature. Cards have it in half degrees; Juniper has
 * what its sensor measures, from 0 on, and what is to be added to that; APUs have
 * degrees, and Aruba eighths of them, from -49 on.
 *
 * Power management firmware (SMC) is accepted and never answers, so dynamic
 * power management fails to start and drivers fall back to fixed clocks.
 * Source of all rows: the kernel's radeon driver.
 */
#include "array.h"
#include "gpu.h"

#define ALL			0xffffffffu
#define UPLL_CTLREQ		(1u << 3)
#define UPLL_CTLACKS		(3u << 30)

/* Of Juniper's sensor, as a VBIOS would have calibrated it: in degrees, signed, 9 bits. */
#define TS0_OFFSET		(-12)
#define GNB_ZERO		(-49)
#define HOT			125

static void write_upll(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	uint32_t acks = value & UPLL_CTLREQ ? UPLL_CTLACKS : 0;

	gpu_reg_set(gpu, reg->offset, (value & ~UPLL_CTLACKS) | acks);
}

static uint32_t asic_status(int celsius)
{
	return ((uint32_t)(2 * celsius) & 0x1ff) << 16;
}

static uint32_t read_thermal(struct gpu *gpu, const struct gpu_reg *reg)
{
	bool hot = gpu_fault_hit(gpu, "hot");

	return hot ? asic_status(HOT) : gpu_reg_get(gpu, reg->offset);
}

static const struct gpu_reg power_regs[] = {
	{ 0x0718, "CG_UPLL_FUNC_CNTL", 0, ~UPLL_CTLACKS, SRC_KERNEL, .write = write_upll },
	{ 0x0120, "GFX_INT_REQ", 0, ALL, SRC_KERNEL },
	{ 0x0124, "GFX_INT_STATUS", 0, ALL, SRC_KERNEL },
	{ 0x0208, "SMC_IO", 0, ALL, SRC_KERNEL },
	{ 0x020c, "SMC_MSG", 0, ALL, SRC_KERNEL },
	{ 0x0218, "SMC_ISR_FFD8_FFDB", 0, ALL, SRC_KERNEL },
	{ 0x0220, "SMC_INT_REQ", 0, ALL, SRC_KERNEL },
	{ 0x022c, "SMC_MESSAGE_0", 0, ALL, SRC_KERNEL },
	{ 0x0230, "SMC_RESP_0", 0, ALL, SRC_KERNEL },
	{ 0x0610, "SPLL_CNTL_MODE", 0, ALL, SRC_KERNEL },
	{ 0x0620, "CG_ECLK_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0640, "CG_TPC", 0, ALL, SRC_KERNEL },
	{ 0x0644, "SCLK_PWRMGT_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0648, "MCLK_PWRMGT_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x064c, "DLL_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0654, "MPLL_TIME", 0, ALL, SRC_KERNEL },
	{ 0x0660, "CG_CLKPIN_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x066c, "TARGET_AND_CURRENT_PROFILE_INDEX", 0, ALL, SRC_KERNEL },
	{ 0x0670, "GENERAL_PWRMGT", 0, ALL, SRC_KERNEL },
	{ 0x0678, "CG_THERMAL_STATUS", 0, ~0xffu, SRC_KERNEL },
	{ 0x068c, "CG_GCOOR", 0, ALL, SRC_KERNEL },
	{ 0x0690, "CG_FTV", 0, ALL, SRC_KERNEL },
	{ 0x0688, "CG_SCLK_DPM_CTRL_2", 0, ALL, SRC_KERNEL },
	{ 0x0694, "CG_FFCT_n", 0, ALL, SRC_KERNEL, .count = 15 },
	{ 0x06d0, "CG_BSP", 0, ALL, SRC_KERNEL },
	{ 0x06d8, "CG_GIT", 0, ALL, SRC_KERNEL },
	{ 0x06e0, "CG_SCLK_DPM_CTRL_3", 0, ALL, SRC_KERNEL },
	{ 0x06e8, "CG_SSP", 0, ALL, SRC_KERNEL },
	{ 0x0708, "CG_MISC_REG", 0, ALL, SRC_KERNEL },
	{ 0x070c, "CG_ACPI_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0714, "CG_DISPLAY_GAP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x071c, "CG_UPLL_FUNC_CNTL_2", 0, ALL, SRC_KERNEL },
	{ 0x0720, "CG_UPLL_FUNC_CNTL_3", 0, ALL, SRC_KERNEL },
	{ 0x0724, "CG_SCLK_DPM_CTRL_6", 0, ALL, SRC_KERNEL },
	{ 0x0728, "CG_AT_0", 0, ALL, SRC_KERNEL },
	{ 0x072c, "CG_THERMAL_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x0730, "CG_AT_2", 0, ALL, SRC_KERNEL },
	{ 0x0734, "CG_THERMAL_INT", 0, ALL, SRC_KERNEL },
	{ 0x0738, "CG_THERMAL_INT_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x073c, "CG_AT_4", 0, ALL, SRC_KERNEL },
	{ 0x0740, "CG_MULT_THERMAL_STATUS", 0, ~0x07ff0000u, SRC_KERNEL, read_thermal },
	{ 0x0744, "CG_AT_6", 0, ALL, SRC_KERNEL },
	{ 0x0748, "CG_AT_7", 0, ALL, SRC_KERNEL },
	{ 0x0750, "CG_BSP_0", 0, ALL, SRC_KERNEL },
	{ 0x0760, "CG_TS0_STATUS", 0, ~0x3ffu, SRC_KERNEL },
	{ 0x0770, "CG_CG_VOLTAGE_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0780, "CG_ACPI_VOLTAGE_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0788, "CG_DPM_VOLTAGE_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0790, "CG_SPLL_SPREAD_SPECTRUM", 0, ALL, SRC_KERNEL },
	{ 0x0794, "CG_SPLL_SPREAD_SPECTRUM_2", 0, ALL, SRC_KERNEL },
	{ 0x0798, "CG_MPLL_SPREAD_SPECTRUM", 0, ALL, SRC_KERNEL },
	{ 0x079c, "CG_UPLL_SPREAD_SPECTRUM", 0, ALL, SRC_KERNEL },
	{ 0x07ac, "CG_PWR_GATING_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x07d0, "CG_CGTT_LOCAL_0", 0, ALL, SRC_KERNEL },
	{ 0x07d4, "CG_CGTT_LOCAL_1", 0, ALL, SRC_KERNEL },
	{ 0x0818, "DEEP_SLEEP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x081c, "SMC_SCRATCH0", 0, ALL, SRC_KERNEL },
	{ 0x0820, "CG_SCRATCH1", 0, ALL, SRC_KERNEL },
	{ 0x0824, "CG_SCRATCH2", 0, ALL, SRC_KERNEL },
	{ 0x0830, "CG_SCLK_DPM_CTRL_11", 0, ALL, SRC_KERNEL },
	{ 0x0850, "CG_SPLL_FUNC_CNTL_4", 0, ALL, SRC_KERNEL },
	{ 0x0854, "CG_UPLL_FUNC_CNTL_4", 0, ALL, SRC_KERNEL },
	{ 0x085c, "MPLL_SS1", 0, ALL, SRC_KERNEL },
	{ 0x0860, "MPLL_SS2", 0, ALL, SRC_KERNEL },
	{ 0x088c, "CG_CAC_CTRL", 0, ALL, SRC_KERNEL },
	{ 0x08c0, "SCLK_PSKIP_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x08c8, "CG_ULV_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x08cc, "CG_ULV_PARAMETER", 0, ALL, SRC_KERNEL },
};

/* Memory sequencer and arbiter, without those that rlc.c and mc.c own. */
static const struct gpu_reg memory_regs[] = {
	{ 0x20a0, "MC_CONFIG_MCD", 0, ALL, SRC_KERNEL },
	{ 0x20a4, "MC_CG_CONFIG_MCD", 0, ALL, SRC_KERNEL },
	{ 0x20b8, "MC_HUB_MISC_HUB_CG", 0, ALL, SRC_KERNEL },
	{ 0x20bc, "MC_HUB_MISC_VM_CG", 0, ALL, SRC_KERNEL },
	{ 0x20c0, "MC_HUB_MISC_SIP_CG", 0, ALL, SRC_KERNEL },
	{ 0x2348, "RS_DQ_RD_RET_CONF", 0, ALL, SRC_KERNEL },
	{ 0x2478, "MC_XPB_CLK_GAT", 0, ALL, SRC_KERNEL },
	{ 0x25bc, "MC_CG_CONFIG", 0, ALL, SRC_KERNEL },
	{ 0x2648, "MC_CITF_MISC_RD_CG", 0, ALL, SRC_KERNEL },
	{ 0x264c, "MC_CITF_MISC_WR_CG", 0, ALL, SRC_KERNEL },
	{ 0x2650, "MC_CITF_MISC_VM_CG", 0, ALL, SRC_KERNEL },
	{ 0x2770, "MC_ARB_SQM_RATIO", 0, ALL, SRC_KERNEL },
	{ 0x2774, "MC_ARB_DRAM_TIMING", 0, ALL, SRC_KERNEL },
	{ 0x2778, "MC_ARB_DRAM_TIMING2", 0, ALL, SRC_KERNEL },
	{ 0x27b0, "MC_ARB_RFSH_RATE", 0, ALL, SRC_KERNEL },
	{ 0x27e8, "MC_ARB_CG", 0, ALL, SRC_KERNEL },
	{ 0x27f0, "MC_ARB_DRAM_TIMING_1", 0, ALL, SRC_KERNEL },
	{ 0x27f4, "MC_ARB_DRAM_TIMING_2", 0, ALL, SRC_KERNEL },
	{ 0x27f8, "MC_ARB_DRAM_TIMING_3", 0, ALL, SRC_KERNEL },
	{ 0x27fc, "MC_ARB_DRAM_TIMING2_1", 0, ALL, SRC_KERNEL },
	{ 0x2800, "MC_ARB_DRAM_TIMING2_2", 0, ALL, SRC_KERNEL },
	{ 0x2804, "MC_ARB_DRAM_TIMING2_3", 0, ALL, SRC_KERNEL },
	{ 0x2808, "MC_ARB_BURST_TIME", 0, ALL, SRC_KERNEL },
	{ 0x2884, "MC_CG_DATAPORT", 0, ALL, SRC_KERNEL },
	{ 0x28a0, "MC_SEQ_RAS_TIMING", 0, ALL, SRC_KERNEL },
	{ 0x28a4, "MC_SEQ_CAS_TIMING", 0, ALL, SRC_KERNEL },
	{ 0x28a8, "MC_SEQ_MISC_TIMING", 0, ALL, SRC_KERNEL },
	{ 0x28ac, "MC_SEQ_MISC_TIMING2", 0, ALL, SRC_KERNEL },
	{ 0x28b0, "MC_SEQ_PMG_TIMING", 0, ALL, SRC_KERNEL },
	{ 0x28b4, "MC_SEQ_RD_CTL_D0", 0, ALL, SRC_KERNEL },
	{ 0x28b8, "MC_SEQ_RD_CTL_D1", 0, ALL, SRC_KERNEL },
	{ 0x28bc, "MC_SEQ_WR_CTL_D0", 0, ALL, SRC_KERNEL },
	{ 0x28c0, "MC_SEQ_WR_CTL_D1", 0, ALL, SRC_KERNEL },
	{ 0x28d4, "MC_PMG_AUTO_CFG", 0, ALL, SRC_KERNEL },
	{ 0x2a00, "MC_SEQ_MISC0", 0, ALL, SRC_KERNEL },
	{ 0x2a0c, "MC_PMG_CMD_EMRS", 0, ALL, SRC_KERNEL },
	{ 0x2a54, "MC_SEQ_MISC5", 0, ALL, SRC_KERNEL },
	{ 0x2a58, "MC_SEQ_MISC6", 0, ALL, SRC_KERNEL },
	{ 0x2a64, "MC_SEQ_MISC7", 0, ALL, SRC_KERNEL },
	{ 0x2a68, "MC_SEQ_CG", 0, ALL, SRC_KERNEL },
	{ 0x2a6c, "MC_SEQ_RAS_TIMING_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a70, "MC_SEQ_CAS_TIMING_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a74, "MC_SEQ_MISC_TIMING_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a78, "MC_SEQ_MISC_TIMING2_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a7c, "MC_SEQ_WR_CTL_D0_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a80, "MC_SEQ_WR_CTL_D1_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a84, "MC_SEQ_PMG_CMD_EMRS_LP", 0, ALL, SRC_KERNEL },
	{ 0x2a88, "MC_SEQ_PMG_CMD_MRS_LP", 0, ALL, SRC_KERNEL },
	{ 0x2aac, "MC_PMG_CMD_MRS", 0, ALL, SRC_KERNEL },
	{ 0x2b1c, "MC_SEQ_RD_CTL_D0_LP", 0, ALL, SRC_KERNEL },
	{ 0x2b20, "MC_SEQ_RD_CTL_D1_LP", 0, ALL, SRC_KERNEL },
	{ 0x2b44, "MC_PMG_CMD_MRS1", 0, ALL, SRC_KERNEL },
	{ 0x2b48, "MC_SEQ_PMG_CMD_MRS1_LP", 0, ALL, SRC_KERNEL },
	{ 0x2b4c, "MC_SEQ_PMG_TIMING_LP", 0, ALL, SRC_KERNEL },
	{ 0x2b5c, "MC_PMG_CMD_MRS2", 0, ALL, SRC_KERNEL },
	{ 0x2b60, "MC_SEQ_PMG_CMD_MRS2_LP", 0, ALL, SRC_KERNEL },
};

#define ADD(table) gpu_regs_add(gpu, table, ARRAY_SIZE(table))

static void power_init(struct gpu *gpu, void *state)
{
	(void)state;
	ADD(power_regs);
	ADD(memory_regs);
}

/* Half degrees; the converter has no sign. */
static uint32_t ts0_adc(int celsius)
{
	return celsius > TS0_OFFSET ? (uint32_t)(2 * (celsius - TS0_OFFSET)) & 0x3ff : 0;
}

static void set_sensor(struct gpu *gpu)
{
	int celsius = gpu_config(gpu)->celsius;

	switch (gpu_config(gpu)->chip->sensor) {
	case SENSOR_ASIC:
		gpu_reg_set(gpu, 0x0740, asic_status(celsius));
		break;
	case SENSOR_TS0:
		gpu_reg_set(gpu, 0x072c, ((uint32_t)TS0_OFFSET & 0x1ff) << 5);
		gpu_reg_set(gpu, 0x0760, ts0_adc(celsius));
		break;
	case SENSOR_GNB:
		gpu_reg_set(gpu, 0x0678, (uint32_t)(celsius - GNB_ZERO) & 0xff);
		break;
	case SENSOR_SMC:
		break;
	}
}

uint32_t gpu_smc_temperature(struct gpu *gpu)
{
	const struct gpu_config *config = gpu_config(gpu);

	return config->chip->sensor == SENSOR_SMC ?
	       (uint32_t)(8 * (config->celsius - GNB_ZERO)) & 0x7ff : 0;
}

static void power_reset(struct gpu *gpu, void *state)
{
	(void)state;
	set_sensor(gpu);
}

const struct gpu_block gpu_block_power = {
	.name = "power",
	.init = power_init,
	.reset = power_reset,
};
