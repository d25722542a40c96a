#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the tests of sweeps, results and figures, analysis/tests.
# $1: the directory of the built programs. Exits with 77 (skipped) without the
# Debian packages of ./ns3 figures.

. "$(dirname -- "$0")/script/common.sh"
needs_modules pandas matplotlib jinja2 scipy
ESA_SCENARIO=$programs/esa-scenario "$python" -m unittest discover -s analysis/tests -t analysis
