// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: command line
 *
 * A row has all that there is of an option: name, help, what its argument may be, and where its
 * value goes in struct options.
 */
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "array.h"
#include "crew.h"
#include "fault.h"
#include "options.h"

#define HELP_COLUMN	21

struct row {
	const char *name, *argument;	/* NULL: it has none */
	const char *help;
	bool (*take)(struct options *o, const struct row *row, const char *text);
	size_t field;
	uint64_t least, most;		/* of a number */
};

static void *field_of(struct options *o, const struct row *row)
{
	return (char *)o + row->field;
}

static bool parse_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 0);
	if (errno || *text == '-' || end == text || *end || *value < min || *value > max) {
		fprintf(stderr, "model: '%s' is no number from %llu to %llu\n", text,
			(unsigned long long)min, (unsigned long long)max);
		return false;
	}
	return true;
}

static bool take_on(struct options *o, const struct row *row, const char *text)
{
	(void)text;
	*(bool *)field_of(o, row) = true;
	return true;
}

static bool take_off(struct options *o, const struct row *row, const char *text)
{
	(void)text;
	*(bool *)field_of(o, row) = false;
	return true;
}

static bool take_text(struct options *o, const struct row *row, const char *text)
{
	*(const char **)field_of(o, row) = text;
	return true;
}

static bool take_number(struct options *o, const struct row *row, const char *text)
{
	return parse_number(text, row->least, row->most, field_of(o, row));
}

static bool take_chip(struct options *o, const struct row *row, const char *text)
{
	(void)row;
	o->config.chip = gpu_chip_find(text);
	if (!o->config.chip) {
		fprintf(stderr, "model: no chip is called '%s'\n", text);
		return false;
	}
	o->device_id = o->config.chip->device_id;
	return true;
}

static bool take_device_id(struct options *o, const struct row *row, const char *text)
{
	uint64_t id;

	if (!parse_number(text, row->least, row->most, &id))
		return false;
	o->config.chip = gpu_chip_by_id((uint16_t)id);
	if (!o->config.chip) {
		fprintf(stderr, "model: PCI id 0x%04x belongs to no supported chip\n", (unsigned int)id);
		return false;
	}
	o->device_id = (uint16_t)id;
	return true;
}

static bool take_class(struct options *o, const struct row *row, const char *text)
{
	(void)row;
	if (strcmp(text, "vga") != 0 && strcmp(text, "other") != 0) {
		fprintf(stderr, "model: class is vga or other\n");
		return false;
	}
	o->class_code = text[0] == 'v' ? 0x030000 : 0x038000;
	return true;
}

static bool take_fault(struct options *o, const struct row *row, const char *text)
{
	(void)row;
	if (o->config.faults) {
		fprintf(stderr, "model: --fault is given twice: one plan has all faults\n");
		return false;
	}
	o->config.faults = text;
	return gpu_fault_plan_ok(text);
}

/* What each of the four sensors can show. */
static bool take_celsius(struct options *o, const struct row *row, const char *text)
{
	uint64_t value;

	(void)row;
	if (!parse_number(text + (*text == '-'), 0, *text == '-' ? 40 : 120, &value))
		return false;
	o->config.celsius = *text == '-' ? -(int)value : (int)value;
	return true;
}

#define FIELD(MEMBER)	.field = offsetof(struct options, MEMBER)
#define ON(MEMBER)	.take = take_on, FIELD(MEMBER)
#define OFF(MEMBER)	.take = take_off, FIELD(MEMBER)
#define TEXT(MEMBER)	.take = take_text, FIELD(MEMBER)
#define NUMBER(MEMBER, LEAST, MOST)	\
	.take = take_number, FIELD(MEMBER), .least = (LEAST), .most = (MOST)

static const struct row rows[] = {
	{ "socket", "PATH", NULL, TEXT(socket) },
	{ "chip", "NAME", "cypress by default; --list names all", take_chip },
	{ "device-id", "ID", "PCI id, one of those of the supported chips; implies the chip",
	  take_device_id, .most = 0xffff },
	{ "class", "vga|other", "PCI class 0300 (default) or 0380", take_class },
	{ "vram-mb", "N", "512 by default", NUMBER(vram_mb, 32, 2048) },
	{ "visible-mb", "N", "size of BAR0, a power of two, 256 by default",
	  NUMBER(visible_mb, 32, 2048) },
	{ "delay-ms", "N", "completions arrive this much late", NUMBER(delay_ms, 0, 100000) },
	{ "fault", "PLAN", "NAME[@WHERE][=N|N+|N-M|~K][,...]", take_fault },
	{ "seed", "N", "for what is left to chance", NUMBER(config.seed, 0, UINT64_MAX) },
	{ "rom", "FILE|none", "VBIOS image instead of the built-in one", TEXT(rom_file) },
	{ "rom-in-vram", NULL, "the image lies at the start of VRAM, not behind a BAR",
	  ON(rom_in_vram) },
	{ "write-rom", "FILE", "write the built-in VBIOS image and exit", TEXT(write_rom) },
	{ "power-states", NULL, "it has the power states of a card (radeon.ko wants dpm=0 then)",
	  ON(power_states) },
	{ "celsius", "N", "what the sensor shows, 45 by default", take_celsius },
	{ "engine-mhz", "N", "what the engine's PLL runs at, if not as its VBIOS says",
	  NUMBER(config.engine_mhz, 1, 2000) },
	{ "unposted", NULL, "as the card is before its VBIOS has run", OFF(config.posted) },
	{ "console", NULL, "a display controller scans out of VRAM", ON(config.console) },
	{ "mc-running", NULL, "the VBIOS has started the memory sequencer", ON(config.mc_running) },
	{ "hdp-buffered", NULL, "BAR0 is not mapped, writes and news wait for the HDP flush",
	  ON(config.hdp_buffered) },
	{ "own-state", NULL, "a draw may find no state that another stream has set, none changes\n"
	  "under draws of another client, and fences flush caches", ON(config.own_state) },
	{ "shaders", NULL, "draws and dispatches run", ON(config.shaders) },
	{ "threads", "N", "for large draws, one for each processor by default, 8 at most",
	  NUMBER(threads, 1, CREW_MOST) },
	{ "halt-first", NULL, "RLC and interrupt handler are off when anything is reset",
	  ON(config.halt_first) },
	{ "left-busy", NULL, "a guest that has died has left all engines at work", ON(left_busy) },
	{ "trace", NULL, "tell what happens, on stderr", ON(config.trace) },
	{ "no-strict", NULL, "violations do not make the exit status 3", OFF(config.strict) },
	{ "list", NULL, NULL, ON(list) },
	{ "help", NULL, NULL, ON(help) },
};

/* Lines that follow the first begin where that does. */
static void print_row(FILE *to, const struct row *row)
{
	int at = fprintf(to, "  --%s %s", row->name, row->argument ? row->argument : "");

	fprintf(to, "%*s", HELP_COLUMN - at, "");
	for (const char *c = row->help; *c; c++) {
		fputc(*c, to);
		if (*c == '\n')
			fprintf(to, "%*s", HELP_COLUMN, "");
	}
	fputc('\n', to);
}

/**
 * options_help() - say what the program takes
 * @to: where
 */
void options_help(FILE *to)
{
	fputs("usage: evergreen-model --socket PATH [options]\n"
	      "       evergreen-model --write-rom FILE [options]\n\n", to);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].help)
			print_row(to, &rows[i]);
}

/**
 * options_start() - what is so if nobody asks for anything else
 * @options: zeros
 */
void options_start(struct options *options)
{
	options->vram_mb = 512;
	options->visible_mb = 256;
	options->class_code = 0x030000;
	options->threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
	options->config = (struct gpu_config){
		.strict = true, .posted = true, .seed = 1, .celsius = 45,
	};
	take_chip(options, NULL, "cypress");
}

static bool are_fit(const struct options *o)
{
	if (o->visible_mb & (o->visible_mb - 1) || o->visible_mb > o->vram_mb) {
		fprintf(stderr, "model: --visible-mb must be a power of two and not above --vram-mb\n");
		return false;
	}
	return true;
}

/**
 * options_take() - read a command line
 * @options: those of options_start()
 * @argc: of main()
 * @argv: of main()
 *
 * Return: false after an error, which stderr has been told.
 */
bool options_take(struct options *options, int argc, char **argv)
{
	struct option known[ARRAY_SIZE(rows) + 1] = { { 0 } };
	int id;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		known[i] = (struct option){ rows[i].name, rows[i].argument ? required_argument : no_argument,
					    NULL, (int)i };
	while ((id = getopt_long(argc, argv, "", known, NULL)) != -1)
		if (id == '?' || !rows[id].take(options, &rows[id], optarg))
			return false;
	if (optind != argc) {
		fprintf(stderr, "model: what is '%s'?\n", argv[optind]);
		return false;
	}
	return are_fit(options);
}
