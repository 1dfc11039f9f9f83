// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: VBIOS commands
 *
 * Command tables of a card's VBIOS are executed here on the card.
 *
 * Whatever a table does, it ends: the interpreter has a budget of steps and of waiting, and
 * there is one of time here, as it is accesses that take it. A real ASIC_Init was seen to make
 * 2,436 of them, on a Turks, whose driver trains the memory. Where the VBIOS does that, it may
 * read a register again and again meanwhile, and radeon gives each such loop five seconds. A
 * table reaches registers that there are, and memory of its own instead of VRAM.
 *
 * Ports of indirect access use the pair MM_INDEX and MM_DATA in two accesses, between which
 * somebody else may use it. So what goes to the first is kept, and an access of the second
 * makes both at once.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/delay.h>
#include <linux/jiffies.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "evergreen_atom.h"
#include "evergreen_atom_command.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

/* For all accesses of a table. */
#define MAX_TIME		(10 * HZ)
#define NUM_REGISTERS		(SZ_256K / 4)

static bool may_access(struct evergreen_commands *commands, enum evergreen_atom_bus bus,
		       u32 index)
{
	struct evergreen_atom_machine *m = &commands->machine;

	if (bus != ATOM_BUS_MMIO && bus != ATOM_BUS_IO)
		evergreen_atom_fail(m, "these cards have no such registers");
	else if (index >= NUM_REGISTERS)
		evergreen_atom_fail(m, "there is no such register");
	else if (time_after(jiffies, commands->until))
		evergreen_atom_fail(m, "it accesses the card without an end");
	commands->accesses++;
	cond_resched();
	return !m->wrong;
}

static u32 command_read(void *card, enum evergreen_atom_bus bus, u32 index)
{
	struct evergreen_commands *commands = card;
	u32 value;

	if (!may_access(commands, bus, index))
		return 0;
	if (index == MM_INDEX / 4)
		return commands->mm_index;
	if (index != MM_DATA / 4)
		return evergreen_read(commands->edev, 4 * index);
	if (!(commands->mm_index & MM_INDEX_VRAM))
		return evergreen_read(commands->edev, commands->mm_index);
	evergreen_vram_read(commands->edev, commands->mm_index & ~MM_INDEX_VRAM, &value, 1);
	return value;
}

static void command_write(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	struct evergreen_commands *commands = card;

	if (!may_access(commands, bus, index))
		return;
	if (index == MM_INDEX / 4)
		commands->mm_index = value & ~3;
	else if (index != MM_DATA / 4)
		evergreen_write(commands->edev, 4 * index, value);
	else if (!(commands->mm_index & MM_INDEX_VRAM))
		evergreen_write(commands->edev, commands->mm_index, value);
	else
		evergreen_vram_write(commands->edev, commands->mm_index & ~MM_INDEX_VRAM, &value, 1);
}

static void command_delay(void *card, u32 us)
{
	if (us)
		fsleep(us);
}

static const struct evergreen_atom_card_ops command_ops = {
	.read = command_read,
	.write = command_write,
	.delay = command_delay,
};

/**
 * evergreen_commands_get() - get ready to execute command tables
 * @edev: the card, whose VBIOS has been looked for
 *
 * Without an image, or with one that is another card's or cannot be executed, each of them
 * fails.
 *
 * Return: what evergreen_commands_put() takes, or NULL if there is no memory.
 */
struct evergreen_commands *evergreen_commands_get(struct evergreen_device *edev)
{
	struct evergreen_commands *commands = kvzalloc(sizeof(*commands), GFP_KERNEL);

	if (!commands)
		return NULL;
	commands->edev = edev;
	commands->unusable = "there is none";
	if (edev->rom.size)
		commands->unusable = edev->rom.foreign ?:
			evergreen_atom_load(&commands->machine, edev->rom.image, edev->rom.size,
					    &command_ops, commands);
	commands->machine.fb = commands->memory;
	commands->machine.fb_size = EVERGREEN_COMMAND_DWORDS;
	return commands;
}

/**
 * evergreen_commands_put() - the end of evergreen_commands_get()
 * @commands: what that has returned
 */
void evergreen_commands_put(struct evergreen_commands *commands)
{
	kvfree(commands);
}

/**
 * evergreen_command() - execute a command table
 * @commands: of evergreen_commands_get(), the parameters set
 * @table: which
 *
 * Context: sleeps; takes milliseconds, or some seconds if it fails. No other table is
 * executed on the card meanwhile.
 *
 * Return: NULL, or in a few words what went wrong; where is then in the machine.
 */
const char *evergreen_command(struct evergreen_commands *commands,
			      enum evergreen_command_table table)
{
	if (commands->unusable)
		return commands->unusable;
	commands->accesses = 0;
	commands->until = jiffies + MAX_TIME;
	commands->machine.steps = EVERGREEN_ATOM_STEPS;
	commands->machine.delay_us = EVERGREEN_ATOM_DELAY_US;
	return evergreen_atom_execute(&commands->machine, table, commands->parameters,
				      EVERGREEN_COMMAND_PARAMETERS);
}
