#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The KUnit tests of the policy core: every case of the tables ran in this
# kernel, by its name, and passed. What ran is told by the kernel's log (KUnit
# keeps 512 bytes of each test), how it ended by KUnit's own results.
#
# vm: --kernel readahead

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/policy-cases.sh
. "$PROJECT/tests/lib/policy-cases.sh"

cases=$PROJECT/mm/readahead_policy_cases.h
results=/sys/kernel/debug/kunit/readahead_policy/results
log=/tmp/kunit.log

# passed TEST: the names of the parameters of a test that passed, as logged.
passed()
{
	awk -v test="$1" '
		$0 == "        # Subtest: " test { inside = 1; next }
		inside && /^    (not )?ok / { exit }
		inside && sub(/^        ok [0-9]+ /, "")' "$log"
}

# check_test NUMBER TEST ARRAY: a test runs all cases of an array.
check_test()
{
	local names total

	names=$(case_names "$cases" "$3")
	total=$(grep -c . <<<"$names")
	passed "$2" >/tmp/passed
	is "$2: each case ran and passed" \
		"$(diff /tmp/passed - <<<"$names")" ""
	is "$2: KUnit counts as many cases as the table has" \
		"$(grep "^    # $2: " "$results")" \
		"    # $2: pass:$total fail:0 skip:0 total:$total"
	is "$2: KUnit's verdict" \
		"$(grep -E "^    (not )?ok $1 " "$results")" "    ok $1 $2"
}

[ -r $results ] || die "this kernel has no KUnit suite readahead_policy"
dmesg | sed 's/^\[[^]]*\] //' | awk '
	/^    # Subtest: readahead_policy$/ { inside = 1 }
	inside
	inside && /^(not )?ok / { exit }' >"$log"

ktap_plan 12
is "the log holds the whole suite" \
	"$(tail -n 1 "$log" | grep -cE '^(not )?ok [0-9]+ readahead_policy$')" 1
is "KUnit's verdict" "$(tail -n 1 $results)" "ok 1 readahead_policy"
check_test 1 ra_test_policy ra_policy_cases
check_test 2 ra_test_base ra_base_cases
check_test 3 ra_test_fill ra_fill_cases
is "no case belongs to a test that is not known here" \
	"$(grep -cE '^        (not )?ok ' "$log")" "$(case_names "$cases" | wc -l)"
ktap_end
