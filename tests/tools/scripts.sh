#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The scripts themselves: shellcheck has nothing to say, and whoever calls one of
# them wrongly gets one sentence, nothing on stdout, and the status that says so.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

dir=$build/tmp/scripts-test
mkdir -p "$dir" || exit 1
cd "$project" || exit 1

# Every shell script of the project, by its first line or as a library.
shell_scripts()
{
	git ls-files scripts tests tools .ci | while read -r file; do
		[ ! -f "$file" ] || ! head -n 2 "$file" | grep -qE '^#!.*(bash|sh)$|^# shellcheck shell=' ||
			echo "$file"
	done
	git ls-files '*.sh'
}

# refused STATUS TEXT COMMAND...: one sentence with that text, and no data.
refused()
{
	local wanted=$1 text=$2 status

	shift 2
	"$@" >"$dir/stdout" 2>"$dir/stderr" </dev/null
	status=$?
	if [ $status = "$wanted" ] && [ ! -s "$dir/stdout" ] &&
		[ "$(grep -cv '^\[' "$dir/stderr")" = 1 ] && grep -qF "$text" "$dir/stderr"; then
		ok "refused: $*"
	else
		not_ok "refused: $*" "status $status, wanted $wanted and '$text'" \
			"$(cat "$dir/stdout" "$dir/stderr")"
	fi
}

ktap_plan 22

mapfile -t files < <(shell_scripts | sort -u)
succeeds "shellcheck of ${#files[@]} scripts" shellcheck "${files[@]}"

refused 2 "no guest script" scripts/vm
refused 2 "is no kernel" scripts/vm --kernel nope -- tests/vm/guest.sh
refused 2 "whole number" scripts/vm --smp 0 -- tests/vm/guest.sh
refused 2 "whole number" scripts/vm --timeout 1m -- tests/vm/guest.sh
refused 2 "a disk is NAME" scripts/vm --disk D,x -- tests/vm/guest.sh
refused 2 "not an executable file" scripts/vm -- tests/vm/nope
refused 2 "needs a value" scripts/vm --kernel
refused 2 "unknown option" scripts/vm --nope x
refused 2 "write '--'" scripts/vm tests/vm/guest.sh
refused 2 "one CPU" scripts/vm --virtual-time --smp 2 -- tests/vm/guest.sh
refused 1 "there is no kernel $dir/nope" scripts/vm --kernel "$dir/nope" -- tests/vm/guest.sh
refused 2 "not a tree that can be made" scripts/kernel-tree nope
refused 2 "usage" scripts/kernel-tree
refused 2 "not a kernel variant" scripts/kernel-build nope
refused 2 "not a kernel variant" scripts/modules-build nope
refused 2 "usage" scripts/kernel-machine
refused 2 "usage" scripts/kernel-stock 6.12
refused 2 "no part 'nope'" scripts/check nope
refused 2 "no job 'nope'; there are: alternate-11k" env JOBS=nope scripts/run
refused 1 "no kernel build directory" scripts/module "$dir/nope"
mkdir -p "$dir/kernel/include" && touch "$dir/kernel/Makefile"
refused 1 "supported are: $(head -n 1 patches/6.1/BASE) " scripts/module "$dir/kernel"

ktap_end
