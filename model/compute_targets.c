// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: random access targets of a dispatch
 *
 * Registers of the colour block to what programs store to.
 *
 * Sources: AMD's register guides; Mesa for what pitch, slice, view and dimensions of an image
 * are: padding counts in pitch and slice, the view's first slice is z = 0.
 */
#include "compute.h"
#include "cp.h"
#include "footprint.h"
#include "stage.h"

#define CB_BASE		0x28c60u
#define CB_STEP		0x3cu
#define CB_BASE_8	0x28e40u
#define CB_STEP_8	0x1cu
#define CB_PITCH	0x04u
#define CB_SLICE	0x08u
#define CB_VIEW		0x0cu
#define CB_INFO		0x10u
#define CB_ATTRIB	0x14u
#define CB_DIM		0x18u
#define CB_IMMED	0x28b9cu

#define INFO_ENDIAN	3u
#define INFO_MASKS	(3u << 17)	/* FAST_CLEAR, COMPRESSION */
#define INFO_RAT	(1u << 26)
#define ATTRIB_SAMPLES	(0x1fu << 24)	/* of Cayman: samples, fragments */

enum { EXPORT_32 = 0, EXPORT_16 = 1 };	/* SOURCE_FORMAT */
enum { CB_UINT = 4, CB_SINT = 5 };

struct registers {
	uint32_t pitch, slice, view, info, attrib, dim;
};

/* Where the registers of a target begin. */
static uint32_t first_register(unsigned int n)
{
	return n < 8 ? CB_BASE + n * CB_STEP : CB_BASE_8 + (n - 8) * CB_STEP_8;
}

static const char *problem_of(const struct gpu_chip *chip, const struct registers *r)
{
	uint32_t number = r->info >> 12 & 7, source = r->info >> 24 & 3;

	if (r->info & INFO_ENDIAN)
		return "another order of bytes is not modelled";
	if (source > EXPORT_16 || (source == EXPORT_16 && (number == CB_UINT || number == CB_SINT)))
		return "this SOURCE_FORMAT is not modelled";
	if (!(r->info >> 27 & 7))
		return NULL;
	if (r->info & INFO_MASKS)
		return "compressed images are not modelled";
	if (chip->cayman && r->attrib & ATTRIB_SAMPLES)
		return "images with samples are not modelled";
	return NULL;
}

static void take_image(const struct stage_regs *regs, struct sq_rat *rat, const struct registers *r)
{
	uint32_t pitch = ((r->pitch & 0x7ff) + 1) * 8, slice = ((r->slice & 0x3fffff) + 1) * 64;
	uint32_t first = r->view & 0x7ff, last = r->view >> 13 & 0x7ff;
	struct sq_surface *s = &rat->surface;

	s->base = rat->base;
	s->width = (r->dim & 0xffff) + 1;
	s->height = (r->dim >> 16) + 1;
	s->first = first;
	s->slices = last < first ? 0 : last - first + 1;
	s->tiling = stage_memory(regs);
	s->tiling.mode = r->info >> 8 & 0xf;
	s->tiling.non_displayable = r->attrib >> 4 & 1;
	s->tiling.pitch = pitch;
	s->tiling.height = slice / pitch;
	s->tiling.split = 64u << (r->attrib >> 5 & 0xf);
	s->tiling.banks = 2u << (r->attrib >> 10 & 3);
	s->tiling.bank_width = 1u << (r->attrib >> 13 & 3);
	s->tiling.bank_height = 1u << (r->attrib >> 16 & 3);
	s->tiling.aspect = 1u << (r->attrib >> 19 & 3);
	if (slice % pitch && !s->problem)
		s->problem = "slice is no multiple of the pitch";
	sq_surface_check(s, sq_format_size(rat->format));
	if (!s->problem && tiling_is_guessed(&s->tiling))
		gpu_guess(regs->gpu, "tiling: eight pipes, thick tiles");
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
 * compute_take_target() - a random access target, as registers have it
 * @regs: whose
 * @rat: out
 * @n: which one
 */
void compute_take_target(const struct stage_regs *regs, struct sq_rat *rat, unsigned int n)
{
	uint32_t at = first_register(n);
	struct gpu *gpu = regs->gpu;
	struct registers r = {
		stage_reg(regs, at + CB_PITCH), stage_reg(regs, at + CB_SLICE),
		stage_reg(regs, at + CB_VIEW), stage_reg(regs, at + CB_INFO),
		stage_reg(regs, at + CB_ATTRIB), stage_reg(regs, at + CB_DIM),
	};

	*rat = (struct sq_rat){ 0 };
	if (!(r.info & INFO_RAT))
		return;
	*rat = (struct sq_rat){
		.bound = true, .type = r.info >> 27 & 7, .base = stage_address(regs, at),
		.format = r.info >> 2 & 0x3f, .number_type = r.info >> 12 & 7, .swap = r.info >> 15 & 3,
		.halves = (r.info >> 24 & 3) == EXPORT_16,
		.returns = stage_address(regs, CB_IMMED + 4 * n),
		.places = trusted_places(regs),
	};
	rat->surface.problem = problem_of(gpu_config(gpu)->chip, &r);
	rat->size = (r.dim + 1ull) * sq_format_size(rat->format);
	if (rat->type != SQ_RAT_BUFFER)
		take_image(regs, rat, &r);
}

/**
 * compute_describe_target() - the registers of a random access target
 * @regs: whose
 * @n: which one
 * @out: where the text goes
 */
void compute_describe_target(const struct stage_regs *regs, unsigned int n, FILE *out)
{
	uint32_t at = first_register(n);

	fputs("; CB_COLOR", out);
	for (uint32_t i = 0; i < 7; i++)
		fprintf(out, " %x", stage_reg(regs, at + 4 * i));
	fprintf(out, ", CB_IMMED %x", stage_reg(regs, CB_IMMED + 4 * n));
}
