// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: is a dispatch possible?
 *
 * All that can be known to be wrong is found here, before the card or the kernel is asked:
 * numbers that are zero or too large, slots that the program names and nobody has bound,
 * memory that is too small, sizes that no register can hold.
 *
 * A group's waves are all on one SIMD, and that has 256 registers for each of its lanes, eight
 * of which are temporaries of clauses. What does not fit would wait for ever.
 *
 * Sources: AMD's register guide for fields; Direct3D 11, which these chips were made for, for
 * threads and local memory of a group; AMD's OpenCL programming guide for registers of a SIMD.
 */
#include "own.h"

#define SIMD_GPRS		248u
#define MOST_STRIDE		2047u
#define CONSTANT_BYTES		65536u
#define CONSTANT_VECTOR		16u
#define ELEMENT			4u	/* of outputs */
#define ADDRESSES		0x100000000ull

uint32_t ctm_group_threads(const struct ctm_job *job)
{
	return job->threads[0] * job->threads[1] * job->threads[2];
}

uint32_t ctm_group_waves(const struct ctm_device *device, const struct ctm_job *job)
{
	uint32_t lanes = device->chip->lanes;

	return (ctm_group_threads(job) + lanes - 1) / lanes;
}

uint32_t ctm_job_gprs(const struct ctm_job *job)
{
	return job->gprs ? job->gprs : job->program->needs.gprs;
}

/* False: one is 0, or their product is larger. */
static bool product_within(const uint32_t n[3], uint64_t most)
{
	uint64_t product = 1;

	for (unsigned int i = 0; i < 3; i++) {
		product *= n[i];
		if (!product || product > most)
			return false;
	}
	return true;
}

static bool check_grid(const struct ctm_job *job, struct ctm_error *error)
{
	if (!product_within(job->groups, UINT32_MAX))
		return ctm_wrong(error, "%ux%ux%u groups: there must be 1 to %u", job->groups[0],
				 job->groups[1], job->groups[2], UINT32_MAX);
	if (!product_within(job->threads, CTM_THREADS))
		return ctm_wrong(error, "%ux%ux%u threads in a group: there must be 1 to %u",
				 job->threads[0], job->threads[1], job->threads[2], CTM_THREADS);
	return true;
}

static bool check_program(const struct ctm_device *device, const struct ctm_job *job,
			  struct ctm_error *error)
{
	const struct ctm_needs *needs = &job->program->needs;
	uint32_t waves = ctm_group_waves(device, job), gprs = ctm_job_gprs(job);

	if (job->program->memory->device != device)
		return ctm_wrong(error, "the program was loaded for another card");
	if (gprs < needs->gprs)
		return ctm_wrong(error, "%u registers: the program names %u", gprs, needs->gprs);
	if (gprs > SIMD_GPRS / waves)
		return ctm_wrong(error, "%u registers: %u waves of a group can have %u each", gprs,
				 waves, SIMD_GPRS / waves);
	if (needs->stack > device->chip->stack / waves)
		return ctm_wrong(error, "%u entries of the stack: %u waves of a group can have %u each",
				 needs->stack, waves, device->chip->stack / waves);
	if (job->lds % ELEMENT || job->lds > CTM_LDS_BYTES)
		return ctm_wrong(error, "%u bytes of local memory: a multiple of %u, up to %u, can be",
				 job->lds, ELEMENT, CTM_LDS_BYTES);
	if (needs->lds && !job->lds)
		return ctm_wrong(error, "the program uses local memory, and has none");
	return true;
}

/* What the kinds of slots ask of memory. */
struct kind {
	const char *name;
	uint32_t align, multiple;	/* multiple: 0: of the stride */
	uint64_t most;
};

static const struct kind constants = {
	"constants", CONSTANT_LINE, CONSTANT_VECTOR, CONSTANT_BYTES,
};
static const struct kind inputs = { "input", ELEMENT, 0, ADDRESSES };
static const struct kind outputs = { "output", TARGET_ALIGN, ELEMENT, ELEMENT * ADDRESSES };
static const struct kind returns = { "returns", TARGET_ALIGN, ELEMENT, ELEMENT * ADDRESSES };

static bool check_binding(const struct ctm_device *device, const struct kind *kind,
			  unsigned int n, const struct ctm_binding *b, struct ctm_error *error)
{
	uint32_t multiple = kind->multiple ? kind->multiple : b->stride;

	if (!b->memory)
		return true;
	if (b->memory->device != device)
		return ctm_wrong(error, "%s %u: the memory is another card's", kind->name, n);
	if (!multiple || multiple > MOST_STRIDE)
		return ctm_wrong(error, "%s %u: a stride of %u: it must be 1 to %u", kind->name,
				 n, multiple, MOST_STRIDE);
	if (b->offset % kind->align)
		return ctm_wrong(error, "%s %u: an offset of %llu: it must be a multiple of %u",
				 kind->name, n, (unsigned long long)b->offset, kind->align);
	if (!b->bytes || b->bytes % multiple || b->bytes > kind->most)
		return ctm_wrong(error, "%s %u: %llu bytes: a multiple of %u, up to %llu, can be",
				 kind->name, n, (unsigned long long)b->bytes, multiple,
				 (unsigned long long)kind->most);
	if (b->offset > b->memory->bytes || b->bytes > b->memory->bytes - b->offset)
		return ctm_wrong(error, "%s %u: %llu bytes from %llu on: the memory has %llu",
				 kind->name, n, (unsigned long long)b->bytes,
				 (unsigned long long)b->offset,
				 (unsigned long long)b->memory->bytes);
	return true;
}

static bool check_slot(const struct ctm_device *device, const struct kind *kind, unsigned int n,
		       const struct ctm_binding *b, bool named, struct ctm_error *error)
{
	if (named && !b->memory)
		return ctm_wrong(error, "the program uses %s %u, which is not bound", kind->name, n);
	return check_binding(device, kind, n, b, error);
}

static bool check_returns(const struct ctm_device *device, const struct ctm_job *job,
			  unsigned int n, struct ctm_error *error)
{
	uint64_t least = (uint64_t)device->engines * CTM_RETURN_BYTES;
	const struct ctm_binding *b = &job->returns[n];

	if (!check_slot(device, &returns, n, b, job->program->needs.returns >> n & 1, error))
		return false;
	if (b->memory && !job->outputs[n].memory)
		return ctm_wrong(error, "returns %u: there is no output %u", n, n);
	if (b->memory && b->bytes < least)
		return ctm_wrong(error, "returns %u: %llu bytes: this card needs %llu", n,
				 (unsigned long long)b->bytes, (unsigned long long)least);
	return true;
}

static bool check_slots(const struct ctm_device *device, const struct ctm_job *job,
			struct ctm_error *error)
{
	const struct ctm_needs *needs = &job->program->needs;

	for (unsigned int i = 0; i < CTM_CONSTANTS; i++)
		if (!check_slot(device, &constants, i, &job->constants[i],
				needs->constants >> i & 1, error))
			return false;
	for (unsigned int i = 0; i < CTM_INPUTS; i++)
		if (!check_slot(device, &inputs, i, &job->inputs[i],
				needs->inputs[i / 8] >> i % 8 & 1, error))
			return false;
	for (unsigned int i = 0; i < CTM_OUTPUTS; i++)
		if (!check_slot(device, &outputs, i, &job->outputs[i],
				needs->outputs >> i & 1, error) ||
		    !check_returns(device, job, i, error))
			return false;
	return true;
}

bool ctm_check_job(const struct ctm_device *device, const struct ctm_job *job,
		   struct ctm_error *error)
{
	if (!job->program)
		return ctm_wrong(error, "there is no program");
	return check_grid(job, error) && check_program(device, job, error) &&
	       check_slots(device, job, error);
}
