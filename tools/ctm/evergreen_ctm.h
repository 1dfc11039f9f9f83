/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Dispatches for the shader units of a Radeon HD 5000 or HD 6000, close to the metal: a
 * program in the chip's own words, buffers that it reads and writes, and a number by which to
 * ask whether the card is through with it. evergreen-ctm(3) describes all of it.
 */
#ifndef EVERGREEN_CTM_H
#define EVERGREEN_CTM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many slots of each kind a dispatch has. */
#define CTM_CONSTANTS	16u
#define CTM_INPUTS	176u
#define CTM_OUTPUTS	12u

/* What a group can have at most, on every chip. */
#define CTM_THREADS	1024u
#define CTM_LDS_BYTES	32768u

/* What one lane of each wave of a shader engine can have returned. */
#define CTM_RETURN_BYTES	65536u

/* Submissions whose times are remembered; as many can be on their way. */
#define CTM_SUBMISSIONS	64u

/**
 * struct ctm_error - why something cannot be
 * @line: of the program's text, from 1; 0 if it is not about text
 * @column: likewise
 * @text: one sentence, without a full stop
 */
struct ctm_error {
	unsigned int line;
	unsigned int column;
	char text[240];
};

/**
 * struct ctm_chip - one family
 * @name: as the command line has it, "cypress"
 * @vliw: operations of a group at most: 5, or 4 on Cayman and Aruba
 * @lanes: threads of a wave
 * @stack: entries of the branch stack of a SIMD
 * @engines: shader engines of the largest member
 * @vertex_cache: it has one; else texture caches serve fetches of buffers
 */
struct ctm_chip {
	const char *name;
	uint8_t vliw;
	uint8_t lanes;
	uint16_t stack;
	uint8_t engines;
	bool vertex_cache;
};

/**
 * struct ctm_device - a card that is open
 * @chip: its family
 * @node: path, or NULL without a card
 * @driver: name of the kernel's module, or NULL
 * @pci_id: its device
 * @engines: shader engines
 * @clock_khz: what a tick of its clock is
 * @own: the library's
 */
struct ctm_device {
	const struct ctm_chip *chip;
	const char *node;
	const char *driver;
	uint32_t pci_id;
	uint32_t engines;
	uint32_t clock_khz;
	struct ctm_device_own *own;
};

/* Where memory is: that of the host, which both reach well, or the card's. */
enum ctm_place { CTM_GTT, CTM_VRAM };

/**
 * struct ctm_memory - memory that the card and the CPU reach
 * @device: whose
 * @data: for the CPU; zeros at first
 * @bytes: as asked for; behind them is zero, up to a page
 * @place: where
 * @handle: the kernel's number for it, or 0 without a card
 */
struct ctm_memory {
	struct ctm_device *device;
	void *data;
	uint64_t bytes;
	enum ctm_place place;
	uint32_t handle;
};

/**
 * struct ctm_needs - what a program names
 * @gprs: registers, with those that it finds its ids in
 * @stack: entries of the branch stack that are enough for it
 * @constants: banks, a bit for each
 * @inputs: fetch resources, likewise
 * @outputs: targets, likewise
 * @returns: targets whose operations return what was there, likewise
 * @lds: it uses local memory
 */
struct ctm_needs {
	uint32_t gprs;
	uint32_t stack;
	uint32_t constants;
	uint8_t inputs[CTM_INPUTS / 8];
	uint32_t outputs;
	uint32_t returns;
	bool lds;
};

/**
 * struct ctm_program - a program that has been loaded
 * @memory: where it is
 * @words: of 64 bits
 * @needs: what it names
 */
struct ctm_program {
	struct ctm_memory *memory;
	size_t words;
	struct ctm_needs needs;
};

/**
 * struct ctm_binding - memory in a slot
 * @memory: NULL: the slot is empty
 * @offset: of the first byte
 * @bytes: from there
 * @stride: bytes from one element to the next, of inputs
 */
struct ctm_binding {
	const struct ctm_memory *memory;
	uint64_t offset;
	uint64_t bytes;
	uint32_t stride;
};

/**
 * struct ctm_job - a dispatch; what is not filled in is zero
 * @program: what runs
 * @groups: how many, in each direction
 * @threads: of a group, likewise
 * @gprs: registers of a thread; 0: as many as the program names
 * @lds: bytes of local memory that a group has
 * @constants: banks of the constant cache
 * @inputs: fetch resources
 * @outputs: random access targets
 * @returns: where operations on these targets leave what was there
 */
struct ctm_job {
	const struct ctm_program *program;
	uint32_t groups[3];
	uint32_t threads[3];
	uint32_t gprs;
	uint32_t lds;
	struct ctm_binding constants[CTM_CONSTANTS];
	struct ctm_binding inputs[CTM_INPUTS];
	struct ctm_binding outputs[CTM_OUTPUTS];
	struct ctm_binding returns[CTM_OUTPUTS];
};

/**
 * struct ctm_relocation - memory that a command buffer names
 * @memory: which
 * @write: the card writes to it
 */
struct ctm_relocation {
	const struct ctm_memory *memory;
	bool write;
};

#define CTM_STREAM_DWORDS	4096u
#define CTM_STREAM_RELOCATIONS	256u

/**
 * struct ctm_stream - a command buffer
 * @dword: what the card reads
 * @n: how many
 * @relocation: by number; dword 1 of a NOP is four times that
 * @relocations: how many
 */
struct ctm_stream {
	uint32_t dword[CTM_STREAM_DWORDS];
	uint32_t n;
	struct ctm_relocation relocation[CTM_STREAM_RELOCATIONS];
	uint32_t relocations;
};

/* What has become of a submission. LOST: the card was reset before it came to the end. */
enum ctm_progress { CTM_UNKNOWN, CTM_QUEUED, CTM_CONSUMED, CTM_LOST };

/**
 * struct ctm_times - the card's clock
 * @begin: before the dispatch, with all before it done
 * @end: after it, its results in memory
 */
struct ctm_times {
	uint64_t begin;
	uint64_t end;
};

const struct ctm_chip *ctm_chip_find(const char *name);
const struct ctm_chip *ctm_chip_by_id(uint32_t pci_id);
const struct ctm_chip *ctm_chip_nth(size_t n);

struct ctm_device *ctm_open(const char *node, struct ctm_error *error);
struct ctm_device *ctm_open_without_card(const struct ctm_chip *chip, struct ctm_error *error);
void ctm_close(struct ctm_device *device);

struct ctm_memory *ctm_alloc(struct ctm_device *device, uint64_t bytes, enum ctm_place place,
			     struct ctm_error *error);
void ctm_free(struct ctm_memory *memory);

struct ctm_program *ctm_assemble(struct ctm_device *device, const char *text,
				 struct ctm_error *error);
struct ctm_program *ctm_load(struct ctm_device *device, const uint32_t *words, size_t n,
			     struct ctm_error *error);
void ctm_unload(struct ctm_program *program);

bool ctm_encode(struct ctm_device *device, const struct ctm_job *job,
		const struct ctm_memory *fence, uint32_t id, struct ctm_stream *stream,
		struct ctm_error *error);

uint32_t ctm_submit(struct ctm_device *device, const struct ctm_job *job, struct ctm_error *error);
enum ctm_progress ctm_progress(struct ctm_device *device, uint32_t id);
bool ctm_wait(struct ctm_device *device, uint32_t id, struct ctm_error *error);
bool ctm_times(struct ctm_device *device, uint32_t id, struct ctm_times *times);

#ifdef __cplusplus
}
#endif

#endif
