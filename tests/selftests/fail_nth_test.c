// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Every allocation that a call makes fails in turn, and every copy from and to
 * user space: the call gets through all the same or says why not, the same call
 * works right after, and nothing is left over. A row is a system call with what
 * has to be there before it; close() has no row, for nothing in it can fail.
 *
 * The kernel counts for a task the places where it may fail, and lets the nth
 * one fail (/proc/self/fail-nth). Only kernels built for that have it, the debug
 * kernel of tests/vm among them. Whether memory gets lost is for kmemleak to
 * say, after the test.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>

#include <xf86drm.h>

#include "dma.h"
#include "selftest.h"
#include "vgem.h"
#include "vm.h"

#define SIZE		(4 * 4096)
#define MANY		64
/* More places than any call has; a sweep that gets here does not end. */
#define MOST_PLACES	5000

#define HOME		(64ull << 20)	/* where a buffer is mapped */

/* Far from all that a process maps: a fault has to make page tables first. */
#define LONELY		((void *)(1ull << 40))

#define NOT_HERE	"this kernel lets nothing fail: no /proc/self/fail-nth"

/**
 * struct scene - a client of its own for each call
 * @card: the card, open for the client
 * @cs: its stream
 * @bo: its buffer
 * @more: other buffers of its
 * @gate: holds back @other's stream while there is one; see gate.h
 * @theirs: a buffer of vgem's
 * @other: another client's file
 * @vgem: that device
 * @file: a buffer as a file
 * @offset: where to map @bo
 * @map: what has been mapped, or NULL
 * @first_fd: all files of the scene have this number or a higher one, those
 *	included whose number did not reach user space
 */
struct scene {
	struct card card;
	struct cs cs;
	struct bo bo, more[MANY], gate, theirs;
	int other, vgem, file;
	uint64_t offset;
	void *map;
	int first_fd;
};

/**
 * struct row - one call
 * @domain: of the scene's buffer
 * @prepare: what must be there before, or NULL: 0 or -errno
 * @call: one system call: what it answers
 * @expect: what it answers when nothing fails
 * @vm: only where clients have address spaces
 */
struct row {
	uint32_t domain;
	int (*prepare)(struct scene *s);
	int (*call)(struct scene *s);
	int expect;
	bool vm;
};

/* ---- letting it fail ---- */

static int fail_nth_fd = -1;

static void write_setting(const char *dir, const char *name, const char *value)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		perror(path);
	close(fd);
}

static void write_settings(const char *name, const char *value)
{
	static const char *const kinds[] = {
		"failslab", "fail_page_alloc", "fail_usercopy",
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		write_setting(kinds[i], name, value);
}

/* Every allocation may fail, and none of that is worth a word in the log. */
static bool fail_nth_open(void)
{
	write_settings("verbose", "0");
	write_settings("ignore-gfp-wait", "N");
	write_settings("ignore-gfp-highmem", "N");
	write_settings("min-order", "0");
	fail_nth_fd = open("/proc/self/fail-nth", O_RDWR | O_CLOEXEC);
	return fail_nth_fd >= 0;
}

struct range {
	uint64_t start, end;
};

/* Where a function of the kernel lies, and the code of the module under test. */
static bool find_code(const char *function, struct range *in_kernel, struct range *module)
{
	char line[256], type, name[128], of[64];
	FILE *file = fopen("/proc/kallsyms", "re");
	uint64_t addr;
	int n;

	*in_kernel = (struct range){ 0 };
	*module = (struct range){ UINT64_MAX, 0 };
	while (file && fgets(line, sizeof(line), file)) {
		n = sscanf(line, "%" SCNx64 " %c %127s [%63[^]]", &addr, &type, name, of);
		if (n == 4 && !strcmp(of, "evergreen") && strchr("tT", type)) {
			module->start = addr < module->start ? addr : module->start;
			module->end = addr > module->end ? addr : module->end;
		}
		if (n != 3)
			continue;
		if (in_kernel->start && !in_kernel->end && addr > in_kernel->start)
			in_kernel->end = addr;
		if (!strcmp(name, function))
			in_kernel->start = addr;
	}
	if (file)
		fclose(file);
	return in_kernel->end && module->end;
}

static void write_range(const char *what, const struct range *range)
{
	char name[32], text[24];

	snprintf(name, sizeof(name), "%s-start", what);
	snprintf(text, sizeof(text), "0x%" PRIx64, range->start);
	write_settings(name, text);
	snprintf(name, sizeof(name), "%s-end", what);
	snprintf(text, sizeof(text), "0x%" PRIx64, range->end);
	write_settings(name, text);
}

/*
 * A probe goes deep into other parts of the kernel, not all of which bear it: in
 * Linux 7.3 ACPI uses objects that it has freed, TTM's pool ends lists that it
 * could not begin, and DRM puts an error pointer (drm_minor_alloc_release()). So
 * what fails has the driver among its nearest callers, counted from the function
 * that decides, and that one function of DRM, which is as near, is spared.
 */
#define NEAREST_CALLERS	"7"

static bool fail_nth_near_driver(void)
{
	struct range spared, module;

	if (!find_code("drm_sysfs_minor_alloc", &spared, &module))
		return false;
	write_settings("stacktrace-depth", NEAREST_CALLERS);
	write_range("reject", &spared);
	write_range("require", &module);
	return true;
}

static bool fail_nth_start(unsigned int nth)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", nth);

	return pwrite(fail_nth_fd, text, (size_t)len, 0) == len;
}

/* True if the failure has happened; reading and writing may meet it, too. */
static bool fail_nth_stop(void)
{
	char text[16] = "";
	bool met = pread(fail_nth_fd, text, sizeof(text) - 1, 0) > 0 && text[0] == '0';

	while (pwrite(fail_nth_fd, "0", 1, 0) != 1)
		;
	return met;
}

/* ---- the scene ---- */

static int scene_open(struct scene *s, const struct row *row)
{
	int ret;

	memset(s, 0, sizeof(*s));
	s->first_fd = dup(fail_nth_fd);
	close(s->first_fd);
	ret = card_open(&s->card);
	if (ret)
		return ret;
	cs_init(&s->cs, s->card.fd);
	if (row->domain)
		ret = bo_create(s->card.fd, SIZE, row->domain, 0, &s->bo);
	if (!ret && row->prepare)
		ret = row->prepare(s);
	return ret;
}

static void scene_close(struct scene *s)
{
	if (s->gate.map)
		s->gate.u32[0] = 1;
	if (s->map)
		munmap(s->map, SIZE);
	bo_unmap(&s->theirs);
	bo_unmap(&s->gate);
	bo_unmap(&s->bo);
	cs_fini(&s->cs);
	close_range((unsigned int)s->first_fd, ~0U, 0);
}

/* ---- the calls: clients ---- */

static int call_open(struct scene *s)
{
	s->other = card_reopen(&s->card);
	return s->other < 0 ? s->other : 0;
}

static int call_fdinfo(struct scene *s)
{
	char text[4096];

	return pread(s->file, text, sizeof(text), 0) > 0 ? 0 : -errno;
}

static int prepare_fdinfo(struct scene *s)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", s->card.fd);
	s->file = open(path, O_RDONLY | O_CLOEXEC);
	return s->file < 0 ? -errno : 0;
}

static int call_info(struct scene *s)
{
	uint64_t value = RADEON_CS_RING_GFX;

	return card_info(s->card.fd, RADEON_INFO_RING_WORKING, &value);
}

static int call_info_wide(struct scene *s)
{
	uint64_t value = 0;

	return card_info(s->card.fd, RADEON_INFO_VRAM_USAGE, &value);
}

static int call_gem_info(struct scene *s)
{
	struct drm_radeon_gem_info args = { 0 };

	return card_ioctl(s->card.fd, DRM_IOCTL_RADEON_GEM_INFO, &args);
}

/* ---- buffers ---- */

static int call_create_vram(struct scene *s)
{
	return bo_create(s->card.fd, SIZE, VRAM, 0, &s->more[0]);
}

static int call_create_gtt(struct scene *s)
{
	return bo_create(s->card.fd, SIZE, GTT, 0, &s->more[0]);
}

static int call_create_large(struct scene *s)
{
	return bo_create(s->card.fd, 1024 * 1024 + SIZE, GTT, RADEON_GEM_GTT_WC,
			 &s->more[0]);
}

static int prepare_userptr(struct scene *s)
{
	void *at = mmap(LONELY, SIZE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (at == MAP_FAILED)
		return -errno;
	s->map = at;
	return 0;
}

static int call_userptr(struct scene *s)
{
	struct drm_radeon_gem_userptr args = {
		.addr = (uintptr_t)s->map,
		.size = SIZE,
		.flags = RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER |
			 RADEON_GEM_USERPTR_VALIDATE,
	};

	return card_ioctl(s->card.fd, DRM_IOCTL_RADEON_GEM_USERPTR, &args);
}

static int call_gem_close(struct scene *s)
{
	return gem_close(s->card.fd, s->bo.handle);
}

static int call_gem_mmap(struct scene *s)
{
	return gem_mmap_offset(s->card.fd, s->bo.handle, &s->offset);
}

static int call_map(struct scene *s)
{
	void *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
			 s->card.fd, (off_t)s->offset);

	if (map == MAP_FAILED)
		return -errno;
	s->map = map;
	return 0;
}

static int prepare_touch(struct scene *s)
{
	int ret = call_gem_mmap(s);

	if (ret)
		return ret;
	s->map = mmap(LONELY, SIZE, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED_NOREPLACE, s->card.fd, (off_t)s->offset);
	if (s->map == MAP_FAILED) {
		s->map = NULL;
		return -errno;
	}
	s->file = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	return s->file < 0 ? -errno : 0;
}

/* The kernel writes to the mapping: a fault that fails is an error, no signal. */
static int call_touch(struct scene *s)
{
	ssize_t n = read(s->file, s->map, SIZE);

	if (n < 0)
		return -errno;
	return n == SIZE ? 0 : -EFAULT;
}

static int call_set_domain(struct scene *s)
{
	return bo_set_domain(&s->bo, RADEON_GEM_DOMAIN_CPU, 0);
}

static int call_wait_idle(struct scene *s)
{
	return bo_wait(&s->bo);
}

static int call_busy(struct scene *s)
{
	return bo_busy(&s->bo, NULL);
}

static int call_set_tiling(struct scene *s)
{
	struct drm_radeon_gem_set_tiling args = {
		.handle = s->bo.handle, .tiling_flags = RADEON_TILING_MACRO,
	};

	return card_ioctl(s->card.fd, DRM_IOCTL_RADEON_GEM_SET_TILING, &args);
}

static int call_get_tiling(struct scene *s)
{
	struct drm_radeon_gem_get_tiling args = { .handle = s->bo.handle };

	return card_ioctl(s->card.fd, DRM_IOCTL_RADEON_GEM_GET_TILING, &args);
}

static int call_op(struct scene *s)
{
	struct drm_radeon_gem_op args = {
		.handle = s->bo.handle, .op = RADEON_GEM_OP_SET_INITIAL_DOMAIN,
		.value = GTT,
	};

	return card_ioctl(s->card.fd, DRM_IOCTL_RADEON_GEM_OP, &args);
}

/* ---- submissions ---- */

static int call_cs(struct scene *s)
{
	return cs_submit(&s->cs);
}

static int prepare_write(struct scene *s)
{
	pm4_eop(&s->cs, &s->bo, 0, EOP_DATA32, 1);
	cs_pad(&s->cs, 8);
	return 0;
}

static int prepare_dma(struct scene *s)
{
	dma_init(&s->cs, s->card.fd);
	dma_fill(&s->cs, &s->bo, 0, 1, 4);
	return 0;
}

static int prepare_many(struct scene *s)
{
	int i, ret;

	for (i = 0; i < MANY; i++) {
		ret = bo_create(s->card.fd, 4096, i % 2 ? GTT : VRAM, 0, &s->more[i]);
		if (ret)
			return ret;
		pm4_mem_write(&s->cs, &s->more[i], 0, 0, 1);
	}
	cs_pad(&s->cs, 8);
	return 0;
}

/* The buffer has to come to VRAM first. */
static int prepare_move(struct scene *s)
{
	s->bo.domain = VRAM;
	return prepare_write(s);
}

static int prepare_refused(struct scene *s)
{
	uint32_t i;

	for (i = 0; i < 8; i++)
		cs_emit(&s->cs, pm4_type3(PM4_ME_INITIALIZE, 1));
	return 0;
}

/* The buffer is in the hands of another client, whose stream waits for a gate. */
static int prepare_dependency(struct scene *s)
{
	struct bo shared = { .size = SIZE, .domain = s->bo.domain };
	struct cs cs;
	int ret;

	ret = call_open(s);
	if (!ret)
		ret = bo_create_mapped(s->other, 4096, GTT, &s->gate);
	if (!ret)
		ret = drmPrimeHandleToFD(s->card.fd, s->bo.handle, DRM_CLOEXEC, &s->file);
	if (!ret)
		ret = drmPrimeFDToHandle(s->other, s->file, &shared.handle);
	if (ret)
		return ret;

	cs_init(&cs, s->other);
	pm4_wait_mem(&cs, &s->gate, 0, WAIT_EQ, 1);
	pm4_eop(&cs, &shared, 0, EOP_DATA32, 2);
	cs_pad(&cs, 8);
	ret = cs_submit(&cs);
	cs_fini(&cs);
	return ret ? ret : prepare_write(s);
}

static int prepare_compute(struct scene *s)
{
	s->cs.flags[1] = RADEON_CS_RING_COMPUTE;
	return prepare_write(s);
}

/* ---- address spaces ---- */

/* Mapped already is as good: the same call comes again after one that failed. */
static int call_va_map(struct scene *s)
{
	int ret = va_map(&s->bo, HOME, VA_RW);

	return ret == -EEXIST ? 0 : ret;
}

static int call_va_unmap(struct scene *s)
{
	return va_unmap(&s->bo, HOME);
}

static int prepare_vm(struct scene *s)
{
	vm_cs_init(&s->cs, s->card.fd);
	vm_write(&s->cs, HOME, 1);
	cs_add_bo(&s->cs, &s->bo, true);
	cs_pad(&s->cs, 8);
	return call_va_map(s);
}

/* ---- sharing ---- */

static int call_export(struct scene *s)
{
	if (drmPrimeHandleToFD(s->card.fd, s->bo.handle, DRM_CLOEXEC | DRM_RDWR, &s->file))
		return -errno;
	return 0;
}

static int call_import(struct scene *s)
{
	if (drmPrimeFDToHandle(s->card.fd, s->file, &s->more[0].handle))
		return -errno;
	return 0;
}

static int prepare_vgem(struct scene *s)
{
	s->vgem = vgem_open();
	return s->vgem < 0 ? -ENODEV : 0;
}

static int prepare_import(struct scene *s)
{
	int ret = prepare_vgem(s);

	return ret ? ret : vgem_create(s->vgem, SIZE, &s->theirs, &s->file);
}

/* A stream writes to a buffer of theirs. */
static int prepare_imported(struct scene *s)
{
	int ret = prepare_import(s);

	if (!ret)
		ret = call_import(s);
	s->bo = (struct bo){ .fd = s->card.fd, .handle = s->more[0].handle,
			     .size = SIZE, .domain = GTT };
	return ret ? ret : prepare_write(s);
}

static int prepare_attach(struct scene *s)
{
	int ret = prepare_vgem(s);

	return ret ? ret : call_export(s);
}

/* Another device takes a buffer of ours, which leaves VRAM for it. */
static int call_attach(struct scene *s)
{
	if (drmPrimeFDToHandle(s->vgem, s->file, &s->theirs.handle))
		return -errno;
	return 0;
}

static int call_map_file(struct scene *s)
{
	void *map = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, s->file, 0);

	if (map == MAP_FAILED)
		return -errno;
	s->map = map;
	return 0;
}

/* ---- the sweep ---- */

FIXTURE(sweep) {
	uint64_t vram, gtt;
};

FIXTURE_VARIANT(sweep) {
	struct row row;
};

FIXTURE_VARIANT_ADD(sweep, open) { .row = { .call = call_open } };
FIXTURE_VARIANT_ADD(sweep, fdinfo) { .row = { .call = call_fdinfo, .prepare = prepare_fdinfo } };
FIXTURE_VARIANT_ADD(sweep, info) { .row = { .call = call_info } };
FIXTURE_VARIANT_ADD(sweep, info_wide) { .row = { .call = call_info_wide } };
FIXTURE_VARIANT_ADD(sweep, gem_info) { .row = { .call = call_gem_info } };
FIXTURE_VARIANT_ADD(sweep, create_vram) { .row = { .call = call_create_vram } };
FIXTURE_VARIANT_ADD(sweep, create_gtt) { .row = { .call = call_create_gtt } };
FIXTURE_VARIANT_ADD(sweep, create_large) { .row = { .call = call_create_large } };
FIXTURE_VARIANT_ADD(sweep, userptr) {
	.row = { .call = call_userptr, .prepare = prepare_userptr }
};
FIXTURE_VARIANT_ADD(sweep, gem_close) { .row = { .call = call_gem_close, .domain = GTT } };
FIXTURE_VARIANT_ADD(sweep, gem_mmap) { .row = { .call = call_gem_mmap, .domain = GTT } };
FIXTURE_VARIANT_ADD(sweep, map) {
	.row = { .call = call_map, .prepare = call_gem_mmap, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, touch_vram) {
	.row = { .call = call_touch, .prepare = prepare_touch, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, touch_gtt) {
	.row = { .call = call_touch, .prepare = prepare_touch, .domain = GTT }
};
FIXTURE_VARIANT_ADD(sweep, set_domain) { .row = { .call = call_set_domain, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, wait_idle) { .row = { .call = call_wait_idle, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, busy) { .row = { .call = call_busy, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, set_tiling) { .row = { .call = call_set_tiling, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, get_tiling) { .row = { .call = call_get_tiling, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, op) { .row = { .call = call_op, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, cs) {
	.row = { .call = call_cs, .prepare = prepare_write, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, cs_dma) {
	.row = { .call = call_cs, .prepare = prepare_dma, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, cs_many) { .row = { .call = call_cs, .prepare = prepare_many } };
FIXTURE_VARIANT_ADD(sweep, cs_move) {
	.row = { .call = call_cs, .prepare = prepare_move, .domain = GTT }
};
FIXTURE_VARIANT_ADD(sweep, cs_refused) {
	.row = { .call = call_cs, .prepare = prepare_refused, .expect = -EINVAL }
};
FIXTURE_VARIANT_ADD(sweep, cs_dependency) {
	.row = { .call = call_cs, .prepare = prepare_dependency, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, cs_imported) { .row = { .call = call_cs, .prepare = prepare_imported } };
FIXTURE_VARIANT_ADD(sweep, cs_compute) {
	.row = { .call = call_cs, .prepare = prepare_compute, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, va_map) {
	.row = { .call = call_va_map, .domain = VRAM, .vm = true }
};
FIXTURE_VARIANT_ADD(sweep, va_unmap) {
	.row = { .call = call_va_unmap, .prepare = call_va_map, .domain = VRAM, .vm = true }
};
FIXTURE_VARIANT_ADD(sweep, cs_vm) {
	.row = { .call = call_cs, .prepare = prepare_vm, .domain = VRAM, .vm = true }
};
FIXTURE_VARIANT_ADD(sweep, export) { .row = { .call = call_export, .domain = VRAM } };
FIXTURE_VARIANT_ADD(sweep, import_own) {
	.row = { .call = call_import, .prepare = call_export, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, import) { .row = { .call = call_import, .prepare = prepare_import } };
FIXTURE_VARIANT_ADD(sweep, attach) {
	.row = { .call = call_attach, .prepare = prepare_attach, .domain = VRAM }
};
FIXTURE_VARIANT_ADD(sweep, map_file) {
	.row = { .call = call_map_file, .prepare = call_export, .domain = VRAM }
};

static int get_usage(uint64_t *vram, uint64_t *gtt)
{
	struct card card;
	int ret = card_open(&card);

	*vram = 0;
	*gtt = 0;
	if (ret)
		return ret;
	ret = card_info(card.fd, RADEON_INFO_VRAM_USAGE, vram);
	if (!ret)
		ret = card_info(card.fd, RADEON_INFO_GTT_USAGE, gtt);
	card_close(&card);
	return ret;
}

static bool has_vm(void)
{
	struct card card;
	bool has = false;

	if (!card_open(&card)) {
		has = card_is_cayman(&card);
		card_close(&card);
	}
	return has;
}

FIXTURE_SETUP(sweep)
{
	if (!fail_nth_open())
		SKIP(return, NOT_HERE);
	if (variant->row.vm && !has_vm())
		SKIP(return, "this card has no address spaces");
	ASSERT_EQ(0, get_usage(&self->vram, &self->gtt));
}

/* A buffer that was in use when its client left goes a little later. */
FIXTURE_TEARDOWN(sweep)
{
	uint64_t vram, gtt;
	uint32_t i;

	for (i = 0; i < 50; i++) {
		ASSERT_EQ(0, get_usage(&vram, &gtt));
		if (vram <= self->vram && gtt <= self->gtt)
			break;
		usleep(100000);
	}
	EXPECT_EQ(self->vram, vram);
	EXPECT_EQ(self->gtt, gtt);
}

static bool sensible(int ret)
{
	return ret == -ENOMEM || ret == -EFAULT;
}

/* One failure: false when the call has fewer places than that. */
static bool one_failure(struct __test_metadata *_metadata, const struct row *row,
			unsigned int nth)
{
	struct scene s;
	bool met;
	int ret;

	ASSERT_EQ(0, scene_open(&s, row)) TH_LOG("before failure %u", nth);
	ASSERT_TRUE(fail_nth_start(nth));
	ret = row->call(&s);
	met = fail_nth_stop();
	if (ret != row->expect) {
		EXPECT_TRUE(met && sensible(ret)) TH_LOG("failure %u: %d", nth, ret);
		EXPECT_EQ(row->expect, row->call(&s)) TH_LOG("again after failure %u", nth);
	}
	scene_close(&s);
	return met;
}

TEST_F_TIMEOUT(sweep, every_place, VERY_SLOW)
{
	unsigned int nth;

	for (nth = 1; nth < MOST_PLACES; nth++)
		if (!one_failure(_metadata, &variant->row, nth))
			break;
	ASSERT_GT(MOST_PLACES, nth);
	EXPECT_LT(1, nth) TH_LOG("nothing could fail");
	TH_LOG("%u places", nth - 1);
}

/* The probe fails, or the card is there and can be given back. */
static bool one_probe(struct __test_metadata *_metadata, const struct card *card,
		      unsigned int nth)
{
	bool met;
	int ret;

	ASSERT_TRUE(fail_nth_start(nth));
	ret = card_bind(card, true);
	met = fail_nth_stop();
	EXPECT_EQ(ret == 0, card_bound(card)) TH_LOG("failure %u: %d", nth, ret);
	EXPECT_TRUE(met || !ret) TH_LOG("without a failure (%u): %d", nth, ret);
	if (card_bound(card)) {
		ASSERT_EQ(0, card_bind(card, false)) TH_LOG("failure %u", nth);
	}
	return met;
}

FIXTURE(probe) {
	struct card card;
};

FIXTURE_SETUP(probe)
{
	if (!fail_nth_open())
		SKIP(return, NOT_HERE);
	ASSERT_TRUE(fail_nth_near_driver());
	ASSERT_EQ(0, card_open(&self->card));
	card_close(&self->card);
	ASSERT_EQ(0, card_bind(&self->card, false));
}

FIXTURE_TEARDOWN(probe)
{
	ASSERT_EQ(0, card_bind(&self->card, true));
}

/*
 * A probe has many times the places of a call, and each takes its time: all of
 * the first ones, then fewer and fewer.
 */
TEST_F_TIMEOUT(probe, many_places, VERY_SLOW)
{
	unsigned int nth, probes = 0;

	for (nth = 1; one_probe(_metadata, &self->card, nth); nth += 1 + nth / 16)
		probes++;
	EXPECT_LT(16, probes);
	TH_LOG("%u of some %u places", probes, nth);
}

CARD_TEST_MAIN(CARD_EVERGREEN)
