#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the policy core in user space: the very files that go into the kernel,
# under the address and undefined-behaviour sanitizers, by two compilers; then
# which branches of each the cases take.
# usage: tests/unit/policy.sh [SEED]    (SEED repeats a run on random inputs)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../lib/seed.sh
. "$project/tests/lib/seed.sh"
# shellcheck source=../lib/policy-cases.sh
. "$project/tests/lib/policy-cases.sh"
# shellcheck source=../lib/bits-32.sh
. "$project/tests/lib/bits-32.sh"

core=(mm/readahead_policy.c mm/readahead_pattern.c mm/readahead_base.c)
cases=mm/readahead_policy_cases.h
out=build/unit
cflags=(-std=gnu11 -g -Wall -Wextra -Werror -Itests/include -Iinclude -Imm)
sanitize=(-O1 "-fsanitize=address,undefined" -fno-sanitize-recover=all)
# A size that loses bits on its way into a window is legal C; clang can tell.
declare -A more=([gcc]="" [clang]=-fsanitize=implicit-integer-truncation)

[ $# -le 1 ] || bad_usage "usage: tests/unit/policy.sh [SEED]"
if [ $# = 1 ] && ! [[ $1 =~ ^[0-9]{1,19}$ ]]; then
	bad_usage "the seed '$1' is not a number of at most 19 digits."
fi
# The coverage tool names files relative to where it runs.
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."

# indent: results of a program are subtests; its results count as one here.
indent()
{
	sed 's/^/    /'
}

# build_program COMPILER PROGRAM: makes build/unit/PROGRAM-COMPILER.
build_program()
{
	local how=(-lcmocka "${sanitize[@]}")

	[[ $2 != *-32 ]] || how=(-m32 "${sanitize[@]/#-fsanitize=*/$sanitize_32}")
	# shellcheck disable=SC2086 # more is a list of words
	"$1" "${cflags[@]}" ${more[$1]} \
		-o "$out/$2-$1" "tests/unit/$2.c" "${core[@]}" "${how[@]}"
}

# program COMPILER PROGRAM ARGUMENTS...: one test program is one result, with
# all that it said before.
program()
{
	local compiler=$1 name=$2 said status good planned

	shift 2
	if ! said=$(build_program "$compiler" "$name" 2>&1); then
		not_ok "$name, $compiler" "does not compile" "$said"
		return
	fi
	if [[ $name == *-32 ]]; then
		said=$(run_32 "$out/$name-$compiler" "$@" 2>&1)
	else
		said=$("$out/$name-$compiler" "$@" 2>&1)
	fi
	status=$?
	printf '%s\n' "$said" | indent
	planned=$(sed -n 's/^1\.\.//p' <<<"$said")
	good=$(grep -c '^ok ' <<<"$said")
	if [ $status = 0 ] && [ "$good" = "$planned" ]; then
		ok "$name, $compiler: $good of $planned"
	else
		not_ok "$name, $compiler" \
			"$good of ${planned:-no} results are good, status $status"
	fi
}

# refuses NAME PROGRAM ARGUMENTS...: one line and status 2.
refuses()
{
	local name=$1 program=$2 said status

	shift 2
	said=$("$out/$program-gcc" "$@" 2>&1)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

# draw SEED: how many inputs each rule got.
# shellcheck disable=SC2317 # for seed_repeats
draw()
{
	"$out/policy-properties-gcc" "$1" 2000 2>/dev/null |
		sed -n '/^# seed /d;/^#/p'
}

# Neither octal nor refused.
decimal()
{
	is "a seed that begins with a zero" \
		"$("$out/policy-properties-gcc" 089 1 2>/dev/null | sed -n 1p)" \
		"# seed 89, 1 samples"
}

# The guest test takes the names from the header as text, KUnit and user space
# take them from the compiler: a case that only one of them sees is lost.
lists()
{
	is "the header's text and its program list the same cases" \
		"$(case_names "$cases")" "$("$out/policy-cases-gcc" --list)"
	is "each case has a name of its own" \
		"$("$out/policy-cases-gcc" --list | sort | uniq -d)" ""
}

# notices NAME FILE SED-SCRIPT: a comment that says something else than the code
# does fails the test that reads it.
notices()
{
	local file name=$1 changed=$2 dir=$out/prose files=()

	mkdir -p "$dir"
	for file in "${core[@]}"; do
		cp "$file" "$dir/"
		files+=("$dir/${file##*/}")
	done
	sed -i "$3" "$dir/$changed"
	if cmp -s "mm/$changed" "$dir/$changed"; then
		not_ok "$name" "there is nothing to change in mm/$changed"
		return
	fi
	"$out/policy-prose-gcc" "${files[@]}" >"$dir/said" 2>&1
	is "$name" $? 1
}

# build_for_coverage DIRECTORY: the cases, with the core alone instrumented.
build_for_coverage()
{
	local file objects=()

	for file in "${core[@]}"; do
		objects+=("$1/$(basename "$file" .c).o")
		gcc "${cflags[@]}" -O0 --coverage -c -o "${objects[-1]}" \
			"$file" || return
	done
	gcc "${cflags[@]}" -o "$1/cases" tests/unit/policy-cases.c \
		"${objects[@]}" -lcmocka -lgcov
}

# missed_branches FILE: lines of it, in gcov's text, with a branch not taken.
missed_branches()
{
	awk -v core="$1" '
		/^ +-: +0:Source:/ { in_core = $0 ~ core "$" }
		/^ *[^ ]+: +[0-9]+:/ { line = $0 }
		in_core && /^branch.*(taken 0|never executed)/ && line {
			print line
			line = ""
		}'
}

# coverage_of DIRECTORY FILE: each branch of it has to go both ways.
coverage_of()
{
	local file=$2 object summary missed

	object=$1/$(basename "$file" .c).o
	summary=$(gcov -b -n -o "$object" "$file" 2>&1 |
		grep -A4 "^File '$file'")
	printf '%s\n' "$summary" | sed 's/^/# /'
	if grep -q '^Taken at least once:100.00% of [1-9]' <<<"$summary"; then
		ok "the cases take every branch of $file"
	else
		missed=$(gcov -b -c -t -o "$object" "$file" 2>&1 |
			missed_branches "$file")
		not_ok "the cases take every branch of $file" "$missed"
	fi
}

coverage()
{
	local dir=$out/coverage file said

	rm -rf "$dir"
	mkdir -p "$dir"
	if said=$(build_for_coverage "$dir" 2>&1); then
		"$dir/cases" >"$dir/cases.out" 2>&1
	else
		printf '%s\n' "$said" | sed 's/^/# /'
	fi
	for file in "${core[@]}"; do
		coverage_of "$dir" "$file"
	done
}

ktap_plan 27
for compiler in gcc clang; do
	program $compiler policy-cases
	program $compiler policy-cases-32
	program $compiler policy-prose "${core[@]}"
	program $compiler policy-properties "$@"
done
refuses "a seed that is no number" policy-properties 12x
refuses "a seed that is too large" policy-properties 18446744073709551616
refuses "an argument too many" policy-properties 1 2 3
refuses "an option that does not exist" policy-cases --lost
refuses "a source file that does not exist" policy-prose "${core[@]:0:2}" mm/none.c
decimal
seed_repeats draw 5
lists
notices "two rules that change places in a comment" readahead_pattern.c \
	'/more pages than the largest/{h;d};/same page as the end/G'
notices "a rule that is missing in a comment" readahead_pattern.c \
	'/where a window without a marker ends/d'
notices "a marker that is not there in a comment" readahead_policy.c \
	's/the largest window, without a marker/a first window at the request/'
notices "a number that changes in a comment" readahead_policy.c 's,m/32,m/16,'
notices "a drawing that is not true" readahead_policy.c 's/ ^marker/^marker/'
notices "a rule that no longer is one kernel's" readahead_base.c \
	's/6.1: \(where the last window ends\)/\1/'
coverage
ktap_end
