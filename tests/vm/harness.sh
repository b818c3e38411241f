#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The harness tested by itself: what passes has to pass through, and whatever
# goes wrong in a machine has to be told. Usage: harness.sh [KERNEL]

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$(dirname "$0")/../../scripts/ktap.sh"

kernel=${1:-base}
dir=$build/vm-test
mkdir -p "$dir"

# vm [VM-OPTION...] -- CASE...: runs a case; sets status, and its output in $dir.
vm()
{
	local options=()

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	"$project/scripts/vm" --kernel "$kernel" --name harness "${options[@]}" -- \
		"$project/tests/vm/guest.sh" "$@" >"$dir/stdout" 2>"$dir/stderr"
	status=$?
}

# ends NAME STATUS [TEXT]: the last run had this status and said this.
ends()
{
	if [ $status != "$2" ]; then
		not_ok "$1" "wanted status $2, got $status" "$(tail -n 5 "$dir/stderr")"
	elif [ $# = 3 ] && ! grep -qF "$3" "$dir/stderr"; then
		not_ok "$1" "nothing said '$3'" "$(tail -n 5 "$dir/stderr")"
	else
		ok "$1"
	fi
}

ktap_plan 22

vm -- status 0
ends "a script that succeeds" 0
vm -- status 7
ends "a script's exit status passes through" 7
vm -- streams
is "stdout passes through, reopened as well" "$(cat "$dir/stdout")" "to stdout
again"
is "stderr passes through" "$(cat "$dir/stderr")" "to stderr"
vm -- arguments "a b" "it's" "\$x" '' '*'
is "arguments arrive as they are" "$(cat "$dir/stdout")" "<a b><it's><\$x><><*>"
vm --out "$dir/out" -- out
is "\$OUT can be written" "$(cat "$dir/out/file")" written
vm -- readonly
ends "the project cannot be written" 0
vm -- leave
ends "a process left behind keeps nothing mounted" 0

vm -- log 3 "vm-test: an error on purpose"
ends "an error in the kernel log" 125 "an error on purpose"
vm -- log 6 "WARNING: CPU: 0 PID: 1 on purpose"
ends "a warning in the kernel log at any level" 125 "on purpose"
vm -- cleared 3 "vm-test: an error on purpose"
ends "an error in a log that was cleared" 125 "an error on purpose"
vm --expect-log 'vm-test: an error on' -- log 3 "vm-test: an error on purpose"
ends "a line that is expected" 0
vm -- fault warn
ends "WARN_ON" 125 "vm_fault_init"
vm -- fault oops
ends "an oops" 125 "NULL pointer dereference"
vm -- fault panic
ends "a panic" 125 "a panic on purpose"
vm -- fault stay
ends "a module that cannot be unloaded" 125 "vm_fault cannot be unloaded"
vm -- vanish
ends "silence" 125 "without a verdict"
vm --timeout 25 -- sleep
ends "time running out" 124 "after 25 seconds"
vm --disk "nope,no_such_key=1" -- status 0
ends "a disk with an unknown key" 125 "'nope,no_such_key=1' is refused"
vm --smp 4 --virtual-time -- status 0
ends "two options that exclude each other" 2 "virtual time has one CPU"

# 4 KiB from a disk of 1 ms and 500 MB/s: 1000 us and 8.192 us for the bytes, and
# what the kernel needs for a read, less than 50 us of instructions.
cloud=cloud,latency_us=1000,bandwidth_mbps=500
vm --virtual-time --disk $cloud -- measure
first=$(cut -d. -f1 "$dir/stdout")
if [ $status = 0 ] && [ "${first:-0}" -ge 1008 ] && [ "$first" -lt 1059 ]; then
	ok "virtual time: a read takes as long as the disk says"
else
	not_ok "virtual time: a read takes as long as the disk says" \
		"wanted 1008 to 1058 us, got '$first'" "$(tail -n 5 "$dir/stderr")"
fi
vm --virtual-time --seed 2 --disk $cloud -- measure
second=$(cut -d. -f1 "$dir/stdout")
if [ -n "$second" ] && [ $((second - first)) -ge -1 ] && [ $((second - first)) -le 1 ]; then
	ok "virtual time: a second run takes as long"
else
	not_ok "virtual time: a second run takes as long" "$first us, then $second us"
fi

ktap_end
