#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What is done against faults costs the reads nothing that have none: sequential
# reads in small and large pieces, of one file and of many, random reads, touches of
# a mapping. Series against base, in virtual time, on a disk of 1 ms and 500 MB/s
# that takes 1280 KiB at once. A large sequential read has its marker inside, so that
# the next window is on its way before it is asked for; without that, a read of 128
# KiB would wait for the disk each time, and get half.
#
# Two windows are on their way at a time: 2 x 128 KiB in 1 ms, the 0.26 ms that the
# transfer of one takes, and 0.1 ms of copying: 193 MB/s, and 305 at 256 KiB. Where
# the disk has no transfer time it is 238 and 436, much as on null_blk, which counts
# bytes in slices of 20 ms: 234 and 426.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

# The exception: nothing says that a first read of 2 MiB goes on, if it does not begin
# with the file. It is read in two parts, each waited for, and nothing is on its way
# when the second read begins. Costs 4.8 ms, once, of the 268 ms that 126 MiB take;
# the second half of them is as fast as on the base.

out=$build/check/sequential
cells=(seq-4k seq-4k-at-1m seq-128k seq-128k-at-1m seq-256k seq-256k-at-1m seq-1m seq-1m-at-1m
	seq-2m seq-2m-at-1m seq-2m-later files-1m random-4k random-16k random-64k random-128k
	random-1284k random-2m touch touch-reverse)
declare -A exceptions=([seq-2m-at-1m]=0.975)

# speed KERNEL CELL
speed()
{
	awk -v cell="$2" '$1 == cell { print $2 }' "$out/$1"
}

# holds VALUE LOW HIGH
# shellcheck disable=SC2317 # called by succeeds
holds()
{
	awk -v v="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(v + 0 >= low && v + 0 <= high) }'
}

mkdir -p "$out" || die "cannot write below $build."
ktap_plan $((4 + ${#cells[@]}))
for kernel in base readahead; do
	"$project/scripts/vm" --kernel "$kernel" --virtual-time --name "sequential-$kernel" \
		--disk d,size_mb=512,latency_us=1000,bandwidth_mbps=500,max_sectors_kb=1280 \
		-- "$project/tests/compare/sequential-reads" >"$out/$kernel"
	is "all reads were measured on the $kernel kernel" \
		"$?, $(wc -l <"$out/$kernel")" "0, ${#cells[@]}"
done
succeeds "base at 128 KiB: 188 to 198 MB/s" holds "$(speed base seq-128k)" 188 198
succeeds "base at 256 KiB: 298 to 312 MB/s" holds "$(speed base seq-256k)" 298 312
printf '# %-15s %8s %8s %7s\n' MB/s base series ratio
for cell in "${cells[@]}"; do
	base=$(speed base "$cell")
	series=$(speed readahead "$cell")
	ratio=$(awk -v a="$base" -v b="$series" 'BEGIN { printf "%.4f", a + 0 ? b / a : 0 }')
	printf '# %-15s %8s %8s %7s\n' "$cell" "$base" "$series" "$ratio"
	least=${exceptions[$cell]:-0.99}
	succeeds "$cell: at least $least of the base" holds "$ratio" "$least" 100
done
ktap_end
