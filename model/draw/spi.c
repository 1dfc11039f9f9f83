// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the shader processor input
 *
 * Registers of pixels begin with pairs of I and J, two to a register, for those places that
 * SPI_BARYC_CNTL enables, and behind them the pull model has a register of its own: I / W, J / W and
 * 1 / W at the center, with which a program finds I and J anywhere. Position, the side that is seen
 * and integer coordinates go to registers that SPI_PS_IN_CONTROL names. Parameters are found by the
 * semantic numbers that both ends give them.
 *
 * An input more may be generated, which no vertex has: S and T.
 *
 * Of a point, I and J run from 0 to 1 over the square if its parameters may be replaced by that, or
 * are generated: nothing else varies over it, so other parameters are those of its vertex, also where
 * the point is a corner of a polygon. An edge of one has the parameters of the whole polygon, as it
 * has its I and J.
 *
 * Sources: AMD's register guides for the registers; its acceleration guide (5.2.2) for the pull model
 * and its register; pictures of a Cedar for the planes and where they have their value; Mesa for the
 * order of pairs, and for what position and side look like.
 *
 * That the first 20 inputs can wrap around a cylinder, and that what wraps is the gradients, is from the
 * acceleration guide (5.2.1, 5.3.1). How is a guess, after Direct3D's wrapping of texture coordinates,
 * which goes the shorter way round a circle of 1: differences to the vertex of P0 are brought to
 * between -1/2 and 1/2, whatever the difference of the two others is then.
 *
 * Of generated parameters the guide says (5.2.1, 5.3.1) that they are S and T, one input beside the 32,
 * with other parameters, and not which one, nor what they are of a triangle. Guesses: PARAM_GEN_ADDR is
 * the number of the input, at most one behind the last, and what it has of vertices does not count; S
 * is I, T is J, then come 0 and 1; each bit of PARAM_GEN asks for this.
 *
 * The vector of the side that is seen has the type of the primitive in y, samples in z, and in w the
 * pixel's number (5.2.2). The side is 1.0 or -1.0, or with FRONT_FACE_ALL_BITS the integers 1 or 0, as in
 * AMD's register guide of the next generation. Guesses: types are those that geometry programs emit, of
 * what is on the screen, and a rectangle is a triangle; pixels are numbered where GEN_INDEX_PIX asks for
 * it, from the event RST_PIX_CNT on, those of a quad in a row, quads as they are shaded, and are
 * in that vector, whatever GEN_INDEX_PIX_ADDR says.
 *
 * Guess: a centroid is the first covered sample of a pixel that is not covered as a whole.
 */
#include "spi.h"

#define VS_OUT_ID	0x2861cu
#define PS_INPUT_CNTL	0x28644u
#define IN_CONTROL_0	0x286ccu
#define IN_CONTROL_1	0x286d0u
#define INTERP_CONTROL	0x286d4u
#define INPUT_Z		0x286d8u
#define FOG_CNTL	0x286dcu
#define BARYC_CNTL	0x286e0u
#define IN_CONTROL_2	0x286e4u
#define VS_PARAMS	32u

#define FLAT		(1u << 10)
#define CYLINDER(c)	((c) >> 13 & 0xf)	/* bits: components */
#define MOST_WRAPPED	20u
#define SPRITE		(1u << 17)
#define FLAT_ENABLE	(1u << 0)
#define SPRITE_ENABLE	(1u << 1)
#define SPRITE_TOP_1	(1u << 14)
#define PARAM_GEN	(0xfu << 15)
#define PARAM_GEN_ADDR(c)	((c) >> 19 & 0x7f)
#define GEN_INDEX_PIX	(1u << 0)
#define POSITION_ULC	(1u << 30)
#define PASS_FOG	(1u << 0)
#define PULL_MODEL(b)	((b) >> 12 & 3)

/* As in VGT_GS_OUT_PRIM_TYPE. */
enum { TYPE_POINT, TYPE_LINE, TYPE_TRIANGLE };
enum { SPRITE_0, SPRITE_1, SPRITE_S, SPRITE_T };

/* ---- state ---- */

/* The parameter of the vertices with this number, which is not 0, or -1. */
static int find_param(const struct draw_card *card, uint32_t semantic)
{
	for (unsigned int i = 0; semantic && i < VS_PARAMS; i++)
		if ((draw_reg(card, VS_OUT_ID + i / 4 * 4) >> 8 * (i % 4) & 0xff) == semantic)
			return (int)i;
	return -1;
}

static void take_cylinder(struct spi_state *s, unsigned int n, uint32_t cylinder)
{
	if (!cylinder)
		return;
	if (n >= MOST_WRAPPED) {
		draw_violation(s->card, "SPI: input %u wraps, which only the first %u can", n, MOST_WRAPPED);
		return;
	}
	s->card->guess(s->card->opaque, "SPI: inputs that wrap go the shorter way from the vertex of P0");
	s->input[n].cylinder = cylinder;
}

static void take_input(struct spi_state *s, unsigned int n, uint32_t control)
{
	uint32_t cntl = draw_reg(s->card, PS_INPUT_CNTL + 4 * n);
	struct spi_input *in = &s->input[n];
	static const uint8_t ones[4] = { 0, 8, 7, 15 };		/* DEFAULT_VAL: components that are 1 */

	in->param = find_param(s->card, cntl & 0xff);
	in->flat = cntl & FLAT && control & FLAT_ENABLE;
	in->sprite = cntl & SPRITE && control & SPRITE_ENABLE;
	for (unsigned int c = 0; c < 4; c++)
		in->defaults[c] = ones[cntl >> 8 & 3] >> c & 1 ? sq_bits(1.0f) : 0;
	take_cylinder(s, n, CYLINDER(cntl));
}

static void take_generated(struct spi_state *s, unsigned int n)
{
	if (n > s->inputs) {
		draw_violation(s->card, "SPI: generated parameters are input %u, of %u", n, s->inputs);
		return;
	}
	s->card->guess(s->card->opaque, "SPI: generated parameters are I, J, 0, 1, in the input PARAM_GEN_ADDR");
	s->input[n] = (struct spi_input){ .generated = true };
	s->squares = true;
	if (n == s->inputs)
		s->inputs++;
}

static void take_pairs(struct spi_state *s, uint32_t baryc)
{
	/* Field 2 of a centroid has the center in its place. */
	static const struct { uint8_t at; bool perspective; enum spi_where where; } fields[SPI_PAIRS] = {
		{ 8, true, SPI_SAMPLE }, { 0, true, SPI_CENTER }, { 4, true, SPI_CENTROID },
		{ 24, false, SPI_SAMPLE }, { 16, false, SPI_CENTER }, { 20, false, SPI_CENTROID },
	};

	for (unsigned int i = 0; i < SPI_PAIRS; i++) {
		uint32_t field = baryc >> fields[i].at & 3;

		if (!field)
			continue;
		s->pair[s->pairs].perspective = fields[i].perspective;
		s->pair[s->pairs++].where = field == 2 && fields[i].where == SPI_CENTROID ? SPI_CENTER :
					    fields[i].where;
	}
	s->pulls = PULL_MODEL(baryc);
	if (PULL_MODEL(baryc) > 1)
		draw_violation(s->card, "SPI: PERSP_PULL_MODEL_ENA is %u", PULL_MODEL(baryc));
}

static void refuse_others(const struct draw_card *card, uint32_t in1)
{
	if (draw_reg(card, IN_CONTROL_2))
		draw_violation(card, "SPI: coordinates of a line's stipple are not modelled");
	if (draw_reg(card, FOG_CNTL) & PASS_FOG)
		draw_violation(card, "SPI: fog of vertices is not modelled");
	if (in1 & GEN_INDEX_PIX && !(in1 >> 8 & 1))
		draw_violation(card, "SPI: numbers of pixels come with the side that they see");
	else if (in1 & GEN_INDEX_PIX && (in1 >> 9 & 3) == 3)
		draw_violation(card, "SPI: the side that a pixel sees and its number are both in w");
	if (in1 & POSITION_ULC)
		draw_violation(card, "SPI: positions of pixels' corners are not modelled");
}

void spi_take_state(struct spi_state *s, const struct draw_card *card, const struct sc_state *sc)
{
	uint32_t in0 = draw_reg(card, IN_CONTROL_0), in1 = draw_reg(card, IN_CONTROL_1);
	uint32_t control = draw_reg(card, INTERP_CONTROL);

	*s = (struct spi_state){
		.card = card, .sc = sc, .inputs = in0 & 0x3f,
		.position = { in0 >> 8 & 1, in0 >> 9 & 1, in0 >> 30 & 1, in0 >> 10 & 0x1f },
		.face = { in1 >> 8 & 1, in1 >> 11 & 1, in1 >> 12 & 0x1f, in1 >> 9 & 3 },
		.numbers = in1 >> 8 & 1 && in1 & GEN_INDEX_PIX,
		.fixed = { in1 >> 24 & 1, in1 >> 25 & 0x1f },
		.squares = control & SPRITE_ENABLE, .top_is_1 = control & SPRITE_TOP_1,
		.needs_z = draw_reg(card, INPUT_Z) & 1,
	};
	if (s->inputs > SPI_INPUTS) {
		draw_violation(card, "SPI: %u inputs", s->inputs);
		s->inputs = SPI_INPUTS;
	}
	for (unsigned int c = 0; c < 4; c++)
		s->sprite[c] = control >> (2 + 3 * c) & 7;
	for (unsigned int i = 0; i < s->inputs; i++)
		take_input(s, i, control);
	if (in0 & PARAM_GEN)
		take_generated(s, PARAM_GEN_ADDR(in0));
	take_pairs(s, draw_reg(card, BARYC_CNTL));
	refuse_others(card, in1);
	if (s->numbers)
		card->guess(card->opaque, "SPI: quads are numbered as they are shaded, from RST_PIX_CNT on");
}

/* ---- parameters ---- */

/* @what: of each component */
static void set_st(const uint32_t what[4], uint32_t *p)
{
	static const float values[4][3] = {
		[SPRITE_0] = { 0, 0, 0 }, [SPRITE_1] = { 1, 0, 0 },
		[SPRITE_S] = { 0, 1, 0 }, [SPRITE_T] = { 0, 0, 1 },
	};

	for (unsigned int c = 0; c < 4; c++)
		for (unsigned int k = 0; k < 3; k++)
			p[3 * c + k] = sq_bits(values[what[c] & 3][k]);
}

/* From one vertex to another. */
static uint32_t difference(uint32_t from, uint32_t to, bool wraps)
{
	float d = sq_float(to) - sq_float(from);

	if (wraps && d > 0.5f)
		d -= 1;
	else if (wraps && d < -0.5f)
		d += 1;
	return sq_bits(d);
}

static void set_input(const struct spi_state *s, const struct spi_input *in, const struct draw_screen *screen,
		      uint32_t *p)
{
	bool point = screen->shape == DRAW_POINT, varies = !point && !in->flat && in->param >= 0;
	static const uint32_t generated[4] = { SPRITE_S, SPRITE_T, SPRITE_0, SPRITE_1 };
	unsigned int from = point && !in->flat ? screen->corner : 0;

	if (in->generated || (in->sprite && point)) {
		set_st(in->generated ? generated : s->sprite, p);
		return;
	}
	for (unsigned int c = 0; c < 4; c++, p += 3) {
		const uint32_t v0 = in->param < 0 ? in->defaults[c] : screen->param[from][in->param][c];
		bool wraps = in->cylinder >> c & 1;

		p[0] = v0;
		p[1] = 0;
		p[2] = 0;
		if (varies)
			p[1] = difference(v0, screen->param[1][in->param][c], wraps);
		if (varies && screen->vertices > 2)
			p[2] = difference(v0, screen->param[2][in->param][c], wraps);
	}
}

void spi_set_up(const struct spi_state *s, const struct draw_screen *screen, spi_values *values)
{
	for (unsigned int i = 0; i < s->inputs; i++)
		set_input(s, &s->input[i], screen, values[i]);
}

/* All pixels of a quad have those of its primitive. */
SQ_CLONES
static void fill_params(const struct spi_state *s, const struct sq_params *params, const struct spi_quad *quad,
			unsigned int n)
{
	for (unsigned int input = 0; input < s->inputs; input++) {
		uint32_t (*row)[SQ_LANES] = params->row + (size_t)input * SQ_PARAM_ROWS;

		for (unsigned int q = 0; q < n; q++)
			for (unsigned int k = 0; k < SQ_PARAM_ROWS; k++)
				*(sq_u4 *)&row[k][(size_t)DRAW_QUAD * q] = (sq_u4){ 0 } + quad[q].values[input][k];
	}
}

/* ---- registers ---- */

/* Places on the screen, and values there, of a quad's four pixels. */
struct places {
	sq_d4 x, y;
};

static inline void find_places(const struct spi_state *s, const struct spi_quad *q, enum spi_where where,
			       struct places *at)
{
	uint16_t all = sc_all_samples(s->sc);

	at->x = (double)q->quad.x + (sq_d4){ 0.5, 1.5, 0.5, 1.5 };
	at->y = (double)q->quad.y + (sq_d4){ 0.5, 0.5, 1.5, 1.5 };
	for (unsigned int i = 0; all > 1 && where != SPI_CENTER && i < DRAW_QUAD; i++) {
		uint16_t covered = q->quad.shaded[i];
		int sample = where == SPI_SAMPLE && q->sample >= 0 ? q->sample : -1;

		if (where == SPI_CENTROID && covered && covered != all)
			sample = __builtin_ctz(covered);
		if (sample < 0)
			continue;
		at->x[i] += s->sc->at[i][sample].x / 16.0;
		at->y[i] += s->sc->at[i][sample].y / 16.0;
	}
}

static inline void find_ij(const struct draw_screen *screen, const struct places *at, bool perspective, uint32_t *i_of,
			   uint32_t *j_of)
{
	sq_d4 i, j, over_w;

	draw_plane_at_four(screen, &screen->i, &at->x, &at->y, &i);
	draw_plane_at_four(screen, &screen->j, &at->x, &at->y, &j);
	if (perspective) {
		draw_plane_at_four(screen, &screen->over_w, &at->x, &at->y, &over_w);
		i *= screen->inverse_w[1] * (1 / over_w);
		j *= screen->inverse_w[2] * (1 / over_w);
	}
	for (unsigned int n = 0; n < DRAW_QUAD; n++) {
		i_of[n] = sq_bits((float)i[n]);
		j_of[n] = sq_bits((float)j[n]);
	}
}

/* I and J over the square of a point. */
static void find_square(const struct spi_state *s, const struct draw_screen *screen, const struct places *at,
			sq_d4 *i, sq_d4 *j)
{
	*i = 0.5 + (at->x * (double)DRAW_UNITS - (double)screen->x[0]) / (2.0 * screen->half_width);
	*j = 0.5 + (at->y * (double)DRAW_UNITS - (double)screen->y[0]) / (2.0 * screen->half_height);
	if (s->top_is_1)
		*j = 1 - *j;
}

static void find_sprite_ij(const struct spi_state *s, const struct draw_screen *screen, const struct places *at,
			   uint32_t *i_of, uint32_t *j_of)
{
	sq_d4 i, j;

	find_square(s, screen, at, &i, &j);
	for (unsigned int n = 0; n < DRAW_QUAD; n++) {
		i_of[n] = sq_bits((float)i[n]);
		j_of[n] = sq_bits((float)j[n]);
	}
}

/* Registers that pairs take. */
static size_t pair_registers(const struct spi_state *s)
{
	return (s->pairs + 1) / 2;
}

/* From here on @row are registers, and the quad begins at @lane. */
SQ_CLONES
static void fill_pairs(const struct spi_state *s, uint32_t (*row)[SQ_LANES], const struct spi_quad *q, unsigned int lane)
{
	const struct draw_screen *screen = q->quad.of;
	struct places at;

	for (unsigned int i = 0; i < s->pairs; i++, row += 2) {
		if (!i || s->pair[i].where != s->pair[i - 1].where)
			find_places(s, q, s->pair[i].where, &at);
		if (screen->shape == DRAW_POINT && s->squares)
			find_sprite_ij(s, screen, &at, &row[0][lane], &row[1][lane]);
		else
			find_ij(screen, &at, s->pair[i].perspective, &row[0][lane], &row[1][lane]);
	}
}

/* At the center, whichever pairs there are. I and J are as those of pairs, before they are divided by 1 / W. */
static void fill_pull_model(const struct spi_state *s, uint32_t (*row)[SQ_LANES], const struct spi_quad *q,
			    unsigned int lane)
{
	const struct draw_screen *screen = q->quad.of;
	bool over_square = screen->shape == DRAW_POINT && s->squares;
	sq_d4 i, j, over_w;
	struct places at;

	find_places(s, q, SPI_CENTER, &at);
	draw_plane_at_four(screen, &screen->over_w, &at.x, &at.y, &over_w);
	if (over_square) {
		find_square(s, screen, &at, &i, &j);
		i *= over_w;
		j *= over_w;
	} else {
		draw_plane_at_four(screen, &screen->i, &at.x, &at.y, &i);
		draw_plane_at_four(screen, &screen->j, &at.x, &at.y, &j);
		i *= screen->inverse_w[1];
		j *= screen->inverse_w[2];
	}
	for (unsigned int n = 0; n < DRAW_QUAD; n++) {
		row[0][lane + n] = sq_bits((float)i[n]);
		row[1][lane + n] = sq_bits((float)j[n]);
		row[2][lane + n] = sq_bits((float)over_w[n]);
	}
}

static void fill_position(const struct spi_state *s, uint32_t (*row)[SQ_LANES], const struct spi_quad *q,
			  unsigned int lane)
{
	enum spi_where where = s->position.sample ? SPI_SAMPLE : s->position.centroid ? SPI_CENTROID : SPI_CENTER;
	const struct draw_screen *screen = q->quad.of;
	struct places at;

	find_places(s, q, where, &at);
	for (unsigned int i = 0; i < DRAW_QUAD; i++, lane++) {
		double x = at.x[i], y = at.y[i];

		row[0][lane] = sq_bits((float)x);
		row[1][lane] = sq_bits((float)y);
		row[2][lane] = s->needs_z ? sq_bits((float)draw_plane_at(screen, &screen->z, x, y)) : SQ_POISON;
		row[3][lane] = sq_bits((float)(1 / draw_plane_at(screen, &screen->over_w, x, y)));
	}
}

static void fill_face(const struct spi_state *s, uint32_t (*row)[SQ_LANES], const struct spi_quad *q, unsigned int lane)
{
	static const uint32_t types[] = {
		[DRAW_POINT] = TYPE_POINT, [DRAW_LINE] = TYPE_LINE, [DRAW_TRIANGLE] = TYPE_TRIANGLE,
		[DRAW_RECTANGLE] = TYPE_TRIANGLE,
	};
	const struct draw_screen *screen = q->quad.of;
	uint32_t face = s->face.all_bits ? screen->front : sq_bits(screen->front ? 1.0f : -1.0f);

	for (unsigned int i = 0; i < DRAW_QUAD; i++, lane++) {
		row[1][lane] = types[screen->shape];
		row[2][lane] = q->quad.shaded[i];
		row[s->face.chan][lane] = face;
	}
}

/* All of a wave, of so many lanes: there is one backend. */
static void number_pixels(const struct spi_state *s, uint32_t (*row)[SQ_LANES], unsigned int lanes)
{
	for (unsigned int lane = 0; lane < lanes; lane++)
		row[3][lane] = (*s->card->pixels)++;
}

static void fill_fixed(uint32_t (*row)[SQ_LANES], const struct spi_quad *q, unsigned int lane)
{
	for (unsigned int i = 0; i < DRAW_QUAD; i++, lane++) {
		row[0][lane] = (uint32_t)q->quad.x + (i & 1);
		row[1][lane] = (uint32_t)q->quad.y + (i >> 1);
		row[2][lane] = q->quad.of->layer;
		row[3][lane] = q->sample < 0 ? 0 : (uint32_t)q->sample;
	}
}

static void fill_quad(const struct spi_state *s, const struct sq_wave *wave, const struct spi_quad *q, unsigned int lane)
{
	fill_pairs(s, wave->row, q, lane);
	if (s->pulls)
		fill_pull_model(s, wave->row + 4 * pair_registers(s), q, lane);
	if (s->position.on)
		fill_position(s, wave->row + 4 * (size_t)s->position.gpr, q, lane);
	if (s->face.on)
		fill_face(s, wave->row + 4 * (size_t)s->face.gpr, q, lane);
	if (s->fixed.on)
		fill_fixed(wave->row + 4 * (size_t)s->fixed.gpr, q, lane);
}

static bool fits(const struct spi_state *s, unsigned int gprs)
{
	return pair_registers(s) + s->pulls <= gprs && !(s->position.on && s->position.gpr >= gprs) &&
	       !(s->face.on && s->face.gpr >= gprs) && !(s->fixed.on && s->fixed.gpr >= gprs);
}

bool spi_fill(const struct spi_state *s, struct sq_wave *wave, const struct sq_params *params,
	      const struct spi_quad *quad, unsigned int n)
{
	if (!fits(s, wave->shader->gprs)) {
		draw_violation(s->card, "SPI: the program of pixels has %u registers, its inputs need more",
			       wave->shader->gprs);
		return false;
	}
	for (unsigned int i = 0; i < n; i++)
		fill_quad(s, wave, &quad[i], DRAW_QUAD * i);
	if (s->numbers)
		number_pixels(s, wave->row + 4 * (size_t)s->face.gpr, DRAW_QUAD * n);
	fill_params(s, params, quad, n);
	wave->params = params;
	return true;
}
