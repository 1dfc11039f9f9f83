// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What an accepted stream would do: a small executor that works out, packet by
 * packet, which bytes the card would read and write, and looks them up in the
 * patches and buffers. It only has to be right about accepted streams, so it
 * knows those packets alone, and says so of any other.
 */

#include <linux/array_size.h>

#include "oracle.h"

struct run {
	const struct r600_cs_input *in;
	const struct r600_cs_result *res;
	u32 at;			/* the packet */
	u32 patch;		/* next patch to be used */
	u32 reloc;		/* next relocation to be used */
};

enum access { READS, WRITES, NAMES };

/* The card touches @size bytes at the address in dword @dw of the stream. */
static const char *touch(struct run *run, u32 dw, enum r600_cs_patch_kind kind,
			 u64 size, enum access access)
{
	const u32 *ib = run->in->ib;
	const struct r600_cs_patch *patch = &run->res->patches[run->patch];
	const struct r600_cs_buffer *buffer;
	u64 first;

	if (run->patch++ >= run->res->num_patches)
		return "memory without a patch";
	if (patch->dw != dw || patch->kind != kind)
		return "the patch is for another dword";
	if (patch->buffer >= run->in->num_buffers)
		return "the patch is for a buffer that there is not";
	if (run->reloc + 2 > run->in->ndw || ib[run->reloc] >> 30 != 3 ||
	    (ib[run->reloc] & 0x3fffff00) != 0x1000 ||
	    ib[run->reloc + 1] != patch->buffer * 4)
		return "the patch is not what the relocation says";
	run->reloc += 2;
	buffer = &run->in->buffers[patch->buffer];
	first = kind == R600_CS_PATCH_BASE256 ? (u64)ib[dw] << 8 :
		ib[dw] | (u64)(ib[dw + 1] & 0xff) << 32;
	if (first > buffer->size || size > buffer->size - first)
		return "memory behind the buffer";
	if (access == WRITES && !(buffer->write_domain & 6))
		return "a write without a write domain";
	if (access == READS && !(buffer->read_domains & 6))
		return "a read without a read domain";
	return NULL;
}

static const char *run_nothing(struct run *run, const u32 *body)
{
	return NULL;
}

static const char *run_context_control(struct run *run, const u32 *body)
{
	return (body[0] | body[1]) << 1 ? "load or shadow enabled" : NULL;
}

static const char *run_wait(struct run *run, const u32 *body)
{
	bool pfp = body[0] >> 8 & 1, memory = body[0] >> 4 & 1;

	if ((body[0] & 7) == 7)
		return "reserved wait function";
	if (pfp && (!memory || (body[0] & 7) != 5))
		return "the PFP cannot wait like this";
	if (memory)
		return touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 4, READS);
	return body[1] == 0x84fc / 4 ? NULL : "waits on another register";
}

static const char *run_mem_write(struct run *run, const u32 *body)
{
	if (body[0] & 7)
		return "unaligned";
	if ((body[1] >> 14 & 5) == 5)
		return "writes a performance counter";
	return touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, 8, WRITES);
}

static const char *run_cp_dma(struct run *run, const u32 *body)
{
	u32 source = body[1] >> 29 & 3, size = body[4] & 0x1fffff;
	const char *error = NULL;

	if (!size)
		return "a size of zero, which may mean 2 MiB";
	if (body[4] & 0x3c000000 || body[1] >> 20 & 3)
		return "registers or GDS";
	if (source == 0)
		error = touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, size,
			      READS);
	else if (source != 2)
		error = "GDS or a reserved source";
	else if ((size | body[2]) & 3)
		error = "a fill that ends inside a dword";
	return error ? error : touch(run, run->at + 3, R600_CS_PATCH_LO_HI8,
				     size, WRITES);
}

static const char *run_surface_sync(struct run *run, const u32 *body)
{
	if (body[3] >> 16)
		return "a VMID";
	if (body[1] == 0xffffffff && !body[2])
		return NULL;
	return touch(run, run->at + 3, R600_CS_PATCH_BASE256,
		     (u64)body[1] * 256, NAMES);
}

/* Bytes that EVENT_WRITE writes, counted from the address, by event. */
static u32 event_bytes(const struct run *run, u32 event)
{
	switch (event) {
	case 0x01:
	case 0x02:
	case 0x03:
	case 0x20:
		return 2 * 8;
	case 0x15:
		return 16 * (run->in->chip->num_backends - 1) + 8;
	case 0x1e:
		return 11 * 8;
	default:
		return 0;
	}
}

static const char *run_event(struct run *run, const u32 *body)
{
	u32 event = body[0] & 0x3f;
	bool pays = (run->in->ib[run->at] >> 16 & 0x3fff) == 2;
	u32 bytes = event_bytes(run, event);

	if (event == 0x04 || event == 0x05 || event == 0x14 || event == 0x28 ||
	    event == 0x2b || event == 0x2d || event == 0x2f || event == 0x30)
		return "an event that other packets or the kernel send";
	if (pays != !!bytes)
		return "an event with the wrong payload";
	if (!bytes)
		return NULL;
	if (body[1] & 7)
		return "unaligned";
	return touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, bytes, WRITES);
}

static const char *run_eop(struct run *run, const u32 *body)
{
	static const u8 bytes[8] = { 0, 4, 8, 8 };
	u32 size = bytes[body[2] >> 29];

	if (body[2] >> 24 & 3)
		return "an interrupt";
	if (!size || body[1] & (size - 1))
		return "no data, a counter, or unaligned";
	return touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, size, WRITES);
}

static const char *run_eos(struct run *run, const u32 *body)
{
	u32 command = body[2] >> 29, size = 4;

	if (body[1] & 3)
		return "unaligned";
	if (command > 2)
		return "a reserved command";
	if (command == 0 && (body[3] < 0x2872c / 4 || body[3] > 0x28758 / 4))
		return "reads another register";
	if (command == 1) {
		size = (body[3] >> 16) * 4;
		if ((body[3] & 0xffff) * 4 + size > 65536 || !size)
			return "reads behind the GDS";
	}
	return touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, size, WRITES);
}

/* Registers that hold addresses, enables or triggers; first, last. */
static const u32 dangerous[][2] = {
	{ 0x8010, 0x8028 },	/* GRBM status and soft reset */
	{ 0x8030, 0x803c },
	{ 0x85f0, 0x87fc },	/* coherency, command processor */
	{ 0x8988, 0x8988 }, { 0x8990, 0x8998 }, { 0x89b0, 0x89b8 },
	{ 0x8c40, 0x8c6c },	/* rings of the sequencer */
	{ 0x8df8, 0x8df8 }, { 0x8e10, 0x8e1c },
	{ 0x9010, 0x9014 },	/* memory export */
	{ 0x9800, 0x9bfc },	/* DB and CB set-up, tiling */
	{ 0x28000, 0x28000 }, { 0x28008, 0x28024 }, { 0x28038, 0x2813c },
	{ 0x28140, 0x281fc },	/* sizes of constant buffers */
	{ 0x28238, 0x2823c },	/* which targets are written */
	{ 0x28350, 0x28350 }, { 0x2835c, 0x2835c },
	{ 0x28720, 0x28728 }, { 0x287cc, 0x287d0 }, { 0x287e4, 0x287fc },
	{ 0x28800, 0x2880c }, { 0x28830, 0x28834 }, { 0x28840, 0x28840 },
	{ 0x2885c, 0x2885c }, { 0x28874, 0x28874 }, { 0x2888c, 0x2888c },
	{ 0x288a4, 0x288a4 }, { 0x288b8, 0x288b8 }, { 0x288d0, 0x288d0 },
	{ 0x28900, 0x289fc }, { 0x28a40, 0x28a40 }, { 0x28a90, 0x28a90 },
	{ 0x28abc, 0x28abc }, { 0x28ad0, 0x28b04 }, { 0x28b54, 0x28b54 },
	{ 0x28b74, 0x28b74 }, { 0x28b94, 0x28bbc },
	{ 0x28c40, 0x28c88 }, { 0x28c9c, 0x28cc4 }, { 0x28e40, 0x28f7c },
};

static const char *run_register(u32 offset, u32 value)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(dangerous); i++)
		if (offset >= dangerous[i][0] && offset <= dangerous[i][1])
			return "a register that must not be written";
	if (offset == 0x802c && value != 0xc0000000)
		return "later writes would miss a shader engine";
	return NULL;
}

static const char *run_registers(struct run *run, const u32 *body)
{
	bool context = (run->in->ib[run->at] >> 8 & 0xff) == 0x69;
	u32 base = context ? 0x28000 : 0x8000, end = context ? 0x29000 : 0xac00;
	u32 i, n = run->in->ib[run->at] >> 16 & 0x3fff;
	const char *error = NULL;

	if (body[0] > 0xffff || base + (body[0] + n) * 4 > end)
		return "registers outside the space";
	for (i = 0; i < n && !error; i++)
		error = run_register(base + (body[0] + i) * 4, body[1 + i]);
	return error;
}

static const struct {
	u32 opcode, min, max;	/* of the count field */
	const char *(*run)(struct run *run, const u32 *body);
} packets[] = {
	{ 0x10, 0, 0x3ffe, run_nothing },
	{ 0x28, 1, 1, run_context_control },
	{ 0x3c, 5, 5, run_wait },
	{ 0x3d, 3, 3, run_mem_write },
	{ 0x41, 4, 4, run_cp_dma },
	{ 0x42, 0, 0, run_nothing },
	{ 0x43, 3, 3, run_surface_sync },
	{ 0x46, 0, 2, run_event },
	{ 0x47, 4, 4, run_eop },
	{ 0x48, 3, 3, run_eos },
	{ 0x68, 0, 0x3fff, run_registers },
	{ 0x69, 0, 0x3fff, run_registers },
};

static const char *run_packet(struct run *run)
{
	const u32 *ib = &run->in->ib[run->at];
	u32 i, count = *ib >> 16 & 0x3fff;

	if (*ib >> 30 == 2) {
		run->reloc = run->at + 1;
		return NULL;
	}
	if (*ib >> 30 != 3 || *ib & 0xfd)
		return "a header that is not type 3, or has odd bits";
	if (run->in->ndw - run->at < count + 2)
		return "a packet behind the end";
	run->reloc = run->at + 2 + count;
	for (i = 0; i < ARRAY_SIZE(packets); i++)
		if (packets[i].opcode == (*ib >> 8 & 0xff))
			return count < packets[i].min || count > packets[i].max ?
				"a packet of the wrong length" :
				packets[i].run(run, ib + 1);
	return "an opcode that must not be accepted";
}

const char *oracle_judge(const struct r600_cs_input *in,
			 const struct r600_cs_result *res)
{
	struct run run = { .in = in, .res = res };
	const char *error;

	while (run.at < in->ndw) {
		error = run_packet(&run);
		if (error)
			return error;
		run.at = run.reloc;
	}
	return run.patch == res->num_patches ? NULL : "patches left over";
}
