#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# make module against kernels that the module does not know: refused with one
# sentence that lists those it does, both by make module and by kbuild itself.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

base=$linux_dir/base/obj
out=$build/check/module-refused

# refused COMMAND...: fails, and says why in one sentence that names what is
# supported.
# shellcheck disable=SC2317 # called by ktap.sh
refused()
{
	! "$@" >"$out/said" 2>&1 && [ "$(grep -c 'supported are: 6\.1' "$out/said")" = 1 ]
}

rm -rf "$out"
mkdir -p "$out" || die "cannot write below $build."
[ -f "$base/Module.symvers" ] || die "the base kernel is not built: run scripts/kernel-build base."

ktap_plan 4
succeeds "make module refuses a kernel without the series" \
	refused make -s -C "$project" module KDIR="$base"
cp -r "$project/mm/readahead_trace" "$out/source"
succeeds "kbuild refuses it too" refused make -s -C "$base" M="$out/source" modules
is "nothing is compiled for it" "$(find "$out/source" -name '*.o')" ""
fails "a directory that is no kernel is refused" \
	make -s -C "$project" module KDIR="$out"
ktap_end
