#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs every shipped scenario with its first seed, and compares result.csv, but
# for the wall-clock time, with what is kept in tests/fingerprints. A change
# that is meant to change results writes them anew:
#
#   tests/fingerprints/update
#
# usage: fingerprints.sh DIRECTORY-OF-PROGRAMS [--update]

set -eu
programs=$1
mode=${2:-compare}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
kept=$root/tests/fingerprints
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# fingerprint NAME ARGUMENTS...: runs a scenario, and keeps or compares its rows
fingerprint() {
    name=$1
    shift
    "$programs/esa-scenario" "$@" --seed 1 --quiet --out "$work/$name"
    # wall_s is the last column
    sed 's/,[^,]*$//' "$work/$name/result.csv" >"$work/$name.csv"
    if [ "$mode" = --update ]; then
        cp "$work/$name.csv" "$kept/$name.csv"
    elif ! diff -u "$kept/$name.csv" "$work/$name.csv"; then
        echo "$name: results differ from tests/fingerprints/$name.csv"
        failed=1
    fi
}

fingerprint built-in
for file in "$root"/scenarios/*/*.json; do
    fingerprint "$(basename "$file" .json)" --config "$file"
done
exit $failed
