// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Constants and resources
 *
 * What shaders read through: textures, vertex buffers, samplers and the small
 * constants. A resource holds its address, so it is bounded when it is set, and
 * what is in a slot is in bounds from then on; a slot that the stream does not
 * set holds nothing at its start (&r600_cs_input.clean_start).
 *
 * A vertex buffer may be larger than the buffer behind it: clients rely on the
 * kernel to shorten it, so a patch writes its last byte. One that begins behind the buffer, as
 * an application may ask for, becomes the first byte of the buffer. A texture is bounded by
 * all that its fields let the sampler reach: all levels up to the last, all
 * slices, all samples, the FMASK. Levels behind the first are padded to powers
 * of two, in layers as well, and follow each other; a level smaller than a macro
 * tile, and all after it, are tiled in one dimension.
 *
 * Clients leave what they had in fields that do not matter for the dimension of a
 * texture. Such fields are set to what is safe, by a patch: the height where there are
 * no rows, the depth where there are neither slices nor layers, a layer behind the
 * slices of a volume, the address of smaller levels where there are none. So nothing
 * depends on whether the chip looks at them. Bits that no field has are refused.
 *
 * Sources: guide 9.4.13 to 9.4.19; field layouts from the kernel's evergreend.h, that
 * of the FMASK's bank height from Mesa's; the order of levels from libdrm's
 * radeon_surface.c, the number of layers in each from Mesa's.
 */

#include <linux/align.h>
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "r600_cs_checker.h"
#include "run.h"
#include "surface.h"
#include "tiling.h"

/**
 * struct r600_cs_space - what one SET packet can reach
 */
struct r600_cs_space {
	/** @count: dwords of the space */
	u32 count;

	/** @unit: dwords of an entry; packets start and end on entries */
	u32 unit;

	/** @compute: the first entry of compute shaders */
	u32 compute;

	/** @compute_count: entries of theirs */
	u32 compute_count;
};

/* Spaces: 0x30000, 0x3c000, 0x3a500, 0x3a200, 0x3cff0; what is compute's is Mesa's. */
static const struct r600_cs_space resources = {
	.count = 0x8000 / 4, .unit = 8, .compute = 816, .compute_count = 176,
};

static const struct r600_cs_space samplers = {
	.count = 0x600 / 4, .unit = 3, .compute = 90, .compute_count = 18,
};

static const struct r600_cs_space bools = {
	.count = 0x18 / 4, .unit = 1, .compute = 5, .compute_count = 1,
};

static const struct r600_cs_space loops = {
	.count = 0x300 / 4, .unit = 1, .compute = 160, .compute_count = 32,
};

/* SQ_VTX_BASE_VTX_LOC and SQ_VTX_START_INST_LOC, not the clears behind them; none is compute's. */
static const struct r600_cs_space controls = { .count = 2, .unit = 1 };

/*
 * CP1 and CP2 run beside draws of other clients. Whether each ring of the CP has a copy of all
 * entries nobody says, so what belongs to draws is not reached from there.
 */
static int check_engine(struct r600_cs_run *run, u32 first, u32 count,
			const struct r600_cs_space *space)
{
	const u32 own = space->compute * space->unit;

	if (run->compute_engine &&
	    (first < own || first + count > own + space->compute_count * space->unit))
		return r600_cs_refuse(run, "CONST_OFFSET", first, own,
				      "must be compute's, from the limit on");
	return 0;
}

/* Inline, so that there is no division: each caller has a unit that the compiler knows. */
static inline int check_space(struct r600_cs_run *run, const u32 *body,
			      const struct r600_cs_space *space)
{
	u32 count = run->len - 1;

	if (body[0] % space->unit || count % space->unit)
		return r600_cs_refuse(run, "CONST_OFFSET", body[0], space->unit,
				      "offset and length must be multiples of the limit");
	if ((u64)body[0] + count > space->count)
		return r600_cs_refuse(run, "CONST_OFFSET", body[0], space->count,
				      "must end inside the space");
	return check_engine(run, body[0], count, space);
}

int r600_cs_check_set_sampler(struct r600_cs_run *run, const u32 *body)
{
	return check_space(run, body, &samplers);
}

int r600_cs_check_set_bool_const(struct r600_cs_run *run, const u32 *body)
{
	return check_space(run, body, &bools);
}

int r600_cs_check_set_loop_const(struct r600_cs_run *run, const u32 *body)
{
	return check_space(run, body, &loops);
}

int r600_cs_check_set_ctl_const(struct r600_cs_run *run, const u32 *body)
{
	return check_space(run, body, &controls);
}

#define RESOURCE_DWORDS		8
#define RESOURCE_TYPE		GENMASK(31, 30)	/* word 7 */
#define  RESOURCE_TEXTURE	2
#define  RESOURCE_BUFFER	3

/* Bits of fields, for textures by class. Word 4 of a buffer is its elements, word 3 swizzles. */
static const u32 vertex_bits[RESOURCE_DWORDS] = {
	~0u, ~0u, ~0u, GENMASK(14, 2), ~0u, 0, 0, RESOURCE_TYPE,
};

/* Not among them is INTERLACED, which nothing says what rows are made of. */
static const u32 texture_bits[][RESOURCE_DWORDS] = {
	[R600_CS_EVERGREEN] = {
		~(u32)GENMASK(4, 3), ~(u32)BIT(27), ~0u, ~0u,
		~(u32)GENMASK(15, 14), GENMASK(29, 0),
		GENMASK(31, 29) | GENMASK(5, 0),
		~(u32)(GENMASK(14, 12) | GENMASK(29, 18)),
	},
	[R600_CS_CAYMAN] = {
		~(u32)BIT(3), ~(u32)BIT(27), ~0u, ~0u, ~0u, GENMASK(29, 0),
		GENMASK(31, 29) | GENMASK(5, 0),
		~(u32)(GENMASK(14, 12) | GENMASK(29, 18)),
	},
};

/* Bits that no field has, of two words. */
static inline u64 other_bits(const u32 *word, const u32 *bits)
{
	u64 two, fields;

	__builtin_memcpy(&two, word, sizeof(two));
	__builtin_memcpy(&fields, bits, sizeof(fields));
	return two & ~fields;
}

static int check_words(struct r600_cs_run *run, const u32 *word,
		       const u32 *bits)
{
	static const char *const names[RESOURCE_DWORDS] = {
		"word 0", "word 1", "word 2", "word 3",
		"word 4", "word 5", "word 6", "word 7",
	};
	u32 i;

	if (!(other_bits(&word[0], &bits[0]) | other_bits(&word[2], &bits[2]) |
	      other_bits(&word[4], &bits[4]) | other_bits(&word[6], &bits[6])))
		return 0;
	for (i = 0; !(word[i] & ~bits[i]); i++)
		;
	return r600_cs_reserved(run, names[i], word[i], bits[i]);
}

/* Word 1 is the last byte. */
static int check_vertex(struct r600_cs_run *run, const u32 *word,
			u32 dw)
{
	u64 offset = r600_cs_offset(word[0], word[2]);
	const struct r600_cs_buffer *buffer;
	u32 index;
	int ret;

	if (word[3] & ~vertex_bits[3] || word[5] | word[6] || word[7] & ~vertex_bits[7])
		return check_words(run, word, vertex_bits);
	ret = r600_cs_reloc(run, &index);
	if (ret)
		return ret;
	buffer = &run->in->buffers[index];
	if (!buffer->size || !(buffer->read_domains & R600_CS_MEMORY_DOMAINS))
		return r600_cs_refuse_access(run, &(struct r600_cs_access) {
			.field = "BASE_ADDRESS",
			.offset = offset,
			.size = 1,
			.align = 1,
			.direction = R600_CS_READ,
		}, buffer);
	/* Mesa sends what the application asks for, and that may begin behind the buffer. */
	if (offset >= buffer->size)
		return r600_cs_add_patch(run, &(struct r600_cs_patch) {
			.dw = run->dw + 1 + dw,
			.kind = R600_CS_PATCH_VERTEX_BYTE,
			.buffer = index,
		});
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw,
		.kind = R600_CS_PATCH_VERTEX,
		.buffer = index,
		.value = min_t(u64, word[1], buffer->size - offset - 1),
	});
}

#define TEX_DIM			GENMASK(2, 0)	/* word 0 */
#define  TEX_DIM_1D		0
#define  TEX_DIM_2D		1
#define  TEX_DIM_3D		2
#define  TEX_DIM_CUBE		3
#define  TEX_DIM_1D_ARRAY	4
#define  TEX_DIM_MSAA		6		/* and 7, an array of them */
#define TEX_PITCH		GENMASK(17, 6)
#define TEX_WIDTH		GENMASK(31, 18)
#define TEX_HEIGHT		GENMASK(13, 0)	/* word 1 */
#define TEX_DEPTH		GENMASK(26, 14)
#define TEX_ARRAY_MODE		GENMASK(31, 28)
#define TEX_LOG_FRAGMENTS	GENMASK(15, 14)	/* word 4, Cayman */
#define TEX_BASE_LEVEL		GENMASK(31, 28)
#define TEX_LAST_LEVEL		GENMASK(3, 0)	/* word 5 */
#define TEX_BASE_ARRAY		GENMASK(16, 4)
#define TEX_LAST_ARRAY		GENMASK(29, 17)
#define TEX_FMASK_BANK_HEIGHT	GENMASK(1, 0)	/* word 6, with samples */
#define TEX_TILE_SPLIT		GENMASK(31, 29)
#define TEX_FORMAT		GENMASK(5, 0)	/* word 7 */
#define TEX_ASPECT		GENMASK(7, 6)
#define TEX_BANK_WIDTH		GENMASK(9, 8)
#define TEX_BANK_HEIGHT		GENMASK(11, 10)
#define TEX_NUM_BANKS		GENMASK(17, 16)

#define CUBE_FACES		6

/**
 * struct r600_cs_texture - a texture resource, decoded
 */
struct r600_cs_texture {
	/** @surface: level 0 */
	struct r600_cs_surface surface;

	/** @layout: what its mode asks for */
	struct r600_cs_layout layout;

	/** @width: of level 0 in pixels */
	u32 width;

	/** @height: of level 0 in pixels */
	u32 height;

	/** @depth: slices that get fewer with each level, 1 if there are none */
	u32 depth;

	/** @layers: slices that do not */
	u32 layers;

	/** @format: the size of its blocks */
	const struct r600_cs_format *format;

	/** @last_level: last level */
	u32 last_level;
};

static int refuse_texture(struct r600_cs_run *run, u32 value,
			  const char *rule)
{
	return r600_cs_refuse(run, "texture", value, 0, rule);
}

static u32 blocks(u32 pixels, u32 block)
{
	return (pixels + (1u << block) - 1) >> block;
}

/*
 * All slices that a coordinate may be clamped to. Of an array the depth counts
 * slices as well, and of an array of cubes it counts cubes; which of them clamps
 * is not written down. A client that binds one face of a cube says so with the
 * first and the last slice; the first is not behind the last, see check_fields().
 */
static u32 texture_layers(const u32 *word)
{
	u32 last = FIELD_GET(TEX_LAST_ARRAY, word[5]);
	u32 depth = FIELD_GET(TEX_DEPTH, word[1]) + 1;

	if (FIELD_GET(TEX_DIM, word[0]) == TEX_DIM_CUBE)
		depth *= CUBE_FACES;
	return max(last + 1, depth);
}

/* Of a texture with samples: Cayman has fragments beside them, as targets have. */
static u32 texture_samples(const struct r600_cs_run *run, const u32 *word)
{
	u32 log = FIELD_GET(TEX_LAST_LEVEL, word[5]);

	if (r600_cs_is_cayman(run))
		log = max_t(u32, log, FIELD_GET(TEX_LOG_FRAGMENTS, word[4]));
	return 1u << log;
}

/* What no texture may say, however large it is. */
static int check_fields(struct r600_cs_run *run, const u32 *word)
{
	u32 level = FIELD_GET(TEX_LAST_LEVEL, word[5]);
	u32 first = FIELD_GET(TEX_BASE_LEVEL, word[4]);
	bool msaa = FIELD_GET(TEX_DIM, word[0]) >= TEX_DIM_MSAA;

	if (!r600_cs_format(FIELD_GET(TEX_FORMAT, word[7]))->bytes)
		return refuse_texture(run, word[7],
				      "the format must be a known one");
	if (first > level || (msaa && first))
		return refuse_texture(run, word[4],
				      "the first level must not be behind the last");
	if (FIELD_GET(TEX_BASE_ARRAY, word[5]) > FIELD_GET(TEX_LAST_ARRAY, word[5]))
		return refuse_texture(run, word[5],
				      "the first slice must not be behind the last");
	if (!msaa && FIELD_GET(TEX_LOG_FRAGMENTS, word[4]))
		return refuse_texture(run, word[4],
				      "only a texture with samples has fragments");
	if (msaa && level > R600_CS_MAX_LOG_SAMPLES)
		return refuse_texture(run, word[5],
				      "there are at most 8 samples");
	return 0;
}

static struct r600_cs_texture decode_texture(const struct r600_cs_run *run, const u32 *word)
{
	const struct r600_cs_format *format = r600_cs_format(FIELD_GET(TEX_FORMAT, word[7]));
	u32 dim = FIELD_GET(TEX_DIM, word[0]);
	u32 layers = texture_layers(word);
	bool msaa = dim >= TEX_DIM_MSAA;

	return (struct r600_cs_texture) {
		.surface = {
			.mode = FIELD_GET(TEX_ARRAY_MODE, word[1]),
			.tiling = {
				.split = FIELD_GET(TEX_TILE_SPLIT, word[6]),
				.banks = FIELD_GET(TEX_NUM_BANKS, word[7]),
				.bank_width = FIELD_GET(TEX_BANK_WIDTH, word[7]),
				.bank_height = FIELD_GET(TEX_BANK_HEIGHT, word[7]),
				.aspect = FIELD_GET(TEX_ASPECT, word[7]),
			},
			.bytes = format->bytes,
			.samples = msaa ? texture_samples(run, word) : 1,
			.width = (FIELD_GET(TEX_PITCH, word[0]) + 1) *
				 R600_CS_TILE_EDGE >> format->block_width,
		},
		.width = FIELD_GET(TEX_WIDTH, word[0]) + 1,
		.height = FIELD_GET(TEX_HEIGHT, word[1]) + 1,
		.depth = dim == TEX_DIM_3D ? layers : 1,
		.layers = dim == TEX_DIM_3D ? 1 : layers,
		.format = format,
		.last_level = msaa ? 0 : FIELD_GET(TEX_LAST_LEVEL, word[5]),
	};
}

static int layout_texture(struct r600_cs_run *run, const u32 *word,
			  struct r600_cs_texture *tex)
{
	struct r600_cs_surface *surface = &tex->surface;
	const char *rule;

	rule = r600_cs_surface_layout(run->in->chip, surface, &tex->layout);
	/* Tiles of these are not known to work; Mesa has none. */
	if (tex->format->block_width != tex->format->block_height &&
	    surface->mode >= R600_CS_1D_THIN1)
		rule = "a format of pairs of pixels cannot be tiled";
	/* What lies where, nobody says; Mesa has none. */
	if (surface->samples > 1 && surface->mode != R600_CS_2D_THIN1)
		rule = "samples need 2D tiling";
	if (rule)
		return refuse_texture(run, word[1], rule);
	surface->height = ALIGN(blocks(tex->height, tex->format->block_height),
				tex->layout.height_align);
	rule = r600_cs_surface_whole(run->in->chip, surface, &tex->layout);
	if (rule)
		return refuse_texture(run, word[0], rule);
	if (blocks(tex->width, tex->format->block_width) > surface->width)
		return refuse_texture(run, word[0],
				      "the width must not exceed the pitch");
	return 0;
}

/* Pixels, slices or layers of a level behind the first. */
static u32 minify(u32 value, u32 level)
{
	return roundup_pow_of_two(max(value >> level, 1u));
}

/*
 * Bytes of all levels behind the first, which lie at an address of their own. As their edges,
 * their layers are padded to a power of two: those of a cube to eight. No register says how far
 * the rows of a linear level are apart, so all are as far as those of LINEAR_ALIGNED, the widest.
 */
static u64 mip_bytes(const struct r600_cs_chip *chip,
		     const struct r600_cs_texture *tex)
{
	struct r600_cs_surface surface = tex->surface;
	struct r600_cs_layout layout = tex->layout;
	u32 layers = minify(tex->layers, 0), i;
	u64 bytes = 0;

	if (surface.mode == R600_CS_LINEAR_GENERAL) {
		surface.mode = R600_CS_LINEAR_ALIGNED;
		r600_cs_surface_layout(chip, &surface, &layout);
	}
	for (i = 1; i <= tex->last_level; i++) {
		surface.width = blocks(minify(tex->width, i), tex->format->block_width);
		surface.height = blocks(minify(tex->height, i), tex->format->block_height);
		if (surface.mode == R600_CS_2D_THIN1 &&
		    (surface.width < layout.width_align ||
		     surface.height < layout.height_align)) {
			surface.mode = R600_CS_1D_THIN1;
			/* It fits a format that the first level fits. */
			if (r600_cs_surface_layout(chip, &surface, &layout))
				return ~0ull;
		}
		surface.width = ALIGN(surface.width, layout.width_align);
		surface.height = ALIGN(surface.height, layout.height_align);
		bytes += r600_cs_surface_bytes(&surface, layers * minify(tex->depth, i));
	}
	return bytes;
}

/* The FMASK of a texture with samples: one more surface, with banks of its own height. */
static const char *bound_fmask(const struct r600_cs_chip *chip,
			       const struct r600_cs_texture *tex, u32 word6,
			       struct r600_cs_access *access)
{
	struct r600_cs_surface fmask = tex->surface;
	struct r600_cs_layout layout;
	const char *rule;

	rule = r600_cs_surface_fmask(chip, FIELD_GET(TEX_FMASK_BANK_HEIGHT, word6),
				     &fmask, &layout);
	if (!rule)
		rule = r600_cs_surface_banks(chip, &fmask);
	if (rule)
		return rule;
	access->align = max(access->align, layout.base_align);
	access->size = r600_cs_surface_bytes(&fmask, tex->layers);
	return NULL;
}

/* There are no smaller levels: their address becomes that of the first, in @buffer. */
static int park_mips(struct r600_cs_run *run, const u32 *word, u32 dw,
		     u32 buffer)
{
	u32 unused;
	int ret;

	ret = r600_cs_reloc(run, &unused);
	if (ret)
		return ret;
	return r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw + 3,
		.kind = R600_CS_PATCH_START256,
		.buffer = buffer,
		.value = word[2],
	});
}

/*
 * The second address: smaller levels, or the FMASK, which even one sample may have.
 * Levels start where a macro tile does, though the first of them may be smaller.
 */
static int check_mips(struct r600_cs_run *run, const u32 *word, u32 dw,
		      const struct r600_cs_texture *tex)
{
	struct r600_cs_access access = {
		.field = "MIP_ADDRESS",
		.offset = (u64)word[3] << 8,
		.align = 256,
		.dw = dw + 3,
		.kind = R600_CS_PATCH_BASE256,
		.direction = R600_CS_READ,
	};
	bool msaa = FIELD_GET(TEX_DIM, word[0]) >= TEX_DIM_MSAA;
	const char *rule;

	if (msaa && !word[3] && !r600_cs_next_is_reloc(run))
		return 0;
	if (msaa) {
		rule = bound_fmask(run->in->chip, tex, word[6], &access);
		if (rule)
			return refuse_texture(run, word[6], rule);
	} else {
		access.align = tex->layout.base_align;
		access.size = mip_bytes(run->in->chip, tex);
	}
	return r600_cs_access(run, &access);
}

/* Fields of word 1 that do not matter, by DIM. */
static const u32 texture_unused[TEX_DIM + 1] = {
	[TEX_DIM_1D] = TEX_HEIGHT | TEX_DEPTH,
	[TEX_DIM_2D] = TEX_DEPTH,
	[TEX_DIM_1D_ARRAY] = TEX_HEIGHT,
	[TEX_DIM_MSAA] = TEX_DEPTH,
};

static void make_safe(u32 *word)
{
	u32 dim = FIELD_GET(TEX_DIM, word[0]), last;

	word[1] &= ~texture_unused[dim];
	last = FIELD_GET(TEX_DEPTH, word[1]);
	if (dim == TEX_DIM_3D)
		word[5] = (word[5] & ~(TEX_BASE_ARRAY | TEX_LAST_ARRAY)) |
			  FIELD_PREP(TEX_BASE_ARRAY,
				     min_t(u32, last, FIELD_GET(TEX_BASE_ARRAY, word[5]))) |
			  FIELD_PREP(TEX_LAST_ARRAY,
				     min_t(u32, last, FIELD_GET(TEX_LAST_ARRAY, word[5])));
}

static void tile_texture(struct r600_cs_run *run, u32 *word, u32 buffer)
{
	const struct r600_cs_chip *chip = run->in->chip;
	u32 tiling = run->in->buffers[buffer].tiling;

	word[1] = r600_cs_tiled(chip, R600_CS_TILED_TEX_WORD1, tiling, word[1]);
	word[6] = r600_cs_tiled(chip, R600_CS_TILED_TEX_WORD6, tiling, word[6]);
	word[7] = r600_cs_tiled(chip, R600_CS_TILED_TEX_WORD7, tiling, word[7]);
}

/* Does the chip find it as the client wrote it? */
static bool is_unchanged(const struct r600_cs_run *run, const u32 *word)
{
	u32 dim = FIELD_GET(TEX_DIM, word[0]);

	return run->in->keep_tiling && dim != TEX_DIM_3D && !(word[1] & texture_unused[dim]);
}

/* As the chip will find it. The first relocation is also that of the address. */
static int change_texture(struct r600_cs_run *run, const u32 *body, u32 dw,
			  u32 *word)
{
	u32 buffer, i, here = run->next;
	int ret;

	__builtin_memcpy(word, &body[dw], RESOURCE_DWORDS * sizeof(*word));
	make_safe(word);
	if (run->in->keep_tiling && word[1] == body[dw + 1] && word[5] == body[dw + 5])
		return 0;
	ret = r600_cs_reloc(run, &buffer);
	run->next = here;
	if (ret)
		return ret;
	if (!run->in->keep_tiling)
		tile_texture(run, word, buffer);
	for (i = 0; i < RESOURCE_DWORDS && !ret; i++)
		if (word[i] != body[dw + i])
			ret = r600_cs_add_patch(run, &(struct r600_cs_patch) {
				.dw = run->dw + 1 + dw + i,
				.kind = R600_CS_PATCH_VALUE,
				.buffer = buffer,
				.value = word[i],
			});
	return ret;
}

/* All that the fields let the sampler reach. */
static int bound_texture(struct r600_cs_run *run, const u32 *word, u32 dw)
{
	struct r600_cs_texture tex = decode_texture(run, word);
	const struct r600_cs_buffer *buffer;
	u64 offset = (u64)word[2] << 8, size;
	u32 index;
	int ret;

	ret = layout_texture(run, word, &tex);
	if (ret)
		return ret;
	ret = r600_cs_reloc(run, &index);
	if (ret)
		return ret;
	buffer = &run->in->buffers[index];
	size = r600_cs_surface_bytes(&tex.surface, tex.layers * tex.depth);
	if (!r600_cs_is_inside(buffer, offset, size, tex.layout.base_align, R600_CS_READ))
		return r600_cs_refuse_access(run, &(struct r600_cs_access) {
			.field = "BASE_ADDRESS",
			.offset = offset,
			.size = size,
			.align = tex.layout.base_align,
			.direction = R600_CS_READ,
		}, buffer);
	ret = r600_cs_add_patch(run, &(struct r600_cs_patch) {
		.dw = run->dw + 1 + dw + 2,
		.kind = R600_CS_PATCH_BASE256,
		.buffer = index,
	});
	if (ret)
		return ret;
	if (FIELD_GET(TEX_DIM, word[0]) < TEX_DIM_MSAA && !tex.last_level)
		return park_mips(run, word, dw, index);
	return check_mips(run, word, dw, &tex);
}

static int check_texture(struct r600_cs_run *run, const u32 *body,
			 u32 dw)
{
	u32 changed[RESOURCE_DWORDS];
	const u32 *word = &body[dw];
	int ret;

	ret = check_words(run, word, texture_bits[run->in->chip->class]);
	if (ret)
		return ret;
	if (!is_unchanged(run, word)) {
		ret = change_texture(run, body, dw, changed);
		if (ret)
			return ret;
		word = changed;
	}
	ret = check_fields(run, word);
	if (ret)
		return ret;
	return bound_texture(run, word, dw);
}

/* Those of the packet in hand. */
static int check_resources(struct r600_cs_run *run)
{
	const u32 *body = &run->ib[run->dw + 1];
	u32 dw, type;
	int ret;

	ret = check_space(run, body, &resources);
	if (ret || run->in->vm)
		return ret;
	for (dw = 1; dw < run->len; dw += resources.unit) {
		type = FIELD_GET(RESOURCE_TYPE, body[dw + 7]);
		if (type == RESOURCE_BUFFER)
			ret = check_vertex(run, &body[dw], dw);
		else if (type == RESOURCE_TEXTURE)
			ret = check_texture(run, body, dw);
		else
			ret = r600_cs_refuse(run, "TYPE", type, RESOURCE_BUFFER,
					     "must be 2 (texture) or 3 (buffer)");
		if (ret)
			return ret;
	}
	return 0;
}

/* Real streams set many in a row, and each with a packet of its own. */
int r600_cs_check_set_resource(struct r600_cs_run *run, const u32 *body)
{
	int ret;

	/* Nothing in such a stream can use it, and work on GFX at the same moment might. */
	if (run->compute_engine && !run->in->vm && !run->in->clean_start)
		return r600_cs_refuse(run, NULL, run->header, 0,
				      "the compute engine has no clean start to dispatch from");
	do {
		ret = check_resources(run);
	} while (!ret && r600_cs_take_alike(run));
	return ret;
}
