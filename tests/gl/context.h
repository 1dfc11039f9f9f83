/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What GL clients without a window share: a context, programs, complaints. */
#ifndef GL_CONTEXT_H
#define GL_CONTEXT_H

#include <stdbool.h>

#include <EGL/egl.h>
#include <GLES3/gl31.h>

/* Says what is wrong, with EGL's error; false. */
bool gl_complain(const char *what);

/* Has GL an error? It is said where. */
bool gl_is_happy(const char *where);

/* A current context of OpenGL ES 3.@minor without a surface. eglTerminate() gives it back. */
bool gl_open(EGLDisplay *display, int minor);

/* Compiles and attaches; what the compiler says is printed if it fails. */
bool gl_add_shader(GLuint program, GLenum kind, const char *text);
bool gl_link(GLuint program);

double gl_now_ms(void);

#endif
