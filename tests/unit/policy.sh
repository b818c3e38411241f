#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the policy core in user space: the very file that goes into the kernel,
# under the address and undefined-behaviour sanitizers, by two compilers; then
# which branches of it the cases take.
# usage: tests/unit/policy.sh [SEED]    (SEED repeats a run on random inputs)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

core=mm/readahead_policy.c
out=build/unit
cflags=(-std=gnu11 -g -Wall -Wextra -Werror -Itests/include -Iinclude)
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
	# shellcheck disable=SC2086 # more is a list of words
	"$1" "${cflags[@]}" "${sanitize[@]}" ${more[$1]} \
		-o "$out/$2-$1" "tests/unit/$2.c" "$core" -lcmocka
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
	said=$("$out/$name-$compiler" "$@" 2>&1)
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

# refuses NAME ARGUMENTS...: one line and status 2.
refuses()
{
	local name=$1 said status

	shift
	said=$("$out/policy-properties-gcc" "$@" 2>&1)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

# The same seed must draw the same inputs, or no failure could be repeated.
repeats()
{
	local once again

	once=$("$out/policy-properties-gcc" 5 2000 2>/dev/null | grep '^#')
	again=$("$out/policy-properties-gcc" 5 2000 2>/dev/null | grep '^#')
	is "a seed repeats a run" "$again" "$once"
}

# build_for_coverage DIRECTORY: the cases, with the core alone instrumented.
build_for_coverage()
{
	gcc "${cflags[@]}" -O0 --coverage -c -o "$1/core.o" "$core" &&
		gcc "${cflags[@]}" -o "$1/cases" tests/unit/policy-cases.c \
			"$1/core.o" -lcmocka -lgcov
}

# missed_branches: lines of the core, in gcov's text, with a branch not taken.
missed_branches()
{
	awk -v core="$core" '
		/^ +-: +0:Source:/ { in_core = $0 ~ core "$" }
		/^ *[^ ]+: +[0-9]+:/ { line = $0 }
		in_core && /^branch.*(taken 0|never executed)/ && line {
			print line
			line = ""
		}'
}

# How much of the core the cases execute; each branch has to go both ways.
coverage()
{
	local dir=$out/coverage summary missed

	rm -rf "$dir"
	mkdir -p "$dir"
	if ! missed=$(build_for_coverage "$dir" 2>&1); then
		not_ok "coverage" "does not compile" "$missed"
		return
	fi
	"$dir/cases" >"$dir/cases.out" 2>&1
	summary=$(gcov -b -n -o "$dir/core.o" "$core" 2>&1 |
		grep -A4 "^File '$core'")
	gcov -b -c -t -o "$dir/core.o" "$core" >"$dir/core.gcov" 2>&1
	printf '%s\n' "$summary" | sed 's/^/# /'
	if grep -q '^Taken at least once:100.00% of [1-9]' <<<"$summary"; then
		ok "the cases take every branch of the core"
	else
		missed=$(missed_branches <"$dir/core.gcov")
		not_ok "the cases take every branch of the core" "$missed"
	fi
}

ktap_plan 11
for compiler in gcc clang; do
	program $compiler policy-cases
	program $compiler policy-prose "$core"
	program $compiler policy-properties "$@"
done
refuses "a seed that is no number" 12x
refuses "a seed that is too large" 18446744073709551616
refuses "an argument too many" 1 2 3
repeats
coverage
ktap_end
