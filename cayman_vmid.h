/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_VMID_H
#define CAYMAN_VMID_H

#include <linux/types.h>

struct cayman_vm;
struct cayman_vmids;
struct dma_fence;
struct evergreen_device;
struct evergreen_job;
struct seq_file;

int cayman_vmid_init(struct evergreen_device *edev);
void cayman_vmid_fini(struct evergreen_device *edev);
struct dma_fence *cayman_vmid_prepare(struct evergreen_job *job);
void cayman_vmid_leave(struct evergreen_job *job);
bool cayman_vmid_holds(struct evergreen_job *job);
bool cayman_vmid_must_flush(struct evergreen_job *job);
void cayman_vmid_release(struct cayman_vm *vm);
bool cayman_vmid_invalidate(struct cayman_vm *vm);
struct cayman_vm *cayman_vmid_lookup(struct evergreen_device *edev, u32 vmid);
void cayman_vmid_show(struct seq_file *m, struct evergreen_device *edev);

#endif
