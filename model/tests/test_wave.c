// SPDX-License-Identifier: MIT OR GPL-2.0
/* Programs that run: control flow, memory, LDS, and what ends them before their end. */
#include "array.h"
#include "test_wave.h"

static struct rig rig;

static uint32_t random_state = 1;

static uint32_t random32(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return random_state >> 8 ^ random_state << 16;
}

/* T2.X of each lane, which the program stores to the lane's dword, is what it should be. */
static void expect(const char *what, const char *text, uint32_t (*should)(uint32_t lane))
{
	unsigned int bad = 0, first = 0;
	bool ended = rig_run(&rig, text);

	for (unsigned int lane = 0; lane < rig.grid.threads[0]; lane++)
		if (rig.memory[lane] != should(lane) && !bad++)
			first = lane;
	check(ended && !bad && !rig.refused, "%s: %u lanes are wrong, lane %u is %#x, %#x expected %s", what, bad, first,
	      rig.memory[first], should(first), rig.problem);
}

/* ---- control flow ---- */

static uint32_t branches(uint32_t l)
{
	return l & 1 ? l & 2 ? 111 : 11 : l & 2 ? 102 : 2;
}

static void test_branches(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	rig.grid.threads[0] = 4;
	expect("if and else in both ways of an if",
	       "ALU addr:20 count:1\n"
	       "ALU_PUSH_BEFORE addr:24 count:1\n"
	       "JUMP addr:8 pop_count:0\n"
	       "ALU_PUSH_BEFORE addr:26 count:1\n"
	       "JUMP addr:6 pop_count:0\n"
	       "ALU addr:28 count:1\n"
	       "POP pop_count:1 addr:7\n"
	       "ALU addr:30 count:1\n"
	       "ELSE addr:14 pop_count:1\n"
	       "ALU_PUSH_BEFORE addr:26 count:1\n"
	       "JUMP addr:13 pop_count:1\n"
	       "ALU_POP_AFTER addr:28 count:1\n"
	       "NOP\n"
	       "ALU_POP_AFTER addr:32 count:1\n"
	       "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 eop:1\n"
	       "@20:\nMOV * T2.X, 0.0\nMOV * T4.X, 0.0\n"
	       "@24:\nAND_INT * T3.X, T0.X, 1\nPRED_SETNE_INT * T3.Y, PV.X, 0.0 update_exec:1 write_mask:0\n"
	       "@26:\nLSHR * T3.X, T0.X, 1\nPRED_SETNE_INT * T3.Y, PV.X, 0.0 update_exec:1 write_mask:0\n"
	       "@28:\nADD_INT * T2.X, T2.X, literal.x\n100, 0\n"
	       "@30:\nADD_INT * T2.X, T2.X, literal.x\n11, 0\n"
	       "@32:\nADD_INT * T2.X, T2.X, literal.x\n2, 0\n", branches);
}

/* The sum of i below the lane, without those where i & 3 is 1, until i is 20. */
static uint32_t loops(uint32_t l)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < l; i++) {
		if (i == 20)
			break;
		if ((i & 3) == 1)
			continue;
		sum += i;
	}
	return sum;
}

static void test_loops(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	expect("a loop that lanes break out of and continue",
	       "ALU addr:32 count:1\n"				/* 0: i = -1, sum = 0 */
	       "LOOP_START_DX10 addr:15\n"
	       "ALU_PUSH_BEFORE addr:34 count:1\n"		/* 2: if (++i >= lane) break */
	       "JUMP addr:6 pop_count:1\n"
	       "LOOP_BREAK addr:14\n"
	       "POP pop_count:1 addr:6\n"
	       "ALU_PUSH_BEFORE addr:36 count:1\n"		/* 6: if (i == 20) break */
	       "JUMP addr:10 pop_count:1\n"
	       "LOOP_BREAK addr:14\n"
	       "POP pop_count:1 addr:10\n"
	       "ALU_PUSH_BEFORE addr:38 count:2\n"		/* 10: if ((i & 3) == 1) continue */
	       "CONTINUE addr:14\n"
	       "POP pop_count:1 addr:13\n"
	       "ALU addr:42\n"					/* 13: sum += i */
	       "END_LOOP addr:2\n"
	       "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 eop:1\n"
	       "@32:\nMOV T2.X, 0.0\nMOV * T3.X, M_1\n"
	       "@34:\nADD_INT * T3.X, T3.X, 1\nPRED_SETGE_INT * T4.X, PV.X, T0.X update_exec:1\n"
	       "@36:\nPRED_SETE_INT * T4.X, T3.X, literal.x update_exec:1\n20, 0\n"
	       "@38:\nAND_INT * T4.X, T3.X, literal.x\n3, 0\nPRED_SETE_INT * T4.X, PV.X, 1 update_exec:1\n"
	       "@42:\nADD_INT * T2.X, T2.X, T3.X\n", loops);
}

static uint32_t counted(uint32_t l)
{
	return 3 * l + 5 + 9 + 13;
}

static void test_counted_loop(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.loop[2] = 3 | 5 << 12 | 4 << 24;
	expect("a loop with a constant, and its index",
	       "ALU addr:8\nLOOP_START addr:4 cf_const:2\nALU addr:9 count:1\nEND_LOOP addr:2\n" END_EG("1")
	       "@8:\nMOV * T2.X, 0.0\nADD_INT * T2.X, T2.X, LOOP_IDX\nADD_INT * T2.X, T2.X, T0.X\n", counted);
}

static uint32_t counts_even(uint32_t l)
{
	return l & 1 ? 0 : 1;
}

static uint32_t add_one(uint32_t l)
{
	return l + 1;
}

/* As Mesa has them around what waits for other pixels: nobody waits for those that are none. */
static void test_valid_lanes(void)
{
	static const char *const ways[] = {		/* from word 3, with even lanes only */
		"LOOP_START_DX10 addr:7 vpm:1\nALU addr:36\nLOOP_BREAK addr:6\nEND_LOOP addr:4\n",
		"PUSH addr:7 vpm:1\nALU addr:36\nPOP pop_count:1 addr:6\nNOP\n",
	};
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		rig_start(&rig, SQ_EVERGREEN);
		snprintf(text, sizeof(text),
			 "ALU_PUSH_BEFORE addr:32 count:2\n"
			 "KILL\n"
			 "POP pop_count:1 addr:3\n"
			 "%s"
			 "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 comp_mask:1 eop:1\n"
			 "@32:\nMOV * T2.X, 0.0\nAND_INT * T3.X, T0.X, 1\n"
			 "PRED_SETNE_INT * T3.Y, T3.X, 0.0 update_exec:1 write_mask:0\n"
			 "@36:\nADD_INT * T2.X, T2.X, 1\n", ways[i]);
		expect("control flow that lanes which are no pixels do not enter", text, counts_even);
	}
}

static void test_rows_of_the_stack(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.stack = 1;
	rig.state.columns = 8;
	expect("a row of eight columns",
	       "ALU addr:8\nALU_PUSH_BEFORE addr:9\nALU_PUSH_BEFORE addr:9\nALU_PUSH_BEFORE addr:9\n"
	       "ALU_PUSH_BEFORE addr:10\nPOP pop_count:4 addr:6\n" END_EG("1")
	       "@8:\nMOV * T2.X, T0.X\nMOV * T3.X, T0.X\nADD_INT * T2.X, T2.X, 1\n", add_one);
}

static uint32_t called(uint32_t l)
{
	return 2 * l + 2;
}

static void test_calls(void)
{
	rig_start(&rig, SQ_CAYMAN);
	expect("a function that is called twice",
	       "ALU addr:8\nCALL addr:5\nCALL addr:5\nMEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:1\n"
	       "CF_END\nALU addr:9 count:1\nRETURN\n"
	       "@8:\nMOV * T2.X, 0.0\nADD_INT * T2.X, T2.X, T0.X\nADD_INT * T2.X, T2.X, 1\n", called);
}

static uint32_t selected(uint32_t l)
{
	return l & 1 ? 1 : 7;
}

static uint32_t killed(uint32_t l)
{
	return l & 1 ? 0 : 5;
}

static void test_predicates(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	expect("predicate bits choose instructions",
	       "ALU addr:4 count:4\n" END_EG("1")
	       "@4:\nAND_INT * T3.X, T0.X, 1\nPRED_SETNE_INT * T3.Y, PV.X, 0.0 update_pred:1 write_mask:0\n"
	       "MOV * T2.X, 1 pred_sel:3\nMOV * T2.X, literal.x pred_sel:2\n7, 0\n", selected);
	rig_start(&rig, SQ_EVERGREEN);
	expect("killed lanes go on, and write no memory",
	       "ALU addr:4 count:3\n" END_EG("1")
	       "@4:\nAND_INT * T3.X, T0.X, 1\nKILLNE_INT * T3.Y, PV.X, 0.0\nMOV * T2.X, literal.x\n5, 0\n", killed);
}

/* ---- registers ---- */

static uint32_t swapped(uint32_t l)
{
	return (l + 1) * 1000 + l;
}

static uint32_t relative(uint32_t l)
{
	return 107 + (l & 3);
}

static uint32_t lane_number(uint32_t l)
{
	return l;
}

static void test_registers(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	expect("a group reads all before it writes",
	       "ALU addr:4 count:6\n" END_EG("1")
	       "@4:\nADD_INT T3.X, T0.X, 1\nMOV * T3.Y, T0.X\n"
	       "MOV T3.X, T3.Y\nMOV * T3.Y, T3.X\n"
	       "MULLO_INT * T4.X, T3.Y, literal.x\n1000, 0\nADD_INT * T2.X, PS, T3.X\n", swapped);
	rig_start(&rig, SQ_EVERGREEN);
	expect("relative registers, as source and destination",
	       "ALU addr:4 count:13\n" END_EG("1")
	       "@4:\nAND_INT * T7.W, T0.X, literal.x\n3, 0\nMOVA_INT * T0.X, T7.W\n"
	       "MOV * T3.Y+, literal.x\n7, 0\n"
	       "MOV * T3.X, literal.x\n100, 0\nMOV * T4.X, literal.x\n101, 0\nMOV * T5.X, literal.x\n102, 0\n"
	       "MOV * T6.X, literal.x\n103, 0\nADD_INT * T2.X, T3.X+, T3.Y+\n", relative);
	rig_start(&rig, SQ_EVERGREEN);
	expect("relative registers in front of the one that is named",
	       "ALU addr:4 count:13\n" END_EG("1")
	       "@4:\nAND_INT * T7.W, T0.X, literal.x\n3, 0\nSUB_INT * T7.W, literal.x, T7.W\n0, 0\n"
	       "MOV * T3.X, literal.x\n110, 0\nMOV * T4.X, literal.x\n109, 0\nMOV * T5.X, literal.x\n108, 0\n"
	       "MOV * T6.X, literal.x\n107, 0\nMOVA_INT * T0.X, T7.W\nMOV * T2.X, T6.X+\n", relative);
	rig_start(&rig, SQ_EVERGREEN);
	expect("a second source that is the first is not read again",
	       "ALU addr:4 count:3\n" END_EG("1")
	       "@4:\nMOV * T1.X, 0.0\nADD_INT T2.X, T0.X, T0.X\nMOV * T2.Y, T1.X bank_swizzle:2\n"
	       "SUB_INT * T2.X, T2.X, T0.X\n", lane_number);
	rig_start(&rig, SQ_EVERGREEN);
	expect("the number of a lane by counting bits",
	       "ALU addr:4 count:2\n" END_EG("1")
	       "@4:\nMBCNT_32LO_ACCUM_PREV_INT T3.X, M_1\nMBCNT_32HI_INT * T3.Y, M_1\nMOV * T2.X, T3.X\n", lane_number);
}

/* ---- groups whose results go straight to registers ---- */

/* In a cycle, a component comes from the same register for all of a group. */
static void random_source(char *line, size_t room, const bool *had, const unsigned int *regs)
{
	unsigned int pv = random32() % 5, chan = random32() % 4;

	if (random32() % 3 == 0 && had[pv])
		snprintf(line, room, pv == 4 ? ", PS" : ", PV.%c", "XYZW"[pv % 4]);
	else
		snprintf(line, room, ", T%u.%c", regs[chan], "XYZW"[chan]);
}

/* T has a register of its own for its results. */
static void random_instruction(char *body, size_t room, unsigned int slot, bool last, const bool *had,
			       unsigned int regs[3][4])
{
	static const char *const names[] = { "ADD_INT", "SUB_INT", "XOR_INT", "MAX_INT", "MOV", "MULLO_INT" };
	unsigned int op = slot == 4 ? 5 : random32() % 5;
	char source[2][16] = { "", "" };

	random_source(source[0], sizeof(source[0]), had, regs[slot == 4 ? 2 : 0]);
	if (op != 4)
		random_source(source[1], sizeof(source[1]), had, regs[1]);
	snprintf(body + strlen(body), room - strlen(body), "%s%s T%u.%c%s%s write_mask:%d\n", names[op],
		 last ? " *" : "", slot == 4 ? 5 : 2 + random32() % 3, "XYZWX"[slot], source[0], source[1],
		 random32() % 5 != 0);
}

static void random_groups(char *text, size_t room)
{
	bool had[5] = { false };
	char body[6000] = "";
	unsigned int words = 0;

	for (unsigned int g = 0; g < 20; g++) {
		unsigned int n = 1 + random32() % 5, regs[3][4];

		for (unsigned int i = 0; i < 12; i++)
			regs[i / 4][i % 4] = 2 + random32() % 3;
		for (unsigned int s = 0; s < n; s++)
			random_instruction(body, sizeof(body), s, s + 1 == n, had, regs);
		for (unsigned int s = 0; s < 5; s++)
			had[s] = s < n;
		words += n;
	}
	snprintf(text, room,
		 "ALU addr:12 count:19\nALU_PUSH_BEFORE kmode0:1 addr:10 count:1\nALU addr:32 count:%u\n"
		 "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:2 index_gpr:1 comp_mask:15\n"
		 "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:3 index_gpr:6 comp_mask:15\n"
		 "MEM_RAT_CACHELESS rat_inst:2 type:1 rw_gpr:4 index_gpr:7 comp_mask:15\nNOP eop:1\n"
		 "@10:\nAND_INT * T7.W, T0.X, KC0[0].X\nPRED_SETE_INT * T7.Z, PV.W, 0.0 update_exec:1 write_mask:0\n"
		 "@12:\nMULLO_INT * T2.X, T0.X, M_1\nADD_INT T2.Y, T0.X, 1\nADD_INT T2.Z, T0.X, T0.X\nADD_INT * T2.W, PS, PS\n"
		 "MOV T3.X, T2.Y\nMOV T3.Y, T2.Z\nMOV T3.Z, T2.W\nMOV * T3.W, T2.X\n"
		 "MOV T4.X, T3.Y\nMOV T4.Y, T3.Z\nMOV T4.Z, T3.W\nMOV * T4.W, T3.X\n"
		 "LSHL * T1.X, T0.X, literal.x\n2, 0\nADD_INT * T6.X, T1.X, literal.x\n512, 0\n"
		 "ADD_INT * T7.X, T1.X, literal.x\n1024, 0\nMOV * T5.X, 0.0\nMOV * T5.Y, 0.0\n@32:\n%s",
		 words - 1, body);
}

/*
 * Results go straight to registers when all lanes are active, and only then; a program must do
 * the same to a lane in both cases.
 */
static void test_direct(void)
{
	static uint32_t all[MEMORY / 4];
	unsigned int bad = 0, ran = 0;
	char text[8000];

	for (unsigned int i = 0; i < 300; i++) {
		random_groups(text, sizeof(text));
		for (uint32_t left_out = 0; left_out < 2; left_out++) {
			if (left_out)
				memcpy(all, rig.memory, sizeof(all));
			rig_start(&rig, SQ_EVERGREEN);
			rig.memory[0] = left_out;	/* lanes with this bit set are */
			ran += rig_run(&rig, text);
		}
		for (unsigned int v = 0; v < 3 * 128; v += 2)
			bad += v % 128 < 64 && memcmp(&all[4 * v], &rig.memory[4 * v], 16) != 0;
	}
	check(ran == 600 && !bad, "300 random programs, with all lanes and with some: %u ran, %u vectors differ %s", ran, bad,
	      rig.problem);
}

/* ---- memory ---- */

static uint32_t fetched(uint32_t l)
{
	return l < 32 ? 3 * (l + 1024) + 1 : 1;
}

static uint32_t one_before(uint32_t l)
{
	return l ? 1000 + l - 1 : 0;
}

static uint32_t constants(uint32_t l)
{
	(void)l;
	return 55;
}

static uint32_t indexed(uint32_t l)
{
	(void)l;
	return 1000 + 200 + 30;
}

/* The third and fourth window come from the word in front; an index chooses the bank. */
static void test_windows(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.bank[3].base = MEMORY_AT + 0x1000;
	rig.state.bank[3].size = 256;
	rig.state.bank[5].base = MEMORY_AT + 0x1100;
	rig.state.bank[5].size = 512;
	rig.memory[0x1000 / 4] = 1000;
	rig.memory[0x1000 / 4 + 7] = 200;
	rig.memory[0x1100 / 4 + 64 + 4] = 30;
	expect("four windows, one of them by index",
	       "ALU addr:8 count:4\nALU_EXTENDED kmode2:1 kbank2:3 kidx3:1 kmode3:2 kbank3:3\n"
	       "ALU addr:13 count:1 kmode0:1 kbank0:3\n" END_EG("1")
	       "@8:\nMOV * T3.Y, 0.0\nMOVA_INT * T3.X, literal.x\n2, 0\nSET_CF_IDX0 * T3.X\nMOV * T3.X, 0.0\n"
	       "@13:\nADD_INT * T3.X, KC0[0].X, KC2[1].W\nADD_INT * T2.X, PV.X, KC3[17].X\n", indexed);
}

static uint32_t elements(uint32_t l)
{
	return l < 32 ? 77 : 0;
}

static void test_fetches(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	for (unsigned int i = 0; i < MEMORY / 4; i++)
		rig.memory[i] = 3 * i;
	rig.resource[0][1] = 4096 + 32 * 4 - 1;
	expect("fetches, and zeros past the end of the buffer",
	       "VTX addr:4\nALU addr:6\n" END_EG("1")
	       "@4:\nVTX_FETCH type:2 src_gpr:0 dst_gpr:3 dst_sel_x:0 dst_sel_y:5 dst_sel_z:7 dst_sel_w:4 format:13 "
	       "num_format:1 offset:4096\n@6:\nADD_INT * T2.X, T3.X, T3.Y\n", fetched);
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.base_vertex = -1u;
	for (unsigned int i = 0; i < 64; i++)
		rig.memory[1024 + i] = 1000 + i;
	expect("a base of indices that is negative",
	       "VTX addr:4\n" END_EG("1")
	       "@4:\nVTX_FETCH type:0 src_gpr:0 dst_gpr:2 dst_sel_x:0 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 format:13 "
	       "num_format:1 offset:4096\n", one_before);
	rig_start(&rig, SQ_CAYMAN);
	rig.memory[5] = 55;
	rig.memory[70] = 66;
	expect("constants, and zeros past the end of the bank",
	       "ALU addr:4 kmode0:2 kmode1:1 kaddr1:1\nMEM_RAT_CACHELESS rat_inst:20 type:1 rw_gpr:2 comp_mask:1\nCF_END\n"
	       "@4:\nADD_INT * T2.X, KC0[1].Y, KC1[1].Z\n", constants);
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.rat[0].size = 128;
	expect("how many elements a buffer has; what lies past a target is dropped",
	       "TEX addr:4\n" END_EG("1") "@4:\nGET_BUFFER_RESINFO dst_gpr:2 format:13 num_format:1\n", elements);
}

static void test_atomics(void)
{
	static const struct { unsigned int inst; uint32_t old, x, other, after; } ops[] = {
		{ 0x04, 5, 9, 5, 9 }, { 0x04, 5, 9, 6, 5 }, { 0x07, 5, 9, 0, 14 }, { 0x08, 5, 9, 0, -4u },
		{ 0x09, 5, 9, 0, 4 }, { 0x0a, 5, -9u, 0, -9u }, { 0x0b, 5, -9u, 0, 5 }, { 0x0c, 5, -9u, 0, 5 },
		{ 0x0d, 5, -9u, 0, -9u }, { 0x0e, 5, 3, 0, 1 }, { 0x0f, 5, 3, 0, 7 }, { 0x10, 5, 3, 0, 6 },
		{ 0x12, 5, 6, 0, 6 }, { 0x12, 6, 6, 0, 0 }, { 0x13, 5, 6, 0, 4 }, { 0x13, 0, 6, 0, 6 },
	};
	bool returned = true;
	char text[512];

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(ops); i++) {
		unsigned int k = i / 2, inst = ops[k].inst | (i & 1 ? 0x20 : 0);

		rig_start(&rig, i & 2 ? SQ_CAYMAN : SQ_EVERGREEN);
		rig.grid.threads[0] = 1;
		rig.memory[0] = ops[k].old;
		snprintf(text, sizeof(text),
			 "ALU addr:4 count:5\nMEM_RAT rat_inst:%u type:1 rw_gpr:3 comp_mask:15\n%s"
			 "@4:\nMOV T3.X, literal.x\nMOV T3.Y, literal.y\nMOV T3.Z, literal.z\nMOV * T3.W, literal.z\n%u, 3\n%u, 0\n",
			 inst, i & 2 ? "CF_END\n" : "NOP eop:1\n", ops[k].x, ops[k].other);
		rig_run(&rig, text);
		check(rig.is == SQ_ENDED && rig.memory[0] == ops[k].after &&
		      rig.memory[RETURNS_AT / 4 + 3] == (i & 1 ? ops[k].old : 0),
		      "RAT_INST %#x: %#x %s", inst, rig.memory[0], rig.problem);
	}
	rig_start(&rig, SQ_EVERGREEN);
	rig_run(&rig, "ALU addr:4 count:3\nMEM_RAT rat_inst:39 type:1 rw_gpr:3 index_gpr:4 comp_mask:15\nNOP eop:1\n"
		"@4:\nMOV T3.X, 1\nMOV T3.Y, T0.X\nMOV * T4.X, literal.x\n100, 0\n");
	for (unsigned int l = 0; l < 64; l++)
		returned &= rig.memory[RETURNS_AT / 4 + l] == l;
	check(rig.memory[100] == 64 && returned, "64 lanes add to one dword, each gets what was there");
}

static uint32_t from_scratch(uint32_t l)
{
	return 2 * l + 1;
}

static void test_scratch(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	expect("scratch memory, a part for each lane",
	       "ALU addr:8 count:2\nMEM_SCRATCH type:1 rw_gpr:3 index_gpr:4 array_base:1 array_size:2 elem_size:1 comp_mask:3\n"
	       "TEX addr:12\nALU addr:14\n" END_EG("1")
	       "@8:\nMOV T3.X, T0.X\nADD_INT T3.Y, T0.X, 1\nMOV * T4.X, 1\n"
	       "@12:\nMEM_READ indexed:1 src_gpr:4 dst_gpr:5 array_base:1 array_size:2 elem_size:1 dst_sel_y:1 dst_sel_z:7 "
	       "dst_sel_w:7\n@14:\nADD_INT * T2.X, T5.X, T5.Y\n", from_scratch);
	check(rig.memory[SCRATCH_AT / 4 + 16 * 5 + 4] == 5, "scratch memory: element 2 of lane 5 is where it should be");
}

static void test_refusals(void)
{
	rig_start(&rig, SQ_EVERGREEN);
	rig.state.rat[0].size = 1u << 20;
	rig_run(&rig, "ALU addr:4 count:2\n" END_EG("1") "@4:\nMOV T2.X, 1\nLSHL * T0.X, T0.X, literal.x\n9, 0\n");
	check(rig.is == SQ_ENDED && rig.refused == 32 && rig.memory[31 << 9] == 1,
	      "the port refuses %u stores, the program goes on", rig.refused);
	rig_start(&rig, SQ_EVERGREEN);
	rig.resource[0][2] = DWORD_STRIDE;
	rig_run(&rig, "VTX addr:4\n" END_EG("1") "@4:\nVTX_FETCH type:2 dst_gpr:2 format:13 num_format:1\n");
	check(rig.is == SQ_ENDED && rig.refused == 64 && !rig.memory[1], "the port refuses %u fetches", rig.refused);
}

/* ---- groups ---- */

static uint32_t other_end(uint32_t l)
{
	return 127 - l;
}

static void test_lds(void)
{
	static const struct { unsigned int op; uint32_t old, x, y, after; } ops[] = {
		{ 0x00, 5, 9, 0, 14 }, { 0x01, 5, 9, 0, -4u }, { 0x02, 5, 9, 0, 4 }, { 0x03, 5, 6, 0, 6 },
		{ 0x04, 0, 6, 0, 6 }, { 0x05, 5, -9u, 0, -9u }, { 0x06, 5, -9u, 0, 5 }, { 0x07, 5, -9u, 0, 5 },
		{ 0x08, 5, -9u, 0, -9u }, { 0x09, 5, 3, 0, 1 }, { 0x0a, 5, 3, 0, 7 }, { 0x0b, 5, 3, 0, 6 },
		{ 0x0c, 0xff, 0xf0, 0x30, 0x3f }, { 0x0d, 5, 3, 0, 3 }, { 0x10, 5, 5, 9, 9 }, { 0x10, 5, 6, 9, 5 },
	};
	char text[1024];

	rig_start(&rig, SQ_EVERGREEN);
	rig.grid.threads[0] = 128;
	rig.state.wave_lanes = 32;
	expect("four waves of a group meet at a barrier",
	       "ALU addr:4 count:7\n" END_EG("1")
	       "@4:\nLSHL * T3.X, T0.X, literal.x\n2, 0\nLDS_IDX_OP * T0.X, T3.X, T0.X, 0.0 lds_op:13\n"
	       "GROUP_BARRIER * T0.X\nSUB_INT * T4.X, literal.x, T3.X\n508, 0\n"
	       "LDS_IDX_OP * T0.X, T4.X, 0.0, 0.0 lds_op:50\nMOV * T2.X, OQAP\n", other_end);
	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(ops); i++) {
		unsigned int k = i / 2, op = ops[k].op | (i & 1 ? 0x20 : 0);

		rig_start(&rig, SQ_EVERGREEN);
		rig.grid.threads[0] = 1;
		snprintf(text, sizeof(text),
			 "ALU addr:4 count:9\n" END_EG("3")
			 "@4:\nLDS_IDX_OP * T0.X, T0.X, literal.x, 0.0 lds_op:13\n%u, 0\n"
			 "LDS_IDX_OP * T0.X, T0.X, literal.x, literal.y lds_op:%u\n%u, %u\n"
			 "%s * T2.Y, %s\nLDS_IDX_OP * T0.X, T0.X, 0.0, 0.0 lds_op:50\nMOV * T2.X, OQAP\n"
			 "MOV * T3.X, 0.0\nMOV * T3.X, 0.0\nMOV * T3.X, 0.0\n",
			 ops[k].old, op, ops[k].x, ops[k].y, "MOV", i & 1 ? "OQAP" : "0.0");
		rig_run(&rig, text);
		check(rig.is == SQ_ENDED && rig.memory[0] == ops[k].after && rig.memory[1] == (i & 1 ? ops[k].old : 0),
		      "LDS_OP %#x: %#x, returns %#x %s", op, rig.memory[0], rig.memory[1], rig.problem);
	}
}

static void test_ids(void)
{
	bool good;

	rig_start(&rig, SQ_EVERGREEN);
	rig.grid = (struct sq_grid){ { 1, 3, 2 }, { 4, 2, 3 } };
	good = rig_run(&rig, "ALU addr:4 count:24\n" END_EG("1")
		       "@4:\nLSHL T3.X, T1.Y, literal.x\nLSHL T3.Y, T1.Z, literal.y\nLSHL T3.Z, T0.Y, literal.z bank_swizzle:2\n"
		       "LSHL * T3.W, T0.Z, literal.w bank_swizzle:2\n8, 12\n16, 20\n"
		       "OR_INT * T2.X, T3.X, T3.Y\nOR_INT * T2.X, T2.X, T3.Z\nOR_INT * T2.X, T2.X, T3.W\n"
		       "OR_INT * T2.X, T2.X, T0.X\n"
		       "LSHL T3.X, T0.Y, literal.x\nLSHL T3.Y, T0.Z, literal.y\nLSHL T3.Z, T1.Y, literal.z bank_swizzle:2\n"
		       "MULLO_INT * T3.W, T1.Z, literal.w\n2, 3\n5, 96\n"
		       "ADD_INT * T0.X, T0.X, T3.X\nADD_INT * T0.X, T0.X, T3.Y\nADD_INT * T0.X, T0.X, T3.Z\n"
		       "ADD_INT * T0.X, T0.X, T3.W\nMOV * T4.X, 0.0\nMOV * T4.X, 0.0\nMOV * T4.X, 0.0\n"
		       "MOV * T4.X, 0.0\nMOV * T4.X, 0.0\n");
	for (uint32_t g = 0; g < 6; g++)
		for (uint32_t l = 0; l < 24; l++)
			good &= rig.memory[32 * g + l] == (l % 4 | (g % 3) << 8 | (g / 3) << 12 | (l / 4 % 2) << 16 | (l / 8) << 20);
	check(good, "ids of threads and groups %s", rig.problem);
}

static void make_small(struct sq_shader *shader, uint32_t gprs)
{
	struct sq_asm_error error = { 0 };
	struct sq_problem problem = { 0 };
	uint32_t *words;
	size_t n = 0;

	words = sq_assemble(rig.isa, "NOP eop:1\n", &n, &error);
	if (!words || !sq_shader_make(shader, rig.isa, words, n, gprs, &problem))
		abort();
	free(words);
}

/* A group costs time before its first instruction. */
static void test_slices(void)
{
	unsigned int slices[2] = { 0 };
	struct sq_shader shader;
	struct sq_work *work;

	for (unsigned int i = 0; i < 2; i++) {
		rig_start(&rig, SQ_EVERGREEN);
		rig.grid = (struct sq_grid){ { 64, 1, 1 }, { i ? 1024 : 1, 1, 1 } };
		rig.state.lds = i ? 8192 : 0;
		make_small(&shader, i ? 128 : 1);
		work = sq_begin(&shader, &rig.state, &rig.grid);
		while (sq_continue(work, 1 << 14) == SQ_RUNS)
			slices[i]++;
		sq_end(work);
		sq_shader_free(&shader);
	}
	check(slices[0] == 0, "64 small groups of one instruction run in one slice");
	check(slices[1] >= 4 && slices[1] < 64, "of large ones %u and a bit", slices[1]);
}

/* So it does where draws start it; the budget is for what programs do. */
static void test_slices_of_draws(void)
{
	static const struct { uint32_t threads, gprs, lds; } rows[] = {
		{ 1, 1, 0 }, { 64, 128, 0 }, { 64, 1, 8192 }, { 8160, 128, 8192 },
	};
	unsigned int slices[4] = { 0 };
	struct sq_shader shader;
	struct sq_work *work;
	enum sq_wave_is is;

	for (unsigned int i = 0; i < 4; i++) {
		rig_start(&rig, SQ_EVERGREEN);
		rig.state.lds = rows[i].lds;
		rig.state.budget = 1000;
		make_small(&shader, rows[i].gprs);
		work = sq_begin_waves(&shader, &rig.state, rows[i].threads, NULL);
		sq_restart_waves(work, rows[i].threads);
		while ((is = sq_continue(work, 64)) == SQ_RUNS)
			slices[i]++;
		if (is != SQ_ENDED)
			slices[i] = ~0u;
		sq_end(work);
		sq_shader_free(&shader);
	}
	check(slices[0] == 0, "a small wave of a draw runs in one slice");
	check(slices[1] == 1 && slices[2] == 2, "a large one, or with LDS, in %u and %u and a bit", slices[1],
	      slices[2]);
	check(slices[3] > 100 && slices[3] < 1000, "a large group in %u", slices[3]);
}

/* ---- what is told ---- */

#define VEC_210	" bank_swizzle:5"
#define INTERP_ZW(first, others) \
	"ALU addr:2 count:3\nNOP eop:1\nINTERP_ZW T2.X, T0.Y, " first VEC_210 "\n" \
	"INTERP_ZW T2.Y, T0.X, " others VEC_210 "\nINTERP_ZW T2.Z, T0.Y, " others VEC_210 "\n" \
	"INTERP_ZW * T2.W, T0.X, " others VEC_210

static void test_violations(void)
{
	static const struct { const char *text; unsigned int at; int lane; const char *says; } bad[] = {
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, KC0[0].X", 2, -1, "in no line" },
		{ "ALU addr:2 kmode0:1\nNOP eop:1\nMOV * T2.X, KC0[16].X", 2, -1, "in no line" },
		{ "ALU addr:2 kmode0:3\nNOP eop:1\nMOV * T2.X, KC0[0].X", 2, -1, "by loop index" },
		{ "ALU addr:2 kmode0:1\nNOP eop:1\nMOV * T2.X, KC0[0].X+", 2, -1, "relative addressing" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, PV.X", 2, -1, "the group before" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOV * T2.X, T0.X\nMOV * T2.X, PV.Y", 3, -1, "the group before" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, T8.X", 2, -1, "a source is past" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T8.X, T2.X", 2, -1, "the destination is past" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOVA_INT * T0.X, T0.X\nMOV * T2.X, T1.X+", 3, 7, "register 8 is past" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOVA_INT * T0.X, M_1\nMOV * T0.X+, T1.X", 3, 0, "register -1 is past" },
		{ "ALU addr:4\nALU addr:5\nNOP eop:1\n@4:\nMOVA_INT * T0.X, T0.X\nMOV * T2.X, T1.X+", 5, 0, "no MOVA_INT" },
		{ "ALU addr:4 count:1\nALU addr:6\nNOP eop:1\n@4:\nMOVA_INT * T0.X, T0.X\nMOV * T2.X, T1.X\nSET_CF_IDX0 * T0.X", 6, -1, "no MOVA_INT" },
		{ "VTX addr:4 count:1\nNOP eop:1\n@4:\nVTX_FETCH type:2 format:13 dst_gpr:2\nVTX_FETCH type:2 format:13 src_gpr:2 dst_gpr:3", 6, -1, "T2.x is a result" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, T1.X+ index_mode:4", 2, 0, "no loop" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, T1.X+ index_mode:5", 2, 0, "INDEX_MODE 5" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, LDS_A", 2, -1, "not modelled" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, T1.X pred_sel:1", 2, -1, "reserved" },
		{ "ALU addr:2\nNOP eop:1\nADD_INT * T2.X, -1.0, 0.0", 2, -1, "a sign is changed" },
		{ "ALU addr:2\nNOP eop:1\nADD_INT * T2.X, 1.0, 0.0 clamp:1", 2, -1, "scaled or clamped" },
		{ "ALU addr:2\nNOP eop:1\nDOT_IEEE * T2.X, 1.0, 0.0", 2, -1, "the next slot has no product" },
		{ "ALU addr:2\nNOP eop:1\nDOT4 * T2.X, 1.0, 0.0", 2, -1, "lacks one of its slots" },
		{ INTERP_ZW("PARAM[0].X", "T1.X"), 2, -1, "no parameter as it is" },
		{ INTERP_ZW("-PARAM[0].X", "PARAM[0].X"), 2, -1, "no parameter as it is" },
		{ INTERP_ZW("PARAM[0].X", "PARAM[0].X"), 2, -1, "parameter 0 is not there" },
		{ "ALU addr:2\nNOP eop:1\nMUL_LIT * T2.X, 1.0, 0.0, 0.0", 2, -1, "operation is not modelled" },
		{ "ALU addr:2\nNOP eop:1\nMOV * T2.X, OQAP", 2, -1, "queue A of LDS is empty" },
		{ "ALU addr:2\nNOP eop:1\nLDS_IDX_OP * T0.X, 0.0, 0.0, 0.0 lds_op:50", 0, -1, "1 results left" },
		{ "ALU addr:2\nNOP eop:1\nLDS_IDX_OP * T0.X, 1, 0.0, 0.0 lds_op:13", 2, 0, "is not aligned" },
		{ "ALU addr:2\nNOP eop:1\nLDS_IDX_OP * T0.X, 0.0, 0.0, 0.0 lds_op:63", 2, 0, "not modelled" },
		{ "ALU addr:2 wqm:1\nNOP eop:1\nMOV * T2.X, T1.X", 0, -1, "WHOLE_QUAD_MODE" },
		{ "ALU_PUSH_BEFORE addr:8\nALU_PUSH_BEFORE addr:8\nALU_PUSH_BEFORE addr:8\nALU_PUSH_BEFORE addr:8\n"
		  "NOP eop:1\n@8:\nMOV * T2.X, T1.X", 3, -1, "the stack of 1 overflows" },
		{ "POP pop_count:1 addr:1\nNOP eop:1", 0, -1, "no branch is left" },
		{ "ELSE addr:1\nNOP eop:1", 0, -1, "there is no branch" },
		{ "END_LOOP addr:0\nNOP eop:1", 0, -1, "there is no loop" },
		{ "RETURN", 0, -1, "there is no call" },
		{ "HALT", 0, -1, "HALT is not modelled" },
		{ "EXPORT_DONE eop:1", 0, -1, "this stage exports nothing" },
		{ "ALU_BREAK addr:2\nNOP eop:1\nMOV * T2.X, T1.X", 0, -1, "ALU_BREAK is not modelled" },
		{ "LOOP_START_DX10 addr:2\nEND_LOOP addr:1\nNOP eop:1", 1, -1, "no end after 100000" },
		{ "MEM_RAT rat_inst:2 type:1 rat_id:3 eop:1", 0, -1, "target 3: not bound" },
		{ "MEM_RAT rat_inst:2 type:0 eop:1", 0, -1, "has no index" },
		{ "MEM_RAT rat_inst:20 type:1 eop:1", 0, -1, "the other kind" },
		{ "MEM_RAT rat_inst:5 type:1 eop:1", 0, 0, "RAT_INST 0x5" },
		{ "MEM_RAT rat_inst:2 type:1 rw_gpr:9 eop:1", 0, -1, "register 9 is past" },
		{ "MEM_RAT rat_inst:2 type:1 burst:1 eop:1", 0, -1, "bursts" },
		{ "VTX addr:2\nNOP eop:1\nVTX_FETCH buffer_id:1 format:13", 2, -1, "is no buffer" },
		{ "VTX addr:2\nNOP eop:1\nVTX_FETCH buffer_id:2 format:13", 2, -1, "does not exist" },
		{ "VTX addr:2\nNOP eop:1\nVTX_FETCH format:0", 2, -1, "none of buffers" },
		{ "VTX addr:2\nNOP eop:1\nVTX_FETCH format:13 dst_gpr:8", 2, -1, "register 8 is past" },
		{ "VTX addr:2\nNOP eop:1\nVTX_FETCH format:13 dst_sel_x:6", 2, -1, "DST_SEL 6" },
		{ "TEX addr:2\nNOP eop:1\nSAMPLE", 2, -1, "is no texture" },
		{ "ALU addr:2 count:1\nNOP eop:1\nKILLE T2.X, T0.X, 0.0\nKILLE * T2.Y, T0.Y, 0.0", 2, -1, "does once" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOV T2.X, T0.X\nMOV * T2.Y, T1.X", 2, -1, "another register is read" },
		{ "ALU addr:2\nNOP eop:1\nADD_INT * T2.X, T0.X, T1.X bank_swizzle:6", 2, -1, "SWIZZLE is reserved" },
		{ "ALU addr:2\nNOP eop:1\nMULLO_INT * T2.X, T0.X, T1.X bank_swizzle:4", 2, -1, "SWIZZLE is reserved" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOV T2.X, T1.X\nMULADD * T3.X, 1.0, 0.5, T4.X", 2, -1, "reads a constant in this" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOV T2.X, T1.X\nMULADD * T3.X, 1.0, 0.5, 0.0", 2, -1, "more than two constants" },
		{ "ALU addr:2 kmode0:1\nNOP eop:1\nMULADD * T2.X, KC0[0].X, KC0[0].Z, KC0[1].X", 2, -1, "two pairs" },
		{ "ALU addr:2 count:1\nNOP eop:1\nMOV T2.X, T1.X bank_swizzle:4\nMULLO_INT * T3.X, T0.X, 1", 2, -1, "another register" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		rig_start(&rig, SQ_EVERGREEN);
		rig.state.stack = strstr(bad[i].says, "stack") ? 1 : 2;
		rig_run(&rig, bad[i].text);
		check(rig.violations == 1 && rig.is == (strstr(bad[i].says, "no end") ? SQ_EXHAUSTED : SQ_WRONG) &&
		      rig.violation.at == bad[i].at && rig.violation.lane == bad[i].lane &&
		      strstr(rig.violation.text, bad[i].says) && rig.violation.instruction[0],
		      "%s: lane %d, %s: %s", bad[i].says, rig.violation.lane, rig.violation.instruction, rig.problem);
	}
}

int main(void)
{
	test_branches();
	test_loops();
	test_counted_loop();
	test_valid_lanes();
	test_rows_of_the_stack();
	test_calls();
	test_predicates();
	test_registers();
	test_direct();
	test_fetches();
	test_windows();
	test_atomics();
	test_scratch();
	test_refusals();
	test_lds();
	test_ids();
	test_slices();
	test_slices_of_draws();
	test_violations();
	return test_end();
}
