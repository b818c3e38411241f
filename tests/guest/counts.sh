#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What the module counts against what the disk counts, to the page: for each kind
# of read, the pages that the lines of the trace say were added are the pages that
# the disk read in the file's sectors, and the table has the same sum.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=160,latency_us=1000,bandwidth_mbps=500 --disk x,size_mb=400

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

# added [WHERE]: the sum of the results in the trace, or in the lines of one file.
added()
{
	grep "${1:-}" "$trace_text" | sed -n 's/^readahead-.*) = \([0-9]*\) .*/\1/p' |
		awk '{ n += $1 } END { print n + 0 }'
}

# same_count NAME DISK FILE OPERATIONS: three results.
same_count()
{
	local disk where

	where="($2), ino=$(stat -c %i "$3")("
	drop_caches
	disk_reset "$2"
	echo >"$ra/stats"
	trace_start
	ra-driver "open $3 a; open $3 b; $4" >/tmp/driver 2>&1 ||
		die "$1: ra-driver failed: $(cat /tmp/driver)"
	cat "$ra/stats_full" >/tmp/full
	trace_stop
	disk=$(($(range_sectors "$2") / 8))
	if [ "$disk" -gt 0 ] && [ "$(added "$where")" = "$disk" ]; then
		ok "$1: $disk pages"
	else
		not_ok "$1" "the disk read $disk pages, the trace adds up to $(added "$where")"
	fi
	is "$1: the table has the same sum as the trace" \
		"$(awk -F': ' '/\.io_pages: / { n += $2 } END { print n }' /tmp/full)" "$(added)"
	is "$1: each decision is a line" \
		"$(awk -F': ' '/\.readahead: / { n += $2 } END { print n }' /tmp/full)" \
		"$(grep -c ^readahead- "$trace_text")"
}

to_ram "$TOOLS/ra-driver" cat awk sed
d=$(mkfs_mount d ext4)
x=$(mkfs_mount x xfs)
for f in "$d/f" "$x/f"; do
	dd if=/dev/zero of="$f" bs=1M count=64 status=none
done
sync
count_file d "$d/f"
count_file x "$x/f"
load_trace

ktap_plan 36

same_count "4k sequential" d "$d/f" 'seq a 0 64m 4k'
same_count "64k sequential from the middle" d "$d/f" 'seq a 32m 32m 64k'
same_count "1M sequential" d "$d/f" 'seq a 0 64m 1m'
same_count "4k reverse" d "$d/f" 'rev a 0 8m 4k'
same_count "4k every 16k" d "$d/f" 'stride a 1m 16k 4k 2000'
same_count "random 16k" d "$d/f" 'random a 0 64m 16k 500 7'
same_count "two descriptors, 11 KiB each" d "$d/f" 'alternate a,b 0 11264000 11k'
same_count "8 streams on one descriptor" d "$d/f" 'streams a 8 16m 16k'
same_count "mmap sequential" d "$d/f" 'mmap a; touchseq a 0 8192'
same_count "splice" d "$d/f" 'splice a 0 1m; splice a 1m 1m'
same_count "an explicit request" d "$d/f" 'readahead a 8m 1m; fadvise a 16m 2m willneed'
same_count "xfs, large folios, 64k sequential" x "$x/f" 'seq a 0 64m 64k'

ktap_end
