/* SPDX-License-Identifier: GPL-2.0 */
/* What should come of a request, by the rules of the policy core. */
#ifndef _TESTS_MODEL_H
#define _TESTS_MODEL_H

#include "world.h"

/**
 * struct outcome - what the model says of a request
 * @decision: the decision, where the base has a rule for the request
 * @decided: it has one
 * @forced: it is to read the pages as they are
 * @large: the window was filled with large folios
 * @fell_back: and then with single pages
 * @grown: the remembered window grew, since it begins behind the file
 */
struct outcome {
	struct ra_decision decision;
	bool decided;
	bool forced;
	bool large;
	bool fell_back;
	bool grown;
};

struct outcome model_request(struct world *world, const struct request *req,
			     struct log *log);

#endif /* _TESTS_MODEL_H */
