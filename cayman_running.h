/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef CAYMAN_RUNNING_H
#define CAYMAN_RUNNING_H

struct cayman_vm;
struct dma_fence;
struct evergreen_job;

void cayman_job_starts(struct evergreen_job *job);
struct dma_fence *cayman_running(struct cayman_vm *vm, int ring);

#endif
