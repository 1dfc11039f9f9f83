/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Programs that run. A program is made ready once (code.c): its operands become rows, and
 * what cannot run is marked. A wave has one row of 64 lanes for each component of a register.
 * The waves of a group share LDS and meet at barriers.
 *
 * What the hardware does not define ends the group, after it has been told with the place, the
 * instruction and a lane. Nothing is known of what the hardware does then.
 *
 * Nothing here knows where memory is: all of it is reached through struct sq_port.
 */
#ifndef SQ_WAVE_H
#define SQ_WAVE_H

#include "isa.h"
#include "surface.h"

#define SQ_LANES	64u
#define SQ_POISON	0xbadf00d5u	/* what was never written */
#define SQ_BANKS	16u
#define SQ_RATS		12u
#define SQ_COUNTERS	12u

/* ---- what the program is given ---- */

enum sq_path {
	SQ_CONSTANT, SQ_VERTEX, SQ_TEXTURE, SQ_RAT, SQ_RAT_RETURN, SQ_SCRATCH,
	/* and of the blocks that draw */
	SQ_INDEX, SQ_RING, SQ_STREAM, SQ_COLOR, SQ_CMASK, SQ_FMASK, SQ_DEPTH, SQ_STENCIL, SQ_HTILE,
};

struct sq_violation {
	uint32_t at;			/* address of the instruction */
	int lane;			/* -1: no single one */
	char instruction[240], text[120];
};

/*
 * The one way to memory. False: there is none. The port has told whoever wants to know; what
 * was read counts as 0.
 */
struct sq_port {
	void *opaque;
	bool (*read)(void *opaque, enum sq_path path, uint64_t addr, void *data, size_t size);
	bool (*write)(void *opaque, enum sq_path path, uint64_t addr, const void *data, size_t size);
	void (*wrong)(void *opaque, const struct sq_violation *violation);
	const void **inst;		/* NULL, or where to say which instruction it is for */
};

/* RESOURCE_TYPE of a target. */
enum { SQ_RAT_BUFFER, SQ_RAT_1D, SQ_RAT_1D_ARRAY, SQ_RAT_2D, SQ_RAT_2D_ARRAY, SQ_RAT_3D };

/* A buffer or an image behind a colour slot: registers of the CB, in fields. */
struct sq_rat {
	bool bound;
	uint32_t type;
	uint64_t base, size;		/* bytes, of a buffer */
	struct sq_surface surface;	/* an image */
	uint32_t format, number_type, swap;
	bool halves;			/* what comes has been cut to 16 bits: SOURCE_FORMAT 1 */
	uint64_t returns;		/* CB_IMMED_BASE */
	uint32_t places;		/* elements there that the chip is trusted to keep to; 0: any */
};

/* SQ_VTX_SEMANTIC: what attribute goes to register n + 1. */
#define SQ_SEMANTICS	32u

struct sq_shader;

/* Registers, read once. */
struct sq_state {
	struct sq_port port;
	struct { uint64_t base; uint32_t size; } bank[SQ_BANKS];	/* bytes */
	const uint32_t (*resource)[8];	/* of this stage */
	unsigned int resources;
	/* what CALL_FS calls, made with as many registers as its caller; its own resources */
	struct { const struct sq_shader *shader; const uint32_t (*resource)[8]; unsigned int resources; } fetch;
	uint32_t semantic[SQ_SEMANTICS];
	const uint32_t (*sampler)[3];	/* of this stage */
	const uint32_t (*border)[4];	/* colours of their borders: floats; NULL: not modelled */
	unsigned int samplers;
	bool quads;			/* four lanes in a row are neighbours: (0,0) (1,0) (0,1) (1,1) */
	bool keeps_texels;		/* as long as there are waves: nothing changes textures meanwhile */
	struct tiling memory;		/* pipes, group, bank interleave */
	struct sq_rat rat[SQ_RATS];
	struct { uint64_t base, size; uint32_t item; } scratch;	/* item: dwords for each lane */
	uint32_t loop[32], bools;
	uint32_t base_vertex, start_instance;
	unsigned int wave_lanes;	/* 32 or 64 */
	unsigned int stack, columns;	/* STACK_SIZE, in rows of so many columns: 4 or 8 */
	unsigned int lds;		/* dwords */
	struct { uint32_t *memory; unsigned int dwords; } gds;	/* memory NULL: a part that is not modelled */
	uint32_t *counter;		/* append counters, SQ_COUNTERS of them */
	bool dx10_clamp;
	uint64_t budget;		/* instructions of all waves; 0: no end */
};

/* ---- code ---- */

typedef void sq_row_fn(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c);
/* Several slots at once; @in has the sources of each. */
typedef void sq_wide_fn(uint32_t *const *out, const uint32_t *const (*in)[3]);

struct sq_wide {
	sq_wide_fn *fn;
	unsigned int slots;
};

extern sq_row_fn *const sq_float_rows[SQ_OPCODES], *const sq_int_rows[SQ_OPCODES],
	*const sq_trans_rows[SQ_OPCODES];
extern const struct sq_wide sq_wide_rows[SQ_OPCODES], sq_interp_rows[SQ_OPCODES];
/* What makes doubles, and what makes something else of them: each slot has one. */
extern const struct sq_wide sq_double_rows[SQ_OPCODES], sq_from_double_rows[SQ_OPCODES];
/* Scales and clamps what is a double in the first two rows. */
void sq_finish_double(uint32_t *const *out, const struct sq_alu *alu, bool no_nan);

enum sq_operand_kind { SQ_OF_WAVE, SQ_OF_POOL, SQ_OF_REL, SQ_OF_QUEUE, SQ_OF_SPECIAL, SQ_OF_PARAM };

struct sq_operand {
	enum sq_operand_kind kind;
	uint32_t row;			/* or the number of the source */
	bool modified;			/* neg or abs */
};

/* What an operation does that has no kernel. */
enum sq_action {
	SQ_DO_ROW, SQ_DO_WIDE, SQ_DO_WITH_WIDE, SQ_DO_DOT, SQ_DO_COUNT, SQ_DO_NOTHING, SQ_DO_LDS, SQ_DO_MOVA, SQ_DO_CF_IDX,
	SQ_DO_BARRIER,
};

struct sq_inst {
	const struct sq_alu *alu;
	enum sq_action action;
	sq_row_fn *row;
	sq_wide_fn *wide;
	struct sq_operand src[3];
	unsigned int sources;
	uint32_t dst;			/* row */
	uint32_t pv;			/* row of the result, if not direct */
	bool writes, direct;
	bool modified, scaled;		/* a source: neg or abs; the result: omod or clamp */
};

struct sq_bundle {
	const struct sq_group *group;
	const char *wrong;		/* why it cannot run */
	const struct sq_alu *culprit;
	unsigned int n;
	bool pops[2];			/* a queue of LDS */
	bool plain;			/* rows to rows, of the lanes that are active */
	struct sq_inst inst[SQ_SLOTS];
};

/* An ALU word: the clause with this word's windows. */
struct sq_code {
	struct sq_bundle *bundle;
	unsigned int n;
	bool temps;			/* uses clause temporaries */
	unsigned int constants;
	struct { uint8_t window, index, chan; } *constant;	/* a row each, from kc_row on */
	const struct sq_cf *extended;	/* the word in front */
};

struct sq_shader {
	struct sq_program program;
	unsigned int gprs;
	unsigned int temp_row, pv_row, kc_row, rows;
	struct sq_code *code;		/* for each word */
	uint32_t (*pool)[SQ_LANES];	/* literals and inline constants */
	unsigned int pooled, room;
};

/* False, and @problem says why; else sq_shader_free() it. @gprs is NUM_GPRS. */
bool sq_shader_make(struct sq_shader *shader, enum sq_isa isa, const uint32_t *words, size_t n,
		    unsigned int gprs, struct sq_problem *problem);
/* It begins at @entry. */
bool sq_shader_make_from(struct sq_shader *shader, enum sq_isa isa, const uint32_t *words, size_t n,
			 uint32_t entry, unsigned int gprs, struct sq_problem *problem);
void sq_shader_free(struct sq_shader *shader);
/* Of the host's memory. */
size_t sq_shader_bytes(const struct sq_shader *shader);

/* ---- waves ---- */

#define SQ_STACK	256u		/* entries, more than any STACK_SIZE allows in use */
#define SQ_QUEUE	32u

enum sq_wave_is { SQ_RUNS, SQ_WAITS, SQ_ENDED, SQ_WRONG, SQ_EXHAUSTED };

enum sq_entry_kind { SQ_BRANCH, SQ_LOOP, SQ_CALLED };

struct sq_entry {
	enum sq_entry_kind kind;
	uint64_t mask;			/* what was active */
	uint64_t broken, continued;
	uint32_t back;			/* of a call */
	const struct sq_shader *from;	/* likewise */
	uint32_t left, index, step;	/* of a loop with a constant */
	bool counted;
};

struct sq_team;
struct sq_work;
struct tx_unit;

/*
 * Where exports go, in vectors of four rows: of pixels colours, and depth with what is beside it;
 * of vertices four positions, the first of which is one, and parameters.
 */
enum {
	SQ_EXPORT_COLOR = 0, SQ_EXPORT_DEPTH = 8, SQ_EXPORT_POSITION = 9, SQ_EXPORT_PARAM = 13,
	SQ_EXPORTS = 45,
};

struct sq_exports {
	uint64_t written;		/* bits: vectors; there is nothing in the others */
	uint32_t row[SQ_EXPORTS][4][SQ_LANES] __attribute__((aligned(64)));
};

/*
 * What INTERP finds of a parameter: of each component P0, P10 and P20, which are the value at one
 * vertex, and how far those at the two others are from it.
 */
#define SQ_PARAM_ROWS	12u

struct sq_params {
	unsigned int n;
	uint32_t (*row)[SQ_LANES];
};

#define SQ_STREAMS	4u

/* Where MEM_RING goes: each lane has a part of its own, one behind the other. */
struct sq_ring {
	uint64_t base, size;		/* bytes */
	uint32_t item;			/* dwords, of a lane */
	uint32_t first[SQ_STREAMS];	/* dwords, in the part: where that of a stream begins */
};

/* The vertices that lanes of a geometry program emit. */
#define SQ_EMITS	1024u

struct sq_emitted {
	uint32_t most;			/* of a stream, at most SQ_EMITS */
	uint16_t n[SQ_STREAMS][SQ_LANES];
	uint32_t cut[SQ_STREAMS][SQ_LANES][SQ_EMITS / 32];	/* bits: a strip begins at this vertex */
};

/* What programs of vertices have for stream out; where it goes is known when they have ended. */
#define SQ_STREAMED	128u

struct sq_streamed {
	unsigned int n;
	struct {
		unsigned int stream, buffer, mask;
		uint32_t at;		/* dword of the vertex that component x goes to */
		uint64_t lanes;
		uint32_t row[4][SQ_LANES];
	} write[SQ_STREAMED];
};

/* Tessellation factors of a group. */
struct sq_factors {
	uint32_t base;			/* byte address of the first, which the program is told */
	uint32_t n;			/* dwords */
	uint32_t *value;
};

struct sq_wave {
	const struct sq_shader *shader;
	const struct sq_state *state;
	struct sq_team *team;
	enum sq_wave_is is;
	unsigned int id, number;	/* on the chip; in the group */
	uint32_t (*row)[SQ_LANES];
	uint64_t all, active, valid, predicate;
	uint64_t mask_of;		/* what mask_row shows */
	uint32_t mask_row[SQ_LANES] __attribute__((aligned(64)));
	uint32_t pc;
	unsigned int group;		/* next one of the clause, if in_clause */
	bool in_clause;
	bool spins;			/* in an empty loop: only a reset ends it */
	uint32_t ar[SQ_LANES], cf_idx[2];
	bool has_ar;			/* in this clause */
	unsigned int depth, used;	/* of the stack: entries; columns */
	struct { uint32_t (*row)[SQ_LANES]; unsigned int first, n; } queue[2];
	struct sq_exports *exports;	/* NULL: this stage has none */
	const struct sq_params *params;	/* likewise, as those that follow */
	const struct sq_ring *ring;
	struct sq_emitted *emitted;
	struct sq_streamed *streamed;
	const struct sq_factors *factors;
	struct tx_unit *tx;		/* NULL before the first texture */
	uint64_t steps;
	struct sq_entry stack[SQ_STACK];	/* what is above its depth was never written */
};

/* A group of threads. */
struct sq_team {
	const struct sq_shader *shader;
	const struct sq_state *state;
	unsigned int rows;		/* of a wave: of this program, or of what it calls */
	unsigned int waves;
	struct sq_wave *wave;
	uint8_t *lds;
	uint32_t id;			/* of the group, flat */
	uint64_t spent;			/* of the budget */
};

/* Counts of groups, and of threads in each. */
struct sq_grid {
	uint32_t groups[3], threads[3];
};

/*
 * A dispatch under way; NULL: no memory. The caller keeps @shader and @state until sq_end().
 * sq_continue() runs all groups, one after another, in order, but stops after so many
 * instructions, give or take a clause; the start of a group, or of waves by sq_restart() or
 * sq_restart_waves(), counts for as many as it takes the time of. It returns what the last wave
 * is in: SQ_RUNS if there is more to do, SQ_ENDED, or SQ_WRONG or SQ_EXHAUSTED, and no further
 * group runs.
 */
struct sq_work *sq_begin(const struct sq_shader *shader, const struct sq_state *state,
			 const struct sq_grid *grid);
enum sq_wave_is sq_continue(struct sq_work *work, uint64_t instructions);
/* Whether the wave whose turn it is spins: there is no use in going on at once. */
bool sq_spins(const struct sq_work *work);
void sq_end(struct sq_work *work);

/*
 * A wave that is no part of a grid, not yet started; NULL: no memory. sq_restart() puts poison into
 * its registers, which the caller then fills in: those in @active run, and those in @valid are
 * there to be seen. @lds: state->lds dwords of the caller's, or NULL.
 */
struct sq_work *sq_begin_wave(const struct sq_shader *shader, const struct sq_state *state, uint8_t *lds);
struct sq_wave *sq_restart(struct sq_work *work, uint64_t active, uint64_t valid);
/* The same for all waves of a group of up to so many threads, from lane 0 of wave 0 on. */
struct sq_work *sq_begin_waves(const struct sq_shader *shader, const struct sq_state *state, uint32_t threads,
			       uint8_t *lds);
void sq_restart_waves(struct sq_work *work, uint32_t threads);
struct sq_wave *sq_wave_number(struct sq_work *work, unsigned int number);

/* All of it. */
enum sq_wave_is sq_dispatch(const struct sq_shader *shader, const struct sq_state *state,
			    const struct sq_grid *grid);

/* Tells the port, and ends the group. @inst is NULL, or what sq_print_instruction() takes. */
void sq_complain(struct sq_wave *wave, uint32_t at, const void *inst, int lane, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The same, and false. */
#define sq_violated(wave, at, inst, lane, ...)	(sq_complain(wave, at, inst, lane, __VA_ARGS__), false)

/* One word of control flow, or a part of its clause, up to a barrier. False: violated. */
bool sq_step(struct sq_wave *wave);
bool sq_run_alu(struct sq_wave *wave, const struct sq_cf *cf, const struct sq_code *code);
bool sq_run_fetches(struct sq_wave *wave, const struct sq_clause *clause);
bool sq_run_lds(struct sq_wave *wave, uint32_t at, const struct sq_alu *alu, const uint32_t *const *in,
		uint64_t mask);
bool sq_run_gds(struct sq_wave *wave, const struct sq_fetch *fetch);
bool sq_run_rat(struct sq_wave *wave, const struct sq_cf *cf);
void sq_poison_rows(uint32_t (*row)[SQ_LANES], size_t rows);
bool sq_export(struct sq_wave *wave, const struct sq_cf *cf);
bool sq_write_ring(struct sq_wave *wave, const struct sq_cf *cf);
bool sq_emit(struct sq_wave *wave, const struct sq_cf *cf);
bool sq_stream_out(struct sq_wave *wave, const struct sq_cf *cf);
bool sq_write_scratch(struct sq_wave *wave, const struct sq_cf *cf);
bool sq_read_scratch(struct sq_wave *wave, const struct sq_fetch *fetch);

/* The rows of a register, or NULL and a violation. */
uint32_t (*sq_register(struct sq_wave *wave, uint32_t at, const void *inst, uint32_t gpr))[SQ_LANES];

/* Those for which a word of control flow writes. */
static inline uint64_t sq_lanes_of(const struct sq_wave *wave, const struct sq_cf *cf)
{
	return cf->vpm ? wave->active & wave->valid : wave->active;
}

/* The first @n lanes. */
static inline uint64_t sq_first_lanes(unsigned int n)
{
	return n < SQ_LANES ? (1ull << n) - 1 : UINT64_MAX;
}

/* Ones in those lanes. */
const uint32_t *sq_mask_row(struct sq_wave *wave, uint64_t mask);

static inline int sq_next_lane(uint64_t *mask)
{
	int lane = __builtin_ctzll(*mask);

	*mask &= *mask - 1;
	return lane;
}

/* What follows is for this instruction, for those who watch the port. */
static inline void sq_say(const struct sq_wave *wave, const void *inst)
{
	if (wave->state->port.inst)
		*wave->state->port.inst = inst;
}

/* ---- atomic operations, of LDS, GDS and targets ---- */

enum sq_atomic {
	SQ_NO_ATOMIC, SQ_ATOMIC_ADD, SQ_ATOMIC_SUB, SQ_ATOMIC_RSUB, SQ_ATOMIC_INC, SQ_ATOMIC_DEC,
	SQ_ATOMIC_MIN_INT, SQ_ATOMIC_MAX_INT, SQ_ATOMIC_MIN_UINT, SQ_ATOMIC_MAX_UINT,
	SQ_ATOMIC_AND, SQ_ATOMIC_OR, SQ_ATOMIC_XOR, SQ_ATOMIC_MSKOR, SQ_ATOMIC_XCHG, SQ_ATOMIC_CMPXCHG,
};

/* What is there afterwards. @other: the mask of MSKOR, what CMPXCHG compares with. */
uint32_t sq_combine(enum sq_atomic op, uint32_t old, uint32_t x, uint32_t other);
/* Of a number that LDS and GDS have for it, or SQ_NO_ATOMIC. */
enum sq_atomic sq_lds_atomic(unsigned int op);

/* ---- formats of memory ---- */

/* The component that a DST_SEL below 6 asks for, of those that were read. */
uint32_t sq_choose(const uint32_t value[4], uint32_t sel, bool integers);

/* Bytes of an element, or 0: no format of buffers. */
unsigned int sq_format_size(unsigned int format);
/* How many of the four it has, and how wide one is. */
unsigned int sq_format_components(unsigned int format);
unsigned int sq_format_bits(unsigned int format, unsigned int c);
bool sq_format_is_float(unsigned int format, unsigned int c);

enum sq_number { SQ_NORM, SQ_INT, SQ_SCALED };

/* From little endian bytes; components that the format lacks are 0, 0, 0, 1. */
void sq_unpack(unsigned int format, enum sq_number number, bool is_signed, bool srf, const uint8_t *bytes,
	       uint32_t out[4]);
/* ENDIAN of a resource: 1 swaps each two bytes, 2 each four. */
void sq_swap_bytes(uint8_t *bytes, unsigned int size, unsigned int endian);
/* Which fields are floats: none, all, or the one of depth. */
enum sq_fields { SQ_BITS, SQ_FLOATS, SQ_DEPTH_X, SQ_DEPTH_Y };

/* Fields from the lowest bit on. */
struct sq_format {
	uint8_t kind, bits[4];
	uint8_t unused;			/* bits above them */
};
/* The same, with a bit for each component that has a sign. */
void sq_unpack_signs(unsigned int format, enum sq_number number, unsigned int signs, bool srf, const uint8_t *bytes,
		     uint32_t out[4]);

const struct sq_format *sq_format_of(unsigned int format);
/* A field of a format of floats to a float. */
uint32_t sq_from_float(uint32_t value, unsigned int bits);
float sq_half_to_float(uint32_t half);

static inline float sq_float(uint32_t bits)
{
	union { uint32_t u; float f; } it = { .u = bits };

	return it.f;
}

static inline uint32_t sq_bits(float value)
{
	union { uint32_t u; float f; } it = { .f = value };

	return it.u;
}

/* ---- what is stored: pack.c ---- */

/* NUMBER_TYPE of the CB. */
enum sq_number_type {
	CB_UNORM, CB_SNORM, CB_USCALED, CB_SSCALED, CB_UINT, CB_SINT, CB_SRGB, CB_FLOAT,
};

/* Four pixels side by side, which compilers know to be a row. */
typedef uint32_t sq_u4 __attribute__((vector_size(16)));
typedef int32_t sq_i4 __attribute__((vector_size(16)));
typedef float sq_f4 __attribute__((vector_size(16)));
typedef double sq_d4 __attribute__((vector_size(32)));
typedef int64_t sq_l4 __attribute__((vector_size(32)));
/* Their components red to alpha, or dwords of their elements. */
typedef sq_u4 sq_four[4];

/* @mask is what a comparison results in. */
static inline sq_f4 sq_pick(sq_i4 mask, sq_f4 yes, sq_f4 no)
{
	return (sq_f4)(((sq_u4)yes & (sq_u4)mask) | ((sq_u4)no & ~(sq_u4)mask));
}

struct sq_packer {
	unsigned int bytes, fields;
	struct {
		enum sq_number_type number;
		uint8_t bits, dword, shift;
		uint8_t component;	/* 0: red */
		uint32_t mask;		/* its bits in place */
	} field[4];
	bool truncates;			/* ROUND_MODE */
	bool unorm;			/* all fields are, of less than 32 bits, in one dword */
};

/* False: there is no such element. */
bool sq_packer_make(struct sq_packer *p, unsigned int format, enum sq_number_type number, unsigned int swap);
/* Floats; or integers, if they are kept as such. */
void sq_pack_four(const struct sq_packer *p, sq_four in, sq_four out);
/* Likewise, in place: rows of components become those of dwords. @cut: to 16 bits, before. */
void sq_pack_rows(const struct sq_packer *p, uint32_t (*row)[SQ_LANES], unsigned int lanes, bool cut);
/* To floats; what the format lacks is 0, 0, 0, 1. Not of integers. */
void sq_unpack_four(const struct sq_packer *p, sq_four in, sq_four out);

/* COMP_SWAP of the CB: which of red, green, blue and alpha is component @c of memory. */
unsigned int sq_swapped(unsigned int format, unsigned int swap, unsigned int c);
/* One element in the order of memory. False: not known. */
bool sq_pack(unsigned int format, enum sq_number_type number, const uint32_t in[4], uint8_t *bytes);

uint32_t sq_float_to_half(uint32_t bits);

/*
 * What 16 bits of a float keep. Those below 2^-14 have a fixed point; and for rows, both are
 * worked out, and one is taken.
 */
static inline uint32_t sq_cut_to_half(uint32_t bits)
{
	float size = sq_float(bits & 0x7fffffff), fixed = size < 0x1p-14f ? size : 0.0f;
	uint32_t small = sq_bits((float)(int32_t)(fixed * 0x1p24f) * 0x1p-24f) | (bits & 0x80000000);

	return size < 0x1p-14f ? small : bits & ~0x1fffu;
}

void sq_cut_four(sq_four value);

/* ---- rows ---- */

/* One function for each kind of processor; sanitizers cannot look into these. */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(SQ_ONE_CLONE)
#define SQ_CLONES	__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SQ_CLONES
#endif

/* A lane of the result depends on that lane alone, so a source may be the destination. */
#ifdef __clang__
#define SQ_ANY_ORDER
#else
#define SQ_ANY_ORDER	_Pragma("GCC ivdep")
#endif
#define SQ_EACH_LANE	for (unsigned int i = 0; i < SQ_LANES; i++)

#endif
