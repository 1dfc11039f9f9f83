// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: fetches from buffers
 *
 * Vertex fetches, LD of a buffer, and the number of its elements. Those of the texture unit are
 * found here, and run in ../tx. A fetch program has resources of its own; a semantic fetch there
 * names an attribute, and is left out if no register wants that.
 *
 * Sources: AMD's instruction set and register guides, Mesa for how it fills resources in. An
 * element that is not wholly inside the buffer reads 0. Guesses: the resource's DST_SEL counts
 * with USE_CONST_FIELDS only; "1" is an integer where the format is one.
 */
#include <string.h>

#include "../tx/tx.h"

#define TYPE_NULL	0u
#define TYPE_TEXTURE	2u
#define TYPE_BUFFER	3u
#define SEL_ZERO	4u
#define SEL_ONE		5u
#define SEL_KEEP	7u
#define ENDIAN_32	2u

struct buffer {
	uint64_t base, size;
	uint32_t stride, elements, format, num_format, endian, sel[4];
	bool is_signed, srf;
};

/* Its eight words, or NULL and a violation. */
static const uint32_t *find_resource(struct sq_wave *wave, const struct sq_fetch *f)
{
	uint64_t id = f->buffer_id;

	if (f->index_mode == 3) {
		sq_complain(wave, f->at, f, -1, "INDEX_MODE 3 of a resource is reserved");
		return NULL;
	}
	if (f->index_mode)
		id += wave->cf_idx[f->index_mode - 1];
	if (wave->shader == wave->state->fetch.shader && id < wave->state->fetch.resources)
		return wave->state->fetch.resource[id];
	if (wave->shader != wave->state->fetch.shader && id < wave->state->resources)
		return wave->state->resource[id];
	sq_complain(wave, f->at, f, -1, "fetch resource %llu does not exist", (unsigned long long)id);
	return NULL;
}

static bool read_resource(struct sq_wave *wave, const struct sq_fetch *f, const uint32_t *w, struct buffer *b)
{
	if (w[7] >> 30 != TYPE_BUFFER)
		return sq_violated(wave, f->at, f, -1, "fetch resource %u is no buffer", f->buffer_id);
	*b = (struct buffer){
		.base = w[0] | (uint64_t)(w[2] & 0xff) << 32, .size = w[1] + 1ull,
		.stride = w[2] >> 8 & 0x7ff,
		.format = w[2] >> 20 & 0x3f, .num_format = w[2] >> 26 & 3, .is_signed = w[2] >> 28 & 1,
		.srf = w[2] >> 29 & 1, .endian = w[2] >> 30, .elements = w[4],
	};
	for (unsigned int c = 0; c < 4; c++)
		b->sel[c] = w[3] >> (3 + 3 * c) & 7;
	return true;
}

/* What the instruction says in place of the resource. */
static void read_instruction(const struct sq_fetch *f, struct buffer *b)
{
	if (f->no_stride)
		b->stride = 0;
	if (f->op->form != SQ_FORM_VTX || f->use_const)
		return;
	b->format = f->format;
	b->num_format = f->num_format;
	b->is_signed = f->is_signed;
	b->srf = f->srf_mode;
	b->endian = f->endian;
	for (unsigned int c = 0; c < 4; c++)
		b->sel[c] = c;
}

static void read_element(const struct sq_wave *wave, const struct buffer *b, uint64_t at,
			 uint32_t value[4])
{
	const struct sq_port *port = &wave->state->port;
	unsigned int size = sq_format_size(b->format);
	uint8_t bytes[16] = { 0 };

	if (at > b->size || size > b->size - at) {
		memset(value, 0, 4 * sizeof(*value));
		return;
	}
	if (!port->read(port->opaque, SQ_VERTEX, b->base + at, bytes, size))
		memset(bytes, 0, sizeof(bytes));
	if (b->endian)
		sq_swap_bytes(bytes, size, b->endian);
	sq_unpack(b->format, (enum sq_number)b->num_format, b->is_signed, b->srf, bytes, value);
}

uint32_t sq_choose(const uint32_t value[4], uint32_t sel, bool integers)
{
	if (sel < 4)
		return value[sel];
	return sel == SEL_ONE ? integers ? 1 : 0x3f800000 : 0;
}

static void give(uint32_t (*dst)[SQ_LANES], const struct sq_fetch *f, const struct buffer *b, int lane,
		 const uint32_t value[4])
{
	bool integers = b->num_format == SQ_INT;
	uint32_t swizzled[4];

	for (unsigned int c = 0; c < 4; c++)
		swizzled[c] = sq_choose(value, b->sel[c], integers);
	for (unsigned int c = 0; c < 4; c++)
		if (f->dst_sel[c] != SEL_KEEP)
			dst[c][lane] = sq_choose(swizzled, f->dst_sel[c], integers);
}

/* False: none. */
static bool find_destination(const struct sq_wave *wave, const struct sq_fetch *f, uint32_t *gpr)
{
	uint32_t attribute = f->dst_gpr | f->dst_rel << 7;

	*gpr = f->dst_gpr;
	if (f->op != &sq_ops[SQ_VTX_SEMANTIC])
		return true;
	for (unsigned int i = 0; i < SQ_SEMANTICS; i++)
		if (wave->state->semantic[i] == attribute) {
			*gpr = i + 1;
			return true;
		}
	return false;
}

/*
 * A fetch program may have more attributes than its caller has registers, and Mesa's often has. As
 * of R123, what is written there is lost.
 */
static bool is_lost(const struct sq_wave *wave, uint32_t gpr)
{
	return wave->shader == wave->state->fetch.shader && gpr >= wave->shader->gprs;
}

/* Signed: a base of indices that memory gives may be negative. */
static uint32_t first_index(const struct sq_wave *wave, const struct sq_fetch *f)
{
	if ((f->op != &sq_ops[SQ_VTX_FETCH] && f->op != &sq_ops[SQ_VTX_SEMANTIC]) || f->type == 2)
		return 0;
	return f->type ? wave->state->start_instance : wave->state->base_vertex;
}

static bool check_fetch(struct sq_wave *wave, const struct sq_fetch *f, const struct buffer *b)
{
	if (!sq_format_size(b->format))
		return sq_violated(wave, f->at, f, -1, "format %#x is none of buffers", b->format);
	if (b->num_format > SQ_SCALED || b->endian > ENDIAN_32 || f->type == 3)
		return sq_violated(wave, f->at, f, -1,
				   "a reserved number format, order of bytes or type of fetch");
	return true;
}

static bool fetch_buffer(struct sq_wave *wave, const struct sq_fetch *f, const uint32_t *words)
{
	uint32_t (*src)[SQ_LANES], (*dst)[SQ_LANES];
	uint32_t first = first_index(wave, f), value[4] = { 0 }, gpr;
	uint64_t mask = wave->active;
	const uint32_t *index;
	struct buffer b;

	if (f->src_sel[0] > 3)
		return sq_violated(wave, f->at, f, -1, "an index that is no component is not modelled");
	src = sq_register(wave, f->at, f, f->src_gpr);
	if (!src)
		return false;
	if (!find_destination(wave, f, &gpr) || is_lost(wave, gpr))
		return true;
	dst = sq_register(wave, f->at, f, gpr);
	if (!dst || !read_resource(wave, f, words, &b))
		return false;
	read_instruction(f, &b);
	index = src[f->src_sel[0]];
	if (f->op != &sq_ops[SQ_GET_BUFFER_RESINFO] && !check_fetch(wave, f, &b))
		return false;
	while (mask) {
		int lane = sq_next_lane(&mask);

		if (f->op == &sq_ops[SQ_GET_BUFFER_RESINFO])
			value[0] = b.elements;
		else
			read_element(wave, &b, (uint64_t)(index[lane] + first) * b.stride + f->offset, value);
		give(dst, f, &b, lane, value);
	}
	return true;
}

static bool run_fetch(struct sq_wave *wave, const struct sq_fetch *f)
{
	bool texture = f->op->form == SQ_FORM_TEX;
	const uint32_t *words;

	if (f->op == &sq_ops[SQ_MEM_READ])
		return sq_read_scratch(wave, f);
	if (f->whole_quad || f->alt_const || f->src_rel ||
	    (f->dst_rel && f->op != &sq_ops[SQ_VTX_SEMANTIC]))
		return sq_violated(wave, f->at, f, -1,
				   "whole quads, other constants and relative registers are not modelled");
	for (unsigned int c = 0; c < 4; c++)
		if (f->dst_sel[c] == 6)
			return sq_violated(wave, f->at, f, -1, "DST_SEL 6 is reserved");
	if (texture && !tx_has_resource(f))
		return tx_run(wave, f, NULL);
	words = find_resource(wave, f);
	if (!words)
		return false;
	if (texture && (words[7] >> 30 == TYPE_TEXTURE || words[7] >> 30 == TYPE_NULL))
		return tx_run(wave, f, words);
	if (texture && (f->op != &sq_ops[SQ_LD] || f->inst_mod))
		return sq_violated(wave, f->at, f, -1, "fetch resource %u is no texture", f->buffer_id);
	return fetch_buffer(wave, f, words);
}

/*
 * Fetches of a clause are in flight together, and none waits for another's result: Mesa begins a
 * clause for that. Bits of @fetched are components of a register.
 */
static bool waits_for(struct sq_wave *wave, const struct sq_fetch *f, uint8_t *fetched)
{
	unsigned int sources = f->op->form == SQ_FORM_TEX ? 4 : 1;

	for (unsigned int c = 0; c < sources; c++)
		if (f->src_sel[c] < 4 && fetched[f->src_gpr] >> f->src_sel[c] & 1)
			return !sq_violated(wave, f->at, f, -1, "T%u.%c is a result of the same clause", f->src_gpr,
					    "xyzw"[f->src_sel[c]]);
	if (f->op == &sq_ops[SQ_VTX_SEMANTIC] || (f->op->form == SQ_FORM_TEX && !tx_has_resource(f)))
		return false;		/* not there, or nowhere */
	for (unsigned int c = 0; c < 4; c++)
		if (f->dst_sel[c] != SEL_KEEP)
			fetched[f->dst_gpr % 128] |= 1u << c;
	return false;
}

bool sq_run_fetches(struct sq_wave *wave, const struct sq_clause *clause)
{
	uint8_t fetched[128] = { 0 };

	tx_begin_clause(wave);
	for (unsigned int i = 0; i < clause->n; i++) {
		const struct sq_fetch *f = &clause->fetch[i];
		bool gds = f->op == &sq_ops[SQ_GDS_OP];

		wave->steps++;
		sq_say(wave, f);
		if (gds != (clause->op == &sq_ops[SQ_GDS]))
			return sq_violated(wave, f->at, f, -1, "%s in a clause of %s", f->op->name, clause->op->name);
		if (!gds && waits_for(wave, f, fetched))
			return false;
		if (gds ? !sq_run_gds(wave, f) : !run_fetch(wave, f))
			return false;
	}
	return true;
}
