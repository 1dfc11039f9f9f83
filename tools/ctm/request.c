// SPDX-License-Identifier: MIT OR GPL-2.0
/* The command line. Whatever is wrong with it ends the process, in one line. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "../output.h"
#include "request.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

#define DWORD_STRIDE	4u
#define MOST_REPEATS	1000000u
#define MOST_BYTES	(1ull << 40)

static const char help[] =
"usage: evergreen-ctm run PROGRAM --groups X[,Y[,Z]] --threads X[,Y[,Z]] [OPTION]...\n"
"       evergreen-ctm show PROGRAM --chip NAME --groups ... --threads ... [OPTION]...\n"
"       evergreen-ctm info [--device NODE]\n"
"Run a program on the shader units of a Radeon HD 5000 or HD 6000, show the command\n"
"buffer that would, or show which card there is.\n"
"\n"
"Of the program:\n"
"  -g, --groups X,Y,Z       how many groups, in each direction\n"
"  -t, --threads X,Y,Z      threads of a group, likewise; 1024 at most\n"
"      --words              PROGRAM holds the chip's words, not text\n"
"      --gprs N             registers of a thread; otherwise those that it names\n"
"      --lds BYTES          local memory of a group\n"
"\n"
"Of its slots:\n"
"  -i, --in N=FILE[:STRIDE]     fetch resource N has FILE, in elements of 4 bytes\n"
"  -c, --const N=FILE           bank N of the constants has FILE\n"
"  -o, --out N=FILE[:BYTES]     target N goes to FILE, and begins as zeros; without BYTES\n"
"                               it begins as what is in FILE\n"
"      --returns N=SLOT         what operations on target N return goes to input SLOT\n"
"\n"
"Of the card:\n"
"  -d, --device NODE        otherwise the first that evergreen or radeon drives\n"
"      --chip NAME          show: a family\n"
"      --vram               slots have memory of the card, not of the host\n"
"      --repeat N           run: so many times, without waiting between them\n"
"  -h, --help; --version\n"
"\n"
"Exit status: 0; 1 if the card was reset before the end; 2 if something is wrong with the\n"
"command line, a file or the program, or there is no card.\n";

enum {
	OPT_WORDS = 256, OPT_GPRS, OPT_LDS, OPT_RETURNS, OPT_CHIP, OPT_VRAM, OPT_REPEAT, OPT_VERSION,
};

static const struct option options[] = {
	{ "groups", required_argument, NULL, 'g' },
	{ "threads", required_argument, NULL, 't' },
	{ "in", required_argument, NULL, 'i' },
	{ "const", required_argument, NULL, 'c' },
	{ "out", required_argument, NULL, 'o' },
	{ "device", required_argument, NULL, 'd' },
	{ "words", no_argument, NULL, OPT_WORDS },
	{ "gprs", required_argument, NULL, OPT_GPRS },
	{ "lds", required_argument, NULL, OPT_LDS },
	{ "returns", required_argument, NULL, OPT_RETURNS },
	{ "chip", required_argument, NULL, OPT_CHIP },
	{ "vram", no_argument, NULL, OPT_VRAM },
	{ "repeat", required_argument, NULL, OPT_REPEAT },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{}
};

static const struct {
	const char *option;
	uint32_t count;
} kinds[SLOT_KINDS] = {
	[SLOT_CONSTANT] = { "--const", CTM_CONSTANTS }, [SLOT_INPUT] = { "--in", CTM_INPUTS },
	[SLOT_OUTPUT] = { "--out", CTM_OUTPUTS }, [SLOT_RETURNS] = { "--returns", CTM_OUTPUTS },
};

static void show_help(FILE *out)
{
	fputs(help, out);
}

/* The number that @text begins with; what is behind it is left at *@end. */
static uint64_t take_number(const char *option, const char *text, uint64_t most, char **end)
{
	unsigned long long value;

	errno = 0;
	value = strtoull(text, end, 0);
	if (*text < '0' || *text > '9')
		die("%s %s: expected a number", option, text);
	if (errno || value > most)
		die("%s %s: expected a number up to %llu", option, text, (unsigned long long)most);
	return value;
}

static uint64_t only_number(const char *option, const char *text, uint64_t most)
{
	char *end;
	uint64_t value = take_number(option, text, most, &end);

	if (*end)
		die("%s %s: expected nothing behind the number", option, text);
	return value;
}

static void dimensions(const char *option, const char *text, uint32_t n[3])
{
	char *at = (char *)text;

	for (unsigned int i = 0; i < 3; i++)
		n[i] = 1;
	for (unsigned int i = 0; i < 3; i++) {
		n[i] = (uint32_t)take_number(option, at, UINT32_MAX, &at);
		if (!*at)
			return;
		if (*at++ != ',')
			break;
	}
	die("%s %s: expected up to three numbers, with commas", option, text);
}

/* FILE:NUMBER; a colon with anything else behind it belongs to the name. */
static bool cut_number(const char *option, char *file, uint64_t most, uint64_t *value)
{
	char *colon = strrchr(file, ':');

	if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
		return false;
	*value = only_number(option, colon + 1, most);
	*colon = '\0';
	return true;
}

static void take_file(struct slot *slot, const char *option, char *file)
{
	slot->file = file;
	if (slot->kind == SLOT_INPUT && !cut_number(option, file, UINT32_MAX, &slot->number))
		slot->number = DWORD_STRIDE;
	if (slot->kind == SLOT_OUTPUT && cut_number(option, file, MOST_BYTES, &slot->number) &&
	    !slot->number)
		die("%s %u=%s:0: an output has a byte at least", option, slot->n, file);
}

static void add_slot(struct request *request, enum slot_kind kind, const char *text)
{
	const char *option = kinds[kind].option;
	struct slot slot = { .kind = kind };
	char *end;

	slot.n = (uint32_t)take_number(option, text, kinds[kind].count - 1, &end);
	if (*end != '=' || !end[1])
		die("%s %s: expected NUMBER=%s", option, text,
		    kind == SLOT_RETURNS ? "SLOT" : "FILE");
	for (uint32_t i = 0; i < request->slots; i++)
		if (request->slot[i].kind == kind && request->slot[i].n == slot.n)
			die("%s %u is given twice", option, slot.n);
	if (kind == SLOT_RETURNS)
		slot.number = only_number(option, end + 1, CTM_INPUTS - 1);
	else
		take_file(&slot, option, end + 1);
	request->slot[request->slots++] = slot;
}

/*
 * @word is the one that getopt_long() has left behind. A letter of it is known by optopt alone,
 * for letters behind it are still to come.
 */
__attribute__((noreturn))
static void refuse_option(const char *word)
{
	if (!optopt)
		die("%s: there is no such option; see evergreen-ctm --help", word);
	if (optopt >= OPT_WORDS || optopt == 'h')
		die("%s: it takes no value; see evergreen-ctm --help", word);
	die("-%c: there is no such option; see evergreen-ctm --help", optopt);
}

/* @option is for what getopt_long() complains of. */
static void take_option(struct request *request, int c, char *arg, const char *option)
{
	switch (c) {
	case 'g':
		dimensions("--groups", arg, request->job.groups);
		break;
	case 't':
		dimensions("--threads", arg, request->job.threads);
		break;
	case 'i':
		add_slot(request, SLOT_INPUT, arg);
		break;
	case 'c':
		add_slot(request, SLOT_CONSTANT, arg);
		break;
	case 'o':
		add_slot(request, SLOT_OUTPUT, arg);
		break;
	case OPT_RETURNS:
		add_slot(request, SLOT_RETURNS, arg);
		break;
	case 'd':
		request->node = arg;
		break;
	case OPT_WORDS:
		request->words = true;
		break;
	case OPT_VRAM:
		request->place = CTM_VRAM;
		break;
	case OPT_GPRS:
		request->job.gprs = (uint32_t)only_number("--gprs", arg, UINT32_MAX);
		break;
	case OPT_LDS:
		request->job.lds = (uint32_t)only_number("--lds", arg, UINT32_MAX);
		break;
	case OPT_REPEAT:
		request->repeat = (uint32_t)only_number("--repeat", arg, MOST_REPEATS);
		if (!request->repeat)
			die("--repeat %s: once at least", arg);
		break;
	case OPT_CHIP:
		request->chip = ctm_chip_find(arg);
		if (!request->chip)
			die("--chip %s: there is no such family", arg);
		break;
	case 'h':
		show_help(stdout);
		exit(finish_output("evergreen-ctm", STATUS_GOOD, STATUS_BAD));
	case OPT_VERSION:
		printf("evergreen-ctm %s\n", VERSION);
		exit(finish_output("evergreen-ctm", STATUS_GOOD, STATUS_BAD));
	case ':':
		die("%s: it needs a value; see evergreen-ctm --help", option);
	default:
		refuse_option(option);
	}
}

/**
 * read_options() - understand the command line behind its first word
 * @request: out; names of files are parts of the command line
 * @argc: of main()
 * @argv: likewise
 */
void read_options(struct request *request, int argc, char **argv)
{
	int c;

	memset(request, 0, sizeof(*request));
	request->repeat = 1;
	while ((c = getopt_long(argc, argv, ":g:t:i:c:o:d:h", options, NULL)) >= 0)
		take_option(request, c, optarg, argv[optind - 1]);
	if (optind < argc)
		request->program = argv[optind++];
	if (optind < argc)
		die("%s: expected no more than one program", argv[optind]);
}
