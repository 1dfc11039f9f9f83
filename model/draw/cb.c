// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: the colour block
 *
 * For each target: cut what comes, blend, pack, combine with what is there, store. Four pixels
 * of a quad go together; samples of a pixel that get the same are packed once. Memory is read
 * only if that counts: for blending, logic operations, and masks of components.
 *
 * Sources: AMD's register guides for registers and modes; Mesa for what it sets them to. Pictures
 * of a Cedar: EXPORT_4C_16BPC cuts floats to 16 bits; DIM is not where a target ends. Guesses:
 * pixels beyond pitch or slice go where they would be if the target went on, and are left out where
 * there are masks; a logic operation comes behind blending; a component that a format lacks is not
 * there to be blended with, but alpha, which is 1; a layer behind the last slice of the view is
 * that slice, or its first. OpenGL wants layers to count for nothing where the target has none, and
 * Mesa leaves that to the chip.
 */
#include <stddef.h>
#include <string.h>

#include "cb.h"

#define DB_RENDER_CONTROL	0x28000u
#define DB_RENDER_OVERRIDE	0x2800cu
#define CB_TARGET_MASK		0x28238u
#define CB_SHADER_MASK		0x2823cu
#define CB_COLOR_CONTROL	0x28808u
#define COLOR_DISABLE		(1u << 12)	/* of the first */
#define FORCE_COLOR_KILL	(1u << 10)	/* of the second */
#define DEGAMMA			(1u << 3)

#define INFO_BLEND_CLAMP	(1u << 19)
#define INFO_BLEND_BYPASS	(1u << 20)
#define INFO_ROUND_MODE		(1u << 22)
#define ATTRIB_SAMPLES(a)	((a) >> 24 & 7)		/* Cayman, as are the next two */
#define ATTRIB_FRAGMENTS(a)	((a) >> 27 & 3)
#define ATTRIB_ALPHA_IS_1	(1u << 31)

enum { OFF, NORMAL, ELIMINATE, RESOLVE, DECOMPRESS, DECOMPRESS_FMASK };

#define ROP_COPY		0xccu

/* ---- registers ---- */

static struct sq_slot take_slot(const struct draw_card *card, unsigned int n)
{
	uint32_t at = sq_slot_register(n);

	return (struct sq_slot){
		draw_reg(card, at), draw_reg(card, at + 4), draw_reg(card, at + 8), draw_reg(card, at + 12),
		draw_reg(card, at + 16), draw_reg(card, at + 20), draw_reg(card, at + 24),
	};
}

static const char *problem_of(const struct cb_state *s, const struct sq_slot *slot, unsigned int log2)
{
	if (slot->info & SQ_SLOT_ENDIAN)
		return "another order of bytes is not modelled";
	if (SQ_SLOT_SOURCE(slot->info) > SQ_EXPORT_16)
		return "this SOURCE_FORMAT is not modelled";
	if (!s->card->cayman)
		return NULL;
	/* So 16 samples, which have no more than 8 fragments, are refused. */
	if (ATTRIB_SAMPLES(slot->attrib) != log2 || ATTRIB_FRAGMENTS(slot->attrib) != log2)
		return "its samples and fragments are not those of the rasterizer, which is not modelled";
	return NULL;
}

/* Which bits of an element are written, by components of the two masks. */
static bool take_masks(struct cb_target *t, uint32_t components)
{
	bool all = true;

	for (unsigned int f = 0; f < t->pack.fields; f++) {
		if (components >> t->pack.field[f].component & 1)
			t->mask[t->pack.field[f].dword] |= t->pack.field[f].mask;
		else
			all = false;
	}
	if (all)
		memset(t->mask, 0xff, sizeof(t->mask));
	return all;
}

static bool take_surface(struct cb_state *s, unsigned int n, const struct sq_slot *slot, unsigned int log2)
{
	struct tiling memory = s->card->memory;
	struct cb_target *t = &s->target[n];
	struct sq_surface is;
	const char *problem;

	if (!sq_packer_make(&t->pack, SQ_SLOT_FORMAT(slot->info), SQ_SLOT_NUMBER(slot->info),
			    SQ_SLOT_SWAP(slot->info))) {
		draw_violation(s->card, "CB: target %u: format %#x with numbers of type %u is not modelled", n,
			       SQ_SLOT_FORMAT(slot->info), SQ_SLOT_NUMBER(slot->info));
		return false;
	}
	memory.samples_log2 = log2;
	sq_slot_surface(&is, slot, &memory);
	sq_surface_check(&is, t->pack.bytes);
	problem = problem_of(s, slot, log2);
	if (!problem)
		problem = is.problem;
	if (problem) {
		draw_violation(s->card, "CB: target %u: %s", n, problem);
		return false;
	}
	draw_surface_start(&t->surface, &s->cache, &is, SQ_COLOR);
	return true;
}

/* False: it is off, or cannot be used, which has been told. */
static bool take_target(struct cb_state *s, unsigned int n, unsigned int samples, uint32_t components)
{
	struct sq_slot slot = take_slot(s->card, n);
	enum sq_number_type number = SQ_SLOT_NUMBER(slot.info);
	struct cb_target *t = &s->target[n];

	if (!SQ_SLOT_FORMAT(slot.info) || slot.info & SQ_SLOT_RAT)
		return false;
	memset(t, 0, offsetof(struct cb_target, surface));
	if (!take_surface(s, n, &slot, (unsigned int)__builtin_ctz(samples)) || !cb_take_meta(s, n, &slot))
		return false;
	t->integers = number == CB_UINT || number == CB_SINT;
	t->cut = SQ_SLOT_SOURCE(slot.info) == SQ_EXPORT_16;
	t->alpha_is_1 = s->card->cayman && slot.attrib & ATTRIB_ALPHA_IS_1;
	t->pack.truncates = slot.info & INFO_ROUND_MODE;
	if (!t->integers && !(slot.info & INFO_BLEND_BYPASS))
		cb_take_blend(&t->blend, s->card, n, number);
	t->blend.clamps = slot.info & INFO_BLEND_CLAMP;
	t->reads = !take_masks(t, components) || t->blend.enabled || s->rop != ROP_COPY;
	if (slot.info & INFO_ROUND_MODE)
		s->card->guess(s->card->opaque, "CB: ROUND_MODE truncates UNORM");
	return true;
}

static void take_control(struct cb_state *s)
{
	uint32_t control = draw_reg(s->card, CB_COLOR_CONTROL);

	s->mode = control >> 4 & 7;
	s->rop = control >> 16 & 0xff;
	if (s->mode > DECOMPRESS_FMASK)
		draw_violation(s->card, "CB: mode %u is reserved", s->mode);
	if (control & DEGAMMA)
		draw_violation(s->card, "CB: DEGAMMA_ENABLE is not modelled");
	if (s->rop >> 4 != (s->rop & 0xf) && s->mode == NORMAL) {
		draw_violation(s->card, "CB: ROP3 %#x has a pattern, which is not modelled", s->rop);
		s->rop = ROP_COPY;
	}
	if (s->mode > DECOMPRESS_FMASK || draw_reg(s->card, DB_RENDER_CONTROL) & COLOR_DISABLE ||
	    draw_reg(s->card, DB_RENDER_OVERRIDE) & FORCE_COLOR_KILL)
		s->mode = OFF;
}

/* False: told. */
static bool can_resolve(const struct cb_state *s)
{
	const struct sq_packer *from = &s->target[0].pack, *to = &s->target[1].pack;

	if (s->targets != 3)
		draw_violation(s->card, "CB: to resolve takes targets 0 and 1");
	else if (memcmp(from->field, to->field, sizeof(from->field)) != 0)
		draw_violation(s->card, "CB: to resolve into another format is not modelled");
	else
		return true;
	return false;
}

void cb_take_state(struct cb_state *s, const struct draw_card *card, unsigned int samples)
{
	uint32_t components = draw_reg(card, CB_TARGET_MASK);

	s->card = card;
	s->samples = samples;
	s->targets = 0;
	s->missed = 0;
	s->beyond = false;
	s->dual_source = false;
	draw_cache_start(&s->cache, card);
	take_control(s);
	if (s->mode == NORMAL)
		components &= draw_reg(card, CB_SHADER_MASK);
	if (s->mode == RESOLVE)
		components = 0xff;
	for (unsigned int n = 0; n < DRAW_TARGETS && s->mode != OFF; n++) {
		uint32_t of = components >> 4 * n & 0xf;

		if (of && !(n == 1 && s->dual_source) &&
		    take_target(s, n, s->mode == RESOLVE && n == 1 ? 1 : samples, of))
			s->targets |= 1u << n;
		if (!n)
			s->dual_source = s->targets & 1 && cb_has_second_source(&s->target[0].blend);
	}
	if (s->mode == RESOLVE && !can_resolve(s)) {
		s->mode = OFF;
		s->targets = 0;
	}
}

void cb_flush(struct cb_state *s)
{
	draw_cache_flush(&s->cache);
}

/* ---- drawing ---- */

static void clamp_row(uint32_t *row, unsigned int lanes, bool is_signed)
{
	for (unsigned int i = 0; i < lanes; i++) {
		int32_t value = (int32_t)row[i];

		if (!is_signed)
			row[i] = row[i] < 0xffff ? row[i] : 0xffff;
		else
			row[i] = (uint32_t)(value > 0x7fff ? 0x7fff : value < -0x8000 ? -0x8000 : value);
	}
}

/* As many bits as come out of the program. */
static void take_color(const struct cb_target *t, const struct draw_colors *colors, unsigned int from, sq_four out)
{
	memcpy(out, colors->value[from], sizeof(sq_four));
	if (!t->cut)
		return;
	if (!t->integers)
		sq_cut_four(out);
	else
		for (unsigned int c = 0; c < 4; c++)
			clamp_row((uint32_t *)&out[c], DRAW_QUAD, t->pack.field[0].number == CB_SINT);
}

static sq_u4 logic(unsigned int rop, sq_u4 src, sq_u4 dst)
{
	sq_u4 out = { 0 };

	out |= rop & 8 ? src & dst : out;
	out |= rop & 4 ? src & ~dst : out;
	out |= rop & 2 ? ~src & dst : out;
	out |= rop & 1 ? ~(src | dst) : out;
	return out;
}

uint32_t cb_pack(const struct cb_state *s, uint32_t (*row)[4][SQ_LANES], uint32_t exported, unsigned int lanes)
{
	uint32_t packed = 0;

	if (s->mode != NORMAL)
		return 0;
	for (uint32_t left = s->targets & exported; left; left &= left - 1) {
		unsigned int n = (unsigned int)__builtin_ctz(left);
		const struct cb_target *t = &s->target[n];

		if (t->blend.enabled)
			continue;
		for (unsigned int c = 0; t->cut && t->integers && c < 4; c++)
			clamp_row(row[n][c], lanes, t->pack.field[0].number == CB_SINT);
		sq_pack_rows(&t->pack, row[n], lanes, t->cut && !t->integers);
		packed |= 1u << n;
	}
	return packed;
}

/* @color is what comes, @element what is to be stored, if nothing is blended. */
static void draw_sample(const struct cb_state *s, struct cb_target *t, unsigned int sample, unsigned int lanes,
			sq_four color, sq_four second, const sq_u4 *element)
{
	sq_four old, dst, mixed, out;

	if (!t->reads) {
		draw_surface_store(&t->surface, lanes, sample, element);
		return;
	}
	draw_surface_load(&t->surface, lanes, sample, old);
	memcpy(out, element, sizeof(out));
	if (t->blend.enabled) {
		sq_unpack_four(&t->pack, old, dst);
		for (unsigned int i = 0; i < DRAW_QUAD && t->alpha_is_1; i++)
			dst[3][i] = sq_bits(1.0f);
		memcpy(mixed, color, sizeof(mixed));
		cb_blend_four(&t->blend, mixed, second, dst);
		sq_pack_four(&t->pack, mixed, out);
	}
	for (unsigned int d = 0; 4 * d < t->pack.bytes; d++) {
		sq_u4 value = s->rop == ROP_COPY ? out[d] : logic(s->rop, out[d], old[d]);

		out[d] = (value & t->mask[d]) | (old[d] & ~t->mask[d]);
	}
	draw_surface_store(&t->surface, lanes, sample, out);
}

/* Depth and stencil go to the fields of their size, whatever the numbers of these are. */
static void copy_target(struct cb_state *s, struct cb_target *t, const struct draw_quad *quad,
			const struct draw_colors *colors, unsigned int inside)
{
	uint32_t mask[4] = { 0 };
	sq_four element = { { 0 } }, old;

	for (unsigned int at = 0; at < 2 * t->pack.fields; at++) {
		unsigned int f = at / 2, c = at % 2, d = t->pack.field[f].dword;

		if (t->pack.field[f].bits != colors->copied_bits[c])
			continue;
		mask[d] |= t->pack.field[f].mask;
		for (unsigned int i = 0; i < DRAW_QUAD; i++)
			element[d][i] |= colors->value[0][c][i] << t->pack.field[f].shift;
	}
	if (!(mask[0] | mask[1] | mask[2] | mask[3]) && !s->missed) {
		s->missed = 1;
		draw_violation(s->card, "CB: the target of a copy has no field of the size of depth or stencil");
	}
	for (unsigned int sample = 0; sample < s->samples; sample++) {
		unsigned int lanes = draw_lanes(quad->covered, 1u << sample) & inside;

		draw_surface_load(&t->surface, lanes, sample, old);
		for (unsigned int d = 0; d < 4; d++)
			old[d] = (old[d] & ~(mask[d] & t->mask[d])) | (element[d] & mask[d] & t->mask[d]);
		draw_surface_store(&t->surface, lanes, sample, old);
	}
}

/* Which is exported to target 1. */
static void take_second(struct cb_state *s, const struct cb_target *t, const struct draw_colors *colors,
			unsigned int n, sq_four second)
{
	memset(second, 0, sizeof(sq_four));
	if (!s->dual_source || n != 0)
		return;
	if (colors->exported & 2) {
		take_color(t, colors, 1, second);
	} else if (!(s->missed & 2)) {
		s->missed |= 2;
		draw_violation(s->card, "CB: the second source is blended, but not exported");
	}
}

void cb_goes_beyond(struct cb_state *s, unsigned int target)
{
	if (!s->beyond)
		draw_violation(s->card, "CB: pixels beyond the pitch or slice of target %u", target);
	s->beyond = true;
	s->target[target].surface.extent.to = UINT64_MAX;
}

static void draw_target(struct cb_state *s, struct cb_target *t, const struct draw_quad *quad,
			const struct draw_colors *colors, unsigned int n)
{
	unsigned int inside = cb_enter(s, n, quad), lanes;
	const sq_u4 *stored = colors->value[n];
	sq_four color, second, element;

	if (!inside)
		return;
	if (t->meta.used)
		cb_expand(t, quad);
	if (colors->copied_bits[0] | colors->copied_bits[1]) {
		copy_target(s, t, quad, colors, inside);
		return;
	}
	if (!(colors->packed >> n & 1)) {
		take_color(t, colors, n, color);
		take_second(s, t, colors, n, second);
		if (!t->blend.enabled)
			sq_pack_four(&t->pack, color, element);
		stored = element;
	}
	for (unsigned int sample = 0; sample < s->samples; sample++) {
		lanes = draw_lanes(quad->covered, 1u << sample) & inside;
		if (lanes)
			draw_sample(s, t, sample, lanes, color, second, stored);
	}
}

static void draw(struct cb_state *s, const struct draw_quad *quad, const struct draw_colors *colors)
{
	for (uint32_t left = s->targets; left; left &= left - 1) {
		unsigned int n = (unsigned int)__builtin_ctz(left);

		if (colors->exported >> n & 1) {
			draw_target(s, &s->target[n], quad, colors, n);
		} else if (!(s->missed >> n & 1)) {
			s->missed |= 1u << n;
			draw_violation(s->card, "CB: target %u is in CB_SHADER_MASK, but not exported to", n);
		}
	}
}

void cb_quad(struct cb_state *s, const struct draw_quad *quad, const struct draw_colors *colors)
{
	switch (s->mode) {
	case NORMAL:
		draw(s, quad, colors);
		break;
	case RESOLVE:
		cb_resolve(s, quad);
		break;
	default:
		for (uint32_t left = s->targets; left; left &= left - 1) {
			unsigned int n = (unsigned int)__builtin_ctz(left);

			if (cb_enter(s, n, quad))
				cb_expand(&s->target[n], quad);
		}
	}
}
