#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Four hours of virtual time with one of ten readaheads failing, every byte verified:
# tests/guest/fail-readahead-mix.sh, ten minutes a boot, each with a seed of its own
# and disks of another latency. Interrupted, it goes on with the next boot; when the
# kernel or the test changes it begins again.
# usage: tests/fail-readahead/long.sh [BOOTS]

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"

out=$build/check-long/fail-readahead
seconds=600

[ $# -le 1 ] || bad_usage "usage: tests/fail-readahead/long.sh [BOOTS]"
boots=${1:-24}
[[ $boots =~ ^[1-9][0-9]{0,5}$ ]] || bad_usage "'$boots' is not a number of boots."
cd "$project" || exit 1
mkdir -p "$out" || die "cannot write below $build."
lock check-long-fail-readahead

prepare()
{
	nested scripts/packages && nested scripts/kernel-tree readahead &&
		nested scripts/kernel-build readahead &&
		nested scripts/modules-build readahead
}

# boots_done: how many lines the record has, one a boot. It is thrown away when it
# belongs to another kernel or another test.
boots_done()
{
	local hash

	hash=$(hash_of "$linux_dir/readahead/obj/arch/x86/boot/bzImage" \
		tests/guest/fail-readahead-mix.sh scripts/guest/lib.sh tests/simdisk/*.[ch])
	if [ "$(cat "$out/hash" 2>/dev/null)" != "$hash" ]; then
		rm -f "$out/record"
		echo "$hash" >"$out/hash"
	fi
	[ ! -f "$out/record" ] || wc -l <"$out/record"
}

# one_boot SEED LATENCY
one_boot()
{
	scripts/vm --kernel readahead --virtual-time --seed "$1" --timeout 3600 \
		--name check-long-fail-readahead \
		--disk "e,size_mb=64,latency_us=$2" --disk "x,size_mb=320,latency_us=$2" \
		-- tests/guest/fail-readahead-mix.sh $seconds "$1" >"$out/report"
}

prepare || exit
done_before=$(boots_done)
for ((boot = ${done_before:-0} + 1; boot <= boots; boot++)); do
	seed=$((10#$(date +%N) + 1))
	latency=$((boot % 3 ? boot % 3 * 1000 : 100))
	say "      $(elapsed) boot $boot of $boots, seed $seed, $latency us"
	if ! one_boot $seed $latency; then
		cat "$out/report"
		die "with the seed $seed and $latency us something failed (above)."
	fi
	echo "$seed $(sed -n 's/^# \([0-9]*\) rounds.*/\1/p' "$out/report")" >>"$out/record"
done
awk -v seconds=$seconds '{ n += $2 } END {
	print n " rounds in " NR " boots of " seconds " s without a wrong byte" }' "$out/record"
