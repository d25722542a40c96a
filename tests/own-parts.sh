#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Programs bring along a repair, an all-reduce, priorities and choices of aggregators of their own. With
# losses their runs end with exact sums; parameters have an effect; and the task runner leaves what it
# does not know to the simulator.
#
# usage: own-parts.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
repair=$programs/esa-own-repair
schedule=$programs/esa-own-schedule
priority=$programs/esa-own-priority
needs "$repair" "$schedule" "$priority"
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
[ "$(column engine events)" != "$(column packets events)" ] || fail "the task runner does not run"
[ "$(column own events)" = "$(column packets events)" ] ||
    fail "the task runner computes a system whose repair it does not know"

run star "$schedule" --config "$work/loss.json" --system star
[ "$(column star packets_lost)" -gt 0 ] || fail "star: no packet was lost"
# A rule that counts what jobs hold decides in another way, the same in both runners.
for engine in rounds ns3; do
    run "even-$engine" "$priority" --system even --set switch.memory_bytes=30000 --set engine=$engine
done
run uneven "$priority" --system esa --set switch.memory_bytes=30000
[ "$(column even-rounds preemptions)" = "$(column even-ns3 preemptions)" ] || fail "even: the runners differ"
[ "$(column even-ns3 preemptions)" != "$(column uneven preemptions)" ] || fail "even preempts as esa does"

run ring "$schedule" --system ring --set jobs.count=1 --set iterations=1
run alone "$schedule" --system star --set jobs.count=1 --set iterations=1
awk -v ring="$(column ring jct_ms)" -v star="$(column alone jct_ms)" \
    'BEGIN { exit !(ring < star) }' || fail "the star's one link takes no longer than a ring"

# Priorities and choices of aggregators: exact sums with losses and little memory, in one rack and in
# several; the same in events of ns-3 and in rounds.
cat >"$work/small.json" <<'END'
{"iterations": 2, "topology": {"hosts": 16}, "jobs": {"count": 4, "workers": 4},
 "switch": {"memory_bytes": 528000, "aggregator_index": "mix64"}, "priority": {"p_max_per_s": 100000},
 "dnns": {"A": {"layers": [{"compute_us": 100}, {"compute_us": 50}],
                "partitions": [{"layer": 2, "bytes": 200000}, {"layer": 1, "bytes": 100000}],
                "comm_comp_ratio": 1}},
 "recovery": {"enabled": true}, "faults": {"every_link": {"loss_probability": 0.001}}}
END
for system in esa remaining jobleft sets hashes oldest; do
    run "$system" "$priority" --config "$work/small.json" --system "$system" --set engine=rounds
    run "$system-racks" "$priority" --config "$work/small.json" --system "$system" \
        --set topology.racks=4 --set topology.spines=2 --set aggregation.levels=all \
        --set placement.policy=spread
    run "$system-events" "$priority" --config "$work/small.json" --system "$system" \
        --set engine=ns3
    [ "$(column "$system" jct_ms)" = "$(column "$system-events" jct_ms)" ] ||
        fail "$system: events of ns-3 and rounds do not give the same"
    [ "$(column "$system" packets_lost)" -gt 0 ] || fail "$system: no packet was lost"
done
for system in remaining jobleft sets hashes oldest; do
    [ "$(column "$system" preemptions)" != "$(column esa preemptions)" ] ||
        fail "$system preempts as often as esa"
done
[ "$(column oldest preemptions)" = "$(column oldest collisions)" ] ||
    fail "oldest does not make room in each collision"

# A set of one aggregator is esa. Larger sets have fewer collisions.
for ways in 1 16; do
    run "ways-$ways" "$priority" --config "$work/small.json" --system sets \
        --set engine=rounds --set "sets.ways=$ways"
done
[ "$(column ways-1 jct_ms)" = "$(column esa jct_ms)" ] || fail "a set of one is not esa"
[ "$(column ways-16 collisions)" -lt "$(column ways-1 collisions)" ] ||
    fail "sets of 16 do not collide less often"

# Without losses the task runner computes a priority that is not measured, and gives the same.
for system in remaining jobleft sets; do
    run "$system-tasks" "$priority" --config "$work/small.json" --system "$system" \
        --set recovery.enabled=false --set faults.every_link.loss_probability=0
    run "$system-packets" "$priority" --config "$work/small.json" --system "$system" \
        --set recovery.enabled=false --set faults.every_link.loss_probability=0 \
        --set engine=rounds
    [ "$(column "$system-tasks" jct_ms)" = "$(column "$system-packets" jct_ms)" ] ||
        fail "$system: tasks and rounds do not give the same"
done
[ "$(column remaining-tasks events)" != "$(column remaining-packets events)" ] ||
    fail "the task runner leaves remaining to the simulator"
for system in jobleft sets; do
    [ "$(column "$system-tasks" events)" = "$(column "$system-packets" events)" ] ||
        fail "the task runner computes $system"
done
