// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: programs
 *
 * A program is text for the assembler, or the words that it would make. Either way it is taken
 * apart once before the card sees it: what no chip of this kind executes is refused.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

/* The card fetches ahead of what it executes: that is there, and zero. */
#define FETCHED_AHEAD	256u

bool ctm_wrong(struct ctm_error *error, const char *fmt, ...)
{
	va_list args;

	error->line = 0;
	error->column = 0;
	va_start(args, fmt);
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	return false;
}

bool ctm_cayman(const struct ctm_device *device)
{
	return device->chip->vliw == 4;
}

static enum sq_isa isa_of(const struct ctm_device *device)
{
	return ctm_cayman(device) ? SQ_CAYMAN : SQ_EVERGREEN;
}

/* False, or @needs is filled in. */
static bool understand(const struct ctm_device *device, const uint32_t *words, size_t n,
		       struct ctm_needs *needs, struct ctm_error *error)
{
	struct sq_problem problem = { .text = "" };
	struct sq_program program;
	bool good;

	if (!n)
		return ctm_wrong(error, "the program is empty");
	if (!sq_decode(&program, isa_of(device), words, n, &problem))
		return ctm_wrong(error, "word %u: %s", problem.at, problem.text);
	good = ctm_find_needs(device->chip, &program, needs, error);
	sq_program_free(&program);
	return good;
}

/**
 * ctm_load() - load a program
 * @device: what is to run it
 * @words: two dwords for each word of 64 bits, the lower half first
 * @n: words of 64 bits
 * @error: out
 *
 * Return: the program, for ctm_unload(), or NULL.
 */
struct ctm_program *ctm_load(struct ctm_device *device, const uint32_t *words, size_t n,
			     struct ctm_error *error)
{
	struct ctm_program *program;
	struct ctm_needs needs;

	if (!understand(device, words, n, &needs, error))
		return NULL;
	program = calloc(1, sizeof(*program));
	if (!program) {
		ctm_wrong(error, "no memory for the program");
		return NULL;
	}
	program->memory = ctm_alloc(device, 8 * n + FETCHED_AHEAD, CTM_GTT, error);
	if (!program->memory) {
		free(program);
		return NULL;
	}
	memcpy(program->memory->data, words, 8 * n);
	program->words = n;
	program->needs = needs;
	return program;
}

/**
 * ctm_assemble() - assemble and load a program
 * @device: what is to run it
 * @text: as evergreen-asm(1) has it
 * @error: out; of bad text it has line and column
 *
 * Return: the program, for ctm_unload(), or NULL.
 */
struct ctm_program *ctm_assemble(struct ctm_device *device, const char *text,
				 struct ctm_error *error)
{
	struct sq_asm_error wrong = { 0 };
	struct ctm_program *program;
	uint32_t *words;
	size_t n = 0;

	words = sq_assemble(isa_of(device), text, &n, &wrong);
	if (!words) {
		ctm_wrong(error, "%s", wrong.text);
		error->line = wrong.line;
		error->column = wrong.column;
		return NULL;
	}
	program = ctm_load(device, words, n, error);
	free(words);
	return program;
}

/**
 * ctm_unload() - give a program's memory back
 * @program: the program, or NULL; what has been submitted still runs
 */
void ctm_unload(struct ctm_program *program)
{
	if (!program)
		return;
	ctm_free(program->memory);
	free(program);
}
