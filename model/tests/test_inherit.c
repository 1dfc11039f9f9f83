// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What a draw or a dispatch may find: a driver that leaves out any one of the
 * packets that make a clean start is found out.
 */
#include "array.h"
#include "test_card.h"
#include "cp.h"

#define CONFIG(reg, n)		DWORDS(PKT3(0x68, (n) + 1), ((reg) - 0x8000) / 4)
#define CONTEXT(reg, n)		DWORDS(PKT3(0x69, (n) + 1), ((reg) - 0x28000) / 4)
#define COMPUTE_CONTEXT(reg, n)	DWORDS(PKT3(0x69, (n) + 1) | 2, ((reg) - 0x28000) / 4)
#define WAIT_IDLE		DWORDS(CONFIG(0x8040, 1), 1 << 15)
#define PS_FLUSH		DWORDS(PKT3(0x46, 1), 0x410)
#define VS_FLUSH		DWORDS(PKT3(0x46, 1), 0x40f)
#define VGT_FLUSH		DWORDS(PKT3(0x46, 1), 0x24)
#define DRAW			DWORDS(PKT3(0x2d, 2), 3, 2)
#define PREDICATED_DRAW		DWORDS(PKT3(0x2d, 2) | 1, 3, 2)
#define PREDICATE		DWORDS(PKT3(0x20, 2), DATA, 1 << 16 | 1 << 12 | 1 << 8)
#define LIMIT			DWORDS(PKT3(0x13, 1), 3)
#define INDEXED_DRAW		DWORDS(PKT3(0x2b, 4), DATA, 0, 3, 0)
#define DISPATCH		DWORDS(PKT3(0x15, 4) | 2, 1, 1, 1, 1)
#define CS_FLUSH		DWORDS(PKT3(0x46, 1), 0x407)
#define DB_META			DWORDS(PKT3(0x46, 1), 0x2c)
#define CB_META			DWORDS(PKT3(0x46, 1), 0x2e)
#define CACHES			(1u << 27 | 1u << 24 | 1u << 23 | 1u << 20)	/* SH, VC, TC, full */
#define SYNC(vmid)		DWORDS(PKT3(0x43, 4), CACHES, ~0u, 0, (vmid) << 24 | 10)
#define FENCE(event)		DWORDS(PKT3(0x47, 5), 0x500 | (event), DATA, 1u << 29, 1, 0)
#define EOP			DWORDS(SYNC(0), FENCE(0x14))
#define NULL_CONSTANTS		DWORDS(PKT3(0x6f, 4), (0x3ff00 - 0x3cff0) / 4, ~0u, ~0u, ~0u)
#define RESOURCE(slot)		DWORDS(PKT3(0x6d, 9), 8 * (slot), 1, 2, 3, 4, 5, 6, 7, 8)

/* Registers of draws that few clients write. */
#define SPI_LIMITS(x)		DWORDS(CONTEXT(0x286f8, 5), x, x, x, x, x)
#define GDS_BASE(x)		DWORDS(CONTEXT(0x28720, 1), x)
#define GDS_SIZE(x)		DWORDS(CONTEXT(0x28724, 1), x)
#define POINTS(x)		DWORDS(CONTEXT(0x287d4, 4), x, x, x, x)
#define STIPPLE_AND_FILTER(x)	DWORDS(CONTEXT(0x28824, 3), x, x, x)
#define STEP_RATES(x)		DWORDS(CONTEXT(0x28aa0, 2), x, x)

/* A packet or two that must not be missing. */
struct part {
	const char *what;
	enum { ANY_CHIP, EG, CM } chip;
	bool compute;			/* only a dispatch needs it */
	uint32_t n, dw[52];
};

#define PART(what, chip, compute, ...) \
	{ what, chip, compute, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, { __VA_ARGS__ } }

static const struct part parts[] = {
	PART("SET_PREDICATION", ANY_CHIP, false, PKT3(0x20, 2), 0, 0),
	PART("GRBM_GFX_INDEX", ANY_CHIP, false, CONFIG(0x802c, 1), 0xc0000000),
	PART("WAIT_UNTIL before", EG, false, WAIT_IDLE),
	PART("PS_PARTIAL_FLUSH before", CM, false, PS_FLUSH),
	PART("VS_PARTIAL_FLUSH before", CM, false, VS_FLUSH),
	PART("CS_PARTIAL_FLUSH before", CM, false, CS_FLUSH),
	PART("VGT_FLUSH before", ANY_CHIP, false, VGT_FLUSH),
	PART("rings of ES to PS", ANY_CHIP, false, CONFIG(0x8c40, 12), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	PART("rings of LS and HS", ANY_CHIP, false, CONFIG(0x8e10, 4), 0, 0, 0, 0),
	PART("VGT_TF_MEMORY_BASE", ANY_CHIP, false, CONFIG(0x89b8, 1), 0),
	PART("INDEX_BUFFER_SIZE", ANY_CHIP, false, PKT3(0x13, 1), ~0u),
	PART("memory export", EG, false, CONFIG(0x9010, 2), 0, 0),
	PART("VGT_HS_OFFCHIP_PARAM", CM, false, CONFIG(0x89b0, 1), 0),
	PART("scatter export", CM, false, CONTEXT(0x28358, 2), 0, 0),
	PART("item sizes of ES to PS", ANY_CHIP, false, CONTEXT(0x28908, 4), 0, 0, 0, 0),
	PART("item sizes of LS and HS", ANY_CHIP, false, CONTEXT(0x28830, 2), 0, 0),
	PART("nulling", ANY_CHIP, false, NULL_CONSTANTS),
	PART("limits of stages", CM, false, SPI_LIMITS(0)),
	PART("GDS_ADDR_BASE", ANY_CHIP, false, GDS_BASE(0)),
	PART("GDS_ADDR_SIZE", ANY_CHIP, false, GDS_SIZE(0x3fff)),
	PART("sizes of points", ANY_CHIP, false, POINTS(0)),
	PART("line stipple and filter", ANY_CHIP, false, STIPPLE_AND_FILTER(0)),
	PART("step rates", ANY_CHIP, false, STEP_RATES(0)),
	PART("constant buffers of PS to GS", EG, true, COMPUTE_CONTEXT(0x28140, 48), 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	PART("constant buffers of HS and LS", EG, true, COMPUTE_CONTEXT(0x28f80, 32), 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	PART("CB_COLOR0_INFO", ANY_CHIP, false, CONTEXT(0x28c70, 1), 0),
	PART("CB_COLOR1_INFO", ANY_CHIP, false, CONTEXT(0x28cac, 1), 0),
	PART("CB_COLOR2_INFO", ANY_CHIP, false, CONTEXT(0x28ce8, 1), 0),
	PART("CB_COLOR3_INFO", ANY_CHIP, false, CONTEXT(0x28d24, 1), 0),
	PART("CB_COLOR4_INFO", ANY_CHIP, false, CONTEXT(0x28d60, 1), 0),
	PART("CB_COLOR5_INFO", ANY_CHIP, false, CONTEXT(0x28d9c, 1), 0),
	PART("CB_COLOR6_INFO", ANY_CHIP, false, CONTEXT(0x28dd8, 1), 0),
	PART("CB_COLOR7_INFO", ANY_CHIP, false, CONTEXT(0x28e14, 1), 0),
	PART("CB_COLOR8_INFO", ANY_CHIP, false, CONTEXT(0x28e50, 1), 0),
	PART("CB_COLOR9_INFO", ANY_CHIP, false, CONTEXT(0x28e6c, 1), 0),
	PART("CB_COLOR10_INFO", ANY_CHIP, false, CONTEXT(0x28e88, 1), 0),
	PART("CB_COLOR11_INFO", ANY_CHIP, false, CONTEXT(0x28ea4, 1), 0),
	PART("mailboxes", EG, true, COMPUTE_CONTEXT(0x28b9c, 12), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
	PART("SQ_PGM_START_FS", EG, true, COMPUTE_CONTEXT(0x288a4, 1), 1),
	PART("PA_SC_AA_CONFIG", EG, true, COMPUTE_CONTEXT(0x28c04, 1), 0),
	PART("CB_COLOR_CONTROL", EG, true, COMPUTE_CONTEXT(0x28808, 1), 0xcc0010),
	PART("VGT_GS_MODE", EG, true, COMPUTE_CONTEXT(0x28a40, 1), 0),
	PART("VGT_SHADER_STAGES_EN", EG, true, COMPUTE_CONTEXT(0x28b54, 1), 0),
	PART("a new compute state", CM, true, PKT3(0x14, 1) | 2, 0, PKT3(0x12, 1) | 2, 0),
	PART("WAIT_UNTIL after", EG, false, WAIT_IDLE),
	PART("PS_PARTIAL_FLUSH after", CM, false, PS_FLUSH),
	PART("VGT_FLUSH after", ANY_CHIP, false, VGT_FLUSH),
};

#define N_PARTS (ARRAY_SIZE(parts))

/* What a clear state has to have for a compute state to be clean. */
static const struct part defaults[] = {
	PART("constant buffers of PS to GS", CM, true, CONTEXT(0x28140, 48), 0, 0, 0, 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	PART("constant buffers of HS and LS", CM, true, CONTEXT(0x28f80, 32), 0, 0, 0, 0, 0, 0, 0,
	     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	PART("CB_COLOR0_INFO", CM, true, CONTEXT(0x28c70, 1), 0),
	PART("CB_COLOR1_INFO", CM, true, CONTEXT(0x28cac, 1), 0),
	PART("CB_COLOR2_INFO", CM, true, CONTEXT(0x28ce8, 1), 0),
	PART("CB_COLOR3_INFO", CM, true, CONTEXT(0x28d24, 1), 0),
	PART("CB_COLOR4_INFO", CM, true, CONTEXT(0x28d60, 1), 0),
	PART("CB_COLOR5_INFO", CM, true, CONTEXT(0x28d9c, 1), 0),
	PART("CB_COLOR6_INFO", CM, true, CONTEXT(0x28dd8, 1), 0),
	PART("CB_COLOR7_INFO", CM, true, CONTEXT(0x28e14, 1), 0),
	PART("CB_COLOR8_INFO", CM, true, CONTEXT(0x28e50, 1), 0),
	PART("CB_COLOR9_INFO", CM, true, CONTEXT(0x28e6c, 1), 0),
	PART("CB_COLOR10_INFO", CM, true, CONTEXT(0x28e88, 1), 0),
	PART("CB_COLOR11_INFO", CM, true, CONTEXT(0x28ea4, 1), 0),
	PART("mailboxes", CM, true, CONTEXT(0x28b9c, 12), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
	PART("SQ_PGM_START_FS", CM, true, CONTEXT(0x288a4, 1), 1),
	PART("PA_SC_AA_CONFIG", CM, true, CONTEXT(0x28be0, 1), 0),
	PART("CB_COLOR_CONTROL", CM, true, CONTEXT(0x28808, 1), 0xcc0010),
	PART("VGT_GS_MODE", CM, true, CONTEXT(0x28a40, 1), 0),
	PART("VGT_SHADER_STAGES_EN", CM, true, CONTEXT(0x28b54, 1), 0),
	PART("scatter export", CM, true, CONTEXT(0x28358, 2), 0, 0),
	PART("item sizes of ES to PS", CM, true, CONTEXT(0x28908, 4), 0, 0, 0, 0),
	PART("item sizes of LS and HS", CM, true, CONTEXT(0x28830, 2), 0, 0),
	PART("nulling", CM, true, NULL_CONSTANTS),
};

#define N_DEFAULTS (ARRAY_SIZE(defaults))
#define NONE	N_PARTS

static const char *const chips[] = { "cypress", "cayman" };

static bool on(const struct part *part, bool cayman)
{
	return part->chip == ANY_CHIP || (part->chip == CM) == cayman;
}

/* The default state, without part @missing. */
static void start(struct card *card, bool cayman, size_t missing)
{
	card_start(card, chips[cayman], 0, NULL);
	/* The card keeps the configuration that it was made with. */
	((struct gpu_config *)gpu_config(card->gpu))->own_state = true;
	EMIT(card, PKT3(0x4a, 1), 2u << 28);
	for (size_t i = 0; i < N_DEFAULTS; i++)
		if (i != missing)
			emit_n(card, defaults[i].dw, defaults[i].n);
	EMIT(card, PKT3(0x4a, 1), 3u << 28);
	if (cayman)
		EMIT(card, PKT3(0x12, 1) | 2, 0);
	run(card);
	complaints(card);
}

/* What the driver does before a stream, without part @missing. */
static void clean_start(struct card *card, bool cayman, size_t missing)
{
	for (size_t i = 0; i < N_PARTS; i++)
		if (i != missing && on(&parts[i], cayman)) {
			emit_n(card, parts[i].dw, parts[i].n);
			run(card);	/* the test's ring is short */
		}
}

/*
 * A stream of a client, and the fence behind it. What it has begun may run on, and nobody minds:
 * that a fence waits for it is tested by itself.
 */
static void stream(struct card *card, unsigned int vmid, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++)
		poke32(card, IB + 4 * i, dwords[i]);
	RUN(card, PKT3(0x32, 3), IB, 0, (uint32_t)n | vmid << 24, DB_META, CB_META);
	cp_of(card->gpu)->ring[0].threads = 0;
	RUN(card, SYNC(vmid), EOP);
}

#define STREAM(card, vmid, ...) \
	stream(card, vmid, (const uint32_t[]){ __VA_ARGS__ }, \
	       sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

/* A stranger draws with a resource of his own, then comes the stream in question. */
static uint64_t found_out(struct card *card, bool cayman, size_t missing, bool dispatch)
{
	clean_start(card, cayman, NONE);
	STREAM(card, 0, RESOURCE(700), PREDICATE, PREDICATED_DRAW, LIMIT, DISPATCH, GDS_BASE(1),
	       GDS_SIZE(1), POINTS(1), STIPPLE_AND_FILTER(1), STEP_RATES(1));
	if (cayman)
		STREAM(card, 0, SPI_LIMITS(1));
	complaints(card);
	clean_start(card, cayman, missing);
	if (dispatch)
		STREAM(card, 0, DISPATCH, CS_FLUSH);
	else
		STREAM(card, 0, PREDICATED_DRAW, INDEXED_DRAW);
	return complaints(card);
}

static void test_parts(bool cayman)
{
	struct card card;

	start(&card, cayman, NONE);
	check(!found_out(&card, cayman, NONE, false), "%s: a draw after a clean start", chips[cayman]);
	check(!found_out(&card, cayman, NONE, true), "%s: a dispatch", chips[cayman]);
	for (size_t i = 0; i < N_PARTS; i++) {
		/* Slots of a dispatch on Cayman are not those of draws. */
		bool dispatch = parts[i].compute;

		if (on(&parts[i], cayman))
			check(found_out(&card, cayman, i, dispatch) > 0, "%s: without %s", chips[cayman],
			      parts[i].what);
		if (on(&parts[i], cayman) && parts[i].compute)
			check(!found_out(&card, cayman, i, false), "which a draw does not need");
	}
	card_free(&card);
}

static void test_defaults(void)
{
	for (size_t i = 0; i < N_DEFAULTS; i++) {
		struct card card;

		start(&card, true, i);
		check(found_out(&card, true, NONE, true) > 0, "a clear state without %s",
		      defaults[i].what);
		card_free(&card);
	}
}

static void test_own(void)
{
	struct card card;

	start(&card, true, NONE);
	clean_start(&card, true, NONE);
	STREAM(&card, 0, CONFIG(0x8c44, 1), 5, RESOURCE(3), DRAW, RESOURCE(1023), DRAW);
	check(!complaints(&card), "what the stream has set itself");
	STREAM(&card, 0, DRAW);
	check(complaints(&card) > 0, "a stream without a clean start");
	STREAM(&card, 0, RESOURCE(5));
	check(!complaints(&card), "matters only if it draws");
	reg(&card, 0x8c44, 1);
	check(!complaints(&card), "the host may write what it likes");
	RUN(&card, DRAW, PS_FLUSH, VS_FLUSH, VGT_FLUSH, DB_META, CB_META, EOP);
	check(!complaints(&card), "and the driver draw");
	RUN(&card, DRAW, PS_FLUSH, VS_FLUSH, VGT_FLUSH, DB_META, EOP);
	check(complaints(&card) == 1, "but not leave CMASK in a cache");
	RUN(&card, DRAW, PS_FLUSH, VS_FLUSH, VGT_FLUSH, CB_META, EOP);
	check(complaints(&card) == 1, "nor HTILE");
	RUN(&card, DB_META, EOP);
	check(!complaints(&card), "until it is flushed");
	RUN(&card, DRAW, PS_FLUSH, VGT_FLUSH, DB_META, CB_META, EOP);
	check(complaints(&card) == 1, "nor vertices running");
	RUN(&card, DRAW, VS_FLUSH, VGT_FLUSH, DB_META, CB_META, EOP);
	check(complaints(&card) == 1, "nor pixels");
	RUN(&card, DISPATCH, PS_FLUSH, VS_FLUSH, EOP);
	check(complaints(&card) == 1, "nor a dispatch");
	RUN(&card, DISPATCH, CS_FLUSH, EOP);
	check(!complaints(&card), "which an event ends");
	RUN(&card, PKT3(0x6f, 2), (0x3ff04 - 0x3cff0) / 4, 1);
	check(complaints(&card) == 1, "only all bits are known to clear");
	card_free(&card);
}

/* ---- what exists once changes under nobody's work ---- */

#define DIRECTORY(n)		(0x20000u + 0x1000 * (n))
#define TABLE			0x30000u
#define PT_BASE(vmid)		(0x153cu + 4 * (vmid))
#define FILLER			0x80000000u

/* VMIDs 1 to 3, each with a directory of its own; streams are where they are without. */
static void start_spaces(struct card *card)
{
	start(card, true, NONE);
	reg(card, 0x2064, 3 << 3 | 1);
	for (unsigned int vmid = 1; vmid < 4; vmid++) {
		poke64(card, DIRECTORY(vmid), TABLE | 1);
		reg(card, PT_BASE(vmid), DIRECTORY(vmid) >> 12);
		reg(card, 0x155c + 4 * vmid, 0);
		reg(card, 0x157c + 4 * vmid, 4095);
	}
	poke64(card, TABLE + 8 * (IB / 4096), IB | 0x61);
	reg(card, 0x1414, 1 | 1 << 1 | 3 << 24);
	reg(card, 0x1478, 0xe);
	complaints(card);
}

/* What one submission may leave running, and what another one of VMID @second changes. */
static uint64_t changes_under(struct card *card, unsigned int first, unsigned int second,
			      const uint32_t *between, size_t n)
{
	clean_start(card, true, NONE);
	STREAM(card, first, DRAW, DISPATCH);
	emit_n(card, between, n);
	STREAM(card, second, CONFIG(0x8c40, 2), 0x10, 1);
	return complaints(card);
}

#define CHANGES_UNDER(card, first, second, ...) \
	changes_under(card, first, second, (const uint32_t[]){ __VA_ARGS__ }, \
		      sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

static void test_owners(void)
{
	struct card card;

	start_spaces(&card);
	check(CHANGES_UNDER(&card, 0, 1, FILLER) > 0, "a client's rings under draws of no VM");
	check(CHANGES_UNDER(&card, 1, 2, FILLER) > 0, "or under those of another VM");
	check(CHANGES_UNDER(&card, 1, 0, FILLER) > 0, "a stream without one under those of a VM");
	check(!CHANGES_UNDER(&card, 1, 1, FILLER), "its own draws it may disturb");
	check(CHANGES_UNDER(&card, 0, 1, WAIT_IDLE) > 0, "WAIT_UNTIL waits for nothing");
	check(CHANGES_UNDER(&card, 0, 1, PS_FLUSH, VS_FLUSH) > 0, "the dispatch may run on");
	check(CHANGES_UNDER(&card, 0, 1, PS_FLUSH, CS_FLUSH) > 0, "vertices may");
	check(CHANGES_UNDER(&card, 0, 1, VS_FLUSH, CS_FLUSH) > 0, "pixels may");
	check(!CHANGES_UNDER(&card, 0, 1, PS_FLUSH, VS_FLUSH, CS_FLUSH), "nothing runs");
	clean_start(&card, true, NONE);
	STREAM(&card, 1, DRAW);
	STREAM(&card, 2, DRAW);
	STREAM(&card, 2, CONFIG(0x8c40, 2), 0x10, 1);
	check(complaints(&card) > 0, "draws of the client itself hide no others");
	clean_start(&card, true, NONE);
	STREAM(&card, 1, STIPPLE_AND_FILTER(1), DRAW);
	check(!complaints(&card), "a client's own filter of primitives");
	STREAM(&card, 1, DRAW, PS_FLUSH, VS_FLUSH, CS_FLUSH);
	check(!complaints(&card), "that of a stream before");
	STREAM(&card, 2, DRAW, PS_FLUSH, VS_FLUSH, CS_FLUSH);
	check(complaints(&card) == 3, "another client finds it");
	RUN(&card, STIPPLE_AND_FILTER(0));
	STREAM(&card, 2, DRAW);
	check(!complaints(&card), "but if the driver resets it");
	card_free(&card);
}

/* Work of VMID 1, what comes @between, and other page tables for it, all on the ring at once. */
static uint64_t pages_under(struct card *card, uint32_t pages, const uint32_t *between, size_t n)
{
	static const uint32_t draw[] = { DRAW };

	reg(card, PT_BASE(1), DIRECTORY(1) >> 12);
	for (size_t i = 0; i < 3; i++)
		poke32(card, IB + 4 * i, draw[i]);
	EMIT(card, PKT3(0x32, 3), IB, 0, 3 | 1 << 24, DB_META, CB_META);
	emit_n(card, between, n);
	RUN(card, SYNC(1), PT_BASE(1) / 4, pages >> 12, EOP);
	return complaints(card);
}

#define PAGES_UNDER(card, pages, ...) \
	pages_under(card, pages, (const uint32_t[]){ __VA_ARGS__ }, \
		    sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

static void test_page_tables(void)
{
	struct card card;

	start_spaces(&card);
	/* Each time that no event ends the draw, its fence is one complaint. */
	check(PAGES_UNDER(&card, DIRECTORY(2), EOP) == 2, "page tables change under a draw");
	check(PAGES_UNDER(&card, DIRECTORY(1), EOP) == 1, "they are the same");
	check(!PAGES_UNDER(&card, DIRECTORY(2), PS_FLUSH, VS_FLUSH), "the draw is over");
	check(PAGES_UNDER(&card, DIRECTORY(1), FILLER) == 1, "nothing has changed");
	reg(&card, PT_BASE(1), DIRECTORY(2) >> 12);
	check(!complaints(&card), "the fence has come");
	card_free(&card);
}

/* ---- caches at a fence ---- */

#define SYNC_OF(bits, size, base)	DWORDS(PKT3(0x43, 4), bits, size, base, 10)
#define VC_ON(x)			DWORDS(CONFIG(0x8c00, 1), x)	/* SQ_CONFIG */
#define DRAWN				DWORDS(DRAW, PS_FLUSH, VS_FLUSH, VGT_FLUSH, DB_META, CB_META)

static void test_written(bool cayman)
{
	static const uint8_t good[] = { 0x04, 0x14 }, bad[] = { 0x28, 0x2b, 0x2d };
	struct card card;

	start(&card, cayman, NONE);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		RUN(&card, DRAWN, SYNC(0), FENCE(good[i]));
		check(!complaints(&card), "%s: event 0x%02x flushes", chips[cayman], good[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		RUN(&card, DRAWN, SYNC(0), FENCE(bad[i]));
		check(complaints(&card) == 1, "0x%02x does not, or not all", bad[i]);
	}
	RUN(&card, SYNC(0), FENCE(0x28));
	check(!complaints(&card), "nothing has been drawn since");
	RUN(&card, DRAWN, PKT3(0x46, 1), 0x16, SYNC(0), FENCE(0x28));
	check(!complaints(&card), "another event may flush");
	RUN(&card, PKT3(0x46, 1), 0x16, DRAWN, SYNC(0), FENCE(0x28));
	check(complaints(&card) == 1, "but not before it is drawn");
	RUN(&card, DISPATCH, CS_FLUSH, SYNC(0), FENCE(0x28));
	check(complaints(&card) == 1, "of a dispatch, too");
	card_free(&card);
}

static void test_read(bool cayman)
{
	static const struct { const char *what; uint32_t dw[5]; } bad[] = {
		{ "no SURFACE_SYNC", { PKT3(0x10, 4) } },
		{ "one without TC", { SYNC_OF(CACHES & ~(1u << 23), ~0u, 0) } },
		{ "one without SH", { SYNC_OF(CACHES & ~(1u << 27), ~0u, 0) } },
		{ "one that ends before memory does", { SYNC_OF(CACHES, 0x1000, 0) } },
		{ "one that begins later", { SYNC_OF(CACHES, ~0u, 1) } },
	};
	struct card card;

	start(&card, cayman, NONE);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		EMIT(&card, DRAWN);
		emit_n(&card, bad[i].dw, 5);
		RUN(&card, FENCE(0x14));
		check(complaints(&card) == 1, "%s: %s", chips[cayman], bad[i].what);
	}
	RUN(&card, SYNC(0), DRAWN, FENCE(0x14));
	check(complaints(&card) == 1, "one before the draw");
	RUN(&card, DISPATCH, CS_FLUSH, FENCE(0x14));
	check(complaints(&card) == 1, "none behind a dispatch");
	RUN(&card, FENCE(0x14));
	check(!complaints(&card), "without a draw none is needed");
	RUN(&card, VC_ON(0), DRAWN, SYNC_OF(CACHES & ~(1u << 24), ~0u, 0), FENCE(0x14));
	check(!complaints(&card), "nor VC where no vertex cache works");
	RUN(&card, VC_ON(1), DRAWN, SYNC_OF(CACHES & ~(1u << 24), ~0u, 0), FENCE(0x14));
	check(complaints(&card) == !cayman, "but where one does, which is on no Cayman");
	card_free(&card);
}

static void test_read_in_spaces(void)
{
	static const uint32_t draw[] = { DRAW };
	struct card card;

	start_spaces(&card);
	for (size_t i = 0; i < ARRAY_SIZE(draw); i++)
		poke32(&card, IB + 4 * i, draw[i]);
	for (uint32_t vmid = 0; vmid < 3; vmid++) {
		RUN(&card, PKT3(0x32, 3), IB, 0, 3 | 1 << 24, VS_FLUSH, PS_FLUSH, DB_META, CB_META, SYNC(vmid),
		    FENCE(0x14));
		check(complaints(&card) == (vmid != 1), "caches of VMID %u behind a draw of VMID 1", vmid);
	}
	card_free(&card);
}

/* ---- one shader engine ---- */

#define SELECT(x)		DWORDS(CONFIG(0x802c, 1), x)
#define ALL			0xc0000000
#define ONE			0x40000000
#define SPILLED			DWORDS(CONFIG(0x8c68, 2), 0x10, 1)	/* SQ_PSTMP_RING_BASE, _SIZE */
#define ENDED			DWORDS(PS_FLUSH, VS_FLUSH, CS_FLUSH, VGT_FLUSH)

static void test_engines(bool cayman)
{
	struct card card;

	start(&card, cayman, NONE);
	clean_start(&card, cayman, NONE);
	STREAM(&card, 0, SELECT(ONE), SPILLED, SELECT(ONE | 1 << 16), SPILLED, SELECT(ALL), DRAW, ENDED);
	check(!complaints(&card), "%s: a stream sets rings of both engines", chips[cayman]);
	STREAM(&card, 0, SELECT(ONE), SPILLED);
	check(complaints(&card) == 1, "and leaves none selected");
	RUN(&card, SELECT(ALL));
	STREAM(&card, 0, SELECT(0x80000000), SPILLED);
	check(complaints(&card) == 1, "nor an instance");
	clean_start(&card, cayman, NONE);
	STREAM(&card, 0, SELECT(ONE), DRAW, SELECT(ALL), ENDED);
	check(complaints(&card) == 1, "nor while it draws");
	clean_start(&card, cayman, NONE);
	RUN(&card, SELECT(ONE));
	check(!complaints(&card), "the driver may select one as well");
	STREAM(&card, 0, SELECT(ALL), RESOURCE(1));
	check(complaints(&card) == 1, "but not for a stream");
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x802c, ONE);
	reg(&card, 0x86d8, 0);
	check(complaints(&card) == 1, "nor for a CP that starts");
	reg(&card, 0x86d8, 0x14000000);
	reg(&card, 0x802c, ALL);
	reg(&card, 0x86d8, 0);
	check(!complaints(&card), "which finds all of them");
	card_free(&card);
}

#define RING1		0x180000u	/* its place in VRAM */
#define IB1		0x380000u

static uint32_t wptr1;

static void start_ring1(struct card *card)
{
	start(card, true, NONE);
	reg(card, 0xc184, 8 << 8 | 9);
	reg(card, 0xc188, RPTR + 0x100);
	gpu_reg_set(card->gpu, 0xc180, RING1 >> 8);	/* a write would reset ring 0 */
	cp_of(card->gpu)->ring[1].level[0].base = RING1;
	wptr1 = 0;
	complaints(card);
}

/* What it is up to, without an end that wraps. */
static uint64_t on_ring1(struct card *card, const uint32_t *dwords, size_t n)
{
	for (size_t i = 0; i < n; i++)
		poke32(card, RING1 + 4 * wptr1++, dwords[i]);
	reg(card, 0xc190, wptr1);
	settle(card);
	check(gpu_mmio_read(card->gpu, 0x86fc) == wptr1, "ring 1 runs");
	return complaints(card);
}

#define ON_RING1(card, ...) \
	on_ring1(card, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

/* Ring 0 stands in a stream that has selected an engine; that of ring 1 cannot know. */
static void test_engines_of_rings(void)
{
	static const uint32_t stream[] = { SELECT(ONE), PKT3(0x3c, 6), 0x13, DATA, 0, 1, ~0u, 4, SELECT(ALL) };
	struct card card;

	start_ring1(&card);
	for (size_t i = 0; i < ARRAY_SIZE(stream); i++)
		poke32(&card, IB + 4 * i, stream[i]);
	poke32(&card, IB1, PKT3(0x10, 1));
	RUN(&card, PKT3(0x32, 3), IB, 0, ARRAY_SIZE(stream));
	check(!ON_RING1(&card, PKT3(0x32, 3), IB1, 0, 2), "a stream of another ring meanwhile");
	poke32(&card, DATA, 1);
	settle(&card);
	check(gpu_mmio_read(card.gpu, 0x8700) == card.wptr && !complaints(&card), "and the end of the first");
	card_free(&card);
}

static void test_caches_of_rings(void)
{
	struct card card;

	start_ring1(&card);
	ON_RING1(&card, PKT3(0x12, 1) | 2, 0);
	check(!ON_RING1(&card, DISPATCH, CS_FLUSH, SYNC(0), FENCE(0x14)), "a fence of ring 1");
	check(ON_RING1(&card, DISPATCH, SYNC(0), CS_FLUSH, FENCE(0x14)) == 1, "caches that threads fill again");
	check(!ON_RING1(&card, SYNC(0), FENCE(0x14)), "which is over");
	check(ON_RING1(&card, DISPATCH, CS_FLUSH, SYNC(0), FENCE(0x28)) == 1, "one that flushes nothing");
	check(ON_RING1(&card, DISPATCH, CS_FLUSH, FENCE(0x14)) == 1, "one without SURFACE_SYNC");
	ON_RING1(&card, DISPATCH, CS_FLUSH);
	RUN(&card, EOP);
	check(!complaints(&card), "a fence of ring 0 is not about it");
	check(!ON_RING1(&card, SYNC(0), FENCE(0x14)), "which comes later");
	card_free(&card);
}

static void test_anybody(void)
{
	struct card card;

	card_start(&card, "cypress", 0, NULL);
	RUN(&card, SELECT(ONE));
	STREAM(&card, 0, DRAW);
	RUN(&card, WAIT_IDLE, VGT_FLUSH, SELECT(ALL));
	check(!complaints(&card), "nobody minds which engine is selected");
	STREAM(&card, 0, RESOURCE(1), CONFIG(0x8c44, 1), 5, DRAW);
	STREAM(&card, 0, DRAW, CONFIG(0x8c44, 1), 6, DRAW);
	check(!complaints(&card), "no promise, no complaint");
	RUN(&card, CONFIG(0x8c44, 1), 0);
	check(complaints(&card) > 0, "but a driver changes no ring while draws run");
	card_free(&card);
}

int main(void)
{
	test_parts(false);
	test_parts(true);
	test_defaults();
	test_own();
	test_owners();
	test_page_tables();
	test_written(false);
	test_written(true);
	test_read(false);
	test_read(true);
	test_read_in_spaces();
	test_engines(false);
	test_engines(true);
	test_engines_of_rings();
	test_caches_of_rings();
	test_anybody();
	return test_end();
}
