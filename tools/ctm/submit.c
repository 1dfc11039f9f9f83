// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: submissions
 *
 * Each has a number of its own and memory in which the card leaves that number at the end. The
 * number says that the dispatch is done; that the kernel knows the memory as idle says that
 * the card is through with the command buffer, by whatever way. Idle without the number is a
 * submission that a reset has taken. So a hang of the card is told, and no wait is for ever.
 *
 * The memory of a number is used again when 64 more have been submitted, and waited for then,
 * if need be: more than that are never on their way.
 *
 * No address spaces are used: command buffers name memory by relocations, on all these chips
 * and with both drivers.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <radeon_drm.h>
#include <xf86drm.h>

#include "own.h"

static struct ctm_submission *submission(struct ctm_device *device, uint32_t id)
{
	return &device->own->submission[id % CTM_SUBMISSIONS];
}

/* The card's last word: what is read behind it is as the card has left it. */
static uint32_t stored_id(const struct ctm_submission *sub)
{
	const uint32_t *words = sub->fence->data;

	return __atomic_load_n(&words[FENCE_ID], __ATOMIC_ACQUIRE);
}

/* A place for the next id: what was there is through. */
static struct ctm_submission *take_place(struct ctm_device *device, uint32_t id,
					 struct ctm_error *error)
{
	struct ctm_submission *sub = submission(device, id);

	if (!sub->fence)
		sub->fence = ctm_alloc(device, FENCE_BYTES, CTM_GTT, error);
	if (!sub->fence || (sub->id && !ctm_wait_idle(sub->fence, error)))
		return NULL;
	sub->id = 0;
	memset(sub->fence->data, 0, FENCE_BYTES);
	return sub;
}

static void list_relocations(const struct ctm_stream *stream, struct drm_radeon_cs_reloc *relocs)
{
	for (uint32_t i = 0; i < stream->relocations; i++) {
		const struct ctm_relocation *r = &stream->relocation[i];
		uint32_t domain = ctm_domain(r->memory);

		relocs[i] = (struct drm_radeon_cs_reloc){
			.handle = r->memory->handle, .read_domains = domain,
			.write_domain = r->write ? domain : 0,
		};
	}
}

static int send(const struct ctm_device *device, const struct ctm_stream *stream)
{
	struct drm_radeon_cs_reloc relocs[CTM_STREAM_RELOCATIONS];
	uint32_t flags[2] = { RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX };
	struct drm_radeon_cs_chunk chunks[] = {
		{ RADEON_CHUNK_ID_IB, stream->n, (uintptr_t)stream->dword },
		{ RADEON_CHUNK_ID_RELOCS, (uint32_t)(stream->relocations * sizeof(relocs[0]) / 4),
		  (uintptr_t)relocs },
		{ RADEON_CHUNK_ID_FLAGS, ARRAY_SIZE(flags), (uintptr_t)flags },
	};
	uint64_t list[ARRAY_SIZE(chunks)];
	struct drm_radeon_cs args = { .num_chunks = ARRAY_SIZE(chunks), .chunks = (uintptr_t)list };

	list_relocations(stream, relocs);
	for (size_t i = 0; i < ARRAY_SIZE(chunks); i++)
		list[i] = (uintptr_t)&chunks[i];
	return drmCommandWriteRead(device->own->fd, DRM_RADEON_CS, &args, sizeof(args));
}

static const char banned[] =
	"the kernel takes no more work, for some has hung the card: open it again";

/**
 * ctm_submit() - submit a dispatch
 * @device: the card
 * @job: the dispatch; all of it may be changed afterwards, but not what is in its memory
 * @error: out
 *
 * Return: its id, which is not 0, or 0 if it was not submitted.
 */
uint32_t ctm_submit(struct ctm_device *device, const struct ctm_job *job, struct ctm_error *error)
{
	uint32_t id = device->own->last + 1 ? device->own->last + 1 : 1;
	struct ctm_submission *sub = NULL;
	struct ctm_stream *stream;
	int ret;

	if (device->own->fd < 0) {
		ctm_wrong(error, "there is no card to submit to");
		return 0;
	}
	if (!ctm_check_job(device, job, error))
		return 0;
	stream = malloc(sizeof(*stream));
	if (!stream)
		ctm_wrong(error, "no memory for the command buffer");
	else
		sub = take_place(device, id, error);
	if (!sub || !ctm_encode(device, job, sub->fence, id, stream, error)) {
		free(stream);
		return 0;
	}
	ret = send(device, stream);
	free(stream);
	if (ret == -ECANCELED)	/* evergreen.ko's word for it */
		ctm_wrong(error, "%s", banned);
	else if (ret)
		ctm_wrong(error, "the kernel refuses the command buffer: %s", strerror(-ret));
	if (ret)
		return 0;
	sub->id = id;
	device->own->last = id;
	return id;
}

/**
 * ctm_progress() - what has become of a submission?
 * @device: the card
 * @id: what ctm_submit() has returned
 *
 * Return: at once, one of enum ctm_progress; CTM_UNKNOWN of an id that never was one, or that
 * CTM_SUBMISSIONS later ones have made forgotten.
 */
enum ctm_progress ctm_progress(struct ctm_device *device, uint32_t id)
{
	struct ctm_submission *sub = submission(device, id);
	struct drm_radeon_gem_busy args = { 0 };

	if (!id || sub->id != id)
		return CTM_UNKNOWN;
	if (stored_id(sub) == id)
		return CTM_CONSUMED;
	args.handle = sub->fence->handle;
	if (drmCommandWriteRead(device->own->fd, DRM_RADEON_GEM_BUSY, &args,
				sizeof(args)) == -EBUSY)
		return CTM_QUEUED;
	return stored_id(sub) == id ? CTM_CONSUMED : CTM_LOST;
}

/**
 * ctm_wait() - wait until a submission has been consumed
 * @device: the card
 * @id: what ctm_submit() has returned
 * @error: out
 *
 * Return: true when it has been, false if it is lost or unknown.
 */
bool ctm_wait(struct ctm_device *device, uint32_t id, struct ctm_error *error)
{
	struct ctm_submission *sub = submission(device, id);

	if (!id || sub->id != id)
		return ctm_wrong(error, "submission %u is not known", id);
	if (!ctm_wait_idle(sub->fence, error))
		return false;
	if (stored_id(sub) != id)
		return ctm_wrong(error, "submission %u is lost: the card was reset before its end", id);
	return true;
}

/**
 * ctm_times() - when the card began and ended a submission
 * @device: the card
 * @id: of a submission that has been consumed
 * @times: out: ticks of the card's clock, see &struct ctm_device.clock_khz
 *
 * Return: false if it has not been consumed, or is not known.
 */
bool ctm_times(struct ctm_device *device, uint32_t id, struct ctm_times *times)
{
	const uint64_t *stored;

	if (ctm_progress(device, id) != CTM_CONSUMED)
		return false;
	stored = submission(device, id)->fence->data;
	times->begin = stored[FENCE_BEGIN];
	times->end = stored[FENCE_END];
	return true;
}
