/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The modelled card: what its blocks share. The model has no header in common
 * with the driver, on purpose.
 */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stage;
struct vgt_source;
struct gpu;

/* Where a fact about the hardware comes from. */
enum gpu_source { SRC_HW, SRC_AMD_DOC, SRC_KERNEL, SRC_MESA, SRC_GUESS };

/* ---- chips.c ---- */

/* What tells the temperature, see power.c. */
enum gpu_sensor { SENSOR_ASIC, SENSOR_TS0, SENSOR_GNB, SENSOR_SMC };

/* Clocks in 10 kHz, voltages in mV. */
struct gpu_level {
	uint32_t engine, memory;
	uint16_t vddc, vddci;
};

struct gpu_chip {
	const char *name;		/* "cypress" */
	uint16_t device_id;
	bool igp;			/* no VRAM of its own, MEMSIZE in bytes if Palm/Sumo */
	bool cayman;			/* three CP rings, two DMA engines, VM contexts */
	bool memsize_in_bytes;
	bool mc_ucode;			/* GDDR5 sequencer that wants microcode */
	uint32_t pfp_dw, me_dw, rlc_dw, mc_dw;
	uint32_t shader_engines, backends;
	uint32_t predicate_slots;	/* that SET_PREDICATION looks at; 0: one for each backend */
	uint32_t gb_addr_config, ramcfg, chmap;
	unsigned int mc_address_bits;	/* 36 or 40 */
	/* what the VBIOS sets, and what else it names; @slow is not there where it is 0 */
	struct gpu_level boot, performance, slow;
	bool full_boot_state;		/* the boot state that it names is not what it sets */
	uint32_t reference_clock;	/* that both PLLs start from */
	bool vddc_by_number, vddci_by_number;	/* in the power states of its VBIOS */
	enum gpu_sensor sensor;
};

const struct gpu_chip *gpu_chip_find(const char *name);
const struct gpu_chip *gpu_chip_by_id(uint16_t device_id);	/* any of the 172 ids */
const struct gpu_chip *gpu_chip_nth(size_t n);			/* NULL past the last */

/* ---- regs.c: table-driven register file ---- */

/*
 * A write stores value & writable, then calls write() with the whole value. A
 * bit outside writable and ignored may only be written as 0 or as it reads back
 * (read-modify-write); else it is a violation. Tables are sorted by nobody: an
 * offset that two tables name is an error of the model and aborts.
 */
struct gpu_reg {
	uint32_t offset;		/* bytes */
	const char *name;
	uint32_t reset;
	uint32_t writable;		/* bits that store */
	enum gpu_source source;
	uint32_t (*read)(struct gpu *gpu, const struct gpu_reg *reg);
	void (*write)(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value);
	uint32_t count, stride;		/* an array of equal registers; 0 means one */
	uint32_t ignored;		/* bits accepted but not stored, besides @writable */
};

void gpu_regs_add(struct gpu *gpu, const struct gpu_reg *table, size_t n);
uint32_t gpu_reg_read(struct gpu *gpu, uint32_t offset);	/* as the bus or a packet does */
void gpu_reg_write(struct gpu *gpu, uint32_t offset, uint32_t value);
uint32_t gpu_reg_get(struct gpu *gpu, uint32_t offset);		/* the stored value, no side effect */
void gpu_reg_set(struct gpu *gpu, uint32_t offset, uint32_t value);
void gpu_regs_get(struct gpu *gpu, uint32_t first, uint32_t *values, size_t n);	/* the same, in a row */
void gpu_regs_set(struct gpu *gpu, uint32_t first, const uint32_t *values, size_t n);
uint32_t *gpu_reg_values(struct gpu *gpu);
const char *gpu_reg_name(struct gpu *gpu, uint32_t offset);

/* Accesses of the host, through BAR2 and the index/data pair; these can find the card gone. */
bool gpu_by_host(struct gpu *gpu);		/* the register is being accessed by the host */
uint32_t gpu_mmio_read(struct gpu *gpu, uint32_t offset);
void gpu_mmio_write(struct gpu *gpu, uint32_t offset, uint32_t value);
bool gpu_is_gone(struct gpu *gpu);

/* ---- mc.c: the card's address space ---- */

enum gpu_client { CLIENT_HDP, CLIENT_CP, CLIENT_DMA, CLIENT_IH, CLIENT_RLC, CLIENT_GFX };

/*
 * The page at this address, which may be read, or written, until registers or tables change; NULL: it is not
 * in VRAM as a whole, or somebody watches, or that is not allowed, and gpu_mc_read() or gpu_mc_write() say
 * what there is to say.
 */
uint8_t *gpu_mc_page(struct gpu *gpu, unsigned int vmid, uint64_t addr, bool write);
/* Read or write GPU memory; false on a fault, which has been reported by then. */
bool gpu_mc_read(struct gpu *gpu, enum gpu_client client, unsigned int vmid,
		 uint64_t addr, void *buf, size_t len);
bool gpu_mc_write(struct gpu *gpu, enum gpu_client client, unsigned int vmid,
		  uint64_t addr, const void *buf, size_t len);
/* The same in address space 0, of what the driver looks at by the CPU: fences, pointers, vectors. */
bool gpu_mc_report(struct gpu *gpu, enum gpu_client client, uint64_t addr, const void *buf, size_t len);

/*
 * What the host does through BAR0 when it is not mapped. With hdp_buffered in the
 * configuration, writes reach VRAM with the next HDP flush (a write of 0x5480,
 * from the bus or from a packet).
 */
uint64_t gpu_mc_vram_start(struct gpu *gpu);
bool gpu_mc_blacked_out(struct gpu *gpu);	/* no client is served */
bool gpu_bar0_read(struct gpu *gpu, uint64_t offset, void *buf, size_t len);
bool gpu_bar0_write(struct gpu *gpu, uint64_t offset, const void *buf, size_t len);

/* ---- vm_tlb.c ---- */

void gpu_vm_hdp_flushed(struct gpu *gpu);	/* by hdp.c */

/* ---- page_tables.c: page tables as vm_tlb.c sees them; offsets in VRAM ---- */

uint64_t gpu_page_tables_read(struct gpu *gpu, uint64_t offset);
void gpu_page_tables_written(struct gpu *gpu, uint64_t offset, const void *buf, size_t len);
void gpu_page_tables_hdp_flushed(struct gpu *gpu);

/* ---- busy.c: what GRBM_STATUS and SRBM_STATUS are composed of ---- */

enum gpu_unit {
	UNIT_CP, UNIT_GFX, UNIT_CP_DMA, UNIT_RLC, UNIT_DMA0, UNIT_DMA1, UNIT_VM, UNIT_UVD,
	UNIT_RING0, UNIT_RING1, UNIT_RING2, UNIT_CP_HANG, UNIT_SHADERS,
	UNIT_SEM_CP, UNIT_SEM_DMA0, UNIT_SEM_DMA1, UNIT_COUNT
};

/* A block says so when its unit starts to work and when it is done. */
void gpu_busy_set(struct gpu *gpu, enum gpu_unit unit, bool busy);
bool gpu_busy(struct gpu *gpu, enum gpu_unit unit);
bool gpu_held_in_reset(struct gpu *gpu, enum gpu_unit unit);	/* the CP or a DMA engine */

/* ---- bif.c ---- */

/* What the host switches on and off. */
enum gpu_switch {
	SWITCH_RLC, SWITCH_IH, SWITCH_DMA0, SWITCH_DMA1, SWITCH_CP, SWITCH_UVD, SWITCH_COUNT
};

bool gpu_switched_on(struct gpu *gpu, enum gpu_switch which);
void gpu_switched_off(struct gpu *gpu, enum gpu_switch which);	/* it has just been */
void gpu_bus_mastered(struct gpu *gpu, bool on);	/* the host lets the card on the bus, or off */

/* ---- display.c ---- */

bool gpu_display_reads(struct gpu *gpu);	/* does a controller still read its picture? */
void gpu_display_wakes(struct gpu *gpu);	/* from D3hot */
void gpu_display_posted(struct gpu *gpu);
void gpu_display_check_woken(struct gpu *gpu);	/* a ring runs */
void gpu_display_hurried(struct gpu *gpu);	/* the engine's clock has risen above that of boot */

/* ---- uvd.c ---- */

bool gpu_uvd_runs(struct gpu *gpu);
void gpu_uvd_soft_reset(struct gpu *gpu, bool held);

/* ---- left.c ---- */

void gpu_leave_busy(struct gpu *gpu);

/* ---- ih.c ---- */

void gpu_ih_raise(struct gpu *gpu, uint32_t src_id, uint32_t src_data,
		  unsigned int ring_id, unsigned int vmid);

/* ---- rlc.c ---- */

uint64_t gpu_clock(struct gpu *gpu);	/* periods of the reference clock since the start */

/* ---- clocks.c ---- */

uint32_t gpu_engine_clock(struct gpu *gpu);	/* in 10 kHz; 0 if it does not run */
uint32_t gpu_memory_clock(struct gpu *gpu);
const char *gpu_memory_unfit(struct gpu *gpu);	/* why nobody may access memory, or NULL */
void gpu_memory_sized(struct gpu *gpu);		/* bif.c: the size has been written */
void gpu_memory_fill(struct gpu *gpu);		/* with what it holds at power-on */

/* ---- power.c ---- */

uint32_t gpu_smc_temperature(struct gpu *gpu);	/* as the SMC of Aruba keeps it; 0 on others */

/* ---- config_regs.c ---- */

void gpu_check_tiling(struct gpu *gpu);	/* the CP asks when it starts */

/* ---- border.c ---- */

const uint32_t (*gpu_border_colors(struct gpu *gpu, unsigned int stage))[4];	/* PS VS GS HS LS CS */

/* ---- engines: they run from gpu_step() ---- */

/*
 * An engine does a bounded piece of work and tells whether it could do more at
 * once. A stalled engine (poll, semaphore) is asked again at the next step.
 */
enum gpu_progress { GPU_IDLE, GPU_STALLED, GPU_MORE };
typedef enum gpu_progress (*gpu_engine_fn)(struct gpu *gpu, void *state);
void gpu_engine_add(struct gpu *gpu, const char *name, gpu_engine_fn run, void *state);

/* Run engines and due events; returns ns until it wants to be called again, or -1. */
int64_t gpu_step(struct gpu *gpu);
/* The same on a card that is cut off from the bus: engines stand still, and so do events that want it. */
int64_t gpu_step_off_bus(struct gpu *gpu);
/* Somebody looks: events that are due and do not want the bus come before that. */
void gpu_catch_up(struct gpu *gpu);
/* Call fn(gpu, arg) once @delay_ns have passed on the model's clock. It neither has the bus nor memory. */
void gpu_after(struct gpu *gpu, uint64_t delay_ns, void (*fn)(struct gpu *, uint64_t arg), uint64_t arg);
/* For what goes over the bus, or accesses memory as an engine does. */
void gpu_after_on_bus(struct gpu *gpu, uint64_t delay_ns, void (*fn)(struct gpu *, uint64_t arg), uint64_t arg);
uint64_t gpu_now(struct gpu *gpu);

/* ---- complaints ---- */

/* A client did something that the hardware does not define: loud, counted, fatal in strict mode. */
void gpu_violation(struct gpu *gpu, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Those that follow are of the @number th @what, as the trace counts them, of CP ring @ring; NULL: of none. */
void gpu_violations_of(struct gpu *gpu, const char *what, unsigned int ring, uint64_t number);
void gpu_trace(struct gpu *gpu, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool gpu_tracing(const struct gpu *gpu);
/* What was done rests on a guess, @what, a constant string: told at the end of a traced run. */
void gpu_guess(struct gpu *gpu, const char *what);

/* ---- faults asked for: "name[@where][=when]", see fault.c ---- */

/* Counts one chance; true if the plan wants it to fail. */
bool gpu_fault_hit(struct gpu *gpu, const char *name);
bool gpu_fault_hit_at(struct gpu *gpu, const char *name, const char *where);

/* ---- what the model needs from its surroundings (main.c or a unit test) ---- */

struct gpu_bus {
	void *opaque;
	bool (*dma)(void *opaque, uint64_t bus_addr, void *buf, size_t len, bool write);
	void (*interrupt)(void *opaque, bool asserted);	/* MSI: pulse when true */
	/* ns, monotonic; NULL: a virtual clock that jumps to the next event when engines idle */
	uint64_t (*now)(void *opaque);
};

/* ---- trust.c ---- */

/*
 * Limits that the chip alone keeps: no register, or none that was ever promised to be one,
 * stands between them and the rest of memory. In the order of the table in
 * Documentation/command-checker.rst.
 */
enum gpu_trust {
	TRUST_PROGRAM_END, TRUST_CONSTANTS, TRUST_RINGS, TRUST_STRMOUT, TRUST_VERTICES,
	TRUST_TEXTURES, TRUST_LEVELS, TRUST_TYPE, TRUST_EMPTY_SLOT, TRUST_NO_FMASK,
	TRUST_TARGETS, TRUST_MASKED, TRUST_MASKS, TRUST_DEPTH, TRUST_DEPTH_OFF, TRUST_RATS,
	TRUST_NO_RAT, TRUST_MAILBOX, TRUST_INDICES, TRUST_FIRST_INDEX, TRUST_SIZE_0,
	TRUST_STAGE_OFF, TRUST_STRMOUT_OFF, TRUST_TARGET_OFF, TRUST_MASKS_OFF, TRUST_RESOLVE,
	TRUST_DISPATCH,
	GPU_TRUSTS
};

const char *gpu_trust_name(unsigned int trust);	/* NULL past the last */

/*
 * What a test may want to see, or to take the place of. Addresses are the card's,
 * offsets those of registers in bytes; NULL where nobody looks.
 */
struct gpu_watch {
	void *opaque;
	/* bits by enum gpu_trust: these limits are not kept, see footprint.c */
	uint32_t distrusted;
	/* in place of the memory controller: fills or takes @buf; false lets the access go on */
	bool (*memory)(void *opaque, enum gpu_client client, unsigned int vmid, uint64_t addr,
		       void *buf, size_t len, bool write);
	/* in place of memory, behind the page tables: a bus address, or an offset in VRAM */
	bool (*page)(void *opaque, bool system, uint64_t addr, void *buf, size_t len, bool write);
	/* the packet at @addr in a buffer is about to run; NULL if it has no name */
	void (*packet)(void *opaque, uint64_t addr, const char *name);
	/* a packet sets a register that its client has named */
	void (*reg)(void *opaque, uint32_t offset, uint32_t value);
	/* it reads one */
	void (*reg_read)(void *opaque, uint32_t offset);
	/* it names an address space other than 0, without calling a buffer there */
	void (*vmid)(void *opaque, unsigned int vmid);
	/* a draw, a dispatch, or another reading of a packet, may touch @bytes from @addr on */
	void (*touch)(void *opaque, const char *what, uint64_t addr, uint64_t bytes, bool write);
	/* in place of a stage's program, or of the fetch program that this calls: fills in @most dwords at most */
	size_t (*program)(void *opaque, const struct stage *stage, bool fetch, uint32_t *words, size_t most);
	/* a program, or a block that draws (@stage is NULL), touches memory; @path: enum sq_path, see stage_describe() */
	void (*access)(void *opaque, const struct stage *stage, unsigned int path, uint64_t addr, size_t bytes, bool write);
	/* a draw begins, and may be shortened; false: it does not run */
	bool (*draw)(void *opaque, struct vgt_source *source);
	/* what it finds in a register that holds @value */
	uint32_t (*draw_reg)(void *opaque, uint32_t offset, uint32_t value);
	/* a violation, which is counted and not printed then */
	void (*complaint)(void *opaque, const char *text);
};

struct crew;

struct gpu_config {
	const struct gpu_chip *chip;
	uint64_t vram_size;		/* bytes */
	uint64_t visible_size;		/* bytes behind BAR0 */
	void *vram;			/* vram_size bytes, shared with BAR0 */
	bool strict, trace, posted;
	bool console;			/* a CRTC scans out of VRAM, as firmware leaves it */
	bool mc_running;		/* the VBIOS has started the GDDR5 sequencer */
	bool hdp_buffered;
	bool own_state;			/* draws inherit nothing from other streams, see inherit.c */
	bool shaders;			/* draws and dispatches run, see draw_run.c and dispatch_run.c */
	uint64_t shader_budget;		/* instructions of a dispatch, or a stage, which ends then; 0: no end */
	uint32_t shader_groups;		/* of a dispatch, the first ones, that run; 0: all */
	bool halt_first;		/* RLC and IH are off when anything is reset, see busy.c */
	int celsius;			/* what the sensor shows */
	uint64_t engine_mhz;		/* what the engine's PLL runs at; 0 is as the VBIOS says */
	uint64_t delay_ns;		/* how late completions are */
	uint64_t seed;
	const char *faults;		/* comma-separated plan, or NULL */
	const struct gpu_watch *watch;	/* or NULL */
	struct crew *crew;		/* threads for draws that nobody watches, or NULL */
	struct gpu_bus bus;
};

struct gpu *gpu_new(const struct gpu_config *config);
void gpu_free(struct gpu *gpu);
void gpu_reset(struct gpu *gpu);	/* as a PCI reset does */
const struct gpu_config *gpu_config(const struct gpu *gpu);
uint64_t gpu_violations(const struct gpu *gpu);
uint64_t gpu_violations_hidden(const struct gpu *gpu);	/* those of them that were not printed */

/* Order matters: registers before those who add some, faults before those who ask. */
enum gpu_block_id {
	BLOCK_REGS, BLOCK_FAULT, BLOCK_BUSY, BLOCK_BIF, BLOCK_MC, BLOCK_VM, BLOCK_VM_FAULT,
	BLOCK_PAGE_TABLES, BLOCK_HDP, BLOCK_IH, BLOCK_RLC, BLOCK_CONFIG_REGS, BLOCK_CP, BLOCK_DMA,
	BLOCK_DISPLAY, BLOCK_POWER, BLOCK_CLOCKS, BLOCK_UVD, BLOCK_INDIRECT, BLOCK_BORDER,
	N_BLOCKS
};

/* gpu_new() goes through the blocks in their order. */
struct gpu_block {
	const char *name;
	size_t state_size;
	void (*init)(struct gpu *gpu, void *state);
	void (*reset)(struct gpu *gpu, void *state);
	void (*fini)(struct gpu *gpu, void *state);
};
void *gpu_block_state(struct gpu *gpu, enum gpu_block_id block);

extern const struct gpu_block gpu_block_regs, gpu_block_fault, gpu_block_busy,
	gpu_block_bif, gpu_block_mc, gpu_block_vm, gpu_block_vm_fault, gpu_block_page_tables,
	gpu_block_hdp, gpu_block_ih, gpu_block_rlc, gpu_block_config_regs, gpu_block_cp,
	gpu_block_dma, gpu_block_display, gpu_block_power, gpu_block_clocks, gpu_block_uvd,
	gpu_block_indirect, gpu_block_border;

/* Soft reset: GRBM/SRBM bits that a block reacts to are handled by its own register hooks. */
void gpu_cp_soft_reset(struct gpu *gpu);
/* vm_tlb.c to inherit.c: a context's base has been written. */
void gpu_cp_pages_change(struct gpu *gpu, unsigned int vmid);
void gpu_gfx_soft_reset(struct gpu *gpu);
void gpu_vm_soft_reset(struct gpu *gpu);
void gpu_ih_soft_reset(struct gpu *gpu);
void gpu_dma_soft_reset(struct gpu *gpu, unsigned int engine);

#endif
