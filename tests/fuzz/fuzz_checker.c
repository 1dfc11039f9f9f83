// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * libFuzzer target for r600_cs_check(): whatever is thrown at it, it answers
 * the same on two workspaces that hold something else, leaves the stream alone,
 * refuses with a report and accepts with patches that the oracle agrees with.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_input.h"
#include "oracle.h"
#include "workspace.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

#define MAX_PATCHES	(FUZZ_MAX_DWORDS / 2)

static void fail(const char *what, u32 where)
{
	fprintf(stderr, "broken promise: %s (%u)\n", what, where);
	abort();
}

static void check_refusal(const struct r600_cs_input *in,
			  const struct r600_cs_report *report)
{
	char text[R600_CS_REPORT_BYTES];

	if (!report->rule)
		fail("refused without a rule", report->dw);
	if (report->dw && report->dw >= in->ndw)
		fail("the report names a dword behind the end", report->dw);
	r600_cs_describe(report, text, sizeof(text));
	if (strlen(text) + 1 >= sizeof(text))
		fail("a report that does not fit", report->dw);
}

/* A bit for each dword from the patch's on. */
static u32 patched_dwords(const struct r600_cs_patch *patch)
{
	static const u32 dwords[] = {
		[R600_CS_PATCH_LO_HI8] = 0x3,
		[R600_CS_PATCH_BASE256] = 0x1,
		[R600_CS_PATCH_VERTEX] = 0x7,
		[R600_CS_PATCH_VERTEX_BYTE] = 0x7,
		[R600_CS_PATCH_DMA_COPY] = 0x5,
		[R600_CS_PATCH_DMA_BROADCAST] = 0x9,
		[R600_CS_PATCH_DMA_FILL] = 0x5,
		[R600_CS_PATCH_VALUE] = 0x1,
		[R600_CS_PATCH_START256] = 0x1,
		[R600_CS_PATCH_CLEAR_STATE] = 0,
	};

	return dwords[patch->kind];
}

/* Patches are inside the IB, do not overlap, and change nothing else. */
static void check_patches(const struct r600_cs_input *in,
			  const struct r600_cs_result *res)
{
	static u32 ib[FUZZ_MAX_DWORDS];
	static u8 taken[FUZZ_MAX_DWORDS];
	u64 addresses[FUZZ_MAX_BUFFERS];
	u32 i, k;

	for (i = 0; i < FUZZ_MAX_BUFFERS; i++)
		addresses[i] = 0x912345000;
	memset(taken, 0, in->ndw);
	memcpy(ib, in->ib, in->ndw * 4ul);
	for (i = 0; i < res->num_patches; i++) {
		const struct r600_cs_patch *patch = &res->patches[i];
		u32 dwords = patched_dwords(patch);

		for (k = patch->dw; dwords; k++, dwords >>= 1) {
			if (k >= in->ndw)
				fail("a patch behind the end", i);
			if (dwords & 1 && taken[k]++)
				fail("a dword patched twice", i);
		}
	}
	r600_cs_apply(ib, res->patches, res->num_patches, addresses);
	for (i = 0; i < in->ndw; i++)
		if (!taken[i] && ib[i] != in->ib[i])
			fail("a patch changes another dword", i);
}

/* A place in this stream, another one for most. */
static u32 some_place(const struct r600_cs_input *in)
{
	u32 i, sum = 0;

	for (i = 0; i < in->ndw; i++)
		sum = sum * 31 + in->ib[i];
	return 1 + (sum >> 8) % (in->ndw + 1);
}

/* What is inserted is a CLEAR_STATE behind a DEALLOC_STATE, and nothing is lost. */
static void check_copy(const struct r600_cs_input *in,
		       const struct r600_cs_result *res)
{
	static u32 copy[2 * FUZZ_MAX_DWORDS];
	u32 i, k;

	if (res->ndw < in->ndw || res->ndw > 2 * in->ndw)
		fail("a length that cannot be", res->ndw);
	r600_cs_copy(copy, in->ib, in->ndw, res);
	for (i = 0, k = 0; k < res->ndw; k++) {
		if (i < in->ndw && copy[k] == in->ib[i]) {
			i++;
			continue;
		}
		if (i < 2 || k + 1 >= res->ndw || in->ib[i - 2] != 0xc0001402 ||
		    copy[k] != 0xc0001202 || copy[k + 1])
			fail("something else is inserted", k);
		k++;
	}
	if (i != in->ndw)
		fail("the end is lost", i);
}

/* On a workspace that another stream has left in another state. */
static void check_twice(const struct r600_cs_input *in, int ret,
			const struct r600_cs_result *first)
{
	static struct r600_cs_patch patches[MAX_PATCHES];
	static struct r600_cs_workspace workspace;
	struct r600_cs_result res = {
		.patches = patches,
		.max_patches = first->max_patches,
		.workspace = &workspace,
	};
	u32 i;

	workspace_fill(&workspace, some_place(in));
	if (r600_cs_check(in, &res) != ret || res.ndw != first->ndw ||
	    res.num_patches != first->num_patches ||
	    memcmp(&res.report, &first->report, sizeof(res.report)) != 0)
		fail("another answer the second time", 0);
	for (i = 0; i < res.num_patches; i++)
		if (patches[i].dw != first->patches[i].dw ||
		    patches[i].kind != first->patches[i].kind ||
		    patches[i].buffer != first->patches[i].buffer ||
		    patches[i].value != first->patches[i].value)
			fail("another patch the second time", i);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct r600_cs_patch patches[MAX_PATCHES];
	static struct fuzz_input input;
	static struct r600_cs_workspace workspace;
	struct r600_cs_result res = {
		.patches = patches, .workspace = &workspace,
	};
	const char *error;
	u32 *ib;
	int ret;

	if (!fuzz_input_decode(&input, data, size))
		return 0;
	/* Of the exact length, so that ASan sees a read behind it. */
	ib = malloc((input.in.ndw ? input.in.ndw : 1) * 4ul);
	if (!ib)
		return 0;
	memcpy(ib, input.ib, input.in.ndw * 4ul);
	input.in.ib = ib;
	res.max_patches = r600_cs_max_patches(input.in.ndw);
	workspace_fill(&workspace, 0);
	ret = r600_cs_check(&input.in, &res);
	if (memcmp(ib, input.ib, input.in.ndw * 4ul) != 0)
		fail("the stream was written to", 0);
	check_twice(&input.in, ret, &res);
	if (ret == -EINVAL) {
		check_refusal(&input.in, &res.report);
	} else if (ret) {
		fail("an answer that is neither", -ret);
	} else {
		check_patches(&input.in, &res);
		check_copy(&input.in, &res);
		error = oracle_judge(&input.in, &res);
		if (error)
			fail(error, 0);
	}
	free(ib);
	return 0;
}
