# SPDX-License-Identifier: GPL-2.0
# Builds build/tools/many-readers; included by the top Makefile, or alone:
#   make -f THIS-FILE many-readers

MANY_READERS := build/tools/many-readers
MANY_READERS_CFLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -D_FILE_OFFSET_BITS=64

.PHONY: many-readers
many-readers: $(MANY_READERS)

$(MANY_READERS): tests/many-readers/many-readers.c
	@mkdir -p $(@D)
	$(CC) $(MANY_READERS_CFLAGS) $(CFLAGS) -o $@ $< -lpthread
