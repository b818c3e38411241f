#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Explicit requests: readahead(2), FADV_WILLNEED, MADV_WILLNEED.
#
# The base cuts each of them to the larger of read_ahead_kb and max_sectors_kb, here
# 1280 KiB, and tells nobody. Who asks for 2 MiB and then reads them in pieces of
# 4 KiB under FADV_RANDOM, as nothing else is to be read ahead, gets
# 320 pages at once and 192 one by one: 193 requests of 10.6 KiB in the mean.
#
# What has to come of it: all that is asked for is read, up to read_ahead_max_kb of
# the backing device (/sys/class/bdi/MAJOR:MINOR/), whose default is 1/64 of memory
# and at most 64 MiB, and never less than what the base allows. What is cut is
# told in the trace.
#
# Requests and pages are counted by the disk, in the file's sectors.
#
# vm: --kernel base --virtual-time --disk d,size_mb=96,max_sectors_kb=1280 --disk raw,size_mb=8,max_sectors_kb=1280
# vm: --kernel readahead --virtual-time --disk d,size_mb=96,max_sectors_kb=1280 --disk raw,size_mb=8,max_sectors_kb=1280
#
# read_ahead_kb is 128.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

# What the base reads of a request at once, in pages, and 64 MiB.
base_cap=320
all=16384

# run OPERATIONS: executes them on the cold file.
run()
{
	drop_caches
	disk_reset d
	ra-driver "open $f a; $1" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
}

# pages OPERATIONS: how many pages of the file the disk reads for them.
pages()
{
	run "$1"
	echo $(($(range_sectors d) / 8))
}

# mean_io DISK: KiB for each request that touched what is counted apart.
mean_io()
{
	awk '{ reads += $2; sectors += $3 } END {
		if (reads) printf "%.2f", sectors / 2 / reads }' "$simdisk/$1/range_stat"
}

# all_of_it POLICY DISK: 2 MiB are asked for and then read page by page. File system
# and block device make bios of 256 pages or, where pages lie side by side in memory,
# more; the block layer joins what fits into max_sectors_kb.
all_of_it()
{
	# shellcheck disable=SC2046 # two bounds
	between "$1: 2 MiB of $2, then page by page: KiB for each I/O" \
		"$(mean_io "$2")" $(mended '10.4 10.7' '1024 1280')
	is "$1: 2 MiB of $2: pages" $(($(range_sectors "$2") / 8)) 512
}

two_mib()
{
	run 'fadvise a 0 0 random; readahead a 4m 2m; seq a 4m 2m 4k'
	all_of_it "$1" d
	drop_caches
	disk_reset raw
	ra-driver 'open /dev/raw a; fadvise a 0 0 random; readahead a 4m 2m; seq a 4m 2m 4k' ||
		die "ra-driver failed"
	all_of_it "$1" raw
}

interfaces()
{
	local nr

	nr=$(mended $base_cap 512)
	is "$1: readahead(2) of 2 MiB" "$(pages 'readahead a 4m 2m')" "$nr"
	is "$1: readahead(2) of 64 MiB" "$(pages 'readahead a 0 64m')" \
		"$(mended $base_cap $((default_kb / 4)))"
	is "$1: FADV_WILLNEED of 2 MiB" "$(pages 'fadvise a 4m 2m willneed')" "$nr"
	is "$1: MADV_WILLNEED of 2 MiB" "$(pages 'mmap a; madvise a willneed 4m 2m')" "$nr"
	is "$1: all but a page in the middle is cold" \
		"$(pages 'pread a 5m 4k; readahead a 4m 2m')" "$nr"
	# 1.5 MiB and a byte.
	is "$1: a request over the end of the file" \
		"$(f=$dir/short pages "readahead a 0 2m; fadvise a 0 0 willneed")" \
		"$(mended $base_cap 385)"
	is "$1: a request behind the end of the file" \
		"$(f=$dir/short pages "readahead a 2m 2m")" 0
	set_readahead d 0
	is "$1: read_ahead_kb is 0" "$(pages 'readahead a 4m 2m')" "$nr"
	# Here the base has no fault.
	set_readahead d 4096
	is "$1: read_ahead_kb is 4096" "$(pages 'readahead a 4m 4m')" 1024
	set_readahead d 128
}

# cut POLICY NAME PAGES: of 64 MiB as many are read; the trace tells of the others.
cut()
{
	local told=" cut=$((all - $3))"

	[ "$3" -lt $all ] || told=''
	trace_start
	is "$1: $2: 64 MiB asked for, pages read" "$(pages 'readahead a 0 64m')" "$3"
	trace_stop
	is "$1: $2: the trace" "$(trace_lines | sed "s/ policy=[a-z]*//")" \
		"readahead-fadvise(req=0+$all, ra=0+$3-0, async=0) = $3 by=fadvise hint=none$told"
}

# refuses VALUE: the write gives EINVAL, and what was set stays.
refuses()
{
	local before said

	before=$(cat "$max_kb")
	said=$({ printf '%s' "$1" >"$max_kb"; } 2>&1)
	is "read_ahead_max_kb refuses $(printf %q "$1")" \
		"${said##*: }, $(cat "$max_kb")" "Invalid argument, $before"
}

set_max_kb()
{
	echo "$1" >"$max_kb" || die "read_ahead_max_kb refuses $1"
}

# The default holds for 1/64 of the memory that the kernel can use.
limits()
{
	local memory

	memory=$(awk '$1 == "MemTotal:" { print int($2 / 64) }' /proc/meminfo)
	between "$1: read_ahead_max_kb is 1/64 of memory" "$default_kb" $((memory - 4)) $((memory + 4))
	cut "$1" "the default" $((default_kb / 4))
	set_max_kb 65536
	cut "$1" "read_ahead_max_kb is 65536" $all
	# 51 requests of 1280 KiB and the rest, if nothing but the device cuts them.
	between "$1: 64 MiB read: KiB for each I/O" "$(mean_io d)" 1150 1280
	set_max_kb 1536
	cut "$1" "read_ahead_max_kb is 1536" 384
	set_max_kb 512
	cut "$1" "read_ahead_max_kb is below max_sectors_kb" $base_cap
	set_max_kb "$default_kb"
	is "$1: read_ahead_max_kb reads back" "$(cat "$max_kb")" "$default_kb"
}

# 1 << 34 KiB are more pages than there is room for.
refusals()
{
	local value

	for value in x -1 $'\n' '12 13' 4k 0x10 $((1 << 34)); do
		refuses "$value"
	done
	echo 2048 >"/sys/class/bdi/$(cat /sys/block/raw/dev)/read_ahead_max_kb"
	is "read_ahead_max_kb of another device stays" "$(cat "$max_kb")" "$default_kb"
}

to_ram "$TOOLS/ra-driver"
# Requests begin and end where physical blocks of 4 KiB do, or they are split there.
dir=$(mkfs_mount d ext4 -b 4096)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=72 status=none
head -c $((1536 * 1024 + 1)) /dev/zero >"$dir/short"
sync
count_file d "$f"
count_file d "$dir/short"
echo 8192+4096 >$simdisk/raw/range
set_readahead d 128
set_readahead raw 128
max_kb=/sys/class/bdi/$(cat /sys/block/d/dev)/read_ahead_max_kb

default_kb=0 nr_limits=0 nr_refusals=0
if [ "$KERNEL" != base ]; then
	default_kb=$(cat "$max_kb") || die "there is no $max_kb"
	nr_limits=11 nr_refusals=8
	load_trace
	trace_file "$f"
fi
# shellcheck disable=SC2046 # a list of words
ktap_plan $(((13 + nr_limits) * $(policies | wc -w) + nr_refusals))
for policy in $(policies); do
	set_policy "$policy"
	two_mib "$policy"
	interfaces "$policy"
	[ $nr_limits = 0 ] || limits "$policy"
done
[ $nr_refusals = 0 ] || refusals
ktap_end
