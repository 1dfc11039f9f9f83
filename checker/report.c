// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Reports of the checker
 *
 * A refusal becomes one sentence, the same in the kernel's log, in a test and
 * in a tool, so it is put together here and not by a format string in each of
 * them. It never holds anything of the stream but the header and the value that
 * broke the rule.
 */

#include <linux/types.h>

#include "r600_cs_checker.h"

/* Text that is being written; what does not fit is cut off. */
struct r600_cs_text {
	char *buf;
	size_t size;
	size_t len;
};

static void put(struct r600_cs_text *text, const char *string)
{
	for (; *string && text->len + 1 < text->size; string++)
		text->buf[text->len++] = *string;
}

/* 64 bits without a division, which 32-bit kernels do not have. */
static void put_hex(struct r600_cs_text *text, u64 value)
{
	char digits[17];
	u32 i = sizeof(digits) - 1;

	digits[i] = 0;
	do {
		digits[--i] = "0123456789abcdef"[value & 0xf];
		value >>= 4;
	} while (value);
	put(text, "0x");
	put(text, &digits[i]);
}

static void put_decimal(struct r600_cs_text *text, u32 value)
{
	char digits[11];
	u32 i = sizeof(digits) - 1;

	digits[i] = 0;
	do {
		digits[--i] = '0' + value % 10;
		value /= 10;
	} while (value);
	put(text, &digits[i]);
}

/**
 * r600_cs_describe() - say in one sentence why a stream was refused
 * @report: of the check that refused it
 * @buf: receives the sentence, always terminated
 * @size: bytes in @buf, at least 1; R600_CS_REPORT_BYTES hold any sentence
 *
 * As in "dword 12: CP_DMA (header 0xc0044100): BYTE_COUNT = 0x6: must be a
 * multiple of 4 for a fill (limit 0x4)".
 */
void r600_cs_describe(const struct r600_cs_report *report, char *buf,
		      size_t size)
{
	struct r600_cs_text text = { .buf = buf, .size = size };

	put(&text, "dword ");
	put_decimal(&text, report->dw);
	put(&text, ": ");
	put(&text, report->packet ? report->packet : "unknown packet");
	put(&text, " (header ");
	put_hex(&text, report->header);
	put(&text, "): ");
	put(&text, report->field ? report->field : "header");
	put(&text, " = ");
	put_hex(&text, report->value);
	put(&text, ": ");
	put(&text, report->rule ? report->rule : "no rule was broken");
	if (report->limit) {
		put(&text, " (limit ");
		put_hex(&text, report->limit);
		put(&text, ")");
	}
	buf[text.len] = 0;
}
