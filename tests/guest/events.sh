#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The trace events: those of Linux 6.18 under their names, fields and text, and the
# event of each decision. Tools that were written for 6.18 have to read these
# lines, so the literals follow the format there: ino in hexadecimal.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=96
# vm: --kernel observe --virtual-time --disk d,size_mb=96

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/debug/tracing

# lines: what was traced of the file, without task and time.
lines()
{
	sed -n "s/.*: \(page_[a-z_]*: \)dev=$dev ino=$ino_hex /\1/p
		s/.*: \(ra_decision: \)dev=$dev ino=$ino /\1/p" "$tracing/trace"
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=4 status=none
set_readahead d 128
ino=$(stat -c %i "$f")
ino_hex=$(printf %x "$ino")
dev=$(mountpoint -d "$dir")

[ "$ino" != "$ino_hex" ] || die "$f has an inode number that looks the same in hexadecimal"

ktap_plan 5

for event in page_cache_sync_ra page_cache_async_ra page_cache_ra_order page_cache_ra_unbounded; do
	[ -d "$tracing/events/readahead/$event" ] || missing="${missing:-} $event"
done
is "the four events of Linux 6.18 are there" "${missing:-}" ""

fields='	field:unsigned long i_ino;
	field:dev_t s_dev;
	field:unsigned long index;
	field:unsigned int order;
	field:unsigned int size;
	field:unsigned int async_size;
	field:unsigned int ra_pages;
	field:unsigned int mmap_miss;
	field:loff_t prev_pos;
	field:unsigned long req_count;'
is "page_cache_sync_ra has the fields of 6.18" \
	"$(sed -n '/common_/d; s/\(field:[^;]*;\).*/\1/p' "$tracing/events/readahead/page_cache_sync_ra/format" |
		sed 's/pgoff_t/unsigned long/')" "$fields"

drop_caches
echo 1 >"$tracing/events/readahead/enable"
echo 1 >"$tracing/events/readahead_policy/enable"
ra-driver "open $f a; pread a 0 4k; pread a 4k 4k" || die "ra-driver failed"
echo 0 >"$tracing/events/enable"

# The first window is 4 pages with the marker on page 1; the second read touches
# the marker, so it is asked for in the async way with the state of the first.
is "a sequential start, as the events of 6.18 tell it" "$(lines | grep -v '^ra_')" \
'page_cache_sync_ra: index=0 req_count=1 order=0 size=0 async_size=0 ra_pages=32 mmap_miss=0 prev_pos=-1
page_cache_ra_order: index=0 order=0 size=4 async_size=3 ra_pages=32
page_cache_ra_unbounded: index=0 nr_to_read=4 lookahead_size=3
page_cache_async_ra: index=1 req_count=1 order=0 size=4 async_size=3 ra_pages=32 mmap_miss=0 prev_pos=4096
page_cache_ra_order: index=4 order=0 size=8 async_size=8 ra_pages=32
page_cache_ra_unbounded: index=4 nr_to_read=8 lookahead_size=8'

is "the same as decisions" "$(lines | grep '^ra_')" \
'ra_decision: pattern=initial0 async=0 by=read hint=none index=0 nr_pages=1 old_start=0 old_size=0 old_async_size=0 start=0 size=4 async_size=3 nr_added=4 nr_cut=0 mmap_miss=0 reason=none
ra_decision: pattern=subsequent async=1 by=read hint=none index=1 nr_pages=1 old_start=0 old_size=4 old_async_size=3 start=4 size=8 async_size=8 nr_added=8 nr_cut=0 mmap_miss=0 reason=none'

# A filter of the kernel's own tells events by their fields.
echo "ino == $ino && pattern == 2" >"$tracing/events/readahead_policy/ra_decision/filter"
echo >"$tracing/trace"
echo 1 >"$tracing/events/readahead_policy/enable"
drop_caches
ra-driver "open $f a; pread a 0 4k; pread a 400k 4k; pread a 404k 4k" || die "ra-driver failed"
echo 0 >"$tracing/events/enable"
is "the kernel's own filter picks one rule" "$(lines | grep -o 'pattern=[a-z0-9]*')" pattern=initial

ktap_end
