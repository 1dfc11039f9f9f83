// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What a small draw takes, from its packet to memory: two triangles, ten by ten pixels, a depth test
 * and a parameter.
 *
 *	small-bench [DRAWS]
 *
 * Under valgrind --tool=callgrind, divide the difference of two runs by that of their draws.
 */
#include "test_screen.h"

#define SIDE	10u
#define PITCH	64u
#define BATCH	64u

int main(int argc, char **argv)
{
	uint32_t draws = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000;

	start_screen("turks", PITCH, SIDE);
	for (uint32_t i = 0; i < draws; i++) {
		EMIT(&card, PKT3(0x69, 2), 0x105, i);	/* CB_BLEND_RED */
		EMIT(&card, PKT3(0x2d, 2), 4, 2);
		if (i % BATCH == BATCH - 1)
			finish();
	}
	finish();
	printf("%u draws, %llu violations, a corner is %08x\n", draws, (unsigned long long)complaints(&card),
	       peek32(&card, TARGET + 4));
	card_free(&card);
	return 0;
}
