// SPDX-License-Identifier: GPL-2.0
/*
 * ra-driver: options.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "ra-driver.h"

static void print_help(void)
{
	puts("usage: ra-driver [-n] [-r] [-k] [-s FILE] [OPERATIONS...]\n"
	     "\n"
	     "Executes read operations in order. Several are separated by ; or a line end.\n"
	     "  -n, --dry-run     print the system calls instead of making them\n"
	     "  -r, --results     one line of key=value words for each operation, and a total\n"
	     "  -k, --keep-going  count reads that fail instead of stopping at the first\n"
	     "  -s, --script FILE operations from a file, - for standard input\n"
	     "  -h, --help        this text\n"
	     "\n"
	     "Sizes take k, m and g (powers of 1024). %t is the number of the thread or process.\n"
	     "Between 'def NAME' and 'end' stand operations that 'call NAME' runs.\n"
	     "In results, pages= counts pages that nothing in the run had asked for before.\n"
	     "\n"
	     "Operations:");
	ra_op_list();
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "dry-run", no_argument, NULL, 'n' },
		{ "results", no_argument, NULL, 'r' },
		{ "keep-going", no_argument, NULL, 'k' },
		{ "script", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct ra_settings set = { .mode = RA_RUN };
	struct ra_script script = { 0 };
	int opt;

	setvbuf(stdout, NULL, _IOLBF, 0);
	opterr = 0;
	while ((opt = getopt_long(argc, argv, "nrks:h", options, NULL)) != -1) {
		switch (opt) {
		case 'n':
			set.mode = RA_DRY;
			break;
		case 'r':
			set.results = true;
			break;
		case 'k':
			set.keep_going = true;
			break;
		case 's':
			ra_script_load(&script, optarg);
			break;
		case 'h':
			print_help();
			return 0;
		default:
			ra_usage("unknown option or missing argument; see --help");
		}
	}
	for (; optind < argc; optind++)
		ra_script_add(&script, argv[optind]);
	ra_script_run(&set, &script);
	ra_script_free(&script);
	return 0;
}
