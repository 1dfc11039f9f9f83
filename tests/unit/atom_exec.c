// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The interpreter of AtomBIOS command tables: each kind of instruction with what it
 * must do, worked out by hand; all that ends an execution, with the place that is told;
 * and images of the generator, cut and with bytes changed, in which nothing may be read
 * behind their end and every execution comes to an end. The comparison with the radeon
 * driver's interpreter is tests/atom/.
 */

#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>
#include <linux/types.h>

#include "../atom/generate.h"
#include "../atom/world.h"
#include "evergreen_atom_exec.h"
#include "tap.h"

#define SIZE		0x1000
#define HEADER		0x80
#define COMMANDS	0x100
#define DATA		0x200
#define INDIRECT	0x280
#define TABLE(n)	(0x400 + 0x100 * (n))
#define CODE		6
#define MUTANTS		20000

/* Attributes: source space, the source's part, the destination's. */
#define REG	0
#define PS	1
#define WS	2
#define FB	3
#define ID	4
#define IMM	5
#define PLL	6
#define MC	7
#define DWORD	0
#define WORD0	(1 << 3)
#define WORD8	(2 << 3)
#define WORD16	(3 << 3)
#define BYTE0	(4 << 3)
#define BYTE8	(5 << 3)
#define BYTE16	(6 << 3)
#define BYTE24	(7 << 3)
#define TO(n)	((n) << 6)

#define EOT	91

static u8 image[SIZE];
static struct evergreen_atom_machine m;
static u32 ps[4], fb[4];
static char trace[256];
static size_t image_size = SIZE;

static void note(const char *format, unsigned int a, unsigned int b, unsigned int c)
{
	size_t used = strlen(trace);

	snprintf(trace + used, sizeof(trace) - used, format, used ? " " : "", a, b, c);
}

static u32 card_read(void *card, enum evergreen_atom_bus bus, u32 index)
{
	note("%sr%u:%x", bus, index, 0);
	return 0x87654321;
}

static void card_write(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	note("%sw%u:%x=%x", bus, index, value);
}

static void card_delay(void *card, u32 us)
{
	note("%sd%u", us, 0, 0);
}

static const struct evergreen_atom_card_ops ops = { card_read, card_write, card_delay };

static void put16(unsigned int at, unsigned int value)
{
	image[at] = value & 0xff;
	image[at + 1] = value >> 8;
}

static void put_table(unsigned int n, unsigned int workspace, unsigned int parameters,
		      const u8 *code, size_t size)
{
	put16(COMMANDS + 4 + 2 * n, TABLE(n));
	put16(TABLE(n), 0x100);
	image[TABLE(n) + 4] = workspace;
	image[TABLE(n) + 5] = parameters;
	memcpy(image + TABLE(n) + CODE, code, size);
}

/* Port 1 has a program to read and one to write, port 2 bad ones. */
static void put_indirect(void)
{
	static const u8 programs[] = {
		/* The index in [15:0] to register 10, register 11. */
		1, 1, 4, 32, 0, 6, 16, 0, 0, 3, 0x10, 0, 2, 0x11, 0, 9, 0, 0,
		/* The same with bit 31, the value with [7:0] from the attribute to register 11. */
		1, 0x81, 0, 4, 32, 0, 5, 1, 31, 6, 8, 0, 8, 3, 0x10, 0, 4, 32, 0, 8, 32, 0, 0,
		7, 8, 4, 0, 3, 0x11, 0, 9, 0, 0,
		/* A field of 33 bits; a START within. */
		1, 2, 4, 33, 0, 9, 0, 0,
		1, 0x82, 1, 2, 9, 0, 0,
		/* Fields that end at the lowest bit, and that begin behind the highest one. */
		1, 3, 4, 0, 0, 9, 0, 0,
		1, 0x83, 4, 1, 32, 9, 0, 0,
		1, 4, 6, 1, 32, 0, 9, 0, 0,
		/* No instruction: what follows is not found. */
		1, 5, 10, 9, 0, 0,
		1, 6, 9, 0, 0,
	};

	put16(DATA + 4 + 2 * 23, INDIRECT);
	put16(INDIRECT, 4 + sizeof(programs));
	memcpy(image + INDIRECT + 4, programs, sizeof(programs));
}

static void begin(void)
{
	static const u8 constants[] = { 0x10, 0, 1, 1, 0xef, 0xbe, 0xad, 0xde };

	memset(image, 0, sizeof(image));
	put16(0, 0xaa55);
	put16(0x48, HEADER);
	put16(HEADER + 4, 0x5441);		/* "ATOM" */
	put16(HEADER + 6, 0x4d4f);
	put16(HEADER + 0x1e, COMMANDS);
	put16(HEADER + 0x20, DATA);
	put16(COMMANDS, 4 + 2 * 81);
	put16(DATA, 4 + 2 * 34);
	put_indirect();
	put16(DATA + 4 + 2 * 5, 0x300);
	memcpy(image + 0x300, constants, sizeof(constants));
	ps[0] = 0x11223344;
	ps[1] = 0x55667788;
	ps[2] = 3;
	ps[3] = 0;
	memset(fb, 0, sizeof(fb));
	trace[0] = '\0';
	image_size = SIZE;
}

/* In a copy of the exact length, so that a read behind its end is seen. */
static const char *run(u32 steps)
{
	u8 *copy = malloc(image_size);
	const char *wrong;

	if (!copy)
		abort();
	memcpy(copy, image, image_size);
	wrong = evergreen_atom_load(&m, copy, image_size, &ops, NULL);
	m.fb = fb;
	m.fb_size = ARRAY_SIZE(fb);
	m.steps = steps;
	if (!wrong)
		wrong = evergreen_atom_execute(&m, 0, ps, ARRAY_SIZE(ps));
	free(copy);
	return wrong;
}

/* Parameter 0 is 0x11223344, 1 is 0x55667788, 2 is 3; registers read as 0x87654321. */
static const struct {
	const char *name;
	u8 code[28];
	u32 ps0;			/* afterwards */
	const char *trace;
} does[] = {
	{ "MOVE of an immediate", { 2, IMM, 0, 0x78, 0x56, 0x34, 0x12, EOT }, 0x12345678, "" },
	{ "MOVE to a register reads nothing", { 1, PS, 0x34, 0x12, 0, EOT }, 0x11223344,
	  "w0:1234=11223344" },
	{ "MOVE to a byte reads the rest", { 1, IMM | BYTE0 | TO(2), 5, 0, 0xee, EOT }, 0x11223344,
	  "r0:5 w0:5=87ee4321" },
	{ "byte 0 to byte 3", { 2, PS | BYTE0 | TO(3), 0, 1, EOT }, 0x88223344, "" },
	{ "byte 1 to byte 0", { 2, PS | BYTE8 | TO(0), 0, 1, EOT }, 0x11223377, "" },
	{ "byte 2 to byte 1", { 2, PS | BYTE16 | TO(1), 0, 1, EOT }, 0x11226644, "" },
	{ "byte 3 to byte 2", { 2, PS | BYTE24 | TO(2), 0, 1, EOT }, 0x11553344, "" },
	{ "word 0 to word 2", { 2, PS | WORD0 | TO(2), 0, 1, EOT }, 0x77883344, "" },
	{ "word 1 to word 0", { 2, PS | WORD8 | TO(0), 0, 1, EOT }, 0x11226677, "" },
	{ "word 2 to word 1", { 2, PS | WORD16 | TO(1), 0, 1, EOT }, 0x11556644, "" },
	{ "word 0 to the dword", { 2, PS | WORD0 | TO(3), 0, 1, EOT }, 0x7788, "" },
	{ "register 0 counts in bytes", { 1, IMM, 0, 0, 3, 0, 0, 0x40, EOT }, 0x11223344,
	  "w0:0=c" },
	{ "register block", { 58, 0, 0x20, 1, IMM, 4, 0, 7, 0, 0, 0, 2, REG, 0, 1, 0, EOT }, 0x87654321,
	  "w0:2004=7 r0:2001" },
	{ "PLL and MC", { 5, IMM | BYTE0, 3, 9, 6, IMM, 4, 8, 0, 0, 0, 2, MC | WORD0, 0, 5, EOT },
	  0x11224321, "r2:3 w2:3=87654309 w3:4=8 r3:5" },
	{ "source in a PLL", { 2, PLL, 0, 7, EOT }, 0x87654321, "r2:7" },
	{ "AND", { 8, IMM, 0, 0xff, 0, 0xff, 0, EOT }, 0x220044, "" },
	{ "OR", { 14, IMM, 0, 1, 0, 0, 0x80, EOT }, 0x91223345, "" },
	{ "XOR", { 104, IMM, 0, 0xff, 0xff, 0xff, 0xff, EOT }, 0xeeddccbb, "" },
	{ "ADD to a byte has no carry", { 44, IMM | BYTE0 | TO(0), 0, 0xff, EOT }, 0x11223343, "" },
	{ "SUB", { 50, PS, 0, 2, EOT }, 0x11223341, "" },
	{ "SUB below 0", { 50, IMM | BYTE0 | TO(1), 0, 0x34, EOT }, 0x1122ff44, "" },
	{ "MASK", { 93, IMM | WORD0 | TO(0), 0, 0xf0, 0xf0, 2, 1, EOT }, 0x11223142, "" },
	{ "MASK reads, then writes", { 92, IMM | BYTE0, 1, 0, 0xf0, 2, EOT }, 0x11223344,
	  "r0:1 w0:1=87654322" },
	{ "CLEAR of a word", { 85, WORD8, 0, EOT }, 0x11000044, "" },
	{ "CLEAR reads, too", { 84, DWORD, 9, 0, EOT }, 0x11223344, "r0:9 w0:9=0" },
	{ "SHIFT_LEFT in a part", { 20, BYTE8, 0, 4, EOT }, 0x11223044, "" },
	{ "SHIFT_RIGHT in a part", { 26, WORD16, 0, 8, EOT }, 0x00113344, "" },
	{ "SHIFT_LEFT by 33", { 20, DWORD, 0, 33, EOT }, 0x22446688, "" },
	{ "SHL shifts the dword", { 110, IMM | BYTE0 | TO(1), 0, 8, EOT }, 0x11224444, "" },
	{ "SHR shifts the dword", { 116, IMM | BYTE0 | TO(0), 0, 24, EOT }, 0x11223311, "" },
	{ "MUL", { 32, PS, 2, 1, 2, WS, 0, 0x40, EOT }, 0x336698, "" },
	{ "DIV", { 38, PS, 0, 2, 2, WS, 0, 0x40, 44, WS, 0, 0x41, EOT }, 0x05b61118, "" },
	{ "DIV by 0", { 38, PS, 0, 3, 2, WS, 0, 0x40, 14, WS, 0, 0x41, EOT }, 0, "" },
	{ "workspace", { 3, PS, 1, 1, 2, WS, 0, 1, EOT }, 0x55667788, "" },
	{ "it begins with zeros", { 2, WS, 0, 1, EOT }, 0, "" },
	{ "masks of the shift", { 3, IMM | BYTE0, 0x43, 9, 2, WS, 0, 0x44, 8, WS, 0, 0x45, EOT }, 0, "" },
	{ "the shift counts to 31", { 3, IMM | BYTE0, 0x43, 33, 2, WS, 0, 0x44, EOT }, 2, "" },
	{ "masks are not written", { 3, IMM, 0x44, 7, 0, 0, 0, 2, WS, 0, 0x44, EOT }, 1, "" },
	{ "pointers have 16 bits", { 3, IMM, 0x48, 0x45, 0x23, 1, 0, 2, WS, 0, 0x48, EOT }, 0x2345, "" },
	{ "memory", { 59, IMM | BYTE0, 8, 4, PS, 1, 1, 2, FB, 0, 1, EOT }, 0x55667788, "" },
	{ "memory by the window", { 3, IMM, 0x46, 0xc, 0, 0, 0, 4, PS, 0, 1, 59, IMM | BYTE0, 0, 2, FB, 0, 3,
				    EOT }, 0x55667788, "" },
	{ "constant of a data table", { 102, 5, 2, ID, 0, 4, 0, EOT }, 0xdeadbeef, "" },
	{ "constant of the image", { 102, 0, 2, ID, 0, 4, 3, EOT }, 0xdeadbeef, "" },
	{ "constant of the own table", { 102, 255, 2, ID | WORD0 | TO(3), 0, 14, 0, EOT, 0xcd, 0xab },
	  0xabcd, "" },
	{ "data table that is not there", { 102, 6, 2, WS, 0, 0x42, EOT }, 0, "" },
	{ "JUMP", { 67, 16, 0, 2, IMM, 0, 1, 0, 0, 0, EOT }, 0x11223344, "" },
	{ "JUMP on equal", { 61, IMM | BYTE0 | TO(0), 0, 0x44, 68, 16, 0, 85, 0, 0, EOT }, 0x11223344, "" },
	{ "JUMP on below", { 61, IMM | BYTE0 | TO(0), 0, 0x45, 69, 16, 0, 85, 0, 0, EOT }, 0x11223344, "" },
	{ "not on equal", { 61, IMM | BYTE0 | TO(0), 0, 0x44, 69, 16, 0, 85, 0, 0, EOT }, 0, "" },
	{ "JUMP on above", { 61, IMM | BYTE0 | TO(0), 0, 0x43, 70, 16, 0, 85, 0, 0, EOT }, 0x11223344, "" },
	{ "not on below", { 61, IMM | BYTE0 | TO(0), 0, 0x45, 70, 16, 0, 85, 0, 0, EOT }, 0, "" },
	{ "JUMP on below or equal", { 61, IMM | BYTE0 | TO(0), 0, 0x44, 71, 16, 0, 85, 0, 0, EOT },
	  0x11223344, "" },
	{ "not on above", { 61, IMM | BYTE0 | TO(0), 0, 0x43, 71, 16, 0, 85, 0, 0, EOT }, 0, "" },
	{ "JUMP on above or equal", { 61, IMM | BYTE0 | TO(0), 0, 0x44, 72, 16, 0, 85, 0, 0, EOT },
	  0x11223344, "" },
	{ "not on below", { 61, IMM | BYTE0 | TO(0), 0, 0x45, 72, 16, 0, 85, 0, 0, EOT }, 0, "" },
	{ "JUMP on not equal", { 61, IMM | BYTE0 | TO(0), 0, 0x45, 73, 16, 0, 85, 0, 0, EOT },
	  0x11223344, "" },
	{ "not on equal", { 61, IMM | BYTE0 | TO(0), 0, 0x44, 73, 16, 0, 85, 0, 0, EOT }, 0, "" },
	{ "TEST of bits that are 0", { 75, IMM | BYTE0 | TO(0), 0, 0xbb, 68, 16, 0, 85, 0, 0, EOT },
	  0x11223344, "" },
	{ "TEST of a bit that is 1", { 74, IMM | BYTE0, 7, 0, 0x20, 68, 17, 0, 85, 0, 0, EOT }, 0,
	  "r0:7" },
	{ "TEST leaves above", { 61, IMM | BYTE0, 0, 0, 75, IMM | BYTE0, 0, 0, 70, 20, 0, 85, 0, 0, EOT },
	  0x11223344, "" },
	{ "SWITCH", { 66, PS | BYTE0, 2, 0x63, 2, 22, 0, 0x63, 3, 19, 0, 0x5a, 0x5a, 85, 0, 0, EOT },
	  0, "" },
	{ "SWITCH without a case", { 66, IMM | WORD0, 1, 0, 0x63, 2, 0, 0, 0, 0x5a, 0x5a, EOT },
	  0x11223344, "" },
	{ "DELAY", { 80, 2, 81, 50, EOT }, 0x11223344, "d2000 d50" },
	{ "CALL of no table", { 82, 40, EOT }, 0x11223344, "" },
	{ "what does nothing", { 90, 83, 99, 100, 101, 121, 98, 0xaa, EOT }, 0x11223344, "" },
	{ "port to PCI", { 56, 0, 1, IMM, 4, 0, 1, 0, 0, 0, 2, REG, 0, 4, 0, EOT }, 0, "" },
	{ "port to IO", { 57, 0, 2, REG | BYTE8, 0, 4, 0, EOT }, 0x11223300, "" },
	{ "and back", { 57, 0, 55, 0, 0, 1, IMM | WORD0 | TO(3), 4, 0, 1, 0, EOT }, 0x11223344,
	  "r0:4 w0:4=1" },
	{ "indirect read", { 55, 1, 0, 2, REG, 0, 0x34, 0x12, EOT }, 0x87654321,
	  "w1:10=1234 r1:11" },
	{ "indirect write", { 3, IMM, 0x47, 0xa0, 5, 0, 0, 55, 1, 0, 1, PS, 0x34, 0x12, 0, EOT },
	  0x11223344, "w1:10=80003400 w1:11=1122335a" },
};

static void instructions(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(does); i++) {
		const char *wrong;

		begin();
		put_table(0, 4, 0, does[i].code, sizeof(does[i].code));
		wrong = run(1000);
		tap_ok(!wrong && ps[0] == does[i].ps0 && !strcmp(trace, does[i].trace),
		       "%s: %s, %x, \"%s\"", does[i].name, wrong ? wrong : "done", ps[0], trace);
	}
}

/* What ends an execution; nothing is read or written after it. */
static const struct {
	const char *name;
	u8 code[24];
	const char *wrong;
	unsigned int offset, opcode;
	const char *trace;
} fails[] = {
	{ "opcode 0", { 90, 0 }, "there is no such opcode", 7, 0, "" },
	{ "opcode 123", { 123 }, "there is no such opcode", 6, 123, "" },
	{ "opcode 255", { 1, IMM | BYTE0 | TO(0), 1, 0, 2, 255 }, "there is no such opcode", 11, 255,
	  "r0:1 w0:1=87654302" },
	{ "inline data", { 122, 2, 0, 1, 2 }, "there is no such opcode", 6, 122, "" },
	{ "jump out of the image", { 67, 0xff, 0xff }, "code leaves the image", 0xffff, 0, "" },
	{ "constant behind the image", { 102, 0, 1, ID, 1, 0, 0xfd, 0x0f }, "data leave the image", 8, 1,
	  "" },
	{ "data pointer behind the image", { 3, IMM, 0x42, 0xff, 0xff, 0, 0, 1, ID, 1, 0, 0xff, 0xff },
	  "data leave the image", 13, 1, "" },
	{ "memory, the dword behind", { 4, IMM, 4, 1, 0, 0, 0 }, "the memory is not that large", 6, 4, "" },
	{ "memory, read", { 1, FB, 0, 0, 4 }, "the memory is not that large", 6, 1, "" },
	{ "memory, window", { 59, IMM, 0xfc, 0xff, 0xff, 0xff, 4, IMM, 1, 1, 0, 0, 0 },
	  "the memory is not that large", 12, 4, "" },
	{ "workspace", { 1, WS, 0, 0, 4 }, "the workspace is not that large", 6, 1, "" },
	{ "workspace, written", { 3, IMM | BYTE0, 0x49, 1 }, "the workspace is not that large", 6, 3, "" },
	{ "parameters", { 1, PS, 0, 0, 4 }, "there is no such parameter", 6, 1, "" },
	{ "parameters, written", { 2, IMM, 4, 4, 0, 0, 0 }, "there is no such parameter", 6, 2, "" },
	{ "a destination that is not there", { 2, REG | BYTE0, 4, 1, 0 }, "there is no such parameter", 6,
	  2, "" },
	{ "cases", { 66, PS, 0, 0x64 }, "it is no list of cases", 6, 66, "" },
	{ "a table that is none", { 82, 9 }, "there is no such command table", 6, 82, "" },
	{ "no way out", { 67, 6, 0 }, "it does not come to an end", 6, 67, "" },
	{ "waiting", { 80, 255, 67, 6, 0 }, "it waits for too long", 6, 80, NULL },
	{ "a poll", { 74, IMM | BYTE0, 1, 0, 2, 68, 6, 0 }, "it does not come to an end", 11, 68, NULL },
	{ "calls of itself", { 82, 0 }, "it calls too deep", 6, 82, "" },
	{ "port 2, read", { 55, 2, 0, 2, REG, 0, 0, 0 }, "an indirect IO program means bits that are none",
	  9, 2, "" },
	{ "port 2, write", { 55, 2, 0, 1, PS, 0, 0, 0 }, "an indirect IO program goes astray", 9, 1, "" },
	{ "port 3, read", { 55, 3, 0, 2, REG, 0, 0, 0 }, "an indirect IO program means bits that are none",
	  9, 2, "" },
	{ "port 3, write", { 55, 3, 0, 1, PS, 0, 0, 0 },
	  "an indirect IO program means bits that are none", 9, 1, "" },
	{ "port 4, read", { 55, 4, 0, 2, REG, 0, 0, 0 }, "an indirect IO program means bits that are none",
	  9, 2, "" },
	{ "port 5, read", { 55, 5, 0, 2, REG, 0, 0, 0 }, "an indirect IO program goes astray", 9, 2, "" },
	{ "port 6, read", { 55, 6, 0, 2, REG, 0, 0, 0 }, "the port cannot be read", 9, 2, "" },
	{ "port 6, write", { 55, 6, 0, 1, PS, 0, 0, 0 }, "the port cannot be written", 9, 1, "" },
};

static void faults(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(fails); i++) {
		const char *wrong;

		begin();
		put_table(0, 4, 0, fails[i].code, sizeof(fails[i].code));
		put16(COMMANDS + 4 + 2 * 9, SIZE - 4);
		wrong = run(10000);
		tap_ok(wrong && !strcmp(wrong, fails[i].wrong) && !m.table &&
		       (fails[i].offset == m.offset || m.steps == 0) && m.opcode == fails[i].opcode &&
		       (!fails[i].trace || !strcmp(trace, fails[i].trace)),
		       "%s: %s, table %u, offset %u, opcode %u, \"%.40s\"", fails[i].name,
		       wrong ? wrong : "done", m.table, m.offset, m.opcode, trace);
	}
}

static void budgets(void)
{
	static const u8 four[] = { 90, 90, 90, EOT }, none[] = { EOT };
	static const u8 cases[] = { 66, PS, 0, 0x63, 0, 0, 0, 0, 0, 0, 0x5a, 0x5a, EOT };
	static const u8 read[] = { 55, 1, 0, 2, REG, 0, 0, 0, EOT };

	begin();
	put_table(0, 0, 0, four, sizeof(four));
	tap_ok(!run(4) && !m.steps, "four instructions are four steps");
	tap_ok(run(3) && m.offset == 8, "and not three");
	put_table(0, 0, 0, none, sizeof(none));
	tap_ok(run(0) && !run(1), "none is not enough for any");
	put_table(0, 0, 0, cases, sizeof(cases));
	tap_ok(!run(4) && run(3), "each case is one, and their end");
	put_table(0, 0, 0, read, sizeof(read));
	tap_ok(!run(8) && run(7) && !strcmp(m.wrong, "it does not come to an end") && m.opcode == 2,
	       "each instruction of an indirect IO program is one");
}

/* Which parameters a called table sees, what it leaves, and what its own is. */
static void calls(void)
{
	static const u8 outer[] = {
		3, IMM | BYTE0, 0, 7,			/* its workspace */
		82, 1,
		44, WS, 0, 0,				/* parameter 0 += it */
		2, WS, 2, 0x42,				/* parameter 2 is the data block */
		EOT
	};
	static const u8 inner[] = {
		3, IMM | BYTE0, 0, 99,
		44, IMM | BYTE0, 0, 1,			/* the outer one's parameter 1 */
		102, 5,
		EOT
	};
	static const u8 wrong_inner[] = { 90, 0 };
	static const u8 next[] = { 82, 1, EOT };

	begin();
	put_table(0, 1, 4, outer, sizeof(outer));
	put_table(1, 1, 0, inner, sizeof(inner));
	tap_ok(!run(100) && ps[0] == 0x11223344 + 7 && ps[1] == 0x55667789 && ps[2] == 0x300,
	       "a called table has its own workspace, and parameters behind the caller's");

	put_table(0, 1, 0x84, outer, sizeof(outer));
	tap_ok(!run(100) && ps[1] == 0x5566778a, "bit 7 of their size does not count");

	put_table(0, 1, 4 * 4, outer, sizeof(outer));
	tap_ok(run(100) && m.table == 1 && m.offset == 10 && m.opcode == 44,
	       "there may be none left: %s in table %u", m.wrong, m.table);

	put_table(1, 1, 0, wrong_inner, sizeof(wrong_inner));
	tap_ok(run(100) && m.table == 1 && m.offset == 7 && !m.opcode,
	       "an error in a called table ends all");

	begin();
	put_table(0, 255, 0, next, sizeof(next));
	for (unsigned int n = 1; n < 5; n++) {
		const u8 code[] = { 82, n + 1, EOT };

		put_table(n, 255, 0, code, sizeof(code));
	}
	tap_ok(run(100) && !strcmp(m.wrong, "its workspace is too large") && m.table == 3,
	       "workspaces have an end: %s in table %u", m.wrong, m.table);

	begin();
	for (unsigned int n = 0; n < 11; n++) {
		const u8 code[] = { 82, n + 1, EOT };

		put_table(n, 2, 0, code, sizeof(code));
	}
	tap_ok(!run(100) && !m.depth && !m.workspace_used, "eleven calls are not too deep");
}

static void images(void)
{
	static const u8 none[] = { EOT }, read[] = { 55, 1, 0, 2, REG, 0, 0, 0, EOT };
	bool all_told = true;

	begin();
	tap_ok(run(10) && !strcmp(m.wrong, "there is no such command table"), "no table");
	put_table(0, 0, 0, none, sizeof(none));
	image[0] = 0;
	tap_ok(run(10) && !strcmp(m.wrong, "it is no option ROM"), "no ROM");
	image[0] = 0x55;
	image[HEADER + 4] = 0;
	tap_ok(run(10) && !strcmp(m.wrong, "it has no AtomBIOS header"), "no header");
	image[HEADER + 4] = 'A';
	put16(COMMANDS, 4);
	tap_ok(run(10) && !strcmp(m.wrong, "there is no such command table"), "a list too short");

	/* The list is the image's last table, which is cut. */
	begin();
	put_table(0, 0, 0, read, sizeof(read));
	put16(DATA + 4 + 2 * 23, 0);
	tap_ok(run(100) && !strcmp(m.wrong, "the port cannot be read"), "no indirect IO table");
	put_indirect();
	put16(DATA + 4 + 2 * 23, SIZE - 6);
	put16(SIZE - 6, 6);
	image[SIZE - 2] = 1;
	image[SIZE - 1] = 1;
	tap_ok(run(100) && !strcmp(m.wrong, "an indirect IO program goes astray"),
	       "a program that begins where the image ends");
	for (image_size = 0x100; image_size < SIZE; image_size++)
		if (!run(100))
			all_told = false;
	tap_ok(all_told, "cut anywhere, an image is refused or its program is");

	/* A START as the image's last byte has its number behind it. */
	begin();
	put_table(0, 0, 0, none, sizeof(none));
	put16(DATA + 4 + 2 * 23, SIZE - 5);
	put16(SIZE - 5, 5);
	image[SIZE - 1] = 1;
	tap_ok(!run(100), "half a program at the end does no harm");
}

/* Offsets of 16 bits reach no further, so programs that begin there cannot be. */
static void far_programs(void)
{
	static u8 rom[0x20000];
	unsigned int at = 0xfff0;

	begin();
	memcpy(rom, image, sizeof(image));
	rom[DATA + 4 + 2 * 23] = at & 0xff;
	rom[DATA + 4 + 2 * 23 + 1] = at >> 8;
	rom[at] = 0xff;
	for (at += 4; at < 0x10010; at += 5)
		memcpy(rom + at, "\1\1\11\0", 5);
	evergreen_atom_load(&m, rom, sizeof(rom), &ops, NULL);
	tap_ok(m.programs[1] >= 0xfff0, "a program that 16 bits do not reach is none");
}

/* ---- images of the generator ---- */

static struct world world;

static u32 world_in(void *card, enum evergreen_atom_bus bus, u32 index)
{
	return world_read(card, (enum world_bus)bus, index);
}

static void world_out(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	world_write(card, (enum world_bus)bus, index, value);
}

static void world_wait(void *card, u32 us)
{
	world_delay(card, us);
}

static const struct evergreen_atom_card_ops world_ops = { world_in, world_out, world_wait };

static const char *run_generated(const u8 *rom, size_t size, u8 table, u32 steps)
{
	u32 parameters[GENERATED_PARAMETERS] = { 0 };
	u32 *memory = calloc(GENERATED_MEMORY, sizeof(*memory));
	u8 *copy = malloc(size);
	const char *wrong;

	if (!copy || !memory)
		abort();
	memcpy(copy, rom, size);
	world_begin(&world, table);
	wrong = evergreen_atom_load(&m, copy, size, &world_ops, &world);
	m.fb = memory;
	m.fb_size = GENERATED_MEMORY;
	m.steps = steps;
	if (!wrong)
		wrong = evergreen_atom_execute(&m, table, parameters, GENERATED_PARAMETERS);
	free(copy);
	free(memory);
	return wrong;
}

static void generated_images(void)
{
	static u8 rom[GENERATED_SIZE], mutant[0x2000];
	unsigned int ended = 0, wrong = 0;
	bool bounded = true;

	for (u32 seed = 0; seed < 200; seed++) {
		generate(rom, seed);
		for (u8 table = 0; table < GENERATED_TABLES; table++)
			ended += !run_generated(rom, sizeof(rom), table, 1u << 20);
	}
	tap_ok(ended == 200 * GENERATED_TABLES, "all tables of the generator come to an end");

	for (u32 i = 0; i < MUTANTS; i++) {
		u32 size = i % 4 ? sizeof(mutant) : 0x1000 + world_hash(i + 1) % 0x1000;

		if (i % 50 == 0)
			generate(rom, i);
		memcpy(mutant, rom, sizeof(mutant));
		for (u32 n = 0; n <= i % 7; n++)
			mutant[i % 2 ? 0x1000 + world_hash(i * 8 + n) % 0x400 :
				       world_hash(i * 8 + n) % sizeof(mutant)] =
				world_hash(i * 9 + n) & 0xff;
		wrong += run_generated(mutant, size, i % GENERATED_TABLES, 5000) != NULL;
		/* An instruction reads two dwords at most, and a SWITCH or program is more steps. */
		bounded = bounded && world.n <= 3ul * 5000;
	}
	tap_ok(bounded, "mutants do no more than their steps allow");
	tap_ok(wrong > MUTANTS / 50 && wrong < MUTANTS, "%u of %u are refused", wrong, MUTANTS);
}

int main(void)
{
	instructions();
	faults();
	budgets();
	calls();
	images();
	far_programs();
	generated_images();
	return tap_done();
}
