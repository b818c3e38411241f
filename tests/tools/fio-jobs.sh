#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Checks every job of tools/fio-jobs without running it: the head, that fio or
# ra-driver accepts the rest, and that nothing in it changes readahead unseen.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$(dirname "$0")/../../scripts/ktap.sh"
# shellcheck source=../../scripts/job-file.sh
. "$(dirname "$0")/../../scripts/job-file.sh"

driver=$build/tools/ra-driver
jobs=("$project"/tools/fio-jobs/*.fio)
mkdir -p "$build/tmp" || exit 1
work=$(mktemp -d "$build/tmp/fio-jobs.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

# Directories of the shape that scripts/guest/job makes; no files in them.
fio_accepts()
{
	mkdir -p "$work"/d{1..13}
	DIR=$work fio --parse-only "$1" 2>&1
}

driver_accepts()
{
	{ "$driver" --dry-run "$(job_value "$1" driver)" >/dev/null; } 2>&1
}

# option FILE NAME: all values of a fio option, in order.
option()
{
	sed -n "s/^$2=//p" "$1" | sort -u | paste -sd' '
}

check_fio_job()
{
	local job=$1 hint want=0 said

	said=$(fio_accepts "$2") || { not_ok "$job: fio accepts it" "$said"; return; }
	hint=$(option "$2" fadvise_hint)
	[[ $job != hint-* ]] || want=$(echo "$job" | cut -d- -f2)
	if [ "$hint $(option "$2" invalidate)" != "$want 0" ]; then
		not_ok "$job: fadvise_hint=$want and invalidate=0" "it has '$hint'"
	elif grep -q '^rw=.*write\|^rw=.*rw\|^rw=.*trim' "$2"; then
		not_ok "$job: it reads only" "$(option "$2" rw)"
	elif grep -q '^rw=read:-' "$2"; then
		not_ok "$job: fio starts a backward read at block 0"
	else
		ok "$job"
	fi
}

check_driver_job()
{
	local said

	if grep -q '^\[' "$2"; then
		not_ok "$1: a job for the driver has nothing for fio"
	elif said=$(driver_accepts "$2"); then
		ok "$1"
	else
		not_ok "$1: ra-driver accepts it" "$said"
	fi
}

check_job()
{
	local job fault

	job=$(basename "$1" .fio)
	fault=$(job_fault "$1")
	if [ -n "$fault" ]; then
		not_ok "$job" "$fault"
	elif [ -n "$(job_value "$1" driver)" ]; then
		check_driver_job "$job" "$1"
	else
		check_fio_job "$job" "$1"
	fi
}

# faulty LINE...: what job_fault says to a head with these lines.
faulty()
{
	printf '# %s\n' "$@" >"$work/head"
	job_fault "$work/head" | paste -sd';'
}

check_faults()
{
	local good=("hypothesis: It reads." "disks: cloud" "files: f1=4k f2=1m")

	is "a good head" "$(faulty "${good[@]}" "free text: no" "memory: 384")" ''
	is "a missing key" "$(faulty "${good[@]:0:2}")" "'files' is missing"
	is "a misspelt key" "$(faulty "${good[@]}" "memroy: 384")" \
		"there is no key 'memroy'"
	is "a key twice" "$(faulty "${good[@]}" "disks: far")" \
		"'disks' stands there twice"
	is "a size without a unit" \
		"$(faulty "${good[@]:0:2}" "files: f1=4096")" \
		"'files' cannot be 'f1=4096'"
	is "an unknown file system" "$(faulty "${good[@]}" "fs: ext3")" \
		"'fs' cannot be 'ext3'"
}

[ -x "$driver" ] || die "there is no $driver: build it first (make tools)."
command -v fio >/dev/null || die "fio is missing: run scripts/packages."
ktap_plan $((${#jobs[@]} + 6))
for file in "${jobs[@]}"; do
	check_job "$file"
done
check_faults
ktap_end
