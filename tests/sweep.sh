#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the tests of sweeps, results and figures, analysis/tests.
# $1: the directory of the built programs. Exits with 77 (skipped) without the
# Debian packages of ./ns3 figures and calibrate.

set -eu
programs=$1
python=/usr/bin/python3
[ -x "$python" ] || python=python3

for module in pandas matplotlib scipy; do
    if ! "$python" -c "import $module" >/dev/null 2>&1; then
        echo "sweep: skipped, $python has no module $module"
        exit 77
    fi
done
ESA_SCENARIO=$programs/esa-scenario PYTHONDONTWRITEBYTECODE=1 \
    "$python" -m unittest discover -s analysis/tests -t analysis
