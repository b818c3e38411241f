#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Readahead in a memory cgroup at its limit.
#
# A working set that does not fit: 20 MiB of a mapping are touched at random in a group of
# 24 MiB, of which 8 MiB are anonymous memory, kept hot (and there is no swap). About
# three touches of ten miss. On the base fault-around keeps the miss counter down
# (mmap-miss.sh), so each miss reads around: the pages that were evicted last, in place
# of others that are needed as much. They refault for ever, several for each touch.
# With the series a refaulted page is no hit, read-around stops, and a touch that misses
# reads its page: at most half the refaults.
#
# A group that is full: 8 MiB of anonymous memory, and room for 20 pages. A read of 128 KiB
# is a window of 32. Once the room is used up, all that could be reclaimed is
# being read, so the charge of the next page fails; the base goes on and reclaims for each
# page that is left of the window, twice (a charge tries again after it has taken
# back what the CPUs hold in stock): 29 times a window. The series ends the window
# with the charge that fails, and so reclaims for it once: that takes up to four
# calls, two of which may free something and two are those of the charge that fails.
#
# The disk takes 50 ms, so that nothing arrives before the last charge of its window. Where
# it does, the base takes back the first pages of the window for the last ones: at 1 ms
# and with room for 16 pages, 250 windows for 10 reads and 20 pages read for one were seen,
# or the reader was killed for memory.
#
# Pages are counted by the disk, refaults by the group, and the calls by
# kprobes, whatever the kernel.
#
# vm: --kernel base --virtual-time --disk d,size_mb=128,latency_us=100
# vm: --kernel readahead --virtual-time --disk d,size_mb=128,latency_us=100
#
# read_ahead_kb is 128.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

tracing=/sys/kernel/tracing
groups=/sys/fs/cgroup
group=$groups/full
nr_touches=12000
nr_reads=10

# in_group COMMAND...: becomes the command, in the group.
in_group()
{
	echo "$BASHPID" >$group/cgroup.procs
	exec "$@"
}

# memory NAME: from the group's memory.stat.
memory()
{
	awk -v name="$1" '$1 == name { print $2 }' $group/memory.stat
}

# probe NAME FUNCTION
probe()
{
	echo "$1 $2" >>$tracing/kprobe_events || die "$2 cannot be probed"
}

# A window of a read, a reclaim, and a charge that fails.
set_probes()
{
	probe p:kprobes/sync page_cache_sync_ra
	probe p:kprobes/async page_cache_async_ra
	probe p:kprobes/reclaim try_to_free_mem_cgroup_pages
	# shellcheck disable=SC2016 # it is for the kernel
	probe r:kprobes/refused '__mem_cgroup_charge ret=$retval:s32'
	echo 'ret < 0' >$tracing/events/kprobes/refused/filter
	echo 32768 >$tracing/buffer_size_kb
}

# count_from_now: forgets the calls and pages counted so far.
count_from_now()
{
	disk_reset d
	echo >$tracing/trace
	echo 1 >$tracing/events/kprobes/enable
}

# calls: "windows=N reclaims=N refused=N most=N", the last for the charges that
# failed in one window at most.
calls()
{
	echo 0 >$tracing/events/kprobes/enable
	awk '
		/ (sync|async): / { windows++; here = 0 }
		/ reclaim: / { reclaims++ }
		/ refused: / { refused++; if (++here > most) most = here }
		END { printf "windows=%d reclaims=%d refused=%d most=%d\n",
			windows, reclaims, refused, most }' $tracing/trace
}

# field NAME: of the words name=value on stdin.
field()
{
	tr ' ' '\n' | sed -n "s/^$1=//p"
}

# ratio N D
ratio()
{
	awk -v n="$1" -v d="$2" 'BEGIN { printf "%.3f", n / d }'
}

# new_group LIMIT
new_group()
{
	mkdir $group || die "cannot make the group"
	echo "$1" >$group/memory.max
}

pages()
{
	echo $(($(range_sectors d) / 8))
}

# --- a working set that does not fit ---

# 8 MiB, each page written a hundred times a second.
# shellcheck disable=SC2016 # these are Perl's
hot='sysread(STDIN, $memory, 8 << 20) == 8 << 20 or die; syswrite STDOUT, "\n";
	for (;;) {
		substr($memory, $_ * 4096, 1) = "x" for 0 .. 2047;
		select undef, undef, undef, 0.01;
	}'

working_set()
{
	local i script counted ns pid

	echo 100 >$simdisk/d/latency_us
	drop_caches
	new_group 24M
	coproc in_group perl -e "$hot" </dev/zero
	# Bash forgets it as soon as it sees the end.
	# shellcheck disable=SC2153 # set by coproc
	pid=$COPROC_PID
	read -r -u "${COPROC[0]}"

	script="open $dir/small a; mmap a; "
	for ((i = 1; i <= nr_touches / 1000; i++)); do
		script+="touchrandom a 0 5120 1000 $i; "
	done
	count_from_now
	(in_group ra-driver -r "$script") >/tmp/results || die "ra-driver failed"
	counted=$(calls)
	echo "# $nr_touches touches: $(disk_count d reads) requests of the disk," \
		"$(field reclaims <<<"$counted") reclaims, $(memory pgscan) pages scanned," \
		"$(memory pgsteal) reclaimed"
	ns=$(tail -n 1 /tmp/results | field ns)
	between "$policy: refaults for one touch" \
		"$(ratio "$(memory workingset_refault_file)" $nr_touches)" \
		"$(mended 4.0 0.1)" "$(mended 5.0 2.0)"
	between "$policy: pages read for one touch" "$(ratio "$(pages)" $nr_touches)" \
		"$(mended 4.2 0.1)" "$(mended 5.2 2.2)"
	between "$policy: microseconds for one touch" \
		"$(ratio "$ns" $((nr_touches * 1000)))" "$(mended 65 1)" "$(mended 85 75)"
	is "$policy: nobody was killed for memory" \
		"$(sed -n 's/^oom_kill //p' $group/memory.events)" 0

	kill "$pid"
	wait "$pid"
	rmdir $group || die "the group stays"
}

# --- a group that is full ---

# Has its memory before it says so, then reads 32 pages each at places that no
# rule joins, when it is told to.
# shellcheck disable=SC2016 # these are Perl's
reader='open my $zero, "<", "/dev/zero" or die; open my $file, "<", $ARGV[0] or die;
	sysread($zero, $memory, 8 << 20) == 8 << 20 or die; syswrite STDOUT, "\n"; <STDIN>;
	for (0 .. $ARGV[1] - 1) {
		sysseek $file, (1024 + 96 * ($_ * 7 % 100)) * 4096, 0;
		sysread($file, $memory, 131072) == 131072 or die "a read came short";
	}'

full_group()
{
	local counted windows pid

	echo 50000 >$simdisk/d/latency_us
	drop_caches
	new_group max
	coproc in_group perl -e "$reader" "$dir/large" $nr_reads
	pid=$COPROC_PID
	read -r -u "${COPROC[0]}"
	# Where the file lies is known, and that is no memory of the group.
	ra-driver "open $dir/large a; fadvise a 0 0 random; pread a 0 4k" ||
		die "ra-driver failed"
	# Another group's charge makes the CPU give back what it holds for this one.
	mkdir $groups/other
	(
		echo "$BASHPID" >$groups/other/cgroup.procs
		exec ra-driver 'sleep 0'
	)
	rmdir $groups/other
	echo $(($(cat $group/memory.current) + 20 * 4096)) >$group/memory.max

	count_from_now
	echo >&"${COPROC[1]}"
	wait "$pid"
	is "$policy: status of a reader of $nr_reads times 32 pages in a full group" $? 0
	counted=$(calls)
	windows=$(field windows <<<"$counted")
	echo "# $nr_reads reads: $counted"
	between "$policy: charges that fail in one window" \
		"$(field most <<<"$counted")" "$(mended 10 1)" "$(mended 20 1)"
	between "$policy: reclaims for one window" \
		"$(ratio "$(field reclaims <<<"$counted")" "$windows")" \
		"$(mended 20 0.5)" "$(mended 35 4)"
	between "$policy: pages read for one" "$(ratio "$(pages)" $((nr_reads * 32)))" \
		1 1.25
	rmdir $group || die "the group stays"
}

to_ram "$TOOLS/ra-driver" perl
dir=$(mkfs_mount d ext4)
dd if=/dev/zero of="$dir/small" bs=1M count=20 status=none
dd if=/dev/zero of="$dir/large" bs=1M count=64 status=none
sync
count_file d "$dir/small"
count_file d "$dir/large"
set_readahead d 128
echo +memory >$groups/cgroup.subtree_control || die "there is no memory controller"
set_probes

ktap_plan $((8 * $(policies | wc -w)))
for policy in $(policies); do
	set_policy "$policy"
	working_set
	full_group
done
ktap_end
