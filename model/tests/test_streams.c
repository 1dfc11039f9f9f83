// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the driver's checker accepts, the hardware must understand: each stream
 * of tests/streams/good is patched as its file says and run on a card, by the CP or
 * by a DMA engine; those of address spaces are left out. The
 * checker and the model were written from different sources, and neither knows
 * the other's tables.
 */
#include <dirent.h>

#include "array.h"
#include "test_dma.h"
#include "cp.h"

#define MAX_DWORDS	0x8000
#define MAX_BUFFERS	16
#define MAX_PATCHES	32
#define ROOM		(VRAM_SIZE - DATA - 0x20000)

struct stream {
	uint32_t ib[MAX_DWORDS];
	uint32_t dwords;
	uint64_t address[MAX_BUFFERS], room;
	unsigned int buffers, patches, values, clears;
	/* @byte: the first of the buffer, whatever is there */
	struct { uint32_t dword, high, shift; unsigned int buffer; bool byte; } patch[MAX_PATCHES];
	struct { uint32_t dword, value; } value[MAX_PATCHES];
	uint32_t clear[MAX_PATCHES];	/* dwords before which a CLEAR_STATE of compute is put */
	char chip[16];
	bool fits, dma;
};

/* Where bits 39:32 of an address are: so many dwords further on, shifted. */
static const struct {
	const char *kind;
	uint32_t high, shift;
} kinds[] = {
	{ "base256", 0, 0 }, { "pair", 1, 0 }, { "copy", 2, 0 }, { "broadcast", 3, 0 }, { "fill", 2, 16 },
	{ "vertex", 2, 0 }, { "byte", 2, 0 },
};

#define N_KINDS (ARRAY_SIZE(kinds))

static void add_buffer(struct stream *s, uint64_t bytes)
{
	if (s->buffers == MAX_BUFFERS || bytes > ROOM - s->room) {
		s->fits = false;
		return;
	}
	s->address[s->buffers++] = DATA + s->room;
	s->room += (bytes + 0xffff) & ~0xffffull;	/* enough for any macro tile here */
}

static void add_value(struct stream *s, uint32_t dword, uint32_t value)
{
	if (s->values == MAX_PATCHES)
		abort();
	s->value[s->values].dword = dword;
	s->value[s->values++].value = value;
}

static void add_patch(struct stream *s, uint32_t dword, const char *kind, unsigned int buffer)
{
	size_t k = 0;

	if (!strcmp(kind, "clear")) {
		if (s->clears == MAX_PATCHES)
			abort();
		s->clear[s->clears++] = dword;
		return;
	}
	while (k < N_KINDS - 1 && strcmp(kinds[k].kind, kind) != 0)
		k++;
	if (s->patches == MAX_PATCHES || strcmp(kinds[k].kind, kind) != 0)
		abort();
	s->patch[s->patches].dword = dword;
	s->patch[s->patches].high = kinds[k].high;
	s->patch[s->patches].shift = kinds[k].shift;
	s->patch[s->patches].byte = !strcmp(kind, "byte");
	s->patch[s->patches++].buffer = buffer;
}

/* A place in the buffer that does not depend on what the dword holds. */
static void add_start(struct stream *s, uint32_t dword, unsigned int buffer, uint32_t value)
{
	add_value(s, dword, value);
	add_patch(s, dword, "base256", buffer);
}

static void add_dwords(struct stream *s, char *line)
{
	char *end;

	for (;; line = end) {
		uint32_t dword = (uint32_t)strtoul(line, &end, 16);

		if (end == line)
			return;
		if (s->dwords < MAX_DWORDS)
			s->ib[s->dwords++] = dword;
	}
}

static bool starts(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

static void add_line(struct stream *s, char *line)
{
	unsigned int n, dword, buffer;
	char word[16];
	long long bytes;

	line[strcspn(line, "#\n")] = 0;
	if (sscanf(line, "buffer %lli", &bytes) == 1)
		add_buffer(s, (uint64_t)bytes);
	else if (sscanf(line, "patch %u value %u %x", &dword, &buffer, &n) == 3)
		add_value(s, dword, n);
	else if (sscanf(line, "patch %u start %u %x", &dword, &buffer, &n) == 3)
		add_start(s, dword, buffer, n);
	else if (sscanf(line, "patch %u %15s %u", &dword, word, &buffer) == 3)
		add_patch(s, dword, word, buffer);
	else if (sscanf(line, "chip %15s", word) == 1)
		memcpy(s->chip, word, sizeof(word));
	else if (sscanf(line, "fill %u %x", &n, &dword) == 2)
		while (n-- && s->dwords < MAX_DWORDS)
			s->ib[s->dwords++] = dword;
	else if (starts(line, "engine"))
		s->dma = strstr(line, "dma");
	else if (starts(line, "vm"))
		s->fits = false;
	else if (!starts(line, "accept") && !starts(line, "backends"))
		add_dwords(s, line);
}

/* As the driver does it once the buffers have their places. */
static void apply_patches(struct stream *s)
{
	for (unsigned int i = 0; i < s->values; i++) {
		if (s->value[i].dword >= s->dwords)
			abort();
		s->ib[s->value[i].dword] = s->value[i].value;
	}
	for (unsigned int i = 0; i < s->patches; i++) {
		uint32_t at = s->patch[i].dword, shift = s->patch[i].shift;
		uint32_t *high = &s->ib[at + s->patch[i].high];
		uint64_t address;

		if (at + s->patch[i].high >= s->dwords || s->patch[i].buffer >= s->buffers)
			abort();
		if (s->patch[i].byte) {
			s->ib[at] = s->ib[at + 1] = 0;
			*high &= ~(0xffu << shift);
		}
		address = s->address[s->patch[i].buffer];
		if (!s->patch[i].high) {
			s->ib[at] += (uint32_t)(address >> 8);
			continue;
		}
		address += (uint64_t)(*high >> shift & 0xff) << 32 | s->ib[at];
		s->ib[at] = (uint32_t)address;
		*high = (*high & ~(0xffu << shift)) | (uint32_t)(address >> 32) << shift;
	}
	/* The last one first: what is put in moves all that is behind it. */
	for (unsigned int i = s->clears; i--;) {
		uint32_t at = s->clear[i];

		if (at > s->dwords || s->dwords + 2 > MAX_DWORDS)
			abort();
		memmove(&s->ib[at + 2], &s->ib[at], (s->dwords - at) * sizeof(*s->ib));
		s->ib[at] = PKT3(0x12, 1) | 2;
		s->ib[at + 1] = 0;
		s->dwords += 2;
	}
}

static bool read_stream(struct stream *s, const char *path)
{
	char line[4096];
	FILE *f = fopen(path, "r");

	*s = (struct stream){ .chip = "cypress", .fits = true };
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f))
		add_line(s, line);
	fclose(f);
	return true;
}

static void run_dma_stream(const char *name, struct stream *s)
{
	struct card card;

	dma_start(&card, s->chip, 0, NULL);
	apply_patches(s);
	memcpy(card.vram + IB, s->ib, 4ul * s->dwords);
	DMA_RUN(&card, 0, NOP, NOP, NOP, NOP, NOP, DMA(4, 0, 0), IB, s->dwords << 12);
	check(!complaints(&card) && gpu_mmio_read(card.gpu, 0xd034) & 1, "%s: %u dwords of DMA, no complaint",
	      name, s->dwords);
	card_free(&card);
}

static void run_stream(const char *name, struct stream *s)
{
	struct card card;
	uint64_t bad;

	card_start(&card, s->chip, 0, NULL);
	EMIT(&card, PKT3(0x44, 6), 1, 0, 7, 1 << 16, 0, 0, PKT3(0x4a, 1), 2u << 28,
	     PKT3(0x4a, 1), 3u << 28);
	run(&card);
	complaints(&card);
	apply_patches(s);
	memcpy(card.vram + IB, s->ib, 4ul * s->dwords);
	RUN(&card, PKT3(0x32, 3), IB, 0, s->dwords);
	bad = complaints(&card);
	check(!bad && !cp_of(card.gpu)->ring[0].dead, "%s: %u dwords, no complaint", name, s->dwords);
	card_free(&card);
}

int main(void)
{
	static struct stream stream;
	const char *slash = strrchr(__FILE__, '/');
	char folder[512], path[1024];
	struct dirent **names;
	int n, ran = 0;

	snprintf(folder, sizeof(folder), "%.*s/../../tests/streams/good",
		 slash ? (int)(slash - __FILE__) : 1, slash ? __FILE__ : ".");
	n = scandir(folder, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]->d_name);
		if (strstr(names[i]->d_name, ".txt") && read_stream(&stream, path) && stream.fits &&
		    stream.dwords) {
			(stream.dma ? run_dma_stream : run_stream)(names[i]->d_name, &stream);
			ran++;
		}
		free(names[i]);
	}
	if (n > 0)
		free(names);
	check(ran >= 50, "%d streams ran", ran);
	return test_end();
}
