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
#include "oracle_run.h"

/* A register may hold an address that nothing uses. */
enum access { READS, WRITES, NAMES, HOLDS };

/* Of sizes that were cut, and of packets that are dropped or put in. */
static bool has_no_address(const struct r600_cs_patch *patch)
{
	return patch->kind == R600_CS_PATCH_VALUE ||
	       patch->kind == R600_CS_PATCH_CLEAR_STATE;
}

static void skip_values(struct run *run)
{
	while (run->patch < run->res->num_patches &&
	       has_no_address(&run->res->patches[run->patch]))
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
	if (kind == R600_CS_PATCH_VERTEX_BYTE)
		first = 0;
	if (access != HOLDS && (first > buffer->size || size > buffer->size - first))
		return "memory behind the buffer";
	if (access == WRITES && !(buffer->write_domain & 6))
		return "a write without a write domain";
	if (access == READS && !(buffer->read_domains & 6))
		return "a read without a read domain";
	return NULL;
}

static void targets_off(struct reg *regs)
{
	u32 i;

	for (i = 0; i < 8; i++)
		regs[(0xc70 + i * 0x3c) / 4].set = true;
	for (i = 0; i < 4; i++)
		regs[(0xe50 + i * 0x1c) / 4].set = true;
}

/* What a driver promises of the state of compute, of targets, and of item sizes: no constants at first. */
static void clean(struct run *run)
{
	struct reg *regs = &run->regs[!run->one_state][0x2c00 / 4];
	u32 i;

	for (i = 0; i < 48; i++)
		regs[(0x140 + i * 4) / 4].set = true;
	for (i = 0; i < 32; i++)
		regs[(0xf80 + i * 4) / 4].set = true;
	targets_off(&run->regs[0][0x2c00 / 4]);
	targets_off(&run->regs[1][0x2c00 / 4]);
	/* Results of the widest format fit where nobody needs them. */
	for (i = 0; i < 12; i++)
		regs[(0xb9c + i * 4) / 4] = (struct reg) {
			.set = true, .reads = true, .writes = true, .left = 0x80000,
		};
	memset(run->spill[0][0].item, 0, sizeof(run->spill[0][0].item));
	for (i = 0; i < 12; i++)
		memset(run->spill[i / 6][i % 6].item, 0,
		       sizeof(run->spill[0][0].item));
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

/* Both take turns, be it that one is put in. */
static const char *run_dealloc_state(struct run *run, const u32 *body)
{
	u32 i;

	if (run->in->chip->class != R600_CS_CAYMAN || run->state_freed)
		return "no state to be freed";
	run->state_freed = true;
	for (i = 0; i < run->res->num_patches; i++)
		if (run->res->patches[i].kind == R600_CS_PATCH_CLEAR_STATE &&
		    run->res->patches[i].dw == run->at + 2)
			return run_clear_state(run, body);
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

/* Counters, and stream-out: CP1 and CP2 leave them to draws. */
bool oracle_is_of_draws(u32 event)
{
	return (event >= 0x01 && event <= 0x03) || event == 0x15 || event == 0x19 ||
		event == 0x1a || event == 0x1e || event == 0x1f || event == 0x20;
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
	if (run->in->engine == R600_CS_COMPUTE && oracle_is_of_draws(event))
		return "an event of draws";
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

static bool is_constants(u32 offset)
{
	return (offset >= 0x28940 && offset <= 0x289fc) || (offset >= 0x28f00 && offset <= 0x28f7c);
}

/* The tiling attributes have a relocation for the tiling of its buffer. */
static bool is_attribute(u32 offset)
{
	return (offset >= 0x28c74 && offset <= 0x28e18 &&
		!((offset - 0x28c74) % 0x3c)) ||
		(offset >= 0x28e54 && offset <= 0x28ea8 &&
		 !((offset - 0x28e54) % 0x1c));
}

/* These have one if the buffer says how it is tiled. */
static bool is_tiled(u32 offset)
{
	return offset == 0x28040 || is_attribute(offset + 4);
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

/*
 * That of an HTILE counts for nothing as long as there is none, nor does that of constants behind
 * their buffer, see run_constant_buffers(). Behind it, the card gets the start of the buffer.
 */
static const char *touch_base(struct run *run, u32 dw, u32 offset, u32 value)
{
	bool may_end = offset == 0x28014 || is_constants(offset), parked;
	const struct r600_cs_patch *patch;

	skip_values(run);
	patch = &run->res->patches[run->patch];
	parked = may_end && run->patch < run->res->num_patches &&
		 patch->buffer < run->in->num_buffers &&
		 value * 256ull >= run->in->buffers[patch->buffer].size;
	if (parked && patch->value)
		return "not the start of the buffer";
	return touch(run, dw, parked ? R600_CS_PATCH_START256 : R600_CS_PATCH_BASE256, 0,
		     may_end ? HOLDS : NAMES);
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
	if (offset == 0x2800c && value & 0xf8181815)
		return "HiZ or HiS, or an access of depth, is forced on";
	if (offset == 0x28a4c && value & ~0x06010000u)
		return "tiles that no scissor cuts";
	if (offset == 0x8c00 && value & 0x3fffc)
		return "bits of the sequencer without a name";
	if ((offset == 0x28200 || offset == 0x28234) && value)
		return "an offset of the window or of the screen";
	if ((offset == 0x28a10 || offset == 0x28a24) && value)
		return "primitives in two dimensions, of groups";
	if ((offset == 0x8c10 || offset == 0x8c14) && value)
		return "registers of all threads";
	if (offset == 0x8958 && value > 0x15)
		return "primitives in two dimensions";
	if (offset == 0x802c)
		return select_engines(run, value);
	if (offset >= 0x8e20 && offset <= 0x8e28 && (value | 0x10001) != 0xffffffff)
		return "a stage may find no SIMDs";
	if (is_attribute(offset) ||
	    (!run->in->keep_tiling && is_tiled(offset)))
		run->reloc += 2;
	if (!run->in->keep_tiling)
		r.value = oracle_patched(run, r.dw, r.value);
	if (is_base(offset)) {
		error = touch_base(run, dw, offset, value);
		if (error)
			return error;
		buffer = &run->in->buffers[run->res->patches[run->patch - 1].buffer];
		r.left = value * 256ull < buffer->size ? buffer->size - value * 256ull : 0;
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

/* Without smaller levels, theirs is the address of the first, which @base fills in. */
static bool same_place(const struct run *run, u32 base, u32 dw)
{
	const struct r600_cs_patch *first = &run->res->patches[base];
	const struct r600_cs_patch *patch = &run->res->patches[run->patch];

	return run->patch < run->res->num_patches && patch->dw == dw + 3 &&
	       patch->kind == R600_CS_PATCH_START256 && first->dw == dw + 2 &&
	       patch->buffer == first->buffer && patch->value == run->in->ib[dw + 2] &&
	       (run->in->ib[dw] & 7) < 6 && !(run->in->ib[dw + 5] & 0xf);
}

/* Of what CP1 and CP2 take, nothing is a draw's; in dwords, by opcode. */
bool oracle_is_of_compute(u32 opcode, u32 first, u32 n)
{
	static const u32 spaces[][2] = {
		{ 5, 6 }, { 160, 192 }, { 816 * 8, 992 * 8 }, { 90 * 3, 108 * 3 }, { 0, 0 },
	};

	return first >= spaces[opcode - 0x6b][0] && first + n <= spaces[opcode - 0x6b][1];
}

/* Of a 3D texture both are cut to its depth, and the card gets what is left of them. */
static bool ends_before_it_begins(const u32 *word)
{
	u32 first = word[5] >> 4 & 0x1fff, last = word[5] >> 17 & 0x1fff;
	u32 depth = word[1] >> 14 & 0x1fff;

	if ((word[0] & 7) == 2 && last >= depth)
		return false;
	return first > last;
}

static const char *run_resource(struct run *run, const u32 *body)
{
	u32 i, n = run->in->ib[run->at] >> 16 & 0x3fff;
	enum r600_cs_patch_kind kind;
	const char *error = NULL;
	const u32 *word;

	if (body[0] % 8 || n % 8 || body[0] + n > 0x2000)
		return "a resource that is no slot";
	if (run->in->engine == R600_CS_COMPUTE && !oracle_is_of_compute(0x6d, body[0], n))
		return "a resource of draws";
	for (i = 0; i < n && !error; i += 8) {
		u32 patch, dw = run->at + 2 + i;

		skip_values(run);
		patch = run->patch;
		word = body + 1 + i;
		if (word[7] >> 30 == 3) {
			if (patch >= run->res->num_patches ||
			    run->res->patches[patch].value > word[1])
				return "a vertex buffer that grows";
			kind = run->res->patches[patch].kind == R600_CS_PATCH_VERTEX_BYTE ?
			       R600_CS_PATCH_VERTEX_BYTE : R600_CS_PATCH_VERTEX;
			error = touch(run, dw, kind, run->res->patches[patch].value + 1ull, READS);
			continue;
		}
		if (word[7] >> 30 != 2)
			return "a resource of no known type";
		if (ends_before_it_begins(word))
			return "a texture whose slices end before they begin";
		/* At least one row, and whatever lies at the other address. */
		error = touch(run, dw + 2, R600_CS_PATCH_BASE256,
			      ((word[0] >> 6 & 0xfff) + 1) / 2, READS);
		patch = run->patch - 1;
		skip_values(run);
		if (!error && same_place(run, patch, dw))
			run->patch++, run->reloc += 2;
		else if (!error && run->patch < run->res->num_patches &&
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
	u32 i, n = run->in->ib[run->at] >> 16 & 0x3fff, opcode = run->in->ib[run->at] >> 8 & 0xff;

	if (run->in->engine == R600_CS_COMPUTE && !oracle_is_of_compute(opcode, body[0], n))
		return "constants of draws";
	for (i = 0; i < ARRAY_SIZE(spaces); i++)
		if (spaces[i].opcode == opcode)
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
	if (body[1] >> 31 && !run->predicated)
		return "a count that goes on from a stranger's";
	run->predicated = true;
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

static const char *run_mode(struct run *run, const u32 *body)
{
	return body[0] == 1 ? NULL : "constants from elsewhere";
}

static const char *run_cond_write(struct run *run, const u32 *body)
{
	const char *error;

	if ((body[0] & 0x110) != 0x110 || (body[1] | body[5]) & 3)
		return "a register, or unaligned";
	error = touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 4, READS);
	return error ? error : touch(run, run->at + 6, R600_CS_PATCH_LO_HI8, 4,
				     WRITES);
}

static const char *run_copy_dw(struct run *run, const u32 *body)
{
	const char *error;

	if (!(body[0] & 1) || (!(body[0] & 2) && body[3] != 0x28b2c / 4))
		return "a register";
	error = touch(run, run->at + 2, R600_CS_PATCH_LO_HI8, 4, READS);
	if (error || !(body[0] & 2))
		return error;
	return touch(run, run->at + 4, R600_CS_PATCH_LO_HI8, 4, WRITES);
}

/* What is skipped is neither executed nor are its patches of use. */
static const char *run_cond_exec(struct run *run, const u32 *body)
{
	u32 end = run->at + 4 + (body[2] & 0x3fff);
	const char *error = touch(run, run->at + 1, R600_CS_PATCH_LO_HI8, 8, READS);
	bool taken = run->taken & 1;

	run->taken = run->taken >> 1 | run->taken << 31;
	run->depends = true;
	if (error || taken || end == run->at + 4)
		return error;
	if (end > run->in->ndw)
		return "a span behind the end";
	run->reloc = end;
	while (run->patch < run->res->num_patches &&
	       (has_no_address(&run->res->patches[run->patch]) ||
		run->res->patches[run->patch].dw < end))
		run->patch++;
	return NULL;
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

static const char *run_dispatch(struct run *run, const u32 *body)
{
	bool indirect = (run->in->ib[run->at] >> 8 & 0xff) == 0x16;
	const char *error;

	if (!(run->in->ib[run->at] >> 1 & 1) || run->state_freed)
		return "a dispatch without state of compute";
	if (indirect && body[0] + 12ull > run->indirect_bytes)
		return "arguments behind their buffer";
	run->dispatch = true;
	error = oracle_dispatch(run);
	run->dispatch = false;
	return error;
}

static const char *run_draw_index(struct run *run, const u32 *body)
{
	const char *error;

	if (!run->index_bytes || body[3] & 3)
		return "indices of unknown size, or from elsewhere";
	error = touch(run, run->at + 1, R600_CS_PATCH_LO_HI8,
		      (u64)oracle_patched(run, run->at + 3, body[2]) * run->index_bytes, READS);
	return error ? error : oracle_draw(run);
}

/* MAX_SIZE in front of what DRAW_INDEX has. */
static const char *run_draw_index_2(struct run *run, const u32 *body)
{
	u32 most = oracle_patched(run, run->at + 1, body[0]);
	u32 count = oracle_patched(run, run->at + 4, body[3]);
	u32 indices = most > count ? most : count;
	const char *error;

	if (!run->index_bytes || body[4] & 3)
		return "indices of unknown size, or from elsewhere";
	run->index_buffer_size = most;
	error = touch(run, run->at + 2, R600_CS_PATCH_LO_HI8,
		      (u64)indices * run->index_bytes, READS);
	run->index_base_bytes = 0;
	return error ? error : oracle_draw(run);
}

static const char *run_draw_offset(struct run *run, const u32 *body)
{
	bool two = (run->in->ib[run->at] >> 8 & 0xff) == 0x35;
	u64 last = (u64)body[two] + body[two + 1];

	if (two && body[0] > body[2])
		last = (u64)body[1] + body[0];
	if (two)
		run->index_buffer_size = body[0];
	if (!run->index_bytes || body[two + 2] & 3)
		return "indices of unknown size, or from elsewhere";
	if (last * run->index_bytes > run->index_base_bytes)
		return "indices behind their buffer";
	return oracle_draw(run);
}

static const char *run_draw_auto(struct run *run, const u32 *body)
{
	return (body[1] & 3) == 2 ? oracle_draw(run) : "indices from elsewhere";
}

static const char *run_draw_immd(struct run *run, const u32 *body)
{
	u32 n = run->in->ib[run->at] >> 16 & 0x3fff;

	if ((body[1] & 3) != 1 || !run->index_bytes ||
	    (u64)body[0] * run->index_bytes > (n - 1) * 4ull)
		return "indices behind the packet";
	return oracle_draw(run);
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
	return oracle_draw(run);
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
	{ 0x18, 0, 0, run_mode },
	{ 0x20, 1, 1, run_predication },
	{ 0x22, 2, 2, run_cond_exec },
	{ 0x24, 1, 1, run_draw_indirect },
	{ 0x25, 1, 1, run_draw_indirect },
	{ 0x26, 1, 1, run_index_base },
	{ 0x27, 4, 4, run_draw_index_2 },
	{ 0x28, 1, 1, run_context_control },
	{ 0x29, 2, 2, run_draw_offset },
	{ 0x2a, 0, 0, run_index_type },
	{ 0x2b, 3, 3, run_draw_index },
	{ 0x2d, 1, 1, run_draw_auto },
	{ 0x2e, 2, 0x3fff, run_draw_immd },
	{ 0x2f, 0, 0, run_nothing },
	{ 0x34, 4, 4, run_strmout },
	{ 0x35, 3, 3, run_draw_offset },
	{ 0x3b, 4, 4, run_copy_dw },
	{ 0x3c, 5, 5, run_wait },
	{ 0x3d, 3, 3, run_mem_write },
	{ 0x41, 4, 4, run_cp_dma },
	{ 0x42, 0, 0, run_nothing },
	{ 0x43, 3, 3, run_surface_sync },
	{ 0x45, 7, 7, run_cond_write },
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

/* What was found out of its addresses before it became a NOP is of no use. */
static const char *run_nop(struct run *run, u32 header, u32 count)
{
	const struct r600_cs_patch *patches = run->res->patches;

	while (run->patch < run->res->num_patches && patches[run->patch].dw >= run->at &&
	       patches[run->patch].dw <= run->at + 1 + count)
		run->patch++;
	if (count == 0x3fff)
		return "a NOP that may be taken for a bare header";
	return header == (0xc0001000 | count << 16) ? NULL : "a packet that becomes another";
}

static const char *run_packet(struct run *run)
{
	const u32 *ib = &run->in->ib[run->at];
	u32 i, count = *ib >> 16 & 0x3fff, header = oracle_patched(run, run->at, *ib);

	if (*ib >> 30 == 2) {
		run->reloc = run->at + 1;
		return NULL;
	}
	if (*ib >> 30 != 3 || *ib & 0xfc ||
	    (*ib & 1 && ((*ib >> 8 & 0xff) < 0x15 || (*ib >> 8 & 0xff) > 0x35)))
		return "a header that is not type 3, or has odd bits";
	if (run->in->ndw - run->at < count + 2)
		return "a packet behind the end";
	run->reloc = run->at + 2 + count;
	/*
	 * A draw without any index, or without its constants, becomes a NOP, as does what moves a
	 * counter that has no place.
	 */
	if (header != *ib)
		return run_nop(run, header, count);
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

static const char *run_with(struct run *run)
{
	const char *error;

	clean(run);
	while (run->at < run->in->ndw) {
		error = run_packet(run);
		if (error)
			return error;
		run->at = run->reloc;
	}
	if (run->at != run->in->ndw)
		return "the IB's end is skipped";
	if (run->state_freed)
		return "the next client finds no state";
	if (run->selected != 3)
		return "the next client's registers reach one shader engine";
	skip_values(run);
	return run->patch == run->res->num_patches ? NULL : "patches left over";
}

/*
 * All conditions true, none, and some; each of them on four cards, if there is
 * compute in the stream.
 */
static const char *run_all(const struct r600_cs_input *in,
			   const struct r600_cs_result *res)
{
	static const u32 conditions[] = {
		0xffffffff, 0, 0x55555555, 0xaaaaaaaa, 0x33333333,
	};
	static struct run run;
	const char *error = NULL;
	u32 i, cards = 1, times = 1;

	for (i = 0; i < cards * times && !error; i++) {
		run = (struct run) {
			.in = in, .res = res, .selected = 3,
			.taken = conditions[i / cards],
			.one_state = i % cards & 1, .clears = i % cards & 2,
		};
		error = run_with(&run);
		if (i)
			continue;
		cards = run.computes ? 4 : 1;
		times = run.depends ? ARRAY_SIZE(conditions) : 1;
	}
	return error;
}

const char *oracle_judge(const struct r600_cs_input *in,
			 const struct r600_cs_result *res)
{
	if (in->engine == R600_CS_DMA)
		return oracle_judge_dma(in, res);
	if (in->vm)
		return oracle_judge_vm(in, res);
	return run_all(in, res);
}
