// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xf86drm.h>

#include "card.h"

#define AMD_VENDOR	0x1002
#define MAX_DEVICES	16
#define EXIT_SKIP	4

/* Name of the driver that sysfs says is bound to a PCI device, "" if none. */
static void pci_driver(const char *pci, char *name, size_t size)
{
	char path[96], target[256];
	const char *slash;
	ssize_t n;
	size_t len;

	name[0] = '\0';
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/driver", pci);
	n = readlink(path, target, sizeof(target) - 1);
	if (n < 0)
		return;
	target[n] = '\0';
	slash = strrchr(target, '/');
	slash = slash ? slash + 1 : target;
	len = strlen(slash);
	if (len < size)
		memcpy(name, slash, len + 1);
}

static bool wanted(const struct card *card)
{
	const char *pci = getenv("EVERGREEN_PCI");

	if (pci && strcmp(pci, card->pci) != 0)
		return false;
	return !strcmp(card->driver, "evergreen") ||
	       !strcmp(card->driver, "radeon");
}

static bool describe(const drmDevice *dev, struct card *card)
{
	const drmPciBusInfo *bus = dev->businfo.pci;

	if (dev->bustype != DRM_BUS_PCI ||
	    dev->deviceinfo.pci->vendor_id != AMD_VENDOR ||
	    !(dev->available_nodes & 1 << DRM_NODE_RENDER))
		return false;

	card->device = dev->deviceinfo.pci->device_id;
	snprintf(card->pci, sizeof(card->pci), "%04x:%02x:%02x.%x",
		 bus->domain, bus->bus, bus->dev, bus->func & 7);
	snprintf(card->node, sizeof(card->node), "%s",
		 dev->nodes[DRM_NODE_RENDER]);
	pci_driver(card->pci, card->driver, sizeof(card->driver));
	return wanted(card);
}

int card_reopen(const struct card *card)
{
	int fd = open(card->node, O_RDWR | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int card_open(struct card *card)
{
	drmDevicePtr devices[MAX_DEVICES];
	int n, i, found = -1;

	memset(card, 0, sizeof(*card));
	card->fd = -1;
	n = drmGetDevices2(0, devices, MAX_DEVICES);
	if (n < 0)
		return -ENODEV;
	for (i = 0; i < n && found < 0; i++)
		if (describe(devices[i], card))
			found = i;
	drmFreeDevices(devices, n);
	if (found < 0)
		return -ENODEV;

	card->fd = card_reopen(card);
	return card->fd < 0 ? card->fd : 0;
}

void card_close(struct card *card)
{
	if (card->fd >= 0)
		close(card->fd);
	card->fd = -1;
}

#define DRIVER_DIR	"/sys/bus/pci/drivers/evergreen/"

int card_bind(const struct card *card, bool bind)
{
	const char *path = bind ? DRIVER_DIR "bind" : DRIVER_DIR "unbind";
	ssize_t len = (ssize_t)strlen(card->pci);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = write(fd, card->pci, (size_t)len) == len ? 0 : -errno;
	close(fd);
	return ret;
}

bool card_bound(const struct card *card)
{
	char path[96];

	snprintf(path, sizeof(path), DRIVER_DIR "%s", card->pci);
	return access(path, F_OK) == 0;
}

bool card_is_evergreen(const struct card *card)
{
	return !strcmp(card->driver, "evergreen");
}

bool card_is_cayman(const struct card *card)
{
	return (card->device & 0xffe0) == 0x6700 ||
	       (card->device & 0xff00) == 0x9900;
}

/* The number of the device's interrupt: MSI if it has one, else INTx. */
static int card_irq(const struct card *card)
{
	char path[96];
	int irq = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/irq", card->pci);
	f = fopen(path, "re");
	if (!f)
		return -1;
	if (fscanf(f, "%d", &irq) != 1)
		irq = -1;
	fclose(f);
	return irq;
}

/* Sum of the columns of one line of /proc/interrupts, after the "42:". */
static long long sum_columns(char *s)
{
	long long sum = 0;

	for (;;) {
		char *end;
		long long n = strtoll(s, &end, 10);

		if (end == s)
			return sum;
		sum += n;
		s = end;
	}
}

long long card_interrupts(const struct card *card)
{
	long long sum = -1;
	size_t size = 0;
	char *line = NULL;
	int irq = card_irq(card);
	FILE *f = fopen("/proc/interrupts", "re");

	if (!f)
		return -1;
	while (sum < 0 && getline(&line, &size, f) > 0) {
		char *end;
		long n = strtol(line, &end, 10);

		if (end != line && *end == ':' && n == irq)
			sum = sum_columns(end + 1);
	}
	free(line);
	fclose(f);
	return sum;
}

long module_parameter(const char *module, const char *name, long fallback)
{
	long value = fallback;
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "/sys/module/%s/parameters/%s", module, name);
	f = fopen(path, "re");
	if (!f)
		return fallback;
	if (fscanf(f, "%ld", &value) != 1)
		value = fallback;
	fclose(f);
	return value;
}

long card_parameter(const struct card *card, const char *name, long fallback)
{
	return module_parameter(card->driver, name, fallback);
}

/* Is @name a member of the comma-separated list at @list? */
static bool in_list(const char *list, const char *name)
{
	size_t len = strlen(name);

	while (list && *list && *list != ' ' && *list != '\n') {
		size_t n = strcspn(list, "\n, ");

		if (n == len && !strncmp(list, name, len))
			return true;
		list += n;
		list += *list == ',';
	}
	return false;
}

bool card_fault(const char *name)
{
	char line[4096];
	const char *list;
	size_t n;
	FILE *f;

	if (in_list(getenv("GPU_FAULT"), name))
		return true;
	f = fopen("/proc/cmdline", "re");
	if (!f)
		return false;
	n = fread(line, 1, sizeof(line) - 1, f);
	fclose(f);
	line[n] = '\0';
	list = strstr(line, "gpu_fault=");
	return list && in_list(list + strlen("gpu_fault="), name);
}

static void skip_all(const char *why)
{
	printf("TAP version 13\n1..0 # SKIP %s\n", why);
	exit(EXIT_SKIP);
}

void card_require(int argc, char **argv, enum card_want want)
{
	struct card card;
	int ret;

	if (argc > 1 && (!strcmp(argv[1], "-l") || !strcmp(argv[1], "-h")))
		return;
	ret = card_open(&card);
	if (ret == -ENODEV)
		skip_all("no AMD card that radeon or evergreen drives");
	if (ret == -EACCES || ret == -EPERM)
		skip_all("no access to the render node, try as root");
	if (ret) {
		fprintf(stderr, "%s: %s\n", card.node, strerror(-ret));
		exit(1);
	}
	if (want == CARD_EVERGREEN && !card_is_evergreen(&card))
		skip_all("about evergreen, but radeon drives the card");
	card_close(&card);
}

/* Does DRM's file "name" in a directory of debugfs say that the directory is about the card? */
static bool is_about(const char *dir, const struct card *card)
{
	char path[128], line[256], device[32];
	bool about;
	FILE *f;

	snprintf(path, sizeof(path), "%s/name", dir);
	f = fopen(path, "re");
	if (!f)
		return false;
	snprintf(device, sizeof(device), " dev=%s", card->pci);
	about = fgets(line, sizeof(line), f) && strstr(line, device);
	fclose(f);
	return about;
}

FILE *card_debugfs(const struct card *card, const char *name)
{
	char path[128];
	glob_t found;
	FILE *f = NULL;
	size_t i;

	if (glob("/sys/kernel/debug/dri/*", 0, NULL, &found))
		return NULL;
	for (i = 0; i < found.gl_pathc && !f; i++) {
		if (!is_about(found.gl_pathv[i], card))
			continue;
		snprintf(path, sizeof(path), "%s/%s", found.gl_pathv[i], name);
		f = fopen(path, "re");
	}
	globfree(&found);
	return f;
}
