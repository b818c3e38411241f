// SPDX-License-Identifier: GPL-2.0
/*
 * The policy core under a fuzzer: each input is a sample, for which each
 * property has to hold.  A violation is told in words and ends the program, as
 * an undefined operation does that a sanitizer finds.
 */
#include <stdlib.h>

#include "../unit/base-property.h"
#include "../unit/policy-property.h"
#include "policy-fuzz.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	const struct sample s = sample_of(data, size);
	unsigned int i;

	for (i = 0; i < NR_PROPERTIES; i++) {
		const struct property *property = property_at(i);
		const char *violation = property->violation(&s);

		if (!violation)
			continue;
		show_sample(&s);
		fprintf(stderr, "# violated: %s\n# because: %s\n",
			property->name, violation);
		abort();
	}
	return 0;
}
