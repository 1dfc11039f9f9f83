// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: footprints of the shader core
 *
 * Programs, constant buffers, the rings in which stages hand over or spill, the ring of
 * tessellation factors, export memory and stream-out. A ring that its stage needs
 * and that has no size has no end either; an item of a wavefront larger than its ring
 * reaches as far as it is large.
 *
 * Sources: AMD's register reference; units from what Mesa writes: rings and constants
 * in 256 bytes, items in dwords for each thread, stream-out and factors in dwords.
 * Guesses: what happens to an item that does not fit, and the unit of export memory.
 */
#include "array.h"
#include "footprint.h"

#define STAGES_EN	0x28b54u
#define INSTRUCTION	8u		/* bytes of the first one of a program */
#define THREADS		64u		/* of a wavefront */

#define STAGE_LS	0x03u
#define STAGE_HS	0x04u
#define STAGE_ES	0x18u
#define STAGE_GS	0x20u

static uint64_t at(uint32_t value)
{
	return (uint64_t)value << 8;
}

/* Stages that have a bit in VGT_SHADER_STAGES_EN, and those that always run (0). */
static const struct {
	const char *what;
	uint32_t reg, stages;
} programs[] = {
	{ "pixel program", 0x28840, 0 }, { "vertex program", 0x2885c, 0 }, { "fetch program", 0x288a4, 0 },
	{ "geometry program", 0x28874, STAGE_GS }, { "export program", 0x2888c, STAGE_ES },
	{ "hull program", 0x288b8, STAGE_HS }, { "local program", 0x288d0, STAGE_LS },
};

/* Stages that may run. */
static uint32_t stages_of(struct footprint *f)
{
	return footprint_trusts(f, TRUST_STAGE_OFF) ? footprint_get(f, STAGES_EN) : UINT32_MAX;
}

void footprint_programs(struct footprint *f)
{
	uint32_t stages = stages_of(f);

	for (size_t i = 0; i < ARRAY_SIZE(programs); i++)
		if (footprint_is_dispatch(f) ? programs[i].stages == STAGE_LS :
		    !programs[i].stages || stages & programs[i].stages)
			footprint_kept(f, TRUST_PROGRAM_END, programs[i].what,
				       at(footprint_get(f, programs[i].reg)), INSTRUCTION, READS);
}

/* Sixteen for each of PS, VS, GS, HS, LS. A program may ask for those of another stage (ALT_CONST). */
void footprint_constants(struct footprint *f)
{
	static const struct { uint32_t size, base; } stages[] = {
		{ 0x28140, 0x28940 }, { 0x28180, 0x28980 }, { 0x281c0, 0x289c0 },
		{ 0x28f80, 0x28f00 }, { 0x28fc0, 0x28f40 },
	};

	for (size_t s = 0; s < ARRAY_SIZE(stages); s++)
		for (uint32_t i = 0; i < 16 * 4; i += 4)
			footprint_kept(f, TRUST_CONSTANTS, "constants",
				       at(footprint_get(f, stages[s].base + i)),
				       at(footprint_get(f, stages[s].size + i)), READS);
}

/* Base, size right behind it, dwords of an item; stages that need it, or 0: a spill ring. */
static const struct {
	const char *what;
	uint32_t base, item, stages;
} rings[] = {
	{ "ES to GS ring", 0x8c40, 0x28900, STAGE_ES | STAGE_GS },
	{ "GS to VS ring", 0x8c48, 0x28904, STAGE_ES | STAGE_GS },
	{ "spill ring of ES", 0x8c50, 0x28908, 0 }, { "spill ring of GS", 0x8c58, 0x2890c, 0 },
	{ "spill ring of VS", 0x8c60, 0x28910, 0 }, { "spill ring of PS", 0x8c68, 0x28914, 0 },
	{ "spill ring of LS", 0x8e10, 0x28830, 0 }, { "spill ring of HS", 0x8e18, 0x28834, 0 },
};

void footprint_rings(struct footprint *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(rings); i++)
		footprint_kept(f, TRUST_RINGS, rings[i].what, at(footprint_get(f, rings[i].base)),
			       at(footprint_get(f, rings[i].base + 4)), READS | WRITES);
}

static void tell_item(struct footprint *f, size_t i)
{
	uint64_t base = at(footprint_get(f, rings[i].base));
	uint64_t size = at(footprint_get(f, rings[i].base + 4));
	uint64_t item = (footprint_get(f, rings[i].item) & 0x7fff) * 4ull * THREADS;
	bool used = rings[i].stages ? stages_of(f) & rings[i].stages : item;

	if (rings[i].stages && footprint_is_dispatch(f))
		return;
	if (used && !size)
		footprint_unbounded(f, rings[i].what, base, READS | WRITES);
	else if (used && item > size)
		footprint_range(f, rings[i].what, base, item, READS | WRITES);
}

/* What a draw puts into its rings. */
void footprint_items(struct footprint *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(rings); i++)
		tell_item(f, i);
}

#define TF_RING_SIZE		0x8988u		/* dwords */
#define TF_MEMORY_BASE		0x89b8u
#define OFFCHIP_PARAM		0x89b0u
#define OFFCHIP_BASE		0x89b4u
#define EXPORT_BASE		0x9010u
#define EXPORT_SIZE		0x9014u		/* Cayman's are context registers */
#define SCATTER_BASE		0x28358u
#define SCATTER_SIZE		0x2835cu

void footprint_exports(struct footprint *f)
{
	bool cayman = gpu_config(footprint_gpu(f))->chip->cayman;

	footprint_kept(f, TRUST_RINGS, "tessellation factors", at(footprint_get(f, TF_MEMORY_BASE)),
		       (footprint_get(f, TF_RING_SIZE) & 0x1ffff) * 4ull, READS | WRITES);
	if (footprint_get(f, OFFCHIP_PARAM))
		footprint_unbounded(f, "off-chip patches", at(footprint_get(f, OFFCHIP_BASE)),
				    READS | WRITES);
	footprint_kept(f, TRUST_RINGS, "export memory", at(footprint_get(f, EXPORT_BASE)),
		       at(footprint_get(f, EXPORT_SIZE)), WRITES);
	if (cayman)
		footprint_kept(f, TRUST_RINGS, "export memory", at(footprint_get(f, SCATTER_BASE)),
			       at(footprint_get(f, SCATTER_SIZE)), WRITES);
}

#define STRMOUT_SIZE		0x28ad0u	/* + 16 * buffer */
#define STRMOUT_BASE		0x28ad8u
#define STRMOUT_CONFIG		0x28b94u	/* streams that are on */
#define STRMOUT_BUFFER_CONFIG	0x28b98u	/* buffers of each stream */

void footprint_strmout(struct footprint *f)
{
	uint32_t streams = footprint_get(f, STRMOUT_CONFIG) & 0xf, buffers = 0;
	uint32_t config = footprint_get(f, STRMOUT_BUFFER_CONFIG);

	if (footprint_is_dispatch(f))
		return;
	for (unsigned int i = 0; i < 4; i++)
		if (streams >> i & 1)
			buffers |= config >> (4 * i) & 0xf;
	if (!footprint_trusts(f, TRUST_STRMOUT_OFF))
		buffers = 0xf;
	for (unsigned int i = 0; i < 4; i++)
		if (buffers >> i & 1)
			footprint_kept(f, TRUST_STRMOUT, "stream-out",
				       at(footprint_get(f, STRMOUT_BASE + 16 * i)),
				       footprint_get(f, STRMOUT_SIZE + 16 * i) * 4ull, WRITES);
}
