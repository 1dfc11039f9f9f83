/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_ACCOUNT_H
#define EVERGREEN_ACCOUNT_H

#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

struct evergreen_account;
struct evergreen_device;

/**
 * struct evergreen_accounts - what users have of a card
 */
struct evergreen_accounts {
	/** @list: of &struct evergreen_account, under @lock */
	struct list_head list;

	/** @lock: a leaf */
	spinlock_t lock;

	/** @limit: bytes that all buffers of one user may have together */
	u64 limit;
};

void evergreen_accounts_init(struct evergreen_device *edev);
struct evergreen_account *evergreen_account_charge(struct evergreen_device *edev, u64 bytes);
void evergreen_account_uncharge(struct evergreen_device *edev, struct evergreen_account *account,
				u64 bytes);
int evergreen_account_pin(struct evergreen_device *edev, struct evergreen_account *account,
			  u64 bytes);
void evergreen_account_unpin(struct evergreen_device *edev, struct evergreen_account *account,
			     u64 bytes);

#endif
