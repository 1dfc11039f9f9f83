// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * What rows of streams cannot say about the checker: cuts at every dword, every
 * register of both spaces, every header, limits of the caller, arithmetic of
 * patches, reports.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/array_size.h>

#include "checker/run.h"
#include "stream_file.h"
#include "tap.h"
#include "workspace.h"

#define PATCHES		64

static struct r600_cs_patch patches[PATCHES];
static struct r600_cs_workspace workspace;
static struct r600_cs_result res;

static const struct r600_cs_buffer buffers[] = {
	{ .size = 4096, .read_domains = 6, .write_domain = 4 },
	{ .size = 1 << 20, .read_domains = 6, .write_domain = 2 },
};

/* The stream is copied so that a read behind its end is seen. */
static int check_on(const struct r600_cs_chip *chip, const u32 *dw, u32 ndw)
{
	u32 *ib = malloc((ndw ? ndw : 1) * 4ul);
	struct r600_cs_input in = {
		.chip = chip,
		.ib = ib,
		.ndw = ndw,
		.buffers = buffers,
		.num_buffers = 2,
		.keep_tiling = true,
		.clean_start = true,
	};
	int ret;

	if (!ib)
		abort();
	if (ndw)
		memcpy(ib, dw, ndw * 4ul);
	res = (struct r600_cs_result) {
		.patches = patches,
		.max_patches = PATCHES,
		.workspace = &workspace,
	};
	workspace_fill(&workspace, 0xffffffff);
	ret = r600_cs_check(&in, &res);
	free(ib);
	return ret;
}

static int check(const u32 *dw, u32 ndw)
{
	return check_on(&stream_file_cypress, dw, ndw);
}

/* On Cayman, with or without an address space of its own. */
static int check_vm(const u32 *dw, u32 ndw, bool vm)
{
	struct r600_cs_input in = {
		.chip = &stream_file_cayman,
		.ib = dw,
		.ndw = ndw,
		.buffers = buffers,
		.num_buffers = 2,
		.keep_tiling = true,
		.clean_start = true,
		.vm = vm,
	};

	res = (struct r600_cs_result) {
		.patches = patches,
		.max_patches = PATCHES,
		.workspace = &workspace,
	};
	workspace_fill(&workspace, 0xffffffff);
	return r600_cs_check(&in, &res);
}

#define RESOURCE_NDW	14

/* One packet of each accepted kind, with its relocations. */
static const struct sample {
	const char *name;
	u32 ndw;
	u32 dw[14];
} samples[] = {
	{ "NOP", 4, { 0xc0021000, 1, 2, 3 } },
	{ "CONTEXT_CONTROL", 3, { 0xc0012800, 0x80000000, 0x80000000 } },
	{ "WAIT_REG_MEM", 9, { 0xc0053c00, 0x13, 0, 0, 0, 0, 4, 0xc0001000 } },
	{ "MEM_WRITE", 7, { 0xc0033d00, 0, 0, 1, 2, 0xc0001000 } },
	{ "CP_DMA", 10, { 0xc0044100, 0, 0, 0, 0, 4, 0xc0001000, 0,
			  0xc0001000, 4 } },
	{ "PFP_SYNC_ME", 2, { 0xc0004200 } },
	{ "SURFACE_SYNC", 7, { 0xc0034300, 0, 1, 0, 10, 0xc0001000 } },
	{ "EVENT_WRITE", 6, { 0xc0024600, 0x115, 0, 0, 0xc0001000 } },
	{ "EVENT_WRITE_EOP", 8, { 0xc0044700, 0x528, 0, 0x20000000, 1, 0,
				  0xc0001000 } },
	{ "EVENT_WRITE_EOS", 7, { 0xc0034800, 0x630, 0, 0x40000000, 1,
				  0xc0001000 } },
	{ "SET_CONFIG_REG", 3, { 0xc0016800, 0x300, 0 } },
	{ "SET_CONTEXT_REG", 4, { 0xc0026900, 0x10f, 0, 0 } },
	{ "SQ_PGM_START_PS", 5, { 0xc0016900, 0x210, 0, 0xc0001000 } },
	{ "SET_BASE", 6, { 0xc0021100, 1, 0, 0, 0xc0001000 } },
	{ "INDEX_BUFFER_SIZE", 2, { 0xc0001300, 1 } },
	{ "SET_PREDICATION", 5, { 0xc0012000, 0, 0x10000, 0xc0001000 } },
	{ "INDEX_BASE", 5, { 0xc0012600, 0, 0, 0xc0001000 } },
	{ "INDEX_TYPE", 2, { 0xc0002a00, 1 } },
	{ "NUM_INSTANCES", 2, { 0xc0002f00, 1 } },
	{ "STRMOUT_BUFFER_UPDATE", 10, { 0xc0043400, 5, 0, 0, 0, 0,
					 0xc0001000, 0, 0xc0001000, 4 } },
	{ "SET_BOOL_CONST", 3, { 0xc0016b00, 0, 1 } },
	{ "SET_LOOP_CONST", 3, { 0xc0016c00, 0, 1 } },
	{ "SET_RESOURCE", 12, { 0xc0086d00, 0, 0, 3, 0, 0, 0, 0, 0,
				0xc0000000, 0xc0001000 } },
	{ "SET_SAMPLER", 5, { 0xc0036e00, 0, 1, 2, 3 } },
	{ "SET_CTL_CONST", 3, { 0xc0016f00, 0, 1 } },
	{ "MODE_CONTROL", 2, { 0xc0001800, 1 } },
	{ "COND_EXEC", 8, { 0xc0022200, 0, 0, 4, 0xc0001000, 0, 0xc0001000, 1 } },
	{ "COPY_DW", 10, { 0xc0043b00, 3, 0, 0, 0, 0, 0xc0001000, 0,
			   0xc0001000, 4 } },
	{ "COND_WRITE", 13, { 0xc0074500, 0x112, 0, 0, 0, 0, 0, 0, 0, 0xc0001000, 0,
			      0xc0001000, 4 } },
	{ "SET_APPEND_CNT", 6, { 0xc0027500, 0x1cb0003, 0, 0,
				 0xc0001000 } },
};

#define NUM_SAMPLES	ARRAY_SIZE(samples)

static void test_cuts(void)
{
	const struct sample *s;
	u32 ndw;
	bool ok;

	for (s = samples; s < samples + NUM_SAMPLES; s++) {
		ok = !check(s->dw, s->ndw);
		for (ndw = 1; ndw < s->ndw; ndw++)
			ok = ok && check(s->dw, ndw) == -EINVAL;
		tap_ok(ok && !check(s->dw, 0), "%s cut at every dword",
		       s->name);
	}
}

/* The same behind another packet, so that positions are not all zero. */
static void test_positions(void)
{
	const struct sample *s;
	u32 dw[24] = { 0xc0021000, 1, 2, 3 };
	u32 i, first;
	bool ok;

	for (s = samples; s < samples + NUM_SAMPLES; s++) {
		ok = !check(s->dw, s->ndw);
		first = res.num_patches ? res.patches[0].dw : 0;
		memcpy(dw + 4, s->dw, s->ndw * 4ul);
		ok = ok && !check(dw, s->ndw + 4);
		if (res.num_patches)
			ok = ok && res.patches[0].dw == first + 4;
		for (i = 1; i < s->ndw; i++)
			ok = ok && check(dw, 4 + i) == -EINVAL &&
				res.report.dw == 4;
		tap_ok(ok, "%s behind another packet", s->name);
	}
}

/* Each bit of each header that is neither compute bit, opcode nor count. */
static void test_header_bits(void)
{
	const struct sample *s;
	u32 dw[14], bit;
	bool ok;

	for (s = samples; s < samples + NUM_SAMPLES; s++) {
		ok = true;
		for (bit = 0; bit < 8; bit++) {
			if (bit == 1)
				continue;
			memcpy(dw, s->dw, sizeof(dw));
			dw[0] |= 1u << bit;
			ok = ok && check(dw, s->ndw) == -EINVAL;
		}
		tap_ok(ok, "%s with reserved header bits", s->name);
	}
}

/* All that is accepted: 256 opcodes, lengths 1 to 16. With a VM, the same. */
static void test_opcodes(bool vm)
{
	static const u8 accepted[256] = {
		[0x10] = 1, [0x11] = 1, [0x12] = 1, [0x13] = 1, [0x14] = 1,
		[0x15] = 1, [0x16] = 1, [0x18] = 1, [0x20] = 1, [0x22] = 1,
		[0x24] = 1, [0x25] = 1, [0x26] = 1, [0x27] = 1, [0x28] = 1,
		[0x29] = 1, [0x2a] = 1, [0x2b] = 1, [0x2d] = 1, [0x2e] = 1,
		[0x2f] = 1, [0x34] = 1, [0x35] = 1, [0x3b] = 1, [0x3c] = 1,
		[0x3d] = 1, [0x41] = 1, [0x42] = 1, [0x43] = 1, [0x45] = 1,
		[0x46] = 1, [0x47] = 1, [0x48] = 1, [0x68] = 1, [0x69] = 1,
		[0x6b] = 1, [0x6c] = 1, [0x6d] = 1, [0x6e] = 1, [0x6f] = 1,
		[0x75] = 1,
	};
	u32 dw[24] = {}, opcode, len;
	bool ok = true;

	for (opcode = 0; opcode < 256; opcode++) {
		for (len = 1; len <= 16; len++) {
			dw[0] = 0xc0000000 | (len - 1) << 16 | opcode << 8;
			check_vm(dw, 24, vm);
			if (!accepted[opcode])
				ok = ok && res.report.rule &&
					strstr(res.report.rule, "not accepted");
			else
				ok = ok && !(res.report.rule &&
					     strstr(res.report.rule, "not accepted, "));
		}
	}
	tap_ok(ok, "opcodes that are accepted%s", vm ? " with a VM" : "");
}

/* Dwords that no rule may look behind: all lengths that a header can say. */
static void test_counts(void)
{
	u32 dw[2] = {}, count;
	bool ok = true;

	for (count = 1; count < 0x4000; count++) {
		dw[0] = 0xc0006900 | count << 16;
		ok = ok && check(dw, 2) == -EINVAL;
		dw[0] = 0xc0001000 | count << 16;
		ok = ok && check(dw, 2) == -EINVAL;
	}
	tap_ok(ok, "every length behind the end of the IB");
}

/*
 * Which registers are accepted with the value 0, as a sum over both spaces. A
 * change of the table has to be repeated here.
 */
static void test_registers(const struct r600_cs_chip *chip, const char *name,
			   u32 config, u32 context)
{
	u32 dw[3] = { 0xc0016800, 0, 0 }, found[2] = {};
	u32 offset;
	bool named = true;

	for (offset = 0; offset < 0x2000; offset++) {
		dw[0] = 0xc0016800;
		dw[1] = offset;
		found[0] += !check_on(chip, dw, 3);
		dw[0] = 0xc0016900;
		if (check_on(chip, dw, 3))
			continue;
		found[1]++;
		named = named && r600_cs_reg_name(chip->class,
						  0x28000 + offset * 4);
	}
	printf("# %u config and %u context registers\n", found[0], found[1]);
	tap_ok(found[0] == config && found[1] == context && named,
	       "registers of %s that take a 0", name);
}

#define RUN		20

/* A register is accepted in a run exactly if alone, behind another run as well. */
static void test_runs(const struct r600_cs_chip *chip, const char *name)
{
	u32 dw[3 + 2 + RUN] = { 0xc0016900, 0x10f };
	u32 *run = dw + 3, start, len, i, alone;
	u8 accept[1024 + RUN] = {};
	bool ok = true;

	for (i = 0; i < 1024; i++) {
		run[0] = 0xc0016900;
		run[1] = i;
		accept[i] = !check_on(chip, run, 3);
	}
	for (start = 0; start < 1024; start++) {
		for (len = 1, alone = 1; len < RUN; len++) {
			alone &= accept[start + len - 1];
			run[0] = 0xc0006900 | len << 16;
			run[1] = start;
			ok = ok && alone == !check_on(chip, run, 2 + len) &&
				alone == !check_on(chip, dw, 5 + len);
		}
	}
	tap_ok(ok, "runs of registers of %s", name);
}

/* Behind a plain packet of the same kind, the verdict is what it is alone. */
static void test_followers(const struct r600_cs_chip *chip, u32 header,
			   const char *name)
{
	u32 dw[3 + 4] = { header, header == 0xc0016800 ? 0x300 : 0x10f, 0 };
	u32 offset, count, ndw;
	bool ok = true;

	for (offset = 0; offset < 0xb10; offset++) {
		for (count = 0; count < 3; count++) {
			dw[3] = (header & 0xffff) | 0xc0000000 | count << 16;
			dw[4] = offset;
			for (ndw = 4; ndw <= 5 + count; ndw++)
				ok = ok && (check_on(chip, dw, ndw) ==
					    check_on(chip, dw + 3, ndw - 3));
		}
	}
	tap_ok(ok, "%s behind another of its kind", name);
}

/* Bits that no field has, by word: for buffers, and for textures of both classes. */
static const struct {
	const char *name;
	const struct r600_cs_chip *chip;
	u32 dw[RESOURCE_NDW];
	u32 reserved[8];
} resources[] = {
	{ "a buffer", &stream_file_cypress,
	  { 0xc0086d00, 0, 0, 15, 0, 0, 0, 0, 0, 0xc0000000, 0xc0001000, 0,
	    0x80000000, 0x80000000 },
	  { 0, 0, 0, 0xffff8003, 0, ~0u, ~0u, 0x3fffffff } },
	{ "a texture of Evergreen", &stream_file_cypress,
	  { 0xc0086d00, 0, 0x1c01c1, 7, 0, 0, 0, 0, 0, 0x8000001a, 0xc0001000, 0,
	    0xc0001000, 0 },
	  { 0x18, 0x08000000, 0, 0, 0xc000, 0xc0000000, 0x1fffffc0, 0x3ffc7000 } },
	{ "a texture of Cayman", &stream_file_cayman,
	  { 0xc0086d00, 0, 0x1c01c1, 7, 0, 0, 0, 0, 0, 0x8000001a, 0xc0001000, 0,
	    0xc0001000, 0 },
	  { 0x8, 0x08000000, 0, 0, 0, 0xc0000000, 0x1fffffc0, 0x3ffc7000 } },
};

static void test_resource_bits(void)
{
	u32 dw[RESOURCE_NDW], i, bit;
	bool ok;
	int ret;

	for (i = 0; i < ARRAY_SIZE(resources); i++) {
		ok = !check_on(resources[i].chip, resources[i].dw, RESOURCE_NDW);
		for (bit = 0; bit < 8 * 32; bit++) {
			bool reserved = resources[i].reserved[bit / 32] >> bit % 32 & 1;

			memcpy(dw, resources[i].dw, sizeof(dw));
			dw[2 + bit / 32] ^= 1u << bit % 32;
			ret = check_on(resources[i].chip, dw, RESOURCE_NDW);
			if (bit >= 7 * 32 + 30)
				continue;
			ok = ok && reserved == (ret == -EINVAL &&
				strstr(res.report.rule, "only the bits of"));
		}
		tap_ok(ok, "each bit of %s", resources[i].name);
	}
}

static void test_caller_limits(void)
{
	const struct sample *dma = &samples[4];
	struct r600_cs_input in = {
		.chip = &stream_file_cypress,
		.ib = dma->dw,
		.ndw = dma->ndw,
		.buffers = buffers,
		.num_buffers = 2,
	};
	struct r600_cs_result r = {
		.patches = patches, .workspace = &workspace,
	};

	for (r.max_patches = 0; r.max_patches < 2; r.max_patches++)
		tap_ok(r600_cs_check(&in, &r) == -EINVAL &&
		       r.num_patches == r.max_patches,
		       "room for %u patches of 2", r.max_patches);
	tap_ok(!r600_cs_check(&in, &r) && r.num_patches == 2,
	       "room for both patches");
	r.workspace = NULL;
	tap_ok(r600_cs_check(&in, &r) == -EINVAL, "no workspace");
	r.workspace = &workspace;
	in.num_buffers = 1;
	tap_ok(r600_cs_check(&in, &r) == -EINVAL, "one buffer of two");
	in.num_buffers = 1 << 16;
	tap_ok(!r600_cs_check(&in, &r), "as many buffers as a patch can name");
	in.num_buffers++;
	tap_ok(r600_cs_check(&in, &r) == -EINVAL && !r.num_patches,
	       "more buffers than a patch can name");
	in.num_buffers = 2;
	in.ndw = (1 << 24) + 1;
	tap_ok(r600_cs_check(&in, &r) == -EINVAL && !r.num_patches,
	       "an IB longer than the limit");
}

/* Rings are followed for so many shader engines. */
static void test_shader_engines(void)
{
	struct r600_cs_chip chip = stream_file_cypress;

	for (chip.num_se = 0; chip.num_se < 4; chip.num_se++)
		tap_ok(!check_on(&chip, samples[0].dw, samples[0].ndw) ==
		       (chip.num_se == 1 || chip.num_se == 2),
		       "%u shader engines", chip.num_se);
	chip.num_se = ~0u;
	tap_ok(check_on(&chip, samples[0].dw, samples[0].ndw) == -EINVAL,
	       "more shader engines than there are");
}

/* Densest patches: EVENT_WRITE and CP_DMA fill and copy. */
static void test_max_patches(void)
{
	const struct sample *s;
	bool ok = true;

	for (s = samples; s < samples + NUM_SAMPLES; s++) {
		ok = ok && !check(s->dw, s->ndw);
		ok = ok && res.num_patches <= r600_cs_max_patches(s->ndw);
	}
	tap_ok(ok, "r600_cs_max_patches() is enough");
	tap_ok(!r600_cs_max_patches(0) && r600_cs_max_patches(~0u) == 0x7fffffff,
	       "r600_cs_max_patches() at its ends");
}

static void test_buffer_ends(void)
{
	struct r600_cs_buffer huge = {
		.size = ~0ull, .read_domains = 4, .write_domain = 4,
	};
	u32 dw[7] = { 0xc0033d00, 0xfffffff8, 0xff, 0, 0, 0xc0001000, 0 };
	struct r600_cs_input in = {
		.chip = &stream_file_cypress,
		.ib = dw,
		.ndw = 7,
		.buffers = &huge,
		.num_buffers = 1,
	};
	struct r600_cs_result r = {
		.patches = patches, .max_patches = 1, .workspace = &workspace,
	};
	u64 size;

	tap_ok(!r600_cs_check(&in, &r), "last 8 bytes of 40 bits");
	huge.size = 1ull << 40;
	tap_ok(!r600_cs_check(&in, &r), "a buffer of 40 bits");
	huge.size--;
	tap_ok(r600_cs_check(&in, &r) == -EINVAL, "one byte less");
	dw[1] = 0;
	dw[2] = 0;
	for (size = 0; size < 8; size++) {
		huge.size = size;
		tap_ok(r600_cs_check(&in, &r) == -EINVAL,
		       "8 bytes in a buffer of %u", (unsigned int)size);
	}
}

static void test_apply(void)
{
	static const struct {
		u32 kind, lo, hi, want_lo, want_hi;
		u64 addr;
	} rows[] = {
		{ R600_CS_PATCH_LO_HI8, 0, 0, 0x12345000, 0, 0x12345000 },
		{ R600_CS_PATCH_LO_HI8, 0x10, 0x20000000, 0x1010,
		  0x200000ff, 0xff00001000 },
		{ R600_CS_PATCH_LO_HI8, 0xfffff004, 0x100, 0x4, 0x101, 0x1000 },
		{ R600_CS_PATCH_LO_HI8, 0x8, 0xabcdef01, 0x2008, 0xabcdef04,
		  0x300002000 },
		{ R600_CS_PATCH_BASE256, 0, 7, 0xff000010, 7, 0xff00001000 },
		{ R600_CS_PATCH_BASE256, 0xf, 7, 0x1f, 7, 0x1000 },
		{ R600_CS_PATCH_VERTEX, 0xfffff004, 7, 4, 0x99, 0x1000 },
		{ R600_CS_PATCH_VERTEX_BYTE, 0xfffff004, 7, 0x2000, 0x99, 0xff00002000 },
		{ R600_CS_PATCH_START256, 0xfffff004, 7, 0xff0000a9, 7,
		  0xff00001000 },
		{ R600_CS_PATCH_CLEAR_STATE, 0xfffff004, 7, 0xfffff004, 7, 0x1000 },
		{ R600_CS_PATCH_VALUE, 0xfffff004, 7, 0x99, 7, 0x1000 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u32 ib[4] = { 0x11, rows[i].lo, rows[i].hi, 0x22 };
		u32 last = rows[i].kind == R600_CS_PATCH_VERTEX ? 0x23 :
			   rows[i].kind == R600_CS_PATCH_VERTEX_BYTE ? 0xff : 0x22;
		struct r600_cs_patch patch = {
			.dw = 1, .kind = rows[i].kind, .value = 0x99,
		};

		r600_cs_apply(ib, &patch, 1, &rows[i].addr);
		tap_ok(ib[0] == 0x11 && ib[1] == rows[i].want_lo &&
		       ib[2] == rows[i].want_hi && ib[3] == last,
		       "patch row %u", i);
	}
}

/* Each patch has the address of its own buffer; one without a buffer needs no addresses. */
static void test_apply_list(void)
{
	static const u64 addresses[] = { 0x1000, 0x300002000, 0xff00003000 };
	static const struct r600_cs_patch list[] = {
		{ .dw = 5, .kind = R600_CS_PATCH_BASE256, .buffer = 2 },
		{ .dw = 0, .kind = R600_CS_PATCH_LO_HI8, .buffer = 1 },
		{ .dw = 2, .kind = R600_CS_PATCH_VERTEX, .buffer = 0, .value = 0x77 },
		{ .dw = 6, .kind = R600_CS_PATCH_START256, .buffer = 1, .value = 3 },
		{ .dw = 8, .kind = R600_CS_PATCH_CLEAR_STATE },
		{ .dw = 7, .kind = R600_CS_PATCH_VALUE, .buffer = 2, .value = 0x88 },
	};
	static const u32 want[9] = {
		0x2004, 3, 0x1008, 0x77, 0, 0xff000031, 0x3000023, 0x88, 0x99,
	};
	u32 ib[9] = { 4, 0, 8, 0x66, 0, 1, 0x55, 0x44, 0x99 };

	r600_cs_apply(ib, list, ARRAY_SIZE(list), addresses);
	tap_ok(!memcmp(ib, want, sizeof(ib)), "a list of patches, of three buffers");
	r600_cs_apply(ib, &list[4], 1, NULL);
	r600_cs_apply(ib, list, 0, NULL);
	tap_ok(!memcmp(ib, want, sizeof(ib)), "what needs no address looks for none");
}

static void test_describe(void)
{
	struct r600_cs_report report = {
		.dw = 4294967295u, .header = 0xc0044100, .packet = "CP_DMA",
		.field = "BYTE_COUNT", .value = ~0ull, .limit = 4,
		.rule = "must be less",
	};
	static const char want[] = "dword 4294967295: CP_DMA (header "
		"0xc0044100): BYTE_COUNT = 0xffffffffffffffff: must be less "
		"(limit 0x4)";
	char text[R600_CS_REPORT_BYTES];
	size_t size;
	bool ok = true;

	r600_cs_describe(&report, text, sizeof(text));
	tap_ok(!strcmp(text, want), "a report as text");
	for (size = 1; size < sizeof(want); size++) {
		memset(text, '!', sizeof(text));
		r600_cs_describe(&report, text, size);
		ok = ok && strlen(text) == size - 1 && text[size] == '!' &&
			!strncmp(text, want, size - 1);
	}
	tap_ok(ok, "a report cut at any length");
	memset(&report, 0, sizeof(report));
	r600_cs_describe(&report, text, sizeof(text));
	tap_ok(!strcmp(text, "dword 0: unknown packet (header 0x0): header = "
		       "0x0: no rule was broken"), "an empty report");
}

int main(void)
{
	test_cuts();
	test_positions();
	test_header_bits();
	test_opcodes(false);
	test_opcodes(true);
	test_counts();
	test_registers(&stream_file_cypress, "Evergreen", 65, 641);
	test_registers(&stream_file_cayman, "Cayman", 57, 653);
	test_runs(&stream_file_cypress, "Evergreen");
	test_runs(&stream_file_cayman, "Cayman");
	test_followers(&stream_file_cypress, 0xc0016800, "SET_CONFIG_REG");
	test_followers(&stream_file_cayman, 0xc0016900, "SET_CONTEXT_REG");
	test_resource_bits();
	test_caller_limits();
	test_shader_engines();
	test_max_patches();
	test_buffer_ends();
	test_apply();
	test_apply_list();
	test_describe();
	return tap_done();
}
