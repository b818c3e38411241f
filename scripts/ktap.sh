# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Reports in the Kernel Test Anything Protocol, for test scripts on the host
# and inside the virtual machine. Sourced, never run.

ktap_planned=0 ktap_done=0 ktap_failed=0

# ktap_plan N: how many results will follow.
ktap_plan()
{
	ktap_planned=$1
	printf 'KTAP version 1\n1..%d\n' "$1"
}

# ok NAME: one test passed.
ok()
{
	ktap_done=$((ktap_done + 1))
	echo "ok $ktap_done $*"
}

# not_ok NAME [LINE...]: one test failed; the lines say why.
not_ok()
{
	local name=$1 line

	shift
	ktap_done=$((ktap_done + 1))
	ktap_failed=$((ktap_failed + 1))
	echo "not ok $ktap_done $name"
	for line in "$@"; do
		printf '%s\n' "$line" | sed 's/^/# /'
	done
}

# skip NAME REASON: one test could not be done.
skip()
{
	ktap_done=$((ktap_done + 1))
	echo "ok $ktap_done $1 # SKIP $2"
}

# is NAME GOT WANTED: passes when both are the same text.
is()
{
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "wanted: $3" "got:    $2"
	fi
}

# succeeds NAME COMMAND...: passes when the command does.
succeeds()
{
	local name=$1 said

	shift
	if said=$("$@" 2>&1); then
		ok "$name"
	else
		not_ok "$name" "failed: $*" "$said"
	fi
}

# fails NAME COMMAND...: passes when the command does not.
fails()
{
	local name=$1 said

	shift
	if said=$("$@" 2>&1); then
		not_ok "$name" "should have failed: $*" "$said"
	else
		ok "$name"
	fi
}

# ktap_end: ends the script; a result that is missing is a failure too.
ktap_end()
{
	[ "$ktap_done" = "$ktap_planned" ] ||
		echo "# $ktap_done results, $ktap_planned planned"
	[ "$ktap_failed" = 0 ] && [ "$ktap_done" = "$ktap_planned" ]
	exit
}
