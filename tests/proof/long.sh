#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The proof of tests/unit/proof.sh once more for longs of 32 bits, where other
# things wrap. Not done again for the sources and the tools for which it is done.
# usage: tests/proof/long.sh

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"

out=build/check-long/proof

[ $# = 0 ] || bad_usage "usage: tests/proof/long.sh"
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."
lock check-long-proof

{
	frama-c -version
	z3 --version
	cvc4 --version
} >"$out/versions" 2>&1
# shellcheck disable=SC2046 # file names of this repository
hash=$(hash_of $(find tests/proof tests/include -type f | sort) \
	tests/unit/proof.sh "$out/versions" include/linux/readahead_policy.h \
	mm/readahead_policy.c mm/readahead_pattern.c mm/readahead_base.c)
if [ "$(cat "$out/hash" 2>/dev/null)" = "$hash" ]; then
	say "      $(elapsed) this was proved before, for the same sources and tools."
elif tests/unit/proof.sh 32 >"$out/report"; then
	echo "$hash" >"$out/hash"
else
	cat "$out/report"
	exit 1
fi
cat "$out/report"
