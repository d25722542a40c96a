#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Disturbs a comparison with all outputs by kills and full disks: rows must be whole, and
# none may be lost. ESA_MOMENTS is the number of moments of each kind.
#
# usage: moments.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs python3
exec python3 "$root/tests/hostile/moments.py" --program "$programs/esa-scenario" \
    --count "${ESA_MOMENTS:-5}"
