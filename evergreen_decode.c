// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Decoding packets
 *
 * Rings and indirect buffers as text, a line for each packet: where it is, what it
 * is called, and its dwords. It serves whoever has to find out why a card stands
 * still, so it takes what it finds: a length that leads out of the memory ends the
 * walk, an unknown header is shown as such and skipped by one dword.
 *
 * Names and lengths are the checker's, which has every packet of AMD's guide and of the
 * list of async DMA packets, those that it refuses included.
 */
#include <linux/bitfield.h>
#include <linux/minmax.h>

#include <drm/drm_print.h>

#include "evergreen_decode.h"
#include "evergreen_ring.h"
#include "pm4_packets.h"
#include "r600_cs_checker.h"

/* Dwords of a packet that are shown; streams have packets of thousands. */
#define SHOWN_DW	13

/* A packet at one place of a stream. */
struct packet {
	const char *name;
	u32 dwords;
};

static struct packet dma_packet(u32 header)
{
	u32 dwords = 1;
	const char *name = r600_cs_dma_packet_name(header, &dwords);

	return (struct packet) { name ?: "unknown", dwords };
}

static struct packet pm4_packet(u32 header)
{
	const char *name;

	switch (FIELD_GET(PACKET_TYPE, header)) {
	case 0:
		return (struct packet) { "type 0", FIELD_GET(PACKET_COUNT, header) + 2 };
	case 2:
		return (struct packet) { "filler", 1 };
	case 3:
		name = r600_cs_packet_name(FIELD_GET(PACKET3_OPCODE, header));
		return (struct packet) { name ?: "unknown", FIELD_GET(PACKET_COUNT, header) + 2 };
	default:
		return (struct packet) { "unknown", 1 };
	}
}

static void show_packet(struct drm_printer *p, const struct evergreen_words *w, u32 at,
			const struct packet *packet)
{
	u32 shown = min(packet->dwords, SHOWN_DW);
	char text[SHOWN_DW * 9 + 1];
	int len = 0;
	u32 i;

	for (i = 0; i < shown; i++)
		len += scnprintf(text + len, sizeof(text) - len, " %08x",
				 READ_ONCE(w->words[(at + i) & w->mask]));
	drm_printf(p, "%8u %-24s%s%s\n", at & w->mask, packet->name, text,
		   shown < packet->dwords ? " ..." : "");
}

/* Fillers come in rows, and a row is told once. */
static u32 count_fillers(const struct evergreen_words *w, u32 at, u32 left)
{
	u32 filler = READ_ONCE(w->words[at & w->mask]);
	u32 n = 1;

	while (n < left && READ_ONCE(w->words[(at + n) & w->mask]) == filler)
		n++;
	return n;
}

/**
 * evergreen_decode() - show packets
 * @p: where to print
 * @words: what to show; it may change meanwhile
 */
void evergreen_decode(struct drm_printer *p, const struct evergreen_words *words)
{
	u32 at = words->first;
	u32 left = words->count;
	struct packet packet;
	u32 header;

	while (left) {
		header = READ_ONCE(words->words[at & words->mask]);
		packet = words->dma ? dma_packet(header) : pm4_packet(header);
		if (packet.dwords == 1) {
			packet.dwords = count_fillers(words, at, left);
			drm_printf(p, "%8u %-24s x %u\n", at & words->mask, packet.name,
				   packet.dwords);
		} else if (packet.dwords > left) {
			drm_printf(p, "%8u %-24s %08x: leads over the end by %u dwords\n",
				   at & words->mask, packet.name, header, packet.dwords - left);
			return;
		} else {
			show_packet(p, words, at, &packet);
		}
		at += packet.dwords;
		left -= packet.dwords;
	}
}

/**
 * evergreen_decode_ring() - show what was last written to a ring
 * @p: where to print
 * @ring: the ring
 *
 * From the start of the oldest of the last EVERGREEN_RING_COMMITS commits on:
 * packets have no mark by which their beginning could be found otherwise. Takes
 * no lock, for it must work when the card hangs; what is written meanwhile may be
 * shown half.
 */
void evergreen_decode_ring(struct drm_printer *p, struct evergreen_ring *ring)
{
	u32 mask = ring->size_dw - 1;
	u32 commits = READ_ONCE(ring->commits);
	u32 oldest = commits > EVERGREEN_RING_COMMITS ? commits - EVERGREEN_RING_COMMITS : 0;
	struct evergreen_words words = {
		.words = ring->mem.dwords,
		.mask = mask,
		.dma = evergreen_ring_is_dma(ring),
	};

	if (!commits || !words.words)
		return;
	words.first = ring->commit_start[oldest % EVERGREEN_RING_COMMITS];
	words.count = (READ_ONCE(ring->wptr) - words.first) & mask;
	evergreen_decode(p, &words);
}
