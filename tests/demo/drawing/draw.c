// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: draws
 *
 * Vertices and constants of a batch lie one behind the other in one buffer, programs in
 * another one. A base of a constant buffer counts 256 bytes.
 *
 * Sources: AMD's register guides, and the acceleration guide's chapter 9 for packets.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "pm4.h"
#include "regs.h"
#include "state.h"

#define DATA_BYTES	(1u << 20)
#define CONSTANT_LINE	256u
#define SOURCE_AUTO	2u
#define OFF		0x80000000u	/* CONTEXT_CONTROL: nothing is loaded or shadowed */

static uint32_t float_bits(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

/* ---- the card ---- */

static int load_programs(struct draw *d)
{
	int ret = bo_create_mapped(d->card.fd, sizeof(program_words[0][0]) * PROGRAMS, GTT, &d->programs);

	for (uint32_t i = 0; i < PROGRAMS && !ret; i++)
		memcpy(d->programs.u32 + (size_t)i * PROGRAM_DWORDS,
		       program_words[i][d->cayman ? ISA_CAYMAN : ISA_EVERGREEN], sizeof(program_words[i][0]));
	return ret;
}

int draw_open(struct draw *d)
{
	uint32_t config[2] = { 0 };
	int ret;

	memset(d, 0, sizeof(*d));
	ret = card_open(&d->card);
	if (ret)
		return ret;
	d->cayman = card_is_cayman(&d->card);
	cs_init(&d->cs, d->card.fd);
	ret = card_info(d->card.fd, RADEON_INFO_TILING_CONFIG, config);
	d->tiling.banks_log2 = (config[0] >> 4 & 0xf) + 1;
	ret = ret ?: load_programs(d);
	return ret ?: bo_create_mapped(d->card.fd, DATA_BYTES, GTT, &d->data);
}

void draw_close(struct draw *d)
{
	bo_free(&d->programs);
	bo_free(&d->data);
	cs_fini(&d->cs);
	card_close(&d->card);
}

/* ---- batches ---- */

void draw_flush(struct draw *d)
{
	pm4_event_write(&d->cs, EVENT_CACHE_FLUSH_AND_INV);
	pm4_surface_sync(&d->cs);
}

void draw_begin(struct draw *d)
{
	cs_clear(&d->cs);
	d->used = 0;
	cs_emit(&d->cs, pm4_type3(PM4_CONTEXT_CONTROL, 2));
	cs_emit(&d->cs, OFF);
	cs_emit(&d->cs, OFF);
	pm4_event_write(&d->cs, EVENT_PS_PARTIAL_FLUSH);
	pm4_surface_sync(&d->cs);
	set_common_state(&d->cs, d->cayman);
	draw_depth(d, NULL, ALWAYS);
	draw_blend(d, false);
}

int draw_finish(struct draw *d)
{
	int ret;

	draw_flush(d);
	cs_pad(&d->cs, 8);
	ret = cs_submit(&d->cs);
	d->batches += !ret;
	return ret ?: bo_wait(&d->data);
}

/* ---- targets ---- */

/* What a tile is, at the places of a register or of a word of a resource. */
struct tile_places {
	uint8_t split, banks, bank_height, aspect;
};

static uint32_t tile_fields(const struct draw *d, const struct surface *s, struct tile_places at)
{
	if (s->mode != TILED_2D)
		return 0;
	return TILE_SPLIT_LOG2 << at.split | d->tiling.banks_log2 << at.banks |
	       BANK_HEIGHT_LOG2 << at.bank_height | ASPECT_LOG2 << at.aspect;
}

static void set_target(struct draw *d, const struct surface *s)
{
	static const struct tile_places attrib = { .split = 5, .banks = 10, .bank_height = 16, .aspect = 19 };
	const struct surface_form *form = &surface_forms[s->format];
	/* Base, pitch, slice, view, INFO, ATTRIB, DIM. */
	const uint32_t values[] = {
		0, s->pitch / 8 - 1, s->pitch * s->rows / 64 - 1, 0,
		COLOR_FORMAT(form->code) | COLOR_MODE(s->mode) | COLOR_SWAP(form->swap) |
			COLOR_BLEND_CLAMP | COLOR_EXPORT_4C_16BPC,
		tile_fields(d, s, attrib), 0,
	};

	pm4_set_context_regs(&d->cs, CB_COLOR0_BASE, values, ARRAY_SIZE(values));
	cs_reloc(&d->cs, &s->bo, true);		/* of the base, */
	cs_reloc(&d->cs, &s->bo, true);		/* and of ATTRIB */
	draw_scissor(d, 0, 0, s->width, s->height);
}

void draw_to(struct draw *d, const struct surface *s)
{
	set_target(d, s);
	set_context_reg(&d->cs, PA_CL_VTE_CNTL, VTE_ON_SCREEN | VTE_W_IS_NOT_INVERTED);
}

void draw_viewport(struct draw *d, const struct surface *s)
{
	const float x = (float)s->width / 2, y = (float)s->height / 2;
	const uint32_t viewport[6] = {
		float_bits(x), float_bits(x), float_bits(-y), float_bits(y), float_bits(0.5f), float_bits(0.5f),
	};

	set_target(d, s);
	set_context_reg(&d->cs, PA_CL_VTE_CNTL, VTE_ALL | VTE_W_IS_NOT_INVERTED);
	pm4_set_context_regs(&d->cs, PA_CL_VPORT_XSCALE_0, viewport, ARRAY_SIZE(viewport));
}

void draw_depth(struct draw *d, const struct surface *s, enum compare compare)
{
	static const struct tile_places z_info = { .split = 8, .banks = 12, .bank_height = 20, .aspect = 24 };
	const uint32_t none[2] = { 0 };

	if (!s) {
		set_context_reg(&d->cs, DB_DEPTH_CONTROL, 0);
		pm4_set_context_regs(&d->cs, DB_Z_INFO, none, ARRAY_SIZE(none));
		return;
	}
	set_context_reg(&d->cs, DB_DEPTH_CONTROL, DEPTH_TEST | DEPTH_WRITE | DEPTH_FUNC(compare));
	set_context_reg(&d->cs, DB_Z_INFO, Z_FORMAT_32_FLOAT | s->mode << 4 | tile_fields(d, s, z_info));
	set_context_reg(&d->cs, DB_Z_READ_BASE, 0);
	cs_reloc(&d->cs, &s->bo, true);
	set_context_reg(&d->cs, DB_Z_WRITE_BASE, 0);
	cs_reloc(&d->cs, &s->bo, true);
	set_context_reg(&d->cs, DB_DEPTH_SIZE, (s->rows / 8 - 1) << 11 | (s->pitch / 8 - 1));
	set_context_reg(&d->cs, DB_DEPTH_SIZE + 4, s->pitch * s->rows / 64 - 1);
}

void draw_scissor(struct draw *d, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom)
{
	const uint32_t corners[2] = { top << 16 | left, bottom << 16 | right };

	pm4_set_context_regs(&d->cs, PA_SC_WINDOW_SCISSOR_TL, corners, ARRAY_SIZE(corners));
}

void draw_clip(struct draw *d, bool clip)
{
	set_context_reg(&d->cs, PA_CL_CLIP_CNTL, clip ? 0 : CLIP_NOTHING);
}

void draw_blend(struct draw *d, bool blend)
{
	set_context_reg(&d->cs, CB_BLEND0_CONTROL, blend ? BLEND_OVER : 0);
}

/* ---- programs and what they read ---- */

static void set_program(struct draw *d, uint32_t start, enum program program)
{
	set_context_reg(&d->cs, start, (uint32_t)program * PROGRAM_DWORDS * 4 >> 8);
	cs_reloc(&d->cs, &d->programs, false);
}

void draw_programs(struct draw *d, enum program vertex, enum program pixel)
{
	const uint32_t ps[3] = { program_gprs(pixel) | DX10_CLAMP, 0, EXPORT_ONE_COLOR };
	const uint32_t vs[2] = { program_gprs(vertex) | DX10_CLAMP, 0 };

	set_program(d, SQ_PGM_START_PS, pixel);
	pm4_set_context_regs(&d->cs, SQ_PGM_RESOURCES_PS, ps, ARRAY_SIZE(ps));
	set_program(d, SQ_PGM_START_VS, vertex);
	pm4_set_context_regs(&d->cs, SQ_PGM_RESOURCES_VS, vs, ARRAY_SIZE(vs));
	set_program(d, SQ_PGM_START_FS, vertex);	/* not called, but there has to be one */
}

/* A place for more data: the byte. More than there is room for is an error of the caller's. */
static uint32_t put(struct draw *d, const void *data, uint32_t bytes)
{
	uint32_t at = (d->used + CONSTANT_LINE - 1) / CONSTANT_LINE * CONSTANT_LINE;

	if (bytes > DATA_BYTES - at) {
		fprintf(stderr, "more than %u bytes in a batch\n", DATA_BYTES);
		exit(1);
	}
	memcpy(d->data.u8 + at, data, bytes);
	d->used = at + bytes;
	return at;
}

static void set_constants(struct draw *d, uint32_t size, uint32_t base, const void *data, uint32_t bytes)
{
	set_context_reg(&d->cs, size, (bytes + CONSTANT_LINE - 1) / CONSTANT_LINE);
	set_context_reg(&d->cs, base, put(d, data, bytes) >> 8);
	cs_reloc(&d->cs, &d->data, false);
}

void draw_color(struct draw *d, const float color[4])
{
	set_constants(d, SQ_ALU_CONST_BUFFER_SIZE_PS_0, SQ_ALU_CONST_CACHE_PS_0, color, 16);
}

void draw_matrix(struct draw *d, const float rows[4][4])
{
	set_constants(d, SQ_ALU_CONST_BUFFER_SIZE_VS_0, SQ_ALU_CONST_CACHE_VS_0, rows, 64);
}

static void set_sampler(struct draw *d, enum filter filter)
{
	cs_emit(&d->cs, pm4_type3(PM4_SET_SAMPLER, 4));
	cs_emit(&d->cs, 0);
	cs_emit(&d->cs, CLAMP_TO_EDGE | (filter == LINEAR ? LINEAR_FILTER : 0));
	cs_emit(&d->cs, 0);
	cs_emit(&d->cs, SAMPLER_TYPE);
}

void draw_texture(struct draw *d, const struct surface *s, enum filter filter)
{
	const struct surface_form *form = &surface_forms[s->format];
	bool tiled = s->mode == TILED_2D;
	const uint32_t word[PM4_RESOURCE_DW] = {
		DIM_2D | (s->pitch / 8 - 1) << 6 | (s->width - 1) << 18,
		(s->height - 1) | s->mode << 28,
		0, 0,
		form->select << 16,
		0,
		tiled ? TILE_SPLIT_LOG2 << 29 : 0,
		form->code | TYPE_TEXTURE |
			(tiled ? ASPECT_LOG2 << 6 | BANK_HEIGHT_LOG2 << 10 | d->tiling.banks_log2 << 16 : 0),
	};

	pm4_set_resource(&d->cs, PS_RESOURCES, word);
	cs_reloc(&d->cs, &s->bo, false);	/* of the base, */
	cs_reloc(&d->cs, &s->bo, false);	/* and of smaller levels */
	set_sampler(d, filter);
}

/* ---- vertices ---- */

static void bind_vertices(struct draw *d, uint32_t at, uint32_t bytes)
{
	const uint32_t word[PM4_RESOURCE_DW] = {
		at, bytes - 1, sizeof(struct vertex) << 8, BUFFER_XYZW, bytes / sizeof(struct vertex), 0, 0,
		TYPE_BUFFER,
	};

	pm4_set_resource(&d->cs, VS_RESOURCES, word);
	cs_reloc(&d->cs, &d->data, false);
}

void draw_vertices(struct draw *d, enum primitive primitive, const struct vertex *v, uint32_t n)
{
	struct cs *cs = &d->cs;

	bind_vertices(d, put(d, v, n * (uint32_t)sizeof(*v)), n * (uint32_t)sizeof(*v));
	set_config_reg(cs, VGT_PRIMITIVE_TYPE, primitive);
	cs_emit(cs, pm4_type3(PM4_SET_CTL_CONST, 3));	/* first vertex and instance */
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	cs_emit(cs, 0);
	cs_emit(cs, pm4_type3(PM4_NUM_INSTANCES, 1));
	cs_emit(cs, 1);
	cs_emit(cs, pm4_type3(PM4_DRAW_INDEX_AUTO, 2));
	cs_emit(cs, n);
	cs_emit(cs, SOURCE_AUTO);
	d->draws++;
}

/* The corners in the order in which the 2D driver of X11 has them. */
static void set_corners(struct vertex v[3], const int32_t at[4], const int32_t texel[4])
{
	static const uint8_t sides[3][2] = { { 0, 1 }, { 0, 3 }, { 2, 3 } };

	for (unsigned int i = 0; i < 3; i++) {
		v[i].position[0] = (float)at[sides[i][0]];
		v[i].position[1] = (float)at[sides[i][1]];
		v[i].position[3] = 1;
		if (texel) {
			v[i].value[0] = (float)texel[sides[i][0]];
			v[i].value[1] = (float)texel[sides[i][1]];
		}
	}
}

void draw_rectangles(struct draw *d, const int32_t (*at)[4], const int32_t (*texel)[4], uint32_t n)
{
	struct vertex v[3 * RECTANGLES_MOST] = { 0 };

	for (size_t i = 0; i < n; i++)
		set_corners(&v[3 * i], at[i], texel ? texel[i] : NULL);
	draw_vertices(d, RECTANGLES, v, 3 * n);
}

void draw_begin_on(struct draw *d, const struct surface *s, const double color[4])
{
	const int32_t all[1][4] = { { 0, 0, (int32_t)s->width, (int32_t)s->height } };
	const float floats[4] = { (float)color[0], (float)color[1], (float)color[2], (float)color[3] };

	draw_begin(d);
	draw_to(d, s);
	draw_programs(d, PROGRAM_VERTEX, PROGRAM_SOLID);
	draw_color(d, floats);
	draw_rectangles(d, all, NULL, 1);
}
