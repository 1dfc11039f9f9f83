// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * DOC: display controllers
 *
 * Nothing is shown, but the registers are there: a driver turns scan-out off
 * before it moves VRAM, and asks whether one is running to tell whether the
 * card was posted. With --console, controller 0 scans out as firmware leaves
 * it: enabled, reading from the start of VRAM, its frame counter counting at
 * 60 Hz while it is enabled.
 *
 * A controller that is switched off, or told to send no read requests (by a bit of
 * CRTC_CONTROL, on Aruba by blanking its data), reads on until the frame is over in which
 * CRTC_UPDATE_LOCK was released; that is the kernel's way to do it, and the wait is its
 * wait.
 *
 * Source of all rows: the kernel's radeon driver.
 */
#include <string.h>

#include "array.h"
#include "gpu.h"

#define ALL			0xffffffffu
#define VGA_RENDER_CONTROL	0x0300
#define   VGA_VSTATUS		(3u << 16)
#define   VGA_TEXT		(1u << 16)	/* one of the modes, no matter which */
#define D3VGA_CONTROL		0x03e0
#define CRTC_CONTROL		0x6e70
#define CRTC_STATUS		0x6e8c
#define CRTC_POSITION		0x6e90
#define CRTC_FRAME_COUNT	0x6e98
#define CRTC_HV_COUNT		0x6ea0
#define GRPH_CONTROL		0x6804
#define GRPH_ADDRESS		0x6810
#define GRPH_PITCH		0x6818
#define GRPH_ADDRESS_HIGH	0x681c
#define GRPH_Y_END		0x6838
#define DEPTH_32BPP		2u
#define PRIORITY_A_CNT		0x6b18
#define   PRIORITY_MARKS		0x107fffu	/* ALWAYS_ON or a mark */
#define BLANK_CONTROL		0x6e74
#define UPDATE_LOCK		0x6ed4
#define MASTER_ENABLE		0x1u
#define READ_DISABLE		(1u << 24)
#define BLANK_DATA		(1u << 8)
#define V_BLANK			0x1u

#define FRAME_NS		16666667u
#define LINES			1125u
#define VISIBLE			1080u
#define MAX_CRTCS		6u

/* Where the registers of each controller lie, relative to those of the first. */
static const uint32_t crtc_offset[MAX_CRTCS] = {
	0, 0xc00, 0x9800, 0xa400, 0xb000, 0xbc00,
};

#define N_CRTC_REGS	63u

struct head {
	bool told;		/* to read */
	uint64_t last_frame;	/* that it has read from, since it was told not to */
};

struct display {
	struct gpu_reg regs[MAX_CRTCS][N_CRTC_REGS];
	struct head head[MAX_CRTCS];
	bool wakes;		/* when the card is posted */
	bool vga_woke, woke;	/* nobody has switched the VGA engine off since, or controllers 1, 2 */
};

static struct display *display_of(struct gpu *gpu)
{
	return gpu_block_state(gpu, BLOCK_DISPLAY);
}

/* The controller that @offset belongs to. */
static unsigned int crtc_of(uint32_t offset)
{
	for (unsigned int i = MAX_CRTCS; i-- > 0;)
		if (offset >= 0x6800 + crtc_offset[i])
			return i;
	return 0;
}

static bool scanning(struct gpu *gpu, const struct gpu_reg *reg)
{
	return gpu_reg_get(gpu, CRTC_CONTROL + crtc_offset[crtc_of(reg->offset)]) & MASTER_ENABLE;
}

static uint32_t current_line(struct gpu *gpu)
{
	return (uint32_t)(gpu_now(gpu) % FRAME_NS * LINES / FRAME_NS);
}

static uint32_t read_frame_count(struct gpu *gpu, const struct gpu_reg *reg)
{
	return scanning(gpu, reg) ? (uint32_t)(gpu_now(gpu) / FRAME_NS) & 0xffffff : 0;
}

static uint32_t read_hv_count(struct gpu *gpu, const struct gpu_reg *reg)
{
	return scanning(gpu, reg) ? (uint32_t)(gpu_now(gpu) / 10) & 0x1fffffff : 0;
}

static uint32_t read_position(struct gpu *gpu, const struct gpu_reg *reg)
{
	return scanning(gpu, reg) ? current_line(gpu) : 0;
}

/* "blank-missed": a host that polls has been away meanwhile. */
static uint32_t read_status(struct gpu *gpu, const struct gpu_reg *reg)
{
	bool blank = scanning(gpu, reg) && current_line(gpu) >= VISIBLE;

	return blank && !gpu_fault_hit(gpu, "blank-missed") ? V_BLANK : 0;
}

/* Has the host, as far as it has released the lock, told a controller to read? */
static bool told_to_read(struct gpu *gpu, unsigned int crtc)
{
	const struct gpu_chip *chip = gpu_config(gpu)->chip;
	uint32_t control = gpu_reg_get(gpu, CRTC_CONTROL + crtc_offset[crtc]);

	if (!(control & MASTER_ENABLE))
		return false;
	return chip->cayman && chip->igp ?
	       !(gpu_reg_get(gpu, BLANK_CONTROL + crtc_offset[crtc]) & BLANK_DATA) :
	       !(control & READ_DISABLE);
}

static void write_control(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	unsigned int crtc = crtc_of(reg->offset);
	struct head *head = &display_of(gpu)->head[crtc];
	bool told;

	(void)value;
	if (gpu_reg_get(gpu, UPDATE_LOCK + crtc_offset[crtc]) & 1)
		return;
	told = told_to_read(gpu, crtc);
	if (head->told && !told)
		head->last_frame = gpu_now(gpu) / FRAME_NS;
	head->told = told;
}

/**
 * gpu_display_reads() - does a display still read memory?
 * @gpu: the card
 */
bool gpu_display_reads(struct gpu *gpu)
{
	for (unsigned int i = 0; i < MAX_CRTCS; i++) {
		const struct head *head = &display_of(gpu)->head[i];

		if (head->told || head->last_frame == gpu_now(gpu) / FRAME_NS)
			return true;
	}
	return false;
}

/**
 * gpu_display_hurried() - the clocks are above those for which the VBIOS has set displays up
 * @gpu: the card
 *
 * A display that is lit and has no marks then shows stripes, as a real Turks was seen to do
 * (RadeonNI-OSX).
 */
void gpu_display_hurried(struct gpu *gpu)
{
	for (unsigned int i = 0; i < MAX_CRTCS; i++)
		if (gpu_reg_get(gpu, CRTC_CONTROL + crtc_offset[i]) & MASTER_ENABLE &&
		    !(gpu_reg_get(gpu, PRIORITY_A_CNT + crtc_offset[i]) & PRIORITY_MARKS))
			gpu_violation(gpu, "display %u is lit and has no marks for a higher clock", i);
}

/* As firmware lights a display. */
static void light(struct gpu *gpu, unsigned int crtc, uint64_t picture)
{
	uint32_t offset = crtc_offset[crtc];

	gpu_reg_set(gpu, CRTC_CONTROL + offset, MASTER_ENABLE);
	display_of(gpu)->head[crtc].told = true;
	gpu_reg_set(gpu, GRPH_ADDRESS + offset, (uint32_t)picture);
	gpu_reg_set(gpu, GRPH_ADDRESS_HIGH + offset, (uint32_t)(picture >> 32));
	gpu_reg_set(gpu, GRPH_PITCH + offset, 1024);
	gpu_reg_set(gpu, GRPH_CONTROL + offset, DEPTH_32BPP);
	gpu_reg_set(gpu, GRPH_Y_END + offset, 768);
}

/* Registers of each controller; offsets are those of the first. */
static const struct gpu_reg crtc_regs[N_CRTC_REGS] = {
	{ CRTC_CONTROL, "CRTC_CONTROL", 0, ALL, SRC_KERNEL, .write = write_control },
	{ CRTC_STATUS, "CRTC_STATUS", 0, 0, SRC_KERNEL, read_status },
	{ CRTC_POSITION, "CRTC_STATUS_POSITION", 0, 0, SRC_KERNEL, read_position },
	{ CRTC_FRAME_COUNT, "CRTC_STATUS_FRAME_COUNT", 0, 0, SRC_KERNEL, read_frame_count },
	{ 0x6800, "GRPH_ENABLE", 0, ALL, SRC_KERNEL },
	{ GRPH_CONTROL, "GRPH_CONTROL", 0, ALL, SRC_KERNEL },
	{ GRPH_Y_END, "GRPH_Y_END", 0, 0x7fff, SRC_KERNEL },
	{ 0x6ed8, "reg_06ed8", 0, ALL, SRC_KERNEL },	/* golden table, no public name */
	{ 0x6998, "CUR_CONTROL", 0, ALL, SRC_KERNEL },
	{ CRTC_HV_COUNT, "CRTC_STATUS_HV_COUNT", 0, 0, SRC_KERNEL, read_hv_count },
	{ 0x6810, "GRPH_PRIMARY_SURFACE_ADDRESS", 0, ALL, SRC_KERNEL },
	{ 0x6814, "GRPH_SECONDARY_SURFACE_ADDRESS", 0, ALL, SRC_KERNEL },
	{ 0x6818, "GRPH_PITCH", 0, ALL, SRC_KERNEL },
	{ 0x681c, "GRPH_PRIMARY_SURFACE_ADDRESS_HIGH", 0, ALL, SRC_KERNEL },
	{ 0x6820, "GRPH_SECONDARY_SURFACE_ADDRESS_HIGH", 0, ALL, SRC_KERNEL },
	{ 0x6844, "GRPH_UPDATE", 0, ALL, SRC_KERNEL },
	{ 0x6848, "GRPH_FLIP_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x6858, "GRPH_INT_STATUS", 0, ALL, SRC_KERNEL },
	{ 0x685c, "GRPH_INT_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x6914, "D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH", 0, ALL, SRC_KERNEL },
	{ 0x691c, "D1GRPH_SECONDARY_SURFACE_ADDRESS_HIGH", 0, ALL, SRC_KERNEL },
	{ 0x6b0c, "DC_LB_MEMORY_SPLIT", 0, ALL, SRC_KERNEL },
	{ PRIORITY_A_CNT, "PRIORITY_A_CNT", 0, ALL, SRC_KERNEL },
	{ 0x6b1c, "PRIORITY_B_CNT", 0, ALL, SRC_KERNEL },
	{ 0x6b28, "LB_SYNC_RESET_SEL", 0, ALL, SRC_KERNEL },
	{ 0x6b30, "DC_STUTTER_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x6b40, "INT_MASK", 0, ALL, SRC_KERNEL },
	{ 0x6bb8, "VLINE_STATUS", 0, ALL, SRC_KERNEL },
	{ 0x6bbc, "VBLANK_STATUS", 0, ALL, SRC_KERNEL },
	{ BLANK_CONTROL, "CRTC_BLANK_CONTROL", 0, ALL, SRC_KERNEL, .write = write_control },
	{ UPDATE_LOCK, "CRTC_UPDATE_LOCK", 0, ALL, SRC_KERNEL, .write = write_control },
	{ 0x6ef4, "MASTER_UPDATE_LOCK", 0, ALL, SRC_KERNEL },
	{ 0x6ef8, "MASTER_UPDATE_MODE", 0, ALL, SRC_KERNEL },
	{ 0x6fc8, "FMT_BIT_DEPTH_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x7000, "NI_DIG_FE_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x7030, "HDMI_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x703c, "HDMI_ACR_PACKET_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x7040, "HDMI_VBI_PACKET_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x7044, "HDMI_INFOFRAME_CONTROL0", 0, ALL, SRC_KERNEL },
	{ 0x7048, "HDMI_INFOFRAME_CONTROL1", 0, ALL, SRC_KERNEL },
	{ 0x7058, "HDMI_GC", 0, ALL, SRC_KERNEL },
	{ 0x705c, "AFMT_AUDIO_PACKET_CONTROL2", 0, ALL, SRC_KERNEL },
	{ 0x7084, "AFMT_AVI_INFO0", 0, ALL, SRC_KERNEL },
	{ 0x7088, "AFMT_AVI_INFO1", 0, ALL, SRC_KERNEL },
	{ 0x708c, "AFMT_AVI_INFO2", 0, ALL, SRC_KERNEL },
	{ 0x7090, "AFMT_AVI_INFO3", 0, ALL, SRC_KERNEL },
	{ 0x70dc, "HDMI_ACR_32_0", 0, ALL, SRC_KERNEL },
	{ 0x70e0, "HDMI_ACR_32_1", 0, ALL, SRC_KERNEL },
	{ 0x70e4, "HDMI_ACR_44_0", 0, ALL, SRC_KERNEL },
	{ 0x70e8, "HDMI_ACR_44_1", 0, ALL, SRC_KERNEL },
	{ 0x70ec, "HDMI_ACR_48_0", 0, ALL, SRC_KERNEL },
	{ 0x70f0, "HDMI_ACR_48_1", 0, ALL, SRC_KERNEL },
	{ 0x7104, "AFMT_60958_0", 0, ALL, SRC_KERNEL },
	{ 0x7108, "AFMT_60958_1", 0, ALL, SRC_KERNEL },
	{ 0x7120, "AFMT_60958_2", 0, ALL, SRC_KERNEL },
	{ 0x7128, "AFMT_STATUS", 0, ALL, SRC_KERNEL },
	{ 0x712c, "AFMT_AUDIO_PACKET_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x7134, "AFMT_INFOFRAME_CONTROL0", 0, ALL, SRC_KERNEL },
	{ 0x713c, "AFMT_AUDIO_SRC_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x7140, "NI_DIG_BE_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x7144, "NI_DIG_BE_EN_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x730c, "DP_VID_STREAM_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x7310, "DP_STEER_FIFO", 0, ALL, SRC_KERNEL },
};

/*
 * "displays-wake": when the card comes back from D3hot, firmware or the VBIOS sets up a text mode,
 * which display 2 shows, and display 1 with its picture in the middle of VRAM.
 */
void gpu_display_wakes(struct gpu *gpu)
{
	display_of(gpu)->wakes = gpu_fault_hit(gpu, "displays-wake");
	if (gpu_config(gpu)->posted)
		gpu_display_posted(gpu);
}

/* The VBIOS has set the card up. */
void gpu_display_posted(struct gpu *gpu)
{
	struct display *display = display_of(gpu);

	if (!display->wakes)
		return;
	display->wakes = false;
	gpu_reg_set(gpu, VGA_RENDER_CONTROL, VGA_TEXT);
	display->vga_woke = true;
	light(gpu, 1, gpu_mc_vram_start(gpu) + gpu_config(gpu)->vram_size / 2);
	light(gpu, 2, gpu_mc_vram_start(gpu));
	gpu_reg_set(gpu, D3VGA_CONTROL, 1);
	display->woke = true;
}

/* A ring begins to run. */
void gpu_display_check_woken(struct gpu *gpu)
{
	struct display *display = display_of(gpu);

	if (display->vga_woke)
		gpu_violation(gpu, "a ring runs, and the VGA engine draws into VRAM, as firmware has left it");
	if (display->woke && (display->head[1].told || display->head[2].told))
		gpu_violation(gpu, "a ring runs, and a display shows what firmware had not shown before");
	display->vga_woke = false;
	display->woke = false;
}

static void write_vga_render(struct gpu *gpu, const struct gpu_reg *reg, uint32_t value)
{
	if (!(value & VGA_VSTATUS))
		display_of(gpu)->vga_woke = false;
	gpu_reg_set(gpu, reg->offset, value);
}

static const struct gpu_reg display_regs[] = {
	{ VGA_RENDER_CONTROL, "VGA_RENDER_CONTROL", 0, ALL, SRC_KERNEL, .write = write_vga_render },
	{ 0x0328, "VGA_HDP_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x601c, "DC_HPDn_INT_STATUS", 0, 0, SRC_KERNEL, .count = 6, .stride = 12 },
	{ 0x6020, "DC_HPDn_INT_CONTROL", 0, ALL, SRC_KERNEL, .count = 6, .stride = 12 },
	{ 0x6024, "DC_HPDn_CONTROL", 0, ALL, SRC_KERNEL, .count = 6, .stride = 12 },
	{ 0x6104, "D1GRPH_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x60f4, "DISP_INTERRUPT_STATUS", 0, 0, SRC_KERNEL },
	{ 0x60f8, "DISP_INTERRUPT_STATUS_CONTINUE", 0, 0, SRC_KERNEL },
	{ 0x60fc, "DISP_INTERRUPT_STATUS_CONTINUE2", 0, 0, SRC_KERNEL },
	{ 0x6100, "DISP_INTERRUPT_STATUS_CONTINUE3", 0, 0, SRC_KERNEL },
	{ 0x614c, "DISP_INTERRUPT_STATUS_CONTINUE4", 0, 0, SRC_KERNEL },
	{ 0x6150, "DISP_INTERRUPT_STATUS_CONTINUE5", 0, 0, SRC_KERNEL },
	{ 0x0310, "VGA_MEMORY_BASE_ADDRESS", 0, ALL, SRC_KERNEL },
	{ 0x0324, "VGA_MEMORY_BASE_ADDRESS_HIGH", 0, ALL, SRC_KERNEL },
	{ 0x0330, "D1VGA_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x0338, "D2VGA_CONTROL", 0, ALL, SRC_KERNEL },
	{ D3VGA_CONTROL, "DnVGA_CONTROL, from the third on", 0, ALL, SRC_KERNEL, .count = 4, .stride = 4 },
	{ 0x0490, "DENTIST_DISPCLK_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x049c, "DENTIST_DISPCLK_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x04fc, "DCCG_DISP_SLOW_SELECT_REG", 0, ALL, SRC_KERNEL },
	{ 0x05ac, "DCCG_AUDIO_DTO_SOURCE", 0, ALL, SRC_KERNEL },
	{ 0x05b0, "DCCG_AUDIO_DTO0_PHASE", 0, ALL, SRC_KERNEL },
	{ 0x05b4, "DCCG_AUDIO_DTO0_MODULE", 0, ALL, SRC_KERNEL },
	{ 0x05bc, "DCCG_AUDIO_DTO0_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x05c0, "DCCG_AUDIO_DTO1_PHASE", 0, ALL, SRC_KERNEL },
	{ 0x05c4, "DCCG_AUDIO_DTO1_MODULE", 0, ALL, SRC_KERNEL },
	{ 0x05cc, "DCCG_AUDIO_DTO1_CNTL", 0, ALL, SRC_KERNEL },
	{ 0x0bd4, "DMIF_ADDR_CONFIG", 0, ALL, SRC_KERNEL },
	/* That of pipe 1 is called DMIF_ADDR_CALC on Aruba. */
	{ 0x0bf0, "PIPEn_ARBITRATION_CONTROL3", 0, ALL, SRC_KERNEL, .count = 6, .stride = 16 },
	{ 0x0bf4, "PIPEn_LATENCY_CONTROL", 0, ALL, SRC_KERNEL, .count = 6, .stride = 16 },
	{ 0x0ca0, "PIPE0_DMIF_BUFFER_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x5e00, "AZ_F0_CODEC_ENDPOINT_INDEX", 0, ALL, SRC_KERNEL },
	{ 0x5e04, "AZ_F0_CODEC_ENDPOINT_DATA", 0, ALL, SRC_KERNEL },
	{ 0x5e18, "AZ_Fn_CODEC_ENDPOINT_INDEX", 0, ALL, SRC_KERNEL, .count = 4, .stride = 0x18 },
	{ 0x5e1c, "AZ_Fn_CODEC_ENDPOINT_DATA", 0, ALL, SRC_KERNEL, .count = 5, .stride = 0x18 },
	{ 0x5e78, "AZ_HOT_PLUG_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x6618, "NI_DCIO_UNIPHY0_PLL_CONTROL1", 0, ALL, SRC_KERNEL },
	{ 0x66c8, "DACA_AUTODETECT_INT_CONTROL", 0, ALL, SRC_KERNEL },
	{ 0x67c8, "DACB_AUTODETECT_INT_CONTROL", 0, ALL, SRC_KERNEL },
};

static void display_init(struct gpu *gpu, void *state)
{
	struct display *display = state;

	gpu_regs_add(gpu, display_regs, ARRAY_SIZE(display_regs));
	for (unsigned int i = 0; i < MAX_CRTCS; i++) {
		memcpy(display->regs[i], crtc_regs, sizeof(crtc_regs));
		for (size_t k = 0; k < N_CRTC_REGS; k++)
			display->regs[i][k].offset += crtc_offset[i];
		gpu_regs_add(gpu, display->regs[i], N_CRTC_REGS);
	}
}

static void display_reset(struct gpu *gpu, void *state)
{
	struct display *display = state;

	display->wakes = false;
	display->vga_woke = false;
	display->woke = false;
	for (unsigned int i = 0; i < MAX_CRTCS; i++)
		display->head[i] = (struct head){ .last_frame = UINT64_MAX };
	if (!gpu_config(gpu)->console || !gpu_config(gpu)->posted)
		return;
	light(gpu, 0, gpu_mc_vram_start(gpu));
}

const struct gpu_block gpu_block_display = {
	.name = "display",
	.state_size = sizeof(struct display),
	.init = display_init,
	.reset = display_reset,
};
