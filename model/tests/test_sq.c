// SPDX-License-Identifier: MIT OR GPL-2.0
/* Programs: decoder, both printers and assembler, against each other and against garbage. */
#include "array.h"
#include "test_card.h"
#include "sq/isa.h"

static uint64_t random_state = 88172645463325252ull;

static uint32_t random32(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 16);
}

union instruction {
	const struct sq_op *op;
	struct sq_cf cf;
	struct sq_alu alu;
	struct sq_fetch fetch;
};

static bool is_alu(const struct sq_op *op)
{
	return op->form == SQ_FORM_OP2 || op->form == SQ_FORM_OP3 || op->form == SQ_FORM_LDS;
}

static uint32_t a_source(void)
{
	static const uint16_t some[] = { 0, 1, 127, 128, 191, 0xdd, 0xf8, 0xfa, 0xfb, 0xfd, 0xfe, 0xff, 256, 319, 0x1c0 };

	return some[random32() % (ARRAY_SIZE(some))];
}

/* Any instruction of this operation: each field anything. */
static void fill(union instruction *inst, const struct sq_op *op)
{
	const struct sq_layout *layout = &sq_layouts[op->form];

	memset(inst, 0, sizeof(*inst));
	inst->op = op;
	for (unsigned int i = 0; i < layout->fields; i++) {
		const struct sq_field *f = &layout->field[i];

		*sq_field_of(inst, f) |= (random32() & (uint32_t)((1ull << f->bits) - 1)) << f->shift;
	}
	for (unsigned int s = 0; is_alu(op) && s < op->operands; s++)
		inst->alu.src[s].sel = a_source();
}

static bool same_fields(union instruction *a, union instruction *b, const struct sq_op *op)
{
	const struct sq_layout *layout = &sq_layouts[op->form];

	for (unsigned int i = 0; i < layout->fields; i++)
		if (*sq_field_of(a, &layout->field[i]) != *sq_field_of(b, &layout->field[i]))
			return false;
	return true;
}

static void test_fields(void)
{
	for (unsigned int o = 0; o < SQ_OPCODES; o++) {
		const struct sq_op *op = &sq_ops[o];
		bool good = true;

		for (unsigned int i = 0; i < 50 && good; i++) {
			union instruction one, two;
			uint32_t words[4];

			fill(&one, op);
			memset(&two, 0, sizeof(two));
			sq_encode(&one, words);
			good = sq_decode_fields(&two, op, words) && same_fields(&one, &two, op);
		}
		check(good, "%s: fields to bits and back", op->name);
	}
}

/* A program that the decoder takes: ALU, fetches, the end. */
static size_t random_program(enum sq_isa isa, uint32_t *words)
{
	static const enum sq_opcode fetches[] = { SQ_VTX_FETCH, SQ_SAMPLE_L, SQ_LD, SQ_GDS_OP, SQ_MEM_READ };
	unsigned int groups = 1 + random32() % 6, n = 8, at, k = random32() % 5;
	union instruction inst;

	memset(words, 0, 512 * sizeof(*words));
	for (unsigned int g = 0; g < groups; g++) {
		unsigned int slots = 1 + random32() % 4, literals = 0;

		for (unsigned int s = 0; s < slots; s++, n++) {
			do
				fill(&inst, &sq_ops[random32() % SQ_OPCODES]);
			while (!is_alu(inst.op) || inst.op->flags & (isa == SQ_CAYMAN ? SQ_EG_ONLY : SQ_CM_ONLY) ||
			       (isa == SQ_EVERGREEN && inst.op->slots >= SQ_TRANS && inst.op->slots <= SQ_CONVERT &&
				s + 1 < slots));
			inst.alu.dst_chan = s;
			inst.alu.last = s + 1 == slots;
			for (unsigned int i = 0; i < inst.op->operands; i++)
				if (inst.alu.src[i].sel == SQ_SRC_LITERAL && inst.alu.src[i].chan >= literals)
					literals = inst.alu.src[i].chan + 1;
			sq_encode(&inst, words + 2 * n);
		}
		for (unsigned int i = 0; i < (literals + 1) / 2 * 2; i++)
			words[2 * n + i] = random32();
		n += (literals + 1) / 2;
	}
	fill(&inst, &sq_ops[SQ_ALU]);
	inst.cf.addr = 8;
	inst.cf.count = n - 9;
	sq_encode(&inst, words);
	at = n;
	for (unsigned int i = 0; i < 3; i++, n += 2) {
		fill(&inst, &sq_ops[fetches[(k + i) % 5]]);
		inst.fetch.mem_op = inst.op == &sq_ops[SQ_GDS_OP] ? 4 + i % 2 : 0;
		sq_encode(&inst, words + 2 * n);
	}
	fill(&inst, &sq_ops[SQ_TEX]);
	inst.cf.addr = at;
	inst.cf.count = 2;
	inst.cf.eop = 0;
	sq_encode(&inst, words + 2);
	fill(&inst, &sq_ops[isa == SQ_CAYMAN ? SQ_CF_END : SQ_EXPORT_DONE]);
	inst.cf.eop = isa == SQ_EVERGREEN;
	sq_encode(&inst, words + 4);
	return n;
}

/* Words, decoded, printed, assembled: the same words. */
static bool round_trip(enum sq_isa isa, const uint32_t *words, size_t n, char *why, size_t room)
{
	struct sq_asm_error error = { 0 };
	struct sq_problem problem;
	struct sq_program program;
	uint32_t *again;
	size_t size, m = 0;
	char *text = NULL;
	FILE *out;
	bool good;

	if (!sq_decode(&program, isa, words, n, &problem)) {
		snprintf(why, room, "word %u: %s", problem.at, problem.text);
		return false;
	}
	out = open_memstream(&text, &size);
	sq_print(out, &program, SQ_STYLE_OWN);
	fclose(out);
	sq_program_free(&program);
	again = sq_assemble(isa, text, &m, &error);
	good = again && m == n && !memcmp(again, words, 8 * n);
	if (!good)
		snprintf(why, room, "%u:%u: %s, %zu words for %zu", error.line, error.column, error.text, m, n);
	free(again);
	free(text);
	return good;
}

static void test_round_trip(enum sq_isa isa)
{
	uint32_t words[512];
	char why[160] = "";
	unsigned int bad = 0;

	for (unsigned int i = 0; i < 4000; i++) {
		size_t n = random_program(isa, words);

		bad += !round_trip(isa, words, n, why, sizeof(why));
	}
	check(!bad, "%s: 4000 programs printed and assembled, %u are not the same (%s)",
	      isa == SQ_CAYMAN ? "cayman" : "evergreen", bad, why);
}

/* Each is refused, at this word, with a sentence that has this in it. */
static void test_bad_programs(void)
{
	static const struct { enum sq_isa isa; const char *text; unsigned int at; const char *says; } bad[] = {
		{ SQ_EVERGREEN, "NOP", 1, "no end" },
		{ SQ_CAYMAN, "NOP\nNOP\n", 2, "no end" },
		{ SQ_EVERGREEN, "0, 0x03000000", 0, "operation 0xc does not exist" },
		{ SQ_EVERGREEN, "0, 0x08000000", 0, "operation 0x20 does not exist" },
		{ SQ_CAYMAN, "0, 0xb4000000", 0, "operation 0xd does not exist" },
		{ SQ_CAYMAN, "NOP eop:1", 0, "END_OF_PROGRAM" },
		{ SQ_EVERGREEN, "0x08000000, 0", 0, "reserved bits" },
		{ SQ_EVERGREEN, "JUMP addr:7\nNOP eop:1", 0, "goes to 7" },
		{ SQ_EVERGREEN, "ALU addr:2 count:3\nNOP eop:1\nMOV * T0.X, T1.X", 0, "from 2 to 6" },
		{ SQ_EVERGREEN, "ALU addr:1\nMOV * T0.X, T1.X", 1, "runs into the clause" },
		{ SQ_EVERGREEN, "ALU addr:2\nNOP eop:1\nMOV T0.X, T1.X", 2, "is the last" },
		{ SQ_EVERGREEN, "ALU addr:2\nNOP eop:1\n0x80000000, 0x00000380", 2, "OP2 0x7 does not exist" },
		{ SQ_EVERGREEN, "ALU addr:2\nNOP eop:1\nMOV * T0.X, literal.x", 2, "literals lie past" },
		{ SQ_EVERGREEN, "ALU addr:2 count:1\nNOP eop:1\nMOV T0.X, T1.X\nBFE_INT * T0.X, T1.X, T1.X, T1.X",
		  3, "cannot be in slot T" },
		{ SQ_CAYMAN, "ALU addr:2 count:1\nCF_END\nMOV T0.X, T1.X\nMOV * T0.X, T1.X", 3, "taken twice" },
		{ SQ_EVERGREEN, "ALU addr:2 count:1\nNOP eop:1\nSIN T0.X, T1.X\nCOS * T0.Y, T1.X", 3, "slot t is taken" },
		{ SQ_EVERGREEN, "ALU addr:2\nNOP eop:1\n0x800000c0, 0x00000c90", 2, "which is none" },
		{ SQ_EVERGREEN, "TEX addr:2\nNOP eop:1\n15, 0\n0, 0", 2, "operation 0xf does not exist" },
		{ SQ_EVERGREEN, "TEX addr:2\nNOP eop:1\n0, 0\n0x80000000, 0", 2, "reserved bits" },
		{ SQ_EVERGREEN, "ALU_EXTENDED\nNOP eop:1", 0, "follows ALU_EXTENDED" },
		{ SQ_EVERGREEN, "LOOP_START_DX10 addr:2\nNOP\nNOP eop:1", 0, "no END_LOOP" },
		{ SQ_EVERGREEN, "LOOP_BREAK addr:1\nNOP eop:1", 0, "where no END_LOOP" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct sq_problem problem = { 0 };
		struct sq_asm_error error = { 0 };
		struct sq_program program;
		size_t n = 0;
		uint32_t *words = sq_assemble(bad[i].isa, bad[i].text, &n, &error);
		bool took = words && sq_decode(&program, bad[i].isa, words, n, &problem);

		check(words && !took && problem.at == bad[i].at && strstr(problem.text, bad[i].says),
		      "refused: %s; word %u: %s%s", bad[i].says, problem.at, problem.text, error.text);
		if (took)
			sq_program_free(&program);
		free(words);
	}
}

static uint64_t needs(const uint32_t *words, size_t n, uint32_t entry)
{
	struct sq_problem problem = { 0 };
	struct sq_program program;

	if (!sq_decode_from(&program, SQ_EVERGREEN, words, n, entry, &problem))
		return problem.needs;
	sq_program_free(&program);
	return 0;
}

/* What would cost the host too much is refused before it does. */
static void test_hostile_programs(void)
{
	enum { CALLS = 1100, CLAUSE = 128 };
	static const char alu[] = "ALU addr:%u count:127\n";
	struct sq_problem problem = { 0 };
	struct sq_asm_error error = { 0 };
	struct sq_program program;
	size_t n = 0;
	uint32_t *word, *words = calloc(CALLS + 1 + CLAUSE, 8);
	char text[64];

	snprintf(text, sizeof(text), alu, CALLS + 1);
	word = sq_assemble(SQ_EVERGREEN, text, &n, &error);
	for (size_t i = 0; word && i < CALLS; i++)
		memcpy(&words[2 * i], word, 8);
	free(word);
	word = sq_assemble(SQ_EVERGREEN, "NOP eop:1\nMOV * T0.X, T1.X", &n, &error);
	memcpy(&words[2 * CALLS], word, 8);
	for (size_t i = 0; word && i < CLAUSE; i++)
		memcpy(&words[2 * (CALLS + 1 + i)], word + 2, 8);
	free(word);
	check(needs(words, CALLS + 1, 0) == CALLS + 1 + CLAUSE, "how far a program's clauses reach");
	check(needs(words, CALLS, 0) == CALLS + 1, "and its control flow");
	check(needs(words, CALLS, 0xffffff) == 0x1000000, "a program that begins behind its end");
	check(!sq_decode(&program, SQ_EVERGREEN, words, CALLS + 1 + CLAUSE, &problem) &&
	      strstr(problem.text, "shared"), "clauses that are run from too many words: %s", problem.text);
	check(sq_decode_from(&program, SQ_EVERGREEN, words, CALLS + 1 + CLAUSE, CALLS - 1000, &problem) &&
	      program.clauses == 1 && program.cf[CALLS - 1].clause == 1, "a clause of 1000 words is one");
	sq_program_free(&program);
	free(words);
	words = calloc(SQ_MOST_FLOW + 1, 8);
	check(!sq_decode(&program, SQ_EVERGREEN, words, SQ_MOST_FLOW + 1, &problem) && !problem.needs &&
	      strstr(problem.text, "control flow"), "control flow that does not end: %s", problem.text);
	free(words);
}

static void test_numbers(void)
{
	static const uint32_t expected[] = { 10, 16, 255, 0 };
	struct sq_asm_error error = { 0 };
	size_t n = 0;
	uint32_t *words = sq_assemble(SQ_EVERGREEN, "010, 0x10\n0XfF, 00\n", &n, &error);

	check(words && n == 2 && !memcmp(words, expected, sizeof(expected)),
	      "numbers are decimal, or hexadecimal behind 0x: %s", error.text);
	free(words);
	words = sq_assemble(SQ_EVERGREEN, "@08:\nNOP", &n, &error);
	check(words && n == 9, "a zero in front makes no other number: %s", error.text);
	free(words);
}

static void test_bad_text(void)
{
	static const struct { const char *text; unsigned int line, column; const char *says; } bad[] = {
		{ "MOVE * T0.X, T1.X", 1, 1, "an operation of Evergreen" },
		{ "CF_END", 1, 1, "an operation of Evergreen" },
		{ "NOP\n\tMOV * R0.X, T1.X", 2, 8, "a register" },
		{ "MOV * T128.X, T1.X", 1, 8, "up to 127" },
		{ "MOV * T0.Q, T1.X", 1, 10, "a channel" },
		{ "ADD * T0.X, T1.X", 1, 17, "source 2 of 2" },
		{ "MOV * T0.X, blue", 1, 13, "a source" },
		{ "MOV * T0.X, |T1.X", 1, 18, "absolute" },
		{ "MOV * T0.X, KC0.X", 1, 16, "expected [" },
		{ "MOV * T0.X, KC0[32].X", 1, 17, "up to 31" },
		{ "MOV * T0.X, T1.X colour:1", 1, 18, "a field of MOV" },
		{ "MOV * T0.X, T1.X omod:4", 1, 23, "up to 3" },
		{ "MOV * T0.X, T1.X omod", 1, 22, "expected :" },
		{ "1, 2, 3", 1, 5, "two literals" },
		{ "@5", 1, 3, "expected :" },
		{ "@65536:", 1, 2, "up to 65535" },
		{ "@65535:\nNOP\nNOP", 3, 4, "at most" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct sq_asm_error error = { 0 };
		size_t n;
		uint32_t *words = sq_assemble(SQ_EVERGREEN, bad[i].text, &n, &error);

		check(!words && error.line == bad[i].line && error.column == bad[i].column &&
		      strstr(error.text, bad[i].says), "text refused: %u:%u: %s", error.line, error.column,
		      error.text);
		free(words);
	}
}

/* Garbage, and good programs with a few bits turned: an answer, and text if it is a good one. */
static void test_garbage(void)
{
	FILE *out = fopen("/dev/null", "w");
	unsigned int taken = 0, tries = 60000;
	uint32_t words[512];

	for (unsigned int i = 0; i < tries; i++) {
		enum sq_isa isa = i & 1 ? SQ_CAYMAN : SQ_EVERGREEN;
		size_t n = i % 3 ? random_program(isa, words) : random32() % 64;
		uint32_t *copy = malloc(8 * n + 1);	/* of its length: the sanitizer watches the end */
		struct sq_problem problem;
		struct sq_program program;

		for (size_t k = 0; !(i % 3) && k < 2 * n; k++)
			words[k] = random32() & random32();
		for (unsigned int k = random32() % 4; k && n; k--)
			words[random32() % (2 * n)] ^= 1u << random32() % 32;
		memcpy(copy, words, 8 * n);
		if (sq_decode(&program, isa, copy, n, &problem)) {
			sq_print(out, &program, SQ_STYLE_OWN);
			sq_print(out, &program, SQ_STYLE_LLC);
			sq_program_free(&program);
			taken++;
		}
		free(copy);
	}
	fclose(out);
	check(taken > tries / 10 && taken < tries, "garbage: %u of %u are programs", taken, tries);
}

int main(void)
{
	test_fields();
	test_round_trip(SQ_EVERGREEN);
	test_round_trip(SQ_CAYMAN);
	test_bad_programs();
	test_hostile_programs();
	test_numbers();
	test_bad_text();
	test_garbage();
	return test_end();
}
