// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What an accepted stream would do: a small executor that works out, packet by
 * packet, which bytes the card would read and write, and looks them up in the
 * patches and buffers. It only has to be right about accepted streams, so it
 * knows those packets alone, and says so of any other.
 *
 * It runs a stream several times: on a card that has a state of compute beside that
 * of draws, and on one that has not; and with a CLEAR_STATE that clears, and one
 * that does not.
 */

#include <string.h>

#include <linux/array_size.h>

#include "oracle.h"

struct run {
	const struct r600_cs_input *in;
	const struct r600_cs_result *res;
	u32 at;			/* the packet */
	u32 patch;		/* next patch to be used */
	u32 reloc;		/* next relocation to be used */
	u32 index_bytes;
	u64 indirect_bytes;	/* behind SET_BASE's address */
	u64 index_base_bytes;	/* behind INDEX_BASE's address */
	u64 index_buffer_size;
	bool state_freed;	/* of compute */
	bool one_state;		/* of draws and compute together */
	bool clears;		/* CLEAR_STATE does */
	bool computes;		/* there was a packet of compute */
	u32 selected;		/* a bit for each shader engine */
	/* by dword offset from 0x8000 and from 0x28000, for draws and compute */
	struct reg {
		bool set;
		u32 value;
		u32 dw;		/* where it was written */
		u64 left;	/* bytes behind the address to the buffer's end */
		bool reads, writes;
	} regs[2][0x2c00 / 4 + 0x1000 / 4];
	struct {
		struct reg base, size;
		u32 item[2];
	} spill[2][6];		/* by shader engine */
	bool dispatch;		/* whose state the checks look at */
};

enum access { READS, WRITES, NAMES };

/* Sizes that were cut have no address. */
static void skip_values(struct run *run)
{
	while (run->patch < run->res->num_patches &&
	       run->res->patches[run->patch].kind == R600_CS_PATCH_VALUE)
		run->patch++;
}

/* The card touches @size bytes at the address in dword @dw of the stream. */
static const char *touch(struct run *run, u32 dw, enum r600_cs_patch_kind kind,
			 u64 size, enum access access)
{
	const u32 *ib = run->in->ib;
	const struct r600_cs_patch *patch;
	const struct r600_cs_buffer *buffer;
	u64 first;

	skip_values(run);
	patch = &run->res->patches[run->patch];
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
		ib[dw] | (u64)(ib[dw + 1 + (kind == R600_CS_PATCH_VERTEX)] &
			       0xff) << 32;
	if (first > buffer->size || size > buffer->size - first)
		return "memory behind the buffer";
	if (access == WRITES && !(buffer->write_domain & 6))
		return "a write without a write domain";
	if (access == READS && !(buffer->read_domains & 6))
		return "a read without a read domain";
	return NULL;
}

/* What a driver promises of the state of compute, and of item sizes. */
static void clean(struct run *run)
{
	struct reg *regs = &run->regs[!run->one_state][0x2c00 / 4];
	u32 i;

	for (i = 0; i < 16; i++)
		regs[(0xfc0 + i * 4) / 4].set = true;
	for (i = 0; i < 8; i++)
		regs[(0xc70 + i * 0x3c) / 4].set = true;
	for (i = 0; i < 4; i++)
		regs[(0xe50 + i * 0x1c) / 4].set = true;
	memset(run->spill[0][0].item, 0, sizeof(run->spill[0][0].item));
	for (i = 0; i < 12; i++)
		memset(run->spill[i / 6][i % 6].item, 0,
		       sizeof(run->spill[0][0].item));
}

/* Both take turns; the registers of before are no longer what they were. */
static const char *run_dealloc_state(struct run *run, const u32 *body)
{
	if (run->in->chip->class != R600_CS_CAYMAN || run->state_freed)
		return "no state to be freed";
	run->state_freed = true;
	return NULL;
}

static const char *run_clear_state(struct run *run, const u32 *body)
{
	u32 i;

	if (!run->state_freed)
		return "a second state";
	run->state_freed = false;
	for (i = 0x2c00 / 4; run->clears && i < ARRAY_SIZE(run->regs[0]); i++) {
		run->regs[0][i] = (struct reg) {};
		run->regs[1][i] = (struct reg) {};
	}
	if (run->clears)
		clean(run);
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
	if (body[4] >> 26 == 2 && (body[1] >> 20 & 3) == 1 && !source &&
	    run->in->chip->class == R600_CS_CAYMAN)
		return body[2] + size > 0x10000 ? "behind the GDS" :
			touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, size, READS);
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
	{ 0x895c, 0x895c },	/* index type, behind the packet's back */
	{ 0x8988, 0x8988 }, { 0x8990, 0x8998 }, { 0x89b0, 0x89b8 },
	{ 0x8df8, 0x8df8 },
	{ 0x9010, 0x9014 },	/* memory export */
	{ 0x9800, 0x9bfc },	/* DB and CB set-up, tiling */
	{ 0x2835c, 0x2835c }, { 0x287cc, 0x287d0 }, { 0x287e4, 0x287fc },
	{ 0x28a90, 0x28a90 }, { 0x28b74, 0x28b74 },
};

/* Registers with an address in units of 256 bytes; first, last, stride. */
static const u32 bases[][3] = {
	{ 0x8c40, 0x8c68, 8 }, { 0x8e10, 0x8e18, 8 },
	{ 0x28014, 0x28014, 4 }, { 0x28048, 0x28054, 4 },
	{ 0x28840, 0x28840, 4 }, { 0x2885c, 0x2885c, 4 },
	{ 0x28874, 0x28874, 4 }, { 0x2888c, 0x2888c, 4 },
	{ 0x288a4, 0x288a4, 4 }, { 0x288b8, 0x288b8, 4 },
	{ 0x288d0, 0x288d0, 4 }, { 0x28940, 0x289fc, 4 },
	{ 0x28f00, 0x28f7c, 4 }, { 0x28ad8, 0x28b08, 0x10 },
	{ 0x28c60, 0x28e04, 0x3c }, { 0x28c7c, 0x28e20, 0x3c },
	{ 0x28c84, 0x28e28, 0x3c }, { 0x28e40, 0x28e94, 0x1c },
	{ 0x28b9c, 0x28bc8, 4 },
};

static bool is_base(u32 offset)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bases); i++)
		if (offset >= bases[i][0] && offset <= bases[i][1] &&
		    !((offset - bases[i][0]) % bases[i][2]))
			return true;
	return false;
}

/* The tiling attributes have a relocation that fills nothing in. */
static bool is_attribute(u32 offset)
{
	return (offset >= 0x28c74 && offset <= 0x28e18 &&
		!((offset - 0x28c74) % 0x3c)) ||
		(offset >= 0x28e54 && offset <= 0x28ea8 &&
		 !((offset - 0x28e54) % 0x1c));
}

static struct reg *reg_of(struct run *run, bool compute, u32 offset)
{
	if (offset < 0x28000)
		return &run->regs[0][(offset - 0x8000) / 4];
	return &run->regs[compute && !run->one_state]
			 [(0x2c00 + offset - 0x28000) / 4];
}

/* As the draw or dispatch in hand finds it. */
static struct reg *reg(struct run *run, u32 offset)
{
	return reg_of(run, run->dispatch, offset);
}

static const char *run_ring(const struct reg *address, const struct reg *size)
{
	if (!size->set || !size->value)
		return NULL;
	if (!address->set || size->value * 256ull > address->left ||
	    !address->reads || !address->writes)
		return "a ring behind its buffer";
	return NULL;
}

/* A card may have one shader engine: then there is no second one to select. */
static const char *select_engines(struct run *run, u32 value)
{
	u32 se = value >> 16 & 0xff;

	if (value == 0xc0000000)
		run->selected = 3;
	else if ((value & ~0xff0000u) == 0x40000000 && se < run->in->chip->num_se)
		run->selected = 1 << se;
	else
		return "a shader engine that there is not, or no instance";
	return NULL;
}

/* Rings of what shaders spill, and their items: ES, GS, VS, PS, LS, HS. */
static bool run_spill(struct run *run, u32 offset, const struct reg *r,
		      bool compute, const char **error)
{
	static const u32 rings[] = {
		0x8c50, 0x8c58, 0x8c60, 0x8c68, 0x8e10, 0x8e18,
	};
	static const u32 items[] = {
		0x28908, 0x2890c, 0x28910, 0x28914, 0x28830, 0x28834,
	};
	u32 i, se;

	*error = NULL;
	for (i = 0; i < 6 && offset != items[i] && (offset & ~4u) != rings[i];)
		i++;
	if (i == 6)
		return false;
	for (se = 0; se < 2 && !*error; se++) {
		if (!(run->selected >> se & 1))
			continue;
		if (offset == items[i])
			run->spill[se][i].item[compute && !run->one_state] = r->value;
		else if (offset & 4)
			run->spill[se][i].size = *r;
		else
			run->spill[se][i].base = *r;
		*error = run_ring(&run->spill[se][i].base, &run->spill[se][i].size);
	}
	return true;
}

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

static const char *run_register(struct run *run, u32 dw, u32 offset, u32 value)
{
	bool compute = run->in->ib[run->at] >> 1 & 1;
	struct reg r = { .set = true, .value = value, .dw = dw };
	const struct r600_cs_buffer *buffer;
	const char *error;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(dangerous); i++)
		if (offset >= dangerous[i][0] && offset <= dangerous[i][1])
			return "a register that must not be written";
	if (offset == 0x802c)
		return select_engines(run, value);
	if (is_attribute(offset))
		run->reloc += 2;
	if (is_base(offset)) {
		error = touch(run, dw, R600_CS_PATCH_BASE256, 0, NAMES);
		if (error)
			return error;
		buffer = &run->in->buffers[run->res->patches[run->patch - 1].buffer];
		r.left = buffer->size - value * 256ull;
		r.reads = buffer->read_domains & 6;
		r.writes = buffer->write_domain & 6;
	}
	if (run_spill(run, offset, &r, compute, &error))
		return error;
	if (run->selected != 3)
		return "a register that one shader engine has";
	*reg_of(run, compute, offset) = r;
	if (offset >= 0x8c40 && offset <= 0x8c4c)
		return run_ring(reg_of(run, false, offset & ~7u),
				reg_of(run, false, offset | 4));
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
		error = run_register(run, run->at + 2 + i,
				     base + (body[0] + i) * 4, body[1 + i]);
	return error;
}

static const char *run_resource(struct run *run, const u32 *body)
{
	u32 i, n = run->in->ib[run->at] >> 16 & 0x3fff;
	const char *error = NULL;
	const u32 *word;

	if (body[0] % 8 || n % 8 || body[0] + n > 0x2000)
		return "a resource that is no slot";
	for (i = 0; i < n && !error; i += 8) {
		u32 patch, dw = run->at + 2 + i;

		skip_values(run);
		patch = run->patch;
		word = body + 1 + i;
		if (word[7] >> 30 == 3) {
			if (patch >= run->res->num_patches ||
			    run->res->patches[patch].value > word[1])
				return "a vertex buffer that grows";
			error = touch(run, dw, R600_CS_PATCH_VERTEX,
				      run->res->patches[patch].value + 1ull,
				      READS);
			continue;
		}
		if (word[7] >> 30 != 2)
			return "a resource of no known type";
		/* At least one row, and whatever lies at the other address. */
		error = touch(run, dw + 2, R600_CS_PATCH_BASE256,
			      ((word[0] >> 6 & 0xfff) + 1) / 2, READS);
		skip_values(run);
		if (!error && run->patch < run->res->num_patches &&
		    run->res->patches[run->patch].dw == dw + 3)
			error = touch(run, dw + 3, R600_CS_PATCH_BASE256, 0,
				      READS);
		else if (!error && word[3])
			error = "levels without a patch";
	}
	return error;
}

static const char *run_constants(struct run *run, const u32 *body)
{
	static const struct { u32 opcode, end; } spaces[] = {
		{ 0x6b, 6 }, { 0x6c, 192 }, { 0x6e, 384 }, { 0x6f, 2 },
	};
	u32 i, n = run->in->ib[run->at] >> 16 & 0x3fff;

	for (i = 0; i < ARRAY_SIZE(spaces); i++)
		if (spaces[i].opcode == (run->in->ib[run->at] >> 8 & 0xff))
			return body[0] > 0xffff || body[0] + n > spaces[i].end ?
				"constants outside the space" : NULL;
	return "constants of no known kind";
}

static const char *run_predication(struct run *run, const u32 *body)
{
	u32 op = body[1] >> 16 & 7;

	if (op > 2)
		return "a reserved predicate";
	if (!op)
		return NULL;
	return touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, op == 2 ? 32 :
		     16 * run->in->chip->num_backends, READS);
}

static const char *run_strmout(struct run *run, const u32 *body)
{
	const char *error = NULL;

	if (body[0] & 1)
		error = touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 4, WRITES);
	if (!error && (body[0] >> 1 & 3) == 2)
		error = touch(run, run->at + 4, R600_CS_PATCH_LO_HI8, 4, READS);
	return error;
}

static const char *run_append(struct run *run, const u32 *body)
{
	if (body[0] >> 16 < 0x1cb || body[0] >> 16 > 0x1d6)
		return "another register than an append counter";
	return touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 4, READS);
}

/* What is left of the buffer that the last patch named. */
static u64 left(const struct run *run, u64 offset)
{
	u32 buffer = run->res->patches[run->patch - 1].buffer;

	return run->in->buffers[buffer].size - offset;
}

static const char *run_set_base(struct run *run, const u32 *body)
{
	const char *error = touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 0,
				  READS);

	if (!error)
		run->indirect_bytes = left(run, body[1] | (u64)body[2] << 32);
	return error;
}

static const char *run_index_base(struct run *run, const u32 *body)
{
	const char *error = touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, 0,
				  READS);

	if (!error)
		run->index_base_bytes = left(run, body[0] | (u64)body[1] << 32);
	return error;
}

static const char *run_index_type(struct run *run, const u32 *body)
{
	run->index_bytes = 2 << (body[0] & 1);
	return NULL;
}

static const char *run_index_size(struct run *run, const u32 *body)
{
	run->index_buffer_size = body[0];
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

/* What a dword of the stream is when it runs, addresses apart. */
static u32 patched(const struct run *run, const struct reg *r)
{
	u32 i;

	for (i = 0; i < run->res->num_patches; i++)
		if (run->res->patches[i].dw == r->dw &&
		    run->res->patches[i].kind == R600_CS_PATCH_VALUE)
			return run->res->patches[i].value;
	return r->value;
}

/* The last element of a buffer, or the last corner of a surface without tiling. */
static const char *run_random_access(struct run *run, u32 index, u32 base)
{
	struct reg *info = reg(run, base + 0x10), *dim = reg(run, base + 0x18);
	struct reg *mail = reg(run, 0x28b9c + index * 4);
	u32 bytes = target_bytes[info->value >> 2 & 0x3f];
	u32 end = patched(run, dim), pitch = reg(run, base + 4)->value & 0x7ff;
	u64 size;

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

/* The bytes from the first to the last row of a target without tiling. */
static const char *run_target(struct run *run, u32 index, u32 base)
{
	struct reg *info = reg(run, base + 0x10), *slice = reg(run, base + 8);
	struct reg *view = reg(run, base + 12);
	u64 size;

	if (!info->set)
		return "a target of unknown state";
	if (info->value >> 26 & 1)
		return run_random_access(run, index, base);
	if (!(info->value >> 2 & 0x3f) ||
	    (!reg(run, base)->set && second_source(run, base)))
		return NULL;
	size = target_bytes[info->value >> 2 & 0x3f];
	size *= ((slice->value & 0x3fffff) + 1ull) * 64;
	size *= (view->value >> 13 & 0x7ff) + 1;
	if (index > 7 || !size || !slice->set || !view->set ||
	    !reg(run, base)->set || !reg(run, base)->writes ||
	    size > reg(run, base)->left)
		return "a target behind its buffer";
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

static const char *run_depth(struct run *run)
{
	static const u8 bytes[4] = { 0, 2, 4, 4 };
	struct reg *z = reg(run, 0x28040), *stencil = reg(run, 0x28044);
	u64 tiles = ((reg(run, 0x2805c)->value & 0x3fffff) + 1ull) * 64 *
		((reg(run, 0x28008)->value >> 13 & 0x7ff) + 1);
	u32 i;

	if (!z->set || !stencil->set)
		return "depth of unknown state";
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

static const char *run_state(struct run *run)
{
	static const u32 programs[] = { 0x28840, 0x2885c, 0x288a4 };
	const char *error = NULL;
	u32 i;

	if (!run->in->clean_start)
		return "a draw on a card that was not reset";
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

static const char *run_dispatch(struct run *run, const u32 *body)
{
	bool indirect = (run->in->ib[run->at] >> 8 & 0xff) == 0x16;
	const char *error;
	u32 i;

	if (!(run->in->ib[run->at] >> 1 & 1) || run->state_freed)
		return "a dispatch without state of compute";
	if (indirect && body[0] + 12ull > run->indirect_bytes)
		return "arguments behind their buffer";
	if (!run->in->clean_start)
		return "a dispatch on a card that was not reset";
	run->dispatch = true;
	if (!reg(run, 0x288d0)->set || !reg(run, 0x288d0)->reads)
		return "no program";
	if (reg(run, 0x28b54)->set ? reg(run, 0x28b54)->value != 2 : !run->clears)
		return "another stage than that of compute";
	for (i = 0; i < 64; i += 4)
		if (!reg(run, 0x28fc0 + i)->set || (reg(run, 0x28fc0 + i)->value &&
		    (!reg(run, 0x28f40 + i)->reads ||
		     reg(run, 0x28fc0 + i)->value * 256ull >
		     reg(run, 0x28f40 + i)->left)))
			return "a constant buffer behind its buffer";
	error = run_targets(run);
	if (!error)
		error = run_spilled(run);
	run->dispatch = false;
	return error;
}

static const char *run_draw_index(struct run *run, const u32 *body)
{
	const char *error;

	if (!run->index_bytes || body[3] & 3)
		return "indices of unknown size, or from elsewhere";
	error = touch(run, run->at + 1, R600_CS_PATCH_LO_HI8,
		      (u64)body[2] * run->index_bytes, READS);
	return error ? error : run_state(run);
}

static const char *run_draw_auto(struct run *run, const u32 *body)
{
	return (body[1] & 3) == 2 ? run_state(run) : "indices from elsewhere";
}

static const char *run_draw_immd(struct run *run, const u32 *body)
{
	u32 n = run->in->ib[run->at] >> 16 & 0x3fff;

	if ((body[1] & 3) != 1 || !run->index_bytes ||
	    (u64)body[0] * run->index_bytes > (n - 1) * 4ull)
		return "indices behind the packet";
	return run_state(run);
}

static const char *run_draw_indirect(struct run *run, const u32 *body)
{
	bool indexed = (run->in->ib[run->at] >> 8 & 0xff) == 0x25;

	if (body[0] + (indexed ? 20ull : 16ull) > run->indirect_bytes)
		return "arguments behind their buffer";
	if (indexed && (!run->index_bytes || body[1] & 3 ||
			run->index_buffer_size * run->index_bytes >
			run->index_base_bytes))
		return "indices behind their buffer";
	if (!indexed && (body[1] & 3) != 2)
		return "indices from elsewhere";
	return run_state(run);
}

static const struct {
	u32 opcode, min, max;	/* of the count field */
	const char *(*run)(struct run *run, const u32 *body);
} packets[] = {
	{ 0x10, 0, 0x3ffe, run_nothing },
	{ 0x11, 2, 2, run_set_base },
	{ 0x12, 0, 0, run_clear_state },
	{ 0x13, 0, 0, run_index_size },
	{ 0x14, 0, 0, run_dealloc_state },
	{ 0x15, 3, 3, run_dispatch },
	{ 0x16, 1, 1, run_dispatch },
	{ 0x20, 1, 1, run_predication },
	{ 0x24, 1, 1, run_draw_indirect },
	{ 0x25, 1, 1, run_draw_indirect },
	{ 0x26, 1, 1, run_index_base },
	{ 0x28, 1, 1, run_context_control },
	{ 0x2a, 0, 0, run_index_type },
	{ 0x2b, 3, 3, run_draw_index },
	{ 0x2d, 1, 1, run_draw_auto },
	{ 0x2e, 2, 0x3fff, run_draw_immd },
	{ 0x2f, 0, 0, run_nothing },
	{ 0x34, 4, 4, run_strmout },
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
	{ 0x6b, 1, 0x3fff, run_constants },
	{ 0x6c, 1, 0x3fff, run_constants },
	{ 0x6d, 8, 0x3fff, run_resource },
	{ 0x6e, 3, 0x3fff, run_constants },
	{ 0x6f, 1, 2, run_constants },
	{ 0x75, 2, 2, run_append },
};

static const char *run_packet(struct run *run)
{
	const u32 *ib = &run->in->ib[run->at];
	u32 i, count = *ib >> 16 & 0x3fff;

	if (*ib >> 30 == 2) {
		run->reloc = run->at + 1;
		return NULL;
	}
	if (*ib >> 30 != 3 || *ib & 0xfc ||
	    (*ib & 1 && ((*ib >> 8 & 0xff) < 0x15 || (*ib >> 8 & 0xff) > 0x2e)))
		return "a header that is not type 3, or has odd bits";
	if (run->in->ndw - run->at < count + 2)
		return "a packet behind the end";
	run->reloc = run->at + 2 + count;
	run->computes |= *ib >> 1 & 1;
	if (run->selected != 3 && (*ib >> 8 & 0xff) != 0x10 &&
	    (*ib >> 8 & 0xfe) != 0x68)
		return "work for one shader engine";
	for (i = 0; i < ARRAY_SIZE(packets); i++)
		if (packets[i].opcode == (*ib >> 8 & 0xff))
			return count < packets[i].min || count > packets[i].max ?
				"a packet of the wrong length" :
				packets[i].run(run, ib + 1);
	return "an opcode that must not be accepted";
}

static const char *run_with(const struct r600_cs_input *in,
			    const struct r600_cs_result *res, u32 way, u32 *ways)
{
	static struct run run;
	const char *error;

	run = (struct run) {
		.in = in, .res = res, .one_state = way & 1, .clears = way & 2,
		.selected = 3,
	};
	clean(&run);
	while (run.at < in->ndw) {
		error = run_packet(&run);
		if (error)
			return error;
		run.at = run.reloc;
	}
	*ways = run.computes ? 4 : 1;
	if (run.state_freed)
		return "the next client finds no state";
	if (run.selected != 3)
		return "the next client's registers reach one shader engine";
	skip_values(&run);
	return run.patch == res->num_patches ? NULL : "patches left over";
}

const char *oracle_judge(const struct r600_cs_input *in,
			 const struct r600_cs_result *res)
{
	const char *error = NULL;
	u32 way, ways = 1;

	if (in->engine == R600_CS_DMA)
		return oracle_judge_dma(in, res);
	if (in->vm)
		return oracle_judge_vm(in, res);
	for (way = 0; way < ways && !error; way++)
		error = run_with(in, res, way, &ways);
	return error;
}
