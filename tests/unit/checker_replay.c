// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Runs the checker over recordings of real command streams and counts what is
 * refused first. A recording holds "CHUNK id dwords" lines, each followed by
 * that many hexadecimal dwords: indirect buffer (2), relocations (1), flags (3).
 * Relocation entries give handle and domains; sizes and the tiling of the card
 * come from the ioctl log of the same run; without one, buffers are large enough
 * for anything.
 *
 * usage: checker_replay [-p] [-v] cypress|cayman FILE.cs[,FILE.drm]...
 *
 * With -v streams are checked as if they ran in an address space of their own;
 * offsets are addresses then, and relocations NOPs. With -p every packet is
 * checked alone, with its relocations, and those are only counted that write
 * registers or are of kinds that are refused whatever they hold: any other
 * refusal is a false one, whatever the rest of the stream holds. Exit status 0 if
 * nothing is refused.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream_file.h"

#define MAX_DWORDS	(1 << 20)
#define MAX_BUFFERS	4096
#define MAX_HANDLES	(1 << 20)
#define MAX_REASONS	512

#define FLAG_KEEP_TILING	0x1

enum { CHUNK_RELOCS = 1, CHUNK_IB = 2, CHUNK_FLAGS = 3 };

struct chunk {
	u32 ndw;
	u32 dw[MAX_DWORDS];
};

static struct chunk chunks[4];
static struct r600_cs_buffer buffers[MAX_BUFFERS];
static struct r600_cs_patch patches[MAX_DWORDS / 2];
static struct r600_cs_workspace workspace;
static u64 sizes[MAX_HANDLES];
static u32 aligns[MAX_HANDLES];
static struct r600_cs_chip chip;
static bool packets_alone, vm;

static struct reason {
	char text[R600_CS_REPORT_BYTES];
	u64 count;
} reasons[MAX_REASONS];

static u64 submissions, dma_submissions, dwords, accepted, skipped, packets;

static void count_reason(const struct r600_cs_report *report)
{
	char text[R600_CS_REPORT_BYTES];
	u32 i;

	snprintf(text, sizeof(text), "%s: %s: %s",
		 report->packet ? report->packet : "?",
		 report->field ? report->field : "header", report->rule);
	for (i = 0; i < MAX_REASONS - 1 && reasons[i].count; i++)
		if (!strcmp(reasons[i].text, text))
			break;
	memcpy(reasons[i].text, text, sizeof(text));
	reasons[i].count++;
}

static u32 load_buffers(void)
{
	const struct chunk *relocs = &chunks[CHUNK_RELOCS];
	u32 i, n = relocs->ndw / 4;

	for (i = 0; i < n && i < MAX_BUFFERS; i++) {
		const u32 *entry = &relocs->dw[i * 4ul];
		u32 handle = entry[0];
		u64 size = handle < MAX_HANDLES ? sizes[handle] : 0;

		buffers[i] = (struct r600_cs_buffer) {
			.size = size ? size : 1ull << 40,
			.read_domains = entry[1],
			.write_domain = entry[2],
			.align = size ? aligns[handle] : 0,
		};
	}
	return i;
}

/* Rings of radeon_drm.h. */
static enum r600_cs_engine engine(void)
{
	static const enum r600_cs_engine rings[] = {
		R600_CS_GFX, R600_CS_COMPUTE, R600_CS_DMA,
	};
	const struct chunk *flags = &chunks[CHUNK_FLAGS];

	return flags->ndw > 1 ? rings[flags->dw[1] % 3] : R600_CS_GFX;
}

static int check(const u32 *ib, u32 ndw, u32 num_buffers,
		 struct r600_cs_report *report)
{
	struct r600_cs_result res = {
		.patches = patches,
		.max_patches = r600_cs_max_patches(ndw),
		.workspace = &workspace,
	};
	struct r600_cs_input in = {
		.chip = &chip,
		.engine = engine(),
		.ib = ib,
		.ndw = ndw,
		.buffers = buffers,
		.num_buffers = num_buffers,
		.keep_tiling = chunks[CHUNK_FLAGS].ndw &&
			chunks[CHUNK_FLAGS].dw[0] & FLAG_KEEP_TILING,
		.clean_start = true,
		.vm = vm,
	};
	int ret = r600_cs_check(&in, &res);

	*report = res.report;
	return ret;
}

/* Kinds of packets and registers that are refused whatever they hold. */
static bool refused_kind(const struct r600_cs_report *report)
{
	return strstr(report->rule, "not accepted");
}

static u32 packet_dwords(const u32 *ib, u32 left)
{
	u32 n = *ib >> 30 == 2 ? 1 : (*ib >> 16 & 0x3fff) + 2;

	return n < left ? n : left;
}

/* With the relocations behind it, as far as there are any. */
static void check_packets(u32 num_buffers)
{
	const struct chunk *ib = &chunks[CHUNK_IB];
	struct r600_cs_report report;
	u32 at, len, end;

	for (at = 0; at < ib->ndw; at = end) {
		end = at + packet_dwords(&ib->dw[at], ib->ndw - at);
		len = end - at;
		while (ib->ndw - end >= 2 && (ib->dw[end] & ~2u) == 0xc0001000)
			end += 2;
		packets++;
		if (!check(&ib->dw[at], end - at, num_buffers, &report))
			accepted++;
		else if (refused_kind(&report))
			skipped++;
		else
			count_reason(&report);
		if (!len)
			return;
	}
}

static void submit(void)
{
	struct r600_cs_report report;
	u32 num_buffers = load_buffers();

	if (packets_alone && engine() == R600_CS_DMA)
		return;
	submissions++;
	dwords += chunks[CHUNK_IB].ndw;
	dma_submissions += engine() == R600_CS_DMA;
	if (packets_alone) {
		check_packets(num_buffers);
		return;
	}
	if (check(chunks[CHUNK_IB].dw, chunks[CHUNK_IB].ndw, num_buffers,
		  &report))
		count_reason(&report);
	else
		accepted++;
}

/* What the client was told, and laid its surfaces out for: INFO TILING_CONFIG. */
static void load_tiling(const char *line)
{
	const char *at = strstr(line, "R_INFO 0x06 ");
	unsigned int config;

	at = at ? strstr(at, "out=") : NULL;
	if (!at || sscanf(at, "out=%x", &config) != 1)
		return;
	chip.num_pipes = 1u << (config & 0xf);
	chip.num_banks = 4u << (config >> 4 & 0xf);
	chip.group_bytes = 256u << (config >> 8 & 0xf);
}

static void load_log(const char *path)
{
	FILE *file = fopen(path, "r");
	unsigned long long size;
	unsigned int handle, align;
	char line[1 << 16], *at;

	memset(sizes, 0, sizeof(sizes));
	while (file && fgets(line, sizeof(line), file)) {
		load_tiling(line);
		at = strstr(line, "R_GEM_CREATE size=");
		if (!at || sscanf(at, "R_GEM_CREATE size=%llu align=%u", &size,
				  &align) != 2)
			continue;
		at = strstr(at, "-> h");
		if (at && sscanf(at, "-> h%u", &handle) == 1 &&
		    handle < MAX_HANDLES) {
			sizes[handle] = (size + 4095) & ~4095ull;
			aligns[handle] = align < 4096 ? 4096 : align;
		}
	}
	if (file)
		fclose(file);
}

static bool load_chunk(FILE *file, u32 id, u32 ndw)
{
	char line[64];
	u32 i;

	if (id >= 4 || ndw > MAX_DWORDS)
		return false;
	for (i = 0; i < ndw; i++) {
		if (!fgets(line, sizeof(line), file))
			return false;
		chunks[id].dw[i] = strtoul(line, NULL, 16);
	}
	chunks[id].ndw = ndw;
	return true;
}

/* The flags chunk is the last one of a submission. */
static void replay(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[64];
	unsigned int id, ndw;

	if (!file) {
		fprintf(stderr, "%s cannot be opened\n", path);
		exit(2);
	}
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "CHUNK %u %u", &id, &ndw) != 2 ||
		    !load_chunk(file, id, ndw)) {
			fprintf(stderr, "%s is no recording\n", path);
			exit(2);
		}
		if (id == CHUNK_FLAGS)
			submit();
	}
	fclose(file);
}

static int by_count(const void *a, const void *b)
{
	const struct reason *x = a, *y = b;

	return (x->count < y->count) - (x->count > y->count);
}

static int summary(void)
{
	u64 refused = 0;
	u32 i;

	qsort(reasons, MAX_REASONS, sizeof(reasons[0]), by_count);
	for (i = 0; i < MAX_REASONS && reasons[i].count; i++) {
		printf("%10llu %s\n", (unsigned long long)reasons[i].count,
		       reasons[i].text);
		refused += reasons[i].count;
	}
	printf("%llu submissions, %llu of them DMA, %llu dwords",
	       (unsigned long long)submissions,
	       (unsigned long long)dma_submissions,
	       (unsigned long long)dwords);
	if (packets_alone)
		printf(", %llu packets, %llu of kinds that are not accepted",
		       (unsigned long long)packets,
		       (unsigned long long)skipped);
	printf(", %llu accepted, %llu refused\n", (unsigned long long)accepted,
	       (unsigned long long)refused);
	return refused ? 1 : 0;
}

int main(int argc, char **argv)
{
	char *log;
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		packets_alone |= !strcmp(argv[i], "-p");
		vm |= !strcmp(argv[i], "-v");
	}
	if (argc < i + 2) {
		fprintf(stderr,
			"usage: %s [-p] [-v] cypress|cayman FILE.cs[,FILE.drm]...\n",
			argv[0]);
		return 2;
	}
	chip = !strcmp(argv[i++], "cayman") ? stream_file_cayman :
		stream_file_cypress;
	for (; i < argc; i++) {
		log = strchr(argv[i], ',');
		if (log)
			*log++ = 0;
		load_log(log ? log : "/dev/null");
		replay(argv[i]);
	}
	return summary();
}
