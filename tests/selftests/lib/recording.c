// SPDX-License-Identifier: MIT OR GPL-2.0
#include <errno.h>
#include <string.h>

#include "recording.h"

/* What a submission begins with. */
struct head {
	uint32_t ndw, buffers, relocs, flags, ring;
};

/* A buffer; its size is enough for 32 bits. */
struct buffer {
	uint32_t size, align, domain;
};

int recording_open(struct recording *rec, const char *dir, const struct card *card)
{
	char path[4096];

	memset(rec, 0, sizeof(*rec));
	snprintf(path, sizeof(path), "%s/%s", dir, card_is_cayman(card) ? "cayman" : "cypress");
	rec->file = fopen(path, "rb");
	if (!rec->file)
		return -errno;
	cs_init(&rec->cs, card->fd);
	return 0;
}

static void free_buffers(struct recording *rec)
{
	while (rec->num_bos)
		bo_free(&rec->bos[--rec->num_bos]);
}

void recording_close(struct recording *rec)
{
	free_buffers(rec);
	cs_fini(&rec->cs);
	fclose(rec->file);
}

static int make_buffer(struct recording *rec, const struct buffer *want)
{
	int ret = bo_create_aligned(rec->cs.fd, want->size, want->align, want->domain,
				    &rec->bos[rec->num_bos]);

	rec->num_bos += !ret;
	return ret;
}

static int read_buffers(struct recording *rec, uint32_t n)
{
	struct buffer want;
	int ret = 0;

	if (n > CS_MAX_RELOCS)
		return -EINVAL;
	while (!ret && rec->num_bos < n)
		ret = fread(&want, sizeof(want), 1, rec->file) == 1 ?
			make_buffer(rec, &want) : -EIO;
	return ret;
}

/* The file has numbers of buffers where the kernel wants handles. */
static int read_relocs(struct recording *rec, uint32_t n)
{
	struct drm_radeon_cs_reloc *reloc = rec->cs.relocs;

	if (n > CS_MAX_RELOCS)
		return -EINVAL;
	if (fread(reloc, sizeof(*reloc), n, rec->file) != n)
		return -EIO;
	rec->cs.nrelocs = n;
	for (; n--; reloc++) {
		if (reloc->handle >= rec->num_bos)
			return -EINVAL;
		reloc->handle = rec->bos[reloc->handle].handle;
	}
	return 0;
}

static int read_stream(struct recording *rec, uint32_t n)
{
	uint32_t dw;

	while (n--) {
		if (fread(&dw, sizeof(dw), 1, rec->file) != 1)
			return -EIO;
		cs_emit(&rec->cs, dw);
	}
	return 0;
}

int recording_next(struct recording *rec)
{
	struct head head;
	int ret;

	free_buffers(rec);
	cs_clear(&rec->cs);
	if (fread(&head, sizeof(head), 1, rec->file) != 1)
		return ferror(rec->file) ? -EIO : 0;
	ret = read_buffers(rec, head.buffers);
	if (!ret)
		ret = read_relocs(rec, head.relocs);
	if (!ret)
		ret = read_stream(rec, head.ndw);
	rec->cs.flags[0] = head.flags;
	rec->cs.flags[1] = head.ring;
	return ret ?: 1;
}
