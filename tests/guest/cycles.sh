#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# 200 times: load the module under full I/O, switch everything on, let a reader sleep
# on the trace, end it by trace_enable 0, unload. The disk is busy all the time; it is
# a slow one, so that in virtual time the waiting costs nothing.
#
# vm: --kernel readahead --virtual-time --timeout 560 --disk d,size_mb=160,latency_us=2000

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

cycles=200

# cycle: one life of the module; says what went wrong.
cycle()
{
	local reader

	insmod "$MODULES/readahead_trace.ko" || { echo "insmod failed"; return; }
	cat /sys/block/d/dev >"$ra/trace_dev"
	echo 1 >"$ra/trace_enable"
	echo 1 >"$ra/read_jprobes"
	cat "$ra/trace" >/tmp/stream &
	reader=$!
	sleep 0.02
	kill -0 $reader 2>/dev/null || echo "the reader did not stay"
	[ $(($1 % 4)) != 0 ] || ! rmmod readahead_trace 2>/dev/null || echo "rmmod was not busy"
	[ $(($1 % 3)) != 0 ] || echo 0 >"$ra/read_jprobes"
	echo 0 >"$ra/trace_enable"
	wait $reader || echo "the reader failed"
	[ "$(sed -n 's/^lines: //p' "$ra/stats_full")" = "$(wc -l </tmp/stream)" ] ||
		echo "the stream is not what was counted"
	rmmod readahead_trace || echo "rmmod failed"
}

to_ram "$TOOLS/ra-driver" cat sed wc insmod rmmod
d=$(mkfs_mount d ext4)
dd if=/dev/zero of="$d/f" bs=1M count=96 status=none
sync
# Reads for ever: in sequence, at random and through a mapping, evicting behind them.
# The child is told to end by a file, as a signal could leave its result unread.
touch /tmp/busy
while [ -e /tmp/busy ]; do
	ra-driver "open $d/f a; open $d/f b; open $d/f m; mmap m
		def s; seq a 0 4m 16k; end; def r; random b 32m 32m 4k 100 1; end
		thread 1 call s; thread 1 call r; touchrandom m 16384 8192 100 2; join
		munmap m; evict a" >/tmp/driver 2>&1 || { echo "ra-driver failed: $(cat /tmp/driver)" >&2; exit 1; }
done &
busy=$!

ktap_plan 5
before=$(disk_count d reads)
: >/tmp/faults
lines=0
for ((n = 1; n <= cycles; n++)); do
	cycle $n >>/tmp/faults 2>&1
	lines=$((lines + $(wc -l </tmp/stream)))
	[ $((n % 50)) != 0 ] || echo "# $n cycles, $lines lines, $(disk_count d reads) requests" >&2
done
rm /tmp/busy
wait $busy
is "the reads go on without a fault" $? 0
is "$cycles cycles without a fault" "$(sort /tmp/faults | uniq -c)" ""
succeeds "the disk was busy meanwhile" [ $(($(disk_count d reads) - before)) -gt $((cycles * 10)) ]
succeeds "the readers got lines" [ $lines -gt $((cycles * 10)) ]
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""
ktap_end
