// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Fuzzing of cs-lint's readers and of all that it says of a stream. An input is a
 * file; what it is, is found out as for a user. A line of equals signs divides a log
 * of ioctls from the recording that it belongs to. Only the sanitizers judge.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "chips.h"
#include "disasm.h"
#include "read.h"
#include "rules.h"

static const char divider[] = "\n====\n";

static FILE *nowhere;
static struct lint_verdict verdict;

static bool look(const struct lint_submission *sub, void *data)
{
	static struct lint_finding findings[LINT_MAX_RULES];
	enum lint_dialect dialect = sub->ib.n % 4;

	lint_check(sub, &verdict);
	lint_run_rules(sub, findings, LINT_MAX_RULES);
	if (sub->engine == R600_CS_DMA)
		lint_disasm_dma(sub, &verdict, dialect, nowhere);
	else
		lint_disasm_pm4(sub, nowhere);
	return true;
}

static int memory_file(const char *data, size_t size, char *path, size_t path_size)
{
	int fd = memfd_create("input", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, path_size, "/proc/self/fd/%d", fd);
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
	const char *data = (const char *)input;
	const char *cut = memmem(data, size, divider, strlen(divider));
	size_t log = cut ? (size_t)(cut - data) : 0;
	size_t from = cut ? log + strlen(divider) : 0;
	char path[32], ioctls[32], error[256];
	struct lint_source source = { .path = path, .chip_given = true, .vm = size % 3 == 0 };
	int file, log_file;

	if (!nowhere)
		nowhere = fopen("/dev/null", "w");
	if (!nowhere || !lint_chip(size % 2 ? "cayman" : "cypress", &source.chip))
		abort();
	file = memory_file(data + from, size - from, path, sizeof(path));
	log_file = memory_file(data, log, ioctls, sizeof(ioctls));
	if (cut)
		source.ioctls = ioctls;
	lint_read(&source, look, NULL, error, sizeof(error));
	close(file);
	close(log_file);
	return 0;
}
