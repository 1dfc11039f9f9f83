// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Memory of the display
 *
 * Displays that the firmware has set up go on to show what it has put into VRAM. That
 * memory is covered with pinned buffers before anything else is allocated, for as long as
 * the driver has the card. Where it is, the display controllers, the VGA engine and the
 * kernel's description of the firmware's framebuffer tell. An APU may have no more VRAM than a text
 * mode may use: there the VGA engine is switched off, and its displays are dark.
 *
 * Covered, too, is where an APU's VBIOS may lie in VRAM (evergreen_vbios.c). No client gets to
 * write there what the driver would take for one when it comes again.
 *
 * A card that was without power may come back with other displays lit, and the machine from
 * hibernation with another monitor: what would show memory that was not covered is kept from
 * reading, before it shows what clients have there, and the VGA engine from drawing over it.
 */
#include <linux/bitfield.h>
#include <linux/screen_info.h>
#include <linux/sizes.h>
#include <linux/sort.h>
#include <linux/sysfb.h>

#include "evergreen_atom.h"
#include "evergreen_bo.h"
#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_scanout.h"

/* The VGA engine's display buffers have addresses of 25 bits from its memory base. */
#define VGA_REACH	SZ_32M

/* Bytes of VRAM, from its start; both are multiples of a page. */
struct piece {
	u64 start, end;
};

/* They may overlap until they are merged. */
struct scanout {
	struct piece piece[EVERGREEN_MAX_SCANOUT_RANGES];
	unsigned int n;
};

/* ---- what displays use ---- */

/* What lies beyond VRAM is left out. */
static void add(struct scanout *s, const struct evergreen_mc *mc, u64 start, u64 size)
{
	if (!size || start >= mc->vram_size || WARN_ON_ONCE(s->n == ARRAY_SIZE(s->piece)))
		return;
	s->piece[s->n++] = (struct piece) {
		.start = round_down(start, PAGE_SIZE),
		.end = round_up(min(start + size, mc->vram_size), PAGE_SIZE),
	};
}

static void add_address(struct scanout *s, const struct evergreen_mc *mc, u64 addr, u64 size)
{
	if (addr >= mc->vram_start)
		add(s, mc, addr - mc->vram_start, size);
}

/* Bytes of the picture that a display controller reads. */
static u64 crtc_size(struct evergreen_device *edev, u32 offset)
{
	u32 depth = FIELD_GET(GRPH_DEPTH, evergreen_read(edev, GRPH_CONTROL + offset));
	u64 pitch = evergreen_read(edev, GRPH_PITCH + offset) & GRPH_PITCH_MASK;
	u64 lines = evergreen_read(edev, GRPH_Y_END + offset) & GRPH_Y_MASK;

	return pitch * lines << depth;
}

static u64 read_address(struct evergreen_device *edev, u32 reg, u32 high)
{
	return (evergreen_read(edev, reg) & GRPH_SURFACE_ADDRESS) |
	       (u64)(evergreen_read(edev, high) & GRPH_SURFACE_ADDRESS_HIGH) << 32;
}

static void add_crtc(struct scanout *s, struct evergreen_device *edev, u32 offset)
{
	u64 size = crtc_size(edev, offset);

	add_address(s, &edev->mc, read_address(edev, GRPH_PRIMARY_SURFACE_ADDRESS + offset,
					       GRPH_PRIMARY_SURFACE_ADDRESS_HIGH + offset), size);
	add_address(s, &edev->mc, read_address(edev, GRPH_SECONDARY_SURFACE_ADDRESS + offset,
					       GRPH_SECONDARY_SURFACE_ADDRESS_HIGH + offset), size);
}

/* The console that the kernel took over from the firmware, if it is on this card. */
static void add_firmware_fb(struct scanout *s, const struct evergreen_mc *mc)
{
	const struct screen_info *si = &sysfb_primary_display.screen;
	unsigned int type = screen_info_video_type(si);
	u64 base = __screen_info_lfb_base(si);

	if (__screen_info_has_lfb(type) && base >= mc->aper_base)
		add(s, mc, base - mc->aper_base, __screen_info_lfb_size(si, type));
}

/* Text modes: the VGA engine draws characters into buffers of its own. */
static void add_vga(struct scanout *s, struct evergreen_device *edev)
{
	u32 low = evergreen_read(edev, VGA_MEMORY_BASE_ADDRESS);
	u32 high = evergreen_read(edev, VGA_MEMORY_BASE_ADDRESS_HIGH) & GRPH_SURFACE_ADDRESS_HIGH;

	if (evergreen_read(edev, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL)
		add_address(s, &edev->mc, low | (u64)high << 32, VGA_REACH);
}

static void find(struct scanout *s, struct evergreen_device *edev)
{
	unsigned int i;

	/* The page that strays end in, see program_apertures(). */
	add(s, &edev->mc, edev->mc.vram_size - PAGE_SIZE, PAGE_SIZE);
	if (edev->chip->features & EVERGREEN_IGP)
		add(s, &edev->mc, 0, EVERGREEN_ATOM_MAX);
	add_firmware_fb(s, &edev->mc);
	add_vga(s, edev);
	for (i = 0; i < edev->chip->num_crtcs; i++)
		if (evergreen_display_lit(edev, i))
			add_crtc(s, edev, evergreen_display_offset(i));
}

static int piece_cmp(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Those that touch become one. */
static void merge(struct scanout *s)
{
	unsigned int i, out = 0;

	sort(s->piece, s->n, sizeof(s->piece[0]), piece_cmp, NULL);
	for (i = 1; i < s->n; i++) {
		if (s->piece[i].start <= s->piece[out].end)
			s->piece[out].end = max(s->piece[out].end, s->piece[i].end);
		else
			s->piece[++out] = s->piece[i];
	}
	s->n = out + 1;
}

/* ---- memory ---- */

static bool is_reserved(struct evergreen_device *edev, const struct piece *p)
{
	const struct evergreen_scanout *scanout = &edev->mman.scanout;
	const struct evergreen_kernel_bo *mem;
	u64 start;

	for (mem = scanout->reserved; mem < scanout->reserved + scanout->num_reserved; mem++) {
		start = mem->gpu_addr - edev->mc.vram_start;
		if (p->start >= start && p->end <= start + evergreen_bo_size(mem->bo))
			return true;
	}
	return false;
}

static bool are_reserved(struct evergreen_device *edev, const struct scanout *s)
{
	unsigned int i;

	for (i = 0; i < s->n; i++)
		if (!is_reserved(edev, &s->piece[i]))
			return false;
	return true;
}

/**
 * evergreen_scanout_recheck() - let nothing show memory that is not reserved
 * @edev: the card, posted again; its engines are off
 *
 * Context: sleeps, as evergreen_display_hide() for each display that is lit; allocates
 * nothing.
 */
void evergreen_scanout_recheck(struct evergreen_device *edev)
{
	struct scanout s = { };
	bool text_reserved;
	unsigned int i;

	add_vga(&s, edev);
	text_reserved = s.n && are_reserved(edev, &s);
	if (!text_reserved)
		evergreen_displays_vga_off(edev);
	for (i = 0; i < edev->chip->num_crtcs; i++) {
		if (!evergreen_display_lit(edev, i))
			continue;
		s.n = 0;
		add_crtc(&s, edev, evergreen_display_offset(i));
		if (evergreen_display_shows_vga(edev, i) ? text_reserved : are_reserved(edev, &s))
			continue;
		drm_notice(&edev->drm, "display %u would show clients' memory and stays dark\n", i);
		evergreen_display_hide(edev, i);
	}
}

/**
 * evergreen_scanout_reserve() - keep everybody else out of memory that is scanned out
 * @edev: the card; nothing has been allocated in VRAM yet
 *
 * Return: 0, or the errors of evergreen_kernel_bo_cover(); evergreen_scanout_release() has
 * to follow in any case.
 */
int evergreen_scanout_reserve(struct evergreen_device *edev)
{
	struct evergreen_scanout *scanout = &edev->mman.scanout;
	bool small = edev->mc.vram_size <= VGA_REACH;
	struct scanout s = { };
	struct piece *p;
	int ret;

	if (small)
		evergreen_displays_vga_off(edev);
	find(&s, edev);
	merge(&s);
	for (p = s.piece; p < s.piece + s.n; p++) {
		ret = evergreen_kernel_bo_cover(edev, &scanout->reserved[scanout->num_reserved],
						p->start, p->end - p->start);
		if (ret)
			return ret;
		scanout->num_reserved++;
		drm_dbg(&edev->drm, "VRAM 0x%llx..0x%llx stays with the display\n",
			p->start, p->end - 1);
	}
	if (small)
		evergreen_scanout_recheck(edev);
	return 0;
}

/**
 * evergreen_scanout_release() - undo evergreen_scanout_reserve()
 * @edev: the card
 */
void evergreen_scanout_release(struct evergreen_device *edev)
{
	struct evergreen_scanout *scanout = &edev->mman.scanout;

	while (scanout->num_reserved)
		evergreen_kernel_bo_free(&scanout->reserved[--scanout->num_reserved]);
}
