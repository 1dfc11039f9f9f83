// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * info_dump [NAME]: what the driver answers to each INFO query that any card has an
 * answer to, a line each, or to one of them. Queries with an operand are asked with
 * each operand that means something. An error shows as its negative number.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bo.h"
#include "card.h"
#include "cs.h"

struct row {
	const char *name;
	uint32_t request, operand;
};

#define Q(name)			{ #name, RADEON_INFO_##name, 0 }
#define WITH(name, operand)	{ #name "(" #operand ")", RADEON_INFO_##name, operand }

static const struct row rows[] = {
	Q(DEVICE_ID), Q(NUM_GB_PIPES), Q(NUM_Z_PIPES), Q(ACCEL_WORKING), Q(ACCEL_WORKING2),
	Q(TILING_CONFIG), Q(WANT_HYPERZ), Q(WANT_CMASK), Q(CLOCK_CRYSTAL_FREQ), Q(NUM_BACKENDS),
	Q(NUM_TILE_PIPES), Q(FUSION_GART_WORKING), Q(BACKEND_MAP), Q(VA_START), Q(IB_VM_MAX_SIZE),
	Q(MAX_PIPES), Q(TIMESTAMP), Q(MAX_SE), Q(MAX_SH_PER_SE), Q(FASTFB_WORKING),
	WITH(RING_WORKING, 0), WITH(RING_WORKING, 1), WITH(RING_WORKING, 2),
	WITH(RING_WORKING, 3), WITH(RING_WORKING, 4), WITH(RING_WORKING, 5),
	Q(SI_TILE_MODE_ARRAY), Q(SI_CP_DMA_COMPUTE), Q(CIK_MACROTILE_MODE_ARRAY),
	Q(SI_BACKEND_ENABLED_MASK), Q(MAX_SCLK), Q(VCE_FW_VERSION), Q(VCE_FB_VERSION),
	Q(NUM_BYTES_MOVED), Q(VRAM_USAGE), Q(GTT_USAGE), Q(ACTIVE_CU_COUNT), Q(CURRENT_GPU_TEMP),
	Q(CURRENT_GPU_SCLK), Q(CURRENT_GPU_MCLK),
	WITH(READ_REG, 0x8010), WITH(READ_REG, 0x8014), WITH(READ_REG, 0x8018),
	WITH(READ_REG, 0x0e50), WITH(READ_REG, 0x0ec4), WITH(READ_REG, 0xd034),
	WITH(READ_REG, 0xd834), WITH(READ_REG, 0xf6bc), WITH(READ_REG, 0xc100),
	Q(VA_UNMAP_WORKING), Q(GPU_RESET_COUNTER),
};

static void show(const struct card *card, const struct row *row, bool with_name)
{
	uint32_t value[2] = { row->operand, 0 };
	int ret = card_info(card->fd, row->request, value);

	if (with_name)
		printf("%s ", row->name);
	if (ret)
		printf("%d\n", ret);
	else
		printf("%" PRIu64 "\n", value[0] | (uint64_t)value[1] << 32);
}

int main(int argc, char **argv)
{
	struct card card;
	uint32_t i, shown = 0;

	if (argc > 2 || card_open(&card)) {
		fprintf(stderr, "usage: info_dump [NAME], on a machine with a card\n");
		return 1;
	}
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (argc == 2 && strcmp(argv[1], rows[i].name) != 0)
			continue;
		show(&card, &rows[i], argc == 1);
		shown++;
	}
	close(card.fd);
	return !shown;
}
