# SPDX-License-Identifier: GPL-2.0
#
# awk -f report.awk -v kernel=NAME -v json=FILE -v plot=FILE CELLS MEASURED
#
# CELLS is what expand.awk prints. MEASURED has a line for each cell and column, fields
# with tabs between them:
#
#	ID PLACE COLUMN NS KIB REQUESTS		or, for a policy that the kernel lacks,
#	ID PLACE COLUMN absent
#
# Prints a table for each place, writes the same as JSON, and for the picture the shares
# of the limit by place and pattern: geometric means, where none counts for more than 1.
# A figure that is missing or makes no sense is told, and nothing is printed then.

BEGIN {
	FS = "\t"
	nr_columns = split("base-128 base-512 base-2048 base-8192 classic adaptive", column, " ")
	for (i = 1; i <= nr_columns; i++)
		is_column[column[i]] = 1
}

function fault(text)
{
	print "report: " text >"/dev/stderr"
	faults++
}

# --- input --------------------------------------------------------------------

FILENAME == ARGV[1] {
	if (NF != 6 || $3 !~ /^[1-9][0-9]*$/ || $4 + 0 <= 0) {
		fault("this is no cell: " $0)
		next
	}
	cell[++nr_cells] = $1 SUBSEP $2
	is_cell[$1, $2] = 1
	place[nr_cells] = $2
	id[nr_cells] = $1
	pages[$1, $2] = $3
	limit[$1, $2] = $4
	definition[$1, $2] = $5
	if (!($2 in is_place)) {
		is_place[$2] = 1
		places[++nr_places] = $2
	}
	next
}

!(($1, $2) in is_cell) || !($3 in is_column) {
	fault("there is no such cell or column: " $1 " " $2 " " $3)
	next
}

($1, $2, $3) in ns {
	fault($1 " " $2 " " $3 " stands there twice")
	next
}

$4 == "absent" && $3 !~ /^base-/ {
	ns[$1, $2, $3] = 0
	next
}

{
	if ($4 !~ /^[1-9][0-9]*$/ || $5 !~ /^[1-9][0-9]*$/ || $6 !~ /^[1-9][0-9]*$/ ||
	    $5 < pages[$1, $2] * 4) {
		fault($1 " " $2 " " $3 ": these are no figures: " $4 " " $5 " " $6)
		next
	}
	ns[$1, $2, $3] = $4
	kib[$1, $2, $3] = $5
	requests[$1, $2, $3] = $6
}

# --- figures ------------------------------------------------------------------

function mbps(c, col)
{
	return ns[c, col] ? pages[c] * 4096 * 1000 / ns[c, col] : 0
}

function amplification(c, col)
{
	return kib[c, col] / (pages[c] * 4)
}

# best: the fastest setting of the base; the smallest one of equals.
function best(c,    i, found)
{
	found = "base-128"
	for (i = 1; i <= nr_columns; i++)
		if (column[i] ~ /^base-/ && mbps(c, column[i]) > mbps(c, found))
			found = column[i]
	return found
}

function check_complete(    n, i)
{
	for (n = 1; n <= nr_cells; n++)
		for (i = 1; i <= nr_columns; i++)
			if (!((cell[n], column[i]) in ns))
				fault(id[n] " " place[n] " " column[i] " was not measured")
	if (!nr_cells)
		fault("there are no cells")
}

# --- the table ----------------------------------------------------------------

function figure(c, col)
{
	if (!ns[c, col])
		return sprintf("%15s", "-")
	return sprintf("%8.2f %6s", mbps(c, col), sprintf("(%.2f)", amplification(c, col)))
}

function row(n,    c, tuned)
{
	c = cell[n]
	tuned = best(c)
	printf "%-22s %s %s %5s %s %s %8.2f\n", id[n], figure(c, "base-128"), figure(c, tuned),
		substr(tuned, 6), figure(c, "classic"), figure(c, "adaptive"), limit[c]
}

function table(name,    n)
{
	printf "%s: MB/s of the pages asked for (KiB read per KiB of them)\n", name
	printf "%-22s %15s %15s %5s %15s %15s %8s\n", "cell", "base", "best-tuned", "at",
		"classic", "adaptive", "limit"
	for (n = 1; n <= nr_cells; n++)
		if (place[n] == name)
			row(n)
	print ""
}

# --- JSON ---------------------------------------------------------------------

# key=value words as members; numbers stay numbers.
function members(text,    list, nr, i, pair, out)
{
	nr = split(text, list, " ")
	for (i = 1; i <= nr; i++) {
		split(list[i], pair, "=")
		out = out sprintf(", \"%s\": %s", pair[1], pair[2] ~ /^-?[0-9]+$/ ? pair[2] : "\"" pair[2] "\"")
	}
	return out
}

function json_column(c, col)
{
	if (!ns[c, col])
		return sprintf("\"%s\": null", col)
	return sprintf("\"%s\": {\"mbps\": %.3f, \"amplification\": %.4f, \"ns\": %d, \"kib\": %d, \"requests\": %d}",
		       col, mbps(c, col), amplification(c, col), ns[c, col], kib[c, col], requests[c, col])
}

function json_cell(n,    c, part, i, out)
{
	c = cell[n]
	split(place[n], part, "/")
	out = sprintf("{\"id\": \"%s\", \"device\": \"%s\", \"fs\": \"%s\"%s, \"pages\": %d, ",
		      id[n], part[1], part[2], members(definition[c]), pages[c]) \
		sprintf("\"limit_mbps\": %s, \"best_tuned\": \"%s\", \"columns\": {", limit[c], best(c))
	for (i = 1; i <= nr_columns; i++)
		out = out (i > 1 ? ", " : "") json_column(c, column[i])
	return out "}}"
}

function write_json(    n)
{
	printf "{\"kernel\": \"%s\", ", kernel >json
	print "\"unit\": \"10^6 bytes of different pages asked for, per second of virtual time\"," >json
	print "\"cells\": [" >json
	for (n = 1; n <= nr_cells; n++)
		print json_cell(n) (n < nr_cells ? "," : "") >json
	print "]}" >json
	close(json)
}

# --- the picture --------------------------------------------------------------

function pattern_of(c,    part)
{
	match(definition[c], /pattern=[a-z]+/)
	return (definition[c] ~ /access=mmap/ ? "mmap " : "") substr(definition[c], RSTART + 8, RLENGTH - 8)
}

# The geometric mean of shares in one place; 0, no bar, where there is none.
function mean_share(name, pattern, which,    n, c, col, share, sum, nr)
{
	for (n = 1; n <= nr_cells; n++) {
		c = cell[n]
		if (place[n] != name || pattern_of(c) != pattern)
			continue
		col = which == "best" ? best(c) : which
		if (!ns[c, col])
			return 0
		share = mbps(c, col) / limit[c]
		sum += log(share < 1 ? share : 1)
		nr++
	}
	return sprintf("%.4f", exp(sum / nr))
}

# A block for each place, named by its first line, with two empty lines between them.
function write_plot(    p, n, pattern, seen)
{
	printf "" >plot
	for (p = 1; p <= nr_places; p++) {
		printf "%s\"%s\" base best-tuned classic adaptive\n", (p > 1 ? "\n\n" : ""), places[p] >plot
		for (n = 1; n <= nr_cells; n++) {
			pattern = pattern_of(cell[n])
			if (place[n] != places[p] || seen[p, pattern]++)
				continue
			printf "\"%s\" %s %s %s %s\n", pattern, mean_share(places[p], pattern, "base-128"),
				mean_share(places[p], pattern, "best"), mean_share(places[p], pattern, "classic"),
				mean_share(places[p], pattern, "adaptive") >plot
		}
	}
	close(plot)
}

END {
	check_complete()
	if (faults)
		exit 1
	for (i = 1; i <= nr_places; i++)
		table(places[i])
	write_json()
	write_plot()
}
