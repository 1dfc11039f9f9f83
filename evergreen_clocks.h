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

	/** @posted: the level in which the VBIOS leaves the card */
	struct evergreen_atom_level posted;

	/** @boot: that of the boot state which the VBIOS names, on some boards a full one */
	struct evergreen_atom_level boot;

	/** @best: the highest one; that of @posted if it cannot be set */
	struct evergreen_atom_level best;

	/** @cool: for a card that is too hot; on some boards no lower than @best */
	struct evergreen_atom_level cool;

	/** @most: the highest voltages of all of them; has no clocks */
	struct evergreen_atom_level most;

	/** @now: the one that was set last; 0 for what is not known */
	struct evergreen_atom_level now;

	/** @limit: the highest temperature that @best is for, degrees Celsius */
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
bool evergreen_clocks_can_cool(const struct evergreen_device *edev);
int evergreen_clocks_follow(struct evergreen_device *edev);
void evergreen_clocks_rest(struct evergreen_device *edev);
int evergreen_clocks_restore(struct evergreen_device *edev);
void evergreen_clocks_fini(struct evergreen_device *edev);

#endif
