/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef TOOLS_TEXT_H
#define TOOLS_TEXT_H

#include <linux/types.h>

/**
 * struct lint_text - a file in memory, and how far it has been read
 * @path: its name, for messages
 * @data: its bytes and a zero behind them
 * @size: how many, the zero not counted
 * @at: first byte that has not been read
 * @line: number of the line that was read last, from 1
 * @error: what is wrong with the file, or empty
 */
struct lint_text {
	const char *path;
	char *data;
	size_t size;
	size_t at;
	u32 line;
	char error[256];
};

bool lint_text_load(struct lint_text *text, const char *path);
void lint_text_free(struct lint_text *text);
char *lint_text_line(struct lint_text *text);
bool lint_text_has(const struct lint_text *text, const char *start);
bool lint_parse_hex(const char **at, u32 *value);

__attribute__((format(printf, 2, 3)))
bool lint_text_fail(struct lint_text *text, const char *format, ...);

#endif
