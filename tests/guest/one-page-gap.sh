#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# 4 KiB every 8 KiB. What is kept of the previous read is the byte behind it, which
# lies on the page of the gap: the next read is one page further, and that passes
# for sequential wherever the reads begin. All pages are read, 2.00 times what is
# asked for, in windows of 128 KiB that are on their way before they are needed.
#
# Not cured in classic, on purpose: single reads would each wait for the disk. It
# keeps the base's figure and speed, which this test records. Under adaptive the
# pages asked for have to come alone, at no less than the base's speed.
#
# Pages are counted by the disk in the file's sectors; the speed is that of the data
# asked for, in virtual time, on a disk of 1 ms.
#
# vm: --kernel base --virtual-time --disk d,size_mb=80,latency_us=1000
# vm: --kernel readahead --virtual-time --disk d,size_mb=80,latency_us=1000
#
# read_ahead_kb is 128.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

tracing=/sys/kernel/tracing
# 60 MiB of the file.
nr_reads=7680
# MB/s of the base by where the reads begin. Two windows, of 16 pages asked for each,
# are on their way at a time, hence at most 2 x 64 KiB in 1 ms: 131.
declare -A base_speed=([0]=118.3 [1m]=117.7)

# gaps POS: the reads, on the cold file; results in /tmp/driver.
gaps()
{
	disk_reset d
	ra-driver -r "dropcaches; open $f a; stride a $1 8k 4k $nr_reads" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
}

# amplification: pages read by the disk per page asked for.
amplification()
{
	awk -v sectors="$(range_sectors d)" -v nr=$nr_reads \
		'BEGIN { printf "%.3f", sectors / 8 / nr }'
}

# speed: MB of data asked for per second.
speed()
{
	awk '/^op=stride/ { for (i = 1; i <= NF; i++) { split($i, kv, "="); v[kv[1]] = kv[2] }
		printf "%.1f", v["bytes"] * 1000 / v["ns"] }' /tmp/driver
}

# probe NAME FUNCTION: counts its calls from now on.
probe()
{
	echo "p:kprobes/$1 $2" >>$tracing/kprobe_events || die "$2 cannot be probed"
	echo 1 >$tracing/events/kprobes/"$1"/enable
}

# calls POS: how many sync and async calls the reads make.
calls()
{
	probe sync page_cache_sync_ra
	probe async page_cache_async_ra
	gaps "$1"
	echo 0 >$tracing/events/kprobes/enable
	awk '{ n[$1] = $2 } END { printf "%d sync, %d async", n["sync"], n["async"] }' \
		$tracing/kprobe_profile
	echo >$tracing/kprobe_events
}

# rows POS: the patterns of the trace, and how often each was decided.
rows()
{
	trace_start
	gaps "$1"
	trace_stop
	trace_lines | sed 's/(.*//' | sort | uniq -c | awk '{ print $2, $1 }' | paste -sd' '
}

# figures POLICY POS LOWEST HIGHEST SLOWEST FASTEST
figures()
{
	gaps "$2"
	between "$1 from $2: times what is asked for" "$(amplification)" "$3" "$4"
	between "$1 from $2: MB/s" "$(speed)" "$5" "$6"
}

# pattern POS CALLS ROWS. Calls for what the driver is made of would count as well:
# it has run before.
pattern()
{
	ra-driver 'sleep 0' || die "ra-driver failed"
	is "classic from $1: calls" "$(calls "$1")" "$2"
	[ "$KERNEL" = base ] || is "classic from $1: rows" "$(rows "$1")" "$3"
}

# From 0 the windows are 0+4-3, then 4+24-16 as it would hit its own marker, 28+32-32
# and so on up to the one whose marker, on its first page, is hit last: 28 + 32 * 479
# is 15356, and page 15358 the last one asked for. From 1 MiB on one page is read
# first, alone, and then the same windows.
classic()
{
	local pos

	for pos in "${!base_speed[@]}"; do
		figures classic "$pos" 1.95 2.02 \
			"$(awk -v s="${base_speed[$pos]}" 'BEGIN { print 0.99 * s }')" 131
	done
	pattern 0 '2 sync, 481 async' \
		'readahead-initial 1 readahead-initial0 1 readahead-subsequent 481'
	pattern 1m '3 sync, 481 async' \
		'readahead-initial 2 readahead-random 1 readahead-subsequent 481'
}

# No bound of two windows holds here; the disk itself has none. The reads go on to the
# end of the file: who stops before has read ahead the distance in vain.
adaptive()
{
	local pos nr_reads

	for pos in "${!base_speed[@]}"; do
		nr_reads=8192
		[ "$pos" = 0 ] || nr_reads=8064
		figures adaptive "$pos" 1 1.02 "${base_speed[$pos]}" 10000
	done
}

# How many results each policy has.
nr_results()
{
	local policy nr=0

	for policy in $(policies); do
		case $policy in
		classic) nr=$((nr + $(mended 6 8))) ;;
		*) nr=$((nr + 4)) ;;
		esac
	done
	echo $nr
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=64 status=none
sync
count_file d "$f"
set_readahead d 128
if [ "$KERNEL" != base ]; then
	load_trace
	trace_file "$f"
fi

ktap_plan "$(nr_results)"
for policy in $(policies); do
	set_policy "$policy"
	"$policy"
done
ktap_end
