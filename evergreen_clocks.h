/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef EVERGREEN_CLOCKS_H
#define EVERGREEN_CLOCKS_H

#include <linux/types.h>
#include <linux/workqueue.h>

#include "evergreen_atom_powerplay.h"

struct evergreen_commands;
struct evergreen_device;

/* What the module's parameter "clocks" may ask for. */
enum evergreen_clocks_choice {
	EVERGREEN_CLOCKS_PERFORMANCE,
	EVERGREEN_CLOCKS_DEFAULT,
	EVERGREEN_CLOCKS_BOOT,
};

/**
 * struct evergreen_clocks - at which clocks a card runs, and may run
 */
struct evergreen_clocks {
	/** @choice: what the user wants */
	enum evergreen_clocks_choice choice;

	/** @boot: the level in which the VBIOS leaves the card */
	struct evergreen_atom_level boot;

	/** @best: the highest one; that of @boot if there is none */
	struct evergreen_atom_level best;

	/** @now: the one that was set last; all zeros if none was */
	struct evergreen_atom_level now;

	/** @limit: in degrees Celsius, above which @best is not for */
	int limit;

	/** @hot: it has been above @limit, and is not yet well below */
	bool hot;

	/** @late: the clocks were to change, and memory was in use */
	bool late;

	/** @commands: sets them; NULL where nothing is to be set */
	struct evergreen_commands *commands;

	/** @watch: looks at the temperature from time to time */
	struct delayed_work watch;
};

int evergreen_clocks_parse(const char *name);
u32 evergreen_clocks_highest_khz(const struct evergreen_device *edev);
int evergreen_clocks_init(struct evergreen_device *edev);
bool evergreen_clocks_too_hot(struct evergreen_device *edev);
int evergreen_clocks_follow(struct evergreen_device *edev);
int evergreen_clocks_restore(struct evergreen_device *edev);
void evergreen_clocks_fini(struct evergreen_device *edev);

#endif
