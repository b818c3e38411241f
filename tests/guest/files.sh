#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every file of the module: its form, what it accepts and refuses, what it does.
#
# vm: --kernel readahead --virtual-time --disk d,size_mb=64 --disk e,size_mb=64 --expect-log 'buffer_kb=7 is out of range'

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"
# shellcheck source=../lib/trace.sh
. "$PROJECT/tests/lib/trace.sh"

# value NAME: of stats_full.
value()
{
	sed -n "s/^$1: //p" "$ra/stats_full"
}

# refuses FILE VALUE...: each write gives EINVAL, changes nothing, and one line of
# the log lists what is accepted. Says what went otherwise.
refuses()
{
	local file=$1 before text said

	shift
	before=$(cat "$ra/$file")
	for text in "$@"; do
		dmesg -c >/dev/null
		said=$(printf '%b' "$text" | dd of="$ra/$file" bs=1M iflag=fullblock status=none 2>&1)
		[[ $said == *"Invalid argument"* ]] || echo "'${text:0:40}' gives '$said'"
		[ "$(cat "$ra/$file")" = "$before" ] || echo "'${text:0:40}' changes $file"
		said=$(dmesg -c)
		[ "$(grep -cE "readahead_trace: readahead/$file accepts (no writes|.*)" <<<"$said")" = 1 ] ||
			echo "'${text:0:40}' is logged as '$said'"
	done
}

# keeps FILE VALUE...: each is accepted and read back.
keeps()
{
	local file=$1 text

	shift
	for text in "$@"; do
		echo "$text" >"$ra/$file" || echo "'$text' is refused"
		[ "$(cat "$ra/$file")" = "$text" ] || echo "'$text' reads back as $(cat "$ra/$file")"
	done
}

# traced COMMAND...: the lines that it causes.
traced()
{
	drop_caches
	trace_start
	"$@" >/dev/null 2>/tmp/said || die "$* failed: $(cat /tmp/said)"
	trace_stop
	cat "$trace_text"
}

read_first()
{
	ra-driver "open $1 a; pread a 0 4k"
}

# Waits in steps of 10 ms until the command succeeds, ten virtual seconds at most.
until_true()
{
	local n

	for ((n = 0; n < 1000; n++)); do
		"$@" && return
		sleep 0.01
	done
	return 1
}

to_ram "$TOOLS/ra-driver" cat dd sh
d=$(mkfs_mount d ext4)
e=$(mkfs_mount e ext4)
for f in "$d/f" "$d/g" "$e/f"; do
	dd if=/dev/zero of="$f" bs=64k count=16 status=none
done
dmesg -n 1
load_trace
# Once before anything is counted: the program's own pages are cached from then on.
read_first "$d/g" >/dev/null || die "ra-driver failed"

ktap_plan 47

# --- forms -----------------------------------------------------------------

is "the directory holds these files with these modes" \
	"$(cd "$ra" && stat -c '%a %n' -- * | paste -sd' ')" \
	"444 features 644 read_jprobes 644 stats 444 stats_full 444 trace 644 trace_dev 644 trace_dmesg 644 trace_enable 644 trace_ino 644 trace_pid"
is "all switches are off and all filters open at first" \
	"$(cd "$ra" && cat trace_enable read_jprobes trace_dmesg trace_pid trace_ino trace_dev | paste -sd' ')" \
	"0 0 0 0 0 0:0"

# Dropping all caches would make the shell's own pages be read again.
sync
echo >"$ra/stats"
ra-driver "open $d/f a; evict a; pread a 0 4k" >/dev/null || die "ra-driver failed"
# Saved first: the programs that look at it have pages to be read as well.
cat "$ra/stats" >/tmp/stats
is "the header of stats" "$(head -n 1 /tmp/stats)" \
"pattern     readahead         io    sync_io    mmap_io     eof_io    ra_size async_size    io_size"
is "the rows of stats" "$(awk 'NR > 1 { printf "%s ", $1 }' /tmp/stats)" \
"none initial0 initial subsequent marker context oversize reverse stride thrash around fadvise random all "
is "stats has rows of one width" "$(awk '{ print length($0) }' /tmp/stats | sort -u)" 98
# One read of page 0: a window of 4 pages with 3 behind the marker, of a file that
# has 256, so the end is not reached.
is "one read of the first page as a row" "$(grep '^initial0 ' /tmp/stats)" \
"initial0            1          1          1          0          0          4          3          4"
echo anything >"$ra/stats"
cat "$ra/stats" >/tmp/stats
is "any write resets stats" "$(awk '$1 == "initial0" || $1 == "random" { printf "%s ", $2 }' /tmp/stats)" "0 0 "
is "the first line of stats_full" "$(head -n 1 "$ra/stats_full")" "version 1"
is "the others are names and values" "$(tail -n +2 "$ra/stats_full" | grep -cvE '^[a-z0-9_.]+: [0-9]+$')" 0
is "features names the module's version" "$(sed -n 's/^module: //p' "$ra/features")" \
	"$(modinfo -F version "$MODULES/readahead_trace.ko")"
is "features says how it attached" "$(grep ^attach: "$ra/features")" "attach: tracepoint ra_decision"

# --- what is accepted and what is not --------------------------------------

for file in trace_enable read_jprobes trace_dmesg; do
	is "$file refuses all but 0 and 1" \
		"$(refuses $file 2 01 y -1 on ' 1' '1 ' '1\n\n' '1\0' 18446744073709551616)" ""
	is "$file keeps 1 and 0" "$(keeps $file 1 0)" ""
done
is "trace_pid refuses" "$(refuses trace_pid -1 x +1 1x 99999999999 '1 2' 18446744073709551616)" ""
is "trace_pid keeps" "$(keeps trace_pid 1 4194304 0)" ""
is "trace_ino refuses" "$(refuses trace_ino -1 x 1x 18446744073709551616)" ""
is "trace_ino keeps" "$(keeps trace_ino 12 18446744073709551615 0)" ""
is "trace_dev refuses" "$(refuses trace_dev x 8 8: :8 8:1x 4096:1 1:1048576 -1:0 8:1:1)" ""
is "trace_dev keeps" "$(keeps trace_dev 8:193 4095:1048575 0:0)" ""
for file in trace stats_full features; do
	is "$file accepts no write" "$(refuses $file 0 1 x)" ""
done
is "a write of 100,000 digits is refused" "$(refuses trace_ino "$(printf '1%.0s' {1..100000})")" ""

# --- filters restrict lines, never counters --------------------------------

mountpoint -d "$d" >"$ra/trace_dev"
echo >"$ra/stats"
is "trace_dev shows one disk only" \
	"$(traced sh -c "ra-driver 'open $e/f a; pread a 0 4k'; ra-driver 'open $d/f a; pread a 0 4k'" |
		grep -o 'dev=[^)]*)' | sort -u)" \
	"dev=$(mountpoint -d "$d" | awk -F: '{ printf "%02x:%02x", $1, $2 }')(d)"
succeeds "the counters saw both" \
	[ "$(value filtered)" -ge 1 -a "$(value initial0.readahead)" -ge 2 ]

stat -c %i "$d/g" >"$ra/trace_ino"
is "trace_ino shows one file only" \
	"$(traced "ra-driver" "open $d/f a; open $d/g b; pread a 0 4k; pread b 0 4k" |
		sed 's/.*ino=[0-9]*(\([^)]*\)).*/\1/' | sort -u)" g
echo 0 >"$ra/trace_ino"

# The shell of the first command is the group that is traced; a thread of ra-driver
# has a number of its own and the group of the program.
is "trace_pid shows one program, its threads included" \
	"$(traced bash -c "echo \$\$ >$ra/trace_pid; ra-driver 'open $d/g a; pread a 0 4k' >/dev/null
		exec ra-driver 'open $d/f a; def r; pread a 512k 4k; end; thread 1 call r; join'" |
		sed -E 's/.*pid=([0-9]+)\(.*ino=[0-9]+\(([^)]*)\).* tgid=([0-9]+) .*/\2 \1 \3/' |
		awk '{ print $1, $2 != $3 ? "thread" : "leader" }')" "f thread"
echo 0 >"$ra/trace_pid"

# --- names -----------------------------------------------------------------

name=$(printf 'a b\\c(d),e\tf\001\177\303\251\377')
cp "$d/f" "$d/$name"
sync
is "a name with all that has to be escaped" \
	"$(traced dd if="$d/$name" of=/dev/null bs=4k count=1 | grep -o 'ino=[0-9]*(.*), req' | sed 's/.*(\(.*\)), req/\1/' |
		head -n 1)" \
	"$(printf 'a\\040b\\134c\\050d\\051\\054e\\011f\\001\\177\303\251\\377')"
cp /run/bin/ra-driver "/tmp/x,(y) z"
is "so is the name of a program" \
	"$(traced "/tmp/x,(y) z" "open $d/f a; pread a 0 4k" | grep -o 'pid=[0-9]*([^)]*)' | sed 's/pid=[0-9]*//')" \
	'(x\054\050y\051\040z)'

# --- the calls that read, and the kernel log -------------------------------

echo 1 >"$ra/read_jprobes"
traced "ra-driver" "open $d/f a; pread a 4k 100; splice a 8k 4k; mmap a; touch a 3" >/tmp/lines
is "read_jprobes traces read, splice and fault, each once" \
	"$(grep -v ^readahead- /tmp/lines | sed -E 's/\(.*(pos=)/(\1/; s/\) .*/)/')" \
'filemap_read(pos=4096, count=100)
generic_file_splice_read(pos=8192, count=4096)
filemap_fault(pos=12288, count=4096)'
succeeds "each line parses under the form of 2009" \
	"$TOOLS/ra-line" --complete "$trace_text"
echo 0 >"$ra/read_jprobes"
is "read_jprobes 0 traces them no more" \
	"$(traced "ra-driver" "open $d/f a; pread a 4k 100" | grep -vc ^readahead-)" 0
is "no probe is left" "$(cat /sys/kernel/debug/kprobes/list)" ""

echo 1 >"$ra/trace_dmesg"
dmesg -c >/dev/null
traced read_first "$d/f" >/dev/null
echo 0 >"$ra/trace_dmesg"
is "trace_dmesg prints the line to the log as well" \
	"$(dmesg -c | sed -n 's/^\[[^]]*\] \(readahead-.*\)/\1/p')" "$(cat "$trace_text")"

# --- the stream ------------------------------------------------------------

echo 1 >"$ra/trace_enable"
cat "$ra/trace" >/tmp/stream &
reader=$!
sleep 1
fails "rmmod is busy while trace is open" rmmod readahead_trace
drop_caches
read_first "$d/f" >/dev/null
until_true [ -s /tmp/stream ]
is "a reader that sleeps gets lines as they come" "$(grep -c ^readahead-initial0 /tmp/stream)" 1
echo 0 >"$ra/trace_enable"
wait $reader
is "trace_enable 0 ends it" $? 0
succeeds "then rmmod succeeds" rmmod readahead_trace

# --- loss ------------------------------------------------------------------

dmesg -c >/dev/null
fails "buffer_kb out of range is refused" insmod "$MODULES/readahead_trace.ko" buffer_kb=7
is "and the log says what is accepted" \
	"$(dmesg -c | sed 's/^\[[^]]*\] //')" \
	"readahead_trace: buffer_kb=7 is out of range, accepted is 8 to 1048576"
insmod "$MODULES/readahead_trace.ko" buffer_kb=8 || die "insmod failed"
mountpoint -d "$d" >"$ra/trace_dev"
echo 1 >"$ra/trace_enable"
echo >"$ra/stats"
ra-driver "open $d/f a; evict a; random a 0 1m 4k 256 1" >/dev/null || die "ra-driver failed"
cat "$ra/stats_full" >/tmp/full
echo 0 >"$ra/trace_enable"
cat "$ra/trace" >/tmp/stream
lines=$(sed -n 's/^lines: //p' /tmp/full) lost=$(sed -n 's/^lost: //p' /tmp/full)
filtered=$(sed -n 's/^filtered: //p' /tmp/full)
succeeds "a full buffer loses lines" [ "$lost" -gt 0 -a "$lines" -gt 0 ]
is "each of them is counted" "$((lines + lost + filtered))" \
	"$(awk -F': ' '/\.readahead: / { n += $2 } END { print n }' /tmp/full)"
is "the others arrive whole" "$(wc -l </tmp/stream) $("$TOOLS/ra-line" --complete /tmp/stream >/dev/null && echo whole)" "$lines whole"
rmmod readahead_trace

ktap_end
