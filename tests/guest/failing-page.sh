#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# 500 threads read one page that the disk cannot read, through read and through
# mappings, again and again: every one of them is told so, each time, and none waits
# for ever; the pages around it are right all the while. Once the disk reads it,
# everybody has the right bytes.
#
# Readahead gives up on the page silently; then reader after reader locks it, asks the
# disk alone and gets the error. The base does this well, and so must the series: it
# is the test for what fail_readahead brings about, with a disk that really fails.
#
# vm: --kernel base --smp 4 --disk d,size_mb=48 --expect-log 'I/O error, dev d,'
# vm: --kernel readahead --smp 4 --disk d,size_mb=48 --expect-log 'I/O error, dev d,'
#
# Who waits for a page in a read can be killed, and the hung task detector passes
# over those: time limits hold for them, the detector for everything else.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

nr_threads=500
page=20
nr_pages=64

# readers SECONDS ARGUMENT...: what 500 of them say, or that they hung.
readers()
{
	local seconds=$1

	shift
	timeout -k 5 60 many-readers -n $nr_threads -t "$seconds" "$@" "$f" 2>&1 ||
		echo "status $?"
}

# expect NAME SAID RIGHT EIO: in each round each thread counted so many reads of
# either kind, and none of another.
expect()
{
	local name=$1 said=$2 rounds

	rounds=${said#rounds=}
	rounds=${rounds%% *}
	case $rounds in
	'' | *[!0-9]* | 0*) not_ok "$name" "$said"; return ;;
	esac
	echo "# $rounds rounds"
	is "$name" "$said" "rounds=$rounds right=$(($3 * nr_threads * rounds)) wrong=0 cut=0 eio=$(($4 * nr_threads * rounds)) other=0"
}

# all_ways WORDS SECONDS: through read and mappings, the page alone again and again, and
# the whole file; each round from an empty page cache. right_page, eio_page, right_file and
# eio_file say what each thread is to get in a round.
all_ways()
{
	expect "$nr_threads threads read the page: $1" \
		"$(readers "$2" -r 3 -e "${the_page[@]}")" "$right_page" "$eio_page"
	expect "they touch the page: $1" \
		"$(readers "$2" -r 3 -e -m "${the_page[@]}")" "$right_page" "$eio_page"
	expect "they read the file around it: $1" \
		"$(readers 0 -e "${the_file[@]}")" "$right_file" "$eio_file"
	expect "they touch the file around it: $1" \
		"$(readers 0 -e -m "${the_file[@]}")" "$right_file" "$eio_file"
}

to_ram "$TOOLS/many-readers" timeout
echo 20 >/proc/sys/kernel/hung_task_timeout_secs
dir=$(mkfs_mount d ext4)
f=$dir/f
many-readers -w $((nr_pages * 4096)) "$f" || die "$f cannot be written"
set_readahead d 128
start=$(file_ranges "$f" | head -n 1)
start=${start%+*}
the_page=(-p $((page * 4096)) -c 4096)
the_file=(-c $((nr_pages * 4096)))

ktap_plan 12

echo "$((start + page * 8))+8" >$simdisk/d/fail || die "the disk reads everything"
right_page=0 eio_page=1 right_file=$((nr_pages - 1)) eio_file=1
all_ways "EIO" 3
expect "they read the page through one descriptor: EIO" \
	"$(readers 0 -e -s "${the_page[@]}")" 0 1
disk_reset d
readers 0 "${the_page[@]}" >/tmp/said
# An error is told to who asked, to nobody else.
is "each of them asked the disk itself" "$(disk_count d reads)" $nr_threads
echo none >$simdisk/d/fail
# Nobody evicted it: the page is in the cache, not up to date.
expect "the disk reads it again, the page is still in the cache" \
	"$(readers 0 "${the_page[@]}")" 1 0
right_page=1 eio_page=0 right_file=$nr_pages eio_file=0
all_ways "right" 1
is "nothing hung" "$(dmesg | grep -c 'blocked for more than')" 0
ktap_end
