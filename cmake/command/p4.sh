#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The P4 programs: ./ns3 p4. Uses $root and $build of ./ns3.
# shellcheck disable=SC2154

# Writes what a switch with the program needs: the entries of each switch of a scenario, and, if p4c is
# there, the program for as many aggregators as it has, with its P4Info.
p4_entries() {
    [ $# -gt 0 ] || fail "p4: --entries needs a scenario file"
    scenario=$1
    shift
    out=$build/p4/entries
    if [ "${1:-}" = --out ]; then
        [ $# -gt 1 ] || fail "p4: --out needs a folder"
        out=$2
        shift 2
    fi
    (command_run esa-p4-entries -- --config "$scenario" --out "$out" "$@")
    if command -v p4c-bm2-ss >/dev/null 2>&1; then
        p4=$root/contrib/esa/p4
        generated=$(mktemp -d)
        "$p4/generate-values.py" "$generated"
        sed -n 's/^# esa-v1model.p4, compiled with //p' "$out"/*-*.txt | sort -u |
            while read -r size; do
                name=$out/esa-v1model-${size#*=}
                p4c-bm2-ss --Werror "$size" -I "$p4" -I "$generated" -o "$name.json" \
                    --p4runtime-files "$name.p4info.txt" "$p4/esa-v1model.p4"
                echo "$name.json, $name.p4info.txt"
            done
        rm -rf "$generated"
    else
        echo "there is no p4c-bm2-ss, so the program and its P4Info are not compiled"
    fi
}

command_p4() {
    case ${1:-} in
    "" | --record)
        # what the packets of simple_switch are compared with
        command -v simple_switch >/dev/null 2>&1 && build esa-scenario esa-p4-entries esa-p4-replay
        exec "$root/tests/p4/check" "$build/p4" "$@"
        ;;
    --entries)
        shift
        p4_entries "$@"
        ;;
    *) fail "p4: unknown option '$1'; there are: --record --entries" ;;
    esac
}
