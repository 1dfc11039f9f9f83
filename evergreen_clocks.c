// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: clocks
 *
 * Cards of Northern Islands may boot slowly: boards of laptops and of OEMs at a seventh of
 * their clocks. Their VBIOS names the states that they are meant to be run in
 * (evergreen_atom_powerplay.c). Here such a card is brought into its performance state, and
 * stays there; or, if the user wants that, into the boot state that it names, as stock radeon
 * does without dpm, or nothing is done. Evergreen cards boot at full speed, and the clocks of
 * APUs belong to their machine's firmware.
 *
 * The boot state is not always how the VBIOS leaves the card: an HD 6870 has 900 MHz in it.
 * Clocks and voltages after posting are in the table FirmwareInfo, by which stock corrects the
 * boot state, too, where it manages power.
 *
 * Clocks and voltages are set by command tables of the VBIOS. First voltages rise to the
 * higher of what the clocks before and after need; then come the engine and the memory; then
 * voltages fall. Voltages that another driver may have left are not known, so the highest of
 * any level are set first. Memory at its full clock needs a sequencer that runs: without,
 * SetMemoryClock was seen to do nothing and to say nothing. So each clock is read back. If a
 * clock fails, the card returns to what the VBIOS had set, and if it does not do that
 * either, it is not used. If voltages do not rise, no clock is touched.
 *
 * Meanwhile memory is quiet (evergreen_blackout.c), and lit displays have been given priority
 * (evergreen_display.c). Stock does the same with displays.
 *
 * A state is for temperatures up to a limit, which evergreen_heat.c minds. A card that is too
 * hot goes to the level in which it was posted; or, if that is no lower, to the lowest of its
 * battery or performance state.
 *
 * A voltage from 0xff01 to 0xff08 is none, but a number by which SetVoltage tells the one
 * that this specimen needs. That is so for VDDC: by revision 2 nobody can ask about another
 * rail, and stock leaves VDDCI alone then, in each revision. Clocks or voltages that no board of
 * these families has are not believed; these bounds are ours.
 *
 * Source of the facts: the radeon driver in Linux 6.12; that sequencer and order matter, the
 * journal of RadeonNI-OSX, which is about a real card.
 */
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/units.h>

#include "evergreen_atom_command.h"
#include "evergreen_blackout.h"
#include "evergreen_clocks.h"
#include "evergreen_device.h"
#include "evergreen_mc.h"
#include "evergreen_mmio.h"
#include "evergreen_sensors.h"

#define COOL_DEGREES		10
#define LIMIT_UNKNOWN		100
#define LIMIT_MAX		125

/* No board has more. */
#define MAX_ENGINE_KHZ		1200000
#define MAX_MEMORY_KHZ		1600000
#define MAX_MV			1400

/* Dividers do not hit every clock. */
#define TOLERANCE		16

#define CLOCK_MASK		0xffffffu

/* Types and modes of SetVoltage. */
#define VOLTAGE_VDDC		1
#define VOLTAGE_VDDCI		4
#define VOLTAGE_SET		0
#define VOLTAGE_ASK		6
#define VOLTAGE_NUMBERS		0xff00
#define VOLTAGE_LAST_NUMBER	0xff08

/**
 * evergreen_clocks_parse() - understand the module's parameter "clocks"
 * @name: its value
 *
 * Return: of enum evergreen_clocks_choice, or -EINVAL.
 */
int evergreen_clocks_parse(const char *name)
{
	static const char * const names[] = {
		[EVERGREEN_CLOCKS_PERFORMANCE] = "performance",
		[EVERGREEN_CLOCKS_DEFAULT] = "default",
		[EVERGREEN_CLOCKS_BOOT] = "boot",
	};

	return sysfs_match_string(names, name);
}

/**
 * evergreen_clocks_highest_khz() - the highest clock that the engine may have
 * @edev: the card
 *
 * Return: kHz; 0 if it is not known.
 */
u32 evergreen_clocks_highest_khz(const struct evergreen_device *edev)
{
	return max(edev->vbios.engine, edev->clocks.now.engine ? edev->clocks.best.engine : 0);
}

/* ---- commands ---- */

/* Revision of the parameters of SetVoltage. */
static u32 voltage_revision(const struct evergreen_commands *commands)
{
	return evergreen_atom_revision(&commands->machine, COMMAND_SET_VOLTAGE);
}

static bool sets_voltages(struct evergreen_commands *commands)
{
	u32 revision = voltage_revision(commands);

	return revision == 2 || revision == 3;
}

/* @mv: in, what a level has; out, the voltage, or 0 if there is none to be set. */
static const char *find_vddc(struct evergreen_commands *commands, u16 *mv)
{
	const char *wrong;

	if (*mv < VOLTAGE_NUMBERS)
		return *mv > MAX_MV ? "it wants a voltage that no board has" : NULL;
	if (*mv > VOLTAGE_LAST_NUMBER || !sets_voltages(commands))
		return "it wants a voltage that cannot be known";
	commands->parameters[0] = voltage_revision(commands) == 2 ? VOLTAGE_ASK :
				  (u32)*mv << 16 | VOLTAGE_ASK << 8 | VOLTAGE_VDDC;
	wrong = evergreen_command(commands, COMMAND_SET_VOLTAGE);
	if (wrong)
		return wrong;
	*mv = commands->parameters[0] >> 16;
	return *mv && *mv <= MAX_MV ? NULL : "it does not tell the voltage that it wants";
}

static const char *set_voltage(struct evergreen_commands *commands, u32 type, u16 before, u16 mv)
{
	if (!mv || mv == before)
		return NULL;
	if (!sets_voltages(commands))
		return "its SetVoltage is of a revision that is not known";
	commands->parameters[0] = (u32)mv << 16 | VOLTAGE_SET << 8 | type;
	return evergreen_command(commands, COMMAND_SET_VOLTAGE);
}

static const char *set_voltages(struct evergreen_commands *commands, u16 vddc, u16 vddci)
{
	struct evergreen_atom_level *now = &commands->edev->clocks.now;
	const char *wrong;

	wrong = set_voltage(commands, VOLTAGE_VDDC, now->vddc, vddc);
	if (wrong)
		return wrong;
	now->vddc = vddc ?: now->vddc;
	wrong = set_voltage(commands, VOLTAGE_VDDCI, now->vddci, vddci);
	if (!wrong)
		now->vddci = vddci ?: now->vddci;
	return wrong;
}

/* Sets a clock and reads it back; @now is what it is then. */
static const char *set_clock(struct evergreen_commands *commands, enum evergreen_command_table set,
			     enum evergreen_command_table get, u32 khz, u32 *now)
{
	const char *wrong;

	if (*now == khz)
		return NULL;
	memset(commands->parameters, 0, sizeof(commands->parameters));
	commands->parameters[0] = khz / ATOM_CLOCK_KHZ;
	wrong = evergreen_command(commands, set);
	if (wrong)
		return wrong;
	wrong = evergreen_command(commands, get);
	if (wrong)
		return wrong;
	*now = (commands->parameters[0] & CLOCK_MASK) * ATOM_CLOCK_KHZ;
	if (abs_diff(*now, khz) > khz / TOLERANCE)
		return set == COMMAND_SET_MEMORY_CLOCK ? "memory's clock does not change" :
							 "the engine's clock does not change";
	*now = khz;
	return NULL;
}

static const char *set_clocks(struct evergreen_commands *commands,
			      const struct evergreen_atom_level *level)
{
	struct evergreen_atom_level *now = &commands->edev->clocks.now;

	return set_clock(commands, COMMAND_SET_ENGINE_CLOCK, COMMAND_GET_ENGINE_CLOCK,
			 level->engine, &now->engine) ?:
	       set_clock(commands, COMMAND_SET_MEMORY_CLOCK, COMMAND_GET_MEMORY_CLOCK,
			 level->memory, &now->memory);
}

static void complain(struct evergreen_commands *commands, const char *what, const char *wrong)
{
	const struct evergreen_atom_machine *m = &commands->machine;

	drm_err(&commands->edev->drm, "%s: %s (table %u, offset 0x%04x, opcode %u)\n", what, wrong,
		m->table, m->offset, m->opcode);
}

/* ---- levels ---- */

/* What there is from now on is the level of the VBIOS. */
static void give_up(struct evergreen_commands *commands, const char *why)
{
	struct evergreen_clocks *clocks = &commands->edev->clocks;

	complain(commands, "the clocks cannot be set, those of the VBIOS stay", why);
	clocks->best = clocks->posted;
	clocks->boot = clocks->posted;
	clocks->cool = clocks->posted;
}

/* What a table has done before it failed is not known. */
static const char *return_to_posted(struct evergreen_commands *commands)
{
	struct evergreen_clocks *clocks = &commands->edev->clocks;

	clocks->now.engine = 0;
	clocks->now.memory = 0;
	return set_clocks(commands, &clocks->posted);
}

/*
 * Voltages are high enough for the clocks before and after while clocks change. If they do not rise,
 * no clock is touched; if they do not fall, nothing is wrong but that the card gets warmer.
 */
static int set_level(struct evergreen_commands *commands, const struct evergreen_atom_level *level)
{
	struct evergreen_clocks *clocks = &commands->edev->clocks;
	struct evergreen_atom_level *now = &clocks->now;
	const char *wrong;

	wrong = set_voltages(commands, now->vddc ? max(now->vddc, level->vddc) : clocks->most.vddc,
			     now->vddci ? max(now->vddci, level->vddci) : clocks->most.vddci);
	if (wrong) {
		give_up(commands, wrong);
		*now = clocks->posted;
		return 0;
	}
	wrong = set_clocks(commands, level);
	if (wrong) {
		give_up(commands, wrong);
		level = &clocks->posted;
		wrong = return_to_posted(commands);
	}
	if (wrong) {
		complain(commands, "nor can those of the VBIOS", wrong);
		return -EIO;
	}
	wrong = set_voltages(commands, level->vddc, level->vddci);
	if (wrong)
		complain(commands, "the voltages do not fall", wrong);
	return 0;
}

/* A voltage of 0 is not set. */
static bool is_at(const struct evergreen_clocks *clocks, const struct evergreen_atom_level *level)
{
	const struct evergreen_atom_level *now = &clocks->now;

	return now->engine == level->engine && now->memory == level->memory &&
	       (!level->vddc || now->vddc == level->vddc) &&
	       (!level->vddci || now->vddci == level->vddci);
}

/* Go to a level, or back to that of the VBIOS; memory is quiet meanwhile. */
static int change(struct evergreen_commands *commands, const struct evergreen_atom_level *level)
{
	struct evergreen_device *edev = commands->edev;
	struct evergreen_clocks *clocks = &edev->clocks;
	struct evergreen_displays displays;
	int ret;

	evergreen_displays_favour(edev);
	ret = evergreen_quiet_begin(edev, false, &displays);
	if (ret) {
		if (!clocks->late)
			drm_warn(&edev->drm, "memory is in use, and the clocks stay as they are\n");
		clocks->late = true;
		evergreen_quiet_end(edev, &displays);
		return 0;
	}
	clocks->late = false;
	ret = set_level(commands, level);
	evergreen_quiet_end(edev, &displays);
	if (ret)
		return ret;
	drm_info(&edev->drm, "clocks: engine %u kHz, memory %u kHz, %u and %u mV\n",
		 clocks->now.engine, clocks->now.memory, clocks->now.vddc, clocks->now.vddci);
	return 0;
}

static const struct evergreen_atom_state *
find_state(const struct evergreen_atom_powerplay *powerplay, u16 mask, u16 class)
{
	unsigned int i;

	for (i = 0; i < powerplay->count; i++)
		if ((powerplay->states[i].classes & mask) == class && powerplay->states[i].count)
			return &powerplay->states[i];
	return NULL;
}

static const char *take_level(struct evergreen_commands *commands,
			      const struct evergreen_atom_level *named,
			      struct evergreen_atom_level *level)
{
	*level = *named;
	if (!level->engine || level->engine > MAX_ENGINE_KHZ ||
	    !level->memory || level->memory > MAX_MEMORY_KHZ)
		return "it wants clocks that no board has";
	if (level->vddci >= VOLTAGE_NUMBERS)
		level->vddci = 0;
	if (level->vddci > MAX_MV)
		return "it wants a voltage that no board has";
	return find_vddc(commands, &level->vddc);
}

/*
 * What a VBIOS does not tell, its boot state has. Voltages that no state names are none that can
 * be set.
 */
static void learn_posted(struct evergreen_device *edev)
{
	const struct evergreen_atom_clocks *told = &edev->vbios;
	struct evergreen_clocks *clocks = &edev->clocks;

	clocks->posted = clocks->boot;
	if (!told->engine || !told->memory)
		return;
	clocks->posted.engine = told->engine;
	clocks->posted.memory = told->memory;
	if (clocks->best.vddc && told->vddc && told->vddc <= MAX_MV)
		clocks->posted.vddc = told->vddc;
	if (clocks->best.vddci && told->vddci && told->vddci <= MAX_MV)
		clocks->posted.vddci = told->vddci;
}

/* The posted level, if it is lower than the best; else the lowest of a state for users. */
static void learn_cool(struct evergreen_commands *commands,
		       const struct evergreen_atom_powerplay *powerplay)
{
	static const u16 classes[] = { ATOM_STATE_PERFORMANCE, ATOM_STATE_BATTERY };
	struct evergreen_clocks *clocks = &commands->edev->clocks;
	const struct evergreen_atom_state *state;
	struct evergreen_atom_level level;
	unsigned int i;

	clocks->cool = clocks->posted;
	if (clocks->posted.engine < clocks->best.engine)
		return;
	for (i = 0; i < ARRAY_SIZE(classes); i++) {
		state = find_state(powerplay, ATOM_STATE_UI, classes[i]);
		if (state && !take_level(commands, &state->levels[0], &level) &&
		    level.engine < clocks->best.engine)
			clocks->cool = level;
	}
}

static void learn_most(struct evergreen_clocks *clocks)
{
	const struct evergreen_atom_level *levels[] = {
		&clocks->posted, &clocks->boot, &clocks->best, &clocks->cool,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(levels); i++) {
		clocks->most.vddc = max(clocks->most.vddc, levels[i]->vddc);
		clocks->most.vddci = max(clocks->most.vddci, levels[i]->vddci);
	}
}

/* Sets all levels but the one that the card is at, and the limit. */
static const char *learn(struct evergreen_commands *commands)
{
	struct evergreen_device *edev = commands->edev;
	struct evergreen_clocks *clocks = &edev->clocks;
	const struct evergreen_atom_state *boot, *best;
	struct evergreen_atom_powerplay *powerplay;
	const char *wrong;

	if (commands->unusable)
		return commands->unusable;
	powerplay = kvzalloc(sizeof(*powerplay), GFP_KERNEL);
	if (!powerplay)
		return "there is no memory";
	wrong = evergreen_atom_read_powerplay(edev->rom.image, edev->rom.size, false, powerplay);
	boot = find_state(powerplay, ATOM_STATE_BOOT, ATOM_STATE_BOOT);
	best = find_state(powerplay, ATOM_STATE_UI, ATOM_STATE_PERFORMANCE);
	if (!wrong && (!boot || !best))
		wrong = "it has no boot state or no performance state";
	/* Of the boot state stock takes the first: those behind it may want what is not set up. */
	wrong = wrong ?: take_level(commands, &boot->levels[0], &clocks->boot) ?:
			 take_level(commands, &best->levels[best->count - 1], &clocks->best);
	if (!wrong) {
		learn_posted(edev);
		learn_cool(commands, powerplay);
		learn_most(clocks);
		clocks->limit = best->max_temperature;
	}
	if (!clocks->limit || clocks->limit > LIMIT_MAX)
		clocks->limit = LIMIT_UNKNOWN;
	kvfree(powerplay);
	return wrong;
}

/**
 * evergreen_clocks_too_hot() - is the card too hot for its performance state?
 * @edev: the card, of which the limit is known
 *
 * Return: true if it is above the limit, or not ten degrees below it yet after it was.
 */
bool evergreen_clocks_too_hot(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;
	int limit = clocks->limit - (clocks->hot ? COOL_DEGREES : 0);

	return evergreen_temperature(edev) > limit * (int)MILLIDEGREE_PER_DEGREE;
}

/**
 * evergreen_clocks_can_cool() - is there a lower level for a card that is too hot?
 * @edev: the card
 *
 * Return: true if it is at clocks that the driver has set, and knows lower ones.
 */
bool evergreen_clocks_can_cool(const struct evergreen_device *edev)
{
	const struct evergreen_clocks *clocks = &edev->clocks;

	return clocks->commands && clocks->choice == EVERGREEN_CLOCKS_PERFORMANCE &&
	       clocks->cool.engine < clocks->best.engine;
}

static const struct evergreen_atom_level *level_for(const struct evergreen_device *edev)
{
	const struct evergreen_clocks *clocks = &edev->clocks;

	if (clocks->choice != EVERGREEN_CLOCKS_PERFORMANCE)
		return &clocks->boot;
	return clocks->hot && evergreen_clocks_can_cool(edev) ? &clocks->cool : &clocks->best;
}

/**
 * evergreen_clocks_init() - set the clocks that the user wants
 * @edev: the card, its engines off, its memory's sequencer started; clocks.choice is set
 *
 * A VBIOS that cannot be used for that leaves the card at the clocks that it has, and the
 * log says so. Sleeps.
 *
 * Return: 0, -ENOMEM, or -EIO if the card is at clocks that nobody has asked for.
 */
int evergreen_clocks_init(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;
	const char *wrong;
	int ret;

	/* Only Northern Islands cards boot slowly, which have an image for the memory controller. */
	if (clocks->choice == EVERGREEN_CLOCKS_BOOT || !edev->chip->fw[EVERGREEN_FW_MC].name)
		return 0;
	clocks->commands = evergreen_commands_get(edev);
	if (!clocks->commands)
		return -ENOMEM;
	wrong = learn(clocks->commands);
	if (wrong) {
		drm_notice(&edev->drm, "the clocks stay as they were at boot (VBIOS: %s)\n", wrong);
		goto put;
	}
	clocks->hot = evergreen_clocks_too_hot(edev);
	ret = evergreen_clocks_restore(edev);
	if (!ret)
		return 0;
put:
	evergreen_commands_put(clocks->commands);
	clocks->commands = NULL;
	return wrong ? 0 : ret;
}

/**
 * evergreen_clocks_follow() - go to the clocks that the card may have now
 * @edev: the card, its engines off; &evergreen_clocks.hot may have changed
 *
 * Context: sleeps; allocates nothing.
 *
 * Return: 0, or -EIO if the card is at clocks that nobody has asked for.
 */
int evergreen_clocks_follow(struct evergreen_device *edev)
{
	const struct evergreen_atom_level *level = level_for(edev);
	const struct evergreen_clocks *clocks = &edev->clocks;

	if (!clocks->commands || is_at(clocks, level))
		return 0;
	return change(clocks->commands, level);
}

/**
 * evergreen_clocks_rest() - go to the clocks in which the VBIOS has left the card
 * @edev: the card, its engines off; evergreen_clocks_follow() undoes it
 *
 * Context: sleeps; allocates nothing.
 */
void evergreen_clocks_rest(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;

	/* A card that has lost its power has no clocks. */
	if (clocks->commands && !evergreen_gone(edev) && evergreen_mc_posted(edev) &&
	    !is_at(clocks, &clocks->posted))
		change(clocks->commands, &clocks->posted);
}

/**
 * evergreen_clocks_restore() - set them on a card that has been posted again
 * @edev: the card, its engines off, its memory's sequencer started
 *
 * Context: sleeps; allocates nothing.
 *
 * Return: 0, or -EIO if the card is at clocks that nobody has asked for.
 */
int evergreen_clocks_restore(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;

	if (!clocks->commands)
		return 0;
	/* Nothing is taken for granted but voltages that cannot be set. */
	clocks->now = (struct evergreen_atom_level) { };
	if (!sets_voltages(clocks->commands)) {
		clocks->now.vddc = clocks->posted.vddc;
		clocks->now.vddci = clocks->posted.vddci;
	}
	return evergreen_clocks_follow(edev);
}

/**
 * evergreen_clocks_fini() - leave the card as its VBIOS has left it
 * @edev: the card, its engines off
 *
 * Nobody looks at its temperature any more. When the machine goes down, clocks are left alone:
 * the VBIOS sets them again, and a card that hangs while memory's clock changes would keep the
 * machine from going down. (With kexec no VBIOS runs, and the next kernel finds them as they are.)
 */
void evergreen_clocks_fini(struct evergreen_device *edev)
{
	struct evergreen_clocks *clocks = &edev->clocks;

	if (!clocks->commands)
		return;
	if (system_state <= SYSTEM_RUNNING)
		evergreen_clocks_rest(edev);
	evergreen_commands_put(clocks->commands);
	clocks->commands = NULL;
}
