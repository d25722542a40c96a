#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Gives hostile inputs to esa-scenario, to esa-trace, to sweeps and to the converter of traces: each must be served,
# or refused with a short error, within limits of time and memory, and without harm to the user's
# files. ESA_HOSTILE is the number of cases, ESA_HOSTILE_SEED the first. A finding is one line, with
# the command that repeats it; see tests/hostile/README.md.
#
# usage: hostile.sh DIRECTORY-OF-PROGRAMS

set -eu
programs=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if ! command -v python3 >/dev/null; then
    echo "hostile: skipped, python3 was not found"
    exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/hostile/run" --program "$programs/esa-scenario" \
    --seed "${ESA_HOSTILE_SEED:-1}" --count "${ESA_HOSTILE:-3000}"
