#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests the check of the reports of p4c's Tofino compiler with small reports. Needs no compiler.

command -v python3 >/dev/null 2>&1 || {
    echo "tofino: skipped, there is no python3"
    exit 77
}
exec python3 -B tests/p4/tofino_test.py
