// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What the driver's checker accepts, the hardware must understand: each stream
 * of tests/streams/good is patched as its file says and run on a card. The
 * checker and the model were written from different sources, and neither knows
 * the other's tables.
 */
#include <dirent.h>

#include "test_card.h"
#include "cp.h"

#define MAX_DWORDS	0x8000
#define MAX_BUFFERS	16
#define MAX_PATCHES	32
#define ROOM		(VRAM_SIZE - DATA - 0x10000)

struct stream {
	uint32_t ib[MAX_DWORDS];
	uint32_t dwords;
	uint64_t address[MAX_BUFFERS], room;
	unsigned int buffers, patches;
	struct { uint32_t dword; bool pair; unsigned int buffer; } patch[MAX_PATCHES];
	char chip[16];
	bool fits;
};

static void add_buffer(struct stream *s, uint64_t bytes)
{
	if (s->buffers == MAX_BUFFERS || bytes > ROOM - s->room) {
		s->fits = false;
		return;
	}
	s->address[s->buffers++] = DATA + s->room;
	s->room += (bytes + 4095) & ~4095ull;
}

static void add_patch(struct stream *s, uint32_t dword, const char *kind, unsigned int buffer)
{
	if (s->patches == MAX_PATCHES)
		abort();
	s->patch[s->patches].dword = dword;
	s->patch[s->patches].pair = !strcmp(kind, "pair");
	s->patch[s->patches++].buffer = buffer;
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
	else if (sscanf(line, "patch %u %15s %u", &dword, word, &buffer) == 3)
		add_patch(s, dword, word, buffer);
	else if (sscanf(line, "chip %15s", word) == 1)
		memcpy(s->chip, word, sizeof(word));
	else if (sscanf(line, "fill %u %x", &n, &dword) == 2)
		while (n-- && s->dwords < MAX_DWORDS)
			s->ib[s->dwords++] = dword;
	else if (!starts(line, "accept") && !starts(line, "engine") && !starts(line, "backends"))
		add_dwords(s, line);
}

/* As the driver does it once the buffers have their places. */
static void apply_patches(struct stream *s)
{
	for (unsigned int i = 0; i < s->patches; i++) {
		uint32_t at = s->patch[i].dword;
		uint64_t address;

		if (at + 1 >= s->dwords || s->patch[i].buffer >= s->buffers)
			abort();
		address = s->address[s->patch[i].buffer];
		if (!s->patch[i].pair) {
			s->ib[at] += (uint32_t)(address >> 8);
			continue;
		}
		address += (uint64_t)(s->ib[at + 1] & 0xff) << 32 | s->ib[at];
		s->ib[at] = (uint32_t)address;
		s->ib[at + 1] = (s->ib[at + 1] & ~0xffu) | (uint32_t)(address >> 32);
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

	snprintf(folder, sizeof(folder), "%.*s/../streams/good", slash ? (int)(slash - __FILE__) : 1,
		 slash ? __FILE__ : ".");
	n = scandir(folder, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]->d_name);
		if (strstr(names[i]->d_name, ".txt") && read_stream(&stream, path) && stream.fits &&
		    stream.dwords) {
			run_stream(names[i]->d_name, &stream);
			ran++;
		}
		free(names[i]);
	}
	if (n > 0)
		free(names);
	check(ran >= 50, "%d streams ran", ran);
	return test_end();
}
