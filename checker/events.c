// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Checks of event packets
 *
 * An event travels down the pipeline and may make a block write to memory: the
 * depth blocks their sample counts, the VGT its statistics, the CP a fence.
 * Which event writes how much is in one table, and an event that is not in it
 * is refused, above all the timestamp events of EVENT_WRITE_EOP in a plain
 * EVENT_WRITE, which would be written to whatever address came last.
 *
 * Sources: guide 9.6.1 to 9.6.3 for the packets; event numbers and the sizes
 * of what they write from Mesa's r600 driver, which reads it back.
 */

#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "pm4_packets.h"
#include "r600_cs_checker.h"
#include "run.h"

/* Packets that may carry an event. */
enum r600_cs_event_packet {
	EVENT_REFUSED,
	EVENT_WRITE,
	EVENT_WRITE_EOP,
	EVENT_WRITE_EOS,
};

/**
 * struct r600_cs_event - one event type
 */
struct r600_cs_event {
	/** @packet: enum r600_cs_event_packet that may carry it */
	u8 packet;

	/** @index: EVENT_INDEX that it needs */
	u8 index;

	/** @bytes: what an EVENT_WRITE of it writes; 0 means that it has no address */
	u8 bytes;

	/** @draws: it is about draws alone, which may be other clients' where the ring has none */
	bool draws;
};

static const struct r600_cs_event events[64] = {
	/* two 64-bit counters */
	[SAMPLE_STREAMOUTSTATS1] = { EVENT_WRITE, EVENT_INDEX_STREAMOUTSTATS, 16, true },
	[SAMPLE_STREAMOUTSTATS2] = { EVENT_WRITE, EVENT_INDEX_STREAMOUTSTATS, 16, true },
	[SAMPLE_STREAMOUTSTATS3] = { EVENT_WRITE, EVENT_INDEX_STREAMOUTSTATS, 16, true },
	[CACHE_FLUSH_TS] = { EVENT_WRITE_EOP, EVENT_INDEX_TIMESTAMP, 0, false },
	[CACHE_FLUSH] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, false },
	[CS_PARTIAL_FLUSH] = { EVENT_WRITE, EVENT_INDEX_PARTIAL_FLUSH, 0, false },
	[VS_PARTIAL_FLUSH] = { EVENT_WRITE, EVENT_INDEX_PARTIAL_FLUSH, 0, false },
	[PS_PARTIAL_FLUSH] = { EVENT_WRITE, EVENT_INDEX_PARTIAL_FLUSH, 0, false },
	[CACHE_FLUSH_AND_INV_TS_EVENT] = { EVENT_WRITE_EOP, EVENT_INDEX_TIMESTAMP, 0, false },
	[ZPASS_DONE] = { EVENT_WRITE, EVENT_INDEX_ZPASS, R600_CS_ZPASS_BYTES, true },
	[CACHE_FLUSH_AND_INV_EVENT] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, false },
	[PIPELINESTAT_START] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, true },
	[PIPELINESTAT_STOP] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, true },
	/* eleven 64-bit counters */
	[SAMPLE_PIPELINESTAT] = { EVENT_WRITE, EVENT_INDEX_PIPELINESTAT, 88, true },
	[SO_VGTSTREAMOUT_FLUSH] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, true },
	[SAMPLE_STREAMOUTSTATS] = { EVENT_WRITE, EVENT_INDEX_STREAMOUTSTATS, 16, true },
	/* The VGT begins its rings anew, those of a draw on GFX, too. */
	[VGT_FLUSH] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, true },
	[BOTTOM_OF_PIPE_TS] = { EVENT_WRITE_EOP, EVENT_INDEX_TIMESTAMP, 0, false },
	[DB_CACHE_FLUSH_AND_INV] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, false },
	[FLUSH_AND_INV_DB_META] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, false },
	[FLUSH_AND_INV_CB_META] = { EVENT_WRITE, EVENT_INDEX_NONE, 0, false },
	[CS_DONE] = { EVENT_WRITE_EOS, EVENT_INDEX_EOS, 0, false },
	[PS_DONE] = { EVENT_WRITE_EOS, EVENT_INDEX_EOS, 0, false },
};

static int refuse_event(struct r600_cs_run *run, u32 initiator,
			enum r600_cs_event_packet packet)
{
	const struct r600_cs_event *event = &events[FIELD_GET(PACKET3_EVENT_TYPE, initiator)];

	if (initiator & ~(PACKET3_EVENT_TYPE | PACKET3_EVENT_INDEX))
		return r600_cs_refuse_bits(run, "EVENT_INITIATOR", initiator,
					   PACKET3_EVENT_TYPE | PACKET3_EVENT_INDEX);
	if (event->packet != packet)
		return r600_cs_refuse(run, "EVENT_TYPE",
				      FIELD_GET(PACKET3_EVENT_TYPE, initiator), 0,
				      "is no event that this packet may send");
	return r600_cs_refuse(run, "EVENT_INDEX", FIELD_GET(PACKET3_EVENT_INDEX, initiator),
			      event->index, "the event needs the index of the limit");
}

/* The first dword of all three packets: the type says what else is in it. */
static inline bool is_event(u32 initiator, enum r600_cs_event_packet packet)
{
	u32 type = FIELD_GET(PACKET3_EVENT_TYPE, initiator);

	return events[type].packet == packet &&
	       initiator == (FIELD_PREP(PACKET3_EVENT_INDEX, events[type].index) | type);
}

/*
 * What an event writes, and from where on. The pair of a backend is 16 bytes:
 * the first half for the count at the start of a query, the second at its end,
 * so an address in the middle of a pair writes to the second halves only.
 */
static u64 event_bytes(const struct r600_cs_run *run, u32 type,
		       u64 offset)
{
	u64 bytes = events[type].bytes;

	if (events[type].index != EVENT_INDEX_ZPASS)
		return bytes;
	return bytes * run->in->chip->num_backends - offset % R600_CS_ZPASS_BYTES;
}

static int check_event_address(struct r600_cs_run *run, const u32 *body, u32 type)
{
	u64 offset = r600_cs_offset(body[1], body[2]);
	int ret;

	ret = r600_cs_reserved(run, "ADDRESS_HI", body[2], R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "ADDRESS",
		.offset = offset,
		.size = event_bytes(run, type, offset),
		.align = 8,
		.dw = 1,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_WRITE,
	});
}

/* One dword for an event that writes nothing, three for one that does. */
int r600_cs_check_event_write(struct r600_cs_run *run, const u32 *body)
{
	u32 type = FIELD_GET(PACKET3_EVENT_TYPE, body[0]);
	u32 len = events[type].bytes ? 3 : 1;

	if (!is_event(body[0], EVENT_WRITE))
		return refuse_event(run, body[0], EVENT_WRITE);
	if (run->len != len)
		return r600_cs_refuse(run, "payload dwords", run->len, len,
				      "the event needs as many as the limit");
	/* In a span it may be skipped. */
	if (type == CS_PARTIAL_FLUSH && !run->span_end)
		run->threads = false;
	if (run->compute_engine && events[type].draws)
		return r600_cs_refuse(run, "EVENT_TYPE", type, 0, "is about draws alone");
	return len == 1 ? 0 : check_event_address(run, body, type);
}

/*
 * Bytes by DATA_SEL; 0 refuses it. None at all (0) only makes sense with an
 * interrupt, and those are the kernel's. The CP's performance counter (4)
 * belongs to all clients together.
 */
static const u8 eop_bytes[8] = {
	[1] = 4,	/* 32 bits of data */
	[2] = 8,	/* 64 bits of data */
	[3] = 8,	/* the GPU's clock */
};

int r600_cs_check_event_write_eop(struct r600_cs_run *run, const u32 *body)
{
	u32 select = FIELD_GET(PACKET3_EOP_DATA_SEL, body[2]);
	u32 bytes = eop_bytes[select];
	int ret;

	if (!is_event(body[0], EVENT_WRITE_EOP))
		return refuse_event(run, body[0], EVENT_WRITE_EOP);
	if (!bytes)
		return r600_cs_refuse(run, "DATA_SEL", select, 3,
				      "must be 1, 2 or 3");
	ret = r600_cs_reserved(run, "ADDRESS_HI", body[2],
			       PACKET3_EOP_DATA_SEL | R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	return r600_cs_access(run, &(struct r600_cs_access) {
		.field = "ADDRESS",
		.offset = r600_cs_offset(body[1], body[2]),
		.size = bytes,
		.align = bytes,
		.dw = 1,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_WRITE,
	});
}

#define EOS_CMD			GENMASK(31, 29)
#define  EOS_CMD_APPEND		0
#define  EOS_CMD_GDS		1
#define  EOS_CMD_DATA		2
#define EOS_GDS_INDEX		GENMASK(15, 0)
#define EOS_GDS_SIZE		GENMASK(30, 16)

#define GDS_DWORDS		(R600_CS_GDS_BYTES / 4)

/* Only an append counter may be read, and it is written as one dword. */
static int eos_append(struct r600_cs_run *run, u32 data, u64 *bytes)
{
	*bytes = 4;
	return r600_cs_check_append_count(run, data, 0);
}

/* A range of the global data share, in dwords. */
static int eos_gds(struct r600_cs_run *run, u32 data, u64 *bytes)
{
	u32 index = FIELD_GET(EOS_GDS_INDEX, data);
	u32 size = FIELD_GET(EOS_GDS_SIZE, data);
	int ret;

	ret = r600_cs_reserved(run, "SIZE", data, EOS_GDS_INDEX | EOS_GDS_SIZE);
	if (ret)
		return ret;
	*bytes = (u64)size * 4;
	if (!size || index + size > GDS_DWORDS)
		return r600_cs_refuse(run, "SIZE", data, GDS_DWORDS,
				      "must lie inside the GDS and not be 0");
	return 0;
}

static int eos_data(struct r600_cs_run *run, u32 data, u64 *bytes)
{
	*bytes = 4;
	return 0;
}

/* By CMD; the others are reserved. */
static int (*const r600_cs_eos_commands[8])(struct r600_cs_run *run, u32 data,
					    u64 *bytes) = {
	[EOS_CMD_APPEND] = eos_append,
	[EOS_CMD_GDS] = eos_gds,
	[EOS_CMD_DATA] = eos_data,
};

int r600_cs_check_event_write_eos(struct r600_cs_run *run, const u32 *body)
{
	u32 command = FIELD_GET(EOS_CMD, body[2]);
	struct r600_cs_access access;
	u64 bytes;
	int ret;

	if (!is_event(body[0], EVENT_WRITE_EOS))
		return refuse_event(run, body[0], EVENT_WRITE_EOS);
	ret = r600_cs_reserved(run, "ADDRESS_HI", body[2], EOS_CMD | R600_CS_ADDRESS_HI);
	if (ret)
		return ret;
	if (!r600_cs_eos_commands[command])
		return r600_cs_refuse(run, "CMD", command, EOS_CMD_DATA,
				      "must be 0, 1 or 2");
	ret = r600_cs_eos_commands[command](run, body[3], &bytes);
	if (ret)
		return ret;
	access = (struct r600_cs_access) {
		.field = "ADDRESS",
		.offset = r600_cs_offset(body[1], body[2]),
		.size = bytes,
		.align = 4,
		.dw = 1,
		.kind = R600_CS_PATCH_LO_HI8,
		.direction = R600_CS_WRITE,
	};
	/* Somebody may wait for data; counters without a place in memory are lost. */
	return command == EOS_CMD_DATA ? r600_cs_access(run, &access) :
					 r600_cs_access_or_skip(run, &access);
}
