// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: probe programs
 *
 * A program that reaches for the ends of all that its stage has bound: buffers by both kinds of
 * fetch, textures at their corners and levels, constant banks, random access targets by stores
 * and atomic operations with what they return, scratch memory, GDS. In front of each access a
 * group of MOVs puts coordinates into R0: the last element, the one behind it, 2^31, -1, and
 * others. The seed chooses among all that could be asked.
 *
 * A program ends where something is not modelled, so what would end it early is seldom asked for.
 * One program in 20 is none: random words, or a probe with a few bits changed.
 */
#include <string.h>

#include "tx/tx.h"
#include "words.h"

#define ACCESSES_OF_DRAW	12u	/* of a stage; 64 lanes make each of them */

static unsigned int data_gpr(const struct probe *p)
{
	return p->gprs > DATA_GPR ? DATA_GPR : INDEX_GPR;
}

/* Index and what is fetched are in registers that there are. */
static struct sq_fetch fetch_by(const struct probe *p, enum sq_opcode op, unsigned int id)
{
	return (struct sq_fetch){
		.op = &sq_ops[op], .buffer_id = id, .src_gpr = INDEX_GPR, .src_sel = { 0, 1, 2, 3 },
		.dst_gpr = data_gpr(p), .dst_sel = { 0, 1, 2, 3 },
	};
}

/* ---- buffers ---- */

static void load_buffer(struct probe *p, unsigned int id, uint64_t size, uint32_t stride)
{
	struct sq_fetch f = fetch_by(p, SQ_LD, id);
	uint32_t at[4] = { near_edge(p, stride ? size / stride : size) };

	set_register(p, INDEX_GPR, at);
	add_fetch(p, &f);
}

/* To the byte: the last element that is inside may begin between two strides. */
static void fetch_buffer(struct probe *p, unsigned int id, uint64_t size, uint32_t stride)
{
	static const uint8_t formats[] = { 0x0d, 0x22, 0x01, 0x1d, 0x2f };
	struct sq_fetch f = fetch_by(p, SQ_VTX_FETCH, id);
	uint32_t at[4] = { 0 }, bytes;
	uint64_t byte;

	f.type = 2;
	f.num_format = SQ_INT;
	f.format = formats[below(p, sizeof(formats))];
	f.no_stride = !below(p, 4);
	bytes = sq_format_size(f.format);
	byte = (size > bytes ? size - bytes : 0) + below(p, 3);
	stride = f.no_stride ? 0 : stride;
	at[0] = near_edge(p, stride ? size / stride : size);
	if (below(p, 2)) {
		at[0] = stride ? (uint32_t)(byte / stride) : 0;
		byte -= (uint64_t)at[0] * stride;
		f.offset = byte > 0xffff ? 0xffff : (uint32_t)byte;
	}
	set_register(p, INDEX_GPR, at);
	add_fetch(p, &f);
}

static void ask_buffer(struct probe *p, unsigned int id)
{
	const uint32_t *w = p->what->fetch ? p->state->fetch.resource[id] : p->state->resource[id];
	uint32_t stride = w[2] >> 8 & 0x7ff;
	bool loads = sq_format_size(w[2] >> 20 & 0x3f) && (w[2] >> 26 & 3) <= SQ_SCALED &&
		     w[2] >> 30 < 3;

	if (loads && below(p, 2))
		load_buffer(p, id, w[1] + 1ull, stride);
	else
		fetch_buffer(p, id, w[1] + 1ull, stride);
}

/* ---- textures ---- */

static void load_texel(struct probe *p, struct sq_fetch *f, const struct tx_texture *t, uint32_t level)
{
	const struct tx_level *l = &t->level[t->base_level + level];
	uint32_t at[4] = { near_edge(p, l->width), near_edge(p, l->height), near_edge(p, l->slices) };

	if (!below(p, 16))
		level = near_edge(p, t->last_level - t->base_level + 1);
	at[3] = t->samples_log2 ? near_edge(p, 1u << t->samples_log2) : level;
	f->inst_mod = t->fmask.base && below(p, 2);
	set_register(p, INDEX_GPR, at);
	add_fetch(p, f);
}

/* In texels, near the edges: what a filter reaches depends on the sampler. */
static void sample_texels(struct probe *p, struct sq_fetch *f, const struct tx_texture *t, uint32_t level)
{
	static const enum sq_opcode ops[] = { SQ_SAMPLE_L, SQ_SAMPLE_LZ, SQ_GATHER4, SQ_SAMPLE_C_LZ };
	const struct tx_level *l = &t->level[t->base_level + level];
	uint32_t size[3] = { l->width, l->height, l->slices }, at[4];

	for (unsigned int c = 0; c < 3; c++)
		at[c] = sq_bits((float)(int32_t)near_edge(p, size[c]) + (float)below(p, 4) / 4);
	at[3] = sq_bits((float)level);
	f->op = &sq_ops[ops[below(p, sizeof(ops) / sizeof(ops[0]))]];
	f->sampler = below(p, p->state->samplers);
	set_register(p, INDEX_GPR, at);
	add_fetch(p, f);
}

static void ask_texture(struct probe *p, unsigned int id)
{
	struct sq_fetch f = fetch_by(p, SQ_LD, id);
	struct tx_texture t;
	uint32_t level;

	tx_take_texture(&t, p->what->isa, &p->state->memory, p->state->resource[id]);
	if (t.problem || t.null)
		return;
	level = below(p, t.last_level - t.base_level + 1);
	if (t.level[t.base_level + level].surface.problem)
		return;
	/* Draws have samplers: see drawn.c. */
	if (p->what->stage->kind != STAGE_CS && t.dim < TX_2D_MSAA && (t.dim == TX_CUBE || below(p, 2)))
		sample_texels(p, &f, &t, level);
	else if (t.dim != TX_CUBE)
		load_texel(p, &f, &t, level);
}

/* ---- constants ---- */

/* A window of one line, which has sixteen; no window lies behind the 256th. */
static void ask_constants(struct probe *p, unsigned int bank)
{
	uint32_t size = p->state->bank[bank].size, at = near_edge(p, size / 16), words[10];
	struct sq_cf *cf = add_cf(p, SQ_ALU);

	for (uint32_t c = 0; c < 4; c++)
		sq_encode(&(struct sq_alu){
			.op = &sq_ops[SQ_MOV], .src[0] = { .sel = SQ_SRC_KC0 + at % 16, .chan = c },
			.last = c == 3, .write_mask = 1, .dst_gpr = data_gpr(p), .dst_chan = c,
		}, words + 2 * (size_t)c);
	cf->kbank[0] = bank;
	cf->kmode[0] = 1;
	cf->kaddr[0] = at / 16 < 256 ? at / 16 : 255;
	cf->count = 3;
	add_clause(p, cf, words, 8);
}

/* ---- random access ---- */

enum { STORE_TYPED = 0x01, STORE_RAW = 0x02, STORE_DWORD = 0x14, MSKOR = 0x11, ONLY_RETURN = 0x20 };

static bool can_store(const struct sq_rat *rat)
{
	static const uint32_t none[4];
	uint8_t bytes[16];

	return sq_format_size(rat->format) &&
	       sq_pack(rat->format, rat->number_type, none, bytes);
}

/* One of those that this target has. */
static uint32_t choose_operation(struct probe *p, const struct sq_rat *rat)
{
	static const uint8_t atomics[] = {
		0x04, 0x07, 0x08, 0x0a, 0x0d, 0x0e, 0x0f, 0x10, 0x12, 0x22, 0x24, 0x27, 0x2c,
		0x31, 0x33,
	};

	switch (below(p, 4)) {
	case 0:
		return rat->type != SQ_RAT_BUFFER ? ONLY_RETURN :
		       p->what->isa == SQ_CAYMAN ? STORE_DWORD : STORE_RAW;
	case 1:
		return sq_format_size(rat->format) != 4 ? ONLY_RETURN :
		       atomics[below(p, sizeof(atomics))];
	case 2:
		return ONLY_RETURN;
	default:
		return can_store(rat) ? STORE_TYPED : ONLY_RETURN;
	}
}

static void choose_element(struct probe *p, const struct sq_rat *rat, uint32_t operation,
			   uint32_t at[4])
{
	uint32_t bytes = sq_format_size(rat->format);

	if (operation == STORE_DWORD || operation == STORE_RAW)
		bytes = 4;
	if (rat->type == SQ_RAT_BUFFER) {
		at[0] = near_edge(p, rat->size / bytes);
		return;
	}
	at[0] = near_edge(p, rat->surface.width);
	at[1] = near_edge(p, rat->surface.height);
	at[2] = near_edge(p, rat->surface.slices);
}

static void ask_rat(struct probe *p, unsigned int id)
{
	const struct sq_rat *rat = &p->state->rat[id];
	uint32_t operation, at[4] = { 0 }, data[4];
	struct sq_cf *cf;

	if (rat->type > SQ_RAT_3D || rat->surface.problem || !sq_format_size(rat->format) ||
	    p->gprs <= DATA_GPR)
		return;
	operation = choose_operation(p, rat);
	choose_element(p, rat, operation, at);
	set_register(p, INDEX_GPR, at);
	for (unsigned int c = 0; c < 4; c++)
		data[c] = c == 1 ? near_edge(p, rat->places) : below(p, 4);
	set_register(p, DATA_GPR, data);
	cf = add_cf(p, below(p, 2) ? SQ_MEM_RAT : SQ_MEM_RAT_CACHELESS);
	cf->rat_id = id;
	cf->rat_inst = operation;
	cf->type = INDEXED | below(p, 2) << 1;
	cf->rw_gpr = DATA_GPR;
	cf->index_gpr = INDEX_GPR;
	cf->comp_mask = 0xf;
}

/* ---- scratch memory, GDS ---- */

static void ask_scratch(struct probe *p, unsigned int unused)
{
	uint32_t item = p->state->scratch.item, size = below(p, 4), most = item / (size + 1);
	uint32_t at[4] = { near_edge(p, most) }, base = below(p, 2) ? 0 : near_edge(p, most) & 0x1fff;
	struct sq_fetch f = fetch_by(p, SQ_MEM_READ, 0);
	struct sq_cf *cf;

	(void)unused;
	set_register(p, INDEX_GPR, at);
	if (below(p, 2)) {
		f.elem_size = size;
		f.indexed = 1;
		f.array_base = base;
		f.array_size = 0xfff;
		add_fetch(p, &f);
		return;
	}
	cf = add_cf(p, SQ_MEM_SCRATCH);
	cf->type = INDEXED;
	cf->index_gpr = INDEX_GPR;
	cf->rw_gpr = data_gpr(p);
	cf->elem_size = size;
	cf->array_base = base;
	cf->array_size = 0xfff;
	cf->comp_mask = 0xf;
}

static void ask_gds(struct probe *p, unsigned int unused)
{
	uint32_t at[4] = { near_edge(p, p->state->gds.dwords) * 4, below(p, 4), below(p, 4) };
	struct sq_fetch f = fetch_by(p, SQ_GDS_OP, 0);

	(void)unused;
	f.mem_op = 4;
	f.gds_op = below(p, 12) | below(p, 2) << 5;
	f.alloc_consume = p->what->isa == SQ_EVERGREEN && below(p, 2);
	f.uav_id = f.alloc_consume ? below(p, SQ_COUNTERS) : 0;
	if (!f.alloc_consume && !p->state->gds.memory)
		return;
	set_register(p, INDEX_GPR, at);
	add_fetch(p, &f);
}

/* ---- programs ---- */

static void add_thing(struct probe *p, void (*ask)(struct probe *p, unsigned int id), unsigned int id)
{
	if (p->things < MOST_THINGS)
		p->thing[p->things++] = (struct thing){ ask, id };
}

static void find_fetched(struct probe *p)
{
	for (unsigned int i = 0; i < p->state->fetch.resources; i++)
		if (p->state->fetch.resource[i][7] >> 30 == 3)
			add_thing(p, ask_buffer, i);
}

static void find_things(struct probe *p)
{
	const struct sq_state *s = p->state;

	for (unsigned int i = 0; i < s->resources; i++)
		if (s->resource[i][7] >> 30 >= 2)
			add_thing(p, s->resource[i][7] >> 30 == 2 ? ask_texture : ask_buffer, i);
	for (unsigned int i = 0; i < SQ_BANKS; i++)
		if (s->bank[i].size)
			add_thing(p, ask_constants, i);
	for (unsigned int i = 0; i < SQ_RATS; i++)
		if (s->rat[i].bound)
			add_thing(p, ask_rat, i);
	if (s->scratch.item)
		add_thing(p, ask_scratch, 0);
}

/* Each thing once, from any of them on, and then some more often. */
static void ask_all(struct probe *p)
{
	unsigned int most = p->what->stage->kind == STAGE_CS ? MOST_ACCESSES : ACCESSES_OF_DRAW;
	unsigned int first = below(p, p->things), n = 4 * p->things;

	for (unsigned int i = 0; i < n && i < most && !is_full(p); i++) {
		const struct thing *t = &p->thing[(first + i) % p->things];

		t->ask(p, t->id);
	}
	if (!p->what->fetch && !below(p, 8) && !is_full(p))
		ask_gds(p, 0);
}

static void end(struct probe *p)
{
	struct sq_cf *cf;

	if (p->what->fetch) {
		add_cf(p, SQ_RETURN);
		return;
	}
	cf = add_cf(p, p->what->isa == SQ_CAYMAN ? SQ_CF_END : SQ_NOP);
	cf->eop = p->what->isa == SQ_EVERGREEN;
}

/* Whatever a client may have written there. */
static size_t spoil(struct probe *p, uint32_t *words, size_t n)
{
	bool all = below(p, 2);

	for (unsigned int i = 0; !all && i < 4; i++)
		words[below(p, (uint32_t)n)] ^= 1u << below(p, 32);
	for (size_t i = 0; all && i < n; i++)
		words[i] = below(p, UINT32_MAX);
	return n;
}

/**
 * probe_make() - a program that reaches for all ends
 * @what: what it is made for
 * @words: out
 * @most: room, in dwords
 *
 * Return: dwords; a multiple of two.
 */
size_t probe_make(const struct probe_for *what, uint32_t *words, size_t most)
{
	struct probe p = {
		.what = what, .state = &what->stage->state, .gprs = what->stage->gprs, .random = what->seed | 1,
	};
	size_t n;

	if (most < 2 * MOST_CFS + MOST_DWORDS)
		return 0;
	if (p.gprs) {
		hand_on(&p);
		if (what->fetch)
			find_fetched(&p);
		else
			find_things(&p);
		ask_all(&p);
	}
	end(&p);
	n = put_words(&p, words);
	return below(&p, 20) ? n : spoil(&p, words, n);
}
