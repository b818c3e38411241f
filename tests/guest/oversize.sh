#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A request larger than the device takes at once (max_sectors_kb 1280 = io_pages,
# 320 pages) at a random place.
#
# The base makes a window of 320 pages for it and, as all of that is asked for, puts
# the marker into its middle. The request itself hits that marker, which makes the
# window behind it, with the marker on its first page, and that is hit as well where
# the request reaches it: 3 windows, 960 pages, wherever more than 320 and less than
# 641 are asked for. A request of 320 pages is not larger and read as it is.
#
# What has to come of it: no marker and no page beyond the request, at most 1.01
# times what is asked for. A request next to the previous one is a stream and
# keeps its marker, so that the next one does not have to wait.
#
# Pages are counted by the disk in the file's sectors.
#
# vm: --kernel base --virtual-time --disk d,size_mb=112,max_sectors_kb=1280
# vm: --kernel readahead --virtual-time --disk d,size_mb=112,max_sectors_kb=1280
#
# read_ahead_kb is 128.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# The places lie 4 MiB apart, so that three windows do not reach the next one, in
# random order; neither the start of the file nor its end is among them.
nr_places=22

# run OPERATIONS: executes them on the cold file, results in /tmp/driver.
run()
{
	drive_cold d "$f" "$1"
}

# pages: what the disk read of the file.
pages()
{
	echo $(($(range_sectors d) / 8))
}

# amplification: pages read by the disk per page asked for.
amplification()
{
	awk -v read="$(pages)" -v asked="$(sed -n 's/^op=total.* pages=\([0-9]*\) .*/\1/p' /tmp/driver)" \
		'BEGIN { printf "%.3f", read / asked }'
}

# apart KIB: a read of that size at each place.
apart()
{
	ra-driver -n "open $f a; random a 4m $((nr_places * 4))m 4m $nr_places 1" |
		sed -n "s/^pread fd=a pos=\([0-9]*\) .*/pread a \1 $1k;/p" | paste -sd' '
}

# at_most POLICY: of so few places on a grid, four of which a policy that follows strides
# may find in line.
at_most()
{
	[ "$1" = classic ] && echo 1.01 || echo 1.05
}

# random_reads POLICY
random_reads()
{
	local kib base low high

	# KiB asked for, the base's figure by hand: 960 / (KiB / 4).
	while read -r kib base; do
		run "$(apart "$kib")"
		low=$(mended "$(awk -v b="$base" 'BEGIN { print b - 0.01 }')" 1)
		high=$(mended "$(awk -v b="$base" 'BEGIN { print b + 0.01 }')" "$(at_most "$1")")
		between "$1: random reads of $kib KiB, times what is asked for" \
			"$(amplification)" "$low" "$high"
	done <<-END
		1284 2.991
		1408 2.727
		1536 2.5
		2048 1.875
		1280 1
	END
}

# Places side by side, a third of them drawn, no two neighbours one after the other.
# A window too much may be of use to a later read here, and one that reaches into
# pages read before reads less: measured 1.70 and 1.56. On a file of 400 MB, where
# that is rarer, it was 2.54 and 1.71.
dense_reads()
{
	local kib base

	while read -r kib base; do
		run "random a 4m 88m ${kib}k $((88 * 1024 / kib / 3)) 1"
		# shellcheck disable=SC2046 # two bounds
		between "$1: random reads of $kib KiB side by side, times what is asked for" \
			"$(amplification)" $(mended "$base" "1 $(at_most "$1")")
	done <<-END
		1284 1.5 2
		2048 1.4 1.8
	END
}

# shape POLICY: pages 1024 to 1344, and nothing else.
shape()
{
	run 'pread a 4m 1284k; resident a runs'
	is "$1: what one read of 1284 KiB leaves in the page cache" \
		"$(grep -o 'run=[0-9-]*' /tmp/driver | paste -sd' ')" \
		"$(mended run=1024-1983 run=1024-1344)"
}

# The second read begins where the first one ended: it is a stream, and pages behind
# it are on their way when it returns, at least half of a window of 320. (Adaptive asks
# for a third read, if they are so large.)
stream()
{
	local asked=$((2 * 1536 / 4))

	run 'pread a 4m 1536k; pread a 5632k 1536k'
	between "$1: two reads of 1536 KiB in a row, pages read of $asked asked for" \
		"$(pages)" $((asked + 160)) $((asked + 960))
}

to_ram "$TOOLS/ra-driver"
dir=$(mkfs_mount d ext4)
f=$dir/f
dd if=/dev/zero of="$f" bs=1M count=96 status=none
sync
count_file d "$f"
set_readahead d 128

# shellcheck disable=SC2046 # a list of words
ktap_plan $((8 * $(policies | wc -w) + 1))
for policy in $(policies); do
	set_policy "$policy"
	random_reads "$policy"
	dense_reads "$policy"
	shape "$policy"
	[ "$policy" != classic ] || stream classic
done
ktap_end
