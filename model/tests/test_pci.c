// SPDX-License-Identifier: MIT OR GPL-2.0
/* Configuration space, the VBIOS image, the guest's memory and interrupt lines. */
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bus.h"
#include "pci.h"
#include "rom.h"
#include "test_card.h"

static uint32_t config32(const struct pci *pci, uint64_t at)
{
	uint32_t value = 0;

	pci_read(pci, at, &value, sizeof(value));
	return value;
}

static void write_config32(struct pci *pci, uint64_t at, uint32_t value)
{
	pci_write(pci, at, &value, sizeof(value));
}

static void test_config(void)
{
	const struct pci_identity id = { 0x6898, 0x030000, 256u << 20, ROM_SIZE };
	unsigned int caps = 0;
	struct pci pci;

	pci_init(&pci, &id);
	check(config32(&pci, 0) == 0x68981002, "ids");
	check(config32(&pci, 8) >> 8 == 0x030000, "class");
	for (uint32_t at = config32(&pci, 0x34) & 0xff; at; at = config32(&pci, at) >> 8 & 0xff)
		caps = caps << 8 | (config32(&pci, at) & 0xff);
	check(caps == 0x011005, "capabilities: PM, PCI Express, MSI");
	write_config32(&pci, 0x10, 0xffffffff);
	write_config32(&pci, 0x14, 0xffffffff);
	check(config32(&pci, 0x10) == 0xf000000c && config32(&pci, 0x14) == 0xffffffff,
	      "BAR0: 256 MiB, prefetchable, 64 bit");
	write_config32(&pci, 0x18, 0xffffffff);
	check(config32(&pci, 0x18) == 0xfffe0004, "BAR2: 128 KiB");
	write_config32(&pci, 0x20, 0xffffffff);
	check(config32(&pci, 0x20) == 0xffffff01, "BAR4: 256 ports");
	write_config32(&pci, 0x30, 0xffffffff);
	check(config32(&pci, 0x30) == 0xffffe001, "ROM: 8 KiB");
	write_config32(&pci, 0, 0);
	check(config32(&pci, 0) == 0x68981002, "ids are not written");

	check(!pci_bus_master(&pci) && !pci_memory_enabled(&pci), "off after reset");
	check(!pci_cut_off(&pci), "never on the bus");
	check(pci_may_interrupt(&pci, false) && !pci_may_interrupt(&pci, true),
	      "a line takes no bus mastering, a message does");
	write_config32(&pci, 4, 6);
	check(pci_may_interrupt(&pci, true), "which is on");
	check(pci_bus_master(&pci) && pci_memory_enabled(&pci) && !pci_cut_off(&pci), "on");
	write_config32(&pci, 4, 2);
	check(!pci_bus_master(&pci) && pci_cut_off(&pci), "cut off");
	write_config32(&pci, 4, 6);
	write_config32(&pci, 0x54, 3);
	check(config32(&pci, 0x54) == 3 && !pci_memory_enabled(&pci) && !pci_bus_master(&pci),
	      "the power state is kept, and D3hot turns all off");
	check(!pci_may_interrupt(&pci, false) && !pci_may_interrupt(&pci, true), "interrupts, too");
	check(!pci_take_wakeup(&pci), "asleep");
	write_config32(&pci, 0x54, 0);
	check(pci_take_wakeup(&pci) && !pci_take_wakeup(&pci) && pci_memory_enabled(&pci),
	      "on the way back to D0 it is reset, once");
	write_config32(&pci, 0x54, 1);
	write_config32(&pci, 0x54, 0);
	check(!pci_take_wakeup(&pci), "not from D1");
	write_config32(&pci, 0x54, 3);
	pci_reset(&pci);
	check(config32(&pci, 0x54) == 0 && config32(&pci, 4) == 0x00100000, "reset");
	check(!pci_read(&pci, 4094, &caps, 4) && !pci_write(&pci, UINT64_MAX, &caps, 4),
	      "nothing past 4 KiB");
	pci.gone = true;
	check(config32(&pci, 0) == 0xffffffff, "a card that is gone reads all ones");
}

static unsigned int u16(const uint8_t *p)
{
	return p[0] | (unsigned int)p[1] << 8;
}

static void test_rom(void)
{
	uint8_t rom[ROM_SIZE], sum = 0;
	const uint8_t *pcir, *atom, *info;

	rom_build(rom, &(struct rom_card){ gpu_chip_find("cayman"), 0x6718, 512, false });
	for (size_t i = 0; i < sizeof(rom); i++)
		sum = (uint8_t)(sum + rom[i]);
	check(sum == 0, "ROM: sum of bytes");
	check(u16(rom) == 0xaa55 && rom[2] == ROM_SIZE / 512 && rom[3] == 0xcb, "ROM: header");
	check(!memcmp(rom + 0x30, " 761295520", 10), "ROM: mark");
	pcir = rom + u16(rom + 0x18);
	check(!memcmp(pcir, "PCIR\x02\x10\x18\x67", 8) && pcir[0x14] == 0, "ROM: PCIR");
	atom = rom + u16(rom + 0x48);
	check(!memcmp(atom + 4, "ATOM", 4), "ROM: AtomBIOS header");
	check(!strcmp((const char *)rom + u16(atom + 0x10), "modelled cayman"), "ROM: name");
	info = rom + u16(rom + u16(atom + 0x20) + 4 + 2 * 4);
	check(info[2] == 2 && info[3] == 2 && u16(info + 8) == 88000 % 65536 &&
	      u16(info + 0x52) == 2700, "ROM: FirmwareInfo");
	check(u16(rom + u16(atom + 0x1e) + 4) && u16(rom + u16(atom + 0x1e) + 4 + 2 * 67),
	      "ROM: ASIC_Init and SetVoltage");
}

static int guest_memory(size_t size)
{
	int fd = memfd_create("guest", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, (off_t)size))
		abort();
	return fd;
}

static void test_dma(void)
{
	uint32_t value = 5, back = 0;
	struct bus bus;

	bus_init(&bus);
	check(!bus_map_add(&bus, 0, 0x1000, guest_memory(0x2000), 0, true) &&
	      !bus_map_add(&bus, 0x1000, 0x1000, guest_memory(0x2000), 0x1000, true) &&
	      !bus_map_add(&bus, 0x2000, 0x1000, guest_memory(0x1000), 0, false) &&
	      !bus_map_add(&bus, 0xfffc0000, 0x40000, -1, 0, false), "maps");
	check(bus_dma(&bus, 0xffe, &value, 4, true) && bus_dma(&bus, 0xffe, &back, 4, false) &&
	      back == 5, "an access across two maps");
	check(!bus_dma(&bus, 0x2000, &value, 4, true) && bus_dma(&bus, 0x2000, &back, 4, false),
	      "a read-only map");
	check(!bus_dma(&bus, 0xfffc0000, &back, 4, false), "a map without memory");
	check(!bus_dma(&bus, 0x2ffe, &back, 4, false), "an access that leaves memory");
	bus_map_remove(&bus, 0, 0x2000);
	check(!bus_dma(&bus, 0, &back, 4, false) && bus_dma(&bus, 0x2000, &back, 4, false),
	      "unmapping takes what lies inside");
	check(bus_map_add(&bus, 0, 0x1000, open("/dev/null", O_RDONLY), 0, true) == EINVAL, "no memory");
	bus_fini(&bus);
}

static void test_maps(void)
{
	int memory = guest_memory(0x3000);
	uint32_t value = 7, back = 0;
	uint64_t good = 0;
	struct bus bus;

	bus_init(&bus);
	check(!bus_map_add(&bus, 0x1000, 0x2000, dup(memory), 0, true) &&
	      bus_dma(&bus, 0x1000, &value, 4, true), "a map");
	check(bus_map_add(&bus, 0x2000, 0x2000, dup(memory), 0, true) == EEXIST &&
	      bus_map_add(&bus, 0, 0x1001, dup(memory), 0, true) == EEXIST &&
	      bus_map_add(&bus, 0x1800, 0x800, -1, 0, false) == EEXIST &&
	      bus_map_add(&bus, 0, UINT64_MAX, -1, 0, false) == EEXIST, "none over a part of it, or more");
	check(bus_dma(&bus, 0x1000, &back, 4, false) && back == 7, "which is as it was");
	check(!bus_map_add(&bus, 0x1000, 0x2000, dup(memory), 0x1000, true) &&
	      bus_dma(&bus, 0x1000, &back, 4, false) && back == 0, "the same one anew takes its place");
	check(!bus_map_add(&bus, UINT64_MAX - 0xfff, 0x1000, -1, 0, false) &&
	      !bus_map_add(&bus, 0, 0x1000, -1, 0, false), "at both ends");
	for (uint64_t i = 1; i < 5000; i++)
		good += !bus_map_add(&bus, i << 20, 0x1000, -1, 0, false);
	check(good == 4096 - 3, "%u maps in all, with memory and without", 3 + (unsigned int)good);
	check(bus_map_add(&bus, 0x200000, 0x1000, dup(memory), 0, true) == 0, "but one that takes a place");
	bus_map_clear(&bus);
	check(!bus_map_add(&bus, 0x2000, 0x2000, memory, 0, true), "and all again when they are gone");
	bus_fini(&bus);
}

static uint64_t fired(int fd)
{
	uint64_t n = 0;

	return read(fd, &n, sizeof(n)) == sizeof(n) ? n : 0;
}

/* The other end does not fetch what comes, or has gone. Who waits for it is ended by the alarm. */
static void test_full_lines(void)
{
	int full = eventfd(0, 0), ends[2];
	uint64_t most = UINT64_MAX - 1;
	struct bus bus;

	if (pipe(ends) || write(full, &most, sizeof(most)) != sizeof(most))
		abort();
	bus_init(&bus);
	bus_set_irq_fd(&bus, true, dup(full));
	alarm(10);
	bus_interrupt(&bus, true);
	alarm(0);
	check(fired(full) == most, "an interrupt that nobody fetches is one");
	bus_set_irq_fd(&bus, true, ends[1]);
	close(ends[0]);
	bus_interrupt(&bus, true);
	check(bus.deaf, "one of which nobody hears is lost, and that is told");
	bus_fini(&bus);
	close(full);
}

static void test_lines(void)
{
	int intx = eventfd(0, EFD_NONBLOCK), msi = eventfd(0, EFD_NONBLOCK);
	struct bus bus;

	bus_init(&bus);
	bus_interrupt(&bus, true);
	bus_interrupt(&bus, false);
	bus_set_irq_fd(&bus, false, dup(intx));
	bus_interrupt(&bus, true);
	bus_interrupt(&bus, true);
	check(fired(intx) == 1, "INTx fires once");
	bus_unmask_intx(&bus);
	check(fired(intx) == 1, "again at its end if still asserted");
	bus_interrupt(&bus, false);
	bus_unmask_intx(&bus);
	check(fired(intx) == 0, "not if not");
	bus_set_irq_fd(&bus, true, dup(msi));
	bus_interrupt(&bus, true);
	bus_interrupt(&bus, true);
	check(fired(msi) == 2 && fired(intx) == 0, "each message counts with MSI");
	bus_set_irq_fd(&bus, true, -1);
	bus_interrupt(&bus, true);
	check(fired(msi) == 0 && fired(intx) == 1, "INTx takes over again");
	bus_fini(&bus);
	close(intx);
	close(msi);
}

int main(void)
{
	test_config();
	test_rom();
	test_dma();
	test_maps();
	test_lines();
	test_full_lines();
	return test_end();
}
