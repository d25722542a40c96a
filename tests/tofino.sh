#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests the check of the reports of p4c's Tofino compiler with small reports. Needs no compiler.

. "$(dirname -- "$0")/script/common.sh"
needs python3
exec python3 -B tests/p4/tofino_test.py
