#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Holds ra_base_*() against the unpatched kernels: their own mm/readahead.c, from
# the source packages, is compiled in user space and given the same streams of
# requests, in 32 and 64 bits, with pages of 4 and 64 KiB. Then the test itself:
# it must tell one base from the other, and refuse what it does not understand.
# usage: tests/unit/base.sh [SEED]    (SEED repeats a run)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../lib/seed.sh
. "$project/tests/lib/seed.sh"
# shellcheck source=../differential/lib.sh
. "$project/tests/differential/lib.sh"

out=build/unit/base

# What must have happened to each base, or the test did not show what it says.
classes=(
	sync-none sync-initial0 sync-initial sync-context sync-oversize
	sync-random async-subsequent async-marker forced-fadvise around-around
	with-undefined with-nothing with-forced with-no-hole with-behind
	with-large with-fell-back with-left with-shrunk with-refused
	with-no-memory with-marked with-searched
)
# The rules for sync requests serve async ones too on 6.1, and only there.
classes_6_1=(sync-subsequent async-initial0 async-none with-grown)

[ $# -le 1 ] || bad_usage "usage: tests/unit/base.sh [SEED]"
if [ $# = 1 ] && ! [[ $1 =~ ^[0-9]{1,17}$ ]]; then
	bad_usage "the seed '$1' is not a number of at most 17 digits."
fi
seed=${1:-$(date +%N%S)}
seed=$((10#$seed))
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."

# compared BUILD: one build is one result.
compared()
{
	local name=${1// /-} sum status

	sum=$(sum_of requests "$out/$name".*)
	status=$(cat "$out/$name.status" 2>/dev/null)
	if [ "$status" = 0 ]; then
		ok "$name: $sum requests alike"
	else
		not_ok "$name" "status ${status:-unknown}; the shortest stream:" \
			"$(tail -n 60 "$(find "$out" -name "$name.[0-9]*" |
				sort -V | tail -n 1)")"
	fi
}

# enough SERIES SCALE NUMBER: so many requests in all builds of a base.
enough()
{
	local sum

	sum=$(sum_of requests "$out/$1"-*."$2")
	if [ "$sum" -ge "$3" ]; then
		ok "$1: $sum requests with windows up to $2 pages"
	else
		not_ok "$1: windows up to $2 pages" "$sum requests, not $3"
	fi
}

# all_classes SERIES CLASS...: none of them may be empty.
all_classes()
{
	local series=$1 class missing=()

	shift
	awk -v series="$series" 'NF == 2 { n[$1] += $2 }
		END { for (class in n) print "# " series, class, n[class] }' \
		"$out/$series"-*.[0-9]* | sort
	for class in "$@"; do
		[ "$(sum_of "$class" "$out/$series"-*.[0-9]*)" -gt 0 ] ||
			missing+=("$class")
	done
	is "$series: all classes of requests" "${missing[*]}" ""
}

# tells_apart SERIES RULES: with the rules of another base there is a difference,
# and the stream that is printed shows it again.
tells_apart()
{
	local name="the rules of $2 are not those of $1" program lines

	program=$(build_differential "$1" 64 12 "$2") || {
		not_ok "$name" "does not compile"
		return
	}
	if "$program" 33 1000000 "$seed" >"$out/apart-$1"; then
		not_ok "$name" "no difference found"
		return
	fi
	lines=$(grep -vc '^#' "$out/apart-$1")
	if [ "$lines" -gt 4 ]; then
		not_ok "$name" "the stream is not short:" "$(cat "$out/apart-$1")"
		return
	fi
	"$program" --replay "$out/apart-$1" >"$out/again-$1"
	is "$name: $lines steps show it" "$?" 1
}

# ends_with STATUS NAME COMMAND...: one line on stderr, and that status.
ends_with()
{
	local wanted=$1 name=$2 said status

	shift 2
	said=$("$@" 2>&1 >/dev/null)
	status=$?
	if [ $status = "$wanted" ] && [ "$(wc -l <<<"$said")" = 1 ] && [ -n "$said" ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

refuses()
{
	ends_with 2 "$1" "$out/program" "${@:2}"
}

# refuses_stream NAME TEXT: as printf's format, so that it may hold any byte.
refuses_stream()
{
	# shellcheck disable=SC2059
	printf "$2\n" >"$out/bad-stream"
	refuses "$1" --replay "$out/bad-stream"
}

# On a machine whose dpkg knows of no package.
missing_package()
{
	local fake=$project/$out/no-package

	mkdir -p "$fake"
	printf '#!/bin/sh\nexit 1\n' >"$fake/dpkg-query"
	chmod +x "$fake/dpkg-query"
	ends_with 1 "a source package that is not installed" \
		env "PATH=$fake:$PATH" scripts/base-source 6.12
}

# draw SEED: what comes of some requests.
# shellcheck disable=SC2317 # for seed_repeats
draw()
{
	"$out/program" 33 9999 "$1"
}

# A stream is the same as text. The first stream of a seed may be one that makes
# no request.
repeats()
{
	local number=$seed got="requests 0"

	while [ "$got" = "requests 0" ]; do
		number=$((number + 1))
		"$out/program" --show 33 "$number" >"$out/stream"
		got=$("$out/program" --replay "$out/stream")
	done
	is "a stream as text is the same stream" "$got" \
		"$("$out/program" 33 1 "$number" | sed -n 1p)"
}

# One run at a time: all runs use the same programs.
lock differential
ktap_plan 35
echo "# seed $seed"
build_differentials
run_builds "$seed" "$out"
for variant in "${differential_builds[@]}"; do
	compared "$variant"
done
for series in 6.1 6.12; do
	enough $series 33 20000000
	enough $series 1024 10000
	enough $series 16384 10000
	enough $series 1048576 1000
done
all_classes 6.1 "${classes[@]}" "${classes_6_1[@]}"
all_classes 6.12 "${classes[@]}"
cp "$differential_out/6.1-64-12/differential" "$out/program"
tells_apart 6.1 6.12
tells_apart 6.12 6.1
repeats
seed_repeats draw "$seed"
refuses "a seed that is no number" 33 10 12x
refuses "a number of requests that is none" 33 -5 1
refuses "a scale that there is not" 34 10 1
refuses "a file that there is not" --replay "$out/no-such-file"
refuses "a file that cannot be read" --replay "$out"
refuses_stream "a step that there is not" "snyc 1 2"
refuses_stream "a number too few" "sync 1"
refuses_stream "a number too many" "sync 1 2 3"
refuses_stream "a number that does not fit" "limits 4294967296 1"
refuses_stream "a step with a byte of 0 behind it" 'sync 1 2\0 3'
ends_with 2 "a base that there is not" scripts/base-source 5.10
missing_package
ktap_end
