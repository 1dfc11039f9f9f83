// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Core dumps
 *
 * The state of the card at a hang is written into a text that devcoredump keeps for five
 * minutes, readable by root only, for it has the guilty client's stream in it: who
 * hung the card and what was done about it; the status registers; all fences; what
 * each ring is at; the stream, as packets and as numbers; the buffers that it
 * refers to; the state of address translation. devcoredump keeps one dump of a
 * device, until somebody writes to it or it expires, and drops those that come
 * meanwhile, so the first hang of a row is the one that is seen.
 *
 * It is made in two steps. In the path that signals fences nothing may wait for
 * memory, so there a snapshot is taken with what memory is at hand: without any,
 * there is no dump; a long stream may be cut. A worker makes text of it later.
 *
 * The contents of buffers are not in it.
 */
#include <linux/devcoredump.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/utsname.h>
#include <linux/vmalloc.h>

#include <drm/drm_print.h>
#include <drm/radeon_drm.h>

#include "evergreen_client.h"
#include "evergreen_coredump.h"
#include "evergreen_decode.h"
#include "evergreen_job.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

/* Of each ring, from the beginning of the job that it is at: all of that. */
#define EVERGREEN_DUMP_RING_DW		EVERGREEN_GFX_JOB_DW

static const struct evergreen_dump_reg {
	const char *name;
	u32 reg;
	bool cayman;	/* has it, others do not */
} evergreen_dump_regs[] = {
	{ "GRBM_STATUS", GRBM_STATUS },
	{ "GRBM_STATUS_SE0", GRBM_STATUS_SE0 },
	{ "GRBM_STATUS_SE1", GRBM_STATUS_SE1 },
	{ "SRBM_STATUS", SRBM_STATUS },
	{ "SRBM_STATUS2", SRBM_STATUS2 },
	{ "CP_STALLED_STAT1", CP_STALLED_STAT1 },
	{ "CP_STALLED_STAT2", CP_STALLED_STAT2 },
	{ "CP_BUSY_STAT", CP_BUSY_STAT },
	{ "CP_STAT", CP_STAT },
	{ "DMA_STATUS", DMA_STATUS(0) },
	{ "DMA_STATUS of the second engine", DMA_STATUS(1), true },
	{ "VM_L2_STATUS", VM_L2_STATUS },
	{ "VM_CONTEXT0_CNTL", VM_CONTEXT0_CNTL },
	{ "VM_CONTEXT1_CNTL", VM_CONTEXT1_CNTL },
	{ "VM_CONTEXT1_PROTECTION_FAULT_ADDR", VM_CONTEXT1_PROTECTION_FAULT_ADDR, true },
	{ "VM_CONTEXT1_PROTECTION_FAULT_STATUS", VM_CONTEXT1_PROTECTION_FAULT_STATUS, true },
};

/**
 * struct evergreen_dump_ring - what is remembered of a ring
 */
struct evergreen_dump_ring {
	/** @ring: the ring; NULL if the card has it not */
	const struct evergreen_ring *ring;

	/** @emitted: number of the last fence put on the ring */
	u64 emitted;

	/** @signalled: number of the last fence that the card has reported */
	u64 signalled;

	/** @rptr: dword up to which the card says that it has read */
	u32 rptr;

	/** @wptr: dword up to which it is written */
	u32 wptr;

	/** @first: dword of the ring that @words begins at */
	u32 first;

	/** @count: dwords of @words */
	u32 count;

	/** @words: what is there */
	u32 words[EVERGREEN_DUMP_RING_DW];
};

/**
 * struct evergreen_coredump - a snapshot of a hang
 */
struct evergreen_coredump {
	/** @edev: the card */
	struct evergreen_device *edev;

	/** @time: when, since 1970 */
	ktime_t time;

	/** @ring: name of the ring */
	const char *ring;

	/** @dma: the stream is for a DMA engine */
	bool dma;

	/** @seq: number of the guilty job's fence */
	u64 seq;

	/** @client: DRM's number of the guilty job's client */
	u64 client;

	/** @pid: process that submitted it */
	pid_t pid;

	/** @comm: name of the process */
	char comm[TASK_COMM_LEN];

	/** @outcome: what was done */
	char outcome[EVERGREEN_DUMP_OUTCOME];

	/** @regs: by evergreen_dump_regs */
	u32 regs[ARRAY_SIZE(evergreen_dump_regs)];

	/** @rings: by enum evergreen_ring_id */
	struct evergreen_dump_ring rings[EVERGREEN_NUM_RINGS];

	/** @ib: copy of the stream, or NULL */
	u32 *ib;

	/** @ib_addr: GPU address of the stream */
	u64 ib_addr;

	/** @ib_dw: its dwords */
	u32 ib_dw;

	/** @ib_copied: dwords of the stream that are in @ib */
	u32 ib_copied;

	/** @buffers: taken from the job */
	struct evergreen_job_buffer *buffers;

	/** @num_buffers: entries of @buffers */
	u32 num_buffers;
};

/* ---- the snapshot ---- */

static void capture_regs(struct evergreen_coredump *dump)
{
	bool cayman = evergreen_is_cayman(dump->edev->chip);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(evergreen_dump_regs); i++)
		if (cayman || !evergreen_dump_regs[i].cayman)
			dump->regs[i] = evergreen_read(dump->edev, evergreen_dump_regs[i].reg);
}

static void capture_ring(struct evergreen_dump_ring *to, struct evergreen_ring *ring)
{
	struct evergreen_job *head = evergreen_fence_head(ring);
	u32 mask = ring->size_dw - 1;
	u32 i;

	to->ring = ring;
	to->emitted = ring->fences.emitted;
	to->signalled = ring->fences.signalled;
	to->rptr = evergreen_ring_rptr(ring);
	to->wptr = ring->wptr;
	if (!head)
		return;
	to->first = head->ring_start;
	/* In a trial, the others wait off their rings. */
	if (head->ring_clears == ring->clears)
		to->count = min((ring->wptr - to->first) & mask, (u32)EVERGREEN_DUMP_RING_DW);
	for (i = 0; i < to->count; i++)
		to->words[i] = ring->mem.dwords[(to->first + i) & mask];
	dma_fence_put(&head->fence.base);
}

/* As much of it as there is memory for in one piece. */
static void capture_ib(struct evergreen_coredump *dump, struct evergreen_job *job)
{
	u32 n;

	dump->ib_addr = job->ib_addr;
	dump->ib_dw = job->ib_dw;
	for (n = job->ib_dw; n && !dump->ib; n /= 2) {
		dump->ib = kmemdup(job->ib_cpu, n * sizeof(u32), GFP_NOWAIT);
		dump->ib_copied = n;
	}
}

/**
 * evergreen_coredump_capture() - remember everything about a hang
 * @job: the guilty job, on its ring; it loses what it knew of its buffers
 *
 * Context: a reset, with the job where it hangs, or hangs again when it is tried alone; does not
 * wait for memory.
 *
 * Return: the snapshot, for evergreen_coredump_publish(), or NULL.
 */
struct evergreen_coredump *evergreen_coredump_capture(struct evergreen_job *job)
{
	struct evergreen_device *edev = job->ring->edev;
	struct evergreen_coredump *dump;
	struct evergreen_ring *ring;

	dump = kzalloc(sizeof(*dump), GFP_NOWAIT);
	if (!dump)
		return NULL;

	dump->edev = edev;
	dump->time = ktime_get_real();
	dump->ring = job->ring->name;
	dump->dma = evergreen_ring_is_dma(job->ring);
	dump->seq = job->fence.base.seqno;
	dump->client = job->client ? job->client->id : 0;
	dump->pid = job->pid;
	memcpy(dump->comm, job->comm, sizeof(dump->comm));
	capture_regs(dump);
	evergreen_for_each_ring(ring, edev)
		capture_ring(&dump->rings[ring->id], ring);
	capture_ib(dump, job);
	swap(dump->buffers, job->buffers);
	swap(dump->num_buffers, job->num_buffers);
	job->max_buffers = 0;
	return dump;
}

/**
 * evergreen_coredump_outcome() - add what was done about the hang
 * @dump: the snapshot or NULL
 * @outcome: a sentence
 */
void evergreen_coredump_outcome(struct evergreen_coredump *dump, const char *outcome)
{
	if (dump)
		strscpy(dump->outcome, outcome);
}

/**
 * evergreen_coredump_task() - who hung the card
 * @dump: the snapshot
 * @info: to fill in
 */
void evergreen_coredump_task(const struct evergreen_coredump *dump,
			     struct drm_wedge_task_info *info)
{
	info->pid = dump->pid;
	strscpy(info->comm, dump->comm);
}

/**
 * evergreen_coredump_free() - forget a snapshot
 * @dump: the snapshot or NULL
 */
void evergreen_coredump_free(struct evergreen_coredump *dump)
{
	if (!dump)
		return;
	kvfree(dump->buffers);
	kfree(dump->ib);
	kfree(dump);
}

/* ---- the text ---- */

static void print_regs(struct drm_printer *p, const struct evergreen_coredump *dump)
{
	bool cayman = evergreen_is_cayman(dump->edev->chip);
	u32 i;

	drm_puts(p, "\nregisters:\n");
	for (i = 0; i < ARRAY_SIZE(evergreen_dump_regs); i++)
		if (cayman || !evergreen_dump_regs[i].cayman)
			drm_printf(p, "  %s = 0x%08x\n", evergreen_dump_regs[i].name,
				   dump->regs[i]);
}

static void print_ring(struct drm_printer *p, const struct evergreen_dump_ring *dr)
{
	const struct evergreen_words words = {
		.words = dr->words,
		.mask = U32_MAX,
		.count = dr->count,
		.dma = evergreen_ring_is_dma(dr->ring),
	};

	drm_printf(p, "\nring %s: %u dwords at 0x%llx, read to %u, written to %u\n",
		   dr->ring->name, dr->ring->size_dw, dr->ring->mem.gpu_addr, dr->rptr, dr->wptr);
	drm_printf(p, "  fences: emitted %llu, reported %llu\n", dr->emitted, dr->signalled);
	if (!dr->count)
		return;
	drm_printf(p, "  from the job that it is at, %u dwords from %u on:\n", dr->count,
		   dr->first);
	evergreen_decode(p, &words);
}

static void print_buffers(struct drm_printer *p, const struct evergreen_coredump *dump)
{
	const struct evergreen_job_buffer *b = dump->buffers;
	u32 i;

	drm_printf(p, "\nbuffers: %u\n", dump->num_buffers);
	for (i = 0; i < dump->num_buffers; i++, b++)
		drm_printf(p, "  handle %u: %llu bytes at 0x%llx in %s, %s\n", b->handle, b->size,
			   b->addr, b->domain == RADEON_GEM_DOMAIN_VRAM ? "VRAM" : "GTT",
			   b->write ? "written" : "read");
}

static void print_ib(struct drm_printer *p, const struct evergreen_coredump *dump)
{
	const struct evergreen_words words = {
		.words = dump->ib,
		.mask = U32_MAX,
		.count = dump->ib_copied,
		.dma = dump->dma,
	};
	u32 i;

	drm_printf(p, "\nstream: %u dwords at 0x%llx, the first %u of them:\n", dump->ib_dw,
		   dump->ib_addr, dump->ib ? dump->ib_copied : 0);
	if (!dump->ib)
		return;
	evergreen_decode(p, &words);
	drm_puts(p, "\nstream, as numbers:\n");
	for (i = 0; i < dump->ib_copied; i++)
		drm_printf(p, "%s%08x%s", i % 8 ? " " : "  ", dump->ib[i],
			   i % 8 == 7 || i + 1 == dump->ib_copied ? "\n" : "");
}

static void print_dump(struct drm_printer *p, const struct evergreen_coredump *dump)
{
	const struct evergreen_device *edev = dump->edev;
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	struct timespec64 ts = ktime_to_timespec64(dump->time);
	u32 i;

	drm_puts(p, "evergreen core dump\n");
	drm_printf(p, "kernel: %s\n", init_utsname()->release);
	drm_printf(p, "driver: evergreen, radeon interface %d.%d.%d\n",
		   edev->drm.driver->major, edev->drm.driver->minor,
		   edev->drm.driver->patchlevel);
	drm_printf(p, "chip: %s, %s %04x:%04x revision %02x\n", edev->chip->name, pci_name(pdev),
		   pdev->vendor, pdev->device, pdev->revision);
	drm_printf(p, "time: %lld.%09ld\n", (s64)ts.tv_sec, ts.tv_nsec);
	drm_printf(p, "process: %s[%d], client %llu\n", dump->comm, dump->pid, dump->client);
	drm_printf(p, "hang: ring %s, job %llu\n", dump->ring, dump->seq);
	drm_printf(p, "outcome: %s\n", dump->outcome);
	print_regs(p, dump);
	for (i = 0; i < EVERGREEN_NUM_RINGS; i++)
		if (dump->rings[i].ring)
			print_ring(p, &dump->rings[i]);
	print_buffers(p, dump);
	print_ib(p, dump);
}

/* To nowhere first, to learn how long it is. */
static size_t print_to(char *text, size_t size, const struct evergreen_coredump *dump)
{
	struct drm_print_iterator iter = { .data = text, .remain = size };
	struct drm_printer p = drm_coredump_printer(&iter);

	print_dump(&p, dump);
	return size - iter.remain;
}

/**
 * evergreen_coredump_publish() - make text of a snapshot and give it to devcoredump
 * @dump: the snapshot; it is freed
 *
 * Context: may wait for memory.
 */
void evergreen_coredump_publish(struct evergreen_coredump *dump)
{
	size_t size = print_to(NULL, SSIZE_MAX, dump) + 1;
	char *text = vmalloc(size);

	if (text) {
		size = print_to(text, size, dump);
		dev_coredumpv(dump->edev->drm.dev, text, size, GFP_KERNEL);
	}
	evergreen_coredump_free(dump);
}
