// SPDX-License-Identifier: GPL-2.0
/*
 * A file of which the mutants are known: tests/mutation/sample.expected has them.
 */
#define min(x, y)	(__extension__ ({				\
	const __auto_type x_ = (x);					\
	const __auto_type y_ = (y);					\
									\
	x_ < y_ ? x_ : y_ + 0;						\
}))

struct sample {
	unsigned int size;
	unsigned int rest;
	unsigned long other;
};

static const struct sample constant = { .rest = 7 };

unsigned int sample(struct sample *s, unsigned int n)
{
	unsigned int i = 3;

	if (n >= 16 &&
	    s->other)
		return min(n, s->size);
	if (!n)
		i--;
	else
		i *= 2;
	while (i == n)
		i = n + (n << 2);
	return n != i ? constant.rest / 2 : i - 1;
}
