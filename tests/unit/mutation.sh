#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Shows that the tests of the policy core can fail: plants one small fault after
# another in copies of its files (see tests/mutation/mutants.c for which) and has
# each found by the case tables, the properties, the comparison of classic with
# its base, or the differential test. A fault that none finds is a survivor; each
# of those has its reason in tests/mutation/survivors. Faults in the rules of the
# base are also shown to the differential test alone.
# usage: tests/unit/mutation.sh    (all seeds are fixed: each run is the same)
#
# check: alone

# Functions are handed to fails by name:
# shellcheck disable=SC2317

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"
# shellcheck source=../differential/lib.sh
. "$project/tests/differential/lib.sh"
# shellcheck source=../mutation/lib.sh
. "$project/tests/mutation/lib.sh"

known=tests/mutation/survivors
# Per cent.
least_killed=90

[ $# = 0 ] || bad_usage "usage: tests/unit/mutation.sh (it takes no arguments)."
cd "$project" || exit 1
lock mutation
rm -rf "$out"
mkdir -p "$out/core/mm" "$out/core/include/linux" ||
	die "cannot write below $build."

# The operators, worked out by hand on a small file.
lists_all()
{
	is "each operator finds its places in a small file" \
		"$("$out/mutants" tests/mutation/sample.c | cut -f 2-4,9)" \
		"$(rows tests/mutation/sample.expected)"
}

# refuses NAME COMMAND...: one line on stderr, and status 2.
refuses()
{
	local name=$1 said status

	shift
	said=$("$@" 2>&1 >/dev/null)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ] && [ -n "$said" ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

# A core that fails anyway would have every fault found.
core_passes()
{
	local found name="the core as it is passes every test"

	for test in "${classic_tests[@]}" "${base_tests[@]}" "${base_alone[@]}"; do
		found=$(verdict_of "$out/core" "$test") || exit
		if [ "$found" != survivor ]; then
			not_ok "$name" "$test finds a fault: $found"
			ktap_end
		fi
	done
	ok "$name"
}

# share FILE VERDICTS NAME: at least so many mutants of a file are not survivors.
share()
{
	local counts killed all

	counts=$(awk -F '\t' -v file="$1" -v column="$2" '
		$2 == file && $column != "invalid" {
			all++
			killed += $column != "survivor"
		}
		END { print killed + 0, all + 0 }' "$out/results")
	killed=${counts% *} all=${counts#* }
	if [ "$all" -gt 0 ] && [ $((killed * 100)) -ge $((all * least_killed)) ]; then
		ok "$3: $killed of $all killed"
	else
		not_ok "$3" "$killed of $all are killed, not $least_killed%"
	fi
}

# table TITLE COLUMN: what became of the mutants, by a column of the results.
table()
{
	awk -F '\t' -v title="$1" -v column="$2" '
		BEGIN {
			n = split("cases fields properties classic-differs differential time survivor invalid", verdicts, " ")
		}
		{ rows[$column]++; count[$column, $3]++ }
		END {
			printf "# %-33s %7s", title, "mutants"
			for (i = 1; i <= n; i++)
				printf " %s", verdicts[i]
			print ""
			for (row in rows) {
				printf "# %-33s %7d", row, rows[row] | "sort"
				for (i = 1; i <= n; i++)
					printf " %*d", length(verdicts[i]),
						count[row, verdicts[i]] | "sort"
				print "" | "sort"
			}
		}' "$out/results"
}

# Both lists are sorted texts; one line is one survivor.
not_listed()
{
	comm -23 "$out/survivors" <(known_survivors "$1")
}

not_surviving()
{
	comm -13 "$out/survivors" <(known_survivors "$1")
}

# namesakes RESULTS: survivors whose text is that of another mutant, so that the
# list could mean either.
namesakes()
{
	awk -F '\t' '{ print $2, $6, $5 "\t" $8 "\t" $9 }' "$1" | sort | uniq -d |
		comm -12 - <(sort -u "$out/survivors")
}

# apart RESULTS: there are none.
apart()
{
	[ -z "$(namesakes "$1")" ]
}

# complete FILE: it lists the survivors, no more and no less.
complete()
{
	[ -z "$(not_listed "$1")$(not_surviving "$1")" ]
}

# The list must not hide a fault that nothing finds, nor outlive one.
list_is_strict()
{
	{ cat "$known"; printf '\nfile function bound\n- a\n+ b\n  Why.\n'; } \
		>"$out/one-more"
	fails "a fault that is listed and does not survive is a failure" \
		complete "$out/one-more"
	awk -v RS= -v ORS='\n\n' 'NR == 1 || NR > 2' "$known" >"$out/one-less"
	fails "a survivor that is not listed is a failure" \
		complete "$out/one-less"
	awk -F '\t' '{ print } $3 == "survivor" { print; exit }' "$out/results" \
		>"$out/one-twice"
	fails "a survivor with the text of another mutant is a failure" \
		apart "$out/one-twice"
}

# No fault of the core makes a test run for ever, as it stands.
time_ends()
{
	is "a program that never ends has found the fault by time" \
		"$(time_limit=1 finds never bash -c 'while :; do :; done')" time
}

compile_all
ktap_plan 21
lists_all
time_ends
core_passes
list_mutants
try_mutants
table "by file" 2
table "by operator" 5
for file in "${core[@]}"; do
	share "$file" 3 "$file"
done
share mm/readahead_base.c 4 "mm/readahead_base.c by the differential test alone"
is "each survivor is told from all other mutants" "$(namesakes "$out/results")" ""
is "all mutants compile" "$(awk -F '\t' '$3 == "invalid" { print $1 }' "$out/results")" ""
is "every operator has mutants" "$(cut -f 5 "$out/results" | sort -u | xargs)" \
	"bound branch case constant factor field minmax sign"
is "each survivor is listed in $known" "$(not_listed "$known")" ""
is "each fault listed there survives" "$(not_surviving "$known")" ""
is "each has its reason" "$(without_reason "$known")" ""
list_is_strict
refuses "an argument too many" "$project/tests/unit/mutation.sh" 1
refuses "no file to list mutants of" "$out/mutants"
refuses "a file that there is not" "$out/mutants" mm/none.c
refuses "a file that does not compile" "$out/mutants" mm/readahead_base.c
ktap_end
