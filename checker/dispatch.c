// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Dispatches
 *
 * A dispatch runs one program, on the resources of the LS stage, and makes no
 * pixels. What it may touch is that program, the constant buffers of all stages, resources,
 * which are bounded when they are set, the ring for what it spills, and targets,
 * of which those with random access are what it is there for. Depth, stream-out
 * and the rings between stages are out of its reach.
 *
 * Cayman has a state of compute beside that of draws. The older chips have
 * packets with the compute bit as well, and nothing says for sure that they have
 * only one state. So two banks of registers are followed, one as a draw finds
 * them and one as a dispatch does. A write to one of them makes the register
 * unknown in the other, unless it had that value there; what is accepted is
 * sound either way.
 *
 * A client sets a few registers for a dispatch, and relies on all else being
 * off. These are in the list of what a clean start promises. A DEALLOC_STATE and
 * a CLEAR_STATE between two dispatches make a state clean or leave it, and the second
 * is put in where a client leaves it out (checker/compute_state.c). Mesa sets what has changed
 * since the last dispatch, so the next one is checked in both readings; some clients set
 * VGT_SHADER_STAGES_EN and VGT_GS_MODE before the second and some behind it.
 * COMPUTE_SHADER_EN of the packet says the same, so that both may also be clear,
 * as long as nothing else is on.
 *
 * Sources: guide 3.2, 9.3.12, 9.3.13 and 9.4.2; Mesa's r600.
 */

#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/overflow.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "draw.h"
#include "ring.h"
#include "run.h"
#include "target.h"
#include "track.h"
#include "work.h"

/* LS_EN = CS_STAGE_ON, and no other stage. */
#define STAGES_COMPUTE		2

static int check_compute_stage(struct r600_cs_run *run)
{
	static const u32 needed[] = { VGT_SHADER_STAGES_EN, VGT_GS_MODE };
	u32 stages, mode;
	int ret;

	ret = r600_cs_need(run, needed, ARRAY_SIZE(needed));
	if (ret)
		return ret;
	stages = r600_cs_value(run, VGT_SHADER_STAGES_EN);
	mode = r600_cs_value(run, VGT_GS_MODE);
	ret = r600_cs_reserved(run, "VGT_GS_MODE", mode, GS_MODE_BITS);
	if (ret)
		return ret;
	if (stages != STAGES_COMPUTE)
		return r600_cs_refuse(run, "VGT_SHADER_STAGES_EN", stages,
				      STAGES_COMPUTE,
				      "a dispatch has the compute stage alone");
	if ((mode & (GS_MODE_COMPUTE | GS_MODE_MODE)) != GS_MODE_COMPUTE)
		return r600_cs_refuse(run, "VGT_GS_MODE", mode, GS_MODE_COMPUTE,
				      "a dispatch is in compute mode");
	return r600_cs_bound(run, SQ_PGM_START_LS, 8, 256, R600_CS_READ);
}

/* By the bits of R600_CS_DIRTY_*. */
static const r600_cs_state_check dispatch_checks[] = {
	check_compute_stage,
	NULL,
	r600_cs_check_constants,
	NULL,
	r600_cs_check_color,
	NULL,
	r600_cs_check_spill,
};

/* COMPUTE_SHADER_EN is all that a client sets. */
#define DISPATCH_INITIATOR	BIT(0)

static int check_dispatch(struct r600_cs_run *run, u32 initiator)
{
	int ret;

	ret = r600_cs_reserved(run, "DISPATCH_INITIATOR", initiator,
			       DISPATCH_INITIATOR);
	if (ret)
		return ret;
	run->threads = true;
	ret = r600_cs_take_compute_state(run);
	if (ret)
		return ret;
	if (run->in->vm)
		return 0;
	if (!initiator)
		return r600_cs_refuse(run, "DISPATCH_INITIATOR", initiator,
				      DISPATCH_INITIATOR,
				      "must say that this is a compute shader");
	return r600_cs_check_work(run, R600_CS_DISPATCH,
				  dispatch_checks);
}

/*
 * With page tables, the time that it takes is its author's. Without any group it takes none: Mesa
 * sends what a program of OpenGL asks for.
 */
int r600_cs_check_dispatch_direct(struct r600_cs_run *run, const u32 *body)
{
	u32 groups;

	if (!run->in->vm &&
	    (check_mul_overflow(body[0], body[1], &groups) ||
	     check_mul_overflow(groups, body[2], &groups)))
		return r600_cs_refuse(run, "DIM", body[0], 0,
				      "there must be at most 0xffffffff groups");
	return check_dispatch(run, body[3]);
}

/* Bytes of arguments. */
#define DISPATCH_ARGUMENTS	12

/*
 * Compute has a SET_BASE of its own, if the next generation is a guide, which nobody sends here.
 * What it holds is not known then, so without page tables the arguments could be anywhere.
 */
int r600_cs_check_dispatch_indirect(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	if (!run->in->vm)
		return r600_cs_refuse(run, "DATA_OFFSET", body[0], 0,
				      "needs an address space, what it counts from is not known");
	ret = r600_cs_check_arguments(run, body[0], DISPATCH_ARGUMENTS);
	return ret ?: check_dispatch(run, body[1]);
}
