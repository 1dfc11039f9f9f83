// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: RLC
 *
 * The run list controller is a small processor beside the 3D engine. On graphics
 * cards it does little, but without its microcode no interrupt is delivered. In
 * APUs it also saves and restores the 3D engine's registers when the power of the
 * engine is switched off and on, and needs two lists in VRAM for that: which
 * registers to save, with room for their values, and the default state.
 *
 * This driver does not switch power on and off. The lists are given to the RLC
 * all the same, and power gating is allowed to it, as stock radeon does even
 * with its power management disabled: no source tells what the microcode does
 * when it is started otherwise.
 *
 * The RLC also holds the counter of the card's reference clock, which clients
 * read as a timestamp.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "evergreen_default_state.h"
#include "evergreen_device.h"
#include "evergreen_fw.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_rlc.h"

/* A list in VRAM; built in @data, since VRAM is slow to write in small pieces. */
struct rlc_list {
	struct evergreen_kernel_bo mem;
	u32 *data;
	u32 dwords;
};

/**
 * struct evergreen_rlc - lists of an APU's RLC
 */
struct evergreen_rlc {
	/** @save: registers to save */
	struct rlc_list save;

	/** @clear: the default state */
	struct rlc_list clear;
};

/* Registers to save, by offset in bytes. */
static const u16 fusion_save_regs[] = {
	0x98fc, 0x9830, 0x9834, 0x9838, 0x9870, 0x9874, 0x8a14, 0x8b24, 0x8bcc, 0x8b10,
	0x8d00, 0x8d04, 0x8c00, 0x8c04, 0x8c08, 0x8c0c, 0x8d8c, 0x8c20, 0x8c24, 0x8c28,
	0x8c18, 0x8c1c, 0x8cf0, 0x8e2c, 0x8e38, 0x8c30, 0x9508, 0x9688, 0x9608, 0x960c,
	0x9610, 0x9614, 0x88c4, 0x88d4, 0xa008, 0x900c, 0x9100, 0x913c, 0x98f8, 0x98f4,
	0x9b7c, 0x3f8c, 0x8950, 0x8954, 0x8a18, 0x8b28, 0x9144, 0x9148, 0x914c, 0x3f90,
	0x3f94, 0x915c, 0x9160, 0x9178, 0x917c, 0x9180, 0x918c, 0x9190, 0x9194, 0x9198,
	0x919c, 0x91a8, 0x91ac, 0x91b0, 0x91b4, 0x91b8, 0x91c4, 0x91c8, 0x91cc, 0x91d0,
	0x91d4, 0x91e0, 0x91e4, 0x91ec, 0x91f0, 0x91f4, 0x9200, 0x9204, 0x929c, 0x9150,
	0x802c,
};

static const u16 aruba_save_regs[] = {
	0x98fc, 0x98f0, 0x9834, 0x9838, 0x9870, 0x9874, 0x8a14, 0x8b24, 0x8bcc, 0x8b10,
	0x8c30, 0x8d00, 0x8d04, 0x8c00, 0x8c04, 0x8c10, 0x8c14, 0x8d8c, 0x8cf0, 0x8e38,
	0x9508, 0x9688, 0x9608, 0x960c, 0x9610, 0x9614, 0x88c4, 0x8978, 0x88d4, 0x900c,
	0x9100, 0x913c, 0x90e8, 0x9354, 0xa008, 0x98f8, 0x9148, 0x914c, 0x3f94, 0x98f4,
	0x9b7c, 0x3f8c, 0x8950, 0x8954, 0x8a18, 0x8b28, 0x9144, 0x3f90, 0x915c, 0x9160,
	0x9178, 0x917c, 0x9180, 0x918c, 0x9190, 0x9194, 0x9198, 0x919c, 0x91a8, 0x91ac,
	0x91b0, 0x91b4, 0x91b8, 0x91c4, 0x91c8, 0x91cc, 0x91d0, 0x91d4, 0x91e0, 0x91e4,
	0x91ec, 0x91f0, 0x91f4, 0x9200, 0x9204, 0x929c, 0x8030, 0x9150, 0x9a60, 0x920c,
	0x9210, 0x9228, 0x922c, 0x9244, 0x9248, 0x91e8, 0x9294, 0x9208, 0x9224, 0x9240,
	0x9220, 0x923c, 0x9258, 0x9744, 0xa200, 0xa204, 0xa208, 0xa20c, 0x8d58, 0x9030,
	0x9034, 0x9038, 0x903c, 0x9040, 0x9654, 0x897c, 0xa210, 0xa214, 0x9868, 0xa02c,
	0x9664, 0x9698, 0x949c, 0x8e10, 0x8e18, 0x8c50, 0x8c58, 0x8c60, 0x8c68, 0x89b4,
	0x9830, 0x802c,
};

/* ---- lists ---- */

#define SAVE_LIST_END		0
#define CLEAR_LIST_END		1
/* Of an extent in the clear list: load it; the length in bytes goes with it. */
#define CLEAR_EXTENT_LOAD	BIT(27)

static int list_create(struct evergreen_device *edev, struct rlc_list *list, u32 dwords)
{
	int ret;

	list->dwords = dwords;
	list->data = kcalloc(dwords, sizeof(u32), GFP_KERNEL);
	if (!list->data)
		return -ENOMEM;
	ret = evergreen_kernel_bo_create(edev, &list->mem, dwords * sizeof(u32), 0,
					 RADEON_GEM_DOMAIN_VRAM);
	if (ret)
		kfree(list->data);
	return ret;
}

/* The list goes to VRAM; its copy is not needed any more. */
static void list_write(struct rlc_list *list)
{
	memcpy_toio(list->mem.io, list->data, list->dwords * sizeof(u32));
	kfree(list->data);
	list->data = NULL;
}

static void list_destroy(struct rlc_list *list)
{
	evergreen_kernel_bo_free(&list->mem);
}

/* Two registers' indices in a dword, then room for their values. */
static int create_save_list(struct evergreen_device *edev, struct rlc_list *list)
{
	bool cayman = evergreen_is_cayman(edev->chip);
	const u16 *regs = cayman ? aruba_save_regs : fusion_save_regs;
	u32 n = cayman ? ARRAY_SIZE(aruba_save_regs) : ARRAY_SIZE(fusion_save_regs);
	u32 i;
	int ret;

	ret = list_create(edev, list, 3 * DIV_ROUND_UP(n, 2) + 1);
	if (ret)
		return ret;
	for (i = 0; i < n; i++)
		list->data[3 * (i / 2)] |= (regs[i] >> 2) << (16 * (i & 1));
	list->data[list->dwords - 1] = SAVE_LIST_END;
	list_write(list);
	return 0;
}

/*
 * The upper part of the address of the values; for each extent the lower part of
 * its values' address, its first register and its length; an end mark; the values.
 */
static void fill_clear_list(struct rlc_list *list, const struct evergreen_state *state)
{
	u32 header = 1, values = 3 * state->num_extents + 2;
	const struct evergreen_state_extent *extent;
	u32 i, j;

	list->data[0] = upper_32_bits(list->mem.gpu_addr + values * sizeof(u32));
	for (i = 0; i < state->num_extents; i++) {
		extent = &state->extents[i];
		list->data[header++] = lower_32_bits(list->mem.gpu_addr + values * sizeof(u32));
		list->data[header++] = extent->reg;
		list->data[header++] = CLEAR_EXTENT_LOAD | extent->count * sizeof(u32);
		for (j = 0; j < extent->count; j++)
			list->data[values++] =
				evergreen_state_value(state, extent->reg + j * sizeof(u32));
	}
	list->data[header] = CLEAR_LIST_END;
}

static int create_clear_list(struct evergreen_device *edev, struct rlc_list *list)
{
	const struct evergreen_state *state =
		evergreen_is_cayman(edev->chip) ? &cayman_rlc_state : &evergreen_rlc_state;
	u32 dwords = 3 * state->num_extents + 2;
	u32 i;
	int ret;

	for (i = 0; i < state->num_extents; i++)
		dwords += state->extents[i].count;
	ret = list_create(edev, list, dwords);
	if (ret)
		return ret;
	fill_clear_list(list, state);
	list_write(list);
	return 0;
}

/**
 * evergreen_rlc_init() - make the lists that the RLC needs
 * @edev: the card; VRAM can be allocated
 *
 * Return: 0, -ENOMEM, or an error of evergreen_kernel_bo_create().
 */
int evergreen_rlc_init(struct evergreen_device *edev)
{
	struct evergreen_rlc *rlc;
	int ret;

	if (!(edev->chip->features & EVERGREEN_RLC_LISTS))
		return 0;

	rlc = drmm_kzalloc(&edev->drm, sizeof(*rlc), GFP_KERNEL);
	if (!rlc)
		return -ENOMEM;
	ret = create_save_list(edev, &rlc->save);
	if (ret)
		return ret;
	ret = create_clear_list(edev, &rlc->clear);
	if (ret) {
		list_destroy(&rlc->save);
		return ret;
	}
	edev->rlc = rlc;
	return 0;
}

/**
 * evergreen_rlc_fini() - free the lists
 * @edev: the card; the RLC is stopped
 */
void evergreen_rlc_fini(struct evergreen_device *edev)
{
	if (!edev->rlc)
		return;
	list_destroy(&edev->rlc->clear);
	list_destroy(&edev->rlc->save);
	edev->rlc = NULL;
}

/* ---- running it ---- */

static void upload(struct evergreen_device *edev)
{
	u32 n = evergreen_fw_dwords(edev, EVERGREEN_FW_RLC);
	u32 i;

	for (i = 0; i < n; i++) {
		evergreen_write(edev, RLC_UCODE_ADDR, i);
		evergreen_write(edev, RLC_UCODE_DATA,
				evergreen_fw_dword(edev, EVERGREEN_FW_RLC, i));
	}
	evergreen_write(edev, RLC_UCODE_ADDR, 0);
}

/* In an APU whose SIMDs all work the RLC may switch off all but two. */
static void program_load_balance(struct evergreen_device *edev)
{
	u32 off = FIELD_GET(INACTIVE_SIMDS, evergreen_read(edev, CC_GC_SHADER_PIPE_CONFIG));

	if (off & GENMASK(edev->limits.simds_per_se - 1, 0))
		return;
	evergreen_write(edev, RLC_LB_ALWAYS_ACTIVE_SIMD_MASK,
			LB_ALWAYS_ACTIVE_SE | LB_ALWAYS_ACTIVE_SE << 16 * edev->limits.num_se);
	evergreen_write(edev, RLC_LB_PARAMS, LB_PARAMS_DEFAULT);
	evergreen_write(edev, RLC_LB_INIT_SIMD_MASK, U32_MAX);
	evergreen_write(edev, RLC_LB_CNTR_INIT, 0);
	evergreen_write(edev, RLC_LB_CNTR_MAX, LB_CNTR_MAX_DEFAULT);
}

static void program_lists(struct evergreen_device *edev)
{
	if (edev->chip->features & EVERGREEN_RLC_LOAD_BALANCE) {
		program_load_balance(edev);
	} else {
		evergreen_write(edev, RLC_HB_WPTR_LSB_ADDR, 0);
		evergreen_write(edev, RLC_HB_WPTR_MSB_ADDR, 0);
	}
	evergreen_write(edev, RLC_SAVE_AND_RESTORE_BASE, edev->rlc->save.mem.gpu_addr >> 8);
	evergreen_write(edev, RLC_CLEAR_STATE_RESTORE_BASE, edev->rlc->clear.mem.gpu_addr >> 8);
}

static void clear_history_buffer(struct evergreen_device *edev)
{
	evergreen_write(edev, RLC_HB_BASE, 0);
	evergreen_write(edev, RLC_HB_RPTR, 0);
	evergreen_write(edev, RLC_HB_WPTR, 0);
	evergreen_write(edev, RLC_HB_WPTR_LSB_ADDR, 0);
	evergreen_write(edev, RLC_HB_WPTR_MSB_ADDR, 0);
}

/**
 * evergreen_rlc_start() - give the RLC its microcode and let it run
 * @edev: the card; the 3D engine is programmed
 */
void evergreen_rlc_start(struct evergreen_device *edev)
{
	evergreen_rlc_stop(edev);
	evergreen_write(edev, RLC_HB_CNTL, 0);
	if (edev->rlc)
		program_lists(edev);
	else
		clear_history_buffer(edev);
	evergreen_write(edev, RLC_MC_CNTL, 0);
	evergreen_write(edev, RLC_UCODE_CNTL, 0);
	upload(edev);
	evergreen_write(edev, RLC_CNTL, RLC_ENABLE |
			(edev->rlc ? GFX_POWER_GATING_ENABLE | GFX_POWER_GATING_SRC : 0));
}

/**
 * evergreen_rlc_stop() - halt the RLC
 * @edev: the card
 */
void evergreen_rlc_stop(struct evergreen_device *edev)
{
	evergreen_write(edev, RLC_CNTL, 0);
}

/**
 * evergreen_rlc_gpu_clock() - read the card's clock
 * @edev: the card
 *
 * Sleeps.
 *
 * Return: periods of the reference clock since the card was reset.
 */
u64 evergreen_rlc_gpu_clock(struct evergreen_device *edev)
{
	u64 clock;

	guard(mutex)(&edev->clock_lock);
	evergreen_write(edev, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	clock = evergreen_read(edev, RLC_GPU_CLOCK_COUNT_LSB);
	return clock | (u64)evergreen_read(edev, RLC_GPU_CLOCK_COUNT_MSB) << 32;
}
