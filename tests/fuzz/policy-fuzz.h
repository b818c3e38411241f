/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _TESTS_FUZZ_POLICY_FUZZ_H
#define _TESTS_FUZZ_POLICY_FUZZ_H

#include <stddef.h>

/**
 * LLVMFuzzerTestOneInput - try one input; the name is libFuzzer's
 * @data: the input
 * @size: its length
 *
 * Does not return when a property is violated.
 *
 * Return: 0.
 */
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#endif /* _TESTS_FUZZ_POLICY_FUZZ_H */
