#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The commands in the manual and in files README are those of the programs: analysis/tests/commands.py.
# The tutorial has a test of its own.
#
# usage: manual.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs "$programs/esa-scenario"
cd "$root/analysis"
ESA_SCENARIO=$programs/esa-scenario exec "$python" -m unittest tests.commands
