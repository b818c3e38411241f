# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For scripts that run inside the virtual machine: KTAP reports, file systems on
# simulated disks, their counters, the trace module. Sourced as
#
#	. "$PROJECT/scripts/guest/lib.sh"

set -u
export LC_ALL=C

# shellcheck disable=SC2034 # for the scripts that source this file
ra=/sys/kernel/debug/readahead
simdisk=/sys/kernel/config/simdisk

# die SENTENCE: the script cannot go on; the machine reports status 1.
die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# shellcheck source=../ktap.sh
. "${BASH_SOURCE[0]%/*}/../ktap.sh"

# --- disks and file systems ------------------------------------------------

# mkfs_mount DISK FS [MKFS-OPTION...]: makes and mounts a file system on
# /dev/DISK and prints where. Identities are fixed, so that two runs in virtual
# time lay out the same blocks.
mkfs_mount()
{
	local disk=$1 fs=$2 dir=/run/m/$1 uuid=6d1c4bd2-3d0b-4c6a-9f6e-5d2f7a1b0c3e

	shift 2
	mkdir -p "$dir" || die "cannot make $dir"
	case $fs in
	ext4) mke2fs -q -F -t ext4 -O ^has_journal -U $uuid -m 0 \
		-E "hash_seed=$uuid,lazy_itable_init=0" "$@" "/dev/$disk" ;;
	xfs) mkfs.xfs -q -f -m "uuid=$uuid" "$@" "/dev/$disk" ;;
	*) die "mkfs_mount makes ext4 or xfs, not '$fs'" ;;
	esac >&2 || die "no $fs can be made on /dev/$disk"
	mount -t "$fs" -o noatime "/dev/$disk" "$dir" ||
		die "/dev/$disk cannot be mounted"
	echo "$dir"
}

# drop_caches: nothing that was read stays in memory.
drop_caches()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
}

# set_readahead DISK KIB
set_readahead()
{
	echo "$2" >"/sys/block/$1/queue/read_ahead_kb"
}

# disk_count DISK COUNTER: reads, read_sectors, writes or write_sectors.
disk_count()
{
	cat "$simdisk/$1/$2"
}

# disk_reset DISK: all counters of the disk start at 0 again.
disk_reset()
{
	echo 1 >"$simdisk/$1/reset"
}

# file_ranges FILE: the sectors of the disk that hold the file's data, a line
# "start+length" for each extent.
file_ranges()
{
	filefrag -e -b512 "$1" | awk '
		$1 ~ /^[0-9]+:$/ {
			gsub(/\.\./, " ")
			gsub(/:/, " ")
			print $4 "+" $6
		}'
}

# count_file DISK FILE: from now on the disk counts the file's data apart.
count_file()
{
	local range

	for range in $(file_ranges "$2"); do
		echo "$range" >"$simdisk/$1/range" || return
	done
}

# range_sectors DISK: sectors read in all ranges that are counted apart.
range_sectors()
{
	awk '{ n += $3 } END { print n + 0 }' "$simdisk/$1/range_stat"
}

# drive_cold DISK FILE OPERATIONS: executes them on the cold file, open as a, with the
# disk's counters at 0; results in /tmp/driver.
drive_cold()
{
	drop_caches
	disk_reset "$1"
	ra-driver -r "open $2 a; $3" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
}

# --- figures and policies --------------------------------------------------

# mended BASE-FIGURE FIGURE: the one that this kernel has to show. A kernel without
# the patches, or with those alone that show and move, has the base's faults.
mended()
{
	case $KERNEL in
	base | observe | stock-*) echo "$1" ;;
	*) echo "$2" ;;
	esac
}

# between NAME VALUE LOW HIGH: a result: the number lies within the bounds. The
# figure is printed whether it does or not.
between()
{
	local name="$1 ($3 to $4)"

	echo "# $1: $2"
	if awk -v v="$2" -v low="$3" -v high="$4" 'BEGIN {
		exit !(v ~ /^[0-9.]+$/ && v + 0 >= low && v + 0 <= high) }'; then
		ok "$name"
	else
		not_ok "$name" "got '$2'"
	fi
}

policy_file=/sys/kernel/mm/readahead/policy

# policies: those that this kernel can decide by, one word each.
policies()
{
	if [ -e $policy_file ]; then
		tr -d '[]' <$policy_file
	else
		echo classic
	fi
}

# set_policy POLICY: one of those; a kernel with one policy needs no file.
set_policy()
{
	[ -e $policy_file ] || return 0
	echo "$1" >$policy_file || die "there is no policy $1"
}

# forget_device NUMBER: a kernel that learns knows nothing of the device, nor of files
# on it.
forget_device()
{
	local file=/sys/class/bdi/$1/ra_forget

	[ ! -e "$file" ] || echo 1 >"$file" || die "$file does not take 1"
}

# --- programs and modules --------------------------------------------------

# to_ram PROGRAM...: runs these from tmpfs. The root file system answers in the
# host's time and loses its pages to drop_caches; both would be measured.
to_ram()
{
	local program path

	mkdir -p /run/bin /run/lib
	for program in "$@"; do
		path=$(command -v "$program") || die "there is no program $program"
		cp "$path" /run/bin/
		ldd "$path" | awk '$3 ~ /^\// { print $3 }' |
			xargs -r cp -n -L -t /run/lib
	done
	export PATH=/run/bin:$PATH LD_LIBRARY_PATH=/run/lib
	hash -r
}

# load_trace: the trace module, with its files in $ra; some kernels have it built in.
load_trace()
{
	[ ! -d $ra ] || return 0
	insmod "$MODULES/readahead_trace.ko" || die "readahead_trace.ko cannot be loaded"
	[ -d $ra ] || die "readahead_trace.ko made no $ra"
}

unload_trace()
{
	rmmod readahead_trace
}
