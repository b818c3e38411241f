// SPDX-License-Identifier: GPL-2.0
/*
 * The inputs of the fuzzer without the fuzzer: those in files, then random ones.
 * It needs nothing but a C compiler, so it also runs where libFuzzer does not,
 * and a debugger sees the input only.
 *
 * usage: policy-replay SEED SAMPLES [FILE...]
 */
#include <linux/kernel.h>

#include "../unit/number.h"
#include "../unit/policy-sample.h"
#include "../unit/random.h"
#include "policy-fuzz.h"

static void try_file(const char *name)
{
	unsigned char data[SAMPLE_BYTES];
	FILE *file = fopen(name, "rb");
	size_t size;

	if (!file) {
		fprintf(stderr, "policy-replay: cannot open '%s': %s.\n", name,
			strerror(errno));
		exit(2);
	}
	size = fread(data, 1, sizeof(data), file);
	if (ferror(file)) {
		fprintf(stderr, "policy-replay: cannot read '%s': %s.\n", name,
			strerror(errno));
		exit(2);
	}
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
}

static void try_random(struct random *random)
{
	u64 words[SAMPLE_BYTES / sizeof(u64)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = random_u64(random);
	LLVMFuzzerTestOneInput((const unsigned char *)words, sizeof(words));
}

int main(int argc, char **argv)
{
	struct random random;
	u64 nr_samples, i;
	int arg;

	if (argc < 3) {
		fprintf(stderr, "usage: policy-replay SEED SAMPLES [FILE...]\n");
		return 2;
	}
	random.state = number_argument("policy-replay", argv[1], "seed");
	nr_samples = number_argument("policy-replay", argv[2], "number of samples");
	for (arg = 3; arg < argc; arg++)
		try_file(argv[arg]);
	for (i = 0; i < nr_samples; i++)
		try_random(&random);
	printf("%d files and %llu random samples of seed %s, %d bits: all properties hold\n",
	       argc - 3, nr_samples, argv[1], BITS_PER_LONG);
	return 0;
}
