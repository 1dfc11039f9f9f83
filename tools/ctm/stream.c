// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: command buffers
 *
 * A dispatch as the command processor reads it. All that it depends on is set, so that nothing
 * counts which another client has left: slots that are not bound are off, with the exception
 * of inputs, for which the radeon driver accepts no such state. A program that names one that
 * is not bound does not come this far.
 *
 * Evergreen's SQ is divided between stages; the compute stage gets all of it. Cayman does that
 * by itself; there the state of compute is one of several, and is given back at the end.
 *
 * The card's clock is stored when all work before the dispatch is done, and again when its
 * results are in memory. The id comes last: whoever reads it finds the rest.
 *
 * Sources: the guide's chapter 3.2 for the state, 8.6 for targets; Mesa's r600 for what it
 * leaves open: dynamic registers, loop constants, DEALLOC_STATE and CLEAR_STATE on Cayman, and
 * caches. Pitch and slice of a target that is a buffer do not count on the card, but the
 * radeon driver looks at them: they are those of its first row.
 */
#include <string.h>

#include "own.h"
#include "pm4.h"

/* What stands for memory in the list of relocations: four dwords. */
#define RELOCATION_DWORDS	4u
/* Elements of a row: what any of these chips aligns to, and what the field can hold. */
#define PITCH_ALIGN		128u
#define PITCH_MOST		16384u
#define STREAM_ALIGN		8u

/* More than a slot takes, and more than all that is no slot. */
_Static_assert((CTM_CONSTANTS + 2 * CTM_OUTPUTS + CTM_INPUTS) * 16 + 512 <= CTM_STREAM_DWORDS,
	       "a stream holds all slots");
_Static_assert(CTM_CONSTANTS + 2 * CTM_OUTPUTS + CTM_INPUTS + 2 <= CTM_STREAM_RELOCATIONS,
	       "and names their memory");

static void emit(struct ctm_stream *s, uint32_t dword)
{
	s->dword[s->n++] = dword;
}

/* The header of a packet with @n dwords behind it. */
static void packet(struct ctm_stream *s, enum pm4_opcode op, uint32_t flags, uint32_t n)
{
	emit(s, 3u << 30 | (n - 1) << 16 | (uint32_t)op << 8 | flags);
}

static void relocate(struct ctm_stream *s, const struct ctm_memory *memory, bool write)
{
	uint32_t i = 0;

	while (i < s->relocations && s->relocation[i].memory != memory)
		i++;
	if (i == s->relocations)
		s->relocation[s->relocations++] = (struct ctm_relocation){ .memory = memory };
	s->relocation[i].write |= write;
	packet(s, PM4_NOP, 0, 1);
	emit(s, i * RELOCATION_DWORDS);
}

static void set_config(struct ctm_stream *s, uint32_t reg, const uint32_t *values, uint32_t n)
{
	packet(s, PM4_SET_CONFIG_REG, 0, n + 1);
	emit(s, (reg - CONFIG_REGS) / 4);
	for (uint32_t i = 0; i < n; i++)
		emit(s, values[i]);
}

static void set_context(struct ctm_stream *s, uint32_t reg, const uint32_t *values, uint32_t n)
{
	packet(s, PM4_SET_CONTEXT_REG, PM4_COMPUTE, n + 1);
	emit(s, (reg - CONTEXT_REGS) / 4);
	for (uint32_t i = 0; i < n; i++)
		emit(s, values[i]);
}

static void set_context_one(struct ctm_stream *s, uint32_t reg, uint32_t value)
{
	set_context(s, reg, &value, 1);
}

/* An address in units of 256 bytes. */
static void set_base(struct ctm_stream *s, uint32_t reg, const struct ctm_memory *memory,
		     uint64_t offset, bool write)
{
	set_context_one(s, reg, (uint32_t)(offset >> 8));
	relocate(s, memory, write);
}

static void event(struct ctm_stream *s, uint32_t type)
{
	packet(s, PM4_EVENT_WRITE, 0, 1);
	emit(s, type);
}

static void sync_caches(struct ctm_stream *s, uint32_t caches)
{
	packet(s, PM4_SURFACE_SYNC, 0, 4);
	emit(s, caches);
	emit(s, WHOLE_RANGE);
	emit(s, 0);
	emit(s, POLL_INTERVAL);
}

/* When all before it is done; @place counts qwords. */
static void store_at_end(struct ctm_stream *s, const struct ctm_memory *fence, uint32_t type,
			 uint32_t place, uint32_t what, uint32_t data)
{
	packet(s, PM4_EVENT_WRITE_EOP, 0, 5);
	emit(s, type);
	emit(s, place * 8);
	emit(s, what);
	emit(s, data);
	emit(s, 0);
	relocate(s, fence, true);
}

/* ---- state ---- */

static void begin(struct ctm_stream *s)
{
	packet(s, PM4_CONTEXT_CONTROL, 0, 2);
	emit(s, CONTROL_OFF);
	emit(s, CONTROL_OFF);
	event(s, PS_PARTIAL_FLUSH);
	event(s, CS_PARTIAL_FLUSH);
}

/* All registers, threads and local memory to the compute stage. */
static void divide_evergreen(struct ctm_stream *s, const struct ctm_chip *chip)
{
	static const uint32_t gprs[3] = { CLAUSE_TEMPORARIES }, lds = LS_LDS, idle = WAIT_3D_IDLE;
	const uint32_t threads[5] = { 0, LS_THREADS, 0, 0, LS_STACK((uint32_t)chip->stack) };

	set_config(s, WAIT_UNTIL, &idle, 1);
	set_config(s, SQ_GPR_RESOURCE_MGMT_1, gprs, 3);
	set_config(s, SQ_THREAD_RESOURCE_MGMT, threads, 5);
	set_config(s, SQ_LDS_RESOURCE_MGMT, &lds, 1);
	set_context_one(s, SQ_DYN_GPR_RESOURCE_LIMIT_1, NO_GPR_LIMITS);
}

static void divide_cayman(struct ctm_stream *s)
{
	static const uint32_t gprs = CLAUSE_TEMPORARIES;

	set_config(s, SQ_GPR_RESOURCE_MGMT_1, &gprs, 1);
	set_context_one(s, SPI_LDS_MGMT, LS_LDS_CAYMAN);
}

/* The same for all dispatches. */
static void set_stage(struct ctm_stream *s, const struct ctm_device *device)
{
	static const uint32_t points = POINTS, dynamic = DYN_GPR_ENABLE;
	static const struct {
		uint32_t reg, value;
	} regs[] = {
		{ DB_RENDER_CONTROL, COLOR_DISABLE }, { DB_DEPTH_CONTROL, 0 },
		{ CB_COLOR_CONTROL, NORMAL_COPY }, { PA_SU_SC_MODE_CNTL, CULL_ALL },
		{ VGT_GS_MODE, GS_COMPUTE }, { VGT_SHADER_STAGES_EN, STAGES_COMPUTE },
		{ SPI_COMPUTE_INPUT_CNTL, IDS },
	};

	set_config(s, VGT_PRIMITIVE_TYPE, &points, 1);
	if (ctm_cayman(device))
		divide_cayman(s);
	else
		divide_evergreen(s, device->chip);
	set_config(s, SQ_DYN_GPR_CNTL, &dynamic, 1);
	for (size_t i = 0; i < ARRAY_SIZE(regs); i++)
		set_context_one(s, regs[i].reg, regs[i].value);
	packet(s, PM4_SET_BOOL_CONST, PM4_COMPUTE, 2);
	emit(s, CS_STAGE);
	emit(s, 0);
}

/* From 0 in steps of one, to the largest count. */
static void set_loops(struct ctm_stream *s)
{
	packet(s, PM4_SET_LOOP_CONST, PM4_COMPUTE, 1 + LOOP_CONSTANTS);
	emit(s, CS_STAGE * LOOP_CONSTANTS);
	for (uint32_t i = 0; i < LOOP_CONSTANTS; i++)
		emit(s, 0x01000fff);
}

/* ---- slots ---- */

static void set_constants(struct ctm_stream *s, const struct ctm_job *job)
{
	uint32_t sizes[CTM_CONSTANTS] = { 0 };

	for (uint32_t i = 0; i < CTM_CONSTANTS; i++)
		if (job->constants[i].memory)
			sizes[i] = (uint32_t)((job->constants[i].bytes + CONSTANT_LINE - 1) /
					      CONSTANT_LINE);
	set_context(s, SQ_ALU_CONST_BUFFER_SIZE_LS_0, sizes, CTM_CONSTANTS);
	for (uint32_t i = 0; i < CTM_CONSTANTS; i++)
		if (sizes[i])
			set_base(s, SQ_ALU_CONST_CACHE_LS_0 + 4 * i, job->constants[i].memory,
				 job->constants[i].offset, false);
}

/* The format that an element of this size has, for fetches that leave it to the resource. */
static uint32_t format_of(uint32_t stride)
{
	switch (stride) {
	case 1:
		return 0x01;	/* FMT_8 */
	case 2:
		return 0x05;	/* FMT_16 */
	case 8:
		return 0x1d;	/* FMT_32_32 */
	case 12:
		return 0x2f;	/* FMT_32_32_32 */
	case 16:
		return 0x22;	/* FMT_32_32_32_32 */
	default:
		return 0x0d;	/* FMT_32 */
	}
}

static void set_input(struct ctm_stream *s, uint32_t n, const struct ctm_binding *b)
{
	const uint32_t words[RESOURCE_DWORDS] = {
		(uint32_t)b->offset, (uint32_t)(b->bytes - 1),
		(uint32_t)(b->offset >> 32) | b->stride << 8 | format_of(b->stride) << 20 |
			NUM_FORMAT_INT,
		XYZW, (uint32_t)(b->bytes / b->stride), 0, 0, VALID_BUFFER,
	};

	packet(s, PM4_SET_RESOURCE, PM4_COMPUTE, 1 + RESOURCE_DWORDS);
	emit(s, (FIRST_RESOURCE + n) * RESOURCE_DWORDS);
	for (uint32_t i = 0; i < RESOURCE_DWORDS; i++)
		emit(s, words[i]);
	relocate(s, b->memory, false);
}

static uint32_t target_register(uint32_t n)
{
	return n < 8 ? CB_COLOR0_BASE + n * CB_COLOR0_STEP :
		       CB_COLOR8_BASE + (n - 8) * CB_COLOR8_STEP;
}

static void set_output(struct ctm_stream *s, uint32_t n, const struct ctm_binding *b)
{
	uint64_t elements = b->bytes / 4;
	uint32_t row = elements < PITCH_MOST ?
		((uint32_t)elements + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN : PITCH_MOST;
	/* Base, pitch, slice, view, INFO, ATTRIB, the last element. */
	const uint32_t values[] = {
		(uint32_t)(b->offset >> 8), row / 8 - 1, row / 64 - 1, 0, RAT_OF_DWORDS,
		NON_DISP_ORDER, (uint32_t)(elements - 1),
	};

	set_context(s, target_register(n), values, ARRAY_SIZE(values));
	relocate(s, b->memory, true);	/* of the base, */
	relocate(s, b->memory, true);	/* and of ATTRIB */
}

static void set_outputs(struct ctm_stream *s, const struct ctm_job *job)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < CTM_OUTPUTS; i++) {
		const struct ctm_binding *out = &job->outputs[i], *back = &job->returns[i];

		if (out->memory)
			set_output(s, i, out);
		else
			set_context_one(s, target_register(i) + CB_COLOR_INFO, 0);
		if (out->memory && i < 8)
			mask |= 0xfu << 4 * i;
		if (back->memory)
			set_base(s, CB_IMMED0_BASE + 4 * i, back->memory, back->offset, true);
	}
	set_context_one(s, CB_TARGET_MASK, mask);
}

static void set_program(struct ctm_stream *s, const struct ctm_job *job)
{
	const uint32_t values[3] = {
		0, ctm_job_gprs(job) | job->program->needs.stack << 8 | DX10_CLAMP, 0,
	};

	set_context(s, SQ_PGM_START_LS, values, 3);
	relocate(s, job->program->memory, false);
}

/* ---- work ---- */

static void dispatch(struct ctm_stream *s, const struct ctm_device *device,
		     const struct ctm_job *job)
{
	static const uint32_t start[3] = { 0 };
	uint32_t threads = ctm_group_threads(job);

	set_config(s, VGT_NUM_INDICES, &threads, 1);
	set_config(s, VGT_COMPUTE_START_X, start, 3);
	set_config(s, VGT_COMPUTE_THREAD_GROUP_SIZE, &threads, 1);
	set_context(s, SPI_COMPUTE_NUM_THREAD_X, job->threads, 3);
	set_context_one(s, SQ_LDS_ALLOC, job->lds / 4 | ctm_group_waves(device, job) << 14);
	packet(s, PM4_DISPATCH_DIRECT, PM4_COMPUTE, 4);
	for (uint32_t i = 0; i < 3; i++)
		emit(s, job->groups[i]);
	emit(s, COMPUTE_SHADER_EN);
}

static void end(struct ctm_stream *s, const struct ctm_device *device)
{
	event(s, CS_PARTIAL_FLUSH);
	if (ctm_cayman(device)) {
		packet(s, PM4_DEALLOC_STATE, PM4_COMPUTE, 1);
		emit(s, 0);
		packet(s, PM4_CLEAR_STATE, PM4_COMPUTE, 1);
		emit(s, 0);
	}
	event(s, CACHE_FLUSH_AND_INV);
	sync_caches(s, ctm_cayman(device) ? COHER_ALL & ~COHER_VC : COHER_ALL);
}

/**
 * ctm_encode() - the command buffer of a dispatch
 * @device: what it is for, which may be without a card
 * @job: the dispatch
 * @fence: of 24 bytes at least: where the id goes, and, from byte 8 on, the clock before and
 *	after it
 * @id: what says that it has been consumed
 * @stream: out
 * @error: out; nothing but the job is looked at
 *
 * Return: false if the dispatch cannot be.
 */
bool ctm_encode(struct ctm_device *device, const struct ctm_job *job,
		const struct ctm_memory *fence, uint32_t id, struct ctm_stream *stream,
		struct ctm_error *error)
{
	struct ctm_stream *s = stream;

	if (!ctm_check_job(device, job, error))
		return false;
	s->n = 0;
	s->relocations = 0;
	begin(s);
	store_at_end(s, fence, BOTTOM_OF_PIPE_TS, FENCE_BEGIN, EOP_CLOCK, 0);
	sync_caches(s, ctm_cayman(device) ? COHER_READ & ~COHER_VC : COHER_READ);
	set_stage(s, device);
	set_loops(s);
	set_constants(s, job);
	for (uint32_t i = 0; i < CTM_INPUTS; i++)
		if (job->inputs[i].memory)
			set_input(s, i, &job->inputs[i]);
	set_outputs(s, job);
	set_program(s, job);
	dispatch(s, device, job);
	end(s, device);
	store_at_end(s, fence, CACHE_FLUSH_AND_INV_TS, FENCE_END, EOP_CLOCK, 0);
	store_at_end(s, fence, CACHE_FLUSH_AND_INV_TS, FENCE_ID, EOP_DATA32, id);
	while (s->n % STREAM_ALIGN)
		emit(s, PM4_FILLER);
	return true;
}
