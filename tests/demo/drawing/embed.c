// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * embed TEXT... - programs of evergreen-asm as rows of C
 *
 * A row for each text, by the name of its file: its words for Evergreen, and those for Cayman.
 * The two differ in how a program ends: a bit of the last word, or a word of its own behind
 * it. Texts have the bit. Where that is not all, NAME.cayman.asm is beside NAME.asm. Lines between
 * ".repeat N" and ".end" come N times. Each program is taken apart again here, so that no bad one
 * is built in.
 *
 * Exit status: 0, or 1 if a text cannot be read or is no program.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa.h"

#define MOST_TEXT	16384u

static const char end_bit[] = " eop:1", end_word[] = "\nCF_END barrier:1";

static bool complain(const char *file, unsigned int line, const char *what)
{
	fprintf(stderr, "%s:%u: %s\n", file, line, what);
	return false;
}

/* What is repeated is written out, and there is room for what Cayman needs more. */
static bool repeat_lines(const char *file, const char *from, char text[MOST_TEXT])
{
	const char *first = NULL;
	unsigned int times = 0;
	size_t used = 0;

	while (*from) {
		const char *end = strchr(from, '\n');
		size_t n = end ? (size_t)(end - from) + 1 : strlen(from);

		if (sscanf(from, ".repeat %u", &times) == 1) {
			first = from + n;
			from = first;
		} else if (first && !strncmp(from, ".end\n", n)) {
			from = --times ? first : from + n;
		} else if (n + sizeof(end_word) < MOST_TEXT - used) {
			memcpy(text + used, from, n);
			used += n;
			from += n;
		} else {
			return complain(file, 0, "the text is too long");
		}
	}
	text[used] = '\0';
	return true;
}

static bool read_text(const char *file, char text[MOST_TEXT])
{
	char written[MOST_TEXT];
	FILE *in = fopen(file, "r");
	size_t n;

	if (!in)
		return complain(file, 0, strerror(errno));
	n = fread(written, 1, sizeof(written) - 1, in);
	written[n] = '\0';
	fclose(in);
	return repeat_lines(file, written, text);
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

/* The text of its own, or the other chips', which has been read. */
static bool read_cayman_text(const char *file, char text[MOST_TEXT])
{
	char own[256];

	snprintf(own, sizeof(own), "%.*s.cayman.asm", (int)(strlen(file) - strlen(".asm")), file);
	return access(own, R_OK) ? end_as_cayman(file, text) : read_text(own, text);
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
	char text[MOST_TEXT];
	bool good;

	if (!read_text(file, text))
		return false;
	printf("[PROGRAM_");
	while (*name && *name != '.')
		putchar(toupper((unsigned char)*name++));
	printf("] = {\n");
	good = print_words(file, text, SQ_EVERGREEN) && read_cayman_text(file, text) &&
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
