/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_ENTRIES_H
#define CAYMAN_ENTRIES_H

#include "cayman_pt.h"

struct cayman_mapping;
struct cayman_vm;
struct evergreen_bo;
struct evergreen_job;

/**
 * struct cayman_unseen - what has to be written before a job is put on its ring
 */
struct cayman_unseen {
	/**
	 * @mapping: the place in the job's address space, which lives until the job is done; NULL
	 * if its entries show the buffer already
	 */
	struct cayman_mapping *mapping;

	/**
	 * @source: the memory that the buffer has when it is named. A later move changes what TTM
	 * says, but waits for the job.
	 */
	struct cayman_pt_source source;
};

struct cayman_mapping *cayman_find_mapping(struct cayman_vm *vm, struct evergreen_bo *bo);

int cayman_show_ib_pool(struct cayman_vm *vm);
int cayman_name_bo(struct cayman_vm *vm, struct evergreen_bo *bo, struct cayman_unseen *unseen);
void cayman_show_named(struct evergreen_job *job);
bool cayman_entries_empty(struct cayman_mapping *m);

#endif
