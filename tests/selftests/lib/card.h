/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The card under test: its render node, found by what sysfs says about the PCI
 * device, and the facts about it that do not need an ioctl.
 */
#ifndef SELFTEST_CARD_H
#define SELFTEST_CARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct card - an open render node
 * @fd: the open node
 * @device: PCI device id
 * @pci: PCI address, "0000:00:02.0"
 * @driver: name of the PCI driver that is bound: "evergreen" or "radeon"
 * @node: path of the render node
 */
struct card {
	int fd;
	unsigned int device;
	char pci[16];
	char driver[32];
	char node[64];
};

/**
 * card_open - open the render node of the first AMD card that radeon or evergreen drives
 * @card: filled in
 *
 * The environment variable EVERGREEN_PCI names one card among several by its
 * PCI address.
 *
 * Return: 0, -ENODEV if there is no such card, or why it cannot be opened.
 */
int card_open(struct card *card);

/**
 * card_reopen - open the same node again, as another client
 * @card: an open card
 *
 * Return: the new file descriptor or a negative errno.
 */
int card_reopen(const struct card *card);

void card_close(struct card *card);

/**
 * card_bind - give the card to evergreen, or take it away
 * @card: a card that has been open
 * @bind: which of the two
 *
 * Return: 0 or what the kernel answers, negative.
 */
int card_bind(const struct card *card, bool bind);

/* True if evergreen has the card. */
bool card_bound(const struct card *card);

/* True if the driver is this project's, not the kernel's own radeon. */
bool card_is_evergreen(const struct card *card);

/* True for Cayman and Aruba, which speak a slightly different language. */
bool card_is_cayman(const struct card *card);

/**
 * card_interrupts - how many interrupts the card has delivered since boot
 * @card: an open card
 *
 * Return: the sum over all CPUs from /proc/interrupts, or -1 if the card has no line there.
 */
long long card_interrupts(const struct card *card);

/**
 * module_parameter - a numeric parameter of a module
 * @module: its name
 * @name: the parameter
 * @fallback: what to answer if the module is not loaded, or has no such parameter
 */
long module_parameter(const char *module, const char *name, long fallback);

/**
 * card_parameter - a numeric parameter of the module that drives the card
 * @card: an open card
 * @name: the parameter
 * @fallback: what to answer if the module has no such parameter
 */
long card_parameter(const struct card *card, const char *name, long fallback);

/**
 * card_fault - is the modelled card misbehaving on purpose?
 * @name: name of the fault
 *
 * Whoever starts the tests announces the faults that were planted, in the
 * environment variable GPU_FAULT or by gpu_fault= on the kernel command line,
 * as a comma-separated list. Tests about a fault skip without it.
 */
bool card_fault(const char *name);

enum card_want {
	CARD_ANY,		/* the plain interface: radeon or evergreen */
	CARD_EVERGREEN,		/* where evergreen is stricter, or does more */
};

/**
 * card_require - leave the program with the SKIP status unless the card is there
 * @argc: of main()
 * @argv: of main(); listing the tests needs no card
 * @want: which driver
 */
void card_require(int argc, char **argv, enum card_want want);

/* A file of the driver's in debugfs, about this card; NULL without one, or rights. */
FILE *card_debugfs(const struct card *card, const char *name);

#endif
