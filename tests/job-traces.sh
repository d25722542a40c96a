#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Generates the sample trace again, and checks that esa-scenario reads it.
# $1: the directory of the built programs. Exits with 77 (skipped) without Python.

. "$(dirname -- "$0")/script/common.sh"
needs /usr/bin/python3
make_folder

# valid TRACE: esa-scenario accepts it
valid() {
    "$programs/esa-scenario" --set "trace.file=\"$1\"" --validate >"$work/out" ||
        fail "esa-scenario refuses $1"
}

"$root/traces/jobs/make-sample" >"$work/sample.csv"
cmp "$work/sample.csv" "$root/traces/jobs/sample.csv" ||
    fail "traces/jobs/sample.csv is not what make-sample writes"
valid "$root/traces/jobs/sample.csv"

# SwitchML's header has 256 job numbers: a job that has left makes room for another one. 300 jobs run,
# two at a time; all sums are exact, and both runners agree.
"$python" -c 'print("submit_time,gpu_num,duration,model")
for job in range(300): print(f"{job / 2},2,1,A")' >"$work/many.csv"
for runner in rounds ns3; do
    "$programs/esa-scenario" --system switchml,hire --seed 1 --out "$work/$runner" \
        --set "trace.file=\"$work/many.csv\"" --set topology.hosts=4 --set trace.time_scale=1e-6 \
        --set trace.max_jobs=2 --set engine=$runner >"$work/table" || fail "300 jobs in $runner"
    grep -q 'sums were exact' "$work/table" || fail "sums of 300 jobs are not exact: $(cat "$work/table")"
done
cmp "$work/rounds/jobs.csv" "$work/ns3/jobs.csv" || fail "300 jobs differ between runners"
