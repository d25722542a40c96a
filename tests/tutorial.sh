#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Follows the tutorial as it is written: its files, its commands, and what they print.
# $1: the directory of the built programs. Exits with 77 (skipped) without what ./ns3 plot needs.

set -eu
python=/usr/bin/python3
[ -x "$python" ] || python=python3
for module in pandas matplotlib; do
    if ! "$python" -c "import $module" >/dev/null 2>&1; then
        echo "tutorial: skipped, $python has no module $module"
        exit 77
    fi
done
ESA_NO_INSTALL=1 ESA_BUILD_DIR=$(dirname "$1") "$python" -B tests/tutorial/run
