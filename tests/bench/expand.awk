# SPDX-License-Identifier: GPL-2.0
#
# awk -f limit.awk -f expand.awk [-v patterns=LIST] [-v wanted=LIST] DEVICES CELLS
#
# From the list of cells, and the devices of tests/simdisk, to one line for each cell,
# fields with tabs between them:
#
#	ID PLACE PAGES LIMIT DEFINITION OPERATIONS
#
# PAGES is how many different pages are asked for, LIMIT in MB/s (limit.awk), DEFINITION
# all settings as key=value words in bytes, OPERATIONS for ra-driver, on a file named
# f<MIB>m. `patterns` picks patterns or ids, `wanted` devices or places. Everything that
# is wrong with the list is told, a line each, and nothing else is printed then.

BEGIN {
	FS = "[ \t]+"
	OFS = "\t"
	nr_patterns = split("seq rev stride streams alternate random scan short", pattern_list, " ")
	for (i = 1; i <= nr_patterns; i++)
		is_pattern[pattern_list[i]] = 1
	# The keys of a cell, and the patterns that take them; all, if none is named.
	takes["pattern"] = takes["record"] = takes["ops"] = takes["on"] = ""
	takes["access"] = " seq rev stride random "
	takes["size"] = ""
	takes["start"] = " seq rev stride streams alternate "
	takes["stride"] = " stride "
	takes["streams"] = takes["fds"] = " streams "
	takes["run"] = " scan short "
	needs["stride"] = "stride"
	needs["streams"] = "streams"
	needs["scan"] = needs["short"] = "run"
	split("ext4 xfs bdev", file_systems, " ")
}

function fault(text)
{
	printf "%s:%d: %s\n", FILENAME, FNR, text >"/dev/stderr"
	faults++
}

# to_bytes: of a size with an optional k, m or g; "" if it is none.
function to_bytes(word,    unit)
{
	if (word !~ /^-?(0|[1-9][0-9]*)[kmg]?$/)
		return ""
	unit = substr(word, length(word))
	return word * (unit == "k" ? 1024 : unit == "m" ? 1048576 : unit == "g" ? 1073741824 : 1)
}

# --- devices ------------------------------------------------------------------

# A line "NAME key=value,..." of tests/simdisk/devices; what it leaves out has the value
# that a simulated disk has of itself.
function read_device(    list, nr, i, pair)
{
	disk_values[$1, "queue_depth"] = 64
	disk_values[$1, "max_sectors_kb"] = 1280
	nr = split($2, list, ",")
	for (i = 1; i <= nr; i++) {
		split(list[i], pair, "=")
		disk_values[$1, pair[1]] = pair[2]
	}
	device_names = device_names " " $1
	is_device[$1] = 1
}

# disk_of: fills DISK with the settings of a device.
function disk_of(name, disk,    key, part)
{
	delete disk
	for (key in disk_values) {
		split(key, part, SUBSEP)
		if (part[1] == name)
			disk[part[2]] = disk_values[key]
	}
}

# --- the list of cells --------------------------------------------------------

# "where NAME PLACE..."
function read_where(    i, part)
{
	if ($2 !~ /^[a-z0-9]+$/ || NF < 3)
		return fault("a list of places is 'where NAME DEVICE/FS...'")
	if ($2 in places)
		return fault("the list '" $2 "' stands there twice")
	for (i = 3; i <= NF; i++) {
		split($i, part, "/")
		if ($i !~ /^[a-z0-9]+\/(ext4|xfs|bdev)$/)
			fault("a place is a device and ext4, xfs or bdev, not '" $i "'")
		else if (!(part[1] in is_device))
			fault("there is no device '" part[1] "'; there are:" device_names)
		places[$2] = places[$2] " " $i
	}
}

# read_words: the key=value words of a line into C; 0 if they cannot be read.
function read_words(c,    i, key, ok)
{
	ok = 1
	for (i = 2; i <= NF; i++) {
		key = $i
		sub(/=.*/, "", key)
		if ($i !~ /^[a-z]+=[a-z0-9,-]+$/ || !(key in takes)) {
			fault($1 ": there is no setting '" $i "'")
			ok = 0
		} else if (key in c) {
			fault($1 ": '" key "' stands there twice")
			ok = 0
		} else {
			c[key] = substr($i, length(key) + 2)
		}
	}
	return ok
}

# Patterns take the keys that are theirs, and have all that they need.
function check_keys(c,    key, ok, list, i)
{
	ok = 1
	split("pattern record ops on", list, " ")
	for (i = 1; i in list; i++)
		if (!(list[i] in c)) {
			fault($1 ": '" list[i] "' is missing")
			ok = 0
		}
	if (!ok)
		return 0
	if (!(c["pattern"] in is_pattern)) {
		fault($1 ": there is no pattern '" c["pattern"] "'; there are:" join(pattern_list, nr_patterns))
		return 0
	}
	for (key in c)
		if (takes[key] != "" && !index(takes[key], " " c["pattern"] " ")) {
			fault($1 ": " c["pattern"] " takes no '" key "'")
			ok = 0
		}
	key = needs[c["pattern"]]
	if (key != "" && !(key in c)) {
		fault($1 ": '" key "' is missing")
		ok = 0
	}
	return ok
}

function join(list, nr,    i, text)
{
	for (i = 1; i <= nr; i++)
		text = text " " list[i]
	return text
}

function set_default(c, key, value)
{
	if (!(key in c))
		c[key] = value
}

# All values in bytes and numbers; 0 if one is none.
function read_numbers(c,    list, i, key, value, least)
{
	set_default(c, "access", "read")
	set_default(c, "size", "512m")
	set_default(c, "start", "0")
	set_default(c, "stride", c["record"])
	set_default(c, "streams", 1)
	set_default(c, "fds", c["pattern"] == "alternate" ? 2 : 1)
	set_default(c, "run", 1)
	split("size record ops stride streams fds run start", list, " ")
	if (c["start"] == "last")
		c["start"] = to_bytes(c["size"]) - to_bytes(c["record"]) ""
	for (i = 1; i in list; i++) {
		key = list[i]
		value = to_bytes(c[key])
		least = key == "start" ? 0 : 1
		if (value == "" || (key != "stride" && value < least) || (key == "stride" && !value)) {
			fault($1 ": '" key "' cannot be '" c[key] "'")
			return 0
		}
		c[key] = value
	}
	if (c["pattern"] == "rev")
		c["stride"] = -c["record"]
	return 1
}

# refuse: a fault if the condition holds; for a row of them in an expression.
function refuse(condition, text)
{
	if (condition)
		fault($1 ": " text)
	return condition
}

# One after the other, so that the one that is told is the cause.
function check_shape(c)
{
	if (refuse(c["access"] != "read" && c["access"] != "mmap",
		   "access is read or mmap, not '" c["access"] "'") ||
	    refuse(c["size"] % 1048576, "the size is no multiple of 1m") ||
	    refuse(c["record"] % 4096 && c["pattern"] != "alternate", "the record is no multiple of 4k") ||
	    refuse(c["start"] % 4096, "the start is no multiple of 4k") ||
	    refuse(c["stride"] % 4096 && c["pattern"] != "alternate", "the stride is no multiple of 4k") ||
	    refuse(c["access"] == "mmap" && c["record"] != 4096, "through mmap the record is 4k") ||
	    refuse(c["stride"] * c["stride"] < c["record"] * c["record"], "records overlap") ||
	    refuse(c["ops"] % (c["streams"] * c["run"]),
		   "the records are not the same number for each stream or run") ||
	    refuse(c["pattern"] == "streams" && c["fds"] != 1 && c["fds"] != c["streams"],
		   "a descriptor for all streams, or one for each") ||
	    refuse(c["fds"] > 100, "more than 100 descriptors"))
		return 0
	return 1
}

# Are the places random? There are as many as pieces of this size in the file.
function drawn(c)
{
	return c["pattern"] == "random" || c["pattern"] == "scan" || c["pattern"] == "short"
}

function is_power_of_two(n)
{
	while (n > 1)
		n /= 2
	return n == 1
}

# Nothing is asked for outside of the file, and nothing twice.
function check_range(c,    low, high, slots)
{
	if (drawn(c)) {
		slots = int(c["size"] / (c["record"] * c["run"]))
		return !(refuse(c["ops"] / c["run"] > slots, "more random places than the " slots " in the file") ||
			 refuse(c["pattern"] == "short" && !is_power_of_two(slots),
				"the places of short reads are no power of two"))
	}
	low = high = c["start"]
	if (c["stride"] < 0)
		low += c["stride"] * (c["ops"] - 1)
	else
		high += c["stride"] * (c["ops"] - 1)
	return !refuse(low < 0 || high + c["record"] > c["size"], "it reads outside of the file")
}

# How many pages, and how many chains of requests that can be known in advance.
function count(c)
{
	c["pages"] = int((c["ops"] * c["record"] + 4095) / 4096)
	c["chains"] = drawn(c) ? c["ops"] / c["run"] : 1
}

# --- operations ---------------------------------------------------------------

# A file of its own for each size.
function file_of(c)
{
	return "f" c["size"] / 1048576 "m"
}

# The labels of all descriptors, with commas between them.
function labels(c,    i, list)
{
	for (i = 0; i < c["fds"]; i++)
		list = list (i ? "," : "") "a" i
	return list
}

function opens(c,    i, list)
{
	for (i = 0; i < c["fds"]; i++)
		list = list "open " file_of(c) " a" i "; "
	return list
}

# Places for short reads: a generator whose period is the number of places, a power of
# two, so that each comes once.
function short_reads(c,    nr, place, unit, list)
{
	unit = c["record"] * c["run"]
	place = 1
	for (nr = c["ops"] / c["run"]; nr; nr--) {
		place = (place * 1664525 + 1013904223) % (c["size"] / unit)
		list = list "open " file_of(c) " a; seq a " place * unit " " unit " " c["record"] "; close a; "
	}
	return list
}

function mapped(c)
{
	if (c["pattern"] == "random")
		return "mmap a0; touchrandom a0 0 " c["size"] / 4096 " " c["ops"] " 1"
	return "mmap a0; touchseq a0 " c["start"] / 4096 " " c["ops"] " " c["stride"] / 4096
}

function operations(c)
{
	if (c["pattern"] == "short")
		return short_reads(c)
	if (c["access"] == "mmap")
		return opens(c) mapped(c)
	if (c["pattern"] == "streams")
		return opens(c) "streams " labels(c) " " c["streams"] " " c["ops"] * c["record"] " " \
			c["record"] " " c["start"]
	if (c["pattern"] == "alternate")
		return opens(c) "alternate " labels(c) " " c["start"] " " c["ops"] * c["record"] " " c["record"]
	if (c["pattern"] == "random")
		return opens(c) "random a0 0 " c["size"] " " c["record"] " " c["ops"] " 1"
	if (c["pattern"] == "scan")
		return opens(c) "randrun a0 0 " c["size"] " " c["record"] " " c["run"] " " c["ops"] / c["run"] " 1"
	return opens(c) "stride a0 " c["start"] " " c["stride"] " " c["record"] " " c["ops"]
}

# --- output -------------------------------------------------------------------

function definition(c,    list, i, text)
{
	split("pattern access size start record stride ops streams fds run", list, " ")
	for (i = 1; i in list; i++)
		text = text (i > 1 ? " " : "") list[i] "=" c[list[i]]
	return text
}

# picked: is one of the words in the list, or is the list empty.
function picked(list, a, b)
{
	return list == "" || index(" " list " ", " " a " ") || index(" " list " ", " " b " ")
}

function print_cell(c, place,    part, disk)
{
	split(place, part, "/")
	known[part[1]] = known[place] = 1
	if (!picked(patterns, c["pattern"], $1) || !picked(wanted, part[1], place))
		return
	disk_of(part[1], disk)
	lines[++nr_lines] = $1 OFS place OFS c["pages"] OFS sprintf("%.2f", limit_mbps(c, disk)) OFS \
		definition(c) OFS operations(c)
}

function print_cells(c,    lists, nr, i, j, list)
{
	known[c["pattern"]] = known[$1] = 1
	nr = split(c["on"], lists, ",")
	for (i = 1; i <= nr; i++) {
		if (!(lists[i] in places)) {
			fault($1 ": there is no list of places '" lists[i] "'")
			continue
		}
		split(substr(places[lists[i]], 2), list, " ")
		for (j = 1; j in list; j++)
			if (seen[$1, list[j]]++)
				fault($1 ": it is on " list[j] " twice")
			else
				print_cell(c, list[j])
	}
}

function read_cell(    c)
{
	if (refuse($1 !~ /^[a-z0-9-]+$/, "an id is made of a-z, 0-9 and -"))
		return
	if (refuse(ids[$1]++, "the id stands there twice"))
		return
	if (read_words(c) && check_keys(c) && read_numbers(c) && check_shape(c) && check_range(c)) {
		count(c)
		print_cells(c)
	}
}

# Words that pick nothing are mistakes.
function check_picks(list, what, there,    word, i)
{
	split(list, word, " ")
	for (i = 1; i in word; i++)
		if (!(word[i] in known)) {
			printf "there is no %s '%s'; there are:%s.\n", what, word[i], there >"/dev/stderr"
			faults++
		}
}

/^#/ || !NF || $0 == "" { next }
FILENAME == ARGV[1] { read_device(); next }
$1 == "where" { read_where(); next }
{ read_cell() }

END {
	check_picks(patterns, "pattern or cell", join(pattern_list, nr_patterns) ", and the ids in tests/bench/cells")
	check_picks(wanted, "device", device_names)
	if (!faults && !nr_lines) {
		print "none of the cells is picked by both PATTERN and DEVICE." >"/dev/stderr"
		faults++
	}
	if (faults)
		exit 1
	for (i = 1; i <= nr_lines; i++)
		print lines[i]
}
