#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Some cells of the cell bench, each with both policies, against the figures that
# tests/bench/quick keeps of them: no cell may be more than 10% slower, nor the
# geometric mean of a policy more than 2%, nor may any read more than 2% more. The
# table of what was measured is in build/check/bench-quick; copied over tests/bench/quick
# it sets a new standard, which a commit has to give its reason for.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

stored=$project/tests/bench/quick
measured=$build/check/bench-quick

rows()
{
	grep -v '^#' "$stored"
}

# judge CELL PLACE POLICY MBPS AMPLIFICATION: a stored row against what was measured.
judge()
{
	local mbps amp

	read -r mbps amp < <(awk -v key="$1 $2 $3" '$1 " " $2 " " $3 == key { print $4, $5 }' \
		"$measured")
	echo "# $1 $2 $3: $4 MB/s and $5 stored, ${mbps:--} MB/s and ${amp:--} measured"
	succeeds "$1 $2 $3" awk -v a="$4" -v b="${mbps:-0}" -v stored="$5" -v amp="${amp:-99}" \
		'BEGIN { exit !(a > 0 && b >= 0.9 * a && amp <= 1.02 * stored) }'
}

# mean POLICY: of the quotients of measured and stored.
mean()
{
	rows | cat - "$measured" | awk -v policy="$1" '
		$3 == policy && (($1, $2) in stored) { sum += log($4 / stored[$1, $2]); n++; next }
		$3 == policy { stored[$1, $2] = $4 }
		END { printf "%.4f", n ? exp(sum / n) : 0 }'
}

patterns=$(rows | awk '{ print $1 }' | sort -u | xargs)
places=$(rows | awk '{ print $2 }' | sort -u | xargs)
policies=$(rows | awk '{ print $3 }' | sort -u | xargs)
mkdir -p "$build/check" || die "cannot write below $build."
{
	grep '^#' "$stored"
	PATTERN=$patterns DEVICE=$places nested "$project/scripts/bench-cells" --ours
} >"$measured" || die "the cells could not be measured."
ktap_plan $(($(rows | wc -l) + $(wc -w <<<"$policies")))
while read -r row; do
	# shellcheck disable=SC2086 # the words of the row
	judge $row
done < <(rows)
for policy in $policies; do
	mean=$(mean "$policy")
	succeeds "$policy: the geometric mean of measured over stored is $mean" \
		awk -v mean="$mean" 'BEGIN { exit !(mean >= 0.98) }'
done
ktap_end
