// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: random access targets
 *
 * Buffers and images: stores, atomic operations, and what they return. Lanes go in order, so
 * that an atomic operation is one. All writes are there at once: WAIT_ACK has nothing to wait
 * for.
 *
 * Sources: Mesa and LLVM. What is outside of a target is dropped, and nothing is returned. What
 * is returned is the element as it was, bit by bit, at the place that the program gives: Mesa
 * fetches it in the format of the image. Of images of one dimension y does not count, and z
 * only if they have layers: Mesa leaves there what happens to be in the register. Guesses: that
 * holds for orders of components other than the standard one, too; what comes is cut to 16 bits
 * where exports of pixels are.
 */
#include <string.h>

#include "wave.h"

enum {
	STORE_TYPED = 0x01, STORE_RAW = 0x02, CMPXCHG = 0x04, ADD = 0x07, SUB = 0x08, RSUB = 0x09,
	MIN_INT = 0x0a, MIN_UINT = 0x0b, MAX_INT = 0x0c, MAX_UINT = 0x0d, AND = 0x0e, OR = 0x0f,
	XOR = 0x10, MSKOR = 0x11, INC = 0x12, DEC = 0x13, STORE_DWORD = 0x14,
	RETURNS = 0x20, XCHG = 0x22,
};

#define INDEXED		1u	/* bit of TYPE */

static bool read_bytes(const struct sq_wave *wave, enum sq_path path, uint64_t addr, void *data, size_t size)
{
	return wave->state->port.read(wave->state->port.opaque, path, addr, data, size);
}

static void write_bytes(const struct sq_wave *wave, enum sq_path path, uint64_t addr, const void *data,
			size_t size)
{
	wave->state->port.write(wave->state->port.opaque, path, addr, data, size);
}

/* By RAT_INST without RETURNS. */
static const enum sq_atomic atomics[RETURNS] = {
	[XCHG & ~RETURNS] = SQ_ATOMIC_XCHG, [CMPXCHG] = SQ_ATOMIC_CMPXCHG,
	[ADD] = SQ_ATOMIC_ADD, [SUB] = SQ_ATOMIC_SUB, [RSUB] = SQ_ATOMIC_RSUB,
	[MIN_INT] = SQ_ATOMIC_MIN_INT, [MIN_UINT] = SQ_ATOMIC_MIN_UINT,
	[MAX_INT] = SQ_ATOMIC_MAX_INT, [MAX_UINT] = SQ_ATOMIC_MAX_UINT,
	[AND] = SQ_ATOMIC_AND, [OR] = SQ_ATOMIC_OR, [XOR] = SQ_ATOMIC_XOR, [MSKOR] = SQ_ATOMIC_MSKOR,
	[INC] = SQ_ATOMIC_INC, [DEC] = SQ_ATOMIC_DEC,
};

struct access {
	const struct sq_cf *cf;
	const struct sq_rat *rat;
	int lane;
	uint32_t data[4], xyz[3];
};

/* Where the element is. False: outside. */
static bool find(const struct access *a, unsigned int size, uint64_t *addr)
{
	/* Which of y and z counts; a layer is in z. */
	static const struct { bool y, z; } counts[] = {
		[SQ_RAT_1D] = { false, false }, [SQ_RAT_1D_ARRAY] = { false, true },
		[SQ_RAT_2D] = { true, false }, [SQ_RAT_2D_ARRAY] = { true, true }, [SQ_RAT_3D] = { true, true },
	};
	const struct sq_rat *rat = a->rat;
	uint64_t at = (uint64_t)a->xyz[0] * size;

	if (rat->type != SQ_RAT_BUFFER)
		return sq_surface_find(&rat->surface, a->xyz[0], counts[rat->type].y ? a->xyz[1] : 0,
				       counts[rat->type].z ? a->xyz[2] : 0, addr);
	*addr = rat->base + at;
	return at < rat->size && size <= rat->size - at;
}

static bool store_typed(struct sq_wave *wave, const struct access *a)
{
	const struct sq_rat *rat = a->rat;
	unsigned int size = sq_format_size(rat->format), n = sq_format_components(rat->format);
	uint32_t value[4] = { 0 }, all = 0;
	uint8_t bytes[16];
	uint64_t addr;

	for (unsigned int c = 0; c < n; c++) {
		unsigned int from = sq_swapped(rat->format, rat->swap, c);

		value[c] = rat->halves ? sq_cut_to_half(a->data[from]) : a->data[from];
		all |= 1u << from;
	}
	if (!size || (a->cf->comp_mask & all) != all || !sq_pack(rat->format, rat->number_type, value, bytes))
		return sq_violated(wave, a->cf->at, a->cf, a->lane,
				   "a store of format %#x, type %u, order %u, mask %#x is not modelled",
				   rat->format, rat->number_type, rat->swap, a->cf->comp_mask);
	if (find(a, size, &addr))
		write_bytes(wave, SQ_RAT, addr, bytes, size);
	return true;
}

static bool store_dwords(struct sq_wave *wave, const struct access *a)
{
	uint64_t at = a->xyz[0];

	if (a->rat->type != SQ_RAT_BUFFER)
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "a store of dwords to an image is not modelled");
	for (unsigned int c = 0; c < 4; c++)
		if (a->cf->comp_mask & 1u << c && 4 * (at + c) + 4 <= a->rat->size)
			write_bytes(wave, SQ_RAT, a->rat->base + 4 * (at + c), &a->data[c], 4);
	return true;
}

/* The program says where, and no register where that ends. */
static void give_back(const struct sq_wave *wave, const struct access *a, const void *data, unsigned int size)
{
	const struct sq_rat *rat = a->rat;

	if (!rat->places || a->data[1] < rat->places)
		write_bytes(wave, SQ_RAT_RETURN, rat->returns + (uint64_t)size * a->data[1], data, size);
}

/* An element goes to the place of the lane as it is, for a fetch of the same format. */
static bool only_return(struct sq_wave *wave, const struct access *a)
{
	unsigned int size = sq_format_size(a->rat->format);
	uint8_t bytes[16];
	uint64_t addr;

	if (!size || size > sizeof(bytes))
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "format %#x is none of targets", a->rat->format);
	if (find(a, size, &addr) && read_bytes(wave, SQ_RAT, addr, bytes, size))
		give_back(wave, a, bytes, size);
	return true;
}

static bool run_atomic(struct sq_wave *wave, const struct access *a)
{
	unsigned int op = a->cf->rat_inst, wanted = wave->shader->program.isa == SQ_CAYMAN ? 2 : 3;
	enum sq_atomic atomic = atomics[op & ~RETURNS];
	uint32_t value, old;
	uint64_t addr;

	if ((op != MSKOR || a->rat->type != SQ_RAT_BUFFER) && sq_format_size(a->rat->format) != 4)
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "an atomic operation on format %#x",
				   a->rat->format);
	if (atomic == SQ_NO_ATOMIC)
		return sq_violated(wave, a->cf->at, a->cf, a->lane, "RAT_INST %#x is not modelled", op);
	if (!find(a, sizeof(old), &addr) || !read_bytes(wave, SQ_RAT, addr, &old, sizeof(old)))
		return true;
	value = sq_combine(atomic, old, a->data[0],
			   a->data[atomic == SQ_ATOMIC_CMPXCHG ? wanted : 3]);
	write_bytes(wave, SQ_RAT, addr, &value, sizeof(value));
	if (op & RETURNS)
		give_back(wave, a, &old, sizeof(old));
	return true;
}

/* NULL if there is none that can take it. */
static const struct sq_rat *find_rat(struct sq_wave *wave, const struct sq_cf *cf)
{
	bool cayman = wave->shader->program.isa == SQ_CAYMAN;
	uint32_t id = cf->rat_id;
	const char *problem = NULL;

	if (cf->rw_rel || cf->burst)
		problem = "relative registers and bursts are not modelled";
	else if (cf->rat_index_mode == 3)
		problem = "RAT_INDEX_MODE 3 is reserved";
	else if (!(cf->type & INDEXED))
		problem = "its TYPE has no index";
	else if (cf->rat_inst == (cayman ? STORE_RAW : STORE_DWORD))
		problem = "this RAT_INST is one of the other kind of chip";
	if (problem) {
		sq_complain(wave, cf->at, cf, -1, "%s", problem);
		return NULL;
	}
	if (cf->rat_index_mode)
		id += wave->cf_idx[cf->rat_index_mode - 1];
	if (id >= SQ_RATS || !wave->state->rat[id].bound)
		problem = "not bound";
	else if (wave->state->rat[id].type > SQ_RAT_3D)
		problem = "a reserved type";
	else
		problem = wave->state->rat[id].surface.problem;
	if (!problem)
		return &wave->state->rat[id];
	sq_complain(wave, cf->at, cf, -1, "target %u: %s", id, problem);
	return NULL;
}

static bool run_lane(struct sq_wave *wave, const struct access *a)
{
	switch (a->cf->rat_inst) {
	case STORE_TYPED:
		return store_typed(wave, a);
	case STORE_RAW:
	case STORE_DWORD:
		return store_dwords(wave, a);
	case RETURNS:
		return only_return(wave, a);
	default:
		return run_atomic(wave, a);
	}
}

bool sq_run_rat(struct sq_wave *wave, const struct sq_cf *cf)
{
	uint64_t mask = sq_lanes_of(wave, cf);
	struct access a = { .cf = cf };
	uint32_t (*data)[SQ_LANES], (*index)[SQ_LANES];

	if (!mask)
		return true;
	data = sq_register(wave, cf->at, cf, cf->rw_gpr);
	index = data ? sq_register(wave, cf->at, cf, cf->index_gpr) : NULL;
	a.rat = index ? find_rat(wave, cf) : NULL;
	if (!a.rat)
		return false;
	sq_say(wave, cf);
	while (mask) {
		a.lane = sq_next_lane(&mask);
		for (unsigned int c = 0; c < 3; c++)
			a.xyz[c] = index[c][a.lane];
		for (unsigned int c = 0; c < 4; c++)
			a.data[c] = data[c][a.lane];
		if (!run_lane(wave, &a))
			return false;
	}
	return true;
}
