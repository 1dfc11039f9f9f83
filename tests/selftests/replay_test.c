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

#include "on_card.h"
#include "recording.h"

/* Where the program was found. */
static const char *self_path;

static void open_recording(struct __test_metadata *_metadata, struct recording *rec,
			   const struct card *card)
{
	char dir[4096];

	snprintf(dir, sizeof(dir), "%.*s/recordings",
		 (int)(strrchr(self_path, '/') - self_path), self_path);
	ASSERT_EQ(0, recording_open(rec, dir, card));
}

static void replay(struct __test_metadata *_metadata, struct recording *rec, uint32_t number)
{
	uint32_t i;

	EXPECT_EQ(0, cs_submit(&rec->cs))
		TH_LOG("submission %u of %u dwords", number, rec->cs.ndw);
	for (i = 0; i < rec->num_bos; i++)
		EXPECT_EQ(0, bo_wait(&rec->bos[i])) TH_LOG("submission %u", number);
}

TEST_F_TIMEOUT(on_card, mesa, SLOW)
{
	struct recording rec;
	uint32_t n = 0;
	int ret;

	open_recording(_metadata, &rec, &self->card);
	while ((ret = recording_next(&rec)) > 0)
		replay(_metadata, &rec, n++);
	EXPECT_EQ(0, ret);
	recording_close(&rec);
	printf("# %u submissions\n", n);
	EXPECT_LT(10, n);
}

int main(int argc, char **argv)
{
	self_path = argv[0];
	card_require(argc, argv, CARD_ANY);
	return test_harness_run(argc, argv);
}
