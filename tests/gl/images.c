// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * images - images and textures of a compute shader
 *
 * For each format that OpenGL ES 3.1 has for images, each kind of texture and two of its levels, a
 * program stores a value of its own to every texel, and another one looks whether it loads, fetches
 * and samples them. It counts in atomic counters, so that those are judged, too.
 *
 * Exit status: 0 if all is as it should be, 1 if not or if something went wrong.
 */
#include <stdio.h>
#include <string.h>

#include "context.h"

#define WIDTH	40
#define HEIGHT	24
#define DEPTH	5
#define LEVELS	3
#define COUNTERS	4

struct format {
	const char *name, *kind;	/* kind: of its vectors, "", "i" or "u" */
	GLenum gl;
	const char *value;		/* at the texel p */
	const char *close;		/* how much floats may differ */
	bool filtered;
};

static const struct format formats[] = {
	{ "rgba32f", "", GL_RGBA32F, "vec4(p, -0.5)", "0.0", false },
	{ "rgba16f", "", GL_RGBA16F, "vec4(p, -0.5)", "0.0", true },
	{ "r32f", "", GL_R32F, "vec4(p.x + 64 * p.y + 4096 * p.z, 0.0, 0.0, 1.0)", "0.0", false },
	{ "rgba8", "", GL_RGBA8, "vec4(p, 255.0) / 255.0", "0.001", true },
	{ "rgba8_snorm", "", GL_RGBA8_SNORM, "vec4(-p, 127.0) / 127.0", "0.01", true },
	{ "rgba32i", "i", GL_RGBA32I, "ivec4(-p, 0x7fffffff)", "", false },
	{ "rgba16i", "i", GL_RGBA16I, "ivec4(-p, 32767)", "", false },
	{ "rgba8i", "i", GL_RGBA8I, "ivec4(-p, 127)", "", false },
	{ "r32i", "i", GL_R32I, "ivec4(-p.x - 64 * p.y - 4096 * p.z, 0, 0, 1)", "", false },
	{ "rgba32ui", "u", GL_RGBA32UI, "uvec4(p, 0xffffffffu)", "", false },
	{ "rgba16ui", "u", GL_RGBA16UI, "uvec4(p, 65535)", "", false },
	{ "rgba8ui", "u", GL_RGBA8UI, "uvec4(p, 255)", "", false },
	{ "r32ui", "u", GL_R32UI, "uvec4(p.x + 64 * p.y + 4096 * p.z, 0, 0, 1)", "", false },
};

struct kind {
	const char *name;
	GLenum gl;
	int height, depth;
	bool shrinks;			/* its depth does, from level to level */
	const char *texel, *size;	/* coordinates of an image; of its size which ones */
	const char *at;			/* normalised ones of q, or NULL: only loaded */
};

static const struct kind kinds[] = {
	{ "2D", GL_TEXTURE_2D, HEIGHT, 1, false, "p.xy", "size.xy", "q.xy / vec2(size.xy)" },
	{ "2DArray", GL_TEXTURE_2D_ARRAY, HEIGHT, DEPTH, false, "p", "size", "vec3(q.xy / vec2(size.xy), p.z)" },
	{ "3D", GL_TEXTURE_3D, HEIGHT, DEPTH, true, "p", "size", "q / vec3(size)" },
	{ "Cube", GL_TEXTURE_CUBE_MAP, WIDTH, 6, false, "p", "size.xy", NULL },
};

struct judged {
	const struct format *format;
	const struct kind *kind;
	int level, size[3];
};

/* ---- programs ---- */

static const char head_text[] =
	"#version 310 es\n"
	"precision highp float; precision highp int; precision highp %ssampler%s;\n"
	"layout(local_size_x = 8, local_size_y = 8) in;\n"
	"layout(%s, binding = 0) uniform %s highp %simage%s img;\n"
	"const ivec3 size = ivec3(%d, %d, %d);\n"
	"%svec4 value(ivec3 p) { return %s; }\n";

static const char store_text[] =
	"void main() {\n"
	"	ivec3 p = ivec3(gl_GlobalInvocationID);\n"
	"	if (all(lessThan(p, size)))\n"
	"		imageStore(img, %s, value(p));\n"
	"}\n";

static const char load_text[] =
	"layout(binding = 0) uniform atomic_uint loaded;\n"
	"bool same(%svec4 a, %svec4 b) { return %s; }\n"
	"void main() {\n"
	"	ivec3 p = ivec3(gl_GlobalInvocationID);\n"
	"	if (any(greaterThanEqual(p, size)))\n"
	"		return;\n"
	"	if (same(imageLoad(img, %s), value(p)) && imageSize(img) == %s)\n"
	"		atomicCounterIncrement(loaded);\n"
	"}\n";

static const char fetch_text[] =
	"layout(binding = 0) uniform atomic_uint loaded;\n"
	"layout(binding = 0) uniform atomic_uint fetched;\n"
	"layout(binding = 0) uniform atomic_uint sampled;\n"
	"layout(binding = 0) uniform atomic_uint filtered;\n"
	"layout(binding = 0) uniform %ssampler%s nearest;\n"
	"layout(binding = 1) uniform %ssampler%s linear;\n"
	"bool same(%svec4 a, %svec4 b) { return %s; }\n"
	"void main() {\n"
	"	ivec3 p = ivec3(gl_GlobalInvocationID);\n"
	"	vec3 q = vec3(p) + 0.5;\n"
	"	if (any(greaterThanEqual(p, size)))\n"
	"		return;\n"
	"	if (same(imageLoad(img, %s), value(p)) && imageSize(img) == %s)\n"
	"		atomicCounterIncrement(loaded);\n"
	"	if (same(texelFetch(nearest, %s, %d), value(p)) && textureSize(nearest, %d) == %s)\n"
	"		atomicCounterIncrement(fetched);\n"
	"	if (same(textureLod(nearest, %s, float(%d)), value(p)))\n"
	"		atomicCounterIncrement(sampled);\n"
	"%s"
	"}\n";

#define EXACT	"a == b"
#define CLOSE	"all(lessThanEqual(abs(a - b), vec4(%s)))"
#define FILTER \
	"	if (p.x + 1 == size.x || p.y + 1 == size.y)\n" \
	"		return;\n" \
	"	vec4 mean = (value(p) + value(p + ivec3(1, 0, 0)) + value(p + ivec3(0, 1, 0)) +\n" \
	"		     value(p + ivec3(1, 1, 0))) / 4.0;\n" \
	"	q.xy += 0.5;\n" \
	"	if (same(textureLod(linear, %s, float(%d)), mean))\n" \
	"		atomicCounterIncrement(filtered);\n"

static size_t write_head(const struct judged *j, const char *access, char *text, size_t room)
{
	const char *kind = j->format->kind;

	return (size_t)snprintf(text, room, head_text, kind, j->kind->name, j->format->name, access, kind, j->kind->name,
				j->size[0], j->size[1], j->size[2], kind, j->format->value);
}

static void write_check(const struct judged *j, char *text, size_t room)
{
	const struct format *f = j->format;
	const struct kind *k = j->kind;
	char same[80] = EXACT, filter[600] = "";
	size_t head = write_head(j, "readonly", text, room);

	if (!*f->kind)
		snprintf(same, sizeof(same), CLOSE, f->close);
	if (f->filtered && k->at)
		snprintf(filter, sizeof(filter), FILTER, k->at, j->level);
	text += head;
	room -= head;
	if (k->at)
		snprintf(text, room, fetch_text, f->kind, k->name, f->kind, k->name, f->kind, f->kind,
			 same, k->texel, k->size, k->texel, j->level, j->level, k->size, k->at, j->level, filter);
	else
		snprintf(text, room, load_text, f->kind, f->kind, same, k->texel, k->size);
}

static bool run(const struct judged *j, const char *text)
{
	GLuint program = glCreateProgram();
	bool good = gl_add_shader(program, GL_COMPUTE_SHADER, text) && gl_link(program);

	if (good) {
		glUseProgram(program);
		glDispatchCompute((GLuint)(j->size[0] + 7) / 8, (GLuint)(j->size[1] + 7) / 8, (GLuint)j->size[2]);
		glMemoryBarrier(GL_ALL_BARRIER_BITS);
	}
	glDeleteProgram(program);
	return good;
}

/* ---- textures ---- */

static void make_texture(const struct judged *j, GLuint texture, const GLuint samplers[2])
{
	const struct kind *k = j->kind;

	glBindTexture(k->gl, texture);
	if (k->gl == GL_TEXTURE_2D || k->gl == GL_TEXTURE_CUBE_MAP)
		glTexStorage2D(k->gl, LEVELS, j->format->gl, WIDTH, k->height);
	else
		glTexStorage3D(k->gl, LEVELS, j->format->gl, WIDTH, k->height, k->depth);
	glActiveTexture(GL_TEXTURE1);
	glBindTexture(k->gl, texture);
	glActiveTexture(GL_TEXTURE0);
	for (GLuint i = 0; i < 2; i++) {
		GLint filter = i && j->format->filtered ? GL_LINEAR : GL_NEAREST;

		glSamplerParameteri(samplers[i], GL_TEXTURE_MAG_FILTER, filter);
		glSamplerParameteri(samplers[i], GL_TEXTURE_MIN_FILTER,
				    filter == GL_LINEAR ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST);
		glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
		glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
		glSamplerParameteri(samplers[i], GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
		glBindSampler(i, samplers[i]);
	}
	glBindImageTexture(0, texture, j->level, GL_TRUE, 0, GL_READ_WRITE, j->format->gl);
}

/* ---- and judged ---- */

static bool read_counters(GLuint buffer, GLuint counts[COUNTERS])
{
	const void *mapped;

	glBindBuffer(GL_ATOMIC_COUNTER_BUFFER, buffer);
	mapped = glMapBufferRange(GL_ATOMIC_COUNTER_BUFFER, 0, COUNTERS * sizeof(*counts), GL_MAP_READ_BIT);
	if (!mapped)
		return gl_complain("the counters cannot be mapped");
	memcpy(counts, mapped, COUNTERS * sizeof(*counts));
	glUnmapBuffer(GL_ATOMIC_COUNTER_BUFFER);
	return true;
}

static bool is_right(const struct judged *j, const GLuint counts[COUNTERS])
{
	static const char *const whats[COUNTERS] = { "loaded", "fetched", "sampled", "filtered" };
	GLuint all = (GLuint)(j->size[0] * j->size[1] * j->size[2]);
	GLuint inner = (GLuint)((j->size[0] - 1) * (j->size[1] - 1) * j->size[2]);
	const GLuint wanted[COUNTERS] = {
		all, j->kind->at ? all : 0, j->kind->at ? all : 0, j->kind->at && j->format->filtered ? inner : 0,
	};
	bool good = true;

	for (unsigned int i = 0; i < COUNTERS; i++)
		if (counts[i] != wanted[i]) {
			printf("%s, image%s, level %d: %u of %u texels are %s right\n", j->format->name, j->kind->name,
			       j->level, counts[i], wanted[i], whats[i]);
			good = false;
		}
	return good;
}

static bool judge(const struct judged *j)
{
	static const GLuint zeros[COUNTERS];
	GLuint texture, buffer, samplers[2], counts[COUNTERS] = { 0 };
	char text[4096];
	size_t head;
	bool good;

	glGenTextures(1, &texture);
	glGenBuffers(1, &buffer);
	glGenSamplers(2, samplers);
	make_texture(j, texture, samplers);
	glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, buffer);
	glBufferData(GL_ATOMIC_COUNTER_BUFFER, sizeof(zeros), zeros, GL_STATIC_DRAW);
	head = write_head(j, "writeonly", text, sizeof(text));
	snprintf(text + head, sizeof(text) - head, store_text, j->kind->texel);
	good = run(j, text);
	write_check(j, text, sizeof(text));
	good = good && run(j, text) && read_counters(buffer, counts) && is_right(j, counts);
	glDeleteSamplers(2, samplers);
	glDeleteBuffers(1, &buffer);
	glDeleteTextures(1, &texture);
	return gl_is_happy(j->format->name) && good;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

int main(void)
{
	unsigned int good = 0, all = 0;
	EGLDisplay display;

	if (!gl_open(&display, 1))
		return 1;
	for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			for (int level = 0; level < LEVELS; level += 2) {
				struct judged j = {
					&formats[f], &kinds[k], level,
					{ WIDTH >> level, kinds[k].height >> level,
					  kinds[k].shrinks ? larger(1, kinds[k].depth >> level) : kinds[k].depth },
				};

				good += judge(&j);
				all++;
			}
	printf("%u of %u combinations of format, kind and level are right\n", good, all);
	eglTerminate(display);
	return good != all;
}
