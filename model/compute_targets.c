// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: random access targets of a dispatch
 *
 * Registers of the colour block to what programs store to.
 *
 * Sources: AMD's register guides; Mesa for what the dimensions of an image are.
 */
#include "compute.h"
#include "cp.h"
#include "footprint.h"
#include "sq/target.h"
#include "sq/wave.h"

#define CB_IMMED	0x28b9cu
#define GB_ADDR_CONFIG	0x98f8u

#define ATTRIB_SAMPLES	(0x1fu << 24)	/* of Cayman: samples, fragments */

/**
 * compute_memory() - what GB_ADDR_CONFIG says of tiling
 * @gpu: the card
 *
 * Return: pipes, group and bank interleave; the rest is 0.
 */
struct tiling compute_memory(struct gpu *gpu)
{
	uint32_t config = gpu_reg_get(gpu, GB_ADDR_CONFIG);

	return (struct tiling){
		.pipes = 1u << ((config & 7) < 4 ? config & 7 : 3), .group = 256u << (config >> 4 & 7),
		.bank_interleave = 1u << (config >> 8 & 7),
	};
}

static const char *problem_of(const struct gpu_chip *chip, const struct sq_slot *r)
{
	uint32_t number = SQ_SLOT_NUMBER(r->info), source = SQ_SLOT_SOURCE(r->info);

	if (r->info & SQ_SLOT_ENDIAN)
		return "another order of bytes is not modelled";
	if (source > SQ_EXPORT_16 || (source == SQ_EXPORT_16 && (number == CB_UINT || number == CB_SINT)))
		return "this SOURCE_FORMAT is not modelled";
	if (!(r->info >> 27 & 7))
		return NULL;
	if (r->info & SQ_SLOT_MASKS)
		return "compressed images are not modelled";
	if (chip->cayman && r->attrib & ATTRIB_SAMPLES)
		return "images with samples are not modelled";
	return NULL;
}

static void take_image(struct gpu *gpu, struct sq_rat *rat, const struct sq_slot *r)
{
	struct tiling memory = compute_memory(gpu);
	const char *problem = rat->surface.problem;
	struct sq_surface *s = &rat->surface;

	sq_slot_surface(s, r, &memory);
	s->width = (r->dim & 0xffff) + 1;
	s->height = (r->dim >> 16) + 1;
	if (problem)
		s->problem = problem;
	sq_surface_check(s, sq_format_size(rat->format));
	if (!s->problem && tiling_is_guessed(&s->tiling))
		gpu_guess(gpu, "tiling: eight pipes, thick tiles");
}

/*
 * Nothing is known to end what is returned. Who watches may trust the chip with what a correct
 * program uses: a place for each lane of 256 waves in each shader engine.
 */
static uint32_t trusted_places(const struct cp_ring *ring)
{
	const struct gpu_config *config = gpu_config(ring->cp->gpu);

	if (!config->watch || !footprint_trusts(ring->cp->footprint, TRUST_MAILBOX))
		return 0;
	return config->chip->shader_engines * 256 * SQ_LANES;
}

/**
 * compute_take_target() - a random access target, as registers have it
 * @ring: whose state
 * @rat: out
 * @n: which one
 */
void compute_take_target(const struct cp_ring *ring, struct sq_rat *rat, unsigned int n)
{
	uint32_t at = sq_slot_register(n);
	struct gpu *gpu = ring->cp->gpu;
	struct sq_slot r = {
		cp_compute_reg(ring, at), cp_compute_reg(ring, at + 4), cp_compute_reg(ring, at + 8),
		cp_compute_reg(ring, at + 12), cp_compute_reg(ring, at + 16), cp_compute_reg(ring, at + 20),
		cp_compute_reg(ring, at + 24),
	};

	*rat = (struct sq_rat){ 0 };
	if (!(r.info & SQ_SLOT_RAT))
		return;
	*rat = (struct sq_rat){
		.bound = true, .type = r.info >> 27 & 7, .base = (uint64_t)r.base << 8,
		.format = SQ_SLOT_FORMAT(r.info), .number_type = SQ_SLOT_NUMBER(r.info),
		.swap = SQ_SLOT_SWAP(r.info), .halves = SQ_SLOT_SOURCE(r.info) == SQ_EXPORT_16,
		.returns = (uint64_t)cp_compute_reg(ring, CB_IMMED + 4 * n) << 8,
		.places = trusted_places(ring),
	};
	rat->surface.problem = problem_of(gpu_config(gpu)->chip, &r);
	rat->size = (r.dim + 1ull) * sq_format_size(rat->format);
	if (rat->type != SQ_RAT_BUFFER)
		take_image(gpu, rat, &r);
}

/**
 * compute_describe_target() - the registers of a random access target
 * @ring: whose state
 * @n: which one
 * @out: where the text goes
 */
void compute_describe_target(const struct cp_ring *ring, unsigned int n, FILE *out)
{
	uint32_t at = sq_slot_register(n);

	fputs("; CB_COLOR", out);
	for (uint32_t i = 0; i < SQ_SLOT_REGISTERS; i++)
		fprintf(out, " %x", cp_compute_reg(ring, at + 4 * i));
	fprintf(out, ", CB_IMMED %x", cp_compute_reg(ring, CB_IMMED + 4 * n));
}
