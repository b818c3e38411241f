#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The faults of the base kernel that the series mends, each shown by reads whose
# cost is counted by the disk. On the base, and on the kernel that still decides as it,
# the stated figure of the fault has to appear, else the test shows nothing.
#
# vm: --kernel base --virtual-time --disk d,size_mb=96
# vm: --kernel observe --virtual-time --disk d,size_mb=96
# vm: --kernel readahead --virtual-time --disk d,size_mb=96
#
# read_ahead_kb is 128: the largest window m is 32 pages.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# pages OPERATIONS: the pages of the cold file that the disk reads for them.
pages()
{
	drop_caches
	disk_reset d
	ra-driver "open $f a; open $f b; open $f c; $1" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
	echo $(($(range_sectors d) / 8))
}

# requests FIRST: the read requests of the disk from number FIRST on, as pages of
# the file; the file has one extent.
requests()
{
	awk -v first="$1" -v start="$start" 'NR >= first {
		printf "%d+%d ", ($2 - start) / 8, $3 / 8 }' "$simdisk/d/log"
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=64 status=none
sync
count_file d "$f"
set_readahead d 128
start=$(file_ranges "$f" | head -n 1)
start=${start%+*}

ktap_plan 8

# --- a sync miss where the marker should be skips the page (D1) ---
#
# Page 0: window 0+4, marker on page 1. That page is evicted and read again. Base:
# 4, then a window 4+8 and page 1 alone: 13. Mended: init(1) = 4 from page 1 on,
# pages 2 and 3 are cached: 4 + 2.

sequence='pread a 0 4k; evict a 4k 4k; pread a 4k 4k'
is "a missing marker page is read by the decision it caused" \
	"$(pages "$sequence")" "$(mended 13 6)"
is "the missed page is the first to be asked of the disk" \
	"$(requests 2)" "$(mended '4+8 1+1 ' '1+1 4+1 ')"

# --- the place alone is taken for a proof ---
#
# 4 KiB every 16 KiB of 64 MiB: 4096 pages. From 32 KiB on no window begins where
# the next read is, so each page is read alone.

every_16k=$(pages 'stride a 0 16k 4k 4096')
echo "# 4 KiB every 16 KiB from 0: $every_16k pages for 4096"
case $KERNEL in
base | observe) low=16000 high=16800 ;;
*) low=4096 high=4300 ;;
esac
succeeds "4 KiB every 16 KiB from offset 0 ($low to $high pages for 4096)" \
	[ "$every_16k" -ge $low -a "$every_16k" -le $high ]
is "4 KiB every 16 KiB from offset 32 KiB" "$(pages 'stride a 32k 16k 4k 4094')" 4094

# --- next_miss and prev_miss cannot say "no hole" ---
#
# Pages 0 to 60 are cached, the marker is on page 1, another descriptor touches it.
# Base: 33, the last page looked at, passes for a hole; from there a window of 32,
# of which 61 to 64 are missing: 4 + 57 + 4. Mended: nothing more is read.

is "a marker within cached pages finds no hole" \
	"$(pages 'pread a 0 4k; readahead b 16k 228k; pread c 4k 4k')" "$(mended 65 61)"

# 40 pages are cached before a request for 31, the scan stops at 32. Base: counts
# 31, not more than asked for, hence random: 40 + 31. Mended: 32 are more than 31,
# hence a window of m: 40 + 32.

is "a run of cached pages that fills the limit is counted in full" \
	"$(pages 'readahead b 400k 160k; pread c 560k 124k')" "$(mended 71 72)"

# --- prev_pos is rewritten in the middle of a read ---
#
# The reads of a file system checker: page 10, a page elsewhere, pages 10 to 13,
# page 14. Base: page 11 is missing and counts as next to page 10, read just now:
# window 11+8 with the marker on page 14, which brings 16 more: 1 + 1 + 8 + 16.
# Mended: 3 pages as asked, then page 14 is next to the previous read: init(1) = 4.

is "a read is compared with the previous one, not with itself" \
	"$(pages 'pread a 40k 4k; pread a 400k 4k; pread a 40k 16k; pread a 56k 4k')" \
	"$(mended 26 9)"

# Two threads share a descriptor, each reads 32 KiB in turn at random places whose
# first page is cached. Nobody reads in sequence, so nothing beyond the pages asked
# for may be read: 16 reads of 8 pages.

sequence='def warm; pread b 4m 4k; pread b 9m 4k; pread b 17m 4k; pread b 25m 4k; end'
sequence="$sequence; call warm; thread 2 call half; join"
half='pread a 4m 32k; sleep 3000; pread a 17m 32k; sleep 3000; pread a 9m 32k; sleep 3000; pread a 25m 32k'
shared=$(pages "def half; $half; end; $sequence")
echo "# two threads on one descriptor: $shared pages for 32"
# The base reads 68; how the threads alternate may move that by a window.
succeeds "threads that share a descriptor do not make each other sequential" \
	[ "$shared" -ge "$(mended 60 32)" -a "$shared" -le "$(mended 76 32)" ]

ktap_end
