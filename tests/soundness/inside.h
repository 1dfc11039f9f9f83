/* SPDX-License-Identifier: MIT OR GPL-2.0 */
#ifndef INSIDE_H
#define INSIDE_H

/* What the parts of the card share. */

#include "allowed.h"
#include "card.h"
#include "drawn.h"
#include "gpu.h"
#include "shaders.h"

#define SPACE		0x40000u
#define N_REGS		(SPACE / 4)
#define GRBM_GFX_INDEX	0x802cu
#define ALL_ENGINES	0xc0000000u
#define MAILBOX		0xfc00000000ull		/* of a clean start; no client has it */
#define MAILBOX_END	(MAILBOX + 0x80000)
#define RING_DWORDS	16u
#define MAX_COMPLAINTS	40		/* kinds */

/* More than these are as good as all. */
#define MAX_UNCLEAN		4096

struct card {
	struct gpu *gpu;
	struct gpu_chip chip;
	struct gpu_watch watch;
	struct footprint *footprint;
	const struct card_job *job;
	const struct card_range *last;		/* that an access was in */
	enum allowed allowed[N_REGS];
	bool may_read[N_REGS];
	uint32_t hostile[N_REGS], num_hostile;	/* what strangers may have written */
	uint32_t unclean[MAX_UNCLEAN], num_unclean;	/* what the last stream has */
	uint32_t ring[RING_DWORDS], ib[1 << 20];
	uint8_t starts[1 << 17];		/* bit by dword: a packet begins here */
	uint32_t dma_wptr;
	uint64_t random;
	struct { char text[80]; uint64_t count; } complaints[MAX_COMPLAINTS];
	struct shaders shaders;
	struct drawn drawn;
	enum card_mode mode;
	char escape[1024];
	bool escaped;
	bool ended;				/* padding of the DMA engine was reached */
	unsigned int before;			/* work of the job before that may still run, STATE_* */
	unsigned int before_vmid;
};

/* xorshift64* */
static inline uint64_t next_random(struct card *card)
{
	card->random ^= card->random >> 12;
	card->random ^= card->random << 25;
	card->random ^= card->random >> 27;
	return card->random * 0x2545f4914f6cdd1dull;
}

/* judge.c */
void escape(struct card *card, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void judge(struct card *card, const char *what, uint64_t addr, uint64_t bytes, bool write);
void fill(struct card *card, uint64_t addr, void *buf, size_t len);

/* shaders.c; see &gpu_watch.program and &gpu_watch.access */
size_t shaders_program(void *opaque, const struct stage *stage, bool fetch, uint32_t *words, size_t most);
void shaders_access(void *opaque, const struct stage *stage, unsigned int path, uint64_t addr,
		    size_t bytes, bool write);

/* before.c */
void before_find(struct card *card);
void before_clean_start(struct card *card);
void before_dirty(struct card *card);
void before_take_states(struct card *card);

#endif
