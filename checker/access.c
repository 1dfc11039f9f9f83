// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Accesses
 *
 * What the checks of all packets need: a refusal with its report, bits that no field
 * claims, the relocation behind a packet, and the test that an access stays inside of
 * a buffer whose domains allow it. Nothing here knows a packet; checks of packets call
 * these functions, and these call none of theirs.
 */

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"

/**
 * r600_cs_refuse() - fill in the report
 * @run: the run; its packet is the one to blame
 * @field: register or field that is wrong, or NULL for the header
 * @value: its value
 * @limit: the bound that it broke, or 0
 * @rule: what would be accepted
 *
 * Return: -EINVAL, to be handed up.
 */
int r600_cs_refuse(struct r600_cs_run *run, const char *field, u64 value,
		   u64 limit, const char *rule)
{
	run->res->report = (struct r600_cs_report) {
		.dw = run->dw,
		.header = run->header,
		.field = field,
		.value = value,
		.limit = limit,
		.rule = rule,
	};
	return -EINVAL;
}

/**
 * r600_cs_refuse_bits() - what r600_cs_reserved() says of bits that may not be set
 * @run: the run
 * @field: name of the dword
 * @value: the dword
 * @allowed: bits of it that may be set
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_bits(struct r600_cs_run *run, const char *field, u32 value, u32 allowed)
{
	return r600_cs_refuse(run, field, value, allowed,
			      "only the bits of the limit may be set");
}

/**
 * r600_cs_refuse_length() - say that the packet in hand does not end in the IB
 * @run: the run, with as many dwords of payload as the packet should have
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_length(struct r600_cs_run *run)
{
	return r600_cs_refuse(run, "payload dwords", run->len, run->ndw - run->dw - 1,
			      "the packet must end inside the IB");
}

/**
 * r600_cs_refuse_reloc() - say which condition of r600_cs_reloc() does not hold
 * @run: the run; one of them does not
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_reloc(struct r600_cs_run *run)
{
	const u32 *at = &run->ib[run->next];

	if (run->ndw - run->next < R600_CS_RELOC_DWORDS)
		return r600_cs_refuse(run, "relocation", run->next, run->ndw,
				      "must follow the packet inside the IB");
	if ((at[0] & ~PACKET3_COMPUTE) != R600_CS_RELOC_HEADER)
		return r600_cs_refuse(run, "relocation", at[0], R600_CS_RELOC_HEADER,
				      "must be a NOP with one dword");
	if (at[1] % R600_CS_RELOC_ENTRY_DWORDS)
		return r600_cs_refuse(run, "relocation index", at[1], 0,
				      "must be a multiple of 4");
	return r600_cs_refuse(run, "relocation index", at[1], run->in->num_buffers,
			      "must name one of so many entries");
}

/* The address is in a field of a packet or in a register. */
static int refuse_address(struct r600_cs_run *run,
			  const struct r600_cs_access *access, u64 value,
			  u64 limit, const char *rule)
{
	if (access->field)
		return r600_cs_refuse(run, access->field, value, limit, rule);
	return r600_cs_refuse_reg(run, access->reg, value, limit, rule);
}

static int check_align(struct r600_cs_run *run,
		       const struct r600_cs_access *access)
{
	if (access->offset & (access->align - 1))
		return refuse_address(run, access, access->offset,
				      access->align,
				      "must be a multiple of the limit");
	return 0;
}

/**
 * r600_cs_refuse_access() - say which condition of r600_cs_fits() does not hold
 * @run: the run
 * @access: what is accessed; one of them does not hold for it
 * @buffer: the buffer that it should lie in
 *
 * Return: -EINVAL; the report says so.
 */
int r600_cs_refuse_access(struct r600_cs_run *run, const struct r600_cs_access *access,
			  const struct r600_cs_buffer *buffer)
{
	int ret;

	if (access->direction & R600_CS_READ &&
	    !(buffer->read_domains & R600_CS_MEMORY_DOMAINS))
		return refuse_address(run, access, buffer->read_domains,
				      R600_CS_MEMORY_DOMAINS,
				      "the relocation needs a read domain");
	if (access->direction & R600_CS_WRITE &&
	    !(buffer->write_domain & R600_CS_MEMORY_DOMAINS))
		return refuse_address(run, access, buffer->write_domain,
				      R600_CS_MEMORY_DOMAINS,
				      "the relocation needs a write domain");
	ret = check_align(run, access);
	if (ret)
		return ret;
	if (buffer->align && access->align > buffer->align)
		return refuse_address(run, access, buffer->align,
				      access->align,
				      "the buffer must be aligned to the limit");
	return refuse_address(run, access, access->offset, buffer->size,
			      "the access must end inside the buffer");
}

/**
 * r600_cs_access_in() - a packet touches memory of a buffer: check it and note the patch
 * @run: the run, which has taken the relocation
 * @access: what is touched
 * @buffer: index of the relocation entry
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_access_in(struct r600_cs_run *run, const struct r600_cs_access *access, u32 buffer)
{
	int ret = r600_cs_fits(run, access, buffer);

	return ret ?: r600_cs_patch(run, access, buffer);
}

/**
 * r600_cs_access_of() - a packet touches memory: check it and note the patch
 * @run: the run; the relocation is the next one behind the packet
 * @access: what is touched
 * @buffer: out: index of the relocation entry
 *
 * With a VM, there is no relocation and nothing to bound.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_access_of(struct r600_cs_run *run,
		      const struct r600_cs_access *access, u32 *buffer)
{
	int ret;

	*buffer = 0;
	if (run->in->vm)
		return check_align(run, access);
	ret = r600_cs_reloc(run, buffer);
	return ret ?: r600_cs_access_in(run, access, *buffer);
}

/**
 * r600_cs_access() - the same for a caller who forgets the buffer
 * @run: the run; the relocation is the next one behind the packet
 * @access: what is touched
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_access(struct r600_cs_run *run, const struct r600_cs_access *access)
{
	u32 buffer;

	return r600_cs_access_of(run, access, &buffer);
}

#define SKIPPED			PACKET3(PACKET3_NOP, 0)	/* without its length */

/**
 * r600_cs_skip() - the chip is not to execute a packet
 * @run: the run, which looks at it
 *
 * It may be found out more than once.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_skip(struct r600_cs_run *run)
{
	if (run->skipped == run->dw + 1)
		return 0;
	if (run->len > R600_CS_NOP_MAX_DWORDS)
		return r600_cs_refuse(run, "payload dwords", run->len, R600_CS_NOP_MAX_DWORDS,
				      "is too long to become a NOP");
	run->skipped = run->dw + 1;
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw,
		.kind = R600_CS_PATCH_VALUE,
		.value = SKIPPED | (run->len - 1) << 16,
	});
}

/**
 * r600_cs_access_or_skip() - an access that Mesa leaves to the application to bound
 * @run: the run; the relocation is the next one behind the packet
 * @access: what is touched
 *
 * The packet becomes a NOP if the access does not end inside of the buffer.
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_access_or_skip(struct r600_cs_run *run, const struct r600_cs_access *access)
{
	u32 buffer;
	int ret;

	if (run->in->vm)
		return check_align(run, access);
	ret = r600_cs_reloc(run, &buffer);
	if (ret)
		return ret;
	if (access->offset + access->size > run->in->buffers[buffer].size)
		return r600_cs_skip(run);
	return r600_cs_access_in(run, access, buffer);
}

/**
 * r600_cs_access_pair() - an access to where a pair of dwords says
 * @run: the run
 * @body: the payload
 * @dw: index of the low dword in it; the high one has the address and nothing else
 * @bytes: what is touched there, and what it is aligned to, so no byte swap
 * @field: for the report
 * @direction: what happens there
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
int r600_cs_access_pair(struct r600_cs_run *run, const u32 *body, u32 dw,
			u32 bytes, const char *field,
			enum r600_cs_direction direction)
{
	const struct r600_cs_access access = r600_cs_pair(body, dw, bytes, field, direction);
	int ret = r600_cs_reserved(run, field, body[dw + 1], GENMASK(7, 0));

	return ret ?: r600_cs_access(run, &access);
}
