// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: evergreen-model, the program
 *
 * Serves one modelled card to one QEMU over a UNIX socket, and ends when QEMU
 * does. One thread: messages are handled as they come, engines run in between. Large draws call
 * others to help, see crew.c.
 * SIGTERM and SIGINT end it as QEMU does; one that comes seconds later ends it at once.
 * Exit status: 0 when the card saw nothing wrong, 1 for bad usage or a failure
 * of the program, 3 when there were violations (and --no-strict was not given).
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "array.h"
#include "bus.h"
#include "crew.h"
#include "gpu.h"
#include "options.h"
#include "output.h"
#include "pci.h"
#include "rom.h"
#include "vfio_user.h"

#define MIB		(1ull << 20)
#define KEPT		(32 << 20)	/* bytes that malloc() keeps for itself */
#define MAX_ROM		(1u << 20)

struct card {
	struct gpu *gpu;
	struct pci pci;
	struct bus bus;
	const struct options *options;
	uint8_t *rom;			/* NULL: none */
	uint32_t rom_size;		/* a power of two */
	int vram_fd;
	uint64_t start_ns;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* ---- what the card asks of its surroundings ---- */

/* No reset reaches it; it has been on the bus, and goes on as soon as it is again. */
static void leave_busy(struct card *card)
{
	gpu_leave_busy(card->gpu);
	card->pci.mastered = true;
}

static bool card_dma(void *opaque, uint64_t addr, void *buf, size_t len, bool write)
{
	struct card *card = opaque;

	if (pci_bus_master(&card->pci))
		return bus_dma(&card->bus, addr, buf, len, write);
	gpu_violation(card->gpu, "bus access at 0x%llx while %s", (unsigned long long)addr,
		      pci_awake(&card->pci) ? "bus mastering is off" : "not in D0");
	return false;
}

static void card_interrupt(void *opaque, bool asserted)
{
	struct card *card = opaque;

	if (!asserted || pci_may_interrupt(&card->pci, bus_has_msi(&card->bus)))
		bus_interrupt(&card->bus, asserted);
	else
		gpu_trace(card->gpu, "pci   an interrupt is lost: %s",
			  pci_awake(&card->pci) ? "bus mastering is off" : "not in D0");
}

static uint64_t card_now(void *opaque)
{
	return now_ns() - ((struct card *)opaque)->start_ns;
}

/* ---- what the bus asks of the card ---- */

static void region_info(void *opaque, unsigned int region, struct vu_region_info *info)
{
	const struct card *card = opaque;
	const struct options *o = card->options;

	switch (region) {
	case VU_BAR0:
		*info = (struct vu_region_info){ o->visible_mb * MIB, true, !o->config.hdp_buffered,
						 card->vram_fd };
		break;
	case VU_BAR2:
		*info = (struct vu_region_info){ .size = PCI_MMIO_SIZE, .writable = true };
		break;
	case VU_BAR4:
		*info = (struct vu_region_info){ .size = PCI_IO_SIZE, .writable = true };
		break;
	case VU_ROM:
		info->size = card->rom_size;
		break;
	case VU_CONFIG:
		*info = (struct vu_region_info){ .size = PCI_CONFIG_SIZE, .writable = true };
		break;
	}
}

static bool aligned(struct card *card, uint64_t offset, size_t len, uint64_t limit)
{
	if (!card->pci.gone && !pci_awake(&card->pci)) {
		gpu_violation(card->gpu, "register access at 0x%llx while not in D0",
			      (unsigned long long)offset);
		return false;
	}
	if (len == 4 && offset % 4 == 0 && offset < limit)
		return true;
	gpu_violation(card->gpu, "register access at 0x%llx of %zu bytes",
		      (unsigned long long)offset, len);
	return false;
}

static uint64_t register_limit(unsigned int region)
{
	return region == VU_BAR2 ? PCI_MMIO_SIZE : PCI_IO_SIZE;
}

static bool read_register(struct card *card, unsigned int region, uint64_t offset, void *buf,
			  size_t len)
{
	uint32_t value;

	memset(buf, 0xff, len);
	if (!aligned(card, offset, len, register_limit(region)))
		return true;
	value = gpu_mmio_read(card->gpu, (uint32_t)offset);
	memcpy(buf, &value, sizeof(value));
	card->pci.gone = gpu_is_gone(card->gpu);
	return true;
}

static bool write_register(struct card *card, unsigned int region, uint64_t offset,
			   const void *buf, size_t len)
{
	uint32_t value;

	if (!aligned(card, offset, len, register_limit(region)))
		return true;
	memcpy(&value, buf, sizeof(value));
	gpu_mmio_write(card->gpu, (uint32_t)offset, value);
	card->pci.gone = gpu_is_gone(card->gpu);
	return true;
}

static bool read_rom(const struct card *card, uint64_t offset, void *buf, size_t len)
{
	if (offset > card->rom_size || len > card->rom_size - offset)
		return false;
	memcpy(buf, card->rom + offset, len);
	return true;
}

static bool region_read(void *opaque, unsigned int region, uint64_t offset, void *buf, size_t len)
{
	struct card *card = opaque;

	switch (region) {
	case VU_BAR0:
		return gpu_bar0_read(card->gpu, offset, buf, len);
	case VU_BAR2:
	case VU_BAR4:
		return read_register(card, region, offset, buf, len);
	case VU_ROM:
		return read_rom(card, offset, buf, len);
	case VU_CONFIG:
		return pci_read(&card->pci, offset, buf, len);
	}
	return false;
}

/* Back from D3hot the card is as after a reset; VRAM keeps its contents if it was posted. */
static bool write_config(struct card *card, uint64_t offset, const void *buf, size_t len)
{
	bool mastered = pci_bus_master(&card->pci);
	bool good = pci_write(&card->pci, offset, buf, len);

	if (pci_take_wakeup(&card->pci)) {
		gpu_trace(card->gpu, "pci   back from D3hot: registers are lost");
		gpu_reset(card->gpu);
		gpu_display_wakes(card->gpu);
	}
	if (mastered != pci_bus_master(&card->pci))
		gpu_bus_mastered(card->gpu, !mastered);
	return good;
}

static bool region_write(void *opaque, unsigned int region, uint64_t offset, const void *buf,
			 size_t len)
{
	struct card *card = opaque;

	switch (region) {
	case VU_BAR0:
		return gpu_bar0_write(card->gpu, offset, buf, len);
	case VU_BAR2:
	case VU_BAR4:
		return write_register(card, region, offset, buf, len);
	case VU_CONFIG:
		return write_config(card, offset, buf, len);
	}
	return false;
}

static int dma_map(void *opaque, uint64_t iova, uint64_t size, int fd, uint64_t offset,
		   bool writable)
{
	return bus_map_add(&((struct card *)opaque)->bus, iova, size, fd, offset, writable);
}

static void dma_unmap(void *opaque, uint64_t iova, uint64_t size, bool all)
{
	struct card *card = opaque;

	if (all)
		bus_map_clear(&card->bus);
	else
		bus_map_remove(&card->bus, iova, size);
}

static void set_irq(void *opaque, unsigned int irq, int fd)
{
	struct card *card = opaque;

	if (irq == VU_INTX || irq == VU_MSI)
		bus_set_irq_fd(&card->bus, irq == VU_MSI, fd);
	else if (fd >= 0)
		close(fd);
}

static void unmask_irq(void *opaque, unsigned int irq)
{
	if (irq == VU_INTX)
		bus_unmask_intx(&((struct card *)opaque)->bus);
}

static void reset_card(void *opaque)
{
	struct card *card = opaque;

	pci_reset(&card->pci);
	gpu_reset(card->gpu);
	if (card->options->left_busy)
		leave_busy(card);
}

static const struct vu_ops ops = {
	.region_info = region_info,
	.region_read = region_read,
	.region_write = region_write,
	.dma_map = dma_map,
	.dma_unmap = dma_unmap,
	.set_irq = set_irq,
	.unmask_irq = unmask_irq,
	.reset = reset_card,
};

/* ---- start and end ---- */

/* An image from a file is served in the next power of two, filled with ones as flash is. */
static bool load_rom(struct card *card, const char *path)
{
	FILE *f = fopen(path, "rb");
	size_t len;

	/* One byte more tells a longer file. */
	card->rom = malloc(MAX_ROM + 1);
	if (!f || !card->rom) {
		fprintf(stderr, "model: %s: %s\n", path, strerror(errno));
		if (f)
			fclose(f);
		return false;
	}
	memset(card->rom, 0xff, MAX_ROM);
	len = fread(card->rom, 1, MAX_ROM + 1, f);
	fclose(f);
	if (len > MAX_ROM || len < 512) {
		fprintf(stderr, "model: %s: a VBIOS has 512 bytes to 1 MiB\n", path);
		return false;
	}
	for (card->rom_size = 2048; card->rom_size < len; card->rom_size *= 2)
		;
	return true;
}

static void build_rom(uint8_t rom[ROM_SIZE], const struct options *options)
{
	const struct rom_card card = {
		.chip = options->config.chip, .device_id = options->device_id,
		.vram_mb = (uint32_t)options->vram_mb, .power_states = options->power_states,
	};

	rom_build(rom, &card);
}

static bool make_rom(struct card *card, const struct options *options)
{
	if (options->rom_file && !strcmp(options->rom_file, "none"))
		return true;
	if (options->rom_file)
		return load_rom(card, options->rom_file);
	card->rom = malloc(ROM_SIZE);
	if (!card->rom)
		return false;
	card->rom_size = ROM_SIZE;
	build_rom(card->rom, options);
	return true;
}

/* Only the built-in image is known well enough to be broken on request. */
static void break_rom(struct card *card)
{
	const char *name;

	for (size_t i = 0; (name = rom_damage_name(i)); i++)
		if (gpu_fault_hit_at(card->gpu, "rom-broken", name))
			rom_damage(card->rom, i);
}

/* As firmware leaves it for an APU, whose ROM is a part of its own. */
static void move_rom(struct card *card)
{
	memcpy(card->options->config.vram, card->rom, card->rom_size);
	free(card->rom);
	card->rom = NULL;
	card->rom_size = 0;
}

static bool make_vram(struct card *card, struct gpu_config *config)
{
	card->vram_fd = memfd_create("vram", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (card->vram_fd < 0 || ftruncate(card->vram_fd, (off_t)config->vram_size) ||
	    fcntl(card->vram_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
		perror("model: VRAM");
		return false;
	}
	config->vram = mmap(NULL, config->vram_size, PROT_READ | PROT_WRITE, MAP_SHARED,
			    card->vram_fd, 0);
	if (config->vram == MAP_FAILED) {
		perror("model: VRAM");
		return false;
	}
	return true;
}

static bool card_init(struct card *card, struct options *options)
{
	struct gpu_config *config = &options->config;
	struct pci_identity identity = {
		.device_id = options->device_id, .class_code = options->class_code,
		.vram_bar_size = options->visible_mb * MIB,
	};

	config->vram_size = options->vram_mb * MIB;
	config->visible_size = options->visible_mb * MIB;
	config->delay_ns = options->delay_ms * 1000000u;
	card->options = options;
	card->start_ns = now_ns();
	if (!make_vram(card, config) || !make_rom(card, options))
		return false;
	if (config->shaders)
		config->crew = crew_start((unsigned int)options->threads);
	config->bus = (struct gpu_bus){ card, card_dma, card_interrupt, card_now };
	bus_init(&card->bus);
	card->gpu = gpu_new(config);
	gpu_memory_fill(card->gpu);
	if (!options->rom_file)
		break_rom(card);
	if (options->rom_in_vram && card->rom)
		move_rom(card);
	identity.rom_size = card->rom_size;
	pci_init(&card->pci, &identity);
	if (options->left_busy)
		leave_busy(card);
	return true;
}

/* A socket that an earlier run has left gives way, and nothing else. */
static bool make_room(const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return true;	/* bind() says what is wrong */
	if (!S_ISSOCK(st.st_mode)) {
		fprintf(stderr, "model: %s: is there, and is no socket\n", path);
		return false;
	}
	unlink(path);
	return true;
}

static int listen_at(const char *path)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	size_t len = strlen(path);
	int fd;

	if (len >= sizeof(addr.sun_path)) {
		fprintf(stderr, "model: socket path is too long: %s\n", path);
		return -1;
	}
	if (!make_room(path))
		return -1;
	memcpy(addr.sun_path, path, len + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 1)) {
		fprintf(stderr, "model: %s: %s\n", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
}

/* Whose requests the bus does not take waits for ever: its engines stand still. */
static int64_t step(struct card *card)
{
	return pci_cut_off(&card->pci) ? gpu_step_off_bus(card->gpu) : gpu_step(card->gpu);
}

static int told[2];		/* a pipe: the number of the signal that asks for the end */

/* timeout(1) sends two at once, to the program and to its group: they are one. */
static void tell(int number)
{
	static struct timespec first;
	struct timespec now;
	char byte = (char)number;
	int saved = errno;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!first.tv_sec && !first.tv_nsec)
		first = now;
	if (now.tv_sec - first.tv_sec > 1 || write(told[1], &byte, 1) < 0)
		_exit(1);
	errno = saved;
}

/* What the caller has it ignore, as shells do with SIGINT behind a "&", stays so. */
static bool listen_to_signals(void)
{
	static const int numbers[] = { SIGTERM, SIGINT };
	struct sigaction action = { .sa_handler = tell, .sa_flags = SA_RESTART }, old;

	if (pipe2(told, O_CLOEXEC)) {
		perror("model: pipe");
		return false;
	}
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		if (!sigaction(numbers[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	return true;
}

static void say_who_ended(void)
{
	char byte = 0;

	if (read(told[0], &byte, 1) == 1)
		fprintf(stderr, "model: told to end by %s\n", byte == SIGINT ? "SIGINT" : "SIGTERM");
}

enum ready { READY_INPUT, READY_TIME, READY_END, READY_FAILED };

/* Until @fd has something, or @ns are over, if there is an end to them, or somebody wants it to end. */
static enum ready await(int fd, int64_t ns)
{
	struct timespec ts = { ns / 1000000000, ns % 1000000000 };
	struct pollfd fds[] = { { .fd = told[0], .events = POLLIN }, { .fd = fd, .events = POLLIN } };
	int n = ppoll(fds, ARRAY_SIZE(fds), ns < 0 ? NULL : &ts, NULL);

	if (n < 0 && errno != EINTR) {
		perror("model: poll");
		return READY_FAILED;
	}
	if (n > 0 && fds[0].revents) {
		say_who_ended();
		return READY_END;
	}
	return n > 0 ? READY_INPUT : READY_TIME;
}

/* *sock stays -1 if the model is told to end before QEMU comes. */
static bool wait_for_qemu(int listener, int *sock)
{
	enum ready ready;

	do
		ready = await(listener, -1);
	while (ready == READY_TIME);
	if (ready != READY_INPUT)
		return ready == READY_END;
	*sock = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (*sock < 0)
		perror("model: accept");
	return *sock >= 0;
}

static bool serve(struct card *card, int sock)
{
	for (;;) {
		enum ready ready = await(sock, step(card));

		if (ready == READY_END || ready == READY_FAILED)
			return ready == READY_END;
		if (ready == READY_TIME)
			continue;
		switch (vu_serve_one(sock, &ops, card)) {
		case VU_EOF:
			return true;
		case VU_BROKEN:
			fprintf(stderr, "model: connection broken\n");
			return false;
		case VU_OK:
			break;
		}
	}
}

static void sum_up(const struct card *card)
{
	uint64_t hidden = gpu_violations_hidden(card->gpu);

	fprintf(stderr, "model: %s: %llu violations", card->options->config.chip->name,
		(unsigned long long)gpu_violations(card->gpu));
	if (hidden)
		fprintf(stderr, ", %llu of them not printed", (unsigned long long)hidden);
	fprintf(stderr, ", %llu interrupts\n", (unsigned long long)card->bus.interrupts);
}

static int run(struct options *options)
{
	static struct card card;
	const char *path = options->socket;
	int listener, sock = -1;
	uint64_t violations;
	bool clean;

	if (!listen_to_signals())
		return 1;
	listener = listen_at(path);
	if (listener < 0)
		return 1;
	if (!card_init(&card, options)) {
		close(listener);
		return 1;
	}
	clean = wait_for_qemu(listener, &sock);
	close(listener);
	unlink(path);
	if (sock >= 0) {
		clean = serve(&card, sock);
		close(sock);
	}
	violations = gpu_violations(card.gpu);
	sum_up(&card);
	gpu_free(card.gpu);
	crew_end(options->config.crew);
	bus_fini(&card.bus);
	free(card.rom);
	if (!clean)
		return 1;
	return violations && options->config.strict ? 3 : 0;
}

static int write_rom(const struct options *options)
{
	uint8_t rom[ROM_SIZE];
	FILE *f = fopen(options->write_rom, "wb");
	bool ok;

	build_rom(rom, options);
	ok = f && fwrite(rom, sizeof(rom), 1, f) == 1;
	if (f && fclose(f))
		ok = false;
	if (!ok)
		fprintf(stderr, "model: %s: %s\n", options->write_rom, strerror(errno));
	return ok ? 0 : 1;
}

static void list_chips(void)
{
	const struct gpu_chip *chip;

	for (size_t i = 0; (chip = gpu_chip_nth(i)); i++)
		printf("%s %04x\n", chip->name, chip->device_id);
}

int main(int argc, char **argv)
{
	/* The card keeps pointers into it until the process ends. */
	static struct options options;

	setvbuf(stderr, NULL, _IOLBF, 0);
	/* What one draw gives back the next one takes: the kernel would have to clear it each time. */
	mallopt(M_MMAP_THRESHOLD, KEPT);
	mallopt(M_TRIM_THRESHOLD, KEPT);
	options_start(&options);
	if (!options_take(&options, argc, argv))
		return 1;
	if (options.list)
		list_chips();
	if (options.help)
		options_help(stdout);
	if (options.list || options.help)
		return finish_output("model", 0);
	if (options.write_rom)
		return write_rom(&options);
	if (options.socket)
		return run(&options);
	options_help(stderr);
	return 1;
}
