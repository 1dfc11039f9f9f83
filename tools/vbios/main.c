// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: evergreen-vbios
 *
 * What is in a VBIOS: its clocks, power states, tables, and the code of its command
 * tables as text. For bug reports, and for whoever wants to know what a board does to
 * change its clocks. It reads by the driver's own files, on any machine.
 *
 * Exit status: 0, or 2 if the command line is wrong, the file is no image, or the output cannot
 * be written. Code that is none is marked and changes no status: all else is good to know.
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "evergreen_atom.h"
#include "evergreen_atom_powerplay.h"
#include "output.h"
#include "vbios.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

enum { STATUS_GOOD, STATUS_BAD = 2 };

static const char help[] =
"usage: evergreen-vbios [-d | -t TABLE] FILE\n"
"Show what is in the VBIOS of a Radeon HD 5000 or HD 6000.\n"
"\n"
"  -d, --disasm         the code of all command tables, too\n"
"  -t, --table TABLE    the code of one only, by name or number\n"
"  -h, --help; --version\n"
"\n"
"FILE is an image as /sys/bus/pci/devices/*/rom has it, after 1 was written there;\n"
"- is standard input. Exit status: 0, or 2 if something is wrong with the command line\n"
"or FILE is no image. Code that is none is only marked.\n";

static const struct option options[] = {
	{ "disasm", no_argument, NULL, 'd' },
	{ "table", required_argument, NULL, 't' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'v' },
	{}
};

__attribute__((format(printf, 1, 2), noreturn))
static void die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("evergreen-vbios: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(STATUS_BAD);
}

static int finish(void)
{
	return finish_output("evergreen-vbios", STATUS_GOOD, STATUS_BAD);
}

static u8 *read_file(const char *path, size_t *size)
{
	FILE *file = stdin;
	bool failed;
	u8 *data;

	if (strcmp(path, "-") != 0) {
		file = fopen(path, "rb");
		if (!file)
			die("%s: it cannot be opened", path);
	}
	data = calloc(1, EVERGREEN_ATOM_MAX);
	if (data)
		*size = fread(data, 1, EVERGREEN_ATOM_MAX, file);
	failed = !data || ferror(file);
	fclose(file);
	if (failed) {
		free(data);
		die("%s: it cannot be read", path);
	}
	return data;
}

/* PCI's own structure says which card the image is for. */
static void show_card(const struct evergreen_atom_image *image)
{
	size_t pcir = evergreen_atom_get(image, 0x18, 2);

	if (evergreen_atom_get(image, pcir, 4) != 0x52494350)
		printf("card: unknown, there is no PCIR structure\n");
	else
		printf("card: %04x:%04x\n", evergreen_atom_get(image, pcir + 4, 2),
		       evergreen_atom_get(image, pcir + 6, 2));
}

/* Palm, Sumo and Aruba, by PCI id: what is in their tables differs. */
static bool is_apu(const struct evergreen_atom_image *image)
{
	size_t pcir = evergreen_atom_get(image, 0x18, 2);
	u32 id = evergreen_atom_get(image, pcir + 6, 2);

	return id >> 8 == 0x96 || id >> 8 == 0x98 || id >> 8 == 0x99;
}

static void show_clocks(const struct evergreen_atom_image *image, bool igp)
{
	struct evergreen_atom_clocks clocks;
	const char *wrong = evergreen_atom_read_clocks(image->data, image->size, igp, &clocks);

	if (wrong)
		printf("clocks: unknown, %s\n", wrong);
	else
		printf("clocks: engine %u kHz, memory %u kHz, VDDC %u mV, VDDCI %u mV, reference %u kHz\n",
		       clocks.engine, clocks.memory, clocks.vddc, clocks.vddci, clocks.reference);
}

static const char *purpose(u16 classes)
{
	switch (classes & ATOM_STATE_UI) {
	case ATOM_STATE_BATTERY:
		return "battery";
	case ATOM_STATE_BALANCED:
		return "balanced";
	case ATOM_STATE_PERFORMANCE:
		return "performance";
	}
	return classes & ATOM_STATE_3D ? "performance" : "other";
}

static void show_states(const struct evergreen_atom_image *image, bool igp)
{
	struct evergreen_atom_powerplay powerplay;
	const char *wrong = evergreen_atom_read_powerplay(image->data, image->size, igp, &powerplay);

	if (wrong) {
		printf("power states: none, %s\n", wrong);
		return;
	}
	printf("power states (revision %u):\n", powerplay.revision);
	for (unsigned int i = 0; i < powerplay.count; i++) {
		const struct evergreen_atom_state *state = &powerplay.states[i];

		printf("  %u: %s%s%s%s%s, classes 0x%04x, up to %u degrees\n", i, purpose(state->classes),
		       state->classes & ATOM_STATE_BOOT ? ", boot" : "",
		       state->classes & ATOM_STATE_THERMAL ? ", thermal" : "",
		       state->classes & ATOM_STATE_UVD ? ", video" : "",
		       state->classes & ATOM_STATE_ACPI ? ", ACPI" : "",
		       state->classes, state->max_temperature);
		for (unsigned int j = 0; j < state->count; j++) {
			const struct evergreen_atom_level *level = &state->levels[j];

			if (igp)
				printf("     engine %u kHz\n", level->engine);
			else
				printf("     engine %u kHz, memory %u kHz, VDDC %u mV, VDDCI %u mV\n",
				       level->engine, level->memory, level->vddc, level->vddci);
		}
	}
}

static void show_table(const struct evergreen_atom_image *image, const char *kind,
		       unsigned int index, const char *name, size_t table)
{
	printf("%s table %u, %s: at 0x%04zx, %u bytes, revision %u.%u", kind, index, name, table,
	       evergreen_atom_get(image, table, 2),
	       evergreen_atom_get(image, table + ATOM_TABLE_FORMAT, 1),
	       evergreen_atom_get(image, table + ATOM_TABLE_CONTENT, 1));
}

static void show_commands(const struct evergreen_atom_image *image, size_t list, int only,
			  bool code)
{
	size_t table;

	for (unsigned int i = 0; i < VBIOS_COMMANDS; i++) {
		table = evergreen_atom_table(image, list, i, ATOM_TABLE_CODE);
		if (!table || (only >= 0 && i != (unsigned int)only))
			continue;
		show_table(image, "command", i, vbios_command_name(i), table);
		printf(", workspace %u dwords, parameters %u bytes\n",
		       evergreen_atom_get(image, table + ATOM_TABLE_WORKSPACE, 1),
		       evergreen_atom_get(image, table + ATOM_TABLE_PARAMETERS, 1) & 0x7f);
		if (code)
			vbios_disasm(image, table);
	}
	if (only >= 0 && !evergreen_atom_table(image, list, only, ATOM_TABLE_CODE))
		die("the image has no command table %d, %s", only, vbios_command_name(only));
}

static void show_data(const struct evergreen_atom_image *image, size_t list)
{
	size_t table;

	for (unsigned int i = 0; i < VBIOS_DATA; i++) {
		table = evergreen_atom_table(image, list, i, ATOM_TABLE_HEADER);
		if (!table)
			continue;
		show_table(image, "data", i, vbios_data_name(i), table);
		putchar('\n');
	}
}

static int which(const char *text)
{
	unsigned long number;
	char *end;

	for (unsigned int i = 0; i < VBIOS_COMMANDS; i++)
		if (!strcasecmp(text, vbios_command_name(i)))
			return (int)i;
	number = strtoul(text, &end, 10);
	if (!*text || *end || number >= VBIOS_COMMANDS)
		die("%s is no command table; they have numbers up to %u, and names", text,
		    VBIOS_COMMANDS - 1);
	return (int)number;
}

int main(int argc, char **argv)
{
	struct evergreen_atom_image image;
	struct evergreen_atom_lists lists;
	const char *wrong;
	bool code = false;
	int only = -1, c;
	u8 *data;

	argv[0] = "evergreen-vbios";	/* getopt_long() begins its messages with it */
	while ((c = getopt_long(argc, argv, "dt:h", options, NULL)) >= 0) {
		switch (c) {
		case 'd':
			code = true;
			break;
		case 't':
			only = which(optarg);
			break;
		case 'h':
			fputs(help, stdout);
			return finish();
		case 'v':
			printf("evergreen-vbios %s\n", VERSION);
			return finish();
		default:
			return STATUS_BAD;
		}
	}
	if (optind + 1 != argc)
		die("expected one FILE, see --help");

	data = read_file(argv[optind], &image.size);
	image.data = data;
	wrong = evergreen_atom_open(&image, &lists);
	if (wrong)
		die("%s: %s", argv[optind], wrong);
	if (only < 0) {
		show_card(&image);
		show_clocks(&image, is_apu(&image));
		show_states(&image, is_apu(&image));
		show_data(&image, lists.data);
	}
	show_commands(&image, lists.commands, only, code || only >= 0);
	free(data);
	return finish();
}
