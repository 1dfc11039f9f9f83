// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The oracle's part for draws and dispatches: which bytes they would reach at
 * least, by what the registers hold when they come.
 */

#include <linux/array_size.h>

#include "oracle_run.h"

/* A wavefront spills no further than its ring goes. */
static const char *run_spilled(struct run *run)
{
	u32 i, item;

	for (i = 0; i < 6 * run->in->chip->num_se; i++) {
		item = run->spill[i / 6][i % 6].item[run->dispatch &&
						     !run->one_state];
		if (item > run->spill[i / 6][i % 6].size.value)
			return "items that are larger than their ring";
	}
	return NULL;
}

/* Constant buffers and stream-out as a draw would use them. */
static const char *run_constant_buffers(struct run *run)
{
	static const u32 pairs[][2] = {
		{ 0x28140, 0x28940 }, { 0x28180, 0x28980 }, { 0x281c0, 0x289c0 },
		{ 0x28f80, 0x28f00 }, { 0x28fc0, 0x28f40 },
	};
	u32 stage, i;

	for (stage = 0; stage < ARRAY_SIZE(pairs); stage++) {
		for (i = 0; i < 64; i += 4) {
			struct reg *size = reg(run, pairs[stage][0] + i);
			struct reg *base = reg(run, pairs[stage][1] + i);

			if (!size->set)
				return "a constant buffer of unknown size";
			if (size->value && (!base->set || !base->reads ||
					    size->value * 256ull > base->left))
				return "a constant buffer behind its buffer";
		}
	}
	return NULL;
}

static const char *run_stream_out(struct run *run)
{
	u32 config = reg(run, 0x28b94)->value, stream, i;

	if (!reg(run, 0x28b94)->set || !reg(run, 0x28b98)->set)
		return "stream-out of unknown state";
	for (stream = 0; stream < 4; stream++) {
		for (i = 0; i < 4; i++) {
			struct reg *size = reg(run, 0x28ad0 + i * 16);
			struct reg *base = reg(run, 0x28ad8 + i * 16);

			if (!(config >> stream & 1) ||
			    !(reg(run, 0x28b98)->value >> (stream * 4 + i) & 1))
				continue;
			if (!size->set || !base->set || !base->writes ||
			    size->value * 4ull > base->left)
				return "stream-out behind its buffer";
		}
	}
	return NULL;
}

static const u8 target_bytes[64] = {
	0, 1, 1, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4,
	4, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 0, 16, 16,
};

/* What dword @dw, which is @value in the stream, is when it runs, addresses apart. */
u32 oracle_patched(const struct run *run, u32 dw, u32 value)
{
	u32 i;

	for (i = 0; i < run->res->num_patches; i++)
		if (run->res->patches[i].dw == dw &&
		    run->res->patches[i].kind == R600_CS_PATCH_VALUE)
			return run->res->patches[i].value;
	return value;
}

/* Pixels of depth or stencil go to target 0. */
static bool copies_depth(struct run *run)
{
	return !run->dispatch && reg(run, 0x28000)->set && reg(run, 0x28000)->value & 0xc;
}

/* The last element of a buffer, or the last corner of a surface without tiling. */
static const char *run_random_access(struct run *run, u32 index, u32 base)
{
	struct reg *info = reg(run, base + 0x10), *dim = reg(run, base + 0x18);
	struct reg *mail = reg(run, 0x28b9c + index * 4);
	u32 bytes = target_bytes[info->value >> 2 & 0x3f];
	u32 end = oracle_patched(run, dim->dw, dim->value), pitch = reg(run, base + 4)->value & 0x7ff;
	u64 size;

	/* With one state, an image of compute may be in the place of the target that Mesa copies to. */
	if (!index && !run->one_state && copies_depth(run))
		return "depth goes where pixels have no bounds";
	if (!reg(run, base)->set || !reg(run, base)->reads ||
	    !reg(run, base)->writes || !dim->set || !bytes)
		return "random access to something unknown";
	if (end > dim->value)
		return "a patch that makes a target larger";
	if (info->value >> 27 & 7)
		size = ((end >> 16) * (pitch + 1ull) * 8 + (end & 0xffff) + 1) * bytes;
	else
		size = (end + 1ull) * bytes;
	if (size > reg(run, base)->left)
		return "random access behind the buffer";
	if (!mail->set || !mail->reads || !mail->writes ||
	    mail->left < run->in->chip->num_se * 0x4000ull * bytes)
		return "results behind their buffer";
	return NULL;
}

/* With two sources to blend, target 1 is only there for its format. */
static bool second_source(struct run *run, u32 base)
{
	struct reg *blend = reg(run, 0x28780);

	return base == 0x28c9c && blend->set && blend->value >> 30 & 1 &&
		reg(run, 0x28238)->set && !(reg(run, 0x28238)->value & 0xf0);
}

/* Where there are targets, one that CB_SHADER_MASK leaves out does not exist, but for a resolve's. */
static bool masked(struct run *run, u32 index)
{
	struct reg *mask = reg(run, 0x2823c);
	u32 mode = reg(run, 0x28808)->value >> 4 & 7;

	return index < 8 && mask->set && !(mask->value >> index * 4 & 0xf) &&
		mode && index > (mode == 3);
}

/* All pixels of the draw, of which a slice has @pixels; a scissor with a bug may not cut. */
static bool stays_inside(struct run *run, u32 pitch, u32 pixels)
{
	static const u32 corners[] = { 0x28034, 0x28208, 0x28244 };
	u32 width = ((pitch & 0x7ff) + 1) * 8, x = ~0u, y = ~0u, i;

	if (run->dispatch)
		return true;
	for (i = 0; i < ARRAY_SIZE(corners); i++) {
		struct reg *tl = reg(run, corners[i] - 4), *br = reg(run, corners[i]);
		u32 both = tl->value | br->value, end = br->value & 0x7fff7fff;

		if (!tl->set || !br->set || !(both << 17) || !(both << 1 >> 17) ||
		    (run->in->chip->class == R600_CS_CAYMAN && end == 0x10001))
			return false;
		if ((end & 0xffff) < x)
			x = end & 0xffff;
		if (end >> 16 < y)
			y = end >> 16;
	}
	return x <= width && y <= pixels / width;
}

/* The first slice of a view is behind the last. */
static bool ends_before(u32 view)
{
	return (view & 0x7ff) > (view >> 13 & 0x7ff);
}

/* The bytes from the first to the last row of a target without tiling. */
static const char *run_target(struct run *run, u32 index, u32 base)
{
	struct reg *info = reg(run, base + 0x10), *slice = reg(run, base + 8);
	struct reg *view = reg(run, base + 12), *written = reg(run, 0x28238);
	u32 mode = reg(run, 0x28808)->value >> 4 & 7;
	u64 size;

	if (!info->set)
		return "a target of unknown state";
	if (info->value >> 26 & 1)
		return run_random_access(run, index, base);
	if (!(info->value >> 2 & 0x3f) ||
	    (index && (second_source(run, base) || masked(run, index))))
		return NULL;
	if (ends_before(view->value))
		return "a target whose slices end before they begin";
	if (!(info->value >> 8 & 0xf) && view->value & 0x7ff)
		return "a linear target that begins at no slice";
	size = target_bytes[info->value >> 2 & 0x3f];
	size *= ((slice->value & 0x3fffff) + 1ull) * 64;
	size *= (view->value >> 13 & 0x7ff) + 1;
	/* Mesa has an image of compute for target 0 where a draw resolves, and counts on two states. */
	if (mode == 3 && index == 1 && !(run->one_state && reg(run, 0x28c70)->value >> 26 & 1) &&
	    (info->value ^ reg(run, 0x28c70)->value) >> 2 & 0x3f)
		return "a resolve to another format";
	if (index > 7 || !size || !slice->set || !view->set ||
	    !reg(run, base)->set || !reg(run, base)->writes ||
	    size > reg(run, base)->left)
		return "a target behind its buffer";
	if ((mode > 1 || (!index && copies_depth(run)) ||
	     !written->set || written->value >> index * 4 & 0xf) &&
	    !stays_inside(run, reg(run, base + 4)->value, ((slice->value & 0x3fffff) + 1) * 64))
		return "pixels behind a target";
	return NULL;
}

static const char *run_targets(struct run *run)
{
	const char *error = NULL;
	u32 i;

	for (i = 0; i < 8 && !error; i++)
		error = run_target(run, i, 0x28c60 + i * 0x3c);
	for (; i < 12 && !error; i++)
		error = run_target(run, i, 0x28e40 + (i - 8) * 0x1c);
	return error;
}

/* The logarithm, where the three that say so on a Cayman differ the least of them. */
static u32 depth_samples(struct run *run)
{
	bool cayman = run->in->chip->class == R600_CS_CAYMAN;
	u32 log = reg(run, cayman ? 0x28be0 : 0x28c04)->value & (cayman ? 7 : 3);
	u32 info = reg(run, 0x28040)->value >> 2 & 3, anchors = reg(run, 0x28804)->value & 7;

	if (cayman && info < log)
		log = info;
	return cayman && anchors < log ? anchors : log;
}

static const char *run_depth(struct run *run)
{
	static const u8 bytes[4] = { 0, 2, 4, 4 };
	struct reg *z = reg(run, 0x28040), *stencil = reg(run, 0x28044);
	struct reg *control = reg(run, 0x28000);
	bool on = z->value & 3 || stencil->value & 1;
	u32 view = reg(run, 0x28008)->value;
	u64 tiles = ((reg(run, 0x2805c)->value & 0x3fffff) + 1ull) * 64 *
		((view >> 13 & 0x7ff) + 1);
	u32 i;

	if (!z->set || !stencil->set || !control->set)
		return "depth of unknown state";
	if ((control->value & 5 && !(z->value & 3)) ||
	    (control->value & 10 && !(stencil->value & 1)) || control->value & 16)
		return "a plane that is not there, or HTILE made anew";
	if (on && !stays_inside(run, reg(run, 0x28058)->value,
				((reg(run, 0x2805c)->value & 0x3fffff) + 1) * 64))
		return "pixels behind depth";
	if (on && ends_before(view))
		return "depth whose slices end before they begin";
	if (control->value & 12 && (control->value >> 8 & 7) >> depth_samples(run))
		return "a copy of a sample that is not there";
	for (i = 0; i < 2; i++) {
		if (z->value & 3 && (!reg(run, 0x28048 + i * 8)->set ||
				     tiles * bytes[z->value & 3] >
				     reg(run, 0x28048 + i * 8)->left))
			return "depth behind its buffer";
		if (stencil->value & 1 &&
		    (!reg(run, 0x2804c + i * 8)->set ||
		     tiles > reg(run, 0x2804c + i * 8)->left))
			return "stencil behind its buffer";
	}
	return NULL;
}

const char *oracle_draw(struct run *run)
{
	static const u32 programs[] = { 0x28840, 0x2885c, 0x288a4 };
	const char *error = NULL;
	u32 i;

	if (!run->in->clean_start)
		return "a draw on a card that was not reset";
	if (reg(run, 0x28b54)->value >> 8)
		return "stages that there are not";
	if (reg(run, 0x28a40)->value & 2 && !(reg(run, 0x28b54)->value & 0x20))
		return "primitives for a geometry shader that is off";
	for (i = 0; i < ARRAY_SIZE(programs); i++)
		if (!reg(run, programs[i])->set ||
		    !reg(run, programs[i])->reads)
			return "no program";
	error = run_constant_buffers(run);
	if (!error)
		error = run_stream_out(run);
	if (!error)
		error = run_targets(run);
	if (!error)
		error = run_spilled(run);
	return error ? error : run_depth(run);
}

const char *oracle_dispatch(struct run *run)
{
	struct reg *stages = reg(run, 0x28b54);
	const char *error;

	if (!run->in->clean_start)
		return "a dispatch on a card that was not reset";
	if (!reg(run, 0x288d0)->set || !reg(run, 0x288d0)->reads)
		return "no program";
	if (stages->set ? stages->value != 2 : !run->clears)
		return "another stage than that of compute";
	error = run_constant_buffers(run);
	if (!error)
		error = run_targets(run);
	return error ? error : run_spilled(run);
}
