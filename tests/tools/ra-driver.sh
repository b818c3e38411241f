#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests ra-driver on this machine: the order of reads of every pattern against
# literals (a dry run prints them), real reads of a temporary file, refusals.
# usage: tests/tools/ra-driver.sh [PROGRAM]

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

driver=${1:-$project/build/tools/ra-driver}
[ -x "$driver" ] || die "there is no $driver: build it first (make -f tools/ra-driver/ra-driver.mk)"
mkdir -p "$project/build/tmp" || exit 1
work=$(mktemp -d "$project/build/tmp/ra-driver.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# 25 pages, the last one with one byte only.
head -c $((24 * 4096 + 1)) /dev/urandom >data

# dry OPERATIONS: the reads, as "descriptor:position+count".
dry()
{
	"$driver" --dry-run "$1" 2>&1 |
		sed -n 's/^pread fd=\([^ ]*\) pos=\([0-9]*\) count=\([0-9]*\).*/\1:\2+\3/p;
			s/^touch fd=\([^ ]*\) page=\([0-9]*\)/\1#\2/p;
			s/^ra-driver: /refused: /p' | paste -sd' '
}

# value KEY OP: the value of a key in the result lines of an operation.
value()
{
	sed -n "s/^op=$2 .*\\b$1=\\([^ ]*\\).*/\\1/p" results | paste -sd' '
}

# refuses NAME WORDS OPERATIONS: one line with these words, status 2.
refuses()
{
	local said status

	said=$("$driver" "$3" 2>&1)
	status=$?
	if [ $status = 2 ] && [ "$(printf '%s\n' "$said" | wc -l)" = 1 ] &&
	   [[ $said == "ra-driver: "*"$2"* ]]; then
		ok "$1"
	else
		not_ok "$1" "status $status, said: $said"
	fi
}

order()
{
	is "seq: the last read is short" \
		"$(dry 'open f a; seq a 4k 10k 4k')" \
		'a:4096+4096 a:8192+4096 a:12288+2048'
	is "rev: from the end of the range" \
		"$(dry 'open f a; rev a 4k 12k 4k')" \
		'a:12288+4096 a:8192+4096 a:4096+4096'
	is "stride: forward from an offset" \
		"$(dry 'open f a; stride a 1m 16k 4k 3')" \
		'a:1048576+4096 a:1064960+4096 a:1081344+4096'
	is "stride: backward to page 0" \
		"$(dry 'open f a; stride a 16k -8k 4k 3')" \
		'a:16384+4096 a:8192+4096 a:0+4096'
	# 32 KiB in 2 parts of 16 KiB, pieces of 8 KiB.
	is "streams: on one descriptor" \
		"$(dry 'open f a; streams a 2 32k 8k')" \
		'a:0+8192 a:16384+8192 a:8192+8192 a:24576+8192'
	is "streams: on their own, from an offset" \
		"$(dry 'open f a; open f b; streams a,b 2 16k 4k 1m')" \
		'a:1048576+4096 b:1056768+4096 a:1052672+4096 b:1060864+4096'
	is "alternate: 11 KiB pieces" \
		"$(dry 'open f a; open f b; alternate a,b 0 44k 11k')" \
		'a:0+11264 b:11264+11264 a:22528+11264 b:33792+11264'
	is "repeat and call" \
		"$(dry 'def x; pread a 0 1; pread a 9 1; end; open f a; repeat 2 call x')" \
		'a:0+1 a:9+1 a:0+1 a:9+1'
	is "thread: the number replaces %t" \
		"$("$driver" -n 'def x; open f%t b; end; thread 2 call x' |
			paste -sd';')" \
		'open path=f0 fd=b thread=0;open path=f1 fd=b thread=1'
	is "touchseq: with a step" \
		"$(dry 'open f a; mmap a; touchseq a 1 3 8; touchseq a 2 3 -1')" \
		'a#1 a#9 a#17 a#2 a#1 a#0'
	is "aio: ranges of one batch" \
		"$("$driver" -n 'open f a; open f b; aio a 4k 4k 2 b 1m 8k 1' |
			sed -n 's/^aio //p' | paste -sd';')" \
		'fd=a pos=4096 count=4096;fd=a pos=8192 count=4096;fd=b pos=1048576 count=8192'
	is "advice, readahead, splice, caches" \
		"$("$driver" -n 'open f a; fadvise a 0 4k random; evict a
			readahead a 8k 2m # a comment; pread a 0 1
			splice a 4k 64k; dropcaches; sleep 5' | paste -sd';')" \
		'open path=f fd=a;fadvise fd=a pos=0 len=4096 advice=random;fadvise fd=a pos=0 len=0 advice=dontneed;readahead fd=a pos=8192 count=2097152;splice fd=a pos=4096 count=65536;dropcaches;sleep us=5'
}

# The generator by its definition, in the shell's own 64-bit arithmetic: the
# shift to the right must bring in zeroes, which >> of a negative number does
# not.
splitmix64()
{
	local z

	state=$((state + 0x9e3779b97f4a7c15))
	z=$state
	z=$(((z ^ ((z >> 30) & 0x3ffffffff)) * 0xbf58476d1ce4e5b9))
	z=$(((z ^ ((z >> 27) & 0x1fffffffff)) * 0x94d049bb133111eb))
	mixed=$((z ^ ((z >> 31) & 0x1ffffffff)))
}

# draw SLOTS DRAWS SEED: without replacement, each draw swapped to the front.
draw()
{
	local slots=() i other keep

	state=$3
	for ((i = 0; i < $1; i++)); do
		slots[i]=$i
	done
	for ((i = 0; i < $2; i++)); do
		splitmix64
		# x mod n for an x that bash takes for negative: halve first.
		other=$(((((mixed >> 1) & 0x7fffffffffffffff) % ($1 - i) * 2 +
			(mixed & 1)) % ($1 - i) + i))
		keep=${slots[i]} slots[i]=${slots[other]} slots[other]=$keep
		echo "${slots[i]}"
	done
}

randomness()
{
	local drawn

	is "random: the draws of another implementation" \
		"$(dry 'open f a; random a 1m 80k 4k 20 7')" \
		"$(draw 20 20 7 | while read -r slot; do
			echo "a:$((1048576 + slot * 4096))+4096"
		done | paste -sd' ')"
	# Known answers: the first outputs for seed 1234567.
	state=1234567
	splitmix64
	is "splitmix64: the published first output" \
		"$(printf '%u' "$mixed")" 6457827717110365317
	is "random: all slots are drawn once" \
		"$(dry 'open f a; random a 0 400k 4k 100 3' | tr ' ' '\n' |
			sort -u | wc -l)" 100
	is "random: another seed, another order" \
		"$([ "$(dry 'open f a; random a 0 400k 4k 100 3')" = \
		     "$(dry 'open f a; random a 0 400k 4k 100 4')" ] && echo same)" ''
	is "touchrandom: the same draws" \
		"$(dry 'open f a; mmap a; touchrandom a 5 20 4 7')" \
		"$(draw 20 4 7 | while read -r slot; do
			echo "a#$((5 + slot))"
		done | paste -sd' ')"
	drawn=$(draw 10 2 3 | paste -sd' ')
	# shellcheck disable=SC2086 # two words
	set -- $drawn
	is "randrun: runs of 3 pieces, in order" \
		"$(dry 'open f a; randrun a 0 120k 4k 3 2 3')" \
		"a:$(($1 * 12288))+4096 a:$(($1 * 12288 + 4096))+4096 a:$(($1 * 12288 + 8192))+4096 a:$(($2 * 12288))+4096 a:$(($2 * 12288 + 4096))+4096 a:$(($2 * 12288 + 8192))+4096"
	# 50 runs of 1 to 4 pieces in places 16 KiB apart.
	is "randrun: lengths from 1 to 4" \
		"$(dry 'open f a; randrun a 0 800k 4k 1-4 50 9' | tr ' ' '\n' |
			sed 's/a:\([0-9]*\)+.*/\1/' |
			awk '{ n[int($1 / 16384)]++ }
			     END { for (i in n) len[n[i]]++
				   for (i = 0; i <= 5; i++) printf "%d ", (len[i] > 0) }')" \
		'0 1 1 1 1 0 '
}

real_reads()
{
	"$driver" -r 'open data a; seq a 0 100k 4k; rev a 0 8k 4k
		open data b; pread b 96k 4k; splice b 0 64k
		mmap a; touch a 24; touchrandom a 0 25 25 1; resident a runs
		' >results 2>&1
	# 24 whole pages and one byte, asked for in 25 reads.
	is "seq: calls, bytes and pages" \
		"$(value calls seq) $(value bytes seq) $(value pages seq)" \
		'25 98305 25'
	is "rev: pages that were read before are not counted again" \
		"$(value calls rev) $(value bytes rev) $(value pages rev)" '2 8192 0'
	is "pread: one byte at the end of the file" "$(value bytes pread)" 1
	is "splice: 64 KiB" "$(value bytes splice)" 65536
	is "touches: one byte each" \
		"$(value bytes touch) $(value bytes touchrandom)" '1 25'
	is "resident: all pages of a file just written" \
		"$(value resident resident) $(value of resident) $(value run resident)" \
		'25 25 0-24'
	is "total: the sum of all" \
		"$(value bytes total) $(value pages total)" \
		"$((98305 + 8192 + 1 + 65536 + 1 + 25)) 25"
	"$driver" -r 'def x; open data b; seq b 0 16k 4k; end
		open data a; thread 4 call x; join; fork 3 call x; wait
		thread 2 seq a 0 64k 4k' >results 2>&1
	# 7 readers of 4 pieces, 2 of 16; the first 16 pages.
	is "threads and processes: calls and pages" \
		"$(value calls total) $(value pages total)" "$((7 * 4 + 2 * 16)) 16"
	# 5 pages twice, through two descriptors, and the byte of the last page.
	"$driver" -r 'open data a; open data b
		aio a 0 4k 5 b 0 4k 5 a 96k 4k 1' >results 2>&1
	is "aio: calls, bytes and pages" \
		"$(value calls aio) $(value bytes aio) $(value pages aio)" "11 $((10 * 4096 + 1)) 6"
	is "aio: when io_submit() began and ended" \
		"$((0 < $(value submit_end_ns aio) - $(value submit_start_ns aio) &&
			$(value submit_end_ns aio) - $(value submit_start_ns aio) < $(value ns aio)))" 1
	"$driver" -r 'cached data 4k 1000 2; shared data 4k 1000 3' \
		>results 2>&1
	is "cached and shared: reads" \
		"$(value reads cached) $(value reads shared)" '2000 3000'
	is "cached: time per read is the difference of the two lengths" \
		"$(awk '/^op=cached/ { for (i = 1; i <= NF; i++) {
				split($i, kv, "="); v[kv[1]] = kv[2] }
			printf "%.3f", (v["ns_twice"] - v["ns_once"]) / v["reads"] }' results)" \
		"$(value ns_per_read cached)"
}

refusals()
{
	refuses "an unknown operation" "there is no operation 'sqe'" 'sqe a'
	refuses "a missing word" "usage: pread FD POS COUNT" 'open data a; pread a 0'
	refuses "a word too many" "usage: close FD" 'open data a; close a b'
	refuses "an unknown descriptor" "no open descriptor is called 'b'" \
		'open data a; pread b 0 4k'
	refuses "a label twice" "open already" 'open data a; open data a'
	refuses "a number with a wrong letter" "not '4x'" 'open data a; pread a 0 4x'
	refuses "a negative position" "not '-1'" 'open data a; pread a -1 4k'
	refuses "a number above 63 bits" "too large" \
		'open data a; pread a 0 99999999999999999999'
	refuses "a number above 63 bits by its suffix" "too large" \
		'open data a; pread a 0 9000000000g'
	refuses "a range that wraps" "largest file offset" \
		'open data a; pread a 9223372036854775807 2'
	refuses "a stride below the start of the file" "before the start" \
		'open data a; stride a 0 -4k 4k 2'
	refuses "more draws than places" "11 draws without replacement from 10" \
		'open data a; random a 0 40k 4k 11 1'
	refuses "parts that do not fit" "must be a multiple" \
		'open data a; streams a 3 16k 4k'
	refuses "a batch with a part of a range" "FD POS BS N for each range" \
		'open data a; aio a 0 4k 2 a 0'
	refuses "a batch that is too large" "more than 1024 reads" \
		'open data a; aio a 0 4k 1000 a 0 4k 25'
	refuses "a batch that wraps" "largest file offset" \
		'open data a; aio a 0 9223372036854775807 2'
	refuses "a touch without a mapping" "no mapping" 'open data a; touch a 0'
	refuses "an unknown advice" "not one of: normal" \
		'open data a; fadvise a 0 0 sequentiel'
	refuses "a call of nothing" "nothing is defined" 'call x'
	refuses "a definition without an end" "must have its 'end'" 'def x; sleep 1'
	refuses "a definition that calls itself" "inside each other" \
		'def x; call x; end; call x'
	refuses "a thread number outside of threads" "%t" 'open data%t a'
	refuses "a fork beside threads" "needs a join" \
		'open data a; thread 1 pread a 0 1; fork 1 pread a 0 1'
	refuses "no operations" "no operations" ' # only a comment'
	"$driver" -r 'open data a; pread a 0 4k; pread a 0 x' >results 2>&1
	is "a mistake in the last line stops the first" \
		"$(grep -c '^op=' results)" 0
	"$driver" 'open missing a' >results 2>&1
	is "a missing file: status 1 and one line" "$? $(wc -l <results)" '1 1'
}

ktap_plan 57
order
randomness
real_reads
refusals
ktap_end
