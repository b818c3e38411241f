#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The simulated disk against its closed formulas, in virtual time.
#
# vm: --kernel stock-6.1 --virtual-time --timeout 600 --expect-log 'I/O error, dev '
# vm: --kernel base --virtual-time --timeout 600 --expect-log 'I/O error, dev '
#
# What a request costs the CPU is not the disk's: it is measured once, on a
# disk of 500 us and unlimited bandwidth, for each size of request, and
# deducted. What is left has to be the formula within 1%. Whatever else the
# machine does meanwhile only adds: the best of three runs counts.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

bench=$TOOLS/simdisk-bench
[ -x "$bench" ] || die "simdisk-bench is not built"
shopt -s extglob

# --- helpers ----------------------------------------------------------------

# set_values NAME KEY=VALUE...
set_values()
{
	local name=$1 pair

	shift
	for pair; do
		echo "${pair#*=}" >"$simdisk/$name/${pair%%=*}" ||
			die "$name: $pair is refused"
	done
}

# disk NAME KEY=VALUE...: makes it and switches it on.
disk()
{
	mkdir "$simdisk/$1" || die "there is no disk $1"
	set_values "$@" power=1
}

gone()
{
	rmdir "$simdisk/$1" || die "disk $1 stays"
}

# put FILE TEXT: writes it, prints what the system said.
put()
{
	printf '%s' "$2" 2>&1 >"$1" | sed 's/.*: //'
}

# ns BENCH-ARGUMENT... DISK: how long it took, at best; nothing may fail. No pipe:
# a program that starts beside it would be measured too.
ns()
{
	local name=${*: -1} said t best=''

	for _ in 1 2 3; do
		disk_reset "$name"
		said=$("$bench" "${@:1:$#-1}" "/dev/$name")
		t=${said##*' failed 0 ns '}
		case $t in
		'' | *[!0-9]*) echo "failed: $said"; return ;;
		esac
		best=$((t < ${best:-t + 1} ? t : best))
	done
	echo "$best"
}

# log_column DISK N: a column of the log as one line.
log_column()
{
	cut -d' ' -f"$2" "$simdisk/$1/log" | paste -sd' '
}

# near NAME GOT WANTED [PERMILLE]: equal within 1%, or what is given.
near()
{
	local name=$1 got=$2 wanted=$3 permille=${4-10} off

	case $got$wanted in
	*[!0-9]*) not_ok "$name" "no figure: got '$got', wanted '$wanted'"; return ;;
	esac
	off=$((got > wanted ? got - wanted : wanted - got))
	if [ $((off * 1000)) -le $((wanted * permille)) ]; then
		ok "$name"
		echo "# $got ns, formula $wanted ns, off by $((off * 1000000 / wanted)) millionths"
	else
		not_ok "$name" "measured $got ns, formula $wanted ns"
	fi
}

# load_device NAME: the settings of tests/simdisk/devices into param[].
declare -A param
load_device()
{
	local line key value

	line=$(awk -v name="$1" '$1 == name { print $2 }' "$PROJECT/tests/simdisk/devices")
	[ -n "$line" ] || die "no device is called $1"
	param=([latency_us]=0 [bandwidth_mbps]=0 [iops]=0 [seek_us]=0 [serial]=0
	       [jitter_us]=0 [jitter_spike_us]=0 [jitter_spike_every]=0 [seed]=0)
	while IFS='=' read -r key value; do
		param[$key]=$value
	done <<<"${line//,/$'\n'}"
	# shellcheck disable=SC2086 # one word for each setting
	disk "$1" ${line//,/ }
}

# --- the formulas -----------------------------------------------------------

transfer()
{
	echo $((param[bandwidth_mbps] ? $1 * 1000 / param[bandwidth_mbps] : 0))
}

spacing()
{
	echo $((param[iops] ? 1000000000 / param[iops] : 0))
}

# mix X: sets mixed. Bash shifts in sign bits: they are masked off.
mix()
{
	local x=$1 k=$((0xd6e8feb86659fd93)) low=$((0xffffffff))

	x=$((x ^ (x >> 32 & low)))
	x=$((x * k))
	x=$((x ^ (x >> 32 & low)))
	x=$((x * k))
	mixed=$((x ^ (x >> 32 & low)))
}

# jitter OFFSET SIZE OCCURRENCE: sets jitter_ns.
jitter()
{
	local mixed upper

	mix $(($1 / 512))
	mix $((param[seed] ^ mixed))
	mix $((mixed ^ ($2 / 512) << 32 ^ $3))
	upper=$((mixed >> 32 & 0xffffffff))
	jitter_ns=$((upper * (param[jitter_us] * 1000 + 1) >> 32))
	[ "${param[jitter_spike_every]}" != 0 ] || return 0
	mix "$mixed"
	upper=$((mixed >> 32 & 0xffffffff))
	[ $((upper * param[jitter_spike_every] >> 32)) != 0 ] ||
		jitter_ns=$((jitter_ns + param[jitter_spike_us] * 1000))
}

# jitter_sum COUNT SIZE FIRST STRIDE: of that many requests, each seen once.
jitter_sum()
{
	local i jitter_ns sum=0

	for ((i = 0; i < $1; i++)); do
		jitter $(($3 + i * $4)) "$2" 0
		sum=$((sum + jitter_ns))
	done
	echo $sum
}

# busy_end COUNT SIZE STRIDE: the last completion of requests from offset 0 on
# that never leave the pipe idle.
busy_end()
{
	local i jitter_ns t end=0 one gap

	one=$(transfer "$2")
	gap=$(spacing)
	gap=$((gap > one ? gap : one))
	for ((i = 0; i < $1; i++)); do
		jitter $((i * $3)) "$2" 0
		t=$((i * gap + one + param[latency_us] * 1000 + jitter_ns))
		end=$((t > end ? t : end))
	done
	echo $end
}

# --- what a request costs the CPU -------------------------------------------

declare -A cpu
measure_cpu()
{
	local size t

	disk ruler latency_us=500
	for size in 4096 131072; do
		t=$(ns -b $size -n 64 -s 1048576 -r 1 ruler)
		cpu[$size]=$((t / 64 - 500000))
		echo "# a read of $size bytes costs the CPU ${cpu[$size]} ns"
	done
	set_values ruler bandwidth_mbps=500
	t=$(ns -n 512 -s 65536 -q 8 ruler)
	cpu[deep]=$(((t - 7 * 8192) / 64 - 508192))
	echo "# each turn of a queue of 8 costs the CPU ${cpu[deep]} ns"
	gone ruler
}

# --- named devices ----------------------------------------------------------

test_latency()
{
	local name=$1 size=$2 t one

	t=$(ns -b "$size" -n 64 -o 524288 -s 1048576 -r 1 "$name")
	one=$((param[seek_us] * 1000 + $(transfer "$size") + param[latency_us] * 1000))
	near "$name: one read of $size bytes at a time" $((t - 64 * cpu[$size])) \
		$((64 * one + $(jitter_sum 64 "$size" 524288 1048576)))
}

test_bandwidth()
{
	local name=$1 t

	t=$(ns -b 131072 -n 512 -s 262144 -q 32 "$name")
	near "$name: a deep queue of 128 KiB" "$t" "$(busy_end 512 131072 262144)"
}

test_device()
{
	load_device "$1"
	test_latency "$1" 4096
	test_latency "$1" 131072
	case $1 in
	disk) ;;
	*) test_bandwidth "$1" ;;
	esac
	case $1 in
	cloud | far) test_depth "$1" ;;
	ebs) test_iops "$1" ;;
	disk) test_arm "$1" ;;
	jitter) test_jitter "$1" ;;
	esac
	gone "$1"
}

# Eight requests of 4 KiB in flight, each replaced when it is done: the pipe is
# idle most of the time, the queue turns around once per latency.
test_depth()
{
	local name=$1 one t

	one=$(($(transfer 4096) + param[latency_us] * 1000))
	t=$(ns -n 512 -s 65536 -q 8 "$name")
	near "$name: 8 reads of 4 KiB in flight" $((t - 64 * cpu[deep])) \
		$((64 * one + 7 * $(transfer 4096)))
}

test_iops()
{
	local name=$1 t

	t=$(ns -n 512 -s 65536 -q 32 "$name")
	near "$name: 4 KiB reads at the cap of I/O per second" "$t" "$(busy_end 512 4096 65536)"
}

# A run ends where it did not begin, so that the first read of the next one
# moves the arm; the others continue.
test_arm()
{
	local name=$1 t

	t=$(ns -n 64 "$name")
	near "$name: contiguous reads of 4 KiB move the arm once" $((t - 64 * cpu[4096])) \
		$((64 * $(transfer 4096) + param[seek_us] * 1000))
	t=$(ns -n 16 -s 65536 -q 16 "$name")
	near "$name: a queue of 16 seeks 16 times, one after the other" "$t" \
		$((16 * ($(transfer 4096) + param[seek_us] * 1000)))
	t=$(ns -b 1310720 -n 64 -q 8 "$name")
	near "$name: 80 MiB in one run at full speed" "$t" \
		$((64 * $(transfer 1310720) + param[seek_us] * 1000))
}

# each DISK OCCURRENCE: the times of 256 reads, one at a time, each seen that
# often before; the best of nine runs, read by read, as a stray interrupt in the
# middle of one read is no part of the disk.
each()
{
	local run seen

	for run in 1 2 3 4 5 6 7 8 9; do
		disk_reset "$1"
		for ((seen = 0; seen <= $2; seen++)); do
			"$bench" -e -n 256 -s 65536 "/dev/$1" >/tmp/each.$run
		done
	done
	paste /tmp/each.[1-9] | awk '!/requests/ {
		best = $2
		for (i = 5; i <= NF; i += 3)
			if ($i < best) best = $i
		print best
	}'
}

# worst A B: the largest difference of two lists, in millionths.
worst()
{
	echo "$1" >/tmp/a
	echo "$2" >/tmp/b
	paste /tmp/a /tmp/b | awk '
		{ d = ($1 - $2) / $2; if (d < 0) d = -d; if (!(d <= max)) max = d }
		END { printf "%d\n", NR ? max * 1e6 : 1e6 }'
}

# below NAME VALUE LIMIT
below()
{
	if [ "$2" -lt "$3" ]; then
		ok "$1"
		echo "# $2, limit $3"
	else
		not_ok "$1" "$2 is not below $3"
	fi
}

above()
{
	if [ "$2" -gt "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "$2 is not above $3"
	fi
}

formula_each()
{
	local i jitter_ns one

	one=$(($(transfer 4096) + param[latency_us] * 1000 + cpu[4096]))
	for ((i = 0; i < 256; i++)); do
		jitter $((i * 65536)) 4096 "$1"
		echo $((one + jitter_ns))
	done
}

test_jitter()
{
	local name=$1 first second seeded once again

	once=$(ns -n 256 -s 65536 "$name")
	again=$(ns -n 256 -s 65536 "$name")
	near "$name: the same reads after a reset take the same time, 0.3%" \
		"$again" "$once" 3
	first=$(each "$name" 0)
	second=$(each "$name" 1)
	below "$name: every read meets its formula, 1%" \
		"$(worst "$first" "$(formula_each 0)")" 10000
	below "$name: every second read of the same block likewise" \
		"$(worst "$second" "$(formula_each 1)")" 10000
	above "$name: the second time is another draw" "$(worst "$second" "$first")" 100000
	is "$name: one read in 16 is a spike of 4 ms, within chance" \
		"$(echo "$first" | awk '$1 > 4500000 { n++ } END { print (n >= 6 && n <= 28) }')" 1
	is "$name: half of the others are below 0.5 ms of jitter, within chance" \
		"$(echo "$first" | awk '$1 < 4500000 { n++; h += $1 < 1015000 }
			END { print (h / n > 0.4 && h / n < 0.6) }')" 1
	set_values "$name" seed=7
	param[seed]=7
	seeded=$(each "$name" 0)
	below "$name: another seed, its own formula" \
		"$(worst "$seeded" "$(formula_each 0)")" 10000
	above "$name: another seed, other delays" "$(worst "$seeded" "$first")" 100000
}

# --- settings that no named device has --------------------------------------

test_serial()
{
	local t

	param=([latency_us]=1000 [bandwidth_mbps]=100)
	disk one latency_us=1000 bandwidth_mbps=100 serial=1
	t=$(ns -n 64 -s 65536 -q 32 one)
	near "serial: latency is part of the service" "$t" \
		$((64 * ($(transfer 4096) + 1000000)))
	gone one
}

test_queue_depth()
{
	local t

	disk narrow latency_us=10000 queue_depth=4
	t=$(ns -n 64 -s 65536 -q 32 narrow)
	near "queue_depth: 4 of 32 are in the device" $((t - 16 * cpu[4096])) \
		$((16 * 10000000))
	gone narrow
}

test_write_speed()
{
	local t

	param=([latency_us]=0 [bandwidth_mbps]=100)
	disk slow bandwidth_mbps=100
	t=$(ns -w -b 131072 -n 128 -q 16 slow)
	near "writes: the same pipe" "$t" $((128 * $(transfer 131072)))
	gone slow
}

test_live_change()
{
	local t

	disk change latency_us=1000
	set_values change latency_us=3000
	t=$(ns -n 64 -s 65536 change)
	near "latency_us can be changed while power is on" $((t - 64 * cpu[4096])) \
		$((64 * 3000000))
	gone change
}

# --- shape of requests ------------------------------------------------------

# queue DISK FILE...: what the block layer knows of the disk, on one line.
queue()
{
	(cd "/sys/block/$1/queue" && shift && cat "$@") | paste -sd' '
}

test_requests()
{
	disk shape
	"$bench" -b 4194304 /dev/shape >/dev/null
	is "4 MiB arrive as requests of 1280 KiB" "$(log_column shape 3)" "2560 2560 2560 512"
	is "they arrive in order" "$(log_column shape 2)" "0 2560 5120 7680"
	is "reads and read_sectors say so" \
		"$(disk_count shape reads) $(disk_count shape read_sectors)" "4 8192"
	disk_reset shape
	"$bench" -a -b 131072 -o 1048576 /dev/shape >/dev/null
	drop_caches
	is "128 KiB through the page cache are one request" \
		"$(cut -d' ' -f2- $simdisk/shape/log)" "2048 256"
	is "not rotational, no scheduler, 64 requests" \
		"$(queue shape rotational scheduler nr_requests | sed 's/\] [^0-9]*/] /')" "0 [none] 64"
	is "sectors of 512, blocks of 4096 bytes" \
		"$(queue shape logical_block_size physical_block_size)" "512 4096"
	gone shape

	disk shape max_sectors_kb=256 optimal_io_size=1048576 seek_us=1
	"$bench" -b 1048576 /dev/shape >/dev/null
	is "max_sectors_kb 256: requests of 512 sectors" "$(log_column shape 3)" "512 512 512 512"
	is "optimal_io_size is shown and doubles into read_ahead_kb" \
		"$(queue shape optimal_io_size read_ahead_kb)" "1048576 2048"
	is "a disk with seeks is rotational" "$(queue shape rotational)" 1
	gone shape

	disk shape max_sectors_kb=4096
	"$bench" -b 4194304 /dev/shape >/dev/null
	is "max_sectors_kb 4096: one request" "$(log_column shape 3)" 8192
	gone shape
}

# --- contents ---------------------------------------------------------------

# marks DEVICE FIRST COUNT: sectors whose first 8 bytes are their address + 1, and
# those that begin with zeroes.
marks()
{
	dd if="$1" bs=512 skip="$2" count="$3" status=none |
		od -An -v -t u8 -w512 | awk -v a="$2" '
			$1 == (a + NR - 1) * 512 + 1 { n++ }
			$1 == 0 { zero++ }
			END { print n + 0, zero + 0 }'
}

same_as_zero()
{
	cmp -s -n "$3" -i "$2":0 "$1" /dev/zero && echo zero
}

test_contents()
{
	disk data
	is "what was never written reads as zeroes" "$(same_as_zero /dev/data 0 268435456)" zero
	"$bench" -w -b 131072 -n 32 -q 8 /dev/data >/dev/null
	"$bench" -w -b 1536 -n 64 -o 8389120 -s 5120 /dev/data >/dev/null
	drop_caches
	is "4 MiB written in parallel read back" "$(marks /dev/data 0 8192)" "8192 0"
	is "pieces of 3 sectors across pages read back" \
		"$(marks /dev/data 16385 640)" "192 448"
	is "and nothing else was written" "$(same_as_zero /dev/data 4194304 4194304)" zero
	dd if=/dev/zero of=/dev/data bs=64k count=8 seek=16 oflag=direct status=none
	drop_caches
	is "zeroes written over data read back" "$(same_as_zero /dev/data 1048576 524288)" zero
	is "beside them the data is whole" "$(marks /dev/data 0 2048) $(marks /dev/data 3072 1024)" "2048 0 1024 0"
	echo 0 >$simdisk/data/power
	echo 1 >$simdisk/data/power
	is "power off forgets the contents" "$(same_as_zero /dev/data 0 8388608)" zero
	gone data
}

# --- failing ranges, counters -----------------------------------------------

# failed BENCH-ARGUMENT...: "sector errno" of requests that failed.
failed()
{
	"$bench" -e "$@" | awk '!/requests/ && $3 { print $1 / 512, $3 }' | paste -sd,
}

test_fail()
{
	disk bad
	set_values bad fail=1000+4,8+1
	is "fail reads back" "$(cat $simdisk/bad/fail)" "1000+4,8+1"
	is "only what touches a failing sector gets EIO" "$(failed -n 512 /dev/bad)" "8 5,1000 5"
	is "by sectors of 512 bytes" "$(failed -b 512 -n 1024 /dev/bad)" \
		"8 5,1000 5,1001 5,1002 5,1003 5"
	is "writes fail there as well" "$(failed -w -n 256 /dev/bad)" "8 5,1000 5"
	disk_reset bad
	is "merged into one request, only the failing parts fail" \
		"$(failed -n 16 -q 16 -o 507904 /dev/bad)" "1000 5"
	is "it was one request" "$(log_column bad 3)" 128
	set_values bad fail=none
	is "none takes the faults away" "$(failed -n 512 /dev/bad)$(cat $simdisk/bad/fail)" none
	gone bad
}

test_counters()
{
	local stat=$simdisk/count/range_stat

	disk count max_sectors_kb=64
	printf '0+64\n100+8\n' >$simdisk/count/range
	echo 32+64,5000+1000 >$simdisk/count/range
	is "ranges start at zero" "$(cat $stat)" "0+64 0 0 0 0
100+8 0 0 0 0
32+64 0 0 0 0
5000+1000 0 0 0 0"
	# sectors 0-255 in 32 reads of 8, then 4096-6143 as 16 requests of 128
	"$bench" -n 32 /dev/count >/dev/null
	"$bench" -b 1048576 -o 2097152 /dev/count >/dev/null
	# 20 writes of one sector, 90-109
	"$bench" -w -b 512 -n 20 -o 46080 /dev/count >/dev/null
	# 5000-5999 touches requests that start at 4992 (120 of its sectors) to 5888
	# (112), 8 in all
	is "each range counts what touched it" "$(cat $stat)" "0+64 8 64 0 0
100+8 2 8 8 8
32+64 8 64 6 6
5000+1000 8 1000 0 0"
	is "the disk counts everything" \
		"$(for c in reads read_sectors writes write_sectors; do
			disk_count count $c
		done | paste -sd' ')" "48 2304 20 20"
	is "the log has the reads" "$(wc -l <$simdisk/count/log) $(log_column count 3 |
		tr ' ' '\n' | sort -n | uniq -c | awk '{ print $1 "x" $2 }' | paste -sd' ')" "48 32x8 16x128"
	is "arrivals in the log never go back" "$(cut -d' ' -f1 $simdisk/count/log | sort -nc && echo sorted)" sorted
	disk_reset count
	is "reset zeroes all, keeps the ranges" "$(cat $stat $simdisk/count/log
		disk_count count reads)" "0+64 0 0 0 0
100+8 0 0 0 0
32+64 0 0 0 0
5000+1000 0 0 0 0
0"
	echo none >$simdisk/count/range
	is "none removes the ranges" "$(cat $stat)" ""
	seq -f '%g+1' 0 1023 >/tmp/ranges
	split -l 300 /tmp/ranges /tmp/part.
	for i in /tmp/part.*; do
		dd if="$i" of=$simdisk/count/range bs=4096 status=none
	done
	"$bench" -b 65536 -n 8 /dev/count >/dev/null
	is "1024 ranges" "$(grep -c '^[0-9]*+1 1 1 0 0$' $stat)" 1024
	is "and not one more" "$(put $simdisk/count/range 0+1)" "Invalid argument"
	disk_reset count
	"$bench" -b 512 -n 70000 /dev/count >/dev/null
	is "the log keeps the last 65536 reads" "$(wc -l <$simdisk/count/log) $(
		cut -d' ' -f2 $simdisk/count/log | sed -n '1p;$p' | paste -sd' ')" "65536 4464 69999"
	gone count
}

# --- bad values -------------------------------------------------------------

# refused FILE TEXT...: each is -EINVAL and changes nothing.
refused()
{
	local file=$1 before text said wrong=''

	shift
	before=$(cat "$simdisk/bad/$file" 2>/dev/null)
	for text; do
		said=$(put "$simdisk/bad/$file" "$text")
		[ "$said" = "Invalid argument" ] || wrong="$wrong '$text': $said;"
		[ "$(cat "$simdisk/bad/$file" 2>/dev/null)" = "$before" ] ||
			wrong="$wrong '$text' changed it;"
	done
	is "$file refuses bad values" "$wrong" ""
}

# forget: told looks at the kernel log from here on. What is printed more than
# ten times in five seconds is left out by the kernel: wait for a new term.
forget()
{
	sleep 6
	echo "simdisk.sh: mark" >/dev/kmsg
}

# told TEXT: since the mark the disks have said this and nothing else.
told()
{
	is "the log tells what is accepted: $1" "$(dmesg | sed 's/^\[[^]]*\] //' |
		awk '/^simdisk.sh: mark/ { n = 0 } /^simdisk: / { line[n++] = $0 }
			END { while (i < n) print line[i++] }' | sort -u)" "$1"
}

test_refusals()
{
	local file

	mkdir $simdisk/bad
	forget
	refused size_mb 0 1048577 -1 x ' ' '1 2' 1.5 99999999999999999999
	told "simdisk: bad/size_mb accepts a number from 1 to 1048576, a multiple of 1"
	sleep 6
	refused latency_us -1 x 10000001
	refused bandwidth_mbps -1 1000001
	refused queue_depth 0 1025
	forget
	refused max_sectors_kb 0 3 5 16388
	told "simdisk: bad/max_sectors_kb accepts a number from 4 to 16384, a multiple of 4"
	sleep 6
	refused optimal_io_size 1 4095 1073745920
	refused iops 10000001 a
	refused seek_us 1000001
	sleep 6
	refused serial 2 yes
	refused jitter_us 1000001
	refused jitter_spike_us 10000001
	refused jitter_spike_every 1000001
	sleep 6
	refused seed 18446744073709551616 -1
	refused power 2 on y
	refused reset 0 2 x
	forget
	refused fail 1 + 1+ +1 0+0 524288+1 524287+2 0+18446744073709551615 1-2 a+b '0+1;2+1'
	told "simdisk: bad/fail accepts none, or up to 64 ranges start+len of sectors below 524288"
	refused range 1 0+0 524288+1 '0+1,2'
	forget
	is "read-only files" "$(for file in reads read_sectors writes write_sectors log range_stat; do
		stat -c %a $simdisk/bad/$file
	done | sort -u)" 444
	fails "a name of 32 characters" mkdir $simdisk/12345678901234567890123456789012
	told "simdisk: the name of a disk has at most 31 characters"

	echo 1 >$simdisk/bad/power
	is "what shapes the disk is busy while power is on" \
		"$(for pair in size_mb=9 queue_depth=9 max_sectors_kb=64 optimal_io_size=4096; do
			put $simdisk/bad/${pair%=*} ${pair#*=}
		done | sort | uniq -c | awk '{ $1 = $1; print }')" "4 Device or resource busy"
	is "and keeps its value" "$(cat $simdisk/bad/{size_mb,queue_depth,max_sectors_kb,optimal_io_size} |
		paste -sd' ')" "256 64 1280 0"
	is "power 1 twice is power 1" "$(put $simdisk/bad/power 1)$(cat $simdisk/bad/power)" 1
	gone bad
}

# --- power ------------------------------------------------------------------

test_power()
{
	local pid

	disk off latency_us=20000 bandwidth_mbps=10
	"$bench" -e -b 65536 -n 2000 -q 32 /dev/off >/tmp/off 2>&1 &
	pid=$!
	while [ "$(disk_count off reads)" -lt 64 ]; do
		sleep 0.05
	done
	echo 0 >$simdisk/off/power
	wait $pid
	is "power off under load: requests before it succeed, those after it fail" \
		"$(awk '!/requests/ { n[$3 != 0]++ } END { print (n[0] > 32), (n[1] > 1000), n[0] + n[1] }' /tmp/off)" \
		"1 1 2000"
	is "the device is gone" "$(ls /dev/off 2>/dev/null)" ""
	is "counters stay readable" "$(($(disk_count off reads) > 32))" 1

	echo 1 >$simdisk/off/power
	exec 3</dev/off
	gone off
	is "removed while it is open: nothing can be read" \
		"$(dd bs=4096 count=1 iflag=direct status=none <&3 2>/dev/null | wc -c)" 0
	fails "an open device holds the module" rmmod simdisk
	exec 3<&-

	disk off
	fails "a disk holds the module" rmmod simdisk
	gone off
	succeeds "without disks it can be unloaded" rmmod simdisk
	succeeds "and loaded again" insmod "$MODULES/simdisk.ko"
	rmmod simdisk
}

lsmod | grep -q '^simdisk ' || insmod "$MODULES/simdisk.ko" ||
	die "simdisk.ko cannot be loaded"
to_ram awk cat cut paste sort
ktap_plan 103
measure_cpu
for name in nvme cloud ebs far disk jitter; do
	test_device $name
done
test_serial
test_queue_depth
test_write_speed
test_live_change
test_requests
test_contents
test_fail
test_counters
test_refusals
test_power
ktap_end
