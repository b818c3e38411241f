#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Readahead that a touched marker causes while somebody else holds a block plug:
# io_submit() and io_uring plug as soon as more than two requests are given to
# them, and take what is asked of the disk to it when the last one is dealt with,
# or when one of them has to wait. The base leaves the next window in that plug,
# however long the rest of the batch takes. It has to be on its way to the disk when
# the call that decided it returns.
#
# A second policy has other windows and does not follow a marker so early; it is held to
# the same while a file is read in sequence.
#
# The batches are of 32 buffered reads: the first one touches the marker on page 1
# of a window 0+4, all others copy cached data of another part of the file, for
# milliseconds of virtual time. When the request for the pages behind the window
# arrives is told by the disk, on the clock that tells when the batch began and ended.
#
# vm: --kernel base --virtual-time --disk d,size_mb=64,latency_us=1000 --expect-log 'I/O error, dev d'
# vm: --kernel readahead --virtual-time --disk d,size_mb=64,latency_us=1000 --expect-log 'I/O error, dev d'
#
# read_ahead_kb is 128.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/tracing

# cold OPERATIONS: executes them when only the part of the file from 16 MiB to
# 32 MiB is cached, and the window 0+4 with its marker on page 1.
cold()
{
	drop_caches
	ra-driver "open $f b; seq b 16m 16m 512k; open $f a; pread a 0 4k; sleep 5000" ||
		die "ra-driver failed"
	disk_reset d
	ra-driver -r "open $f a; open $f b; $1" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
}

# value KEY: of the batch in /tmp/driver.
value()
{
	sed -n "s/^op=aio .*\\b$1=\\([0-9]*\\).*/\\1/p" /tmp/driver
}

# arrival: when the disk was asked for page 4 of the file, in ns.
arrival()
{
	awk -v page=$((start + 4 * 8)) '$2 == page { print $1; exit }' "$simdisk/d/log"
}

# passed START END: how much of the batch has passed by then, in percent.
passed()
{
	awk -v at="$(arrival)" -v start="$1" -v end="$2" 'BEGIN {
		if (at && start && end > start)
			printf "%.1f", 100 * (at - start) / (end - start) }'
}

# aio OPERATION: what io_submit() took for the batch, in us.
aio()
{
	cold "$1"
	echo $((($(value submit_end_ns) - $(value submit_start_ns)) / 1000))
}

aio_batch()
{
	local alone needs

	alone=$(aio 'aio a 4k 4k 1 b 16m 512k 31')
	# shellcheck disable=SC2046 # two bounds
	between "$1: io_submit: percent of the batch that pass before the request leaves" \
		"$(passed "$(value submit_start_ns)" "$(value submit_end_ns)")" \
		$(mended '95 100' '0 5')
	echo "# $1: the batch takes $alone us"
	# The last read is of page 4: only now its request leaves, or 4 ms ago.
	needs=$(aio 'aio a 4k 4k 1 b 16m 512k 30 a 16k 4k 1')
	alone=$(aio 'aio a 4k 4k 1 b 16m 512k 30')
	# shellcheck disable=SC2046 # two bounds
	between "$1: io_submit: us that a read takes at the end of the batch" \
		"$((needs - alone))" $(mended '950 1100' '0 100')
}

# The driver that all this rests on tells which read of a batch fails: the second.
failing_batch()
{
	echo $((start + 12 * 2048))+8 >"$simdisk/d/fail"
	drop_caches
	ra-driver "open $f a; aio a 8m 4k 1 a 12m 4k 1 a 13m 4k 1" >/tmp/driver 2>&1
	is "a batch with a bad sector" "$?, $(cat /tmp/driver)" \
		"1, ra-driver: aio of a at byte $((12 << 20)) failed: Input/output error"
	ra-driver -k -r "open $f a; aio a 8m 4k 1 a 12m 4k 1 a 13m 4k 1" >/tmp/driver 2>&1
	is "a batch with a bad sector that goes on" "$(value calls) $(value bytes) $(value errors)" \
		"3 8192 1"
	echo none >"$simdisk/d/fail"
}

# run_fio OPTION...: with the calls that matter in the trace.
run_fio()
{
	echo >$tracing/trace
	echo 1 >$tracing/tracing_on
	fio --name=batch --bs=4k --iodepth=32 --iodepth_batch=32 \
		--iodepth_batch_complete_min=32 --fadvise_hint=0 --invalidate=0 \
		--output-format=terse --terse-version=3 "$@" >/tmp/fio ||
		die "fio failed: $(cat /tmp/fio)"
	echo 0 >$tracing/tracing_on
	grep '^ *fio-' $tracing/trace >/tmp/calls
}

# io_uring_batch POLICY: the same batch. Its bounds are those of the call that takes
# requests from the ring, and in which the marker was touched.
io_uring_batch()
{
	local bounds

	cold 'sleep 0'
	run_fio --ioengine=io_uring --read_iolog=/tmp/iolog
	bounds=$(awk '
		{ at = $4; sub(/:/, "", at); sub(/\./, "", at) }
		$5 == "batch:" { start = at "000"; inside = 0 }
		$5 == "async:" { inside = 1 }
		$5 == "batch_end:" && inside { print start, at "000"; exit }' /tmp/calls)
	# shellcheck disable=SC2046,SC2086 # two bounds each
	between "$1: io_uring: percent of the batch that pass before the request leaves" \
		"$(passed $bounds)" $(mended '95 100' '0 5')
}

# left: of the calls that a touched marker causes, how many end with a request at
# the disk, and how many there are: "N of N".
left()
{
	awk '
		$5 == "async:" { inside = 1; nr++; gone = 0 }
		$5 == "block_rq_issue:" && inside { gone = 1 }
		$5 == "done:" { inside = 0; left += gone }
		END { printf "%d of %d", left, nr }' /tmp/calls
}

# held: how many of the calls that add pages end without a request at the disk, of
# those in which some were added: "N of N".
held()
{
	awk '
		$5 == "async:" { inside = 1; added = 0; gone = 0 }
		$5 == "page_cache_ra_unbounded:" && inside { added = 1 }
		$5 == "block_rq_issue:" && inside { gone = 1 }
		$5 == "done:" { nr += added; held += added && !gone; inside = 0; added = 0 }
		END { printf "%d of %d", held, nr }' /tmp/calls
}

# 16 MiB in a row, in batches of 32 reads of 4 KiB. The markers on pages 1, 4, 12,
# 28 and then every 32 pages up to page 4092 each cause a window of policy classic.
# Adaptive has other windows, and at some markers enough is ahead.
in_a_row()
{
	local nr=131 held

	drop_caches
	run_fio --ioengine="$2" --rw=read --filename="$f" --size=16m
	echo "# $1: $2: 16 MiB in batches: $(cut -d';' -f7 /tmp/fio) KiB/s"
	if [ "$1" = classic ]; then
		is "$1: $2: calls with which a request leaves" "$(left)" "$(mended 0 $nr) of $nr"
	else
		held=$(held)
		between "$1: $2: calls that add pages" "${held#* of }" 10 $nr
		is "$1: $2: of those, the ones with which no request leaves" "${held% of *}" 0
	fi
}

set_probes()
{
	{
		echo 'p:async page_cache_async_ra'
		echo 'r:done page_cache_async_ra'
		echo 'p:batch io_submit_sqes'
		echo 'r:batch_end io_submit_sqes'
	} >$tracing/kprobe_events || die "the kernel cannot be probed"
	# The clock of the disk's log.
	echo mono >$tracing/trace_clock
	echo 0 >$tracing/tracing_on
	echo 1 >$tracing/events/kprobes/enable
	echo 1 >$tracing/events/block/block_rq_issue/enable
	[ ! -d $tracing/events/readahead/page_cache_ra_unbounded ] ||
		echo 1 >$tracing/events/readahead/page_cache_ra_unbounded/enable
}

to_ram "$TOOLS/ra-driver" fio
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=48 status=none
sync
set_readahead d 128
start=$(file_ranges "$f" | head -n 1)
start=${start%+*}
{
	printf 'fio version 2 iolog\n%s add\n%s open\n%s read 4096 4096\n' "$f" "$f" "$f"
	for ((i = 0; i < 31; i++)); do
		echo "$f read $(((16 * 2 + i) * 512 * 1024)) $((512 * 1024))"
	done
	echo "$f close"
} >/tmp/iolog

set_probes
# shellcheck disable=SC2046 # a list of words
ktap_plan $((2 + 5 + 4 * ($(policies | wc -w) - 1)))
failing_batch
for policy in $(policies); do
	set_policy "$policy"
	if [ "$policy" = classic ]; then
		aio_batch classic
		io_uring_batch classic
	fi
	in_a_row "$policy" io_uring
	in_a_row "$policy" libaio
done
ktap_end
