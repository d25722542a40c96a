#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks that every fault of tests/mutants and of tests/p4 can be applied to the present sources.
# ./ns3 test --long applies the former, ./ns3 p4 the latter.

. "$(dirname -- "$0")/script/common.sh"
needs python3
tests/mutants/run --list && exec python3 -B tests/p4/mutants --list
