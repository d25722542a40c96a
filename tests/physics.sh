#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks what physics demands of random scenarios, and how they end. ESA_PHYSICS is the number of
# scenarios, ESA_PHYSICS_SEED the first of their seeds. A finding is one line, which repeats it; see
# esa-physics --help.
#
# usage: physics.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
exec "$programs/esa-physics" --seed "${ESA_PHYSICS_SEED:-1}" --count "${ESA_PHYSICS:-200}"
