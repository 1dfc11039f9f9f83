// SPDX-License-Identifier: MIT OR GPL-2.0
/* A context by EGL's surfaceless platform: it needs a render node, and no window system. */
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "context.h"

#include <EGL/eglext.h>

bool gl_complain(const char *what)
{
	fprintf(stderr, "%s: %s (EGL 0x%x)\n", program_invocation_short_name, what, eglGetError());
	return false;
}

bool gl_is_happy(const char *where)
{
	GLenum error = glGetError();

	if (error != GL_NO_ERROR)
		fprintf(stderr, "%s: %s: GL error 0x%x\n", program_invocation_short_name, where, error);
	return error == GL_NO_ERROR;
}

bool gl_open(EGLDisplay *display, int minor)
{
	const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE,
	};
	EGLContext context;

	*display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
	if (*display == EGL_NO_DISPLAY || !eglInitialize(*display, NULL, NULL))
		return gl_complain("no display");
	if (!eglBindAPI(EGL_OPENGL_ES_API))
		return gl_complain("no OpenGL ES");
	context = eglCreateContext(*display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
	if (context == EGL_NO_CONTEXT ||
	    !eglMakeCurrent(*display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		return gl_complain("no context");
	return true;
}

bool gl_add_shader(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	char log[1000] = "";
	GLint good;

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
	if (!good)
		glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	glAttachShader(program, shader);
	glDeleteShader(shader);
	if (!good)
		fprintf(stderr, "%s\n", log);
	return good || gl_complain("a shader does not compile");
}

bool gl_link(GLuint program)
{
	GLint good;

	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &good);
	return good || gl_complain("a program does not link");
}

double gl_now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec * 1e-6;
}
