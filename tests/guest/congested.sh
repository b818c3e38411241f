#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A reader touches the marker of its window while its block cgroup is congested. The
# base takes the marker away, then finds the congestion and reads nothing: nobody
# meets a marker there again, and the reader waits at the end of the window. Mended,
# the marker goes to the next page, which the reader has still to touch.
#
# That a block cgroup is congested is a matter of luck, so a hook of tests/testfs says
# it to one process. The reader is a chain of processes that share a descriptor, of
# which one finds its cgroup congested.
#
# vm: --kernel base --virtual-time --disk d,size_mb=96,latency_us=1000
# vm: --kernel readahead --virtual-time --disk d,size_mb=96,latency_us=1000
#
# read_ahead_kb is 128: the largest window m is 32 pages. From page 0 on, 4 KiB at a
# time, the windows are 0+4-3, 4+8-8, 12+16-16, 28+32-32 (START+SIZE-ASYNC_SIZE), each
# by the marker of the one before it; that of the last one is on page 28.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

controls=/sys/kernel/debug/ra_testfs

# next N SIZE: N reads of SIZE bytes from where the last one ended.
next()
{
	dd of=/dev/null bs="$2" count="$1" status=none <&5 || die "dd failed"
}

# next_congested N SIZE: the same by a process whose cgroup is congested.
next_congested()
{
	echo 1 >$controls/reset
	(
		echo "$BASHPID" >$controls/congested_pid || exit
		exec dd of=/dev/null bs="$2" count="$1" status=none <&5
	) || die "the congested reader failed"
	echo 0 >$controls/congested_pid
}

# requests: those of the disk for data of the file, as START+SIZE. The file has one
# extent.
requests()
{
	awk -v start="$start" -v end="$((start + 16 * 2048))" '
		$2 >= start && $2 < end {
			printf "%d+%d ", ($2 - start) / 8, $3 / 8 }' "$simdisk/d/log"
}

# begin: a cold file, read up to the marker.
begin()
{
	drop_caches
	disk_reset d
	exec 5<"$f"
	next 28 4k
}

# stall: the marked page while congested, the next one, the rest of the window, and
# one page behind it.
stall()
{
	local before='0+4 4+8 12+16 28+32 '

	begin
	is "before the marker is touched" "$(requests)" "$before"
	next_congested 1 4k
	succeeds "the cgroup was found congested" \
		[ "$(sed -n 's/congested=\([0-9]*\) .*/\1/p' $controls/hits)" -gt 0 ]
	is "nothing is read while congested" "$(requests)" "$before"
	next 1 4k
	is "the next page is touched" "$(requests)" "$before$(mended '' '60+32 ')"
	next 30 4k
	is "at the end of the window" "$(requests)" "$before$(mended '' '60+32 ')"
	next 1 4k
	# Base: a sync request at the end of the window, 60+32-16.
	is "behind the end of the window" "$(requests)" \
		"$before$(mended '60+32 ' '60+32 92+32 ')"
	exec 5<&-
}

# The same as the trace tells it.
tells()
{
	is "the trace says why nothing is read" "$(trace_lines)" \
"readahead-initial0(req=0+1, ra=0+4-3, async=0) = 4 by=read hint=none
readahead-subsequent(req=1+1, ra=4+8-8, async=1) = 8 by=read hint=none
readahead-subsequent(req=4+1, ra=12+16-16, async=1) = 16 by=read hint=none
readahead-subsequent(req=12+1, ra=28+32-32, async=1) = 32 by=read hint=none
readahead-random(req=28+1, ra=28+0-0, async=1) = 0 by=read hint=none reason=congested
$(mended 'readahead-subsequent(req=60+1, ra=60+32-16, async=0) = 32 by=read hint=none' \
'readahead-subsequent(req=29+1, ra=60+32-32, async=1) = 32 by=read hint=none
readahead-subsequent(req=60+1, ra=92+32-32, async=1) = 32 by=read hint=none')"
}

# Congested all the way to the end of the window: there the page is missing, and has
# to be read on every kernel.
to_the_end()
{
	begin
	next_congested 32 4k
	is "congested to the end: nothing is read" "$(requests)" \
		'0+4 4+8 12+16 28+32 '
	next 1 4k
	is "congested to the end: the page behind it is read" "$(requests)" \
		'0+4 4+8 12+16 28+32 60+32 '
	exec 5<&-
}

to_ram dd
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=16 status=none
sync
set_readahead d 128
start=$(file_ranges "$f" | head -n 1)
start=${start%+*}
insmod "$MODULES/ra_testfs.ko" || die "ra_testfs.ko cannot be loaded"
# What is done with a marker is no matter of the policy, the windows are.
set_policy classic

if [ "$KERNEL" = base ]; then
	ktap_plan 8
	stall
else
	ktap_plan 9
	load_trace
	trace_file "$f"
	trace_start
	stall
	trace_stop
	tells
fi
to_the_end
ktap_end
