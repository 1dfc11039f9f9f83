// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: DMA packets with a tiled surface
 *
 * Five dwords describe the surface: attributes, pitch and height, slice, x and z,
 * and y with the rest. The pitch is that of the tiled and of the linear side. A
 * copy of dwords begins at x, y, z on the tiled side and at the given address on
 * the linear side, and goes on along the rows: Mesa's use of the packet shows that
 * much. Copies in units of tiles go from micro tile to micro tile.
 *
 * How banks and pipes are shared out comes from DMA_TILING_CONFIG, which must say
 * what GB_ADDR_CONFIG says; how many banks, from the packet.
 *
 * Guesses, told at the end of a run that relied on them: that the row behind the
 * last one (height_max) is the first of the next slice; that lines 0, 2, ... of a
 * frame are the even field; that the linear address of a copy in tiles is the place
 * of its first element in a surface of the same pitch; that a partial copy counts
 * the dwords of its window; that x lies on a dword; that the second of the two bits
 * for the order of elements (bit 27 of the dword with y) changes nothing.
 *
 * Sources: AMD's list of DMA packets (AMD_DOC), Mesa's evergreen_dma_copy_tile().
 */
#include <string.h>

#include "dma.h"
#include "tiling.h"

#define GB_ADDR_CONFIG	0x98f8u
#define DETILE		(1u << 31)
#define BUFFER		16384u		/* bytes moved at once */

struct box {
	uint32_t dx, dy, dz;
};

struct surface {
	struct tiling tiling;
	uint64_t base;
};

/* One packet's work: up to two tiled surfaces that get the same. */
struct job {
	struct dma_packet *p;
	struct surface surface[2];
	unsigned int surfaces;
	uint32_t x, y, z, last_row;	/* of the linear surface */
	unsigned int tiled_swap[2];
	bool detile;
	uint64_t linear;
	unsigned int linear_swap;
	bool bad;
};

static void give_up(struct job *j, const char *why)
{
	dma_complain(j->p, "%s", why);
	j->bad = true;
}

static void take_config(struct job *j, struct tiling *t)
{
	uint32_t config = dma_reg(j->p->engine, DMA_TILING_CONFIG);

	if (config != gpu_reg_get(j->p->gpu, GB_ADDR_CONFIG))
		give_up(j, "DMA_TILING_CONFIG is not what GB_ADDR_CONFIG is");
	t->pipes = 1u << ((config & 7) < 4 ? config & 7 : 3);
	t->group = 256u << (config >> 4 & 7);
	t->bank_interleave = 1u << (config >> 8 & 7);
}

static void take_attributes(struct tiling *t, uint32_t dw)
{
	t->mode = dw >> 27 & 0xf;
	t->element_log2 = dw >> 24 & 7;
	t->bank_height = 1u << (dw >> 21 & 3);
	t->bank_width = 1u << (dw >> 18 & 3);
	t->aspect = 1u << (dw >> 16 & 3);
}

/* Pitch and slice count micro tiles of 64 elements, minus one. */
static void take_size(struct job *j, struct tiling *t, uint32_t size, uint32_t slice)
{
	uint32_t pitch = (size & 0x7ff) + 1, tiles = (slice & 0x3fffff) + 1;

	t->pitch = 8 * pitch;
	t->height = 8 * (tiles / pitch);
	if (tiles % pitch)
		give_up(j, "slice is no multiple of the pitch");
}

static void check_surface(struct job *j, const struct surface *s)
{
	const char *problem = j->bad ? NULL : tiling_problem(&s->tiling);

	if (problem)
		give_up(j, problem);
	else if (!j->bad && s->base % tiling_base_alignment(&s->tiling))
		give_up(j, "base is not aligned");
	if (!j->bad && tiling_is_guessed(&s->tiling))
		gpu_guess(j->p->gpu, TILING_GUESS);
}

static void check_order(struct job *j, bool second_bit)
{
	if (second_bit)
		gpu_guess(j->p->gpu, "DMA: the second bit for the order changes nothing");
}

/* The surfaces of a packet whose bases come first; @n of them, described behind that. */
static void take_surfaces(struct job *j, unsigned int n)
{
	const uint32_t *dw = &j->p->dw[1 + n];
	struct tiling t = { 0 };

	j->surfaces = n;
	take_config(j, &t);
	take_attributes(&t, dw[0]);
	take_size(j, &t, dw[1], dw[2]);
	t.banks = 2u << (dw[4] >> 25 & 3);
	t.split = 64u << (dw[4] >> 21 & 7);
	t.non_displayable = dw[4] >> 28 & 1;
	check_order(j, dw[4] >> 27 & 1);
	for (unsigned int i = 0; i < n; i++) {
		j->surface[i] = (struct surface){ t, (uint64_t)j->p->dw[1 + i] << 8 };
		check_surface(j, &j->surface[i]);
	}
	j->detile = dw[0] & DETILE;
	j->last_row = dw[1] >> 16 & 0x3fff;
	j->x = dw[3] & 0x3fff;
	j->z = dw[3] >> 18 & 0x7ff;
	j->y = dw[4] & 0x3fff;
	j->tiled_swap[n - 1] = dw[4] >> 30;
	if (n == 2)
		j->tiled_swap[0] = dw[4] >> 19 & 3;
	if (!j->bad && (j->x << t.element_log2) % 4)
		give_up(j, "x is not on a dword");
}

static void take_linear(struct job *j, unsigned int lo, unsigned int swap)
{
	j->linear = dma_address(j->p, lo, lo + 1);
	j->linear_swap = j->p->dw[lo + 1] >> swap & 3;
}

/* ---- moving elements ---- */

/* @n elements of a row from @x on, in runs of those that are neighbours in memory. */
static void move_row(struct dma_packet *p, const struct surface *s, uint32_t x, uint32_t y,
		     uint32_t z, uint8_t *buf, uint32_t n, bool write)
{
	size_t element = 1u << s->tiling.element_log2;
	uint64_t next = tiling_offset(&s->tiling, x, y, z);

	for (uint32_t i = 0, run; i < n; i += run) {
		uint64_t at = next;

		for (run = 1; i + run < n; run++) {
			next = tiling_offset(&s->tiling, x + i + run, y, z);
			if (next != at + run * element)
				break;
		}
		if (write)
			dma_write(p, s->base + at, buf + i * element, run * element);
		else
			dma_read(p, s->base + at, buf + i * element, run * element);
	}
}

static bool in_slice(struct job *j, const struct tiling *t, uint32_t x, uint32_t y, uint32_t n)
{
	if (x + n <= t->pitch && y < t->height)
		return true;
	give_up(j, "leaves the slice");
	return false;
}

/* A piece of a row, no larger than the buffer, to or from the linear address @at. */
static void move_piece(struct job *j, uint32_t x, uint32_t y, uint32_t z, uint64_t at, uint32_t n)
{
	size_t bytes = (size_t)n << j->surface[0].tiling.element_log2;
	uint32_t buf[BUFFER / 4], copy[BUFFER / 4];

	if (!in_slice(j, &j->surface[0].tiling, x, y, n))
		return;
	if (j->detile) {
		move_row(j->p, &j->surface[0], x, y, z, (uint8_t *)buf, n, false);
		j->bad |= !dma_swap(j->p, buf, bytes / 4, j->tiled_swap[0]) ||
			  !dma_swap(j->p, buf, bytes / 4, j->linear_swap);
		dma_write(j->p, at, buf, bytes);
		return;
	}
	dma_read(j->p, at, buf, bytes);
	j->bad |= !dma_swap(j->p, buf, bytes / 4, j->linear_swap);
	for (unsigned int i = 0; i < j->surfaces && !j->bad; i++) {
		memcpy(copy, buf, bytes);
		j->bad |= !dma_swap(j->p, copy, bytes / 4, j->tiled_swap[i]);
		move_row(j->p, &j->surface[i], x, y, z, (uint8_t *)copy, n, true);
	}
}

/* As many elements of a row as are wanted, fit into the buffer and are left of it. */
static uint32_t piece(const struct job *j, uint32_t x, uint64_t wanted)
{
	uint32_t most = BUFFER >> j->surface[0].tiling.element_log2;
	uint32_t left = j->surface[0].tiling.pitch - x;

	if (most > left)
		most = left;
	return wanted < most ? (uint32_t)wanted : most;
}

/* Along the rows; a row has the length of the pitch on both sides. */
static void next_piece(struct job *j, uint32_t n)
{
	j->x += n;
	if (j->x < j->surface[0].tiling.pitch)
		return;
	j->x = 0;
	j->y++;
	if (j->y <= j->last_row)
		return;
	gpu_guess(j->p->gpu, "DMA: behind the last row of a tiled copy comes the next slice");
	j->y = 0;
	j->z++;
}

/* How many elements @dwords are. */
static uint64_t elements_in(struct job *j, uint32_t dwords)
{
	unsigned int log2 = j->surface[0].tiling.element_log2;

	if (!j->bad && (!dwords || (uint64_t)dwords * 4 % (1u << log2)))
		give_up(j, dwords ? "no whole elements" : "moves nothing");
	if (!j->bad && (j->x >= j->surface[0].tiling.pitch || j->y > j->last_row))
		give_up(j, "begins outside of the surface");
	return j->bad ? 0 : (uint64_t)dwords * 4 >> log2;
}

static void move_rows(struct job *j, uint64_t elements)
{
	unsigned int log2 = j->surface[0].tiling.element_log2;
	uint32_t n;

	for (; elements && !j->bad; elements -= n) {
		n = piece(j, j->x, elements);
		move_piece(j, j->x, j->y, j->z, j->linear, n);
		j->linear += (uint64_t)n << log2;
		next_piece(j, n);
	}
}

/* ---- packets ---- */

/* Packets with sub-commands 8 and 0x4b. */
enum dma_result dma_do_copy_tiled(struct dma_packet *p)
{
	unsigned int n = (p->header >> 20 & 0xff) == 8 ? 1 : 2;
	struct job j = { .p = p };

	take_surfaces(&j, n);
	take_linear(&j, 6 + n, 30);
	move_rows(&j, elements_in(&j, p->count));
	return DMA_DONE;
}

enum dma_result dma_do_write_tiled(struct dma_packet *p)
{
	struct job j = { .p = p };
	uint32_t data[BUFFER / 4], at = 0, n;
	uint64_t elements;

	take_surfaces(&j, 1);
	elements = elements_in(&j, p->count);
	for (; elements && !j.bad; elements -= n) {
		uint32_t dwords;

		n = piece(&j, j.x, elements);
		dwords = (n << j.surface[0].tiling.element_log2) / 4;
		if (!dma_inline(p, at, data, dwords))
			return DMA_DEAD;
		if (!in_slice(&j, &j.surface[0].tiling, j.x, j.y, n) ||
		    !dma_swap(p, data, dwords, j.tiled_swap[0]))
			break;
		move_row(p, &j.surface[0], j.x, j.y, j.z, (uint8_t *)data, n, true);
		at += dwords;
		next_piece(&j, n);
	}
	return DMA_DONE;
}

/* Line by line of a frame, to two fields of half the height: base 0 is the odd one. */
enum dma_result dma_do_fields(struct dma_packet *p)
{
	struct job j = { .p = p }, line;
	uint64_t elements;
	uint32_t n;

	take_surfaces(&j, 2);
	take_linear(&j, 8, 30);
	gpu_guess(p->gpu, "DMA: even lines of a frame, from 0 on, are the even field");
	elements = elements_in(&j, p->count);
	for (; elements && !j.bad; elements -= n) {
		n = piece(&j, j.x, elements);
		line = j;
		line.surface[0] = j.surface[j.y % 2 ? 0 : 1];
		line.tiled_swap[0] = j.tiled_swap[1];
		line.surfaces = 1;
		move_piece(&line, j.x, j.y / 2, j.z, j.linear, n);
		j.bad = line.bad;
		j.linear += (uint64_t)n << j.surface[0].tiling.element_log2;
		next_piece(&j, n);
	}
	return DMA_DONE;
}

/* The linear address of an element, relative to where the packet begins. */
static uint64_t linear_at(const struct job *j, uint32_t x, uint32_t y, uint32_t z)
{
	const struct tiling *t = &j->surface[0].tiling;
	int64_t rows = (int64_t)y - j->y + ((int64_t)z - j->z) * (j->last_row + 1);

	rows = rows * t->pitch + (int64_t)x - j->x;
	return j->linear + (uint64_t)(rows * (1 << t->element_log2));
}

static void move_tile(struct job *j, uint32_t x, uint32_t y, uint32_t z)
{
	unsigned int thick = tiling_thickness(&j->surface[0].tiling);

	for (uint32_t dz = 0; dz < thick; dz++)
		for (uint32_t dy = 0; dy < 8 && !j->bad; dy++)
			move_piece(j, x, y + dy, z + dz, linear_at(j, x, y + dy, z + dz), 8);
}

/* Nobody has written down that the linear side is in rows: it may be tile behind tile. */
static void tell_tiles(struct job *j, uint32_t tiles)
{
	const struct gpu_watch *watch = gpu_config(j->p->gpu)->watch;
	const struct tiling *t = &j->surface[0].tiling;
	uint64_t bytes = (uint64_t)tiles * 64 * tiling_thickness(t) << t->element_log2;

	if (!j->bad && watch && watch->touch && j->p->engine->in_ib)
		watch->touch(watch->opaque, "tiles behind each other", j->linear, bytes, j->detile);
}

/* Sub-commands 0x4c and 0x4f. */
enum dma_result dma_do_copy_tiles(struct dma_packet *p)
{
	unsigned int n = (p->header >> 20 & 0xff) == 0x4c ? 1 : 2;
	struct job j = { .p = p };
	uint64_t i;

	take_surfaces(&j, n);
	take_linear(&j, 6 + n, 30);
	gpu_guess(p->gpu, "DMA: a copy in tiles has the linear side in rows");
	if (!p->count && !j.bad)
		give_up(&j, "moves nothing");
	if (!j.bad && j.z % tiling_thickness(&j.surface[0].tiling))
		give_up(&j, "begins inside a thick tile");
	if (!p->engine->rows)
		tell_tiles(&j, p->count);
	while (!j.bad && dma_next_row(p, p->count, &i)) {
		uint64_t tile = j.x / 8 + i, tiles = j.surface[0].tiling.pitch / 8;
		uint64_t x = tile % tiles * 8 + (tile < tiles ? j.x % 8 : 0);

		move_tile(&j, (uint32_t)x, (uint32_t)(j.y + tile / tiles * 8), j.z);
	}
	return j.bad ? DMA_DONE : dma_rows_done(p, p->count);
}

static bool box_is_empty(struct job *j, const struct box *b)
{
	if (!j->bad && (!b->dx || !b->dy || !b->dz))
		give_up(j, "moves nothing");
	return j->bad;
}

static void move_window_row(struct job *j, const struct box *b, uint32_t y, uint32_t z)
{
	const uint32_t *dw = j->p->dw;
	uint64_t linear = j->linear + (uint64_t)z * dw[9] + (uint64_t)y * (dw[8] >> 13);

	for (uint32_t x = 0, n; x < b->dx && !j->bad; x += n) {
		n = piece(j, 0, b->dx - x);
		move_piece(j, j->x + x, j->y + y, j->z + z,
			   linear + ((uint64_t)x << j->surface[0].tiling.element_log2), n);
	}
}

/* A box, and its own pitches on the linear side. */
enum dma_result dma_do_partial_tiled(struct dma_packet *p)
{
	struct box b = { p->dw[10] & 0x3fff, p->dw[10] >> 16, p->dw[11] };
	uint32_t pitch = p->dw[8] >> 13;
	struct job j = { .p = p };
	uint64_t bytes, rows = (uint64_t)b.dy * b.dz, at;

	take_surfaces(&j, 1);
	take_linear(&j, 7, 8);
	if (box_is_empty(&j, &b))
		return DMA_DONE;
	bytes = (uint64_t)b.dx << j.surface[0].tiling.element_log2;
	gpu_guess(p->gpu, "DMA: a partial copy counts the dwords of its window");
	if (bytes % 4 || p->count != bytes / 4 * b.dy * b.dz)
		give_up(&j, "count is not that of the window");
	else if (b.dy > 1 && (pitch % 4 || pitch < bytes))
		give_up(&j, "linear pitch");
	while (!j.bad && dma_next_row(p, rows, &at))
		move_window_row(&j, &b, (uint32_t)(at % b.dy), (uint32_t)(at / b.dy));
	return j.bad ? DMA_DONE : dma_rows_done(p, rows);
}

/* Both surfaces have the attributes of one dword, and sizes of their own. */
static void take_pair(struct job *j)
{
	const uint32_t *dw = j->p->dw;
	struct tiling t = { 0 };

	take_config(j, &t);
	take_attributes(&t, dw[7]);
	t.banks = 2u << (dw[7] >> 7 & 3);
	t.split = 64u << (dw[7] >> 3 & 7);
	t.non_displayable = dw[7] >> 10 & 1;
	check_order(j, dw[7] >> 9 & 1);
	for (unsigned int i = 0; i < 2; i++) {
		j->surface[i] = (struct surface){ t, (uint64_t)dw[1 + 3 * i] << 8 };
		take_size(j, &j->surface[i].tiling, dw[2 + 3 * i], dw[3 + 3 * i]);
		check_surface(j, &j->surface[i]);
	}
	j->tiled_swap[0] = dw[7] >> 1 & 3;
	j->tiled_swap[1] = dw[7] >> 12 & 3;
}

static void move_tiled_row(struct job *j, uint32_t dx, uint32_t row, uint32_t slice)
{
	const uint32_t *dw = j->p->dw;
	uint32_t src_x = dw[8] >> 16, src_y = (dw[9] >> 16) + row, src_z = (dw[10] >> 16) + slice;
	uint32_t dst_x = dw[8] & 0x3fff, dst_y = (dw[9] & 0x3fff) + row;
	uint32_t dst_z = (dw[10] & 0x7ff) + slice;
	uint32_t buf[BUFFER / 4], step = BUFFER >> j->surface[0].tiling.element_log2, n;

	for (uint32_t x = 0; x < dx && !j->bad; x += n) {
		size_t dwords;

		n = dx - x < step ? dx - x : step;
		dwords = ((size_t)n << j->surface[0].tiling.element_log2) / 4;
		if (!in_slice(j, &j->surface[0].tiling, src_x + x, src_y, n) ||
		    !in_slice(j, &j->surface[1].tiling, dst_x + x, dst_y, n))
			return;
		move_row(j->p, &j->surface[0], src_x + x, src_y, src_z, (uint8_t *)buf, n, false);
		j->bad |= !dma_swap(j->p, buf, dwords, j->tiled_swap[0]) ||
			  !dma_swap(j->p, buf, dwords, j->tiled_swap[1]);
		move_row(j->p, &j->surface[1], dst_x + x, dst_y, dst_z, (uint8_t *)buf, n, true);
	}
}

enum dma_result dma_do_tiled_to_tiled(struct dma_packet *p)
{
	struct box b = { p->dw[11] & 0x3fff, p->dw[11] >> 16, p->dw[12] };
	struct job j = { .p = p };
	uint64_t rows = (uint64_t)b.dy * b.dz, at;

	take_pair(&j);
	if (box_is_empty(&j, &b))
		return DMA_DONE;
	while (!j.bad && dma_next_row(p, rows, &at))
		move_tiled_row(&j, b.dx, (uint32_t)(at % b.dy), (uint32_t)(at / b.dy));
	return j.bad ? DMA_DONE : dma_rows_done(p, rows);
}
