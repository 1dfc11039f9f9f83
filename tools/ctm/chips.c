// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: chips
 *
 * What a dispatch has to know of a family. Which one a card belongs to is the list of PCI ids
 * of libdrm.
 *
 * Sources: the radeon driver in Linux for shader engines, and for which chips have a vertex
 * cache; Mesa and LLVM for lanes of a wave; Mesa for entries of the stack.
 */
#include <strings.h>

#include "own.h"

static const struct ctm_chip chips[] = {
	/* name, vliw, lanes, stack, engines, vertex cache */
	{ "cedar", 5, 32, 256, 1, false },
	{ "redwood", 5, 64, 256, 1, true },
	{ "juniper", 5, 64, 512, 1, true },
	{ "cypress", 5, 64, 512, 2, true },
	{ "hemlock", 5, 64, 512, 2, true },
	{ "palm", 5, 32, 256, 1, false },
	{ "sumo", 5, 64, 256, 1, false },
	{ "sumo2", 5, 64, 512, 1, false },
	{ "barts", 5, 64, 512, 2, true },
	{ "turks", 5, 64, 256, 1, true },
	{ "caicos", 5, 32, 256, 1, false },
	{ "cayman", 4, 64, 512, 2, false },
	{ "aruba", 4, 64, 512, 1, false },
};

static const struct {
	uint32_t id;
	const char *family;
} ids[] = {
#define CHIPSET(id, name, family)	{ id, #family },
#include <r600_pci_ids.h>
#undef CHIPSET
};

/**
 * ctm_chip_find() - a family by its name
 * @name: in any case
 *
 * Return: the family, or NULL.
 */
const struct ctm_chip *ctm_chip_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(chips); i++)
		if (!strcasecmp(chips[i].name, name))
			return &chips[i];
	return NULL;
}

/**
 * ctm_chip_by_id() - the family of a card
 * @pci_id: its device, of vendor 0x1002
 *
 * Return: the family, or NULL if it is none of these.
 */
const struct ctm_chip *ctm_chip_by_id(uint32_t pci_id)
{
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		if (ids[i].id == pci_id)
			return ctm_chip_find(ids[i].family);
	return NULL;
}

/**
 * ctm_chip_nth() - all families in turn
 * @n: from 0
 *
 * Return: the family, or NULL behind the last.
 */
const struct ctm_chip *ctm_chip_nth(size_t n)
{
	return n < ARRAY_SIZE(chips) ? &chips[n] : NULL;
}
