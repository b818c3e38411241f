#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A hundred times what tests/unit/base.sh compares, each round with a seed of its
# own. Interrupted, it goes on with the next round; when one of the sources
# or the compiler changes it begins again.
# usage: tests/differential/long.sh [ROUNDS]

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=lib.sh
. "$project/tests/differential/lib.sh"

out=build/check-long/differential

[ $# -le 1 ] || bad_usage "usage: tests/differential/long.sh [ROUNDS]"
rounds=${1:-100}
[[ $rounds =~ ^[1-9][0-9]{0,5}$ ]] ||
	bad_usage "'$rounds' is not a number of rounds."
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."
lock check-long-differential

sources_hash()
{
	local bases

	gcc --version >"$out/versions"
	bases=$(scripts/base-source 6.1 && scripts/base-source 6.12) || exit 1
	# shellcheck disable=SC2046,SC2086 # file names of this repository
	hash_of $(find tests/differential tests/include -type f | sort) \
		tests/unit/{number,random}.h "$out/versions" include/linux/readahead_policy.h \
		mm/readahead_base.c $(find $bases -type f | sort)
}

# rounds_done: how many lines the record has, one a round. It is thrown away when
# it belongs to other sources.
rounds_done()
{
	if [ "$(cat "$out/hash" 2>/dev/null)" != "$hash" ]; then
		rm -f "$out/record"
		echo "$hash" >"$out/hash"
	fi
	[ ! -f "$out/record" ] || wc -l <"$out/record"
}

# one_round SEED: fails after a difference, and shows the stream.
one_round()
{
	local file

	run_builds "$1" "$out/round"
	for file in "$out"/round/*.status; do
		[ "$(cat "$file")" = 0 ] && continue
		say "$me: with the seed $1 there is a difference in $(basename "$file" .status):"
		tail -n 60 "$(find "$out/round" \
			-name "$(basename "$file" .status).[0-9]*" |
			sort -V | tail -n 1)"
		return 1
	done
}

# Where no other test replaces them.
# shellcheck disable=SC2034 # for what is sourced
differential_out=$out/programs
hash=$(sources_hash) || exit 1
done_before=$(rounds_done)
done_before=${done_before:-0}
[ "$done_before" -ge "$rounds" ] || build_differentials
for ((round = done_before + 1; round <= rounds; round++)); do
	seed=$((10#$(date +%N%S)))
	say "      $(elapsed) round $round of $rounds, seed $seed"
	one_round "$seed" || exit 1
	echo "$seed $(sum_of requests "$out"/round/*.[0-9]*)" >>"$out/record"
done
awk '{ n += $2 } END { print n " requests alike in " NR " rounds" }' "$out/record"
