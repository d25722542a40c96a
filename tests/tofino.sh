#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The check of what p4c's Tofino compiler reports, on small reports; needs no compiler.

exec python3 -B tests/p4/tofino_test.py
