#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Names, fault by fault, the inputs for which policy classic decides otherwise
# than the unpatched 6.1, and shows that it decides alike everywhere else.
# usage: tests/unit/classic-differs.sh [SEED]    (SEED repeats a run)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../lib/seed.sh
. "$project/tests/lib/seed.sh"
# shellcheck source=../lib/bits-32.sh
. "$project/tests/lib/bits-32.sh"

out=build/unit/classic-differs
core=(mm/readahead_base.c mm/readahead_policy.c mm/readahead_pattern.c)
cflags=(-std=gnu11 -O2 -g -Wall -Wextra -Werror -Itests/include -Iinclude)
samples=20000000

[ $# -le 1 ] || bad_usage "usage: tests/unit/classic-differs.sh [SEED]"
if [ $# = 1 ] && ! [[ $1 =~ ^[0-9]{1,18}$ ]]; then
	bad_usage "the seed '$1' is not a number of at most 18 digits."
fi
seed=${1:-$(date +%s%N | cut -c 3-)}
seed=$((10#$seed))
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."

# build_program NAME CFLAGS...: makes build/unit/classic-differs/NAME.
build_program()
{
	local name=$1

	shift
	gcc "${cflags[@]}" "$@" -o "$out/$name" \
		tests/differential/classic-differs.c "${core[@]}" ||
		die "the program does not compile."
}

# compared BITS STATUS INPUTS: what one program said.
compared()
{
	local bits=$1 status=$2 held

	sed "s/^[a-z]/# &/" "$out/$bits.out"
	if [ "$status" != 0 ]; then
		not_ok "$bits bits: the faults explain each difference" \
			"status $status"
		return
	fi
	held=$(grep -c ' [1-9][0-9]* [1-9][0-9]* [1-9][0-9]*$' "$out/$bits.out")
	ok "$bits bits: $held faults explain each difference in $3 inputs"
}

# The rules of 6.12 are not those of 6.1 with the same faults.
can_fail()
{
	local said

	if said=$("$out/other" "$seed" "$samples" 2>&1); then
		not_ok "another base is told from 6.1" "no difference found"
	elif [[ $said == *"# base window"* ]]; then
		ok "another base is told from 6.1"
	else
		not_ok "another base is told from 6.1" "$said"
	fi
}

# draw SEED: the faults that some inputs show.
# shellcheck disable=SC2317 # for seed_repeats
draw()
{
	"$out/64" "$1" 99999
}

# refuses NAME ARGUMENTS...: one line on stderr, and status 2.
refuses()
{
	local name=$1 said status

	shift
	said=$("$out/64" "$@" 2>&1 >/dev/null)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ] && [ -n "$said" ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

ktap_plan 8
echo "# seed $seed"
build_program 64
build_program 32 -m32
build_program other -DBASE=ra_base_6_12
"$out/64" "$seed" "$samples" >"$out/64.out" 2>&1 &
run_32 "$out/32" "$seed" "$(share_32 "$samples")" >"$out/32.out" 2>&1
compared 32 $? "$(share_32 "$samples")"
wait $!
compared 64 $? "$samples"
seed_repeats draw "$seed"
can_fail
refuses "a seed that is no number" 12x 5
refuses "a number of samples that is none" 12 x5
refuses "an argument too many" 1 2 3
ktap_end
