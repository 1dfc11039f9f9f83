// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Keeps the guest's own virtio devices out of a suspend: the root file system is
 * on one of them, and its driver refuses to sleep. Everything else goes through
 * the whole of it.
 */
#include <linux/module.h>
#include <linux/pci.h>

#define VIRTIO_VENDOR	0x1af4

static int stay(struct device *dev, void *awake)
{
	dev_pm_syscore_device(dev, awake);
	return device_for_each_child(dev, awake, stay);
}

static void each_virtio(void *awake)
{
	struct pci_dev *pdev = NULL;

	while ((pdev = pci_get_device(VIRTIO_VENDOR, PCI_ANY_ID, pdev)))
		stay(&pdev->dev, awake);
}

static int __init stay_awake_init(void)
{
	each_virtio(THIS_MODULE);
	return 0;
}

static void __exit stay_awake_exit(void)
{
	each_virtio(NULL);
}

module_init(stay_awake_init);
module_exit(stay_awake_exit);
MODULE_DESCRIPTION("Keeps virtio devices out of a suspend");
MODULE_LICENSE("Dual MIT/GPL");
