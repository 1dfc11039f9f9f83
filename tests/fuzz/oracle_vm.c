// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The oracle's part for streams with an address space of their own: runs the
 * stream several times, each time with other conditions true, and asks of each
 * packet that is reached whether it could leave that address space, reach the
 * kernel, or be something else than what was meant.
 */

#include <linux/array_size.h>

#include "oracle.h"

struct vm {
	const struct r600_cs_input *in;
	const struct r600_cs_result *res;
	u32 at;
	u32 taken;		/* a bit for each condition in turn */
	u32 gfx_index;
	bool state_freed;
};

/* Config registers that AMD's own list for such streams has, as ranges. */
static const u32 config_registers[][2] = {
	{ 0x802c, 0x802c }, { 0x8040, 0x8040 }, { 0x84fc, 0x84fc },
	{ 0x8958, 0x8958 }, { 0x8970, 0x8974 }, { 0x899c, 0x89a4 },
	{ 0x89ac, 0x89ac }, { 0x8a14, 0x8a14 }, { 0x8a60, 0x8a60 },
	{ 0x8b10, 0x8b10 }, { 0x8c00, 0x8c14 }, { 0x8c40, 0x8c6c },
	{ 0x8d8c, 0x8d8c }, { 0x8e10, 0x8e2c }, { 0x9100, 0x9100 },
	{ 0x913c, 0x913c }, { 0xa400, 0xa474 },
};

static const char *config_register(struct vm *vm, u32 reg, u32 value)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(config_registers); i++)
		if (reg >= config_registers[i][0] && reg <= config_registers[i][1])
			break;
	if (i == ARRAY_SIZE(config_registers))
		return "a config register that is not on the list";
	if (reg >= 0x8e20 && reg <= 0x8e28 && (value | 0x10001) != 0xffffffff)
		return "a stage may find no SIMDs";
	if (reg == 0x802c)
		vm->gfx_index = value;
	if (reg == 0x8040 && value & ~0x3c100u)
		return "a wait for something that may never come";
	return NULL;
}

/* Copies of other state, starts of work, events. */
static const char *context_register(struct vm *vm, u32 reg, u32 value)
{
	static const u32 starts[] = {
		0x287cc, 0x287d0, 0x287f0, 0x28a90, 0x28b74, 0x28a50, 0x2835c,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(starts); i++)
		if (reg == starts[i])
			return "a context register that does something";
	if (reg == 0x2800c && value & 0x78001815)
		return "HiZ or HiS, or an access of depth, is forced on, for others as well";
	if ((reg == 0x28200 || reg == 0x28234) && value)
		return "an offset of the window or of the screen, for others as well";
	return NULL;
}

static const char *registers(struct vm *vm, const u32 *body, u32 n)
{
	bool context = (vm->in->ib[vm->at] >> 8 & 0xff) == 0x69;
	u32 base = context ? 0x28000 : 0x8000, end = context ? 0x29000 : 0xac00;
	const char *error = NULL;
	u32 i;

	if (body[0] > 0xffff || base + (body[0] + n) * 4 > end)
		return "registers outside the space";
	for (i = 0; i < n && !error; i++)
		error = (context ? context_register : config_register)(vm,
			 base + (body[0] + i) * 4, body[1 + i]);
	return error;
}

/* Ends of spaces, in dwords, by opcode. */
static const char *constants(const struct vm *vm, u32 opcode, const u32 *body, u32 n)
{
	static const u32 ends[] = {
		[0x6b - 0x6b] = 6, [0x6c - 0x6b] = 192, [0x6d - 0x6b] = 0x2000,
		[0x6e - 0x6b] = 384, [0x6f - 0x6b] = 2,
	};

	if (body[0] > 0xffff || body[0] + n > ends[opcode - 0x6b])
		return "constants outside the space";
	if (vm->in->engine == R600_CS_COMPUTE && !oracle_is_of_compute(opcode, body[0], n))
		return "constants of draws";
	return NULL;
}

static const char *event(const struct vm *vm, const u32 *body, u32 opcode)
{
	u32 type = body[0] & 0x3f;
	bool fence = type == 0x04 || type == 0x14 || type == 0x28;
	bool shader = type == 0x2f || type == 0x30;

	if (body[0] & ~0xf3f)
		return "an event with odd bits";
	if (fence != (opcode == 0x47) || shader != (opcode == 0x48))
		return "an event in the wrong packet";
	if (opcode == 0x46 && vm->in->engine == R600_CS_COMPUTE &&
	    oracle_is_of_draws(type))
		return "an event of draws";
	if (opcode == 0x47 && body[2] >> 24 & 0x1f)
		return "an interrupt";
	if (opcode == 0x48 && body[2] >> 29 == 0 &&
	    (body[3] < 0x2872c / 4 || body[3] > 0x28758 / 4))
		return "a register is read";
	return NULL;
}

static const char *cp_dma(const u32 *body)
{
	u32 to = body[1] >> 20 & 3, from = body[1] >> 29 & 3;

	if (!(body[4] & 0x1fffff))
		return "a size of zero, which may mean 2 MiB";
	if (body[4] >> 21 != (to == 1 ? 1u << 6 : 0))
		return "an address that is no memory";
	if (to > 1 || (from && from != 2))
		return "another end";
	if (to == 1 && body[2] + (body[4] & 0x1fffff) > 0x10000)
		return "behind the global data share";
	return NULL;
}

static const char *conditional_write(const u32 *body)
{
	return (body[0] & 0x110) == 0x110 ? NULL : "a register";
}

static const char *copy_dword(const u32 *body)
{
	if (!(body[0] & 1) || (!(body[0] & 2) && body[3] != 0x28b2c / 4))
		return "a register";
	return NULL;
}

static bool has_patch(struct vm *vm, u32 dw, u32 kind)
{
	u32 i;

	for (i = 0; i < vm->res->num_patches; i++)
		if (vm->res->patches[i].dw == dw && vm->res->patches[i].kind == kind)
			return true;
	return false;
}

/* Where one is put in, a later one that is the client's becomes a NOP. */
static const char *state_pair(struct vm *vm, u32 opcode)
{
	bool freed = opcode == 0x14;

	if (!freed && has_patch(vm, vm->at, R600_CS_PATCH_VALUE))
		return NULL;
	if (vm->state_freed == freed)
		return "state of compute freed or taken twice";
	vm->state_freed = freed && !has_patch(vm, vm->at + 2, R600_CS_PATCH_CLEAR_STATE);
	return NULL;
}

/* What a packet does; where one stays below the page tables, nothing. */
static const char *run_opcode(struct vm *vm, u32 opcode, const u32 *body, u32 n)
{
	switch (opcode) {
	case 0x11:
		return body[0] != 1 ? "another base" : NULL;
	case 0x12:
	case 0x14:
		return state_pair(vm, opcode);
	case 0x18:
		return body[0] != 1 ? "constants from elsewhere" : NULL;
	case 0x15:
	case 0x16:
		return vm->state_freed ? "a dispatch without state" : NULL;
	case 0x28:
		return (body[0] | body[1]) << 1 ? "load or shadow enabled" : NULL;
	case 0x3b:
		return copy_dword(body);
	case 0x3c:
		return body[0] & 0x10 || body[1] == 0x84fc / 4 ? NULL :
			"waits on another register";
	case 0x41:
		return cp_dma(body);
	case 0x43:
		return body[3] >> 16 ? "a VMID" : NULL;
	case 0x45:
		return conditional_write(body);
	case 0x46:
	case 0x47:
	case 0x48:
		return event(vm, body, opcode);
	case 0x68:
	case 0x69:
		return registers(vm, body, n);
	case 0x6b:
	case 0x6c:
	case 0x6d:
	case 0x6e:
	case 0x6f:
		return constants(vm, opcode, body, n);
	case 0x75:
		return body[0] >> 16 < 0x1cb || body[0] >> 16 > 0x1d6 ?
			"another register than an append counter" : NULL;
	}
	return NULL;
}

/* Opcodes that may be there at all, with their count fields. */
static const struct {
	u8 opcode;
	u16 min, max;
} packets[] = {
	{ 0x10, 0, 0x3ffe }, { 0x11, 2, 2 }, { 0x12, 0, 0 }, { 0x13, 0, 0 },
	{ 0x14, 0, 0 }, { 0x15, 3, 3 }, { 0x16, 1, 1 }, { 0x18, 0, 0 },
	{ 0x20, 1, 1 }, { 0x27, 4, 4 }, { 0x29, 2, 2 }, { 0x35, 3, 3 },
	{ 0x22, 2, 2 }, { 0x24, 1, 1 }, { 0x25, 1, 1 }, { 0x26, 1, 1 },
	{ 0x28, 1, 1 }, { 0x2a, 0, 0 }, { 0x2b, 3, 3 }, { 0x2d, 1, 1 },
	{ 0x2e, 2, 0x3fff }, { 0x2f, 0, 0 }, { 0x34, 4, 4 }, { 0x3b, 4, 4 },
	{ 0x3c, 5, 5 }, { 0x3d, 3, 3 }, { 0x41, 4, 4 }, { 0x42, 0, 0 },
	{ 0x43, 3, 3 }, { 0x45, 7, 7 }, { 0x46, 0, 2 }, { 0x47, 4, 4 },
	{ 0x48, 3, 3 }, { 0x68, 0, 0x3fff }, { 0x69, 0, 0x3fff },
	{ 0x6b, 1, 0x3fff }, { 0x6c, 1, 0x3fff }, { 0x6d, 8, 0x3fff },
	{ 0x6e, 3, 0x3fff }, { 0x6f, 1, 2 }, { 0x75, 2, 2 },
};

static bool may_be_there(u32 opcode, u32 count)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(packets); i++)
		if (packets[i].opcode == opcode)
			return count >= packets[i].min && count <= packets[i].max;
	return false;
}

static const char *run_packet(struct vm *vm)
{
	const u32 *ib = &vm->in->ib[vm->at];
	u32 opcode = *ib >> 8 & 0xff, count = *ib >> 16 & 0x3fff, skip = 0;
	const char *error;

	if (*ib >> 30 == 2) {
		vm->at++;
		return NULL;
	}
	if (*ib >> 30 != 3 || *ib & 0xfc || !may_be_there(opcode, count))
		return "a packet that must not be accepted";
	if (vm->in->ndw - vm->at < count + 2)
		return "a packet behind the end";
	if (*ib & 1 && (opcode < 0x15 || opcode > 0x35))
		return "a predicate where there is none";
	error = run_opcode(vm, opcode, ib + 1, count);
	if (opcode == 0x22) {
		skip = vm->taken & 1 ? 0 : ib[3] & 0x3fff;
		vm->taken = vm->taken >> 1 | vm->taken << 31;
	}
	vm->at += count + 2 + skip;
	return error;
}

static const char *run_with(const struct r600_cs_input *in,
			    const struct r600_cs_result *res, u32 taken)
{
	struct vm vm = { .in = in, .res = res, .taken = taken, .gfx_index = 0xc0000000 };
	const char *error;

	while (vm.at < in->ndw) {
		error = run_packet(&vm);
		if (error)
			return error;
	}
	if (vm.at != in->ndw)
		return "the IB's end is skipped";
	if (vm.gfx_index != 0xc0000000)
		return "the next client's registers reach one shader engine";
	return vm.state_freed ? "the next client finds no state" : NULL;
}

static bool may_be_patched(const struct r600_cs_input *in, const struct r600_cs_patch *patch)
{
	const u32 *ib = &in->ib[patch->dw];

	if (patch->kind == R600_CS_PATCH_CLEAR_STATE)
		return ib[-2] == 0xc0001402;
	return patch->kind == R600_CS_PATCH_VALUE && *ib == 0xc0001202 && patch->value == 0xc0001000;
}

const char *oracle_judge_vm(const struct r600_cs_input *in,
			    const struct r600_cs_result *res)
{
	static const u32 conditions[] = {
		0, 0xffffffff, 0x55555555, 0xaaaaaaaa, 0x33333333, 0xf0f0f0f0,
	};
	const char *error = NULL;
	u32 i;

	if (in->chip->class != R600_CS_CAYMAN)
		return "a chip without page tables";
	for (i = 0; i < res->num_patches; i++)
		if (!may_be_patched(in, &res->patches[i]))
			return "a patch that puts no CLEAR_STATE behind a DEALLOC_STATE, nor makes it a NOP";
	for (i = 0; i < ARRAY_SIZE(conditions) && !error; i++)
		error = run_with(in, res, conditions[i]);
	return error;
}
