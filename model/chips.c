// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the chips
 *
 * One row per family. Sizes of microcode images, unit counts, sensors and PCI ids
 * are those that the kernel's radeon driver and AMD's documents name; memory widths
 * and clocks are those of AMD's reference boards, as its product pages give them.
 * Nothing here is shared with the driver.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define RAMCFG		0x101u		/* 8 banks, channels of 64 bits */
#define CHANNELS(log2)	((uint32_t)(log2) << 12)

/*
 * MHz, and mV of a board that is made up. A crystal feeds the PLLs of cards, the board's
 * 100 MHz those of APUs.
 */
#define LEVEL(engine, memory, vddc, vddci)	{ (engine) * 100u, (memory) * 100u, vddc, vddci }
#define CLOCKS(engine, memory)							\
	.boot = LEVEL(engine, memory, 1100, 1000), .performance = LEVEL(engine, memory, 1100, 1000)
#define CRYSTAL			.reference_clock = 2700
#define BOARD_CLOCK		.reference_clock = 10000

#define EVERGREEN_UCODE	.pfp_dw = 1120, .me_dw = 1376, .rlc_dw = 768, .mc_address_bits = 36
#define BTC_UCODE	EVERGREEN_UCODE, .mc_dw = 6024, .mc_ucode = true
#define CAYMAN_UCODE	.pfp_dw = 2176, .me_dw = 2176, .mc_address_bits = 40, .cayman = true
#define SUMO		.igp = true, .memsize_in_bytes = true, BOARD_CLOCK, .sensor = SENSOR_GNB

static const struct gpu_chip chips[] = {
	{ .name = "cedar", .device_id = 0x68f9, EVERGREEN_UCODE, .shader_engines = 1,
	  .backends = 1, .gb_addr_config = 0x02010001,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(0),
	  CLOCKS(650, 800), CRYSTAL },
	{ .name = "redwood", .device_id = 0x68d8, EVERGREEN_UCODE, .shader_engines = 1,
	  .backends = 2, .gb_addr_config = 0x02010002,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  CLOCKS(775, 1000), CRYSTAL },
	{ .name = "juniper", .device_id = 0x68b8, EVERGREEN_UCODE, .shader_engines = 1,
	  .backends = 4, .predicate_slots = 8 /* Mesa */, .gb_addr_config = 0x02010002,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  CLOCKS(850, 1200), CRYSTAL, .sensor = SENSOR_TS0 },
	{ .name = "cypress", .device_id = 0x6898, EVERGREEN_UCODE, .shader_engines = 2,
	  .backends = 8, .gb_addr_config = 0x02011003,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(2),
	  CLOCKS(850, 1200), CRYSTAL },
	{ .name = "hemlock", .device_id = 0x689c, EVERGREEN_UCODE, .shader_engines = 2,
	  .backends = 8, .gb_addr_config = 0x02011003,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(2),
	  CLOCKS(725, 1000), CRYSTAL },
	{ .name = "palm", .device_id = 0x9802, EVERGREEN_UCODE, SUMO, .shader_engines = 1,
	  .backends = 1, .gb_addr_config = 0x02010001,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(0),
	  CLOCKS(492, 533) },
	{ .name = "sumo", .device_id = 0x9640, EVERGREEN_UCODE, SUMO, .shader_engines = 1,
	  .backends = 2, .gb_addr_config = 0x02010002,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  CLOCKS(600, 933) },
	{ .name = "sumo2", .device_id = 0x9644, EVERGREEN_UCODE, SUMO, .shader_engines = 1,
	  .backends = 1, .gb_addr_config = 0x02010002,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  CLOCKS(443, 800) },
	{ .name = "barts", .device_id = 0x6738, BTC_UCODE, .shader_engines = 2,
	  .backends = 8, .gb_addr_config = 0x02011003,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(2),
	  .boot = LEVEL(100, 150, 900, 900), .performance = LEVEL(900, 1050, 1175, 1100), CRYSTAL,
	  .vddc_by_number = true, .full_boot_state = true },
	{ .name = "turks", .device_id = 0x6759, BTC_UCODE, .shader_engines = 1,
	  .backends = 2, .gb_addr_config = 0x02010002,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  .boot = LEVEL(100, 150, 900, 900), .performance = LEVEL(650, 800, 1000, 1000), CRYSTAL },
	{ .name = "caicos", .device_id = 0x6779, BTC_UCODE, .shader_engines = 1,
	  .backends = 1, .gb_addr_config = 0x02010001,
	  .ramcfg = RAMCFG, .chmap = CHANNELS(0),
	  CLOCKS(625, 800), .slow = LEVEL(100, 150, 900, 900), CRYSTAL },
	{ .name = "cayman", .device_id = 0x6718, CAYMAN_UCODE, .rlc_dw = 1024, .mc_dw = 6037,
	  .mc_ucode = true, .shader_engines = 2, .backends = 8,
	  .gb_addr_config = 0x02011003, .ramcfg = RAMCFG, .chmap = CHANNELS(2),
	  CLOCKS(880, 1375), CRYSTAL, .vddci_by_number = true },
	{ .name = "aruba", .device_id = 0x9901, CAYMAN_UCODE, .rlc_dw = 1536, .igp = true,
	  .shader_engines = 1, .backends = 2,
	  .gb_addr_config = 0x12010001, .ramcfg = RAMCFG, .chmap = CHANNELS(1),
	  CLOCKS(760, 933), BOARD_CLOCK, .sensor = SENSOR_SMC },
};

#define N_CHIPS (ARRAY_SIZE(chips))

struct id_range {
	uint16_t first, last;
	const char *name;
};

/* Source: the kernel's list of PCI ids for radeon. */
static const struct id_range ids[] = {
	{ 0x68e0, 0x68e1, "cedar" }, { 0x68e4, 0x68e5, "cedar" }, { 0x68e8, 0x68e9, "cedar" },
	{ 0x68f1, 0x68f2, "cedar" }, { 0x68f8, 0x68fa, "cedar" }, { 0x68fe, 0x68fe, "cedar" },
	{ 0x68c0, 0x68c1, "redwood" }, { 0x68c7, 0x68c9, "redwood" },
	{ 0x68d8, 0x68da, "redwood" }, { 0x68de, 0x68de, "redwood" },
	{ 0x68a0, 0x68a1, "juniper" }, { 0x68a8, 0x68a9, "juniper" },
	{ 0x68b0, 0x68b0, "juniper" }, { 0x68b8, 0x68ba, "juniper" },
	{ 0x68be, 0x68bf, "juniper" },
	{ 0x6880, 0x6880, "cypress" }, { 0x6888, 0x688a, "cypress" },
	{ 0x688c, 0x688d, "cypress" }, { 0x6898, 0x6899, "cypress" },
	{ 0x689b, 0x689b, "cypress" }, { 0x689e, 0x689e, "cypress" },
	{ 0x689c, 0x689d, "hemlock" },
	{ 0x9802, 0x980a, "palm" },
	{ 0x9640, 0x9641, "sumo" }, { 0x9647, 0x9648, "sumo" }, { 0x964a, 0x964c, "sumo" },
	{ 0x964e, 0x964f, "sumo" },
	{ 0x9642, 0x9645, "sumo2" }, { 0x9649, 0x9649, "sumo2" },
	{ 0x6720, 0x6729, "barts" }, { 0x6738, 0x6739, "barts" }, { 0x673e, 0x673e, "barts" },
	{ 0x6740, 0x674a, "turks" }, { 0x6750, 0x6751, "turks" }, { 0x6758, 0x6759, "turks" },
	{ 0x675b, 0x675b, "turks" }, { 0x675d, 0x675d, "turks" }, { 0x675f, 0x675f, "turks" },
	{ 0x6840, 0x6843, "turks" }, { 0x6849, 0x6849, "turks" }, { 0x6850, 0x6850, "turks" },
	{ 0x6858, 0x6859, "turks" },
	{ 0x6760, 0x6768, "caicos" }, { 0x6770, 0x6772, "caicos" }, { 0x6778, 0x6779, "caicos" },
	{ 0x677b, 0x677b, "caicos" },
	{ 0x6700, 0x6709, "cayman" }, { 0x6718, 0x6719, "cayman" }, { 0x671c, 0x671d, "cayman" },
	{ 0x671f, 0x671f, "cayman" },
	{ 0x9900, 0x9901, "aruba" }, { 0x9903, 0x9910, "aruba" }, { 0x9913, 0x9913, "aruba" },
	{ 0x9917, 0x9919, "aruba" }, { 0x9990, 0x999d, "aruba" }, { 0x99a0, 0x99a0, "aruba" },
	{ 0x99a2, 0x99a2, "aruba" }, { 0x99a4, 0x99a4, "aruba" },
};

const struct gpu_chip *gpu_chip_find(const char *name)
{
	for (size_t i = 0; i < N_CHIPS; i++)
		if (!strcmp(chips[i].name, name))
			return &chips[i];
	return NULL;
}

const struct gpu_chip *gpu_chip_nth(size_t n)
{
	return n < N_CHIPS ? &chips[n] : NULL;
}

const struct gpu_chip *gpu_chip_by_id(uint16_t device_id)
{
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		if (device_id >= ids[i].first && device_id <= ids[i].last)
			return gpu_chip_find(ids[i].name);
	return NULL;
}
