#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Four hours of fuzzing, two fuzzers at a time. What a run finds new is kept below
# build/fuzz and the next one begins with it, so hours add up over runs.
# usage: tests/fuzz/long.sh (FUZZ_SECONDS is another time)

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"

[ $# = 0 ] || bad_usage "usage: tests/fuzz/long.sh"
FUZZ_SECONDS=${FUZZ_SECONDS:-14400} exec "$project/scripts/fuzz"
