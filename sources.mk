# SPDX-License-Identifier: MIT OR GPL-2.0
#
# What evergreen.ko is made of. The one list: for dkms and its package, and for the
# directories in which the tests build the module for each of their kernels.

VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
MODULE_SOURCES := Kbuild compat/features.mk $(filter-out %.mod.c,$(wildcard *.c *.h checker/*.c checker/*.h \
	compat/*.c compat/*.h compat/*/*.h compat/*/*/*.h))
DKMS_SOURCES := dkms.conf COPYING $(MODULE_SOURCES)

# $(call copy-sources,FILES,DIRECTORY) keeps the subdirectories, and touches only what
# differs, so that kbuild stays incremental.
define copy-sources
	@for f in $(1); do \
		cmp -s $$f $(2)/$$f || install -D -m 0644 $$f $(2)/$$f || exit 1; \
	done
endef
