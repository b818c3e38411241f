#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every pattern, produced by a known sequence of reads, with the exact lines of
# the trace. The windows are worked out from the rules in the header of
# mm/readahead_policy.c, beside each sequence; none was copied from a run.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=96
# vm: --kernel observe --virtual-time --disk d,size_mb=96
#
# m is the largest window, 32 pages (read_ahead_kb 128); max_sectors_kb is 1280,
# so io_pages is 320. init(n) and next(c) are the sizes in that header.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

# sees NAME OPERATIONS LINES: the operations on the cold file give these lines.
sees()
{
	drop_caches
	trace_start
	ra-driver "open $f a; open $f b; open $f c; $2" >/tmp/driver 2>&1 ||
		die "$1: ra-driver failed: $(cat /tmp/driver)"
	trace_stop
	is "$1" "$(trace_lines)" "$3"
}

to_ram "$TOOLS/ra-driver"
# Without an index, directories are read in order and so with readahead.
dir=$(mkfs_mount d ext4 -O ^has_journal,^dir_index)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=16 status=none
truncate -s 1M "$dir/short"
dd if=/dev/zero of="$dir/short" bs=1M count=1 conv=notrunc status=none
set_readahead d 128
load_trace
trace_file "$f"

ktap_plan 32

# --- sync rules ---

sees "random: nothing is known" 'pread a 400k 4k' \
'readahead-random(req=100+1, ra=100+1-0, async=0) = 1 by=read hint=none'

# The second read misses page 101, where the first one ended: init(1) = 4, marker
# behind the page asked for.
sees "initial: next to the previous read" 'pread a 400k 4k; pread a 404k 4k' \
'readahead-random(req=100+1, ra=100+1-0, async=0) = 1 by=read hint=none
readahead-initial(req=101+1, ra=101+4-3, async=0) = 4 by=read hint=none'

# init(4) = 8: 4 <= 32/4, doubled.
sees "initial0: a larger first read gets a larger window" 'pread a 0 16k' \
'readahead-initial0(req=0+4, ra=0+8-4, async=0) = 8 by=read hint=none'

# Eight pages are cached before page 108, more than one is asked for: 8 + 1.
sees "context: after a run of cached pages" 'readahead b 400k 32k; pread a 432k 4k' \
'readahead-fadvise(req=100+8, ra=100+8-0, async=0) = 8 by=fadvise hint=none
readahead-context(req=108+1, ra=108+9-1, async=0) = 9 by=read hint=none'

# The run reaches back to page 0 and counts double: 16 + 1.
sees "context: the run from the start of the file counts double" \
	'readahead b 0 32k; pread a 32k 4k' \
'readahead-fadvise(req=0+8, ra=0+8-0, async=0) = 8 by=fadvise hint=none
readahead-context(req=8+1, ra=8+17-1, async=0) = 17 by=read hint=none'

# Two pages are cached, two are asked for: not more, so no proof.
sees "random: as many cached pages as asked for prove nothing" \
	'readahead b 400k 8k; pread a 408k 8k' \
'readahead-fadvise(req=100+2, ra=100+2-0, async=0) = 2 by=fadvise hint=none
readahead-random(req=102+2, ra=102+2-0, async=0) = 2 by=read hint=none'

# 512 pages, cut to io_pages = 320; all marker, so it takes its own hit: 320 with
# the marker in the middle, page 760. From there 352 pages are wanted: next(320)
# at most 320. The marker on page 920 finds 192 wanted, and 320 is kept.
pipelined='readahead-oversize(req=600+512, ra=600+320-160, async=0) = 320 by=read hint=none
readahead-subsequent(req=760+352, ra=920+320-320, async=1) = 320 by=read hint=none
readahead-subsequent(req=920+192, ra=1240+320-320, async=1) = 320 by=read hint=none'
sees "oversize: next to the previous read" 'pread a 2396k 4k; pread a 2400k 2m' \
"readahead-random(req=599+1, ra=599+1-0, async=0) = 1 by=read hint=none
$pipelined"

# Elsewhere the base does the same. The series has no marker inside, and the rest
# of the request as it is.
sees "oversize: more than the device takes at once" 'pread a 2400k 2m' \
"$(mended "$pipelined" \
'readahead-oversize(req=600+512, ra=600+320-0, async=0) = 320 by=read hint=none
readahead-random(req=920+192, ra=920+192-0, async=0) = 192 by=read hint=none')"

# --- async rules ---

# 4 pages with the marker on page 1, then 2c up to m: 8, 16, 32, and so on. Each
# marker stands on the first page of its window. The last window is cut by the end
# of the file, when it is read or when it is decided; page 252 bears no marker.
last=4-0
[ "$KERNEL" != observe ] || last=32-32
trace_file "$dir/short"
f=$dir/short sees "subsequent: 4k sequential from page 0" 'seq a 0 1m 4k' \
'readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=none
readahead-subsequent(req=1+1, ra=4+8-8, async=1) = 8 by=read hint=none
readahead-subsequent(req=4+1, ra=12+16-16, async=1) = 16 by=read hint=none
readahead-subsequent(req=12+1, ra=28+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=28+1, ra=60+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=60+1, ra=92+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=92+1, ra=124+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=124+1, ra=156+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=156+1, ra=188+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=188+1, ra=220+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=220+1, ra=252+'$last', async=1) = 4 by=read hint=none'
trace_file "$f"

# Window of 32, all marker, so 32 with the marker in the middle. That is hit within
# the same read, and the next window is on its way before it is asked for.
sees "128K sequential stays pipelined" 'seq a 0 384k 128k' \
'readahead-initial0(req=0+32, ra=0+32-16, async=0) = 32 by=read hint=none
readahead-subsequent(req=16+16, ra=32+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=32+32, ra=64+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=64+32, ra=96+32-32, async=1) = 32 by=read hint=none'

# A request above m raises it to its own 64 pages, below io_pages.
sees "256K sequential stays pipelined" 'seq a 0 768k 256k' \
'readahead-initial0(req=0+64, ra=0+64-32, async=0) = 64 by=read hint=none
readahead-subsequent(req=32+32, ra=64+64-64, async=1) = 64 by=read hint=none
readahead-subsequent(req=64+64, ra=128+64-64, async=1) = 64 by=read hint=none
readahead-subsequent(req=128+64, ra=192+64-64, async=1) = 64 by=read hint=none'

sees "1M sequential stays pipelined" 'seq a 0 3m 1m' \
'readahead-initial0(req=0+256, ra=0+256-128, async=0) = 256 by=read hint=none
readahead-subsequent(req=128+128, ra=256+256-256, async=1) = 256 by=read hint=none
readahead-subsequent(req=256+256, ra=512+256-256, async=1) = 256 by=read hint=none
readahead-subsequent(req=512+256, ra=768+256-256, async=1) = 256 by=read hint=none'

# Another descriptor meets the marker on page 1: hole at 4, 3 pages on, plus the
# one asked for, next(4) = 8.
sees "marker: without a window that explains it" 'pread a 0 4k; pread b 4k 4k' \
'readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=none
readahead-marker(req=1+1, ra=4+8-8, async=1) = 8 by=read hint=none'

# --- explicit requests and hints ---

# The base cuts it to io_pages; read_ahead_max_kb allows more, see explicit.sh.
sees "fadvise: more than the device takes at once" 'readahead a 0 2m' \
"readahead-fadvise(req=0+512, ra=0+$(mended \
'320-0, async=0) = 320 by=fadvise hint=none cut=192' \
'512-0, async=0) = 512 by=fadvise hint=none')"

sees "fadvise: WILLNEED to the end of the file" 'fadvise a 15m 0 willneed' \
'readahead-fadvise(req=3840+256, ra=3840+256-0, async=0) = 256 by=fadvise hint=none'

# 400 pages are cut to io_pages; the reader comes back for the rest, so none is lost.
sees "random: a hinted read above the cap comes in parts" \
	'fadvise a 0 0 random; pread a 0 1600k' \
'readahead-random(req=0+400, ra=0+320-0, async=0) = 320 by=read hint=random
readahead-random(req=320+80, ra=320+80-0, async=0) = 80 by=read hint=random'

sees "fadvise: all of it is cached" 'readahead b 0 16k; readahead a 0 16k' \
'readahead-fadvise(req=0+4, ra=0+4-0, async=0) = 4 by=fadvise hint=none
readahead-fadvise(req=0+4, ra=0+4-0, async=0) = 0 by=fadvise hint=none reason=no_hole'

sees "random: a hinted descriptor" 'fadvise a 0 0 random; pread a 0 16k' \
'readahead-random(req=0+4, ra=0+4-0, async=0) = 4 by=read hint=random'

# The hint doubles m to 64: init(1) = 4 as 1 <= 64/32 makes it 4, next(4) = 8.
sees "a sequential hint doubles the largest window" \
	'fadvise a 0 0 sequential; seq a 0 128k 4k' \
'readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=sequential
readahead-subsequent(req=1+1, ra=4+8-8, async=1) = 8 by=read hint=sequential
readahead-subsequent(req=4+1, ra=12+16-16, async=1) = 16 by=read hint=sequential
readahead-subsequent(req=12+1, ra=28+32-32, async=1) = 32 by=read hint=sequential
readahead-subsequent(req=28+1, ra=60+64-64, async=1) = 64 by=read hint=sequential'

# --- faults and splice ---

sees "around: half of the window before the fault" 'mmap a; touch a 500' \
'readahead-around(req=500+1, ra=484+32-8, async=0, miss=1) = 32 by=fault hint=none'

sees "around: not below the first page" 'mmap a; touch a 3' \
'readahead-around(req=3+1, ra=0+32-8, async=0, miss=1) = 32 by=fault hint=none'

sees "random: a mapping hinted random reads nothing ahead" \
	'mmap a; madvise a random; touch a 500; touch a 501' \
'readahead-random(req=500+1, ra=500+0-0, async=0, miss=0) = 0 by=fault hint=random reason=hint
readahead-random(req=501+1, ra=501+0-0, async=0, miss=0) = 0 by=fault hint=random reason=hint'

# The fault asks for a whole window; all of it would be marker: the middle.
sees "initial0: a mapping hinted sequential" 'mmap a; madvise a sequential; touch a 0' \
'readahead-initial0(req=0+32, ra=0+32-16, async=0, miss=0) = 32 by=fault hint=sequential'

# A touched marker asks for a whole window, as the base does it for faults. The
# counter was 1, and went down when the retried fault mapped the pages around.
sees "subsequent: a fault touches the marker of a read-around" \
	'mmap a; touch a 0; touch a 24' \
'readahead-around(req=0+1, ra=0+32-8, async=0, miss=1) = 32 by=fault hint=none
readahead-subsequent(req=24+32, ra=32+32-32, async=1, miss=0) = 32 by=fault hint=none'

# Two huge pages of 512, from the one of the fault on; ext4 has no folios of that
# size here, so 1024 small pages are read. The base does not count the miss.
sees "around: a mapping hinted huge" 'mmap a; madvise a hugepage; touch a 5' \
"readahead-around(req=5+1, ra=0+1024-512, async=0, miss=$(mended 0 1)) = 1024 by=fault hint=hugepage"

# 100 misses are read around, then no more. Fault-around would count them down.
fault_around=$(cat /sys/kernel/debug/fault_around_bytes)
echo 4096 >/sys/kernel/debug/fault_around_bytes
drop_caches
trace_start
ra-driver "open $f a; mmap a; touchseq a 20 101 40" >/dev/null || die "ra-driver failed"
trace_stop
is "around: 100 misses are enough" "$(trace_lines | tail -n 2)" \
'readahead-around(req=3980+1, ra=3964+32-8, async=0, miss=100) = 32 by=fault hint=none
readahead-around(req=4020+1, ra=4020+0-0, async=0, miss=101) = 0 by=fault hint=none reason=mmap_miss'
echo "$fault_around" >/sys/kernel/debug/fault_around_bytes

# The marker on page 1 is touched while pages 0 to 60 are cached. The base, and the
# kernel that observes it, take page 33 for a hole: see faults.sh.
case $KERNEL in
observe) found='ra=33+32-32, async=1) = 4 by=read hint=none' ;;
*) found='ra=1+0-0, async=1) = 0 by=read hint=none reason=no_hole' ;;
esac
sees "marker: no hole within the limit" \
	'pread a 0 4k; readahead b 16k 228k; pread c 4k 4k' \
"readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=none
readahead-fadvise(req=4+57, ra=4+57-0, async=0) = 57 by=fadvise hint=none
readahead-marker(req=1+1, $found"

# --- file systems and the kernel ---

# A directory of several blocks is read through the block device, by the file
# system; which blocks they are is its own affair.
mkdir "$dir/many"
(cd "$dir/many" && seq -f 'a-name-that-takes-some-room-%g' 600 | xargs touch)
echo 0 >"$ra/trace_ino"
drop_caches
trace_start
ls "$dir/many" >/dev/null
trace_stop
is "none: a file system reads a directory" \
	"$(sed 's/(.*) = / = /; s/ts=.* by/by/' "$trace_text" | awk '$3 > 0 { print $1, $4, $5 }' | sort -u)" \
	"readahead-none by=kernel hint=none"

# squashfs decompresses blocks of 128 KiB, so it makes 32 pages of the 4. The part
# it added is a decision of its own, told within the other one.
yes "a text that compresses" | head -c 1M >/tmp/short
mksquashfs /tmp/short /tmp/sq -comp gzip -b 128K -no-xattrs >/dev/null 2>&1 ||
	die "mksquashfs failed"
dd if=/tmp/sq of="$dir/sq" status=none
mkdir -p /run/m/sq
mount -t squashfs -o loop "$dir/sq" /run/m/sq || die "squashfs cannot be mounted"
trace_file /run/m/sq/short
drop_caches
trace_start
ra-driver "open /run/m/sq/short a; pread a 0 4k" >/dev/null || die "ra-driver failed"
trace_stop
is "none: a file system expands a request" "$(trace_lines)" \
'readahead-none(req=0+32, ra=0+32-0, async=1) = 28 by=kernel hint=none
readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=none'
umount /run/m/sq
trace_file "$f"

sees "splice is told apart from read" 'splice a 0 4k' \
'readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=splice hint=none'

# read_ahead_kb 0: one page at a time, each a decision of its own.
set_readahead d 0
sees "random: readahead switched off" 'pread a 400k 8k' \
'readahead-random(req=100+2, ra=100+1-0, async=0) = 1 by=read hint=none
readahead-random(req=101+1, ra=101+1-0, async=0) = 1 by=read hint=none'
sees "random: a fault while readahead is switched off" 'mmap a; touch a 500' \
'readahead-random(req=500+1, ra=500+0-0, async=0, miss=0) = 0 by=fault hint=none reason=off'
set_readahead d 128

ktap_end
