#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs random legal scenarios: each must end with exact sums or a true error. As many scenarios lose
# bursts of packets, at full queues or while a link is down, and their repair must not take long.
# ESA_SCENARIOS is the number of each, ESA_SCENARIO_SEED the first of their seeds. A finding is one
# line, with the command that repeats it; see tests/search/run --help. With 1,000 or more of them,
# every numeric field is tried at its limits, too; see tests/search/limits --help.
#
# usage: search.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs python3
if [ "${ESA_SCENARIOS:-60}" -ge 1000 ]; then
    python3 "$root/tests/search/limits" --programs "$programs"
fi
python3 "$root/tests/search/run" --repair --programs "$programs" --seed "${ESA_SCENARIO_SEED:-1}" \
    --count "${ESA_SCENARIOS:-60}"
exec python3 "$root/tests/search/run" --programs "$programs" --seed "${ESA_SCENARIO_SEED:-1}" \
    --count "${ESA_SCENARIOS:-60}"
