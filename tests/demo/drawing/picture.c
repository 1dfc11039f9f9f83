// SPDX-License-Identifier: MIT OR GPL-2.0
#include <stdio.h>
#include <stdlib.h>

#include <png.h>

#include "canvas.h"

bool picture_write(const char *directory, const char *name, const struct canvas *like, const uint32_t *codes)
{
	png_image image = {
		.version = PNG_IMAGE_VERSION, .width = like->width, .height = like->height, .format = PNG_FORMAT_RGB,
	};
	uint8_t *bytes = malloc((size_t)like->width * like->height * 3);
	char path[500];
	bool good;

	if (!bytes)
		return false;
	for (size_t i = 0; i < (size_t)like->width * like->height; i++) {
		double color[4];

		surface_color(like->format, codes[i], color);
		for (unsigned int k = 0; k < 3; k++)
			bytes[3 * i + k] = (uint8_t)(color[k] * 255 + 0.5);
	}
	snprintf(path, sizeof(path), "%s/%s.png", directory, name);
	good = png_image_write_to_file(&image, path, 0, bytes, 0, NULL);
	if (!good)
		fprintf(stderr, "draw: %s: %s\n", path, image.message);
	free(bytes);
	return good;
}
