/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef ORACLE_H
#define ORACLE_H

#include "r600_cs_checker.h"

/*
 * A second opinion on an accepted stream, written from the documents and not
 * from the checker, that shares nothing with it but the interface. Returns NULL
 * if the stream does what the checker promises, or what it does otherwise.
 */
const char *oracle_judge(const struct r600_cs_input *in,
			 const struct r600_cs_result *res);

/* The same for the DMA engine; oracle_judge() calls it. */
const char *oracle_judge_dma(const struct r600_cs_input *in,
			     const struct r600_cs_result *res);

/* The same with page tables, for the other engines. */
const char *oracle_judge_vm(const struct r600_cs_input *in,
			    const struct r600_cs_result *res);

/* What CP1 and CP2 may set: @n dwords of a kind of constants. */
bool oracle_is_of_compute(u32 opcode, u32 first, u32 n);

/* Events that they may not send. */
bool oracle_is_of_draws(u32 event);

#endif
