#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What harness.sh lets happen inside the machine: one case per run.

set -u

# The guest goes away without a word, as after a triple fault.
vanish()
{
	perl -e 'syscall(169, 0xfee1dead, 672274793, 0x4321fedc)'
}

# A process that keeps a mount busy and outlives the script.
leave_process()
{
	mkdir -p /run/m/busy
	mount -t tmpfs busy /run/m/busy
	( cd /run/m/busy && exec sleep 100000 ) &
}

# The same work in virtual time takes the same number of nanoseconds: reads of
# one page each from a disk of 1 ms. Programs come from memory and the reads go
# to a raw disk, so nothing waits for the host.
measure()
{
	# shellcheck source=../../scripts/guest/lib.sh
	. "$PROJECT/scripts/guest/lib.sh"
	to_ram fio
	fio --name=warm --filename=/dev/cloud --rw=read --bs=4k --size=64k \
		--direct=1 --ioengine=psync --output=/tmp/warm
	fio --name=read --filename=/dev/cloud --rw=read --bs=4k --size=1m \
		--direct=1 --ioengine=psync --output=/tmp/read --output-format=terse
	cut -d';' -f16 /tmp/read
}

case $1 in
status) exit "$2" ;;
streams) echo "to stdout"; echo "to stderr" >&2; echo again >/dev/stdout ;;
arguments) shift; printf '<%s>' "$@" ;;
out) echo written >"$OUT/file" ;;
readonly) ! touch "$PROJECT/scripts/x" 2>/dev/null ;;
log) echo "<$2>$3" >/dev/kmsg ;;
cleared) echo "<$2>$3" >/dev/kmsg; dmesg -C ;;
fault) insmod "$MODULES/vm_fault.ko" kind="$2" ;;
leave) leave_process ;;
vanish) vanish ;;
sleep) sleep 100000 ;;
measure) measure ;;
*) echo "no such case: $1" >&2; exit 2 ;;
esac
