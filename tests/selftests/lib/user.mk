# SPDX-License-Identifier: MIT OR GPL-2.0
#
# How a program of one file on top of this library is built: $(OUT)/x from x.c.
# The includer sets LIB, the path of this directory, OUT, and MORE if its programs
# have sources in common.

PKG_CONFIG ?= pkg-config
CFLAGS ?= -O2 -g
override CFLAGS += -std=gnu11 -Wall -Wextra -Wstrict-prototypes -Wvla \
	-Wmissing-prototypes -D_GNU_SOURCE -I$(LIB) \
	$(shell $(PKG_CONFIG) --cflags libdrm)
LDLIBS += $(shell $(PKG_CONFIG) --libs libdrm) -lpthread
LIB_SOURCES := $(addprefix $(LIB)/,card.c bo.c cs.c gate.c recording.c vm.c) $(MORE)

.DEFAULT_GOAL := all

$(OUT)/%: %.c $(LIB_SOURCES) $(wildcard $(LIB)/*.h) $(LIB)/user.mk
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $< $(LIB_SOURCES) $(LDFLAGS) $(LDLIBS)
