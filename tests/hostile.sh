#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Gives hostile inputs to esa-scenario, to sweeps and to the converter of traces: each must be served,
# or refused with a short error, within limits of time and memory, and without harm to the user's
# files. ESA_HOSTILE is the number of cases, ESA_HOSTILE_SEED the first. A finding is one line, with
# the command that repeats it; see tests/hostile/README.md.
#
# usage: hostile.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs python3
exec python3 "$root/tests/hostile/run" --program "$programs/esa-scenario" \
    --seed "${ESA_HOSTILE_SEED:-1}" --count "${ESA_HOSTILE:-500}"
