// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * demo - real work for the card, every byte of it checked, in a short report
 *
 * Runs on evergreen and on stock radeon. Exit status: 0 if every step did what
 * it should, 1 if one did not, 4 if there is no card.
 *
 *   demo [-t images.txt]
 *
 * -t  the table of microcode images (default fw/images.txt)
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <xf86drm.h>

#include "card.h"
#include "clock.h"
#include "gate.h"
#include "pm4.h"

#define KIB		1024u
#define MIB		(1024u * KIB)
#define FIRMWARE_DIR	"/lib/firmware/radeon/"
#define EXIT_SKIP	4

#define __printf(a, b)	__attribute__((format(printf, a, b)))

/**
 * struct demo - what the steps share
 * @card: the card
 * @cs: the stream being built
 * @submissions: how many have been sent
 * @checked: bytes compared in this step
 * @total: bytes compared in all
 */
struct demo {
	struct card card;
	struct cs cs;
	unsigned int submissions;
	uint64_t checked, total;
};

/* Say what is wrong; always -1, for "return complain(...)". */
static __printf(1, 2) int complain(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	printf("\n      ");
	vprintf(fmt, ap);
	va_end(ap);
	return -1;
}

/* ---- helpers of the steps ---- */

static int make(struct demo *demo, struct bo *bo, uint64_t size, uint32_t domain)
{
	int ret = bo_create_mapped(demo->card.fd, size, domain, bo);

	if (ret)
		return complain("buffer of %llu bytes: %s",
				(unsigned long long)size, strerror(-ret));
	return 0;
}

static int submit(struct demo *demo)
{
	int ret;

	cs_pad(&demo->cs, 8);
	ret = cs_submit(&demo->cs);
	cs_clear(&demo->cs);
	if (ret)
		return complain("the submission was refused: %s", strerror(-ret));
	demo->submissions++;
	return 0;
}

/* Submit, and wait until @bo is through. */
static int submit_and_wait(struct demo *demo, const struct bo *bo)
{
	int ret;

	if (submit(demo))
		return -1;
	ret = bo_wait(bo);
	return ret ? complain("the wait failed: %s", strerror(-ret)) : 0;
}

static int same(struct demo *demo, const void *got, const void *want, size_t n)
{
	const uint8_t *g = got, *w = want;
	size_t i;

	demo->checked += n;
	for (i = 0; i < n; i++)
		if (g[i] != w[i])
			return complain("byte %zu is 0x%02x, not 0x%02x", i,
					g[i], w[i]);
	return 0;
}

static int equal(struct demo *demo, const char *what, uint64_t got,
		 uint64_t want)
{
	demo->checked += 8;
	if (got != want)
		return complain("%s is 0x%llx, not 0x%llx", what,
				(unsigned long long)got,
				(unsigned long long)want);
	return 0;
}

/* ---- the steps ---- */

static int step_buffers(struct demo *demo)
{
	static const uint32_t domain[] = { VRAM, GTT };
	uint8_t *pattern = malloc(MIB);
	struct bo bo;
	int i, bad = !pattern;

	for (i = 0; i < 2 && !bad; i++) {
		bad = make(demo, &bo, MIB, domain[i]);
		if (bad)
			break;
		scramble(pattern, MIB, 7 + i);
		memcpy(bo.map, pattern, MIB);
		bad = same(demo, bo.map, pattern, MIB);
		bo_free(&bo);
	}
	free(pattern);
	return bad;
}

/* From system memory through two places in VRAM and back. */
static int copy_through_vram(struct demo *demo, struct bo bo[4], uint32_t bytes)
{
	int i;

	for (i = 0; i < 3; i++)
		pm4_cp_dma_copy(&demo->cs, &bo[i + 1], 0, &bo[i], 0, bytes);
	if (submit_and_wait(demo, &bo[3]))
		return -1;
	return same(demo, bo[3].map, bo[0].map, bytes);
}

static int step_copy(struct demo *demo)
{
	static const uint32_t domain[4] = { GTT, VRAM, VRAM, GTT };
	struct bo bo[4] = { 0 };
	uint32_t bytes;
	int i, bad = 0;

	for (i = 0; i < 4 && !bad; i++)
		bad = make(demo, &bo[i], 2 * MIB, domain[i]);
	if (!bad)
		scramble(bo[0].map, 2 * MIB, 1);
	for (bytes = CP_DMA_MAX_BYTES; bytes && !bad; bytes /= 5)
		bad = copy_through_vram(demo, bo, bytes);
	for (i = 0; i < 4; i++)
		bo_free(&bo[i]);
	return bad;
}

static int step_fill(struct demo *demo)
{
	struct bo vram = { 0 }, gtt = { 0 };
	uint32_t i, fills = 16, part = MIB / fills;
	uint32_t *want = malloc(MIB);
	int bad = !want || make(demo, &vram, MIB, VRAM) ||
		  make(demo, &gtt, MIB, GTT);

	for (i = 0; i < fills && !bad; i++)
		pm4_cp_dma_fill(&demo->cs, &vram, i * part, 0x01010101 * i, part);
	if (!bad) {
		pm4_cp_dma_copy(&demo->cs, &gtt, 0, &vram, 0, MIB);
		bad = submit_and_wait(demo, &gtt);
	}
	for (i = 0; i < MIB / 4 && !bad; i++)
		want[i] = 0x01010101 * (i / (part / 4));
	bad = bad || same(demo, gtt.map, want, MIB);
	bo_free(&vram);
	bo_free(&gtt);
	free(want);
	return bad;
}

static int step_eop(struct demo *demo)
{
	struct bo bo = { 0 };
	int bad = make(demo, &bo, 4096, GTT);

	if (bad)
		return bad;
	pm4_eop(&demo->cs, &bo, 0, EOP_DATA32, 0x1234567);
	pm4_eop(&demo->cs, &bo, 8, EOP_DATA64, 0xfedcba9876543210ull);
	pm4_eop(&demo->cs, &bo, 16, EOP_CLOCK, 0);
	pm4_eop(&demo->cs, &bo, 24, EOP_CLOCK, 0);
	bad = submit_and_wait(demo, &bo) ||
	      equal(demo, "the 32-bit value", bo.u64[0], 0x1234567) ||
	      equal(demo, "the 64-bit value", bo.u64[1], 0xfedcba9876543210ull);
	if (!bad && (!bo.u64[2] || bo.u64[3] < bo.u64[2]))
		bad = complain("the card's clock says %llu, then %llu",
			       (unsigned long long)bo.u64[2],
			       (unsigned long long)bo.u64[3]);
	bo_free(&bo);
	return bad;
}

static int step_mem_write(struct demo *demo)
{
	struct bo bo[2] = { 0 };
	uint64_t want[512];
	uint32_t i;
	int k, bad = make(demo, &bo[0], 4096, GTT) ||
		     make(demo, &bo[1], 4096, VRAM);

	for (i = 0; i < 512; i++)
		want[i] = (uint64_t)(i * 0x9e3779b9u) << 32 | i;
	for (k = 0; k < 2 && !bad; k++) {
		for (i = 0; i < 512; i++)
			pm4_mem_write(&demo->cs, &bo[k], 8 * i, 0, want[i]);
		bad = submit_and_wait(demo, &bo[k]) ||
		      same(demo, bo[k].map, want, sizeof(want));
	}
	bo_free(&bo[0]);
	bo_free(&bo[1]);
	return bad;
}

/*
 * Three submissions hang on one another and the first on the CPU: nothing may
 * happen before the CPU says so, and then everything.
 */
static int step_order(struct demo *demo)
{
	struct bo gate = { 0 }, out = { 0 };
	uint32_t i;
	int bad = make(demo, &gate, 4096, GTT) || make(demo, &out, 4096, GTT);

	for (i = 1; i <= 3 && !bad; i++) {
		pm4_wait_mem(&demo->cs, &gate, 0, WAIT_EQ, i);
		pm4_mem_write(&demo->cs, &out, 8 * i, 0, 0x100 + i);
		pm4_mem_write(&demo->cs, &gate, 0, MEM_WRITE_DATA32, i + 1);
		bad = submit(demo);
	}
	if (!bad && bo_busy(&out, NULL) != -EBUSY)
		bad = complain("the card did not wait");
	bad = bad || equal(demo, "a value before its time", out.u64[1], 0);
	if (!bad) {
		gate.u32[0] = 1;
		if (bo_wait(&out))
			bad = complain("the card did not go on");
	}
	for (i = 1; i <= 3 && !bad; i++)
		bad = equal(demo, "a value in order", out.u64[i], 0x100 + i);
	bo_free(&gate);
	bo_free(&out);
	return bad;
}

static int step_fences(struct demo *demo)
{
	struct bo bo = { 0 };
	uint32_t i;
	int bad = make(demo, &bo, 4096, GTT);

	for (i = 1; i <= 100 && !bad; i++) {
		pm4_eop(&demo->cs, &bo, 0, EOP_DATA32, i);
		bad = submit_and_wait(demo, &bo) ||
		      equal(demo, "the value after the wait", bo.u32[0], i);
	}
	bo_free(&bo);
	return bad;
}

/* The wait begins before the card can have finished: only an interrupt ends it. */
static int wait_asleep(struct demo *demo, const struct bo *gate,
		       const struct bo *out, uint32_t value)
{
	struct gate_timer timer;
	int bad;

	pm4_wait_mem(&demo->cs, gate, 0, WAIT_EQ, value);
	pm4_eop(&demo->cs, out, 0, EOP_DATA32, value);
	if (gate_open_later(&timer, gate, value, 20))
		return complain("no thread");
	bad = submit_and_wait(demo, out) ||
	      equal(demo, "the value after the wait", out->u32[0], value);
	gate_join(&timer);
	return bad;
}

static int step_interrupts(struct demo *demo)
{
	long long irqs = card_interrupts(&demo->card);
	struct bo gate = { 0 }, out = { 0 };
	uint32_t i;
	int bad = make(demo, &gate, 4096, GTT) || make(demo, &out, 4096, GTT);

	for (i = 1; i <= 10 && !bad; i++)
		bad = wait_asleep(demo, &gate, &out, i);
	irqs = card_interrupts(&demo->card) - irqs;
	if (!bad && irqs < 5)
		bad = complain("%lld interrupts for 10 waits", irqs);
	bo_free(&gate);
	bo_free(&out);
	return bad;
}

static int step_ring(struct demo *demo)
{
	struct bo bo[16] = { { 0 } };
	uint32_t i, n = 4096;
	int bad = 0;

	for (i = 0; i < 16 && !bad; i++)
		bad = make(demo, &bo[i], 4096, GTT);
	for (i = 0; i < n && !bad; i++) {
		if (i >= 16)
			bad = bo_wait(&bo[i % 16]) ||
			      equal(demo, "a counter", bo[i % 16].u64[0], i - 16);
		pm4_mem_write(&demo->cs, &bo[i % 16], 0, 0, i);
		bad = bad || submit(demo);
	}
	for (i = 0; i < 16; i++) {
		bad = bad || bo_wait(&bo[i]) ||
		      equal(demo, "a counter", bo[i].u64[0], n - 16 + i);
		bo_free(&bo[i]);
	}
	return bad;
}

/* A stream that would write past its buffer: refused, and none of it done. */
static int step_refusal(struct demo *demo)
{
	struct bo bo = { 0 };
	int ret, bad = make(demo, &bo, 4096, GTT);

	if (bad)
		return bad;
	pm4_mem_write(&demo->cs, &bo, 0, 0, 0xbad);
	pm4_cp_dma_fill(&demo->cs, &bo, 4092, 0xbad, 8);
	cs_pad(&demo->cs, 8);
	ret = cs_submit(&demo->cs);
	cs_clear(&demo->cs);
	if (ret != -EINVAL)
		bad = complain("it was answered with %d", ret);
	pm4_eop(&demo->cs, &bo, 8, EOP_DATA32, 1);
	bad = bad || submit_and_wait(demo, &bo) ||
	      equal(demo, "the first dword", bo.u32[0], 0) ||
	      equal(demo, "the value of the next stream", bo.u32[2], 1);
	bo_free(&bo);
	return bad;
}

struct step {
	const char *what;
	int (*run)(struct demo *demo);
};

static const struct step steps[] = {
	{ "buffers in VRAM and GTT, by the CPU", step_buffers },
	{ "CP_DMA copies GTT-VRAM-VRAM-GTT", step_copy },
	{ "CP_DMA fills of VRAM", step_fill },
	{ "EVENT_WRITE_EOP: values and clock", step_eop },
	{ "MEM_WRITE to GTT and VRAM", step_mem_write },
	{ "WAIT_REG_MEM: three streams in order", step_order },
	{ "100 fences", step_fences },
	{ "10 waits that an interrupt ends", step_interrupts },
	{ "4096 streams, 16 in flight", step_ring },
	{ "a stream that must be refused", step_refusal },
};

/* ---- the report ---- */

struct pci_name {
	unsigned int id;
	const char *name, *family;
};

#define CHIPSET(id, name, family)	{ id, #name, #family },
static const struct pci_name pci_names[] = {
#include <r600_pci_ids.h>
};

static const char *family_name(unsigned int id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pci_names); i++)
		if (pci_names[i].id == id)
			return pci_names[i].family;
	return "unknown chip";
}

static uint32_t info32(const struct demo *demo, uint32_t request)
{
	uint32_t value[2] = { 0 };

	return card_info(demo->card.fd, request, value) ? 0 : value[0];
}

static void report_kernel(const struct demo *demo)
{
	drmVersionPtr v = drmGetVersion(demo->card.fd);
	struct utsname u;

	if (!uname(&u))
		printf("  kernel     %s %s\n", u.sysname, u.release);
	if (v)
		printf("  driver     %s, interface %s %d.%d, %s\n",
		       demo->card.driver, v->name, v->version_major,
		       v->version_minor, demo->card.node);
	drmFreeVersion(v);
}

/* Is @chip one of the comma-separated @chips? */
static int names_chip(const char *chips, const char *chip)
{
	size_t len = strlen(chip);
	const char *p = chips;

	while (p) {
		if (!strncmp(p, chip, len) &&
		    (!p[len] || p[len] == ',' || isspace((unsigned char)p[len])))
			return 1;
		p = strchr(p, ',');
		p += !!p;
	}
	return 0;
}

static void report_image(const char *file, long long want)
{
	char path[128];
	struct stat st;

	snprintf(path, sizeof(path), FIRMWARE_DIR "%s", file);
	if (stat(path, &st))
		printf(" %s missing", file);
	else if (st.st_size == want)
		printf(" %s %lld", file, want);
	else
		printf(" %s %lld, not %lld", file, (long long)st.st_size, want);
}

static void report_microcode(const char *table, const char *family)
{
	char line[256], file[64], need[16], sum[80], chips[64], chip[32] = "";
	const char *comma = "";
	long long size;
	FILE *f = fopen(table, "re");
	size_t i;

	for (i = 0; family[i] && i < sizeof(chip) - 1; i++)
		chip[i] = (char)tolower((unsigned char)family[i]);
	chip[i] = '\0';
	printf("  microcode ");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%63s %lld %15s %79s %63s", file, &size, need,
			   sum, chips) != 5 || !names_chip(chips, chip))
			continue;
		printf("%s", comma);
		report_image(file, size);
		comma = ",";
	}
	printf(f ? " bytes\n" : " table of images not found\n");
	if (f)
		fclose(f);
}

static void report_card(const struct demo *demo, const char *table)
{
	const char *family = family_name(demo->card.device);
	struct drm_radeon_gem_info gem;

	printf("  card       AMD %s, PCI 1002:%04x at %s\n", family,
	       demo->card.device, demo->card.pci);
	report_kernel(demo);
	if (!gem_info(demo->card.fd, &gem))
		printf("  memory     VRAM %llu MiB, %llu MiB of it visible, GTT %llu MiB\n",
		       (unsigned long long)gem.vram_size / MIB,
		       (unsigned long long)gem.vram_visible / MIB,
		       (unsigned long long)gem.gart_size / MIB);
	printf("  engines    %u shader engines, %u SIMDs, %u backends, %u tile pipes, tiling 0x%04x\n",
	       info32(demo, RADEON_INFO_MAX_SE),
	       info32(demo, RADEON_INFO_ACTIVE_CU_COUNT),
	       info32(demo, RADEON_INFO_NUM_BACKENDS),
	       info32(demo, RADEON_INFO_NUM_TILE_PIPES),
	       info32(demo, RADEON_INFO_TILING_CONFIG));
	report_microcode(table, family);
}

static void report_rings(const struct demo *demo)
{
	static const char *const names[] = {
		"GFX", "compute", "DMA", "UVD", "VCE",
	};
	uint32_t i, value;

	printf("  rings     ");
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		value = i;
		if (!card_info(demo->card.fd, RADEON_INFO_RING_WORKING, &value) &&
		    value)
			printf(" %s", names[i]);
	}
	printf("\n");
}

static int run_step(struct demo *demo, const struct step *step)
{
	unsigned int before = demo->submissions;
	double start = now();
	int bad;

	printf("  %-38s", step->what);
	fflush(stdout);
	demo->checked = 0;
	bad = step->run(demo);
	cs_clear(&demo->cs);
	demo->total += demo->checked;
	if (bad) {
		printf("\n      FAILED\n");
		return 1;
	}
	printf("%5u streams %9llu bytes %9.2f ms  ok\n",
	       demo->submissions - before, (unsigned long long)demo->checked,
	       (now() - start) * 1e3);
	return 0;
}

static int run_all(struct demo *demo)
{
	size_t i, n = ARRAY_SIZE(steps);
	long long irqs = card_interrupts(&demo->card);
	unsigned int failed = 0;

	for (i = 0; i < n; i++)
		failed += run_step(demo, &steps[i]);
	printf("%zu steps, %u failed; %u streams, %lld interrupts, %llu bytes checked\n",
	       n, failed, demo->submissions, card_interrupts(&demo->card) - irqs,
	       (unsigned long long)demo->total);
	return failed != 0;
}

int main(int argc, char **argv)
{
	const char *table = "fw/images.txt";
	struct demo demo = { 0 };
	int c, ret;

	while ((c = getopt(argc, argv, "t:")) != -1) {
		if (c != 't')
			return 2;
		table = optarg;
	}
	ret = card_open(&demo.card);
	if (ret) {
		fprintf(stderr, "no card that evergreen or radeon drives: %s\n",
			strerror(-ret));
		return EXIT_SKIP;
	}
	cs_init(&demo.cs, demo.card.fd);
	report_card(&demo, table);
	report_rings(&demo);
	ret = run_all(&demo);
	cs_fini(&demo.cs);
	card_close(&demo.card);
	return ret;
}
