// SPDX-License-Identifier: MIT OR GPL-2.0
#include <png.h>
#include <stdlib.h>

#include "context.h"
#include "picture.h"

bool picture_save(const char *file, unsigned int side)
{
	png_image image = {
		.version = PNG_IMAGE_VERSION, .width = side, .height = side, .format = PNG_FORMAT_RGBA,
	};
	unsigned char *pixels = malloc(4 * (size_t)side * side);
	bool good;

	if (!pixels)
		return gl_complain("no memory");
	glReadPixels(0, 0, (GLsizei)side, (GLsizei)side, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	/* GL's first row is the lowest one. */
	good = gl_is_happy("the picture") &&
	       (png_image_write_to_file(&image, file, 0, pixels, -4 * (png_int_32)side, NULL) ||
		gl_complain(image.message));
	free(pixels);
	return good;
}
