// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: GART
 *
 * Context 0 of the card's virtual memory is what all engines use, unless they
 * are told otherwise: VRAM untranslated, and behind it a window of which a flat
 * table in VRAM says, for each page of 4 KiB, which page of system memory it
 * shows. Entries that nothing is bound to show a dummy page, so that a stray
 * access of the card does no harm and does not hang it.
 *
 * TTM says which entries are a buffer's, and that no other buffer has them. They are bound
 * when somebody needs the buffer's address in context 0: a job without an address space,
 * a move, the kernel. What clients use in their address spaces only is never bound.
 *
 * The card caches entries: after the table has changed, and before an engine is told of
 * it, evergreen_gart_bind() and evergreen_gart_unbind() flush them. First the
 * host data path writes out what the CPU has put into VRAM. A card that does not
 * flush may go on to use pages that have been unbound. It is reset then, and the caller,
 * who still owns the pages, waits for the end of that (evergreen_tlb_reset.c).
 *
 * Cayman and Aruba have no answer that is known for sure: stock radeon does not wait for
 * one. That a context has been flushed when its bit reads 0 in VM_INVALIDATE_REQUEST and 1 in
 * VM_INVALIDATE_RESPONSE is believed if the first flush, of a card that does nothing else, has
 * ended so.
 *
 * Pages are given back at any time, also while the driver leaves, by clients, by TTM's
 * workers and by processes that take back their memory. So the tables are not guarded by
 * drm_dev_enter(), which fails once unplug has begun, but by evergreen_gart_lock(), which
 * succeeds until the card has been silenced. The lock also excludes resets, during
 * which the CPU may not reach VRAM.
 *
 * Contexts 1 to 7 of Cayman and Aruba are clients' address spaces, see
 * cayman_vmid.c; other chips keep context 1 switched off. Fragments, which let one TLB entry
 * serve for several pages in a row, are not made use of.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/bitfield.h>
#include <linux/dma-mapping.h>
#include <linux/io-64-nonatomic-lo-hi.h>
#include <linux/iopoll.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_contexts.h"
#include "cayman_pt.h"
#include "evergreen_device.h"
#include "evergreen_gart.h"
#include "evergreen_kernel_bo.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_reset.h"

#define FLUSH_TIMEOUT_US	100000

static_assert(PAGE_SIZE == 4096, "the GART's pages and the kernel's must have the same size");

static u64 dummy_entry(struct evergreen_device *edev)
{
	return (edev->gart.dummy_dma & GPU_PTE_ADDRESS) | GPU_PTE_VALID | GPU_PTE_SYSTEM |
	       GPU_PTE_SNOOPED | GPU_PTE_READABLE | GPU_PTE_WRITEABLE;
}

static int dummy_init(struct evergreen_device *edev)
{
	struct evergreen_gart *gart = &edev->gart;
	struct device *dev = edev->drm.dev;

	gart->dummy = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!gart->dummy)
		return -ENOMEM;
	gart->dummy_dma = dma_map_page(dev, gart->dummy, 0, PAGE_SIZE, DMA_BIDIRECTIONAL);
	if (dma_mapping_error(dev, gart->dummy_dma)) {
		__free_page(gart->dummy);
		return -ENOMEM;
	}
	return 0;
}

static void dummy_fini(struct evergreen_device *edev)
{
	dma_unmap_page(edev->drm.dev, edev->gart.dummy_dma, PAGE_SIZE, DMA_BIDIRECTIONAL);
	__free_page(edev->gart.dummy);
}

static void write_dummies(struct evergreen_device *edev, u32 first_page, u32 n)
{
	u64 __iomem *to = edev->gart.table.entries + first_page;
	u64 entry = dummy_entry(edev);
	u32 i;

	for (i = 0; i < n; i++)
		writeq(entry, &to[i]);
}

/*
 * An entry says which memory the card reaches. If VRAM does not keep the entries, the card would
 * use what it had before, so this is checked before the GART is enabled.
 */
static int check_table(struct evergreen_device *edev)
{
	const struct evergreen_gart *gart = &edev->gart;
	u64 entry = dummy_entry(edev);
	u64 found;

	wmb();		/* the table is written through write-combining */
	evergreen_hdp_flush(edev);
	found = readq(&gart->table.entries[0]);
	if (found == entry)
		found = readq(&gart->table.entries[gart->num_pages - 1]);
	if (found == entry)
		return 0;
	drm_err(&edev->drm, "VRAM does not keep what is written: 0x%llx is read, not 0x%llx\n",
		found, entry);
	return -EIO;
}

/**
 * evergreen_gart_init() - allocate the page table
 * @edev: the card; TTM is up
 *
 * Return: 0; -ENOMEM; -EIO if VRAM does not take it; or the error of
 * evergreen_kernel_bo_create().
 */
int evergreen_gart_init(struct evergreen_device *edev)
{
	struct evergreen_gart *gart = &edev->gart;
	int ret;

	ret = drmm_mutex_init(&edev->drm, &gart->lock) ?: dummy_init(edev);
	if (ret)
		return ret;

	gart->num_pages = edev->mc.gtt_size >> PAGE_SHIFT;
	ret = evergreen_kernel_bo_create(edev, &gart->table, (u64)gart->num_pages * sizeof(u64), 0,
					 RADEON_GEM_DOMAIN_VRAM);
	if (ret) {
		drm_err(&edev->drm, "no video memory for the GART's table of %u entries\n",
			gart->num_pages);
		goto err_dummy;
	}
	write_dummies(edev, 0, gart->num_pages);
	ret = check_table(edev);
	if (ret)
		goto err_table;
	return 0;

err_table:
	evergreen_kernel_bo_free(&gart->table);
err_dummy:
	dummy_fini(edev);
	return ret;
}

/**
 * evergreen_gart_fini() - free the page table
 * @edev: the card; evergreen_gart_disable() has been called
 */
void evergreen_gart_fini(struct evergreen_device *edev)
{
	evergreen_kernel_bo_free(&edev->gart.table);
	dummy_fini(edev);
}

/**
 * evergreen_gart_lock() - begin to change page tables, or what the TLBs hold of them
 * @edev: the card
 *
 * Of the GART, or of an address space. Sleeps.
 *
 * Return: false, and then it is not locked, if the card has been silenced: it reaches no
 * memory any more, and there is nothing that it would have to be told.
 */
bool evergreen_gart_lock(struct evergreen_device *edev)
{
	mutex_lock(&edev->gart.lock);
	if (!edev->gart.silent)
		return true;
	mutex_unlock(&edev->gart.lock);
	return false;
}

/**
 * evergreen_gart_hold() - keep everybody else from page tables and TLBs
 * @edev: the card, silenced or not
 *
 * For who resets the card or programs it anew: nobody may ask for translations to be flushed
 * while there are none. Sleeps.
 */
void evergreen_gart_hold(struct evergreen_device *edev)
{
	mutex_lock(&edev->gart.lock);
}

/**
 * evergreen_gart_unlock() - the opposite of evergreen_gart_lock() and evergreen_gart_hold()
 * @edev: the card
 */
void evergreen_gart_unlock(struct evergreen_device *edev)
{
	mutex_unlock(&edev->gart.lock);
}

/**
 * evergreen_gart_silence() - page tables do not matter any more
 * @edev: the card, whose rings are stopped, and which is no bus master
 */
void evergreen_gart_silence(struct evergreen_device *edev)
{
	mutex_lock(&edev->gart.lock);
	WRITE_ONCE(edev->gart.silent, true);
	mutex_unlock(&edev->gart.lock);
}

/* ---- the table ---- */

static bool entries_exist(const struct evergreen_gart *gart, u32 first_page, u32 n)
{
	return gart->table.entries && first_page <= gart->num_pages &&
	       n <= gart->num_pages - first_page;
}

/* Both take effect with the next flush. */
static int write_entries(struct evergreen_device *edev, u32 first_page, const dma_addr_t *pages,
			 u32 n, u64 flags)
{
	struct evergreen_gart *gart = &edev->gart;
	u32 i;

	if (!entries_exist(gart, first_page, n))
		return -EINVAL;
	if (!evergreen_gart_lock(edev))
		return -ENODEV;

	flags |= GPU_PTE_VALID | GPU_PTE_SYSTEM | GPU_PTE_READABLE;
	for (i = 0; i < n; i++)
		writeq((pages[i] & GPU_PTE_ADDRESS) | flags, &gart->table.entries[first_page + i]);
	gart->num_bound += n;
	evergreen_gart_unlock(edev);
	return 0;
}

static void clear_entries(struct evergreen_device *edev, u32 first_page, u32 n)
{
	if (!evergreen_gart_lock(edev))
		return;
	if (entries_exist(&edev->gart, first_page, n)) {
		write_dummies(edev, first_page, n);
		edev->gart.num_bound -= n;
	}
	evergreen_gart_unlock(edev);
}

/* ---- the card's view of it ---- */

static int flush_evergreen(struct evergreen_device *edev)
{
	u32 val;
	int ret;

	evergreen_write(edev, VM_CONTEXT0_REQUEST_RESPONSE,
			FIELD_PREP(REQUEST_TYPE, REQUEST_FLUSH));
	ret = read_poll_timeout(evergreen_read, val, val & RESPONSE_TYPE, 1, FLUSH_TIMEOUT_US,
				false, edev, VM_CONTEXT0_REQUEST_RESPONSE);
	if (!ret && FIELD_GET(RESPONSE_TYPE, val) == RESPONSE_FAILED)
		ret = -EIO;
	if (ret)
		drm_err(&edev->drm, "the GART's TLB does not flush: response 0x%08x\n", val);
	return ret;
}

/*
 * radeon's rings poll the first, with a mask of 0, and amdkfd the second, on the next
 * generation. Neither is documented for these chips, so both have to show the end.
 */
static bool has_flushed(struct evergreen_device *edev, u32 contexts)
{
	return !(evergreen_read(edev, VM_INVALIDATE_REQUEST) & contexts) &&
	       !(contexts & ~evergreen_read(edev, VM_INVALIDATE_RESPONSE));
}

static int wait_cayman(struct evergreen_device *edev, u32 contexts)
{
	bool done;

	return read_poll_timeout(has_flushed, done, done, 1, FLUSH_TIMEOUT_US, false, edev,
				 contexts);
}

static void request_flush(struct evergreen_device *edev, u32 contexts)
{
	evergreen_write(edev, VM_INVALIDATE_REQUEST, contexts);
	/* The write has arrived when this read comes back. */
	evergreen_read(edev, VM_INVALIDATE_REQUEST);
}

static int flush_cayman(struct evergreen_device *edev)
{
	int ret = 0;

	request_flush(edev, BIT(0));
	if (edev->gart.tells)
		ret = wait_cayman(edev, BIT(0));
	if (ret)
		drm_err(&edev->drm, "the GART's TLB does not flush\n");
	return ret;
}

/**
 * evergreen_gart_confirms() - does the card say that it has forgotten what was unbound?
 * @edev: the card, with its GART enabled
 *
 * Return: false for some of Cayman and Aruba; evergreen_gart_unbind() asks these to forget it, and
 * does not know when they do.
 */
bool evergreen_gart_confirms(const struct evergreen_device *edev)
{
	return !evergreen_is_cayman(edev->chip) || edev->gart.tells;
}

/**
 * evergreen_gart_flush_contexts() - make the card forget entries of address spaces
 * @edev: a Cayman or Aruba
 * @contexts: whose, a bit for each
 *
 * Context: with evergreen_gart_lock(); the entries are behind the host data path.
 *
 * Return: true if the card has said that it has. One that is dead is not waited for.
 */
bool evergreen_gart_flush_contexts(struct evergreen_device *edev, u32 contexts)
{
	request_flush(edev, contexts);
	return edev->gart.tells && !READ_ONCE(edev->dead) && !wait_cayman(edev, contexts);
}

static int flush_locked(struct evergreen_device *edev)
{
	wmb();		/* the table is written through write-combining */
	evergreen_hdp_flush(edev);
	return evergreen_is_cayman(edev->chip) ? flush_cayman(edev) : flush_evergreen(edev);
}

/**
 * evergreen_gart_try_flush() - ask the card to forget cached entries
 * @edev: the card
 *
 * Sleeps.
 *
 * Return: 0, -ETIMEDOUT, or -EIO if the card says that it failed; both mean that it
 * has to be reset. A card that is dead fails at once, one that has been silenced has
 * nothing to forget.
 */
int evergreen_gart_try_flush(struct evergreen_device *edev)
{
	int ret;

	if (!evergreen_gart_lock(edev))
		return 0;
	ret = READ_ONCE(edev->dead) ? -EIO : flush_locked(edev);
	evergreen_gart_unlock(edev);
	return ret;
}

/* ---- pages that come and go ---- */

/*
 * If the card does not forget cached entries, it is reset, and is dead if that does not help: -EIO.
 * Either way it does not use what has been unbound when this returns. The scenario probe-fails lets
 * it fail, so it must stay a function.
 */
static noinline __noclone int flush_or_reset(struct evergreen_device *edev)
{
	return evergreen_gart_try_flush(edev) ? edev->reset.ops->flush_failed(edev) : 0;
}

/**
 * evergreen_gart_bind() - show pages of system memory to the card
 * @edev: the card
 * @first_page: first entry, counted from the start of the window
 * @pages: bus addresses
 * @n: how many
 * @flags: GPU_PTE_SNOOPED if the CPU may have them in its caches, GPU_PTE_WRITEABLE if the card
 *	may write them
 *
 * If the card does not forget what it has cached of the entries, it is reset.
 *
 * Context: sleeps, for as long as a reset takes; not on evergreen_reset.wq.
 *
 * Return: 0; -EINVAL if the entries do not exist; -ENODEV if the card has been silenced; -EIO if it
 * is dead. Where it fails, the card does not use the pages.
 */
int evergreen_gart_bind(struct evergreen_device *edev, u32 first_page, const dma_addr_t *pages,
			u32 n, u64 flags)
{
	int ret;

	ret = write_entries(edev, first_page, pages, n, flags);
	if (ret)
		return ret;
	ret = flush_or_reset(edev);
	if (ret)
		evergreen_gart_unbind(edev, first_page, n);
	return ret;
}

/**
 * evergreen_gart_unbind() - undo evergreen_gart_bind(), show the dummy page again
 * @edev: the card
 * @first_page: first entry, counted from the start of the window
 * @n: how many
 *
 * The caller makes sure that no job uses them any more. The pages may get another use as soon as
 * this returns.
 *
 * Context: as for evergreen_gart_bind().
 */
void evergreen_gart_unbind(struct evergreen_device *edev, u32 first_page, u32 n)
{
	clear_entries(edev, first_page, n);
	flush_or_reset(edev);
}

/* ---- the card's registers ---- */

/* All L1 TLBs of the chips before Cayman, one for each group of memory clients. */
static void write_l1_tlbs(struct evergreen_device *edev, u32 val)
{
	bool fusion = edev->chip->features & EVERGREEN_FUSION_MC;
	unsigned int i;

	for (i = 0; i < NUM_MD_L1_TLBS; i++)
		evergreen_write(edev, fusion ? FUS_MC_VM_MD_L1_TLB_CNTL(i) :
				MC_VM_MD_L1_TLB_CNTL(i), val);
	if (edev->chip->features & EVERGREEN_MD_L1_TLB3)
		evergreen_write(edev, MC_VM_MD_L1_TLB3_CNTL, val);
	for (i = 0; i < NUM_MB_L1_TLBS; i++)
		evergreen_write(edev, MC_VM_MB_L1_TLB_CNTL(i), val);
}

static void enable_tlbs_evergreen(struct evergreen_device *edev)
{
	evergreen_write(edev, VM_L2_CNTL, ENABLE_L2_CACHE | ENABLE_L2_FRAGMENT_PROCESSING |
			ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE |
			FIELD_PREP(EFFECTIVE_L2_QUEUE_SIZE, 7));
	evergreen_write(edev, VM_L2_CNTL2, 0);
	evergreen_write(edev, VM_L2_CNTL3, FIELD_PREP(L2_CACHE_UPDATE_MODE, 2));
	write_l1_tlbs(edev, ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
		      FIELD_PREP(SYSTEM_ACCESS_MODE, SYSTEM_ACCESS_NOT_IN_SYS) |
		      FIELD_PREP(EFFECTIVE_L1_TLB_SIZE, 5) |
		      FIELD_PREP(EFFECTIVE_L1_QUEUE_SIZE, 5));
}

static void enable_tlbs_cayman(struct evergreen_device *edev)
{
	evergreen_write(edev, MC_VM_MX_L1_TLB_CNTL, FIELD_PREP(MX_L1_TLB_UNKNOWN, 10) |
			ENABLE_L1_TLB | ENABLE_L1_FRAGMENT_PROCESSING |
			FIELD_PREP(SYSTEM_ACCESS_MODE, SYSTEM_ACCESS_NOT_IN_SYS) |
			ENABLE_ADVANCED_DRIVER_MODEL);
	evergreen_write(edev, VM_L2_CNTL, ENABLE_L2_CACHE | ENABLE_L2_FRAGMENT_PROCESSING |
			ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE |
			ENABLE_L2_PDE0_CACHE_LRU_UPDATE_BY_WRITE |
			FIELD_PREP(EFFECTIVE_L2_QUEUE_SIZE, 7) |
			FIELD_PREP(CONTEXT1_IDENTITY_ACCESS_MODE, 1));
	evergreen_write(edev, VM_L2_CNTL2, INVALIDATE_ALL_L1_TLBS | INVALIDATE_L2_CACHE);
	evergreen_write(edev, VM_L2_CNTL3, L2_CACHE_BIGK_ASSOCIATIVITY |
			FIELD_PREP(L2_BANK_SELECT, 6) |
			FIELD_PREP(L2_CACHE_BIGK_FRAGMENT_SIZE, 6));
}

static void enable_context0(struct evergreen_device *edev)
{
	evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_START_ADDR(0), edev->mc.gtt_start >> 12);
	evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_END_ADDR(0), edev->mc.gtt_end >> 12);
	evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_BASE_ADDR(0), edev->gart.table.gpu_addr >> 12);
	evergreen_write(edev, VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
			edev->gart.dummy_dma >> 12);
	if (evergreen_is_cayman(edev->chip))
		evergreen_write(edev, VM_CONTEXT0_CNTL2, 0);
	evergreen_write(edev, VM_CONTEXT0_CNTL, ENABLE_CONTEXT | FIELD_PREP(PAGE_TABLE_DEPTH, 0) |
			RANGE_PROTECTION_FAULT_ENABLE_DEFAULT);
}

/**
 * evergreen_gart_forget_fault() - let the next VM fault interrupt
 * @edev: the card, with address spaces
 *
 * All of the register is known, so it does not matter who else writes it. Context: any.
 */
void evergreen_gart_forget_fault(struct evergreen_device *edev)
{
	evergreen_write(edev, VM_CONTEXT1_CNTL2, CNTL2_REDIRECT_TO_DEFAULT_PAGE |
			CNTL2_CLEAR_FAULT_STATUS);
}

#define FAULTS_INTERRUPT						\
	(RANGE_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 DUMMY_PAGE_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 PDE0_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 VALID_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 READ_PROTECTION_FAULT_ENABLE_INTERRUPT |			\
	 WRITE_PROTECTION_FAULT_ENABLE_INTERRUPT)

#define FAULTS_SHOW_DEFAULT_PAGE					\
	(RANGE_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 DUMMY_PAGE_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 PDE0_PROTECTION_FAULT_ENABLE_DEFAULT |				\
	 VALID_PROTECTION_FAULT_ENABLE_DEFAULT |			\
	 READ_PROTECTION_FAULT_ENABLE_DEFAULT |				\
	 WRITE_PROTECTION_FAULT_ENABLE_DEFAULT)

/*
 * Contexts 1 to 7, of address spaces, which show nothing yet. A fault raises an interrupt, and
 * the access goes to the default page.
 */
static void enable_contexts(struct evergreen_device *edev)
{
	unsigned int i;

	for (i = 0; i < NUM_VM_UNKNOWN; i++)
		evergreen_write(edev, VM_UNKNOWN(i), 0);
	for (i = 1; i < CAYMAN_NUM_CONTEXTS; i++) {
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_START_ADDR(i), 0);
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_END_ADDR(i), CAYMAN_VM_PAGES - 1);
		evergreen_write(edev, VM_CONTEXT_PAGE_TABLE_BASE_ADDR(i),
				edev->gart.empty_dir.gpu_addr >> 12);
	}
	evergreen_write(edev, VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR,
			edev->gart.dummy_dma >> 12);
	evergreen_gart_forget_fault(edev);
	evergreen_write(edev, VM_CONTEXT1_CNTL, ENABLE_CONTEXT | FIELD_PREP(PAGE_TABLE_DEPTH, 1) |
			FIELD_PREP(PAGE_TABLE_BLOCK_SIZE, CAYMAN_PT_SHIFT - 9) |
			FAULTS_INTERRUPT | FAULTS_SHOW_DEFAULT_PAGE);
}

/**
 * evergreen_gart_enable() - make the card use the page table
 * @edev: the card; nobody else flushes
 *
 * Return: 0 or the error of the flush, see evergreen_gart_try_flush().
 */
int evergreen_gart_enable(struct evergreen_device *edev)
{
	int ret;

	if (evergreen_is_cayman(edev->chip))
		enable_tlbs_cayman(edev);
	else
		enable_tlbs_evergreen(edev);
	enable_context0(edev);
	if (evergreen_is_cayman(edev->chip))
		enable_contexts(edev);
	else
		evergreen_write(edev, VM_CONTEXT1_CNTL, 0);
	ret = flush_locked(edev);
	if (!ret && evergreen_is_cayman(edev->chip) && !edev->gart.tells)
		edev->gart.tells = !wait_cayman(edev, BIT(0));
	return ret;
}

/**
 * evergreen_gart_disable() - make the card forget the page table
 * @edev: the card, whose engines are halted
 */
void evergreen_gart_disable(struct evergreen_device *edev)
{
	evergreen_write(edev, VM_CONTEXT0_CNTL, 0);
	evergreen_write(edev, VM_CONTEXT1_CNTL, 0);
	if (evergreen_is_cayman(edev->chip)) {
		evergreen_write(edev, MC_VM_MX_L1_TLB_CNTL, ENABLE_L1_FRAGMENT_PROCESSING |
				FIELD_PREP(SYSTEM_ACCESS_MODE, SYSTEM_ACCESS_NOT_IN_SYS));
		evergreen_write(edev, VM_L2_CNTL, ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE |
				ENABLE_L2_PDE0_CACHE_LRU_UPDATE_BY_WRITE |
				FIELD_PREP(EFFECTIVE_L2_QUEUE_SIZE, 7) |
				FIELD_PREP(CONTEXT1_IDENTITY_ACCESS_MODE, 1));
		evergreen_write(edev, VM_L2_CNTL3, L2_CACHE_BIGK_ASSOCIATIVITY |
				FIELD_PREP(L2_CACHE_BIGK_FRAGMENT_SIZE, 6));
	} else {
		evergreen_write(edev, VM_L2_CNTL, ENABLE_L2_FRAGMENT_PROCESSING |
				FIELD_PREP(EFFECTIVE_L2_QUEUE_SIZE, 7));
		evergreen_write(edev, VM_L2_CNTL3, FIELD_PREP(L2_CACHE_UPDATE_MODE, 2));
		write_l1_tlbs(edev, FIELD_PREP(EFFECTIVE_L1_TLB_SIZE, 5) |
			      FIELD_PREP(EFFECTIVE_L1_QUEUE_SIZE, 5));
	}
	evergreen_write(edev, VM_L2_CNTL2, 0);
	/* The writes have arrived when this read comes back. */
	evergreen_read(edev, VM_L2_CNTL2);
}
