// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What address spaces pin
 *
 * Page tables are pinned in VRAM, where the CPU reaches them, and each address space has
 * a pool for its streams, of pinned system memory. Nobody else can use that memory, it is not
 * pushed out, and a client needs no more than a file for the pool, and a page mapped
 * every 16 MiB for the tables. So all address spaces of one user together may pin a
 * quarter of the window of VRAM, and system memory of a quarter of GTT's size, or of all memory
 * where that is less; more is -ENOMEM for this user, and for nobody else.
 * An address space belongs to the user who first used its file.
 *
 * A full set of tables is 16 MiB, a quarter of a window of 256 MiB is four of those. Mesa
 * maps buffers close together: a GiB takes 2 MiB.
 *
 * Rejected: tables that TTM may push out. Their entries would have to be written anew,
 * or moved with all the work of the address space stopped, where clients that stay within
 * reason have 100 KiB of them.
 */
#include <linux/cred.h>
#include <linux/minmax.h>
#include <linux/mm.h>

#include <drm/radeon_drm.h>

#include "cayman_pt.h"
#include "cayman_quota.h"
#include "cayman_vm.h"

#define SHARE	4

static u64 *pinned(struct cayman_vm *vm, u32 domain)
{
	return domain == RADEON_GEM_DOMAIN_VRAM ? &vm->pinned_vram : &vm->pinned_gtt;
}

static u64 limit(const struct evergreen_device *edev, u32 domain)
{
	u64 memory = (u64)totalram_pages() << PAGE_SHIFT;

	if (domain == RADEON_GEM_DOMAIN_VRAM)
		return edev->mc.visible_size / SHARE;
	return min(edev->mc.gtt_size, memory) / SHARE;
}

/**
 * cayman_quota_take() - pin memory for an address space
 * @vm: the address space
 * @domain: RADEON_GEM_DOMAIN_VRAM or RADEON_GEM_DOMAIN_GTT
 * @bytes: how much
 *
 * Context: takes &cayman_vms.lock, so it sleeps; &cayman_vm.lock may be held.
 *
 * Return: 0, or -ENOMEM if its user has too much already.
 */
int cayman_quota_take(struct cayman_vm *vm, u32 domain, u64 bytes)
{
	struct evergreen_device *edev = vm->edev;
	struct cayman_vm *other;
	u64 sum = bytes;

	guard(mutex)(&edev->vms.lock);
	list_for_each_entry(other, &edev->vms.list, node)
		if (uid_eq(other->uid, vm->uid))
			sum += *pinned(other, domain);
	if (sum > limit(edev, domain)) {
		drm_dbg(&edev->drm, "client %llu: user %u has pinned too much for address spaces\n",
			vm->client, from_kuid(&init_user_ns, vm->uid));
		return -ENOMEM;
	}
	*pinned(vm, domain) += bytes;
	return 0;
}

/* What has been taken is not needed. Sleeps, as cayman_quota_take() does. */
static void give_back(struct cayman_vm *vm, u32 domain, u64 bytes)
{
	guard(mutex)(&vm->edev->vms.lock);
	*pinned(vm, domain) -= bytes;
}

/**
 * cayman_quota_make_tables() - have page tables reach over a range
 * @vm: the address space
 * @addr: start of the range, a multiple of a page
 * @size: its bytes, a multiple of a page
 *
 * Context: with &cayman_vm.lock, or nobody else knows the address space yet.
 *
 * Return: 0, or the error of cayman_quota_take() or cayman_pt_alloc().
 */
int cayman_quota_make_tables(struct cayman_vm *vm, u64 addr, u64 size)
{
	u64 first = addr >> PAGE_SHIFT, n = size >> PAGE_SHIFT;
	int ret;

	ret = cayman_quota_take(vm, RADEON_GEM_DOMAIN_VRAM, cayman_pt_missing(&vm->pt, first, n));
	if (ret)
		return ret;
	ret = cayman_pt_alloc(vm->edev, &vm->pt, first, n);
	if (ret)
		give_back(vm, RADEON_GEM_DOMAIN_VRAM, cayman_pt_missing(&vm->pt, first, n));
	return ret;
}
