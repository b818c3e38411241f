# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Makes the mutants of the policy core and tries them. Sourced after scripts/lib.sh
# and tests/differential/lib.sh, never run; the caller is in the project's
# directory.

out=build/mutation
core=(
	include/linux/readahead_policy.h
	mm/readahead_pattern.c mm/readahead_policy.c mm/readahead_base.c
)
objects=(readahead_policy readahead_pattern readahead_base)
llvm=/usr/lib/llvm-14

# What each test is asked for, by seeds that are fixed.
property_samples="1 20000"
replay_samples="1 50000"
differs_samples="1 500000"
# RA_PAGES STEPS REQUESTS SEED
differences=("33 60 200000 1" "1024 40 20000 1" "1048576 12 200 1")
# What C does not define ends the core, as it does in the other tests of it.
undefined=("-fsanitize=undefined" -fsanitize-undefined-trap-on-error)
# Seconds of CPU time, tens of times what the core as it is takes.
time_limit=5

# Series and bits. Those of 32 bits are asked last: they find little more.
differential_out=$out/differential
variants=(6.1-64 6.12-64 6.1-32 6.12-32)

# Which tests are asked, the cheapest first, see find_by.
classic_tests=(cases properties differs cases-32 properties-32 differs-32)
base_tests=(cases fields properties cases-32 properties-32)
base_alone=("${variants[@]/#/differential-}")

# rows FILE: its lines without comments.
rows()
{
	grep -v '^#' "$1"
}

# compile BITS DIRECTORY SOURCE OBJECT OPTION...: with the header of DIRECTORY if it
# has one. A mutant may be warned about; it is tried if it is C.
compile()
{
	gcc -std=gnu11 -O1 -w "-m$1" "-I$2/include" "-I$out/core/include" \
		-Itests/include -Imm -c -o "$4" "$3" "${@:5}"
}

# compile_variant SERIES-BITS: the differential test, all but the core.
compile_variant()
{
	local dir=$differential_out/$1-12 bits=${1#*-}

	DIFFERENTIAL_CORE=$out/core/mm/readahead_base.c \
		build_differential "${1%-*}" "$bits" 12 >/dev/null &&
		rm "$dir/differential" "$dir/differential.o" "$dir/shrink.o" &&
		compile "$bits" "$out/core" tests/mutation/first-difference.c \
			"$dir/first-difference.o"
}

# compile_mutants: the program that lists them.
compile_mutants()
{
	gcc -std=gnu11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Werror \
		-isystem "$llvm/include" -o "$out/mutants" \
		tests/mutation/mutants.c -L"$llvm/lib" -lclang-14
}

# compile_tests BITS PROGRAM...: all but the core.
compile_tests()
{
	local bits=$1 program

	shift
	mkdir -p "$out/tests-$bits" || return
	for program in "$@"; do
		compile "$bits" "$out/core" "tests/$program.c" \
			"$out/tests-$bits/${program##*/}.o" || return
	done
}

# compile_all: what is the same for all mutants. They are made from a copy of the
# core, which may change meanwhile.
compile_all()
{
	local file variant

	[ -e "$llvm/include/clang-c/Index.h" ] ||
		die "libclang-14-dev is missing: make packages installs it."
	for file in "${core[@]}"; do
		cp "$file" "$out/core/$file" || die "$file cannot be copied."
	done
	for variant in "${variants[@]}"; do
		compile_variant "$variant" ||
			die "the differential test does not compile."
	done
	compile_programs || die "the tests do not compile."
}

compile_programs()
{
	compile_mutants && compile_tests 64 unit/policy-cases \
		unit/policy-properties mutation/base-fields \
		differential/classic-differs &&
		compile_tests 32 unit/policy-cases-32 fuzz/policy-replay \
			fuzz/policy-fuzz differential/classic-differs &&
		compile_core 64 "$out/core" && compile_core 32 "$out/core"
}

# compile_core BITS DIRECTORY: the files of the core that are in DIRECTORY, or all
# if it has a header of its own.
compile_core()
{
	local bits=$1 dir=$2 object source

	mkdir -p "$dir/$bits" || return
	for object in "${objects[@]}"; do
		source=$dir/mm/$object.c
		if [ ! -e "$source" ]; then
			[ -e "$dir/include" ] || continue
			source=$out/core/mm/$object.c
		fi
		compile "$bits" "$dir" "$source" "$dir/$bits/$object.o" \
			"${undefined[@]}" || return
	done
}

# core_of BITS DIRECTORY: the object files of the core, those of DIRECTORY first.
core_of()
{
	local object dir

	for object in "${objects[@]}"; do
		dir=$2
		[ -e "$dir/$1/$object.o" ] || dir=$out/core
		echo "$dir/$1/$object.o"
	done
}

# ends_well PROGRAM ARGUMENTS...: fails with the status that the shell gives to a
# program that took too much time. What it says is of no interest.
ends_well()
{
	{
		(
			ulimit -c 0 -S -t "$time_limit"
			exec "$@"
		)
	} >/dev/null 2>&1
}

# finds NAME PROGRAM ARGUMENTS...: if the program finds a fault, prints NAME, or
# that it took too much time.
finds()
{
	local name=$1 status

	shift
	ends_well "$@"
	status=$?
	if [ $status = $((128 + $(kill -l XCPU))) ]; then
		echo time
	elif [ $status != 0 ]; then
		echo "$name"
	else
		return 1
	fi
}

# finds_with BITS NAME PROGRAM ARGUMENTS...: the same for a program of so many bits.
# One that is emulated takes ten times as long.
# shellcheck disable=SC2154 # emulator_32 is of tests/lib/bits-32.sh
finds_with()
{
	local time_limit=$time_limit

	if [ "$1" = 32 ]; then
		[ ${#emulator_32[@]} = 0 ] || time_limit=$((10 * time_limit))
		finds "$2" "${emulator_32[@]}" "${@:3}"
	else
		finds "${@:2}"
	fi
}

# test_finds NAME BITS DIRECTORY PROGRAM ARGUMENTS...: with the core in DIRECTORY.
test_finds()
{
	local name=$1 bits=$2 dir=$3 program=$4
	local libraries=() linked=()

	shift 4
	mapfile -t linked < <(core_of "$bits" "$dir")
	[ "$bits" = 32 ] || libraries=(-lcmocka)
	[ "$program" != policy-replay ] ||
		linked+=("$out/tests-$bits/policy-fuzz.o")
	gcc "-m$bits" -o "$dir/$program" "$out/tests-$bits/$program.o" \
		"${linked[@]}" "${libraries[@]}" ||
		die "$program cannot be linked."
	finds_with "$bits" "$name" "$dir/$program" "$@"
}

# variant_finds SERIES-BITS DIRECTORY: the differential test of one base.
variant_finds()
{
	local bits=${1#*-} dir=$2 amount linked

	mapfile -t linked < <(core_of "$bits" "$dir")
	gcc "-m$bits" -o "$dir/first-difference" "$differential_out/$1-12"/*.o \
		"${linked[@]}" || die "the differential test cannot be linked."
	for amount in "${differences[@]}"; do
		# shellcheck disable=SC2086 # four numbers
		! finds_with "$bits" differential "$dir/first-difference" \
			$amount || return 0
	done
	return 1
}

# find_by TEST DIRECTORY: fails if the test finds no fault in the core there.
find_by()
{
	local dir=$2

	# Few mutants live to see these.
	if [[ $1 == *-32 ]]; then
		compile_core 32 "$dir" ||
			die "a mutant that compiles in 64 bit only: $dir"
	fi
	# shellcheck disable=SC2086 # a seed and a number
	case $1 in
	cases) test_finds cases 64 "$dir" policy-cases ;;
	cases-32) test_finds cases 32 "$dir" policy-cases-32 ;;
	fields) test_finds fields 64 "$dir" base-fields ;;
	properties) test_finds properties 64 "$dir" policy-properties \
		$property_samples ;;
	properties-32) test_finds properties 32 "$dir" policy-replay \
		$replay_samples ;;
	differs) test_finds classic-differs 64 "$dir" classic-differs \
		$differs_samples ;;
	differs-32) test_finds classic-differs 32 "$dir" classic-differs \
		$differs_samples ;;
	differential-*) variant_finds "${1#*-}" "$dir" ;;
	esac
}

# verdict_of DIRECTORY TEST...: the first test that finds a fault in the core there.
verdict_of()
{
	local dir=$1 test

	shift
	for test in "$@"; do
		! find_by "$test" "$dir" || return 0
	done
	echo survivor
}

# list_mutants: all of them, one a line, in $out/mutants.list; a character that
# stands nowhere in them parts the fields, since some are empty.
list_mutants()
{
	local file

	for file in "${core[@]}"; do
		"$out/mutants" "$out/core/$file" -x c -std=gnu11 -Itests/include \
			"-I$out/core/include" >"$out/of-file" ||
			die "the mutants of $file cannot be listed."
		sed "s,^[0-9]*,$file," "$out/of-file"
	done | cat -n | sed 's/^ *//' | tr '\t' '\037' >"$out/mutants.list"
}

# plant DIRECTORY FILE OFFSET LENGTH TEXT: makes the mutant, the only file of the
# core in the directory.
plant()
{
	local original=$out/core/$2

	rm -rf "$1"
	mkdir -p "$(dirname "$1/$2")" &&
		{
			head -c "$3" "$original"
			printf '%s' "$5"
			tail -c +$(($3 + $4 + 1)) "$original"
		} >"$1/$2"
}

# try_one DIRECTORY FILE: prints what finds the mutant there, and what becomes of
# it in the differential test alone, "-" if that does not ask the file.
try_one()
{
	local dir=$1 verdict alone=-

	if ! compile_core 64 "$dir" 2>/dev/null; then
		printf 'invalid\tinvalid'
		return
	fi
	if [ "$2" = mm/readahead_base.c ]; then
		alone=$(verdict_of "$dir" "${base_alone[@]}") || exit
		verdict=$(verdict_of "$dir" "${base_tests[@]}") || exit
		[ "$verdict" != survivor ] || verdict=$alone
	else
		verdict=$(verdict_of "$dir" "${classic_tests[@]}") || exit
	fi
	printf '%s\t%s' "$verdict" "$alone"
}

# try_every WORKERS REMAINDER: the mutants whose numbers leave that remainder.
# A line of the results is: number, file, verdict, verdict alone, operator,
# function, line, before, after.
try_every()
{
	local nr file line function operator offset length text before after said

	while IFS=$'\037' read -r nr file line function operator offset length \
		text before after; do
		[ $((nr % $1)) = "$2" ] || continue
		plant "$out/try-$2" "$file" "$offset" "$length" "$text" &&
			said=$(try_one "$out/try-$2" "$file") || return
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$nr" "$file" "$said" \
			"$operator" "$function" "$line" "$before" "$after"
	done <"$out/mutants.list"
}

# show_progress NUMBER: until that many mutants were tried, or none will be.
show_progress()
{
	local nr_done=0

	while [ "$nr_done" -lt "$1" ] && [ -n "$(jobs -pr)" ]; do
		sleep 1
		nr_done=$(cat "$out"/results.* | wc -l)
		progress "$nr_done of $1 mutants"
	done
	progress_end
}

# try_mutants: two at a time; the results are in $out/results.
try_mutants()
{
	local i nr

	nr=$(wc -l <"$out/mutants.list")
	for i in 0 1; do
		try_every 2 $i >"$out/results.$i" &
	done
	show_progress "$nr"
	wait
	sort -n "$out"/results.[01] >"$out/results"
	[ "$(wc -l <"$out/results")" = "$nr" ] ||
		die "not all mutants could be tried."
	awk -F '\t' '$3 == "survivor" { print $2, $6, $5 "\t" $8 "\t" $9 }' \
		"$out/results" | sort >"$out/survivors"
}

# known_survivors FILE: those that a list of survivors names, as in $out/survivors.
known_survivors()
{
	rows "$1" | awk -v RS= -F '\n' '
		{ print $1 "\t" substr($2, 3) "\t" substr($3, 3) }' | sort
}

# without_reason FILE: what is no record with a reason in it.
without_reason()
{
	rows "$1" | awk -v RS= -F '\n' '
		$1 !~ /^[a-z0-9_.\/]+ [a-z0-9_]+ [a-z]+$/ || $2 !~ /^- ./ ||
		$3 !~ /^\+ ./ || $4 !~ /^  [^ ]/'
}
