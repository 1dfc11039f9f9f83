// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Random access targets
 *
 * Shaders read, write and change any element of a random access target (RAT), in
 * dispatches and in draws. Each of the twelve targets may be one. A RAT with a
 * format is bounded at every draw and dispatch, whatever the masks say.
 *
 * A RAT that is a buffer ends at CB_COLORn_DIM, the index of its last element;
 * pitch and slice do not count for it. Clients rely on the kernel for more than
 * that: the GL driver of these chips writes the number of bytes, whatever the size
 * of an element. So an end behind the buffer is moved to it by a patch, as is done
 * for vertex buffers. One that an earlier draw has used already cannot be
 * moved any more, since it may have meant something else there.
 *
 * All other RATs are surfaces of pitch, slice and last slice like any target, with
 * the largest coordinates in CB_COLORn_DIM, which have to lie within them.
 *
 * What an operation returns goes to the mailbox at CB_IMMEDn_BASE. The guide (8.6)
 * has the shader say where in it, and there is no register with its size. A correct
 * shader uses one element for each lane of each wavefront of each shader engine;
 * so many have to be there. A shader that says otherwise reaches what lies behind:
 * see "What no checker can reach". Whoever cannot live with that sets
 * &r600_cs_input.no_rats, and dispatches without a VM and images are gone.
 *
 * Clover, the OpenCL of Mesa 22.3 and before, dispatches without a mailbox, for
 * shaders that have nothing returned. What one of them does return goes to that of
 * a clean start (&r600_cs_input.clean_start), memory that nobody needs, with room for
 * as much as the largest mailbox. A draw has to have its own.
 *
 * Sources: guide 8.6. That DIM counts elements of a buffer is in AMD's xf86-video-ati
 * ("number of elements in the surface") and in Terakan, a Vulkan driver for these
 * chips, which has pitch and slice ignored for buffers and the last element in DIM;
 * the size of a mailbox is Mesa's and Terakan's. Inferred from them: that the chip
 * refuses an element behind DIM.
 */

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "surface.h"
#include "target.h"
#include "track.h"

#define RESOURCE_BUFFER		0
#define RESOURCE_1D		1
#define RESOURCE_3D		5
#define ATTRIB_NON_DISP_ORDER	BIT(4)
#define DIM_WIDTH_MAX		GENMASK(15, 0)
#define DIM_HEIGHT_MAX		GENMASK(31, 16)

/* Moves the end of a buffer to its last whole element. */
static int move_end(struct r600_cs_run *run, u32 dim, u32 buffer,
		    u32 last)
{
	u32 place = r600_cs_origin(run, dim);

	if (!place)
		return r600_cs_refuse_target(run, dim,
					     "must be set again for a smaller buffer");
	r600_cs_track_final(run, dim, last);
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = place,
		.kind = R600_CS_PATCH_VALUE,
		.buffer = buffer,
		.value = last,
	});
}

/* @bytes is a power of two; 32-bit kernels do not divide u64. */
static u64 num_elements(u64 room, u32 bytes)
{
	while (bytes >>= 1)
		room >>= 1;
	return room;
}

/* Room for one element is asked for; where there is more, DIM decides. */
static int check_rat_buffer(struct r600_cs_run *run,
			    const struct r600_cs_target *target)
{
	u32 bytes = target->surface.bytes, dim = target->base + CB_DIM, view = target->base + CB_VIEW;
	u32 last = r600_cs_value(run, dim), buffer;
	u64 elements;
	int ret;

	/* If the card looked at it, a slice would begin beyond what DIM bounds. */
	ret = r600_cs_need(run, &view, 1);
	if (ret)
		return ret;
	if (r600_cs_value(run, view))
		return r600_cs_refuse_target(run, view, "a buffer has no slices");
	ret = r600_cs_bound(run, target->base, bytes, run->in->chip->group_bytes,
			    R600_CS_READ_WRITE);
	if (ret)
		return ret;
	buffer = r600_cs_origin(run, target->base);
	elements = num_elements(run->in->buffers[buffer].size -
				((u64)r600_cs_value(run, target->base) << 8),
				bytes);
	if (last >= elements)
		return move_end(run, dim, buffer, elements - 1);
	r600_cs_track_final(run, dim, last);
	return 0;
}

static int check_rat_surface(struct r600_cs_run *run,
			     struct r600_cs_target *target)
{
	u32 dim = target->base + CB_DIM, value = r600_cs_value(run, dim);
	int ret;

	ret = r600_cs_decode_target(run, target);
	if (ret)
		return ret;
	if (FIELD_GET(DIM_WIDTH_MAX, value) >= target->surface.width)
		return r600_cs_refuse_target(run, dim,
					     "the width must not exceed the pitch");
	if (FIELD_GET(DIM_HEIGHT_MAX, value) >= target->surface.height)
		return r600_cs_refuse_target(run, dim,
					     "the height must not exceed the slice");
	r600_cs_track_final(run, dim, value);
	return r600_cs_bound(run, target->base,
			     r600_cs_surface_bytes(&target->surface,
						   target->layers),
			     target->layout.base_align, R600_CS_READ_WRITE);
}

/* Lanes of all wavefronts that a shader engine can have in flight: 256 of 64. */
#define MAILBOX_ELEMENTS	16384
#define MAX_ELEMENT_BYTES	16

static_assert(R600_CS_MAX_SE * MAILBOX_ELEMENTS * MAX_ELEMENT_BYTES <=
	      R600_CS_MAILBOX_BYTES, "a clean start's has room for any dispatch");

static int check_mailbox(struct r600_cs_run *run,
			 const struct r600_cs_target *target)
{
	u32 base = CB_IMMED0_BASE + target->index * 4;

	if (r600_cs_is_parked(run, base))
		return 0;
	return r600_cs_bound(run, base, (u64)run->in->chip->num_se * MAILBOX_ELEMENTS *
			     target->surface.bytes, 256, R600_CS_READ_WRITE);
}

/* Rules of guide 8.6 that say what the chip would compute addresses from. */
static int check_rat_state(struct r600_cs_run *run,
			   const struct r600_cs_target *target)
{
	u32 type = FIELD_GET(INFO_RESOURCE_TYPE, target->info);
	u32 mode = FIELD_GET(INFO_ARRAY_MODE, target->info);
	u32 attrib = target->base + CB_ATTRIB, dim = target->base + CB_DIM;
	const u32 needed[] = { attrib, dim };
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	if (type > RESOURCE_3D)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "the resource type must be 0 to 5");
	if (target->info & (INFO_FAST_CLEAR | INFO_COMPRESSION))
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "random access is not to compressed targets");
	if (type <= RESOURCE_1D && mode != R600_CS_LINEAR_ALIGNED)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "the array mode of a buffer must be 1");
	if (type <= RESOURCE_1D &&
	    !(r600_cs_value(run, attrib) & ATTRIB_NON_DISP_ORDER))
		return r600_cs_refuse_target(run, attrib,
					     "the order of a buffer must not be that of displays");
	/* That of a surface is looked at with all else of it. */
	if (type == RESOURCE_BUFFER && r600_cs_value(run, attrib) != ATTRIB_NON_DISP_ORDER)
		return r600_cs_refuse_target(run, attrib, "a buffer has no tiles and no samples");
	return 0;
}

/*
 * A RAT of compute is in its place, if there is one state only. What the draw has of its own is
 * looked at by itself.
 */
static bool has_own_target(const struct r600_cs_run *run, const struct r600_cs_target *target)
{
	const struct r600_cs_bank *own = &run->ws->bank[R600_CS_DRAW];
	u32 i = r600_cs_index(target->base + CB_INFO);

	return r600_cs_draws_in_both(run) && r600_cs_bank_has(own, i) &&
	       own->value[i] & INFO_FORMAT;
}

/*
 * Modes that undo compression, and a resolve, use CMASK and FMASK of their targets, and a RAT has
 * none. A RAT in another slot is left out by CB_SHADER_MASK (guide 8.4.4). Target 0, and
 * target 1 of a resolve, are always used, and a copy of depth goes to target 0, where a RAT is
 * not bounded as what pixels go to. A RAT there is accepted only if it was set with the compute bit
 * and the draw has a target of its own in that slot. Mesa sends that, and relies on the state
 * of draws and that of compute being two.
 */
static int check_rat_mode(struct r600_cs_run *run, const struct r600_cs_target *target)
{
	u32 mode = r600_cs_color_mode(run), index = target->index;
	bool copy = !index && r600_cs_copies_depth(run);

	if (mode <= CONTROL_MODE_NORMAL && !copy)
		return 0;
	if (index <= (mode == CONTROL_MODE_RESOLVE) ? has_own_target(run, target) :
						      r600_cs_is_masked(run, index))
		return 0;
	if (copy)
		return r600_cs_refuse_target(run, DB_RENDER_CONTROL,
					     "depth is not copied to random access");
	return r600_cs_refuse_target(run, CB_COLOR_CONTROL,
				     "the mode must be 0 or 1 for random access");
}

/**
 * r600_cs_check_rat() - bound a target with random access
 * @run: the run
 * @target: with its number, registers, INFO and bytes of an element
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_check_rat(struct r600_cs_run *run, struct r600_cs_target *target)
{
	int ret;

	if (run->in->no_rats)
		return r600_cs_refuse_target(run, target->base + CB_INFO,
					     "random access without a VM is switched off");
	ret = check_rat_mode(run, target);
	if (ret)
		return ret;
	ret = check_rat_state(run, target);
	if (ret)
		return ret;
	if (FIELD_GET(INFO_RESOURCE_TYPE, target->info) == RESOURCE_BUFFER)
		ret = check_rat_buffer(run, target);
	else
		ret = check_rat_surface(run, target);
	return ret ?: check_mailbox(run, target);
}
