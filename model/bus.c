// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the guest as the card sees it
 *
 * Guest memory that the VMM has handed over, and the interrupt lines. An MSI is
 * an edge: each assertion is one message. INTx is a level: the eventfd is
 * written once, then the line counts as masked until the VMM reports the end of
 * the interrupt; if the card still asserts it then, it is written again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bus.h"

void bus_init(struct bus *bus)
{
	*bus = (struct bus){ .intx_fd = -1, .msi_fd = -1 };
}

static void unmap_one(struct bus *bus, size_t i)
{
	if (bus->maps[i].ptr)
		munmap(bus->maps[i].ptr, bus->maps[i].size);
	bus->maps[i] = bus->maps[--bus->n_maps];
}

void bus_map_clear(struct bus *bus)
{
	while (bus->n_maps)
		unmap_one(bus, bus->n_maps - 1);
}

void bus_fini(struct bus *bus)
{
	bus_map_clear(bus);
	free(bus->maps);
	bus_set_irq_fd(bus, false, -1);
	bus_set_irq_fd(bus, true, -1);
}

/* Behind the end of a file there is nothing to be mapped: an access would end the model. */
static bool holds(int fd, uint64_t offset, uint64_t size)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && (uint64_t)st.st_size >= size &&
	       offset <= (uint64_t)st.st_size - size;
}

/* Takes @fd over; -1 makes an entry without access. */
bool bus_map_add(struct bus *bus, uint64_t iova, uint64_t size, int fd, uint64_t offset,
		 bool writable)
{
	void *ptr = NULL;

	if (fd >= 0 && !holds(fd, offset, size)) {
		fprintf(stderr, "model: guest memory is not in its file\n");
		close(fd);
		return false;
	}
	if (fd >= 0) {
		ptr = mmap(NULL, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED,
			   fd, (off_t)offset);
		close(fd);
		if (ptr == MAP_FAILED) {
			perror("model: mapping guest memory");
			return false;
		}
	}
	if (bus->n_maps == bus->max_maps) {
		size_t max = bus->max_maps ? 2 * bus->max_maps : 32;
		struct bus_map *bigger = realloc(bus->maps, max * sizeof(*bigger));

		if (!bigger) {
			if (ptr)
				munmap(ptr, size);
			return false;
		}
		bus->maps = bigger;
		bus->max_maps = max;
	}
	bus->maps[bus->n_maps++] = (struct bus_map){ iova, size, ptr, writable };
	return true;
}

void bus_map_remove(struct bus *bus, uint64_t iova, uint64_t size)
{
	uint64_t last = iova + (size - 1);

	for (size_t i = bus->n_maps; i-- > 0;) {
		const struct bus_map *map = &bus->maps[i];

		if (map->iova >= iova && map->iova + (map->size - 1) <= last)
			unmap_one(bus, i);
	}
}

static const struct bus_map *find_map(const struct bus *bus, uint64_t addr)
{
	for (size_t i = 0; i < bus->n_maps; i++) {
		const struct bus_map *map = &bus->maps[i];

		if (addr >= map->iova && addr - map->iova < map->size)
			return map;
	}
	return NULL;
}

bool bus_dma(struct bus *bus, uint64_t addr, void *buf, size_t len, bool write)
{
	char *p = buf;

	while (len) {
		const struct bus_map *map = find_map(bus, addr);
		size_t n = len;
		char *there;

		if (!map || !map->ptr || (write && !map->writable))
			return false;
		if (n > map->size - (addr - map->iova))
			n = map->size - (addr - map->iova);
		there = (char *)map->ptr + (addr - map->iova);
		memcpy(write ? there : p, write ? p : there, n);
		p += n;
		addr += n;
		len -= n;
	}
	return true;
}

static void fire(struct bus *bus, int fd)
{
	uint64_t one = 1;

	if (fd < 0)
		return;
	if (write(fd, &one, sizeof(one)) != sizeof(one))
		perror("model: interrupt eventfd");
	bus->interrupts++;
}

bool bus_has_msi(const struct bus *bus)
{
	return bus->msi_fd >= 0;
}

void bus_interrupt(struct bus *bus, bool asserted)
{
	bus->level = asserted;
	if (!asserted)
		return;
	if (bus_has_msi(bus)) {
		fire(bus, bus->msi_fd);
	} else if (!bus->intx_masked && bus->intx_fd >= 0) {
		bus->intx_masked = true;
		fire(bus, bus->intx_fd);
	}
}

void bus_set_irq_fd(struct bus *bus, bool msi, int fd)
{
	int *slot = msi ? &bus->msi_fd : &bus->intx_fd;

	if (*slot >= 0)
		close(*slot);
	*slot = fd;
	if (!msi)
		bus->intx_masked = false;
}

void bus_unmask_intx(struct bus *bus)
{
	bus->intx_masked = false;
	if (bus->level && !bus_has_msi(bus))
		bus_interrupt(bus, true);
}
