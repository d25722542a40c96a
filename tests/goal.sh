#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Both forms of GOAL schedules give the same results; spoilt files are refused. See goal/check.
#
# usage: goal.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
"$python" "$root/tests/goal/check" "$programs"
