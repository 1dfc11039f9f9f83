// SPDX-License-Identifier: MIT OR GPL-2.0
/* Reads submissions that were picked out of many recordings. */

#include <linux/minmax.h>

#include "picked_file.h"

struct head {
	u32 ndw, num_buffers, num_relocs, flags, ring;
};

struct buffer {
	u32 size, align, domain;
};

struct reloc {
	u32 buffer, read_domains, write_domain, flags;
};

enum r600_cs_engine picked_file_engine(u32 ring)
{
	static const enum r600_cs_engine rings[] = { R600_CS_GFX, R600_CS_COMPUTE, R600_CS_DMA };

	return rings[ring % 3];
}

static bool read_relocs(FILE *file, const struct head *head, struct r600_cs_buffer *entries)
{
	struct buffer buffers[PICKED_FILE_BUFFERS];
	struct reloc reloc;
	u32 i;

	if (fread(buffers, sizeof(*buffers), head->num_buffers, file) != head->num_buffers)
		return false;
	for (i = 0; i < head->num_relocs; i++) {
		const struct buffer *buffer;

		if (fread(&reloc, sizeof(reloc), 1, file) != 1 ||
		    reloc.buffer >= head->num_buffers)
			return false;
		buffer = &buffers[reloc.buffer];
		entries[i] = (struct r600_cs_buffer) {
			.size = (buffer->size + 4095ull) & ~4095ull,
			.align = max(buffer->align, 4096u),
			.read_domains = reloc.read_domains,
			.write_domain = reloc.write_domain,
		};
	}
	return true;
}

int picked_file_next(FILE *file, struct picked_file *picked)
{
	struct head head;

	if (fread(&head, sizeof(head), 1, file) != 1)
		return feof(file) ? 0 : -1;
	if (head.ndw > PICKED_FILE_DWORDS || head.num_buffers > PICKED_FILE_BUFFERS ||
	    head.num_relocs > PICKED_FILE_BUFFERS ||
	    !read_relocs(file, &head, picked->buffers) ||
	    fread(picked->ib, sizeof(*picked->ib), head.ndw, file) != head.ndw)
		return -1;
	picked->engine = picked_file_engine(head.ring);
	picked->keep_tiling = head.flags & PICKED_FILE_KEEP_TILING;
	picked->num_buffers = head.num_relocs;
	picked->ndw = head.ndw;
	return 1;
}
