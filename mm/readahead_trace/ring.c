// SPDX-License-Identifier: GPL-2.0
/*
 * The buffer between probes and readers: one ring per CPU, and trace_enable.
 *
 * The rings do not overwrite.  When a reader is too slow the newest lines are
 * lost, one by one and counted by the probe that could not place them; what is
 * in the rings already stays a gapless story.
 *
 * Switching off ends the readers, but only after they got what was written until
 * then.  So the time of the last stop is kept, and the number of stops: a reader
 * that knows fewer stops than there were ends at the first record younger than
 * that, also when tracing was switched on again meanwhile.  While tracing is off
 * an empty buffer is the end for everyone, so a reader never waits in vain.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/irq_work.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/ring_buffer.h>
#include <linux/timekeeping.h>

#include "internal.h"
#include "ring.h"

#define RA_RING_KB_MIN		8
#define RA_RING_KB_MAX		(1024 * 1024)

static unsigned int buffer_kb = 4096;
module_param(buffer_kb, uint, 0444);
MODULE_PARM_DESC(buffer_kb, "KiB per CPU for trace lines that nobody has read yet, allocated when tracing is first switched on (8 to 1048576)");

DECLARE_WAIT_QUEUE_HEAD(ra_ring_wait);

static struct trace_buffer *ra_ring;
static bool ra_ring_on;

/* Serialises switching, and guards ra_ring_has_grown. */
static DEFINE_MUTEX(ra_ring_switch_lock);
static bool ra_ring_has_grown;

/*
 * Serialises readers, and guards the three below.  ra_ring_may_grow is false
 * when tracing is off and all that was written has arrived.
 */
static DEFINE_MUTEX(ra_ring_take_lock);
static bool ra_ring_may_grow;
static unsigned int ra_ring_nr_stops;
static u64 ra_ring_stop_ns;

static void ra_ring_wakeup(struct irq_work *work)
{
	wake_up_interruptible(&ra_ring_wait);
}

static DEFINE_IRQ_WORK(ra_ring_wakeup_work, ra_ring_wakeup);

/**
 * ra_ring_is_on - do lines go into the buffer?
 *
 * Return: the value of trace_enable.
 */
bool ra_ring_is_on(void)
{
	return READ_ONCE(ra_ring_on);
}

/**
 * ra_ring_write - put a record into the ring of this CPU
 * @rec: the record
 *
 * Context: preemption disabled; any, NMI included.
 *
 * Return: RA_TRACE_WRITTEN or RA_TRACE_LOST.
 */
enum ra_trace_fate ra_ring_write(struct ra_trace_record *rec)
{
	const size_t len = offsetof(struct ra_trace_record, name) +
			   rec->name_len;

	if (ring_buffer_write(ra_ring, len, rec))
		return RA_TRACE_LOST;
	if (wq_has_sleeper(&ra_ring_wait))
		irq_work_queue(&ra_ring_wakeup_work);
	return RA_TRACE_WRITTEN;
}

/**
 * ra_ring_stops - how often was tracing switched off?
 *
 * Return: the number a new reader starts with.
 */
unsigned int ra_ring_stops(void)
{
	return READ_ONCE(ra_ring_nr_stops);
}

/**
 * ra_ring_is_readable - is there something to read, or an end?
 * @stops: the number of stops that the reader knows
 *
 * Return: false if a reader has to wait.
 */
bool ra_ring_is_readable(unsigned int stops)
{
	return !ring_buffer_empty(ra_ring) || !READ_ONCE(ra_ring_may_grow) ||
	       stops != ra_ring_stops();
}

/* The oldest record of all CPUs; it stays valid until it is consumed. */
static const struct ra_trace_record *ra_ring_oldest(int *from)
{
	const struct ra_trace_record *oldest = NULL, *rec;
	struct ring_buffer_event *event;
	int cpu;

	lockdep_assert_held(&ra_ring_take_lock);

	for_each_possible_cpu(cpu) {
		event = ring_buffer_peek(ra_ring, cpu, NULL, NULL);
		if (!event)
			continue;
		rec = ring_buffer_event_data(event);
		if (!oldest || rec->ts_ns < oldest->ts_ns) {
			oldest = rec;
			*from = cpu;
		}
	}
	return oldest;
}

/**
 * ra_ring_take - take records out and make lines of them
 * @stops: the number of stops that the reader knows; updated at an end
 * @buf: where to put the lines
 * @size: room there, in bytes
 * @want: stop taking as soon as there are so many bytes
 * @end: set to whether this is an end of file
 *
 * Return: bytes put into @buf; 0 if there was nothing to take.
 */
size_t ra_ring_take(unsigned int *stops, char *buf, size_t size, size_t want,
		    bool *end)
{
	const struct ra_trace_record *rec = NULL;
	u64 last_ns = U64_MAX;
	size_t len = 0;
	int cpu;

	mutex_lock(&ra_ring_take_lock);
	if (*stops != ra_ring_nr_stops)
		last_ns = ra_ring_stop_ns;
	while (len < want && size - len >= RA_TRACE_LINE_MAX) {
		rec = ra_ring_oldest(&cpu);
		if (!rec || rec->ts_ns > last_ns)
			break;
		len += ra_format_line(rec, buf + len, size - len);
		ring_buffer_consume(ra_ring, cpu, NULL, NULL);
	}
	*end = !len && (*stops != ra_ring_nr_stops || !ra_ring_may_grow);
	if (*end)
		*stops = ra_ring_nr_stops;
	mutex_unlock(&ra_ring_take_lock);

	return len;
}

/*
 * The size of a large machine's rings is spent only when somebody traces.  They
 * are not made smaller again: unread lines may be in them.
 */
static int ra_ring_grow(void)
{
	int err;

	lockdep_assert_held(&ra_ring_switch_lock);

	if (ra_ring_has_grown)
		return 0;
	err = ring_buffer_resize(ra_ring, (unsigned long)buffer_kb * 1024,
				 RING_BUFFER_ALL_CPUS);
	if (err < 0) {
		pr_warn("no memory for buffer_kb=%u per CPU, tracing stays off\n",
			buffer_kb);
		return err;
	}
	ra_ring_has_grown = true;
	return 0;
}

static int ra_ring_start(void)
{
	int err = ra_ring_grow();

	if (err)
		return err;
	mutex_lock(&ra_ring_take_lock);
	WRITE_ONCE(ra_ring_may_grow, true);
	mutex_unlock(&ra_ring_take_lock);
	WRITE_ONCE(ra_ring_on, true);
	return 0;
}

static void ra_ring_stop(void)
{
	WRITE_ONCE(ra_ring_on, false);
	/* Probes run with preemption off: what they write has arrived now. */
	synchronize_rcu();

	mutex_lock(&ra_ring_take_lock);
	WRITE_ONCE(ra_ring_may_grow, false);
	ra_ring_stop_ns = ktime_get_mono_fast_ns();
	WRITE_ONCE(ra_ring_nr_stops, ra_ring_nr_stops + 1);
	mutex_unlock(&ra_ring_take_lock);
	wake_up_interruptible(&ra_ring_wait);
}

/**
 * ra_ring_switch - write to trace_enable
 * @text: what was written
 *
 * Return: 0, -EINVAL, or -ENOMEM if there is no room for the rings.
 */
int ra_ring_switch(const char *text)
{
	bool on;
	int err = ra_filter_parse_bool(text, &on);

	if (err)
		return err;
	mutex_lock(&ra_ring_switch_lock);
	if (on)
		err = ra_ring_start();
	else
		ra_ring_stop();
	mutex_unlock(&ra_ring_switch_lock);
	return err;
}

/**
 * ra_ring_show - print trace_enable
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_ring_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%d\n", ra_ring_is_on());
	return 0;
}

/**
 * ra_ring_features - print what there is to know about the buffer
 * @m: where to
 */
void ra_ring_features(struct seq_file *m)
{
	seq_printf(m, "buffer_kb: %u\n", buffer_kb);
}

/**
 * ra_ring_init - get small rings
 *
 * Return: 0, -EINVAL for a module parameter out of range, or -ENOMEM.
 */
int ra_ring_init(void)
{
	if (buffer_kb < RA_RING_KB_MIN || buffer_kb > RA_RING_KB_MAX) {
		pr_err("buffer_kb=%u is out of range, accepted is %u to %u\n",
		       buffer_kb, RA_RING_KB_MIN, RA_RING_KB_MAX);
		return -EINVAL;
	}
	ra_ring = ring_buffer_alloc(RA_RING_KB_MIN * 1024, 0);
	return ra_ring ? 0 : -ENOMEM;
}

/**
 * ra_ring_exit - undo ra_ring_init(), when no probe can write any more
 */
void ra_ring_exit(void)
{
	irq_work_sync(&ra_ring_wakeup_work);
	ring_buffer_free(ra_ring);
}
