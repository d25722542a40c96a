#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Follows the tutorial as it is written: its files, its commands, and what they print.
# $1: the directory of the built programs. Exits with 77 (skipped) without what ./ns3 plot needs.

. "$(dirname -- "$0")/script/common.sh"
needs_modules matplotlib
ESA_NO_INSTALL=1 ESA_BUILD_DIR=$(dirname "$programs") "$python" -B tests/tutorial/run
