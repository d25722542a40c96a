#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests the Python parts of the P4 comparisons. Needs neither a compiler nor a switch.

. "$(dirname -- "$0")/script/common.sh"
needs python3
for test in tests/p4/*_test.py; do
    python3 -B "$test" || fail "$test"
done
