# SPDX-License-Identifier: GPL-2.0
#
# The limit of a cell: what the model of the disk (tests/simdisk/simdisk.h) can deliver
# of what is asked for and nothing else, to a reader that takes no time.
#
# A request of r bytes holds the pipe for seek + r / bandwidth, at least 1 / iops, and is
# done a latency later. At most `depth` are in flight. The last one of n, all known in
# advance, therefore enters the pipe no earlier than
#
#	max((n - 1) x max(seek + r / bandwidth, 1 / iops),
#	    floor((n - 1) / depth) x (r / bandwidth + latency))
#
# and takes its r / bandwidth + latency from there. With `serial` the pipe stays closed
# for the latency too. Such a chain is as much as can be known in advance: the whole cell
# where the pattern is predictable; one record where the next place is random, or one run
# of records. Chains follow one another, so
#
#	limit = bytes / (chains x time of a chain).
#
# Bytes that lie together are read in requests of max_sectors_kb, in ascending order
# however they are asked for, with one seek; what has gaps is one request a piece, with
# a seek each. Jitter counts by its mean. A kernel that reads what lies between as well
# can be faster than this limit; its amplification shows it.
#
# Times are in us, and so is what bandwidth in MB/s gives: bytes / MB/s = us.

function greater(a, b)
{
	return a > b ? a : b
}

# The mean latency, jitter and spikes included.
function mean_latency(disk,    us)
{
	us = disk["latency_us"] + disk["jitter_us"] / 2
	if (disk["jitter_spike_every"])
		us += disk["jitter_spike_us"] / disk["jitter_spike_every"]
	return us
}

# Time of a chain: NR requests of SIZE bytes, SEEK us each.
function chain_us(disk, nr, size, seek,    transfer, latency, pipe, enter)
{
	transfer = disk["bandwidth_mbps"] ? size / disk["bandwidth_mbps"] : 0
	latency = mean_latency(disk)
	pipe = seek + transfer + (disk["serial"] ? latency : 0)
	if (disk["iops"])
		pipe = greater(pipe, 1000000 / disk["iops"])
	enter = greater((nr - 1) * pipe, int((nr - 1) / disk["queue_depth"]) * (transfer + latency))
	return enter + seek + transfer + latency
}

# The bytes of a chain lie together, but for PARTS - 1 gaps.
function contiguous_us(disk, bytes, parts,    nr)
{
	nr = bytes / parts / (disk["max_sectors_kb"] * 1024)
	nr = parts * (nr == int(nr) ? nr : int(nr) + 1)
	return parts * disk["seek_us"] + chain_us(disk, nr, bytes / nr, 0)
}

# The bytes of a chain are NR pieces with gaps between them.
function gapped_us(disk, bytes, nr,    pieces)
{
	pieces = bytes / nr / (disk["max_sectors_kb"] * 1024)
	pieces = pieces == int(pieces) ? pieces : int(pieces) + 1
	return chain_us(disk, nr * pieces, bytes / nr / pieces, disk["seek_us"] / pieces)
}

# Chains do not follow one another faster than the disk takes requests.
function chains_us(disk, chains, us,    least)
{
	least = disk["iops"] ? 1000000 / disk["iops"] : 0
	return chains * greater(us, least)
}

# limit_mbps: of the cell C on the disk, in MB/s.
function limit_mbps(c, disk,    bytes, us)
{
	bytes = c["pages"] * 4096
	if (c["pattern"] == "stride" && c["stride"] * c["stride"] > c["record"] * c["record"])
		us = gapped_us(disk, bytes, c["ops"])
	else if (c["chains"] > 1)
		us = chains_us(disk, c["chains"], contiguous_us(disk, bytes / c["chains"], 1))
	else
		us = contiguous_us(disk, bytes, c["streams"])
	return bytes / us
}
