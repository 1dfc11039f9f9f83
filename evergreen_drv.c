// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Driver registration
 *
 * The module: the PCI ids, and what DRM needs to know of the driver. The PCI
 * driver is called evergreen; the DRM driver is called radeon and has radeon's
 * version, for that is what clients look for.
 *
 * Displays are not driven, so the framebuffer console of the firmware is left in
 * place and no framebuffer is evicted. A card that has been without power is posted
 * again by its VBIOS, see evergreen_pm.c.
 *
 * What may live longer than the driver is bound: evergreen_lifetime.c.
 */
#include <linux/dma-mapping.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_ioctl.h>
#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_gem_va.h"
#include "evergreen_bo.h"
#include "evergreen_dead.h"
#include "evergreen_debugfs.h"
#include "evergreen_device.h"
#include "evergreen_fdinfo.h"
#include "evergreen_file.h"
#include "evergreen_finished_fence.h"
#include "evergreen_gem.h"
#include "evergreen_info.h"
#include "evergreen_lifetime.h"
#include "evergreen_mmio.h"
#include "evergreen_pm.h"
#include "evergreen_prime.h"
#include "evergreen_reset.h"
#include "evergreen_submit.h"
#include "evergreen_tlb_reset.h"
#include "evergreen_userptr.h"

#define DRIVER_NAME	"evergreen"
#define BAR_MMIO	2

#define GTT_SIZE_MIN	32
/* The size of a buffer, which GTT bounds, is a size_t to the kernel. */
#define GTT_SIZE_MAX	(BITS_PER_LONG == 32 ? 2048 : 64 * 1024)

static uint gtt_size = 1024;
module_param(gtt_size, uint, 0444);
MODULE_PARM_DESC(gtt_size, "MiB of system memory that the card can see at once (default 1024)");

static uint lockup_timeout = 10000;
module_param(lockup_timeout, uint, 0444);
MODULE_PARM_DESC(lockup_timeout,
		 "milliseconds after which a job counts as hung (default 10000, 0 = never)");

static bool training_displays_off;
module_param(training_displays_off, bool, 0444);
MODULE_PARM_DESC(training_displays_off,
		 "switch displays off while GDDR5 is trained, as radeon does, and on again (default no: they only stop reading)");

static char *clocks = "performance";
module_param(clocks, charp, 0444);
MODULE_PARM_DESC(clocks,
		 "of Barts, Turks, Caicos and Cayman: performance (default), default (the boot state that the VBIOS names, as radeon with dpm=0), boot (left alone)");

/* What it says; it cannot change. */
static int clocks_choice;

/* ---- DRM ---- */

#define IOCTL(name, func) \
	DRM_IOCTL_DEF_DRV(RADEON_##name, evergreen_##func##_ioctl, DRM_AUTH | DRM_RENDER_ALLOW)

static const struct drm_ioctl_desc evergreen_ioctls[] = {
	IOCTL(GEM_INFO, gem_info),
	IOCTL(GEM_CREATE, gem_create),
	IOCTL(GEM_MMAP, gem_mmap),
	IOCTL(GEM_SET_DOMAIN, gem_set_domain),
	IOCTL(GEM_WAIT_IDLE, gem_wait_idle),
	IOCTL(CS, cs),
	IOCTL(INFO, info),
	IOCTL(GEM_SET_TILING, gem_set_tiling),
	IOCTL(GEM_GET_TILING, gem_get_tiling),
	IOCTL(GEM_BUSY, gem_busy),
	IOCTL(GEM_OP, gem_op),
	DRM_IOCTL_DEF_DRV(RADEON_GEM_VA, cayman_gem_va_ioctl, DRM_AUTH | DRM_RENDER_ALLOW),
	EVERGREEN_USERPTR_IOCTL
};

static const struct file_operations evergreen_fops = {
	.owner = THIS_MODULE,
	DRM_GEM_FOPS,
	.show_fdinfo = drm_show_fdinfo,
};

static const struct drm_driver evergreen_drm_driver = {
	.driver_features = DRIVER_GEM | DRIVER_RENDER | EVERGREEN_COMPAT_DRIVER_FEATURES,
	.name = "radeon",
	.desc = "ATI Radeon",
	EVERGREEN_COMPAT_DRIVER_DATE
	.major = 2,
	.minor = 51,
	.patchlevel = 0,
	.fops = &evergreen_fops,
	.ioctls = evergreen_ioctls,
	.num_ioctls = ARRAY_SIZE(evergreen_ioctls),
	.open = evergreen_file_open,
	.postclose = evergreen_file_close,
	.show_fdinfo = evergreen_show_fdinfo,
	.gem_prime_import_sg_table = evergreen_prime_import_sg_table,
	.debugfs_init = evergreen_debugfs_init,
};

/* ---- PCI ---- */

static int evergreen_pci_setup(struct evergreen_device *edev, struct pci_dev *pdev)
{
	int ret;

	ret = pcim_enable_device(pdev);
	if (ret) {
		drm_err(&edev->drm, "the PCI device cannot be enabled (%d)\n", ret);
		return ret;
	}
	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(EVERGREEN_BUS_ADDRESS_BITS));
	if (ret) {
		drm_err(&edev->drm, "no DMA with %u address bits (%d)\n",
			EVERGREEN_BUS_ADDRESS_BITS, ret);
		return ret;
	}
	evergreen_compat_limit_msi(pdev, DMA_BIT_MASK(EVERGREEN_BUS_ADDRESS_BITS));

	edev->mmio = pcim_iomap_region(pdev, BAR_MMIO, DRIVER_NAME);
	if (IS_ERR(edev->mmio)) {
		drm_err(&edev->drm, "no registers in BAR %u (%ld)\n", BAR_MMIO,
			PTR_ERR(edev->mmio));
		return PTR_ERR(edev->mmio);
	}
	edev->mmio_size = pci_resource_len(pdev, BAR_MMIO);
	return 0;
}

/* Who resets the card; lower layers, and those who hold jobs, reach them by this. */
static const struct evergreen_reset_ops evergreen_reset_ops = {
	.timedout = evergreen_reset_timedout,
	.resolve = evergreen_reset_resolve,
	.flush_failed = evergreen_tlb_reset,
	.pages_outlived = evergreen_tlb_reset_outlived,
	.dead = evergreen_reset_fail_all,
};

static int evergreen_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct evergreen_device *edev;
	int ret;

	edev = devm_drm_dev_alloc(&pdev->dev, &evergreen_drm_driver, struct evergreen_device, drm);
	if (IS_ERR(edev))
		return PTR_ERR(edev);
	ret = drmm_mutex_init(&edev->drm, &edev->clock_lock) ?: evergreen_lifetime_begin(edev);
	if (ret)
		return ret;
	pci_set_drvdata(pdev, edev);
	spin_lock_init(&edev->mmio_lock);
	edev->reset.ops = &evergreen_reset_ops;
	edev->mc.gtt_size = (u64)clamp(gtt_size, GTT_SIZE_MIN, GTT_SIZE_MAX) * SZ_1M;
	if (edev->mc.gtt_size != (u64)gtt_size * SZ_1M)
		drm_warn(&edev->drm, "gtt_size=%u is not between %d and %d, the nearest is taken\n",
			 gtt_size, GTT_SIZE_MIN, GTT_SIZE_MAX);
	edev->lockup_timeout_ms = lockup_timeout;
	edev->training_displays_off = training_displays_off;
	edev->clocks.choice = clocks_choice;

	edev->chip = evergreen_chip_get(id->driver_data);
	if (!edev->chip) {
		drm_err(&edev->drm, "PCI id %04x:%04x belongs to no chip that is supported\n",
			pdev->vendor, pdev->device);
		return -ENODEV;
	}
	evergreen_chip_limits(edev->chip, pdev->device, &edev->limits);

	ret = evergreen_pci_setup(edev, pdev);
	if (ret)
		return ret;
	ret = evergreen_device_init(edev);
	if (ret)
		return ret;
	ret = drm_dev_register(&edev->drm, 0);
	if (ret)
		evergreen_device_fini(edev);
	return ret;
}

static void evergreen_remove(struct pci_dev *pdev)
{
	struct evergreen_device *edev = pci_get_drvdata(pdev);

	/* Nobody need wait for jobs that cannot end. */
	if (evergreen_gone(edev))
		evergreen_device_dead(edev, "it is gone");
	drm_dev_unplug(&edev->drm);
	evergreen_device_fini(edev);
}

#define ID(device, family) \
	{ PCI_VDEVICE(ATI, device), .driver_data = EVERGREEN_##family }

static const struct pci_device_id evergreen_pci_ids[] = {
	/* Cedar */
	ID(0x68e0, CEDAR), ID(0x68e1, CEDAR), ID(0x68e4, CEDAR), ID(0x68e5, CEDAR),
	ID(0x68e8, CEDAR), ID(0x68e9, CEDAR), ID(0x68f1, CEDAR), ID(0x68f2, CEDAR),
	ID(0x68f8, CEDAR), ID(0x68f9, CEDAR), ID(0x68fa, CEDAR), ID(0x68fe, CEDAR),

	/* Redwood */
	ID(0x68c0, REDWOOD), ID(0x68c1, REDWOOD), ID(0x68c7, REDWOOD), ID(0x68c8, REDWOOD),
	ID(0x68c9, REDWOOD), ID(0x68d8, REDWOOD), ID(0x68d9, REDWOOD), ID(0x68da, REDWOOD),
	ID(0x68de, REDWOOD),

	/* Juniper */
	ID(0x68a0, JUNIPER), ID(0x68a1, JUNIPER), ID(0x68a8, JUNIPER), ID(0x68a9, JUNIPER),
	ID(0x68b0, JUNIPER), ID(0x68b8, JUNIPER), ID(0x68b9, JUNIPER), ID(0x68ba, JUNIPER),
	ID(0x68be, JUNIPER), ID(0x68bf, JUNIPER),

	/* Cypress */
	ID(0x6880, CYPRESS), ID(0x6888, CYPRESS), ID(0x6889, CYPRESS), ID(0x688a, CYPRESS),
	ID(0x688c, CYPRESS), ID(0x688d, CYPRESS), ID(0x6898, CYPRESS), ID(0x6899, CYPRESS),
	ID(0x689b, CYPRESS), ID(0x689e, CYPRESS),

	/* Hemlock */
	ID(0x689c, HEMLOCK), ID(0x689d, HEMLOCK),

	/* Palm */
	ID(0x9802, PALM), ID(0x9803, PALM), ID(0x9804, PALM), ID(0x9805, PALM),
	ID(0x9806, PALM), ID(0x9807, PALM), ID(0x9808, PALM), ID(0x9809, PALM),
	ID(0x980a, PALM),

	/* Sumo */
	ID(0x9640, SUMO), ID(0x9641, SUMO), ID(0x9647, SUMO), ID(0x9648, SUMO),
	ID(0x964a, SUMO), ID(0x964b, SUMO), ID(0x964c, SUMO), ID(0x964e, SUMO),
	ID(0x964f, SUMO),

	/* Sumo2 */
	ID(0x9642, SUMO2), ID(0x9643, SUMO2), ID(0x9644, SUMO2), ID(0x9645, SUMO2),
	ID(0x9649, SUMO2),

	/* Barts */
	ID(0x6720, BARTS), ID(0x6721, BARTS), ID(0x6722, BARTS), ID(0x6723, BARTS),
	ID(0x6724, BARTS), ID(0x6725, BARTS), ID(0x6726, BARTS), ID(0x6727, BARTS),
	ID(0x6728, BARTS), ID(0x6729, BARTS), ID(0x6738, BARTS), ID(0x6739, BARTS),
	ID(0x673e, BARTS),

	/* Turks */
	ID(0x6740, TURKS), ID(0x6741, TURKS), ID(0x6742, TURKS), ID(0x6743, TURKS),
	ID(0x6744, TURKS), ID(0x6745, TURKS), ID(0x6746, TURKS), ID(0x6747, TURKS),
	ID(0x6748, TURKS), ID(0x6749, TURKS), ID(0x674a, TURKS), ID(0x6750, TURKS),
	ID(0x6751, TURKS), ID(0x6758, TURKS), ID(0x6759, TURKS), ID(0x675b, TURKS),
	ID(0x675d, TURKS), ID(0x675f, TURKS), ID(0x6840, TURKS), ID(0x6841, TURKS),
	ID(0x6842, TURKS), ID(0x6843, TURKS), ID(0x6849, TURKS), ID(0x6850, TURKS),
	ID(0x6858, TURKS), ID(0x6859, TURKS),

	/* Caicos */
	ID(0x6760, CAICOS), ID(0x6761, CAICOS), ID(0x6762, CAICOS), ID(0x6763, CAICOS),
	ID(0x6764, CAICOS), ID(0x6765, CAICOS), ID(0x6766, CAICOS), ID(0x6767, CAICOS),
	ID(0x6768, CAICOS), ID(0x6770, CAICOS), ID(0x6771, CAICOS), ID(0x6772, CAICOS),
	ID(0x6778, CAICOS), ID(0x6779, CAICOS), ID(0x677b, CAICOS),

	/* Cayman */
	ID(0x6700, CAYMAN), ID(0x6701, CAYMAN), ID(0x6702, CAYMAN), ID(0x6703, CAYMAN),
	ID(0x6704, CAYMAN), ID(0x6705, CAYMAN), ID(0x6706, CAYMAN), ID(0x6707, CAYMAN),
	ID(0x6708, CAYMAN), ID(0x6709, CAYMAN), ID(0x6718, CAYMAN), ID(0x6719, CAYMAN),
	ID(0x671c, CAYMAN), ID(0x671d, CAYMAN), ID(0x671f, CAYMAN),

	/* Aruba */
	ID(0x9900, ARUBA), ID(0x9901, ARUBA), ID(0x9903, ARUBA), ID(0x9904, ARUBA),
	ID(0x9905, ARUBA), ID(0x9906, ARUBA), ID(0x9907, ARUBA), ID(0x9908, ARUBA),
	ID(0x9909, ARUBA), ID(0x990a, ARUBA), ID(0x990b, ARUBA), ID(0x990c, ARUBA),
	ID(0x990d, ARUBA), ID(0x990e, ARUBA), ID(0x990f, ARUBA), ID(0x9910, ARUBA),
	ID(0x9913, ARUBA), ID(0x9917, ARUBA), ID(0x9918, ARUBA), ID(0x9919, ARUBA),
	ID(0x9990, ARUBA), ID(0x9991, ARUBA), ID(0x9992, ARUBA), ID(0x9993, ARUBA),
	ID(0x9994, ARUBA), ID(0x9995, ARUBA), ID(0x9996, ARUBA), ID(0x9997, ARUBA),
	ID(0x9998, ARUBA), ID(0x9999, ARUBA), ID(0x999a, ARUBA), ID(0x999b, ARUBA),
	ID(0x999c, ARUBA), ID(0x999d, ARUBA), ID(0x99a0, ARUBA), ID(0x99a2, ARUBA),
	ID(0x99a4, ARUBA),
	{ }
};
MODULE_DEVICE_TABLE(pci, evergreen_pci_ids);

static struct pci_driver evergreen_pci_driver = {
	.name = DRIVER_NAME,
	.id_table = evergreen_pci_ids,
	.probe = evergreen_probe,
	.remove = evergreen_remove,
	/* The next kernel must not find the card writing into its memory. */
	.shutdown = evergreen_remove,
	.err_handler = &evergreen_pci_resets,
	.driver.pm = pm_sleep_ptr(&evergreen_pm_ops),
};

static int __init evergreen_init(void)
{
	int ret;

	clocks_choice = evergreen_clocks_parse(clocks);
	if (clocks_choice < 0) {
		pr_err("%s: clocks=%s is none of performance, default, boot\n", DRIVER_NAME,
		       clocks);
		return clocks_choice;
	}
	ret = evergreen_bo_cache_create();
	if (ret)
		return ret;
	ret = evergreen_lifetime_init();
	if (ret)
		goto err_cache;
	ret = evergreen_finished_fences_init();
	if (ret)
		goto err_lifetime;
	ret = pci_register_driver(&evergreen_pci_driver);
	if (ret)
		goto err_fences;
	return 0;

err_fences:
	evergreen_finished_fences_unused();
err_lifetime:
	evergreen_lifetime_exit();
err_cache:
	evergreen_bo_cache_destroy();
	return ret;
}
module_init(evergreen_init);

static void __exit evergreen_exit(void)
{
	pci_unregister_driver(&evergreen_pci_driver);
	evergreen_lifetime_exit();
	evergreen_bo_cache_destroy();
}
module_exit(evergreen_exit);

/* As MODULE_IMPORT_NS(), which wants no quotes before Linux 6.13. */
MODULE_INFO(import_ns, "DMA_BUF");
MODULE_DESCRIPTION("Radeon HD 5000 and 6000 (Evergreen and Northern Islands), render and compute");
MODULE_AUTHOR("The evergreen authors");
MODULE_LICENSE("Dual MIT/GPL");
