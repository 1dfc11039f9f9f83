/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* What the files of the library share. */
#ifndef CTM_OWN_H
#define CTM_OWN_H

#include "evergreen_ctm.h"
#include "isa.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* What the card leaves in the memory of a fence: dword and qwords by number. */
#define FENCE_ID	0u
#define FENCE_BEGIN	1u
#define FENCE_END	2u
#define FENCE_BYTES	24u

/* A unit of constants; where targets have to begin on any of these chips. */
#define CONSTANT_LINE	256u
#define TARGET_ALIGN	512u

/**
 * struct ctm_submission - one that may be on its way
 * @id: 0: none
 * @fence: its memory, used again by a later one
 */
struct ctm_submission {
	uint32_t id;
	struct ctm_memory *fence;
};

/**
 * struct ctm_device_own - what the library knows of a card
 * @fd: -1: there is none
 * @last: id
 * @submission: by id modulo their number
 * @node: path
 * @driver: name
 */
struct ctm_device_own {
	int fd;
	uint32_t last;
	struct ctm_submission submission[CTM_SUBMISSIONS];
	char node[64];
	char driver[32];
};

/* Always false. */
bool ctm_wrong(struct ctm_error *error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

bool ctm_find_needs(const struct ctm_chip *chip, const struct sq_program *program,
		    struct ctm_needs *needs, struct ctm_error *error);
bool ctm_check_job(const struct ctm_device *device, const struct ctm_job *job,
		   struct ctm_error *error);
bool ctm_cayman(const struct ctm_device *device);
uint32_t ctm_group_threads(const struct ctm_job *job);
uint32_t ctm_group_waves(const struct ctm_device *device, const struct ctm_job *job);
uint32_t ctm_job_gprs(const struct ctm_job *job);
uint32_t ctm_domain(const struct ctm_memory *memory);
bool ctm_wait_idle(const struct ctm_memory *memory, struct ctm_error *error);

#endif
