#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# NS_LOG works in this module as in every other module of ns-3: the logs of the switch and of the
# hosts tell the life of one fragment. A build without logs tells how to get them.
#
# usage: logs.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
make_folder
if ! grep -qsx 'ESA_LOG:BOOL=ON' "$programs/../CMakeCache.txt"; then
    # a program for scenarios, and one that uses the helper
    for program in "esa-scenario --quiet" esa-custom-topology; do
        # shellcheck disable=SC2086 # the program and its option
        NS_LOG=EsaSwitch=debug "$programs/"$program >/dev/null 2>"$work/told"
        [ "$(grep -c 'NS_LOG has no effect: .* \./ns3 configure -d debug' "$work/told")" = 1 ] ||
            fail "$program does not tell once that it has no logs: $(cat "$work/told")"
        # shellcheck disable=SC2086
        env -u NS_LOG "$programs/"$program >/dev/null 2>"$work/told"
        [ ! -s "$work/told" ] || fail "$program without NS_LOG tells: $(cat "$work/told")"
    done
    exit 0
fi

cat >"$work/one-fragment.json" <<END
{
  "name": "one fragment",
  "systems": ["esa"],
  "iterations": 1,
  "topology": {"hosts": 2},
  "jobs": {"count": 1, "workers": 2},
  "jitter": {"mode": "none"},
  "dnns": {"A": {"layers": [{"compute_us": 1}], "comm_comp_ratio": 1,
                 "partitions": [{"layer": 1, "bytes": 248}]}}
}
END

# story COMPONENT LEVEL: what a component logs during the run
story() {
    rm -rf "$work/out"
    NS_LOG="$1=$2" "$programs/esa-scenario" --config "$work/one-fragment.json" --quiet \
        --out "$work/out" 2>&1
}

# expect COMPONENT LEVEL LINE...: the story is these lines; * stands for anything in them
expect() {
    component=$1
    level=$2
    shift 2
    story "$component" "$level" >"$work/told"
    while [ $# -gt 0 ]; do
        if ! IFS= read -r line; then
            fail "no line like '$1'"
        fi
        # shellcheck disable=SC2254
        case $line in
        $1) ;;
        *) fail "'$line' instead of '$1'" ;;
        esac
        shift
    done <"$work/told"
}

fail() {
    cat "$work/told"
    echo "NS_LOG=$component=$level tells another story, see above: $1"
    exit 1
}

expect EsaSwitch "info|debug|logic" \
    "job 0 has 2 workers, 2 of them here" \
    "a switch of esa with 18939 aggregators and 3 ports" \
    "a gradient of job 0, seq 0, worker * \[aggregator *, workers 0x* of 2, priority *\] arrives" \
    "Allocated: the gradient of job 0, seq 0, worker * stays here" \
    "a gradient of job 0, seq 0, worker * \[aggregator *, workers 0x* of 2, priority *\] arrives" \
    "Completed: the result of job 0, seq 0, worker * \[aggregator *, workers 0x3 of 2, priority *\] goes to all workers" \
    "a copy leaves towards worker 0" \
    "a copy leaves towards worker 1"
story EsaSwitch level_all >"$work/told"
grep -q 'EsaSwitch:ReceiveFragment(' "$work/told" || fail "level_all does not tell of calls"
