# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For guest tests that compare lines of the trace. Sourced after guest/lib.sh,
# with the module loaded.
#
# shellcheck disable=SC2154 # ra comes from guest/lib.sh

trace_text=/tmp/trace.text

# trace_file FILE: from now on only lines of this file.
trace_file()
{
	stat -c %i "$1" >"$ra/trace_ino" || die "trace_ino refuses the inode of $1"
	mountpoint -d "$(stat -c %m "$1")" >"$ra/trace_dev" ||
		die "trace_dev refuses the device of $1"
}

trace_start()
{
	echo 1 >"$ra/trace_enable"
}

# While tracing is off a reader gets what is buffered, then the end.
trace_stop()
{
	echo 0 >"$ra/trace_enable"
	cat "$ra/trace" >"$trace_text" || die "the trace cannot be read"
}

# trace_lines: the lines without what differs from run to run: who, where, when.
# The policy is the same for all of them.
trace_lines()
{
	sed -E 's/\(pid=[0-9]+\([^)]*\), dev=[0-9a-f:]+\([^)]*\), ino=[0-9]+\([^)]*\), /(/
		s/ ts=[0-9]+//; s/ cpu=[0-9]+//; s/ tgid=[0-9]+//; s/ policy=classic//' "$trace_text"
}
