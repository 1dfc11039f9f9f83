// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: kernels in an object of llc
 *
 * Each function of .text is a kernel. .AMDGPU.config has pairs of a register and what it is
 * to hold; each kernel's begin with SQ_PGM_RESOURCES of the stage, in the order of the code.
 *
 * Source: what llc 19 writes.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

#define RESOURCES	0x288d4u	/* SQ_PGM_RESOURCES_LS, compute's */
#define LDS_ALLOC	0x288e8u

struct object {
	const char *data;
	size_t size;
	Elf32_Ehdr head;
};

/* A copy of what lies at an offset; false past the end. */
static bool get(const struct object *o, uint64_t offset, void *to, size_t size)
{
	if (offset > o->size || size > o->size - offset)
		return false;
	memcpy(to, o->data + offset, size);
	return true;
}

/* One whose contents lie in the object; those of SHT_NOBITS lie nowhere, whatever its size. */
static bool section(const struct object *o, unsigned int i, Elf32_Shdr *s)
{
	return i < o->head.e_shnum && get(o, o->head.e_shoff + (uint64_t)i * sizeof(*s), s, sizeof(*s)) &&
	       s->sh_type != SHT_NOBITS && s->sh_offset <= o->size && s->sh_size <= o->size - s->sh_offset;
}

static const char *name_in(const struct object *o, const Elf32_Shdr *strings, uint32_t at)
{
	const char *name = o->data + strings->sh_offset + at;

	return at < strings->sh_size && memchr(name, 0, strings->sh_size - at) ? name : NULL;
}

static bool by_name(const struct object *o, const char *name, Elf32_Shdr *s)
{
	Elf32_Shdr strings;
	const char *own;

	if (!section(o, o->head.e_shstrndx, &strings))
		return false;
	for (unsigned int i = 0; i < o->head.e_shnum; i++) {
		own = section(o, i, s) ? name_in(o, &strings, s->sh_name) : NULL;
		if (own && !strcmp(own, name))
			return true;
	}
	return false;
}

static int by_address(const void *a, const void *b)
{
	uint32_t x = ((const struct elf_kernel *)a)->resources, y = ((const struct elf_kernel *)b)->resources;

	return x < y ? -1 : x > y;
}

/* Kernels do not overlap: @left is what of .text none has taken, and bounds the copies. */
static bool add(struct elf *elf, const struct object *o, const Elf32_Shdr *text, const Elf32_Sym *sym,
		const char *name, size_t *left)
{
	struct elf_kernel *k = &elf->kernel[elf->kernels];

	if (sym->st_value > text->sh_size || sym->st_size > text->sh_size - sym->st_value ||
	    sym->st_size > *left)
		return false;
	*left -= sym->st_size;
	k->n = sym->st_size / 8;
	k->words = malloc(8 * k->n + 8);
	if (!k->words)
		return false;
	memcpy(k->words, o->data + text->sh_offset + sym->st_value, 8 * k->n);
	k->name = name;
	k->resources = sym->st_value;	/* sorted by it; give_config() puts the register's there */
	elf->kernels++;
	return true;
}

static bool find_kernels(struct elf *elf, const struct object *o, const Elf32_Shdr *text)
{
	Elf32_Shdr symbols, strings;
	size_t left = text->sh_size;
	Elf32_Sym sym;
	const char *name;
	unsigned int n;

	if (!by_name(o, ".symtab", &symbols) || !section(o, symbols.sh_link, &strings))
		return false;
	n = symbols.sh_size / sizeof(sym);
	elf->kernel = calloc(n + 1, sizeof(*elf->kernel));
	if (!elf->kernel)
		return false;
	for (unsigned int i = 0; i < n; i++) {
		if (!get(o, symbols.sh_offset + i * sizeof(sym), &sym, sizeof(sym)))
			return false;
		name = name_in(o, &strings, sym.st_name);
		if (ELF32_ST_TYPE(sym.st_info) != STT_FUNC || ELF32_ST_BIND(sym.st_info) != STB_GLOBAL)
			continue;
		if (!name || !add(elf, o, text, &sym, name, &left))
			return false;
	}
	qsort(elf->kernel, elf->kernels, sizeof(*elf->kernel), by_address);
	return true;
}

static void give_config(struct elf *elf, const struct object *o)
{
	Elf32_Shdr config;
	uint32_t pair[2];
	unsigned int k = 0;

	for (unsigned int i = 0; i < elf->kernels; i++)
		elf->kernel[i].resources = 0;
	if (!by_name(o, ".AMDGPU.config", &config))
		return;
	for (uint32_t at = 0; at + sizeof(pair) <= config.sh_size; at += sizeof(pair)) {
		if (!get(o, config.sh_offset + at, pair, sizeof(pair)))
			return;
		if (pair[0] == RESOURCES && k < elf->kernels)
			elf->kernel[k++].resources = pair[1];
		else if (pair[0] == LDS_ALLOC && k)
			elf->kernel[k - 1].lds = pair[1];
	}
}

bool elf_open(struct elf *elf, const char *data, size_t size)
{
	struct object o = { .data = data, .size = size };
	Elf32_Shdr text;

	memset(elf, 0, sizeof(*elf));
	if (!get(&o, 0, &o.head, sizeof(o.head)) || memcmp(o.head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    o.head.e_ident[EI_CLASS] != ELFCLASS32 || o.head.e_shentsize != sizeof(Elf32_Shdr))
		return false;
	if (!by_name(&o, ".text", &text) || !find_kernels(elf, &o, &text)) {
		elf_close(elf);
		return false;
	}
	give_config(elf, &o);
	return true;
}

void elf_close(struct elf *elf)
{
	for (unsigned int i = 0; i < elf->kernels; i++)
		free(elf->kernel[i].words);
	free(elf->kernel);
	memset(elf, 0, sizeof(*elf));
}
