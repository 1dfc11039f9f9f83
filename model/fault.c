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
 * A plan that does not parse is an error at start: a test whose fault never
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

struct item {
	char name[32];
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
	{ "rlc-busy" }, { "rlc-dead" }, { "mc-dead" }, { "hot" }, { "displays-wake" },
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

static bool known(const char *name)
{
	size_t len = strcspn(name, "@");
	const char *where = name[len] ? name + len + 1 : NULL;

	if (!strncmp(name, "reg-stuck@", 10))
		return name[10];
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i].name) == len && !strncmp(names[i].name, name, len))
			return !where || is_word_of(names[i].where, where, strlen(where));
	return false;
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

static bool parse_item(const char *text, size_t len, struct item *item)
{
	char buf[64];
	char *when;

	if (len == 0 || len >= sizeof(buf))
		return false;
	memcpy(buf, text, len);
	buf[len] = 0;
	*item = (struct item){ .first = 1, .last = UINT64_MAX };
	when = strchr(buf, '=');
	if (when)
		*when++ = 0;
	if (!known(buf) || strlen(buf) >= sizeof(item->name))
		return false;
	memcpy(item->name, buf, strlen(buf) + 1);
	return !when || parse_when(when, item);
}

static bool parse(const char *plan, struct faults *faults)
{
	size_t len;

	faults->n = 0;
	if (!plan || !*plan)
		return true;
	for (;; plan += len + 1) {
		len = strcspn(plan, ",");
		if (faults->n == MAX_ITEMS || !parse_item(plan, len, &faults->items[faults->n]))
			return false;
		faults->n++;
		if (!plan[len])
			return true;
	}
}

bool gpu_fault_plan_ok(const char *plan)
{
	struct faults scratch;

	return parse(plan, &scratch);
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

	faults->random = config->seed * 2 + 1;
	if (!parse(config->faults, faults)) {
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
