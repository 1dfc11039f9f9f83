/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_SUBMIT_INNER_H
#define EVERGREEN_SUBMIT_INNER_H

/* For evergreen_submit.c, evergreen_chunks.c and evergreen_submit_buffers.c only. */
#include <linux/types.h>

#include <drm/drm_exec.h>
#include <drm/radeon_drm.h>
#include <drm/ttm/ttm_bo.h>

#include "cayman_entries.h"
#include "evergreen_queue.h"
#include "r600_cs_checker.h"

struct cayman_vm;
struct dma_fence;
struct evergreen_bo;
struct evergreen_device;
struct evergreen_file;
struct evergreen_job;

/**
 * struct evergreen_submit_buffer - one relocation entry
 */
struct evergreen_submit_buffer {
	/** @bo: the buffer, referenced */
	struct evergreen_bo *bo;

	/** @first: entry that stands for this buffer: the first that names it */
	u32 first;

	/** @prefer: where this or a later entry for the same buffer wants it */
	u8 prefer;

	/** @write: the stream may write to it by this or a later entry */
	bool write;

	/** @generation: which pages of a process's memory this submission counts on */
	u64 generation;

	/** @unseen: its place in the address space, if the page tables may not show it yet */
	struct cayman_unseen unseen;
};

/**
 * struct evergreen_submit - a submission on its way through the ioctl
 */
struct evergreen_submit {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @file: the client */
	struct evergreen_file *file;

	/** @chunks: copies of the chunk headers, by chunk id; length 0 if not given */
	struct drm_radeon_cs_chunk chunks[RADEON_CHUNK_ID_FLAGS + 1];

	/** @engine: the kind of engine that it is for */
	enum evergreen_engine engine;

	/** @rules: which rules the checker applies */
	enum r600_cs_engine rules;

	/** @keep_tiling: the stream says how its surfaces are tiled */
	bool keep_tiling;

	/** @use_vm: addresses in the stream are in the client's address space */
	bool use_vm;

	/** @vm: the client's address space if @use_vm, else NULL */
	struct cayman_vm *vm;

	/** @priority: the priority that it asks for */
	enum evergreen_priority priority;

	/** @ib: private copy of the stream, in the client's scratch memory */
	u32 *ib;

	/** @ndw: its dwords */
	u32 ndw;

	/** @relocs: private copy of the relocation chunk, in the scratch memory */
	struct drm_radeon_cs_reloc *relocs;

	/** @checked: what the checker is told of each relocation, in the scratch memory */
	struct r600_cs_buffer *checked;

	/** @buffers: what the driver knows of each relocation, in the scratch memory */
	struct evergreen_submit_buffer *buffers;

	/** @addresses: where each relocation's buffer is, in the scratch memory */
	u64 *addresses;

	/** @num_buffers: relocations: entries of @relocs, @checked, @buffers and @addresses */
	u32 num_buffers;

	/** @num_referenced: entries of @buffers whose reference is held */
	u32 num_referenced;

	/** @userptrs: some of them are a process's memory */
	bool userptrs;

	/**
	 * @move_budget: bytes after which no buffer is moved any more where it may be used as it
	 * is; 0 until the first has to move
	 */
	u64 move_budget;

	/** @ctx: how its buffers are placed; counts the bytes that have moved, over all tries */
	struct ttm_operation_ctx ctx;

	/** @verdict: the checker's answer; its patches lie in scratch memory as well */
	struct r600_cs_result verdict;

	/** @exec: holds the reservation locks */
	struct drm_exec exec;

	/** @job: what it becomes */
	struct evergreen_job *job;
};

/* evergreen_chunks.c */
int evergreen_submit_refuse(struct evergreen_submit *s, const char *what, u64 value);
int evergreen_chunks_take(struct evergreen_submit *s, const struct drm_radeon_cs *args);
u32 evergreen_chunks_max_ndw(const struct evergreen_submit *s);
int evergreen_chunks_copy(struct evergreen_submit *s);

/* evergreen_submit_buffers.c */
int evergreen_submit_buffers_get(struct evergreen_submit *s);
void evergreen_submit_buffers_put(const struct evergreen_submit *s);
int evergreen_submit_buffers_describe(struct evergreen_submit *s);
int evergreen_submit_userptrs_look_up(struct evergreen_submit *s);
bool evergreen_submit_userptrs_valid(const struct evergreen_submit *s);
int evergreen_submit_buffers_lock(struct evergreen_submit *s);
int evergreen_submit_buffers_prepare(struct evergreen_submit *s);
void evergreen_submit_buffers_publish(struct evergreen_submit *s, struct dma_fence *fence);

#endif
