#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A window that large folios cannot fill, because one of its pages is cached, is
# read page by page from there on. The base counts the pages of the whole window
# again, so it reads as many behind the end as large folios had read before.
#
# vm: --kernel base --virtual-time --disk d,size_mb=384
# vm: --kernel readahead --virtual-time --disk d,size_mb=384
#
# read_ahead_kb is 128: the largest window m is 32 pages.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# pages OPERATIONS: the pages of the cold file that the disk reads for them.
pages()
{
	drop_caches
	disk_reset d
	ra-driver "open $f a; open $f b; $1" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
	echo $(($(range_sectors d) / 8))
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d xfs)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=16 status=none
sync
count_file d "$f"
set_readahead d 128

ktap_plan 2

# Page 16 alone, page 17 starts a window 17+4 with the marker on page 18, and that
# brings the window 21+8: pages 21 to 23 one by one, a folio of pages 24 to 27, page
# 28. With page 26 cached the folio does not fit. Page by page from 24 on, the base
# reads 8 more, up to 31; the series up to 28.
stream='pread a 64k 4k; pread a 68k 4k; pread a 72k 4k'
is "nothing cached: a page and two windows" "$(pages "$stream")" 13
is "page 26 cached: the second window ends where it was decided to end" \
	"$(pages "fadvise b 0 0 random; pread b 104k 4k; $stream")" \
	"$(mended 16 13)"
ktap_end
