#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tools and habits of ns-3: a campaign as SEM runs it (ns3-tools/campaign), and a switch between other
# networks of ns-3, whose hosts global routing finds.
#
# usage: ns3-tools.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
needs "$programs/esa-scenario"
make_folder
"$python" "$root/tests/ns3-tools/campaign" "$programs"

if [ -x "$programs/esa-mixed-network" ]; then
    "$programs/esa-mixed-network" >"$work/mixed" || fail "esa-mixed-network: $(cat "$work/mixed")"
    for line in "training: iteration 2 took" "TCP: 200000 bytes of 200000 arrived" \
        "FlowMonitor: 3 flows"; do
        grep -qF "$line" "$work/mixed" || fail "esa-mixed-network lacks '$line': $(cat "$work/mixed")"
    done
fi
