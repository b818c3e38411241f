#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests ra-line, which reads trace lines for other tests: a real trace of 2009,
# lines of the module's form with every escape, and what it has to refuse.
# usage: tests/unit/trace-line.sh

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

mkdir -p "$build/unit" "$build/tmp" || die "cannot write below $build."
work=$(mktemp -d "$build/tmp/trace-line.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
data=$project/tests/data
program=$build/unit/ra-line
cd "$work" || exit 1

origin='pid=71(cat), dev=08:c1(sdm1), ino=49(f4)'
decision="readahead-initial0($origin, req=0+1, ra=0+4-3, async=0) = 4"
keys='ts=5 cpu=1 tgid=70 by=read hint=none policy=classic'

# fields LIST LINE: the named fields of a line.
fields()
{
	printf '%s\n' "$2" | "$program" --fields "$1" 2>&1
}

# refuses NAME WHERE WORDS LINE [OPTION]: the one line is refused, in the column
# where the text WHERE is last found in it, or at its end when WHERE is empty.
refuses()
{
	local line=$4 said status before=$4

	[ -z "$2" ] || before=${line%"$2"*}
	# shellcheck disable=SC2086 # no option at all, or one
	said=$(printf '%s\n' "$line" | "$program" ${5:-} 2>&1 >/dev/null)
	status=$?
	is "refused: $1" "$status $said" \
		"1 ra-line: standard input:1:$((${#before} + 1)): $3"
}

# misused NAME ARGUMENTS...: one line and status 2.
misused()
{
	local name=$1 said status

	shift
	said=$("$program" "$@" 2>&1 </dev/null)
	status=$?
	if [ $status = 2 ] && [ "$(wc -l <<<"$said")" = 1 ]; then
		ok "$name"
	else
		not_ok "$name" "status $status, said: $said"
	fi
}

trace_of_2009()
{
	is "2009: 29 lines, results and pages" \
		"$("$program" "$data/jbod-sync-read-4k-2009.trace" 2>&1)" \
		$'lines 29\ndecisions 29\nresults 1856\npages 1728'
	is "2009: the fields of the last line" \
		"$("$program" --fields pattern,pid,comm,major,minor,disk,ino,name,index,nr_pages,start,size,async_size,async,miss,result,ts \
			"$data/jbod-sync-read-4k-2009.trace" 2>&1 | tail -n 1)" \
		$'subsequent\t7167\tfio\t8\t193\tsdm1\t49156\tf4\t145293\t1\t145293\t128\t64\t1\t-\t64\t-'
	is "2009: patterns" \
		"$("$program" --fields pattern "$data/jbod-sync-read-4k-2009.trace" |
			sort | uniq -c | tr -s ' ')" \
		$' 6 marker\n 23 subsequent'
}

lines_of_today()
{
	is "every key" \
		"$(fields ts,cpu,tgid,by,hint,reason,cut,dup,policy,miss,result \
			"readahead-around($origin, req=9+1, ra=0+0-0, async=0, miss=101) = 0 ts=18446744073709551615 cpu=7 tgid=70 by=fault hint=random reason=mmap_miss cut=3 dup=4 policy=adaptive")" \
		$'18446744073709551615\t7\t70\tfault\trandom\tmmap_miss\t3\t4\tadaptive\t101\t0'
	is "a key that is not known is ignored" \
		"$(fields cpu,by "$decision new=a,(b) ts=5 cpu=1 later=x by=read")" \
		$'1\tread'
	is "a read call" \
		"$(fields call,pattern,pid,pos,count,ts \
			"filemap_read($origin, pos=4096, count=65536) ts=5 cpu=1 tgid=70")" \
		$'filemap_read\t-\t71\t4096\t65536\t5'
	is "calls count as lines, not as decisions" \
		"$(printf '%s\n' "filemap_fault($origin, pos=0, count=4096)" \
			"generic_file_splice_read($origin, pos=0, count=1)" \
			"$decision" | "$program" 2>&1)" \
		$'lines 3\ndecisions 1\nresults 4\npages 4'
	is "an empty name" "$(fields ino,name "${decision/(f4)/()}")" $'49\t'
	is "an empty trace" "$("$program" 2>&1 </dev/null)" \
		$'lines 0\ndecisions 0\nresults 0\npages 0'
	is "a complete line" \
		"$(printf '%s\n' "$decision $keys" |
			"$program" --complete --fields by,policy 2>&1)" $'read\tclassic'
}

# Windows 0+4, 2+4 overlap, 6+2 adjoins, 20+0 is empty: 0 to 7 are 8 pages; the
# same pages of another inode and of another disk count again.
distinct_pages()
{
	local other_ino=${decision/ino=49/ino=50} other_disk=${decision/08:c1/08:c2}

	is "pages are counted once for each file" \
		"$(printf '%s\n' "${decision/ra=0+4-3/ra=6+2-0}" "$decision" \
			"$other_ino" "${decision/ra=0+4-3/ra=2+4-0}" \
			"${decision/ra=0+4-3/ra=20+0-0}" "$other_disk" \
			"${decision/ra=0+4-3/ra=3+1-0}" | "$program" 2>&1)" \
		$'lines 7\ndecisions 7\nresults 28\npages 16'
}

# All bytes that a name must escape, then some that it need not.
escapes()
{
	local byte octal escaped='' wanted=''

	for byte in {1..32} 40 41 44 92 127 {128..255}; do
		printf -v octal '\\%03o' "$byte"
		escaped+=$octal
		if [ "$byte" -lt 32 ] || [ "$byte" = 127 ] || [ "$byte" = 92 ]; then
			wanted+=$octal
		else
			# shellcheck disable=SC2059 # the format is the character
			printf -v octal "$octal"
			wanted+=$octal
		fi
	done
	is "every escaped byte comes back, ${#escaped} characters" \
		"$(fields name "${decision/(f4)/($escaped)}")" "$wanted"
	is "characters of UTF-8 stand as they are" \
		"$(fields comm,name "${decision/(f4)/(ä€𝄞+-=:;~)}")" \
		$'cat\tä€𝄞+-=:;~'
}

# Bytes that must not stand in a name unescaped.
raw_bytes()
{
	local byte raw got='' wanted='' before=${decision%cat*}cat
	local odd='bytes that are no character'

	for byte in {1..9} {11..32} 40 44 127 {128..255}; do
		printf -v raw '\\%03o' "$byte"
		# shellcheck disable=SC2059 # the format is the character
		printf -v raw "$raw"
		printf '%s\n' "${decision/cat/cat$raw}" |
			"$program" >/dev/null 2>said
		got+="$? $(sed -n 's/.*input:1:\([0-9]*\): .*/\1/p' said), "
		wanted+="1 $((${#before} + 1)), "
	done
	is "refused: each raw byte that has to be escaped" "$got" "$wanted"
	refuses "a parenthesis that closes within a name" ")t)" \
		"'), dev=' is missing" "${decision/cat/ca)t}"
	refuses "a character in more bytes than it needs" $'\xc1' "$odd" \
		"${decision/cat/$'\xc1\x81'}"
	refuses "half of a surrogate pair" $'\xed' "$odd" \
		"${decision/cat/$'\xed\xa0\x80'}"
	refuses "beyond the last character" $'\xf4' "$odd" \
		"${decision/cat/$'\xf4\x90\x80\x80'}"
	refuses "a control character behind ASCII" $'\xc2' "$odd" \
		"${decision/cat/$'\xc2\x85'}"
}

malformed_values()
{
	refuses "an unknown pattern" "trail" "unknown word 'trail'" \
		"${decision/initial0/trail}"
	refuses "more than a pattern" "initial00" "unknown word 'initial00'" \
		"${decision/initial0/initial00}"
	refuses "an unknown call" "vfs_read" "unknown word 'vfs_read'" \
		"vfs_read($origin, pos=0, count=1)"
	refuses "a negative pid" "-1(" "a number is missing" "${decision/71/-1}"
	refuses "a number with a zero in front" "071" \
		"a number begins with 0" "${decision/71/071}"
	refuses "a number above 2^64 - 1" "18446744073709551616" \
		"a number is too large" "${decision/71/18446744073709551616}"
	refuses "a device in upper case" "C1" "no device number in hex" \
		"${decision/08:c1/08:C1}"
	refuses "a device of one digit" "8:c1" "no device number in hex" \
		"${decision/08:c1/8:c1}"
	refuses "a short escape" "\\40" \
		"a backslash without three octal digits" "${decision/cat/\\40}"
	refuses "an escape above 255" "\\400" \
		"a backslash without three octal digits" "${decision/cat/\\400}"
	refuses "an escaped zero" "\\000" "a name with a zero byte" \
		"${decision/cat/\\000}"
	refuses "async=2" "2) " "neither 0 nor 1" "${decision/async=0/async=2}"
}

malformed_lines()
{
	refuses "an empty line" "" "unknown word ''" ""
	refuses "no result" "" "a number is missing" "${decision% 4} "
	refuses "a line that was cut" "" "', async=' is missing" \
		"${decision%, async*}"
	refuses "a call that was cut" "" "')' is missing" \
		"filemap_read($origin, pos=0, count=1"
	refuses "more behind the result" "x" \
		"neither a blank nor the end of the line" "${decision}x"
	refuses "a key without a value" " " "a key without a value" \
		"$decision new= "
	refuses "two blanks" " ts" "no KEY=VALUE" "$decision  ts=5"
	refuses "a blank at the end" "" "no KEY=VALUE" "$decision "
	refuses "a key twice" "6" "a second 'ts='" "$decision ts=5 ts=6"
	refuses "an unknown asker" "aio" "unknown word 'aio'" "$decision by=aio"
}

contradictions()
{
	local faults="miss= belongs to faults, and to them only"

	refuses "a marker before its window" "" \
		"the marker is before the window" "${decision/4-3/4-5}"
	refuses "a window that wraps" "" "the end of the window wraps" \
		"${decision/ra=0+/ra=18446744073709551615+}"
	refuses "a reason to read nothing, and pages" "" \
		"pages were read, with a reason not to" "$decision reason=off"
	refuses "a fault without its counter" "" "$faults" "$decision by=fault"
	refuses "a counter without a fault" "" "$faults" \
		"${decision/async=0/async=0, miss=1} by=read"
	refuses "no ts=, when lines must be complete" "" \
		"there is no ts=" "$decision" --complete
	refuses "no policy=, when lines must be complete" "" \
		"there is no policy=" "$decision ${keys/ policy=classic/}" \
		--complete
}

# A bad line does not hide the next one, nor the good ones between.
whole_files()
{
	printf '%s\n' "$decision" bad "$decision" worse >mixed
	is "each bad line is named, each good one read" \
		"$("$program" --fields result mixed 2>said; echo "$?"; cat said)" \
		"$(printf '%s\n' 4 4 1 "ra-line: mixed:2:1: unknown word 'bad'" \
			"ra-line: mixed:4:1: unknown word 'worse'")"
	printf '%s' "$decision" >torn
	is "a last line without an end is refused" \
		"$("$program" torn 2>&1 >/dev/null)" \
		"ra-line: torn:1:1: the line has no end"
	printf '%s\0\n' "$decision" >zero
	is "a zero byte is refused" "$("$program" zero 2>&1 >/dev/null)" \
		"ra-line: zero:1:1: the line holds a zero byte"
	misused "a file that is not there" nowhere
	misused "an unknown option" --all mixed
	misused "an unknown field" --fields size,length mixed
	misused "two files" mixed torn
}

said=$(gcc -std=gnu11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined \
	-fno-sanitize-recover=all -o "$program" "$project/tests/lib/ra-line.c" 2>&1) ||
	die "tests/lib/ra-line.c does not compile: $said"
ktap_plan 55
trace_of_2009
lines_of_today
distinct_pages
escapes
raw_bytes
malformed_values
malformed_lines
contradictions
whole_files
ktap_end
