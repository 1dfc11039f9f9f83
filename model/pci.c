// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: configuration space
 *
 * Header type 0 of a VGA controller, and the capabilities that these boards
 * have: power management at 0x50, PCI Express legacy endpoint at 0x58, MSI with
 * 64-bit addresses at 0xa0. QEMU emulates the BARs, the command register and
 * MSI for the guest, but sends the writes here too; what counts is that each
 * register reads back what the specification says, the power state above all.
 *
 * An MSI is a write to memory, so it is lost unless the card may master the bus; INTx is not.
 *
 * In D3hot the card answers nobody and reaches nothing. On the way back to D0 it
 * loses its registers, as a function does that has no No_Soft_Reset bit; these
 * boards have none. What QEMU emulates of the configuration space stays.
 *
 * Source: PCI Local Bus 3.0, PCI Express Base 2.0; the places of the
 * capabilities are those of public lspci listings of such boards.
 */
#include <string.h>

#include "pci.h"

#define CAP_PM		0x50
#define CAP_PCIE	0x58
#define CAP_MSI		0xa0

#define BAR_MEM64_PREFETCH	0xcu
#define BAR_MEM64		0x4u
#define BAR_IO			0x1u
#define ROM_ENABLE		0x1u
#define D3HOT			3u

static void put16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void put32(uint8_t *p, uint32_t v)
{
	put16(p, (uint16_t)v);
	put16(p + 2, (uint16_t)(v >> 16));
}

static uint32_t get32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* @value at @offset, of which the bits in @writable can be written. */
static void define(struct pci *pci, unsigned int offset, uint32_t value, uint32_t writable)
{
	put32(pci->config + offset, value);
	put32(pci->writable + offset, writable);
}

/* A BAR of @size bytes; 64-bit ones take the next slot as well. */
static void define_bar(struct pci *pci, unsigned int bar, uint64_t size, uint32_t flags)
{
	unsigned int offset = 0x10 + 4 * bar;
	uint64_t mask = ~(size - 1);

	define(pci, offset, flags, (uint32_t)mask & ~0xfu);
	if (flags & BAR_MEM64)
		define(pci, offset + 4, 0, (uint32_t)(mask >> 32));
}

static void define_capabilities(struct pci *pci)
{
	/* PM: version 3, D1 and D2; PMCSR holds the power state. */
	define(pci, CAP_PM, 0x06030001u | CAP_PCIE << 8, 0);
	define(pci, CAP_PM + 4, 0, 0x3);
	/* PCI Express: version 2, legacy endpoint; link x16 at 5 GT/s. */
	define(pci, CAP_PCIE, 0x00120010u | CAP_MSI << 8, 0);
	define(pci, CAP_PCIE + 4, 0x00008fa0u, 0);
	define(pci, CAP_PCIE + 8, 0x00002810u, 0x0000ffff);
	define(pci, CAP_PCIE + 0xc, 0x00000d02u, 0);
	define(pci, CAP_PCIE + 0x10, 0x11020040u, 0x00000fff);
	define(pci, CAP_PCIE + 0x30, 0x00000002u, 0x0000ffff);
	/* MSI: one vector, 64 bit. */
	define(pci, CAP_MSI, 0x00800005u, 0x00010000);
	define(pci, CAP_MSI + 4, 0, 0xfffffffc);
	define(pci, CAP_MSI + 8, 0, 0xffffffff);
	define(pci, CAP_MSI + 12, 0, 0x0000ffff);
}

void pci_init(struct pci *pci, const struct pci_identity *id)
{
	memset(pci, 0, sizeof(*pci));
	define(pci, 0x00, 0x1002u | (uint32_t)id->device_id << 16, 0);
	define(pci, 0x04, 0x00100000, 0x00000407);	/* capability list; io, memory, master, no INTx */
	define(pci, 0x08, (uint32_t)id->class_code << 8, 0);
	define(pci, 0x0c, 0, 0x000000ff);
	define_bar(pci, 0, id->vram_bar_size, BAR_MEM64_PREFETCH);
	define_bar(pci, 2, PCI_MMIO_SIZE, BAR_MEM64);
	define(pci, 0x20, BAR_IO, ~(PCI_IO_SIZE - 1u));
	define(pci, 0x2c, 0x1002u | (uint32_t)id->device_id << 16, 0);
	define(pci, 0x30, 0, id->rom_size ? ~(id->rom_size - 1u) | ROM_ENABLE : 0);
	define(pci, 0x34, CAP_PM, 0);
	define(pci, 0x3c, 0x00000100, 0x000000ff);
	define_capabilities(pci);
	memcpy(pci->reset, pci->config, sizeof(pci->reset));
}

void pci_reset(struct pci *pci)
{
	memcpy(pci->config, pci->reset, sizeof(pci->config));
	pci->mastered = false;
}

bool pci_read(const struct pci *pci, uint64_t offset, void *buf, size_t len)
{
	if (offset > PCI_CONFIG_SIZE || len > PCI_CONFIG_SIZE - offset)
		return false;
	if (pci->gone)
		memset(buf, 0xff, len);
	else
		memcpy(buf, pci->config + offset, len);
	return true;
}

static unsigned int power_state(const struct pci *pci)
{
	return get32(pci->config + CAP_PM + 4) & 0x3;
}

bool pci_write(struct pci *pci, uint64_t offset, const void *buf, size_t len)
{
	bool asleep = power_state(pci) == D3HOT;
	const uint8_t *p = buf;

	if (offset > PCI_CONFIG_SIZE || len > PCI_CONFIG_SIZE - offset)
		return false;
	for (size_t i = 0; i < len && !pci->gone; i++) {
		uint8_t *byte = pci->config + offset + i;
		uint8_t mask = pci->writable[offset + i];

		*byte = (uint8_t)((*byte & ~mask) | (p[i] & mask));
	}
	pci->woken |= asleep && power_state(pci) == 0;
	pci->mastered |= pci_bus_master(pci);
	return true;
}

/* Is the card in D0? */
bool pci_awake(const struct pci *pci)
{
	return !pci->gone && power_state(pci) == 0;
}

/* Has it come back from D3hot since the last time somebody asked? */
bool pci_take_wakeup(struct pci *pci)
{
	bool woken = pci->woken;

	pci->woken = false;
	return woken;
}

bool pci_bus_master(const struct pci *pci)
{
	return pci_awake(pci) && (get32(pci->config + 4) & 0x4);
}

/* Does an interrupt get through? @message: it is an MSI. */
bool pci_may_interrupt(const struct pci *pci, bool message)
{
	return message ? pci_bus_master(pci) : pci_awake(pci);
}

/* Has bus mastering been taken away, by somebody who wants the card to keep still? */
bool pci_cut_off(const struct pci *pci)
{
	return pci_awake(pci) && pci->mastered && !pci_bus_master(pci);
}

bool pci_memory_enabled(const struct pci *pci)
{
	return pci_awake(pci) && (get32(pci->config + 4) & 0x2);
}
