// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: register access
 *
 * Registers are named by their byte offset in the card's register space, which
 * is larger than the window that BAR2 shows of it. What lies beyond is reached
 * by writing the offset to MM_INDEX and moving the value through MM_DATA, and so
 * are spaces of their own with an index and a data register. All these pairs are
 * guarded by evergreen_device.mmio_lock, so that the caller need not care which
 * way a register is reached; it may hold spinlocks and be in an interrupt.
 *
 * With bit 31 of MM_INDEX, the pair reaches VRAM, a dword at a time, also what lies
 * beyond BAR0. That is slow, and for when nothing else can do it.
 *
 * Every access to a register can be watched with the tracepoint evergreen_mmio.
 *
 * A card that has left the bus answers all reads with ones. Nothing here checks
 * for that on each access, as no register is known to be unable to hold all
 * ones; evergreen_gone() asks one that is, and evergreen_mmio_wait() asks it before
 * it reports a timeout.
 */
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/iopoll.h>

#include "evergreen_device.h"
#include "evergreen_mmio.h"
#include "evergreen_reg.h"
#include "evergreen_trace.h"

/* Between two polls of evergreen_mmio_wait(). */
#define WAIT_SLEEP_US	50

/* Blocks stay in reset for this long, and need as long to come out of it. */
#define RESET_SETTLE_US	50

static u32 read_pair(struct evergreen_device *edev, u32 index_reg, u32 data_reg, u32 index)
{
	unsigned long flags;
	u32 val;

	spin_lock_irqsave(&edev->mmio_lock, flags);
	writel(index, edev->mmio + index_reg);
	val = readl(edev->mmio + data_reg);
	spin_unlock_irqrestore(&edev->mmio_lock, flags);
	return val;
}

static void write_pair(struct evergreen_device *edev, u32 index_reg, u32 data_reg, u32 index,
		       u32 val)
{
	unsigned long flags;

	spin_lock_irqsave(&edev->mmio_lock, flags);
	writel(index, edev->mmio + index_reg);
	writel(val, edev->mmio + data_reg);
	spin_unlock_irqrestore(&edev->mmio_lock, flags);
}

/**
 * evergreen_read() - read a register
 * @edev: the card
 * @reg: its offset, a multiple of four
 *
 * Return: its value; all ones if the card is gone.
 */
u32 evergreen_read(struct evergreen_device *edev, u32 reg)
{
	u32 val;

	if (likely(reg < edev->mmio_size))
		val = readl(edev->mmio + reg);
	else
		val = read_pair(edev, MM_INDEX, MM_DATA, reg);
	trace_evergreen_mmio(false, reg, val);
	return val;
}

/**
 * evergreen_write() - write a register
 * @edev: the card
 * @reg: its offset, a multiple of four
 * @val: the value
 *
 * Posted: a read from the card makes sure that it has arrived.
 */
void evergreen_write(struct evergreen_device *edev, u32 reg, u32 val)
{
	trace_evergreen_mmio(true, reg, val);
	if (likely(reg < edev->mmio_size))
		writel(val, edev->mmio + reg);
	else
		write_pair(edev, MM_INDEX, MM_DATA, reg, val);
}

/**
 * evergreen_rmw() - change some bits of a register
 * @edev: the card
 * @reg: its offset
 * @clear: bits to clear first
 * @set: bits to set then
 *
 * Two accesses: callers keep others from changing the register in between.
 */
void evergreen_rmw(struct evergreen_device *edev, u32 reg, u32 clear, u32 set)
{
	evergreen_write(edev, reg, (evergreen_read(edev, reg) & ~clear) | set);
}

/**
 * evergreen_mmio_wait() - wait until a register shows a value
 * @edev: the card
 * @reg: its offset
 * @mask: bits to look at
 * @val: what they shall be
 * @timeout_us: how long to wait at most, in microseconds
 *
 * Sleeps.
 *
 * Return: 0, -ENODEV if the card is gone, -ETIMEDOUT.
 */
int evergreen_mmio_wait(struct evergreen_device *edev, u32 reg, u32 mask, u32 val,
			unsigned int timeout_us)
{
	u32 now;
	int ret = read_poll_timeout(evergreen_read, now, (now & mask) == val, WAIT_SLEEP_US,
				    timeout_us, false, edev, reg);

	return ret && evergreen_gone(edev) ? -ENODEV : ret;
}

/**
 * evergreen_gone() - tell whether the card has left the bus
 * @edev: the card
 *
 * Return: true if the size of VRAM reads as all ones, which none has.
 */
bool evergreen_gone(struct evergreen_device *edev)
{
	return evergreen_read(edev, CONFIG_MEMSIZE) == U32_MAX;
}

/**
 * evergreen_hdp_flush() - make CPU writes to VRAM visible to the card
 * @edev: the card
 *
 * And the card's writes to the CPU. Posted: takes effect before anything that is
 * written to the card later.
 */
void evergreen_hdp_flush(struct evergreen_device *edev)
{
	evergreen_write(edev, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
}

/**
 * evergreen_pulse() - reset blocks
 * @edev: the card
 * @reg: GRBM_SOFT_RESET or SRBM_SOFT_RESET, which nobody else writes meanwhile
 * @bits: the blocks; 0 for none
 *
 * Context: busy-waits for 100 us.
 */
void evergreen_pulse(struct evergreen_device *edev, u32 reg, u32 bits)
{
	if (!bits)
		return;
	evergreen_rmw(edev, reg, 0, bits);
	evergreen_read(edev, reg);
	udelay(RESET_SETTLE_US);
	evergreen_rmw(edev, reg, bits, 0);
	evergreen_read(edev, reg);
	udelay(RESET_SETTLE_US);
}

/**
 * evergreen_read_indirect() - read from a space behind an index and data pair
 * @edev: the card
 * @index_reg: offset of the index register, within BAR2
 * @data_reg: offset of the data register, within BAR2
 * @index: what to read
 *
 * Return: its value.
 */
u32 evergreen_read_indirect(struct evergreen_device *edev, u32 index_reg, u32 data_reg,
			    u32 index)
{
	u32 val = read_pair(edev, index_reg, data_reg, index);

	trace_evergreen_mmio(true, index_reg, index);
	trace_evergreen_mmio(false, data_reg, val);
	return val;
}

/**
 * evergreen_rmw_indirect() - change bits in a space behind an index and data pair
 * @edev: the card
 * @index_reg: offset of the index register, within BAR2
 * @data_reg: offset of the data register, within BAR2
 * @index: what to change
 * @clear: bits to clear first
 * @set: bits to set then
 */
void evergreen_rmw_indirect(struct evergreen_device *edev, u32 index_reg, u32 data_reg,
			    u32 index, u32 clear, u32 set)
{
	u32 val = (evergreen_read_indirect(edev, index_reg, data_reg, index) & ~clear) | set;

	trace_evergreen_mmio(true, index_reg, index);
	trace_evergreen_mmio(true, data_reg, val);
	write_pair(edev, index_reg, data_reg, index, val);
}

/* Reads into @to, or writes @from; nobody else gets at the pair meanwhile. */
static void move_vram(struct evergreen_device *edev, u64 at, u32 n, u32 *to, const u32 *from)
{
	u32 index = lower_32_bits(at) | MM_INDEX_VRAM;
	unsigned long flags;
	u32 i;

	spin_lock_irqsave(&edev->mmio_lock, flags);
	writel(at >> 31, edev->mmio + MM_INDEX_HI);
	for (i = 0; i < n; i++, index += sizeof(u32)) {
		writel(index, edev->mmio + MM_INDEX);
		if (to)
			to[i] = readl(edev->mmio + MM_DATA);
		else
			writel(from[i], edev->mmio + MM_DATA);
	}
	spin_unlock_irqrestore(&edev->mmio_lock, flags);
}

/**
 * evergreen_vram_read() - read VRAM by a pair of registers
 * @edev: the card
 * @at: bytes from the start of VRAM, a multiple of @n dwords
 * @to: where to
 * @n: dwords, a power of two
 *
 * Context: any. Source of the facts: the radeon driver in Linux 6.12.
 */
void evergreen_vram_read(struct evergreen_device *edev, u64 at, u32 *to, u32 n)
{
	move_vram(edev, at, n, to, NULL);
}

/**
 * evergreen_vram_write() - write VRAM by a pair of registers
 * @edev: the card
 * @at: as for evergreen_vram_read()
 * @from: what to write
 * @n: dwords, a power of two
 *
 * Posted. Context: any.
 */
void evergreen_vram_write(struct evergreen_device *edev, u64 at, const u32 *from, u32 n)
{
	move_vram(edev, at, n, NULL, from);
}
