// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: evergreen-ctm
 *
 * Dispatches from the command line: the library's functions, and files for its slots.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../output.h"
#include "request.h"

#define PAGE		4096u
#define DOMAIN_GTT	2u
#define DOMAIN_VRAM	4u

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double us_of(const struct ctm_device *device, uint64_t ticks)
{
	return device->clock_khz ? (double)ticks * 1e3 / device->clock_khz : 0;
}

static struct ctm_device *open_device(const struct request *request)
{
	struct ctm_error error;
	struct ctm_device *device = request->chip ? ctm_open_without_card(request->chip, &error) :
				    ctm_open(request->node, &error);

	if (!device)
		die("%s", error.text);
	return device;
}

/* ---- what is bound ---- */

static struct ctm_program *load(struct ctm_device *device, const struct request *request)
{
	struct ctm_error error = { 0 };
	struct ctm_program *program;
	size_t size;
	void *data = read_file(request->program, &size);

	if (request->words && size % 8)
		die("%s: %zu bytes are no whole words of 64 bits", request->program, size);
	if (!request->words && strlen(data) != size)
		die("%s: it is no text; see --words", request->program);
	if (request->words)
		program = ctm_load(device, data, size / 8, &error);
	else
		program = ctm_assemble(device, data, &error);
	free(data);
	if (program)
		return program;
	if (error.line)
		die("%s:%u:%u: %s", request->program, error.line, error.column, error.text);
	die("%s: %s", request->program, error.text);
}

static struct ctm_memory *alloc(struct ctm_device *device, uint64_t bytes, enum ctm_place place)
{
	struct ctm_error error;
	struct ctm_memory *memory = ctm_alloc(device, bytes, place, &error);

	if (!memory)
		die("%s", error.text);
	return memory;
}

static struct ctm_memory *fill(struct ctm_device *device, const struct request *request,
			       const struct slot *slot)
{
	struct ctm_memory *memory;
	size_t size;
	void *data = read_file(slot->file, &size);

	if (!size)
		die("%s: it is empty", slot->file);
	memory = alloc(device, size, request->place);
	memcpy(memory->data, data, size);
	free(data);
	return memory;
}

static void bind_slot(struct ctm_device *device, struct request *request, struct slot *slot)
{
	struct ctm_job *job = &request->job;
	struct ctm_binding *const to[SLOT_KINDS] = {
		job->constants, job->inputs, job->outputs, job->returns,
	};
	uint64_t bytes = slot->kind == SLOT_OUTPUT ? slot->number : 0;

	if (slot->kind == SLOT_RETURNS)
		bytes = (uint64_t)device->engines * CTM_RETURN_BYTES;
	slot->memory = bytes ? alloc(device, bytes, request->place) : fill(device, request, slot);
	to[slot->kind][slot->n] = (struct ctm_binding){
		.memory = slot->memory, .bytes = slot->memory->bytes,
		.stride = slot->kind == SLOT_INPUT ? (uint32_t)slot->number : 0,
	};
	if (slot->kind != SLOT_RETURNS)
		return;
	if (job->inputs[slot->number].memory)
		die("--returns %u=%u: that input is bound already", slot->n,
		    (unsigned int)slot->number);
	job->inputs[slot->number] = (struct ctm_binding){
		.memory = slot->memory, .bytes = bytes, .stride = 4,
	};
}

/* Inputs come before what is returned to one. */
static struct ctm_program *prepare(struct ctm_device *device, struct request *request)
{
	struct ctm_program *program = load(device, request);

	request->job.program = program;
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < request->slots; i++)
			if (pass == (request->slot[i].kind == SLOT_RETURNS))
				bind_slot(device, request, &request->slot[i]);
	return program;
}

static void release(struct ctm_device *device, struct request *request, struct ctm_program *program)
{
	for (uint32_t i = 0; i < request->slots; i++)
		ctm_free(request->slot[i].memory);
	ctm_unload(program);
	ctm_close(device);
}

/* ---- run ---- */

/* Told like what die() has to say; work is on its way, or was. */
static void tell(const struct ctm_error *error)
{
	fflush(stdout);
	fprintf(stderr, "evergreen-ctm: %s\n", error->text);
}

/* 0: not @first, and refused, which only a reset of the card can bring about. */
static uint32_t submit(struct ctm_device *device, const struct request *request, bool first)
{
	struct ctm_error error;
	uint32_t id = ctm_submit(device, &request->job, &error);

	if (!id && first)
		die("%s", error.text);
	if (!id)
		tell(&error);
	return id;
}

/* False: it is lost. */
static bool await(struct ctm_device *device, uint32_t id, double began)
{
	struct ctm_error error;
	struct ctm_times times;

	if (!ctm_wait(device, id, &error)) {
		tell(&error);
		return false;
	}
	printf("id %u: consumed %.0f us after submission", id, now_us() - began);
	if (ctm_times(device, id, &times))
		printf(", clock %llu to %llu: %llu ticks, %.1f us", (unsigned long long)times.begin,
		       (unsigned long long)times.end, (unsigned long long)(times.end - times.begin),
		       us_of(device, times.end - times.begin));
	putchar('\n');
	return true;
}

static void write_outputs(const struct request *request)
{
	for (uint32_t i = 0; i < request->slots; i++) {
		const struct slot *slot = &request->slot[i];

		if (slot->kind != SLOT_OUTPUT)
			continue;
		write_file(slot->file, slot->memory->data, slot->memory->bytes);
		printf("output %u: %s, %llu bytes\n", slot->n, slot->file,
		       (unsigned long long)slot->memory->bytes);
	}
}

/* As many as can be on their way are; the oldest is waited for. */
static int run(struct request *request)
{
	struct ctm_device *device = open_device(request);
	struct ctm_program *program = prepare(device, request);
	uint32_t id[CTM_SUBMISSIONS], sent = 0, done = 0;
	double began[CTM_SUBMISSIONS];
	bool good = true;

	while (good && done < request->repeat) {
		if (sent < request->repeat && sent - done < CTM_SUBMISSIONS) {
			began[sent % CTM_SUBMISSIONS] = now_us();
			id[sent % CTM_SUBMISSIONS] = submit(device, request, !sent);
			good = id[sent % CTM_SUBMISSIONS];
			sent++;
		} else {
			good = await(device, id[done % CTM_SUBMISSIONS],
				     began[done % CTM_SUBMISSIONS]);
			done++;
		}
	}
	if (good)
		write_outputs(request);
	release(device, request, program);
	return good ? STATUS_GOOD : STATUS_LOST;
}

/* ---- show ---- */

static void name_memory(const struct request *request, const struct ctm_memory *memory)
{
	static const char *const names[SLOT_KINDS] = { "constants", "input", "output", "returns" };

	if (memory == request->job.program->memory)
		printf(" # program");
	for (uint32_t i = 0; i < request->slots; i++)
		if (request->slot[i].memory == memory)
			printf(" # %s %u", names[request->slot[i].kind], request->slot[i].n);
	putchar('\n');
}

/* By its header; a filler is a packet. */
static uint32_t packet_dwords(uint32_t header)
{
	return header >> 30 == 3 ? 2 + (header >> 16 & 0x3fff) : 1;
}

/* A packet in each line. */
static void print_dwords(const struct ctm_stream *stream)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < stream->n; i++) {
		if (!left)
			left = packet_dwords(stream->dword[i]);
		left--;
		printf("%x%c", stream->dword[i], left ? ' ' : '\n');
	}
}

/* In the words of tests/streams, which cs-lint reads. */
static int show(struct request *request)
{
	struct ctm_device *device = open_device(request);
	struct ctm_program *program = prepare(device, request);
	struct ctm_stream *stream = malloc(sizeof(*stream));
	struct ctm_memory *fence = alloc(device, PAGE, CTM_GTT);
	struct ctm_error error;

	if (!stream)
		die("no memory for the command buffer");
	if (!ctm_encode(device, &request->job, fence, 1, stream, &error))
		die("%s", error.text);
	printf("accept\nchip %s\n", device->chip->vliw == 4 ? "cayman" : "cypress");
	for (uint32_t i = 0; i < stream->relocations; i++) {
		const struct ctm_relocation *r = &stream->relocation[i];
		uint32_t domain = r->memory->place == CTM_VRAM ? DOMAIN_VRAM : DOMAIN_GTT;

		printf("buffer %llu %x %x",
		       (unsigned long long)(r->memory->bytes + PAGE - 1) / PAGE * PAGE, domain,
		       r->write ? domain : 0);
		if (r->memory == fence)
			printf(" # fence\n");
		else
			name_memory(request, r->memory);
	}
	print_dwords(stream);
	free(stream);
	ctm_free(fence);
	release(device, request, program);
	return STATUS_GOOD;
}

/* ---- info ---- */

static int info(struct request *request)
{
	struct ctm_device *device = open_device(request);
	const struct ctm_chip *chip = device->chip;

	printf("card: %s, 1002:%04x\n", chip->name, device->pci_id);
	printf("driver: %s, %s\n", device->driver, device->node);
	printf("groups of operations: VLIW%u\n", chip->vliw);
	printf("waves: %u threads, on %u shader engine%s\n", chip->lanes, device->engines,
	       device->engines > 1 ? "s" : "");
	printf("a group: up to %u threads, %u bytes of local memory, %u entries of the stack\n",
	       CTM_THREADS, CTM_LDS_BYTES, chip->stack);
	printf("vertex cache: %s\n",
	       chip->vertex_cache ? "yes" : "no, TEX clauses fetch from buffers");
	printf("clock: %u kHz\n", device->clock_khz);
	ctm_close(device);
	return STATUS_GOOD;
}

static const struct command {
	const char *name;
	int (*run)(struct request *request);
	bool program, chip;
} commands[] = {
	{ "run", run, true, false }, { "show", show, true, true }, { "info", info, false, false },
};

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

int main(int argc, char **argv)
{
	static struct request request;
	const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;

	/* Without a command it is for an option that says something. */
	read_options(&request, argc - !!command, argv + !!command);
	if (!command)
		die("expected run, show or info; see evergreen-ctm --help");
	if (command->program != !!request.program)
		die("%s: expected %s program", command->name, command->program ? "a" : "no");
	if (command->chip != !!request.chip)
		die("%s: expected %s --chip", command->name, command->chip ? "a" : "no");
	return finish_output("evergreen-ctm", command->run(&request), STATUS_BAD);
}
