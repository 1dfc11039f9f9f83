// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: trusted limits
 *
 * A footprint ends where a register says so, and that the chip keeps to it is somebody's
 * word: a field's name, a document, or that drivers have rested on it for years. In
 * all that nobody has said anything about, a footprint is what the worst reading allows;
 * these are the exceptions, one by one. A watcher may distrust any of them
 * (&gpu_watch.distrusted): what a stream may touch then is what escapes on a chip that does
 * not keep the limit. The soundness test does so with a stream for each.
 *
 * Documentation/command-checker.rst has them in this order, with the place in the checker, the
 * source, and what escapes.
 */
#include "gpu.h"

static const char *const names[GPU_TRUSTS] = {
	[TRUST_PROGRAM_END] = "program-end",
	[TRUST_CONSTANTS] = "constants",
	[TRUST_RINGS] = "rings",
	[TRUST_STRMOUT] = "stream-out",
	[TRUST_VERTICES] = "vertices",
	[TRUST_TEXTURES] = "textures",
	[TRUST_LEVELS] = "levels",
	[TRUST_TYPE] = "type",
	[TRUST_EMPTY_SLOT] = "empty-slot",
	[TRUST_NO_FMASK] = "no-fmask",
	[TRUST_TARGETS] = "targets",
	[TRUST_MASKED] = "masked",
	[TRUST_MASKS] = "masks",
	[TRUST_DEPTH] = "depth",
	[TRUST_DEPTH_OFF] = "depth-off",
	[TRUST_RATS] = "rats",
	[TRUST_NO_RAT] = "no-rat",
	[TRUST_MAILBOX] = "mailbox",
	[TRUST_INDICES] = "indices",
	[TRUST_FIRST_INDEX] = "first-index",
	[TRUST_SIZE_0] = "size-0",
	[TRUST_STAGE_OFF] = "stage-off",
	[TRUST_STRMOUT_OFF] = "stream-out-off",
	[TRUST_TARGET_OFF] = "target-off",
	[TRUST_MASKS_OFF] = "masks-off",
	[TRUST_RESOLVE] = "resolve",
	[TRUST_DISPATCH] = "dispatch",
};

const char *gpu_trust_name(unsigned int trust)
{
	return trust < GPU_TRUSTS ? names[trust] : NULL;
}
