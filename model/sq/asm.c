// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: text to programs
 *
 * The inverse of the decoder: reads the own text of disasm.c, one instruction a line, and
 * fills in the fields of the same lists. "@n:" goes to word n, "#" starts a comment, a line
 * of numbers holds literals. What the words mean is not looked at: a test may want programs
 * that no decoder takes.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"

#define MOST_WORDS	(1u << 16)	/* of 64 bits */

struct asm_state {
	enum sq_isa isa;
	const char *at, *line_start;
	unsigned int line;
	uint32_t *words;
	size_t dwords, n;		/* the next dword; how many there are */
	struct sq_asm_error *error;
};

static bool expected(struct asm_state *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool expected(struct asm_state *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	s->error->line = s->line;
	s->error->column = (unsigned int)(s->at - s->line_start) + 1;
	vsnprintf(s->error->text, sizeof(s->error->text), fmt, args);
	va_end(args);
	return false;
}

static void skip_blanks(struct asm_state *s)
{
	while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r')
		s->at++;
}

static bool at_end(struct asm_state *s)
{
	skip_blanks(s);
	return !*s->at || *s->at == '\n' || *s->at == '#';
}

static bool take(struct asm_state *s, char c)
{
	skip_blanks(s);
	if (*s->at != c)
		return false;
	s->at++;
	return true;
}

/* Hexadecimal behind 0x, otherwise decimal, zeros in front or not. */
static bool take_number(struct asm_state *s, uint32_t most, uint32_t *value)
{
	unsigned long long number;
	char *end;
	int base;

	skip_blanks(s);
	if (!isdigit((unsigned char)*s->at))
		return expected(s, "expected a number");
	base = s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X') ? 16 : 10;
	number = strtoull(s->at, &end, base);
	if (number > most)
		return expected(s, "expected a number up to %u", most);
	s->at = end;
	*value = (uint32_t)number;
	return true;
}

static size_t word_length(const struct asm_state *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s->at[n]) || s->at[n] == '_')
		n++;
	return n;
}

static bool put(struct asm_state *s, const uint32_t *dwords, size_t n)
{
	if (s->dwords + n > 2ul * MOST_WORDS)
		return expected(s, "expected a program of %u words at most", MOST_WORDS);
	memcpy(s->words + s->dwords, dwords, n * sizeof(*dwords));
	s->dwords += n;
	if (s->dwords > s->n)
		s->n = s->dwords;
	return true;
}

/* ---- operands ---- */

static bool take_channel(struct asm_state *s, uint32_t *chan)
{
	static const char names[] = "XYZWxyzw";
	const char *found;

	if (!take(s, '.'))
		return true;
	found = *s->at ? strchr(names, *s->at) : NULL;
	if (!found)
		return expected(s, "expected a channel: X, Y, Z or W");
	*chan = (uint32_t)(found - names) & 3;
	s->at++;
	return true;
}

static bool take_destination(struct asm_state *s, struct sq_alu *alu)
{
	if (!take(s, 'T'))
		return expected(s, "expected a register, T0 to T127, as destination");
	if (!take_number(s, 127, &alu->dst_gpr) || !take_channel(s, &alu->dst_chan))
		return false;
	alu->dst_rel = take(s, '+');
	return true;
}

/* "0.0" and its like are names with a dot; the longest name that fits counts. */
static bool take_source_name(struct asm_state *s, struct sq_alu *alu, unsigned int n)
{
	size_t len = word_length(s), dotted = len;
	unsigned int count = 0;
	uint32_t index = 0;
	int sel;

	if (s->at[len] == '.' && isdigit((unsigned char)*s->at) && isdigit((unsigned char)s->at[len + 1]))
		dotted = len + 2;
	sel = sq_source_by_name(s->at, dotted, &count);
	if (sel < 0 && *s->at == 'T' && isdigit((unsigned char)s->at[1])) {
		dotted = 1;
		sel = sq_source_by_name(s->at, 1, &count);
	}
	if (sel < 0)
		return expected(s, "expected a source: a register, a constant, literal, PV or PS");
	s->at += dotted;
	if (count && sel != 0 && !take(s, '['))
		return expected(s, "expected [");
	if (count && !take_number(s, count - 1, &index))
		return false;
	if (count && sel != 0 && !take(s, ']'))
		return expected(s, "expected ]");
	alu->src[n].sel = (uint32_t)sel + index;
	return true;
}

static bool take_source(struct asm_state *s, struct sq_alu *alu, unsigned int n)
{
	if (!take(s, ','))
		return expected(s, "expected a comma and source %u of %u", n + 1, alu->op->operands);
	alu->src[n].neg = take(s, '-');
	alu->src[n].abs = take(s, '|');
	skip_blanks(s);
	if (!take_source_name(s, alu, n) || !take_channel(s, &alu->src[n].chan))
		return false;
	if (alu->src[n].abs && !take(s, '|'))
		return expected(s, "expected | behind an absolute value");
	alu->src[n].rel = take(s, '+');
	return true;
}

/* ---- instructions ---- */

static bool take_field(struct asm_state *s, void *inst)
{
	const struct sq_op *op = *(const struct sq_op **)inst;
	const struct sq_layout *layout = &sq_layouts[op->form];
	uint32_t most = 0;
	size_t len = 0;
	const struct sq_field *first = NULL;

	while (s->at[len] && !strchr(": \t\r\n", s->at[len]))
		len++;
	for (unsigned int i = 0; i < layout->fields; i++) {
		const struct sq_field *f = &layout->field[i];

		if (strlen(f->name) == len && !memcmp(f->name, s->at, len)) {
			first = first ? first : f;
			most |= (uint32_t)((1ull << f->bits) - 1) << f->shift;
		}
	}
	if (!first)
		return expected(s, "expected a field of %s, as name:value", op->name);
	s->at += len;
	if (!take(s, ':'))
		return expected(s, "expected : and a value");
	return take_number(s, most, sq_field_of(inst, first));
}

union instruction {
	const struct sq_op *op;
	struct sq_cf cf;
	struct sq_alu alu;
	struct sq_fetch fetch;
};

static const struct sq_op *take_op(struct asm_state *s)
{
	unsigned int other = s->isa == SQ_CAYMAN ? SQ_EG_ONLY : SQ_CM_ONLY;
	size_t len = word_length(s);

	for (size_t i = 0; i < SQ_OPCODES; i++)
		if (strlen(sq_ops[i].name) == len && !memcmp(sq_ops[i].name, s->at, len) &&
		    !(sq_ops[i].flags & other)) {
			s->at += len;
			return &sq_ops[i];
		}
	expected(s, "expected an operation of %s", s->isa == SQ_CAYMAN ? "Cayman" : "Evergreen");
	return NULL;
}

static bool take_instruction(struct asm_state *s)
{
	const struct sq_op *op = take_op(s);
	union instruction inst;
	uint32_t words[4];

	if (!op)
		return false;
	memset(&inst, 0, sizeof(inst));
	inst.op = op;
	if (op->form == SQ_FORM_OP2 || op->form == SQ_FORM_OP3 || op->form == SQ_FORM_LDS) {
		inst.alu.write_mask = 1;
		inst.alu.last = take(s, '*');
		if (!take_destination(s, &inst.alu))
			return false;
		for (unsigned int n = 0; n < op->operands; n++)
			if (!take_source(s, &inst.alu, n))
				return false;
	}
	while (!at_end(s))
		if (!take_field(s, &inst))
			return false;
	sq_encode(&inst, words);
	return put(s, words, sq_layouts[op->form].words);
}

static bool take_position(struct asm_state *s)
{
	uint32_t at = 0;

	if (!take_number(s, MOST_WORDS - 1, &at))
		return false;
	if (!take(s, ':'))
		return expected(s, "expected : behind an address");
	s->dwords = 2 * (size_t)at;
	return at_end(s) || expected(s, "expected the end of the line");
}

static bool take_literals(struct asm_state *s)
{
	uint32_t literal[2] = { 0 };

	if (!take_number(s, UINT32_MAX, &literal[0]))
		return false;
	if (take(s, ',') && !take_number(s, UINT32_MAX, &literal[1]))
		return false;
	if (!at_end(s))
		return expected(s, "expected at most two literals in a line");
	return put(s, literal, 2);
}

static bool take_line(struct asm_state *s)
{
	if (at_end(s))
		return true;
	if (take(s, '@'))
		return take_position(s);
	return isdigit((unsigned char)*s->at) ? take_literals(s) : take_instruction(s);
}

uint32_t *sq_assemble(enum sq_isa isa, const char *text, size_t *n, struct sq_asm_error *error)
{
	struct asm_state s = {
		.isa = isa, .at = text, .line_start = text, .line = 1, .error = error,
		.words = calloc(2ul * MOST_WORDS, sizeof(uint32_t)),
	};

	if (!s.words) {
		expected(&s, "no memory");
		return NULL;
	}
	while (*s.at) {
		if (!take_line(&s)) {
			free(s.words);
			return NULL;
		}
		s.at += strcspn(s.at, "\n");
		if (*s.at)
			s.at++;
		s.line_start = s.at;
		s.line++;
	}
	*n = (s.n + 1) / 2;
	return s.words;
}
