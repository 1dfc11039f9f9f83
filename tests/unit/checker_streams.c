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
#include "workspace.h"

static struct stream_file stream;
static struct r600_cs_workspace workspace;
static struct r600_cs_patch patches[STREAM_FILE_DWORDS / 2];

static bool same_patches(const struct r600_cs_result *res)
{
	u32 i, ndw = stream.ndw;

	if (res->num_patches != stream.num_patches) {
		printf("# %u patches\n", res->num_patches);
		return false;
	}
	for (i = 0; i < res->num_patches; i++) {
		const struct r600_cs_patch *is = &patches[i];
		const struct r600_cs_patch *want = &stream.patches[i];

		/* A packet of two dwords is inserted. */
		if (is->kind == R600_CS_PATCH_CLEAR_STATE)
			ndw += 2;
		if (is->dw == want->dw && is->kind == want->kind &&
		    is->buffer == want->buffer && is->value == want->value)
			continue;
		printf("# patch of dword %u, kind %u, buffer %u, value %x\n",
		       is->dw, is->kind, is->buffer, is->value);
		return false;
	}
	if (res->ndw != ndw)
		printf("# %u dwords, not %u\n", res->ndw, ndw);
	return res->ndw == ndw;
}

static bool as_told(int ret, const struct r600_cs_result *res, bool quiet)
{
	char text[R600_CS_REPORT_BYTES];

	r600_cs_describe(&res->report, text, sizeof(text));
	if (!quiet)
		printf("# %s\n", ret ? text : "accepted");
	if (stream.accept)
		return !ret && same_patches(res);
	return ret == -EINVAL && res->report.dw == stream.refused_dw &&
	       strstr(text, stream.refusal);
}

/* On the heap and of the exact length, so that ASan sees a read behind it. */
static bool run(u32 fill)
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
	workspace_fill(&workspace, fill);
	ok = as_told(r600_cs_check(&in, &res), &res, fill);
	ok = ok && !memcmp(ib, stream.ib, (size_t)stream.ndw * 4);
	free(ib);
	return ok;
}

static bool read_stream(const char *path)
{
	int line;
	const char *error = stream_file_read(&stream, path, &line);

	if (error)
		printf("# %s:%d: %s\n", path, line, error);
	return !error;
}

/* Of a stream that is longer, a share. */
#define MAX_PLACES	1024

/* A workspace where each word may be taken for a place in this stream, one after another. */
static bool same_at_any_place(const char *path)
{
	u32 place, step = 1 + stream.ndw / MAX_PLACES;

	for (place = 1; place <= stream.ndw; place += step) {
		if (run(place))
			continue;
		printf("# %s: another answer on a workspace full of %u\n", path, place);
		return false;
	}
	return true;
}

/* SET_CONTEXT_REG of compute without a value: its state is followed from there on. */
static const u32 no_register[] = { 0xc0006902, 0 };

/*
 * A stream that dispatches late is judged as one that has state of compute from its
 * start. True, too, where the packet does not fit in front of the stream, and of one
 * that is refused before anything in it counts.
 */
static bool same_behind_compute(const char *path)
{
	const u32 ndw = sizeof(no_register) / 4;
	u32 i;

	if (stream.engine == R600_CS_DMA || stream.ndw + ndw > STREAM_FILE_DWORDS ||
	    (!stream.accept && !stream.refused_dw))
		return true;
	memmove(stream.ib + ndw, stream.ib, (size_t)stream.ndw * 4);
	memcpy(stream.ib, no_register, sizeof(no_register));
	stream.ndw += ndw;
	stream.refused_dw += ndw;
	for (i = 0; i < stream.num_patches; i++)
		stream.patches[i].dw += ndw;
	if (run(0xffffffff))
		return true;
	printf("# %s: another answer with state of compute from the start\n", path);
	return false;
}

/* What the workspace held before makes no difference: no value, no buffer, no place. */
int main(int argc, char **argv)
{
	bool same = true;
	int i;

	for (i = 1; i < argc; i++)
		tap_ok(read_stream(argv[i]) && run(0) && run(0xffffffff), "%s", argv[i]);
	/* MSan has seen already what this would show. */
	if (tap_failed || WORKSPACE_MSAN)
		return tap_done();
	for (i = 1; i < argc; i++)
		same = read_stream(argv[i]) && same_at_any_place(argv[i]) && same;
	tap_ok(same, "the same on any workspace");
	same = true;
	for (i = 1; i < argc; i++)
		same = read_stream(argv[i]) && same_behind_compute(argv[i]) && same;
	tap_ok(same, "the same with state of compute from the start");
	return tap_done();
}
