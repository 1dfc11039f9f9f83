/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the command line asks for. */
#ifndef CTM_REQUEST_H
#define CTM_REQUEST_H

#include <stdio.h>

#include "evergreen_ctm.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* 1: the card did not do it; 2: it was not asked. */
enum { STATUS_GOOD, STATUS_LOST, STATUS_BAD };

enum slot_kind { SLOT_CONSTANT, SLOT_INPUT, SLOT_OUTPUT, SLOT_RETURNS, SLOT_KINDS };

/**
 * struct slot - one that is bound
 * @kind: what kind
 * @n: its number
 * @file: what goes in, or comes out; NULL for what is returned
 * @number: stride of an input, bytes of an output, 0 if the file says how many; the input that
 *	reads what is returned
 * @memory: what is bound
 */
struct slot {
	enum slot_kind kind;
	uint32_t n;
	const char *file;
	uint64_t number;
	struct ctm_memory *memory;
};

#define MOST_SLOTS	(CTM_CONSTANTS + CTM_INPUTS + 2 * CTM_OUTPUTS)

/**
 * struct request - the command line
 * @program: file
 * @words: it holds words, not text
 * @node: render node, or NULL for any
 * @chip: stand-in, or NULL for a card
 * @place: where memory of slots is
 * @repeat: how many times it is submitted
 * @job: with groups, threads, registers and local memory
 * @slot: what is bound
 * @slots: how many
 */
struct request {
	const char *program;
	bool words;
	const char *node;
	const struct ctm_chip *chip;
	enum ctm_place place;
	uint32_t repeat;
	struct ctm_job job;
	struct slot slot[MOST_SLOTS];
	uint32_t slots;
};

/* Says it in one line, and ends the process. */
void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

void read_options(struct request *request, int argc, char **argv);

/* With a 0 behind it, for the caller to free. */
void *read_file(const char *path, size_t *size);
void write_file(const char *path, const void *data, size_t size);

#endif
