/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_MAPPING_H
#define CAYMAN_MAPPING_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/types.h>

#include <drm/drm_gpuvm.h>

struct cayman_vm;
struct evergreen_bo;
struct work_struct;

/**
 * struct cayman_mapping - a buffer's place in an address space
 */
struct cayman_mapping {
	/** @base: DRM's part: address, size, buffer */
	struct drm_gpuva base;

	/** @vm: the address space */
	struct cayman_vm *vm;

	/** @access: GPU_PTE_READABLE, GPU_PTE_WRITEABLE */
	u64 access;

	/**
	 * @named: a submission has named the buffer, and it has not been hidden since, nor has a
	 * job been made that will do so; under the buffer's reservation lock
	 */
	bool named;

	/**
	 * @shown: the page tables show the buffer; set with evergreen_gart_lock(), for a process's
	 * memory also under &evergreen_userptrs.lock. cayman_entries_empty() clears it before it
	 * takes that lock, which it cannot on a card that has gone.
	 */
	bool shown;

	/** @dying: the client has unmapped it; set under that lock and &cayman_vm.lock */
	bool dying;

	/** @hider: the last job that had or has to hide it; under the buffer's reservation lock */
	struct dma_fence *hider;

	/** @busy: what has to signal before a dying one can go */
	struct dma_fence *busy;

	/** @cb: on @busy, if @called_back */
	struct dma_fence_cb cb;

	/** @called_back: @cb has been added, so its callback runs unless it is removed */
	bool called_back;

	/** @node: in &cayman_vm.dying */
	struct list_head node;

	/** @userptr_node: in &evergreen_userptr.shown, while @shown */
	struct list_head userptr_node;
};

static inline struct cayman_mapping *to_cayman_mapping(struct drm_gpuva *va)
{
	return container_of(va, struct cayman_mapping, base);
}

/* Whoever finds it shown finds the generation that knows so, too. */
static inline bool cayman_mapping_is_shown(const struct cayman_mapping *m)
{
	return smp_load_acquire(&m->shown);
}

int cayman_map(struct cayman_vm *vm, struct evergreen_bo *bo, u64 addr, u64 access, u64 *existing,
	       struct dma_fence **busy);
void cayman_unmap(struct cayman_vm *vm, struct evergreen_bo *bo);
int cayman_unmap_interruptible(struct cayman_vm *vm, struct evergreen_bo *bo);
void cayman_unmap_all(struct cayman_vm *vm);

void cayman_reap(struct work_struct *work);
void cayman_reap_all(struct cayman_vm *vm);

#endif
