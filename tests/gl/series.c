// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * series - dispatches that follow others, and draws that follow them
 *
 * A driver sets what has changed since the dispatch before, and no more. So what is looked at here
 * is the second of two: with the same constants, without a barrier between them, with fewer buffers
 * than the first, and a resolve of samples at the start of a stream whose buffers of compute are
 * still bound.
 *
 *	series [-l]
 *
 * With -l constants may be lost behind the first dispatch. On a Cayman there is a CLEAR_STATE behind
 * each, and whether that leaves them is written down nowhere; in the model it does not, and Mesa sets
 * them once.
 *
 * Exit status: 0 if all is as it should be, 1 if not or if something went wrong.
 */
#include <stdio.h>
#include <string.h>

#include "context.h"

#define ITEMS	256u
#define GROUPS	(ITEMS / 64)
#define EDGE	64

static const char add_text[] =
	"#version 310 es\n"
	"layout(local_size_x = 64) in;\n"
	"layout(std430, binding = 0) buffer First { uint first[]; };\n"
	"layout(location = 0) uniform uint from;\n"
	"layout(location = 1) uniform uint more;\n"
	"void main() { first[from + gl_GlobalInvocationID.x] += more; }\n";

static const char both_text[] =
	"#version 310 es\n"
	"layout(local_size_x = 64) in;\n"
	"layout(std430, binding = 0) buffer First { uint first[]; };\n"
	"layout(std430, binding = 1) buffer Second { uint second[]; };\n"
	"layout(location = 0) uniform uint from;\n"
	"layout(location = 1) uniform uint more;\n"
	"void main()\n"
	"{\n"
	"	first[from + gl_GlobalInvocationID.x] += more;\n"
	"	second[from + gl_GlobalInvocationID.x] += 2u * more;\n"
	"}\n";

static GLuint buffers[2], add, both;
static bool may_be_lost;

static GLuint make_program(const char *text)
{
	GLuint program = glCreateProgram();

	return gl_add_shader(program, GL_COMPUTE_SHADER, text) && gl_link(program) ? program : 0;
}

static void empty_buffers(void)
{
	static const GLuint zeros[ITEMS];

	for (GLuint i = 0; i < 2; i++) {
		glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
		glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(zeros), zeros, GL_DYNAMIC_COPY);
	}
}

static void use(GLuint program, GLuint from, GLuint more)
{
	glUseProgram(program);
	glUniform1ui(0, from);
	glUniform1ui(1, more);
}

static void dispatch(GLuint groups)
{
	glDispatchCompute(groups, 1, 1);
}

static void barrier(void)
{
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

/* Items of a buffer from @from on that have a value. */
static bool holds(const char *what, GLuint buffer, GLuint from, GLuint count, GLuint wanted)
{
	const GLuint *items;
	GLuint i;

	glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[buffer]);
	items = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, ITEMS * sizeof(*items), GL_MAP_READ_BIT);
	if (!items)
		return gl_complain("a buffer cannot be mapped");
	for (i = from; i < from + count && items[i] == wanted; i++)
		;
	if (i < from + count)
		printf("%s: item %u of buffer %u is %u, not %u\n", what, i, buffer, items[i], wanted);
	glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
	return i == from + count;
}

static bool same_constants(void)
{
	use(add, 0, 3);
	for (int i = 0; i < 3; i++) {
		dispatch(GROUPS);
		barrier();
	}
	return holds("the same constants", 0, 0, ITEMS, 9) ||
	       (may_be_lost && holds("lost constants", 0, 0, ITEMS, 3));
}

static bool no_barrier(void)
{
	for (GLuint i = 0; i < GROUPS; i++) {
		use(add, 64 * i, 1 + i);
		dispatch(1);
	}
	barrier();
	for (GLuint i = 0; i < GROUPS; i++)
		if (!holds("no barrier", 0, 64 * i, 64, 1 + i))
			return false;
	return true;
}

static bool fewer_buffers(void)
{
	use(both, 0, 1);
	use(add, 0, 10);
	for (int i = 0; i < 2; i++) {
		glUseProgram(both);
		dispatch(GROUPS);
		barrier();
		glUseProgram(add);
		dispatch(GROUPS);
		barrier();
	}
	return holds("fewer buffers", 0, 0, ITEMS, 22) && holds("fewer buffers", 1, 0, ITEMS, 4);
}

static bool resolve_first(void)
{
	GLuint renderbuffers[2], framebuffers[2];
	GLubyte pixels[EDGE][EDGE][4];
	GLenum status;
	bool good;

	glGenRenderbuffers(2, renderbuffers);
	glGenFramebuffers(2, framebuffers);
	for (int i = 0; i < 2; i++) {
		glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
		glRenderbufferStorageMultisample(GL_RENDERBUFFER, i ? 0 : 4, GL_RGBA8, EDGE, EDGE);
		glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
		glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffers[i]);
	}
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
	status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
	glClearColor(1.0f, 0.0f, 1.0f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT);
	use(both, 0, 5);
	dispatch(GROUPS);
	barrier();
	glFlush();
	glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
	glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
	glBlitFramebuffer(0, 0, EDGE, EDGE, 0, 0, EDGE, EDGE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
	glReadPixels(0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	good = status == GL_FRAMEBUFFER_COMPLETE;
	for (int y = 0; y < EDGE && good; y++)
		for (int x = 0; x < EDGE && good; x++) {
			const GLubyte *p = pixels[y][x];

			good = p[0] == 255 && p[1] == 0 && p[2] == 255 && p[3] == 255;
			if (!good)
				printf("a resolve first: %d, %d is %u %u %u %u\n", x, y, p[0], p[1], p[2], p[3]);
		}
	glDeleteFramebuffers(2, framebuffers);
	glDeleteRenderbuffers(2, renderbuffers);
	return holds("a resolve first", 0, 0, ITEMS, 5) && good;
}

static const struct {
	const char *name;
	bool (*run)(void);
} cases[] = {
	{ "the same constants", same_constants },
	{ "no barrier", no_barrier },
	{ "fewer buffers", fewer_buffers },
	{ "a resolve first", resolve_first },
};

#define CASES	(sizeof(cases) / sizeof(cases[0]))

int main(int argc, char **argv)
{
	EGLDisplay display;
	size_t good = 0;

	may_be_lost = argc == 2 && !strcmp(argv[1], "-l");

	if (!gl_open(&display, 1))
		return 1;
	add = make_program(add_text);
	both = make_program(both_text);
	if (!add || !both)
		return 1;
	glGenBuffers(2, buffers);
	for (size_t i = 0; i < CASES; i++) {
		empty_buffers();
		good += cases[i].run() && gl_is_happy(cases[i].name);
	}
	printf("%zu of %zu series are right\n", good, CASES);
	eglTerminate(display);
	return good != CASES;
}
