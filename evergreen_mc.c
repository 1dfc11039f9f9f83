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
 * alone is enough is an inference: no source says so. In either case the CPU and the
 * card's blocks are let into memory, as stock does.
 *
 * VRAM beyond BAR0 cannot be mapped by the CPU, see evergreen_place.c.
 *
 * Its microcode: evergreen_mc_ucode.c.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/sizes.h>

#include "evergreen_blackout.h"
#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_mc.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

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

/* On Palm, Sumo and Sumo2 a second register has the bits of both ends finer than a granule. */
static void read_fb_location(struct evergreen_device *edev, u64 *start, u64 *end)
{
	bool fusion = edev->chip->features & EVERGREEN_FUSION_MC;
	u32 fine = fusion ? evergreen_read(edev, MC_FUS_VM_FB_OFFSET) : FUS_FB_END;
	u32 location = evergreen_read(edev, MC_VM_FB_LOCATION);

	*start = (u64)FIELD_GET(FB_START, location) * FB_GRANULE +
		 FIELD_GET(FUS_FB_START, fine) * SZ_1M;
	*end = (u64)FIELD_GET(FB_END, location) * FB_GRANULE +
	       (FIELD_GET(FUS_FB_END, fine) + 1) * SZ_1M;
}

/* The place that the VBIOS has chosen, if it has room for all VRAM. */
static bool keep_fb_location(struct evergreen_device *edev, u64 size)
{
	u64 start, end;

	read_fb_location(edev, &start, &end);
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
	return evergreen_displays_any_lit(edev) || evergreen_read(edev, CONFIG_MEMSIZE);
}

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
	u64 start, end;
	bool moves;
	int ret;

	clear_hdp_surfaces(edev);
	if (edev->mc.kept) {
		evergreen_memory_open(edev);
		program_apertures(edev);
		return 0;
	}

	read_fb_location(edev, &start, &end);
	moves = start != edev->mc.vram_start;
	ret = evergreen_blackout_begin(edev, moves, &displays);
	if (ret)
		goto end;
	program_fb_location(edev);
	program_apertures(edev);
	/* The log tells if it does not settle; stock goes on then, too. */
	evergreen_memory_wait_idle(edev);
	/* Nobody is left who could tell displays where their picture has gone. */
	if (moves)
		evergreen_displays_keep_dark(&displays);
end:
	evergreen_blackout_end(edev, &displays);
	return ret;
}
