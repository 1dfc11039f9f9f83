/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ALLOWED_H
#define ALLOWED_H

#include <stdbool.h>
#include <stdint.h>

enum allowed {
	ALLOWED_NOT,
	ALLOWED_ANY,		/* harmless, or part of a footprint */
	ALLOWED_CLEAN,		/* the same; a clean start means that it holds 0 before */
	ALLOWED_IDLE_WAIT,	/* WAIT_UNTIL: to wait for idle engines */
	ALLOWED_UNFORCED,	/* DB_RENDER_OVERRIDE: all but to force HiZ, HiS or planes on */
	ALLOWED_SCAN,		/* PA_SC_MODE_CNTL_1: what cannot keep scissors from cutting */
	ALLOWED_SQ_CONFIG,	/* SQ_CONFIG: exports and priorities */
	ALLOWED_ZERO,		/* what would move pixels: 0 */
	ALLOWED_PRIMITIVES,	/* VGT_PRIMITIVE_TYPE: up to polygons */
	ALLOWED_SIMDS,		/* SQ_STATIC_THREAD_MGMT: any two stages may lack SIMD 0 only */
	ALLOWED_LDS,		/* SPI_LDS_MGMT: no limits, or all for dispatches */
	ALLOWED_ENGINES,	/* GRBM_GFX_INDEX: all instances, of one shader engine or all */
};

enum allowed allowed_name(const char *name);
bool allowed_packet(const char *name, bool dma);
bool allowed_read(const char *name);
/* The bits of a register with this rule that may have any value, and those that are set. */
uint32_t allowed_bits(enum allowed rule);
uint32_t allowed_ones(enum allowed rule);
bool allowed_value(enum allowed rule, uint32_t value, unsigned int engines);

#endif
