// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * evergreen-asm and evergreen-disasm: one program, which goes by the name it was called by.
 * A program of the shader core comes from an object of llc, with a name of a kernel, or from
 * a file of words as they lie in memory. With -w, groups that no card runs as they are written
 * are told behind the text, as the model does when a program gets there.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "../output.h"
#include "kernels.h"
#include "wave.h"

#define ALL_REGISTERS	128
#define FIRST_ROOM	65536u
#define MOST_BYTES	(FIRST_ROOM << 10)	/* no program is nearly as large */

static const char *self;

/* Programs are printed. */
struct how {
	enum sq_isa isa;
	enum sq_style style;
	bool tells_wrong;
};

static void usage(FILE *out, bool assembles)
{
	fprintf(out, assembles ? "usage: %s [-c CHIP] -o FILE [TEXT]\n" :
		"usage: %s [-c CHIP] [-l] [-w] [-k KERNEL] FILE\n", self);
}

static bool choose_chip(const char *name, enum sq_isa *isa)
{
	const struct gpu_chip *chip = gpu_chip_find(name);

	if (!chip) {
		fprintf(stderr, "%s: %s is no chip of these families\n", self, name);
		return false;
	}
	*isa = chip->cayman ? SQ_CAYMAN : SQ_EVERGREEN;
	return true;
}

/* With a 0 behind it. */
static char *read_stream(FILE *in, const char *name, size_t *size)
{
	char *data = NULL, *more;
	size_t room = 0;

	*size = 0;
	do {
		room = room ? 2 * room : FIRST_ROOM;
		more = realloc(data, room + 1);
		if (!more)
			break;
		data = more;
		*size += fread(data + *size, 1, room - *size, in);
	} while (*size == room && room < MOST_BYTES);
	if (!more || ferror(in) || *size == MOST_BYTES) {
		if (*size == MOST_BYTES)
			fprintf(stderr, "%s: %s has %u MiB or more\n", self, name, MOST_BYTES >> 20);
		else
			fprintf(stderr, "%s: %s cannot be read\n", self, name);
		free(data);
		return NULL;
	}
	data[*size] = '\0';
	return data;
}

static char *read_all(const char *name, size_t *size)
{
	char *data;
	FILE *in;

	if (!name)
		return read_stream(stdin, "standard input", size);
	in = fopen(name, "rb");
	if (!in) {
		fprintf(stderr, "%s: %s: %s\n", self, name, strerror(errno));
		return NULL;
	}
	data = read_stream(in, name, size);
	fclose(in);
	return data;
}

static uint32_t *words_of(enum sq_isa isa, const char *text, size_t size, const char *from, size_t *n)
{
	struct sq_asm_error error;
	uint32_t *words;

	if (strlen(text) != size) {
		fprintf(stderr, "%s: %s: it is no text\n", self, from);
		return NULL;
	}
	words = sq_assemble(isa, text, n, &error);
	if (!words)
		fprintf(stderr, "%s:%u:%u: %s\n", from, error.line, error.column, error.text);
	return words;
}

static int assemble(enum sq_isa isa, const char *from, const char *to)
{
	size_t size, n = 0;
	char *text = read_all(from, &size);
	uint32_t *words = text ? words_of(isa, text, size, from ? from : "-", &n) : NULL;
	FILE *out = NULL;
	int ret = 1;

	if (words) {
		out = fopen(to, "wb");
		if (!out || fwrite(words, 8, n, out) != n || fflush(out))
			fprintf(stderr, "%s: %s: %s\n", self, to, strerror(errno));
		else
			ret = 0;
	}
	if (out)
		fclose(out);
	free(words);
	free(text);
	return ret;
}

/* Returns how many groups are wrong. */
static unsigned int print_wrong(const char *name, const struct sq_shader *shader)
{
	unsigned int wrong = 0;

	for (unsigned int i = 0; i < shader->program.cfs; i++)
		for (unsigned int k = 0; k < shader->code[i].n; k++) {
			const struct sq_bundle *b = &shader->code[i].bundle[k];

			if (!b->wrong)
				continue;
			wrong++;
			fprintf(stderr, "%s: word %u: ", name, b->group->at);
			sq_print_instruction(stderr, b->culprit);
			fprintf(stderr, ": %s\n", b->wrong);
		}
	return wrong;
}

static int print(const struct how *how, const char *name, const uint32_t *words, size_t n)
{
	struct sq_problem problem;
	struct sq_shader shader;
	int ret = 0;

	if (!sq_shader_make(&shader, how->isa, words, n, ALL_REGISTERS, &problem)) {
		fprintf(stderr, "%s: %s: word %u: %s\n", self, name, problem.at, problem.text);
		return 1;
	}
	sq_print(stdout, &shader.program, how->style);
	if (how->tells_wrong && print_wrong(name, &shader))
		ret = 1;
	sq_shader_free(&shader);
	return ret;
}

/* Words as they lie in memory, of a program without a name. */
static int print_words(const struct how *how, const char *from, const char *data, size_t size)
{
	uint32_t *words;
	int ret;

	if (size % 8) {
		fprintf(stderr, "%s: %s: %zu bytes are no whole words of 64 bits\n", self, from, size);
		return 1;
	}
	words = malloc(size + 8);	/* aligned, for a copy */
	if (!words) {
		fprintf(stderr, "%s: %s: no memory for it\n", self, from);
		return 1;
	}
	memcpy(words, data, size);
	ret = print(how, from, words, size / 8);
	free(words);
	return ret;
}

static int print_kernels(const struct how *how, const struct elf *elf, const char *kernel)
{
	int ret = 0;

	for (unsigned int i = 0; i < elf->kernels; i++) {
		if (kernel && strcmp(kernel, elf->kernel[i].name) != 0)
			continue;
		printf("%s:\n", elf->kernel[i].name);
		ret |= print(how, elf->kernel[i].name, elf->kernel[i].words, elf->kernel[i].n);
	}
	return ret;
}

static bool has_kernel(const struct elf *elf, const char *kernel)
{
	for (unsigned int i = 0; i < elf->kernels; i++)
		if (!strcmp(kernel, elf->kernel[i].name))
			return true;
	return false;
}

/* Words as they lie in memory have no kernels, and neither has @elf then. */
static int disassemble(const struct how *how, const char *from, const char *kernel)
{
	struct elf elf;
	size_t size;
	char *data = read_all(from, &size);
	bool object;
	int ret = 1;

	if (!data)
		return 1;
	object = elf_open(&elf, data, size);
	if (kernel && !has_kernel(&elf, kernel))
		fprintf(stderr, "%s: %s: it has no kernel %s\n", self, from, kernel);
	else if (object)
		ret = print_kernels(how, &elf, kernel);
	else
		ret = print_words(how, from, data, size);
	elf_close(&elf);
	free(data);
	return ret;
}

int main(int argc, char **argv)
{
	struct how how = { SQ_EVERGREEN, SQ_STYLE_OWN, false };
	const char *out = NULL, *kernel = NULL;
	bool assembles;
	int c;

	self = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
	assembles = !strcmp(self, "evergreen-asm");
	while ((c = getopt(argc, argv, assembles ? "c:ho:" : "c:hk:lw")) != -1) {
		switch (c) {
		case 'c':
			if (!choose_chip(optarg, &how.isa))
				return 2;
			break;
		case 'h':
			usage(stdout, assembles);
			return finish_output(self, 0);
		case 'k':
			kernel = optarg;
			break;
		case 'l':
			how.style = SQ_STYLE_LLC;
			break;
		case 'o':
			out = optarg;
			break;
		case 'w':
			how.tells_wrong = true;
			break;
		default:
			usage(stderr, assembles);
			return 2;
		}
	}
	if (argc - optind > 1 || (assembles ? !out : optind == argc)) {
		usage(stderr, assembles);
		return 2;
	}
	return finish_output(self, assembles ? assemble(how.isa, argv[optind], out) :
			     disassemble(&how, argv[optind], kernel));
}
