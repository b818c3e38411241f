# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What a seed is for. Sourced after scripts/ktap.sh, never run.

# seed_repeats DRAW SEED: two results. The command DRAW, given a seed, prints what
# comes of it: each time the same, with another seed something else. It must not
# print the seed, or a program that ignores it would pass.
seed_repeats()
{
	local once again other

	once=$("$1" "$2")
	again=$("$1" "$2")
	other=$("$1" $(($2 + 1)))
	if [ -n "$once" ]; then
		is "a seed repeats a run" "$again" "$once"
	else
		not_ok "a seed repeats a run" "nothing was printed"
	fi
	if [ -n "$other" ] && [ "$other" != "$once" ]; then
		ok "another seed makes another run"
	else
		not_ok "another seed makes another run" "it printed: $other"
	fi
}
