# SPDX-License-Identifier: GPL-2.0
#
# Everything a user calls; the work is done by scripts/. `make help` lists it.

ifneq ($(KERNELRELEASE),)
# The kernel's build system came here for the module.
include $(src)/Kbuild
else

SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules --no-print-directory
KDIR ?= /lib/modules/$(shell uname -r)/build
CC := gcc

# Read by the scripts; empty means the script's own default.
export JOBS KERNEL CONFIG FULL PATTERN DEVICE

.DEFAULT_GOAL := help

.PHONY: help
help: ## this list
	@echo "usage: make TARGET [VARIABLE=value...]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: ## the whole job: build, boot, trace fio jobs (JOBS="seq-4k random-4k" picks others, JOBS=all runs all)
	@scripts/run

.PHONY: check
check: ## everything that says the project works
	@scripts/check

.PHONY: check-long
check-long: ## what takes hours; goes on where it was interrupted
	@scripts/check-long

.PHONY: check-series check-unit check-vm check-guest check-tools check-compare
check-series: ## the patches apply, build, satisfy checkpatch, equal the sources
	@scripts/check series
check-unit: ## the policy core, in user space
	@scripts/check unit
check-tools: ## the programs in tools/
	@scripts/check tools
check-vm: ## the virtual machine harness itself
	@scripts/check vm
check-compare: ## one kernel against another
	@scripts/check compare
check-guest: ## the tests that run in the virtual machine
	@scripts/check guest

.PHONY: bench
bench: ## performance tables (PART=cells picks one, PATTERN=seq-4k DEVICE=cloud some of its cells)
	@scripts/bench $(PART)

.PHONY: kernel
kernel: ## a patched kernel for this machine (CONFIG=file, FULL=1 for all drivers)
	@scripts/kernel-machine build

.PHONY: install
install: ## installs the kernel that make kernel built; asks for root
	@scripts/kernel-machine install

.PHONY: module
module: ## readahead_trace.ko for the kernel built in KDIR (default: the running one)
	@scripts/module "$(KDIR)"

.PHONY: series
series: ## patches/6.1 from the kernel tree with the series in it (TREE=directory)
	@scripts/series-export $(TREE)

.PHONY: packages
packages: ## installs the Debian packages that are needed
	@scripts/packages

# Each program says in its own NAME.mk how build/tools/NAME is made.
PROGRAMS := $(wildcard tools/*/*.mk tests/*/*.mk)
.PHONY: tools
tools: $(basename $(notdir $(PROGRAMS))) ## the programs in build/tools
include $(PROGRAMS)

.PHONY: clean
clean: ## removes results and modules; keeps kernels, so that they need not be built again
	@rm -rf build/run build/run-* build/bench build/check build/vm build/vm-test build/modules build/module build/tools build/log build/tmp

.PHONY: distclean
distclean: ## removes everything that was built
	@rm -rf build

endif
