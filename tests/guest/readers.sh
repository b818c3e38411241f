#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# 64 readers at once: no decision is unaccounted for. Each one is a line, a filtered
# line or a lost line, the counters and the stream agree, and the stream is whole.
#
# vm: --kernel readahead --smp 8 --memory 1536 --timeout 500 --disk d,size_mb=400,latency_us=100

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# value NAME: of the stats_full that was saved.
value()
{
	sed -n "s/^$1: //p" /tmp/full
}

decisions()
{
	awk -F': ' '/\.readahead: / { n += $2 } END { print n }' /tmp/full
}

to_ram "$TOOLS/ra-driver" cat awk sed
d=$(mkfs_mount d ext4)
for n in 0 1 2 3; do
	dd if=/dev/zero of="$d/$n" bs=1M count=64 status=none
done
sync
load_trace
mountpoint -d "$d" >"$ra/trace_dev"

# 16 threads a file, each with a descriptor of its own: a quarter reads in sequence,
# the others at random, through read and mmap.
for n in 0 1 2 3; do
	cat <<END
def f$n
open $d/$n s
seq s 0 8m 4k
open $d/$n r
random r 0 64m 16k 100 %t
open $d/$n m
mmap m
touchrandom m 0 16384 100 %t
end
END
done >/tmp/script
for n in 0 1 2 3; do
	echo "thread 16 call f$n"
done >>/tmp/script
echo join >>/tmp/script

ktap_plan 6

drop_caches
echo 1 >"$ra/trace_enable"
cat "$ra/trace" >/tmp/stream &
reader=$!
echo >"$ra/stats"
ra-driver -s /tmp/script >/tmp/driver 2>&1 || die "ra-driver failed: $(cat /tmp/driver)"
cat "$ra/stats_full" >/tmp/full
echo 0 >"$ra/trace_enable"
wait $reader
is "the reader of the trace ends" $? 0
echo "# $(decisions) decisions, $(value lines) lines, $(value filtered) filtered, $(value lost) lost"
succeeds "64 readers cause many decisions" [ "$(decisions)" -gt 5000 ]
is "each decision is a line, filtered or lost" \
	"$(($(value lines) + $(value filtered) + $(value lost)))" "$(decisions)"
is "nothing is lost" "$(value lost)" 0
is "the stream has all lines" "$(wc -l </tmp/stream)" "$(value lines)"
succeeds "each line of it is whole" "$TOOLS/ra-line" --complete /tmp/stream
ktap_end
