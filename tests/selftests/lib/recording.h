/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Recorded submissions of real clients, to be sent again: recordings/pick has
 * chosen them and says how they are stored. The buffers have the sizes that they
 * had, but are empty, and so are the shaders: for a modelled card.
 */
#ifndef SELFTEST_RECORDING_H
#define SELFTEST_RECORDING_H

#include <stdio.h>

#include "card.h"
#include "cs.h"

/**
 * struct recording - a file of them, read one by one
 * @file: the file
 * @cs: the submission at hand
 * @bos: its buffers
 * @num_bos: how many there are
 */
struct recording {
	FILE *file;
	struct cs cs;
	struct bo bos[CS_MAX_RELOCS];
	uint32_t num_bos;
};

/**
 * recording_open - begin with the recording that fits a card
 * @rec: to be closed only if this succeeds
 * @dir: where the recordings lie
 * @card: who will submit
 *
 * Return: 0 or a negative errno.
 */
int recording_open(struct recording *rec, const char *dir, const struct card *card);

/**
 * recording_next - go on to the next submission, whose buffers are made
 * @rec: the buffers of the one before are freed
 *
 * Return: 1 if there is one, 0 at the end, or a negative errno: -EIO if the file ends
 * within a submission, -EINVAL if there is one that does not fit.
 */
int recording_next(struct recording *rec);

void recording_close(struct recording *rec);

#endif
