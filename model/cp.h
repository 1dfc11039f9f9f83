/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * What the files of the command processor share: cp_regs.c has its registers, cp.c
 * fetches, pm4.c has the table of packets, pm4_*.c execute them. inherit.c and
 * context_regs.c use it as well.
 */
#ifndef CP_H
#define CP_H

#include "gpu.h"
#include "page_cache.h"

#define CP_RINGS	3	/* Cayman; the others have one */
#define CP_LEVELS	3	/* ring, IB1, IB2 */
#define CP_MAX_BODY	16384	/* dwords: a 14-bit count field plus one */
#define CP_CACHE	64	/* dwords fetched at once */
#define CP_UCODE_MAX	2176	/* dwords of the larger of the two image sizes */
#define CP_BOTTOM	256	/* end-of-pipe events under way */
#define CP_COPIES	8	/* unsynchronized CP_DMA copies under way */
#define CP_GDS_SIZE	65536	/* bytes */
#define CP_STREAMS	4	/* of stream out */
#define CP_STATISTICS	11	/* of the pipeline, in the order of a sample */
#define CP_NULLS	3	/* clearing registers among the control constants */
#define CP_NULL_BASE	0x3ff00u
#define CP_RESOURCES	1024	/* slots */
#define CP_VMIDS	8
#define CP_WATCHED	140	/* registers that inherit.c watches, at most */
#define CP_SELDOM	16	/* and those that few clients write */
#define BUDGET_PAGES	65536	/* that a step looks up for indices; its last packet may cost more */

#define CONFIG_BASE	0x8000u
#define CONTEXT_BASE	0x28000u
#define CONTEXT_END	0x29000u
#define CONTEXT_REGS	((CONTEXT_END - CONTEXT_BASE) / 4)
#define STATE_REGS	((0x40000u - CONTEXT_BASE) / 4)	/* and constants of all kinds behind them */

/* The last dword of INDIRECT_BUFFER. */
#define IB_DWORDS	0x000fffffu
#define IB_VMID		0x07000000u	/* on Cayman */

/* Where packets come from: a ring or an indirect buffer. */
struct cp_stream {
	uint64_t base;
	uint32_t size, pos, end;	/* dwords; a ring wraps at @size */
	unsigned int vmid, swap;
	uint32_t cache[CP_CACHE];
	uint32_t cached_pos, cached;	/* what @cache holds */
};

/* What draws count. */
struct cp_counters {
	uint64_t samples;		/* that passed depth and stencil */
	uint64_t needed[CP_STREAMS], written[CP_STREAMS];	/* primitives */
	uint64_t statistics[CP_STATISTICS];
	bool counting;			/* statistics */
	uint32_t pixels;		/* with a number */
};

struct cp;
struct dispatch_run;
struct draw_run;
struct footprint;
struct programs;

struct cp_ring {
	struct cp *cp;
	unsigned int index;
	struct cp_stream level[CP_LEVELS];
	struct cp_stream ahead;		/* the IB that the PFP has looked into during a wait */
	unsigned int depth;
	uint32_t reported;		/* rptr at the last write-back */
	bool dead;			/* hangs until the next soft reset */
	bool stopped;			/* fault: fetches nothing and looks idle */
	bool stalled;			/* at the packet under level[depth].pos */
	bool keeps_me;			/* fault: so long no other ring gets the ME */
	bool waits;			/* for a semaphore */
	enum { MAILBOX_NONE, MAILBOX_PENDING, MAILBOX_SENT } mailbox;
	bool compute_state;		/* allocated by CLEAR_STATE, freed by DEALLOC_STATE */
	struct dispatch_run *dispatch;	/* the dispatch under way, or NULL */
	struct draw_run *draw;		/* likewise the draw */
	uint64_t number;		/* of the draw or dispatch that it began last, by the card's count */
	uint32_t dwords;		/* of the packet at the front, which its end steps over */
	bool dispatched;		/* and CS_PARTIAL_FLUSH has not come since */
	unsigned int threads;		/* STATE_RUNS that it has begun since a fence, not ended */
	bool unflushed;			/* it has drawn or dispatched, and no event has flushed that */
	unsigned int read_in;		/* VMIDs, a bit each, of which read caches may have something */
	uint32_t submission;		/* number of what lies between two fences; 0: not yet given */
	uint32_t compute_set;		/* submission in which it took its compute state */
	bool slots_checked;		/* in this submission */
};

struct cp_ucode {
	const char *name;
	uint32_t size;			/* dwords a complete image has */
	uint32_t waddr, raddr;
	uint32_t count;			/* dwords present */
	uint32_t data[CP_UCODE_MAX];
	bool have[CP_UCODE_MAX];
};

/* What the micro-engine remembers between packets. */
struct cp_me {
	bool initialized, fresh;	/* @fresh: nothing but NOPs since ME_INITIALIZE */
	uint32_t device_id;
	bool in_clear_state, clear_state_done, in_preamble;
	uint32_t clear_state[CONTEXT_REGS];
	bool clear_state_has[CONTEXT_REGS];
	bool nulls[CP_NULLS];		/* constants that CLEAR_STATE nulls, by register */
	uint32_t load_enable, shadow_enable;
	uint64_t space_base[8];		/* shadow memory of each register space */
	uint64_t index_base, indirect_base, alu_const_base;
	uint32_t index_max;		/* indices; stays for draws that do not say it */
	bool predicated, predicate;	/* @predicate: predicated packets run */
	uint64_t predicate_sum;
	bool predicate_unknown;		/* see pm4_predicate.c */
};

enum cp_bottom_kind { BOTTOM_WRITE, BOTTOM_CLOCK, BOTTOM_SIGNAL, BOTTOM_SAMPLES };

/* Something that happens once everything before it has left the pipe. */
struct cp_bottom {
	enum cp_bottom_kind kind;
	unsigned int ring, vmid;
	uint64_t addr, data;
	uint64_t counter[CP_STATISTICS];	/* BOTTOM_SAMPLES */
	uint64_t works;			/* cp.works when this was sent */
	unsigned int bytes;		/* BOTTOM_WRITE: 0, 4 or 8 */
	unsigned int slots, stride;	/* BOTTOM_SAMPLES: how many of them, bytes apart */
	bool valid_bit, set_to_one, interrupt, mailbox;
	bool by_driver;			/* it was on the ring itself */
};

struct cp_copy {
	uint64_t src, dst, due;
	uint32_t bytes, fill;
	unsigned int src_sel, dst_sel, vmid, src_swap, dst_swap;
};

/* What has to come before rings may change, or after that before a draw. */
enum {
	STATE_PIXELS = 1, STATE_VERTICES = 2, STATE_COMPUTE = 4,	/* that may still run */
	STATE_RUNS = STATE_PIXELS | STATE_VERTICES | STATE_COMPUTE,
	STATE_VGT = 8,					/* drawn since VGT_FLUSH */
	STATE_MEMORY_WAIT = 16, STATE_MEMORY_FLUSH = 32,	/* changed since a wait, VGT_FLUSH */
	STATE_DEPTH_META = 64, STATE_COLOUR_META = 128,	/* HTILE; CMASK and FMASK may be in caches */
};

struct cp {
	struct gpu *gpu;
	unsigned int n_rings;
	struct cp_ring ring[CP_RINGS];
	uint32_t body[CP_MAX_BODY];
	struct cp_ucode pfp, me_ram;
	uint32_t int_cntl[CP_RINGS];
	struct cp_me me;
	struct cp_bottom bottom[CP_BOTTOM];
	unsigned int bottom_first, bottom_count;
	struct cp_copy copy[CP_COPIES];
	unsigned int copy_first, copy_count;
	bool copy_awaited;		/* an event comes for them */
	uint64_t generation;		/* changes with each reset: late events of the past are void */
	uint64_t resets;		/* of the CP itself, with all that it was at */
	uint32_t gds[CP_GDS_SIZE / 4];
	uint32_t compute_state[CP_RINGS][STATE_REGS];
	bool compute_has[CONTEXT_REGS];		/* before Cayman: packets of compute have set it */
	bool gfx_hangs;			/* fault: nothing leaves the pipe */
	uint64_t draws, dispatches, syncs;
	struct cp_counters counters;
	unsigned int unsettled;		/* STATE_*, of ring 0 */
	uint64_t drawn_by;		/* whose work was last to start there */
	bool drawn_by_more;		/* and that of others may still run */
	uint64_t works;			/* draws and dispatches of all rings */
	uint64_t last_work[CP_RINGS][CP_VMIDS];	/* number of the last that may still run; or 0 */
	uint32_t work_pages[CP_VMIDS];	/* page directory that it began with */
	unsigned int selected_by;	/* which ring has set GRBM_GFX_INDEX */
	uint64_t predicate_by;		/* whose stream has set it */
	uint64_t limit_by;		/* likewise, &cp_me.index_max */
	uint64_t seldom_by[CP_SELDOM];	/* likewise, registers of draws */
	uint32_t submissions;
	uint32_t watched_set[CP_WATCHED], slot_set[CP_RESOURCES];	/* by which */
	struct footprint *footprint;	/* if somebody watches */
	struct programs *programs;
	struct page_cache pages;	/* for slices of draws */
	uint32_t spent;			/* of BUDGET_PAGES, in this step of a ring */
};

/*
 * A packet is done; waits, has more to do, or has work that spins (all want to be asked again, the
 * first and the last not at once); or has wedged the ring.
 */
enum pm4_result { PM4_DONE, PM4_STALL, PM4_MORE, PM4_SPINS, PM4_DEAD };

struct pm4 {
	struct gpu *gpu;
	struct cp *cp;
	struct cp_ring *ring;
	struct cp_stream *stream;
	uint32_t header;
	const uint32_t *body;
	uint32_t n;			/* dwords in @body */
	unsigned int vmid;
	const char *name;
};

/* ---- cp_regs.c ---- */

struct cp_ring_regs {
	uint32_t base, cntl, rptr_addr, wptr, rptr;
};

extern const struct cp_ring_regs cp_ring_regs[CP_RINGS];

bool cp_ready(struct cp *cp);
void cp_regs_add(struct gpu *gpu);
void cp_regs_reset(struct cp *cp);
void cp_regs_restart(struct cp *cp);

/* ---- cp.c ---- */

void cp_mem_read(struct pm4 *p, uint64_t addr, void *buf, size_t len);
void cp_mem_write(struct pm4 *p, uint64_t addr, const void *buf, size_t len);
uint32_t cp_swap(uint32_t value, unsigned int mode);
void cp_reg_named(struct pm4 *p, uint32_t offset, uint32_t value);
void cp_reg_write(struct pm4 *p, uint32_t offset, uint32_t value);
uint32_t cp_reg_read(struct pm4 *p, uint32_t offset);
void cp_skip(struct pm4 *p, uint32_t dwords);
void cp_give_up_waiting(struct cp_ring *ring);
bool cp_enter_ib(struct pm4 *p, uint64_t base, uint32_t dwords, unsigned int vmid, unsigned int swap);
void cp_drop_prefetch(struct cp_ring *ring);
bool cp_ring_goes_on(const struct cp_ring *ring);
const char *cp_ring_name(const struct cp_ring *ring);
struct cp *cp_of(struct gpu *gpu);

/* ---- pm4.c ---- */

enum pm4_result pm4_execute(struct cp_ring *ring, uint32_t header, const uint32_t *body, uint32_t n);
const char *pm4_packet_name(uint8_t opcode);
bool pm4_reserved(struct pm4 *p, unsigned int dw, uint32_t allowed);
uint64_t pm4_address(const struct pm4 *p, unsigned int dw, uint32_t low_mask);
void pm4_complain(struct pm4 *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * What the packets of the table do: named after them, called with a body whose
 * length fits. A function that stalls has changed nothing; one that has more to do remembers it.
 */
typedef enum pm4_result (*pm4_fn)(struct pm4 *p);

/* ---- pm4_state.c ---- */

enum pm4_result pm4_me_initialize(struct pm4 *p);
enum pm4_result pm4_preamble_cntl(struct pm4 *p);
enum pm4_result pm4_clear_state(struct pm4 *p);
enum pm4_result pm4_dealloc_state(struct pm4 *p);
enum pm4_result pm4_context_control(struct pm4 *p);
enum pm4_result pm4_mode_control(struct pm4 *p);
enum pm4_result pm4_set(struct pm4 *p);
enum pm4_result pm4_load(struct pm4 *p);
enum pm4_result pm4_load_alu_const(struct pm4 *p);
uint32_t cp_compute_reg(const struct cp_ring *ring, uint32_t offset);
uint32_t cp_draw_reg(struct cp *cp, uint32_t offset);

/* ---- pm4_sync.c ---- */

enum pm4_result pm4_event_write(struct pm4 *p);
enum pm4_result pm4_event_write_eop(struct pm4 *p);
enum pm4_result pm4_event_write_eos(struct pm4 *p);
enum pm4_result pm4_mem_semaphore(struct pm4 *p);
enum pm4_result pm4_pfp_sync_me(struct pm4 *p);
enum pm4_result pm4_surface_sync(struct pm4 *p);
enum pm4_result pm4_wait_reg_mem(struct pm4 *p);
bool pm4_compare(unsigned int function, uint32_t value, uint32_t reference);
void cp_bottom_reset(struct cp *cp);
void cp_bottom_hang(struct pm4 *p);
void cp_hang_shaders(struct cp *cp);
void cp_shaders_changed(struct cp *cp);

/* ---- pm4_copy.c ---- */

enum pm4_result pm4_mem_write(struct pm4 *p);
enum pm4_result pm4_copy_dw(struct pm4 *p);
enum pm4_result pm4_cond_write(struct pm4 *p);
enum pm4_result pm4_cp_dma(struct pm4 *p);
enum pm4_result pm4_strmout_buffer_update(struct pm4 *p);
enum pm4_result pm4_set_append_cnt(struct pm4 *p);
void cp_copy_drain(struct cp *cp);

/* ---- pm4_draw.c ---- */

/* Is it within a draw or a dispatch that runs? */
static inline bool cp_ring_works(const struct cp_ring *ring)
{
	return ring->dispatch || ring->draw;
}

enum pm4_result pm4_continue(struct cp_ring *ring);
enum pm4_result pm4_draw(struct pm4 *p);
enum pm4_result pm4_dispatch(struct pm4 *p);
enum pm4_result pm4_index_base(struct pm4 *p);
enum pm4_result pm4_index_buffer_size(struct pm4 *p);
enum pm4_result pm4_index_type(struct pm4 *p);
enum pm4_result pm4_num_instances(struct pm4 *p);
enum pm4_result pm4_set_base(struct pm4 *p);

/* ---- pm4_predicate.c ---- */

enum pm4_result pm4_set_predication(struct pm4 *p);
enum pm4_result pm4_cond_exec(struct pm4 *p);
enum pm4_result pm4_pred_exec(struct pm4 *p);

/* ---- inherit.c: what a draw finds ---- */

void inherit_start(struct cp *cp);
void inherit_stream(struct cp_ring *ring);
void inherit_set(struct pm4 *p, uint32_t offset);
void inherit_predicate(struct pm4 *p);
void inherit_predicated(struct pm4 *p);
void inherit_limit(struct pm4 *p);
void inherit_limited(struct pm4 *p);
void inherit_wait(struct cp *cp, uint32_t value);
void inherit_event(struct pm4 *p, uint32_t type);
void inherit_sync(struct pm4 *p);
void inherit_bottom(struct cp *cp, const struct cp_bottom *b);
void inherit_fence(struct cp_ring *ring);
void inherit_compute_state(struct cp_ring *ring);
void inherit_check(struct pm4 *p, bool compute);

/* ---- context_regs.c ---- */

void context_regs_add(struct gpu *gpu);
void context_null_constants(struct gpu *gpu, unsigned int n);

#endif
