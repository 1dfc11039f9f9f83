/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A card in a test program: VRAM and a megabyte of system memory, a virtual
 * clock, TAP on standard output. Complaints of the model go to standard error;
 * most tests provoke some.
 */
#ifndef TEST_CARD_H
#define TEST_CARD_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "gpu.h"

#ifndef VRAM_SIZE
#define VRAM_SIZE	(16u << 20)
#define RING		0x100000u	/* VRAM offset of the CP ring */
#define RPTR		0x200000u	/* where the CP writes its read pointer */
#define IB		0x300000u
#endif
#define RAM_SIZE	(1u << 20)
#define RING_DWORDS	1024u
#define DATA		0x400000u

static int test_count, test_failed;
static bool card_shaders;		/* dispatches run */
static bool card_trace;
static uint64_t card_budget;
static uint32_t card_groups;
static const struct gpu_watch *card_watch;
static struct crew *card_crew;

static inline void check(bool good, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline void check(bool good, const char *fmt, ...)
{
	va_list args;

	if (!test_count)
		setvbuf(stdout, NULL, _IOLBF, 0);	/* complaints may go to the same place */
	va_start(args, fmt);
	printf("%sok %d - ", good ? "" : "not ", ++test_count);
	vprintf(fmt, args);
	putchar('\n');
	va_end(args);
	test_failed += !good;
}

/* What the model says on standard error from card_listen() to card_heard(). */
static FILE *card_stderr;
static char *card_words;
static size_t card_words_len;

static inline void card_listen(void)
{
	card_stderr = stderr;
	stderr = open_memstream(&card_words, &card_words_len);
	if (!stderr)
		abort();
}

/* It goes where it would have gone as well. The caller frees it. */
static inline char *card_heard(void)
{
	fclose(stderr);
	stderr = card_stderr;
	fputs(card_words, stderr);
	return card_words;
}

static inline unsigned int count_of(const char *words, const char *what)
{
	unsigned int n = 0;

	while ((words = strstr(words, what))) {
		words += strlen(what);
		n++;
	}
	return n;
}

static inline int test_end(void)
{
	printf("1..%d\n", test_count);
	return test_failed != 0;
}

struct card {
	struct gpu *gpu;
	uint8_t *vram, *ram;
	unsigned int interrupts;
	uint32_t wptr;
	uint64_t seen;			/* violations counted so far */
};

/*
 * Zeroes between two pages that nobody may touch. Of memory of malloc() the address sanitizer marks
 * each byte, for each card: half of what test_streams took.
 */
#define CARD_GUARD	4096u

static inline uint8_t *card_memory(size_t size)
{
	uint8_t *pages = mmap(NULL, size + 2 * CARD_GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || mprotect(pages + CARD_GUARD, size, PROT_READ | PROT_WRITE))
		abort();
	return pages + CARD_GUARD;
}

static inline void card_memory_free(uint8_t *memory, size_t size)
{
	munmap(memory - CARD_GUARD, size + 2 * CARD_GUARD);
}

static inline bool card_dma(void *opaque, uint64_t addr, void *buf, size_t len, bool write)
{
	struct card *card = opaque;

	if (addr > RAM_SIZE || len > RAM_SIZE - addr)
		return false;
	if (write)
		memcpy(card->ram + addr, buf, len);
	else
		memcpy(buf, card->ram + addr, len);
	return true;
}

static inline void card_interrupt(void *opaque, bool asserted)
{
	struct card *card = opaque;

	card->interrupts += asserted;
}

static inline void card_new(struct card *card, const char *chip, uint64_t delay_ns, const char *faults)
{
	struct gpu_config config = {
		.chip = gpu_chip_find(chip), .vram_size = VRAM_SIZE, .visible_size = VRAM_SIZE,
		.posted = true, .celsius = 45, .delay_ns = delay_ns, .faults = faults,
		.trace = card_trace, .shaders = card_shaders, .shader_budget = card_budget, .shader_groups = card_groups,
		.watch = card_watch, .crew = card_crew,
		.bus = { .opaque = card, .dma = card_dma, .interrupt = card_interrupt },
	};

	*card = (struct card){ .vram = card_memory(VRAM_SIZE), .ram = card_memory(RAM_SIZE) };
	config.vram = card->vram;
	card->gpu = gpu_new(&config);
	gpu_reg_set(card->gpu, 0x2024, (VRAM_SIZE - 1) >> 24 << 16);	/* VRAM at 0 */
	if (config.chip->igp && !config.chip->cayman)
		gpu_reg_set(card->gpu, 0x2898, 0x0f000000);
	gpu_reg_set(card->gpu, 0x98f8, config.chip->gb_addr_config);
}

static inline void card_free(struct card *card)
{
	gpu_free(card->gpu);
	card_memory_free(card->vram, VRAM_SIZE);
	card_memory_free(card->ram, RAM_SIZE);
}

static inline uint32_t peek32(struct card *card, uint64_t at)
{
	uint32_t value;

	memcpy(&value, card->vram + at, sizeof(value));
	return value;
}

static inline uint64_t peek64(struct card *card, uint64_t at)
{
	uint64_t value;

	memcpy(&value, card->vram + at, sizeof(value));
	return value;
}

static inline void poke32(struct card *card, uint64_t at, uint32_t value)
{
	memcpy(card->vram + at, &value, sizeof(value));
}

static inline void poke64(struct card *card, uint64_t at, uint64_t value)
{
	memcpy(card->vram + at, &value, sizeof(value));
}

static inline void reg(struct card *card, uint32_t offset, uint32_t value)
{
	gpu_mmio_write(card->gpu, offset, value);
}

/* Runs engines until they idle, or stall with nothing due; events come as their time does. */
static inline void settle(struct card *card)
{
	for (int i = 0; i < 2000 && gpu_step(card->gpu) >= 0; i++)
		;
}

/* Engines run, no time passes: nothing late has come. */
static inline void step(struct card *card)
{
	gpu_step(card->gpu);
}

/* How many violations since the last call. */
static inline uint64_t complaints(struct card *card)
{
	uint64_t before = card->seen;

	card->seen = gpu_violations(card->gpu);
	return card->seen - before;
}

/* ---- CP ---- */

/* A packet is a list of dwords, which cannot be put into parentheses. */
#define DWORDS(...)		__VA_ARGS__
#define PKT3(op, n)	(3u << 30 | ((n) - 1u) << 16 | (op) << 8)

static inline void upload(struct card *card, uint32_t addr, uint32_t data, uint32_t dwords)
{
	reg(card, addr, 0);
	for (uint32_t i = 0; i < dwords; i++)
		reg(card, data, 0);
	reg(card, addr, 0);
}

static inline void upload_all(struct card *card)
{
	const struct gpu_chip *chip = gpu_config(card->gpu)->chip;

	upload(card, 0xc150, 0xc154, chip->pfp_dw);
	upload(card, 0xc15c, 0xc160, chip->me_dw);
}

static inline void emit(struct card *card, uint32_t dword)
{
	poke32(card, RING + 4 * card->wptr, dword);
	card->wptr = (card->wptr + 1) % RING_DWORDS;
}

static inline void emit_n(struct card *card, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++)
		emit(card, dwords[i]);
}

#define EMIT(card, ...) \
	emit_n(card, (const uint32_t[]){ __VA_ARGS__ }, \
	       sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

static inline void kick(struct card *card)
{
	reg(card, 0xc114, card->wptr);
}

static inline void run(struct card *card)
{
	kick(card);
	settle(card);
}

/* One packet, or several, from the ring, to the end of all it causes. */
#define RUN(card, ...) do { EMIT(card, __VA_ARGS__); run(card); } while (0)

static inline void ring_setup(struct card *card)
{
	bool cayman = gpu_config(card->gpu)->chip->cayman;
	uint32_t cntl = 8 << 8 | 9;	/* 512 quadwords, told every 256 */

	reg(card, 0xc104, cntl);
	reg(card, 0xc10c, RPTR);
	reg(card, 0xc110, 0);
	reg(card, 0xc100, RING >> 8);
	reg(card, 0xc104, cntl | 1u << 31);
	reg(card, cayman ? 0x8700 : 0xc108, 0);
	reg(card, 0xc114, 0);
	reg(card, 0xc104, cntl);
	card->wptr = 0;
}

static inline void me_initialize(struct card *card)
{
	EMIT(card, PKT3(0x44, 6), 1, 0, 7, 1 << 16, 0, 0);
}

/* A card whose ring 0 runs and is idle. */
static inline void card_start(struct card *card, const char *chip, uint64_t delay_ns, const char *faults)
{
	card_new(card, chip, delay_ns, faults);
	upload_all(card);
	ring_setup(card);
	me_initialize(card);
	kick(card);
	reg(card, 0x86d8, 0);
	settle(card);
}

#endif
