// SPDX-License-Identifier: GPL-2.0
/*
 * The model: from a request and its arrival to the time it is done.
 *
 * Pure functions: values in, one time out. Because the pipe is first come,
 * first served, the time at which a request enters service is known when it
 * arrives, so nothing has to happen between arrival and completion.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>
#include "simdisk.h"

static u64 simdisk_transfer_ns(const struct simdisk_params *params,
			       const struct simdisk_io *io)
{
	u64 bytes = (u64)io->nr_sectors << SECTOR_SHIFT;

	/* 10^6 bytes per second are one byte per 1000 ns */
	return params->bandwidth_mbps ?
		div64_u64(bytes * 1000, params->bandwidth_mbps) : 0;
}

static u64 simdisk_spacing_ns(const struct simdisk_params *params)
{
	return params->iops ? div64_u64(NSEC_PER_SEC, params->iops) : 0;
}

/* Two rounds of multiply and fold, so that each input bit reaches each output bit. */
static u64 simdisk_mix(u64 x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ULL;
	return x ^ (x >> 32);
}

/* A number below @n, each equally likely, from the upper half of a hash. */
static u64 simdisk_scale(u64 hash, u64 n)
{
	return ((hash >> 32) * n) >> 32;
}

/**
 * simdisk_jitter_ns() - the random part of a latency
 * @params: settings; jitter_us and the spikes are below 2^32 ns
 * @io: the request
 * @occurrence: how often this request was seen before
 *
 * A hash and not a generator: the jitter of a request must not depend on what
 * else was asked for in between, or two kernels would meet two devices.
 *
 * Return: nanoseconds.
 */
u64 simdisk_jitter_ns(const struct simdisk_params *params,
		      const struct simdisk_io *io, u32 occurrence)
{
	u64 hash = simdisk_mix(params->seed ^ simdisk_mix(io->sector));
	u64 ns;

	hash = simdisk_mix(hash ^ ((u64)io->nr_sectors << 32 | occurrence));
	ns = simdisk_scale(hash, params->jitter_us * NSEC_PER_USEC + 1);

	hash = simdisk_mix(hash);
	if (params->jitter_spike_every &&
	    !simdisk_scale(hash, params->jitter_spike_every))
		ns += params->jitter_spike_us * NSEC_PER_USEC;
	return ns;
}

/**
 * simdisk_model_due() - let a request into the pipe
 * @params: settings
 * @model: state of the pipe, changed
 * @io: the request
 * @now: its arrival
 * @occurrence: how often this request was seen before
 *
 * Return: the time at which it is done, on the clock of @now.
 */
u64 simdisk_model_due(const struct simdisk_params *params,
		      struct simdisk_model *model,
		      const struct simdisk_io *io, u64 now, u32 occurrence)
{
	u64 enter = max(now, model->free_ns);
	u64 leave = enter + simdisk_transfer_ns(params, io);
	u64 due;

	if (io->sector != model->head)
		leave += params->seek_us * NSEC_PER_USEC;
	due = leave + params->latency_us * NSEC_PER_USEC +
	      simdisk_jitter_ns(params, io, occurrence);

	model->free_ns = max(leave, enter + simdisk_spacing_ns(params));
	if (params->serial)
		model->free_ns = max(model->free_ns, due);
	model->head = io->sector + io->nr_sectors;
	return due;
}
