# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the comment lines at the head of a job file say; see
# tools/fio-jobs/README. Sourced on the host and in the virtual machine.

# The keys, each with what its value must match. A line "# word: ..." with
# another word is an error: a misspelt key would otherwise be ignored.
declare -A job_keys=(
	[hypothesis]='^.* .*[.]$'
	[disks]='^[a-z0-9]+(,[a-z0-9]+)*$'
	[files]='^[a-z0-9]+=[0-9]+[km]( [a-z0-9]+=[0-9]+[km])*$'
	[memory]='^[1-9][0-9]*$'
	[driver]='^[a-z].*$'
	[asked]='^[1-9][0-9]*[km]$'
	[fs]='^(ext4|xfs)$'
	[warm]='^yes$'
)

# job_value FILE KEY: the value of a key, or nothing.
job_value()
{
	sed -n "s/^# $2: //p" "$1"
}

# job_fault FILE: what is wrong with the head of a job file, a line each.
job_fault()
{
	local key value
	local -A seen=()

	while IFS=$'\t' read -r key value; do
		if [ -z "${job_keys[$key]:-}" ]; then
			echo "there is no key '$key'"
		elif [ -n "${seen[$key]:-}" ] && [ "$key" != driver ]; then
			echo "'$key' stands there twice"
		elif ! [[ $value =~ ${job_keys[$key]} ]]; then
			echo "'$key' cannot be '$value'"
		fi
		seen[$key]=1
	done <<<"$(sed -n '/^# SPDX-/d; s/^# \([A-Za-z_-]*\): */\1\t/p' "$1")"
	for key in hypothesis disks files; do
		[ -n "${seen[$key]:-}" ] || echo "'$key' is missing"
	done
}

# kib SIZE: a size with k or m, in KiB.
kib()
{
	case $1 in
	*k) echo "${1%k}" ;;
	*m) echo $((${1%m} * 1024)) ;;
	esac
}
