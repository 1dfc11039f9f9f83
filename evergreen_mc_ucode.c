// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: microcode of the memory controller
 *
 * The memory controller of Northern Islands cards with GDDR5 wants microcode unless
 * it is already running; one report of a real Turks has it not running after its VBIOS
 * has posted the card. The microcode trains memory, so nobody may use it meanwhile, see
 * evergreen_blackout.c. Memory works as the VBIOS leaves it, at a low clock: if it
 * cannot be trained, the driver says so and goes on, as stock does without a word.
 * Stock has switched all displays off by then, and lifts its blackout before it loads
 * the microcode; here the blackout lasts until training is over, as older versions of
 * the radeon driver had it for a sequencer that runs.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include "evergreen_blackout.h"
#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_fw.h"
#include "evergreen_mc_ucode.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define TRAINING_TIMEOUT_US	100000

/* Register 0x9f differs between the chips, see evergreen_chip.mc_io_9f. */
static const u32 mc_io_regs[][2] = {
	{ 0x77, 0xff010100 }, { 0x78, 0x00000000 }, { 0x79, 0x00001434 }, { 0x7a, 0xcc08ec08 },
	{ 0x7b, 0x00040000 }, { 0x7c, 0x000080c0 }, { 0x7d, 0x09000000 }, { 0x7e, 0x00210404 },
	{ 0x81, 0x08a8e800 }, { 0x82, 0x00030444 }, { 0x83, 0x00000000 }, { 0x85, 0x00000001 },
	{ 0x86, 0x00000002 }, { 0x87, 0x48490000 }, { 0x88, 0x20244647 }, { 0x89, 0x00000005 },
	{ 0x8b, 0x66030000 }, { 0x8c, 0x00006603 }, { 0x8d, 0x00000100 }, { 0x8f, 0x00001c0a },
	{ 0x90, 0xff000001 }, { 0x94, 0x00101101 }, { 0x95, 0x00000fff }, { 0x96, 0x00116fff },
	{ 0x97, 0x60010000 }, { 0x98, 0x10010000 }, { 0x99, 0x00006000 }, { 0x9a, 0x00001000 },
};

#define MC_IO_9F	0x9f

static void write_mc_io(struct evergreen_device *edev, u32 index, u32 val)
{
	evergreen_write(edev, MC_SEQ_IO_DEBUG_INDEX, index);
	evergreen_write(edev, MC_SEQ_IO_DEBUG_DATA, val);
}

static void upload(struct evergreen_device *edev)
{
	u32 i;

	evergreen_write(edev, MC_SEQ_SUP_CNTL, SEQ_RESET);
	evergreen_write(edev, MC_SEQ_SUP_CNTL, SEQ_WRITABLE);
	for (i = 0; i < ARRAY_SIZE(mc_io_regs); i++)
		write_mc_io(edev, mc_io_regs[i][0], mc_io_regs[i][1]);
	write_mc_io(edev, MC_IO_9F, edev->chip->mc_io_9f);

	for (i = 0; i < evergreen_fw_dwords(edev, EVERGREEN_FW_MC); i++)
		evergreen_write(edev, MC_SEQ_SUP_PGM,
				evergreen_fw_dword(edev, EVERGREEN_FW_MC, i));
}

static int train(struct evergreen_device *edev)
{
	evergreen_write(edev, MC_SEQ_SUP_CNTL, SEQ_RESET);
	evergreen_write(edev, MC_SEQ_SUP_CNTL, SEQ_START);
	evergreen_write(edev, MC_SEQ_SUP_CNTL, SEQ_RUN);
	return evergreen_mmio_wait(edev, MC_IO_PAD_CNTL_D0, MEM_FALL_OUT_CMD, MEM_FALL_OUT_CMD,
				   TRAINING_TIMEOUT_US);
}

/**
 * evergreen_mc_load_ucode() - start the sequencer if it has an image and does not run
 * @edev: the card, its engines stopped; its microcode has been fetched
 *
 * It runs if the VBIOS or a driver before has started it; a reset of the card, or a time
 * without power, stops it. Sleeps. Without it, and without an end of the training, memory is
 * used as it is.
 */
void evergreen_mc_load_ucode(struct evergreen_device *edev)
{
	struct evergreen_displays displays;

	if (!edev->fw[EVERGREEN_FW_MC] || evergreen_read(edev, MC_SEQ_SUP_CNTL) & SEQ_RUN)
		return;
	if (evergreen_blackout_begin(edev, edev->training_displays_off, &displays)) {
		drm_warn(&edev->drm, "memory is in use and is left as the VBIOS has set it up\n");
	} else {
		upload(edev);
		if (train(edev))
			drm_warn(&edev->drm, "the training of memory does not end: MC_IO_PAD_CNTL_D0 = 0x%08x\n",
				 evergreen_read(edev, MC_IO_PAD_CNTL_D0));
	}
	evergreen_blackout_end(edev, &displays);
}
