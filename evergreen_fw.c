// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: microcode
 *
 * The card's prefetch parser (PFP), micro engine (ME) and run list controller
 * (RLC) do nothing without microcode, and on Northern Islands cards with GDDR5
 * neither does the memory controller's sequencer (MC). That one is fetched even if the VBIOS, or
 * a driver before, has started it: it stops when the card is reset or loses its power. All images
 * are fetched before the driver writes to a card that has been posted, so that a missing file
 * leaves the card as the firmware set it up.
 *
 * An image is big-endian dwords without a header. There is nothing in it that
 * could be checked but its length, so the length has to be exact: a longer or
 * shorter file is for another chip or damaged.
 *
 * The memory of the images is kept as long as the driver is bound, as the card
 * needs them again after a reset.
 */
#include <linux/firmware.h>
#include <linux/module.h>
#include <linux/unaligned.h>

#include "evergreen_device.h"
#include "evergreen_fw.h"
#include "evergreen_mc.h"

#define FW_PACKAGE	"firmware-amd-graphics"

static int fw_fetch_one(struct evergreen_device *edev, enum evergreen_fw_id id)
{
	const struct evergreen_fw_desc *desc = &edev->chip->fw[id];
	struct drm_device *drm = &edev->drm;
	int ret;

	ret = request_firmware(&edev->fw[id], desc->name, drm->dev);
	if (ret) {
		drm_err(drm, "microcode %s cannot be loaded (%d); Debian has it in the package "
			FW_PACKAGE "\n", desc->name, ret);
		return ret;
	}
	if (edev->fw[id]->size != desc->size) {
		drm_err(drm, "microcode %s has %zu bytes instead of %u; Debian has the right one in the package "
			FW_PACKAGE "\n", desc->name, edev->fw[id]->size, desc->size);
		return -EINVAL;
	}
	return 0;
}

/**
 * evergreen_fw_fetch() - fetch and check all microcode that the card will need
 * @edev: the card
 *
 * Reads a register to learn whether the memory controller needs its image, and
 * writes none.
 *
 * Return: 0 or the error of request_firmware(); -EINVAL for a wrong length. An
 * error leaves nothing behind.
 */
int evergreen_fw_fetch(struct evergreen_device *edev)
{
	int id, ret;

	for (id = 0; id < EVERGREEN_FW_COUNT; id++) {
		if (!edev->chip->fw[id].name)
			continue;
		if (id == EVERGREEN_FW_MC && !evergreen_mc_has_gddr5(edev))
			continue;
		ret = fw_fetch_one(edev, id);
		if (ret) {
			evergreen_fw_release(edev);
			return ret;
		}
	}
	return 0;
}

/**
 * evergreen_fw_release() - give the images back
 * @edev: the card
 */
void evergreen_fw_release(struct evergreen_device *edev)
{
	int id;

	for (id = 0; id < EVERGREEN_FW_COUNT; id++) {
		release_firmware(edev->fw[id]);
		edev->fw[id] = NULL;
	}
}

/**
 * evergreen_fw_dwords() - length of an image
 * @edev: the card
 * @id: which; it has been fetched
 *
 * Return: dwords.
 */
u32 evergreen_fw_dwords(struct evergreen_device *edev, enum evergreen_fw_id id)
{
	return edev->chip->fw[id].size / sizeof(u32);
}

/**
 * evergreen_fw_dword() - a dword of an image
 * @edev: the card
 * @id: which; it has been fetched
 * @i: index below evergreen_fw_dwords()
 *
 * Return: its value in the CPU's byte order.
 */
u32 evergreen_fw_dword(struct evergreen_device *edev, enum evergreen_fw_id id, u32 i)
{
	return get_unaligned_be32(edev->fw[id]->data + i * sizeof(u32));
}

MODULE_FIRMWARE("radeon/CEDAR_pfp.bin");
MODULE_FIRMWARE("radeon/REDWOOD_pfp.bin");
MODULE_FIRMWARE("radeon/JUNIPER_pfp.bin");
MODULE_FIRMWARE("radeon/CYPRESS_pfp.bin");
MODULE_FIRMWARE("radeon/PALM_pfp.bin");
MODULE_FIRMWARE("radeon/SUMO_pfp.bin");
MODULE_FIRMWARE("radeon/SUMO2_pfp.bin");
MODULE_FIRMWARE("radeon/BARTS_pfp.bin");
MODULE_FIRMWARE("radeon/TURKS_pfp.bin");
MODULE_FIRMWARE("radeon/CAICOS_pfp.bin");
MODULE_FIRMWARE("radeon/CAYMAN_pfp.bin");
MODULE_FIRMWARE("radeon/ARUBA_pfp.bin");
MODULE_FIRMWARE("radeon/CEDAR_me.bin");
MODULE_FIRMWARE("radeon/REDWOOD_me.bin");
MODULE_FIRMWARE("radeon/JUNIPER_me.bin");
MODULE_FIRMWARE("radeon/CYPRESS_me.bin");
MODULE_FIRMWARE("radeon/PALM_me.bin");
MODULE_FIRMWARE("radeon/SUMO_me.bin");
MODULE_FIRMWARE("radeon/SUMO2_me.bin");
MODULE_FIRMWARE("radeon/BARTS_me.bin");
MODULE_FIRMWARE("radeon/TURKS_me.bin");
MODULE_FIRMWARE("radeon/CAICOS_me.bin");
MODULE_FIRMWARE("radeon/CAYMAN_me.bin");
MODULE_FIRMWARE("radeon/ARUBA_me.bin");
MODULE_FIRMWARE("radeon/CEDAR_rlc.bin");
MODULE_FIRMWARE("radeon/REDWOOD_rlc.bin");
MODULE_FIRMWARE("radeon/JUNIPER_rlc.bin");
MODULE_FIRMWARE("radeon/CYPRESS_rlc.bin");
MODULE_FIRMWARE("radeon/SUMO_rlc.bin");
MODULE_FIRMWARE("radeon/BTC_rlc.bin");
MODULE_FIRMWARE("radeon/CAYMAN_rlc.bin");
MODULE_FIRMWARE("radeon/ARUBA_rlc.bin");
MODULE_FIRMWARE("radeon/BARTS_mc.bin");
MODULE_FIRMWARE("radeon/TURKS_mc.bin");
MODULE_FIRMWARE("radeon/CAICOS_mc.bin");
MODULE_FIRMWARE("radeon/CAYMAN_mc.bin");
