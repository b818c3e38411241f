# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Programs of 32 bits, also where the kernel runs none: some hosts of virtual
# machines allow programs of 64 bits only. There they are emulated, about ten times
# as slow, and without the address sanitizer, whose map of the memory the emulator
# has no room for; programs of 64 bits have it in the same run. Sourced, never run.

# The words before such a program, and the sanitizers that it can have.
emulator_32=()
# shellcheck disable=SC2034 # for the scripts that source this file
sanitize_32="-fsanitize=address,undefined"
if ! /lib/ld-linux.so.2 --version >/dev/null 2>&1; then
	emulator_32=(qemu-i386)
	# shellcheck disable=SC2034
	sanitize_32="-fsanitize=undefined"
fi

# run_32 PROGRAM ARGUMENT...
run_32()
{
	"${emulator_32[@]}" "$@"
}

# share_32 NUMBER: as many in about the same time.
share_32()
{
	echo $(($1 / (${#emulator_32[@]} ? 10 : 1)))
}
