/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Works for a compute shader. Each has a program of its name in works/, reads a buffer
 * (binding 0), maybe a block of constants, and fills another buffer (binding 1), which is zeroed
 * before. The CPU does the same, and every word of the two must be the same.
 */
#ifndef GL_WORKS_H
#define GL_WORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PICTURE_SIDE	512u
#define PICTURE_ROUNDS	256u

struct work {
	const char *name, *title, *size;
	size_t given, made;		/* dwords */
	uint32_t groups[3];
	bool indirect;			/* the counts come from a buffer */
	bool picture;			/* what is made is one, of PICTURE_SIDE rows */
	const void *constants;
	size_t constant_bytes;
	void (*give)(uint32_t *given);
	void (*reference)(const uint32_t *given, uint32_t *made);
};

extern const struct work works[];
extern const size_t work_count;

#endif
