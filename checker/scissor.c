// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Scissors
 *
 * Nobody says whether the card leaves out pixels beyond pitch and slice of a target. So a draw
 * needs scissors that end inside all targets that it may write. All clients set them so: Mesa
 * the window's scissor, to the size of its framebuffer, which is that of the smallest target;
 * the X driver all three.
 *
 * Three scissors cut everything that is drawn: those of the screen, of the window, and the
 * generic one. Those of viewports can be switched off, and are not looked at. What would move
 * them, or the pixels, against each other, PA_SC_WINDOW_OFFSET and PA_SU_HARDWARE_SCREEN_OFFSET,
 * has to be 0 (checker/regs.c).
 *
 * The cards have two bugs that Mesa and the X driver avoid: a scissor that goes from 0 to 0 in one
 * direction, and on Cayman the one that ends at 1 in both. What they cause is not known, nor
 * whether it is only that scissor which does not cut then. So all three have to be set, without
 * a bug. Those of viewports are left out here, too.
 *
 * Sources: guide chapter 2 for the registers; Mesa and xf86-video-ati for what they write, and
 * the bugs.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "scissor.h"
#include "track.h"

#define SCISSOR_BR		4

/* Exclusive. The screen's have a bit more, which no target is as large as. */
#define SCISSOR_X		GENMASK(14, 0)
#define SCISSOR_Y		GENMASK(30, 16)
#define BR_OF_ONE_PIXEL		(BIT(16) | BIT(0))

static const char *find_bug(const struct r600_cs_run *run, u32 tl, u32 br)
{
	if (br & ~(u32)(SCISSOR_X | SCISSOR_Y))
		return "bits 15 and 31 must be zero";
	if (!((tl | br) & SCISSOR_X) || !((tl | br) & SCISSOR_Y))
		return "a scissor must not go from 0 to 0";
	if (r600_cs_is_cayman(run) && br == BR_OF_ONE_PIXEL)
		return "a scissor must not end at 1 in both directions";
	return NULL;
}

/**
 * r600_cs_check_scissors() - does all that is drawn lie inside a target?
 * @run: the run; the check in hand is that of a draw
 * @width: of the target, in pixels
 * @height: of a slice, in pixels
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_scissors(struct r600_cs_run *run, u32 width, u32 height)
{
	static const u32 scissors[] = {
		PA_SC_WINDOW_SCISSOR_TL, PA_SC_SCREEN_SCISSOR_TL, PA_SC_GENERIC_SCISSOR_TL,
	};
	u32 i, br, x = SCISSOR_X, y = SCISSOR_Y >> 16;
	const char *bug;
	int ret;

	for (i = 0; i < ARRAY_SIZE(scissors); i++) {
		const u32 needed[] = { scissors[i], scissors[i] + SCISSOR_BR };

		ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
		if (ret)
			return ret;
		br = r600_cs_value(run, needed[1]);
		bug = find_bug(run, r600_cs_value(run, needed[0]), br);
		if (bug)
			return r600_cs_refuse_reg(run, needed[1], br, 0, bug);
		x = min(x, (u32)FIELD_GET(SCISSOR_X, br));
		y = min(y, (u32)FIELD_GET(SCISSOR_Y, br));
	}
	if (x <= width && y <= height)
		return 0;
	return r600_cs_refuse_reg(run, PA_SC_WINDOW_SCISSOR_TL + SCISSOR_BR, y << 16 | x,
				  min(height, 0xffffu) << 16 | min(width, 0xffffu),
				  "the scissors must end inside all targets");
}
