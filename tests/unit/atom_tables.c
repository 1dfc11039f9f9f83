// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The reader of AtomBIOS tables: the images of all modelled chips, images broken in
 * each place that counts, cut at every byte, with any byte another, and with many; and
 * tables of ACPI with images in them. An image is a copy of the exact length, so that
 * a read behind its end is seen.
 */

#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>
#include <linux/types.h>

#include "../../model/rom.h"
#include "evergreen_atom.h"
#include "evergreen_atom_powerplay.h"
#include "evergreen_atom_vfct.h"
#include "tap.h"

#define MUTATIONS	200000
#define HIGHEST_KHZ	5000000

#define FIRMWARE_INFO	0x400		/* where the model's image has it */
#define VFCT_HEADER	0x4c
#define VFCT_IMAGE	0x1c

static struct evergreen_atom_clocks clocks;

static const char *parse(const u8 *rom, size_t size, bool igp)
{
	u8 *copy = malloc(size ? size : 1);
	const char *wrong;

	if (!copy)
		abort();
	memcpy(copy, rom, size);
	memset(&clocks, 0xff, sizeof(clocks));
	wrong = evergreen_atom_read_clocks(copy, size, igp, &clocks);
	free(copy);
	return wrong;
}

static bool are(u32 engine, u32 memory, u32 reference)
{
	return clocks.engine == engine && clocks.memory == memory && clocks.reference == reference;
}

/* What must hold for any image whatever. */
static bool sane(const char *wrong)
{
	if (wrong)
		return are(0, 0, 0) && !clocks.vddc && !clocks.vddci;
	return clocks.engine <= HIGHEST_KHZ && clocks.memory <= HIGHEST_KHZ &&
	       clocks.reference <= HIGHEST_KHZ;
}

static void build(u8 *rom, const char *name)
{
	const struct gpu_chip *chip = gpu_chip_find(name);

	rom_build(rom, &(struct rom_card){ chip, chip->device_id, 512, false });
}

static void put(u8 *at, u32 value, unsigned int bytes)
{
	for (; bytes--; value >>= 8)
		*at++ = (u8)value;
}

static void all_chips(void)
{
	const struct gpu_chip *chip;
	u8 rom[ROM_SIZE];

	for (size_t i = 0; (chip = gpu_chip_nth(i)); i++) {
		rom_build(rom, &(struct rom_card){ chip, chip->device_id, 512, false });
		tap_ok(!parse(rom, sizeof(rom), chip->igp) &&
		       are(chip->boot.engine * 10, chip->boot.memory * 10,
			   chip->reference_clock * 10), "%s: %u %u %u kHz", chip->name,
		       clocks.engine, clocks.memory, clocks.reference);
	}
}

/* FirmwareInfo before revision 2.2 has no voltage of the memory's interface. */
static void voltages(void)
{
	const struct gpu_level *boot = &gpu_chip_find("barts")->boot;
	const char *wrong;
	u8 rom[ROM_SIZE];

	build(rom, "barts");
	wrong = parse(rom, sizeof(rom), false);
	tap_ok(!wrong && clocks.vddc == boot->vddc && clocks.vddci == boot->vddci,
	       "barts: %u and %u mV", clocks.vddc, clocks.vddci);
	put(rom + FIRMWARE_INFO + 3, 1, 1);
	wrong = parse(rom, sizeof(rom), false);
	tap_ok(!wrong && clocks.vddc == boot->vddc && !clocks.vddci,
	       "revision 2.1: %u and %u mV", clocks.vddc, clocks.vddci);
}

/* What is wrong is told, with no clocks. */
static void broken(void)
{
	static const struct {
		const char *damage, *wrong;
	} rows[] = {
		{ "signature", "it is no option ROM" },
		{ "header", "it has no AtomBIOS header" },
		{ "atom", "it has no AtomBIOS header" },
		{ "tables", "it has no FirmwareInfo table" },
		{ "list", "it has no FirmwareInfo table" },
		{ "entry", "it has no FirmwareInfo table" },
		{ "short", "it has no FirmwareInfo table" },
		{ "long", "it has no FirmwareInfo table" },
		{ "clocks", NULL },
		{ "reference", NULL },
		{ "init", NULL },
		{ "calls", NULL },
		{ "id", NULL },
		{ "volts", NULL },
		{ "speed", NULL },
		{ "set-volts", NULL },
		{ "no-volts", NULL },
	};
	const char *wrong;
	u8 rom[ROM_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		build(rom, "cypress");
		rom_damage(rom, i);
		wrong = parse(rom, sizeof(rom), false);
		tap_ok(rom_damage_name(i) && !strcmp(rom_damage_name(i), rows[i].damage) &&
		       (wrong ? rows[i].wrong && !strcmp(wrong, rows[i].wrong) : !rows[i].wrong) &&
		       sane(wrong), "%s: %s", rows[i].damage, wrong ? wrong : "taken");
		if (!strcmp(rows[i].damage, "clocks"))
			tap_ok(are(0, 1200000, 27000), "a clock of 43 THz is none");
		if (!strcmp(rows[i].damage, "reference"))
			tap_ok(are(850000, 1200000, 0), "a clock of 0 is none");
	}
	tap_ok(!rom_damage_name(ARRAY_SIZE(rows)), "all kinds of damage are here");
}

static void whose(void)
{
	u8 rom[ROM_SIZE];

	build(rom, "cypress");
	tap_ok(evergreen_atom_ids(rom, sizeof(rom)) ==
	       (0x1002 | (u32)gpu_chip_find("cypress")->device_id << 16),
	       "an image tells whose it is");
	tap_ok(!evergreen_atom_ids(rom, 0x60 + 7), "unless it is cut before that");
	put(rom + 0x18, 0xffff, 2);
	tap_ok(!evergreen_atom_ids(rom, sizeof(rom)), "or that lies behind its end");
}

/* The clock of the memory that an APU shares, from a table that cards do not have. */
static void shared_memory(void)
{
	const unsigned int entry = 0x300 + 4 + 2 * 30, table = 0x600;
	const unsigned int content = table + 3, clock = table + 0x0c;
	u8 rom[ROM_SIZE];

	build(rom, "palm");
	put(rom + entry, table, 2);
	put(rom + table, 0x200, 2);
	put(rom + content, 6, 1);
	put(rom + clock, 66700, 4);
	tap_ok(!parse(rom, sizeof(rom), true) && clocks.memory == 667000, "its own table wins");
	tap_ok(!parse(rom, sizeof(rom), false) && clocks.memory == 533000, "not for a card");
	put(rom + clock, 0, 4);
	tap_ok(!parse(rom, sizeof(rom), true) && clocks.memory == 533000, "unless it is empty");
	put(rom + clock, 66700, 4);
	put(rom + content, 5, 1);
	tap_ok(!parse(rom, sizeof(rom), true) && clocks.memory == 533000, "or too old");
}

static void cuts(void)
{
	bool all_sane = true, none_wrong = true;
	const char *wrong;
	u8 rom[ROM_SIZE];

	build(rom, "sumo");
	for (size_t size = 0; size <= sizeof(rom); size++) {
		wrong = parse(rom, size, true);
		all_sane = all_sane && sane(wrong);
		if (!wrong && !are(600000, 933000, 100000))
			none_wrong = false;
	}
	tap_ok(all_sane, "cut at every byte, an image is sane or refused");
	tap_ok(none_wrong, "no cut makes up a clock");
	tap_ok(parse(rom, 0x453, true) && !parse(rom, 0x470, true),
	       "the first table that is read must be there as a whole");
}

static void single_bytes(void)
{
	static const u8 values[] = { 0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff };
	bool all_sane = true;
	u8 rom[ROM_SIZE], old;

	build(rom, "sumo");
	for (size_t at = 0; at < sizeof(rom); at++) {
		old = rom[at];
		for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
			rom[at] = values[i];
			all_sane = all_sane && sane(parse(rom, sizeof(rom), i & 1));
		}
		rom[at] = old;
	}
	tap_ok(all_sane, "with any byte another, an image is sane or refused");
}

static u32 draw(void)
{
	static u32 state = 1;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* A few words anywhere, most of them where the offsets are, and any length. */
static void mutate(u8 *rom)
{
	static const u16 offsets[] = { 0x48, 0x120, 0x300, 0x30c, 0x340, 0x400 };
	unsigned int n = 1 + draw() % 3;

	while (n--)
		put(rom + (draw() % 4 ? offsets[draw() % ARRAY_SIZE(offsets)] :
			   draw() % (ROM_SIZE - 1)), draw(), 2);
}

static void mutants(void)
{
	u8 good[ROM_SIZE], rom[ROM_SIZE];
	unsigned int taken = 0;
	bool all_sane = true;
	const char *wrong;

	build(good, "sumo");
	for (unsigned int i = 0; i < MUTATIONS; i++) {
		memcpy(rom, good, sizeof(rom));
		mutate(rom);
		wrong = parse(rom, draw() % 8 ? sizeof(rom) : draw() % sizeof(rom), i & 1);
		all_sane = all_sane && sane(wrong);
		taken += !wrong;
	}
	tap_ok(all_sane, "%u images with words changed are sane or refused", MUTATIONS);
	tap_ok(taken > MUTATIONS / 50 && taken < MUTATIONS / 2, "and both happens: %u were taken",
	       taken);
}

/* ---- power states ---- */

#define DATA_LIST	0x300
#define POWERPLAY	0x600

static struct evergreen_atom_powerplay powerplay;

static const char *parse_states(const u8 *rom, size_t size, bool igp)
{
	u8 *copy = malloc(size ? size : 1);
	const char *wrong;

	if (!copy)
		abort();
	memcpy(copy, rom, size);
	memset(&powerplay, 0xff, sizeof(powerplay));
	wrong = evergreen_atom_read_powerplay(copy, size, igp, &powerplay);
	free(copy);
	return wrong;
}

/* One level for the boot, two for performance; entries in an order of their own. */
static void put_states(u8 *rom, unsigned int revision)
{
	static const u8 levels[] = {
		0x10, 0x27, 0, 0x98, 0x3a, 0, 0x84, 0x03, 0xb6, 0x03, 0, 0, 0, 0, 0, 0,
		0x50, 0xc3, 0, 0x80, 0x38, 0x01, 0x4c, 0x04, 0x7e, 0x04, 0, 0, 0, 0, 0, 0,
	};
	static const u8 old_states[] = { 1, 0, 0, 0, 0, 1 };
	static const u8 new_states[] = { 2, 1, 1, 0, 2, 0, 0, 1 };
	u8 *table = rom + POWERPLAY;

	put(rom + DATA_LIST + 4ul + 2ul * 15, POWERPLAY, 2);
	memset(table, 0, 0x100);
	put(table, 0xc0, 2);
	put(table + 2, revision, 1);
	put(table + 0x09, 0x30, 2);
	put(table + 0x0b, 0x40, 2);
	put(table + 0x0d, 0x70, 2);
	if (revision < 6) {
		put(table + 5, 0x18100302, 4);		/* states, and sizes of the three */
		memcpy(table + 0x30, old_states, sizeof(old_states));
		memcpy(table + 0x40, levels, sizeof(levels));
	} else {
		memcpy(table + 0x30, new_states, sizeof(new_states));
		put(table + 0x40, 0x1002, 2);
		memcpy(table + 0x42, levels, sizeof(levels));
	}
	table += 0x70 + (revision < 6 ? 0 : 2);
	put(table, 0x5a000005, 4);			/* performance, up to 90 degrees */
	put(table + 24, 0x78050008, 4);			/* boot, from 5 to 120 degrees */
}

static bool states_are_right(unsigned int revision, bool igp)
{
	const struct evergreen_atom_state *boot = &powerplay.states[0], *fast = &powerplay.states[1];
	const struct evergreen_atom_level *low = &boot->levels[0];
	const struct evergreen_atom_level *high = &fast->levels[1];

	return powerplay.revision == revision && powerplay.count == 2 &&
	       boot->classes == ATOM_STATE_BOOT && fast->classes == ATOM_STATE_PERFORMANCE &&
	       boot->min_temperature == 5 && boot->max_temperature == 120 &&
	       fast->max_temperature == 90 && boot->count == (revision < 6 ? 2 : 1) &&
	       fast->count == 2 && low->engine == 100000 && high->engine == 500000 &&
	       low->memory == (igp ? 0 : 150000) && high->memory == (igp ? 0 : 800000) &&
	       high->vddc == (igp ? 0 : 1100) && high->vddci == (igp ? 0 : 1150);
}

static void power_states(void)
{
	static const struct {
		unsigned int revision, at, value, bytes;
		const char *wrong;
	} rows[] = {
		{ 4, 2, 3, 1, "its PowerPlayInfo table is of a revision that is not known" },
		{ 4, 2, 7, 1, "its PowerPlayInfo table is of a revision that is not known" },
		{ 4, 0, 0x24, 2, "it has no PowerPlayInfo table" },
		{ 4, 5, 17, 1, "it has too many power states" },
		{ 6, 0x30, 17, 1, "it has too many power states" },
		{ 4, 6, 10, 1, "a power state has too many levels" },
		{ 6, 0x31, 9, 1, "a power state has too many levels" },
		{ 4, 9, 0xbf, 2, "a power state is not in its table" },
		{ 6, 9, 0xffff, 2, NULL },
		{ 4, 0x30, 4, 1, "a power state is not in its table" },
		{ 6, 0x32, 4, 1, "a power state is not in its table" },
		{ 4, 0x31, 9, 1, "a level of a power state is not in its table" },
		{ 6, 0x33, 255, 1, "a level of a power state is not in its table" },
		{ 4, 5, 0, 1, NULL },
	};
	u8 rom[ROM_SIZE];
	const char *wrong;
	bool all_sane = true;

	for (unsigned int revision = 4; revision <= 6; revision++) {
		build(rom, "turks");
		put_states(rom, revision);
		tap_ok(!parse_states(rom, sizeof(rom), false) && states_are_right(revision, false),
		       "power states, revision %u", revision);
		tap_ok(!parse_states(rom, sizeof(rom), true) && states_are_right(revision, true),
		       "of an APU, revision %u", revision);
		for (size_t size = 0; size < POWERPLAY + 0xc0; size++)
			all_sane = all_sane && parse_states(rom, size, false) && !powerplay.count;
	}
	tap_ok(all_sane, "cut before their end, an image has no power states");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		build(rom, "turks");
		put_states(rom, rows[i].revision);
		put(rom + POWERPLAY + rows[i].at, rows[i].value, rows[i].bytes);
		wrong = parse_states(rom, sizeof(rom), false);
		tap_ok((wrong ? rows[i].wrong && !strcmp(wrong, rows[i].wrong) : !rows[i].wrong) &&
		       !powerplay.count, "%x at %x: %s", rows[i].value, rows[i].at,
		       wrong ? wrong : "none");
	}
	rom[0] = 0;
	tap_ok(parse_states(rom, sizeof(rom), false), "no ROM, no power states");

	build(rom, "turks");
	for (unsigned int i = 0; i < MUTATIONS / 4; i++) {
		put_states(rom, 4 + i % 3);
		for (unsigned int n = 0; n < 3; n++)
			rom[POWERPLAY + draw() % 0xa0] = (u8)draw();
		wrong = parse_states(rom, sizeof(rom), i & 8);
		all_sane = all_sane && powerplay.count <= EVERGREEN_ATOM_STATES && (!wrong || !powerplay.count);
	}
	tap_ok(all_sane, "with bytes changed, they are sane or refused");
}

/* ---- the ACPI table ---- */

struct vfct_row {
	u32 bus, device, function;
	u16 vendor_id, device_id;
	u32 length, claimed;		/* bytes of content, and what its header says */
};

/* Another card of the same kind is on bus 3. */
static bool taken(const void *card, u32 bus)
{
	(void)card;
	return bus == 3;
}

static const struct evergreen_atom_location here = {
	.bus = 1, .device = 2, .function = 0, .vendor_id = 0x1002, .device_id = 0x9640,
	.taken = taken,
};

static u8 *make_vfct(const struct vfct_row *rows, size_t n, size_t *size)
{
	size_t at = VFCT_HEADER;
	u8 *vfct;

	*size = at;
	for (size_t i = 0; i < n; i++)
		*size += VFCT_IMAGE + rows[i].length;
	vfct = calloc(1, *size);
	if (!vfct)
		abort();
	memcpy(vfct, "VFCT", 4);
	put(vfct + 0x34, VFCT_HEADER, 4);
	for (size_t i = 0; i < n; i++) {
		put(vfct + at, rows[i].bus, 4);
		put(vfct + at + 4, rows[i].device, 4);
		put(vfct + at + 8, rows[i].function, 4);
		put(vfct + at + 0x0c, rows[i].vendor_id, 2);
		put(vfct + at + 0x0e, rows[i].device_id, 2);
		put(vfct + at + 0x18, rows[i].claimed, 4);
		memset(vfct + at + VFCT_IMAGE, (int)i + 1, rows[i].length);
		at += VFCT_IMAGE + rows[i].length;
	}
	return vfct;
}

/* Which image is found, counted from 1; 0 for none. The bytes of it are read. */
static unsigned int find(const struct vfct_row *rows, size_t n, size_t *length)
{
	size_t size;
	u8 *vfct = make_vfct(rows, n, &size);
	const u8 *image = evergreen_atom_vfct(vfct, size, &here, length);
	unsigned int found = 0;

	for (size_t i = 0; image && i < *length; i++)
		found = image[i];
	free(vfct);
	return found;
}

static void acpi(void)
{
	static const struct {
		const char *name;
		unsigned int found;
		struct vfct_row rows[2];
	} cases[] = {
		{ "the second is ours", 2, { { 0, 1, 0, 0x1002, 0x6898, 32, 32 },
					     { 1, 2, 0, 0x1002, 0x9640, 64, 64 } } },
		{ "another bus", 1, { { 0, 2, 0, 0x1002, 0x9640, 32, 32 } } },
		{ "two other buses", 0, { { 0, 2, 0, 0x1002, 0x9640, 32, 32 },
					  { 2, 2, 0, 0x1002, 0x9640, 32, 32 } } },
		{ "the bus of another such card", 0, { { 3, 2, 0, 0x1002, 0x9640, 32, 32 } } },
		{ "that one and another bus", 0, { { 3, 2, 0, 0x1002, 0x9640, 32, 32 },
						   { 0, 2, 0, 0x1002, 0x9640, 64, 64 } } },
		{ "another bus first", 2, { { 0, 2, 0, 0x1002, 0x9640, 32, 32 },
					    { 1, 2, 0, 0x1002, 0x9640, 64, 64 } } },
		{ "ours first", 1, { { 1, 2, 0, 0x1002, 0x9640, 32, 32 },
				     { 0, 2, 0, 0x1002, 0x9640, 64, 64 } } },
		{ "another device", 0, { { 1, 3, 0, 0x1002, 0x9640, 32, 32 } } },
		{ "another function", 0, { { 1, 2, 1, 0x1002, 0x9640, 32, 32 } } },
		{ "another vendor", 0, { { 1, 2, 0, 0x8086, 0x9640, 32, 32 } } },
		{ "another id", 0, { { 1, 2, 0, 0x1002, 0x9641, 32, 32 } } },
		{ "an empty one before it", 2, { { 1, 2, 0, 0x1002, 0x9640, 0, 0 },
						 { 1, 2, 0, 0x1002, 0x9640, 32, 32 } } },
		{ "longer than the table", 0, { { 0, 0, 0, 0, 0, 0, 0 },
						{ 1, 2, 0, 0x1002, 0x9640, 32, 33 } } },
		{ "much longer", 0, { { 0, 0, 0, 0, 0, 0, 0 },
				      { 1, 2, 0, 0x1002, 0x9640, 32, 0xffffffff } } },
		{ "a first one that leaves the table", 0, { { 0, 0, 0, 0, 0, 8, 0xfffffff0 },
							    { 1, 2, 0, 0x1002, 0x9640, 32, 32 } } },
	};
	size_t length = 0;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		tap_ok(find(cases[i].rows, 2, &length) == cases[i].found, "VFCT: %s",
		       cases[i].name);
	tap_ok(find(cases[0].rows, 2, &length) == 2 && length == 64, "VFCT: the length");
	tap_ok(!find(cases[2].rows, 2, &length) && !length, "VFCT: that of two other buses is 0");
}

static void acpi_cuts(void)
{
	static const struct vfct_row row = { 1, 2, 0, 0x1002, 0x9640, 64, 64 };
	size_t size, length;
	u8 *vfct = make_vfct(&row, 1, &size);
	bool good = true;
	u8 *cut;

	for (size_t n = 0; n < size; n++) {
		cut = malloc(n ? n : 1);
		if (!cut)
			abort();
		memcpy(cut, vfct, n);
		good = good && !evergreen_atom_vfct(cut, n, &here, &length);
		free(cut);
	}
	tap_ok(good, "VFCT: cut at every byte");
	good = true;
	for (u32 first = 0; first < 0x200; first++) {
		const u8 *found;

		put(vfct + 0x34, first * 0x00800001u, 4);
		found = evergreen_atom_vfct(vfct, size, &here, &length);
		good = good && (!found || (found >= vfct && length <= size - (found - vfct)));
	}
	tap_ok(good, "VFCT: with any first offset, what is found lies within");
	free(vfct);
}

int main(void)
{
	all_chips();
	voltages();
	broken();
	whose();
	shared_memory();
	cuts();
	single_bytes();
	mutants();
	power_states();
	acpi();
	acpi_cuts();
	return tap_done();
}
