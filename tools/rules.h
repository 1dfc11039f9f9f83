/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_RULES_H
#define TOOLS_RULES_H

#include <stdio.h>

#include <linux/types.h>

#include "names.h"
#include "submission.h"

#define LINT_CONFIG_REGS	((LINT_CONFIG_END - LINT_CONFIG_START) / 4)
#define LINT_CONTEXT_REGS	((LINT_CONTEXT_END - LINT_CONTEXT_START) / 4)

/* Bytes of what a finding says. */
#define LINT_FINDING_BYTES	160

/**
 * struct lint_state - registers at a draw or dispatch, as far as the stream set them
 * @class: command language
 * @values: config registers, context registers behind them
 * @set: which of them the stream has set
 */
struct lint_state {
	enum r600_cs_class class;
	u32 values[LINT_CONFIG_REGS + LINT_CONTEXT_REGS];
	bool set[LINT_CONFIG_REGS + LINT_CONTEXT_REGS];
};

/* When a rule is asked. */
enum lint_when {
	LINT_AT_DRAW,
	LINT_AT_DISPATCH,
};

/**
 * struct lint_rule - a documented rule whose breach only gives undefined pixels
 * @name: what a finding calls it
 * @section: of AMD's acceleration guide
 * @what: the rule, as a sentence without a full stop
 * @when: it is about draws, or about dispatches
 * @broken: is it broken? If so, it writes LINT_FINDING_BYTES of why
 */
struct lint_rule {
	const char *name;
	const char *section;
	const char *what;
	enum lint_when when;
	bool (*broken)(const struct lint_state *st, char *why);
};

/**
 * struct lint_finding - a rule that a submission breaks
 * @rule: the rule
 * @dw: dword of the first draw or dispatch that does
 * @times: how many do
 * @why: of the first
 */
struct lint_finding {
	const struct lint_rule *rule;
	u32 dw;
	u32 times;
	char why[LINT_FINDING_BYTES];
};

/* Lists of rules; each ends with a row that has no name. */
extern const struct lint_rule lint_color_rules[];
extern const struct lint_rule lint_pass_rules[];
extern const struct lint_rule lint_depth_rules[];
extern const struct lint_rule lint_compute_rules[];

bool lint_is_set(const struct lint_state *st, u32 offset);
u32 lint_value(const struct lint_state *st, u32 offset);

u32 lint_run_rules(const struct lint_submission *sub, struct lint_finding *findings, u32 max);
void lint_list_rules(FILE *out);

/* Findings of a submission cannot be more than there are rules. */
#define LINT_MAX_RULES		64

#endif
