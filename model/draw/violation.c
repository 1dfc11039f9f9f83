// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: violations of the drawing pipeline
 *
 * Blocks of the pipeline tell here what the hardware does not define. The sentence goes to the
 * card, or in a unit test of a block to the test.
 */
#include <stdarg.h>
#include <stdio.h>

#include "draw.h"

void draw_violation(const struct draw_card *card, const char *fmt, ...)
{
	char text[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	card->violation(card->opaque, text);
}
