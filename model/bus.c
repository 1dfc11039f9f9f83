// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the guest as the card sees it
 *
 * Guest memory that the VMM has handed over, and the interrupt lines. An MSI is
 * an edge: each assertion is one message. INTx is a level: the eventfd is
 * written once, then the line counts as masked until the VMM reports the end of
 * the interrupt; if the card still asserts it then, it is written again.
 * An eventfd that takes no more has an interrupt that nobody has fetched yet: it is enough.
 *
 * Pieces of memory do not overlap, as the vfio-user specification wants it. One that is there
 * already takes the place of the old one, which the specification refuses and libvfio-user
 * accepts: the VMM may not have heard that it is there.
 */
#include <errno.h>
#include <poll.h>
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

static int refuse(uint64_t iova, uint64_t size, const char *why, int error)
{
	fprintf(stderr, "model: guest memory at 0x%llx, 0x%llx bytes: %s\n", (unsigned long long)iova,
		(unsigned long long)size, why);
	return error;
}

/* Is there room for another piece? The same one gives way. */
static int make_room(struct bus *bus, uint64_t iova, uint64_t size)
{
	uint64_t last = iova + (size - 1);

	for (size_t i = bus->n_maps; i-- > 0;) {
		const struct bus_map *map = &bus->maps[i];

		if (map->iova > last || iova > map->iova + (map->size - 1))
			continue;
		if (map->iova != iova || map->size != size)
			return refuse(iova, size, "it overlaps what is there", EEXIST);
		unmap_one(bus, i);
	}
	if (bus->n_maps == BUS_MOST_MAPS)
		return refuse(iova, size, "there are too many pieces", ENOSPC);
	if (bus->n_maps == bus->max_maps) {
		size_t max = bus->max_maps ? 2 * bus->max_maps : 32;
		struct bus_map *bigger = realloc(bus->maps, max * sizeof(*bigger));

		if (!bigger)
			return ENOMEM;
		bus->maps = bigger;
		bus->max_maps = max;
	}
	return 0;
}

static int add(struct bus *bus, struct bus_map map, int fd, uint64_t offset)
{
	int error;

	if (fd >= 0 && !holds(fd, offset, map.size))
		return refuse(map.iova, map.size, "it is not in its file", EINVAL);
	if (fd >= 0) {
		map.ptr = mmap(NULL, map.size, map.writable ? PROT_READ | PROT_WRITE : PROT_READ,
			       MAP_SHARED, fd, (off_t)offset);
		if (map.ptr == MAP_FAILED)
			return refuse(map.iova, map.size, "it cannot be mapped", errno);
	}
	error = make_room(bus, map.iova, map.size);
	if (!error)
		bus->maps[bus->n_maps++] = map;
	else if (map.ptr)
		munmap(map.ptr, map.size);
	return error;
}

/* Takes @fd over; -1 makes an entry without access. Returns 0 or an errno value. */
int bus_map_add(struct bus *bus, uint64_t iova, uint64_t size, int fd, uint64_t offset,
		bool writable)
{
	struct bus_map map = { .iova = iova, .size = size, .writable = writable };
	int error = add(bus, map, fd, offset);

	if (fd >= 0)
		close(fd);
	return error;
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

/* Whoever has the other end may be gone, or never look. */
static void fire(struct bus *bus, int fd)
{
	struct pollfd full = { .fd = fd, .events = POLLOUT };
	uint64_t one = 1;

	if (fd < 0)
		return;
	bus->interrupts++;
	if (poll(&full, 1, 0) != 1 || bus->deaf ||
	    (full.revents == POLLOUT && write(fd, &one, sizeof(one)) == sizeof(one)))
		return;
	bus->deaf = true;
	fprintf(stderr, "model: interrupts cannot be sent any more\n");
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
	bus->deaf = false;
	if (!msi)
		bus->intx_masked = false;
}

void bus_unmask_intx(struct bus *bus)
{
	bus->intx_masked = false;
	if (bus->level && !bus_has_msi(bus))
		bus_interrupt(bus, true);
}
