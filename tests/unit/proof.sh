#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Proves with Frama-C that the policy core has no run-time error and keeps the
# contracts in tests/proof: by WP, function after function, with z3 and cvc4; and
# by Eva, which walks through all of it at once with any input. Then plants faults
# in copies of the core, each of which must be seen.
# usage: tests/unit/proof.sh [BITS]    (width of a long for WP: 64 or 32; faults
#                                       are planted in 64 bit only)
#
# check: alone

# Functions are handed to fails and each_fault by name:
# shellcheck disable=SC2317

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

sources=(mm/readahead_policy.c mm/readahead_pattern.c mm/readahead_base.c
	tests/proof/eva.c)
# Those that ask and decide; the rest of that file is for Eva.
chains=call_sync,call_async,call_base_sync,call_base_async
faults=tests/proof/faults
known=tests/proof/open-goals
max_known=5
# Goals that can be proved take less than a second; the rest is for a busy machine.
prover=(-wp-prover "z3,cvc4" -wp-timeout 30 -wp-par 1 -wp-cache none)
includes="-Itests/proof/include -Itests/include -Iinclude"
# The order of a folio is at most 30, and so are the turns of the only loop.
eva=(-eva -eva-precision 5 -eva-min-loop-unroll 31)

# Beyond what is undefined in C: no number may wrap or lose bits. A pattern comes
# from differences that may wrap, see contracts.h; the base wraps as it always did.
declare -A stricter=(
	[readahead_policy.c]="-warn-unsigned-overflow -warn-unsigned-downcast -warn-signed-downcast"
	[readahead_pattern.c]="-warn-unsigned-downcast -warn-signed-downcast"
	[readahead_base.c]=""
	[eva.c]=""
)

[ $# -le 1 ] || bad_usage "usage: tests/unit/proof.sh [BITS]"
bits=${1:-64}
[[ $bits =~ ^(32|64)$ ]] ||
	bad_usage "a long of '$bits' bits is not known; there are 32 and 64."
out=build/proof/$bits
cd "$project" || exit 1
for tool in frama-c why3 z3 cvc4; do
	command -v $tool >/dev/null ||
		die "$tool is missing: make packages installs it."
done
rm -rf "$out"
mkdir -p "$out" || die "cannot write below $build."

# rows FILE: its lines without comments and empty ones.
rows()
{
	grep -v -e '^#' -e '^[[:space:]]*$' "$1"
}

# No more than two run at once.
wait_for_core()
{
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
		wait -n
	done
}

# The provers are looked for each time, and nothing is left in the home directory.
find_provers()
{
	export WHY3CONFIG=$project/$out/why3.conf

	why3 config detect >"$out/why3.log" 2>&1 ||
		die "why3 finds no prover (log: $out/why3.log)."
}

# wp SOURCE OPTIONS...: tries to prove one of the sources, or a copy of it.
wp()
{
	local source=$1 file=${1##*/}

	shift
	# shellcheck disable=SC2086 # stricter is a list of words
	frama-c -machdep "gcc_x86_$bits" ${stricter[$file]} \
		-cpp-extra-args="-include tests/proof/${file%.c}.h $includes" \
		"$source" -wp -wp-rte "${prover[@]}" "$@"
}

# open_goals LOG: what is not proved.
open_goals()
{
	sed -n '/: Valid/d; s/^\[wp\] \[[^]]*\] Goal \([a-z0-9_]*\).*/\1/p' "$1" |
		sort
}

# known_goals LOG: those goals of the list that are in functions of this file.
known_goals()
{
	local goal function

	while read -r goal; do
		for function in $(functions_of "$1"); do
			[[ $goal != typed_${function}_* ]] || echo "$goal"
		done
	done < <(rows "$known") | sort -u
}

# functions_of LOG: what WP looked at; functions of the header count once.
functions_of()
{
	sed -n 's/^\[rte:annot\] annotating function //p' "$1"
}

# sum_of LOG: "PROVED TOTAL", empty if WP did not come to its end.
sum_of()
{
	sed -n 's/^\[wp\] Proved goals: *\([0-9]*\) *\/ *\([0-9]*\)$/\1 \2/p' "$1"
}

# proved SOURCE: each is one result.
proved()
{
	local log=$out/${1##*/}.log name="$1, $bits bit" open proved total

	read -r proved total < <(sum_of "$log")
	if [ -z "${total:-}" ]; then
		not_ok "$name" "Frama-C failed" "$(tail -n 8 "$log")"
		return
	fi
	open=$(open_goals "$log")
	name="$name: $proved of $total goals are proved"
	if [ $((total - proved)) != "$(grep -c . <<<"$open")" ]; then
		not_ok "$name" "$((total - proved)) are not, but named are:" "$open"
	elif grep -q 'Missing assigns' "$log"; then
		not_ok "$name" "a loop is left without invariant"
	else
		is "$name, none is open but those known" "$open" "$(known_goals "$log")"
	fi
}

# WP does not unroll, and a loop without an annotation tells it nothing: that
# function is left to Eva. One that wraps by intent is proved with the patterns.
prove()
{
	case $1 in
	*_base.c) wp "$1" -wp-skip-fct ra_base_folio_order ;;
	*_policy.c) wp "$1" -wp-skip-fct ra_is_next ;;
	*/eva.c) wp "$1" -wp-fct $chains ;;
	*) wp "$1" ;;
	esac >"$out/${1##*/}.log" 2>&1
}

prove_sources()
{
	local source

	say "      $(elapsed) WP: ${sources[*]}"
	for source in "${sources[@]}"; do
		wait_for_core
		prove "$source" &
	done
	wait
	for source in "${sources[@]}"; do
		proved "$source"
	done
}

# The list may not grow without bound, nor hold what no file has.
known_are_few()
{
	local in_files log

	in_files=$(for log in "$out"/readahead_*.log; do
		known_goals "$log"
	done | sort -u)
	is "each goal of $known is in the core" "$in_files" \
		"$(rows "$known" | sort)"
	if [ "$(rows "$known" | wc -l)" -le $max_known ]; then
		ok "goals left open: $(rows "$known" | wc -l), allowed: $max_known"
	else
		not_ok "goals left open" "more than $max_known in $known"
	fi
}

# as_known LOG: open are those that are known, no more and no less.
as_known()
{
	[ "$(open_goals "$1")" = "$(known_goals "$1")" ]
}

# The list must not hide a goal, nor outlive one.
known_are_strict()
{
	local log=$out/readahead_policy.c.log goal=typed_ra_init_size_ensures

	{ cat "$log"; echo "[wp] [Timeout] Goal $goal"; } >"$out/one-more.log"
	fails "a goal that is open and not known is a failure" \
		as_known "$out/one-more.log"
	{ cat "$known"; echo "$goal"; } >"$out/one-more-goals"
	known=$out/one-more-goals fails "a goal that is known and proved is a failure" \
		as_known "$log"
}

# run_eva WIDTH BASE: BASE is the file with the base's rules, or a copy of it.
run_eva()
{
	frama-c -machdep "gcc_x86_$1" -cpp-extra-args="$includes" \
		tests/proof/eva.c mm/readahead_policy.c mm/readahead_pattern.c \
		"$2" "${eva[@]}"
}

# eva_is_content LOG: all statements reached, no alarm, every precondition valid.
eva_is_content()
{
	local want

	for want in '100% coverage\.$' '^  0 alarms generated' \
		'^  No errors or warnings raised' \
		'Preconditions +[1-9][0-9]* valid +0 unknown +0 invalid'; do
		grep -qE "$want" "$1" || return 1
	done
}

# The halves of a long differ in what wraps, so both widths are walked through.
eva_files()
{
	local width log reached

	for width in 32 64; do
		log=$out/eva-$width.log
		run_eva $width mm/readahead_base.c >"$log" 2>&1
		reached=$(sed -n 's/^  In these functions, //p' "$log")
		if eva_is_content "$log"; then
			ok "Eva, $width bit: no alarm, $reached"
		else
			not_ok "Eva, $width bit" "$(tail -n 20 "$log")"
		fi
	done
}

# What the prover has to believe of the kernel's own functions is at least tried.
trusted_holds()
{
	local said

	if said=$(gcc -std=gnu11 -Wall -Wextra -Werror -fsanitize=undefined \
			-fno-sanitize-recover=all -Itests/include \
			-o "$out/trusted" tests/proof/trusted.c 2>&1) &&
		said=$("$out/trusted" 2>&1); then
		ok "the trusted contracts hold at and beside each power of two"
	else
		not_ok "the trusted contracts" "$said"
	fi
}

# look_at COPY LOG FUNCTION: what the tools say of a copy with a fault.
look_at()
{
	if [ "$3" = eva ]; then
		run_eva 64 "$1"
	else
		wp "$1" -wp-timeout 5 -wp-fct "$3"
	fi >"$2" 2>&1
}

# seen LOG FUNCTION GOAL: the tool came to its end, and the goal or alarm is there.
seen()
{
	if [ "$2" = eva ]; then
		grep -q 'ANALYSIS SUMMARY' "$1" && ! eva_is_content "$1" &&
			grep -A2 'eva:alarm' "$1" | grep -q "$3"
	else
		[ -n "$(sum_of "$1")" ] &&
			open_goals "$1" | grep -q "^typed_${2}_.*$3"
	fi
}

# source_of FILE: where it is.
source_of()
{
	local source

	for source in "${sources[@]}"; do
		[ "${source##*/}" != "$1" ] || echo "$source"
	done
}

# plant NAME FILE FUNCTION SED: makes the copy and looks at it in the background.
plant()
{
	local dir=$out/fault-${1// /-}

	mkdir -p "$dir"
	sed "$4" "$(source_of "$2")" >"$dir/$2"
	wait_for_core
	progress "fault: $1"
	look_at "$dir/$2" "$dir/log" "$3" &
}

# judge NAME FILE FUNCTION SED GOAL: a fault is one changed line, and has to be seen.
judge()
{
	local name="fault seen: $1" dir=$out/fault-${1// /-} source

	source=$(source_of "$2")
	if [ "$(diff "$source" "$dir/$2" | grep -c '^>')" != 1 ]; then
		not_ok "$name" "'$4' does not change one line of $source"
	elif seen "$dir/log" "$3" "$5"; then
		ok "$name"
	else
		not_ok "$name" "wanted: $5" "$(tail -n 8 "$dir/log")"
	fi
}

# each_fault COMMAND: calls it with the five fields of each row.
each_fault()
{
	local name file function edit goal

	while IFS='|' read -r name file function edit goal; do
		edit=${edit# }
		"$1" "${name% }" "${file// /}" "${function// /}" "${edit% }" \
			"${goal// /}"
	done < <(rows "$faults")
}

plant_faults()
{
	each_fault plant
	wait
	progress_end
	each_fault judge
}

# refuses NAME ARGUMENTS...: one line and status 2.
refuses()
{
	local name=$1 said status

	shift
	said=$("$project/tests/unit/proof.sh" "$@" 2>&1 >"$out/refused")
	status=$?
	is "$name" "$status, $(wc -l <<<"$said"), $(wc -c <"$out/refused")" \
		"2, 1, 0"
}

planned=13
[ "$bits" = 32 ] || planned=$((planned + $(rows "$faults" | wc -l)))
ktap_plan $planned
find_provers
prove_sources
known_are_few
known_are_strict
eva_files
trusted_holds
[ "$bits" = 32 ] || plant_faults
refuses "a width that is unknown" 16
refuses "an argument too many" 64 64
ktap_end
