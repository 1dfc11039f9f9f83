// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: packets that decide whether others run
 *
 * COND_EXEC and PRED_EXEC step over a counted run of dwords. SET_PREDICATION
 * reads results of queries and arms the predicate bit of later headers.
 *
 * Sources: AMD's acceleration guide; the layout of the query results, what CONTINUE makes of
 * several, and that the hint draws whatever is asked for, are what Mesa relies on.
 */
#include "cp.h"

#define VALID		(1ull << 63)
#define OP_CLEAR	0
#define OP_ZPASS	1
#define OP_PRIMCOUNT	2

enum pm4_result pm4_cond_exec(struct pm4 *p)
{
	uint32_t flag;

	if (pm4_reserved(p, 0, ~3u) || pm4_reserved(p, 1, 0xff) || pm4_reserved(p, 2, 0x3fff))
		return PM4_DONE;
	cp_mem_read(p, pm4_address(p, 0, ~3u), &flag, sizeof(flag));
	if (!flag)
		cp_skip(p, p->body[2]);
	return PM4_DONE;
}

/* The device id of ME_INITIALIZE is one bit of the mask. */
enum pm4_result pm4_pred_exec(struct pm4 *p)
{
	if (pm4_reserved(p, 0, 0xff003fff))
		return PM4_DONE;
	if (!(p->body[0] >> 24 & p->cp->me.device_id))
		cp_skip(p, p->body[0] & 0x3fff);
	return PM4_DONE;
}

/* What the blocks of a query say together. */
struct outcome {
	uint64_t sum;		/* samples that have passed; of stream-out, 1 without an overflow */
	bool unknown;		/* a result is not there yet, and the hint is to draw then */
};

/* A result that is not there: false if it has to be waited for. */
static bool goes_without(struct outcome *outcome, bool hint)
{
	outcome->unknown |= hint;
	return hint;
}

/* Begin and end counters of each depth backend, 16 bytes apart; not valid: not there yet. */
static enum pm4_result zpass(struct pm4 *p, uint64_t addr, bool hint, struct outcome *outcome)
{
	const struct gpu_chip *chip = gpu_config(p->gpu)->chip;
	unsigned int slots = chip->predicate_slots ? chip->predicate_slots : chip->backends;
	uint64_t slot[2];

	for (unsigned int i = 0; i < slots; i++) {
		cp_mem_read(p, addr + 16ull * i, slot, sizeof(slot));
		if (slot[0] & slot[1] & VALID)
			outcome->sum += (slot[1] & ~VALID) - (slot[0] & ~VALID);
		else if (!goes_without(outcome, hint))
			return PM4_STALL;
	}
	return PM4_DONE;
}

/* Two samples of {needed, written}: without an overflow both grew by the same amount. */
static enum pm4_result primcount(struct pm4 *p, uint64_t addr, bool hint, struct outcome *outcome)
{
	uint64_t s[4];

	cp_mem_read(p, addr, s, sizeof(s));
	if (s[0] & s[1] & s[2] & s[3] & VALID)
		outcome->sum = (s[2] - s[0]) == (s[3] - s[1]);
	else if (!goes_without(outcome, hint))
		return PM4_STALL;
	return PM4_DONE;
}

/*
 * With the block in hand, those before: any samples count, and any overflow. Mesa asks so for
 * the overflow of any of four streams.
 */
static void add_earlier(struct outcome *outcome, const struct cp_me *me, uint32_t op)
{
	outcome->unknown |= me->predicate_unknown;
	if (op == OP_ZPASS)
		outcome->sum += me->predicate_sum;
	else
		outcome->sum = outcome->sum && me->predicate_sum;
}

enum pm4_result pm4_set_predication(struct pm4 *p)
{
	uint32_t op = p->body[1] >> 16 & 7;
	bool hint = p->body[1] >> 12 & 1, want = p->body[1] >> 8 & 1, more = p->body[1] >> 31;
	uint64_t addr = pm4_address(p, 0, ~15u);
	struct cp_me *me = &p->cp->me;
	struct outcome outcome = { 0 };
	enum pm4_result result;

	if (pm4_reserved(p, 1, 0x800711ff))
		return PM4_DONE;
	if (op == OP_CLEAR) {
		me->predicated = false;
		return PM4_DONE;
	}
	if (op > OP_PRIMCOUNT || pm4_reserved(p, 0, ~15u)) {
		pm4_complain(p, "operation %u", op);
		return PM4_DONE;
	}
	result = op == OP_ZPASS ? zpass(p, addr, hint, &outcome) : primcount(p, addr, hint, &outcome);
	if (result != PM4_DONE)
		return result;
	if (more)
		add_earlier(&outcome, me, op);
	inherit_predicate(p);
	me->predicate_sum = outcome.sum;
	me->predicate_unknown = outcome.unknown;
	me->predicated = true;
	me->predicate = outcome.unknown || !!outcome.sum == want;
	return PM4_DONE;
}
