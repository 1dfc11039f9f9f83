// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: posting
 *
 * A card that the machine has not booted with may never have been posted: its VBIOS has not
 * run, its memory has no clock and no size. Then its command table ASIC_Init is executed
 * here, with the clocks that the image tells. For a display that is not enough, but this
 * driver has none.
 *
 * Whatever the image does, it ends: the interpreter has a budget of steps and of waiting, and
 * there is one of accesses here, as those are what takes time. A real ASIC_Init was seen to
 * make 2,436 of them. It reaches registers that there are, and memory of its own instead of
 * VRAM. A card that cannot be posted is left as it is then, half set up, and on no bus.
 *
 * Ports of indirect access use the pair MM_INDEX and MM_DATA in two accesses. Nobody else is
 * there to come between: this is before interrupts and before clients.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/delay.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include "evergreen_atom_exec.h"
#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_post.h"

#define ASIC_INIT		0
#define NUM_PARAMETERS		16
#define CLOCK_UNIT_KHZ		10

#define MAX_ACCESSES		32768
#define NUM_REGISTERS		(SZ_256K / 4)
#define NUM_DWORDS		(20 * SZ_1K / 4)

struct post {
	struct evergreen_device *edev;
	u32 accesses;
	struct evergreen_atom_machine machine;
	u32 memory[NUM_DWORDS];
};

static bool may_access(struct post *post, enum evergreen_atom_bus bus, u32 index)
{
	if (bus != ATOM_BUS_MMIO && bus != ATOM_BUS_IO)
		evergreen_atom_fail(&post->machine, "these cards have no such registers");
	else if (index >= NUM_REGISTERS)
		evergreen_atom_fail(&post->machine, "there is no such register");
	else if (post->accesses++ == MAX_ACCESSES)
		evergreen_atom_fail(&post->machine, "it accesses the card without an end");
	cond_resched();
	return !post->machine.wrong;
}

static u32 post_read(void *card, enum evergreen_atom_bus bus, u32 index)
{
	struct post *post = card;

	return may_access(post, bus, index) ? evergreen_read(post->edev, 4 * index) : 0;
}

static void post_write(void *card, enum evergreen_atom_bus bus, u32 index, u32 value)
{
	struct post *post = card;

	if (may_access(post, bus, index))
		evergreen_write(post->edev, 4 * index, value);
}

static void post_delay(void *card, u32 us)
{
	if (us)
		fsleep(us);
}

static const struct evergreen_atom_card_ops post_ops = {
	.read = post_read,
	.write = post_write,
	.delay = post_delay,
};

static const char *execute(struct post *post, const void *image, size_t size)
{
	struct evergreen_atom_machine *m = &post->machine;
	struct evergreen_atom_clocks clocks;
	u32 parameters[NUM_PARAMETERS] = {};
	const char *wrong;

	wrong = evergreen_atom_read_clocks(image, size, false, &clocks) ?:
		evergreen_atom_load(m, image, size, &post_ops, post);
	if (wrong)
		return wrong;
	if (!clocks.engine || !clocks.memory)
		return "it tells no clocks";
	parameters[0] = clocks.engine / CLOCK_UNIT_KHZ;
	parameters[1] = clocks.memory / CLOCK_UNIT_KHZ;
	m->fb = post->memory;
	m->fb_size = NUM_DWORDS;
	return evergreen_atom_execute(m, ASIC_INIT, parameters, NUM_PARAMETERS) ?:
	       evergreen_mc_posted(post->edev) ? NULL : "it ends, and there is no memory";
}

/**
 * evergreen_post() - have a card's VBIOS set it up
 * @edev: the card, which is not posted
 * @image: its VBIOS
 * @size: bytes of it; 0 for none
 *
 * Sleeps; takes milliseconds, or some seconds if it fails.
 *
 * Return: 0, -ENOMEM, or -ENODEV if the card is still not posted; the log says why.
 */
int evergreen_post(struct evergreen_device *edev, const void *image, size_t size)
{
	const char *wrong = "there is none";
	struct post *post;

	post = kvzalloc(sizeof(*post), GFP_KERNEL);
	if (!post)
		return -ENOMEM;
	post->edev = edev;
	if (size)
		wrong = execute(post, image, size);
	if (!wrong)
		drm_info(&edev->drm, "the card was not posted: its VBIOS has set it up (%u accesses)\n",
			 post->accesses);
	else
		drm_err(&edev->drm, "the card is not posted, and its VBIOS cannot set it up: %s (table %u, offset 0x%04x, opcode %u)\n",
			wrong, post->machine.table, post->machine.offset, post->machine.opcode);
	kvfree(post);
	return wrong ? -ENODEV : 0;
}
