// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: synthetic VBIOS
 *
 * The smallest AtomBIOS image with which radeon.ko comes up: option-ROM header,
 * PCIR structure, AtomBIOS header, and the data tables that drivers read
 * (FirmwareInfo, an object table without display paths). Its only command table
 * is ASIC_Init, which does nothing. Nothing in it comes from a real VBIOS. There are
 * no tables for power management; on APUs radeon.ko wants dpm=0 then, as it
 * goes on without them and follows a null pointer.
 * An image can be broken in ways that a driver has to notice.
 *
 * Source of the layout: the parsers in the kernel's radeon driver; what is
 * needed was found by leaving each part out.
 */
#include <string.h>

#include "rom.h"

#define PCIR		0x0060
#define ATOM_HEADER	0x0100
#define NAME		0x0180
#define COMMANDS	0x0200
#define DATA		0x0300
#define FIRMWARE_INFO	0x0400
#define OBJECTS		0x0480
#define ASIC_INIT	0x0500

#define N_COMMANDS	81
#define N_DATA		34
#define DATA_FIRMWARE	4
#define DATA_OBJECTS	22

#define OP_EOT		0x5b

static void put8(uint8_t *rom, unsigned int at, uint8_t v)
{
	rom[at] = v;
}

static void put16(uint8_t *rom, unsigned int at, uint16_t v)
{
	put8(rom, at, (uint8_t)v);
	put8(rom, at + 1, (uint8_t)(v >> 8));
}

static void put32(uint8_t *rom, unsigned int at, uint32_t v)
{
	put16(rom, at, (uint16_t)v);
	put16(rom, at + 2, (uint16_t)(v >> 16));
}

static void put_text(uint8_t *rom, unsigned int at, const char *text)
{
	memcpy(rom + at, text, strlen(text) + 1);
}

/* Common header of all tables: size, format and content revision. */
static void put_table(uint8_t *rom, unsigned int at, uint16_t size, uint8_t format, uint8_t content)
{
	put16(rom, at, size);
	put8(rom, at + 2, format);
	put8(rom, at + 3, content);
}

static void put_option_rom(uint8_t *rom, uint16_t device_id)
{
	put16(rom, 0x00, 0xaa55);
	put8(rom, 0x02, ROM_SIZE / 512);
	put8(rom, 0x03, 0xcb);			/* far return: a BIOS calls this */
	put16(rom, 0x18, PCIR);
	put_text(rom, 0x30, " 761295520");
	put16(rom, 0x48, ATOM_HEADER);

	put_text(rom, PCIR, "PCIR");
	put16(rom, PCIR + 4, 0x1002);
	put16(rom, PCIR + 6, device_id);
	put16(rom, PCIR + 0x0a, 0x18);
	put8(rom, PCIR + 0x0f, 0x03);		/* class: display */
	put16(rom, PCIR + 0x10, ROM_SIZE / 512);
	put8(rom, PCIR + 0x14, 0);		/* code type: x86 */
	put8(rom, PCIR + 0x15, 0x80);		/* last image */
}

static void put_atom_header(uint8_t *rom, const char *chip)
{
	put_table(rom, ATOM_HEADER, 0x24, 1, 1);
	put_text(rom, ATOM_HEADER + 4, "ATOM");
	put16(rom, ATOM_HEADER + 0x10, NAME);
	put16(rom, ATOM_HEADER + 0x1e, COMMANDS);
	put16(rom, ATOM_HEADER + 0x20, DATA);
	put_text(rom, NAME, "modelled ");
	strncat((char *)rom + NAME, chip, 16);

	put_table(rom, COMMANDS, 4 + 2 * N_COMMANDS, 1, 1);
	put16(rom, COMMANDS + 4, ASIC_INIT);
	put_table(rom, ASIC_INIT, 7, 1, 1);
	put8(rom, ASIC_INIT + 6, OP_EOT);

	put_table(rom, DATA, 4 + 2 * N_DATA, 1, 1);
	put16(rom, DATA + 4 + 2 * DATA_FIRMWARE, FIRMWARE_INFO);
	put16(rom, DATA + 4 + 2 * DATA_OBJECTS, OBJECTS);
}

/* Clocks are in units of 10 kHz. */
static void put_firmware_info(uint8_t *rom, const struct gpu_chip *chip)
{
	const unsigned int at = FIRMWARE_INFO;

	put_table(rom, at, 0x60, 2, 1);
	put32(rom, at + 0x04, 1);		/* firmware revision */
	put32(rom, at + 0x08, chip->engine_clock);
	put32(rom, at + 0x0c, chip->memory_clock);
	put32(rom, at + 0x18, 120000);		/* highest PLL outputs: engine, */
	put32(rom, at + 0x1c, 240000);		/* memory, */
	put32(rom, at + 0x20, 120000);		/* pixel clock */
	put32(rom, at + 0x28, 60000);		/* display engine clock */
	put32(rom, at + 0x38, 60000);		/* lowest pixel PLL output */
	put16(rom, at + 0x3c, 500);		/* PLL inputs, lowest and highest: engine, */
	put16(rom, at + 0x3e, 20000);
	put16(rom, at + 0x42, 500);		/* memory, */
	put16(rom, at + 0x44, 20000);
	put16(rom, at + 0x4a, 500);		/* pixel clock */
	put16(rom, at + 0x4c, 20000);
	put16(rom, at + 0x52, (uint16_t)chip->reference_clock);
	put16(rom, at + 0x54, (uint16_t)chip->reference_clock);
}

/* A BIOS takes no image whose bytes do not add up to 0. */
static void put_checksum(uint8_t *rom)
{
	uint8_t sum = 0;

	for (unsigned int i = 0; i < ROM_SIZE - 1; i++)
		sum = (uint8_t)(sum + rom[i]);
	put8(rom, ROM_SIZE - 1, (uint8_t)-sum);
}

void rom_build(uint8_t rom[ROM_SIZE], uint16_t device_id, const struct gpu_chip *chip)
{
	memset(rom, 0, ROM_SIZE);
	put_option_rom(rom, device_id);
	put_atom_header(rom, chip->name);
	put_firmware_info(rom, chip);
	/* Objects: all sub-tables empty, no display path. */
	put_table(rom, OBJECTS, 0x12, 1, 3);
	put_checksum(rom);
}

/* One word of the image is another. */
static const struct {
	const char *name;
	unsigned int at;
	uint16_t value;
} damages[] = {
	{ "signature", 0x00, 0 },			/* no option ROM */
	{ "header", 0x48, 0xfff8 },			/* the header lies past the end */
	{ "atom", ATOM_HEADER + 4, 0 },			/* it is none */
	{ "tables", ATOM_HEADER + 0x20, ROM_SIZE - 3 },	/* the list leaves the image */
	{ "list", DATA, 4 + 2 * DATA_FIRMWARE + 1 },	/* it ends before the entry does */
	{ "entry", DATA + 4 + 2 * DATA_FIRMWARE, ROM_SIZE - 0x20 },	/* table past the end */
	{ "short", FIRMWARE_INFO, 0x53 },		/* the table ends before the clock does */
	{ "long", FIRMWARE_INFO, ROM_SIZE },		/* it goes on past the end */
	{ "clocks", FIRMWARE_INFO + 0x0a, 0xffff },	/* 43 THz */
	{ "reference", FIRMWARE_INFO + 0x52, 0 },
};

const char *rom_damage_name(size_t n)
{
	return n < sizeof(damages) / sizeof(damages[0]) ? damages[n].name : NULL;
}

void rom_damage(uint8_t rom[ROM_SIZE], size_t n)
{
	put16(rom, damages[n].at, damages[n].value);
	put_checksum(rom);
}
