/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef BUS_H
#define BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pieces of guest memory at most, which a VMM is told; QEMU has some 30. */
#define BUS_MOST_MAPS	4096

/* A piece of the guest's address space. */
struct bus_map {
	uint64_t iova, size;
	void *ptr;			/* NULL: known, but not accessible */
	bool writable;
};

struct bus {
	struct bus_map *maps;
	size_t n_maps, max_maps;
	int intx_fd, msi_fd;		/* eventfds, -1 when torn down */
	bool level;			/* what the card asserts */
	bool intx_masked;		/* fired, and not yet unmasked by the host */
	bool deaf;			/* nobody reads them any more, which has been told */
	uint64_t interrupts;		/* sent */
};

void bus_init(struct bus *bus);
void bus_fini(struct bus *bus);
int bus_map_add(struct bus *bus, uint64_t iova, uint64_t size, int fd, uint64_t offset, bool writable);
void bus_map_remove(struct bus *bus, uint64_t iova, uint64_t size);
void bus_map_clear(struct bus *bus);
bool bus_dma(struct bus *bus, uint64_t addr, void *buf, size_t len, bool write);
void bus_interrupt(struct bus *bus, bool asserted);
bool bus_has_msi(const struct bus *bus);
void bus_set_irq_fd(struct bus *bus, bool msi, int fd);
void bus_unmask_intx(struct bus *bus);

#endif
