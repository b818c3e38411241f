#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The cell bench without its machines: what the list of cells asks for, against the
# reads that ra-driver would make; the limit, against values worked out by hand; table,
# JSON and picture of made-up results; which cells are measured again; what is wrong with
# any of these is refused.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

bench=$project/tests/bench
driver=$build/tools/ra-driver
[ -x "$driver" ] || die "there is no $driver: build it first (make tools)."
mkdir -p "$build/tmp" || exit 1
work=$(mktemp -d "$build/tmp/bench-cells.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

expand()
{
	awk -f "$bench/limit.awk" -f "$bench/expand.awk" "$@"
}

# --- the list of the project ----------------------------------------------------

# asked OPERATIONS: "PAGES TWICE LAST" of a dry run: different pages, those of which a
# byte is asked for twice, and the last page. Pieces of 11 KiB share pages.
asked()
{
	"$driver" --dry-run "$1" | awk '
		$1 == "pread" || $1 == "touch" {
			for (i = 2; i <= NF; i++) { split($i, kv, "="); v[kv[1]] = kv[2] }
			if ($1 == "touch") { v["pos"] = v["page"] * 4096; v["count"] = 4096 }
			if (starts[v["pos"]]++) twice++
			last = int((v["pos"] + v["count"] - 1) / 4096)
			for (p = int(v["pos"] / 4096); p <= last; p++) seen[p] = 1
			if (last > end) end = last
		}
		END { print length(seen), twice + 0, end }'
}

# Each shape once, wherever it is measured: "ID: what is wrong", or nothing.
check_shapes()
{
	local id pages operations got twice end

	while IFS=$'\t' read -r id _ pages _ _ operations; do
		read -r got twice end < <(asked "$operations")
		[ "$got $twice" = "$pages 0" ] && [ "$end" -lt $((512 * 256)) ] ||
			echo "$id: $got pages, not $pages; $twice twice; last $end"
	done < <(sort -u -t$'\t' -k1,1 cells)
}

check_list()
{
	succeeds "the list of the project has no fault" \
		expand "$project/tests/simdisk/devices" "$bench/cells"
	expand "$project/tests/simdisk/devices" "$bench/cells" >cells
	is "cells of each place" "$(cut -f2 cells | sort | uniq -c | awk '{ print $2 "=" $1 }' | paste -sd' ')" \
		"cloud/bdev=22 cloud/ext4=57 disk/ext4=22 ebs/ext4=22 far/ext4=57 jitter/ext4=22 nvme/ext4=22 nvme/xfs=22"
	is "ra-driver asks for the pages that are counted, once, within the file" "$(check_shapes)" ""
	is "PATTERN and DEVICE pick by pattern, id, device and place" \
		"$(expand -v patterns="rev seq-4k" -v wanted="disk nvme/xfs" "$project/tests/simdisk/devices" "$bench/cells" |
			awk '{ print $1 "@" $2 }' | paste -sd' ')" \
		"seq-4k@disk/ext4 seq-4k@nvme/xfs rev-4k@disk/ext4 rev-4k@nvme/xfs rev-64k@disk/ext4 rev-64k@nvme/xfs mmap-rev@disk/ext4 mmap-rev@nvme/xfs"
}

# --- the limit --------------------------------------------------------------------

# limit DEVICE-SETTINGS SHAPE: of a cell on a disk of 1 MiB a request at most, unless
# the settings say otherwise.
limit()
{
	echo "d max_sectors_kb=1024,$1" >devices
	printf '%s\n' "where w d/ext4" "c $2 on=w" >list
	expand devices list | cut -f4
}

# 1024 MB/s: 1 MiB in 1024 us, 4 KiB in 4 us.
check_limits()
{
	local pipe=latency_us=1000,bandwidth_mbps=1024
	local disk=seek_us=8000,bandwidth_mbps=1024,serial=1

	is "limit: four requests behind one another, 3072 + 1024 + 1000 us" \
		"$(limit $pipe "pattern=seq record=1m ops=4")" 823.06
	is "limit: the same through small reads backwards" \
		"$(limit $pipe "pattern=rev start=last record=4k ops=1024")" 823.06
	is "limit: pieces two at a time, 2 x 1004 + 1004 us" \
		"$(limit $pipe,queue_depth=2 "pattern=stride record=4k stride=8k ops=5")" 6.80
	is "limit: pieces 64 at a time, 4 x 4 + 1004 us" \
		"$(limit $pipe "pattern=stride record=4k stride=-8k start=64k ops=5")" 20.08
	is "limit: a stride without gaps is a sequence" \
		"$(limit $pipe "pattern=stride record=1m stride=1m ops=4")" 823.06
	is "limit: one random piece after the other, 3 x 1004 us" \
		"$(limit $pipe "pattern=random record=4k ops=3")" 4.08
	is "limit: runs at random places, 2 x (1024 + 1024 + 1000) us" \
		"$(limit $pipe "pattern=short record=1m run=2 ops=4")" 688.04
	is "limit: 500 requests a second, 3 x 2000 + 2024 us" \
		"$(limit $pipe,iops=500 "pattern=seq record=1m ops=4")" 522.72
	is "limit: 500 random requests a second, 3 x 2000 us" \
		"$(limit $pipe,iops=500 "pattern=random record=4k ops=3")" 2.05
	is "limit: a seek, then 4 x 1024 us" \
		"$(limit $disk "pattern=seq record=1m ops=4")" 346.75
	is "limit: a seek for each stream" \
		"$(limit $disk "pattern=streams streams=2 record=1m ops=4")" 208.71
	is "limit: a seek for each piece, 5 x 8004 us" \
		"$(limit $disk "pattern=stride record=4k stride=8k ops=5")" 0.51
	is "limit: jitter by its mean, 3 x (4 + 500 + 500 + 4000 / 16) us" \
		"$(limit latency_us=500,bandwidth_mbps=1024,jitter_us=1000,jitter_spike_us=4000,jitter_spike_every=16 \
			"pattern=random record=4k ops=3")" 3.27
}

# --- faults of a list -------------------------------------------------------------

# refuses TEXT LINE...: the list of these lines is refused, and the one line that says
# so has the text; nothing is printed.
refuses()
{
	local text=$1 status

	shift
	printf '%s\n' "where w cloud/ext4" "$@" >list
	expand "$project/tests/simdisk/devices" list >out 2>said
	status=$?
	if [ $status = 1 ] && [ ! -s out ] && [ "$(wc -l <said)" = 1 ] && grep -qF "$text" said; then
		ok "refused: $text"
	else
		not_ok "refused: $text" "status $status" "$(cat out said)"
	fi
}

check_refusals()
{
	local good="pattern=seq record=4k ops=4 on=w"

	refuses "list:2: a: there is no setting 'sise=1m'" "a $good sise=1m"
	refuses "a: there is no setting 'record'" "a pattern=seq record ops=4 on=w"
	refuses "a: 'record' is missing" "a pattern=seq ops=4 on=w"
	refuses "a: 'stride' is missing" "a pattern=stride record=4k ops=4 on=w"
	refuses "a: 'run' is missing" "a pattern=scan record=4k ops=4 on=w"
	refuses "a: 'ops' stands there twice" "a $good ops=4"
	refuses "a: there is no pattern 'sequential'" "a pattern=sequential record=4k ops=4 on=w"
	refuses "a: seq takes no 'run'" "a $good run=4"
	refuses "a: scan takes no 'access'" "a pattern=scan access=mmap record=4k run=2 ops=4 on=w"
	refuses "a: 'record' cannot be '4kb'" "a pattern=seq record=4kb ops=4 on=w"
	refuses "a: 'ops' cannot be '0'" "a pattern=seq record=4k ops=0 on=w"
	refuses "a: access is read or mmap, not 'splice'" "a $good access=splice"
	refuses "a: through mmap the record is 4k" "a pattern=seq access=mmap record=8k ops=4 on=w"
	refuses "a: the record is no multiple of 4k" "a pattern=seq record=11k ops=4 on=w"
	refuses "a: records overlap" "a pattern=stride record=8k stride=-4k start=1m ops=4 on=w"
	refuses "a: it reads outside of the file" "a $good start=last"
	refuses "a: it reads outside of the file" "a pattern=rev record=4k ops=4 on=w"
	refuses "a: more random places than the 256 in the file" "a pattern=random size=1m record=4k ops=257 on=w"
	refuses "a: the places of short reads are no power of two" "a pattern=short size=3m record=4k run=1 ops=4 on=w"
	refuses "not the same number for each stream or run" "a pattern=streams streams=3 record=4k ops=4 on=w"
	refuses "a: a descriptor for all streams, or one for each" "a pattern=streams streams=4 fds=2 record=4k ops=4 on=w"
	refuses "a: the id stands there twice" "a $good" "a $good"
	refuses "A: an id is made of" "A $good"
	refuses "a: there is no list of places 'x'" "a pattern=seq record=4k ops=4 on=x"
	refuses "a: it is on cloud/ext4 twice" "a pattern=seq record=4k ops=4 on=w,w"
	refuses "the list 'w' stands there twice" "where w far/ext4"
	refuses "there is no device 'moon'; there are: nvme cloud" "where x moon/ext4"
	refuses "a place is a device and ext4, xfs or bdev, not 'cloud/btrfs'" "where x cloud/btrfs"
	refuses "none of the cells" ""
}

# --- the report -------------------------------------------------------------------

# line WORD...: with tabs between the words.
line()
{
	local IFS=$'\t'

	printf '%s\n' "$*"
}

# Two cells. 1000 pages are 4096000 bytes: 100 ms are 40.96 MB/s.
made_up()
{
	{
		line a cloud/ext4 1000 100.00 "pattern=seq access=read record=4096" x
		line b cloud/ext4 1000 40.96 "pattern=rev access=mmap record=4096" y
	} >cells
	{
		line a cloud/ext4 base-128 200000000 4000 10
		line a cloud/ext4 base-512 100000000 4004 5
		line a cloud/ext4 base-2048 50000000 4400 3
		line a cloud/ext4 base-8192 50000000 6000 2
		line a cloud/ext4 classic 160000000 4000 10
		line a cloud/ext4 adaptive 41000000 4000 4
		line b cloud/ext4 base-128 100000000 32000 1000
		line b cloud/ext4 base-512 200000000 32000 1000
		line b cloud/ext4 base-2048 200000000 32000 1000
		line b cloud/ext4 base-8192 200000000 32000 1000
		line b cloud/ext4 classic 400000000 4000 1000
		line b cloud/ext4 adaptive absent
	} >measured
}

report()
{
	awk -f "$bench/report.awk" -v kernel=readahead -v json=json -v plot=plot cells measured
}

check_report()
{
	made_up
	is "the table" "$(report 2>&1)" "\
cloud/ext4: MB/s of the pages asked for (KiB read per KiB of them)
cell                              base      best-tuned    at         classic        adaptive    limit
a                         20.48 (1.00)    81.92 (1.10)  2048    25.60 (1.00)    99.90 (1.00)   100.00
b                         40.96 (8.00)    40.96 (8.00)   128    10.24 (1.00)               -    40.96"
	is "JSON: figures of a cell" \
		"$(jq -c '.cells[0] | [.id, .device, .fs, .pattern, .record, .limit_mbps, .best_tuned, .columns["base-2048"].mbps,
			.columns["base-2048"].amplification, .columns.adaptive.kib, .columns.adaptive.requests]' json)" \
		'["a","cloud","ext4","seq",4096,100,"base-2048",81.92,1.1,4000,4]'
	is "JSON: a policy that the kernel lacks" "$(jq -c '[.kernel, (.cells | length), .cells[1].columns.adaptive]' json)" \
		'["readahead",2,null]'
	is "the shares of the limit" "$(cat plot)" '"cloud/ext4" base best-tuned classic adaptive
"seq" 0.2048 0.8192 0.2560 0.9990
"mmap rev" 1.0000 1.0000 0.2500 0'
	succeeds "gnuplot draws them" gnuplot -e "data='plot'; picture='picture.svg'" "$bench/cells.gp"
	is "the picture names place, patterns and columns" \
		"$(grep -oE '>(cloud/ext4|mmap rev|best-tuned|adaptive)<' picture.svg | tr -d '<>' | sort -u | paste -sd' ')" \
		"adaptive best-tuned cloud/ext4 mmap rev"
}

# no_report TEXT COMMAND...: after the command on made-up results, no table, and a line
# with the text.
no_report()
{
	local text=$1 status

	shift
	made_up
	"$@"
	report >out 2>said
	status=$?
	if [ $status = 1 ] && [ ! -s out ] && grep -qF "$text" said; then
		ok "no report: $text"
	else
		not_ok "no report: $text" "status $status" "$(cat out said)"
	fi
}

check_no_report()
{
	no_report "b cloud/ext4 base-512 was not measured" sed -i '/^b.*base-512/d' measured
	no_report "b cloud/ext4 adaptive was not measured" sed -i '/absent/d' measured
	no_report "a cloud/ext4 classic stands there twice" sed -i '5p' measured
	no_report "there is no such cell or column: c cloud/ext4 classic" sed -i '5s/^a/c/' measured
	no_report "there is no such cell or column: a cloud/ext4 base-64" sed -i 's/base-128/base-64/' measured
	no_report "these are no figures: 0 4000 10" sed -i '1s/200000000/0/' measured
	no_report "these are no figures: 200000000 3996 10" sed -i '1s/4000/3996/' measured
	no_report "base-128: these are no figures: absent" sed -i '1s/200000000.*/absent/' measured
	no_report "this is no cell" sed -i '1s/1000/none/' cells
	no_report "there are no cells" eval ': >cells; : >measured'
}

# --- what is measured again --------------------------------------------------------

# A project with a list of two cells, kernels that are a word each, and a machine that
# makes up figures, notes what it was asked for, and fails for the cell in `failing`.
play_project()
{
	mkdir -p p/scripts/guest p/tests/simdisk p/build/tools p/build/modules/{base,readahead} \
		p/build/linux/6.1/{base,readahead}/obj/arch/x86/boot
	cp "$project"/scripts/{bench-cells,lib.sh} p/scripts/
	cp "$project/scripts/guest/bench-cells" p/scripts/guest/
	cp -r "$bench" p/tests/
	cp "$project/tests/simdisk/devices" p/tests/simdisk/
	printf '%s\n' "where w cloud/ext4" "a pattern=seq record=4k ops=8 on=w" \
		"b pattern=seq record=4k ops=16 on=w" >p/tests/bench/cells
	for file in build/tools/ra-driver build/modules/{base,readahead}/simdisk.ko \
		build/linux/6.1/{base,readahead}/obj/arch/x86/boot/bzImage; do
		echo 1 >"p/$file"
	done
	cat >p/scripts/vm <<-'VM'
		#!/bin/bash
		project=$(dirname "$0")/..
		failing=$(cat "$project/failing" 2>/dev/null)
		while IFS=$'\t' read -r cell column pages _; do
			[ "$cell" != "$failing" ] || { echo "$cell failed" >&2; continue; }
			echo "$cell.$column" >>"$project/asked"
			printf '%s\t%s\t1000\t%d\t1\n' "$cell" "$column" $((pages * 4))
		done <"$project/build/bench/cells/${!#}"
		[ -z "$failing" ]
	VM
	chmod +x p/scripts/vm
}

# again: runs the bench there; "STATUS LINES-OF-CELLS" and what the machine was asked for.
again()
{
	: >p/asked
	p/scripts/bench-cells >out 2>said
	echo "$? $(grep -cE '^[ab] ' out) $(sort p/asked | paste -sd' ')"
}

check_again()
{
	local base="a.base-128 a.base-2048 a.base-512 a.base-8192"
	local image=p/build/linux/6.1/readahead/obj/arch/x86/boot/bzImage

	play_project
	echo b >p/failing
	is "a cell that fails: no table, the rest is kept" "$(again)" "1 0 a.adaptive $base a.classic"
	is "it is told which machine failed" "$(grep -c 'did not measure all cells' said)" 1
	rm p/failing
	is "the next run measures what is missing" "$(again)" "0 2 b.adaptive ${base//a./b.} b.classic"
	is "then nothing is" "$(again)" "0 2 "
	echo 2 >"$image"
	is "another image is measured" "$(again)" "0 2 a.adaptive a.classic b.adaptive b.classic"
	sed -i 's/ops=8/ops=4/' p/tests/bench/cells
	is "another definition is measured" "$(again)" "0 2 a.adaptive $base a.classic"
	sed -i 's/^cloud latency_us=1000/cloud latency_us=2000/' p/tests/simdisk/devices
	is "another disk is measured" "$(again | wc -w)" 14
	sed -i 's/^a /c /; s/ops=16/ops=16 access=read/' p/tests/bench/cells
	is "the same cells by other names are not" "$(again)" "0 1 "
}

# --- the command ------------------------------------------------------------------

# usage TEXT COMMAND...: status 2 and one line with the text.
usage()
{
	local text=$1

	shift
	"$@" >out 2>said
	is "usage: $text" "$? $(wc -c <out) $(wc -l <said) $(grep -cF "$text" said)" "2 0 1 1"
}

check_command()
{
	usage "there is no pattern or cell 'sequel'; there are: seq rev" env PATTERN="seq sequel" "$project/scripts/bench-cells"
	usage "there is no device 'moon'; there are: nvme" env DEVICE=moon "$project/scripts/bench" cells
	usage "none of the cells is picked by both" env PATTERN=scan-4x16k DEVICE=disk "$project/scripts/bench"
	usage "usage: scripts/bench-cells [--list | --ours]" "$project/scripts/bench-cells" seq
	usage "there is no part 'cell'; there are: cached decide sweep cells." "$project/scripts/bench" cell
}

ktap_plan 75
check_list
check_limits
check_refusals
check_report
check_no_report
check_again
check_command
ktap_end
