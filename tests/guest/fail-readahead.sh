#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The knobs of fail_readahead, which lets readahead leave its pages unread: each
# strikes exactly as often as its rule says, and only whom it says. Whatever it
# leaves is read page by page.
#
# Two independent witnesses: the calls of ext4_readahead() and ext4_read_folio(),
# counted by kprobes, and the requests that the disk sees. A strike takes one call
# of the first and makes one of the second for each page that a reader needs.
#
# vm: --kernel readahead --disk d,size_mb=48 --append fail_readahead=3,0,20480,7
# vm: --kernel readahead --disk d,size_mb=48 --append fail_readahead=3,often,20480,7 --expect-log 'FAULT_INJECTION: failed to parse'
#
# Reads at random places under FADV_RANDOM: a read of a page is one readahead of
# that page. The reader is the only task that make-it-fail names: others, which read
# programs, would take some of the strikes.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/tracing
fail=/sys/kernel/debug/fail_readahead
nr_reads=60
one_by_one="stride a 64k 64k 4k $nr_reads"

# knobs NAME=VALUE...: the others are as they are after booting without a parameter,
# but that only chosen tasks are struck, silently.
knobs()
{
	local pair

	for pair in probability=0 interval=1 times=1 space=0 task-filter=Y verbose=0 "$@"; do
		echo "${pair#*=}" >"$fail/${pair%%=*}" || die "fail_readahead refuses $pair"
	done
}

# probe FUNCTION: counts its calls from now on.
probe()
{
	echo "p:kprobes/$1 $1" >>$tracing/kprobe_events || die "$1 cannot be probed"
	echo 1 >"$tracing/events/kprobes/$1/enable"
}

calls()
{
	awk -v name="$1" '$1 == name { print $2 }' $tracing/kprobe_profile
}

# reads CHOSEN OPERATIONS: runs them on the file, cold, by a task for which
# make-it-fail is 1 or 0. Prints "READAHEADS+READ_FOLIOS", and the requests of the
# disk for the file's data.
reads()
{
	ra-driver "open $f a; evict a" || die "$f cannot be evicted"
	disk_reset d
	probe ext4_readahead
	probe ext4_read_folio
	(
		echo "$1" >/proc/self/make-it-fail || die "make-it-fail refuses $1"
		exec ra-driver "open $f a; fadvise a 0 0 random; $2"
	) >/tmp/driver 2>&1 || die "ra-driver failed: $(cat /tmp/driver)"
	echo 0 >$tracing/events/kprobes/enable
	echo "$(calls ext4_readahead)+$(calls ext4_read_folio) $(awk '{ n += $2 } END { print n }' "$simdisk/d/range_stat")"
	echo >$tracing/kprobe_events
}

# strikes NAME N [KNOB...]: so many of the reads are struck. Each page is one
# request all the same.
strikes()
{
	local name=$1 nr=$2

	shift 2
	knobs "$@"
	is "$name" "$(reads 1 "$one_by_one")" "$((nr_reads - nr))+$nr $nr_reads"
}

# refuses KNOB VALUE: an error, and the value stays.
refuses()
{
	local before

	before=$(cat "$fail/$1")
	fails "$1 refuses '$2'" write "$2" "$fail/$1"
	is "and stays $before" "$(cat "$fail/$1")" "$before"
}

write()
{
	printf '%s\n' "$1" >"$2"
}

values()
{
	(cd "$fail" && echo "$(cat interval),$(cat probability),$(cat space),$(cat times)")
}

test_knobs()
{
	strikes "probability 0 strikes never" 0 times=-1
	strikes "probability 100 strikes always" $nr_reads probability=100 times=-1
	strikes "times 7 strikes seven times" 7 probability=100 times=7
	is "and is used up" "$(cat $fail/times)" 0
	strikes "times 0 strikes never" 0 probability=100 times=0
	# Of three calls the third one.
	strikes "interval 3 strikes every third" $((nr_reads / 3)) probability=100 times=-1 interval=3
	# A strike needs what is left not to be above the size of the readahead: of ten
	# pages nine are used up before.
	strikes "space of ten pages spares nine" $((nr_reads - 9)) probability=100 times=-1 space=$((10 * 4096))
	is "and one is left" "$(cat $fail/space)" 4096
	strikes "the knobs together" 4 probability=100 times=4 interval=2 space=$((5 * 4096))

	knobs probability=50 times=-1
	reads 1 "$one_by_one" >/tmp/half
	IFS='+ ' read -r readaheads read_folios requests </tmp/half
	is "probability 50: each page is read once" \
		"$((readaheads + read_folios)) $requests" "$nr_reads $nr_reads"
	# Less likely than once in a million by binomial law: 15 and less, 45 and more.
	between "probability 50 strikes about every second" "$read_folios" 12 48
}

test_tasks()
{
	knobs probability=100 times=-1
	is "a task that is not chosen is spared" "$(reads 0 "$one_by_one")" "$nr_reads+0 $nr_reads"
	knobs probability=100 times=-1 task-filter=N
	is "without the filter it is struck" "$(reads 0 "$one_by_one")" "0+$nr_reads $nr_reads"
	knobs
}

# What a strike leaves, on the start of a file without FADV_RANDOM.
#
# 64 KiB: window 0+32, of which 16 pages are asked for and 16 are ahead. Those asked for
# stay, not up to date, and are read page by page; nothing asks for them again.
#
# 4 KiB at a time: window 0+4, the marker on page 1. Struck, page 0 is read alone; pages
# 1 to 3 go, so that page 1 is decided for anew. Were they left, page 1 would be read
# alone as well.
test_pages()
{
	set_policy classic
	knobs probability=100 times=1
	is "what was asked for stays and is read page by page" \
		"$(reads 1 'fadvise a 0 0 normal; pread a 0 64k')" "0+16 16"
	knobs probability=100 times=1
	is "what nobody asked for yet goes, and is read ahead again" \
		"$(reads 1 'fadvise a 0 0 normal; pread a 0 4k; pread a 4k 4k')" "1+1 2"
	knobs probability=100 times=-1
	is "a page of a mapping is read alone" \
		"$(reads 1 'fadvise a 0 0 normal; mmap a; touch a 300')" "0+1 1"
	knobs
}

test_refusals()
{
	local knob

	for knob in probability interval times space verbose; do
		refuses $knob often
		refuses $knob ''
	done
	refuses probability -1
	refuses interval 1x
	# The framework passes over a word that is neither yes nor no.
	write perhaps $fail/task-filter 2>/dev/null
	is "task-filter stays with a word that it does not know" "$(cat $fail/task-filter)" Y
	fails "make-it-fail refuses 2" write 2 /proc/self/make-it-fail
}

to_ram "$TOOLS/ra-driver" "$TOOLS/many-readers" awk cat
[ -d $fail ] || die "this kernel has no $fail"
dir=$(mkfs_mount d ext4)
f=$dir/f
many-readers -w $((8 << 20)) "$f" || die "$f cannot be written"
set_readahead d 128
count_file d "$f"

case $(cat /proc/cmdline) in
*fail_readahead=3,0,*) at_boot=3,0,20480,7 ;;
*) at_boot=1,0,0,1 ;;
esac
ktap_plan 44
is "fail_readahead= on the kernel's command line is obeyed or refused" "$(values)" $at_boot
test_knobs
test_tasks
test_pages
test_refusals
knobs probability=30 times=-1 task-filter=N
is "all bytes are right with three of ten readaheads failing" \
	"$(many-readers -e -n 4 -c $((8 << 20)) -b 32768 "$f")" \
	"rounds=1 right=1024 wrong=0 cut=0 eio=0 other=0"
knobs
ktap_end
