#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A minute of fuzzing the policy core (FUZZ_SECONDS changes that), and proof
# that it can fail: the fuzzer has to find each of some faults that are planted
# in a copy of the core, starting from nothing, within 20 seconds.
# usage: tests/unit/fuzz.sh [SEED]    (SEED repeats a run)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

out=build/fuzz
cflags=(-std=gnu11 -g -Wall -Wextra -Werror -Itests/include -Iinclude)
sources=(tests/fuzz/policy-replay.c tests/fuzz/policy-fuzz.c)
cores=(readahead_policy readahead_pattern readahead_base)

# What is wrong, and how sed makes it so in the one file of the core that it is about.
faults=(
	"the end of a window wraps"
	's/size_add(old->start, old->size)/old->start + old->size/'
	"a random request has a marker"
	's/{ req->index, nr_pages, 0 }/{ req->index, nr_pages, nr_pages \/ 2 }/'
	"nothing is read without a reason"
	's/decision.reason = RA_REASON_NO_HOLE;//'
	"any number is rounded up"
	's/if (nr_pages > max \/ 4)/if (!nr_pages)/'
	"the missed page is passed over"
	'/ ra_start(/,/^}/s/{ .start = req->index }/{ .start = req->index + 1 }/'
	"the limit of the device is not kept"
	'/ ra_max_pages(/,/^}/s/min_t(unsigned long, req->nr_pages, limits->io_pages)/req->nr_pages/'
	"a run is told by its place alone"
	's/(ra_is_next(req) || req->sequential)/true/'
	"a request at random has a marker"
	's/pattern == RA_PATTERN_OVERSIZE && !ra_is_next(req)/!pattern/'
	"what is left of a request is taken for a run"
	'/ ra_is_rest(/,/^}/s/ && !old->async_size/ \&\& old->async_size/'
	"a window that is cut short keeps a marker behind it"
	's/min(left, window.async_size)/min(left \/ 2, window.async_size)/'
	"two decisions read one page"
	's/ra_cut(window, taken->start)/ra_cut(window, taken->start + 1)/'
	"a base is run where it is not defined"
	's/return req->nr_pages && .*/return req->nr_pages;/'
	"a folio reaches over the last page"
	'/ ra_base_folio_order(/,/^}/s/(1UL << order) - 1 > last/(1UL << order) - 2 > last/'
)

[ $# -le 1 ] || bad_usage "usage: tests/unit/fuzz.sh [SEED]"
if [ $# = 1 ] && { ! [[ $1 =~ ^[1-9][0-9]{0,9}$ ]] || [ "$1" -gt 4000000000 ]; }; then
	bad_usage "the seed '$1' is not a number from 1 to 4000000000."
fi
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."

# fuzzes: the run itself; what it did is part of the report.
fuzzes()
{
	local said status

	said=$(FUZZ_SECONDS=${FUZZ_SECONDS:-60} scripts/fuzz --jobs 1 "$@" 2>"$out/said")
	status=$?
	printf '%s\n' "$said" | sed 's/^/# /'
	if [ $status = 0 ] && grep -q '^executions: [1-9]' <<<"$said" &&
		grep -q '^findings: 0$' <<<"$said"; then
		ok "no input breaks a property or does something undefined"
	else
		not_ok "no input breaks a property or does something undefined" \
			"$(cat "$out/said")"
	fi
}

# plant SED DIRECTORY: a copy of the core with a fault in it.
plant()
{
	local file

	rm -rf "$2"
	mkdir -p "$2"
	for file in "${cores[@]}"; do
		sed "$1" "mm/$file.c" >"$2/$file.c"
		cmp -s "mm/$file.c" "$2/$file.c" || echo "$file"
	done
}

# finds NAME SED: the fuzzer finds this fault, and says what it is.
finds()
{
	local name="finds: $1" dir=$out/planted said status began=$SECONDS

	if [ "$(plant "$2" "$dir/core" | wc -l)" != 1 ]; then
		not_ok "$name" "not one file of the core has such a place: $2"
		return
	fi
	said=$(FUZZ_SECONDS=20 scripts/fuzz --jobs 1 --core "$dir/core" \
		--out "$dir" --from-nothing 2>&1)
	status=$?
	if [ $status = 1 ] && grep -q '^findings: 1$' <<<"$said" &&
		grep -qE '^# because: |runtime error: ' <<<"$said"; then
		echo "# $(grep -E '^# because: |runtime error: ' <<<"$said" |
			head -n 1 | sed 's/^# //'), $((SECONDS - began)) s with the build"
		ok "$name"
	else
		not_ok "$name" "status $status" "$said"
	fi
	rm -rf "$dir/corpus"
}

# What was found last is found again by the program without a fuzzer, in words.
repeats()
{
	local name="a finding can be repeated without the fuzzer" said status
	local dir=$out/planted

	gcc "${cflags[@]}" -fsanitize=undefined -fno-sanitize-recover=all \
		-o "$dir/replay" "${sources[@]}" "$dir"/core/*.c 2>"$out/said" &&
		said=$("$dir/replay" 1 0 "$dir"/findings/* 2>&1)
	status=$?
	if [ $status != 0 ] && grep -q '^# request: ' <<<"$said" &&
		grep -q '^# violated: ' <<<"$said"; then
		ok "$name"
	else
		not_ok "$name" "status $status" "$said" "$(cat "$out/said")"
	fi
}

build_for_coverage()
{
	local name objects=()

	for name in "${cores[@]}"; do
		gcc "${cflags[@]}" -O0 --coverage -c -o "$1/$name.o" \
			"mm/$name.c" || return
		objects+=("$1/$name.o")
	done
	gcc "${cflags[@]}" -o "$1/replay" "${sources[@]}" "${objects[@]}" -lgcov
}

# The inputs in the repository are where each run begins.
covers()
{
	local name="the known inputs take every branch of the core" dir=$out/coverage
	local core summary=

	rm -rf "$dir"
	mkdir -p "$dir"
	if ! build_for_coverage "$dir" >"$out/said" 2>&1 ||
		! "$dir/replay" 1 0 tests/fuzz/corpus/* >>"$out/said" 2>&1; then
		not_ok "$name" "$(cat "$out/said")"
		return
	fi
	for core in "${cores[@]}"; do
		summary+=$(gcov -b -c -n -o "$dir/$core.o" "mm/$core.c" 2>&1 |
			grep -A4 "^File 'mm/$core.c'" | grep '^Taken')$'\n'
	done
	if [ "$(grep -c '^Taken at least once:100.00% of [1-9]' <<<"$summary")" = ${#cores[@]} ]; then
		ok "$name"
	else
		not_ok "$name" "$summary" \
			"scripts/fuzz --merge looks for more inputs and keeps the fewest"
	fi
}

is_small()
{
	local files large

	files=$(find tests/fuzz/corpus -type f | wc -l)
	large=$(find tests/fuzz/corpus -type f -size +99c)
	if [ "$files" -ge 1 ] && [ "$files" -lt 60 ] && [ -z "$large" ]; then
		ok "the known inputs are few and small: $files"
	else
		not_ok "the known inputs are few and small" "$files files" "$large"
	fi
}

# refuses NAME COMMAND...: one line and status 2.
refuses()
{
	local name=$1 said status

	shift
	said=$("$@" 2>&1)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ]; then
		ok "refuses $name"
	else
		not_ok "refuses $name" "status $status, said: $said"
	fi
}

ktap_plan $((13 + ${#faults[@]} / 2))
is_small
covers
fuzzes "$@"
for ((i = 0; i < ${#faults[@]}; i += 2)); do
	finds "${faults[@]:i:2}"
done
repeats
refuses "a seed that is no number" scripts/fuzz 12x
refuses "a seed of 0" scripts/fuzz 0
refuses "a seed that is too large" tests/unit/fuzz.sh 4000000001
refuses "two seeds" scripts/fuzz 1 2
refuses "an unknown option" scripts/fuzz --faster
refuses "a time that is no number" env FUZZ_SECONDS=1h scripts/fuzz
refuses "a core that is not there" scripts/fuzz --core build/fuzz/nowhere
refuses "no number of samples" "$out/coverage/replay" 1 x
refuses "an input that is not there" "$out/coverage/replay" 1 0 build/fuzz/nowhere
ktap_end
