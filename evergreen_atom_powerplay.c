// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: AtomBIOS power states
 *
 * The data table PowerPlayInfo has the states that a card is meant to be run in: what
 * a state is for, and one or more levels of clocks and voltages. It consists of three
 * arrays. A state has the number of its entry in one of them, and those of its levels
 * in another. Revisions 4 and 5 of the table's format tell the arrays' measures in the
 * table's head, revision 6 in the head of each array, where a state also says how many
 * levels it has.
 *
 * All that is read has to lie in the table, which lies in the image; more states or
 * levels than there is room for are an error, and so is a state whose entries are not
 * there.
 *
 * No kernel code.
 *
 * Source of the layout: the headers and parsers of AMD's radeon driver in Linux.
 */
#include <linux/string.h>
#include <linux/types.h>

#include "evergreen_atom_image.h"
#include "evergreen_atom_powerplay.h"

#define DATA_POWERPLAY		15

#define STATE_COUNT		0x05
#define STATE_SIZE		0x06
#define LEVEL_SIZE		0x07
#define KIND_SIZE		0x08
#define STATES			0x09
#define LEVELS			0x0b
#define KINDS			0x0d
#define POWERPLAY_SIZE		0x25

/* What a state is for. */
#define KIND_CLASSES		0x00
#define KIND_MIN_TEMPERATURE	0x02
#define KIND_MAX_TEMPERATURE	0x03
#define KIND_READ		0x04
#define KIND_SIZE_6		24

/* A level; those of APUs have nothing of the memory. */
#define LEVEL_ENGINE		0x00
#define LEVEL_MEMORY		0x03
#define LEVEL_VDDC		0x06
#define LEVEL_VDDCI		0x08
#define LEVEL_READ		0x0a
#define LEVEL_READ_IGP		0x03

/* The table, and where its arrays are in it. */
struct reader {
	const struct evergreen_atom_image *image;
	size_t table, size;
	u32 states, levels, kinds;
	u32 state_size, level_size, kind_size;
	u32 state_count;
	bool igp;
};

static bool is_there(const struct reader *r, u32 at, u32 size)
{
	return at <= r->size && size <= r->size - at;
}

static u32 read(const struct reader *r, u32 at, unsigned int bytes)
{
	return is_there(r, at, bytes) ? evergreen_atom_get(r->image, r->table + at, bytes) : 0;
}

static bool read_level(const struct reader *r, u32 index, struct evergreen_atom_level *level)
{
	u32 at = r->levels + index * r->level_size;

	if (!is_there(r, at, r->igp ? LEVEL_READ_IGP : LEVEL_READ))
		return false;
	level->engine = read(r, at + LEVEL_ENGINE, 3) * ATOM_CLOCK_KHZ;
	if (r->igp)
		return true;
	level->memory = read(r, at + LEVEL_MEMORY, 3) * ATOM_CLOCK_KHZ;
	level->vddc = read(r, at + LEVEL_VDDC, 2);
	level->vddci = read(r, at + LEVEL_VDDCI, 2);
	return true;
}

/* @kind and the numbers of @count levels at @at */
static const char *read_state(const struct reader *r, u32 kind, u32 at, u32 count,
			      struct evergreen_atom_state *state)
{
	u32 about = r->kinds + kind * r->kind_size;
	u32 i;

	if (!is_there(r, at, count) || !is_there(r, about, KIND_READ))
		return "a power state is not in its table";
	if (count > EVERGREEN_ATOM_LEVELS)
		return "a power state has too many levels";
	state->classes = read(r, about + KIND_CLASSES, 2);
	state->min_temperature = read(r, about + KIND_MIN_TEMPERATURE, 1);
	state->max_temperature = read(r, about + KIND_MAX_TEMPERATURE, 1);
	state->count = count;
	for (i = 0; i < count; i++)
		if (!read_level(r, read(r, at + i, 1), &state->levels[i]))
			return "a level of a power state is not in its table";
	return NULL;
}

static void find_arrays(struct reader *r, u8 revision)
{
	r->states = read(r, STATES, 2);
	r->levels = read(r, LEVELS, 2);
	r->kinds = read(r, KINDS, 2);
	if (revision < 6) {
		r->state_count = read(r, STATE_COUNT, 1);
		r->state_size = read(r, STATE_SIZE, 1);
		r->level_size = read(r, LEVEL_SIZE, 1);
		r->kind_size = read(r, KIND_SIZE, 1);
	} else {
		/* The arrays begin with a number, and that of levels with their size, too. */
		r->state_count = read(r, r->states, 1);
		r->states += 1;
		r->level_size = read(r, r->levels + 1, 1);
		r->levels += 2;
		r->kind_size = KIND_SIZE_6;
		r->kinds += 2;
	}
}

/**
 * evergreen_atom_read_powerplay() - read the power states out of a VBIOS
 * @rom: the image, as an option ROM begins
 * @size: bytes that may be read
 * @igp: the image is an APU's
 * @powerplay: out; zeros after an error
 *
 * Return: NULL, or in a few words what is wrong with the image.
 */
const char *evergreen_atom_read_powerplay(const void *rom, size_t size, bool igp,
					  struct evergreen_atom_powerplay *powerplay)
{
	const struct evergreen_atom_image image = { rom, size };
	struct reader r = { .image = &image, .igp = igp };
	struct evergreen_atom_lists lists;
	const char *wrong;
	u32 i, at, count;
	u8 revision;

	memset(powerplay, 0, sizeof(*powerplay));
	wrong = evergreen_atom_open(&image, &lists);
	if (wrong)
		return wrong;
	r.table = evergreen_atom_table(&image, lists.data, DATA_POWERPLAY, POWERPLAY_SIZE);
	if (!r.table)
		return "it has no PowerPlayInfo table";
	r.size = evergreen_atom_get(&image, r.table, 2);
	revision = read(&r, ATOM_TABLE_FORMAT, 1);
	if (revision < 4 || revision > 6)
		return "its PowerPlayInfo table is of a revision that is not known";
	find_arrays(&r, revision);
	if (r.state_count > EVERGREEN_ATOM_STATES)
		return "it has too many power states";

	at = r.states;
	for (i = 0; i < r.state_count && !wrong; i++) {
		if (revision < 6) {
			count = r.state_size ? r.state_size - 1 : 0;
			wrong = read_state(&r, read(&r, at, 1), at + 1, count, &powerplay->states[i]);
			at += r.state_size;
		} else {
			count = read(&r, at, 1);
			wrong = read_state(&r, read(&r, at + 1, 1), at + 2, count,
					   &powerplay->states[i]);
			at += 2 + count;
		}
	}
	if (wrong) {
		memset(powerplay, 0, sizeof(*powerplay));
		return wrong;
	}
	powerplay->revision = revision;
	powerplay->count = r.state_count;
	return NULL;
}
