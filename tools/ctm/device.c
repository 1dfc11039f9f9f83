// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: cards
 *
 * A card is a render node that evergreen.ko or radeon.ko drives. Both call themselves "radeon"
 * to user space, so the module's name is from sysfs. radeon.ko drives older and newer cards,
 * too: those are passed over, or refused if one was asked for.
 *
 * A device without a card has ordinary memory: command buffers for it can be made and looked
 * at, not submitted.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <radeon_drm.h>
#include <xf86drm.h>

#include "own.h"

#define MOST_CARDS	64
#define AMD		0x1002

static bool ask(const struct ctm_device *device, uint32_t what, uint32_t *value)
{
	uint32_t answer[2] = { 0 };
	struct drm_radeon_info info = { .request = what, .value = (uintptr_t)answer };

	if (drmCommandWriteRead(device->own->fd, DRM_RADEON_INFO, &info, sizeof(info)))
		return false;
	*value = answer[0];
	return true;
}

/* The module that has a PCI device; empty if there is none. */
static void find_driver(const drmPciBusInfo *bus, char *name, size_t size)
{
	char path[96], target[256];
	const char *slash;
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%04x:%02x:%02x.%x/driver", bus->domain,
		 bus->bus, bus->dev, bus->func & 7u);
	n = readlink(path, target, sizeof(target) - 1);
	target[n > 0 ? n : 0] = '\0';
	slash = strrchr(target, '/');
	snprintf(name, size, "%.*s", (int)size - 1, slash ? slash + 1 : target);
}

static bool is_ours(const char *driver)
{
	return !strcmp(driver, "evergreen") || !strcmp(driver, "radeon");
}

static bool identify(struct ctm_device *device, struct ctm_error *error)
{
	struct ctm_device_own *own = device->own;
	drmDevicePtr found;

	if (drmGetDevice2(own->fd, 0, &found))
		return ctm_wrong(error, "%s is no render node", own->node);
	if (found->bustype == DRM_BUS_PCI)
		find_driver(found->businfo.pci, own->driver, sizeof(own->driver));
	drmFreeDevice(&found);
	if (!is_ours(own->driver))
		return ctm_wrong(error, "%s belongs to %s, neither to evergreen nor to radeon",
				 own->node, own->driver[0] ? own->driver : "another driver");
	return true;
}

static bool survey(struct ctm_device *device, struct ctm_error *error)
{
	struct ctm_device_own *own = device->own;
	uint32_t works = 0;

	if (!ask(device, RADEON_INFO_DEVICE_ID, &device->pci_id))
		return ctm_wrong(error, "%s does not say what it is", own->node);
	device->chip = ctm_chip_by_id(device->pci_id);
	if (!device->chip)
		return ctm_wrong(error, "%s is %04x:%04x, no Radeon HD 5000 or HD 6000", own->node,
				 AMD, device->pci_id);
	if (!ask(device, RADEON_INFO_ACCEL_WORKING2, &works) || !works)
		return ctm_wrong(error, "%s takes no work, see the kernel's log", own->node);
	if (!ask(device, RADEON_INFO_MAX_SE, &device->engines) || !device->engines)
		device->engines = device->chip->engines;
	if (!ask(device, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &device->clock_khz))
		device->clock_khz = 0;
	return true;
}

static struct ctm_device *make(const char *node, struct ctm_error *error)
{
	struct ctm_device *device = calloc(1, sizeof(*device));
	struct ctm_device_own *own = calloc(1, sizeof(*own));

	if (!device || !own) {
		ctm_wrong(error, "no memory");
		free(device);
		free(own);
		return NULL;
	}
	own->fd = -1;
	snprintf(own->node, sizeof(own->node), "%s", node);
	device->own = own;
	return device;
}

static struct ctm_device *open_node(const char *node, struct ctm_error *error)
{
	struct ctm_device *device = make(node, error);

	if (!device)
		return NULL;
	device->node = device->own->node;
	device->driver = device->own->driver;
	device->own->fd = open(node, O_RDWR | O_CLOEXEC);
	if (device->own->fd < 0)
		ctm_wrong(error, "%s: %s", node, strerror(errno));
	else if (identify(device, error) && survey(device, error))
		return device;
	ctm_close(device);
	return NULL;
}

static bool worth_a_try(const drmDevice *found)
{
	char driver[32];

	if (found->bustype != DRM_BUS_PCI || found->deviceinfo.pci->vendor_id != AMD ||
	    !(found->available_nodes & 1 << DRM_NODE_RENDER))
		return false;
	find_driver(found->businfo.pci, driver, sizeof(driver));
	return is_ours(driver) && ctm_chip_by_id(found->deviceinfo.pci->device_id);
}

static struct ctm_device *open_any(struct ctm_error *error)
{
	drmDevicePtr found[MOST_CARDS];
	struct ctm_device *device = NULL;
	int n = drmGetDevices2(0, found, MOST_CARDS);

	ctm_wrong(error, "there is no Radeon HD 5000 or HD 6000 that evergreen or radeon drives");
	for (int i = 0; i < n && !device; i++)
		if (worth_a_try(found[i]))
			device = open_node(found[i]->nodes[DRM_NODE_RENDER], error);
	if (n > 0)
		drmFreeDevices(found, n);
	return device;
}

/**
 * ctm_open() - open a card
 * @node: path of its render node, or NULL for the first that is there
 * @error: out
 *
 * Return: the card, for ctm_close(), or NULL.
 */
struct ctm_device *ctm_open(const char *node, struct ctm_error *error)
{
	return node ? open_node(node, error) : open_any(error);
}

/**
 * ctm_open_without_card() - a stand-in for which command buffers can be made
 * @chip: its family
 * @error: out
 *
 * Return: the stand-in, for ctm_close(), or NULL.
 */
struct ctm_device *ctm_open_without_card(const struct ctm_chip *chip, struct ctm_error *error)
{
	struct ctm_device *device = make("", error);

	if (!device)
		return NULL;
	device->chip = chip;
	device->engines = chip->engines;
	return device;
}

/**
 * ctm_close() - close a card
 * @device: the card, or NULL; its memory and programs have to be given back before
 */
void ctm_close(struct ctm_device *device)
{
	if (!device)
		return;
	for (size_t i = 0; i < CTM_SUBMISSIONS; i++)
		ctm_free(device->own->submission[i].fence);
	if (device->own->fd >= 0)
		close(device->own->fd);
	free(device->own);
	free(device);
}
