#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Compares the ways to run random scenarios: the task engine, events of ns-3, rounds, and rounds of
# threads. ESA_WAYS is the number of scenarios, ESA_WAYS_SEED the first of their seeds. A finding is
# one line, which repeats it; see esa-ways --help.
#
# usage: ways.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
exec "$programs/esa-ways" --seed "${ESA_WAYS_SEED:-1}" --count "${ESA_WAYS:-200}"
