// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Runs the fuzz target without libFuzzer, for compilers that have none and for
 * reproducing a finding: each file as it is, then mutations of them, blindly.
 *
 * usage: fuzz_standalone ROUNDS FILE...
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "mutator.h"

#define MAX_SIZE	16384

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static size_t load(const char *path, u8 *data)
{
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file) {
		fprintf(stderr, "%s cannot be opened\n", path);
		exit(2);
	}
	size = fread(data, 1, MAX_SIZE, file);
	fclose(file);
	return size;
}

int main(int argc, char **argv)
{
	static u8 data[MAX_SIZE];
	unsigned long i, rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	size_t size = 0;
	int k;

	for (k = 2; k < argc; k++) {
		size = load(argv[k], data);
		LLVMFuzzerTestOneInput(data, size);
	}
	if (argc < 3)
		return 2;
	srand(1);
	for (i = 0; i < rounds; i++) {
		if (i % 64 == 0)
			size = load(argv[2 + rand() % (argc - 2)], data);
		size = mutate(data, size, sizeof(data), rand());
		LLVMFuzzerTestOneInput(data, size);
	}
	printf("%d files and %lu mutations\n", argc - 2, rounds);
	return 0;
}
