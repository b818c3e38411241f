// SPDX-License-Identifier: GPL-2.0
/*
 * Policy "adaptive" in the kernel: who decides by it, where its memory is, and how
 * a plan is carried out.  A part of mm/readahead.c.
 *
 * What is remembered of a descriptor is allocated at its first miss and freed with
 * it.  A lock protects it, and is held while a plan is made, not while pages are
 * read.  What was learned of a device is a few words that any task may overwrite,
 * each whole: a measurement that is lost in a race is followed by the next one.
 */
#include <linux/hash.h>
#include <linux/jump_label.h>
#include <linux/kobject.h>
#include <linux/ktime.h>
#include <linux/readahead_adaptive.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

/* How far the page cache is searched for a request without a stream, in pages. */
#define RA_MIN_SEARCH	256U
#define RA_MAX_SEARCH	4096U

/* What is remembered of a descriptor. */
struct ra_file {
	spinlock_t lock;		/* of the next two */
	unsigned int nr_busy;		/* tasks that carry out a plan */
	struct ra_streams streams;
	/* one more than a page whose arrival an asynchronous reader is told of */
	unsigned long awaited;
};

/*
 * What is remembered of a file that is closed.  It is overwritten by other files whose
 * place is the same, so it needs no more memory for more files.
 */
struct ra_closed_file {
	spinlock_t lock;		/* of all that follows */
	u64 bdi;			/* its id, which no other will have */
	unsigned long ino;
	dev_t dev;
	u32 generation;
	struct ra_runs runs;
};

#define RA_CLOSED_BITS	10

static struct ra_closed_file ra_closed_files[1 << RA_CLOSED_BITS];

static const char * const ra_policy_names[] = {
	[RA_POLICY_SYSTEM] = "system",
	[RA_POLICY_CLASSIC] = "classic",
	[RA_POLICY_ADAPTIVE] = "adaptive",
};

static unsigned int ra_system_policy = RA_POLICY_CLASSIC;

/* Once for some device: until then nobody has to ask what its policy is. */
DEFINE_STATIC_KEY_FALSE(ra_adaptive_chosen);

static enum ra_policy ra_policy(const struct backing_dev_info *bdi)
{
	const enum ra_policy policy = READ_ONCE(bdi->ra_policy);

	return policy == RA_POLICY_SYSTEM ? READ_ONCE(ra_system_policy) :
					    policy;
}

/**
 * __ra_is_adaptive - the descriptor of a reader is read by policy adaptive
 * @ractl: the descriptor; may be none, as the kernel has its own readers
 *
 * To be called as ra_is_adaptive().
 */
bool __ra_is_adaptive(const struct readahead_control *ractl)
{
	const struct file *file = ractl->file;

	/* a huge page is read whole, and the next one with it */
	return file && ractl->ra == &file->f_ra &&
	       ractl->_by != RA_BY_KERNEL &&
	       ractl->_hint != RA_HINT_HUGEPAGE &&
	       ra_policy(inode_to_bdi(ractl->mapping->host)) ==
	       RA_POLICY_ADAPTIVE;
}

static struct ra_closed_file *ra_closed_file(const struct inode *inode)
{
	const unsigned long key = inode->i_ino ^ inode->i_sb->s_dev;

	return &ra_closed_files[hash_long(key, RA_CLOSED_BITS)];
}

static bool ra_is_same_file(const struct ra_closed_file *closed,
			    struct inode *inode)
{
	return closed->bdi == inode_to_bdi(inode)->id &&
	       closed->ino == inode->i_ino &&
	       closed->dev == inode->i_sb->s_dev &&
	       closed->generation == inode->i_generation;
}

/* What earlier descriptors of the file had. */
static struct ra_runs ra_recall(struct inode *inode)
{
	struct ra_closed_file *closed = ra_closed_file(inode);
	struct ra_runs runs = { };

	spin_lock(&closed->lock);
	if (ra_is_same_file(closed, inode))
		runs = closed->runs;
	spin_unlock(&closed->lock);
	return runs;
}

static void ra_remember(struct inode *inode, const struct ra_runs *runs)
{
	struct ra_closed_file *closed = ra_closed_file(inode);

	if (!runs->nr_ended)
		return;
	spin_lock(&closed->lock);
	closed->bdi = inode_to_bdi(inode)->id;
	closed->ino = inode->i_ino;
	closed->dev = inode->i_sb->s_dev;
	closed->generation = inode->i_generation;
	closed->runs = *runs;
	spin_unlock(&closed->lock);
}

static struct ra_file *ra_file_of(const struct file_ra_state *ra)
{
	/* Pairs with the cmpxchg() below: what it publishes is set up. */
	return smp_load_acquire(&ra->adaptive);
}

/* What is remembered of the descriptor; NULL if there is no memory for it. */
static struct ra_file *ra_file(struct file_ra_state *ra,
			       struct inode *inode)
{
	struct ra_file *file = ra_file_of(ra);
	struct ra_file *other;

	if (likely(file))
		return file;

	file = kzalloc(sizeof(*file), GFP_NOFS | __GFP_ACCOUNT | __GFP_NOWARN);
	if (!file)
		return NULL;
	spin_lock_init(&file->lock);
	file->streams.runs = ra_recall(inode);
	other = cmpxchg(&ra->adaptive, NULL, file);
	if (other) {
		kfree(file);
		return other;
	}
	return file;
}

/**
 * ra_forget_file - a descriptor is closed
 * @file: the descriptor; nobody else has it
 */
void ra_forget_file(struct file *file)
{
	struct ra_file *ra_file = file->f_ra.adaptive;

	if (!ra_file)
		return;
	ra_adaptive_closed(&ra_file->streams, file->f_ra.prev_pos, PAGE_SHIFT);
	ra_remember(file->f_mapping->host, &ra_file->streams.runs);
	file->f_ra.adaptive = NULL;
	kfree(ra_file);
}

static struct ra_device ra_device(const struct backing_dev_info *bdi)
{
	const struct ra_device device = {
		.latency_ns = READ_ONCE(bdi->ra_latency_ns),
		.pages_per_s = READ_ONCE(bdi->ra_pages_per_s),
		.nr_full = READ_ONCE(bdi->ra_nr_full),
		.nr_pages = READ_ONCE(bdi->ra_nr_pages),
	};

	return device;
}

static void ra_set_device(struct backing_dev_info *bdi,
			  const struct ra_device *device)
{
	WRITE_ONCE(bdi->ra_latency_ns, device->latency_ns);
	WRITE_ONCE(bdi->ra_pages_per_s, device->pages_per_s);
	WRITE_ONCE(bdi->ra_nr_full, device->nr_full);
	WRITE_ONCE(bdi->ra_nr_pages, device->nr_pages);
}

/**
 * ra_arrived - a page arrived for which a reader waited
 * @file: the descriptor
 * @index: the page
 */
void ra_arrived(struct file *file, pgoff_t index)
{
	struct backing_dev_info *bdi = inode_to_bdi(file->f_mapping->host);
	struct ra_file *ra_file = ra_file_of(&file->f_ra);
	struct ra_device device;

	/* A measurement that begins right now is not of this page. */
	if (!ra_file || !data_race(ra_adaptive_waits(&ra_file->streams, index)))
		return;
	spin_lock(&ra_file->lock);
	if (ra_adaptive_waits(&ra_file->streams, index)) {
		device = ra_device(bdi);
		ra_adaptive_arrived(&ra_file->streams, &device, index,
				    ktime_get_ns());
		ra_set_device(bdi, &device);
	}
	spin_unlock(&ra_file->lock);
}

/**
 * ra_awaits - an asynchronous reader will be told of a page
 * @file: the descriptor
 * @index: the page
 */
void ra_awaits(struct file *file, pgoff_t index)
{
	struct ra_file *ra_file = ra_file_of(&file->f_ra);

	/* A measurement that ends right now needs nobody to come back. */
	if (ra_file && data_race(ra_adaptive_waits(&ra_file->streams, index)))
		WRITE_ONCE(ra_file->awaited, index + 1);
}

/**
 * ra_came_back - a reader that does not wait has a page
 * @file: the descriptor
 * @index: the page
 *
 * One that never waited says nothing of the device.
 */
void ra_came_back(struct file *file, pgoff_t index)
{
	struct ra_file *ra_file = ra_file_of(&file->f_ra);

	if (!ra_file || READ_ONCE(ra_file->awaited) != index + 1)
		return;
	WRITE_ONCE(ra_file->awaited, 0);
	ra_arrived(file, index);
}

static struct ra_bounds ra_bounds(const struct readahead_control *ractl,
				  const struct ra_limits *limits)
{
	const struct backing_dev_info *bdi =
		inode_to_bdi(ractl->mapping->host);
	const struct ra_bounds bounds = {
		.nr_file_pages = limits->nr_file_pages,
		.max_pages = max(READ_ONCE(bdi->ra_max_pages), 1U),
		.min_pages = READ_ONCE(bdi->ra_min_pages),
		.page_shift = PAGE_SHIFT,
		.proven = ra_hint(ractl) == RA_HINT_SEQUENTIAL,
	};

	return bounds;
}

/*
 * The page before a request is one that some reader came by, or waits for: threads
 * that read one descriptor in turn, each beginning before the one before it is done,
 * leave nothing out.
 */
static bool ra_was_read(struct address_space *mapping, pgoff_t index)
{
	struct folio *folio = filemap_get_folio(mapping, index);
	bool read;

	if (!folio)
		return false;
	read = folio_test_uptodate(folio) ?
	       folio_test_referenced(folio) || folio_test_active(folio) :
	       folio_test_waiters(folio);
	folio_put(folio);
	return read;
}

/* Reads tell where they begin and end; a fault asks for a page. */
static struct ra_access ra_access(const struct readahead_control *ractl,
				  const struct ra_request *req,
				  const struct ra_limits *limits)
{
	/* the window that a fault asks for is a guess of policy classic */
	const unsigned long nr_pages = ractl->_by == RA_BY_FAULT ? 1 :
				       max(req->nr_pages, 1UL);
	const u64 start = (u64)req->index << PAGE_SHIFT;
	u64 end = start + ((u64)nr_pages << PAGE_SHIFT);
	struct ra_access access = {
		.index = req->index,
		.nr_pages = ra_pages_in_file(limits, req->index, nr_pages),
		.prev_pos = ~0ULL,
		.pos = start,
	};

	if (ractl->_end_pos) {
		end = ractl->_end_pos;
		access.pos = max_t(u64, start, ractl->_pos);
		access.prev_pos = ractl->ra->prev_pos;
		if (access.prev_pos + PAGE_SIZE < access.pos &&
		    ra_was_read(ractl->mapping, req->index - 1))
			access.prev_pos = ~0ULL;
	}
	access.end_pos = end;
	access.len = min_t(u64, end - access.pos, SZ_1G);
	return access;
}

/* What of the page cache has to be known of a request without a stream. */
static struct ra_around ra_look_around(struct readahead_control *ractl,
				       const struct ra_access *access,
				       const struct ra_device *device,
				       bool async)
{
	const unsigned long before = min_t(unsigned long, access->nr_pages + 1,
					   RA_MIN_SEARCH);
	/* what others have read ahead, with room for the ramp to go on */
	const unsigned long ahead =
		2 * clamp(ra_adaptive_distance(device), RA_MIN_SEARCH / 2,
			  RA_MAX_SEARCH / 2);
	struct ra_around around = { };
	pgoff_t hole;

	if (!access->index)
		return around;
	if (async) {
		around.before = ra_page_cached(ractl->mapping,
					       access->index - 1);
		hole = next_hole(ractl->mapping, access->index, ahead);
		if (hole > access->index && hole - access->index <= ahead)
			around.next_hole = hole;
		return around;
	}
	around.before = count_history_pages(ractl->mapping, access->index,
					    before) >= before;
	return around;
}

static bool ra_is_under_way(struct address_space *mapping, pgoff_t index)
{
	struct folio *folio = filemap_get_folio(mapping, index);
	bool under_way;

	if (!folio)
		return false;
	under_way = !folio_test_uptodate(folio);
	folio_put(folio);
	return under_way;
}

/*
 * Read @window, unless others are at it.
 *
 * Return: false if fewer pages arrive than the plan says: what others have asked for
 * arrives as well, what was there before does not.
 */
static bool ra_read_piece(struct readahead_control *ractl,
			  const struct ra_request *req,
			  const struct ra_limits *limits,
			  struct ra_window window, bool async)
{
	const unsigned int nr_added = ractl->_nr_added;
	struct ra_decision decision = { .window = window };
	struct ra_request piece = *req;
	struct ra_adding adding;

	if (!window.size)
		return true;
	piece.order = ilog2(window.size);
	ra_adding_init(&adding, ractl->mapping);
	/* The plan is made of requests alone: what is cached has to be left out. */
	adding.nr_gone--;
	ra_read(ractl, &adding, &piece, limits, &decision, async);
	return ractl->_nr_added - nr_added >= window.size ||
	       ra_is_under_way(ractl->mapping, window.start);
}

/* The pages that a reader waits for; a large request is not added in one go. */
static bool ra_read_demand(struct readahead_control *ractl,
			   const struct ra_request *req,
			   const struct ra_limits *limits,
			   const struct ra_window *demand)
{
	const unsigned long chunk = ra_chunk(limits);
	struct ra_window window = *demand;
	bool all = true;

	while (window.size - window.async_size > chunk) {
		const struct ra_window part = { window.start, chunk, 0 };

		/* only the first part has the page that is known to be missing */
		all &= ra_read_piece(ractl, req, limits, part,
				     part.start != demand->start);
		window.start += chunk;
		window.size -= chunk;
	}
	return ra_read_piece(ractl, req, limits, window,
			     window.start != demand->start) && all;
}

/* What is told of a plan: all of it, as one window. */
static struct ra_decision ra_plan_decision(const struct ra_plan *plan,
					   unsigned long nr_ahead)
{
	struct ra_decision decision = {
		.window = plan->demand,
		.pattern = plan->pattern,
	};

	if (!nr_ahead)
		return decision;
	if (!decision.window.size || plan->step < 0)
		decision.window.start =
			ra_adaptive_piece(plan, PAGE_SHIFT, plan->step < 0 ?
					  plan->nr_pieces - 1 : 0).start;
	decision.window.size += nr_ahead;
	decision.window.async_size += nr_ahead;
	return decision;
}

/*
 * Carry out a plan and tell of it.
 *
 * Return: false if fewer pages arrive than the plan says.
 */
static bool ra_act_plan(struct readahead_control *ractl,
			const struct ra_request *req,
			const struct ra_limits *limits,
			const struct ra_plan *plan, unsigned long nr_ahead,
			bool async)
{
	const struct ra_window old = ra_window(ractl->ra);
	const struct ra_decision decision = ra_plan_decision(plan, nr_ahead);
	unsigned int i;
	bool all;

	ractl->_adaptive = true;
	all = ra_read_demand(ractl, req, limits, &plan->demand);
	/* Nobody waits for these, whoever asked. */
	for (i = 0; i < plan->nr_pieces; i++) {
		if (ractl->_nomem || fatal_signal_pending(current)) {
			all = false;
			break;
		}
		all &= ra_read_piece(ractl, req, limits,
				     ra_adaptive_piece(plan, PAGE_SHIFT, i),
				     true);
	}
	ra_tell(ractl, req, &old, &decision, async);
	return all;
}

static unsigned long ra_plan_pages(const struct ra_plan *plan)
{
	unsigned long nr_pages = 0;
	unsigned int i;

	for (i = 0; i < plan->nr_pieces; i++)
		nr_pages += ra_adaptive_piece(plan, PAGE_SHIFT, i).size;
	return nr_pages;
}

/* Make a plan, and a note of what to measure. */
static struct ra_plan ra_make_plan(struct readahead_control *ractl,
				   struct ra_file *file,
				   const struct ra_access *access,
				   struct ra_bounds *bounds,
				   unsigned long *nr_ahead, bool async)
{
	const struct ra_device device =
		ra_device(inode_to_bdi(ractl->mapping->host));
	struct ra_streams *streams = &file->streams;
	struct ra_around around = { };
	struct ra_stream *stream;
	struct ra_window first;
	struct ra_plan plan;

	spin_lock(&file->lock);
	bounds->busy = file->nr_busy++;
	stream = ra_adaptive_find(streams, access, async);
	if (!stream)
		around = ra_look_around(ractl, access, &device, async);
	plan = async ? ra_adaptive_async(streams, stream, access, bounds,
					 &device, &around) :
		       ra_adaptive_sync(streams, stream, access, bounds,
					&device, &around);
	if (plan.demand.size)
		ra_adaptive_demanded(streams, &plan.demand, ktime_get_ns());
	*nr_ahead = ra_plan_pages(&plan);
	if (*nr_ahead) {
		first = ra_adaptive_piece(&plan, PAGE_SHIFT, 0);
		ra_adaptive_asked(streams, &first, *nr_ahead);
	}
	spin_unlock(&file->lock);
	return plan;
}

/* Return: false if there is no memory, or nothing of the request in the file. */
static bool ra_adaptive(struct readahead_control *ractl,
			const struct ra_request *req, bool async)
{
	struct ra_file *file = ra_file(ractl->ra, ractl->mapping->host);
	const struct ra_limits limits = ra_limits(ractl, ULONG_MAX);
	struct ra_bounds bounds = ra_bounds(ractl, &limits);
	struct ra_access access = ra_access(ractl, req, &limits);
	unsigned long nr_ahead;
	struct ra_plan plan;
	bool all;

	if (!file || !access.nr_pages)
		return false;

	access.nr_pages = min_t(unsigned long, access.nr_pages,
				bounds.max_pages);
	plan = ra_make_plan(ractl, file, &access, &bounds, &nr_ahead, async);
	all = ra_act_plan(ractl, req, &limits, &plan, nr_ahead, async);

	spin_lock(&file->lock);
	file->nr_busy--;
	if (!all)
		ra_adaptive_spoiled(&file->streams);
	spin_unlock(&file->lock);
	return true;
}

/* --- settings --------------------------------------------------------------- */

static ssize_t ra_policy_list(char *buf, enum ra_policy first,
			      enum ra_policy chosen)
{
	enum ra_policy policy;
	ssize_t len = 0;

	for (policy = first; policy < ARRAY_SIZE(ra_policy_names); policy++)
		len += sysfs_emit_at(buf, len, policy == chosen ?
				     "[%s] " : "%s ", ra_policy_names[policy]);
	buf[len - 1] = '\n';
	return len;
}

static void ra_choose(unsigned int *where, enum ra_policy policy)
{
	if (policy == RA_POLICY_ADAPTIVE)
		static_branch_enable(&ra_adaptive_chosen);
	WRITE_ONCE(*where, policy);
}

static int ra_policy_parse(const char *buf, enum ra_policy first)
{
	int policy = sysfs_match_string(ra_policy_names, buf);

	return policy < (int)first ? -EINVAL : policy;
}

/* The files of a backing device, see Documentation/ABI/testing/sysfs-class-bdi. */
ssize_t ra_bdi_policy_show(struct backing_dev_info *bdi, char *buf)
{
	return ra_policy_list(buf, RA_POLICY_SYSTEM,
			      READ_ONCE(bdi->ra_policy));
}

int ra_bdi_policy_store(struct backing_dev_info *bdi, const char *buf)
{
	int policy = ra_policy_parse(buf, RA_POLICY_SYSTEM);

	if (policy < 0)
		return policy;
	ra_choose(&bdi->ra_policy, policy);
	return 0;
}

/* A measurement that ends at this moment may bring back what it began with. */
void ra_bdi_forget(struct backing_dev_info *bdi)
{
	const struct ra_device nothing = { };
	struct ra_closed_file *closed;
	unsigned int i;

	ra_set_device(bdi, &nothing);
	for (i = 0; i < ARRAY_SIZE(ra_closed_files); i++) {
		closed = &ra_closed_files[i];
		spin_lock(&closed->lock);
		if (closed->bdi == bdi->id)
			closed->runs.nr_ended = 0;
		spin_unlock(&closed->lock);
	}
}

/**
 * ra_bdi_window - how far policy adaptive reads ahead on a device
 * @bdi: the device
 *
 * Return: the distance, in pages.
 */
unsigned int ra_bdi_window(const struct backing_dev_info *bdi)
{
	const struct ra_device device = ra_device(bdi);

	return min(max(ra_adaptive_distance(&device),
		       READ_ONCE(bdi->ra_min_pages)),
		   READ_ONCE(bdi->ra_max_pages));
}

static ssize_t policy_show(struct kobject *kobj, struct kobj_attribute *attr,
			   char *buf)
{
	return ra_policy_list(buf, RA_POLICY_CLASSIC,
			      READ_ONCE(ra_system_policy));
}

static ssize_t policy_store(struct kobject *kobj, struct kobj_attribute *attr,
			    const char *buf, size_t count)
{
	int policy = ra_policy_parse(buf, RA_POLICY_CLASSIC);

	if (policy < 0)
		return policy;
	ra_choose(&ra_system_policy, policy);
	return count;
}

static struct kobj_attribute ra_policy_attr =
	__ATTR(policy, 0644, policy_show, policy_store);

static struct attribute *ra_attrs[] = {
	&ra_policy_attr.attr,
	NULL,
};

static const struct attribute_group ra_attr_group = {
	.name = "readahead",
	.attrs = ra_attrs,
};

static int __init ra_adaptive_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ra_closed_files); i++)
		spin_lock_init(&ra_closed_files[i].lock);
	return sysfs_create_group(mm_kobj, &ra_attr_group);
}
subsys_initcall(ra_adaptive_init);

static int __init ra_policy_setup(char *str)
{
	int policy = ra_policy_parse(str, RA_POLICY_CLASSIC);

	if (policy < 0) {
		pr_warn("readahead_policy=%s is neither classic nor adaptive\n",
			str);
		return 1;
	}
	ra_choose(&ra_system_policy, policy);
	return 1;
}
__setup("readahead_policy=", ra_policy_setup);
