// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * embed TEXT... - programs of evergreen-asm as rows of C
 *
 * A row for each text, by the name of its file: its words for Evergreen, and those for Cayman. The
 * two differ in how a program ends: a bit of the last word, or a word of its own behind it. Texts
 * have the bit. Where that is not all, a line begins with ".evergreen " or ".cayman " and is for
 * these chips only. Lines between ".repeat N" and ".end" come N times. Each program is taken apart
 * again here, so that no bad one is built in.
 *
 * Exit status: 0, or 1 if a text cannot be read or is no program.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"

#define MOST_TEXT	16384u

static const char end_bit[] = " eop:1", end_word[] = "\nCF_END barrier:1";

static bool complain(const char *file, unsigned int line, const char *what)
{
	fprintf(stderr, "%s:%u: %s\n", file, line, what);
	return false;
}

static bool skip_prefix(const char **line, const char *prefix)
{
	bool has = !strncmp(*line, prefix, strlen(prefix));

	*line += has ? strlen(prefix) : 0;
	return has;
}

/* The lines for these chips, repeated ones written out. There is room for what Cayman needs more. */
static bool take_lines(const char *file, const char *line, enum sq_isa isa, char text[MOST_TEXT])
{
	const char *first = NULL, *next;
	unsigned int times = 0;
	size_t used = 0;

	for (; *line; line = next) {
		next = line + strcspn(line, "\n");
		next += *next == '\n';
		if (skip_prefix(&line, isa == SQ_CAYMAN ? ".evergreen " : ".cayman "))
			continue;
		skip_prefix(&line, isa == SQ_CAYMAN ? ".cayman " : ".evergreen ");
		if (sscanf(line, ".repeat %u", &times) == 1) {
			first = next;
		} else if (first && skip_prefix(&line, ".end\n")) {
			next = --times ? first : next;
		} else if ((size_t)(next - line) + sizeof(end_word) < MOST_TEXT - used) {
			memcpy(text + used, line, (size_t)(next - line));
			used += (size_t)(next - line);
		} else {
			return complain(file, 0, "the text is too long");
		}
	}
	text[used] = '\0';
	return true;
}

static bool read_file(const char *file, char written[MOST_TEXT])
{
	FILE *in = fopen(file, "r");
	size_t n;

	if (!in)
		return complain(file, 0, strerror(errno));
	n = fread(written, 1, MOST_TEXT - 1, in);
	written[n] = '\0';
	fclose(in);
	return true;
}

static bool end_as_cayman(const char *file, char *text)
{
	char *bit = strstr(text, end_bit);
	char *rest = bit ? strchr(bit, '\n') : NULL;

	if (!rest)
		return complain(file, 0, "the program has no end");
	memmove(bit, bit + strlen(end_bit), strlen(bit + strlen(end_bit)) + 1);
	rest -= strlen(end_bit);
	memmove(rest + strlen(end_word), rest, strlen(rest) + 1);
	memcpy(rest, end_word, strlen(end_word));
	return true;
}

static bool print_words(const char *file, const char *text, enum sq_isa isa)
{
	struct sq_asm_error wrong = { 0 };
	struct sq_problem problem;
	struct sq_program program;
	size_t n = 0;
	uint32_t *words = sq_assemble(isa, text, &n, &wrong);

	if (!words)
		return complain(file, wrong.line, wrong.text);
	if (!sq_decode(&program, isa, words, n, &problem)) {
		free(words);
		return complain(file, 0, problem.text);
	}
	sq_program_free(&program);
	printf("\t{");
	for (size_t i = 0; i < 2 * n; i++)
		printf("%s0x%08x,", i % 8 ? " " : "\n\t\t", words[i]);
	printf("\n\t},\n");
	free(words);
	return true;
}

static bool print_row(const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
	char written[MOST_TEXT], text[MOST_TEXT];
	bool good;

	if (!read_file(file, written))
		return false;
	printf("[PROGRAM_");
	while (*name && *name != '.')
		putchar(toupper((unsigned char)*name++));
	printf("] = {\n");
	good = take_lines(file, written, SQ_EVERGREEN, text) && print_words(file, text, SQ_EVERGREEN) &&
	       take_lines(file, written, SQ_CAYMAN, text) && end_as_cayman(file, text) &&
	       print_words(file, text, SQ_CAYMAN);
	printf("},\n");
	return good;
}

int main(int argc, char **argv)
{
	bool good = true;

	for (int i = 1; i < argc && good; i++)
		good = print_row(argv[i]);
	return !good;
}
