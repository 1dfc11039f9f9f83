// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * compare PICTURE.png REFERENCE.png - is a picture what another renderer has drawn?
 *
 * Two renderers may differ in the last bit of a colour, and at an edge in which of two colours a
 * pixel has. So three figures are told and judged: the ratio of signal to noise, which has to be 40
 * dB or more; how many pixels are off by more than 8 of 255, which may be one in a hundred; and how
 * many of these are no edges, which has to be 0. An edge is where the reference differs by more
 * than 8 from one of its eight neighbours.
 *
 * Exit status: 0 if it is, 1 if not, 2 for a wrong command line or a file that is none.
 */
#include <math.h>
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define FAR	8
#define LEAST	40.0		/* dB */
#define PART	100u

struct picture {
	png_image image;
	unsigned char *pixel;		/* red, green, blue */
};

static bool load(struct picture *p, const char *file)
{
	p->image = (png_image){ .version = PNG_IMAGE_VERSION };
	if (!png_image_begin_read_from_file(&p->image, file))
		goto bad;
	p->image.format = PNG_FORMAT_RGB;
	p->pixel = malloc(PNG_IMAGE_SIZE(p->image));
	if (p->pixel && png_image_finish_read(&p->image, NULL, p->pixel, 0, NULL))
		return true;
bad:
	fprintf(stderr, "compare: %s: %s\n", file, p->image.message);
	return false;
}

static const unsigned char *at(const struct picture *p, unsigned int x, unsigned int y)
{
	return p->pixel + 3 * ((size_t)y * p->image.width + x);
}

static int apart(const unsigned char *a, const unsigned char *b)
{
	int most = 0;

	for (unsigned int c = 0; c < 3; c++)
		most = abs(a[c] - b[c]) > most ? abs(a[c] - b[c]) : most;
	return most;
}

static bool is_edge(const struct picture *p, unsigned int x, unsigned int y)
{
	for (unsigned int i = 0; i < 9; i++) {
		unsigned int nx = x + i % 3 - 1, ny = y + i / 3 - 1;

		if (nx < p->image.width && ny < p->image.height && apart(at(p, x, y), at(p, nx, ny)) > FAR)
			return true;
	}
	return false;
}

static bool judge(const struct picture *a, const struct picture *b)
{
	unsigned long pixels = (unsigned long)a->image.width * a->image.height, far = 0, alone = 0;
	double squares = 0, noise;

	for (unsigned int y = 0; y < a->image.height; y++)
		for (unsigned int x = 0; x < a->image.width; x++) {
			bool off = apart(at(a, x, y), at(b, x, y)) > FAR;

			for (unsigned int c = 0; c < 3; c++) {
				int d = at(a, x, y)[c] - at(b, x, y)[c];

				squares += (double)(d * d);
			}
			far += off;
			alone += off && !is_edge(b, x, y);
		}
	noise = squares > 0 ? 10 * log10(255.0 * 255.0 * 3 * (double)pixels / squares) : INFINITY;
	printf("%.1f dB; %lu of %lu pixels are off by more than %d, %lu of them are no edges\n", noise, far, pixels,
	       FAR, alone);
	return noise >= LEAST && far <= pixels / PART && !alone;
}

int main(int argc, char **argv)
{
	struct picture a = { 0 }, b = { 0 };
	int status = 2;

	if (argc != 3) {
		fprintf(stderr, "usage: compare PICTURE.png REFERENCE.png\n");
		return 2;
	}
	if (!load(&a, argv[1]) || !load(&b, argv[2]))
		goto out;
	if (a.image.width != b.image.width || a.image.height != b.image.height)
		fprintf(stderr, "compare: the pictures have different sizes\n");
	else
		status = !judge(&a, &b);
out:
	free(a.pixel);
	free(b.pixel);
	return status;
}
