/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Inside of the texture unit: what it keeps for a wave, and an instruction under way.
 */
#ifndef TX_UNIT_H
#define TX_UNIT_H

#include <math.h>

#include "tx.h"

#define TX_RESOURCES	8u		/* that are kept in fields */
#define TX_TEXELS_LOG2	10u		/* that are kept as numbers */
#define TX_TILES	32u		/* whose addresses are */
#define TX_WHOLE_LOG2	8u		/* tiles all of whose texels are */
#define TX_TILE		8u		/* texels, both ways */
#define TX_FAR		16777216.0	/* texels: more than any texture has, and still a multiple of its size */
#define TX_ONE		256		/* of a fraction */
#define TX_BORDER	INT32_MIN	/* in place of a texel's coordinate */

struct tx_texel {
	uint32_t value[4] __attribute__((aligned(16)));
	uint64_t key;
};

struct tx_tile {
	uint64_t key, addr;
};

struct tx_unit {
	struct {
		bool used;
		uint32_t words[8];
		struct tx_texture texture;
	} resource[TX_RESOURCES];
	/* what other instructions of the clause have set */
	bool has_gradients[2], has_offsets;
	float gradient[2][3][SQ_LANES];	/* to the right, and down */
	int32_t offset[3][SQ_LANES];	/* texels */
	uint64_t turn;			/* in each key: what others have kept is forgotten */
	struct tx_texel texel[1u << TX_TEXELS_LOG2];
	struct tx_tile tile[TX_TILES];
	uint64_t whole[1u << TX_WHOLE_LOG2];	/* their keys */

	/* Much room, of which few textures use all: what a key has been written for is there. */
	uint32_t whole_texel[1u << TX_WHOLE_LOG2][TX_TILE * TX_TILE][4] __attribute__((aligned(16)));
};

/* An instruction, for all lanes. */
struct tx_op {
	struct sq_wave *wave;
	const struct sq_fetch *f;
	struct tx_unit *unit;
	const struct tx_texture *t;	/* NULL if it has no resource */
	uint32_t in[4][SQ_LANES];	/* what SRC_SEL has chosen */
	uint32_t (*dst)[SQ_LANES];
};

#define tx_violated(op, ...)	sq_violated((op)->wave, (op)->f->at, (op)->f, -1, __VA_ARGS__)

/* ---- instructions; false: told ---- */

bool tx_run_load(struct tx_op *op);
bool tx_run_load_fmask(struct tx_op *op);
bool tx_run_size(struct tx_op *op);
bool tx_run_samples(struct tx_op *op);
bool tx_run_sample(struct tx_op *op);
bool tx_run_gather(struct tx_op *op);
bool tx_run_lod(struct tx_op *op);
bool tx_run_get_gradients(struct tx_op *op);
bool tx_run_set_gradients(struct tx_op *op);
bool tx_run_keep_gradients(struct tx_op *op);
bool tx_run_set_offsets(struct tx_op *op);

/* A result that the resource has no order for; or a colour, whose components it chooses among. */
void tx_give(const struct tx_op *op, int lane, const uint32_t value[4], bool integers);
void tx_give_color(const struct tx_op *op, int lane, const uint32_t value[4]);
/* The same for all lanes that run: floats; or colours, of lanes in @mask. */
void tx_give_rows(const struct tx_op *op, float value[4][SQ_LANES]);
void tx_give_colors(const struct tx_op *op, uint32_t value[SQ_LANES][4], uint64_t mask);

/* ---- resources ---- */

/* NULL: no memory. */
struct tx_unit *tx_unit_of(struct sq_wave *wave);
void tx_forget_texels(struct tx_unit *unit);
const struct tx_texture *tx_find_texture(struct tx_unit *unit, const struct sq_wave *wave, unsigned int id,
					 const uint32_t w[8]);
void tx_lay_out(struct tx_texture *t, uint64_t smaller);
/* How large a level is that one may see. */
uint32_t tx_level_edge(uint32_t edge, unsigned int level);
/* How many coordinates it has beside that of the layer, and whether it has that. */
unsigned int tx_axes(const struct tx_texture *t);
bool tx_has_layers(const struct tx_texture *t);

/* ---- texels ---- */

/* Bytes of an element, or 0; how many texels it has. */
unsigned int tx_element_size(uint32_t format, unsigned int *width, unsigned int *height);
tx_decode_fn *tx_decoder_of(const struct tx_texture *t);
/* False: the level cannot be read, which has been told. */
bool tx_check_level(const struct tx_op *op, unsigned int level);
/* A tile of elements that are texels, each so many bytes behind the first. */
void tx_make_texels(const struct tx_texture *t, const uint8_t *bytes, const uint32_t way[TX_TILE * TX_TILE],
		    uint32_t value[TX_TILE * TX_TILE][4]);
/* @key is tx_key(). */
void tx_read_memory(const struct tx_op *op, uint64_t key, uint32_t value[4]);

/* Which of the resources that are kept. */
static inline unsigned int tx_slot(const struct sq_fetch *f)
{
	return f->buffer_id % TX_RESOURCES;
}

/* What a texel is known by as long as it is kept, or a tile by its place among tiles. */
static inline uint64_t tx_key(const struct tx_op *op, unsigned int level, uint32_t x, uint32_t y, uint32_t z,
			      unsigned int sample)
{
	return x | (uint64_t)y << 14 | (uint64_t)z << 28 | (uint64_t)level << 41 | (uint64_t)sample << 45 |
	       (uint64_t)tx_slot(op->f) << 49 | op->unit->turn << 52;
}

/*
 * Of a level that has been checked, and coordinates inside; @rest is the key of the slice's first
 * texel. Neighbours, 32 x 32 of them, have places of their own.
 */
static inline const uint32_t *tx_read(const struct tx_op *op, uint64_t rest, uint32_t x, uint32_t y)
{
	uint32_t slice = (uint32_t)(rest * 0x9e3779b97f4a7c15ull >> (64 - TX_TEXELS_LOG2));
	struct tx_texel *kept = &op->unit->texel[((x & 31) | (y & 31) << 5) ^ slice];
	uint64_t key = rest | x | (uint64_t)y << 14;

	if (kept->key != key) {
		tx_read_memory(op, key, kept->value);
		kept->key = key;
	}
	return kept->value;
}

/* ---- whole tiles ---- */

/* May a level's texels be read by tiles? */
bool tx_has_whole_tiles(const struct tx_op *op, unsigned int level);
void tx_read_tile(const struct tx_op *op, uint64_t key, uint32_t texel[TX_TILE * TX_TILE][4]);

/* Of the tile with this texel, row by row. Tiles, 16 x 16 of them, have places of their own. */
static inline const uint32_t (*tx_tile_of(const struct tx_op *op, uint64_t rest, uint32_t x, uint32_t y))[4]
{
	uint32_t column = x / TX_TILE, row = y / TX_TILE;
	uint32_t slice = (uint32_t)(rest * 0x9e3779b97f4a7c15ull >> (64 - TX_WHOLE_LOG2));
	uint32_t at = ((column + 16 * row) ^ slice) % (1u << TX_WHOLE_LOG2);
	uint64_t key = rest | column | (uint64_t)row << 14;

	if (op->unit->whole[at] != key) {
		tx_read_tile(op, key, op->unit->whole_texel[at]);
		op->unit->whole[at] = key;
	}
	return (const uint32_t (*)[4])op->unit->whole_texel[at];
}

/* ---- samplers ---- */

enum { TX_POINT, TX_LINEAR };			/* of filters in a level */
enum { TX_MIP_NONE, TX_MIP_POINT, TX_MIP_LINEAR };	/* of levels */
enum { TX_WRAP, TX_MIRROR, TX_EDGE, TX_MIRROR_EDGE, TX_HALF_BORDER, TX_MIRROR_HALF_BORDER, TX_TO_BORDER,
	TX_MIRROR_BORDER };

struct tx_sampler {
	const char *problem;
	unsigned int clamp[3], mag, min, z, mip, aniso_log2, border_type, compare;
	bool mag_aniso, min_aniso, has_z, truncates, no_cube_wrap;
	float min_lod, max_lod, bias;
	uint32_t border[4];		/* in the order of the texture's components */
};

/* False: there is none, which has been told. */
bool tx_take_sampler(const struct tx_op *op, struct tx_sampler *s);
/* 0 or 1. */
bool tx_compare(unsigned int function, float reference, float value);

/* ---- where a lane samples ---- */

/* Its coordinates as they come, and how they change. */
struct tx_place {
	float at[3];
	int32_t offset[3];		/* half texels */
	unsigned int slice;		/* layer, counted from the first one; of cubes: the face too */
	float reference;
	float lod;			/* after bias and limits; counted from the base level */
	unsigned int probes;
	float step[3];			/* from the first of them to behind the last */
};

/* Texels in one direction, and how much of the second, in 256ths. */
struct tx_taps {
	int32_t at[2];
	uint32_t second;
};

/* @u counts texels. */
struct tx_taps tx_find_taps(double u, uint32_t size, unsigned int clamp, bool linear, bool truncates);
/* In a cube a coordinate may be one texel outside, and is brought to the face that is there. */
void tx_cube_neighbour(uint32_t size, unsigned int *face, int32_t at[2]);
/* The place of a point of face @from, seen from @face. False: it is behind. */
bool tx_cube_project(unsigned int face, unsigned int from, float at[2]);

/* ---- LOD ---- */

/* What lanes cover: levels (without bias and limits), and for anisotropic filters probes along a step. */
struct tx_footprints {
	float lod[SQ_LANES], step[3][SQ_LANES];
	unsigned int probes[SQ_LANES];
};

void tx_find_footprints(const struct tx_op *op, const struct tx_sampler *s, struct tx_footprints *prints);

/* ---- filters ---- */

/* False: told. */
bool tx_filter(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place, bool compares,
	       uint32_t value[4]);
/* In 256ths of a level, from the base: the last one that is used, and that of a lane. */
static inline uint32_t tx_last_level(const struct tx_op *op, const struct tx_sampler *s)
{
	return s->mip == TX_MIP_NONE ? 0 : (op->t->last_level - op->t->base_level) * TX_ONE;
}

static inline uint32_t tx_find_level(uint32_t last, unsigned int mip, float lod)
{
	float inside = lod > 0 ? lod < (float)TX_LEVELS ? lod : (float)TX_LEVELS : 0;
	uint32_t fixed = (uint32_t)(int32_t)(inside * TX_ONE + 0.5f);

	fixed = mip == TX_MIP_POINT ? (fixed + TX_ONE / 2) / TX_ONE * TX_ONE : fixed;
	return fixed < last ? fixed : last;
}

/* Can tx_filter_plain() do it? Two coordinates and nothing that is only sometimes so. */
bool tx_is_plain(const struct tx_op *op, const struct tx_sampler *s);
/* All lanes at once, as tx_filter() does it; levels of detail are @lod. False: told. */
bool tx_filter_plain(const struct tx_op *op, const struct tx_sampler *s, const float lod[SQ_LANES]);
/* A layer, counted from the first one; of cubes: the face too. */
unsigned int tx_find_slice(const struct tx_op *op, int lane);
/* The four texels of a linear filter in the base level: lower row first. False: told. */
bool tx_filter_taps(const struct tx_op *op, const struct tx_sampler *s, const struct tx_place *place,
		    uint32_t value[4][4]);

#endif
