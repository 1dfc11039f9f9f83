// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * wheels [-n FRAMES] [-o FILE.png] - a GL client like any other, without a screen
 *
 * What a driver gets from a program that draws: three toothed wheels, textured and with
 * depth, turn for some frames (300), sparks that are new in each frame stream through a
 * buffer, and a frame is not begun before the one two before it is done. That is the
 * pace of a game or a desktop, with nothing but EGL (surfaceless) and OpenGL ES 3; no
 * packaged program does it without a window system. With -n 0 there is a context and
 * nothing else, so that two runs tell what a frame costs.
 *
 * The last frame goes to FILE.png; compare judges it. Frames a second are counted from the second
 * one, as the first has Mesa compile. A buffer that the card has copied is compared here.
 *
 * Exit status: 0 if nothing went wrong, 1 if something did, 2 for a wrong command line.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "context.h"
#include "picture.h"

#define SIDE		512		/* of the picture, in pixels */
#define TEXELS		256		/* of the texture's side */
#define TEETH		24
#define SEGMENTS	(4 * TEETH)
#define RINGS		4		/* of vertices: inner and outer, front and back */
#define INDICES		(SEGMENTS * RINGS * 6)
#define SPARKS		256
#define AHEAD		2		/* frames that may be under way */
#define COPY_BYTES	(1u << 20)

/* Where a wheel is: middle, size, and how fast it turns. */
static const struct {
	GLfloat x, y, size, speed;
} wheels[] = {
	{ -0.35f, -0.25f, 0.55f, 1.0f },
	{ 0.45f, -0.30f, 0.30f, -1.9f },
	{ -0.20f, 0.50f, 0.35f, -1.6f },
};

static const char vertex_text[] =
	"#version 300 es\n"
	"uniform vec4 place;\n"
	"layout(location = 0) in vec3 position;\n"
	"layout(location = 1) in vec2 texcoord;\n"
	"out vec2 at;\n"
	"out vec3 point;\n"
	"void main() {\n"
	"	float s = sin(place.w), c = cos(place.w);\n"
	"	point = vec3(mat2(c, s, -s, c) * position.xy, position.z);\n"
	"	at = texcoord;\n"
	"	gl_Position = vec4(point * place.z + vec3(place.xy, 0.2 * point.x), 1.0);\n"
	"	gl_PointSize = 2.0;\n"
	"}\n";

static const char fragment_text[] =
	"#version 300 es\n"
	"precision mediump float;\n"
	"uniform sampler2D skin;\n"
	"in vec2 at;\n"
	"in vec3 point;\n"
	"out vec4 colour;\n"
	"void main() {\n"
	"	vec3 normal = normalize(cross(dFdx(point), dFdy(point)));\n"
	"	colour = texture(skin, at) * (0.3 + 0.7 * abs(normal.z));\n"
	"}\n";

struct scene {
	GLuint wheel, sparks;	/* vertex arrays */
	GLuint spark_data;
	GLint place;
	GLsync done[AHEAD];
};

/* ---- the scene ---- */

static bool make_program(struct scene *scene)
{
	GLuint program = glCreateProgram();

	if (!gl_add_shader(program, GL_VERTEX_SHADER, vertex_text) ||
	    !gl_add_shader(program, GL_FRAGMENT_SHADER, fragment_text))
		return false;
	if (!gl_link(program))
		return false;
	glUseProgram(program);
	scene->place = glGetUniformLocation(program, "place");
	return true;
}

static void vertex_layout(void)
{
	const GLsizei stride = 5 * sizeof(GLfloat);

	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
	glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, (void *)(3 * sizeof(GLfloat)));
}

/* A vertex of a ring; half of the outer ones are on teeth. */
static void wheel_vertex(GLfloat *v, unsigned int segment, unsigned int ring)
{
	bool outer = ring == 1 || ring == 2, front = ring < 2;
	float angle = 2.0f * (float)M_PI * (float)segment / SEGMENTS;
	float radius = outer ? (segment % 4 < 2 ? 1.0f : 0.85f) : 0.3f;

	v[0] = radius * cosf(angle);
	v[1] = radius * sinf(angle);
	v[2] = front ? 0.15f : -0.15f;
	v[3] = 8.0f * (float)segment / SEGMENTS;
	v[4] = (float)ring / RINGS;
}

/* The two triangles between two neighbours of a ring and those of the next ring. */
static void wheel_quad(GLushort *index, unsigned int segment, unsigned int ring)
{
	unsigned int next = (segment + 1) % SEGMENTS, beside = (ring + 1) % RINGS;
	GLushort a = (GLushort)(segment * RINGS + ring), b = (GLushort)(segment * RINGS + beside);
	GLushort c = (GLushort)(next * RINGS + ring), d = (GLushort)(next * RINGS + beside);
	const GLushort both[6] = { a, b, c, c, b, d };

	memcpy(index, both, sizeof(both));
}

static void make_wheel(struct scene *scene)
{
	static GLfloat vertices[SEGMENTS * RINGS * 5];
	static GLushort indices[INDICES];
	unsigned int i;
	GLuint buffers[2];

	for (i = 0; i < SEGMENTS * RINGS; i++) {
		wheel_vertex(&vertices[i * 5ul], i / RINGS, i % RINGS);
		wheel_quad(&indices[i * 6ul], i / RINGS, i % RINGS);
	}
	glGenVertexArrays(1, &scene->wheel);
	glBindVertexArray(scene->wheel);
	glGenBuffers(2, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
	vertex_layout();
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
}

static void make_sparks(struct scene *scene)
{
	glGenVertexArrays(1, &scene->sparks);
	glBindVertexArray(scene->sparks);
	glGenBuffers(1, &scene->spark_data);
	glBindBuffer(GL_ARRAY_BUFFER, scene->spark_data);
	vertex_layout();
}

/* Squares; the smaller levels are made by the card. */
static void make_texture(void)
{
	static GLuint texels[TEXELS * TEXELS];
	GLuint texture;
	unsigned int i;

	for (i = 0; i < TEXELS * TEXELS; i++)
		texels[i] = ((i >> 4) ^ (i >> 12)) & 1 ? 0xff30a0f0u : 0xff805020u;
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE,
		     texels);
	glGenerateMipmap(GL_TEXTURE_2D);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
}

static bool make_picture(void)
{
	GLuint framebuffer, buffers[2];

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glGenRenderbuffers(2, buffers);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
	glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
	glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SIDE, SIDE);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
				  buffers[0]);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
				  buffers[1]);
	glViewport(0, 0, SIDE, SIDE);
	glEnable(GL_DEPTH_TEST);
	return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE ||
	       gl_complain("no picture to draw into");
}

static bool make_scene(struct scene *scene)
{
	if (!make_program(scene) || !make_picture())
		return false;
	make_wheel(scene);
	make_sparks(scene);
	make_texture();
	return gl_is_happy("the scene");
}

/* ---- frames ---- */

static void draw_wheels(const struct scene *scene, unsigned int frame)
{
	size_t i;

	glBindVertexArray(scene->wheel);
	for (i = 0; i < sizeof(wheels) / sizeof(wheels[0]); i++) {
		glUniform4f(scene->place, wheels[i].x, wheels[i].y, wheels[i].size,
			    wheels[i].speed * 0.05f * (float)frame);
		glDrawElements(GL_TRIANGLES, INDICES, GL_UNSIGNED_SHORT, NULL);
	}
}

static void draw_sparks(const struct scene *scene, unsigned int frame)
{
	static GLfloat vertices[SPARKS][5];
	unsigned int i;

	for (i = 0; i < SPARKS; i++) {
		vertices[i][0] = sinf((float)(frame + 7 * i));
		vertices[i][1] = cosf((float)(2 * frame + 3 * i));
	}
	glBindVertexArray(scene->sparks);
	glBindBuffer(GL_ARRAY_BUFFER, scene->spark_data);
	glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STREAM_DRAW);
	glUniform4f(scene->place, 0.0f, 0.0f, 1.0f, 0.0f);
	glDrawArrays(GL_POINTS, 0, SPARKS);
}

static bool frame_done(GLsync *done)
{
	GLenum status;

	if (!*done)
		return true;
	/* As long as it takes: Mesa sleeps then, and asks again and again otherwise. */
	status = glClientWaitSync(*done, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
	glDeleteSync(*done);
	*done = NULL;
	return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED ||
	       gl_complain("a frame is not done");
}

static bool draw_frame(struct scene *scene, unsigned int frame)
{
	GLsync *done = &scene->done[frame % AHEAD];

	if (!frame_done(done))
		return false;
	glClearColor(0.1f, 0.1f, 0.2f, 1.0f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	draw_wheels(scene, frame);
	draw_sparks(scene, frame);
	*done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	glFlush();
	return true;
}

static bool draw_frames(struct scene *scene, unsigned int from, unsigned int to)
{
	unsigned int i;

	for (i = from; i < to; i++)
		if (!draw_frame(scene, i))
			return false;
	for (i = 0; i < AHEAD; i++)
		if (!frame_done(&scene->done[i]))
			return false;
	return gl_is_happy("the frames");
}

/* ---- what needs no shader ---- */

/* One buffer is copied into another by the card and read by the CPU. */
static bool copy_comes_out(void)
{
	static GLuint values[COPY_BYTES / sizeof(GLuint)];
	const void *copy;
	GLuint buffers[2];
	bool same;
	size_t i;

	for (i = 0; i < COPY_BYTES / sizeof(GLuint); i++)
		values[i] = (GLuint)i * 2654435761u;
	glGenBuffers(2, buffers);
	glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
	glBufferData(GL_COPY_READ_BUFFER, COPY_BYTES, values, GL_STATIC_COPY);
	glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
	glBufferData(GL_COPY_WRITE_BUFFER, COPY_BYTES, NULL, GL_STATIC_READ);
	glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, COPY_BYTES);
	copy = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, COPY_BYTES, GL_MAP_READ_BIT);
	same = copy && !memcmp(copy, values, COPY_BYTES);
	glUnmapBuffer(GL_COPY_WRITE_BUFFER);
	glDeleteBuffers(2, buffers);
	return (gl_is_happy("the copy") && same) || gl_complain("a copied buffer differs");
}

static bool run(unsigned int frames, const char *file)
{
	struct scene scene = { 0 };
	double start = gl_now_ms(), compiled, done;

	printf("%s, %s\n", (const char *)glGetString(GL_RENDERER),
	       (const char *)glGetString(GL_VERSION));
	if (!frames)
		return true;
	if (!make_scene(&scene) || !draw_frames(&scene, 0, 1))
		return false;
	compiled = gl_now_ms();
	if (!draw_frames(&scene, 1, frames))
		return false;
	done = gl_now_ms();
	if (!copy_comes_out())
		return false;
	printf("%u frames of %zu wheels and %u sparks, a copy of %u KiB: %.0f ms, %.1f frames/s\n", frames,
	       sizeof(wheels) / sizeof(wheels[0]), SPARKS, COPY_BYTES / 1024, gl_now_ms() - start,
	       1e3 * (frames - 1) / (done - compiled));
	return !file || picture_save(file, SIDE, SIDE);
}

int main(int argc, char **argv)
{
	unsigned long frames = 300;
	const char *file = NULL;
	EGLDisplay display;
	bool good;
	int c;

	while ((c = getopt(argc, argv, "n:o:")) != -1) {
		if (c == 'n')
			frames = strtoul(optarg, NULL, 0);
		else if (c == 'o')
			file = optarg;
		else
			return 2;
	}
	good = gl_open(&display, 0) && run((unsigned int)frames, file);
	eglTerminate(display);
	return !good;
}
