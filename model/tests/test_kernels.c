// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Objects of llc: kernels are found, no header of a section leads out of the file, and no two
 * kernels are the same code.
 */
#include <elf.h>
#include <stddef.h>

#include "array.h"
#include "sq/kernels.h"
#include "test_card.h"

enum { SECTION_NONE, TEXT, SYMBOLS, STRINGS, NAMES, CONFIG, SECTIONS };

static const char names[] = "\0.text\0.symtab\0.strtab\0.shstrtab\0.AMDGPU.config";
#define NAME_TEXT	1
#define NAME_SYMBOLS	7
#define NAME_STRINGS	15
#define NAME_NAMES	23
#define NAME_CONFIG	33

static const char strings[] = "\0kern";

/* As it lies in the file. */
struct object {
	Elf32_Ehdr head;
	Elf32_Shdr section[SECTIONS];
	Elf32_Sym symbol[3];
	uint32_t code[4], config[4];
	char names[sizeof(names)], strings[sizeof(strings)];
};

static Elf32_Shdr header(uint32_t name, uint32_t type, size_t offset, size_t size)
{
	return (Elf32_Shdr){
		.sh_name = name, .sh_type = type, .sh_offset = (uint32_t)offset, .sh_size = (uint32_t)size,
	};
}

/* A section whose contents are a member of the object. */
#define HEADER(name, type, member) \
	header(name, type, offsetof(struct object, member), sizeof(((struct object *)0)->member))

static struct object good_object(void)
{
	struct object o = {
		.head = {
			.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_REL, .e_shoff = offsetof(struct object, section),
			.e_shentsize = sizeof(Elf32_Shdr), .e_shnum = SECTIONS, .e_shstrndx = NAMES,
		},
		.section = {
			[TEXT] = HEADER(NAME_TEXT, SHT_PROGBITS, code),
			[SYMBOLS] = HEADER(NAME_SYMBOLS, SHT_SYMTAB, symbol),
			[STRINGS] = HEADER(NAME_STRINGS, SHT_STRTAB, strings),
			[NAMES] = HEADER(NAME_NAMES, SHT_STRTAB, names),
			[CONFIG] = HEADER(NAME_CONFIG, SHT_PROGBITS, config),
		},
		.symbol[1] = {
			.st_name = 1, .st_size = sizeof(o.code), .st_shndx = TEXT,
			.st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC),
		},
		.code = { 1, 2, 3, 4 },
		.config = { 0x288d4, 0x12, 0x288e8, 0x34 },
	};

	o.section[SYMBOLS].sh_link = STRINGS;
	memcpy(o.names, names, sizeof(names));
	memcpy(o.strings, strings, sizeof(strings));
	return o;
}

/* In memory of its size, so that the sanitizer sees a read behind it. */
static bool opens(const struct object *o, size_t size, struct elf *elf)
{
	static char *data;

	free(data);
	data = malloc(size + !size);
	if (!data)
		abort();
	memcpy(data, o, size);
	return elf_open(elf, data, size);
}

static void test_good(void)
{
	struct object o = good_object();
	struct elf elf;
	bool good = opens(&o, sizeof(o), &elf) && elf.kernels == 1;

	check(good, "an object with a kernel");
	check(good && !strcmp(elf.kernel[0].name, "kern") && elf.kernel[0].n == 2 &&
	      !memcmp(elf.kernel[0].words, o.code, sizeof(o.code)), "its name and its words");
	check(good && elf.kernel[0].resources == 0x12 && elf.kernel[0].lds == 0x34, "its registers");
	elf_close(&elf);
}

/* Each section has all kinds of wrong places; .AMDGPU.config is the only one that may lack. */
static void test_sections(void)
{
	static const struct {
		const char *what;
		uint32_t type, offset, size;
	} wrong[] = {
		{ "without contents, far away", SHT_NOBITS, 0x7fff0000, 64 },
		{ "without contents, at the end", SHT_NOBITS, sizeof(struct object), 4096 },
		{ "far away", SHT_PROGBITS, 0x7fff0000, 64 },
		{ "that is too long", SHT_PROGBITS, offsetof(struct object, code), 4096 },
		{ "whose end wraps", SHT_PROGBITS, 64, 0xffffffff },
	};

	for (unsigned int i = TEXT; i < SECTIONS; i++)
		for (size_t k = 0; k < ARRAY_SIZE(wrong); k++) {
			struct object o = good_object();
			struct elf elf;

			o.section[i] = header(o.section[i].sh_name, wrong[k].type, wrong[k].offset, wrong[k].size);
			o.section[i].sh_link = i == SYMBOLS ? STRINGS : 0;
			check(opens(&o, sizeof(o), &elf) == (i == CONFIG) &&
			      elf.kernels == (i == CONFIG), "%s %s", names + o.section[i].sh_name, wrong[k].what);
			elf_close(&elf);
		}
}

static void test_cut(void)
{
	struct object o = good_object();
	unsigned int opened = 0;
	struct elf elf;

	for (size_t size = 0; size < sizeof(o); size++) {
		opened += opens(&o, size, &elf) && elf.kernels && strcmp(elf.kernel[0].name, "kern") != 0;
		elf_close(&elf);
	}
	check(!opened, "an object that is cut has the kernel or none");
}

/* Each kernel is a copy, so many that are all of .text would take memory without end. */
static void test_overlapping(void)
{
	static const struct {
		const char *what;
		uint32_t first_size, second_at;
		unsigned int kernels;
	} twos[] = {
		{ "two kernels that share .text", 8, 8, 2 },
		{ "two kernels that are all of .text each", 16, 0, 0 },
		{ "two kernels that have a word in common", 16, 8, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(twos); i++) {
		struct object o = good_object();
		struct elf elf;

		o.symbol[1].st_size = twos[i].first_size;
		o.symbol[2] = o.symbol[1];
		o.symbol[2].st_value = twos[i].second_at;
		o.symbol[2].st_size = sizeof(o.code) - twos[i].second_at;
		check(opens(&o, sizeof(o), &elf) == (twos[i].kernels > 0) &&
		      elf.kernels == twos[i].kernels, "%s", twos[i].what);
		elf_close(&elf);
	}
}

int main(void)
{
	test_good();
	test_sections();
	test_overlapping();
	test_cut();
	return test_end();
}
