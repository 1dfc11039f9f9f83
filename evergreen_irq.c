// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: interrupts
 *
 * The card's interrupt handler (IH) writes a vector of four dwords into a ring in
 * system memory for each event, reports its write pointer into the write-back
 * page, and raises one interrupt for any number of vectors. The driver reads
 * vectors up to the reported pointer and tells how far it has come by a register,
 * which also re-arms MSI.
 *
 * Vectors are decoded by a table. Fences wait for the end-of-pipe event
 * of the command processor; a vector says only that something has finished, what
 * has is seen from the fence values in memory. So a vector that got lost, or was
 * overwritten because the ring ran over, costs nothing but time.
 *
 * Which sources there are is said in evergreen_irq_sources.c. MSI is used where the
 * platform has it, else the shared pin.
 *
 * A message that gets lost is made up for by the timer that looks after fences: it
 * reads the ring in the handler's place, which arms the card for the next message.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/log2.h>
#include <linux/sizes.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_fault.h"
#include "evergreen_device.h"
#include "evergreen_irq.h"
#include "evergreen_irq_sources.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_ring.h"

#define IH_RING_SIZE	SZ_64K

/* A vector: dwords 2 and 3 hold nothing that is needed here. */
#define IV_BYTES	16
#define IV_SRC_ID	GENMASK(7, 0)
#define IV_SRC_DATA	GENMASK(27, 0)

/**
 * struct evergreen_ih - the interrupt ring
 */
struct evergreen_ih {
	/** @mem: the ring of vectors, in GTT */
	struct evergreen_kernel_bo mem;

	/** @lock: held while vectors are read */
	spinlock_t lock;

	/** @rptr: byte that is read next */
	u32 rptr;

	/** @irq: the kernel's number of the interrupt */
	int irq;

	/** @msi: it is a message */
	bool msi;
};

/* What to do about a source; @name makes it a message if there is nothing to do. */
struct iv_source {
	const char *name;
	void (*handle)(struct evergreen_device *edev, u32 src_data);
};

/* ---- sources ---- */

static void ring_done(struct evergreen_device *edev, enum evergreen_ring_id id)
{
	if (edev->rings[id])
		evergreen_fence_process(edev->rings[id]);
}

/* Cayman names the CP ring. */
static void handle_eop(struct evergreen_device *edev, u32 src_data)
{
	u32 index = evergreen_is_cayman(edev->chip) ? src_data : 0;

	if (index <= EVERGREEN_RING_CP2 - EVERGREEN_RING_GFX)
		ring_done(edev, EVERGREEN_RING_GFX + index);
}

static void handle_dma0(struct evergreen_device *edev, u32 src_data)
{
	ring_done(edev, EVERGREEN_RING_DMA0);
}

static void handle_dma1(struct evergreen_device *edev, u32 src_data)
{
	ring_done(edev, EVERGREEN_RING_DMA1);
}

static void handle_vm_fault(struct evergreen_device *edev, u32 src_data)
{
	if (evergreen_is_cayman(edev->chip))
		cayman_fault_interrupt(edev);
}

static void handle_read_error(struct evergreen_device *edev, u32 src_data)
{
	dev_err_ratelimited(edev->drm.dev, "a register read failed: SRBM_READ_ERROR = 0x%08x\n",
			    evergreen_read(edev, SRBM_READ_ERROR));
	evergreen_write(edev, SRBM_INT_ACK, 1);
}

static const struct iv_source iv_sources[] = {
	[1 ... 6] = { "display timing" },
	[8] = { "page flip" },
	[10] = { "page flip" },
	[12] = { "page flip" },
	[14] = { "page flip" },
	[16] = { "page flip" },
	[18] = { "page flip" },
	[42] = { "hot plug" },
	[44] = { "HDMI audio" },
	[96] = { "register read error", handle_read_error },
	[124] = { "video decoder" },
	[146 ... 147] = { "VM fault", handle_vm_fault },
	[176 ... 178] = { "CP", handle_eop },
	[181] = { "CP end of pipe", handle_eop },
	[224] = { "DMA trap", handle_dma0 },
	[230 ... 231] = { "temperature" },
	[233] = { "GUI idle" },
	[244] = { "DMA trap of the second engine", handle_dma1 },
};

static void handle_vector(struct evergreen_device *edev, const u32 *iv)
{
	u32 id = FIELD_GET(IV_SRC_ID, READ_ONCE(iv[0]));
	u32 data = FIELD_GET(IV_SRC_DATA, READ_ONCE(iv[1]));
	const struct iv_source *source = id < ARRAY_SIZE(iv_sources) ? &iv_sources[id] : NULL;

	if (source && source->handle)
		source->handle(edev, data);
	else
		drm_dbg(&edev->drm, "interrupt of source %u (%s), data 0x%x, is not handled\n", id,
			source && source->name ? source->name : "unknown", data);
}

/* ---- the ring ---- */

static u32 *wptr_report(struct evergreen_device *edev)
{
	return &edev->wb.dwords[EVERGREEN_WB_IH_WPTR / sizeof(u32)];
}

/*
 * The ring has run over: the oldest vector that is left is the one behind the
 * write pointer. What the others said is made up for by looking at all fences.
 */
static void recover_overflow(struct evergreen_device *edev, u32 wptr)
{
	struct evergreen_ih *ih = edev->ih;

	dev_warn_ratelimited(edev->drm.dev, "interrupt ring overflow at 0x%x, read up to 0x%x\n",
			     wptr, ih->rptr);
	/* The card may have reported a newer pointer meanwhile, without the mark. */
	cmpxchg(wptr_report(edev), wptr, wptr & ~IH_WPTR_OVERFLOW);
	evergreen_rmw(edev, IH_RB_CNTL, 0, IH_WPTR_OVERFLOW_CLEAR);
	/* Left there, it may clear the next one, too; amdgpu takes it back on later chips. */
	evergreen_rmw(edev, IH_RB_CNTL, IH_WPTR_OVERFLOW_CLEAR, 0);
	ih->rptr = ((wptr & ~IH_WPTR_OVERFLOW) + IV_BYTES) & (IH_RING_SIZE - 1);

	evergreen_fence_process_all(edev);
}

static u32 read_wptr(struct evergreen_device *edev)
{
	u32 wptr = READ_ONCE(*wptr_report(edev));

	if (wptr & IH_WPTR_OVERFLOW)
		recover_overflow(edev, wptr);
	/* Vectors are read after the pointer that says that they are there. */
	rmb();
	return wptr & (IH_RING_SIZE - 1) & ~(IV_BYTES - 1);
}

/* Returns whether there was anything; the handler is armed again then. */
static bool drain_ring(struct evergreen_device *edev)
{
	struct evergreen_ih *ih = edev->ih;
	bool any = false;
	u32 wptr;

	lockdep_assert_held(&ih->lock);
	for (;;) {
		wptr = read_wptr(edev);
		if (wptr == ih->rptr)
			return any;
		while (ih->rptr != wptr) {
			handle_vector(edev, &ih->mem.dwords[ih->rptr / sizeof(u32)]);
			ih->rptr = (ih->rptr + IV_BYTES) & (IH_RING_SIZE - 1);
		}
		evergreen_write(edev, IH_RB_RPTR, ih->rptr);
		any = true;
	}
}

static irqreturn_t irq_handler(int irq, void *arg)
{
	struct evergreen_device *edev = arg;
	struct evergreen_ih *ih = edev->ih;
	unsigned long flags;
	bool any;

	spin_lock_irqsave(&ih->lock, flags);
	any = drain_ring(edev);
	/* The vectors of this message went with the one before. Re-arm. */
	if (!any && ih->msi)
		evergreen_write(edev, IH_RB_RPTR, ih->rptr);
	spin_unlock_irqrestore(&ih->lock, flags);

	return any || ih->msi ? IRQ_HANDLED : IRQ_NONE;
}

/**
 * evergreen_irq_poll() - an interrupt got lost: do what its handler would have done
 * @edev: the card
 *
 * The card sends no further message before it has been told how far its vectors have
 * been read, so without this, one lost message would be all of them.
 *
 * Context: any but with a lock of a ring's fences held.
 */
void evergreen_irq_poll(struct evergreen_device *edev)
{
	struct evergreen_ih *ih = edev->ih;
	unsigned long flags;

	spin_lock_irqsave(&ih->lock, flags);
	if (!drain_ring(edev))
		evergreen_write(edev, IH_RB_RPTR, ih->rptr);
	spin_unlock_irqrestore(&ih->lock, flags);
}

/* ---- switching ---- */

static void stop_ring(struct evergreen_device *edev)
{
	evergreen_rmw(edev, IH_RB_CNTL, IH_RB_ENABLE, 0);
	evergreen_rmw(edev, IH_CNTL, ENABLE_INTR, 0);
	evergreen_write(edev, IH_RB_RPTR, 0);
	evergreen_write(edev, IH_RB_WPTR, 0);
	/* The writes have arrived when this read comes back. */
	evergreen_read(edev, IH_CNTL);
}

static void disable_ring(struct evergreen_device *edev)
{
	if (!edev->ih) {
		stop_ring(edev);
		return;
	}
	/* recover_overflow() changes the same register. */
	spin_lock_irq(&edev->ih->lock);
	stop_ring(edev);
	/* Vectors that have not been handled are lost. */
	edev->ih->rptr = 0;
	WRITE_ONCE(*wptr_report(edev), 0);
	spin_unlock_irq(&edev->ih->lock);
}

/**
 * evergreen_irq_halt() - keep the card from writing vectors and from interrupting
 * @edev: the card, also one of which nothing else is known
 */
void evergreen_irq_halt(struct evergreen_device *edev)
{
	evergreen_irq_sources_silence(edev);
	disable_ring(edev);
}

/* It is empty: disable_ring() came before. */
static void enable_ring(struct evergreen_device *edev)
{
	struct evergreen_ih *ih = edev->ih;
	u64 report = edev->wb.gpu_addr + EVERGREEN_WB_IH_WPTR;
	u32 cntl = IH_WPTR_OVERFLOW_ENABLE | IH_WPTR_WRITEBACK_ENABLE |
		   FIELD_PREP(IH_RB_SIZE, ilog2(IH_RING_SIZE / sizeof(u32)));

	/* Where the card reads to make sure that its writes have arrived. */
	evergreen_write(edev, INTERRUPT_CNTL2, edev->gart.dummy_dma >> 8);
	evergreen_rmw(edev, INTERRUPT_CNTL, IH_DUMMY_RD_OVERRIDE | IH_REQ_NONSNOOP_EN, 0);

	evergreen_write(edev, IH_RB_BASE, ih->mem.gpu_addr >> 8);
	evergreen_write(edev, IH_RB_WPTR_ADDR_LO, lower_32_bits(report));
	evergreen_write(edev, IH_RB_WPTR_ADDR_HI, upper_32_bits(report));
	evergreen_write(edev, IH_RB_CNTL, cntl | IH_WPTR_OVERFLOW_CLEAR);
	evergreen_write(edev, IH_RB_RPTR, 0);
	evergreen_write(edev, IH_RB_WPTR, 0);
	evergreen_write(edev, IH_CNTL, FIELD_PREP(MC_WRREQ_CREDIT, 16) |
			FIELD_PREP(MC_WR_CLEAN_CNT, 16) | (ih->msi ? RPTR_REARM : 0));

	evergreen_rmw(edev, IH_CNTL, 0, ENABLE_INTR);
	evergreen_write(edev, IH_RB_CNTL, cntl | IH_RB_ENABLE);
}

/**
 * evergreen_irq_is_msi() - tell how interrupts come
 * @edev: the card
 *
 * Return: true if they are messages, false if they use the shared pin.
 */
bool evergreen_irq_is_msi(struct evergreen_device *edev)
{
	return edev->ih->msi;
}

/* ---- start and end ---- */

static int request_vector(struct evergreen_device *edev)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	struct evergreen_ih *ih = edev->ih;
	int ret;

	ret = pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_MSI | PCI_IRQ_INTX);
	if (ret < 0) {
		drm_err(&edev->drm, "no interrupt for the card (%d)\n", ret);
		return ret;
	}
	ih->msi = pdev->msi_enabled;
	ih->irq = pci_irq_vector(pdev, 0);
	ret = request_irq(ih->irq, irq_handler, ih->msi ? 0 : IRQF_SHARED,
			  dev_driver_string(edev->drm.dev), edev);
	if (ret) {
		drm_err(&edev->drm, "interrupt %d cannot be had (%d)\n", ih->irq, ret);
		pci_free_irq_vectors(pdev);
	}
	return ret;
}

/**
 * evergreen_irq_init() - start to take interrupts
 * @edev: the card; its RLC runs, without which none come
 *
 * Return: 0 or a negative error; an error leaves nothing behind.
 */
int evergreen_irq_init(struct evergreen_device *edev)
{
	struct evergreen_ih *ih;
	int ret;

	ih = drmm_kzalloc(&edev->drm, sizeof(*ih), GFP_KERNEL);
	if (!ih)
		return -ENOMEM;
	ret = evergreen_kernel_bo_create(edev, &ih->mem, IH_RING_SIZE, 0, RADEON_GEM_DOMAIN_GTT);
	if (ret)
		return ret;
	spin_lock_init(&ih->lock);
	edev->ih = ih;

	evergreen_irq_halt(edev);
	ret = request_vector(edev);
	if (ret) {
		evergreen_kernel_bo_free(&ih->mem);
		return ret;
	}
	enable_ring(edev);
	return 0;
}

/**
 * evergreen_irq_restore() - program the interrupt ring again, empty
 * @edev: the card; its rings are stopped, and enable their interrupts when started
 *
 * Vectors in the ring are lost; no waiter for a fence depends on them.
 *
 * Return: 0.
 */
int evergreen_irq_restore(struct evergreen_device *edev)
{
	struct evergreen_ih *ih = edev->ih;

	evergreen_irq_halt(edev);
	/* The pin may be shared, so the handler may run, and evergreen_irq_poll() may. */
	spin_lock_irq(&ih->lock);
	enable_ring(edev);
	spin_unlock_irq(&ih->lock);
	return 0;
}

/**
 * evergreen_irq_suspend() - keep the card from interrupting
 * @edev: the card; evergreen_irq_restore() undoes it
 */
void evergreen_irq_suspend(struct evergreen_device *edev)
{
	evergreen_irq_halt(edev);
	synchronize_irq(edev->ih->irq);
	cayman_fault_stop(edev);
}

/**
 * evergreen_irq_fini() - take no more interrupts
 * @edev: the card
 */
void evergreen_irq_fini(struct evergreen_device *edev)
{
	struct evergreen_ih *ih = edev->ih;

	evergreen_irq_halt(edev);
	/* Writes of the card that are under way arrive before the memory is freed. */
	usleep_range(1000, 2000);
	free_irq(ih->irq, edev);
	cayman_fault_stop(edev);
	pci_free_irq_vectors(to_pci_dev(edev->drm.dev));
	evergreen_kernel_bo_free(&ih->mem);
}
