/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CHECKER_DMA_H
#define CHECKER_DMA_H

#include <linux/bits.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "run.h"

/*
 * What the checks of DMA packets share. Layouts are those of AMD's list of DMA
 * packets, section evergreen/ni/si.
 */

/* A tiled surface, and where in it a copy begins. */
#define TILED_DETILE		BIT(31)
#define TILED_MODE		GENMASK(30, 27)
#define TILED_SIZE		GENMASK(26, 24)
#define TILED_BANK_HEIGHT	GENMASK(22, 21)
#define TILED_BANK_WIDTH	GENMASK(19, 18)
#define TILED_ASPECT		GENMASK(17, 16)
#define TILED_INFO		(TILED_MODE | TILED_SIZE | TILED_BANK_HEIGHT | \
				 TILED_BANK_WIDTH | TILED_ASPECT)
#define TILED_HEIGHT_MAX	GENMASK(29, 16)
#define TILED_Z			GENMASK(28, 18)
#define TILED_X			GENMASK(13, 0)
#define TILED_NON_DISP		GENMASK(28, 27)
#define TILED_NUM_BANKS		GENMASK(26, 25)
#define TILED_SPLIT		GENMASK(23, 21)
#define TILED_Y			GENMASK(13, 0)
#define TILED_DWORDS		5

/* What a copy between two tiled surfaces has elsewhere. */
#define T2T_NON_DISP		GENMASK(10, 9)
#define T2T_NUM_BANKS		GENMASK(8, 7)
#define T2T_SPLIT		GENMASK(5, 3)
#define T2T_SRC			GENMASK(29, 16)
#define T2T_DST			GENMASK(13, 0)
#define T2T_SRC_Z		GENMASK(26, 16)
#define T2T_DST_Z		GENMASK(10, 0)
#define T2T_TILES		(GENMASK(29, 19) | GENMASK(13, 3))

/* A box of elements. */
#define BOX_PITCH		GENMASK(31, 13)
#define BOX_HEIGHT		GENMASK(29, 16)
#define BOX_WIDTH		GENMASK(13, 0)
#define BOX_DEPTH		GENMASK(10, 0)
#define BOX_SIZE		GENMASK(31, 29)

/* Elements of up to 16 bytes. */
#define MAX_LOG_BYTES		4

struct r600_cs_dma_packet;

/**
 * struct r600_cs_dma_dword - one dword of a payload
 */
struct r600_cs_dma_dword {
	/** @name: for the report */
	const char *name;

	/** @bits: those that a field covers */
	u32 bits;
};

/**
 * struct r600_cs_dma_end - a linear address, in the order of relocations
 */
struct r600_cs_dma_end {
	/** @field: for the report; NULL ends a list */
	const char *field;

	/** @dw: payload index of its low dword */
	u8 dw;

	/** @kind: where its high bits are */
	u8 kind;

	/** @direction: what happens there */
	u8 direction;
};

/**
 * typedef r600_cs_dma_check - the check of a kind of packet of the DMA ring
 * @run: the run, at the packet
 * @packet: its row
 * @body: its payload, as long as the row says, and inside the IB
 *
 * Return: 0, or -EINVAL with the report filled in.
 */
typedef int r600_cs_dma_check(struct r600_cs_run *run,
			      const struct r600_cs_dma_packet *packet,
			      const u32 *body);

/**
 * struct r600_cs_dma_packet - one row of the packet table
 */
struct r600_cs_dma_packet {
	/** @name: AMD's name */
	const char *name;

	/** @refusal: why it is refused, as the tail of a sentence; NULL if it is not */
	const char *refusal;

	/** @check: called with the payload, which is inside the IB */
	r600_cs_dma_check *check;

	/** @fields: a row for each dword of the payload but data */
	const struct r600_cs_dma_dword *fields;

	/** @ends: linear addresses of a packet that has no others */
	const struct r600_cs_dma_end *ends;

	/** @code: what DMA_CODE must be */
	u16 code;

	/** @mask: bits of it that count */
	u16 mask;

	/** @dwords: payload, data not counted */
	u8 dwords;

	/** @bases: tiled addresses at the start of the payload */
	u8 bases;

	/** @unit: bytes or tiles that one of the count stands for; 0 if it must be 0 */
	u8 unit;

	/** @data: as many dwords as the count says follow */
	bool data;

	/** @tiles: the count is of tiles */
	bool tiles;

	/** @cayman: only Cayman and Aruba have it */
	bool cayman;
};

/**
 * struct r600_cs_dma_box - elements that a partial copy moves
 */
struct r600_cs_dma_box {
	/** @width: in elements */
	u32 width;

	/** @height: in rows */
	u32 height;

	/** @depth: in slices */
	u32 depth;

	/** @bytes: of an element */
	u32 bytes;
};

/* checker/dma.c */
u32 r600_cs_dma_count(const struct r600_cs_run *run);
int r600_cs_dma_access(struct r600_cs_run *run,
		       const struct r600_cs_access *access);
int r600_cs_dma_linear(struct r600_cs_run *run, const u32 *body,
		       const struct r600_cs_dma_end *end, u64 size);
int r600_cs_dma_read_box(struct r600_cs_run *run, u32 size, u32 depth,
			 u32 log_bytes, struct r600_cs_dma_box *box);
int r600_cs_dma_linear_box(struct r600_cs_run *run, const u32 *body,
			   const struct r600_cs_dma_end *end,
			   const struct r600_cs_dma_box *box, u32 pitch_unit);

/* checker/dma_tiled.c */
r600_cs_dma_check r600_cs_dma_check_tiled;
r600_cs_dma_check r600_cs_dma_check_tiled_partial;
r600_cs_dma_check r600_cs_dma_check_t2t;

#endif
