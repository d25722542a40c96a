#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# esa-learning trains perceptrons through every switch that carries values, and refuses bad input.
# tests/fingerprints.sh compares what is learnt with packets lost.
#
# usage: learning.sh DIRECTORY-OF-PROGRAMS

. "$(dirname -- "$0")/script/common.sh"
program=$programs/esa-learning
needs "$program"
make_folder
digits=scenarios/accuracy/digits.json
samples=inputs/datasets/digits.csv

# Sums in fixed point differ from exact ones by rounding alone.
"$program" "$digits" "$samples" iterations=12 'systems=["esa","atp","switchml","straw1"]' \
    >"$work/accuracy.csv"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { rows++; if ($column["largest_difference"] > 1e-6) { print "too far: " $0; failed = 1 } }
    $column["iteration"] == 0 && $column["accuracy"] > 0.3 { print "knew it before: " $0; failed = 1 }
    $column["iteration"] == 12 {
        if ($column["largest_difference"] == 0) { print "fixed point is exact: " $0; failed = 1 }
        if ($column["loss"] >= first[$column["job"]]) { print "learns nothing: " $0; failed = 1 }
        if ($column["packets_lost"] == 0) { print "no packet was lost: " $0; failed = 1 }
    }
    $column["iteration"] == 0 { first[$column["job"]] = $column["loss"] }
    END { if (rows != 4 * 2 * 3) { print rows " rows"; failed = 1 }; exit failed }' "$work/accuracy.csv"

# refuse TEXT ARGUMENTS...: exit code 2, no table, and one error that has the text
refuse() {
    text=$1
    shift
    code=0
    "$program" "$@" >"$work/out" 2>"$work/error" || code=$?
    if [ "$code" != 2 ] || [ -s "$work/out" ] || ! grep -qF -- "$text" "$work/error"; then
        fail "esa-learning $*: exit code $code, not refused with '$text': $(cat "$work/error")"
    fi
}

printf '1,2,0\n1,2\n' >"$work/short.csv"
printf '1,2,0\n1,x,1\n' >"$work/letter.csv"
printf '1,2,0\n1,65536,1\n' >"$work/large.csv"
refuse usage
refuse iteratons "$digits" "$samples" iteratons=1
refuse "payload: digest" "$digits" "$samples" payload=digest
refuse "dnns.S: must be a perceptron" "$digits" "$samples" dnns.S.partitions.0.bytes=1324
refuse "dnns.L: must be a perceptron" "$digits" "$samples" dnns.L.precision=fp16
refuse "none.csv: 0 samples" "$digits" "$work/none.csv"
for file in short letter large; do
    refuse "$file.csv, line 2: must be integers from 0 to 65535" "$digits" "$work/$file.csv"
done
