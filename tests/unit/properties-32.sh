#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The properties of the policy core where a page index has 32 bits, as the sizes
# have: random inputs and the known ones of the fuzzer, by two compilers.
# usage: tests/unit/properties-32.sh [SEED]    (SEED repeats a run)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../lib/bits-32.sh
. "$project/tests/lib/bits-32.sh"

out=build/unit/32
nr_samples=${SAMPLES:-$(share_32 500000)}
cflags=(-std=gnu11 -g -O1 -Wall -Wextra -Werror -Itests/include -Iinclude)
sanitize=("$sanitize_32" -fno-sanitize-recover=all)
declare -A more=([gcc]="" [clang]=-fsanitize=implicit-integer-truncation)

[ $# -le 1 ] || bad_usage "usage: tests/unit/properties-32.sh [SEED]"
seed=${1:-$SRANDOM}
[[ $seed =~ ^[0-9]{1,18}$ ]] ||
	bad_usage "the seed '$seed' is not a number of at most 18 digits."
[[ $nr_samples =~ ^[1-9][0-9]{0,17}$ ]] ||
	bad_usage "the number of samples '$nr_samples' is not one from 1 to 18 digits."
seed=$((10#$seed))
cd "$project" || exit 1
mkdir -p "$out/core" || die "cannot write below $build."

# build_replay COMPILER BITS DIRECTORY: makes build/unit/32/replay.
build_replay()
{
	# shellcheck disable=SC2086 # more is a list of words
	"$1" "-m$2" "${cflags[@]}" "${sanitize[@]}" ${more[$1]} \
		-o "$out/replay" tests/fuzz/policy-{replay,fuzz}.c \
		"$3"/readahead_{policy,pattern,base}.c
}

holds()
{
	local said name="$1, 32 bit: all properties hold"

	if said=$(build_replay "$1" 32 mm 2>&1 &&
		run_32 "$out/replay" "$seed" "$nr_samples" tests/fuzz/corpus/* 2>&1) &&
		grep -q ', 32 bits: all properties hold$' <<<"$said"; then
		echo "# $said"
		ok "$name"
	else
		not_ok "$name" "seed $seed" "$said"
	fi
}

# A sum of two sizes that is right in 64 bits, and wraps in 32.
plant()
{
	cp mm/readahead_{policy,pattern,base}.c "$out/core"
	sed -i 's/window->size <= max && next <= max - window->size/(unsigned long)window->size + next <= max/' \
		"$out/core/readahead_policy.c"
	! cmp -s "$out/core/readahead_policy.c" mm/readahead_policy.c
}

# tries BITS: what the program says of the core with this fault.
tries()
{
	local run=()

	[ "$1" = 64 ] || run=(run_32)
	build_replay gcc "$1" "$out/core" 2>&1 &&
		"${run[@]}" "$out/replay" "$seed" "$nr_samples" 2>&1
}

# finds NAME: a property is violated, whichever the samples come to first.
finds()
{
	local said

	said=$(tries 32)
	if grep -q '^# because: ' <<<"$said"; then
		echo "# ${said##*# because: }"
		ok "$1"
	else
		not_ok "$1" "$said"
	fi
}

ktap_plan 4
echo "# seed $seed, $nr_samples samples"
holds gcc
holds clang
if plant; then
	finds "a sum that wraps in 32 bits only is found there"
	is "and is no fault in 64 bits" "$(tries 64)" \
		"0 files and $nr_samples random samples of seed $seed, 64 bits: all properties hold"
else
	not_ok "a sum that wraps in 32 bits only is found there" \
		"the core has no such place"
	not_ok "and is no fault in 64 bits" "the core has no such place"
fi
ktap_end
