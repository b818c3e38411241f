# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Where the files that the series adds to the kernel stand here. Sourced.

# tree_path KERNEL-PATH: the same file in this repository.
tree_path()
{
	case $1 in
	mm/Kconfig.readahead) echo Kconfig.readahead ;;
	*) echo "$1" ;;
	esac
}
