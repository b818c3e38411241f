#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Windows at the end of a file. The base places the marker of a window that
# reaches over the end by its distance from the cut, which moves it to a page that
# a reader waits for, or leaves it where nothing lies behind it: a decision then
# reads nothing. Calls are counted by kprobes, whatever the kernel.
#
# vm: --kernel base --virtual-time --disk d,size_mb=96
# vm: --kernel observe --virtual-time --disk d,size_mb=96
# vm: --kernel readahead --virtual-time --disk d,size_mb=96
#
# read_ahead_kb is 128: the largest window m is 32 pages.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/tracing
nr_files=200

# calls NAME: how often a probed function was called since it was probed.
calls()
{
	awk -v name="$1" '$1 == name { print $2 }' $tracing/kprobe_profile
}

# probe NAME FUNCTION: counts its calls from now on.
probe()
{
	echo "p:kprobes/$1 $2" >>$tracing/kprobe_events || die "$2 cannot be probed"
	echo 1 >$tracing/events/kprobes/"$1"/enable
}

# decisions PAGES: how many sync and async calls each of the cold files causes,
# that is read in requests of one page.
decisions()
{
	local nr_pages=$1 i script='dropcaches; '

	for ((i = 0; i < nr_files; i++)); do
		script+="open $dir/$nr_pages/$i a; seq a 0 $((nr_pages * 4096)) 4k; close a; "
	done
	# What the driver itself is made of stays cached while it runs.
	ra-driver 'sleep 0' || die "ra-driver failed"
	probe sync page_cache_sync_ra
	probe async page_cache_async_ra
	ra-driver "$script" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
	echo 0 >$tracing/events/kprobes/enable
	echo "$(calls sync) sync, $(calls async) async"
	echo >$tracing/kprobe_events
}

# make_files PAGES
make_files()
{
	local i

	mkdir -p "$dir/$1"
	for ((i = 0; i < nr_files; i++)); do
		head -c $(($1 * 4096)) /dev/zero >"$dir/$1/$i"
	done
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d ext4)
for pages in 3 4 28 29; do
	make_files $pages
done
sync
set_readahead d 128

ktap_plan 4

# A first window for one page is init(1) = 4 pages, the marker 3 before its end.
# Base: cut to 3 pages, the marker 3 before that end: on page 0, which hits it.
is "$nr_files files of 3 pages: the reader meets no marker of its own" \
	"$(decisions 3)" "$nr_files sync, $(mended $nr_files 0) async"
# Window 0+4-3 ends with the file. Base: the marker on page 1 is hit, and the
# window behind it lies behind the end.
is "$nr_files files of 4 pages: nothing is left to be read in time" \
	"$(decisions 4)" "$nr_files sync, $(mended $nr_files 0) async"
# 0+4-3, 4+8-8, 12+16-16: the markers on pages 1, 4 and 12. The last window ends
# with the file.
is "$nr_files files of 28 pages: the last window has no marker" \
	"$(decisions 28)" \
	"$nr_files sync, $((nr_files * $(mended 3 2))) async"
# One page more, and a window for it is due at page 12: 28+32 cut to one page.
is "$nr_files files of 29 pages: the last window but one has its marker" \
	"$(decisions 29)" "$nr_files sync, $((nr_files * 3)) async"
ktap_end
