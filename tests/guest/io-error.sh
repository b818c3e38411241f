#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# An I/O error. The base divides the largest window of the descriptor by four each
# time a page cannot be read, and nothing ever multiplies it again: one bad page, and
# all that is read through this descriptor later comes in windows of 8 pages; the
# third one switches readahead off. A fault reads a page that failed twice, so it
# counts twice.
#
# The bad page is page 40 of the file. What is read afterwards are 256 pages from
# page 1000 on, 4 KiB at a time, where no page is bad; the disk counts the requests.
# Mended, they are those of a descriptor that never saw an error.
#
# vm: --kernel base --virtual-time --disk d,size_mb=96,latency_us=1000 --expect-log 'I/O error, dev d, '
# vm: --kernel readahead --virtual-time --disk d,size_mb=96,latency_us=1000 --expect-log 'I/O error, dev d, '
#
# read_ahead_kb is 128: the largest window m is 32 pages. Windows are worked out by
# the rules in the header of mm/readahead_policy.c, as START+SIZE-ASYNC_SIZE.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# run OPERATIONS: on the cold file; reads that fail are counted, not an end.
run()
{
	drop_caches
	disk_reset d
	ra-driver -k "open $f a; $1" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
}

# requests FIRST LAST: the requests of the disk that begin at these pages of the
# file or between them, as START+SIZE. The file has one extent.
requests()
{
	awk -v first="$1" -v last="$2" -v start="$start" '
		{ page = ($2 - start) / 8 }
		page >= first && page <= last { printf "%d+%d ", page, $3 / 8 }' \
		"$simdisk/d/log"
}

# again N OPERATION: N times.
again()
{
	[ "$1" = 0 ] || echo "repeat $1 $2;"
}

# after ERRORS: the number of requests for the 256 pages, and their largest.
after()
{
	run "$(again "$1" 'pread a 160k 4k') seq a 4000k 1m 4k"
	requests 1000 2000 | tr ' ' '\n' | awk -F+ '
		NF { n++; if ($2 > most) most = $2 }
		END { print n + 0, most + 0 }'
}

# recovers ERRORS NUMBER LARGEST: the figures that the base has to show.
recovers()
{
	local number largest

	read -r number largest <<<"$(after "$1")"
	between "$policy: requests for 256 pages after $1 errors" "$number" \
		"$(mended "$2" 1)" "$(mended "$2" "$good_number")"
	between "$policy: pages of the largest of them" "$largest" \
		"$(mended "$3" "$good_largest")" "$(mended "$3" 1024)"
}

# The page at which a stream begins anew is read alone, the next one finds it as the
# previous read: init(1), then the next window at each marker, up to m.
#
# m = 32: 1001+4-3, 1005+8-8, 1013+16-16, 1029+32-32 and so on; the marker of
# 1253+32-32 is within the 256 pages, the window after it is the last: 4 + 9.
# m = 8: 1001+2-1, 1003+4-4, 1007+8-8; 1255+8-8 and one more: 3 + 33.
# m = 2: 1001+2-1, 1003+2-2; 1255+2-2 and one more: 2 + 127 + 1.
# m = 0: one page at a time.
all_recover()
{
	local good_number good_largest

	read -r good_number good_largest <<<"$(after 0)"
	[ "$policy" != classic ] ||
		is "classic: without an error" "$good_number $good_largest" "13 32"
	recovers 1 36 8
	recovers 2 130 2
	recovers 3 256 1
}

# The stream that met the error goes on as it was, on the base too: a window is never
# smaller than the one before it. 12+16-16 brings 28+32-32, which fails as a whole
# and is read page by page; its marker, on page 28, brings 60+32-32.
goes_on()
{
	run "seq a 0 160k 4k; pread a 160k 4k; seq a 164k 332k 4k"
	is "classic: the stream that met the error" "$(requests 60 200)" \
		'60+32 92+32 124+32 '
}

# fault_bad BAD PAGE: a process maps the cold file, a child of it touches the page BAD of
# that mapping and dies of it, then the process touches PAGE. syscall 9 is mmap.
fault_bad()
{
	drop_caches
	disk_reset d
	perl -e '
		sub touch { unpack("P1", pack("J", $map + 4096 * $_[0])) }
		($file, $bad, $page) = @ARGV;
		open($f, "<", $file) or die "$file: $!";
		$map = syscall(9, 0, 16 << 20, 1, 1, fileno($f), 0);
		$map != -1 or die "mmap: $!";
		defined($child = fork) or die "fork: $!";
		if (!$child) { touch($bad); exit 0 }
		waitpid($child, 0);
		$? == 7 or die "the child came to $?, not to SIGBUS";
		touch($page)' "$f" "$1" "$2" || die "the faults went wrong"
}

# Base: a fault reads the page, lets go of the memory map, comes again and reads it
# once more: m = 2, and the next fault reads around 1 + 1 pages.
faults_recover()
{
	fault_bad 40 2000
	is "classic: read around after a bad fault" "$(requests 1900 2100)" \
		"$(mended '1999+2 ' '1984+32 ')"
}

to_ram "$TOOLS/ra-driver" perl
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=16 status=none
sync
set_readahead d 128
start=$(file_ranges "$f" | head -n 1)
start=${start%+*}
echo "$((start + 40 * 8))+8" >"$simdisk/d/fail"

nr_policies=$(policies | wc -w)
ktap_plan $((nr_policies * 6 + 3))
for policy in $(policies); do
	set_policy "$policy"
	all_recover
	# The windows of another policy are its own affair.
	[ "$policy" = classic ] || continue
	goes_on
	faults_recover
done
echo none >"$simdisk/d/fail"
ktap_end
