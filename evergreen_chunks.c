// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Chunks
 *
 * A submission (evergreen_submit.c) comes in chunks: one indirect buffer (IB), one list of
 * relocations, one of flags, each at most once. Here they are copied from user space, each
 * once, since another thread may change them at any time. Flags and lengths come first, without
 * a lock: they say how much memory the rest needs. Stream and relocations follow, into the
 * memory that the client keeps from one submission to the next.
 *
 * Not taken: the UVD and VCE rings, constant IBs, unknown flags and
 * chunks: -EINVAL.
 */
#include <linux/nospec.h>
#include <linux/uaccess.h>

#include <drm/radeon_drm.h>

#include "cayman_vm.h"
#include "evergreen_device.h"
#include "evergreen_file.h"
#include "evergreen_ib.h"
#include "evergreen_queue.h"
#include "evergreen_submit_inner.h"
#include "r600_cs_checker.h"

#define EVERGREEN_CS_MAX_RELOCS		16384
#define EVERGREEN_CS_RELOC_DW		4
#define EVERGREEN_CS_FLAGS		(RADEON_CS_KEEP_TILING_FLAGS | \
					 RADEON_CS_USE_VM | RADEON_CS_END_OF_FRAME)

/**
 * evergreen_submit_refuse() - refuse a submission for one of its arguments
 * @s: the submission
 * @what: what is wrong, for the debug message
 * @value: the argument
 *
 * Return: -EINVAL.
 */
int evergreen_submit_refuse(struct evergreen_submit *s, const char *what, u64 value)
{
	drm_dbg(&s->edev->drm, "%s[%d]: CS: %s: 0x%llx\n", current->comm,
		task_pid_nr(current), what, value);
	return -EINVAL;
}

/* With get_user(), each field would cost a call and two switches of access to user memory. */
static int read_header(const struct drm_radeon_cs_chunk __user *user,
		       struct drm_radeon_cs_chunk *chunk)
{
	if (!user_read_access_begin(user, sizeof(*user)))
		return -EFAULT;
	unsafe_get_user(chunk->chunk_id, &user->chunk_id, fault);
	unsafe_get_user(chunk->length_dw, &user->length_dw, fault);
	unsafe_get_user(chunk->chunk_data, &user->chunk_data, fault);
	user_read_access_end();
	return 0;

fault:
	user_read_access_end();
	return -EFAULT;
}

static int take_chunk(struct evergreen_submit *s, u64 header)
{
	struct drm_radeon_cs_chunk chunk;

	if (read_header(u64_to_user_ptr(header), &chunk))
		return -EFAULT;

	if (!chunk.chunk_id || chunk.chunk_id >= ARRAY_SIZE(s->chunks))
		return evergreen_submit_refuse(s, "unknown chunk", chunk.chunk_id);
	chunk.chunk_id = array_index_nospec(chunk.chunk_id, ARRAY_SIZE(s->chunks));
	if (s->chunks[chunk.chunk_id].chunk_id)
		return evergreen_submit_refuse(s, "chunk given twice", chunk.chunk_id);

	s->chunks[chunk.chunk_id] = chunk;
	return 0;
}

/* An id that comes back ends this, so their number needs no limit. */
static int take_chunks(struct evergreen_submit *s,
		       const struct drm_radeon_cs *args)
{
	u64 __user *headers = u64_to_user_ptr(args->chunks);
	u64 header;
	int ret;
	u32 i;

	for (i = 0; i < args->num_chunks; i++) {
		if (get_user(header, &headers[i]))
			return -EFAULT;
		ret = take_chunk(s, header);
		if (ret)
			return ret;
	}
	return 0;
}

static int copy_chunk(const struct drm_radeon_cs_chunk *chunk, void *to)
{
	size_t size = chunk->length_dw * sizeof(u32);

	return copy_from_user(to, u64_to_user_ptr(chunk->chunk_data), size) ? -EFAULT : 0;
}

static int read_flags(const struct drm_radeon_cs_chunk *chunk, u32 *flags)
{
	const u32 __user *user = u64_to_user_ptr(chunk->chunk_data);
	u32 i, n = chunk->length_dw;

	if (!user_read_access_begin(user, n * sizeof(*user)))
		return -EFAULT;
	for (i = 0; i < n; i++)
		unsafe_get_user(flags[i], &user[i], fault);
	user_read_access_end();
	return 0;

fault:
	user_read_access_end();
	return -EFAULT;
}

/* Flags, ring and priority; all have defaults. */
static int take_flags(struct evergreen_submit *s)
{
	const struct drm_radeon_cs_chunk *chunk = &s->chunks[RADEON_CHUNK_ID_FLAGS];
	u32 flags[3] = { 0, RADEON_CS_RING_GFX, 0 };
	const struct evergreen_cs_ring *ring;

	if (chunk->chunk_id) {
		if (!chunk->length_dw || chunk->length_dw > ARRAY_SIZE(flags))
			return evergreen_submit_refuse(s, "length of the flags chunk",
						       chunk->length_dw);
		if (read_flags(chunk, flags))
			return -EFAULT;
	}

	if (flags[0] & ~EVERGREEN_CS_FLAGS)
		return evergreen_submit_refuse(s, "unknown flags", flags[0]);
	if (flags[0] & RADEON_CS_USE_VM && !evergreen_is_cayman(s->edev->chip))
		return evergreen_submit_refuse(s, "the card has no address spaces", flags[0]);
	ring = evergreen_cs_ring(flags[1]);
	if (!ring)
		return evergreen_submit_refuse(s, "no such ring", flags[1]);

	s->engine = ring->engine;
	s->priority = evergreen_queue_priority((s32)flags[2]);
	s->rules = ring->rules;
	s->keep_tiling = flags[0] & RADEON_CS_KEEP_TILING_FLAGS;
	s->use_vm = flags[0] & RADEON_CS_USE_VM;
	return 0;
}

/**
 * evergreen_chunks_max_ndw() - how long a stream may be
 * @s: the submission, whose flags are known
 *
 * Return: dwords.
 */
u32 evergreen_chunks_max_ndw(const struct evergreen_submit *s)
{
	return s->use_vm ? CAYMAN_VM_IB_MAX_DW : EVERGREEN_IB_MAX_DW;
}

static int check_lengths(struct evergreen_submit *s)
{
	u32 ndw = s->chunks[RADEON_CHUNK_ID_IB].length_dw;
	u32 relocs_dw = s->chunks[RADEON_CHUNK_ID_RELOCS].length_dw;

	if (!ndw || ndw > evergreen_chunks_max_ndw(s))
		return evergreen_submit_refuse(s, "length of the IB in dwords", ndw);
	if (relocs_dw % EVERGREEN_CS_RELOC_DW ||
	    relocs_dw / EVERGREEN_CS_RELOC_DW > EVERGREEN_CS_MAX_RELOCS)
		return evergreen_submit_refuse(s, "length of the relocations in dwords",
					       relocs_dw);

	s->ndw = ndw;
	s->num_buffers = relocs_dw / EVERGREEN_CS_RELOC_DW;
	return 0;
}

/**
 * evergreen_chunks_take() - find the chunks, read the flags, check the lengths
 * @s: the submission: only its card and its client are known
 * @args: of the ioctl
 *
 * Reads user space. Context: sleeps.
 *
 * Return: 0, -EINVAL or -EFAULT.
 */
int evergreen_chunks_take(struct evergreen_submit *s, const struct drm_radeon_cs *args)
{
	return take_chunks(s, args) ?: take_flags(s) ?: check_lengths(s);
}

static void *place(void *mem, size_t *at, size_t n, size_t size)
{
	void *array = mem ? mem + *at : NULL;

	*at += n * size;
	return array;
}

/*
 * Everything in one block; what has the strictest alignment comes first. Returns how long the
 * block has to be, which is all that is to be learnt without @mem. check_lengths() has bounded
 * the counts, so nothing overflows.
 */
static size_t lay_out(struct evergreen_submit *s, void *mem)
{
	struct r600_cs_result *verdict = &s->verdict;
	u32 n = s->num_buffers;
	size_t at = 0;

	verdict->max_patches = r600_cs_max_patches(s->ndw);
	s->buffers = place(mem, &at, n, sizeof(*s->buffers));
	s->checked = place(mem, &at, n, sizeof(*s->checked));
	s->addresses = place(mem, &at, n, sizeof(*s->addresses));
	verdict->patches = place(mem, &at, verdict->max_patches, sizeof(*verdict->patches));
	s->relocs = place(mem, &at, n, sizeof(*s->relocs));
	verdict->workspace = place(mem, &at, 1, sizeof(*verdict->workspace));
	s->ib = place(mem, &at, s->ndw, sizeof(*s->ib));
	return at;
}

static int get_scratch(struct evergreen_submit *s)
{
	struct evergreen_scratch *scratch = &s->file->scratch;
	void *kept = scratch->mem;
	void *mem = evergreen_scratch_get(scratch, lay_out(s, kept));

	if (!mem)
		return -ENOMEM;
	/* Mostly what there is is enough, and laid out. */
	if (mem != kept)
		lay_out(s, mem);
	return 0;
}

/**
 * evergreen_chunks_copy() - copy the stream and the relocations
 * @s: the submission, after evergreen_chunks_take()
 *
 * Reads user space. Context: sleeps, with &evergreen_file.lock held, which guards the scratch
 * memory. After any result, evergreen_scratch_put() has to follow.
 *
 * Return: 0, -ENOMEM or -EFAULT.
 */
int evergreen_chunks_copy(struct evergreen_submit *s)
{
	int ret;

	ret = get_scratch(s);
	if (ret)
		return ret;

	ret = copy_chunk(&s->chunks[RADEON_CHUNK_ID_IB], s->ib);
	if (ret || !s->num_buffers)
		return ret;
	return copy_chunk(&s->chunks[RADEON_CHUNK_ID_RELOCS], s->relocs);
}
