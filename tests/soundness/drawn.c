// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws that run in the soundness test
 *
 * Few draws of a stream would show a pixel, and some would show very many. So six vertices of two
 * instances run, from the first index on or up to the last, and each primitive covers a box of ten
 * pixels to a side, which lies at an end of a target or of depth; or 64 vertices run, to fill all
 * lanes of rings, and nothing is drawn. For that, seven of eight draws find
 * other values than the stream's in registers of which the checker accepts any value: a stream that
 * had set these would have been accepted as well. They do not say where something is in memory or how
 * large, but whether and which part of it is touched. Those of which the checker accepts not all
 * values, or by which it bounds something, are left alone.
 *
 * Sources: those of model/draw.
 */
#include "cp.h"
#include "draw/vgt.h"
#include "inside.h"
#include "sq/target.h"

#define DRAWS_OF_STREAM	4u		/* run always, later ones seldom */
#define INDICES		6u
#define INSTANCES	2u
#define BOX		10u		/* pixels */
#define SCREEN		0x4000u

#define STRMOUT_FILLED	0x8960u
#define INDEX_TYPE	0x895cu
#define SAMPLERS	0x3c000u
#define SAMPLER_BYTES	12u
#define SAMPLERS_END	(SAMPLERS + 108 * SAMPLER_BYTES)

#define WINDOW_SCISSOR_BR 0x28208u
#define DB_DEPTH_VIEW	0x28008u
#define DB_Z_INFO	0x28040u
#define DB_STENCIL_INFO	0x28044u
#define DB_DEPTH_SIZE	0x28058u
#define STAGES_EN	0x28b54u
#define STAGES_HS	(1u << 2)
#define STAGES_GS	(1u << 5)
#define STRMOUT_SIZE	0x28ad0u	/* + 16 * buffer; its stride is behind it */

static uint32_t below(struct drawn *d, uint32_t n)
{
	d->random ^= d->random >> 12;
	d->random ^= d->random << 25;
	d->random ^= d->random >> 27;
	return n ? (uint32_t)(d->random * 0x2545f4914f6cdd1dull >> 32) % n : 0;
}

static void set(struct drawn *d, uint32_t offset, uint32_t value)
{
	d->of[offset / 4] = d->number;
	d->value[offset / 4] = value;
}

static void set_float(struct drawn *d, uint32_t offset, float value)
{
	set(d, offset, sq_bits(value));
}

/* As long as nothing is set, what the stream has. */
static uint32_t found(struct card *card, uint32_t offset)
{
	return cp_draw_reg(cp_of(card->gpu), offset);
}

uint32_t drawn_reg(void *opaque, uint32_t offset, uint32_t value)
{
	const struct card *card = opaque;
	const struct drawn *d = &card->drawn;

	return d->of[offset / 4] == d->number ? d->value[offset / 4] : value;
}

/* ---- where it draws ---- */

/* Pixels of a surface, and slices that are seen. */
struct shape {
	uint32_t width, height, slices;
};

static struct shape shape_of(uint32_t pitch, uint32_t pixels, uint32_t view)
{
	uint32_t first = view & 0x7ff, last = view >> 13 & 0x7ff;

	return (struct shape){ pitch, pixels / pitch, last < first ? 1 : last - first + 1 };
}

static struct shape depth_shape(struct card *card)
{
	uint32_t size = found(card, DB_DEPTH_SIZE), pitch = ((size & 0x7ff) + 1) * 8;

	return shape_of(pitch, pitch * ((size >> 11 & 0x7ff) + 1) * 8, found(card, DB_DEPTH_VIEW));
}

/* Of a target or of depth, whichever there is. */
static struct shape choose_shape(struct card *card)
{
	struct shape shape[9];
	unsigned int n = 0;

	for (unsigned int t = 0; t < 8; t++) {
		uint32_t at = sq_slot_register(t), info = found(card, at + 16);

		if (SQ_SLOT_FORMAT(info) && !(info & SQ_SLOT_RAT))
			shape[n++] = shape_of(((found(card, at + 4) & 0x7ff) + 1) * 8,
					      ((found(card, at + 8) & 0x3fffff) + 1) * 64, found(card, at + 12));
	}
	if (found(card, DB_Z_INFO) & 3 || found(card, DB_STENCIL_INFO) & 1)
		shape[n++] = depth_shape(card);
	return n ? shape[below(&card->drawn, n)] : (struct shape){ 64, 64, 1 };
}

/* The first pixel of a box at an end of an edge, or anywhere. */
static uint32_t choose_place(struct drawn *d, uint32_t edge)
{
	uint32_t most = edge < SCREEN ? edge : SCREEN;

	switch (below(d, 4)) {
	case 0:
		return 0;
	case 1:
		return below(d, most);
	default:
		return most > BOX ? most - BOX + below(d, 4) : 0;
	}
}

static uint32_t choose_layer(struct drawn *d, uint32_t slices)
{
	switch (below(d, 8)) {
	case 0:
		return below(d, slices);
	case 1:
		return slices;
	case 2:
		return below(d, 2) ? UINT32_MAX : 1u << 31;
	default:
		return slices - 1;
	}
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Where the scissors end: of the screen, of the window, and the generic one. */
static const uint32_t scissor_br[] = { 0x28034, WINDOW_SCISSOR_BR, 0x28244 };

static void set_scissor(struct card *card, uint32_t at, uint32_t tl, uint32_t to_x, uint32_t to_y)
{
	set(&card->drawn, at - 4, tl);
	set(&card->drawn, at, to_y << 16 | to_x);
}

/* To the box, but no further than the stream does: the checker lets draws end there. */
static void cut(struct card *card, uint32_t x, uint32_t y)
{
	uint32_t to_x = 0x7fff, to_y = 0x7fff;

	for (unsigned int i = 0; i < 3; i++) {
		uint32_t tl = found(card, scissor_br[i] - 4), br = found(card, scissor_br[i]);

		if (!((tl | br) & 0x7fff) || !((tl | br) & 0x7fff0000))
			return;
		to_x = least(to_x, br & 0x7fff);
		to_y = least(to_y, br >> 16 & 0x7fff);
	}
	if (to_x <= x || to_y <= y || (card->chip.cayman && to_x == 1 && to_y == 1))
		return;
	/* No more and no less than all three of the stream. */
	set_scissor(card, scissor_br[0], 0, to_x, to_y);
	set_scissor(card, scissor_br[2], 0, to_x, to_y);
	set_scissor(card, WINDOW_SCISSOR_BR, y << 16 | x, least(to_x, x + BOX), least(to_y, y + BOX));
}

static void aim(struct card *card)
{
	struct drawn *d = &card->drawn;
	struct shape shape = choose_shape(card);
	uint32_t x = choose_place(d, shape.width), y = choose_place(d, shape.height);

	d->layer = choose_layer(d, shape.slices);
	cut(card, x, y);
	set_float(d, 0x2843c, BOX);				/* PA_CL_VPORT_XSCALE_0 and behind it */
	set_float(d, 0x28440, (float)x);
	set_float(d, 0x28444, BOX);
	set_float(d, 0x28448, (float)y);
}

/* ---- how it draws ---- */

/* Of a Cayman, some are elsewhere. */
static const struct {
	uint32_t evergreen, cayman, value;
} usual[] = {
	{ 0x2820c, 0x2820c, 0xffff },						/* PA_SC_CLIPRECT_RULE */
	{ 0x28230, 0x28230, 0xaaaaaaaa },					/* PA_SC_EDGERULE */
	{ 0x2844c, 0x2844c, 0x3f800000 }, { 0x28450, 0x28450, 0 },		/* PA_CL_VPORT_Z */
	{ 0x282d0, 0x282d0, 0 }, { 0x282d4, 0x282d4, 0x3f800000 },		/* PA_SC_VPORT_ZMIN, ZMAX */
	{ 0x28810, 0x28810, 1 << 16 },						/* PA_CL_CLIP_CNTL: none */
	{ 0x28814, 0x28814, 0 },						/* PA_SU_SC_MODE_CNTL */
	{ 0x28818, 0x28818, 0x43f },						/* PA_CL_VTE_CNTL */
	{ 0x2881c, 0x2881c, 1 << 21 | 1 << 18 },				/* PA_CL_VS_OUT_CNTL: layers */
	{ 0x28a00, 0x28a00, 0x2000200 }, { 0x28a04, 0x28a04, 0xffff0000 },	/* PA_SU_POINT_SIZE, MINMAX */
	{ 0x28a08, 0x28a08, 0x200 },						/* PA_SU_LINE_CNTL */
	{ 0x28c08, 0x28be4, 5 << 3 | 1 },					/* PA_SU_VTX_CNTL */
	{ 0x28c38, 0x28c38, UINT32_MAX }, { 0x28c3c, 0x28c3c, UINT32_MAX },	/* PA_SC_AA_MASK */
	{ 0x286cc, 0x286cc, 0 }, { 0x286d0, 0x286d0, 0 }, { 0x286d4, 0x286d4, 0 },	/* SPI: no inputs */
	{ 0x286d8, 0x286d8, 0 }, { 0x286e0, 0x286e0, 0 },
	{ 0x28410, 0x28410, 0 }, { 0x28b70, 0x28b70, 0 },			/* no test of alpha */
	{ 0x2800c, 0x2800c, 0 },						/* DB_RENDER_OVERRIDE */
	{ 0x28400, 0x28400, UINT32_MAX }, { 0x28404, 0x28404, 0 },		/* VGT_MAX_VTX_INDX, MIN */
	{ 0x28a94, 0x28a94, 0 },						/* VGT_MULTI_PRIM_IB_RESET_EN */
	{ 0x28b38, 0x28b38, 4 },						/* VGT_GS_MAX_VERT_OUT */
	{ 0x28a18, 0x28a18, 0x40000000 }, { 0x28a1c, 0x28a1c, 0 },		/* VGT_HOS_MAX_TESS_LEVEL, MIN */
	{ 0x288e8, 0x288e8, 256 },						/* SQ_LDS_ALLOC */
	{ 0x28720, 0x28720, 0 },						/* GDS_ADDR_BASE */
};

static void set_programs(struct drawn *d)
{
	static const uint32_t resources[] = { 0x28844, 0x28860, 0x28878, 0x28890, 0x288bc, 0x288d4 };

	for (unsigned int i = 0; i < sizeof(resources) / sizeof(resources[0]); i++)
		set(d, resources[i], 4 << 8 | (2 + below(d, 4)));
}

/* Parts of lanes that fill a ring are accepted as well: 64 of them, and both are in 256 bytes. */
static void fill_ring(struct card *card, uint32_t size, uint32_t item)
{
	uint32_t most = found(card, size);

	if (below(&card->drawn, 2))
		set(&card->drawn, item, most < 0x7fff ? most : 0x7fff);
}

/* @points: too few vertices for most types, or each is to be one that comes out. */
static void set_geometry(struct card *card, bool points)
{
	static const uint8_t types[] = { 0x01, 0x01, 0x01, 0x04, 0x04, 0x11, 0x02, 0x06, 0x0d, 0x13 };
	uint32_t stages = found(card, STAGES_EN), corners = 1 + below(&card->drawn, 3);
	struct drawn *d = &card->drawn;

	set(d, 0x8958, stages & STAGES_HS ? VGT_PATCH : types[points ? 0 : below(d, sizeof(types))]);
	if (stages & STAGES_GS) {
		set(d, 0x28a40, found(card, 0x28a40) | 3);	/* VGT_GS_MODE: the one for GS */
		fill_ring(card, 0x8c44, 0x28900);		/* SQ_ESGS_RING_SIZE, ITEMSIZE */
		fill_ring(card, 0x8c4c, 0x28904);		/* SQ_GSVS_RING_SIZE, ITEMSIZE */
	}
	set(d, 0x28a6c, below(d, 2) ? 0 : below(d, 3));		/* VGT_GS_OUT_PRIM_TYPE */
	set(d, 0x28b90, below(d, 2) ? 0 : 1 | 2 << 2);		/* VGT_GS_INSTANCE_CNT */
	set(d, 0x28b58, 1 | corners << 8 | corners << 14);	/* VGT_LS_HS_CONFIG: a patch */
	set(d, 0x28b6c, 1 + below(d, 2) + (below(d, 2) ? 2 << 5 : 0));	/* VGT_TF_PARAM */
	if (below(d, 4))					/* its lower bits are not for any value */
		set(d, 0x28b94, found(card, 0x28b94) & 0xf);	/* VGT_STRMOUT_CONFIG: stream 0 is drawn */
}

/* Clears and copies of planes that there are. */
static void set_control(struct card *card)
{
	static const uint8_t controls[] = { 0, 0, 0, 0x01, 0x02, 0x03, 0x04, 0x08, 0x0c, 0x8c, 0x60 };
	uint32_t control = controls[below(&card->drawn, sizeof(controls))];

	if (!(found(card, DB_Z_INFO) & 3))
		control &= ~5u;
	if (!(found(card, DB_STENCIL_INFO) & 1))
		control &= ~10u;
	set(&card->drawn, 0x28000, control);					/* DB_RENDER_CONTROL */
}

static void set_pixels(struct card *card)
{
	static const uint16_t orders[] = { 0x10, 0x10, 0, 0x40, 0x01, 0x03 };
	struct drawn *d = &card->drawn;

	set_control(card);
	set(d, 0x28004, 0);							/* DB_COUNT_CONTROL */
	set(d, 0x28800, below(d, 8) | (below(d, 2) ? 7 : 5) << 4 | 7 << 8 |	/* DB_DEPTH_CONTROL */
			below(d, 512) << 11);
	set(d, 0x28430, 0xffff00 | below(d, 256));				/* DB_STENCILREFMASK */
	set(d, 0x2880c, orders[below(d, sizeof(orders) / sizeof(orders[0]))]);	/* DB_SHADER_CONTROL */
	set(d, 0x28a48, below(d, 2));						/* PA_SC_MODE_CNTL_0: samples */
	set(d, 0x28a4c, below(d, 8) ? 0 : 1 << 16);				/* PA_SC_MODE_CNTL_1: one by one */
}

/* Filters, and how they go on at the edges. */
static void set_samplers(struct drawn *d)
{
	for (uint32_t at = SAMPLERS; at < SAMPLERS_END; at += SAMPLER_BYTES) {
		set(d, at, below(d, 512) | below(d, 2) << 9 | below(d, 2) << 11 | below(d, 3) << 13 | below(d, 3) << 15);
		set(d, at + 4, 0xfff000);
		set(d, at + 8, 1u << 31);
	}
}

/* @all_lanes: so many vertices that nothing is drawn. */
static void choose_registers(struct card *card, const struct vgt_source *source, bool all_lanes)
{
	struct drawn *d = &card->drawn;

	aim(card);
	for (unsigned int i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		set(d, card->chip.cayman ? usual[i].cayman : usual[i].evergreen, usual[i].value);
	set_programs(d);
	if (all_lanes)
		set(d, 0x28810, 1 << 22);			/* PA_CL_CLIP_CNTL: RASTERIZATION_KILL */
	set_geometry(card, source->count < 4 || all_lanes);
	set_pixels(card);
	set_samplers(d);
}

/* ---- how much of it ---- */

/* So that the last vertices have room, or just none; a stream may have set it to anything. */
static void fill_streams(struct card *card)
{
	struct drawn *d = &card->drawn;

	for (uint32_t b = 0; b < 4; b++) {
		uint32_t size = found(card, STRMOUT_SIZE + 16 * b);
		uint32_t stride = found(card, STRMOUT_SIZE + 16 * b + 4) & 0x3ff, room = stride * below(d, 8) + below(d, 2);

		gpu_reg_set(card->gpu, STRMOUT_FILLED + 4 * b, below(d, 4) && size > room ? size - room : 0);
	}
}

/* So many from the first on, or up to the last that there is. */
static void shorten(struct card *card, struct vgt_source *source, uint32_t most)
{
	uint32_t there = source->max < source->count ? source->max : source->count, skip = 0;
	struct drawn *d = &card->drawn;

	if (source->from == VGT_BUFFER && there > most && below(d, 2))
		skip = there - most + below(d, 3);
	if (source->from == VGT_AUTO)		/* any number of them is accepted */
		source->count = most;
	skip = skip < source->count ? skip : 0;
	source->base += (uint64_t)skip * (found(card, INDEX_TYPE) & 1 ? 4 : 2);
	source->count -= skip;
	if (source->from == VGT_BUFFER)
		source->max -= skip < source->max ? skip : source->max;
	if (source->count > most)
		source->count = most;
	if (source->instances > INSTANCES)
		source->instances = INSTANCES;
}

bool drawn_draw(void *opaque, struct vgt_source *source)
{
	struct card *card = opaque;
	struct drawn *d = &card->drawn;
	bool all_lanes;

	d->number++;
	d->random = ((card->job->seed + ~d->ordinal++) * 0x9e3779b97f4a7c15ull) | 1;
	if ((!source->count && source->from != VGT_AUTO) || (d->ordinal > DRAWS_OF_STREAM && below(d, 8)))
		return false;
	all_lanes = !below(d, found(card, STAGES_EN) & STAGES_GS ? 2 : 8);
	shorten(card, source, all_lanes ? SQ_LANES : INDICES);
	fill_streams(card);
	d->layer = 0;
	if (all_lanes || below(d, 8))
		choose_registers(card, source, all_lanes);
	d->draws++;
	return true;
}
