// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Rules of AMD's guide
 *
 * The acceleration guide forbids configurations that neither hang the card nor
 * reach memory, so that the kernel has no reason to refuse them: their pixels are
 * undefined, that is all. They are told here instead, to whoever writes a client.
 *
 * Registers are followed through the stream and the rules are asked at each draw and
 * dispatch. What a stream has not set is unknown, and nothing is found out about the
 * unknown: a rule says nothing if a register that it depends on is not set, unless it
 * is the rule that it has to be.
 *
 * Not here are rules on the order of things in time (flushes before a resolve, no
 * pixel drawn twice), on what shaders do, and on granularity of what is drawn.
 *
 * Source: chapters 3, 6, 7 and 8 of the guide.
 */

#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "checker/run.h"
#include "rules.h"

static const struct lint_rule *const rule_lists[] = {
	lint_color_rules, lint_pass_rules, lint_depth_rules, lint_compute_rules,
};

/* Where a register is in the state, or where the state ends. */
static u32 index_of(u32 offset)
{
	if (offset >= LINT_CONFIG_START && offset < LINT_CONFIG_END)
		return (offset - LINT_CONFIG_START) / 4;
	if (offset >= LINT_CONTEXT_START && offset < LINT_CONTEXT_END)
		return LINT_CONFIG_REGS + (offset - LINT_CONTEXT_START) / 4;
	return LINT_CONFIG_REGS + LINT_CONTEXT_REGS;
}

/**
 * lint_is_set() - has the stream set a register?
 * @st: the state
 * @offset: the register, in bytes
 *
 * Return: true if it has.
 */
bool lint_is_set(const struct lint_state *st, u32 offset)
{
	u32 i = index_of(offset);

	return i < ARRAY_SIZE(st->set) && st->set[i];
}

/**
 * lint_value() - what a register holds
 * @st: the state
 * @offset: the register, in bytes
 *
 * Return: its value, or 0 if the stream has not set it.
 */
u32 lint_value(const struct lint_state *st, u32 offset)
{
	return lint_is_set(st, offset) ? st->values[index_of(offset)] : 0;
}

/**
 * struct lint_run - the rules on their way through a stream
 * @graphics: state of draws
 * @compute: state of dispatches on chips where they have one of their own
 * @findings: where findings go
 * @max: how many there is room for
 * @n: how many there are
 */
struct lint_run {
	struct lint_state graphics;
	struct lint_state compute;
	struct lint_finding *findings;
	u32 max;
	u32 n;
};

static void note(struct lint_run *run, const struct lint_rule *rule, u32 dw, const char *why)
{
	u32 i;

	for (i = 0; i < run->n && run->findings[i].rule != rule; i++)
		;
	if (i == run->max)
		return;
	if (i == run->n) {
		run->findings[i] = (struct lint_finding) { .rule = rule, .dw = dw };
		memcpy(run->findings[i].why, why, LINT_FINDING_BYTES);
		run->n++;
	}
	run->findings[i].times++;
}

static void ask(struct lint_run *run, const struct lint_state *st, enum lint_when when, u32 dw)
{
	char why[LINT_FINDING_BYTES];
	const struct lint_rule *rule;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rule_lists); i++)
		for (rule = rule_lists[i]; rule->name; rule++) {
			memset(why, 0, sizeof(why));
			if (rule->when == when && rule->broken(st, why))
				note(run, rule, dw, why);
		}
}

/* Cayman's compute has context registers of its own; others share them. */
static struct lint_state *state_of(struct lint_run *run, u32 header)
{
	bool compute = header & PACKET3_COMPUTE;

	return compute && run->compute.class == R600_CS_CAYMAN ? &run->compute : &run->graphics;
}

static void set_registers(struct lint_state *st, u32 space, const u32 *body, u32 len)
{
	u32 i, at;

	for (i = 1; i < len; i++) {
		at = index_of(space + ((body[0] & 0xffff) + i - 1) * 4);
		if (at >= ARRAY_SIZE(st->set))
			return;
		st->values[at] = body[i];
		st->set[at] = true;
	}
}

/* Opcodes that draw, guide 9.3. */
static bool is_draw(u32 opcode)
{
	static const u8 opcodes[] = { 0x24, 0x25, 0x27, 0x29, 0x2b, 0x2d, 0x2e, 0x30, 0x35, 0x36 };

	return memchr(opcodes, (int)opcode, sizeof(opcodes));
}

static void take_packet(struct lint_run *run, u32 dw, u32 header, const u32 *body)
{
	struct lint_state *st = state_of(run, header);
	u32 opcode = FIELD_GET(PACKET3_OPCODE, header);
	u32 len = FIELD_GET(PACKET_COUNT, header) + 1;

	switch (opcode) {
	case 0x12:	/* CLEAR_STATE */
		memset(st->set, 0, sizeof(st->set));
		break;
	case 0x15:	/* DISPATCH_DIRECT */
	case 0x16:	/* DISPATCH_INDIRECT */
		ask(run, st, LINT_AT_DISPATCH, dw);
		break;
	case 0x68:	/* SET_CONFIG_REG */
		set_registers(&run->graphics, LINT_CONFIG_START, body, len);
		set_registers(&run->compute, LINT_CONFIG_START, body, len);
		break;
	case 0x69:	/* SET_CONTEXT_REG */
		set_registers(st, LINT_CONTEXT_START, body, len);
		break;
	default:
		if (is_draw(opcode))
			ask(run, st, LINT_AT_DRAW, dw);
	}
}

/**
 * lint_run_rules() - which rules does a stream break?
 * @sub: the submission; only PM4 has rules
 * @findings: out: one for each rule that is broken
 * @max: room in @findings; LINT_MAX_RULES is enough
 *
 * Return: how many findings there are.
 */
u32 lint_run_rules(const struct lint_submission *sub, struct lint_finding *findings, u32 max)
{
	static struct lint_run run;
	u32 at, header, len;

	memset(&run, 0, sizeof(run));
	run.findings = findings;
	run.max = max;
	run.graphics.class = sub->chip.class;
	run.compute.class = sub->chip.class;
	for (at = 0; sub->engine != R600_CS_DMA && at < sub->ib.n; at += len) {
		header = sub->ib.dw[at];
		len = FIELD_GET(PACKET_TYPE, header) == 2 ? 1 : FIELD_GET(PACKET_COUNT, header) + 2;
		if (len > sub->ib.n - at)
			break;
		if (FIELD_GET(PACKET_TYPE, header) == 3)
			take_packet(&run, at, header, &sub->ib.dw[at + 1]);
	}
	return run.n;
}

/**
 * lint_list_rules() - show all rules
 * @out: where to
 */
void lint_list_rules(FILE *out)
{
	const struct lint_rule *rule;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rule_lists); i++)
		for (rule = rule_lists[i]; rule->name; rule++)
			fprintf(out, "%-24s guide %-6s %s\n", rule->name, rule->section,
				rule->what);
}
