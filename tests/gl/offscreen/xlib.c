// SPDX-License-Identifier: MIT OR GPL-2.0
/* The part of Xlib that comes before EGL: one screen, one visual, one window, and nothing happens to it. */
#include <stdlib.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "offscreen.h"

unsigned int window_width, window_height;

/* Programs look into a Display with macros. */
Display *XOpenDisplay(const char *name)
{
	static Screen screen = { .root = 1, .width = 1920, .height = 1080, .root_depth = 24 };
	_XPrivDisplay display = calloc(1, sizeof(*display));

	if (!display)
		return NULL;
	display->nscreens = 1;
	display->screens = &screen;
	return (Display *)display;
}

int XCloseDisplay(Display *display)
{
	free(display);
	return 0;
}

XVisualInfo *XGetVisualInfo(Display *display, long mask, XVisualInfo *wanted, int *number)
{
	XVisualInfo *info = calloc(1, sizeof(*info));

	*number = !!info;
	if (info) {
		info->visualid = wanted->visualid;
		info->depth = 24;
	}
	return info;
}

Window XCreateWindow(Display *display, Window parent, int x, int y, unsigned int width, unsigned int height,
		     unsigned int border, int depth, unsigned int class, Visual *visual, unsigned long mask,
		     XSetWindowAttributes *attributes)
{
	window_width = width;
	window_height = height;
	return 2;
}

/* Nothing remains of what these are told. */

Colormap XCreateColormap(Display *display, Window window, Visual *visual, int alloc)
{
	return 1;
}

Atom XInternAtom(Display *display, const char *name, Bool only_if_there)
{
	return 1;
}

int XDestroyWindow(Display *display, Window window)
{
	return 1;
}

int XMapWindow(Display *display, Window window)
{
	return 1;
}

int XPending(Display *display)
{
	return 0;
}

int XStoreName(Display *display, Window window, const char *name)
{
	return 1;
}

int XSetNormalHints(Display *display, Window window, XSizeHints *hints)
{
	return 1;
}

int XSetStandardProperties(Display *display, Window window, const char *name, const char *icon_name, Pixmap icon,
			   char **argv, int argc, XSizeHints *hints)
{
	return 1;
}

Status XSetWMProtocols(Display *display, Window window, Atom *protocols, int count)
{
	return 1;
}

void XSetWMProperties(Display *display, Window window, XTextProperty *name, XTextProperty *icon_name, char **argv,
		      int argc, XSizeHints *normal, XWMHints *wm, XClassHint *class)
{
}
