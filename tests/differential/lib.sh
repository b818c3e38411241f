# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Builds and runs the differential test. Sourced after scripts/lib.sh, never run;
# the caller is in the project's directory.
#
# DIFFERENTIAL_CORE names another file than mm/readahead_base.c to be tested, for
# those who want to see the test fail.

# shellcheck source=../lib/bits-32.sh
# shellcheck disable=SC2154 # project is of scripts/lib.sh
. "$project/tests/lib/bits-32.sh"

differential_out=build/differential
# shellcheck disable=SC2034 # for the scripts that source this file
differential_builds=(
	"6.1 64 12" "6.1 64 16" "6.1 32 12" "6.1 32 16"
	"6.12 64 12" "6.12 64 16" "6.12 32 12" "6.12 32 16"
)
# What one build compares: the scale and the number of requests. The four builds
# of a base together make what the project promises, and a little more.
differential_amounts=("33 5000000" "1024 25000" "16384 5000" "1048576 500")

# stand_ins SERIES SOURCE: a header of one line for each that the base includes.
stand_ins()
{
	local dir=$differential_out/include-$1 header

	sed -n 's/^#include [<"]\(.*\)[>"]$/\1/p' "$2/mm/readahead.c" |
		while IFS= read -r header; do
			mkdir -p "$dir/$(dirname "$header")" &&
				echo '#include "standin.h"' >"$dir/$header" || exit 1
		done
}

# compile_differential OUT SOURCE INCLUDE CFLAGS...: the base's own files without
# warnings, which are not ours to mend.
compile_differential()
{
	local out=$1 source=$2 include=$3 dir=tests/differential name
	local base=("-I$include" "-I$dir/include" "-I$dir" "-I$source")
	local core=(-Itests/include -Iinclude)
	local strict=(-Wall -Wextra -Werror)

	shift 3
	gcc "$@" -w "${base[@]}" -c -o "$out/readahead.o" "$source/mm/readahead.c" &&
		gcc "$@" -w "${base[@]}" -c -o "$out/filemap.o" $dir/filemap.c &&
		gcc "$@" "${strict[@]}" "${core[@]}" "${base[@]}" -c \
			-o "$out/kernel.o" $dir/kernel.c || return
	for name in differential shrink generate play model log stream cache; do
		gcc "$@" "${strict[@]}" "${core[@]}" -c -o "$out/$name.o" \
			$dir/$name.c || return
	done
	gcc "$@" "${strict[@]}" "${core[@]}" -o "$out/differential" \
		"$out"/*.o "${DIFFERENTIAL_CORE:-mm/readahead_base.c}"
}

# build_differential SERIES BITS PAGE-SHIFT [RULES]: prints the program's path.
# RULES are those of another series, to see the test fail.
build_differential()
{
	local series=$1 bits=$2 shift=$3 rules=${4:-$1} source out

	# It has said why.
	source=$(scripts/base-source "$series") || exit 1
	out=$differential_out/$series-$bits-$shift
	[ "$rules" = "$series" ] || out=$out-rules-$rules
	rm -rf "$out"
	mkdir -p "$out" && stand_ins "$series" "$source" &&
		compile_differential "$out" "$source" \
			"$differential_out/include-$series" -std=gnu11 -O2 -g \
			-m"$bits" -DPAGE_SHIFT="$shift" \
			-DBASE="ra_base_${rules/./_}" &&
		echo "$out/differential"
}

# build_differentials: all of them.
build_differentials()
{
	local i

	for i in "${differential_builds[@]}"; do
		# shellcheck disable=SC2086 # series, bits and shift
		build_differential $i >/dev/null || die "$i does not compile."
	done
}

# seed_of SEED BUILD: each build draws streams of its own.
seed_of()
{
	echo $(($1 + $2 * 1000003))
}

# amount_of BITS NUMBER: how many requests a build compares, so that all together
# are as many where those of 32 bits are slow.
amount_of()
{
	if [ "$1" = 32 ]; then
		share_32 "$2"
	else
		echo $((2 * $2 - $(share_32 "$2")))
	fi
}

# run_differential BITS PROGRAM ARGUMENT...
run_differential()
{
	local bits=$1

	shift
	if [ "$bits" = 32 ]; then
		run_32 "$@"
	else
		"$@"
	fi
}

# run_build NUMBER SEED DIR: all amounts of the build with that number, results
# in DIR/SERIES-BITS-SHIFT.SCALE; fails after the first difference.
run_build()
{
	local name amount bits seed

	name=${differential_builds[$1]// /-}
	bits=${name%-*}
	bits=${bits##*-}
	seed=$(seed_of "$2" "$1")
	for amount in "${differential_amounts[@]}"; do
		run_differential "$bits" "$differential_out/$name/differential" \
			"${amount% *}" "$(amount_of "$bits" "${amount#* }")" \
			"$seed" >"$3/$name.${amount% *}" 2>&1 || return
	done
}

# run_builds SEED DIR: all of them, two at a time.
run_builds()
{
	local i n=${#differential_builds[@]}

	rm -rf "$2"
	mkdir -p "$2" || die "cannot make $2."
	for ((i = 0; i < n; i++)); do
		while [ "$(jobs -pr | wc -l)" -ge 2 ]; do
			wait -n
		done
		progress "build $((i + 1)) of $n: ${differential_builds[i]}"
		(
			run_build "$i" "$1" "$2"
			echo $? >"$2/${differential_builds[i]// /-}.status"
		) &
	done
	wait
	progress_end
}

# sum_of CLASS FILE...: how many requests of a class there are.
sum_of()
{
	local class=$1

	shift
	awk -v class="$class" '$1 == class { n += $2 } END { print n + 0 }' "$@"
}
