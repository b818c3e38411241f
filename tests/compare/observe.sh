#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# observe.sh [SEED]: the kernel with the patches that observe and the one that moves
# the rules decides as the base does: for the same reads both send the disk the same
# requests in the same order, also while the module counts and traces.
# A fresh seed each run, unless one is given.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

out=$build/check/observe
seed=${1:-$((RANDOM % 32768))}
[[ $seed =~ ^[0-9]+$ && $seed -lt 32768 ]] ||
	bad_usage "a seed is a number from 0 to 32767, not '$seed'."
rm -rf "$out"
mkdir -p "$out" || die "cannot write below $build."

ktap_plan 3
echo "# seed $seed"
for kernel in base observe; do
	succeeds "1500 operations drawn from the seed run on the $kernel kernel" \
		"$project/scripts/vm" --kernel "$kernel" --virtual-time --timeout 900 \
		--name "observe-$kernel" --out "$out" --disk d,size_mb=64 \
		-- "$project/tests/compare/random-reads" "$seed"
done
lines=$(wc -l <"$out/requests-base")
echo "# $lines requests"
if [ "$lines" -gt 1000 ] && cmp "$out/script-base" "$out/script-observe" >"$out/cmp" &&
	cmp "$out/requests-base" "$out/requests-observe" >"$out/cmp"; then
	ok "both kernels send the disk the same $lines requests"
else
	not_ok "both kernels send the disk the same requests" "$(cat "$out/cmp")" \
		"seed $seed, see ${out#"$project"/}"
fi
ktap_end
