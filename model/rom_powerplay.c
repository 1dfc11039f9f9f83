// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: power states of the synthetic VBIOS
 *
 * There is the boot state, and the performance state, in which the card is meant to work. Some
 * chips have a third state, a slow one. The boot state is how ASIC_Init leaves the card, except on
 * chips with full_boot_state: a log of an HD 6870 has 900 MHz in it.
 *
 * Each state names three levels. radeon.ko takes the first one as long as no display is on, and
 * else the third. In the boot state it cuts the third to the first, so there the third is another
 * level than the other two. In the other states all three are the same.
 *
 * The table has revision 4. By its layout the kernel's radeon driver reads the states of all these
 * cards where it manages power itself (dpm). Revision 6, which it also knows, is that of later
 * cards and of APUs.
 *
 * Source of the layout: the structures of that driver.
 */
#include "rom.h"

#define HEAD		0x34u
#define LEVEL_SIZE	16u
#define KIND_SIZE	24u

#define CLASS_BOOT		0x0008
#define CLASS_PERFORMANCE	0x0005
#define CLASS_BATTERY		0x0001

/* By which SetVoltage tells the voltage that this very chip needs. */
#define VOLTAGE_NUMBER		0xff01

#define HOTTEST		110		/* degrees */

static uint8_t *put(uint8_t *at, uint32_t value, unsigned int bytes)
{
	for (; bytes--; value >>= 8)
		*at++ = (uint8_t)value;
	return at;
}

static uint8_t *put_level(uint8_t *at, const struct gpu_level *level, uint32_t vddc, uint32_t vddci)
{
	at = put(at, level->engine, 3);
	at = put(at, level->memory, 3);
	at = put(at, vddc, 2);
	at = put(at, vddci, 2);
	return put(put(at, 0, 2), 0, 4);
}

static uint8_t *put_kind(uint8_t *at, uint16_t classes)
{
	put(put(put(at, classes, 2), 0, 1), HOTTEST, 1);
	return at + KIND_SIZE;
}

void rom_put_powerplay(uint8_t *rom, uint32_t at, const struct gpu_chip *chip)
{
	uint8_t *table = rom + at, *p = table + HEAD;
	unsigned int levels, kinds, states = chip->slow.engine ? 3 : 2;

	/* Each state: number of its kind, and of its levels. */
	p = put(put(p, 0, 1), chip->full_boot_state ? 0x010101 : 0x010000, 3);
	p = put(put(p, 0x01010101, 4), 0x02020202, 4);
	levels = (unsigned int)(p - table);
	p = put_level(p, &chip->boot, chip->boot.vddc, chip->boot.vddci);
	p = put_level(p, &chip->performance,
		      chip->vddc_by_number ? VOLTAGE_NUMBER : chip->performance.vddc,
		      chip->vddci_by_number ? VOLTAGE_NUMBER : chip->performance.vddci);
	p = put_level(p, &chip->slow, chip->slow.vddc, chip->slow.vddci);
	kinds = (unsigned int)(p - table);
	p = put_kind(put_kind(put_kind(p, CLASS_BOOT), CLASS_PERFORMANCE), CLASS_BATTERY);

	put(table, (uint32_t)(p - table), 2);
	put(table + 0x02, 4, 1);
	put(table + 0x03, 1, 1);
	put(table + 0x05, states, 1);
	put(table + 0x06, 4, 1);		/* sizes of what states consist of */
	put(table + 0x07, LEVEL_SIZE, 1);
	put(table + 0x08, KIND_SIZE, 1);
	put(table + 0x09, HEAD, 2);
	put(table + 0x0b, levels, 2);
	put(table + 0x0d, kinds, 2);
	put(table + 0x13, HEAD, 2);
}
