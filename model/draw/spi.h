/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The shader processor input: what a program of pixels finds in its registers, and the parameters
 * that it interpolates.
 */
#ifndef SPI_H
#define SPI_H

#include "sc.h"

#define SPI_INPUTS	32u
#define SPI_PAIRS	6u

/* Where a pair of I and J is for. */
enum spi_where { SPI_SAMPLE, SPI_CENTER, SPI_CENTROID };

struct spi_input {
	int param;			/* of the vertices; -1: nobody exports it */
	uint32_t defaults[4];
	bool flat, sprite, generated;
	uint32_t cylinder;		/* bits: components that wrap */
};

struct spi_state {
	const struct draw_card *card;
	const struct sc_state *sc;
	unsigned int inputs;
	struct spi_input input[SPI_INPUTS + 1];		/* one may be generated */
	struct { bool perspective; enum spi_where where; } pair[SPI_PAIRS];	/* as registers hold them */
	unsigned int pairs;
	bool pulls;			/* in the register behind the pairs */
	struct { bool on, centroid, sample; unsigned int gpr; } position;
	struct { bool on, all_bits; unsigned int gpr, chan; } face;
	bool numbers;			/* pixels, beside the face */
	struct { bool on; unsigned int gpr; } fixed;
	uint32_t sprite[4];		/* what a component of a point's parameters is */
	bool squares, top_is_1, needs_z;		/* squares: I and J of points run over them */
};

/* Of an input: of each component P0, P10 and P20. */
typedef uint32_t spi_values[SQ_PARAM_ROWS];

/* One quad of a wave, with the inputs of its primitive. */
struct spi_quad {
	struct draw_quad quad;
	const spi_values *values;
	int sample;			/* the one it is shaded for; -1: all of them */
};

void spi_take_state(struct spi_state *s, const struct draw_card *card, const struct sc_state *sc);
/* @values: for each input. */
void spi_set_up(const struct spi_state *s, const struct draw_screen *screen, spi_values *values);
/* Registers and parameters of a wave of @n quads. False: the program has too few registers. */
bool spi_fill(const struct spi_state *s, struct sq_wave *wave, const struct sq_params *params,
	      const struct spi_quad *quad, unsigned int n);

#endif
