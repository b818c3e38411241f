/* SPDX-License-Identifier: GPL-2.0 */
/* Makes a stream that shows a difference as short as it can be. */
#ifndef _TESTS_SHRINK_H
#define _TESTS_SHRINK_H

#include "stream.h"

void shrink(struct stream *stream);

#endif /* _TESTS_SHRINK_H */
