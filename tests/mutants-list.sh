#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks that every fault of tests/mutants can be applied to the present sources.
# ./ns3 test --long applies them.

command -v python3 >/dev/null 2>&1 || {
    echo "mutants-list: skipped, there is no python3"
    exit 77
}
exec tests/mutants/run --list
