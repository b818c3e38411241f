#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A file system may leave folios of a readahead. The base then takes their number
# off the window that the descriptor remembers, whatever was read: off the window of
# a stream for a page elsewhere in the file, off the end for pages in the middle, and
# off a window that has fewer pages, so that a size of 32 bits wraps.
#
# The file system is that of tests/testfs, which leaves what it is told to, so often
# as it is told to. Its log is what is read here: a readahead as "INDEX+OFFERED", with
# "-LEFT" if it left some, and a page that is read alone, without readahead, as
# "INDEX".
#
# vm: --kernel base --virtual-time
# vm: --kernel readahead --virtual-time
#
# read_ahead_kb is 128: the largest window m is 32 pages. Windows are worked out by
# the rules in the header of mm/readahead_policy.c, as START+SIZE-ASYNC_SIZE. From
# page 0 on, 4 KiB at a time: 0+4-3 by the reader that waits for page 0, then 4+8-8,
# 12+16-16, 28+32-32, 60+32-32, 92+32-32, each by the marker of the one before it,
# which stands on pages 1, 4, 12, 28 and 60.

# shellcheck source=../../scripts/guest/lib.sh
. "$PROJECT/scripts/guest/lib.sh"

controls=/sys/kernel/debug/ra_testfs

# control NAME VALUE
control()
{
	echo "$2" >"$controls/$1" || die "$controls/$1 does not take $2"
}

# asked LEAVE TIMES OPERATIONS: what the file system is asked for by these on the
# cold file.
asked()
{
	control leave none
	drop_caches
	control times "$2"
	control leave "$1"
	control reset 1
	forget_device "$device"
	ra-driver "open $f a; open $f b; $3" >/tmp/driver 2>&1 ||
		die "ra-driver failed: $(cat /tmp/driver)"
	sed 's/[a-z_]*=//g' $controls/log | awk '
		$1 == "readahead" {
			printf "%d+%d%s ", $2, $3, ($3 > $4 ? "-" ($3 - $4) : "")
		}
		$1 == "read_folio" { printf "%d ", $2 }
		$1 != "readahead" && $1 != "read_folio" { printf "%s ", $0 }'
}

# here LIST: what of it lies before page 1000. All else here lies far behind.
here()
{
	tr ' ' '\n' <<<"$1" | awk '$1 != "" && $1 + 0 < 1000 { printf "%s ", $1 }'
}

# there LIST: what does not.
there()
{
	tr ' ' '\n' <<<"$1" | awk '$1 != "" && $1 + 0 >= 1000 { printf "%s ", $1 }'
}

# pages N: so many pages as a length, or the place of page N.
pages()
{
	echo "$(($1 * 4))k"
}

# elsewhere NAME OPERATIONS LAST LEFT BASE: a stream that has the window 28+32-32
# in memory and reads on to page LAST, with a read elsewhere before that, of which
# the file system leaves all pages, LEFT. The base asks for BASE. Mended, the stream
# goes on as if nothing had been left.
elsewhere()
{
	local operations undisturbed disturbed

	operations="seq a 0 $(pages 13) 4k; $2; seq a $(pages 13) $(pages $(($3 - 12))) 4k"
	undisturbed=$(asked none 0 "$operations")
	disturbed=$(asked 1000000+64 0 "$operations")
	is "$1, $policy: all is left of the read elsewhere" \
		"$(there "$disturbed")" "$4"
	is "$1, $policy: the stream goes on" "$(here "$disturbed")" \
		"$(mended "$5" "$(here "$undisturbed")")"
}

# Nothing at all is left: the rest of this test reads its windows from this one.
undisturbed()
{
	is "a stream" "$(asked none 0 "seq a 0 $(pages 61) 4k")" \
		'0+4 4+8 12+16 28+32 60+32 92+32 '
}

# --- a read elsewhere ---

elsewhere_all()
{
	# Base: 28+31-31. Page 28 bears the marker: 59+32-32. Page 59 is cached, so 60
	# to 90 are read, and the marker of that window would have been on page 59: at
	# page 91 the reader has to wait.
	elsewhere "one page is left" "pread a $(pages 1000000) 4k" 90 \
		'1000000+1-1 1000000 ' \
		'0+4 4+8 12+16 28+32 60+31 '

	# Base: 28+0-0, at whose start the marker is found: a window of no page, and
	# the marker is gone. At page 60 the reader has to wait, and starts with 4.
	elsewhere "as many as the window has are left" \
		"readahead a $(pages 1000000) 128k" 60 \
		'1000000+32-32 ' \
		'0+4 4+8 12+16 28+32 60+4 '

	# Base: the size of 32 bits is 4294967295, async_size 0, so the marker on page
	# 28 is not that of the window. It goes by the next hole, which is page 60.
	elsewhere "one page more is left" \
		"readahead a $(pages 1000000) 128k; readahead a $(pages 1000032) 4k" 60 \
		'1000000+32-32 1000032+1-1 ' \
		'0+4 4+8 12+16 28+32 60+32 92+32 '
}

# Base: that window ends at 28 + 4294967295. Page 4294967323 is one page at a random
# place, and passes for the next of a stream: of the window 4294967323+4294967295 the
# own marker is hit at once, which cuts it to m. That page alone is right.
wrapped()
{
	local got

	got=$(asked 1000000+64 0 "seq a 0 $(pages 13) 4k
		readahead a $(pages 1000000) 128k; readahead a $(pages 1000032) 4k
		pread a $(pages 4294967323) 4k")
	is "where a window of 2^32 - 1 pages would end, $policy" "$(there "$got")" \
		"1000000+32-32 1000032+1-1 4294967323+$(mended 32 1) "
}

# --- the window itself ---

# Of 0+4-3 all is left. The marker and what follows it, 1 to 3, leave the cache, as
# nobody waits for them. Base: the first three of all do, and page 3 stays without
# data, so that the next one who wants it reads it alone.
stays_cached()
{
	local list

	list=$(asked 0+64 1 "pread a 0 4k; pread b $(pages 3) 4k")
	list=${list% }
	is "what is left of the async part leaves the cache, $policy" \
		"${list##* }" "$(mended 3 3+1)"
}

# Of the window 28+32-32 all from page 40 on is left. Base: 28+12-12, and the marker
# on page 28 brings the next window by that size: 40+24-24, then 64+32-32. Mended, the
# window ends at 40 too, but the next one is that after one of 32 pages: 40+32-32.
end_is_left()
{
	is "the end of a window is left" \
		"$(asked 40+20 1 "seq a 0 $(pages 41) 4k")" \
		"0+4 4+8 12+16 28+32-20 $(mended '40+24 64+32 ' '40+32 72+32 ')"
}

# Page 20 is cached, so the window 12+16-16 is read in two parts. Of the first one 16
# to 19 are left. Base: 12+12-12, though the window has a hole at 16, and page 12
# brings 24+24-24, of which 24 to 27 are cached and the marker with them. The reader
# waits at 16 (16+4-3, page 17 brings 20+8-8, all cached), and again at 48, where it
# starts with 4. Mended: the window ends at 16, where page 12 brings 16+32-32, of which
# 20 to 27 are cached; page 16 brings 48+32-32, page 48 one more.
middle_is_left()
{
	is "the middle of a window is left" \
		"$(asked 16+4 1 "pread b $(pages 20) 4k; seq a 0 $(pages 49) 4k")" \
		"20+1 0+4 4+8 12+8-4 21+7 $(mended '28+20 16+4 48+4 ' \
			'16+4 28+20 48+32 80+32 ')"
}

to_ram "$TOOLS/ra-driver"
insmod "$MODULES/ra_testfs.ko" || die "ra_testfs.ko cannot be loaded"
mkdir -p /run/m/t
mount -t ra_testfs -o size=17T none /run/m/t || die "ra_testfs cannot be mounted"
f=/run/m/t/f
device=$(mountpoint -d /run/m/t)
echo 128 >"/sys/class/bdi/$device/read_ahead_kb"

nr_policies=$(policies | wc -w)
ktap_plan $((nr_policies * 8 + 3))
for policy in $(policies); do
	set_policy "$policy"
	elsewhere_all
	wrapped
	stays_cached
	# The windows of another policy are its own affair.
	[ "$policy" = classic ] || continue
	undisturbed
	end_is_left
	middle_is_left
done
ktap_end
