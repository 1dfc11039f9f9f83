/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/* Kernels in an object of llc for r600: 32-bit ELF, little endian. */
#ifndef SQ_KERNELS_H
#define SQ_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_kernel {
	const char *name;		/* in the object */
	uint32_t *words;
	size_t n;			/* of 64 bits */
	uint32_t resources, lds;	/* SQ_PGM_RESOURCES, SQ_LDS_ALLOC as the object has them */
};

struct elf {
	unsigned int kernels;
	struct elf_kernel *kernel;	/* by address */
};

/* False if it is none, or is broken; @data must live as long as @elf. */
bool elf_open(struct elf *elf, const char *data, size_t size);
void elf_close(struct elf *elf);

#endif
