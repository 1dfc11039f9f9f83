// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Dispatches on a card, by the library, and the values that the examples have to leave, as the
 * CPU computes them. All of them are exact, however the card rounds.
 *
 *	ctm-card values			writes a, b and constants, sum and reversed
 *	ctm-card library SUM [ENDLESS]	with the text of these programs, on a card
 *
 * The second says TAP. It ends with 0 if all is as it should be. ENDLESS hangs the card, which
 * is opened once more afterwards.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evergreen_ctm.h"

#define N	1024u
#define BYTES	4096ull		/* of N floats */
#define GROUP	128u
#define SENT	200u

static unsigned int count, failed;

static void check(bool good, const char *what)
{
	count++;
	failed += !good;
	printf("%sok %u - %s\n", good ? "" : "not ", count, what);
}

static void fill(float *a, float *b)
{
	for (uint32_t i = 0; i < N; i++) {
		a[i] = (float)i * 0.25f - 77;
		b[i] = (float)(i * 7919 % N) * 0.5f;
	}
}

static bool save(const char *name, const void *data, size_t size)
{
	FILE *out = fopen(name, "wb");
	bool good = out && fwrite(data, 1, size, out) == size;

	return out && !fclose(out) && good;
}

static int write_values(void)
{
	static const float factors[2] = { 1.5f, -3 };
	static const uint32_t sizes[2] = { GROUP, 4 * (GROUP - 1) };
	float a[N], b[N], sum[N], reversed[N];
	uint8_t constants[32] = { 0 };

	fill(a, b);
	for (uint32_t i = 0; i < N; i++) {
		sum[i] = a[i] + b[i];
		reversed[i] = a[i / GROUP * GROUP + GROUP - 1 - i % GROUP] * factors[0] + factors[1];
	}
	memcpy(constants, factors, sizeof(factors));
	memcpy(constants + 16, sizes, sizeof(sizes));
	return !(save("a", a, sizeof(a)) && save("b", b, sizeof(b)) && save("sum", sum, sizeof(sum)) &&
		 save("reversed", reversed, sizeof(reversed)) &&
		 save("constants", constants, sizeof(constants)));
}

static struct ctm_program *load(struct ctm_device *device, const char *path)
{
	static char text[16384];
	struct ctm_error error;
	struct ctm_program *program;
	FILE *in = fopen(path, "rb");
	size_t n = in ? fread(text, 1, sizeof(text) - 1, in) : 0;

	if (in)
		fclose(in);
	text[n] = '\0';
	program = ctm_assemble(device, text, &error);
	if (!program)
		printf("# %s: %s\n", path, error.text);
	return program;
}

/* a and b come from one memory, the results of each submission go to a part of another. */
struct work {
	struct ctm_device *device;
	struct ctm_memory *in, *out;
	struct ctm_job job;
};

static void begin(struct work *w, struct ctm_program *program)
{
	struct ctm_error error;

	w->in = ctm_alloc(w->device, 2 * BYTES, CTM_GTT, &error);
	w->out = ctm_alloc(w->device, BYTES * SENT, CTM_GTT, &error);
	if (!w->in || !w->out) {
		printf("Bail out! %s\n", error.text);
		exit(1);
	}
	fill(w->in->data, (float *)w->in->data + N);
	w->job = (struct ctm_job){
		.program = program, .groups = { N / 64, 1, 1 }, .threads = { 64, 1, 1 },
		.inputs = { { w->in, 0, BYTES, 4 }, { w->in, BYTES, BYTES, 4 } },
	};
}

static bool is_sum(const struct work *w, uint32_t part)
{
	const float *in = w->in->data, *out = (const float *)w->out->data + (size_t)part * N;

	for (uint32_t i = 0; i < N; i++)
		if (out[i] != in[i] + in[N + i])
			return false;
	return true;
}

static void test_many(struct work *w)
{
	bool rising = true, known = true, right = true, ordered = true;
	struct ctm_times times, before = { 0 };
	uint32_t id[SENT];
	struct ctm_error error;

	for (uint32_t i = 0; i < SENT; i++) {
		w->job.outputs[0] = (struct ctm_binding){ w->out, BYTES * i, BYTES, 0 };
		id[i] = ctm_submit(w->device, &w->job, &error);
		rising = rising && id[i] && (!i || id[i] == id[i - 1] + 1);
		known = known && (ctm_progress(w->device, id[i]) == CTM_QUEUED ||
				  ctm_progress(w->device, id[i]) == CTM_CONSUMED);
	}
	check(rising, "each submission has an id of its own, one after the other");
	check(known, "and is queued or consumed");
	check(ctm_wait(w->device, id[SENT - 1], &error), "the last one is waited for");
	for (uint32_t i = SENT - CTM_SUBMISSIONS; i < SENT; i++) {
		known = known && ctm_progress(w->device, id[i]) == CTM_CONSUMED;
		ordered = ordered && ctm_times(w->device, id[i], &times) && times.begin &&
			  times.begin < times.end && times.begin >= before.end;
		before = times;
	}
	check(known, "and with it all before it");
	check(ordered, "their times are in order");
	for (uint32_t i = 0; i < SENT; i++)
		right = right && is_sum(w, i);
	check(right, "all results are right");
	check(ctm_progress(w->device, id[SENT - CTM_SUBMISSIONS - 1]) == CTM_UNKNOWN &&
	      !ctm_times(w->device, id[0], &times) && !ctm_wait(w->device, id[0], &error),
	      "what is too long ago is not known");
	check(ctm_progress(w->device, 0) == CTM_UNKNOWN &&
	      ctm_progress(w->device, id[SENT - 1] + 1) == CTM_UNKNOWN, "nor is what never was");
}

static void test_free(struct work *w)
{
	struct ctm_error error;
	struct ctm_memory *out = ctm_alloc(w->device, BYTES, CTM_VRAM, &error);
	uint32_t id;

	check(out, "memory of the card");
	w->job.outputs[0] = (struct ctm_binding){ out, 0, BYTES, 0 };
	id = ctm_submit(w->device, &w->job, &error);
	ctm_free(out);
	w->job.outputs[0] = (struct ctm_binding){ w->out, 0, BYTES, 0 };
	check(id && ctm_wait(w->device, id, &error), "given back too early, it is there to the end");
}

/* Whoever has hung the card has to open it again. */
static void test_lost(struct work *w, struct ctm_program *endless)
{
	struct ctm_error error = { .text = "" };
	uint32_t id;

	w->job.program = endless;
	id = ctm_submit(w->device, &w->job, &error);
	check(id && !ctm_wait(w->device, id, &error), "a program without an end is lost");
	printf("# %s\n", error.text);
	check(ctm_progress(w->device, id) == CTM_LOST, "and stays so");
	id = ctm_submit(w->device, &w->job, &error);
	check(!id && strstr(error.text, "open it again"), "nothing more is taken");
	printf("# %s\n", error.text);
}

static void with_card(const char *sum, const char *endless)
{
	struct ctm_program *program[2] = { NULL };
	struct ctm_error error;
	struct work w = { .device = ctm_open(NULL, &error) };

	check(w.device, "the card is opened");
	if (!w.device)
		return;
	program[0] = load(w.device, sum);
	program[1] = endless ? load(w.device, endless) : NULL;
	check(program[0] && (program[1] || !endless), "the programs are loaded");
	if (!failed) {
		begin(&w, program[0]);
		test_many(&w);
		test_free(&w);
		if (endless)
			test_lost(&w, program[1]);
		ctm_free(w.in);
		ctm_free(w.out);
	}
	ctm_unload(program[0]);
	ctm_unload(program[1]);
	ctm_close(w.device);
}

static int test_library(const char *sum, const char *endless)
{
	with_card(sum, endless);
	if (endless)
		with_card(sum, NULL);
	printf("1..%u\n", count);
	return failed != 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "values"))
		return write_values();
	if ((argc == 3 || argc == 4) && !strcmp(argv[1], "library"))
		return test_library(argv[2], argv[3]);	/* NULL behind the last */
	fprintf(stderr, "usage: ctm-card values | library SUM [ENDLESS]\n");
	return 2;
}
