# SPDX-License-Identifier: GPL-2.0
# Builds build/tools/ra-line; included by the top Makefile, or alone:
#   make -f tests/lib/ra-line.mk ra-line

RA_LINE := build/tools/ra-line
RA_LINE_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -D_FILE_OFFSET_BITS=64

.PHONY: ra-line
ra-line: $(RA_LINE)

$(RA_LINE): tests/lib/ra-line.c
	@mkdir -p $(@D)
	$(CC) $(RA_LINE_CFLAGS) $(CFLAGS) -o $@ $<
