# SPDX-License-Identifier: MIT OR GPL-2.0
#
# Two worlds meet here. The module is built on this machine, for its running
# kernel, by `make`. Everything else (model, tests, both test kernels) is built
# and run inside build/image, so that a host needs no more than make and apt.

KVER ?= $(shell uname -r)
KDIR ?= /lib/modules/$(KVER)/build
DESTDIR ?=
include sources.mk

CHIP ?= cypress
KERNEL ?= backports
JOBS ?= $(shell nproc)
SUITE ?= suites
DRIVER ?= evergreen
MODEL ?=

ENTER := tests/vm/enter
INSIDE = $(ENTER) make --no-print-directory -f tests/Makefile -j$(JOBS)

all: ## the module for the running kernel
	@test -d $(KDIR) || { echo "No kernel headers at $(KDIR): apt-get install linux-headers-$(KVER)" >&2; exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

help: ## what can be made
	@sed -n 's/^\([a-z_-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'
	@echo "Variables: KVER (all, modules_install, install, uninstall, dkms-install), CHIP (demo, demo-mesa, demo-compute, shell, bench), KERNEL=stable|backports (these but bench), DRIVER and MODEL=options (shell), SELECT=jobs (check, check-quick, check-all, check-debug), JOBS, KDIR (all), DESTDIR (modules_install, install, uninstall)"

# ---- on this machine ----

modules_install: all ## install the module for the running kernel
	$(MAKE) -C $(KDIR) M=$(CURDIR) INSTALL_MOD_PATH=$(DESTDIR) INSTALL_MOD_DIR=updates modules_install
	depmod $(if $(DESTDIR),-b $(DESTDIR)) $(KVER)

install: modules_install ## the module, and what keeps radeon.ko off the card
	install -D -m 0644 evergreen-modprobe.conf $(DESTDIR)/etc/modprobe.d/evergreen.conf
	@echo "radeon.ko is now kept off: run update-initramfs -u, then reboot (or unbind radeon)."

uninstall: ## undo install
	rm -f $(DESTDIR)/lib/modules/$(KVER)/updates/evergreen.ko* $(DESTDIR)/etc/modprobe.d/evergreen.conf
	depmod $(if $(DESTDIR),-b $(DESTDIR)) $(KVER)
	@echo "radeon.ko is no longer kept off: run update-initramfs -u, then reboot."

dkms-sources: ## what dkms builds from, below DESTDIR
	$(call copy-sources,$(DKMS_SOURCES),$(DESTDIR)/usr/src/evergreen-$(VERSION))

# With sources that have changed, dkms would keep what it has made of this version; should
# they not build, that stays.
dkms-install: ## build now and with every kernel to come
	@command -v dkms >/dev/null || { echo "dkms is missing: apt-get install dkms" >&2; exit 1; }
	$(MAKE) --no-print-directory dkms-sources
	dkms build --force evergreen/$(VERSION) -k $(KVER)
	dkms install --force evergreen/$(VERSION) -k $(KVER)
	install -D -m 0644 evergreen-modprobe.conf /etc/modprobe.d/evergreen.conf
	@echo "radeon.ko is now kept off: run update-initramfs -u, then reboot (or unbind radeon)."

dkms-remove: ## undo dkms-install
	-dkms remove evergreen/$(VERSION) --all
	rm -rf /usr/src/evergreen-$(VERSION) /etc/modprobe.d/evergreen.conf
	@echo "radeon.ko is no longer kept off: run update-initramfs -u, then reboot."

check-card: image ## run the self-tests on the real card of this machine, which also draws
	$(INSIDE) selftests host-tests/demo
	tests/vm/card

tools: ## cs-lint for command streams, evergreen-vbios for a VBIOS; with libdrm, evergreen-ctm
	$(MAKE) -C tools OUT=$(CURDIR)/build/local

install-tools: tools ## these, evergreen-fw and evergreen-report below PREFIX
	$(MAKE) -C tools OUT=$(CURDIR)/build/local install

docs-tables: tools ## registers.rst and the list in support.rst anew, from the driver's tables
	$(MAKE) -C tools OUT=$(CURDIR)/build/local docs-tables
	tools/support-table

# ---- inside the image ----

image: ## the system image that all the following use
	@tests/vm/image

modules: image ## the module for both kernels of the image
	$(INSIDE) modules

debs: image ## the Debian packages of driver, tools and model, in build/debian
	$(INSIDE) debs

host: image ## model, tools and test programs
	$(INSIDE) host selftests

demo: image ## a modelled card runs checked work and draws: CHIP=cayman, KERNEL=stable
	@$(INSIDE) -s modules host selftests
	@$(ENTER) tests/vm/run --report --chip $(CHIP) --kernel $(KERNEL) demo
	@mkdir -p build/demo
	@cp $$(ls -td build/logs/demo.evergreen.*.$(CHIP) | head -n 1)/*.png build/demo
	@echo "What the card has drawn: build/demo/*.png"

demo-mesa: image ## unmodified Mesa on a modelled card: CHIP=cayman, KERNEL=stable
	@$(INSIDE) -s modules host
	@$(ENTER) tests/vm/glmark2 || echo "glmark2 cannot be had: its scenes are left out"
	@$(ENTER) tests/vm/run --report --chip $(CHIP) --kernel $(KERNEL) demo-mesa
	@mkdir -p build/demo
	@cp $$(ls -td build/logs/demo-mesa.evergreen.*.$(CHIP) | head -n 1)/*.png build/demo
	@echo "Last pictures of the scenes: build/demo/*.png"

demo-compute: image ## compute shaders run on a modelled card: CHIP=cayman, KERNEL=stable
	@$(INSIDE) -s modules host
	@$(ENTER) tests/vm/run --report --chip $(CHIP) --kernel $(KERNEL) demo-compute

shell: image ## a prompt beside a modelled card, with all Mesas: CHIP=turks, DRIVER=radeon
	@$(INSIDE) -s modules host selftests </dev/null
	@$(ENTER) tests/vm/run --quiet --chip $(CHIP) --kernel $(KERNEL) --driver $(DRIVER) --model="$(MODEL)" shell

check: image ## every test; ends with "N passed, N failed"
	@$(ENTER) tests/vm/check --jobs $(JOBS) $(SELECT)

check-quick: image ## what is worth its time after each change: lint, unit tests, a few chips
	@$(ENTER) tests/vm/check --quick --jobs $(JOBS) $(SELECT)

check-all: image ## before a release: all combinations, long forms, and all that follows
	@$(ENTER) tests/vm/check --all --jobs $(JOBS) $(SELECT)
	@$(MAKE) --no-print-directory check-debug
	@$(MAKE) --no-print-directory check-kernels
	@$(MAKE) --no-print-directory check-suites SUITE="suites scenes testdma"
	@$(MAKE) --no-print-directory check-atom
	@$(MAKE) --no-print-directory check-mesa-shaders

check-debug: image ## the guests on a kernel with KASAN, lockdep, kmemleak and the like
	@$(ENTER) tests/vm/debug-kernel
	@$(ENTER) tests/vm/check --debug --jobs $(JOBS) $(SELECT)

check-kernels: image ## build the module for every kernel of Debian's archive, downloaded
	@$(ENTER) tests/vm/kernels

# Names of scenarios; an empty one or one that is not there would run nothing.
check-suites: check-suite-names

check-suite-names:
	$(if $(strip $(SUITE)),,$(error SUITE names no suite))
	@:$(foreach suite,$(SUITE),$(if $(wildcard tests/vm/scenarios/$(suite)),,$(error there is no suite $(suite))))

check-suites: image ## third-party suites, downloaded; others with SUITE="scenes testdma piglit-quick"
	@$(INSIDE) -s modules host selftests
	@$(ENTER) tests/vm/suites
	@$(ENTER) tests/vm/glmark2
	@for suite in $(SUITE); do $(ENTER) tests/vm/run $$suite || exit; done

check-atom: image ## the AtomBIOS interpreter beside radeon's, downloaded: TABLES=1000000
	@$(ENTER) tests/vm/atom
	@$(ENTER) make --no-print-directory -s -C tests/atom OUT=/src/build/atom STOCK=/src/build/atom/stock \
		$(if $(TABLES),TABLES=$(TABLES)) $(if $(SEED),SEED=$(SEED)) check

check-mesa-shaders: image ## programs that Mesa compiles, decoded and assembled again, downloaded
	@$(INSIDE) -s host
	@$(ENTER) tests/vm/mesa-shaders
	@$(ENTER) model/tests/sq_mesa.py build/host build/mesa-shaders/piglit \
		build/mesa-shaders/libradeon_noop_drm_shim.so --keep build/mesa-shaders/wrong

lint: image ## warnings, sparse, checkpatch, clang-tidy, analyzers
	@$(ENTER) tests/vm/check --jobs $(JOBS) lint

fuzz: image ## fuzz the command checker, FUZZ_SECONDS=60, or TIME=seconds guided and longer
	@$(INSIDE) fuzz

mutants: image ## remove each rule of the checker: a test must fail, MUTANT_SECONDS=share
	@$(INSIDE) mutants

check-soundness: image ## run on the model what the checker accepts, SOUNDNESS_SECONDS=60
	@$(INSIDE) -s soundness PLANTED=100

bench: image ## instructions for submissions and ioctls, evergreen beside radeon.ko
	@$(INSIDE) -s modules host selftests
	@$(ENTER) tests/vm/run --report --kernel stable --chip $(CHIP) bench
	@$(ENTER) tests/vm/run --report --kernel stable --chip $(CHIP) bench-mesa

clean: ## what was built, but not the image and the debug kernel
	rm -rf $(filter-out $(addprefix build/,image debs image.log debug-kernel),$(wildcard build/*))
	rm -f *.o .module-common.o *.ko *.mod *.mod.c .*.cmd checker/*.o checker/.*.cmd Module.symvers modules.order

distclean: clean ## the image and the downloads, too
	rm -rf --one-file-system build

.PHONY: all help modules_install install uninstall dkms-sources dkms-install dkms-remove tools \
	install-tools docs-tables check-card image modules debs host demo demo-mesa demo-compute shell check check-quick check-all check-debug check-kernels check-suites check-suite-names check-atom check-mesa-shaders lint fuzz mutants check-soundness \
	bench clean distclean
