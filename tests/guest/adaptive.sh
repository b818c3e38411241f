#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Policy adaptive in the kernel: where it is chosen, what it learns and forgets, what
# bounds it, which hints it obeys, and what it costs in memory. How fast it is, the
# cell bench shows; by which rules it decides, tests/unit/adaptive.sh.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=300,latency_us=1000,bandwidth_mbps=500 --disk other,size_mb=32,latency_us=200
# vm: --kernel readahead --virtual-time --append readahead_policy=adaptive
# vm: --kernel readahead --virtual-time --append readahead_policy=nope --expect-log 'readahead_policy=nope is neither'
#
# The last two boots show the boot parameter alone.
# Both disks are as /dev/d and /dev/other; only d has a file system.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

# How often the policy is switched while readers run.
nr_switches=1000
# Descriptors that are opened, read from and closed.
nr_files=2000

bdi=/sys/class/bdi/$(cat /sys/block/d/dev)

# run OPERATIONS: executes them on the cold file.
run()
{
	drive_cold d "$f" "$1"
}

# pages OPERATIONS: how many pages of the file the disk reads for them.
pages()
{
	run "$1"
	echo $(($(range_sectors d) / 8))
}

# refused FILE TEXT: the file does not take it, and says what it said before.
refused()
{
	local before

	before=$(cat "$1" 2>/dev/null)
	! printf '%s' "$2" 2>/dev/null >"$1" && [ "$(cat "$1" 2>/dev/null)" = "$before" ]
}

# decided: which policies the lines of the trace name for a read.
decided()
{
	trace_start
	run "seq a 0 1m 4k"
	trace_stop
	grep -o 'policy=[a-z]*' "$trace_text" | sort -u | xargs
}

chooses()
{
	local policy

	for policy in adaptive classic; do
		set_policy $policy
		is "$policy can be chosen" "$(chosen)" "[$policy]"
		is "$policy decides then" "$(decided)" "policy=$policy"
	done
	is "both are listed" "$(tr -d '[]' <$policy_file)" "classic adaptive"
	is "a device follows the system" "$(cat "$bdi/ra_policy")" "[system] classic adaptive"
	echo adaptive >"$bdi/ra_policy"
	is "unless it has a policy of its own" "$(decided)" "policy=adaptive"
	set_policy adaptive
	echo classic >"$bdi/ra_policy"
	is "either way" "$(decided)" "policy=classic"
	echo system >"$bdi/ra_policy"
	is "and again" "$(decided)" "policy=adaptive"
	succeeds "the system has no policy 'system'" refused $policy_file system
	succeeds "no policy 'nope'" refused $policy_file nope
	succeeds "no empty policy" refused "$bdi/ra_policy" ' '
}

# requests: how many of them the disk got for the file's data.
requests()
{
	awk '{ n += $2 } END { print n + 0 }' $simdisk/d/range_stat
}

# d has 1 ms and 500 MB/s, which are 488281 KiB/s, so D is 4/3 of 500 KB, and twice that
# until three measurements in a row brought no more. The bandwidth is the most of what
# was measured between two waits, a piece of up to 1/8 more or less. In the latency is
# what the transfer of a first request of 128 KiB takes, 0.26 ms, while no bandwidth is
# known to take it off.
learns()
{
	run "seq a 0 128m 64k"
	between "the latency, in us" "$(cat "$bdi/ra_latency_us")" 900 1250
	between "the bandwidth, in KiB/s" "$(cat "$bdi/ra_bandwidth_kb")" 427246 549316
	between "the distance, in KiB" "$(cat "$bdi/ra_window_kb")" 580 1440
	is "of the other disk, nothing" \
		"$(cat "$other/ra_latency_us" "$other/ra_bandwidth_kb" | xargs)" "0 0"
	succeeds "0 does not forget" refused "$bdi/ra_forget" 0
	succeeds "nor does a word" refused "$bdi/ra_forget" now
	is "and nothing is forgotten" "$(($(cat "$bdi/ra_latency_us") > 0))" 1
	echo 1 >"$bdi/ra_forget"
	is "1 does" "$(cat "$bdi/ra_latency_us" "$bdi/ra_bandwidth_kb" | xargs)" "0 0"
	run "seq a 0 128m 64k"
	between "it is learned again" "$(cat "$bdi/ra_bandwidth_kb")" 427246 549316
}

# What was learned of a device goes with it.
goes_with_device()
{
	ra-driver "open /dev/other o; seq o 0 16m 64k" || die "/dev/other cannot be read"
	between "the other disk was learned, in us" "$(cat "$other/ra_latency_us")" 200 400
	echo 0 >$simdisk/other/power
	echo 1 >$simdisk/other/power
	other=/sys/class/bdi/$(cat /sys/block/other/dev)
	is "the disk that comes in its place is not known" \
		"$(cat "$other/ra_latency_us" "$other/ra_bandwidth_kb" | xargs)" "0 0"
}

# A distance is counted from the end of the request; 1 MiB is 256 pages.
bounds()
{
	set_readahead d 0
	is "read_ahead_kb 0: nothing is read ahead" "$(pages 'seq a 0 1m 4k')" 256
	is "in requests of one page" "$(requests)" 256
	set_readahead d 8192
	is "a larger read_ahead_kb is the least distance" "$(cat "$bdi/ra_window_kb")" 8192
	between "it is read ahead, in pages" "$(pages 'seq a 0 16m 64k')" 6000 6656
	set_readahead d 128
	between "the default takes that back" "$(cat "$bdi/ra_window_kb")" 580 1440
	blockdev --setra 8192 /dev/d
	is "BLKRASET sets the least too" "$(cat "$bdi/ra_window_kb")" 4096
	echo 128 >"$bdi/read_ahead_kb"
	between "and its default is taken there as well" "$(cat "$bdi/ra_window_kb")" 580 1440
	echo 64 >"$bdi/read_ahead_max_kb"
	between "read_ahead_max_kb is the most, in pages" "$(pages 'seq a 0 1m 4k')" 257 272
	echo 65536 >"$bdi/read_ahead_max_kb"
}

hints()
{
	is "FADV_RANDOM: no page more" "$(pages 'fadvise a 0 0 random; seq a 0 1m 4k')" 256
	is "in requests of one page" "$(requests)" 256
	is "MADV_RANDOM: no page more" \
		"$(pages 'mmap a; madvise a random; touchseq a 0 256')" 256
	is "FADV_RANDOM obeys even a marker that is left" \
		"$(pages 'seq a 0 64k 4k; fadvise a 0 0 random; seq a 64k 960k 4k')" \
		"$((256 > $(ahead_of 64k) ? 256 : $(ahead_of 64k)))"
	between "FADV_SEQUENTIAL, in pages" "$(pages 'fadvise a 0 0 sequential; seq a 0 1m 4k')" 257 1024
}

# ahead_of SIZE: pages read for this much of the file, with what is ahead of it.
ahead_of()
{
	pages "seq a 0 $1 4k"
}

# row PATTERN OPERATIONS: the trace of the operations has such a decision.
row()
{
	local n

	trace_start
	run "$2"
	trace_stop
	n=$(grep -c "^readahead-$1(" "$trace_text")
	echo "# $1: $n"
	if [ "$n" -gt 0 ] && [ "$(awk -v row="$1" '$1 == row { print $2 }' $ra/stats)" -ge "$n" ]; then
		ok "$1 is in the trace and in stats"
	else
		not_ok "$1 is in the trace and in stats" "$n lines" "$(cat $ra/stats)"
	fi
}

# The pages that are evicted are those ahead of the reader.
patterns()
{
	row reverse "rev a 64m 16m 64k"
	row stride "stride a 1m 64k 16k 200"
	row stride "stride a 100m -64k 16k 200"
	row thrash "seq a 0 8m 64k; evict a; seq a 8m 8m 64k"
	row reverse "mmap a; touchseq a 16384 2048 -1"
}

# Readers and the writer of the policy at once; no read may fail.
switches()
{
	local i

	ra-driver "open $f a; open $f b; open $f c
		def work; repeat 40 call reads; end
		def reads; seq a 0 8m 16k; rev b 64m 8m 16k; stride c 1m 64k 16k 100; evict a; evict b; evict c; end
		thread 4 call work; join" >/tmp/driver 2>&1 &
	for ((i = 0; i < nr_switches; i++)); do
		case $((i % 3)) in
		0) echo classic >$policy_file ;;
		1) echo adaptive >"$bdi/ra_policy" ;;
		2) echo adaptive >$policy_file; echo system >"$bdi/ra_policy"; echo 1 >"$bdi/ra_forget" ;;
		esac || break
	done
	is "$nr_switches switches are taken" "$i" $nr_switches
	wait $!
	is "the readers saw nothing of it" "$? $(cat /tmp/driver)" "0 "
	set_policy adaptive
}

# active: objects of kmalloc caches in use.
active()
{
	awk '/^kmalloc-/ { n += $2 } END { print n }' /proc/slabinfo
}

memory()
{
	local before

	ra-driver "open $f b; repeat 10 pread b 1m 4k; close b" || die "ra-driver failed"
	before=$(active)
	for ((i = 0; i < nr_files; i += 100)); do
		drop_caches
		ra-driver "def one; open $f b; pread b 1m 4k; evict b; close b; end; repeat 100 call one" ||
			die "ra-driver failed"
	done
	between "$nr_files descriptors leave nothing, in objects" \
		$(($(active) > before ? $(active) - before : 0)) 0 200
}

# chosen: which policy is in force.
chosen()
{
	grep -o '\[[a-z]*\]' $policy_file
}

if grep -q readahead_policy= /proc/cmdline; then
	ktap_plan 1
	if grep -q readahead_policy=adaptive /proc/cmdline; then
		is "the boot parameter chooses" "$(chosen)" "[adaptive]"
	else
		is "a boot parameter that names no policy changes nothing" "$(chosen)" "[classic]"
	fi
	ktap_end
fi

to_ram "$TOOLS/ra-driver" awk grep
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=200 status=none
sync
count_file d "$f"
other=/sys/class/bdi/$(cat /sys/block/other/dev)
load_trace
trace_file "$f"
ktap_plan 44
chooses
learns
goes_with_device
bounds
hints
patterns
switches
memory
ktap_end
