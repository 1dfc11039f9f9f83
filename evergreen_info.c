// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: Queries
 *
 * The INFO ioctl asks for one number: which query, and a pointer to where the
 * answer goes, for some queries with an operand in the same place. One table
 * says for each query how it is answered; what is not in the table is -EINVAL,
 * as an older or newer kernel would answer.
 *
 * Some answers are errors on purpose. Mesa takes any success of RING_WORKING for
 * the UVD ring as a video decoder, which does not exist here, and success of
 * VA_START as per-client address spaces, which only Cayman and Aruba have.
 *
 * Clocks and the temperature come from evergreen_sensors.c; a clock of 0 stands for
 * one that is not known. Clients take the temperature for a number without a
 * sign, so below zero it is 0. MAX_SCLK is the highest clock that the driver may set
 * (evergreen_clocks.c), or else the one that the engine has.
 *
 * ACTIVE_CU_COUNT counts the SIMDs of all shader engines. radeon counts those of one,
 * which is a slip of its arithmetic: the mask for one engine covers the bits of the
 * other. Mesa shows the number as compute units of OpenCL and computes nothing
 * with it (what it has to allocate for all SIMDs goes by MAX_SE and MAX_PIPES).
 *
 * READ_REG is for the few registers that tell how busy the card is. radeon also lets
 * UVD_STATUS be read; here the video decoder is never given a clock, nobody knows
 * what a read of a block without one does to the bus, and that it is idle is in
 * SRBM_STATUS.
 */
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/nospec.h>
#include <linux/uaccess.h>

#include <drm/drm_gem.h>
#include <drm/radeon_drm.h>

#include "cayman_vm.h"
#include "evergreen_file.h"
#include "evergreen_info.h"
#include "evergreen_mmio.h"
#include "evergreen_queue.h"
#include "evergreen_reg.h"
#include "evergreen_rlc.h"
#include "evergreen_sensors.h"
#include "evergreen_ttm.h"

/**
 * struct evergreen_query - how one query is answered
 */
struct evergreen_query {
	/** @get: to compute the answer; *value holds the operand before; NULL if it is @field */
	int (*get)(struct evergreen_device *edev, struct evergreen_file *file, u64 *value);

	/** @field: where in struct evergreen_device the answer is, a u32, without @get */
	u32 field;

	/** @wide: the answer has 64 bits instead of 32 */
	bool wide;

	/** @operand: 32 bits are read from user space first */
	bool operand;
};

static int q_zero(struct evergreen_device *edev, struct evergreen_file *file,
		  u64 *value)
{
	*value = 0;
	return 0;
}

static int q_one(struct evergreen_device *edev, struct evergreen_file *file,
		 u64 *value)
{
	*value = 1;
	return 0;
}

static int q_device_id(struct evergreen_device *edev, struct evergreen_file *file,
		       u64 *value)
{
	*value = to_pci_dev(edev->drm.dev)->device;
	return 0;
}

/*
 * Clients that know this query only predate the first of these chips. Stock
 * radeon says so for Cedar to Hemlock and no others.
 */
static int q_accel(struct evergreen_device *edev, struct evergreen_file *file,
		   u64 *value)
{
	*value = !(edev->chip->features & EVERGREEN_ACCEL2_ONLY) && !READ_ONCE(edev->dead);
	return 0;
}

static int q_accel2(struct evergreen_device *edev, struct evergreen_file *file,
		    u64 *value)
{
	*value = !READ_ONCE(edev->dead);
	return 0;
}

static int q_crystal(struct evergreen_device *edev, struct evergreen_file *file,
		     u64 *value)
{
	*value = evergreen_reference_khz(edev);
	return 0;
}

static int q_max_sclk(struct evergreen_device *edev, struct evergreen_file *file,
		      u64 *value)
{
	*value = evergreen_clocks_highest_khz(edev) ?: evergreen_engine_khz(edev);
	return 0;
}

static int q_sclk(struct evergreen_device *edev, struct evergreen_file *file,
		  u64 *value)
{
	*value = DIV_ROUND_CLOSEST(evergreen_engine_khz(edev), 1000);
	return 0;
}

static int q_mclk(struct evergreen_device *edev, struct evergreen_file *file,
		  u64 *value)
{
	*value = DIV_ROUND_CLOSEST(evergreen_memory_khz(edev), 1000);
	return 0;
}

static int q_temperature(struct evergreen_device *edev, struct evergreen_file *file,
			 u64 *value)
{
	*value = max(evergreen_temperature(edev), 0);
	return 0;
}

/* Cayman and Aruba have address spaces for clients. */
static int q_vm(struct evergreen_device *edev, u64 answer, u64 *value)
{
	if (!evergreen_is_cayman(edev->chip))
		return -EINVAL;

	*value = answer;
	return 0;
}

static int q_va_start(struct evergreen_device *edev, struct evergreen_file *file,
		      u64 *value)
{
	return q_vm(edev, CAYMAN_VA_START, value);
}

static int q_ib_vm_max_size(struct evergreen_device *edev,
			    struct evergreen_file *file, u64 *value)
{
	return q_vm(edev, CAYMAN_VM_IB_MAX_DW, value);
}

static int q_timestamp(struct evergreen_device *edev, struct evergreen_file *file,
		       u64 *value)
{
	*value = evergreen_rlc_gpu_clock(edev);
	return 0;
}

static int q_ring_working(struct evergreen_device *edev, struct evergreen_file *file,
			  u64 *value)
{
	const struct evergreen_cs_ring *ring = evergreen_cs_ring(*value);

	if (!ring)
		return -EINVAL;

	*value = evergreen_engine_served(edev, ring->engine);
	return 0;
}

/* One client at a time may use HyperZ, one CMASK. */
static int q_own(struct evergreen_file *file, struct evergreen_file **owner,
		 u64 *value)
{
	if (*value > 1)
		return -EINVAL;

	if (*value)
		cmpxchg(owner, NULL, file);
	else
		cmpxchg(owner, file, NULL);
	*value = READ_ONCE(*owner) == file;
	return 0;
}

static int q_hyperz(struct evergreen_device *edev, struct evergreen_file *file,
		    u64 *value)
{
	return q_own(file, &edev->owners.hyperz, value);
}

static int q_cmask(struct evergreen_device *edev, struct evergreen_file *file,
		   u64 *value)
{
	return q_own(file, &edev->owners.cmask, value);
}

static int q_bytes_moved(struct evergreen_device *edev, struct evergreen_file *file,
			 u64 *value)
{
	*value = atomic64_read(&edev->mman.bytes_moved);
	return 0;
}

static int q_vram_usage(struct evergreen_device *edev, struct evergreen_file *file,
			u64 *value)
{
	*value = evergreen_domain_usage(edev, RADEON_GEM_DOMAIN_VRAM);
	return 0;
}

static int q_gtt_usage(struct evergreen_device *edev, struct evergreen_file *file,
		       u64 *value)
{
	*value = evergreen_domain_usage(edev, RADEON_GEM_DOMAIN_GTT);
	return 0;
}

static int q_resets(struct evergreen_device *edev, struct evergreen_file *file,
		    u64 *value)
{
	*value = atomic_read(&file->client->guilty) + READ_ONCE(edev->dead);
	return 0;
}

/* Registers that anybody may read: they say how busy the card is. */
static const struct evergreen_readable_reg {
	u32 reg;
	bool cayman;	/* has it, others do not */
} evergreen_readable_regs[] = {
	{ GRBM_STATUS },
	{ GRBM_STATUS_SE0 },
	{ GRBM_STATUS_SE1 },
	{ SRBM_STATUS },
	{ SRBM_STATUS2 },
	{ DMA_STATUS(0) },
	{ DMA_STATUS(1), .cayman = true },
};

static bool readable(struct evergreen_device *edev, u32 reg)
{
	const struct evergreen_readable_reg *r = evergreen_readable_regs;
	const struct evergreen_readable_reg *end = r + ARRAY_SIZE(evergreen_readable_regs);

	for (; r < end; r++)
		if (r->reg == reg)
			return !r->cayman || evergreen_is_cayman(edev->chip);
	return false;
}

static int q_read_reg(struct evergreen_device *edev, struct evergreen_file *file,
		      u64 *value)
{
	if (!readable(edev, *value))
		return -EINVAL;

	*value = evergreen_read(edev, *value);
	return 0;
}

#define FIELD(member)								\
	.field = offsetof(struct evergreen_device, member) +			\
		 BUILD_BUG_ON_ZERO(sizeof_field(struct evergreen_device, member) != sizeof(u32))

static const struct evergreen_query evergreen_queries[] = {
	[RADEON_INFO_DEVICE_ID]		= { q_device_id },
	[RADEON_INFO_NUM_GB_PIPES]	= { q_zero },
	[RADEON_INFO_NUM_Z_PIPES]	= { q_zero },
	[RADEON_INFO_ACCEL_WORKING]	= { q_accel },
	[RADEON_INFO_ACCEL_WORKING2]	= { q_accel2 },
	[RADEON_INFO_TILING_CONFIG]	= { FIELD(gfx.tile_config) },
	[RADEON_INFO_WANT_HYPERZ]	= { q_hyperz, .operand = true },
	[RADEON_INFO_WANT_CMASK]	= { q_cmask, .operand = true },
	[RADEON_INFO_CLOCK_CRYSTAL_FREQ] = { q_crystal },
	[RADEON_INFO_NUM_BACKENDS]	= { FIELD(limits.backends) },
	[RADEON_INFO_NUM_TILE_PIPES]	= { FIELD(limits.tile_pipes) },
	[RADEON_INFO_FUSION_GART_WORKING] = { q_one },
	[RADEON_INFO_BACKEND_MAP]	= { FIELD(gfx.backend_map) },
	[RADEON_INFO_VA_START]		= { q_va_start },
	[RADEON_INFO_IB_VM_MAX_SIZE]	= { q_ib_vm_max_size },
	[RADEON_INFO_MAX_PIPES]		= { FIELD(limits.num_pipes) },
	[RADEON_INFO_TIMESTAMP]		= { q_timestamp, .wide = true },
	[RADEON_INFO_MAX_SE]		= { FIELD(limits.num_se) },
	[RADEON_INFO_FASTFB_WORKING]	= { q_zero },
	[RADEON_INFO_RING_WORKING]	= { q_ring_working, .operand = true },
	[RADEON_INFO_SI_CP_DMA_COMPUTE]	= { q_one },
	[RADEON_INFO_MAX_SCLK]		= { q_max_sclk },
	[RADEON_INFO_VCE_FW_VERSION]	= { q_zero },
	[RADEON_INFO_VCE_FB_VERSION]	= { q_zero },
	[RADEON_INFO_NUM_BYTES_MOVED]	= { q_bytes_moved, .wide = true },
	[RADEON_INFO_VRAM_USAGE]	= { q_vram_usage, .wide = true },
	[RADEON_INFO_GTT_USAGE]		= { q_gtt_usage, .wide = true },
	[RADEON_INFO_ACTIVE_CU_COUNT]	= { FIELD(gfx.active_simds) },
	[RADEON_INFO_CURRENT_GPU_TEMP]	= { q_temperature },
	[RADEON_INFO_CURRENT_GPU_SCLK]	= { q_sclk },
	[RADEON_INFO_CURRENT_GPU_MCLK]	= { q_mclk },
	[RADEON_INFO_READ_REG]		= { q_read_reg, .operand = true },
	[RADEON_INFO_VA_UNMAP_WORKING]	= { q_one },
	[RADEON_INFO_GPU_RESET_COUNTER]	= { q_resets },
};

static const struct evergreen_query *find_query(u32 request)
{
	const struct evergreen_query *query;

	if (request >= ARRAY_SIZE(evergreen_queries))
		return NULL;
	query = &evergreen_queries[array_index_nospec(request, ARRAY_SIZE(evergreen_queries))];
	return query->get || query->field ? query : NULL;
}

static int ask(struct drm_device *drm, struct drm_file *filp,
	       const struct evergreen_query *query, u64 *value)
{
	int idx, ret = 0;

	if (!drm_dev_enter(drm, &idx))
		return -ENODEV;

	if (query->get)
		ret = query->get(to_evergreen(drm), filp->driver_priv, value);
	else
		*value = *(u32 *)((void *)to_evergreen(drm) + query->field);
	drm_dev_exit(idx);
	return ret;
}

/**
 * evergreen_info_ioctl() - answer one query
 * @drm: the device
 * @data: struct drm_radeon_info
 * @filp: the client
 *
 * Return: 0; -EINVAL for a query or operand without an answer; -EFAULT; -ENODEV.
 */
int evergreen_info_ioctl(struct drm_device *drm, void *data, struct drm_file *filp)
{
	const struct drm_radeon_info *args = data;
	void __user *user = u64_to_user_ptr(args->value);
	const struct evergreen_query *query = find_query(args->request);
	u32 operand = 0, narrow;
	u64 value;
	int ret;

	if (!query) {
		drm_dbg(drm, "no query 0x%x\n", args->request);
		return -EINVAL;
	}
	if (query->operand && copy_from_user(&operand, user, sizeof(operand)))
		return -EFAULT;

	value = operand;
	ret = ask(drm, filp, query, &value);
	if (ret)
		return ret;

	narrow = value;
	if (query->wide)
		return copy_to_user(user, &value, sizeof(value)) ? -EFAULT : 0;
	return copy_to_user(user, &narrow, sizeof(narrow)) ? -EFAULT : 0;
}
