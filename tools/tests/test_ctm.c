// SPDX-License-Identifier: MIT OR GPL-2.0
/* The library of evergreen-ctm without a card: what a dispatch must not be, and what it needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

static unsigned int passed, failed;

static void check(bool good, const char *what)
{
	passed += good;
	failed += !good;
	printf("%sok %u - ctm: %s\n", good ? "" : "not ", passed + failed, what);
}

/* One of each kind of slot; constants and local memory are used. */
static const char text_eg[] =
	"ALU addr:8 kmode0:1 kbank0:3 count:2\n"
	"TEX addr:12\n"
	"MEM_RAT rat_id:2 rat_inst:39 type:3 rw_gpr:5 index_gpr:6 comp_mask:15 eop:1\n"
	"@8:\nLDS_IDX_OP * T0.X, T0.X, KC0[0].X, 0.0 lds_op:13\n"
	"MOV * T7.X, 0.0\nMOV * T125.X, 0.0\n"
	"@12:\nVTX_FETCH type:2 buffer_id:5 dst_gpr:9\n";

struct rig {
	struct ctm_device *device;
	struct ctm_program *program;
	struct ctm_memory *memory, *fence;
	struct ctm_job job;
	struct ctm_stream stream;
	struct ctm_error error;
};

static struct rig rig;

static void start(const char *chip, const char *text)
{
	rig.device = ctm_open_without_card(ctm_chip_find(chip), &rig.error);
	rig.program = rig.device ? ctm_assemble(rig.device, text, &rig.error) : NULL;
	rig.memory = rig.device ? ctm_alloc(rig.device, 1 << 20, CTM_GTT, &rig.error) : NULL;
	rig.fence = rig.device ? ctm_alloc(rig.device, FENCE_BYTES, CTM_GTT, &rig.error) : NULL;
	if (!rig.program || !rig.memory || !rig.fence) {
		printf("Bail out! %s\n", rig.error.text);
		exit(1);
	}
}

static void end(void)
{
	ctm_free(rig.fence);
	ctm_free(rig.memory);
	ctm_unload(rig.program);
	ctm_close(rig.device);
}

/* All that the program of text_eg asks for. */
static void fill_job(void)
{
	rig.job = (struct ctm_job){
		.program = rig.program, .groups = { 2, 3, 4 }, .threads = { 64, 1, 1 }, .lds = 256,
		.constants = { [3] = { rig.memory, 256, 16, 0 } },
		.inputs = { [5] = { rig.memory, 4, 16, 4 } },
		.outputs = { [2] = { rig.memory, 512, 8, 0 } },
		.returns = { [2] = { rig.memory, 1024, 2 * CTM_RETURN_BYTES, 0 } },
	};
}

static bool encodes(void)
{
	rig.error.text[0] = '\0';
	return ctm_encode(rig.device, &rig.job, rig.fence, 7, &rig.stream, &rig.error);
}

static void refuses(const char *text)
{
	bool refused = !encodes() && strstr(rig.error.text, text);
	char what[300];

	snprintf(what, sizeof(what), "%s", refused ? rig.error.text : text);
	check(refused, what);
	fill_job();
}

static void test_needs(void)
{
	const struct ctm_needs *needs = &rig.program->needs;

	check(needs->gprs == 10, "registers are those that are named, without temporaries of clauses");
	check(needs->constants == 1u << 3 && needs->outputs == 1u << 2 && needs->returns == 1u << 2 &&
	      needs->inputs[0] == 1u << 5 && needs->lds, "slots are those that are named");
	check(needs->stack == 1, "one entry of the stack at least");
}

/* Whoever gives memory to a slot reaches it through @slot. */
static void test_binding(struct ctm_binding *slot, const char *name, uint32_t align,
			 uint32_t multiple)
{
	char text[80];

	slot->memory = NULL;
	snprintf(text, sizeof(text), "the program uses %s, which is not bound", name);
	refuses(text);
	slot->offset = align / 2;
	snprintf(text, sizeof(text), "%s: an offset of %u", name, align / 2);
	refuses(text);
	slot->bytes = 0;
	snprintf(text, sizeof(text), "%s: 0 bytes", name);
	refuses(text);
	slot->bytes += multiple - 1;
	snprintf(text, sizeof(text), "a multiple of %u, up to", multiple);
	refuses(text);
	slot->offset = (1 << 20) - align;
	slot->bytes = (uint64_t)align / multiple * multiple + multiple;
	snprintf(text, sizeof(text), "%s: %u bytes from %u on: the memory has", name,
		 align / multiple * multiple + multiple, (1u << 20) - align);
	refuses(text);
}

static void test_bindings(void)
{
	struct ctm_error error;
	struct ctm_device *other = ctm_open_without_card(ctm_chip_find("cypress"), &error);
	struct ctm_memory *far = other ? ctm_alloc(other, 4096, CTM_GTT, &error) : NULL;

	test_binding(&rig.job.constants[3], "constants 3", 256, 16);
	test_binding(&rig.job.inputs[5], "input 5", 4, 4);
	test_binding(&rig.job.outputs[2], "output 2", 512, 4);
	test_binding(&rig.job.returns[2], "returns 2", 512, 4);
	rig.job.constants[3].bytes = 65536 + 16;
	refuses("constants 3: 65552 bytes");
	rig.job.inputs[5].stride = 0;
	refuses("input 5: a stride of 0");
	rig.job.inputs[5].stride = 2048;
	refuses("input 5: a stride of 2048");
	rig.job.returns[2].bytes = CTM_RETURN_BYTES;
	refuses("returns 2: 65536 bytes: this card needs 131072");
	rig.job.returns[1] = rig.job.returns[2];
	refuses("returns 1: there is no output 1");
	rig.job.inputs[5].memory = far;
	refuses("input 5: the memory is another card's");
	ctm_free(far);
	ctm_close(other);
}

static void test_numbers(void)
{
	rig.job.program = NULL;
	refuses("there is no program");
	rig.job.groups[1] = 0;
	refuses("2x0x4 groups");
	rig.job.groups[0] = 65536;
	rig.job.groups[1] = 65536;
	refuses("65536x65536x4 groups");
	rig.job.threads[2] = 0;
	refuses("64x1x0 threads");
	rig.job.threads[1] = 17;
	refuses("64x17x1 threads");
	for (int i = 0; i < 3; i++)
		rig.job.threads[i] = UINT32_MAX;
	refuses("4294967295x4294967295x4294967295 threads");
	rig.job.gprs = 9;
	refuses("9 registers: the program names 10");
	rig.job.gprs = 249;
	refuses("249 registers: 1 waves of a group can have 248 each");
	rig.job.threads[0] = 1024;
	rig.job.gprs = 16;
	refuses("16 registers: 16 waves of a group can have 15 each");
	rig.job.lds = 0;
	refuses("uses local memory, and has none");
	rig.job.lds = 6;
	refuses("6 bytes of local memory");
	rig.job.lds = 32772;
	refuses("32772 bytes of local memory");
}

static void test_limits(void)
{
	rig.job.threads[0] = 1024;
	rig.job.gprs = 15;
	rig.job.lds = CTM_LDS_BYTES;
	check(encodes(), "as much as a group can have");
	for (uint32_t i = 0; i < CTM_CONSTANTS; i++)
		rig.job.constants[i] = (struct ctm_binding){ rig.memory, 256, 65536, 0 };
	for (uint32_t i = 0; i < CTM_INPUTS; i++)
		rig.job.inputs[i] = (struct ctm_binding){ rig.memory, 0, 1 << 20, 16 };
	for (uint32_t i = 0; i < CTM_OUTPUTS; i++) {
		rig.job.outputs[i] = (struct ctm_binding){ rig.memory, 0, 1 << 20, 0 };
		rig.job.returns[i] = (struct ctm_binding){ rig.memory, 0, 2 * CTM_RETURN_BYTES, 0 };
	}
	check(encodes() && rig.stream.n % 8 == 0 && rig.stream.relocations == 3,
	      "all slots at once, of one memory");
	fill_job();
}

static void test_without_card(void)
{
	struct ctm_times times;

	check(!ctm_submit(rig.device, &rig.job, &rig.error) && strstr(rig.error.text, "no card"),
	      "nothing is submitted to no card");
	check(ctm_progress(rig.device, 1) == CTM_UNKNOWN && !ctm_times(rig.device, 1, &times) &&
	      !ctm_wait(rig.device, 1, &rig.error), "and nothing is known of it");
	check(!ctm_alloc(rig.device, 0, CTM_GTT, &rig.error) &&
	      !ctm_alloc(rig.device, (1ull << 40) + 1, CTM_GTT, &rig.error), "memory has a size");
}

static void test_other_card(void)
{
	struct ctm_device *near = rig.device;

	rig.device = ctm_open_without_card(ctm_chip_find("cypress"), &rig.error);
	refuses("the program was loaded for another card");
	ctm_close(rig.device);
	rig.device = near;
}

static void refuses_program(const char *chip, const char *program, const char *text)
{
	struct ctm_device *device = ctm_open_without_card(ctm_chip_find(chip), &rig.error);
	struct ctm_program *loaded = ctm_assemble(device, program, &rig.error);

	check(!loaded && !rig.error.line && strstr(rig.error.text, text), rig.error.text);
	ctm_unload(loaded);
	ctm_close(device);
}

static void test_programs(void)
{
	static const uint32_t nop[2] = { 0, 1u << 21 };
	struct ctm_program *program;

	refuses_program("cypress", "", "the program is empty");
	refuses_program("cypress", "NOP\n", "word 1: the program has no end");
	refuses_program("cypress", "EXPORT_DONE eop:1\n", "nothing for EXPORT_DONE to work on");
	refuses_program("cypress", "MEM_SCRATCH eop:1\n", "nothing for MEM_SCRATCH to work on");
	refuses_program("cypress", "CALL_FS\nNOP eop:1\n", "nothing for CALL_FS to work on");
	refuses_program("cypress", "MEM_RAT rat_id:12 rat_inst:1 type:1 eop:1\n",
			"output 12 does not exist");
	refuses_program("cypress", "TEX addr:2\nNOP eop:1\n@2:\nSAMPLE\n",
			"nothing for SAMPLE to work on");
	refuses_program("cypress", "TEX addr:2\nNOP eop:1\n@2:\nVTX_FETCH type:2 buffer_id:176\n",
			"input 176 does not exist");
	refuses_program("palm", "VTX addr:2\nNOP eop:1\n@2:\nVTX_FETCH type:2\n",
			"palm has no vertex cache: TEX fetches there, not VTX");
	program = ctm_load(rig.device, nop, 1, &rig.error);
	check(program && program->words == 1 && !memcmp(program->memory->data, nop, sizeof(nop)),
	      "words are loaded as they are");
	ctm_unload(program);
}

/* Four open branches take an entry, a loop another, and the chip wants one more. */
static void test_stack(void)
{
	char text[1024] = "";

	for (int i = 0; i < 4; i++)
		strcat(text, "PUSH addr:5\n");
	strcat(text, "LOOP_START_DX10 addr:6\nEND_LOOP addr:5\nNOP eop:1\n");
	end();
	start("cedar", text);
	check(rig.program->needs.stack == 3, "branches and loops take entries of the stack");
	rig.job = (struct ctm_job){
		.program = rig.program, .groups = { 1, 1, 1 }, .threads = { 1024, 1, 1 },
	};
	check(encodes(), "as many as 32 waves can have");
	end();
	text[0] = '\0';
	for (int i = 0; i < 33; i++)
		strcat(text, "PUSH addr:33\n");
	strcat(text, "NOP eop:1\n");
	start("cedar", text);
	rig.job.program = rig.program;
	check(!encodes() && strstr(rig.error.text, "9 entries of the stack: 32 waves"), rig.error.text);
}

static void test_chips(void)
{
	size_t n = 0;

	while (ctm_chip_nth(n))
		n++;
	check(n == 13, "thirteen families");
	check(ctm_chip_by_id(0x6898) == ctm_chip_find("Cypress") &&
	      ctm_chip_by_id(0x9900) == ctm_chip_find("aruba") &&
	      ctm_chip_by_id(0x6718)->vliw == 4, "cards are known by their id");
	check(!ctm_chip_by_id(0x9440) && !ctm_chip_by_id(0x6798) && !ctm_chip_find("tahiti"),
	      "others are not");
}

int main(void)
{
	start("cypress", text_eg);
	fill_job();
	test_needs();
	check(encodes(), "a dispatch");
	test_bindings();
	test_numbers();
	test_limits();
	test_without_card();
	test_other_card();
	test_programs();
	test_stack();
	test_chips();
	end();
	printf("1..%u\n%u passed, %u failed\n", passed + failed, passed, failed);
	return failed != 0;
}
