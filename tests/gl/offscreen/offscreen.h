/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * offscreen.so, for LD_PRELOAD: programs that open a window of X draw without X, as they are
 *
 *	OFFSCREEN_FRAMES=N	the program ends with its N-th frame (60)
 *	OFFSCREEN_PICTURE=FILE	which is saved as a PNG
 *
 * What they are told of a screen is made up (xlib.c). Their window is a pbuffer of EGL's
 * surfaceless platform, which needs a render node and nothing else (egl.c). Their clock counts
 * frames, so that the N-th one has the same picture on each renderer (clock.c). How many frames a
 * second there were by the true clock is told at the end.
 *
 * The library exports the functions that it replaces, and nothing else.
 */
#ifndef OFFSCREEN_H
#define OFFSCREEN_H

#include <dlfcn.h>

/* The function that the program would have called. */
#define NEXT(name)	((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

#define HIDDEN		__attribute__((visibility("hidden")))

/* The only window. */
extern unsigned int window_width HIDDEN, window_height HIDDEN;

/* Frames that the program has finished. */
extern unsigned int frames_done HIDDEN;

#endif
