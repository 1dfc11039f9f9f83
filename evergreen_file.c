// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Clients
 *
 * A client is an open file. It owns the queues of its jobs, the memory
 * that its submissions are unpacked into, and the list of what it was refused.
 */
#include <linux/slab.h>

#include "cayman_vm.h"
#include "evergreen_file.h"

/* Scratch memory above this goes back after the submission that needed it. */
#define EVERGREEN_SCRATCH_KEEP		(512 * 1024)
#define EVERGREEN_SCRATCH_MAX		(64 * 1024 * 1024)

/**
 * evergreen_file_open() - a client arrives
 * @drm: the device
 * @filp: its open file
 *
 * Return: 0 or -ENOMEM.
 */
int evergreen_file_open(struct drm_device *drm, struct drm_file *filp)
{
	struct evergreen_file *file;

	file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);
	if (!file)
		return -ENOMEM;

	file->client = evergreen_client_create(filp->client_id);
	if (!file->client) {
		kfree(file);
		return -ENOMEM;
	}
	file->drm = filp;
	mutex_init(&file->lock);
	evergreen_refusals_init(&file->refusals);
	filp->driver_priv = file;
	return 0;
}

/**
 * evergreen_file_close() - a client leaves
 * @drm: the device
 * @filp: its open file
 *
 * Jobs end or are dropped, see evergreen_queues_destroy().
 */
void evergreen_file_close(struct drm_device *drm, struct drm_file *filp)
{
	struct evergreen_device *edev = to_evergreen(drm);
	struct evergreen_file *file = filp->driver_priv;

	cmpxchg(&edev->owners.hyperz, file, NULL);
	cmpxchg(&edev->owners.cmask, file, NULL);
	evergreen_queues_destroy(file);
	cayman_vm_close(file);
	kvfree(file->scratch.mem);
	evergreen_client_put(file->client);
	evergreen_refusals_fini(&file->refusals);
	mutex_destroy(&file->lock);
	kfree(file);
}

/**
 * evergreen_scratch_get() - have enough scratch memory
 * @scratch: the client's, whose lock is held
 * @size: bytes that are needed
 *
 * The contents are undefined.
 *
 * Return: the memory, aligned for any type, or NULL.
 */
void *evergreen_scratch_get(struct evergreen_scratch *scratch, size_t size)
{
	if (size <= scratch->size)
		return scratch->mem;

	kvfree(scratch->mem);
	scratch->mem = NULL;
	scratch->size = 0;
	if (size > EVERGREEN_SCRATCH_MAX)
		return NULL;

	size = PAGE_ALIGN(size);
	scratch->mem = kvmalloc(size, GFP_KERNEL_ACCOUNT);
	scratch->size = scratch->mem ? size : 0;
	return scratch->mem;
}

/**
 * evergreen_scratch_put() - scratch memory is no longer needed
 * @scratch: the client's, whose lock is held
 *
 * It is kept for the next submission unless it is unusually large.
 */
void evergreen_scratch_put(struct evergreen_scratch *scratch)
{
	if (scratch->size <= EVERGREEN_SCRATCH_KEEP)
		return;

	kvfree(scratch->mem);
	scratch->mem = NULL;
	scratch->size = 0;
}
