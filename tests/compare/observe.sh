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
	succeeds "3000 operations drawn from the seed run on the $kernel kernel" \
		"$project/scripts/vm" --kernel "$kernel" --virtual-time --timeout 900 \
		--name "observe-$kernel" --out "$out" --disk d,size_mb=64 \
		-- "$project/tests/compare/random-reads" "$seed"
done
# A bio has 256 segments. How many pages that is depends on where they lie in memory,
# which is no decision: what follows 1 MiB or more without a gap is one request.
for kernel in base observe; do
	awk 'n && len >= 2048 && $1 == at + len { len += $2; next }
		n { print at, len }
		{ n = 1; at = $1; len = $2 }
		END { if (n) print at, len }' "$out/requests-$kernel" >"$out/merged-$kernel"
done
: >"$out/cmp"
lines=$(wc -l <"$out/merged-base")
echo "# $lines requests"
if [ "$lines" -gt 500 ] && cmp "$out/script-base" "$out/script-observe" >"$out/cmp" &&
	cmp "$out/merged-base" "$out/merged-observe" >"$out/cmp"; then
	ok "both kernels send the disk the same $lines requests"
else
	not_ok "both kernels send the disk the same requests, more than 500" "$(cat "$out/cmp")" \
		"seed $seed, see ${out#"$project"/}"
fi
ktap_end
