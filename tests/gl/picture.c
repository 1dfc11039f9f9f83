// SPDX-License-Identifier: MIT OR GPL-2.0
#include <png.h>
#include <stdlib.h>

#include "context.h"
#include "picture.h"

bool picture_save(const char *file, unsigned int width, unsigned int height)
{
	png_image image = {
		.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA,
		.flags = PNG_IMAGE_FLAG_FAST,
	};
	unsigned char *pixels = malloc(4 * (size_t)width * height);
	bool good;

	if (!pixels)
		return gl_complain("no memory");
	glReadPixels(0, 0, (GLsizei)width, (GLsizei)height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	for (size_t i = 0; i < (size_t)width * height; i++)
		pixels[4 * i + 3] = 255;
	/* GL's first row is the lowest one. */
	good = gl_is_happy("the picture") &&
	       (png_image_write_to_file(&image, file, 0, pixels, -4 * (png_int_32)width, NULL) ||
		gl_complain(image.message));
	free(pixels);
	return good;
}
