#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the rules of policy adaptive in user space: the very file that goes into the
# kernel. What it reaches of simulated devices, how it compares with policy classic on
# workloads that nobody chose, what holds for any requests, and that the tests see a
# fault that is planted.
# usage: tests/unit/adaptive.sh [SEED]    (SEED repeats a run on random requests)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../lib/bits-32.sh
. "$project/tests/lib/bits-32.sh"

out=build/unit/adaptive
core=mm/readahead_adaptive.c
classic=(mm/readahead_policy.c mm/readahead_pattern.c)
cflags=(-std=gnu11 -g -O1 -Wall -Wextra -Werror -Itests/include -Iinclude)
nr_decisions=3000000
nr_workloads=2000

[ $# -le 1 ] || bad_usage "usage: tests/unit/adaptive.sh [SEED]"
if [ $# = 1 ] && ! [[ $1 =~ ^[0-9]{1,18}$ ]]; then
	bad_usage "the seed '$1' is not a number of at most 18 digits."
fi
seed=${1:-$SRANDOM}
seed=$((10#$seed))
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."

# build_speed CORE CFLAGS...: makes build/unit/adaptive/speed.
build_speed()
{
	gcc "${cflags[@]}" "${@:2}" -o "$out/speed" \
		tests/unit/adaptive-{speed,file}.c "$1" "${classic[@]}"
}

# build_mix CORE: makes build/unit/adaptive/mix.
build_mix()
{
	gcc "${cflags[@]}" -O2 -o "$out/mix" tests/unit/adaptive-{mix,file}.c \
		"$1" "${classic[@]}"
}

# build_properties COMPILER CORE CFLAGS...: makes build/unit/adaptive/properties.
build_properties()
{
	"$1" "${cflags[@]}" -fno-sanitize-recover=all "${@:3}" \
		-o "$out/properties" tests/unit/adaptive-properties.c "$2"
}

# speed NAME CFLAGS...: all ways of reading are within their bounds.
speed()
{
	local said name=$1

	shift
	if said=$(build_speed $core "$@" 2>&1 && "$out/speed" 2>&1); then
		ok "$name: $said"
	else
		not_ok "$name" "$said"
	fi
}

# mix: two of a hundred workloads may be slower than 0.95 of the base, and the slower
# half is as fast. The worst are printed.
mix()
{
	local said status

	said=$(build_mix $core 2>&1 && "$out/mix" "$seed" $nr_workloads 2 2>&1)
	status=$?
	grep '^#' <<<"$said"
	if [ $status = 0 ]; then
		ok "$(tail -n 1 <<<"$said")"
	else
		not_ok "workloads that nobody chose" "seed $seed" "$(tail -n 1 <<<"$said")"
	fi
}

# holds NAME COMPILER NUMBER RUN... -- CFLAGS...
holds()
{
	local said name=$1 compiler=$2 number=$3 run=()

	shift 3
	while [ "$1" != -- ]; do
		run+=("$1")
		shift
	done
	shift
	if said=$(build_properties "$compiler" $core "$@" 2>&1 &&
		"${run[@]}" "$out/properties" "$seed" "$number" 2>&1); then
		ok "$name: $said"
	else
		not_ok "$name" "seed $seed" "$said"
	fi
}

# plant SED-SCRIPT: makes build/unit/adaptive/planted.c; fails if nothing changed.
plant()
{
	sed "$1" $core >"$out/planted.c"
	! cmp -s $core "$out/planted.c"
}

# seen NAME SED-SCRIPT PROGRAM ARGUMENT...: the program fails with this fault.
seen()
{
	local name=$1 script=$2 program=$3

	shift 3
	if ! plant "$script"; then
		not_ok "$name" "the core has no such place"
	elif [ "$program" = mix ]; then
		build_mix "$out/planted.c" -w &&
			fails "$name" "$out/mix" "$seed" 300 2
	elif [ "$program" = speed ]; then
		build_speed "$out/planted.c" -O2 -w &&
			fails "$name" "$out/speed"
	else
		build_properties gcc "$out/planted.c" -w -fsanitize=address,undefined &&
			fails "$name" "$out/properties" "$@"
	fi
}

refuses()
{
	local name=$1 said status

	shift
	said=$("$out/properties" "$@" 2>&1 >/dev/null)
	status=$?
	is "$name" "$status, $(wc -l <<<"$said")" "2, 1"
}

ktap_plan 17
echo "# seed $seed"
speed "speed and amplification" -O2
speed "the same under the sanitizers" -fsanitize=address,undefined \
	-fno-sanitize-recover=all
mix
holds "properties, gcc" gcc $nr_decisions -- -fsanitize=address,undefined
holds "properties, clang" clang $nr_decisions -- -fsanitize=address,undefined \
	-fsanitize=implicit-integer-truncation
refuses "a seed that is no number" 12x 5
refuses "a number that is none" 12 -5
refuses "an argument too many" 1 2 3
holds "properties, 32 bit" gcc "$(share_32 $nr_decisions)" "${emulator_32[@]}" -- \
	-m32 "$sanitize_32"
seen "half the distance" 's/pages \*= 2;/pages \/= 4;/' speed
seen "no markers" 's/nr % plan->marker_every == 0/!plan/' speed
seen "no strides" 's/^\treturn ra_new_stride(streams, access);/\treturn NULL;/' speed
seen "no way down" '/if (end - first <= 1/s/end - first <= 1/end == first + 9/' speed
seen "streams that are given up" 's/^\tif (++stream->nr_gaps < RA_MAX_GAPS)/\tif (access->index % 3)/;s/^\tif (!ra_is_gap(/\tif (0 \&\& !ra_is_gap(/' mix
seen "a window behind the end of the file" \
	's/^\tto = min3(.*most,$/\tto = min3(to, to, to);/;/^\t\t  bounds->nr_file_pages);/d' \
	properties "$seed" 300000
seen "a stream of requests that follow none" \
	's/^\tra_keep_single/\tplan.demand.size += 1;\n&/;s/^\t\t\tra_keep_single/\t\t\tplan.demand.size++;\n&/' \
	properties "$seed" 300000
seen "a limit that does not hold" 's/^\tmost = min(most, bounds->max_pages);//' \
	properties "$seed" 300000
ktap_end
