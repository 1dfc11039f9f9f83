// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: clocks and temperature
 *
 * What the card runs at, for clients that show or compute with it. Nothing is
 * changed here; evergreen_clocks.c does that.
 *
 * Engine: the PLL of cards tells it by its dividers; they may differ from what the
 * VBIOS says if radeon has been there before. Where the engine does not run from the
 * PLL, and on APUs, whose clock comes from a PLL that is not theirs, it is what
 * the VBIOS says. Memory: what was set, or that, as what a memory PLL puts out depends on
 * the kind of memory and on tables that are not public.
 *
 * The temperature comes from one of four sensors. It is also there for lm-sensors and
 * all who read hwmon, under the name that radeon's has. Without hwmon in the kernel,
 * or when it takes no more, clients still get it.
 *
 * Source of fields and units: AMD's radeon driver in Linux.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/hwmon.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/units.h>

#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_sensors.h"

/* A tenth of the clock of PCI Express, which may be there in place of the crystal (radeon). */
#define TCLK_KHZ		10000

#define SPLL_FB_FRACTION	14

/* The sensor of APUs counts degrees from here. */
#define GNB_ZERO		(-49)

/* Temperatures may be below zero, so this is not unsigned. */
#define MILLIDEGREES		((int)MILLIDEGREE_PER_DEGREE)

/**
 * evergreen_reference_khz() - the clock that the card's counter counts
 * @edev: the card
 *
 * Return: kHz, never 0.
 */
u32 evergreen_reference_khz(struct evergreen_device *edev)
{
	u32 pin;

	if (edev->chip->features & EVERGREEN_IGP)
		return edev->vbios.reference;

	pin = evergreen_read(edev, CG_CLKPIN_CNTL);
	if (pin & MUX_TCLK_TO_XCLK)
		return TCLK_KHZ;
	return pin & XTALIN_DIVIDE ? edev->vbios.reference / 4 : edev->vbios.reference;
}

/* 0 if the engine does not run from it. */
static u32 spll_khz(struct evergreen_device *edev)
{
	u32 cntl = evergreen_read(edev, CG_SPLL_FUNC_CNTL);
	u32 mux = evergreen_read(edev, CG_SPLL_FUNC_CNTL_2);
	u64 feedback = FIELD_GET(SPLL_FB_DIV, evergreen_read(edev, CG_SPLL_FUNC_CNTL_3));
	u32 divider = (FIELD_GET(SPLL_REF_DIV, cntl) + 1) * FIELD_GET(SPLL_PDIV_A, cntl);

	if (cntl & (SPLL_RESET | SPLL_SLEEP | SPLL_BYPASS_EN) || !divider ||
	    FIELD_GET(SCLK_MUX_SEL, mux) != SCLK_MUX_SPLL)
		return 0;
	return div_u64(feedback * edev->vbios.reference, divider) >> SPLL_FB_FRACTION;
}

/**
 * evergreen_engine_khz() - the clock that the shaders run at
 * @edev: the card
 *
 * Return: kHz; 0 if it is not known.
 */
u32 evergreen_engine_khz(struct evergreen_device *edev)
{
	u32 khz = edev->chip->features & EVERGREEN_IGP ? 0 : spll_khz(edev);

	return khz ?: edev->vbios.engine;
}

/**
 * evergreen_memory_khz() - the clock that the memory runs at
 * @edev: the card
 *
 * Return: kHz; 0 if it is not known.
 */
u32 evergreen_memory_khz(struct evergreen_device *edev)
{
	return edev->clocks.now.memory ?: edev->vbios.memory;
}

/* ---- temperature, in thousandths of a degree Celsius ---- */

static int read_asic(struct evergreen_device *edev)
{
	u32 status = evergreen_read(edev, CG_MULT_THERMAL_STATUS);
	int halves = sign_extend32(FIELD_GET(ASIC_T, status), 8);

	if (status & ASIC_T_BELOW)
		halves = -256;
	else if (status & ASIC_T_ABOVE)
		halves = 255;
	return halves * MILLIDEGREES / 2;
}

static int read_ts0(struct evergreen_device *edev)
{
	u32 offset = FIELD_GET(TOFFSET, evergreen_read(edev, CG_THERMAL_CTRL));
	u32 halves = FIELD_GET(TS0_ADC_DOUT, evergreen_read(edev, CG_TS0_STATUS));

	return halves * MILLIDEGREES / 2 + sign_extend32(offset, 8) * MILLIDEGREES;
}

static int read_gnb(struct evergreen_device *edev)
{
	u32 degrees = FIELD_GET(GNB_TEMP, evergreen_read(edev, CG_THERMAL_STATUS));

	return ((int)degrees + GNB_ZERO) * MILLIDEGREES;
}

static int read_smc(struct evergreen_device *edev)
{
	u32 value = evergreen_read_indirect(edev, SMC_IND_INDEX_0, SMC_IND_DATA_0,
					    SMC_CURRENT_GNB_TEMP);

	return (int)FIELD_GET(SMC_GNB_TEMP, value) * MILLIDEGREES / 8 + GNB_ZERO * MILLIDEGREES;
}

/**
 * evergreen_temperature() - how warm the die is
 * @edev: the card
 *
 * Return: thousandths of a degree Celsius; nonsense if the card is gone.
 */
int evergreen_temperature(struct evergreen_device *edev)
{
	static int (*const read[])(struct evergreen_device *edev) = {
		[EVERGREEN_THERMAL_ASIC] = read_asic,
		[EVERGREEN_THERMAL_TS0] = read_ts0,
		[EVERGREEN_THERMAL_GNB] = read_gnb,
		[EVERGREEN_THERMAL_SMC] = read_smc,
	};

	return read[edev->chip->thermal](edev);
}

/* ---- hwmon ---- */

#if IS_REACHABLE(CONFIG_HWMON)
static umode_t temp_visible(const void *data, enum hwmon_sensor_types type, u32 attr, int channel)
{
	return 0444;
}

static int temp_read(struct device *dev, enum hwmon_sensor_types type, u32 attr, int channel,
		     long *val)
{
	struct evergreen_device *edev = dev_get_drvdata(dev);
	int idx, ret;

	if (!drm_dev_enter(&edev->drm, &idx))
		return -ENODEV;
	*val = evergreen_temperature(edev);
	/* A dead one may still be hot. */
	ret = evergreen_gone(edev) ? -ENODEV : 0;
	drm_dev_exit(idx);
	return ret;
}

static const struct hwmon_ops temp_ops = {
	.is_visible = temp_visible,
	.read = temp_read,
};

static const struct hwmon_channel_info *const temp_channels[] = {
	HWMON_CHANNEL_INFO(temp, HWMON_T_INPUT),
	NULL
};

static const struct hwmon_chip_info temp_chip = {
	.ops = &temp_ops,
	.info = temp_channels,
};

static struct device *register_temp(struct evergreen_device *edev)
{
	return devm_hwmon_device_register_with_info(edev->drm.dev, "radeon", edev, &temp_chip,
						    NULL);
}
#else
static struct device *register_temp(struct evergreen_device *edev)
{
	return NULL;
}
#endif

/**
 * evergreen_sensors_init() - show the temperature to hwmon
 * @edev: the card
 *
 * It disappears with the binding of the driver to the device.
 *
 * Return: 0.
 */
int evergreen_sensors_init(struct evergreen_device *edev)
{
	struct device *hwmon = register_temp(edev);

	if (IS_ERR(hwmon))
		drm_notice(&edev->drm, "no temperature in hwmon (%ld)\n", PTR_ERR(hwmon));
	return 0;
}
