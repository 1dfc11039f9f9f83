// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: VBIOS
 *
 * As a rule the VBIOS has set up the card before any driver comes, and all that is asked
 * of it here is at which clocks it did, and at which the card can run (evergreen_clocks.c).
 * With no image, or one that makes no sense, one line in the log says so, and the driver goes
 * on with clocks that are neither known nor changed, and the reference clock that boards of
 * these families have. A card that was not set up
 * needs the image, see evergreen_post.c.
 *
 * Where machines keep the image, in the order in which it is looked for:
 *
 * * the ACPI method ATRM of laptops with two GPUs (evergreen_atrm.c), which is asked for cards
 *   that are built in. Only an image of this card counts: with several methods any may be the
 *   one, and if none is, the card's own ROM comes next;
 * * the ACPI table VFCT, by which UEFI firmware hands over the images of
 *   APUs and of cards whose ROM cannot be read;
 * * the PCI ROM; for the card that the machine has booted with, the kernel shows the
 *   copy that the BIOS has made and executed instead;
 * * the copy that the kernel's EFI stub has made;
 * * the start of VRAM, where an older BIOS leaves that of an APU. If a display is lit, that may be
 *   what somebody has drawn, and is not looked at: a machine that booted with it has a copy
 *   above. Nobody gets that memory while the driver has the card, so the image is still there when
 *   the driver comes again.
 *
 * The first with sound tables is taken. Not looked at: ROMs that have to be enabled by
 * registers of the card first, as radeon does it. Such a card works here if it has been posted,
 * with clocks unknown.
 *
 * The image is copied and read by evergreen_atom.c. It is kept, for its command tables may be
 * executed (evergreen_atom_command.c) when it cannot be read any more.
 */
#include <linux/acpi.h>
#include <linux/device.h>
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "evergreen_atom_vfct.h"
#include "evergreen_atrm.h"
#include "evergreen_device.h"
#include "evergreen_display.h"
#include "evergreen_mc.h"
#include "evergreen_vbios.h"

#define BAR_VRAM	0

/* Crystal of cards, and the clock that boards give to APUs. */
#define CRYSTAL_KHZ	27000
#define BOARD_KHZ	100000

/*
 * Each copies an image, or as much as fits, and tells how many bytes that were. If none, @wrong
 * may say why.
 */
typedef size_t (*fetch_fn)(struct evergreen_device *edev, void *image, const char **wrong);

static size_t copy_window(void *image, const void __iomem *io, size_t size)
{
	size = min_t(size_t, size, EVERGREEN_ATOM_MAX);
	memcpy_fromio(image, io, size);
	return size;
}

/*
 * What is wrong with the owner of an image; NULL if it is this card's. Linux may show one card's
 * legacy image as the ROM of another card, and that other card may be damaged by voltages that
 * are not its own. One image serves many boards of a family, and names one of their ids.
 */
static const char *foreign(struct evergreen_device *edev, const void *image, size_t size)
{
	const struct pci_driver *driver = to_pci_driver(edev->drm.dev->driver);
	const struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	u32 ids = evergreen_atom_ids(image, size);
	const struct pci_device_id *id;

	if (!ids)
		return "it does not tell whose it is";
	if (ids == (pdev->vendor | (u32)pdev->device << 16))
		return NULL;
	for (id = driver->id_table; id->vendor; id++)
		if ((id->vendor | id->device << 16) == ids &&
		    evergreen_chip_get(id->driver_data) == edev->chip)
			return NULL;
	return "it is another card's";
}

static size_t fetch_atrm(struct evergreen_device *edev, void *image, const char **wrong)
{
	struct pci_dev *display = NULL;
	size_t size = 0;

	if (edev->chip->features & EVERGREEN_IGP || dev_is_removable(edev->drm.dev))
		return 0;
	while (!size && (display = pci_get_base_class(PCI_BASE_CLASS_DISPLAY, display))) {
		size = evergreen_atrm_read(display, image, EVERGREEN_ATOM_MAX, wrong);
		if (size)
			*wrong = foreign(edev, image, size);
		if (*wrong)
			size = 0;
	}
	pci_dev_put(display);
	return size;
}

#ifdef CONFIG_ACPI
static bool bus_is_taken(const void *card, u32 bus)
{
	const struct pci_dev *pdev = card;
	struct pci_dev *other = pci_get_domain_bus_and_slot(pci_domain_nr(pdev->bus), bus,
							    pdev->devfn);
	bool taken = other && other->vendor == pdev->vendor && other->device == pdev->device;

	pci_dev_put(other);
	return taken;
}

static size_t fetch_vfct(struct evergreen_device *edev, void *image, const char **wrong)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	const struct evergreen_atom_location where = {
		.bus = pdev->bus->number,
		.device = PCI_SLOT(pdev->devfn),
		.function = PCI_FUNC(pdev->devfn),
		.vendor_id = pdev->vendor,
		.device_id = pdev->device,
		.taken = bus_is_taken,
		.card = pdev,
	};
	struct acpi_table_header *table;
	const void *found;
	size_t size = 0;

	if (ACPI_FAILURE(acpi_get_table("VFCT", 1, &table)))
		return 0;
	found = evergreen_atom_vfct(table, table->length, &where, &size);
	size = min_t(size_t, size, EVERGREEN_ATOM_MAX);
	if (found)
		memcpy(image, found, size);
	acpi_put_table(table);
	return size;
}
#else
static size_t fetch_vfct(struct evergreen_device *edev, void *image, const char **wrong)
{
	return 0;
}
#endif

static size_t fetch_vram(struct evergreen_device *edev, void *image, const char **wrong)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	size_t size = min_t(u64, pci_resource_len(pdev, BAR_VRAM), EVERGREEN_ATOM_MAX);
	void __iomem *vram;

	if (!(edev->chip->features & EVERGREEN_IGP) || !size || !evergreen_mc_posted(edev) ||
	    evergreen_displays_any_lit(edev))
		return 0;
	/* Write-combined, as whoever else has it mapped: the two must not differ. */
	vram = ioremap_wc(pci_resource_start(pdev, BAR_VRAM), size);
	if (!vram)
		return 0;
	copy_window(image, vram, size);
	iounmap(vram);
	return size;
}

static size_t fetch_rom(struct evergreen_device *edev, void *image, const char **wrong)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	void __iomem *rom;
	size_t size;

	rom = pci_map_rom(pdev, &size);
	if (!rom)
		return 0;
	size = copy_window(image, rom, size);
	pci_unmap_rom(pdev, rom);
	return size;
}

static size_t fetch_platform(struct evergreen_device *edev, void *image, const char **wrong)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	void __iomem *rom;
	size_t size = pdev->romlen;

	if (!pdev->rom || !size)
		return 0;
	rom = ioremap(pdev->rom, size);
	if (!rom)
		return 0;
	size = copy_window(image, rom, size);
	iounmap(rom);
	return size;
}

static const struct {
	const char *name;
	fetch_fn fetch;
	bool listed;		/* for which card it is */
} places[] = {
	{ "ATRM", fetch_atrm },
	{ "ACPI", fetch_vfct, .listed = true },
	{ "PCI ROM", fetch_rom },
	{ "EFI", fetch_platform, .listed = true },
	{ "VRAM", fetch_vram },
};

/* Bytes of the one that was found; if none, says what was wrong with the first that there was. */
static size_t look(struct evergreen_device *edev, void *image)
{
	bool igp = edev->chip->features & EVERGREEN_IGP;
	const char *wrong, *why = NULL, *where = "VBIOS";
	size_t size;
	int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		wrong = NULL;
		size = places[i].fetch(edev, image, &wrong);
		if (size)
			wrong = evergreen_atom_read_clocks(image, size, igp, &edev->vbios);
		if (size && !wrong) {
			drm_info(&edev->drm, "VBIOS (%s): engine %u kHz, memory %u kHz, reference %u kHz\n",
				 places[i].name, edev->vbios.engine, edev->vbios.memory,
				 edev->vbios.reference);
			edev->rom.foreign = places[i].listed ? NULL : foreign(edev, image, size);
			return size;
		}
		if (wrong && !why) {
			why = wrong;
			where = places[i].name;
		}
	}
	drm_notice(&edev->drm, "no clocks from the VBIOS (%s: %s)\n", where,
		   why ?: "there is no image");
	return 0;
}

/**
 * evergreen_vbios_init() - find the VBIOS and learn the clocks that it has set
 * @edev: the card; its VRAM is as the firmware has left it
 *
 * Sets evergreen_device.vbios and evergreen_device.rom. Sleeps; reading a ROM takes milliseconds.
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_vbios_init(struct evergreen_device *edev)
{
	edev->rom.image = kvmalloc(EVERGREEN_ATOM_MAX, GFP_KERNEL);
	if (!edev->rom.image)
		return -ENOMEM;
	edev->rom.size = look(edev, edev->rom.image);
	if (!edev->vbios.reference)
		edev->vbios.reference = edev->chip->features & EVERGREEN_IGP ? BOARD_KHZ :
										CRYSTAL_KHZ;
	return 0;
}

/**
 * evergreen_vbios_fini() - forget the VBIOS
 * @edev: the card
 */
void evergreen_vbios_fini(struct evergreen_device *edev)
{
	kvfree(edev->rom.image);
	edev->rom.image = NULL;
	edev->rom.size = 0;
}
