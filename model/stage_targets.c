// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: random access targets of compute and pixels
 *
 * Reads the registers of the colour block that say where programs store to.
 *
 * Sources: AMD's register guides; Mesa for what the dimensions of an image are.
 */
#include "cp.h"
#include "footprint.h"
#include "sq/target.h"
#include "stage.h"

#define CB_IMMED	0x28b9cu

#define ATTRIB_SAMPLES	(0x1fu << 24)	/* of Cayman: samples, fragments */

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

static void take_image(const struct stage_regs *regs, struct sq_rat *rat, const struct sq_slot *r)
{
	struct tiling memory = stage_memory(regs);
	const char *problem = rat->surface.problem;
	struct sq_surface *s = &rat->surface;

	sq_slot_surface(s, r, &memory);
	s->width = (r->dim & 0xffff) + 1;
	s->height = (r->dim >> 16) + 1;
	if (problem)
		s->problem = problem;
	sq_surface_check(s, sq_format_size(rat->format));
	if (!s->problem && tiling_is_guessed(&s->tiling))
		gpu_guess(regs->gpu, TILING_GUESS);
}

/*
 * Nothing is known to end what is returned. Who watches may trust the chip with what a correct
 * program uses: a place for each lane of 256 waves in each shader engine.
 */
static uint32_t trusted_places(const struct stage_regs *regs)
{
	const struct gpu_config *config = gpu_config(regs->gpu);

	if (!config->watch || !footprint_trusts(cp_of(regs->gpu)->footprint, TRUST_MAILBOX))
		return 0;
	return config->chip->shader_engines * 256 * SQ_LANES;
}

/**
 * stage_take_target() - a random access target, as registers have it
 * @regs: whose
 * @rat: out
 * @n: which one
 */
void stage_take_target(const struct stage_regs *regs, struct sq_rat *rat, unsigned int n)
{
	uint32_t at = sq_slot_register(n);
	struct gpu *gpu = regs->gpu;
	struct sq_slot r = {
		stage_reg(regs, at), stage_reg(regs, at + 4), stage_reg(regs, at + 8),
		stage_reg(regs, at + 12), stage_reg(regs, at + 16), stage_reg(regs, at + 20),
		stage_reg(regs, at + 24),
	};

	*rat = (struct sq_rat){ 0 };
	if (!(r.info & SQ_SLOT_RAT))
		return;
	*rat = (struct sq_rat){
		.bound = true, .type = r.info >> 27 & 7, .base = (uint64_t)r.base << 8,
		.format = SQ_SLOT_FORMAT(r.info), .number_type = SQ_SLOT_NUMBER(r.info),
		.swap = SQ_SLOT_SWAP(r.info), .halves = SQ_SLOT_SOURCE(r.info) == SQ_EXPORT_16,
		.returns = stage_address(regs, CB_IMMED + 4 * n),
		.places = trusted_places(regs),
	};
	rat->surface.problem = problem_of(gpu_config(gpu)->chip, &r);
	rat->size = (r.dim + 1ull) * sq_format_size(rat->format);
	if (rat->type != SQ_RAT_BUFFER)
		take_image(regs, rat, &r);
}

/**
 * stage_describe_target() - the registers of a random access target
 * @regs: whose
 * @n: which one
 * @out: where the text goes
 */
void stage_describe_target(const struct stage_regs *regs, unsigned int n, FILE *out)
{
	uint32_t at = sq_slot_register(n);

	fputs("; CB_COLOR", out);
	for (uint32_t i = 0; i < SQ_SLOT_REGISTERS; i++)
		fprintf(out, " %x", stage_reg(regs, at + 4 * i));
	fprintf(out, ", CB_IMMED %x", stage_reg(regs, CB_IMMED + 4 * n));
}
