// SPDX-License-Identifier: MIT OR GPL-2.0
/**
 * DOC: device
 *
 * Bringing a card up is a table of steps. Each has what undoes it, so that a
 * step that fails, and the end of the driver, undo exactly the steps that were
 * taken, in reverse. A step that fails leaves nothing of itself behind and has
 * said why.
 *
 * The order is given by the hardware: microcode is fetched before the driver writes to a card
 * that has been posted, and one that has not is posted first; the card is at rest before it may
 * use the bus; golden registers come first of what it is programmed with; memory before the
 * page table that lies in it; the page table before everything in system memory; the RLC
 * before interrupts, and the rings after these. The step "job test" sends a job through all of
 * that. The steps behind it only use what works by then.
 *
 * What open files may hold longer than the card is there (buffers, fences, the
 * scheduler) goes with the DRM device and is not undone here.
 */
#include <linux/delay.h>
#include <linux/pci.h>
#include <linux/rcupdate.h>
#include <linux/sizes.h>
#include <linux/suspend.h>

#include <drm/drm_managed.h>
#include <drm/radeon_drm.h>

#include "cayman_vm.h"
#include "evergreen_clean_start.h"
#include "evergreen_device.h"
#include "evergreen_fence_watch.h"
#include "evergreen_fw.h"
#include "evergreen_gart.h"
#include "evergreen_gfx.h"
#include "evergreen_golden.h"
#include "evergreen_heat.h"
#include "evergreen_hold.h"
#include "evergreen_ib.h"
#include "evergreen_ib_test.h"
#include "evergreen_irq.h"
#include "evergreen_mc.h"
#include "evergreen_mc_ucode.h"
#include "evergreen_mmio.h"
#include "evergreen_move.h"
#include "evergreen_post.h"
#include "evergreen_queue.h"
#include "evergreen_reset.h"
#include "evergreen_ring.h"
#include "evergreen_rlc.h"
#include "evergreen_scanout.h"
#include "evergreen_sched.h"
#include "evergreen_semaphore.h"
#include "evergreen_sensors.h"
#include "evergreen_soft_reset.h"
#include "evergreen_ttm.h"
#include "evergreen_userptr.h"
#include "evergreen_vga.h"

#define MAX_READ_REQUEST	512

/* ---- steps ---- */

static int check_alive(struct evergreen_device *edev)
{
	if (evergreen_gone(edev)) {
		drm_err(&edev->drm, "the card does not answer: all registers read as ones\n");
		return -ENODEV;
	}
	return 0;
}

static int set_up_pcie(struct evergreen_device *edev)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	int size;

	if (!pci_is_pcie(pdev))
		return 0;
	/* Firmware or kernel may have left a size that the card's PCIe block cannot do. */
	size = pcie_get_readrq(pdev);
	if (size < SZ_256 || size > SZ_4K)
		pcie_set_readrq(pdev, MAX_READ_REQUEST);
	/*
	 * radeon in Linux 6.12 has these chips never enter L0s: evergreen_program_aspm() sets no
	 * time after which they would. If the firmware keeps links to itself, the kernel says so.
	 */
	if (edev->chip->features & EVERGREEN_NO_L0S)
		pci_disable_link_state(pdev, PCIE_LINK_STATE_L0S);
	return 0;
}

/* Somebody else may have left engines running, on memory that is not theirs any more. */
static int enter_bus(struct evergreen_device *edev)
{
	struct pci_dev *pdev = to_pci_dev(edev->drm.dev);
	int ret;

	pci_clear_master(pdev);
	ret = evergreen_soft_reset_quiet(edev);
	if (ret)
		return ret;
	pci_set_master(pdev);
	return 0;
}

static void leave_bus(struct evergreen_device *edev)
{
	pci_clear_master(to_pci_dev(edev->drm.dev));
}

static int program_memory(struct evergreen_device *edev)
{
	int ret;

	evergreen_golden_apply(edev);
	ret = evergreen_mc_program(edev);
	if (!ret)
		evergreen_mc_load_ucode(edev);
	return ret;
}

static int start_memory(struct evergreen_device *edev)
{
	int ret;

	ret = evergreen_mc_init(edev) ?: program_memory(edev);
	if (ret)
		return ret;
	return evergreen_gone(edev) ? -ENODEV : 0;
}

/* A reset may have taken where memory is. Memory itself is the same, and goes where it was. */
static int restore_memory(struct evergreen_device *edev)
{
	evergreen_mc_check_kept(edev);
	return program_memory(edev);
}

static int post(struct evergreen_device *edev)
{
	return evergreen_mc_posted(edev) ? 0 : evergreen_post(edev);
}

/*
 * Firmware that resumes the machine brings back registers of an APU that say where memory is,
 * and nothing of what its VBIOS has set up besides; and D3hot may have taken a part of what a
 * card was set up with. So the VBIOS runs then in any case, if there is one. One that cannot
 * leaves a card that is posted as it is: radeon goes on, and whether memory keeps what is
 * written is seen to anyway. Either may have lit displays, too.
 */
static int repost(struct evergreen_device *edev)
{
	bool posted = evergreen_mc_posted(edev);
	int ret = 0;

	if (!posted || (edev->rom.size && (pm_resume_via_firmware() || edev->was_in_d3)))
		ret = evergreen_post(edev);
	evergreen_post_tell(edev);
	evergreen_scanout_recheck(edev);
	return posted && evergreen_mc_posted(edev) ? 0 : ret;
}

static int create_wb(struct evergreen_device *edev)
{
	return evergreen_kernel_bo_create(edev, &edev->wb, PAGE_SIZE, 0, RADEON_GEM_DOMAIN_GTT);
}

static void destroy_wb(struct evergreen_device *edev)
{
	evergreen_kernel_bo_free(&edev->wb);
}

static int start_rlc(struct evergreen_device *edev)
{
	int ret;

	ret = evergreen_rlc_init(edev);
	if (ret)
		return ret;
	evergreen_rlc_start(edev);
	return 0;
}

static int restore_rlc(struct evergreen_device *edev)
{
	evergreen_rlc_start(edev);
	return 0;
}

static void stop_rlc(struct evergreen_device *edev)
{
	evergreen_rlc_stop(edev);
	evergreen_rlc_fini(edev);
}

/* A ring appears in the table when interrupts may look at its fences. */
static int create_ring(struct evergreen_device *edev, enum evergreen_ring_id id)
{
	struct evergreen_ring *ring = evergreen_ring_create(edev, id);

	if (IS_ERR_OR_NULL(ring))
		return PTR_ERR_OR_ZERO(ring);
	evergreen_fence_init(ring);
	evergreen_fence_watch_init(ring);
	smp_store_release(&edev->rings[id], ring);
	return 0;
}

static void destroy_rings(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;

	evergreen_for_each_ring(ring, edev) {
		evergreen_fence_watch_fini(ring);
		evergreen_fence_fini(ring);
		evergreen_ring_destroy(ring);
	}
}

static int create_rings(struct evergreen_device *edev)
{
	int i, ret;

	for (i = 0; i < EVERGREEN_NUM_RINGS; i++) {
		ret = create_ring(edev, i);
		if (ret) {
			destroy_rings(edev);
			return ret;
		}
	}
	return 0;
}

/* Nothing works without the GFX ring; what others would do can be done otherwise. */
static bool may_go_without(struct evergreen_ring *ring, int error)
{
	if (ring->id == EVERGREEN_RING_GFX || error == -ENODEV)
		return false;
	evergreen_queue_drop_ring(ring);
	return true;
}

static int restore_rings(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	int ret = 0;

	evergreen_for_each_ring(ring, edev)
		ret = ret ?: evergreen_ring_restart(ring);
	return ret;
}

/* An engine may need a reset before it starts; then rings are tried one by one. */
static int start_rings(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	int ret;

	ret = restore_rings(edev);
	if (!ret)
		return 0;
	if (ret != -ENODEV) {
		drm_warn(&edev->drm, "a ring does not start (%d), the card is reset\n", ret);
		if (evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE) >= 0)
			return 0;
		/* The reset has stopped that, too. */
		restore_rlc(edev);
	}
	evergreen_for_each_ring(ring, edev) {
		ret = evergreen_ring_restart(ring);
		if (!ret || may_go_without(ring, ret))
			continue;
		evergreen_rings_stop(edev);
		return ret;
	}
	return 0;
}

/*
 * If the CP stays with a ring that waits, the search for hangs would count that time as the time
 * of jobs on its other rings, and rings that wait for each other would never go on.
 */
static int test_semaphores(struct evergreen_device *edev)
{
	if (!evergreen_semaphores_test(edev))
		return 0;
	evergreen_queue_drop_compute(edev, "a ring of the CP", "does not go on while another one waits");
	return min(evergreen_soft_reset(edev, EVERGREEN_RESET_ENGINE), 0);
}

static void wait_for_readers(struct drm_device *drm, void *arg)
{
	synchronize_rcu();
}

/* Who asks a fence for its ring's name does so under RCU: memory of rings goes after that. */
static int start_scheds(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	int ret;

	ret = drmm_add_action(&edev->drm, wait_for_readers, NULL);
	if (ret)
		return ret;
	evergreen_for_each_ring(ring, edev) {
		ret = evergreen_sched_init(ring);
		if (ret)
			return ret;
	}
	return 0;
}

/* Let the card do nothing of its own. */
static void quiesce(struct evergreen_device *edev)
{
	evergreen_rings_stop(edev);
	evergreen_irq_suspend(edev);
	evergreen_rlc_stop(edev);
}

/* From then on the card reaches no memory of others, who get theirs back. */
static void drain_scheds(struct evergreen_device *edev)
{
	evergreen_sched_drain(edev);
	quiesce(edev);
	/* What it has raised or written until then would stay in it for ever. */
	usleep_range(1000, 2000);
	leave_bus(edev);
	evergreen_gart_silence(edev);
}

/* An engine may pass the ring tests and still need a reset. */
static int test_job(struct evergreen_ring *ring, bool *reset)
{
	struct evergreen_device *edev = ring->edev;
	int ret = evergreen_ib_test(ring);

	if (!ret || ret == -ENODEV || *reset)
		return ret;
	*reset = true;
	drm_warn(&edev->drm, "ring %s: its first job fails (%d), the card is reset\n", ring->name,
		 ret);
	return evergreen_reset_rings(edev) ?: evergreen_ib_test(ring);
}

static int test_jobs(struct evergreen_device *edev)
{
	struct evergreen_ring *ring;
	bool reset = false;
	int ret;

	evergreen_for_each_ring(ring, edev) {
		ret = ring->given_up ? 0 : test_job(ring, &reset);
		if (!ret)
			continue;
		if (!may_go_without(ring, ret))
			return ret;
		if (evergreen_ring_is_compute(ring) && evergreen_reset_rings(edev))
			return -EIO;
	}
	return 0;
}

/*
 * @restore programs the card again and allocates nothing. It has to be done after a
 * reset of @lost and of all that resets more, and when the machine resumes. @repower comes
 * before that if the card has been without power, or somebody else has used it meanwhile.
 */
struct step {
	const char *name;
	int (*up)(struct evergreen_device *edev);
	void (*down)(struct evergreen_device *edev);
	int (*restore)(struct evergreen_device *edev);
	enum evergreen_reset_level lost;
	int (*repower)(struct evergreen_device *edev);
};

static const struct step steps[] = {
	{ "presence", check_alive },
	{ "PCIe", set_up_pcie },
	{ "VGA arbiter", evergreen_vga_init, evergreen_vga_fini },
	{ "VBIOS", evergreen_vbios_init, evergreen_vbios_fini },
	{ "posting", post, .repower = repost },
	{ "microcode", evergreen_fw_fetch, evergreen_fw_release },
	{ "bus", enter_bus, leave_bus, .repower = enter_bus },
	{ "memory controller", start_memory, NULL, restore_memory, EVERGREEN_RESET_CHIP,
	  restore_memory },
	{ "clocks", evergreen_clocks_init, evergreen_clocks_fini,
	  .repower = evergreen_clocks_restore },
	{ "reset worker", evergreen_reset_init, evergreen_reset_fini },
	{ "memory manager", evergreen_ttm_init, evergreen_ttm_fini },
	{ "memory of processes", evergreen_userptr_init, evergreen_userptr_fini },
	{ "page table", evergreen_gart_init, evergreen_gart_fini,
	  .repower = evergreen_kernel_bos_restore },
	{ "address spaces", cayman_vm_init, cayman_vm_fini },
	{ "GART", evergreen_gart_enable, evergreen_gart_disable, evergreen_gart_enable,
	  EVERGREEN_RESET_GFX },
	{ "3D engine", evergreen_gfx_init, NULL, evergreen_gfx_restore, EVERGREEN_RESET_GFX },
	{ "write-back page", create_wb, destroy_wb },
	{ "memory for what is off", evergreen_clean_start_init, evergreen_clean_start_fini },
	{ "RLC", start_rlc, stop_rlc, restore_rlc, EVERGREEN_RESET_ENGINE },
	{ "interrupts", evergreen_irq_init, evergreen_irq_fini, evergreen_irq_restore,
	  EVERGREEN_RESET_GFX },
	{ "rings", create_rings, destroy_rings },
	{ "engines", start_rings, evergreen_rings_stop, restore_rings, EVERGREEN_RESET_ENGINE },
	{ "semaphores", evergreen_semaphores_init, evergreen_semaphores_fini },
	{ "semaphore test", test_semaphores },
	{ "IB pool", evergreen_ib_pool_init, evergreen_ib_pool_fini },
	{ "schedulers", start_scheds, drain_scheds },
	{ "job test", test_jobs },
	{ "buffer moves", evergreen_move_init },
	{ "buffers' ends", evergreen_ttm_keep },
	{ "sensors", evergreen_sensors_init },
	{ "heat", evergreen_heat_watch, evergreen_heat_unwatch },
};

static void report(struct evergreen_device *edev)
{
	struct drm_device *drm = &edev->drm;
	const struct evergreen_mc *mc = &edev->mc;
	struct evergreen_ring *ring;
	int i;

	drm_info(drm, "%s: %u SIMDs, %u backends, %u tile pipes, %s\n", edev->chip->name,
		 edev->gfx.active_simds, edev->gfx.num_backends, edev->limits.tile_pipes,
		 evergreen_irq_is_msi(edev) ? "MSI" : "INTx");
	drm_info(drm, "VRAM: %llu MiB at 0x%llx%s; GTT: %llu MiB at 0x%llx\n",
		 mc->vram_size / SZ_1M, mc->vram_start, mc->kept ? ", as the VBIOS has put it" : "",
		 mc->gtt_size / SZ_1M, mc->gtt_start);
	if (mc->visible_size < mc->vram_size)
		drm_info(drm, "VRAM: %llu MiB are out of the CPU's reach%s\n",
			 (mc->vram_size - mc->visible_size) / SZ_1M,
			 edev->mman.moves.ring ? "" : " and are not used");
	for (i = 0; i < EVERGREEN_FW_COUNT; i++)
		if (edev->fw[i])
			drm_info(drm, "microcode: %s\n", edev->chip->fw[i].name);
	evergreen_for_each_ring(ring, edev)
		if (ring->ready)
			drm_info(drm, "ring %s: %u KiB, ring test and IB test passed\n", ring->name,
				 ring->size_dw / 256);
}

/**
 * evergreen_device_init() - bring a card up
 * @edev: the card; chip, limits, registers and the module's parameters are known
 *
 * Sleeps.
 *
 * Return: 0, or the error of the step that failed; all steps are undone then.
 */
int evergreen_device_init(struct evergreen_device *edev)
{
	u32 i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		ret = steps[i].up(edev);
		if (ret) {
			drm_err(&edev->drm, "start-up ends at the step \"%s\" (%d)%s\n",
				steps[i].name, ret,
				evergreen_gone(edev) ? ": the card is gone" : "");
			evergreen_device_fini(edev);
			return ret;
		}
		edev->steps_done = i + 1;
	}
	report(edev);
	return 0;
}

/**
 * evergreen_device_is_up() - has everything been done that brings a card up?
 * @edev: the card
 *
 * Return: whether it has, and nothing has been taken down since.
 */
bool evergreen_device_is_up(const struct evergreen_device *edev)
{
	return READ_ONCE(edev->steps_done) == ARRAY_SIZE(steps);
}

/**
 * evergreen_device_hold() - see to the end of jobs, and let the card do nothing of its own
 * @edev: the card; evergreen_jobs_go_on() has to follow, and evergreen_device_restore() before
 *	that for a card that is to work again
 *
 * A job that does not end in evergreen_jobs_hold_ms() stays pending.
 *
 * Context: on evergreen_reset.wq.
 *
 * Return: false if the card is dead, and then it is left alone.
 */
bool evergreen_device_hold(struct evergreen_device *edev)
{
	evergreen_jobs_hold(edev);
	if (READ_ONCE(edev->dead))
		return false;
	quiesce(edev);
	return true;
}

/**
 * evergreen_device_restore() - program what the card has lost
 * @edev: the card, its rings stopped, evergreen_gart.lock held
 * @level: what has been reset
 *
 * In the order in which the card was brought up, so that nothing is programmed
 * before what it needs. The last step tests the rings. Context: may sleep; allocates
 * nothing.
 *
 * Return: 0 or the error of the step that failed.
 */
int evergreen_device_restore(struct evergreen_device *edev, enum evergreen_reset_level level)
{
	u32 i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		if (!steps[i].restore || steps[i].lost > level)
			continue;
		ret = steps[i].restore(edev);
		if (ret) {
			drm_err(&edev->drm, "restoring ends at the step \"%s\" (%d)\n",
				steps[i].name, ret);
			return ret;
		}
	}
	return 0;
}

/**
 * evergreen_device_repower() - have a card again that is as new
 * @edev: the card, in D0, with what evergreen_kernel_bos_save() has saved
 *
 * It is posted if it has to be, and its memory holds page tables and whatever else the
 * driver had there. evergreen_device_restore() has to follow. Context: sleeps, with
 * evergreen_gart.lock held.
 *
 * Return: 0 or the error of the step that failed; the card must not be used then.
 */
int evergreen_device_repower(struct evergreen_device *edev)
{
	u32 i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		ret = steps[i].repower ? steps[i].repower(edev) : 0;
		if (ret) {
			drm_err(&edev->drm, "the card does not come back: step \"%s\" (%d)\n",
				steps[i].name, ret);
			return ret;
		}
	}
	return 0;
}

/**
 * evergreen_device_fini() - take a card down
 * @edev: the card; nobody can submit work any more
 *
 * May be called for a card that is gone. Sleeps.
 */
void evergreen_device_fini(struct evergreen_device *edev)
{
	const struct step *step;

	while (edev->steps_done) {
		step = &steps[--edev->steps_done];
		if (step->down)
			step->down(edev);
	}
}
