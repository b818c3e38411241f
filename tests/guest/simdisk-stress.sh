#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The simulated disk under several CPUs: nothing is lost, nothing is counted
# twice, and power may go at any time. Speed is not looked at here.
#
# vm: --kernel base --smp 4 --timeout 600 --expect-log 'I/O error, dev '

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

bench=$TOOLS/simdisk-bench
[ -x "$bench" ] || die "simdisk-bench is not built"

# disk NAME KEY=VALUE...
disk()
{
	local dir=$simdisk/$1 pair

	mkdir "$dir" || die "there is no disk $1"
	shift
	for pair in "$@" power=1; do
		echo "${pair#*=}" >"$dir/${pair%%=*}" || die "$pair is refused"
	done
}

# eight COMMAND...: eight times at once, with the number 0 to 7 as last word;
# fails if one of them does.
eight()
{
	local i pids='' failed=0

	for i in 0 1 2 3 4 5 6 7; do
		"$@" $i &
		pids="$pids $!"
	done
	for i in $pids; do
		wait "$i" || failed=1
	done
	return $failed
}

# Each its own sector of every page, so that eight CPUs add the same pages.
write_sectors()
{
	"$bench" -w -b 512 -s 4096 -n 256 -q 16 -o $(($1 * 512)) /dev/many >/dev/null
}

read_pages()
{
	"$bench" -n 256 -s 8192 -q 16 -r $(($1 + 1)) /dev/many >"/tmp/read.$1"
}

test_data()
{
	disk many jitter_us=100 latency_us=50 bandwidth_mbps=1000
	echo 0+512,512+1536 >$simdisk/many/range
	succeeds "eight writers share every page" eight write_sectors
	drop_caches
	is "every sector is there" "$(dd if=/dev/many bs=4096 count=256 status=none |
		od -An -v -t u8 -w512 | awk '$1 == (NR - 1) * 512 + 1 { n++ } END { print n }')" 2048
	is "every write was counted once" "$(disk_count many writes) $(disk_count many write_sectors)" \
		"2048 2048"
	is "in its range" "$(cut -d' ' -f1,4,5 $simdisk/many/range_stat)" "0+512 512 512
512+1536 1536 1536"
	disk_reset many
	succeeds "eight readers, sixteen requests each" eight read_pages
	is "every read was counted once" "$(disk_count many reads) $(disk_count many read_sectors)" \
		"2048 16384"
	is "and logged once" "$(cut -d' ' -f2,3 $simdisk/many/log | sort | uniq -c |
		awk '{ print $1, $3 }' | sort | uniq -c | awk '{ $1 = $1; print }')" "256 8 8"
	is "arrivals never go back" "$(cut -d' ' -f1 $simdisk/many/log | sort -nc && echo sorted)" sorted
	rmdir $simdisk/many
}

# load DISK: reads and writes until the disk is gone.
load()
{
	while "$bench" -q 8 -n 64 -b 16384 -r 3 "$1" && "$bench" -w -q 8 -n 64 "$1"; do
		:
	done >/dev/null 2>&1
}

# fiddle DIR: everything that may be done meanwhile.
fiddle()
{
	local i

	for i in 1 2 3 4; do
		echo $((i * 100)) >"$1/latency_us"
		echo "$i+8,100+8" >"$1/fail"
		echo "$i+8" >"$1/range"
		echo 1 >"$1/reset"
		cat "$1/log" "$1/range_stat" "$1/reads"
		echo none >"$1/fail"
	done >/dev/null
}

power_cycle()
{
	local dir=$simdisk/cycle pids='' i

	for i in 1 2 3 4; do
		load /dev/cycle &
		pids="$pids $!"
	done
	fiddle $dir || return
	echo 0 >$dir/power || return
	[ ! -e /dev/cycle ] || return
	# shellcheck disable=SC2086 # one word for each process
	wait $pids
	echo 1 >$dir/power
}

cycles()
{
	local i

	for i in 1 2 3 4; do
		power_cycle || return
	done
}

module_cycles()
{
	local i

	for i in 1 2 3 4; do
		rmmod simdisk && insmod "$MODULES/simdisk.ko" || return
		disk unload latency_us=200
		load /dev/unload &
		fiddle $simdisk/unload
		! rmmod simdisk 2>/dev/null || return
		rmdir $simdisk/unload || return
		wait
	done
}

lsmod | grep -q '^simdisk ' || insmod "$MODULES/simdisk.ko" ||
	die "simdisk.ko cannot be loaded"
to_ram awk cat cut sort
ktap_plan 11
test_data
disk cycle bandwidth_mbps=100 jitter_us=500
succeeds "power off under load and changes, four times" cycles
is "and it still works" "$("$bench" -n 8 /dev/cycle | cut -d' ' -f1-4)" "requests 8 failed 0"
rmdir $simdisk/cycle
succeeds "removed and unloaded under load, four times" module_cycles
ktap_end
