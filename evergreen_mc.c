// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: memory controller
 *
 * The card sees one flat space of addresses: VRAM in one window, the GART's
 * translated pages in another. Where VRAM is, MC_VM_FB_LOCATION says.
 *
 * This driver does not run the displays, but the console may be on one of them.
 * If the VBIOS has placed VRAM soundly, VRAM stays there: then nothing that is
 * being scanned out moves and no memory client has to be stopped. Stock radeon
 * always moves VRAM to address 0, with all displays and memory clients stopped;
 * that way is kept for a card whose setting makes no sense. That leaving VRAM
 * alone is enough is an inference: no source says so.
 *
 * VRAM beyond BAR0 cannot be mapped by the CPU, see evergreen_place.c.
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
#include <linux/bitfield.h>
#include <linux/sizes.h>

#include "evergreen_blackout.h"
#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_fw.h"
#include "evergreen_mc.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define TRAINING_TIMEOUT_US	100000
/* Above this stock radeon does not use VRAM, to leave 32-bit addresses to the GTT. */
#define MAX_VRAM_SIZE		0xe0000000ULL
#define FB_GRANULE		SZ_16M

/* ---- where memory is ---- */

/* Behind the last address that the card has. */
static u64 addresses_end(struct evergreen_device *edev)
{
	return BIT_ULL(evergreen_is_cayman(edev->chip) ? 40 : 36);
}

static u64 vram_size(struct evergreen_device *edev)
{
	u64 size = evergreen_read(edev, CONFIG_MEMSIZE);

	if (!(edev->chip->features & EVERGREEN_MEMSIZE_IN_BYTES))
		size *= SZ_1M;
	return size;
}

/*
 * The place that the VBIOS has chosen, if it has room for all VRAM. On Palm, Sumo and
 * Sumo2 a second register has the bits of both ends that are finer than a granule.
 */
static bool keep_fb_location(struct evergreen_device *edev, u64 size)
{
	bool fusion = edev->chip->features & EVERGREEN_FUSION_MC;
	u32 fine = fusion ? evergreen_read(edev, MC_FUS_VM_FB_OFFSET) : FUS_FB_END;
	u32 location = evergreen_read(edev, MC_VM_FB_LOCATION);
	u64 start = (u64)FIELD_GET(FB_START, location) * FB_GRANULE +
		    FIELD_GET(FUS_FB_START, fine) * SZ_1M;
	u64 end = (u64)FIELD_GET(FB_END, location) * FB_GRANULE +
		  (FIELD_GET(FUS_FB_END, fine) + 1) * SZ_1M;

	if (end <= start || end - start < size || end > addresses_end(edev))
		return false;
	edev->mc.vram_start = start;
	edev->mc.fb_end = end - 1;
	return true;
}

/**
 * evergreen_mc_check_kept() - is memory still where the VBIOS had put it?
 * @edev: the card, posted once more
 *
 * If not, evergreen_mc_program() puts it there from now on.
 */
void evergreen_mc_check_kept(struct evergreen_device *edev)
{
	struct evergreen_mc *mc = &edev->mc;
	const struct evergreen_mc planned = *mc;

	mc->kept = mc->kept && keep_fb_location(edev, mc->vram_size) &&
		   mc->vram_start == planned.vram_start && mc->fb_end == planned.fb_end;
	mc->vram_start = planned.vram_start;
	mc->fb_end = planned.fb_end;
}

/* The GART's window goes behind VRAM, or before it where that has more room. */
static void place_gtt(struct evergreen_device *edev)
{
	struct evergreen_mc *mc = &edev->mc;
	u64 after = addresses_end(edev) - (mc->fb_end + 1);
	u64 before = mc->vram_start;
	u64 room = max(after, before);

	if (mc->gtt_size > room) {
		drm_warn(&edev->drm, "only %llu MiB of GPU addresses are left for GTT\n",
			 room / SZ_1M);
		mc->gtt_size = room;
	}
	mc->gtt_start = after >= before ? mc->fb_end + 1 : mc->vram_start - mc->gtt_size;
	mc->gtt_end = mc->gtt_start + mc->gtt_size - 1;
}

/**
 * evergreen_mc_init() - find out how much memory there is and where it goes
 * @edev: the card; mc.gtt_size is what the user wants for the GART's window
 *
 * Reads registers and writes none.
 *
 * Return: 0, or -ENODEV if the card shows no memory or no aperture.
 */
int evergreen_mc_init(struct evergreen_device *edev)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	struct evergreen_mc *mc = &edev->mc;
	u64 size = min(vram_size(edev), MAX_VRAM_SIZE);

	mc->aper_base = pci_resource_start(pdev, 0);
	mc->vram_size = round_down(size, PAGE_SIZE);
	mc->visible_size = min_t(u64, mc->vram_size, pci_resource_len(pdev, 0));
	if (!mc->visible_size) {
		drm_err(&edev->drm, "no video memory: %llu bytes on the card, %llu in BAR 0\n",
			size, (u64)pci_resource_len(pdev, 0));
		return -ENODEV;
	}

	mc->kept = keep_fb_location(edev, mc->vram_size);
	if (!mc->kept) {
		mc->vram_start = 0;
		mc->fb_end = round_up(mc->vram_size, FB_GRANULE) - 1;
	}
	mc->vram_end = mc->vram_start + mc->vram_size - 1;
	place_gtt(edev);
	return 0;
}

/* ---- posting ---- */

/**
 * evergreen_mc_posted() - tell whether the VBIOS has set the card up
 * @edev: the card, which is on the bus
 *
 * Return: true if a display is running or if VRAM has a size.
 */
bool evergreen_mc_posted(struct evergreen_device *edev)
{
	unsigned int i;

	for (i = 0; i < edev->chip->num_crtcs; i++)
		if (evergreen_display_lit(edev, i))
			return true;
	return evergreen_read(edev, CONFIG_MEMSIZE);
}

/* ---- programming ---- */

static void program_fb_location(struct evergreen_device *edev)
{
	const struct evergreen_mc *mc = &edev->mc;

	if (edev->chip->features & EVERGREEN_FUSION_MC)
		evergreen_rmw(edev, MC_FUS_VM_FB_OFFSET, FUS_FB_RANGE,
			      FIELD_PREP(FUS_FB_START, mc->vram_start >> 20 & 0xf) |
			      FIELD_PREP(FUS_FB_END, mc->fb_end >> 20 & 0xf));
	evergreen_write(edev, MC_VM_FB_LOCATION,
			FIELD_PREP(FB_START, mc->vram_start / FB_GRANULE) |
			FIELD_PREP(FB_END, mc->fb_end / FB_GRANULE));
}

/* Apertures that all clients share; these do not move anything. */
static void program_apertures(struct evergreen_device *edev)
{
	const struct evergreen_mc *mc = &edev->mc;

	evergreen_write(edev, MC_VM_SYSTEM_APERTURE_LOW_ADDR, mc->vram_start >> 12);
	evergreen_write(edev, MC_VM_SYSTEM_APERTURE_HIGH_ADDR, mc->vram_end >> 12);
	/* Strays that match nothing end in the last page, which is never handed out. */
	evergreen_write(edev, MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR, mc->vram_end >> 12);
	evergreen_write(edev, HDP_NONSURFACE_BASE, mc->vram_start >> 8);
	evergreen_write(edev, HDP_NONSURFACE_INFO, NONSURFACE_DEFAULT);
	evergreen_write(edev, HDP_NONSURFACE_SIZE, NONSURFACE_SIZE_MAX);
	evergreen_write(edev, MC_VM_AGP_BASE, 0);
	evergreen_write(edev, MC_VM_AGP_TOP, AGP_OFF);
	evergreen_write(edev, MC_VM_AGP_BOT, AGP_OFF);
}

/* The CPU sees VRAM as it is: no swapping, no tiling in BAR0. */
static void clear_hdp_surfaces(struct evergreen_device *edev)
{
	unsigned int n, i;

	for (n = 0; n < NUM_HDP_SURFACES; n++)
		for (i = 0; i < NUM_HDP_SURFACE_REGS; i++)
			evergreen_write(edev, HDP_SURFACE(n, i), 0);
	evergreen_write(edev, HDP_REG_COHERENCY_FLUSH_CNTL, 0);
}

/**
 * evergreen_mc_program() - put memory where evergreen_mc_init() has planned it
 * @edev: the card
 *
 * Sleeps.
 *
 * Return: 0, or the error of evergreen_blackout_begin() if memory is in use.
 */
int evergreen_mc_program(struct evergreen_device *edev)
{
	struct evergreen_displays displays;
	int ret;

	clear_hdp_surfaces(edev);
	if (edev->mc.kept) {
		program_apertures(edev);
		return 0;
	}

	ret = evergreen_blackout_begin(edev, true, &displays);
	if (ret)
		goto end;
	program_fb_location(edev);
	program_apertures(edev);
	/* Nobody is left who could tell displays where their picture has gone. */
	evergreen_displays_keep_dark(&displays);
end:
	evergreen_blackout_end(edev, &displays);
	return ret;
}

/**
 * evergreen_hdp_flush() - make CPU writes to VRAM visible to the card
 * @edev: the card
 *
 * And the card's writes to the CPU. Posted: takes effect before anything that is
 * written to the card later.
 */
void evergreen_hdp_flush(struct evergreen_device *edev)
{
	evergreen_write(edev, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
}

/* ---- microcode ---- */

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

/**
 * evergreen_mc_has_gddr5() - tell whether the memory needs a sequencer that runs
 * @edev: a card that has been posted
 *
 * Reads a register only.
 *
 * Return: whether it is GDDR5.
 */
bool evergreen_mc_has_gddr5(struct evergreen_device *edev)
{
	return FIELD_GET(SEQ_MEMORY_TYPE, evergreen_read(edev, MC_SEQ_MISC0)) == SEQ_GDDR5;
}

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
