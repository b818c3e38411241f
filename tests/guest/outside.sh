#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The module as `make module` builds it, outside of the kernel's tree, is the same
# module: it loads into the kernel it was built for and counts.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=64

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# read_traced FILE: one read of 4 KiB; prints the rule and the result of each
# decision on the disk.
read_traced()
{
	cat /sys/block/d/dev >$ra/trace_dev
	exec 7<$ra/trace
	echo 1 >$ra/trace_enable
	cat <&7 >/tmp/trace &
	exec 7<&-
	dd if="$1" of=/dev/null bs=4k count=1 status=none
	echo 0 >$ra/trace_enable
	wait
	sed 's/^readahead-\([a-z0-9]*\)(.*) = \([0-9]*\) .*/\1 \2/' /tmp/trace
}

ktap_plan 4
dir=$(mkfs_mount d ext4) || exit 1
dd if=/dev/zero of="$dir/f" bs=64k count=1 conv=fsync status=none
umount "$dir"
mount /dev/d "$dir"
succeeds "insmod" insmod "$MODULES/outside.ko"
is "the name is the same" "$(modinfo -F name "$MODULES/outside.ko")" readahead_trace
# Page 0 alone: a window of 4 pages, below an eighth of the largest, 32.
is "one read, one decision, its pages" "$(read_traced "$dir/f")" "initial0 4"
succeeds "rmmod" rmmod readahead_trace
ktap_end
