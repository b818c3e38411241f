# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the scripts of this project share: where things are, how a failure is
# told, how progress is shown. Sourced, never run.

set -u
export LC_ALL=C

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 1
build=$project/build
base_series=6.1
# shellcheck disable=SC2034 # for the scripts that source this file
linux_dir=$build/linux/$base_series
# shellcheck disable=SC2034
patch_dir=$project/patches/$base_series
me=${0##*/}

# kbuild splits its lists at blanks and colons, and so would the directory.
case $project in
*[[:space:]:]*)
	echo "$me: the path '$project' holds a blank or a colon, which the kernel's build cannot stand: move the repository." >&2
	exit 1 ;;
esac

# Data goes to stdout, everything that is said goes to stderr.
say()
{
	printf '%s\n' "$*" >&2
}

# die SENTENCE: something failed. Exit 1.
die()
{
	say "$me: $*"
	exit 1
}

# bad_usage SENTENCE: the caller asked for something impossible. Exit 2.
bad_usage()
{
	say "$me: $*"
	exit 2
}

# need_value OPTION REMAINING-ARGUMENTS: an option came without its value.
need_value()
{
	[ "$2" -ge 2 ] || bad_usage "option $1 needs a value."
}

# step TEXT: says which of $steps steps begins. The caller sets steps and calls
# this once per step. A script that another one runs has no numbers of its own.
steps=${steps:-0}
step_number=0
step()
{
	if [ -n "${READAHEAD_NESTED:-}" ]; then
		say "      $(elapsed) $*"
		return
	fi
	step_number=$((step_number + 1))
	say "[$step_number/$steps] $(elapsed) $*"
}

# nested COMMAND...: runs a script of ours as a part of a step.
nested()
{
	READAHEAD_NESTED=1 "$@"
}

# elapsed: time since the outermost script of this run started, as m:ss.
export READAHEAD_STARTED=${READAHEAD_STARTED:-$(date +%s)}
elapsed()
{
	local s=$(($(date +%s) - READAHEAD_STARTED))

	printf '%d:%02d' $((s / 60)) $((s % 60))
}

# progress TEXT: a line that replaces itself on a terminal. Elsewhere (a log
# file, CI) one line in 15 seconds is enough to see that it moves.
progress_last=0
progress()
{
	local now

	if [ -t 2 ]; then
		printf '\r\033[K      %s %s' "$(elapsed)" "$*" >&2
		return
	fi
	now=$(date +%s)
	[ $((now - progress_last)) -ge 15 ] || return 0
	progress_last=$now
	say "      $(elapsed) $*"
}

progress_end()
{
	[ ! -t 2 ] || printf '\r\033[K' >&2
}

# as_root COMMAND...: root is needed only to install packages and kernels.
as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		die "'$1' needs root: run this as root or install sudo."
	fi
}

# run_logged LOG WHAT COMMAND...: runs a command with its output in LOG; on
# failure shows the end of it, and says WHAT failed in one sentence.
run_logged()
{
	local log=$1 what=$2

	shift 2
	mkdir -p "${log%/*}"
	"$@" >"$log" 2>&1 && return 0
	explain_log "$log" "$what"
}

# explain_log LOG WHAT: shows why LOG ended in failure, and dies.
explain_log()
{
	local log=$1 what=$2

	progress_end
	if grep -q 'No space left on device' "$log"; then
		die "$what failed because the disk is full; free some space and run it again, it goes on where it stopped (log: $log)."
	fi
	if grep -qE "Temporary failure resolving|Could not (connect|resolve)|Network is unreachable|Connection timed out" "$log"; then
		die "$what failed because the network cannot be reached; connect this machine and run it again (log: $log)."
	fi
	grep -nE '(error|Error|ERROR|undefined reference|fatal:|E:)' "$log" |
		head -n 15 >&2
	say "      ... the last lines of $log:"
	tail -n 8 "$log" >&2
	die "$what failed; mend what the lines above name and run it again, it goes on where it stopped (log: $log)."
}

# hash_of FILE...: one hash over names and contents, in the order given.
hash_of()
{
	sha256sum -- "$@" | sha256sum | cut -d' ' -f1
}

# lock NAME: one script at a time may work on NAME; held until this shell ends
# (background processes that may outlive it close descriptor 7).
lock()
{
	mkdir -p "$build/lock" || die "cannot write below $build."
	exec 7>"$build/lock/$1"
	if ! flock -n 7; then
		say "$me: waiting for another run that holds '$1'."
		flock 7
	fi
}

# check_variant NAME: refuses what is not a kernel tree that can be made.
check_variant()
{
	case $1 in
	base | observe | readahead | work) ;;
	*) bad_usage "'$1' is not a kernel variant; there are base, observe and readahead." ;;
	esac
}

# kbuild_env: the settings that make a build repeat to the bit and let ccache
# serve one tree with the objects of another.
kbuild_env()
{
	export CCACHE_DIR=$build/ccache CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=5G
	# The compiler lists the headers; no second run of it to find them. They are
	# hashed once, and not searched for the time of day, which no object may have.
	export CCACHE_DEPEND=1 CCACHE_INODECACHE=1 CCACHE_SLOPPINESS=time_macros
	export KBUILD_BUILD_USER=readahead KBUILD_BUILD_HOST=localhost
	export KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 2026'
	export KBUILD_BUILD_VERSION=1
}

# begin_with_base TREE: gives a tree without objects those of the base, where they
# are built: make compiles again what the patches or an option touch. For that, what
# the patches leave alone has to be as old as in the base, and what they touch new;
# and where a build names the whole path of its sources, it has to be that of TREE.
begin_with_base()
{
	local tree=$1 base=$linux_dir/base

	[ ! -d "$tree/obj" ] && [ -s "$base/obj/.built" ] || return 0
	run_logged "$build/log/begin-${tree##*/}.log" "copying the objects of the base" \
		copy_objects "$base" "$tree"
}

copy_objects()
{
	local base=$1 tree=$2 new=$2/obj.part

	rm -rf "$new"
	git -C "$tree" ls-files -z |
		(cd "$tree" && xargs -0 touch -c -h -r "$base/Makefile") &&
		cp -a "$base/obj" "$new" &&
		rm -f "$new"/.config "$new"/.config-state "$new"/.built &&
		{ grep -rlIZF "$base/" "$new" | xargs -0r sed -i "s|$base/|$tree/|g"; } &&
		git -C "$tree" diff -z --name-only --diff-filter=d base |
			(cd "$tree" && xargs -0r touch -c) &&
		mv "$new" "$tree/obj"
}
