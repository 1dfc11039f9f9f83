// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: posting
 *
 * A card that the machine has not booted with may never have been posted: its VBIOS has not
 * run, its memory has no clock and no size. Then its command table ASIC_Init is executed
 * here (evergreen_atom_command.c), with the clocks that the image tells, and so it is when
 * the machine resumes, whatever the card says of itself then (evergreen_device.c). For a
 * display that is not enough, but this driver has none. A card that cannot be posted is left
 * as it is then, half set up, and on no bus.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/array_size.h>

#include "evergreen_atom_command.h"
#include "evergreen_device.h"
#include "evergreen_mc.h"
#include "evergreen_mmio.h"
#include "evergreen_post.h"
#include "evergreen_reg.h"

static const char *execute(struct evergreen_commands *commands)
{
	const struct evergreen_rom *rom = &commands->edev->rom;
	struct evergreen_atom_clocks clocks;
	const char *wrong;

	/* Those of the engine's own PLLs, also of an APU. */
	wrong = commands->unusable ?:
		evergreen_atom_read_clocks(rom->image, rom->size, false, &clocks);
	if (wrong)
		return wrong;
	if (!clocks.engine || !clocks.memory)
		return "it tells no clocks";
	commands->parameters[0] = clocks.engine / ATOM_CLOCK_KHZ;
	commands->parameters[1] = clocks.memory / ATOM_CLOCK_KHZ;
	wrong = evergreen_command(commands, COMMAND_ASIC_INIT);
	if (!wrong && !evergreen_mc_posted(commands->edev))
		wrong = "it ends, and there is no memory";
	return wrong;
}

/**
 * evergreen_post() - have a card's VBIOS set it up
 * @edev: the card, whose VBIOS has been looked for
 *
 * Context: that of evergreen_command().
 *
 * Return: 0, -ENOMEM, or -ENODEV if the VBIOS did not get to its end, or the card is not posted
 * then; the log says why.
 */
int evergreen_post(struct evergreen_device *edev)
{
	struct evergreen_commands *commands = evergreen_commands_get(edev);
	const struct evergreen_atom_machine *m;
	bool posted = evergreen_mc_posted(edev);
	const char *wrong;

	if (!commands)
		return -ENOMEM;
	m = &commands->machine;
	wrong = execute(commands);
	if (!wrong)
		drm_info(&edev->drm, "%s: its VBIOS has set it up (%u accesses)\n",
			 posted ? "the card lost its power" : "the card was not posted",
			 commands->accesses);
	else
		drm_err(&edev->drm, "the card %s, and its VBIOS cannot set it up: %s (table %u, offset 0x%04x, opcode %u)\n",
			posted ? "lost its power" : "is not posted", wrong, m->table, m->offset, m->opcode);
	evergreen_commands_put(commands);
	return wrong ? -ENODEV : 0;
}

/**
 * evergreen_post_keep() - remember what the VBIOS and firmware tell each other
 * @edev: the card, before it loses its power
 *
 * In registers without an effect of their own: which displays there are, and how bright. Stock
 * keeps them when the machine sleeps.
 */
void evergreen_post_keep(struct evergreen_device *edev)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(edev->bios_scratch); i++)
		edev->bios_scratch[i] = evergreen_read(edev, BIOS_SCRATCH(i));
}

/**
 * evergreen_post_tell() - write what evergreen_post_keep() has read
 * @edev: the card, posted again
 */
void evergreen_post_tell(struct evergreen_device *edev)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(edev->bios_scratch); i++)
		evergreen_write(edev, BIOS_SCRATCH(i), edev->bios_scratch[i]);
}
