// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: faults on request
 *
 * A plan is a comma-separated list of NAME[@WHERE][=WHEN]. Each time the model passes a
 * place where it could fail under that name, that is one chance; WHEN says which
 * chances do:
 *
 *   (nothing)  each
 *   N          the Nth alone, counted from 1
 *   N+         the Nth and all after it
 *   N-M        the Nth to the Mth
 *   ~K         one in K, drawn from the seed
 *
 * WHERE restricts a name to one ring, engine or kind of reset; only chances there
 * count then.
 *
 * A plan that does not parse is an error at start that names the item: a test whose fault never
 * comes would pass for the wrong reason. For the same reason the names are
 * known here, and the end of a run tells which items have never struck.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "gpu.h"
#include "fault.h"

#define MAX_ITEMS 16
#define MAX_ITEM	64	/* characters, and their end */
#define STUCK		"reg-stuck"
#define REG_SPACE	0x40000u

struct item {
	char name[MAX_ITEM];
	uint64_t first, last, one_in, chances, hits;
};

struct faults {
	struct item items[MAX_ITEMS];
	unsigned int n;
	uint64_t random;
};

/* @where: the words that may follow the name. */
static const struct {
	const char *name, *where;
} names[] = {
	{ "lost-irq" }, { "spurious-irq" }, { "ih-overflow" }, { "gone" }, { "tlb-flush-fails" },
	{ "vm-hang" }, { "vm-flush-late" }, { "vm-flush-never" }, { "vm-mute" },
	{ "rlc-busy" }, { "rlc-dead" }, { "mc-dead" }, { "hot" }, { "displays-wake" }, { "blank-missed" },
	{ "vram-forgets" },
	{ "drop-eop", "0 1 2" }, { "cp-stop", "0 1 2" }, { "cp-hang", "0 1 2" },
	{ "gfx-hang", "0 1 2" }, { "me-stays", "0 1 2" }, { "idle-of-all" },
	{ "cp-dma-stuck" },
	{ "dma-stuck", "0 1" }, { "dma-copy-stuck", "0 1" }, { "dma-drop-fence", "0 1" },
	{ "pll-dead", "engine memory" },
	{ "reset-fails", "cp gfx dma0 dma1 vmc" },
	{ "rom-broken", "signature header atom tables list entry short long clocks reference "
		"init calls id volts speed set-volts no-volts" },
};

/* Is one of the @words, which blanks separate, the one of @len characters at @word? */
static bool is_word_of(const char *words, const char *word, size_t len)
{
	for (; words && *words; words += strcspn(words, " "), words += *words == ' ')
		if (strcspn(words, " ") == len && !strncmp(words, word, len))
			return true;
	return false;
}

/* Takes the offset of a register, and spells it as regs.c does. */
static const char *take_register(const char *offset, struct item *item)
{
	const char *digits = strncmp(offset, "0x", 2) ? offset : offset + 2;
	size_t n = strspn(digits, "0123456789abcdefABCDEF");
	unsigned long value = strtoul(digits, NULL, 16);

	if (!n || digits[n])
		return "a register is a hexadecimal number";
	if (n > 8 || value >= REG_SPACE)
		return "registers end at 40000";
	if (value % 4)
		return "the offset of a register is a multiple of 4";
	snprintf(item->name, sizeof(item->name), STUCK "@%lx", value);
	return NULL;
}

/* Return: what is wrong with it, or NULL. */
static const char *take_name(const char *name, struct item *item)
{
	size_t len = strcspn(name, "@"), i = 0;
	const char *where = name[len] ? name + len + 1 : NULL;

	if (len == strlen(STUCK) && !strncmp(name, STUCK, len))
		return take_register(where ? where : "", item);
	while (i < ARRAY_SIZE(names) && (strlen(names[i].name) != len || strncmp(names[i].name, name, len)))
		i++;
	if (i == ARRAY_SIZE(names))
		return "no fault is called so";
	if (where && !names[i].where)
		return "it is not bound to a place";
	if (where && !is_word_of(names[i].where, where, strlen(where)))
		return "there is no such place";
	snprintf(item->name, sizeof(item->name), "%s", name);
	return NULL;
}

/* "12" at *p; moves *p behind it. Zero and overflow are no counts. */
static bool parse_count(const char **p, uint64_t *value)
{
	uint64_t v = 0;

	if (**p < '0' || **p > '9')
		return false;
	for (; **p >= '0' && **p <= '9'; (*p)++) {
		if (v > UINT64_MAX / 16)
			return false;
		v = 10 * v + (uint64_t)(**p - '0');
	}
	*value = v;
	return v > 0;
}

static bool parse_when(const char *p, struct item *item)
{
	if (*p == '~') {
		p++;
		item->first = 1;
		item->last = UINT64_MAX;
		return parse_count(&p, &item->one_in) && !*p;
	}
	if (!parse_count(&p, &item->first))
		return false;
	item->last = item->first;
	if (*p == '+') {
		item->last = UINT64_MAX;
		p++;
	} else if (*p == '-') {
		p++;
		if (!parse_count(&p, &item->last) || item->last < item->first)
			return false;
	}
	return !*p;
}

static const char *parse_item(const char *text, size_t len, struct item *item)
{
	const char *problem;
	char buf[MAX_ITEM];
	char *when;

	if (len == 0)
		return "nothing is no fault";
	if (len >= sizeof(buf))
		return "no fault is that long";
	memcpy(buf, text, len);
	buf[len] = 0;
	*item = (struct item){ .first = 1, .last = UINT64_MAX };
	when = strchr(buf, '=');
	if (when)
		*when++ = 0;
	problem = take_name(buf, item);
	if (problem)
		return problem;
	return when && !parse_when(when, item) ? "its chances are N, N+, N-M or ~K, from 1 on" : NULL;
}

/* What is wrong, or NULL; then *@at is where, of *@len characters. */
static const char *parse(const char *plan, struct faults *faults, const char **at, size_t *len)
{
	const char *problem;

	faults->n = 0;
	if (!plan || !*plan)
		return NULL;
	for (*at = plan;; *at += *len + 1) {
		*len = strcspn(*at, ",");
		if (faults->n == MAX_ITEMS)
			return "a plan has 16 faults at most";
		problem = parse_item(*at, *len, &faults->items[faults->n]);
		if (problem)
			return problem;
		faults->n++;
		if (!(*at)[*len])
			return NULL;
	}
}

bool gpu_fault_plan_ok(const char *plan)
{
	struct faults scratch;
	const char *at = NULL, *problem;
	size_t len = 0;

	problem = parse(plan, &scratch, &at, &len);
	if (problem)
		fprintf(stderr, "model: bad fault plan: '%.*s': %s\n", (int)len, at, problem);
	return !problem;
}

/* xorshift64*: enough to scatter faults, the same on every machine. */
static uint64_t draw(struct faults *faults)
{
	uint64_t x = faults->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	faults->random = x;
	return x * 0x2545f4914f6cdd1dULL;
}

static bool item_strikes(struct faults *faults, struct item *item)
{
	item->chances++;
	if (item->chances < item->first || item->chances > item->last)
		return false;
	if (item->one_in && (draw(faults) >> 11) % item->one_in)
		return false;
	item->hits++;
	return true;
}

/* "name", and "name@where" if this chance is there. */
static bool is_about(const struct item *item, const char *name, const char *where)
{
	size_t len = strlen(name);
	const char *rest = item->name + len;

	if (strncmp(item->name, name, len) != 0)
		return false;
	return !*rest || (where && *rest == '@' && !strcmp(rest + 1, where));
}

bool gpu_fault_hit_at(struct gpu *gpu, const char *name, const char *where)
{
	struct faults *faults = gpu_block_state(gpu, BLOCK_FAULT);
	bool hit = false;

	for (unsigned int i = 0; i < faults->n; i++)
		if (is_about(&faults->items[i], name, where) &&
		    item_strikes(faults, &faults->items[i]))
			hit = true;
	if (hit)
		fprintf(stderr, "model: fault %s%s%s strikes at %.6f s\n", name, where ? "@" : "",
			where ? where : "", (double)gpu_now(gpu) / 1e9);
	return hit;
}

bool gpu_fault_hit(struct gpu *gpu, const char *name)
{
	return gpu_fault_hit_at(gpu, name, NULL);
}

static void fault_init(struct gpu *gpu, void *state)
{
	const struct gpu_config *config = gpu_config(gpu);
	struct faults *faults = state;
	const char *at;
	size_t len;

	faults->random = config->seed * 2 + 1;
	if (parse(config->faults, faults, &at, &len)) {
		fprintf(stderr, "model: bad fault plan '%s'\n", config->faults);
		abort();
	}
}

static void fault_fini(struct gpu *gpu, void *state)
{
	const struct faults *faults = state;

	(void)gpu;
	for (unsigned int i = 0; i < faults->n; i++)
		fprintf(stderr, "model: fault %s: %llu chances, struck %llu times\n",
			faults->items[i].name, (unsigned long long)faults->items[i].chances,
			(unsigned long long)faults->items[i].hits);
}

const struct gpu_block gpu_block_fault = {
	.name = "fault",
	.state_size = sizeof(struct faults),
	.init = fault_init,
	.fini = fault_fini,
};
