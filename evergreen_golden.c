// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: golden registers
 *
 * Each chip has registers whose reset value is known to be wrong or slow. They
 * are corrected before anything else is programmed: display, memory hub, clock
 * gating and shader core. Nobody has published why each of them is what it is,
 * so the values stand here as they are: offset, bits to replace, new bits.
 *
 * Chips share most of them. A family is therefore a list of runs, and a run is a
 * table that several families refer to. Where the sequence in the source of the
 * facts repeats a write with the same value, the repetition is left out.
 *
 * The clock-gating sequence of the SIMDs exists once in each shader engine;
 * GRBM_GFX_INDEX selects whose copy the following writes reach.
 *
 * Source of the facts: the radeon driver in Linux 6.12.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/bitfield.h>
#include <linux/limits.h>

#include "evergreen_device.h"
#include "evergreen_golden.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"

#define SET(reg, value)		{ reg, U32_MAX, value }
#define MASK(reg, mask, value)	{ reg, mask, value }

static const struct evergreen_golden golden_se_all[] = {
	SET(GRBM_GFX_INDEX, GFX_INSTANCE_BROADCAST | GFX_SE_BROADCAST),
};

static const struct evergreen_golden golden_se_0[] = {
	SET(GRBM_GFX_INDEX, GFX_INSTANCE_BROADCAST),
};

static const struct evergreen_golden golden_se_1[] = {
	SET(GRBM_GFX_INDEX, GFX_INSTANCE_BROADCAST | FIELD_PREP_CONST(GFX_SE_INDEX, 1)),
};

/* Cedar to Cypress */
static const struct evergreen_golden golden_evergreen_common[] = {
	MASK(0x3f90, 0xffff0000, 0xff000000), MASK(0x9148, 0xffff0000, 0xff000000),
	MASK(0x3f94, 0xffff0000, 0xff000000), MASK(0x914c, 0xffff0000, 0xff000000),
	SET(0x9b7c, 0x00000000), SET(0x8a14, 0x00000007), SET(0x8b10, 0x00000000),
	SET(0x960c, 0x54763210), SET(0x88c4, 0x000000c2), SET(0x8974, 0x00000000),
	MASK(0x0c78, 0x00000080, 0x00000080), SET(0x5eb4, 0x00000002), SET(0x5e78, 0x001000f0),
	MASK(0x6104, 0x01000300, 0x00000000), MASK(0x5bc0, 0x00300000, 0x00000000),
	SET(0x7030, 0x00000011), SET(0x7c30, 0x00000011), SET(0x10830, 0x00000011),
	SET(0x11430, 0x00000011), SET(0xd02c, 0x08421000), SET(0x240c, 0x00000380),
	SET(0x8b24, 0x00ff0fff), MASK(0x28a4c, 0x06000000, 0x06000000),
	MASK(0x010c, 0x00000001, 0x00000001), SET(0x8d00, 0x100e4848), SET(0x8d04, 0x00164745),
	SET(0x8c00, 0xe4000003), SET(0x8c04, 0x40600060), SET(0x8c08, 0x001c001c),
	SET(0x8c20, 0x00800080), SET(0x8c24, 0x00800080), SET(0x8c18, 0x20202078),
	SET(0x8c1c, 0x00001010), SET(0x28350, 0x00000000), SET(0xa008, 0x00010000),
	SET(0x05c4, 0x00000001), SET(0x9508, 0x00000002),
};

/* Cedar differs from its larger sisters here */
static const struct evergreen_golden golden_cedar_only[] = {
	SET(0x88d4, 0x00000000), SET(0x8cf0, 0x08e00410),
};

/* Redwood, Juniper, Cypress */
static const struct evergreen_golden golden_evergreen_only[] = {
	SET(0x88d4, 0x00000010), SET(0x12030, 0x00000011), SET(0x12c30, 0x00000011),
	SET(0x8cf0, 0x08e00620), MASK(0x913c, 0x0000000f, 0x0000000a),
};

/* HDP and bus interface, Cedar to Cypress */
static const struct evergreen_golden golden_evergreen_bus[] = {
	SET(0x2f4c, 0x00000000), SET(0x54f4, 0x00000000), SET(0x54f0, 0x00000000),
	SET(0x5498, 0x00000000), SET(0x549c, 0x00000000), SET(0x5494, 0x00000000),
	SET(0x53cc, 0x00000000), SET(0x53c8, 0x00000000), SET(0x53c4, 0x00000000),
	SET(0x53c0, 0x00000000), SET(0x53bc, 0x00000000), SET(0x53b8, 0x00000000),
	SET(0x53b4, 0x00000000), SET(0x53b0, 0x00000000),
};

/* Clock gating of the blocks, all shader engines together */
static const struct evergreen_golden golden_clocks[] = {
	SET(0x5448, 0x00000100), SET(0x55e4, 0x00000100), SET(0x160c, 0x00000100),
	SET(0x5644, 0x00000100), SET(0xc164, 0x00000100), SET(0x8a18, 0x00000100),
	SET(0x897c, 0x06000100), SET(0x8b28, 0x00000100), SET(0x9144, 0x00000100),
	SET(0x9a60, 0x00000100), SET(0x9868, 0x00000100), SET(0x8d58, 0x00000100),
	SET(0x9510, 0x00000100), SET(0x949c, 0x00000100), SET(0x9654, 0x00000100),
	SET(0x9030, 0x00000100), SET(0x9034, 0x00000100), SET(0x9038, 0x00000100),
	SET(0x903c, 0x00000100), SET(0x9040, 0x00000100), SET(0xa200, 0x00000100),
	SET(0xa204, 0x00000100), SET(0xa208, 0x00000100), SET(0xa20c, 0x00000100),
	SET(0x971c, 0x00000100), SET(0xd0c0, 0xff000100),
};

/* The same; on Juniper after the shader engines */
static const struct evergreen_golden golden_clocks_late[] = {
	SET(0x977c, 0x00000100), SET(0x3f80, 0x00000100), SET(0xa210, 0x00000100),
	SET(0xa214, 0x00000100), SET(0x04d8, 0x00000100), SET(0x9784, 0x00000100),
	SET(0x9698, 0x00000100), SET(0x04d4, 0x00000200), SET(0x30cc, 0x00000100),
};

/* Clock gating sequence of a shader engine: the first five SIMDs */
static const struct evergreen_golden golden_simds_5[] = {
	SET(0x915c, 0x00010000), SET(0x9160, 0x00030002), SET(0x9178, 0x00070000),
	SET(0x917c, 0x00030002), SET(0x9180, 0x00050004), SET(0x918c, 0x00010006),
	SET(0x9190, 0x00090008), SET(0x9194, 0x00070000), SET(0x9198, 0x00030002),
	SET(0x919c, 0x00050004), SET(0x91a8, 0x00010006), SET(0x91ac, 0x00090008),
	SET(0x91b0, 0x00070000), SET(0x91b4, 0x00030002), SET(0x91b8, 0x00050004),
	SET(0x91c4, 0x00010006), SET(0x91c8, 0x00090008), SET(0x91cc, 0x00070000),
	SET(0x91d0, 0x00030002), SET(0x91d4, 0x00050004), SET(0x91e0, 0x00010006),
	SET(0x91e4, 0x00090008), SET(0x91e8, 0x00000000), SET(0x91ec, 0x00070000),
	SET(0x91f0, 0x00030002), SET(0x91f4, 0x00050004), SET(0x9200, 0x00010006),
	SET(0x9204, 0x00090008),
};

/* The other five */
static const struct evergreen_golden golden_simds_10[] = {
	SET(0x9208, 0x00070000), SET(0x920c, 0x00030002), SET(0x9210, 0x00050004),
	SET(0x921c, 0x00010006), SET(0x9220, 0x00090008), SET(0x9224, 0x00070000),
	SET(0x9228, 0x00030002), SET(0x922c, 0x00050004), SET(0x9238, 0x00010006),
	SET(0x923c, 0x00090008), SET(0x9240, 0x00070000), SET(0x9244, 0x00030002),
	SET(0x9248, 0x00050004), SET(0x9254, 0x00010006), SET(0x9258, 0x00090008),
	SET(0x925c, 0x00070000), SET(0x9260, 0x00030002), SET(0x9264, 0x00050004),
	SET(0x9270, 0x00010006), SET(0x9274, 0x00090008), SET(0x9278, 0x00070000),
	SET(0x927c, 0x00030002), SET(0x9280, 0x00050004), SET(0x928c, 0x00010006),
	SET(0x9290, 0x00090008),
};

/* The whole of Cedar */
static const struct evergreen_golden golden_simds_2[] = {
	SET(0x915c, 0x00010000), SET(0x9178, 0x00050000), SET(0x917c, 0x00030002),
	SET(0x918c, 0x00010004), SET(0x9190, 0x00070006), SET(0x9194, 0x00050000),
	SET(0x9198, 0x00030002), SET(0x91a8, 0x00010004), SET(0x91ac, 0x00070006),
	SET(0x91e8, 0x00000000),
};

static const struct evergreen_golden golden_simds_end[] = {
	SET(0x9294, 0x00000000), SET(0x929c, 0x00000001),
};

/* Palm, Sumo, Sumo2 */
static const struct evergreen_golden golden_fusion_common[] = {
	SET(0x5eb4, 0x00000002), SET(0x05c4, 0x00000001), SET(0x7030, 0x00000011),
	SET(0x7c30, 0x00000011), MASK(0x6104, 0x01000300, 0x00000000),
	MASK(0x5bc0, 0x00300000, 0x00000000), SET(0x8c1c, 0x00001010), SET(0x918c, 0x00010006),
	SET(0x91a8, 0x00010006), SET(0x9150, 0x6e944040), SET(0x917c, 0x00030002),
	SET(0x9198, 0x00030002), SET(0x915c, 0x00010000), MASK(0x3f90, 0xffff0000, 0xff000000),
	SET(0x9178, 0x00070000), SET(0x9194, 0x00070000), MASK(0x9148, 0xffff0000, 0xff000000),
	SET(0x9190, 0x00090008), SET(0x91ac, 0x00090008), MASK(0x3f94, 0xffff0000, 0xff000000),
	MASK(0x914c, 0xffff0000, 0xff000000), SET(0x929c, 0x00000001), SET(0x8a18, 0x00000100),
	SET(0x8b28, 0x00000100), SET(0x9144, 0x00000100), SET(0x9b7c, 0x00000000),
	SET(0x8030, 0x0000100a), SET(0x8b24, 0x00ff0fff), SET(0x8b10, 0x00000000),
	MASK(0x28a4c, 0x06000000, 0x06000000), SET(0x04d8, 0x00000100),
	MASK(0x913c, 0xffff000f, 0x0100000a), SET(0x960c, 0x54763210), SET(0x88c4, 0x000000c2),
	SET(0x88d4, 0x00000010), SET(0x8974, 0x00000000), MASK(0x0c78, 0x00000080, 0x00000080),
	SET(0x5e78, 0x001000f0), SET(0xd02c, 0x08421000), SET(0xa008, 0x00010000),
	SET(0x8d00, 0x100e4848), SET(0x8d04, 0x00164745), SET(0x8c00, 0xe4000003),
	SET(0x28350, 0x00000000), SET(0x9508, 0x00000002),
};

static const struct evergreen_golden golden_palm_only[] = {
	SET(0x8a14, 0x00000001), MASK(0x8cf0, 0x1fffffff, 0x08e00410), SET(0x900c, 0x0017071f),
	SET(0x8c18, 0x10101060),
};

/* Sumo, Sumo2 */
static const struct evergreen_golden golden_sumo_only[] = {
	SET(0x8c04, 0x40600060), SET(0x8c08, 0x001c001c), SET(0x8c20, 0x00800080),
	SET(0x8c24, 0x00800080), SET(0x8c18, 0x20202078), SET(0x91c4, 0x00010006),
	SET(0x91e0, 0x00010006), SET(0x9200, 0x00010006), SET(0x9180, 0x00050004),
	SET(0x919c, 0x00050004), SET(0x91b4, 0x00030002), SET(0x91b8, 0x00050004),
	SET(0x91d0, 0x00030002), SET(0x91d4, 0x00050004), SET(0x91f0, 0x00030002),
	SET(0x91f4, 0x00050004), SET(0x9160, 0x00030002), SET(0x91b0, 0x00070000),
	SET(0x91cc, 0x00070000), SET(0x91ec, 0x00070000), SET(0x91c8, 0x00090008),
	SET(0x91e4, 0x00090008), SET(0x9204, 0x00090008), SET(0x5644, 0x00000100),
	SET(0x8a14, 0x00000007), MASK(0x8cf0, 0x1fffffff, 0x08e00620),
};

static const struct evergreen_golden golden_sumo2_only[] = {
	MASK(0x900c, 0x00ffffff, 0x0017071f), SET(0x8c18, 0x10101060), SET(0x8c1c, 0x00001010),
	MASK(0x8c30, 0x0000000f, 0x00000005), MASK(0x9688, 0x0000000f, 0x00000007),
};

/* Barts to Cayman */
static const struct evergreen_golden golden_islands_common[] = {
	SET(0x5eb4, 0x00000002), MASK(0x5e78, 0x8f311ff1, 0x001000f0),
	MASK(0x0c78, 0x00000080, 0x00000080), MASK(0xd02c, 0xbfffff1f, 0x08421000),
	MASK(0x5bc0, 0x00200000, 0x50100000), MASK(0x7030, 0x31000311, 0x00000011),
	MASK(0x6b28, 0x00000010, 0x00000012), MASK(0x7728, 0x00000010, 0x00000012),
	MASK(0x10328, 0x00000010, 0x00000012), MASK(0x10f28, 0x00000010, 0x00000012),
	MASK(0x11b28, 0x00000010, 0x00000012), MASK(0x12728, 0x00000010, 0x00000012),
	MASK(0x8b24, 0x3fff3fff, 0x00ff0fff), MASK(0x8b10, 0x0000ff0f, 0x00000000),
	MASK(0x28a4c, 0x07ffffff, 0x06000000), MASK(0x010c, 0x00000001, 0x00010003),
	SET(0xa02c, 0x0000009b), MASK(0x8c04, 0xf8ff00ff, 0x40600060),
	MASK(0x28350, 0x00000f01, 0x00000000), MASK(0x9508, 0x3700001f, 0x00000002),
	SET(0x960c, 0x54763210), MASK(0x88d4, 0x0000001f, 0x00000010), SET(0x8974, 0x00000000),
};

/* Barts, Turks, Caicos */
static const struct evergreen_golden golden_btc_common[] = {
	MASK(0x240c, 0x000007ff, 0x00000380), MASK(0x913c, 0x0000000f, 0x0100000a),
	MASK(0x8d00, 0xffff7f7f, 0x100e4848), MASK(0x8d04, 0x00ffffff, 0x00164745),
	MASK(0x8c00, 0xfffc0003, 0xe4000003), MASK(0x8c08, 0x00ff00ff, 0x001c001c),
	MASK(0x8c20, 0x0fff0fff, 0x00800080), MASK(0x8c24, 0x0fff0fff, 0x00800080),
	SET(0x8c18, 0x20202078), MASK(0x8c1c, 0x0000ffff, 0x00001010),
	MASK(0x88c4, 0x001f3ae3, 0x000000c2),
};

static const struct evergreen_golden golden_barts_only[] = {
	MASK(0x3f90, 0xffff0000, 0xff000000), MASK(0x9148, 0xffff0000, 0xff000000),
	MASK(0x3f94, 0xffff0000, 0xff000000), MASK(0x914c, 0xffff0000, 0xff000000),
	MASK(0x0bd4, 0x70073777, 0x00010001), MASK(0xd0b8, 0x03773777, 0x02011003),
	MASK(0x98f8, 0x33773777, 0x02011003), SET(0x98fc, 0x76543210),
	MASK(0x2f48, 0x00000007, 0x02011003), MASK(0x8a14, 0xf000001f, 0x00000007),
	MASK(0x8cf0, 0x1fff1fff, 0x08e00620),
};

static const struct evergreen_golden golden_turks_only[] = {
	MASK(0x08c8, 0x00003000, 0x00001070), MASK(0x08cc, 0x000fffff, 0x00040035),
	MASK(0x3f90, 0xffff0000, 0xfff00000), MASK(0x9148, 0xffff0000, 0xfff00000),
	MASK(0x3f94, 0xffff0000, 0xfff00000), MASK(0x914c, 0xffff0000, 0xfff00000),
	MASK(0x0bd4, 0x00073007, 0x00010002), MASK(0xd0b8, 0x03773777, 0x02010002),
	MASK(0x98f8, 0x33773777, 0x00010002), SET(0x98fc, 0x33221100),
	MASK(0x2f48, 0x33773777, 0x00010002), MASK(0x8a14, 0xf000001f, 0x00000007),
	MASK(0x8cf0, 0x1fff1fff, 0x08e00410),
};

static const struct evergreen_golden golden_caicos_only[] = {
	MASK(0x08c8, 0x00003420, 0x00001450), MASK(0x08cc, 0x000fffff, 0x00040035),
	MASK(0x3f90, 0xffff0000, 0xfffc0000), MASK(0x9148, 0xffff0000, 0xfffc0000),
	MASK(0x3f94, 0xffff0000, 0xfffc0000), MASK(0x914c, 0xffff0000, 0xfffc0000),
	MASK(0x0bd4, 0x00073007, 0x00010001), MASK(0xd0b8, 0x03773777, 0x02010001),
	MASK(0x98f8, 0x33773777, 0x02010001), SET(0x98fc, 0x33221100),
	MASK(0x2f48, 0x33773777, 0x02010001), MASK(0x8a14, 0xf000001f, 0x00000001),
	MASK(0x8cf0, 0x1fff1fff, 0x08e00410),
};

static const struct evergreen_golden golden_cayman_only[] = {
	MASK(0x3f90, 0xffff0000, 0xff000000), MASK(0x9148, 0xffff0000, 0xff000000),
	MASK(0x3f94, 0xffff0000, 0xff000000), MASK(0x914c, 0xffff0000, 0xff000000),
	MASK(0x0bd4, 0x70073777, 0x00011003), MASK(0xd0b8, 0x73773777, 0x02011003),
	MASK(0x98f8, 0x33773777, 0x02011003), SET(0x98fc, 0x76541032),
	MASK(0x2f48, 0x33773777, 0x42010001), MASK(0x240c, 0x000007ff, 0x00000000),
	MASK(0x8a14, 0xf000001f, 0x00000007), MASK(0x913c, 0x0000010f, 0x01000100),
	MASK(0x88c4, 0x001f3ae3, 0x00000082), SET(0x88d0, 0x0f40df40), SET(0x3e5c, 0x00000000),
	SET(0x3e48, 0x00000000), SET(0x3e4c, 0x00000000), SET(0x3e64, 0x00000000),
	SET(0x3e50, 0x00000000), SET(0x3e60, 0x00000000),
};

static const struct evergreen_golden golden_aruba_common[] = {
	MASK(0x0690, 0x3fff3fff, 0x20c00033), MASK(0x918c, 0x0fff0fff, 0x00010006),
	MASK(0x91a8, 0x0fff0fff, 0x00010006), MASK(0x9150, 0xffffdfff, 0x6e944040),
	MASK(0x917c, 0x0fff0fff, 0x00030002), MASK(0x9198, 0x0fff0fff, 0x00030002),
	MASK(0x915c, 0x0fff0fff, 0x00010000), MASK(0x3f90, 0xffff0001, 0xff000000),
	MASK(0x9178, 0x0fff0fff, 0x00070000), MASK(0x9194, 0x0fff0fff, 0x00070000),
	MASK(0x9148, 0xffff0001, 0xff000000), MASK(0x9190, 0x0fff0fff, 0x00090008),
	MASK(0x91ac, 0x0fff0fff, 0x00090008), MASK(0x3f94, 0xffff0000, 0xff000000),
	MASK(0x914c, 0xffff0000, 0xff000000), MASK(0x929c, 0x00000fff, 0x00000001),
	MASK(0x55e4, 0xff607fff, 0xfc000100), MASK(0x8a18, 0xff000fff, 0x00000100),
	MASK(0x8b28, 0xff000fff, 0x00000100), MASK(0x9144, 0xfffc0fff, 0x00000100),
	MASK(0x6ed8, 0x00010101, 0x00010000), SET(0x9830, 0x00000000),
	MASK(0x9834, 0xf00fffff, 0x00000400), MASK(0x9838, 0xfffffffe, 0x00000000),
	MASK(0xd0c0, 0xff000fff, 0x00000100), MASK(0xd02c, 0xbfffff1f, 0x08421000),
	MASK(0xd0b8, 0x73773777, 0x12010001), MASK(0x5bb0, 0x000000f0, 0x00000070),
	MASK(0x98f8, 0x73773777, 0x12010001), SET(0x98fc, 0x00000010),
	MASK(0x9b7c, 0x00ff0000, 0x00fc0000), MASK(0x8030, 0x00001f0f, 0x0000100a),
	MASK(0x2f48, 0x73773777, 0x12010001), MASK(0x2408, 0x00030000, 0x000c007f),
	MASK(0x8a14, 0xf000003f, 0x00000007), MASK(0x8b24, 0x3fff3fff, 0x00ff0fff),
	MASK(0x8b10, 0x0000ff0f, 0x00000000), MASK(0x28a4c, 0x07ffffff, 0x06000000),
	MASK(0x04d8, 0x00000fff, 0x00000100), SET(0xa008, 0x00010000),
	MASK(0x913c, 0xffff03ff, 0x01000100), MASK(0x8c00, 0x000000ff, 0x00000003),
	MASK(0x8c04, 0xf8ff00ff, 0x40600060), MASK(0x8cf0, 0x1fff1fff, 0x08e00410),
	MASK(0x28350, 0x00000f01, 0x00000000), MASK(0x9508, 0xf700071f, 0x00000002),
	SET(0x960c, 0x54763210), MASK(0x20ef8, 0x01ff01ff, 0x00000002),
	MASK(0x20e98, 0xfffffbff, 0x00200000), SET(0x2015c, 0x00000f40),
	MASK(0x88c4, 0x001f3ae3, 0x00000082), MASK(0x8978, 0x3fffffff, 0x04050140),
	MASK(0x88d4, 0x0000001f, 0x00000010), SET(0x8974, 0x00000000),
};

/* The smaller Arubas */
static const struct evergreen_golden golden_scrapper_only[] = {
	MASK(0x90e8, 0x001fffff, 0x010400c0), MASK(0x8c30, 0x0000000f, 0x00040005),
	MASK(0x900c, 0x00ffffff, 0x0017071f), MASK(0x9688, 0x00300000, 0x0017000f),
};

#define RUN(table) { table, ARRAY_SIZE(table) }

const struct evergreen_golden_run evergreen_golden_cedar[] = {
	RUN(golden_evergreen_common),
	RUN(golden_cedar_only),
	RUN(golden_evergreen_bus),
	RUN(golden_se_all),
	RUN(golden_clocks),
	RUN(golden_clocks_late),
	RUN(golden_se_0),
	RUN(golden_simds_2),
	RUN(golden_simds_end),
	RUN(golden_se_all),
	{ }
};

const struct evergreen_golden_run evergreen_golden_redwood[] = {
	RUN(golden_evergreen_common),
	RUN(golden_evergreen_only),
	RUN(golden_evergreen_bus),
	RUN(golden_se_all),
	RUN(golden_clocks),
	RUN(golden_clocks_late),
	RUN(golden_se_0),
	RUN(golden_simds_5),
	RUN(golden_simds_end),
	RUN(golden_se_all),
	{ }
};

const struct evergreen_golden_run evergreen_golden_juniper[] = {
	RUN(golden_evergreen_common),
	RUN(golden_evergreen_only),
	RUN(golden_evergreen_bus),
	RUN(golden_se_all),
	RUN(golden_clocks),
	RUN(golden_se_0),
	RUN(golden_simds_5),
	RUN(golden_simds_10),
	RUN(golden_simds_end),
	RUN(golden_se_all),
	RUN(golden_clocks_late),
	RUN(golden_se_all),
	{ }
};

const struct evergreen_golden_run evergreen_golden_cypress[] = {
	RUN(golden_evergreen_common),
	RUN(golden_evergreen_only),
	RUN(golden_evergreen_bus),
	RUN(golden_se_all),
	RUN(golden_clocks),
	RUN(golden_clocks_late),
	RUN(golden_se_0),
	RUN(golden_simds_5),
	RUN(golden_simds_10),
	RUN(golden_simds_end),
	RUN(golden_se_1),
	RUN(golden_simds_5),
	RUN(golden_simds_10),
	RUN(golden_simds_end),
	RUN(golden_se_all),
	{ }
};

const struct evergreen_golden_run evergreen_golden_palm[] = {
	RUN(golden_fusion_common),
	RUN(golden_palm_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_sumo[] = {
	RUN(golden_fusion_common),
	RUN(golden_sumo_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_sumo2[] = {
	RUN(golden_fusion_common),
	RUN(golden_sumo_only),
	RUN(golden_sumo2_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_barts[] = {
	RUN(golden_islands_common),
	RUN(golden_btc_common),
	RUN(golden_barts_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_turks[] = {
	RUN(golden_islands_common),
	RUN(golden_btc_common),
	RUN(golden_turks_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_caicos[] = {
	RUN(golden_islands_common),
	RUN(golden_btc_common),
	RUN(golden_caicos_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_cayman[] = {
	RUN(golden_islands_common),
	RUN(golden_cayman_only),
	{ }
};

const struct evergreen_golden_run evergreen_golden_aruba[] = {
	RUN(golden_aruba_common),
	{ }
};

const struct evergreen_golden_run evergreen_golden_aruba_small[] = {
	RUN(golden_aruba_common),
	RUN(golden_scrapper_only),
	{ }
};

/**
 * evergreen_golden_apply() - correct the registers of a card
 * @edev: the card
 *
 * Leaves register writes directed at all shader engines.
 */
void evergreen_golden_apply(struct evergreen_device *edev)
{
	u16 device = to_pci_dev(edev->drm.dev)->device;
	const struct evergreen_golden_run *run = evergreen_chip_golden(edev->chip, device);
	u32 i;

	for (; run->count; run++)
		for (i = 0; i < run->count; i++) {
			const struct evergreen_golden *g = &run->regs[i];

			if (g->mask == U32_MAX)
				evergreen_write(edev, g->reg, g->value);
			else
				evergreen_rmw(edev, g->reg, g->mask, g->value);
		}
}
