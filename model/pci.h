/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef PCI_H
#define PCI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PCI_CONFIG_SIZE	4096u
#define PCI_MMIO_SIZE	0x20000u
#define PCI_IO_SIZE	0x100u

struct pci_identity {
	uint16_t device_id;
	uint32_t class_code;		/* 0x030000 VGA, 0x038000 other display controller */
	uint64_t vram_bar_size;
	uint32_t rom_size;
};

struct pci {
	uint8_t config[PCI_CONFIG_SIZE], writable[PCI_CONFIG_SIZE], reset[PCI_CONFIG_SIZE];
	bool gone;			/* reads all ones, ignores writes */
	bool woken;			/* came back from D3hot; see pci_take_wakeup() */
	bool mastered;			/* has been bus master since the last reset */
};

void pci_init(struct pci *pci, const struct pci_identity *id);
void pci_reset(struct pci *pci);
bool pci_read(const struct pci *pci, uint64_t offset, void *buf, size_t len);
bool pci_write(struct pci *pci, uint64_t offset, const void *buf, size_t len);
bool pci_awake(const struct pci *pci);
bool pci_take_wakeup(struct pci *pci);
bool pci_bus_master(const struct pci *pci);
bool pci_may_interrupt(const struct pci *pci, bool message);
bool pci_cut_off(const struct pci *pci);
bool pci_memory_enabled(const struct pci *pci);

#endif
