# SPDX-License-Identifier: GPL-2.0
# Builds build/tools/simdisk-bench; included by the top Makefile, or alone:
#   make -f THIS-FILE simdisk-bench

SIMDISK_BENCH := build/tools/simdisk-bench
SIMDISK_BENCH_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -D_FILE_OFFSET_BITS=64

.PHONY: simdisk-bench
simdisk-bench: $(SIMDISK_BENCH)

$(SIMDISK_BENCH): tests/simdisk/simdisk-bench.c
	@mkdir -p $(@D)
	$(CC) $(SIMDISK_BENCH_CFLAGS) $(CFLAGS) -o $@ $<
