/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_DISASM_H
#define TOOLS_DISASM_H

#include <stdio.h>

#include "submission.h"

/* Languages of DMA engines. */
enum lint_dialect {
	LINT_DMA_R600,
	LINT_DMA_R700,
	LINT_DMA_EVERGREEN,	/* and those after it, Southern Islands included */
	LINT_DMA_CIK,
};

/* Space for the index of a dword, and for what belongs to it. */
#define LINT_DWORD_COLUMN	"%6u  "
#define LINT_FIELD_COLUMN	"        "

void lint_disasm_pm4(const struct lint_submission *sub, FILE *out);
void lint_disasm_dma(const struct lint_submission *sub, const struct lint_verdict *verdict,
		     enum lint_dialect dialect, FILE *out);
bool lint_dialect(const char *name, enum lint_dialect *dialect);
void lint_list_dma_packets(enum r600_cs_class class, FILE *out);
void lint_print_in_buffer(const struct lint_submission *sub, u32 buffer, u64 offset, FILE *out);
void lint_print_address(const struct lint_submission *sub, u64 address, FILE *out);

#endif
