#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Two decisions for one page while the first is still adding it: 10 readers of 4
# files, 4 KiB in sequence, 8 CPUs.
#
# A page is a duplicate when another task's decision asks for it although it was
# asked for already and not evicted since. The base decides by the page cache alone.
# What a decision is about to add is not there yet, so a second reader misses the
# same page, decides by what it knows and asks for the same pages; who comes second
# finds them there, page by page. A hook of ra_testfs holds up each page for a while
# before it is added, so that this is no matter of luck.
#
# What is read: every span of pages that is to be added, on the base by a kprobe on
# page_cache_ra_unbounded(), on the series by the event of this name; neither knows
# of the trace module. Memory is enough for all files, so nothing is evicted.
#
# vm: --kernel base --smp 8 --disk d,size_mb=48
# vm: --kernel readahead --smp 8 --disk d,size_mb=48

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/tracing
testfs=/sys/kernel/debug/ra_testfs
nr_readers=10
nr_pages=128
rounds=10
# Of a page on its way into the page cache, in microseconds.
delay=1000

# find_spans: the event that tells what is to be added. On the base the fields of
# struct readahead_control are fetched by their places: the file is known by its
# mapping, 8 bytes from the start, the first page is 24 bytes from it.
find_spans()
{
	event=$tracing/events/readahead/page_cache_ra_unbounded
	if [ ! -d $event ]; then
		event=$tracing/events/kprobes/span
		# shellcheck disable=SC2016 # the arguments are the kernel's
		echo 'p:kprobes/span page_cache_ra_unbounded ino=+8($arg1):x64 index=+24($arg1):u64 nr_to_read=$arg2:u64' \
			>>$tracing/kprobe_events || die "page_cache_ra_unbounded cannot be probed"
	fi
	echo 'comm == "many-readers"' >$event/filter || die "$event has no filter"
	echo 4096 >$tracing/buffer_size_kb
	echo mono >$tracing/trace_clock
	echo 1 >$event/enable
}

# record ARGUMENT...: runs many-readers, what it says is $said. What it causes to be
# added is in /tmp/spans, a line "TASK FILE FIRST-PAGE PAGES" each, and "round" where
# a round begins.
record()
{
	echo >$tracing/trace
	said=$(timeout 120 many-readers -e -l $tracing/trace_marker \
		-c $((nr_pages * 4096)) -b 4096 "$@" "${f[@]}" 2>&1)
	! grep -q 'LOST' $tracing/trace || die "the trace buffer was too small"
	awk '/tracing_mark_write: round/ {
		print "round"
	}
	/ nr_to_read=/ {
		sub(/.*-/, "", $1)
		for (i = 2; i <= NF; i++)
			if (split($i, word, "=") == 2)
				value[word[1]] = word[2]
		print $1, value["ino"], value["index"], value["nr_to_read"]
	}' $tracing/trace >/tmp/spans
}

# tally: of the spans of each round, how many files they belong to, how many different
# pages they have, and how many pages are duplicates, a line each. /tmp/overlaps has a
# line for each span with duplicates.
tally()
{
	: >/tmp/overlaps
	awk '
		function flush() {
			if (rounds++)
				print files, pages, duplicates
			files = pages = duplicates = 0
			delete seen
			delete by
		}
		/^round/ { flush(); next }
		{
			files += !seen[$2]++
			before = duplicates
			for (page = $3; page < $3 + $4; page++) {
				if (!(($2, page) in by)) {
					pages++
				} else if (by[$2, page] != $1) {
					duplicates++
					other = by[$2, page]
				}
				by[$2, page] = $1
			}
			if (duplicates > before)
				printf "round %d, file %s: task %s asks for %d+%d, %d of which task %s asked for\n",
					rounds, $2, $1, $3, $4, duplicates - before, other >"/tmp/overlaps"
		}
		END { flush() }' /tmp/spans
}

# column N: of the tally, as one line.
column()
{
	cut -d' ' -f"$1" /tmp/tally | paste -sd' '
}

# compete NAME LOW HIGH ARGUMENT...: three results of ten rounds: what was read, what
# was asked for, and how many duplicates there were in all.
compete()
{
	local name=$1 low=$2 high=$3

	shift 3
	record -n $nr_readers -r $rounds "$@"
	tally >/tmp/tally
	is "$name: every byte is right" "$said" \
		"rounds=$rounds right=$((rounds * nr_readers * nr_pages)) wrong=0 cut=0 eio=0 other=0"
	is "$name: in each round every page was asked for" \
		"$(cut -d' ' -f1,2 /tmp/tally | sort | uniq -c | xargs)" "$rounds 4 $((4 * nr_pages))"
	echo "# $name, duplicates of each round: $(column 3)"
	[ "$high" -gt $((rounds * 4 * nr_pages / 50)) ] || sed 's/^/# /' /tmp/overlaps
	between "$name, duplicates" "$(($(column 3 | tr ' ' +)))" "$low" "$high"
}

# What the readers are made of must not be read while they run.
to_ram "$TOOLS/many-readers"
insmod "$MODULES/ra_testfs.ko" || die "ra_testfs.ko cannot be loaded"
dir=$(mkfs_mount d ext4)
f=("$dir/0" "$dir/1" "$dir/2" "$dir/3")
many-readers -w $((nr_pages * 4096)) "${f[@]}" || die "the files cannot be written"
set_readahead d 128
find_spans
mountpoint -d "$dir" >$testfs/add_delay_dev

# A task asks for a page once, so that all readers of a file but one make duplicates
# at most: three readers of two files, two of the others.
most=$((rounds * (nr_readers - 4) * nr_pages))
read -ra all <<<"$(policies | xargs)"
ktap_plan $((1 + 6 * ${#all[@]}))

# A wrong place of a field shows here: four readers, one a file.
record -n 4
is "the spans are those of the files, and a reader alone makes no duplicates" \
	"$(tally)" "4 $((4 * nr_pages)) 0"

echo $delay >$testfs/add_delay_us || die "ra_testfs does not delay"
for policy in "${all[@]}"; do
	set_policy "$policy"
	# A page amid a window that another reader missed alone, or the start of a window
	# of another one behind a hole, is asked for again, found cached and passed over.
	# Two in a hundred at the most.
	few=$((rounds * 4 * nr_pages / 50))
	compete "$policy, own descriptors" "$(mended 500 0)" "$(mended $most $few)"
	[ "$policy" != classic ] || few=0
	compete "$policy, one descriptor a file" "$(mended 50 0)" "$(mended $most $few)" -s
done
echo 0 >$testfs/add_delay_us
rmmod ra_testfs
ktap_end
