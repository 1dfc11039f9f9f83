// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Runs the checker over streams in text files (tests/streams) and compares
 * verdict, report and patches with what the file says.
 *
 * usage: checker_streams FILE...
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream_file.h"
#include "tap.h"

static struct stream_file stream;
static struct r600_cs_workspace workspace;
static struct r600_cs_patch patches[STREAM_FILE_DWORDS / 2];

static bool same_patches(const struct r600_cs_result *res)
{
	u32 i;

	if (res->num_patches != stream.num_patches) {
		printf("# %u patches\n", res->num_patches);
		return false;
	}
	for (i = 0; i < res->num_patches; i++) {
		const struct r600_cs_patch *is = &patches[i];
		const struct r600_cs_patch *want = &stream.patches[i];

		if (is->dw == want->dw && is->kind == want->kind &&
		    is->buffer == want->buffer && is->value == want->value)
			continue;
		printf("# patch of dword %u, kind %u, buffer %u, value %x\n",
		       is->dw, is->kind, is->buffer, is->value);
		return false;
	}
	return true;
}

static bool as_told(int ret, const struct r600_cs_result *res)
{
	char text[R600_CS_REPORT_BYTES];

	r600_cs_describe(&res->report, text, sizeof(text));
	printf("# %s\n", ret ? text : "accepted");
	if (stream.accept)
		return !ret && same_patches(res);
	return ret == -EINVAL && res->report.dw == stream.refused_dw &&
	       strstr(text, stream.refusal);
}

/* On the heap and of the exact length, so that ASan sees a read behind it. */
static bool run(int fill)
{
	u32 *ib = malloc((stream.ndw ? stream.ndw : 1) * 4ul);
	struct r600_cs_result res = {
		.patches = patches,
		.max_patches = r600_cs_max_patches(stream.ndw),
		.workspace = &workspace,
	};
	struct r600_cs_input in = {
		.chip = &stream.chip,
		.engine = stream.engine,
		.ib = ib,
		.ndw = stream.ndw,
		.buffers = stream.buffers,
		.num_buffers = stream.num_buffers,
		.keep_tiling = stream.keep_tiling,
		.clean_start = stream.clean_start,
		.no_rats = stream.no_rats,
		.vm = stream.vm,
	};
	bool ok;

	if (!ib)
		return false;
	memcpy(ib, stream.ib, (size_t)stream.ndw * 4);
	memset(&workspace, fill, sizeof(workspace));
	ok = as_told(r600_cs_check(&in, &res), &res);
	ok = ok && !memcmp(ib, stream.ib, (size_t)stream.ndw * 4);
	free(ib);
	return ok;
}

int main(int argc, char **argv)
{
	const char *error;
	int i, line;

	for (i = 1; i < argc; i++) {
		error = stream_file_read(&stream, argv[i], &line);
		if (error)
			printf("# %s:%d: %s\n", argv[i], line, error);
		/* What the workspace held before makes no difference. */
		tap_ok(!error && run(0) && run(0xff), "%s", argv[i]);
	}
	return tap_done();
}
