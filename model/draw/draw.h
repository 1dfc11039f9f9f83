/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What the blocks of the drawing pipeline share. A draw goes through them in this order, each
 * of which is a file or a few, named after the silicon's:
 *
 *	VGT	indices to primitives			vgt.c, tess.c
 *	SQ	programs of vertices			stages.c, vertices.c, hull.c, gs.c, ../sq
 *		stream out				streamout.c
 *	PA	clip, viewport, cull			pa.c, clip.c, setup.c
 *	SC	primitives on the screen to quads	sc.c, sc_polygon.c, sc_line.c
 *	SPI	quads to waves of pixels		spi.c
 *	SX	alpha test, alpha to mask		sx.c
 *	DB	depth and stencil			db.c, stencil.c, htile.c
 *	CB	blending, and the store			cb.c, blend.c, cb_meta.c, resolve.c
 *
 * pipeline.c calls them, backend.c those from SC on. cache.c is between memory and DB and CB.
 *
 * Each block reads its registers once at the start of the draw, with its *_take_state(); nothing
 * reads registers later. Quads are handed on in the order of the primitives, so each pixel sees
 * these in the order in which they were drawn.
 */
#ifndef DRAW_H
#define DRAW_H

#include <string.h>

#include "../sq/wave.h"

#define DRAW_PARAMS	32u	/* of a vertex */
#define DRAW_SAMPLES	16u
#define DRAW_DISTANCES	8u	/* to clip or cull by */
#define DRAW_TARGETS	8u	/* colours */
#define DRAW_QUAD	4u	/* pixels: (0,0) (1,0) (0,1) (1,1) */
#define DRAW_TILE	8u	/* pixels to a side: what surfaces are made of */
#define DRAW_UNITS	4096	/* of a pixel, in which the screen is measured */

/* Counters of the pipeline, in the order of a sample. IA: input assembly; C: the clipper. */
enum draw_statistic {
	DRAW_PS_INVOCATIONS, DRAW_C_PRIMITIVES, DRAW_C_INVOCATIONS, DRAW_VS_INVOCATIONS, DRAW_GS_INVOCATIONS,
	DRAW_GS_PRIMITIVES, DRAW_IA_PRIMITIVES, DRAW_IA_VERTICES, DRAW_HS_INVOCATIONS, DRAW_DS_INVOCATIONS,
	DRAW_CS_INVOCATIONS, DRAW_STATISTICS,
};

/* The card, as blocks see it. A unit test has an array of registers and a piece of memory. */
struct crew;

struct draw_card {
	void *opaque;
	uint32_t (*reg)(void *opaque, uint32_t offset);
	void (*violation)(void *opaque, const char *text);
	void (*guess)(void *opaque, const char *what);	/* @what: a constant string */
	struct sq_port port;
	struct tiling memory;		/* pipes, group, bank interleave */
	bool cayman;
	uint64_t *samples;		/* the counter of those that pass depth and stencil */
	uint64_t *statistics;		/* NULL: nobody counts them now */
	uint32_t *pixels;		/* that have a number */
	uint64_t *needed, *written;	/* primitives of each stream: for stream out, and that had room */
	uint32_t *filled;		/* dwords of each buffer of stream out that have been written */
	struct crew *crew;		/* threads that run backends, or NULL; port and callbacks are for all of them */
};

static inline uint32_t draw_reg(const struct draw_card *card, uint32_t offset)
{
	return card->reg(card->opaque, offset);
}

static inline float draw_reg_float(const struct draw_card *card, uint32_t offset)
{
	return sq_float(card->reg(card->opaque, offset));
}

static inline void draw_count(const struct draw_card *card, enum draw_statistic which, uint64_t n)
{
	if (card->statistics)
		card->statistics[which] += n;
}

/* What the hardware does not define: a sentence that names the block first. */
void draw_violation(const struct draw_card *card, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- vertices and primitives: from the last stage of vertices to PA ---- */

struct draw_vertex {
	float position[4];		/* as it was exported */
	float point_size;		/* where the misc vector has one, see PA_CL_VS_OUT_CNTL */
	uint32_t edge, layer, viewport;	/* likewise; layer may be a flag that kills the vertex */
	float distance[DRAW_DISTANCES];
	uint32_t param[DRAW_PARAMS][4];
};

enum draw_shape { DRAW_POINT, DRAW_LINE, DRAW_TRIANGLE, DRAW_RECTANGLE };

static inline unsigned int draw_vertices_of(enum draw_shape shape)
{
	return shape < DRAW_RECTANGLE ? shape + 1 : 3;
}

/*
 * One primitive of its basic shape, in the order of the API's winding. Of a rectangle there are
 * three corners, in any order; the fourth is across from the middle one.
 */
struct draw_primitive {
	enum draw_shape shape;
	const struct draw_vertex *vertex[3];
	unsigned int provoking;		/* whose values flat parameters have */
	bool edge[3];			/* drawn by polygon modes: vertex n to n + 1 */
	bool first;			/* of a strip of lines, or a list: the stipple begins again */
	uint32_t id;
};

/* ---- primitives on the screen: from PA to SC, and to who wants values at a pixel ---- */

/* A value on the screen: at + dx * (x - x0) + dy * (y - y0), in pixels. */
struct draw_plane {
	double at, dx, dy;
};

/*
 * A primitive, or a piece of one that was clipped, or an edge or corner of it in a polygon mode:
 * shape, x and y are those of the piece, while i, j and parameters are those of the whole primitive.
 */
struct draw_screen {
	enum draw_shape shape;
	unsigned int vertices;		/* of the primitive: 1 to 3 */
	unsigned int corner;		/* of a point: at which of them in order[] it is */
	int32_t x[3], y[3];		/* in DRAW_UNITS, cut as PA_SU_VTX_CNTL says */
	int32_t half_width, half_height;	/* of a point, or of a line to both sides; DRAW_UNITS */
	double x0, y0;			/* where planes have their value; pixels */
	struct draw_plane z;		/* with the offset of polygons */
	struct draw_plane over_w;	/* 1 / w */
	unsigned int order[3];		/* of the primitive's vertices: first the one that provokes, and 0 in its place */
	struct draw_plane i, j;		/* of the last two in this order, linear on the screen */
	double inverse_w[3];		/* in this order; i * inverse_w[1] / over_w is linear in space */
	bool front;
	bool first;
	uint32_t layer, viewport, id;
	float z_min, z_max;		/* of the viewport, if depth is clamped to it */
	bool z_clamped;
	const uint32_t (*param[3])[4];	/* DRAW_PARAMS of them, of each vertex in this order; none is NULL */
};

static inline double draw_plane_at(const struct draw_screen *s, const struct draw_plane *p, double x, double y)
{
	return p->at + p->dx * (x - s->x0) + p->dy * (y - s->y0);
}

/* The same at four places: compilers warn of functions that take or return them. */
static inline void draw_plane_at_four(const struct draw_screen *s, const struct draw_plane *p, const sq_d4 *x,
				      const sq_d4 *y, sq_d4 *value)
{
	*value = p->at + p->dx * (*x - s->x0) + p->dy * (*y - s->y0);
}

/* ---- quads: from SC to DB, SPI and CB ---- */

struct draw_quad {
	const struct draw_screen *of;
	int32_t x, y;			/* of its first pixel: even numbers */
	uint16_t covered[DRAW_QUAD];	/* bits: samples */
	uint16_t shaded[DRAW_QUAD];	/* what was covered before anything was tested: see centroids */
};

/* Pixels that have one of these samples: bits. All four are looked at in one word. */
static inline unsigned int draw_lanes(const uint16_t covered[DRAW_QUAD], uint32_t samples)
{
	const uint64_t each = 0x0001000100010001;
	uint64_t all;

	memcpy(&all, covered, sizeof(all));
	all &= each * (samples & 0xffff);
	all = (((all & each * 0x7fff) + each * 0x7fff) | all) >> 15 & each;	/* 1 for what is not 0 */
	return (unsigned int)(all * 0x0001000200040008 >> 48) & 15;
}

#define DRAW_ANY_SAMPLE	0xffffu

/* What a program of pixels exports beside colours. */
struct draw_depth_export {
	bool has_depth, has_stencil, has_mask;
	float depth[DRAW_QUAD];
	uint32_t stencil[DRAW_QUAD], mask[DRAW_QUAD];
};

struct draw_colors {
	uint32_t exported;		/* bits: targets */
	uint32_t packed;		/* likewise: of which cb_pack() has made elements */
	sq_four value[DRAW_TARGETS];	/* bits of floats, or integers */
	/* Of what db_copy() has put into red and green of target 0, depth and stencil; 0: nothing. */
	uint8_t copied_bits[2];
};

#endif
