// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: What buffers one user may have
 *
 * A buffer costs before it has a page: a range of the offsets that a card has for mmap(),
 * and 16 bytes of kernel memory for each page that it may get, which no cgroup sees. GTT bounds
 * the size of a buffer, but not how many there are, and the offsets are those of all clients:
 * 1 TiB, or 4 GiB on a 32-bit kernel. So all buffers of one user together may be four times as
 * large as the memory that there is for them, the system's, VRAM and GTT, and have half of the
 * offsets; more is -ENOMEM for this user, and for nobody else. (Who has the ids of several users
 * may have as much for each.) The smallest buffer, of a page, costs about 1 KiB all in all. So
 * there may be one for each 64 KiB of that bound, which keeps what they cost below a tenth of
 * the memory.
 *
 * A buffer is counted for the user who made or imported it, until it is freed.
 *
 * While another device is attached to a buffer, it stays in GTT and has a place there, which nobody
 * else gets, not even to suspend the card. One user's buffers have half of GTT for that.
 *
 * Rejected: a bound for each open file, of which a user can have many; and to count pages once they
 * are there, which memory cgroups, and TTM's limit, do.
 */
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <drm/drm_print.h>
#include <drm/drm_vma_manager.h>

#include "evergreen_account.h"
#include "evergreen_device.h"

#define TIMES_MEMORY	4
#define SHARE		2
#define BUFFER_SHIFT	16	/* what a buffer counts for, as a power of two */

/**
 * struct evergreen_account - what one user has
 */
struct evergreen_account {
	/** @node: in &evergreen_accounts.list */
	struct list_head node;

	/** @uid: the user */
	kuid_t uid;

	/** @buffers: how many there are; without any there is no account */
	u64 buffers;

	/** @bytes: their sizes */
	u64 bytes;

	/** @pinned: of these, what may not leave GTT */
	u64 pinned;
};

/**
 * evergreen_accounts_init() - nobody has a buffer yet
 * @edev: the card, its memory sized
 */
void evergreen_accounts_init(struct evergreen_device *edev)
{
	u64 memory = ((u64)totalram_pages() << PAGE_SHIFT) + edev->mc.vram_size + edev->mc.gtt_size;
	u64 offsets = (u64)DRM_FILE_PAGE_OFFSET_SIZE << PAGE_SHIFT;

	INIT_LIST_HEAD(&edev->accounts.list);
	spin_lock_init(&edev->accounts.lock);
	edev->accounts.limit = min(TIMES_MEMORY * memory, offsets / SHARE);
}

static struct evergreen_account *find(struct evergreen_accounts *accounts, kuid_t uid)
{
	struct evergreen_account *account;

	list_for_each_entry(account, &accounts->list, node)
		if (uid_eq(account->uid, uid))
			return account;
	return NULL;
}

/* NULL: the user has no account, and there is no @fresh one. */
static struct evergreen_account *try_charge(struct evergreen_accounts *accounts, u64 bytes,
					    struct evergreen_account *fresh)
{
	struct evergreen_account *account;

	spin_lock(&accounts->lock);
	account = find(accounts, current_uid()) ?: fresh;
	if (account && (bytes > accounts->limit - account->bytes ||
			account->buffers >= accounts->limit >> BUFFER_SHIFT)) {
		account = ERR_PTR(-EDQUOT);
	} else if (account) {
		if (account == fresh)
			list_add(&fresh->node, &accounts->list);
		account->bytes += bytes;
		account->buffers++;
	}
	spin_unlock(&accounts->lock);
	return account;
}

/**
 * evergreen_account_charge() - the current user makes a buffer
 * @edev: the card
 * @bytes: the buffer's size, no more than GTT's
 *
 * Return: whom to give to evergreen_account_uncharge() when the buffer ends, or an ERR_PTR:
 * -EDQUOT if the user has too much, -ENOMEM.
 */
struct evergreen_account *evergreen_account_charge(struct evergreen_device *edev, u64 bytes)
{
	struct evergreen_account *account, *fresh;

	account = try_charge(&edev->accounts, bytes, NULL);
	if (IS_ERR(account))
		drm_dbg(&edev->drm, "user %u has too much of buffers\n",
			from_kuid(&init_user_ns, current_uid()));
	if (account)
		return account;

	fresh = kzalloc(sizeof(*fresh), GFP_KERNEL_ACCOUNT);
	if (!fresh)
		return ERR_PTR(-ENOMEM);
	fresh->uid = current_uid();
	account = try_charge(&edev->accounts, bytes, fresh);
	if (account != fresh)
		kfree(fresh);
	return account;
}

/**
 * evergreen_account_uncharge() - a buffer has ended
 * @edev: the card
 * @account: whose it was
 * @bytes: its size
 */
void evergreen_account_uncharge(struct evergreen_device *edev, struct evergreen_account *account,
				u64 bytes)
{
	bool last;

	spin_lock(&edev->accounts.lock);
	account->bytes -= bytes;
	last = !--account->buffers;
	if (last)
		list_del(&account->node);
	spin_unlock(&edev->accounts.lock);
	if (last)
		kfree(account);
}

/**
 * evergreen_account_pin() - a buffer is about to be pinned in GTT
 * @edev: the card
 * @account: whose it is
 * @bytes: its size
 *
 * Return: 0, or -ENOMEM if the user has too much there.
 */
int evergreen_account_pin(struct evergreen_device *edev, struct evergreen_account *account,
			  u64 bytes)
{
	int ret = 0;

	spin_lock(&edev->accounts.lock);
	if (bytes > edev->mc.gtt_size / SHARE - account->pinned)
		ret = -ENOMEM;
	else
		account->pinned += bytes;
	spin_unlock(&edev->accounts.lock);
	if (ret)
		drm_dbg(&edev->drm, "user %u has too much pinned\n",
			from_kuid(&init_user_ns, account->uid));
	return ret;
}

/**
 * evergreen_account_unpin() - undo evergreen_account_pin()
 * @edev: the card
 * @account: whose the buffer is
 * @bytes: its size
 */
void evergreen_account_unpin(struct evergreen_device *edev, struct evergreen_account *account,
			     u64 bytes)
{
	spin_lock(&edev->accounts.lock);
	account->pinned -= bytes;
	spin_unlock(&edev->accounts.lock);
}
