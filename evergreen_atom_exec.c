// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS interpreter
 *
 * Executes command tables, the byte code by which a VBIOS posts its card and sets
 * clocks and voltages. Instructions work on registers of the card, on parameters, on
 * a workspace, on a piece of memory, and read constants in the image. A table calls
 * others; a called table sees the parameters from where its caller's own end.
 *
 * The image may be anything, see evergreen_atom.c, and whatever it is:
 *
 * * All code and all constants that are read lie in the image.
 * * Parameters, workspace and memory are read and written where they are. The radeon
 *   driver lets an access to the dword behind the memory through.
 * * Calls are %EVERGREEN_ATOM_DEPTH deep at most, and do not use the stack.
 * * An instruction, each case of a SWITCH and each instruction of an indirect IO
 *   program is a step. The user says how many there may be, and how long all delays
 *   together: a poll that is never answered ends, after the same number of reads on
 *   any machine. The radeon driver looks at a clock at some jumps.
 * * A byte that is no opcode is an error. For the radeon driver it ends the table well.
 *
 * An error ends the execution, before anything more is read or written, and is told
 * with table, offset and opcode.
 *
 * Shifts of 32 bits or more do what the x86's do, which take the count modulo 32.
 *
 * No kernel code, so that unit tests, the fuzzer and tools/ run this very file.
 *
 * Source of what each opcode does: AMD's radeon driver in Linux.
 */
#include <linux/bits.h>
#include <linux/string.h>
#include <linux/types.h>

#include "evergreen_atom_exec.h"
#include "evergreen_atom_ops.h"

#define SPECIAL_FIRST	0x40

/* What register operands are reached through, besides the numbers of indirect ports. */
#define PORT_MMIO	0
#define PORT_NOWHERE	1
#define PORT_INDIRECT	0x80
#define   PORT_READ	GENMASK(6, 0)
#define   PORT_WRITE	GENMASK(7, 0)

#define BLOCK_OWN	255

/* Bits that a write to a register of the machine keeps; masks follow from the shift. */
static const u32 special_bits[ATOM_SPECIALS] = {
	[ATOM_QUOTIENT] = 0xffffffff,
	[ATOM_REMAINDER] = 0xffffffff,
	[ATOM_DATA_POINTER] = 0xffff,
	[ATOM_SHIFT] = 0xff,
	[ATOM_FB_WINDOW] = 0xffffffff,
	[ATOM_ATTRIBUTES] = 0xffff,
	[ATOM_REG_POINTER] = 0xffff,
};

/* An instruction with its operands. */
struct instruction {
	u8 arg;				/* of the opcode */
	u8 attr;
	u32 index;			/* of the destination */
	u32 old;			/* the dword there */
	const struct evergreen_atom_part *part;
	u32 dst;			/* the part of it */
	u32 imm;
	u32 src;
};

static struct evergreen_atom_frame *frame(struct evergreen_atom_machine *m)
{
	return &m->frames[m->depth - 1];
}

/* What lies in the code. */
static u32 fetch(struct evergreen_atom_machine *m, unsigned int bytes)
{
	if (m->pc > m->image.size || bytes > m->image.size - m->pc) {
		evergreen_atom_fail(m, "code leaves the image");
		return 0;
	}
	m->pc += bytes;
	return evergreen_atom_get(&m->image, m->pc - bytes, bytes);
}

/* Where a dword is that the table may change; NULL after an error. */
static u32 *find(struct evergreen_atom_machine *m, unsigned int space, u32 index)
{
	const struct evergreen_atom_frame *f = frame(m);
	u64 at;

	switch (space) {
	case ATOM_PS:
		at = (u64)f->parameters + index;
		if (at < m->parameter_count)
			return &m->parameters[at];
		evergreen_atom_fail(m, "there is no such parameter");
		break;
	case ATOM_WS:
		if (index - SPECIAL_FIRST < ATOM_SPECIALS)
			return &m->special[index - SPECIAL_FIRST];
		if (index < f->workspace_size)
			return &m->workspace[f->workspace + index];
		evergreen_atom_fail(m, "the workspace is not that large");
		break;
	case ATOM_FB:
		at = (u64)m->special[ATOM_FB_WINDOW] / 4 + index;
		if (at < m->fb_size)
			return &m->fb[at];
		evergreen_atom_fail(m, "the memory is not that large");
		break;
	}
	return NULL;
}

static u32 read_register(struct evergreen_atom_machine *m, u32 index)
{
	index += m->special[ATOM_REG_POINTER];
	if (m->port == PORT_MMIO)
		return m->ops->read(m->card, ATOM_BUS_MMIO, index);
	if (m->port == PORT_NOWHERE)
		return 0;
	return evergreen_atom_run_program(m, m->port & PORT_READ, index, 0);
}

static u32 read_constant(struct evergreen_atom_machine *m, u32 index)
{
	size_t at = (size_t)m->special[ATOM_DATA_POINTER] + index;

	if (at > m->image.size || m->image.size - at < 4)
		evergreen_atom_fail(m, "data leave the image");
	return evergreen_atom_get(&m->image, at, 4);
}

/* The whole dword; 0, and no access, after an error. */
static u32 read_dword(struct evergreen_atom_machine *m, unsigned int space, u32 index)
{
	u32 *at;

	if (m->wrong)
		return 0;
	switch (space) {
	case ATOM_REG:
		return read_register(m, index);
	case ATOM_ID:
		return read_constant(m, index);
	case ATOM_PLL:
		return m->ops->read(m->card, ATOM_BUS_PLL, index);
	case ATOM_MC:
		return m->ops->read(m->card, ATOM_BUS_MC, index);
	}
	at = find(m, space, index);
	if (at == &m->special[ATOM_OR_MASK])
		return 1u << (m->special[ATOM_SHIFT] & 31);
	if (at == &m->special[ATOM_AND_MASK])
		return ~(1u << (m->special[ATOM_SHIFT] & 31));
	return at ? *at : 0;
}

static void write_register(struct evergreen_atom_machine *m, u32 index, u32 value)
{
	index += m->special[ATOM_REG_POINTER];
	if (m->port == PORT_MMIO) {
		/* Register 0 is the index of an indirect access; it counts in bytes. */
		m->ops->write(m->card, ATOM_BUS_MMIO, index, index ? value : value << 2);
	} else if (m->port != PORT_NOWHERE) {
		evergreen_atom_run_program(m, m->port & PORT_WRITE, index, value);
	}
}

static void write_dword(struct evergreen_atom_machine *m, unsigned int space, u32 index, u32 value)
{
	u32 *at;

	if (m->wrong)
		return;
	switch (space) {
	case ATOM_REG:
		write_register(m, index, value);
		return;
	case ATOM_PLL:
		m->ops->write(m->card, ATOM_BUS_PLL, index, value);
		return;
	case ATOM_MC:
		m->ops->write(m->card, ATOM_BUS_MC, index, value);
		return;
	}
	at = find(m, space, index);
	if (!at)
		return;
	if (space == ATOM_WS && index - SPECIAL_FIRST < ATOM_SPECIALS)
		value &= special_bits[index - SPECIAL_FIRST];
	*at = value;
}

static u32 read_source(struct evergreen_atom_machine *m, u8 attr)
{
	const struct evergreen_atom_part *part = evergreen_atom_src_part(attr);
	unsigned int space = attr & 7;

	if (space == ATOM_IMM)
		return fetch(m, part->bytes);
	return read_dword(m, space, fetch(m, evergreen_atom_index_bytes(space))) >> part->shift &
	       part->mask;
}

/* ---- what instructions do; those with a destination return what is written there ---- */

static u32 do_unknown(struct evergreen_atom_machine *m, struct instruction *i)
{
	evergreen_atom_fail(m, "there is no such opcode");
	return 0;
}

static u32 do_nop(struct evergreen_atom_machine *m, struct instruction *i)
{
	return 0;
}

static u32 do_move(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->src;
}

static u32 do_and(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst & i->src;
}

static u32 do_or(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst | i->src;
}

static u32 do_xor(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst ^ i->src;
}

static u32 do_add(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst + i->src;
}

static u32 do_sub(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst - i->src;
}

static u32 do_mask(struct evergreen_atom_machine *m, struct instruction *i)
{
	return (i->dst & i->imm) | i->src;
}

static u32 do_shift_left(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst << (i->imm & 31);
}

static u32 do_shift_right(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->dst >> (i->imm & 31);
}

/* These two shift the whole dword, and keep the part. */
static u32 do_shl(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->old << (i->src & 31) >> i->part->shift;
}

static u32 do_shr(struct evergreen_atom_machine *m, struct instruction *i)
{
	return i->old >> (i->src & 31) >> i->part->shift;
}

static u32 do_mul(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->special[ATOM_QUOTIENT] = i->dst * i->src;
	return 0;
}

static u32 do_div(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->special[ATOM_QUOTIENT] = i->src ? i->dst / i->src : 0;
	m->special[ATOM_REMAINDER] = i->src ? i->dst % i->src : 0;
	return 0;
}

static u32 do_compare(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->flags = i->dst == i->src ? ATOM_EQUAL : i->dst > i->src ? ATOM_ABOVE : ATOM_BELOW;
	return 0;
}

/* Whether the last comparison was above stays; with equal, a jump on above is taken. */
static u32 do_test(struct evergreen_atom_machine *m, struct instruction *i)
{
	u8 above = m->flags & ATOM_ABOVE;

	m->flags = i->dst & i->src ? above : above | ATOM_EQUAL;
	return 0;
}

static u32 do_port_indirect(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->port = i->imm ? PORT_INDIRECT | i->imm : PORT_MMIO;
	return 0;
}

/* Reads are 0, and writes have no effect, as with the radeon driver. */
static u32 do_port_nowhere(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->port = PORT_NOWHERE;
	return 0;
}

static u32 do_reg_block(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->special[ATOM_REG_POINTER] = i->imm;
	return 0;
}

static u32 do_fb_base(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->special[ATOM_FB_WINDOW] = i->src;
	return 0;
}

static u32 do_data_block(struct evergreen_atom_machine *m, struct instruction *i)
{
	size_t entry = m->lists.data + ATOM_TABLE_HEADER + 2ul * i->imm;
	u32 *block = &m->special[ATOM_DATA_POINTER];

	if (i->imm == BLOCK_OWN)
		*block = frame(m)->start;
	else
		*block = i->imm ? evergreen_atom_get(&m->image, entry, 2) : 0;
	return 0;
}

static void jump(struct evergreen_atom_machine *m, u32 target)
{
	m->pc = frame(m)->start + target;
}

static u32 do_jump(struct evergreen_atom_machine *m, struct instruction *i)
{
	bool taken;

	switch (i->arg) {
	case ATOM_ALWAYS:
		taken = true;
		break;
	case ATOM_BELOW:
		taken = !(m->flags & (ATOM_ABOVE | ATOM_EQUAL));
		break;
	case ATOM_BELOW | ATOM_EQUAL:
		taken = !(m->flags & ATOM_ABOVE);
		break;
	case ATOM_BELOW | ATOM_ABOVE:
		taken = !(m->flags & ATOM_EQUAL);
		break;
	default:
		taken = m->flags & i->arg;
	}
	if (taken)
		jump(m, i->imm);
	return 0;
}

static u32 do_switch(struct evergreen_atom_machine *m, struct instruction *i)
{
	unsigned int bytes = evergreen_atom_src_part(i->attr)->bytes;
	u32 value, target;

	while (evergreen_atom_step(m)) {
		if (evergreen_atom_get(&m->image, m->pc, 2) == ATOM_CASES_END) {
			m->pc += 2;
			return 0;
		}
		if (fetch(m, 1) != ATOM_CASE) {
			evergreen_atom_fail(m, "it is no list of cases");
			return 0;
		}
		value = fetch(m, bytes);
		target = fetch(m, 2);
		if (value == i->src && !m->wrong) {
			jump(m, target);
			return 0;
		}
	}
	return 0;
}

static void delay(struct evergreen_atom_machine *m, u32 us)
{
	if (us > m->delay_us) {
		evergreen_atom_fail(m, "it waits for too long");
		return;
	}
	m->delay_us -= us;
	m->ops->delay(m->card, us);
}

static u32 do_delay_ms(struct evergreen_atom_machine *m, struct instruction *i)
{
	delay(m, 1000 * i->imm);
	return 0;
}

static u32 do_delay_us(struct evergreen_atom_machine *m, struct instruction *i)
{
	delay(m, i->imm);
	return 0;
}

static void enter(struct evergreen_atom_machine *m, u8 table)
{
	size_t start = evergreen_atom_table(&m->image, m->lists.commands, table, ATOM_TABLE_CODE);
	unsigned int workspace = evergreen_atom_get(&m->image, start + ATOM_TABLE_WORKSPACE, 1);
	struct evergreen_atom_frame *f;

	if (!start)
		evergreen_atom_fail(m, "there is no such command table");
	else if (m->depth == EVERGREEN_ATOM_DEPTH)
		evergreen_atom_fail(m, "it calls too deep");
	else if (workspace > EVERGREEN_ATOM_WORKSPACE - m->workspace_used)
		evergreen_atom_fail(m, "its workspace is too large");
	if (m->wrong)
		return;

	f = &m->frames[m->depth];
	*f = (struct evergreen_atom_frame){
		.start = start,
		.workspace = m->workspace_used,
		.workspace_size = workspace,
		.shift = (evergreen_atom_get(&m->image, start + ATOM_TABLE_PARAMETERS, 1) & 0x7f) / 4,
		.table = table,
	};
	if (m->depth) {
		f->parameters = f[-1].parameters + f[-1].shift;
		f[-1].pc = m->pc;
	}
	memset(&m->workspace[m->workspace_used], 0, workspace * sizeof(m->workspace[0]));
	m->workspace_used += workspace;
	m->pc = start + ATOM_TABLE_CODE;
	m->depth++;
}

/* A table that the list does not have is not called, as ROMs expect. */
static u32 do_call(struct evergreen_atom_machine *m, struct instruction *i)
{
	size_t entry = m->lists.commands + ATOM_TABLE_HEADER + 2ul * i->imm;

	if (evergreen_atom_get(&m->image, entry, 2))
		enter(m, i->imm);
	return 0;
}

static u32 do_end(struct evergreen_atom_machine *m, struct instruction *i)
{
	m->workspace_used -= frame(m)->workspace_size;
	m->depth--;
	if (m->depth)
		m->pc = frame(m)->pc;
	return 0;
}

static u32 (*const verbs[ATOM_VERBS])(struct evergreen_atom_machine *m, struct instruction *i) = {
	[ATOM_UNKNOWN] = do_unknown,
	[ATOM_MOVE] = do_move,
	[ATOM_AND] = do_and,
	[ATOM_OR] = do_or,
	[ATOM_XOR] = do_xor,
	[ATOM_ADD] = do_add,
	[ATOM_SUB] = do_sub,
	[ATOM_MUL] = do_mul,
	[ATOM_DIV] = do_div,
	[ATOM_MASK] = do_mask,
	[ATOM_CLEAR] = do_nop,			/* which returns 0 */
	[ATOM_SHIFT_LEFT] = do_shift_left,
	[ATOM_SHIFT_RIGHT] = do_shift_right,
	[ATOM_SHL] = do_shl,
	[ATOM_SHR] = do_shr,
	[ATOM_COMPARE] = do_compare,
	[ATOM_TEST] = do_test,
	[ATOM_PORT_INDIRECT] = do_port_indirect,
	[ATOM_PORT_PCI] = do_port_nowhere,
	[ATOM_PORT_SYSIO] = do_port_nowhere,
	[ATOM_REG_BLOCK] = do_reg_block,
	[ATOM_FB_BASE] = do_fb_base,
	[ATOM_DATA_BLOCK] = do_data_block,
	[ATOM_SWITCH] = do_switch,
	[ATOM_JUMP] = do_jump,
	[ATOM_DELAY_MS] = do_delay_ms,
	[ATOM_DELAY_US] = do_delay_us,
	[ATOM_CALL] = do_call,
	[ATOM_END] = do_end,
	[ATOM_NOP] = do_nop,
	[ATOM_NOP_BYTE] = do_nop,
	[ATOM_DATA] = do_unknown,
};

/* The order in which operands are read is the order in which the card sees it. */
static void instruction(struct evergreen_atom_machine *m)
{
	struct evergreen_atom_op op = evergreen_atom_op(m->opcode);
	const struct evergreen_atom_form *form = evergreen_atom_form(op.verb);
	struct instruction i = { .arg = op.arg };
	u32 result;

	if (form->attr)
		i.attr = fetch(m, 1);
	if (form->dst) {
		i.part = evergreen_atom_dst_part(i.attr, form->implicit);
		i.index = fetch(m, evergreen_atom_index_bytes(op.arg));
		if (form->reads || evergreen_atom_src_part(i.attr)->bytes < 4)
			i.old = read_dword(m, op.arg, i.index);
		i.dst = i.old >> i.part->shift & i.part->mask;
	}
	if (form->imm)
		i.imm = fetch(m, form->imm == ATOM_IMM_PART ?
				 evergreen_atom_src_part(i.attr)->bytes : form->imm);
	if (form->src)
		i.src = read_source(m, i.attr);
	if (m->wrong)
		return;

	result = verbs[op.verb](m, &i);
	if (form->writes)
		write_dword(m, op.arg, i.index, (i.old & ~(i.part->mask << i.part->shift)) |
						(result & i.part->mask) << i.part->shift);
}

/**
 * evergreen_atom_load() - make a machine for an image
 * @m: the machine
 * @rom: the image; stays where it is
 * @size: its bytes
 * @ops: the way to the card
 * @card: for @ops
 *
 * Return: NULL, or in a few words what is wrong with the image.
 */
const char *evergreen_atom_load(struct evergreen_atom_machine *m, const void *rom, size_t size,
				const struct evergreen_atom_card_ops *ops, void *card)
{
	memset(m, 0, sizeof(*m));
	m->image.data = rom;
	m->image.size = size;
	m->ops = ops;
	m->card = card;
	m->steps = EVERGREEN_ATOM_STEPS;
	m->delay_us = EVERGREEN_ATOM_DELAY_US;
	m->wrong = evergreen_atom_open(&m->image, &m->lists);
	if (!m->wrong)
		evergreen_atom_find_programs(m);
	return m->wrong;
}

/**
 * evergreen_atom_revision() - which parameters does a command table take?
 * @m: the machine, with the image
 * @table: number of the table
 *
 * Return: the revision of its content; 0 if there is no such table.
 */
u8 evergreen_atom_revision(const struct evergreen_atom_machine *m, unsigned int table)
{
	size_t at = evergreen_atom_table(&m->image, m->lists.commands, table, ATOM_TABLE_CODE);

	return at ? evergreen_atom_get(&m->image, at + ATOM_TABLE_CONTENT, 1) : 0;
}

/**
 * evergreen_atom_execute() - execute a command table
 * @m: the machine; its steps and delay are used up
 * @table: number of the table
 * @parameters: in and out
 * @count: dwords of @parameters
 *
 * Return: NULL, or in a few words what went wrong; where is then in @m.
 */
const char *evergreen_atom_execute(struct evergreen_atom_machine *m, u8 table, u32 *parameters,
				   u32 count)
{
	m->wrong = NULL;
	m->table = table;
	m->opcode = 0;
	m->offset = 0;
	memset(m->special, 0, sizeof(m->special));
	m->port = PORT_MMIO;
	m->flags = 0;
	m->parameters = parameters;
	m->parameter_count = count;
	m->depth = 0;
	m->workspace_used = 0;

	enter(m, table);
	while (m->depth && evergreen_atom_step(m)) {
		m->table = frame(m)->table;
		m->offset = m->pc - frame(m)->start;
		m->opcode = fetch(m, 1);
		if (!m->wrong)
			instruction(m);
	}
	return m->wrong;
}
