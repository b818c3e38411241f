#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Misses of a mapping that is advised with MADV_HUGEPAGE. The base reads two huge pages
# for each, from the 2 MiB boundary before it: 1024 pages; one with MADV_RANDOM. It looks
# neither at read_ahead_kb, which may be 0, nor at the counter that stops read-around
# where a mapping is touched at random, and does so as well on a file system without
# large folios, where no huge page comes of it.
#
# The series reads the page alone where read_ahead_kb is 0, and after 100 misses. The
# 101st brings the counter to 101, from where one hit and a miss leave it above 100, and two
# hits and a miss do not (mmap-miss.sh has the rules). What is read until then is as it was.
#
# Each touch has to be a miss however much the one before it read, so the pages are taken out
# of the mapping and the cache after it; evicted on demand, they leave nothing that tells
# a later miss of them. The disk counts. There are 20 ms between two misses, so requests that
# arrive closer together than half of that belong to one.
#
# vm: --kernel base --virtual-time --disk xfs,size_mb=512,latency_us=1000,bandwidth_mbps=500 --disk ext4,size_mb=96,latency_us=1000,bandwidth_mbps=500
# vm: --kernel readahead --virtual-time --disk xfs,size_mb=512,latency_us=1000,bandwidth_mbps=500 --disk ext4,size_mb=96,latency_us=1000,bandwidth_mbps=500
#
# The file has 64 MiB, a short one 2307 pages. Each disk is named after its file
# system.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

nr_misses=120

# pages OPERATIONS: the pages that the disk reads for them, of the cold file, which is
# mapped and advised as a and open as b.
pages()
{
	drop_caches
	disk_reset "$fs"
	ra-driver -r "open $f a; open $f b; mmap a; madvise a hugepage; $1" \
		>/tmp/results 2>/tmp/errors || die "ra-driver failed: $(cat /tmp/errors)"
	echo $(($(range_sectors "$fs") / 8))
}

# missing N: N touches at places that no order joins, each of which misses.
missing()
{
	local i

	for ((i = 1; i <= $1; i++)); do
		echo "touch a $((i * 4099 % 16384)); sleep 20000; madvise a dontneed; evict a; "
	done
}

# misses: of the last run, "misses=N last=N pages=N": how many misses there were, the
# last of them that read more than a page, and what the very last one read.
misses()
{
	awk -v ranges="$(file_ranges "$f")" '
		function in_file(sector,   i) {
			for (i = 1; i < nr; i += 2)
				if (sector >= part[i] && sector < part[i] + part[i + 1])
					return 1
		}
		BEGIN { nr = split(ranges, part, /[+ \n]/) }
		NF == 3 && in_file($2) {
			if ($1 - at > 10000000) { misses++; sectors = 0 }
			at = $1
			sectors += $3
			if ($3 > 8) last = misses
		}
		END { printf "misses=%d last=%d pages=%d\n", misses, last,
			sectors / 8 }' "$simdisk/$fs/log"
}

# after_hits HITS: pages of a miss behind 101 misses, the last of which reads nothing
# more than its page, and so many hits: pages that another descriptor read, too far
# apart for fault-around to map two at once.
after_hits()
{
	local hits=$1 i script

	script=$(missing 101)
	for ((i = 0; i < hits; i++)); do
		script+="readahead b $((i * 128))k 4k; "
	done
	script+="sleep 20000; touchseq a 0 $hits 32; touch a 8292"
	pages "$script" >/dev/null
	misses | sed 's/.*pages=//'
}

# speed: MB/s of the whole file, touched in order.
speed()
{
	awk '/^op=touchseq / {
		sub(/.* ns=/, "")
		printf "%.1f", 65536 * 1024 / $0 * 1000
	}' /tmp/results
}

advised()
{
	local fs=$1 name="$2: $1" f=/run/m/$1/f sequential=$3

	set_readahead "$fs" 128
	is "$name: pages of one miss" "$(pages 'touch a 5000')" 1024
	is "$name: pages of one miss, MADV_RANDOM too" \
		"$(pages 'madvise a random; touch a 5000')" 512
	is "$name: pages of a miss at the end of the file, 259 from the boundary on" \
		"$(f=/run/m/$fs/short pages 'touch a 2100')" 259
	is "$name: pages of $nr_misses misses" "$(pages "$(missing $nr_misses)")" \
		"$(mended $((nr_misses * 1024)) $((100 * 1024 + nr_misses - 100)))"
	is "$name: they were as many, and the last of more than a page was" \
		"$(misses)" "misses=$nr_misses last=$(mended $nr_misses 100) pages=$(mended 1024 1)"
	is "$name: pages of a miss after 101 and one hit" \
		"$(after_hits 1)" "$(mended 1024 1)"
	is "$name: pages of a miss after 101 and two hits" "$(after_hits 2)" 1024
	is "$name: pages of the whole file in order" "$(pages 'touchseq a 0 16384')" 16384
	between "$name: MB/s of it" "$(speed)" \
		"$(awk -v v="$sequential" 'BEGIN { print v * 0.99 }')" \
		"$(awk -v v="$sequential" -v f="$(mended 1.01 100)" 'BEGIN { print v * f }')"
	set_readahead "$fs" 0
	is "$name: pages of 8 misses, read_ahead_kb 0" "$(pages "$(missing 8)")" \
		"$(mended 8192 8)"
}

# make FS: its two files.
make()
{
	local dir

	dir=$(mkfs_mount "$1" "$1")
	dd if=/dev/zero of="$dir/f" bs=1M count=64 status=none
	dd if=/dev/zero of="$dir/short" bs=4k count=2307 status=none
	sync
	count_file "$1" "$dir/f"
	count_file "$1" "$dir/short"
}

to_ram "$TOOLS/ra-driver"
make xfs
make ext4
ktap_plan $((20 * $(policies | wc -w)))
for policy in $(policies); do
	set_policy "$policy"
	# What the base reaches in order, in MB/s; the disk could give 500.
	advised xfs "$policy" 491.7
	advised ext4 "$policy" 487.8
done
ktap_end
