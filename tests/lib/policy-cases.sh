# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests on the host and in the guest that count the cases of the policy core.

# case_names FILE [ARRAY]: the names of the cases in the header FILE, one a line;
# of one table only if its array is named.
case_names()
{
	awk -v array="${2:-}" '
		/^static const struct .*\[\] = \{$/ {
			table = $0
			sub(/\[\] = \{$/, "", table)
			sub(/.* /, "", table)
		}
		/^\t\t\.name = "/ && (array == "" || array == table) {
			sub(/^[^"]*"/, "")
			sub(/",$/, "")
			print
		}' "$1"
}
