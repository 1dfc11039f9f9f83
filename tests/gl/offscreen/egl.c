// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A window is a pbuffer. What a window has and a pbuffer has not is that buffers are swapped: here
 * a frame is not begun before the one two before it is done, as it is with two buffers.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../context.h"
#include "../picture.h"
#include "offscreen.h"

#include <EGL/eglext.h>

#define AHEAD		2		/* frames that may be under way */
#define ATTRIBUTES	64		/* that a program asks of a config, and values */

/* A program that looks for EGL when it runs gets it from here, and EGL itself behind it. */
void *dlopen(const char *name, int flags)
{
	Dl_info here;

	if (name && !strncmp(name, "libEGL.so", strlen("libEGL.so")) && dladdr(&frames_done, &here))
		name = here.dli_fname;
	return NEXT(dlopen)(name, flags);
}

static EGLDisplay surfaceless(void)
{
	return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

EGLDisplay eglGetDisplay(EGLNativeDisplayType native)
{
	return surfaceless();
}

static EGLDisplay get_platform_display(EGLenum platform, void *native, const EGLint *attributes)
{
	return surfaceless();
}

EGLBoolean eglChooseConfig(EGLDisplay display, const EGLint *wanted, EGLConfig *configs, EGLint size, EGLint *number)
{
	EGLint attributes[ATTRIBUTES + 3];
	unsigned int n = 0;

	for (; wanted && wanted[n] != EGL_NONE && n < ATTRIBUTES; n += 2) {
		attributes[n] = wanted[n];
		attributes[n + 1] = wanted[n] == EGL_SURFACE_TYPE ? EGL_PBUFFER_BIT : wanted[n + 1];
	}
	/* Of two, EGL goes by the last. */
	memcpy(attributes + n, (EGLint[]){ EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE }, 3 * sizeof(EGLint));
	return NEXT(eglChooseConfig)(display, attributes, configs, size, number);
}

EGLSurface eglCreateWindowSurface(EGLDisplay display, EGLConfig config, EGLNativeWindowType window,
				  const EGLint *attributes)
{
	return eglCreatePbufferSurface(display, config,
				       (EGLint[]){ EGL_WIDTH, (EGLint)window_width, EGL_HEIGHT, (EGLint)window_height,
						   EGL_NONE });
}

static double true_ms(void)
{
	struct timespec ts;

	NEXT(clock_gettime)(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec * 1e-6;
}

static void keep_pace(EGLDisplay display)
{
	static EGLSync done[AHEAD];
	EGLSync *oldest = &done[frames_done % AHEAD];

	if (*oldest) {
		eglClientWaitSync(display, *oldest, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER);
		eglDestroySync(display, *oldest);
	}
	*oldest = eglCreateSync(display, EGL_SYNC_FENCE, NULL);
	glFlush();
}

static _Noreturn void end(double began)
{
	const char *file = getenv("OFFSCREEN_PICTURE");
	double took = true_ms() - began;
	bool good;

	printf("%s: %u x %u: %.1f frames/s\n", program_invocation_short_name, window_width, window_height,
	       1e3 * (frames_done - 1) / took);
	fflush(stdout);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	good = gl_is_happy("the frames") && (!file || picture_save(file, window_width, window_height));
	_exit(!good);
}

/* The first frame has to compile, and is left out of the count. */
EGLBoolean eglSwapBuffers(EGLDisplay display, EGLSurface surface)
{
	static double began;
	const char *frames = getenv("OFFSCREEN_FRAMES");
	bool is_last;

	is_last = ++frames_done == (frames ? strtoul(frames, NULL, 0) : 60);
	if (frames_done == 1 || is_last)
		glFinish();
	else
		keep_pace(display);
	if (frames_done == 1)
		began = true_ms();
	if (is_last)
		end(began);
	return EGL_TRUE;
}

/* Some look for what they could have been linked with. */
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name)
{
	static const struct {
		const char *name;
		__eglMustCastToProperFunctionPointerType function;
	} here[] = {
#define HERE(name, f) { name, (__eglMustCastToProperFunctionPointerType)(f) }
		HERE("eglGetDisplay", eglGetDisplay),
		HERE("eglGetPlatformDisplay", get_platform_display),
		HERE("eglGetPlatformDisplayEXT", get_platform_display),
		HERE("eglChooseConfig", eglChooseConfig),
		HERE("eglCreateWindowSurface", eglCreateWindowSurface),
		HERE("eglSwapBuffers", eglSwapBuffers),
	};

	for (unsigned int i = 0; i < sizeof(here) / sizeof(here[0]); i++)
		if (!strcmp(name, here[i].name))
			return here[i].function;
	return NEXT(eglGetProcAddress)(name);
}
