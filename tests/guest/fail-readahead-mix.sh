#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# fail-readahead-mix.sh [SECONDS [SEED]]: one readahead of ten is left unread, on ext4
# and xfs, while several jobs of fio read one file in all ways there are, and every
# byte is verified by its checksum. No read fails, none is wrong, none hangs.
#
# Independent witnesses: fio's crc32c in every 4 KiB, and kprobes. Of the batches
# that come to should_fail_readahead() those that are struck do not come to a file
# system; who needs such a page calls ->read_folio().
#
# vm: --kernel readahead --smp 4 --disk e,size_mb=64,latency_us=200 --disk x,size_mb=320,latency_us=200 --timeout 600
#
# tests/fail-readahead/long.sh runs the same for hours of virtual time.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# All of it from memory, this script too: virtual time leaps while a machine waits for
# its host, hours in a second, and time limits end then what has hardly begun.
if [ "$0" != /run/bin/mix ]; then
	to_ram bash fio timeout awk cat cut dd sync umount
	cp "$0" /run/bin/mix
	exec bash /run/bin/mix "$@"
fi

tracing=/sys/kernel/tracing
fail=/sys/kernel/debug/fail_readahead
seconds=${1:-40}
seed=${2:-1}
size=16m
# All that reads ahead, also for the programs that run.
readaheads="ext4_readahead xfs_vm_readahead blkdev_readahead netfs_readahead"
read_folios="ext4_read_folio xfs_vm_read_folio"

uptime()
{
	cut -d. -f1 /proc/uptime
}

# mix FILE: once. Six jobs at a time, each verifies all of the file.
mix()
{
	timeout -k 5 300 fio --output=/tmp/fio.out --fadvise_hint=0 --invalidate=1 \
		--filename="$1" --size=$size --randseed=$((seed + rounds)) \
		--verify=crc32c --verify_interval=4k --verify_fatal=1 \
		--name=sequential --rw=read --bs=4k \
		--name=large --rw=read --bs=128k \
		--name=random --rw=randread --bs=4k \
		--name=sizes --rw=randread --bsrange=4k-128k \
		--name=mapped --rw=read --bs=4k --ioengine=mmap \
		--name=scattered --rw=randread --bs=16k --ioengine=mmap >/tmp/fio.err 2>&1
}

# write_file FILE: every 4 KiB has a checksum of its own.
write_file()
{
	fio --output=/tmp/fio.out --name=write --filename="$1" --size=$size --rw=write \
		--bs=128k --verify=crc32c --verify_interval=4k --do_verify=0 --end_fsync=1 \
		--fadvise_hint=0 || die "$1 cannot be written: $(cat /tmp/fio.out)"
}

probe()
{
	local name

	for name; do
		echo "p:kprobes/$name $name" >>$tracing/kprobe_events || die "$name cannot be probed"
		echo 1 >"$tracing/events/kprobes/$name/enable"
	done
}

# calls NAME...: of these functions together since they were probed, missed ones too.
calls()
{
	awk -v names=" $* " 'index(names, " " $1 " ") { n += $2 + $3 } END { print n + 0 }' \
		$tracing/kprobe_profile
}

# spoil FILE: one bit of one byte in the middle is another.
spoil()
{
	local byte

	byte=$(od -An -tu1 -j $((5 << 20 | 77)) -N 1 "$1")
	# shellcheck disable=SC2059 # the byte is the format
	printf "\\x$(printf %x $((byte ^ 1)))" |
		dd of="$1" bs=1 seek=$((5 << 20 | 77)) conv=notrunc status=none
}

[[ $seconds$seed =~ ^[0-9]+$ ]] || die "SECONDS and SEED are numbers."
[ -d $fail ] || die "this kernel has no $fail"
hung=$(cat /proc/sys/kernel/hung_task_timeout_secs)
echo 60 >/proc/sys/kernel/hung_task_timeout_secs
files=("$(mkfs_mount e ext4)/f" "$(mkfs_mount x xfs)/f") || exit
set_readahead e 128
set_readahead x 128
for f in "${files[@]}"; do
	write_file "$f"
done
# shellcheck disable=SC2086 # one word a function
probe should_fail_readahead $readaheads $read_folios

ktap_plan 6

echo 0 >$fail/verbose
echo -1 >$fail/times
echo 10 >$fail/probability
end=$(($(uptime) + seconds)) rounds=0 bad=''
while [ "$(uptime)" -lt $end ] && [ -z "$bad" ]; do
	for f in "${files[@]}"; do
		mix "$f" || bad+="round $rounds, $f: status $? $(head -n 5 /tmp/fio.err) "
		rounds=$((rounds + 1))
	done
done
echo 0 >$fail/probability
is "every byte is right with one of ten readaheads failing" "$bad" ""
echo "# $rounds rounds of 6 x $size verified, $(calls should_fail_readahead) batches"
# The bounds are far enough for a thousand draws.
# shellcheck disable=SC2086
between "percent of the batches that no file system saw" \
	"$(awk -v all="$(calls should_fail_readahead)" -v seen="$(calls $readaheads)" 'BEGIN {
		printf "%.2f", all ? 100 * (all - seen) / all : 0 }')" 6 14
for name in $read_folios; do
	between "pages read alone by $name, a round" \
		"$(($(calls "$name") * 2 / (rounds ? rounds : 1)))" 10 50000
done
echo "$hung" >/proc/sys/kernel/hung_task_timeout_secs
echo 0 >$tracing/events/kprobes/enable
echo >$tracing/kprobe_events
# The jobs have to notice if a byte is not right.
spoil "${files[0]}"
fails "one wrong bit is found" mix "${files[0]}"
is "by all jobs, by the checksum" "$(grep -c 'verify failed at file' /tmp/fio.err)" 6
ktap_end
