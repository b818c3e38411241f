# SPDX-License-Identifier: GPL-2.0
# Builds build/tools/ra-driver; included by the top Makefile, or alone:
#   make -f tools/ra-driver/ra-driver.mk ra-driver

RA_DRIVER := build/tools/ra-driver
RA_DRIVER_SRC := $(sort $(wildcard tools/ra-driver/*.c))
RA_DRIVER_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -D_FILE_OFFSET_BITS=64

.PHONY: ra-driver
ra-driver: $(RA_DRIVER)

$(RA_DRIVER): $(RA_DRIVER_SRC) tools/ra-driver/ra-driver.h
	@mkdir -p $(@D)
	$(CC) $(RA_DRIVER_CFLAGS) $(CFLAGS) -o $@ $(RA_DRIVER_SRC) -lpthread
