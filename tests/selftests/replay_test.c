// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Command streams that Mesa's r600 has sent, recorded while it ran OpenGL tests as
 * the owner of a Cypress or a Cayman. They are submitted as they were, with buffers
 * of the sizes that they had, and each must be accepted and come to its end: that
 * is what "unmodified Mesa runs" rests on. The recordings lie beside the program;
 * recordings/pick says what is in them.
 *
 * The buffers are empty and the shaders as well, so a real card would execute
 * nonsense; it is for the modelled card.
 */
#include <stdio.h>
#include <stdlib.h>

#include "on_card.h"

#define MAX_BUFFERS	CS_MAX_RELOCS

/* What a submission begins with. */
struct head {
	uint32_t ndw, buffers, relocs, flags, ring;
};

/* A buffer; its size is enough for 32 bits. */
struct buffer {
	uint32_t size, align, domain;
};

/* Where the program was found. */
static const char *self_path;

static FILE *open_recording(const struct card *card)
{
	char path[4096];

	snprintf(path, sizeof(path), "%.*s/recordings/%s",
		 (int)(strrchr(self_path, '/') - self_path), self_path,
		 card_is_cayman(card) ? "cayman" : "cypress");
	return fopen(path, "rb");
}

static int make_buffer(int fd, const struct buffer *want, struct bo *bo)
{
	struct drm_radeon_gem_create args = {
		.size = want->size,
		.alignment = want->align,
		.initial_domain = want->domain,
	};
	int ret = card_ioctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &args);

	*bo = (struct bo) {
		.fd = fd, .handle = args.handle, .size = args.size, .domain = want->domain,
	};
	return ret;
}

static void read_relocs(struct __test_metadata *_metadata, FILE *file, struct cs *cs,
			const struct bo *bos, uint32_t n)
{
	struct drm_radeon_cs_reloc *reloc;

	ASSERT_GE(CS_MAX_RELOCS, n);
	ASSERT_EQ(n, fread(cs->relocs, sizeof(*reloc), n, file));
	cs->nrelocs = n;
	for (reloc = cs->relocs; reloc < cs->relocs + n; reloc++)
		reloc->handle = bos[reloc->handle].handle;
}

static void read_stream(struct __test_metadata *_metadata, FILE *file, struct cs *cs,
			uint32_t n)
{
	uint32_t dw;

	while (n--) {
		ASSERT_EQ(1, fread(&dw, sizeof(dw), 1, file));
		cs_emit(cs, dw);
	}
}

static void replay(struct __test_metadata *_metadata, FILE *file, struct cs *cs,
		   const struct head *head, uint32_t number)
{
	struct bo bos[MAX_BUFFERS];
	struct buffer want;
	uint32_t i;

	ASSERT_GE(MAX_BUFFERS, head->buffers);
	for (i = 0; i < head->buffers; i++) {
		ASSERT_EQ(1, fread(&want, sizeof(want), 1, file));
		ASSERT_EQ(0, make_buffer(cs->fd, &want, &bos[i]));
	}
	cs_clear(cs);
	read_relocs(_metadata, file, cs, bos, head->relocs);
	read_stream(_metadata, file, cs, head->ndw);
	cs->flags[0] = head->flags;
	cs->flags[1] = head->ring;
	cs->nflags = 2;
	EXPECT_EQ(0, cs_submit(cs)) TH_LOG("submission %u of %u dwords", number, head->ndw);
	for (i = 0; i < head->buffers; i++) {
		EXPECT_EQ(0, bo_wait(&bos[i])) TH_LOG("submission %u", number);
		bo_free(&bos[i]);
	}
}

TEST_F_TIMEOUT(on_card, mesa, SLOW)
{
	FILE *file = open_recording(&self->card);
	struct head head;
	uint32_t n = 0;

	ASSERT_NE(NULL, file);
	while (fread(&head, sizeof(head), 1, file) == 1)
		replay(_metadata, file, &self->cs, &head, n++);
	fclose(file);
	printf("# %u submissions\n", n);
	EXPECT_LT(10, n);
}

int main(int argc, char **argv)
{
	self_path = argv[0];
	card_require(argc, argv, CARD_ANY);
	return test_harness_run(argc, argv);
}
