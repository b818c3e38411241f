#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel that is not what the module was built for: the same version and vermagic,
# but a function that the module probes has another name. The module has to refuse
# with one sentence, and leave nothing behind.
#
# vm: --kernel renamed --expect-log 'readahead_trace: cannot place a probe'
# vm: --kernel base --expect-log 'readahead_trace: Unknown symbol'

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

# refusals: what the kernel logged since the last call.
refusals()
{
	dmesg -c | sed -n 's/^\[[^]]*\] readahead_trace: //p'
}

case $KERNEL in
base)
	# The base has no trace point for it at all.
	module=$PROJECT/build/modules/readahead/readahead_trace.ko
	wanted="Unknown symbol __tracepoint_ra_decision (err -2)"
	;;
*)
	module=$MODULES/readahead_trace.ko
	wanted="cannot place a probe on filemap_read: error -2, this kernel has no such function"
	;;
esac
[ -f "$module" ] || die "there is no $module"

ktap_plan 5
dmesg -c >/dev/null
fails "insmod is refused" insmod "$module"
said=$(refusals)
succeeds "the log says why" grep -qF "$wanted" <<<"$said"
fails "the module is not there" grep -q '^readahead_trace ' /proc/modules
fails "no directory is left behind" test -e "$ra"
is "no probe is left behind" "$(cat /sys/kernel/debug/kprobes/list)" ""
ktap_end
