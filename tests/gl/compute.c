// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * compute [-p DIRECTORY] [-o FILE.png] [WORK...] - works of a compute shader, judged by the CPU
 *
 * Each work (all, unless some are named) runs by OpenGL ES 3.1 without a window and then on the
 * CPU, and every word must be the same. Programs are read from DIRECTORY (tests/gl/works); the
 * picture goes to FILE.png.
 *
 * Exit status: 0 if all is the same, 1 if not or if something went wrong, 2 for a wrong command
 * line.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <png.h>

#include "context.h"
#include "works.h"

#define MOST_TEXT	16384u

static const char *directory = "tests/gl/works", *picture_file;

/* ---- programs ---- */

static bool read_text(const char *name, char text[MOST_TEXT])
{
	char path[500];
	FILE *in;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s.comp", directory, name);
	in = fopen(path, "r");
	if (!in) {
		fprintf(stderr, "compute: %s: %s\n", path, strerror(errno));
		return false;
	}
	n = fread(text, 1, MOST_TEXT - 1, in);
	text[n] = '\0';
	fclose(in);
	return n < MOST_TEXT - 1 || gl_complain("a program is too long");
}

static bool use_program(const char *name, GLuint *program)
{
	char text[MOST_TEXT];

	if (!read_text(name, text))
		return false;
	*program = glCreateProgram();
	if (!gl_add_shader(*program, GL_COMPUTE_SHADER, text) || !gl_link(*program))
		return false;
	glUseProgram(*program);
	return true;
}

/* ---- on the card ---- */

static void fill_buffer(GLenum target, GLuint index, GLuint buffer, size_t bytes, const void *data)
{
	glBindBufferBase(target, index, buffer);
	glBufferData(target, (GLsizeiptr)bytes, data, GL_STATIC_DRAW);
}

static void dispatch(const struct work *work, GLuint counts)
{
	if (work->indirect) {
		glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, counts);
		glBufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof(work->groups), work->groups,
			     GL_STATIC_DRAW);
		glDispatchComputeIndirect(0);
	} else {
		glDispatchCompute(work->groups[0], work->groups[1], work->groups[2]);
	}
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

/* @made holds zeros before. */
static bool run_on_card(const struct work *work, const uint32_t *given, uint32_t *made, double *ms)
{
	size_t bytes = work->made * sizeof(*made);
	GLuint program = 0, buffers[4];
	const void *result;
	bool good;

	glGenBuffers(4, buffers);
	good = use_program(work->name, &program);
	if (!good)
		goto delete;
	if (work->given)
		fill_buffer(GL_SHADER_STORAGE_BUFFER, 0, buffers[0], work->given * sizeof(*given), given);
	fill_buffer(GL_SHADER_STORAGE_BUFFER, 1, buffers[1], bytes, made);
	if (work->constants)
		fill_buffer(GL_UNIFORM_BUFFER, 0, buffers[2], work->constant_bytes, work->constants);
	glFinish();
	*ms = gl_now_ms();
	dispatch(work, buffers[3]);
	glFinish();
	*ms = gl_now_ms() - *ms;
	glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[1]);
	result = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
	good = result || gl_complain("the result cannot be mapped");
	if (result)
		memcpy(made, result, bytes);
	glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
	good &= gl_is_happy(work->name);
delete:
	glDeleteBuffers(4, buffers);
	glDeleteProgram(program);
	return good;
}

/* ---- the picture ---- */

/* Points that never leave are black, the others the brighter the longer they stay. */
static bool write_picture(const uint32_t *rounds)
{
	static uint8_t pixels[PICTURE_SIDE * PICTURE_SIDE];
	png_image image = {
		.version = PNG_IMAGE_VERSION, .width = PICTURE_SIDE, .height = PICTURE_SIDE,
		.format = PNG_FORMAT_GRAY,
	};

	for (size_t i = 0; i < sizeof(pixels); i++)
		pixels[i] = rounds[i] == PICTURE_ROUNDS ? 0 : (uint8_t)(rounds[i] < 32 ? 32 + 7 * rounds[i] : 255);
	if (png_image_write_to_file(&image, picture_file, 0, pixels, 0, NULL))
		return true;
	fprintf(stderr, "compute: %s: %s\n", picture_file, image.message);
	return false;
}

/* ---- and judged ---- */

static bool same(const struct work *work, const uint32_t *made, const uint32_t *wanted)
{
	size_t differ = 0, first = 0;

	for (size_t i = work->made; i-- > 0;)
		if (made[i] != wanted[i]) {
			differ++;
			first = i;
		}
	if (differ)
		printf("%s: %zu of %zu words differ, the first is word %zu: 0x%08x, not 0x%08x\n",
		       work->title, differ, work->made, first, made[first], wanted[first]);
	return !differ;
}

static bool judge(const struct work *work)
{
	uint32_t *given = calloc(work->given + 1, sizeof(*given));
	uint32_t *made = calloc(work->made, sizeof(*made)), *wanted = calloc(work->made, sizeof(*wanted));
	double ms = 0, cpu_ms;
	bool good = given && made && wanted;

	if (!good)
		goto free;
	if (work->give)
		work->give(given);
	cpu_ms = gl_now_ms();
	work->reference(given, wanted);
	cpu_ms = gl_now_ms() - cpu_ms;
	good = run_on_card(work, given, made, &ms) && same(work, made, wanted);
	if (good && work->picture && picture_file)
		good = write_picture(made);
	if (good)
		printf("%-16s %-20s as the CPU's, %.0f ms (CPU: %.0f ms)\n", work->title, work->size, ms,
		       cpu_ms);
	fflush(stdout);
free:
	free(given);
	free(made);
	free(wanted);
	return good;
}

static bool is_wanted(const char *name, int n, char *const *wanted)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(wanted[i], name))
			return true;
	return !n;
}

static bool are_known(int n, char *const *wanted)
{
	for (int i = 0; i < n; i++) {
		bool known = false;

		for (size_t w = 0; w < work_count; w++)
			known |= !strcmp(works[w].name, wanted[i]);
		if (!known) {
			fprintf(stderr, "compute: there is no work \"%s\"\n", wanted[i]);
			return false;
		}
	}
	return true;
}

int main(int argc, char **argv)
{
	EGLDisplay display;
	bool good = true;
	int c;

	while ((c = getopt(argc, argv, "p:o:")) != -1) {
		if (c == 'p')
			directory = optarg;
		else if (c == 'o')
			picture_file = optarg;
		else
			return 2;
	}
	if (!are_known(argc - optind, argv + optind))
		return 2;
	if (!gl_open(&display, 1))
		return 1;
	printf("%s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
	for (size_t w = 0; w < work_count; w++)
		if (is_wanted(works[w].name, argc - optind, argv + optind))
			good &= judge(&works[w]);
	eglTerminate(display);
	return !good;
}
