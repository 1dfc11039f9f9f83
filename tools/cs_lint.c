// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: cs-lint
 *
 * What the kernel says about a command stream, said on any machine: no card, no
 * module, no root. It links the checker that the module has, reads streams in the
 * ways in which they are written down, shows them as text, and knows rules of AMD's
 * guide that the kernel does not enforce.
 *
 * Exit status: 0 if all streams are accepted, 1 if one is refused, 2 if the command
 * line or a file is wrong, or the output cannot be written.
 */

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "chips.h"
#include "disasm.h"
#include "output.h"
#include "read.h"
#include "rules.h"
#include "tables.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

enum { STATUS_ACCEPTED, STATUS_REFUSED, STATUS_BAD };

/* Options without a letter. */
enum {
	OPT_VM = 256, OPT_NO_RATS, OPT_DMA, OPT_DUMP, OPT_COREDUMP, OPT_DWORDS, OPT_BINARY,
	OPT_STREAM,
	OPT_LIST_CHIPS, OPT_LIST_PACKETS, OPT_LIST_REGISTERS, OPT_LIST_RULES, OPT_TABLES,
	OPT_VERSION,
};

static const struct option options[] = {
	{ "chip", required_argument, NULL, 'c' },
	{ "engine", required_argument, NULL, 'e' },
	{ "vm", no_argument, NULL, OPT_VM },
	{ "no-rats", no_argument, NULL, OPT_NO_RATS },
	{ "dma", required_argument, NULL, OPT_DMA },
	{ "recording", required_argument, NULL, 'r' },
	{ "ioctls", required_argument, NULL, 'i' },
	{ "dump", required_argument, NULL, OPT_DUMP },
	{ "coredump", required_argument, NULL, OPT_COREDUMP },
	{ "dwords", required_argument, NULL, OPT_DWORDS },
	{ "binary", required_argument, NULL, OPT_BINARY },
	{ "stream", required_argument, NULL, OPT_STREAM },
	{ "disasm", no_argument, NULL, 'd' },
	{ "lint", no_argument, NULL, 'l' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "list-chips", no_argument, NULL, OPT_LIST_CHIPS },
	{ "list-packets", no_argument, NULL, OPT_LIST_PACKETS },
	{ "list-registers", no_argument, NULL, OPT_LIST_REGISTERS },
	{ "list-rules", no_argument, NULL, OPT_LIST_RULES },
	{ "rst-tables", no_argument, NULL, OPT_TABLES },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPT_VERSION },
	{}
};

static const char help[] =
"usage: cs-lint [OPTION]... [FILE]...\n"
"Say what the evergreen kernel driver thinks of command streams.\n"
"\n"
"Streams (what a FILE without an option is, is found out; - is standard input):\n"
"  -r, --recording FILE   chunks of submissions, as text\n"
"  -i, --ioctls FILE      log of the ioctls that belongs to the recording before it\n"
"      --dump FILE        standard error of Mesa with RADEON_DUMP_CS=1\n"
"      --coredump FILE    /sys/class/devcoredump/*/data of a hang\n"
"      --dwords FILE      hexadecimal dwords\n"
"      --binary FILE      little-endian dwords\n"
"      --stream FILE      a stream with its verdict, as in tests/streams\n"
"\n"
"What they are for (as far as the file does not tell):\n"
"  -c, --chip NAME        see --list-chips\n"
"  -e, --engine NAME      gfx, compute or dma\n"
"      --vm               addresses are those of an address space (Cayman, Aruba)\n"
"      --no-rats          the driver has random_access=0\n"
"      --dma DIALECT      r600, r700, evergreen or cik; only evergreen is checked\n"
"\n"
"What is said:\n"
"  -d, --disasm           the streams as text\n"
"  -l, --lint             rules of AMD's guide that the kernel does not enforce\n"
"  -q, --quiet            nothing but the last line\n"
"      --list-chips, --list-packets, --list-registers, --list-rules\n"
"                         what is known; packets and registers of the --chip\n"
"      --rst-tables       all packets and registers, for the documentation\n"
"  -h, --help; --version\n"
"\n"
"Exit status: 0 if all are accepted, 1 if one is refused, 2 if something is wrong\n"
"with the command line or a file.\n";

#define MAX_SOURCES	4096

/**
 * struct session - one run of the program
 * @sources: what is read
 * @num_sources: how many
 * @common: what the command line says of all of them
 * @dialect: of DMA streams
 * @disasm: show streams
 * @lint: ask the rules
 * @quiet: only count
 * @path: file in hand
 * @verdict: on the submission in hand
 * @submissions: how many there were
 * @accepted: how many of them
 * @unchecked: of another chip's dialect
 * @findings: rules broken, each once for a submission
 */
static struct session {
	struct lint_source sources[MAX_SOURCES];
	u32 num_sources;
	struct lint_source common;
	enum lint_dialect dialect;
	bool disasm;
	bool lint;
	bool quiet;
	const char *path;
	struct lint_verdict verdict;
	u64 submissions;
	u64 accepted;
	u64 unchecked;
	u64 findings;
} session = {
	.dialect = LINT_DMA_EVERGREEN,
};

static const char *const engines[] = {
	[R600_CS_GFX] = "gfx",
	[R600_CS_COMPUTE] = "compute",
	[R600_CS_DMA] = "dma",
};

__attribute__((format(printf, 1, 2), noreturn))
static void die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("cs-lint: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(STATUS_BAD);
}

static int finish(int status)
{
	return finish_output("cs-lint", status, STATUS_BAD);
}

/* ---- what is said of a submission ---- */

static void print_head(const struct session *s, const struct lint_submission *sub)
{
	printf("%s: submission %u: ", s->path, sub->number);
}

static void print_what(const struct session *s, const struct lint_submission *sub)
{
	print_head(s, sub);
	printf("%s, %u dwords", engines[sub->engine], sub->ib.n);
	if (sub->total_ndw > sub->ib.n)
		printf(" of %u", sub->total_ndw);
	if (sub->no_relocs)
		fputs(", bounds not known", stdout);
	puts(lint_uses_vm(sub) ? ", in an address space" : "");
}

static void print_verdict(const struct session *s, const struct lint_submission *sub)
{
	print_head(s, sub);
	if (s->verdict.accepted)
		puts("accepted");
	else
		printf("refused: %s\n", s->verdict.text);
}

static void print_finding(const struct session *s, const struct lint_submission *sub,
			  const struct lint_finding *finding)
{
	print_head(s, sub);
	printf("dword %u: %s (guide %s): %s", finding->dw, finding->rule->name,
	       finding->rule->section, finding->why);
	if (finding->times > 1)
		printf(", %u times", finding->times);
	putchar('\n');
}

static void run_rules(struct session *s, const struct lint_submission *sub)
{
	static struct lint_finding findings[LINT_MAX_RULES];
	u32 i, n = lint_run_rules(sub, findings, LINT_MAX_RULES);

	s->findings += n;
	for (i = 0; !s->quiet && i < n; i++)
		print_finding(s, sub, &findings[i]);
}

static void print_stream(const struct session *s, const struct lint_submission *sub)
{
	print_what(s, sub);
	if (sub->engine == R600_CS_DMA)
		lint_disasm_dma(sub, &s->verdict, s->dialect, stdout);
	else
		lint_disasm_pm4(sub, stdout);
}

static bool take_submission(const struct lint_submission *sub, void *data)
{
	struct session *s = data;
	bool foreign = sub->engine == R600_CS_DMA && s->dialect != LINT_DMA_EVERGREEN;

	if (!sub->chip_known && !foreign)
		die("%s: which chip is it for? --chip NAME, see --list-chips", s->path);
	s->submissions++;
	if (foreign)
		s->verdict.num_patches = 0;
	else
		lint_check(sub, &s->verdict);
	s->unchecked += foreign;
	s->accepted += !foreign && s->verdict.accepted;
	if (s->disasm && !s->quiet)
		print_stream(s, sub);
	if (!foreign && !s->quiet && (s->disasm || !s->verdict.accepted))
		print_verdict(s, sub);
	if (s->lint)
		run_rules(s, sub);
	return true;
}

/* ---- command line ---- */

static void add_source(struct session *s, const char *path, enum lint_format format)
{
	if (s->num_sources == MAX_SOURCES)
		die("more than %u files", MAX_SOURCES);
	s->sources[s->num_sources++] = (struct lint_source) { .path = path, .format = format };
}

static void add_ioctls(struct session *s, const char *path)
{
	struct lint_source *last = s->num_sources ? &s->sources[s->num_sources - 1] : NULL;

	if (!last || last->ioctls)
		die("--ioctls goes behind the recording that it belongs to");
	last->ioctls = path;
}

static void set_chip(struct session *s, const char *name)
{
	if (!lint_chip(name, &s->common.chip))
		die("there is no chip %s, see --list-chips", name);
	s->common.chip_given = true;
}

static void set_engine(struct session *s, const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(engines); i++)
		if (!strcmp(name, engines[i])) {
			s->common.engine = i;
			s->common.engine_given = true;
			return;
		}
	die("an engine is gfx, compute or dma, not %s", name);
}

static void set_dialect(struct session *s, const char *name)
{
	if (!lint_dialect(name, &s->dialect))
		die("a dialect is r600, r700, evergreen or cik, not %s", name);
	s->common.engine = R600_CS_DMA;
	s->common.engine_given = true;
}

/* The option is for a list, so nothing is read. */
static void print_list(const struct session *s, int option)
{
	u32 i;

	switch (option) {
	case OPT_LIST_CHIPS:
		for (i = 0; lint_chip_name(i); i++)
			puts(lint_chip_name(i));
		break;
	case OPT_LIST_RULES:
		lint_list_rules(stdout);
		break;
	case OPT_TABLES:
		lint_print_tables(stdout);
		break;
	default:
		if (!s->common.chip_given)
			die("of which chip? --chip NAME, see --list-chips");
		if (option == OPT_LIST_PACKETS)
			lint_list_packets(s->common.chip.class, stdout);
		else
			lint_list_registers(s->common.chip.class, stdout);
	}
}

static const struct {
	int option;
	enum lint_format format;
} format_options[] = {
	{ 'r', LINT_RECORDING },
	{ OPT_DUMP, LINT_DUMP },
	{ OPT_COREDUMP, LINT_COREDUMP },
	{ OPT_DWORDS, LINT_DWORDS },
	{ OPT_BINARY, LINT_BINARY },
	{ OPT_STREAM, LINT_STREAM },
};

static const struct {
	int option;
	void (*set)(struct session *s, const char *value);
} value_options[] = {
	{ 'c', set_chip },
	{ 'e', set_engine },
	{ 'i', add_ioctls },
	{ OPT_DMA, set_dialect },
};

static bool take_value(struct session *s, int option, const char *value)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(format_options); i++)
		if (format_options[i].option == option) {
			add_source(s, value, format_options[i].format);
			return true;
		}
	for (i = 0; i < ARRAY_SIZE(value_options); i++)
		if (value_options[i].option == option) {
			value_options[i].set(s, value);
			return true;
		}
	return false;
}

static bool take_flag(struct session *s, int option)
{
	switch (option) {
	case 'd':
		s->disasm = true;
		return true;
	case 'l':
		s->lint = true;
		return true;
	case 'q':
		s->quiet = true;
		return true;
	case OPT_VM:
		s->common.vm = true;
		return true;
	case OPT_NO_RATS:
		s->common.no_rats = true;
		return true;
	}
	return false;
}

/* Returns the option of a list that was asked for, or 0. */
static int take_options(struct session *s, int argc, char **argv)
{
	int option, list = 0;

	argv[0] = "cs-lint";	/* getopt_long() begins its messages with it */
	while ((option = getopt_long(argc, argv, "c:e:r:i:dlqh", options, NULL)) >= 0) {
		if (option == '?')
			exit(STATUS_BAD);
		if (option == 'h' || option == OPT_VERSION) {
			fputs(option == 'h' ? help : "cs-lint " VERSION "\n", stdout);
			exit(finish(STATUS_ACCEPTED));
		}
		if (!take_flag(s, option) && !take_value(s, option, optarg))
			list = option;
	}
	for (; optind < argc; optind++)
		add_source(s, argv[optind], LINT_AUTO);
	return list;
}

/* ---- the run ---- */

static void read_source(struct session *s, const struct lint_source *from)
{
	struct lint_source source = s->common;
	char error[256];

	source.path = from->path;
	source.ioctls = from->ioctls;
	source.format = from->format;
	s->path = source.path;
	if (!lint_read(&source, take_submission, s, error, sizeof(error)))
		die("%s", error);
}

static int print_summary(const struct session *s)
{
	u64 refused = s->submissions - s->accepted - s->unchecked;

	if (s->lint)
		printf("%llu findings\n", (unsigned long long)s->findings);
	if (s->unchecked)
		printf("%llu in a dialect that is not checked\n", (unsigned long long)s->unchecked);
	printf("%llu submissions, %llu accepted, %llu refused\n",
	       (unsigned long long)s->submissions, (unsigned long long)s->accepted,
	       (unsigned long long)refused);
	return refused ? STATUS_REFUSED : STATUS_ACCEPTED;
}

int main(int argc, char **argv)
{
	int list = take_options(&session, argc, argv);
	u32 i;

	if (list) {
		print_list(&session, list);
		return finish(STATUS_ACCEPTED);
	}
	if (!session.num_sources)
		die("no stream, see --help");
	for (i = 0; i < session.num_sources; i++)
		read_source(&session, &session.sources[i]);
	lint_free_verdict(&session.verdict);
	return finish(print_summary(&session));
}
