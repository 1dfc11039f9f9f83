// SPDX-License-Identifier: MIT OR GPL-2.0
/* Operations of GDS: on its memory, and on append counters. */
#include "array.h"
#include "test_wave.h"

#define IN_MEMORY	"src_sel_x:0 src_sel_y:1 src_sel_z:2"
#define IN_COUNTER	"src_sel_x:4 src_sel_y:1 src_sel_z:2 alloc_consume:1 uav_id:5"

static struct rig rig;
static uint32_t memory[16], counter[SQ_COUNTERS];

static void start(enum sq_isa isa)
{
	rig_start(&rig, isa);
	memset(memory, 0, sizeof(memory));
	memset(counter, 0, sizeof(counter));
	rig.state.gds.memory = memory;
	rig.state.gds.dwords = 16;
	rig.state.counter = counter;
}

/* T3 is (@x, @y, @z), an operation of GDS, T2.X to each lane's dword. */
static bool run_op(unsigned int op, const char *place, uint32_t x, uint32_t y, uint32_t z)
{
	char text[640];

	snprintf(text, sizeof(text),
		 "ALU addr:6 count:6\nGDS addr:14 vpm:1\n%s@6:\nMOV * T2.X, literal.x\n777, 0\n"
		 "MOV T3.X, literal.x\nMOV T3.Y, literal.y\nMOV * T3.Z, literal.z\n%u, %u\n%u, 0\n"
		 "@14:\nGDS_OP mem_op:4 gds_op:%u src_gpr:3 dst_gpr:2 dst_sel_y:7 dst_sel_z:7 dst_sel_w:7 %s\n",
		 rig_end(&rig), x, y, z, op, place);
	return rig_run(&rig, text);
}

/* Memory, and on Evergreen counters: the same operations, with and without a result. */
static void test_ops(void)
{
	static const struct { unsigned int op; uint32_t old, y, z, after; } ops[] = {
		{ 0x00, 5, 9, 0, 14 }, { 0x01, 5, 9, 0, -4u }, { 0x02, 5, 9, 0, 4 }, { 0x03, 5, 6, 0, 6 },
		{ 0x03, 6, 6, 0, 0 }, { 0x04, 0, 6, 0, 6 }, { 0x05, 5, -9u, 0, -9u }, { 0x06, 5, -9u, 0, 5 },
		{ 0x07, 5, -9u, 0, 5 }, { 0x08, 5, -9u, 0, -9u }, { 0x09, 5, 3, 0, 1 }, { 0x0a, 5, 3, 0, 7 },
		{ 0x0b, 5, 3, 0, 6 }, { 0x0c, 0xff, 0xf0, 0x30, 0x3f }, { 0x0d, 5, 3, 0, 3 },
		{ 0x30, 5, 5, 9, 9 }, { 0x30, 5, 6, 9, 5 }, { 0x32, 5, 6, 9, 5 },
	};

	for (unsigned int i = 0; i < 6 * ARRAY_SIZE(ops); i++) {
		unsigned int k = i / 6, op = ops[k].op | (i & 1 ? 0x20 : 0);
		bool counts = i % 6 >= 4, good;

		start(i % 6 >= 2 ? SQ_EVERGREEN : SQ_CAYMAN);
		rig.grid.threads[0] = 1;
		(counts ? counter : memory)[5] = ops[k].old;
		good = run_op(op, counts ? IN_COUNTER : IN_MEMORY, 20, ops[k].y, ops[k].z);
		check(good && (counts ? counter : memory)[5] == ops[k].after && !(counts ? memory : counter)[5] &&
		      rig.memory[0] == (op & 0x20 ? ops[k].old : 777),
		      "operation %#x of %s %s", op, counts ? "a counter" : "GDS", rig.problem);
	}
}

/* Counter 5 or GDS dword 5 gives each of 64 lanes a number, twice: it outlives a dispatch. */
static void test_allocate(void)
{
	bool good = true;

	for (unsigned int i = 0; i < 4; i++) {
		bool cayman = i / 2;

		if (i % 2 == 0)
			start(cayman ? SQ_CAYMAN : SQ_EVERGREEN);
		good &= run_op(0x20, cayman ? IN_MEMORY : IN_COUNTER, 20, 1, 0);
		for (uint32_t l = 0; l < 64; l++)
			good &= rig.memory[l] == l + i % 2 * 64;
		good &= (cayman ? memory : counter)[5] == 64 + i % 2 * 64;
	}
	check(good, "64 lanes take a number each, and the next 64 go on %s", rig.problem);
}

static void test_selects(void)
{
	start(SQ_EVERGREEN);
	counter[7] = 3;
	check(rig_run(&rig, "ALU addr:6 count:3\nGDS addr:10\n" END_EG("1")
		      "@6:\nMOVA_INT * T3.X, literal.x\n2, 0\nSET_CF_IDX0 * T3.X\nMOV * T2.X, 0.0\n"
		      "@10:\nGDS_OP mem_op:4 gds_op:50 alloc_consume:1 uav_id:5 index_mode:1 src_sel_x:7 src_sel_y:7 src_sel_z:7 "
		      "dst_gpr:2 dst_sel_x:0 dst_sel_y:4 dst_sel_z:5 dst_sel_w:7") && rig.memory[9] == 3,
	      "the counter is chosen by an index, too %s", rig.problem);
	start(SQ_EVERGREEN);
	rig.memory[0] = 99;
	check(run_op(0x32, IN_MEMORY, 64, 0, 0) && rig.memory[0] == 0 && run_op(0x0d, IN_MEMORY, 64, 5, 0),
	      "past the end of GDS: 0, and nothing is written %s", rig.problem);
	rig.grid.threads[0] = 64;
	check(rig_run(&rig, "ALU_PUSH_BEFORE addr:8 count:1\nJUMP addr:3\nGDS addr:10\nPOP addr:4 pop_count:1\nNOP eop:1\n"
		      "@8:\nAND_INT * T3.X, T0.X, 1\nPRED_SETNE_INT * T3.Y, PV.X, 0.0 update_exec:1 write_mask:0\n"
		      "@10:\nGDS_OP mem_op:4 gds_op:0 alloc_consume:1 uav_id:11 src_sel_x:4 src_sel_y:5 src_sel_z:4") &&
	      counter[11] == 32, "lanes that are not active do not count: %u %s", counter[11], rig.problem);
}

static void test_violations(void)
{
	static const struct { enum sq_isa isa; const char *inst, *says; int lane; } bad[] = {
		{ SQ_EVERGREEN, "GDS_OP mem_op:5", "tessellation", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 broadcast:1", "broadcasts", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 src_rel:1", "relative", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 gds_op:63", "operation 0x3f of GDS", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 index_mode:3", "UAV_INDEX_MODE", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 alloc_consume:1 uav_id:12", "counter 12 does not exist", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 dst_sel_x:6", "DST_SEL 6", -1 },
		{ SQ_EVERGREEN, "GDS_OP mem_op:4 src_gpr:9", "register 9 is past", -1 },
		{ SQ_EVERGREEN, "VTX_FETCH", "in a clause of GDS", -1 },
		{ SQ_CAYMAN, "GDS_OP mem_op:4 alloc_consume:1", "are Evergreen's", -1 },
		{ SQ_CAYMAN, "GDS_OP mem_op:4 src_gpr:0", "address 0x1 of GDS is not aligned", 1 },
	};
	char text[128];

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		start(bad[i].isa);
		snprintf(text, sizeof(text), "GDS addr:2\n%s@2:\n%s", bad[i].isa == SQ_CAYMAN ? "CF_END\n" : "NOP eop:1\n",
			 bad[i].inst);
		rig_run(&rig, text);
		check(rig.violations == 1 && rig.violation.at == 2 && rig.violation.lane == bad[i].lane &&
		      strstr(rig.violation.text, bad[i].says), "%s: %s", bad[i].inst, rig.problem);
	}
	start(SQ_EVERGREEN);
	rig_run(&rig, "TEX addr:2\nNOP eop:1\nGDS_OP mem_op:4");
	check(rig.violations == 1 && strstr(rig.violation.text, "in a clause of TEX"), "%s", rig.problem);
	start(SQ_EVERGREEN);
	rig.state.gds.memory = NULL;
	rig_run(&rig, "GDS addr:2\nNOP eop:1\nGDS_OP mem_op:4");
	check(rig.violations == 1 && strstr(rig.violation.text, "begin at 0"), "%s", rig.problem);
}

int main(void)
{
	test_ops();
	test_allocate();
	test_selects();
	test_violations();
	return test_end();
}
