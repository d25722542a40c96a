#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Programs bring along a repair and an all-reduce of their own. With losses their runs end with exact
# sums; the parameter of the repair has an effect; and the task engine, which does not know the
# repair, leaves the system to the simulator.
#
# usage: own-parts.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
repair=$programs/esa-own-repair
schedule=$programs/esa-own-schedule
needs "$repair" "$schedule"
make_folder

# column FOLDER NAME: a value of the only row of a result
column() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
                          NR == 2 { print $column[name] }' "$work/$1/result.csv"
}

# run FOLDER PROGRAM [OPTION ...]: the sums of a run are exact
run() {
    folder=$work/$1
    program=$2
    shift 2
    "$program" --out "$folder" "$@" >"$work/table" || fail "$folder: exit code $?"
    grep -qF "sums were exact" "$work/table" || fail "$folder: sums are not exact"
}

cat >"$work/loss.json" <<'END'
{"iterations": 1, "topology": {"hosts": 8}, "jobs": {"count": 1, "workers": 8, "start_max_us": 0},
 "dnns": {"A": {"layers": [{"compute_us": 0}], "partitions": [{"layer": 1, "bytes": 1000000}],
                "comm_comp_ratio": 1}},
 "recovery": {"enabled": true}, "faults": {"every_link": {"loss_probability": 0.001}}}
END

run learns "$repair" --config "$work/loss.json" --system switchml
run short "$repair" --config "$work/loss.json" --system switchml_fixed \
    --set switchml_fixed.timeout_us=100
run long "$repair" --config "$work/loss.json" --system switchml_fixed \
    --set switchml_fixed.timeout_us=5000
for folder in learns short long; do
    [ "$(column $folder packets_lost)" -gt 0 ] || fail "$folder: no packet was lost"
done
awk -v short="$(column short jct_ms)" -v long="$(column long jct_ms)" \
    'BEGIN { exit !(short + 4 < long) }' || fail "a timeout of 5 ms costs no more than one of 100 us"

# The column events says who has computed a run. Without losses both repairs do the same.
run engine "$repair" --system switchml --set recovery.enabled=false
run packets "$repair" --system switchml --set recovery.enabled=false --set engine=rounds
run own "$repair" --system switchml_fixed --set recovery.enabled=false
[ "$(column engine events)" != "$(column packets events)" ] || fail "the task engine does not run"
[ "$(column own events)" = "$(column packets events)" ] ||
    fail "the task engine computes a system whose repair it does not know"

run star "$schedule" --config "$work/loss.json" --system star
[ "$(column star packets_lost)" -gt 0 ] || fail "star: no packet was lost"
run ring "$schedule" --system ring --set jobs.count=1 --set iterations=1
run alone "$schedule" --system star --set jobs.count=1 --set iterations=1
awk -v ring="$(column ring jct_ms)" -v star="$(column alone jct_ms)" \
    'BEGIN { exit !(ring < star) }' || fail "the star's one link takes no longer than a ring"
