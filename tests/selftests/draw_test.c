// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Draws with nothing bound: the state that a draw cannot do without, set as Mesa
 * sets it, and a fence behind. Targets are off when a stream begins, so nothing is
 * said of them. What one client leaves in registers must be gone when the next one
 * draws. The modelled card knows that (--own-state, which the runner asks of it for
 * evergreen); on a real card these tests show no more than that draws run.
 */
#include <unistd.h>

#include "selftest.h"
#include "vm.h"

#define SOURCE_AUTO		2

#define GRBM_GFX_INDEX		0x0802cu
#define SQ_ESGS_RING_BASE	0x08c40u
#define SQ_ESGS_RING_SIZE	0x08c44u
#define SQ_GSVS_RING_BASE	0x08c48u
#define SQ_GSVS_RING_SIZE	0x08c4cu
#define SQ_PSTMP_RING_BASE	0x08c68u
#define SQ_LSTMP_RING_BASE	0x08e10u
#define DB_RENDER_CONTROL	0x28000u
#define DB_Z_INFO		0x28040u
#define SQ_ALU_CONST_BUFFER_SIZE_PS_0	0x28140u	/* those of VS and GS follow */
#define CB_TARGET_MASK		0x28238u	/* and the mask of the shader */
#define DB_DEPTH_CONTROL	0x28800u
#define CB_COLOR_CONTROL	0x28808u
#define SQ_LSTMP_RING_ITEMSIZE	0x28830u
#define SQ_PGM_START_PS		0x28840u
#define SQ_PGM_START_VS		0x2885cu
#define SQ_PGM_START_FS		0x288a4u
#define SQ_ESTMP_RING_ITEMSIZE	0x28908u
#define VGT_GS_MODE		0x28a40u
#define VGT_SHADER_STAGES_EN	0x28b54u
#define VGT_STRMOUT_CONFIG	0x28b94u	/* and that of its buffers */
#define PA_SC_AA_CONFIG		0x28c04u
#define CAYMAN_PA_SC_AA_CONFIG	0x28be0u
#define CB_COLOR5_INFO		0x28d9cu
#define SQ_ALU_CONST_BUFFER_SIZE_HS_0	0x28f80u	/* those of LS follow */

#define ROP3_COPY_NORMAL	0x00cc0010u
#define FORMAT_8_8_8_8		(0x1au << 2)
#define RESOURCE_BUFFER		(3u << 30)
#define SHADERS			4096
#define RINGS			65536

static void set_config(struct cs *cs, uint32_t reg, uint32_t value)
{
	cs_emit(cs, pm4_type3(PM4_SET_CONFIG_REG, 2));
	cs_emit(cs, (reg - CONFIG_REG_BASE) / 4);
	cs_emit(cs, value);
}

static void set(struct cs *cs, uint32_t reg, uint32_t value)
{
	pm4_set_context_regs(cs, reg, &value, 1);
}

static void set_zeros(struct cs *cs, uint32_t reg, uint32_t n)
{
	static const uint32_t zeros[64];

	pm4_set_context_regs(cs, reg, zeros, n);
}

/* At @bo, or with an address space at @va. */
static void set_program(struct cs *cs, uint32_t reg, const struct bo *bo, uint64_t va)
{
	set(cs, reg, (uint32_t)(va >> 8));
	if (!va)
		cs_reloc(cs, bo, false);
}

static void draw_state(struct cs *cs, const struct bo *shaders, uint64_t va, bool cayman)
{
	set(cs, VGT_SHADER_STAGES_EN, 0);
	set(cs, VGT_GS_MODE, 0);
	set_program(cs, SQ_PGM_START_PS, shaders, va);
	set_program(cs, SQ_PGM_START_VS, shaders, va);
	set_program(cs, SQ_PGM_START_FS, shaders, va);
	set_zeros(cs, SQ_ALU_CONST_BUFFER_SIZE_PS_0, 48);
	set_zeros(cs, SQ_ALU_CONST_BUFFER_SIZE_HS_0, 32);
	set_zeros(cs, VGT_STRMOUT_CONFIG, 2);
	set(cs, CB_COLOR_CONTROL, ROP3_COPY_NORMAL);
	set_zeros(cs, CB_TARGET_MASK, 2);
	set(cs, cayman ? CAYMAN_PA_SC_AA_CONFIG : PA_SC_AA_CONFIG, 0);
	set(cs, DB_RENDER_CONTROL, 0);
	set(cs, DB_DEPTH_CONTROL, 0);
	set_zeros(cs, DB_Z_INFO, 2);
}

static void draw(struct cs *cs)
{
	cs_emit(cs, pm4_type3(PM4_DRAW_INDEX_AUTO, 2));
	cs_emit(cs, 3);
	cs_emit(cs, SOURCE_AUTO);
}

/* A client that draws. */
struct client {
	struct cs cs;
	struct bo shaders, rings, out;
};

FIXTURE(draw) {
	struct card card;
	struct client clients[2];
};

static void client_open(struct __test_metadata *_metadata, struct client *c, int fd)
{
	ASSERT_LE(0, fd);
	cs_init(&c->cs, fd);
	c->cs.flags[0] = RADEON_CS_KEEP_TILING_FLAGS;
	c->cs.flags[1] = RADEON_CS_RING_GFX;
	c->cs.nflags = 2;
	ASSERT_EQ(0, bo_create(fd, SHADERS, VRAM, 0, &c->shaders));
	ASSERT_EQ(0, bo_create(fd, RINGS, VRAM, 0, &c->rings));
	ASSERT_EQ(0, bo_create_mapped(fd, 4096, GTT, &c->out));
}

FIXTURE_SETUP(draw)
{
	ASSERT_EQ(0, card_open(&self->card));
	client_open(_metadata, &self->clients[0], self->card.fd);
	client_open(_metadata, &self->clients[1], card_reopen(&self->card));
}

FIXTURE_TEARDOWN(draw)
{
	int fd = self->clients[1].cs.fd;

	cs_fini(&self->clients[0].cs);
	cs_fini(&self->clients[1].cs);
	close(fd);
	card_close(&self->card);
}

static void submit(struct __test_metadata *_metadata, struct client *c, uint32_t value)
{
	pm4_eop(&c->cs, &c->out, 0, EOP_DATA32, value);
	cs_pad(&c->cs, 8);
	ASSERT_EQ(0, cs_submit(&c->cs));
	cs_clear(&c->cs);
}

static void expect(struct __test_metadata *_metadata, struct client *c, uint32_t value)
{
	ASSERT_EQ(0, bo_wait(&c->out));
	EXPECT_EQ(value, c->out.u32[0]);
}

static void set_rings(struct cs *cs, const struct bo *bo)
{
	static const uint32_t bases[] = { SQ_ESGS_RING_BASE, SQ_GSVS_RING_BASE };
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		set_config(cs, bases[i], 0);
		cs_reloc(cs, bo, true);
		set_config(cs, bases[i] + 4, RINGS >> 8);
	}
}

/* A buffer behind a slot that the draw does not need. */
static void set_resource(struct cs *cs, const struct bo *bo, uint32_t slot)
{
	const uint32_t word[PM4_RESOURCE_DW] = { 0, 255, 0, 0, 0, 0, 0, RESOURCE_BUFFER };

	pm4_set_resource(cs, slot, word);
	cs_reloc(cs, bo, false);
}

TEST_F_TIMEOUT(draw, nothing_bound, SLOW)
{
	struct client *c = &self->clients[0];
	uint32_t i;

	for (i = 1; i < 20; i++) {
		draw_state(&c->cs, &c->shaders, 0, card_is_cayman(&self->card));
		draw(&c->cs);
		submit(_metadata, c, i);
		expect(_metadata, c, i);
	}
}

/* In each round one client leaves what it can, while it still draws; the other finds none. */
TEST_F_TIMEOUT(draw, strangers, SLOW)
{
	bool cayman = card_is_cayman(&self->card);
	struct client *c;
	uint32_t i;

	for (i = 1; i < 40; i++) {
		c = &self->clients[i & 1];
		draw_state(&c->cs, &c->shaders, 0, cayman);
		draw(&c->cs);
		set_rings(&c->cs, &c->rings);
		set_resource(&c->cs, &c->rings, 100 + i);
		set_resource(&c->cs, &c->rings, 1000 - i);
		/* No mask lets anything be written to it. */
		set(&c->cs, CB_COLOR5_INFO, FORMAT_8_8_8_8);
		draw(&c->cs);
		submit(_metadata, c, i);
	}
	expect(_metadata, &self->clients[0], i - 2);
	expect(_metadata, &self->clients[1], i - 1);
}

/* What page tables bound may say anything, of half of the chip or of all of it. */
static void set_all_of_vm(struct cs *cs)
{
	uint32_t reg;

	for (reg = SQ_ESGS_RING_BASE; reg < SQ_PSTMP_RING_BASE + 8; reg += 4)
		set_config(cs, reg, 0x12345);
	set_config(cs, GRBM_GFX_INDEX, 0x40000000);
	for (reg = SQ_LSTMP_RING_BASE; reg < SQ_LSTMP_RING_BASE + 16; reg += 4)
		set_config(cs, reg, 0x54321);
	for (reg = SQ_ESTMP_RING_ITEMSIZE; reg < SQ_ESTMP_RING_ITEMSIZE + 16; reg += 4)
		set(cs, reg, 0x77);
	set_config(cs, GRBM_GFX_INDEX, 0xc0000000);
	set(cs, SQ_LSTMP_RING_ITEMSIZE, 0x77);
}

TEST_F_TIMEOUT(draw, after_a_vm, SLOW)
{
	struct client *c = &self->clients[1];
	struct cs vm;
	uint32_t i;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	if (!card_is_evergreen(&self->card))
		SKIP(return, "radeon.ko takes other registers from address spaces");
	vm_cs_init(&vm, self->card.fd);
	ASSERT_EQ(0, va_map(&self->clients[0].out, 1 << 30, VA_RW));
	for (i = 1; i < 20; i++) {
		cs_add_bo(&vm, &self->clients[0].out, true);
		set_all_of_vm(&vm);
		cs_pad(&vm, 8);
		ASSERT_EQ(0, cs_submit(&vm));
		cs_clear(&vm);
		draw_state(&c->cs, &c->shaders, 0, true);
		draw(&c->cs);
		submit(_metadata, c, i);
	}
	expect(_metadata, c, i - 1);
	ASSERT_EQ(0, bo_wait(&self->clients[0].out));
	cs_fini(&vm);
}

/* More than there are VMIDs. */
#define SPACES			9
#define SHADERS_VA		(1ull << 30)

/* Each changes the rings, and then draws: those who came before may still do so. */
TEST_F_TIMEOUT(draw, vms_take_turns, VERY_SLOW)
{
	struct bo shaders[SPACES];
	struct cs cs[SPACES];
	uint32_t i, n;

	if (!card_is_cayman(&self->card))
		SKIP(return, "only Cayman and Aruba have address spaces");
	if (!card_is_evergreen(&self->card))
		SKIP(return, "radeon.ko takes other registers from address spaces");
	for (n = 0; n < SPACES; n++) {
		vm_cs_init(&cs[n], card_reopen(&self->card));
		ASSERT_LE(0, cs[n].fd);
		ASSERT_EQ(0, bo_create(cs[n].fd, SHADERS, VRAM, 0, &shaders[n]));
		ASSERT_EQ(0, va_map(&shaders[n], SHADERS_VA, VA_RO));
	}
	for (i = 0; i < 20 * SPACES; i++) {
		n = i * 5 % SPACES;
		cs_add_bo(&cs[n], &shaders[n], false);
		set_all_of_vm(&cs[n]);
		draw_state(&cs[n], NULL, SHADERS_VA, true);
		draw(&cs[n]);
		cs_pad(&cs[n], 8);
		ASSERT_EQ(0, cs_submit(&cs[n]));
		cs_clear(&cs[n]);
	}
	for (n = 0; n < SPACES; n++) {
		EXPECT_EQ(0, bo_wait(&shaders[n]));
		bo_free(&shaders[n]);
		close(cs[n].fd);
		cs_fini(&cs[n]);
	}
}

CARD_TEST_MAIN(CARD_ANY)
