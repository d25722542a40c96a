#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Disturbs a comparison with all outputs by signals, kills and full disks: rows must be whole, and
# none may be lost. ESA_MOMENTS is the number of moments of each kind.
#
# usage: moments.sh DIRECTORY-OF-PROGRAMS

set -eu
programs=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if ! command -v python3 >/dev/null; then
    echo "moments: skipped, python3 was not found"
    exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/hostile/moments.py" --program "$programs/esa-scenario" \
    --count "${ESA_MOMENTS:-5}"
