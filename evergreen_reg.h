/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_REG_H
#define EVERGREEN_REG_H

#include <linux/bits.h>

/*
 * Registers, by offset in bytes in the register aperture. A register's name
 * stands at column 0, its fields below it are indented. Offsets stand here and in pm4_packets.h,
 * but for tables: of register values (evergreen_golden.c, evergreen_default_state.c,
 * evergreen_rlc.c, evergreen_mc_ucode.c), of display controllers (evergreen_display.c), and of
 * the checker, which has names of its own.
 *
 * Facts: the register headers and the programming sequences of AMD's radeon
 * driver in Linux, AMD's "Evergreen 3D Register Reference Guide" and
 * "Radeon Evergreen / Northern Islands Acceleration" guide. Lines marked CM hold
 * for Cayman and Aruba only, EG for all others.
 */

/* ---- bus interface ---- */

#define MM_INDEX				0x0000
#define   MM_INDEX_VRAM				BIT(31)
#define MM_DATA					0x0004
#define MM_INDEX_HI				0x0018	/* VRAM address >> 31 */
#define BIOS_SCRATCH(n)				(0x1724 + 4 * (n))
#define CONFIG_CNTL				0x5424
#define   CONFIG_VGA_RAM_EN			BIT(0)
#define   CONFIG_VGA_DIS			BIT(1)
#define CONFIG_MEMSIZE				0x5428
#define INTERRUPT_CNTL				0x5468
#define   IH_DUMMY_RD_OVERRIDE			BIT(0)
#define   IH_REQ_NONSNOOP_EN			BIT(3)
#define INTERRUPT_CNTL2				0x546c	/* dummy page, address >> 8 */
#define HDP_MEM_COHERENCY_FLUSH_CNTL		0x5480
#define BIF_FB_EN				0x5490
#define   FB_READ_EN				BIT(0)
#define   FB_WRITE_EN				BIT(1)
#define HDP_REG_COHERENCY_FLUSH_CNTL		0x54a0

/* ---- clocks and temperature; EG: of cards ---- */

#define CG_SPLL_FUNC_CNTL			0x0600
#define   SPLL_RESET				BIT(0)
#define   SPLL_SLEEP				BIT(1)
#define   SPLL_BYPASS_EN			BIT(3)
#define   SPLL_REF_DIV				GENMASK(9, 4)	/* less one */
#define   SPLL_PDIV_A				GENMASK(26, 20)
#define CG_SPLL_FUNC_CNTL_2			0x0604
#define   SCLK_MUX_SEL				GENMASK(8, 0)
#define     SCLK_MUX_SPLL			2
#define CG_SPLL_FUNC_CNTL_3			0x0608
#define   SPLL_FB_DIV				GENMASK(25, 0)	/* 14 bits are a fraction */
#define CG_CLKPIN_CNTL				0x0660
#define   MUX_TCLK_TO_XCLK			BIT(8)
#define   XTALIN_DIVIDE				BIT(9)		/* by 4 */
#define CG_THERMAL_STATUS			0x0678		/* Palm, Sumo, Sumo2 */
#define   GNB_TEMP				GENMASK(7, 0)
#define CG_THERMAL_CTRL				0x072c		/* Juniper */
#define   TOFFSET				GENMASK(13, 5)	/* signed */
#define CG_MULT_THERMAL_STATUS			0x0740
#define   ASIC_T_BELOW				BIT(26)
#define   ASIC_T_ABOVE				BIT(25)
#define   ASIC_T				GENMASK(24, 16)	/* signed */
#define CG_TS0_STATUS				0x0760		/* Juniper */
#define   TS0_ADC_DOUT				GENMASK(9, 0)

/* ---- register spaces behind an index and data pair ---- */

#define SMC_IND_INDEX_0				0x0200		/* Aruba */
#define SMC_IND_DATA_0				0x0204
#define   SMC_CURRENT_GNB_TEMP			0x1f390
#define     SMC_GNB_TEMP			GENMASK(10, 0)
#define CG_IND_INDEX				0x08f8
#define CG_IND_DATA				0x08fc
#define   CG_CGTT_LOCAL_0			0x00
#define     CG_CGTT_LOCAL_0_ARUBA		GENMASK(21, 19)
#define   CG_CGTT_LOCAL_1			0x01
#define     CG_CGTT_LOCAL_1_ARUBA		GENMASK(27, 25)
#define RCU_IND_INDEX				0x0100
#define RCU_IND_DATA				0x0104
#define   RCU_EFUSE_STRAPS_3			0x203
#define     EFUSE_BACKEND_DISABLE_LO		GENMASK(31, 28)
#define   RCU_EFUSE_STRAPS_4			0x204
#define     EFUSE_BACKEND_DISABLE_HI		GENMASK(3, 0)

/* ---- VGA and display controllers ---- */

#define VGA_RENDER_CONTROL			0x0300
#define   VGA_VSTATUS_CNTL			GENMASK(17, 16)
#define VGA_MEMORY_BASE_ADDRESS			0x0310
#define VGA_MEMORY_BASE_ADDRESS_HIGH		0x0324
#define VGA_HDP_CONTROL				0x0328
#define   VGA_MEMORY_DISABLE			BIT(4)
#define   DVGA_CONTROL_MODE_ENABLE		BIT(0)	/* of D1VGA_CONTROL to D6VGA_CONTROL */
/* CRTC registers are those of the first one; evergreen_display_offset() has the others. */
#define   NUM_CRTCS				6
#define GRPH_CONTROL				0x6804
#define   GRPH_DEPTH				GENMASK(1, 0)
#define GRPH_PRIMARY_SURFACE_ADDRESS		0x6810
#define GRPH_SECONDARY_SURFACE_ADDRESS		0x6814
#define   GRPH_SURFACE_ADDRESS			GENMASK(31, 8)
#define GRPH_PITCH				0x6818	/* pixels */
#define   GRPH_PITCH_MASK			GENMASK(14, 0)
#define GRPH_PRIMARY_SURFACE_ADDRESS_HIGH	0x681c
#define   GRPH_SURFACE_ADDRESS_HIGH		GENMASK(7, 0)
#define GRPH_SECONDARY_SURFACE_ADDRESS_HIGH	0x6820
#define GRPH_Y_END				0x6838
#define   GRPH_Y_MASK				GENMASK(14, 0)
#define GRPH_INT_CONTROL			0x685c
#define PIPE_ARBITRATION_CONTROL3(crtc)		(0x0bf0 + 16 * (crtc))
#define   LATENCY_WATERMARK_MASK		GENMASK(17, 16)
#define PIPE_LATENCY_CONTROL(crtc)		(0x0bf4 + 16 * (crtc))
#define   LATENCY_LOW_WATERMARK			GENMASK(15, 0)
#define   LATENCY_HIGH_WATERMARK		GENMASK(31, 16)
#define PRIORITY_A_CNT				0x6b18
#define   PRIORITY_MARK				GENMASK(14, 0)
#define   PRIORITY_ALWAYS_ON			BIT(20)
#define PRIORITY_B_CNT				0x6b1c
#define CRTC_INT_MASK				0x6b40
#define CRTC_CONTROL				0x6e70
#define   CRTC_MASTER_EN			BIT(0)
#define   CRTC_DISP_READ_REQUEST_DISABLE	BIT(24)
#define CRTC_BLANK_CONTROL			0x6e74
#define   CRTC_BLANK_DATA_EN			BIT(8)
#define CRTC_STATUS				0x6e8c
#define   CRTC_V_BLANK				BIT(0)
#define CRTC_STATUS_FRAME_COUNT			0x6e98
#define CRTC_UPDATE_LOCK			0x6ed4
#define DC_HPD_INT_CONTROL(n)			(0x6020 + 0xc * (n))
#define   NUM_HPDS				6
#define   DC_HPD_INT_POLARITY			BIT(8)
#define DACA_AUTODETECT_INT_CONTROL		0x66c8	/* EVERGREEN_ONE_DAC: none */
#define DACB_AUTODETECT_INT_CONTROL		0x67c8
#define DMIF_ADDR_CONFIG			0x0bd4
#define DMIF_ADDR_CALC				0x0c00

/* ---- system register block manager ---- */

#define SRBM_GFX_CNTL				0x0e44	/* CM: whose CP_INT_CNTL is seen */
#define   SRBM_GFX_RINGID			GENMASK(1, 0)
#define SRBM_STATUS				0x0e50
#define   SRBM_RLC_RQ_PENDING			BIT(3)
#define   SRBM_GRBM_RQ_PENDING			BIT(5)
#define   SRBM_VMC_BUSY				BIT(8)
#define   SRBM_MEMORY_BUSY			GENMASK(12, 8)
#define   SRBM_SEM_BUSY				BIT(14)
#define   SRBM_RLC_BUSY				BIT(15)
#define   SRBM_IH_BUSY				BIT(17)
#define SRBM_SOFT_RESET				0x0e60
#define   SRBM_RESET_DMA1			BIT(6)	/* CM */
#define   SRBM_RESET_GRBM			BIT(8)
#define   SRBM_RESET_IH				BIT(10)
#define   SRBM_RESET_RLC			BIT(13)
#define   SRBM_RESET_SEM			BIT(15)
#define   SRBM_RESET_VMC			BIT(17)
#define   SRBM_RESET_UVD			BIT(18)
#define   SRBM_RESET_DMA			BIT(20)
#define SRBM_READ_ERROR				0x0e98
#define SRBM_INT_CNTL				0x0ea0
#define SRBM_INT_ACK				0x0ea8
#define SRBM_STATUS2				0x0ec4
#define   SRBM_DMA_BUSY				BIT(5)
#define   SRBM_DMA1_BUSY			BIT(6)	/* CM */

/* ---- memory controller ---- */

#define VM_L2_CNTL				0x1400
#define   ENABLE_L2_CACHE			BIT(0)
#define   ENABLE_L2_FRAGMENT_PROCESSING		BIT(1)
#define   ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE BIT(9)
#define   ENABLE_L2_PDE0_CACHE_LRU_UPDATE_BY_WRITE BIT(10)	/* CM */
#define   EFFECTIVE_L2_QUEUE_SIZE		GENMASK(16, 14)
#define   CONTEXT1_IDENTITY_ACCESS_MODE		GENMASK(19, 18)	/* CM */
#define VM_L2_CNTL2				0x1404
#define   INVALIDATE_ALL_L1_TLBS		BIT(0)
#define   INVALIDATE_L2_CACHE			BIT(1)
#define VM_L2_CNTL3				0x1408
#define   L2_BANK_SELECT			GENMASK(5, 0)
#define   L2_CACHE_UPDATE_MODE			GENMASK(7, 6)
#define   L2_CACHE_BIGK_FRAGMENT_SIZE		GENMASK(19, 15)	/* CM */
#define   L2_CACHE_BIGK_ASSOCIATIVITY		BIT(20)		/* CM */
#define VM_L2_STATUS				0x140c
#define   L2_BUSY				BIT(0)
#define VM_CONTEXT0_CNTL			0x1410
#define VM_CONTEXT1_CNTL			0x1414	/* CM: contexts 1 to 7 */
#define   ENABLE_CONTEXT			BIT(0)
#define   PAGE_TABLE_DEPTH			GENMASK(2, 1)
#define   RANGE_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(3)
#define   RANGE_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(4)
#define   DUMMY_PAGE_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(6)
#define   DUMMY_PAGE_PROTECTION_FAULT_ENABLE_DEFAULT BIT(7)
#define   PDE0_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(9)
#define   PDE0_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(10)
#define   VALID_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(12)
#define   VALID_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(13)
#define   READ_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(15)
#define   READ_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(16)
#define   WRITE_PROTECTION_FAULT_ENABLE_INTERRUPT BIT(18)
#define   WRITE_PROTECTION_FAULT_ENABLE_DEFAULT	BIT(19)
#define   PAGE_TABLE_BLOCK_SIZE			GENMASK(27, 24)
#define VM_CONTEXT0_CNTL2			0x1430
#define VM_CONTEXT1_CNTL2			0x1434
#define   CNTL2_CLEAR_FAULT_STATUS		BIT(0)
#define   CNTL2_REDIRECT_TO_DEFAULT_PAGE	BIT(2)
#define VM_CONTEXT0_REQUEST_RESPONSE		0x1470
#define   REQUEST_TYPE				GENMASK(3, 0)
#define     REQUEST_FLUSH			1
#define   RESPONSE_TYPE				GENMASK(7, 4)
#define     RESPONSE_FAILED			2
#define VM_INVALIDATE_REQUEST			0x1478	/* CM: a bit for each context */
#define VM_INVALIDATE_RESPONSE			0x147c	/* the same */
#define VM_CONTEXT1_PROTECTION_FAULT_STATUS	0x14dc
#define   FAULT_PROTECTIONS			GENMASK(3, 0)
#define   FAULT_CLIENT_ID			GENMASK(19, 12)
#define   FAULT_WRITE				BIT(24)
#define   FAULT_VMID				GENMASK(27, 25)
#define VM_CONTEXT1_PROTECTION_FAULT_ADDR	0x14fc
#define VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR 0x1518
#define VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR 0x151c
#define VM_CONTEXT_PAGE_TABLE_BASE_ADDR(n)	(0x153c + 4 * (n))	/* address >> 12 */
#define VM_CONTEXT_PAGE_TABLE_START_ADDR(n)	(0x155c + 4 * (n))
#define VM_CONTEXT_PAGE_TABLE_END_ADDR(n)	(0x157c + 4 * (n))
/* CM: the radeon driver clears these three; what they do is not published. */
#define VM_UNKNOWN(n)				(0x15d4 + 4 * (n))
#define   NUM_VM_UNKNOWN			3

#define MC_VM_FB_LOCATION			0x2024
#define   FB_START				GENMASK(15, 0)	/* address >> 24 */
#define   FB_END				GENMASK(31, 16)
#define MC_VM_AGP_TOP				0x2028
#define MC_VM_AGP_BOT				0x202c
#define   AGP_OFF				0x0fffffff
#define MC_VM_AGP_BASE				0x2030
#define MC_VM_SYSTEM_APERTURE_LOW_ADDR		0x2034	/* address >> 12 */
#define MC_VM_SYSTEM_APERTURE_HIGH_ADDR		0x2038
#define MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR	0x203c
#define MC_VM_MX_L1_TLB_CNTL			0x2064	/* CM */
#define   ENABLE_L1_TLB				BIT(0)
#define   ENABLE_L1_FRAGMENT_PROCESSING		BIT(1)
#define   SYSTEM_ACCESS_MODE			GENMASK(4, 3)
#define     SYSTEM_ACCESS_NOT_IN_SYS		3
#define   ENABLE_ADVANCED_DRIVER_MODEL		BIT(6)	/* CM */
#define   MX_L1_TLB_UNKNOWN			GENMASK(10, 7)	/* CM: written as 10 */
#define   EFFECTIVE_L1_TLB_SIZE			GENMASK(17, 15)
#define   EFFECTIVE_L1_QUEUE_SIZE		GENMASK(20, 18)
#define FUS_MC_VM_FB_OFFSET			0x2068	/* Aruba; units of 4 MiB */
#define MC_SHARED_BLACKOUT_CNTL			0x20ac
#define   BLACKOUT_MODE				GENMASK(2, 0)
#define     BLACKOUT_ALL			1
#define MC_VM_MB_L1_TLB_CNTL(n)			(0x2234 + 4 * (n))
#define   NUM_MB_L1_TLBS			4
#define MC_VM_MD_L1_TLB_CNTL(n)			(0x2654 + 4 * (n))
#define FUS_MC_VM_MD_L1_TLB_CNTL(n)		(0x265c + 4 * (n))
#define   NUM_MD_L1_TLBS			3
#define MC_VM_MD_L1_TLB3_CNTL			0x2698
#define MC_ARB_RAMCFG				0x2760
#define   NOOFBANK				GENMASK(1, 0)	/* 4, 8 or 16 */
#define MC_FUS_VM_FB_OFFSET			0x2898	/* Palm, Sumo, Sumo2 */
#define   FUS_FB_RANGE				GENMASK(31, 20)
#define   FUS_FB_START				GENMASK(23, 20)
#define   FUS_FB_END				GENMASK(27, 24)
#define MC_SEQ_SUP_CNTL				0x28c8
#define   SEQ_RUN				BIT(0)
#define   SEQ_START				BIT(2)
#define   SEQ_RESET				BIT(3)
#define   SEQ_WRITABLE				BIT(4)
#define MC_SEQ_SUP_PGM				0x28cc
#define MC_IO_PAD_CNTL_D0			0x29d0
#define   MEM_FALL_OUT_CMD			BIT(8)
#define MC_SEQ_MISC0				0x2a00
#define   SEQ_MEMORY_TYPE			GENMASK(31, 28)
#define     SEQ_GDDR5				5
#define MC_SEQ_IO_DEBUG_INDEX			0x2a44
#define MC_SEQ_IO_DEBUG_DATA			0x2a48

/* Page table entries, 64 bits */
#define   GPU_PTE_VALID				BIT_ULL(0)
#define   GPU_PTE_SYSTEM			BIT_ULL(1)	/* a bus address, not VRAM */
#define   GPU_PTE_SNOOPED			BIT_ULL(2)
#define   GPU_PTE_READABLE			BIT_ULL(5)
#define   GPU_PTE_WRITEABLE			BIT_ULL(6)
#define   GPU_PTE_ADDRESS			GENMASK_ULL(39, 12)

/* ---- host data path ---- */

#define HDP_HOST_PATH_CNTL			0x2c00
#define HDP_NONSURFACE_BASE			0x2c04	/* address >> 8 */
#define HDP_NONSURFACE_INFO			0x2c08
#define   NONSURFACE_DEFAULT			(2 << 7 | BIT(30))
#define HDP_NONSURFACE_SIZE			0x2c0c
#define   NONSURFACE_SIZE_MAX			0x3fffffff
/* 32 surfaces with five registers each */
#define HDP_SURFACE(n, i)			(0x2c14 + 0x18 * (n) + 4 * (i))
#define   NUM_HDP_SURFACES			32
#define   NUM_HDP_SURFACE_REGS			5
#define HDP_ADDR_CONFIG				0x2f48
#define HDP_MISC_CNTL				0x2f4c
#define   HDP_FLUSH_INVALIDATE_CACHE		BIT(0)

/* ---- interrupt handler ---- */

#define IH_RB_CNTL				0x3e00
#define   IH_RB_ENABLE				BIT(0)
#define   IH_RB_SIZE				GENMASK(5, 1)	/* log2 of dwords */
#define   IH_WPTR_WRITEBACK_ENABLE		BIT(8)
#define   IH_WPTR_OVERFLOW_ENABLE		BIT(16)
#define   IH_WPTR_OVERFLOW_CLEAR		BIT(31)
#define IH_RB_BASE				0x3e04	/* address >> 8 */
#define IH_RB_RPTR				0x3e08	/* bytes */
#define IH_RB_WPTR				0x3e0c	/* bytes; in write-back also: */
#define   IH_WPTR_OVERFLOW			BIT(0)
#define IH_RB_WPTR_ADDR_HI			0x3e10
#define IH_RB_WPTR_ADDR_LO			0x3e14
#define IH_CNTL					0x3e18
#define   ENABLE_INTR				BIT(0)
#define   RPTR_REARM				BIT(4)	/* only with MSI */
#define   MC_WRREQ_CREDIT			GENMASK(19, 15)
#define   MC_WR_CLEAN_CNT			GENMASK(24, 20)

/* ---- run list controller ---- */

#define RLC_CNTL				0x3f00
#define   RLC_ENABLE				BIT(0)
#define   GFX_POWER_GATING_ENABLE		BIT(7)
#define   GFX_POWER_GATING_SRC			BIT(8)
#define RLC_HB_CNTL				0x3f0c
#define RLC_HB_BASE				0x3f10
#define RLC_HB_WPTR_LSB_ADDR			0x3f14
#define RLC_HB_WPTR_MSB_ADDR			0x3f18
#define RLC_HB_WPTR				0x3f1c
#define RLC_HB_RPTR				0x3f20
/* The same places in the RLC of APUs. */
#define RLC_SAVE_AND_RESTORE_BASE		0x3f10	/* address >> 8 */
#define RLC_LB_CNTR_MAX				0x3f14
#define   LB_CNTR_MAX_DEFAULT			0x2000
#define RLC_LB_CNTR_INIT			0x3f18
#define RLC_CLEAR_STATE_RESTORE_BASE		0x3f20	/* address >> 8 */
#define RLC_UCODE_ADDR				0x3f2c
#define RLC_UCODE_DATA				0x3f30
#define RLC_GPU_CLOCK_COUNT_LSB			0x3f38
#define RLC_GPU_CLOCK_COUNT_MSB			0x3f3c
#define RLC_CAPTURE_GPU_CLOCK_COUNT		0x3f40
#define RLC_MC_CNTL				0x3f44
#define RLC_UCODE_CNTL				0x3f48
#define CGTS_SYS_TCC_DISABLE			0x3f90
#define CGTS_USER_SYS_TCC_DISABLE		0x3f94
#define RLC_GFX_INDEX				0x3fc4
#define RLC_LB_INIT_SIMD_MASK			0x3fe4
#define RLC_LB_ALWAYS_ACTIVE_SIMD_MASK		0x3fe8
#define   LB_ALWAYS_ACTIVE_SE			3	/* two SIMDs of a shader engine */
#define RLC_LB_PARAMS				0x3fec
#define   LB_PARAMS_DEFAULT			0x00601004

/* ---- graphics register block manager ---- */

#define GRBM_CNTL				0x8000
#define   GRBM_READ_TIMEOUT			GENMASK(7, 0)
#define GRBM_STATUS				0x8010
#define   GRBM_CF_RQ_PENDING			BIT(7)
#define   GRBM_PF_RQ_PENDING			BIT(8)
#define   GRBM_EE_BUSY				BIT(10)
#define   GRBM_TA_BUSY				BIT(14)
#define   GRBM_GDS_BUSY				BIT(15)	/* CM */
#define   GRBM_VGT_BUSY_NO_DMA			BIT(16)
#define   GRBM_VGT_BUSY				BIT(17)
#define   GRBM_IA_BUSY_NO_DMA			BIT(18)	/* CM */
#define   GRBM_IA_BUSY				BIT(19)	/* CM */
#define   GRBM_SX_BUSY				BIT(20)
#define   GRBM_SH_BUSY				BIT(21)
#define   GRBM_SPI_BUSY				BIT(22)
#define   GRBM_SC_BUSY				BIT(24)
#define   GRBM_PA_BUSY				BIT(25)
#define   GRBM_DB_BUSY				BIT(26)
#define   GRBM_CP_COHERENCY_BUSY		BIT(28)
#define   GRBM_CP_BUSY				BIT(29)
#define   GRBM_CB_BUSY				BIT(30)
#define GRBM_STATUS_SE0				0x8014
#define GRBM_STATUS_SE1				0x8018
#define GRBM_SOFT_RESET				0x8020
#define   SOFT_RESET_CP				BIT(0)
#define   SOFT_RESET_CB				BIT(1)
#define   SOFT_RESET_DB				BIT(3)
#define   SOFT_RESET_GDS			BIT(4)	/* CM */
#define   SOFT_RESET_PA				BIT(5)
#define   SOFT_RESET_SC				BIT(6)
#define   SOFT_RESET_SPI			BIT(8)
#define   SOFT_RESET_SH				BIT(9)
#define   SOFT_RESET_SX				BIT(10)
#define   SOFT_RESET_TC				BIT(11)
#define   SOFT_RESET_TA				BIT(12)
#define   SOFT_RESET_VC				BIT(13)	/* EG */
#define   SOFT_RESET_VGT			BIT(14)
#define   SOFT_RESET_IA				BIT(15)	/* CM */
#define GRBM_GFX_INDEX				0x802c	/* RLC_GFX_INDEX alike */
#define   GFX_SE_INDEX				GENMASK(17, 16)
#define   GFX_INSTANCE_BROADCAST		BIT(30)
#define   GFX_SE_BROADCAST			BIT(31)
#define WAIT_UNTIL				0x8040
#define   WAIT_CP_DMA_IDLE			BIT(8)
#define   WAIT_3D_IDLE				BIT(15)
#define GRBM_INT_CNTL				0x8060

/* ---- command processor ---- */

#define SCRATCH_UMSK				0x8540
#define   SCRATCH_UMSK_ALL			GENMASK(7, 0)
#define SCRATCH_ADDR				0x8544	/* address >> 8 */
#define CP_SEM_WAIT_TIMER			0x85bc
#define CP_SEM_INCOMPLETE_TIMER_CNTL		0x85c8
#define CP_STALLED_STAT1			0x8674
#define CP_STALLED_STAT2			0x8678
#define CP_BUSY_STAT				0x867c
#define CP_STAT					0x8680
#define CP_ME_CNTL				0x86d8
#define   CP_PFP_HALT				BIT(26)
#define   CP_ME_HALT				BIT(28)
#define   CP_ME_RUN_EVERGREEN			0xff	/* as the radeon driver starts it */
#define   CP_ME_RUN_CAYMAN			0
/* Ring n of the CP; only Cayman and Aruba have rings 1 and 2. */
#define CP_RB_RPTR(n)				(0x8700 - 4 * (n))
#define CP_RB_WPTR_DELAY			0x8704
#define CP_QUEUE_THRESHOLDS			0x8760
#define   ROQ_IB1_START				GENMASK(7, 0)
#define   ROQ_IB2_START				GENMASK(15, 8)
#define CP_MEQ_THRESHOLDS			0x8764
#define   STQ_SPLIT				GENMASK(7, 0)	/* EG */
#define   MEQ1_START				GENMASK(7, 0)	/* CM */
#define   MEQ2_START				GENMASK(15, 8)	/* CM */
#define CP_PERFMON_CNTL				0x87fc
#define CP_RB0_BASE				0xc100	/* address >> 8 */
#define CP_RB0_CNTL				0xc104
#define   RB_BUFSZ				GENMASK(5, 0)	/* log2 of qwords */
#define   RB_BLKSZ				GENMASK(13, 8)	/* log2 of qwords per rptr report */
#define   RB_NO_UPDATE				BIT(27)
#define   RB_RPTR_WR_ENA			BIT(31)
#define CP_RB_RPTR_WR				0xc108	/* EG */
#define CP_RB0_RPTR_ADDR			0xc10c
#define CP_RB0_RPTR_ADDR_HI			0xc110
#define CP_RB0_WPTR				0xc114	/* dwords */
#define CP_INT_CNTL				0xc124
#define   CNTX_BUSY_INT_ENABLE			BIT(19)
#define   CNTX_EMPTY_INT_ENABLE			BIT(20)
#define   TIME_STAMP_INT_ENABLE			BIT(26)
#define   RB_INT_ENABLE				BIT(31)
#define CP_PFP_UCODE_ADDR			0xc150
#define CP_PFP_UCODE_DATA			0xc154
#define CP_ME_RAM_RADDR				0xc158
#define CP_ME_RAM_WADDR				0xc15c
#define CP_ME_RAM_DATA				0xc160
/* CM */
#define CP_RB1_BASE				0xc180
#define CP_RB1_CNTL				0xc184
#define CP_RB1_RPTR_ADDR			0xc188
#define CP_RB1_RPTR_ADDR_HI			0xc18c
#define CP_RB1_WPTR				0xc190
#define CP_RB2_BASE				0xc194
#define CP_RB2_CNTL				0xc198
#define CP_RB2_RPTR_ADDR			0xc19c
#define CP_RB2_RPTR_ADDR_HI			0xc1a0
#define CP_RB2_WPTR				0xc1a4
#define CP_DEBUG				0xc1fc
#define   CP_DEBUG_CAYMAN			BIT(27)
#define   CP_DEBUG_EVERGREEN			(BIT(27) | BIT(28))

/* ---- shader core, tiling ---- */

#define VGT_CACHE_INVALIDATION			0x88c4
#define   CACHE_INVALIDATION			GENMASK(1, 0)
#define     INVALIDATE_TC			1
#define     INVALIDATE_VC_AND_TC		2
#define   AUTO_INVLD_EN				GENMASK(7, 6)
#define     AUTO_INVLD_ES_AND_GS		3
#define VGT_GS_VERTEX_REUSE			0x88d4
#define CC_GC_SHADER_PIPE_CONFIG		0x8950
#define   INACTIVE_SIMDS			GENMASK(31, 16)
#define VGT_NUM_INSTANCES			0x8974
#define VGT_TF_RING_SIZE			0x8988
#define VGT_HS_OFFCHIP_PARAM			0x89b0	/* CM */
#define VGT_OFFCHIP_LDS_BASE			0x89b4	/* CM */
#define VGT_TF_MEMORY_BASE			0x89b8	/* address >> 8 */
#define PA_CL_ENHANCE				0x8a14
#define   CLIP_VTX_REORDER_ENA			BIT(0)
#define   NUM_CLIP_SEQ				GENMASK(2, 1)
#define PA_SU_LINE_STIPPLE_VALUE		0x8a60
#define PA_SC_LINE_STIPPLE_STATE		0x8b10
#define PA_SC_FORCE_EOV_MAX_CNTS		0x8b24
#define   FORCE_EOV_MAX_CLK_CNT			GENMASK(15, 0)
#define   FORCE_EOV_MAX_REZ_CNT			GENMASK(31, 16)
#define PA_SC_FIFO_SIZE				0x8bcc
#define   SC_PRIM_FIFO_SIZE			GENMASK(11, 0)
#define   SC_HIZ_TILE_FIFO_SIZE			GENMASK(19, 12)
#define   SC_EARLYZ_TILE_FIFO_SIZE		GENMASK(31, 20)
#define SQ_CONFIG				0x8c00
#define   VC_ENABLE				BIT(0)
#define   EXPORT_SRC_C				BIT(1)
#define   SQ_GFX_PRIO				GENMASK(3, 2)	/* CM */
#define   SQ_CS1_PRIO				GENMASK(5, 4)	/* CM */
#define   SQ_CS2_PRIO				GENMASK(7, 6)	/* CM */
#define   SQ_PS_PRIO				GENMASK(25, 24)	/* EG */
#define   SQ_VS_PRIO				GENMASK(27, 26)	/* EG */
#define   SQ_GS_PRIO				GENMASK(29, 28)	/* EG */
#define   SQ_ES_PRIO				GENMASK(31, 30)	/* EG */
#define SQ_GPR_RESOURCE_MGMT_1			0x8c04
#define   NUM_PS_GPRS				GENMASK(7, 0)
#define   NUM_VS_GPRS				GENMASK(23, 16)
#define   NUM_CLAUSE_TEMP_GPRS			GENMASK(31, 28)
#define SQ_GPR_RESOURCE_MGMT_2			0x8c08
#define   NUM_GS_GPRS				GENMASK(7, 0)
#define   NUM_ES_GPRS				GENMASK(23, 16)
#define SQ_GPR_RESOURCE_MGMT_3			0x8c0c
#define   NUM_HS_GPRS				GENMASK(7, 0)
#define   NUM_LS_GPRS				GENMASK(23, 16)
#define SQ_THREAD_RESOURCE_MGMT			0x8c18
#define   NUM_PS_THREADS			GENMASK(7, 0)
#define   NUM_VS_THREADS			GENMASK(15, 8)
#define   NUM_GS_THREADS			GENMASK(23, 16)
#define   NUM_ES_THREADS			GENMASK(31, 24)
#define SQ_THREAD_RESOURCE_MGMT_2		0x8c1c
#define   NUM_HS_THREADS			GENMASK(7, 0)
#define   NUM_LS_THREADS			GENMASK(15, 8)
#define SQ_STACK_RESOURCE_MGMT(n)		(0x8c20 + 4 * (n))
#define   NUM_SQ_STACK_RESOURCE_MGMT		3
#define   STACK_ENTRIES_LO			GENMASK(11, 0)
#define   STACK_ENTRIES_HI			GENMASK(27, 16)
/* for each ring a base (address >> 8) and a size (bytes >> 8) */
#define SQ_ESGS_RING_BASE			0x8c40
#define   NUM_SQ_ESGS_TO_PSTMP_RINGS		6
#define SQ_ESTMP_RING_BASE			0x8c50
#define SQ_GSTMP_RING_BASE			0x8c58
#define SQ_VSTMP_RING_BASE			0x8c60
#define SQ_PSTMP_RING_BASE			0x8c68
#define SQ_MS_FIFO_SIZES			0x8cf0
#define   CACHE_FIFO_SIZE			GENMASK(7, 0)
#define   FETCH_FIFO_HIWATER			GENMASK(12, 8)
#define   DONE_FIFO_HIWATER			GENMASK(23, 16)
#define   ALU_UPDATE_FIFO_HIWATER		GENMASK(28, 24)
#define SQ_DYN_GPR_CNTL_PS_FLUSH_REQ		0x8d8c
#define   DYN_GPR_ENABLE			BIT(8)
#define SQ_LSTMP_RING_BASE			0x8e10
#define   NUM_SQ_LSTMP_TO_HSTMP_RINGS		2
#define SQ_HSTMP_RING_BASE			0x8e18
#define SX_EXPORT_BUFFER_SIZES			0x900c
#define   COLOR_BUFFER_SIZE			GENMASK(7, 0)
#define   POSITION_BUFFER_SIZE			GENMASK(15, 8)
#define   SMX_BUFFER_SIZE			GENMASK(23, 16)
#define SX_MEMORY_EXPORT_BASE			0x9010	/* EG; its size behind it */
#define SX_DEBUG_1				0x9058
#define   ENABLE_NEW_SMX_ADDRESS		BIT(16)
#define SPI_CONFIG_CNTL				0x9100
#define SPI_CONFIG_CNTL_1			0x913c
#define   VTX_DONE_DELAY			GENMASK(3, 0)
#define   CRC_SIMD_ID_WADDR_DISABLE		BIT(8)	/* CM */
#define CGTS_TCC_DISABLE			0x9148
#define   TCC_DISABLE				GENMASK(31, 16)
#define CGTS_USER_TCC_DISABLE			0x914c
#define CGTS_SM_CTRL_REG			0x9150
#define   CGTS_OVERRIDE				BIT(21)
#define TA_CNTL_AUX				0x9508
#define   DISABLE_CUBE_ANISO			BIT(1)
#define   SYNC_GRADIENT				BIT(24)
#define   SYNC_WALKER				BIT(25)
#define   SYNC_ALIGNER				BIT(26)
#define CC_RB_BACKEND_DISABLE			0x98f4
#define   BACKEND_DISABLE			GENMASK(23, 16)
#define GB_ADDR_CONFIG				0x98f8
#define   NUM_PIPES				GENMASK(2, 0)	/* log2 */
#define   PIPE_INTERLEAVE_SIZE			GENMASK(6, 4)	/* CM: 256 bytes times 2^n */
#define   ROW_SIZE				GENMASK(29, 28)	/* KiB, log2 */
#define GB_BACKEND_MAP				0x98fc
#define   BACKEND_MAP_WIDTH			4	/* bits for each pipe */
#define   BACKEND_MAP_ALL_ONE			0x11111111
#define CB_PERF_CTR_SEL(n)			(0x9a20 + 4 * (n))
#define   NUM_CB_PERF_CTR_SELS			8
#define SMX_SAR_CTL0				0xa008
#define   SMX_SAR_CTL0_DEFAULT			BIT(16)
#define SMX_DC_CTL0				0xa020
#define   NUMBER_OF_SETS			GENMASK(9, 1)

/* The INFO answer TILING_CONFIG, which is not a register. */
#define   TILE_CONFIG_PIPES			GENMASK(3, 0)	/* log2 */
#define   TILE_CONFIG_BANKS			GENMASK(7, 4)	/* 4 << n */
#define   TILE_CONFIG_GROUP			GENMASK(11, 8)	/* 256 << n bytes */
#define   TILE_CONFIG_ROW			GENMASK(15, 12)	/* 1024 << n bytes */

/* ---- context registers that start-up touches by MMIO ---- */

#define SQ_ALU_CONST_BUFFER_SIZE_PS(n)		(0x28140 + 4 * (n))
#define   NUM_ALU_CONST_BUFFERS_PS_TO_GS	48
#define VGT_VERTEX_REUSE_BLOCK_CNTL		0x28c58
#define   VERTEX_REUSE_DEPTH			14
#define VGT_OUT_DEALLOC_CNTL			0x28c5c
#define   OUT_DEALLOC_DISTANCE			16
/* eight full colour buffers, then four small ones */
#define CB_COLOR_BASE(n)			(0x28c60 + 0x3c * (n))
#define   NUM_CB_COLORS				8
#define CB_SMALL_COLOR_BASE(n)			(0x28e40 + 0x1c * (n))
#define   NUM_CB_SMALL_COLORS			4
#define CB_COLOR_INFO(n)			(CB_COLOR_BASE(n) + 0x10)
#define CB_SMALL_COLOR_INFO(n)			(CB_SMALL_COLOR_BASE(n) + 0x10)
#define SQ_ALU_CONST_BUFFER_SIZE_HS(n)		(0x28f80 + 4 * (n))
#define   NUM_ALU_CONST_BUFFERS_HS_TO_LS	32

/* ---- context registers of a clean start ---- */

#define SX_SCATTER_EXPORT_BASE			0x28358	/* CM; its size behind it */
#define CB_COLOR_CONTROL			0x28808
#define   COLOR_MODE				GENMASK(6, 4)
#define     COLOR_MODE_NORMAL			1
#define   COLOR_ROP3				GENMASK(23, 16)
#define     COLOR_ROP3_COPY			0xcc
#define VGT_GS_MODE				0x28a40
#define VGT_SHADER_STAGES_EN			0x28b54
#define SQ_PGM_START_FS				0x288a4
#define CB_IMMED0_BASE				0x28b9c
#define   NUM_CB_IMMED_BASES			12
#define PA_SC_AA_CONFIG				0x28c04	/* EG */
#define SPI_GPR_MGMT				0x286f8	/* CM; LDS, stacks and waves behind it */
#define   NUM_SPI_MGMT				5
#define GDS_ADDR_BASE				0x28720
#define GDS_ADDR_SIZE				0x28724
#define  GDS_ADDR_SIZE_MAX			0x3fff
#define PA_CL_POINT_X_RAD			0x287d4	/* Y, size and culling radius behind it */
#define   NUM_PA_CL_POINTS			4
#define PA_SU_LINE_STIPPLE_CNTL			0x28824	/* scale and PA_SU_PRIM_FILTER_CNTL behind it */
#define   NUM_PA_SU_LINE_STIPPLE_TO_FILTER	3
#define VGT_INSTANCE_STEP_RATE_0		0x28aa0
#define   NUM_VGT_INSTANCE_STEP_RATES		2
#define SQ_LSTMP_RING_ITEMSIZE			0x28830
#define SQ_ESTMP_RING_ITEMSIZE			0x28908
#define   NUM_SQ_ESTMP_TO_PSTMP_ITEMSIZES	4

/* ---- async DMA; a second engine on Cayman and Aruba ---- */

#define DMA_ENGINE_STRIDE			0x800
#define DMA_RB_CNTL(n)				(0xd000 + DMA_ENGINE_STRIDE * (n))
#define   DMA_RB_ENABLE				BIT(0)
#define   DMA_RB_SIZE				GENMASK(5, 1)	/* log2 of dwords */
#define   DMA_RPTR_WRITEBACK_ENABLE		BIT(12)
#define DMA_RB_BASE(n)				(0xd004 + DMA_ENGINE_STRIDE * (n))	/* address >> 8 */
#define DMA_RB_RPTR(n)				(0xd008 + DMA_ENGINE_STRIDE * (n))	/* bytes */
#define DMA_RB_WPTR(n)				(0xd00c + DMA_ENGINE_STRIDE * (n))	/* bytes */
#define DMA_RB_RPTR_ADDR_HI(n)			(0xd01c + DMA_ENGINE_STRIDE * (n))
#define DMA_RB_RPTR_ADDR_LO(n)			(0xd020 + DMA_ENGINE_STRIDE * (n))
#define DMA_IB_CNTL(n)				(0xd024 + DMA_ENGINE_STRIDE * (n))
#define   DMA_IB_ENABLE				BIT(0)
#define   CMD_VMID_FORCE			BIT(31)	/* CM */
#define DMA_CNTL(n)				(0xd02c + DMA_ENGINE_STRIDE * (n))
#define   TRAP_ENABLE				BIT(0)
#define   CTXEMPTY_INT_ENABLE			BIT(28)
#define DMA_STATUS(n)				(0xd034 + DMA_ENGINE_STRIDE * (n))
#define   DMA_IDLE				BIT(0)
#define DMA_SEM_INCOMPLETE_TIMER_CNTL(n)	(0xd044 + DMA_ENGINE_STRIDE * (n))
#define DMA_SEM_WAIT_FAIL_TIMER_CNTL(n)		(0xd048 + DMA_ENGINE_STRIDE * (n))
#define DMA_TILING_CONFIG(n)			(0xd0b8 + DMA_ENGINE_STRIDE * (n))
#define DMA_MODE(n)				(0xd0bc + DMA_ENGINE_STRIDE * (n))	/* EG */

#endif
