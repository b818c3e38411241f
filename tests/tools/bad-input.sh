#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What goes wrong around the project is told in one sentence that says what to do:
# no network, a full disk, a package that does not exist. The package tools are
# played by scripts that fail as the real ones do.

# shellcheck source=../../scripts/lib.sh
. "$(dirname "$0")/../../scripts/lib.sh"
# shellcheck source=../../scripts/ktap.sh
. "$project/scripts/ktap.sh"

fake=$build/tmp/fake-bin
said=$build/tmp/bad-input

# play NAME TEXT STATUS: a program that says TEXT and ends with STATUS.
play()
{
	printf '#!/bin/sh\necho "%s" >&2\nexit %d\n' "$2" "$3" >"$fake/$1"
	chmod +x "$fake/$1"
}

# tells NAME TEXT COMMAND...: fails with status 1, nothing on stdout, and a last
# line that is the one sentence with this text.
tells()
{
	local name=$1 text=$2 status

	shift 2
	"$@" >"$said.out" 2>"$said.err" </dev/null
	status=$?
	if [ $status = 1 ] && [ ! -s "$said.out" ] && tail -n 1 "$said.err" | grep -qF "$text" &&
		[ "$(grep -cF "$text" "$said.err")" = 1 ]; then
		ok "$name"
	else
		not_ok "$name" "status $status" "$(cat "$said.out" "$said.err")"
	fi
}

# shellcheck disable=SC2317 # called by tells()
packages()
{
	PATH=$fake:$PATH "$project/scripts/packages"
}

# A build that ends with this line in its log.
# shellcheck disable=SC2317 # called by tells()
failed_build()
{
	echo "$1" >"$said.log"
	(explain_log "$said.log" "building the kernel")
}

mkdir -p "$fake" || die "cannot write below $build."
# Nothing is installed, everything is known, and nobody asks for a password.
play dpkg-query "" 1
play apt-cache "" 0
printf '#!/bin/sh\nexec "$@"\n' >"$fake/sudo"
chmod +x "$fake/sudo"

ktap_plan 6
play apt-get "E: Temporary failure resolving 'archive'" 100
tells "no network" "the Debian archive cannot be reached: connect this machine" packages
play apt-get "E: You don't have enough free space in /var/cache/apt/archives/." 100
tells "a disk that is full while packages come" "the disk is full: free some space" packages
play apt-get "E: dpkg was interrupted" 100
tells "packages that cannot be installed" "then run it again." packages
play apt-get "" 0
play apt-cache "" 100
tells "a package that this Debian does not have" "the project supports Debian 12 (bookworm)." packages
tells "a disk that is full while the kernel builds" "failed because the disk is full; free some space" \
	failed_build "ld: final link failed: No space left on device"
tells "a build that fails" "mend what the lines above name and run it again, it goes on where it stopped" \
	failed_build "mm/readahead.c:1:1: error: unknown type name"
rm -r "$fake"
ktap_end
