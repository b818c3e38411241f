#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The part of the bench that says what a decision costs: for the three patterns
# that happen most the series needs no more instructions than the base to decide, in
# user space; in the kernel it also makes and takes away the record of the pages that
# are being added, which may cost what scripts/bench says.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

table=$build/check/decide.table

ktap_plan 2
READAHEAD_NESTED=1 "$project/scripts/bench" decide >"$table"
is "no pattern is dearer than it may be" $? 0
sed 's/^/# /' "$table"
is "three patterns were measured, in the kernel and outside" \
	"$(grep -cE '^(subsequent|marker|random) +[0-9. ]+$' "$table")" 6
ktap_end
