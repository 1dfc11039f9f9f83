// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: which accesses a job may make, and what they find
 *
 * There is no memory. What is read is a hash of its address, so that streams of gigabytes cost
 * nothing.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"

void escape(struct card *card, const char *fmt, ...)
{
	va_list args;

	if (card->escaped)
		return;
	card->escaped = true;
	va_start(args, fmt);
	vsnprintf(card->escape, sizeof(card->escape), fmt, args);
	va_end(args);
}

/* The range that @addr is in, or the one before it; by halves. */
static const struct card_range *find_range(const struct card_job *job, uint64_t addr)
{
	unsigned int from = 0, to = job->num_ranges;

	while (to - from > 1) {
		unsigned int mid = (from + to) / 2;

		if (job->ranges[mid].first <= addr)
			from = mid;
		else
			to = mid;
	}
	return job->num_ranges ? &job->ranges[from] : NULL;
}

void judge(struct card *card, const char *what, uint64_t addr, uint64_t bytes, bool write)
{
	const struct card_range *r = card->last;

	if (!r || addr < r->first || addr >= r->end)
		r = find_range(card->job, addr);
	card->last = r;
	if (!r || addr < r->first || addr >= r->end || bytes > r->end - addr)
		escape(card, "%s: %s 0x%llx + 0x%llx, outside of all buffers; before it 0x%llx to 0x%llx",
		       what, write ? "writes" : "reads", (unsigned long long)addr,
		       (unsigned long long)bytes, r ? (unsigned long long)r->first : 0,
		       r ? (unsigned long long)r->end : 0);
	else if (write ? !r->write : !r->read && !r->write)
		escape(card, "%s: %s 0x%llx + 0x%llx against the domains", what,
		       write ? "writes" : "reads", (unsigned long long)addr,
		       (unsigned long long)bytes);
}

/* A dword of memory: often nothing, a little, or all ones. */
static uint32_t contents(uint64_t seed, uint64_t addr)
{
	uint64_t h = (addr / 4 + seed) * 0x9e3779b97f4a7c15ull;

	h ^= h >> 32;
	switch (h & 3) {
	case 0:
		return 0;
	case 1:
		return h >> 8 & 0xff;
	case 2:
		return h & 4 ? UINT32_MAX : (uint32_t)(h >> 8) & 0xffff;
	default:
		return (uint32_t)(h >> 8);
	}
}

#define LOOKED_AT	64u	/* larger reads are copied, and nobody looks */

void fill(struct card *card, uint64_t addr, void *buf, size_t len)
{
	uint32_t words[LOOKED_AT / 4 + 1];

	if (len > LOOKED_AT) {
		memset(buf, 0, len);
		return;
	}
	for (size_t i = 0; i <= len / 4; i++)
		words[i] = contents(card->job->seed, addr + 4 * i);
	memcpy(buf, words, len);
}
