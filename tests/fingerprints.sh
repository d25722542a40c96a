#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs every shipped scenario with its first seed. Compares result.csv (without the
# wall-clock time) and the accuracy of learning with the files in tests/fingerprints.
# If a change is meant to change results, it updates these files:
#
#   ./ns3 update fingerprints
#
# usage: fingerprints.sh DIRECTORY-OF-PROGRAMS [--update]

. "$(dirname -- "$0")/script/common.sh"
mode=${2:-compare}
kept=$root/tests/fingerprints
make_folder
failed=0

# fingerprint NAME ARGUMENTS...: runs a scenario, and keeps or compares its rows. Who computes them
# is no part of them.
fingerprint() {
    name=$1
    shift
    "$programs/esa-scenario" "$@" --seed 1 --quiet --out "$work/$name"
    results "$work/$name/result.csv" >"$work/$name.csv"
    keep_or_compare "$name"
}

# results FILE: its columns but for those of time, of every iteration and of words
results() {
    "$python" -c '
import csv, sys
left_out = {"events", "wall_s", "iteration_ms", "notes"}
with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file))
names = [name for name in rows[0] if name not in left_out and any(row[name] for row in rows)]
writer = csv.DictWriter(sys.stdout, names, extrasaction="ignore", lineterminator="\n")
writer.writeheader()
writer.writerows(rows)' "$1"
}

# keep_or_compare NAME: keeps the rows of NAME, or compares them
keep_or_compare() {
    name=$1
    if [ "$mode" = --update ]; then
        cp "$work/$name.csv" "$kept/$name.csv"
    elif ! diff -u "$kept/$name.csv" "$work/$name.csv"; then
        echo "$name: results differ from tests/fingerprints/$name.csv; on purpose: ./ns3 update fingerprints"
        failed=1
    fi
}

fingerprint built-in
for file in "$root"/scenarios/*/*.json; do
    name=$(basename "$file" .json)
    set --
    case $name in
    digits) set -- --iterations 100 ;;
    buckets) set -- --set dnns.A.model=resnet50 ;; # a smaller model
    200-jobs | 200-jobs-in-a-fat-tree) set -- --set trace.time_scale=0.0000004 ;; # with fewer iterations
    end-to-end) # half of it, with memory more contended
        set -- --set dnns.R.iterations=1 --set dnns.V.iterations=1 \
            --set dnns.R.compute_scale=0.25 --set dnns.V.compute_scale=0.25
        ;;
    calibrated) set -- --iterations 1 --jobs 2 --workers 4 ;; # goes packet by packet
    atp-public) set -- --iterations 1 --jobs 2 ;;
    loss-8x8) # an iteration with a fortieth of the gradients
        set -- --iterations 1 --set dnns.A.partitions='[
            {"layer":2,"bytes":200000}, {"layer":1,"bytes":200000}]'
        ;;
    loss-switchml) # a fiftieth of the tensor
        set -- --set dnns.A.partitions='[{"layer":1,"bytes":2000000}]'
        ;;
    switchml | atp | atp-sharing | atp-racks | panama) # an eighth of the tensors, one iteration
        set -- --iterations 1 --set dnns.A.partitions='[{"layer":1,"bytes":500000}]'
        ;;
    byteps) set -- --set dnns.A.slice=0.1 ;;
    cluster) set -- --jobs 1 ;;
    servers) set -- --set dnns.A.slice=0.00002 ;;
    esac
    fingerprint "$name" --config "$file" "$@"
done

# The times at which the jobs of the trace were submitted, started and ended.
cp "$work/200-jobs/jobs.csv" "$work/200-jobs-times.csv"
keep_or_compare 200-jobs-times

# The accuracy of learning, without the difference of parameters, which is as small as the error of
# exp() in the C library, and without what digits.csv has, too.
"$programs/esa-learning" "$root/scenarios/accuracy/digits.json" \
    "$root/inputs/datasets/digits.csv" iterations=100 'seeds=[1]' |
    cut -d, -f1-8 >"$work/digits-accuracy.csv"
keep_or_compare digits-accuracy
exit $failed
