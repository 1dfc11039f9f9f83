// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: synthetic VBIOS
 *
 * An AtomBIOS image that does what drivers want of one: option-ROM header, PCIR structure,
 * AtomBIOS header, data tables (FirmwareInfo, an object table without display paths,
 * IndirectIOAccess), and command tables that post the card and set its clocks, see
 * rom_tables.c. Nothing in it comes from a real VBIOS. An image can be broken in ways that a
 * driver has to notice.
 *
 * The power states of cards (PowerPlayInfo) are in it on request only. With them radeon.ko
 * uploads firmware to the SMC, which is not modelled; it wants dpm=0 then. On APUs it always
 * does, as it goes on without the tables and follows a null pointer.
 *
 * Source of the layout: the parsers in the kernel's radeon driver; what is
 * needed was found by leaving each part out.
 */
#include <string.h>

#include "array.h"
#include "rom.h"
#include "rom_asm.h"

#define PCIR		0x0060
#define ATOM_HEADER	0x0100
#define NAME		0x0180
#define COMMANDS	0x0200
#define DATA		0x0300
#define FIRMWARE_INFO	0x0400
#define OBJECTS		0x0480
#define INDIRECT_IO	0x04c0
#define POWERPLAY	0x0500
#define CODE		0x0800

#define N_DATA		34
#define DATA_FIRMWARE	4
#define DATA_POWERPLAY	15
#define DATA_OBJECTS	22
#define DATA_INDIRECT	23

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

static void put_atom_header(uint8_t *rom, const struct gpu_chip *chip)
{
	put_table(rom, ATOM_HEADER, 0x24, 1, 1);
	put_text(rom, ATOM_HEADER + 4, "ATOM");
	put16(rom, ATOM_HEADER + 0x10, NAME);
	put16(rom, ATOM_HEADER + 0x1e, COMMANDS);
	put16(rom, ATOM_HEADER + 0x20, DATA);
	put_text(rom, NAME, "modelled ");
	strncat((char *)rom + NAME, chip->name, 16);

	put_table(rom, COMMANDS, 4 + 2 * N_COMMANDS, 1, 1);
	put_table(rom, DATA, 4 + 2 * N_DATA, 1, 1);
	put16(rom, DATA + 4 + 2 * DATA_FIRMWARE, FIRMWARE_INFO);
	put16(rom, DATA + 4 + 2 * DATA_OBJECTS, OBJECTS);
	put16(rom, DATA + 4 + 2 * DATA_INDIRECT, INDIRECT_IO);
}

/* The port reaches a register by the pair MM_INDEX (0) and MM_DATA (1): read, and write. */
static void put_indirect_io(uint8_t *rom)
{
	enum { START = 1, READ, WRITE, CLEAR, MOVE_INDEX = 6, MOVE_DATA = 8, END };
	static const uint8_t programs[] = {
		START, ROM_PORT, CLEAR, 32, 0, MOVE_INDEX, 16, 0, 2, WRITE, 0, 0, READ, 1, 0,
		END, 0, 0,
		START, ROM_PORT | 0x80, CLEAR, 32, 0, MOVE_INDEX, 16, 0, 2, WRITE, 0, 0,
		MOVE_DATA, 32, 0, 0, WRITE, 1, 0, END, 0, 0,
	};

	put_table(rom, INDIRECT_IO, 4 + sizeof(programs) + 1, 1, 1);
	memcpy(rom + INDIRECT_IO + 4, programs, sizeof(programs));
}

/* Clocks are in units of 10 kHz. */
static void put_firmware_info(uint8_t *rom, const struct gpu_chip *chip)
{
	const unsigned int at = FIRMWARE_INFO;

	put_table(rom, at, 0x70, 2, 2);
	put32(rom, at + 0x04, 1);		/* firmware revision */
	put32(rom, at + 0x08, chip->boot.engine);
	put32(rom, at + 0x0c, chip->boot.memory);
	put32(rom, at + 0x20, 120000);		/* highest pixel PLL output */
	put32(rom, at + 0x28, 60000);		/* display engine clock */
	put16(rom, at + 0x2e, chip->boot.vddc);
	put32(rom, at + 0x38, 60000);		/* lowest pixel PLL output */
	put16(rom, at + 0x4a, 500);		/* pixel PLL input, lowest and highest */
	put16(rom, at + 0x4c, 20000);
	put16(rom, at + 0x4e, chip->boot.vddci);
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

void rom_build(uint8_t rom[ROM_SIZE], const struct rom_card *card)
{
	memset(rom, 0, ROM_SIZE);
	put_option_rom(rom, card->device_id);
	put_atom_header(rom, card->chip);
	put_firmware_info(rom, card->chip);
	put_indirect_io(rom);
	if (card->power_states && !card->chip->igp) {
		put16(rom, DATA + 4 + 2 * DATA_POWERPLAY, POWERPLAY);
		rom_put_powerplay(rom, POWERPLAY, card->chip);
	}
	rom_put_commands(rom, COMMANDS, CODE, card);
	/* Objects: all sub-tables empty, no display path. */
	put_table(rom, OBJECTS, 0x12, 1, 3);
	put_checksum(rom);
}

/* One word of the image is another. */
static const struct {
	const char *name;
	unsigned int at;
	uint16_t value;
	uint32_t table;		/* a list's entry: it counts from there */
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
	{ "init", COMMANDS + 4 + 2 * CMD_ASIC_INIT, ROM_SIZE - 4 },	/* it leaves the image */
	{ "calls", CODE + 6, CMD_ASIC_INIT << 8 | 0x52 },	/* it calls itself */
	{ "id", PCIR + 4, 0x10de },	/* another vendor's: QEMU corrects the device's number */
	/* The performance state, of those with --power-states: a voltage by no known number, */
	{ "volts", POWERPLAY + ROM_PERFORMANCE_LEVEL + 6, 0xff09 },
	{ "speed", POWERPLAY + ROM_PERFORMANCE_LEVEL + 1, 0x0400 },	/* and 2.6 GHz */
	{ "set-volts", 6, 0, COMMANDS + 4 + 2 * CMD_SET_VOLTAGE },	/* no operation begins so */
	{ "no-volts", COMMANDS + 4 + 2 * CMD_SET_VOLTAGE, 0 },
};

const char *rom_damage_name(size_t n)
{
	return n < ARRAY_SIZE(damages) ? damages[n].name : NULL;
}

void rom_damage(uint8_t rom[ROM_SIZE], size_t n)
{
	uint32_t table = damages[n].table;

	put16(rom, damages[n].at + (table ? (uint32_t)(rom[table] | rom[table + 1] << 8) : 0), damages[n].value);
	put_checksum(rom);
}
