#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The part of the bench that has a limit: reads of cached pages cost at most 0.5%
# more instructions than on the base while nobody listens.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

table=$build/check/cached.table

ktap_plan 2
READAHEAD_NESTED=1 "$project/scripts/bench" cached >"$table"
is "cached reads stay within their limit" $? 0
sed 's/^/# /' "$table"
is "all five cells were measured" "$(grep -c '%$' "$table")" 5
ktap_end
